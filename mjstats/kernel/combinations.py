"""Chows and pungs that stand together in a reading: couples, triples, straights and runs of them.

`items` is an (n, 4) array: kind (`CHOW`, `PUNG`, the kongs, `PAIR`, `KNIT`), lowest face, and places not read here.

A page counts chows in one of two ways:

* *free*: each kind for itself.  Couples are counted as far as they share no chow; a triple, straight or run is there or not.
* *account once*: a chow that is part of a pattern joins another at most once.  The caller chooses a `pick`, one of the
  groups of three or four chows that make a pattern, used for that pattern.  Couples within the group are not counted, a
  chow outside joins it or another one outside at most once, and no chow is in two couples of the same kind: the couples
  are a largest forest over the chows, the group being one point of it.  With four chows no second group is possible.
  Where there are groups one of them is used: leaving all would let a hand pass for one without patterns.

Pungs need no pick: among four, couples and a triple or run never stand in each other's way.
"""

from typing import Final

from mjstats.kernel.columns import (
    DOUBLE_PUNGS,
    MIXED_DOUBLE_CHOWS,
    MIXED_SHIFTED_CHOWS,
    MIXED_SHIFTED_PUNGS,
    MIXED_STRAIGHTS,
    MIXED_TRIPLE_CHOWS,
    NINE_GATES,
    NINE_GATES_SHAPE,
    PURE_DOUBLE_CHOWS,
    PURE_SHIFTED_CHOWS,
    PURE_SHIFTED_PUNGS,
    PURE_STRAIGHTS,
    PURE_TRIPLE_CHOWS,
    QUADRUPLE_CHOW,
    SHIFTED_PAIRS,
    SHORT_STRAIGHTS,
    TILE_HOGS,
    TRIPLE_PUNG,
    TWO_TERMINAL_CHOWS,
)
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import (
    CHOW,
    CONCEALED_KONG,
    EXTRA_SET,
    KNIT,
    N_PLAIN,
    PAIR,
    PLAIN_HONOR,
    PUNG,
    READS_CHOWS,
    READS_HOGS,
    READS_PUNGS,
    Ints,
)
from mjstats.kernel.suits import count_bits

COUPLES_FREE: Final[int] = 0
COUPLES_ONCE: Final[int] = 1

# ---- kinds of couples
APART: Final[int] = -1
MIXED_DOUBLE: Final[int] = 0
PURE_DOUBLE: Final[int] = 1
SHORT_STRAIGHT: Final[int] = 2
TERMINALS: Final[int] = 3
N_COUPLES: Final[int] = 4

#: bits that one place takes in an integer that stands for a list: of numbers of chows, of sets of these, of faces
PLACE: Final[int] = 4
TREE: Final[int] = 8
FACE: Final[int] = 6
#: the ranks of one suit, a bit each
SUIT_BITS: Final[int] = 511
#: the lowest faces of the lower chow of a short straight, and of two terminal chows
BELOW_SHORT: Final[int] = 0b1111 * (1 | 1 << 9 | 1 << 18)
BELOW_TERMINALS: Final[int] = 1 | 1 << 9 | 1 << 18


@small_leaf
def couple_of(one: int, other: int) -> int:
    """The kind of couple that chows with these lowest faces are, `APART` when they are none."""
    low = min(one, other)
    between = max(one, other) - low
    if between == 0:
        return PURE_DOUBLE
    if between == 9 or between == 18:
        return MIXED_DOUBLE
    if between == 3:
        return SHORT_STRAIGHT if BELOW_SHORT >> low & 1 == 1 else APART
    return TERMINALS if between == 6 and BELOW_TERMINALS >> low & 1 == 1 else APART


