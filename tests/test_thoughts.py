"""What a policy thinks of: finished hands are told apart by a number and judged once, claims that promise little are given up."""

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

FINISHED = """
import numpy as np
from mjstats import load
from mjstats.kernel import board as b
from mjstats.kernel.chances import BY_DRAW, KEEPS, N_PRIOR, PRIORS, SHARE
from mjstats.kernel.page import CHOW, HOW_DISCARD, HOW_SELF_DRAW, PUNG
from mjstats.kernel.policy import ASKED_DECLARE, ASKED_DISCARD
from mjstats.kernel.rating import forget
from mjstats.kernel.state import WIN_HOW
from mjstats.kernel.thought_room import (
    AS_OPENED, AT, CACHE, DISTANCE, FACE, OPENED, PULL, SELF, STAGE, STATE, TRIAL, WORTH_BOTH, WORTHS,
)
from mjstats.kernel.thoughts import judged_before, keep_worth, lay_thought, needs_other_way, take_back
from mjstats.plans import empty_thought

board = b.new_board(load("riichi").packed)
seats, state = board.seats, None
thought = empty_thought()._replace(known=np.zeros(PRIORS + N_PRIOR))
thought.known[PRIORS + KEEPS] = 1.0
state = thought.room[STATE]
TILE = 4
checked = 0


def begin(hand=(0, 0, 0, 1, 2, 3, 4), *, melds=((CHOW, 9), (PUNG, 30)), seat=1, laid=0, opened=-1, question=ASKED_DISCARD):
    state[[AT, DISTANCE, OPENED, AS_OPENED, FACE, STAGE]] = 0, 0, 1, opened, TILE, -1
    thought.scores[STATE, PULL] = 1.0
    thought.scores[CACHE + seat, 0] = 0.0
    board.clock[[b.SEAT_ASKED, b.QUESTION]] = seat, question
    thought.room[TRIAL, :42] = np.bincount(hand, minlength=42)
    seats.n_melds[seat] = len(melds)
    for m, (kind, face) in enumerate(melds):
        seats.melds[seat, m] = kind, face, 0
    seats.laid[seat] = 0
    seats.laid[seat, 34] = laid


def known(tile=TILE, **other):
    begin(**other)
    found = judged_before(board, thought, tile)
    assert state[AT] == int(found) and (state[STAGE] == WORTHS) == found
    assert thought.scores[CACHE + board.clock[b.SEAT_ASKED], 0] == (70.0 if found else 0.0)
    return found


# A hand is known by all that makes it, until the next deal.
thought.known[SHARE] = 0.25
assert not known()
keep_worth(board, thought, 100.0, 60.0)
assert known() and known()
others = [
    {"tile": 3}, {"hand": (0, 0, 0, 1, 2, 3, 5)}, {"melds": ((CHOW, 9), (PUNG, 31))}, {"melds": ((PUNG, 9), (PUNG, 30))},
    {"melds": ((CHOW, 9),)}, {"seat": 2}, {"laid": 1}, {"opened": 0}, {"question": ASKED_DECLARE},
]
for other in others:
    assert not known(**other), other
    checked += 1
assert known()
forget(thought)
assert not known()


def judged(share, times, by_discard, by_draw):
    # What is kept, and by which ways it was judged; None: that way is no win.
    thought.known[SHARE] = share
    thought.known[PRIORS + BY_DRAW : PRIORS + BY_DRAW + 2] = -1.0, times
    begin()
    before = seats.hand.copy()
    lay_thought(board, thought, TILE, HOW_SELF_DRAW if share == 1.0 else HOW_DISCARD)
    ways = []
    while True:
        ways.append("draw" if board.win[WIN_HOW] == HOW_SELF_DRAW else "discard")
        brought = by_draw if ways[-1] == "draw" else by_discard
        board.clock[[b.IS_LEGAL, b.WORTH]] = brought is not None, brought or -9
        if state[STAGE] == WORTH_BOTH:
            keep_worth(board, thought, take_back(board, thought), thought.scores[STATE, SELF])
            break
        if not needs_other_way(board, thought):
            break
    assert np.array_equal(seats.hand, before) and state[AT] == 1
    return thought.scores[CACHE + 1, 0], " ".join(ways)


# The number of times that an own draw brings stands for it where a discard wins: 0.25 * 1.5 * 1000 + 0.75 * 1000.
assert judged(0.25, 1.5, 1000, 9999) == (1125.0, "discard")
# Where none is known, or a discard does not win, the own draw is judged too: 0.25 * 2000 + 0.75 * 1000, 0.25 * 2000.
assert judged(0.25, 0.0, 1000, 2000) == (1250.0, "discard draw")
assert judged(0.25, 1.5, None, 2000) == (500.0, "discard draw")
# Where all wins are by own draws nothing else is asked.
assert judged(1.0, 0.0, None, 2000) == (2000.0, "draw")
print(checked)
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


def test_a_finished_hand_is_judged_once_a_deal_and_in_one_way_where_that_tells_the_other() -> None:
    assert printed(FINISHED) == 9
