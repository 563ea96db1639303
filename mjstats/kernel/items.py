"""What a hand is made of, one row an item: melds laid, then the sets and pairs of a reading or those that lie in a hand."""

from typing import Final

from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.page import (
    CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    EXTRA_SET,
    HOW_DISCARD,
    HOW_ROB_KONG,
    KNIT,
    N_PLAIN,
    PAIR,
    PUNG,
    Ints,
)
from mjstats.kernel.readings import READ_FIRST, READ_ITEMS, READ_WON
from mjstats.kernel.state import MELD_FACE, MELD_KIND, Seats
from mjstats.kernel.suits import count_bits

ITEM_KIND: Final[int] = 0  #: of the kinds of melds, PAIR, EXTRA_SET or KNIT
ITEM_FACE: Final[int] = 1  #: lowest face, -1 for a pair that takes any
ITEM_CONCEALED: Final[int] = 2  #: 1 when nobody else's tile is in it
ITEM_LAID: Final[int] = 3  #: 1 for melds
ITEM_FACES: Final[int] = 4  #: bit f set for each face in it, see `mjstats.kernel.facts_own.lay_items`
N_ITEM: Final[int] = 5
MAX_ROWS: Final[int] = 24


@leaf
def put_item(items: Ints, n: int, kind: int, face: int, concealed: int, laid: int) -> int:
    """Write an item; the number of items then."""
    items[n, ITEM_KIND] = kind
    items[n, ITEM_FACE] = face
    items[n, ITEM_CONCEALED] = concealed
    items[n, ITEM_LAID] = laid
    return n + 1


@leaf
def meld_items(seats: Seats, seat: int, items: Ints) -> int:
    """Write the melds that `seat` has laid; how many there are."""
    n = 0
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        n = put_item(items, n, kind, seats.melds[seat, m, MELD_FACE], 1 if kind == CONCEALED_KONG else 0, 1)
    return n


@leaf
def reading_items(seats: Seats, seat: int, reading: Ints, how: int, robbed_concealed: int, items: Ints) -> int:
    """Write the winner's melds and the items of a reading; how many there are.

    The set that the winning tile completes is not concealed when another gave the tile, unless it was a robbed kong's and the
    page has it so (`robbed_concealed` 1).
    """
    n = meld_items(seats, seat, items)
    given = how == HOW_DISCARD or (how == HOW_ROB_KONG and robbed_concealed == 0)
    for i in range(reading[READ_ITEMS]):
        at = READ_FIRST + 3 * i
        n = put_item(items, n, reading[at], reading[at + 1], 0 if given and reading[READ_WON] == i else 1, 0)
    return n


@leaf
def held_items(seats: Seats, seat: int, natural: Ints, items: Ints) -> int:
    """Write the melds of `seat` and the pairs and triplets among its `natural` (34,) tiles; how many there are.

    Four alike are a triplet: they are no kong before they are laid.
    """
    n = meld_items(seats, seat, items)
    several = 0  # found for all faces at once: few of many are so, and no guess at a branch goes wrong
    for face in range(N_PLAIN):
        several |= min(max(natural[face], 1) - 1, 1) << face
    while several != 0 and n < MAX_ROWS:
        rest = several & (several - 1)
        face = count_bits((several ^ rest) - 1)
        n = put_item(items, n, PUNG if natural[face] >= 3 else PAIR, face, 1, 0)
        several = rest
    return n


@leaf
def item_size(kind: int) -> int:
    """How many tiles an item has."""
    if kind == PAIR:
        return 2
    return 4 if CLAIMED_KONG <= kind <= CONCEALED_KONG else 3


@open_leaf
def item_face(extra_sets: Ints, kind: int, face: int, place: int) -> int:
    """The face at `place` (0..2) of an item that is not made of like tiles; of one that is, its face."""
    if kind == CHOW:
        return face + place
    if kind == KNIT:
        return face + 3 * place
    if kind == EXTRA_SET:
        return int(extra_sets[face, place])
    return face


@leaf
def is_run(kind: int) -> bool:
    """Whether an item is made of three different tiles."""
    return kind == CHOW or kind == EXTRA_SET or kind == KNIT
