"""Riichi beside the `mahjong` package on random wins of all shapes, and beside real wins from kobalab/majiang-core's tests."""

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mahjong.hand_calculating.hand_config import HandConfig

import mjstats
from tests.riichi_oracle import DIFFERENCES, SWITCHES, Record, expected
from tests.twin import riichi
from tests.twin.generate import records
from tests.twin.make_riichi import won_record

WINS = 20_000
REAL_WINS = Path(__file__).parents[2] / "shared" / "data" / "riichi" / "wins.jsonl"


@pytest.fixture(scope="module")
def hands() -> list[Record]:
    """Complete hands of all shapes; some lack a yaku."""
    return list(records(won_record, 136, WINS + WINS // 10))


def test_random_wins(hands: list[Record]) -> None:
    """Same han, fu and points, or a difference that the table names."""
    scores = mjstats.score_many(hands)
    limits, han, fu = (scores.stages[name].tolist() for name in ("limits", "han", "fu"))
    wins, used = 0, Counter[str]()
    for i, record in enumerate(hands):
        value, rules = expected(record)
        used.update(rules)
        wins += value is not None
        assert scores.legal[i] == (value is not None), (record, value)
        if value is not None:
            points = int(scores.net[i, record["win"]["by"]])
            found = (13 * limits[i], 0, points) if limits[i] else (han[i], fu[i], points)
            assert found == (value.han, value.fu, value.points), (record, found, value)
    assert wins >= WINS
    assert set(used) == {difference.rule for difference in DIFFERENCES}


def test_twin_on_random_wins(hands: list[Record]) -> None:
    """The twin too, fu and all."""
    for record in itertools.islice(hands, 3000):
        value, _ = expected(record)
        result = riichi.score(record)
        assert result["legal"] == (value is not None), (record, value)
        if value is not None:
            fu = 0 if value.limit else result["fu"]
            found = (result["han"], fu, result["net"][record["win"]["by"]])
            assert found == (value.han, value.fu, value.points), (record, value)


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_matters(hands: list[Record], switch: str) -> None:
    """Turned the other way round, each switch of the package shows among the first hands: the hands do reach its rule."""
    other = HandConfig.KAZOE_SANBAIMAN if switch == "kazoe_limit" else not SWITCHES[switch]
    first = itertools.islice(hands, 3000)
    assert any(expected(record, **{switch: other}) != expected(record) for record in first)


@pytest.fixture(scope="module")
def real_wins() -> list[dict[str, Any]]:
    """5000 cases, which stay beside the checkout."""
    if not REAL_WINS.exists():
        pytest.skip("real wins are read at ../shared/data/riichi/wins.jsonl beside this checkout, and that file is missing")
    cases = [json.loads(line) for line in REAL_WINS.read_text(encoding="utf-8").splitlines()]
    assert len(cases) == 5000
    return cases


def test_real_wins(real_wins: list[dict[str, Any]]) -> None:
    scores = mjstats.score_many(case["record"] for case in real_wins)
    assert scores.legal.all()
    for case, net in zip(real_wins, scores.net.tolist(), strict=True):
        assert net == case["expect"]["net"], case


def test_twin_on_real_wins(real_wins: list[dict[str, Any]]) -> None:
    for case in real_wins:
        assert riichi.score(case["record"])["net"] == case["expect"]["net"], case
