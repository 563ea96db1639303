"""What the others do with a discard or with the tile of a kong: win, claim, or leave it."""

from typing import Final

from mjstats.kernel.board import (
    ABORTS,
    ASKED,
    BOUND,
    CHOWS,
    CLAIMS,
    DEALING,
    DECLARERS,
    DECLARING,
    DISCARDS,
    FIRST_ASKED,
    FROZEN,
    GIVEN,
    GIVEN_CHOW,
    GIVEN_PUNG,
    IS_LEGAL,
    KONG,
    LAST_CLAIMS,
    LATER,
    LEFT,
    NO_DISCARD_WIN,
    ONE_WINNER,
    PAID,
    PAID_OF_THREE,
    PAID_OF_TWO,
    PASS_PUNG,
    PASS_WIN_MODE,
    PASSED_ANY_TILE,
    PASSED_FURITEN,
    PASSED_HIGHER,
    PASSED_PUNG,
    PASSED_SAME_TILE,
    PASSED_WIN,
    PASSED_WORTH,
    PHASE,
    PLAYERS,
    PRECEDES,
    PRECEDING,
    QUESTION,
    RECLAIM_BAN,
    RED,
    REDS_HELD,
    REFUSED,
    REPLACED,
    SEAT,
    SEAT_ASKED,
    SECOND,
    THROWN,
    TILE,
    TILE_RED,
    WILD_FREEZES_WINS,
    WINNERS,
    WON_ON,
    WORTH,
    Board,
)
from mjstats.kernel.claims import (
    CLAIM_CHOW,
    CLAIM_EXTRA,
    CLAIM_KONG,
    CLAIM_NONE,
    CLAIM_PUNG,
    CLAIMED,
    CONCEALED,
    KONG_KIND,
    KONG_NONE,
    barred,
    chow_held,
    claimable,
    may_claim,
    meld_kong,
)
from mjstats.kernel.goes import (
    hold_out,
    may_win_on,
    owner_may,
    pass_turn,
    put_down,
    take_claim,
    tell_win,
)
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.locked import is_locked, locked_claim
from mjstats.kernel.page import HOW_DISCARD, HOW_HAND, HOW_ROB_KONG, Ints
from mjstats.kernel.phases import (
    ANSWER_JUDGED,
    CLAIM,
    DRAWN,
    GO_ON,
    NEXT,
    PAY,
    PAY_JUDGED,
    ROB,
    ROB_JUDGED,
    STOP_ABORT,
    STOP_ASK,
    STOP_CHOOSE,
    STOP_DRAWN,
    STOP_MORE,
    STOP_WON,
    TURN_JUDGED,
    replace,
)
from mjstats.kernel.policy import ASKED_CLAIM, ask, decide_claim, decide_win, weighs
from mjstats.kernel.routes import Mind, Routes
from mjstats.kernel.state import (
    MARK_REDS,
    ROUND_SAME_FIRST,
    WIN_CONCEALED,
    WIN_LATER,
)

CLAIM_PENDING: Final[int] = -1  #: whoever is asked is still weighing
SEAT_CODE: Final[int] = 8  #: a claim that was found is claim * SEAT_CODE + seat


