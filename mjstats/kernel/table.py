"""A table: hands from the shuffled wall to the payments. A plain driver over the functions of a go."""

from mjstats.kernel.board import (
    DECLARE_LAYS,
    DRAWS,
    EVENT_NO_WIN,
    EVENT_WIN,
    GOES,
    IS_LEGAL,
    IS_WILD,
    LEFT,
    PLAYERS,
    READS_DISTANCE,
    REFUSED,
    SETTLES,
    SINGLE_KONGS,
    WHO,
    WORTH,
    Board,
    mark_faces,
    note,
)
from mjstats.kernel.conditions import holds
from mjstats.kernel.deal import start_hand
from mjstats.kernel.facts_hand import tell_people
from mjstats.kernel.jit import kernel, leaf
from mjstats.kernel.judge import judge
from mjstats.kernel.page import (
    CLAIMED_KONG,
    CONCEALED_KONG,
    N_FACES,
    NO_INDICATOR,
    PART_CHIPS,
    PART_STICKS,
    PART_WIN,
    Ints,
    Page,
)
from mjstats.kernel.phases import GO_ON, STOP_ABORT, STOP_ASK, STOP_DRAWN, STOP_READY, STOP_WON
from mjstats.kernel.result import (
    OUTCOME_DRAWN,
    PATTERNS_A_COLUMN,
    R_CHIPS,
    R_CLAIMS,
    R_DEALER,
    R_DISTANCE,
    R_DRAWS,
    R_INDICATOR,
    R_KONGS,
    R_KONGS_IN_A_ROW,
    R_LEFT,
    R_NET,
    R_OUTCOME,
    R_PATTERNS,
    R_SOURCE,
    R_STREAK,
    R_TABLE,
    R_TILE,
    R_TURN,
    R_WILD_CHAIN,
    R_WILDS,
    R_WILDS_HELD,
    R_WIN,
    R_WINNER,
    R_WINNERS,
)
from mjstats.kernel.routes import HELD_WILD, Mind, Routes, lay_out, shape_distance
from mjstats.kernel.settlement import settle_win
from mjstats.kernel.sides import NOBODY, settle_sides
from mjstats.kernel.state import (
    MARK_DECLARED,
    MARK_DISTANCE,
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
from mjstats.kernel.verdict import Verdict
from mjstats.kernel.weigh import LEGAL


@leaf
def tell_deal(routes: Routes, board: Board, mind: Mind, row: Ints) -> None:
    """Write what was dealt into the result row: distance and wild tiles of everybody's dealt hand."""
    seats = board.seats
    row[:] = 0
    row[R_DEALER] = seats.round[ROUND_DEALER]
    row[R_STREAK] = seats.round[ROUND_STREAK]
    indicator = seats.round[ROUND_SETUP]
    row[R_INDICATOR] = -1 if indicator == NO_INDICATOR else indicator
    for seat in range(board.terms[PLAYERS]):
        lay_out(routes, board, seat, mind)
        row[R_DISTANCE + seat] = shape_distance(routes, mind)
        row[R_WILDS + seat] = mind.held[HELD_WILD]


@leaf
def tell_end(board: Board, won: bool, row: Ints) -> None:
    """Write how the hand ended into the result row, but for the win itself."""
    seats = board.seats
    row[R_DRAWS] = board.clock[DRAWS]
    row[R_LEFT] = board.clock[LEFT]
    for seat in range(board.terms[PLAYERS]):
        claims = 0
        kongs = board.own[seat, SINGLE_KONGS]
        for m in range(seats.n_melds[seat]):
            kind = seats.melds[seat, m, MELD_KIND]
            claims += 1 if kind != CONCEALED_KONG else 0
            kongs += 1 if CLAIMED_KONG <= kind <= CONCEALED_KONG else 0
        row[R_CLAIMS + seat] = claims
        row[R_KONGS + seat] = kongs
    if not won:
        row[R_OUTCOME] = OUTCOME_DRAWN
        row[R_WINNER] = -1
        row[R_SOURCE] = -1
        row[R_TILE] = -1
        row[R_TURN] = board.own[seats.round[ROUND_DEALER], GOES]
        note(board, EVENT_NO_WIN, -1, -1, 0)


@leaf
def tell_win(board: Board, patterns: Ints, row: Ints) -> None:
    """Write the win into the result row, payments apart; of several winners the first."""
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
    for i in range(len(patterns)):
        row[R_PATTERNS + i // PATTERNS_A_COLUMN] += patterns[i] << i % PATTERNS_A_COLUMN


@leaf
def tell_distances(routes: Routes, board: Board, mind: Mind) -> None:
    """Tell scoring how far everybody is from ready, for pages that ask."""
    for seat in range(board.terms[PLAYERS]):
        lay_out(routes, board, seat, mind)
        board.seats.marks[seat, MARK_DISTANCE] = max(shape_distance(routes, mind), 0)


@leaf
def ask_table(page: Page, board: Board, stop: int, v: Verdict) -> bool:
    """Whether the page's condition for declaring ready, or for drawing the hand at once, holds now."""
    win = v.trial[NOBODY]
    win[:] = 0
    win[WIN_BY] = -1
    win[WIN_FROM] = -1
    tell_people(page, board.seats, win, v, True)
    facts = v.people[board.clock[WHO] if stop == STOP_READY else 0]
    condition = page.play.abort if stop == STOP_ABORT else page.play.declare_needs
    return bool(holds(page.conditions, condition, facts, facts, facts, v.groups, v.held))


@leaf
def settle(page: Page, board: Board, drawn: bool, v: Verdict) -> None:
    """Settle a win that was judged, or a hand that was drawn; `parts` and `net` of the verdict are filled."""
    seats = board.seats
    if board.terms[SETTLES] == 0:
        v.parts[:] = 0
        if drawn:
            v.net[:] = 0
        copy_into(v.parts[PART_WIN], v.net)
        return
    if drawn and board.clock[REFUSED] == 1:
        # Too many declared a win: nothing is paid, what was laid on the table stays there.
        v.parts[:] = 0
        for seat in range(len(v.net)):
            v.parts[PART_STICKS, seat] = -board.terms[DECLARE_LAYS] * seats.marks[seat, MARK_DECLARED]
        copy_into(v.net, v.parts[PART_STICKS])
        return
    if drawn:
        settle_sides(page, seats, board.win, v, True)
    else:
        settle_win(page, seats, board.win, v)


@kernel
def play_tables(
    page: Page,
    routes: Routes,
    board: Board,
    mind: Mind,
    verdict: Verdict,
    seed: int,
    first_table: int,
    streak: int,
    policy: int,
    out: Ints,
) -> None:
    """Play one first hand a table and fill `out` int64 (tables, N_RESULT), a row a table from `first_table` on.

    One function rather than two: each that takes a whole page costs seconds to compile.
    """
    for i in range(len(out)):
        start_hand(board, seed, first_table + i, 0, streak)
        mark_faces(page.setup, board.seats.round[ROUND_SETUP], board.marks)
        tell_deal(routes, board, mind, out[i])
        out[i, R_TABLE] = first_table + i
        begin(board)
        play_hand(page, routes, board, mind, verdict, policy, out[i])


@leaf
def play_hand(page: Page, routes: Routes, board: Board, mind: Mind, verdict: Verdict, policy: int, row: Ints) -> int:
    """Play a hand that was dealt to its end and write into the result row how it ended; what `run` stopped for last."""
    clock = board.clock
    stop = GO_ON
    while stop != STOP_WON and stop != STOP_DRAWN:
        stop = run(routes, board, mind, policy)
        if board.terms[READS_DISTANCE] == 1 and (stop == STOP_ASK or stop == STOP_DRAWN):
            tell_distances(routes, board, mind)
        if stop == STOP_ASK:
            clock[IS_LEGAL] = 1 if judge(page, board.seats, board.win, verdict) == LEGAL else 0
            clock[WORTH] = verdict.net[board.win[WIN_BY]]
        elif stop == STOP_READY or stop == STOP_ABORT:
            clock[IS_LEGAL] = 1 if ask_table(page, board, stop, verdict) else 0
        else:
            if stop != STOP_DRAWN:
                tell_win(board, verdict.patterns, row)
            settle(page, board, stop == STOP_DRAWN, verdict)
            for seat in range(board.terms[PLAYERS]):
                row[R_NET + seat] += verdict.net[seat]
                row[R_WIN + seat] += verdict.parts[PART_WIN, seat]
                row[R_CHIPS + seat] += verdict.parts[PART_CHIPS, seat]
    tell_end(board, stop == STOP_WON, row)
    return stop
