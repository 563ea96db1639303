"""What a suit's count vector holds beside sets: kinds, pairs, triplets, fours, terminals and honours, packed in one number.

Seven pairs and thirteen orphans are sums over the suits, so four loads and three additions give the numbers for a whole hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.kernel.jit import small_leaf

# Bits of a packed number: faces held at least once, twice, three times, four times (six bits each: 34 faces in all),
# terminal and honour faces held at least once and twice (four bits each: 13 faces).
KINDS, PAIRS, TRIPLETS, FOURS, ORPHANS, ORPHAN_PAIRS = 0, 6, 12, 18, 24, 28


class Features(NamedTuple):
    """`suit` uint32 ``(5 ** 9,)`` and `honours` uint32 ``(5 ** 7,)``: packed numbers by count vector."""

    suit: NDArray[np.uint32]
    honours: NDArray[np.uint32]


@lru_cache(maxsize=1)
def build_features() -> Features:
    """The packed numbers of every count vector, made once.

    Examples
    --------
    >>> packed = int(build_features().suit[2 + 3 * 5])  # 11222m
    >>> [packed >> place & 63 for place in (KINDS, PAIRS, TRIPLETS, FOURS)], packed >> ORPHANS & 15, packed >> ORPHAN_PAIRS & 15
    ([2, 2, 1, 0], 1, 1)
    """
    by_count = np.zeros(5, dtype=np.uint32)
    orphan_by_count = np.zeros(5, dtype=np.uint32)
    for count in range(5):
        by_count[count] = sum(1 << place for least, place in enumerate((KINDS, PAIRS, TRIPLETS, FOURS), 1) if count >= least)
        orphan_by_count[count] = sum(1 << place for least, place in enumerate((ORPHANS, ORPHAN_PAIRS), 1) if count >= least)
    return Features(
        _sum_over_ranks(9, (0, 8), by_count, orphan_by_count), _sum_over_ranks(7, tuple(range(7)), by_count, orphan_by_count)
    )


def _sum_over_ranks(
    ranks: int, orphans: tuple[int, ...], by_count: NDArray[np.uint32], orphan_by_count: NDArray[np.uint32]
) -> NDArray[np.uint32]:
    packed = np.zeros(1, dtype=np.uint32)
    for rank in range(ranks):
        own = by_count + orphan_by_count if rank in orphans else by_count
        packed = (own[:, None] + packed[None, :]).ravel()
    return packed


@small_leaf
def one_more(held: int) -> int:
    """What one more tile of a face held so often adds to a packed number; terminals and honours are not looked at."""
    return 1 << 6 * held


@small_leaf
def pairs_missing(packed: int, pairs: int, four_alike: int) -> int:
    """Tiles missing for `pairs` pairs; with `four_alike` four of a face are two pairs, else the faces must differ."""
    kinds = packed & 63
    held = packed >> 6 & 63
    singles = kinds - held
    if four_alike:
        fours = packed >> 18 & 63
        singles += (packed >> 12 & 63) - fours
        held += fours
    held = min(held, pairs)
    return 2 * (pairs - held) - min(singles, pairs - held)


@small_leaf
def orphan_pairs(packed: int) -> int:
    """Terminal and honour faces held at least twice."""
    return packed >> 28


@small_leaf
def orphans_missing(packed: int) -> int:
    """Tiles missing for thirteen orphans."""
    pair = 1 if orphan_pairs(packed) > 0 else 0
    return 14 - (packed >> 24 & 15) - pair
