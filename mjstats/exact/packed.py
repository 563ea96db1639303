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
_LOWER = 40


class Deals(NamedTuple):
    """Whole numbers below 2^94, ``(...)`` int64: each is ``low + (high << 40)``, and `low` may be up to 2^63."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]


def deals_of(modulo: NDArray[np.int64], nearly: NDArray[np.float64] | None = None) -> Deals:
    """Deals that are known modulo 2^64 and to far less than 2^63; without `nearly` all are below 2^63."""
    if nearly is None:
        return Deals(modulo & (1 << _LOWER) - 1, modulo >> _LOWER)
    unsigned = modulo.view(np.uint64)
    over = np.rint((nearly - unsigned) / 2.0**64).astype(np.int64)
    return Deals(modulo & (1 << _LOWER) - 1, (unsigned >> np.uint64(_LOWER)).astype(np.int64) + (over << 64 - _LOWER))


def pack(deals: Deals, packing: Packing) -> list[int]:
    """Pack rows of coefficients, ``(n, degree + 1)``."""
    limbs = np.zeros((*deals.low.shape, packing.limbs), dtype="<u4")
    # What is left of a number once its lowest 32 bits are taken off stays below 2^63.
    left = deals.low
    for limb in range(packing.limbs):
        limbs[..., limb] = left & 0xFFFFFFFF
        left = left >> 32
        if limb == 0:
            left = left + (deals.high << _LOWER - 32)
    return [int.from_bytes(row.tobytes(), "little") for row in limbs]


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
