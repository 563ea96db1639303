"""From what each payer owes to what each seat gains or loses: limits, who pays, responsibility, points left."""

from mjstats.kernel.columns import RESPONSIBLE
from mjstats.kernel.conditions import is_met, winner_meets
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import (
    BESIDES,
    CAUSE_BOUND,
    CAUSE_CLAIMED,
    CAUSE_DISCARDER,
    CAUSE_FED,
    CAUSE_FED_NTH,
    CAUSE_KONG_FEEDER,
    CAUSE_ROBBED,
    CHOW,
    CONCEALED_KONG,
    EXTRA_SET,
    HALF,
    HOW_DISCARD,
    HOW_HAND,
    HOW_ROB_KONG,
    MINIMUM_EVERY,
    PAY_EACH,
    PAY_ONE,
    RESPONSIBLE_A_CHOW,
    RESPONSIBLE_ALL,
    RESPONSIBLE_AT_LEAST,
    RESPONSIBLE_CAUSE,
    RESPONSIBLE_MASK,
    RESPONSIBLE_OWN,
    RESPONSIBLE_PLACE,
    RESPONSIBLE_SHARE,
    RESPONSIBLE_WAYS,
    RESPONSIBLE_WHEN,
    ROUND_DOWN,
    ROUND_UP,
    STEP_ALL,
    STEP_AT,
    STEP_EVERYONE,
    STEP_PAYER,
    STEP_PAYS,
    STEP_WHATEVER,
    Conditions,
    Ints,
    Limits,
    Payment,
)
from mjstats.kernel.state import (
    CLAIMED_REPLACED,
    MARK_POINTS,
    MELD_FACE,
    MELD_FROM,
    MELD_KIND,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_KONG_REPLACEMENT,
    Seats,
)


@leaf
def reaches_minimum(limits: Limits, by: int, raw: Ints) -> bool:
    """Whether the raw payments reach the page's minimum, for every payer or for one of them."""
    least = limits.minimum
    for seat in range(len(raw)):
        if seat == by:
            continue
        if limits.minimum_who == MINIMUM_EVERY:
            if raw[seat] < least:
                return False
        elif raw[seat] >= least:
            return True
    return bool(limits.minimum_who == MINIMUM_EVERY)


@open_leaf
def divided(amount: int, by: int, rounding: int) -> int:
    """`amount` / `by`, rounded; a half goes to the even number with ROUND_HALF_EVEN.

    >>> divided(25, 10, 0), divided(35, 10, 0), divided(21, 10, 1)
    (2, 4, 3)
    """
    if by == 1:
        return amount
    whole = amount // by
    rest = amount - whole * by
    if rest == 0 or rounding == ROUND_DOWN:
        return whole
    if rounding == ROUND_UP or 2 * rest > by or (2 * rest == by and whole % 2 == 1):
        return whole + 1
    return whole


@open_leaf
def apply_limits(conditions: Conditions, limits: Limits, by: int, raw: Ints, people: Ints, bits: Ints, pay: Ints) -> None:
    """Turn raw payments into payments: each step of the ladder that holds for a payer replaces the amount.

    Parameters
    ----------
    raw, pay
        (P,) what each seat owes before limits; filled with what it owes after them.
    people
        (P, N_FACTS) fact vectors, the winner's row with the reading's facts.
    """
    players = len(raw)
    winner = people[by]
    steps = limits.steps
    for seat in range(players):
        pay[seat] = raw[seat]
    for step in range(len(steps)):
        unless = steps[step, STEP_WHATEVER]
        whatever = unless >= 0 and winner_meets(conditions, unless, winner, winner, bits)
        everyone = True
        everyone_there = True
        for seat in range(players):
            if seat != by:
                everyone_there = everyone_there and raw[seat] >= steps[step, STEP_AT]
                everyone = everyone and is_met(conditions, steps[step, STEP_ALL], people[seat], winner, people[seat], bits)
        if not everyone:
            continue
        for seat in range(players):
            if seat == by:
                continue
            there = everyone_there if steps[step, STEP_EVERYONE] == 1 else raw[seat] >= steps[step, STEP_AT]
            if (there or whatever) and is_met(conditions, steps[step, STEP_PAYER], people[seat], winner, people[seat], bits):
                pay[seat] = steps[step, STEP_PAYS]
    for seat in range(players):
        if seat != by:
            pay[seat] = divided(pay[seat], limits.divide, limits.rounding)


@leaf
def claims_from(seats: Seats, seat: int, other: int) -> int:
    """How many melds `seat` has claimed from `other`; a pung made a kong later counts once."""
    n = 0
    for m in range(seats.n_melds[seat]):
        if seats.melds[seat, m, MELD_KIND] != CONCEALED_KONG and seats.melds[seat, m, MELD_FROM] == other:
            n += 1
    return n


@leaf
def feeder_of(seats: Seats, seat: int, nth: int, a_chow: int) -> int:
    """Whose tile was claimed for the `nth` claimed meld of `seat`, in the order of laying; -1 when nobody's is known.

    With `a_chow` 1 it is nobody's unless that meld is a chow, with 0 unless it is none, with -1 it may be any.
    """
    n = 0
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        if kind != CONCEALED_KONG:
            n += 1
            if n == nth:
                fits = a_chow < 0 or (1 if kind == CHOW or kind == EXTRA_SET else 0) == a_chow
                return int(seats.melds[seat, m, MELD_FROM]) if fits else -1
    return -1


