"""Which tiles a hand can spare, and what helps it once each of them is gone, for all of them at once.

Faces go by what they are read as, a bit each. On a route of sets and a pair a tile that goes changes one suit: what it leaves to
the other suits is found once for all tiles that leave the same class.
"""

from typing import Final

from mjstats.kernel.board import POWER
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.keys import key_of
from mjstats.kernel.neighbours import ranks_of
from mjstats.kernel.one_tile import faces_by_number, helping_faces, lowest, nearer_by_number, shift
from mjstats.kernel.page import N_PLAIN, SHAPE_PAIRS, SHAPE_STANDARD
from mjstats.kernel.routes import (
    AFTER,
    CLASS,
    FOURS,
    FULL,
    HALF,
    HELD_FREE,
    HELD_SETS,
    HELD_WILD,
    HELPED,
    HONOR_SUIT,
    KEY,
    KIND,
    LIMIT,
    MERGED_MP,
    MERGED_SZ,
    MISSING,
    NATURAL,
    NO_ROUTE,
    ONLY_SUIT,
    SINGLES,
    STEP,
    SUIT_INDEX,
    TABLE,
    TALLY,
    Mind,
    Routes,
    class_of,
    merged,
    missing_of,
    missing_with,
    pairs_of,
    singles_of,
    tally_missing,
)

NOTHING: Final[int] = N_PLAIN  #: in the place of a face: no tile that any route reads
SUIT_RANKS: Final[int] = 511
HONOR_RANKS: Final[int] = 127


@leaf
def spare_faces(routes: Routes, mind: Mind, key: int) -> int:
    """The faces held of which the hand can lose a tile and some route still has `key`, which none falls below.

    The hand laid out holds no kong tiles, and no stand-ins that may be themselves too.
    """
    held = 0
    for face in range(N_PLAIN):
        held |= min(mind.faces[NATURAL, face], 1) << face
    spare = 0
    for r in range(len(routes.rows)):
        if mind.routes[r, KEY] != key:
            continue
        if routes.rows[r, KIND] == SHAPE_STANDARD:
            spare |= spare_of_suit(routes, mind, r, 0, held & SUIT_RANKS)
            spare |= spare_of_suit(routes, mind, r, 1, held >> 9 & SUIT_RANKS) << 9
            spare |= spare_of_suit(routes, mind, r, 2, held >> 18 & SUIT_RANKS) << 18
            spare |= spare_of_suit(routes, mind, r, HONOR_SUIT, held >> 27) << 27
            continue
        rest = held & ~spare
        while rest != 0:
            face = lowest(rest)
            rest &= rest - 1
            missing = missing_with(routes, mind, r, face, -1)
            spare |= (1 if key_of(routes, mind, r, missing, mind.held[HELD_WILD], 0) == key else 0) << face
    return spare


@small_leaf
def spare_of_suit(routes: Routes, mind: Mind, r: int, suit: int, ranks: int) -> int:
    """As `spare_faces`, of one suit on a route of sets and a pair: those of the `ranks` held, a bit each."""
    only = routes.rows[r, ONLY_SUIT]
    if only >= 0 and only != suit:
        return ranks
    t = routes.rows[r, TABLE]
    own = mind.routes[r]
    most = max(own[MISSING], min(mind.held[HELD_WILD], routes.rows[r, LIMIT]) + 1)
    beside = own[CLASS + (suit ^ 1)]
    other = own[MERGED_SZ if suit < 2 else MERGED_MP]
    spare = 0
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        left = class_of(routes, t, suit, mind.held[SUIT_INDEX + suit] - POWER[rank])
        half = merged(routes, t, suit, left, beside)
        spare |= (1 if missing_of(routes, t, mind.held[HELD_SETS], suit, half, other) <= most else 0) << rank
    return spare


