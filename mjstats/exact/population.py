"""All deals out of a wall, counted by how many tiles they miss.

A suit's count vectors are grouped by joint state, with the number of physical deals by tiles; two suits are convolved, then the
two halves are compared: for each threshold the number of pairs of halves in which every shape misses at least so much. Nothing
is sampled or rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.components import FAR, Component, States, components_of, simplified, tiles_of_vectors
from mjstats.exact.convolve import Side, convolved, convolved_apart, mates
from mjstats.exact.packed import Deals, Packing, as_objects, from_limbs, limbs_of, pack, packing_for, unpack
from mjstats.exact.reach import fewest, within_reach
from mjstats.kernel import distance as plans
from mjstats.kernel.classes import FIRST_FACE, Ints
from mjstats.kernel.distance import ShapePlan

# No wall is larger: room for its deals is room for all.
_MOST_TILES = 144
# In place of the wild tiles that a shape may use: the shape does not matter here.
_IGNORED = -2 * FAR
# Entries of the comparison of halves that are held in memory at a time, and states of s and the honours at a time.
_ENTRIES = 1 << 20
_MATES = 1 << 11
# So many pairs of states of two suits are looked up once for all; of more each is found while it is counted.
_MOST_PAIRS = 1 << 22
# With more tiles than that beside a hand nearly nothing is out of reach: to look for it makes more states, not fewer.
_SPARE = 4


# Numbers by face or by shape.
Copies = tuple[int, ...]


class Wall(NamedTuple):
    """What can be dealt: `natural` copies of each of 34 faces (0 to 4), and `wild` tiles of whatever face."""

    natural: tuple[int, ...]
    wild: int

    @property
    def tiles(self) -> int:
        """Tiles in all."""
        return sum(self.natural) + self.wild


def wall_of(plan: ShapePlan) -> Wall:
    """The wall of a plan: wild tiles apart, flowers that are not wild left out.

    A stand-in that is nothing else is joined to the face it stands for.

    Raises
    ------
    ValueError
        A face would have more than four natural tiles.
    """
    copies = [int(number) for number in plan.copies]
    wild = sum(number for number, is_wild in zip(copies, plan.wild, strict=True) if is_wild)
    natural = [0 if is_wild else number for number, is_wild in zip(copies[:34], plan.wild, strict=False)]
    if plan.stand_in >= 0 and plan.free == 0:
        natural[plan.stands_for] += natural[plan.stand_in]
        natural[plan.stand_in] = 0
    if plan.free != 0 and natural[plan.stands_for] > 0:
        raise ValueError(
            f"stand_in: free to be itself: face {plan.stands_for} must have no natural tiles of its own to be counted"
        )
    if max(natural) > 4:
        raise ValueError(f"copies: face {natural.index(max(natural))} has {max(natural)} natural tiles: at most 4 can be counted")
    return Wall(tuple(natural), wild)


class _Simple(NamedTuple):
    """What one threshold can tell apart.

    `tables`: for each component, whether two halves miss enough. `states`: for each suit the joint states that differ, int64
    ``(n, components)``. `numbers`: for each suit the place among them of each joint state of the suit. `tiles`: the fewest tiles
    of each. `merges`: for each component the states of m and p together. `mp`, `sz` int32: the state of two suits together, a
    place in `mp_states`, `sz_states` int64 ``(n, components)``, of those with few enough tiles; `mp` is empty where there are
    too many pairs. `sz_tiles`: the fewest tiles.
    """

    tables: list[NDArray[np.bool_]]
    states: list[Ints]
    numbers: list[Ints]
    tiles: list[Ints]
    merges: list[Ints]
    mp: NDArray[np.int32]
    mp_states: Ints
    sz: NDArray[np.int32]
    sz_states: Ints
    sz_tiles: Ints


class Counter:
    """Counts the natural deals of walls for the shapes of one plan; what walls have in common is counted once.

    The number of deals is a sum over the four suits' states, linear in the deals of each suit. So for the suits that walls have
    in common the *rest* is kept: to each state of the remaining suit, the deals of the three others that go with it.

    Parameters
    ----------
    plan
        Gives the shapes only.
    tiles
        The largest number of tiles that will be asked for.
    melds
        Melds that are laid and not part of the deal.
    most
        Hands that miss at least so many tiles, wild tiles taken off, are not told apart; default: all are.
    kinds
        Count different hands instead of deals: tiles of a face are not told apart.
    """

    def __init__(self, plan: ShapePlan, tiles: int, *, melds: int = 0, most: int = FAR, kinds: bool = False) -> None:
        self.components = components_of(plan, melds, most)
        self.kinds = kinds
        if not self.components:
            raise ValueError(f"shapes: none is possible with {melds} melds laid")
        self.packing = packing_for(_MOST_TILES, tiles)
        # Tiles of the smallest complete hand.
        sizes = np.where(plan.rows[:, plans.SIZE] > 0, plan.rows[:, plans.SIZE], 3 * plan.sets + 2)
        self.smallest = int(sizes.min()) - 3 * melds
        self._few_tiles = tiles <= self.smallest + _SPARE
        self.suits_alike = suits_alike(plan) and (plan.free == 0 or plan.stands_for >= FIRST_FACE[3])
        # Where stand-ins are free the shapes already tell which face is wild: nothing is common to several walls.
        self._one_wall = plan.free != 0
        self._vectors: dict[int, SuitVectors] = {}
        self._suits: dict[tuple[int, Copies], NDArray[np.float64]] = {}
        self._simple: dict[tuple[Copies, int], _Simple] = {}
        self._mates: dict[tuple[Any, ...], NDArray[Any]] = {}
        self._rests: dict[tuple[Any, ...], NDArray[Any]] = {}
        self._counted: dict[tuple[Any, ...], list[int]] = {}

    def at_least(self, natural: Copies, usable: Copies, threshold: int) -> list[int]:
        """Natural deals, by tiles, in which every shape misses at least `threshold` tiles, usable wild tiles taken off."""
        suits = [natural[0:9], natural[9:18], natural[18:27]]
        if self.suits_alike:
            # Plain suits first: walls that differ in one suit then share the three others.
            suits.sort(reverse=True)
        copies = (*suits, natural[27:34])
        key = (copies, usable, threshold)
        if key not in self._counted:
            own = 3 if suits[1] == suits[2] else 2
            rest = self._rest(own, copies, usable, threshold)
            deals = self._deals(own, copies[own], self._simplified(usable, threshold))
            dealt = np.flatnonzero(deals.any(axis=1))
            total = sum(as_objects(pack(deals[dealt], self.packing)) * rest[dealt])
            self._counted[key] = unpack(total & self.packing.mask, self.packing)
            if self._one_wall:
                for kept in (self._simple, self._mates, self._rests):
                    kept.clear()
        return self._counted[key]

    def _rest(self, own: int, copies: tuple[Copies, ...], usable: Copies, threshold: int) -> NDArray[Any]:
        """By state of suit `own` (2 or 3) the deals of the three others that are counted with it: packed polynomials."""
        key = (own, copies[:own] + copies[own + 1 :], usable, threshold)
        if key not in self._rests:
            simple = self._simplified(usable, threshold)
            mates = self._mates_of(copies[0], copies[1], usable, threshold)
            other = 5 - own
            deals = self._deals(other, copies[other], simple)
            dealt = np.flatnonzero(deals.any(axis=1))
            pairs = simple.sz if own == 2 else simple.sz.T
            rest = as_objects([0] * len(pairs))
            for state, factor in zip(dealt, pack(deals[dealt], self.packing), strict=True):
                fitting = np.flatnonzero(simple.tiles[own] + simple.tiles[other][state] <= self.packing.degree)
                rest[fitting] += mates[pairs[fitting, state]] * factor
            self._rests[key] = rest & self.packing.mask
        return self._rests[key]

    def _mates_of(self, m: Copies, p: Copies, usable: Copies, threshold: int) -> NDArray[Any]:
        """By state of s and the honours the deals of m and p that are counted with it: packed polynomials."""
        key = (m, p, usable, threshold)
        if key not in self._mates:
            simple = self._simplified(usable, threshold)
            first = self._deals(0, m, simple)
            second = first if m == p and simple.numbers[0] is simple.numbers[1] else self._deals(1, p, simple)
            if simple.mp.size:
                states = simple.mp_states
                deals = convolved(simple.mp, len(states), first, second, self.packing)
            else:
                one = Side(simple.states[0], simple.tiles[0], first)
                other = one if second is first else Side(simple.states[1], simple.tiles[1], second)
                states, deals = convolved_apart(simple.merges, (one, other), self.packing)
            self._mates[key] = as_objects(_count_mates(simple, states, deals, self.packing))
        return self._mates[key]

    def _simplified(self, usable: Copies, threshold: int) -> _Simple:
        key = (usable, threshold)
        if key not in self._simple:
            components = [self._telling(column, threshold + number) for column, number in enumerate(usable)]
            states: list[Ints] = []
            numbers: list[Ints] = []
            for suit in range(4):
                same = next((k for k in range(suit) if self._same_suits(components, k, suit)), None)
                if same is None:
                    joint, number = joined([own.states[suit] for own in components])
                    states.append(joint)
                    numbers.append(number)
                else:
                    states.append(states[same])
                    numbers.append(numbers[same])
            tiles = [fewest(numbers[suit], self._vectors_of(suit).tiles, len(states[suit])) for suit in range(4)]
            halves: list[tuple[NDArray[np.int32], Ints, Ints]] = []
            for first, merges in ((0, [c.merge_mp for c in components]), (2, [c.merge_sz for c in components])):
                one, other = states[first], states[first + 1]
                if first == 0 and len(one) * len(other) > _MOST_PAIRS:
                    halves.append((np.zeros((0, 0), dtype=np.int32), one[:0], tiles[0][:0]))
                    continue
                together = tiles[first][:, None] + tiles[first + 1]
                target = np.zeros(together.shape, dtype=np.int32)
                # Pairs of too many tiles are never counted: they go with any state.
                dealt = np.nonzero(together <= self.packing.degree)
                joint, number = joined([m[one[dealt[0], k], other[dealt[1], k]] for k, m in enumerate(merges)])
                target[dealt] = number
                halves.append((target, joint, fewest(number, together[dealt], len(joint))))
            tables = [component.missing.astype(bool) for component in components]
            merges = [component.merge_mp for component in components]
            (mp, mp_states, _), (sz, sz_states, sz_tiles) = halves
            self._simple[key] = _Simple(tables, states, numbers, tiles, merges, mp, mp_states, sz, sz_states, sz_tiles)
        return self._simple[key]

    def _telling(self, column: int, enough: int) -> Component:
        """A component that tells only whether so many tiles are missing, and only of hands with few enough tiles.

        Its states are those of the cells of each suit.
        """
        cells = [self._vectors_of(suit) for suit in range(4)]
        own = self.components[column]
        maps, telling = simplified(own, own.missing >= enough)
        states = [to[cell.states[:, column]] for to, cell in zip(maps, cells, strict=True)]
        telling = telling._replace(states=(states[0], states[1], states[2], states[3]))
        if not self._few_tiles:
            return telling
        return within_reach(telling, [cell.tiles for cell in cells], [(0, self.packing.degree)])

    def _same_suits(self, components: list[Component], one: int, other: int) -> bool:
        """Whether two suits have the same states everywhere."""
        if self._vectors_of(one) is not self._vectors_of(other):
            return False
        return all(np.array_equal(own.states[one], own.states[other]) for own in components)

    def _deals(self, suit: int, copies: Copies, simple: _Simple) -> Ints:
        """Deals of a suit by the states of a threshold and by tiles: int64 ``(n, degree + 1)``."""
        vectors, width = self._vectors_of(suit), self.packing.degree + 1
        key = (id(vectors), copies)
        if key not in self._suits:
            self._suits[key] = suit_deals(vectors, copies, self.kinds)
        room = len(simple.states[suit]) * width
        deals = np.bincount(simple.numbers[suit] * width + vectors.tiles, weights=self._suits[key], minlength=room)
        return deals.astype(np.int64).reshape(-1, width)

    def _vectors_of(self, suit: int) -> SuitVectors:
        if suit not in self._vectors:
            states = [component.states[suit] for component in self.components]
            alike = (
                other
                for other in range(suit)
                if all(component.states[other] is own for component, own in zip(self.components, states, strict=True))
            )
            same = next(alike, None)
            self._vectors[suit] = suit_vectors(states, self.packing.degree) if same is None else self._vectors_of(same)
        return self._vectors[suit]


class Population:
    """The deals of a wall, for the shapes of a counter.

    Examples
    --------
    >>> from mjstats.kernel.distance import build_plan
    >>> plan = build_plan()
    >>> population = Population(Counter(plan, 14), wall_of(plan))
    >>> population.overall(14)[-1], sum(population.overall(14).values())
    (11353128141498, 4250305029168216000)
    """

    def __init__(self, counter: Counter, wall: Wall) -> None:
        self.counter = counter
        self.wall = wall

    def total(self, tiles: int, wilds: int | None = None) -> int:
        """Deals of `tiles` tiles; with `wilds` those with so many wild tiles."""
        if wilds is None:
            return sum(self.total(tiles, number) for number in range(min(self.wall.wild, tiles) + 1))
        if not wilds <= min(tiles, self.wall.wild):
            return 0
        return self._wild_ways(wilds) * self._natural_ways(tiles - wilds)

    def _wild_ways(self, wilds: int) -> int:
        return 1 if self.counter.kinds else comb(self.wall.wild, wilds)

    def _natural_ways(self, tiles: int) -> int:
        if not self.counter.kinds:
            return comb(sum(self.wall.natural), tiles)
        kinds = [1]
        for copies in self.wall.natural:
            kinds = [sum(kinds[max(size - copies, 0) : size + 1]) for size in range(len(kinds) + copies)]
        return kinds[tiles] if tiles < len(kinds) else 0

    def given(self, tiles: int, wilds: int) -> dict[int, int]:
        """Deals of `tiles` tiles of which `wilds` are wild, by distance; the choice of the wild tiles is counted."""
        left = self.total(tiles, wilds)
        found = {}
        distance = -1
        while left:
            farther = self._farther(tiles, wilds, distance)
            if left > farther:
                found[distance] = left - farther
            left = farther
            distance += 1
        return found

    def overall(self, tiles: int) -> dict[int, int]:
        """Deals of `tiles` tiles by distance, whatever the number of wild tiles."""
        total: dict[int, int] = {}
        for wilds in range(min(self.wall.wild, tiles) + 1):
            for distance, deals in self.given(tiles, wilds).items():
                total[distance] = total.get(distance, 0) + deals
        return dict(sorted(total.items()))

    def complete(self, tiles: int, wilds: int | None = None) -> int:
        """Deals of `tiles` tiles that contain a complete hand; with `wilds` those with so many wild tiles."""
        numbers = range(min(self.wall.wild, tiles) + 1) if wilds is None else [wilds]
        return sum(self.total(tiles, number) - self._farther(tiles, number, -1) for number in numbers)

    def _farther(self, tiles: int, wilds: int, distance: int) -> int:
        """Deals with `wilds` wild tiles that are farther away than `distance`."""
        total = self.total(tiles, wilds)
        threshold = distance + 2
        if self.counter.smallest - tiles >= threshold:
            return total
        # A shape of more tiles than there are misses the rest at least: nobody is nearer by it.
        usable = [
            _IGNORED if component.size - tiles >= threshold else min(wilds, component.max_wilds)
            for component in self.counter.components
        ]
        base = min((number for number in usable if number != _IGNORED), default=None)
        if not total or base is None:
            return total
        natural = self.counter.at_least(
            self.wall.natural, tuple(number if number == _IGNORED else number - base for number in usable), threshold + base
        )
        return self._wild_ways(wilds) * natural[tiles - wilds]


def suits_alike(plan: ShapePlan) -> bool:
    """Whether the shapes of a plan stay the same when suits change places, what stands in for a tile of a suit left aside."""

    def told(order: tuple[int, ...]) -> list[Any]:
        rows = []
        for row in plan.rows:
            own = row.tolist()
            shape, suits = own[plans.SHAPE], own[plans.SUITS]
            faces = plan.faces[own[plans.FACES]]
            by_suit = [
                (int(plan.tables.suit_row[shape, suit]), suits >> suit & 1, faces[9 * suit : 9 * suit + 9].tolist())
                for suit in order
            ]
            rest = [value for column, value in enumerate(own) if column not in (plans.SUITS, plans.FACES)]
            rows.append((rest, suits >> 3, by_suit, faces[27:].tolist()))
        return sorted(rows)

    return told((0, 1, 2)) == told((1, 0, 2)) == told((0, 2, 1))


class SuitVectors(NamedTuple):
    """The count vectors of a suit that are small enough to be dealt, in *cells* of equal joint state and tiles.

    `vectors`: their suit indices. `cell`: the cell of each. `states` int64 ``(cells, components)``, `tiles` ``(cells,)``.
    """

    vectors: States
    cell: States
    states: Ints
    tiles: Ints


def suit_vectors(states: list[States], most: int) -> SuitVectors:
    """Group a suit's count vectors of at most so many tiles by joint state. `states`: of each vector for each component."""
    ranks = next(ranks for ranks in (7, 9) if 5**ranks == len(states[0]))
    tiles = tiles_of_vectors(ranks)
    small = np.flatnonzero(tiles <= most)
    rows, cell = joined([*(state[small] for state in states), tiles[small]])
    return SuitVectors(small.astype(np.int32), cell.astype(np.int32), rows[:, :-1], rows[:, -1])


