"""Distance, waits and acceptance of one hand or of whole arrays of hands.

Distance counts missing tiles: 0 is ready, -1 is complete. Without wild tiles a hand aims at no more than four of a face, so
1111 alone is not ready on a fifth 1; on a page with wild tiles a wild tile may stand for a fifth copy unless the page forbids
it. Arrays of results are 34 faces wide, 42 where the counts were; the counts of texts and of a `Hand` are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mjstats.hand import Hand
from mjstats.tiles import PLAIN, TileError, count_faces, tile_text

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.kernel.distance import ShapePlan
    from mjstats.rules import RuleSet

Counts = NDArray[np.integer[Any]]
HandLike = Counts | str | Hand


@dataclass(frozen=True)
class Waits:
    """Waits of one hand or of many.

    Attributes
    ----------
    ready
        bool ``(34,)`` or ``(n, 34)``: the face completes the hand. All false where the hand is not ready.
    left
        int64, same shape: copies of it that the player has not seen; 0 elsewhere.
    """

    ready: NDArray[np.bool_]
    left: NDArray[np.int64]

    def tiles(self) -> dict[str, int]:
        """Of one hand: copies left by tile text, waits without a copy left included."""
        return _by_tile(self.ready, self.left)

    def __repr__(self) -> str:
        return (
            f"Waits({self.tiles()})"
            if self.ready.ndim == 1
            else f"Waits({len(self.ready)} hands, {int(self.ready.any(axis=1).sum())} ready)"
        )


@dataclass(frozen=True)
class Acceptance:
    """Which tiles bring hands closer that are about to draw.

    Attributes
    ----------
    distance
        int64 ``()`` or ``(n,)``.
    helps
        bool ``(34,)`` or ``(n, 34)``: drawing the face lowers the distance.
    left
        int64, same shape: copies of these faces that the player has not seen; 0 elsewhere.
    total
        int64 ``()`` or ``(n,)``: sum of `left`.
    """

    distance: NDArray[np.int64]
    helps: NDArray[np.bool_]
    left: NDArray[np.int64]
    total: NDArray[np.int64]

    def tiles(self) -> dict[str, int]:
        """Of one hand: copies left by tile text."""
        return _by_tile(self.helps, self.left)

    def __repr__(self) -> str:
        if self.helps.ndim == 1:
            return f"Acceptance(distance={int(self.distance)}, total={int(self.total)}, tiles={self.tiles()})"
        return (
            f"Acceptance({len(self.helps)} hands, mean distance {self.distance.mean():.3f}, mean total {self.total.mean():.2f})"
        )


@dataclass(frozen=True)
class Discards:
    """What each discard leaves, for hands that are about to discard.

    Attributes
    ----------
    distance
        int64 ``(34,)`` or ``(n, 34)``: distance after discarding the face, 99 where it is not held.
    accepted
        int64, same shape: unseen copies that then lower it.
    """

    distance: NDArray[np.int64]
    accepted: NDArray[np.int64]

    def table(self) -> pd.DataFrame:
        """Of one hand: a row a discard, the best first."""
        import pandas as pd

        faces = np.flatnonzero(self.distance < 99)
        rows = {
            "discard": [tile_text(int(face)) for face in faces],
            "distance": self.distance[faces],
            "accepted": self.accepted[faces],
        }
        return pd.DataFrame(rows).sort_values(["distance", "accepted"], ascending=[True, False], kind="stable", ignore_index=True)

    def __repr__(self) -> str:
        if self.distance.ndim > 1:
            return f"Discards({len(self.distance)} hands)"
        return "Discards\n" + self.table().to_string(index=False)

    def _repr_html_(self) -> str | None:
        return None if self.distance.ndim > 1 else str(self.table().to_html(index=False, border=0))


def distance(
    counts: HandLike, *, rules: str | RuleSet | None = None, indicator: str | None = None, melds: int | Counts = 0
) -> int | NDArray[np.int64]:
    """How many tiles a hand is away from a complete shape.

    Parameters
    ----------
    counts
        Tile counts by face, ``(34,)`` or ``(n, 34)``, 42 wide with flowers; or a tile text; or a `Hand` (its melds count).
    rules
        A page or its id; None: four sets and a pair out of 136 tiles, no wild tiles.
    indicator
        The face turned up, such as ``"4s"``, where the page turns one up.
    melds
        Melds laid open, or ``(n,)`` of them.

    Returns
    -------
    int, or int64 ``(n,)`` for arrays: 0 is ready, -1 complete; 99 where no shape of the page can be reached.

    Raises
    ------
    ValueError
        Counts of another shape, below 0 or above 4, or melds that leave no room.

    Examples
    --------
    >>> distance("123m456m789m11p45s"), distance("123m456m789m11p456s"), distance("1111m234p567p789s")
    (0, -1, 1)
    >>> distance(np.zeros((2, 34), dtype=int), melds=np.array([0, 4]))
    array([13,  1])
    """
    from mjstats.kernel import distance as kernels

    plan = _plan(rules, indicator)
    hands, laid, single = _intake(counts, melds, plan.sets)
    out = np.empty(len(hands), dtype=np.int64)
    kernels.distances(plan, hands, laid, out)
    return int(out[0]) if single else out


def waits_of(
    counts: HandLike,
    seen: Counts | str | None = None,
    *,
    rules: str | RuleSet | None = None,
    indicator: str | None = None,
    melds: int | Counts = 0,
) -> Waits:
    """Which tiles complete a ready hand, by shape alone.

    Parameters are those of `distance`; `seen` as in `acceptance`.

    Examples
    --------
    >>> waits_of("123m456m789m11p45s", seen="3s")
    Waits({'3s': 3, '6s': 4})
    """
    from mjstats.kernel import waits as kernels

    plan = _plan(rules, indicator)
    hands, laid, single = _intake(counts, melds, plan.sets)
    ready, bytes_left = np.empty(hands.shape, dtype=np.int8), np.empty(hands.shape, dtype=np.int8)
    kernels.waits(plan, hands, laid, _seen(seen, counts, hands), ready, bytes_left)
    left = bytes_left.astype(np.int64)
    return Waits(ready[0] > 0, left[0]) if single else Waits(ready > 0, left)


def acceptance(
    counts: HandLike,
    seen: Counts | str | None = None,
    *,
    rules: str | RuleSet | None = None,
    indicator: str | None = None,
    melds: int | Counts = 0,
) -> Acceptance | Discards:
    """Which tiles bring a hand closer, and how many of them are left.

    Parameters are those of `distance`, and besides:

    seen
        Tiles that the player sees outside the own concealed tiles: a text or counts shaped as `counts`. The indicator and the
        melds of a `Hand` need not be in it.

    Returns
    -------
    `Acceptance` for hands that are about to draw (13 tiles less 3 a meld, or 16), `Discards` for hands with one tile more.

    Raises
    ------
    ValueError
        As `distance`; or hands of both sizes in one array.

    Examples
    --------
    >>> acceptance("123m456m79m1122p4s")
    Acceptance(distance=1, total=8, tiles={'8m': 4, '1p': 2, '2p': 2})
    >>> acceptance("123m789m456p2245s1z").table().head(2)
      discard  distance  accepted
    0      1z         0         8
    1      4s         1        23
    """
    from mjstats.kernel import waits as kernels

    plan = _plan(rules, indicator)
    hands, laid, single = _intake(counts, melds, plan.sets)
    size = hands.sum(axis=1) + 3 * laid - (3 * plan.sets + 1)
    seen_counts = _seen(seen, counts, hands)
    if np.all(size % 3 == 1):
        after, accepted = np.empty(hands.shape, dtype=np.int64), np.empty(hands.shape, dtype=np.int64)
        kernels.discards(plan, hands, laid, seen_counts, after, accepted)
        return Discards(after[0], accepted[0]) if single else Discards(after, accepted)
    if not np.all(size % 3 == 0):
        raise ValueError(
            "counts: acceptance needs hands that all draw (13 or 16 tiles less 3 a meld) or all discard (one tile more)"
        )
    now, by_face = np.empty(len(hands), dtype=np.int64), np.empty(hands.shape, dtype=np.int8)
    kernels.acceptance(plan, hands, laid, seen_counts, now, by_face)
    helps, left = by_face >= 0, np.maximum(by_face, 0).astype(np.int64)
    total = left.sum(axis=1)
    return Acceptance(now[0], helps[0], left[0], total[0]) if single else Acceptance(now, helps, left, total)


def _plan(rules: str | RuleSet | None, indicator: str | None) -> ShapePlan:
    if rules is None:
        if indicator is not None:
            raise ValueError(f"indicator: {indicator!r}: only a page of rules turns a tile up; name one with rules=")
        return _plain_plan()
    from mjstats.rules import shapes_of

    return shapes_of(rules, indicator)


@lru_cache(maxsize=1)
def _plain_plan() -> ShapePlan:
    from mjstats.kernel.distance import build_plan

    return build_plan()


def _intake(counts: HandLike, melds: int | Counts, sets: int) -> tuple[NDArray[np.int8], NDArray[np.int64], bool]:
    """Hands as int8 ``(n, 34 or 42)``, melds ``(n,)``, and whether one hand was meant."""
    if isinstance(counts, Hand):
        melds = melds if np.any(melds) else len(counts.melds)
        counts = counts.counts()
    elif isinstance(counts, str):
        counts = count_faces(counts)
    hands = np.asarray(counts)
    if hands.ndim == 0:
        raise ValueError(f"counts: {counts!r}: a tile text, a Hand or an array of counts is needed, such as '123m45p'")
    single = hands.ndim == 1
    hands = np.atleast_2d(hands)
    if hands.ndim != 2 or hands.shape[1] not in (34, 42) or hands.dtype.kind not in "iu":
        raise ValueError(f"counts: {hands.dtype} {hands.shape}: must be integers, (34,) or (n, 34), 42 wide with flowers")
    if hands.size and (hands.min() < 0 or hands.max() > 4):
        row, face = (int(place) for place in np.argwhere((hands < 0) | (hands > 4))[0])
        raise ValueError(f"counts[{row}]: {int(hands[row, face])} of {tile_text(face)}: a face has 0 to 4 tiles")
    if np.size(melds) and np.asarray(melds).dtype.kind not in "iu":
        raise ValueError(f"melds: {melds!r}: must be a whole number, or one a hand")
    laid = np.broadcast_to(np.asarray(melds, dtype=np.int64), (len(hands),))
    if laid.size and (laid.min() < 0 or laid.max() > sets):
        raise ValueError(f"melds: {int(laid.min())} to {int(laid.max())}: must be 0 to {sets}")
    return np.ascontiguousarray(hands, dtype=np.int8), np.ascontiguousarray(laid), single


def _seen(seen: Counts | str | None, counts: HandLike, hands: NDArray[np.int8]) -> NDArray[np.int8]:
    given = (
        count_faces(seen)
        if isinstance(seen, str)
        else np.zeros(hands.shape[1], dtype=np.int64)
        if seen is None
        else np.asarray(seen)
    )
    if given.ndim == 0:
        raise ValueError(f"seen: {seen!r}: must be a tile text or counts shaped as the hands, {hands.shape}")
    if isinstance(counts, Hand):
        given = given + count_faces([code for meld in counts.melds for code in meld.tiles])[: len(given)]
    if given.shape[-1] == 42 and hands.shape[1] == PLAIN:
        given = given[..., :PLAIN]
    try:
        return np.ascontiguousarray(np.broadcast_to(given, hands.shape), dtype=np.int8)
    except ValueError:
        raise ValueError(f"seen: {given.shape}: must be a tile text or counts shaped as the hands, {hands.shape}") from None


def _by_tile(chosen: NDArray[np.bool_], left: NDArray[np.int64]) -> dict[str, int]:
    if chosen.ndim != 1:
        raise TileError(f"tiles(): there are {len(chosen)} hands here; take one row of the arrays")
    return {tile_text(int(face)): int(left[face]) for face in np.flatnonzero(chosen)}
