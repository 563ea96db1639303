"""Commands that hold policies against each other: duel, on the same deals, and regret, what their choices cost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from mjstats.cli.common import MOST, AsJson, OptionTexts, Seed, Streak, Workers, guarded, rule_set
from mjstats.cli.numbers import Hands, Rules
from mjstats.progress import progress_bar

if TYPE_CHECKING:
    import pandas as pd

Side = Annotated[str, typer.Argument(metavar="POLICY", help="The name of a policy.")]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(duel)
    app.command()(regret)


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
        _write_rows(table)
        return
    typer.echo(duels.overview(table).to_string())
    deals = f"{hands:,} deals of {table.attrs['label']}, each in every seating, seed {seed}"
    typer.echo(f"Per player and hand; {deals}; ± standard error.")


@guarded
def regret(
    rules: Rules,
    policies: Annotated[
        list[str] | None, typer.Argument(metavar="[POLICY]...", help="fast, value or careful; value and fast if none is named.")
    ] = None,
    hands: Hands = 20,
    rollouts: Annotated[int, typer.Option(min=2, max=MOST, help="How often each answer is played out; even.")] = 32,
    every: Annotated[int, typer.Option(min=1, max=MOST, help="Of so many choices one is looked at.")] = 8,
    seed: Seed = 1,
    as_json: AsJson = False,
    option: OptionTexts = None,
) -> None:
    """Say what choices of policies cost: every possible answer played out many times on the same walls.

    Hands are played by the first policy, and a second or two go into each; everybody goes on as fast does.
    """
    from mjstats import regrets

    page = rule_set(rules, option)
    table = regrets.regret(page, *(policies or ()), hands=hands, rollouts=rollouts, every=every, seed=seed)
    if as_json:
        _write_rows(table)
        return
    typer.echo(regrets.overview(table).to_string(index=False))
    played = f"{hands:,} hands of {table.attrs['label']}, {rollouts} rollouts an answer, one choice in {every}, seed {seed}"
    typer.echo(
        f"Points lost a choice against the best answer, behind: more than {table['policy'].iloc[0]}; {played}; ± standard error."
    )


def _write_rows(table: pd.DataFrame) -> None:
    for row in json.loads(table.to_json(orient="records", double_precision=15)):
        typer.echo(json.dumps(row, ensure_ascii=False))
