"""Hands that a weighing policy thinks of: typical finished ones of its plans, ready ones with each tile that they wait for.

They are laid on the board and judged as wins are, by whoever drives the table: `next_worth` and `next_wait` lay the next one
and say so, `keep_worth` and `keep_wait` go on with what it would have brought.
"""

from typing import Final

import numpy as np

from mjstats.kernel.board import (
    DECLARE,
    DECLARED_DRAWS,
    DECLARED_MELDED,
    IS_LEGAL,
    PLAYERS,
    PRINTED_AS,
    QUESTION,
    READS_DISTANCE,
    SEAT_ASKED,
    WORTH,
    Board,
)
from mjstats.kernel.chances import AWAY, BY_DRAW, KEEPS, N_PRIOR, PRIORS, SHARE, chance_of
from mjstats.kernel.finishing import NO_TILE, complete_by, hold_finished, set_to_open
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.laid import LACKS, USABLE, lay_plan, widest
from mjstats.kernel.one_tile import unseen_of
from mjstats.kernel.page import CHOW, HOW_DISCARD, HOW_SELF_DRAW, N_FACES, N_PLAIN, PUNG, Ints
from mjstats.kernel.plans import MOST_LIVE, Thought
from mjstats.kernel.policy import ASKED_CLAIM, ASKED_DECLARE
from mjstats.kernel.rating import rate_ready, see
from mjstats.kernel.routes import NATURAL, UNSEEN, Mind, Routes, keep, put_back
from mjstats.kernel.state import (
    MARK_DECLARED,
    MELD_FACE,
    MELD_FROM,
    MELD_KIND,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_LATE_FROM,
    WIN_TILE,
)
from mjstats.kernel.thought_room import (
    AS_OPENED,
    AT,
    BITS,
    BY_PLAN,
    CHOICES,
    CLOSE,
    COPIES,
    DECLARED,
    DISTANCE,
    FACE,
    FINISHED,
    FINISHED_HASH,
    FINISHED_SLOTS,
    HASH,
    HOLDING,
    JUDGED,
    LIVE,
    N_CHOICES,
    N_LIVE,
    OPEN_WAITS,
    OPENED,
    POSITION,
    RATE,
    READY,
    READY_BEST,
    READY_BY_FACE,
    READY_WORTH,
    SAVED,
    SELF,
    SLOTS,
    SPOILT,
    STAGE,
    STATE,
    SUM,
    TRIAL,
    WAIT,
    WAIT_JUDGED,
    WAITS,
    WORTH_BOTH,
    WORTH_JUDGED,
    WORTHS,
)
from mjstats.kernel.worths import at_first_sight, away_of, cache_key, cache_row, counted, draws_left, hoped_for

PRIME: Final[int] = 1099511627689  #: below 2^40: what a hand's tiles come to stays below 2^45
DIGIT: Final[int] = 1009  #: base of the numbers that hands are told apart by, more than any digit
PLACES: Final = np.array([pow(DIGIT, N_FACES - 1 - face, PRIME) for face in range(N_FACES)], np.int64)
MELDS_PLACE: Final[int] = pow(DIGIT, N_FACES, PRIME)
MOST_MELDS: Final[int] = 8  #: more than a hand can have
QUESTIONS: Final[int] = 8  #: more than there are
MOST_WAITS: Final[int] = 4  #: faces that a ready hand is judged on; more are taken to bring as much
TIMES_WORTH: Final[float] = 2.0  #: how many times the worth of another ready hand is thought possible
WORTH_JUDGING: Final[float] = 0.3  #: of the best plan's score, what one needs for its typical hand to be judged
MOST_MISSING: Final[int] = 3  #: how many tiles a plan may lack for its typical hand to be judged: farther off little is sure
LEAN: Final = (1.0, 0.9, 0.75, 0.6, 0.5, 0.5)  #: how much a typical hand judged at a distance counts beside the first sight


