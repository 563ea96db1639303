"""Shapes as sums over suits: what of a suit's tiles a shape needs to know, and how two suits are put together.

A *component* gives each count vector of a suit a state, says which state two suits make together, first the suits m and p, then
s and the honours, and how many tiles are missing for the two halves. The states of several components side by side are the
joint state with which whole populations are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.numbering import different_rows, laid_out, marked
from mjstats.kernel import distance as plans
from mjstats.kernel.classes import FIRST_FACE, RANKS, Ints
from mjstats.kernel.irregular import SPREAD

States = NDArray[np.integer[Any]]

# More tiles than any shape misses.
FAR = 99


class Component(NamedTuple):
    """One shape of a plan over a whole hand.

    `states`: four arrays ``(5 ** ranks,)``, the state of each count vector of a suit. `merge_mp`, `merge_sz`
    ``(states, states)``: state of two suits together. `missing` ``(states mp, states sz)``: tiles missing. `max_wilds`: wild
    tiles that may be used. `size`: at least so many tiles must be there, whatever they are (0: `missing` says it all). All are
    whole numbers in as few bytes as may be.
    """

    states: tuple[States, States, States, States]
    merge_mp: States
    merge_sz: States
    missing: States
    max_wilds: int
    size: int = 0

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """How many states each suit has."""
        return (*self.merge_mp.shape, *self.merge_sz.shape)


def components_of(plan: plans.ShapePlan, melds: int = 0, most: int = FAR) -> list[Component]:
    """The components of a plan for hands with `melds` laid; shapes that the melds rule out are left out.

    Where stand-ins are free to be themselves, each shape has one component for each number of them that stand in.

    Parameters
    ----------
    most
        Hands that miss at least so many tiles need not be told apart. A small number makes far fewer states.
    """
    found = [_narrow(_MAKERS[int(row[plans.KIND])](plan, row, melds)) for row in plan.rows if melds <= row[plans.MAX_MELDS]]
    # Who misses more than any hand misses for some other shape is never the nearest: no need to tell such states apart.
    farthest = min((int(component.missing.max()) for component in found), default=0) + int(plan.copies[plan.wild > 0].sum())
    fewest = [
        fewest_states(component._replace(missing=np.minimum(component.missing, min(farthest, most)))) for component in found
    ]
    useful = [_without_dead(component, plan) for component in fewest] if len(plan.dead_faces) else fewest
    if plan.free == 0:
        return useful
    number = int(plan.copies[plan.stand_in])
    return [_standing_in(component, plan, moved) for component in useful for moved in range(number + 1)]


def _without_dead(component: Component, plan: plans.ShapePlan) -> Component:
    """The same component blind to the faces that are of no use."""
    states = list(component.states)
    for face in plan.dead_faces.tolist():
        suit, weight = face // 9, 5 ** (face % 9)
        index = np.arange(len(states[suit]))
        states[suit] = states[suit][index - index // weight % 5 * weight]
    return component._replace(states=(states[0], states[1], states[2], states[3]))


def _standing_in(component: Component, plan: plans.ShapePlan, moved: int) -> Component:
    """The component of hands of which `moved` stand-ins count as the other face; hands without so many are out of reach.

    Of the other face no natural tile is dealt: where the hand holds one, the answer is of no meaning.
    """
    states = list(component.states)
    honours = np.arange(5**7)
    own_weight = 5 ** (plan.stand_in - FIRST_FACE[3])
    enough = honours // own_weight % 5 >= moved
    left = honours - moved * own_weight
    suit, weight = plan.stands_for // 9, 5 ** (plan.stands_for % 9)
    if suit == 3:
        left = left + moved * weight
    elif moved > 0:
        states[suit] = np.append(states[suit][moved * weight :], np.repeat(states[suit][-1:], moved * weight))
    nobody = component.merge_sz.shape[1]
    states[3] = np.where(enough, states[3][np.clip(left, 0, len(honours) - 1)].astype(np.int64), nobody)
    lost = component.missing.shape[1]
    merge_sz = np.pad(component.merge_sz, ((0, 0), (0, 1)), constant_values=lost)
    missing = np.pad(component.missing, ((0, 0), (0, 1)), constant_values=FAR)
    shifted = component._replace(states=(states[0], states[1], states[2], states[3]), merge_sz=merge_sz, missing=missing)
    return _narrow(shifted)


def simplified(component: Component, missing: NDArray[Any]) -> tuple[list[States], Component]:
    """The same component with `missing` in its place and all states put together that no hand can tell apart any more.

    Returns
    -------
    For each suit the new state of each old one, and the component over these (its `states` are the given ones, still old).
    """
    table, mp = _told_apart(missing)
    table, sz = _told_apart(table.T)
    maps: list[States] = []
    merges = []
    for half, merge in ((mp, component.merge_mp), (sz, component.merge_sz)):
        merged, row = _told_apart(half.astype(np.min_scalar_type(len(half)))[merge])
        merged, column = _told_apart(merged.T)
        maps += [row, column]
        merges.append(merged.T)
    return maps, component._replace(merge_mp=merges[0], merge_sz=merges[1], missing=table.T)


def _told_apart(table: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """The rows that differ, in the order in which they are met, and the place of each row among them."""
    rows = laid_out(table)
    number, first = different_rows(rows)
    return rows[first], number


def _narrow(component: Component) -> Component:
    """The same component with states in as few bytes as they need; equal suits share an array and are recognised by it."""
    states: list[States] = []
    for suit in component.states:
        own = suit.astype(np.min_scalar_type(int(suit.max())), copy=False)
        states.append(next((known for known in states if known is own or np.array_equal(known, own)), own))
    return component._replace(states=(states[0], states[1], states[2], states[3]))


def fewest_states(component: Component) -> Component:
    """The same component with only the states that occur, and none that no hand can tell apart."""
    occurring = [np.flatnonzero(np.bincount(suit)) for suit in component.states]
    merges = []
    halves = []
    for first, merge in ((0, component.merge_mp), (2, component.merge_sz)):
        half, merged = marked(merge[np.ix_(occurring[first], occurring[first + 1])], component.missing.shape[first // 2])
        halves.append(half)
        merges.append(merged)
    reached = component._replace(merge_mp=merges[0], merge_sz=merges[1])
    maps, fewest = simplified(reached, component.missing[np.ix_(*halves)])
    states: list[States] = []
    for suit, kept, number in zip(component.states, occurring, maps, strict=True):
        new = np.zeros(int(kept[-1]) + 1, dtype=np.int64)
        new[kept] = number
        states.append(new[suit])
    return _narrow(fewest._replace(states=(states[0], states[1], states[2], states[3])))


def sums_over_ranks(by_rank: NDArray[np.int16]) -> NDArray[np.int16]:
    """Add up what each rank gives by its count: from ``(ranks, 5, width)`` to ``(5 ** ranks, width)``, in suit index order."""
    total: NDArray[np.int16] = by_rank[0]
    for own in by_rank[1:]:
        total = (own[:, None] + total[None]).reshape(-1, own.shape[-1])
    return total


@lru_cache(maxsize=2)
def tiles_of_vectors(ranks: int) -> NDArray[np.int16]:
    """How many tiles each count vector of a suit has: ``(5 ** ranks,)``, kept and not to be written to."""
    tiles = sums_over_ranks(np.broadcast_to(_COUNTS[:, None], (ranks, 5, 1)))[:, 0].copy()
    tiles.setflags(write=False)
    return tiles


_COUNTS = np.arange(5, dtype=np.int16)
_HELD = (_COUNTS > 0).astype(np.int16)


def _by_suit(columns: Callable[[int], list[NDArray[np.int16]]]) -> list[NDArray[np.int16]]:
    """Sums over the ranks of the four suits. `columns`: for a suit, arrays ``(ranks, 5)`` of what a rank gives by its count."""
    sums: list[tuple[NDArray[np.int16], NDArray[np.int16]]] = []
    for suit in range(4):
        by_rank = np.stack(columns(suit), axis=-1)
        same = next((known for known, given in sums if np.array_equal(given, by_rank)), None)
        sums.append((sums_over_ranks(by_rank) if same is None else same, by_rank))
    return [total for total, _ in sums]


def _every_rank(suit: int, by_count: NDArray[np.int16]) -> NDArray[np.int16]:
    return np.tile(by_count, (RANKS[suit], 1))


def _standard(plan: plans.ShapePlan, row: Ints, melds: int) -> Component:
    tables, shape = plan.tables, int(row[plans.SHAPE])
    states: list[States] = []
    for suit in range(4):
        lookup = tables.honours if suit == 3 else tables.suits
        allowed = int(row[plans.SUITS]) >> suit & 1
        size = 5 ** RANKS[suit]
        states.append(
            lookup[tables.suit_row[shape, suit]].astype(np.int64)
            if allowed
            else np.full(size, tables.empty[shape, suit], dtype=np.int64)
        )
    return Component(
        (states[0], states[1], states[2], states[3]),
        tables.merge_mp[shape].astype(np.int64),
        tables.merge_sz[shape].astype(np.int64),
        tables.missing[shape, plan.sets - melds].astype(np.int64),
        int(row[plans.MAX_WILDS]),
    )


def _numbered(vectors: NDArray[np.integer[Any]]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Number the different rows: the number of each row, and the rows by number."""
    number, where = different_rows(vectors)
    return number, vectors[where]


