"""The compiled loops behind counting waits; they call nothing else of the package, see `mjstats.exact.convolve`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.kernel.classes import Ints
from mjstats.kernel.jit import kernel, leaf

Flags = NDArray[np.bool_]


class Kinds(NamedTuple):
    """Count vectors of a suit that are alike for its waits.

    `first` ``(states + 1,)``: where the kinds of each joint state begin. `after` ``(n, ranks)``: joint state with a tile more, -1
    where none is left; `worth`: what such a wait counts; `tiles`, `ways` ``(n,)``.
    """

    first: Ints
    after: Ints
    worth: Ints
    tiles: Ints
    ways: Ints


class Own(NamedTuple):
    """Deals of a suit by its state and what the rest of the hand lets complete.

    `row` int32 ``(states, rests)``: number of the row, -1 where the hand is not ready. `ends` ``(rows + 1,)``: where the entries
    of each row end; `tiles`, `waits`, `deals` of each entry. `rest` int32: the rest, by the state of the suit beside it and that
    of the other half of the hand; any where these two have too many tiles.
    """

    row: NDArray[np.int32]
    ends: Ints
    tiles: Ints
    waits: Ints
    deals: Ints
    rest: NDArray[np.int32]


class Half(NamedTuple):
    """Two suits that stand side by side: both suits' own deals, and their state together, int32 ``(states, states)``, -1 where
    they have too many tiles."""

    first: Own
    second: Own
    merge: NDArray[np.int32]


@leaf
def _sort(row: NDArray[np.int32], begin: int) -> None:
    """Sort the end of a row; few numbers."""
    for place in range(begin + 1, len(row)):
        number = row[place]
        other = place - 1
        while other >= begin and row[other] > number:
            row[other + 1] = row[other]
            other -= 1
        row[other + 1] = number


@kernel
def vectors_told(
    vectors: NDArray[np.int32], cell_of: NDArray[np.int32], choices: Ints, copies: bool, rows: NDArray[np.int32], ways: Ints
) -> int:
    """Tell of each count vector of a suit what its waits depend on; how many there are, not counting those that are never dealt.

    `cell_of` ``(5 ** ranks,)``: the cell of each vector, -1 with too many tiles. `choices` ``(ranks, 5)``: ways to choose so
    many copies. `rows` ``(n, 2 + ranks)``: filled with cell, tiles, and for each rank 8 times the cell with a tile more, -1 where
    none is left, and what a wait for it counts; sorted, since in which order the ranks come does not matter. `ways`: filled.
    """
    ranks = len(choices)
    told = 0
    for vector in vectors:
        row = rows[told]
        row[0] = cell_of[vector]
        row[1] = 0
        ways[told] = 1
        rest = vector
        weight = 1
        for rank in range(ranks):
            held = rest % 5
            rest //= 5
            row[1] += held
            ways[told] *= choices[rank, held]
            left = 0
            while held + left < 4 and choices[rank, held + left + 1] > 0:
                left += 1
            row[2 + rank] = 8 * cell_of[vector + weight] + (left if copies else 1) if left > 0 else -8
            weight *= 5
        if ways[told] > 0:
            _sort(row, 2)
            told += 1
    return told


@kernel
def cells_as_states(rows: NDArray[np.int32], number: NDArray[np.int32], told: NDArray[np.int32]) -> None:
    """Fill `told` with `rows` (see `vectors_told`), each cell replaced by its number."""
    for row in range(len(rows)):
        told[row, 0] = number[rows[row, 0]]
        told[row, 1] = rows[row, 1]
        for rank in range(2, rows.shape[1]):
            mark = rows[row, rank]
            told[row, rank] = 8 * number[mark >> 3] + (mark & 7) if mark >= 0 else mark
        _sort(told[row], 2)


@kernel
def own_waits(
    kinds: Kinds, completes: Flags, ready: Flags, size: tuple[int, int], row: NDArray[np.int32]
) -> tuple[Ints, Ints, Ints, Ints]:
    """Fill `row` and make the entries of `Own`: ends, tiles, waits, deals.

    `completes`, `ready` ``(states, rests)``: whether a hand with this state is complete, is ready. `size`: most tiles and waits.
    """
    ends = np.zeros(1 + np.count_nonzero(ready), dtype=np.int64)
    room = 1 << 12
    tiles, waits, deals = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
    found = np.zeros((size[0] + 1, size[1] + 1), dtype=np.int64)
    rows = 0
    entries = 0
    for state in range(ready.shape[0]):
        for rest in range(ready.shape[1]):
            row[state, rest] = -1
            if not ready[state, rest]:
                continue
            for kind in range(kinds.first[state], kinds.first[state + 1]):
                waited = 0
                for rank in range(kinds.after.shape[1]):
                    after = kinds.after[kind, rank]
                    if after >= 0 and completes[after, rest]:
                        waited += kinds.worth[kind, rank]
                found[kinds.tiles[kind], waited] += kinds.ways[kind]
            if entries + found.size > room:
                room *= 2
                tiles = np.append(tiles, np.zeros(room - len(tiles), dtype=np.int64))
                waits = np.append(waits, np.zeros(room - len(waits), dtype=np.int64))
                deals = np.append(deals, np.zeros(room - len(deals), dtype=np.int64))
            for held in range(found.shape[0]):
                for waited in range(found.shape[1]):
                    if found[held, waited] != 0:
                        tiles[entries], waits[entries], deals[entries] = held, waited, found[held, waited]
                        found[held, waited] = 0
                        entries += 1
            row[state, rest] = rows
            rows += 1
            ends[rows] = entries
    return ends, tiles[:entries], waits[:entries], deals[:entries]


@kernel
def joined_waits(mp: Half, sz: Half, ready: Flags, tiles: int, waits: tuple[int, int]) -> tuple[Ints, NDArray[np.float64]]:
    """Deals of so many tiles that are ready, by waits: modulo 2^64, and nearly.

    `ready` ``(states mp, states sz)``. `waits`: the most of each half.
    """
    counted = np.zeros(waits[0] + waits[1] + 1, dtype=np.int64)
    nearly = np.zeros(waits[0] + waits[1] + 1, dtype=np.float64)
    one = np.zeros((ready.shape[0], tiles + 1, waits[0] + 1), dtype=np.int64)
    other = np.zeros((ready.shape[0], tiles + 1, waits[1] + 1), dtype=np.int64)
    for half in range(ready.shape[1]):
        one[:] = 0
        other[:] = 0
        some = False
        for third in range(sz.merge.shape[0]):
            for fourth in range(sz.merge.shape[1]):
                if sz.merge[third, fourth] != half:
                    continue
                for state in range(ready.shape[0]):
                    if ready[state, half]:
                        mine = sz.first.row[third, sz.first.rest[fourth, state]]
                        its = sz.second.row[fourth, sz.second.rest[third, state]]
                        if mine < 0 or its < 0:
                            continue
                        for left in range(sz.first.ends[mine], sz.first.ends[mine + 1]):
                            for right in range(sz.second.ends[its], sz.second.ends[its + 1]):
                                held = sz.first.tiles[left] + sz.second.tiles[right]
                                if held <= tiles:
                                    waited = sz.first.waits[left] + sz.second.waits[right]
                                    other[state, held, waited] += sz.first.deals[left] * sz.second.deals[right]
                                    some = True
        if not some:
            continue
        for first in range(mp.merge.shape[0]):
            for second in range(mp.merge.shape[1]):
                state = mp.merge[first, second]
                if state < 0 or not ready[state, half]:
                    continue
                mine = mp.first.row[first, mp.first.rest[second, half]]
                its = mp.second.row[second, mp.second.rest[first, half]]
                if mine < 0 or its < 0:
                    continue
                for left in range(mp.first.ends[mine], mp.first.ends[mine + 1]):
                    for right in range(mp.second.ends[its], mp.second.ends[its + 1]):
                        held = mp.first.tiles[left] + mp.second.tiles[right]
                        if held <= tiles:
                            waited = mp.first.waits[left] + mp.second.waits[right]
                            one[state, held, waited] += mp.first.deals[left] * mp.second.deals[right]
        for state in range(ready.shape[0]):
            if not ready[state, half]:
                continue
            for held in range(tiles + 1):
                for left in range(waits[0] + 1):
                    deals = one[state, held, left]
                    if deals != 0:
                        for right in range(waits[1] + 1):
                            its = other[state, tiles - held, right]
                            if its != 0:
                                counted[left + right] += deals * its
                                nearly[left + right] += float(deals) * float(its)
    return counted, nearly
