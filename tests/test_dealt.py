"""Exact numbers beside simulated ones: they have to agree."""

from __future__ import annotations

from math import comb

import pytest

from mjstats import dealt
from mjstats.rules import load
from mjstats.stats import compare

PAGES = ("hangzhou", "wuhan")
HANDS = 2000
#: four standard errors: one false alarm in some 16,000 comparisons
FAR = 4


@pytest.fixture(scope="module")
def pages() -> list:
    return [load(page) for page in PAGES]


def test_every_deal_is_counted_once(pages: list) -> None:
    for page, table in dealt.distances(pages).groupby("rules"):
        # each of the 136 tiles may be turned up; 13 of the others are dealt
        assert sum(table["deals"]) == 136 * comb(135, 13), page


def test_wild_tiles_are_dealt_by_the_hypergeometric_law(pages: list) -> None:
    table = dealt.by_wilds(pages)
    for page, wild in (("hangzhou", 3), ("wuhan", 4)):
        mine = table[table["rules"] == page].set_index("wilds")
        assert mine.index.tolist() == list(range(wild + 1))
        for number, share in mine["share"].items():
            assert share == pytest.approx(comb(wild, number) * comb(135 - wild, 13 - number) / comb(135, 13))


def test_simulated_deals_agree_with_the_exact_ones(pages: list) -> None:
    both = compare(*pages, hands=HANDS, seed=11)
    seen = both.distances.merge(dealt.distances(pages), on=["rules", "distance"], how="outer")
    assert seen["share"].notna().all(), "a distance was dealt that no deal has"
    often = seen[seen["share"] > 0.02]
    assert len(often) >= 8
    assert ((often["value"] - often["share"]).abs() < FAR * often["se"]).all(), often


def test_simulated_wild_tiles_agree_with_the_exact_ones(pages: list) -> None:
    both = compare(*pages, hands=HANDS, seed=12)
    exact = dealt.by_wilds(pages)
    for measure, column in (("share", "share"), ("distance", "mean")):
        seen = both.wilds[both.wilds["measure"] == measure].merge(exact, on=["rules", "wilds"], suffixes=("", "_exact"))
        often = seen[seen["n"] > 100]
        assert len(often) >= 6
        assert ((often["value"] - often[column]).abs() < FAR * often["se"]).all(), (measure, often)
