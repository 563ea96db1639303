"""From a page to the plan of its shapes that distances, waits and exact odds are counted from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from mjstats.kernel import distance as plans
from mjstats.kernel import page as k
from mjstats.kernel.classes import Shape, build_shape
from mjstats.rules.loading import load
from mjstats.rules.ruleset import RuleSet

_ONE_SUIT = (1, 2, 4)


def shapes_of(rules: str | RuleSet, indicator: str | None = None, melds: Sequence[Sequence[int]] = ()) -> plans.ShapePlan:
    """The plan of a page under the tile turned up.

    Parameters
    ----------
    rules
        a page or its id.
    indicator
        the face turned up, such as ``"4s"``, where the page turns one up.
    melds
        melds laid, kind and lowest face as in `mjstats.kernel.state.Seats`: shapes that they rule out are left out.

    Raises
    ------
    ValueError
        the indicator is missing, superfluous or not in the wall.

    Examples
    --------
    >>> plan = shapes_of("wuhan", "4s")
    >>> plan.rows.shape, int(plan.wild.argmax())  # plain, pungs, three suits, honours, 2-5-8; the wild face is 5s
    ((7, 9), 22)
    """
    page = load(rules)
    return _plan(page, page.setup_row(indicator), tuple((int(meld[0]), int(meld[1])) for meld in melds))


@lru_cache(maxsize=256)
def _plan(rules: RuleSet, row: int, melds: tuple[tuple[int, int], ...]) -> plans.ShapePlan:
    page = rules.packed
    wild = np.flatnonzero(page.setup.wild[row])
    # Faces that no wild tile may stand for can be in no winning hand either.
    usable = page.setup.not_for[row, : k.N_PLAIN] == 0
    shapes: list[Shape] = []
    rows: list[list[int]] = []
    masks: list[k.Ints] = []
    for s in range(len(page.shapes.kind)):
        kind, limit = page.shapes.kind[s], min(int(page.shapes.wilds_at_most[s]), plans.OUT_OF_REACH)
        if kind == k.SHAPE_STANDARD:
            if page.shapes.pungs_only[s] and any(meld[0] == k.CHOW for meld in melds):
                continue
            shape = _standard(page, s, usable, fifth_copy=bool(page.setup.fifth_copy) and len(wild) > 0)
            number = next((i for i, known in enumerate(shapes) if known is shape), len(shapes))
            shapes += [shape] if number == len(shapes) else []
            suits = _ONE_SUIT if page.shapes.one_suit[s] else (plans.ALL_SUITS,)
            rows += [plans.standard_row(number, bits, limit) for bits in suits if all(bits >> face // 9 & 1 for _, face in melds)]
        elif kind == k.SHAPE_PAIRS:
            size = 3 * page.sets + 2
            rows.append(plans.pairs_row(size // 2, bool(page.shapes.fours[s]), size, limit))
        elif kind == k.SHAPE_ANY_OF and all(page.shapes.faces[s, face] for meld in melds for face in _faces(meld)):
            rows.append(plans.any_of_row(len(masks), 3 * page.sets + 2, limit))
            masks.append(page.shapes.faces[s] * usable)
    copies = page.play.tiles.copy()
    if row != k.NO_INDICATOR:
        copies[row] -= 1
    return plans.build_plan(
        rows,
        shapes=shapes or [build_shape(page.sets)],
        wild=[int(face) for face in wild],
        stand_in=int(page.setup.stand_in[row]),
        stands_for=int(page.setup.stand_for[row]),
        copies=copies,
        faces=np.array(masks) if masks else None,
    )


def _standard(page: k.Page, s: int, usable: k.Ints, *, fifth_copy: bool) -> Shape:
    pungs = np.where(usable, 1, 0)
    chows = np.zeros(k.N_PLAIN, np.int64)
    if not page.shapes.pungs_only[s]:
        for face in range(k.PLAIN_HONOR):
            chows[face] = face % 9 < 7 and bool(usable[face : face + 3].all())
    return build_shape(page.sets, page.shapes.pair[s] * pungs, chows, pungs, fifth_copy)


def _faces(meld: tuple[int, int]) -> Iterator[int]:
    yield from range(meld[1], meld[1] + 3) if meld[0] == k.CHOW else (meld[1],)
