"""What one tile changes, for all faces at once: the keys of a hand without it, the faces that bring a route nearer."""

from typing import Final

from mjstats.kernel.board import POWER
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.keys import key_of
from mjstats.kernel.page import N_FACES, N_PLAIN, SHAPE_PAIRS, SHAPE_STANDARD, Ints
from mjstats.kernel.routes import (
    CLASS,
    FAR,
    FOURS,
    FULL,
    HELD_FOR,
    HELD_FREE,
    HELD_KONG,
    HELD_MOVED,
    HELD_SETS,
    HELD_WILD,
    KEY,
    KIND,
    LEFT_MISSING,
    LIMIT,
    MERGED_MP,
    MERGED_SZ,
    MISSING,
    NATURAL,
    NO_ROUTE,
    ONLY_SUIT,
    PENALTY,
    SUIT_INDEX,
    TABLE,
    UNSEEN,
    UNSEEN_FOURS,
    UNSEEN_ONES,
    UNSEEN_TWOS,
    WITHOUT,
    Mind,
    Routes,
    is_stand_in,
    lay_route,
    missing_with,
    missing_with_one,
    pairs_of,
    put,
    singles_of,
    tally_missing,
)
from mjstats.kernel.suits import count_bits

ANY_KEY: Final[int] = 2 * FAR  #: no key is above it


@leaf
def find_keys_without(routes: Routes, mind: Mind, bound: int) -> None:
    """Fill the row WITHOUT from the routes with keys up to `bound`: a discard never brings a route nearer."""
    natural = mind.faces[NATURAL]
    without = mind.faces[WITHOUT]
    left = mind.faces[LEFT_MISSING]
    wilds = mind.held[HELD_WILD]
    kong_tiles = mind.held[HELD_KONG]
    waiting = min(kong_tiles, 1)
    for face in range(N_FACES):
        without[face] = FAR
    for r in range(len(routes.rows)):
        if mind.routes[r, KEY] > bound:
            continue
        if routes.rows[r, KIND] == SHAPE_STANDARD and mind.held[HELD_FREE] < 0:
            lose_from_sets(routes, mind, r)
            # As `key_of` has it, without a call, so that the compiler does several faces at once.
            used = min(wilds, routes.rows[r, LIMIT]) + 1
            penalty = mind.routes[r, PENALTY]
            for face in range(N_PLAIN):
                away = max(left[face] - used, 0)
                key = 2 * away + penalty + (waiting if away == 0 else 0)
                without[face] = min(without[face], key if natural[face] > 0 else FAR)
            continue
        for face in range(N_PLAIN):
            if natural[face] > 0 or is_stand_in(mind, face):
                key = key_of(routes, mind, r, missing_with(routes, mind, r, face, -1), wilds, kong_tiles)
                without[face] = min(without[face], key)


@leaf
def lose_from_sets(routes: Routes, mind: Mind, r: int) -> None:
    """Fill the row LEFT_MISSING: tiles missing on a route of sets and a pair with one tile less, for faces that are held.

    The other faces are reckoned along as if nothing was taken: choosing costs more time than looking up.
    """
    t = routes.rows[r, TABLE]
    only = routes.rows[r, ONLY_SUIT]
    own = mind.routes[r]
    held = mind.held
    missing = routes.missing[t, held[HELD_SETS]]
    natural = mind.faces[NATURAL]
    left = mind.faces[LEFT_MISSING]
    m, p, s, z = own[CLASS], own[CLASS + 1], own[CLASS + 2], own[CLASS + 3]
    mp, sz = own[MERGED_MP], own[MERGED_SZ]
    if only >= 0:
        for face in range(N_PLAIN):
            left[face] = own[MISSING]
    if only < 0 or only == 0:
        suits = routes.suits[routes.suit_row[t, 0]]
        for rank in range(9):
            at = held[SUIT_INDEX] - POWER[rank] * min(natural[rank], 1)
            left[rank] = missing[routes.merge_mp[t, suits[at], p], sz]
    if only < 0 or only == 1:
        suits = routes.suits[routes.suit_row[t, 1]]
        for rank in range(9):
            at = held[SUIT_INDEX + 1] - POWER[rank] * min(natural[9 + rank], 1)
            left[9 + rank] = missing[routes.merge_mp[t, m, suits[at]], sz]
    if only < 0 or only == 2:
        suits = routes.suits[routes.suit_row[t, 2]]
        for rank in range(9):
            at = held[SUIT_INDEX + 2] - POWER[rank] * min(natural[18 + rank], 1)
            left[18 + rank] = missing[mp, routes.merge_sz[t, suits[at], z]]
    if only < 0 or only == 3:
        honours = routes.honours[routes.suit_row[t, 3]]
        for rank in range(7):
            at = held[SUIT_INDEX + 3] - POWER[rank] * min(natural[27 + rank], 1)
            left[27 + rank] = missing[mp, routes.merge_sz[t, s, honours[at]]]


