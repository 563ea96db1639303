"""What stands on a rule page put into words: tiles, values, conditions and prices, in English, Japanese or Chinese."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from mjstats.kernel.columns import FACTS, FAMILIES, PERSON
from mjstats.rules.schema import Names, PageWords, Pattern, Price, Words
from mjstats.rules.schema_texts import NUMBER_TOLD
from mjstats.rules.table_words import LANGUAGES, Language, catalogue, table_word, translated
from mjstats.tiles import SUITED, format_tiles, parse_tiles, tile_characters, tile_name

_WORD = "[a-z0-9][a-z0-9-]*"
#: a term as `mjstats.rules.conditions` reads it; what does not fit is shown as it is spelled
_TERM = re.compile(
    r"(?P<negated>not\s+)?(?P<whose>(?:(?:winner|payer|others|table)\s+)*)(?:(?P<of>counted|pattern|worth)\s+)?"
    rf"(?P<name>{_WORD})(?:\s+(?P<set>{_WORD}))?(?:\s*(?P<op>>=|<=|==|!=)\s*(?P<number>\d+))?"
)
_TILES = re.compile(r"(?:\d+[mpszf])+")
_SIGNS: Final = {">=": "≥", "<=": "≤", "==": "=", "!=": "≠"}
_CONDITIONS: Final = frozenset(
    {"when", "unless", "payer", "all_payers", "whatever", "payers", "needs", "abort", "stays", "washes", "priority"}
)
_ALL_WAYS: Final = 5


class Wording:
    """Puts the words of one page into one language, and keeps which facts its conditions named."""

    def __init__(self, page: PageWords, language: Language) -> None:
        self.page = page
        self.language = language
        self.facts: dict[str, None] = {}  #: facts and families that were named, in the order of their first appearance
        self._patterns = {row.id: row.names for row in page.pattern}
        self._stages = {row.id: row.names for row in page.stage}

    def word(self, key: str, *values: object) -> str:
        """A heading or a piece of a sentence."""
        return table_word(key, self.language, *values)

    def said(self, text: str) -> str:
        """A sentence of the schema or of a page."""
        return translated(text, self.language)

    def line(self, text: str) -> str:
        """What a requirement tells a player, with letters for the numbers of the hand, of which a page knows none.

        >>> import mjstats
        >>> Wording(mjstats.load("ningbo").words, "en").line("{worth tai} tai without three wild tiles, {worth missing} too few")
        'N1 tai without three wild tiles, N2 too few'
        """
        facts = list(dict.fromkeys(NUMBER_TOLD.findall(text)))
        letters = {fact: f"N{i}" if len(facts) > 1 else "N" for i, fact in enumerate(facts, 1)}
        return NUMBER_TOLD.sub(lambda found: letters[found[1]], self.said(text))

    def quoted(self, text: str) -> str:
        """A name within a sentence."""
        return f"「{text}」" if self.language == "ja" else f"“{text}”"

    def listed(self, texts: Sequence[str]) -> str:
        """Several things in a row."""
        return ("、" if self.language != "en" else ", ").join(texts)

    def name(self, names: Names | None, key: str, *, short: bool = False) -> str:
        """A name; in English the original characters stand beside it, unless it is to be short."""
        if names is None:
            return key
        english = names.en or key.replace("-", " ").capitalize()
        if self.language == "en":
            return english if short else f"{english} {names.ja}"
        return names.ja if self.language == "ja" else names.zh

    # ------------------------------------------------------------------ values
    def label(self, model: type[Words], name: str, field: FieldInfo) -> str:
        """What a word of the schema is called, else its description, else its name as it is spelled."""
        words = catalogue("labels").get(f"{model.__name__}.{name}")
        if words is not None:
            return words[LANGUAGES.index(self.language)]
        return self.said(field.description or name.replace("_", " "))

    def choice(self, value: str, *keys: str) -> str:
        """A value out of a few, such as `from-the-left`, in words; empty where nobody has put it into words."""
        words = next((catalogue("values")[key] for key in (*keys, value) if key in catalogue("values")), None)
        return "" if words is None else words[LANGUAGES.index(self.language)]

    def value(self, value: Any, name: str = "") -> str:
        """A value as a reader wants it; `name` is the word that it is given to."""
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if value is None or value == "" or value == []:
            return "–"
        if isinstance(value, str):
            if name == "says":
                return self.line(value)
            return self.said(value) if name in ("notes", "summary") else self._text(value, name)
        if isinstance(value, list):
            return self._list(value, name)
        if isinstance(value, dict):
            return self._table(value, name)
        return str(value)

    def _text(self, value: str, name: str) -> str:
        if name in ("suits", "red_fives") and set(value) <= set("mps"):
            return self.listed([self.choice(letter, f"suit.{letter}") or letter for letter in value])
        if name in ("honors", "flowers", "laid_aside", "reseat") and value.isdigit():
            return self.tiles(value + ("f" if name == "flowers" else "z"))
        if _TILES.fullmatch(value):
            return self.tiles(value)
        if name in ("of", "into") and value in self._stages:
            return self.stage(value)
        return self.choice(value, f"{name}={value}") or value

    def _list(self, value: list[Any], name: str) -> str:
        if all(isinstance(part, Price) for part in value):
            return self.prices(value, separator="\n")
        if name == "price" and all(isinstance(part, dict) for part in value):
            return self._raw_prices(value)
        if name in _CONDITIONS:
            return self.condition(value)
        if name == "ways":
            return self.ways(value)
        parts = [self.value(part, name) for part in value]
        if any(isinstance(part, str) and _TILES.fullmatch(part) for part in value):
            return "; ".join(parts)
        if isinstance(value[0], list):
            return "; ".join(parts)
        return self.listed(parts) if isinstance(value[0], str) else ", ".join(parts)

    def _table(self, value: dict[str, Any], name: str) -> str:
        if name == "price":
            return self._raw_prices([value])
        return "; ".join(f"{key} {self.value(part, key)}" for key, part in value.items()) or json.dumps(value)

    def _raw_prices(self, rows: list[dict[str, Any]]) -> str:
        try:
            return self.prices([Price.model_validate(row) for row in rows])
        except ValidationError:  # an option that nobody set has not been checked
            return json.dumps(rows, ensure_ascii=False)

    def tiles(self, text: str) -> str:
        """Tiles: numbers as they are noted, honours and flowers by their characters.

        >>> import mjstats
        >>> Wording(mjstats.load("wuhan").words, "zh").tiles("123m67z")
        '123m 发中'
        """
        codes = parse_tiles(text)
        suited = [code for code in codes if code < SUITED or code >= 42]
        others = [code for code in codes if code not in suited]
        named = [tile_characters(code) if self.language == "en" else tile_name(code, self.language) for code in others]
        parts = [format_tiles(suited, sort=False, separator=" ")] if suited else []
        return " ".join([*parts, "".join(named)] if named else parts)

    def faces(self, name: str) -> str:
        """A set of faces by its name, or as tiles."""
        if _TILES.fullmatch(name):
            return self.tiles(name)
        return self.choice(name, f"faces.{name}") or (self.quoted(name) if name in self.page.faces else "")

    def ways(self, ways: Sequence[str]) -> str:
        """Ways to win."""
        if len(ways) == _ALL_WAYS:
            return self.word("every win")
        return self.listed([self.choice(way, f"way.{way}") or way for way in ways])

    # ------------------------------------------------------------------ conditions
    def condition(self, when: Sequence[str]) -> str:
        """A condition as one line.

        >>> import mjstats
        >>> Wording(mjstats.load("hangzhou").words, "en").condition(["self-drawn", "standard or pairs", "streak >= 3"])
        'self-drawn, (sets and a pair or pairs), hand in a row of the dealer ≥ 3'
        """
        clauses = [[self._term(part.strip()) for part in text.split(" or ")] for text in when]
        texts = [self.word("or").join(terms) for terms in clauses]
        left, right = ("(", ")") if self.language == "en" else ("（", "）")
        bracketed = [
            f"{left}{text}{right}" if len(terms) > 1 and len(when) > 1 else text
            for text, terms in zip(texts, clauses, strict=True)
        ]
        return self.word("and").join(bracketed)

    def _term(self, text: str) -> str:
        match = _TERM.fullmatch(text)
        if match is None:
            return text
        negated, compared = bool(match["negated"]), f"{_SIGNS[match['op']]} {match['number']}" if match["op"] else ""
        if match["of"] == "pattern":
            name = self.quoted(self.name(self._patterns.get(match["name"]), match["name"], short=True))
            return f"{name} {compared}" if compared else self.word("not flag", name) if negated else name
        if match["of"] == "counted":
            if compared in ("", "= 0", "≥ 1"):
                none = negated or compared == "= 0"
                return self.word("none counted" if none else "some counted", self.group(match["name"]))
            return f"{self.word('counted', self.group(match['name']))} {compared}"
        label, counts = self._fact(match)
        if match["of"] == "worth" and not compared:
            compared = "= 0" if negated else "≥ 1"
        person = next((word for word in ("winner", "payer") if word in match["whose"].split()), "")
        if counts or compared:
            label = self.word("person's", self.word(person), label) if person else label
            if compared:
                return f"{label} {compared}"
            return f"{label} = 0" if negated and person else self.word("none" if negated else "some", label)
        if person and match["name"] in PERSON:
            return self.word("person is not" if negated else "person is", self.word(person), label)
        label = self.word("not flag", self._within(label)) if negated else label
        return self.word("person told", self.word(person), label) if person else label

    def _within(self, label: str) -> str:
        """A phrase of several words stands in quotes after `not`, where the language needs it."""
        return label if self.language == "en" else self.quoted(label)

    def _fact(self, match: re.Match[str]) -> tuple[str, bool]:
        """What a fact is called, sums over players included, and whether it counts something."""
        name = match["name"]
        if match["of"] == "worth":
            label, counts = self.word("worth", self.stage(name)), True
        else:
            if name in FACTS or name in FAMILIES:
                self.facts.setdefault(name)
            words = catalogue("facts").get(name)
            label = name if words is None else words[LANGUAGES.index(self.language)]
            label = label.format(self.faces(match["set"]) or match["set"]) if match["set"] else label
            counts = words is not None and words[-1] == "counts"
        for word in match["whose"].split():
            if word in ("others", "table"):
                label, counts = self.word(word if counts else f"{word} who", label), True
        return label, counts

    def group(self, name: str) -> str:
        """A group of patterns."""
        return self.choice(name, f"group.{name}") or name

    def stage(self, name: str) -> str:
        """A stage of counting."""
        return self.name(self._stages.get(name), name, short=True)

    def number(self, text: str) -> str:
        """What multiplies a price or chooses out of its list."""
        match = _TERM.fullmatch(text)
        if match is None:
            return text
        if match["of"] == "counted":
            return self.word("counted", self.group(match["name"]))
        return self._fact(match)[0]

    # ------------------------------------------------------------------ prices
    def prices_of(self, pattern: Pattern) -> tuple[str, str]:
        """The prices of a pattern, its own or those it takes by name, and the stage they go into if it is one for all."""
        prices = self.page.prices.get(pattern.price, []) if isinstance(pattern.price, str) else pattern.price
        stages = {price.into or pattern.into for price in prices}
        if len(stages) != 1:
            return self.prices(prices, pattern.into, separator="\n"), ""
        stage = stages.pop()
        bare = [price.model_copy(update={"into": ""}) for price in prices]
        return self.prices(bare, separator="\n"), self.stage(stage) if stage else ""

    def prices(self, prices: Sequence[Price], into: str = "", *, separator: str = "; ") -> str:
        """Prices as formulas, in one line, or a line for each."""
        return separator.join(self.price(price, into) for price in prices) or "–"

    def price(self, price: Price, into: str = "") -> str:
        """One price as a formula.

        >>> import mjstats
        >>> wording = Wording(mjstats.load("wuhan").words, "en")
        >>> wording.price(Price(double=2, per="wild-kongs")), wording.price(Price(add=5, when=["self-drawn"]))
        ('×4 for each of: wild kongs', '+5 if self-drawn')
        """
        amounts = price.amount if isinstance(price.amount, list) else [price.amount]
        sign = "×" if price.channel in ("times", "double") else "" if amounts[0] < 0 else "+"
        text = sign + ", ".join(_doubled(amount) if price.channel == "double" else str(amount) for amount in amounts)
        text = text.replace("-", "−")
        if price.channel == "bonus":
            text = self.word("bonus sign", text)
        if price.by:
            by = self.number(price.by)
            text = self.word("by", text, by) if price.first == 1 else self.word("by from", text, by, price.first)
        if price.per:
            text = self.word("for each", text, self.number(price.per))
        if price.at_most is not None:
            text = self.word("price at most", text, price.at_most)
        if price.doubled:
            text = self.word("doubled", text, self.number(price.doubled))
        if price.into or into:
            text = self.word("into", text, self.stage(price.into or into))
        if price.when:
            text = self.word("if", text, self.condition(price.when))
        told = _PRICE_WORDS if price.by else _PRICE_WORDS - {"first"}
        return "; ".join([text, *self.rest(price, told)])

    def rest(self, row: Words, told: frozenset[str]) -> list[str]:
        """The words of a row that say something and are not among `told`."""
        texts = []
        for name, field in type(row).model_fields.items():
            value = getattr(row, name)
            if name in told or value == field.get_default(call_default_factory=True):
                continue
            label = self.label(type(row), name, field)
            texts.append(label if value is True else self.word("told", label, self.value(value, name)))
        return texts


_PRICE_WORDS: Final = frozenset(
    {"add", "times", "double", "bonus", "per", "by", "first", "at_most", "doubled", "into", "when"}
)  # fmt: skip


def _doubled(times: int) -> str:
    """What so many doublings multiply by: a power where it says more than the number.

    >>> _doubled(2), _doubled(13)
    ('4', '2^13')
    """
    return str(2**times) if 0 <= times <= 5 else f"2^{times}"
