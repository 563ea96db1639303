"""What one may still do who declared ready, or for whom dice were thrown: the hand is not changed any more."""

from mjstats.kernel.board import (
    BARE,
    DECLARE_ADDED_KONG,
    DECLARE_CLAIMED_KONG,
    DECLARE_CONCEALED_KONG,
    DECLARE_DRAWS,
    DECLARE_POINTS,
    FORFEIT,
    LEFT,
    LOCKED,
    TILE,
    Board,
)
from mjstats.kernel.claims import (
    ADDED,
    CLAIM_KONG,
    CONCEALED,
    KONG_KIND,
    KONG_NONE,
    may_claim,
    meld_claim,
    meld_kong,
    next_kong,
    unmeld_claim,
    unmeld_kong,
)
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import N_PLAIN
from mjstats.kernel.routes import FULL, HELD_WILD, NATURAL, Mind, Routes, lay_out, missing_with
from mjstats.kernel.state import MARK_DECLARED, MARK_POINTS


@small_leaf
def is_locked(board: Board, seat: int) -> bool:
    """Whether `seat` may not change the hand any more."""
    return bool(board.seats.marks[seat, MARK_DECLARED] == 1 or board.own[seat, LOCKED] == 1)


@leaf
def may_declare(board: Board, seat: int) -> bool:
    """Whether a hand between goes is ready by shape, and there are draws and points enough to declare it."""
    marks = board.seats.marks[seat]
    enough = board.clock[LEFT] >= board.terms[DECLARE_DRAWS] and marks[MARK_POINTS] >= board.terms[DECLARE_POINTS]
    return bool(marks[MARK_DECLARED] == 0 and board.own[seat, BARE] == 0 and board.own[seat, FORFEIT] == 0 and enough)


@leaf
def locked_kong(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The kong that one whose hand is locked may make and makes."""
    tile = board.clock[TILE]
    code = next_kong(board, seat, KONG_NONE)
    while code != KONG_NONE:
        kind = code // KONG_KIND
        if kind == ADDED and board.terms[DECLARE_ADDED_KONG] == 1 and code % KONG_KIND == tile:
            return int(code)
        any_time = board.terms[DECLARE_CONCEALED_KONG] == 2
        drawn = kind == CONCEALED and board.terms[DECLARE_CONCEALED_KONG] > 0 and code % KONG_KIND == tile
        if drawn and (any_time or waits_stay(routes, board, seat, tile, code, mind)):
            return int(code)
        code = next_kong(board, seat, code)
    return KONG_NONE


@open_leaf
def waits_stay(routes: Routes, board: Board, seat: int, tile: int, code: int, mind: Mind) -> bool:
    """Whether a kong with the tile just drawn leaves the faces that complete the hand as they were before that draw."""
    hand = board.seats.hand[seat]
    hand[tile] -= 1
    before = wait_bits(routes, board, seat, mind)
    hand[tile] += 1
    meld_kong(board, seat, code)
    after = wait_bits(routes, board, seat, mind)
    unmeld_kong(board, seat, code)
    return bool(before == after)


@leaf
def locked_claim(routes: Routes, board: Board, seat: int, source: int, face: int, mind: Mind) -> bool:
    """Whether one who declared ready may claim a kong with a discard and does: only one that leaves the waits as they are."""
    if board.terms[DECLARE_CLAIMED_KONG] == 0 or not may_claim(board, seat, source, face, CLAIM_KONG):
        return False
    before = wait_bits(routes, board, seat, mind)
    meld_claim(board, seat, source, face, CLAIM_KONG)
    after = wait_bits(routes, board, seat, mind)
    unmeld_claim(board, seat, face, CLAIM_KONG)
    return bool(before == after)


@leaf
def wait_bits(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """Bit f for each face as read that completes the hand by shape; those of which it holds all four left out."""
    lay_out(routes, board, seat, mind)
    bits = 0
    for face in range(N_PLAIN):
        if mind.faces[NATURAL, face] >= FULL:
            continue
        for r in range(len(routes.rows)):
            if missing_with(routes, mind, r, face, 1) <= mind.held[HELD_WILD]:
                bits |= 1 << face
                break
    return bits
