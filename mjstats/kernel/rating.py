"""How likely a hand is finished, and how its discards are rated: the part of `mjstats.kernel.weighing` that needs no judging.

The chances are a table by distance, open or not, draws left and tiles that help, learned from play. A discard is rated by the
best plan that it leaves, the others beside it a little; a ready hand by the tiles that win; where a policy is careful, less what
the tile and going on may cost (see `mjstats.kernel.danger`).
"""

from typing import Final

from mjstats.kernel.board import BARRED, IS_KONG_TILE, IS_WILD, QUESTION, READ_AS, SEAT_ASKED, Board
from mjstats.kernel.chances import (
    AWAY,
    LOSSES,
    MOST_HELP,
    away_of_cell,
    cell_of,
    chance,
    chance_of,
    help_to_ready,
    usual_row,
)
from mjstats.kernel.danger import count_risks, risk_ahead, risk_of
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.laid import (
    LACKS,
    OF,
    SPARED,
    USABLE,
    drawable_faces,
    helping_faces,
    laid_so,
    lay_plan,
    move,
    move_back,
    spared_faces,
)
from mjstats.kernel.one_tile import lowest, stand_in_to_spare, unseen_of
from mjstats.kernel.page import N_FACES, N_PLAIN, Ints
from mjstats.kernel.plans import MOST_LIVE, SEATS, Thought
from mjstats.kernel.policy import ASKED_DISCARD, MILLE
from mjstats.kernel.policy_fast import count_unseen, from_centre
from mjstats.kernel.promises import held_faces
from mjstats.kernel.result import R_WIN
from mjstats.kernel.routes import (
    HELD_FOR,
    HELD_FREE,
    HELD_WILD,
    MISSING,
    NATURAL,
    Mind,
    Routes,
    is_stand_in,
    lay_out,
    missing_with,
)
from mjstats.kernel.routes import LIMIT as ROUTE_LIMIT
from mjstats.kernel.state import MARK_DECLARED
from mjstats.kernel.thought_room import (
    AT,
    BITS,
    BY_FACE,
    BY_PLAN,
    CACHE,
    CHOICES,
    COPIES,
    FINISHED,
    HASH,
    HIGHEST,
    HOLDING,
    LIVE,
    N_CHOICES,
    N_LIVE,
    OPEN_FACES,
    OPENED,
    PROMISED,
    PROMISING,
    PROMISING_WHEN,
    RATED,
    READY,
    READY_BEST,
    READY_BY_FACE,
    READY_WORTH,
    RISKS,
    ROUGH,
    SLOTS,
    SPOILT,
    STAGE,
    STATE,
    SUM,
    TRACE,
    TRACED,
    WAIT,
    WAITS,
)
from mjstats.kernel.worths import away_of, cache_row, counted, draws_left, hoped_for, reach

NO_SCORE: Final[float] = -1.0e18  #: below every score
MOST_CHOICES: Final[int] = 10
WITHIN: Final[float] = 0.6  #: of the best rough score, what a discard needs to be looked at closely
FURTHER: Final[float] = 0.75  #: of the best score, what one needs for its waits to be looked at
OTHERS: Final[float] = 0.25  #: how much plans beside the best one count
FAINT: Final[float] = 0.02
SLOWER: Final[float] = 0.4  #: what stays of a plan's score when a discard takes the hand away from it
MOST_KEPT: Final[float] = 1.5  #: of a promise, what a win counts at most


@leaf
def see(routes: Routes, board: Board, mind: Mind) -> None:
    """Lay out the hand of who is asked, and count what it cannot see."""
    seat = board.clock[SEAT_ASKED]
    lay_out(routes, board, seat, mind)
    count_unseen(board, seat, mind)


@small_leaf
def spread_over(best: float, total: float) -> float:
    """The score of several plans: the best one's, and a part of what the others promise."""
    return best + OTHERS * (total - best)


@small_leaf
def at_the_edge(read: int) -> float:
    """What is worth the same goes by its place: the ends of a suit first."""
    return 1.0 + 0.002 * from_centre(read)


@leaf
def faces_to_go(board: Board, seat: int) -> int:
    """The printed faces of which a weighing policy thinks of discarding a tile, a bit each."""
    hand = board.seats.hand[seat]
    marks = board.marks
    asked = 1 if board.clock[QUESTION] == ASKED_DISCARD else 0
    faces = 0
    for face in range(N_PLAIN):
        kept = marks[IS_WILD, face] | marks[IS_KONG_TILE, face] | marks[BARRED, face] & asked
        faces |= (min(hand[face], 1) & ~kept) << face
    return int(faces)


