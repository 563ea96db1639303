"""How often a dealt complete hand is of one suit, all pungs, and so on, counted exactly.

What a pattern asks of the tiles is a smaller wall, what it asks of the sets a smaller choice of sets. Patterns that ask for
more than that (a ready hand of one kind, runs that belong together, the way of winning) cannot be counted so: they are for
`mjstats.simulate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from mjstats.exact.population import Population, Wall
from mjstats.exact.tables import Deal, check_conditions, check_tiles, conditions, nothing_counted, plans_of, standard_shape
from mjstats.kernel import distance as plans

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.rules import RuleSet

Change = Callable[[plans.ShapePlan], plans.ShapePlan]
Walls = list[tuple[int, frozenset[int]]]

_SUITS = [frozenset(range(first, first + 9)) for first in (0, 9, 18)]
_HONOURS = frozenset(range(27, 34))
_ENDS = frozenset(first + rank for first in (0, 9, 18) for rank in (0, 8))
_258 = frozenset(first + rank for first in (0, 9, 18) for rank in (1, 4, 7))
_ALL = frozenset(range(34))
_GREEN = frozenset({19, 20, 21, 23, 25, 32})

#: Patterns by the faces of the hand's natural tiles: what to add up, each with its sign, since a hand may lie in several walls.
FACES: dict[str, Walls] = {
    "full-flush": [(1, suit) for suit in _SUITS],
    "one-suit-and-honors": [*((1, suit | _HONOURS) for suit in _SUITS), (-2, _HONOURS)],
    "no-honors": [(1, _ALL - _HONOURS)],
    "all-simples": [(1, _ALL - _HONOURS - _ENDS)],
    "terminals-or-honors": [(1, _ENDS | _HONOURS)],
    "all-honors": [(1, _HONOURS)],
    "all-258": [(1, _258)],
    "all-green": [(1, _GREEN)],
}


def _only(*kinds: int) -> Change:
    return lambda plan: plan._replace(rows=plan.rows[np.isin(plan.rows[:, plans.KIND], kinds)])


def _sets_of(chows: bool) -> Change:
    """The plan with standard shapes only, and in these either the chows or the pungs."""

    def change(plan: plans.ShapePlan) -> plans.ShapePlan:
        shapes = [standard_shape(plan, number, chows=chows, pungs=not chows) for number in range(len(plan.tables.groups))]
        rows = _only(plans.STANDARD)(plan).rows
        changed = plans.build_plan(rows.tolist(), shapes=shapes, copies=plan.copies)
        return plan._replace(rows=rows, tables=changed.tables)

    return change


#: Patterns by the sets of the hand: the plan of all hands that can be read so.
SETS: dict[str, Change] = {
    "sets-and-pair": _only(plans.STANDARD),
    "all-pungs": _sets_of(chows=False),
    "all-chows": _sets_of(chows=True),
    "seven-pairs": _only(plans.SEVEN_PAIRS),
    "thirteen-orphans": _only(plans.ORPHANS),
    "unrelated": _only(plans.UNRELATED),
    "knitted-honours": _only(plans.KNITTED_HONOURS),
}


def frequencies(
    rules: str | RuleSet | None = None,
    *,
    tiles: int | None = None,
    shapes: Iterable[str] | None = None,
    wilds: int | None = None,
    indicator: str | None = None,
    by: str | None = None,
) -> pd.DataFrame:
    """How often dealt complete hands show a pattern, exactly, over all deals and all tiles that may be turned up.

    A hand counts for a pattern if it can be read so. Patterns that ask for faces look at the natural tiles, a wild tile goes
    with them; a hand counts for every pattern that it shows, so shares do not add up to 1. Requirements of a page beside its
    shapes (a meld laid, a minimum) are not asked of a dealt hand.

    Parameters
    ----------
    rules
        A page or its id; None: 136 tiles without wild ones.
    tiles
        How many tiles are dealt; default: a complete hand, 14 or 17.
    shapes, wilds, indicator, by
        As in `mjstats.odds`.

    Returns
    -------
    DataFrame with the columns ``tiles``, ``given`` (``"all"`` without a condition), ``pattern`` (``"complete"``: all of them),
    ``deals`` (Python integers, as in `mjstats.odds`), ``share`` of the complete hands under the condition.

    Examples
    --------
    >>> table = frequencies().set_index("pattern")
    >>> int(table.deals["complete"]), int(table.deals["all-pungs"]), int(table.deals["full-flush"])
    (11353128141498, 2137006080, 1321781052)
    """
    import pandas as pd

    check_conditions(by, wilds, indicator)
    page_plans = plans_of(rules, indicator, None if shapes is None else list(shapes))
    size = 3 * next(iter(page_plans.values())).sets + 2 if tiles is None else tiles
    check_tiles([size])
    whole_plans = Deal.of(page_plans, size, farthest=-1)
    rows: list[dict[str, Any]] = []
    whole: dict[Any, int] = {}
    for pattern, change, walls in _patterns():
        deals = whole_plans
        if change is not None:
            changed = {face: change(plan) for face, plan in page_plans.items()}
            if any(not len(plan.rows) for plan in changed.values()):
                continue
            # A page that knows nothing but sets and a pair has counted them.
            if not all(_same(page_plans[face], plan) for face, plan in changed.items()):
                deals = Deal.of(changed, size, farthest=-1)
        for given, some, wild in conditions(deals, size, wilds, by):
            found = sum(deal.weight * complete_within(deal.population, walls, size, wild) for deal in some)
            whole.setdefault(given, found)
            if whole[given]:
                share = found / whole[given]
                rows.append({"tiles": size, "given": given, "pattern": pattern, "deals": found, "share": share})
    if not rows:
        raise nothing_counted(whole_plans, [size], wilds, "complete")
    order = {given: place for place, given in enumerate(whole)}
    rows.sort(key=lambda row: order[row["given"]])
    return pd.DataFrame(rows, columns=["tiles", "given", "pattern", "deals", "share"]).astype({"deals": object})


def _same(plan: plans.ShapePlan, changed: plans.ShapePlan) -> bool:
    return changed.tables is plan.tables and len(changed.rows) == len(plan.rows)


def _patterns() -> Iterable[tuple[str, Change | None, Walls]]:
    """Name, change of the plan, and walls of every pattern; first the complete hands of every kind."""
    yield "complete", None, [(1, _ALL)]
    for name, change in SETS.items():
        yield name, change, [(1, _ALL)]
    for name, walls in FACES.items():
        yield name, None, walls


def complete_within(population: Population, walls: Walls, tiles: int, wilds: int | None) -> int:
    """Complete deals whose natural tiles are all of one of these choices of faces."""
    counted = 0
    for sign, faces in walls:
        natural = tuple(copies if face in faces else 0 for face, copies in enumerate(population.wall.natural))
        counted += sign * Population(population.counter, Wall(natural, population.wall.wild)).complete(tiles, wilds)
    return counted


def kinds_dealt(faces: Iterable[int], tiles: int) -> dict[int, int]:
    """Of all deals of 136 tiles, how many hold so many different ones of some faces.

    Examples
    --------
    >>> nine = kinds_dealt([*_ENDS, *_HONOURS], 14)  # terminals and honours: nine kinds may be thrown in at riichi
    >>> round(sum(deals for kinds, deals in nine.items() if kinds >= 9) / comb(136, 14), 8)
    0.00323431
    """
    number = len(set(faces))
    # Of each face none or one to four copies; the other tiles are free.
    ways = {(0, 0): 1}
    for _ in range(number):
        further: dict[tuple[int, int], int] = {}
        for (kinds, held), deals in ways.items():
            for more in range(5):
                key = (kinds + (more > 0), held + more)
                if key[1] <= tiles:
                    further[key] = further.get(key, 0) + deals * comb(4, more)
        ways = further
    found: dict[int, int] = {}
    for (kinds, held), deals in ways.items():
        found[kinds] = found.get(kinds, 0) + deals * comb(4 * (34 - number), tiles - held)
    return dict(sorted(found.items()))
