"""Exact counting of more tiles than a hand has."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import combinations
from math import comb

import numpy as np

from mjstats.exact import Counter, Population, odds, wall_of
from mjstats.kernel import distance as plans
from tests.test_exact import MCR, away, few_of
from tests.twin import distance as twin


def test_far_more_tiles_than_a_hand() -> None:
    # Everybody misses nothing or more: halves, suits and their sums come to all deals, however large these are.
    plan = plans.build_plan(MCR)
    natural = wall_of(plan).natural
    counted = Counter(plan, 40, most=2).at_least(natural, (0,) * len(MCR), 0)
    assert counted == [comb(136, tiles) for tiles in range(41)]


def test_more_tiles_than_a_hand_tile_by_tile() -> None:
    rows = [*MCR, plans.pairs_row(), plans.unrelated_row()]
    shapes = (
        twin.Shape("standard"),
        twin.Shape("pairs", number=7, four_alike=True),
        twin.Shape("orphans"),
        twin.Shape("knitted honours"),
        twin.Shape("knitted straight", max_melds=1),
        twin.Shape("pairs", number=7),
        twin.Shape("unrelated"),
    )
    faces = (0, 0, 0, 3, 8, 10, 13, 17, 17, 18, 20, 23, 26, 27, 27, 28, 29, 30, 31, 32, 32)
    plan = plans.build_plan(rows, copies=few_of(*faces))
    for some in (rows, rows[4:]):
        page = twin.Page(tuple(shapes[rows.index(row)] for row in some))
        population = Population(Counter(plan._replace(rows=np.array(some)), 19), wall_of(plan))
        for tiles in (18, 19):
            found: dict[int, int] = {}
            for hand, deals in Tally(combinations(faces, tiles)).items():
                distance = away(tuple(hand.count(face) for face in range(34)), page)
                found[distance] = found.get(distance, 0) + deals
            assert population.given(tiles, 0) == dict(sorted(found.items()))
            assert len(found) > 1


def test_numbers_of_tiles_in_one_question(figures: dict[str, str]) -> None:
    table = odds("mcr", tiles=[14, 22, 30])
    near = table.set_index(["tiles", "distance"]).deals
    # The same as asked for alone, where far fewer hands are told apart.
    assert near[14, -1] == int(figures["complete_mcr_deals_14"])
    assert near[30, -1] == odds("mcr", within=[30]).deals[0]
    within = {tiles: part.sort_values("distance").share.cumsum().tolist() for tiles, part in table.groupby("tiles")}
    for fewer, more in ((14, 22), (22, 30)):
        assert all(one <= other for one, other in zip(within[fewer], within[more], strict=False))


def test_hindsight_odds_grow() -> None:
    table = odds(within=range(13, 41, 9), shapes=["standard", "seven-pairs", "thirteen-orphans"])
    assert table.share.is_monotonic_increasing
    assert table.deals.iloc[0] == 0
