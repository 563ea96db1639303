"""Facts of one reading of the winner's hand."""

from typing import Final

import numpy as np

from mjstats.kernel.columns import (
    ALL_258,
    ALL_HONORS,
    ANY_OF,
    ANY_TILES,
    CHOWS,
    CLOSED_WAIT,
    CONCEALED_PUNGS,
    CONCEALED_TILE_HOGS,
    DOUBLE_PUNG_WAIT,
    EDGE_WAIT,
    EXTRA_SETS,
    FIRST_COMBINED,
    FIRST_PERSON,
    FIRST_READING,
    FOURS,
    FOURS_COMPLETED,
    JOKERS,
    KNITTED,
    KNITTED_STRAIGHT,
    MELDED_TILE_HOGS,
    ONE_SUIT,
    ORPHANS,
    PAIR_258,
    PAIR_WITH_WILD,
    PAIRS,
    PUNGS,
    SINGLE_WAIT,
    STAND_INS_USED,
    STANDARD,
    SUITS,
    TWO_SIDED_WAIT,
    UNRELATED,
    WILD_PAIR,
    WILD_PUNG,
    WINNING_TILE_HOG,
)
from mjstats.kernel.combinations import combination_facts, nine_gates_facts
from mjstats.kernel.facts_own import lay_items
from mjstats.kernel.items import ITEM_CONCEALED, ITEM_FACES, ITEM_KIND
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import (
    ADDED_KONG,
    CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    EXTRA_SET,
    F_WILD,
    KNIT,
    N_FACES,
    N_PLAIN,
    PAIR,
    PLAIN_HONOR,
    PUNG,
    READS_WILD_SETS,
    SHAPE_ANY_OF,
    SHAPE_ANY_TILES,
    SHAPE_DISCARDS,
    SHAPE_KNITTED,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_ORPHANS,
    SHAPE_PAIRS,
    SHAPE_STANDARD,
    SHAPE_UNRELATED,
    Ints,
    Page,
    Setup,
)
from mjstats.kernel.readings import (
    READ_FIRST,
    READ_ITEMS,
    READ_JOKERS,
    READ_KIND,
    READ_OWN,
    READ_PICK,
    READ_STAND_INS,
    READ_WON,
    READ_WON_AT,
    printed_wild,
)
from mjstats.kernel.state import clear_few, face_read
from mjstats.kernel.suits import count_bits

#: bits of a set of kinds of tiles: the three suits, then honours
HONORS_BIT: Final[int] = 8
#: the faces of the first suit; the 2, 5 and 8 of all suits
ONE_SUITS_FACES: Final[int] = 511
FACES_258: Final[int] = sum(1 << face for face in range(PLAIN_HONOR) if face % 3 == 1)
#: the fact that tells each kind of shape, -1 for that which none tells
KIND_FACTS = np.full(9, -1, np.int64)
KIND_FACTS[
    [
        SHAPE_STANDARD, SHAPE_PAIRS, SHAPE_ANY_OF, SHAPE_ORPHANS, SHAPE_UNRELATED, SHAPE_KNITTED, SHAPE_KNITTED_STRAIGHT,
        SHAPE_ANY_TILES,
    ]
] = [STANDARD, PAIRS, ANY_OF, ORPHANS, UNRELATED, KNITTED, KNITTED_STRAIGHT, ANY_TILES]  # fmt: skip


@small_leaf
def is_258(face: int) -> bool:
    """Whether the face is a 2, 5 or 8 of a suit."""
    return 0 <= face < PLAIN_HONOR and face % 3 == 1


@small_leaf
def pair_face(reading: Ints) -> int:
    """The face of the pair of a reading with sets, -1 when the reading has no single pair."""
    for i in range(reading[READ_ITEMS]):
        at = READ_FIRST + 3 * i
        if reading[at] == PAIR and reading[READ_KIND] != SHAPE_PAIRS:
            return int(reading[at + 1])
    return -1


@small_leaf
def pair_printed(setup: Setup, row: int, reading: Ints) -> int:
    """The printed face of a pair of jokers where the page asks it to be allowed too, else the face of the pair."""
    for i in range(reading[READ_ITEMS]):
        at = READ_FIRST + 3 * i
        if reading[at] == PAIR and reading[at + 2] == 2 and setup.wild_pair_printed == 1:
            return printed_wild(setup, row)
    return pair_face(reading)


