"""What a rule page becomes for the kernels: arrays and integers, grouped by use.

Everything that depends on the turned-up tile is laid out in one row per indicator, so that no
kernel computes with the names of wild tiles: row `f` of `Setup` holds for indicator face `f`,
row `NO_INDICATOR` for a page whose wild tiles are fixed or that has none.

All arrays are int64 (one dtype, one compiled version for every rule set).
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

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

# ---- kinds of shapes
SHAPE_STANDARD: Final[int] = 0
SHAPE_PAIRS: Final[int] = 1
SHAPE_ANY_OF: Final[int] = 2
SHAPE_DISCARDS: Final[int] = 3

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

SOURCE_OWN: Final[int] = 0  #: a fact of the person the row is counted for
SOURCE_WINNER: Final[int] = 1
SOURCE_PAYER: Final[int] = 2
SOURCE_GROUP: Final[int] = 3  #: how many patterns of a group the winner's hand counts
SOURCE_PATTERN: Final[int] = 4  #: whether the winner's hand counts this pattern

# ---- whom a pattern is counted for
FOR_WINNER: Final[int] = 1
FOR_PAYER: Final[int] = 2
FOR_BOTH: Final[int] = 3

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

# ---- what winners and payers owe when a responsible player steps in
INSTEAD: Final[int] = 0  #: the responsible pay, the others nothing
BESIDES: Final[int] = 1  #: the responsible pay besides what is paid anyway

# ---- forms of rounding
ROUND_HALF_EVEN: Final[int] = 0
ROUND_UP: Final[int] = 1
ROUND_DOWN: Final[int] = 2

# ---- minimum: who has to pay at least so much
MINIMUM_EVERY: Final[int] = 0
MINIMUM_ANY: Final[int] = 1


# The kernels take the page apart over and over, and every array that is handed on costs compile time in each
# function; so what belongs together stands in one array, its columns named here.

# ---- columns of `Conditions.terms`
TERM_CLAUSE: Final[int] = 0
TERM_SOURCE: Final[int] = 1
TERM_INDEX: Final[int] = 2
TERM_OP: Final[int] = 3
TERM_OPERAND: Final[int] = 4

# ---- columns of `Patterns.rows`
PATTERN_WHEN: Final[int] = 0
PATTERN_FOR: Final[int] = 1
PATTERN_GROUPS: Final[int] = 2  #: bit g set when the row belongs to group g
PATTERN_PRICES: Final[int] = 3  #: its first row of prices
PATTERN_PRICES_END: Final[int] = 4

# ---- columns of `Patterns.prices`
PRICE_WHEN: Final[int] = 0
PRICE_CHANNEL: Final[int] = 1
PRICE_PER: Final[int] = 2  #: fact that multiplies the price (with TIMES: how many times over), or -1
PRICE_BY: Final[int] = 3  #: fact that chooses the value, 1 the first; N_FACTS and more: a group's count; or -1
PRICE_N: Final[int] = 4  #: how many values there are
PRICE_VALUES: Final[int] = 5  #: the first of them

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
RESPONSIBLE_PLACE: Final[int] = 4  #: INSTEAD or BESIDES
RESPONSIBLE_WAYS: Final[int] = 5


class Setup(NamedTuple):
    """What the turned-up tile decides; 43 rows, one an indicator face and one for none."""

    wild: Ints  #: (43, 42) 1 where the face is wild
    stand_in: Ints  #: (43,) the face that always stands for `stand_for`, or -1
    stand_for: Ints  #: (43,) the face it stands for, or -1
    kong_tile: Ints  #: (43, 42) 1 where a single tile is a kong (wild tiles included where they are)
    not_for: Ints  #: (43, 42) 1 where no wild tile may stand for the face
    joker_faces: Ints  #: (n,) faces tried for a set or pair of wild tiles alone, -1 the printed one
    fifth_copy: int  #: 1 when a wild tile may stand for a fifth copy
    wild_pair_printed: int  #: 1 when a pair of wild tiles alone counts as its printed face


class Conditions(NamedTuple):
    """All conditions of the page in conjunctive form; condition 0 always holds.

    Condition `c` has the terms `first[c] .. first[c + 1]`, those of a clause next to each other; it holds when each
    clause has a term that holds.
    """

    first: Ints  #: (n + 1,)
    terms: Ints  #: (m, 5) TERM_CLAUSE .. TERM_OPERAND


class Shapes(NamedTuple):
    """The shapes that win, one row each."""

    kind: Ints
    pair: Ints  #: (n, 34) faces the pair may show
    faces: Ints  #: (n, 34) faces of an any-of hand
    pungs_only: Ints
    one_suit: Ints
    length: Ints  #: of a run of discards, 0 otherwise
    fours: Ints  #: 1 when four alike are two pairs
    wilds_at_most: Ints  #: wild tiles allowed in the hand, a large number when any
    unless: Ints  #: condition that lifts `wilds_at_most`


class Patterns(NamedTuple):
    """Pattern rows in the order of the page, and their prices."""

    rows: Ints  #: (n, 5) PATTERN_WHEN .. PATTERN_PRICES_END
    excludes: Ints  #: (n, n) 1 where row counts out column
    prices: Ints  #: (m, PRICE_VALUES + most values) PRICE_WHEN ..
    n_groups: int


class Limits(NamedTuple):
    """Minimum, ladder of limits, and what becomes of a raw payment."""

    minimum: int
    minimum_who: int
    steps: Ints  #: (n, 6) STEP_AT .. STEP_PAYS
    divide: int
    rounding: int
    bounded: int  #: nobody pays more than the points the player has


class Payment(NamedTuple):
    """Who pays, by the way of winning, and who is responsible."""

    mode: Ints  #: (N_HOW,)
    responsible: Ints  #: (n, RESPONSIBLE_WAYS + N_HOW)
    first_only: int  #: 1 when the first cause that fits goes alone, 0 when all add up
    late_claim: int  #: 1 when who is claimed from within a chain pays what it gains after the claim


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


class Page(NamedTuple):
    """One rule set, packed."""

    setup: Setup
    conditions: Conditions
    shapes: Shapes
    patterns: Patterns
    requirements: Ints  #: (n, REQUIRE_WAYS + N_HOW)
    limits: Limits
    payment: Payment
    play: Play
    sets: int  #: sets of a standard hand, 4 or 5
    reads_any_tile: int  #: 1 when some condition reads any-tile-wait
    reads_ready: int  #: 1 when some condition reads a payer's readiness
