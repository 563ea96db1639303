"""What the plans of a page promise a hand roughly, and which of them are weighed.

A plan promises its worth times the chance to finish it where as many tiles help as usually do. Most plans of a page lie far off,
and to find out how far takes look-ups in tables. What a hand holds of the tiles that a plan can use says at a glance how far off
it is at least, so that plans which even then stay far behind the best one are passed over.
"""

from typing import Final

from mjstats.kernel.board import SEAT_ASKED, Board
from mjstats.kernel.chances import AWAY, usual_row
from mjstats.kernel.completing import ALL_FACES
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.laid import N_REMEMBERED, lacks_for
from mjstats.kernel.page import CHOW, EXTRA_SET, N_PLAIN, Ints
from mjstats.kernel.plans import (
    MOST_LIVE,
    MOST_NAMED,
    NAMED_CHOWS,
    NAMED_PUNGS,
    PLAN_KEPT,
    PLAN_SETS,
    PLAN_TABLE,
    USED_FACES,
    Thought,
    plan_fits,
    usable_of,
)
from mjstats.kernel.routes import HELD_SETS, HELD_WILD, NATURAL, NO_ROUTE, SUIT_INDEX, Mind, Routes, class_of, merged, missing_of
from mjstats.kernel.state import MELD_FACE, MELD_KIND, Seats
from mjstats.kernel.suits import count_bits
from mjstats.kernel.thought_room import (
    BY_PLAN,
    FOURS,
    LAID_FACES,
    LIVE,
    MISSING_SETS,
    N_LIVE,
    ONES,
    OPENED,
    PROMISING,
    PROMISING_NUMBER,
    PROMISING_WHEN,
    REMEMBERED,
    STATE,
    TWOS,
)
from mjstats.kernel.worths import at_first_sight, away_of, cache_key, cache_row, count_sights, draws_left

AGAIN_AFTER: Final[int] = 3  #: draws after which all plans are looked at once more, or as soon as a meld was laid
PROMISING_WITHIN: Final[float] = 0.1  #: of the best plan's score, what one needs to be looked at until then
LIVE_WITHIN: Final[float] = 0.3  #: of the best plan's score, what one needs to be weighed


@leaf
def choose_plans(routes: Routes, board: Board, mind: Mind, thought: Thought, melds: int) -> None:
    """Fill the live plans with those that promise the hand in mind most, the best first; what each lacks is noted.

    Now and then all plans are looked at, between times those alone that promised something then: also for a claim that is thought
    of, which `melds`, those that are laid, do not count.
    """
    state = thought.room[STATE]
    seat = board.clock[SEAT_ASKED]
    n = len(routes.rows)
    known = thought.room[PROMISING + seat]
    plans = n + len(thought.plans)
    count_sights(board, thought, plans, routes.opened)
    for named in range(N_REMEMBERED):
        thought.room[REMEMBERED, named] = 0
    count_held(mind, state)
    state[LAID_FACES] = laid_faces(board.seats, seat)
    if plans > n:
        count_missing(routes, mind, thought)
    draws = draws_left(board)
    moment = 1 + draws // AGAIN_AFTER + 64 * melds
    anew = known[PROMISING_WHEN] != moment
    within = PROMISING_WITHIN if anew else LIVE_WITHIN
    row = cache_row(board, thought)
    key = cache_key(board, thought, 0)
    when = usual_row(state[OPENED], draws)
    state[N_LIVE] = 0
    promised = 0
    for i in range(plans if anew else known[PROMISING_NUMBER]):
        p = i if anew else known[i]
        most = thought.scores[LIVE, 0] if state[N_LIVE] > 0 else 0.0
        if p >= n and (
            thought.plans[p - n, PLAN_KEPT] > mind.held[HELD_WILD]
            or most_of_plan(board, mind, thought, p, n, row, when) < within * most
            or not plan_fits(thought.plans, p - n, board.seats, seat, routes.sets)
        ):
            continue
        score = score_of_plan(routes, board, mind, thought, p, row, key, when)
        if score > 0.0:
            rank_plan(thought, p, score)
            if anew and promised < PROMISING_NUMBER:
                thought.scores[BY_PLAN, p] = score
                known[promised] = p
                promised += 1
    if anew:
        known[PROMISING_WHEN] = moment if state[N_LIVE] > 0 else 0
        known[PROMISING_NUMBER] = promised
        keep_promising(thought, known)
    while state[N_LIVE] > 1 and thought.scores[LIVE, state[N_LIVE] - 1] < LIVE_WITHIN * thought.scores[LIVE, 0]:
        state[N_LIVE] -= 1


@leaf
def count_held(mind: Mind, state: Ints) -> None:
    """Keep how many of each read face the hand in mind holds, a bit each in three numbers."""
    ones, twos, fours = 0, 0, 0
    for face in range(N_PLAIN):
        ones |= (mind.faces[NATURAL, face] & 1) << face
        twos |= (mind.faces[NATURAL, face] >> 1 & 1) << face
        fours |= (mind.faces[NATURAL, face] >> 2) << face
    state[ONES] = ones
    state[TWOS] = twos
    state[FOURS] = fours