def _summed(
    by_suit: list[NDArray[np.int16]], missing: Callable[[States], States], cap: Callable[[States], States], row: Ints
) -> Component:
    """A component whose state is a vector that adds up over the suits and may be capped on the way.

    `by_suit`: four arrays ``(5 ** ranks, width)``. `missing`, `cap`: from ``(..., width)`` to ``(...)`` and to ``(...,
    width)``.
    """

    def plus(first: States, second: States) -> States:
        return cap(first + second)

    return _vectored(_numbered_suits(by_suit, cap), (plus, plus), lambda first, second: missing(first + second), row)


def _numbered_suits(by_suit: list[NDArray[np.int16]], cap: Callable[[States], States]) -> list[tuple[States, States]]:
    """States of the four suits: the state of each vector and the values by state; equal suits share theirs."""
    numbered: list[tuple[States, States]] = []
    for suit, vectors in enumerate(by_suit):
        same = next((other for other in range(suit) if by_suit[other] is vectors), None)
        if same is not None:
            numbered.append(numbered[same])
            continue
        number, values = _numbered(vectors)
        capped, values = _numbered(cap(values))
        numbered.append((capped[number], values))
    return numbered


def _pairs(plan: plans.ShapePlan, row: Ints, melds: int) -> Component:
    wanted = int(row[plans.NUMBER])
    four_alike = bool(row[plans.FOUR_ALIKE])
    pairs = _COUNTS // 2 if four_alike else (_COUNTS >= 2).astype(np.int16)
    singles = _COUNTS % 2 if four_alike else (_COUNTS == 1).astype(np.int16)

    def cap(state: States) -> States:
        held = np.minimum(state[..., 0], wanted)
        return np.stack([held, np.minimum(state[..., 1], wanted - held)], axis=-1)

    def missing(state: States) -> States:
        held, single = np.moveaxis(cap(state), -1, 0)
        still: States = 2 * (wanted - held) - single
        return still

    component = _summed(_by_suit(lambda suit: [_every_rank(suit, pairs), _every_rank(suit, singles)]), missing, cap, row)
    return component._replace(size=int(row[plans.SIZE]))


