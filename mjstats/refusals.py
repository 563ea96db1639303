"""Why a win is not legal, in one line.

Of several readings the kernels say the reason of the one that came farthest, but leave the facts of the last one. Whoever asks
for the numbers is told those of the reading that came nearest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjstats.kernel import weigh as w
from mjstats.kernel.columns import COLUMN
from mjstats.kernel.judge import NONE_SEEN, picks_of
from mjstats.kernel.page import HELD, Ints, Page
from mjstats.kernel.places import next_place
from mjstats.kernel.readings import FOUND, READ_PICK, ROOM_STATE, SEEN
from mjstats.kernel.state import ROUND_SETUP, WIN_TILE, Seats
from mjstats.kernel.verdict import COUNTS, TRIAL_RAW, Verdict
from mjstats.rules.schema_texts import NUMBER_TOLD

if TYPE_CHECKING:
    from mjstats.rules import RuleSet
    from mjstats.rules.schema import Requirement


def reason_text(rules: RuleSet, code: int, verdict: Verdict) -> str:
    """The line that says why a win is not legal; `verdict` is the one just filled."""
    words = rules.words
    if code >= w.REQUIREMENT:
        require = _requirement(rules, code)
        says = NUMBER_TOLD.sub(lambda found: str(fact_of(rules, verdict, found[1])), require.says)
        return f"{require.reason}: {says}"
    if code == w.NO_MINIMUM:
        who, which = ("every payer", "least") if words.limits.minimum_for == "every-payer" else ("one payer", "most")
        owes = f"the {which} that one owes is {_nearness(rules, code, verdict)}"
        return f"minimum: {who} has to owe at least {words.limits.minimum} points before limits; {owes}"
    if code == w.NO_PAIR:
        pairs = ", ".join(dict.fromkeys(s.pair for s in words.shape if s.on and s.kind == "standard" and s.pair != "any"))
        return f"pair: the pair has to be one of {pairs}, and nothing frees it"
    if code == w.TOO_WILD:
        most = min(s.wilds_at_most for s in words.shape if s.on and s.wilds_at_most is not None)
        held = int(verdict.winner[COLUMN["wilds-held"]])
        return f"wild: {held} wild tiles in the hand; at most {most} without a pattern that allows more"
    if verdict.winner[COLUMN["won-with-indicator"]] and not any(s.on and "indicator" in s.ways for s in words.shape):
        return f"shape: {rules.id} knows no win with the tile turned up"
    tiles = int(verdict.tiles[COUNTS].sum())
    return (
        f"shape: the {tiles} concealed tiles, winning tile included, make none of: {', '.join(s.id for s in words.shape if s.on)}"
    )


def fact_of(rules: RuleSet, verdict: Verdict, words: str) -> int:
    """What a fact, a family's member, a group or a stage comes to for the winner of the verdict just filled."""
    index = rules.number_of(words)
    if index >= 0:
        return int(verdict.winner[index])
    rows = verdict.bits[HELD : HELD + 2] & rules.packed.conditions.groups[-2 - index]
    return sum(int(word).bit_count() for word in rows)


def tell_nearest(rules: RuleSet, seats: Seats, win: Ints, code: int, verdict: Verdict) -> None:
    """Leave the facts of the reading that came nearest, where the reason's line has numbers that a reading decides."""
    if code != w.NO_MINIMUM and not (code >= w.REQUIREMENT and NUMBER_TOLD.search(_requirement(rules, code).says)):
        return
    page, room = rules.packed, verdict.readings.room[ROOM_STATE]
    room[SEEN] = NONE_SEEN
    rows = [row for one in verdict.readings.rows[: room[FOUND]].copy() for row in alternatives(page, seats, win, one, verdict)]
    if len(rows) < 2:
        return
    nearness = []
    for row in rows:
        same = w.weigh(page, seats, win, row, verdict, True, w.NEW) == code
        nearness.append(_nearness(rules, code, verdict) if same else -1)
    w.weigh(page, seats, win, rows[nearness.index(max(nearness))], verdict, True, w.NEW)


def _nearness(rules: RuleSet, code: int, verdict: Verdict) -> int:
    """The number that the reason's line says: of the reading weighed last, the greater the nearer to a win."""
    if code == w.NO_MINIMUM:
        raw = [int(points) for points in verdict.money[TRIAL_RAW] if points > 0]  # the winner owes nothing
        return min(raw, default=0) if rules.words.limits.minimum_for == "every-payer" else max(raw, default=0)
    return fact_of(rules, verdict, NUMBER_TOLD.findall(_requirement(rules, code).says)[0])


def _requirement(rules: RuleSet, code: int) -> Requirement:
    return [row for row in rules.words.require if row.on][code - w.REQUIREMENT]


def alternatives(page: Page, seats: Seats, win: Ints, reading: Ints, verdict: Verdict) -> list[Ints]:
    """A reading once for each place of the winning tile and each group of sets, as judging weighs it."""
    placed = []
    code = 0
    row = int(seats.round[ROUND_SETUP])
    while page.reads_place and win[WIN_TILE] >= 0 and code >= 0:
        code = int(next_place(page.setup, row, reading, int(win[WIN_TILE]), code))
        placed += [reading.copy()] if code >= 0 else []
        code += code >= 0
    found = []
    for one in placed or [reading]:
        for pick in range(int(picks_of(page, seats, win, one, verdict))):
            found.append(one.copy())
            found[-1][READ_PICK] = pick
    return found
