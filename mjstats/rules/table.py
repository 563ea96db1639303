"""A rule page as tables that one reads, in three languages: what stands on the page, put into words.

Whatever the schema knows shows itself: tables of words by the descriptions of their fields, rows by their columns, and what no
column tells in the column of notes. So no word of a page is left out, a new one included.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mjstats.kernel.columns import FACTS, FAMILIES
from mjstats.rules.packing_deal import wall_tiles
from mjstats.rules.schema import Option, PageWords, Words
from mjstats.rules.table_forms import as_html, as_markdown, as_text
from mjstats.rules.table_rows import Rows
from mjstats.rules.table_words import LANGUAGES, Language, catalogue, check_language, table_word, translated
from mjstats.rules.wording import Wording

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.rules.ruleset import RuleSet

_OFF: tuple[Any, ...] = (None, False, "", [], 0, "off", "none")
#: words that are as one expects unless a page says otherwise
_EXPECTED: Final = frozenset(
    {"play.most_kongs", "play.robs", "play.last_tile", "play.last_discard_claims", "play.flower_turns", "play.claim_limit_from",
     "play.false_win", "wild.flower_turned", "wild.stand_in_use", "count.couples", "count.robbed_pung", "game.east",
     "limits.divide", "limits.rounding", "limits.round_to", "limits.minimum_for", "pay.responsible"}
)  # fmt: skip
#: words of a page that stand above and below its tables
_TOLD_ELSEWHERE: Final = frozenset({"id", "names", "summary", "source"})


@dataclass(frozen=True)
class Entry:
    """One row of a table: `key` finds it on another page, `name` is how it is called there."""

    key: str
    name: str
    cells: tuple[str, ...]
    shown: bool = True  #: False for a word that is as one expects
    on: bool = True  #: False for a row that only an option switches on


@dataclass(frozen=True)
class Section:
    """One table of a page: its heading, the headings of its columns, and its rows as texts."""

    key: str
    title: str
    columns: tuple[str, ...]
    entries: list[Entry]
    note: str = ""

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The rows that are shown."""
        return [entry.cells for entry in self.entries if entry.shown]


def page_sections(rules: RuleSet, language: Language = "en") -> list[Section]:
    """The tables of a page, those without a row left out, and columns without a word too.

    Raises `ValueError` for a language other than en, ja, zh.

    >>> import mjstats
    >>> [section.key for section in page_sections(mjstats.load("wuhan"))][:5]
    ['wall', 'wild', 'play', 'shape', 'require']
    """
    return [_without_empty_columns(section) for section in all_sections(rules.words, language) if section.rows]


def all_sections(page: PageWords, language: Language) -> list[Section]:
    """Every table with every column and every word, also those that are as one expects."""
    check_language(language)
    return list(_Page(page, language).sections())


def _without_empty_columns(section: Section) -> Section:
    kept = [i for i in range(len(section.columns)) if i == 0 or any(row[i] not in ("", "–") for row in section.rows)]
    entries = [
        Entry(entry.key, entry.name, tuple(entry.cells[i] for i in kept), entry.shown, entry.on) for entry in section.entries
    ]
    return Section(section.key, section.title, tuple(section.columns[i] for i in kept), entries, section.note)


