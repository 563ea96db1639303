"""What plans are worth: as known, at first sight, as it counts for who is asked, and how likely it is reached."""

from typing import Final

from mjstats.kernel.board import FACE_ASKED, LEFT, PLAYERS, QUESTION, SEAT_ASKED, Board
from mjstats.kernel.chances import HOPE, KEEPS, N_PRIOR, PLAIN, PRIORS, usual_row
from mjstats.kernel.claims import CLAIM_NONE
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import N_PLAIN
from mjstats.kernel.plans import SEATS, Thought
from mjstats.kernel.policy import ASKED_CLAIM
from mjstats.kernel.routes import UNSEEN, Mind
from mjstats.kernel.thought_room import CACHE, OPENED, POSITION, PULL, SIGHT, SIGHT_PULL, SOONER, STATE

LONG: Final[float] = 10.0  #: draws in which a hand has all the luck with kong tiles that it may hope for
ANOTHER: Final[int] = 1 << 32  #: what is thought of a hand for one question is not known for another
UNOPENED: Final[float] = 0.8  #: of the worth of open hands, what a closed hand keeps that has to be opened to win


@small_leaf
def draws_left(board: Board) -> int:
    """How often everybody may still draw, about."""
    return int(max(board.clock[LEFT], 0) // board.terms[PLAYERS])


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
        keeps = thought.known[PRIORS + N_PRIOR * p + KEEPS]
        thought.scores[row, p] = keeps * counted(thought, closed)
        thought.scores[row + 1, p] = keeps * counted(thought, opened)


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
def reach(mind: Mind, thought: Thought, p: int, away: int, draws: int, helping: float, now: float) -> float:
    """The chance to finish, which is `now` after an own discard: a draw that comes sooner counts beside it."""
    state = thought.room[STATE]
    sooner = thought.scores[STATE, SOONER]
    if sooner == 0.0:
        return float(now)
    unseen = 0
    for face in range(N_PLAIN):
        unseen += mind.faces[UNSEEN, face]
    nearer = 1.0 if away == 0 else thought.usual[usual_row(state[OPENED], draws), away - 1, p]
    return float(now + sooner * max(nearer - now, 0.0) * min(helping / max(unseen, 1), 1.0))


@leaf
def hoped_for(board: Board, thought: Thought, p: int) -> float:
    """What plan `p` may still bring that could not win as it stands: by luck with kong tiles, less towards the end."""
    hope = thought.known[HOPE] * min(draws_left(board) / LONG, 1.0)
    return float(hope * counted(thought, thought.known[PRIORS + N_PRIOR * p + thought.room[STATE, OPENED]]))