def _orphans(plan: plans.ShapePlan, row: Ints, melds: int) -> Component:
    def columns(suit: int) -> list[NDArray[np.int16]]:
        ends = np.array([suit == 3 or rank in (0, 8) for rank in range(RANKS[suit])], dtype=np.int16)[:, None]
        return [ends * _HELD, ends * (_COUNTS > 1).astype(np.int16)]

    def cap(state: States) -> States:
        return np.stack([state[..., 0], np.minimum(state[..., 1], 1)], axis=-1)

    return _summed(_by_suit(columns), lambda state: 14 - state[..., 0] - np.minimum(state[..., 1], 1), cap, row)


def _any_of(plan: plans.ShapePlan, row: Ints, melds: int) -> Component:
    faces, size = plan.faces[row[plans.FACES]], int(row[plans.SIZE]) - 3 * melds

    def columns(suit: int) -> list[NDArray[np.int16]]:
        own = faces[FIRST_FACE[suit] : FIRST_FACE[suit] + RANKS[suit]]
        return [own.astype(np.int16)[:, None] * _COUNTS]

    # More tiles than the hand holds are as good as all of it.
    return _summed(
        _by_suit(columns), lambda state: size - np.minimum(state[..., 0], size), lambda state: np.minimum(state, size), row
    )


