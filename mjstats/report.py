"""The write-up: an HTML page with overview, charts, exact odds, all rule sets and the executed notebooks, and a page a rule set.

Everything is built in a folder beside the wanted one and moved into place at the end, so that a failed build leaves nothing.
"""

from __future__ import annotations

import asyncio
import base64
import importlib
import os
import re
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from mjstats import __version__, dealt
from mjstats.answers import across, answers
from mjstats.charts import CHARTS, MANY, save_charts
from mjstats.labels import LANGUAGE_NAMES, LANGUAGES, rules_name, word
from mjstats.passing import passing_place
from mjstats.rules import RuleSet, load, rule_sets
from mjstats.rules.table import page_html, page_title
from mjstats.rules.table_forms import document
from mjstats.rules.table_words import Language
from mjstats.stats import Comparison, compare, pick

if TYPE_CHECKING:
    import pandas as pd

PAGE: Final = "index.html"
RULES: Final = ("hangzhou", "wuhan")
MOST_EACH: Final = 2_000
"""Hands of each rule set where all of them are played."""

_MANY: Final = {
    "win": "head win",
    "self-draw-share": "head self-draw",
    "draw": "draw",
    "turn": "head turn",
    "mean": "mean",
    "median": "median",
    "q99": "q99",
    "mean/median": "mean",
    "q99/median": "q99",
    "top-1%": "head top",
    "side-share": "side-share",
}
_SHARES: Final = ("win", "self-draw-share", "draw", "top-1%", "side-share")

Say = Callable[[str], None]  #: told what is being done

_OVERVIEW: Final = {
    "win": "win rate",
    "self-draw-share": "self-draw-share",
    "deal-in": "deal-in",
    "draw": "draw",
    "turn": "turn of the win",
    "median": "points median",
    "mean": "points mean",
    "q90": "points q90",
    "q99": "points q99",
    "gini": "gini",
    "top-1%": "top-1%",
}


def build_report(
    out: str | Path = "report",
    *,
    hands: int = 10_000,
    seed: int = 1,
    rules: Sequence[RuleSet | str | Path] = RULES,
    many: Sequence[RuleSet | str | Path] | None = None,
    languages: Sequence[str] = LANGUAGES,
    notebooks: str | Path | None = "notebooks",
    say: Say | None = None,
) -> Path:
    """Play, count, draw and write the report.

    Parameters
    ----------
    out
        The folder to make. A report that stands there is replaced when the new one is whole; any other folder with something
        in it is left alone and is an error.
    hands, seed
        The simulation's, for the comparison and (through ``MJSTATS_HANDS``) the notebooks.
    rules
        What to compare.
    many
        What stands side by side in the chapter on all rule sets, `MOST_EACH` hands each at most, and has a page of its rules; by
        default every rule set that comes with the package.
    languages
        Out of en, ja, zh; the page switches between them.
    notebooks
        Folder of notebooks in percent format, executed in the order of their names; None for a report without.
    say
        Called with a line on each step.

    Returns
    -------
    Path
        The page, ``out/index.html``.

    Raises
    ------
    ValueError
        For a language that is not known, or a folder that is not a report.
    """
    out = Path(out)
    say = say or (lambda line: None)
    for language in languages:
        word("charts", language)  # an unknown one is an error before any work
    if out.exists() and not (out / PAGE).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"out: {str(out)!r} is there and is no report; name another folder or remove it")
    out.parent.mkdir(parents=True, exist_ok=True)
    passing = passing_place(out)
    passing.mkdir()
    try:
        pages, others = ([load(page) for page in some] for some in (rules, rule_sets() if many is None else many))
        _build(passing, hands, seed, pages, others, languages, notebooks, say)
        _move(passing, out)
    finally:
        shutil.rmtree(passing, ignore_errors=True)
    return out / PAGE


