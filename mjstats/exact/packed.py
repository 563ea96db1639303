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


class Deals(NamedTuple):
    """Whole numbers below 2^94, ``(n, degree + 1)``: `low` int64, the number modulo 2^64, and where some are not below 2^63
    `nearly` float64, the number to far less than 2^63."""

    low: NDArray[np.int64]
    nearly: NDArray[np.float64] | None


def pack(coefficients: NDArray[np.int64], packing: Packing) -> list[int]:
    """Pack rows of coefficients below 2^63, ``(n, degree + 1)``."""
    return [int.from_bytes(row.tobytes(), "little") for row in limbs_of(Deals(coefficients, None), packing)]


def limbs_of(deals: Deals, packing: Packing) -> NDArray[np.uint32]:
    """Numbers in limbs of 32 bits, ``(n, degree + 1, limbs)``."""
    limbs = np.zeros((*deals.low.shape, packing.limbs), dtype="<u4")
    for limb in range(min(packing.limbs, 2)):
        limbs[..., limb] = deals.low >> 32 * limb & 0xFFFFFFFF
    if deals.nearly is not None:
        limbs[..., 2] = np.rint((deals.nearly - deals.low.view(np.uint64)) / 2.0**64)
    return limbs


def unpack(polynomial: int, packing: Packing) -> list[int]:
    """The coefficients of a packed polynomial, ``degree + 1`` of them.

    >>> unpack(pack(np.array([[5, 0, 7]]), Packing(2, 2))[0], Packing(2, 2))
    [5, 0, 7]
    """
    width = 32 * packing.limbs
    return [polynomial >> width * power & (1 << width) - 1 for power in range(packing.degree + 1)]


def from_limbs(sums: NDArray[np.float64]) -> list[int]:
    """Packed polynomials out of sums of limbs, each below 2^53."""
    whole = sums.astype(np.int64)
    low, high = (whole & 0xFFFFFFFF).astype("<u4"), (whole >> 32).astype("<u4")
    return [
        int.from_bytes(one.tobytes(), "little") + (int.from_bytes(two.tobytes(), "little") << 32)
        for one, two in zip(low, high, strict=True)
    ]


def as_objects(polynomials: list[int]) -> NDArray[Any]:
    """An object array of Python integers, one a row."""
    array = np.empty(len(polynomials), dtype=object)
    array[:] = polynomials
    return array
