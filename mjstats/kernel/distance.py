"""How many tiles a hand is away from a complete shape: 0 is ready, -1 is complete.

A hand is read once (`take_in`): wild tiles are counted and leave the counts, a stand-in joins the face that it stands for. What
stays are *natural* counts ``(34,)``; a suit's natural counts are also an index into its class table (`suit_index`), which a
caller may keep and update by `POW5[rank]` as tiles come and go. A `ShapePlan` lists the shapes of a page; the distance is the
least over its rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjstats.kernel.classes import Counts, Ints, Shape, ShapeTables, build_shape, pool_shapes
from mjstats.kernel.features import build_features, orphans_missing, pairs_missing
from mjstats.kernel.irregular import (
    faces_missing,
    knitted_honours_missing,
    knitted_straight_held,
    tiles_held,
    unrelated_missing,
)
from mjstats.kernel.jit import kernel, leaf, open_leaf, small_leaf

# Kinds of a plan's rows.
STANDARD, SEVEN_PAIRS, ORPHANS, ANY_OF, UNRELATED, KNITTED_HONOURS, KNITTED_STRAIGHT = range(7)

# Columns of a plan's rows. KIND: see above. SHAPE: index into the tables (standard, knitted straight). SUITS: bits of the suits
# that may be used (1 m, 2 p, 4 s, 8 honours), 15 for all; the others count as useless. NUMBER: how many pairs. FOUR_ALIKE: 1
# where four of a face are two pairs. FACES: row of the plan's face masks. SIZE: tiles of the complete hand. MAX_MELDS: laid
# melds that the shape bears. MAX_WILDS: wild tiles that may be used.
KIND, SHAPE, SUITS, NUMBER, FOUR_ALIKE, FACES, SIZE, MAX_MELDS, MAX_WILDS = range(9)
COLUMNS = 9

# No shape of the plan can be reached, such as seven pairs after a meld.
OUT_OF_REACH = 99

ALL_SUITS = 15

POW5 = 5 ** np.arange(9, dtype=np.int64)


class ShapePlan(NamedTuple):
    """What the kernels need to know of a page, for one indicator.

    `sets`: 4 or 5. `wild` int64 ``(42,)``: 1 where the face is wild; `wild_faces` int64 ``(w,)``: these faces;
    `dead_faces`: faces of no use in any hand. `stand_in`, `stands_for`: a face whose tiles count as another, or -1 and -1;
    `free`: 1 where each may also be itself. `copies` int64 ``(42,)``: tiles of each face in the
    wall, the indicator gone. `rows` int64 ``(shapes, COLUMNS)``. `needs_counts`, `featured`: 1 where some row asks for the counts
    themselves, for the features. `faces` int64 ``(masks, 34)``. `tables`: the standard shapes. `suit_features`,
    `honour_features`: see `mjstats.kernel.features`.
    """

    sets: int
    wild: Ints
    wild_faces: Ints
    dead_faces: Ints
    stand_in: int
    stands_for: int
    free: int
    copies: Ints
    rows: Ints
    needs_counts: int
    featured: int
    faces: Ints
    tables: ShapeTables
    suit_features: NDArray[np.uint32]
    honour_features: NDArray[np.uint32]


def standard_row(shape: int = 0, suits: int = 15, max_wilds: int = 99) -> list[int]:
    """A row for sets and a pair: `shape` counts the plan's shapes, `suits` are bits of the suits that may be used."""
    return [STANDARD, shape, suits, 0, 0, 0, 0, 5, max_wilds]


def pairs_row(number: int = 7, four_alike: bool = False, size: int = 14, max_wilds: int = 99) -> list[int]:
    """A row for `number` pairs and any further tiles up to `size`."""
    return [SEVEN_PAIRS, 0, 15, number, int(four_alike), 0, size, 0, max_wilds]


def orphans_row(max_wilds: int = 99) -> list[int]:
    """A row for thirteen orphans."""
    return [ORPHANS, 0, 15, 0, 0, 0, 14, 0, max_wilds]


