"""A record -> what it is worth to every seat, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from mjstats.distances import distance, waits_of
from mjstats.hand import Player, Record, RecordError, WaitsRequest, Win
from mjstats.kernel import readings as r
from mjstats.kernel import weigh as w
from mjstats.kernel.columns import COLUMN
from mjstats.kernel.distance import distances
from mjstats.kernel.items import item_face
from mjstats.kernel.judge import judge
from mjstats.kernel.page import (
    CHOW,
    DOUBLE,
    EXTRA_SET,
    FOR_PAYER,
    KNIT,
    PART_CHIPS,
    PART_NAMES,
    PART_WIN,
    PATTERN_FOR,
    PATTERN_PRICES,
    PATTERN_PRICES_END,
    PUNG,
    SHAPE_ANY_OF,
    SHAPE_ANY_TILES,
    SHAPE_DISCARDS,
    SHAPE_KNITTED,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_ORPHANS,
    SHAPE_PAIRS,
    SHAPE_STANDARD,
    SHAPE_UNRELATED,
    TIMES,
    Ints,
    Page,
)
from mjstats.kernel.price import ANY_LEDGER, clear_ledger, enter_prices
from mjstats.kernel.settlement import settle_many
from mjstats.kernel.sides import settle_sides
from mjstats.kernel.state import MARK_DISTANCE, Seats
from mjstats.kernel.verdict import WILD, Verdict, new_verdict
from mjstats.kernel.waits import waits as shape_waits
from mjstats.refusals import reason_text, tell_nearest
from mjstats.rules import RuleSet, load, shapes_of
from mjstats.seating import NotAllowedError, compact, record_win, seat_record, win_array
from mjstats.tiles import count_faces, tile_text

#: what a request may name besides the hand where no rule set is named, and what is played then
_PLAIN_KEYS = ("melds", "discards")
_PLAIN_SIZE, _PLAIN_PLAYERS = 13, 4

_SHAPES = {
    SHAPE_STANDARD: "standard",
    SHAPE_PAIRS: "pairs",
    SHAPE_ANY_OF: "any-of",
    SHAPE_DISCARDS: "discards",
    SHAPE_ORPHANS: "orphans",
    SHAPE_UNRELATED: "unrelated",
    SHAPE_KNITTED: "knitted",
    SHAPE_KNITTED_STRAIGHT: "knitted-straight",
    SHAPE_ANY_TILES: "any-tiles",
}


@dataclass(frozen=True)
class Reading:
    """How a hand was read.

    Attributes
    ----------
    shape
        the kind of shape as pages name it: ``standard``, ``pairs``, ``orphans``, ``any-of`` (tiles of named faces, no sets),
        ``any-tiles`` (won on what was collected), ``discards`` (won on what was discarded) and so on.
    sets, pair
        the concealed sets and the pair as tile text, jokers as what they stand for.
    melds
        the melds laid, as text.
    wilds
        what each wild tile of the hand stands for, as tile text; 'any' where nothing depends on it.
    """

    shape: str
    sets: tuple[str, ...]
    pair: str | None
    melds: tuple[str, ...]
    wilds: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The reading as JSON."""
        return {
            "shape": self.shape,
            "sets": list(self.sets),
            "pair": self.pair,
            "melds": list(self.melds),
            "wilds": list(self.wilds),
        }

    def __str__(self) -> str:
        parts = [*self.melds, *self.sets, *([self.pair] if self.pair else [])]
        wilds = f"  (wild: {' '.join(self.wilds)})" if self.wilds else ""
        return f"{self.shape}: {' '.join(parts)}{wilds}".rstrip()


