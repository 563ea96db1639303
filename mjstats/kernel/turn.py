"""The course of a hand as steps from phase to phase, which stop whenever a win has to be judged.

Judging takes the whole packed page, and handing that over to every function here would make each of them slow to compile and to
call. So `run` only ever works on the board; whoever drives it judges the win in `board.win` and calls again with the answer.
"""

from typing import Final

from mjstats.kernel.board import (
    AFTER_KONG,
    ASKED,
    CHAIN,
    CHOWS,
    DISCARDS,
    DRAWS,
    FORFEIT,
    FROZEN,
    IS_LEGAL,
    KONG,
    KONG_AFTER_CLAIM,
    KONG_ROW,
    LAST_DRAWS,
    LAST_ROUND,
    LEFT,
    PASS_PUNG,
    PASS_WIN,
    PASSED_PUNG,
    PASSED_WIN,
    PHASE,
    PLAYERS,
    REPLACED,
    ROB_ADDED,
    SEAT,
    TILE,
    Board,
)
from mjstats.kernel.claims import (
    ADDED,
    CLAIM_CHOW,
    CLAIM_KONG,
    CLAIM_NONE,
    CLAIM_PUNG,
    KONG_KIND,
    KONG_NONE,
    barred,
    claimable,
    kong_time,
    may_claim,
    meld_kong,
    unmeld_kong,
)
from mjstats.kernel.deal import draw, draw_replacement
from mjstats.kernel.goes import (
    bare_of,
    honors_run_out,
    lay_kong,
    may_win_on,
    owner_may,
    pass_turn,
    put_discard,
    take_claim,
    tell_win,
    wild_in_hand,
)
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import HOW_DISCARD, HOW_HAND, HOW_ROB_KONG, HOW_SELF_DRAW
from mjstats.kernel.policy import decide_claim, decide_discard, decide_kong, decide_win
from mjstats.kernel.routes import Mind, Routes
from mjstats.kernel.state import ROUND_DEALER

# ---- what `run` stops for
STOP_ASK: Final[int] = 0  #: `board.win` is to be judged
STOP_WON: Final[int] = 1
STOP_DRAWN: Final[int] = 2
GO_ON: Final[int] = 3

# ---- phases
DRAWN: Final[int] = 0  #: a tile was drawn, or a discard claimed
DRAWN_JUDGED: Final[int] = 1
KONGS: Final[int] = 2
ROB: Final[int] = 3
ROB_JUDGED: Final[int] = 4
DISCARD: Final[int] = 5
HONORS_JUDGED: Final[int] = 6
ANSWER: Final[int] = 7
ANSWER_JUDGED: Final[int] = 8
CLAIM: Final[int] = 9
NEXT: Final[int] = 10

SEAT_CODE: Final[int] = 8  #: a claim that was found is claim * SEAT_CODE + seat


@leaf
def begin(board: Board) -> None:
    """The dealer takes the last tile of the deal, which counts as a draw of the dealer's only."""
    seat = board.seats.round[ROUND_DEALER]
    board.clock[SEAT] = seat
    board.clock[TILE] = draw(board, seat)
    board.clock[DRAWS] = 0
    board.clock[PHASE] = DRAWN


@leaf
def run(routes: Routes, board: Board, mind: Mind, policy: int) -> int:
    """Play on until a win has to be judged or the hand is over; `board.clock[IS_LEGAL]` answers the last question."""
    stop = GO_ON
    while stop == GO_ON:
        phase = board.clock[PHASE]
        if phase <= DRAWN_JUDGED:
            stop = own_win(routes, board, mind, policy)
        elif phase == KONGS:
            stop = kongs(routes, board, mind, policy)
        elif phase == DISCARD:
            stop = discard(routes, board, mind, policy)
        elif phase == HONORS_JUDGED:
            board.clock[PHASE] = ANSWER
            stop = STOP_WON if board.clock[IS_LEGAL] == 1 else GO_ON
        elif phase == CLAIM:
            stop = claims(routes, board, mind, policy)
        elif phase == NEXT:
            stop = next_draw(board)
        else:
            stop = others_win(routes, board, mind, policy)
    return stop


