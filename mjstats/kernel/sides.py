"""What is paid beside the win: side payments, sticks, and what those who did not win settle among themselves."""

from typing import Final

from mjstats.kernel.columns import FED_CLAIMED_KONGS, FED_CLAIMED_KONGS_BY_ROW, FED_KONGS, FIRST_WINNER, RESPONSIBLE
from mjstats.kernel.conditions import fails_at_once, holds, is_met, is_told
from mjstats.kernel.facts_event import kongs_by_row
from mjstats.kernel.facts_hand import tell_people
from mjstats.kernel.facts_own import sum_facts
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import (
    ADDED_KONG,
    CLAIMED_KONG,
    COMPARE_COLUMN,
    COMPARE_DIVIDE,
    COMPARE_MOST,
    COMPARE_PRICES,
    COMPARE_PRICES_END,
    COMPARE_ROUNDING,
    HOW_DISCARD,
    HOW_HAND,
    OWED,
    PART_CHIPS,
    PART_LOSERS,
    PART_STICKS,
    PART_WIN,
    PAY_EACH,
    READS_FED,
    READS_OTHERS,
    SIDE_AT_DRAW,
    SIDE_AT_WIN,
    SIDE_EXCLUDES,
    SIDE_IF,
    SIDE_OF_TILE,
    SIDE_PART,
    SIDE_PAYERS,
    SIDE_PRICES,
    SIDE_PRICES_END,
    SIDE_SHARE,
    SIDE_TAKES,
    SIDE_WHEN,
    SIDE_WINNERS,
    TERM_LAYS,
    TIMES,
    Conditions,
    Ints,
    Page,
)
from mjstats.kernel.price import between, clear_ledger, enter_prices, number_of, paste_prices, total
from mjstats.kernel.settle import divided
from mjstats.kernel.state import (
    MARK_DECLARED,
    MARK_POINTS,
    MELD_FROM,
    MELD_KIND,
    ROUND_DEALER,
    ROUND_STICKS,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_LATER,
    Seats,
    copy_into,
)
from mjstats.kernel.verdict import BITS, LEDGER, LEFT_TO_PAY, NET, Verdict

NOBODY: Final[int] = 2  #: the row of `Verdict.trial` that is nobody's win


@small_leaf
def _pays_for_win(page: Page, win: Ints, seat: int) -> bool:
    """Whether `seat` is one of those who pay for the win: all, or the one who gave the tile."""
    source = win[WIN_FROM]
    how = HOW_DISCARD if win[WIN_HOW] == HOW_HAND and source >= 0 else win[WIN_HOW]
    return bool(source < 0 or page.payment.mode[how] == PAY_EACH or seat == source)


@small_leaf
def _is_payer(page: Page, win: Ints, s: int, holder: int, seat: int, winner: Ints, v: Verdict) -> bool:
    """Whether `seat` pays the side payment `s` to `holder`."""
    bits = v.sums[BITS]
    side = page.sides[s]
    if seat == holder or (side[SIDE_OF_TILE] == 1 and not _pays_for_win(page, win, seat)):
        return False
    return is_met(page.conditions, side[SIDE_PAYERS], v.people[holder], winner, v.people[seat], bits)


@leaf
def _pool(page: Page, s: int, winner: Ints, v: Verdict) -> bool:
    """Settle a sum that all payers pay together and all holders share; whether there was any."""
    bits = v.sums[BITS]
    side = page.sides[s]
    players = v.money.shape[1]
    holders = 0
    payers = 0
    for seat in range(players):
        facts = v.people[seat]
        if holds(page.conditions, side[SIDE_WHEN], facts, winner, facts, bits):
            holders += 1
        elif holds(page.conditions, side[SIDE_PAYERS], facts, winner, facts, bits):
            payers += 1
    if holders == 0 or payers == 0:
        return False
    part = v.parts[side[SIDE_PART]]
    for seat in range(players):
        facts = v.people[seat]
        if holds(page.conditions, side[SIDE_WHEN], facts, winner, facts, bits):
            part[seat] += side[SIDE_SHARE] // holders
        elif holds(page.conditions, side[SIDE_PAYERS], facts, winner, facts, bits):
            part[seat] -= side[SIDE_SHARE] // payers
    return True


