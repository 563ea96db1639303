"""What a hand can spare and what helps it then, found for all tiles at once, is what laying out each hand anew says."""

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
from mjstats.kernel.deal import start_hand
from mjstats.kernel.policy_fast import count_unseen, spare_tiles
from mjstats.kernel.routes import HELD_FREE, HELD_KONG, HELD_WILD, HELPED, MISSING, NATURAL, UNSEEN
from mjstats.kernel.keys import consider, key_of
from mjstats.kernel.routes import new_mind
from mjstats.kernel.spares import NOTHING, count_helped
from mjstats.kernel.state import ROUND_SETUP
from mjstats.routes import routes_of
from mjstats.starts import first_starts

rules = load(sys.argv[1])
routes = routes_of(rules)
mind, board = new_mind(routes), b.new_board(rules.packed)
seats, marks = board.seats, board.marks
rng = np.random.default_rng(5)


def reads(face):
    return NOTHING if marks[b.IS_WILD, face] or marks[b.IS_KONG_TILE, face] else int(marks[b.READ_AS, face])


def keys():
    consider(routes, board, seat, mind)
    kong = mind.held[HELD_KONG]
    wild = mind.held[HELD_WILD]
    return [key_of(routes, mind, r, mind.routes[r, MISSING], wild, kong) for r in range(len(routes.rows))]


asked = known = helping = 0
for table in range(80):
    start_hand(board, 1, first_starts(rules, table, 1)[0])
    b.mark_faces(rules.packed.setup, seats.round[ROUND_SETUP], marks)
    seat = table % len(seats.hand)
    hand = seats.hand[seat]
    near = rng.choice(34, 12, replace=False)  # tiles of few faces lie nearer to winning than dealt ones
    while table % 2 and hand[near].sum() < 12:
        gone = rng.choice(np.flatnonzero(hand))
        hand[gone] -= 1
        hand[rng.choice([face for face in near if hand[face] < min(4, marks[b.IN_WALL, face] or 9)])] += 1
    if table % 3 == 0:  # and some of nothing but pairs and a few single tiles
        hand[:34] = 0
        for face in rng.permutation([face for face in near if marks[b.IN_WALL, face] >= 2])[:6]:
            hand[face] = 2
    while hand.sum() % 3 != 2:
        hand[rng.choice([face for face in range(34) if marks[b.IN_WALL, face] > hand[face]])] += 1
    now = consider(routes, board, seat, mind)
    spare = spare_tiles(routes, board, seat, mind, now)
    held = [face for face in range(42) if hand[face]]
    after = {}
    for face in held:
        hand[face] -= 1
        after[face] = keys()
        hand[face] += 1
    asked += 1
    if spare:
        known += 1
        assert spare == sum(1 << face for face in held if not marks[b.IS_WILD, face] and min(after[face]) == now), table
    consider(routes, board, seat, mind)
    count_unseen(board, seat, mind)
    if mind.held[HELD_FREE] >= 0:
        continue
    best = min(min(found) for found in after.values())
    equals = [face for face in held if min(after[face]) == best and not marks[b.IS_KONG_TILE, face]]
    count_helped(routes, mind, sum(1 << number for number in {reads(face) for face in equals}), best + 1)
    helped, unseen = mind.faces[HELPED].copy(), mind.faces[UNSEEN].copy()
    for face in equals:
        if reads(face) == NOTHING:
            continue
        hand[face] -= 1
        found = 0
        consider(routes, board, seat, mind)
        short = mind.routes[:, MISSING].copy()
        close = [r for r in range(len(short)) if key_of(routes, mind, r, short[r], mind.held[HELD_WILD], 0) <= best + 1]
        for more in range(34):
            own = [tile for tile in range(42) if reads(tile) == more]
            if own and unseen[more] > 0 and mind.faces[NATURAL, more] < 4:
                hand[own[0]] += 1
                consider(routes, board, seat, mind)
                found |= any(mind.routes[r, MISSING] < short[r] for r in close) << more
                hand[own[0]] -= 1
                consider(routes, board, seat, mind)
        hand[face] += 1
        drawable = sum(1 << more for more in range(34) if unseen[more] > 0)
        assert helped[reads(face)] & drawable == found, (table, face)
        helping += found != 0
        consider(routes, board, seat, mind)
print(asked, known, helping)
"""


@pytest.mark.parametrize("page", ["riichi", "mcr", "hangzhou", "wuhan", "xiamen", "taiwan"])
def test_all_at_once_is_as_if_each_hand_was_laid_out(page: str) -> None:
    # In plain Python, where every function of the kernels may be called.
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run([sys.executable, "-c", CHECK, page], capture_output=True, text=True, env=plain, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    asked, known, helping = (int(number) for number in run.stdout.split())
    assert asked == 80
    assert known > 20
    assert helping > 100
