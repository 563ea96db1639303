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
from mjstats.kernel.chances import (
    AWAY,
    HOPE,
    LOSSES,
    N_NODES,
    N_PRIOR,
    NODES,
    PLAIN,
    PRIORS,
    away_of_cell,
    cell_of,
    chance,
    help_to_ready,
    usual_help,
)
from mjstats.kernel.claims import CLAIM_NONE
from mjstats.kernel.danger import count_risks, risk_ahead, risk_of
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.laid import LACKS, OF, USABLE, drawable_faces, helping_faces, lacks_without, lay_plan, move, unseen_of
from mjstats.kernel.one_tile import stand_in_to_spare
from mjstats.kernel.page import N_FACES, N_PLAIN, Ints
from mjstats.kernel.plans import MOST_LIVE, SEATS, Thought
from mjstats.kernel.policy import ASKED_CLAIM, ASKED_DISCARD, MILLE
from mjstats.kernel.policy_fast import count_unseen, from_centre
from mjstats.kernel.result import R_WIN
from mjstats.kernel.routes import (
    HELD_WILD,
    MISSING,
    UNSEEN,
    Mind,
    Routes,
    is_stand_in,
    lay_out,
    missing_with,
)
from mjstats.kernel.routes import LIMIT as ROUTE_LIMIT
from mjstats.kernel.state import MARK_DECLARED

# ---- rows of `Thought.room` and `Thought.scores`
STATE: Final[int] = 0
SAVED: Final[int] = 1  #: the hand while a thought one is judged
LIVE: Final[int] = 2  #: plans that are weighed
CHOICES: Final[int] = 3  #: faces that are weighed closely
TRIAL: Final[int] = 4  #: the thought hand
CLAIM_SCORES: Final[int] = 1  #: of the scores: by claim, none the first
PROMISED: Final[int] = 4  #: of the scores: by discard, the worth that its chance was counted for
RISKS: Final[int] = 3  #: of the scores: what to fear of the others, see `mjstats.kernel.danger`
BY_FACE: Final[int] = 5  #: scores of the discards: of hands that are not ready yet; room: the cell of the chances
READY_BY_FACE: Final[int] = 6  #: rough scores of the discards; room: faces that complete a ready hand, a bit each
BY_PLAN: Final[int] = 7  #: scores of the plans; room: tiles missing before the discard
CACHE: Final[int] = 8  #: worth by plan, a row a seat, then a row a seat after a claim; room: for which hand
READY: Final[int] = 16  #: worth of ready hands, a row a seat; room: which hand
TRACE: Final[int] = 20  #: cells of the chances that a seat went through in this hand, their number in the last place
PROMISING: Final[int] = 24  #: plans worth looking at, a row a seat: their number and when they were chosen in the last places
ROUGH: Final[int] = 24  #: of the scores: of each live plan, then with one tile more missing
RATED: Final[int] = 28  #: faces that are rated roughly
TYPICAL: Final[int] = 30  #: the finished hands that were judged for this choice
TYPICAL_WORTH: Final[int] = 25  #: of the scores: what each of them brings by an own draw, and by a discard
REMEMBERED: Final[int] = 29  #: of the named sets, see `mjstats.kernel.laid.lacks_for`
SIGHT: Final[int] = 28  #: of the scores: worth at first sight by plan, for each seat a row of closed hands and one of open hands
SLOTS: Final[int] = 64
TRACED: Final[int] = 159
PROMISING_NUMBER: Final[int] = 158
PROMISING_WHEN: Final[int] = 159
SIGHT_PULL: Final[int] = 159  #: in the first of the two rows: 1 more than the power that the worths were counted by

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
JUDGED: Final[int] = 16  #: how many of the faces that a ready hand waits for were judged
OPEN_WAITS: Final[int] = 17  #: those that were not, a bit each
AS_OPENED: Final[int] = 19  #: the set that a thought hand claimed: its lowest face, N_PLAIN more for a pung, -1 none
OPEN_FACES: Final[int] = 20  #: read faces that may still be drawn, a bit each
FAST: Final[int] = 25  #: the claim that `fast` would make
N_TYPICAL: Final[int] = 23  #: how many finished hands were judged for this choice
TYPICAL_HASH: Final[int] = 24  #: the one that is judged
QUICK: Final[int] = 21  #: the kong that `fast` would make
SPOILT: Final[int] = 18  #: 1 when the hand in mind is no longer the one that is asked about
# ---- places in the row STATE of the scores
SELF: Final[int] = 0
SUM: Final[int] = 1
HIGH: Final[int] = 2
HIGHEST: Final[int] = 3
PULL: Final[int] = 4  #: the power of worth that counts
READY_BEST: Final[int] = 5  #: the best score of a ready hand so far, and its worth
READY_WORTH: Final[int] = 6
UNCLAIMED: Final[int] = 9  #: what the best plan promises roughly without a claim
QUICK_SCORE: Final[int] = 7  #: of the kong that `fast` would make
STAKE: Final[int] = 8  #: what the hand is taken to bring as it is
SOONER: Final[int] = 10  #: the part of a round by which the next own draw comes sooner than after an own discard

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
GIVEN_UP: Final[int] = 9  #: the claim is not worth a closer look