@small_leaf
def triple_of(a: int, b: int, c: int) -> int:
    """The fact of the pattern that three chows with these lowest faces are, -1 when they are none."""
    suits = 1 << a // 9 | 1 << b // 9 | 1 << c // 9
    if suits == 7:
        a, b, c = a % 9, b % 9, c % 9
    elif suits != 1 and suits != 2 and suits != 4:
        return -1
    low = min(a, b, c)
    high = max(a, b, c)
    step = high - a - b - c + low + high  # from the middle one to the highest
    if high - low != 2 * step:
        return -1
    if step == 0:
        return MIXED_TRIPLE_CHOWS if suits == 7 else PURE_TRIPLE_CHOWS
    if step == 3:
        return MIXED_STRAIGHTS if suits == 7 else PURE_STRAIGHTS
    if suits == 7:
        return MIXED_SHIFTED_CHOWS if step == 1 else -1
    return PURE_SHIFTED_CHOWS


@leaf
def fourfold_of(a: int, b: int, c: int, d: int) -> int:
    """The fact of the pattern that four chows with these lowest faces are, -1 when they are none."""
    if a == b and a == c and a == d:
        return QUADRUPLE_CHOW
    low = min(a, b, c, d)
    if low // 9 != max(a, b, c, d) // 9:
        return -1
    seen = 1 << a - low | 1 << b - low | 1 << c - low | 1 << d - low
    return PURE_SHIFTED_CHOWS if seen == 0b1111 or seen == 0b1010101 else -1


@leaf
def _is_spare(items: Ints, chosen: int) -> bool:
    """Whether an equal group has been met already: one that has an earlier copy of a chow in place of a later one."""
    for i in range(len(items)):
        if chosen >> i & 1 == 1:
            for earlier in range(i):
                if chosen >> earlier & 1 == 0 and items[earlier, 0] == CHOW and items[earlier, 1] == items[i, 1]:
                    return True
    return False


@leaf
def _may_group(items: Ints, n_items: int) -> bool:
    """Whether some three chows may make a pattern: a quick look, which most hands do not pass."""
    number = 0
    for i in range(n_items):
        number += 1 if items[i, 0] == CHOW else 0
    if number < 3:
        return False
    chows = _starts(items, n_items, CHOW, CHOW)
    m, p, s = chows & SUIT_BITS, chows >> 9 & SUIT_BITS, chows >> 18
    if count_bits(chows) <= number - 2 or m & p & s != 0 or _in_three_suits(m, p, s, 1) or _in_three_suits(m, p, s, 3):
        return True
    for suit in (m, p, s):
        if _longest(suit, 1) > 0 or _longest(suit, 2) > 0 or suit & suit >> 3 & suit >> 6 != 0:
            return True
    return False


@leaf
def group_of(items: Ints, n_items: int, pick: int) -> int:
    """The group of three or four chows number `pick` (from 0) that makes a pattern, as bits of places in `items`; 0: none."""
    if not _may_group(items, n_items):
        return 0
    found = -1
    for i in range(n_items):
        if items[i, 0] != CHOW:
            continue
        for j in range(i + 1, n_items):
            if items[j, 0] != CHOW:
                continue
            for k in range(j + 1, n_items):
                if items[k, 0] != CHOW:
                    continue
                three = 1 << i | 1 << j | 1 << k
                if triple_of(items[i, 1], items[j, 1], items[k, 1]) >= 0 and not _is_spare(items, three):
                    found += 1
                    if found == pick:
                        return three
                for m in range(k + 1, n_items):
                    four = three | 1 << m
                    if items[m, 0] != CHOW or fourfold_of(items[i, 1], items[j, 1], items[k, 1], items[m, 1]) < 0:
                        continue
                    if not _is_spare(items, four):
                        found += 1
                        if found == pick:
                            return four
    return 0


@open_leaf
def combination_picks(items: Ints, n_items: int, couples: int) -> int:
    """How many ways there are to combine the chows: picks 0 to this less one; one where none is to be made."""
    picks = 0
    while couples == COUPLES_ONCE and group_of(items, n_items, picks) != 0:
        picks += 1
    return max(picks, 1)


