"""What judging a win finds, and the room it works in."""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.columns import N_FACTS
from mjstats.kernel.page import N_FACES, Ints, Page
from mjstats.kernel.readings import READ_LENGTH, Readings, new_readings
from mjstats.kernel.state import N_WIN

# ---- rows of `Verdict.money`, each (P,)
RAW: Final[int] = 0  #: what each owed before limits, under the reading chosen
PAY: Final[int] = 1  #: after limits, before anybody stepped in
TRIAL_NET: Final[int] = 2  #: the same of the reading being weighed
TRIAL_RAW: Final[int] = 3
TRIAL_PAY: Final[int] = 4
DUE: Final[int] = 5
EARLY: Final[int] = 6
OTHER_NET: Final[int] = 7  #: the net as it would be if the discarder's readiness were other
N_MONEY: Final[int] = 8

# ---- rows of `Verdict.tiles`, each (42,)
COUNTS: Final[int] = 0  #: printed tiles of the complete hand
NATURAL: Final[int] = 1  #: the same without wild tiles, stand-ins as what they stand for
WILD: Final[int] = 2  #: its wild tiles by printed face
MELDED: Final[int] = 3  #: tiles of the melds (a kong as three)
USED: Final[int] = 4  #: tiles of melds and reading together
N_TILES: Final[int] = 5


class Verdict(NamedTuple):
    """What `judge` found, and its working room; made once by `new_verdict` and used again."""

    net: Ints  #: (P,) what each seat gains or loses, all zero when the win is not legal
    patterns: Ints  #: (n,) 1 for each pattern row counted
    reading: Ints  #: (READ_LENGTH,) the reading chosen
    winner: Ints  #: (N_FACTS,) the winner's facts under the reading last weighed
    people: Ints  #: (P, N_FACTS) facts of each seat
    groups: Ints  #: patterns of each group, of the reading last weighed
    held: Ints  #: its patterns
    ledger: Ints  #: (4,)
    money: Ints  #: (N_MONEY, P)
    tiles: Ints  #: (N_TILES, 42)
    trial: Ints  #: (2, N_WIN) wins that are only thought of: of any tile, of a discarder
    readings: Readings


def new_verdict(page: Page) -> Verdict:
    """Room for the verdicts of one table under `page`."""
    players = page.play.players
    n = len(page.patterns.rows)
    return Verdict(
        net=np.zeros(players, np.int64),
        patterns=np.zeros(n, np.int64),
        reading=np.zeros(READ_LENGTH, np.int64),
        winner=np.zeros(N_FACTS, np.int64),
        people=np.zeros((players, N_FACTS), np.int64),
        groups=np.zeros(max(page.patterns.n_groups, 1), np.int64),
        held=np.zeros(n, np.int64),
        ledger=np.zeros(4, np.int64),
        money=np.zeros((N_MONEY, players), np.int64),
        tiles=np.zeros((N_TILES, N_FACES), np.int64),
        trial=np.zeros((2, N_WIN), np.int64),
        readings=new_readings(),
    )