NO_SCORE: Final[float] = -1.0e18  #: below every score
AGAIN_AFTER: Final[int] = 3  #: draws after which all plans are looked at once more, or as soon as a meld was laid
PROMISING_WITHIN: Final[float] = 0.05  #: of the best plan's score, what one needs to be looked at until then
LIVE_WITHIN: Final[float] = 0.3  #: of the best plan's score, what one needs to be weighed
MOST_CHOICES: Final[int] = 10
WITHIN: Final[float] = 0.6  #: of the best rough score, what a discard needs to be looked at closely
FURTHER: Final[float] = 0.75  #: of the best score, what one needs for its waits to be looked at
MOST_WAITS: Final[int] = 4  #: faces that a ready hand is judged on; more are taken to bring as much
TIMES_WORTH: Final[float] = 2.0  #: how many times the worth of another ready hand is thought possible
OTHERS: Final[float] = 0.25  #: how much plans beside the best one count
FAINT: Final[float] = 0.02
NEARLY: Final[float] = 1.1  #: where no discard is so many times better, it is done as `fast` does
NEARLY_CLAIM: Final[float] = 1.4  #: likewise of claims: a hand before and after one are less surely compared
UNTOUCHED: Final[float] = 0.98  #: of a score, what it keeps at least when no danger was taken off
SLOWER: Final[float] = 0.4  #: what stays of a plan's score when a discard takes the hand away from it
MOST_KEPT: Final[float] = 1.5  #: of a promise, what a win counts at most
WORTH_JUDGING: Final[float] = 0.3  #: of the best plan's score, what one needs for its typical hand to be judged
MOST_MISSING: Final[int] = 4  #: how many tiles a plan may lack for its typical hand to be judged: farther off little is sure
CLAIM_WITHIN: Final[float] = 0.6  #: of what the hand promises roughly as it is, what a claim needs to be looked at closely
LONG: Final[float] = 10.0  #: draws in which a hand has all the luck with kong tiles that it may hope for
LEAN: Final = (1.0, 0.9, 0.75, 0.6, 0.5, 0.5)  #: how much a typical hand judged at a distance counts beside the first sight
ANOTHER: Final[int] = 1 << 32  #: what is thought of a hand for one question is not known for another
UNOPENED: Final[float] = 0.8  #: of the worth of open hands, what a closed hand keeps that has to be opened to win