@open_leaf
def combination_facts(items: Ints, n_items: int, pick: int, couples: int, reads: int, facts: Ints) -> None:
    """Fill the facts of chows, pungs and pairs that stand together, all 0 before, as far as the page `reads` them.

    Parameters
    ----------
    items, n_items
        the sets and pairs of the reading, melds among them.
    pick
        which of the `combination_picks` ways to combine the chows.
    couples
        `COUPLES_FREE` or `COUPLES_ONCE`.
    reads
        READS_CHOWS, READS_PUNGS, READS_HOGS.
    """
    if reads & READS_CHOWS != 0 and couples == COUPLES_FREE:
        _free_chows(items, n_items, facts)
    elif reads & READS_CHOWS != 0:
        group = group_of(items, n_items, pick)
        if group != 0:
            _group_fact(items, n_items, group, facts)
        _forest(items, n_items, group, facts)
    if reads & READS_PUNGS != 0:
        _pung_facts(items, n_items, facts)
    if reads & READS_HOGS != 0:
        facts[TILE_HOGS] = _tile_hogs(items, n_items)
    if n_items >= 7:
        pairs = _starts(items, n_items, PAIR, PAIR)
        for suit in range(3):
            if _longest(pairs >> 9 * suit & SUIT_BITS, 1) >= 7:
                facts[SHIFTED_PAIRS] = 1


@open_leaf
def nine_gates_facts(concealed: Ints, winning: int, facts: Ints) -> None:
    """Fill the two facts of nine gates.

    Parameters
    ----------
    concealed
        (34,) the 14 concealed tiles of the complete hand, wild tiles as what they stand for; a hand with melds has fewer.
    winning
        the face of the winning tile, -1 when there is no single one.
    """
    facts[NINE_GATES] = 0
    facts[NINE_GATES_SHAPE] = 0
    total = 0
    for face in range(N_PLAIN):
        total += concealed[face]
    for suit in range(3):
        spare = 0
        at = -1
        whole = True
        for number in range(9):
            face = 9 * suit + number
            more = concealed[face] - (3 if number == 0 or number == 8 else 1)
            whole = whole and more >= 0
            if more > 0:
                spare += more
                at = face
        if whole and spare == 1 and total == 14:
            facts[NINE_GATES_SHAPE] = 1
            facts[NINE_GATES] = 1 if at == winning else 0


@small_leaf
def _group_fact(items: Ints, n_items: int, group: int, facts: Ints) -> None:
    """Set the fact of the pattern that the chosen chows make."""
    size = 0
    a, b, c, d = 0, 0, 0, 0
    for i in range(n_items):
        if group >> i & 1 == 1:
            size += 1
            a, b, c, d = b, c, d, items[i, 1]
    fact = triple_of(b, c, d) if size == 3 else fourfold_of(a, b, c, d)
    run = fact == PURE_SHIFTED_CHOWS or fact == MIXED_SHIFTED_CHOWS
    facts[fact] = size if run else 1


@leaf
def _forest(items: Ints, n_items: int, group: int, facts: Ints) -> None:
    """Fill the couples of a largest forest; of equals the one with most terminals, then short straights, then pure couples.

    All choices out of the couples are tried: four chows have at most six. `chows`, `ends` and `kinds` are lists, packed.
    """
    chows = 0
    number = 0
    grouped = 0  # the chows of the group, a bit each
    for i in range(n_items):
        if items[i, 0] == CHOW:
            chows |= items[i, 1] << FACE * number
            grouped |= (group >> i & 1) << number
            number += 1
    count = 0
    ends = 0
    kinds = 0
    for i in range(number):
        for j in range(i + 1, number):
            kind = couple_of(chows >> FACE * i & 63, chows >> FACE * j & 63)
            if kind != APART and (grouped >> i & grouped >> j & 1) == 0:
                ends |= (i | j << PLACE) << 2 * PLACE * count
                kinds |= kind << 2 * count
                count += 1
    every = (1 << count) - 1
    # one alone may always be counted
    best = count << 4 * kinds if count <= 1 else _worth(number, grouped, count, ends, kinds, every)
    if best == 0 and count > 1:  # where all may be counted, none is left out
        for chosen in range(1, every):
            best = max(best, _worth(number, grouped, count, ends, kinds, chosen))
    facts[MIXED_DOUBLE_CHOWS] = best & 15
    facts[PURE_DOUBLE_CHOWS] = best >> 4 & 15
    facts[SHORT_STRAIGHTS] = best >> 8 & 15
    facts[TWO_TERMINAL_CHOWS] = best >> 12 & 15