@small_leaf
def _may_hold(conditions: Conditions, side: Ints, people: Ints, by: int, players: int, bits: Ints, drawn: bool) -> bool:
    """Whether some seat may get something: a quick look. `by` is the winner, -1 nobody."""
    winners = side[SIDE_WINNERS] == 1
    if winners and not drawn and conditions.place[side[SIDE_WHEN]] >= 0 and is_told(conditions.place[side[SIDE_WHEN]], bits) == 0:
        return False
    for seat in range(max(by, 0) if winners else 0, by + 1 if winners else players):
        idle = not drawn and side[SIDE_IF] != -1 and number_of(conditions, side[SIDE_IF], people[seat], bits) == 0
        if not idle and not fails_at_once(conditions, side[SIDE_WHEN], people[seat]):
            return True
    return False


@small_leaf
def _tell_fed(seats: Seats, seat: int, other: int, own: Ints, payer: Ints) -> None:
    """Fill both fact vectors with the kongs of `seat` that were claimed from `other`, an added one as a pung."""
    claimed = 0
    added = 0
    for m in range(seats.n_melds[seat]):
        if seats.melds[seat, m, MELD_FROM] == other:
            claimed += 1 if seats.melds[seat, m, MELD_KIND] == CLAIMED_KONG else 0
            added += 1 if seats.melds[seat, m, MELD_KIND] == ADDED_KONG else 0
    by_row = kongs_by_row(seats, seat, CLAIMED_KONG, other) if claimed > 0 else 0
    for facts in (own, payer):
        facts[FED_KONGS] = claimed + added
        facts[FED_CLAIMED_KONGS] = claimed
        facts[FED_CLAIMED_KONGS_BY_ROW] = by_row


@small_leaf
def _within(left: Ints, holder: int, payer: int, amount: int) -> int:
    """As much of a payment (below 0: from the holder) as who pays it has `left`, which grows smaller by it."""
    pays = payer if amount >= 0 else holder
    paid = min(abs(amount), left[pays])
    left[pays] -= paid
    return int(paid if amount >= 0 else -paid)


@leaf
def _bound_win(by: int, v: Verdict) -> None:
    """What is paid at once during the hand goes before the win: nobody loses more by both than the points left."""
    win = v.parts[PART_WIN]
    for seat in range(v.money.shape[1]):
        if seat != by and win[seat] < 0:
            paid = min(-win[seat], v.money[LEFT_TO_PAY, seat])
            v.money[LEFT_TO_PAY, seat] -= paid
            win[by] -= -win[seat] - paid
            win[seat] = -paid


@small_leaf
def _pay_side(page: Page, seats: Seats, win: Ints, s: int, drawn: bool, winner: Ints, v: Verdict) -> int:
    """Settle a side payment for every holder, from the dealer on; the first holder, or -1 when there was none."""
    bits = v.sums[BITS]
    ledger = v.sums[LEDGER]
    side = page.sides[s]
    if side[SIDE_SHARE] >= 0:
        return 0 if _pool(page, s, winner, v) else -1
    part = v.parts[side[SIDE_PART]]
    bounded = page.limits.bounded == 1 and side[SIDE_PART] != PART_CHIPS
    dealer = seats.round[ROUND_DEALER]
    found = -1
    winners = side[SIDE_WINNERS] == 1
    for turn in range(dealer, dealer + v.money.shape[1]):
        holder = turn - (v.money.shape[1] if turn >= v.money.shape[1] else 0)  # a division takes longer
        if winners and holder != win[WIN_BY]:
            continue
        facts = v.people[holder]
        when = side[SIDE_WHEN]
        if not is_met(page.conditions, when, facts, winner, facts, bits):
            continue
        if drawn:
            facts[FIRST_WINNER] = 1 if found < 0 else 0
        for seat in range(v.money.shape[1]):
            if not _is_payer(page, win, s, holder, seat, winner, v):
                continue
            payer = v.people[seat]
            between(facts, payer)
            if page.reads & READS_FED != 0:
                _tell_fed(seats, holder, seat, facts, payer)
            clear_ledger(ledger)
            first = side[SIDE_PRICES]
            end = side[SIDE_PRICES_END]
            paste_prices(
                page.conditions,
                page.patterns,
                first,
                end,
                OWED,
                facts,
                winner,
                payer,
                bits,
                ledger,
                False,
            )
            amount = total(ledger, 1)
            if bounded:
                amount = _within(v.money[LEFT_TO_PAY], holder, seat, amount)
            part[holder] += amount
            part[seat] -= amount
            found = holder if found < 0 else found
    return int(found)


