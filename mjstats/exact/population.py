"""All deals out of a wall, counted by how many tiles they miss.

A suit's count vectors are put together by joint state, with the number of physical deals by tiles; two suits are convolved, then
the two halves are compared: for each threshold the number of pairs of halves in which every shape misses at least so much. Suits
that come too near by themselves are not looked at any further: at every threshold that is most of what they can hold. Nothing is
sampled or rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.components import FAR, Component, States, components_of, simplified, tiles_of_vectors
from mjstats.exact.convolve import SETTLED, Dealt, Meetings, Merges, Side, beside, convolved, mates, paired
from mjstats.exact.kept import Kept, bytes_of
from mjstats.exact.numbering import different_rows, fewest
from mjstats.exact.packed import Deals, as_objects, pack, packing_for, unpack
from mjstats.exact.reach import within_reach
from mjstats.kernel import distance as plans
from mjstats.kernel.classes import FIRST_FACE, Ints
from mjstats.kernel.distance import ShapePlan

# No wall is larger: room for its deals is room for all.
_MOST_TILES = 144
# In place of the wild tiles that a shape may use: the shape does not matter here.
_IGNORED = -2 * FAR
# The largest component of which it is looked up how much a hand can miss.
_MOST_PAIRS = 1 << 22
# Pairs of groups of states are looked up once for all, pairs of states where the groups are not settled.
_MOST_GROUPS = 600
# What a counter keeps of what it has counted.
_MOST_BYTES = 1 << 27

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

    The first `few` components put states into groups. `sides`: for each suit the joint states that differ. `numbers`: for each
    suit the place among them of each cell. `meetings`: which groups of m and p make a group of the half together. `merges`: what
    states of m and p make together for the components beyond. `target`: what states of s and the honours make together, a place
    in `sz`. `agree` ``(groups sz, groups mp)``: whether two halves miss enough for the first components and have few enough
    tiles. `tables` ``(components, states sz, states mp)``: whether they do for each of those beyond.
    """

    few: int
    sides: list[Side]
    numbers: list[NDArray[np.int32]]
    meetings: Meetings
    merges: Merges
    target: NDArray[np.int32]
    sz: Side
    agree: NDArray[np.bool_]
    tables: NDArray[np.bool_]


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
        self.suits_alike = suits_alike(plan) and (plan.free == 0 or plan.stands_for >= FIRST_FACE[3])
        self._vectors: dict[int, SuitVectors] = {}
        self._kept = Kept(_MOST_BYTES)
        # Numbers for every hand size: small, and asked for again by the next size, when what led to them is long gone.
        self._counts = Kept(_MOST_BYTES)

    @property
    def nbytes(self) -> int:
        """Bytes of what is kept."""
        return self._kept.nbytes + self._counts.nbytes + bytes_of(self._vectors) + bytes_of(self.components)

    @cached_property
    def farthest(self) -> list[States]:
        """For each component the most that a hand of so many natural tiles can miss: to be found, or a bound for large shapes."""
        found = []
        for column, own in enumerate(self.components):
            if own.missing.size > _MOST_PAIRS:
                found.append(np.full(self.packing.degree + 1, FAR))
                continue
            cells = [self.vectors(suit) for suit in range(4)]
            most = [-fewest(cell.states[:, column], -cell.tiles, size, 0) for cell, size in zip(cells, own.sizes, strict=True)]
            halves = [
                -fewest(merge, -(most[first][:, None] + most[first + 1]), size, 0)
                for first, merge, size in zip((0, 2), (own.merge_mp, own.merge_sz), own.missing.shape, strict=True)
            ]
            held = np.minimum(halves[0][:, None] + halves[1], self.packing.degree)
            by_tiles = np.zeros(self.packing.degree + 1, dtype=np.int64)
            np.maximum.at(by_tiles, held, own.missing)
            # Whoever holds more tiles has held fewer before.
            found.append(np.maximum.accumulate(by_tiles[::-1])[::-1])
        return found

    def at_least(self, natural: Copies, usable: Copies, threshold: int) -> list[int]:
        """Natural deals, by tiles, in which every shape misses at least `threshold` tiles, usable wild tiles taken off."""
        suits = [natural[0:9], natural[9:18], natural[18:27]]
        if self.suits_alike:
            # Plain suits first, empty ones too: walls that differ in one suit then share the three others.
            suits.sort(key=lambda own: (len(set(own)) > 1, own))
        copies = (*suits, natural[27:34])
        return self._counts.get((copies, usable, threshold), self._counted, copies, usable, threshold)

    def _counted(self, copies: tuple[Copies, ...], usable: Copies, threshold: int) -> list[int]:
        own = 3 if copies[1] == copies[2] else 2
        others = copies[:own] + copies[own + 1 :]
        rest = self._kept.get(("rest", own, others, usable, threshold), self._rest, own, copies, usable, threshold)
        deals = self._deals(own, copies[own], self._simplified(usable, threshold))
        state, tiles = np.nonzero(deals)
        total = 0
        # Of hands with so many tiles of the suit all at once: to shift a number costs less than to multiply it by a large one.
        for held in np.unique(tiles):
            some = state[tiles == held]
            total += int(np.dot(as_objects(deals[some, held].tolist()), rest[some])) << 32 * self.packing.limbs * int(held)
        return unpack(total & self.packing.mask, self.packing)

    def _rest(self, own: int, copies: tuple[Copies, ...], usable: Copies, threshold: int) -> NDArray[Any]:
        """By state of suit `own` (2 or 3) the deals of the three others that are counted with it: packed polynomials."""
        simple = self._simplified(usable, threshold)
        m, p = copies[:2]
        mates = self._kept.get(("mates", m, p, usable, threshold), self._mates, m, p, simple)
        other = 5 - own
        pairs = simple.target if own == 2 else simple.target.T
        deals = Dealt.by_state(self._deals(other, copies[other], simple))
        return as_objects(pack(beside(pairs, mates, deals, self.packing.degree), self.packing))

    def _mates(self, m: Copies, p: Copies, simple: _Simple) -> Deals:
        """By state of s and the honours the deals of m and p that are counted with it, ``(states, degree + 1)``."""
        one, other = simple.sides[:2]
        first = Dealt.of(one, self._deals(0, m, simple), simple.few)
        alike = m == p and simple.numbers[0] is simple.numbers[1]
        second = first if alike else Dealt.of(other, self._deals(1, p, simple), simple.few)
        halves = convolved(simple.meetings, simple.merges, first, second, self.packing.degree)
        return mates(simple.agree, simple.tables, halves, simple.sz, simple.few, self.packing.degree)

    def _simplified(self, usable: Copies, threshold: int) -> _Simple:
        return self._kept.get(("simple", usable, threshold), self._simple, usable, threshold)

    def _simple(self, usable: Copies, threshold: int) -> _Simple:
        components = [self._telling(column, threshold + number) for column, number in enumerate(usable)]
        # Shapes that nobody comes near tell nothing; of the others first those with few states.
        components = [own for own in components if not own.missing.all()] or components[:1]
        components.sort(key=lambda own: own.missing.size)
        joint: list[tuple[Ints, NDArray[np.int32]]] = []
        for suit in range(4):
            same = next((k for k in range(suit) if self._same_suits(components, k, suit)), None)
            joint.append(joined([own.states[suit] for own in components]) if same is None else joint[same])
        few = _few_components([states for states, _ in joint])
        sides: list[Side] = []
        numbers: list[NDArray[np.int32]] = []
        for suit, (states, number) in enumerate(joint):
            same = next((k for k in range(suit) if joint[k][1] is number), None)
            if same is None:
                side, place = in_groups(states, fewest(number, self.vectors(suit).tiles, len(states), FAR), few)
                number = place[number]
            else:
                side, number = sides[same], numbers[same]
            sides.append(side)
            numbers.append(number)
        mp = [_settling(own.merge_mp, own.missing) for own in components]
        sz = [_settling(own.merge_sz, own.missing.T) for own in components]
        degree = self.packing.degree
        groups = paired(Merges.of(mp[:few]), sides[0].groups(few), sides[1].groups(few), degree)
        pairs = paired(Merges.of(sz), sides[2], sides[3], degree)
        half, place = in_groups(pairs.states, pairs.tiles, few)
        others = half.groups(few)
        agree = others.tiles[:, None] + groups.tiles <= degree
        for column, own in enumerate(components[:few]):
            agree &= own.missing.T[others.states[:, column]][:, groups.states[:, column]] > 0
        beyond = [own.missing.T > 0 for own in components[few:]]
        return _Simple(
            few=few,
            sides=sides,
            numbers=numbers,
            meetings=Meetings.of(groups),
            merges=Merges.of(mp[few:]),
            target=np.append(place, np.int32(SETTLED))[pairs.target],
            sz=half,
            agree=agree,
            tables=Merges.of(beyond).rooms.astype(bool),
        )

    def _telling(self, column: int, enough: int) -> Component:
        """A component that tells only whether so many tiles are missing, and only of hands with few enough tiles.

        Its states are those of the cells of each suit.
        """
        cells = [self.vectors(suit) for suit in range(4)]
        own = self.components[column]
        maps, telling = simplified(own, own.missing >= enough)
        states = [to[cell.states[:, column]] for to, cell in zip(maps, cells, strict=True)]
        telling = telling._replace(states=(states[0], states[1], states[2], states[3]))
        return within_reach(telling, [cell.tiles for cell in cells], [(0, self.packing.degree)])

    def _same_suits(self, components: list[Component], one: int, other: int) -> bool:
        """Whether two suits have the same states everywhere."""
        if self.vectors(one) is not self.vectors(other):
            return False
        return all(np.array_equal(own.states[one], own.states[other]) for own in components)

    def _deals(self, suit: int, copies: Copies, simple: _Simple) -> Ints:
        """Deals of a suit by the states of a threshold and by tiles: int64 ``(n, degree + 1)``."""
        vectors, width = self.vectors(suit), self.packing.degree + 1
        by_cell = self._kept.get(("suit", id(vectors), copies), suit_deals, vectors, copies, self.kinds)
        room = len(simple.sides[suit].states) * width
        deals = np.bincount(simple.numbers[suit] * width + vectors.tiles, weights=by_cell, minlength=room)
        return deals.astype(np.int64).reshape(-1, width)

    def vectors(self, suit: int) -> SuitVectors:
        """The count vectors of a suit."""
        if suit not in self._vectors:
            states = [component.states[suit] for component in self.components]
            alike = (
                other
                for other in range(suit)
                if all(component.states[other] is own for component, own in zip(self.components, states, strict=True))
            )
            same = next(alike, None)
            self._vectors[suit] = suit_vectors(states, self.packing.degree) if same is None else self.vectors(same)
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
        if any(far[tiles - wilds] < threshold + own for far, own in zip(self.counter.farthest, usable, strict=True)):
            return 0
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

    vectors: NDArray[np.int32]
    cell: NDArray[np.int32]
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


