"""What a rule page becomes for the kernels: arrays and integers, grouped by use.

Everything that depends on the turned-up tile is laid out in one row per indicator, so that no
kernel computes with the names of wild tiles: row `f` of `Setup` holds for indicator face `f`,
row `NO_INDICATOR` for a page whose wild tiles are fixed or that has none.

All arrays are int64 (one dtype, one compiled version for every rule set).
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.kernel.by_reference import by_reference

Ints = npt.NDArray[np.int64]

N_FACES: Final[int] = 42  #: 34 playing faces, then eight flowers
N_PLAIN: Final[int] = 34
PLAIN_HONOR: Final[int] = 27  #: the first honour
NO_INDICATOR: Final[int] = 42  #: the row of `Setup` without an indicator

# ---- kinds of melds (also in `Seats.melds`)
CHOW: Final[int] = 0
PUNG: Final[int] = 1
CLAIMED_KONG: Final[int] = 2
ADDED_KONG: Final[int] = 3
CONCEALED_KONG: Final[int] = 4
PAIR: Final[int] = 5  #: of a reading, never laid
EXTRA_SET: Final[int] = 6  #: three of named honours; its face is the row of `Setup.extra_sets`
KNIT: Final[int] = 7  #: a knitted group such as 147, by its lowest face; of a reading, never laid

# ---- kinds of shapes
SHAPE_STANDARD: Final[int] = 0
SHAPE_PAIRS: Final[int] = 1
SHAPE_ANY_OF: Final[int] = 2
SHAPE_DISCARDS: Final[int] = 3
SHAPE_ORPHANS: Final[int] = 4
SHAPE_UNRELATED: Final[int] = 5
SHAPE_KNITTED: Final[int] = 6
SHAPE_KNITTED_STRAIGHT: Final[int] = 7
SHAPE_ANY_TILES: Final[int] = 8

# ---- how a hand was won
HOW_DISCARD: Final[int] = 0
HOW_SELF_DRAW: Final[int] = 1
HOW_ROB_KONG: Final[int] = 2
HOW_INDICATOR: Final[int] = 3
HOW_HAND: Final[int] = 4
N_HOW: Final[int] = 5

# ---- conditions
OP_AT_LEAST: Final[int] = 0
OP_AT_MOST: Final[int] = 1
OP_EQUAL: Final[int] = 2
OP_NOT_EQUAL: Final[int] = 3

ALWAYS: Final[int] = 0  #: the condition that always holds

SOURCE_OWN: Final[int] = 0  #: a fact of the person the row is counted for
SOURCE_WINNER: Final[int] = 1
SOURCE_PAYER: Final[int] = 2
SOURCE_GROUP: Final[int] = 3  #: how many patterns of a group the winner's hand counts
SOURCE_PATTERN: Final[int] = 4  #: whether the winner's hand counts this pattern

# ---- whom a pattern is counted for
FOR_WINNER: Final[int] = 1
FOR_PAYER: Final[int] = 2
FOR_BOTH: Final[int] = 3
FOR_EVERYONE: Final[int] = 4  #: each person for the own sake

# ---- channels of the ledger: (sum of add) * (product of times) * 2^(sum of double) + (sum of bonus)
ADD: Final[int] = 0
TIMES: Final[int] = 1
DOUBLE: Final[int] = 2
BONUS: Final[int] = 3

# ---- who pays
PAY_EACH: Final[int] = 0  #: each of the others the own amount
PAY_ONE: Final[int] = 1  #: the discarder or robbed player alone, the own amount
PAY_ONE_FOR_ALL: Final[int] = 2  #: the discarder or robbed player alone, the sum of all amounts

# ---- causes of responsibility
CAUSE_FED: Final[int] = 0  #: the winner claimed at least so many melds from this player
CAUSE_CLAIMED: Final[int] = 1  #: this player claimed at least so many melds from the winner
CAUSE_FED_NTH: Final[int] = 2  #: fed the winner's n-th claimed meld
CAUSE_ROBBED: Final[int] = 3
CAUSE_DISCARDER: Final[int] = 4
CAUSE_BOUND: Final[int] = 5  #: fed or claimed
CAUSE_KONG_FEEDER: Final[int] = 6  #: discarded the tile of the claimed kong whose replacement won

# ---- what winners and payers owe when a responsible player steps in
INSTEAD: Final[int] = 0  #: the responsible pay, the others nothing
BESIDES: Final[int] = 1  #: the responsible pay besides what is paid anyway
HALF: Final[int] = 2  #: the responsible pay half of what is owed apart from the bonus, by self-draw all

# ---- forms of rounding
ROUND_HALF_EVEN: Final[int] = 0
ROUND_UP: Final[int] = 1
ROUND_DOWN: Final[int] = 2

# ---- minimum: who has to pay at least so much
MINIMUM_EVERY: Final[int] = 0
MINIMUM_ANY: Final[int] = 1


# ---- columns that a page has of its own, behind those of `mjstats.kernel.columns`: first what its stages come to, then these
#: kinds of own columns: a member of a family by its place in `columns.FAMILIES`, or a sum of another column over the seats
OWN_OTHERS: Final[int] = 100
OWN_TABLE: Final[int] = 101
SETS_FIXED: Final[int] = 0  #: which faces belong to the set: those of the mask; or by the seat or the deal
SETS_SEAT_WIND: Final[int] = 1
SETS_ROUND_WIND: Final[int] = 2
SETS_OTHER_WINDS: Final[int] = 3
SETS_SEAT_FLOWERS: Final[int] = 4
SETS_WILDS: Final[int] = 5
OWN_KIND: Final[int] = 0  #: columns of `Page.own_facts`
OWN_SET: Final[int] = 1
OWN_SUMMED: Final[int] = 2  #: the column that a sum adds up
OWN_FACES: Final[int] = 3  #: bit f set for each face of the set
OWN_OF_ALL: Final[int] = 4  #: 1 when it is read of people who did not win
OWN_COLUMN: Final[int] = 5  #: the column that it fills

# ---- parts of a settlement: rows of `Verdict.parts`
PART_NAMES: Final[tuple[str, ...]] = ("win", "kongs", "wilds", "flowers", "losers", "dealer", "sticks", "fines", "chips")
(PART_WIN, PART_KONGS, PART_WILDS, PART_FLOWERS, PART_LOSERS, PART_DEALER, PART_STICKS, PART_FINES, PART_CHIPS) = range(9)
N_PARTS: Final[int] = 9


# The kernels take the page apart over and over, and every array that is handed on costs compile time in each
# function; so what belongs together stands in one array, its columns named here.

# ---- rows of `Setup.faces`, 1 where it is so, and of `Setup.stand`
F_WILD: Final[int] = 0
F_KONG_TILE: Final[int] = 1  #: a single tile is a kong, wild tiles included where they are
F_NOT_FOR: Final[int] = 2  #: no wild tile may stand for the face
F_WORTH: Final[int] = 3  #: worth of a wild tile of the face
STANDS_IN: Final[int] = 0
STANDS_FOR: Final[int] = 1
WILD_FACES: Final[int] = 2  #: the first wild face, and the others in the rows behind it; -1 behind the last

# ---- bits of `Page.reads`: what some condition or price of the page reads
READS_LONE_WILD: Final[int] = 1 << 0
READS_TWO_SIDED: Final[int] = 1 << 1  #: waits-two-sided
READS_OPEN: Final[int] = 1 << 2  #: winning-face-open, winning-face-discarded, winning-face-punged
READS_KONG_TILES: Final[int] = 1 << 3  #: kong-tiles, wild-kongs
READS_BEFORE: Final[int] = 1 << 4  #: tiles-before
READS_WORTH: Final[int] = 1 << 5  #: wild-points
READS_DORA: Final[int] = 1 << 6
READS_URA: Final[int] = 1 << 7
READS_MAKERS: Final[int] = 1 << 8  #: kong-makers
READS_WILDS: Final[int] = 1 << 9  #: wilds-in-all
READS_KONG_HELD: Final[int] = 1 << 10  #: kong-tiles-held
READS_OTHERS: Final[int] = 1 << 11  #: sums over the table, or what stages or families come to for those who did not win
READS_MELDS: Final[int] = 1 << 12  #: how many melds of each kind, open-sets-of-suit
READS_HELD: Final[int] = 1 << 13  #: wilds-held
READS_FOURS: Final[int] = 1 << 14  #: fours-discarded
READS_FED: Final[int] = 1 << 15  #: fed-kongs and its kin
READS_CHOWS: Final[int] = 1 << 16  #: how chows stand together
READS_PUNGS: Final[int] = 1 << 17  #: how pungs do
READS_HOGS: Final[int] = 1 << 18  #: tile-hogs
READS_HOG_KINDS: Final[int] = 1 << 19  #: melded-tile-hogs, concealed-tile-hogs, winning-tile-hog
READS_KONG_ROWS: Final[int] = 1 << 20  #: what counts kongs by their place in a row
READS_WILD_SETS: Final[int] = 1 << 21  #: wild-pair, wild-pung

# ---- columns of `Conditions.terms`
TERM_CLAUSE: Final[int] = 0
TERM_SOURCE: Final[int] = 1
TERM_INDEX: Final[int] = 2
TERM_OP: Final[int] = 3
TERM_OPERAND: Final[int] = 4

# ---- columns of `Patterns.rows`
PATTERN_WHEN: Final[int] = 0
PATTERN_FOR: Final[int] = 1
PATTERN_PRICES: Final[int] = 2  #: its first row of prices
PATTERN_PRICES_END: Final[int] = 3
PATTERN_SURE: Final[int] = 4  #: 1 when its condition wants nothing that a look at single facts does not see
PATTERN_EXCLUDES: Final[int] = 5  #: bit p set when it counts out row p; row PATTERN_BITS is the first of the next column
PATTERN_EXCLUDED: Final[int] = 7  #: bit p set when row p counts it out; the same
N_PATTERN: Final[int] = 9
PATTERN_BITS: Final[int] = 62  #: rows in one integer
MAX_PATTERNS: Final[int] = 2 * PATTERN_BITS

# ---- what the winner's reading counts: places in a row of bits, two integers each
HELD: Final[int] = 0  #: the patterns that are counted, a bit each as in PATTERN_EXCLUDES
MAY: Final[int] = 2  #: those that single facts do not rule out
MET: Final[int] = 4  #: the conditions met, those that have a place
N_BITS: Final[int] = 6
WORD: Final[int] = 6  #: a place of a condition is the integer and a bit of this many

# ---- columns of `Conditions.asked`
ASKED_FACT: Final[int] = 0
ASKED_LOWEST: Final[int] = 1  #: values below count as this one
ASKED_HIGHEST: Final[int] = 2  #: values above count as this one
ASKED_AT: Final[int] = 3  #: the row of masks for the value 0

# ---- columns of `Patterns.prices`
PRICE_WHEN: Final[int] = 0
PRICE_CHANNEL: Final[int] = 1
PRICE_PER: Final[int] = 2  #: fact that multiplies the price (with TIMES: how many times over), or -1
PRICE_BY: Final[int] = 3  #: fact that chooses the value, 1 the first; N_FACTS and more: a group's count; or -1
PRICE_N: Final[int] = 4  #: how many values there are
PRICE_AT_MOST: Final[int] = 5  #: bound on PRICE_PER
PRICE_FIRST: Final[int] = 6  #: the number that chooses the first value
PRICE_DOUBLED: Final[int] = 7  #: fact: the value is doubled so many times, or -1
PRICE_INTO: Final[int] = 8  #: the stage, or OWED, OWED_APART
PRICE_VALUES: Final[int] = 9  #: the first of the values

# ---- in the place of a stage
OWED: Final[int] = -1  #: what each payer owes
OWED_APART: Final[int] = -2  #: of the winner's patterns, that part of it which asks who the payer is

# ---- columns of `Page.stages`
STAGE_EVERYONE: Final[int] = 0  #: 1 when everybody's hand is counted, 0 the winner's alone
STAGE_PRICES: Final[int] = 1
STAGE_PRICES_END: Final[int] = 2
STAGE_ROUND: Final[int] = 3
STAGE_LEAST: Final[int] = 4
STAGE_MOST: Final[int] = 5
STAGE_DIVIDE: Final[int] = 6  #: what it comes to, the bonus apart, is divided by this and rounded up

# ---- columns of `Page.sides`
SIDE_PART: Final[int] = 0
SIDE_AT_WIN: Final[int] = 1
SIDE_AT_DRAW: Final[int] = 2
SIDE_WHEN: Final[int] = 3
SIDE_PAYERS: Final[int] = 4
SIDE_OF_TILE: Final[int] = 5  #: 1 when those pay who pay for the win
SIDE_PRICES: Final[int] = 6
SIDE_PRICES_END: Final[int] = 7
SIDE_SHARE: Final[int] = 8  #: what all payers pay together, or -1
SIDE_EXCLUDES: Final[int] = 9  #: bit s set when side s is not settled once this one was
SIDE_TAKES: Final[int] = 10  #: 1 when the first holder from the dealer takes what lies on the table
SIDE_IF: Final[int] = 11  #: a number (as PRICE_PER) of the holder's without which nothing comes of it at a win, or -1
SIDE_WINNERS: Final[int] = 12  #: 1 when only who has won can get it
N_SIDE: Final[int] = 13

# ---- places in `Page.compare`: how those who did not win settle among themselves
COMPARE_COLUMN: Final[int] = 0  #: the column compared, or -1
COMPARE_PRICES: Final[int] = 1
COMPARE_PRICES_END: Final[int] = 2
COMPARE_DIVIDE: Final[int] = 3
COMPARE_ROUNDING: Final[int] = 4  #: ROUND_UP ..
COMPARE_MOST: Final[int] = 5  #: no difference is paid with more

# ---- columns of `Shapes.rows`
SHAPE_KIND: Final[int] = 0
SHAPE_PUNGS_ONLY: Final[int] = 1
SHAPE_ONE_SUIT: Final[int] = 2
SHAPE_LENGTH: Final[int] = 3  #: of a run of discards, 0 otherwise
SHAPE_FOURS: Final[int] = 4  #: 1 when four alike are two pairs
SHAPE_WILDS: Final[int] = 5  #: wild tiles allowed in the hand, a large number when any
SHAPE_UNLESS: Final[int] = 6  #: condition that lifts it
SHAPE_WHEN: Final[int] = 7  #: condition for the row to fit
SHAPE_PAIR: Final[int] = 8  #: bit f set when the pair may show face f
SHAPE_FACES: Final[int] = 9  #: bit f set when an any-of hand may hold face f
SHAPE_CLAIMED: Final[int] = 10  #: claimed melds that the hand has at least
SHAPE_WAYS: Final[int] = 11  #: and N_HOW - 1 more

# ---- columns of `Page.requirements`
REQUIRE_WHEN: Final[int] = 0
REQUIRE_WAYS: Final[int] = 1  #: and N_HOW - 1 more: 1 when it is asked of this way of winning

# ---- columns of `Limits.steps`
STEP_AT: Final[int] = 0  #: a payer at or above this much takes the step
STEP_EVERYONE: Final[int] = 1  #: 1 when every payer has to be there
STEP_PAYER: Final[int] = 2  #: condition on the payer
STEP_ALL: Final[int] = 3  #: condition on every payer
STEP_WHATEVER: Final[int] = 4  #: condition that makes the step hold whatever the amounts, or -1
STEP_PAYS: Final[int] = 5

# ---- columns of `Payment.responsible`
RESPONSIBLE_CAUSE: Final[int] = 0
RESPONSIBLE_AT_LEAST: Final[int] = 1
RESPONSIBLE_WHEN: Final[int] = 2  #: condition on winner and responsible player (as payer)
RESPONSIBLE_SHARE: Final[int] = 3  #: how many times the whole amount
RESPONSIBLE_PLACE: Final[int] = 4  #: INSTEAD, BESIDES or HALF
RESPONSIBLE_ALL: Final[int] = 5  #: 1 when it covers what the others owe among themselves too
RESPONSIBLE_OWN: Final[int] = 6  #: 1 when the share is of what that seat itself owes
RESPONSIBLE_WAYS: Final[int] = 7
RESPONSIBLE_MASK: Final[int] = 7 + 5  #: bit f set for each face that fed-nth counts, 0 when any meld counts
RESPONSIBLE_A_CHOW: Final[int] = 7 + 6  #: with fed-nth: 1 when that meld has to be a chow, 0 when it must be none, -1 any
N_RESPONSIBLE: Final[int] = 7 + 7


@by_reference
class Setup(NamedTuple):
    """What the turned-up tile decides; 43 rows, one an indicator face and one for none."""

    faces: Ints  #: (4, 43, 42) F_WILD .. F_WORTH
    stand: Ints  #: (2 + n, 43) STANDS_IN, STANDS_FOR: the face that stands for another, and that other, or -1; WILD_FACES
    joker_faces: Ints  #: (n,) faces tried for a set or pair of wild tiles alone, -1 the printed one
    fifth_copy: int  #: 1 when a wild tile may stand for a fifth copy
    wild_pair_printed: int  #: 1 when a pair of wild tiles alone counts as its printed face
    extra_sets: Ints  #: (n, 3) faces of the sets of named honours, rising
    stand_in_free: int  #: 1 when a stand-in in a won hand may also be itself
    outside_printed: int  #: 1 when a wild tile outside the hand is a tile of its face

    # Names for Python; kernels take the rows, since every array of a tuple costs compile time wherever it is handed on.

    @property
    def wild(self) -> Ints:
        """(43, 42) 1 where the face is wild."""
        return np.asarray(self.faces[F_WILD], np.int64)

    @property
    def kong_tile(self) -> Ints:
        """(43, 42) 1 where a single tile is a kong."""
        return np.asarray(self.faces[F_KONG_TILE], np.int64)

    @property
    def not_for(self) -> Ints:
        """(43, 42) 1 where no wild tile may stand for the face."""
        return np.asarray(self.faces[F_NOT_FOR], np.int64)

    @property
    def stand_in(self) -> Ints:
        """(43,) the face that stands for `stand_for`, or -1."""
        return np.asarray(self.stand[STANDS_IN], np.int64)

    @property
    def stand_for(self) -> Ints:
        """(43,) the face it stands for, or -1."""
        return np.asarray(self.stand[STANDS_FOR], np.int64)


@by_reference
class Conditions(NamedTuple):
    """All conditions of the page in conjunctive form; condition 0 always holds.

    Condition `c` has the terms `first[c] .. first[c + 1]`, those of a clause next to each other; it holds when each
    clause has a term that holds.
    """

    first: Ints  #: (n + 1,)
    terms: Ints  #: (m, 5) TERM_CLAUSE .. TERM_OPERAND
    place: Ints  #: (n,) the place among MET of a condition that hangs on nothing but single facts of the winner, else -1
    asked: Ints  #: (k, 4) ASKED_FACT .. ASKED_AT: the facts that are looked at
    masks: Ints  #: (r, 4) by fact and value what is left of MAY and MET; the first row: what there is
    groups: Ints  #: (n_groups, 2) the pattern rows in each group, bits of two integers


@by_reference
class Shapes(NamedTuple):
    """The shapes that win, one row each."""

    rows: Ints  #: (n, SHAPE_WAYS + N_HOW)

    @property
    def kind(self) -> Ints:
        """(n,) the kinds; this and the others are for Python, kernels take the columns."""
        return np.asarray(self.rows[:, SHAPE_KIND], np.int64)

    @property
    def pair(self) -> Ints:
        """(n, 34) 1 for each face that the pair may show."""
        return np.asarray(self.rows[:, [SHAPE_PAIR]] >> np.arange(N_PLAIN) & 1, np.int64)

    @property
    def faces(self) -> Ints:
        """(n, 34) 1 for each face of an any-of hand."""
        return np.asarray(self.rows[:, [SHAPE_FACES]] >> np.arange(N_PLAIN) & 1, np.int64)

    @property
    def pungs_only(self) -> Ints:
        """(n,) 1 where no chow may be in the hand."""
        return np.asarray(self.rows[:, SHAPE_PUNGS_ONLY], np.int64)

    @property
    def one_suit(self) -> Ints:
        """(n,) 1 where all tiles are of one suit."""
        return np.asarray(self.rows[:, SHAPE_ONE_SUIT], np.int64)

    @property
    def fours(self) -> Ints:
        """(n,) 1 where four alike are two pairs."""
        return np.asarray(self.rows[:, SHAPE_FOURS], np.int64)

    @property
    def wilds_at_most(self) -> Ints:
        """(n,) wild tiles allowed in the hand, a large number when any."""
        return np.asarray(self.rows[:, SHAPE_WILDS], np.int64)


@by_reference
class Patterns(NamedTuple):
    """Pattern rows in the order of the page, and their prices."""

    rows: Ints  #: (n, N_PATTERN) PATTERN_WHEN ..
    into: Ints  #: (stages + 2, 2) by stage, OWED_APART, OWED: bit p set when row p has a price that goes there
    prices: Ints  #: (m, PRICE_VALUES + most values) PRICE_WHEN ..
    payers: int  #: the rows that are counted for payers and bring in what these owe lie from this one on ..
    payers_end: int  #: .. and before this one
    best: int  #: bit g set when of group g only the row worth most is kept


@by_reference
class Limits(NamedTuple):
    """Minimum, ladder of limits, and what becomes of a raw payment."""

    minimum: int
    minimum_who: int
    steps: Ints  #: (n, 6) STEP_AT .. STEP_PAYS
    round_to: int  #: what a payer owes, bonus apart, is rounded up to a multiple of it
    divide: int
    rounding: int
    bounded: int  #: nobody pays more than the points the player has


@by_reference
class Payment(NamedTuple):
    """Who pays, by the way of winning, and who is responsible."""

    mode: Ints  #: (N_HOW,)
    responsible: Ints  #: (n, N_RESPONSIBLE)
    first_only: int  #: 1 when the first cause that fits goes alone, 0 when all add up
    late_claim: int  #: 1 when who is claimed from within a chain pays what it gains after the claim
    prices: int  #: first row of prices that each payer owes besides the patterns'
    prices_end: int


class Play(NamedTuple):
    """What only play uses."""

    players: int
    hand: int
    tiles: Ints  #: (42,) copies of each face in the wall
    turns_indicator: int
    reserved: int  #: tiles never drawn, the indicator counted when it lies among them
    indicator_reserved: int  #: 1 when the indicator is one of the reserved tiles
    last_round: int  #: how many last draws are made without discard and kong
    chow: int  #: 1 from the left neighbour, 0 none
    kong_added: int
    kong_claimed: int
    kong_concealed: int
    single_kongs: int  #: 1 when a kong tile may be laid for a replacement
    kong_after_claim: int  #: 1 when a kong may follow a chow or pung in the same go
    wild_discard: int  #: 1 when wild tiles may be discarded
    wild_freezes: int  #: 1 when a wild discard bars chow, pung, claimed kong and discard wins for a round
    wild_owner_claims: int  #: 1 when its discarder may claim meanwhile, with a wild tile freed and discarded
    forfeit_wild: int  #: 1 when a wild tile discarded outside a chain forfeits the hand
    pass_pung: int  #: 1 when a passed pung is barred until the own turn
    pass_win: int
    claim_limit: int  #: 0 none; 1 no third claim binding two non-dealers; 2 no three chows between them; 3 nobody a third time
    claim_limit_from: int  #: from which hand in a row of the dealer
    honor_run: Ints  #: lengths of a run of honour discards that win, empty when none
    dealt_doubles: int  #: 0 off, 1 doubles, 2..12 a dice sum from which the first hand counts as `dealt_streak`
    dealt_streak: int
    stake: int  #: points each holds at the start, -1 no bound
    rob_added: int
    # what the later words say; see the schema
    per_kong: Ints  #: by kongs of four tiles made: how many tiles more stay undrawn for the next one, the last for all after
    concealed_kong_keeps: int  #: how many tiles more stay undrawn for a concealed kong besides
    flower_set_keeps: int  #: and for a complete set of four flowers
    replacement_reserved: int  #: 1 when a replacement may be one of the tiles that stay undrawn
    stakes: int  #: the highest stake that each may name after the deal, 0 where nobody does
    whole_stacks: int
    indicator_drawable: int
    indicator_ends: int  #: 1 when no tile behind the turned-up tile is drawn but for replacements
    flower_turned: int  #: a flower turned up: 0 is turned back, 1 goes to the dealer, 2 makes its group wild
    flower_rounds: int  #: 1 when dealt flowers are replaced round by round, 0 player by player
    wild_freezes_wins: int  #: with wild_freezes: 1 when discard wins are barred too
    most_kongs: int
    rob_concealed: int
    swap_ban: int  #: 0 none, 1 the same face, 2 the other end too, 3 the same face unless one tile is left
    reclaim_ban: int
    last_tile_offered: int
    last_claims: int  #: 1 when the last discard may be claimed for more than a win
    forced_honors: int  #: which single honours go first: 1 those that somebody discarded, 2 these, then all others
    pass_win_mode: int  #: 0 none, 1 same tile, 2 any tile, 3 unless worth more, 4 furiten
    paid_of_two: int  #: how many are paid when two declare a win on one tile, 0 when the hand is drawn then
    paid_of_three: int
    priority: int  #: condition on a winner before whom others who declare fall back; NEVER as in `abort`
    unpaid_refused: int  #: 1 when a record that shows more winners than are paid is not legal
    declare: int  #: 1 when ready may be declared
    declare_needs: int  #: condition
    declare_lays: int
    declare_draws: int
    declare_points: int
    declare_dealt: int
    declare_concealed_kong: int  #: 0 none, 1 when the waits stay, 2 any
    declare_added_kong: int
    declare_opens: int  #: 1 when the others see the hand of one who declared, 2 when they see what it waits for
    east_by_dice: int
    abort: int  #: condition under which the hand is drawn at once; condition 1 never holds
    stays: int  #: condition on the dealer to stay dealer
    washes: int  #: condition on the dealer under which a hand that was won counts among the drawn ones; NEVER as in `abort`
    bonus_next: Ints  #: (42,) the face that an indicator makes a bonus, -1 none; empty when there are no bonus tiles
    bonus_turned: int
    bonus_per_kong: int
    bonus_under_per_kong: int
    red_fives: int  #: bit for each suit that has one
    laid_aside: int  #: bit for each face that is laid out and replaced as flowers are
    pung_of_three: int  #: 1 when of three alike two may be laid as a pung
    declare_before_others: int  #: 1 when who declared first is who did so before anybody else, not with the first discard
    declare_claimed_kong: int  #: 1 when who declared may claim a kong that leaves the waits as they are
    buys: int  #: 1 when each may buy before a dealer's first hand
    raises: int  #: the stage by which others may raise after a dealer's win, -1 none
    chain_kept: int  #: 1 when wild tiles discarded in turns running count whenever that was
    per_wild_row: Ints  #: how many tiles more stay undrawn once a player has discarded 1, 2 .. wild tiles in turns running
    dice_tiles: int  #: so many tiles are drawn by dice for a kong, which binds the hand; 0 where no dice are thrown
    replacement_last: int  #: 1 when the last tile may be one drawn for a kong
    birds: int  #: tiles turned up after a win, each of which falls on a seat
    several_dealt: int  #: 1 when all win whose dealt hands win whatever their shape
    next_drawn: int  #: 1 when after a drawn hand who took the last tile deals
    first_ready: int  #: 1 when a first turn is any win of who was ready as dealt, nothing claimed and no kong made


#: the whole numbers of `Play` in the order of `Page.terms`
TERM_NAMES: Final[tuple[str, ...]] = tuple(name for name, kind in Play.__annotations__.items() if kind is int)
TERM_PLAYERS: Final[int] = TERM_NAMES.index("players")
TERM_LAYS: Final[int] = TERM_NAMES.index("declare_lays")
TERM_NEEDS: Final[int] = TERM_NAMES.index("declare_needs")
TERM_ABORT: Final[int] = TERM_NAMES.index("abort")
TERM_WASHES: Final[int] = TERM_NAMES.index("washes")
TERM_STAYS: Final[int] = TERM_NAMES.index("stays")
TERM_PRIORITY: Final[int] = TERM_NAMES.index("priority")
TERM_RAISES: Final[int] = TERM_NAMES.index("raises")


@by_reference
class Page(NamedTuple):
    """One rule set, packed."""

    setup: Setup
    conditions: Conditions
    shapes: Shapes
    patterns: Patterns
    requirements: Ints  #: (n, REQUIRE_WAYS + N_HOW)
    limits: Limits
    payment: Payment
    terms: Ints  #: (len(TERM_NAMES),) the whole numbers of `Play`
    tiles: Ints  #: (42,) copies of each face in the wall
    bonus_next: Ints  #: see `Play`, which Python reads as `Page.play`
    honor_run: Ints
    per_kong: Ints
    per_wild_row: Ints
    sets: int  #: sets of a standard hand, 4 or 5
    reads_any_tile: int  #: 1 when some condition reads any-tile-wait
    reads_ready: int  #: 1 when some condition reads a payer's readiness
    own_facts: Ints  #: (n, 6) the page's own columns, stages apart, by kind: members of one family lie together, sums behind all
    own_sums: int  #: the first of them that is a sum
    own_of_all: int  #: 1 when those of people who did not win are read too
    stages: Ints  #: (n, 7) STAGE_EVERYONE ..; stage s is column N_FACTS + s
    sides: Ints  #: (n, N_SIDE)
    compare: Ints  #: (6,)
    reads_place: int  #: 1 when it matters which tile of a reading is the winning tile
    reads_waits: int  #: 1 when some condition reads wait-faces or waits-two-sided
    reads_furiten: int
    reads_combinations: int  #: 1 when some condition or price reads how chows and pungs stand together
    reads_distance: int  #: 1 when some condition reads distance, which who fills the seats has to find
    reads_shape_ready: int
    reads: int  #: a bit for each fact that costs time and is read: READS_LONE_WILD ..
    reads_of_all: int  #: the same of those that are read of people who did not win
    any_tiles_last: int  #: 1 when a hand wins whatever its shape only where it wins in no other way
    account_once: int  #: 1 when each set is combined only once with those already combined
    robbed_concealed: int  #: 1 when a pung completed by robbing a kong is concealed

    @property
    def play(self) -> Play:
        """What only play uses, by name; for Python."""
        numbers = {name: int(number) for name, number in zip(TERM_NAMES, self.terms, strict=True)}
        return Play(
            tiles=self.tiles, bonus_next=self.bonus_next, honor_run=self.honor_run, per_kong=self.per_kong,
            per_wild_row=self.per_wild_row, **numbers
        )  # fmt: skip
