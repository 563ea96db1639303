"""What packing a page collects on the way: its conditions, prices and own columns; and the small shapes of arrays."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mjstats.kernel import page as k
from mjstats.kernel.columns import COLUMN, DEALER_BETWEEN, FAMILIES, N_FACTS
from mjstats.rules.conditions import Term, parse_condition, position, read_number
from mjstats.rules.looking import Looking
from mjstats.rules.own_facts import OwnFacts
from mjstats.rules.schema import PageWords, Price
from mjstats.rules.schema_texts import Condition, FaceSet, Way
from mjstats.tiles import face_of, parse_tiles

_WAYS: dict[Way, int] = {
    "discard": k.HOW_DISCARD,
    "self-draw": k.HOW_SELF_DRAW,
    "rob-kong": k.HOW_ROB_KONG,
    "indicator": k.HOW_INDICATOR,
    "hand": k.HOW_HAND,
}
_CHANNELS = {"add": k.ADD, "times": k.TIMES, "double": k.DOUBLE, "bonus": k.BONUS}
#: a bound that no number of wild tiles or points reaches
ANY_NUMBER = 1 << 40
#: places on a page whose conditions and prices are asked of people who did not win too
_OTHERS_TOO = ("side.", "responsible.", "limits.", "compare.", "payer.")
#: places whose prices may be what each payer owes
_OWED = ("pattern.", "payer.", "pay.")
#: places whose conditions and prices are asked of the winner alone; of a payer only where they say so
_OF_WINNER = ("pattern.", "shape.", "require.", "stage.", "pay.", "winner.")
#: facts that many hands have
_OFTEN = {COLUMN[fact] for fact in ("standard", "self-drawn", "discard-win", "first-winner", "won", "declared", "chows")}
#: places that a page's writer knows by another name
_WRITTEN = {"payer": "pattern", "everyone": "stage", "winner": "side"}


ALWAYS, NEVER = 0, 1


def faces(text: str) -> list[int]:
    """The faces of a tile text."""
    return [face_of(code) for code in parse_tiles(text)]


def face_bits(words: FaceSet) -> int:
    """Bit f set for each face f of a set of faces named on a page."""
    if words == "any":
        named = list(range(k.N_PLAIN))
    elif words == "258":
        named = [face for face in range(k.PLAIN_HONOR) if face % 9 in (1, 4, 7)]
    elif words == "honors":
        named = list(range(k.PLAIN_HONOR, k.N_PLAIN))
    else:
        named = faces(words)
    return sum(1 << face for face in set(named))


def _shown(place: str) -> str:
    """A place as a page's writer knows it."""
    where, _, rest = place.partition(".")
    return f"{_WRITTEN.get(where, where)}.{rest}"


def ways_of(ways: Sequence[Way]) -> list[int]:
    return [int(way in ways) for way in _WAYS]


def ints(values: Sequence[int] | npt.NDArray[np.int64]) -> k.Ints:
    return np.array(list(values), dtype=np.int64)


def rows_of(rows: Sequence[k.Ints] | Sequence[list[int]], width: int) -> k.Ints:
    return np.array(rows, dtype=np.int64).reshape(len(rows), width)


def _range_of(terms: Sequence[Term]) -> tuple[int, int, int] | None:
    """The own fact that a clause asks for, its least and its greatest value; None when it asks for something else."""
    term = terms[0]
    if len(terms) > 1 or term.source != k.SOURCE_OWN or term.op == k.OP_NOT_EQUAL:
        return None
    low = term.operand if term.op in (k.OP_AT_LEAST, k.OP_EQUAL) else -ANY_NUMBER
    high = term.operand if term.op in (k.OP_AT_MOST, k.OP_EQUAL) else ANY_NUMBER
    return term.index, low, high


def _how_often(terms: Sequence[Term]) -> int:
    """How many hands meet a clause, roughly, the fewest first: most facts of most hands are 0."""
    bound = _range_of(terms)
    if bound is None:
        return 4
    index, low, high = bound
    return 2 * (low <= 0 <= high) + (index in _OFTEN)


