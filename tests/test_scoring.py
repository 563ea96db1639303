"""Scoring: the worked cases come out right, and kernels and twin agree on whatever hands are thrown at them."""

import json
from pathlib import Path
from typing import Any

import pytest

import mjstats
from mjstats.hand import RecordError
from mjstats.kernel.page import Page
from mjstats.kernel.verdict import Verdict, new_verdict
from tests.twin import generate, hangzhou, wuhan

DATA = Path(__file__).parents[1] / "data" / "cases"
TWINS = {
    "hangzhou": (hangzhou.score, generate.hangzhou_record),
    "wuhan": (wuhan.score, generate.wuhan_record),
}
HANDS = 3000


def cases() -> list[Any]:
    """Every worked case."""
    return [
        pytest.param(case, id=case["id"])
        for file in sorted(DATA.glob("**/*.jsonl"))
        for case in map(json.loads, file.read_text(encoding="utf-8").splitlines())
    ]


@pytest.mark.parametrize("case", cases())
def test_worked_case(case: dict[str, Any]) -> None:
    result, expect = mjstats.score(case["record"]), case["expect"]
    assert result.legal == expect["legal"], (case["why"], result.reason)
    assert result.net == expect.get("net", result.net), case["why"]
    if "patterns" in expect:
        assert {pattern["id"] for pattern in result.patterns} == set(expect["patterns"]), case["why"]
    if "reason_contains" in expect:
        assert result.reason is not None
        assert expect["reason_contains"] in result.reason, case["why"]


@pytest.mark.parametrize("name", TWINS)
def test_agrees_with_the_twin(name: str) -> None:
    twin, make = TWINS[name]
    legal = 0
    for record in generate.records(make, 2, HANDS):
        result, other = mjstats.score(record), twin(record)
        assert (result.legal, result.net) == (other["legal"], other["net"]), (record, result, other)
        if result.legal and record["win"] is not None:
            legal += 1
            assert sum(result.net) == 0
            assert {pattern["id"] for pattern in result.patterns} in other["ties"], (record, result, other)
        elif not result.legal:
            assert result.reason.partition(":")[0] in other["reasons"], (record, result, other)
    assert legal > HANDS / 4  # the generator still makes hands that win


def test_a_hand_with_more_readings_than_room_is_an_error_and_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"rules": "hangzhou", "indicator": "3s", "players": [{}, {}, {"hand": "11223344m5566p3s"}, {}],
              "win": {"by": 2, "tile": "5p", "how": "self-draw"}}  # fmt: skip
    assert mjstats.score(record).legal

    def cramped(page: Page) -> Verdict:
        verdict = new_verdict(page)
        return verdict._replace(readings=verdict.readings._replace(rows=verdict.readings.rows[:1]))

    monkeypatch.setattr("mjstats.scoring.new_verdict", cramped)
    with pytest.raises(RecordError, match=r"players\[2\]\.hand: more readings than the 1 there is room for"):
        mjstats.score(record)
