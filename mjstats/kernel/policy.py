"""Who decides: the policies by number, and one door for each decision."""

from typing import Final

from mjstats.kernel.board import IS_WILD, TILE, WILD_DISCARD, WILD_FREEZES, Board
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import HOW_SELF_DRAW, N_PLAIN, Ints
from mjstats.kernel.policy_fast import fast_claim, fast_discard, fast_kong
from mjstats.kernel.policy_random import random_claim, random_discard, random_kong
from mjstats.kernel.random import below
from mjstats.kernel.routes import HELD_WILD, Mind, Routes, bare_distance, lay_out, waits_for_any

POLICY_FAST: Final[int] = 0
POLICY_RANDOM: Final[int] = 1
POLICY_CHAIN: Final[int] = 2  #: fast, but it rather waits with a lone wild tile, and discards wild tiles as often as it can

# ---- how a seat plays: columns of the policies int64 (P, N_POLICY) of a table
POLICY: Final[int] = 0  #: the number of its policy
N_POLICY: Final[int] = 1

#: names by number
POLICIES: Final[tuple[str, ...]] = ("fast", "random", "wild-chain")


@leaf
def patient_tile(routes: Routes, board: Board, seat: int, tile: int, mind: Mind) -> int:
    """The printed face that a complete hand discards to win on any tile next time, -1 when it should win now.

    A wild tile if that is possible; another tile only from a hand that did not wait for any tile before it drew `tile`.
    """
    if board.terms[WILD_DISCARD] == 0 or board.terms[WILD_FREEZES] == 0:
        return -1
    lay_out(routes, board, seat, mind)
    if mind.held[HELD_WILD] == 0 or bare_distance(mind) != -1:
        return -1
    hand = board.seats.hand[seat]
    waited = waits_without(routes, board, seat, tile, mind)
    natural = -1
    for face in range(N_PLAIN):
        if hand[face] == 0:
            continue
        wild = board.marks[IS_WILD, face] == 1
        if (wild or not waited) and waits_without(routes, board, seat, face, mind):
            if wild:
                return face
            natural = face
    return natural


@leaf
def waits_without(routes: Routes, board: Board, seat: int, face: int, mind: Mind) -> bool:
    """Whether the hand waits for any tile, with a wild tile, once it is without one of the printed `face`."""
    hand = board.seats.hand[seat]
    hand[face] -= 1
    waits = waits_for_any(routes, board, seat, mind)
    hand[face] += 1
    return bool(waits)


@leaf
def decide_win(policies: Ints, routes: Routes, board: Board, seat: int, tile: int, how: int, mind: Mind) -> bool:
    """Whether to take a win that is legal; an own draw stands in the hand."""
    if policies[seat, POLICY] == POLICY_CHAIN and how == HOW_SELF_DRAW:
        return bool(patient_tile(routes, board, seat, tile, mind) < 0)
    return True


@leaf
def decide_discard(policies: Ints, routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The printed face to discard."""
    if policies[seat, POLICY] == POLICY_RANDOM:
        return int(random_discard(board, seat))
    if policies[seat, POLICY] == POLICY_CHAIN and board.clock[TILE] >= 0:
        face = patient_tile(routes, board, seat, board.clock[TILE], mind)
        if face >= 0:
            return int(face)
    return int(fast_discard(routes, board, seat, mind))


@leaf
def decide_kong(policies: Ints, routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The kong to make now, or `KONG_NONE`."""
    if policies[seat, POLICY] == POLICY_RANDOM:
        return int(random_kong(board, seat))
    return int(fast_kong(routes, board, seat, mind))


@leaf
def decide_claim(
    policies: Ints, routes: Routes, board: Board, seat: int, source: int, face: int, first: int, last: int, mind: Mind
) -> int:
    """The claim to make out of `first` .. `last`, or `CLAIM_NONE`."""
    if policies[seat, POLICY] == POLICY_RANDOM:
        return int(random_claim(board, seat, source, face, first, last))
    return int(fast_claim(routes, board, seat, source, face, first, last, mind))


@leaf
def decide_declare(policies: Ints, board: Board, seat: int) -> bool:
    """Whether to declare ready when that is allowed."""
    return bool(policies[seat, POLICY] != POLICY_RANDOM or below(board.luck, 2) == 1)
