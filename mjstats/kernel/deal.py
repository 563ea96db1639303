"""The wall, the deal and the tiles drawn from it."""

from mjstats.kernel.board import (
    DEALT_DOUBLES,
    DEALT_STREAK,
    DRAWS,
    EVENT_DEAL,
    EVENT_DRAW,
    EVENT_INDICATOR,
    EVENT_REPLACEMENT,
    GOES,
    HAND,
    HEAD,
    IN_WALL,
    INDICATOR_RESERVED,
    LEFT,
    PLAYERS,
    RESERVED,
    STAKE,
    TAIL,
    TURNS_INDICATOR,
    Board,
    clear,
    note,
)
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import N_FACES, NO_INDICATOR
from mjstats.kernel.random import FOR_DEAL, FOR_DICE, FOR_POLICY, below, open_stream, shuffle
from mjstats.kernel.state import NO_BOUND, ROUND_DEALER, ROUND_SETUP, ROUND_STREAK


@leaf
def build_wall(board: Board) -> int:
    """Lay all tiles of the page into the wall in random order; return how many there are."""
    n = 0
    for face in range(N_FACES):
        for _ in range(board.marks[IN_WALL, face]):
            board.wall[n] = face
            n += 1
    shuffle(board.deal_luck, board.wall, n)
    return n


@leaf
def deal(board: Board) -> None:
    """Deal to everybody, without the dealer's last tile, and turn the indicator.

    Tiles come from the beginning of the wall, replacements from its end. The indicator is the very last tile: which
    place of a shuffled wall it has makes no difference, and no draw moves when it is one of the reserved tiles or not.
    """
    n = build_wall(board)
    seats = board.seats
    clock = board.clock
    clock[HEAD] = 0
    clock[TAIL] = n - 1
    for turn in range(board.terms[PLAYERS]):
        seat = (seats.round[ROUND_DEALER] + turn) % board.terms[PLAYERS]
        for _ in range(board.terms[HAND]):
            face = board.wall[clock[HEAD]]
            clock[HEAD] += 1
            seats.hand[seat, face] += 1
            note(board, EVENT_DEAL, seat, face, 0)
    # The dealer's last tile is still in the wall, and is no draw of the hand.
    clock[LEFT] = n - board.terms[PLAYERS] * board.terms[HAND] - board.terms[RESERVED]
    seats.round[ROUND_SETUP] = NO_INDICATOR
    if board.terms[TURNS_INDICATOR] == 1:
        indicator = board.wall[n - 1]
        clock[TAIL] = n - 2
        clock[LEFT] -= 1 - board.terms[INDICATOR_RESERVED]
        seats.round[ROUND_SETUP] = indicator
        board.seen[indicator] += 1
        note(board, EVENT_INDICATOR, -1, indicator, 0)


@leaf
def draw(board: Board, seat: int) -> int:
    """`seat` draws from the head; the face."""
    clock = board.clock
    face = board.wall[clock[HEAD]]
    clock[HEAD] += 1
    clock[LEFT] -= 1
    clock[DRAWS] += 1
    board.seats.hand[seat, face] += 1
    board.own[seat, GOES] += 1
    note(board, EVENT_DRAW, seat, face, 0)
    return int(face)


@leaf
def draw_replacement(board: Board, seat: int) -> int:
    """`seat` draws from the tail after a kong; the face."""
    clock = board.clock
    face = board.wall[clock[TAIL]]
    clock[TAIL] -= 1
    clock[LEFT] -= 1
    clock[DRAWS] += 1
    board.seats.hand[seat, face] += 1
    note(board, EVENT_REPLACEMENT, seat, face, 0)
    return int(face)


@leaf
def dice_streak(board: Board, streak: int) -> int:
    """The dealer's hand in a row as it counts: the deal's dice may lift the first to `dealt_streak`."""
    if board.terms[DEALT_DOUBLES] == 0:
        return streak
    first = 1 + below(board.luck, 6)
    second = 1 + below(board.luck, 6)
    lifted = first == second if board.terms[DEALT_DOUBLES] == 1 else first + second >= board.terms[DEALT_DOUBLES]
    return max(streak, int(board.terms[DEALT_STREAK])) if lifted else streak


@leaf
def start_hand(board: Board, seed: int, table: int, dealer: int, streak: int) -> None:
    """Clear the table and deal the first hand of `table`."""
    clear(board)
    open_stream(board.luck, seed, table, FOR_DICE)
    board.seats.round[ROUND_DEALER] = dealer
    board.seats.round[ROUND_STREAK] = dice_streak(board, streak)
    open_stream(board.luck, seed, table, FOR_POLICY)
    open_stream(board.deal_luck, seed, table, FOR_DEAL)
    board.seats.points[:] = NO_BOUND if board.terms[STAKE] < 0 else int(board.terms[STAKE])
    deal(board)
