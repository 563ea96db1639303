"""Commands on single hands, one a line of JSON: score, waits, check."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjstats.cli.common import BAD_INPUT, fail, guarded, one_line, read_lines

if TYPE_CHECKING:
    from mjstats.rules import RuleSet

File = Annotated[str, typer.Argument(metavar="FILE.jsonl", help="One JSON object a line; - reads the standard input.")]
RulesFiles = Annotated[
    list[Path] | None,
    typer.Option("--rules-file", metavar="FILE.toml", help="A page of your own, which records may name by its id; repeatable."),
]

WRONG = 1
_SUBJECT = re.compile("^(?:record|request): ")  #: what an error begins with where no line is known


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    for command in (score, waits, check):
        app.command()(command)


def own_pages(files: list[Path] | None) -> dict[str, RuleSet]:
    """Pages of one's own by the id that records name."""
    from mjstats.rules import load

    pages = [load(file) for file in files or ()]
    return {page.id: page for page in pages}


@guarded
def score(
    file: File,
    rules_file: RulesFiles = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show for people how each hand was read and counted.")] = False,
) -> None:
    """Score finished hands.

    A record a line in, a result a line out, in order. A record that cannot be read yields {"error": ...} on its line, and
    exit status 1 at the end. mjstats/RECORDS.md tells every key of a record and of a result.
    """
    from mjstats.explain import explain as explained
    from mjstats.hand import Record
    from mjstats.scoring import score as scored

    pages = own_pages(rules_file)

    def shown(number: int, line: str) -> str:
        record = Record.from_json(line)
        page = pages.get(record.rules)
        if not explain:
            return _json(scored(record, page).to_dict())
        return f"== hand {number}, {record.rules} ==\n{explained(record, page)}\n"

    _answer_lines(file, shown, (lambda error: f"error: {error}\n") if explain else _error)


def _answer_lines(file: str, answer: Callable[[int, str], str], wrong: Callable[[str], str]) -> None:
    """Write what `answer` says of each line and its number among those that are not empty.

    A line that it cannot read gets what `wrong` makes of the error, which says where the line stands, and harms no other.
    """
    failed = False
    lines = ((place, line) for place, line in enumerate(read_lines(file), 1) if line.strip())
    for number, (place, line) in enumerate(lines, 1):
        try:
            text = answer(number, line)
        except (ValueError, OSError) as error:
            failed = True
            where = f"line {place}" if file == "-" else f"{file}: line {place}"
            text = wrong(f"{where}: {_SUBJECT.sub('', one_line(error))}")
        typer.echo(text)
    if failed:
        raise typer.Exit(WRONG)


def _error(text: str) -> str:
    return _json({"error": text})


def _json(words: dict[str, Any]) -> str:
    return json.dumps(words, ensure_ascii=False)


@guarded
def waits(file: File, rules_file: RulesFiles = None) -> None:
    """Distance and waits of hands.

    A request a line in, an answer a line out. A request is {"rules", "options", "indicator", "hand", "melds", ...}; with
    "legal": true only the waits that also win under the rule set. mjstats/RECORDS.md tells every key.
    """
    from mjstats.hand import WaitsRequest
    from mjstats.scoring import waits as waits_of

    pages = own_pages(rules_file)

    def answer(_: int, line: str) -> str:
        request = WaitsRequest.from_json(line)
        return _json(waits_of(request, pages.get(request.rules)).to_dict())

    _answer_lines(file, answer, _error)


@guarded
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Case files; - reads the standard input.")],
    rules_file: RulesFiles = None,
) -> None:
    """Run case files and print the mismatches.

    Each is printed with both values and the reasoning of the case; the exit status is 1 when there is one.
    """
    from mjstats.check import Mismatch, Passed, check_cases

    pages = own_pages(rules_file)
    cases: set[str] = set()
    wrong: set[str] = set()
    unreadable = missing = 0
    for file in files:
        try:
            for found in check_cases(read_lines(file), where=file, rules=pages):
                cases.add(found.where)
                if isinstance(found, Passed):
                    continue
                typer.echo(str(found))
                if isinstance(found, Mismatch):
                    wrong.add(found.where)
                else:
                    unreadable += 1
        except (OSError, UnicodeError) as error:
            fail(error if isinstance(error, OSError) else f"{file}: {error}")
            missing += 1
    good = len(cases) - len(wrong) - unreadable
    typer.echo(f"{len(cases)} cases: {good} as expected, {len(wrong)} otherwise, {unreadable} not readable")
    if missing:
        raise typer.Exit(BAD_INPUT)
    if wrong or unreadable:
        raise typer.Exit(WRONG)
