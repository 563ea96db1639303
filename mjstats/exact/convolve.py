"""Two suits put together: the loops of exact counting that are compiled.

It calls no other function of the package, so the compiler's own check of this file is enough to keep its cache fresh.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.packed import Deals, Packing
from mjstats.kernel.classes import Ints
from mjstats.kernel.jit import kernel, leaf, small_leaf

# Tiles of a suit: its deals of any size are fewer than 2^34.
_SUIT_TILES = 36

# Halves of the keys of states are mixed by large odd numbers of 31 bits before they find their place in a table.
_MIXERS = (0x5BD1E995, 0x61C88647)
# Places of that table at first; it grows where the states fill half of it.
_PLACES = 1 << 16


class Side(NamedTuple):
    """One suit of a pair: its joint states int64 ``(n, components)`` and the fewest tiles of each int16 ``(n,)``."""

    states: Ints
    tiles: NDArray[np.int16]


class Pairs(NamedTuple):
    """Two suits together.

    `target` int32 ``(n, m)``: what two states make, a place in `states` int64 ``(k, components)``; any where they have too many
    tiles. `tiles` int16 ``(k,)``: the fewest of each.
    """

    target: NDArray[np.int32]
    states: Ints
    tiles: NDArray[np.int16]


def _outgrown(degree: int) -> bool:
    """Whether the deals of two suits by up to so many tiles outgrow an int64."""
    return comb(2 * _SUIT_TILES, min(degree, _SUIT_TILES)) >= 1 << 63


class _Merges(NamedTuple):
    """The state of two states together: `rooms` ``(components, n, m)``; `widths`: how many there are of each component."""

    rooms: NDArray[np.int32]
    widths: Ints

    @staticmethod
    def of(merges: Sequence[NDArray[Any]]) -> _Merges:
        widths = np.array([int(merge.max()) + 1 for merge in merges], dtype=np.int64)
        if np.prod(widths, dtype=object) >= 1 << 62:
            raise ValueError("shapes: too many to be counted together; leave some out")
        sizes = [max(merge.shape[axis] for merge in merges) for axis in (0, 1)]
        rooms = np.zeros((len(merges), *sizes), dtype=np.int32)
        for room, merge in zip(rooms, merges, strict=True):
            room[: len(merge), : merge.shape[1]] = merge
        return _Merges(rooms, widths)

    def told(self, keys: Ints) -> Ints:
        """The states ``(n, components)`` that keys are made of."""
        states = np.zeros((len(keys), len(self.widths)), dtype=np.int64)
        for column in reversed(range(len(self.widths))):
            keys, states[:, column] = np.divmod(keys, self.widths[column])
        return states


def paired(merges: Sequence[NDArray[Any]], first: Side, second: Side, degree: int) -> Pairs:
    """Look up what the states of two suits make together, of hands of up to so many tiles.

    Parameters
    ----------
    merges
        For each component ``(n, m)``: the state of two of its states together.
    """
    made = _Merges.of(merges)
    target = np.zeros((len(first.states), len(second.states)), dtype=np.int32)
    places = _PLACES
    while True:
        met, keys, tiles = _paired(
            made.rooms, made.widths, first.states, first.tiles, second.states, second.tiles, degree, target, places
        )
        if met >= 0:
            return Pairs(target, made.told(keys[:met]), tiles[:met].copy())
        places *= 4


@small_leaf
def _place(key: int, places: int) -> int:
    """Where a key is looked for first; no product outgrows 63 bits."""
    return ((key & 0xFFFFFFFF) * _MIXERS[0] >> 24 ^ (key >> 32) * _MIXERS[1] >> 21) & (places - 1)


@kernel
def _paired(
    merges: NDArray[np.int32],
    widths: Ints,
    first: Ints,
    first_tiles: NDArray[np.int16],
    second: Ints,
    second_tiles: NDArray[np.int16],
    degree: int,
    target: NDArray[np.int32],
    places: int,
) -> tuple[int, Ints, NDArray[np.int16]]:
    """Fill `target`; how many states were met, -1 where the table was too small, their keys and fewest tiles."""
    most = places // 2
    table = np.full(places, -1, dtype=np.int32)
    keys = np.zeros(most, dtype=np.int64)
    tiles = np.full(most, degree, dtype=np.int16)
    met = 0
    for one in range(len(first)):
        for other in range(len(second)):
            held = first_tiles[one] + second_tiles[other]
            if held > degree:
                continue
            key = 0
            for column in range(len(widths)):
                key = key * widths[column] + merges[column, first[one, column], second[other, column]]
            place = _place(key, places)
            while table[place] >= 0 and keys[table[place]] != key:
                place = (place + 1) & (places - 1)
            state = table[place]
            if state < 0:
                if met == most:
                    return -1, keys, tiles
                state = met
                table[place] = state
                keys[state] = key
                met += 1
            tiles[state] = min(tiles[state], held)
            target[one, other] = state
    return met, keys, tiles


def convolved_apart(
    merges: Sequence[NDArray[Any]], sides: tuple[Side, Side], deals: tuple[Ints, Ints], packing: Packing
) -> tuple[Ints, Deals]:
    """As `convolved`, for more pairs of states than there is room for: the state of each pair is found while it is counted.

    Parameters
    ----------
    merges, sides
        As in `paired`.
    deals
        Those of both suits by state and number of tiles.

    Returns
    -------
    The joint states that two suits can make with few enough tiles, int64 ``(states, components)``, and their deals.
    """
    made = _Merges.of(merges)
    first, second = sides
    alike = deals[0] is deals[1] and all(np.array_equal(merge, merge.T) for merge in merges)
    wide = _outgrown(packing.degree)
    places = _PLACES
    while True:
        met, keys, low, nearly = _convolved_apart(
            made.rooms,
            made.widths,
            first.states,
            first.tiles,
            deals[0],
            second.states,
            second.tiles,
            deals[1],
            alike,
            wide,
            places,
        )
        if met >= 0:
            return made.told(keys[:met]), Deals(low[:met], nearly[:met] if wide else None)
        places *= 4


@leaf
def _spread(
    own: Ints, reached: Ints, number: int, grouped: Ints, roughly: NDArray[np.float64], low: Ints, nearly: NDArray[np.float64]
) -> None:
    """Add the products of one state's deals with those of the states that it makes with others, `number` of them `reached`."""
    width = len(own)
    wide = len(nearly) > 0
    if wide:
        for index in range(number):
            for tiles in range(width):
                roughly[reached[index], tiles] = grouped[reached[index], tiles]
    for held in range(width):
        deals = own[held]
        if deals == 0:
            continue
        for index in range(number):
            state = reached[index]
            for tiles in range(width - held):
                low[state, held + tiles] += deals * grouped[state, tiles]
        if wide:
            about = float(deals)
            for index in range(number):
                state = reached[index]
                for tiles in range(width - held):
                    nearly[state, held + tiles] += about * roughly[state, tiles]


