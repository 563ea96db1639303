"""All readings of a complete hand, wild tiles as whatever they can stand for.

A wild tile is either used as its printed face or is a *joker* that stands for another face.  For
every split of the wild tiles into the two, the natural tiles are taken apart from the lowest face
up: the lowest tile left belongs to the pair, to a pung, or to a chow in which everything below it
is a joker.  Sets made of jokers alone are tried with the page's few candidate faces.

Stand-ins that are free to be themselves are tried as either, in every number.

A reading is one row of `Readings.rows`: kind of shape, number of items, jokers, which item the winning tile completes, then
for each item its kind (`CHOW`, `PUNG`, `PAIR`, `EXTRA_SET`, `KNIT`), lowest face (an extra set: its row), and jokers (three
different tiles: bit 0..2 by place; else a number).
"""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.by_reference import by_reference
from mjstats.kernel.irregular import KNITTED, KNITTED_FACES, SPREAD
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import (
    CHOW,
    EXTRA_SET,
    F_NOT_FOR,
    KNIT,
    N_FACES,
    N_PLAIN,
    PAIR,
    PLAIN_HONOR,
    PUNG,
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
    WILD_FACES,
    Ints,
    Setup,
    Shapes,
)
from mjstats.kernel.state import release

READ_KIND: Final[int] = 0
READ_ITEMS: Final[int] = 1
READ_JOKERS: Final[int] = 2
READ_WON: Final[int] = 3  #: the item that the winning tile completes, -1 where none is told apart
READ_WON_AT: Final[int] = 4  #: its place in an item of three different tiles
READ_PICK: Final[int] = 5  #: which group of sets is used for a pattern of three or four, 0 none
READ_STAND_INS: Final[int] = 6  #: stand-ins used as another face
READ_OWN: Final[int] = 7  #: bit for each face of which a wild tile is used as itself
READ_FIRST: Final[int] = 8  #: first item; an item has three places
MAX_ITEMS: Final[int] = 9
READ_LENGTH: Final[int] = N_FACES  #: more than READ_FIRST + 3 * MAX_ITEMS, so that a reading has the length of a count of tiles

# ---- rows of `Readings.room`
ROOM_WORK: Final[int] = 0  #: the reading being built
ROOM_NATURAL: Final[int] = 1  #: natural tiles
ROOM_OWN: Final[int] = 2  #: wild tiles used as their printed face
ROOM_STATE: Final[int] = 3  #: FULL, STALE
ROOM_CHOSEN: Final[int] = 4  #: the reading chosen
N_ROOM: Final[int] = 5

MAX_READINGS: Final[int] = 65536
UNRELATED_TILES: Final[int] = 14

# ---- places in the row ROOM_STATE
FULL: Final[int] = 0  #: 1 once a hand had more readings than there is room for
STALE: Final[int] = 1  #: 1 when another reading was weighed after the one chosen
WINNER: Final[int] = 2  #: whose hand it is
FOUND: Final[int] = 4  #: how many readings of the winner's hand there are
SEEN: Final[int] = 3  #: how many readings are remembered, -1 when none is to be

# ---- what the lowest natural tile can belong to: the columns of `Readings.options`
OPT_KIND: Final[int] = 0
OPT_PLACE: Final[int] = 1  #: its place in a chow
OPT_NEEDED: Final[int] = 2  #: jokers needed
OPT_OWN: Final[int] = 3  #: natural tiles taken at the first face of the item, at the next, at the one after
OPT_JOKER: Final[int] = 6  #: jokers at these three
OPT_SAID: Final[int] = 9  #: the jokers as a reading says them
OPT_EXTRA: Final[int] = 10  #: the row of an extra set, -1 for all else
OPT_NATURAL: Final[int] = 11  #: the first option from this one on that needs no joker

# ---- a level of the search: the columns of `Readings.stack`
AT_FACE: Final[int] = 0  #: the lowest natural tile
AT_NEXT: Final[int] = 1  #: the option to try next
AT_CHOSEN: Final[int] = 2  #: the option whose tiles are taken out, -1 none
AT_SETS: Final[int] = 3  #: sets, pairs and jokers that are left before it
AT_PAIR: Final[int] = 4
AT_LEFT: Final[int] = 5


