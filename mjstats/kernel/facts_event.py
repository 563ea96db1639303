"""Facts of the win and of every seat: what is true before the winner's hand is read."""

from typing import Final

from mjstats.kernel.columns import (
    ADDED_KONGS,
    ADDED_KONGS_BY_ROW,
    AFTER_KONG,
    BIRDS,
    CLAIMED_CHOWS,
    CLAIMED_CHOWS_OF_SUIT,
    CLAIMED_KONGS,
    CLAIMED_MELDS,
    CLAIMED_PUNGS,
    COLLECTED,
    CONCEALED_KONGS,
    CONCEALED_KONGS_BY_ROW,
    DEALER,
    DECLARED,
    DECLARED_DEALT,
    DECLARED_FIRST,
    DISCARD_WIN,
    DISCARDER,
    DISTANCE,
    DORA,
    DRAWN_HAND,
    EQUAL_WIND_DISCARDS,
    FIRST_TURN,
    FIRST_WINNER,
    FLOWER_REPLACEMENT,
    FLOWER_SETS,
    FLOWERS,
    FOURS_DISCARDED,
    FROM_DEALER,
    HONBA,
    HONOR_DISCARDS,
    KONG_MAKERS,
    KONG_REPLACEMENT,
    KONG_TILES,
    KONG_TILES_HELD,
    KONGS,
    KONGS_IN_A_ROW,
    LAST_TILE,
    MELDED_KONGS,
    ONE_SHOT,
    OPEN_SETS_OF_SUIT,
    READY,
    READY_BY_SHAPE,
    RED_FIVES,
    RESPONSIBLE,
    ROBBED,
    ROBBED_CONCEALED_KONG,
    ROBBED_KONG,
    SAME_DISCARDS_IN_A_ROW,
    SAME_FIRST_DISCARDS,
    SELF_DRAWN,
    STAKE_BOUGHT,
    STAKE_LAID,
    STAKE_RAISED,
    STRAY_WILD_DISCARDS,
    STREAK,
    TERMINAL_DISCARDS_ONLY,
    TILES_BEFORE,
    URA_DORA,
    WASHOUTS,
    WILD_CHAIN,
    WILD_DISCARDS,
    WILD_DISCARDS_IN_A_ROW,
    WILD_KONGS,
    WILD_POINTS,
    WILDS_HELD,
    WILDS_IN_ALL,
    WINNING_FACE_DISCARDED,
    WINNING_FACE_OPEN,
    WINNING_FACE_PUNGED,
    WINNING_TILE_WILD,
    WON,
    WON_ON_BOTH,
    WON_WITH_INDICATOR,
)
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import (
    ADDED_KONG,
    CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    EXTRA_SET,
    F_KONG_TILE,
    F_WILD,
    F_WORTH,
    HOW_DISCARD,
    HOW_HAND,
    HOW_INDICATOR,
    HOW_ROB_KONG,
    HOW_SELF_DRAW,
    N_FACES,
    N_PLAIN,
    PLAIN_HONOR,
    PUNG,
    READS_BEFORE,
    READS_DORA,
    READS_FOURS,
    READS_HELD,
    READS_KONG_HELD,
    READS_KONG_ROWS,
    READS_KONG_TILES,
    READS_MAKERS,
    READS_MELDS,
    READS_OPEN,
    READS_URA,
    READS_WILDS,
    READS_WORTH,
    Ints,
    Setup,
)
from mjstats.kernel.state import (
    DORA_TIMES,
    KONG_ROW_BITS,
    MARK_BIRDS,
    MARK_BOUGHT,
    MARK_DECLARED,
    MARK_DECLARED_DEALT,
    MARK_DECLARED_FIRST,
    MARK_DISTANCE,
    MARK_FLOWER_BITS,
    MARK_FLOWERS,
    MARK_HONOR_DISCARDS,
    MARK_KONG_ROWS,
    MARK_ONE_SHOT,
    MARK_PLAIN_DISCARDS,
    MARK_RAISED,
    MARK_READY,
    MARK_REDS,
    MARK_SAME_ROW,
    MARK_SHAPE_READY,
    MARK_STAKE,
    MARK_WILD_DISCARDS,
    MARK_WILD_ROWS,
    MELD_FACE,
    MELD_FROM,
    MELD_KIND,
    RIVER,
    ROUND_DEALER,
    ROUND_HONBA,
    ROUND_SAME_FIRST,
    ROUND_SETUP,
    ROUND_STREAK,
    ROUND_WASHOUTS,
    URA_TIMES,
    WIN_AFTER_KONG,
    WIN_BY,
    WIN_CONCEALED,
    WIN_FIRST_TURN,
    WIN_FLOWER_REPLACEMENT,
    WIN_FROM,
    WIN_HOW,
    WIN_KONG_REPLACEMENT,
    WIN_KONGS,
    WIN_LAST_TILE,
    WIN_LATER,
    WIN_ON_BOTH,
    WIN_RED,
    WIN_TILE,
    WIN_WILD_CHAIN,
    Seats,
    flower_sets,
    wilds_among,
)

