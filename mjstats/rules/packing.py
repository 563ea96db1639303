"""From a checked page to the arrays of `mjstats.kernel.page`."""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mjstats.kernel import page as k
from mjstats.kernel.columns import COLUMN
from mjstats.rules.conditions import Term, fact_column, parse_condition
from mjstats.rules.schema import Condition, FaceSet, PageWords, Price, Way, Wild
from mjstats.tiles import face_of, parse_tiles

_WAYS: dict[Way, int] = {
    "discard": k.HOW_DISCARD,
    "self-draw": k.HOW_SELF_DRAW,
    "rob-kong": k.HOW_ROB_KONG,
    "indicator": k.HOW_INDICATOR,
    "hand": k.HOW_HAND,
}
_CHANNELS = {"add": k.ADD, "times": k.TIMES, "double": k.DOUBLE, "bonus": k.BONUS}
_MODES = {"each": k.PAY_EACH, "discarder": k.PAY_ONE, "discarder-for-all": k.PAY_ONE_FOR_ALL}
_CAUSES = {
    "fed": k.CAUSE_FED,
    "claimed": k.CAUSE_CLAIMED,
    "fed-nth": k.CAUSE_FED_NTH,
    "robbed": k.CAUSE_ROBBED,
    "discarder": k.CAUSE_DISCARDER,
}
_KINDS = {"standard": k.SHAPE_STANDARD, "pairs": k.SHAPE_PAIRS, "any-of": k.SHAPE_ANY_OF, "discards": k.SHAPE_DISCARDS}
_FOR = {"winner": k.FOR_WINNER, "payer": k.FOR_PAYER, "both": k.FOR_BOTH}
_ROUNDING = {"half-even": k.ROUND_HALF_EVEN, "up": k.ROUND_UP, "down": k.ROUND_DOWN}
_CLAIM_LIMITS = {"none": 0, "dealer-only": 1, "no-three-chows": 2, "never": 3}
#: a bound that no number of wild tiles or points reaches
ANY_NUMBER = 1 << 40
#: faces tried for a set or pair of wild tiles alone, besides the printed one: of each suit one of 2, 5, 8 and one of the
#: others (where a limit makes it pay, a reading may well do without a pattern), and a wind
_JOKER_FACES = ("4m", "4p", "4s", "5m", "5p", "5s", "1z")


def faces(text: str) -> list[int]:
    """The faces of a tile text."""
    return [face_of(code) for code in parse_tiles(text)]


def face_mask(words: FaceSet) -> k.Ints:
    """(34,) 1 for each face of a set of faces named on a page."""
    mask = np.zeros(k.N_PLAIN, np.int64)
    if words == "any":
        mask[:] = 1
    elif words == "258":
        mask[[f for f in range(27) if f % 9 in (1, 4, 7)]] = 1
    elif words == "honors":
        mask[27:] = 1
    else:
        mask[faces(words)] = 1
    return mask


def _ways(ways: Sequence[Way]) -> list[int]:
    return [int(way in ways) for way in _WAYS]


def _ints(values: Sequence[int] | npt.NDArray[np.int64]) -> k.Ints:
    return np.array(list(values), dtype=np.int64)


def _rows(rows: Sequence[k.Ints] | Sequence[list[int]], width: int) -> k.Ints:
    return np.array(rows, dtype=np.int64).reshape(len(rows), width)


ALWAYS, NEVER = 0, 1


class _Conditions:
    """Collects the conditions of a page; number 0 always holds, number 1 never."""

    def __init__(self, page: PageWords) -> None:
        self.patterns = [p.id for p in page.pattern]
        self.groups = list(dict.fromkeys(g for p in page.pattern for g in p.groups))
        self.rows: list[list[list[Term]]] = [[], [[Term(k.SOURCE_OWN, 0, k.OP_AT_LEAST, ANY_NUMBER)]]]

    def number(self, texts: Condition, place: str) -> int:
        """The number of a condition; errors name the place on the page."""
        try:
            clauses = parse_condition(texts, self.patterns, self.groups)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
        if clauses not in self.rows:
            self.rows.append(clauses)
        return self.rows.index(clauses)

    def reads(self, fact: str) -> bool:
        """Whether some condition reads a fact."""
        fact_sources = (k.SOURCE_OWN, k.SOURCE_WINNER, k.SOURCE_PAYER)
        return any(
            t.index == COLUMN[fact] and t.source in fact_sources for clauses in self.rows for terms in clauses for t in terms
        )

    def packed(self) -> k.Conditions:
        terms = [
            [clause, t.source, t.index, t.op, t.operand] for row in self.rows for clause, terms in enumerate(row) for t in terms
        ]
        return k.Conditions(
            first=_ints(np.cumsum([0] + [sum(len(clause) for clause in row) for row in self.rows])),
            terms=_rows(terms, 5),
        )


