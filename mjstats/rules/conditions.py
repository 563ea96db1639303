"""The little language of conditions: from `"streak >= 3 or dealer"` to terms over fact columns.

A condition on a page is a list of texts that all have to hold.  A text is one or more terms joined
by `or`; a term is a fact, alone (at least 1), with `not` before it (0), or compared with a number.
`winner` or `payer` before a fact asks it of that person instead of the one the row is counted for, `others` sums it over all
but that person, `table` over all seats. A family is asked with the name of a set of faces behind it (`pungs-in dragons`).
`counted G` is how many patterns of group G the winner's hand counts, `pattern P` whether it counts P, `worth S` what stage S
came to for the person.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from mjstats.kernel.page import (
    OP_AT_LEAST,
    OP_AT_MOST,
    OP_EQUAL,
    OP_NOT_EQUAL,
    SOURCE_GROUP,
    SOURCE_OWN,
    SOURCE_PATTERN,
    SOURCE_PAYER,
    SOURCE_WINNER,
)
from mjstats.rules.own_facts import OwnFacts

_OPS = {">=": OP_AT_LEAST, "<=": OP_AT_MOST, "==": OP_EQUAL, "!=": OP_NOT_EQUAL}
_WORD = "[a-z0-9][a-z0-9-]*"
_TERM = re.compile(
    r"(?P<negated>not\s+)?(?P<whose>(?:(?:winner|payer|others|table)\s+)*)(?:(?P<of>counted|pattern|worth)\s+)?"
    rf"(?P<name>{_WORD})(?:\s+(?P<set>{_WORD}))?(?:\s*(?P<op>>=|<=|==|!=)\s*(?P<number>\d+))?"
)


@dataclass(frozen=True)
class Term:
    """One comparison: `source` and `index` say what is looked at."""

    source: int
    index: int
    op: int
    operand: int


def parse_condition(texts: Sequence[str], patterns: Sequence[str], groups: Sequence[str], own: OwnFacts) -> list[list[Term]]:
    """Read a condition into clauses that all have to hold, each a list of terms of which one has to.

    `own` keeps the page's own columns; those that the condition asks for are added to it.
    Raises `ValueError` that quotes the text and says what is possible.

    >>> parse_condition(["streak >= 3 or dealer"], [], [], OwnFacts({}, []))  # doctest: +ELLIPSIS
    [[Term(source=0, index=..., op=0, operand=3), Term(source=0, index=..., op=0, operand=1)]]
    >>> parse_condition(["steak >= 3"], [], [], OwnFacts({}, []))
    Traceback (most recent call last):
        ...
    ValueError: 'steak >= 3': no fact is called 'steak'; did you mean 'streak'?
    """
    return [[_parse_term(part.strip(), text, patterns, groups, own) for part in text.split(" or ")] for text in texts]


def _parse_term(part: str, text: str, patterns: Sequence[str], groups: Sequence[str], own: OwnFacts) -> Term:
    match = _TERM.fullmatch(part)
    if match is None:
        raise ValueError(f"{text!r}: {part!r} is no term; write a fact, 'not' a fact, or a fact with >= <= == != and a number")
    whose, name = match["whose"].split(), match["name"]
    if match["of"] in ("counted", "pattern"):
        counted = match["of"] == "counted"
        source = SOURCE_GROUP if counted else SOURCE_PATTERN
        index = position(name, groups if counted else patterns, "group of patterns" if counted else "pattern", text)
    else:
        source, index = _fact(whose, match["of"], name, match["set"], text, own)
    if match["op"]:
        if match["negated"]:
            raise ValueError(f"{text!r}: 'not' does not go with a comparison; turn the comparison round")
        return Term(source, index, _OPS[match["op"]], int(match["number"]))
    return Term(source, index, OP_AT_MOST, 0) if match["negated"] else Term(source, index, OP_AT_LEAST, 1)


def _fact(whose: list[str], of: str | None, name: str, faces: str | None, text: str, own: OwnFacts) -> tuple[int, int]:
    """Source and column of a fact; sums become columns of their own."""
    index = own.stage(name, text) if of == "worth" else own.column(name, faces, text)
    source = SOURCE_OWN
    for word in reversed(whose):
        if word in ("others", "table"):
            index = own.summed(word, index)
        else:
            source = SOURCE_WINNER if word == "winner" else SOURCE_PAYER
    return source, index


def read_number(words: str, groups: Sequence[str], own: OwnFacts, place: str) -> int:
    """What multiplies a price or chooses out of its list: the column of a fact, or -2 less the number of a group."""
    match = _TERM.fullmatch(words)
    if (
        match is None
        or match["negated"]
        or match["op"]
        or match["of"] == "pattern"
        or {"winner", "payer"} & set(match["whose"].split())
    ):
        raise ValueError(f"{place}: {words!r}: a fact such as 'streak' or 'pungs-in dragons', 'counted G' or 'worth S'")
    if match["of"] == "counted":
        return -2 - position(match["name"], groups, "group of patterns", place)
    return _fact(match["whose"].split(), match["of"], match["name"], match["set"], place, own)[1]


def position(name: str, names: Sequence[str], what: str, text: str) -> int:
    """The place of `name` among `names`; an unknown one is an error that quotes `text` and names the nearest."""
    if name in names:
        return list(names).index(name)
    near = get_close_matches(name, names, 1, 0.5)
    cure = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names) or 'none on this page'}"
    raise ValueError(f"{text!r}: no {what} is called {name!r}; {cure}")
