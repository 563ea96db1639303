"""Which tiles bring a hand closer: waits of a ready hand, acceptance of any hand, acceptance after each discard.

All of it comes from one list: the distance after each face has been drawn (`draws`). It is made row by row of the plan from the
merged classes of the suits that stay as they are, three look-ups a face.
"""

from __future__ import annotations

import numpy as np

from mjstats.kernel.classes import Counts, Ints, ShapeTables
from mjstats.kernel.distance import (
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
    ShapePlan,
    class_of,
    hand_distance,
    packed_features,
    plan_distance,
    row_distance,
    suit_index,
    take_in,
)
from mjstats.kernel.features import orphans_missing, pairs_missing
from mjstats.kernel.jit import kernel, leaf, small_leaf


@small_leaf
def draws(plan: ShapePlan, natural: Counts, im: int, ip: int, is_: int, iz: int, melds: int, wilds: int, out: Ints) -> int:
    """Distance of a hand, and into `out` ``(34,)`` the distance after drawing each face as a natural tile."""
    now = OUT_OF_REACH + 1
    for row in range(len(plan.rows)):
        distance = row_distance(plan, row, natural, im, ip, is_, iz, melds, wilds)
        if distance < now:
            # What farther rows have filled in cannot matter: a tile lowers a distance by one at most.
            now = distance
            for face in range(34):
                out[face] = now
        if distance > now or now == OUT_OF_REACH:
            continue
        kind = plan.rows[row, KIND]
        if kind == STANDARD:
            _standard_draws(plan, row, natural, im, ip, is_, iz, melds, wilds, out)
        elif (kind == SEVEN_PAIRS and plan.rows[row, SIZE] == 2 * plan.rows[row, NUMBER]) or kind == ORPHANS:
            _featured_draws(plan, row, natural, im, ip, is_, iz, wilds, out)
        else:
            _other_draws(plan, row, natural, im, ip, is_, iz, melds, wilds, out)
    return now


