"""The command line: ``mjstats COMMAND``. Heavy modules are loaded inside the commands, so that help comes at once."""

from __future__ import annotations

from typing import Annotated

import typer

from mjstats import __version__
from mjstats.cli import duel, hands, learn, numbers, pages, whatif

app = typer.Typer(
    name="mjstats",
    help="Mahjong rule sets as data: score hands, count odds exactly, play many tables, compare rule sets.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for commands in (pages, hands, numbers, duel, whatif, learn):
    commands.add_to(app)


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"mjstats {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Say the version.")] = False,
) -> None:
    """Options of no command."""


def main() -> None:
    """Run the command that `sys.argv` names."""
    app()


__all__ = ["app", "main"]
