"""How far a hand is from winning, route by route: the shapes of a page, each with the tables and limits that belong to it.

A `Mind` holds one hand laid out for thinking: counts as they are read, kept suit indices, and for every route its classes, so
that "one tile more" or "one tile less" is a look-up, two merges and a last look-up.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.kernel.board import (
    ANY_MOVED,
    HAS_NATURAL,
    HIGH_DIGITS,
    IS_OWN_FACE,
    KONG_SHIFT,
    LOW_DIGITS,
    NATURAL_FROM,
    POWER,
    SUIT_BITS,
    WILD_SHIFT,
    Board,
)
from mjstats.kernel.by_reference import by_reference
from mjstats.kernel.irregular import knitted_honours_missing, knitted_straight_held, thirteen_missing, unrelated_missing
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import (
    CHOW,
    CONCEALED_KONG,
    EXTRA_SET,
    N_FACES,
    N_PLAIN,
    SHAPE_ANY_OF,
    SHAPE_KNITTED,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_ORPHANS,
    SHAPE_PAIRS,
    SHAPE_STANDARD,
    SHAPE_UNRELATED,
    Ints,
)
from mjstats.kernel.state import MELD_FACE, MELD_KIND, ROUND_SETUP, Seats, copy_few

FULL: Final[int] = 4  #: a hand that holds so many of a face cannot draw another
FAR: Final[int] = 1000  #: key of a route that cannot be reached any more
NO_ROUTE: Final[int] = 99  #: its distance
HONOR_SUIT: Final[int] = 3
SUIT_MASK: Final[int] = (1 << SUIT_BITS) - 1
TILES_MASK: Final[int] = (1 << KONG_SHIFT - WILD_SHIFT) - 1

# ---- what brings doublings whatever the hand, columns of `Routes.fans`
FAN_CLAIMED: Final[int] = 0
FAN_CONCEALED: Final[int] = 1
FAN_MELDED: Final[int] = 2
FAN_KONG_TILE: Final[int] = 3
FAN_WILD_KONG: Final[int] = 4
N_FANS: Final[int] = 5


# ---- columns of `Routes.rows`
KIND: Final[int] = 0  #: kind of shape
TABLE: Final[int] = 1  #: which classes, for a standard route
ONLY_SUIT: Final[int] = 2  #: suit of a one-suit route, -1 any
LIMIT: Final[int] = 3  #: wild tiles that may be used
FOURS: Final[int] = 4  #: 1 when four alike are two pairs
PUNGS_ONLY: Final[int] = 5
CLAIMED: Final[int] = 6  #: claimed melds that it takes
NEED: Final[int] = 7  #: doublings that a win by this route needs for the minimum
N_ROW: Final[int] = 8

# ---- columns of `Mind.routes`
CLASS: Final[int] = 0  #: classes of the four suits
MERGED_MP: Final[int] = 4
MERGED_SZ: Final[int] = 5
TALLY: Final[int] = 6  #: pairs, or tiles of the route's faces
SINGLES: Final[int] = 7
MISSING: Final[int] = 8  #: tiles missing, wild tiles not taken off
PENALTY: Final[int] = 9  #: part of the key that does not depend on the tiles
KEY: Final[int] = 10  #: the key of the hand as `consider` found it
N_ROUTE: Final[int] = 11

# ---- places in `Mind.held`
SUIT_INDEX: Final[int] = 0  #: the four suits' count vectors read to base five
HELD_WILD: Final[int] = 4
HELD_KONG: Final[int] = 5  #: kong tiles that are not wild
HELD_SETS: Final[int] = 6  #: sets still needed
HELD_FREE: Final[int] = 7  #: face of stand-ins that may be themselves too, -1 none
HELD_FOR: Final[int] = 8  #: the face that they may stand for
HELD_MOVED: Final[int] = 9  #: of which of the two the stand-in was that is taken out, -1 none is
# the unseen copies of all faces once more, in three numbers with a bit for each face: one, two and four of them
UNSEEN_ONES: Final[int] = 10
UNSEEN_TWOS: Final[int] = 11
UNSEEN_FOURS: Final[int] = 12
N_HELD: Final[int] = 13

# ---- rows of `Mind.faces`: by face as read, but for the last
NATURAL: Final[int] = 0  #: tiles as read, wild tiles and kong tiles left out
UNSEEN: Final[int] = 1  #: copies by face as read that the seat cannot see
WITHOUT: Final[int] = 2  #: the least key with one such tile less, `FAR` for faces not held
LEFT_MISSING: Final[int] = 3  #: tiles missing on the route in hand with one such tile less
TRIAL: Final[int] = 4  #: by printed face: the key without it
# rows of `mjstats.kernel.spares`
HELPED: Final[int] = 5  #: which faces help once such a tile is gone, a bit each
STEP: Final[int] = 6  #: what one such tile more adds to the index of its suit, 0 where no copy can be had
AFTER: Final[int] = 7  #: the class of its suit then
HALF: Final[int] = 8  #: what that merges to with the suit beside it
# what `keep` has kept
KEPT_NATURAL: Final[int] = 9
KEPT_UNSEEN: Final[int] = 10
KEPT_HELD: Final[int] = 11
KEPT_ROUTE: Final[int] = 12
N_MIND_FACES: Final[int] = 13


@by_reference
class Routes(NamedTuple):
    """R routes over the standard shapes' classes (see `mjstats.kernel.classes.ShapeTables`, whose fields the last seven are)."""

    rows: Ints  #: (R, N_ROW)
    faces: Ints  #: (R, 34) faces of an any-of route
    fans: Ints  #: (2, N_FANS) doublings for having any, and for each
    sets: int  #: sets of a standard hand
    opened: int  #: 1 when a win needs a claimed meld
    no_wild: int  #: doublings for a hand without wild tiles
    stand_in: int  #: a stand-in that may be itself too, -1 none
    extra_sets: Ints  #: (n, 3) faces of the sets of named honours
    suit_row: Ints
    suits: npt.NDArray[np.unsignedinteger[Any]]
    honours: npt.NDArray[np.unsignedinteger[Any]]
    merge_mp: npt.NDArray[np.uint16]
    merge_sz: npt.NDArray[np.uint16]
    missing: npt.NDArray[np.uint8]
    empty: Ints