@leaf
def count_helped(routes: Routes, mind: Mind, candidates: int, most: int) -> None:
    """Fill the row HELPED: for each of the candidates, `NOTHING` among them, which faces help once such a tile is gone.

    That is on some route whose key is not above `most` then. The hand laid out has its routes' keys, and unseen tiles counted.
    """
    for face in range(N_PLAIN + 1):
        mind.faces[HELPED, face] = 0
    for r in range(len(routes.rows)):
        if mind.routes[r, KEY] > most:
            continue
        kind = routes.rows[r, KIND]
        if mind.held[HELD_FREE] >= 0 or (kind != SHAPE_STANDARD and kind != SHAPE_PAIRS):
            help_others(routes, mind, r, candidates, most)
        elif kind == SHAPE_STANDARD:
            help_sets(routes, mind, r, candidates, most)
        else:
            help_pairs(routes, mind, r, candidates, most)


@leaf
def help_others(routes: Routes, mind: Mind, r: int, candidates: int, most: int) -> None:
    """Add to the row HELPED what route `r` says, candidate by candidate."""
    while candidates != 0:
        face = lowest(candidates)
        candidates &= candidates - 1
        shift(routes, mind, r, face, -1)
        mind.faces[HELPED, face] |= helping_faces(routes, mind, r, most)
        shift(routes, mind, r, face, 1)


@leaf
def help_sets(routes: Routes, mind: Mind, r: int, candidates: int, most: int) -> None:
    """Add to the row HELPED what a route of sets and a pair says."""
    step_in_suit(routes, mind, r, 0)
    step_in_suit(routes, mind, r, 1)
    step_in_suit(routes, mind, r, 2)
    step_in_suit(routes, mind, r, HONOR_SUIT)
    same = candidates & 1 << NOTHING
    same |= help_without(routes, mind, r, 0, candidates & SUIT_RANKS, most)
    same |= help_without(routes, mind, r, 1, candidates >> 9 & SUIT_RANKS, most) << 9
    same |= help_without(routes, mind, r, 2, candidates >> 18 & SUIT_RANKS, most) << 18
    same |= help_without(routes, mind, r, HONOR_SUIT, candidates >> 27 & HONOR_RANKS, most) << 27
    if same != 0:
        faces = helping_faces(routes, mind, r, most)
        while same != 0:
            mind.faces[HELPED, lowest(same)] |= faces
            same &= same - 1


@small_leaf
def step_in_suit(routes: Routes, mind: Mind, r: int, suit: int) -> None:
    """Fill the rows STEP, AFTER and HALF for the tiles of a suit on a route of sets and a pair."""
    t = routes.rows[r, TABLE]
    only = routes.rows[r, ONLY_SUIT]
    own = mind.routes[r]
    beside = own[CLASS + (suit ^ 1)]
    if only >= 0 and only != suit:
        for rank in range(ranks_of(suit)):
            mind.faces[AFTER, 9 * suit + rank] = own[CLASS + suit]
            mind.faces[HALF, 9 * suit + rank] = own[MERGED_MP if suit < 2 else MERGED_SZ]
        return
    for rank in range(ranks_of(suit)):
        step = POWER[rank] & -(1 if mind.faces[NATURAL, 9 * suit + rank] < FULL else 0)
        after = class_of(routes, t, suit, mind.held[SUIT_INDEX + suit] + step)
        mind.faces[STEP, 9 * suit + rank] = step
        mind.faces[AFTER, 9 * suit + rank] = after
        mind.faces[HALF, 9 * suit + rank] = merged(routes, t, suit, after, beside)


