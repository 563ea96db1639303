"""All readings of a complete hand, wild tiles as whatever they can stand for.

A wild tile is either used as its printed face or is a *joker* that stands for another face.  For
every split of the wild tiles into the two, the natural tiles are taken apart from the lowest face
up: the lowest tile left belongs to the pair, to a pung, or to a chow in which everything below it
is a joker.  Sets made of jokers alone are tried with the page's few candidate faces.

A reading is one row of `Readings.rows`: kind of shape, number of items, jokers, then for each item
its kind (`CHOW`, `PUNG`, `PAIR`), lowest face, and jokers (a chow: bit 0..2 by place; else a number).
"""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.jit import leaf
from mjstats.kernel.page import (
    CHOW,
    N_PLAIN,
    PLAIN_HONOR,
    PUNG,
    SHAPE_ANY_OF,
    SHAPE_DISCARDS,
    SHAPE_PAIRS,
    SHAPE_STANDARD,
    Ints,
    Setup,
    Shapes,
)

PAIR: Final[int] = 5

READ_KIND: Final[int] = 0
READ_ITEMS: Final[int] = 1
READ_JOKERS: Final[int] = 2
READ_FIRST: Final[int] = 3  #: first item; an item has three places
MAX_ITEMS: Final[int] = 9
READ_LENGTH: Final[int] = READ_FIRST + 3 * MAX_ITEMS

MAX_READINGS: Final[int] = 4096

# ---- what the lowest natural tile can belong to: the columns of `Readings.options`
OPT_KIND: Final[int] = 0
OPT_PLACE: Final[int] = 1  #: its place in a chow
OPT_NEEDED: Final[int] = 2  #: jokers needed
OPT_OWN: Final[int] = 3  #: natural tiles taken at the first face of the item, at the next, at the one after
OPT_JOKER: Final[int] = 6  #: jokers at these three
OPT_SAID: Final[int] = 9  #: the jokers as a reading says them

# ---- a level of the search: the columns of `Readings.stack`
AT_FACE: Final[int] = 0  #: the lowest natural tile
AT_NEXT: Final[int] = 1  #: the option to try next
AT_CHOSEN: Final[int] = 2  #: the option whose tiles are taken out, -1 none
AT_SETS: Final[int] = 3  #: sets, pairs and jokers that are left before it
AT_PAIR: Final[int] = 4
AT_LEFT: Final[int] = 5


class Readings(NamedTuple):
    """Room for the readings of one hand, made once by `new_readings`."""

    rows: Ints  #: (MAX_READINGS, READ_LENGTH)
    work: Ints  #: (READ_LENGTH,) the reading being built
    natural: Ints  #: (34,)
    own: Ints  #: (34,) wild tiles used as their printed face
    options: Ints  #: (n, 10)
    stack: Ints  #: (MAX_ITEMS, 6)
    full: Ints  #: (1,) 1 once a hand had more readings than there is room for


def new_readings() -> Readings:
    """Empty room for readings."""
    return Readings(
        rows=np.zeros((MAX_READINGS, READ_LENGTH), np.int64),
        work=np.zeros(READ_LENGTH, np.int64),
        natural=np.zeros(N_PLAIN, np.int64),
        own=np.zeros(N_PLAIN, np.int64),
        options=_options(),
        stack=np.zeros((MAX_ITEMS, 6), np.int64),
        full=np.zeros(1, np.int64),
    )


def _options() -> Ints:
    """Every way in which the lowest natural tile can belong to a pair, pung or chow: pairs, then pungs, then chows.

    In a chow everything below the tile is a joker, for no lower natural tile is left.
    """
    rows = [[PAIR, 0, 2 - own, own, 0, 0, 2 - own, 0, 0, 2 - own] for own in (1, 2)]
    rows += [[PUNG, 0, 3 - own, own, 0, 0, 3 - own, 0, 0, 3 - own] for own in (1, 2, 3)]
    for place in range(3):
        for mask in range(8):
            jokers = [mask >> at & 1 for at in range(3)]
            if jokers[place] == 0 and all(jokers[:place]):
                rows.append([CHOW, place, sum(jokers), *(1 - j for j in jokers), *jokers, mask])
    return np.array(rows, dtype=np.int64)


