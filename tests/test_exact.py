"""Exact counting against published figures and against a count of every single deal of small walls."""

from __future__ import annotations

from collections import Counter as Tally
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import pytest

from mjstats.exact import Counter, Population, Wall, as_json, frequencies, kinds_dealt, odds, waits, wall_of
from mjstats.exact.patterns import FACES, SETS, complete_within
from mjstats.exact.waiting import count_waits
from mjstats.kernel import classes
from mjstats.kernel import distance as plans
from tests.twin import distance as twin

NOTHING = np.zeros(42, dtype=np.int64)


def plain(**change: int) -> np.ndarray:
    """Copies of a wall: four of each of 34 faces, the faces m p s z changed as told."""
    copies = NOTHING.copy()
    copies[:34] = 4
    for suit, number in change.items():
        first = "mpsz".index(suit) * 9
        copies[first : first + (7 if suit == "z" else 9)] = number
    return copies


MCR = (
    plans.standard_row(),
    plans.pairs_row(four_alike=True),
    plans.orphans_row(),
    plans.knitted_honours_row(),
    plans.knitted_straight_row(),
)


@cache
def mcr_counter() -> Counter:
    """Complete and ready hands of MCR's shapes, whatever the wall."""
    return Counter(plans.build_plan(MCR), 14, most=2)


def complete(rows: list[list[int]], tiles: int = 14, copies: np.ndarray | None = None) -> int:
    """Complete deals of a wall, four sets and a pair if rows ask for it."""
    plan = plans.build_plan(rows, copies=copies)
    return Population(Counter(plan, tiles, most=1), wall_of(plan)).complete(tiles)


def mean(distances: dict[int, int]) -> float:
    return sum(distance * deals for distance, deals in distances.items()) / sum(distances.values())


@cache
def population(name: str, tiles: int) -> Population:
    rows = {
        "standard": [plans.standard_row()],
        "riichi": [plans.standard_row(), plans.pairs_row(), plans.orphans_row()],
        "five sets": [plans.standard_row()],
    }[name]
    plan = plans.build_plan(rows, shapes=[classes.build_shape(5 if name == "five sets" else 4)])
    return Population(Counter(plan, tiles), wall_of(plan))


def test_every_deal_is_counted() -> None:
    for tiles in (1, 13, 14):
        assert sum(population("standard", 14).overall(tiles).values()) == comb(136, tiles)


@pytest.mark.parametrize("tiles", [13, 14, 16, 17])
def test_kinds_of_hands(figures: dict[str, str], tiles: int) -> None:
    plan = plans.build_plan()
    assert Population(Counter(plan, tiles, kinds=True), wall_of(plan)).total(tiles) == int(figures[f"kinds_{tiles}"])


def test_kinds_of_complete_hands(figures: dict[str, str]) -> None:
    for copies, name in ((plain(), "complete_std_kinds_14"), (plain(z=0), "complete_std_kinds_27_14")):
        plan = plans.build_plan(copies=copies)
        assert Population(Counter(plan, 14, kinds=True, most=1), wall_of(plan)).complete(14) == int(figures[name])


def test_one_suit(figures: dict[str, str]) -> None:
    rows = [plans.standard_row(), plans.pairs_row()]
    for some, name in ((rows[:1], "one_suit_ready_13"), (rows, "one_suit_ready_pairs_13")):
        plan = plans.build_plan(some, copies=plain(p=0, s=0, z=0))
        hands = Population(Counter(plan, 14, kinds=True), wall_of(plan))
        assert hands.given(13, 0)[0] == int(figures[name])
        assert (hands.total(13), hands.total(14)) == (int(figures["one_suit_kinds_13"]), int(figures["one_suit_kinds_14"]))


def test_complete_deals(figures: dict[str, str]) -> None:
    standard, orphans = plans.standard_row(), plans.orphans_row()
    assert complete([standard]) == int(figures["complete_std_deals_14"])
    assert complete([plans.pairs_row()]) == int(figures["complete_pairs_deals_14"])
    assert complete([plans.pairs_row(four_alike=True)]) == int(figures["complete_pairs_quads_deals_14"])
    assert complete([orphans]) == int(figures["complete_orphans_deals_14"])
    assert complete([standard, plans.pairs_row(), orphans]) == int(figures["complete_riichi_deals_14"])
    assert complete([standard], copies=plain(z=0)) == int(figures["complete_std_deals_27_14"])
    assert 3 * complete([standard], copies=plain(p=0, s=0, z=0)) == int(figures["full_flush_std_deals_14"])


