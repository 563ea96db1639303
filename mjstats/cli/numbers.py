"""Commands that count, play and compare: odds, simulate, replay, compare, report."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mjstats.cli.common import (
    MOST,
    MOST_SEED,
    AsJson,
    OptionTexts,
    Policy,
    Seed,
    Streak,
    Workers,
    files_text,
    guarded,
    notices_told,
    numbers_of,
    rule_set,
)
from mjstats.cli.pages import Language
from mjstats.passing import passing_place
from mjstats.progress import progress_bar

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pandas as pd

    from mjstats.rules import RuleSet
    from mjstats.stats import Comparison

Rules = Annotated[str, typer.Argument(metavar="RULES", help="Id of a rule set, or path of a page.")]
Hands = Annotated[int, typer.Option(min=1, max=MOST, help="How many hands to play.")]


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    for command in (odds, simulate, replay, compare, report):
        app.command()(command)


#: endings of files that are no Parquet, and that nobody means as names of folders
_OTHER_FORMS = {".csv", ".tsv", ".json", ".jsonl", ".xlsx", ".feather", ".arrow", ".txt", ".html", ".pq"}


@guarded
def odds(
    rules: Annotated[str | None, typer.Argument(metavar="RULES", help="Left out: 136 tiles, no wild ones.")] = None,
    tiles: Annotated[str | None, typer.Option(metavar="N", help="Tiles dealt: 14, 13,14 or 13:20.")] = None,
    shapes: Annotated[str | None, typer.Option(metavar="LIST", help="Such as standard,seven-pairs.")] = None,
    wilds: Annotated[int | None, typer.Option(metavar="K", min=0, help="Only deals with so many wild tiles.")] = None,
    indicator: Annotated[str | None, typer.Option(metavar="TILE", help="Only under this turned-up tile, such as 4s.")] = None,
    by: Annotated[str | None, typer.Option(metavar="k|face", help="Tell wild tiles held, or indicators, apart.")] = None,
    within: Annotated[str | None, typer.Option(metavar="13:30", help="Chance of a complete hand within so many tiles.")] = None,
    of: Annotated[
        str, typer.Option(metavar="WHAT", help="distance, waits or copies (of ready hands), patterns (of complete hands).")
    ] = "distance",
    as_json: AsJson = False,
    option: OptionTexts = None,
) -> None:
    """Count exactly how far dealt hands are, for what they wait, which patterns they show.

    Distance counts missing tiles: 0 is ready, -1 complete. All shapes of a page count, unless --shapes names some.
    """
    from mjstats.exact import as_json as objects_of
    from mjstats.exact import odds as counted

    if rules is None and option:
        raise ValueError(f"option {option[0]!r}: name the rule set whose option it is")
    page = None if rules is None else rule_set(rules, option)
    numbers = None if tiles is None else numbers_of(tiles)
    some = None if shapes is None else shapes.split(",")
    if of != "distance":
        if within is not None:
            raise ValueError(f"within: {within!r}: goes with distances; leave out one of within and of={of!r}")
        table = _counted_of(of, page, numbers, some, {"wilds": wilds, "indicator": indicator, "by": by})
        rows = table.assign(deals=table["deals"].map(str)).to_dict("records")
        typer.echo("\n".join(json.dumps(row) for row in rows) if as_json else _odds_text(table))
        return
    table = counted(
        page,
        tiles=numbers,
        shapes=some,
        wilds=wilds,
        indicator=indicator,
        by=by,
        within=None if within is None else numbers_of(within),
    )
    if not as_json:
        typer.echo(_odds_text(table))
        return
    for one in objects_of(table) if within is None else _within_json(table):
        typer.echo(json.dumps(one))


def _counted_of(
    of: str, page: RuleSet | None, numbers: list[int] | None, shapes: list[str] | None, conditions: dict[str, Any]
) -> pd.DataFrame:
    """Waits of ready hands or patterns of complete ones, for each number of tiles."""
    import pandas as pd

    from mjstats.exact import frequencies, waits

    if of not in ("waits", "copies", "patterns"):
        raise ValueError(f"of: {of!r}: must be distance, waits, copies or patterns")
    tables = [
        frequencies(page, tiles=number, shapes=shapes, **conditions)
        if of == "patterns"
        else waits(page, tiles=number, shapes=shapes, copies=of == "copies", **conditions)
        for number in (numbers or (None,))
    ]
    return pd.concat(tables, ignore_index=True)


def _odds_text(table: pd.DataFrame) -> str:
    shown = table.assign(deals=[f"{deals:,}" for deals in table["deals"]], share=[f"{share:.6g}" for share in table["share"]])
    if "one_in" in shown:
        shown["one_in"] = [f"{number:,.6g}" for number in table["one_in"]]
    if set(table["given"]) == {"all"}:
        shown = shown.drop(columns="given")
    return str(shown.to_string(index=False))


def _within_json(table: pd.DataFrame) -> list[dict[str, object]]:
    """Counts as texts, since they outgrow what many readers of JSON keep exactly."""
    rows: list[dict[str, object]] = []
    for row in table.to_dict("records"):
        given = {} if row["given"] == "all" else {"given": row["given"]}
        rows.append({"tiles": row["tiles"], **given, "complete": str(row["deals"]), "share": row["share"]})
    return rows


@guarded
def simulate(
    rules: Rules,
    hands: Annotated[
        int | None, typer.Option(min=1, max=MOST, help="How many first hands to play; 10,000 where no games are named.")
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="N", min=1, max=MOST, help="How many whole games to play instead.")] = None,
    seed: Seed = 1,
    streak: Streak = 1,
    policy: Policy = "fast",
    workers: Workers = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://10.0.0.1:8786.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="PLACE", help="Where the hands go, a row a hand: a file FILE.parquet, or a folder of parts."),
    ] = None,
    games_out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the games go, a row a game: a file FILE.parquet; with --games.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run that the folder holds.")] = False,
    until_se: Annotated[
        float | None, typer.Option(metavar="SE", help="Stop once no player's win rate has a larger standard error.")
    ] = None,
    option: OptionTexts = None,
) -> None:
    """Play many hands, or whole games.

    They go into a Parquet file or a folder of them, a hand a row, or are summed up where no place is named. What each game ended
    with goes into the file that --games-out names.
    """
    from mjstats import dataset, simulation
    from mjstats.frames import label_of

    page = rule_set(rules, option)
    # A place without a name is the folder one stands in, and a device is no place at all.
    is_folder = out is not None and bool(out.name) and (out.is_dir() or (out.suffix != ".parquet" and not out.exists()))
    if out is not None and out.suffix in _OTHER_FORMS:
        raise ValueError(f"out: {str(out)!r}: hands are kept as Parquet; name a file FILE.parquet, or a folder")
    if resume and not is_folder:
        raise ValueError("resume: a run is resumed in a folder; name one with --out")
    if until_se is not None and out is not None and not is_folder:
        raise ValueError("until-se: goes with a summary or a folder; leave out --out, or name a folder with it")
    # The file is renamed into its place, which would put it where a folder or a device was.
    if out is not None and not is_folder and (not out.name or (out.exists() and not out.is_file())):
        raise ValueError(f"out: {str(out)!r} is no file; name a file such as hands.parquet")
    if hands is not None and games is not None:
        raise ValueError("hands, games: name one of them")
    if games_out is not None:
        _check_games_out(games_out, games, out)
    hands = simulation.HANDS if hands is None and games is None else hands
    replaces = out is not None and not is_folder and out.exists()
    with notices_told(), _cluster(dask) as executor, progress_bar(f"playing {page.id}") as progress:
        run: dict[str, Any] = {"hands": hands, "games": games, "seed": seed, "streak": streak, "policy": policy}
        run |= {"workers": workers, "executor": executor, "progress": progress}
        if out is None:
            played = simulation.simulate(page, **run, until_se=until_se)
        elif is_folder:
            dataset.simulate_into(out, page, **run, resume=resume, until_se=until_se)
        else:
            simulation.simulate_to(out, page, **run)
    if games_out is not None:
        from pandas import read_parquet

        from mjstats.games import games_of

        whole = played if out is None else dataset.read_run(out) if is_folder else read_parquet(out)
        simulation.write_parquet(games_out, iter([games_of(whole)]))
    if out is None:
        _show_played(played)
    else:
        kept = dataset.tables_in(out) if is_folder else games or hands
        number = f"{kept:,} {'hands' if games is None else 'games'}"
        if replaces:
            typer.echo(f"mjstats: {out}: replaced the file that stood there", err=True)
        typer.echo(f"{out}: {number} of {label_of(page)}, seed {seed}")
    if games_out is not None:
        typer.echo(f"{games_out}: what each game ended with")


def _check_games_out(place: Path, games: int | None, out: Path | None) -> None:
    """Refuse before playing where games cannot be written."""
    if games is None:
        raise ValueError("games-out: goes with --games")
    if place.suffix != ".parquet" or (place.exists() and not place.is_file()) or place == out:
        raise ValueError(f"games-out: {str(place)!r}: name a file of its own, such as games.parquet")
    if not place.parent.is_dir():
        raise ValueError(f"games-out: {str(place)!r}; the folder {str(place.parent)!r} does not exist")


@contextmanager
def _cluster(address: str | None) -> Iterator[Executor | None]:
    """The workers of a Dask cluster, or nobody where none is named."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("dask: the package distributed is missing; install mjstats with its extra: mjstats[dask]") from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError, TypeError) as error:
        raise ValueError(f"dask: {address!r}: no scheduler answers there: {error}") from None
    try:
        yield client.get_executor()
    finally:
        client.close()


