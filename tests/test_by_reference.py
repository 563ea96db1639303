"""Tuples that compiled code hands over as one pointer read as they do in Python."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
import pytest

from mjstats.kernel.by_reference import by_reference, referred

Ints = npt.NDArray[np.int64]


@by_reference
class Inner(NamedTuple):
    """A tuple within another."""

    small: int
    grid: Ints


@by_reference
class Outer(NamedTuple):
    """Members of several kinds."""

    first: Ints
    inner: Inner
    share: float
    flags: npt.NDArray[np.uint8]
    last: int


def outer(n: int = 4) -> Outer:
    grid = np.arange(2 * n, dtype=np.int64).reshape(2, n)
    return Outer(np.arange(n, dtype=np.int64), Inner(7, grid), 0.25, np.ones(n, np.uint8), -3)


def total(it: Outer) -> float:
    return it.first.sum() + it.inner.small + it.inner.grid[1].sum() + it.share + it.flags.sum() + it.last + len(it.first)


def fill(it: Outer, value: int) -> None:
    for i in range(len(it.first)):
        it.first[i] = value
        # The tuple itself stays as it is whatever is written into its arrays.
        it.inner.grid[0, i] = it.first[i] + it.last


def anew(it: Outer) -> float:
    most = 0.0
    for row in range(len(it.inner.grid)):
        made = referred(Outer(first=it.inner.grid[row], inner=it.inner, share=it.share, flags=it.flags, last=row))
        most = max(most, compiled_total(made))
    return most


compiled_total: Any = numba.njit(total)


@pytest.mark.parametrize("n", [1, 4, 9])
def test_members_read_as_in_python(n: int) -> None:
    assert compiled_total(outer(n)) == total(outer(n))


def test_arrays_are_filled_in_place() -> None:
    it = outer()
    numba.njit(fill)(it, 11)
    assert it.first.tolist() == [11] * 4
    assert it.inner.grid[0].tolist() == [8] * 4


def test_a_tuple_made_by_compiled_code() -> None:
    # The second row 4, 5, 6, 7; then 7, the row once more, 0.25, four flags, the row's number 1, and four members.
    assert numba.njit(anew)(outer()) == 22 + 7 + 22 + 0.25 + 4 + 1 + 4


def test_an_unknown_member_is_refused() -> None:
    with pytest.raises(Exception, match="nowhere"):
        numba.njit(lambda it: it.nowhere)(outer())


def test_arrays_live_on_after_many_calls() -> None:
    it = outer(1000)
    before = total(it)
    assert all(compiled_total(it) == before for _ in range(10_000))
