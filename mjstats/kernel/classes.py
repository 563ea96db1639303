"""The class algebra: what a suit can give to a hand is one of about a hundred classes.

Take the nine kinds of one suit and ask, for each number of sets and for a pair or none, how many tiles are still missing. That
small table is all a hand needs to know of the suit, and over all 5^9 count vectors only about a hundred different tables occur.
Two suits together are the min-plus product of their tables. So the distance of a hand is four look-ups, two merges and a last
table.

Which sets and pairs there are is an *alphabet*: any pair, a pair of 2, 5 or 8 only, pungs only, chows of honours, and so on.
A target hand holds at most four of a face; with `fifth_copy` a wild tile may stand for a fifth one and there is no such bound.

Tables are built with numpy on first use, never shipped. Suits of one alphabet share their tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
# Tile counts come in any integer type; the narrowest, int8, is the fastest.
Counts = NDArray[np.integer[Any]]
ClassIds = NDArray[np.unsignedinteger[Any]]

RANKS = (9, 9, 9, 7)
FIRST_FACE = (0, 9, 18, 27)
# Larger than any number of missing tiles (five sets and a pair miss 17), small enough for five bits.
IMPOSSIBLE = 31
_UNREACHED = 100


class Alphabet(NamedTuple):
    """Sets and pairs that a suit may hold, as rank tuples: ``(0, 1, 2)`` a chow, ``(4, 4, 4)`` a pung, ``(1, 1)`` a pair."""

    ranks: int
    groups: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, ...], ...]
    fifth_copy: bool


class SuitTables(NamedTuple):
    """The classes of one suit under one alphabet.

    `class_of` uint8 (uint16 past 255 classes) ``(5 ** ranks,)``: class of a count vector, the vector read as digits to base
    five, rank 1 the lowest digit. `missing` int64 ``(classes, sets + 1, 2)``: tiles missing for that many sets and no pair or a
    pair; `IMPOSSIBLE` where there is none. The last class belongs to no vector: a suit that must stay empty.
    """

    class_of: ClassIds
    missing: Ints


@dataclass(frozen=True, eq=False)
class Shape:
    """One standard shape: up to `sets` sets and a pair out of one alphabet a suit.

    `suits` are the tables of the four suits. `merge_mp, merge_sz` uint16: class of two suits together. `missing` int64
    ``(classes mp, classes sz, sets + 1, 2)``: tiles missing in the whole hand for that many sets and no pair or a pair.
    `groups` int64 ``(sets of the alphabet, 3)``: their faces. `pair_ok` int64 ``(34,)``: may be the pair.
    """

    sets: int
    suits: tuple[SuitTables, SuitTables, SuitTables, SuitTables]
    merge_mp: NDArray[np.uint16]
    merge_sz: NDArray[np.uint16]
    missing: Ints
    groups: Ints
    pair_ok: Ints
    fifth_copy: bool


class ShapeTables(NamedTuple):
    """One or more standard shapes laid out for the kernels, the shape being the first axis.

    `suit_row` int64 ``(shapes, 4)``: row of each suit in `suits` uint8 ``(alphabets, 5 ** 9)``, of the honours in `honours`
    uint8 ``(alphabets, 5 ** 7)``; these hold the class of a count vector. `merge_mp, merge_sz` uint16 ``(shapes, classes,
    classes)``. `missing` uint8 ``(shapes, sets + 1, classes mp, classes sz)``: tiles missing for that many sets and a pair;
    `missing_sets` without the pair. `empty` int64 ``(shapes, 4)``: the class of a suit that must stay empty. `groups` int64
    ``(shapes, groups, 3)``: faces of the sets, then rows of -1. `pair_ok` int64 ``(shapes, 34)``. `fifth_copy` int: 1 where a
    wild tile may stand for a fifth copy.
    """

    suit_row: Ints
    suits: ClassIds
    honours: ClassIds
    merge_mp: NDArray[np.uint16]
    merge_sz: NDArray[np.uint16]
    missing: NDArray[np.uint8]
    missing_sets: NDArray[np.uint8]
    empty: Ints
    groups: Ints
    pair_ok: Ints
    fifth_copy: int


def any_pair() -> Ints:
    """Every face may be the pair: int64 ``(34,)`` of ones."""
    return np.ones(34, dtype=np.int64)


def pair_of_258() -> Ints:
    """Only the 2, 5 and 8 of a suit may be the pair, no honour: int64 ``(34,)``."""
    pair = np.zeros(34, dtype=np.int64)
    pair[[1, 4, 7, 10, 13, 16, 19, 22, 25]] = 1
    return pair


def any_chow() -> Ints:
    """A chow may start at 1 to 7 of each suit: int64 ``(34,)``."""
    chow = np.zeros(34, dtype=np.int64)
    for first in FIRST_FACE[:3]:
        chow[first : first + 7] = 1
    return chow


def build_shape(
    sets: int = 4,
    pair_ok: Ints | None = None,
    chow_ok: Ints | None = None,
    pung_ok: Ints | None = None,
    fifth_copy: bool = False,
    extra_sets: tuple[tuple[int, int, int], ...] = (),
) -> Shape:
    """Tables of the shape "`sets` sets and a pair".

    Parameters
    ----------
    sets
        4 for hands of 13 tiles, 5 for hands of 16.
    pair_ok, chow_ok, pung_ok
        ``(34,)``, true where this face may be the pair, start a chow, be a pung. Default: all that the tiles allow.
    fifth_copy
        True on a page whose wild tiles may stand for a fifth copy of a face.
    extra_sets
        Further sets as face triples of one suit, such as ``(27, 28, 29)`` where east south west is a chow.

    Returns
    -------
    Shape, kept for the next call with the same arguments.

    Raises
    ------
    ValueError
        `sets` is not 1 to 5, an array has not 34 entries, or a chow would leave its suit.

    Examples
    --------
    >>> shape = build_shape()
    >>> shape.merge_mp.shape, shape.merge_sz.shape, shape.missing.shape  # 126 and 55 classes, and one that must stay empty
    ((127, 127), (127, 56), (181, 166, 5, 2))
    """
    pair = any_pair() if pair_ok is None else _flags("pair_ok", pair_ok)
    chow = any_chow() if chow_ok is None else _flags("chow_ok", chow_ok)
    pung = any_pair() if pung_ok is None else _flags("pung_ok", pung_ok)
    if not 1 <= sets <= 5:
        raise ValueError(f"sets: {sets}: must be 1 to 5")
    if np.any(chow & (1 - any_chow())):
        face = int(np.flatnonzero(chow & (1 - any_chow()))[0])
        raise ValueError(f"chow_ok: face {face}: a chow cannot start here; name honour chows in extra_sets")
    return _build_shape(
        sets, tuple(pair.tolist()), tuple(chow.tolist()), tuple(pung.tolist()), bool(fifth_copy), tuple(sorted(extra_sets))
    )


def _flags(name: str, values: Ints) -> Ints:
    flags = np.asarray(values).astype(bool).astype(np.int64)
    if flags.shape != (34,):
        raise ValueError(f"{name}: shape {flags.shape}: must be (34,), one entry a face")
    return flags


@lru_cache(maxsize=32)
def _build_shape(
    sets: int,
    pair: tuple[int, ...],
    chow: tuple[int, ...],
    pung: tuple[int, ...],
    fifth_copy: bool,
    extra_sets: tuple[tuple[int, int, int], ...],
) -> Shape:
    alphabets = [_alphabet(suit, pair, chow, pung, fifth_copy, extra_sets) for suit in range(4)]
    tables = [suit_tables(alphabet, sets) for alphabet in alphabets]
    merge_mp, missing_mp = merge_classes(tables[0].missing, tables[1].missing)
    merge_sz, missing_sz = merge_classes(tables[2].missing, tables[3].missing)
    groups = [
        [first + rank for rank in group]
        for first, alphabet in zip(FIRST_FACE, alphabets, strict=True)
        for group in alphabet.groups
    ]
    return Shape(
        sets=sets,
        suits=(tables[0], tables[1], tables[2], tables[3]),
        merge_mp=merge_mp,
        merge_sz=merge_sz,
        missing=_min_plus(missing_mp, missing_sz),
        groups=np.array(groups, dtype=np.int64).reshape(-1, 3),
        pair_ok=np.array(pair, dtype=np.int64),
        fifth_copy=fifth_copy,
    )


def pool_shapes(shapes: Sequence[Shape]) -> ShapeTables:
    """Lay out shapes for the kernels; equal suits share a row. The same shapes give the same tables again.

    Raises
    ------
    ValueError
        No shape, or shapes that differ in `sets` or `fifth_copy`.
    """
    if not shapes:
        raise ValueError("shapes: empty: at least one is needed")
    if len({(shape.sets, shape.fifth_copy) for shape in shapes}) > 1:
        raise ValueError("shapes: all must have the same sets and fifth_copy")
    return _pool(tuple(shapes))


@lru_cache(maxsize=32)
def _pool(shapes: tuple[Shape, ...]) -> ShapeTables:
    rows: list[dict[int, tuple[int, ClassIds]]] = [{}, {}]
    suit_row = np.zeros((len(shapes), 4), dtype=np.int64)
    for index, shape in enumerate(shapes):
        for suit, table in enumerate(shape.suits):
            known = rows[suit == 3]
            suit_row[index, suit] = known.setdefault(id(table.class_of), (len(known), table.class_of))[0]
    missing = _stack([shape.missing.transpose(3, 2, 0, 1) for shape in shapes]).astype(np.uint8)
    return ShapeTables(
        suit_row=suit_row,
        suits=np.stack([table for _, table in rows[0].values()]),
        honours=np.stack([table for _, table in rows[1].values()]),
        merge_mp=_stack([shape.merge_mp for shape in shapes]),
        merge_sz=_stack([shape.merge_sz for shape in shapes]),
        missing=np.ascontiguousarray(missing[:, 1]),
        missing_sets=np.ascontiguousarray(missing[:, 0]),
        empty=np.array([[len(table.missing) - 1 for table in shape.suits] for shape in shapes], dtype=np.int64),
        groups=_stack([shape.groups + 1 for shape in shapes]) - 1,
        pair_ok=np.stack([shape.pair_ok for shape in shapes]),
        fifth_copy=int(shapes[0].fifth_copy),
    )


def _stack(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    """Stack arrays of one type, short ones filled up with zeros."""
    size = [max(lengths) for lengths in zip(*(array.shape for array in arrays), strict=True)]
    stacked = np.zeros((len(arrays), *size), dtype=arrays[0].dtype)
    for row, array in zip(stacked, arrays, strict=True):
        row[tuple(slice(length) for length in array.shape)] = array
    return stacked


def _alphabet(
    suit: int,
    pair: tuple[int, ...],
    chow: tuple[int, ...],
    pung: tuple[int, ...],
    fifth_copy: bool,
    extra_sets: tuple[tuple[int, int, int], ...],
) -> Alphabet:
    first, ranks = FIRST_FACE[suit], RANKS[suit]
    own = range(first, first + ranks)
    groups = [(rank, rank + 1, rank + 2) for rank in range(ranks) if chow[first + rank]]
    groups += [(rank, rank, rank) for rank in range(ranks) if pung[first + rank]]
    for faces in extra_sets:
        if faces[0] in own:
            if not all(face in own for face in faces):
                raise ValueError(f"extra_sets: {faces}: the faces of a set must be of one suit")
            groups.append((faces[0] - first, faces[1] - first, faces[2] - first))
    pairs = [(rank, rank) for rank in range(ranks) if pair[first + rank]]
    return Alphabet(ranks, tuple(groups), tuple(pairs), fifth_copy)


@lru_cache(maxsize=64)
def suit_tables(alphabet: Alphabet, sets: int) -> SuitTables:
    """Classes of one suit for up to `sets` sets, with and without a pair."""
    cost = _targets(alphabet, sets)
    _relax(cost, alphabet.ranks)
    np.minimum(cost, IMPOSSIBLE, out=cost)
    key = np.zeros(cost.shape[1], dtype=np.int64)
    for row in cost:
        key = (key << 5) | row
    tables, class_of = np.unique(key, return_inverse=True)
    digits = [(tables >> (5 * place)) & 31 for place in reversed(range(len(cost)))]
    missing = np.stack(digits, axis=1).reshape(len(tables), sets + 1, 2)
    nothing = np.full((1, sets + 1, 2), IMPOSSIBLE, dtype=np.int64)
    nothing[0, 0, 0] = 0
    # A byte is enough for every alphabet of four sets known so far; a kernel compiles again for a wider one.
    width = np.uint8 if len(missing) < 256 else np.uint16
    return SuitTables(class_of.astype(width), np.concatenate([missing, nothing]))


def _targets(alphabet: Alphabet, sets: int) -> NDArray[np.uint8]:
    """Rows ``2 * sets + pair``: cost 0 at each vector that is exactly that, its excess over four where that is allowed."""
    place = 5 ** np.arange(alphabet.ranks)
    cost = np.full((2 * (sets + 1), 5**alphabet.ranks), _UNREACHED, dtype=np.uint8)
    # Digits of five bits: a face may occur 17 times in five like pungs and a pair.
    level = np.zeros(1, dtype=np.int64)
    for number in range(sets + 1):
        with_pair = [level + sum(1 << (5 * rank) for rank in pair) for pair in alphabet.pairs]
        for has_pair, codes in enumerate([level, np.unique(np.concatenate(with_pair or [level[:0]]))]):
            vectors = (codes[:, None] >> (5 * np.arange(alphabet.ranks))) & 31
            excess = np.maximum(vectors - 4, 0).sum(axis=1)
            if not alphabet.fifth_copy:
                vectors, excess = vectors[excess == 0], excess[excess == 0]
            np.minimum.at(cost[2 * number + has_pair], np.minimum(vectors, 4) @ place, excess.astype(np.uint8))
        level = np.unique(
            np.concatenate([level + sum(1 << (5 * rank) for rank in group) for group in alphabet.groups] or [level[:0]])
        )
    return cost


def _relax(cost: NDArray[np.uint8], ranks: int) -> None:
    """From costs at exact targets to costs at every vector: a tile more in the target costs 1, a tile too many costs nothing."""
    for rank in range(ranks):
        by_count = cost.reshape(-1, 5, 5**rank)
        for fewer, more in reversed(list(pairwise(range(5)))):
            np.minimum(by_count[:, fewer], by_count[:, more] + 1, out=by_count[:, fewer])
        for fewer, more in pairwise(range(5)):
            np.minimum(by_count[:, more], by_count[:, fewer], out=by_count[:, more])


def merge_classes(first: Ints, second: Ints) -> tuple[NDArray[np.uint16], Ints]:
    """Merge every class of `first` with every class of `second`.

    Returns
    -------
    uint16 ``(len(first), len(second))``: the merged class, and int64 ``(merged classes, sets + 1, 2)``: its missing tiles.
    """
    merged = _min_plus(first, second)
    flat = merged.reshape(-1, merged.shape[2] * 2)
    key = flat @ (1 << 5 * np.arange(flat.shape[1], dtype=np.int64))
    _, where, class_of = np.unique(key, return_index=True, return_inverse=True)
    return class_of.reshape(merged.shape[:2]).astype(np.uint16), flat[where].reshape(-1, merged.shape[2], 2)


def _min_plus(first: Ints, second: Ints) -> Ints:
    """Tiles missing in two parts together, ``(len(first), len(second), sets + 1, 2)``: the best way to share sets and pair."""
    sets = first.shape[1] - 1
    merged = np.full((len(first), len(second), sets + 1, 2), IMPOSSIBLE, dtype=np.int64)
    for total in range(sets + 1):
        for own in range(total + 1):
            for pair, own_pair in ((0, 0), (1, 0), (1, 1)):
                way = first[:, None, own, own_pair] + second[None, :, total - own, pair - own_pair]
                np.minimum(merged[:, :, total, pair], way, out=merged[:, :, total, pair])
    return merged
