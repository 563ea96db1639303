"""The public face of exact counting: questions in, tidy tables out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mjstats.exact.components import FAR
from mjstats.exact.population import Counter, Population, wall_of
from mjstats.kernel import distance as plans
from mjstats.kernel.classes import Ints, Shape, build_shape
from mjstats.tiles import parse_tile, tile_text

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.rules import RuleSet

#: Shapes by name, and the row of a plan that each stands for without a page of rules.
SHAPES: dict[str, Callable[[], list[int]]] = {
    "standard": plans.standard_row,
    "seven-pairs": plans.pairs_row,
    "seven-pairs-four-alike": lambda: plans.pairs_row(four_alike=True),
    "thirteen-orphans": plans.orphans_row,
    "unrelated": plans.unrelated_row,
    "knitted-honours": plans.knitted_honours_row,
    "knitted-straight": plans.knitted_straight_row,
}
# On a page the kind is enough: whether four alike count is the page's to say.
_KINDS = {
    "standard": plans.STANDARD,
    "seven-pairs": plans.SEVEN_PAIRS,
    "seven-pairs-four-alike": plans.SEVEN_PAIRS,
    "thirteen-orphans": plans.ORPHANS,
    "any-of": plans.ANY_OF,
    "unrelated": plans.UNRELATED,
    "knitted-honours": plans.KNITTED_HONOURS,
    "knitted-straight": plans.KNITTED_STRAIGHT,
}


class Deal(NamedTuple):
    """The deals under one indicator: how many tiles show its face, and its face as a text."""

    weight: int
    population: Population
    face: str

    @staticmethod
    def of(page_plans: dict[str, plans.ShapePlan], tiles: int, *, farthest: int = FAR) -> list[Deal]:
        """Populations by indicator; plans with the same shapes share a counter.

        Hands farther away than `farthest` are not told apart: -1 for complete hands alone, 0 for ready ones too.
        """
        counters: list[tuple[plans.ShapePlan, Counter]] = []
        deals = []
        for face, own in page_plans.items():
            plan = _with_usual_face(own)
            shared = next((counter for known, counter in counters if _same_shapes(known, plan)), None)
            if shared is None:
                wild = int(plan.copies[plan.wild > 0].sum())
                shared = Counter(plan, tiles, most=min(farthest + 2 + wild, FAR))
                counters.append((plan, shared))
            # The indicator is gone from the copies: it shows a face that had one more.
            weight = 1 if not face or len(page_plans) == 1 else int(own.copies[parse_tile(face)]) + 1
            deals.append(Deal(weight, Population(shared, wall_of(plan)), face))
        return deals


def odds(
    rules: str | RuleSet | None = None,
    *,
    tiles: int | Iterable[int] | None = None,
    shapes: Sequence[str] | None = None,
    wilds: int | None = None,
    indicator: str | None = None,
    by: str | None = None,
    within: Iterable[int] | None = None,
) -> pd.DataFrame:
    """Exact distribution of the distance over all deals, or the chance that a complete hand lies `within` so many tiles.

    Without wild tiles a target hand holds at most four of a face; where a page has wild tiles, one may stand for a fifth copy
    unless the page says no. Flowers that are laid aside and replaced are not part of the population, the turned-up indicator is
    gone from it, tiles that stand in count as the face they stand for.

    Parameters
    ----------
    rules
        A page or its id; None: 136 tiles without wild ones.
    tiles
        How many tiles are dealt; default: a hand and one more (13 and 14, or 16 and 17).
    shapes
        Names out of ``standard seven-pairs seven-pairs-four-alike thirteen-orphans unrelated knitted-honours knitted-straight``,
        on a page also ``any-of``; the least distance counts. Default: all shapes of the page, without a page ``standard``.
    wilds
        Only deals with exactly so many wild tiles.
    indicator
        Only deals under this turned-up face; default: all faces, each as often as it is turned up.
    by
        ``"k"``: one distribution for each number of wild tiles; ``"face"``: for each face of the indicator.
    within
        Numbers of tiles a player sees in all, in place of `tiles`; the table then has a row for each number.

    Returns
    -------
    DataFrame with the columns ``tiles``, ``given`` (the condition, ``"all"`` when none), ``distance`` (-1 complete, 0 ready),
    ``deals`` (Python integers; over all faces of an indicator, pairs of an indicator and a deal) and ``share`` of the deals
    under the condition. With `within`: ``tiles``, ``given``, ``deals`` that contain a complete hand, ``share``, and ``one_in``.

    Raises
    ------
    ValueError
        An unknown shape, a shape that cannot be counted exactly, or conditions that do not go together.

    Examples
    --------
    >>> table = odds(tiles=14)
    >>> table.head(2)
       tiles given  distance             deals     share
    0     14   all        -1    11353128141498  0.000003
    1     14   all         0  2560073618528580  0.000602
    >>> sum(table.deals)
    4250305029168216000
    >>> odds(within=[14, 30], shapes=["standard", "seven-pairs"])[["tiles", "share"]].round(6)
       tiles     share
    0     14  0.000003
    1     30  0.940516
    """
    import pandas as pd

    check_conditions(by, wilds, indicator)
    page_plans = plans_of(rules, indicator, shapes)
    sets = next(iter(page_plans.values())).sets
    if within is not None:
        if tiles is not None:
            raise ValueError(f"within: {within!r}: tells the numbers of tiles; leave out tiles")
        numbers = _listed("within", within)
    elif tiles is None:
        numbers = [3 * sets + 1, 3 * sets + 2]
    else:
        numbers = [int(tiles)] if isinstance(tiles, int | np.integer) else _listed("tiles", tiles)
    check_tiles(numbers)
    deals = _deals_kept(rules, indicator, None if shapes is None else tuple(shapes), max(numbers), within is not None)
    rows: list[dict[str, Any]] = []
    for number in numbers:
        for given, some, wild in conditions(deals, number, wilds, by):
            total = sum(deal.weight * deal.population.total(number, wild) for deal in some)
            if not total:
                continue
            if within is not None:
                complete = sum(deal.weight * deal.population.complete(number, wild) for deal in some)
                rows.append(
                    {
                        "tiles": number,
                        "given": given,
                        "deals": complete,
                        "share": complete / total,
                        "one_in": total / complete if complete else float("inf"),
                    }
                )
                continue
            for distance, counted in sorted(_sum_distances(some, number, wild).items()):
                rows.append({"tiles": number, "given": given, "distance": distance, "deals": counted, "share": counted / total})
    if not rows:
        raise nothing_counted(deals, numbers, wilds, "dealt")
    frame = pd.DataFrame(rows)
    frame["deals"] = frame["deals"].astype(object)
    return frame


def as_json(table: pd.DataFrame) -> list[dict[str, Any]]:
    """A distribution of `odds` as plain objects, counts as texts: one object for each number of tiles and condition.

    Examples
    --------
    >>> as_json(odds(tiles=2))
    [{'tiles': 2, 'total': '9180', 'distance': {'11': '9180'}}]
    """
    objects = []
    for tiles, given in dict.fromkeys(zip(table["tiles"].tolist(), table["given"].tolist(), strict=True)):
        part = table[(table["tiles"] == tiles) & (table["given"] == given)]
        one: dict[str, Any] = {"tiles": tiles, "total": str(sum(part["deals"]))}
        if given != "all":
            one["given"] = given
        one["distance"] = {str(distance): str(deals) for distance, deals in zip(part["distance"], part["deals"], strict=True)}
        objects.append(one)
    return objects


def check_conditions(by: str | None, wilds: int | None, indicator: str | None) -> None:
    """Refuse conditions that are unknown or do not go together."""
    if by not in (None, "k", "face"):
        raise ValueError(f"by: {by!r}: must be k or face; leave it out for one distribution")
    if wilds is not None and (isinstance(wilds, bool) or not isinstance(wilds, int | np.integer)):
        raise ValueError(f"wilds: {wilds!r}: must be a whole number")
    if by == "k" and wilds is not None:
        raise ValueError("by: 'k' already tells the numbers of wild tiles apart; leave out wilds")
    if by == "face" and indicator is not None:
        raise ValueError("by: 'face' already tells the indicators apart; leave out indicator")


def _listed(name: str, numbers: object) -> list[int]:
    """Numbers of tiles as a list."""
    if isinstance(numbers, str) or not isinstance(numbers, Iterable):
        raise ValueError(f"{name}: {numbers!r}: numbers of tiles are needed, such as [13, 14]")
    return list(numbers)


def check_tiles(numbers: list[int]) -> None:
    """Refuse numbers of tiles that no hand and no player's draws come to."""
    if not all(isinstance(number, int | np.integer) for number in numbers):
        raise ValueError(f"tiles: {numbers}: must be whole numbers, 1 to 40")
    if not numbers or min(numbers) < 1 or max(numbers) > 40:
        raise ValueError(f"tiles: {numbers}: must be 1 to 40")