@open_leaf
def others_win(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Ask the others in turn for a win on the discard or on the tile added to a pung, and let one take or leave it."""
    clock = board.clock
    source = clock[SEAT]
    robbing = clock[PHASE] == ROB or clock[PHASE] == ROB_JUDGED
    how = HOW_ROB_KONG if robbing else HOW_DISCARD
    tile = clock[KONG] % KONG_KIND if robbing else clock[TILE]
    players = board.terms[PLAYERS]
    if clock[PHASE] == ROB_JUDGED or clock[PHASE] == ANSWER_JUDGED:
        seat = (source + clock[ASKED]) % players
        legal = clock[IS_LEGAL] == 1
        if legal and board.own[seat, PASSED_WORTH] >= clock[WORTH] and board.terms[PASS_WIN_MODE] == PASSED_HIGHER:
            legal = False
        if legal and decide_win(policies, routes, board, seat, tile, how, mind):
            clock[DECLARERS] |= 1 << seat
            board.own[seat, WON_ON] = tile
            clock[PRECEDING] |= clock[PRECEDES] << seat
            if board.terms[ONE_WINNER] == 1:
                clock[WINNERS] = clock[DECLARERS]
                part_with(board, source, tile, robbing)
                return STOP_WON
        else:
            remember_passed(board, seat, tile, legal)
        clock[ASKED] += 1
    elif not robbing:
        hold_out(board, source, tile)
    if robbing or claimable(board, tile):
        while clock[ASKED] < players:
            seat = (source + clock[ASKED]) % players
            frozen = board.terms[WILD_FREEZES_WINS] == 1 and (board.own[seat, FROZEN] == 1 or barred(board, seat))
            fits = (robbing or not frozen) and may_win_on(routes, board, seat, tile, mind)
            if not fits and clock[SECOND] > 0 and may_win_on(routes, board, seat, clock[SECOND] - 1, mind):
                tile = change_tiles(board)
                fits = True
            if fits:
                tell_win(board, seat, tile, how, source, 0)
                board.win[WIN_CONCEALED] = 1 if robbing and clock[KONG] // KONG_KIND == CONCEALED else 0
                clock[PHASE] = ROB_JUDGED if robbing else ANSWER_JUDGED
                return STOP_ASK
            clock[ASKED] += 1
        if clock[DECLARERS] != 0:
            part_with(board, source, tile, robbing)
            return int(share_win(board))
        clock[PHASE] = CLAIM
    else:
        clock[PHASE] = NEXT
    if robbing:
        board.seats.hand[source, tile] += 1
        if clock[TILE_RED] == 1:
            board.own[source, REDS_HELD] |= 1 << tile // 9
            board.seats.marks[source, MARK_REDS] += 1
        meld_kong(board, source, clock[KONG])
        replace(board, source, clock[KONG])
    else:
        put_down(board, source, tile)
        if clock[SECOND] > 0:
            put_down(board, source, clock[SECOND] - 1)
    return GO_ON


@small_leaf
def change_tiles(board: Board) -> int:
    """Of two tiles discarded at once look at the other one, which is returned."""
    clock = board.clock
    other = clock[SECOND] - 1
    clock[SECOND] = clock[TILE] + 1
    clock[TILE] = other
    return int(other)


@leaf
def part_with(board: Board, source: int, tile: int, robbing: bool) -> None:
    """The tile is the winner's: it lies no longer open with its former owner."""
    board.seen[tile] -= 1
    board.own[source, DECLARING] = 0
    if not robbing:
        board.own[source, DISCARDS] -= 1 if board.clock[SECOND] == 0 else 2


@leaf
def share_win(board: Board) -> int:
    """How many are paid when several declared; none when the hand is drawn for it."""
    clock = board.clock
    if clock[PRECEDING] != 0:
        clock[DECLARERS] = clock[PRECEDING]
    declared = 0
    for seat in range(board.terms[PLAYERS]):
        declared += clock[DECLARERS] >> seat & 1
    clock[PAID] = 1
    if declared == 2:
        clock[PAID] = board.terms[PAID_OF_TWO]
    elif declared > 2:
        clock[PAID] = board.terms[PAID_OF_THREE]
    if clock[PAID] == 0:
        clock[REFUSED] = 1
        return STOP_DRAWN
    clock[ASKED] = 1
    clock[PHASE] = PAY
    return GO_ON


@leaf
def share_dealt(board: Board) -> None:
    """All whose dealt hands win are paid, the dealer first."""
    clock = board.clock
    clock[PAID] = 0
    for seat in range(board.terms[PLAYERS]):
        clock[PAID] += clock[DECLARERS] >> seat & 1
    clock[ASKED] = 0
    clock[PHASE] = PAY


@leaf
def pay(board: Board) -> int:
    """Ask again for the wins that are paid, the nearest first, since each is settled with its own verdict."""
    clock = board.clock
    players = board.terms[PLAYERS]
    dealt = clock[DEALING] == 1
    robbing = not dealt and clock[KONG] != KONG_NONE
    if clock[PHASE] == PAY_JUDGED:
        clock[PHASE] = PAY
        clock[PAID] -= 1
        clock[LATER] += 1
        return STOP_MORE if clock[PAID] > 0 else STOP_WON
    while board.clock[DECLARERS] >> (clock[SEAT] + clock[ASKED]) % players & 1 == 0:
        clock[ASKED] += 1
    seat = (clock[SEAT] + clock[ASKED]) % players
    clock[ASKED] += 1
    clock[WINNERS] |= 1 << seat
    if dealt:
        tell_win(board, seat, -1, HOW_HAND, -1, 0)
    else:
        if clock[SECOND] > 0 and board.own[seat, WON_ON] != clock[TILE]:
            change_tiles(board)
        tile = clock[KONG] % KONG_KIND if robbing else clock[TILE]
        tell_win(board, seat, tile, HOW_ROB_KONG if robbing else HOW_DISCARD, clock[SEAT], 0)
    board.win[WIN_LATER] = 1 if clock[LATER] > 0 else 0
    board.win[WIN_CONCEALED] = 1 if robbing and clock[KONG] // KONG_KIND == CONCEALED else 0
    clock[PHASE] = PAY_JUDGED
    return STOP_ASK


@open_leaf
def remember_passed(board: Board, seat: int, tile: int, legal: bool) -> None:
    """A tile that completes the hand was not won on; what follows is the page's."""
    mode = board.terms[PASS_WIN_MODE]
    own = board.own[seat]
    if mode == PASSED_FURITEN or (legal and mode == PASSED_ANY_TILE):
        own[NO_DISCARD_WIN] = 1
    elif legal and mode == PASSED_SAME_TILE:
        board.passed[PASSED_WIN, seat, tile] = 1
    elif legal and mode == PASSED_HIGHER:
        own[PASSED_WORTH] = max(own[PASSED_WORTH], board.clock[WORTH])


@leaf
def ask_claim(routes: Routes, board: Board, mind: Mind, policies: Ints, seat: int, first: int, last: int) -> int:
    """The claim that `seat` makes out of `first` .. `last`, or `CLAIM_NONE`; `CLAIM_PENDING` while that is being weighed.

    Who has answered is not asked again when the table comes back with the answer of another.
    """
    clock = board.clock
    column = GIVEN_PUNG if last == CLAIM_PUNG else GIVEN_CHOW
    if clock[QUESTION] == ASKED_CLAIM and clock[SEAT_ASKED] == seat and clock[FIRST_ASKED] == first:
        board.own[seat, column] = 1 + clock[GIVEN]
        clock[QUESTION] = 0
    if board.own[seat, column] == 0:
        claim = CLAIM_NONE
        if board.own[seat, FROZEN] == 0 and weighs(policies, seat):
            if any_claim(board, seat, first, last):
                ask(board, ASKED_CLAIM, seat, clock[TILE], first, last)
                return CLAIM_PENDING
        else:
            claim = find_own_claim(routes, board, mind, policies, seat, first, last)
        board.own[seat, column] = 1 + claim
    return int(board.own[seat, column] - 1)


@leaf
def any_claim(board: Board, seat: int, first: int, last: int) -> bool:
    """Whether `seat` may make any claim out of `first` .. `last`."""
    for claim in range(first, last + 1):
        if may_claim(board, seat, board.clock[SEAT], board.clock[TILE], claim):
            return True
    return False


@leaf
def find_own_claim(routes: Routes, board: Board, mind: Mind, policies: Ints, seat: int, first: int, last: int) -> int:
    """The claim of one whose policy answers at once, or of one who waits in a wild chain."""
    source = board.clock[SEAT]
    face = board.clock[TILE]
    if board.own[seat, FROZEN] == 1:
        for claim in range(first, last + 1):
            if owner_may(routes, board, seat, source, face, claim, mind):
                return claim
        return CLAIM_NONE
    return int(decide_claim(policies, routes, board, seat, source, face, first, last, mind))


@small_leaf
def kept_out(board: Board, seat: int, face: int) -> bool:
    """Whether `seat` may claim nothing now, or not this face."""
    if barred(board, seat):
        return True
    last = board.own[seat, DISCARDS] - 1
    return bool(board.terms[RECLAIM_BAN] == 1 and last >= 0 and board.discards[seat, last] % RED == face)


@open_leaf
def find_claim(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Who claims the discard; claim * SEAT_CODE + seat, `CLAIM_NONE`, or `CLAIM_PENDING` while somebody weighs it."""
    found = seek_claim(routes, board, mind, policies)
    if found != CLAIM_PENDING:
        for seat in range(board.terms[PLAYERS]):
            board.own[seat, GIVEN_PUNG] = 0
            board.own[seat, GIVEN_CHOW] = 0
    return int(found)


@leaf
def seek_claim(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Ask in turn, pungs and kongs before chows."""
    source = board.clock[SEAT]
    face = board.clock[TILE]
    players = board.terms[PLAYERS]
    for turn in range(1, players):
        seat = (source + turn) % players
        if board.seats.hand[seat, face] < 2 or board.passed[PASSED_PUNG, seat, face] == 1 or kept_out(board, seat, face):
            continue
        if is_locked(board, seat):
            if locked_claim(routes, board, seat, source, face, mind):
                return int(CLAIM_KONG * SEAT_CODE + seat)
            continue
        claim = ask_claim(routes, board, mind, policies, seat, CLAIM_KONG, CLAIM_PUNG)
        if claim == CLAIM_PENDING:
            return CLAIM_PENDING
        if claim != CLAIM_NONE:
            return int(claim * SEAT_CODE + seat)
        if board.terms[PASS_PUNG] == 1 and may_claim(board, seat, source, face, CLAIM_PUNG):
            board.passed[PASSED_PUNG, seat, face] = 1
    seat = (source + 1) % players
    held = board.terms[CHOWS] == 1 and (len(board.extra_sets) > 0 or chow_held(board, seat, face))
    if held and not is_locked(board, seat) and not kept_out(board, seat, face):
        claim = ask_claim(routes, board, mind, policies, seat, CLAIM_CHOW, CLAIM_EXTRA - 1 + len(board.extra_sets))
        if claim == CLAIM_PENDING:
            return CLAIM_PENDING
        if claim != CLAIM_NONE:
            return int(claim * SEAT_CODE + seat)
    return CLAIM_NONE


@open_leaf
def claims(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Let the discard be claimed, which makes the claimer's go, or go on to the next draw."""
    clock = board.clock
    source = clock[SEAT]
    found = CLAIM_NONE
    if clock[LEFT] > 0 or board.terms[LAST_CLAIMS] == 1:
        found = int(find_claim(routes, board, mind, policies))
        if found == CLAIM_PENDING:
            return STOP_CHOOSE
    if found == CLAIM_NONE and clock[SECOND] > 0:
        clock[TILE] = clock[SECOND] - 1
        clock[SECOND] = 0
        return GO_ON
    clock[SECOND] = 0
    if found == CLAIM_NONE:
        clock[PHASE] = NEXT
        if clock[CLAIMS] == 0 and clock[THROWN] == board.terms[PLAYERS] * (board.seats.round[ROUND_SAME_FIRST] + 1):
            count_same_first(board)
        if board.terms[ABORTS] == 1 and clock[CLAIMS] == 0 and clock[THROWN] == board.terms[PLAYERS]:
            clock[PHASE] = TURN_JUDGED
            return STOP_ABORT
        return GO_ON
    seat = found % SEAT_CODE
    claim = found // SEAT_CODE
    take_claim(board, seat, source, clock[TILE], claim)
    pass_turn(board, source, seat)
    clock[SEAT] = seat
    if claim == CLAIM_KONG:
        replace(board, seat, CLAIMED * KONG_KIND + clock[TILE])
    else:
        clock[TILE] = -1
        clock[BOUND] = 0
        clock[TILE_RED] = 0
        clock[REPLACED] = 0
        clock[PHASE] = DRAWN
    return GO_ON


@leaf
def count_same_first(board: Board) -> None:
    """Count one more first round in which all discarded one same tile, if it was one."""
    at = board.seats.round[ROUND_SAME_FIRST]
    first = board.discards[0, at] % RED
    for seat in range(board.terms[PLAYERS]):
        if board.own[seat, DISCARDS] != at + 1 or board.discards[seat, at] % RED != first:
            return
    board.seats.round[ROUND_SAME_FIRST] = at + 1