@leaf
def lay_thought(board: Board, thought: Thought, tile: int, how: int) -> None:
    """Put the thought hand on the board, to be judged as a win on `tile`.

    It is judged as if ready was declared, where that may be and leaves it all the tiles that it waits for.
    """
    seat = board.clock[SEAT_ASKED]
    seats = board.seats
    state = thought.room[STATE]
    for face in range(N_FACES):
        thought.room[SAVED, face] = seats.hand[seat, face]
        seats.hand[seat, face] = thought.room[TRIAL, face]
    if state[AS_OPENED] >= 0:
        pung = state[AS_OPENED] >= N_PLAIN
        meld = seats.melds[seat, seats.n_melds[seat]]
        meld[MELD_KIND] = PUNG if pung else CHOW
        meld[MELD_FACE] = state[AS_OPENED] - N_PLAIN if pung else state[AS_OPENED]
        meld[MELD_FROM] = (seat - 1) % board.terms[PLAYERS]
        seats.n_melds[seat] += 1
    state[DECLARED] = seats.marks[seat, MARK_DECLARED]
    if board.clock[QUESTION] == ASKED_DECLARE:
        seats.marks[seat, MARK_DECLARED] = 1 if state[POSITION] == 0 else 0
    elif board.terms[DECLARE] == 1 and board.terms[DECLARED_DRAWS] == 0:
        melded = state[OPENED] == 1 or state[AS_OPENED] >= 0
        if not melded or board.terms[DECLARED_MELDED] == 1:
            seats.marks[seat, MARK_DECLARED] = 1
    board.win[:] = 0
    board.win[WIN_BY] = seat
    board.win[WIN_TILE] = tile
    board.win[WIN_HOW] = how
    board.win[WIN_FROM] = -1 if how == HOW_SELF_DRAW else (seat + 1) % board.terms[PLAYERS]
    board.win[WIN_LATE_FROM] = -1


@leaf
def take_back(board: Board, thought: Thought) -> float:
    """Take the thought hand off the board; what it would have brought."""
    seat = board.clock[SEAT_ASKED]
    for face in range(N_FACES):
        board.seats.hand[seat, face] = thought.room[SAVED, face]
    board.seats.marks[seat, MARK_DECLARED] = thought.room[STATE, DECLARED]
    if thought.room[STATE, AS_OPENED] >= 0:
        board.seats.n_melds[seat] -= 1
        board.seats.melds[seat, board.seats.n_melds[seat]] = -1
    return float(max(board.clock[WORTH], 0)) if board.clock[IS_LEGAL] == 1 else 0.0


@leaf
def finish_thought(routes: Routes, board: Board, mind: Mind, thought: Thought, p: int) -> int:
    """Fill the thought hand with a typical finished hand of plan `p`; the printed face of its winning tile, -1: there is none.

    A closed hand that has to be opened is thought of with one of its sets claimed.
    """
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    laid = thought.laid[MOST_LIVE]
    state[AS_OPENED] = -1
    lay_plan(routes, thought.plans, p, board.seats, seat, mind, laid)
    state[DISTANCE] = away_of(laid[LACKS], laid[USABLE])
    tile = complete_by(routes, board, mind, thought, laid)
    if routes.opened == 1 and state[OPENED] == 0 and tile >= 0:
        state[AS_OPENED] = set_to_open(routes, mind, thought, laid)
        if state[AS_OPENED] < 0:
            return -1
        if tile < NO_TILE and mind.faces[NATURAL, tile] == 0:
            tile = NO_TILE
    return int(hold_finished(board, seat, mind, tile, thought.room[TRIAL]))