def nothing_counted(deals: list[Deal], numbers: list[int], wilds: int | None, what: str) -> ValueError:
    """The error for a question that no deal answers, `what` being what was asked of the deals."""
    sizes = ", ".join(map(str, numbers))
    if not any(deal.population.total(number, wilds) for deal in deals for number in numbers):
        return ValueError(f"wilds: {wilds}: no deal of {sizes} tiles holds so many wild tiles")
    return ValueError(f"tiles: {sizes}: no deal of so many tiles is {what}")


def conditions(deals: list[Deal], tiles: int, wilds: int | None, by: str | None) -> list[tuple[Any, list[Deal], int | None]]:
    """What each part of the table is given: a label, the deals it holds for, and the number of wild tiles."""
    if by == "k":
        most = max(deal.population.wall.wild for deal in deals)
        return [(number, deals, number) for number in range(min(most, tiles) + 1)]
    if by == "face":
        if not deals[0].face:
            raise ValueError("by: 'face': no tile is turned up here; leave it out")
        return [(deal.face, [deal], wilds) for deal in deals]
    label = "all" if wilds is None else wilds
    return [(label, deals, wilds)]


def _sum_distances(deals: list[Deal], tiles: int, wilds: int | None) -> dict[int, int]:
    found: dict[int, int] = {}
    for deal in deals:
        counted = deal.population.overall(tiles) if wilds is None else deal.population.given(tiles, wilds)
        for distance, number in counted.items():
            found[distance] = found.get(distance, 0) + deal.weight * number
    return found


