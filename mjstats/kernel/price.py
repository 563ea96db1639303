"""Patterns of a reading, and what each payer owes for them before limits."""

from mjstats.kernel.columns import DEALER, DEALER_BETWEEN, N_FACTS
from mjstats.kernel.conditions import holds
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import (
    ADD,
    BONUS,
    DOUBLE,
    FOR_PAYER,
    FOR_WINNER,
    PATTERN_FOR,
    PATTERN_GROUPS,
    PATTERN_PRICES,
    PATTERN_PRICES_END,
    PATTERN_WHEN,
    PRICE_BY,
    PRICE_CHANNEL,
    PRICE_N,
    PRICE_PER,
    PRICE_VALUES,
    PRICE_WHEN,
    TIMES,
    Conditions,
    Ints,
    Patterns,
)


@leaf
def count_patterns(conditions: Conditions, patterns: Patterns, winner: Ints, groups: Ints, held: Ints) -> None:
    """Mark in `held` the patterns that the winner's facts count, and count them by group in `groups`.

    Rows are tried in the order of the page: a condition may ask for what earlier rows counted, and a
    row counts out the rows that it excludes, earlier or later.
    """
    rows = patterns.rows
    held[:] = 0
    groups[:] = 0
    for p in range(len(rows)):
        if rows[p, PATTERN_FOR] == FOR_PAYER:
            continue
        if not holds(conditions, rows[p, PATTERN_WHEN], winner, winner, winner, groups, held):
            continue
        counted_out = False
        for q in range(p):
            if held[q] == 1:
                if patterns.excludes[q, p] == 1:
                    counted_out = True
                elif patterns.excludes[p, q] == 1:
                    held[q] = 0
                    _count_groups(rows[q, PATTERN_GROUPS], -1, groups)
        if not counted_out:
            held[p] = 1
            _count_groups(rows[p, PATTERN_GROUPS], 1, groups)


@leaf
def _count_groups(bits: int, step: int, groups: Ints) -> None:
    for g in range(len(groups)):
        if bits >> g & 1 == 1:
            groups[g] += step


@leaf
def enter_prices(
    conditions: Conditions, patterns: Patterns, p: int, own: Ints, winner: Ints, payer: Ints, groups: Ints, held: Ints,
    ledger: Ints,
) -> None:  # fmt: skip
    """Enter the prices of pattern `p`, counted for the person with the facts `own`, into `ledger` (ADD, TIMES, DOUBLE, BONUS)."""
    prices = patterns.prices
    for price in range(patterns.rows[p, PATTERN_PRICES], patterns.rows[p, PATTERN_PRICES_END]):
        if not holds(conditions, prices[price, PRICE_WHEN], own, winner, payer, groups, held):
            continue
        place = 0
        by = prices[price, PRICE_BY]
        if by >= 0:
            chosen = own[by] if by < N_FACTS else groups[by - N_FACTS]
            place = min(max(chosen, 1), prices[price, PRICE_N]) - 1
        value = prices[price, PRICE_VALUES + place]
        times = own[prices[price, PRICE_PER]] if prices[price, PRICE_PER] >= 0 else 1
        channel = prices[price, PRICE_CHANNEL]
        if channel == TIMES:
            for _ in range(times):
                ledger[TIMES] *= value
        else:
            ledger[channel] += value * times


@leaf
def owed(conditions: Conditions, patterns: Patterns, winner: Ints, payer: Ints, groups: Ints, held: Ints, ledger: Ints) -> int:
    """What one payer owes before limits: (sum of add) * (product of times) * 2^(sum of double) + (sum of bonus).

    `winner` and `payer` are fact vectors; `dealer-between` is set in both here.
    """
    between = 1 if winner[DEALER] == 1 or payer[DEALER] == 1 else 0
    winner[DEALER_BETWEEN] = between
    payer[DEALER_BETWEEN] = between
    clear_ledger(ledger)
    rows = patterns.rows
    for p in range(len(rows)):
        if held[p] == 1:
            enter_prices(conditions, patterns, p, winner, winner, payer, groups, held, ledger)
        if rows[p, PATTERN_FOR] != FOR_WINNER and holds(conditions, rows[p, PATTERN_WHEN], payer, winner, payer, groups, held):
            enter_prices(conditions, patterns, p, payer, winner, payer, groups, held, ledger)
    return int(ledger[ADD] * ledger[TIMES] * (1 << ledger[DOUBLE]) + ledger[BONUS])


@leaf
def clear_ledger(ledger: Ints) -> None:
    """A ledger without entries."""
    ledger[:] = 0
    ledger[TIMES] = 1