ANYBODY: Final[int] = -2  #: in place of the seat that a meld was claimed from


@small_leaf
def event_facts(setup: Setup, seats: Seats, win: Ints, reads: int, facts: Ints) -> None:
    """Fill the event part of `facts`, what costs time only as far as the page `reads` it.

    The waits and `dealer-between` are filled by those who know them.
    """
    how = win[WIN_HOW]
    source = win[WIN_FROM]
    tile = win[WIN_TILE]
    facts[SELF_DRAWN] = 1 if how == HOW_SELF_DRAW or (how == HOW_HAND and source < 0) else 0
    facts[DISCARD_WIN] = 1 if how == HOW_DISCARD or (how == HOW_HAND and source >= 0) else 0
    facts[ROBBED_KONG] = 1 if how == HOW_ROB_KONG else 0
    facts[ROBBED_CONCEALED_KONG] = 1 if how == HOW_ROB_KONG and win[WIN_CONCEALED] == 1 else 0
    facts[COLLECTED] = 1 if how == HOW_HAND else 0
    facts[WON_WITH_INDICATOR] = 1 if how == HOW_INDICATOR else 0
    facts[KONG_REPLACEMENT] = 1 if win[WIN_KONG_REPLACEMENT] > 0 else 0
    facts[FLOWER_REPLACEMENT] = win[WIN_FLOWER_REPLACEMENT]
    facts[KONGS_IN_A_ROW] = win[WIN_KONGS]
    facts[AFTER_KONG] = win[WIN_AFTER_KONG]
    facts[LAST_TILE] = win[WIN_LAST_TILE]
    facts[FIRST_TURN] = win[WIN_FIRST_TURN]
    facts[WILD_CHAIN] = win[WIN_WILD_CHAIN]
    facts[FIRST_WINNER] = 1 - win[WIN_LATER]
    facts[WON_ON_BOTH] = win[WIN_ON_BOTH]
    facts[FROM_DEALER] = 1 if source >= 0 and source == seats.round[ROUND_DEALER] else 0
    facts[WINNING_TILE_WILD] = setup.faces[F_WILD, seats.round[ROUND_SETUP], tile] if tile >= 0 else 0
    round_facts(seats, reads, facts)
    if tile >= 0 and reads & READS_OPEN != 0:
        open_tiles = seats.table[RIVER, tile]
        discarded = 0
        punged = 0
        for seat in range(len(seats.n_melds)):
            discarded += seats.discards[seat, tile]
            for m in range(seats.n_melds[seat]):
                open_tiles += _open_in_meld(setup, seats.melds[seat, m], tile)
                punged |= 1 if seats.melds[seat, m, MELD_KIND] == PUNG and seats.melds[seat, m, MELD_FACE] == tile else 0
        facts[WINNING_FACE_OPEN] = open_tiles
        facts[WINNING_FACE_DISCARDED] = discarded
        facts[WINNING_FACE_PUNGED] = punged


@small_leaf
def round_facts(seats: Seats, reads: int, facts: Ints) -> None:
    """Fill what the hand as a whole tells, won or drawn."""
    facts[STREAK] = seats.round[ROUND_STREAK]
    facts[WASHOUTS] = seats.round[ROUND_WASHOUTS]
    facts[HONBA] = seats.round[ROUND_HONBA]
    facts[SAME_FIRST_DISCARDS] = seats.round[ROUND_SAME_FIRST]
    makers = 0
    for seat in range(len(seats.n_melds) if reads & READS_MAKERS != 0 else 0):
        for m in range(seats.n_melds[seat]):
            if CLAIMED_KONG <= seats.melds[seat, m, MELD_KIND] <= CONCEALED_KONG:
                makers += 1
                break
    facts[KONG_MAKERS] = makers


@small_leaf
def drawn_facts(seats: Seats, reads: int, facts: Ints) -> None:
    """Fill the event part of `facts` for a hand that nobody won."""
    round_facts(seats, reads, facts)
    facts[DRAWN_HAND] = 1
    for wind in range(PLAIN_HONOR, PLAIN_HONOR + 4):
        alike = 0
        for seat in range(len(seats.n_melds)):
            n = 0
            for face in range(N_FACES):
                n += seats.discards[seat, face]
            alike += 1 if n == 1 and seats.discards[seat, wind] == 1 and seats.n_melds[seat] == 0 else 0
        if alike == len(seats.n_melds):
            facts[EQUAL_WIND_DISCARDS] = 1


