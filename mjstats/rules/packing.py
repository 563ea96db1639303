"""From a checked page to the arrays of `mjstats.kernel.page`."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from mjstats.kernel import page as k
from mjstats.kernel.columns import FED_CLAIMED_KONGS, FED_CLAIMED_KONGS_BY_ROW, FED_KONGS, READING
from mjstats.rules.collecting import ANY_NUMBER, NEVER, Conditions, Prices, face_bits, faces, ints, rows_of, ways_of
from mjstats.rules.conditions import position
from mjstats.rules.own_facts import OwnFacts
from mjstats.rules.packing_deal import pack_play, pack_setup
from mjstats.rules.schema import PageWords, Pattern, Shape, Side
from mjstats.rules.schema_texts import NUMBER_TOLD

_MODES = {"each": k.PAY_EACH, "discarder": k.PAY_ONE, "discarder-for-all": k.PAY_ONE_FOR_ALL}
_CAUSES = {
    "fed": k.CAUSE_FED,
    "claimed": k.CAUSE_CLAIMED,
    "fed-nth": k.CAUSE_FED_NTH,
    "robbed": k.CAUSE_ROBBED,
    "discarder": k.CAUSE_DISCARDER,
    "bound": k.CAUSE_BOUND,
    "kong-feeder": k.CAUSE_KONG_FEEDER,
}
_KINDS = {
    "standard": k.SHAPE_STANDARD,
    "pairs": k.SHAPE_PAIRS,
    "any-of": k.SHAPE_ANY_OF,
    "discards": k.SHAPE_DISCARDS,
    "orphans": k.SHAPE_ORPHANS,
    "unrelated": k.SHAPE_UNRELATED,
    "knitted": k.SHAPE_KNITTED,
    "knitted-straight": k.SHAPE_KNITTED_STRAIGHT,
    "any-tiles": k.SHAPE_ANY_TILES,
}
_FOR = {"winner": k.FOR_WINNER, "payer": k.FOR_PAYER, "both": k.FOR_BOTH, "everyone": k.FOR_EVERYONE}
_A_CHOW = {"any": -1, "chow": 1, "pung-or-kong": 0}
_PLACES = {"instead": k.INSTEAD, "besides": k.BESIDES, "half": k.HALF}
_ROUNDING = {"half-even": k.ROUND_HALF_EVEN, "up": k.ROUND_UP, "down": k.ROUND_DOWN}
#: facts of `mjstats.kernel.combinations`
_COMBINATIONS = list(READING)[list(READING).index("pure-double-chows") :]
_COUPLED_CHOWS = tuple(fact for fact in _COMBINATIONS if "chow" in fact or "straight" in fact)
_COUPLED_PUNGS = tuple(fact for fact in _COMBINATIONS if "pung" in fact)
#: facts of a reading that depend on which of its items the winning tile completes
_BY_PLACE = ("edge-wait", "closed-wait", "single-wait", "double-pung-wait", "two-sided-wait", "pair-with-wild", "concealed-pungs")
_KONGS = ("claimed-kongs", "added-kongs", "concealed-kongs", "melded-kongs", "kongs")
#: facts that are told for each payer
_BY_PAYER = (FED_KONGS, FED_CLAIMED_KONGS, FED_CLAIMED_KONGS_BY_ROW)
#: facts that are filled only where the page reads one of them
_READS = {
    k.READS_LONE_WILD: ("lone-wild-wait",),
    k.READS_TWO_SIDED: ("waits-two-sided",),
    k.READS_OPEN: ("winning-face-open", "winning-face-discarded", "winning-face-punged"),
    k.READS_KONG_TILES: ("kong-tiles", "wild-kongs"),
    k.READS_BEFORE: ("tiles-before",),
    k.READS_WORTH: ("wild-points",),
    k.READS_DORA: ("dora",),
    k.READS_URA: ("ura-dora",),
    k.READS_MAKERS: ("kong-makers",),
    k.READS_WILDS: ("wilds-in-all",),
    k.READS_KONG_HELD: ("kong-tiles-held",),
    k.READS_MELDS: ("claimed-melds", "claimed-chows", "claimed-pungs", *_KONGS, "open-sets-of-suit", "claimed-chows-of-suit"),
    k.READS_HELD: ("wilds-held",),
    k.READS_FOURS: ("fours-discarded",),
    k.READS_FED: ("fed-kongs", "fed-claimed-kongs", "fed-claimed-kongs-by-row"),
    k.READS_CHOWS: _COUPLED_CHOWS,
    k.READS_PUNGS: _COUPLED_PUNGS,
    k.READS_HOGS: ("tile-hogs",),
    k.READS_HOG_KINDS: ("melded-tile-hogs", "concealed-tile-hogs", "winning-tile-hog"),
    k.READS_WILD_SETS: ("wild-pair", "wild-pung"),
    k.READS_KONG_ROWS: ("added-kongs-by-row", "concealed-kongs-by-row", "fed-claimed-kongs-by-row"),
}


def pack(page: PageWords) -> tuple[k.Page, dict[str, int]]:
    """Pack a checked page; besides, the columns of what the lines of its requirements tell in braces.

    Raises `ValueError` that names the place on the page where a condition, price or path cannot be read.
    """
    conditions = Conditions(page)
    shapes = _shapes(page, conditions)
    prices = Prices(conditions)
    patterns = _patterns(page, conditions, prices)
    counted = [
        NEVER if row.counted_for == "payer" else int(when) for row, when in zip(page.pattern, patterns.rows[:, 0], strict=True)
    ]
    required = [r for r in page.require if r.on]
    told: dict[str, int] = {}
    for row in required:
        for words in NUMBER_TOLD.findall(row.says):
            told[words] = conditions.number_of(words, f"require.{row.id}.says")
    requirements = rows_of(
        [[conditions.number(r.when, f"require.{r.id}.when"), *ways_of(r.ways)] for r in required], k.REQUIRE_WAYS + k.N_HOW
    )
    limits = _limits(page, conditions)
    payment = _payment(page, conditions, prices)
    stages = _stages(page, prices)
    sides = _sides(page, conditions, prices)
    compare = _compare(page, conditions, prices)
    play = pack_play(page, conditions)
    conditions.theirs |= {row[2] for row in conditions.own.rows}
    conditions.of_all |= any(row[2] >= conditions.first_own for row in conditions.own.rows)
    conditions.of_all |= any(stage.of == "everyone" for stage in page.stage)
    conditions_packed, patterns.rows[:, k.PATTERN_SURE] = conditions.packed(counted, _groups(page, conditions.groups))
    packed = k.Page(
        setup=pack_setup(page, conditions.own.packed(conditions.theirs)),
        conditions=conditions_packed,
        shapes=shapes,
        patterns=patterns._replace(prices=prices.packed()),
        requirements=requirements,
        limits=limits,
        payment=payment,
        terms=ints([getattr(play, name) for name in k.TERM_NAMES]),
        tiles=play.tiles,
        bonus_next=play.bonus_next,
        honor_run=play.honor_run,
        per_kong=play.per_kong,
        per_wild_row=play.per_wild_row,
        sets=page.wall.hand // 3,
        reads_any_tile=int(conditions.reads("any-tile-wait")),
        reads_ready=int(conditions.reads("ready")),
        own_facts=conditions.own.packed(conditions.theirs),
        own_sums=sum(row[0] < k.OWN_OTHERS for row in conditions.own.rows),
        own_of_all=int(conditions.of_all),
        stages=stages,
        sides=sides,
        compare=compare,
        reads_place=int(conditions.reads(*_BY_PLACE) or conditions.reads_family("melded-pungs-in", "concealed-pungs-in")),
        reads_waits=int(conditions.reads("wait-faces", "wait-faces-by-shape", "waits-two-sided")),
        reads_furiten=int(conditions.reads("furiten")),
        reads_combinations=int(conditions.reads(*_COMBINATIONS)),
        reads_distance=int(conditions.reads("distance")),
        reads_shape_ready=int(conditions.reads("ready-by-shape")),
        reads=_reads(conditions),
        reads_of_all=_bits_of(conditions.reads_of_all),
        any_tiles_last=int(any(s.on and s.last_resort for s in page.shape)),
        account_once=int(page.count.couples == "account-once"),
        robbed_concealed=int(page.count.robbed_pung == "concealed"),
    )
    return packed, told


def _reads(conditions: Conditions) -> int:
    """`Page.reads`."""
    others = conditions.of_all or any(row[0] >= k.OWN_OTHERS for row in conditions.own.rows)
    # shapes look at the wild tiles held, and results show them
    return _bits_of(conditions.reads) | k.READS_HELD | (k.READS_OTHERS if others else 0)


def _bits_of(reads: Callable[..., bool]) -> int:
    """The bits of the facts that are read."""
    return sum(bit for bit, facts in _READS.items() if reads(*facts))


def _shapes(page: PageWords, conditions: Conditions) -> k.Shapes:
    rows = [s for s in page.shape if s.on]
    return k.Shapes(
        rows=rows_of(
            [
                [
                    _KINDS[s.kind],
                    int(s.sets == "pungs"),
                    int(s.suits == "one"),
                    s.count,
                    int(s.fours),
                    ANY_NUMBER if s.wilds_at_most is None else s.wilds_at_most,
                    conditions.number(s.unless, f"shape.{s.id}.unless"),
                    conditions.number([*s.when, *_claimed(s)], f"shape.{s.id}.when"),
                    face_bits(s.pair),
                    face_bits(s.faces),
                    s.claimed,
                    *ways_of(s.ways),
                ]
                for s in rows
            ],
            k.SHAPE_WAYS + k.N_HOW,
        ),
    )


def _claimed(shape: Shape) -> list[str]:
    """The condition that a row's claimed melds are."""
    return [f"claimed-melds >= {shape.claimed}"] if shape.claimed else []


