"""The command that learns anew what the policy `value` goes by: learn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mjstats.cli.common import Seed, guarded
from mjstats.cli.numbers import Hands


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(learn)


@guarded
def learn(
    rules: Annotated[list[str], typer.Argument(metavar="RULES...", help="Ids of rule sets.")],
    hands: Hands = 20_000,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the chances go; by default the file of the package.")
    ] = None,
) -> None:
    """Learn the chances to finish a hand that the policy value goes by, from its own play.

    The same hands and seed give the same chances.
    """
    from mjstats.learned import FILE
    from mjstats.learning import learn_into

    written = learn_into(rules, hands=hands, seed=seed, file=out or FILE)
    typer.echo(f"{written}: {', '.join(rules)}, {hands:,} hands a round, seed {seed}")