def _vectored(
    states: list[tuple[States, States]],
    merge: tuple[Callable[[States, States], States], Callable[[States, States], States]],
    missing: Callable[[States, States], States],
    row: Ints,
) -> Component:
    """A component whose state is a vector that is put together by rules of its own."""
    merged = []
    halves = []
    for way, (first, second) in zip(merge, ((0, 1), (2, 3)), strict=True):
        sums = way(states[first][1][:, None], states[second][1][None])
        number, half = _numbered(sums.reshape(-1, sums.shape[-1]))
        merged.append(number.reshape(sums.shape[:2]))
        halves.append(half)
    whole = missing(halves[0][:, None], halves[1][None])
    ids = [number for number, _ in states]
    return Component((ids[0], ids[1], ids[2], ids[3]), merged[0], merged[1], whole, int(row[plans.MAX_WILDS]))


def _unrelated(plan: plans.ShapePlan, row: Ints, melds: int) -> Component:
    # Which ranks are held, a bit each, then the most that fit into a choice of so many ranks.
    bits = sums_over_ranks((1 << np.arange(9, dtype=np.int16))[:, None, None] * _HELD[None, :, None])[:, 0]
    suit = _numbered(SPREAD[bits])
    kinds = sums_over_ranks(np.tile(_HELD[None, :, None], (7, 1, 1)))
    honours = _numbered(np.minimum(kinds, np.arange(8)))

    def most(first: States, second: States) -> States:
        """Of so many tiles in all, the most that are held, over all ways to share them."""
        sizes = first.shape[-1] + second.shape[-1] - 1
        best = np.zeros((*np.broadcast_shapes(first.shape[:-1], second.shape[:-1]), sizes), dtype=np.int64)
        for one in range(first.shape[-1]):
            for other in range(second.shape[-1]):
                best[..., one + other] = np.maximum(best[..., one + other], first[..., one] + second[..., other])
        return best

    return _vectored([suit, suit, suit, honours], (most, most), lambda first, second: 14 - most(first, second)[..., 14], row)


_ORDERS = list(permutations(range(3)))
# What may be missing beside the knitted tiles: nothing, a set, the pair, both.
_NOTHING, _SET, _PAIR, _BOTH = range(4)
_NEEDS = ((0, 0), (1, 0), (0, 1), (1, 1))


def _knitted_honours(plan: plans.ShapePlan, row: Ints, melds: int) -> Component:
    third = np.arange(9) % 3
    kinds = sums_over_ranks(np.stack([(third == own).astype(np.int16)[:, None] * _HELD for own in range(3)], axis=-1))
    suit = _numbered(kinds)
    honours = _numbered(sums_over_ranks(np.tile(_HELD[None, :, None], (7, 1, 1))))

    def mp(first: States, second: States) -> States:
        return np.stack([first[..., m] + second[..., p] for m, p, _ in _ORDERS], axis=-1)

    def sz(first: States, second: States) -> States:
        return first + second

    def missing(first: States, second: States) -> States:
        by_order = [first[..., order] + second[..., s] for order, (_, _, s) in enumerate(_ORDERS)]
        still: States = 14 - np.minimum(np.stack(by_order, axis=-1).max(axis=-1), 14)
        return still

    return _vectored([suit, suit, suit, honours], (mp, sz), missing, row)