def _patterns(page: PageWords, conditions: Conditions, prices: Prices) -> k.Patterns:
    rows = page.pattern
    if len(rows) > k.MAX_PATTERNS:
        raise ValueError(f"pattern: {len(rows)} rows; there is room for {k.MAX_PATTERNS}")
    ids = [p.id for p in rows]
    excludes = np.zeros((len(rows), len(rows)), np.int64)
    into = np.zeros((len(page.stage) + 2, len(rows)), np.int64)
    table: list[list[int]] = []
    for i, pattern in enumerate(rows):
        place = f"{'pattern' if pattern.counted_for == 'winner' else 'payer'}.{pattern.id}"
        for other in pattern.excludes:
            excludes[i, _named(other, ids, rows, f"pattern.{pattern.id}.excludes")] = 1
        excludes[i, i] = 0
        if isinstance(pattern.price, str) and pattern.price not in page.prices:
            raise ValueError(f"{place}.price: {pattern.price!r} is no row of [prices]; there are: {', '.join(page.prices)}")
        own = page.prices[pattern.price] if isinstance(pattern.price, str) else pattern.price
        first, end = prices.add(own, f"{place}.price", pattern.into, pattern.scale)
        # a pattern that is switched off keeps its row, so that conditions may go on naming it
        when = conditions.number(pattern.when, f"{place}.when") if pattern.on else NEVER
        into[list({row[k.PRICE_INTO] for row in prices.rows[first:end]}), i] = 1
        table.append([when, _FOR[pattern.counted_for], first, end, 0])
    best = sum(1 << position(g.id, conditions.groups, "group of patterns", "group") for g in page.group if g.keep == "best")
    owes = np.flatnonzero(into[k.OWED] | into[k.OWED_APART])
    payers = [i for i, row in enumerate(rows) if row.counted_for in ("payer", "both") and i in owes] or [0, -1]
    return k.Patterns(
        rows=rows_of([[*row, *_bits(excludes[i]), *_bits(excludes[:, i])] for i, row in enumerate(table)], k.N_PATTERN),
        into=rows_of([_bits(marked) for marked in into], 2),
        prices=rows_of([], 1),
        payers=payers[0],
        payers_end=payers[-1] + 1,
        best=best,
    )


