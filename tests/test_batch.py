"""Many wins at once come to what each comes to by itself."""

import json
from typing import Any

import pytest

import mjstats
from mjstats.hand import RecordError
from tests.test_scoring import DATA

DRAWN = {"rules": "wuhan", "indicator": "4s", "players": [{}, {}, {}, {}], "win": None}


def single_wins(name: str) -> list[dict[str, Any]]:
    """Records of a rule set's own cases without options, each with one win."""
    lines = (DATA / "own" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line)["record"] for line in lines]
    readable = [r for r in records if not r.get("options") and isinstance(r["win"], dict)]
    return [r for r in readable if not (mjstats.score(r).reason or "").startswith(("wild: ", "tiles: "))]


@pytest.mark.parametrize("name", ["hangzhou", "nanchang", "riichi"])
def test_agrees_with_scoring_one_by_one(name: str) -> None:
    records = single_wins(name)
    assert len(records) > 30
    scores, singly = mjstats.score_many(records), [mjstats.score(record) for record in records]
    assert scores.legal.tolist() == [one.legal for one in singly]
    assert scores.net.tolist() == [one.net if one.legal else [0] * 4 for one in singly]
    for row, one in enumerate(singly):
        if one.legal:
            counted = {scores.ids[p] for p in scores.patterns[row].nonzero()[0]}
            assert {pattern["id"] for pattern in one.patterns} <= counted
            assert {stage: int(values[row]) for stage, values in scores.stages.items()} == one.stages
            assert one.chips is None or scores.parts["chips"][row].tolist() == one.chips
    frame = scores.to_frame()
    assert list(frame.columns) == ["legal", "net_0", "net_1", "net_2", "net_3", "patterns"]
    assert len(frame) == len(records)


@pytest.mark.parametrize("records", [3, None, DRAWN, mjstats.Record.from_dict(DRAWN)])
def test_what_is_no_list_of_records_is_told(records: Any) -> None:
    with pytest.raises(RecordError, match=r"^records: \w+, not a list of records; of one record write \[record\]$"):
        mjstats.score_many(records)


def test_a_batch_has_one_rule_set_and_names_the_record_that_is_wrong() -> None:
    record = single_wins("hangzhou")[0]
    with pytest.raises(RecordError, match=r"record 1: rules: .*; a batch has one rule set with the same options"):
        mjstats.score_many([record, {**record, "options": {"wild": "white"}, "indicator": None}])
    with pytest.raises(RecordError, match="record 0: win: 0 winners; a batch takes hands with one"):
        mjstats.score_many([{**record, "win": None}])
    with pytest.raises(RecordError, match="no records: a batch needs at least one"):
        mjstats.score_many([])
