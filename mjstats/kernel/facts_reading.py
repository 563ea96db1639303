"""Facts of one reading of the winner's hand."""

from mjstats.kernel.columns import (
    ALL_258,
    ALL_HONORS,
    ANY_OF,
    CHOWS,
    FIRST_PERSON,
    FIRST_READING,
    FOURS,
    JOKERS,
    ONE_SUIT,
    PAIR_258,
    PAIRS,
    PUNGS,
    STANDARD,
)
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import (
    CHOW,
    N_PLAIN,
    PUNG,
    SHAPE_ANY_OF,
    SHAPE_PAIRS,
    SHAPE_STANDARD,
    Ints,
    Setup,
)
from mjstats.kernel.readings import PAIR, READ_FIRST, READ_ITEMS, READ_JOKERS, READ_KIND, printed_wild

#: bits of a set of kinds of tiles: the three suits, then honours
HONORS_BIT = 8


@leaf
def is_258(face: int) -> bool:
    """Whether the face is a 2, 5 or 8 of a suit."""
    return 0 <= face < 27 and face % 3 == 1


@leaf
def suit_bit(face: int) -> int:
    """The bit of the face's suit; honours have one of their own."""
    return 1 << (face // 9)


@leaf
def pair_face(reading: Ints) -> int:
    """The face of the pair of a standard reading, -1 when the reading has no single pair."""
    for i in range(reading[READ_ITEMS]):
        at = READ_FIRST + 3 * i
        if reading[at] == PAIR and reading[READ_KIND] == SHAPE_STANDARD:
            return int(reading[at + 1])
    return -1


@leaf
def pair_printed(setup: Setup, row: int, reading: Ints) -> int:
    """The printed face of a pair of jokers where the page asks it to be allowed too, else the face of the pair."""
    for i in range(reading[READ_ITEMS]):
        at = READ_FIRST + 3 * i
        if reading[at] == PAIR and reading[at + 2] == 2 and setup.wild_pair_printed == 1:
            return printed_wild(setup, row)
    return pair_face(reading)


@leaf
def reading_facts(
    setup: Setup, row: int, reading: Ints, natural: Ints, held_wild: Ints, melds: Ints, n_melds: int, facts: Ints
) -> None:
    """Fill the reading part of `facts`.

    Parameters
    ----------
    reading
        a row of `Readings.rows`.
    natural, held_wild
        (34,) concealed natural tiles of the complete hand, and its wild tiles by printed face.
    melds, n_melds
        (MAX_MELDS, 3) the winner's melds.
    """
    facts[FIRST_READING:FIRST_PERSON] = 0
    kind = reading[READ_KIND]
    facts[STANDARD] = 1 if kind == SHAPE_STANDARD else 0
    facts[PAIRS] = 1 if kind == SHAPE_PAIRS else 0
    facts[ANY_OF] = 1 if kind == SHAPE_ANY_OF else 0
    if kind != SHAPE_STANDARD and kind != SHAPE_PAIRS and kind != SHAPE_ANY_OF:
        return
    suits = 0
    all_258 = True
    chows = 0
    pungs = 0
    for m in range(n_melds):
        face = melds[m, 1]
        suits |= suit_bit(face)
        if melds[m, 0] == CHOW:
            chows += 1
            all_258 = False
        else:
            pungs += 1
            all_258 = all_258 and is_258(face)
    for i in range(reading[READ_ITEMS]):
        at = READ_FIRST + 3 * i
        face = reading[at + 1]
        if face < 0:  # a pair of jokers that takes any face
            continue
        suits |= suit_bit(face)
        all_258 = all_258 and reading[at] != CHOW and is_258(face)
        if reading[at] == CHOW:
            chows += 1
        elif reading[at] == PUNG:
            pungs += 1
    jokers = reading[READ_JOKERS]
    if kind == SHAPE_ANY_OF:  # no items: the tiles themselves, jokers as whatever is wanted
        own_left = -jokers
        for face in range(N_PLAIN):
            own_left += held_wild[face]
        for face in range(N_PLAIN):
            if natural[face] > 0 or (own_left > 0 and held_wild[face] > 0):
                suits |= suit_bit(face)
                all_258 = all_258 and is_258(face)
    facts[CHOWS] = chows
    facts[PUNGS] = pungs
    facts[JOKERS] = jokers
    facts[ONE_SUIT] = 1 if suits == 1 or suits == 2 or suits == 4 else 0
    facts[ALL_HONORS] = 1 if suits == HONORS_BIT else 0
    facts[ALL_258] = 1 if all_258 else 0
    if kind == SHAPE_STANDARD:
        facts[PAIR_258] = 1 if is_258(pair_face(reading)) and is_258(pair_printed(setup, row, reading)) else 0
    if kind == SHAPE_PAIRS:
        fours = 0
        for face in range(N_PLAIN):
            if natural[face] >= 4:
                fours += 1
        facts[FOURS] = fours
