"""One reading of a win weighed: does it fit the page's shapes and requirements, and who pays what for it."""

from typing import Final

from mjstats.kernel.columns import (
    CHOWS,
    DEALER_BETWEEN,
    HONOR_DISCARDS,
    KONGS_IN_A_ROW,
    ONE_SUIT,
    WILD_CHAIN,
    WILDS_HELD,
)
from mjstats.kernel.conditions import winner_meets
from mjstats.kernel.facts_own import own_facts
from mjstats.kernel.facts_reading import hog_facts, pair_face, pair_printed, reading_facts, show_tiles
from mjstats.kernel.items import held_items, reading_items
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import (
    BONUS,
    HOW_DISCARD,
    HOW_HAND,
    N_PLAIN,
    OWED,
    OWED_APART,
    PAY_ONE,
    READS_HOG_KINDS,
    REQUIRE_WAYS,
    REQUIRE_WHEN,
    SHAPE_ANY_OF,
    SHAPE_ANY_TILES,
    SHAPE_DISCARDS,
    SHAPE_FACES,
    SHAPE_KIND,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_LENGTH,
    SHAPE_ONE_SUIT,
    SHAPE_PAIR,
    SHAPE_PUNGS_ONLY,
    SHAPE_STANDARD,
    SHAPE_UNLESS,
    SHAPE_WAYS,
    SHAPE_WHEN,
    SHAPE_WILDS,
    Ints,
    Page,
    Shapes,
)
from mjstats.kernel.price import (
    between,
    clear_ledger,
    copy_ledger,
    count_patterns,
    enter_payers_own,
    paste_held,
    reckon_stages,
    total,
)
from mjstats.kernel.readings import READ_JOKERS, READ_KIND, ROOM_STATE, SEEN, WINNER
from mjstats.kernel.seen import was_seen
from mjstats.kernel.settle import apply_limits, pay_out, reaches_minimum, share_out, step_in
from mjstats.kernel.state import (
    ROUND_SETUP,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_LATE_CHAIN,
    WIN_LATE_FROM,
    WIN_LATE_KONGS,
    WIN_TILE,
    Seats,
    face_read,
)
from mjstats.kernel.verdict import (
    ALIKE,
    BITS,
    DUE,
    EARLY,
    EXTRA,
    LEDGER,
    MELDED,
    MET,
    NATURAL,
    SHOWN,
    TRIAL_NET,
    TRIAL_PAY,
    TRIAL_RAW,
    WILD,
    Verdict,
)

# Why a win is not legal; of several readings the one that came farthest tells.
LEGAL: Final[int] = 0
NO_SHAPE: Final[int] = 1
NO_PAIR: Final[int] = 2
TOO_WILD: Final[int] = 3
NO_MINIMUM: Final[int] = 4
WEIGHED: Final[int] = -1  #: no reason, and no win by itself: the reading comes to what another did
TOO_MANY_READINGS: Final[int] = 5  #: no verdict: the hand has more readings than there is room for
REQUIREMENT: Final[int] = 100  #: and the number of the requirement's row
# ---- what is known of a reading that is to be weighed
NEW: Final[int] = 0
MOVED: Final[int] = 1  #: it was weighed last, with the winning tile at another place
COUNTED: Final[int] = 2  #: it was weighed last, and wins: what it tells stands, only what a payer owes may be other than it was


@small_leaf
def _is_shape(shapes: Shapes, s: int, reading: Ints, winner: Ints, tiles: Ints) -> bool:
    """Whether a reading of the right kind is of the make that row `s` asks for, pair and wild tiles apart."""
    rows = shapes.rows
    if rows[s, SHAPE_PUNGS_ONLY] == 1 and winner[CHOWS] > 0:
        return False
    if rows[s, SHAPE_ONE_SUIT] == 1 and winner[ONE_SUIT] == 0:
        return False
    if reading[READ_KIND] == SHAPE_ANY_OF:
        jokers = reading[READ_JOKERS]
        for face in range(N_PLAIN):
            if rows[s, SHAPE_FACES] >> face & 1 == 0:
                if tiles[NATURAL, face] + tiles[MELDED, face] > 0:
                    return False
                jokers -= tiles[WILD, face]
        return bool(jokers >= 0)
    if reading[READ_KIND] == SHAPE_DISCARDS:
        return bool(winner[HONOR_DISCARDS] >= rows[s, SHAPE_LENGTH])
    return True


@small_leaf
def _may_show(faces: int, pair: int, printed: int) -> bool:
    """Whether a pair, by the face it stands for and by what is printed on it, is one of some faces (a bit each)."""
    return pair >= 0 and printed >= 0 and faces >> pair & faces >> printed & 1 == 1