def joined(columns: Sequence[States]) -> tuple[Ints, NDArray[np.int32]]:
    """Number the different rows of some columns: the rows ``(n, columns)`` and the number of each entry."""
    stacked = np.empty((columns[0].size, len(columns)), dtype=np.int32)
    for place, column in zip(stacked.T, columns, strict=True):
        place[:] = column.ravel()
    number, first = different_rows(stacked)
    return stacked[first].astype(np.int64), number.reshape(columns[0].shape)


def in_groups(states: Ints, tiles: NDArray[np.int16], few: int) -> tuple[Side, NDArray[np.int32]]:
    """Joint states sorted so that those lie side by side that are alike for the first components; the new place of each."""
    group, first = different_rows(states[:, :few])
    order = np.argsort(group, kind="stable")
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order))
    return Side(states[order], tiles[order], np.searchsorted(group[order], np.arange(len(first) + 1))), place


def _settling(merge: States, missing: States) -> NDArray[np.int32]:
    """What two states make together, `SETTLED` where that misses too little with any other half: `missing` has a row for it."""
    settled: NDArray[np.bool_] = np.logical_not(np.any(missing, axis=1))
    return np.where(settled[merge], np.int32(SETTLED), merge.astype(np.int32))


def _few_components(states: list[Ints]) -> int:
    """How many of the first components are few enough to put the joint states of suits into groups."""
    few = 1
    while few < states[0].shape[1] and max(len(different_rows(own[:, : few + 1])[1]) for own in states) <= _MOST_GROUPS:
        few += 1
    return few
