"""The policy `value`: what each choice is worth, as the chance to finish times what the finished hand brings.

For every plan of the page (see `mjstats.kernel.plans`) the hand's distance and the tiles that help say how likely it is to be
finished in the draws that are left, by a table learned from play. What it then brings is judged, by the same code that judges
wins, on a typical finished hand of that plan; a ready hand is judged on every tile that it waits for. A hand that may not win
brings nothing, so that minimum points need no word of their own.

Judging is done by whoever drives the table: `weigh_choice` lays a thought hand on the board, stops, and goes on with the answer.
"""

from mjstats.kernel.board import (
    DECLARE,
    EVENTS,
    FACE_ASKED,
    FIRST_ASKED,
    GIVEN,
    IS_KONG_TILE,
    IS_LEGAL,
    LAST_ASKED,
    PLAYERS,
    PRINTED_AS,
    QUESTION,
    SEAT,
    SEAT_ASKED,
    WORTH,
    Board,
)
from mjstats.kernel.claims import CLAIM_NONE, may_claim, meld_claim, unmeld_claim
from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.page import HOW_DISCARD, HOW_SELF_DRAW, N_FACES, N_PLAIN, Ints
from mjstats.kernel.phases import GO_ON, STOP_ASK
from mjstats.kernel.plans import (
    NOTE_CELL,
    NOTE_CLAIM,
    NOTE_EVENT,
    NOTE_FACE,
    NOTE_SCORE,
    NOTE_SEAT,
    NOTE_WORTH,
    Thought,
    complete_by,
    limit_of,
    missing_by,
    plan_fits,
)
from mjstats.kernel.policy import ASKED_DISCARD, CAUTION, GAIN, MILLE, WORTH_POWER
from mjstats.kernel.policy_fast import fast_claim, fast_discard
from mjstats.kernel.rating import (
    AT,
    AWAY,
    BEGIN,
    BEST,
    BITS,
    BY_FACE,
    BY_PLAN,
    CHOICES,
    CLAIM_SCORES,
    CLOSE,
    COPIES,
    DECLARED,
    DISTANCE,
    FACE,
    HASH,
    HIGH,
    HIGHEST,
    HOLDING,
    LEAN,
    LIVE,
    MOST_LIVE,
    N_CHOICES,
    N_LIVE,
    NEARLY,
    NOTED,
    OPENED,
    POSITION,
    PROMISED,
    PULL,
    RATE,
    READY,
    READY_BY_FACE,
    SAVED,
    SELF,
    SHARE,
    SLOTS,
    STAGE,
    STATE,
    SUM,
    TRACE,
    TRACED,
    TRIAL,
    TYPICAL,
    UNTOUCHED,
    WAIT,
    WAIT_BOTH,
    WAIT_JUDGED,
    WAITS,
    WORTH_BOTH,
    WORTH_JUDGED,
    WORTHS,
    at_first_sight,
    away_of,
    best_choice,
    cache_key,
    cache_row,
    chance,
    counted,
    discard_in_mind,
    draws_left,
    first_worth,
    helping_tiles,
    rate,
    rate_ready,
    see,
    usual_help,
)
from mjstats.kernel.routes import (
    FULL,
    HELD_KONG,
    HELD_WILD,
    NATURAL,
    NO_ROUTE,
    UNSEEN,
    Mind,
    Routes,
    is_opened,
    missing_with,
)
from mjstats.kernel.routes import LIMIT as ROUTE_LIMIT
from mjstats.kernel.state import (
    MARK_DECLARED,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_LATE_FROM,
    WIN_TILE,
)