@small_leaf
def _shape_stage(page: Page, row: int, by: int, how: int, reading: Ints, v: Verdict) -> int:
    """LEGAL when the reading fits a row of the page's shapes, else the farthest stage that a row is met to."""
    bits = v.sums[BITS]
    shapes = page.shapes
    rows = shapes.rows
    kind = reading[READ_KIND]
    winner = v.people[by]
    pair = pair_face(reading)
    printed = pair_printed(page.setup, row, reading)
    stage = NO_SHAPE
    for s in range(len(rows)):
        if rows[s, SHAPE_KIND] != kind or rows[s, SHAPE_WAYS + how] == 0 or not _is_shape(shapes, s, reading, winner, v.tiles):
            continue
        if not winner_meets(page.conditions, rows[s, SHAPE_WHEN], winner, winner, bits):
            continue
        paired = kind == SHAPE_STANDARD or kind == SHAPE_KNITTED_STRAIGHT
        if paired and not _may_show(rows[s, SHAPE_PAIR], pair, printed):
            stage = max(stage, NO_PAIR)
        elif winner[WILDS_HELD] > rows[s, SHAPE_WILDS] and not winner_meets(
            page.conditions, rows[s, SHAPE_UNLESS], winner, winner, bits
        ):
            stage = max(stage, TOO_WILD)
        else:
            return LEGAL
    return stage


@small_leaf
def _too_many_copies(copies: Ints, shown: Ints) -> bool:
    """Whether the reading holds more of a face than its `copies` (42,); not asked where a wild tile may stand for a fifth."""
    over = 0
    for face in range(N_PLAIN):
        over |= copies[face] - shown[face]
    return bool(over < 0)


@small_leaf
def _aside(page: Page, row: int, reading: Ints, too_many: bool) -> int:
    """What weighing looks at besides facts: the kind of shape, which rows of shapes the pair fits, copies too many."""
    pair = pair_face(reading)
    printed = pair_printed(page.setup, row, reading)
    fits = 0
    for s in range(len(page.shapes.rows)):
        fits |= 1 << s if _may_show(page.shapes.rows[s, SHAPE_PAIR], pair, printed) else 0
    return int(fits << 4 | reading[READ_KIND]) << 1 | (1 if too_many else 0)


@leaf
def _early_pay(page: Page, by: int, win: Ints, v: Verdict) -> None:
    """Fill `EARLY` with what each would owe for the chain as it was before the claim within it."""
    winner = v.people[by]
    bits = v.sums[BITS]
    ledger = v.sums[LEDGER]
    chain = winner[WILD_CHAIN]
    kongs = winner[KONGS_IN_A_ROW]
    winner[WILD_CHAIN] = win[WIN_LATE_CHAIN]
    winner[KONGS_IN_A_ROW] = win[WIN_LATE_KONGS]
    count_patterns(page.conditions, page.patterns, winner, bits, ledger)
    _owe(page, win, v, DUE)
    apply_limits(page.conditions, page.limits, by, v.money[DUE], v.people, bits, v.money[EARLY])
    winner[WILD_CHAIN] = chain
    winner[KONGS_IN_A_ROW] = kongs
    count_patterns(page.conditions, page.patterns, winner, bits, ledger)


@open_leaf
def pays_alone(page: Page, win: Ints) -> bool:
    """Whether the one who gave the tile pays alone and no limit looks at what the others would owe: they are not asked then."""
    how = HOW_DISCARD if win[WIN_HOW] == HOW_HAND else win[WIN_HOW]
    unlimited = len(page.limits.steps) == 0 and page.limits.minimum == 0
    return bool(win[WIN_FROM] >= 0 and page.payment.mode[how] == PAY_ONE and unlimited)


@leaf
def _enter_held(page: Page, by: int, seat: int, into: int, v: Verdict) -> None:
    """Enter that part of what `seat` owes which the winner's patterns bring, and what is owed besides: OWED or OWED_APART."""
    paste_held(
        page.conditions, page.patterns, page.payment.prices, page.payment.prices_end, into, v.people[by], v.people[seat],
        v.sums[BITS], v.sums[LEDGER],
    )  # fmt: skip


@leaf
def _owe(page: Page, win: Ints, v: Verdict, into: int) -> None:
    """Fill the row `into` of the money with what each seat owes before limits, and the row EXTRA with the bonus in it."""
    by = win[WIN_BY]
    winner = v.people[by]
    source = win[WIN_FROM]
    alone = pays_alone(page, win)
    patterns = page.patterns
    ledger = v.sums[LEDGER]
    clear_ledger(ledger)
    _enter_held(page, by, by, OWED, v)
    copy_ledger(ledger, v.sums[ALIKE])
    for seat in range(v.money.shape[1]):
        amount = 0
        extra = 0
        if seat != by and (seat == source or not alone):
            payer = v.people[seat]
            copy_ledger(v.sums[ALIKE], ledger)
            between(winner, payer)
            _enter_held(page, by, seat, OWED_APART, v)
            if patterns.payers < patterns.payers_end:
                enter_payers_own(page.conditions, patterns, winner, payer, v.sums[BITS], ledger)
            amount = total(ledger, page.limits.round_to)
            extra = ledger[BONUS]
        v.money[into, seat] = amount
        v.money[EXTRA, seat] = extra


