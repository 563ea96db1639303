"""Sets of faces, a bit each, and suits packed into one integer: four bits for each rank, the lowest rank lowest.

The honours are a suit in which there are no chows.
"""

from typing import Final

from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import N_PLAIN, Ints

SUITS: Final[int] = 4
HONORS: Final[int] = 3
#: the lowest of the four bits of each rank; all four of every other rank, of the second, fifth and eighth, of those after them
ONE_OF_EACH: Final[int] = 0x111111111
EVERY_OTHER: Final[int] = 0xF0F0F0F0F
SECOND_OF_THREE: Final[int] = 0x0F00F00F0
THIRD_OF_THREE: Final[int] = 0xF00F00F00


@leaf
def count_bits(bits: int) -> int:
    """How many bits are set."""
    n = 0
    while bits != 0:  # the compiler knows this loop: one instruction
        bits &= bits - 1
        n += 1
    return n


@small_leaf
def pack_suit(hand: Ints, suit: int) -> int:
    """The tiles of one suit out of (42,) or (34,) tiles."""
    packed = 0
    for face in range(9 * suit, min(9 * suit + 9, N_PLAIN)):
        packed |= hand[face] << 4 * (face - 9 * suit)
    return packed


@small_leaf
def pack_hand(hand: Ints, suits: Ints) -> int:
    """Pack each suit of (42,) or (34,) tiles into the first places of `suits`; how many tiles there are."""
    tiles = 0
    for suit in range(SUITS):
        suits[suit] = pack_suit(hand, suit)
        tiles += tiles_in(suits[suit])
    return tiles


@small_leaf
def ranks_held(packed: int) -> int:
    """The ranks of which a packed suit has tiles, the lowest bit of the four of each."""
    return (packed | packed >> 1 | packed >> 2 | packed >> 3) & ONE_OF_EACH


@small_leaf
def ranks_several(packed: int) -> int:
    """The same of those of which it has two or more."""
    return (packed >> 1 | packed >> 2 | packed >> 3) & ONE_OF_EACH


@leaf
def is_sets(packed: int, suit: int) -> bool:
    """Whether a packed suit is sets and nothing else; from the lowest rank up there is no choice but among equals."""
    while packed != 0:
        n = packed & 15
        if n >= 3:
            n -= 3
        packed >>= 4
        if n > 0:
            if suit == HONORS or packed & 15 < n or packed >> 4 & 15 < n:
                return False
            packed -= n * 0x11
    return True


@small_leaf
def tiles_in(packed: int) -> int:
    """How many tiles a packed suit has."""
    twos = (packed & EVERY_OTHER) + (packed >> 4 & EVERY_OTHER)
    return int(twos + (twos >> 8) + (twos >> 16) + (twos >> 24) + (twos >> 32) & 255)


@small_leaf
def rank_sum(packed: int) -> int:
    """What the sum of all ranks of a packed suit leaves by three, the lowest rank being 0: of a set it is 0."""
    return (tiles_in(packed & SECOND_OF_THREE) + 2 * tiles_in(packed & THIRD_OF_THREE)) % 3


@small_leaf
def lowest_rank(packed: int) -> int:
    """The lowest rank of a packed suit that has tiles."""
    return count_bits((packed & -packed) - 1) >> 2


@leaf
def is_sets_and_pair(packed: int, suit: int) -> bool:
    """Whether a packed suit is sets and one pair."""
    # sets leave every third rank for the pair: twice that rank and the sum of all are alike by three
    rank = 2 * rank_sum(packed) % 3
    while rank < 9:
        if packed >> 4 * rank & 15 >= 2 and is_sets(packed - (2 << 4 * rank), suit):
            return True
        rank += 3
    return False
