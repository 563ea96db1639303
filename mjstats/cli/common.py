"""What the commands share: errors as one line, options of rule sets, progress."""

from __future__ import annotations

import functools
import io
import json
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar

import typer

if TYPE_CHECKING:
    from mjstats.rules import RuleSet

P = ParamSpec("P")
R = TypeVar("R")

BAD_INPUT = 2
MOST = 10**9  #: no number that is typed in is larger; what is worked out from it has to stay within 64 bits
MOST_SEED = 2**62 - 1
MOST_TILES = 144

OptionTexts = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the rule set; repeatable.")
]
Seed = Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Table I of a seed is always the same hand.")]
Streak = Annotated[int, typer.Option(min=1, max=MOST, help="Which hand in a row it is for the dealer.")]
Policy = Annotated[
    str,
    typer.Option(metavar="NAME[,...]", help="How they play: fast, value, careful, random, wild-chain; one or one a seat."),
]
Workers = Annotated[int | None, typer.Option(min=1, max=1024, help="Threads to play in; by default one a core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON.")]


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """A command whose errors about its input become one line on stderr and exit status 2."""

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            raise
        except (ValueError, OSError) as error:
            fail(error)
            raise typer.Exit(BAD_INPUT) from None

    return wrapped


def one_line(error: object) -> str:
    """What an error says, in one line."""
    text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    return " ".join(text.split())


def fail(error: object) -> None:
    """One line on stderr."""
    typer.echo(f"mjstats: {one_line(error)}", err=True)


@contextmanager
def notices_told() -> Iterator[None]:
    """Notices of play as lines on stderr; other warnings as ever."""
    from mjstats.simulation import Notice

    shown = warnings.showwarning

    def tell(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if issubclass(category, Notice):
            fail(message)
        else:
            shown(message, category, *where, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("always", Notice)
        warnings.showwarning = tell
        yield


def options_of(texts: Sequence[str] | None) -> dict[str, Any]:
    """Options written as ``name=value``; a value is read as JSON where it is JSON, else it is a text.

    >>> options_of(["open_fan=each", "limit=300", "all_honors_gold=true"])
    {'open_fan': 'each', 'limit': 300, 'all_honors_gold': True}
    """
    options: dict[str, Any] = {}
    for text in texts or ():
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise ValueError(f"option {text!r}: written as NAME=VALUE, such as open_fan=each")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
        if isinstance(options[name], int) and abs(options[name]) > MOST:
            raise ValueError(f"option {name}: {value}: must be at most {MOST}")
    return options


def rule_set(text: str, options: Sequence[str] | None = None) -> RuleSet:
    """The rule set that an argument names: an id or a path, options after it where it stands in quotes.

    >>> rule_set("hangzhou wild=white")
    RuleSet('hangzhou', wild='white')
    """
    from mjstats.rules import load

    if Path(text).is_file():
        return load(text, **options_of(options))
    name, *own = text.split() or [text]
    return load(name, **{**options_of(options), **options_of(own)})


def files_text(number: int) -> str:
    """How many files were written, in words.

    >>> files_text(1), files_text(3)
    ('1 file', '3 files')
    """
    return f"{number} file{'s' * (number != 1)}"


def read_lines(file: str) -> Iterator[str]:
    """The lines of a file, or of the standard input for ``-``.

    Bytes that are no UTF-8 become lone surrogates, so that whoever reads a line can refuse this line alone.
    """
    if file == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
        yield from sys.stdin
        return
    with open(file, encoding="utf-8-sig", errors="surrogateescape") as lines:
        yield from lines


def numbers_of(text: str) -> list[int]:
    """Numbers written as ``14``, ``13,14`` or ``13:30``, both ends included.

    >>> numbers_of("13:16"), numbers_of("13,14")
    ([13, 14, 15, 16], [13, 14])
    """
    found: list[int] = []
    for part in text.split(","):
        first, colon, last = part.partition(":")
        try:
            ends = int(first), int(last if colon else first)
        except ValueError:
            raise ValueError(f"{text!r}: numbers are written as 14, 13,14 or 13:30") from None
        if max(ends) > MOST_TILES:
            raise ValueError(f"{text!r}: {max(ends)} is more than any wall has tiles, {MOST_TILES}")
        found += range(ends[0], ends[1] + 1)
    if not found:
        raise ValueError(f"{text!r}: no number lies in it; write the smaller first, as in 13:30")
    return found
