"""Distance, waits and acceptance: the kernels against a slow twin, against published counts and against other programs' hands."""

from __future__ import annotations

import csv
import json
from itertools import combinations, product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjstats import distances
from mjstats.hand import Hand
from mjstats.kernel import classes, waits
from mjstats.kernel import distance as kernels
from mjstats.tiles import count_faces
from tests.twin import distance as twin

NO_CHOWS = np.zeros(34, dtype=np.int64)
NO_RED_GREEN = np.array([1] * 32 + [0, 0])
ALL = frozenset(range(34))
NINE_GATES = ("one_suit_kinds_13", "one_suit_ready_13", "nine_gates_deals_14")
PAIRS_258 = frozenset(first + rank for first in (0, 9, 18) for rank in (1, 4, 7))


class Case(NamedTuple):
    """A plan for the kernels and the same page for the twin."""

    plan: kernels.ShapePlan
    page: twin.Page


def plain() -> Case:
    return Case(kernels.build_plan(), twin.Page((twin.Shape("standard"),)))


def riichi() -> Case:
    rows = [kernels.standard_row(), kernels.pairs_row(), kernels.orphans_row()]
    return Case(kernels.build_plan(rows), twin.Page((twin.Shape("standard"), twin.Shape("pairs"), twin.Shape("orphans"))))


def chinese() -> Case:
    rows = [
        kernels.standard_row(),
        kernels.pairs_row(four_alike=True),
        kernels.orphans_row(),
        kernels.knitted_honours_row(),
        kernels.knitted_straight_row(),
    ]
    shapes = (
        twin.Shape("standard"),
        twin.Shape("pairs", four_alike=True),
        twin.Shape("orphans"),
        twin.Shape("knitted honours"),
        twin.Shape("knitted straight", max_melds=1),
    )
    return Case(kernels.build_plan(rows), twin.Page(shapes))


def stand_in() -> Case:
    """Wild 4m with white in its place, pairs and unrelated tiles besides, a wild tile may be a fifth copy."""
    plan = kernels.build_plan(
        [kernels.standard_row(), kernels.pairs_row(four_alike=True), kernels.unrelated_row()],
        shapes=[classes.build_shape(fifth_copy=True)],
        wild=[3],
        stand_in=31,
        stands_for=3,
    )
    shapes = (
        twin.Shape("standard", twin.Alphabet(fifth_copy=True)),
        twin.Shape("pairs", four_alike=True),
        twin.Shape("unrelated"),
    )
    return Case(plan, twin.Page(shapes, wild=frozenset({3}), stand_in=31, stands_for=3))


def many_ways() -> Case:
    """A pair of 2, 5, 8 with one wild tile at most; one suit; all pungs; any tiles of a mask; red and green are useless."""
    allowed = NO_RED_GREEN
    pair_258 = classes.pair_of_258()
    shapes = [
        classes.build_shape(pair_ok=pair_258, pung_ok=allowed, fifth_copy=True),
        classes.build_shape(pair_ok=allowed, pung_ok=allowed, fifth_copy=True),
        classes.build_shape(pair_ok=allowed, pung_ok=allowed, chow_ok=NO_CHOWS, fifth_copy=True),
    ]
    masks = np.zeros((2, 34), dtype=np.int64)
    masks[0, sorted(PAIRS_258)] = 1
    masks[1, 27:32] = 1
    rows = [kernels.standard_row(0, max_wilds=1), *(kernels.standard_row(1, suits=1 << suit) for suit in range(3))]
    rows += [kernels.standard_row(2), kernels.any_of_row(0), kernels.any_of_row(1)]
    chows = twin.Alphabet().chows
    most = ALL - {32, 33}
    free = twin.Alphabet(chows, most, most, fifth_copy=True)
    page = twin.Page(
        (
            twin.Shape("standard", twin.Alphabet(chows, most, PAIRS_258, fifth_copy=True), max_wilds=1),
            *(twin.Shape("standard", free, suits=1 << suit) for suit in range(3)),
            twin.Shape("standard", twin.Alphabet(frozenset(), most, most, fifth_copy=True)),
            twin.Shape("any of", faces=PAIRS_258, max_melds=5),
            twin.Shape("any of", faces=frozenset(range(27, 32)), max_melds=5),
        ),
        wild=frozenset({22}),
    )
    return Case(kernels.build_plan(rows, shapes=shapes, faces=masks, wild=[22]), page)


