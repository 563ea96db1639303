"""The table while a hand is played: what scoring sees (`Seats`), and what only play has to remember."""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.by_reference import by_reference
from mjstats.kernel.columns import CLAIMED_MELDS, DECLARED, FLOWERS, WILDS_HELD
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import (
    COMPARE_COLUMN,
    F_KONG_TILE,
    F_WILD,
    HOW_DISCARD,
    HOW_HAND,
    HOW_INDICATOR,
    HOW_ROB_KONG,
    HOW_SELF_DRAW,
    N_FACES,
    N_PLAIN,
    OP_AT_LEAST,
    OP_AT_MOST,
    REQUIRE_WAYS,
    REQUIRE_WHEN,
    SHAPE_ANY_TILES,
    SHAPE_DISCARDS,
    SHAPE_KIND,
    SHAPE_WAYS,
    SHAPE_WHEN,
    SOURCE_OWN,
    STANDS_FOR,
    STANDS_IN,
    TERM_CLAUSE,
    TERM_INDEX,
    TERM_SOURCE,
    Conditions,
    Ints,
    Page,
    Setup,
)
from mjstats.kernel.random import new_stream
from mjstats.kernel.state import MARK_POINTS, MARK_READY, MARK_SHAPE_READY, N_WIN, Seats, new_seats

NEVER: Final[int] = 1  #: the number of the condition that never holds
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
REPLACED: Final[int] = 11  #: what that tile was drawn for, see `mjstats.kernel.goes`
ASKED: Final[int] = 12  #: which seat after the present one is asked next
KONG: Final[int] = 13  #: the kong that may be robbed
IS_LEGAL: Final[int] = 14  #: 1 when what was asked about last is so: the win is legal, the condition holds
WORTH: Final[int] = 15  #: what the win asked about last would bring its winner
WHO: Final[int] = 16  #: the seat that a condition is asked of
STEP: Final[int] = 17  #: how far the questions before the first discard, or after the last, have come
OPEN: Final[int] = 18  #: 1 once the questions before the first discard are over
DEALING: Final[int] = 19  #: 1 until the dealer's last tile has been dealt, its flowers replaced
FLOWERS_OUT: Final[int] = 20  #: flowers laid by all
KONGS_MADE: Final[int] = 21  #: kongs of four tiles that stand
REPLACEMENTS: Final[int] = 22  #: tiles drawn from the tail
BONUS_TURNED: Final[int] = 23  #: bonus indicators turned
WALL_END: Final[int] = 24  #: place in the wall of its last tile
TILE_RED: Final[int] = 25  #: 1 when the tile drawn or discarded last is a red five
TAKEN: Final[int] = 26  #: the face just claimed, -1 none: a page may keep it from being discarded
TAKEN_END: Final[int] = 27  #: the other end of the chow that it was claimed for
BOUND: Final[int] = 28  #: 1 when the tile drawn has to be discarded, if it does not win
DECLARERS: Final[int] = 29  #: bit for each seat that declared a win on the present tile
PAID: Final[int] = 30  #: how many of them are still to be paid
LATER: Final[int] = 31  #: how many of them have been paid
WINNERS: Final[int] = 32  #: bit for each seat that was paid
REFUSED: Final[int] = 33  #: 1 when too many declared a win
QUESTION: Final[int] = 34  #: what a weighing policy is asked, 0 nothing; see `mjstats.kernel.weighing`
SEAT_ASKED: Final[int] = 35
FACE_ASKED: Final[int] = 36  #: the discard that may be claimed
FIRST_ASKED: Final[int] = 37  #: the claims that are asked about
LAST_ASKED: Final[int] = 38
GIVEN: Final[int] = 39  #: the answer
SAME_FACE: Final[int] = 40  #: the face discarded last, nobody having won on it
SAME_ROW: Final[int] = 41  #: how many such discards one after the other were of it, with no claim and no kong in between
KONGS_RUN: Final[int] = 42  #: kongs in a row so far, those claimed of the discard after one among them
DRAWER: Final[int] = 43  #: who drew last; of a last tile that nobody wanted, who was offered it first
LAST_GONE: Final[int] = 44  #: 1 when a kong took the last tile of the wall and there is none on this page then
SECOND: Final[int] = 45  #: the face of the other tile that dice brought with the present one, and 1; 0 there is none
SECOND_TRIED: Final[int] = 46  #: 1 when the one of the two that completes the hand does not win, and the other is looked at
PRECEDES: Final[int] = 47  #: 1 when the win asked about last goes before others on the same tile
PRECEDING: Final[int] = 48  #: bit for each seat that declared such a win on the present tile
LEAVES: Final[int] = 49  #: 1 when who is asked about a win rather goes on for one that brings more
KEPT_BEHIND: Final[int] = 50  #: tiles that stay behind the turned-up one beyond those reserved, until replacements take them
WILD_ROW: Final[int] = 51  #: the most wild tiles that somebody has discarded in turns running
N_CLOCK: Final[int] = 52