def any_of_row(faces: int, size: int = 14, max_wilds: int = 99) -> list[int]:
    """A row for a hand whose every tile is in face mask `faces`; laid melds must be in it too: the caller sees to that."""
    return [ANY_OF, 0, 15, 0, 0, faces, size, 5, max_wilds]


def unrelated_row(max_wilds: int = 99) -> list[int]:
    """A row for fourteen different tiles, those of a suit at least three apart."""
    return [UNRELATED, 0, 15, 0, 0, 0, 14, 0, max_wilds]


def knitted_honours_row(max_wilds: int = 99) -> list[int]:
    """A row for fourteen different tiles out of the honours and 147, 258, 369 in three suits."""
    return [KNITTED_HONOURS, 0, 15, 0, 0, 0, 14, 0, max_wilds]


def knitted_straight_row(shape: int = 0, max_wilds: int = 99) -> list[int]:
    """A row for 147, 258, 369 in three suits, one set and a pair; one meld may be laid."""
    return [KNITTED_STRAIGHT, shape, 15, 0, 0, 0, 14, 1, max_wilds]


def build_plan(
    rows: Sequence[Sequence[int]] | None = None,
    *,
    shapes: Sequence[Shape] | None = None,
    wild: Sequence[int] = (),
    dead: Sequence[int] = (),
    stand_in: int = -1,
    stands_for: int = -1,
    free: bool = False,
    copies: Ints | None = None,
    faces: Ints | None = None,
) -> ShapePlan:
    """Put a plan together.

    Parameters
    ----------
    rows
        What the functions above return, in any order; default: the first shape alone.
    shapes
        Standard shapes that rows refer to by their number; default: four sets and a pair. All of one size and one convention of
        the fifth copy.
    wild
        Wild faces, 0 to 41.
    dead
        Faces, 0 to 33, whose tiles are of no use whatever the shape.
    stand_in, stands_for, free
        Tiles of the first face count as the second, with `free` as the second or as themselves; -1 and -1 where nothing stands
        in.
    copies
        Tiles of each face in the wall ``(42,)``; default: four of each but no flowers.
    faces
        Masks ``(n, 34)`` that rows refer to by their number.

    Raises
    ------
    ValueError
        Stand-ins that would make more than four of a face.

    Examples
    --------
    >>> plan = build_plan([standard_row(), pairs_row(), orphans_row()])
    >>> plan.rows.shape, plan.sets
    ((3, 9), 4)
    """
    shapes = [build_shape()] if shapes is None else shapes
    mask = np.zeros(42, dtype=np.int64)
    mask[list(wild)] = 1
    # A stand-in that is itself wild stands in no more (the indicator showed its face).
    standing = stand_in >= 0 and not mask[stand_in]
    features = build_features()
    table = np.array([standard_row()] if rows is None else rows, dtype=np.int64).reshape(-1, COLUMNS)
    # The shapes that are sums over suit indices; pairs with further tiles beside them ask for the number of tiles.
    indexed = np.isin(table[:, KIND], (STANDARD, SEVEN_PAIRS, ORPHANS))
    indexed &= (table[:, KIND] != SEVEN_PAIRS) | (table[:, SIZE] <= 2 * table[:, NUMBER])
    wall = np.concatenate([np.full(34, 4), np.zeros(8)]) if copies is None else copies
    if standing and not mask[stands_for] and wall[stands_for] + wall[stand_in] > 4:
        raise ValueError(f"stand_in: face {stand_in} stands for face {stands_for}, of which the wall then holds more than four")
    return ShapePlan(
        sets=shapes[0].sets,
        wild=mask,
        wild_faces=np.flatnonzero(mask),
        dead_faces=np.array([face for face in sorted(dead) if not mask[face]], dtype=np.int64),
        stand_in=stand_in if standing else -1,
        stands_for=stands_for if standing else -1,
        free=int(standing and free),
        copies=np.ascontiguousarray(wall, dtype=np.int64),
        rows=table,
        needs_counts=int(not indexed.all()),
        featured=int(np.isin(table[:, KIND], (SEVEN_PAIRS, ORPHANS)).any()),
        faces=np.zeros((1, 34), dtype=np.int64) if faces is None else np.ascontiguousarray(faces, dtype=np.int64),
        tables=pool_shapes(shapes),
        suit_features=features.suit,
        honour_features=features.honours,
    )


