"""What a go is made of: the win that is asked about, kongs, the discard and its consequences, claims, the next draw."""

from typing import Final

from mjstats.kernel.board import (
    AFTER_KONG,
    BARE,
    BARRED,
    CHAIN,
    CHAIN_KEPT,
    CLAIMS,
    DEALING,
    DECLARE_BEFORE_OTHERS,
    DECLARERS,
    DECLARING,
    DISCARDS,
    EVENT_ADDED_KONG,
    EVENT_CHOW,
    EVENT_CLAIMED_KONG,
    EVENT_CONCEALED_KONG,
    EVENT_DECLARE,
    EVENT_DISCARD,
    EVENT_PUNG,
    EVENT_SINGLE_KONG,
    EXTRA_CHOW,
    FIRST_READY,
    FORCED_HONORS,
    FORFEIT,
    FORFEIT_WILD,
    FROZEN,
    GOES,
    IS_KONG_TILE,
    IS_OWN_FACE,
    IS_WILD,
    KONG_ROW,
    KONGS_MADE,
    KONGS_RUN,
    LAST_GONE,
    LAST_ROUND,
    LATE_CHAIN,
    LATE_FROM,
    LATE_KONGS,
    LEFT,
    LOOSE_DRAWS,
    NO_DISCARD_WIN,
    NO_WAITS,
    NOT_PLAIN,
    PASS_PUNG,
    PASS_WIN_MODE,
    PASSED_FURITEN,
    PASSED_SAME_TILE,
    PASSED_WIN,
    PASSED_WORTH,
    PLAYERS,
    READ_AS,
    READY_DEALT,
    RED,
    RED_FIVES,
    REDS_LAID,
    REPLACED,
    SAME_FACE,
    SAME_ROW,
    SECOND,
    SINGLE_KONGS,
    SWAP_BAN,
    TAKEN,
    TAKEN_END,
    THROWN,
    TILE,
    TILE_RED,
    TURNED_PER_KONG,
    WILD_FREEZES,
    WILD_OWNER_CLAIMS,
    WILD_ROW,
    WILD_RUN,
    WILDS_KEPT,
    Board,
    note,
)
from mjstats.kernel.claims import (
    CLAIM_CHOW,
    CLAIM_EXTRA,
    CLAIM_KONG,
    CLAIM_PUNG,
    CONCEALED,
    KONG_KIND,
    SINGLE,
    kept_for_kong,
    may_claim,
    meld_claim,
    meld_kong,
    natural_copies,
    show_claim,
    unmeld_claim,
)
from mjstats.kernel.deal import turn_bonus
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.one_tile import waits_by_shape
from mjstats.kernel.page import (
    CLAIMED_KONG,
    CONCEALED_KONG,
    HOW_DISCARD,
    HOW_HAND,
    HOW_ROB_KONG,
    HOW_SELF_DRAW,
    N_FACES,
    N_PLAIN,
    PLAIN_HONOR,
)
from mjstats.kernel.reds import lose_red, move_red
from mjstats.kernel.routes import HELD_FREE, Mind, Routes, bare_distance, lay_out, waits_for_any
from mjstats.kernel.state import (
    KONG_ROW_BITS,
    MARK_DECLARED,
    MARK_DECLARED_DEALT,
    MARK_DECLARED_FIRST,
    MARK_HONOR_DISCARDS,
    MARK_KONG_ROWS,
    MARK_ONE_SHOT,
    MARK_PLAIN_DISCARDS,
    MARK_REDS,
    MARK_SAME_ROW,
    MARK_WILD_DISCARDS,
    MARK_WILD_ROWS,
    MELD_FACE,
    MELD_KIND,
    RIVER,
    ROUND_DEALER,
    WIN_AFTER_KONG,
    WIN_BY,
    WIN_FIRST_TURN,
    WIN_FLOWER_REPLACEMENT,
    WIN_FROM,
    WIN_HOW,
    WIN_KONG_REPLACEMENT,
    WIN_KONGS,
    WIN_LAST_TILE,
    WIN_LATE_CHAIN,
    WIN_LATE_FROM,
    WIN_LATE_KONGS,
    WIN_RED,
    WIN_SECOND,
    WIN_TILE,
    WIN_WILD_CHAIN,
)