def test_complete_chinese_deals(figures: dict[str, str]) -> None:
    # No complete knitted or orphans hand is complete in another way: apart the counts add up, in one call they are told apart.
    apart = [[plans.orphans_row()], [plans.knitted_honours_row()], [plans.knitted_straight_row()]]
    melds_and_pairs = [plans.standard_row(), plans.pairs_row(four_alike=True)]
    published = int(figures["complete_mcr_deals_14"])
    assert complete(melds_and_pairs) + sum(complete(rows) for rows in apart) == published
    assert Population(mcr_counter(), wall_of(plans.build_plan())).complete(14) == published


def test_knitted_straight_at_every_distance() -> None:
    plan = plans.build_plan([plans.knitted_straight_row()])
    found = Population(Counter(plan, 14), wall_of(plan)).overall(14)
    assert sum(found.values()) == comb(136, 14)
    # Six ways to lay the nine faces, one tile of four for each; a hand farther away than ten misses at most nine and a pair.
    assert found[-1] == complete([plans.knitted_straight_row()])
    assert max(found) <= 9


def test_all_green(figures: dict[str, str]) -> None:
    copies = NOTHING.copy()
    copies[[19, 20, 21, 23, 25, 32]] = 4
    assert complete([plans.standard_row()], copies=copies) == int(figures["all_green_deals_14"])


def test_all_pungs(figures: dict[str, str]) -> None:
    plan = plans.build_plan(shapes=[classes.build_shape(chow_ok=np.zeros(34, dtype=np.int64))])
    assert Population(Counter(plan, 14, most=1), wall_of(plan)).complete(14) == int(figures["all_pungs_deals_14"])


def test_big_three_dragons(figures: dict[str, str]) -> None:
    # Three of each dragon, four ways to choose them; a fourth would be of no use. The other five tiles are a set and a pair.
    plan = plans.build_plan(copies=plain())
    without = np.where(np.isin(np.arange(42), (31, 32, 33)), 0, plan.copies)
    rest = plans.build_plan(copies=without)
    hands = Population(Counter(rest, 5, melds=3, most=1), wall_of(rest))
    assert 4**3 * hands.complete(5) == int(figures["big_three_dragons_deals_14"])


def test_nine_kinds_of_terminals_and_honours(figures: dict[str, str]) -> None:
    ends = [0, 8, 9, 17, 18, 26, *range(27, 34)]
    found = kinds_dealt(ends, 14)
    assert sum(found.values()) == comb(136, 14)
    nine = sum(deals for kinds, deals in found.items() if kinds >= 9) / comb(136, 14)
    assert nine == pytest.approx(float(figures["nine_yaochu_14"]), abs=6e-9)
    # One of each of the thirteen, and the fourteenth tile pairs one of them or is one of the 84 others.
    assert found[13] == complete([plans.orphans_row()]) + 4**13 * 84


def test_patterns_of_complete_deals(figures: dict[str, str]) -> None:
    shown = frequencies().set_index("pattern").deals
    for pattern, name in {
        "complete": "complete_std_deals_14",
        "all-pungs": "all_pungs_deals_14",
        "full-flush": "full_flush_std_deals_14",
        "all-green": "all_green_deals_14",
        "no-honors": "complete_std_deals_27_14",
    }.items():
        assert shown[pattern] == int(figures[name]), pattern
    # The face of the pair, the faces of the four pungs, and which of four tiles each.
    assert shown["all-honors"] == 7 * comb(6, 4) * 4**4 * 6
    assert shown["all-258"] == 9 * comb(8, 4) * 4**4 * 6
    riichi = frequencies(shapes=["standard", "seven-pairs", "thirteen-orphans"]).set_index("pattern").deals
    assert riichi["complete"] == int(figures["complete_riichi_deals_14"])
    assert riichi["seven-pairs"] == int(figures["complete_pairs_deals_14"])
    assert riichi["thirteen-orphans"] == int(figures["complete_orphans_deals_14"])


