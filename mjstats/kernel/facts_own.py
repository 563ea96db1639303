"""Columns that a page has of its own: families over sets of faces, and sums over the table."""

from typing import Final

from mjstats.kernel.columns import FAMILIES, N_FACTS
from mjstats.kernel.items import (
    ITEM_CONCEALED,
    ITEM_FACE,
    ITEM_FACES,
    ITEM_FAMILIES,
    ITEM_KIND,
    ITEM_LAID,
    is_run,
    item_face,
    item_size,
)
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import (
    ADDED_KONG,
    CLAIMED_KONG,
    N_PLAIN,
    OWN_FACES,
    OWN_KIND,
    OWN_OF_ALL,
    OWN_OTHERS,
    OWN_SET,
    OWN_SUMMED,
    PAIR,
    PLAIN_HONOR,
    PUNG,
    SETS_FIXED,
    SETS_OTHER_WINDS,
    SETS_ROUND_WIND,
    SETS_SEAT_FLOWERS,
    SETS_SEAT_WIND,
    WILD_FACES,
    Ints,
    Page,
)
from mjstats.kernel.readings import count_bits
from mjstats.kernel.state import (
    FLOWER_HONORS,
    HONOR_BITS,
    MARK_FLOWER_BITS,
    ROUND_EAST,
    ROUND_SETUP,
    ROUND_WIND,
    WIN_BY,
    WIN_TILE,
    Seats,
)

_FAMILY = {name: place for place, name in enumerate(FAMILIES)}
ALL_IN: Final[int] = _FAMILY["all-in"]
TILES_IN: Final[int] = _FAMILY["tiles-in"]
KINDS_IN: Final[int] = _FAMILY["kinds-in"]
EACH_IN: Final[int] = _FAMILY["each-in"]
PAIR_IN: Final[int] = _FAMILY["pair-in"]
PUNGS_IN: Final[int] = _FAMILY["pungs-in"]
MELDED_PUNGS_IN: Final[int] = _FAMILY["melded-pungs-in"]
CONCEALED_PUNGS_IN: Final[int] = _FAMILY["concealed-pungs-in"]
CLAIMED_KONGS_IN: Final[int] = _FAMILY["claimed-kongs-in"]
ADDED_KONGS_IN: Final[int] = _FAMILY["added-kongs-in"]
CONCEALED_KONGS_IN: Final[int] = _FAMILY["concealed-kongs-in"]
LAID_IN: Final[int] = _FAMILY["laid-in"]
FLOWERS_IN: Final[int] = _FAMILY["flowers-in"]
DISCARDS_IN: Final[int] = _FAMILY["discards-in"]
WON_IN: Final[int] = _FAMILY["won-in"]


@leaf
def own_wind(seats: Seats, seat: int) -> int:
    """The face of the wind of `seat`."""
    after = seat - seats.round[ROUND_EAST]
    return int(PLAIN_HONOR + after + (len(seats.n_melds) if after < 0 else 0))


@small_leaf
def _faces_of(page: Page, seats: Seats, seat: int, fact: Ints) -> int:
    """The faces of the set that a family's member is asked of, a bit each."""
    of = fact[OWN_SET]
    if of == SETS_FIXED:
        return int(fact[OWN_FACES])
    wind = own_wind(seats, seat)
    if of == SETS_SEAT_WIND:
        return 1 << wind
    if of == SETS_ROUND_WIND:
        return 1 << int(seats.round[ROUND_WIND])
    if of == SETS_OTHER_WINDS:
        return (15 << PLAIN_HONOR) & ~(1 << wind | 1 << int(seats.round[ROUND_WIND]))
    if of == SETS_SEAT_FLOWERS:
        return 17 << (N_PLAIN + wind - PLAIN_HONOR)
    faces = 0
    for r in range(WILD_FACES, len(page.setup.stand)):
        face = page.setup.stand[r, seats.round[ROUND_SETUP]]
        faces |= 1 << face if face >= 0 else 0
    return faces


@small_leaf
def _families_of(kind: int, concealed: int, laid: int) -> int:
    """A bit for each family that counts an item of like tiles."""
    if kind == PAIR:
        return 1 << PAIR_IN
    families = 1 << PUNGS_IN | laid << LAID_IN
    if kind == PUNG:
        return families | 1 << (CONCEALED_PUNGS_IN if concealed == 1 else MELDED_PUNGS_IN)
    if kind == CLAIMED_KONG:
        return families | 1 << CLAIMED_KONGS_IN
    return families | 1 << (ADDED_KONGS_IN if kind == ADDED_KONG else CONCEALED_KONGS_IN)


