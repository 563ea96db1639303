"""Shapes without sets, straight from natural counts ``(34,)``: any of some faces, orphans, unrelated and knitted tiles."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

import numpy as np

from mjstats.kernel.classes import Counts, Ints
from mjstats.kernel.jit import leaf


def _spread() -> Ints:
    """``(512, 4)``: of the ranks held (a bit each) so many at most lie in a choice of 0..3 ranks at least three apart."""
    best = np.zeros((512, 4), dtype=np.int64)
    for size in range(4):
        for ranks in combinations(range(9), size):
            if all(later - earlier >= 3 for earlier, later in pairwise(ranks)):
                chosen = sum(1 << rank for rank in ranks)
                for held in range(512):
                    best[held, size] = max(best[held, size], (held & chosen).bit_count())
    return best


SPREAD = _spread()

# Which of 147, 258, 369 stands in which suit: (6, 3) first ranks.
KNITTED = np.array(list(permutations(range(3))), dtype=np.int64)
# The nine faces of each order, a bit each.
KNITTED_FACES = np.array([sum(0b1001001 << 9 * suit + first for suit, first in enumerate(order)) for order in KNITTED.tolist()])

_TILES = 14
ORPHANS = np.array([face for face in range(34) if face >= 27 or face % 9 in (0, 8)], dtype=np.int64)


@leaf
def tiles_held(natural: Counts) -> int:
    """How many natural tiles are held."""
    held = 0
    for face in range(34):
        held += int(natural[face])
    return held


@leaf
def faces_missing(natural: Counts, faces: Ints, mask: int, size: int) -> int:
    """Tiles missing until all `size` tiles are in row `mask` of the face masks `faces` ``(masks, 34)``."""
    inside = 0
    for face in range(34):
        if faces[mask, face] != 0:
            inside += int(natural[face])
    return size - inside


@leaf
def kinds_held(natural: Counts, first: int, last: int) -> int:
    """The faces held from `first` to `last` (not included), a bit each."""
    held = 0
    for face in range(first, last):
        if natural[face] > 0:
            held |= 1 << (face - first)
    return held


@leaf
def honour_kinds(natural: Counts) -> int:
    """How many honour faces are held."""
    held = 0
    for face in range(27, 34):
        if natural[face] > 0:
            held += 1
    return held


@leaf
def thirteen_missing(natural: Counts) -> int:
    """Tiles missing for thirteen orphans; `mjstats.kernel.features.orphans_missing` finds the same from features."""
    held, pairs = 0, 0
    for place in range(len(ORPHANS)):
        n = int(natural[ORPHANS[place]])
        held += 1 if n > 0 else 0
        pairs += 1 if n > 1 else 0
    return _TILES - held - min(pairs, 1)


@leaf
def unrelated_missing(natural: Counts) -> int:
    """Tiles missing for fourteen different tiles, those of a suit at least three apart."""
    in_m, in_p, in_s = kinds_held(natural, 0, 9), kinds_held(natural, 9, 18), kinds_held(natural, 18, 27)
    honours = honour_kinds(natural)
    best = 0
    # Fourteen tiles leave room for at most seven honours and three of a suit, so at least one tile of each suit is in.
    for m in range(1, 4):
        for p in range(1, 4):
            for s in range(1, 4):
                rest = _TILES - m - p - s
                if rest <= 7:
                    best = max(best, SPREAD[in_m, m] + SPREAD[in_p, p] + SPREAD[in_s, s] + min(rest, honours))
    return _TILES - best


@leaf
def knitted_straight_held(natural: Counts, order: int) -> tuple[int, int, int, int]:
    """For one of the six orders: knitted tiles held, and what taking them out subtracts from the suit indices."""
    held = 0
    om, op, os = 0, 0, 0
    weight = 1
    for rank in range(9):
        if rank % 3 == KNITTED[order, 0] and natural[rank] > 0:
            held += 1
            om += weight
        if rank % 3 == KNITTED[order, 1] and natural[9 + rank] > 0:
            held += 1
            op += weight
        if rank % 3 == KNITTED[order, 2] and natural[18 + rank] > 0:
            held += 1
            os += weight
        weight *= 5
    return held, om, op, os


@leaf
def knitted_honours_missing(natural: Counts) -> int:
    """Tiles missing for fourteen different tiles out of the honours and 147, 258, 369 in three suits."""
    best = 0
    for order in range(6):
        held, _, _, _ = knitted_straight_held(natural, order)
        best = max(best, held)
    return _TILES - min(best + honour_kinds(natural), _TILES)