@leaf
def face_to_spare(routes: Routes, mind: Mind, read: int) -> int:
    """The face that leaves the hand in mind with a tile read so: of a stand-in the one that it can best do without."""
    return int(stand_in_to_spare(routes, mind) if is_stand_in(mind, read) else read)


@leaf
def rate(routes: Routes, board: Board, mind: Mind, thought: Thought) -> None:
    """Rate every discard roughly, then the best few closely."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    if state[SPOILT] == 1:
        see(routes, board, mind)
    state[OPEN_FACES] = drawable_faces(mind)
    for i in range(state[N_LIVE]):
        lay_plan(routes, thought.plans, thought.room[LIVE, i], board.seats, seat, mind, thought.laid[i])
        if state[HOLDING] == 1:
            thought.laid[i, SPARED] = spared_reads(routes, mind, thought, thought.laid[i], held_faces(state))
    draws = draws_left(board)
    rate_plans(board, thought, draws)
    rough = thought.scores[READY_BY_FACE]
    rated = thought.room[RATED]
    number = 0
    best = 0.0
    for face in range(N_FACES):
        thought.scores[BY_FACE, face] = -1.0
        rough[face] = -1.0
        thought.room[READY_BY_FACE, face] = 0
    # Without a tile to discard the hand as it is stands in the first place.
    rest = faces_to_go(board, seat) if state[HOLDING] == 1 else 1
    while rest != 0:
        face = lowest(rest)
        rest &= rest - 1
        rough[face] = rate_roughly(thought, board.marks[READ_AS, face])
        best = max(best, rough[face])
        rated[number] = face
        number += 1
    # A hand that has to be opened first is not ready.
    nearest = 1 if routes.opened == 1 and state[OPENED] == 0 else 0
    may_wait = nearest == 0 and may_be_ready(routes, mind)
    choices = 0
    while choices < MOST_CHOICES:
        choice = -1
        most = -1.0
        for i in range(number):
            if rough[rated[i]] > most:
                most = rough[rated[i]]
                choice = rated[i]
        if choice < 0 or most < WITHIN * best:
            break
        rough[choice] = -1.0
        thought.room[CHOICES, choices] = choice
        choices += 1
        if may_wait:
            thought.room[READY_BY_FACE, choice] = winning_faces(routes, board, mind, thought, choice)
        rate_closely(routes, board, mind, thought, choice, draws, nearest, False)
    state[N_CHOICES] = choices
    look_further(routes, board, mind, thought, draws, nearest)
    thought.scores[STATE, READY_BEST] = 0.0
    state[AT] = 0
    state[WAIT] = -1
    state[STAGE] = WAITS


@leaf
def rate_plans(board: Board, thought: Thought, draws: int) -> None:
    """The score of each live plan as if as many tiles helped as usually do: as it is, and with one tile more missing."""
    state = thought.room[STATE]
    row = cache_row(board, thought)
    when = usual_row(state[OPENED], draws)
    for i in range(state[N_LIVE]):
        laid = thought.laid[i]
        p = laid[OF]
        for more in range(2):
            lacks = laid[LACKS] + more
            away = away_of(lacks, laid[USABLE])
            score = thought.scores[row, p] * thought.usual[when, away, p] if away < AWAY else 0.0
            if lacks > thought.room[BY_PLAN, p]:
                score *= SLOWER
            thought.scores[ROUGH, 2 * i + more] = score


@leaf
def spared_reads(routes: Routes, mind: Mind, thought: Thought, laid: Ints, held: int) -> int:
    """As `spared_faces`; of a stand-in the face that the hand can best do without says it for both."""
    spared = spared_faces(routes, mind, thought, laid, held)
    if mind.held[HELD_FREE] >= 0:
        either = 1 << mind.held[HELD_FREE] | 1 << mind.held[HELD_FOR]
        if spared & either != 0:
            spared |= either
    return int(spared)


@leaf
def rate_roughly(thought: Thought, read: int) -> float:
    """The score of the live plans without a tile read so, as if as many tiles helped as usually do."""
    state = thought.room[STATE]
    best = 0.0
    total = 0.0
    for i in range(state[N_LIVE]):
        more = 1 - (thought.laid[i, SPARED] >> read & 1) if state[HOLDING] == 1 and read < N_PLAIN else 0
        score = thought.scores[ROUGH, 2 * i + more]
        best = max(best, score)
        total += score
    return spread_over(best, total) * at_the_edge(read)


@leaf
def rate_closely(
    routes: Routes, board: Board, mind: Mind, thought: Thought, face: int, draws: int, nearest: int, further: bool
) -> None:  # fmt: skip
    """Count the tiles that help after discarding `face`, on each live plan that is not ready; `further`: by the waits to come."""
    state = thought.room[STATE]
    row = cache_row(board, thought)
    read = board.marks[READ_AS, face]
    holding = state[HOLDING] == 1
    gone = face_to_spare(routes, mind, read)
    best = 0.0
    best_away, best_helping = 0, 0.0
    total = 0.0
    # What the waits to come make of the tiles that help, seen on the first plan.
    better = 0.0
    for i in range(state[N_LIVE]):
        laid = thought.laid[i]
        own, half, lacks = laid_so(laid, gone)
        if holding:
            move(routes, mind, thought, laid, gone, -1)
        away = away_of(laid[LACKS], laid[USABLE])
        worth = thought.scores[row, laid[OF]]
        looked_at = (away > 0 or nearest > 0) and away < AWAY
        # A plan that cannot matter even if all tiles helped is not looked at.
        if looked_at and best > 0.0:
            most = worth * chance_of(thought, away, state[OPENED], draws, MOST_HELP)
            looked_at = OTHERS * most >= FAINT * best
        if looked_at:
            bits = helping_faces(routes, mind, thought, laid, state[OPEN_FACES])
            tiles = unseen_of(mind, bits)
            helping = float(tiles)
            now = chance_of(thought, away, state[OPENED], draws, tiles)
            if further and away == 1 and better == 0.0 and helping > 0.0:
                held = held_faces(state)
                if holding and gone < N_PLAIN and mind.faces[NATURAL, gone] == 0:
                    held &= ~(1 << gone)
                ready = help_to_ready(routes, mind, thought, laid, state[OPEN_FACES], bits, held, state[OPENED], draws)
                better = ready / helping
            if further and away == 1:
                helping *= better
                now = chance(thought, away, state[OPENED], draws, helping)
            score = worth * reach(mind, thought, laid[OF], away, draws, helping, now)
            if laid[LACKS] > thought.room[BY_PLAN, laid[OF]]:
                score *= SLOWER
            total += score
            if score > best:
                best = score
                best_away, best_helping = away, helping
                thought.scores[PROMISED, face] = worth
        if holding:
            move_back(routes, mind, thought, laid, gone, -1, own, half, lacks)
    if best > 0.0:
        thought.room[BY_FACE, face] = cell_of(best_away, state[OPENED], draws, best_helping)
    thought.scores[BY_FACE, face] = spread_over(best, total)


@leaf
def look_further(routes: Routes, board: Board, mind: Mind, thought: Thought, draws: int, nearest: int) -> None:
    """Rate the discards once more that come near the best and leave a hand one tile from ready: by the waits it leads to.

    The others are taken to lose as much by it as the best of these.
    """
    state = thought.room[STATE]
    scores = thought.scores[BY_FACE]
    most = 0.0
    for i in range(state[N_CHOICES]):
        most = max(most, scores[thought.room[CHOICES, i]])
    kept = 0.0
    for i in range(state[N_CHOICES]):
        face = thought.room[CHOICES, i]
        before = scores[face]
        if before > 0.0 and before >= FURTHER * most and away_of_cell(thought.room[BY_FACE, face]) == 1:
            rate_closely(routes, board, mind, thought, face, draws, nearest, True)
            kept = max(kept, scores[face] / before)
    for i in range(state[N_CHOICES]):
        face = thought.room[CHOICES, i]
        if 0.0 < kept < 1.0 and scores[face] < FURTHER * most and away_of_cell(thought.room[BY_FACE, face]) == 1:
            scores[face] *= kept


@leaf
def may_be_ready(routes: Routes, mind: Mind) -> bool:
    """Whether the hand in mind may be ready by shape after a discard, which never brings it nearer."""
    for r in range(len(routes.rows)):
        if mind.routes[r, MISSING] - min(mind.held[HELD_WILD], routes.rows[r, ROUTE_LIMIT]) <= 1:
            return True
    return False


@leaf
def winning_faces(routes: Routes, board: Board, mind: Mind, thought: Thought, face: int) -> int:
    """Bit f set when the hand without `face` is complete by shape with the read f, which it may still draw."""
    read = board.marks[READ_AS, face]
    holding = thought.room[STATE, HOLDING] == 1
    laid = thought.laid[MOST_LIVE]
    bits = 0
    for r in range(len(routes.rows)):
        missing = missing_with(routes, mind, r, read, -1) if holding else mind.routes[r, MISSING]
        if missing - min(mind.held[HELD_WILD], routes.rows[r, ROUTE_LIMIT]) > 1:
            continue
        lay_plan(routes, thought.plans, r, board.seats, board.clock[SEAT_ASKED], mind, laid)
        gone = face_to_spare(routes, mind, read)
        if holding:
            move(routes, mind, thought, laid, gone, -1)
        faces = thought.room[STATE, OPEN_FACES]
        bits |= helping_faces(routes, mind, thought, laid, faces) if laid[LACKS] > laid[USABLE] else faces
        if holding:
            move(routes, mind, thought, laid, gone, 1)
    return bits


@leaf
def rate_ready(board: Board, mind: Mind, thought: Thought, waits: int, face: int) -> None:
    """The score of a ready hand from the tiles that win; where none does, of all that it waits for by shape if it may hope."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    slot = state[HASH] % SLOTS
    if thought.room[READY + seat, slot] != state[HASH]:
        thought.room[READY + seat, slot] = state[HASH]
        thought.room[READY + seat, SLOTS + slot] = state[BITS]
        thought.scores[READY + seat, slot] = counted(thought, thought.scores[STATE, SUM] / max(state[COPIES], 1))
    worth = thought.scores[READY + seat, slot]
    winning = thought.room[READY + seat, SLOTS + slot]
    if winning == 0 and state[N_LIVE] > 0:
        winning = waits
        worth = hoped_for(board, thought, thought.room[LIVE, 0])
    helping = unseen_of(mind, winning)
    score = 0.0
    if helping > 0:
        draws = draws_left(board)
        now = chance_of(thought, 0, state[OPENED], draws, helping)
        score = worth * reach(mind, thought, 0, 0, draws, float(helping), now)
    if score > thought.scores[BY_FACE, face]:
        thought.scores[BY_FACE, face] = score
        thought.room[BY_FACE, face] = cell_of(0, state[OPENED], draws_left(board), float(helping))
        thought.scores[PROMISED, face] = worth
    if score > thought.scores[STATE, READY_BEST]:
        thought.scores[STATE, READY_BEST] = score
        thought.scores[STATE, READY_WORTH] = worth


