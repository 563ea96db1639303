"""The vocabulary tells the truth: what it calls a word is one, every word is in it, and nothing that stands is called planned."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel

from mjstats.kernel.columns import FACTS, FAMILIES
from mjstats.rules.own_facts import MOVING, NAMED
from mjstats.rules.schema import PageWords

FILE = Path(__file__).parents[1] / "mjstats" / "rules" / "VOCABULARY.md"
#: `word`, and whether *planned* stands right before it
SPAN = re.compile(r"(\*planned\* (?:value )?)?`([^`\n]+)`")
#: what conditions are made of, what stands for a name that a page chooses, keys of a record, and TOML
FREE = {"not", "or", "winner", "payer", "others", "table", "counted", "pattern", "worth", "true", "false", "any", "given"}
NAMES = {
    "NAME",
    "VALUE",
    "ID",
    "S",
    "G",
    "P",
    "n",
    "COLUMN",
    "per",
    "from",
    "for",
    "hand",
    "extends",
    "without",
    "green",
    "mjstats",
    "rules",
}
RECORD = {
    "bird",
    "second_tile",
    "set_aside",
    "stake",
    "dealer_base",
    "streak",
    "indicator",
    "east",
    "round_wind",
    "reason",
    "legal",
    "winners",
}
OTHER_FILES = {
    "tests/test_vocabulary.py",
    "schema.py",
    "conditions.py",
    "mjstats/kernel/columns.py",
    "own_facts.py",
    "CONTRIBUTING.md",
    "data/README.md",
}


def parts(kind: Any) -> Iterator[Any]:
    """A type and all that it is made of."""
    yield kind
    for one in get_args(kind) if get_origin(kind) is not Literal else ():
        yield from parts(one)


def models(model: type[BaseModel] = PageWords) -> Iterator[type[BaseModel]]:
    """A part of a page and all parts in it."""
    yield model
    for field in model.model_fields.values():
        for kind in parts(field.annotation):
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from models(kind)


def name_of(word: str, model: type[BaseModel]) -> str:
    """How a page spells a field."""
    return model.model_fields[word].alias or word


def resolves(path: str) -> bool:
    """Whether `wall.flowers` and the like is a place on a page, from the top of the page or from one of its rows on."""

    def within(words: list[str], model: type[BaseModel]) -> bool:
        found = [field for word, field in model.model_fields.items() if words[0] in (word, field.alias)]
        if not found or len(words) == 1:
            return bool(found)
        inner = [kind for kind in parts(found[0].annotation) if isinstance(kind, type) and issubclass(kind, BaseModel)]
        named_by_the_page = words[1] in {"NAME", "given"}
        return named_by_the_page or any(within(words[1:], kind) for kind in inner)

    return any(within(path.split("."), model) for model in (PageWords, *set(models())))


WORDS = {name_of(word, model) for model in models() for word in model.model_fields}
VALUES = {
    value
    for model in models()
    for field in model.model_fields.values()
    for kind in parts(field.annotation)
    if get_origin(kind) is Literal
    for value in get_args(kind)
    if isinstance(value, str)
}
KNOWN = WORDS | VALUES | {*FACTS, *FAMILIES, *NAMED, *MOVING} | FREE | NAMES | RECORD | OTHER_FILES


def tokens(span: str) -> list[str]:
    """The words of a span; numbers, tiles and signs are none."""
    found = re.findall(r"[A-Za-z0-9][\w./-]*", span)
    return [word for word in found if word in KNOWN or not re.fullmatch(r"\d+[mpszf]?|(\d+[mpszf])+", word)]


def spans(planned: bool) -> list[str]:
    """All spans that are called planned, or that are not."""
    text = FILE.read_text(encoding="utf-8")
    return [match[2] for match in SPAN.finditer(text) if bool(match[1]) == planned]


STANDING = spans(planned=False)


def test_every_word_it_names_exists() -> None:
    unknown = {
        word: span for span in STANDING for word in tokens(span) if word not in KNOWN and not ("." in word and resolves(word))
    }
    assert unknown == {}


def test_nothing_that_stands_is_called_planned() -> None:
    standing = {*FACTS, *FAMILIES, *(f'"{value}"' for value in VALUES)}
    stale = [span for span in spans(planned=True) if span in standing or ("." in span and resolves(span))]
    assert stale == []


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(sorted({*FACTS, *FAMILIES}), id="facts"),
        pytest.param(sorted({*NAMED, *MOVING}), id="sets"),
        pytest.param(sorted(WORDS), id="schema"),
        pytest.param(sorted(VALUES), id="values"),
    ],
)
def test_every_word_is_named(words: list[str]) -> None:
    named = {piece for span in STANDING for word in tokens(span) for piece in (word, *word.split("."))}
    assert sorted(set(words) - named) == []
