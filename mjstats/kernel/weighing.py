"""The policy `value`: what each choice is worth, as the chance to finish times what the finished hand brings.

For every plan of the page (see `mjstats.kernel.plans`) the hand's distance and the tiles that help say how likely it is to be
finished in the draws that are left, by a table learned from play. What it then brings is judged, by the same code that judges
wins, on a typical finished hand of that plan, by an own draw too where a discard would not win; a ready hand is judged in both
ways on the tiles that it waits for. A hand that may not win brings nothing, so that minimum points need no word of their own. The
table is for hands after an own discard: who lets a claim pass draws sooner, and that counts for the hand as it is.

Judging is done by whoever drives the table: `weigh_choice` lays a thought hand on the board, stops, and goes on with the answer.
"""

from typing import Final

from mjstats.kernel.board import (
    EVENTS,
    FACE_ASKED,
    FIRST_ASKED,
    GIVEN,
    IS_KONG_TILE,
    IS_LEGAL,
    LAST_ASKED,
    PLAYERS,
    QUESTION,
    READS_DISTANCE,
    SEAT,
    SEAT_ASKED,
    WORTH,
    Board,
)
from mjstats.kernel.chances import AWAY, KONG_PAYS, N_PRIOR, PRIORS, SHARE, TYPICAL, chance_of
from mjstats.kernel.claims import CLAIM_KONG, CLAIM_NONE, CLAIMED, may_claim, meld_claim, meld_kong, unmeld_claim
from mjstats.kernel.finishing import complete_by, hold_finished
from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.keys import is_opened
from mjstats.kernel.laid import LACKS, USABLE, drawable_faces, helping_faces, lay_plan
from mjstats.kernel.one_tile import lowest, unseen_of
from mjstats.kernel.page import HOW_DISCARD, N_FACES, Ints
from mjstats.kernel.phases import GO_ON, STOP_ASK
from mjstats.kernel.plans import (
    MOST_LIVE,
    NOTE_CELL,
    NOTE_CLAIM,
    NOTE_EVENT,
    NOTE_FACE,
    NOTE_KONG,
    NOTE_SCORE,
    NOTE_SEAT,
    NOTE_WORTH,
    PLAN_KEPT,
    Thought,
    plan_fits,
)
from mjstats.kernel.policy import (
    ASKED_CLAIM,
    ASKED_DECLARE,
    ASKED_DISCARD,
    ASKED_KONG,
    CAUTION,
    GAIN,
    MILLE,
    WORTH_POWER,
    weighs_all,
)
from mjstats.kernel.policy_fast import fast_claim, fast_discard, fast_kong, most_helped, nearest_discards
from mjstats.kernel.promises import choose_plans
from mjstats.kernel.rating import NO_SCORE, best_choice, rate, see
from mjstats.kernel.routes import HELD_KONG, HELD_WILD, NO_ROUTE, Mind, Routes
from mjstats.kernel.state import WIN_BY, WIN_TILE
from mjstats.kernel.thought_room import (
    AT,
    BEGIN,
    BEST,
    BY_FACE,
    CHOICES,
    CLAIM_SCORES,
    FAST,
    GIVEN_UP,
    HIGH,
    HIGHEST,
    HOLDING,
    LIVE,
    N_CHOICES,
    N_LIVE,
    NOTED,
    OPENED,
    POSITION,
    PROMISED,
    PULL,
    RATE,
    SELF,
    SOONER,
    SPOILT,
    STAGE,
    STATE,
    TRACE,
    TRACED,
    TRIAL,
    UNCLAIMED,
    WAIT_BOTH,
    WAIT_JUDGED,
    WAITS,
    WORTH_BOTH,
    WORTH_JUDGED,
    WORTHS,
)
from mjstats.kernel.thoughts import (
    keep_wait,
    keep_worth,
    lay_thought,
    needs_other_way,
    next_wait,
    next_worth,
    take_back,
)
from mjstats.kernel.ventures import close_declaration, close_kong, kongs_priced
from mjstats.kernel.worths import away_of, draws_left

NEARLY: Final[float] = 1.1  #: where no discard is so many times better, it is done as `fast` does
NEARLY_CLAIM: Final[float] = 1.4  #: likewise of claims: a hand before and after one are less surely compared
UNTOUCHED: Final[float] = 0.98  #: of a score, what it keeps at least when no danger was taken off
CLAIM_WITHIN: Final[float] = 0.6  #: of what the hand promises roughly as it is, what a claim needs to be looked at closely


