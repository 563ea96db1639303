"""Compiling without reference counts, for the functions that are called millions of times with tuples of arrays.

Numba counts references to every array of a NamedTuple at every call, with atomic instructions: for a plan of some fifteen
arrays that is twenty times the work of the distance itself. A function that makes no array needs none of it. The small ones are
pasted into their callers by the compiler besides (after typing, unlike numba's own `inline`), which spares handing over the
tuple.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False}


def leaf(function: F) -> F:
    """As `mjstats.kernel.jit.kernel`, for functions that only read and fill arrays given to them and make none."""
    return cast(F, numba.njit(**_OPTIONS)(function))


def small_leaf(function: F) -> F:
    """A `leaf` that is pasted into its callers."""
    return cast(F, numba.njit(forceinline=True, **_OPTIONS)(function))
