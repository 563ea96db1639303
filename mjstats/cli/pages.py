"""``mjstats rules``: the rule sets there are, one of them as a table, what differs between two, and the schema of a page."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from mjstats.cli.common import OptionTexts, guarded, rule_set

if TYPE_CHECKING:
    from mjstats.rules.table_words import Language as Tongue


class Form(StrEnum):
    """How a page is written."""

    TEXT = "text"
    MD = "md"
    HTML = "html"
    JSON = "json"


class Language(StrEnum):
    """The language of headings and names."""

    EN = "en"
    JA = "ja"
    ZH = "zh"


class _Rules(TyperGroup):
    """``rules`` shows, unless another command follows it: ``rules wuhan`` is ``rules show wuhan``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args if args and args[0] in self.commands else ["show", *args])


Lang = Annotated[Language, typer.Option(help="Language of headings, names and words.")]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    rules = typer.Typer(cls=_Rules, help="List the rule sets, show one as a table, or what differs between two.")
    rules.command()(show)
    rules.command()(diff)
    app.add_typer(rules, name="rules")


@guarded
def show(
    page: Annotated[str | None, typer.Argument(metavar="RULES", help="Id of a rule set, or path of a page.")] = None,
    form: Annotated[Form, typer.Option("--format", help="How the page is written; json: its words as they stand.")] = Form.TEXT,
    lang: Lang = Language.EN,
    schema: Annotated[bool, typer.Option("--schema", help="Write the words of a page as JSON Schema.")] = False,
    option: OptionTexts = None,
) -> None:
    """List the rule sets, or show one as a table.

    `mjstats rules diff A B` shows what differs between two.
    """
    if schema:
        from mjstats.rules.schema_json import page_schema

        typer.echo(json.dumps(page_schema(), ensure_ascii=False, indent=2))
    elif page is None:
        _list()
    else:
        from mjstats.rules import table

        loaded = rule_set(page, option)
        language: Tongue = lang.value
        if form is Form.TEXT:
            typer.echo(table.page_text(loaded, language, width=_width()))
        elif form is Form.MD:
            typer.echo(table.page_markdown(loaded, language))
        elif form is Form.HTML:
            typer.echo(_document(table.page_html(loaded, language), table.page_title(loaded, language), language))
        else:
            typer.echo(loaded.words.model_dump_json(by_alias=True, exclude_unset=True, indent=2))


@guarded
def diff(
    a: Annotated[str, typer.Argument(metavar="RULES", help="Id or path, options in quotes: 'hangzhou wild=white'.")],
    b: Annotated[str | None, typer.Argument(metavar="RULES", help="The other; left out, the first with the options set.")] = None,
    form: Annotated[Form, typer.Option("--format", help="How the difference is written.")] = Form.TEXT,
    lang: Lang = Language.EN,
    option: OptionTexts = None,
) -> None:
    """Show two rule sets side by side, only what differs.

    A rule set and its option: `mjstats rules diff wuhan -o open_fan=each`, or `mjstats rules diff wuhan "wuhan open_fan=each"`.
    """
    from mjstats.rules import diff as between

    if b is None and not option:
        raise ValueError("rules diff: name two rule sets, or one and an option: mjstats rules diff wuhan -o open_fan=each")
    first, second = (rule_set(a), rule_set(a, option)) if b is None else (rule_set(a, option), rule_set(b, option))
    language: Tongue = lang.value
    if form is Form.TEXT:
        typer.echo(between.diff_text(first, second, language, width=_width()))
    elif form is Form.MD:
        typer.echo(between.diff_markdown(first, second, language))
    elif form is Form.HTML:
        title = " / ".join(between.labels(first, second))
        typer.echo(_document(between.diff_html(first, second, language), title, language))
    else:
        typer.echo(between.diff_json(first, second))


def _document(fragment: str, title: str, language: Tongue) -> str:
    from mjstats.rules.table_forms import document

    return document(fragment, title, language)


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
