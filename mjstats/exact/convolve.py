"""Two suits put together: the one loop of exact counting that is compiled.

It calls no other function of the package, so the compiler's own check of this file is enough to keep its cache fresh.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.packed import Packing, pack
from mjstats.kernel.classes import Ints
from mjstats.kernel.jit import kernel

# Tiles of a suit: its deals of any size are fewer than 2^34.
_SUIT_TILES = 36
# Where deals of two suits outgrow an int64, one factor is taken in digits of so many bits: sums then stay below 2^62.
_DIGIT = 9


def convolved(target: NDArray[np.int32], targets: int, first: Ints, second: Ints, packing: Packing) -> list[int]:
    """Deals of two suits together.

    Parameters
    ----------
    target
        ``(n, m)``: the state that two states make together, 0 to `targets` - 1.
    first, second
        int64 ``(n, degree + 1)`` and ``(m, degree + 1)``: deals of a suit by state and number of tiles.

    Returns
    -------
    `targets` packed polynomials.
    """
    # Two suits alike: each unordered pair of states once, twice as many deals.
    alike = first is second and np.array_equal(target, target.T)
    if comb(2 * _SUIT_TILES, min(packing.degree, _SUIT_TILES)) < 1 << 63:
        return pack(_convolved(target, targets, first, second, alike), packing)
    deals = [0] * targets
    for shift in range(0, _SUIT_TILES, _DIGIT):
        digits = np.ascontiguousarray(first >> shift & (1 << _DIGIT) - 1)
        part = pack(_convolved(target, targets, digits, second, False), packing)
        deals = [one + (other << shift) for one, other in zip(deals, part, strict=True)]
    return deals


@kernel
def _convolved(target: NDArray[np.int32], targets: int, first: Ints, second: Ints, alike: bool) -> Ints:
    width = first.shape[1]
    out = np.zeros((targets, width), dtype=np.int64)
    # For one state of the first suit: the deals of the second by the state that they make together, then one product each.
    grouped = np.zeros((targets, width), dtype=np.int64)
    reached = np.zeros(targets, dtype=np.int64)
    last = np.full(targets, -1, dtype=np.int64)
    for one in range(len(first)):
        if not first[one].any():
            continue
        number = 0
        for other in range(one if alike else 0, len(second)):
            place = target[one, other]
            if last[place] != one:
                last[place] = one
                reached[number] = place
                number += 1
                for tiles in range(width):
                    grouped[place, tiles] = 0
            times = 2 if alike and other != one else 1
            for tiles in range(width):
                grouped[place, tiles] += times * second[other, tiles]
        for own in range(width):
            deals = first[one, own]
            if deals != 0:
                for index in range(number):
                    place = reached[index]
                    for tiles in range(width - own):
                        out[place, own + tiles] += deals * grouped[place, tiles]
    return out
