"""The tiles of a hand as sets and a pair, in every way.

Natural tiles are taken apart from the lowest face up: the lowest tile left belongs to the pair, to a pung, or to a chow in which
everything below it is a joker. Sets made of jokers alone are tried with the page's few candidate faces.

Without jokers there are few choices at the lowest face: so many pairs and pungs of it, and chows for the rest, for which the two
ranks above have to suffice. They are found suit by suit, a suit packed into one integer, in the same order.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from mjstats.kernel.jit import leaf, open_leaf, small_leaf
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
from mjstats.kernel.suits import HONORS, SUITS, count_bits, lowest_rank, pack_hand, pack_suit, rank_sum, tiles_in

# ---- what the lowest natural tile can belong to: the columns of `Readings.options`
OPT_KIND: Final[int] = 0
OPT_PLACE: Final[int] = 1  #: its place in a chow
OPT_NEEDED: Final[int] = 2  #: jokers needed
OPT_OWN: Final[int] = 3  #: natural tiles taken at the first face of the item, at the next, at the one after
OPT_JOKER: Final[int] = 6  #: jokers at these three
OPT_SAID: Final[int] = 9  #: the jokers as a reading says them
OPT_EXTRA: Final[int] = 10  #: the row of an extra set, -1 for all else
OPT_TAKEN: Final[int] = 11  #: the natural tiles as those of a packed suit, the lowest tile at rank 0; not of an extra set

# ---- a place to come back to: the columns of `Readings.stack`
BACK_SUIT: Final[int] = 0
BACK_REST: Final[int] = 1  #: what is left of the suit
BACK_CHOICES: Final[int] = 2  #: what is still to be tried there, a bit each: choices, options
BACK_ITEMS: Final[int] = 3
BACK_PAIR: Final[int] = 4  #: 1 when the pair is still to come
BACK_SETS: Final[int] = 5  #: sets and jokers that are left
BACK_LEFT: Final[int] = 6

# ---- choices where there are no jokers
MOST_PUNGS: Final[int] = 2  #: of one face, tiles that stand in for it among them
N_CHOICES: Final[int] = 2 * (MOST_PUNGS + 1)


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
    for row in rows:
        # below the tile there are none: that place and those above it
        own = row[OPT_OWN + row[OPT_PLACE] : OPT_JOKER]
        row.append(sum(number << 4 * at for at, number in enumerate(own)))
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
_COMMON = new_options(0)
N_COMMON: Final[int] = len(_COMMON)


def _options_where(fits: Callable[[Ints, int], bool], cases: int) -> Ints:
    """(cases,): a bit for each option but those of extra sets that fits the case."""
    return np.array([sum(int(fits(option, case)) << o for o, option in enumerate(_COMMON)) for case in range(cases)], np.int64)


def _has_ranks(option: Ints, case: int) -> bool:
    """Whether the option begins and ends within the suit; case 9: there are no chows."""
    first = case - option[OPT_PLACE]
    return bool(option[OPT_KIND] != CHOW or (case < 9 and 0 <= first <= 6))


def _needs_no(option: Ints, case: int) -> bool:
    """Whether the option wants no joker at the ranks told, a bit each, the third being that of the lowest tile."""
    jokers = option[OPT_JOKER : OPT_JOKER + 3]
    return not any(jokers[at] > 0 and case >> 2 + at - option[OPT_PLACE] & 1 for at in range(3))


#: options by the tiles of the lowest rank (three at most) and four times the jokers left (two at most)
FIT_OWN = _options_where(lambda option, case: option[OPT_TAKEN] & 15 <= case & 3 and option[OPT_NEEDED] <= case >> 2, 12)
#: by whether there are tiles of the next rank, and twice whether of the one after
FIT_NEXT = _options_where(
    lambda option, case: (option[OPT_TAKEN] >> 4 & 15 <= case & 1) and option[OPT_TAKEN] >> 8 <= case >> 1, 4
)
#: by the rank, 9 for an honour
FIT_RANK = _options_where(_has_ranks, 10)
#: by whether the pair is left, and twice whether sets are
FIT_LEFT = _options_where(lambda option, case: bool(case & 1 if option[OPT_KIND] == PAIR else case & 2), 4)
#: by the ranks near it that no joker may stand for
FIT_BARRED = _options_where(_needs_no, 32)
#: how many jokers a suit needs at least without the pair, by what its tiles leave by three
LACKING = np.array([0, 2, 1], np.int64)


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
def _extra_options(setup: Setup, row: int, options: Ints, rest: int, rank: int, left: int) -> int:
    """The options of extra sets for the lowest honour, by its `rank` in what is left of them, a bit each."""
    found = 0
    for o in range(N_COMMON, len(options)):
        faces = setup.extra_sets[options[o, OPT_EXTRA]]
        fits = options[o, OPT_NEEDED] <= left and faces[options[o, OPT_PLACE]] == PLAIN_HONOR + rank
        for at in range(3):
            has = rest >> 4 * (faces[at] - PLAIN_HONOR) & 15 >= options[o, OPT_OWN + at]
            fits = fits and has and (options[o, OPT_JOKER + at] == 0 or setup.faces[F_NOT_FOR, row, faces[at]] == 0)
        found |= (1 if fits else 0) << o
    return found


@small_leaf
def _taken(setup: Setup, option: Ints, rank: int) -> int:
    """The natural tiles that an option takes, as those of the packed suit."""
    if option[OPT_EXTRA] < 0:
        return int(option[OPT_TAKEN] << 4 * rank)
    tiles = 0
    for at in range(3):
        tiles += option[OPT_OWN + at] << 4 * (setup.extra_sets[option[OPT_EXTRA], at] - PLAIN_HONOR)
    return tiles


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


@small_leaf
def _put_aside(back: Ints, suit: int, rest: int, choices: int, items: int, pair: int) -> None:
    """Note a place of the search with the choices that are still to be tried there."""
    back[BACK_SUIT] = suit
    back[BACK_REST] = rest
    back[BACK_CHOICES] = choices
    back[BACK_ITEMS] = items
    back[BACK_PAIR] = pair


@small_leaf
def _taken_up(back: Ints) -> tuple[int, int, int, int, int]:
    """What `_put_aside` noted, in its order."""
    return back[BACK_SUIT], back[BACK_REST], back[BACK_CHOICES], back[BACK_ITEMS], back[BACK_PAIR]


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
            suit, rest, choices, items, pair = _taken_up(stack[level])
        choice = count_bits((choices & -choices) - 1)
        choices &= choices - 1
        if choices != 0:
            _put_aside(stack[level], suit, rest, choices, items, pair)
            level += 1
        items, rest = _take(readings.room[ROOM_WORK], items, suit, rest, choice)
        pair = 0 if choice <= MOST_PUNGS else pair


@small_leaf
def _lacking(readings: Readings) -> int:
    """Jokers that the packed suits need at least, without the pair: four bits for each suit, those behind it counted alone."""
    behind = 0
    lacking = 0
    for suit in range(HONORS, -1, -1):
        lacking |= behind << 4 * suit
        behind += LACKING[tiles_in(readings.room[ROOM_SUITS, suit]) % 3]
    return lacking


@small_leaf
def _barred(setup: Setup, row: int) -> int:
    """The faces for which no joker may stand, a bit each, from the third bit on."""
    barred = 0
    for face in range(N_PLAIN):
        barred |= setup.faces[F_NOT_FOR, row, face] << face + 2
    return barred


@open_leaf
def read_sets(
    setup: Setup, row: int, readings: Readings, count: int, kind: int, base: int, sets: int, pair: int, jokers: int, said: int
) -> int:  # fmt: skip
    """Add every reading of `readings.room[ROOM_NATURAL]` and `jokers` jokers as sets and (`pair` 1) a pair; return the new count.

    The readings are of the shape `kind` and have `base` items already; `said` is how many jokers they tell in all.
    Items that begin at the same face come in the order of the options, so that no reading is found twice. A place where several
    options fit is laid on a stack, with those still to be tried; one where the suits need more jokers than are left is given up.
    (No recursion: the compiler's disk cache cannot keep functions that call themselves.)
    """
    if jokers == 0 and setup.extra_sets.shape[0] == 0:
        return int(_read_naturals(readings, count, kind, base, sets, pair, said))
    options = readings.options
    stack = readings.stack
    suits = readings.room[ROOM_SUITS]
    if pack_hand(readings.room[ROOM_NATURAL], suits) + jokers != 3 * sets + 2 * pair:
        return count
    lacking = _lacking(readings)
    barred = _barred(setup, row)
    suit = 0
    rest = suits[0]
    items = base
    left = jokers
    first = 0  # the option from which on it goes, while the lowest face is the same
    level = 0
    while True:
        while rest == 0 and suit < HONORS:
            suit += 1
            rest = suits[suit]
        choices = 0
        if rest == 0:
            count = _all_jokers(setup, row, readings, count, kind, items, sets, pair, said)
        else:
            needed = (lacking >> 4 * suit & 15) + LACKING[tiles_in(rest) % 3]
            if needed - min(needed, pair) <= left:
                choices = _options_at(setup, row, options, suit, rest, sets, pair, left, barred) >> first << first
        if choices == 0:  # back to where there is another option
            if level == 0:
                return count
            level -= 1
            suit, rest, choices, items, pair = _taken_up(stack[level])
            sets = stack[level, BACK_SETS]
            left = stack[level, BACK_LEFT]
        o = count_bits((choices & -choices) - 1)
        choices &= choices - 1
        if choices != 0:
            _put_aside(stack[level], suit, rest, choices, items, pair)
            stack[level, BACK_SETS] = sets
            stack[level, BACK_LEFT] = left
            level += 1
        rank = lowest_rank(rest)
        shown = options[o, OPT_EXTRA] if o >= N_COMMON else 9 * suit + rank - options[o, OPT_PLACE]
        put_set(readings.room[ROOM_WORK], items, options[o, OPT_KIND], shown, options[o, OPT_SAID])
        items += 1
        is_pair = 1 if options[o, OPT_KIND] == PAIR else 0
        pair -= is_pair
        sets -= 1 - is_pair
        left -= options[o, OPT_NEEDED]
        rest -= _taken(setup, options[o], rank)
        first = o if rest >> 4 * rank & 15 != 0 else 0


@small_leaf
def _options_at(
    setup: Setup, row: int, options: Ints, suit: int, rest: int, sets: int, pair: int, left: int, barred: int
) -> int:  # fmt: skip
    """The options for the lowest tile of what is left of a suit, a bit each."""
    rank = lowest_rank(rest)
    own = rest >> 4 * rank
    after = min(own >> 4 & 15, 1) | min(own >> 8 & 15, 1) << 1
    found = FIT_OWN[min(own & 15, 3) | min(left, 2) << 2] & FIT_NEXT[after] & FIT_LEFT[pair | min(sets, 1) << 1]
    found &= FIT_RANK[rank if suit < HONORS else 9] & FIT_BARRED[barred >> 9 * suit + rank & 31]
    if suit == HONORS and sets > 0 and len(options) > N_COMMON:
        found |= _extra_options(setup, row, options, rest, rank, left)
    return int(found)
