"""A rule page as tables that one reads: as data frames, text, Markdown or HTML, with headings in three languages.

The words of a page, their values and meanings come from the schema, so that a new word of the vocabulary shows itself here.
Conditions stay as they are spelled on the page: they are what a reader would change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from mjstats.rules.packing import wall_tiles
from mjstats.rules.schema import Limits, Names, Option, PageWords, Pattern, Price, Responsible, Shape, Way, Words
from mjstats.rules.table_words import LANGUAGES, Language, table_word

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.rules.ruleset import RuleSet

_OFF: tuple[Any, ...] = (None, False, "", [], 0, "off", "none")
_ALL_WAYS = 5


@dataclass(frozen=True)
class Section:
    """One table of a page: its heading, the headings of its columns, and its rows as texts."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    note: str = ""


def page_sections(rules: RuleSet, language: Language = "en") -> list[Section]:
    """The tables of a page, those without a row left out.

    Raises `ValueError` for a language other than en, ja, zh.

    >>> import mjstats
    >>> [section.key for section in page_sections(mjstats.load("wuhan"))]
    ['wall', 'wild', 'play', 'shape', 'require', 'pattern', 'limits', 'steps', 'pay', 'responsible', 'options']
    """
    if language not in LANGUAGES:
        raise ValueError(f"language: {language!r}: it is one of {', '.join(LANGUAGES)}")
    return [section for section in _Page(rules.words, language).sections() if section.rows]


class _Page:
    """Makes the sections of one page in one language."""

    def __init__(self, page: PageWords, language: Language) -> None:
        self.page = page
        self.language = language

    def sections(self) -> Iterator[Section]:
        page = self.page
        tiles = self._rows(page.wall)
        yield self._words("wall", [*tiles[:2], ("", str(int(wall_tiles(page).sum())), self._word("tiles")), *tiles[2:]])
        yield self._words("wild", self._rows(page.wild) if page.wild.source != "none" else [])
        yield self._words("play", self._rows(page.play))
        shapes = [self._shape(row) for row in page.shape if row.on]
        yield self._section("shape", ("id", "kind", "pair", "sets", "suits", "made of", "wild tiles"), shapes)
        required: list[tuple[str, ...]] = [
            (r.id, self._ways(r.ways), condition_text(r.when), r.says) for r in page.require if r.on
        ]
        yield self._section("require", ("id", "asked of", "when", "says"), required)
        patterns = [self._pattern(row) for row in page.pattern if row.on]
        yield self._section("pattern", ("id", "name", "for", "when", "price", "notes"), patterns, self._word("formula"))
        yield self._words("limits", self._rows(page.limits))
        yield self._section("steps", ("id", "name", "when", "pays"), self._steps(page.limits))
        yield self._words("pay", self._rows(page.pay))
        responsible = [self._responsible(row) for row in page.responsible if row.on]
        yield self._section("responsible", ("id", "name", "asked of", "cause", "when", "share"), responsible)
        options = [self._option(name, row) for name, row in page.options.items()]
        yield self._section("options", ("id", "values", "says"), options)

    def _word(self, key: str) -> str:
        return table_word(key, self.language)

    def _section(self, key: str, columns: Sequence[str], rows: list[tuple[str, ...]], note: str = "") -> Section:
        return Section(key, self._word(key), tuple(self._word(column) for column in columns), rows, note)

    def _words(self, key: str, rows: list[tuple[str, ...]]) -> Section:
        return self._section(key, ("word", "value", "meaning"), rows)

    def _rows(self, words: Words) -> list[tuple[str, ...]]:
        """The words of a table of the page that say something: word, value, meaning. Lists of rows have tables of their own."""
        rows: list[tuple[str, ...]] = []
        for name, field in type(words).model_fields.items():
            value = getattr(words, name)
            if not any(value is off or (value == off and type(value) is type(off)) for off in _OFF) and not _is_rows(value):
                rows.append((field.alias or name, _value(value), field.description or ""))
        return rows

    def _name(self, names: Names, key: str) -> str:
        """In English the original characters stand beside the name."""
        if self.language == "en":
            return f"{names.en or key.replace('-', ' ').capitalize()} {names.ja}"
        return names.ja if self.language == "ja" else names.zh

    def _ways(self, ways: Sequence[Way]) -> str:
        return self._word("every win") if len(ways) == _ALL_WAYS else ", ".join(ways)

    def _shape(self, row: Shape) -> tuple[str, ...]:
        standard = row.kind == "standard"
        unless = f" ({condition_text(row.unless)}: {self._word('any')})" if row.unless else ""
        wilds = "" if row.wilds_at_most is None else f"≤ {row.wilds_at_most}{unless}"
        made_of = f"{row.faces} × {row.count}" if row.count else "" if row.faces == "any" else row.faces
        pair, sets, suits = (value if standard else "" for value in (row.pair, row.sets, row.suits))
        choices = [self._word("any") if value == "any" else value for value in (pair, sets, suits)]
        return row.id, row.kind, *choices, made_of, wilds

    def _pattern(self, row: Pattern) -> tuple[str, ...]:
        prices = self.page.prices[row.price] if isinstance(row.price, str) else row.price
        price = "; ".join(price_text(price) for price in prices) or "–"
        notes = [f"{self._word('excludes')} {', '.join(row.excludes)}"] if row.excludes else []
        notes += [f"{self._word('groups')} {', '.join(row.groups)}"] if row.groups else []
        notes += [row.notes] if row.notes else []
        return (
            row.id, self._name(row.names, row.id), self._word(row.counted_for), condition_text(row.when), price, "; ".join(notes),
        )  # fmt: skip

    def _steps(self, limits: Limits) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for step in limits.steps if limits.cap is not None else []:
            when = [f"every payer owes >= {limits.cap}" if step.everyone else f"owes >= {limits.cap}"]
            when += [f"payer: {condition_text(step.payer)}"] if step.payer else []
            when += [f"every payer: {condition_text(step.all_payers)}"] if step.all_payers else []
            text = "; ".join(when) + (f"; or whatever is owed: {condition_text(step.whatever)}" if step.whatever else "")
            rows.append((step.id, self._name(step.names, step.id), text, str(limits.cap if step.pays is None else step.pays)))
        return rows

    def _responsible(self, row: Responsible) -> tuple[str, ...]:
        cause = {
            "fed": f"the winner claimed {row.at_least} melds or more from the player",
            "claimed": f"the player claimed {row.at_least} melds or more from the winner",
            "fed-nth": f"the winner's claimed meld no. {row.at_least} came from the player",
            "robbed": "the player's kong was robbed",
            "discarder": "the player discarded the winning tile",
        }[row.cause]
        share = f"{row.share} × the whole, {'instead of the others' if row.place == 'instead' else 'besides the others'}"
        return row.id, self._name(row.names, row.id), self._ways(row.ways), cause, condition_text(row.when), share

    def _option(self, name: str, row: Option) -> tuple[str, ...]:
        if row.values == "number":
            values = self._word("whole number")
        else:
            default = json.dumps(row.default)  # in JSON true is not 1
            values = ", ".join(_value(value) + "*" * (json.dumps(value) == default) for value in row.values)
        return name, values, row.says + (f" ({self._word('only play')})" if row.only_play else "")


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(row, Words) for row in value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def condition_text(when: Sequence[str]) -> str:
    """A condition as one line.

    >>> condition_text(["self-drawn", "standard or pairs"])
    'self-drawn and (standard or pairs)'
    """
    return " and ".join(f"({text})" if " or " in text and len(when) > 1 else text for text in when)


