"""Estimates with their standard errors, clustered by table.

Hands of one table belong together (players of one hand do so in any case), so tables are what is drawn independently. Every
estimate takes the table of each row along:

* rates and means are ratios of sums over tables; their standard error is the delta method's;
* quantiles are order statistics; their interval inverts the standard error of the share below (Woodruff 1952);
* Gini and top share use the jackknife that leaves out a group of tables at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Array = npt.NDArray[Any]

Z: Final = 1.959963984540054
"""Standard errors either side of an interval of 95 %."""

FEW: Final = 30
"""Effective cases below which the error of a mean means little, and quantiles are the better guide."""
GROUPS: Final = 50
"""Groups of tables that the jackknife leaves out in turn."""


class Estimate(NamedTuple):
    """A value, its standard error, the ends of its 95 % interval, and how many cases it is taken over."""

    value: float
    se: float
    low: float
    high: float
    n: int


NOTHING: Final = Estimate(float("nan"), float("nan"), float("nan"), float("nan"), 0)
"""The estimate over no case at all."""


def by_table(values: Array, tables: Array) -> Floats:
    """Sums of the rows of each table, float64 of shape ``(tables,)``.

    >>> by_table(np.array([1, 2, 3]), np.array([4, 4, 9]))
    array([3., 3.])
    """
    places = np.unique(tables, return_inverse=True)[1]
    sums: Floats = np.bincount(places, weights=np.asarray(values, np.float64)).astype(np.float64)
    return sums


def effective(parts: Floats) -> float:
    """Of how many equal parts a sum of such parts is as sure: (sum of sizes)^2 / sum of squares; 0 where all are 0.

    Of squared residuals: of how many equal cases the standard error is as sure. A long tail leaves few.

    >>> effective(np.array([1.0, 1, 1, 1])), round(effective(np.array([100.0, 1, 1, 1])), 2)
    (4.0, 1.06)
    """
    square = float(np.sum(parts**2))
    return float(np.sum(np.abs(parts)) ** 2 / square) if square > 0 else 0.0


def mean(numerator: Array, denominator: Array, tables: Array) -> Estimate:
    """Sum of `numerator` over sum of `denominator`, one of each a row; the interval is value ± 1.96 standard errors.

    >>> two_of_four = mean(np.array([1, 0, 1, 0]), np.ones(4), np.arange(4))
    >>> two_of_four.value, round(two_of_four.se, 3), two_of_four.n
    (0.5, 0.289, 4)
    """
    total = float(np.sum(denominator))
    if total == 0:
        return NOTHING
    value = float(np.sum(numerator)) / total
    rest = by_table(np.asarray(numerator, np.float64) - value * np.asarray(denominator, np.float64), tables)
    n = len(rest)
    se = float(np.sqrt(n / (n - 1) * np.sum(rest**2)) / total) if n > 1 else float("nan")
    return Estimate(value, se, value - Z * se, value + Z * se, round(total))


def share(numerator: Array, denominator: Array, tables: Array) -> Estimate:
    """Like `mean` for a share between 0 and 1; the interval is Wilson's, at the number of independent cases the error is worth.

    Where nothing (or everything) was seen the standard error is 0, and the interval says what may have been missed.

    >>> never = share(np.zeros(300), np.ones(300), np.arange(300))
    >>> never.value, never.low, round(never.high, 4)
    (0.0, 0.0, 0.0126)
    """
    plain = mean(numerator, denominator, tables)
    value, se = plain.value, plain.se
    if plain.n == 0 or np.isnan(se):
        return plain
    cases = value * (1 - value) / se**2 if se > 0 else float(plain.n)
    centre = (value + Z**2 / (2 * cases)) / (1 + Z**2 / cases)
    half = Z / (1 + Z**2 / cases) * np.sqrt(value * (1 - value) / cases + Z**2 / (4 * cases**2))
    low = 0.0 if value == 0 else float(centre - half)  # not what rounding leaves of it
    return Estimate(value, se, low, 1.0 if value == 1 else float(centre + half), plain.n)


def quantile(values: Array, q: float, tables: Array) -> Estimate:
    """The smallest value that at least a share `q` of the values does not pass.

    >>> median = quantile(np.arange(1, 101), 0.5, np.arange(100))
    >>> median.value, median.low, median.high
    (50.0, 41.0, 60.0)
    """
    if len(values) == 0:
        return NOTHING
    ordered = np.sort(values)
    value = float(_at(ordered, q))
    below = mean(values <= value, np.ones(len(values)), tables)
    # Many equal points: the share at or below the value may lie far above q, yet its error is at q what q makes it.
    se = np.sqrt(q * (1 - q) / len(values)) if below.se == 0 or np.isnan(below.se) else _at_share(below, q)
    low, high = float(_at(ordered, q - Z * se)), float(_at(ordered, q + Z * se))
    return Estimate(value, (high - low) / (2 * Z), low, high, len(values))


def _at(ordered: Array, q: float) -> Any:
    place = int(np.ceil(q * len(ordered) - 1e-9)) - 1
    return ordered[min(max(place, 0), len(ordered) - 1)]


def _at_share(below: Estimate, q: float) -> float:
    """The standard error of a share `q`, with the clustering seen at the share `below`."""
    return below.se * float(np.sqrt(q * (1 - q) / (below.value * (1 - below.value))))


def gini(values: Array) -> float:
    """Gini's coefficient of values that are not negative: 0 all alike, towards 1 one has all.

    >>> gini(np.array([5, 5, 5])), gini(np.array([0, 0, 0, 1]))
    (0.0, 0.75)
    """
    ordered = np.sort(np.asarray(values, np.float64))
    n, total = len(ordered), float(np.sum(ordered))
    if n == 0 or total == 0:
        return float("nan")
    return float((2 * np.sum(np.arange(1, n + 1) * ordered) / total - (n + 1)) / n)


def top_share(values: Array, top: float = 0.01) -> float:
    """The share of the sum that the largest `top` of the values hold; a value on the border counts in part.

    >>> top_share(np.array([1, 1, 1, 97]), top=0.25), top_share(np.array([2, 2]), top=0.25)
    (0.97, 0.25)
    """
    ordered = np.sort(np.asarray(values, np.float64))[::-1]
    total = float(np.sum(ordered))
    if len(ordered) == 0 or total == 0:
        return float("nan")
    count = top * len(ordered)
    whole = int(count)
    part = (count - whole) * ordered[whole] if whole < len(ordered) else 0.0
    return float((np.sum(ordered[:whole]) + part) / total)


def jackknife(statistic: Callable[[Array], float], values: Array, tables: Array) -> Estimate:
    """A statistic of `values` with its standard error by leaving out one of `GROUPS` groups of tables at a time.

    >>> jackknife(lambda x: float(x.mean()), np.arange(100.0), np.arange(100)).se > 2
    True
    """
    if len(values) == 0:
        return NOTHING
    value = statistic(values)
    groups = np.unique(tables, return_inverse=True)[1] % GROUPS
    parts = np.array([statistic(values[groups != group]) for group in np.unique(groups)])
    n = len(parts)
    se = float(np.sqrt((n - 1) / n * np.sum((parts - parts.mean()) ** 2))) if n > 1 else float("nan")
    return Estimate(value, se, value - Z * se, value + Z * se, len(values))