def sixteen() -> Case:
    """Five sets and a pair, or eight pairs and any tile; flowers are wild."""
    rows = [kernels.standard_row(), kernels.pairs_row(8, True, 17)]
    plan = kernels.build_plan(rows, shapes=[classes.build_shape(5, fifth_copy=True)], wild=[31, *range(34, 42)])
    shapes = (
        twin.Shape("standard", twin.Alphabet(fifth_copy=True)),
        twin.Shape("pairs", number=8, four_alike=True, size=17),
    )
    return Case(plan, twin.Page(shapes, sets=5, wild=frozenset({31, *range(34, 42)})))


def chinese_and_wild() -> Case:
    """The knitted shapes with wild tiles of two faces; red is of no use."""
    rows = [kernels.knitted_honours_row(max_wilds=1), kernels.knitted_straight_row(), kernels.orphans_row(max_wilds=2)]
    pung_ok = np.where(np.arange(34) == 33, 0, 1)
    shape = classes.build_shape(pair_ok=pung_ok, pung_ok=pung_ok, fifth_copy=True)
    alphabet = twin.Alphabet(pungs=ALL - {33}, pairs=ALL - {33}, fifth_copy=True)
    shapes = (
        twin.Shape("knitted honours", max_wilds=1),
        twin.Shape("knitted straight", alphabet, max_melds=1),
        twin.Shape("orphans", max_wilds=2),
    )
    plan = kernels.build_plan(rows, shapes=[shape], wild=[8, 13], dead=[33])
    return Case(plan, twin.Page(shapes, wild=frozenset({8, 13}), dead=frozenset({33})))


def honour_chows() -> Case:
    """Wild tiles of two faces, chows of honours, seven pairs, unrelated tiles."""
    extra = [*combinations(range(27, 31), 3), (31, 32, 33)]
    rows = [kernels.standard_row(), kernels.pairs_row(four_alike=True), kernels.unrelated_row()]
    shape = classes.build_shape(fifth_copy=True, extra_sets=tuple(extra))
    shapes = (
        twin.Shape("standard", twin.Alphabet(fifth_copy=True, extra=frozenset(extra))),
        twin.Shape("pairs", four_alike=True),
        twin.Shape("unrelated"),
    )
    return Case(kernels.build_plan(rows, shapes=[shape], wild=[30, 27]), twin.Page(shapes, wild=frozenset({27, 30})))


def free_stand_in() -> Case:
    """Wild 4m; a white is a 4m or a white, as suits the hand; a flush of the suit with two wild tiles at most."""
    rows = [kernels.standard_row(suits=1, max_wilds=2), kernels.pairs_row(), kernels.standard_row(1, max_wilds=1)]
    no_chows = classes.build_shape(fifth_copy=True, chow_ok=NO_CHOWS)
    plan = kernels.build_plan(
        rows, shapes=[classes.build_shape(fifth_copy=True), no_chows], wild=[3], stand_in=31, stands_for=3, free=True
    )
    shapes = (
        twin.Shape("standard", twin.Alphabet(fifth_copy=True), suits=1, max_wilds=2),
        twin.Shape("pairs"),
        twin.Shape("standard", twin.Alphabet(frozenset(), fifth_copy=True), max_wilds=1),
    )
    return Case(plan, twin.Page(shapes, wild=frozenset({3}), stand_in=31, stands_for=3, free=True))


CASES = {
    "plain": plain,
    "riichi": riichi,
    "chinese": chinese,
    "stand-in": stand_in,
    "many ways": many_ways,
    "sixteen": sixteen,
    "chinese, wild": chinese_and_wild,
    "honour chows": honour_chows,
    "free stand-in": free_stand_in,
}


