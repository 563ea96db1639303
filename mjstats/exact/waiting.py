"""For how many tiles dealt ready hands wait, counted exactly: the standard shape alone.

Which ranks of a suit complete a hand depends on the suit's own tiles and on the class of the three other suits together, no
more. So with the four classes given, the waits of the suits are independent: deals are counted by class, tiles and waits, suit
by suit, and put together class by class.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.exact.components import tiles_of_vectors
from mjstats.exact.joining import joined_waits, own_waits
from mjstats.exact.population import Copies, suits_alike, wall_of
from mjstats.exact.tables import Deal, check_conditions, conditions, plans_of, standard_shape
from mjstats.kernel import distance as plans
from mjstats.kernel.classes import Ints, Shape, merge_classes

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.rules import RuleSet


class Pairing(NamedTuple):
    """The classes of two suits that stand side by side, and what each sees of the rest of the hand.

    `merge` ``(n, m)``: their class together. `rest_first` ``(m, others)``: the class of all but the first suit, from the second
    suit's class and that of the two suits on the other side; `rest_second` ``(n, others)``. `missing_first` ``(n, rests)``,
    `missing_second` ``(m, rests)``: tiles missing in the whole hand. All int64.
    """

    merge: Ints
    rest_first: Ints
    missing_first: Ints
    rest_second: Ints
    missing_second: Ints


class Classes(NamedTuple):
    """A standard shape for counting waits: both pairings and tiles missing ``(classes mp, classes sz)``."""

    shape: Shape
    mp: Pairing
    sz: Pairing
    missing: Ints


def classes_of(shape: Shape) -> Classes:
    """Lay a shape out for counting waits."""
    m, p, s, z = (table.missing for table in shape.suits)
    merge_mp, missing_mp = merge_classes(m, p)
    merge_sz, missing_sz = merge_classes(s, z)

    def pairing(first: Ints, second: Ints, merge: NDArray[np.uint16], others: Ints) -> Pairing:
        rest_first, first_sees = merge_classes(second, others)
        rest_second, second_sees = merge_classes(first, others)
        return Pairing(
            merge.astype(np.int64),
            rest_first.astype(np.int64),
            _whole(first, first_sees),
            rest_second.astype(np.int64),
            _whole(second, second_sees),
        )

    return Classes(
        shape, pairing(m, p, merge_mp, missing_sz), pairing(s, z, merge_sz, missing_mp), shape.missing[:, :, shape.sets, 1]
    )


def _whole(own: Ints, rest: Ints) -> Ints:
    """Tiles missing in the hand by class of a suit and of the rest: the best way to share the sets and the pair."""
    sets = own.shape[1] - 1
    ways = [own[:, None, number, pair] + rest[None, :, sets - number, 1 - pair] for number in range(sets + 1) for pair in (0, 1)]
    least: Ints = np.min(ways, axis=0)
    return least


def count_waits(found: Classes, natural: Copies, tiles: int, usable: int, copies: bool) -> dict[int, int]:
    """Natural deals of so many tiles that are ready with `usable` wild tiles, by number of waits."""
    sides = []
    for first, pairing in ((0, found.mp), (2, found.sz)):
        missing = found.missing if first == 0 else found.missing.T
        place = _numbered_where(missing == usable + 1)
        own = [
            _suit_waits(found.shape, suit, natural, tiles, whole, usable, copies)
            for suit, whole in ((first, pairing.missing_first), (first + 1, pairing.missing_second))
        ]
        sides.append(joined_waits(pairing.merge, pairing.rest_first, pairing.rest_second, place, *own[0], *own[1]))
    # Ready pairs of halves stand in another order on the second side.
    ready = found.missing == usable + 1
    sz, mp = np.nonzero(ready.T)
    order = np.lexsort((sz, mp))
    first_side, second_side = sides[0], sides[1][order]
    big = object if comb(sum(natural), min(tiles, sum(natural) // 2)) >= 1 << 63 else np.int64
    counted: dict[int, int] = {}
    for own_tiles in range(tiles + 1):
        together = first_side[:, own_tiles].T.astype(big) @ second_side[:, tiles - own_tiles].astype(big)
        for one, other in np.argwhere(together).tolist():
            counted[one + other] = counted.get(one + other, 0) + int(together[one, other])
    return dict(sorted(counted.items()))


def _numbered_where(chosen: NDArray[np.bool_]) -> Ints:
    """Number the true entries in order; -1 elsewhere."""
    return np.where(chosen, np.cumsum(chosen).reshape(chosen.shape) - 1, -1).astype(np.int64)


def _suit_waits(
    shape: Shape, suit: int, natural: Copies, tiles: int, whole: Ints, usable: int, copies: bool
) -> tuple[Ints, Ints]:
    """Deals of a suit: for each of its classes and each class of the rest with which the hand is ready a row of ``(tiles + 1,
    waits + 1)``; and the number of the row by these two classes, -1 where the hand is not ready."""
    ranks = 7 if suit == 3 else 9
    own = np.array(natural[9 * suit : 9 * suit + ranks])
    size = tiles_of_vectors(ranks).astype(np.int64)
    index = np.flatnonzero(size <= tiles)
    held = index[:, None] // 5 ** np.arange(ranks) % 5
    index, held = index[(held <= own).all(axis=1)], held[(held <= own).all(axis=1)]
    ways = np.ones(len(index), dtype=np.int64)
    for rank in range(ranks):
        ways *= np.array([comb(int(own[rank]), count) for count in range(5)])[held[:, rank]]
    left = own - held
    class_of = shape.suits[suit].class_of.astype(np.int64)
    after = np.where(left > 0, class_of[np.minimum(index[:, None] + 5 ** np.arange(ranks), 5**ranks - 1)], -1)
    row = _numbered_where(whole == usable + 1)
    worth = left if copies else np.minimum(left, 1)
    most = int(own.sum()) if copies else ranks
    deals = own_waits(
        class_of[index], after, worth, size[index], ways, whole, row, usable, (int(row.max()) + 1, tiles + 1, most + 1)
    )
    return deals, row


def waits(
    rules: str | RuleSet | None = None,
    *,
    tiles: int | None = None,
    indicator: str | None = None,
    by: str | None = None,
    copies: bool = False,
    wilds: int | None = None,
) -> pd.DataFrame:
    """For how many tiles the dealt hands wait that are ready for sets and a pair, exactly.

    A wait is a face that completes the hand and of which the player does not hold every copy of the wall. Wild tiles complete
    any ready hand and are not counted among the waits.

    Parameters
    ----------
    rules
        A page or its id; None: 136 tiles without wild ones. Of the page the standard shape alone is counted, so hands that are
        ready for other shapes only are left out.
    tiles
        How many tiles are dealt: 13 or 16, the default.
    indicator, by, wilds
        As in `mjstats.odds`.
    copies
        Count the copies left of the faces in place of the faces.

    Returns
    -------
    DataFrame with the columns ``tiles``, ``given``, ``waits``, ``deals`` (Python integers) and ``share`` of the ready deals.

    Raises
    ------
    ValueError
        A page with several standard shapes (such as one that restricts the pair of some hands only): their waits cannot be told
        apart suit by suit.

    Examples
    --------
    >>> table = waits()
    >>> sum(table.deals), table.waits.tolist()
    (32244742336860, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    """
    import pandas as pd

    check_conditions(by, wilds, indicator)
    page_plans = plans_of(rules, indicator, ["standard"])
    plan = next(iter(page_plans.values()))
    if any(len(plan.rows) != 1 or plan.rows[0, plans.SUITS] != plans.ALL_SUITS for plan in page_plans.values()):
        raise ValueError("rules: waits are counted for pages with one standard shape only; sample this one with mjstats.simulate")
    size = 3 * plan.sets + 1 if tiles is None else tiles
    known: dict[Any, dict[int, int]] = {}
    layouts: dict[Any, Classes] = {}
    deals = Deal.of(page_plans, size, complete_only=True)
    rows: list[dict[str, Any]] = []
    for given, some, wild in conditions(deals, size, wilds, by):
        found: dict[int, int] = {}
        for deal in some:
            own = page_plans[deal.face]
            for held in range(wall_of(own).wild + 1) if wild is None else [wild]:
                if held <= min(wall_of(own).wild, size):
                    for number, count in _counted(own, size, held, copies, known, layouts).items():
                        found[number] = found.get(number, 0) + deal.weight * comb(wall_of(own).wild, held) * count
        total = sum(found.values())
        rows += [
            {"tiles": size, "given": given, "waits": number, "deals": count, "share": count / total}
            for number, count in sorted(found.items())
        ]
    return pd.DataFrame(rows, columns=["tiles", "given", "waits", "deals", "share"]).astype({"deals": object})


def _counted(
    plan: plans.ShapePlan, tiles: int, wilds: int, copies: bool, known: dict[Any, dict[int, int]], layouts: dict[Any, Classes]
) -> dict[int, int]:
    """Natural deals by waits; walls that differ by the order of like suits are counted once."""
    natural = wall_of(plan).natural
    if suits_alike(plan):
        suits = sorted((natural[0:9], natural[9:18], natural[18:27]), reverse=True)
        natural = (*suits[0], *suits[1], *suits[2], *natural[27:34])
    shape = standard_shape(plan, 0)
    usable = min(wilds, int(plan.rows[0, plans.MAX_WILDS]))
    key = (id(shape), natural, tiles - wilds, usable)
    if key not in known:
        if id(shape) not in layouts:
            layouts[id(shape)] = classes_of(shape)
        known[key] = count_waits(layouts[id(shape)], natural, tiles - wilds, usable, copies)
    return known[key]
