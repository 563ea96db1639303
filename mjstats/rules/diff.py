"""Two rule pages side by side, only what differs: the table that a write-up needs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjstats.rules.loading import load
from mjstats.rules.ruleset import RuleSet
from mjstats.rules.table import Entry, Section, all_sections, options_text, page_title
from mjstats.rules.table_forms import as_html, as_markdown, as_text
from mjstats.rules.table_words import Language, check_language, table_word, translated

if TYPE_CHECKING:
    import pandas as pd

_NOTHING = "–"


@dataclass(frozen=True)
class Difference:
    """One thing that two pages do not have in common, in words.

    Attributes
    ----------
    part
        the table of the page.
    row
        the row of that table.
    a, b
        what stands there on either page; a dash where a page has nothing.
    column
        the column of the table, where a row has several words.
    """

    part: str
    row: str
    a: str
    b: str
    column: str = ""

    def what(self, language: Language, name: str = "") -> str:
        """Row and column in one."""
        name = name or self.row
        return table_word("told", language, name, self.column) if self.column else name


def diff(a: RuleSet | str | Path, b: RuleSet | str | Path, /, *, language: Language = "en") -> pd.DataFrame:
    """Compare two rule sets word by word.

    Parameters
    ----------
    a, b
        rule sets, ids or paths of pages.
    language
        en, ja or zh.

    Returns
    -------
    pandas.DataFrame
        a row for each difference; columns `part`, `what` and one for each page, all of text. Empty for pages that do not differ.

    Examples
    --------
    >>> import mjstats
    >>> table = diff("wuhan", mjstats.load("wuhan", limit=500))
    >>> list(table.columns), table.values.tolist()[0]
    (['part', 'what', 'wuhan', 'wuhan limit=500'], ['Limits', 'payment from which the steps hold', '400', '500'])
    """
    import pandas as pd

    first, second = load(a), load(b)
    rows = differences(first, second, language)
    columns = [table_word("part", language), table_word("what", language), *labels(first, second)]
    return pd.DataFrame([(row.part, row.what(language), row.a, row.b) for row in rows], columns=columns)


def labels(a: RuleSet, b: RuleSet) -> tuple[str, str]:
    """What the columns of two pages are called: the id and the options that were set, as a command takes them.

    >>> labels(load("wuhan"), load("wuhan", open_fan="each"))
    ('wuhan', 'wuhan open_fan=each')
    """
    first, second = (" ".join([rules.id, *options_text(rules)]) for rules in (a, b))
    if first == second and a.origin != b.origin:
        first, second = (" ".join([rules.origin, *options_text(rules)]) for rules in (a, b))
    return (first, second) if first != second else (first, f"{second} (2)")


def differences(a: RuleSet, b: RuleSet, language: Language = "en") -> list[Difference]:
    """What differs, in the order of the pages' tables."""
    return list(_differences(a, b, language))


def _differences(a: RuleSet, b: RuleSet, language: Language) -> Iterator[Difference]:
    check_language(language)
    page = table_word("page", language)
    for key in ("summary", "source"):
        texts = [translated(getattr(rules.words, key), language) for rules in (a, b)]
        if texts[0] != texts[1]:
            yield Difference(page, table_word(key, language).lower(), *texts)
    first, second = ({part.key: part for part in all_sections(rules.words, language)} for rules in (a, b))
    for key in _in_order(list(first), list(second)):
        if key != "terms":
            yield from _between(first.get(key), second.get(key), language)


def _in_order(first: list[str], second: list[str]) -> list[str]:
    """The keys of both; what the second has alone comes behind what it follows there.

    >>> _in_order(["wall", "play", "pay"], ["wall", "stage", "play", "side"])
    ['wall', 'stage', 'play', 'side', 'pay']
    """
    keys, place = list(first), 0
    for key in second:
        if key in keys:
            place = keys.index(key) + 1
        else:
            keys.insert(place, key)
            place += 1
    return keys


def _between(a: Section | None, b: Section | None, language: Language) -> Iterator[Difference]:
    """What differs between two tables of one kind: cells of rows that both have, then rows that one has alone."""
    part = a or b
    assert part is not None
    rows = [{entry.key: entry for entry in section.entries} if section else {} for section in (a, b)]
    columns = [section.columns if section else () for section in (a, b)]
    words = part.columns[-1] == table_word("word", language)
    for key in _in_order(list(rows[0]), list(rows[1])):
        one, other = (side.get(key) for side in rows)
        entry = one or other
        assert entry is not None
        if one and other and one.on == other.on:
            yield from _cells(part.title, one, other, columns, words=words)
        else:
            texts = [_whole(part.key, mine, heads, language) for mine, heads in zip((one, other), columns, strict=True)]
            if texts[0] != texts[1]:
                yield Difference(part.title, entry.name, *texts)
    common = [[key for key, entry in side.items() if entry.on and key in rows[1 - i] and rows[1 - i][key].on]
              for i, side in enumerate(rows)]  # fmt: skip
    if common[0] != common[1] and part.key == "pattern":  # the order is what conditions see of other rows
        moved = [
            [rows[i][key].name for key in side if common[0].index(key) != common[1].index(key)] for i, side in enumerate(common)
        ]
        yield Difference(part.title, table_word("order", language), *(", ".join(names) for names in moved))