@by_reference
class Mind(NamedTuple):
    """One hand laid out for thinking."""

    faces: Ints  #: (N_MIND_FACES, 42)
    routes: Ints  #: (R, N_ROUTE)
    held: Ints  #: (N_HELD,)


def new_mind(routes: Routes) -> Mind:
    """Room for thinking over `routes`."""
    return Mind(
        faces=np.zeros((N_MIND_FACES, N_FACES), np.int64),
        routes=np.zeros((len(routes.rows), N_ROUTE), np.int64),
        held=np.zeros(N_HELD, np.int64),
    )


@leaf
def lay_out(routes: Routes, board: Board, seat: int, mind: Mind) -> None:
    """Read the hand of `seat` into `mind`: counts, indices, tiles missing on each route (penalties apart)."""
    hand = board.seats.hand[seat]
    marks = board.marks
    natural = mind.faces[NATURAL]
    low = 0
    high = 0
    for face in range(N_FACES):
        low += hand[face] * marks[LOW_DIGITS, face]
        high += hand[face] * marks[HIGH_DIGITS, face]
    # Several faces at once; then the one that a stand-in is read as.
    for face in range(N_PLAIN):
        natural[face] = hand[face] & -marks[IS_OWN_FACE, face]
    for face in range(N_PLAIN if marks[HAS_NATURAL, ANY_MOVED] == 1 else 0):
        if marks[HAS_NATURAL, face] > marks[IS_OWN_FACE, face]:
            natural[face] = hand[marks[NATURAL_FROM, face]]
    held = mind.held
    held[SUIT_INDEX] = low & SUIT_MASK
    held[SUIT_INDEX + 1] = low >> SUIT_BITS & SUIT_MASK
    held[SUIT_INDEX + 2] = low >> 2 * SUIT_BITS
    held[SUIT_INDEX + 3] = high & SUIT_MASK
    held[HELD_WILD] = high >> WILD_SHIFT & TILES_MASK
    held[HELD_KONG] = high >> KONG_SHIFT
    held[HELD_SETS] = routes.sets - board.seats.n_melds[seat]
    mind.held[HELD_FREE] = -1
    mind.held[HELD_MOVED] = -1
    lay_routes(routes, board.seats, seat, mind)
    target = board.seats.round[ROUND_SETUP]
    if routes.stand_in >= 0 and target < N_PLAIN and target != routes.stand_in:
        mind.held[HELD_FREE] = routes.stand_in
        mind.held[HELD_FOR] = target
        part_stand_ins(routes, board.seats, seat, mind)


