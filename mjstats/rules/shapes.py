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
# Kinds of shapes without a choice of sets.
_IRREGULAR = {
    k.SHAPE_ORPHANS: plans.orphans_row,
    k.SHAPE_UNRELATED: plans.unrelated_row,
    k.SHAPE_KNITTED: plans.knitted_honours_row,
}
_ORPHANS = [face for face in range(k.N_PLAIN) if face >= k.PLAIN_HONOR or face % 9 in (0, 8)]


def shapes_of(rules: str | RuleSet, indicator: str | None = None, melds: Sequence[Sequence[int]] = ()) -> plans.ShapePlan:
    """The plan of a page under the tile turned up.

    Runs of discards and shapes of any tiles are left out: no tile brings a hand nearer to them. So are the ways of winning and
    the further conditions of a shape.

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
    aside = page.play.laid_aside >> np.arange(k.N_PLAIN) & 1 == 1
    usable = (page.setup.not_for[row, : k.N_PLAIN] == 0) & ~aside
    fifth_copy = bool(page.setup.fifth_copy) and len(wild) > 0
    size = 3 * page.sets + 2
    laid = [list(_faces(page, meld)) for meld in melds]
    shapes: list[Shape] = []
    rows: list[list[int]] = []
    masks: list[k.Ints] = []
    for s in range(len(page.shapes.rows)):
        own = page.shapes.rows[s]
        kind, limit = int(own[k.SHAPE_KIND]), min(int(own[k.SHAPE_WILDS]), plans.OUT_OF_REACH)
        if kind in (k.SHAPE_STANDARD, k.SHAPE_KNITTED_STRAIGHT):
            if own[k.SHAPE_CLAIMED] > sum(meld[0] != k.CONCEALED_KONG for meld in melds):
                continue
            if own[k.SHAPE_PUNGS_ONLY] and any(meld[0] in (k.CHOW, k.EXTRA_SET) for meld in melds):
                continue
            shape = _standard(page, s, usable, fifth_copy=fifth_copy)
            number = next((i for i, known in enumerate(shapes) if known is shape), len(shapes))
            shapes += [shape] if number == len(shapes) else []
            if kind == k.SHAPE_KNITTED_STRAIGHT:
                rows.append(plans.knitted_straight_row(number, limit))
                continue
            suits = _ONE_SUIT if own[k.SHAPE_ONE_SUIT] else (plans.ALL_SUITS,)
            rows += [
                plans.standard_row(number, bits, limit)
                for bits in suits
                if all(bits >> face // 9 & 1 for faces in laid for face in faces)
            ]
        elif kind == k.SHAPE_PAIRS:
            rows.append(plans.pairs_row(size // 2, bool(own[k.SHAPE_FOURS]), size, limit))
        elif kind == k.SHAPE_ANY_OF and all(page.shapes.faces[s, face] for faces in laid for face in faces):
            rows.append(plans.any_of_row(len(masks), size, limit))
            masks.append(page.shapes.faces[s] * usable)
        elif kind in _IRREGULAR and (kind != k.SHAPE_ORPHANS or usable[_ORPHANS].all()):
            rows.append(_IRREGULAR[kind](limit))
    copies = page.play.tiles.copy()
    copies[: k.N_PLAIN][aside] = 0
    if row != k.NO_INDICATOR:
        copies[row] -= 1
    return plans.build_plan(
        # Rows that differ in their ways of winning or conditions only are the same here.
        [row for number, row in enumerate(rows) if row not in rows[:number]],
        shapes=shapes or [build_shape(page.sets)],
        wild=[int(face) for face in wild],
        dead=[int(face) for face in np.flatnonzero(~usable)],
        stand_in=int(page.setup.stand_in[row]),
        stands_for=int(page.setup.stand_for[row]),
        free=bool(page.setup.stand_in_free),
        copies=copies,
        faces=np.array(masks) if masks else None,
    )


def _standard(page: k.Page, s: int, usable: k.Ints, *, fifth_copy: bool) -> Shape:
    pungs = np.where(usable, 1, 0)
    chows = np.zeros(k.N_PLAIN, np.int64)
    extra: tuple[tuple[int, int, int], ...] = ()
    if not page.shapes.rows[s, k.SHAPE_PUNGS_ONLY]:
        for face in range(k.PLAIN_HONOR):
            chows[face] = face % 9 < 7 and bool(usable[face : face + 3].all())
        extra = tuple((one, two, three) for one, two, three in page.setup.extra_sets.tolist() if usable[[one, two, three]].all())
    return build_shape(page.sets, page.shapes.pair[s] * pungs, chows, pungs, fifth_copy, extra)


def _faces(page: k.Page, meld: tuple[int, int]) -> Iterator[int]:
    if meld[0] == k.EXTRA_SET:
        yield from page.setup.extra_sets[meld[1]].tolist()
    else:
        yield from range(meld[1], meld[1] + 3) if meld[0] == k.CHOW else (meld[1],)
