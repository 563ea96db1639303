"""``mjstats rules``: the rule sets there are, one of them as a table, and the schema of a page."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Annotated

import typer

from mjstats.cli.common import OptionTexts, guarded, rule_set


class Form(StrEnum):
    """How a page is written."""

    TEXT = "text"
    MD = "md"
    HTML = "html"


class Language(StrEnum):
    """The language of headings and names."""

    EN = "en"
    JA = "ja"
    ZH = "zh"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(rules)


@guarded
def rules(
    page: Annotated[str | None, typer.Argument(metavar="RULES", help="Id of a rule set, or path of a page.")] = None,
    form: Annotated[Form, typer.Option("--format", help="How the page is written.")] = Form.TEXT,
    lang: Annotated[Language, typer.Option(help="Language of headings and names.")] = Language.EN,
    schema: Annotated[bool, typer.Option("--schema", help="Write the words of a page as JSON Schema.")] = False,
    option: OptionTexts = None,
) -> None:
    """List the rule sets, or show one as a table."""
    if schema:
        from mjstats.rules.schema import page_schema

        typer.echo(json.dumps(page_schema(), ensure_ascii=False, indent=2))
    elif page is None:
        _list()
    else:
        from mjstats.rules import table

        loaded = rule_set(page, option)
        if form is Form.TEXT:
            typer.echo(table.page_text(loaded, lang.value, width=_width()))
        else:
            typer.echo((table.page_markdown if form is Form.MD else table.page_html)(loaded, lang.value))


def _width() -> int:
    from shutil import get_terminal_size

    return max(get_terminal_size().columns, 80) if sys.stdout.isatty() else 120


def _list() -> None:
    """A line or two a rule set."""
    from mjstats.rules import load, rule_sets

    for name in rule_sets():
        words = load(name).words
        typer.echo(f"{name}  {words.names.en} · {words.names.ja} · {words.names.zh}")
        typer.echo(f"    {words.wall.players} players, hands of {words.wall.hand}. {words.summary}")
