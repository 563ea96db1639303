"""For how many tiles dealt ready hands wait, counted exactly.

Which ranks of a suit complete a hand depends on the suit's own tiles and on what the three other suits lack for each shape, no
more. So with the four joint states given, the waits of the suits are independent: deals are counted by state, tiles and waits,
suit by suit, and put together state by state. A state tells complete, ready and farther apart, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.components import Component, States, simplified
from mjstats.exact.joining import Half, Kinds, Own, cells_as_states, joined_waits, own_waits, vectors_told
from mjstats.exact.kept import Kept
from mjstats.exact.numbering import different_rows, fewest
from mjstats.exact.population import Copies, Counter, SuitVectors, joined
from mjstats.exact.reach import within_reach
from mjstats.exact.tables import Deal, check_conditions, check_tiles, conditions, nothing_counted, plans_of
from mjstats.kernel.classes import RANKS, Ints

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.rules import RuleSet

_COMPLETE, _READY, _FARTHER = range(3)
# What is kept while one question is answered.
_MOST_BYTES = 1 << 27


class Pairing(NamedTuple):
    """Two suits that stand side by side, by their joint states.

    `states`: of each suit, int64 ``(n, components)``. `numbers`: of each suit the state of each cell, -1 where it has too many
    tiles. `merge` int32 ``(n, m)``: their state together, a place in `merged` int64 ``(states, components)``.
    """

    states: tuple[Ints, Ints]
    numbers: tuple[NDArray[np.int32], NDArray[np.int32]]
    merge: NDArray[np.int32]
    merged: Ints


class Sides(NamedTuple):
    """Shapes laid out for counting the waits of hands with so many tiles and wild tiles.

    `components`: their `missing` says complete, ready or farther. `lacking`: for each how far a hand of so many tiles is at
    least. `ready` ``(states mp, states sz)``.
    """

    components: list[Component]
    lacking: list[int]
    mp: Pairing
    sz: Pairing
    ready: NDArray[np.bool_]

    def numbers(self, suit: int) -> NDArray[np.int32]:
        """The state of each cell of a suit."""
        return (self.mp, self.sz)[suit // 2].numbers[suit % 2]


def sides_of(counter: Counter, tiles: int, wilds: int) -> Sides:
    """Lay the shapes of a counter of one tile more out for hands of so many tiles, `wilds` of them wild."""
    if tiles >= counter.packing.degree:
        raise ValueError(f"tiles: {tiles}: waits are counted by a counter of at least one tile more")
    near = [column for column, component in enumerate(counter.components) if component.size - tiles <= _READY]
    natural = tiles - wilds
    cells = [counter.vectors(suit) for suit in range(4)]
    # Also with a tile more: the suit that a wait completes.
    small = [np.flatnonzero(own.tiles <= natural + 1) for own in cells]
    held = [own.tiles[some] for own, some in zip(cells, small, strict=True)]
    shapes = []
    for column in near:
        own = counter.components[column]
        still = np.clip(own.missing.astype(np.int64) - min(wilds, own.max_wilds), _COMPLETE, _FARTHER).astype(np.int8)
        maps, shape = simplified(own, still)
        states = [to[cell.states[some, column]] for to, cell, some in zip(maps, cells, small, strict=True)]
        shape = shape._replace(states=(states[0], states[1], states[2], states[3]))
        shapes.append(within_reach(shape, held, [(_READY, natural), (_COMPLETE, natural + 1)]))
    joint: list[Ints] = []
    numbers: list[NDArray[np.int32]] = []
    for suit in range(4):
        rows, number = joined([own.states[suit] for own in shapes])
        joint.append(rows)
        whole = np.full(len(cells[suit].tiles), -1, dtype=np.int32)
        whole[small[suit]] = number
        # Like suits are recognised by their array.
        like = (own for other, own in enumerate(numbers) if cells[other] is cells[suit] and np.array_equal(own, whole))
        numbers.append(next(like, whole))
    pairings = []
    for first, merges in ((0, [own.merge_mp for own in shapes]), (2, [own.merge_sz for own in shapes])):
        one, other = joint[first], joint[first + 1]
        merged, merge = joined([own[one[:, k]][:, other[:, k]] for k, own in enumerate(merges)])
        pairings.append(Pairing((one, other), (numbers[first], numbers[first + 1]), merge, merged))
    mp, sz = pairings
    lacking = [max(own.size - tiles, _COMPLETE) for own in shapes]
    nearest = np.full((len(mp.merged), len(sz.merged)), _FARTHER, dtype=np.int8)
    for k, (own, least) in enumerate(zip(shapes, lacking, strict=True)):
        np.minimum(nearest, np.maximum(own.missing[mp.merged[:, k]][:, sz.merged[:, k]], least), out=nearest)
    return Sides(shapes, lacking, mp, sz, nearest == _READY)


def count_waits(
    counter: Counter, natural: Copies, tiles: int, wilds: int, copies: bool = False, kept: Kept | None = None
) -> dict[int, int]:
    """Deals of `tiles` tiles out of a wall, `wilds` of them wild, that are ready, by number of waits.

    How the wild tiles are chosen is not counted. `kept` keeps what walls have in common.
    """
    kept = Kept(_MOST_BYTES) if kept is None else kept
    sides = kept.get(("sides", id(counter), tiles, wilds), sides_of, counter, tiles, wilds)
    kinds = _kinds_of_suits(counter, sides, natural, (tiles, wilds), copies, kept)
    tiles -= wilds
    least = [
        fewest(np.repeat(np.arange(len(one.first) - 1), np.diff(one.first)), one.tiles, len(one.first) - 1, tiles + 1)
        for one in kinds
    ]
    together = [
        fewest(pairing.merge, least[suit][:, None] + least[suit + 1], len(pairing.merged), 2 * tiles + 2)
        for suit, pairing in ((0, sides.mp), (2, sides.sz))
    ]
    own = []
    for suit in range(4):
        beside, others = least[suit ^ 1], together[1 - suit // 2]
        own.append(_suit_waits(sides, suit, kinds[suit], beside[:, None] + others <= tiles, tiles))
    halves = [
        Half(own[suit], own[suit + 1], np.where(least[suit][:, None] + least[suit + 1] <= tiles, pairing.merge, -1))
        for suit, pairing in ((0, sides.mp), (2, sides.sz))
    ]
    most = [int(sum(one.waits.max(initial=0) for one in own[suit : suit + 2])) for suit in (0, 2)]
    counted, nearly = joined_waits(halves[0], halves[1], sides.ready, tiles, (most[0], most[1]))
    found = {}
    for number, (low, about) in enumerate(zip(counted.tolist(), nearly.tolist(), strict=True)):
        # The sum of whole numbers is known modulo 2^64 and, as a float, to far less than that: together exactly.
        deals = low + (round((about - low) / 2.0**64) << 64)
        if deals:
            found[number] = deals
    return found


def _suit_waits(sides: Sides, suit: int, kinds: Kinds, dealt: NDArray[np.bool_], tiles: int) -> Own:
    """Deals of a suit by state and rest. `dealt`: which states beside it and of the other half have few enough tiles."""
    pairing, others = (sides.mp, sides.sz) if suit < 2 else (sides.sz, sides.mp)
    states, beside = pairing.states[suit % 2], pairing.states[1 - suit % 2]
    where = np.nonzero(dealt)
    columns: list[States] = []
    tables = []
    for k, component in enumerate(sides.components):
        merge = component.merge_mp if suit < 2 else component.merge_sz
        merge = merge if suit % 2 == 0 else merge.T
        halves = component.missing if suit < 2 else component.missing.T
        # By own state, that of the suit beside it, and that of the other half.
        whole = halves[merge]
        by_rest = whole.reshape(len(whole), -1).T
        number, first = different_rows(by_rest)
        columns.append(number.reshape(whole.shape[1:])[beside[where[0], k], others.merged[where[1], k]])
        tables.append(by_rest[first].T)
    rests, which = joined(columns)
    rest = np.zeros(dealt.shape, dtype=np.int32)
    rest[where] = which
    nearest = np.full((len(states), len(rests)), _FARTHER, dtype=np.int8)
    completes = np.zeros(nearest.shape, dtype=bool)
    for k, (table, least) in enumerate(zip(tables, sides.lacking, strict=True)):
        own = table[states[:, k]][:, rests[:, k]]
        completes |= own == _COMPLETE
        np.minimum(nearest, np.maximum(own, least, out=own), out=nearest)
    row = np.empty(nearest.shape, dtype=np.int32)
    most = int((kinds.worth * (kinds.after >= 0)).sum(axis=1).max(initial=0))
    return Own(row, *own_waits(kinds, completes, nearest == _READY, (tiles, most), row), rest)


def _kinds_of_suits(
    counter: Counter, sides: Sides, natural: Copies, size: tuple[int, int], copies: bool, kept: Kept
) -> list[Kinds]:
    """The kinds of the four suits; those of like suits are found once. `size`: tiles and wild tiles."""
    ready: list[NDArray[np.bool_]] = [np.any(sides.ready, axis=1 - half) for half in range(2)]
    found = []
    for suit in range(4):
        pairing, some = (sides.mp, sides.sz)[suit // 2], ready[suit // 2]
        own = natural[9 * suit : 9 * suit + RANKS[suit]]
        first = next(k for k in range(suit + 1) if sides.numbers(k) is sides.numbers(suit))
        # A suit that is part of no ready hand need not be looked at.
        useful: NDArray[np.bool_] = np.any(some[pairing.merge], axis=1 - suit % 2)
        vectors, number = counter.vectors(suit), pairing.numbers[suit % 2]
        told, ways = kept.get(("told", id(counter), id(vectors), own, size[0], copies), _told, vectors, own, size[0], copies)
        key = ("kinds", id(counter), first, own, size, copies, useful.tobytes())
        found.append(kept.get(key, _kinds, told, ways, number, useful, size[0] - size[1]))
    return found


def _told(vectors: SuitVectors, own: Copies, tiles: int, copies: bool) -> tuple[NDArray[np.int32], Ints]:
    """The count vectors of a suit, those put together that have the same cell and, with a tile more, cells; the ways of each."""
    choices = np.array([[comb(number, count) for count in range(5)] for number in own])
    cell_of = np.full(5 ** len(own), -1, dtype=np.int32)
    cell_of[vectors.vectors] = vectors.cell
    small = vectors.vectors[vectors.tiles[vectors.cell] <= tiles]
    rows = np.empty((len(small), 2 + len(own)), dtype=np.int32)
    ways = np.empty(len(small), dtype=np.int64)
    dealt = vectors_told(small, cell_of, choices, copies, rows, ways)
    return _together(rows[:dealt], ways[:dealt])


def _kinds(told: NDArray[np.int32], ways: Ints, number: NDArray[np.int32], useful: NDArray[np.bool_], tiles: int) -> Kinds:
    """The same by states, `number` being that of each cell; those that are useful and have few enough tiles."""
    some = np.flatnonzero(told[:, 1] <= tiles)
    some = some[useful[number[told[some, 0]]]]
    rows = np.empty((len(some), told.shape[1]), dtype=np.int32)
    cells_as_states(told[some], number, rows)
    kept, ways = _together(rows, ways[some])
    order = np.argsort(kept[:, 0], kind="stable")
    kept = kept[order].astype(np.int64)
    return Kinds(
        first=np.searchsorted(kept[:, 0], np.arange(len(useful) + 1)),
        after=np.ascontiguousarray(kept[:, 2:] >> 3),
        worth=np.ascontiguousarray(kept[:, 2:] & 7),
        tiles=np.ascontiguousarray(kept[:, 1]),
        ways=ways[order],
    )


def _together(rows: NDArray[np.int32], ways: Ints) -> tuple[NDArray[np.int32], Ints]:
    """The different rows, and the ways of each: fewer than 2^36."""
    number, first = different_rows(rows)
    return rows[first], np.bincount(number, weights=ways, minlength=len(first)).astype(np.int64)


def waits(
    rules: str | RuleSet | None = None,
    *,
    tiles: int | None = None,
    shapes: Sequence[str] | None = None,
    indicator: str | None = None,
    by: str | None = None,
    copies: bool = False,
    wilds: int | None = None,
) -> pd.DataFrame:
    """For how many tiles the dealt hands wait that are ready, exactly.

    A wait is a face that completes the hand and of which the player does not hold every copy of the wall. Wild tiles complete
    any ready hand and are not counted among the waits.

    Parameters
    ----------
    rules
        A page or its id; None: 136 tiles without wild ones.
    tiles
        How many tiles are dealt: 13 or 16, the default.
    shapes, indicator, by, wilds
        As in `mjstats.odds`. Hands wait for every shape that is nearest.
    copies
        Count the copies left of the faces in place of the faces.

    Returns
    -------
    DataFrame with the columns ``tiles``, ``given``, ``waits``, ``deals`` (Python integers) and ``share`` of the ready deals.

    Raises
    ------
    ValueError
        As `mjstats.odds`.

    Examples
    --------
    >>> table = waits()
    >>> sum(table.deals), table.waits.tolist()
    (32244742336860, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    """
    import pandas as pd

    check_conditions(by, wilds, indicator)
    page_plans = plans_of(rules, indicator, shapes)
    size = 3 * next(iter(page_plans.values())).sets + 1 if tiles is None else tiles
    check_tiles([size])
    deals = Deal.of(page_plans, size + 1, farthest=0)
    kept = Kept(_MOST_BYTES)
    rows: list[dict[str, Any]] = []
    for given, some, wild in conditions(deals, size, wilds, by):
        found: dict[int, int] = {}
        for deal in some:
            wall = deal.population.wall
            for held in range(wall.wild + 1) if wild is None else [wild]:
                if held <= min(wall.wild, size):
                    for number, count in _counted(deal, size, held, copies, kept).items():
                        found[number] = found.get(number, 0) + deal.weight * comb(wall.wild, held) * count
        total = sum(found.values())
        rows += [
            {"tiles": size, "given": given, "waits": number, "deals": count, "share": count / total}
            for number, count in sorted(found.items())
        ]
    if not rows:
        raise nothing_counted(deals, [size], wilds, "ready")
    return pd.DataFrame(rows, columns=["tiles", "given", "waits", "deals", "share"]).astype({"deals": object})


def _counted(deal: Deal, tiles: int, wilds: int, copies: bool, kept: Kept) -> dict[int, int]:
    """Natural deals by waits; walls that differ by the order of like suits are counted once."""
    counter = deal.population.counter
    natural = deal.population.wall.natural
    if counter.suits_alike:
        suits = sorted((natural[0:9], natural[9:18], natural[18:27]), reverse=True)
        natural = (*suits[0], *suits[1], *suits[2], *natural[27:34])
    return kept.get((id(counter), natural, wilds), count_waits, counter, natural, tiles, wilds, copies, kept)