@small_leaf
def draws_left(board: Board) -> int:
    """How often everybody may still draw, about."""
    return int(board.clock[LEFT] // board.terms[PLAYERS])


@small_leaf
def away_of(missing: int, wilds: int) -> int:
    """Distance of a hand between goes."""
    return max(missing - wilds - 1, 0)


@small_leaf
def cache_row(board: Board, thought: Thought) -> int:
    """The row of the worths known for who is asked."""
    after = SEATS if thought.room[STATE, POSITION] != CLAIM_NONE else 0
    return int(CACHE + after + board.clock[SEAT_ASKED])


@small_leaf
def cache_key(board: Board, thought: Thought, missing: int) -> int:
    """For which hand a worth is known: melds, tiles missing, the claim that is thought of."""
    seat = board.clock[SEAT_ASKED]
    claim = thought.room[STATE, POSITION]
    key = 1 + missing + 32 * board.seats.n_melds[seat]
    if claim != CLAIM_NONE:
        key += 256 * (64 * claim + board.clock[FACE_ASKED])
    return int(key + ANOTHER * board.clock[QUESTION] if board.clock[QUESTION] > ASKED_CLAIM else key)


@leaf
def count_sights(board: Board, thought: Thought, number: int, must_open: int) -> None:
    """Fill what each of so many plans brings on the average of random deals, once for who is asked: powers take time."""
    row = SIGHT + 2 * board.clock[SEAT_ASKED]
    told = thought.scores[STATE, PULL] + 1.0
    if thought.scores[row, SIGHT_PULL] == told:
        return
    thought.scores[row, SIGHT_PULL] = told
    for p in range(number):
        opened = thought.known[PRIORS + N_PRIOR * p + 1]
        closed = UNOPENED * opened if must_open == 1 else thought.known[PRIORS + N_PRIOR * p]
        thought.scores[row, p] = counted(thought, closed)
        thought.scores[row + 1, p] = counted(thought, opened)


@small_leaf
def at_first_sight(board: Board, thought: Thought, p: int) -> float:
    """What plan `p` brings on the average of random deals."""
    return float(thought.scores[SIGHT + 2 * board.clock[SEAT_ASKED] + thought.room[STATE, OPENED], p])


@leaf
def counted(thought: Thought, worth: float) -> float:
    """How much a worth counts for who is asked: what it is more or less than the plain hand's, by a power."""
    pull = thought.scores[STATE, PULL]
    plain = thought.known[PLAIN]
    return float(worth if pull == 1.0 or worth <= 0.0 else plain * (worth / plain) ** pull)


@leaf
def reach(mind: Mind, thought: Thought, p: int, away: int, draws: int, helping: float) -> float:
    """The chance to finish; the table is for hands after an own discard, so that a draw that comes sooner counts beside it."""
    state = thought.room[STATE]
    now = chance(thought, away, state[OPENED], draws, helping)
    sooner = thought.scores[STATE, SOONER]
    if sooner == 0.0:
        return float(now)
    unseen = 0
    for face in range(N_PLAIN):
        unseen += mind.faces[UNSEEN, face]
    nearer = 1.0 if away == 0 else chance(thought, away - 1, state[OPENED], draws, usual_help(thought, p, away - 1))
    return float(now + sooner * max(nearer - now, 0.0) * min(helping / max(unseen, 1), 1.0))


@leaf
def hoped_for(board: Board, thought: Thought, p: int) -> float:
    """What plan `p` may still bring that could not win as it stands: by luck with kong tiles, less towards the end."""
    hope = thought.known[HOPE] * min(draws_left(board) / LONG, 1.0)
    return float(hope * counted(thought, thought.known[PRIORS + N_PRIOR * p + thought.room[STATE, OPENED]]))


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


@small_leaf
def may_go(board: Board, seat: int, face: int) -> bool:
    """Whether a weighing policy thinks of discarding a tile of this face."""
    marks = board.marks
    return bool(
        board.seats.hand[seat, face] > 0
        and (marks[BARRED, face] == 0 or board.clock[QUESTION] != ASKED_DISCARD)
        and marks[IS_WILD, face] == 0
        and marks[IS_KONG_TILE, face] == 0
        and face < N_PLAIN
    )


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
    holding = state[HOLDING] == 1
    rate_plans(board, thought)
    rough = thought.scores[READY_BY_FACE]
    rated = thought.room[RATED]
    number = 0
    best = 0.0
    for face in range(N_FACES):
        thought.scores[BY_FACE, face] = -1.0
        rough[face] = -1.0
        thought.room[READY_BY_FACE, face] = 0
        if (holding and may_go(board, seat, face)) or (not holding and face == 0):
            rough[face] = rate_roughly(routes, mind, thought, board.marks[READ_AS, face])
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
        rate_closely(routes, board, mind, thought, choice, nearest, False)
    state[N_CHOICES] = choices
    look_further(routes, board, mind, thought, nearest)
    thought.scores[STATE, READY_BEST] = 0.0
    state[AT] = 0
    state[WAIT] = -1
    state[STAGE] = WAITS


@leaf
def rate_plans(board: Board, thought: Thought) -> None:
    """The score of each live plan as if as many tiles helped as usually do: as it is, and with one tile more missing."""
    state = thought.room[STATE]
    row = cache_row(board, thought)
    draws = draws_left(board)
    for i in range(state[N_LIVE]):
        laid = thought.laid[i]
        p = laid[OF]
        for more in range(2):
            lacks = laid[LACKS] + more
            away = away_of(lacks, laid[USABLE])
            score = thought.scores[row, p] * chance(thought, away, state[OPENED], draws, usual_help(thought, p, away))
            if lacks > thought.room[BY_PLAN, p]:
                score *= SLOWER
            thought.scores[ROUGH, 2 * i + more] = score


@leaf
def rate_roughly(routes: Routes, mind: Mind, thought: Thought, read: int) -> float:
    """The score of the live plans without a tile read so, as if as many tiles helped as usually do."""
    state = thought.room[STATE]
    best = 0.0
    total = 0.0
    for i in range(state[N_LIVE]):
        laid = thought.laid[i]
        more = lacks_without(routes, mind, laid, read) - laid[LACKS] if state[HOLDING] == 1 else 0
        score = thought.scores[ROUGH, 2 * i + more]
        best = max(best, score)
        total += score
    return spread_over(best, total) * at_the_edge(read)


@leaf
def rate_closely(routes: Routes, board: Board, mind: Mind, thought: Thought, face: int, nearest: int, further: bool) -> None:
    """Count the tiles that help after discarding `face`, on each live plan that is not ready; `further`: by the waits to come."""
    state = thought.room[STATE]
    draws = draws_left(board)
    row = cache_row(board, thought)
    read = board.marks[READ_AS, face]
    holding = state[HOLDING] == 1
    gone = face_to_spare(routes, mind, read)
    best = 0.0
    total = 0.0
    # What the waits to come make of the tiles that help, seen on the first plan.
    better = 0.0
    for i in range(state[N_LIVE]):
        laid = thought.laid[i]
        if holding:
            move(routes, mind, laid, gone, -1)
        away = away_of(laid[LACKS], laid[USABLE])
        worth = thought.scores[row, laid[OF]]
        most = worth * chance(thought, away, state[OPENED], draws, float(NODES[N_NODES - 1]))
        # A plan that cannot matter even if all tiles helped is not looked at.
        if (away > 0 or nearest > 0) and away < AWAY and OTHERS * most >= FAINT * best:
            bits = helping_faces(routes, mind, thought.memo, laid, state[OPEN_FACES])
            helping = float(unseen_of(mind, bits))
            if further and away == 1 and better == 0.0 and helping > 0.0:
                better = help_to_ready(routes, mind, thought, laid, state[OPEN_FACES], bits, state[OPENED], draws) / helping
            if further and away == 1:
                helping *= better
            score = worth * reach(mind, thought, laid[OF], away, draws, helping)
            if laid[LACKS] > thought.room[BY_PLAN, laid[OF]]:
                score *= SLOWER
            total += score
            if score > best:
                best = score
                thought.room[BY_FACE, face] = cell_of(away, state[OPENED], draws, helping)
                thought.scores[PROMISED, face] = worth
        if holding:
            move(routes, mind, laid, gone, 1)
    thought.scores[BY_FACE, face] = spread_over(best, total)


@leaf
def look_further(routes: Routes, board: Board, mind: Mind, thought: Thought, nearest: int) -> None:
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
            rate_closely(routes, board, mind, thought, face, nearest, True)
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
            move(routes, mind, laid, gone, -1)
        faces = thought.room[STATE, OPEN_FACES]
        bits |= helping_faces(routes, mind, thought.memo, laid, faces) if laid[LACKS] > laid[USABLE] else faces
        if holding:
            move(routes, mind, laid, gone, 1)
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
        score = worth * reach(mind, thought, 0, 0, draws_left(board), float(helping))
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
