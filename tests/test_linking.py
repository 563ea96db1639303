"""Compiled functions that call one another: put together where Python calls them, and out of the cache as they went in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PARTS = """
from mjstats.kernel.jit import kernel, leaf, open_leaf, small_leaf


@small_leaf
def one_more(number):
    return number + 1


@leaf
def fill(row, number):
    for i in range(len(row)):
        row[i] = one_more(number) * i


@open_leaf
def total(row, number):
    fill(row, number)
    summed = 0
    for i in range(len(row)):
        summed += row[i]
    return summed
"""
CALLERS = """
import numpy as np

from parts import fill, kernel, total


@kernel
def twice(row):
    fill(row, 0)
    made = np.ones_like(row)
    return total(row, 1) + total(made, 2) + row[1] * made[1]
"""
RUN = """
import numpy as np

import callers
import parts

row = np.zeros(4, np.int64)
first = callers.twice(row)
print(first, row.tolist(), len(parts.total.signatures), parts.total(row, 3), len(parts.total.signatures))
print(sum(callers.twice.stats.cache_hits.values()), sum(parts.total.stats.cache_hits.values()))
"""


def run(folder: Path) -> list[str]:
    """Run the functions in a process of its own."""
    path = os.pathsep.join([str(folder), str(Path(__file__).parent.parent)])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "kept"), "NUMBA_DISABLE_JIT": "0"}
    told = subprocess.run([sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


def test_parts_are_put_together_and_kept(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text(PARTS)
    (tmp_path / "callers.py").write_text(CALLERS)
    # rows 0 2 4 6 and 0 3 6 9: 12 + 18 + 2 * 3; what a kernel calls is not made ready for Python before Python calls it
    told = "36 [0, 2, 4, 6] 0 24 1"
    assert run(tmp_path) == [told, "0 0"]
    assert run(tmp_path) == [told, "1 1"]


def test_a_caller_is_made_anew_of_parts_that_were_kept(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text(PARTS)
    (tmp_path / "callers.py").write_text(CALLERS)
    run(tmp_path)
    (tmp_path / "callers.py").write_text(CALLERS.replace("row[1] *", "10 * row[1] *"))
    assert run(tmp_path) == ["90 [0, 2, 4, 6] 0 24 1", "0 1"]


def test_a_checkout_keeps_what_is_compiled_where_make_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mjstats.kernel.jit import _kept

    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert _kept(tmp_path) == ""  # an installed package
    (tmp_path / "Makefile").touch()
    assert _kept(tmp_path) == str(tmp_path / ".cache" / "numba")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    assert _kept(tmp_path) == "elsewhere"
