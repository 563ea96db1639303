"""How likely a hand is finished, and how its discards are rated: the part of `mjstats.kernel.weighing` that needs no judging.

The chances are a table by distance, open or not, draws left and tiles that help, learned from play. A discard is rated by the
best plan that it leaves, the others beside it a little; a ready hand by the tiles that win; where a policy is careful, less what
the tile and going on may cost (see `mjstats.kernel.danger`).
"""

from typing import Final

from mjstats.kernel.board import (
    BARRED,
    FACE_ASKED,
    IS_KONG_TILE,
    IS_WILD,
    LEFT,
    PLAYERS,
    QUESTION,
    READ_AS,
    SEAT_ASKED,
    Board,
)
from mjstats.kernel.claims import CLAIM_NONE
from mjstats.kernel.danger import risk_ahead, risk_of
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import N_FACES, N_PLAIN, Ints
from mjstats.kernel.plans import SEATS, Thought, limit_of, missing_by
from mjstats.kernel.policy import ASKED_CLAIM, MILLE
from mjstats.kernel.policy_fast import count_unseen, from_centre
from mjstats.kernel.result import R_WIN
from mjstats.kernel.routes import (
    FULL,
    HELD_WILD,
    MISSING,
    NATURAL,
    NO_ROUTE,
    UNSEEN,
    Mind,
    Routes,
    lay_out,
    lay_route,
    put,
)
from mjstats.kernel.routes import LIMIT as ROUTE_LIMIT
from mjstats.kernel.state import MARK_DECLARED

# ---- the chances: a table by distance, open or not, own draws left, tiles that help (between nodes in a straight line)
AWAY: Final[int] = 6
DRAWS_BINS: Final[int] = 10  #: two draws each
NODES: Final = (0, 2, 4, 6, 9, 12, 16, 21, 28, 38, 52, 70)
N_NODES: Final[int] = 12
CELLS: Final[int] = AWAY * 2 * DRAWS_BINS * N_NODES
SHARE: Final[int] = CELLS  #: the share of wins by an own draw
LOSSES: Final[int] = CELLS + 1  #: what a win takes from its discarder beyond what it takes anyway, closed and open
PLAIN: Final[int] = CELLS + 3  #: what a plain hand brings
PRIORS: Final[int] = CELLS + 4  #: by plan: what it brings at first sight, closed and open, and how many tiles help it
N_PRIOR: Final[int] = 3
NARROW: Final[int] = 2  #: the third of them: tiles that help, in parts of the usual number
TYPICAL: Final = (6, 17, 28, 38, 46, 52)  #: tiles that usually help at a distance

# ---- rows of `Thought.room` and `Thought.scores`
STATE: Final[int] = 0
SAVED: Final[int] = 1  #: the hand while a thought one is judged
LIVE: Final[int] = 2  #: plans that are weighed
CHOICES: Final[int] = 3  #: faces that are weighed closely
TRIAL: Final[int] = 4  #: the thought hand
CLAIM_SCORES: Final[int] = 1  #: of the scores: by claim, none the first
PROMISED: Final[int] = 4  #: of the scores: by discard, the worth that its chance was counted for
BY_FACE: Final[int] = 5  #: scores of the discards: of hands that are not ready yet; room: the cell of the chances
READY_BY_FACE: Final[int] = 6  #: of ready hands; room: 1 where it is one
BY_PLAN: Final[int] = 7  #: scores of the plans; room: tiles missing before the discard
CACHE: Final[int] = 8  #: worth by plan, a row a seat, then a row a seat after a claim; room: for which hand
READY: Final[int] = 16  #: worth of ready hands, a row a seat; room: which hand
TRACE: Final[int] = 20  #: cells of the chances that a seat went through in this hand, their number in the last place
SLOTS: Final[int] = 64
TRACED: Final[int] = 159

# ---- places in the row STATE
STAGE: Final[int] = 0
POSITION: Final[int] = 1  #: the claim being weighed, CLAIM_NONE the hand as it is
N_LIVE: Final[int] = 2
AT: Final[int] = 3
FACE: Final[int] = 4
WAIT: Final[int] = 5
BITS: Final[int] = 6
BEST: Final[int] = 7
DECLARED: Final[int] = 8
HOLDING: Final[int] = 9  #: 1 with a tile to discard
OPENED: Final[int] = 10
N_CHOICES: Final[int] = 11
HASH: Final[int] = 12
COPIES: Final[int] = 13
DISTANCE: Final[int] = 14
NOTED: Final[int] = 15  #: rows of the notes
# ---- places in the row STATE of the scores
SELF: Final[int] = 0
SUM: Final[int] = 1
HIGH: Final[int] = 2
HIGHEST: Final[int] = 3
PULL: Final[int] = 4  #: the power of worth that counts

