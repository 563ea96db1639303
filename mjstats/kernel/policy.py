"""Who decides: the policies by number, and one door for each decision."""

from typing import Final

from mjstats.kernel.board import (
    BARE,
    CHAIN_KEPT,
    DECLARED_DRAWS,
    FACE_ASKED,
    FIRST_ASKED,
    IS_WILD,
    LAST_ASKED,
    LEAVES,
    LEFT,
    PLAYERS,
    QUESTION,
    SEAT_ASKED,
    STAKES,
    TILE,
    WILD_DISCARD,
    WILD_FREEZES,
    Board,
)
from mjstats.kernel.claims import CONCEALED, KONG_KIND, KONG_NONE, next_kong
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import HOW_SELF_DRAW, N_PLAIN, Ints
from mjstats.kernel.policy_fast import fast_claim, fast_discard, fast_kong
from mjstats.kernel.policy_random import random_claim, random_discard, random_kong
from mjstats.kernel.random import below
from mjstats.kernel.routes import HELD_WILD, Mind, Routes, bare_distance, lay_out, waits_for_any

POLICY_FAST: Final[int] = 0
POLICY_RANDOM: Final[int] = 1
POLICY_CHAIN: Final[int] = 2  #: fast, but it rather waits with a lone wild tile, and discards wild tiles as often as it can

# ---- what a weighing policy is asked: the place QUESTION of the clock
ASKED_DISCARD: Final[int] = 1
ASKED_CLAIM: Final[int] = 2
ASKED_KONG: Final[int] = 3
ASKED_DECLARE: Final[int] = 4

# ---- how a seat plays: columns of the policies int64 (P, N_POLICY) of a table
POLICY: Final[int] = 0  #: the number of its policy
# weights of those that weigh, in thousandths
CAUTION: Final[int] = 1  #: how much what a discard may cost counts
GAIN: Final[int] = 2  #: how many times what the hand is worth as it is a claim has to make it
WORTH_POWER: Final[int] = 3  #: the power of what a hand brings that counts: 0 for speed alone
N_POLICY: Final[int] = 4
MILLE: Final[int] = 1000

NEAR_ENOUGH: Final[int] = 3  #: the distance of dealt tiles from ready up to which a hand is better than most

POLICY_VALUE: Final[int] = 3  #: it and all after it weigh: the table stops for their choices, see `mjstats.kernel.weighing`
POLICY_CAREFUL: Final[int] = 4
POLICY_OWN: Final[int] = 5  #: whoever plays the table answers

#: names by number
POLICIES: Final[tuple[str, ...]] = ("fast", "random", "wild-chain", "value", "careful")


@leaf
def patient_tile(routes: Routes, board: Board, seat: int, tile: int, mind: Mind) -> int:
    """The printed face that a complete hand discards to win on any tile next time, -1 when it should win now.

    A wild tile if that is possible; another tile only from a hand that did not wait for any tile before it drew `tile`.
    """
    if board.terms[WILD_DISCARD] == 0 or (board.terms[WILD_FREEZES] == 0 and board.terms[CHAIN_KEPT] == 0):
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


@small_leaf
def is_patient(policies: Ints, seat: int) -> bool:
    """Whether `seat` rather waits for any tile once more than win at once."""
    policy = policies[seat, POLICY]
    return bool(policy == POLICY_CHAIN or policy == POLICY_VALUE or policy == POLICY_CAREFUL)


@leaf
def decide_win(policies: Ints, routes: Routes, board: Board, seat: int, tile: int, how: int, mind: Mind) -> bool:
    """Whether to take a win that is legal; an own draw stands in the hand."""
    if board.clock[LEAVES] == 1:
        return False
    if how != HOW_SELF_DRAW or not is_patient(policies, seat):
        return True
    # The next draw is a win for certain, if it comes: not at the end of the wall.
    if policies[seat, POLICY] != POLICY_CHAIN and board.clock[LEFT] < board.terms[PLAYERS]:
        return True
    return bool(patient_tile(routes, board, seat, tile, mind) < 0)


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
    """Whether to declare ready when that is allowed: nobody but `random` does where discards are not won on then.

    A hand that won by self-draw only, for double, came to 0.33 +- 0.07 points less in 6,000 deals than one not declared.
    """
    if policies[seat, POLICY] == POLICY_RANDOM:
        return bool(below(board.luck, 2) == 1)
    return bool(board.terms[DECLARED_DRAWS] == 0)


@leaf
def decide_stake(policies: Ints, board: Board, seat: int) -> int:
    """The stake to name after the deal, which every win then costs or brings more: the highest on a hand better than most."""
    most = board.terms[STAKES]
    if policies[seat, POLICY] == POLICY_RANDOM:
        return int(below(board.luck, most + 1))
    return int(most if board.own[seat, BARE] <= NEAR_ENOUGH else 0)


@leaf
def decide_bet(policies: Ints, board: Board, seat: int) -> bool:
    """Whether to buy or to raise before the deal, when nobody knows who will win: what is won and what is lost grows alike."""
    return bool(policies[seat, POLICY] == POLICY_RANDOM and below(board.luck, 2) == 1)


@leaf
def decide_dice(policies: Ints, board: Board, seat: int) -> bool:
    """Whether one who is ready has dice choose the tile for a kong, which is worth more then, and keeps the hand as it is."""
    return bool(policies[seat, POLICY] != POLICY_RANDOM or below(board.luck, 2) == 1)


@small_leaf
def weighs(policies: Ints, seat: int) -> bool:
    """Whether the table has to stop for what `seat` discards and claims."""
    return bool(policies[seat, POLICY] >= POLICY_VALUE)


@small_leaf
def weighs_all(policies: Ints, seat: int) -> bool:
    """Whether the table stops for the kongs and declarations of `seat` too: functions of one's own are not asked for these."""
    return bool(POLICY_VALUE <= policies[seat, POLICY] < POLICY_OWN)


@leaf
def kong_to_weigh(board: Board, seat: int) -> bool:
    """Whether `seat` may make a kong of four tiles now; those of one tile go by what `fast` does."""
    return bool(next_kong(board, seat, CONCEALED * KONG_KIND - 1) != KONG_NONE)


@small_leaf
def ask(board: Board, question: int, seat: int, face: int, first: int, last: int) -> None:
    """Note what a weighing policy is asked."""
    clock = board.clock
    clock[QUESTION] = question
    clock[SEAT_ASKED] = seat
    clock[FACE_ASKED] = face
    clock[FIRST_ASKED] = first
    clock[LAST_ASKED] = last