@small_leaf
def tell_reading(page: Page, seats: Seats, win: Ints, reading: Ints, v: Verdict, moved: bool) -> None:
    """Fill the winner's facts under a reading, the page's own columns included; `moved`: see `reading_facts`."""
    row = seats.round[ROUND_SETUP]
    by = win[WIN_BY]
    winner = v.people[by]
    setup = page.setup
    melds = seats.n_melds[by]
    v.readings.room[ROOM_STATE, WINNER] = by
    winner[DEALER_BETWEEN] = 0  # that of the payer looked at last
    if reading[READ_KIND] == SHAPE_ANY_TILES:
        n = held_items(seats, by, v.tiles[NATURAL], v.items)
    else:
        n = reading_items(seats, by, reading, win[WIN_HOW], page.robbed_concealed, v.items)
    faces = show_tiles(setup, reading, v.tiles[NATURAL], v.tiles[WILD], v.items, n, melds, v.tiles[SHOWN], v.faces[MET])
    reading_facts(page, row, moved, reading, v.tiles[NATURAL], win[WIN_TILE], v.items, n, melds, faces, winner)
    if page.reads & READS_HOG_KINDS != 0:
        tile = win[WIN_TILE]
        hog_facts(v.items, melds, v.tiles[SHOWN], face_read(setup, row, tile) if tile >= 0 else -1, winner)
    own_facts(page, seats, win, by, n, faces, v)


@small_leaf
def _count_reading(page: Page, seats: Seats, win: Ints, reading: Ints, v: Verdict, moved: bool) -> int:
    """Fill all that the winner's reading tells by itself: facts, patterns, stages; LEGAL, or why it does not win."""
    by = win[WIN_BY]
    winner = v.people[by]
    bits = v.sums[BITS]
    row = seats.round[ROUND_SETUP]
    tell_reading(page, seats, win, reading, v, moved)
    too_many = page.setup.fifth_copy == 0 and _too_many_copies(page.tiles, v.tiles[SHOWN])
    if v.readings.room[ROOM_STATE, SEEN] >= 0 and was_seen(winner, len(page.stages), _aside(page, row, reading, too_many), v):
        return WEIGHED
    count_patterns(page.conditions, page.patterns, winner, bits, v.sums[LEDGER])
    stage = _shape_stage(page, row, by, win[WIN_HOW], reading, v)
    if stage == LEGAL and too_many:
        stage = NO_SHAPE
    if stage != LEGAL:
        return stage
    reckon_stages(page, winner, bits, v.sums[LEDGER])
    for r in range(len(page.requirements)):
        if page.requirements[r, REQUIRE_WAYS + win[WIN_HOW]] == 1 and not winner_meets(
            page.conditions, page.requirements[r, REQUIRE_WHEN], winner, winner, bits
        ):
            return REQUIREMENT + r
    return LEGAL


@open_leaf
def weigh(page: Page, seats: Seats, win: Ints, reading: Ints, v: Verdict, ask_minimum: bool, known: int) -> int:
    """Weigh one reading: LEGAL and the trial rows of the money filled, or the reason why it does not win.

    The verdict's facts and tiles have been filled by `read_all`. Where readings are remembered, one that tells the same facts as
    one before is WEIGHED: it comes to the same. What is `known` of it spares work: NEW, MOVED or COUNTED.
    """
    if known != COUNTED:
        code = _count_reading(page, seats, win, reading, v, known == MOVED)
        if code != LEGAL:
            return code
    by = win[WIN_BY]
    bits = v.sums[BITS]
    _owe(page, win, v, TRIAL_RAW)
    if ask_minimum and not reaches_minimum(page.limits, by, v.money[TRIAL_RAW]):
        return NO_MINIMUM
    apply_limits(page.conditions, page.limits, by, v.money[TRIAL_RAW], v.people, bits, v.money[TRIAL_PAY])
    late_from = win[WIN_LATE_FROM] if page.payment.late_claim == 1 else -1
    if late_from >= 0:
        _early_pay(page, by, win, v)
    total = share_out(page.payment, win, v.money[TRIAL_PAY], v.money[EARLY], late_from, v.money[DUE])
    if len(page.payment.responsible) > 0:
        pay = v.money[TRIAL_PAY]
        step_in(
            page.conditions, page.payment, seats, win, total, v.people, bits, pay, v.money[EXTRA], v.money[DUE]
        )  # fmt: skip
    pay_out(page.limits.bounded, seats.marks, by, v.money[DUE], v.money[TRIAL_NET])
    return LEGAL