@small_leaf
def take_in(plan: ShapePlan, counts: Counts, natural: Counts) -> int:
    """Read a hand ``(34,)`` or ``(42,)``: fill `natural` ``(34,)``, return its wild tiles. Other flowers do not count."""
    wilds = 0
    for face in range(34):
        natural[face] = counts[face]
    for place in range(len(plan.wild_faces)):
        face = plan.wild_faces[place]
        if face < len(counts):
            wilds += int(counts[face])
        if face < 34:
            natural[face] = 0
    for place in range(len(plan.dead_faces)):
        natural[plan.dead_faces[place]] = 0
    if plan.stand_in >= 0:
        natural[plan.stands_for] += natural[plan.stand_in]
        natural[plan.stand_in] = 0
    return wilds


@open_leaf
def suit_index(counts: Counts, suit: int) -> int:
    """Index of a suit's counts in its class table: suit 0 to 2, or 3 for the honours."""
    first = 9 * suit
    index = 0
    if suit != 3:
        index = 5 * int(counts[first + 8]) + int(counts[first + 7])
    for rank in range(6, -1, -1):
        index = 5 * index + int(counts[first + rank])
    return index


@small_leaf
def standard_missing(tables: ShapeTables, shape: int, im: int, ip: int, is_: int, iz: int, sets_needed: int) -> int:
    """Tiles missing for `sets_needed` sets and a pair, wild tiles not used."""
    mp = tables.merge_mp[shape, tables.suits[tables.suit_row[shape, 0], im], tables.suits[tables.suit_row[shape, 1], ip]]
    sz = tables.merge_sz[shape, tables.suits[tables.suit_row[shape, 2], is_], tables.honours[tables.suit_row[shape, 3], iz]]
    return int(tables.missing[shape, sets_needed, mp, sz])


@open_leaf
def sets_missing(tables: ShapeTables, shape: int, im: int, ip: int, is_: int, iz: int, sets_needed: int) -> int:
    """Tiles missing for `sets_needed` sets without a pair. A lone wild tile waits for any tile where the others make this up."""
    mp = tables.merge_mp[shape, tables.suits[tables.suit_row[shape, 0], im], tables.suits[tables.suit_row[shape, 1], ip]]
    sz = tables.merge_sz[shape, tables.suits[tables.suit_row[shape, 2], is_], tables.honours[tables.suit_row[shape, 3], iz]]
    return int(tables.missing_sets[shape, sets_needed, mp, sz])


@small_leaf
def class_of(tables: ShapeTables, shape: int, suit: int, index: int, suits: int) -> int:
    """Class of a suit's index, or the class of a suit that must stay empty where the bits `suits` do not allow it."""
    if suits >> suit & 1 == 0:
        return int(tables.empty[shape, suit])
    if suit == 3:
        return int(tables.honours[tables.suit_row[shape, 3], index])
    return int(tables.suits[tables.suit_row[shape, suit], index])


@small_leaf
def masked_missing(tables: ShapeTables, shape: int, suits: int, im: int, ip: int, is_: int, iz: int, sets_needed: int) -> int:
    """As `standard_missing`, with tiles of the suits allowed by the bits `suits` only."""
    mp = tables.merge_mp[shape, class_of(tables, shape, 0, im, suits), class_of(tables, shape, 1, ip, suits)]
    sz = tables.merge_sz[shape, class_of(tables, shape, 2, is_, suits), class_of(tables, shape, 3, iz, suits)]
    return int(tables.missing[shape, sets_needed, mp, sz])


@small_leaf
def packed_features(plan: ShapePlan, im: int, ip: int, is_: int, iz: int) -> int:
    """Kinds, pairs and orphans of the whole hand in one number, see `mjstats.kernel.features`."""
    suits = int(plan.suit_features[im]) + int(plan.suit_features[ip]) + int(plan.suit_features[is_])
    return suits + int(plan.honour_features[iz])


