"""The chance to finish between the nodes of its table, and the tiles that a hand waits for, against plain reckoning."""

from __future__ import annotations

import os
import subprocess
import sys

CHECK = """
import numpy as np
from mjstats.kernel.chances import AWAY, CELLS, DRAWS_BINS, N_NODES, NODES, cell_of, chance, chance_of
from mjstats.kernel.laid import drawable_faces, widest
from mjstats.kernel.one_tile import unseen_of
from mjstats.kernel.routes import N_HELD, N_MIND_FACES, NATURAL, UNSEEN, Mind, change_unseen
from mjstats.plans import empty_thought

rng = np.random.default_rng(1)
known = rng.random(CELLS)
table = known.reshape(AWAY, 2, DRAWS_BINS, N_NODES)
thought = empty_thought()._replace(known=known)
checked = 0
for helping in [*range(80), *np.round(rng.random(200) * 80, 3).tolist()]:
    away, opened, draws = (int(rng.integers(n)) for n in (AWAY + 2, 2, 30))
    found = chance(thought, away, opened, draws, float(helping))
    assert isinstance(helping, float) or abs(chance_of(thought, away, opened, draws, helping) - found) < 1e-12
    if away >= AWAY:
        assert found == 0.0
        continue
    line = table[away, opened, min(draws // 2, DRAWS_BINS - 1)]
    assert abs(found - np.interp(helping, NODES, line)) < 1e-12, (away, opened, draws, helping)
    near = int(np.abs(NODES - helping).argmin())
    place = (away, opened, min(draws // 2, DRAWS_BINS - 1), near)
    assert np.unravel_index(cell_of(away, opened, draws, float(helping)), table.shape) == place
    checked += 1
for _ in range(300):
    faces = np.zeros((N_MIND_FACES, 42), np.int64)
    mind = Mind(faces, np.zeros((1, 1), np.int64), np.zeros(N_HELD, np.int64))
    for face, copies in enumerate((rng.integers(0, 5, 34) * (rng.random(34) < rng.random())).tolist()):
        for _ in range(copies + 1):
            change_unseen(mind, face, 1)
        change_unseen(mind, face, -1)
    faces[NATURAL, :34] = rng.integers(0, 5, 34)
    drawable = [face for face in range(34) if faces[UNSEEN, face] > 0 and faces[NATURAL, face] < 4]
    assert drawable_faces(mind) == sum(1 << face for face in drawable)
    waits = [face for face in range(34) if rng.random() < 0.2]
    bits = sum(1 << face for face in waits)
    copies = [int(faces[UNSEEN, face]) for face in waits]
    assert unseen_of(mind, bits) == sum(copies)
    best = waits[copies.index(max(copies))] if sum(copies) > 0 else -1
    assert widest(mind, bits) == best
    checked += 1
print(checked)
"""


def test_between_the_nodes_a_chance_lies_on_a_straight_line() -> None:
    # In plain Python, where every function of the kernels may be called.
    run = subprocess.run(
        [sys.executable, "-c", CHECK], capture_output=True, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) > 450
