"""Phases of a hand and what `mjstats.kernel.turn.run` stops for; the steps that lead to the next tile."""

from typing import Final

from mjstats.kernel.board import (
    ABORTS,
    AFTER_KONG,
    BARE,
    DICE_TILES,
    IS_FLOWER,
    KONG,
    KONG_ROW,
    LAST_GONE,
    LEFT,
    PHASE,
    REPLACED,
    REPLACEMENT_LAST,
    SEAT,
    TILE,
    Board,
)
from mjstats.kernel.claims import CLAIMED, KONG_KIND, KONG_NONE, SINGLE
from mjstats.kernel.deal import draw_replacement
from mjstats.kernel.goes import REPLACED_CLAIMED, REPLACED_KONG, stand_kong
from mjstats.kernel.jit import leaf, open_leaf, small_leaf

# ---- what `run` stops for
STOP_ASK: Final[int] = 0  #: `board.win` is to be judged
STOP_WON: Final[int] = 1
STOP_DRAWN: Final[int] = 2
GO_ON: Final[int] = 3
STOP_READY: Final[int] = 4  #: may `board.clock[WHO]` declare ready?
STOP_ABORT: Final[int] = 5  #: is the hand drawn now?
STOP_MORE: Final[int] = 6  #: `board.win` is won, and another is paid after it
STOP_CHOOSE: Final[int] = 7  #: a weighing policy is asked what to do: `board.clock[QUESTION]`

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
FLOWER: Final[int] = 11  #: a flower was drawn
FLOWER_JUDGED: Final[int] = 12
OPENING: Final[int] = 13  #: questions before the first discard
OPENING_JUDGED: Final[int] = 14
OPENING_READY: Final[int] = 15
CLOSING: Final[int] = 16  #: questions before the hand is drawn
CLOSING_JUDGED: Final[int] = 17
READY_JUDGED: Final[int] = 18
PAY: Final[int] = 19  #: several are paid for one tile
PAY_JUDGED: Final[int] = 20
KONG_ASKED: Final[int] = 23
KONG_JUDGED: Final[int] = 21  #: whether the hand is drawn because of a kong
TURN_JUDGED: Final[int] = 22  #: or because of the first discards
DICE: Final[int] = 24  #: dice may be thrown for the replacement tile


@small_leaf
def seat_tile(board: Board, face: int, replaced: int) -> None:
    """A tile was drawn: a flower is laid out first."""
    board.own[board.clock[SEAT], BARE] -= 1
    board.clock[TILE] = face
    board.clock[REPLACED] = replaced
    board.clock[PHASE] = FLOWER if board.marks[IS_FLOWER, face] == 1 else DRAWN


@open_leaf
def replace(board: Board, seat: int, code: int) -> None:
    """A kong stands: draw for it, unless that has to wait for the question whether the hand is drawn now."""
    board.clock[REPLACED] = REPLACED_CLAIMED if code // KONG_KIND == CLAIMED else REPLACED_KONG
    board.own[seat, KONG_ROW] += 1
    board.own[seat, AFTER_KONG] = 1
    board.clock[KONG] = KONG_NONE
    if code // KONG_KIND != SINGLE:
        stand_kong(board, seat, code)
        if board.terms[ABORTS] == 1:
            board.clock[PHASE] = KONG_ASKED
            return
    draw_for_kong(board, seat)


@leaf
def draw_for_kong(board: Board, seat: int) -> None:
    """Draw for a kong that stands, unless dice may choose the tile."""
    if board.terms[DICE_TILES] > 0:
        board.clock[PHASE] = DICE
    else:
        take_replacement(board, seat)


@leaf
def take_replacement(board: Board, seat: int) -> None:
    """Draw the tile for a kong."""
    seat_tile(board, draw_replacement(board, seat), board.clock[REPLACED])
    if board.clock[LEFT] <= 0 and board.terms[REPLACEMENT_LAST] == 0:
        board.clock[LAST_GONE] = 1
