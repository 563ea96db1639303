"""Finished hands that a policy thinks of are told apart by a number."""

from __future__ import annotations

import os
import subprocess
import sys

CHECK = """
import numpy as np
from mjstats.kernel.page import N_FACES
from mjstats.kernel.thoughts import PRIME, number_of

rng = np.random.default_rng(1)
found = {}
for _ in range(3000):
    melds = int(rng.integers(0, 5))
    tiles = np.bincount(rng.integers(0, N_FACES, 14 - 3 * melds), minlength=N_FACES)
    # Digits in the base 1009 after the melds, in Python's own numbers.
    number = melds
    for n in tiles.tolist():
        number = number * 1009 + n
    told = number_of(tiles, melds)
    assert told == number % PRIME
    assert found.setdefault(told, number) == number
print(len(found))
"""


def test_two_hands_have_one_number_only_by_chance() -> None:
    # In plain Python, where every function of the kernels may be called.
    run = subprocess.run(
        [sys.executable, "-c", CHECK], capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) > 2500