class Conditions:
    """Collects the conditions of a page, and the columns of its own that they read; number 0 always holds, number 1 never."""

    def __init__(self, page: PageWords) -> None:
        self.patterns = [p.id for p in page.pattern]
        self.groups = list(dict.fromkeys(g for p in page.pattern for g in p.groups))
        self.own = OwnFacts(page.faces, [stage.id for stage in page.stage])
        self.first_own = N_FACTS + len(page.stage)
        self.rows: list[list[list[Term]]] = [[], [[Term(k.SOURCE_OWN, 0, k.OP_AT_LEAST, ANY_NUMBER)]]]
        self.counted: set[int] = set()
        #: whether own columns of people who did not win are read
        self.of_all = False
        #: columns that are read of people who did not win
        self.theirs: set[int] = set()

    def number(self, texts: Condition, place: str) -> int:
        """The number of a condition; errors name the place on the page."""
        try:
            clauses = parse_condition(texts, self.patterns, self.groups, self.own)
        except ValueError as error:
            raise ValueError(f"{_shown(place)}: {error}") from None
        own = [t for terms in clauses for t in terms if t.source in (k.SOURCE_OWN, k.SOURCE_PAYER) and self._is_family(t.index)]
        self.of_all |= any(t.source == k.SOURCE_PAYER for t in own) or bool(own and place.startswith(_OTHERS_TOO))
        asked = (k.SOURCE_PAYER,) if place.startswith(_OF_WINNER) else (k.SOURCE_PAYER, k.SOURCE_OWN, k.SOURCE_WINNER)
        self.theirs |= {t.index for terms in clauses for t in terms if t.source in asked}
        if clauses not in self.rows:
            self.rows.append(clauses)
        return self.rows.index(clauses)

    def asks_payer(self, number: int) -> bool:
        """Whether a condition may hold for one payer and not for another."""
        facts = (k.SOURCE_OWN, k.SOURCE_WINNER)
        return any(
            t.source == k.SOURCE_PAYER or (t.source in facts and t.index == DEALER_BETWEEN)
            for terms in self.rows[number]
            for t in terms
        )

    def _is_family(self, column: int) -> bool:
        """Whether a column is a family's member, or the sum of one."""
        if column < self.first_own:
            return False
        kind, _, summed, _ = self.own.rows[column - self.first_own]
        return kind < k.OWN_OTHERS or summed >= self.first_own

    def number_of(self, words: str, place: str) -> int:
        """What multiplies a price or chooses from it, see `read_number`; -1 when nothing does."""
        if not words:
            return -1
        index = read_number(words, self.groups, self.own, _shown(place))
        self.counted.add(index)
        self.of_all |= self._is_family(index) and place.startswith(_OTHERS_TOO)
        if not place.startswith(_OF_WINNER):
            self.theirs.add(index)
        return index

    def reads(self, *facts: str) -> bool:
        """Whether some condition or price reads one of these facts."""
        columns = {COLUMN[fact] for fact in facts}
        summed = {row[2] for row in self.own.rows}
        fact_sources = (k.SOURCE_OWN, k.SOURCE_WINNER, k.SOURCE_PAYER)
        return bool(columns & (summed | self.counted)) or any(
            t.index in columns and t.source in fact_sources for clauses in self.rows for terms in clauses for t in terms
        )

    def reads_of_all(self, *facts: str) -> bool:
        """Whether one of these facts is read of people who did not win."""
        return any(COLUMN[fact] in self.theirs for fact in facts)

    def reads_family(self, *names: str) -> bool:
        """Whether some condition or price reads a member of these families."""
        kinds = {list(FAMILIES).index(name) for name in names}
        return any(row[0] in kinds for row in self.own.rows)

    def packed(self, counted: Sequence[int], groups: k.Ints) -> tuple[k.Conditions, list[int]]:
        """All conditions, and for each row of patterns 1 when a look at single facts tells all of its condition.

        `counted` are the rows' conditions, `NEVER` for one that is not counted for the winner; `groups` the rows in each group.
        """
        # a condition fails at its first clause that does not hold
        rows = [sorted(row, key=_how_often) for row in self.rows]
        terms = [[clause, t.source, t.index, t.op, t.operand] for row in rows for clause, terms in enumerate(row) for t in terms]
        look = Looking(len(self.own.stages))
        sure = [int(number == NEVER or look.add(rows[number], *divmod(p, k.PATTERN_BITS))) for p, number in enumerate(counted)]
        told = [number for number, row in enumerate(rows) if look.tells(row)][: 2 * k.PATTERN_BITS]
        place = np.full(len(rows), -1, np.int64)
        for bit, number in enumerate(told):
            word, at = divmod(bit, k.PATTERN_BITS)
            look.add(rows[number], 2 + word, at)
            place[number] = word << k.WORD | at
        asked, masks = look.packed()
        conditions = k.Conditions(
            first=ints(np.cumsum([0] + [sum(len(clause) for clause in row) for row in rows])),
            terms=rows_of(terms, 5),
            place=place,
            asked=asked,
            masks=masks,
            groups=groups,
        )
        return conditions, sure


class Prices:
    """Collects the prices of a page, of patterns, stages and payments alike, in one table."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.rows: list[list[int]] = []

    def add(self, prices: Sequence[Price], place: str, into: str = "", scale: int = 1) -> tuple[int, int]:
        """Add prices; the first of their rows and the one behind the last."""
        first = len(self.rows)
        self.rows += [self._row(price, place, into, scale) for price in prices]
        return first, len(self.rows)

    def _row(self, price: Price, place: str, into: str, scale: int) -> list[int]:
        conditions = self.conditions
        values = price.amount if isinstance(price.amount, list) else [price.amount]
        when = conditions.number(price.when, f"{place}.when")
        per, by, doubled = (
            conditions.number_of(words, f"{place}.{name}")
            for name, words in (("per", price.per), ("by", price.by), ("doubled", price.doubled))
        )
        apart = conditions.asks_payer(when) or DEALER_BETWEEN in (per, by, doubled)
        return [
            when,
            _CHANNELS[price.channel],
            per,
            by,
            len(values),
            ANY_NUMBER if price.at_most is None else price.at_most,
            price.first,
            doubled,
            self._into(price.into or into, place, apart),
            *(value * scale if price.channel in ("add", "bonus") else value for value in values),
        ]

    def _into(self, stage: str, place: str, apart: bool) -> int:
        """The stage, or what each payer owes; `apart` where it may differ from payer to payer."""
        if stage:
            return position(stage, self.conditions.own.stages, "stage", f"{_shown(place)}.into")
        return k.OWED_APART if apart and place.startswith(_OWED) else k.OWED

    def packed(self) -> k.Ints:
        width = max((len(row) for row in self.rows), default=k.PRICE_VALUES + 1)
        return rows_of([row + [0] * (width - len(row)) for row in self.rows], width)
