"""The table as scoring and play see it: one row a seat, and the win that is asked about.

Tiles are kept by the face that is printed on them; `view` says what the hand holds once wild
tiles and stand-ins are told apart.  Melds are kept by the face they are read as (a stand-in in a
chow counts as the face it stands for; play and records may never put a wild tile into a meld
unless the page allows it).
"""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.by_reference import by_reference
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import N_FACES, N_PLAIN, PLAIN_HONOR, STANDS_FOR, STANDS_IN, WILD_FACES, Ints, Setup
from mjstats.kernel.suits import count_bits

MAX_MELDS: Final[int] = 5
NO_BOUND: Final[int] = 1 << 50  #: points of a player without a bound

# ---- columns of a meld
MELD_KIND: Final[int] = 0
MELD_FACE: Final[int] = 1  #: lowest face, as read
MELD_FROM: Final[int] = 2  #: seat it was claimed from, -1 own or unknown
N_MELD: Final[int] = 3

# ---- the round: places in `Seats.round`
ROUND_DEALER: Final[int] = 0
ROUND_STREAK: Final[int] = 1
ROUND_WASHOUTS: Final[int] = 2
ROUND_SETUP: Final[int] = 3  #: row of `Setup`: the indicator's face or NO_INDICATOR
ROUND_EAST: Final[int] = 4  #: the seat whose own wind is east
ROUND_WIND: Final[int] = 5  #: face of the round wind
ROUND_HONBA: Final[int] = 6
ROUND_STICKS: Final[int] = 7  #: laid before this hand
ROUND_SAME_FIRST: Final[int] = 8  #: first rounds in which all discarded one same tile
N_ROUND: Final[int] = 9

# ---- what is known of a seat besides its tiles: columns of `Seats.marks`
MARK_FLOWERS: Final[int] = 0  #: exposed flowers
MARK_FLOWER_BITS: Final[int] = 1  #: bit f set when flower f (0..7) is among them; behind them from FLOWER_HONORS on
MARK_WILD_DISCARDS: Final[int] = 2
MARK_HONOR_DISCARDS: Final[int] = 3  #: honours discarded from the first discard on
MARK_POINTS: Final[int] = 4  #: points left, NO_BOUND where nothing bounds them
MARK_READY: Final[int] = 5  #: 1 ready, 0 not, -1 to be found out from the hand
MARK_DISTANCE: Final[int] = 6  #: tiles away from ready by shape
MARK_SHAPE_READY: Final[int] = 7  #: 1 ready by shape, 0 not, -1 to be found out from the hand
MARK_DECLARED: Final[int] = 8
MARK_DECLARED_FIRST: Final[int] = 9
MARK_DECLARED_DEALT: Final[int] = 10
MARK_ONE_SHOT: Final[int] = 11
MARK_REDS: Final[int] = 12  #: red fives in hand and melds, the winning tile apart
MARK_PLAIN_DISCARDS: Final[int] = 13  #: 1 when every discard was a 1, 9 or honour and nobody claimed one
MARK_SAME_ROW: Final[int] = 14  #: how often all discarded one tile one after the other, this seat first
MARK_KONG_ROWS: Final[int] = 15  #: KONG_ROW_BITS for each meld: of a kong, how many kongs came before it in a row
MARK_STAKE: Final[int] = 16  #: the stake named after the deal
MARK_BIRDS: Final[int] = 17  #: birds that fell on the seat
MARK_WILD_ROWS: Final[int] = 18  #: how often a wild tile was discarded right after another one
MARK_BOUGHT: Final[int] = 19  #: 1 when the seat has bought for the dealer's run
MARK_RAISED: Final[int] = 20  #: what it has raised against the dealer
N_MARK: Final[int] = 21
KONG_ROW_BITS: Final[int] = 5

# ---- behind the bits of the flowers: how many of each honour that is a flower
FLOWER_HONORS: Final[int] = 8
HONOR_BITS: Final[int] = 3
#: by face: what one more exposed flower of it adds to the place, each of the eight flowers being there once
FLOWER_BIT: Final = np.array(
    [
        1 << (face - N_PLAIN if face >= N_PLAIN else FLOWER_HONORS + HONOR_BITS * max(face - PLAIN_HONOR, 0))
        for face in range(N_FACES)
    ],
    np.int64,
)
FOUR_OF_HONORS: Final[int] = sum(4 << FLOWER_HONORS + HONOR_BITS * honor for honor in range(7))

# ---- rows of `Seats.table`
RIVER: Final[int] = 0  #: discards of all that nobody claimed
DORA_TIMES: Final[int] = 1  #: how often each face is a bonus tile
URA_TIMES: Final[int] = 2
N_TABLE: Final[int] = 3

# ---- the win: places in the `win` array
WIN_BY: Final[int] = 0
WIN_TILE: Final[int] = 1  #: printed face, -1 with HOW_HAND
WIN_HOW: Final[int] = 2
WIN_FROM: Final[int] = 3  #: -1 for own draws
WIN_KONG_REPLACEMENT: Final[int] = 4  #: 1 when the tile replaced a kong; CLAIMED_REPLACED when a claimed one, the last meld
WIN_FLOWER_REPLACEMENT: Final[int] = 5
WIN_KONGS: Final[int] = 6
WIN_AFTER_KONG: Final[int] = 7
WIN_LAST_TILE: Final[int] = 8
WIN_FIRST_TURN: Final[int] = 9
WIN_WILD_CHAIN: Final[int] = 10
WIN_LATE_FROM: Final[int] = 11  #: chain_claim: the seat claimed from, -1 none
WIN_LATE_CHAIN: Final[int] = 12
WIN_LATE_KONGS: Final[int] = 13
WIN_RED: Final[int] = 14  #: 1 when the winning tile is a red five
WIN_LATER: Final[int] = 15  #: 1 for all but the first of several winners
WIN_CONCEALED: Final[int] = 16  #: 1 when the robbed kong was a concealed one
WIN_SECOND: Final[int] = 17  #: the printed face of the other tile drawn or discarded with it, and 1; 0 there is none
WIN_ON_BOTH: Final[int] = 18  #: 1 when that one would win too
N_WIN: Final[int] = 19
CLAIMED_REPLACED: Final[int] = 2


