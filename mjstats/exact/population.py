"""All deals out of a wall, counted by how many tiles they miss.

A suit's count vectors are grouped by joint state, with the number of physical deals by tiles; two suits are convolved, then the
two halves are compared: for each threshold the number of pairs of halves in which every shape misses at least so much. Nothing
is sampled or rounded.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.components import FAR, Component, components_of, simplified, tiles_of_vectors
from mjstats.exact.packed import Packing, as_objects, from_limbs, pack, packing_for, sum_by, to_limbs, unpack
from mjstats.kernel import distance as plans
from mjstats.kernel.classes import Ints
from mjstats.kernel.distance import ShapePlan

# No wall is larger: room for its deals is room for all.
_MOST_TILES = 144
# In place of the wild tiles that a shape may use: the shape does not matter here.
_IGNORED = -2 * FAR
# Rows of the comparison of halves that are held in memory at a time.
_ROWS = 512


class Wall(NamedTuple):
    """What can be dealt: `natural` copies of each of 34 faces (0 to 4), and `wild` tiles of whatever face."""

    natural: tuple[int, ...]
    wild: int

    @property
    def tiles(self) -> int:
        """Tiles in all."""
        return sum(self.natural) + self.wild


class Part(NamedTuple):
    """Joint states of one or two suits: `states` int64 ``(n, components)``, `deals` n packed polynomials."""

    states: Ints
    deals: list[int]


def wall_of(plan: ShapePlan) -> Wall:
    """The wall of a plan: wild tiles apart, a stand-in joined to the face it stands for, flowers that are not wild left out.

    Raises
    ------
    ValueError
        A face would have more than four natural tiles.
    """
    copies = [int(number) for number in plan.copies]
    wild = sum(number for number, is_wild in zip(copies, plan.wild, strict=True) if is_wild)
    natural = [0 if is_wild else number for number, is_wild in zip(copies[:34], plan.wild, strict=False)]
    if plan.stand_in >= 0:
        natural[plan.stands_for] += natural[plan.stand_in]
        natural[plan.stand_in] = 0
    if max(natural) > 4:
        raise ValueError(f"copies: face {natural.index(max(natural))} has {max(natural)} natural tiles: at most 4 can be counted")
    return Wall(tuple(natural), wild)


class Counter:
    """Counts the natural deals of walls for the shapes of one plan; what walls have in common is counted once.

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
        self._suits_alike = suits_alike(plan)
        self._suits: dict[tuple[int, tuple[int, ...]], Part] = {}
        self._halves: dict[tuple[Any, ...], Part] = {}
        self._simplified: dict[tuple[tuple[int, ...], int], tuple[list[list[Ints]], list[Component]]] = {}
        self._counted: dict[tuple[Any, ...], list[int]] = {}

    def at_least(self, natural: tuple[int, ...], usable: tuple[int, ...], threshold: int) -> list[int]:
        """Natural deals, by tiles, in which every shape misses at least `threshold` tiles, usable wild tiles taken off."""
        suits = [natural[0:9], natural[9:18], natural[18:27]]
        if self._suits_alike:
            # Plain suits first: walls that differ in one suit then share the half of the others.
            suits.sort(reverse=True)
        copies = (*suits, natural[27:34])
        key = (copies, usable, threshold)
        if key not in self._counted:
            first = self._half(0, copies, usable, threshold)
            second = self._half(2, copies, usable, threshold)
            tables = [component.missing for component in self._simple(usable, threshold)[1]]
            self._counted[key] = unpack(_count_pairs(tables, first, second, self.packing), self.packing)
        return self._counted[key]

    def _simple(self, usable: tuple[int, ...], threshold: int) -> tuple[list[list[Ints]], list[Component]]:
        key = (usable, threshold)
        if key not in self._simplified:
            found = [
                simplified(component, component.missing >= threshold + number)
                for component, number in zip(self.components, usable, strict=True)
            ]
            self._simplified[key] = [maps for maps, _ in found], [component for _, component in found]
        return self._simplified[key]

    def _half(self, first: int, copies: tuple[tuple[int, ...], ...], usable: tuple[int, ...], threshold: int) -> Part:
        """Suits m and p (`first` 0) or s and the honours (2), states put together that this threshold cannot tell apart."""
        key = (first, copies[first], copies[first + 1], usable, threshold)
        if key not in self._halves:
            maps, components = self._simple(usable, threshold)
            one, other = (
                _fewer_states(self._suit(suit, copies[suit]), [own[suit] for own in maps]) for suit in (first, first + 1)
            )
            merges = [component.merge_mp if first == 0 else component.merge_sz for component in components]
            self._halves[key] = merge_parts(one, other, merges, self.packing)
        return self._halves[key]

    def _suit(self, suit: int, copies: tuple[int, ...]) -> Part:
        states = [component.states[suit] for component in self.components]
        for other in range(suit):
            if all(component.states[other] is own for component, own in zip(self.components, states, strict=True)):
                return self._suit(other, copies)
        if (suit, copies) not in self._suits:
            self._suits[suit, copies] = suit_part(states, copies, self.packing, self.kinds)
        return self._suits[suit, copies]


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
    """Whether the shapes of a plan stay the same when suits change places."""

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