@small_leaf
def lay_routes(routes: Routes, seats: Seats, seat: int, mind: Mind) -> None:
    """Lay out every route that the melds do not rule out."""
    for r in range(len(routes.rows)):
        if melds_fit(routes, r, seats.melds[seat], seats.n_melds[seat]):
            lay_route(routes, mind, r)
        else:
            mind.routes[r, MISSING] = NO_ROUTE


@leaf
def part_stand_ins(routes: Routes, seats: Seats, seat: int, mind: Mind) -> None:
    """Let as many stand-ins be themselves as bring the hand nearest; the fewest of equals."""
    own, target = mind.held[HELD_FREE], mind.held[HELD_FOR]
    natural = mind.faces[NATURAL]
    # First all of them stand in.
    while natural[own] > 0:
        put(mind, own, -1)
        put(mind, target, 1)
    number = natural[target]
    nearest = NO_ROUTE
    best = 0
    for free in range(number + 1):
        if free > 0:
            put(mind, target, -1)
            put(mind, own, 1)
        lay_routes(routes, seats, seat, mind)
        distance = shape_distance(routes, mind)
        if distance < nearest:
            nearest = distance
            best = free
    for _ in range(number - best):
        put(mind, own, -1)
        put(mind, target, 1)
    lay_routes(routes, seats, seat, mind)


@small_leaf
def put(mind: Mind, face: int, delta: int) -> None:
    """Put a tile of the read `face` into the thought hand (1), or take it out (-1); the routes are not laid out anew."""
    suit = face // 9
    mind.faces[NATURAL, face] += delta
    mind.held[SUIT_INDEX + suit] += delta * POWER[face - 9 * suit]


@leaf
def keep(mind: Mind, r: int) -> None:
    """Keep the hand in mind and route `r` as they are, to be put back by `put_back`."""
    copy_few(mind.faces[KEPT_NATURAL], mind.faces[NATURAL], N_PLAIN)
    copy_few(mind.faces[KEPT_UNSEEN], mind.faces[UNSEEN], N_PLAIN)
    copy_few(mind.faces[KEPT_HELD], mind.held, N_HELD)
    copy_few(mind.faces[KEPT_ROUTE], mind.routes[r], N_ROUTE)


@leaf
def put_back(mind: Mind, r: int) -> None:
    """Undo what tiles were moved since `keep`."""
    copy_few(mind.faces[NATURAL], mind.faces[KEPT_NATURAL], N_PLAIN)
    copy_few(mind.faces[UNSEEN], mind.faces[KEPT_UNSEEN], N_PLAIN)
    copy_few(mind.held, mind.faces[KEPT_HELD], N_HELD)
    copy_few(mind.routes[r], mind.faces[KEPT_ROUTE], N_ROUTE)


@small_leaf
def change_unseen(mind: Mind, face: int, delta: int) -> None:
    """One unseen copy of a read face more (1) or less (-1)."""
    mind.faces[UNSEEN, face] += delta
    copies = mind.faces[UNSEEN, face]
    others = ~(1 << face)
    mind.held[UNSEEN_ONES] = mind.held[UNSEEN_ONES] & others | (copies & 1) << face
    mind.held[UNSEEN_TWOS] = mind.held[UNSEEN_TWOS] & others | (copies >> 1 & 1) << face
    mind.held[UNSEEN_FOURS] = mind.held[UNSEEN_FOURS] & others | (copies >> 2 & 1) << face


@small_leaf
def place(number: int) -> Any:
    """A place to look up, told to be none counted from the end: of others every look-up asks that first."""
    return np.uint32(number)