def plans_of(rules: str | RuleSet | None, indicator: str | None, shapes: Sequence[str] | None) -> dict[str, plans.ShapePlan]:
    """Plans by the face turned up (an empty text where none is)."""
    from mjstats.rules import load, shapes_of

    known = SHAPES if rules is None else _KINDS
    if shapes is not None and (isinstance(shapes, str) or not isinstance(shapes, Iterable)):
        raise ValueError(f"shapes: {shapes!r}: a list of names is needed, such as ['standard']")
    for name in shapes or ():
        if name not in known:
            raise ValueError(f"shapes: {name!r}: must be of {' '.join(known)}")
    if rules is None:
        if indicator is not None:
            raise ValueError(f"indicator: {indicator!r}: only a page of rules turns a tile up; name one")
        return {"": plans.build_plan([SHAPES[name]() for name in shapes or ("standard",)])}
    page = load(rules)
    turned = [indicator or ""]
    if page.turns_indicator and indicator is None:
        turned = [tile_text(face) for face in range(34) if page.packed.play.tiles[face]]
    found = {face: shapes_of(page, face or None) for face in turned}
    if shapes is not None:
        kinds = {_KINDS[name] for name in shapes}
        has = {int(kind) for plan in found.values() for kind in plan.rows[:, plans.KIND]}
        if not kinds & has:
            there = [name for name, kind in _KINDS.items() if kind in has and name != "seven-pairs-four-alike"]
            raise ValueError(f"shapes: {','.join(shapes)!r}: {page.id} has none of these; it has {' '.join(there)}")
        found = {
            face: plan._replace(rows=plan.rows[np.isin(plan.rows[:, plans.KIND], list(kinds))]) for face, plan in found.items()
        }
    return found


