"""Explanations say the same as scores, and their sums add up."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import mjstats
from mjstats.explain import Explanation, Payer, explain
from mjstats.hand import Record

CASES = Path(__file__).parents[1] / "data" / "cases"


def cases() -> list[Any]:
    return [
        pytest.param(case["record"], id=case["id"])
        for file in sorted(CASES.glob("**/*.jsonl"))
        for case in map(json.loads, file.read_text(encoding="utf-8").splitlines())
    ]


def case(name: str) -> dict[str, Any]:
    return next(param.values[0] for param in cases() if param.id == name)


def worth(payer: Payer) -> int:
    """The entries multiplied out by hand."""
    text = " ".join(payer.entries)
    bonus = sum(map(int, re.findall(r"bonus \+(\d+)", text)))
    added = sum(map(int, re.findall(r"\+(\d+)", text))) - bonus
    rounded = sum(map(int, re.findall(r"rounded up by (\d+)", text)))
    return added * math.prod(map(int, re.findall(r"×(\d+)", text))) + bonus + rounded


@pytest.mark.parametrize("record", cases())
def test_explanation_agrees_with_the_score(record: dict[str, Any]) -> None:
    result, why = mjstats.score(record), explain(record)
    assert why.result == result
    if not result.legal or record["win"] is None:
        assert why.chosen is None
        assert all(one.reason is not None for one in why.weighed)
        return
    if len(Record.from_dict(record).wins) > 1:
        assert why.weighed == []
        return
    best = why.chosen
    assert best is not None
    assert best.net == result.parts["win"]
    assert best.patterns == result.patterns
    assert best.reading == result.reading
    by = record["win"]["by"] if isinstance(record["win"], dict) else record["win"][0]["by"]
    assert all(one.net is None or one.net[by] <= best.net[by] for one in why.weighed)
    assert sum(one.count for one in why.weighed) == why.readings
    for payer in best.payers:
        assert worth(payer) == payer.raw, payer


def test_what_is_paid_at_once_is_no_longer_left_for_the_win() -> None:
    # 20 points, 6 of them for the kong of seat 0; the hand is worth 28
    best = explain(case("own-nanjing-stake-kong")).chosen
    assert best is not None
    assert best.net == [0, 14, 0, -14]
    assert "seat 3 has 14 points left: pays 14 of 28" in best.notes


def test_limits_are_named() -> None:
    # Worked example 2 of the document: seat 3 owes 800 and pays the cap of 400.
    best = explain(case("wuhan-example-2")).chosen
    assert best is not None
    assert [(payer.seat, payer.raw, payer.limit, payer.pays) for payer in best.payers] == [
        (0, 200, None, 200),
        (1, 200, None, 200),
        (3, 800, "cap", 400),
    ]
    assert "limit cap: 400" in str(explain(case("wuhan-example-2")))


def test_who_misses_the_minimum_is_told() -> None:
    why = explain(case("wuhan-minimum-16"))
    assert "Not legal: minimum" in str(why)
    assert "(owed: seat 0 16, seat 1 16, seat 2 8)" in str(why)


def test_responsibility_and_points_left_are_told() -> None:
    record = {
        "rules": "hangzhou",
        "indicator": "9m",
        "players": [{}, {"points": 3}, {"hand": "5566p", "melds": ["123m<1", "456m<1", "789p<1"]}, {}],
        "win": {"by": 2, "tile": "5p", "how": "self-draw"},
    }
    best = explain(record).chosen
    assert best is not None
    # Seat 1 fed three melds and pays the whole 2 + 1 + 1, but has 3 points.
    assert best.net == [0, -3, 3, 0]
    assert best.responsible == ["responsible, fed-three 承包: now pay seat 1 4"]
    assert best.notes == ["seat 1 has 3 points left: pays 3 of 4"]


def test_who_pays_on_a_discard_is_told() -> None:
    why = explain(case("hangzhou-04"))
    assert why.chosen is not None
    assert any(note.startswith("seat 0 alone pays") for note in why.chosen.notes)


def test_drawn_hands_and_hopeless_ones_say_so() -> None:
    drawn = explain({"rules": "hangzhou", "indicator": "3s", "players": [{}, {}, {}, {}], "win": None})
    assert "Nobody won" in str(drawn)
    broken = explain(
        {
            "rules": "hangzhou",
            "indicator": "3s",
            "players": [{"hand": "147m147p147s1234z"}, {}, {}, {}],
            "win": {"by": 0, "tile": "6z", "how": "self-draw"},
        }
    )
    assert broken.readings == 0
    assert "Not legal: shape" in str(broken)
    assert "No reading" in str(broken)


def test_a_forbidden_meld_says_so() -> None:
    why = explain(
        {
            "rules": "hangzhou",
            "indicator": "3s",
            "players": [{"hand": "123m456m789p1s", "melds": ["345s<3"]}, {}, {}, {}],
            "win": {"by": 0, "tile": "1s", "how": "self-draw"},
        }
    )
    assert why.chosen is None
    assert "wild: 3s is wild" in str(why)


def test_a_notebook_shows_tiles_and_text() -> None:
    why: Explanation = explain(case("wuhan-example-1"))
    shown = why._repr_html_()
    assert "<svg" in shown
    assert "seat 2 owes" in shown


def test_tells_what_is_paid_beside_the_win() -> None:
    drawn = {"rules": "riichi", "dealer": 0, "players": [{"flags": ["is-ready"]}, {}, {}, {}], "win": None}
    assert explain(drawn).text.splitlines()[-1] == "  fines: seat 0 +3000, seat 1 -1000, seat 2 -1000, seat 3 -1000"
    record = {"rules": "riichi", "players": [{"hand": "345m40677p67s", "melds": ["340m<2"]}, {}, {}, {}], "sticks": 1,
              "win": {"by": 0, "tile": "8s", "how": "self-draw"}}  # fmt: skip
    text = explain(record).text
    assert "  sticks: seat 0 +1000" in text
    assert re.search(r"stages: .*han 3", text)