def suit_deals(vectors: SuitVectors, copies: Copies, kinds: bool = False) -> NDArray[np.float64]:
    """Deals of a suit by cell: whole numbers of at most 2^36, exact as floats."""
    ways = np.ones(1)
    for own in copies:
        ways = np.multiply.outer([_ways(own, count, kinds) for count in range(5)], ways).ravel()
    return np.bincount(vectors.cell, weights=ways[vectors.vectors], minlength=len(vectors.tiles)).astype(np.float64)


def _ways(copies: int, count: int, kinds: bool) -> float:
    return float(min(comb(copies, count), 1) if kinds else comb(copies, count))


def joined(columns: Sequence[States]) -> tuple[Ints, Ints]:
    """Number the different rows of some columns: the rows ``(n, columns)`` and the number of each entry."""
    number = np.zeros(columns[0].shape, dtype=np.int64)
    rows = np.zeros((1, 0), dtype=np.int64)
    for column in columns:
        size = int(column.max(initial=0)) + 1
        if size > 1:
            number = number * size + column
        # Few possible rows at each step: those that occur are marked, nothing is sorted.
        occurs = np.zeros(len(rows) * size, dtype=bool)
        occurs[number.ravel()] = True
        found = np.flatnonzero(occurs)
        if len(found) < len(occurs):
            places = np.cumsum(occurs) - 1
            number = places[number]
        rows = np.concatenate([rows[found // size], (found % size)[:, None]], axis=1)
    return rows, number


def _count_mates(simple: _Simple, states: Ints, deals: Deals, packing: Packing) -> list[int]:
    """For each state of s and the honours, the deals of m and p with which every shape misses enough: packed polynomials.

    `states`, `deals`: the states of m and p together and their deals.
    """
    telling = [column for column, table in enumerate(simple.tables) if not table.all()] or [0]
    if deals.nearly is not None:
        return from_limbs(_mates_of_many_tiles(simple, states, limbs_of(deals, packing), telling))
    # Most pairs of halves have too many tiles or are near enough: to look at each is less than to add up all.
    telling.sort(key=lambda column: float(simple.tables[column].mean()))
    dealt = np.flatnonzero(deals.low.any(axis=1))
    tiles = (deals.low[dealt] > 0).argmax(axis=1)
    # Alike for the first shape side by side: most are near enough by it and looked at together.
    order = np.lexsort((*(states[dealt, column] for column in reversed(telling)), tiles))
    tiles = tiles[order]
    sizes = [max(simple.tables[column].shape[axis] for column in telling) for axis in (1, 0)]
    tables = np.zeros((len(telling), *sizes), dtype=bool)
    for table, column in zip(tables, telling, strict=True):
        own = simple.tables[column].T
        table[: own.shape[0], : own.shape[1]] = own
    mp, sz = (
        np.ascontiguousarray(half[:, telling].T, dtype=np.int32) for half in (states[dealt[order]], simple.sz_states)
    )
    changes = np.flatnonzero((tiles[1:] != tiles[:-1]) | (mp[0, 1:] != mp[0, :-1])) + 1
    begins = np.concatenate([[0], changes])
    ends = np.repeat(np.append(changes, len(tiles)), np.diff(np.append(begins, len(tiles))))
    counted = mates(tables, mp, tiles.astype(np.int64), ends, deals.low[dealt[order]], sz, simple.sz_tiles)
    return pack(counted, packing)


def _mates_of_many_tiles(
    simple: _Simple, states: Ints, limbs: NDArray[np.uint32], telling: list[int]
) -> NDArray[np.float64]:
    """The same for deals in limbs ``(n, degree + 1, limbs)``: sums of limbs. Fewer than 2^21 of 32 bits add up without loss."""
    # Small walls deal few of the states.
    dealt = np.flatnonzero(limbs.any(axis=(1, 2)))
    degree = limbs.shape[1] - 1
    tiles = limbs[dealt].any(axis=2).argmax(axis=1)
    order = np.argsort(tiles, kind="stable")
    tiles, states = tiles[order], states[dealt[order]]
    left = limbs[dealt[order]].reshape(len(dealt), -1).astype(np.float64)
    by_tiles = np.argsort(simple.sz_tiles, kind="stable")
    sums = np.zeros((len(by_tiles), left.shape[1]))
    for begin in range(0, len(by_tiles), _MATES):
        some = by_tiles[begin : begin + _MATES]
        tables = [simple.tables[column][:, simple.sz_states[some, column]] for column in telling]
        # Whatever the other half holds must fit into the hand.
        fitting = int(np.searchsorted(tiles, degree - simple.sz_tiles[some[0]], side="right"))
        rows = max(_ENTRIES // len(some), 1)
        for start in range(0, fitting, rows):
            block = slice(start, min(start + rows, fitting))
            together = np.ones((block.stop - start, len(some)), dtype=bool)
            for column, table in zip(telling, tables, strict=True):
                together &= table[states[block, column]]
            sums[some] += together.T.astype(np.float64) @ left[block]
    return sums
