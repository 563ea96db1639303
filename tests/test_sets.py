"""Tiles and jokers read as sets and a pair, beside a plain search that tries every item at the lowest tile, in the same order."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import mjstats
from mjstats.kernel.page import (
    CHOW,
    EXTRA_SET,
    F_NOT_FOR,
    N_PLAIN,
    NO_INDICATOR,
    PAIR,
    PLAIN_HONOR,
    PUNG,
    SHAPE_STANDARD,
    Ints,
    Setup,
)
from mjstats.kernel.readings import READ_FIRST, READ_ITEMS, ROOM_NATURAL, new_readings
from mjstats.kernel.sets import new_options, read_sets

Item = tuple[int, int, int]  #: kind, lowest face or row of the extra set, jokers as a reading says them


def ways(setup: Setup, tiles: tuple[int, ...], face: int) -> Iterator[tuple[Item, list[int], int]]:
    """Every item of the lowest tile: what it is, the tiles left, the jokers it takes."""
    barred = setup.faces[F_NOT_FOR, NO_INDICATOR]

    def without(taken: dict[int, int]) -> list[int]:
        return [n - taken.get(at, 0) for at, n in enumerate(tiles)]

    for kind, size in ((PAIR, 2), (PUNG, 3)):
        for own in range(1, size + 1):
            if own <= tiles[face] and (own == size or not barred[face]):
                yield (kind, face, size - own), without({face: own}), size - own
    runs = [(CHOW, face - at, [face - at, face - at + 1, face - at + 2], at) for at in range(3)]
    runs = [run for run in runs if face < PLAIN_HONOR and 0 <= run[1] % 9 <= 6 and run[1] // 9 == face // 9]
    for number, faces in enumerate(setup.extra_sets.tolist()):
        runs += [(EXTRA_SET, number, faces, at) for at in range(3) if faces[at] == face]
    for kind, shown, faces, at in runs:
        for mask in range(8):
            own_faces = [one for place, one in enumerate(faces) if not mask >> place & 1]
            if mask >> at & 1 or mask & ((1 << at) - 1) != (1 << at) - 1 or any(tiles[one] == 0 for one in own_faces):
                continue
            if not any(barred[one] for place, one in enumerate(faces) if mask >> place & 1):
                yield (kind, shown, mask), without(dict.fromkeys(own_faces, 1)), mask.bit_count()


def search(
    setup: Setup, tiles: tuple[int, ...], sets: int, pair: int, jokers: int, last: tuple[int, int] | None
) -> list[list[Item]]:
    """All readings, each as its items; an item that begins where the last one did comes no earlier in the order."""
    if not any(tiles):
        barred = setup.faces[F_NOT_FOR, NO_INDICATOR]
        tried = [face for face in setup.joker_faces.tolist() if face >= 0 and not barred[face]]
        rest = [[(PUNG, face, 3)] * sets + [(PAIR, face, 2)] * pair for face in tried]
        return [[]] if sets + pair == 0 else rest
    face = next(at for at, n in enumerate(tiles) if n)
    found: list[list[Item]] = []
    order = {item: at for at, (item, _, _) in enumerate(ways(setup, tuple([4] * N_PLAIN), face))}
    for item, left, used in ways(setup, tiles, face):
        is_pair = int(item[0] == PAIR)
        if used > jokers or (pair if is_pair else sets) == 0 or (last is not None and last[0] == face and order[item] < last[1]):
            continue
        rest = search(setup, tuple(left), sets - 1 + is_pair, pair - is_pair, jokers - used, (face, order[item]))
        found += [[item, *others] for others in rest]
    return found


def dealt(rng: random.Random, sets: int, jokers: int) -> list[int]:
    """Tiles of a hand that is often complete: sets and a pair near each other, some of them taken for jokers."""
    tiles: list[int] = []
    suits = rng.sample(range(4), rng.randint(1, 2))
    for _ in range(sets):
        suit = rng.choice(suits)
        if suit < 3 and rng.random() < 0.6:
            first = 9 * suit + rng.randint(0, 6)
            tiles += [first, first + 1, first + 2]
        else:
            tiles += [9 * suit + rng.randint(0, 6)] * 3
    tiles += [9 * rng.choice(suits) + rng.randint(0, 6)] * 2
    return rng.sample(tiles, len(tiles) - jokers)


@pytest.mark.parametrize("id_", ["hangzhou", "nanchang", "riichi"])
def test_sets_are_found_as_by_a_plain_search(id_: str) -> None:
    setup = mjstats.load(id_).packed.setup
    readings = new_readings(new_options(len(setup.extra_sets)))
    rng = random.Random(7)
    complete = 0
    for trial in range(400):
        sets, jokers = rng.randint(0, 4), rng.choice([0, 0, 1, 2, 3, 4])
        tiles = dealt(rng, sets, min(jokers, 3 * sets + 2))
        if trial % 5 == 0:  # a tile that may not fit
            tiles[0:1] = [rng.randrange(N_PLAIN)] if tiles else []
        counts: Ints = np.bincount(tiles, minlength=N_PLAIN) if tiles else np.zeros(N_PLAIN, np.int64)
        readings.room[ROOM_NATURAL, :N_PLAIN] = counts
        jokers = 3 * sets + 2 - len(tiles)
        n = read_sets(setup, NO_INDICATOR, readings, 0, SHAPE_STANDARD, 0, sets, 1, jokers, jokers)
        expected = search(setup, tuple(counts.tolist()), sets, 1, jokers, None)
        found = []
        for row in readings.rows[:n].tolist():
            items = row[READ_FIRST : READ_FIRST + 3 * row[READ_ITEMS]]
            found.append(list(zip(items[::3], items[1::3], items[2::3], strict=True)))
        assert found == expected, (id_, sets, jokers, tiles)
        complete += n > 0
    assert complete > 200