@leaf
def knitted_straight_missing(
    tables: ShapeTables, shape: int, natural: Counts, im: int, ip: int, is_: int, iz: int, sets_needed: int
) -> int:
    """Tiles missing for the nine knitted tiles, `sets_needed` sets (0 or 1) and a pair."""
    best = OUT_OF_REACH
    for order in range(6):
        held, om, op, os = knitted_straight_held(natural, order)
        best = min(best, 9 - held + standard_missing(tables, shape, im - om, ip - op, is_ - os, iz, sets_needed))
    return best


@small_leaf
def row_distance(plan: ShapePlan, row: int, natural: Counts, im: int, ip: int, is_: int, iz: int, melds: int, wilds: int) -> int:
    """Distance to the shape of one row of the plan, `OUT_OF_REACH` where laid melds rule it out.

    From natural counts ``(34,)`` and the suit indices kept beside them.
    """
    rows = plan.rows
    if melds > rows[row, MAX_MELDS]:
        return OUT_OF_REACH
    kind, size = rows[row, KIND], rows[row, SIZE]
    if kind == STANDARD:
        missing = masked_missing(plan.tables, rows[row, SHAPE], rows[row, SUITS], im, ip, is_, iz, plan.sets - melds)
    elif kind == SEVEN_PAIRS:
        missing = pairs_missing(packed_features(plan, im, ip, is_, iz), rows[row, NUMBER], rows[row, FOUR_ALIKE])
        # The tiles beside the pairs may be anything, but they must be there.
        missing = max(missing, size - tiles_held(natural)) if size > 2 * rows[row, NUMBER] else missing
    elif kind == ORPHANS:
        missing = orphans_missing(packed_features(plan, im, ip, is_, iz))
    elif kind == ANY_OF:
        missing = faces_missing(natural, plan.faces, rows[row, FACES], size - 3 * melds)
    elif kind == UNRELATED:
        missing = unrelated_missing(natural)
    elif kind == KNITTED_HONOURS:
        missing = knitted_honours_missing(natural)
    else:
        missing = knitted_straight_missing(plan.tables, rows[row, SHAPE], natural, im, ip, is_, iz, 1 - melds)
    return int(max(missing - min(wilds, rows[row, MAX_WILDS]), 0) - 1)


@small_leaf
def add_to_indices(im: int, ip: int, is_: int, iz: int, face: int, tiles: int) -> tuple[int, int, int, int]:
    """The four suit indices after `tiles` tiles of a face have come (or gone, when negative)."""
    if face < 9:
        im += tiles * POW5[face]
    elif face < 18:
        ip += tiles * POW5[face - 9]
    elif face < 27:
        is_ += tiles * POW5[face - 18]
    else:
        iz += tiles * POW5[face - 27]
    return im, ip, is_, iz


@small_leaf
def indices_of(plan: ShapePlan, counts: Counts) -> tuple[int, int, int, int, int]:
    """The four suit indices of a hand and its number of wild tiles, without filling natural counts."""
    im, ip, is_, iz = suit_index(counts, 0), suit_index(counts, 1), suit_index(counts, 2), suit_index(counts, 3)
    wilds = 0
    for place in range(len(plan.wild_faces)):
        face = plan.wild_faces[place]
        if face < len(counts):
            wilds += int(counts[face])
            if face < 34:
                im, ip, is_, iz = add_to_indices(im, ip, is_, iz, face, -int(counts[face]))
    for place in range(len(plan.dead_faces)):
        face = plan.dead_faces[place]
        im, ip, is_, iz = add_to_indices(im, ip, is_, iz, face, -int(counts[face]))
    if plan.stand_in >= 0:
        im, ip, is_, iz = add_to_indices(im, ip, is_, iz, plan.stands_for, int(counts[plan.stand_in]))
        im, ip, is_, iz = add_to_indices(im, ip, is_, iz, plan.stand_in, -int(counts[plan.stand_in]))
    return im, ip, is_, iz, wilds


# Arrays of hands are worked through in blocks, one row of the plan after the other: what a row needs is then looked up once a
# block and not once a hand, which matters more than the look-ups in the tables. A block stays in the first-level cache.
BLOCK = 256