@by_reference
class Readings(NamedTuple):
    """Room for the readings of one hand, made once by `new_readings`."""

    rows: Ints  #: (MAX_READINGS, READ_LENGTH)
    room: Ints  #: (N_ROOM, READ_LENGTH) ROOM_WORK ..
    options: Ints  #: (n, 12)
    stack: Ints  #: (MAX_ITEMS, 6)


def new_readings(extra_sets: Ints) -> Readings:
    """Empty room for readings under a page with these sets of named honours ((n, 3) faces)."""
    return Readings(
        rows=np.empty((MAX_READINGS, READ_LENGTH), np.int64),  # clearing them takes longer than a thousand wins
        room=np.zeros((N_ROOM, READ_LENGTH), np.int64),
        options=_options(len(extra_sets)),
        stack=np.zeros((MAX_ITEMS, 6), np.int64),
    )


def _options(extra_sets: int) -> Ints:
    """Every way in which the lowest natural tile can belong to a pair, pung, chow or extra set, in this order.

    In a set of different tiles everything below the tile is a joker, for no lower natural tile is left.
    """
    rows = [[PAIR, 0, 2 - own, own, 0, 0, 2 - own, 0, 0, 2 - own, -1] for own in (1, 2)]
    rows += [[PUNG, 0, 3 - own, own, 0, 0, 3 - own, 0, 0, 3 - own, -1] for own in (1, 2, 3)]
    for kind, extra in [(CHOW, -1), *((EXTRA_SET, number) for number in range(extra_sets))]:
        for place in range(3):
            for mask in range(8):
                jokers = [mask >> at & 1 for at in range(3)]
                if jokers[place] == 0 and all(jokers[:place]):
                    rows.append([kind, place, sum(jokers), *(1 - j for j in jokers), *jokers, mask, extra])
    first = len(rows)
    for o in range(len(rows) - 1, -1, -1):
        first = o if rows[o][OPT_NEEDED] == 0 else first
        rows[o].append(first)
    return np.array(rows, dtype=np.int64)


@leaf
def printed_wild(setup: Setup, row: int) -> int:
    """The printed face of a wild tile (the first where there are several), -1 when nothing is wild."""
    if len(setup.stand) == WILD_FACES:
        return -1
    first = setup.stand[WILD_FACES, row]
    return int(first) if first < N_PLAIN else -1


@small_leaf
def _put(work: Ints, items: int, kind: int, face: int, jokers: int) -> None:
    at = READ_FIRST + 3 * items
    work[at] = kind
    work[at + 1] = face
    work[at + 2] = jokers


@leaf
def _keep(readings: Readings, count: int, kind: int, items: int, jokers: int) -> int:
    if count >= len(readings.rows):
        readings.room[ROOM_STATE, FULL] = 1
        return count
    readings.room[ROOM_WORK, READ_KIND] = kind
    readings.room[ROOM_WORK, READ_ITEMS] = items
    readings.room[ROOM_WORK, READ_JOKERS] = jokers
    for i in range(READ_LENGTH):
        readings.rows[count, i] = readings.room[ROOM_WORK, i]
    return count + 1


@leaf
def _all_jokers(
    setup: Setup, row: int, readings: Readings, count: int, kind: int, items: int, sets: int, pair: int, jokers: int
) -> int:  # fmt: skip
    """What is left is jokers alone: `sets` pungs and `pair` pairs, once for each candidate face."""
    if sets + pair == 0:
        return int(_keep(readings, count, kind, items, jokers))
    for candidate in setup.joker_faces:
        face = printed_wild(setup, row) if candidate < 0 else candidate
        if face < 0 or setup.faces[F_NOT_FOR, row, face] == 1:
            continue
        for i in range(sets):
            _put(readings.room[ROOM_WORK], items + i, PUNG, face, 3)
        if pair == 1:
            _put(readings.room[ROOM_WORK], items + sets, PAIR, face, 2)
        count = _keep(readings, count, kind, items + sets + pair, jokers)
    return count