@small_leaf
def _standard_draws(
    plan: ShapePlan, row: int, natural: Counts, im: int, ip: int, is_: int, iz: int, melds: int, wilds: int, out: Ints
) -> None:
    tables = plan.tables
    shape, suits = plan.rows[row, SHAPE], plan.rows[row, SUITS]
    # Missing tiles turn into a distance by taking this off; the least is -1.
    off = min(wilds, plan.rows[row, MAX_WILDS]) + 1
    needed = plan.sets - melds
    m, p = class_of(tables, shape, 0, im, suits), class_of(tables, shape, 1, ip, suits)
    s, z = class_of(tables, shape, 2, is_, suits), class_of(tables, shape, 3, iz, suits)
    mp = tables.merge_mp[shape, m, p]
    sz = tables.merge_sz[shape, s, z]
    if suits & 1 != 0:
        row_m = tables.suit_row[shape, 0]
        for rank in range(9):
            if natural[rank] < 4:
                merged = tables.merge_mp[shape, tables.suits[row_m, im + POW5[rank]], p]
                out[rank] = min(out[rank], max(int(tables.missing[shape, needed, merged, sz]) - off, -1))
    if suits & 2 != 0:
        row_p = tables.suit_row[shape, 1]
        for rank in range(9):
            if natural[9 + rank] < 4:
                merged = tables.merge_mp[shape, m, tables.suits[row_p, ip + POW5[rank]]]
                out[9 + rank] = min(out[9 + rank], max(int(tables.missing[shape, needed, merged, sz]) - off, -1))
    if suits & 4 != 0:
        row_s = tables.suit_row[shape, 2]
        for rank in range(9):
            if natural[18 + rank] < 4:
                merged = tables.merge_sz[shape, tables.suits[row_s, is_ + POW5[rank]], z]
                out[18 + rank] = min(out[18 + rank], max(int(tables.missing[shape, needed, mp, merged]) - off, -1))
    if suits & 8 != 0:
        row_z = tables.suit_row[shape, 3]
        for rank in range(7):
            if natural[27 + rank] < 4:
                merged = tables.merge_sz[shape, s, tables.honours[row_z, iz + POW5[rank]]]
                out[27 + rank] = min(out[27 + rank], max(int(tables.missing[shape, needed, mp, merged]) - off, -1))
    if tables.fifth_copy != 0:
        for face in range(34):
            if natural[face] >= 4 and suits >> (face // 9) & 1 != 0:
                missing = _missing_after_fifth(tables, shape, suits, natural, im, ip, is_, iz, needed, face)
                out[face] = min(out[face], max(missing - off, -1))


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
def _featured_draws(
    plan: ShapePlan, row: int, natural: Counts, im: int, ip: int, is_: int, iz: int, wilds: int, out: Ints
) -> None:
    packed = packed_features(plan, im, ip, is_, iz)
    usable = min(wilds, plan.rows[row, MAX_WILDS])
    pairs, four_alike = plan.rows[row, NUMBER], plan.rows[row, FOUR_ALIKE]
    for face in range(34):
        after = packed
        if natural[face] < 4:
            suit = face // 9
            step = POW5[face - 9 * suit]
            if suit == 0:
                after += int(plan.suit_features[im + step]) - int(plan.suit_features[im])
            elif suit == 1:
                after += int(plan.suit_features[ip + step]) - int(plan.suit_features[ip])
            elif suit == 2:
                after += int(plan.suit_features[is_ + step]) - int(plan.suit_features[is_])
            else:
                after += int(plan.honour_features[iz + step]) - int(plan.honour_features[iz])
        missing = orphans_missing(after) if plan.rows[row, KIND] == ORPHANS else pairs_missing(after, pairs, four_alike)
        out[face] = min(out[face], max(missing - usable, 0) - 1)


@leaf
def _other_draws(
    plan: ShapePlan, row: int, natural: Counts, im: int, ip: int, is_: int, iz: int, melds: int, wilds: int, out: Ints
) -> None:
    now = row_distance(plan, row, natural, im, ip, is_, iz, melds, wilds)
    for face in range(34):
        after = now
        if natural[face] < 4:
            suit = face // 9
            step = POW5[face - 9 * suit]
            natural[face] += 1
            after = row_distance(
                plan,
                row,
                natural,
                im + step if suit == 0 else im,
                ip + step if suit == 1 else ip,
                is_ + step if suit == 2 else is_,
                iz + step if suit == 3 else iz,
                melds,
                wilds,
            )
            natural[face] -= 1
        out[face] = min(out[face], after)


@leaf
def _distance_apart(plan: ShapePlan, natural: Counts, im: int, ip: int, is_: int, iz: int, melds: int, wilds: int) -> int:
    """As `plan_distance`, not pasted in: pages with wild tiles only ask for it."""
    return plan_distance(plan, natural, im, ip, is_, iz, melds, wilds)


@small_leaf
def hand_draws(plan: ShapePlan, counts: Counts, melds: int, natural: Counts, by_face: Ints, out: Ints) -> int:
    """Distance of a hand, and into `out` (as long as `counts`) the distance after drawing each face as it is printed.

    `natural` and `by_face` ``(34,)`` are room to work in.
    """
    wilds = take_in(plan, counts, natural)
    im, ip, is_, iz = suit_index(natural, 0), suit_index(natural, 1), suit_index(natural, 2), suit_index(natural, 3)
    if len(plan.wild_faces) == 0 and plan.stand_in < 0 and len(out) == 34:
        return draws(plan, natural, im, ip, is_, iz, melds, wilds, out)
    now = draws(plan, natural, im, ip, is_, iz, melds, wilds, by_face)
    with_wild = now
    if len(plan.wild_faces) > 0:
        with_wild = _distance_apart(plan, natural, im, ip, is_, iz, melds, wilds + 1)
    for face in range(len(out)):
        if plan.wild[face] != 0:
            out[face] = with_wild
        elif face >= 34:
            out[face] = now
        elif face == plan.stand_in:
            out[face] = by_face[plan.stands_for]
        else:
            out[face] = by_face[face]
    return now


@kernel
def waits(plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, ready: Ints, left: Ints) -> None:
    """Waits of each hand ``(n, 34)`` or ``(n, 42)``: `ready` 1 where the face completes a ready hand, `left` its unseen copies.

    `seen` (shaped as `counts`): tiles the player sees outside the own concealed tiles. `ready`, `left` (shaped as `counts`) are
    filled.
    """
    natural, by_face = np.zeros(34, dtype=counts.dtype), np.zeros(34, dtype=np.int64)
    _fill_waits(plan, counts, melds, seen, natural, by_face, np.zeros(counts.shape[1], dtype=np.int64), ready, left)


@leaf
def _fill_waits(
    plan: ShapePlan,
    counts: Counts,
    melds: Ints,
    seen: Counts,
    natural: Counts,
    by_face: Ints,
    after: Ints,
    ready: Ints,
    left: Ints,
) -> None:
    for hand in range(len(counts)):
        for face in range(len(after)):
            ready[hand, face] = 0
            left[hand, face] = 0
        if hand_distance(plan, counts[hand], melds[hand], natural) != 0:
            continue
        hand_draws(plan, counts[hand], melds[hand], natural, by_face, after)
        for face in range(len(after)):
            if after[face] < 0:
                ready[hand, face] = 1
                left[hand, face] = max(plan.copies[face] - counts[hand, face] - seen[hand, face], 0)


@kernel
def acceptance(plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, now: Ints, left: Ints) -> None:
    """Acceptance: `now` ``(n,)`` the distance, `left` (shaped as `counts`) unseen copies of faces that lower it, else -1."""
    natural, by_face = np.zeros(34, dtype=counts.dtype), np.zeros(34, dtype=np.int64)
    _fill_acceptance(plan, counts, melds, seen, natural, by_face, np.zeros(counts.shape[1], dtype=np.int64), now, left)


@leaf
def _fill_acceptance(
    plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, natural: Counts, by_face: Ints, after: Ints, now: Ints, left: Ints
) -> None:
    for hand in range(len(counts)):
        now[hand] = hand_draws(plan, counts[hand], melds[hand], natural, by_face, after)
        for face in range(len(after)):
            unseen = max(plan.copies[face] - counts[hand, face] - seen[hand, face], 0)
            left[hand, face] = unseen if after[face] < now[hand] else -1


@kernel
def discards(plan: ShapePlan, counts: Counts, melds: Ints, seen: Counts, after_discard: Ints, accepted: Ints) -> None:
    """For hands that must discard: the distance after discarding each face and the unseen copies that then lower it.

    `after_discard`, `accepted` (shaped as `counts`) are filled; `OUT_OF_REACH` and 0 where the face is not held.
    """
    natural, by_face = np.zeros(34, dtype=counts.dtype), np.zeros(34, dtype=np.int64)
    after, hand = np.zeros(counts.shape[1], dtype=np.int64), np.zeros(counts.shape[1], dtype=counts.dtype)
    for row in range(len(counts)):
        hand[:] = counts[row]
        hand_discards(plan, hand, melds[row], seen[row], natural, by_face, after, after_discard[row], accepted[row])


@leaf
def hand_discards(
    plan: ShapePlan,
    hand: Counts,
    melds: int,
    seen: Counts,
    natural: Counts,
    by_face: Ints,
    after: Ints,
    after_discard: Ints,
    accepted: Ints,
) -> None:
    """As `discards` for one hand; `natural`, `by_face` ``(34,)`` and `after` (as long as `hand`) are room to work in."""
    for discard in range(len(hand)):
        after_discard[discard] = OUT_OF_REACH
        accepted[discard] = 0
        if hand[discard] == 0:
            continue
        hand[discard] -= 1
        now = hand_draws(plan, hand, melds, natural, by_face, after)
        after_discard[discard] = now
        # The tile discarded is one that the player has seen.
        hand[discard] += 1
        for face in range(len(hand)):
            if after[face] < now:
                accepted[discard] += max(plan.copies[face] - hand[face] - seen[face], 0)
