"""Patterns of a reading, and what each payer owes for them before limits."""

from typing import Final

from mjstats.kernel.columns import DEALER, DEALER_BETWEEN, N_FACTS
from mjstats.kernel.conditions import holds, is_held, is_met, look_at, number_in_group, winner_meets
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import (
    ADD,
    BONUS,
    DOUBLE,
    FOR_BOTH,
    FOR_EVERYONE,
    FOR_PAYER,
    HELD,
    MAY,
    OWED,
    OWED_APART,
    PATTERN_BITS,
    PATTERN_EXCLUDED,
    PATTERN_EXCLUDES,
    PATTERN_FOR,
    PATTERN_PRICES,
    PATTERN_PRICES_END,
    PATTERN_SURE,
    PATTERN_WHEN,
    PRICE_AT_MOST,
    PRICE_BY,
    PRICE_CHANNEL,
    PRICE_DOUBLED,
    PRICE_FIRST,
    PRICE_INTO,
    PRICE_N,
    PRICE_PER,
    PRICE_VALUES,
    PRICE_WHEN,
    STAGE_DIVIDE,
    STAGE_EVERYONE,
    STAGE_LEAST,
    STAGE_MOST,
    STAGE_PRICES,
    STAGE_PRICES_END,
    STAGE_ROUND,
    TIMES,
    Conditions,
    Ints,
    Page,
    Patterns,
)
from mjstats.kernel.suits import count_bits

#: in place of a stage: any price at all
ANY_LEDGER: Final[int] = -3


@small_leaf
def lowest(bits: int) -> int:
    """The place of the lowest bit that is set."""
    return count_bits((bits & -bits) - 1)


@open_leaf
def count_patterns(conditions: Conditions, patterns: Patterns, winner: Ints, bits: Ints, ledger: Ints) -> None:
    """Fill `bits` (HELD ..) with the patterns that the winner's facts count, and with the conditions that they meet.

    Rows are tried in the order of the page: a condition may ask for what earlier rows counted, and a
    row counts out the rows that it excludes, earlier or later.
    """
    look_at(conditions, winner, bits)
    bits[HELD] = 0
    bits[HELD + 1] = 0
    rows = patterns.rows
    for word in range(2):
        may = bits[MAY + word]
        while may != 0:
            p = PATTERN_BITS * word + lowest(may)
            bit = may & -may
            may ^= bit
            if rows[p, PATTERN_SURE] == 0 and not holds(conditions, rows[p, PATTERN_WHEN], winner, winner, winner, bits):
                continue
            out_low = bits[HELD] & rows[p, PATTERN_EXCLUDED]
            out_high = bits[HELD + 1] & rows[p, PATTERN_EXCLUDED + 1]
            bits[HELD] &= out_low | ~rows[p, PATTERN_EXCLUDES]
            bits[HELD + 1] &= out_high | ~rows[p, PATTERN_EXCLUDES + 1]
            if out_low == 0 and out_high == 0:
                bits[HELD + word] |= bit
    for g in range(len(conditions.groups)):
        if patterns.best >> g & 1 == 1 and number_in_group(conditions, g, bits) > 1:
            _keep_best(conditions, patterns, g, winner, bits, ledger)


