"""The little language of conditions: from `"streak >= 3 or dealer"` to terms over fact columns.

A condition on a page is a list of texts that all have to hold.  A text is one or more terms joined
by `or`; a term is a fact, alone (at least 1), with `not` before it (0), or compared with a number.
`winner` or `payer` before a fact asks it of that person instead of the one the row is counted for;
`counted G` is how many patterns of group G the winner's hand counts, `pattern P` whether it counts P.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mjstats.kernel.columns import COLUMN
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

_OPS = {">=": OP_AT_LEAST, "<=": OP_AT_MOST, "==": OP_EQUAL, "!=": OP_NOT_EQUAL}
_TERM = re.compile(
    r"(?P<negated>not\s+)?(?:(?P<whose>winner|payer|counted|pattern)\s+)?(?P<name>[a-z0-9][a-z0-9-]*)(?:\s*(?P<op>>=|<=|==|!=)\s*(?P<number>\d+))?"
)


@dataclass(frozen=True)
class Term:
    """One comparison: `source` and `index` say what is looked at."""

    source: int
    index: int
    op: int
    operand: int


def parse_condition(texts: Sequence[str], patterns: Sequence[str], groups: Sequence[str]) -> list[list[Term]]:
    """Read a condition into clauses that all have to hold, each a list of terms of which one has to.

    Raises `ValueError` that quotes the text and says what is possible.

    >>> parse_condition(["streak >= 3 or dealer"], [], [])  # doctest: +ELLIPSIS
    [[Term(source=0, index=..., op=0, operand=3), Term(source=0, index=..., op=0, operand=1)]]
    >>> parse_condition(["steak >= 3"], [], [])
    Traceback (most recent call last):
        ...
    ValueError: 'steak >= 3': no fact is called 'steak'; did you mean 'streak'?
    """
    return [[_parse_term(part.strip(), text, patterns, groups) for part in text.split(" or ")] for text in texts]


def _parse_term(part: str, text: str, patterns: Sequence[str], groups: Sequence[str]) -> Term:
    match = _TERM.fullmatch(part)
    if match is None:
        raise ValueError(f"{text!r}: {part!r} is no term; write a fact, 'not' a fact, or a fact with >= <= == != and a number")
    whose, name = match["whose"], match["name"]
    if whose == "counted":
        source, index = SOURCE_GROUP, _position(name, groups, "group of patterns", text)
    elif whose == "pattern":
        source, index = SOURCE_PATTERN, _position(name, patterns, "pattern", text)
    else:
        source = {"winner": SOURCE_WINNER, "payer": SOURCE_PAYER, None: SOURCE_OWN}[whose]
        index = fact_column(name, text)
    if match["op"]:
        if match["negated"]:
            raise ValueError(f"{text!r}: 'not' does not go with a comparison; turn the comparison round")
        return Term(source, index, _OPS[match["op"]], int(match["number"]))
    return Term(source, index, OP_AT_MOST, 0) if match["negated"] else Term(source, index, OP_AT_LEAST, 1)


def fact_column(name: str, text: str) -> int:
    """The column of a fact; an unknown name is an error that quotes `text` and names the nearest fact."""
    return COLUMN[name] if name in COLUMN else _position(name, list(COLUMN), "fact", text)


def _position(name: str, names: Sequence[str], what: str, text: str) -> int:
    if name in names:
        return list(names).index(name)
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1, 0.5)
    cure = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names) or 'none on this page'}"
    raise ValueError(f"{text!r}: no {what} is called {name!r}; {cure}")
