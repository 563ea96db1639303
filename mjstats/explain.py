"""Why a hand is worth what it is: every reading weighed, what each counted, and what limits and responsibility did to it.

All numbers come from the kernels that score: the win is judged first, then each reading is weighed again by the same functions
with the same facts, and what a limit or a responsible player changed is found by leaving them out. So it cannot disagree with
`score`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

import numpy as np

from mjstats.hand import Record
from mjstats.kernel import weigh as w
from mjstats.kernel.columns import ANY_TILE_WAIT, READY
from mjstats.kernel.conditions import holds
from mjstats.kernel.facts_hand import read_all
from mjstats.kernel.judge import judge
from mjstats.kernel.page import (
    ADD,
    BONUS,
    DOUBLE,
    FOR_BOTH,
    FOR_PAYER,
    OWED,
    OWED_APART,
    PART_WIN,
    PATTERN_FOR,
    PATTERN_PRICES,
    PATTERN_PRICES_END,
    PATTERN_WHEN,
    PAY_ONE,
    PAY_ONE_FOR_ALL,
    SHAPE_ANY_TILES,
    TIMES,
    Ints,
    Page,
)
from mjstats.kernel.price import clear_ledger, enter_prices, owed
from mjstats.kernel.readings import READ_KIND
from mjstats.kernel.settle import apply_limits, share_out, step_in
from mjstats.kernel.sides import settle_sides
from mjstats.kernel.state import (
    MARK_POINTS,
    MARK_READY,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_LATE_FROM,
    WIN_ON_BOTH,
    WIN_SECOND,
    WIN_TILE,
    Seats,
)
from mjstats.kernel.verdict import (
    EARLY,
    EXTRA,
    LEFT_TO_PAY,
    NET,
    OTHER_NET,
    TRIAL_NET,
    TRIAL_PAY,
    TRIAL_RAW,
    Verdict,
    new_verdict,
)
from mjstats.refusals import alternatives, reason_text
from mjstats.rules import RuleSet
from mjstats.scoring import (
    Reading,
    Result,
    counted,
    patterns_text,
    read_record,
    reading_of,
    score,
    tell_distances,
)
from mjstats.seating import NotAllowedError, record_win, seat_record
from mjstats.tiles import tile_text

_SHOWN = 6


@dataclass(frozen=True)
class Payer:
    """What one seat owes for one reading.

    Attributes
    ----------
    seat
        the seat.
    entries
        what enters the ledger, as texts such as ``"opening ×2"``; the payer's own patterns begin with ``payer's``.
    raw
        points before limits: (sum of +) × (product of ×) + (sum of bonus).
    limit
        the id of the limit that set the payment, or None.
    pays
        points after limits, before anybody steps in.
    """

    seat: int
    entries: list[str]
    raw: int
    limit: str | None
    pays: int


@dataclass(frozen=True)
class Weighed:
    """One reading weighed. `count` readings came to the same; `reason` says why it does not win, and is None when it does."""

    reading: Reading
    reason: str | None
    patterns: list[dict[str, Any]]
    payers: list[Payer]
    net: list[int] | None
    responsible: list[str]
    notes: list[str]
    count: int = 1

    @property
    def ids(self) -> list[str]:
        """Ids of the patterns counted."""
        return [pattern["id"] for pattern in self.patterns]


@dataclass(frozen=True)
class Explanation:
    """What `explain` returns; `print` it for the text, a notebook shows it as it is.

    Attributes
    ----------
    record, result
        the record and what `score` says to it.
    wilds
        the wild faces.
    readings
        how many readings the hand has.
    weighed
        the different outcomes, the one that counts first; readings that count and pay the same stand together.
    """

    record: Record
    result: Result
    wilds: tuple[str, ...] = ()
    readings: int = 0
    weighed: list[Weighed] = field(default_factory=list)

    @property
    def chosen(self) -> Weighed | None:
        """The reading that counts; None when the win is not legal or the hand was drawn."""
        return self.weighed[0] if self.result.legal and self.weighed else None

    @property
    def text(self) -> str:
        """The explanation as lines of text."""
        wilds = [f"wild tiles: {' '.join(self.wilds)}"] if self.wilds else []
        return "\n".join([repr(self.record), *wilds, "", *self._verdict(), *self._others()])

    def _verdict(self) -> list[str]:
        if not self.record.wins:
            return ["Nobody won.", *self._besides()] if self._besides() else ["Nobody won; nothing is paid."]
        if not self.result.legal:
            return [f"Not legal: {self.result.reason}"]
        if self.chosen is None:
            return [f"{len(self.record.wins)} winners: {_nets(self.result.net)}"]
        best = self.chosen
        lines = [f"Counted as {best.reading}", f"  patterns: {_names(best)}"]
        for payer in best.payers:
            limit = f", limit {payer.limit}" if payer.limit else ", divided" if payer.pays != payer.raw else ""
            limit += f": {payer.pays}" if limit else ""
            lines.append(f"  seat {payer.seat} owes {' · '.join(payer.entries)} = {payer.raw}{limit}")
        lines += [f"  {line}" for line in [*best.notes, *best.responsible]]
        stages = ", ".join(f"{name} {worth}" for name, worth in self.result.stages.items())
        lines += [f"  stages: {stages}"] if stages else []
        return [*lines, f"  payments: {_nets(best.net)}", *self._besides()]

    def _besides(self) -> list[str]:
        """What is paid beside the win, a line a part."""
        parts = {**self.result.parts, "chips": self.result.chips or []}
        return [f"  {name}: {_nets(net)}" for name, net in parts.items() if name != "win" and any(net)]

    def _others(self) -> list[str]:
        if not self.readings:
            hopeless = bool(self.record.wins) and not self.result.legal
            return ["", "No reading: the tiles make no shape of the rule set."] if hopeless else []
        others = self.weighed[1:] if self.chosen else self.weighed
        outcomes = "one outcome" if len(self.weighed) == 1 else f"{len(self.weighed)} different outcomes"
        lines = ["", f"Readings considered: {self.readings}, with {outcomes}."]
        if self.chosen and others:
            lines.append(f"The one above pays the winner most ({_gain(self.record, self.chosen)}). The others:")
        for other in others[:_SHOWN]:
            alike = f" (and {other.count - 1} like it)" if other.count > 1 else ""
            lines += [f"- {other.reading}{alike}", f"    {self._outcome(other)}"]
        return [*lines, f"- and {len(others) - _SHOWN} more outcomes"] if len(others) > _SHOWN else lines

    def _outcome(self, one: Weighed) -> str:
        if one.reason is not None:
            owes = ", ".join(f"seat {payer.seat} {payer.raw}" for payer in one.payers)
            return f"does not win: {one.reason}" + (f" (owed: {owes})" if owes else "")
        return f"winner gets {_gain(self.record, one)}: {_names(one)}"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        lines = "\n".join([*self._verdict(), *self._others()])
        return f"<div>{self.record.html(wilds=self.wilds)}<pre style='white-space:pre-wrap'>{escape(lines)}</pre></div>"


def _names(one: Weighed) -> str:
    return patterns_text(one.patterns) or "none"


def _nets(net: list[int] | None) -> str:
    return ", ".join(f"seat {seat} {points:+d}" for seat, points in enumerate(net or []))


def _gain(record: Record, one: Weighed) -> int:
    return one.net[record.wins[0].by] if one.net is not None else 0


def explain(record: Record | Mapping[str, Any], rules: RuleSet | None = None) -> Explanation:
    """Explain how a finished hand is scored.

    Parameters and errors are those of `score`.

    Examples
    --------
    >>> import mjstats
    >>> why = explain({"rules": "hangzhou", "indicator": "3s", "players": [{}, {}, {"hand": "11223344m5566p3s"}, {}],
    ...                "win": {"by": 2, "tile": "7z", "how": "self-draw"}})
    >>> why.chosen.ids, why.result.net == why.chosen.net
    (['wild-single-wait', 'seven-pairs'], True)
    >>> print(why.chosen.payers[0].entries)
    ['base +2', 'wild-single-wait ×2', 'seven-pairs ×2']
    """
    rules, record = read_record(record, rules)
    result = score(record, rules)
    wilds = tuple(sorted(rules.wild_faces(tile_text(record.indicators[0]) if record.indicators else None)))
    try:
        seats = seat_record(rules, record)
    except NotAllowedError:
        return Explanation(record, result, wilds)
    if len(record.wins) != 1:
        return Explanation(record, result, wilds)
    win = record_win(record, record.wins[0])
    if rules.packed.reads_distance == 1:
        tell_distances(rules, record, seats)
    verdict = new_verdict(rules.packed)
    legal = judge(rules.packed, seats, win, verdict) == w.LEGAL
    best = verdict.reading.copy()
    by = win[WIN_BY]
    if win[WIN_SECOND] > 0 and win[WIN_ON_BOTH] == 1 and verdict.money[NET, by] > verdict.money[OTHER_NET, by]:
        win[WIN_TILE] = win[WIN_SECOND] - 1  # of two tiles that came at once this one is worth more
    # The facts that judging found out: whether any tile would have won, whether the discarder was ready.
    any_tile = int(verdict.people[by, ANY_TILE_WAIT])
    if win[WIN_FROM] >= 0:
        seats.marks[win[WIN_FROM], MARK_READY] = verdict.people[win[WIN_FROM], READY]
    if legal and rules.packed.limits.bounded == 1:
        # What was paid at once is no longer there for the win.
        settle_sides(rules.packed, seats, win, verdict, False)
        seats.marks[:, MARK_POINTS] = verdict.money[LEFT_TO_PAY] + np.maximum(-verdict.parts[PART_WIN], 0)
    number = int(read_all(rules.packed, seats, win, verdict))
    verdict.people[:, ANY_TILE_WAIT] = any_tile
    rows = [
        row
        for reading in verdict.readings.rows[:number].copy()
        for row in alternatives(rules.packed, seats, win, reading, verdict)
    ]
    number = len(rows)
    unread_last = rules.packed.any_tiles_last == 1 and legal and best[READ_KIND] != SHAPE_ANY_TILES
    outcomes: dict[str, Weighed] = {}
    order = sorted(range(number), key=lambda i: not (legal and np.array_equal(rows[i], best)))
    for i in order:
        one = _weigh(rules, record, seats, win, rows[i], verdict)
        if one.net is not None and unread_last and rows[i][READ_KIND] == SHAPE_ANY_TILES:
            one = replace(one, reason="whatever is read of the hand goes before it", net=None)
        key = repr((one.reason, one.ids, one.payers, one.net))
        known = outcomes.get(key)
        outcomes[key] = one if known is None else Weighed(**{**known.__dict__, "count": known.count + 1})
    first = [outcomes.pop(next(iter(outcomes)))] if legal else []
    others = list(outcomes.values())
    others.sort(key=lambda one: (one.reason is None, _gain(record, one)), reverse=True)
    return Explanation(record, result, wilds, number, [*first, *others])


def _weigh(rules: RuleSet, record: Record, seats: Seats, win: Ints, row: Ints, verdict: Verdict) -> Weighed:
    code = int(w.weigh(rules.packed, seats, win, row, verdict, True, w.NEW))
    legal = code == w.LEGAL
    owes = legal or code == w.NO_MINIMUM
    patterns = counted(rules, verdict)
    payers = _payers(rules, win, verdict, legal) if owes else []
    responsible, notes = _stepping_in(rules, seats, win, verdict) if legal else ([], [])
    return Weighed(
        reading=reading_of(rules, record, row, verdict),
        reason=None if legal else reason_text(rules, code, verdict),
        patterns=patterns,
        payers=payers,
        net=[int(points) for points in verdict.money[TRIAL_NET]] if legal else None,
        responsible=responsible,
        notes=notes,
    )


def _payers(rules: RuleSet, win: Ints, v: Verdict, legal: bool) -> list[Payer]:
    """What each seat owes; the verdict holds the facts and payments of the reading just weighed."""
    limits = _limits_met(rules, win, v) if legal else {}
    alone = w.pays_alone(rules.packed, win)
    return [
        Payer(
            seat=seat,
            entries=[*_entries(rules, v, seat), *_rounded(rules, v, seat)],
            raw=int(v.money[TRIAL_RAW, seat]),
            limit=limits.get(seat),
            pays=int(v.money[TRIAL_PAY if legal else TRIAL_RAW, seat]),
        )
        for seat in range(rules.players)
        if seat != win[WIN_BY] and (seat == win[WIN_FROM] or not alone)
    ]


def _rounded(rules: RuleSet, v: Verdict, seat: int) -> list[str]:
    """By how much the page rounds up what a payer owes."""
    page, ledger = rules.packed, np.zeros(4, np.int64)
    prices = page.payment.prices, page.payment.prices_end
    bare = owed(page.conditions, page.patterns, *prices, 1, v.winner, v.people[seat], v.bits, ledger)
    more = int(v.money[TRIAL_RAW, seat]) - int(bare)
    return [f"rounded up by {more}"] if more else []


def _entries(rules: RuleSet, v: Verdict, seat: int) -> list[str]:
    """The ledger of one payer, a text an entry."""
    page = rules.packed
    payer, ledger = v.people[seat], np.zeros(4, np.int64)
    # sets whether the dealer is one of the two
    owed(page.conditions, page.patterns, 0, 0, page.limits.round_to, v.winner, payer, v.bits, ledger)
    entries = []
    for p, row in enumerate(rules.words.pattern):
        counts = page.patterns.rows[p, PATTERN_FOR]
        condition = page.patterns.rows[p, PATTERN_WHEN]
        persons = [("", v.winner)] if counts != FOR_PAYER and v.held[p] else []
        if counts in (FOR_PAYER, FOR_BOTH) and holds(page.conditions, condition, payer, v.winner, payer, v.bits):
            persons.append(("payer's ", payer))
        for whose, facts in persons:
            first, end = page.patterns.rows[p, [PATTERN_PRICES, PATTERN_PRICES_END]]
            amount = _entry(page, first, end, facts, payer, v)
            entries += [f"{whose}{row.id} {amount}"] if amount else []
    amount = _entry(page, page.payment.prices, page.payment.prices_end, v.winner, payer, v)
    return [*entries, *([amount] if amount else [])]


def _entry(page: Page, first: int, end: int, own: Ints, payer: Ints, v: Verdict) -> str:
    """What some prices enter into a ledger, as a text."""
    ledger = np.zeros(4, np.int64)
    clear_ledger(ledger)
    for into in (OWED, OWED_APART):
        enter_prices(page.conditions, page.patterns, first, end, into, own, v.winner, payer, v.bits, ledger)
    return _amount(ledger)


def _amount(ledger: Ints) -> str:
    factor = int(ledger[TIMES]) << int(ledger[DOUBLE])
    parts = [f"+{ledger[ADD]}"] if ledger[ADD] else []
    parts += [f"×{factor}"] if factor != 1 else []
    parts += [f"bonus +{ledger[BONUS]}"] if ledger[BONUS] else []
    return " ".join(parts)


def _limits_met(rules: RuleSet, win: Ints, v: Verdict) -> dict[int, str]:
    """Which step of the ladder set each seat's payment: the last that changed it when the steps are laid on one by one."""
    page, words = rules.packed, rules.words.limits
    found: dict[int, str] = {}
    before = v.money[TRIAL_RAW].copy()
    for number in range(len(page.limits.steps) + 1):
        limits = page.limits._replace(steps=page.limits.steps[:number], divide=1)
        after = np.zeros_like(before)
        apply_limits(page.conditions, limits, int(win[WIN_BY]), v.money[TRIAL_RAW], v.people, v.bits, after)
        for seat in np.flatnonzero(after != before) if number else []:
            found[int(seat)] = words.steps[number - 1].id
        before = after
    return found


