"""Hands that cannot come near enough any more: their suits need not be told apart.

What is counted are hands of few tiles of which few are missing. A suit that holds many useless tiles leaves too few for the rest:
for this shape it is *lost*, whatever the rest may be. All lost states of a suit are one, which leaves a hundredth of the joint
states where ready hands are counted, and far fewer of the large shapes at any distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.components import FAR, Component, States, fewest_states
from mjstats.exact.numbering import fewest

_FAR = np.int16(FAR)


def within_reach(component: Component, tiles: Sequence[States], levels: Sequence[tuple[int, int]]) -> Component:
    """The same component with all states put together that are lost.

    Parameters
    ----------
    component
        Its `states` may be those of any hands of a suit, such as some count vectors.
    tiles
        For each suit the tiles of these hands.
    levels
        Pairs: hands that miss so many tiles, or fewer, are told apart if they have at most so many tiles.
    """
    sizes = component.sizes
    least = [fewest(own, held, size, FAR) for own, held, size in zip(component.states, tiles, sizes, strict=True)]
    merges = (component.merge_mp, component.merge_sz)
    together = (least[0][:, None] + least[1], least[2][:, None] + least[3])
    halves = [fewest(merge, pair, size, FAR) for merge, pair, size in zip(merges, together, component.missing.shape, strict=True)]
    whole = halves[0][:, None] + halves[1]
    near = np.zeros(component.missing.shape, dtype=bool)
    # The most tiles of a state that may still be near enough.
    most = [np.full(size, -1) for size in sizes]
    most_half = [np.full(size, -1) for size in component.missing.shape]
    for missing, budget in levels:
        some = (component.missing <= missing) & (whole <= budget)
        near |= some
        needs = (
            np.where(some, halves[1], _FAR).min(axis=1, initial=FAR),
            np.where(some, halves[0][:, None], _FAR).min(axis=0, initial=FAR),
        )
        for suit in range(4):
            half = suit // 2
            need = needs[half][merges[half]]
            beside = (need + least[suit ^ 1] if suit % 2 == 0 else need.T + least[suit ^ 1]).min(axis=1)
            most[suit] = np.maximum(most[suit], budget - beside)
        most_half = [np.maximum(own, budget - need) for own, need in zip(most_half, needs, strict=True)]
    states = [
        np.where(held <= most[suit][own], own, sizes[suit])
        for suit, (own, held) in enumerate(zip(component.states, tiles, strict=True))
    ]
    lost = [
        _with_lost(np.where(pair <= own[merge], merge, len(own)), len(own))
        for merge, pair, own in zip(merges, together, most_half, strict=True)
    ]
    far = np.int8(int(component.missing.max(initial=0)) + 1)
    table = _with_lost(np.where(near, component.missing.astype(np.int8), far), int(far))
    # A half that misses nothing by itself is so beside every other: one that is lost has too many tiles for it in any case.
    for rows, axis in ((table[:-1], 1), (table.T[:-1], 0)):
        rows[np.all(component.missing == 0, axis=axis)] = 0
    return fewest_states(
        component._replace(
            states=(states[0], states[1], states[2], states[3]),
            merge_mp=lost[0],
            merge_sz=lost[1],
            missing=table,
        )
    )


def _with_lost(table: NDArray[Any], value: int) -> NDArray[Any]:
    """A table of two states with one more of each: those that are lost."""
    return np.pad(table, ((0, 1), (0, 1)), constant_values=value)