@by_reference
class Seats(NamedTuple):
    """P seats; all int64."""

    hand: Ints  #: (P, 42) concealed tiles by printed face, without the winning tile
    melds: Ints  #: (P, MAX_MELDS, 3) in the order they were laid
    n_melds: Ints  #: (P,)
    laid: Ints  #: (P, 42) single tiles laid or discarded as kongs
    marks: Ints  #: (P, N_MARK) MARK_FLOWERS ..
    discards: Ints  #: (P, 42) own discards by face, claimed ones too
    table: Ints  #: (N_TABLE, 42) RIVER ..
    round: Ints  #: (N_ROUND,)


def new_seats(players: int) -> Seats:
    """An empty table of `players` seats (dealer 0, first hand, no bound on points)."""
    seats = Seats(
        hand=np.zeros((players, N_FACES), np.int64),
        melds=np.full((players, MAX_MELDS, 3), -1, np.int64),
        n_melds=np.zeros(players, np.int64),
        laid=np.zeros((players, N_FACES), np.int64),
        marks=np.zeros((players, N_MARK), np.int64),
        discards=np.zeros((players, N_FACES), np.int64),
        table=np.zeros((N_TABLE, N_FACES), np.int64),
        round=np.zeros(N_ROUND, np.int64),
    )
    seats.marks[:, MARK_POINTS] = NO_BOUND
    seats.marks[:, MARK_READY] = -1
    seats.marks[:, MARK_SHAPE_READY] = -1
    seats.round[ROUND_STREAK] = 1
    seats.round[ROUND_WIND] = PLAIN_HONOR
    return seats


@leaf
def copy_into(target: Ints, source: Ints) -> None:
    """Fill `target` with `source`, both of one length (an assignment of slices would make an array in between)."""
    for i in range(len(target)):
        target[i] = source[i]


@small_leaf
def copy_few(target: Ints, source: Ints, n: int) -> None:
    """The same for the first `n` places; where the caller says a number no loop is left: thrice as quick."""
    for i in range(n):
        target[i] = source[i]


@small_leaf
def clear_few(target: Ints, first: int, end: int) -> None:
    """Make the places from `first` to before `end` zero; as quick where the caller says numbers."""
    for i in range(first, end):
        target[i] = 0


@small_leaf
def copy_whole(target: Ints, source: Ints) -> None:
    """The same for arrays of several axes, both of one shape and whole: one loop over all their places.

    A row at a time takes thrice as long, for the compiler begins and ends the loop over each.
    """
    for i in range(target.size):
        target.flat[i] = source.flat[i]


@open_leaf
def seat_counted(face: int, dealer: int, players: int) -> int:
    """The seat that the number of a tile counts to, the dealer being 1; honours are numbered as they are written."""
    number = face - PLAIN_HONOR if face >= PLAIN_HONOR else face % 9
    return int((dealer + number) % players)


@leaf
def wilds_among(setup: Setup, row: int, counts: Ints) -> int:
    """How many of the printed `counts` (42,) are wild tiles."""
    wilds = 0
    for r in range(WILD_FACES, len(setup.stand)):
        face = setup.stand[r, row]
        if face < 0:
            break
        wilds += counts[face]
    return int(wilds)


@leaf
def view(setup: Setup, row: int, counts: Ints, natural: Ints) -> int:
    """Split printed `counts` (42,) into `natural` (34,) tiles, stand-ins as what they stand for; return the wild tiles.

    A stand-in that is free to be itself is put as what it stands for too: `release` gives it its own face back.
    """
    for face in range(N_PLAIN):
        natural[face] = counts[face]
    wilds = 0
    for r in range(WILD_FACES, len(setup.stand)):
        face = setup.stand[r, row]
        if face < 0:
            break
        wilds += counts[face]
        if face < N_PLAIN:
            natural[face] = 0
    stand_in = setup.stand[STANDS_IN, row]
    if stand_in >= 0:
        natural[setup.stand[STANDS_FOR, row]] += counts[stand_in]
        natural[stand_in] -= counts[stand_in]
    return wilds


@leaf
def release(setup: Setup, row: int, natural: Ints, number: int) -> None:
    """Let `number` stand-ins in `natural` be themselves."""
    natural[setup.stand[STANDS_IN, row]] += number
    natural[setup.stand[STANDS_FOR, row]] -= number


@open_leaf
def face_read(setup: Setup, row: int, face: int) -> int:
    """The face a tile outside the hand is read as: itself, or what it always stands in for."""
    if setup.stand[STANDS_IN, row] == face and setup.stand_in_free == 0:
        return int(setup.stand[STANDS_FOR, row])
    return face


@small_leaf
def flower_sets(bits: int) -> int:
    """Complete sets of four among exposed flowers (`bits`, see MARK_FLOWER_BITS): seasons, plants, four of an honour."""
    return (1 if bits & 15 == 15 else 0) + (1 if bits >> 4 & 15 == 15 else 0) + count_bits(bits & FOUR_OF_HONORS)