def _build(
    folder: Path,
    hands: int,
    seed: int,
    rules: list[RuleSet],
    many: list[RuleSet],
    languages: Sequence[str],
    notebooks: str | Path | None,
    say: Say,
) -> None:
    import jinja2

    say(f"playing {hands:,} hands of {' and '.join(page.id for page in rules)}")
    comparison = compare(*rules, hands=hands, seed=seed)
    tables = [path.name for path in comparison.save(folder)]
    each = min(hands, MOST_EACH)
    say(f"playing {each:,} hands of each of {len(many)} rule sets")
    everything = compare(*many, hands=each, seed=seed)
    everything.across().to_csv(folder / "all-rule-sets.csv", index=False)
    say("counting the odds at the deal")
    odds = dealt.distances(rules)
    odds.to_csv(folder / "odds.csv", index=False)
    exact = {"distances": odds, "wilds": dealt.by_wilds(rules)}
    sources = sorted(Path(notebooks).glob("*.py")) if notebooks is not None else []
    if sources:
        # Whole before threads import it for the notebooks: drawing looks whether it is there, and fails where it is half there.
        importlib.import_module("IPython")
    # By now all kernels are compiled and cached, so the notebooks' own processes may run beside the drawing.
    with ThreadPoolExecutor(2) as aside:
        waiting = [aside.submit(execute, source, folder, hands=hands) for source in sources]
        say(", ".join(["drawing the charts", *(f"executing {source.name}" for source in sources)]))
        save_charts(comparison, folder, languages=languages, exact=exact)
        save_charts(everything, folder, languages=languages, charts=MANY)
        executed = [notebook.result() for notebook in waiting]
    environment = jinja2.Environment(autoescape=False, trim_blocks=True, undefined=jinja2.StrictUndefined)
    template = environment.from_string(Path(__file__).with_name("report.html.j2").read_text("utf-8"))
    page = template.render(
        word=word,
        names=LANGUAGE_NAMES,
        languages=languages,
        hands=hands,
        seed=seed,
        version=__version__,
        played={key: comparison.samples[comparison.labels[0]].attrs[key] for key in ("players", "streak")},
        answers={language: answers(comparison, rules, exact["wilds"], language) for language in languages},
        overview={language: _overview(comparison, language) for language in languages},
        charts={language: [_chart(folder, name, language) for name in CHARTS] for language in languages},
        odds={language: _odds(comparison, odds, language) for language in languages},
        each=each,
        many_columns=list(_MANY.values()),
        many={language: _many(everything, many, language) for language in languages},
        many_says={language: across(everything, language) for language in languages},
        many_charts={language: [_chart(folder, name, language) for name in MANY] for language in languages},
        pages=_write_rule_pages(folder, [*many, *(page for page in rules if page.id not in {one.id for one in many})], languages),
        tables=[*tables, "odds.csv", "all-rule-sets.csv"],
        notebooks=executed,
    )
    (folder / PAGE).write_text(page, "utf-8")


def execute(source: Path, folder: Path, *, hands: int | None = None) -> dict[str, str]:
    """Execute a notebook in percent format and keep it as ``.ipynb`` in `folder`; return its title, file and body as HTML.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        When a cell fails; it shows the cell and its error.
    """
    import jupytext
    from nbclient import NotebookClient
    from nbconvert import HTMLExporter

    notebook = jupytext.read(source)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"  # random ids and times would change the file every time
    client = NotebookClient(
        notebook,
        timeout=1800,  # the first cell that plays may have to compile its kernels
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(source.parent)}},
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    # Without a backend of its own the kernel draws charts a second time, in its own larger way.
    environment = {**os.environ, "MPLBACKEND": "agg", **({"MJSTATS_HANDS": str(hands)} if hands is not None else {})}
    asyncio.run(client.async_execute(env=environment))  # its own `execute` leaves a loop open when called from a thread
    file = folder / source.with_suffix(".ipynb").name
    _number_tables(notebook)
    jupytext.write(notebook, file)
    _name_pictures(notebook)
    exporter = HTMLExporter(  # type: ignore[no-untyped-call]  # nbconvert carries no types
        template_name="basic", exclude_input=True, exclude_input_prompt=True, exclude_output_prompt=True
    )
    body, _ = exporter.from_notebook_node(notebook)
    return {"title": title_of(notebook), "file": file.name, "body": body}


def _number_tables(notebook: Any) -> None:
    """Number the styled tables in place of the names that pandas draws for them, which would change the file every time."""
    names: dict[str, str] = {}

    def numbered(drawn: re.Match[str]) -> str:
        return names.setdefault(drawn[0], f"T_{len(names):05}")

    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/html" in data:
                data["text/html"] = re.sub(r"\bT_[0-9a-f]{5}(?![0-9a-f])", numbered, data["text/html"])
            if "text/plain" in data:
                data["text/plain"] = re.sub(r" at 0x[0-9a-f]+", "", data["text/plain"])


