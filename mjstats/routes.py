"""The routes of a page: its shapes as class tables, and what the page's own prices say about reaching its minimum.

The compiled policies compare hands by routes (see `mjstats.kernel.routes`). Which routes there are, which wild tiles each may
use, whether a meld has to be claimed and what a kong is worth is read here from the packed page: its conditions and prices are
asked with made-up facts, so that no clause is spelled twice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from mjstats.kernel import columns as fact
from mjstats.kernel.classes import Shape, build_shape, pool_shapes
from mjstats.kernel.conditions import holds
from mjstats.kernel.keys import worth
from mjstats.kernel.page import (
    HOW_SELF_DRAW,
    N_BITS,
    REQUIRE_WAYS,
    REQUIRE_WHEN,
    SHAPE_ANY_OF,
    SHAPE_ANY_TILES,
    SHAPE_CLAIMED,
    SHAPE_DISCARDS,
    SHAPE_FOURS,
    SHAPE_KIND,
    SHAPE_KNITTED,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_ONE_SUIT,
    SHAPE_ORPHANS,
    SHAPE_PAIRS,
    SHAPE_PUNGS_ONLY,
    SHAPE_STANDARD,
    SHAPE_UNRELATED,
    SHAPE_WILDS,
    Ints,
    Page,
)
from mjstats.kernel.routes import FAN_CLAIMED, N_FANS, N_ROW, Routes

if TYPE_CHECKING:
    from mjstats.rules import RuleSet

_FAN_FACTS = (fact.CLAIMED_MELDS, fact.CONCEALED_KONGS, fact.MELDED_KONGS, fact.KONG_TILES, fact.WILD_KONGS)
_READ_AS = {
    SHAPE_STANDARD: fact.STANDARD,
    SHAPE_PAIRS: fact.PAIRS,
    SHAPE_ANY_OF: fact.ANY_OF,
    SHAPE_ORPHANS: fact.ORPHANS,
    SHAPE_UNRELATED: fact.UNRELATED,
    SHAPE_KNITTED: fact.KNITTED,
    SHAPE_KNITTED_STRAIGHT: fact.KNITTED_STRAIGHT,
}
_HONORS = np.arange(34) >= 27
_258 = np.isin(np.arange(34), [1, 4, 7, 10, 13, 16, 19, 22, 25])


@lru_cache(maxsize=16)
def routes_of(rules: RuleSet) -> Routes:
    """The routes of a rule set, kept for the next call with the same one.

    >>> import mjstats
    >>> from mjstats.kernel.routes import NEED
    >>> routes_of(mjstats.load("wuhan")).rows[:, NEED]  # doublings up to 16 points: plain, pungs, one suit (3), honours, 2-5-8
    array([3, 1, 1, 1, 1, 1, 1])
    """
    return build_routes(rules.packed)


def build_routes(page: Page, more: tuple[Shape, ...] = ()) -> Routes:
    """Read the routes from a packed page; see `routes_of`. The tables of `more` shapes lie behind those of the routes."""
    shapes = page.shapes
    rows: list[tuple[int, int, int]] = []  # shape, table, suit
    tables: list[Shape] = []
    fifth_copy = bool(page.setup.fifth_copy) and bool(page.setup.wild.any())
    extra_sets = tuple((int(one), int(two), int(three)) for one, two, three in page.setup.extra_sets)
    for shape, kind in enumerate(shapes.kind.tolist()):
        if kind in (SHAPE_DISCARDS, SHAPE_ANY_TILES):
            continue
        if kind not in (SHAPE_STANDARD, SHAPE_KNITTED_STRAIGHT):
            rows.append((shape, 0, -1))
            continue
        pungs_only = bool(shapes.rows[shape, SHAPE_PUNGS_ONLY])
        table = build_shape(
            page.sets,
            pair_ok=shapes.pair[shape],
            chow_ok=np.zeros(34, np.int64) if pungs_only else None,
            fifth_copy=fifth_copy,
            extra_sets=() if pungs_only else extra_sets,
        )
        if not any(table is known for known in tables):
            tables.append(table)
        number = next(i for i, known in enumerate(tables) if known is table)
        suits = (0, 1, 2) if shapes.rows[shape, SHAPE_ONE_SUIT] else (-1,)
        rows.extend((shape, number, suit) for suit in suits)
    if not tables:
        tables.append(build_shape(page.sets, fifth_copy=fifth_copy))
    asking = _Asking(page)
    found = np.array([[*row, asking.doublings_needed(row[0])] for row in rows], np.int64).reshape(-1, 4)
    which = found[:, 0]
    columns = [shapes.rows[which, SHAPE_KIND], found[:, 1], found[:, 2]]
    columns += [shapes.rows[which, column] for column in (SHAPE_WILDS, SHAPE_FOURS, SHAPE_PUNGS_ONLY, SHAPE_CLAIMED)]
    laid_out = np.stack([*columns, found[:, 3]], axis=1)
    assert laid_out.shape[1] == N_ROW
    # Rows that differ in their ways of winning or conditions only are one route.
    _, first = np.unique(np.hstack([laid_out, shapes.faces[which]]), axis=0, return_index=True)
    kept = np.sort(first)
    pool = pool_shapes([*tables, *more])
    return Routes(
        rows=np.ascontiguousarray(laid_out[kept]),
        faces=np.ascontiguousarray(shapes.faces[which[kept]]),
        fans=asking.fans(),
        sets=page.sets,
        opened=asking.must_open(),
        no_wild=asking.gain({fact.JOKERS: 1, fact.WILDS_HELD: 1}, {fact.JOKERS: 0, fact.WILDS_HELD: 0}),
        stand_in=int(page.setup.stand_in.max()) if page.setup.stand_in_free else -1,
        extra_sets=page.setup.extra_sets,
        **{name: getattr(pool, name) for name in ("suit_row", "suits", "honours", "merge_mp", "merge_sz", "missing", "empty")},
    )


class _Asking:
    """Asks the page's own conditions and prices about made-up wins by an own draw."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.bits = np.zeros(N_BITS, np.int64)
        self.ledger = np.zeros(4, np.int64)

    def nothing(self) -> Ints:
        """Facts of somebody with nothing at all: those that all pages have, and the page's own."""
        return np.zeros(fact.N_FACTS + len(self.page.stages) + len(self.page.own_facts), np.int64)

    def facts(self, shape: int, changes: dict[int, int]) -> Ints:
        """Facts of a win by a shape that has nothing else for it: one wild tile as a joker, nothing claimed, no kongs."""
        shapes = self.page.shapes
        facts = self.nothing()
        facts[[fact.SELF_DRAWN, fact.JOKERS, fact.WILDS_HELD]] = 1
        facts[fact.STREAK] = 1
        kind = int(shapes.kind[shape])
        facts[_READ_AS.get(kind, fact.ANY_TILES)] = 1
        if kind == SHAPE_STANDARD:
            facts[fact.PUNGS if shapes.rows[shape, SHAPE_PUNGS_ONLY] else fact.CHOWS] = self.page.sets
            facts[fact.ONE_SUIT] = shapes.rows[shape, SHAPE_ONE_SUIT]
            facts[fact.PAIR_258] = int(not (shapes.pair[shape].astype(bool) & ~_258).any())
        if kind == SHAPE_ANY_OF:
            faces = shapes.faces[shape].astype(bool)
            facts[fact.ALL_HONORS] = int(not (faces & ~_HONORS).any())
            facts[fact.ALL_258] = int(not (faces & ~_258).any())
        for column, value in changes.items():
            facts[column] = value
        return facts

    def raw(self, shape: int, changes: dict[int, int]) -> int:
        """What a payer with nothing of the own would owe for such a win, before limits."""
        page = self.page
        winner = self.facts(shape, changes)
        return int(worth(page, winner, self.nothing(), self.bits, self.ledger))

    def doublings_needed(self, shape: int) -> int:
        """How often what the shape itself is worth has to be doubled for the minimum."""
        needed = 0
        worth = max(self.raw(shape, {}), 1)
        while worth << needed < self.page.limits.minimum:
            needed += 1
        return needed

    def gain(self, before: dict[int, int], after: dict[int, int]) -> int:
        """Whole doublings between two plain wins, 0 on a page without a minimum."""
        if self.page.limits.minimum == 0:
            return 0
        shape = int(np.argmax(self.page.shapes.kind == SHAPE_STANDARD))
        low, high = self.raw(shape, before), self.raw(shape, after)
        doublings = 0
        while low > 0 and low << (doublings + 1) <= high:
            doublings += 1
        return doublings

    def fans(self) -> Ints:
        """Doublings of each kind of meld and laid tile: for having any beyond what each brings, and for each."""
        per = np.array([self.gain({column: 1}, {column: 2}) for column in _FAN_FACTS], np.int64)
        first = np.array([self.gain({column: 0}, {column: 1}) for column in _FAN_FACTS], np.int64)
        assert len(per) == N_FANS
        return np.stack([first - per, per])

    def must_open(self) -> int:
        """1 when some requirement of a win by an own draw fails only for want of a claimed meld."""
        closed, opened = (self.facts(0, {_FAN_FACTS[FAN_CLAIMED]: melds}) for melds in (0, 1))
        for row in self.page.requirements:
            if row[REQUIRE_WAYS + HOW_SELF_DRAW] == 0:
                continue
            condition = int(row[REQUIRE_WHEN])
            if self._holds(condition, opened) and not self._holds(condition, closed):
                return 1
        return 0

    def _holds(self, condition: int, facts: Ints) -> bool:
        return bool(holds(self.page.conditions, condition, facts, facts, facts, self.bits))