@small_leaf
def _tile_at(setup: Setup, option: Ints, face: int, at: int) -> int:
    """The face at place `at` of the item that `option` makes of the lowest natural tile."""
    if option[OPT_EXTRA] >= 0:
        return int(setup.extra_sets[option[OPT_EXTRA], at])
    return int(face - option[OPT_PLACE] + at)


@small_leaf
def _fits(setup: Setup, row: int, natural: Ints, option: Ints, face: int, sets: int, pair: int, left: int) -> bool:
    """Whether the lowest natural tile, of `face`, can belong to the item that `option` describes, with `left` jokers."""
    kind = option[OPT_KIND]
    if option[OPT_NEEDED] > left or (pair == 0 if kind == PAIR else sets == 0):
        return False
    if kind == CHOW:
        start = face - option[OPT_PLACE]
        if face >= PLAIN_HONOR or start < face - face % 9 or start % 9 > 6:
            return False
    elif kind == EXTRA_SET and setup.extra_sets[option[OPT_EXTRA], option[OPT_PLACE]] != face:
        return False
    for at in range(3 if kind == CHOW or kind == EXTRA_SET else 1):
        tile = _tile_at(setup, option, face, at)
        if natural[tile] < option[OPT_OWN + at] or (option[OPT_JOKER + at] > 0 and setup.faces[F_NOT_FOR, row, tile] == 1):
            return False
    return True


@small_leaf
def _move(setup: Setup, natural: Ints, option: Ints, face: int, sign: int) -> None:
    """Take the natural tiles of an item out of the hand (`sign` -1) or put them back (1)."""
    for at in range(3):
        if option[OPT_OWN + at] > 0:
            natural[_tile_at(setup, option, face, at)] += sign * option[OPT_OWN + at]


@leaf
def read_sets(
    setup: Setup, row: int, readings: Readings, count: int, kind: int, base: int, sets: int, pair: int, jokers: int, said: int
) -> int:  # fmt: skip
    """Add every reading of `readings.room[ROOM_NATURAL]` and `jokers` jokers as sets and (`pair` 1) a pair; return the new count.

    The readings are of the shape `kind` and have `base` items already; `said` is how many jokers they tell in all.
    The search walks a stack of items, one a level: the lowest natural tile left, and the option tried for it. Items that
    begin at the same face come in the order of the options, so that no reading is found twice.
    (No recursion: the compiler's disk cache cannot keep functions that call themselves.)
    """
    natural = readings.room[ROOM_NATURAL]
    options = readings.options
    stack = readings.stack
    level = 0
    stack[0, AT_FACE] = _lowest(natural, 0)
    stack[0, AT_NEXT] = 0
    stack[0, AT_CHOSEN] = -1
    stack[0, AT_SETS] = sets
    stack[0, AT_PAIR] = pair
    stack[0, AT_LEFT] = jokers
    if stack[0, AT_FACE] == N_PLAIN:
        if jokers != 3 * sets + 2 * pair:
            return count
        return int(_all_jokers(setup, row, readings, count, kind, base, sets, pair, said))
    while level >= 0:
        face = stack[level, AT_FACE]
        if stack[level, AT_CHOSEN] >= 0:
            _move(setup, natural, options[stack[level, AT_CHOSEN]], face, 1)
            stack[level, AT_CHOSEN] = -1
        o = stack[level, AT_NEXT]
        left_here = stack[level, AT_LEFT]
        while o < len(options):
            if left_here == 0:
                o = options[o, OPT_NATURAL]
                if o == len(options):
                    break
            if options[o, OPT_NEEDED] <= left_here and _fits(
                setup, row, natural, options[o], face, stack[level, AT_SETS], stack[level, AT_PAIR], left_here
            ):
                break
            o += 1
        if o == len(options):
            level -= 1
            continue
        stack[level, AT_CHOSEN] = o
        stack[level, AT_NEXT] = o + 1
        _move(setup, natural, options[o], face, -1)
        shown = options[o, OPT_EXTRA] if options[o, OPT_EXTRA] >= 0 else face - options[o, OPT_PLACE]
        _put(readings.room[ROOM_WORK], base + level, options[o, OPT_KIND], shown, options[o, OPT_SAID])
        is_pair = 1 if options[o, OPT_KIND] == PAIR else 0
        sets_left = stack[level, AT_SETS] - 1 + is_pair
        pair_left = stack[level, AT_PAIR] - is_pair
        left = stack[level, AT_LEFT] - options[o, OPT_NEEDED]
        lowest = _lowest(natural, face)
        if lowest == N_PLAIN:
            if left == 3 * sets_left + 2 * pair_left:
                count = _all_jokers(setup, row, readings, count, kind, base + level + 1, sets_left, pair_left, said)
            continue
        level += 1
        stack[level, AT_FACE] = lowest
        stack[level, AT_NEXT] = o if lowest == face else 0
        stack[level, AT_CHOSEN] = -1
        stack[level, AT_SETS] = sets_left
        stack[level, AT_PAIR] = pair_left
        stack[level, AT_LEFT] = left
    return count