class Block(NamedTuple):
    """Room for `BLOCK` hands, or readings of hands where stand-ins may be two faces.

    Natural counts ``(BLOCK, 34)``, suit indices ``(BLOCK, 4)``, and ``(BLOCK,)`` each: how many places from this one on are
    readings of one hand, the melds laid, wild tiles, features, the distance, the distance of the rows that are asked for, and
    the faces that lower it, a bit each.
    """

    natural: Counts
    indices: Ints
    places: Ints
    melds: Ints
    wilds: Ints
    packed: Ints
    now: Ints
    reach: Ints
    faces: Ints


@kernel
def new_block(counts: Counts) -> Block:
    """A block for hands ``(n, 34)`` or ``(n, 42)`` of this type."""
    natural, room = np.zeros((BLOCK, 34), dtype=counts.dtype), np.zeros((7, BLOCK), dtype=np.int64)
    return Block(natural, np.zeros((BLOCK, 4), dtype=np.int64), room[0], room[1], room[2], room[3], room[4], room[5], room[6])


@small_leaf
def has_room(plan: ShapePlan, places: int) -> bool:
    """Whether one more hand fits into a block."""
    return places + (5 if plan.free != 0 else 1) <= BLOCK


@small_leaf
def put_in_block(plan: ShapePlan, block: Block, place: int, counts: Counts, melds: int) -> int:
    """Read a hand ``(34,)`` or ``(42,)`` into the block; how many places it takes."""
    natural, indices = block.natural[place], block.indices[place]
    block.wilds[place] = take_in(plan, counts, natural)
    block.melds[place] = melds
    indices[0], indices[1] = suit_index(natural, 0), suit_index(natural, 1)
    indices[2], indices[3] = suit_index(natural, 2), suit_index(natural, 3)
    block.places[place] = 1 if plan.free == 0 else _release_stand_ins(plan, block, place, int(counts[plan.stand_in]))
    return int(block.places[place])


@leaf
def _release_stand_ins(plan: ShapePlan, block: Block, place: int, stand_ins: int) -> int:
    """Behind a hand whose stand-ins all stand in, put the hands in which 1, 2, ... of them are themselves."""
    for own in range(1, stand_ins + 1):
        natural, indices = block.natural[place + own], block.indices[place + own]
        for face in range(34):
            natural[face] = block.natural[place, face]
        natural[plan.stands_for] -= own
        natural[plan.stand_in] += own
        indices[0], indices[1] = suit_index(natural, 0), suit_index(natural, 1)
        indices[2], indices[3] = suit_index(natural, 2), suit_index(natural, 3)
        block.wilds[place + own] = block.wilds[place]
        block.melds[place + own] = block.melds[place]
    return stand_ins + 1


@small_leaf
def nearest_reading(block: Block, place: int) -> int:
    """Distance of the hand that begins at a place, over all its readings."""
    now = block.now[place]
    for other in range(place + 1, place + block.places[place]):
        now = min(now, block.now[other])
    return int(now)


@kernel
def distances(plan: ShapePlan, counts: Counts, melds: Ints, out: Ints) -> None:
    """Distance of every row of `counts` ``(n, 34)`` or ``(n, 42)`` with `melds` ``(n,)`` laid, into `out` ``(n,)``."""
    _fill_distances(plan, counts, melds, new_block(counts), out)


@leaf
def _fill_distances(plan: ShapePlan, counts: Counts, melds: Ints, block: Block, out: Ints) -> None:
    bare = plan.needs_counts == 0 and plan.free == 0
    first = 0
    while first < len(counts):
        last, places = first, 0
        while last < len(counts) and has_room(plan, places):
            if bare:
                im, ip, is_, iz, block.wilds[places] = indices_of(plan, counts[last])
                indices = block.indices[places]
                indices[0], indices[1], indices[2], indices[3] = im, ip, is_, iz
                block.melds[places], block.places[places] = melds[last], 1
                places += 1
            else:
                places += put_in_block(plan, block, places, counts[last], melds[last])
            last += 1
        block_distances(plan, block, places)
        place = 0
        for hand in range(first, last):
            out[hand] = nearest_reading(block, place)
            place += block.places[place]
        first = last


