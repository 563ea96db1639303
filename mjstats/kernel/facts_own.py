"""Columns that a page has of its own: families over sets of faces, and sums over the table."""

from typing import Final

import numpy as np

from mjstats.kernel.columns import FAMILIES
from mjstats.kernel.items import (
    ITEM_CONCEALED,
    ITEM_FACE,
    ITEM_FACES,
    ITEM_KIND,
    ITEM_LAID,
    is_run,
    item_face,
)
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import (
    ADDED_KONG,
    CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    N_PLAIN,
    OWN_COLUMN,
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
    SETS_WILDS,
    WILD_FACES,
    Ints,
    Page,
)
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
    clear_few,
)
from mjstats.kernel.suits import count_bits
from mjstats.kernel.verdict import MET, MOVING, SHOWN, TWICE, Verdict

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
#: by kind of an item of like tiles and whether it is concealed: the family that counts it, those of all pungs and laid ones apart
COUNTED_IN = np.full((PAIR + 1, 2), PAIR_IN, np.int64)
COUNTED_IN[PUNG] = MELDED_PUNGS_IN, CONCEALED_PUNGS_IN
COUNTED_IN[CLAIMED_KONG] = CLAIMED_KONGS_IN
COUNTED_IN[ADDED_KONG] = ADDED_KONGS_IN
COUNTED_IN[CONCEALED_KONG] = CONCEALED_KONGS_IN
#: tiles of the lowest face, by kind of an item
SIZES = np.full(PAIR + 1, 4, np.int64)
SIZES[[CHOW, PUNG, PAIR]] = 1, 3, 2


@leaf
def own_wind(seats: Seats, seat: int) -> int:
    """The face of the wind of `seat`."""
    after = seat - seats.round[ROUND_EAST]
    return int(PLAIN_HONOR + after + (len(seats.n_melds) if after < 0 else 0))


@small_leaf
def _tell_moving(page: Page, seats: Seats, seat: int, moving: Ints) -> None:
    """Fill `moving`, by kind of set, with the faces of those that depend on the seat or on the deal, a bit each."""
    wind = 1 << own_wind(seats, seat)
    round_wind = 1 << int(seats.round[ROUND_WIND])
    wilds = 0
    for r in range(WILD_FACES, len(page.setup.stand)):
        face = page.setup.stand[r, seats.round[ROUND_SETUP]]
        wilds |= 1 << face if face >= 0 else 0
    moving[SETS_FIXED] = 0
    moving[SETS_SEAT_WIND] = wind
    moving[SETS_ROUND_WIND] = round_wind
    moving[SETS_OTHER_WINDS] = (15 << PLAIN_HONOR) & ~(wind | round_wind)
    moving[SETS_SEAT_FLOWERS] = (wind >> PLAIN_HONOR) * (17 << N_PLAIN)
    moving[SETS_WILDS] = wilds


@leaf
def lay_items(extra_sets: Ints, items: Ints, n: int, shown: Ints, laid: int, met: Ints) -> int:
    """Note the faces of `n` items, and add the tiles of the first `laid` to `shown` (42,), a kong as four.

    `met` is filled with the faces of the items that each family counts, see `mjstats.kernel.verdict.MET`. Returns the faces of
    the first `laid`, a bit each.
    """
    clear_few(met, 0, TWICE + 1)
    faces = 0
    pairs = 0
    pungs = 0
    exposed = 0
    twice = 0
    for i in range(n):
        kind = items[i, ITEM_KIND]
        face = items[i, ITEM_FACE]
        bits = 0
        if face >= 0 and kind > PAIR:
            for place in range(3):
                tile = item_face(extra_sets, kind, face, place)
                bits |= 1 << tile
                shown[tile] += 1 if i < laid else 0
        elif face >= 0:  # chows as all others: nobody could guess which it is
            run = 1 if kind == CHOW else 0
            like = (1 - run) << face
            bits = (1 | 6 * run) << face
            shown[face] += SIZES[kind] if i < laid else 0
            shown[face + 1] += run if i < laid else 0
            shown[face + 2] += run if i < laid else 0
            met[COUNTED_IN[kind, items[i, ITEM_CONCEALED]]] |= like
            twice |= like & (pairs if kind == PAIR else pungs)
            pairs |= like if kind == PAIR else 0
            pungs |= like if kind != PAIR else 0
            exposed |= like if items[i, ITEM_LAID] == 1 else 0
        items[i, ITEM_FACES] = bits
        faces |= bits if i < laid else 0
    met[PUNGS_IN] = pungs
    met[LAID_IN] = exposed
    met[TWICE] = 1 if twice != 0 else 0
    return faces