@leaf
def next_worth(routes: Routes, board: Board, mind: Mind, thought: Thought) -> bool:
    """Lay the typical finished hand of the next live plan whose worth is not known, or False when there is none."""
    state = thought.room[STATE]
    row = cache_row(board, thought)
    while state[AT] < state[N_LIVE]:
        p = thought.room[LIVE, state[AT]]
        faint = thought.scores[LIVE, state[AT]] < WORTH_JUDGING * thought.scores[LIVE, 0]
        if faint or thought.room[BY_PLAN, p] > MOST_MISSING:
            thought.room[row, p] = 0
            thought.scores[row, p] = at_first_sight(board, thought, p)
            state[AT] += 1
            continue
        key = cache_key(board, thought, thought.room[BY_PLAN, p])
        if thought.room[row, p] != key:
            thought.room[row, p] = key
            thought.scores[row, p] = at_first_sight(board, thought, p)
            if state[SPOILT] == 1:
                see(routes, board, mind)
            state[SPOILT] = board.terms[READS_DISTANCE]
            moved = p if p < len(routes.rows) else 0
            keep(mind, moved)
            tile = finish_thought(routes, board, mind, thought, p)
            put_back(mind, moved)
            if tile >= 0 and judged_before(board, thought, tile):
                continue
            if tile >= 0:
                state[FACE] = tile
                lay_thought(board, thought, tile, HOW_SELF_DRAW if thought.known[SHARE] == 1.0 else HOW_DISCARD)
                state[STAGE] = WORTH_JUDGED
                return True
        state[AT] += 1
    state[STAGE] = RATE
    return False


@leaf
def judged_before(board: Board, thought: Thought, tile: int) -> bool:
    """Whether the same finished hand was judged before in this deal, for another plan or choice: it is taken to bring as much."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    seats = board.seats
    number = number_of(thought.room[TRIAL], asked_so(board, thought)) * DIGIT + number_of(seats.laid[seat], 0)
    for m in range(seats.n_melds[seat]):
        number = number % PRIME * DIGIT + seats.melds[seat, m, MELD_KIND] * N_FACES + seats.melds[seat, m, MELD_FACE]
    state[FINISHED_HASH] = number % PRIME + PRIME * (1 + tile + N_FACES * (state[AS_OPENED] + 1))
    slot = state[FINISHED_HASH] % FINISHED_SLOTS
    if thought.room[FINISHED + seat, slot] != state[FINISHED_HASH]:
        return False
    count_worth(board, thought, thought.scores[FINISHED + seat, slot])
    return True


@leaf
def needs_other_way(board: Board, thought: Thought) -> bool:
    """Take back the typical hand, judged once: whether it is laid once more, as won by an own draw.

    Not where all wins are by own draws; nor where a discard wins: how many times as much an own draw brings is known by plan.
    """
    state = thought.room[STATE]
    brought = take_back(board, thought)
    if thought.known[SHARE] == 1.0:
        keep_worth(board, thought, brought, 0.0)
        return False
    p = thought.room[LIVE, state[AT]]
    times = thought.known[PRIORS + N_PRIOR * p + BY_DRAW + state[OPENED]]
    if brought > 0.0 and times > 0.0:
        keep_worth(board, thought, times * brought, brought)
        return False
    thought.scores[STATE, SELF] = brought
    lay_thought(board, thought, state[FACE], HOW_SELF_DRAW)
    state[STAGE] = WORTH_BOTH
    return True


@leaf
def keep_worth(board: Board, thought: Thought, by_draw: float, by_discard: float) -> None:
    """The typical hand is judged: what it brings is kept for the rest of the deal, and counted."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    share = thought.known[SHARE]
    worth = share * by_draw + (1.0 - share) * by_discard
    slot = state[FINISHED_HASH] % FINISHED_SLOTS
    thought.room[FINISHED + seat, slot] = state[FINISHED_HASH]
    thought.scores[FINISHED + seat, slot] = worth
    count_worth(board, thought, worth)


@leaf
def count_worth(board: Board, thought: Thought, worth: float) -> None:
    """Count what the typical hand of a plan brings beside the first sight, and go on to the next plan."""
    state = thought.room[STATE]
    p = thought.room[LIVE, state[AT]]
    lean = LEAN[min(state[DISTANCE], AWAY - 1)]
    row = cache_row(board, thought)
    now = counted(thought, worth) if worth > 0.0 else hoped_for(board, thought, p)
    now *= thought.known[PRIORS + N_PRIOR * p + KEEPS]
    thought.scores[row, p] = lean * now + (1.0 - lean) * thought.scores[row, p]
    state[AT] += 1
    state[STAGE] = WORTHS


