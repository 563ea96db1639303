"""A table: hands from the shuffled wall to the payments. A plain driver over the functions of a go."""

from mjstats.kernel.board import (
    DRAWS,
    EVENT_NO_WIN,
    EVENT_WIN,
    GOES,
    IS_LEGAL,
    IS_WILD,
    LEFT,
    PLAYERS,
    SINGLE_KONGS,
    Board,
    mark_faces,
    note,
)
from mjstats.kernel.deal import start_hand
from mjstats.kernel.jit import kernel, leaf
from mjstats.kernel.judge import judge
from mjstats.kernel.page import CONCEALED_KONG, N_FACES, NO_INDICATOR, PUNG, Ints, Page
from mjstats.kernel.result import (
    OUTCOME_DRAWN,
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
    R_WINNER,
)
from mjstats.kernel.routes import HELD_WILD, Mind, Routes, lay_out, shape_distance
from mjstats.kernel.state import (
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
)
from mjstats.kernel.turn import STOP_ASK, STOP_WON, begin, run
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
            kongs += 1 if kind > PUNG else 0
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
def tell_win(board: Board, net: Ints, patterns: Ints, row: Ints) -> None:
    """Write the win into the result row."""
    win = board.win
    by = win[WIN_BY]
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
        row[R_PATTERNS] += patterns[i] << i
    for seat in range(board.terms[PLAYERS]):
        row[R_NET + seat] = net[seat]
    note(board, EVENT_WIN, by, win[WIN_TILE], win[WIN_HOW])


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
        stop = STOP_ASK
        while stop == STOP_ASK:
            stop = run(routes, board, mind, policy)
            if stop == STOP_ASK:
                board.clock[IS_LEGAL] = 1 if judge(page, board.seats, board.win, verdict) == LEGAL else 0
        tell_end(board, stop == STOP_WON, out[i])
        if stop == STOP_WON:
            tell_win(board, verdict.net, verdict.patterns, out[i])
