"""Duplicate tables: what they say against sums by hand, and that equal players come out equal."""

from __future__ import annotations

import numpy as np
import pytest

import mjstats
from mjstats.duels import MEASURES, overview


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