@leaf
def feeder_of_faces(seats: Seats, seat: int, nth: int, row: Ints) -> int:
    """The same, where only pungs and kongs of the faces that the row names count, concealed kongs too."""
    n = 0
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        if kind == CHOW or kind == EXTRA_SET or row[RESPONSIBLE_MASK] >> seats.melds[seat, m, MELD_FACE] & 1 == 0:
            continue
        n += 1
        if n == nth:
            return -1 if kind == CONCEALED_KONG else int(seats.melds[seat, m, MELD_FROM])
    return -1


@small_leaf
def _is_cause(row: Ints, seats: Seats, win: Ints, seat: int) -> bool:
    cause = row[RESPONSIBLE_CAUSE]
    least = row[RESPONSIBLE_AT_LEAST]
    by = win[WIN_BY]
    if cause == CAUSE_FED:
        return bool(claims_from(seats, by, seat) >= least)
    if cause == CAUSE_CLAIMED:
        return bool(claims_from(seats, seat, by) >= least)
    if cause == CAUSE_BOUND:
        return bool(claims_from(seats, by, seat) >= least or claims_from(seats, seat, by) >= least)
    if cause == CAUSE_KONG_FEEDER:
        last = seats.n_melds[by] - 1
        return bool(win[WIN_KONG_REPLACEMENT] == CLAIMED_REPLACED and last >= 0 and seats.melds[by, last, MELD_FROM] == seat)
    if cause == CAUSE_FED_NTH:
        named = row[RESPONSIBLE_MASK] != 0
        fed_by = feeder_of_faces(seats, by, least, row) if named else feeder_of(seats, by, least, row[RESPONSIBLE_A_CHOW])
        return bool(fed_by == seat)
    if cause == CAUSE_ROBBED:
        return bool(win[WIN_HOW] == HOW_ROB_KONG and win[WIN_FROM] == seat)
    return bool(cause == CAUSE_DISCARDER and win[WIN_HOW] == HOW_DISCARD and win[WIN_FROM] == seat)


@open_leaf
def share_out(payment: Payment, win: Ints, pay: Ints, early: Ints, late_from: int, due: Ints) -> int:
    """Fill `due` (P,) with what each seat has to pay when nobody steps in; return the whole amount.

    Parameters
    ----------
    pay
        (P,) what each seat owes after limits.
    early, late_from
        (P,) what each would owe for the chain before a claim within it, and the seat that was claimed from,
        which pays the rest for all; `late_from` -1 when there was no such claim.
    """
    by = win[WIN_BY]
    source = win[WIN_FROM]
    # a hand won as it is pays like a discard where somebody gave the last tile
    mode = payment.mode[HOW_DISCARD if win[WIN_HOW] == HOW_HAND and source >= 0 else win[WIN_HOW]]
    total = 0
    for seat in range(len(pay)):
        counts = seat != by and (mode != PAY_ONE or seat == source)
        own = pay[seat] if counts else 0
        due[seat] = own if mode == PAY_EACH else 0
        total += own
    if mode != PAY_EACH:
        due[source] = total
    elif late_from >= 0:
        for seat in range(len(pay)):
            if seat != by:
                due[seat] -= pay[seat] - early[seat]
                due[late_from] += pay[seat] - early[seat]
    return total


@open_leaf
def step_in(
    conditions: Conditions, payment: Payment, seats: Seats, win: Ints, total: int, people: Ints, bits: Ints,
    pay: Ints, bonus: Ints, due: Ints,
) -> None:  # fmt: skip
    """Let the responsible players pay: change `due` (P,), of which `total` was to be paid in all.

    `pay` (P,) is what each owes for the own part after limits, `bonus` (P,) the bonus within it.

    Who steps in is marked among the facts of `people`.
    """
    by = win[WIN_BY]
    rows = payment.responsible
    replaced = False
    for seat in range(len(due)):
        people[seat, RESPONSIBLE] = 0
    for r in range(len(rows)):
        if rows[r, RESPONSIBLE_WAYS + win[WIN_HOW]] == 0:
            continue
        found = False
        for seat in range(len(due)):
            if seat == by or not _is_cause(rows[r], seats, win, seat):
                continue
            if not is_met(conditions, rows[r, RESPONSIBLE_WHEN], people[seat], people[by], people[seat], bits):
                continue
            people[seat, RESPONSIBLE] = 1 + rows[r, RESPONSIBLE_ALL]
            found = True
            source = win[WIN_FROM]
            if rows[r, RESPONSIBLE_PLACE] == HALF and source >= 0:
                if source != seat:
                    half = (due[source] - bonus[source]) // 2
                    due[seat] += half
                    due[source] -= half
                continue
            if rows[r, RESPONSIBLE_PLACE] != BESIDES and not replaced:
                due[:] = 0
                replaced = True
            due[seat] += rows[r, RESPONSIBLE_SHARE] * (pay[seat] if rows[r, RESPONSIBLE_OWN] == 1 else total)
        if found and payment.first_only == 1:
            break


@leaf
def pay_out(bounded: int, marks: Ints, by: int, due: Ints, net: Ints) -> None:
    """Fill `net` (P,) with what each seat gains or loses; with `bounded` 1 nobody pays more than the points in `marks`."""
    gain = 0
    for seat in range(len(due)):
        paid = due[seat] if seat != by else 0
        if bounded == 1 and seat != by:
            paid = min(paid, max(marks[seat, MARK_POINTS], 0))
        net[seat] = -paid
        gain += paid
    net[by] = gain