@leaf
def laid_faces(seats: Seats, seat: int) -> int:
    """The faces of chows and pungs that `seat` has laid, a bit each: of sets that a plan names these may be no longer missing."""
    faces = 0
    for m in range(seats.n_melds[seat]):
        if seats.melds[seat, m, MELD_KIND] != EXTRA_SET:
            faces |= (7 if seats.melds[seat, m, MELD_KIND] == CHOW else 1) << seats.melds[seat, m, MELD_FACE]
    return faces


@small_leaf
def held_faces(state: Ints) -> int:
    """The read faces of which the hand that is asked about holds tiles, a bit each."""
    return int(state[ONES] | state[TWOS] | state[FOURS])


@leaf
def count_missing(routes: Routes, mind: Mind, thought: Thought) -> None:
    """Keep what the hand in mind misses in any suits by the plans' common table, for so many sets less than it needs."""
    t = thought.plans[0, PLAN_TABLE]
    sets = mind.held[HELD_SETS]
    mp = merged(routes, t, 0, class_of(routes, t, 0, mind.held[SUIT_INDEX]), class_of(routes, t, 1, mind.held[SUIT_INDEX + 1]))
    sz = merged(
        routes, t, 2, class_of(routes, t, 2, mind.held[SUIT_INDEX + 2]), class_of(routes, t, 3, mind.held[SUIT_INDEX + 3])
    )
    for less in range(MOST_NAMED + 1):
        thought.room[STATE, MISSING_SETS + less] = missing_of(routes, t, sets - less, 0, mp, sz) if less <= sets else 0


@small_leaf
def least_missing(mind: Mind, thought: Thought, at: int) -> int:
    """So many tiles are missing at least for plan `at` behind the routes.

    All but those that it can use, and those that it names with what the rest of the sets miss, if all tiles went into these.
    """
    state = thought.room[STATE]
    ones, twos, fours = state[ONES], state[TWOS], state[FOURS]
    absent = count_bits(thought.uses[at, NAMED_CHOWS] & ~(ones | twos | fours | state[LAID_FACES]))
    pungs = thought.uses[at, NAMED_PUNGS] & ~state[LAID_FACES]
    if pungs != 0:
        absent += 3 * count_bits(pungs & ~fours) - count_bits(pungs & ones) - 2 * count_bits(pungs & twos)
    if thought.plans[at, PLAN_TABLE] == thought.plans[0, PLAN_TABLE]:
        absent += state[MISSING_SETS + thought.plans[at, PLAN_SETS]]
    used = thought.uses[at, USED_FACES]
    if used == ALL_FACES:
        return int(absent)
    usable = count_bits(ones & used) + 2 * count_bits(twos & used) + 4 * count_bits(fours & used)
    return int(max(3 * mind.held[HELD_SETS] + 2 - usable, absent))


@small_leaf
def most_of_plan(board: Board, mind: Mind, thought: Thought, p: int, n: int, row: int, when: int) -> float:
    """What plan `p` behind the `n` routes can promise at most, as far as that is seen without looking anything up."""
    away = away_of(least_missing(mind, thought, p - n), mind.held[HELD_WILD])
    if away >= AWAY:
        return -1.0
    return float(max(thought.scores[row, p], at_first_sight(board, thought, p)) * thought.ceiling[when, away, p])


@leaf
def score_of_plan(
    routes: Routes, board: Board, mind: Mind, thought: Thought, p: int, row: int, key: int, when: int
) -> float:  # fmt: skip
    """What plan `p` promises the hand in mind, as if as many tiles helped as usually do; its missing tiles are noted.

    `row` has the worths known for who is asked, of the hand with `key` and the missing tiles.
    """
    seat = board.clock[SEAT_ASKED]
    lacks = lacks_for(routes, thought.plans, p, board.seats, seat, mind, thought.room[REMEMBERED], thought.laid[MOST_LIVE])
    thought.room[BY_PLAN, p] = lacks
    away = away_of(lacks, usable_of(routes, thought.plans, p, mind.held[HELD_WILD]))
    if lacks >= NO_ROUTE or away >= AWAY:
        return 0.0
    worth = thought.scores[row, p]
    if thought.room[row, p] != key + lacks:
        worth = at_first_sight(board, thought, p)
    return float(worth * thought.usual[when, away, p])


@leaf
def rank_plan(thought: Thought, p: int, score: float) -> None:
    """Put a plan among the live ones behind those that promise as much; the last one falls out where there are too many."""
    state = thought.room[STATE]
    at = state[N_LIVE]
    if at < MOST_LIVE:
        state[N_LIVE] += 1
    while at > 0 and thought.scores[LIVE, at - 1] < score:
        if at < MOST_LIVE:
            thought.room[LIVE, at] = thought.room[LIVE, at - 1]
            thought.scores[LIVE, at] = thought.scores[LIVE, at - 1]
        at -= 1
    if at < MOST_LIVE:
        thought.room[LIVE, at] = p
        thought.scores[LIVE, at] = score


@leaf
def keep_promising(thought: Thought, known: Ints) -> None:
    """Of the plans looked at keep those that promise a part of what the best one does, to look at these alone for a while."""
    count = 0
    for i in range(known[PROMISING_NUMBER]):
        p = known[i]
        if thought.scores[BY_PLAN, p] > PROMISING_WITHIN * thought.scores[LIVE, 0]:
            known[count] = p
            count += 1
    known[PROMISING_NUMBER] = count
