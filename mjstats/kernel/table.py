"""A table: hands from the shuffled wall to the payments. A plain driver over the functions of a go."""

from mjstats.kernel.board import (
    BARE,
    BIRDS,
    BUYS,
    DECLARE_LAYS,
    DRAWER,
    DRAWS,
    EVENT_NO_WIN,
    EVENT_WIN,
    GOES,
    IS_LEGAL,
    IS_WILD,
    LEAVES,
    LEFT,
    NEVER,
    NEXT_DRAWN,
    PLAYERS,
    PRECEDES,
    READS_DISTANCE,
    READY_DEALT,
    REFUSED,
    SEAT_ASKED,
    SETTLES,
    SEVERAL_DEALT,
    SINGLE_KONGS,
    STAKES,
    WHO,
    WORTH,
    Board,
    mark_faces,
    note,
)
from mjstats.kernel.columns import WON
from mjstats.kernel.conditions import holds
from mjstats.kernel.deal import note_birds, send_birds, start_hand
from mjstats.kernel.facts_hand import tell_people
from mjstats.kernel.game import S_DEALER, S_GROWS, S_HAND, S_RAISE, S_STAKE, S_TABLE
from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.judge import judge
from mjstats.kernel.page import (
    CLAIMED_KONG,
    CONCEALED_KONG,
    HELD,
    HOW_HAND,
    N_FACES,
    NO_INDICATOR,
    PART_CHIPS,
    PART_STICKS,
    PART_WIN,
    TERM_ABORT,
    TERM_NEEDS,
    TERM_PRIORITY,
    TERM_RAISES,
    TERM_STAYS,
    TERM_WASHES,
    Ints,
    Page,
)
from mjstats.kernel.phases import GO_ON, STOP_ABORT, STOP_ASK, STOP_CHOOSE, STOP_DRAWN, STOP_READY, STOP_WON
from mjstats.kernel.plans import Thought
from mjstats.kernel.policy import POLICY, POLICY_OWN, decide_bet, decide_stake
from mjstats.kernel.rating import count_trace, forget
from mjstats.kernel.result import (
    OUTCOME_DRAWN,
    R_CHIPS,
    R_CLAIMS,
    R_DEALER,
    R_DISTANCE,
    R_DRAWS,
    R_HAND,
    R_HEIR,
    R_INDICATOR,
    R_KONGS,
    R_KONGS_IN_A_ROW,
    R_LEFT,
    R_NET,
    R_OUTCOME,
    R_PATTERNS,
    R_RAISE,
    R_SOURCE,
    R_STAKE,
    R_STAYS,
    R_STREAK,
    R_TABLE,
    R_TILE,
    R_TURN,
    R_WASHES,
    R_WILD_CHAIN,
    R_WILDS,
    R_WILDS_HELD,
    R_WIN,
    R_WINNER,
    R_WINNERS,
)
from mjstats.kernel.routes import HELD_WILD, Mind, Routes, bare_distance, lay_out, shape_distance
from mjstats.kernel.sides import NOBODY, settle_sides
from mjstats.kernel.state import (
    MARK_BOUGHT,
    MARK_DECLARED,
    MARK_DISTANCE,
    MARK_RAISED,
    MARK_SHAPE_READY,
    MARK_STAKE,
    MELD_KIND,
    ROUND_DEALER,
    ROUND_SETUP,
    ROUND_STREAK,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_KONGS,
    WIN_TILE,
    WIN_WILD_CHAIN,
    copy_into,
)
from mjstats.kernel.turn import begin, run
from mjstats.kernel.verdict import BITS, NET, Verdict
from mjstats.kernel.weigh import LEGAL
from mjstats.kernel.weighing import goes_on, weigh_choice


@leaf
def tell_deal(routes: Routes, board: Board, mind: Mind, row: Ints) -> None:
    """Write distance and wild tiles of everybody's dealt hand into the result row, and remember how far each is from ready."""
    seats = board.seats
    row[:] = 0
    row[R_DEALER] = seats.round[ROUND_DEALER]
    row[R_STREAK] = seats.round[ROUND_STREAK]
    indicator = seats.round[ROUND_SETUP]
    row[R_INDICATOR] = -1 if indicator == NO_INDICATOR else indicator
    for seat in range(board.terms[PLAYERS]):
        lay_out(routes, board, seat, mind)
        board.own[seat, BARE] = bare_distance(mind)
        board.own[seat, READY_DEALT] = 1 if board.own[seat, BARE] == 0 and seat != row[R_DEALER] else 0
        row[R_DISTANCE + seat] = shape_distance(routes, mind)
        row[R_WILDS + seat] = mind.held[HELD_WILD]