@small_leaf
def class_of(routes: Routes, t: int, suit: int, index: int) -> Any:
    """The class of a suit's tiles in table `t`."""
    row = place(routes.suit_row[place(t), suit])
    return routes.honours[row, place(index)] if suit == HONOR_SUIT else routes.suits[row, place(index)]


@small_leaf
def merged(routes: Routes, t: int, suit: int, own: int, beside: int) -> Any:
    """What the class of a suit and that of the one beside it merge to: the first two lie beside each other, and the last two."""
    if suit == 0:
        return routes.merge_mp[place(t), place(own), place(beside)]
    if suit == 1:
        return routes.merge_mp[place(t), place(beside), place(own)]
    if suit == 2:
        return routes.merge_sz[place(t), place(own), place(beside)]
    return routes.merge_sz[place(t), place(beside), place(own)]


@small_leaf
def missing_of(routes: Routes, t: int, sets: int, suit: int, own: int, other: int) -> Any:
    """Tiles missing when the two suits of which `suit` is one merge to `own`, and the other two to `other`."""
    if suit < 2:
        return routes.missing[place(t), place(sets), place(own), place(other)]
    return routes.missing[place(t), place(sets), place(other), place(own)]


@small_leaf
def lay_route(routes: Routes, mind: Mind, r: int) -> None:
    """Classes or tallies, and tiles missing, of one route."""
    own = mind.routes[r]
    if routes.rows[r, KIND] == SHAPE_STANDARD:
        t = routes.rows[r, TABLE]
        only = routes.rows[r, ONLY_SUIT]
        for suit in range(4):
            own[CLASS + suit] = routes.empty[t, suit]
            if only < 0 or only == suit:
                own[CLASS + suit] = class_of(routes, t, suit, mind.held[SUIT_INDEX + suit])
        mp = merged(routes, t, 0, own[CLASS], own[CLASS + 1])
        sz = merged(routes, t, 2, own[CLASS + 2], own[CLASS + 3])
        own[MERGED_MP] = mp
        own[MERGED_SZ] = sz
        own[MISSING] = missing_of(routes, t, mind.held[HELD_SETS], 0, mp, sz)
        return
    if routes.rows[r, KIND] != SHAPE_PAIRS and routes.rows[r, KIND] != SHAPE_ANY_OF:
        own[MISSING] = irregular_missing(routes, mind, r)
        return
    tally = 0
    singles = 0
    natural = mind.faces[NATURAL]
    # Three plain loops, which the compiler turns into a few instructions each.
    if routes.rows[r, KIND] == SHAPE_ANY_OF:
        for face in range(N_PLAIN):
            tally += natural[face] * routes.faces[r, face]
    elif routes.rows[r, FOURS] == 1:
        for face in range(N_PLAIN):
            tally += pairs_of(1, natural[face])
            singles += singles_of(1, natural[face])
    else:
        for face in range(N_PLAIN):
            tally += pairs_of(0, natural[face])
            singles += singles_of(0, natural[face])
    own[TALLY] = tally
    own[SINGLES] = singles
    own[MISSING] = tally_missing(routes, mind, r, tally, singles)


@leaf
def irregular_missing(routes: Routes, mind: Mind, r: int) -> int:
    """Tiles missing for orphans, unrelated or knitted tiles, counted anew from the natural tiles."""
    natural = mind.faces[NATURAL]
    kind = routes.rows[r, KIND]
    if kind == SHAPE_ORPHANS:
        return int(thirteen_missing(natural))
    if kind == SHAPE_UNRELATED:
        return int(unrelated_missing(natural))
    if kind == SHAPE_KNITTED:
        return int(knitted_honours_missing(natural))
    # The nine knitted tiles stand for three of the sets.
    needed = mind.held[HELD_SETS] - 3
    if needed < 0:
        return NO_ROUTE
    t = routes.rows[r, TABLE]
    best = NO_ROUTE
    z = int(routes.honours[routes.suit_row[t, 3], mind.held[SUIT_INDEX + 3]])
    for order in range(6):
        held, om, op, os = knitted_straight_held(natural, order)
        m = int(routes.suits[routes.suit_row[t, 0], mind.held[SUIT_INDEX] - om])
        p = int(routes.suits[routes.suit_row[t, 1], mind.held[SUIT_INDEX + 1] - op])
        s = int(routes.suits[routes.suit_row[t, 2], mind.held[SUIT_INDEX + 2] - os])
        rest = routes.missing[t, needed, routes.merge_mp[t, m, p], routes.merge_sz[t, s, z]]
        best = min(best, 9 - held + int(rest))
    return int(best)