@small_leaf
def _each_in(faces: int, items: Ints, n: int) -> int:
    """1 when every item holds one of the faces."""
    for i in range(n):
        if items[i, ITEM_FACES] & faces == 0:
            return 0
    return 1 if n > 0 else 0


@leaf
def _items_in(family: int, faces: int, items: Ints, n: int) -> int:
    """How many items of like tiles a family counts that are of some faces, one by one."""
    found = 0
    for i in range(n):
        kind = items[i, ITEM_KIND]
        if items[i, ITEM_FACES] & faces == 0 or is_run(kind):
            continue
        counted = COUNTED_IN[kind, items[i, ITEM_CONCEALED]] == family
        found += 1 if counted or (family == PUNGS_IN and kind != PAIR) or (family == LAID_IN and items[i, ITEM_LAID] == 1) else 0
    return found


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
def own_facts(page: Page, seats: Seats, win: Ints, seat: int, n: int, held: int, v: Verdict) -> None:
    """Fill the families' members of `seat`, of one who did not win those that are read of such.

    What the hand is made of are the first `n` of the verdict's items, see `lay_items`; its row SHOWN has the tiles, a kong as
    four, as what they stand for; `held` are the faces of hand and melds, a bit each.
    """
    won = seat == win[WIN_BY]
    facts = v.people[seat]
    shown = v.tiles[SHOWN]
    met = v.faces[MET]
    moving = v.faces[MOVING]
    _tell_moving(page, seats, seat, moving)
    for f in range(page.own_sums):
        fact = page.own_facts[f]
        kind = fact[OWN_KIND]
        if not (won or fact[OWN_OF_ALL] == 1):
            continue
        faces = fact[OWN_FACES] | moving[fact[OWN_SET]]
        if PAIR_IN <= kind <= LAID_IN:
            value = count_bits(met[kind] & faces) if met[TWICE] == 0 else _items_in(kind, faces, v.items, n)
        elif kind == ALL_IN:
            value = 1 if held & ~faces == 0 and held > 0 else 0
        elif kind == TILES_IN:
            value = _number_in(held & faces, shown)
        elif kind == KINDS_IN:
            value = count_bits(held & faces)
        elif kind == EACH_IN:
            value = _each_in(faces, v.items, n)
        elif kind == FLOWERS_IN:
            value = _flowers_in(seats.marks[seat, MARK_FLOWER_BITS], faces)
        elif kind == DISCARDS_IN:
            value = _number_in(faces, seats.discards[seat])
        else:  # WON_IN
            value = faces >> win[WIN_TILE] & 1 if win[WIN_TILE] >= 0 else 0
        facts[fact[OWN_COLUMN]] = value


@leaf
def sum_facts(page: Page, people: Ints, players: int) -> None:
    """Fill the sums over the table in the facts of every seat, the first rows of `people`."""
    for f in range(page.own_sums, len(page.own_facts)):
        fact = page.own_facts[f]
        column = fact[OWN_SUMMED]
        total = 0
        for seat in range(players):
            total += people[seat, column]
        for seat in range(players):
            people[seat, fact[OWN_COLUMN]] = total - (people[seat, column] if fact[OWN_KIND] == OWN_OTHERS else 0)
