"""Which plans are weighed, against what all of them promise: plans that are passed over could not have been among them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

CHECK = """
import sys
import numpy as np
from mjstats import load
from mjstats.kernel import board as b
from mjstats.kernel.chances import AWAY, N_PRIOR, NARROW, PRIORS, TYPICAL, chance_of, usual_row
from mjstats.kernel.deal import start_hand
from mjstats.kernel.keys import is_opened
from mjstats.kernel.plans import plan_fits
from mjstats.kernel.promises import LIVE_WITHIN, PROMISING_WITHIN, choose_plans, least_missing, most_of_plan, score_of_plan
from mjstats.kernel.rating import forget, see
from mjstats.kernel.routes import new_mind
from mjstats.kernel.state import ROUND_SETUP
from mjstats.kernel.thought_room import BY_PLAN, LIVE, N_LIVE, OPENED, PROMISING, PROMISING_NUMBER, PULL, STATE
from mjstats.kernel.worths import cache_key, cache_row
from mjstats.plans import _claim_one, thought_of, weighing_routes
from mjstats.starts import first_starts

rules = load(sys.argv[1])
routes, thought = weighing_routes(rules), thought_of(rules)
board, mind = b.new_board(rules.packed), new_mind(routes)
rng = np.random.default_rng(1)
n, state = len(routes.rows), thought.room[STATE]
plans = n + len(thought.plans)
passed, near = 0, 0
for table in range(30):
    start_hand(board, 1, first_starts(rules, table, 1)[0])
    b.mark_faces(rules.packed.setup, board.seats.round[ROUND_SETUP], board.marks)
    forget(thought)
    seat = board.clock[b.SEAT_ASKED] = int(rng.integers(rules.players))
    if table % 3 == 0:
        _claim_one(board, seat, rng)
    see(routes, board, mind)
    state[OPENED] = int(is_opened(board.seats, seat))
    thought.scores[STATE, PULL] = 1.0
    row, key = cache_row(board, thought), cache_key(board, thought, 0)
    thought.room[row, :plans] = key + rng.integers(0, 6, plans)
    thought.scores[row, :plans] = thought.known[PRIORS : PRIORS + N_PRIOR * plans : N_PRIOR] * rng.random(plans) * 2
    for again in range(2):  # all plans, then the promising ones alone
        known = thought.room[PROMISING + seat]
        looked_at = known[: known[PROMISING_NUMBER]].tolist() if again else range(plans)
        choose_plans(routes, board, mind, thought, int(board.seats.n_melds[seat]))
        live = [(int(thought.room[LIVE, i]), float(thought.scores[LIVE, i])) for i in range(state[N_LIVE])]
        draws = int(board.clock[b.LEFT] // rules.players)
        when = usual_row(state[OPENED], draws)
        scores = {}
        for p in looked_at:
            if p >= n and not plan_fits(thought.plans, p - n, board.seats, seat, routes.sets):
                continue
            score = score_of_plan(routes, board, mind, thought, p, row, key, when)
            if p >= n:
                assert least_missing(mind, thought, p - n) <= thought.room[BY_PLAN, p], (table, p)
                most = most_of_plan(board, mind, thought, p, n, row, when)
                assert score <= max(most, 0.0), (table, p)
                near += score == most
            if score > 0.0:
                scores[p] = score
        best = max(scores.values(), default=0.0)
        wanted = sorted(scores.items(), key=lambda item: -item[1])[:3]
        assert live == [(p, score) for p, score in wanted if score >= LIVE_WITHIN * best], table
        promising = [p for p, score in scores.items() if score > PROMISING_WITHIN * best]
        if not again:
            assert known[: known[PROMISING_NUMBER]].tolist() == promising, table
            passed += sum(most_of_plan(board, mind, thought, p, n, row, when) < PROMISING_WITHIN * best for p in range(n, plans))
    for p in range(plans):
        for away in range(AWAY):
            helping = int(thought.known[PRIORS + N_PRIOR * p + NARROW] * TYPICAL[away])
            assert thought.usual[when, away, p] == chance_of(thought, away, state[OPENED], draws, helping)
            assert thought.ceiling[when, away, p] == thought.usual[when, away:, p].max()
print(passed, near)
"""


@pytest.mark.parametrize("page", ["mcr", "xiamen"])
def test_plans_passed_over_promise_too_little(page: str) -> None:
    # In plain Python, where every function of the kernels may be called.
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run([sys.executable, "-c", CHECK, page], capture_output=True, text=True, env=plain, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    passed, near = map(int, run.stdout.split())
    assert passed > 50
    assert near > 50