@small_leaf
def _lowest(natural: Ints, face: int) -> int:
    """The lowest natural tile from `face` up, N_PLAIN when there is none."""
    while face < N_PLAIN and natural[face] == 0:
        face += 1
    return face


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
            _put(readings.room[ROOM_WORK], items, PAIR, face, 2 - own)
            items += 1
            n -= own
        if n > 0:
            return count
    while items < pairs and left >= 2:
        _put(readings.room[ROOM_WORK], items, PAIR, -1, 2)
        items += 1
        left -= 2
    if items != pairs or left != 0:
        return count
    return int(_keep(readings, count, SHAPE_PAIRS, items, jokers))


@leaf
def read_any_of(readings: Readings, count: int, faces: int, jokers: int) -> int:
    """Add the reading of the hand as tiles of the named faces alone (`faces`: a bit each)."""
    for face in range(N_PLAIN):
        if readings.room[ROOM_NATURAL, face] > 0 and faces >> face & 1 == 0:
            return count
    return int(_keep(readings, count, SHAPE_ANY_OF, 0, jokers))


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
    return int(_keep(readings, count, SHAPE_ORPHANS, 0, jokers))


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
    return int(_keep(readings, count, SHAPE_UNRELATED, 0, jokers)) if room >= UNRELATED_TILES else count


@leaf
def count_bits(bits: int) -> int:
    """How many bits are set."""
    n = 0
    while bits != 0:  # the compiler knows this loop: one instruction
        bits &= bits - 1
        n += 1
    return n


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
    return int(_keep(readings, count, SHAPE_KNITTED, 0, jokers))


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
            _put(readings.room[ROOM_WORK], suit, KNIT, first, said)
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
    melds: int, free: int, honor_discards: int, collected: int,
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
    honor_discards, collected
        for shapes that are made of discards: the run of honours, and 1 when the win is on what was collected.
    """
    readings.room[ROOM_STATE, FULL] = 0
    work = readings.room[ROOM_WORK]
    work[:] = 0
    work[READ_WON] = -1
    count = 0
    kinds = 0
    pairs = -1
    for s in range(len(shapes.rows)):
        kind = shapes.rows[s, SHAPE_KIND]
        kinds |= 1 << kind
        if kind == SHAPE_PAIRS:
            pairs = max(pairs, shapes.rows[s, SHAPE_FOURS])
        elif kind == SHAPE_DISCARDS and collected == 1 and honor_discards >= shapes.rows[s, SHAPE_LENGTH]:
            count = _keep(readings, count, SHAPE_DISCARDS, 0, 0)
    if collected == 1 and kinds >> SHAPE_ANY_TILES & 1 == 1:
        count = _keep(readings, count, SHAPE_ANY_TILES, 0, 0)
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
    own[:] = 0
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
                count = read_pairs(readings, count, (3 * sets + 2) // 2, jokers, pairs)
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