@leaf
def _worth(number: int, grouped: int, count: int, ends: int, kinds: int, chosen: int) -> int:
    """0 when the chosen couples of `number` chows break a rule; else their number, then that of each kind, four bits for each."""
    trees = 0  # for each chow the chows that hang together with it, itself too, a bit each
    for i in range(number):
        trees |= (grouped if grouped >> i & 1 == 1 else 1 << i) << TREE * i
    used = 0  # chows in a couple of each kind
    worth = 0
    for e in range(count):
        if chosen >> e & 1 == 0:
            continue
        i = ends >> 2 * PLACE * e & 15
        j = ends >> (2 * PLACE * e + PLACE) & 15
        kind = kinds >> 2 * e & 3
        both = (1 << i | 1 << j) << TREE * kind
        tree = trees >> TREE * i & 255
        if tree >> j & 1 == 1 or used & both != 0:
            return 0
        used |= both
        tree |= trees >> TREE * j & 255
        for chow in range(number):
            if tree >> chow & 1 == 1:
                trees |= tree << TREE * chow
        worth += (1 << 4 * N_COUPLES) + (1 << 4 * kind)
    return worth


@small_leaf
def _starts(items: Ints, n_items: int, least: int, most: int) -> int:
    """The faces of suits at which items of these kinds begin, a bit each; nine bits a suit."""
    bits = 0
    for i in range(n_items):
        face = items[i, 1]
        if least <= items[i, 0] <= most and 0 <= face < PLAIN_HONOR:
            bits |= 1 << face
    return bits


@small_leaf
def _longest(bits: int, step: int) -> int:
    """The longest run of bits, each `step` after the last; 0 below three."""
    length = 0
    while bits != 0:
        length += 1
        bits &= bits >> step
    return length if length >= 3 else 0


@small_leaf
def _in_three_suits(m: int, p: int, s: int, step: int) -> bool:
    """Whether some three numbers, each `step` after the last, stand in the three suits, one in each."""
    near, far = step, 2 * step
    return (
        m & p >> near & s >> far | m & s >> near & p >> far | p & m >> near & s >> far
        | p & s >> near & m >> far | s & m >> near & p >> far | s & p >> near & m >> far
    ) != 0  # fmt: skip


@small_leaf
def _different_couples(m: int, p: int, s: int, facts: Ints) -> None:
    """Fill the couples of chows that are all different, by the ranks at which those of each suit begin, a bit each.

    Of each kind two are as many as five chows have; those that share a chow are one.
    """
    facts[MIXED_DOUBLE_CHOWS] = min(count_bits(m & p | m & s | p & s), 2)
    facts[TWO_TERMINAL_CHOWS] = (m & m >> 6) + (p & p >> 6) + (s & s >> 6)
    chows = m | p << 9 | s << 18
    short = chows & chows >> 3 & BELOW_SHORT
    number = count_bits(short)
    facts[SHORT_STRAIGHTS] = min(number, 1 if number == 2 and short & short >> 3 & BELOW_SHORT != 0 else 2)


@leaf
def _free_chows(items: Ints, n_items: int, facts: Ints) -> None:
    """Fill the facts of chows, each kind for itself."""
    chows = _starts(items, n_items, CHOW, CHOW)
    if chows == 0:
        return
    m, p, s = chows & SUIT_BITS, chows >> 9 & SUIT_BITS, chows >> 18
    number = 0
    for i in range(n_items):
        number += 1 if items[i, 0] == CHOW else 0
    if number == count_bits(chows):
        _different_couples(m, p, s, facts)
    else:
        _like_chows(items, n_items, facts)
    facts[MIXED_TRIPLE_CHOWS] = 1 if m & p & s != 0 else 0
    straight = 0b1001001
    facts[PURE_STRAIGHTS] = 1 if m & straight == straight or p & straight == straight or s & straight == straight else 0
    facts[MIXED_STRAIGHTS] = 1 if _in_three_suits(m, p, s, 3) else 0
    facts[MIXED_SHIFTED_CHOWS] = 3 if _in_three_suits(m, p, s, 1) else 0
    run = 0
    for suit in (m, p, s):
        run = max(run, _longest(suit, 1), _longest(suit, 2))
    facts[PURE_SHIFTED_CHOWS] = run


