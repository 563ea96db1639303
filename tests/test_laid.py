"""A plan laid out: one tile more or less changes it as laying out the other hand would."""

from __future__ import annotations

import os
import subprocess
import sys

CHECK = """
import numpy as np
from mjstats import load
from mjstats.kernel import board as b
from mjstats.kernel.deal import start_hand
from mjstats.kernel.laid import BY_SUITS, LACKS, N_REMEMBERED, drawable_faces, helping_faces, lacks_for, lacks_moved
from mjstats.kernel.laid import laid_so, lay_plan, move, move_back, spared_faces
from mjstats.kernel.plans import N_LAID
from mjstats.kernel.rating import (
    see,
)
from mjstats.kernel.routes import NATURAL, NO_ROUTE, lay_routes, new_mind
from mjstats.kernel.state import ROUND_SETUP
from mjstats.plans import candidates, empty_thought, weighing_routes
from mjstats.starts import first_starts

rules = load("mcr")
routes = weighing_routes(rules)
tables = len(routes.suit_row)
plans = candidates(4, tables - 3, tables - 2, tables - 1)
thought = empty_thought()
mind, board = new_mind(routes), b.new_board(rules.packed)
seats = board.seats


def laid_out(p):
    laid = np.zeros(N_LAID, np.int64)
    lay_routes(routes, seats, 0, mind)
    lay_plan(routes, plans, p, seats, 0, mind, laid)
    return laid


checked, kept = 0, 0
for table in range(4):
    start_hand(board, 1, first_starts(rules, table, 1)[0])
    b.mark_faces(rules.packed.setup, seats.round[ROUND_SETUP], board.marks)
    board.clock[b.SEAT_ASKED] = 0
    see(routes, board, mind)
    remembered, room = np.zeros(N_REMEMBERED, np.int64), np.zeros(N_LAID, np.int64)
    for p in range(len(routes.rows) + len(plans)):
        assert lacks_for(routes, plans, p, seats, 0, mind, remembered, room) == laid_out(p)[LACKS], p
    for p in range(table, len(routes.rows) + len(plans), 4):
        laid = laid_out(p)
        if laid[LACKS] >= NO_ROUTE:
            continue
        helps, spared = 0, 0
        for face in range(34):
            for delta in (-1, 1):
                if not 0 <= mind.faces[NATURAL, face] + delta <= 4:
                    continue
                lacks = lacks_moved(routes, mind, thought, laid, face, delta)
                for looked_up in (True, False):
                    moved = laid.copy()
                    before = laid_so(moved, face)
                    move(routes, mind, thought, moved, face, delta)
                    anew = laid_out(p)
                    assert lacks == moved[LACKS] == anew[LACKS], (p, face, delta)
                    assert laid[BY_SUITS] == 0 or np.array_equal(moved, anew), (p, face, delta)
                    if looked_up:
                        move(routes, mind, thought, moved, face, -delta)
                    else:
                        move_back(routes, mind, thought, moved, face, delta, *before)
                    laid_out(p)
                    assert np.array_equal(moved, laid), (p, face, delta)
                helps |= (delta == 1 and lacks < laid[LACKS]) << face
                spared |= (delta == -1 and lacks <= laid[LACKS]) << face
                checked += 1
        held = [face for face in range(34) if mind.faces[NATURAL, face]]
        for _ in range(2):  # looked up, then remembered
            assert helping_faces(routes, mind, thought, laid, drawable_faces(mind)) == helps & drawable_faces(mind), p
        assert spared_faces(routes, mind, thought, laid, sum(1 << face for face in held)) == spared, p
        # Once a tile that helps has come no other can be spared but those that could be before.
        for face in (face for face in range(34) if helps >> face & 1):
            move(routes, mind, thought, laid, face, 1)
            for gone in held:
                if lacks_moved(routes, mind, thought, laid, gone, -1) <= laid[LACKS] and gone != face:
                    assert spared >> gone & 1, (p, face, gone)
                    kept += 1
            move(routes, mind, thought, laid, face, -1)
print(min(checked, kept))
"""


def test_one_tile_more_or_less_is_as_if_laid_out_anew() -> None:
    # In plain Python, where every function of the kernels may be called.
    run = subprocess.run(
        [sys.executable, "-c", CHECK], capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) > 2000
