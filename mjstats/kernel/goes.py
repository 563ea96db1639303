"""What a go is made of: the win that is asked about, kongs, the discard and its consequences, claims, the next draw."""

from mjstats.kernel.board import (
    AFTER_KONG,
    BARE,
    CHAIN,
    CLAIMS,
    DISCARDS,
    EVENT_ADDED_KONG,
    EVENT_CHOW,
    EVENT_CLAIMED_KONG,
    EVENT_CONCEALED_KONG,
    EVENT_DISCARD,
    EVENT_PUNG,
    EVENT_SINGLE_KONG,
    FORFEIT,
    FORFEIT_WILD,
    FROZEN,
    GOES,
    IS_KONG_TILE,
    IS_WILD,
    KONG_ROW,
    LAST_ROUND,
    LATE_CHAIN,
    LATE_FROM,
    LATE_KONGS,
    LEFT,
    PASSED_WIN,
    PLAYERS,
    READ_AS,
    SINGLE_KONGS,
    THROWN,
    WILD_FREEZES,
    WILD_OWNER_CLAIMS,
    Board,
    note,
)
from mjstats.kernel.claims import (
    CLAIM_KONG,
    CLAIM_PUNG,
    CONCEALED,
    KONG_KIND,
    SINGLE,
    may_claim,
    meld_claim,
    meld_kong,
    show_claim,
    unmeld_claim,
)
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import HOW_DISCARD, HOW_SELF_DRAW, N_PLAIN
from mjstats.kernel.routes import Mind, Routes, bare_distance, lay_out, waits_for_any
from mjstats.kernel.state import (
    MELD_FACE,
    ROUND_DEALER,
    WIN_AFTER_KONG,
    WIN_BY,
    WIN_FIRST_TURN,
    WIN_FROM,
    WIN_HOW,
    WIN_KONG_REPLACEMENT,
    WIN_KONGS,
    WIN_LAST_TILE,
    WIN_LATE_CHAIN,
    WIN_LATE_FROM,
    WIN_LATE_KONGS,
    WIN_TILE,
    WIN_WILD_CHAIN,
)