@leaf
def show_tiles(
    setup: Setup, reading: Ints, natural: Ints, held_wild: Ints, items: Ints, n: int, melds: int, shown: Ints, met: Ints
) -> int:  # fmt: skip
    """Fill `shown` (42,) with the tiles of hand and melds as what they stand for, a kong as four; their faces, a bit each.

    In a reading without items jokers are left out, since they are whatever is wanted. `melds` of the `n` items are laid; `met`:
    see `lay_items`.
    """
    clear_few(shown, 0, N_FACES)
    if reading[READ_ITEMS] > 0:
        return int(lay_items(setup.extra_sets, items, n, shown, n, met))
    lay_items(setup.extra_sets, items, n, shown, melds, met)
    own_left = -reading[READ_JOKERS]
    for face in range(N_PLAIN):
        own_left += held_wild[face]
    faces = 0
    for face in range(N_PLAIN):
        shown[face] += natural[face]
        if reading[READ_KIND] == SHAPE_ANY_OF:
            shown[face] += 1 if own_left > 0 and held_wild[face] > 0 else 0
        elif reading[READ_OWN] >> face & 1 == 1:
            shown[face] += 1
        faces |= 1 << face if shown[face] > 0 else 0
    return faces


@small_leaf
def _set_facts(items: Ints, n: int, facts: Ints) -> None:
    """How many sets of each kind there are."""
    kinds = 0  # six bits for each kind; no guess at a branch goes wrong
    concealed = 0  # the same of concealed ones
    for i in range(n):
        kinds += 1 << 6 * items[i, ITEM_KIND]
        concealed += items[i, ITEM_CONCEALED] << 6 * items[i, ITEM_KIND]
    facts[CHOWS] = kinds >> 6 * CHOW & 63
    facts[PUNGS] = _pungs_among(kinds)
    facts[CONCEALED_PUNGS] = _pungs_among(concealed)
    facts[EXTRA_SETS] = kinds >> 6 * EXTRA_SET & 63


@small_leaf
def _pungs_among(kinds: int) -> int:
    """Pungs and kongs together, of six bits for each kind."""
    claimed = (kinds >> 6 * CLAIMED_KONG & 63) + (kinds >> 6 * ADDED_KONG & 63)
    return (kinds >> 6 * PUNG & 63) + claimed + (kinds >> 6 * CONCEALED_KONG & 63)


@small_leaf
def _suit_facts(faces: int, facts: Ints) -> None:
    """What suits hand and melds show (`faces`, a bit each)."""
    bits = 0
    for suit in range(3):
        bits |= 1 << suit if faces >> 9 * suit & ONE_SUITS_FACES != 0 else 0
    bits |= HONORS_BIT if faces >> PLAIN_HONOR != 0 else 0
    facts[ONE_SUIT] = 1 if bits == 1 or bits == 2 or bits == 4 else 0
    facts[ALL_HONORS] = 1 if bits == HONORS_BIT else 0
    facts[ALL_258] = 1 if faces & ~FACES_258 == 0 and faces != 0 and facts[CHOWS] == 0 else 0
    facts[SUITS] = count_bits(bits & 7)


@small_leaf
def _wait_facts(setup: Setup, row: int, reading: Ints, tile: int, facts: Ints) -> None:
    """What kind of wait the winning tile (printed) ended, by its place in the reading."""
    won = reading[READ_WON]
    if won < 0:
        return
    kind = reading[READ_FIRST + 3 * won]
    face = reading[READ_FIRST + 3 * won + 1]
    if kind == PAIR:
        facts[SINGLE_WAIT] = 1
        wilds = reading[READ_FIRST + 3 * won + 2]  # jokers; with them those that are used as themselves
        if face >= 0 and setup.faces[F_WILD, row, face] == 1:
            wilds = 2
        # a hand of pairs with a pair of jokers to spare: one may go to the winning tile, the other to its mate
        spare = reading[READ_KIND] == SHAPE_PAIRS and reading[READ_FIRST + 3 * reading[READ_ITEMS] - 2] < 0
        facts[PAIR_WITH_WILD] = 1 if spare or wilds > setup.faces[F_WILD, row, tile] else 0
    elif kind == PUNG:
        facts[DOUBLE_PUNG_WAIT] = 1
    elif reading[READ_WON_AT] == 1:
        facts[CLOSED_WAIT] = 1 if kind != KNIT else 0
    elif kind == CHOW and face % 9 == (0 if reading[READ_WON_AT] == 2 else 6):
        facts[EDGE_WAIT] = 1
    elif kind == CHOW:
        facts[TWO_SIDED_WAIT] = 1