def _stepping_in(rules: RuleSet, seats: Seats, win: Ints, v: Verdict) -> tuple[list[str], list[str]]:
    """Who paid for others and why, and whose points were too few."""
    page, by = rules.packed, int(win[WIN_BY])
    late_from = int(win[WIN_LATE_FROM]) if page.payment.late_claim == 1 else -1
    source = int(win[WIN_FROM])
    modes = {PAY_ONE: f"seat {source} alone pays, the own amount", PAY_ONE_FOR_ALL: f"seat {source} alone pays, what all owe"}
    mode = int(page.payment.mode[win[WIN_HOW]])
    notes = [modes[mode]] if mode in modes else []
    notes += [f"seat {late_from} was claimed from within the chain and pays what it gained afterwards"] if late_from >= 0 else []
    rows = [row for row in rules.words.responsible if row.on]
    lines = []
    before = np.zeros(rules.players, np.int64)
    share_out(page.payment, win, v.money[TRIAL_PAY], v.money[EARLY], late_from, before)
    for number in range(1, len(rows) + 1):
        payment = page.payment._replace(responsible=page.payment.responsible[:number])
        due = np.zeros_like(before)
        total = share_out(payment, win, v.money[TRIAL_PAY], v.money[EARLY], late_from, due)
        step_in(page.conditions, payment, seats, win, total, v.people, v.bits, v.money[TRIAL_PAY], v.money[EXTRA], due)
        if not np.array_equal(due, before):
            who = ", ".join(f"seat {seat} {points}" for seat, points in enumerate(due) if points)
            row = rows[number - 1]
            lines.append(f"responsible, {row.id} {row.names.ja}: now pay {who}")
        before = due
    for seat in range(rules.players):
        paid = -int(v.money[TRIAL_NET, seat])
        if seat != by and paid != before[seat]:
            notes.append(f"seat {seat} has {int(seats.marks[seat, MARK_POINTS])} points left: pays {paid} of {before[seat]}")
    return lines, notes
