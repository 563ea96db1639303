"""Facts of the win and of every seat: what is true before the winner's hand is read."""

from mjstats.kernel.columns import (
    AFTER_KONG,
    CLAIMED_MELDS,
    COLLECTED,
    CONCEALED_KONGS,
    DEALER,
    DISCARD_WIN,
    DISCARDER,
    FIRST_TURN,
    FLOWER_REPLACEMENT,
    FLOWERS,
    FROM_DEALER,
    HONOR_DISCARDS,
    KONG_REPLACEMENT,
    KONG_TILES,
    KONG_TILES_HELD,
    KONGS_IN_A_ROW,
    LAST_TILE,
    MELDED_KONGS,
    READY,
    ROBBED,
    ROBBED_KONG,
    SELF_DRAWN,
    STRAY_WILD_DISCARDS,
    STREAK,
    WASHOUTS,
    WILD_CHAIN,
    WILD_KONGS,
    WILDS_HELD,
    WINNING_TILE_WILD,
)
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import (
    ADDED_KONG,
    CLAIMED_KONG,
    CONCEALED_KONG,
    HOW_DISCARD,
    HOW_HAND,
    HOW_ROB_KONG,
    HOW_SELF_DRAW,
    N_FACES,
    Ints,
    Setup,
)
from mjstats.kernel.state import (
    MELD_KIND,
    ROUND_DEALER,
    ROUND_SETUP,
    ROUND_STREAK,
    ROUND_WASHOUTS,
    WIN_AFTER_KONG,
    WIN_BY,
    WIN_FIRST_TURN,
    WIN_FLOWER_REPLACEMENT,
    WIN_FROM,
    WIN_HOW,
    WIN_KONG_REPLACEMENT,
    WIN_KONGS,
    WIN_LAST_TILE,
    WIN_TILE,
    WIN_WILD_CHAIN,
    Seats,
)


@leaf
def event_facts(setup: Setup, seats: Seats, win: Ints, facts: Ints) -> None:
    """Fill the event part of `facts`; the waits and `dealer-between` are filled by those who know them."""
    how = win[WIN_HOW]
    facts[SELF_DRAWN] = 1 if how == HOW_SELF_DRAW or how == HOW_HAND else 0
    facts[DISCARD_WIN] = 1 if how == HOW_DISCARD else 0
    facts[ROBBED_KONG] = 1 if how == HOW_ROB_KONG else 0
    facts[COLLECTED] = 1 if how == HOW_HAND else 0
    facts[KONG_REPLACEMENT] = win[WIN_KONG_REPLACEMENT]
    facts[FLOWER_REPLACEMENT] = win[WIN_FLOWER_REPLACEMENT]
    facts[KONGS_IN_A_ROW] = win[WIN_KONGS]
    facts[AFTER_KONG] = win[WIN_AFTER_KONG]
    facts[LAST_TILE] = win[WIN_LAST_TILE]
    facts[FIRST_TURN] = win[WIN_FIRST_TURN]
    facts[WILD_CHAIN] = win[WIN_WILD_CHAIN]
    facts[STREAK] = seats.round[ROUND_STREAK]
    facts[WASHOUTS] = seats.round[ROUND_WASHOUTS]
    source = win[WIN_FROM]
    facts[FROM_DEALER] = 1 if source >= 0 and source == seats.round[ROUND_DEALER] else 0
    tile = win[WIN_TILE]
    facts[WINNING_TILE_WILD] = setup.wild[seats.round[ROUND_SETUP], tile] if tile >= 0 else 0


@leaf
def person_facts(setup: Setup, seats: Seats, win: Ints, seat: int, facts: Ints) -> None:
    """Fill the person part of `facts` for `seat`."""
    row = seats.round[ROUND_SETUP]
    facts[DEALER] = 1 if seat == seats.round[ROUND_DEALER] else 0
    facts[DISCARDER] = 1 if win[WIN_HOW] == HOW_DISCARD and seat == win[WIN_FROM] else 0
    facts[ROBBED] = 1 if win[WIN_HOW] == HOW_ROB_KONG and seat == win[WIN_FROM] else 0
    concealed = 0
    melded = 0
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        if kind == CONCEALED_KONG:
            concealed += 1
        elif kind == CLAIMED_KONG or kind == ADDED_KONG:
            melded += 1
    facts[CLAIMED_MELDS] = seats.n_melds[seat] - concealed
    facts[CONCEALED_KONGS] = concealed
    facts[MELDED_KONGS] = melded
    wild_kongs = 0
    kong_tiles = 0
    wilds_held = 0
    kong_tiles_held = 0
    for face in range(N_FACES):
        held = seats.hand[seat, face]
        if seat == win[WIN_BY] and face == win[WIN_TILE]:
            held += 1
        if setup.wild[row, face] == 1:
            wild_kongs += seats.laid[seat, face]
            wilds_held += held
        else:
            kong_tiles += seats.laid[seat, face]
            if setup.kong_tile[row, face] == 1:
                kong_tiles_held += held
    facts[WILD_KONGS] = wild_kongs
    facts[KONG_TILES] = kong_tiles
    facts[WILDS_HELD] = wilds_held
    facts[KONG_TILES_HELD] = kong_tiles_held
    facts[FLOWERS] = seats.flowers[seat]
    chain = win[WIN_WILD_CHAIN] if seat == win[WIN_BY] else 0
    facts[STRAY_WILD_DISCARDS] = max(seats.wild_discards[seat] - chain, 0)
    facts[HONOR_DISCARDS] = seats.honor_discards[seat]
    facts[READY] = 1 if seats.ready[seat] == 1 else 0
