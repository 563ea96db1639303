"""One reading of a win weighed: does it fit the page's shapes and requirements, and who pays what for it."""

from typing import Final

from mjstats.kernel.columns import (
    CHOWS,
    FIRST_PERSON,
    FIRST_READING,
    HONOR_DISCARDS,
    KONGS_IN_A_ROW,
    ONE_SUIT,
    WILD_CHAIN,
    WILDS_HELD,
)
from mjstats.kernel.conditions import holds
from mjstats.kernel.facts_reading import pair_face, pair_printed, reading_facts
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import (
    CHOW,
    N_PLAIN,
    REQUIRE_WAYS,
    REQUIRE_WHEN,
    SHAPE_ANY_OF,
    SHAPE_DISCARDS,
    SHAPE_STANDARD,
    Ints,
    Page,
    Shapes,
)
from mjstats.kernel.price import count_patterns, owed
from mjstats.kernel.readings import PAIR, READ_FIRST, READ_ITEMS, READ_JOKERS, READ_KIND
from mjstats.kernel.settle import apply_limits, pay_out, reaches_minimum, share_out, step_in
from mjstats.kernel.state import ROUND_SETUP, WIN_BY, WIN_HOW, WIN_LATE_CHAIN, WIN_LATE_FROM, WIN_LATE_KONGS, Seats, copy_into
from mjstats.kernel.verdict import DUE, EARLY, MELDED, NATURAL, TRIAL_NET, TRIAL_PAY, TRIAL_RAW, USED, WILD, Verdict

# Why a win is not legal; of several readings the one that came farthest tells.
LEGAL: Final[int] = 0
NO_SHAPE: Final[int] = 1
NO_PAIR: Final[int] = 2
TOO_WILD: Final[int] = 3
NO_MINIMUM: Final[int] = 4
TOO_MANY_READINGS: Final[int] = 5  #: no verdict: the hand has more readings than there is room for
REQUIREMENT: Final[int] = 100  #: and the number of the requirement's row


@leaf
def _is_shape(shapes: Shapes, s: int, reading: Ints, winner: Ints, tiles: Ints) -> bool:
    """Whether a reading of the right kind is of the make that row `s` asks for, pair and wild tiles apart."""
    if shapes.pungs_only[s] == 1 and winner[CHOWS] > 0:
        return False
    if shapes.one_suit[s] == 1 and winner[ONE_SUIT] == 0:
        return False
    if reading[READ_KIND] == SHAPE_ANY_OF:
        jokers = reading[READ_JOKERS]
        for face in range(N_PLAIN):
            if shapes.faces[s, face] == 0:
                if tiles[NATURAL, face] + tiles[MELDED, face] > 0:
                    return False
                jokers -= tiles[WILD, face]
        return bool(jokers >= 0)
    if reading[READ_KIND] == SHAPE_DISCARDS:
        return bool(winner[HONOR_DISCARDS] >= shapes.length[s])
    return True


@leaf
def _shape_stage(page: Page, row: int, reading: Ints, v: Verdict) -> int:
    """LEGAL when the reading fits a row of the page's shapes, else the farthest stage that a row is met to."""
    shapes = page.shapes
    kind = reading[READ_KIND]
    winner = v.winner
    pair = pair_face(reading)
    printed = pair_printed(page.setup, row, reading)
    stage = NO_SHAPE
    for s in range(len(shapes.kind)):
        if shapes.kind[s] != kind or not _is_shape(shapes, s, reading, winner, v.tiles):
            continue
        if kind == SHAPE_STANDARD and (shapes.pair[s, pair] == 0 or shapes.pair[s, printed] == 0):
            stage = max(stage, NO_PAIR)
        elif winner[WILDS_HELD] > shapes.wilds_at_most[s] and not holds(
            page.conditions, shapes.unless[s], winner, winner, winner, v.groups, v.held
        ):
            stage = max(stage, TOO_WILD)
        else:
            return LEGAL
    return stage