def price_text(price: Price) -> str:
    """One price as a formula.

    >>> price_text(Price(double=2, per="wild-kongs")), price_text(Price(add=5, when=["self-drawn"]))
    ('×4 for each of wild-kongs', '+5 if self-drawn')
    >>> price_text(Price(add=[2, 4, 8], by="streak"))
    '+2, 4, 8 by streak'
    """
    amounts = price.amount if isinstance(price.amount, list) else [price.amount]
    if price.channel == "double":
        amounts = [2**amount for amount in amounts]
    sign = {"add": "+", "times": "×", "double": "×", "bonus": "bonus +"}[price.channel]
    text = sign + ", ".join(map(str, amounts))
    text += f" by {price.by}" if price.by else ""
    text += f" for each of {price.per}" if price.per else ""
    return text + (f" if {condition_text(price.when)}" if price.when else "")


def page_title(rules: RuleSet, language: Language = "en") -> str:
    """The head of a page: names, and the options set.

    >>> import mjstats
    >>> page_title(mjstats.load("wuhan", open_fan="each"), "ja")
    '武漢 紅中發財頼子槓 (wuhan, open_fan=each)'
    """
    names = rules.words.names
    name = {"en": f"{names.en} · {names.ja}", "ja": names.ja, "zh": names.zh}[language]
    return f"{name} ({', '.join([rules.id, *(f'{key}={_value(value)}' for key, value in rules.options.items())])})"


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
    from io import StringIO

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False)
    console.print(page_title(rules, language))
    console.print(rules.words.summary)
    for section in page_sections(rules, language):
        table = Table(title=section.title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        for number, column in enumerate(section.columns):
            table.add_column(column, overflow="fold", no_wrap=number == 0)
        for row in section.rows:
            table.add_row(*row)
        console.print()
        console.print(table)
        if section.note:
            console.print(section.note)
    console.print(f"\n{table_word('source', language)}: {rules.words.source}")
    file = console.file
    assert isinstance(file, StringIO)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def page_markdown(rules: RuleSet, language: Language = "en") -> str:
    """A page as Markdown tables."""

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"

    parts = [f"# {page_title(rules, language)}", rules.words.summary]
    for section in page_sections(rules, language):
        parts.append(f"## {section.title}")
        parts.append("\n".join([line(section.columns), line(["---"] * len(section.columns)), *map(line, section.rows)]))
        parts += [section.note] if section.note else []
    return "\n\n".join([*parts, f"{table_word('source', language)}: {rules.words.source}"])


def page_html(rules: RuleSet, language: Language = "en") -> str:
    """A page as HTML tables, a fragment without styles of its own but for the cells' alignment and padding."""
    cell = 'style="text-align:left;vertical-align:top;padding:.2em 1em .2em 0"'
    parts = [f"<h3>{escape(page_title(rules, language))}</h3>", f"<p>{escape(rules.words.summary)}</p>"]
    for section in page_sections(rules, language):
        head = "".join(f"<th {cell}>{escape(column)}</th>" for column in section.columns)
        rows = "".join(
            f"<tr>{''.join(f'<td {cell}>{escape(text)}</td>' for text in row)}</tr>" for row in section.rows
        )  # fmt: skip
        parts.append(f"<h4>{escape(section.title)}</h4>")
        parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
        parts += [f"<p>{escape(section.note)}</p>"] if section.note else []
    parts.append(f"<p>{escape(table_word('source', language))}: {escape(rules.words.source)}</p>")
    return f'<div lang="{language}">{"".join(parts)}</div>'
