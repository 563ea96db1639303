"""What a policy thinks of: finished hands are told apart by a number, claims that promise little are given up."""

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

CLAIMS = """
from mjstats.kernel.claims import CLAIM_CHOW, CLAIM_KONG, CLAIM_NONE, CLAIM_PUNG
from mjstats.kernel.thought_room import (
    FAST,
    GIVEN_UP,
    LIVE,
    N_LIVE,
    POSITION,
    STAGE,
    STATE,
    WORTHS,
)
from mjstats.kernel.weighing import compare_claim
from mjstats.plans import empty_thought

thought = empty_thought()
state = thought.room[STATE]


def given_up(claim, promise, live=1):
    state[[POSITION, N_LIVE, STAGE]] = claim, live, WORTHS
    thought.scores[LIVE, 0] = promise
    compare_claim(thought)
    assert state[STAGE] in (WORTHS, GIVEN_UP)
    return state[STAGE] == GIVEN_UP


state[FAST] = CLAIM_PUNG
assert not given_up(CLAIM_NONE, 10.0)
assert given_up(CLAIM_CHOW, 5.9)
assert given_up(CLAIM_CHOW, 50.0, live=0)
assert not given_up(CLAIM_CHOW, 6.1)
assert not given_up(CLAIM_KONG, 1.0)
assert not given_up(CLAIM_PUNG, 1.0)
print(1)
"""


def printed(check: str) -> int:
    """What this prints in plain Python, where every function of the kernels may be called."""
    run = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return int(run.stdout)


def test_two_hands_have_one_number_only_by_chance() -> None:
    assert printed(CHECK) > 2500


def test_a_claim_that_promises_far_less_than_the_hand_is_given_up() -> None:
    assert printed(CLAIMS) == 1
