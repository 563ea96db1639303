"""The course of a hand as steps from phase to phase, which stop whenever a win has to be judged.

Judging takes the whole packed page, and handing that over to every function here would make each of them slow to compile and to
call. So `run` only ever works on the board; whoever drives it judges the win in `board.win` and calls again with the answer.
The same goes for conditions of the page: whether ready may be declared, whether the hand is drawn at once.
"""

from mjstats.kernel.answers import claims, others_win, pay, share_dealt
from mjstats.kernel.board import (
    AFTER_KONG,
    ASKED,
    ASKS_FIRST,
    BARE,
    BOUND,
    CHAIN,
    CHAIN_KEPT,
    DEALING,
    DECLARE,
    DECLARED_DRAWS,
    DECLARERS,
    DECLARING,
    DICE_TILES,
    DRAWER,
    DRAWS,
    FORCED_HONORS,
    FORFEIT,
    GIVEN,
    IS_LEGAL,
    KONG,
    KONG_AFTER_CLAIM,
    KONG_ROW,
    KONGS_RUN,
    LAST_DRAWS,
    LAST_ROUND,
    LAST_TILE_OFFERED,
    LEFT,
    LOCKED,
    NO_WAITS,
    OPEN,
    PHASE,
    PLAYERS,
    QUESTION,
    REPLACED,
    ROB_ADDED,
    ROB_CONCEALED,
    SEAT,
    SECOND,
    SECOND_TRIED,
    SEVERAL_DEALT,
    STEP,
    SWAP_BAN,
    TAKEN,
    TILE,
    TILE_RED,
    WHO,
    Board,
)
from mjstats.kernel.claims import (
    ADDED,
    CONCEALED,
    KONG_KIND,
    KONG_NONE,
    kong_time,
    unmeld_kong,
)
from mjstats.kernel.deal import draw, draw_replacement, lay_flower
from mjstats.kernel.goes import (
    REPLACED_FLOWER,
    REPLACED_PLAIN,
    bar_discards,
    bare_of,
    discard_second,
    honors_run_out,
    lay_kong,
    pass_turn,
    put_discard,
    stand_ready,
    tell_win,
    wild_in_hand,
    wins_loose,
)
from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.locked import is_locked, locked_kong, may_declare
from mjstats.kernel.opening import ASK_WIN, ASKED_ALL, ask_flowers, close_step, end_indicator, open_step
from mjstats.kernel.page import HOW_HAND, HOW_INDICATOR, HOW_SELF_DRAW, Ints
from mjstats.kernel.phases import (
    ANSWER,
    ANSWER_JUDGED,
    CLAIM,
    CLOSING,
    CLOSING_JUDGED,
    DICE,
    DISCARD,
    DRAWN,
    DRAWN_JUDGED,
    FLOWER,
    FLOWER_JUDGED,
    GO_ON,
    HONORS_JUDGED,
    KONG_ASKED,
    KONG_JUDGED,
    KONGS,
    NEXT,
    OPENING,
    OPENING_JUDGED,
    OPENING_READY,
    PAY,
    PAY_JUDGED,
    READY_JUDGED,
    ROB,
    STOP_ABORT,
    STOP_ASK,
    STOP_CHOOSE,
    STOP_DRAWN,
    STOP_READY,
    STOP_WON,
    draw_for_kong,
    replace,
    seat_tile,
    take_replacement,
)
from mjstats.kernel.policy import (
    ASKED_DECLARE,
    ASKED_DISCARD,
    ASKED_KONG,
    ask,
    decide_declare,
    decide_dice,
    decide_discard,
    decide_kong,
    decide_win,
    is_patient,
    kong_to_weigh,
    patient_tile,
    weighs,
    weighs_all,
)
from mjstats.kernel.reds import lose_red
from mjstats.kernel.routes import Mind, Routes
from mjstats.kernel.state import (
    MARK_REDS,
    ROUND_DEALER,
    WIN_BY,
    WIN_HOW,
)


@leaf
def begin(board: Board) -> None:
    """The dealer takes the last tile of the deal, which counts as a draw of the dealer's only."""
    seat = board.seats.round[ROUND_DEALER]
    board.clock[SEAT] = seat
    seat_tile(board, draw(board, seat), 0)
    board.clock[DRAWS] = 0
    board.clock[DEALING] = 1
    board.clock[OPEN] = 1 - board.terms[ASKS_FIRST]


