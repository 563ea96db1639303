"""Which faces complete a hand without wild tiles, for each kind of shape; sets and a pair suit by suit, each packed."""

from typing import Final

from mjstats.kernel.irregular import KNITTED_FACES, SPREAD
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import N_PLAIN, PLAIN_HONOR, Ints
from mjstats.kernel.reader import UNRELATED_TILES
from mjstats.kernel.suits import (
    HONORS,
    ONE_OF_EACH,
    SUITS,
    count_bits,
    is_sets,
    is_sets_and_pair,
    lowest_rank,
    rank_sum,
    ranks_held,
    ranks_several,
    tiles_in,
)

ALL_FACES: Final[int] = (1 << N_PLAIN) - 1
SUIT_BITS: Final[int] = 511
#: the lowest and the highest rank of a packed suit
ENDS: Final[int] = 0xF0000000F
HONOR_FACES: Final[int] = 127 << PLAIN_HONOR
ORPHAN_FACES: Final[int] = HONOR_FACES | sum(0b100000001 << 9 * suit for suit in range(3))


@leaf
def completing_faces(suits: Ints, asked: int) -> int:
    """Bit f set when a tile of face f, one of those `asked`, completes sets and a pair; `suits` are packed, melds left out."""
    whole = 0  # bit s: suit s is sets, or sets and the pair
    paired = 0  # bit s: with the pair in it
    lacking = 0  # bit s: one tile over by three
    for suit in range(SUITS):
        over = tiles_in(suits[suit]) % 3
        lacking |= (1 if over == 1 else 0) << suit
        paired |= (1 if over == 2 else 0) << suit
    if lacking & (lacking - 1) != 0 or count_bits(paired) != (0 if lacking != 0 else 2):
        return 0
    for suit in range(SUITS):
        if lacking >> suit & 1 == 0:
            fits = is_sets_and_pair(suits[suit], suit) if paired >> suit & 1 == 1 else is_sets(suits[suit], suit)
            whole |= (1 if fits else 0) << suit
    found = 0
    # the tile makes one suit sets and the pair, or it makes one of two sets where the other has the pair
    for suit in range(SUITS):
        others = 15 & ~(1 << suit)
        if (lacking | paired) >> suit & 1 == 0 or whole & others != others:
            continue
        packed = suits[suit]
        near = _near(packed, suit)
        ranks = rank_sum(packed)
        for rank in range(9):
            if (near >> 4 * rank & asked >> 9 * suit + rank & 1) == 0 or (lacking == 0 and (ranks + rank) % 3 != 0):
                continue
            more = packed + (1 << 4 * rank)
            if is_sets_and_pair(more, suit) if lacking != 0 else is_sets(more, suit):
                found |= 1 << 9 * suit + rank
    return found


@small_leaf
def _near(packed: int, suit: int) -> int:
    """The ranks that may stand in one set or pair with a tile of a packed suit, the lowest bit of the four of each."""
    held = ranks_held(packed)
    if suit == HONORS:
        return held
    return (held | held << 4 | held << 8 | held >> 4 | held >> 8) & ONE_OF_EACH


@leaf
def _is_whole(suits: Ints) -> bool:
    """Whether packed suits are sets and a pair."""
    pairs = 0
    for suit in range(SUITS):
        if not is_sets(suits[suit], suit):
            pairs += 1
            if pairs > 1 or not is_sets_and_pair(suits[suit], suit):
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
def completing_pairs(suits: Ints, fours: int) -> int:
    """The face that is the last mate in a hand of pairs (`fours` 1: four alike are two pairs), as a bit; 0 when there is none."""
    found = 0
    odds = 0
    for suit in range(SUITS):
        packed = suits[suit]
        odd = packed & ONE_OF_EACH
        if fours == 0 and packed >> 2 & ONE_OF_EACH | packed >> 1 & odd != 0:
            return 0
        odds += count_bits(odd)
        found |= 1 << 9 * suit + lowest_rank(odd) if odd != 0 else 0
    return found if odds == 1 else 0


@small_leaf
def may_be_orphans(suits: Ints) -> bool:
    """Whether packed suits hold nothing but 1, 9 and honours."""
    return bool((suits[0] | suits[1] | suits[2]) & ~ENDS == 0)


@small_leaf
def may_be_different(suits: Ints) -> bool:
    """Whether no two tiles of packed suits are alike."""
    return ranks_several(suits[0] | suits[1] | suits[2] | suits[3]) == 0


@small_leaf
def may_hold_knitted(suits: Ints) -> bool:
    """Whether two different tiles or more of each suit are there: of nine knitted tiles one may be missing."""
    fewest = 9
    for suit in range(3):
        fewest = min(fewest, count_bits(ranks_held(suits[suit])))
    return fewest >= 2


@leaf
def completing_orphans(tiles: int, held: int) -> int:
    """The faces that complete one of each 1, 9 and honour and a second of one; `tiles` are held, all of them such."""
    twice = tiles - count_bits(held)
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
def completing_knitted_straight(suits: Ints, held: int) -> int:
    """The faces that complete all of 147, 258, 369 in three suits beside sets and a pair; the packed `suits` are used up."""
    found = 0
    for order in range(len(KNITTED_FACES)):
        knitted = KNITTED_FACES[order] & held
        missing = KNITTED_FACES[order] & ~held
        if missing & (missing - 1) != 0:
            continue
        _take_out(knitted, -1, suits)
        if missing == 0:
            found |= completing_faces(suits, ALL_FACES)
        elif _is_whole(suits):
            found |= missing
        _take_out(knitted, 1, suits)
    return int(found)


@small_leaf
def _take_out(faces: int, sign: int, suits: Ints) -> None:
    """Take a tile of each face out of packed suits (`sign` -1), or put it back (1)."""
    for suit in range(3):
        for rank in range(9):
            suits[suit] += sign * (faces >> 9 * suit + rank & 1) << 4 * rank
