"""Notebooks: they run, their kept outputs belong to their source, and they stay small."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import jupytext
import nbformat
import pytest

from mjstats.report import execute

FOLDER = Path(__file__).parent.parent / "notebooks"
SOURCES = sorted(FOLDER.glob("*.py"))
MOST_BYTES = 300_000
MOST_LINES = 6

each = pytest.mark.parametrize("source", SOURCES, ids=[source.stem for source in SOURCES])


def test_there_are_notebooks() -> None:
    assert SOURCES


@each
def test_runs_on_few_hands(source: Path, tmp_path: Path) -> None:
    page = execute(source, tmp_path, hands=300)
    assert page["title"]
    assert "<img" in page["body"]
    assert page["body"].count("<img") == page["body"].count('alt="Chart: ')


@each
def test_kept_outputs_belong_to_the_source(source: Path) -> None:
    kept = nbformat.read(source.with_suffix(".ipynb"), as_version=4)
    assert [(cell.cell_type, cell.source) for cell in kept.cells] == [
        (cell.cell_type, cell.source) for cell in jupytext.read(source).cells
    ]
    assert all(cell.execution_count for cell in kept.cells if cell.cell_type == "code"), "run `make notebooks`"
    assert not [output for cell in kept.cells for output in cell.get("outputs", ()) if output.output_type == "error"]


@each
def test_kept_outputs_hold_nothing_random(source: Path) -> None:
    kept = source.with_suffix(".ipynb").read_text("utf-8")
    tables = re.findall(r"\bT_([0-9a-f]{5})_", kept)
    assert set(tables) == {f"{number:05}" for number in range(len(set(tables)))}
    assert " at 0x" not in kept


@each
def test_is_small(source: Path) -> None:
    assert source.with_suffix(".ipynb").stat().st_size < MOST_BYTES


@each
def test_what_is_long_lives_in_the_package(source: Path) -> None:
    tree = ast.parse(source.read_text("utf-8"))
    long = [
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= MOST_LINES
    ]
    assert not long