@lru_cache(maxsize=2)
def _deals_kept(
    rules: str | RuleSet | None, indicator: str | None, shapes: tuple[str, ...] | None, tiles: int, complete_only: bool
) -> list[Deal]:
    """The populations of a question, kept with all that they have counted: the next question is often of the same ones."""
    return Deal.of(plans_of(rules, indicator, shapes), tiles, farthest=-1 if complete_only else FAR)


def standard_shape(plan: plans.ShapePlan, number: int, *, chows: bool = True, pungs: bool = True) -> Shape:
    """One of the standard shapes of a plan, with all of its sets or without chows or pungs."""
    kept = np.zeros((2, 34), dtype=np.int64)
    extra = []
    for first, second, third in plan.tables.groups[number].tolist():
        if first == second and first >= 0:
            kept[1, first] = pungs
        elif first in range(27):
            kept[0, first] = chows
        elif first >= 0 and chows:
            extra.append((first, second, third))
    pair_ok = plan.tables.pair_ok[number]
    return build_shape(plan.sets, pair_ok, kept[0], kept[1], bool(plan.tables.fifth_copy), tuple(extra))


def _with_usual_face(plan: plans.ShapePlan) -> plans.ShapePlan:
    """Where stand-ins are free: the same plan with faces exchanged, so that they stand for one of few faces.

    What may change places is left to the shapes: suits, the ranks of a suit from its ends, honours. Walls that are alike but for
    that share their counts.
    """
    if plan.free == 0:
        return plan
    suit, rank = plan.stands_for // 9, plan.stands_for % 9
    order = np.arange(42)
    if suit == 3:
        first = 27 if plan.stand_in != 27 else 28
        order[[first, plan.stands_for]] = plan.stands_for, first
    else:
        order[9 * suit : 9 * suit + 9], order[18:27] = np.arange(18, 27), np.arange(9 * suit, 9 * suit + 9)
        if rank > 4:
            order[:27] = order[:27].reshape(3, 9)[:, ::-1].ravel()
    if not _alike(plan, order):
        return plan
    wild = plan.wild[order]
    return plan._replace(
        copies=plan.copies[order],
        wild=wild,
        wild_faces=np.flatnonzero(wild),
        stands_for=int(np.flatnonzero(order == plan.stands_for)[0]),
    )


def _alike(plan: plans.ShapePlan, order: Ints) -> bool:
    """Whether the shapes of a plan stay the same when each face takes the place that `order` (42,) gives it."""
    tables = plan.tables
    if len(plan.dead_faces) or np.any(plan.rows[:, plans.SUITS] != plans.ALL_SUITS):
        return False
    if not np.array_equal(plan.faces[:, order[:34]], plan.faces) or not np.array_equal(
        tables.pair_ok[:, order[:34]], tables.pair_ok
    ):
        return False
    for groups in tables.groups:
        held = groups[groups[:, 0] >= 0]
        before, after = ({tuple(sorted(group)) for group in faces.tolist()} for faces in (held, order[held]))
        if before != after:
            return False
    return True


def _same_shapes(one: plans.ShapePlan, other: plans.ShapePlan) -> bool:
    if (one.free, other.free) != (0, 0) and (one.free, one.stand_in, one.stands_for) != (
        other.free,
        other.stand_in,
        other.stands_for,
    ):
        return False
    if not np.array_equal(one.dead_faces, other.dead_faces):
        return False
    if one.tables is other.tables:
        return np.array_equal(one.rows, other.rows) and np.array_equal(one.faces, other.faces)
    if one.sets != other.sets or not np.array_equal(one.rows, other.rows) or not np.array_equal(one.faces, other.faces):
        return False
    return all(np.array_equal(np.asarray(mine), np.asarray(its)) for mine, its in zip(one.tables, other.tables, strict=True))
