"""All readings of a complete hand, wild tiles as whatever they can stand for.

A wild tile is either used as its printed face or is a *joker* that stands for another face. Every split of the wild tiles into
the two is read (`mjstats.kernel.sets` for sets and a pair). Stand-ins that are free to be themselves are tried as either, in
every number.
"""

from typing import Final

from mjstats.kernel.irregular import KNITTED, KNITTED_FACES, SPREAD
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import (
    HOW_HAND,
    KNIT,
    N_FACES,
    N_PLAIN,
    PAIR,
    PLAIN_HONOR,
    SHAPE_ANY_OF,
    SHAPE_ANY_TILES,
    SHAPE_DISCARDS,
    SHAPE_FACES,
    SHAPE_FOURS,
    SHAPE_KIND,
    SHAPE_KNITTED,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_LENGTH,
    SHAPE_ORPHANS,
    SHAPE_PAIRS,
    SHAPE_STANDARD,
    SHAPE_UNRELATED,
    SHAPE_WAYS,
    Ints,
    Setup,
    Shapes,
)
from mjstats.kernel.readings import (
    FULL,
    READ_FIRST,
    READ_LENGTH,
    READ_OWN,
    READ_STAND_INS,
    READ_WON,
    ROOM_NATURAL,
    ROOM_OWN,
    ROOM_STATE,
    ROOM_WORK,
    Readings,
    keep_reading,
    put_set,
)
from mjstats.kernel.sets import read_sets
from mjstats.kernel.state import clear_few, release
from mjstats.kernel.suits import count_bits

UNRELATED_TILES: Final[int] = 14


@leaf
def read_pairs(readings: Readings, count: int, pairs: int, jokers: int, fours: int) -> int:
    """Add the reading of the hand as `pairs` pairs, if there is one (`fours` 1: four alike are two pairs)."""
    natural = readings.room[ROOM_NATURAL]
    items = 0
    left = jokers
    for face in range(N_PLAIN):
        n = natural[face]
        if n > 2 and fours == 0:
            return count
        while n > 0 and items < pairs:
            own = min(n, 2)
            left -= 2 - own
            if left < 0:
                return count
            put_set(readings.room[ROOM_WORK], items, PAIR, face, 2 - own)
            items += 1
            n -= own
        if n > 0:
            return count
    while items < pairs and left >= 2:
        put_set(readings.room[ROOM_WORK], items, PAIR, -1, 2)
        items += 1
        left -= 2
    if items != pairs or left != 0:
        return count
    return int(keep_reading(readings, count, SHAPE_PAIRS, items, jokers))


@leaf
def read_pairs_and_one(readings: Readings, count: int, pairs: int, jokers: int, fours: int) -> int:
    """As `read_pairs`, with one tile more, of whatever face: each that makes no pair is left out once.

    A wild tile is left out where it is used as its own face: it stands for nothing else then.
    """
    natural = readings.room[ROOM_NATURAL]
    for face in range(N_PLAIN):
        if natural[face] & 1 == 1:
            natural[face] -= 1
            count = read_pairs(readings, count, pairs, jokers, fours)
            natural[face] += 1
    return count


@leaf
def read_any_of(readings: Readings, count: int, faces: int, jokers: int) -> int:
    """Add the reading of the hand as tiles of the named faces alone (`faces`: a bit each)."""
    for face in range(N_PLAIN):
        if readings.room[ROOM_NATURAL, face] > 0 and faces >> face & 1 == 0:
            return count
    return int(keep_reading(readings, count, SHAPE_ANY_OF, 0, jokers))


@leaf
def read_orphans(readings: Readings, count: int, jokers: int) -> int:
    """Add the reading of the hand as one of each 1, 9 and honour and a second of one, if there is one."""
    twice = 0
    for face in range(N_PLAIN):
        n = readings.room[ROOM_NATURAL, face]
        if n == 0:
            continue
        if face < PLAIN_HONOR and 0 < face % 9 < 8:
            return count
        twice += n - 1
        if twice > 1:
            return count
    return int(keep_reading(readings, count, SHAPE_ORPHANS, 0, jokers))