@open_leaf
def run(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Play on until a question comes up or the hand is over; `board.clock[IS_LEGAL]` answers the last question."""
    stop = GO_ON
    while stop == GO_ON:
        phase = board.clock[PHASE]
        if phase <= DRAWN_JUDGED:
            stop = own_win(routes, board, mind, policies)
        elif phase == KONGS:
            stop = kongs(routes, board, mind, policies)
        elif phase == DISCARD:
            stop = discard(routes, board, mind, policies)
        elif phase == HONORS_JUDGED:
            board.clock[PHASE] = ANSWER
            stop = STOP_WON if board.clock[IS_LEGAL] == 1 else GO_ON
        elif phase == CLAIM:
            stop = claims(routes, board, mind, policies)
        elif phase == NEXT:
            stop = next_draw(board)
        elif phase <= ANSWER_JUDGED:
            stop = others_win(routes, board, mind, policies)
        else:
            stop = seldom(routes, board, mind, policies)
    return stop


@leaf
def seldom(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """The phases that few pages know."""
    clock = board.clock
    phase = clock[PHASE]
    legal = clock[IS_LEGAL] == 1
    if phase == FLOWER or phase == FLOWER_JUDGED:
        return int(flower(board))
    if phase == OPENING or phase == OPENING_JUDGED or phase == OPENING_READY:
        return int(opening(routes, board, mind, policies))
    if phase == CLOSING_JUDGED and legal:
        return STOP_WON
    if phase == CLOSING or phase == CLOSING_JUDGED:
        clock[PHASE] = CLOSING_JUDGED
        return STOP_ASK if close_step(board) == ASK_WIN else STOP_DRAWN
    if phase == READY_JUDGED:
        seat = clock[SEAT]
        declares = clock[QUESTION] == ASKED_DECLARE and clock[GIVEN] == 1
        if clock[QUESTION] == ASKED_DECLARE:
            clock[QUESTION] = 0
        elif legal and weighs_all(policies, seat) and board.terms[DECLARED_DRAWS] == 0:
            ask(board, ASKED_DECLARE, seat, 0, 0, 0)
            return STOP_CHOOSE
        elif legal:
            declares = decide_declare(policies, board, seat)
        clock[PHASE] = ANSWER
        board.own[seat, DECLARING] = 1 if declares else 0
        return GO_ON
    if phase == PAY or phase == PAY_JUDGED:
        return int(pay(board))
    if phase == DICE:
        return int(throw_dice(routes, board, mind, policies))
    if phase == KONG_ASKED:
        clock[PHASE] = KONG_JUDGED
        return STOP_ABORT
    if legal:
        return STOP_DRAWN
    if phase == KONG_JUDGED:
        draw_for_kong(board, clock[SEAT])
    else:
        clock[PHASE] = NEXT
    return GO_ON


@leaf
def flower(board: Board) -> int:
    """Lay the flower drawn, ask for a win by flowers, and replace it."""
    clock = board.clock
    seat = clock[SEAT]
    if clock[PHASE] == FLOWER_JUDGED:
        if clock[IS_LEGAL] == 1:
            return STOP_WON
    else:
        lay_flower(board, seat, clock[TILE])
        if ask_flowers(board, seat):
            clock[PHASE] = FLOWER_JUDGED
            return STOP_ASK
    if clock[LEFT] <= 0:
        clock[PHASE] = CLOSING
        return GO_ON
    dealing = clock[DEALING] == 1
    seat_tile(board, draw_replacement(board, seat), 0 if dealing else REPLACED_FLOWER)
    if dealing:
        clock[DRAWS] = 0
    return GO_ON


@leaf
def opening(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Ask one question after the other before the first discard."""
    clock = board.clock
    legal = clock[IS_LEGAL] == 1
    if clock[PHASE] == OPENING_JUDGED:
        if board.win[WIN_HOW] == HOW_INDICATOR:
            end_indicator(board, legal)
        if legal and board.terms[SEVERAL_DEALT] == 1 and board.win[WIN_HOW] == HOW_HAND:
            clock[DECLARERS] |= 1 << board.win[WIN_BY]
        elif legal:
            return STOP_WON
    elif clock[PHASE] == OPENING_READY and legal and decide_declare(policies, board, clock[WHO]):
        stand_ready(board, clock[WHO], True)
    found = open_step(routes, board, mind)
    if found == ASKED_ALL:
        clock[PHASE] = DRAWN
        clock[STEP] = 0
        if clock[DECLARERS] != 0:
            share_dealt(board)
        return GO_ON
    clock[PHASE] = OPENING_JUDGED if found == ASK_WIN else OPENING_READY
    return STOP_ASK if found == ASK_WIN else STOP_READY


@leaf
def own_win(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Ask for a win on the tile drawn, and take or leave it. A hand that is judged or wins stands without that tile."""
    clock = board.clock
    seat = clock[SEAT]
    tile = clock[TILE]
    if clock[PHASE] == DRAWN_JUDGED:
        clock[PHASE] = KONGS
        board.seats.hand[seat, tile] += 1
        if clock[IS_LEGAL] == 1 and decide_win(policies, routes, board, seat, tile, HOW_SELF_DRAW, mind):
            board.seats.hand[seat, tile] -= 1
            return STOP_WON
        board.seats.marks[seat, MARK_REDS] += clock[TILE_RED]
        if clock[SECOND] > 0 and clock[SECOND_TRIED] == 0:
            clock[SECOND_TRIED] = 1
            swap_tiles(board, seat)
            clock[PHASE] = DRAWN
        return GO_ON
    if clock[OPEN] == 0:
        clock[PHASE] = OPENING
        return GO_ON
    clock[DEALING] = 0
    clock[PHASE] = KONGS
    own = board.own[seat]
    if tile < 0 or own[FORFEIT] == 1:
        return GO_ON
    whole = wins_loose(board, seat) or is_whole(routes, board, seat, tile, mind)
    if not whole and clock[SECOND] > 0 and own[BARE] < 0:
        swap_tiles(board, seat)
        tile = clock[TILE]
        whole = bare_of(routes, board, seat, mind) == -1
    if not whole:
        return GO_ON
    board.seats.hand[seat, tile] -= 1
    board.seats.marks[seat, MARK_REDS] -= clock[TILE_RED]
    tell_win(board, seat, tile, HOW_SELF_DRAW, -1, clock[REPLACED])
    clock[PHASE] = DRAWN_JUDGED
    return STOP_ASK


@leaf
def is_whole(routes: Routes, board: Board, seat: int, tile: int, mind: Mind) -> bool:
    """Whether the hand that drew `tile` is complete by shape."""
    own = board.own[seat]
    if own[BARE] >= 0:
        return False
    # It was ready before it drew one tile, which is none of its waits.
    if own[BARE] == -1 and board.clock[REPLACED] == 0 and own[NO_WAITS] >> tile & 1 == 1:
        return False
    return bool(bare_of(routes, board, seat, mind) == -1)


@leaf
def swap_tiles(board: Board, seat: int) -> None:
    """Of two tiles drawn at once take the other one into the hand, and lay the first beside it."""
    first = board.clock[TILE]
    other = board.clock[SECOND] - 1
    board.seats.hand[seat, first] -= 1
    board.seats.hand[seat, other] += 1
    board.clock[TILE] = other
    board.clock[SECOND] = first + 1


@leaf
def throw_dice(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Draw for a kong: what dice choose, if who is ready wants that, which binds the hand; else an ordinary tile."""
    clock = board.clock
    seat = clock[SEAT]
    own = board.own[seat]
    own[BARE] = bare_of(routes, board, seat, mind)
    chosen = own[BARE] == 0 and (own[LOCKED] == 1 or decide_dice(policies, board, seat))
    clock[BOUND] = 1 if chosen else 0
    clock[SECOND_TRIED] = 0
    if chosen:
        own[LOCKED] = 1
        if board.terms[DICE_TILES] > 1 and clock[LEFT] > 1:
            other = draw_replacement(board, seat)
            board.seats.hand[seat, other] -= 1
            clock[SECOND] = other + 1
    else:
        own[KONG_ROW] = 0
        own[AFTER_KONG] = 0
        clock[REPLACED] = REPLACED_PLAIN
    take_replacement(board, seat)
    return GO_ON


@leaf
def kongs(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Make the kong that the policy wants, if any; the last round knows neither kongs nor discards."""
    clock = board.clock
    seat = clock[SEAT]
    if clock[LAST_ROUND] == 1:
        clock[PHASE] = NEXT
        return GO_ON
    code = KONG_NONE
    if clock[QUESTION] == ASKED_KONG:
        code = clock[GIVEN]
        clock[QUESTION] = 0
    elif clock[BOUND] == 0 and kong_time(board) and (clock[TILE] >= 0 or board.terms[KONG_AFTER_CLAIM] == 1):
        if is_locked(board, seat):
            code = int(locked_kong(routes, board, seat, mind))
        elif weighs_all(policies, seat) and kong_to_weigh(board, seat):
            ask(board, ASKED_KONG, seat, 0, 0, 0)
            return STOP_CHOOSE
        else:
            code = int(decide_kong(policies, routes, board, seat, mind))
    if code == KONG_NONE:
        clock[PHASE] = DISCARD
        return GO_ON
    lay_kong(board, seat, code)
    kind = code // KONG_KIND
    if (kind == ADDED and board.terms[ROB_ADDED] == 1) or (kind == CONCEALED and board.terms[ROB_CONCEALED] == 1):
        # To those who win on it the kong is not made: the pung stands, or the tiles stay in the hand, without the one robbed.
        unmeld_kong(board, seat, code)
        face = code % KONG_KIND
        board.seats.hand[seat, face] -= 1
        clock[TILE_RED] = lose_red(board, seat, face, False)
        clock[KONG] = code
        clock[ASKED] = 1
        clock[PHASE] = ROB
        return GO_ON
    replace(board, seat, code)
    return GO_ON


@leaf
def discard(routes: Routes, board: Board, mind: Mind, policies: Ints) -> int:
    """Discard, and ask for the win by a run of honours."""
    clock = board.clock
    seat = clock[SEAT]
    # A chow or pung in a wild chain was allowed only for the wild tile that it freed.
    if clock[TILE] < 0 and board.own[seat, CHAIN] > 0 and board.terms[CHAIN_KEPT] == 0:
        face = wild_in_hand(board, seat)
    elif clock[TILE] >= 0 and (clock[BOUND] == 1 or is_locked(board, seat)):
        face = clock[TILE]
    else:
        if board.terms[FORCED_HONORS] > 0 or board.terms[SWAP_BAN] > 0:
            bar_discards(board, seat)
        face = -1
        if weighs(policies, seat) and is_patient(policies, seat) and clock[TILE] >= 0 and clock[QUESTION] == 0:
            face = int(patient_tile(routes, board, seat, clock[TILE], mind))
        if not weighs(policies, seat):
            face = int(decide_discard(policies, routes, board, seat, mind))
        elif face >= 0:
            pass
        elif clock[QUESTION] == 0:
            ask(board, ASKED_DISCARD, seat, -1, 0, 0)
            return STOP_CHOOSE
        else:
            face = clock[GIVEN]
            clock[QUESTION] = 0
    put_discard(routes, board, seat, face, mind)
    clock[TILE] = face
    if clock[SECOND] > 0:
        discard_second(routes, board, seat, mind)
    clock[ASKED] = 1
    clock[KONG] = KONG_NONE
    clock[PHASE] = ANSWER
    if honors_run_out(board, seat):
        tell_win(board, seat, -1, HOW_HAND, -1, 0)
        clock[PHASE] = HONORS_JUDGED
        return STOP_ASK
    if board.terms[DECLARE] == 1 and may_declare(board, seat):
        clock[WHO] = seat
        clock[PHASE] = READY_JUDGED
        return STOP_READY
    return GO_ON


@leaf
def next_draw(board: Board) -> int:
    """The next seat draws, if there is anything left to draw."""
    clock = board.clock
    if clock[LEFT] <= 0:
        clock[PHASE] = CLOSING
        return GO_ON
    players = board.terms[PLAYERS]
    seat = (clock[SEAT] + 1) % players
    clock[BOUND] = 0
    if clock[LEFT] == 1 and board.terms[LAST_TILE_OFFERED] == 1:
        # Who is ready takes the last tile; the others leave it to the next.
        clock[DRAWER] = seat
        refused = 0
        while refused < players and board.own[seat, BARE] != 0:
            seat = (seat + 1) % players
            refused += 1
        if refused == players:
            clock[PHASE] = CLOSING
            return GO_ON
        clock[BOUND] = 1
    pass_turn(board, clock[SEAT], seat)
    if clock[LEFT] <= board.terms[LAST_DRAWS]:
        clock[LAST_ROUND] = 1
    clock[SEAT] = seat
    clock[TAKEN] = -1
    clock[KONGS_RUN] = 0
    seat_tile(board, draw(board, seat), 0)
    return GO_ON
