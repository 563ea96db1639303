"""The tiles of a hand as sets and a pair, in every way.

Natural tiles are taken apart from the lowest face up: the lowest tile left belongs to the pair, to a pung, or to a chow in which
everything below it is a joker. Sets made of jokers alone are tried with the page's few candidate faces.

Without jokers there are few choices at the lowest face: so many pairs and pungs of it, and chows for the rest, for which the two
ranks above have to suffice. They are found suit by suit, a suit packed into one integer, in the same order.
"""

from typing import Final

import numpy as np

from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import CHOW, EXTRA_SET, F_NOT_FOR, N_PLAIN, PAIR, PLAIN_HONOR, PUNG, Ints, Setup
from mjstats.kernel.readings import (
    ROOM_NATURAL,
    ROOM_SUITS,
    ROOM_WORK,
    Readings,
    keep_reading,
    printed_wild,
    put_set,
)
from mjstats.kernel.suits import HONORS, SUITS, count_bits, lowest_rank, pack_suit, rank_sum, tiles_in

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

# ---- the same where there are no jokers: a choice, and a place to come back to
MOST_PUNGS: Final[int] = 2  #: of one face, tiles that stand in for it among them
N_CHOICES: Final[int] = 2 * (MOST_PUNGS + 1)
BACK_SUIT: Final[int] = 0
BACK_REST: Final[int] = 1  #: what is left of the suit
BACK_CHOICES: Final[int] = 2  #: the choices left, a bit each
BACK_ITEMS: Final[int] = 3
BACK_PAIR: Final[int] = 4  #: 1 when the pair is still to come


def new_options(extra_sets: int) -> Ints:
    """Every way in which the lowest natural tile can belong to a pair, pung, chow or one of the extra sets, in this order.

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


def _choices() -> Ints:
    """(tiles of the lowest rank, chows that the two above allow, 1 where a pair may be taken): a bit for each choice."""
    found = np.zeros((16, 16, 2), np.int64)
    for tiles, room, pair in np.ndindex(16, 16, 2):
        for choice in range(N_CHOICES):
            pairs, pungs = int(choice <= MOST_PUNGS), MOST_PUNGS - choice % (MOST_PUNGS + 1)
            if pairs <= pair and 0 <= tiles - 2 * pairs - 3 * pungs <= room:
                found[tiles, room, pair] |= 1 << choice
    return found


#: those with a pair first, then those with more pungs: the order in which the options are tried
CHOICES = _choices()


@leaf
def _all_jokers(
    setup: Setup, row: int, readings: Readings, count: int, kind: int, items: int, sets: int, pair: int, jokers: int
) -> int:  # fmt: skip
    """What is left is jokers alone: `sets` pungs and `pair` pairs, once for each candidate face."""
    if sets + pair == 0:
        return int(keep_reading(readings, count, kind, items, jokers))
    for candidate in setup.joker_faces:
        face = printed_wild(setup, row) if candidate < 0 else candidate
        if face < 0 or setup.faces[F_NOT_FOR, row, face] == 1:
            continue
        for i in range(sets):
            put_set(readings.room[ROOM_WORK], items + i, PUNG, face, 3)
        if pair == 1:
            put_set(readings.room[ROOM_WORK], items + sets, PAIR, face, 2)
        count = keep_reading(readings, count, kind, items + sets + pair, jokers)
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


@small_leaf
def _pack(natural: Ints, sets: int, pair: int, suits: Ints) -> int:
    """Pack the natural tiles into `suits`; the suit that must have the pair, SUITS when there is none, -1: it cannot be."""
    paired = SUITS
    tiles = 0
    can = True
    for suit in range(SUITS):
        packed = pack_suit(natural, suit)
        suits[suit] = packed
        number = tiles_in(packed)
        tiles += number
        over = number % 3
        can = can and (over == 0 or (over == 2 and paired == SUITS))
        paired = suit if over == 2 else paired
    return paired if can and tiles == 3 * sets + 2 * pair else -1


@small_leaf
def _take(work: Ints, items: int, suit: int, rest: int, choice: int) -> tuple[int, int]:
    """Write the items that a choice makes of the lowest rank; how many there are then, and what is left of the suit."""
    rank = lowest_rank(rest)
    face = 9 * suit + rank
    number = rest >> 4 * rank & 15
    pairs = 1 if choice <= MOST_PUNGS else 0
    pungs = (MOST_PUNGS if pairs == 1 else N_CHOICES - 1) - choice
    chows = number - 2 * pairs - 3 * pungs
    for i in range(items, items + pairs + pungs + chows):
        put_set(work, i, PAIR if i < items + pairs else PUNG if i < items + pairs + pungs else CHOW, face, 0)
    return items + pairs + pungs + chows, rest - (number << 4 * rank) - chows * (0x110 << 4 * rank)


@leaf
def _read_naturals(readings: Readings, count: int, kind: int, base: int, sets: int, pair: int, said: int) -> int:
    """`read_sets` without jokers, where no honours make a set of their own."""
    suits = readings.room[ROOM_SUITS]
    stack = readings.stack
    paired = _pack(readings.room[ROOM_NATURAL], sets, pair, suits)
    if paired < 0:
        return count
    # sets leave every third rank for the pair: twice that rank and the sum of all are alike by three
    pair_by_three = 2 * rank_sum(suits[paired]) % 3
    suit = 0
    rest = suits[0]
    items = base
    level = 0
    while True:
        while rest == 0 and suit < HONORS:
            suit += 1
            rest = suits[suit]
        if rest == 0:
            count = keep_reading(readings, count, kind, items, said)
            choices = 0
        else:
            rank = lowest_rank(rest)
            own = rest >> 4 * rank
            room = min(own >> 4 & 15, own >> 8 & 15) if suit < HONORS else 0
            choices = CHOICES[own & 15, room, pair if suit == paired and rank % 3 == pair_by_three else 0]
        if choices == 0:  # back to where there is another choice
            if level == 0:
                return count
            level -= 1
            suit = stack[level, BACK_SUIT]
            rest = stack[level, BACK_REST]
            choices = stack[level, BACK_CHOICES]
            items = stack[level, BACK_ITEMS]
            pair = stack[level, BACK_PAIR]
        choice = count_bits((choices & -choices) - 1)
        choices &= choices - 1
        if choices != 0:
            stack[level, BACK_SUIT] = suit
            stack[level, BACK_REST] = rest
            stack[level, BACK_CHOICES] = choices
            stack[level, BACK_ITEMS] = items
            stack[level, BACK_PAIR] = pair
            level += 1
        items, rest = _take(readings.room[ROOM_WORK], items, suit, rest, choice)
        pair = 0 if choice <= MOST_PUNGS else pair


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
    if jokers == 0 and setup.extra_sets.shape[0] == 0:
        return int(_read_naturals(readings, count, kind, base, sets, pair, said))
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
        put_set(readings.room[ROOM_WORK], base + level, options[o, OPT_KIND], shown, options[o, OPT_SAID])
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
