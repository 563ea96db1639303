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


def pack(coefficients: NDArray[np.int64], packing: Packing) -> list[int]:
    """Pack rows of coefficients below 2^63, ``(n, degree + 1)``."""
    limbs = np.zeros((*coefficients.shape, packing.limbs), dtype="<u4")
    for limb in range(min(packing.limbs, 2)):
        limbs[..., limb] = coefficients >> 32 * limb & 0xFFFFFFFF
    return [int.from_bytes(row.tobytes(), "little") for row in limbs]


def unpack(polynomial: int, packing: Packing) -> list[int]:
    """The coefficients of a packed polynomial, ``degree + 1`` of them.

    >>> unpack(pack(np.array([[5, 0, 7]]), Packing(2, 2))[0], Packing(2, 2))
    [5, 0, 7]
    """
    width = 32 * packing.limbs
    return [polynomial >> width * power & (1 << width) - 1 for power in range(packing.degree + 1)]


def to_limbs(polynomials: list[int], packing: Packing) -> NDArray[np.float64]:
    """Limbs of packed polynomials as floats ``(n, limbs)``; fewer than 2^21 rows may be added up without loss."""
    size = 4 * packing.limbs * (packing.degree + 1)
    rows = [np.frombuffer(polynomial.to_bytes(size, "little"), dtype="<u4") for polynomial in polynomials]
    return np.array(rows, dtype=np.float64).reshape(len(rows), size // 4)


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