@leaf
def read_unrelated(readings: Readings, count: int, jokers: int) -> int:
    """Add the reading of the hand as different tiles, those of a suit at least three apart, if there is one."""
    room = 7
    for suit in range(3):
        held = 0
        for rank in range(9):
            n = readings.room[ROOM_NATURAL, 9 * suit + rank]
            if n > 1:
                return count
            held |= n << rank
        most = -1
        for size in range(4):
            if SPREAD[held, size] == count_bits(held):
                most = size
        if most < 0:
            return count
        room += most
    for face in range(PLAIN_HONOR, N_PLAIN):
        if readings.room[ROOM_NATURAL, face] > 1:
            return count
    return int(keep_reading(readings, count, SHAPE_UNRELATED, 0, jokers)) if room >= UNRELATED_TILES else count


@leaf
def read_knitted(readings: Readings, count: int, jokers: int) -> int:
    """Add the reading of the hand as different honours and tiles of 147, 258, 369 in three suits, if there is one."""
    residues = 0
    for suit in range(3):
        own = -1
        for rank in range(9):
            n = readings.room[ROOM_NATURAL, 9 * suit + rank]
            if n > 1 or (n == 1 and own >= 0 and own != rank % 3):
                return count
            if n == 1:
                own = rank % 3
        if own >= 0:
            if residues >> own & 1 == 1:
                return count
            residues |= 1 << own
    for face in range(PLAIN_HONOR, N_PLAIN):
        if readings.room[ROOM_NATURAL, face] > 1:
            return count
    return int(keep_reading(readings, count, SHAPE_KNITTED, 0, jokers))


@leaf
def read_knitted_straight(setup: Setup, row: int, readings: Readings, count: int, sets: int, jokers: int) -> int:
    """Add the readings of the hand as all of 147, 258, 369 in three suits, `sets` sets and a pair."""
    natural = readings.room[ROOM_NATURAL]
    held = 0
    for face in range(PLAIN_HONOR):
        held |= min(natural[face], 1) << face
    for order in range(len(KNITTED)):
        missing = 9 - count_bits(held & KNITTED_FACES[order])
        if missing > jokers:
            continue
        for suit in range(3):
            said = 0
            first = 9 * suit + KNITTED[order, suit]
            for place in range(3):
                tile = first + 3 * place
                if natural[tile] == 0:
                    said |= 1 << place
            put_set(readings.room[ROOM_WORK], suit, KNIT, first, said)
        for suit in range(3):
            for place in range(3):
                if readings.room[ROOM_WORK, READ_FIRST + 3 * suit + 2] >> place & 1 == 0:
                    natural[readings.room[ROOM_WORK, READ_FIRST + 3 * suit + 1] + 3 * place] -= 1
        count = read_sets(setup, row, readings, count, SHAPE_KNITTED_STRAIGHT, 3, sets, 1, jokers - missing, jokers)
        for suit in range(3):
            for place in range(3):
                if readings.room[ROOM_WORK, READ_FIRST + 3 * suit + 2] >> place & 1 == 0:
                    natural[readings.room[ROOM_WORK, READ_FIRST + 3 * suit + 1] + 3 * place] += 1
    return count