@small_leaf
def help_without(routes: Routes, mind: Mind, r: int, suit: int, ranks: int, most: int) -> int:
    """Add to the row HELPED what a route of sets and a pair says of losing a tile of one of the `ranks` of a suit, a bit each.

    Those are returned whose loss changes nothing, since the suit counts as empty.
    """
    only = routes.rows[r, ONLY_SUIT]
    if only >= 0 and only != suit:
        return ranks
    t = routes.rows[r, TABLE]
    sets = mind.held[HELD_SETS]
    own = mind.routes[r]
    beside = own[CLASS + (suit ^ 1)]
    other = own[MERGED_SZ if suit < 2 else MERGED_MP]
    before = -1
    now = NO_ROUTE
    outside = 0
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        index = mind.held[SUIT_INDEX + suit] - POWER[rank]
        left = class_of(routes, t, suit, index)
        if left != before:
            before = int(left)
            half = merged(routes, t, suit, left, beside)
            now = int(missing_of(routes, t, sets, suit, half, other))
            outside = 0
            if key_of(routes, mind, r, now, mind.held[HELD_WILD], 0) <= most:
                outside = helped_outside(routes, mind, t, suit, left, half, other, now)
            else:
                now = 0  # no tile brings it below
        inside = 0
        for more in range(ranks_of(suit)):
            half = merged(routes, t, suit, class_of(routes, t, suit, index + mind.faces[STEP, 9 * suit + more]), beside)
            inside |= (1 if missing_of(routes, t, sets, suit, half, other) < now else 0) << more
        mind.faces[HELPED, 9 * suit + rank] |= outside | inside << 9 * suit
    return 0


@small_leaf
def helped_outside(routes: Routes, mind: Mind, t: int, suit: int, left: int, half: int, other: int, now: int) -> int:
    """Faces of the other suits that leave less than `now` missing once `suit` has the class `left`.

    `half` is what that merges to with the suit beside it, `other` what the other two merge to.
    """
    sets = mind.held[HELD_SETS]
    beside = suit ^ 1
    faces = 0
    for rank in range(ranks_of(beside)):
        both = merged(routes, t, suit, left, mind.faces[AFTER, 9 * beside + rank])
        faces |= (1 if missing_of(routes, t, sets, suit, both, other) < now else 0) << 9 * beside + rank
    first = 18 if suit < 2 else 0
    for face in range(first, first + 9):
        faces |= (1 if missing_of(routes, t, sets, suit, half, mind.faces[HALF, face]) < now else 0) << face
    first += 9
    for face in range(first, first + ranks_of(HONOR_SUIT if suit < 2 else 1)):
        faces |= (1 if missing_of(routes, t, sets, suit, half, mind.faces[HALF, face]) < now else 0) << face
    return faces


@leaf
def help_pairs(routes: Routes, mind: Mind, r: int, candidates: int, most: int) -> None:
    """Add to the row HELPED what a route of pairs says: all depends on how many tiles of a face are held."""
    fours = routes.rows[r, FOURS]
    natural = mind.faces[NATURAL]
    pairs, singles = mind.routes[r, TALLY], mind.routes[r, SINGLES]
    for gone in range(FULL + 1):
        # Those that hold so many of the face; none is that of no face.
        alike = candidates & 1 << NOTHING if gone == 0 else 0
        if gone > 0:
            for face in range(N_PLAIN):
                alike |= (1 if natural[face] == gone else 0) << face
            alike &= candidates
        if alike == 0:
            continue
        less = pairs + (pairs_of(fours, gone - 1) - pairs_of(fours, gone) if gone > 0 else 0)
        rest = singles + (singles_of(fours, gone - 1) - singles_of(fours, gone) if gone > 0 else 0)
        now = tally_missing(routes, mind, r, less, rest)
        if key_of(routes, mind, r, now, mind.held[HELD_WILD], 0) > most:
            continue
        by_number = nearer_by_number(routes, mind, r, less, rest, now)
        faces = faces_by_number(natural, by_number)
        again = by_number >> gone - 1 & 1 if gone > 0 else 0
        while alike != 0:
            face = lowest(alike)
            alike &= alike - 1
            itself = 1 << face if face < N_PLAIN else 0
            mind.faces[HELPED, face] |= faces & ~itself | again * itself
