"""Case files: mismatches are found and shown with both values, whatever cannot be read is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import mjstats
from mjstats.check import Mismatch, Passed, Unreadable, check_cases

CASES = Path(__file__).parents[1] / "data" / "cases"
# From the sheet: a plain self-draw of a non-dealer; the dealer pays 2, the others 1.
RECORD = {
    "rules": "hangzhou",
    "indicator": "3s",
    "players": [{}, {}, {"hand": "123456m55789p22s"}, {}],
    "win": {"by": 2, "tile": "2s", "how": "self-draw"},
}
NET = [-2, -1, 4, -1]


def found(expect: dict[str, Any], record: Any = RECORD, **keys: Any) -> list[Any]:
    return list(check_cases([json.dumps({"id": "one", "record": record, "expect": expect, **keys})]))


@pytest.mark.parametrize("file", sorted(CASES.glob("**/*.jsonl")), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_case_file_holds(file: Path) -> None:
    wrong = [str(one) for one in check_cases(file.read_text(encoding="utf-8").splitlines()) if not isinstance(one, Passed)]
    assert wrong == []


def test_what_is_expected_passes() -> None:
    assert found({"legal": True, "net": NET, "patterns": []}) == [Passed("case:1", "one")]


@pytest.mark.parametrize(
    ("key", "expected", "got"),
    [
        ("legal", False, True),
        ("net", [-2, -1, 5, -2], NET),
        ("patterns", ["seven-pairs"], []),
        ("reason_contains", "shape", None),
        ("chips", [0, 0, 1, -1], None),
    ],
)
def test_each_mismatch_shows_both_values(key: str, expected: Any, got: Any) -> None:
    (wrong,) = found({key: expected})
    assert isinstance(wrong, Mismatch)
    assert (wrong.key, wrong.expected, wrong.got) == (key, expected, got)
    assert f"{key}: expected {json.dumps(expected)}, got {json.dumps(got)}" in str(wrong)


def test_patterns_are_compared_as_sets() -> None:
    record = RECORD | {"players": [{}, {}, {"hand": "11223344m5566p3s"}, {}], "win": {"by": 2, "tile": "7z", "how": "self-draw"}}
    assert isinstance(found({"patterns": ["seven-pairs", "wild-single-wait"]}, record)[0], Passed)
    assert isinstance(found({"patterns": ["wild-single-wait", "seven-pairs", "seven-pairs"]}, record)[0], Passed)


def test_the_reasoning_of_the_case_and_the_reason_are_told() -> None:
    broken = RECORD | {"win": {"by": 2, "tile": "9s", "how": "self-draw"}}
    (wrong,) = found({"legal": True}, broken, why="ruling 1")
    assert "why: ruling 1" in str(wrong)
    assert "scoring says: shape: " in str(wrong)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "not JSON"),
        ("[]", "a case is an object"),
        ('{"id": "x", "record": {}}', "a case is an object"),
        ('{"id": "x", "record": 3, "expect": {}}', "record: 3: an object is needed"),
        ('{"id": "x", "record": {}, "expect": {"nett": []}}', "unknown key 'nett'"),
        ('{"id": "x", "record": {}, "expect": {"patterns": "a"}}', "a list of ids is needed"),
        ('{"id": "x", "record": {"rules": []}, "expect": {}}', "rules"),
        ('{"id": "x", "record": {"rules": "hangzhou"}, "expect": {}}', "the key 'players' is required"),
        ('{"id": "x", "record": {"rules": "nowhere", "players": [{}, {}], "win": null}, "expect": {}}', "rules 'nowhere'"),
    ],
)
def test_unreadable_lines_are_said_and_the_others_run(line: str, says: str) -> None:
    good = json.dumps({"id": "good", "record": RECORD, "expect": {"net": NET}})
    first, second = check_cases([line, "", good], where="file")
    assert isinstance(first, Unreadable)
    assert first.where == "file:1"
    assert says in str(first)
    assert second == Passed("file:3", "good")


def test_a_page_of_ones_own_goes_by_its_id(tmp_path: Path) -> None:
    page = tmp_path / "mine.toml"
    page.write_text('extends = "hangzhou"\nid = "mine"\n[[pattern]]\nid = "base"\nprice = { add = 3 }\n', encoding="utf-8")
    case = json.dumps({"id": "mine", "record": RECORD | {"rules": "mine"}, "expect": {"net": [-3, -3, 9, -3]}})
    assert list(check_cases([case], rules={"mine": mjstats.load(page)})) == [Passed("case:1", "mine")]
