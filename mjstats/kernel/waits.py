"""Which tiles bring a hand closer: waits of a ready hand, acceptance of any hand, acceptance after each discard.

All of it comes from one number: the faces that lower the distance, a bit each (`block_helpful`). It is made row by row of the
plan from the merged classes of the suits that stay as they are, three look-ups a face.
"""

from __future__ import annotations

from mjstats.kernel.classes import Counts, Ints, ShapeTables
from mjstats.kernel.distance import (
    BLOCK,
    FOUR_ALIKE,
    KIND,
    MAX_WILDS,
    NUMBER,
    ORPHANS,
    OUT_OF_REACH,
    POW5,
    SEVEN_PAIRS,
    SHAPE,
    SIZE,
    STANDARD,
    SUITS,
    Block,
    ShapePlan,
    add_to_indices,
    block_distances,
    class_of,
    has_room,
    nearest_reading,
    new_block,
    put_in_block,
    row_distance,
)
from mjstats.kernel.features import one_more, orphan_pairs, orphans_missing, pairs_missing
from mjstats.kernel.jit import kernel, leaf, small_leaf

# Bit of a wild tile beside those of the natural faces.
ANY_WILD = 42
# No row misses so few tiles.
_NOWHERE = -99


@leaf
def block_helpful(plan: ShapePlan, block: Block, hands: int, farthest: int) -> None:
    """Fill `now` and `faces` of the first `hands` of a block: the faces that lower the distance when drawn as they are printed.

    A tile lowers a distance by one at most, so only the rows that are nearest count. Hands farther than `farthest` are left out.
    """
    block_distances(plan, block, hands)
    for hand in range(hands):
        block.faces[hand] = 0
        # No row is nearest to a hand that is complete or left out.
        block.reach[hand] = block.now[hand] if 0 <= block.now[hand] <= farthest else _NOWHERE
    for row in range(len(plan.rows)):
        kind, most = plan.rows[row, KIND], plan.rows[row, MAX_WILDS]
        if kind == STANDARD:
            _standard_helpful(plan, row, block, hands)
        elif kind == SEVEN_PAIRS and plan.rows[row, SIZE] <= 2 * plan.rows[row, NUMBER]:
            _pairs_helpful(plan.rows[row, NUMBER], plan.rows[row, FOUR_ALIKE], most, block, hands)
        elif kind == ORPHANS:
            _orphans_helpful(most, block, hands)
        else:
            for hand in range(hands):
                block.faces[hand] |= _helpful_to_others(plan, row, block, hand)
    for hand in range(hands):
        block.faces[hand] = _as_printed(plan, block.faces[hand])


@small_leaf
def _helpful_wild(most: int, block: Block, hand: int) -> int:
    """`ANY_WILD` where the nearest row may use one wild tile more."""
    return (1 if block.wilds[hand] < most else 0) << ANY_WILD


@small_leaf
def _nearest(missing: int, most: int, block: Block, hand: int) -> bool:
    """Whether a row that misses so many tiles is the nearest one."""
    return bool(missing - min(block.wilds[hand], most) - 1 == block.reach[hand])