@leaf
def _too_many_copies(copies: Ints, reading: Ints, tiles: Ints) -> bool:
    """Whether the reading holds more of a face than its `copies` (42,); not asked where a wild tile may stand for a fifth."""
    used = tiles[USED]
    for face in range(N_PLAIN):
        used[face] = tiles[MELDED, face]
    for i in range(reading[READ_ITEMS]):
        at = READ_FIRST + 3 * i
        face = reading[at + 1]
        if face < 0:
            continue
        if reading[at] == CHOW:
            for step in range(3):
                used[face + step] += 1
        else:
            used[face] += 2 if reading[at] == PAIR else 3
    for face in range(N_PLAIN):
        if used[face] > copies[face]:
            return True
    return False


@leaf
def _early_pay(page: Page, by: int, win: Ints, v: Verdict) -> None:
    """Fill `EARLY` with what each would owe for the chain as it was before the claim within it."""
    chain = v.winner[WILD_CHAIN]
    kongs = v.winner[KONGS_IN_A_ROW]
    v.winner[WILD_CHAIN] = win[WIN_LATE_CHAIN]
    v.winner[KONGS_IN_A_ROW] = win[WIN_LATE_KONGS]
    count_patterns(page.conditions, page.patterns, v.winner, v.groups, v.held)
    _owe(page, by, v, DUE)
    v.money[EARLY] = 0
    apply_limits(page.conditions, page.limits, by, v.money[DUE], v.people, v.groups, v.held, v.money[EARLY])
    v.winner[WILD_CHAIN] = chain
    v.winner[KONGS_IN_A_ROW] = kongs
    count_patterns(page.conditions, page.patterns, v.winner, v.groups, v.held)


@leaf
def _owe(page: Page, by: int, v: Verdict, into: int) -> None:
    """Fill the row `into` of the money with what each seat owes before limits."""
    for seat in range(len(v.net)):
        v.money[into, seat] = 0
        if seat != by:
            v.money[into, seat] = owed(
                page.conditions, page.patterns, v.winner, v.people[seat], v.groups, v.held, v.ledger
            )  # fmt: skip


@leaf
def weigh(page: Page, seats: Seats, win: Ints, reading: Ints, v: Verdict, ask_minimum: bool) -> int:
    """Weigh one reading: LEGAL and the trial rows of the money filled, or the reason why it does not win.

    The verdict's facts and tiles have been filled by `read_all`.
    """
    row = seats.round[ROUND_SETUP]
    by = win[WIN_BY]
    copy_into(v.winner, v.people[by])
    reading_facts(page.setup, row, reading, v.tiles[NATURAL], v.tiles[WILD], seats.melds[by], seats.n_melds[by], v.winner)
    count_patterns(page.conditions, page.patterns, v.winner, v.groups, v.held)
    stage = _shape_stage(page, row, reading, v)
    if stage == LEGAL and page.setup.fifth_copy == 0 and _too_many_copies(page.play.tiles, reading, v.tiles):
        stage = NO_SHAPE
    if stage != LEGAL:
        return stage
    for r in range(len(page.requirements)):
        if page.requirements[r, REQUIRE_WAYS + win[WIN_HOW]] == 1 and not holds(
            page.conditions, page.requirements[r, REQUIRE_WHEN], v.winner, v.winner, v.winner, v.groups, v.held
        ):
            return REQUIREMENT + r
    for column in range(FIRST_READING, FIRST_PERSON):
        v.people[by, column] = v.winner[column]
    _owe(page, by, v, TRIAL_RAW)
    if ask_minimum and not reaches_minimum(page.limits, by, v.money[TRIAL_RAW]):
        return NO_MINIMUM
    v.money[TRIAL_PAY] = 0
    apply_limits(page.conditions, page.limits, by, v.money[TRIAL_RAW], v.people, v.groups, v.held, v.money[TRIAL_PAY])
    late_from = win[WIN_LATE_FROM] if page.payment.late_claim == 1 else -1
    if late_from >= 0:
        _early_pay(page, by, win, v)
    total = share_out(page.payment, win, v.money[TRIAL_PAY], v.money[EARLY], late_from, v.money[DUE])
    step_in(page.conditions, page.payment, seats, win, total, v.people, v.groups, v.held, v.money[DUE])
    pay_out(page.limits.bounded, seats.points, by, v.money[DUE], v.money[TRIAL_NET])
    return LEGAL