@leaf
def _like_chows(items: Ints, n_items: int, facts: Ints) -> None:
    """Fill the couples where some chows are alike, and how many of them are."""
    couples = 0  # how many of each kind, eight bits for each
    for i in range(n_items):
        for j in range(i + 1, n_items):
            if items[i, 0] == CHOW and items[j, 0] == CHOW:
                kind = couple_of(items[i, 1], items[j, 1])
                couples += 1 << 8 * kind if kind != APART else 0
    facts[PURE_DOUBLE_CHOWS] = _disjoint(items, n_items, PURE_DOUBLE, couples)
    facts[MIXED_DOUBLE_CHOWS] = _disjoint(items, n_items, MIXED_DOUBLE, couples)
    facts[SHORT_STRAIGHTS] = _disjoint(items, n_items, SHORT_STRAIGHT, couples)
    facts[TWO_TERMINAL_CHOWS] = _disjoint(items, n_items, TERMINALS, couples)
    same = 0
    for i in range(n_items if couples >> 8 * PURE_DOUBLE & 255 > 2 else 0):
        alike = 0
        for j in range(n_items):
            if items[i, 0] == CHOW and items[j, 0] == CHOW and items[i, 1] == items[j, 1]:
                alike += 1
        same = max(same, alike)
    facts[PURE_TRIPLE_CHOWS] = 1 if same >= 3 else 0
    facts[QUADRUPLE_CHOW] = 1 if same >= 4 else 0


@leaf
def _disjoint(items: Ints, n_items: int, kind: int, couples: int) -> int:
    """How many couples of one kind there are that share no chow: 0, 1 or 2, which is all that five chows can make.

    `couples` tells how many there are of each kind in all.
    """
    most = couples >> 8 * kind & 255
    if most < 2:
        return most
    most = 0
    for i in range(n_items):
        for j in range(i + 1, n_items):
            if not _is_couple(items, i, j, kind):
                continue
            most = max(most, 1)
            for a in range(i + 1, n_items):
                for b in range(a + 1, n_items):
                    if a != j and b != j and _is_couple(items, a, b, kind):
                        return 2
    return most


@small_leaf
def _is_couple(items: Ints, i: int, j: int, kind: int) -> bool:
    return bool(items[i, 0] == CHOW and items[j, 0] == CHOW and couple_of(items[i, 1], items[j, 1]) == kind)


@leaf
def _pung_facts(items: Ints, n_items: int, facts: Ints) -> None:
    """Fill the facts of pungs and kongs."""
    pungs = _starts(items, n_items, PUNG, CONCEALED_KONG)
    m, p, s = pungs & SUIT_BITS, pungs >> 9 & SUIT_BITS, pungs >> 18
    facts[DOUBLE_PUNGS] = count_bits(m & p | m & s | p & s)
    facts[TRIPLE_PUNG] = 1 if m & p & s != 0 else 0
    facts[PURE_SHIFTED_PUNGS] = max(_longest(m, 1), _longest(p, 1), _longest(s, 1))
    facts[MIXED_SHIFTED_PUNGS] = 3 if _in_three_suits(m, p, s, 1) else 0


@leaf
def _tile_hogs(items: Ints, n_items: int) -> int:
    """Faces of which the items use four, a kong of it apart."""
    ones, twos, fours = 0, 0, 0  # how many of each face, in binary: a bit of each number for each face
    kongs = 0
    for i in range(n_items):
        kind = items[i, 0]
        face = items[i, 1]
        if face < 0 or kind == EXTRA_SET:
            continue
        if PUNG < kind < PAIR:
            kongs |= 1 << face
            continue
        one = (0b111 if kind == CHOW else 0b1001001 if kind == KNIT else 1 if kind == PUNG else 0) << face
        two = (1 if kind == PUNG or kind == PAIR else 0) << face
        over = ones & one
        ones ^= one
        fours |= twos & (over | two) | over & two
        twos ^= over ^ two
    return count_bits(fours & ~kongs)