class _Page:
    """Makes the sections of one page in one language."""

    def __init__(self, page: PageWords, language: Language) -> None:
        self.page = page
        self.language = language
        self.wording = Wording(page, language)
        self.word = self.wording.word
        self.switches = _switches(page.options)
        self.told = Rows(self.wording)

    def sections(self) -> Iterator[Section]:
        for name in PageWords.model_fields:
            part = getattr(self.page, name)
            if name == "options":
                yield self._section(name, ("id", "values", "says", "changes"), self._options())
            elif name == "faces":
                named = {key: self.wording.choice(key, f"faces.{key}") or key for key in part}
                rows = [Entry(key, named[key], (named[key], self.wording.tiles(part[key]), key)) for key in part]
                yield self._section(name, ("name", "tiles column", "spelled"), rows)
            elif name == "prices":
                used = {row.price for row in self.page.pattern if isinstance(row.price, str)}
                spare = [Entry(key, key, (key, self.wording.prices(row))) for key, row in part.items() if key not in used]
                yield self._section(name, ("name", "price"), spare)
            elif name in _TOLD_ELSEWHERE:
                continue
            elif isinstance(part, Words):
                yield from self._words(name, part)
            elif isinstance(part, list) and part:
                yield self._rows(name, part)
            elif part not in (None, []):
                yield self._section(name, ("word", "value"), [Entry(name, name, (name, self.wording.value(part, name)))])
        yield self._section("terms", ("term", "meaning", "spelled"), self._terms())

    def _section(self, key: str, columns: Sequence[str], entries: list[Entry], note: str = "") -> Section:
        return Section(key, self.word(key), tuple(self.word(column) for column in columns), entries, note)

    # ------------------------------------------------------------------ tables of words
    def _words(self, key: str, table: Words) -> Iterator[Section]:
        """A table of the page and, behind it, the lists of rows that it holds."""
        entries, lists = [], []
        for name, field in type(table).model_fields.items():
            value = getattr(table, name)
            if isinstance(value, list) and value and isinstance(value[0], Words) and "id" in type(value[0]).model_fields:
                lists.append((name, value))
                continue
            label = self.wording.label(type(table), name, field)
            shown = name in table.model_fields_set or self._says_something(key, name, value, field.default)
            text = self.wording.value(value, name)
            entries.append(Entry(name, label, (label, text, field.alias or name), shown))
        if key == "wall":
            total = str(int(wall_tiles(self.page).sum()))
            entries.insert(2, Entry("tiles", self.word("tiles"), (self.word("tiles"), total, "–")))
        yield self._section(key, ("meaning", "value", "word"), entries)
        for name, rows in lists:
            yield self._rows(name, rows)

    def _says_something(self, key: str, name: str, value: Any, default: Any) -> bool:
        idle = f"{key}.{name}" in _EXPECTED or (key == "wild" and self.page.wild.source == "none")
        if idle and value == default:
            return False
        return not any(value is off or (value == off and type(value) is type(off)) for off in _OFF)

    # ------------------------------------------------------------------ rows
    def _rows(self, key: str, rows: Sequence[Words]) -> Section:
        columns: dict[str, None] = {}
        told: list[tuple[Words, dict[str, str]]] = []
        for row in rows:
            cells, words = self.told.row(row)
            notes = [cells.pop("notes", ""), *self._switch(key, row), *self.wording.rest(row, frozenset(words | {"id", "on"}))]
            cells["notes"] = "; ".join(note for note in notes if note)
            cells["id"] = getattr(row, "id", "")
            columns.update(dict.fromkeys(cells))
            told.append((row, cells))
        order = [*(column for column in columns if column not in ("notes", "id")), "notes", "id"]
        entries = [
            Entry(
                getattr(row, "id", ""),
                self.told.name(row),
                tuple(cells.get(column, "") for column in order),
                on=getattr(row, "on", True),
            )
            for row, cells in told
        ]
        note = self.word("formula") + " " + self.word("patterns are tried") if key == "pattern" else ""
        return self._section(key, order, entries, note.strip())

    def _switch(self, key: str, row: Words) -> list[str]:
        if getattr(row, "on", True):
            return []
        values = self.switches.get(f"{key}.{getattr(row, 'id', '')}.on")
        return [self.word("switched on by", self.wording.listed(values)) if values else self.word("switched off")]

    # ------------------------------------------------------------------ options and terms
    def _options(self) -> list[Entry]:
        entries = []
        for name, row in self.page.options.items():
            if row.values == "number":
                values = self.word("whole number")
                values += "" if row.default is None else self.word("in brackets", f"{row.default}*")
            else:
                default = json.dumps(row.default)  # in JSON true is not 1
                values = ", ".join(option_value(value) + "*" * (json.dumps(value) == default) for value in row.values)
            says = self.wording.said(row.says)
            says += self.word("in brackets", self.word("only play")) if row.only_play else ""
            changes = [", ".join(f"{path} = {self.word('its value')}" for path in row.sets)] if row.sets else []
            changes += [f"{value}: {self._changes(becomes)}" for value, becomes in row.set.items()]
            rest = self.wording.rest(row, frozenset({"values", "default", "says", "sets", "set", "only_play"}))
            entries.append(Entry(name, name, (name, values, "; ".join([says, *rest]), "; ".join(changes))))
        return entries

    def _changes(self, becomes: Mapping[str, Any]) -> str:
        names = {path: "price" if path.startswith("prices.") else path.rpartition(".")[2] for path in becomes}
        return ", ".join(f"{path} = {self.wording.value(value, names[path])}" for path, value in becomes.items())

    def _terms(self) -> list[Entry]:
        """The facts that the conditions named; a language's own word and what it means."""
        entries = []
        for name in self.wording.facts:
            words = catalogue("facts").get(name)
            label = name if words is None else words[LANGUAGES.index(self.language)]
            meaning = FACTS[name] if name in FACTS else FAMILIES[name]
            if self.language != "en" and name in catalogue("meanings"):
                meaning = catalogue("meanings")[name][LANGUAGES.index(self.language) - 1]
            spelled = f"{name} S" if name in FAMILIES else name
            entries.append(Entry(name, label, (label.format("S"), meaning, spelled)))
        return entries