def pack(page: PageWords) -> k.Page:
    """Pack a checked page.

    Raises `ValueError` that names the place on the page where a condition, price or path cannot be read.
    """
    conditions = _Conditions(page)
    shapes = _shapes(page, conditions)
    patterns = _patterns(page, conditions)
    required = [r for r in page.require if r.on]
    for row in required:
        for name in re.findall(r"\{([^{}]*)\}", row.says):
            fact_column(name, f"require.{row.id}.says: {{{name}}}")
    requirements = _rows(
        [[conditions.number(r.when, f"require.{r.id}.when"), *_ways(r.ways)] for r in required], k.REQUIRE_WAYS + k.N_HOW
    )
    limits = _limits(page, conditions)
    payment = _payment(page, conditions)
    return k.Page(
        setup=_setup(page),
        conditions=conditions.packed(),
        shapes=shapes,
        patterns=patterns,
        requirements=requirements,
        limits=limits,
        payment=payment,
        play=_play(page),
        sets=page.wall.hand // 3,
        reads_any_tile=int(conditions.reads("any-tile-wait")),
        reads_ready=int(conditions.reads("ready")),
    )


def _shapes(page: PageWords, conditions: _Conditions) -> k.Shapes:
    rows = [s for s in page.shape if s.on]
    return k.Shapes(
        kind=_ints([_KINDS[s.kind] for s in rows]),
        pair=_rows([face_mask(s.pair) for s in rows], k.N_PLAIN),
        faces=_rows([face_mask(s.faces) for s in rows], k.N_PLAIN),
        pungs_only=_ints([int(s.sets == "pungs") for s in rows]),
        one_suit=_ints([int(s.suits == "one") for s in rows]),
        length=_ints([s.count for s in rows]),
        fours=_ints([int(s.fours) for s in rows]),
        wilds_at_most=_ints([ANY_NUMBER if s.wilds_at_most is None else s.wilds_at_most for s in rows]),
        unless=_ints([conditions.number(s.unless, f"shape.{s.id}.unless") for s in rows]),
    )


def _patterns(page: PageWords, conditions: _Conditions) -> k.Patterns:
    rows = page.pattern
    ids = [p.id for p in rows]
    excludes = np.zeros((len(rows), len(rows)), np.int64)
    table: list[list[int]] = []
    prices: list[list[int]] = []
    for i, pattern in enumerate(rows):
        for other in pattern.excludes:
            if other not in ids:
                raise ValueError(f"pattern.{pattern.id}.excludes: {other!r} is no pattern of this page")
            excludes[i, ids.index(other)] = 1
        if isinstance(pattern.price, str) and pattern.price not in page.prices:
            raise ValueError(
                f"pattern.{pattern.id}.price: {pattern.price!r} is no row of [prices]; there are: {', '.join(page.prices)}"
            )
        first = len(prices)
        own = page.prices[pattern.price] if isinstance(pattern.price, str) else pattern.price
        prices += [_price(price, f"pattern.{pattern.id}.price", conditions) for price in own]
        groups = sum(1 << conditions.groups.index(g) for g in pattern.groups)
        # a pattern that is switched off keeps its row, so that conditions may go on naming it
        when = conditions.number(pattern.when, f"pattern.{pattern.id}.when") if pattern.on else NEVER
        table.append([when, _FOR[pattern.counted_for], groups, first, len(prices)])
    width = max((len(row) for row in prices), default=k.PRICE_VALUES + 1)
    return k.Patterns(
        rows=_rows(table, 5),
        excludes=excludes,
        prices=_rows([row + [0] * (width - len(row)) for row in prices], width),
        n_groups=len(conditions.groups),
    )


def _price(price: Price, place: str, conditions: _Conditions) -> list[int]:
    values = price.amount if isinstance(price.amount, list) else [price.amount]
    return [
        conditions.number(price.when, f"{place}.when"),
        _CHANNELS[price.channel],
        fact_column(price.per, f"{place}.per = {price.per}") if price.per else -1,
        _chooser(price.by, f"{place}.by = {price.by}", conditions) if price.by else -1,
        len(values),
        *values,
    ]


def _chooser(by: str, place: str, conditions: _Conditions) -> int:
    """The column of a fact, or past all facts the number of a group of patterns."""
    if by.startswith("counted "):
        group = by.removeprefix("counted ")
        if group not in conditions.groups:
            raise ValueError(f"{place}: no group of patterns is called {group!r}; there are: {', '.join(conditions.groups)}")
        return len(COLUMN) + conditions.groups.index(group)
    return fact_column(by, place)