def _cells(title: str, a: Entry, b: Entry, columns: Sequence[tuple[str, ...]], *, words: bool) -> Iterator[Difference]:
    """What differs between the cells of a row that both tables have."""
    cells = [dict(zip(heads, entry.cells, strict=True)) for heads, entry in zip(columns, (a, b), strict=True)]
    for head in dict.fromkeys([*columns[0], *columns[1]]):
        one, other = (side.get(head, "") or _NOTHING for side in cells)
        if one != other:
            yield Difference(title, a.name, one, other, "" if words else head)


def _whole(key: str, entry: Entry | None, columns: Sequence[str], language: Language) -> str:
    """A row that the other page does not have, in one cell; its id and name stand before it."""
    if entry is None or not entry.on:
        return _NOTHING
    if key == "options":  # which words it sets tells the page that has it
        return " – ".join(entry.cells[1:3])
    if columns[-1] == table_word("word", language):
        return entry.cells[1]
    told = [
        (head, cell) for head, cell in zip(columns, entry.cells, strict=True) if cell not in ("", _NOTHING, entry.key, entry.name)
    ]
    return "\n".join(table_word("told", language, head, cell) for head, cell in told) or table_word("yes", language)


def _merged(rows: Sequence[Difference], language: Language) -> list[tuple[str, ...]]:
    """Rows of one part that differ in the same way, as one: `All pungs · Full flush: price`; a part is named once."""
    found: dict[tuple[str, str, str, str], list[Difference]] = {}
    for row in rows:
        found.setdefault((row.part, row.a, row.b, row.column), []).append(row)
    shown: list[tuple[str, ...]] = []
    last = ""
    for (part, one, other, _), alike in found.items():
        names = " · ".join(row.row for row in alike)
        shown.append((part if part != last else "", alike[0].what(language, names), one, other))
        last = part
    return shown


@dataclass(frozen=True)
class _Table:
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    title: str = ""
    note: str = ""


def _written(a: RuleSet, b: RuleSet, language: Language) -> tuple[list[str], list[_Table]]:
    head = [table_word("differs", language), *(page_title(rules, language) for rules in (a, b))]
    rows = _merged(differences(a, b, language), language)
    if not rows:
        return [*head, table_word("same", language)], []
    return head, [_Table((table_word("part", language), table_word("what", language), *labels(a, b)), rows)]


def diff_text(a: RuleSet, b: RuleSet, language: Language = "en", *, width: int = 120) -> str:
    """What differs as text of at most `width` columns."""
    head, tables = _written(a, b, language)
    return as_text(head, tables, width=width)


def diff_markdown(a: RuleSet, b: RuleSet, language: Language = "en") -> str:
    """What differs as a Markdown table."""
    head, tables = _written(a, b, language)
    return as_markdown(head, tables)


def diff_html(a: RuleSet, b: RuleSet, language: Language = "en") -> str:
    """What differs as an HTML table, a fragment."""
    head, tables = _written(a, b, language)
    return as_html(head, tables, "", language)


def diff_json(a: RuleSet, b: RuleSet) -> str:
    """What differs as JSON: the path of each word as options spell it, and its value on either page; null where it has none."""
    first, second = ({"rules": rules.id, "options": rules.options} for rules in (a, b))
    one, other = (rules.words.model_dump(mode="json", by_alias=True, exclude={"id", "names"}) for rules in (a, b))
    found = [{"path": path, "a": _short(mine), "b": _short(yours)} for path, mine, yours in _raw(one, other)]
    return json.dumps({"a": first, "b": second, "differs": found}, ensure_ascii=False, indent=2)


def _raw(a: Any, b: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    if json.dumps(a) == json.dumps(b):  # in JSON true is not 1
        return
    a, b = _by_id(a), _by_id(b)
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(key for key in b if key not in a)]:
            yield from _raw(a.get(key), b.get(key), f"{path}.{key}" if path else key)
    else:
        yield path, a, b


def _by_id(value: Any) -> Any:
    """A list of rows with ids as a table of them, as paths go."""
    if isinstance(value, list) and value and all(isinstance(row, dict) and "id" in row for row in value):
        return {row["id"]: row for row in value}
    return value


def _short(value: Any) -> Any:
    """A row or price without the words that say nothing."""
    if isinstance(value, dict):
        return {key: _short(part) for key, part in value.items() if part not in (None, "", [], {})}
    return [_short(part) for part in value] if isinstance(value, list) else value