@leaf
def _open_in_meld(setup: Setup, meld: Ints, tile: int) -> int:
    """How many tiles of a face an exposed meld shows."""
    kind = meld[MELD_KIND]
    face = meld[MELD_FACE]
    if kind == CHOW:
        return 1 if face <= tile <= face + 2 else 0
    if kind == EXTRA_SET:
        shown = 0
        for place in range(3):
            shown += 1 if setup.extra_sets[face, place] == tile else 0
        return shown
    if kind == CONCEALED_KONG or face != tile:
        return 0
    return 3 if kind == PUNG else 4


@small_leaf
def _meld_facts(seats: Seats, seat: int, facts: Ints) -> None:
    """Melds by kind; the exposed sets by suit."""
    kinds = 0  # six bits for each kind
    by_suit = 0  # and for each suit
    chows = 0  # the same of chows
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        face = seats.melds[seat, m, MELD_FACE]
        kinds += 1 << 6 * kind
        if kind != CONCEALED_KONG and kind != EXTRA_SET and face < PLAIN_HONOR:
            by_suit += 1 << 6 * (face // 9)
            chows += (1 if kind == CHOW else 0) << 6 * (face // 9)
    concealed = kinds >> 6 * CONCEALED_KONG & 63
    claimed = kinds >> 6 * CLAIMED_KONG & 63
    added = kinds >> 6 * ADDED_KONG & 63
    facts[CONCEALED_KONGS] = concealed
    facts[CLAIMED_KONGS] = claimed
    facts[ADDED_KONGS] = added
    facts[CLAIMED_PUNGS] = kinds >> 6 * PUNG & 63
    facts[CLAIMED_CHOWS] = (kinds >> 6 * CHOW & 63) + (kinds >> 6 * EXTRA_SET)
    facts[MELDED_KONGS] = claimed + added
    facts[KONGS] = claimed + added + concealed
    facts[CLAIMED_MELDS] = seats.n_melds[seat] - concealed
    facts[OPEN_SETS_OF_SUIT] = max(by_suit & 63, by_suit >> 6 & 63, by_suit >> 12)
    facts[CLAIMED_CHOWS_OF_SUIT] = max(chows & 63, chows >> 6 & 63, chows >> 12)


@leaf
def kongs_by_row(seats: Seats, seat: int, kind: int, source: int) -> int:
    """The kongs of a kind of `seat`, each counted once and doubled for every kong before it in a row; `source`: whose tile."""
    total = 0
    for m in range(seats.n_melds[seat]):
        meld = seats.melds[seat, m]
        if meld[MELD_KIND] == kind and (source == ANYBODY or meld[MELD_FROM] == source):
            total += 1 << (seats.marks[seat, MARK_KONG_ROWS] >> KONG_ROW_BITS * m & (1 << KONG_ROW_BITS) - 1)
    return total


@leaf
def _worth_of(setup: Setup, seats: Seats, win: Ints, seat: int, worth: Ints) -> int:
    """The tiles in hand and melds of `seat`, each counted as often as `worth` (42,) says for its face."""
    found = worth[win[WIN_TILE]] if seat == win[WIN_BY] and win[WIN_TILE] >= 0 else 0
    for face in range(N_FACES):
        found += seats.hand[seat, face] * worth[face]
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        face = seats.melds[seat, m, MELD_FACE]
        for place in range(3):
            found += worth[setup.extra_sets[face, place] if kind == EXTRA_SET else face + (place if kind == CHOW else 0)]
        if CLAIMED_KONG <= kind <= CONCEALED_KONG:
            found += worth[face]
    return int(found)


@small_leaf
def _tile_facts(setup: Setup, seats: Seats, win: Ints, seat: int, reads: int, facts: Ints) -> None:
    """What the concealed tiles tell by what is printed on them."""
    row = seats.round[ROUND_SETUP]
    tile = win[WIN_TILE] if seat == win[WIN_BY] else -1
    wild = setup.faces[F_WILD, row]
    if reads & READS_HELD != 0:
        facts[WILDS_HELD] = wilds_among(setup, row, seats.hand[seat]) + (wild[tile] if tile >= 0 else 0)
    if reads & READS_WILDS != 0:
        facts[WILDS_IN_ALL] = _worth_of(setup, seats, win, seat, wild)
    if reads & READS_WORTH != 0:
        facts[WILD_POINTS] = _worth_of(setup, seats, win, seat, setup.faces[F_WORTH, row])
    if reads & READS_DORA != 0:
        facts[DORA] = _worth_of(setup, seats, win, seat, seats.table[DORA_TIMES])
    if reads & READS_URA != 0:
        facts[URA_DORA] = _worth_of(setup, seats, win, seat, seats.table[URA_TIMES])
    if reads & READS_BEFORE != 0:
        before = 0
        for face in range(N_FACES):
            before += seats.hand[seat, face]
        facts[TILES_BEFORE] = before
    if reads & READS_KONG_HELD != 0:
        held = 0
        for face in range(N_FACES):
            if setup.faces[F_KONG_TILE, row, face] == 1 and wild[face] == 0:
                held += seats.hand[seat, face] + (1 if face == tile else 0)
        facts[KONG_TILES_HELD] = held
    if reads & READS_KONG_TILES != 0:
        laid = 0
        for face in range(N_FACES):
            laid += seats.laid[seat, face]
        facts[WILD_KONGS] = wilds_among(setup, row, seats.laid[seat]) if laid > 0 else 0
        facts[KONG_TILES] = laid - facts[WILD_KONGS]


@small_leaf
def person_facts(setup: Setup, seats: Seats, win: Ints, seat: int, reads: int, facts: Ints) -> None:
    """Fill the person part of `facts` for `seat`, what costs time only as far as the page `reads` it of such a person.

    For a drawn hand nobody is the winner (-1).
    """
    marks = seats.marks[seat]
    source = win[WIN_FROM]
    facts[WON] = 1 if seat == win[WIN_BY] else 0
    facts[DEALER] = 1 if seat == seats.round[ROUND_DEALER] else 0
    facts[DISCARDER] = 1 if (win[WIN_HOW] == HOW_DISCARD or win[WIN_HOW] == HOW_HAND) and seat == source else 0
    facts[ROBBED] = 1 if win[WIN_HOW] == HOW_ROB_KONG and seat == source else 0
    facts[RESPONSIBLE] = 0
    if reads & READS_MELDS != 0:
        _meld_facts(seats, seat, facts)
    if reads & READS_KONG_ROWS != 0:
        facts[ADDED_KONGS_BY_ROW] = kongs_by_row(seats, seat, ADDED_KONG, ANYBODY)
        facts[CONCEALED_KONGS_BY_ROW] = kongs_by_row(seats, seat, CONCEALED_KONG, ANYBODY)
    _tile_facts(setup, seats, win, seat, reads, facts)
    facts[FLOWERS] = marks[MARK_FLOWERS]
    facts[FLOWER_SETS] = flower_sets(marks[MARK_FLOWER_BITS])
    chain = win[WIN_WILD_CHAIN] if seat == win[WIN_BY] else 0
    facts[WILD_DISCARDS] = marks[MARK_WILD_DISCARDS]
    facts[WILD_DISCARDS_IN_A_ROW] = marks[MARK_WILD_ROWS]
    facts[STRAY_WILD_DISCARDS] = max(marks[MARK_WILD_DISCARDS] - chain, 0)
    facts[HONOR_DISCARDS] = marks[MARK_HONOR_DISCARDS]
    facts[READY] = 1 if marks[MARK_READY] == 1 else 0
    facts[DISTANCE] = marks[MARK_DISTANCE]
    facts[READY_BY_SHAPE] = 1 if marks[MARK_SHAPE_READY] == 1 else 0
    facts[DECLARED] = marks[MARK_DECLARED]
    facts[DECLARED_FIRST] = marks[MARK_DECLARED_FIRST]
    facts[DECLARED_DEALT] = marks[MARK_DECLARED_DEALT]
    facts[STAKE_LAID] = marks[MARK_STAKE]
    facts[BIRDS] = marks[MARK_BIRDS]
    facts[STAKE_BOUGHT] = marks[MARK_BOUGHT]
    facts[STAKE_RAISED] = marks[MARK_RAISED]
    facts[ONE_SHOT] = marks[MARK_ONE_SHOT]
    facts[RED_FIVES] = marks[MARK_REDS] + (win[WIN_RED] if seat == win[WIN_BY] else 0)
    facts[TERMINAL_DISCARDS_ONLY] = marks[MARK_PLAIN_DISCARDS]
    facts[SAME_DISCARDS_IN_A_ROW] = marks[MARK_SAME_ROW]
    if reads & READS_FOURS != 0:
        fours = 0
        for face in range(N_PLAIN):
            fours += seats.discards[seat, face] >> 2
        facts[FOURS_DISCARDED] = fours