@kernel
def _convolved_apart(
    merges: NDArray[np.int32],
    widths: Ints,
    first: Ints,
    first_tiles: NDArray[np.int16],
    first_deals: Ints,
    second: Ints,
    second_tiles: NDArray[np.int16],
    second_deals: Ints,
    alike: bool,
    wide: bool,
    places: int,
) -> tuple[int, Ints, Ints, NDArray[np.float64]]:
    """How many states were met, their keys, and their deals by tiles; -1 in place of the number where the table was too small.

    Deals modulo 2^64, and with `wide` nearly.
    """
    width = first_deals.shape[1]
    most = places // 2
    table = np.full(places, -1, dtype=np.int64)
    keys = np.zeros(most, dtype=np.int64)
    low = np.zeros((most, width), dtype=np.int64)
    grouped = np.zeros((most, width), dtype=np.int64)
    nearly = np.zeros((most if wide else 0, width), dtype=np.float64)
    roughly = np.zeros((most if wide else 0, width), dtype=np.float64)
    reached = np.zeros(most, dtype=np.int64)
    last = np.full(most, -1, dtype=np.int64)
    met = 0
    for one in range(len(first)):
        number = 0
        for other in range(one if alike else 0, len(second)):
            if first_tiles[one] + second_tiles[other] >= width:
                continue
            key = 0
            for column in range(len(widths)):
                key = key * widths[column] + merges[column, first[one, column], second[other, column]]
            place = _place(key, places)
            while table[place] >= 0 and keys[table[place]] != key:
                place = (place + 1) & (places - 1)
            state = table[place]
            if state < 0:
                if met == most:
                    return -1, keys, low, nearly
                state = met
                table[place] = state
                keys[state] = key
                met += 1
            if last[state] != one:
                last[state] = one
                reached[number] = state
                number += 1
                for tiles in range(width):
                    grouped[state, tiles] = 0
            times = 2 if alike and other != one else 1
            for tiles in range(second_tiles[other], width):
                grouped[state, tiles] += times * second_deals[other, tiles]
        _spread(first_deals[one], reached, number, grouped, roughly, low, nearly)
    return met, keys, low, nearly