def _show_played(played: pd.DataFrame) -> None:
    """Hands summed up, and the games they belong to where they do."""
    from mjstats import stats

    _overview(stats.summarize(played))
    if "games" in played.attrs:
        from mjstats.games import games_of, overview

        typer.echo(f"\n{overview(games_of(played))}")


def _overview(comparison: Comparison) -> None:
    typer.echo(comparison.overview().T.to_string())
    typer.echo("Each number ± its standard error.")


@guarded
def replay(
    rules: Rules,
    seed: Seed = 1,
    hand: Annotated[int, typer.Option(metavar="I", min=0, max=MOST_SEED, help="Which hand of the seed, counted from 0.")] = 0,
    game: Annotated[
        int | None, typer.Option(metavar="I", min=0, max=MOST_SEED, help="Which game of the seed the hand is of, counted from 0.")
    ] = None,
    streak: Streak = 1,
    policy: Policy = "fast",
    as_json: Annotated[bool, typer.Option("--json", help="Write the finished hand as a record.")] = False,
    option: OptionTexts = None,
) -> None:
    """Show one simulated hand turn by turn."""
    from mjstats.replaying import replay as replayed

    shown = replayed(rule_set(rules, option), seed=seed, hand=hand, game=game, streak=streak, policy=policy)
    typer.echo(shown.record.to_json() if as_json else str(shown))