# ---- what is remembered of each seat: columns of `Board.own`
GOES: Final[int] = 0  #: draws without replacements, the dealer's 14th tile counted
CHAIN: Final[int] = 1  #: wild tiles discarded in turn from a complete hand
KONG_ROW: Final[int] = 2  #: kongs since the last discard that broke the row
FROZEN: Final[int] = 3  #: 1 from a wild discard to the own next turn, while others may claim nothing
FORFEIT: Final[int] = 4  #: 1 when the hand may not win any more
AFTER_KONG: Final[int] = 5  #: 1 when the present go drew for a kong
#: the hand is at least so far from ready by shape alone, every wild tile used; between goes 0 where it is ready
BARE: Final[int] = 6
LATE_FROM: Final[int] = 7  #: seat claimed from within a wild chain, -1 none
LATE_CHAIN: Final[int] = 8  #: the chain before that claim
LATE_KONGS: Final[int] = 9
SINGLE_KONGS: Final[int] = 10  #: kongs of a single tile laid for a replacement
DISCARDS: Final[int] = 11  #: how many tiles lie in `Board.discards`
NO_DISCARD_WIN: Final[int] = 12  #: 1 while a passed win keeps the seat from winning on any discard
PASSED_WORTH: Final[int] = 13  #: what the best win passed since the own last turn would have brought
DECLARING: Final[int] = 14  #: 1 while nobody has answered the discard with which ready is declared
NOT_PLAIN: Final[int] = 15  #: 1 when a discard was no 1, 9 or honour, or was claimed
REDS_HELD: Final[int] = 16  #: bit for each suit whose red five is in the hand
REDS_LAID: Final[int] = 17  #: bit for each suit whose red five is in a meld
GIVEN_PUNG: Final[int] = 18  #: what the seat answered to the present discard, less 1: of pungs and kongs, 0 not asked yet
GIVEN_CHOW: Final[int] = 19  #: of chows
NO_WAITS: Final[int] = 20  #: of a hand that is ready between goes: printed faces that cannot complete it by shape, a bit each
READY_DEALT: Final[int] = 21  #: 1 when the hand was ready as dealt, the dealer's with the first discard
LOCKED: Final[int] = 22  #: 1 when dice were thrown for a tile, after which the hand is not changed any more
WON_ON: Final[int] = 23  #: the tile of two at once that the seat declared a win on
WILD_RUN: Final[int] = 24  #: wild tiles among the last discards, one after the other
WILDS_KEPT: Final[int] = 25  #: wild tiles that were left in the hand by the last one discarded
N_OWN: Final[int] = 26

RED: Final[int] = 64  #: added to the face of a red five in the wall and among the discards