@leaf
def lay_stakes(board: Board, policies: Ints, start: Ints) -> None:
    """Everybody names a stake, knowing nothing but the own dealt hand; or buys, and raises against a dealer who goes on."""
    for seat in range(board.terms[PLAYERS] if board.terms[STAKES] > 0 else 0):
        board.seats.marks[seat, MARK_STAKE] = decide_stake(policies, board, seat)
    for seat in range(board.terms[PLAYERS] if board.terms[BUYS] > 0 else 0):
        marks = board.seats.marks[seat]
        asked = start[S_STAKE + seat] > 0
        laid = start[S_STAKE + seat] - 1 if asked else 0
        marks[MARK_RAISED] = laid >> 1
        marks[MARK_BOUGHT] = laid & 1 if asked or not decide_bet(policies, board, seat) else 1
        if start[S_RAISE] > 0 and seat != start[S_DEALER] and decide_bet(policies, board, seat):
            marks[MARK_RAISED] += start[S_RAISE]


@leaf
def tell_end(board: Board, won: bool, row: Ints) -> None:
    """Write how the hand ended into the result row, but for the win itself."""
    seats = board.seats
    row[R_DRAWS] = board.clock[DRAWS]
    row[R_LEFT] = max(board.clock[LEFT], 0)  # a kong may keep more tiles than were left
    for seat in range(board.terms[PLAYERS]):
        claims = 0
        kongs = board.own[seat, SINGLE_KONGS]
        for m in range(seats.n_melds[seat]):
            kind = seats.melds[seat, m, MELD_KIND]
            claims += 1 if kind != CONCEALED_KONG else 0
            kongs += 1 if CLAIMED_KONG <= kind <= CONCEALED_KONG else 0
        row[R_STAKE + seat] = 2 * seats.marks[seat, MARK_RAISED] + seats.marks[seat, MARK_BOUGHT]
        row[R_CLAIMS + seat] = claims
        row[R_KONGS + seat] = kongs
    if not won:
        row[R_OUTCOME] = OUTCOME_DRAWN
        row[R_WINNER] = -1
        row[R_SOURCE] = -1
        row[R_TILE] = -1
        row[R_TURN] = board.own[seats.round[ROUND_DEALER], GOES]
        row[R_HEIR] = 1 + board.clock[DRAWER] if board.terms[NEXT_DRAWN] == 1 else 0
        note(board, EVENT_NO_WIN, -1, -1, 0)


@leaf
def tell_win(board: Board, bits: Ints, row: Ints) -> None:
    """Write the win into the result row, payments apart; of several winners the first. `bits` tells the patterns, see HELD."""
    win = board.win
    by = win[WIN_BY]
    note(board, EVENT_WIN, by, win[WIN_TILE], win[WIN_HOW])
    row[R_WINNERS] += 1
    if row[R_WINNERS] > 1:
        return
    row[R_OUTCOME] = win[WIN_HOW]
    row[R_WINNER] = by
    row[R_SOURCE] = win[WIN_FROM]
    row[R_TILE] = win[WIN_TILE]
    row[R_TURN] = board.own[by, GOES]
    row[R_WILD_CHAIN] = win[WIN_WILD_CHAIN]
    row[R_KONGS_IN_A_ROW] = win[WIN_KONGS]
    for face in range(N_FACES):
        if board.marks[IS_WILD, face] == 1:
            row[R_WILDS_HELD] += board.seats.hand[by, face] + (1 if win[WIN_TILE] == face else 0)
    row[R_PATTERNS] = bits[HELD]
    row[R_PATTERNS + 1] = bits[HELD + 1]
    bird = note_birds(board) if board.terms[BIRDS] > 0 else -1
    if board.terms[SEVERAL_DEALT] == 1 and win[WIN_HOW] == HOW_HAND:
        row[R_HEIR] = bird + 1


@leaf
def tell_distances(routes: Routes, board: Board, mind: Mind) -> None:
    """Tell scoring how far everybody is from ready, for pages that ask."""
    for seat in range(board.terms[PLAYERS]):
        lay_out(routes, board, seat, mind)
        board.seats.marks[seat, MARK_DISTANCE] = max(shape_distance(routes, mind), 0)


@leaf
def tell_unready(board: Board) -> None:
    """Tell scoring who is not ready by shape, as far as play knows: to find that out from a hand takes time."""
    for seat in range(board.terms[PLAYERS]):
        board.seats.marks[seat, MARK_SHAPE_READY] = 0 if board.own[seat, BARE] > 0 else -1


@leaf
def leave_sticks(board: Board, v: Verdict) -> None:
    """Too many declared a win: nothing is paid, and what was laid on the table stays there."""
    v.parts[:] = 0
    for seat in range(board.terms[PLAYERS]):
        v.parts[PART_STICKS, seat] = -board.terms[DECLARE_LAYS] * board.seats.marks[seat, MARK_DECLARED]
    copy_into(v.money[NET], v.parts[PART_STICKS])


@leaf
def tell_payments(v: Verdict, row: Ints) -> None:
    """Add what was paid to the result row."""
    for seat in range(v.parts.shape[1]):
        row[R_NET + seat] += v.money[NET, seat]
        row[R_WIN + seat] += v.parts[PART_WIN, seat]
        row[R_CHIPS + seat] += v.parts[PART_CHIPS, seat]


