"""The table while a hand is played: what scoring sees (`Seats`), and what only play has to remember."""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.jit import kernel, leaf, small_leaf
from mjstats.kernel.page import N_FACES, Ints, Page, Setup
from mjstats.kernel.random import new_stream
from mjstats.kernel.state import N_WIN, Seats, new_seats

MAX_WALL: Final[int] = 160
MAX_DISCARDS: Final[int] = 100  #: no player can have more: each costs a drawn or a claimed tile

# ---- the wall and the hand as a whole: places in `Board.clock`
HEAD: Final[int] = 0  #: place in the wall of the next tile drawn
TAIL: Final[int] = 1  #: place in the wall of the next replacement tile
LEFT: Final[int] = 2  #: tiles that can still be drawn
DRAWS: Final[int] = 3  #: tiles drawn after the deal, replacements included
CLAIMS: Final[int] = 4  #: tiles claimed so far
THROWN: Final[int] = 5  #: discards so far, kong tiles included
EVENTS: Final[int] = 6  #: rows of the log
LAST_ROUND: Final[int] = 7  #: 1 once nobody discards any more
PHASE: Final[int] = 8  #: what comes next, see `mjstats.kernel.turn`
SEAT: Final[int] = 9  #: whose go it is
TILE: Final[int] = 10  #: the tile drawn or discarded last, -1 after a chow or pung
REPLACED: Final[int] = 11  #: 1 when that tile was drawn for a kong
ASKED: Final[int] = 12  #: which seat after the present one is asked next
KONG: Final[int] = 13  #: the kong that may be robbed
IS_LEGAL: Final[int] = 14  #: 1 when the win asked about last is legal
N_CLOCK: Final[int] = 15

# ---- what is remembered of each seat: columns of `Board.own`
GOES: Final[int] = 0  #: draws without replacements, the dealer's 14th tile counted
CHAIN: Final[int] = 1  #: wild tiles discarded in turn from a complete hand
KONG_ROW: Final[int] = 2  #: kongs since the last discard that broke the row
FROZEN: Final[int] = 3  #: 1 from a wild discard to the own next turn, while others may claim nothing
FORFEIT: Final[int] = 4  #: 1 when the hand may not win any more
AFTER_KONG: Final[int] = 5  #: 1 when the present go drew for a kong
BARE: Final[int] = 6  #: distance of the hand between goes by shape alone, every wild tile used
LATE_FROM: Final[int] = 7  #: seat claimed from within a wild chain, -1 none
LATE_CHAIN: Final[int] = 8  #: the chain before that claim
LATE_KONGS: Final[int] = 9
SINGLE_KONGS: Final[int] = 10  #: kongs of a single tile laid for a replacement
DISCARDS: Final[int] = 11  #: how many tiles lie in `Board.discards`
N_OWN: Final[int] = 12

# ---- what the page says about play, places in `Board.terms`: the whole numbers of `Play`, by the same names
TERMS: Final[tuple[str, ...]] = (
    "players",
    "hand",
    "turns_indicator",
    "reserved",
    "indicator_reserved",
    "last_round",
    "chow",
    "kong_added",
    "kong_claimed",
    "kong_concealed",
    "single_kongs",
    "kong_after_claim",
    "wild_discard",
    "wild_freezes",
    "wild_owner_claims",
    "forfeit_wild",
    "pass_pung",
    "pass_win",
    "claim_limit",
    "claim_limit_from",
    "dealt_doubles",
    "dealt_streak",
    "stake",
    "rob_added",
)
(
    PLAYERS,
    HAND,
    TURNS_INDICATOR,
    RESERVED,
    INDICATOR_RESERVED,
    LAST_DRAWS,
    CHOWS,
    KONG_ADDED,
    KONG_CLAIMED,
    KONG_CONCEALED,
    KONG_SINGLE,
    KONG_AFTER_CLAIM,
    WILD_DISCARD,
    WILD_FREEZES,
    WILD_OWNER_CLAIMS,
    FORFEIT_WILD,
    PASS_PUNG,
    PASS_WIN,
    CLAIM_LIMIT,
    CLAIM_LIMIT_FROM,
    DEALT_DOUBLES,
    DEALT_STREAK,
    STAKE,
    ROB_ADDED,
) = range(len(TERMS))

# ---- what each printed face is under the turned-up tile: rows of `Board.marks`
IS_WILD: Final[int] = 0
IS_KONG_TILE: Final[int] = 1
READ_AS: Final[int] = 2  #: the face it is read as: itself, or what it stands in for
PRINTED_AS: Final[int] = 3  #: by face as read: the natural tile that is read so, -1 where all such tiles are wild or kong tiles
IN_WALL: Final[int] = 4  #: tiles of the face in the wall
N_MARKS: Final[int] = 5

