"""Plans: ways to finish a hand that are worth something, each a restriction of the page's shapes.

The first plans of a page are its routes (see `mjstats.kernel.routes`), in their order. Behind them come standard hands that keep
to something: to certain suits, to tables of fewer sets (pungs alone, no terminals), to sets named beforehand (three chows that
make a pattern, a pung of an honour). All of them are looked up in the class tables of the routes.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.kernel.by_reference import by_reference
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import CHOW, EXTRA_SET, N_PLAIN, Ints
from mjstats.kernel.routes import LIMIT as ROUTE_LIMIT
from mjstats.kernel.routes import Routes
from mjstats.kernel.state import MELD_FACE, MELD_KIND, Seats

# ---- columns of `Thought.plans`
PLAN_TABLE: Final[int] = 0
PLAN_SUITS: Final[int] = 1  #: bit s set when suit s (3 the honours) may be in the hand
PLAN_CHOWS: Final[int] = 2  #: 1 when chows may be in it
PLAN_SIMPLE: Final[int] = 3  #: 1 when no terminal and no honour may be
PLAN_LIMIT: Final[int] = 4  #: wild tiles that may be used
PLAN_SETS: Final[int] = 5  #: how many sets are named
PLAN_SET: Final[int] = 6  #: the first of them: its lowest face, and N_PLAIN more when it is a pung
MOST_NAMED: Final[int] = 3
PLAN_KEPT: Final[int] = PLAN_SET + MOST_NAMED  #: wild tiles that stay together, as a pair, and are no part of the sets
N_PLAN: Final[int] = PLAN_KEPT + 1

# ---- columns of `Thought.notes`
NOTE_EVENT: Final[int] = 0  #: rows of the log when it was asked
NOTE_SEAT: Final[int] = 1
NOTE_FACE: Final[int] = 2  #: printed face to discard, or what was weighed of claims and kongs, from NOTE_CLAIM and NOTE_KONG on
NOTE_SCORE: Final[int] = 3  #: the score it was chosen by, points if the worth counts in full
NOTE_CELL: Final[int] = 4  #: cell of the chances, -1 where nothing was counted
NOTE_WORTH: Final[int] = 5  #: what the finished hand was taken to bring
N_NOTE: Final[int] = 6
NOTE_CLAIM: Final[int] = -100  #: and the number of the claim, 0 for none
NOTE_KONG: Final[int] = -400  #: and the number of the kong and one more, 0 for none

ROWS: Final[int] = 40
WIDTH: Final[int] = 160
SEATS: Final[int] = 4
MOST_LIVE: Final[int] = 3  #: plans that are weighed for one choice
N_LAID: Final[int] = 20 + N_PLAIN  #: columns of `Thought.laid`, see `mjstats.kernel.laid`

MEMO: Final[int] = 2048  #: rows of `Thought.memo`
N_MEMO: Final[int] = 20
HELPS: Final[int] = 1024  #: rows of `Thought.helps`
N_HELPS: Final[int] = 2

# ---- columns of `Thought.uses`, faces a bit each
USED_FACES: Final[int] = 0  #: those that may stand in a hand of the plan
NAMED_CHOWS: Final[int] = 1  #: those of the chows that it names
NAMED_PUNGS: Final[int] = 2  #: those of the pungs
N_USES: Final[int] = 3


@by_reference
class Thought(NamedTuple):
    """What a weighing policy knows of a page, and its room to think in."""

    plans: Ints  #: (N, N_PLAN) the plans behind the routes
    uses: Ints  #: (N, N_USES) which tiles these can use
    known: npt.NDArray[np.float64]  #: chances, then the worth of each plan, see `mjstats.kernel.weighing`
    usual: npt.NDArray[np.float64]  #: (2 * DRAWS_BINS, AWAY, plans) the chance if as many tiles help a plan as usually do
    ceiling: npt.NDArray[np.float64]  #: the same, the most of it at a distance and beyond
    room: Ints  #: (ROWS, WIDTH) whole numbers
    scores: npt.NDArray[np.float64]  #: (ROWS, WIDTH)
    laid: Ints  #: (MOST_LIVE + 1, N_LAID) the plans weighed as they stand with the hand in mind, and one that is looked at
    memo: npt.NDArray[np.uint16]  #: (MEMO, N_MEMO) what a tile more or less makes of a suit, as far as it is remembered
    helps: Ints  #: (HELPS, N_HELPS) which tiles of a suit help, as far as it is remembered
    tally: Ints  #: (cells, 2) how often a cell was seen, and thousandths of what was promised that was won; no rows: not counted
    notes: npt.NDArray[np.float64]  #: (n, N_NOTE) what was weighed in the hand played last; no rows: not kept


@small_leaf
def set_laid(seats: Seats, seat: int, named: int) -> bool:
    """Whether the melds of `seat` hold a named set."""
    pung = named >= N_PLAIN
    face = named - N_PLAIN if pung else named
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        if seats.melds[seat, m, MELD_FACE] == face and (kind == CHOW) != pung and kind != EXTRA_SET:
            return True
    return False


@leaf
def plan_fits(plans: Ints, at: int, seats: Seats, seat: int, sets: int) -> bool:
    """Whether the melds laid so far may stand in a hand of plan `at` behind the routes."""
    plan = plans[at]
    n = seats.n_melds[seat]
    if n == 0:
        return bool(plan[PLAN_SETS] <= sets)
    named = 0
    for i in range(plan[PLAN_SETS]):
        named += 1 if set_laid(seats, seat, plan[PLAN_SET + i]) else 0
    if n - named + plan[PLAN_SETS] > sets:
        return False
    for m in range(n):
        kind = seats.melds[seat, m, MELD_KIND]
        face = seats.melds[seat, m, MELD_FACE]
        if kind == EXTRA_SET or plan[PLAN_SUITS] >> face // 9 & 1 == 0 or (kind == CHOW and plan[PLAN_CHOWS] == 0):
            return False
        if plan[PLAN_SIMPLE] == 1:
            last = face % 9 + (2 if kind == CHOW else 0)
            if face >= 27 or face % 9 == 0 or last == 8:
                return False
    return True


@small_leaf
def usable_of(routes: Routes, plans: Ints, p: int, wilds: int) -> int:
    """Of so many wild tiles those that may be used in a hand of plan `p`; below 0 where it needs more than there are."""
    n = len(routes.rows)
    if p < n:
        return int(min(wilds, routes.rows[p, ROUTE_LIMIT]))
    return int(min(wilds - plans[p - n, PLAN_KEPT], plans[p - n, PLAN_LIMIT]))
