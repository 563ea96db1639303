"""The policy `random`: anything that is allowed, each choice equally likely.

A floor to compare other policies with, and a search for gaps in the rules of play.
"""

from mjstats.kernel.board import BARRED, IS_WILD, WILD_DISCARD, Board
from mjstats.kernel.claims import CLAIM_NONE, KONG_NONE, may_claim, next_kong
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import N_FACES
from mjstats.kernel.random import below


@leaf
def random_discard(board: Board, seat: int) -> int:
    """The printed face of a random tile of the hand, wild tiles only where the page lets them be discarded."""
    hand = board.seats.hand[seat]
    wild_too = board.terms[WILD_DISCARD] == 1
    tiles = 0
    for face in range(N_FACES):
        if may_go(board, face, wild_too):
            tiles += hand[face]
    # A hand of wild tiles alone has to discard one.
    wild_too = wild_too or tiles == 0
    at = below(board.luck, tiles) if tiles > 0 else 0
    for face in range(N_FACES):
        if may_go(board, face, wild_too):
            at -= hand[face]
            if at < 0:
                return face
    return -1


@small_leaf
def may_go(board: Board, face: int, wild_too: bool) -> bool:
    """Whether the page lets a tile of the printed `face` be discarded now."""
    return bool(board.marks[BARRED, face] == 0 and (wild_too or board.marks[IS_WILD, face] == 0))


@leaf
def random_kong(board: Board, seat: int) -> int:
    """One of the kongs that the hand allows, or none."""
    n = 0
    code = next_kong(board, seat, KONG_NONE)
    while code != KONG_NONE:
        n += 1
        code = next_kong(board, seat, code)
    if n == 0:
        return KONG_NONE
    code = KONG_NONE
    for _ in range(below(board.luck, n + 1)):
        code = next_kong(board, seat, code)
    return code


@leaf
def random_claim(board: Board, seat: int, source: int, face: int, first: int, last: int) -> int:
    """One of the claims out of `first` .. `last` that are allowed, or none."""
    n = 0
    for claim in range(first, last + 1):
        if may_claim(board, seat, source, face, claim):
            n += 1
    if n == 0:
        return CLAIM_NONE
    at = below(board.luck, n + 1)
    for claim in range(first, last + 1):
        if may_claim(board, seat, source, face, claim):
            at -= 1
            if at < 0:
                return claim
    return CLAIM_NONE
