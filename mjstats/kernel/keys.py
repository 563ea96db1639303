"""How far a hand is from winning as one number, so that hands can be compared.

Distances are compared by *keys*: two for each tile away, one for a hand that still has to claim a meld, one for each doubling
that is missing for the page's minimum. A claim that opens a hand for free and a kong that brings a doubling thus pay by
themselves; a doubling counts less than a tile, since kong tiles, and melds of the others, bring some on the way.
"""

from mjstats.kernel.board import IS_WILD, Board
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import CONCEALED_KONG, N_FACES, PUNG, Ints, Page
from mjstats.kernel.price import count_patterns, owed, reckon_stages
from mjstats.kernel.routes import (
    FAN_CLAIMED,
    FAN_CONCEALED,
    FAN_KONG_TILE,
    FAN_MELDED,
    FAN_WILD_KONG,
    FAR,
    HELD_WILD,
    KEY,
    LIMIT,
    MISSING,
    NEED,
    NO_ROUTE,
    PENALTY,
    Mind,
    Routes,
    lay_out,
)
from mjstats.kernel.state import MELD_KIND, Seats


@small_leaf
def key_of(routes: Routes, mind: Mind, r: int, missing: int, wilds: int, kong_tiles: int) -> int:
    """The key of route `r` for a hand between goes that misses so many tiles and holds so many wild and kong tiles."""
    if missing == NO_ROUTE:
        return FAR
    away = max(missing - min(wilds, routes.rows[r, LIMIT]) - 1, 0)
    key = 2 * away + mind.routes[r, PENALTY]
    # A ready hand that still holds a kong tile cannot win before it is gone.
    return int(key + 1 if away == 0 and kong_tiles > 0 else key)


@small_leaf
def best_key(routes: Routes, mind: Mind, wilds: int) -> int:
    """Fill the routes' keys for the hand laid out, and return the least; where it holds a tile too many, the best one will go."""
    best = FAR
    for r in range(len(routes.rows)):
        mind.routes[r, KEY] = key_of(routes, mind, r, mind.routes[r, MISSING], wilds, 0)
        best = min(best, mind.routes[r, KEY])
    return int(best)


@leaf
def doublings(routes: Routes, board: Board, seat: int, as_opened: int) -> int:
    """Doublings that the melds and laid tiles of `seat` bring by themselves."""
    seats = board.seats
    claimed = 0
    concealed = 0
    melded = 0
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        if kind == CONCEALED_KONG:
            concealed += 1
        else:
            claimed += 1
            if kind > PUNG:
                melded += 1
    wild = 0
    plain = 0
    for face in range(N_FACES):
        if board.marks[IS_WILD, face] == 1:
            wild += seats.laid[seat, face]
        else:
            plain += seats.laid[seat, face]
    total = fans_for(routes, FAN_CLAIMED, max(claimed, as_opened)) + fans_for(routes, FAN_CONCEALED, concealed)
    total += fans_for(routes, FAN_MELDED, melded) + fans_for(routes, FAN_KONG_TILE, plain)
    return int(total + fans_for(routes, FAN_WILD_KONG, wild))


@small_leaf
def fans_for(routes: Routes, fan: int, n: int) -> int:
    """Doublings for `n` of one kind."""
    return int(routes.fans[0, fan] * min(n, 1) + routes.fans[1, fan] * n)


@small_leaf
def is_opened(seats: Seats, seat: int) -> bool:
    """Whether `seat` has a meld with a claimed tile."""
    for m in range(seats.n_melds[seat]):
        if seats.melds[seat, m, MELD_KIND] != CONCEALED_KONG:
            return True
    return False


@leaf
def weigh_routes(routes: Routes, board: Board, seat: int, mind: Mind) -> None:
    """Fill the penalties: a hand that must still be opened, and doublings missing for the minimum (won on an own draw)."""
    closed = 1 if routes.opened == 1 and not is_opened(board.seats, seat) else 0
    worst = 0
    for r in range(len(routes.rows)):
        worst = max(worst, routes.rows[r, NEED])
    have = 0
    if worst > 0:
        least = FAR
        for other in range(len(board.own)):
            if other != seat:
                least = min(least, doublings(routes, board, other, 0))
        have = least + doublings(routes, board, seat, routes.opened)
        if mind.held[HELD_WILD] == 0:
            have += routes.no_wild
    for r in range(len(routes.rows)):
        mind.routes[r, PENALTY] = closed + max(routes.rows[r, NEED] - have, 0)


@leaf
def consider(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """Lay the hand out and weigh its routes; the best key."""
    lay_out(routes, board, seat, mind)
    weigh_routes(routes, board, seat, mind)
    return best_key(routes, mind, mind.held[HELD_WILD])


@open_leaf
def worth(page: Page, winner: Ints, payer: Ints, bits: Ints, ledger: Ints) -> int:
    """What a payer owes for a win with these facts, before limits; the rest is room to work in."""
    count_patterns(page.conditions, page.patterns, winner, bits, ledger)
    reckon_stages(page, winner, bits, ledger)
    payment = page.payment
    first, last, round_to = payment.prices, payment.prices_end, page.limits.round_to
    return int(owed(page.conditions, page.patterns, first, last, round_to, winner, payer, bits, ledger))