@leaf
def printed_wild(setup: Setup, row: int) -> int:
    """The printed face of a wild tile (the first where there are several), -1 when nothing is wild."""
    for face in range(N_PLAIN):
        if setup.wild[row, face] == 1:
            return face
    return -1


@leaf
def _put(work: Ints, items: int, kind: int, face: int, jokers: int) -> None:
    at = READ_FIRST + 3 * items
    work[at] = kind
    work[at + 1] = face
    work[at + 2] = jokers


@leaf
def _keep(readings: Readings, count: int, kind: int, items: int, jokers: int) -> int:
    if count >= len(readings.rows):
        readings.full[0] = 1
        return count
    readings.work[READ_KIND] = kind
    readings.work[READ_ITEMS] = items
    readings.work[READ_JOKERS] = jokers
    for i in range(READ_LENGTH):
        readings.rows[count, i] = readings.work[i]
    return count + 1


@leaf
def _all_jokers(setup: Setup, row: int, readings: Readings, count: int, items: int, sets: int, pair: int, jokers: int) -> int:
    """What is left is jokers alone: `sets` pungs and `pair` pairs, once for each candidate face."""
    if sets + pair == 0:
        return int(_keep(readings, count, SHAPE_STANDARD, items, jokers))
    for candidate in setup.joker_faces:
        face = printed_wild(setup, row) if candidate < 0 else candidate
        if face < 0 or setup.not_for[row, face] == 1:
            continue
        for i in range(sets):
            _put(readings.work, items + i, PUNG, face, 3)
        if pair == 1:
            _put(readings.work, items + sets, PAIR, face, 2)
        count = _keep(readings, count, SHAPE_STANDARD, items + sets + pair, jokers)
    return count


@leaf
def _fits(not_for: Ints, natural: Ints, option: Ints, face: int, sets: int, pair: int, left: int) -> bool:
    """Whether the lowest natural tile, of `face`, can belong to the item that `option` describes, with `left` jokers."""
    kind = option[OPT_KIND]
    if option[OPT_NEEDED] > left or (pair == 0 if kind == PAIR else sets == 0):
        return False
    start = face - option[OPT_PLACE]
    if kind == CHOW and (face >= PLAIN_HONOR or start < face - face % 9 or start % 9 > 6):
        return False
    for at in range(3 if kind == CHOW else 1):
        if natural[start + at] < option[OPT_OWN + at] or (option[OPT_JOKER + at] > 0 and not_for[start + at] == 1):
            return False
    return True


@leaf
def _move(natural: Ints, option: Ints, face: int, sign: int) -> None:
    """Take the natural tiles of an item out of the hand (`sign` -1) or put them back (1)."""
    start = face - option[OPT_PLACE]
    for at in range(3):
        if option[OPT_OWN + at] > 0:
            natural[start + at] += sign * option[OPT_OWN + at]


@leaf
def read_sets(setup: Setup, row: int, readings: Readings, count: int, sets: int, pair: int, jokers: int) -> int:
    """Add every reading of `readings.natural` and `jokers` jokers as sets and (`pair` 1) a pair; return the new count.

    The search walks a stack of items, one a level: the lowest natural tile left, and the option tried for it. Items that
    begin at the same face come in the order of the options, so that no reading is found twice.
    (No recursion: the compiler's disk cache cannot keep functions that call themselves.)
    """
    natural = readings.natural
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
        return int(_all_jokers(setup, row, readings, count, 0, sets, pair, jokers)) if jokers == 3 * sets + 2 * pair else count
    while level >= 0:
        face = stack[level, AT_FACE]
        if stack[level, AT_CHOSEN] >= 0:
            _move(natural, options[stack[level, AT_CHOSEN]], face, 1)
            stack[level, AT_CHOSEN] = -1
        o = stack[level, AT_NEXT]
        while o < len(options) and not _fits(
            setup.not_for[row], natural, options[o], face, stack[level, AT_SETS], stack[level, AT_PAIR], stack[level, AT_LEFT]
        ):
            o += 1
        if o == len(options):
            level -= 1
            continue
        stack[level, AT_CHOSEN] = o
        stack[level, AT_NEXT] = o + 1
        _move(natural, options[o], face, -1)
        _put(readings.work, level, options[o, OPT_KIND], face - options[o, OPT_PLACE], options[o, OPT_SAID])
        is_pair = 1 if options[o, OPT_KIND] == PAIR else 0
        sets_left = stack[level, AT_SETS] - 1 + is_pair
        pair_left = stack[level, AT_PAIR] - is_pair
        left = stack[level, AT_LEFT] - options[o, OPT_NEEDED]
        lowest = _lowest(natural, face)
        if lowest == N_PLAIN:
            if left == 3 * sets_left + 2 * pair_left:
                count = _all_jokers(setup, row, readings, count, level + 1, sets_left, pair_left, jokers)
            continue
        level += 1
        stack[level, AT_FACE] = lowest
        stack[level, AT_NEXT] = o if lowest == face else 0
        stack[level, AT_CHOSEN] = -1
        stack[level, AT_SETS] = sets_left
        stack[level, AT_PAIR] = pair_left
        stack[level, AT_LEFT] = left
    return count