@open_leaf
def play_tables(
    page: Page,
    routes: Routes,
    board: Board,
    mind: Mind,
    verdict: Verdict,
    seed: int,
    starts: Ints,
    policies: Ints,
    thought: Thought,
    out: Ints,
) -> None:
    """Play one hand a table and fill `out` int64 (tables, N_RESULT), a row a table.

    `starts` int64 (tables, N_START) says how each table begins its hand, see `mjstats.kernel.game`; where S_HAND is negative
    the hand is played on as it lies on the board. `policies` int64 (P, N_POLICY): how each seat plays, see
    `mjstats.kernel.policy`; `thought` is what those know that weigh. Where the policy of a seat is `POLICY_OWN` the function
    returns with its question on the board (`QUESTION`), to be called again with S_HAND negative once the answer is there
    (`GIVEN`).

    One function rather than several: each that takes a whole page costs seconds
    to compile, and so does each place where one is called.
    """
    seats = board.seats
    clock = board.clock
    nobody = verdict.trial[NOBODY]
    for i in range(len(out)):
        row = out[i]
        start = starts[i]
        if start[S_HAND] >= 0:
            start_hand(board, seed, start)
            mark_faces(page.setup, seats.round[ROUND_SETUP], board.marks)
            tell_deal(routes, board, mind, row)
            row[R_TABLE] = start[S_TABLE]
            row[R_HAND] = start[S_HAND]
            lay_stakes(board, policies, start)
            begin(board)
            forget(thought)
        stop = GO_ON
        weighing = False
        while stop != STOP_WON and stop != STOP_DRAWN:
            stop = weigh_choice(routes, board, mind, thought, policies) if weighing else run(routes, board, mind, policies)
            weighing = stop == STOP_CHOOSE or (weighing and stop == STOP_ASK)
            if stop == STOP_CHOOSE and policies[clock[SEAT_ASKED], POLICY] == POLICY_OWN:
                return
            if stop == STOP_CHOOSE or stop == GO_ON:
                continue
            if board.terms[READS_DISTANCE] == 1 and (stop == STOP_ASK or stop == STOP_DRAWN):
                tell_distances(routes, board, mind)
            drawn = stop == STOP_DRAWN
            if drawn or stop == STOP_READY or stop == STOP_ABORT:
                tell_unready(board)
            if stop == STOP_ASK:
                if board.terms[BIRDS] > 0:
                    send_birds(board, not weighing)
                clock[IS_LEGAL] = 1 if judge(page, seats, board.win, verdict) == LEGAL else 0
                clock[WORTH] = verdict.money[NET, board.win[WIN_BY]]
                clock[LEAVES] = 1 if not weighing and goes_on(routes, board, mind, thought, policies) else 0
                if clock[IS_LEGAL] == 1 and page.terms[TERM_PRIORITY] != NEVER:
                    winner = verdict.people[board.win[WIN_BY]]
                    first = holds(page.conditions, page.terms[TERM_PRIORITY], winner, winner, winner, verdict.sums[BITS])
                    clock[PRECEDES] = 1 if first else 0
                continue
            if stop == STOP_READY or stop == STOP_ABORT:
                nobody[:] = 0
                nobody[WIN_BY] = -1
                nobody[WIN_FROM] = -1
                tell_people(page, seats, nobody, verdict, True)
                facts = verdict.people[clock[WHO] if stop == STOP_READY else 0]
                condition = page.terms[TERM_ABORT if stop == STOP_ABORT else TERM_NEEDS]
                held = holds(page.conditions, condition, facts, facts, facts, verdict.sums[BITS])
                clock[IS_LEGAL] = 1 if held else 0
                continue
            if not drawn:
                tell_win(board, verdict.sums[BITS], row)
            if not drawn and board.terms[SETTLES] == 0:
                copy_into(verdict.parts[PART_WIN], verdict.money[NET])
            else:
                settle_sides(page, seats, board.win, verdict, drawn)
            if drawn and clock[REFUSED] == 1:
                leave_sticks(board, verdict)
            tell_payments(verdict, row)
            facts = verdict.people[seats.round[ROUND_DEALER]]
            winner = facts if drawn else verdict.people[board.win[WIN_BY]]
            if page.terms[TERM_WASHES] != NEVER and holds(
                page.conditions, page.terms[TERM_WASHES], facts, winner, facts, verdict.sums[BITS]
            ):
                row[R_WASHES] = 1
            if row[R_WINNERS] <= 1:
                held = holds(page.conditions, page.terms[TERM_STAYS], facts, winner, facts, verdict.sums[BITS])
                grows = 1
                if not drawn and start[S_GROWS] >= 0:
                    grows = max(facts[start[S_GROWS]], 1)
                row[R_STAYS] = grows if held else 0
                if not drawn and page.terms[TERM_RAISES] >= 0 and facts[WON] == 1:
                    row[R_RAISE] = facts[page.terms[TERM_RAISES]]
        tell_end(board, stop == STOP_WON, row)
        if len(thought.tally) > 0:
            count_trace(thought, row)