@small_leaf
def pairs_of(fours: int, n: int) -> int:
    """Pairs that `n` like tiles give a hand of pairs."""
    return n >> 1 if fours == 1 else min(n >> 1, 1)


@small_leaf
def singles_of(fours: int, n: int) -> int:
    """Tiles among `n` like ones that wait to become a pair."""
    return n & 1 if fours == 1 else (1 if n == 1 else 0)


@small_leaf
def tally_missing(routes: Routes, mind: Mind, r: int, first: int, second: int) -> int:
    """Tiles missing for a hand of pairs (`first` pairs, `second` singles) or of named faces (`first` tiles)."""
    tiles = 3 * mind.held[HELD_SETS] + 2
    if routes.rows[r, KIND] == SHAPE_PAIRS:
        wanted = tiles // 2 - first
        missing = max(wanted, 0) + max(wanted - second, 0)
        # A tile beside the pairs may be anything, but it must be there.
        return int(max(missing, tiles - 2 * first - second) if tiles & 1 == 1 else missing)
    return int(max(tiles - first, 0))


@small_leaf
def tally_change(routes: Routes, r: int, face: int, n: int, delta: int) -> tuple[int, int]:
    """What one tile more or less of a face of which there are `n` adds to pairs (or tiles of the route's faces) and singles."""
    if routes.rows[r, KIND] != SHAPE_PAIRS:
        return (delta if routes.faces[r, face] == 1 else 0), 0
    fours = routes.rows[r, FOURS]
    return pairs_of(fours, n + delta) - pairs_of(fours, n), singles_of(fours, n + delta) - singles_of(fours, n)


