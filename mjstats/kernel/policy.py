"""Who decides: the policies by number, and one door for each decision."""

from typing import Final

from mjstats.kernel.board import IS_WILD, WILD_DISCARD, WILD_FREEZES, Board
from mjstats.kernel.leaf import leaf
from mjstats.kernel.page import HOW_SELF_DRAW, N_PLAIN
from mjstats.kernel.policy_fast import fast_claim, fast_discard, fast_kong
from mjstats.kernel.policy_random import random_claim, random_discard, random_kong
from mjstats.kernel.routes import HELD_WILD, NATURAL, Mind, Routes, bare_distance, lay_out, missing_with

POLICY_FAST: Final[int] = 0
POLICY_RANDOM: Final[int] = 1
POLICY_CHAIN: Final[int] = 2  #: fast, but a complete hand discards a wild tile and waits for more, as often as it can

#: names by number
POLICIES: Final[tuple[str, ...]] = ("fast", "random", "wild-chain")

FULL: Final[int] = 4  #: a hand that holds so many of a face cannot draw another


@leaf
def chain_tile(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The wild tile that a complete hand may discard and then win on any tile, -1 none."""
    if board.terms[WILD_DISCARD] == 0 or board.terms[WILD_FREEZES] == 0:
        return -1
    lay_out(routes, board, seat, mind)
    if mind.held[HELD_WILD] < 2 or bare_distance(mind) != -1:
        return -1
    hand = board.seats.hand[seat]
    for face in range(N_PLAIN):
        if board.marks[IS_WILD, face] == 1 and hand[face] > 0:
            hand[face] -= 1
            waits = waits_for_any(routes, board, seat, mind)
            hand[face] += 1
            return face if waits else -1
    return -1


@leaf
def waits_for_any(routes: Routes, board: Board, seat: int, mind: Mind) -> bool:
    """Whether every face completes the hand."""
    lay_out(routes, board, seat, mind)
    for face in range(N_PLAIN):
        if mind.faces[NATURAL, face] == FULL:
            continue
        found = False
        for r in range(len(routes.rows)):
            if missing_with(routes, mind, r, face, 1) <= mind.held[HELD_WILD]:
                found = True
                break
        if not found:
            return False
    return True


@leaf
def decide_win(policy: int, routes: Routes, board: Board, seat: int, how: int, mind: Mind) -> bool:
    """Whether to take a win that is legal; an own draw stands in the hand."""
    if policy == POLICY_CHAIN and how == HOW_SELF_DRAW:
        return bool(chain_tile(routes, board, seat, mind) < 0)
    return True


@leaf
def decide_discard(policy: int, routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The printed face to discard."""
    if policy == POLICY_RANDOM:
        return int(random_discard(board, seat))
    if policy == POLICY_CHAIN:
        face = chain_tile(routes, board, seat, mind)
        if face >= 0:
            return int(face)
    return int(fast_discard(routes, board, seat, mind))


@leaf
def decide_kong(policy: int, routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The kong to make now, or `KONG_NONE`."""
    if policy == POLICY_RANDOM:
        return int(random_kong(board, seat))
    return int(fast_kong(routes, board, seat, mind))


@leaf
def decide_claim(
    policy: int, routes: Routes, board: Board, seat: int, source: int, face: int, first: int, last: int, mind: Mind
) -> int:
    """The claim to make out of `first` .. `last`, or `CLAIM_NONE`."""
    if policy == POLICY_RANDOM:
        return int(random_claim(board, seat, source, face, first, last))
    return int(fast_claim(routes, board, seat, source, face, first, last, mind))