def _groups(page: PageWords, groups: Sequence[str]) -> k.Ints:
    """The rows of patterns in each group, as bits."""
    return rows_of([_bits(np.array([group in row.groups for row in page.pattern])) for group in groups], 2)


def _bits(marks: npt.NDArray[Any]) -> list[int]:
    """Rows of patterns that are marked, as bits of two integers."""
    marked = np.flatnonzero(marks).tolist()
    return [sum(1 << p % k.PATTERN_BITS for p in marked if p // k.PATTERN_BITS == word) for word in range(2)]


def _named(words: str, ids: Sequence[str], rows: Sequence[Pattern], place: str) -> list[int]:
    """The rows that `excludes` names: one pattern, or all of a group."""
    if words.startswith("group "):
        found = [i for i, row in enumerate(rows) if words.removeprefix("group ") in row.groups]
        if not found:
            raise ValueError(f"{place}: {words!r}: no pattern of this page is in that group")
        return found
    if words not in ids:
        raise ValueError(f"{place}: {words!r} is no pattern of this page")
    return [ids.index(words)]


def _stages(page: PageWords, prices: Prices) -> k.Ints:
    rows = []
    for stage in page.stage:
        place = "everyone" if stage.of == "everyone" else "stage"
        first, end = prices.add(stage.price, f"{place}.{stage.id}.price", stage.id)
        most = ANY_NUMBER if stage.at_most is None else stage.at_most
        rows.append([int(stage.of == "everyone"), first, end, stage.round_to, stage.at_least, most, stage.divide])
    return rows_of(rows, 7)


def _sides(page: PageWords, conditions: Conditions, prices: Prices) -> k.Ints:
    sides = [side for side in page.side if side.on]
    return rows_of([_side(side, [other.id for other in sides], conditions, prices) for side in sides], k.N_SIDE)


def _side(side: Side, ids: Sequence[str], conditions: Conditions, prices: Prices) -> list[int]:
    winners = "won" in side.when
    # what only who has won can get is asked of nobody else
    place = f"{'winner' if winners else 'side'}.{side.id}"
    first, end = prices.add(side.price, f"{place}.price", scale=side.scale)
    # one price for so many of something, and nothing else that hangs on whether it was settled
    per = prices.rows[first][k.PRICE_PER] if end == first + 1 and not side.excludes else -1
    per = -1 if per in _BY_PAYER else per
    when = conditions.number(side.when, f"{place}.when")
    return [
        k.PART_CHIPS if side.chips else k.PART_NAMES.index(side.part),
        int("win" in side.at),
        int("draw" in side.at),
        when,
        conditions.number(side.payers, f"side.{side.id}.payers"),
        int(side.of_winning_tile),
        first,
        end,
        -1 if side.share is None else side.share,
        sum(1 << ids.index(other) for other in side.excludes if other in ids),
        int(side.takes_table),
        per,
        int(winners),
    ]


def _compare(page: PageWords, conditions: Conditions, prices: Prices) -> k.Ints:
    if page.compare is None:
        return ints([-1, 0, 0, 1, 0, 0])
    first, end = prices.add(page.compare.price, "compare.price")
    most = ANY_NUMBER if page.compare.at_most is None else page.compare.at_most
    rounding = _ROUNDING[page.compare.rounding]
    return ints([conditions.own.stage(page.compare.of, "compare.of"), first, end, page.compare.divide, rounding, most])


def _limits(page: PageWords, conditions: Conditions) -> k.Limits:
    limits = page.limits
    steps = limits.steps if limits.cap is not None else []
    cap = limits.cap or 0
    return k.Limits(
        minimum=limits.minimum,
        minimum_who=k.MINIMUM_EVERY if limits.minimum_for == "every-payer" else k.MINIMUM_ANY,
        steps=rows_of(
            [
                [
                    cap,
                    int(s.everyone),
                    conditions.number(s.payer, f"limits.steps.{s.id}.payer"),
                    conditions.number(s.all_payers, f"limits.steps.{s.id}.all_payers"),
                    conditions.number(s.whatever, f"limits.steps.{s.id}.whatever") if s.whatever else -1,
                    cap if s.pays is None else s.pays,
                ]
                for s in steps
            ],
            6,
        ),
        divide=limits.divide,
        rounding=_ROUNDING[limits.rounding],
        round_to=limits.round_to,
        bounded=int(limits.points_left),
    )


def _payment(page: PageWords, conditions: Conditions, prices: Prices) -> k.Payment:
    rows = [r for r in page.responsible if r.on]
    first, end = prices.add(page.pay.price, "pay.price")
    mode = [k.PAY_EACH] * k.N_HOW
    mode[k.HOW_DISCARD] = _MODES[page.pay.discard]
    mode[k.HOW_ROB_KONG] = _MODES[page.pay.rob_kong]
    return k.Payment(
        mode=ints(mode),
        responsible=rows_of(
            [
                [
                    _CAUSES[r.cause],
                    r.at_least,
                    conditions.number(r.when, f"responsible.{r.id}.when"),
                    r.share,
                    _PLACES[r.place],
                    int(r.covers == "everything"),
                    int(r.share_of == "own"),
                    *ways_of(r.ways),
                    _set_mask(page, r.of, f"responsible.{r.id}.of"),
                    _A_CHOW[r.kind],
                ]
                for r in rows
            ],
            k.N_RESPONSIBLE,
        ),
        first_only=int(page.pay.responsible == "first"),
        late_claim=int(page.pay.late_claim),
        prices=first,
        prices_end=end,
    )


def _set_mask(page: PageWords, of: str, place: str) -> int:
    """Bit f set for each face of a named set, 0 when none is named."""
    known = OwnFacts(page.faces, []).faces
    if not of:
        return 0
    position(of, list(known), "set of faces", place)
    return sum(1 << face for face in set(faces(known[of])))
