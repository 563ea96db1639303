"""Distance, waits and acceptance in plain Python: slow, readable, and made another way than the kernels.

A hand is a list of 34 natural counts and a number of wild tiles. The kernels look classes up; here every way of filling a shape
is walked face by face. Distances count missing tiles: 0 is ready, -1 is complete.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product

SUITS = (range(9), range(9, 18), range(18, 27), range(27, 34))
YAOCHU = [0, 8, 9, 17, 18, 26, *range(27, 34)]
NEVER = 99


@dataclass(frozen=True)
class Alphabet:
    """Which sets and pairs count, and whether a face may count more than four times."""

    chows: frozenset[int] = frozenset(first + rank for first in (0, 9, 18) for rank in range(7))
    pungs: frozenset[int] = frozenset(range(34))
    pairs: frozenset[int] = frozenset(range(34))
    fifth_copy: bool = False
    extra: frozenset[tuple[int, int, int]] = frozenset()  # sets of three different honours


@cache
def honour_targets(sets: int, alphabet: Alphabet) -> dict[tuple[int, int], list[tuple[int, ...]]]:
    """By sets and pairs all ways to lay them over the honours, as counts of the seven faces."""
    pungs = [(face, face, face) for face in sorted(alphabet.pungs) if face in SUITS[3]]
    groups = [*pungs, *sorted(alphabet.extra)]
    pairs = [(), *((face, face) for face in sorted(alphabet.pairs) if face in SUITS[3])]
    found: dict[tuple[int, int], set[tuple[int, ...]]] = {}
    for number in range(sets + 1):
        for chosen in combinations_with_replacement(groups, number):
            for pair in pairs:
                tiles = [*pair, *(face for group in chosen for face in group)]
                counts = tuple(tiles.count(face) for face in SUITS[3])
                if alphabet.fifth_copy or max(counts) <= 4:
                    found.setdefault((number, int(pair != ())), set()).add(counts)
    return {key: sorted(ways) for key, ways in found.items()}


def with_extra_sets_missing(counts: tuple[int, ...], sets: int, alphabet: Alphabet) -> int:
    """As `standard_missing`: the honours way by way, the suits walked."""
    suits = Alphabet(*(faces - set(SUITS[3]) for faces in (alphabet.chows, alphabet.pungs, alphabet.pairs)), alphabet.fifth_copy)
    best = NEVER
    for (number, pair), ways in honour_targets(sets, alphabet).items():
        own = min(sum(max(more - held, 0) for more, held in zip(way, counts[27:], strict=True)) for way in ways)
        best = min(best, own + standard_missing(counts, sets - number, suits, 1 - pair))
    return best


def standard_missing(counts: tuple[int, ...], sets: int, alphabet: Alphabet, pairs: int = 1) -> int:
    """Fewest missing tiles over all ways to lay `sets` sets and a pair over the faces, left to right."""
    if alphabet.extra:
        return with_extra_sets_missing(counts, sets, alphabet)

    # Tiles held from each face on.
    held = [sum(counts[face:]) for face in range(len(counts) + 1)]

    @cache
    def walk(face: int, begun_before: int, begun_last: int, sets_left: int, pair_left: int) -> int:
        # `begun_before` chows began two faces back and `begun_last` one face back: both need this face.
        if (begun_before, begun_last, sets_left, pair_left) == (0, 0, 0, 0):
            return 0
        if face == 34:
            return NEVER
        best = NEVER
        for chows in range(sets_left + 1 if face in alphabet.chows else 1):
            for pungs in range(sets_left - chows + 1 if face in alphabet.pungs else 1):
                for pair in range(pair_left + 1 if face in alphabet.pairs else 1):
                    used = begun_before + begun_last + chows + 3 * pungs + 2 * pair
                    if used > 4 and not alphabet.fifth_copy:
                        continue
                    missing = max(used - counts[face], 0)
                    # Tiles still to be laid; those that are not held are missing wherever they go.
                    left = begun_last + 2 * chows + 3 * (sets_left - chows - pungs) + 2 * (pair_left - pair)
                    if missing + max(left - held[face + 1], 0) < best:
                        rest = walk(face + 1, begun_last, chows, sets_left - chows - pungs, pair_left - pair)
                        best = min(best, missing + rest)
        return best

    return walk(0, 0, 0, sets, pairs)


def pairs_missing(counts: tuple[int, ...], pairs: int, four_alike: bool, size: int) -> int:
    """Fewest missing tiles for `pairs` pairs, of different faces or at most two of a face; others must just be there."""
    best = {0: 0}
    for held in counts:
        further: dict[int, int] = {}
        for number, missing in best.items():
            for more in range(3 if four_alike else 2):
                cost = missing + max(2 * more - held, 0)
                if number + more <= pairs:
                    further[number + more] = min(further.get(number + more, NEVER), cost)
        best = further
    return max(best[pairs], size - sum(counts))


def orphans_missing(counts: tuple[int, ...]) -> int:
    """Missing tiles for one of each terminal and honour and a second of one of them."""
    return min(sum(max(1 + (face == pair) - counts[face], 0) for face in YAOCHU) for pair in YAOCHU)


def any_of_missing(counts: tuple[int, ...], faces: frozenset[int], size: int) -> int:
    """Missing tiles until `size` tiles are all among `faces`."""
    return size - sum(counts[face] for face in faces)


@cache
def apart() -> list[tuple[int, ...]]:
    """Ranks of a suit that are at least three apart."""
    return [
        ranks
        for size in range(10)
        for ranks in combinations(range(9), size)
        if all(abs(one - other) >= 3 for one, other in combinations(ranks, 2))
    ]


def unrelated_missing(counts: tuple[int, ...]) -> int:
    """Missing tiles for fourteen different tiles, tiles of a suit at least three apart."""
    best = NEVER
    # Per suit only the number of tiles and the best that are held matter.
    held = []
    for suit in SUITS[:3]:
        most = dict.fromkeys(range(4), 0)
        for ranks in apart():
            most[len(ranks)] = max(most[len(ranks)], sum(counts[suit[rank]] > 0 for rank in ranks))
        held.append(most)
    honours = sum(counts[face] > 0 for face in SUITS[3])
    for sizes in product(range(4), repeat=3):
        rest = 14 - sum(sizes)
        if 0 <= rest <= 7:
            best = min(best, 14 - sum(held[suit][size] for suit, size in enumerate(sizes)) - min(rest, honours))
    return best


@cache
def knitted_faces() -> list[list[int]]:
    """The six ways to lay 147, 258, 369 into three suits, nine faces each."""
    return [
        [9 * suit + first + step for suit, first in enumerate(order) for step in (0, 3, 6)] for order in permutations(range(3))
    ]


def knitted_honours_missing(counts: tuple[int, ...]) -> int:
    """Missing tiles for fourteen different tiles out of the honours and nine knitted faces."""
    return min(14 - min(sum(counts[face] > 0 for face in [*nine, *SUITS[3]]), 14) for nine in knitted_faces())


def knitted_straight_missing(counts: tuple[int, ...], melds: int, alphabet: Alphabet) -> int:
    """Missing tiles for nine knitted faces, one set (or the laid one) and a pair."""
    best = NEVER
    for nine in knitted_faces():
        rest = list(counts)
        missing = 0
        for face in nine:
            missing += rest[face] == 0
            rest[face] = max(rest[face] - 1, 0)
        best = min(best, missing + standard_missing(tuple(rest), 1 - melds, alphabet))
    return best


@dataclass(frozen=True)
class Shape:
    """One shape of a page: its kind and what that kind needs."""

    kind: str
    alphabet: Alphabet = field(default_factory=Alphabet)
    suits: int = 15
    number: int = 7
    four_alike: bool = False
    faces: frozenset[int] = frozenset()
    size: int = 14
    max_melds: int = 0
    max_wilds: int = NEVER


def shape_distance(counts: tuple[int, ...], wilds: int, melds: int, sets: int, shape: Shape) -> int:
    """Distance to one shape."""
    if shape.kind == "standard":
        inside = tuple(held if shape.suits >> face // 9 & 1 else 0 for face, held in enumerate(counts))
        alphabet = Alphabet(
            *(
                frozenset(face for face in faces if shape.suits >> face // 9 & 1)
                for faces in (shape.alphabet.chows, shape.alphabet.pungs, shape.alphabet.pairs)
            ),
            fifth_copy=shape.alphabet.fifth_copy,
            extra=shape.alphabet.extra,
        )
        missing = standard_missing(inside, sets - melds, alphabet)
    elif melds > shape.max_melds:
        return NEVER
    elif shape.kind == "pairs":
        missing = pairs_missing(counts, shape.number, shape.four_alike, shape.size)
    elif shape.kind == "orphans":
        missing = orphans_missing(counts)
    elif shape.kind == "any of":
        missing = any_of_missing(counts, shape.faces, shape.size - 3 * melds)
    elif shape.kind == "unrelated":
        missing = unrelated_missing(counts)
    elif shape.kind == "knitted honours":
        missing = knitted_honours_missing(counts)
    else:
        missing = knitted_straight_missing(counts, melds, shape.alphabet)
    return max(missing - min(wilds, shape.max_wilds), 0) - 1


@dataclass(frozen=True)
class Page:
    """The shapes of a page, its wild faces, faces of no use, and its stand-in, which may be free to be itself."""

    shapes: tuple[Shape, ...]
    sets: int = 4
    wild: frozenset[int] = frozenset()
    stand_in: int = -1
    stands_for: int = -1
    free: bool = False
    dead: frozenset[int] = frozenset()


def distance(hand: tuple[int, ...], page: Page, melds: int = 0) -> int:
    """Distance of the tiles as they are printed, 34 or 42 counts."""
    wilds = sum(held for face, held in enumerate(hand) if face in page.wild)
    natural = [0 if face in page.wild | page.dead else held for face, held in enumerate(hand[:34])]
    read = [tuple(natural)]
    if page.stand_in >= 0 and page.stand_in not in page.wild:
        held = natural[page.stand_in]
        read = []
        for own in range(held + 1) if page.free else [0]:
            natural[page.stand_in] = own
            natural[page.stands_for] += held - own
            read.append(tuple(natural))
            natural[page.stands_for] -= held - own
    return min(shape_distance(one, wilds, melds, page.sets, shape) for one in read for shape in page.shapes)


def helpful(hand: tuple[int, ...], page: Page, melds: int = 0) -> set[int]:
    """Faces that bring the hand closer when drawn, whether or not a copy is left."""
    now = distance(hand, page, melds)
    closer = set()
    for face in range(len(hand)):
        drawn = tuple(held + (other == face) for other, held in enumerate(hand))
        if distance(drawn, page, melds) < now:
            closer.add(face)
    return closer