@leaf
def _keep_best(conditions: Conditions, patterns: Patterns, g: int, winner: Ints, bits: Ints, ledger: Ints) -> None:
    """Of the patterns of group `g` that are held leave only the one worth most, the first of equals."""
    best = -1
    most = 0
    for p in range(len(patterns.rows)):
        word = p // PATTERN_BITS
        if bits[HELD + word] & conditions.groups[g, word] & 1 << p % PATTERN_BITS == 0:
            continue
        clear_ledger(ledger)
        first = patterns.rows[p, PATTERN_PRICES]
        end = patterns.rows[p, PATTERN_PRICES_END]
        enter_prices(conditions, patterns, first, end, ANY_LEDGER, winner, winner, winner, bits, ledger)
        worth = max(ledger[ADD], 1) * ledger[TIMES] * (1 << ledger[DOUBLE]) + ledger[BONUS]
        drop = p
        if best < 0 or worth > most:
            drop = best
            best = p
            most = worth
        if drop >= 0:
            bits[HELD + drop // PATTERN_BITS] &= ~(1 << drop % PATTERN_BITS)


@small_leaf
def number_of(conditions: Conditions, index: int, own: Ints, bits: Ints) -> int:
    """A fact, or how many patterns of a group are counted (-2 less the group's number)."""
    return int(own[index]) if index >= 0 else number_in_group(conditions, -2 - index, bits)


@small_leaf
def paste_prices(
    conditions: Conditions, patterns: Patterns, first: int, end: int, into: int, own: Ints, winner: Ints, payer: Ints,
    bits: Ints, ledger: Ints, looked_at: bool,
) -> None:  # fmt: skip
    """`enter_prices` for a few callers that are often at it: pasted into them; `looked_at`: for a winner, see `look_at`."""
    prices = patterns.prices
    for price in range(first, end):
        if into != ANY_LEDGER and prices[price, PRICE_INTO] != into:
            continue
        times = 1
        if prices[price, PRICE_PER] != -1:
            times = min(number_of(conditions, prices[price, PRICE_PER], own, bits), prices[price, PRICE_AT_MOST])
        if times == 0:
            continue
        when = prices[price, PRICE_WHEN]
        if looked_at:
            met = winner_meets(conditions, when, winner, payer, bits)
        else:
            met = is_met(conditions, when, own, winner, payer, bits)
        if not met:
            continue
        place = 0
        if prices[price, PRICE_BY] != -1:
            chosen = number_of(conditions, prices[price, PRICE_BY], own, bits) - prices[price, PRICE_FIRST]
            place = min(max(chosen, 0), prices[price, PRICE_N] - 1)
        value = prices[price, PRICE_VALUES + place]
        if prices[price, PRICE_DOUBLED] != -1:
            value <<= number_of(conditions, prices[price, PRICE_DOUBLED], own, bits)
        channel = prices[price, PRICE_CHANNEL]
        if channel == TIMES:
            for _ in range(times):
                ledger[TIMES] *= value
        else:
            ledger[channel] += value * times


@open_leaf
def enter_prices(
    conditions: Conditions, patterns: Patterns, first: int, end: int, into: int, own: Ints, winner: Ints, payer: Ints,
    bits: Ints, ledger: Ints,
) -> None:  # fmt: skip
    """Enter the prices `first` .. `end` that go into the stage `into` (or OWED, OWED_APART, ANY_LEDGER), reckoned for `own`.

    `ledger` holds ADD, TIMES, DOUBLE, BONUS.
    """
    paste_prices(conditions, patterns, first, end, into, own, winner, payer, bits, ledger, False)


@small_leaf
def total(ledger: Ints, round_to: int) -> int:
    """What a ledger comes to: (sum of add) * (product of times) * 2^(sum of double), rounded up, + (sum of bonus)."""
    amount = ledger[ADD] * ledger[TIMES] * (1 << ledger[DOUBLE])
    if round_to == 1:  # a division takes longer than all the rest
        return int(amount + ledger[BONUS])
    return int(-(-amount // round_to) * round_to + ledger[BONUS])


@small_leaf
def paste_held(
    conditions: Conditions, patterns: Patterns, first_price: int, last_price: int, into: int, winner: Ints, payer: Ints,
    bits: Ints, ledger: Ints,
) -> None:  # fmt: skip
    """Enter what goes `into` a stage or OWED, OWED_APART: prices of the patterns held (their `bits`), then some more.

    The others are `first_price` .. `last_price`. (One loop for both: whatever stands here twice is compiled twice.)
    """
    low = bits[HELD] & patterns.into[into, 0]
    high = bits[HELD + 1] & patterns.into[into, 1]
    more = True
    while more:
        more = low != 0 or high != 0
        first = first_price
        end = last_price
        if more:
            p = lowest(low) if low != 0 else PATTERN_BITS + lowest(high)
            if low != 0:
                low &= low - 1
            else:
                high &= high - 1
            first = patterns.rows[p, PATTERN_PRICES]
            end = patterns.rows[p, PATTERN_PRICES_END]
        paste_prices(conditions, patterns, first, end, into, winner, winner, payer, bits, ledger, True)


@leaf
def reckon_stages(page: Page, own: Ints, bits: Ints, ledger: Ints) -> None:
    """Fill what the page's stages come to in the winner's facts `own`, by the patterns held (`bits`, see `count_patterns`)."""
    stages = page.stages
    for s in range(len(stages)):
        clear_ledger(ledger)
        first = stages[s, STAGE_PRICES]
        end = stages[s, STAGE_PRICES_END]
        paste_held(page.conditions, page.patterns, first, end, s, own, own, bits, ledger)
        own[N_FACTS + s] = _closed(stages[s], ledger)


@leaf
def reckon_for_everyone(page: Page, own: Ints, bits: Ints, ledger: Ints) -> None:
    """Fill what the stages of everyone come to in the facts `own` of one who did not win."""
    patterns = page.patterns
    rows = patterns.rows
    for s in range(len(page.stages)):
        own[N_FACTS + s] = 0
        if page.stages[s, STAGE_EVERYONE] == 0:
            continue
        clear_ledger(ledger)
        for p in range(len(rows)):
            enters = patterns.into[s, p // PATTERN_BITS] >> p % PATTERN_BITS & 1 == 1
            if not enters or rows[p, PATTERN_FOR] != FOR_EVERYONE:
                continue
            if is_met(page.conditions, rows[p, PATTERN_WHEN], own, own, own, bits):
                first = rows[p, PATTERN_PRICES]
                end = rows[p, PATTERN_PRICES_END]
                enter_prices(page.conditions, patterns, first, end, s, own, own, own, bits, ledger)
        first = page.stages[s, STAGE_PRICES]
        end = page.stages[s, STAGE_PRICES_END]
        if first < end:
            enter_prices(page.conditions, patterns, first, end, s, own, own, own, bits, ledger)
        own[N_FACTS + s] = _closed(page.stages[s], ledger)


@small_leaf
def _closed(stage: Ints, ledger: Ints) -> int:
    """What a stage comes to."""
    whole = total(ledger, stage[STAGE_ROUND])
    if stage[STAGE_DIVIDE] != 1:
        whole = -(-(whole - ledger[BONUS]) // stage[STAGE_DIVIDE]) + ledger[BONUS]
    return int(min(max(whole, stage[STAGE_LEAST]), stage[STAGE_MOST]))


@open_leaf
def owed(
    conditions: Conditions, patterns: Patterns, first_price: int, last_price: int, round_to: int, winner: Ints, payer: Ints,
    bits: Ints, ledger: Ints,
) -> int:  # fmt: skip
    """What one payer owes before limits; the bonus within it stays in the ledger.

    `first_price` .. `last_price` are what is owed besides the patterns' prices. `winner` and `payer` are fact vectors;
    `dealer-between` is set in both here.
    """
    between(winner, payer)
    clear_ledger(ledger)
    rows = patterns.rows
    for p in range(len(rows)):
        if is_held(p, bits) == 1:
            first = rows[p, PATTERN_PRICES]
            end = rows[p, PATTERN_PRICES_END]
            _enter_owed(conditions, patterns, first, end, winner, winner, payer, bits, ledger)
    enter_payers_own(conditions, patterns, winner, payer, bits, ledger)
    _enter_owed(conditions, patterns, first_price, last_price, winner, winner, payer, bits, ledger)
    return int(total(ledger, round_to))


@small_leaf
def between(one: Ints, other: Ints) -> None:
    """Say whether one of two people is the dealer, to both."""
    dealer = 1 if one[DEALER] == 1 or other[DEALER] == 1 else 0
    one[DEALER_BETWEEN] = dealer
    other[DEALER_BETWEEN] = dealer


@leaf
def enter_payers_own(conditions: Conditions, patterns: Patterns, winner: Ints, payer: Ints, bits: Ints, ledger: Ints) -> None:
    """Enter what the patterns that are counted for payers bring by the payer's own facts."""
    rows = patterns.rows
    for p in range(patterns.payers, patterns.payers_end):
        if rows[p, PATTERN_FOR] != FOR_PAYER and rows[p, PATTERN_FOR] != FOR_BOTH:
            continue
        if is_met(conditions, rows[p, PATTERN_WHEN], payer, winner, payer, bits):
            first = rows[p, PATTERN_PRICES]
            end = rows[p, PATTERN_PRICES_END]
            _enter_owed(conditions, patterns, first, end, payer, winner, payer, bits, ledger)


@small_leaf
def _enter_owed(
    conditions: Conditions, patterns: Patterns, first: int, end: int, own: Ints, winner: Ints, payer: Ints, bits: Ints,
    ledger: Ints,
) -> None:  # fmt: skip
    """Enter prices that go into what a payer owes, whether or not they ask who that is."""
    enter_prices(conditions, patterns, first, end, OWED, own, winner, payer, bits, ledger)
    enter_prices(conditions, patterns, first, end, OWED_APART, own, winner, payer, bits, ledger)


@open_leaf
def clear_ledger(ledger: Ints) -> None:
    """A ledger without entries."""
    ledger[ADD] = 0
    ledger[TIMES] = 1
    ledger[DOUBLE] = 0
    ledger[BONUS] = 0


@small_leaf
def copy_ledger(source: Ints, ledger: Ints) -> None:
    """Fill `ledger` with the entries of `source`."""
    ledger[ADD] = source[ADD]
    ledger[TIMES] = source[TIMES]
    ledger[DOUBLE] = source[DOUBLE]
    ledger[BONUS] = source[BONUS]