# ---- what the page says about play, places in `Board.terms`: the whole numbers of `Play`, by the same names
PLAY_TERMS: Final[tuple[str, ...]] = (
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
    "pass_win_mode",
    "claim_limit",
    "claim_limit_from",
    "dealt_doubles",
    "dealt_streak",
    "stake",
    "rob_added",
    "concealed_kong_keeps",
    "flower_set_keeps",
    "replacement_reserved",
    "whole_stacks",
    "indicator_drawable",
    "flower_turned",
    "flower_rounds",
    "wild_freezes_wins",
    "most_kongs",
    "rob_concealed",
    "swap_ban",
    "reclaim_ban",
    "last_tile_offered",
    "last_claims",
    "forced_honors",
    "paid_of_two",
    "paid_of_three",
    "declare",
    "declare_draws",
    "declare_points",
    "declare_lays",
    "declare_dealt",
    "declare_concealed_kong",
    "declare_added_kong",
    "declare_opens",
    "east_by_dice",
    "bonus_turned",
    "bonus_per_kong",
    "bonus_under_per_kong",
    "red_fives",
    "first_ready",
    "pung_of_three",
    "declare_before_others",
    "declare_claimed_kong",
    "stakes",
    "buys",
    "chain_kept",
    "dice_tiles",
    "replacement_last",
    "birds",
    "several_dealt",
    "next_drawn",
    "indicator_ends",
)
# ---- behind them what follows from other parts of the page
READ_TERMS: Final[tuple[str, ...]] = (
    "outside_printed",  # 1 when wild tiles outside the hand are tiles of their face
    "free_stand_ins",  # 1 when stand-ins are nothing else outside a won hand
    "one_winner",  # 1 when the nearest of those who declare is paid alone, whatever the others hold
    "dealt_wins",  # 1 when the dealer's dealt hand wins as it is, without a winning tile
    "loose_wins",  # 1 when some hands win as they are, whatever their shape
    "flower_wins",  # 1 when some of them do for their flowers
    "loose_draws",  # so many wild tiles let a hand win on any tile, whatever its shape; -1 where none do
    "indicator_wins",  # 1 when the turned-up tile itself may be won with
    "asks_first",  # 1 when there is something to ask before the first discard
    "aborts",  # 1 when a hand may be drawn before the wall is used up
    "reads_distance",  # 1 when scoring wants to be told how far everybody is from ready
    "settles",  # 1 when more than the win is paid, or several wins are out of the same points left
    "declared_draws",  # 1 when who declared ready wins by self-draw only
    "declared_melded",  # 1 when an open hand may be declared ready too, and wins on discards then
    "stay_closed",  # 1 when an open hand needs a meld that is worth something of itself
)
TERMS: Final[tuple[str, ...]] = PLAY_TERMS + READ_TERMS
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
    PASS_WIN_MODE,
    CLAIM_LIMIT,
    CLAIM_LIMIT_FROM,
    DEALT_DOUBLES,
    DEALT_STREAK,
    STAKE,
    ROB_ADDED,
    CONCEALED_KONG_KEEPS,
    FLOWER_SET_KEEPS,
    REPLACEMENT_RESERVED,
    WHOLE_STACKS,
    INDICATOR_DRAWABLE,
    FLOWER_TURNED,
    FLOWER_ROUNDS,
    WILD_FREEZES_WINS,
    MOST_KONGS,
    ROB_CONCEALED,
    SWAP_BAN,
    RECLAIM_BAN,
    LAST_TILE_OFFERED,
    LAST_CLAIMS,
    FORCED_HONORS,
    PAID_OF_TWO,
    PAID_OF_THREE,
    DECLARE,
    DECLARE_DRAWS,
    DECLARE_POINTS,
    DECLARE_LAYS,
    DECLARE_DEALT,
    DECLARE_CONCEALED_KONG,
    DECLARE_ADDED_KONG,
    DECLARE_OPENS,
    EAST_BY_DICE,
    TURNED_FIRST,
    TURNED_PER_KONG,
    UNDER_PER_KONG,
    RED_FIVES,
    FIRST_READY,
    PUNG_OF_THREE,
    DECLARE_BEFORE_OTHERS,
    DECLARE_CLAIMED_KONG,
    STAKES,
    BUYS,
    CHAIN_KEPT,
    DICE_TILES,
    REPLACEMENT_LAST,
    BIRDS,
    SEVERAL_DEALT,
    NEXT_DRAWN,
    INDICATOR_ENDS,
    OUTSIDE_PRINTED,
    FREE_STAND_INS,
    ONE_WINNER,
    DEALT_WINS,
    LOOSE_WINS,
    FLOWER_WINS,
    LOOSE_DRAWS,
    INDICATOR_WINS,
    ASKS_FIRST,
    ABORTS,
    READS_DISTANCE,
    SETTLES,
    DECLARED_DRAWS,
    DECLARED_MELDED,
    STAY_CLOSED,
) = range(len(TERMS))

# ---- ways in which a passed win counts, of the term PASS_WIN_MODE
PASSED_SAME_TILE: Final[int] = 1
PASSED_ANY_TILE: Final[int] = 2
PASSED_HIGHER: Final[int] = 3
PASSED_FURITEN: Final[int] = 4

# ---- what becomes of a flower turned up, of the term FLOWER_TURNED
TURNED_TO_DEALER: Final[int] = 1
TURNED_GROUP: Final[int] = 2