def _knitted_straight(plan: plans.ShapePlan, row: Ints, melds: int) -> Component:
    """State of a suit: for each third that may be taken out, what is missing of it with nothing more, a set, a pair, or both.

    Of the suits m and p together that, by the third that is left for s, for the better one of the two ways to share the others.
    """
    tables, shape = plan.tables, int(row[plans.SHAPE])
    empty = tables.empty[shape]
    nothing = tables.merge_sz[shape, empty[2], empty[3]], tables.merge_mp[shape, empty[0], empty[1]]

    def alone(suit: int) -> NDArray[np.int8]:
        """By class of a suit, the tiles missing for nothing, a set, a pair and both in this suit alone."""
        merge = tables.merge_mp[shape] if suit < 2 else tables.merge_sz[shape]
        half = merge[:, empty[suit + 1]] if suit % 2 == 0 else merge[empty[suit - 1]]
        rest = nothing[suit // 2]
        by_need = []
        for sets, pair in _NEEDS:
            table = (tables.missing if pair else tables.missing_sets)[shape, sets]
            by_need.append(table[half, rest] if suit < 2 else table[rest, half])
        return np.stack(by_need, axis=1).astype(np.int8)

    states: list[tuple[States, States]] = []
    made: list[tuple[int, NDArray[np.int8]]] = []
    for suit in range(3):
        own = int(tables.suit_row[shape, suit]), alone(suit)
        same = next((k for k, known in enumerate(made) if known[0] == own[0] and np.array_equal(known[1], own[1])), None)
        made.append(own)
        states.append(_numbered(_thirds(tables.suits[own[0]], own[1])) if same is None else states[same])
    states.append(_numbered(alone(3)[tables.honours[tables.suit_row[shape, 3]]]))

    def mp(first: States, second: States) -> States:
        ways = [_needs_together(first[..., 4 * m : 4 * m + 4], second[..., 4 * p : 4 * p + 4]) for m, p, _ in _ORDERS]
        return np.concatenate(
            [np.minimum(*(way for way, order in zip(ways, _ORDERS, strict=True) if order[2] == s)) for s in range(3)], axis=-1
        )

    def sz(first: States, second: States) -> States:
        return np.concatenate([_needs_together(first[..., 4 * third : 4 * third + 4], second) for third in range(3)], axis=-1)

    def missing(first: States, second: States) -> States:
        # Both a set and the pair, or with a meld laid the pair alone: what one half gives, the other need not.
        shares = ((_NOTHING, _BOTH), (_SET, _PAIR), (_PAIR, _SET), (_BOTH, _NOTHING)) if melds == 0 else _PAIR_SHARES
        best = np.full(np.broadcast_shapes(first.shape[:-1], second.shape[:-1]), FAR, dtype=np.int8)
        # Columns that lie together, and few rows at a time: there are millions of pairs.
        mine, its = (np.ascontiguousarray(np.moveaxis(half, -1, 0)) for half in (first, second))
        for start in range(0, len(best), _ROWS):
            block = best[start : start + _ROWS]
            for third in range(3):
                for one, other in shares:
                    np.minimum(block, mine[4 * third + one, start : start + _ROWS] + its[4 * third + other], out=block)
        return best  # bytes are enough, and there are many

    return _vectored(states, (mp, sz), missing, row)


_ROWS = 32
_PAIR_SHARES = ((_NOTHING, _PAIR), (_PAIR, _NOTHING))


def _thirds(class_of: States, needs: NDArray[np.int8]) -> NDArray[np.int8]:
    """For each count vector of a suit and each third of its ranks, the needs once the third is taken out, ``(5 ** 9, 12)``."""
    index = np.arange(5**9)
    columns = []
    for third in range(3):
        removed, lacking = np.zeros(5**9, dtype=np.int64), np.full(5**9, 3, dtype=np.int8)
        for rank in range(third, 9, 3):
            held = index // 5**rank % 5 > 0
            removed += held * 5**rank
            lacking -= held
        columns.append(lacking[:, None] + needs[class_of[index - removed]])
    return np.concatenate(columns, axis=1)


def _needs_together(first: States, second: States) -> States:
    """What two suits miss together for nothing, a set, a pair and both, ``(..., 4)``."""
    ways = [
        first[..., _NOTHING] + second[..., _NOTHING],
        np.minimum(first[..., _SET] + second[..., _NOTHING], first[..., _NOTHING] + second[..., _SET]),
        np.minimum(first[..., _PAIR] + second[..., _NOTHING], first[..., _NOTHING] + second[..., _PAIR]),
        np.minimum(
            np.minimum(first[..., _BOTH] + second[..., _NOTHING], first[..., _NOTHING] + second[..., _BOTH]),
            np.minimum(first[..., _SET] + second[..., _PAIR], first[..., _PAIR] + second[..., _SET]),
        ),
    ]
    return np.stack(np.broadcast_arrays(*ways), axis=-1)


_MAKERS: dict[int, Callable[[plans.ShapePlan, NDArray[np.int64], int], Component]] = {
    plans.STANDARD: _standard,
    plans.SEVEN_PAIRS: _pairs,
    plans.ORPHANS: _orphans,
    plans.ANY_OF: _any_of,
    plans.UNRELATED: _unrelated,
    plans.KNITTED_HONOURS: _knitted_honours,
    plans.KNITTED_STRAIGHT: _knitted_straight,
}