@leaf
def best_choice(board: Board, mind: Mind, thought: Thought, caution: float) -> int:
    """The discard with the best score, -1 when all are worth nothing; HIGHEST is filled with the score.

    Where another may be ready, what going on may cost is taken off, and what the tile itself may cost: a hand that is not worth
    that much is given up, and only the danger of the tile counts.
    """
    state = thought.room[STATE]
    clock = board.clock
    seat = clock[SEAT_ASKED]
    risks = thought.scores[RISKS]
    ahead = 0.0
    if caution > 0.0 and board.seats.marks[seat, MARK_DECLARED] == 0:
        count_risks(board, seat, thought.known[LOSSES], thought.known[LOSSES + 1], risks)
        ahead = caution * risk_ahead(board, seat, risks)
    best = -1
    most = NO_SCORE
    for face in range(N_FACES):
        score = thought.scores[BY_FACE, face]
        if score < 0.0:
            # Of those that were not looked at closely the rough score has to do.
            score = thought.scores[READY_BY_FACE, face]
            if score < 0.0 or ahead == 0.0:
                continue
        score = max(score - ahead, 0.0) * at_the_edge(board.marks[READ_AS, face])
        if ahead > 0.0 and state[HOLDING] == 1:
            score -= caution * risk_of(board, mind, seat, face, risks)
        if score > most:
            most = score
            best = face
    thought.scores[STATE, HIGHEST] = most
    return best if most > 0.0 or ahead > 0.0 else -1


@leaf
def forget(thought: Thought) -> None:
    """A new hand: nothing is known of the old ones; where nobody weighs nothing ever is."""
    if len(thought.known) == 1:
        return
    thought.room[STATE] = 0
    thought.room[CACHE : READY + SEATS] = 0
    thought.room[FINISHED : FINISHED + SEATS] = 0
    for seat in range(SEATS):
        thought.room[TRACE + seat, TRACED] = 0
        thought.room[PROMISING + seat, PROMISING_WHEN] = 0


@leaf
def count_trace(thought: Thought, row: Ints) -> None:
    """Count the cells that each seat went through, and what part of what was promised there it won, in thousandths."""
    for seat in range(SEATS):
        for i in range(thought.room[TRACE + seat, TRACED]):
            cell = thought.room[TRACE + seat, i]
            thought.tally[cell, 0] += 1
            promised = thought.scores[TRACE + seat, i]
            if row[R_WIN + seat] > 0 and promised > 0.0:
                kept = counted(thought, float(row[R_WIN + seat])) / promised
                thought.tally[cell, 1] += int(MILLE * min(kept, MOST_KEPT))
