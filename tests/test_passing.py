"""Passing names: what killed processes left goes, what others still write stays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from mjstats.passing import passing_place


def test_what_killed_processes_left_is_removed(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    out = tmp_path / "hands.parquet"
    (tmp_path / f".hands.parquet.{gone.pid}.part").write_text("half")
    (tmp_path / f".hands.parquet.{gone.pid}.part").with_name(f".other.{gone.pid}.part").write_text("of another file")
    folder = tmp_path / f".both.{gone.pid}.part"
    folder.mkdir()
    (folder / "table.csv").write_text("half")
    (tmp_path / f".hands.parquet.{os.getppid()}.part").write_text("under way")
    assert passing_place(out) == tmp_path / f".hands.parquet.{os.getpid()}.part"
    passing_place(tmp_path / "both")
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {f".other.{gone.pid}.part", f".hands.parquet.{os.getppid()}.part"}