def convolved(target: NDArray[np.int32], targets: int, first: Ints, second: Ints, packing: Packing) -> Deals:
    """Deals of two suits together.

    Parameters
    ----------
    target
        ``(n, m)``: the state that two states make together, 0 to `targets` - 1.
    first, second
        int64 ``(n, degree + 1)`` and ``(m, degree + 1)``: deals of a suit by state and number of tiles.

    Returns
    -------
    Deals of `targets` states.
    """
    # Two suits alike: each unordered pair of states once, twice as many deals.
    alike = first is second and np.array_equal(target, target.T)
    wide = _outgrown(packing.degree)
    low, nearly = _convolved(target, targets, first, second, alike, wide)
    return Deals(low, nearly if wide else None)


@kernel
def _convolved(
    target: NDArray[np.int32], targets: int, first: Ints, second: Ints, alike: bool, wide: bool
) -> tuple[Ints, NDArray[np.float64]]:
    width = first.shape[1]
    low = np.zeros((targets, width), dtype=np.int64)
    # For one state of the first suit: the deals of the second by the state that they make together, then one product each.
    grouped = np.zeros((targets, width), dtype=np.int64)
    nearly = np.zeros((targets if wide else 0, width), dtype=np.float64)
    roughly = np.zeros((targets if wide else 0, width), dtype=np.float64)
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
        _spread(first[one], reached, number, grouped, roughly, low, nearly)
    return low, nearly


@kernel
def mates(
    tables: NDArray[np.bool_],
    mp: NDArray[np.int32],
    mp_tiles: Ints,
    differs: Ints,
    ends: NDArray[np.int32],
    deals: Ints,
    sz: NDArray[np.int32],
    sz_tiles: NDArray[np.int16],
) -> Ints:
    """For each state of s and the honours the deals of m and p with which every shape misses enough, ``(states, degree + 1)``.

    `tables` ``(components, states sz, states mp)``: whether two halves miss enough, those first that tell most pairs apart. `mp`
    ``(components, n)``: states of m and p, in the order of `mp_tiles`, their fewest tiles, and then of the components; `differs`
    ``(n,)``: the first component by which a state differs from the one before, `ends` ``(components, n)``: where those end that
    are alike up to a component. `deals` ``(n, degree + 1)``. `sz` ``(components, states)``.
    """
    width = deals.shape[1]
    sums = np.zeros((sz.shape[1], width), dtype=np.int64)
    for half in range(sz.shape[1]):
        # Whatever both hold must fit into the hand.
        room = width - sz_tiles[half]
        state = 0
        while state < mp.shape[1] and mp_tiles[state] < room:
            column = differs[state]
            while column < len(tables) and tables[column, sz[column, half], mp[column, state]]:
                column += 1
            if column < len(tables):
                state = ends[column, state]
                continue
            for tiles in range(mp_tiles[state], room):
                sums[half, tiles] += deals[state, tiles]
            state += 1
    return sums
