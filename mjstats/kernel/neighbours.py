"""What a tile more or less makes of a suit: the classes that lie next to its own, remembered from hand to hand.

The tables of classes are large and are looked up all over the place, while the suits of a hand change little from turn to turn. A
row of the memory holds what was found of one suit in one table, until another takes its place.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from mjstats.kernel.board import POWER
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.plans import MEMO
from mjstats.kernel.routes import FULL, HONOR_SUIT, Routes, class_of, place

Memo = npt.NDArray[np.uint16]

# ---- places in a row of `Thought.memo`
MEMO_KEY: Final[int] = 0  #: which suit it is, two places: rows are short so that many are at hand
MEMO_MORE: Final[int] = 2  #: by rank the class with one such tile more; the suit's own class where it holds all of them
MEMO_LESS: Final[int] = 11  #: by rank the class with one such tile less; the suit's own class where it holds none

POWER_OF_ALL: Final[int] = 5**9
SCATTER: Final[int] = 0x9E3779B1
SCATTER_SHIFT: Final[int] = 15
LOW_BITS: Final[int] = 16
LOW: Final[int] = (1 << LOW_BITS) - 1


@small_leaf
def ranks_of(suit: int) -> int:
    """How many ranks a suit has."""
    return 7 if suit == HONOR_SUIT else 9


@small_leaf
def next_classes(routes: Routes, memo: Memo, t: int, suit: int, index: int) -> int:
    """The row of the memory that holds the classes a suit comes to with a tile more or less; filled if it holds another's."""
    kind = routes.suit_row[place(t), suit] * 2 + (1 if suit == HONOR_SUIT else 0)
    key = 1 + index + POWER_OF_ALL * kind
    row = key * SCATTER >> SCATTER_SHIFT & MEMO - 1
    low, high = key & LOW, key >> LOW_BITS
    if memo[place(row), MEMO_KEY] != low or memo[place(row), MEMO_KEY + 1] != high:
        memo[row, MEMO_KEY] = low
        memo[row, MEMO_KEY + 1] = high
        learn_classes(routes, memo[row], t, suit, index)
    return int(row)


@leaf
def learn_classes(routes: Routes, known: Memo, t: int, suit: int, index: int) -> None:
    """Fill a row of the memory."""
    rest = index
    for rank in range(ranks_of(suit)):
        held = rest % 5
        # A fifth copy would leave the table.
        more = POWER[rank] & -(1 if held < FULL else 0)
        less = POWER[rank] & -min(held, 1)
        known[MEMO_MORE + rank] = class_of(routes, t, suit, index + more)
        known[MEMO_LESS + rank] = class_of(routes, t, suit, index - less)
        rest //= 5