def test_waits_of_the_plain_wall(figures: dict[str, str]) -> None:
    table = waits().set_index("waits").deals
    assert sum(table) == int(figures["ready_std_deals_13"])
    # Only 1112345678999 of one suit waits for nine faces: four ones of four, seven ranks of four, four nines.
    assert table[9] == 3 * 4**9
    by_copies = waits(copies=True).set_index("waits").deals
    assert sum(by_copies) == sum(table)
    # Waits and copies are two ways to count the complete hands: each of these has been ready before its last tile.
    complete_hands = int(figures["complete_std_deals_14"])
    assert sum(number * deals for number, deals in by_copies.items()) == 14 * complete_hands


def test_distances(figures: dict[str, str]) -> None:
    assert population("standard", 14).overall(13)[0] == int(figures["ready_std_deals_13"])
    assert mean(population("standard", 14).overall(13)) == pytest.approx(3.785806335647, abs=1e-12)
    assert mean(population("standard", 14).overall(14)) == pytest.approx(3.315576237904, abs=1e-12)
    for name, key, tiles in (
        ("riichi", "riichi_13", 13),
        ("riichi", "riichi_14", 14),
        ("five sets", "std_16", 16),
        ("five sets", "std_17", 17),
    ):
        published = float(figures[f"mean_distance_{key}"])
        assert mean(population(name, 14 if name == "riichi" else 17).overall(tiles)) == pytest.approx(published, abs=6e-8)
    assert population("five sets", 17).overall(17)[-1] == int(figures["complete_taiwan_std_deals_17"])


def test_wild_tiles(figures: dict[str, str]) -> None:
    suits_and_one = plans.build_plan(
        shapes=[classes.build_shape(fifth_copy=True)], wild=[27], copies=np.where(np.arange(42) < 28, 4, 0)
    )
    hands = Population(Counter(suits_and_one, 14), wall_of(suits_and_one))
    assert hands.wall == Wall((4,) * 27 + (0,) * 7, 4)
    for wilds in (0, 1):
        found = Fraction(hands.complete(14, wilds), hands.total(14, wilds))
        assert found == Fraction(figures[f"wild_112_k{wilds}_win_14"])
    assert hands.complete(14) / hands.total(14) == pytest.approx(float(figures["wild_112_overall_win_14"]), abs=6e-9)
    honour = plans.build_plan(shapes=[classes.build_shape(fifth_copy=True)], wild=[27])
    hands = Population(Counter(honour, 14), wall_of(honour))
    assert hands.complete(14) / hands.total(14) == pytest.approx(float(figures["wild_honour_136_overall_win_14"]), abs=6e-10)


def test_a_wild_tile_more_is_a_tile_less() -> None:
    plan = plans.build_plan(
        [plans.standard_row(), plans.pairs_row(four_alike=True)], shapes=[classes.build_shape(fifth_copy=True)], wild=[4]
    )
    hands = Population(Counter(plan, 14), wall_of(plan))
    for wilds in (1, 2, 3, 4):
        complete_at_14 = Fraction(hands.given(14, wilds)[-1], hands.total(14, wilds))
        nearer = sum(deals for distance, deals in hands.given(13, wilds - 1).items() if distance <= 0)
        assert complete_at_14 == Fraction(nearer, hands.total(13, wilds - 1))


class Small(NamedTuple):
    """A small wall and the same shapes for both ways of counting."""

    plan: plans.ShapePlan
    page: twin.Page


HONOUR_CHOWS = (*combinations(range(27, 31), 3), (31, 32, 33))


def few_of(*faces: int) -> np.ndarray:
    """Copies of a wall of just these tiles."""
    return np.bincount(faces, minlength=42)


@cache
def away(counts: tuple[int, ...], page: twin.Page) -> int:
    """The twin's distance: the same hands are asked for again and again."""
    return twin.distance(counts, page)