@st.composite
def hands(draw: st.DrawFn, sets: int, over: int) -> tuple[tuple[int, ...], int]:
    """Printed counts of 42 faces and a number of melds. Few faces at a time, so that good hands are not rare."""
    melds = draw(st.integers(0, sets - 1).map(lambda number: max(number - 2, 0)))
    size = 3 * (sets - melds) + 1 + over
    faces = draw(st.lists(st.integers(0, 41), min_size=5, max_size=20, unique=True))
    if draw(st.booleans()):
        faces = sorted({*faces, 3, 27, 31})
    near = sorted({face + step for face in faces for step in (0, 1, 2) if face + step < 42})
    wall = [face for face in near for _ in range(4 if face < 34 else 1)]
    picked = draw(st.permutations(wall))[:size]
    counts = [0] * 42
    for face in picked:
        counts[face] += 1
    return tuple(counts), melds


def kernel_distance(case: Case, hand: tuple[int, ...], melds: int) -> int:
    out = np.zeros(1, dtype=np.int64)
    kernels.distances(case.plan, np.array([hand], dtype=np.int8), np.array([melds]), out)
    return int(out[0])


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_distance_agrees_with_the_twin(name: str, data: st.DataObject) -> None:
    case = CASES[name]()
    hand, melds = data.draw(hands(case.plan.sets, data.draw(st.integers(0, 1))))
    assert kernel_distance(case, hand, melds) == twin.distance(hand, case.page, melds)


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
@settings(max_examples=12)
def test_acceptance_agrees_with_the_twin(name: str, data: st.DataObject) -> None:
    case = CASES[name]()
    hand, melds = data.draw(hands(case.plan.sets, 0))
    counts = np.array([hand], dtype=np.int8)
    seen, left, now = np.zeros_like(counts), np.zeros(counts.shape, dtype=np.int64), np.zeros(1, dtype=np.int64)
    seen[0, :3] = 1
    waits.acceptance(case.plan, counts, np.array([melds]), seen, now, left)
    assert {int(face) for face in np.flatnonzero(left[0] >= 0)} == twin.helpful(hand, case.page, melds)
    for face in np.flatnonzero(left[0] >= 0):
        copies = 4 if face < 34 else 0
        assert left[0, face] == max(copies - hand[face] - seen[0, face], 0)


def test_classes_of_a_suit() -> None:
    # Published: 126 and 55 tables with at most four of a face, 187 and 83 for five sets.
    for sets, suit, honours in ((4, 126, 55), (5, 187, 83)):
        shape = classes.build_shape(sets)
        assert len(np.unique(shape.suits[0].class_of)) == suit
        assert len(np.unique(shape.suits[3].class_of)) == honours
    halves = classes.build_shape().suits[0].missing[:-1]
    assert len(classes.merge_classes(halves, halves)[1]) == 180


