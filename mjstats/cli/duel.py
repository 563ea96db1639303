"""The command that plays two policies against each other on the same deals: duel."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from mjstats.cli.common import AsJson, OptionTexts, Seed, Streak, Workers, guarded, rule_set
from mjstats.cli.numbers import Hands, Rules
from mjstats.progress import progress_bar

Side = Annotated[str, typer.Argument(metavar="POLICY", help="The name of a policy.")]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(duel)


@guarded
def duel(
    rules: Rules,
    a: Side,
    b: Side,
    hands: Hands = 10_000,
    seed: Seed = 1,
    streak: Streak = 1,
    workers: Workers = None,
    as_json: AsJson = False,
    option: OptionTexts = None,
) -> None:
    """Play two policies against each other, every deal with the seats exchanged.

    Differences are paired deal by deal, each with its standard error.
    """
    from mjstats import duels

    page = rule_set(rules, option)
    with progress_bar(f"playing {page.id}") as progress:
        table = duels.duel(page, a, b, hands=hands, seed=seed, streak=streak, workers=workers, progress=progress)
    if as_json:
        for row in json.loads(table.to_json(orient="records", double_precision=15)):
            typer.echo(json.dumps(row, ensure_ascii=False))
        return
    typer.echo(duels.overview(table).to_string())
    deals = f"{hands:,} deals of {table.attrs['label']}, each in every seating, seed {seed}"
    typer.echo(f"Per player and hand; {deals}; ± standard error.")
