"""Two suits put together: the loops of exact counting that are compiled.

It calls no other function of the package, so the compiler's own check of this file is enough to keep its cache fresh.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.packed import Packing, pack
from mjstats.kernel.classes import Ints
from mjstats.kernel.jit import kernel

# Tiles of a suit: its deals of any size are fewer than 2^34.
_SUIT_TILES = 36
# Where deals of two suits outgrow an int64, one factor is taken in digits of so many bits: sums then stay below 2^62.
_DIGIT = 9


# Keys of states are mixed by a large odd number before they find their place in a table.
_MIXER = -7046029254386353131
# Places of that table at first; it grows where the states fill half of it.
_PLACES = 1 << 16


def convolved_apart(merges: list[Ints], sides: tuple[Side, Side], packing: Packing) -> tuple[Ints, list[int]]:
    """As `convolved`, for more pairs of states than there is room for: the state of each pair is found while it is counted.

    Parameters
    ----------
    merges
        For each component ``(n, m)``: the state of two of its states together.
    sides
        The two suits.

    Returns
    -------
    The joint states that two suits can make with few enough tiles, int64 ``(states, components)``, and their packed
    polynomials.
    """
    widths = np.array([int(merge.max()) + 1 for merge in merges], dtype=np.int64)
    if np.prod(widths, dtype=object) >= 1 << 62:
        raise ValueError("shapes: too many to be counted together; leave some out")
    room = np.zeros((len(merges), max(len(merge) for merge in merges), max(merge.shape[1] for merge in merges)), dtype=np.int64)
    for place, merge in zip(room, merges, strict=True):
        place[: len(merge), : merge.shape[1]] = merge
    first, second = sides
    alike = first is second and all(np.array_equal(merge, merge.T) for merge in merges)
    whole = comb(2 * _SUIT_TILES, min(packing.degree, _SUIT_TILES)) < 1 << 63
    places = _PLACES
    deals: list[int] = []
    keys = np.zeros(0, dtype=np.int64)
    for shift in [0] if whole else range(0, _SUIT_TILES, _DIGIT):
        part = first.deals if whole else np.ascontiguousarray(first.deals >> shift & (1 << _DIGIT) - 1)
        while True:
            number, keys, out = _convolved_apart(
                room, widths, first.states, first.tiles, part, second.states, second.tiles, second.deals, alike and whole, places
            )
            if number >= 0:
                break
            places *= 4
        packed = pack(out[:number], packing)
        deals = [one + (other << shift) for one, other in zip(deals or [0] * number, packed, strict=True)]
    states = np.zeros((len(deals), len(merges)), dtype=np.int64)
    rest = keys[: len(deals)]
    for column in reversed(range(len(merges))):
        rest, states[:, column] = np.divmod(rest, widths[column])
    return states, deals


class Side(NamedTuple):
    """One suit of a pair: its joint states ``(n, components)``, the fewest tiles of each ``(n,)``, and their deals by tiles."""

    states: Ints
    tiles: Ints
    deals: Ints


@kernel
def _convolved_apart(
    merges: Ints,
    widths: Ints,
    first: Ints,
    first_tiles: Ints,
    first_deals: Ints,
    second: Ints,
    second_tiles: Ints,
    second_deals: Ints,
    alike: bool,
    places: int,
) -> tuple[int, Ints, Ints]:
    """How many states were met, their keys, and their deals by tiles; -1 in place of the number where the table was too small."""
    width = first_deals.shape[1]
    most = places // 2
    table = np.full(places, -1, dtype=np.int64)
    keys = np.zeros(most, dtype=np.int64)
    out = np.zeros((most, width), dtype=np.int64)
    grouped = np.zeros((most, width), dtype=np.int64)
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
            place = (key * _MIXER >> 20) & (places - 1)
            while table[place] >= 0 and keys[table[place]] != key:
                place = (place + 1) & (places - 1)
            state = table[place]
            if state < 0:
                if met == most:
                    return -1, keys, out
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
        for own in range(first_tiles[one], width):
            deals = first_deals[one, own]
            if deals != 0:
                for index in range(number):
                    state = reached[index]
                    for tiles in range(width - own):
                        out[state, own + tiles] += deals * grouped[state, tiles]
    return met, keys, out


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