# ---- stages
BEGIN: Final[int] = 0
WORTHS: Final[int] = 1
WORTH_JUDGED: Final[int] = 2
WORTH_BOTH: Final[int] = 3
RATE: Final[int] = 4
WAITS: Final[int] = 5
WAIT_JUDGED: Final[int] = 6
WAIT_BOTH: Final[int] = 7
CLOSE: Final[int] = 8

MOST_LIVE: Final[int] = 3
MOST_CHOICES: Final[int] = 10
OTHERS: Final[float] = 0.25  #: how much plans beside the best one count
FAINT: Final[float] = 0.02
NEARLY: Final[float] = 1.1  #: where nothing is so many times better, it is done as `fast` does
UNTOUCHED: Final[float] = 0.98  #: of a score, what it keeps at least when no danger was taken off
SLOWER: Final[float] = 0.4  #: what stays of a plan's score when a discard takes the hand away from it
MOST_KEPT: Final[float] = 1.5  #: of a promise, what a win counts at most
LEAN: Final = (1.0, 0.9, 0.75, 0.6, 0.5, 0.5)  #: how much a typical hand judged at a distance counts beside the first sight
UNOPENED: Final[float] = 0.8  #: of the worth of open hands, what a closed hand keeps that has to be opened to win


@leaf
def cell_of(away: int, opened: int, draws: int, helping: int) -> int:
    """The cell of the chances nearest to a hand."""
    node = 0
    while node + 1 < N_NODES and 2 * helping > NODES[node] + NODES[node + 1]:
        node += 1
    return ((min(away, AWAY - 1) * 2 + opened) * DRAWS_BINS + min(draws // 2, DRAWS_BINS - 1)) * N_NODES + node


@leaf
def chance(thought: Thought, away: int, opened: int, draws: int, helping: int) -> float:
    """The chance to finish, in a straight line between the nodes."""
    if away >= AWAY:
        return 0.0
    first = cell_of(away, opened, draws, 0)
    node = 0
    while node + 2 < N_NODES and helping > NODES[node + 1]:
        node += 1
    low = thought.known[first + node]
    high = thought.known[first + node + 1]
    part = min((helping - NODES[node]) / (NODES[node + 1] - NODES[node]), 1.0)
    return float(low + part * (high - low))


@leaf
def usual_help(thought: Thought, p: int, away: int) -> int:
    """How many tiles usually help plan `p` at a distance, before they are counted."""
    return int(thought.known[PRIORS + N_PRIOR * p + NARROW] * TYPICAL[min(away, AWAY - 1)])


@small_leaf
def draws_left(board: Board) -> int:
    """How often everybody may still draw, about."""
    return int(board.clock[LEFT] // board.terms[PLAYERS])


@small_leaf
def away_of(missing: int, wilds: int) -> int:
    """Distance of a hand between goes."""
    return max(missing - wilds - 1, 0)


@leaf
def cache_row(board: Board, thought: Thought) -> int:
    """The row of the worths known for who is asked."""
    after = SEATS if thought.room[STATE, POSITION] != CLAIM_NONE else 0
    return int(CACHE + after + board.clock[SEAT_ASKED])


@leaf
def cache_key(board: Board, thought: Thought, missing: int) -> int:
    """For which hand a worth is known: melds, tiles missing, the claim that is thought of."""
    seat = board.clock[SEAT_ASKED]
    claim = thought.room[STATE, POSITION]
    key = 1 + missing + 32 * board.seats.n_melds[seat]
    return int(key if claim == CLAIM_NONE else key + 256 * (64 * claim + board.clock[FACE_ASKED]))


@leaf
def at_first_sight(thought: Thought, p: int, must_open: int) -> float:
    """What plan `p` brings on the average of random deals."""
    opened = thought.room[STATE, OPENED]
    if must_open == 1 and opened == 0:
        return counted(thought, UNOPENED * thought.known[PRIORS + N_PRIOR * p + 1])
    return counted(thought, thought.known[PRIORS + N_PRIOR * p + opened])


@leaf
def counted(thought: Thought, worth: float) -> float:
    """How much a worth counts for who is asked: what it is more or less than the plain hand's, by a power."""
    pull = thought.scores[STATE, PULL]
    plain = thought.known[PLAIN]
    return float(worth if pull == 1.0 or worth <= 0.0 else plain * (worth / plain) ** pull)


@leaf
def first_worth(board: Board, thought: Thought, p: int, missing: int, must_open: int) -> float:
    """What plan `p` is known to bring, or at first sight."""
    row = cache_row(board, thought)
    if thought.room[row, p] == cache_key(board, thought, missing):
        return float(thought.scores[row, p])
    return at_first_sight(thought, p, must_open)


@leaf
def see(routes: Routes, board: Board, mind: Mind) -> None:
    """Lay out the hand of who is asked, and count what it cannot see."""
    seat = board.clock[SEAT_ASKED]
    lay_out(routes, board, seat, mind)
    count_unseen(board, seat, mind)


@leaf
def helping_tiles(routes: Routes, board: Board, mind: Mind, thought: Thought, p: int, missing: int) -> int:
    """Unseen tiles that bring the hand laid out nearer on plan `p`."""
    seat = board.clock[SEAT_ASKED]
    total = 0
    for face in range(N_PLAIN):
        if mind.faces[UNSEEN, face] == 0 or mind.faces[NATURAL, face] >= FULL:
            continue
        if missing_by(routes, thought.plans, p, board.seats, seat, mind, face, 1) < missing:
            total += mind.faces[UNSEEN, face]
    return total


@small_leaf
def spread_over(best: float, total: float) -> float:
    """The score of several plans: the best one's, and a part of what the others promise."""
    return best + OTHERS * (total - best)


@small_leaf
def at_the_edge(read: int) -> float:
    """What is worth the same goes by its place: the ends of a suit first."""
    return 1.0 + 0.002 * from_centre(read)


@small_leaf
def may_go(board: Board, seat: int, face: int) -> bool:
    """Whether a weighing policy thinks of discarding a tile of this face."""
    marks = board.marks
    return bool(
        board.seats.hand[seat, face] > 0
        and (marks[BARRED, face] == 0 or board.clock[QUESTION] == ASKED_CLAIM)
        and marks[IS_WILD, face] == 0
        and marks[IS_KONG_TILE, face] == 0
        and face < N_PLAIN
    )


@leaf
def discard_in_mind(routes: Routes, board: Board, mind: Mind, thought: Thought, face: int, delta: int) -> None:
    """Take a tile out of the hand laid out (-1), or put it back (1), and lay out the routes anew."""
    if thought.room[STATE, HOLDING] == 0:
        return
    put(mind, board.marks[READ_AS, face], delta)
    for r in range(len(routes.rows)):
        if mind.routes[r, MISSING] != NO_ROUTE:
            lay_route(routes, mind, r)


@leaf
def rate(routes: Routes, board: Board, mind: Mind, thought: Thought) -> None:
    """Rate every discard roughly, then the best few closely."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    see(routes, board, mind)
    draws = draws_left(board)
    row = cache_row(board, thought)
    holding = state[HOLDING] == 1
    choices = 0
    rough = thought.scores[READY_BY_FACE]
    for face in range(N_FACES):
        thought.scores[BY_FACE, face] = -1.0
        rough[face] = -1.0
        thought.room[READY_BY_FACE, face] = 0
        if holding and not may_go(board, seat, face):
            continue
        if not holding and face > 0:
            continue
        read = board.marks[READ_AS, face]
        best = 0.0
        total = 0.0
        for i in range(state[N_LIVE]):
            p = thought.room[LIVE, i]
            missing = missing_by(routes, thought.plans, p, board.seats, seat, mind, read, -1 if holding else 0)
            away = away_of(missing, min(mind.held[HELD_WILD], limit_of(routes, thought.plans, p)))
            score = thought.scores[row, p] * chance(thought, away, state[OPENED], draws, usual_help(thought, p, away))
            if missing > thought.room[BY_PLAN, p]:
                score *= SLOWER
            best = max(best, score)
            total += score
        rough[face] = spread_over(best, total) * at_the_edge(read)
    while choices < MOST_CHOICES:
        choice = -1
        most = -1.0
        for face in range(N_FACES):
            if rough[face] > most:
                most = rough[face]
                choice = face
        if choice < 0:
            break
        rough[choice] = -1.0
        thought.room[CHOICES, choices] = choice
        choices += 1
        rate_closely(routes, board, mind, thought, choice)
    state[N_CHOICES] = choices
    state[AT] = 0
    state[WAIT] = -1
    state[STAGE] = WAITS


@leaf
def rate_closely(routes: Routes, board: Board, mind: Mind, thought: Thought, face: int) -> None:
    """Count the tiles that help after discarding `face`, on each live plan that is not ready; note whether the hand is ready."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    draws = draws_left(board)
    row = cache_row(board, thought)
    discard_in_mind(routes, board, mind, thought, face, -1)
    best = 0.0
    total = 0.0
    for i in range(state[N_LIVE]):
        p = thought.room[LIVE, i]
        missing = missing_by(routes, thought.plans, p, board.seats, seat, mind, 0, 0)
        away = away_of(missing, min(mind.held[HELD_WILD], limit_of(routes, thought.plans, p)))
        if away == 0 or away >= AWAY:
            continue
        # A plan that cannot matter even if all tiles helped is not looked at.
        most = thought.scores[row, p] * chance(thought, away, state[OPENED], draws, NODES[N_NODES - 1])
        if OTHERS * most < FAINT * best:
            continue
        helping = helping_tiles(routes, board, mind, thought, p, missing)
        score = thought.scores[row, p] * chance(thought, away, state[OPENED], draws, helping)
        if missing > thought.room[BY_PLAN, p]:
            score *= SLOWER
        total += score
        if score > best:
            best = score
            thought.room[BY_FACE, face] = cell_of(away, state[OPENED], draws, helping)
            thought.scores[PROMISED, face] = thought.scores[row, p]
    thought.scores[BY_FACE, face] = spread_over(best, total)
    for r in range(len(routes.rows)):
        if mind.routes[r, MISSING] - min(mind.held[HELD_WILD], routes.rows[r, ROUTE_LIMIT]) <= 1:
            thought.room[READY_BY_FACE, face] = 1
    discard_in_mind(routes, board, mind, thought, face, 1)


@leaf
def rate_ready(routes: Routes, board: Board, mind: Mind, thought: Thought, face: int) -> None:
    """The score of a ready hand from the tiles that win."""
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    slot = state[HASH] % SLOTS
    if thought.room[READY + seat, slot] != state[HASH]:
        thought.room[READY + seat, slot] = state[HASH]
        thought.room[READY + seat, SLOTS + slot] = state[BITS]
        thought.scores[READY + seat, slot] = counted(thought, thought.scores[STATE, SUM] / max(state[COPIES], 1))
    bits = thought.room[READY + seat, SLOTS + slot]
    see(routes, board, mind)
    helping = 0
    for wait in range(N_PLAIN):
        if bits >> wait & 1 == 1:
            helping += mind.faces[UNSEEN, wait]
    score = 0.0
    if helping > 0:
        score = thought.scores[READY + seat, slot] * chance(thought, 0, state[OPENED], draws_left(board), helping)
    if score > thought.scores[BY_FACE, face]:
        thought.scores[BY_FACE, face] = score
        thought.room[BY_FACE, face] = cell_of(0, state[OPENED], draws_left(board), helping)
        thought.scores[PROMISED, face] = thought.scores[READY + seat, slot]


@leaf
def best_choice(board: Board, mind: Mind, thought: Thought, caution: float) -> int:
    """The discard with the best score, -1 when all are worth nothing; HIGHEST is filled with the score.

    Where another may be ready, what going on may cost is taken off, and what the tile itself may cost: a hand that is not worth
    that much is given up, and only the danger of the tile counts.
    """
    state = thought.room[STATE]
    clock = board.clock
    seat = clock[SEAT_ASKED]
    closed, opened = thought.known[LOSSES], thought.known[LOSSES + 1]
    ahead = 0.0
    if caution > 0.0 and board.seats.marks[seat, MARK_DECLARED] == 0:
        ahead = caution * risk_ahead(board, seat, closed, opened)
    best = -1
    most = -1.0e18
    for face in range(N_FACES):
        score = thought.scores[BY_FACE, face]
        if score < 0.0:
            # Of those that were not looked at closely the rough score has to do.
            score = thought.scores[READY_BY_FACE, face]
            if score < 0.0 or ahead == 0.0:
                continue
        score = max(score - ahead, 0.0) * at_the_edge(board.marks[READ_AS, face])
        if ahead > 0.0 and state[HOLDING] == 1:
            score -= caution * risk_of(board, mind, seat, face, closed, opened)
        if score > most:
            most = score
            best = face
    thought.scores[STATE, HIGHEST] = most
    return best if most > 0.0 or ahead > 0.0 else -1


@leaf
def forget(thought: Thought) -> None:
    """A new hand: nothing is known of the old ones."""
    thought.room[:] = 0


@leaf
def count_trace(thought: Thought, row: Ints) -> None:
    """Count the cells that each seat went through, and what part of what was promised there it won, in thousandths."""
    for seat in range(SEATS):
        for i in range(thought.room[TRACE + seat, TRACED]):
            cell = thought.room[TRACE + seat, i]
            thought.tally[cell, 0] += 1
            promised = thought.scores[TRACE + seat, i]
            if row[R_WIN + seat] > 0 and promised > 0.0:
                thought.tally[cell, 1] += int(MILLE * min(row[R_WIN + seat] / promised, MOST_KEPT))
