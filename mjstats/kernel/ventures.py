"""Kongs and declarations of ready, each weighed by one step: what the hand is worth with it, and without it.

A kong draws a tile in its place, may be paid for whoever wins, and may raise what its holder gains and pays: where a page does
neither, `fast` knows as well. Ready declared brings more, costs what is laid for it, and leaves the hand as it is until the end.
"""

from typing import Final

from mjstats.kernel.board import DECLARE_LAYS, GIVEN, PLAYERS, SEAT_ASKED, Board
from mjstats.kernel.chances import KONG_COSTS, KONG_PAYS, chance_of, waits_after
from mjstats.kernel.claims import CONCEALED, KONG_KIND, KONG_KINDS, KONG_NONE, next_kong, unmeld_kong
from mjstats.kernel.danger import risk_ahead
from mjstats.kernel.jit import leaf
from mjstats.kernel.laid import LACKS, USABLE, helping_faces, move
from mjstats.kernel.one_tile import unseen_of
from mjstats.kernel.page import N_PLAIN
from mjstats.kernel.plans import Thought
from mjstats.kernel.policy_fast import fast_kong
from mjstats.kernel.routes import NATURAL, UNSEEN, Mind, Routes, change_unseen
from mjstats.kernel.thought_room import (
    BEGIN,
    BEST,
    BY_FACE,
    HIGH,
    N_LIVE,
    OPEN_FACES,
    OPENED,
    POSITION,
    PROMISED,
    QUICK,
    QUICK_SCORE,
    READY_WORTH,
    RISKS,
    STAGE,
    STAKE,
    STATE,
)
from mjstats.kernel.worths import away_of, draws_left

OTHERS_WIN: Final[float] = 0.7  #: how likely another wins the hand, about
NEARLY_KONG: Final[float] = 1.3  #: where no kong is so many times better, it is done as `fast` does
FIRST_WEIGHED: Final[int] = CONCEALED * KONG_KIND  #: kongs of one tile go by what `fast` does
LOOKS: Final[float] = 2.0  #: draws in which a better wait would still be of use, about


@leaf
def kongs_priced(thought: Thought) -> bool:
    """Whether a kong is worth something on the page, or costs something, beside what it adds to the hand that it is made in."""
    total = 0.0
    for kind in range(KONG_KINDS):
        total += thought.known[KONG_PAYS + kind] + thought.known[KONG_COSTS + kind]
    return bool(total > 0.0)


@leaf
def close_kong(routes: Routes, board: Board, mind: Mind, thought: Thought, best: int, most: float) -> bool:
    """Keep what the hand is worth as it is, or with a kong; whether all kongs are weighed and the answer is given."""
    state = thought.room[STATE]
    scores = thought.scores[STATE]
    clock = board.clock
    seat = clock[SEAT_ASKED]
    code = state[POSITION] - 1
    total = max(most, 0.0)
    if code == KONG_NONE:
        scores[STAKE] = max(thought.scores[PROMISED, best], 0.0) if best >= 0 else 0.0
        state[QUICK] = fast_kong(routes, board, seat, mind)
        scores[HIGH] = total
        state[BEST] = code
        code = FIRST_WEIGHED - 1
    else:
        unmeld_kong(board, seat, code)
        kind = code // KONG_KIND
        cost = OTHERS_WIN * thought.known[KONG_COSTS + kind] * scores[STAKE] / (board.terms[PLAYERS] - 1)
        total += thought.known[KONG_PAYS + kind] - cost
        if total > scores[HIGH]:
            scores[HIGH] = total
            state[BEST] = code
    if state[POSITION] - 1 == state[QUICK]:
        scores[QUICK_SCORE] = total
    state[STAGE] = BEGIN
    code = next_kong(board, seat, code)
    single = KONG_NONE < state[QUICK] < FIRST_WEIGHED
    if code != KONG_NONE and not single:
        state[POSITION] = 1 + code
        return False
    state[POSITION] = 0
    clock[GIVEN] = state[QUICK] if single or NEARLY_KONG * scores[QUICK_SCORE] >= scores[HIGH] else state[BEST]
    return True


@leaf
def close_declaration(routes: Routes, board: Board, mind: Mind, thought: Thought, caution: float) -> bool:
    """Keep what the hand is worth declared, then compare it with what it is worth silent; whether the answer is given."""
    state = thought.room[STATE]
    scores = thought.scores[STATE]
    worth = scores[READY_WORTH]
    score = max(thought.scores[BY_FACE, 0], 0.0)
    state[STAGE] = BEGIN
    ahead = 0.0
    if caution > 0.0:
        ahead = caution * risk_ahead(board, board.clock[SEAT_ASKED], thought.scores[RISKS])
    if state[POSITION] == 0:
        lost = 1.0 - score / worth if worth > 0.0 else 1.0
        scores[HIGH] = score - lost * board.terms[DECLARE_LAYS] - ahead
        scores[STAKE] = worth
        state[POSITION] = 1
        return False
    state[POSITION] = 0
    silent = max(score + scores[STAKE] * better_waits(routes, board, mind, thought) - ahead, 0.0)
    board.clock[GIVEN] = 1 if scores[HIGH] >= silent else 0
    return True


@leaf
def better_waits(routes: Routes, board: Board, mind: Mind, thought: Thought) -> float:
    """How much likelier a ready hand is finished if it may take a better wait that it draws."""
    state = thought.room[STATE]
    draws = draws_left(board)
    if state[N_LIVE] == 0:
        return 0.0
    laid = thought.laid[0]
    if away_of(laid[LACKS], laid[USABLE]) > 0:
        return 0.0
    faces = state[OPEN_FACES]
    waits = helping_faces(routes, mind, thought, laid, faces)
    now = chance_of(thought, 0, state[OPENED], draws, unseen_of(mind, waits))
    held = 0
    for face in range(N_PLAIN):
        held |= min(mind.faces[NATURAL, face], 1) << face
    total = 0.0
    unseen = 0
    for face in range(N_PLAIN):
        copies = mind.faces[UNSEEN, face]
        unseen += copies
        if copies == 0 or (faces & ~waits) >> face & 1 == 0 or mind.faces[NATURAL, face] > 3:
            continue
        move(routes, mind, thought, laid, face, 1)
        change_unseen(mind, face, -1)
        after = waits_after(routes, mind, thought, laid, faces, held & ~(1 << face))
        change_unseen(mind, face, 1)
        move(routes, mind, thought, laid, face, -1)
        total += copies * max(chance_of(thought, 0, state[OPENED], draws, after) - now, 0.0)
    return float(LOOKS * total / max(unseen, 1))