def small_walls() -> dict[str, Small]:
    """Two short suits and an honour, few copies; hands of two sets and a pair."""
    copies = NOTHING.copy()
    copies[[0, 1, 2, 3]] = 2
    copies[[9, 10, 11]] = 1
    copies[[27]] = 3
    copies[31] = 2
    fifth = classes.build_shape(2, fifth_copy=True)
    bounded = classes.build_shape(2)
    pungs = classes.build_shape(2, chow_ok=np.zeros(34, dtype=np.int64), fifth_copy=True)
    pair_2 = classes.build_shape(2, pair_ok=classes.pair_of_258(), fifth_copy=True)
    any_chow = twin.Alphabet().chows
    every = frozenset(range(34))
    in_258 = frozenset(int(face) for face in np.flatnonzero(classes.pair_of_258()))
    free = twin.Alphabet(fifth_copy=True)
    mask = np.zeros((1, 34), dtype=np.int64)
    mask[0, [0, 1, 27]] = 1
    same = {"sets": 2}
    return {
        "no wild": Small(plans.build_plan(shapes=[bounded], copies=copies), twin.Page((twin.Shape("standard"),), **same)),
        "wild honour": Small(
            plans.build_plan(shapes=[fifth], copies=copies, wild=[31]),
            twin.Page((twin.Shape("standard", free),), wild=frozenset({31}), **same),
        ),
        "wild 2m, white stands in, pairs besides": Small(
            plans.build_plan(
                [plans.standard_row(), plans.pairs_row(4, True, 8)],
                shapes=[fifth],
                copies=copies,
                wild=[1],
                stand_in=31,
                stands_for=1,
            ),
            twin.Page(
                (twin.Shape("standard", free), twin.Shape("pairs", number=4, four_alike=True, size=8)),
                wild=frozenset({1}),
                stand_in=31,
                stands_for=1,
                **same,
            ),
        ),
        "a pair of 2 with one wild tile, pungs, a flush, a mask": Small(
            plans.build_plan(
                [
                    plans.standard_row(0, max_wilds=1),
                    plans.standard_row(1),
                    plans.standard_row(2, suits=1),
                    plans.any_of_row(0, 8),
                ],
                shapes=[pair_2, pungs, fifth],
                copies=copies,
                wild=[31],
                faces=mask,
            ),
            twin.Page(
                (
                    twin.Shape("standard", twin.Alphabet(any_chow, every, in_258, True), max_wilds=1),
                    twin.Shape("standard", twin.Alphabet(frozenset(), every, every, True)),
                    twin.Shape("standard", free, suits=1),
                    twin.Shape("any of", faces=frozenset({0, 1, 27}), size=8),
                ),
                wild=frozenset({31}),
                **same,
            ),
        ),
        "different pairs and any tile": Small(
            plans.build_plan([plans.pairs_row(3, size=7)], shapes=[bounded], copies=copies),
            twin.Page((twin.Shape("pairs", number=3, size=7),), **same),
        ),
        "knitted, two wild faces, red of no use": Small(
            plans.build_plan(
                [plans.knitted_honours_row(max_wilds=1), plans.knitted_straight_row(), plans.standard_row()],
                shapes=[fifth],
                copies=few_of(0, 3, 6, 10, 13, 20, 27, 33, 33, 8, 31),
                wild=[8, 31],
                dead=[33],
            ),
            twin.Page(
                (
                    twin.Shape("knitted honours", max_wilds=1),
                    twin.Shape("knitted straight", free, max_melds=1),
                    twin.Shape("standard", free),
                ),
                wild=frozenset({8, 31}),
                dead=frozenset({33}),
                **same,
            ),
        ),
        "chows of honours, unrelated tiles, two wild faces": Small(
            plans.build_plan(
                [plans.standard_row(), plans.unrelated_row(), plans.pairs_row(4, True, 8)],
                shapes=[classes.build_shape(2, fifth_copy=True, extra_sets=HONOUR_CHOWS)],
                copies=few_of(0, 1, 27, 27, 28, 29, 30, 31, 32, 33, 4, 4),
                wild=[4, 30],
            ),
            twin.Page(
                (
                    twin.Shape("standard", twin.Alphabet(fifth_copy=True, extra=frozenset(HONOUR_CHOWS))),
                    twin.Shape("unrelated"),
                    twin.Shape("pairs", number=4, four_alike=True, size=8),
                ),
                wild=frozenset({4, 30}),
                **same,
            ),
        ),
        "white is 2m or white, a flush besides": Small(
            plans.build_plan(
                [plans.standard_row(max_wilds=1), plans.pairs_row(4, False, 8), plans.standard_row(suits=1)],
                shapes=[fifth],
                copies=few_of(0, 0, 2, 2, 3, 9, 10, 31, 31, 31, 32, 1, 1, 1),
                wild=[1],
                stand_in=31,
                stands_for=1,
                free=True,
            ),
            twin.Page(
                (
                    twin.Shape("standard", free, max_wilds=1),
                    twin.Shape("pairs", number=4, size=8),
                    twin.Shape("standard", free, suits=1),
                ),
                wild=frozenset({1}),
                stand_in=31,
                stands_for=1,
                free=True,
                **same,
            ),
        ),
        "white is north or white": Small(
            plans.build_plan(
                shapes=[fifth],
                copies=few_of(0, 0, 1, 2, 2, 9, 29, 31, 31, 31, 32, 32, 30, 30),
                wild=[30],
                stand_in=31,
                stands_for=30,
                free=True,
            ),
            twin.Page((twin.Shape("standard", free),), wild=frozenset({30}), stand_in=31, stands_for=30, free=True, **same),
        ),
        "irregular": Small(
            plans.build_plan(
                [plans.orphans_row(), plans.unrelated_row(), plans.knitted_honours_row()],
                shapes=[bounded],
                copies=copies,
                wild=[31],
            ),
            twin.Page(
                (twin.Shape("orphans"), twin.Shape("unrelated"), twin.Shape("knitted honours")), wild=frozenset({31}), **same
            ),
        ),
    }


