"""What judging a win finds, and the room it works in."""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.by_reference import by_reference
from mjstats.kernel.columns import FAMILIES, N_FACTS
from mjstats.kernel.items import MAX_ROWS, N_ITEM
from mjstats.kernel.page import HELD, N_BITS, N_FACES, N_PARTS, PATTERN_BITS, TERM_PLAYERS, Ints, Page
from mjstats.kernel.readings import ROOM_CHOSEN, ROOM_STATE, WINNER, Readings, new_readings
from mjstats.kernel.sets import new_options
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
NET: Final[int] = 9  #: what each gains or loses by the win, zero when it is not legal; after settling in all, chips apart
ANSWERS: Final[int] = 10  #: each one's fact `responsible` under the reading chosen
LEFT_TO_PAY: Final[int] = 11  #: points each may still lose where a page bounds payments by them; kept from winner to winner
N_MONEY: Final[int] = 12

# ---- rows of `Verdict.people` behind those of the seats; the winner's own is that of the reading last weighed
CHOSEN_FACTS: Final[int] = -1  #: the winner's facts under the reading chosen so far, once another is weighed
MOST_SEEN: Final[int] = 64  #: before it come the facts of readings weighed, see `mjstats.kernel.seen`

# ---- rows of `Verdict.sums`
LEDGER: Final[int] = 0  #: ADD, TIMES, DOUBLE, BONUS
ALIKE: Final[int] = 1  #: the same of what all payers owe alike
BITS: Final[int] = 2  #: what the reading last weighed counts, HELD ..; once judged, the reading chosen
CHOSEN_BITS: Final[int] = 3  #: the same of the reading chosen so far
N_SUMS: Final[int] = 4

# ---- rows of `Verdict.tiles`, each (42,)
COUNTS: Final[int] = 0  #: printed tiles of the complete hand
NATURAL: Final[int] = 1  #: the same without wild tiles, stand-ins as what they stand for
WILD: Final[int] = 2  #: its wild tiles by printed face
MELDED: Final[int] = 3  #: tiles of the melds (a kong as three)
WAITED_WILD: Final[int] = 4  #: the wild tiles of `WAITED`
SHOWN: Final[int] = 5  #: tiles of hand and melds as what they stand for, of the reading being weighed or of the seat looked at
WAITED: Final[int] = 6  #: the hand before the winning tile and one that may complete it, as NATURAL
N_TILES: Final[int] = 7

# ---- rows of `Verdict.faces`
MET: Final[int] = 0  #: by family, the faces of the items that it counts; TWICE
MOVING: Final[int] = 1  #: by kind of set, the faces of those that depend on the seat or on the deal
TWICE: Final[int] = len(FAMILIES)  #: 1 when a family counts two items of one face


@by_reference
class Verdict(NamedTuple):
    """What `judge` found, and its working room; made once by `new_verdict` and used again."""

    parts: Ints  #: (N_PARTS, P) what each gains or loses by PART_WIN .., filled by settling
    people: Ints  #: (P + MOST_SEEN + 1, N) facts of each seat, of readings seen, CHOSEN_FACTS; the page's own behind the common
    sums: Ints  #: (N_SUMS, N_BITS) LEDGER ..
    money: Ints  #: (N_MONEY, P)
    tiles: Ints  #: (N_TILES, 42)
    trial: Ints  #: (3, N_WIN) wins that are only thought of: of any tile, of a discarder, nobody's
    items: Ints  #: (MAX_ROWS, N_ITEM) what the hand is made of, under the reading being weighed
    faces: Ints  #: (2, TWICE + 1) MET, MOVING: sets of faces, a bit each
    readings: Readings

    # Names for Python; kernels take the rows, since every array of a tuple costs compile time wherever it is handed on.

    @property
    def net(self) -> Ints:
        """(P,) what each seat gains or loses."""
        return np.asarray(self.money[NET], np.int64)

    @property
    def reading(self) -> Ints:
        """(READ_LENGTH,) the reading chosen."""
        return np.asarray(self.readings.room[ROOM_CHOSEN], np.int64)

    @property
    def winner(self) -> Ints:
        """(N,) the winner's facts under the reading last weighed; once judged, of the reading chosen."""
        return np.asarray(self.people[self.readings.room[ROOM_STATE, WINNER]], np.int64)

    @property
    def worth(self) -> Ints:
        """What the page's stages came to, in the first places, see `winner`."""
        return np.asarray(self.winner[N_FACTS:], np.int64)

    @property
    def bits(self) -> Ints:
        """(N_BITS,) what the reading counts, HELD ..; see `winner`."""
        return np.asarray(self.sums[BITS], np.int64)

    @property
    def held(self) -> Ints:
        """(MAX_PATTERNS,) 1 for each row of patterns that the reading counts, see `winner`."""
        words = self.sums[BITS, HELD : HELD + 2]
        return np.asarray(words[:, None] >> np.arange(PATTERN_BITS) & 1, np.int64).ravel()

    @property
    def ledger(self) -> Ints:
        """ADD, TIMES, DOUBLE, BONUS."""
        return np.asarray(self.sums[LEDGER, :4], np.int64)


def new_verdict(page: Page) -> Verdict:
    """Room for the verdicts of one table under `page`."""
    players = int(page.terms[TERM_PLAYERS])
    facts = N_FACTS + len(page.stages) + len(page.own_facts)
    return Verdict(
        parts=np.zeros((N_PARTS, players), np.int64),
        people=np.zeros((players + MOST_SEEN + 1, facts), np.int64),
        sums=np.zeros((N_SUMS, N_BITS), np.int64),
        money=np.zeros((N_MONEY, players), np.int64),
        tiles=np.zeros((N_TILES, N_FACES), np.int64),
        trial=np.zeros((3, N_WIN), np.int64),
        items=np.zeros((MAX_ROWS, N_ITEM), np.int64),
        faces=np.zeros((2, TWICE + 1), np.int64),
        readings=new_readings(new_options(len(page.setup.extra_sets))),
    )