@guarded
def compare(
    rules: Annotated[
        list[str], typer.Argument(metavar="RULES...", help="Ids or paths, options in quotes: 'hangzhou wild=white'.")
    ],
    hands: Hands = 10_000,
    seed: Seed = 1,
    streak: Streak = 1,
    policy: Policy = "fast",
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the tables (CSV) and charts (PNG and SVG).")] = None,
    lang: Annotated[Language, typer.Option(help="Language of the charts.")] = Language.EN,
    option: OptionTexts = None,
) -> None:
    """Play several rule sets side by side.

    Every number carries its standard error.
    """
    from mjstats import stats

    pages = [rule_set(text, option) for text in rules]
    if out is not None:
        _check_folder(out)
    with progress_bar("playing") as progress:
        comparison = stats.compare(
            *pages, hands=hands, seed=seed, streak=streak, policy=policy, workers=workers, progress=progress
        )
    _overview(comparison)
    if out is not None:
        written = _save(comparison, pages, out, lang.value)
        typer.echo(f"{out}: {files_text(written)}")


def _check_folder(out: Path) -> None:
    """Refuse before playing what cannot become a folder."""
    for path in (out, *out.parents):
        if path.is_dir():
            return
        if path.exists():
            raise ValueError(f"out: {str(path)!r} is a file; name a folder")


def _save(comparison: Comparison, pages: list[RuleSet], out: Path, language: str) -> int:
    """Write tables and charts into a folder beside the wanted one first, so that an error leaves nothing half-written."""
    from mjstats import dealt
    from mjstats.charts import save_charts

    passing = passing_place(out)
    passing.mkdir(parents=True)
    try:
        comparison.save(passing)
        exact = {"distances": dealt.distances(pages), "wilds": dealt.by_wilds(pages)}
        save_charts(comparison, passing, languages=[language], exact=exact)
        files = sorted(passing.iterdir())
        out.mkdir(parents=True, exist_ok=True)
        for file in files:
            file.replace(out / file.name)
    finally:
        shutil.rmtree(passing, ignore_errors=True)
    return len(files)


@guarded
def report(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the report.")] = Path("report"),
    hands: Hands = 10_000,
    seed: Seed = 1,
) -> None:
    """Write the report, an HTML page.

    The notebooks are executed and the rule sets compared; the page is self-contained, its charts lie beside it.
    """
    from mjstats.report import build_report

    page = build_report(out, hands=hands, seed=seed, say=lambda line: typer.echo(line, err=True))
    typer.echo(str(page))