# ---- what each printed face is under the turned-up tile: rows of `Board.marks`
IS_WILD: Final[int] = 0
IS_KONG_TILE: Final[int] = 1
READ_AS: Final[int] = 2  #: the face it is read as: itself, or what it stands in for
PRINTED_AS: Final[int] = 3  #: by face as read: the natural tile that is read so, -1 where all such tiles are wild or kong tiles
IN_WALL: Final[int] = 4  #: tiles of the face in the wall
CLAIMABLE: Final[int] = 5  #: 1 when a discard of it is an ordinary tile
IS_FLOWER: Final[int] = 6  #: 1 when it is laid out and replaced
BARRED: Final[int] = 7  #: 1 when it may not be discarded now
BONUS_NEXT: Final[int] = 8  #: the face that it makes a bonus tile as an indicator, -1 none
VALUED: Final[int] = 9  #: bit w: a pung of it makes an open hand winnable for whoever has the w-th wind
NATURAL_FROM: Final[int] = 10  #: by face as read: the printed face of its natural tiles
HAS_NATURAL: Final[int] = 11  #: by face as read: 1 when a printed face is, 0 when all such tiles are wild or kong tiles
ANY_MOVED: Final[int] = N_PLAIN  #: a place of that row, behind the faces: 1 when natural tiles of one have another face
# what a tile adds to two sums over a hand, which hold its suit indices, wild tiles and kong tiles (`mjstats.kernel.routes`)
LOW_DIGITS: Final[int] = 12
HIGH_DIGITS: Final[int] = 13
IS_OWN_FACE: Final[int] = 14  #: 1 when it is neither wild nor a kong tile and read as itself
N_MARKS: Final[int] = 15

# ---- the sums: bits of each of three suits in the low one; of honours, then wild tiles, then kong tiles in the high one
SUIT_BITS: Final[int] = 21
WILD_SHIFT: Final[int] = 32
KONG_SHIFT: Final[int] = 40
POWER: Final = np.array([5**rank for rank in range(9)], np.int64)  #: what a tile adds to the index of its suit, by rank

# ---- rows of `Board.passed`
PASSED_PUNG: Final[int] = 0
PASSED_WIN: Final[int] = 1

# ---- events of the log: kind, seat, face, and one number more
EVENT_DEAL: Final[int] = 0  #: a tile dealt
EVENT_INDICATOR: Final[int] = 1
EVENT_DRAW: Final[int] = 2
EVENT_REPLACEMENT: Final[int] = 3
EVENT_DISCARD: Final[int] = 4
EVENT_CHOW: Final[int] = 5  #: face claimed; extra: lowest face as read, or EXTRA_CHOW and the row of the named honours
EVENT_PUNG: Final[int] = 6  #: extra: from which seat
EVENT_CLAIMED_KONG: Final[int] = 7  #: extra: from which seat
EVENT_ADDED_KONG: Final[int] = 8
EVENT_CONCEALED_KONG: Final[int] = 9
EVENT_SINGLE_KONG: Final[int] = 10
EVENT_WIN: Final[int] = 11  #: extra: the way of winning
EVENT_NO_WIN: Final[int] = 12
EVENT_FLOWER: Final[int] = 13
EVENT_DECLARE: Final[int] = 14  #: extra: 1 before the own first draw
EVENT_BONUS: Final[int] = 15  #: an indicator of bonus tiles; extra: the tile under it
EVENT_BIRD: Final[int] = 16  #: a tile turned up after the win; seat: the one that it falls on
EXTRA_CHOW: Final[int] = 64
MAX_EVENTS: Final[int] = 500


@by_reference
class Board(NamedTuple):
    """One table. Made once by `new_board`, cleared for each hand. Few arrays, since every one is handed over at every call."""

    seats: Seats
    terms: Ints  #: (len(TERMS),)
    runs: Ints  #: lengths of a run of honour discards that win
    extra_sets: Ints  #: (n, 3) faces of the sets of named honours
    per_kong: Ints  #: by kongs of four tiles made: how many tiles more stay undrawn for the next one, the last for all after
    per_wild_row: Ints  #: the same by the most wild tiles that somebody has discarded in turns running
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