@leaf
def _compare(page: Page, by: int, winner: Ints, v: Verdict) -> None:
    """Let those who did not win settle the differences of a stage, the lower paying the higher.

    Who is responsible for everything pays for the others, and is paid nothing by them.
    """
    ledger = v.sums[LEDGER]
    column = page.compare[COMPARE_COLUMN]
    part = v.parts[PART_LOSERS]
    answers = -1
    for seat in range(v.money.shape[1]):
        if v.people[seat, RESPONSIBLE] == 2:
            answers = seat
    for higher in range(v.money.shape[1]):
        for lower in range(v.money.shape[1]):
            if higher == by or lower == by or v.people[higher, column] <= v.people[lower, column]:
                continue
            own = v.people[higher]
            payer = v.people[lower]
            between(own, payer)
            clear_ledger(ledger)
            first = page.compare[COMPARE_PRICES]
            end = page.compare[COMPARE_PRICES_END]
            enter_prices(
                page.conditions,
                page.patterns,
                first,
                end,
                OWED,
                own,
                winner,
                payer,
                v.sums[BITS],
                ledger,
            )
            amount = (own[column] - payer[column]) * v.sums[LEDGER, TIMES]
            amount = divided(amount, page.compare[COMPARE_DIVIDE], page.compare[COMPARE_ROUNDING])
            amount = min(amount, page.compare[COMPARE_MOST])
            pays = answers if answers >= 0 else lower
            part[higher] += amount
            part[pays] -= amount


@small_leaf
def _lay_sticks(page: Page, seats: Seats, taker: int, first: bool, v: Verdict) -> None:
    """Points laid by those who declared; `taker`, if anybody (-1), takes them and what lay there before.

    Of several winners only the `first` is asked.
    """
    lays = page.terms[TERM_LAYS]
    if lays == 0 or not first:
        return
    laid = seats.round[ROUND_STICKS]
    for seat in range(v.money.shape[1]):
        if seats.marks[seat, MARK_DECLARED] == 1:
            laid += 1
            v.parts[PART_STICKS, seat] -= lays
    if taker >= 0:
        v.parts[PART_STICKS, taker] += lays * laid


@open_leaf
def settle_sides(page: Page, seats: Seats, win: Ints, v: Verdict, drawn: bool) -> int:
    """Fill the verdict's `parts` and make its `net` the sum of them, chips apart; the side payments made, a bit each.

    For a win the verdict is the judged one, its facts those of the reading chosen. A drawn hand has no win: `win` is left
    unread, and nothing but side payments is settled. Of several winners each is settled for itself.
    """
    v.parts[:] = 0
    if drawn:
        win = v.trial[NOBODY]
        win[:] = 0
        win[WIN_BY] = -1
        win[WIN_FROM] = -1
        tell_people(page, seats, win, v, True)
    else:
        copy_into(v.parts[PART_WIN], v.money[NET])
        if page.reads & READS_OTHERS != 0:
            sum_facts(page, v.people, v.money.shape[1])
    by = win[WIN_BY]
    winner = v.people[by] if by >= 0 else v.people[0]
    if page.compare[COMPARE_COLUMN] >= 0 and not drawn:
        _compare(page, by, winner, v)
    if page.limits.bounded == 1 and (drawn or win[WIN_LATER] == 0):
        for seat in range(v.money.shape[1]):
            v.money[LEFT_TO_PAY, seat] = max(seats.marks[seat, MARK_POINTS], 0)
    skipped = 0
    made = 0
    taker = by
    players = v.money.shape[1]
    for s in range(len(page.sides)):
        asked = page.sides[s, SIDE_AT_DRAW] if drawn else page.sides[s, SIDE_AT_WIN]
        if asked == 0 or skipped >> s & 1 == 1:
            continue
        if not _may_hold(page.conditions, page.sides[s], v.people, by, players, v.sums[BITS], drawn):
            continue
        holder = _pay_side(page, seats, win, s, drawn, winner, v)
        if holder >= 0:
            made |= 1 << s
            skipped |= page.sides[s, SIDE_EXCLUDES]
            if page.sides[s, SIDE_TAKES] == 1 and taker < 0:
                taker = holder
    if page.limits.bounded == 1 and not drawn:
        _bound_win(by, v)
    _lay_sticks(page, seats, taker, win[WIN_LATER] == 0, v)
    for seat in range(v.money.shape[1]):
        net = 0
        for part in range(PART_CHIPS):
            net += v.parts[part, seat]
        v.money[NET, seat] = net
    return made
