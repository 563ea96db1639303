"""Two samples of one set of tables: how their numbers differ, with the standard error of the difference.

Both were dealt alike, so most of what luck does falls out of the difference. All errors are over tables, as in
`mjstats.estimate`: those of ratios by the delta method, on the residuals of both samples table by table; those of quantiles,
spread and top share by a bootstrap that draws the same tables for both. Tables that went alike add nothing to a difference of
numbers a hand, exactly nothing. A table is one hand or one whole game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.estimate import Z, by_table, effective
from mjstats.stats import Hands

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]

DRAWS: Final = 200
"""Times that the bootstrap draws the tables anew; an error found so is right to a twentieth of itself."""

RATIOS: Final = ("win", "self-draw-share", "draw", "moved", "mean")
SHAPES: Final = ("spread", "median", "q99", "top-1%")
MEASURES: Final = (*RATIOS, *SHAPES)
"""``win`` per player and hand, ``self-draw-share`` of wins, ``draw`` of hands; ``moved``: points that change hands in a hand, for
whatever reason, half the sum of what all gain and lose; of what a win brings, side payments apart: ``mean``, ``spread`` (standard
deviation), ``median``, ``q99`` (99 % of wins bring no more), ``top-1%`` (the share of all points in the dearest 1 % of wins)."""
GAME_MEASURES: Final = ("hands", "broke", "first", "first-median")
"""Of whole games besides: ``hands`` a game, ``broke`` (share of games that ended so), ``first`` and ``first-median``: mean and
median of the final score of who ends first, in points."""

#: columns that tell how a hand went, whatever was paid for it
_COURSE: Final = ("dealer", "indicator", "outcome", "winner", "source", "winners", "tile", "turn", "draws", "left", "wild_chain")
_COURSE_BY_SEAT: Final = ("distance", "wilds", "claims", "kongs")


class Ratio(NamedTuple):
    """A ratio of sums: its numerator and denominator, a number a table each."""

    over: Floats
    under: Floats


@dataclass(frozen=True)
class Sample:
    """What is needed of one simulated frame, a row a table, and its numbers drawn anew by the bootstrap."""

    ratios: dict[str, Ratio]
    points: Floats  #: what each win brings
    place: npt.NDArray[np.int64]  #: table of each of them, counted from 0
    scores: Floats  #: final score of the first of each game; none of single hands
    hands: npt.NDArray[np.int64]  #: table of each hand, counted from 0
    net: Floats  #: what each seat gains, a row a hand
    course: Floats  #: how the hands went, a row a hand
    shapes: dict[str, float]
    drawn_anew: dict[str, Floats]

    @property
    def tables(self) -> int:
        """How many tables."""
        return len(self.ratios["mean"].over)


def sample_of(frame: pd.DataFrame) -> Sample:
    """The sample of a frame that `mjstats.simulate` returned."""
    hands = Hands(frame)
    ones = np.ones(len(hands.tables))
    wins = hands.winning.sum(1)
    rows = {
        "win": (wins, ones * hands.winning.shape[1]),
        "self-draw-share": (wins * (hands.outcome == "self-draw"), wins),
        "draw": (~hands.won, ones),
        "moved": (np.absolute(hands.net).sum(1) / 2, ones),
        "mean": ((hands.paid * hands.winning).sum(1), wins),
    }
    ratios = {name: Ratio(*(by_table(part, hands.tables) for part in parts)) for name, parts in rows.items()}
    names, place_of_hand = np.unique(hands.tables, return_inverse=True)
    gains, tables = hands.gains()
    points, seed = gains.astype(np.float64), int(frame.attrs["seed"])
    place = np.searchsorted(names, tables).astype(np.int64)
    found, anew = _all_shapes(points), _drawn_anew(points, place, len(names), seed)
    scores = np.zeros(0)
    if "games" in frame.attrs:
        ends, scores = _ends(frame)
        ratios |= ends
        found["first-median"] = _all_shapes(scores)["median"]
        anew["first-median"] = _drawn_anew(scores, np.arange(len(names)), len(names), seed)["median"]
    net = hands.net.astype(np.float64)
    return Sample(ratios, points, place, scores, place_of_hand.astype(np.int64), net, _course(frame), found, anew)


def _ends(frame: pd.DataFrame) -> tuple[dict[str, Ratio], Floats]:
    """The ratios of `GAME_MEASURES`, and the final score of the first of each game."""
    from mjstats.games import games_of

    games = games_of(frame)
    ones = np.ones(len(games))
    seats = range(frame.attrs["players"])
    ranks, scores = (np.column_stack([games[f"{name}_{seat}"].to_numpy() for seat in seats]) for name in ("rank", "score"))
    first = scores[ranks == 1].astype(np.float64)
    over = {
        "hands": games["hands"].to_numpy(np.float64),
        "broke": (games["ends"] == "broke").to_numpy(np.float64),
        "first": first,
    }
    return {name: Ratio(part, ones) for name, part in over.items()}, first


def _course(frame: pd.DataFrame) -> Floats:
    names = [*_COURSE, *(f"{name}_{seat}" for name in _COURSE_BY_SEAT for seat in range(frame.attrs["players"]))]
    columns = []
    for name in names:
        column: Any = frame[name]
        columns.append(column.cat.codes if hasattr(column, "cat") else column.fillna(-1))
    return np.column_stack([column.to_numpy(np.float64) for column in columns])


def _drawn_anew(points: Floats, place: npt.NDArray[np.int64], tables: int, seed: int) -> dict[str, Floats]:
    """The numbers of `SHAPES` in `DRAWS` samples of tables drawn with replacement, the same tables for the same seed."""
    rng = np.random.default_rng(seed)
    values, which = np.unique(points, return_inverse=True)
    found: dict[str, list[float]] = {name: [] for name in SHAPES}
    for _ in range(DRAWS):
        times = np.bincount(rng.integers(0, tables, tables), minlength=tables)
        counts = np.bincount(which, weights=times[place], minlength=len(values))
        for name, value in shapes(values, counts.astype(np.float64)).items():
            found[name].append(value)
    return {name: np.array(numbers) for name, numbers in found.items()}


def shapes(values: Floats, counts: Floats) -> dict[str, float]:
    """The numbers of `SHAPES` for values in rising order and how often each is there.

    >>> shapes(np.array([2.0, 4.0]), np.array([1.0, 1.0]))
    {'spread': 1.0, 'median': 2.0, 'q99': 4.0, 'top-1%': 0.013333333333333334}
    """
    n = float(counts.sum())
    if n == 0:
        return dict.fromkeys(SHAPES, float("nan"))
    total = float(values @ counts)
    upto = np.cumsum(counts)

    def quantile(q: float) -> float:
        return float(values[np.searchsorted(upto, q * n - 1e-9)])

    room = np.clip(0.01 * n - (n - upto), 0, counts)  # of each value, how many lie in the dearest hundredth
    return {
        "spread": float(np.sqrt(np.sum(counts * (values - total / n) ** 2) / n)),
        "median": quantile(0.5),
        "q99": quantile(0.99),
        "top-1%": float(values @ room) / total if total > 0 else float("nan"),
    }


class Number(NamedTuple):
    """A number of one sample: its value, standard error, cases, and of how many equal cases its mean would be as good."""

    value: float
    se: float
    n: int
    n_eff: float
    se_eff: float  #: of how many equal cases the standard error is as sure; missing for quantiles, which no tail reaches


class Difference(NamedTuple):
    """A number of one sample less that of another on the same tables."""

    diff: float
    diff_se: float
    diff_low: float
    diff_high: float
    changed: int  #: tables in which it is another
    changed_eff: float  #: of how many equal changes the difference is worth
    diff_se_eff: float  #: of how many equal cases its standard error is as sure; missing for quantiles


def _residuals(ratio: Ratio) -> tuple[float, Floats]:
    """The ratio, and what each table does to it."""
    under = float(ratio.under.sum())
    if under == 0:
        return float("nan"), np.full(len(ratio.over), np.nan)
    value = float(ratio.over.sum()) / under
    return value, (ratio.over - value * ratio.under) / under


def _error(residuals: Floats) -> float:
    n = len(residuals)
    return float(np.sqrt(n / (n - 1) * np.sum(residuals**2))) if n > 1 else float("nan")


def numbers(sample: Sample) -> dict[str, Number]:
    """The numbers of `MEASURES`, of games those of `GAME_MEASURES` too."""
    found = {}
    for name, ratio in sample.ratios.items():
        value, residuals = _residuals(ratio)
        sure = effective(residuals**2)
        found[name] = Number(value, _error(residuals), round(float(ratio.under.sum())), effective(ratio.over), sure)
    for name, value in sample.shapes.items():
        values = sample.scores if name == "first-median" else sample.points
        parts = _pulls(sample, name)
        sure = float("nan") if parts is None else effective(parts**2)
        found[name] = Number(value, _spread(sample.drawn_anew[name]), len(values), effective(values), sure)
    return _in_order(found)


def _in_order(found: dict[str, Any]) -> dict[str, Any]:
    return {name: found[name] for name in (*MEASURES, *GAME_MEASURES) if name in found}


def _all_shapes(points: Floats) -> dict[str, float]:
    values, counts = np.unique(points, return_counts=True)
    return shapes(values, counts.astype(np.float64))


def _pulls(sample: Sample, name: str) -> Floats | None:
    """How much each table pulls at the spread or the top share, to the first order; nothing of quantiles."""
    points = sample.points
    if name not in ("spread", "top-1%") or len(points) == 0:
        return None
    mean = float(points.mean())
    if name == "spread":
        spread = sample.shapes[name]
        each = ((points - mean) ** 2 - spread**2) / (2 * spread) if spread > 0 else np.zeros_like(points)
    else:
        border = sample.shapes["q99"]
        if mean <= 0:
            return None
        each = (np.where(points > border, points - border, 0) + 0.01 * border - sample.shapes[name] * points) / mean
    return np.bincount(sample.place, weights=each, minlength=sample.tables) / len(points)


def _spread(drawn: Floats) -> float:
    known = drawn[~np.isnan(drawn)]
    return float(np.std(known, ddof=1)) if len(known) > 1 else float("nan")


def differences(sample: Sample, base: Sample) -> dict[str, Difference]:
    """The numbers of `numbers` of a sample less those of the base, both of the same tables."""
    found = {}
    for name, ratio in sample.ratios.items():
        other = base.ratios[name]
        (value, mine), (was, others) = _residuals(ratio), _residuals(other)
        change = ratio.over - other.over
        same = ratio.under == other.under
        changed = int(np.count_nonzero((change != 0) | ~same))
        sure = effective((mine - others) ** 2)
        found[name] = _difference(value - was, _error(mine - others), changed, effective(change), sure)
    for name, value in sample.shapes.items():
        points = found["first" if name == "first-median" else "mean"]
        se = _spread(sample.drawn_anew[name] - base.drawn_anew[name])
        now, before = _pulls(sample, name), _pulls(base, name)
        sure = float("nan") if now is None or before is None else effective((now - before) ** 2)
        found[name] = _difference(value - base.shapes[name], se, points.changed, points.changed_eff, sure)
    return _in_order(found)


def _difference(value: float, se: float, changed: int, changed_eff: float, sure: float) -> Difference:
    return Difference(value, se, value - Z * se, value + Z * se, changed, changed_eff, sure)


def alike(sample: Sample, base: Sample) -> float:
    """The share of tables that went alike in both, games to their last hand: tiles, draws, claims, winner, whatever was paid.

    There a changed clause is judged on the very same finished hands; in the others it has changed what may be done.
    """
    return float(np.mean(_same(sample, base, sample.course, base.course)))


def touched(sample: Sample, base: Sample) -> int:
    """At how many tables anybody gains or loses another number of points, of games in any hand."""
    return int(np.count_nonzero(~_same(sample, base, sample.net, base.net)))


def _same(sample: Sample, base: Sample, rows: Floats, others: Floats) -> npt.NDArray[np.bool_]:
    """Tables that have the same rows, a row a hand, in both."""
    if rows.shape[1] != others.shape[1]:
        return np.zeros(sample.tables, np.bool_)
    same: npt.NDArray[np.bool_] = np.bincount(sample.hands, minlength=sample.tables) == np.bincount(
        base.hands, minlength=base.tables
    )
    apart = (rows[same[sample.hands]] != others[same[base.hands]]).any(axis=1)
    same[sample.hands[same[sample.hands]][apart]] = False
    return same