@leaf
def shift(routes: Routes, mind: Mind, r: int, face: int, delta: int) -> None:
    """Take a tile of the read `face` out of the hand (-1), or put it back (1), to ask for `helping_faces` of route `r`."""
    if face >= N_PLAIN:
        return
    moved = face
    if is_stand_in(mind, face):
        moved = mind.held[HELD_MOVED] if delta > 0 else stand_in_to_spare(routes, mind)
        mind.held[HELD_MOVED] = -1 if delta > 0 else moved
    put(mind, moved, delta)
    lay_route(routes, mind, r)


@leaf
def stand_in_to_spare(routes: Routes, mind: Mind) -> int:
    """Which of the two faces of a stand-in the one had that a hand can best do without."""
    own, target = mind.held[HELD_FREE], mind.held[HELD_FOR]
    if mind.faces[NATURAL, own] == 0 or mind.faces[NATURAL, target] == 0:
        return int(own if mind.faces[NATURAL, own] > 0 else target)
    least = NO_ROUTE
    choice = own
    for face in (own, target):
        for r in range(len(routes.rows)):
            missing = missing_with_one(routes, mind, r, face, -1)
            if missing < least:
                least = missing
                choice = face
    return int(choice)


@small_leaf
def reads_tiles(routes: Routes, mind: Mind, r: int) -> bool:
    """Whether the faces that help a route are found from tiles and suit indices alone."""
    kind = routes.rows[r, KIND]
    return bool(mind.held[HELD_FREE] < 0 and (kind == SHAPE_STANDARD or kind == SHAPE_PAIRS))


@small_leaf
def helping_faces(routes: Routes, mind: Mind, r: int, most: int) -> int:
    """Faces of which one tile more leaves less missing on route `r`, a bit each; none where the route's key is above `most` now.

    Faces without unseen copies may be among them or not.
    """
    if not reads_tiles(routes, mind, r):
        return helping_others(routes, mind, r, most)
    if routes.rows[r, KIND] == SHAPE_STANDARD:
        return helping_sets(routes, mind, r, most)
    return helping_pairs(routes, mind, r, most)


@leaf
def helping_others(routes: Routes, mind: Mind, r: int, most: int) -> int:
    """As `helping_faces`, face by face, of any route."""
    now = mind.routes[r, MISSING]
    if key_of(routes, mind, r, now, mind.held[HELD_WILD], 0) > most:
        return 0
    faces = 0
    for face in range(N_PLAIN):
        if mind.faces[UNSEEN, face] > 0 and missing_with(routes, mind, r, face, 1) < now:
            faces |= 1 << face
    return faces


@small_leaf
def nearer_by_number(routes: Routes, mind: Mind, r: int, pairs: int, singles: int, now: int) -> int:
    """On a route of pairs, of which tiles one more brings the hand nearer than `now`: of those held so often, a bit each."""
    fours = routes.rows[r, FOURS]
    by_number = 0
    for n in range(FULL):
        more = pairs + pairs_of(fours, n + 1) - pairs_of(fours, n)
        rest = singles + singles_of(fours, n + 1) - singles_of(fours, n)
        by_number |= (1 if tally_missing(routes, mind, r, more, rest) < now else 0) << n
    return by_number


@small_leaf
def faces_by_number(natural: Ints, by_number: int) -> int:
    """The faces held so often, a bit each, of numbers, a bit each."""
    faces = 0
    for face in range(N_PLAIN):
        faces |= (by_number >> natural[face] & 1) << face
    return faces


@leaf
def helping_pairs(routes: Routes, mind: Mind, r: int, most: int) -> int:
    """As `helping_faces`, of a route of pairs: what a tile does depends only on how many such tiles are held."""
    fours = routes.rows[r, FOURS]
    natural = mind.faces[NATURAL]
    pairs = 0
    singles = 0
    for face in range(N_PLAIN):
        pairs += pairs_of(fours, natural[face])
        singles += singles_of(fours, natural[face])
    now = tally_missing(routes, mind, r, pairs, singles)
    if key_of(routes, mind, r, now, mind.held[HELD_WILD], 0) > most:
        return 0
    return faces_by_number(natural, nearer_by_number(routes, mind, r, pairs, singles, now))


