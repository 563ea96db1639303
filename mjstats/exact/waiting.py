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

from mjstats.exact.components import Component, States, simplified, tiles_of_vectors
from mjstats.exact.joining import Half, Kinds, Own, joined_waits, own_waits
from mjstats.exact.population import Copies, joined
from mjstats.exact.reach import within_reach
from mjstats.exact.tables import Deal, check_conditions, check_tiles, conditions, plans_of
from mjstats.kernel.classes import RANKS, Ints

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.rules import RuleSet

_COMPLETE, _READY, _FARTHER = range(3)


class Pairing(NamedTuple):
    """Two suits that stand side by side, by their joint states.

    `states`: of each suit, int64 ``(n, components)``. `numbers`: of each suit the state of each count vector. `merge` int32
    ``(n, m)``: their state together, a place in `merged` int64 ``(states, components)``.
    """

    states: tuple[Ints, Ints]
    numbers: tuple[States, States]
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

    def numbers(self, suit: int) -> States:
        """The state of each count vector of a suit."""
        return (self.mp, self.sz)[suit // 2].numbers[suit % 2]


def sides_of(components: list[Component], tiles: int, wilds: int) -> Sides:
    """Lay shapes out for hands of so many tiles, `wilds` of them wild."""
    near = [component for component in components if component.size - tiles <= _READY]
    natural = tiles - wilds
    # Also with a tile more: the suit that a wait completes.
    vectors = [np.flatnonzero(tiles_of_vectors(ranks) <= natural + 1) for ranks in RANKS]
    held = [tiles_of_vectors(ranks)[own] for ranks, own in zip(RANKS, vectors, strict=True)]
    shapes = []
    for own in near:
        still = np.clip(own.missing.astype(np.int64) - min(wilds, own.max_wilds), _COMPLETE, _FARTHER).astype(np.int8)
        maps, shape = simplified(own, still)
        states = [maps[suit][own.states[suit][vectors[suit]]] for suit in range(4)]
        shape = shape._replace(states=(states[0], states[1], states[2], states[3]))
        shapes.append(within_reach(shape, held, [(_READY, natural), (_COMPLETE, natural + 1)]))
    joint: list[Ints] = []
    numbers: list[States] = []
    for suit in range(4):
        rows, number = joined([own.states[suit] for own in shapes])
        joint.append(rows)
        # Few bytes each and once for like suits: all indicators of a page have theirs.
        whole = np.zeros(5 ** RANKS[suit], dtype=np.min_scalar_type(len(rows)))
        whole[vectors[suit]] = number
        numbers.append(next((own for own in numbers if np.array_equal(own, whole)), whole))
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


def count_waits(sides: Sides, natural: Copies, tiles: int, copies: bool, known: dict[Any, Any] | None = None) -> dict[int, int]:
    """Deals of so many natural tiles that are ready, by number of waits. `known` keeps what walls have in common."""
    kinds = _kinds_of_suits(sides, natural, tiles, copies, {} if known is None else known)
    fewest = [_fewest(one, tiles) for one in kinds]
    together = [
        _fewest_together(pairing, fewest[suit], fewest[suit + 1], tiles) for suit, pairing in ((0, sides.mp), (2, sides.sz))
    ]
    own = []
    for suit in range(4):
        beside, others = fewest[suit ^ 1], together[1 - suit // 2]
        own.append(_suit_waits(sides, suit, kinds[suit], beside[:, None] + others <= tiles, tiles))
    halves = [
        Half(own[suit], own[suit + 1], np.where(fewest[suit][:, None] + fewest[suit + 1] <= tiles, pairing.merge, -1))
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


def _fewest(kinds: Kinds, tiles: int) -> Ints:
    """The fewest tiles of each state of a suit; more than there are where none is dealt."""
    state = np.repeat(np.arange(len(kinds.first) - 1), np.diff(kinds.first))
    fewest = np.full(len(kinds.first) - 1, tiles + 1, dtype=np.int64)
    np.minimum.at(fewest, state, kinds.tiles)
    return fewest


def _fewest_together(pairing: Pairing, first: Ints, second: Ints, tiles: int) -> Ints:
    """The fewest tiles of each state of two suits together."""
    fewest = np.full(len(pairing.merged), 2 * tiles + 2, dtype=np.int64)
    np.minimum.at(fewest, pairing.merge, first[:, None] + second)
    return fewest


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
        table, number = np.unique(whole.reshape(len(whole), -1).T, axis=0, return_inverse=True)
        columns.append(number.reshape(whole.shape[1:])[beside[where[0], k], others.merged[where[1], k]])
        tables.append(table.T)
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


def _kinds_of_suits(sides: Sides, natural: Copies, tiles: int, copies: bool, known: dict[Any, Any]) -> list[Kinds]:
    """The kinds of the four suits; those of like suits are found once."""
    ready: list[NDArray[np.bool_]] = [np.any(sides.ready, axis=1 - half) for half in range(2)]
    found = []
    for suit in range(4):
        pairing, some = (sides.mp, sides.sz)[suit // 2], ready[suit // 2]
        own = natural[9 * suit : 9 * suit + RANKS[suit]]
        first = next(k for k in range(suit + 1) if sides.numbers(k) is sides.numbers(suit))
        # A suit that is part of no ready hand need not be looked at.
        useful: NDArray[np.bool_] = np.any(some[pairing.merge], axis=1 - suit % 2)
        key = (id(sides), first, own, useful.tobytes())
        if key not in known:
            known[key] = _kinds(pairing.numbers[suit % 2], useful, own, tiles, copies)
        found.append(known[key])
    return found


def _kinds(number: States, useful: NDArray[np.bool_], own: Copies, tiles: int, copies: bool) -> Kinds:
    """The count vectors of a suit, those put together that have the same state, tiles and, with a tile more, states."""
    ranks, states = len(own), len(useful)
    index = np.flatnonzero((tiles_of_vectors(ranks) <= tiles) & useful[number])
    held = index[:, None] // 5 ** np.arange(ranks) % 5
    dealt = (held <= np.array(own)).all(axis=1)
    index, held = index[dealt], held[dealt]
    ways = np.ones(len(index), dtype=np.int64)
    for rank in range(ranks):
        ways *= np.array([comb(int(own[rank]), count) for count in range(5)])[held[:, rank]]
    left = np.array(own) - held
    more = np.minimum(index[:, None] + 5 ** np.arange(ranks), 5**ranks - 1)
    after = np.where(left > 0, number[more].astype(np.int64), -1)
    worth = left if copies else np.minimum(left, 1)
    # In which order the ranks come does not matter.
    marks = np.sort(8 * after + worth, axis=1)
    columns = [number[index], held.sum(axis=1), *marks.T]
    order = np.lexsort(columns[::-1])
    rows = np.column_stack(columns)[order]
    begins = np.flatnonzero(np.append(True, (rows[1:] != rows[:-1]).any(axis=1)))
    kept = rows[begins]
    return Kinds(
        first=np.searchsorted(kept[:, 0], np.arange(states + 1)),
        after=np.ascontiguousarray(kept[:, 2:] // 8),
        worth=np.ascontiguousarray(kept[:, 2:] % 8),
        tiles=np.ascontiguousarray(kept[:, 1]),
        ways=np.add.reduceat(ways[order], begins),
    )


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
    deals = Deal.of(page_plans, size, farthest=0)
    known: dict[Any, Any] = {}
    rows: list[dict[str, Any]] = []
    for given, some, wild in conditions(deals, size, wilds, by):
        found: dict[int, int] = {}
        for deal in some:
            wall = deal.population.wall
            for held in range(wall.wild + 1) if wild is None else [wild]:
                if held <= min(wall.wild, size):
                    for number, count in _counted(deal, size, held, copies, known).items():
                        found[number] = found.get(number, 0) + deal.weight * comb(wall.wild, held) * count
        total = sum(found.values())
        rows += [
            {"tiles": size, "given": given, "waits": number, "deals": count, "share": count / total}
            for number, count in sorted(found.items())
        ]
    return pd.DataFrame(rows, columns=["tiles", "given", "waits", "deals", "share"]).astype({"deals": object})


def _counted(deal: Deal, tiles: int, wilds: int, copies: bool, known: dict[Any, Any]) -> dict[int, int]:
    """Natural deals by waits; walls that differ by the order of like suits are counted once."""
    counter = deal.population.counter
    natural = deal.population.wall.natural
    if counter.suits_alike:
        suits = sorted((natural[0:9], natural[9:18], natural[18:27]), reverse=True)
        natural = (*suits[0], *suits[1], *suits[2], *natural[27:34])
    key = (id(counter), natural, wilds)
    if key not in known:
        sides = (id(counter), wilds)
        if sides not in known:
            known[sides] = sides_of(counter.components, tiles, wilds)
        known[key] = count_waits(known[sides], natural, tiles - wilds, copies, known)
    counted: dict[int, int] = known[key]
    return counted
