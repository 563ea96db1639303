"""Fingerprints of functions: the same for the same code and values, another for others."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from mjstats.own_code import fingerprint

TEXT = """
import math
import numpy as np
WEIGHTS = {{"m": 1, "p": {weight}}}
TABLE = np.arange(5) * {scale}
def helper(face):
    return max(WEIGHTS.values(), key=lambda one: one * {inner}) + (math.floor(face) if face in {{"a", "b", "c"}} else again(face))
def again(face):
    return helper(face) if face else TABLE
def choose(situation, by={default}):
    return helper(situation) + by
"""
VALUES = {"weight": 2, "scale": 3, "inner": 4, "default": 5}


def choose(**values: int) -> Any:
    names: dict[str, Any] = {"__name__": "mine"}
    exec(compile(TEXT.format(**{**VALUES, **values}), "mine.py", "exec"), names)
    return names["choose"]


class Keen:
    def __init__(self, weight: int) -> None:
        self.weight = weight

    def __call__(self, situation: int) -> int:
        return situation * self.weight

    def method(self, situation: int) -> int:
        return situation + self.weight


def test_what_a_function_reads_is_part_of_it() -> None:
    found = fingerprint(choose())
    assert found == fingerprint(choose())
    others = [fingerprint(choose(**{name: 7})) for name in VALUES]
    assert len({found, *others}) == 5


def test_methods_instances_and_parts_are_told_apart() -> None:
    for made in (lambda n: Keen(n).method, Keen, lambda n: partial(np.add, n), lambda n: partial(choose(), by=n)):
        assert fingerprint(made(1)) == fingerprint(made(1)) != fingerprint(made(2))


def test_every_process_finds_the_same(tmp_path: Path) -> None:
    """Sets of texts and places in memory are not the same in two processes."""
    (tmp_path / "mine.py").write_text(TEXT.format(**VALUES))
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import mine; from mjstats.own_code import fingerprint"
    command = [sys.executable, "-c", f"{code}; print(fingerprint(mine.choose))"]
    runs = {subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)}
    assert runs == {fingerprint(choose()) + "\n"}
