"""Which item of a reading the winning tile completes: every place it can have, one after the other."""

from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.page import CHOW, EXTRA_SET, F_WILD, KNIT, PAIR, STANDS_FOR, STANDS_IN, Ints, Setup
from mjstats.kernel.readings import READ_FIRST, READ_ITEMS, READ_STAND_INS, READ_WON, READ_WON_AT


@leaf
def _is_at(setup: Setup, row: int, reading: Ints, i: int, at: int, tile: int) -> bool:
    """Whether the winning tile (printed face) can be the one at place `at` of item `i`."""
    kind = reading[READ_FIRST + 3 * i]
    face = reading[READ_FIRST + 3 * i + 1]
    jokers = reading[READ_FIRST + 3 * i + 2]
    run = kind == CHOW or kind == EXTRA_SET or kind == KNIT
    if run:
        is_joker = jokers >> at & 1 == 1
        shown = setup.extra_sets[face, at] if kind == EXTRA_SET else face + (3 * at if kind == KNIT else at)
        all_jokers = is_joker
    else:
        if at > 0:
            return False
        is_joker = jokers > 0
        shown = face
        all_jokers = jokers == (2 if kind == PAIR else 3)
    if setup.faces[F_WILD, row, tile] == 1 and is_joker:
        return True
    if all_jokers:
        return False
    if shown == tile:
        return bool(setup.stand[STANDS_IN, row] != tile or setup.stand_in_free == 1)
    stands = setup.stand_in_free == 0 or reading[READ_STAND_INS] > 0
    return bool(setup.stand[STANDS_IN, row] == tile and shown == setup.stand[STANDS_FOR, row] and stands)


@leaf
def _alike(reading: Ints, i: int, j: int) -> bool:
    for at in range(3):
        if reading[READ_FIRST + 3 * i + at] != reading[READ_FIRST + 3 * j + at]:
            return False
    return True


@open_leaf
def next_place(setup: Setup, row: int, reading: Ints, tile: int, code: int) -> int:
    """The first place from `code` (three to an item) that the winning tile can have, written into the reading; -1: none.

    Of like items only the first is tried.
    """
    while code < 3 * reading[READ_ITEMS]:
        i = code // 3
        at = code % 3
        if _is_at(setup, row, reading, i, at, tile):
            first = True
            for earlier in range(i):
                first = first and not _alike(reading, earlier, i)
            if first:
                reading[READ_WON] = i
                reading[READ_WON_AT] = at
                return code
        code += 1
    return -1