@dataclass(frozen=True)
class Result:
    """What scoring a record returns; the fields are those of the record format.

    With several winners `patterns`, `reading` and `stages` are the first winner's; `stages` are what the page's stages came
    to, such as ``{"fu": 30, "han": 4}``, and no part of the JSON form.
    """

    legal: bool
    reason: str | None
    patterns: list[dict[str, Any]]
    reading: Reading | None
    net: list[int] | None
    parts: dict[str, list[int]] = field(default_factory=dict)
    chips: list[int] | None = None
    stages: dict[str, int] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON."""
        result = {
            "legal": self.legal,
            "reason": self.reason,
            "patterns": self.patterns,
            "reading": None if self.reading is None else self.reading.to_dict(),
            "net": self.net,
            "parts": self.parts,
        }
        return result if self.chips is None else {**result, "chips": self.chips}

    def __str__(self) -> str:
        if not self.legal:
            return f"not legal: {self.reason}"
        names = patterns_text(self.patterns) or "no patterns"
        stages = "".join(f", {name} {worth}" for name, worth in self.stages.items())
        return f"{self.net}  {names}{stages}" + (f"\n{self.reading}" if self.reading else "")

    def _repr_html_(self) -> str:
        from html import escape

        return f'<pre style="white-space:pre-wrap">{escape(str(self))}</pre>'


def score(record: Record | Mapping[str, Any], rules: RuleSet | None = None) -> Result:
    """Score a finished hand.

    Parameters
    ----------
    record
        a `Record`, or its JSON object; ``mjstats/RECORDS.md`` tells every key of it, and of the result.
    rules
        a rule set to use in place of the one that the record names (the record's options are set on it).

    Raises
    ------
    RecordError, RulesError
        one line that names the key, the value and what would be right.

    Examples
    --------
    >>> import mjstats
    >>> result = mjstats.score({"rules": "hangzhou", "indicator": "3s", "players": [{}, {}, {"hand": "123456m55789p22s"}, {}],
    ...                         "win": {"by": 2, "tile": "2s", "how": "self-draw"}})
    >>> result.net, result.patterns
    ([-2, -1, 4, -1], [])
    >>> print(result.reading)
    standard: 123m 456m 789p 222s 55p
    """
    rules, record = read_record(record, rules)
    try:
        return _score(rules, record, seat_record(rules, record))
    except NotAllowedError as error:
        return Result(False, str(error), [], None, None)


def read_record(record: Record | Mapping[str, Any], rules: RuleSet | None = None) -> tuple[RuleSet, Record]:
    """A record, and the rule set that it names (or `rules`) with the record's options set."""
    if not isinstance(record, Record):
        record = Record.from_dict(record)
    return load(record.rules if rules is None else rules, **record.options), record


def _score(rules: RuleSet, record: Record, seats: Seats) -> Result:
    page = rules.packed
    verdict = new_verdict(page)
    if page.reads_distance == 1:
        tell_distances(rules, record, seats)
    if not record.wins:
        made = settle_sides(page, seats, verdict.trial[0], verdict, True)
        sides = [side for side in rules.words.side if side.on]
        listed = [side for number, side in enumerate(sides) if made >> number & 1 and side.listed]
        patterns = [{"id": side.id, "name": side.names.ja, "value": 0, "unit": "points"} for side in listed]
        return Result(True, None, patterns, None, *_settled(rules, verdict.parts))
    several = in_order(rules, record)
    if isinstance(several, str):
        return Result(False, several, [], None, None)
    parts = np.zeros_like(verdict.parts)
    first: Result | None = None
    for number, one in enumerate(several):
        win = record_win(record, one, later=number > 0)
        code = settle_win(page, seats, win, verdict)
        if code == w.TOO_MANY_READINGS:
            raise RecordError(
                f"record: players[{one.by}].hand: more readings than the {len(verdict.readings.rows)} there is room for"
            )
        if code != w.LEGAL:
            tell_nearest(rules, seats, win, code, verdict)
            whose = f" (seat {one.by})" if len(several) > 1 else ""
            return Result(False, reason_text(rules, code, verdict) + whose, [], None, None)
        if first is None:
            patterns = counted(rules, verdict)
            stages = {row.id: int(verdict.worth[s]) for s, row in enumerate(rules.words.stage)}
            first = Result(True, None, patterns, reading_of(rules, record, verdict.reading, verdict), None, stages=stages)
        parts += verdict.parts
    assert first is not None
    return Result(True, None, first.patterns, first.reading, *_settled(rules, parts), stages=first.stages)


def settle_win(page: Page, seats: Seats, win: Ints, verdict: Verdict) -> int:
    """Judge and settle one win: the code, and when it is legal the verdict's facts, parts, patterns of the reading chosen."""
    players, stages = len(seats.n_melds), len(page.stages)
    found: list[Any] = [np.zeros(1, np.int64), np.zeros((1, players), np.int64), verdict.parts[None] * 0]
    found += [np.zeros((1, 2), np.int64), np.zeros((1, stages), np.int64)]
    settle_many(page, compact(Seats(*(array[None] for array in seats))), win[None], seats, verdict, *found)
    codes = found[0]
    return int(codes[0])


def _settled(rules: RuleSet, parts: Ints) -> tuple[list[int], dict[str, list[int]], list[int] | None]:
    """Net, parts and chips of a settlement; the parts that the page uses, and the win always."""
    page = rules.packed
    used = {PART_WIN, *(int(part) for part in page.sides[:, 0])}
    named = {PART_NAMES[part]: [int(n) for n in parts[part]] for part in range(PART_CHIPS) if part in used or parts[part].any()}
    net = [int(n) for n in parts[:PART_CHIPS].sum(axis=0)]
    return net, named, [int(n) for n in parts[PART_CHIPS]] if PART_CHIPS in used else None


def in_order(rules: RuleSet, record: Record) -> list[Win] | str:
    """Those of the winners who are paid, the first in turn after the one who gave the tile first; or why nobody is."""
    play = rules.packed.play
    wins = list(record.wins)
    if play.several_dealt == 1 and len(wins) > 1 and wins[0].how == "hand":
        return sorted(wins, key=lambda one: (one.by - record.dealer) % rules.players)
    paid = (1, 1, play.paid_of_two, play.paid_of_three)[min(len(wins), 3)]
    if paid == 0:
        return f"winners: {len(wins)} declare, and that makes a drawn hand"
    if len(wins) > paid and play.unpaid_refused == 1:
        return f"winners: {len(wins)} declare; {paid} may win, the nearest after the discarder"
    source = wins[0].from_seat
    if source is not None:
        wins.sort(key=lambda one: (one.by - source) % rules.players)
    return wins[:paid]


def tell_distances(rules: RuleSet, record: Record, seats: Seats) -> None:
    """Fill how far everybody is from ready by shape."""
    indicator = tile_text(record.indicators[0]) if record.indicators else None
    for seat, player in enumerate(record.players):
        if player.hand is None:
            continue
        melds = seats.melds[seat, : seats.n_melds[seat]].tolist()
        plan = shapes_of(rules, indicator, melds)
        counts = seats.hand[seat : seat + 1]
        number = seats.n_melds[seat : seat + 1]
        away = np.zeros(1, np.int64)
        distances(plan, counts, number, away)
        seats.marks[seat, MARK_DISTANCE] = max(int(away[0]), 0)


def counted(rules: RuleSet, verdict: Verdict) -> list[dict[str, Any]]:
    """The patterns that the reading last weighed counts, as a result lists them: id, original name, value, unit."""
    patterns = []
    held = verdict.held
    for p, row in enumerate(rules.words.pattern):
        if held[p] == 0 or not row.listed or rules.packed.patterns.rows[p, PATTERN_FOR] == FOR_PAYER:
            continue
        value = _value(rules, verdict, p, row.unit)
        patterns.append({"id": row.id, "name": row.names.ja, "value": value, "unit": row.unit})
    return patterns


def _value(rules: RuleSet, verdict: Verdict, pattern: int, unit: str) -> int:
    """What a pattern's prices come to, between dealer and others, in its unit: a doubling is one fan, but two times."""
    packed = rules.packed.patterns
    first, end = packed.rows[pattern, [PATTERN_PRICES, PATTERN_PRICES_END]]
    ledger = verdict.ledger.copy()
    clear_ledger(ledger)
    me = verdict.winner.copy()
    me[COLUMN["dealer-between"]] = 1
    enter_prices(rules.packed.conditions, packed, first, end, ANY_LEDGER, me, me, me, verdict.bits, ledger)
    if unit == "times":
        return int(ledger[TIMES]) << int(ledger[DOUBLE])
    return int(ledger[TIMES] if ledger[TIMES] != 1 else ledger[DOUBLE] or ledger[0] + ledger[3])


def patterns_text(patterns: Sequence[Mapping[str, Any]]) -> str:
    """Patterns of a result as a reader sees them; one that adds nothing of its own stands without a value.

    >>> patterns_text([{"id": "all-pungs", "name": "碰碰胡", "value": 15, "unit": "points"},
    ...                {"id": "plain-win", "name": "小胡", "value": 1, "unit": "points"},
    ...                {"id": "self-drawn", "name": "自摸", "value": 0, "unit": "fan"}])
    'all-pungs 碰碰胡 15 points, plain-win 小胡 1 point, self-drawn 自摸'
    """
    texts = (f"{p['id']} {p['name']}" + (f" {_amount(p['value'], p['unit'])}" if p["value"] else "") for p in patterns)
    return ", ".join(texts)


def _amount(value: int, unit: str) -> str:
    return f"{value} {'point' if value == 1 and unit == 'points' else unit}"


def reading_of(rules: RuleSet, record: Record, reading: Ints, verdict: Verdict) -> Reading:
    """A reading's row in words."""
    sets: list[str] = []
    pairs: list[str] = []
    stands: list[str] = []
    for i in range(int(reading[r.READ_ITEMS])):
        kind, face, jokers = (int(x) for x in reading[r.READ_FIRST + 3 * i : r.READ_FIRST + 3 * i + 3])
        if kind in (CHOW, EXTRA_SET, KNIT):
            faces = [int(item_face(rules.packed.setup.extra_sets, kind, face, place)) for place in range(3)]
            stands += [tile_text(f) for place, f in enumerate(faces) if jokers >> place & 1]
            sets.append(_together(faces))
        else:
            faces = [face] * (3 if kind == PUNG else 2)
            stands += [tile_text(face) if face >= 0 else "any"] * jokers
            (sets if kind == PUNG else pairs).append(_together(faces) if face >= 0 else "(any pair)")
    stands += ["any"] * (int(reading[r.READ_JOKERS]) - len(stands))
    # the other wild tiles are used as themselves
    held = verdict.tiles[WILD]
    own = [
        tile_text(int(face))
        for face in np.flatnonzero(held)
        for _ in range(held[face])
        if int(reading[r.READ_OWN]) >> int(face) & 1
    ]
    stands += own[: int(held.sum()) - len(stands)]
    shape = _SHAPES[int(reading[r.READ_KIND])]
    if shape == "pairs":
        sets, pairs = pairs, []
    melds = tuple(str(meld) for meld in record.players[record.wins[0].by].melds)
    return Reading(shape, tuple(sets), pairs[0] if pairs else None, melds, tuple(stands))


def _together(faces: list[int]) -> str:
    texts = [tile_text(face) for face in faces]
    return "".join(text[0] for text in texts) + texts[0][1]


@dataclass(frozen=True)
class Waits:
    """What asking for waits returns.

    Attributes
    ----------
    distance
        how many tiles the hand is away from a complete shape: 0 is ready, -1 complete.
    waits
        face -> copies left unseen, for the faces that complete a ready hand; a face with no copy left is listed with 0.
    """

    distance: int
    waits: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {"distance": self.distance, "waits": self.waits}


def waits(
    request: WaitsRequest | Mapping[str, Any] | str, rules: RuleSet | str | Path | None = None, **keys: Any
) -> Waits:  # fmt: skip
    """Which tiles complete a hand, and how many of them are left.

    Parameters
    ----------
    request
        a `WaitsRequest`, its JSON object, or the concealed tiles as text.
    rules
        a rule set to use in place of the one that the request names; with a text the rule set, and 136 tiles without
        wild ones when it is left out (then ``melds`` and ``discards`` are the only keys).
    **keys
        with a text: other keys of a request, such as ``indicator="4s"``, ``melds=["234m"]``, ``discards="1z"``, ``legal=True``.

    Returns
    -------
    Waits
        By shape alone; with ``legal`` the waits that also win under the rule set by self-draw, the other players holding
        nothing that is known; the hand is the dealer's unless ``dealer`` is given. Seen are the own tiles, melds, kong tiles,
        flowers, discards and the indicator. A hand of 14 (or 17) tiles waits for whatever it waits for after one of its
        discards.

    Raises
    ------
    RecordError, RulesError
        one line that names the key, the value and what would be right.

    Examples
    --------
    >>> waits("678m345p2278s", rules="wuhan", indicator="4s", melds=["234m"])
    Waits(distance=0, waits={'5s': 4, '6s': 4, '9s': 4})
    >>> waits("123m456m789m1p", melds=["111z<1"])
    Waits(distance=0, waits={'1p': 3})
    >>> waits({"rules": "hangzhou", "indicator": "6s", "hand": "123m456m789m11p45s"}).to_dict()
    {'distance': 0, 'waits': {'3s': 4, '6s': 3, '5z': 4}}
    """
    if isinstance(request, str):
        if rules is None:
            return _plain_waits(request, keys)
        rules = load(rules)
        request = WaitsRequest.from_dict({"rules": rules.id, "hand": request, **keys}, where="request")
    elif not isinstance(request, WaitsRequest):
        request = WaitsRequest.from_dict(request, where="request")
    page = load(request.rules if rules is None else rules, **request.options)
    request.check(hand_size=page.hand_size)
    seat = _free_seat(request, page.players)
    record = _request_record(request, page.players, seat)
    try:
        seats = seat_record(page, record)
    except ValueError as error:
        raise RecordError(f"request: {str(error).removeprefix('record: ').removeprefix(f'players[{seat}].')}") from None
    melds = seats.melds[seat, : seats.n_melds[seat]].tolist()
    plan = shapes_of(page, tile_text(record.indicators[0]) if record.indicators else None, melds)
    counts = seats.hand[seat : seat + 1]
    melded = count_faces([face for meld in request.melds for face in meld.faces])
    thrown = np.maximum(count_faces(request.kong_tiles), count_faces(request.discards))  # a kong tile may stand in both
    other = thrown + count_faces(request.flowers) + melded
    away, ready, left = np.zeros(1, np.int64), np.zeros_like(counts), np.zeros_like(counts)
    distances(plan, counts, seats.n_melds[seat : seat + 1], away)
    shape_waits(plan, counts, seats.n_melds[seat : seat + 1], other[None, :], ready, left)
    won = {face for face in np.flatnonzero(ready[0]) if not request.legal or _wins_on(page, seats, seat, int(face))}
    return Waits(int(away[0]), {tile_text(int(face)): int(left[0, face]) for face in sorted(won)})


def _plain_waits(hand: str, keys: Mapping[str, Any]) -> Waits:
    """Waits among 136 tiles without wild ones; of a hand alone any number of tiles will do."""
    request = WaitsRequest.from_dict({"rules": "", "hand": hand, **keys}, where="request")
    for key, value in keys.items():
        if key not in _PLAIN_KEYS:
            raise RecordError(f"request: {key}: {value!r}: only a rule set has a use for it; name one with rules=")
    if keys:
        request.check(hand_size=_PLAIN_SIZE)
        _request_record(request, _PLAIN_PLAYERS, _free_seat(request, _PLAIN_PLAYERS))  # no fifth copy of a tile
    melds = len(request.melds)
    seen = count_faces([face for meld in request.melds for face in meld.faces]) + count_faces(request.discards)
    return Waits(int(distance(hand, melds=melds)), waits_of(hand, seen, melds=melds).tiles())


def _free_seat(request: WaitsRequest, players: int) -> int:
    """A seat for the player of the request: one from which no tile was claimed."""
    taken = {meld.claimed_from for meld in request.melds}
    free = next((seat for seat in range(players) if seat not in taken), None)
    if free is None:
        raise RecordError(f"request: melds: claimed from each of the {players} seats; one of them is the player's own")
    return free


def _request_record(request: WaitsRequest, players: int, seat: int) -> Record:
    """The request as a hand without a winner, its player at `seat`, so that all the checks of a record hold for it."""
    table = request.to_dict()
    table.pop("legal", None)
    if "dealer" not in request.model_fields_set:
        table["dealer"] = seat  # whichever seat is free for the player, the hand is asked about as a dealer's
    player = {key: table.pop(key) for key in Player.model_fields if key in table}
    table["players"] = [player if place == seat else {} for place in range(players)]
    try:
        return Record.from_dict({**table, "win": None}, where="request")
    except RecordError as error:
        raise RecordError(str(error).replace(f"players[{seat}].", "")) from None


def _wins_on(rules: RuleSet, seats: Seats, seat: int, face: int) -> bool:
    """Whether drawing a face wins under the whole rule set, after one discard where the hand has a tile too many."""
    held = seats.hand[seat]
    win = win_array(Win(by=seat, tile=tile_text(face), how="self-draw"))
    verdict = new_verdict(rules.packed)
    whole = 3 * (rules.packed.sets - int(seats.n_melds[seat])) + 1
    for discard in np.flatnonzero(held) if held.sum() > whole else [None]:
        if discard is not None:
            held[discard] -= 1
        legal = judge(rules.packed, seats, win, verdict) == w.LEGAL
        if discard is not None:
            held[discard] += 1
        if legal:
            return True
    return False
