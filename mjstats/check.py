"""Case files: worked hands with what scoring has to return, run and compared.

A case is one line of JSON: ``{"id", "record", "expect": {"legal", "net", "patterns", "reason_contains", "chips"},
"why"}``. What a case does not expect is not compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mjstats.hand import Record
from mjstats.rules import RuleSet
from mjstats.scoring import Result, score

_KEYS = {"id", "record", "expect", "why"}


@dataclass(frozen=True)
class Mismatch:
    """One value of a case that came out otherwise; prints as one line and the case's own reasoning.

    `key` is the key of `expect`, `expected` and `got` the two values; `why` is what the case says about itself.
    """

    where: str
    case: str
    key: str
    expected: Any
    got: Any
    why: str = ""

    def __str__(self) -> str:
        line = f"{self.where}: {self.case}: {self.key}: expected {_text(self.expected)}, got {_text(self.got)}"
        return f"{line}\n    why: {self.why}" if self.why else line


@dataclass(frozen=True)
class Unreadable:
    """A line that is no case, or whose record cannot be read."""

    where: str
    error: str

    def __str__(self) -> str:
        return f"{self.where}: {self.error}"


@dataclass(frozen=True)
class Passed:
    """A case that came out as expected."""

    where: str
    case: str


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def check_cases(
    lines: Iterable[str], *, where: str = "case", rules: Mapping[str, RuleSet] | None = None
) -> Iterator[Passed | Mismatch | Unreadable]:  # fmt: skip
    """Run the cases of a file, one a line; empty lines are left out.

    Parameters
    ----------
    lines
        the lines.
    where
        what messages begin with, before the number of the line.
    rules
        rule sets of one's own by the id that records name.

    Yields
    ------
    For each case in order `Passed`, or one or more `Mismatch`, or `Unreadable`.

    >>> case = {"id": "plain", "expect": {"net": [-2, -1, 5, -1], "patterns": []}, "record": {
    ...     "rules": "hangzhou", "indicator": "3s", "players": [{}, {}, {"hand": "123456m55789p22s"}, {}],
    ...     "win": {"by": 2, "tile": "2s", "how": "self-draw"}}}
    >>> for found in check_cases([json.dumps(case)]):
    ...     print(found)
    case:1: plain: net: expected [-2, -1, 5, -1], got [-2, -1, 4, -1]
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{where}:{number}"
        try:
            case = _case(line)
            record = Record.from_dict(case["record"])
            result = score(record, (rules or {}).get(record.rules))
        except ValueError as error:
            yield Unreadable(place, str(error))
            continue
        wrong = list(_compare(place, case, result))
        if wrong:
            yield from wrong
        else:
            yield Passed(place, case["id"])


def _case(line: str) -> dict[str, Any]:
    """Read a case; whatever it lacks or has too much of is a `ValueError` of one line."""
    try:
        case = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise ValueError("not a case: brackets within brackets, too deep to read") from None
    if not isinstance(case, dict) or not {"id", "record", "expect"} <= set(case) <= _KEYS:
        raise ValueError("a case is an object with 'id', 'record', 'expect' and perhaps 'why'")
    for key in ("record", "expect"):
        if not isinstance(case[key], dict):
            raise ValueError(f"{key}: {_text(case[key])[:60]}: an object is needed")
    for key, value in case["expect"].items():
        if key not in _COMPARED:
            raise ValueError(f"expect: unknown key {key!r}; there are {', '.join(_COMPARED)}")
        if key == "patterns" and not isinstance(value, list):
            raise ValueError(f"expect: patterns: {_text(value)}: a list of ids is needed")
    return case


def _patterns(expected: Any, result: Result) -> tuple[bool, Any]:
    got = sorted({pattern["id"] for pattern in result.patterns})
    return sorted(set(expected)) == got, got


def _reason(expected: Any, result: Result) -> tuple[bool, Any]:
    return result.reason is not None and str(expected) in result.reason, result.reason


def _chips(expected: Any, result: Result) -> tuple[bool, Any]:
    got = result.to_dict().get("chips")
    return expected == got, got


_COMPARED: dict[str, Callable[[Any, Result], tuple[bool, Any]]] = {
    "legal": lambda expected, result: (expected == result.legal, result.legal),
    "net": lambda expected, result: (expected == result.net, result.net),
    "patterns": _patterns,
    "reason_contains": _reason,
    "chips": _chips,
}


def _compare(where: str, case: Mapping[str, Any], result: Result) -> Iterator[Mismatch]:
    """The values that came out otherwise; a reason is told beside them when the win was taken for not legal."""
    for key, expected in case["expect"].items():
        same, got = _COMPARED[key](expected, result)
        if not same:
            why = case.get("why", "")
            if key == "legal" and result.reason:
                why = f"{why} [scoring says: {result.reason}]"
            yield Mismatch(where, case["id"], key, sorted(set(expected)) if key == "patterns" else expected, got, why)