@small_leaf
def number_of(tiles: Ints, melds: int) -> int:
    """A number for tiles by printed face, and how many melds stand beside them; the same one for two hands once in `PRIME`."""
    number = melds * MELDS_PLACE
    for face in range(N_FACES):
        number += tiles[face] * PLACES[face]
    return int(number % PRIME)


@small_leaf
def asked_so(board: Board, thought: Thought) -> int:
    """What is added to the melds where a hand is judged for a question of its own: it may bring something else there."""
    question = board.clock[QUESTION]
    return int(MOST_MELDS * (question + QUESTIONS * thought.room[STATE, POSITION]) if question > ASKED_CLAIM else 0)


@leaf
def next_wait(board: Board, mind: Mind, thought: Thought) -> bool:
    """Lay the next ready hand with the next tile that it waits for, or False when all are judged."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    while state[AT] < state[N_CHOICES]:
        face = thought.room[CHOICES, state[AT]]
        gone = face if state[HOLDING] == 1 else -1
        waits = thought.room[READY_BY_FACE, face]
        if waits == 0 or (state[WAIT] < 0 and hopeless(board, mind, thought, waits)):
            state[AT] += 1
            continue
        if state[WAIT] < 0:
            for other in range(N_FACES):
                thought.room[TRIAL, other] = board.seats.hand[seat, other]
            if gone >= 0:
                thought.room[TRIAL, gone] -= 1
            state[HASH] = number_of(thought.room[TRIAL], board.seats.n_melds[seat] + asked_so(board, thought))
            state[WAIT] = 0
            state[BITS] = 0
            state[COPIES] = 0
            state[JUDGED] = 0
            state[OPEN_WAITS] = waits
            thought.scores[STATE, SUM] = 0.0
        if thought.room[READY + seat, state[HASH] % SLOTS] != state[HASH]:
            wait = widest(mind, state[OPEN_WAITS])
            if wait >= 0 and state[JUDGED] < MOST_WAITS:
                state[WAIT] = wait
                state[OPEN_WAITS] &= ~(1 << wait)
                state[JUDGED] += 1
                state[AS_OPENED] = -1
                lay_thought(board, thought, board.marks[PRINTED_AS, wait], HOW_SELF_DRAW)
                state[STAGE] = WAIT_JUDGED
                return True
            if state[BITS] > 0:
                state[BITS] |= state[OPEN_WAITS]
        rate_ready(board, mind, thought, waits, face)
        state[WAIT] = -1
        state[AT] += 1
    state[STAGE] = CLOSE
    return False


@leaf
def hopeless(board: Board, mind: Mind, thought: Thought, waits: int) -> bool:
    """Whether a ready hand with these waits stays behind the best one looked at, even if it brought more than seems possible."""
    most = thought.scores[STATE, READY_BEST]
    if most <= 0.0:
        return False
    reach = chance_of(thought, 0, thought.room[STATE, OPENED], draws_left(board), unseen_of(mind, waits))
    return bool(TIMES_WORTH * thought.scores[STATE, READY_WORTH] * reach < most)


@leaf
def keep_wait(mind: Mind, thought: Thought, by_discard: float) -> None:
    """The ways of winning on a tile are judged."""
    state = thought.room[STATE]
    share = thought.known[SHARE]
    worth = share * thought.scores[STATE, SELF] + (1.0 - share) * by_discard
    if worth > 0.0:
        state[BITS] |= 1 << state[WAIT]
        copies = mind.faces[UNSEEN, state[WAIT]]
        state[COPIES] += copies
        thought.scores[STATE, SUM] += copies * worth
    state[STAGE] = WAITS
