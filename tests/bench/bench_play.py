"""Hands simulated a second on one core, and what compiling the kernels of play costs from cold."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import mjstats
from mjstats.play import play_tables

HANDS = 3000
FLOOR = 3000
CASES = (
    ("hangzhou", 1, "fast"),
    ("hangzhou", 3, "fast"),
    ("wuhan", 1, "fast"),
    ("wuhan", 1, "random"),
    ("riichi", 1, "fast"),
    ("taiwan", 1, "fast"),
)
_COLD = """
import mjstats
from mjstats.play import play_tables
play_tables(mjstats.load("hangzhou"), seed=1, first_table=0, n_tables=1)
"""


def cold_seconds() -> float:
    """Seconds until the first hand is played by a new process with an empty compile cache."""
    with tempfile.TemporaryDirectory() as cache:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", _COLD], check=True, env={**os.environ, "NUMBA_CACHE_DIR": cache})
        return time.perf_counter() - began


def main() -> None:
    """Print the speeds."""
    for name, streak, policy in CASES:
        rules = mjstats.load(name)
        play_tables(rules, seed=1, first_table=0, n_tables=10, streak=streak, policy=policy)
        best = 0.0
        for _ in range(3):
            began = time.perf_counter()
            play_tables(rules, seed=1, first_table=0, n_tables=HANDS, streak=streak, policy=policy)
            best = max(best, HANDS / (time.perf_counter() - began))
        print(f"hands a second, {name}, dealer's hand {streak}, policy {policy}: {best:,.0f} (floor {FLOOR:,})")
    print(f"first hand of a new process, compiling everything: {cold_seconds():.0f} s")


if __name__ == "__main__":
    main()