@leaf
def own_win(routes: Routes, board: Board, mind: Mind, policy: int) -> int:
    """Ask for a win on the tile drawn, and take or leave it. A hand that is judged or wins stands without that tile."""
    clock = board.clock
    seat = clock[SEAT]
    tile = clock[TILE]
    if clock[PHASE] == DRAWN_JUDGED:
        clock[PHASE] = KONGS
        board.seats.hand[seat, tile] += 1
        if clock[IS_LEGAL] == 1 and decide_win(policy, routes, board, seat, tile, HOW_SELF_DRAW, mind):
            board.seats.hand[seat, tile] -= 1
            return STOP_WON
        return GO_ON
    clock[PHASE] = KONGS
    if tile < 0 or board.own[seat, FORFEIT] == 1 or bare_of(routes, board, seat, mind) != -1:
        return GO_ON
    board.seats.hand[seat, tile] -= 1
    tell_win(board, seat, tile, HOW_SELF_DRAW, -1, clock[REPLACED])
    clock[PHASE] = DRAWN_JUDGED
    return STOP_ASK


@leaf
def kongs(routes: Routes, board: Board, mind: Mind, policy: int) -> int:
    """Make the kong that the policy wants, if any; the last round knows neither kongs nor discards."""
    clock = board.clock
    seat = clock[SEAT]
    if clock[LAST_ROUND] == 1:
        clock[PHASE] = NEXT
        return GO_ON
    code = KONG_NONE
    if kong_time(board) and (clock[TILE] >= 0 or board.terms[KONG_AFTER_CLAIM] == 1):
        code = int(decide_kong(policy, routes, board, seat, mind))
    if code == KONG_NONE:
        clock[PHASE] = DISCARD
        return GO_ON
    lay_kong(board, seat, code)
    if code // KONG_KIND == ADDED and board.terms[ROB_ADDED] == 1:
        # To those who win on it the kong is not made: the pung stands, the tile is no longer in the hand.
        unmeld_kong(board, seat, code)
        board.seats.hand[seat, code % KONG_KIND] -= 1
        clock[KONG] = code
        clock[ASKED] = 1
        clock[PHASE] = ROB
        return GO_ON
    replace(board, seat)
    return GO_ON


@leaf
def replace(board: Board, seat: int) -> None:
    """Draw for a kong that stands."""
    board.own[seat, KONG_ROW] += 1
    board.own[seat, AFTER_KONG] = 1
    board.clock[TILE] = draw_replacement(board, seat)
    board.clock[REPLACED] = 1
    board.clock[PHASE] = DRAWN


@leaf
def discard(routes: Routes, board: Board, mind: Mind, policy: int) -> int:
    """Discard, and ask for the win by a run of honours."""
    clock = board.clock
    seat = clock[SEAT]
    # A chow or pung in a wild chain was allowed only for the wild tile that it freed.
    forced = clock[TILE] < 0 and board.own[seat, CHAIN] > 0
    face = wild_in_hand(board, seat) if forced else int(decide_discard(policy, routes, board, seat, mind))
    put_discard(routes, board, seat, face, mind)
    clock[TILE] = face
    clock[ASKED] = 1
    clock[PHASE] = ANSWER
    if honors_run_out(board, seat):
        tell_win(board, seat, -1, HOW_HAND, -1, 0)
        clock[PHASE] = HONORS_JUDGED
        return STOP_ASK
    return GO_ON