@leaf
def _standard_helpful(plan: ShapePlan, row: int, block: Block, hands: int) -> None:
    tables = plan.tables
    shape, suits, most = plan.rows[row, SHAPE], plan.rows[row, SUITS], plan.rows[row, MAX_WILDS]
    row_m, row_p = tables.suit_row[shape, 0], tables.suit_row[shape, 1]
    row_s, row_z = tables.suit_row[shape, 2], tables.suit_row[shape, 3]
    for hand in range(hands):
        im, ip, is_, iz = block.indices[hand, 0], block.indices[hand, 1], block.indices[hand, 2], block.indices[hand, 3]
        needed = plan.sets - block.melds[hand]
        m, p = class_of(tables, shape, 0, im, suits), class_of(tables, shape, 1, ip, suits)
        s, z = class_of(tables, shape, 2, is_, suits), class_of(tables, shape, 3, iz, suits)
        mp = tables.merge_mp[shape, m, p]
        sz = tables.merge_sz[shape, s, z]
        now = int(tables.missing[shape, needed, mp, sz])
        if not _nearest(now, most, block, hand):
            continue
        natural = block.natural[hand]
        faces = _helpful_wild(most, block, hand)
        if suits & 1 != 0:
            for rank in range(9):
                if natural[rank] < 4:
                    merged = tables.merge_mp[shape, tables.suits[row_m, im + POW5[rank]], p]
                    faces |= (1 if tables.missing[shape, needed, merged, sz] < now else 0) << rank
        if suits & 2 != 0:
            for rank in range(9):
                if natural[9 + rank] < 4:
                    merged = tables.merge_mp[shape, m, tables.suits[row_p, ip + POW5[rank]]]
                    faces |= (1 if tables.missing[shape, needed, merged, sz] < now else 0) << (9 + rank)
        if suits & 4 != 0:
            for rank in range(9):
                if natural[18 + rank] < 4:
                    merged = tables.merge_sz[shape, tables.suits[row_s, is_ + POW5[rank]], z]
                    faces |= (1 if tables.missing[shape, needed, mp, merged] < now else 0) << (18 + rank)
        if suits & 8 != 0:
            for rank in range(7):
                if natural[27 + rank] < 4:
                    merged = tables.merge_sz[shape, s, tables.honours[row_z, iz + POW5[rank]]]
                    faces |= (1 if tables.missing[shape, needed, mp, merged] < now else 0) << (27 + rank)
        if tables.fifth_copy != 0:
            for face in range(34):
                if natural[face] >= 4 and suits >> (face // 9) & 1 != 0:
                    missing = _missing_after_fifth(tables, shape, suits, natural, im, ip, is_, iz, needed, face)
                    faces |= (1 if missing < now else 0) << face
        block.faces[hand] |= faces


@leaf
def _missing_after_fifth(
    tables: ShapeTables, shape: int, suits: int, natural: Counts, im: int, ip: int, is_: int, iz: int, needed: int, face: int
) -> int:
    """Tiles missing after drawing the fifth copy of a face (the tables know four): one set or the pair uses it, so try each."""
    suit = face // 9
    best = OUT_OF_REACH
    if tables.pair_ok[shape, face] != 0:
        best = _missing_less(tables, shape, suits, im, ip, is_, iz, needed, False, suit, POW5[face - 9 * suit])
    if needed == 0:
        return best
    for group in range(tables.groups.shape[1]):
        own = 0
        missing, removed = 0, 0
        for place in range(3):
            other = tables.groups[shape, group, place]
            if other == face:
                own += 1
            elif other >= 0 and natural[other] > 0:
                removed += POW5[other - 9 * suit] if other // 9 == suit else 0
            else:
                missing += 1
        if own > 0:
            # Five copies less `own`; the index holds four.
            removed += (own - 1) * POW5[face - 9 * suit]
            best = min(best, missing + _missing_less(tables, shape, suits, im, ip, is_, iz, needed - 1, True, suit, removed))
    return best


@leaf
def _missing_less(
    tables: ShapeTables,
    shape: int,
    suits: int,
    im: int,
    ip: int,
    is_: int,
    iz: int,
    needed: int,
    pair: bool,
    suit: int,
    removed: int,
) -> int:
    """Tiles missing after taking `removed` off the index of one suit."""
    m = class_of(tables, shape, 0, im - removed if suit == 0 else im, suits)
    p = class_of(tables, shape, 1, ip - removed if suit == 1 else ip, suits)
    s = class_of(tables, shape, 2, is_ - removed if suit == 2 else is_, suits)
    z = class_of(tables, shape, 3, iz - removed if suit == 3 else iz, suits)
    mp, sz = tables.merge_mp[shape, m, p], tables.merge_sz[shape, s, z]
    if pair:
        return int(tables.missing[shape, needed, mp, sz])
    return int(tables.missing_sets[shape, needed, mp, sz])


@leaf
def _pairs_helpful(pairs: int, four_alike: int, most: int, block: Block, hands: int) -> None:
    for hand in range(hands):
        packed = block.packed[hand]
        now = pairs_missing(packed, pairs, four_alike)
        if block.melds[hand] > 0 or not _nearest(now, most, block, hand):
            continue
        # What one more tile of a face does depends only on how many of it are there.
        by_count = 0
        for held in range(4):
            by_count |= (1 if pairs_missing(packed + one_more(held), pairs, four_alike) < now else 0) << held
        faces = _helpful_wild(most, block, hand)
        for face in range(34):
            faces |= (by_count >> int(block.natural[hand, face]) & 1) << face
        block.faces[hand] |= faces


@leaf
def _orphans_helpful(most: int, block: Block, hands: int) -> None:
    for hand in range(hands):
        packed = block.packed[hand]
        if block.melds[hand] > 0 or not _nearest(orphans_missing(packed), most, block, hand):
            continue
        # A face that is not there yet, or the second of one while no pair is.
        enough = 1 if orphan_pairs(packed) > 0 else 2
        faces = _helpful_wild(most, block, hand)
        for face in range(34):
            if face >= 27 or face % 9 == 0 or face % 9 == 8:
                faces |= (1 if block.natural[hand, face] < enough else 0) << face
        block.faces[hand] |= faces


@leaf
def _helpful_to_others(plan: ShapePlan, row: int, block: Block, hand: int) -> int:
    natural, melds, wilds = block.natural[hand], block.melds[hand], block.wilds[hand]
    im, ip, is_, iz = block.indices[hand, 0], block.indices[hand, 1], block.indices[hand, 2], block.indices[hand, 3]
    now = row_distance(plan, row, natural, im, ip, is_, iz, melds, wilds)
    if now != block.reach[hand]:
        return 0
    faces = _helpful_wild(plan.rows[row, MAX_WILDS], block, hand)
    for face in range(34):
        if natural[face] >= 4:
            continue
        jm, jp, js, jz = add_to_indices(im, ip, is_, iz, face, 1)
        natural[face] += 1
        after = row_distance(plan, row, natural, jm, jp, js, jz, melds, wilds)
        natural[face] -= 1
        faces |= (1 if after < now else 0) << face
    return faces


@small_leaf
def _as_printed(plan: ShapePlan, faces: int) -> int:
    """From natural faces and `ANY_WILD` to the faces as they are printed."""
    helps = faces >> ANY_WILD & 1
    if plan.stand_in >= 0:
        own = 1 << plan.stand_in
        faces = (faces if plan.free != 0 else faces & ~own) | (faces >> plan.stands_for & 1) << plan.stand_in
    for place in range(len(plan.dead_faces)):
        faces &= ~(1 << plan.dead_faces[place])
    for place in range(len(plan.wild_faces)):
        face = plan.wild_faces[place]
        faces = faces & ~(1 << face) | helps << face
    return faces


@kernel
def waits(plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, ready: Counts, left: Counts) -> None:
    """Waits of each hand ``(n, 34)`` or ``(n, 42)``: `ready` 1 where the face completes a ready hand, `left` its unseen copies.

    `seen` (shaped as `counts`): tiles the player sees outside the own concealed tiles. `ready`, `left` (shaped as `counts`) are
    filled; bytes are enough for them, and wider ones take longer to write than the answers take to find.
    """
    _fill_waits(plan, counts, melds, seen, new_block(counts), ready, left)


@leaf
def _fill_waits(plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, block: Block, ready: Counts, left: Counts) -> None:
    first = 0
    while first < len(counts):
        last, places = first, 0
        while last < len(counts) and has_room(plan, places):
            places += put_in_block(plan, block, places, counts[last], melds[last])
            last += 1
        block_helpful(plan, block, places, 0)
        place = 0
        for hand in range(first, last):
            now = nearest_reading(block, place)
            faces = helpful_faces(block, place, now) if now == 0 else 0
            place += block.places[place]
            for face in range(counts.shape[1]):
                waiting = faces >> face & 1
                ready[hand, face] = waiting
                left[hand, face] = waiting * max(plan.copies[face] - counts[hand, face] - seen[hand, face], 0)
        first = last


@small_leaf
def helpful_faces(block: Block, place: int, now: int) -> int:
    """Faces that bring the hand that begins at a place nearer than `now`, its distance: those of its nearest readings."""
    faces = 0
    for other in range(place, place + block.places[place]):
        if block.now[other] == now:
            faces |= block.faces[other]
    return faces


@kernel
def acceptance(plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, now: Ints, left: Counts) -> None:
    """Acceptance: `now` ``(n,)`` the distance, `left` (shaped as `counts`) unseen copies of faces that lower it, else -1."""
    _fill_acceptance(plan, counts, melds, seen, new_block(counts), now, left)


@leaf
def _fill_acceptance(plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, block: Block, now: Ints, left: Counts) -> None:
    first = 0
    while first < len(counts):
        last, places = first, 0
        while last < len(counts) and has_room(plan, places):
            places += put_in_block(plan, block, places, counts[last], melds[last])
            last += 1
        block_helpful(plan, block, places, OUT_OF_REACH)
        place = 0
        for hand in range(first, last):
            now[hand] = nearest_reading(block, place)
            faces = helpful_faces(block, place, now[hand])
            place += block.places[place]
            for face in range(counts.shape[1]):
                unseen = max(plan.copies[face] - counts[hand, face] - seen[hand, face], 0)
                left[hand, face] = unseen if faces >> face & 1 != 0 else -1
        first = last


@kernel
def discards(plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, after_discard: Ints, accepted: Ints) -> None:
    """For hands that must discard: the distance after discarding each face and the unseen copies that then lower it.

    `after_discard`, `accepted` (shaped as `counts`) are filled; `OUT_OF_REACH` and 0 where the face is not held.
    """
    _fill_discards(plan, counts.copy(), melds, seen, new_block(counts), after_discard, accepted)


@leaf
def _fill_discards(
    plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, block: Block, after_discard: Ints, accepted: Ints
) -> None:
    faces = counts.shape[1]
    most = faces * (5 if plan.free != 0 else 1)
    first = 0
    while first < len(counts):
        # As many hands as the block has room for, each once for every face that it holds.
        last, places = first, 0
        while last < len(counts) and places + most <= BLOCK:
            hand = counts[last]
            for face in range(faces):
                if hand[face] > 0:
                    hand[face] -= 1
                    places += put_in_block(plan, block, places, hand, melds[last])
                    hand[face] += 1
            last += 1
        block_helpful(plan, block, places, OUT_OF_REACH)
        place = 0
        for row in range(first, last):
            for discard in range(faces):
                after_discard[row, discard], accepted[row, discard] = OUT_OF_REACH, 0
                if counts[row, discard] > 0:
                    now = nearest_reading(block, place)
                    after_discard[row, discard] = now
                    accepted[row, discard] = _unseen(plan, counts[row], seen[row], helpful_faces(block, place, now))
                    place += block.places[place]
        first = last


@small_leaf
def _unseen(plan: ShapePlan, held: Counts, seen: Counts, faces: int) -> int:
    """Copies of some faces, a bit each, that a player does not see who holds `held`."""
    copies = 0
    for face in range(len(held)):
        copies += (faces >> face & 1) * max(plan.copies[face] - held[face] - seen[face], 0)
    return copies
