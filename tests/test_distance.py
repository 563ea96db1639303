"""Distance, waits and acceptance: the kernels against a slow twin, against published counts and against other programs' hands."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjstats.kernel import classes, waits
from mjstats.kernel import distance as kernels
from tests.twin import distance as twin

NO_CHOWS = np.zeros(34, dtype=np.int64)
NO_RED_GREEN = np.array([1] * 32 + [0, 0])
ALL = frozenset(range(34))
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
    """A pair of 2, 5, 8 unless the hand is of one suit or all pungs, any tiles of a mask, red and green useless, one wild tile at most."""
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


CASES = {"plain": plain, "riichi": riichi, "chinese": chinese, "stand-in": stand_in, "many ways": many_ways, "sixteen": sixteen}


@st.composite
def hands(draw: st.DrawFn, sets: int, over: int) -> tuple[tuple[int, ...], int]:
    """Printed counts of 42 faces and a number of melds. Few faces at a time, so that good hands are not rare."""
    melds = draw(st.integers(0, sets - 1).map(lambda number: max(number - 2, 0)))
    size = 3 * (sets - melds) + 1 + over
    faces = draw(st.lists(st.integers(0, 41), min_size=5, max_size=20, unique=True))
    near = sorted({face + step for face in faces for step in (0, 1, 2) if face + step < 42})
    wall = [face for face in near for _ in range(4 if face < 34 else 1)]
    picked = draw(st.permutations(wall))[:size]
    counts = [0] * 42
    for face in picked:
        counts[face] += 1
    return tuple(counts), melds


def kernel_distance(case: Case, hand: tuple[int, ...], melds: int) -> int:
    out = np.zeros(1, dtype=np.int64)
    kernels.distances(case.plan, np.array([hand], dtype=np.int64), np.array([melds]), out)
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
    counts = np.array([hand], dtype=np.int64)
    seen, left, now = np.zeros_like(counts), np.zeros_like(counts), np.zeros(1, dtype=np.int64)
    seen[0, :3] = 1
    waits.acceptance(case.plan, counts, np.array([melds]), seen, now, left)
    assert {int(face) for face in np.flatnonzero(left[0] >= 0)} == twin.helpful(hand, case.page, melds)
    for face in np.flatnonzero(left[0] >= 0):
        copies = 4 if face < 34 else 0
        assert left[0, face] == max(copies - hand[face] - seen[0, face], 0)