@leaf
def _lowest(natural: Ints, face: int) -> int:
    """The lowest natural tile from `face` up, N_PLAIN when there is none."""
    while face < N_PLAIN and natural[face] == 0:
        face += 1
    return face


@leaf
def read_pairs(readings: Readings, count: int, pairs: int, jokers: int, fours: int) -> int:
    """Add the reading of the hand as `pairs` pairs, if there is one (`fours` 1: four alike are two pairs)."""
    natural = readings.natural
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
            _put(readings.work, items, PAIR, face, 2 - own)
            items += 1
            n -= own
        if n > 0:
            return count
    while items < pairs and left >= 2:
        _put(readings.work, items, PAIR, -1, 2)
        items += 1
        left -= 2
    if items != pairs or left != 0:
        return count
    return int(_keep(readings, count, SHAPE_PAIRS, items, jokers))


@leaf
def read_any_of(readings: Readings, count: int, faces: Ints, jokers: int) -> int:
    """Add the reading of the hand as tiles of the named faces alone (`faces` (34,) of 0 and 1)."""
    for face in range(N_PLAIN):
        if readings.natural[face] > 0 and faces[face] == 0:
            return count
    return int(_keep(readings, count, SHAPE_ANY_OF, 0, jokers))


@leaf
def read_hand(
    setup: Setup, shapes: Shapes, sets: int, row: int, readings: Readings, natural: Ints, wild_counts: Ints, meld_faces: Ints,
    melds: int, honor_discards: int, collected: int,
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
    honor_discards, collected
        for shapes that are made of discards: the run of honours, and 1 when the win is on what was collected.
    """
    readings.full[0] = 0
    count = 0
    standard = False
    pairs = -1
    for s in range(len(shapes.kind)):
        if shapes.kind[s] == SHAPE_STANDARD:
            standard = True
        elif shapes.kind[s] == SHAPE_PAIRS:
            pairs = max(pairs, shapes.fours[s])
        elif shapes.kind[s] == SHAPE_DISCARDS and collected == 1 and honor_discards >= shapes.length[s]:
            count = _keep(readings, count, SHAPE_DISCARDS, 0, 0)
    tiles = 3 * melds
    for face in range(N_PLAIN):
        tiles += natural[face] + wild_counts[face]
    if tiles != 3 * sets + 2:
        return count
    # `own` runs through how many wild tiles of each face are used as that face
    own = readings.own
    own[:] = 0
    while True:
        jokers = 0
        for face in range(N_PLAIN):
            readings.natural[face] = natural[face] + own[face]
            jokers += wild_counts[face] - own[face]
        if standard:
            count = read_sets(setup, row, readings, count, sets - melds, 1, jokers)
        if pairs >= 0 and melds == 0:
            count = read_pairs(readings, count, (3 * sets + 2) // 2, jokers, pairs)
        for s in range(len(shapes.kind)):
            if shapes.kind[s] == SHAPE_ANY_OF:
                inside = True
                for face in range(N_PLAIN):
                    inside = inside and (meld_faces[face] == 0 or shapes.faces[s, face] == 1)
                if inside:
                    count = read_any_of(readings, count, shapes.faces[s], jokers)
        face = 0
        while face < N_PLAIN and own[face] == wild_counts[face]:
            own[face] = 0
            face += 1
        if face == N_PLAIN:
            return count
        own[face] += 1