def suit_part(states: list[Ints], copies: tuple[int, ...], packing: Packing, kinds: bool = False) -> Part:
    """Group a suit's count vectors by joint state. `states`: the state of each vector for each component."""
    tiles = tiles_of_vectors(len(copies)).astype(np.int64)
    ways = np.ones(1)
    for own in copies:
        ways = np.multiply.outer([_ways(own, count, kinds) for count in range(5)], ways).ravel()
    possible = np.flatnonzero((ways > 0) & (tiles <= packing.degree))
    joint, number = _joint([state[possible] for state in states])
    place = number * (packing.degree + 1) + tiles[possible]
    # Sums of at most 2^36 deals of a suit: exact in floats.
    counted = np.bincount(place, weights=ways[possible], minlength=len(joint) * (packing.degree + 1))
    return Part(joint, pack(counted.astype(np.int64).reshape(len(joint), -1), packing))


def _ways(copies: int, count: int, kinds: bool) -> float:
    return float(min(comb(copies, count), 1) if kinds else comb(copies, count))


def _joint(columns: list[Ints]) -> tuple[Ints, Ints]:
    """Number the different rows of some columns: the rows ``(n, columns)`` and the number of each entry."""
    key = np.zeros(columns[0].shape, dtype=np.int64)
    for column in columns:
        key = key * (int(column.max(initial=0)) + 1) + column
    _, where, number = np.unique(key, return_index=True, return_inverse=True)
    flat = [column.ravel()[where] for column in columns]
    return np.stack(flat, axis=1), number.reshape(columns[0].shape)


def merge_parts(first: Part, second: Part, merges: list[Ints], packing: Packing) -> Part:
    """Put two suits together: the states by the components' merges, the deals by convolution."""
    pairs = [merge[first.states[:, [column]], second.states[None, :, column]] for column, merge in enumerate(merges)]
    joint, target = _joint(pairs)
    deals: list[Any] = [0] * len(joint)
    others = as_objects(second.deals)
    # Two suits alike: each unordered pair of states once, twice as many deals.
    alike = first.deals == second.deals and np.array_equal(target, target.T)
    for own, polynomial in enumerate(first.deals):
        start = own if alike else 0
        products = others[start:] * (2 * polynomial if alike else polynomial)
        if alike:
            products[0] //= 2
        reached, place = np.unique(target[own, start:], return_inverse=True)
        for number, added in zip(reached.tolist(), sum_by(place, products, len(reached)), strict=True):
            deals[number] += added
    kept = [polynomial & packing.mask for polynomial in deals]
    dealt = [place for place, polynomial in enumerate(kept) if polynomial]
    return Part(joint[dealt], [kept[place] for place in dealt])


def _fewer_states(part: Part, maps: list[Ints]) -> Part:
    """A suit's part with its states numbered anew, some of them put together."""
    joint, target = _joint([own[part.states[:, column]] for column, own in enumerate(maps)])
    return Part(joint, sum_by(target, as_objects(part.deals), len(joint)))


def _count_pairs(tables: list[NDArray[Any]], first: Part, second: Part, packing: Packing) -> int:
    """Deals (a packed polynomial) of pairs of halves that are true in every table."""
    right = to_limbs(second.deals, packing)
    total = 0
    for start in range(0, len(first.deals), _ROWS):
        block = first.states[start : start + _ROWS]
        together = np.ones((len(block), len(second.states)), dtype=bool)
        for column, table in enumerate(tables):
            together &= table[block[:, [column]], second.states[None, :, column]]
        sums = from_limbs(together.astype(np.float64) @ right)
        total += sum(own * other for own, other in zip(first.deals[start : start + _ROWS], sums, strict=True))
    return total & packing.mask