@leaf
def lay_items(extra_sets: Ints, items: Ints, n: int, shown: Ints, laid: int) -> int:
    """Note the faces and families of `n` items, and add the tiles of the first `laid` to `shown` (42,), a kong as four.

    Returns the faces of these, a bit each.
    """
    faces = 0
    for i in range(n):
        kind = items[i, ITEM_KIND]
        face = items[i, ITEM_FACE]
        bits = 0
        families = 0
        if face >= 0 and is_run(kind):
            for place in range(3):
                tile = item_face(extra_sets, kind, face, place)
                bits |= 1 << tile
                shown[tile] += 1 if i < laid else 0
        elif face >= 0:
            bits = 1 << face
            families = _families_of(kind, items[i, ITEM_CONCEALED], items[i, ITEM_LAID])
            shown[face] += item_size(kind) if i < laid else 0
        items[i, ITEM_FACES] = bits
        items[i, ITEM_FAMILIES] = families
        faces |= bits if i < laid else 0
    return faces


@small_leaf
def _each_in(faces: int, items: Ints, n: int) -> int:
    """1 when every item holds one of the faces."""
    for i in range(n):
        if items[i, ITEM_FACES] & faces == 0:
            return 0
    return 1 if n > 0 else 0


@small_leaf
def _items_in(family: int, faces: int, items: Ints, n: int) -> int:
    """How many items of a family there are of some faces."""
    found = 0
    for i in range(n):
        found += items[i, ITEM_FAMILIES] >> family & (1 if items[i, ITEM_FACES] & faces != 0 else 0)
    return found


@small_leaf
def _families_met(items: Ints, n: int) -> int:
    """A bit for each family that counts one of the items."""
    families = 0
    for i in range(n):
        families |= items[i, ITEM_FAMILIES]
    return families


@small_leaf
def _number_in(faces: int, counts: Ints) -> int:
    """How many of `counts` (42,) are of some faces."""
    found = 0
    while faces != 0:
        below = faces & (faces - 1)
        found += counts[count_bits((faces ^ below) - 1)]
        faces = below
    return found


@small_leaf
def _flowers_in(bits: int, faces: int) -> int:
    """Exposed flowers (`bits`, see MARK_FLOWER_BITS) of some faces that no complete set of four takes."""
    wanted = faces >> N_PLAIN
    found = 0
    for honor in range(7 if bits >> FLOWER_HONORS != 0 else 0):
        number = bits >> FLOWER_HONORS + HONOR_BITS * honor & 7
        found += number if number < 4 and faces >> PLAIN_HONOR + honor & 1 == 1 else 0
    for flower in range(8):
        four = 15 << (flower // 4 * 4)
        if bits >> flower & 1 == 1 and bits & four != four and wanted >> flower & 1 == 1:
            found += 1
    return found


@leaf
def own_facts(page: Page, seats: Seats, win: Ints, seat: int, items: Ints, n: int, held: int, shown: Ints, facts: Ints) -> None:
    """Fill the families' members of `seat`, of one who did not win those that are read of such.

    Parameters
    ----------
    items, n
        what the hand is made of, see `lay_items`.
    held, shown
        the faces of hand and melds, a bit each; (42,) the tiles, a kong as four, as what they stand for.
    """
    first = N_FACTS + len(page.stages)
    won = seat == win[WIN_BY]
    families = _families_met(items, n)
    for f in range(len(page.own_facts)):
        kind = page.own_facts[f, OWN_KIND]
        if kind >= OWN_OTHERS or not (won or page.own_facts[f, OWN_OF_ALL] == 1):
            continue
        if PAIR_IN <= kind <= LAID_IN and families >> kind & 1 == 0:
            facts[first + f] = 0
            continue
        faces = _faces_of(page, seats, seat, page.own_facts[f])
        if kind == ALL_IN:
            value = 1 if held & ~faces == 0 and held > 0 else 0
        elif kind == TILES_IN:
            value = _number_in(held & faces, shown)
        elif kind == KINDS_IN:
            value = count_bits(held & faces)
        elif kind == EACH_IN:
            value = _each_in(faces, items, n)
        elif kind <= LAID_IN:
            value = _items_in(kind, faces, items, n)
        elif kind == FLOWERS_IN:
            value = _flowers_in(seats.marks[seat, MARK_FLOWER_BITS], faces)
        elif kind == DISCARDS_IN:
            value = _number_in(faces, seats.discards[seat])
        else:  # WON_IN
            value = faces >> win[WIN_TILE] & 1 if win[WIN_TILE] >= 0 else 0
        facts[first + f] = value


@leaf
def sum_facts(page: Page, people: Ints, players: int) -> None:
    """Fill the sums over the table in the facts of every seat, the first rows of `people`."""
    first = N_FACTS + len(page.stages)
    for f in range(len(page.own_facts)):
        kind = page.own_facts[f, OWN_KIND]
        if kind < OWN_OTHERS:
            continue
        column = page.own_facts[f, OWN_SUMMED]
        total = 0
        for seat in range(players):
            total += people[seat, column]
        for seat in range(players):
            people[seat, first + f] = total - (people[seat, column] if kind == OWN_OTHERS else 0)
