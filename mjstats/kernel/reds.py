"""Red fives that leave a hand, for a meld or as a discard."""

from mjstats.kernel.board import REDS_HELD, REDS_LAID, Board
from mjstats.kernel.deal import RED_RANK
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import PLAIN_HONOR
from mjstats.kernel.state import MARK_REDS


@leaf
def move_red(board: Board, seat: int, face: int) -> int:
    """A red five of this face leaves the hand for a meld, if the hand holds one; whether it did."""
    if face >= PLAIN_HONOR or face % 9 != RED_RANK:
        return 0
    own = board.own[seat]
    bit = 1 << face // 9
    if own[REDS_HELD] & bit == 0:
        return 0
    own[REDS_HELD] ^= bit
    own[REDS_LAID] |= bit
    return 1


@leaf
def lose_red(board: Board, seat: int, face: int, drawn: bool) -> int:
    """Whether the tile of this face that leaves `seat` is a red five, which goes last, unless just it was `drawn` and goes."""
    if face >= PLAIN_HONOR or face % 9 != RED_RANK:
        return 0
    own = board.own[seat]
    bit = 1 << face // 9
    if own[REDS_HELD] & bit == 0 or (board.seats.hand[seat, face] > 0 and not drawn):
        return 0
    own[REDS_HELD] ^= bit
    board.seats.marks[seat, MARK_REDS] -= 1
    return 1