@pytest.mark.parametrize("name", small_walls())
def test_small_walls_tile_by_tile(name: str) -> None:
    plan, page = small_walls()[name]
    wall = [face for face, copies in enumerate(plan.copies) for _ in range(copies)]
    population = Population(Counter(plan, 8), wall_of(plan))
    for tiles in (6, 8):
        by_wilds: dict[int, dict[int, int]] = {}
        for hand, deals in Tally(combinations(wall, tiles)).items():
            counts = [0] * 34
            for face in hand:
                counts[face] += 1
            wilds = sum(face in page.wild for face in hand)
            found = by_wilds.setdefault(wilds, {})
            distance = away(tuple(counts), page)
            found[distance] = found.get(distance, 0) + deals
        assert {wilds: population.given(tiles, wilds) for wilds in by_wilds} == {
            wilds: dict(sorted(found.items())) for wilds, found in by_wilds.items()
        }
        assert population.complete(tiles) == sum(found.get(-1, 0) for found in by_wilds.values())
        assert population.total(tiles) == comb(len(wall), tiles)


@pytest.mark.parametrize(
    ("name", "copies"),
    [
        ("no wild", True),
        ("wild honour", False),
        ("wild 2m, white stands in, pairs besides", False),
        ("different pairs and any tile", True),
        ("chows of honours, unrelated tiles, two wild faces", True),
        ("white is 2m or white, a flush besides", False),
    ],
)
def test_waits_tile_by_tile(name: str, copies: bool) -> None:
    plan, page = small_walls()[name]
    natural = wall_of(plan).natural
    # Tiles as they are printed: nothing but white stands for a wild face.
    always = page.stand_in >= 0 and not page.free
    printed = {face: page.stand_in if always and face == page.stands_for else face for face in range(34)}
    left_of = {printed[face]: number for face, number in enumerate(natural) if number}
    wall = [face for face, number in left_of.items() for _ in range(number)]
    counter = Counter(plan, 8, most=2 + wall_of(plan).wild)
    ready = 0
    for wilds in range(min(wall_of(plan).wild, 1) + 1):
        wild = [face for face in sorted(page.wild) for _ in range(int(plan.copies[face]))][:wilds]
        found: dict[int, int] = {}
        for hand, deals in Tally(combinations(wall, 7 - wilds)).items():
            counts = [(*hand, *wild).count(face) for face in range(34)]
            if away(tuple(counts), page) != 0:
                continue
            waited = 0
            for face, number in left_of.items():
                left = number - hand.count(face)
                after = [count + (other == face) for other, count in enumerate(counts)]
                if left > 0 and away(tuple(after), page) == -1:
                    waited += left if copies else 1
            found[waited] = found.get(waited, 0) + deals
        ready += len(found)
        assert count_waits(counter, natural, 7, wilds, copies) == dict(sorted(found.items()))
    assert ready > 0


