"""Rows that differ are numbered, states that are met too: the compiled loops that make few states of many.

It calls no other function of the package, see `mjstats.exact.convolve`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjstats.kernel.classes import Ints
from mjstats.kernel.jit import kernel

# Rows are mixed by a large odd number of 31 bits before they find their place in a table: nothing outgrows 63 bits, so plain
# Python says the same.
_MIXER = 0x5BD1E995
_HALF = 0xFFFFFFFF


# So many columns of a table are laid out at a time.
_COLUMNS = 256


def laid_out(table: NDArray[Any]) -> NDArray[Any]:
    """A table ``(n, width)`` with the entries of a row side by side: one turned round is copied in pieces that the cache holds.

    >>> laid_out(np.array([[1, 2], [3, 4]]).T).flags.c_contiguous
    True
    """
    if table.flags.c_contiguous:
        return table
    rows = np.empty(table.shape, dtype=table.dtype)
    for start in range(0, table.shape[1], _COLUMNS):
        rows[:, start : start + _COLUMNS] = table[:, start : start + _COLUMNS]
    return rows


def different_rows(table: NDArray[Any]) -> tuple[NDArray[np.int32], Ints]:
    """The number of each row of a table ``(n, width)`` among those that differ, and the first row of each number.

    Numbers are given in the order in which the rows are met.

    >>> different_rows(np.array([[5, 7], [5, 8], [5, 7]]))
    (array([0, 1, 0], dtype=int32), array([0, 1]))
    """
    rows = laid_out(table)
    if rows.dtype == bool:
        rows = np.packbits(rows, axis=1)
    size = rows.shape[1] * rows.dtype.itemsize
    words = -(-size // 8)
    # Whole words of eight bytes: they are compared at once.
    padded = np.zeros((len(rows), 8 * words), dtype=np.uint8)
    padded[:, :size] = rows.view(np.uint8).reshape(len(rows), size)
    return _different(padded.view(np.int64))


@kernel
def _different(rows: Ints) -> tuple[NDArray[np.int32], Ints]:
    places = 16
    while places < 2 * len(rows):
        places *= 2
    table = np.full(places, -1, dtype=np.int32)
    number = np.empty(len(rows), dtype=np.int32)
    first = np.empty(len(rows), dtype=np.int64)
    met = 0
    for row in range(len(rows)):
        key = 0
        for word in range(rows.shape[1]):
            key = (key ^ (rows[row, word] & _HALF)) * _MIXER
            key = (key ^ key >> 31) & 0x7FFFFFFF
            key = (key ^ (rows[row, word] >> 32 & _HALF)) * _MIXER
            key = (key ^ key >> 31) & 0x7FFFFFFF
        place = key & (places - 1)
        while table[place] >= 0:
            other = first[table[place]]
            same = True
            for word in range(rows.shape[1]):
                if rows[row, word] != rows[other, word]:
                    same = False
                    break
            if same:
                break
            place = (place + 1) & (places - 1)
        if table[place] < 0:
            table[place] = met
            first[met] = row
            met += 1
        number[row] = table[place]
    return number, first[:met].copy()


def fewest(number: NDArray[Any], tiles: NDArray[Any], states: int, none: int) -> NDArray[np.int16]:
    """The fewest tiles of each of so many states, `number` and `tiles` being those of each hand; `none` where there is none.

    >>> fewest(np.array([0, 2, 0]), np.array([4, 6, 3]), 3, 99)
    array([ 3, 99,  6], dtype=int16)
    """
    least = np.full(states, none, dtype=np.int16)
    _fewest(number.astype(np.int32, copy=False).ravel(), tiles.astype(np.int16, copy=False).ravel(), least)
    return least


@kernel
def _fewest(number: NDArray[np.int32], tiles: NDArray[np.int16], least: NDArray[np.int16]) -> None:
    for one in range(len(number)):
        if tiles[one] < least[number[one]]:
            least[number[one]] = tiles[one]


def marked(number: NDArray[Any], states: int) -> tuple[Ints, NDArray[np.int32]]:
    """Of so many states those that occur, and the number of each entry among these.

    >>> marked(np.array([[5, 2], [2, 5]]), 6)
    (array([2, 5]), array([[1, 0],
           [0, 1]], dtype=int32))
    """
    occurs = np.zeros(states, dtype=bool)
    occurs[number] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs, dtype=np.int32) - 1)[number]
