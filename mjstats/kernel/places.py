"""Which item of a reading the winning tile completes: every place it can have, one after the other."""

from mjstats.kernel.items import is_run, item_face
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import CHOW, EXTRA_SET, F_WILD, KNIT, PAIR, STANDS_FOR, STANDS_IN, Ints, Setup
from mjstats.kernel.readings import READ_FIRST, READ_ITEMS, READ_OWN, READ_STAND_INS, READ_WON, READ_WON_AT


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
    is_wild = setup.faces[F_WILD, row, tile] == 1
    if is_wild and is_joker:
        return True
    if all_jokers:
        return False
    if shown == tile:
        if is_wild:  # it is what it shows only where a wild tile is used so: else a stand-in lies there
            return bool(reading[READ_OWN] >> tile & 1 == 1)
        return bool(setup.stand[STANDS_IN, row] != tile or setup.stand_in_free == 1)
    stands = setup.stand_in_free == 0 or reading[READ_STAND_INS] > 0
    return bool(setup.stand[STANDS_IN, row] == tile and shown == setup.stand[STANDS_FOR, row] and stands)


@small_leaf
def _place_in(setup: Setup, reading: Ints, i: int, tile: int) -> int:
    """The place in item `i` of a tile that is neither wild nor a stand-in, -1 when it has none."""
    kind = reading[READ_FIRST + 3 * i]
    face = reading[READ_FIRST + 3 * i + 1]
    jokers = reading[READ_FIRST + 3 * i + 2]
    if kind == CHOW:
        return tile - face if 0 <= tile - face < 3 and jokers >> tile - face & 1 == 0 else -1
    if is_run(kind):
        for at in range(3):
            if jokers >> at & 1 == 0 and item_face(setup.extra_sets, kind, face, at) == tile:
                return at
        return -1
    return 0 if face == tile and jokers < (2 if kind == PAIR else 3) else -1


@small_leaf
def _is_first(reading: Ints, i: int) -> bool:
    """Whether no item before item `i` is like it."""
    at = READ_FIRST + 3 * i
    for j in range(READ_FIRST, at, 3):
        if reading[j] == reading[at] and reading[j + 1] == reading[at + 1] and reading[j + 2] == reading[at + 2]:
            return False
    return True


@open_leaf
def next_place(setup: Setup, row: int, reading: Ints, tile: int, code: int) -> int:
    """The first place from `code` (three to an item) that the winning tile can have, written into the reading; -1: none.

    Of like items only the first is tried.
    """
    plain = setup.faces[F_WILD, row, tile] == 0 and setup.stand[STANDS_IN, row] != tile
    i = code // 3
    at = code % 3
    while i < reading[READ_ITEMS]:
        if plain:  # there is but one place in an item
            own = _place_in(setup, reading, i, tile)
            at = own if own >= at else 3
        else:
            while at < 3 and not _is_at(setup, row, reading, i, at, tile):
                at += 1
        if at < 3 and _is_first(reading, i):
            reading[READ_WON] = i
            reading[READ_WON_AT] = at
            return int(3 * i + at)
        i += 1
        at = 0
    return -1