# ---- rows of `Board.passed`
PASSED_PUNG: Final[int] = 0
PASSED_WIN: Final[int] = 1

# ---- events of the log: kind, seat, face, and one number more
EVENT_DEAL: Final[int] = 0  #: a tile dealt
EVENT_INDICATOR: Final[int] = 1
EVENT_DRAW: Final[int] = 2
EVENT_REPLACEMENT: Final[int] = 3
EVENT_DISCARD: Final[int] = 4
EVENT_CHOW: Final[int] = 5  #: face claimed; extra: lowest face as read
EVENT_PUNG: Final[int] = 6  #: extra: from which seat
EVENT_CLAIMED_KONG: Final[int] = 7  #: extra: from which seat
EVENT_ADDED_KONG: Final[int] = 8
EVENT_CONCEALED_KONG: Final[int] = 9
EVENT_SINGLE_KONG: Final[int] = 10
EVENT_WIN: Final[int] = 11  #: extra: the way of winning
EVENT_NO_WIN: Final[int] = 12
MAX_EVENTS: Final[int] = 500


class Board(NamedTuple):
    """One table. Made once by `new_board`, cleared for each hand. Few arrays, since every one is handed over at every call."""

    seats: Seats
    terms: Ints  #: (len(TERMS),)
    runs: Ints  #: lengths of a run of honour discards that win
    marks: Ints  #: (N_MARKS, 42)
    wall: Ints  #: (MAX_WALL,) printed faces
    clock: Ints  #: (N_CLOCK,)
    own: Ints  #: (P, N_OWN)
    discards: Ints  #: (P, MAX_DISCARDS) faces in order, claimed ones included, kong tiles not
    passed: Ints  #: (2, P, 42) 1 where a possible pung or win was passed since the own last turn
    seen: Ints  #: (42,) tiles that lie open: indicator, discards, melds, laid tiles
    win: Ints  #: (N_WIN,) the win that is asked about
    deal_luck: Ints  #: random numbers of the table
    luck: Ints  #: random numbers of the policy
    log: Ints  #: (n, 4) events; n = 0 when nobody asks


def new_board(page: Page, *, log: bool = False) -> Board:
    """An empty table for hands under `page`; with `log` it keeps the events of a hand."""
    players = page.play.players
    marks = np.zeros((N_MARKS, N_FACES), np.int64)
    marks[IN_WALL] = page.play.tiles
    return Board(
        seats=new_seats(players),
        terms=np.array([getattr(page.play, name) for name in TERMS], np.int64),
        runs=page.play.honor_run,
        marks=marks,
        wall=np.zeros(MAX_WALL, np.int64),
        clock=np.zeros(N_CLOCK, np.int64),
        own=np.zeros((players, N_OWN), np.int64),
        discards=np.zeros((players, MAX_DISCARDS), np.int64),
        passed=np.zeros((2, players, N_FACES), np.int64),
        seen=np.zeros(N_FACES, np.int64),
        win=np.zeros(N_WIN, np.int64),
        deal_luck=new_stream(),
        luck=new_stream(),
        log=np.zeros((MAX_EVENTS if log else 0, 4), np.int64),
    )


@leaf
def clear(board: Board) -> None:
    """Take everything off the table; dealer, streak and points stay."""
    seats = board.seats
    seats.hand[:] = 0
    seats.melds[:] = -1
    seats.n_melds[:] = 0
    seats.laid[:] = 0
    seats.flowers[:] = 0
    seats.wild_discards[:] = 0
    seats.honor_discards[:] = 0
    seats.ready[:] = -1
    board.clock[:] = 0
    board.own[:] = 0
    board.own[:, LATE_FROM] = -1
    board.passed[:] = 0
    board.seen[:] = 0


@kernel
def mark_faces(setup: Setup, row: int, marks: Ints) -> None:
    """Fill the marks that depend on the turned-up tile."""
    for face in range(N_FACES):
        marks[IS_WILD, face] = setup.wild[row, face]
        marks[IS_KONG_TILE, face] = setup.kong_tile[row, face]
        marks[READ_AS, face] = face
    stand_in = setup.stand_in[row]
    if stand_in >= 0:
        marks[READ_AS, stand_in] = setup.stand_for[row]
    marks[PRINTED_AS, :] = -1
    for face in range(N_FACES):
        if marks[IS_WILD, face] == 0 and marks[IS_KONG_TILE, face] == 0:
            marks[PRINTED_AS, marks[READ_AS, face]] = face


@small_leaf
def note(board: Board, kind: int, seat: int, face: int, extra: int) -> None:
    """Write an event, if a log is kept."""
    at = board.clock[EVENTS]
    if at < len(board.log):
        board.log[at, 0] = kind
        board.log[at, 1] = seat
        board.log[at, 2] = face
        board.log[at, 3] = extra
        board.clock[EVENTS] = at + 1