def _limits(page: PageWords, conditions: _Conditions) -> k.Limits:
    limits = page.limits
    steps = limits.steps if limits.cap is not None else []
    cap = limits.cap or 0
    return k.Limits(
        minimum=limits.minimum,
        minimum_who=k.MINIMUM_EVERY if limits.minimum_for == "every-payer" else k.MINIMUM_ANY,
        steps=_rows(
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
        bounded=int(limits.points_left),
    )


def _payment(page: PageWords, conditions: _Conditions) -> k.Payment:
    rows = [r for r in page.responsible if r.on]
    mode = [k.PAY_EACH] * k.N_HOW
    mode[k.HOW_DISCARD] = _MODES[page.pay.discard]
    mode[k.HOW_ROB_KONG] = _MODES[page.pay.rob_kong]
    return k.Payment(
        mode=_ints(mode),
        responsible=_rows(
            [
                [
                    _CAUSES[r.cause],
                    r.at_least,
                    conditions.number(r.when, f"responsible.{r.id}.when"),
                    r.share,
                    k.INSTEAD if r.place == "instead" else k.BESIDES,
                    *_ways(r.ways),
                ]
                for r in rows
            ],
            k.RESPONSIBLE_WAYS + k.N_HOW,
        ),
        first_only=int(page.pay.responsible == "first"),
        late_claim=int(page.pay.late_claim),
    )


def _following(wild: Wild, face: int, step: int) -> int:
    """The face `step` places after `face` in its cycle; faces that can never be wild are passed over."""
    skipped = faces(wild.skip)
    for text in wild.cycles:
        cycle = faces(text)
        if face in cycle:
            place = (cycle.index(face) + step) % len(cycle)
            while cycle[place] in skipped:
                place = (place + (1 if step >= 0 else -1)) % len(cycle)
            return cycle[place]
    return face


def _setup(page: PageWords) -> k.Setup:
    wild = page.wild
    rows = k.N_FACES + 1
    is_wild = np.zeros((rows, k.N_FACES), np.int64)
    kong_tile = np.zeros((rows, k.N_FACES), np.int64)
    not_for = np.zeros((rows, k.N_FACES), np.int64)
    stand_in = np.full(rows, -1, np.int64)
    stand_for = np.full(rows, -1, np.int64)
    if wild.source == "faces":
        is_wild[:, faces(wild.faces)] = 1
    for row in range(rows):
        kong_tile[row, faces(wild.kong_tiles)] = 1
    for row in range(k.N_PLAIN):
        if wild.source == "indicator":
            is_wild[row, _following(wild, row, wild.offset)] = 1
            if wild.stand_in and faces(wild.stand_in)[0] != row:
                stand_in[row] = faces(wild.stand_in)[0]
                stand_for[row] = row
        for offset in wild.kong_tile_offsets:
            kong_tile[row, _following(wild, row, offset)] = 1
    not_for[kong_tile == 1] = 1
    if wild.wild_is_kong_tile:
        kong_tile[is_wild == 1] = 1
    return k.Setup(
        wild=is_wild,
        stand_in=stand_in,
        stand_for=stand_for,
        kong_tile=kong_tile,
        not_for=not_for,
        joker_faces=_ints([-1, *(faces(text)[0] for text in _JOKER_FACES)]),
        fifth_copy=int(wild.fifth_copy),
        wild_pair_printed=int(wild.pair_of_wilds == "printed"),
    )


def wall_tiles(page: PageWords) -> k.Ints:
    """(42,) copies of each face in the wall."""
    tiles = np.zeros(k.N_FACES, np.int64)
    for suit, first in (("m", 0), ("p", 9), ("s", 18)):
        if suit in page.wall.suits:
            tiles[first : first + 9] = page.wall.copies
    tiles[[26 + int(digit) for digit in page.wall.honors]] = page.wall.copies
    return tiles


def _play(page: PageWords) -> k.Play:
    play = page.play
    dealt = 0 if play.dealt_streak == "off" else 1 if play.dealt_streak == "doubles" else int(play.dealt_streak)
    runs = [s.count for s in page.shape if s.on and s.kind == "discards"]
    return k.Play(
        players=page.wall.players,
        hand=page.wall.hand,
        tiles=wall_tiles(page),
        turns_indicator=int(page.wild.source == "indicator"),
        reserved=page.wall.reserved,
        indicator_reserved=int(page.wall.reserved_holds_indicator),
        last_round=page.wall.last_round,
        chow=int(play.chow == "left"),
        kong_added=int("added" in play.kongs),
        kong_claimed=int("claimed" in play.kongs),
        kong_concealed=int("concealed" in play.kongs),
        single_kongs=int(page.wild.wild_is_kong_tile or bool(page.wild.kong_tiles) or bool(page.wild.kong_tile_offsets)),
        kong_after_claim=int(play.kong_after_claim),
        wild_discard=int(play.wild_discard != "barred"),
        wild_freezes=int(play.wild_discard == "freezes"),
        wild_owner_claims=int(play.wild_discarder_claims),
        forfeit_wild=int(play.stray_wild_forfeits),
        pass_pung=int(play.passed_pung_ban),
        pass_win=int(play.passed_win_ban),
        claim_limit=_CLAIM_LIMITS[play.claim_limit],
        claim_limit_from=play.claim_limit_from,
        honor_run=_ints(runs),
        dealt_doubles=dealt,
        dealt_streak=3,
        stake=-1 if play.stake is None else play.stake,
        rob_added=1,
    )