@leaf
def begin_position(routes: Routes, board: Board, mind: Mind, thought: Thought) -> None:
    """Lay out the hand, as it is or after a claim, and choose the plans to weigh."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    seats = board.seats
    if state[POSITION] != CLAIM_NONE:
        meld_claim(board, seat, board.clock[SEAT], board.clock[FACE_ASKED], state[POSITION])
    see(routes, board, mind)
    tiles = 0
    for face in range(N_FACES):
        tiles += seats.hand[seat, face]
    state[HOLDING] = 1 if tiles % 3 == 2 else 0
    state[OPENED] = 1 if is_opened(seats, seat) else 0
    draws = draws_left(board)
    n = len(routes.rows)
    for p in range(n + len(thought.plans)):
        by = 0.0
        if p < n or plan_fits(thought.plans, p - n, seats, seat, routes.sets):
            missing = missing_by(routes, thought.plans, p, seats, seat, mind, 0, 0)
            if missing < NO_ROUTE:
                away = away_of(missing, min(mind.held[HELD_WILD], limit_of(routes, thought.plans, p)))
                by = first_worth(board, thought, p, missing, routes.opened)
                by *= chance(thought, away, state[OPENED], draws, usual_help(thought, p, away))
            thought.room[BY_PLAN, p] = missing
        thought.scores[BY_PLAN, p] = by
    state[N_LIVE] = 0
    while state[N_LIVE] < MOST_LIVE:
        best = -1
        most = 0.0
        for p in range(n + len(thought.plans)):
            if thought.scores[BY_PLAN, p] > most:
                most = thought.scores[BY_PLAN, p]
                best = p
        if best < 0:
            break
        thought.room[LIVE, state[N_LIVE]] = best
        thought.scores[BY_PLAN, best] = 0.0
        state[N_LIVE] += 1
    state[AT] = 0
    state[STAGE] = WORTHS


@leaf
def lay_thought(board: Board, thought: Thought, tile: int, how: int) -> None:
    """Put the thought hand on the board, to be judged as a win on `tile`; a closed hand as if ready was declared."""
    seat = board.clock[SEAT_ASKED]
    seats = board.seats
    state = thought.room[STATE]
    for face in range(N_FACES):
        thought.room[SAVED, face] = seats.hand[seat, face]
        seats.hand[seat, face] = thought.room[TRIAL, face]
    state[DECLARED] = seats.marks[seat, MARK_DECLARED]
    if board.terms[DECLARE] == 1 and state[OPENED] == 0:
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
    return float(max(board.clock[WORTH], 0)) if board.clock[IS_LEGAL] == 1 else 0.0


@leaf
def next_worth(routes: Routes, board: Board, mind: Mind, thought: Thought) -> bool:
    """Lay the typical finished hand of the next live plan whose worth is not known, or False when there is none."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    row = cache_row(board, thought)
    while state[AT] < state[N_LIVE]:
        p = thought.room[LIVE, state[AT]]
        see(routes, board, mind)
        missing = missing_by(routes, thought.plans, p, board.seats, seat, mind, 0, 0)
        key = cache_key(board, thought, missing)
        if thought.room[row, p] != key:
            thought.room[row, p] = key
            thought.scores[row, p] = at_first_sight(thought, p, routes.opened)
            tile = -1
            if routes.opened == 0 or state[OPENED] == 1:
                state[DISTANCE] = away_of(missing, min(mind.held[HELD_WILD], limit_of(routes, thought.plans, p)))
                tile = complete_by(routes, thought.plans, p, board, seat, mind, thought.room[TRIAL])
            if tile >= 0:
                state[FACE] = tile
                lay_thought(board, thought, tile, HOW_SELF_DRAW)
                state[STAGE] = WORTH_JUDGED
                return True
        state[AT] += 1
    state[STAGE] = RATE
    return False


@leaf
def keep_worth(board: Board, thought: Thought, by_discard: float) -> None:
    """Both ways of winning the typical hand are judged."""
    state = thought.room[STATE]
    p = thought.room[LIVE, state[AT]]
    share = thought.known[SHARE]
    worth = share * thought.scores[STATE, SELF] + (1.0 - share) * by_discard
    lean = LEAN[min(state[DISTANCE], AWAY - 1)]
    row = cache_row(board, thought)
    thought.scores[row, p] = lean * counted(thought, worth) + (1.0 - lean) * thought.scores[row, p]
    state[AT] += 1
    state[STAGE] = WORTHS


@leaf
def hash_of(board: Board, seat: int, face: int) -> int:
    """A number for the hand of `seat` without a tile of `face`, and its melds."""
    number = board.seats.n_melds[seat]
    for other in range(N_FACES):
        n = board.seats.hand[seat, other] - (1 if other == face else 0)
        number = (number * 1009 + n) % 1099511627689
    return int(number)