@small_leaf
def bare_of(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """Distance of a hand by shape alone: 0 ready, -1 complete."""
    lay_out(routes, board, seat, mind)
    return int(bare_distance(mind))


@leaf
def tell_win(board: Board, seat: int, tile: int, how: int, source: int, replaced: int) -> None:
    """Fill the win that is asked about."""
    win = board.win
    own = board.own[seat]
    clock = board.clock
    win[:] = 0
    win[WIN_BY] = seat
    win[WIN_TILE] = tile
    win[WIN_HOW] = how
    win[WIN_FROM] = source
    win[WIN_LATE_FROM] = -1
    if clock[LAST_ROUND] == 1 or clock[LEFT] == 0:
        win[WIN_LAST_TILE] = 1
    if how == HOW_SELF_DRAW:
        win[WIN_KONG_REPLACEMENT] = replaced
        win[WIN_KONGS] = own[KONG_ROW]
        win[WIN_WILD_CHAIN] = own[CHAIN]
        win[WIN_LATE_FROM] = own[LATE_FROM]
        win[WIN_LATE_CHAIN] = own[LATE_CHAIN]
        win[WIN_LATE_KONGS] = own[LATE_KONGS]
        if own[GOES] == 1 and clock[CLAIMS] == 0 and replaced == 0:
            win[WIN_FIRST_TURN] = 1
    elif how == HOW_DISCARD:
        win[WIN_AFTER_KONG] = board.own[source, AFTER_KONG]
        if clock[THROWN] == 1 and clock[CLAIMS] == 0 and source == board.seats.round[ROUND_DEALER]:
            win[WIN_FIRST_TURN] = 1


@leaf
def may_win_on(routes: Routes, board: Board, seat: int, tile: int, mind: Mind) -> bool:
    """Whether another's tile completes the hand by shape, and nothing that play remembers keeps the seat from winning."""
    own = board.own[seat]
    if own[BARE] != 0 or own[FORFEIT] == 1 or board.passed[PASSED_WIN, seat, tile] == 1:
        return False
    hand = board.seats.hand[seat]
    hand[tile] += 1
    complete = bare_of(routes, board, seat, mind) == -1
    hand[tile] -= 1
    return bool(complete)


@leaf
def lay_kong(board: Board, seat: int, code: int) -> None:
    """Lay a kong for all to see; an added one may still be robbed."""
    face = code % KONG_KIND
    kind = code // KONG_KIND
    meld_kong(board, seat, code)
    if kind == SINGLE:
        board.own[seat, SINGLE_KONGS] += 1
        board.seen[face] += 1
        note(board, EVENT_SINGLE_KONG, seat, face, 0)
    elif kind == CONCEALED:
        board.seen[face] += 4
        note(board, EVENT_CONCEALED_KONG, seat, face, 0)
    else:
        board.seen[face] += 1
        note(board, EVENT_ADDED_KONG, seat, face, 0)


@leaf
def wild_in_hand(board: Board, seat: int) -> int:
    """A wild tile of the hand by printed face, -1 none."""
    for face in range(N_PLAIN):
        if board.marks[IS_WILD, face] == 1 and board.seats.hand[seat, face] > 0:
            return face
    return -1


@leaf
def put_discard(routes: Routes, board: Board, seat: int, face: int, mind: Mind) -> None:
    """Discard a tile and remember what follows from it: chains, freezes, runs of honours, the hand's new distance."""
    seats = board.seats
    own = board.own[seat]
    wild = board.marks[IS_WILD, face] == 1
    kong_tile = board.marks[IS_KONG_TILE, face] == 1
    seats.hand[seat, face] -= 1
    # What waits for any tile once a wild tile is gone was complete with it.
    chained = wild and not kong_tile and waits_for_any(routes, board, seat, mind)
    board.seen[face] += 1
    board.clock[THROWN] += 1
    if kong_tile:
        seats.laid[seat, face] += 1
    else:
        run = own[DISCARDS]
        if board.marks[READ_AS, face] >= 27 and seats.honor_discards[seat] == run:
            seats.honor_discards[seat] = run + 1
        board.discards[seat, run] = face
        own[DISCARDS] = run + 1
        if wild:
            seats.wild_discards[seat] += 1
            own[FROZEN] = board.terms[WILD_FREEZES]
            if not chained and board.terms[FORFEIT_WILD] == 1:
                own[FORFEIT] = 1
    if chained:
        own[CHAIN] += 1
    else:
        own[CHAIN] = 0
        own[KONG_ROW] = 0
        own[LATE_FROM] = -1
    own[BARE] = bare_of(routes, board, seat, mind)
    note(board, EVENT_DISCARD, seat, face, 1 if chained else 0)


@leaf
def honors_run_out(board: Board, seat: int) -> bool:
    """Whether all discards of `seat` so far are honours, and so many that the page lets them win."""
    own = board.own[seat]
    if own[FORFEIT] == 0 and board.seats.honor_discards[seat] == own[DISCARDS]:
        for length in board.runs:
            if own[DISCARDS] >= length:
                return True
    return False


@leaf
def owner_may(routes: Routes, board: Board, seat: int, source: int, face: int, claim: int, mind: Mind) -> bool:
    """Whether who waits in a wild chain may claim: a chow or pung must free a wild tile to discard for one more round.

    A kong may always be claimed, but one that breaks the wait is left alone.
    """
    if board.terms[WILD_OWNER_CLAIMS] == 0 or board.own[seat, CHAIN] == 0:
        return False
    if not may_claim(board, seat, source, face, claim):
        return False
    hand = board.seats.hand[seat]
    meld_claim(board, seat, source, face, claim)
    freed = wild_in_hand(board, seat) if claim != CLAIM_KONG else -1
    if freed >= 0:
        hand[freed] -= 1
    fits = (claim == CLAIM_KONG or freed >= 0) and waits_for_any(routes, board, seat, mind)
    if freed >= 0:
        hand[freed] += 1
    unmeld_claim(board, seat, face, claim)
    return bool(fits)


@leaf
def take_claim(board: Board, seat: int, source: int, face: int, claim: int) -> None:
    """Move the claimed discard into a meld of `seat`."""
    own = board.own[seat]
    if own[FROZEN] == 1 and own[LATE_FROM] < 0:
        own[LATE_FROM] = source
        own[LATE_CHAIN] = own[CHAIN]
        own[LATE_KONGS] = own[KONG_ROW]
    meld_claim(board, seat, source, face, claim)
    show_claim(board, seat, face, claim)
    if claim == CLAIM_KONG:
        note(board, EVENT_CLAIMED_KONG, seat, face, source)
    elif claim == CLAIM_PUNG:
        note(board, EVENT_PUNG, seat, face, source)
    else:
        at = board.seats.n_melds[seat] - 1
        note(board, EVENT_CHOW, seat, face, board.seats.melds[seat, at, MELD_FACE])


@leaf
def pass_turn(board: Board, before: int, after: int) -> None:
    """The turn goes from one seat to another: whoever's turn came or was skipped may again use what was passed."""
    players = board.terms[PLAYERS]
    seat = before
    while True:
        seat = (seat + 1) % players
        board.passed[:, seat, :] = 0
        if seat == after:
            break
    board.own[after, FROZEN] = 0
    board.own[after, AFTER_KONG] = 0