def _switches(options: Mapping[str, Option]) -> dict[str, list[str]]:
    """Path of a row's `on` -> the values of options that switch it on."""
    found: dict[str, list[str]] = {}
    for name, option in options.items():
        for path in option.sets:
            found.setdefault(path, []).append(name)
        for value, becomes in option.set.items():
            for path, word in becomes.items():
                if word is True:
                    found.setdefault(path, []).append(f"{name}={value}")
    return found


def page_title(rules: RuleSet, language: Language = "en") -> str:
    """The head of a page: names, and the options set.

    >>> import mjstats
    >>> page_title(mjstats.load("wuhan", open_fan="each"), "ja")
    '武漢 紅中發財頼子槓 (wuhan, open_fan=each)'
    """
    names = rules.words.names
    name = {"en": f"{names.en} · {names.ja}", "ja": names.ja, "zh": names.zh}[language]
    return f"{name} ({', '.join([rules.id, *options_text(rules)])})"


def options_text(rules: RuleSet) -> list[str]:
    """The options that were set, as they are written for a command."""
    return [f"{key}={option_value(value)}" for key, value in rules.options.items()]


def option_value(value: Any) -> str:
    """The value of an option as it is written on a page and for a command."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def page_tables(rules: RuleSet, language: Language = "en") -> dict[str, pd.DataFrame]:
    """The tables of a page as data frames of text, by their key.

    >>> import mjstats
    >>> page_tables(mjstats.load("wuhan"))["steps"][["id", "pays"]]
               id pays
    0         cap  400
    1        gold  500
    2         sun  600
    3  three-suns  800
    """
    import pandas as pd

    return {section.key: pd.DataFrame(section.rows, columns=section.columns) for section in page_sections(rules, language)}


def page_text(rules: RuleSet, language: Language = "en", *, width: int = 120) -> str:
    """A page as text of at most `width` columns, for a terminal (wide characters take two)."""
    return as_text(_head(rules, language), page_sections(rules, language), _foot(rules, language), width=width)


def page_markdown(rules: RuleSet, language: Language = "en") -> str:
    """A page as Markdown tables."""
    return as_markdown(_head(rules, language), page_sections(rules, language), _foot(rules, language))


def page_html(rules: RuleSet, language: Language = "en") -> str:
    """A page as HTML tables, a fragment without styles of its own but for the cells' alignment and padding."""
    return as_html(_head(rules, language), page_sections(rules, language), _foot(rules, language), language)


def _head(rules: RuleSet, language: Language) -> list[str]:
    return [page_title(rules, language), translated(rules.words.summary, language)]


def _foot(rules: RuleSet, language: Language) -> str:
    return table_word("told", language, table_word("source", language), translated(rules.words.source, language))