def test_patterns_tile_by_tile() -> None:
    plan, page = small_walls()["wild honour"]
    pungs = twin.Page((twin.Shape("standard", twin.Alphabet(frozenset(), fifth_copy=True)),), wild=page.wild, sets=2)
    wall = [face for face, copies in enumerate(plan.copies) for _ in range(copies)]
    found = dict.fromkeys(("all-pungs", "full-flush", "no-honors", "one-suit-and-honors"), 0)
    for hand, deals in Tally(combinations(wall, 8)).items():
        counts = tuple(hand.count(face) for face in range(34))
        if twin.distance(counts, page) != -1:
            continue
        suits = {min(face // 9, 3) for face in hand if face not in page.wild}
        found["full-flush"] += deals * (len(suits) == 1 and 3 not in suits)
        found["no-honors"] += deals * (3 not in suits)
        found["one-suit-and-honors"] += deals * (len(suits - {3}) <= 1)
        found["all-pungs"] += deals * (twin.distance(counts, pungs) == -1)
    population = Population(Counter(plan, 8), wall_of(plan))
    changed = SETS["all-pungs"](plan)
    of_pungs = Population(Counter(changed, 8, most=3), wall_of(changed)).complete(8)
    counted = {name: complete_within(population, FACES[name], 8, None) for name in found if name in FACES}
    assert all(found.values())
    assert {"all-pungs": of_pungs, **counted} == found


def test_waits_of_riichi(figures: dict[str, str]) -> None:
    # Ready hands are counted by their distance too; and each complete hand has been ready before its last tile.
    table = waits("riichi", copies=True)
    assert sum(table.deals) == odds("riichi", tiles=13).set_index("distance").deals[0]
    whole = 14 * int(figures["complete_riichi_deals_14"])
    assert sum(number * deals for number, deals in zip(table.waits, table.deals, strict=True)) == whole
    # One of each 1, 9 and honour waits for thirteen faces.
    assert waits("riichi").set_index("waits").deals[13] == 4**13


def test_waits_of_several_standard_shapes() -> None:
    # Hands of a pattern may have any pair, others a 2, 5 or 8 alone: the waits of all shapes together.
    ready = odds("wuhan", tiles=13, indicator="4s", wilds=1).set_index("distance").deals[0]
    assert sum(waits("wuhan", indicator="4s", wilds=1).deals) == ready


def test_waits_of_mcr(figures: dict[str, str]) -> None:
    table = waits("mcr", copies=True)
    ready = Population(mcr_counter(), wall_of(plans.build_plan())).given(13, 0)[0]
    assert sum(table.deals) == ready
    # Each complete hand has been ready before its last tile.
    whole = 14 * int(figures["complete_mcr_deals_14"])
    assert sum(number * deals for number, deals in zip(table.waits, table.deals, strict=True)) == whole


@pytest.mark.parametrize(
    "beside", [(27, 27, 27, 1, 1, 0, 4), (27, 28, 29, 30, 31, 32, 33), (0, 1, 2, 6, 10, 13, 14)], ids=["pung", "honours", "chow"]
)
def test_waits_of_knitted_tiles(beside: tuple[int, ...]) -> None:
    # The nine knitted tiles and what may go with them, all deals of thirteen.
    faces = (0, 3, 6, 10, 13, 16, 20, 23, 26, *beside)
    wall = wall_of(plans.build_plan(MCR, copies=few_of(*faces)))
    page = twin.Page(
        (
            twin.Shape("standard"),
            twin.Shape("pairs", number=7, four_alike=True),
            twin.Shape("orphans"),
            twin.Shape("knitted honours"),
            twin.Shape("knitted straight", max_melds=1),
        )
    )
    found = Tally()
    for hand, deals in Tally(combinations(faces, 13)).items():
        counts = [hand.count(face) for face in range(34)]
        if away(tuple(counts), page) == 0:
            left = [face for face in set(faces) if faces.count(face) > counts[face]]
            after = [tuple(count + (face == other) for other, count in enumerate(counts)) for face in left]
            found[sum(away(hand_after, page) == -1 for hand_after in after)] += deals
    assert found
    assert count_waits(mcr_counter(), wall.natural, 13, 0) == dict(sorted(found.items()))


def test_the_table() -> None:
    table = odds(tiles=[13, 14], shapes=["standard"])
    assert table.groupby("tiles").deals.sum().to_dict() == {13: comb(136, 13), 14: comb(136, 14)}
    assert as_json(odds(tiles=14))[0]["distance"]["-1"] == "11353128141498"
    assert all(isinstance(deals, int) for deals in table.deals)


def test_deals_of_pages() -> None:
    # figures.csv: complete_riichi_deals_14, complete_taiwan_std_deals_17; the means at 13 tiles
    riichi = odds("riichi", tiles=14)
    assert riichi.set_index("distance").deals[-1] == 12859078207674
    taiwan = odds("taiwan", tiles=17, shapes=["standard"])
    assert taiwan.set_index("distance").deals[-1] == 1554490175889888
