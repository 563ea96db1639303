"""The compiled loops behind counting waits; they call nothing else of the package, see `mjstats.exact.convolve`."""

from __future__ import annotations

import numpy as np

from mjstats.kernel.classes import Ints
from mjstats.kernel.jit import kernel


@kernel
def own_waits(
    own: Ints,
    after: Ints,
    worth: Ints,
    tiles: Ints,
    ways: Ints,
    missing: Ints,
    row: Ints,
    usable: int,
    shape: tuple[int, int, int],
) -> Ints:
    """Deals of a suit by ready pair of classes (own, rest), tiles and waits.

    `own` ``(n,)``: class of each count vector; `after` ``(n, ranks)``: class with a tile more, -1 where none is left; `worth`:
    what such a wait counts; `tiles`, `ways` ``(n,)``; `missing`, `row` ``(classes, rests)``.
    """
    deals = np.zeros(shape, dtype=np.int64)
    for vector in range(len(own)):
        for rest in range(row.shape[1]):
            place = row[own[vector], rest]
            if place >= 0:
                waits = 0
                for rank in range(after.shape[1]):
                    if after[vector, rank] >= 0 and missing[after[vector, rank], rest] <= usable:
                        waits += worth[vector, rank]
                deals[place, tiles[vector], waits] += ways[vector]
    return deals


@kernel
def joined_waits(
    merge: Ints,
    rest_first: Ints,
    rest_second: Ints,
    place: Ints,
    first: Ints,
    first_row: Ints,
    second: Ints,
    second_row: Ints,
) -> Ints:
    """Two suits together: deals by ready pair of halves, tiles and waits.

    `merge` ``(n, m)``; `rest_first` ``(m, others)``, `rest_second` ``(n, others)``; `place` ``(merged, others)``: number of the
    pair of halves, -1 where it is not ready; `first`, `second` and their rows as `own_waits` gives them.
    """
    pairs = 0
    for merged in range(place.shape[0]):
        for other in range(place.shape[1]):
            pairs = max(pairs, place[merged, other] + 1)
    width = first.shape[1]
    most = second.shape[2]
    out = np.zeros((pairs, width, first.shape[2] + most - 1), dtype=np.int64)
    # The waits that occur end early: how far, by row and tiles.
    ends = np.zeros((len(second), width), dtype=np.int64)
    for index in range(len(second)):
        for tiles in range(width):
            for waits in range(most):
                if second[index, tiles, waits] != 0:
                    ends[index, tiles] = waits + 1
    for other in range(place.shape[1]):
        for one in range(merge.shape[0]):
            for two in range(merge.shape[1]):
                pair = place[merge[one, two], other]
                if pair >= 0:
                    mine, its = first_row[one, rest_first[two, other]], second_row[two, rest_second[one, other]]
                    for tiles in range(width):
                        for waits in range(first.shape[2]):
                            deals = first[mine, tiles, waits]
                            if deals != 0:
                                for more in range(width - tiles):
                                    for further in range(ends[its, more]):
                                        out[pair, tiles + more, waits + further] += deals * second[its, more, further]
    return out