def _name_pictures(notebook: Any) -> None:
    """Say of each cell's pictures what they are, for those who do not see them: the heading that the cell stands under."""
    heading = title_of(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            found = [line.lstrip("# ").strip() for line in cell.source.splitlines() if line.startswith("#")]
            heading = found[-1] if found else heading
        else:
            cell.metadata["alt"] = f"Chart: {heading}"


def refresh(folder: str | Path = "notebooks") -> list[Path]:
    """Execute the notebooks of a folder and keep them, outputs included, beside their sources."""
    sources = sorted(Path(folder).glob("*.py"))
    return [source.parent / execute(source, source.parent)["file"] for source in sources]


def title_of(notebook: Any) -> str:
    """The first heading of a notebook."""
    for cell in notebook.cells:
        for line in cell.source.splitlines():
            if cell.cell_type == "markdown" and line.startswith("# "):
                return str(line.removeprefix("# ").strip())
    return word("notebook")


def _move(passing: Path, out: Path) -> None:
    """Put the finished folder in place of an older one."""
    if not out.exists():
        passing.rename(out)
        return
    older = passing.with_suffix(".old")
    out.rename(older)
    passing.rename(out)
    shutil.rmtree(older)


def _chart(folder: Path, name: str, language: str) -> dict[str, str]:
    svg = folder / f"{name}-{language}.svg"
    data = base64.b64encode(svg.read_bytes()).decode()
    return {
        "title": word(name, language),
        "svg": svg.name,
        "png": svg.with_suffix(".png").name,
        "data": f"data:image/svg+xml;base64,{data}",
    }


def _overview(comparison: Comparison, language: str) -> str:
    table = comparison.overview()[list(_OVERVIEW)].T
    table.index = [word(key, language) for key in _OVERVIEW.values()]
    table.columns = [rules_name(comparison.samples[label].attrs, language) for label in table.columns]
    return str(table.to_html(classes="numbers", border=0))


def _odds(comparison: Comparison, odds: pd.DataFrame, language: str) -> str:
    """Counts and shares by distance, a pair of columns a rule set."""
    import pandas as pd

    columns: dict[str, pd.Series[Any]] = {}
    for label in comparison.labels:
        mine = odds[odds["rules"] == label].set_index("distance")
        name = rules_name(comparison.samples[label].attrs, language)
        columns[f"{name}: {word('count', language)}"] = mine["deals"].map(lambda count: f"{count:,}")
        columns[f"{name}: {word('share', language)}"] = mine["share"].map(lambda share: f"{100 * share:.4f} %")
    table = pd.DataFrame(columns).fillna("–")
    table.columns.name, table.index.name = word("distance", language), None
    return str(table.to_html(classes="numbers", border=0))


def _many(comparison: Comparison, rules: Sequence[RuleSet], language: str) -> list[dict[str, Any]]:
    """A row a rule set: its name, the file of its rules, and for each of `_MANY` the number and its error as texts."""
    table = comparison.across()
    rows = []
    for page, label in zip(rules, comparison.labels, strict=True):
        cells = [_cell(measure, pick(table, rules=label, measure=measure)) for measure in _MANY]
        name = rules_name(comparison.samples[label].attrs, language)
        rows.append({"name": name, "file": _rule_file(page, language), "cells": cells})
    return rows


def _cell(measure: str, row: pd.Series[Any]) -> tuple[str, str]:
    value, se = row["value"], row["se"]
    if value != value or (measure == "side-share" and value == 0):
        return "–", ""
    if measure in _SHARES:
        return f"{100 * value:.2f} %", f"± {100 * se:.2f}"
    digits = 2 if value < 100 else 1 if value < 1000 else 0
    return f"{value:,.{digits}f}", f"± {se:,.{digits}f}"


def _rule_file(page: RuleSet, language: str) -> str:
    return f"rules/{page.id}-{language}.html"


def _write_rule_pages(folder: Path, rules: Sequence[RuleSet], languages: Sequence[str]) -> dict[str, list[dict[str, str]]]:
    """Write the tables of each page of rules into a file a language; by language their titles and files."""
    (folder / "rules").mkdir()
    written: dict[str, list[dict[str, str]]] = {language: [] for language in languages}
    for page in rules:
        for language in languages:
            known = cast(Language, language)  # checked before any work
            ways = [("../" + PAGE, word("to report", language))]
            ways += [(Path(_rule_file(page, other)).name, LANGUAGE_NAMES[other]) for other in languages if other != language]
            links = " · ".join(f'<a href="{file}">{text}</a>' for file, text in ways)
            title = page_title(page, known)
            text = document(f"<p>{links}</p>\n{page_html(page, known)}", title, language)
            (folder / _rule_file(page, language)).write_text(text, "utf-8")
            written[language].append({"title": title, "file": _rule_file(page, language)})
    return written