@small_leaf
def _wild_set_facts(reading: Ints, facts: Ints) -> None:
    """What the reading makes of wild tiles alone; as the face they show they are read as jokers, too."""
    for i in range(reading[READ_ITEMS]):
        at = READ_FIRST + 3 * i
        if reading[at] == PAIR and reading[at + 2] == 2:
            facts[WILD_PAIR] = 1
        elif reading[at] == PUNG and reading[at + 2] == 3:
            facts[WILD_PUNG] += 1


@leaf
def hog_facts(items: Ints, melds: int, shown: Ints, tile: int, facts: Ints) -> None:
    """Fill what faces of which all four are used tell: the first `melds` items are laid, `tile` is the winning one as read."""
    laid = 0
    ponged = 0
    for i in range(melds):
        laid |= items[i, ITEM_FACES]
        ponged |= items[i, ITEM_FACES] if items[i, ITEM_KIND] == PUNG else 0
    fours = 0
    for face in range(N_PLAIN):
        fours |= 1 << face if shown[face] >= 4 else 0
    melded = fours & ponged
    held = fours & ~laid
    facts[MELDED_TILE_HOGS] = count_bits(melded)
    facts[CONCEALED_TILE_HOGS] = count_bits(held)
    facts[WINNING_TILE_HOG] = 0 if tile < 0 else (melded >> tile & 1) + 2 * (held >> tile & 1)


@leaf
def reading_facts(
    page: Page, row: int, moved: bool, reading: Ints, natural: Ints, tile: int, items: Ints, n: int, melds: int, faces: int,
    facts: Ints,
) -> None:  # fmt: skip
    """Fill the reading part of `facts`.

    Parameters
    ----------
    moved
        the reading was told last, with its pick: only the winning tile has another place in it, which nothing that stands
        together depends on.
    reading
        a row of `Readings.rows`.
    natural, tile
        (42,) concealed natural tiles of the complete hand; the winning tile as printed, -1 when there is none.
    items, n, melds
        what the hand is made of; `melds` of them are laid.
    faces
        see `show_tiles`.
    """
    setup = page.setup
    clear_few(facts, FIRST_READING, FIRST_COMBINED)
    if not moved:
        clear_few(facts, FIRST_COMBINED, FIRST_PERSON)
    kind = reading[READ_KIND]
    if kind == SHAPE_DISCARDS:
        return
    facts[KIND_FACTS[kind]] = 1
    _set_facts(items, n, facts)
    _suit_facts(faces, facts)
    facts[JOKERS] = reading[READ_JOKERS]
    facts[STAND_INS_USED] = reading[READ_STAND_INS]
    _wait_facts(setup, row, reading, tile, facts)
    if kind == SHAPE_ANY_TILES:
        return
    if page.reads_combinations == 1 and not moved:
        combination_facts(items, n, reading[READ_PICK], page.account_once, page.reads, facts)
        if melds == 0 and reading[READ_JOKERS] == 0 and facts[ONE_SUIT] == 1:
            nine_gates_facts(natural, tile if tile < 0 else face_read(setup, row, tile), facts)
    if kind == SHAPE_KNITTED:
        knits = 0
        for face in range(PLAIN_HONOR):
            knits += natural[face]
        facts[KNITTED_STRAIGHT] = 1 if knits == 9 else 0
    if page.reads & READS_WILD_SETS != 0 and kind != SHAPE_PAIRS:
        _wild_set_facts(reading, facts)
    if kind == SHAPE_STANDARD:
        facts[PAIR_258] = 1 if is_258(pair_face(reading)) and is_258(pair_printed(setup, row, reading)) else 0
    if kind == SHAPE_PAIRS:
        fours = 0
        for face in range(N_PLAIN):
            if natural[face] >= 4:
                fours += 1
        facts[FOURS] = fours
        facts[FOURS_COMPLETED] = 1 if tile >= 0 and tile < N_PLAIN and natural[face_read(setup, row, tile)] >= 4 else 0