@leaf
def read_hand(
    setup: Setup, shapes: Shapes, sets: int, row: int, readings: Readings, natural: Ints, wild_counts: Ints, meld_faces: Ints,
    melds: int, free: int, honor_discards: int, how: int,
) -> int:  # fmt: skip
    """Find all readings of a hand under the page's shapes; return how many stand in `readings.rows`.

    Parameters
    ----------
    sets
        sets of a standard hand, melds included.
    natural
        (42,) tiles of the complete hand, winning tile included, wild tiles left out, stand-ins as what they stand for.
    wild_counts
        (42,) the wild tiles of the hand by printed face.
    meld_faces, melds
        (42,) the tiles in the melds laid, and how many melds there are.
    free
        how many stand-ins of the hand may be themselves too.
    honor_discards, how
        for shapes that are made of discards or of any tiles: the run of honours, and the way of winning; -1 leaves such out.
    """
    readings.room[ROOM_STATE, FULL] = 0
    work = readings.room[ROOM_WORK]
    clear_few(work, 0, READ_LENGTH)
    work[READ_WON] = -1
    count = 0
    kinds = 0
    pairs = -1
    loose = 0
    for s in range(len(shapes.rows)):
        kind = shapes.rows[s, SHAPE_KIND]
        kinds |= 1 << kind
        if kind == SHAPE_PAIRS:
            pairs = max(pairs, shapes.rows[s, SHAPE_FOURS])
        elif kind == SHAPE_DISCARDS and how == HOW_HAND and honor_discards >= shapes.rows[s, SHAPE_LENGTH]:
            count = keep_reading(readings, count, SHAPE_DISCARDS, 0, 0)
        elif kind == SHAPE_ANY_TILES and how >= 0:
            loose |= shapes.rows[s, SHAPE_WAYS + how]
    if loose == 1:
        count = keep_reading(readings, count, SHAPE_ANY_TILES, 0, 0)
    tiles = 3 * melds
    for face in range(N_PLAIN):
        tiles += natural[face]
    wilds = 0
    for face in range(len(wild_counts)):
        wilds += wild_counts[face]
    if tiles + wilds != 3 * sets + 2:
        return count
    # `own` runs through how many wild tiles of each face are used as that face, `freed` through stand-ins that are themselves
    own = readings.room[ROOM_OWN]
    clear_few(own, 0, N_FACES)
    freed = 0
    while True:
        jokers = wilds
        work[READ_OWN] = 0
        work[READ_STAND_INS] = free - freed
        for face in range(N_PLAIN):
            readings.room[ROOM_NATURAL, face] = natural[face] + own[face]
        if wilds > 0:
            for face in range(N_PLAIN):
                jokers -= own[face]
                work[READ_OWN] |= min(own[face], 1) << face
        if freed > 0:
            release(setup, row, readings.room[ROOM_NATURAL], freed)
        if kinds >> SHAPE_STANDARD & 1 == 1:
            count = read_sets(setup, row, readings, count, SHAPE_STANDARD, 0, sets - melds, 1, jokers, jokers)
        if melds == 0:
            if pairs >= 0:
                if sets & 1 == 0:
                    count = read_pairs(readings, count, (3 * sets + 2) // 2, jokers, pairs)
                else:
                    count = read_pairs_and_one(readings, count, (3 * sets + 2) // 2, jokers, pairs)
            if kinds >> SHAPE_ORPHANS & 1 == 1:
                count = read_orphans(readings, count, jokers)
            if kinds >> SHAPE_UNRELATED & 1 == 1:
                count = read_unrelated(readings, count, jokers)
            if kinds >> SHAPE_KNITTED & 1 == 1:
                count = read_knitted(readings, count, jokers)
        if kinds >> SHAPE_KNITTED_STRAIGHT & 1 == 1 and melds <= sets - 3:
            count = read_knitted_straight(setup, row, readings, count, sets - melds - 3, jokers)
        for s in range(len(shapes.rows)):
            if shapes.rows[s, SHAPE_KIND] == SHAPE_ANY_OF:
                inside = True
                for face in range(N_PLAIN):
                    inside = inside and (meld_faces[face] == 0 or shapes.rows[s, SHAPE_FACES] >> face & 1 == 1)
                if inside:
                    count = read_any_of(readings, count, shapes.rows[s, SHAPE_FACES], jokers)
        if freed < free:
            freed += 1
            continue
        if wilds == 0:
            return count
        freed = 0
        face = 0
        while face < N_PLAIN and own[face] == wild_counts[face]:
            own[face] = 0
            face += 1
        if face == N_PLAIN:
            return count
        own[face] += 1
