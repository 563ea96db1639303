"""What a discard may cost: how likely another is ready, how likely the tile is one that it waits for, what that win would take.

Reading goes by what everybody sees: who declared ready, how many melds lie open, how long the hand has gone on; own discards of
the other (where a page keeps from winning on what one discarded oneself, such a tile is safe, and a wait on two ends that would
include one is ruled out: suji); tiles of which all copies are seen, that no chow can hold any more; honours by the copies left.
The sizes were taken from published counts of declared hands: a middle tile is waited for by one ready hand in seven or eight, a
terminal by one in fifteen, an honour of which two are seen by one in a hundred.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from mjstats.kernel.board import (
    DECLARE_OPENS,
    DECLARED_DRAWS,
    NO_WAITS,
    PASS_WIN_MODE,
    PASSED_FURITEN,
    PLAYERS,
    PRINTED_AS,
    READ_AS,
    Board,
)
from mjstats.kernel.jit import leaf
from mjstats.kernel.locked import is_locked
from mjstats.kernel.page import N_PLAIN, PLAIN_HONOR
from mjstats.kernel.routes import UNSEEN, Mind
from mjstats.kernel.state import MARK_DECLARED, ROUND_DEALER

Floats = npt.NDArray[np.float64]

# ---- chances that a ready hand waits for a tile
TWO_SIDED: Final[float] = 0.055  #: as one end of a wait on two, for each side on which it can be
CLOSED: Final[float] = 0.015  #: as the middle or the only end of one
PAIRED: Final[float] = 0.006  #: as the other half of a pair, or the third of one, for each copy that is unseen
HONORS: Final = np.array((0.0, 0.012, 0.03, 0.045))  #: an honour, by the copies that are unseen
AGAIN: Final[float] = 0.4  #: how much of it stays, where nothing keeps one from winning on the own former discards

# ---- chance that an undeclared hand is ready: so much for each own discard after the first few, by melds laid
EARLY: Final = np.array((5, 3, 1, 0, 0), np.int64)
EACH: Final = np.array((0.015, 0.03, 0.055, 0.1, 0.2))
SUREST: Final[float] = 0.9
DEALER: Final[float] = 1.4  #: how much more a dealer's win takes
LATER: Final[float] = 2.0  #: how many more dangerous tiles go out before a hand that is not given up ends
USUAL: Final[float] = 0.07  #: the chance that such a tile is waited for


@leaf
def ready_chance(board: Board, seat: int) -> float:
    """How likely `seat` is ready to win on a discard, as the others see it."""
    if is_locked(board, seat):
        return float(1 - board.terms[DECLARED_DRAWS])
    melds = min(board.seats.n_melds[seat], 4)
    thrown = 0
    for face in range(N_PLAIN):
        thrown += board.seats.discards[seat, face]
    return float(min(EACH[melds] * max(thrown - EARLY[melds], 0), SUREST))


@leaf
def thrown_by(board: Board, seat: int, read: int) -> bool:
    """Whether `seat` discarded a tile that is read so."""
    printed = board.marks[PRINTED_AS, read]
    return bool(printed >= 0 and board.seats.discards[seat, printed] > 0)


@leaf
def wait_chance(board: Board, mind: Mind, other: int, read: int) -> float:
    """How likely `other`, if ready, waits for a tile of the read face."""
    furiten = board.terms[PASS_WIN_MODE] == PASSED_FURITEN
    again = 1.0
    if thrown_by(board, other, read):
        if furiten:
            return 0.0
        again = AGAIN
    unseen = mind.faces[UNSEEN]
    if read >= PLAIN_HONOR:
        return float(again * HONORS[min(unseen[read], 3)])
    rank = read % 9
    total = PAIRED * unseen[read]
    # The two tiles beside it on one side, and the other end of that wait.
    if rank <= 6 and unseen[read + 1] > 0 and unseen[read + 2] > 0:
        if rank == 6:
            total += CLOSED
        elif not (furiten and thrown_by(board, other, read + 3)):
            total += TWO_SIDED
    if rank >= 2 and unseen[read - 1] > 0 and unseen[read - 2] > 0:
        if rank == 2:
            total += CLOSED
        elif not (furiten and thrown_by(board, other, read - 3)):
            total += TWO_SIDED
    if 1 <= rank <= 7 and unseen[read - 1] > 0 and unseen[read + 1] > 0:
        total += CLOSED
    return float(again * total)


@leaf
def stakes(board: Board, other: int, closed: float, opened: float) -> float:
    """What the win of `other` takes from who discards into it, beyond what it takes anyway."""
    loss = opened if board.seats.n_melds[other] > 0 else closed
    return float(loss * DEALER if board.seats.round[ROUND_DEALER] == other else loss)


@leaf
def count_risks(board: Board, seat: int, closed: float, opened: float, risks: Floats) -> None:
    """Fill what `seat` has to fear of each of the others, two places each: how likely it is ready, what its win takes."""
    for other in range(board.terms[PLAYERS]):
        if other != seat:
            risks[2 * other] = ready_chance(board, other)
            risks[2 * other + 1] = stakes(board, other, closed, opened)


@leaf
def risk_of(board: Board, mind: Mind, seat: int, face: int, risks: Floats) -> float:
    """What discarding the printed `face` may cost `seat`: over the others, chances times stakes."""
    total = 0.0
    read = board.marks[READ_AS, face]
    if read >= N_PLAIN:
        return 0.0
    for other in range(board.terms[PLAYERS]):
        if other != seat:
            chance = risks[2 * other]
            if chance > 0.0 and board.terms[DECLARE_OPENS] > 0 and board.seats.marks[other, MARK_DECLARED] == 1:
                # What a hand laid open waits for can be seen.
                total += chance * (1 - (board.own[other, NO_WAITS] >> face & 1)) * risks[2 * other + 1]
            elif chance > 0.0:
                total += chance * wait_chance(board, mind, other, read) * risks[2 * other + 1]
    return float(total)


@leaf
def risk_ahead(board: Board, seat: int, risks: Floats) -> float:
    """What going on may cost `seat` in later discards."""
    total = 0.0
    for other in range(board.terms[PLAYERS]):
        if other != seat:
            total += risks[2 * other] * risks[2 * other + 1]
    return float(LATER * USUAL * total)
