"""``mjstats whatif``: the same deals under other rules, and what each clause of a page carries."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjstats.cli.common import MOST, AsJson, OptionTexts, Policy, Seed, Streak, Workers, files_text, guarded, rule_set
from mjstats.cli.numbers import Rules
from mjstats.cli.pages import Language
from mjstats.passing import passing_place
from mjstats.progress import progress_bar

if TYPE_CHECKING:
    import pandas as pd

_BRACKETS = {"[": 1, "{": 1, "]": -1, "}": -1}


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(whatif)


@guarded
def whatif(
    rules: Rules,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=A,B,...", help="Values of an option, or of a word by its path (limits.cap); repeatable."),
    ] = None,
    cross: Annotated[bool, typer.Option("--cross", help="Each value with each of the others, not one after the other.")] = False,
    clauses: Annotated[bool, typer.Option("--clauses", help="Leave out each clause of the page in turn.")] = False,
    hands: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="How many first hands to play; 10,000 where no games are named.")
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="N", min=1, max=MOST, help="How many whole games to play instead.")] = None,
    seed: Seed = 1,
    streak: Streak = 1,
    policy: Policy = "fast",
    workers: Workers = None,
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the table (CSV) and the chart of clauses.")] = None,
    lang: Annotated[Language, typer.Option(help="Language of the clauses' names and the chart.")] = Language.EN,
    option: OptionTexts = None,
) -> None:
    """Play the same deals under other rules.

    Differences are to the rules as they are, each with its standard error, hand by hand. With --games: whole games on the same
    walls, game by game, for what only they show. With --clauses: how much of the mean win, of the spread and of the largest wins
    each clause of the page carries.
    """
    from mjstats import variations

    if clauses == bool(vary):
        raise ValueError(
            "whatif: name what varies (--vary limit=300,400) or leave out each clause in turn (--clauses), one of both"
        )
    if cross and clauses:
        raise ValueError("whatif: --cross goes with --vary")
    page = rule_set(rules, option)
    varying = variations_of(vary or ())
    _check_folder(out)
    run: dict[str, Any] = {"hands": hands, "games": games, "seed": seed, "streak": streak, "policy": policy, "workers": workers}
    with progress_bar(f"playing {page.id}") as progress:
        if clauses:
            table = variations.clauses(page, **run, progress=progress)
        else:
            table = variations.whatif(page, varying, cross=cross, **run, progress=progress)
    if as_json:
        for row in json.loads(table.to_json(orient="records", double_precision=15)):
            typer.echo(json.dumps(row, ensure_ascii=False))
    elif clauses:
        _show_clauses(table, lang.value)
    else:
        _show(table)
    if out is not None:
        written = _save(table, out, lang.value)
        typer.echo(f"{out}: {files_text(written)}", err=as_json)


def variations_of(texts: list[str] | tuple[str, ...]) -> dict[str, list[Any]]:
    """What varies, written as ``NAME=A,B``; a value is read as JSON where it is JSON, else it is a text.

    >>> variations_of(["limit=300,400", "pair_258=true,false", 'pattern.no-wild.when=["pairs", "self-drawn"],null'])
    {'limit': [300, 400], 'pair_258': [True, False], 'pattern.no-wild.when': [['pairs', 'self-drawn'], None]}
    """
    found: dict[str, list[Any]] = {}
    for text in texts:
        name, sign, values = text.partition("=")
        if not sign or not name or not values:
            raise ValueError(f"vary {text!r}: written as NAME=A,B, such as limit=300,400")
        if name in found:
            raise ValueError(f"vary {text!r}: {name!r} is given twice; write all its values in one")
        found[name] = [_value(part, text) for part in _parts(values)]
    return found


def _parts(text: str) -> list[str]:
    """The parts between commas, those within brackets and quotes apart."""
    parts, depth, quoted = [""], 0, False
    for place, letter in enumerate(text):
        if letter == '"' and (place == 0 or text[place - 1] != "\\"):
            quoted = not quoted
        elif not quoted:
            depth += _BRACKETS.get(letter, 0)
        if letter == "," and depth == 0 and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _value(text: str, whole: str) -> Any:
    if not text:
        raise ValueError(f"vary {whole!r}: a value is missing; written as NAME=A,B, such as limit=300,400")
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return text
    if isinstance(value, int | float) and not abs(value) <= MOST:
        raise ValueError(f"vary {whole!r}: {text}: must be at most {MOST}")
    return value


def _show(table: pd.DataFrame) -> None:
    from mjstats.variations import overview

    attrs = table.attrs
    shown = overview(table).rename_axis(None).to_string()
    typer.echo(shown)
    typer.echo(f"{_number(attrs)} each of {attrs['label']}, the same deals, seed {attrs['seed']}.")
    typer.echo("The base ± its standard error; then what changes, ± the paired error.")
    if "~" in shown:
        _say_few(attrs)


def _show_clauses(table: pd.DataFrame, language: str) -> None:
    import pandas as pd

    from mjstats.variations import clause_overview

    attrs = table.attrs
    whole = table.drop_duplicates("measure").set_index("measure")["value"]
    shown = clause_overview(table, language)
    met = shown["touched"] != "0"
    with pd.option_context("display.unicode.east_asian_width", True):
        text = shown[met].to_string(index=False)
        typer.echo(text)
    if not met.all():
        typer.echo("No payment changed without: " + ", ".join(shown["clause"][~met]))
    told = ", ".join(f"{name} {whole[name]:,.2f}" for name in ("mean", "spread", "q99", "moved"))
    typer.echo(f"{_number(attrs)} each of {attrs['label']}, the same deals, seed {attrs['seed']}; with all clauses: {told}.")
    unit = "games" if "games" in attrs else "hands"
    typer.echo(
        f"What a clause carries: the number with it less the number without, ± the paired error; touched: {unit} paid otherwise."
    )
    if "~" in text:
        _say_few(attrs)


def _number(attrs: Mapping[Any, Any]) -> str:
    unit = "games" if "games" in attrs else "hands"
    return f"{attrs[unit]:,} {unit}"


def _say_few(attrs: Mapping[Any, Any]) -> None:
    from mjstats.estimate import FEW

    unit = "games" if "games" in attrs else "hands"
    typer.echo(
        f"~ rests, or its error does, on fewer than {FEW} effective {unit}: that error says little; look at the quantiles."
    )


def _check_folder(out: Path | None) -> None:
    """Refuse before playing what cannot become a folder."""
    for path in () if out is None else (out, *out.parents):
        if path.is_dir():
            return
        if path.exists():
            raise ValueError(f"out: {str(path)!r} is a file; name a folder")


def _save(table: pd.DataFrame, out: Path, language: str) -> int:
    """Write into a folder beside the wanted one first, so that an error leaves nothing half-written."""
    from mjstats.charts import save
    from mjstats.clause_chart import clauses_chart

    name = "clauses" if "clause" in table else "whatif"
    passing = passing_place(out)
    passing.mkdir(parents=True)
    try:
        table.to_csv(passing / f"{name}.csv", index=False)
        if name == "clauses":
            figure = clauses_chart(table, language=language)
            for ending in ("png", "svg"):
                save(figure, passing / f"{name}-{language}.{ending}")
        files = sorted(passing.iterdir())
        out.mkdir(parents=True, exist_ok=True)
        for file in files:
            file.replace(out / file.name)
    finally:
        shutil.rmtree(passing, ignore_errors=True)
    return len(files)
