"""Polynomials with huge whole coefficients, packed into one Python integer each.

The coefficient of x^n counts the deals of n tiles. With enough bits for each coefficient the product of two packed polynomials
is one product of integers, which Python does fast and exactly.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Packing(NamedTuple):
    """How a polynomial is packed: `degree`, the highest power kept, and `limbs` of 32 bits for each coefficient."""

    degree: int
    limbs: int

    @property
    def mask(self) -> int:
        """All bits that are kept of a product."""
        return (1 << 32 * self.limbs * (self.degree + 1)) - 1


def packing_for(tiles: int, degree: int) -> Packing:
    """Room for every number of deals of up to `degree` tiles out of `tiles`.

    >>> packing_for(136, 14)
    Packing(degree=14, limbs=2)
    """
    most = comb(tiles, min(degree, tiles // 2))
    return Packing(degree, -(-most.bit_length() // 32))


# Bits of the lower part of a number of deals: more than two million of such parts add up without loss.
LOWER = 40


class Deals(NamedTuple):
    """Whole numbers below 2^103, int64 ``(...)``: each is ``low + (high << 40)``, and `low` may be up to 2^63."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]


def deals_of(modulo: NDArray[np.int64], nearly: NDArray[np.float64] | None = None) -> Deals:
    """Deals that are known modulo 2^64 and to far less than 2^63; without `nearly` all are below 2^63."""
    if nearly is None:
        return Deals(modulo & (1 << LOWER) - 1, modulo >> LOWER)
    unsigned = modulo.view(np.uint64)
    over = np.rint((nearly - unsigned) / 2.0**64).astype(np.int64)
    return Deals(modulo & (1 << LOWER) - 1, (unsigned >> np.uint64(LOWER)).astype(np.int64) + (over << 64 - LOWER))


def pack(deals: Deals, packing: Packing) -> list[int]:
    """Pack rows of coefficients, ``(n, degree + 1)``."""
    high = deals.high + (deals.low >> LOWER)
    # Five bytes of the lower part and eight of the higher one, as many as there is room for.
    width = 4 * packing.limbs
    number = np.zeros((*high.shape, max(width, 13)), dtype=np.uint8)
    number[..., :5] = _bytes_of(deals.low)[..., :5]
    number[..., 5:13] = _bytes_of(high)
    return [int.from_bytes(row.tobytes(), "little") for row in np.ascontiguousarray(number[..., :width])]


def _bytes_of(numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The bytes of numbers ``(...)``, the lowest first: ``(..., 8)``."""
    return np.ascontiguousarray(numbers, dtype="<i8").view(np.uint8).reshape(*numbers.shape, 8)


def unpack(polynomial: int, packing: Packing) -> list[int]:
    """The coefficients of a packed polynomial, ``degree + 1`` of them.

    >>> unpack(pack(deals_of(np.array([[5, 0, 7]])), Packing(2, 2))[0], Packing(2, 2))
    [5, 0, 7]
    """
    width = 32 * packing.limbs
    return [polynomial >> width * power & (1 << width) - 1 for power in range(packing.degree + 1)]


def as_objects(polynomials: list[int]) -> NDArray[Any]:
    """An object array of Python integers, one a row."""
    array = np.empty(len(polynomials), dtype=object)
    array[:] = polynomials
    return array