SWAP_END_TOO: Final[int] = 2  #: ways of the term SWAP_BAN: the other end of the chow may not be discarded either
SWAP_UNLESS_SINGLE: Final[int] = 3  #: the claimed face may be discarded when one tile is then left in the hand
ALL_SINGLE: Final[int] = 2  #: of the term FORCED_HONORS: all single honours go before other tiles
# ---- how a tile is owed: those of the highest number go first
NOT_OWED: Final[int] = 0
SINGLE_HONOR: Final[int] = 1
FOLLOWED: Final[int] = 2
# ---- what the present tile was drawn for: the place `REPLACED` of the clock, 0 for nothing
REPLACED_KONG: Final[int] = 1
REPLACED_CLAIMED: Final[int] = 2  #: a kong claimed from a discard
REPLACED_FLOWER: Final[int] = 3
REPLACED_PLAIN: Final[int] = 4  #: a kong, where only a tile chosen by dice counts as its replacement


@small_leaf
def bare_of(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """Distance of a hand by shape alone: 0 ready, -1 complete."""
    lay_out(routes, board, seat, mind)
    return int(bare_distance(mind))


@small_leaf
def undisturbed(board: Board) -> bool:
    """Whether nobody has claimed a tile or made a kong of four tiles yet."""
    return bool(board.clock[CLAIMS] == 0 and board.clock[KONGS_MADE] == 0)


@leaf
def tell_win(board: Board, seat: int, tile: int, how: int, source: int, replaced: int) -> None:
    """Fill the win that is asked about."""
    win = board.win
    own = board.own[seat]
    clock = board.clock
    win[:] = 0
    win[WIN_BY] = seat
    win[WIN_TILE] = tile
    win[WIN_HOW] = how
    win[WIN_FROM] = source
    win[WIN_LATE_FROM] = -1
    if clock[LAST_ROUND] == 1 or (clock[LEFT] <= 0 and clock[LAST_GONE] == 0):
        win[WIN_LAST_TILE] = 1
    if how == HOW_SELF_DRAW:
        win[WIN_KONG_REPLACEMENT] = replaced if replaced < REPLACED_FLOWER else 0
        win[WIN_FLOWER_REPLACEMENT] = 1 if replaced == REPLACED_FLOWER else 0
        win[WIN_KONGS] = own[KONG_ROW]
        win[WIN_WILD_CHAIN] = own[CHAIN]
        win[WIN_LATE_FROM] = own[LATE_FROM]
        win[WIN_LATE_CHAIN] = own[LATE_CHAIN]
        win[WIN_LATE_KONGS] = own[LATE_KONGS]
        win[WIN_RED] = clock[TILE_RED]
        win[WIN_SECOND] = clock[SECOND]
        if own[GOES] == 1 and undisturbed(board) and replaced == 0:
            win[WIN_FIRST_TURN] = 1
    elif how == HOW_DISCARD or how == HOW_ROB_KONG:
        win[WIN_RED] = clock[TILE_RED]
        if how == HOW_DISCARD:
            win[WIN_AFTER_KONG] = board.own[source, AFTER_KONG]
            win[WIN_SECOND] = clock[SECOND]
            win[WIN_FIRST_TURN] = 1 if own[GOES] == 0 and undisturbed(board) else 0
    elif how == HOW_HAND:
        win[WIN_FIRST_TURN] = clock[DEALING]
    if board.terms[FIRST_READY] == 1 and how != HOW_HAND:
        win[WIN_FIRST_TURN] = own[READY_DEALT] if undisturbed(board) else 0


@leaf
def no_waits_of(routes: Routes, board: Board, mind: Mind) -> int:
    """The place NO_WAITS of the ready hand that was laid out last; of wild tiles, kong tiles and stand-ins nothing is said."""
    if mind.held[HELD_FREE] >= 0:
        return 0
    waits = waits_by_shape(routes, mind)
    faces = 0
    for face in range(N_FACES):
        faces |= (~waits >> face & board.marks[IS_OWN_FACE, face]) << face
    return faces


@small_leaf
def wins_loose(board: Board, seat: int) -> bool:
    """Whether the hand holds so many wild tiles that it may win on any tile whatever its shape."""
    if board.terms[LOOSE_DRAWS] < 0:
        return False
    wilds = 0
    for face in range(N_FACES):
        wilds += board.seats.hand[seat, face] * board.marks[IS_WILD, face]
    return bool(wilds >= board.terms[LOOSE_DRAWS])


@leaf
def may_win_on(routes: Routes, board: Board, seat: int, tile: int, mind: Mind) -> bool:
    """Whether another's tile completes the hand by shape, and nothing that play remembers keeps the seat from winning."""
    own = board.own[seat]
    fits = own[BARE] == 0 and own[NO_WAITS] >> tile & 1 == 0
    if not fits and board.terms[LOOSE_DRAWS] < 0:  # so it is with most tiles: looked at first
        return False
    if own[FORFEIT] == 1 or own[NO_DISCARD_WIN] == 1 or board.passed[PASSED_WIN, seat, tile] == 1:
        return False
    if wins_loose(board, seat):
        return True
    if not fits:
        return False
    hand = board.seats.hand[seat]
    hand[tile] += 1
    complete = bare_of(routes, board, seat, mind) == -1
    hand[tile] -= 1
    return bool(complete)


@leaf
def lay_kong(board: Board, seat: int, code: int) -> None:
    """Lay a kong for all to see; it may still be robbed."""
    face = code % KONG_KIND
    kind = code // KONG_KIND
    meld_kong(board, seat, code)
    if kind == SINGLE:
        board.own[seat, SINGLE_KONGS] += 1
        board.seen[face] += 1
        note(board, EVENT_SINGLE_KONG, seat, face, 0)
    elif kind == CONCEALED:
        board.seen[face] += 4
        note(board, EVENT_CONCEALED_KONG, seat, face, 0)
    else:
        board.seen[face] += 1
        note(board, EVENT_ADDED_KONG, seat, face, 0)


@leaf
def count_row(board: Board, seat: int, face: int) -> None:
    """Note how many kongs came in a row before the one of `face` that was just made."""
    seats = board.seats
    read = board.marks[READ_AS, face]
    for m in range(seats.n_melds[seat]):
        if CLAIMED_KONG <= seats.melds[seat, m, MELD_KIND] <= CONCEALED_KONG and seats.melds[seat, m, MELD_FACE] == read:
            seats.marks[seat, MARK_KONG_ROWS] |= board.clock[KONGS_RUN] << KONG_ROW_BITS * m
    board.clock[KONGS_RUN] += 1


@leaf
def stand_kong(board: Board, seat: int, code: int) -> None:
    """What follows from a kong of four tiles that nobody robs."""
    face = code % KONG_KIND
    move_red(board, seat, face)
    count_row(board, seat, face)
    clock = board.clock
    clock[LEFT] -= kept_for_kong(board, code // KONG_KIND)
    clock[KONGS_MADE] += 1
    clock[SAME_ROW] = 0
    board.seats.marks[:, MARK_ONE_SHOT] = 0
    for _ in range(board.terms[TURNED_PER_KONG]):
        turn_bonus(board)


@leaf
def wild_in_hand(board: Board, seat: int) -> int:
    """A wild tile of the hand by printed face, -1 none."""
    for face in range(N_FACES):
        if board.marks[IS_WILD, face] == 1 and board.seats.hand[seat, face] > 0:
            return face
    return -1


@open_leaf
def bar_discards(board: Board, seat: int) -> None:
    """Mark the faces that the page keeps from being discarded now; when it keeps all of them, none is."""
    marks = board.marks
    hand = board.seats.hand[seat]
    clock = board.clock
    free = 0
    first = NOT_OWED
    held = 0
    for face in range(N_FACES):
        held += hand[face]
    ban = board.terms[SWAP_BAN]
    banned = ban > 0 and not (ban == SWAP_UNLESS_SINGLE and held == 2)
    for face in range(N_FACES):
        marks[BARRED, face] = 0
        if hand[face] == 0:
            continue
        read = marks[READ_AS, face]
        swapped = read == clock[TAKEN] or (ban == SWAP_END_TOO and read == clock[TAKEN_END])
        marks[BARRED, face] = 1 if banned and swapped else 0
        free += 1 - marks[BARRED, face]
        first = max(first, how_owed(board, seat, face) if board.terms[FORCED_HONORS] > 0 else NOT_OWED)
    for face in range(N_FACES):
        if first > NOT_OWED:
            marks[BARRED, face] = 0 if hand[face] > 0 and how_owed(board, seat, face) == first else 1
        elif free == 0:
            marks[BARRED, face] = 0


@leaf
def how_owed(board: Board, seat: int, face: int) -> int:
    """How a tile of the hand has to be discarded before others: a single honour, first of all one that somebody discarded."""
    read = board.marks[READ_AS, face]
    if read < PLAIN_HONOR or read >= N_PLAIN or board.marks[IS_WILD, face] == 1 or natural_copies(board, seat, read) != 1:
        return NOT_OWED
    for other in range(len(board.own)):
        if board.seats.discards[other, face] > 0:
            return FOLLOWED
    return SINGLE_HONOR if board.terms[FORCED_HONORS] == ALL_SINGLE else NOT_OWED


@leaf
def count_wild_row(board: Board, seat: int) -> None:
    """What follows from a wild tile that `seat` has just discarded: how many in turns running, tiles that stay, a chain kept."""
    own = board.own[seat]
    clock = board.clock
    own[WILD_RUN] += 1
    board.seats.marks[seat, MARK_WILD_ROWS] += 1 if own[WILD_RUN] > 1 else 0
    if own[WILD_RUN] > clock[WILD_ROW]:
        clock[LEFT] -= board.per_wild_row[clock[WILD_ROW]] if clock[WILD_ROW] < len(board.per_wild_row) else 0
        clock[WILD_ROW] += 1
    left = 0
    for face in range(N_FACES):
        left += board.seats.hand[seat, face] * board.marks[IS_WILD, face]
    # One that was kept with each of them waits: of two in turns running the first leaves two.
    if board.terms[CHAIN_KEPT] == 1 and left > 0:
        doubled = own[WILD_RUN] > 1 and own[WILDS_KEPT] > left
        own[CHAIN] = max(own[CHAIN], 2 if doubled else 1)
    own[WILDS_KEPT] = left


@open_leaf
def put_discard(routes: Routes, board: Board, seat: int, face: int, mind: Mind) -> None:
    """Discard a tile and remember what follows from it: chains, freezes, runs of honours, the hand's new distance."""
    seats = board.seats
    own = board.own[seat]
    marks = seats.marks[seat]
    wild = board.marks[IS_WILD, face] == 1
    kong_tile = board.marks[IS_KONG_TILE, face] == 1
    seats.hand[seat, face] -= 1
    # What waits for any tile once a wild tile is gone was complete with it.
    chained = wild and not kong_tile and waits_for_any(routes, board, seat, mind)
    board.seen[face] += 1
    board.clock[THROWN] += 1
    board.clock[TAKEN] = -1
    board.clock[TAKEN_END] = -1
    marks[MARK_ONE_SHOT] = 0
    red = 0
    if board.terms[RED_FIVES] > 0:
        drawn = marks[MARK_DECLARED] == 1 and board.clock[TILE] == face and board.clock[TILE_RED] == 1
        red = lose_red(board, seat, face, drawn)
    board.clock[TILE_RED] = red
    own[WILD_RUN] = own[WILD_RUN] if wild else 0
    if kong_tile:
        seats.laid[seat, face] += 1
    else:
        run = own[DISCARDS]
        if board.marks[READ_AS, face] >= 27 and marks[MARK_HONOR_DISCARDS] == run:
            marks[MARK_HONOR_DISCARDS] = run + 1
        board.discards[seat, run] = face + RED * red
        own[DISCARDS] = run + 1
        seats.discards[seat, face] += 1
        if face < PLAIN_HONOR and face % 9 != 0 and face % 9 != 8:
            own[NOT_PLAIN] = 1
        marks[MARK_PLAIN_DISCARDS] = 1 - own[NOT_PLAIN]
        if wild:
            marks[MARK_WILD_DISCARDS] += 1
            count_wild_row(board, seat)
            own[FROZEN] = board.terms[WILD_FREEZES]
            if not chained and board.terms[FORFEIT_WILD] == 1:
                own[FORFEIT] = 1
    if chained and board.terms[CHAIN_KEPT] == 0:
        own[CHAIN] += 1
    else:
        own[CHAIN] = own[CHAIN] if board.terms[CHAIN_KEPT] == 1 else 0
        own[KONG_ROW] = 0
        own[LATE_FROM] = -1
    # Each tile taken brought the hand one nearer at most; only when that may have been enough is it laid out again.
    kept = board.clock[TILE] == face
    if kept:
        own[BARE] += 1
    if own[BARE] < 0 or (own[BARE] == 0 and not (kept and board.clock[REPLACED] == 0)):
        own[BARE] = bare_of(routes, board, seat, mind)
        if own[BARE] == 0:
            own[NO_WAITS] = no_waits_of(routes, board, mind)
    if own[BARE] == 0 and own[DISCARDS] == 1 and seat == seats.round[ROUND_DEALER] and undisturbed(board):
        own[READY_DEALT] = 1
    note(board, EVENT_DISCARD, seat, face, 1 if chained else 0)


@small_leaf
def hold_out(board: Board, seat: int, face: int) -> None:
    """While somebody may win on it, a discard lies with nobody; nor does one made with it."""
    if board.marks[IS_KONG_TILE, face] == 0:
        board.seats.discards[seat, face] -= 1
    if board.clock[SECOND] > 0:
        board.seats.discards[seat, board.clock[SECOND] - 1] -= 1


@leaf
def discard_second(routes: Routes, board: Board, seat: int, mind: Mind) -> None:
    """Discard the other of two tiles drawn at once, which lay beside the hand."""
    other = board.clock[SECOND] - 1
    first = board.clock[TILE]
    board.seats.hand[seat, other] += 1
    board.own[seat, BARE] -= 1
    board.clock[TILE] = other
    put_discard(routes, board, seat, other, mind)
    board.clock[TILE] = first


@small_leaf
def count_same(board: Board, seat: int, face: int) -> None:
    """Count discards of one face one after the other: by all players, they are the first one's to answer for."""
    clock = board.clock
    clock[SAME_ROW] = clock[SAME_ROW] + 1 if clock[SAME_FACE] == face else 1
    clock[SAME_FACE] = face
    if clock[SAME_ROW] == board.terms[PLAYERS]:
        clock[SAME_ROW] = 0
        board.seats.marks[(seat + 1) % board.terms[PLAYERS], MARK_SAME_ROW] += 1


@small_leaf
def put_down(board: Board, seat: int, face: int) -> None:
    """A discard that nobody won on lies among the discards, and ready that was declared with it stands."""
    if board.marks[IS_KONG_TILE, face] == 0:
        board.seats.discards[seat, face] += 1
        board.seats.table[RIVER, face] += 1
    count_same(board, seat, face)
    if board.own[seat, DECLARING] == 1:
        stand_ready(board, seat, False)
    board.clock[DECLARERS] = 0


@leaf
def stand_ready(board: Board, seat: int, dealt: bool) -> None:
    """Ready that `seat` declared stands."""
    marks = board.seats.marks[seat]
    board.own[seat, DECLARING] = 0
    marks[MARK_DECLARED] = 1
    marks[MARK_ONE_SHOT] = 1
    marks[MARK_DECLARED_DEALT] = 1 if dealt else 0
    if board.terms[DECLARE_BEFORE_OTHERS] == 1:
        declared = 0
        for other in range(board.terms[PLAYERS]):
            declared += board.seats.marks[other, MARK_DECLARED]
        marks[MARK_DECLARED_FIRST] = 1 if declared == 1 else 0
    else:
        marks[MARK_DECLARED_FIRST] = 1 if not dealt and board.own[seat, DISCARDS] == 1 and undisturbed(board) else 0
    note(board, EVENT_DECLARE, seat, -1, 1 if dealt else 0)


@open_leaf
def honors_run_out(board: Board, seat: int) -> bool:
    """Whether all discards of `seat` so far are honours, and so many that the page lets them win."""
    own = board.own[seat]
    if own[FORFEIT] == 0 and board.seats.marks[seat, MARK_HONOR_DISCARDS] == own[DISCARDS]:
        for length in board.runs:
            if own[DISCARDS] >= length:
                return True
    return False


@open_leaf
def owner_may(routes: Routes, board: Board, seat: int, source: int, face: int, claim: int, mind: Mind) -> bool:
    """Whether who waits in a wild chain may claim: a chow or pung must free a wild tile to discard for one more round.

    A kong may always be claimed, but one that breaks the wait is left alone.
    """
    if board.terms[WILD_OWNER_CLAIMS] == 0 or board.own[seat, CHAIN] == 0:
        return False
    if not may_claim(board, seat, source, face, claim):
        return False
    hand = board.seats.hand[seat]
    meld_claim(board, seat, source, face, claim)
    freed = wild_in_hand(board, seat) if claim != CLAIM_KONG else -1
    if freed >= 0:
        hand[freed] -= 1
    fits = (claim == CLAIM_KONG or freed >= 0) and waits_for_any(routes, board, seat, mind)
    if freed >= 0:
        hand[freed] += 1
    unmeld_claim(board, seat, face, claim)
    return bool(fits)


@open_leaf
def take_claim(board: Board, seat: int, source: int, face: int, claim: int) -> None:
    """Move the claimed discard into a meld of `seat`."""
    own = board.own[seat]
    if own[FROZEN] == 1 and own[LATE_FROM] < 0:
        own[LATE_FROM] = source
        own[LATE_CHAIN] = own[CHAIN]
        own[LATE_KONGS] = own[KONG_ROW]
    own[BARE] -= 1
    meld_claim(board, seat, source, face, claim)
    show_claim(board, seat, face, claim)
    board.seats.table[RIVER, face] -= 1
    board.seats.marks[:, MARK_ONE_SHOT] = 0
    board.seats.marks[source, MARK_PLAIN_DISCARDS] = 0
    board.own[source, NOT_PLAIN] = 1
    read = board.marks[READ_AS, face]
    clock = board.clock
    clock[SAME_ROW] = 0
    clock[KONGS_RUN] = clock[KONGS_RUN] if claim == CLAIM_KONG else 0
    clock[TAKEN] = read if claim != CLAIM_KONG else -1
    if clock[TILE_RED] == 1:
        own[REDS_LAID] |= 1 << face // 9
        board.seats.marks[seat, MARK_REDS] += 1
    if claim == CLAIM_KONG:
        note(board, EVENT_CLAIMED_KONG, seat, face, source)
    elif claim == CLAIM_PUNG:
        move_red(board, seat, face)
        note(board, EVENT_PUNG, seat, face, source)
    elif claim >= CLAIM_EXTRA:
        note(board, EVENT_CHOW, seat, face, EXTRA_CHOW + claim - CLAIM_EXTRA)
    else:
        low = board.seats.melds[seat, board.seats.n_melds[seat] - 1, MELD_FACE]
        for other in range(low, low + 3):
            if other != read:
                move_red(board, seat, other)
        # The chow 345 with the 3 claimed might as well be 456: that end is meant.
        if claim == CLAIM_CHOW and read % 9 <= 5:
            clock[TAKEN_END] = read + 3
        elif claim == CLAIM_CHOW + 2 and read % 9 >= 3:
            clock[TAKEN_END] = read - 3
        note(board, EVENT_CHOW, seat, face, low)


@open_leaf
def pass_turn(board: Board, before: int, after: int) -> None:
    """The turn goes from one seat to another: whoever's turn came or was skipped may again use what was passed."""
    players = board.terms[PLAYERS]
    mode = board.terms[PASS_WIN_MODE]
    remembers = board.terms[PASS_PUNG] == 1 or mode == PASSED_SAME_TILE
    seat = before
    while True:
        seat = (seat + 1) % players
        if remembers:
            board.passed[:, seat, :] = 0
        own = board.own[seat]
        own[PASSED_WORTH] = 0
        # Passed for all tiles that complete a hand, it is the own draw that frees, and after declaring nothing does.
        if mode != PASSED_FURITEN or (seat == after and board.seats.marks[seat, MARK_DECLARED] == 0):
            own[NO_DISCARD_WIN] = 0
        if seat == after:
            break
    board.own[after, FROZEN] = 0
    board.own[after, AFTER_KONG] = 0
