"""Which faces complete a hand without wild tiles, for each kind of shape; sets and a pair suit by suit, each packed."""

from typing import Final

from mjstats.kernel.irregular import KNITTED_FACES, SPREAD
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import N_PLAIN, PLAIN_HONOR, Ints
from mjstats.kernel.reader import UNRELATED_TILES
from mjstats.kernel.suits import HONORS, ONE_OF_EACH, SUITS, count_bits, is_sets, is_sets_and_pair, pack_suit, rank_sum, tiles_in

SUIT_BITS: Final[int] = 511
HONOR_FACES: Final[int] = 127 << PLAIN_HONOR
ORPHAN_FACES: Final[int] = HONOR_FACES | sum(0b100000001 << 9 * suit for suit in range(3))


@leaf
def completing_faces(hand: Ints) -> int:
    """Bit f set when a tile of face f completes sets and a pair; `hand` (42,) has no wild tiles, melds are left out."""
    whole = 0  # bit s: suit s is sets, or sets and the pair
    paired = 0  # bit s: with the pair in it
    lacking = 0  # bit s: one tile over by three
    for suit in range(SUITS):
        packed = pack_suit(hand, suit)
        tiles = tiles_in(packed)
        if tiles % 3 == 1:
            lacking |= 1 << suit
        elif tiles % 3 == 2:
            paired |= 1 << suit
            whole |= 1 << suit if is_sets_and_pair(packed, suit) else 0
        else:
            whole |= 1 << suit if is_sets(packed, suit) else 0
    found = 0
    for suit in range(SUITS):
        others = 15 & ~(1 << suit)
        pairs = paired & others
        # The tile makes this suit sets and the pair, or sets where one other has the pair.
        with_pair = lacking == 1 << suit and pairs == 0
        without = lacking == 0 and paired >> suit & 1 == 1 and pairs != 0 and pairs & (pairs - 1) == 0
        if whole & others != others or not (with_pair or without):
            continue
        packed = pack_suit(hand, suit)
        near = _near(packed, suit)
        ranks = rank_sum(packed)
        for rank in range(9):
            if near >> 4 * rank & 1 == 0 or (without and (ranks + rank) % 3 != 0):
                continue
            more = packed + (1 << 4 * rank)
            if is_sets_and_pair(more, suit) if with_pair else is_sets(more, suit):
                found |= 1 << 9 * suit + rank
    return found


@small_leaf
def _near(packed: int, suit: int) -> int:
    """The ranks that may stand in one set or pair with a tile of a packed suit, the lowest bit of the four of each."""
    held = (packed | packed >> 1 | packed >> 2) & ONE_OF_EACH
    if suit == HONORS:
        return held
    return (held | held << 4 | held << 8 | held >> 4 | held >> 8) & ONE_OF_EACH


@leaf
def _is_whole(hand: Ints) -> bool:
    """Whether the tiles are sets and a pair."""
    pairs = 0
    for suit in range(SUITS):
        packed = pack_suit(hand, suit)
        if not is_sets(packed, suit):
            pairs += 1
            if pairs > 1 or not is_sets_and_pair(packed, suit):
                return False
    return pairs == 1


@leaf
def faces_held(hand: Ints) -> int:
    """The faces of which there are tiles, a bit each."""
    held = 0
    for face in range(N_PLAIN):
        held |= min(hand[face], 1) << face
    return held


@leaf
def completing_pairs(hand: Ints, fours: int) -> int:
    """The face that is the last mate in a hand of pairs (`fours` 1: four alike are two pairs), as a bit; 0 when there is none."""
    odd = 0
    for face in range(N_PLAIN):
        if hand[face] > 2 and fours == 0:
            return 0
        odd |= (hand[face] & 1) << face
    return odd if odd & (odd - 1) == 0 else 0


@leaf
def completing_orphans(hand: Ints, held: int) -> int:
    """The faces that complete one of each 1, 9 and honour and a second of one."""
    if held & ~ORPHAN_FACES != 0:
        return 0
    twice = -count_bits(held)
    for face in range(N_PLAIN):
        twice += hand[face]
    if twice > 1:
        return 0
    return ORPHAN_FACES if twice == 0 else ORPHAN_FACES & ~held


@leaf
def _spread(ranks: int) -> int:
    """Of a suit in which tiles lie three apart: how many there may be in all with these `ranks`; -1 where they lie nearer."""
    for size in range(3, -1, -1):
        if SPREAD[ranks, size] == count_bits(ranks):
            return size
    return -1


@leaf
def completing_unrelated(held: int) -> int:
    """The faces that complete a hand of different tiles, those of a suit at least three apart."""
    found = 0
    for face in range(N_PLAIN):
        if held >> face & 1 == 1:
            continue
        after = held | 1 << face
        room = 7
        apart = True
        for suit in range(3):
            most = _spread(after >> 9 * suit & SUIT_BITS)
            apart = apart and most >= 0
            room += most
        found |= 1 << face if apart and room >= UNRELATED_TILES else 0
    return found


@leaf
def completing_knitted(held: int) -> int:
    """The faces that complete a hand of different honours and tiles of 147, 258, 369 in three suits."""
    found = 0
    for order in range(len(KNITTED_FACES)):
        allowed = KNITTED_FACES[order] | HONOR_FACES
        found |= allowed & ~held if held & ~allowed == 0 else 0
    return found


@leaf
def completing_knitted_straight(hand: Ints, held: int, rest: Ints) -> int:
    """The faces that complete all of 147, 258, 369 in three suits beside sets and a pair; `rest` (42,) is room to work in."""
    found = 0
    for order in range(len(KNITTED_FACES)):
        knitted = KNITTED_FACES[order] & held
        missing = KNITTED_FACES[order] & ~held
        if missing & (missing - 1) != 0:
            continue
        for face in range(N_PLAIN):
            rest[face] = hand[face] - (knitted >> face & 1)
        if missing == 0:
            found |= completing_faces(rest)
        elif _is_whole(rest):
            found |= missing
    return int(found)
