"""What is asked besides goes: before the first discard, when a flower is laid, and when the wall is used up.

Hands that win whatever their shape, the dealer's dealt hand, the turned-up tile, ready as dealt. Pages without such words are
never asked.
"""

from typing import Final

from mjstats.kernel.board import (
    DEALING,
    DEALT_WINS,
    DECLARE_DEALT,
    DISCARDS,
    EVENT_DISCARD,
    FLOWER_WINS,
    FLOWERS_OUT,
    INDICATOR_WINS,
    IS_WILD,
    LOOSE_WINS,
    OPEN,
    PLAYERS,
    SEAT,
    STEP,
    WHO,
    Board,
    note,
)
from mjstats.kernel.goes import bare_of, tell_win
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import HOW_HAND, HOW_INDICATOR, N_PLAIN
from mjstats.kernel.routes import Mind, Routes
from mjstats.kernel.state import MARK_FLOWERS, ROUND_DEALER, ROUND_SETUP, WIN_FIRST_TURN, WIN_LAST_TILE

# ---- what a step found to ask
ASK_NOTHING: Final[int] = 0
ASK_WIN: Final[int] = 1
ASK_READY: Final[int] = 2
ASKED_ALL: Final[int] = 3

ALL_FLOWERS: Final[int] = 8


@leaf
def flower_source(board: Board, seat: int) -> int:
    """Who holds the eighth flower when `seat` has laid the other seven and it lies open; -1 nobody."""
    marks = board.seats.marks
    if marks[seat, MARK_FLOWERS] != ALL_FLOWERS - 1 or board.clock[FLOWERS_OUT] != ALL_FLOWERS:
        return -1
    for other in range(len(marks)):
        if other != seat and marks[other, MARK_FLOWERS] == 1:
            return other
    return -1


@leaf
def ask_flowers(board: Board, seat: int) -> bool:
    """Ask for a win by the flowers after `seat` laid one: by all eight, or by seven while another laid the eighth."""
    if board.terms[FLOWER_WINS] == 0 or board.clock[DEALING] == 1:
        return False
    if board.seats.marks[seat, MARK_FLOWERS] == ALL_FLOWERS:
        tell_win(board, seat, -1, HOW_HAND, -1, 0)
        return True
    for holder in range(len(board.own)):
        source = flower_source(board, holder)
        if source >= 0:
            tell_win(board, holder, -1, HOW_HAND, source, 0)
            return True
    return False


@leaf
def ask_hand(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """Ask for a win by the dealt hand as it is."""
    dealer = seat == board.seats.round[ROUND_DEALER]
    dealt = dealer and board.terms[DEALT_WINS] == 1 and bare_of(routes, board, seat, mind) == -1
    if not dealt and board.terms[LOOSE_WINS] == 0:
        return ASK_NOTHING
    tell_win(board, seat, -1, HOW_HAND, flower_source(board, seat), 0)
    board.win[WIN_FIRST_TURN] = 1
    return ASK_WIN


@leaf
def thrown_for_indicator(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The tile that the dealer discards to be complete with the turned-up tile, wild tiles last; -1 none."""
    hand = board.seats.hand[seat]
    for wild in range(2):
        for face in range(N_PLAIN):
            if hand[face] == 0 or board.marks[IS_WILD, face] != wild:
                continue
            hand[face] -= 1
            complete = bare_of(routes, board, seat, mind) == -1
            hand[face] += 1
            if complete:
                return face
    return -1


@leaf
def ask_indicator(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """Ask for a win with the turned-up tile; the dealer has to discard a tile for it."""
    indicator = board.seats.round[ROUND_SETUP]
    if board.terms[INDICATOR_WINS] == 0 or indicator >= N_PLAIN:
        return ASK_NOTHING
    hand = board.seats.hand[seat]
    hand[indicator] += 1
    thrown = -1
    complete = False
    if seat == board.seats.round[ROUND_DEALER]:
        thrown = thrown_for_indicator(routes, board, seat, mind)
        complete = thrown >= 0
    else:
        complete = bare_of(routes, board, seat, mind) == -1
    hand[indicator] -= 1
    # The tile turned up cannot be the one that goes.
    if not complete or (thrown == indicator and hand[indicator] == 0):
        return ASK_NOTHING
    if thrown >= 0:
        hand[thrown] -= 1
    board.clock[WHO] = thrown
    tell_win(board, seat, indicator, HOW_INDICATOR, -1, 0)
    return ASK_WIN


@leaf
def end_indicator(board: Board, won: bool) -> None:
    """The dealer's discard for a win with the turned-up tile is made, or taken back."""
    dealer = board.seats.round[ROUND_DEALER]
    thrown = board.clock[WHO]
    if thrown < 0:
        return
    if not won:
        board.seats.hand[dealer, thrown] += 1
        return
    board.discards[dealer, board.own[dealer, DISCARDS]] = thrown
    board.own[dealer, DISCARDS] += 1
    board.seats.discards[dealer, thrown] += 1
    note(board, EVENT_DISCARD, dealer, thrown, 0)


@leaf
def open_step(routes: Routes, board: Board, mind: Mind) -> int:
    """Ask the next question before the first discard.

    The dealer's hand, then each of the others in turn for the hand and for the turned-up tile, then the dealer for that tile,
    then the others whether they declare ready.
    """
    clock = board.clock
    players = board.terms[PLAYERS]
    dealer = board.seats.round[ROUND_DEALER]
    clock[WHO] = -1
    while clock[STEP] < 3 * players - 1:
        step = clock[STEP]
        clock[STEP] += 1
        found = ASK_NOTHING
        if step == 0:
            found = ask_hand(routes, board, dealer, mind)
        elif step < 2 * players - 1:
            seat = (dealer + 1 + (step - 1) // 2) % players
            found = ask_hand(routes, board, seat, mind) if step % 2 == 1 else ask_indicator(routes, board, seat, mind)
        elif step == 2 * players - 1:
            found = ask_indicator(routes, board, dealer, mind)
        elif board.terms[DECLARE_DEALT] == 1:
            seat = (dealer + 1 + step - 2 * players) % players
            if bare_of(routes, board, seat, mind) == 0:
                clock[WHO] = seat
                found = ASK_READY
        if found != ASK_NOTHING:
            return found
    clock[OPEN] = 1
    return ASKED_ALL


@leaf
def close_step(board: Board) -> int:
    """Ask the next seat for a hand that wins right before it would be drawn; nothing when all have been asked."""
    clock = board.clock
    players = board.terms[PLAYERS]
    if board.terms[LOOSE_WINS] == 0 or clock[STEP] >= 4 * players:
        return ASKED_ALL
    clock[STEP] = max(clock[STEP], 3 * players)
    seat = (clock[SEAT] + 1 + clock[STEP] - 3 * players) % players
    clock[STEP] += 1
    tell_win(board, seat, -1, HOW_HAND, -1, 0)
    board.win[WIN_LAST_TILE] = 1
    return ASK_WIN
