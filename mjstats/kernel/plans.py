"""Plans: ways to finish a hand that are worth something, each a restriction of the page's shapes.

The first plans of a page are its routes (see `mjstats.kernel.routes`), in their order. Behind them come standard hands that keep
to something: to certain suits, to tables of fewer sets (pungs alone, no terminals), to sets named beforehand (three chows that
make a pattern, a pung of an honour). All of them are looked up in the class tables of the routes.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.kernel.board import IS_WILD, POWER, PRINTED_AS, Board
from mjstats.kernel.by_reference import by_reference
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import CHOW, EXTRA_SET, N_FACES, N_PLAIN, Ints
from mjstats.kernel.routes import (
    FULL,
    HELD_SETS,
    HELD_WILD,
    MISSING,
    NATURAL,
    NO_ROUTE,
    SUIT_INDEX,
    UNSEEN,
    Mind,
    Routes,
    lay_route,
    missing_with,
    put,
)
from mjstats.kernel.routes import LIMIT as ROUTE_LIMIT
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
N_PLAN: Final[int] = PLAN_SET + MOST_NAMED

# ---- columns of `Thought.notes`
NOTE_EVENT: Final[int] = 0  #: rows of the log when it was asked
NOTE_SEAT: Final[int] = 1
NOTE_FACE: Final[int] = 2  #: printed face to discard, or for a claim that was weighed its number less 100: -100 for none
NOTE_SCORE: Final[int] = 3  #: the score it was chosen by, points if the worth counts in full
NOTE_CELL: Final[int] = 4  #: cell of the chances, -1 where nothing was counted
NOTE_WORTH: Final[int] = 5  #: what the finished hand was taken to bring
N_NOTE: Final[int] = 6
NOTE_CLAIM: Final[int] = -100

ROWS: Final[int] = 24
WIDTH: Final[int] = 160
SEATS: Final[int] = 4


@by_reference
class Thought(NamedTuple):
    """What a weighing policy knows of a page, and its room to think in."""

    plans: Ints  #: (N, N_PLAN) the plans behind the routes
    known: npt.NDArray[np.float64]  #: chances, then the worth of each plan, see `mjstats.kernel.weighing`
    room: Ints  #: (ROWS, WIDTH) whole numbers
    scores: npt.NDArray[np.float64]  #: (ROWS, WIDTH)
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
    named = 0
    for i in range(plan[PLAN_SETS]):
        named += 1 if set_laid(seats, seat, plan[PLAN_SET + i]) else 0
    n = seats.n_melds[seat]
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


@leaf
def plan_missing(routes: Routes, plans: Ints, at: int, seats: Seats, seat: int, mind: Mind) -> int:
    """Tiles missing for plan `at` behind the routes, wild tiles not taken off; the melds fit."""
    plan = plans[at]
    natural = mind.faces[NATURAL]
    index_m = mind.held[SUIT_INDEX]
    index_p = mind.held[SUIT_INDEX + 1]
    index_s = mind.held[SUIT_INDEX + 2]
    index_z = mind.held[SUIT_INDEX + 3]
    sets = mind.held[HELD_SETS]
    absent = 0
    for i in range(plan[PLAN_SETS]):
        named = plan[PLAN_SET + i]
        if seats.n_melds[seat] > 0 and set_laid(seats, seat, named):
            continue
        sets -= 1
        pung = named >= N_PLAIN
        face = named - N_PLAIN if pung else named
        for step in range(3):
            own = face if pung else face + step
            have = natural[own] - (step if pung else 0)
            # No two named chows of a plan share a tile.
            if have <= 0:
                absent += 1
                continue
            power = POWER[own - 9 * (own // 9)]
            if own < 9:
                index_m -= power
            elif own < 18:
                index_p -= power
            elif own < 27:
                index_s -= power
            else:
                index_z -= power
    if sets < 0:
        return NO_ROUTE
    t = plan[PLAN_TABLE]
    suits = plan[PLAN_SUITS]
    m = int(routes.suits[routes.suit_row[t, 0], index_m]) if suits & 1 else routes.empty[t, 0]
    p = int(routes.suits[routes.suit_row[t, 1], index_p]) if suits & 2 else routes.empty[t, 1]
    s = int(routes.suits[routes.suit_row[t, 2], index_s]) if suits & 4 else routes.empty[t, 2]
    z = int(routes.honours[routes.suit_row[t, 3], index_z]) if suits & 8 else routes.empty[t, 3]
    return int(absent + int(routes.missing[t, sets, routes.merge_mp[t, m, p], routes.merge_sz[t, s, z]]))


@leaf
def missing_by(routes: Routes, plans: Ints, p: int, seats: Seats, seat: int, mind: Mind, face: int, delta: int) -> int:
    """Tiles missing for plan `p`, routes counted first, with a tile of the read `face` more (1), less (-1), or as it is (0)."""
    n = len(routes.rows)
    if p < n:
        return int(missing_with(routes, mind, p, face, delta)) if delta != 0 else int(mind.routes[p, MISSING])
    if delta != 0:
        put(mind, face, delta)
    missing = plan_missing(routes, plans, p - n, seats, seat, mind)
    if delta != 0:
        put(mind, face, -delta)
    return int(missing)


@small_leaf
def limit_of(routes: Routes, plans: Ints, p: int) -> int:
    """Wild tiles that may be used in a hand of plan `p`."""
    n = len(routes.rows)
    return int(routes.rows[p, ROUTE_LIMIT] if p < n else plans[p - n, PLAN_LIMIT])


@leaf
def complete_by(routes: Routes, plans: Ints, p: int, board: Board, seat: int, mind: Mind, hand: Ints) -> int:
    """Fill `hand` (42,) with a typical finished hand of plan `p` from the one laid out, without its winning tile.

    Tiles that bring it nearer are added, the ones with most copies unseen first, and what it can spare is taken out. The printed
    face of the winning tile, the last that was added; -1 when there is no such hand. The mind is left as the hand was finished.
    """
    seats = board.seats
    wilds = min(mind.held[HELD_WILD], limit_of(routes, plans, p))
    missing = missing_by(routes, plans, p, seats, seat, mind, 0, 0)
    tile = -1
    added = 0
    while missing > wilds or tile < 0:
        best = -1
        most = 0
        for face in range(N_PLAIN):
            n = mind.faces[UNSEEN, face]
            if n <= most or mind.faces[NATURAL, face] >= FULL or board.marks[PRINTED_AS, face] < 0:
                continue
            if missing_by(routes, plans, p, seats, seat, mind, face, 1) < missing:
                best = face
                most = n
        if best < 0 and missing <= wilds:
            # Nothing but wild tiles is missing: any tile of the hand wins in their stead.
            break
        if best < 0 or added > 14:
            return -1
        put(mind, best, 1)
        mind.faces[UNSEEN, best] -= 1
        if p < len(routes.rows):
            lay_route(routes, mind, p)
        missing -= 1
        tile = best
        added += 1
    total = mind.held[HELD_WILD]
    for face in range(N_PLAIN):
        total += mind.faces[NATURAL, face]
    spare = total - (3 * mind.held[HELD_SETS] + 2)
    if spare < 0:
        return -1
    face = N_PLAIN - 1
    while spare > 0 and face >= 0:
        if mind.faces[NATURAL, face] > 0 and missing_by(routes, plans, p, seats, seat, mind, face, -1) <= wilds:
            put(mind, face, -1)
            if p < len(routes.rows):
                lay_route(routes, mind, p)
            spare -= 1
        else:
            face -= 1
    if spare > 0:
        return -1
    if tile < 0 or mind.faces[NATURAL, tile] == 0:
        tile = -1
        for face in range(N_PLAIN):
            if mind.faces[NATURAL, face] > 0:
                tile = face
    if tile < 0:
        return -1
    mind.faces[NATURAL, tile] -= 1
    for face in range(N_FACES):
        if board.marks[IS_WILD, face] == 0:
            hand[face] = 0
        else:
            hand[face] = seats.hand[seat, face]
    for face in range(N_PLAIN):
        if mind.faces[NATURAL, face] > 0:
            if board.marks[PRINTED_AS, face] < 0:
                return -1
            hand[board.marks[PRINTED_AS, face]] += mind.faces[NATURAL, face]
    return int(board.marks[PRINTED_AS, tile])