@leaf
def helping_sets(routes: Routes, mind: Mind, r: int, most: int) -> int:
    """As `helping_faces`, of a route of sets and a pair."""
    t = routes.rows[r, TABLE]
    only = routes.rows[r, ONLY_SUIT]
    held = mind.held
    missing = routes.missing[t, held[HELD_SETS]]
    unseen = mind.faces[UNSEEN]
    in_m = routes.suits[routes.suit_row[t, 0]]
    in_p = routes.suits[routes.suit_row[t, 1]]
    in_s = routes.suits[routes.suit_row[t, 2]]
    in_z = routes.honours[routes.suit_row[t, 3]]
    # A suit that must stay empty counts as empty.
    m = int(in_m[held[SUIT_INDEX]]) if only < 0 or only == 0 else routes.empty[t, 0]
    p = int(in_p[held[SUIT_INDEX + 1]]) if only < 0 or only == 1 else routes.empty[t, 1]
    s = int(in_s[held[SUIT_INDEX + 2]]) if only < 0 or only == 2 else routes.empty[t, 2]
    z = int(in_z[held[SUIT_INDEX + 3]]) if only < 0 or only == 3 else routes.empty[t, 3]
    mp = routes.merge_mp[t, m, p]
    sz = routes.merge_sz[t, s, z]
    now = missing[mp, sz]
    if key_of(routes, mind, r, int(now), held[HELD_WILD], 0) > most:
        return 0
    faces = 0
    # No copy is left of a face of which the hand holds four: its index would leave the table.
    if only < 0 or only == 0:
        for rank in range(9):
            if unseen[rank] > 0:
                more = routes.merge_mp[t, in_m[held[SUIT_INDEX] + POWER[rank]], p]
                faces |= (1 if missing[more, sz] < now else 0) << rank
    if only < 0 or only == 1:
        for rank in range(9):
            if unseen[9 + rank] > 0:
                more = routes.merge_mp[t, m, in_p[held[SUIT_INDEX + 1] + POWER[rank]]]
                faces |= (1 if missing[more, sz] < now else 0) << (9 + rank)
    if only < 0 or only == 2:
        for rank in range(9):
            if unseen[18 + rank] > 0:
                more = routes.merge_sz[t, in_s[held[SUIT_INDEX + 2] + POWER[rank]], z]
                faces |= (1 if missing[mp, more] < now else 0) << (18 + rank)
    if only < 0 or only == 3:
        for rank in range(7):
            if unseen[27 + rank] > 0:
                more = routes.merge_sz[t, s, in_z[held[SUIT_INDEX + 3] + POWER[rank]]]
                faces |= (1 if missing[mp, more] < now else 0) << (27 + rank)
    return faces


@leaf
def waits_by_shape(routes: Routes, mind: Mind) -> int:
    """Faces as read that complete the ready hand laid out, every wild tile used, a bit each."""
    for face in range(N_PLAIN):
        mind.faces[UNSEEN, face] = 1 if mind.faces[NATURAL, face] < FULL else 0
    faces = 0
    for r in range(len(routes.rows)):
        if mind.routes[r, MISSING] - mind.held[HELD_WILD] <= 1:
            faces |= helping_faces(routes, mind, r, ANY_KEY)
    return faces


@small_leaf
def unseen_of(mind: Mind, bits: int) -> int:
    """Unseen tiles of the faces whose bits are set."""
    ones = count_bits(bits & mind.held[UNSEEN_ONES])
    return int(ones + 2 * count_bits(bits & mind.held[UNSEEN_TWOS]) + 4 * count_bits(bits & mind.held[UNSEEN_FOURS]))


@small_leaf
def highest(faces: int) -> int:
    """The highest of the faces whose bits are set."""
    face = 0
    for step in (32, 16, 8, 4, 2, 1):
        if faces >> step != 0:
            faces >>= step
            face += step
    return face


@small_leaf
def lowest(faces: int) -> int:
    """The lowest of the faces whose bits are set: so many bits lie below it."""
    below = (faces & -faces) - 1
    face = 0
    while below != 0:  # the compiler knows this loop: one instruction
        below &= below - 1
        face += 1
    return face
