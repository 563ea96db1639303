"""What judging a win finds, and the room it works in."""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.columns import N_FACTS
from mjstats.kernel.items import MAX_ROWS, N_ITEM
from mjstats.kernel.page import N_FACES, N_PARTS, Ints, Page
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
EXTRA: Final[int] = 8  #: the bonus within what each owed, of the reading being weighed
N_MONEY: Final[int] = 9

# ---- rows of `Verdict.tiles`, each (42,)
COUNTS: Final[int] = 0  #: printed tiles of the complete hand
NATURAL: Final[int] = 1  #: the same without wild tiles, stand-ins as what they stand for
WILD: Final[int] = 2  #: its wild tiles by printed face
MELDED: Final[int] = 3  #: tiles of the melds (a kong as three)
WAITED_WILD: Final[int] = 4  #: the wild tiles of `WAITED`
SHOWN: Final[int] = 5  #: tiles of hand and melds as what they stand for, of the reading being weighed or of the seat looked at
WAITED: Final[int] = 6  #: the hand before the winning tile and one that may complete it, as NATURAL
N_TILES: Final[int] = 7


class Verdict(NamedTuple):
    """What `judge` found, and its working room; made once by `new_verdict` and used again."""

    net: Ints  #: (P,) what each seat gains or loses by the win, all zero when it is not legal; after settling in all
    parts: Ints  #: (N_PARTS, P) the same by PART_WIN .., filled by settling; chips are not in `net`
    patterns: Ints  #: (n,) 1 for each pattern row counted
    reading: Ints  #: (READ_LENGTH,) the reading chosen
    winner: Ints  #: (N,) the winner's facts under the reading last weighed, the page's own columns behind the common ones
    people: Ints  #: (P, N) facts of each seat
    groups: Ints  #: patterns of each group, of the reading last weighed
    held: Ints  #: its patterns
    ledger: Ints  #: (4,)
    money: Ints  #: (N_MONEY, P)
    tiles: Ints  #: (N_TILES, 42)
    trial: Ints  #: (3, N_WIN) wins that are only thought of: of any tile, of a discarder, nobody's
    worth: Ints  #: (stages,) what the stages came to under the reading chosen
    items: Ints  #: (MAX_ROWS, N_ITEM) what the hand is made of, under the reading being weighed
    readings: Readings


def new_verdict(page: Page) -> Verdict:
    """Room for the verdicts of one table under `page`."""
    players = page.play.players
    n = len(page.patterns.rows)
    facts = N_FACTS + len(page.stages) + len(page.own_facts)
    return Verdict(
        net=np.zeros(players, np.int64),
        parts=np.zeros((N_PARTS, players), np.int64),
        patterns=np.zeros(n, np.int64),
        reading=np.zeros(READ_LENGTH, np.int64),
        winner=np.zeros(facts, np.int64),
        people=np.zeros((players, facts), np.int64),
        groups=np.zeros(max(page.patterns.n_groups, 1), np.int64),
        held=np.zeros(n, np.int64),
        ledger=np.zeros(4, np.int64),
        money=np.zeros((N_MONEY, players), np.int64),
        tiles=np.zeros((N_TILES, N_FACES), np.int64),
        trial=np.zeros((3, N_WIN), np.int64),
        worth=np.zeros(len(page.stages), np.int64),
        items=np.zeros((MAX_ROWS, N_ITEM), np.int64),
        readings=new_readings(page.setup.extra_sets),
    )