@leaf
def begin_position(routes: Routes, board: Board, mind: Mind, thought: Thought) -> None:
    """Lay out the hand, as it is or after a claim, and choose the plans to weigh."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    seats = board.seats
    clock = board.clock
    if clock[QUESTION] == ASKED_CLAIM and state[POSITION] == CLAIM_NONE:
        first, last = clock[FIRST_ASKED], clock[LAST_ASKED]
        state[FAST] = fast_claim(routes, board, seat, clock[SEAT], clock[FACE_ASKED], first, last, mind)
    melds = seats.n_melds[seat]
    sooner = 0.0
    if state[POSITION] != CLAIM_NONE and clock[QUESTION] == ASKED_KONG:
        meld_kong(board, seat, state[POSITION] - 1)
        sooner = 1.0
    elif state[POSITION] != CLAIM_NONE and clock[QUESTION] == ASKED_CLAIM:
        meld_claim(board, seat, clock[SEAT], clock[FACE_ASKED], state[POSITION])
        sooner = 1.0 if state[POSITION] == CLAIM_KONG else 0.0
    elif clock[QUESTION] == ASKED_CLAIM:
        # Who claims discards in place of a draw; who does not draws after those between.
        sooner = (clock[SEAT] - seat) % board.terms[PLAYERS] / board.terms[PLAYERS]
    thought.scores[STATE, SOONER] = sooner
    see(routes, board, mind)
    tiles = 0
    for face in range(N_FACES):
        tiles += seats.hand[seat, face]
    state[HOLDING] = 1 if tiles % 3 == 2 else 0
    state[OPENED] = 1 if is_opened(seats, seat) else 0
    choose_plans(routes, board, mind, thought, melds)
    state[AT] = 0
    state[SPOILT] = 0
    state[STAGE] = WORTHS
    if board.clock[QUESTION] == ASKED_CLAIM:
        compare_claim(thought)


@leaf
def compare_claim(thought: Thought) -> None:
    """Give up a claim that promises far less than the hand as it is, before anything is judged; no kong, not what `fast` does."""
    state = thought.room[STATE]
    promise = thought.scores[LIVE, 0] if state[N_LIVE] > 0 else 0.0
    if state[POSITION] == CLAIM_NONE:
        thought.scores[STATE, UNCLAIMED] = promise
    elif state[POSITION] not in (CLAIM_KONG, state[FAST]) and promise < CLAIM_WITHIN * thought.scores[STATE, UNCLAIMED]:
        state[STAGE] = GIVEN_UP


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
def others_near(thought: Thought, best: int, most: float) -> bool:
    """Whether another discard comes near the best one."""
    for i in range(thought.room[STATE, N_CHOICES]):
        face = thought.room[CHOICES, i]
        if face != best and NEARLY * thought.scores[BY_FACE, face] >= most:
            return True
    return False


@leaf
def quick_among(routes: Routes, board: Board, mind: Mind, thought: Thought, best: int, most: float) -> int:
    """The discard that `fast` chooses if it comes near the best one, and the best one if not."""
    seat = board.clock[SEAT_ASKED]
    equals, key = nearest_discards(routes, board, seat, mind)
    near = 0
    rest = equals
    while rest != 0:
        face = lowest(rest)
        rest &= rest - 1
        near |= (1 if NEARLY * thought.scores[BY_FACE, face] >= most else 0) << face
    if near & ~(1 << best) == 0:
        return best
    quick = most_helped(routes, board, seat, mind, equals, key)
    return int(quick if near >> quick & 1 == 1 else best)


@leaf
def close_position(routes: Routes, board: Board, mind: Mind, thought: Thought, gain: float, caution: float) -> bool:
    """Take the best discard of the position; whether all positions are weighed and the answer is given."""
    state = thought.room[STATE]
    clock = board.clock
    seat = clock[SEAT_ASKED]
    # The hand in mind is still the one that is asked about, unless others were looked at to judge one thought of.
    if board.terms[READS_DISTANCE] == 1:
        see(routes, board, mind)
    given_up = state[STAGE] == GIVEN_UP
    best = -1 if given_up else best_choice(board, mind, thought, caution)
    most = NO_SCORE if given_up else thought.scores[STATE, HIGHEST]
    # Not where danger was taken off: there the score of the choice has fallen below what it was rated.
    nearly = UNTOUCHED * thought.scores[BY_FACE, best] <= most and others_near(thought, best, most) if best >= 0 else False
    if clock[QUESTION] == ASKED_DISCARD and nearly:
        best = quick_among(routes, board, mind, thought, best, most)
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
    if clock[QUESTION] == ASKED_KONG:
        note_one(board, thought, NOTE_KONG + claim, most, -1, 0.0)
        return bool(close_kong(routes, board, mind, thought, best, most))
    if clock[QUESTION] == ASKED_DECLARE:
        return bool(close_declaration(routes, board, mind, thought, caution))
    if claim == CLAIM_KONG:
        most += thought.known[KONG_PAYS + CLAIMED]
    if not given_up:
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
    quick = state[FAST]
    if thought.scores[STATE, HIGH] > 0.0 and NEARLY_CLAIM * thought.scores[CLAIM_SCORES, quick] >= thought.scores[STATE, HIGH]:
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
    if board.clock[QUESTION] == ASKED_KONG and not kongs_priced(thought):
        board.clock[GIVEN] = fast_kong(routes, board, board.clock[SEAT_ASKED], mind)
        return GO_ON
    # Kongs and declarations change what a hand brings, not which hand it is: that is believed.
    thought.scores[STATE, PULL] = own[WORTH_POWER] / MILLE if board.clock[QUESTION] <= ASKED_CLAIM else 1.0
    while True:
        stage = state[STAGE]
        if stage == BEGIN:
            begin_position(routes, board, mind, thought)
        elif stage == WORTHS:
            if next_worth(routes, board, mind, thought):
                return STOP_ASK
        elif stage == WORTH_JUDGED:
            if needs_other_way(board, thought):
                return STOP_ASK
        elif stage == WORTH_BOTH:
            keep_worth(board, thought, take_back(board, thought), thought.scores[STATE, SELF])
        elif stage == RATE:
            rate(routes, board, mind, thought)
        elif stage == WAITS:
            if next_wait(board, mind, thought):
                return STOP_ASK
        elif stage == WAIT_JUDGED:
            thought.scores[STATE, SELF] = take_back(board, thought)
            if thought.known[SHARE] == 1.0:
                keep_wait(mind, thought, 0.0)
                continue
            lay_thought(board, thought, board.win[WIN_TILE], HOW_DISCARD)
            state[STAGE] = WAIT_BOTH
            return STOP_ASK
        elif stage == WAIT_BOTH:
            keep_wait(mind, thought, take_back(board, thought))
        elif close_position(routes, board, mind, thought, own[GAIN] / MILLE, own[CAUTION] / MILLE):
            return GO_ON


@leaf
def goes_on(routes: Routes, board: Board, mind: Mind, thought: Thought, policies: Ints) -> bool:
    """Whether the winner asked about, who weighs, rather goes on with a plan that keeps wild tiles together.

    So where it brings more, as likely as it still is, than this win for certain. Such a plan is the last one.
    """
    seat = board.win[WIN_BY]
    last = len(thought.plans) - 1
    if last < 0 or thought.plans[last, PLAN_KEPT] == 0 or board.clock[IS_LEGAL] == 0 or not weighs_all(policies, seat):
        return False
    asked = board.clock[SEAT_ASKED]
    board.clock[SEAT_ASKED] = seat
    see(routes, board, mind)
    board.clock[SEAT_ASKED] = asked
    if mind.held[HELD_WILD] < thought.plans[last, PLAN_KEPT]:
        return False
    if not plan_fits(thought.plans, last, board.seats, seat, routes.sets):
        return False
    p = len(routes.rows) + last
    laid = thought.laid[MOST_LIVE]
    lay_plan(routes, thought.plans, p, board.seats, seat, mind, laid)
    away = away_of(laid[LACKS], laid[USABLE])
    if away >= AWAY:
        return False
    opened = 1 if is_opened(board.seats, seat) else 0
    tiles = unseen_of(mind, helping_faces(routes, mind, thought, laid, drawable_faces(mind)))
    likely = chance_of(thought, away, opened, draws_left(board), tiles)
    return bool(likely * thought.known[PRIORS + N_PRIOR * p + opened] > board.clock[WORTH])


@open_leaf
def tell_missing(routes: Routes, board: Board, mind: Mind, thought: Thought, p: int) -> int:
    """Tiles missing for plan `p` in the hand of who is asked, wild tiles not taken off; `NO_ROUTE` where its melds do not fit."""
    seat = board.clock[SEAT_ASKED]
    see(routes, board, mind)
    n = len(routes.rows)
    if p >= n and not plan_fits(thought.plans, p - n, board.seats, seat, routes.sets):
        return NO_ROUTE
    lay_plan(routes, thought.plans, p, board.seats, seat, mind, thought.laid[MOST_LIVE])
    return int(thought.laid[MOST_LIVE, LACKS])


@open_leaf
def think_of(routes: Routes, board: Board, mind: Mind, thought: Thought, p: int) -> int:
    """Fill the thought hand with a typical finished hand of plan `p` for who is asked; its winning tile, -1: there is none."""
    if tell_missing(routes, board, mind, thought, p) >= NO_ROUTE:
        return -1
    tile = complete_by(routes, board, mind, thought, thought.laid[MOST_LIVE])
    return int(hold_finished(board, board.clock[SEAT_ASKED], mind, tile, thought.room[TRIAL]))


@open_leaf
def tell_help(routes: Routes, board: Board, mind: Mind, thought: Thought, p: int) -> float:
    """How many tiles help plan `p` for who is asked, in parts of the usual number at its distance; -1.0 where there is no way."""
    if tell_missing(routes, board, mind, thought, p) >= NO_ROUTE:
        return -1.0
    laid = thought.laid[MOST_LIVE]
    away = away_of(laid[LACKS], laid[USABLE])
    if away >= AWAY:
        return -1.0
    return float(unseen_of(mind, helping_faces(routes, mind, thought, laid, drawable_faces(mind))) / TYPICAL[away])
