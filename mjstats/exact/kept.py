"""What has been counted is kept for the next question, up to so many bytes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import Any, ParamSpec, TypeVar

import numpy as np

V = TypeVar("V")
P = ParamSpec("P")


class Kept:
    """Values by key that are made once; those not asked for longest go first, when all together are too large.

    The value asked for last stays, however large it is.

    Examples
    --------
    >>> kept = Kept(1000)
    >>> [kept.get(number, np.zeros, 50).nbytes for number in range(4)], kept.nbytes, 0 in kept, 3 in kept
    ([400, 400, 400, 400], 800, False, True)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: dict[Hashable, tuple[Any, int]] = {}
        self._bytes = 0

    @property
    def nbytes(self) -> int:
        """Bytes of all values."""
        return self._bytes

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def get(self, key: Hashable, make: Callable[P, V], *given: P.args, **named: P.kwargs) -> V:
        """The value of a key, made of what is given if it is not there."""
        if key in self._values:
            self._values[key] = self._values.pop(key)
            known: V = self._values[key][0]
            return known
        value = make(*given, **named)
        size = bytes_of(value)
        self._values[key] = value, size
        self._bytes += size
        for oldest in list(self._values):
            if self._bytes <= self.most or oldest == key:
                break
            self._bytes -= self._values.pop(oldest)[1]
        return value


def bytes_of(value: Any) -> int:
    """About how many bytes a value takes: arrays, whole numbers, and tuples, lists and dicts of these.

    >>> bytes_of((np.zeros(10), [np.zeros(1), np.zeros(1)]))
    96
    """
    if isinstance(value, np.ndarray):
        return value.nbytes + (sum(map(sys.getsizeof, value.flat)) if value.dtype == object else 0)
    if isinstance(value, dict):
        return sum(map(bytes_of, value.values()))
    if isinstance(value, tuple | list):
        return sum(map(bytes_of, value))
    return sys.getsizeof(value)
