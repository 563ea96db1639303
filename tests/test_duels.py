"""Duplicate tables: what they say against sums by hand, and that equal players come out equal."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import mjstats
from mjstats.duel_chart import duels_chart
from mjstats.duels import MEASURES, overview
from mjstats.estimate import Z
from mjstats.labels import LANGUAGES
from mjstats.rules import rule_sets
from tests.test_charts import nothing_is_cut_off

NOTHING = "nothing to decide"
DUELS = [*((page, "value", "fast") for page in rule_sets()), ("riichi", "careful", "value")]


def nets(policy: str, hands: int) -> np.ndarray:
    played = mjstats.simulate("hangzhou", hands=hands, seed=3, policy=policy, workers=1)
    return played[[f"net_{seat}" for seat in range(4)]].to_numpy(np.float64)


def test_points_are_those_of_the_two_seatings() -> None:
    table = mjstats.duel("hangzhou", "fast", "random", hands=60, seed=3, workers=1).set_index("measure")
    one, other = nets("fast,random,fast,random", 60), nets("random,fast,random,fast", 60)
    fast = (one[:, 0] + one[:, 2] + other[:, 1] + other[:, 3]) / 4
    difference = 2 * fast  # what one side wins the other loses
    assert table.loc["points", "a"] == pytest.approx(fast.mean())
    assert table.loc["points", "diff"] == pytest.approx(difference.mean())
    assert table.loc["points", "se"] == pytest.approx(difference.std(ddof=1) / 60**0.5)
    assert list(table.index) == list(MEASURES)
    assert table.loc["draw", "diff"] == 0.0
    assert table.loc["win", "a"] > 5 * table.loc["win", "b"]


def test_equal_players_come_out_equal() -> None:
    table = mjstats.duel("hangzhou", "fast", "fast", hands=30, workers=1)
    assert (table["diff"] == 0).all()
    assert list(overview(table).columns) == ["fast 1", "fast 2", "difference"]


def test_the_sides_exchanged_is_the_same_duel() -> None:
    table = mjstats.duel("jingzhou", "fast", "random", hands=20, workers=1)
    back = mjstats.duel("jingzhou", "random", "fast", hands=20, workers=1)
    assert np.allclose(table["diff"], -back["diff"])


def test_a_duel_is_between_two_names() -> None:
    with pytest.raises(ValueError, match=r"^policy: 'fast,random': a duel is between two policies, each by one name$"):
        mjstats.duel("hangzhou", "fast,random", "fast", hands=2)
    with pytest.raises(ValueError, match=r"^hands: -1; at least 1 is needed$"):
        mjstats.duel("hangzhou", "fast", "random", hands=-1)
    with pytest.raises(ValueError, match=r"^policy: 'brave': there is none of this name"):
        mjstats.duel("hangzhou", "fast", "brave", hands=2)


@pytest.fixture(scope="module")
def kept(data_dir: Path) -> pd.DataFrame:
    return pd.read_csv(data_dir / "duels.csv", keep_default_na=False)


@pytest.mark.parametrize(("page", "first", "second"), DUELS)
def test_every_page_has_its_duel(page: str, first: str, second: str, kept: pd.DataFrame) -> None:
    found = kept[(kept["page"] == page) & (kept["first"] == first) & (kept["second"] == second)]
    what = f"mjstats duel {page} {first} {second} --hands N --seed S, N enough to keep 0 out of the interval of the points"
    assert len(found) == 1, f"data/duels.csv lacks a row: {what} (or note {NOTHING!r})"
    row = found.iloc[0]
    assert row["note"] in ("", NOTHING)
    assert row["low"] > 0 or (row["note"] == NOTHING and row["high"] >= 0), f"data/duels.csv does not show it: {what}"


def test_kept_duels_are_whole(kept: pd.DataFrame) -> None:
    columns = ["page", "first", "second", "deals", "seed", "difference", "standard_error", "low", "high", "version", "note"]
    assert list(kept.columns) == columns
    assert set(kept["page"]) <= set(rule_sets())
    assert (kept["page"].tolist()) == sorted(kept["page"])
    for sign, end in ((-1, "low"), (1, "high")):
        assert np.allclose(kept[end], kept["difference"] + sign * Z * kept["standard_error"], atol=2e-4)


@pytest.mark.parametrize("language", LANGUAGES)
def test_chart_of_kept_duels_is_whole(language: str, kept: pd.DataFrame) -> None:
    table = kept[(kept["second"] == "fast") & (kept["note"] == "")]
    figure = duels_chart(table, language)
    figure.canvas.draw()  # a missing glyph is a warning, and warnings are errors
    lines = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert len(lines) == len(table)
    assert any(line.endswith("+0.41 ± 0.028") for line in lines)
    assert "4711" in figure.get_supxlabel()
    nothing_is_cut_off(figure)