def test_one_suit_completed_by_wild_tiles() -> None:
    # Verified twice: vectors of one suit that k = 0..8 wild tiles complete, with a pair and without (the empty one counted).
    with_pair = [18874, 56321, 72381, 59038, 38657, 22943, 12708, 6534, 3088]
    without = [2869, 11771, 19443, 18518, 12234, 6522, 3088, 1323, 504]
    suit = classes.build_shape(fifth_copy=True).suits[0]
    tiles = sum(np.arange(5**9) // 5**rank % 5 for rank in range(9))
    for pair, expected in ((1, with_pair), (0, without)):
        found = []
        for wilds in range(9):
            by_sets = [
                int(np.sum((tiles + wilds == 3 * sets + 2 * pair) & (suit.missing[suit.class_of, sets, pair] == wilds)))
                for sets in range(5)
            ]
            found.append(sum(by_sets))
        assert found == expected


def test_other_programs_hands(shared_dir: Path) -> None:
    file = shared_dir / "data" / "riichi" / "distance.jsonl"
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    hands = np.array([count_faces(record["hand"], size=34) for record in records], dtype=np.int8)
    out = np.empty(len(hands), dtype=np.int64)
    shapes = {
        "standard": kernels.standard_row(),
        "seven-pairs": kernels.pairs_row(),
        "thirteen-orphans": kernels.orphans_row(),
    }
    for name, row in shapes.items():
        kernels.distances(kernels.build_plan([row]), hands, np.zeros(len(hands), dtype=np.int64), out)
        assert out.tolist() == [record["distance"][name] for record in records]


def test_kept_indices_follow_the_counts() -> None:
    case = riichi()
    random = np.random.default_rng(5)
    wall = np.repeat(np.arange(34), 4)
    for _ in range(50):
        counts = np.bincount(random.permutation(wall)[:14], minlength=34)
        indices = [kernels.suit_index(counts, suit) for suit in range(4)]
        out, face = int(np.flatnonzero(counts)[0]), int(np.flatnonzero(counts < 4)[-1])
        for tile, step in ((out, -1), (face, 1)):
            counts[tile] += step
            indices[tile // 9] += step * int(kernels.POW5[tile % 9])
        assert indices == [kernels.suit_index(counts, suit) for suit in range(4)]
        kept = np.empty(1, dtype=np.int64)
        kernels.distances_from_indices(case.plan, np.array([indices]), np.zeros(1, dtype=np.int64), kept)
        assert kept[0] == kernel_distance(case, tuple(counts.tolist()), 0)


def test_a_lone_wild_tile_waits_for_anything() -> None:
    tables = kernels.build_plan(shapes=[classes.build_shape(fifth_copy=True)]).tables

    def missing(text: str, sets: int) -> int:
        counts = count_faces(text, size=34)
        indices = [kernels.suit_index(counts, suit) for suit in range(4)]
        return int(kernels.sets_missing(tables, 0, *indices, sets))

    assert missing("123m456p789s111z", 4) == 0
    assert missing("123m456p79s111z", 4) == 1  # with two wild tiles: one in the set, one alone
    assert missing("123m456p78s11z9m", 4) == 2


def test_a_fifth_copy() -> None:
    # 1111m and three sets: ready on the fifth 1m only where a wild tile may stand for it; no copy of it is left.
    bounded = distances.waits_of("1111m234p567p789s")
    assert bounded.tiles() == {}
    assert distances.distance("1111m234p567p789s") == 1
    plan = kernels.build_plan(shapes=[classes.build_shape(fifth_copy=True)])
    counts = count_faces("1111m234p567p789s", size=34)[None].astype(np.int8)
    ready, left = np.zeros(counts.shape, dtype=np.int64), np.zeros(counts.shape, dtype=np.int64)
    waits.waits(plan, counts, np.zeros(1, dtype=np.int64), np.zeros_like(counts), ready, left)
    assert np.flatnonzero(ready[0]).tolist() == [0]
    assert left.sum() == 0


def test_nine_gates(data_dir: Path) -> None:
    with (data_dir / "figures.csv").open(encoding="utf-8", newline="") as file:
        figures = {row["name"]: int(row["value"]) for row in csv.DictReader(file) if row["name"] in NINE_GATES}
    vectors = np.array([vector for vector in product(range(5), repeat=9) if sum(vector) == 13], dtype=np.int8)
    assert len(vectors) == figures["one_suit_kinds_13"]
    hands = np.zeros((len(vectors), 34), dtype=np.int8)
    hands[:, :9] = vectors
    ready = distances.waits_of(hands).ready
    assert ready.any(axis=1).sum() == figures["one_suit_ready_13"]
    gates = vectors[ready.sum(axis=1) == 9]
    assert gates.tolist() == [[3, 1, 1, 1, 1, 1, 1, 1, 3]]
    drawn = [gates[0] + (np.arange(9) == rank) for rank in range(9)]
    deals = 3 * sum(prod(comb(4, int(held)) for held in hand) for hand in drawn)
    assert deals == figures["nine_gates_deals_14"]


def test_hands_and_arrays_agree() -> None:
    texts = ["123m456p789s1122z", "19m19p19s1234567z", "123m456p789s112z"]
    hands = np.array([count_faces(text, size=34) for text in texts])
    assert distances.distance(hands).tolist() == [distances.distance(text) for text in texts]
    many = distances.waits_of(hands[:1])
    assert many.left[0].tolist() == distances.waits_of(texts[0]).left.tolist()[:34]
    assert distances.waits_of(texts[0]).tiles() == {"1z": 2, "2z": 2}
    assert distances.distance(Hand("123m456p11z", melds=["789s", "222z"])) == -1


def test_acceptance_and_discards_agree() -> None:
    # Discarding and then looking at the thirteen tiles left is the same as asking for all discards at once.
    text = "1123m4568p2345s77z"
    table = distances.acceptance(text)
    assert isinstance(table, distances.Discards)
    counts = count_faces(text, size=34)
    for face in np.flatnonzero(counts):
        discarded = np.bincount([face], minlength=34)
        after = distances.acceptance(counts - discarded, seen=discarded)
        assert isinstance(after, distances.Acceptance)
        assert (int(after.distance), int(after.total)) == (table.distance[face], table.accepted[face])


def test_acceptance_counted_by_hand() -> None:
    # Without 4s: 3s 4s 6s 7s 5s or 1z begin what 5s or 1z lack, 2s makes the set: 4 + 3 + 4 + 4 + 3 + 3 + 2.
    table = distances.acceptance("123m789m456p2245s1z")
    assert isinstance(table, distances.Discards)
    assert (table.distance[21], table.accepted[21]) == (1, 23)
    assert (table.distance[27], table.accepted[27]) == (0, 8)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        (np.zeros(33, dtype=int), r"counts: int64 \(1, 33\): must be integers"),
        (np.full(34, 5), r"counts\[0\]: 5 of 1m: a face has 0 to 4 tiles"),
        (np.zeros(34), "counts: float64"),
        (5, "counts: 5: a tile text, a Hand or an array of counts is needed"),
        (None, "counts: None: a tile text"),
    ],
)
def test_bad_counts_are_told(counts: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        distances.distance(counts)


def test_bad_shapes_are_told() -> None:
    with pytest.raises(ValueError, match="melds: 5 to 5"):
        distances.distance("11m", melds=5)
    with pytest.raises(ValueError, match="melds: 'x': must be a whole number, or one a hand"):
        distances.distance("11m", melds="x")
    with pytest.raises(ValueError, match="seen: 3: must be a tile text or counts shaped as the hands"):
        distances.acceptance("123m456m79m1122p4s", seen=3)
    with pytest.raises(ValueError, match="chow_ok: face 7"):
        classes.build_shape(chow_ok=np.ones(34, dtype=np.int64))
    with pytest.raises(ValueError, match="sets: 6"):
        classes.build_shape(6)
    with pytest.raises(ValueError, match="acceptance needs hands"):
        distances.acceptance("123m")


@pytest.mark.parametrize(
    ("rules", "indicator", "hand", "expected"),
    [
        ("hangzhou", "3s", "123m456m789m12s5z11p", -1),  # white is 3s
        ("hangzhou", "3s", "123m456m789m12s1p33s", -1),  # two wild tiles
        ("hangzhou", "3s", "123m456m789m123p55z", -1),  # whites are a pair of 3s
        ("hangzhou", "5z", "123m456m789m12s1p55z", -1),  # white itself is wild
        ("hangzhou", "3s", "1188m2277p5566s11z", -1),  # seven pairs
        ("hangzhou", "3s", "1188m2277p1111z5s5z", 0),  # four alike are two pairs, 5s and white as 3s do not pair
        ("wuhan", "4s", "123m456m789m123p22s", -1),
        ("wuhan", "4s", "123m456m789m123p11s", 1),  # no pair of 2, 5 or 8: two tiles missing
        ("wuhan", "4s", "123m456m789m12p2s55s", 0),  # without a pattern one wild tile at most
        ("wuhan", "4s", "111m222p333s44m1p555s", -1),  # all pungs frees the pair and the number of wild tiles
        ("wuhan", "4s", "2m5m8m2p5p8p2s8s2m5m8m2p5p8p", -1),  # any tiles of 2, 5, 8
    ],
)
def test_pages(rules: str, indicator: str, hand: str, expected: int) -> None:
    assert distances.distance(hand, rules=rules, indicator=indicator) == expected


def test_waits_of_a_page_name_tiles_as_printed() -> None:
    # 12s waits for 3s: under indicator 3s that is white, or one of the three wild tiles.
    found = distances.waits_of("123m456m789m12s11p", rules="hangzhou", indicator="3s")
    assert found.tiles() == {"3s": 3, "5z": 4}
