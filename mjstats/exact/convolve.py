"""Two suits put together, and two halves compared: the loops of exact counting that are compiled.

It calls no other function of the package, so the compiler's own check of this file is enough to keep its cache fresh.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.packed import LOWER, Deals, deals_of
from mjstats.kernel.classes import Ints
from mjstats.kernel.jit import kernel, small_leaf

# Tiles of a suit: its deals of any size are fewer than 2^34.
_SUIT_TILES = 36

# In place of the state of two states together: some shape is near enough by these alone, such hands are not counted.
SETTLED = -1

# Halves of the keys of states are mixed by large odd numbers of 31 bits before they find their place in a table.
_MIXERS = (0x5BD1E995, 0x61C88647)
# Places of that table at first; it grows where the states fill half of it. A group of states has few, all together many.
_PLACES = 1 << 16
_FEW_PLACES = 1 << 10
# Room for entries of a half at first.
_SOME = 1 << 12


class Side(NamedTuple):
    """A suit or a half by its joint states, those of a *group* side by side: alike for the first few components.

    `states` int64 ``(n, components)``. `tiles` int16 ``(n,)``: the fewest of each. `begins` ``(groups + 1,)``: where each group
    begins.
    """

    states: Ints
    tiles: NDArray[np.int16]
    begins: Ints

    def groups(self, first: int) -> Side:
        """The groups as states of the `first` components alone, each a group of its own."""
        starts = self.begins[:-1]
        tiles = np.minimum.reduceat(self.tiles, starts) if len(starts) else self.tiles
        return Side(np.ascontiguousarray(self.states[starts, :first]), tiles, np.arange(len(starts) + 1))


class Pairs(NamedTuple):
    """Two suits together.

    `target` int32 ``(n, m)``: what two states make, a place in `states` int64 ``(k, components)``; `SETTLED` where that is not
    counted or they have too many tiles. `tiles` int16 ``(k,)``: the fewest of each.
    """

    target: NDArray[np.int32]
    states: Ints
    tiles: NDArray[np.int16]


class Merges(NamedTuple):
    """The state of two states together: `rooms` ``(components, n, m)``; `widths`: how many there are of each component."""

    rooms: NDArray[np.int32]
    widths: Ints

    @staticmethod
    def of(merges: Sequence[NDArray[Any]]) -> Merges:
        """Lay the tables ``(n, m)`` of components out side by side."""
        widths = np.array([max(int(merge.max(initial=0)) + 1, 1) for merge in merges], dtype=np.int64)
        if np.prod(widths, dtype=object) >= 1 << 62:
            raise ValueError("shapes: too many to be counted together; leave some out")
        sizes = [max((merge.shape[axis] for merge in merges), default=0) for axis in (0, 1)]
        rooms = np.zeros((len(merges), *sizes), dtype=np.int32)
        for room, merge in zip(rooms, merges, strict=True):
            room[: len(merge), : merge.shape[1]] = merge
        return Merges(rooms, widths)

    def told(self, keys: Ints) -> Ints:
        """The states ``(n, components)`` that keys are made of."""
        states = np.zeros((len(keys), len(self.widths)), dtype=np.int64)
        for column in reversed(range(len(self.widths))):
            keys, states[:, column] = np.divmod(keys, self.widths[column])
        return states


def paired(made: Merges, first: Side, second: Side, degree: int) -> Pairs:
    """Look up what the states of two suits make together, of hands of up to so many tiles."""
    target = np.full((len(first.states), len(second.states)), SETTLED, dtype=np.int32)
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


@small_leaf
def _joint_key(merges: NDArray[np.int32], widths: Ints, one: Ints, other: Ints) -> int:
    """Key of the joint state that two of ``(components,)`` make, -1 where a component says that it does not matter any more."""
    key = 0
    for column in range(len(widths)):
        merged = merges[column, one[column], other[column]]
        if merged < 0:
            return -1
        key = key * widths[column] + merged
    return int(key)


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
            key = _joint_key(merges, widths, first[one], second[other])
            if key < 0:
                continue
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


class Meetings(NamedTuple):
    """Which groups of two suits make a group of the half together.

    `pairs` int32 ``(n, 2)``. `begins` ``(groups of the half + 1,)``: where those of each begin.
    """

    pairs: NDArray[np.int32]
    begins: Ints

    @staticmethod
    def of(made: Pairs) -> Meetings:
        """Sort the pairs of groups by the group that they make."""
        one, other = np.nonzero(made.target != SETTLED)
        group = made.target[one, other]
        order = np.argsort(group, kind="stable")
        begins = np.searchsorted(group[order], np.arange(len(made.states) + 1))
        return Meetings(np.stack([one[order], other[order]], axis=1).astype(np.int32), begins)


class Dealt(NamedTuple):
    """The deals of a suit by state and number of tiles, those that there are.

    `begins`: where the entries of each group begin. `states` int32 ``(n, components)``: those of the components beyond the first
    few. `tiles`, `deals` ``(n,)``.
    """

    begins: Ints
    states: NDArray[np.int32]
    tiles: Ints
    deals: Ints

    @staticmethod
    def of(side: Side, deals: Ints, first: int) -> Dealt:
        """The entries that are not 0 of deals by state and tiles ``(n, degree + 1)``; groups are alike for `first` components."""
        state, tiles = np.nonzero(deals)
        own = np.ascontiguousarray(side.states[state, first:], dtype=np.int32)
        return Dealt(np.searchsorted(state, side.begins), own, tiles, deals[state, tiles])

    @staticmethod
    def by_state(deals: Ints) -> Dealt:
        """The same with each state as a group of its own."""
        side = Side(np.zeros((len(deals), 0), dtype=np.int64), np.zeros(0, dtype=np.int16), np.arange(len(deals) + 1))
        return Dealt.of(side, deals, 0)


class Halves(NamedTuple):
    """The deals of two suits together, an entry for each state and number of tiles.

    `begins` ``(groups + 1,)``: where the entries of each group begin. Of each entry `kind` ``(n,)`` and the deals, `low` and
    `high` as in `Deals`. Entries of a kind have the same `states` int32 ``(components, kinds)`` of the components beyond the
    first few, at least one, and as many `tiles`. Kinds are sorted by the state of the first of these components, then by tiles:
    `ends` and `stops` ``(kinds,)`` say where those with the same state end, and those of these with the same tiles.
    """

    begins: Ints
    kind: Ints
    low: Ints
    high: Ints
    states: NDArray[np.int32]
    tiles: Ints
    ends: Ints
    stops: Ints


def convolved(meetings: Meetings, made: Merges, first: Dealt, second: Dealt, degree: int) -> Halves:
    """Deals of two suits together of up to `degree` tiles, group by group of the half.

    Parameters
    ----------
    made
        The states of the components beyond the first few.
    second
        The same object as `first` where the suits are alike in all: each unordered pair is looked at once.
    """
    wide = _outgrown(degree)
    begins, keys, tiles, low, nearly = _convolved(
        meetings.pairs, meetings.begins, made.rooms, made.widths, first, second, degree, first is second, wide
    )
    deals = deals_of(low, nearly if wide else None)
    states = _beyond(made.told(keys))
    told = np.stack([states[0], tiles, *states[1:]])
    order = np.lexsort(told[::-1])
    told = told[:, order]
    changes = np.logical_or.accumulate(np.diff(told, axis=1) != 0)
    kind = np.empty(len(order), dtype=np.int64)
    kind[order] = np.cumsum(np.append(0, changes[-1]))[: len(order)]
    kinds = told[:, np.append(True, changes[-1])[: len(order)]]
    ends, stops = (_run_ends(np.any(np.diff(kinds[:columns], axis=1) != 0, axis=0)) for columns in (1, 2))
    own = np.ascontiguousarray(np.delete(kinds, 1, axis=0), dtype=np.int32)
    return Halves(begins, kind, deals.low, deals.high, own, np.ascontiguousarray(kinds[1]), ends, stops)


def _beyond(states: Ints) -> NDArray[np.int32]:
    """States ``(n, components)`` with the components first; where there is none, one by which all are alike."""
    return np.ascontiguousarray(states.T, dtype=np.int32) if states.shape[1] else np.zeros((1, len(states)), dtype=np.int32)


def _run_ends(changes: NDArray[np.bool_]) -> Ints:
    """Where the run of each entry ends, `changes` telling of each but the first whether it is unlike the one before."""
    stops = np.append(np.flatnonzero(changes) + 1, len(changes) + 1)
    return np.repeat(stops, np.diff(stops, prepend=0))


def _outgrown(degree: int) -> bool:
    """Whether the deals of two suits by up to so many tiles outgrow an int64."""
    return comb(2 * _SUIT_TILES, min(degree, _SUIT_TILES)) >= 1 << 63


@kernel
def _convolved(
    pairs: NDArray[np.int32],
    meets: Ints,
    merges: NDArray[np.int32],
    widths: Ints,
    first: Dealt,
    second: Dealt,
    degree: int,
    alike: bool,
    wide: bool,
) -> tuple[Ints, Ints, Ints, Ints, NDArray[np.float64]]:
    """Where the entries of each group begin, and of each entry the key of its state, the tiles, and the deals as in `Halves`."""
    width = degree + 1
    groups = len(meets) - 1
    begins = np.zeros(groups + 1, dtype=np.int64)
    keys = np.zeros(_SOME, dtype=np.int64)
    tiles = np.zeros(_SOME, dtype=np.int64)
    low = np.zeros(_SOME, dtype=np.int64)
    nearly = np.zeros(_SOME if wide else 0, dtype=np.float64)
    entries = 0
    # The states of one group, which fit into the nearest memory; `last`: the group that filled a place of their table.
    places = _FEW_PLACES
    table = np.zeros(places, dtype=np.int64)
    last = np.full(places, -1, dtype=np.int64)
    own = np.zeros(places // 2, dtype=np.int64)
    ways = np.zeros((places // 2, width), dtype=np.int64)
    about = np.zeros((places // 2 if wide else 0, width), dtype=np.float64)
    group = 0
    while group < groups:
        met = 0
        for meeting in range(meets[group], meets[group + 1]):
            one, other = pairs[meeting]
            if alike and other < one:
                continue
            for left in range(first.begins[one], first.begins[one + 1]):
                start = left if alike and one == other else second.begins[other]
                for right in range(start, second.begins[other + 1]):
                    held = first.tiles[left] + second.tiles[right]
                    if held > degree:
                        continue
                    key = _joint_key(merges, widths, first.states[left], second.states[right])
                    if key < 0:
                        continue
                    place = _place(key, places)
                    while last[place] == group and own[table[place]] != key:
                        place = (place + 1) & (places - 1)
                    if last[place] != group:
                        if met == places // 2:
                            met = -1
                            break
                        last[place] = group
                        table[place] = met
                        own[met] = key
                        ways[met] = 0
                        if wide:
                            about[met] = 0.0
                        met += 1
                    state = table[place]
                    times = 2 if alike and (one != other or left != right) else 1
                    ways[state, held] += times * first.deals[left] * second.deals[right]
                    if wide:
                        about[state, held] += float(times * first.deals[left]) * float(second.deals[right])
                if met < 0:
                    break
            if met < 0:
                break
        if met < 0:
            # Too many for the table: once more with a larger one.
            places *= 4
            table = np.zeros(places, dtype=np.int64)
            last = np.full(places, -1, dtype=np.int64)
            own = np.zeros(places // 2, dtype=np.int64)
            ways = np.zeros((places // 2, width), dtype=np.int64)
            about = np.zeros((places // 2 if wide else 0, width), dtype=np.float64)
            continue
        if entries + met * width > len(tiles):
            more = np.zeros(len(tiles) + met * width, dtype=np.int64)
            keys, tiles, low = np.append(keys, more), np.append(tiles, more), np.append(low, more)
            if wide:
                nearly = np.append(nearly, np.zeros(len(more), dtype=np.float64))
        for state in range(met):
            for held in range(width):
                if (about[state, held] != 0.0) if wide else (ways[state, held] != 0):
                    keys[entries], tiles[entries], low[entries] = own[state], held, ways[state, held]
                    if wide:
                        nearly[entries] = about[state, held]
                    entries += 1
        group += 1
        begins[group] = entries
    return begins, keys[:entries], tiles[:entries], low[:entries], nearly[: entries if wide else 0]


def mates(agree: NDArray[np.bool_], tables: NDArray[np.bool_], halves: Halves, side: Side, first: int, degree: int) -> Deals:
    """For each state of one half the deals of the other with which every shape misses enough, ``(states, degree + 1)``.

    Parameters
    ----------
    agree
        ``(groups, groups)``: whether two halves, the one of `side` first, miss enough for the `first` components.
    tables
        ``(components, states, states)``: the same for each of the others.
    halves, side
        The half of which the deals are told, and the other one by its states.
    """
    tables = tables if len(tables) else np.ones((1, 1, 1), dtype=bool)
    return Deals(*_mates(agree, tables, halves, _beyond(side.states[:, first:]), side.tiles, side.begins, degree))


@kernel
def _mates(
    agree: NDArray[np.bool_],
    tables: NDArray[np.bool_],
    halves: Halves,
    states: NDArray[np.int32],
    fewest: NDArray[np.int16],
    begins: Ints,
    degree: int,
) -> tuple[Ints, Ints]:
    low = np.zeros((len(fewest), degree + 1), dtype=np.int64)
    high = np.zeros((len(fewest), degree + 1), dtype=np.int64)
    kinds = len(halves.tiles)
    lows = np.zeros(kinds, dtype=np.int64)
    highs = np.zeros(kinds, dtype=np.int64)
    # The kinds that there are, and what `Halves` says of them.
    there = np.zeros(kinds, dtype=np.int64)
    its = np.zeros(halves.states.shape, dtype=np.int32)
    ends = np.zeros(kinds, dtype=np.int64)
    stops = np.zeros(kinds, dtype=np.int64)
    for group in range(agree.shape[0]):
        lows[:] = 0
        highs[:] = 0
        for other in range(agree.shape[1]):
            if agree[group, other]:
                for entry in range(halves.begins[other], halves.begins[other + 1]):
                    lows[halves.kind[entry]] += halves.low[entry]
                    highs[halves.kind[entry]] += halves.high[entry]
        number = 0
        for kind in range(kinds):
            if lows[kind] != 0 or highs[kind] != 0:
                there[number] = kind
                lows[number], highs[number] = lows[kind], highs[kind]
                its[:, number] = halves.states[:, kind]
                number += 1
        for place in range(number - 1, -1, -1):
            last = place == number - 1
            kind, following = there[place], there[place if last else place + 1]
            ends[place] = place + 1 if last or halves.ends[kind] != halves.ends[following] else ends[place + 1]
            stops[place] = place + 1 if last or halves.stops[kind] != halves.stops[following] else stops[place + 1]
        for own in range(begins[group], begins[group + 1]):
            # Whatever both hold must fit into the hand.
            room = degree - fewest[own]
            place = 0
            while place < number:
                held = halves.tiles[there[place]]
                # Those of the same state that come after it have no fewer tiles.
                if held > room or not tables[0, states[0, own], its[0, place]]:
                    place = ends[place]
                    continue
                some, more = 0, 0
                for one in range(place, stops[place]):
                    counted = 1
                    for column in range(1, len(tables)):
                        counted &= tables[column, states[column, own], its[column, one]]
                    some += counted * lows[one]
                    more += counted * highs[one]
                low[own, held] += some
                high[own, held] += more
                place = stops[place]
    return low, high


def beside(target: NDArray[np.int32], half: Deals, dealt: Dealt, degree: int) -> Deals:
    """For each state of a suit the deals of the three others that are counted with it, ``(n, degree + 1)``.

    Parameters
    ----------
    target
        ``(n, m)``: what its states make with those of the suit beside it.
    half
        Of what they make, the deals of the other half. Together with the suit beside it they stay below 2^100.
    dealt
        The deals of the suit beside it; every state is a group of its own.
    """
    nearly = half.low + half.high * float(1 << LOWER)
    return deals_of(*_beside(target, half.low + (half.high << LOWER), nearly, dealt, degree))


@kernel
def _beside(
    target: NDArray[np.int32], half: Ints, about: NDArray[np.float64], dealt: Dealt, degree: int
) -> tuple[Ints, NDArray[np.float64]]:
    """The deals modulo 2^64, and nearly: of 100 bits a float loses less than 48, and few hundred are added up."""
    low = np.zeros((len(target), degree + 1), dtype=np.int64)
    nearly = np.zeros((len(target), degree + 1), dtype=np.float64)
    for own in range(target.shape[0]):
        for other in range(target.shape[1]):
            state = target[own, other]
            if state < 0:
                continue
            for entry in range(dealt.begins[other], dealt.begins[other + 1]):
                held, deals = dealt.tiles[entry], dealt.deals[entry]
                for tiles in range(degree + 1 - held):
                    low[own, held + tiles] += deals * half[state, tiles]
                    nearly[own, held + tiles] += float(deals) * about[state, tiles]
    return low, nearly
