"""The command line: ``mjstats COMMAND``. Heavy modules are loaded inside the commands, so that help comes at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from mjstats import __version__
from mjstats.cli import duel, hands, learn, numbers, pages, whatif
from mjstats.cli.common import fail

UsageError: Any = typer.BadParameter.__base__


class _Commands(TyperGroup):
    """Commands that say in one line what is wrong with their words, as they do of all other input."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command that the words name, and end the program with its status."""
        words = sys.argv[1:] if args is None else list(args)
        if not words or not standalone_mode:  # without words there is the help
            return super().main(words, prog_name, complete_var, standalone_mode, windows_expand_args, **extra)
        try:
            status = super().main(words, prog_name, complete_var, False, windows_expand_args, **extra)
        except UsageError as error:
            where = "" if error.ctx is None else f" (see {error.ctx.command_path} --help)"
            fail(f"{error.format_message().rstrip('.')}{where}")
            sys.exit(error.exit_code)
        except typer.Abort:
            fail("aborted")
            sys.exit(1)
        sys.exit(status if isinstance(status, int) else 0)


app = typer.Typer(
    name="mjstats",
    cls=_Commands,
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
