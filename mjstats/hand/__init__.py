"""Hands and records: parse, check, print, JSON both ways, drawn as tiles in notebooks.

>>> from mjstats.hand import Meld, Record
>>> Meld.parse("2222p+<3")
Meld('2222p+<3')
"""

from mjstats.hand.errors import RecordError
from mjstats.hand.meld import Meld
from mjstats.hand.record import ChainClaim, Player, Record, WaitsRequest, Win, read_records
from mjstats.hand.show import Hand

__all__ = ["ChainClaim", "Hand", "Meld", "Player", "Record", "RecordError", "WaitsRequest", "Win", "read_records"]