@leaf
def others_win(routes: Routes, board: Board, mind: Mind, policy: int) -> int:
    """Ask the others in turn for a win on the discard or on the tile added to a pung, and let one take or leave it."""
    clock = board.clock
    source = clock[SEAT]
    robbing = clock[PHASE] == ROB or clock[PHASE] == ROB_JUDGED
    how = HOW_ROB_KONG if robbing else HOW_DISCARD
    tile = clock[KONG] % KONG_KIND if robbing else clock[TILE]
    players = board.terms[PLAYERS]
    if clock[PHASE] == ROB_JUDGED or clock[PHASE] == ANSWER_JUDGED:
        seat = (source + clock[ASKED]) % players
        legal = clock[IS_LEGAL] == 1
        if legal and decide_win(policy, routes, board, seat, tile, how, mind):
            # The tile is the winner's: it lies no longer open with its former owner.
            board.seen[tile] -= 1
            if not robbing:
                board.own[source, DISCARDS] -= 1
            return STOP_WON
        if legal:
            board.passed[PASSED_WIN, seat, tile] = board.terms[PASS_WIN]
        clock[ASKED] += 1
    if robbing or claimable(board, tile):
        while clock[ASKED] < players:
            seat = (source + clock[ASKED]) % players
            frozen = not robbing and (board.own[seat, FROZEN] == 1 or barred(board, seat))
            if not frozen and may_win_on(routes, board, seat, tile, mind):
                tell_win(board, seat, tile, how, source, 0)
                clock[PHASE] = ROB_JUDGED if robbing else ANSWER_JUDGED
                return STOP_ASK
            clock[ASKED] += 1
        clock[PHASE] = CLAIM
    else:
        clock[PHASE] = NEXT
    if robbing:
        board.seats.hand[source, tile] += 1
        meld_kong(board, source, clock[KONG])
        replace(board, source)
    return GO_ON


@leaf
def ask_claim(routes: Routes, board: Board, mind: Mind, policy: int, seat: int, first: int, last: int) -> int:
    """The claim that `seat` makes out of `first` .. `last`, or `CLAIM_NONE`."""
    source = board.clock[SEAT]
    face = board.clock[TILE]
    if board.own[seat, FROZEN] == 1:
        for claim in range(first, last + 1):
            if owner_may(routes, board, seat, source, face, claim, mind):
                return claim
        return CLAIM_NONE
    return int(decide_claim(policy, routes, board, seat, source, face, first, last, mind))


@leaf
def find_claim(routes: Routes, board: Board, mind: Mind, policy: int) -> int:
    """Who claims the discard: pungs and kongs before chows; claim * SEAT_CODE + seat, or `CLAIM_NONE`."""
    source = board.clock[SEAT]
    face = board.clock[TILE]
    players = board.terms[PLAYERS]
    for turn in range(1, players):
        seat = (source + turn) % players
        if board.seats.hand[seat, face] < 2 or board.passed[PASSED_PUNG, seat, face] == 1 or barred(board, seat):
            continue
        claim = ask_claim(routes, board, mind, policy, seat, CLAIM_KONG, CLAIM_PUNG)
        if claim != CLAIM_NONE:
            return int(claim * SEAT_CODE + seat)
        if board.terms[PASS_PUNG] == 1 and may_claim(board, seat, source, face, CLAIM_PUNG):
            board.passed[PASSED_PUNG, seat, face] = 1
    seat = (source + 1) % players
    if board.terms[CHOWS] == 1 and not barred(board, seat):
        claim = ask_claim(routes, board, mind, policy, seat, CLAIM_CHOW, CLAIM_CHOW + 2)
        if claim != CLAIM_NONE:
            return int(claim * SEAT_CODE + seat)
    return CLAIM_NONE


@leaf
def claims(routes: Routes, board: Board, mind: Mind, policy: int) -> int:
    """Let the discard be claimed, which makes the claimer's go, or go on to the next draw."""
    clock = board.clock
    source = clock[SEAT]
    found = find_claim(routes, board, mind, policy)
    if found == CLAIM_NONE:
        clock[PHASE] = NEXT
        return GO_ON
    seat = found % SEAT_CODE
    claim = found // SEAT_CODE
    take_claim(board, seat, source, clock[TILE], claim)
    pass_turn(board, source, seat)
    clock[SEAT] = seat
    if claim == CLAIM_KONG:
        replace(board, seat)
    else:
        clock[TILE] = -1
        clock[REPLACED] = 0
        clock[PHASE] = DRAWN
    return GO_ON


@leaf
def next_draw(board: Board) -> int:
    """The next seat draws, if there is anything left to draw."""
    clock = board.clock
    if clock[LEFT] == 0:
        return STOP_DRAWN
    seat = (clock[SEAT] + 1) % board.terms[PLAYERS]
    pass_turn(board, clock[SEAT], seat)
    if clock[LEFT] <= board.terms[LAST_DRAWS]:
        clock[LAST_ROUND] = 1
    clock[SEAT] = seat
    clock[TILE] = draw(board, seat)
    clock[REPLACED] = 0
    clock[PHASE] = DRAWN
    return GO_ON
