"""Played hands counted as records are: hands staged by eye, published rows, the chart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from mjstats import reality
from mjstats.frames import attributes, to_frame
from mjstats.kernel.result import COLUMNS, PATTERNS_A_COLUMN
from mjstats.labels import LANGUAGES
from mjstats.learned import chances_of
from mjstats.reality_chart import reality_chart
from mjstats.rules import RuleSet, load
from mjstats.simulation import simulate
from tests.test_charts import nothing_is_cut_off
from tests.test_stats import found

DECLARES = ("riichi", "double-riichi")
VALUED = {"value-pungs": ("dragon-pung", "seat-wind-pung", "round-wind-pung"), "pinfu": ("pinfu",), "riichi": ("riichi",)}
#: four standard errors: one false alarm in some 16,000 comparisons
FAR = 4


@pytest.fixture(scope="module")
def table(data_dir: Path) -> RuleSet:
    return load(data_dir / "reality" / "expert-table.toml")


def staged(page: RuleSet, hands: list[dict[str, Any]]) -> pd.DataFrame:
    """Rows of two games: each hand says its words, `patterns` by their ids, `net`, `win`, `claims` by seat."""
    rows = []
    for hand in hands:
        row = dict.fromkeys(COLUMNS, 0) | {"winner": -1, "source": -1, "outcome": -1, "indicator": -1, "tile": -1, "streak": 1}
        for pattern in hand.pop("patterns", ()):
            column, bit = divmod(page.pattern_ids.index(pattern), PATTERNS_A_COLUMN)
            row[("patterns", "patterns_2")[column]] |= 1 << bit
        for name in ("net", "win", "claims"):
            row |= {f"{name}_{seat}": number for seat, number in enumerate(hand.pop(name, (0, 0, 0, 0)))}
        rows.append(list((row | hand).values()))
    return to_frame(np.array(rows), attributes(page, games=2, seed=1))


def by_hand(page: RuleSet) -> pd.DataFrame:
    """Two games of three hands, sticks of 1000 a declaration, 300 a counter."""
    won = {"outcome": 0, "winners": 1}
    return staged(
        page,
        [
            # 0 wins 3900 from 2; 0 and 1 have declared
            {**won, "table": 0, "winner": 0, "source": 2, "win": (3900, 0, -3900, 0), "net": (4900, -1000, -3900, 0)}
            | {"patterns": ("riichi", "pinfu"), "claims": (0, 0, 1, 2)},
            # 0 wins 2000 and the counter's 300, 1 wins 3900, both from 3; 1 and 2 have declared
            {**won, "table": 0, "winner": 0, "source": 3, "winners": 2, "honba": 1, "win": (2300, 3900, 0, -6200)}
            | {"net": (4300, 2900, -1000, -6200), "patterns": ("dragon-pung", "round-wind-pung"), "claims": (1, 0, 0, 0)},
            # drawn, 0 and 1 are ready, 0 has declared
            {"table": 0, "honba": 2, "net": (500, 1500, -1500, -1500), "ends": 1},
            # drawn, 0 to 2 are ready and have declared
            {"table": 1, "net": (0, 0, 0, -3000)},
            # the dealer, 2, draws for 8000 and the counter and takes three sticks and that of 3
            {"table": 1, "dealer": 2, "winner": 2, "outcome": 1, "winners": 1, "honba": 1, "sticks": 3}
            | {"win": (-4100, -2100, 8300, -2100), "net": (-4100, -2100, 12300, -3100), "claims": (0, 0, 2, 0)},
            # 1 robs a kong of 0 for 1000
            {"table": 1, "winner": 1, "source": 0, "outcome": 2, "winners": 1, "win": (-1000, 1000, 0, 0)}
            | {"net": (-1000, 1000, 0, 0), "patterns": ("seat-wind-pung",), "ends": 1},
        ],
    )


def test_policies_know_of_the_table_what_they_learned_of_riichi(table: RuleSet) -> None:
    chances, share = chances_of(table)
    learned, of_draws = chances_of(load("riichi"))
    assert share == of_draws
    assert np.array_equal(chances, learned)


def test_rates_of_hands_staged_by_eye(table: RuleSet) -> None:
    rates = reality.rates(by_hand(table), honba=300, declares=DECLARES)
    wanted = {
        "win": 5 / 24,
        "deal-in": 3 / 24,
        "draw": 2 / 6,
        "self-drawn-hands": 1 / 4,
        "declared": (2 + 2 + 1 + 3 + 1 + 0) / 24,
        "open": 4 / 24,
        "mean-win": (3900 + 2000 + 3900 + 8000 + 1000) / 5,
        "hands": 3,
    }
    assert rates["measure"].tolist() == list(wanted)
    for measure, value in wanted.items():
        assert found(rates, measure=measure)["value"] == pytest.approx(value), measure


def test_errors_go_by_game(table: RuleSet) -> None:
    # three wins among twelve of a player's hands in the first game, two in the second: 1/24 either side of the mean
    win = found(reality.rates(by_hand(table)), measure="win")
    assert win["se"] == pytest.approx(((2 / 1) * 2 * (3 - 12 * 5 / 24) ** 2) ** 0.5 / 24)


def test_shares_count_every_pattern_of_a_group(table: RuleSet) -> None:
    shares = reality.shares(by_hand(table), VALUED)
    assert shares["measure"].tolist() == list(VALUED)
    assert shares["value"].tolist() == pytest.approx([3 / 4, 1 / 4, 1 / 4])


def test_main_pattern_is_the_dearest_and_equals_share() -> None:
    page = load("mcr")
    won = {"outcome": 1, "winner": 0, "winners": 1}
    hands = staged(
        page,
        [
            {**won, "table": 0, "patterns": ("pure-straight", "all-types", "self-drawn"), "ends": 1},
            {**won, "table": 1, "patterns": ("all-types", "mixed-shifted-chows")},
            {**won, "table": 1, "patterns": ("self-drawn",)},
            {"table": 1, "ends": 1},
        ],
    )
    main = reality.main_patterns(hands, page).set_index("measure")["value"]
    assert main["pure-straight"] == pytest.approx(1 / 3)
    assert main["all-types"] == main["mixed-shifted-chows"] == pytest.approx(1 / 6)
    assert main["self-drawn"] == pytest.approx(1 / 3)
    assert main.sum() == pytest.approx(1)


def test_beside_keeps_what_was_not_played(table: RuleSet) -> None:
    known = pd.DataFrame({"measure": ["draw", "nowhere"], "value": [0.25, 0.5]})
    rows = reality.beside(reality.rates(by_hand(table)), known)
    assert rows["measure"].tolist() == ["draw", "nowhere"]
    assert rows["difference"].iloc[0] == pytest.approx(1 / 3 - 0.25)
    assert rows["difference"].isna().tolist() == [False, True]


def test_published_rows_name_what_is_there(table: RuleSet, data_dir: Path) -> None:
    rates, yaku, mains = (
        reality.published(data_dir / "reality" / "published.csv", page, kind)
        for page, kind in (("expert-table", "rates"), ("expert-table", "patterns"), ("mcr", "patterns"))
    )
    assert rates["measure"].tolist() == reality.rates(by_hand(table))["measure"].tolist()
    assert set(yaku["measure"]) <= set(table.pattern_ids) | set(VALUED)
    assert set(mains["measure"]) <= set(reality.worths(load("mcr")))
    for rows in (rates, yaku, mains):
        assert not rows["measure"].duplicated().any()
        assert rows["source"].notna().all()


def test_shares_of_yaku_are_the_counts_beside_them(data_dir: Path) -> None:
    for row in reality.published(data_dir / "reality" / "published.csv", "expert-table", "patterns").itertuples():
        count, wins = (int(number.replace(",", "")) for number in re.findall(r"[\d,]+\d", row.counts))
        assert wins == 1_442_983
        assert row.value == pytest.approx(count / wins, abs=5e-7), row.measure


def test_published_figures_are_those_of_the_list_of_figures(data_dir: Path) -> None:
    file = data_dir / "reality" / "published.csv"
    figures = pd.read_csv(data_dir / "figures.csv").set_index("name")["value"]
    known = reality.published(file, "expert-table", "rates").set_index("measure")["value"]
    names = {"win": "win_rate", "deal-in": "deal_in_rate", "draw": "draw_rate", "self-drawn-hands": "self_draw_share"}
    names |= {"declared": "declared_rate", "open": "open_rate", "mean-win": "mean_win"}
    for measure, name in names.items():
        assert known[measure] == float(figures[f"riichi_{name}"]), measure
    deals = reality.published(file, "expert-table", "deals").set_index("measure")["value"]
    assert deals["mean-distance"] == float(figures["riichi_mean_distance_by_turn"].split()[0])
    words = figures["mcr_main_pattern_shares"].split()
    shares = dict(zip(words[::2], map(float, words[1::2]), strict=True))
    assert reality.published(file, "mcr", "patterns").set_index("measure")["value"].to_dict() == shares


def test_a_page_without_published_rows_is_told(data_dir: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no row of 'mcr' 'rates'; there are expert-table deals, expert-table patterns, "):
        reality.published(data_dir / "reality" / "published.csv", "mcr", "rates")
    (tmp_path / "other.csv").write_text("measure,value\n", "utf-8")
    with pytest.raises(ValueError, match="needed are page, kind, measure"):
        reality.published(tmp_path / "other.csv", "mcr", "rates")


def test_simulated_deals_agree_with_the_exact_ones() -> None:
    page = load("hangzhou")
    rows = reality.deals(simulate(page, hands=3000, seed=13), page, wins=True)
    assert rows["what"].tolist()[-6:] == ["mean distance", "0 wild", "1 wild", "2 wild", "3 wild", "dealt win"]
    often = rows[rows["exact"] * rows["n"] > 20]
    assert len(often) >= 9
    assert (often["z"].abs() < FAR).all(), often


def test_dealt_wins_are_the_dealers_before_any_draw() -> None:
    page = load("hangzhou")
    won = {"outcome": 1, "winner": 0, "winners": 1}
    hands = [
        {**won, "table": 0},
        {**won, "table": 0, "draws": 1},
        {**won, "table": 1, "winner": 1},
        {"table": 1},
    ]
    rows = reality.deals(staged(page, hands), page, wins=True)
    assert found(rows, what="dealt win")["value"] == 1 / 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_chart_is_whole(language: str, table: RuleSet) -> None:
    hands = by_hand(table)
    known = pd.DataFrame({"measure": ["value-pungs", "pinfu", "half-flush"], "value": [0.4, 0.2, 0.04]})
    groups = {**VALUED, "half-flush": ("half-flush",)}
    figure = reality_chart(
        reality.beside(reality.shares(hands, groups), known), hands, "real patterns", powers=True, language=language
    )
    figure.canvas.draw()  # a missing glyph is a warning, and warnings are errors
    assert len(figure.axes[0].get_yticklabels()) == 3
    nothing_is_cut_off(figure)