@small_leaf
def melds_fit(routes: Routes, r: int, melds: Ints, n: int) -> bool:
    """Whether the melds laid so far may stand in a hand of this route."""
    if routes.rows[r, CLAIMED] > 0 and not claimed_enough(melds, n, routes.rows[r, CLAIMED]):
        return False
    if n == 0:
        return True
    kind = routes.rows[r, KIND]
    if kind == SHAPE_KNITTED_STRAIGHT:
        return n == 1
    if kind != SHAPE_STANDARD and kind != SHAPE_ANY_OF:
        return False
    for m in range(n):
        face = melds[m, MELD_FACE]
        chow = melds[m, MELD_KIND] == CHOW
        extra = melds[m, MELD_KIND] == EXTRA_SET
        if routes.rows[r, PUNGS_ONLY] == 1 and (chow or extra):
            return False
        if routes.rows[r, ONLY_SUIT] >= 0 and (extra or face // 9 != routes.rows[r, ONLY_SUIT]):
            return False
        if kind == SHAPE_ANY_OF:
            for step in range(3 if chow or extra else 1):
                if routes.faces[r, routes.extra_sets[face, step] if extra else face + step] == 0:
                    return False
    return True


@leaf
def claimed_enough(melds: Ints, n: int, least: int) -> bool:
    """Whether at least so many of `n` melds were claimed."""
    claimed = 0
    for m in range(n):
        claimed += 1 if melds[m, MELD_KIND] != CONCEALED_KONG else 0
    return bool(claimed >= least)


@small_leaf
def is_stand_in(mind: Mind, face: int) -> bool:
    """Whether a tile of the read `face` is a stand-in that may be itself too."""
    return bool(mind.held[HELD_FREE] >= 0 and (face == mind.held[HELD_FREE] or face == mind.held[HELD_FOR]))


@small_leaf
def missing_with(routes: Routes, mind: Mind, r: int, face: int, delta: int) -> int:
    """Tiles missing on route `r` with one tile of the read `face` more (`delta` 1) or less (-1)."""
    if face >= N_PLAIN:
        return int(mind.routes[r, MISSING])
    if is_stand_in(mind, face):
        return int(missing_with_either(routes, mind, r, delta))
    return int(missing_with_one(routes, mind, r, face, delta))


@leaf
def missing_with_either(routes: Routes, mind: Mind, r: int, delta: int) -> int:
    """As `missing_with`, of a stand-in: as whichever of its two faces leaves less missing."""
    best = NO_ROUTE
    for own in (mind.held[HELD_FREE], mind.held[HELD_FOR]):
        n = mind.faces[NATURAL, own]
        if n < FULL if delta > 0 else n > 0:
            best = min(best, missing_with_one(routes, mind, r, own, delta))
    return int(best)


@small_leaf
def missing_with_one(routes: Routes, mind: Mind, r: int, face: int, delta: int) -> int:
    """As `missing_with`, with a tile of this very face."""
    now = mind.routes[r, MISSING]
    if now == NO_ROUTE:
        return NO_ROUTE
    if routes.rows[r, KIND] == SHAPE_STANDARD:
        suit = face // 9
        if routes.rows[r, ONLY_SUIT] >= 0 and routes.rows[r, ONLY_SUIT] != suit:
            return int(now)
        t = routes.rows[r, TABLE]
        at = mind.held[SUIT_INDEX + suit] + delta * POWER[face - 9 * suit]
        mp = mind.routes[r, MERGED_MP]
        sz = mind.routes[r, MERGED_SZ]
        own = int(routes.honours[routes.suit_row[t, 3], at] if suit == 3 else routes.suits[routes.suit_row[t, suit], at])
        # Many tiles change nothing: the suit stays in its class.
        if own == mind.routes[r, CLASS + suit]:
            return int(now)
        if suit == 3:
            sz = int(routes.merge_sz[t, mind.routes[r, CLASS + 2], own])
        elif suit == 0:
            mp = int(routes.merge_mp[t, own, mind.routes[r, CLASS + 1]])
        elif suit == 1:
            mp = int(routes.merge_mp[t, mind.routes[r, CLASS], own])
        else:
            sz = int(routes.merge_sz[t, own, mind.routes[r, CLASS + 3]])
        return int(routes.missing[t, mind.held[HELD_SETS], mp, sz])
    if routes.rows[r, KIND] != SHAPE_PAIRS and routes.rows[r, KIND] != SHAPE_ANY_OF:
        put(mind, face, delta)
        missing = irregular_missing(routes, mind, r)
        put(mind, face, -delta)
        return int(missing)
    more, singles = tally_change(routes, r, face, mind.faces[NATURAL, face], delta)
    return int(tally_missing(routes, mind, r, mind.routes[r, TALLY] + more, mind.routes[r, SINGLES] + singles))


@small_leaf
def bare_distance(mind: Mind) -> int:
    """Distance by shape alone, every wild tile used: -1 complete."""
    least = NO_ROUTE
    for r in range(len(mind.routes)):
        least = min(least, mind.routes[r, MISSING])
    return int(max(least - mind.held[HELD_WILD] - 1, -1))


@leaf
def waits_for_any(routes: Routes, board: Board, seat: int, mind: Mind) -> bool:
    """Whether the hand holds a wild tile and every face completes it."""
    lay_out(routes, board, seat, mind)
    if mind.held[HELD_WILD] == 0:
        return False
    for face in range(N_PLAIN):
        if mind.faces[NATURAL, face] == FULL:
            continue
        found = False
        for r in range(len(routes.rows)):
            if missing_with(routes, mind, r, face, 1) <= mind.held[HELD_WILD]:
                found = True
                break
        if not found:
            return False
    return True


@leaf
def shape_distance(routes: Routes, mind: Mind) -> int:
    """Distance by the page's shapes, each with as many wild tiles as it allows: -1 complete."""
    least = NO_ROUTE
    for r in range(len(mind.routes)):
        least = min(least, mind.routes[r, MISSING] - min(mind.held[HELD_WILD], routes.rows[r, LIMIT]))
    return int(max(least - 1, -1))