@kernel
def distances_from_indices(plan: ShapePlan, indices: Ints, wilds: Ints, out: Ints) -> None:
    """Distance of every row of kept suit indices ``(n, 4)`` with `wilds` ``(n,)`` and no melds, for plans that need no counts."""
    room = np.zeros((2, BLOCK), dtype=np.int64)
    _fill_from_indices(plan, np.zeros((1, 34), dtype=np.int64), indices, wilds, room[0], room[1], out)


@leaf
def _fill_from_indices(
    plan: ShapePlan, natural: Counts, indices: Ints, wilds: Ints, melds: Ints, packed: Ints, out: Ints
) -> None:
    for first in range(0, len(indices), BLOCK):
        last = min(first + BLOCK, len(indices))
        own, held, now = indices[first:last], wilds[first:last], out[first:last]
        block_distances(plan, Block(natural, own, melds, melds, held, packed, now, packed, packed), last - first)


@leaf
def block_distances(plan: ShapePlan, block: Block, hands: int) -> None:
    """Fill `now` of the first `hands` of a block, and `packed` where some row of the plan asks for features."""
    rows = plan.rows
    for hand in range(hands):
        block.now[hand] = OUT_OF_REACH
    if plan.featured != 0:
        for hand in range(hands):
            im, ip, is_, iz = block.indices[hand, 0], block.indices[hand, 1], block.indices[hand, 2], block.indices[hand, 3]
            block.packed[hand] = packed_features(plan, im, ip, is_, iz)
    for row in range(len(rows)):
        kind, most = rows[row, KIND], rows[row, MAX_WILDS]
        if kind == STANDARD and rows[row, SUITS] == ALL_SUITS:
            _standard_block(plan.tables, rows[row, SHAPE], plan.sets, most, block, hands)
        elif kind == SEVEN_PAIRS and rows[row, SIZE] <= 2 * rows[row, NUMBER]:
            _pairs_block(rows[row, NUMBER], rows[row, FOUR_ALIKE], most, block, hands)
        elif kind == ORPHANS:
            _orphans_block(most, block, hands)
        else:
            for hand in range(hands):
                natural = block.natural[hand if plan.needs_counts != 0 else 0]
                im, ip, is_, iz = block.indices[hand, 0], block.indices[hand, 1], block.indices[hand, 2], block.indices[hand, 3]
                distance = row_distance(plan, row, natural, im, ip, is_, iz, block.melds[hand], block.wilds[hand])
                block.now[hand] = min(block.now[hand], distance)


@leaf
def _standard_block(tables: ShapeTables, shape: int, sets: int, most: int, block: Block, hands: int) -> None:
    m, p, s, z = tables.suit_row[shape, 0], tables.suit_row[shape, 1], tables.suit_row[shape, 2], tables.suit_row[shape, 3]
    indices, melds, wilds, now = block.indices, block.melds, block.wilds, block.now
    for hand in range(hands):
        mp = tables.merge_mp[shape, tables.suits[m, indices[hand, 0]], tables.suits[p, indices[hand, 1]]]
        sz = tables.merge_sz[shape, tables.suits[s, indices[hand, 2]], tables.honours[z, indices[hand, 3]]]
        missing = int(tables.missing[shape, sets - melds[hand], mp, sz])
        now[hand] = min(now[hand], max(missing - min(wilds[hand], most), 0) - 1)


@leaf
def _pairs_block(pairs: int, four_alike: int, most: int, block: Block, hands: int) -> None:
    packed, melds, wilds, now = block.packed, block.melds, block.wilds, block.now
    for hand in range(hands):
        distance = max(pairs_missing(packed[hand], pairs, four_alike) - min(wilds[hand], most), 0) - 1
        now[hand] = min(now[hand], distance if melds[hand] == 0 else OUT_OF_REACH)


@leaf
def _orphans_block(most: int, block: Block, hands: int) -> None:
    packed, melds, wilds, now = block.packed, block.melds, block.wilds, block.now
    for hand in range(hands):
        distance = max(orphans_missing(packed[hand]) - min(wilds[hand], most), 0) - 1
        now[hand] = min(now[hand], distance if melds[hand] == 0 else OUT_OF_REACH)