def new_board(page: Page, *, log: bool = False, valued: Ints | None = None) -> Board:
    """An empty table for hands under `page`; with `log` it keeps the events of a hand.

    `valued` int64 (42,): the row VALUED of the marks, for a page on which an open hand needs something that counts.
    """
    players = page.play.players
    marks = np.zeros((N_MARKS, N_FACES), np.int64)
    marks[IN_WALL] = page.play.tiles
    # Where a flower turned up makes its group wild, the deal says which of them are laid out.
    marks[IS_FLOWER, N_PLAIN:] = (page.setup.wild[:, N_PLAIN:].max(axis=0) == 0) | (page.play.flower_turned == TURNED_GROUP)
    marks[IS_FLOWER, :N_PLAIN] = page.play.laid_aside >> np.arange(N_PLAIN) & 1
    marks[BONUS_NEXT] = page.play.bonus_next if len(page.play.bonus_next) else -1
    if valued is not None:
        marks[VALUED] = valued
    terms = [getattr(page.play, name) for name in PLAY_TERMS]
    return Board(
        seats=new_seats(players),
        terms=np.array([*terms, *_read_terms(page), int(valued is not None)], np.int64),
        runs=page.play.honor_run,
        extra_sets=page.setup.extra_sets,
        per_kong=page.play.per_kong,
        per_wild_row=page.play.per_wild_row,
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


def _read_terms(page: Page) -> list[int]:
    """The terms of `READ_TERMS` but for the last."""
    shapes = page.shapes.rows
    by_hand = shapes[:, SHAPE_WAYS + HOW_HAND] == 1
    # A row that takes every way says nothing of dealt hands: there the dealer wins on the last tile dealt.
    collected = by_hand & (shapes[:, SHAPE_WAYS + HOW_SELF_DRAW] == 0)
    any_tiles = collected & (shapes[:, SHAPE_KIND] == SHAPE_ANY_TILES)
    loose = bool(any_tiles.any())
    flowers = any(FLOWERS in _terms_of(page.conditions, c)[:, TERM_INDEX] for c in shapes[any_tiles, SHAPE_WHEN])
    dealt = bool((collected & (shapes[:, SHAPE_KIND] != SHAPE_DISCARDS) & (shapes[:, SHAPE_KIND] != SHAPE_ANY_TILES)).any())
    # Likewise one that takes every way says nothing of the turned-up tile.
    indicator = (shapes[:, SHAPE_WAYS + HOW_INDICATOR] == 1) & (shapes[:, SHAPE_WAYS + HOW_SELF_DRAW] == 0)
    turned = bool(page.play.turns_indicator and indicator.any())
    shared = page.limits.bounded == 1 and page.play.paid_of_two > 1
    asked = page.requirements[page.requirements[:, REQUIRE_WAYS + HOW_DISCARD] == 1, REQUIRE_WHEN]
    draws = any(_rules_out(page.conditions, c, DECLARED) for c in asked)
    melded = page.play.declare == 1 and not draws and not _rules_out(page.conditions, page.play.declare_needs, CLAIMED_MELDS)
    return [
        page.setup.outside_printed,
        page.setup.stand_in_free,
        int(page.play.paid_of_two == 1 and page.play.paid_of_three == 1 and page.play.priority == NEVER),
        int(dealt),
        int(loose),
        int(flowers),
        _loose_draws(page),
        int(turned),
        int(dealt or loose or turned or page.play.declare_dealt == 1),
        int(page.play.abort != NEVER),
        page.reads_distance,
        int(len(page.sides) > 0 or page.compare[COMPARE_COLUMN] >= 0 or page.play.declare_lays > 0 or shared),
        int(draws),
        int(melded),
    ]


def _loose_draws(page: Page) -> int:
    """The least number of wild tiles with which a hand may win on any tile whatever its shape, -1 where none does.

    It is the one that such a shape asks for by itself; what else it asks, judging finds out.
    """
    least = [
        max([0, *(operand for operand in _asked_at_least(page.conditions, row[SHAPE_WHEN], WILDS_HELD))])
        for row in page.shapes.rows
        if row[SHAPE_KIND] == SHAPE_ANY_TILES
        and row[[SHAPE_WAYS + how for how in (HOW_SELF_DRAW, HOW_DISCARD, HOW_ROB_KONG)]].any()
    ]
    return min(least, default=-1)


def _terms_of(conditions: Conditions, c: int) -> Ints:
    """The terms of condition `c`."""
    return conditions.terms[conditions.first[c] : conditions.first[c + 1]]


def _alone(conditions: Conditions, c: int) -> Ints:
    """The terms of condition `c` that have to hold whatever others do."""
    terms = _terms_of(conditions, c)
    return terms[[list(terms[:, TERM_CLAUSE]).count(clause) == 1 for clause in terms[:, TERM_CLAUSE]]]


def _asked_at_least(conditions: Conditions, c: int, fact: int) -> list[int]:
    """The numbers that `fact` has to reach for condition `c` to hold."""
    terms = _alone(conditions, c)[:, TERM_SOURCE:].tolist()
    return [operand for source, index, op, operand in terms if (source, index, op) == (SOURCE_OWN, fact, OP_AT_LEAST)]


def _rules_out(conditions: Conditions, c: int, fact: int) -> bool:
    """Whether condition `c` never holds for one of whom `fact` is true."""
    return bool((_alone(conditions, c)[:, TERM_SOURCE:] == (SOURCE_OWN, fact, OP_AT_MOST, 0)).all(axis=1).any())


@open_leaf
def clear(board: Board) -> None:
    """Take everything off the table; dealer, streak and points stay."""
    seats = board.seats
    seats.hand[:] = 0
    seats.melds[:] = -1
    seats.n_melds[:] = 0
    seats.laid[:] = 0
    for seat in range(len(seats.marks)):
        points = seats.marks[seat, MARK_POINTS]
        seats.marks[seat] = 0
        seats.marks[seat, MARK_POINTS] = points
        seats.marks[seat, MARK_READY] = -1
        seats.marks[seat, MARK_SHAPE_READY] = -1
    seats.discards[:] = 0
    seats.table[:] = 0
    board.clock[:] = 0
    board.clock[TAKEN] = -1
    board.clock[TAKEN_END] = -1
    board.own[:] = 0
    board.own[:, LATE_FROM] = -1
    board.passed[:] = 0
    board.seen[:] = 0


@open_leaf
def mark_faces(setup: Setup, row: int, marks: Ints) -> None:
    """Fill the marks that depend on the turned-up tile."""
    for face in range(N_FACES):
        marks[IS_WILD, face] = setup.faces[F_WILD, row, face]
        marks[IS_KONG_TILE, face] = setup.faces[F_KONG_TILE, row, face]
        marks[READ_AS, face] = face
        ordinary = (marks[IS_WILD, face] == 0 or setup.outside_printed == 1) and marks[IS_FLOWER, face] == 0
        marks[CLAIMABLE, face] = 1 if ordinary and marks[IS_KONG_TILE, face] == 0 and face < N_PLAIN else 0
    stand_in = setup.stand[STANDS_IN, row]
    if stand_in >= 0 and setup.stand_in_free == 0:
        marks[READ_AS, stand_in] = setup.stand[STANDS_FOR, row]
    marks[PRINTED_AS, :] = -1
    for face in range(N_PLAIN):
        if marks[CLAIMABLE, face] == 1:
            marks[PRINTED_AS, marks[READ_AS, face]] = face
    mark_digits(marks)


@leaf
def mark_digits(marks: Ints) -> None:
    """Fill what says how a hand is read as natural tiles, wild tiles and kong tiles."""
    marks[NATURAL_FROM, :] = 0
    marks[HAS_NATURAL, :] = 0
    marks[LOW_DIGITS, :] = 0
    marks[HIGH_DIGITS, :] = 0
    marks[IS_OWN_FACE, :] = 0
    for face in range(N_FACES):
        if marks[IS_WILD, face] == 1:
            marks[HIGH_DIGITS, face] = 1 << WILD_SHIFT
        elif marks[IS_KONG_TILE, face] == 1:
            marks[HIGH_DIGITS, face] = 1 << KONG_SHIFT
        elif face < N_PLAIN:
            # A stand-in is read as the wild face, which has no natural tiles of its own.
            read = marks[READ_AS, face]
            suit = read // 9
            power = POWER[read - 9 * suit]
            marks[NATURAL_FROM, read] = face
            marks[HAS_NATURAL, read] = 1
            marks[IS_OWN_FACE, face] = 1 if read == face else 0
            if read != face:
                marks[HAS_NATURAL, ANY_MOVED] = 1
            if suit < 3:
                marks[LOW_DIGITS, face] = power << SUIT_BITS * suit
            else:
                marks[HIGH_DIGITS, face] = power


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