@leaf
def next_wait(routes: Routes, board: Board, mind: Mind, thought: Thought) -> bool:
    """Lay the next ready hand with the next tile that it waits for, or False when all are judged."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    while state[AT] < state[N_CHOICES]:
        face = thought.room[CHOICES, state[AT]]
        gone = face if state[HOLDING] == 1 else -1
        if thought.room[READY_BY_FACE, face] == 0:
            state[AT] += 1
            continue
        if state[WAIT] < 0:
            state[HASH] = hash_of(board, seat, gone)
            state[WAIT] = 0
            state[BITS] = 0
            state[COPIES] = 0
            thought.scores[STATE, SUM] = 0.0
            if thought.room[READY + seat, state[HASH] % SLOTS] == state[HASH]:
                state[WAIT] = N_PLAIN
        if state[WAIT] < N_PLAIN:
            see(routes, board, mind)
            discard_in_mind(routes, board, mind, thought, face, -1)
            while state[WAIT] < N_PLAIN:
                if waits_for(routes, mind, state[WAIT]):
                    for other in range(N_FACES):
                        thought.room[TRIAL, other] = board.seats.hand[seat, other]
                    if gone >= 0:
                        thought.room[TRIAL, gone] -= 1
                    lay_thought(board, thought, board.marks[PRINTED_AS, state[WAIT]], HOW_SELF_DRAW)
                    state[STAGE] = WAIT_JUDGED
                    return True
                state[WAIT] += 1
        rate_ready(routes, board, mind, thought, face)
        state[WAIT] = -1
        state[AT] += 1
    state[STAGE] = CLOSE
    return False


@leaf
def waits_for(routes: Routes, mind: Mind, face: int) -> bool:
    """Whether the hand laid out is complete by shape with the read `face`, which it may still draw."""
    if mind.faces[NATURAL, face] >= FULL or mind.faces[UNSEEN, face] == 0:
        return False
    for r in range(len(routes.rows)):
        if missing_with(routes, mind, r, face, 1) <= min(mind.held[HELD_WILD], routes.rows[r, ROUTE_LIMIT]):
            return True
    return False


@leaf
def keep_wait(board: Board, mind: Mind, thought: Thought, by_discard: float) -> None:
    """Both ways of winning on a tile are judged."""
    state = thought.room[STATE]
    share = thought.known[SHARE]
    worth = share * thought.scores[STATE, SELF] + (1.0 - share) * by_discard
    if worth > 0.0:
        state[BITS] |= 1 << state[WAIT]
        copies = mind.faces[UNSEEN, state[WAIT]]
        state[COPIES] += copies
        thought.scores[STATE, SUM] += copies * worth
    state[WAIT] += 1
    state[STAGE] = WAITS


@leaf
def note_discards(board: Board, thought: Thought) -> None:
    """Keep what the discards that were looked at closely came to."""
    state = thought.room[STATE]
    for i in range(state[N_CHOICES]):
        face = thought.room[CHOICES, i]
        cell = thought.room[BY_FACE, face] if thought.scores[BY_FACE, face] > 0.0 else -1
        note_one(board, thought, face, thought.scores[BY_FACE, face], cell, thought.scores[PROMISED, face])


@leaf
def note_one(board: Board, thought: Thought, face: int, score: float, cell: int, worth: float) -> None:
    """Keep what one choice came to."""
    at = thought.room[STATE, NOTED]
    if at < len(thought.notes):
        note = thought.notes[at]
        note[NOTE_EVENT] = board.clock[EVENTS]
        note[NOTE_SEAT] = board.clock[SEAT_ASKED]
        note[NOTE_FACE] = face
        note[NOTE_SCORE] = score
        note[NOTE_CELL] = cell
        note[NOTE_WORTH] = worth
        thought.room[STATE, NOTED] = at + 1


@leaf
def close_position(routes: Routes, board: Board, mind: Mind, thought: Thought, gain: float, caution: float) -> bool:
    """Take the best discard of the position; whether all positions are weighed and the answer is given."""
    state = thought.room[STATE]
    clock = board.clock
    seat = clock[SEAT_ASKED]
    see(routes, board, mind)
    best = best_choice(board, mind, thought, caution)
    most = thought.scores[STATE, HIGHEST]
    # Not where danger was taken off: there the score of the choice has fallen below what it was rated.
    if clock[QUESTION] == ASKED_DISCARD and best >= 0 and UNTOUCHED * thought.scores[BY_FACE, best] <= most:
        quick = fast_discard(routes, board, seat, mind)
        if NEARLY * thought.scores[BY_FACE, quick] >= most:
            best = quick
    if clock[QUESTION] == ASKED_DISCARD:
        note_discards(board, thought)
        clock[GIVEN] = best
        if best >= 0 and len(thought.tally) > 0:
            count = thought.room[TRACE + seat, TRACED]
            if count < TRACED:
                thought.room[TRACE + seat, count] = thought.room[BY_FACE, best]
                thought.scores[TRACE + seat, count] = thought.scores[PROMISED, best]
                thought.room[TRACE + seat, TRACED] = count + 1
        if best < 0 or mind.held[HELD_KONG] > 0:
            clock[GIVEN] = fast_discard(routes, board, seat, mind)
            if best >= 0 and board.marks[IS_KONG_TILE, clock[GIVEN]] == 0:
                clock[GIVEN] = best
        state[STAGE] = BEGIN
        return True
    claim = state[POSITION]
    note_one(board, thought, NOTE_CLAIM + claim, most, -1, 0.0)
    thought.scores[CLAIM_SCORES, claim] = gain * most if claim == CLAIM_NONE else most
    if claim == CLAIM_NONE:
        thought.scores[STATE, HIGH] = gain * most if most > 0.0 else most
        state[BEST] = CLAIM_NONE
        claim = clock[FIRST_ASKED] - 1
    else:
        unmeld_claim(board, seat, clock[FACE_ASKED], claim)
        if most > thought.scores[STATE, HIGH]:
            thought.scores[STATE, HIGH] = most
            state[BEST] = claim
    claim += 1
    while claim <= clock[LAST_ASKED] and not may_claim(board, seat, clock[SEAT], clock[FACE_ASKED], claim):
        claim += 1
    state[STAGE] = BEGIN
    if claim <= clock[LAST_ASKED]:
        state[POSITION] = claim
        return False
    clock[GIVEN] = state[BEST]
    first, last = clock[FIRST_ASKED], clock[LAST_ASKED]
    quick = fast_claim(routes, board, seat, clock[SEAT], clock[FACE_ASKED], first, last, mind)
    if thought.scores[STATE, HIGH] > 0.0 and NEARLY * thought.scores[CLAIM_SCORES, quick] >= thought.scores[STATE, HIGH]:
        clock[GIVEN] = quick
    if state[BEST] == CLAIM_NONE and thought.scores[STATE, HIGH] <= 0.0 and caution == 0.0:
        clock[GIVEN] = quick
    state[POSITION] = CLAIM_NONE
    return True


@open_leaf
def weigh_choice(routes: Routes, board: Board, mind: Mind, thought: Thought, policies: Ints) -> int:
    """Weigh the choice that the table stopped for: `STOP_ASK` for a thought win to be judged first, `GO_ON` when it is made."""
    state = thought.room[STATE]
    own = policies[board.clock[SEAT_ASKED]]
    thought.scores[STATE, PULL] = own[WORTH_POWER] / MILLE
    while True:
        stage = state[STAGE]
        if stage == BEGIN:
            begin_position(routes, board, mind, thought)
        elif stage == WORTHS:
            if next_worth(routes, board, mind, thought):
                return STOP_ASK
        elif stage == WORTH_JUDGED:
            thought.scores[STATE, SELF] = take_back(board, thought)
            lay_thought(board, thought, state[FACE], HOW_DISCARD)
            state[STAGE] = WORTH_BOTH
            return STOP_ASK
        elif stage == WORTH_BOTH:
            keep_worth(board, thought, take_back(board, thought))
        elif stage == RATE:
            rate(routes, board, mind, thought)
        elif stage == WAITS:
            if next_wait(routes, board, mind, thought):
                return STOP_ASK
        elif stage == WAIT_JUDGED:
            thought.scores[STATE, SELF] = take_back(board, thought)
            lay_thought(board, thought, board.win[WIN_TILE], HOW_DISCARD)
            state[STAGE] = WAIT_BOTH
            return STOP_ASK
        elif stage == WAIT_BOTH:
            keep_wait(board, mind, thought, take_back(board, thought))
        elif close_position(routes, board, mind, thought, own[GAIN] / MILLE, own[CAUTION] / MILLE):
            return GO_ON


@open_leaf
def tell_missing(routes: Routes, board: Board, mind: Mind, thought: Thought, p: int) -> int:
    """Tiles missing for plan `p` in the hand of who is asked, wild tiles not taken off; `NO_ROUTE` where its melds do not fit."""
    seat = board.clock[SEAT_ASKED]
    see(routes, board, mind)
    n = len(routes.rows)
    if p >= n and not plan_fits(thought.plans, p - n, board.seats, seat, routes.sets):
        return NO_ROUTE
    return int(missing_by(routes, thought.plans, p, board.seats, seat, mind, 0, 0))


@open_leaf
def think_of(routes: Routes, board: Board, mind: Mind, thought: Thought, p: int) -> int:
    """Fill the thought hand with a typical finished hand of plan `p` for who is asked; its winning tile, -1: there is none."""
    seat = board.clock[SEAT_ASKED]
    if tell_missing(routes, board, mind, thought, p) >= NO_ROUTE:
        return -1
    return int(complete_by(routes, thought.plans, p, board, seat, mind, thought.room[TRIAL]))


@open_leaf
def tell_help(routes: Routes, board: Board, mind: Mind, thought: Thought, p: int) -> float:
    """How many tiles help plan `p` for who is asked, in parts of the usual number at its distance; -1.0 where there is no way."""
    missing = tell_missing(routes, board, mind, thought, p)
    if missing >= NO_ROUTE:
        return -1.0
    away = away_of(missing, min(mind.held[HELD_WILD], limit_of(routes, thought.plans, p)))
    if away >= AWAY:
        return -1.0
    return float(helping_tiles(routes, board, mind, thought, p, missing) / TYPICAL[away])
