"""What if a rule were another: variations of one page on the same deals, and how much each of its clauses carries.

Table i of a seed, one hand or one whole game, is dealt alike under every variation, so differences are taken table by table
(`mjstats.paired`): hand j of game i has the same wall under each, as long as both games come to it. Every
variation is played anew, which costs less than reading finished hands again; where a changed clause leaves the play alone, the
same hand is played to its end and merely paid otherwise. `alike` says of which share of the hands that is true.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjstats.estimate import FEW
from mjstats.policies import Policies
from mjstats.progress import Progress
from mjstats.rules import RulesError, RuleSet, load
from mjstats.rules.varying import clauses_of, varied
from mjstats.simulation import simulate

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.paired import Sample

BASE: Final = "base"
MOST: Final = 1000
"""Variations at once."""

_CARRIED: Final = ("mean", "spread", "q99", "top-1%", "moved")
_SHARES: Final = ("win", "self-draw-share", "draw", "broke")
_CARRIED_OF_GAMES: Final = ("hands", "first")

Variation = dict[str, Any]


def whatif(
    rules: RuleSet | str | Path,
    vary: Mapping[str, Sequence[Any]],
    *,
    hands: int | None = None,
    games: int | None = None,
    cross: bool = False,
    seed: int = 1,
    streak: int = 1,
    policy: Policies = "fast",
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> pd.DataFrame:
    """Play the same deals under variations of a rule set.

    Parameters
    ----------
    rules
        The id of a rule set, the path of a page, or a loaded `RuleSet`: the base.
    vary
        What is varied -> its values: an option of the page (``"limit": [300, 600]``), or any word of it by its path
        (``"limits.cap"``, ``"pattern.no-wild.on"``); None leaves the word or row out.
    hands
        How many hands are played under each variation; `mjstats.simulation.HANDS` where no `games` are named.
    games
        How many whole games instead: for what only they show, as dealer repeats, stakes, their length. A game is then the unit
        of differences and of their errors.
    cross
        Each value of one with each of the others, instead of one after the other.
    seed, streak, policy, executor, workers, progress
        As in `simulate`.
    **options
        Options of the base.

    Returns
    -------
    DataFrame
        A row for each `variation` and `measure` (`mjstats.paired.MEASURES`, of games `GAME_MEASURES` too), the base first:
        `value`, `se`, `n` (cases), `n_eff` (effective cases: a mean over them is as sure as one over so many equal ones),
        `se_eff` (the same of the standard error); `diff` to the base, its paired `diff_se` and 95 % interval `diff_low`,
        `diff_high`; `changed` (tables in which the number is another), `changed_eff` (effective ones), `diff_se_eff`; `touched`
        (tables at which anybody gains or loses another number of points); `alike` (share of tables that went alike, whatever was
        paid); `seed`. A table is a hand or a game; points are the page's. ``attrs["variations"]`` has the values by variation.

    Raises
    ------
    ValueError
        One line: an option or word that the page does not have, a value that it cannot have, a number out of range.

    Examples
    --------
    >>> table = whatif("hangzhou", {"no_wild_pairs_on_discard": [False]}, hands=4, workers=1)
    >>> table["variation"].unique().tolist()
    ['base', 'no_wild_pairs_on_discard=false']
    >>> table[["diff", "diff_se", "changed"]].abs().max().tolist()  # first hands are won by self-draw alone
    [0.0, 0.0, 0.0]
    >>> whatif("hangzhou", {"pair_258": [True]}, hands=4)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mjstats.rules.loading.RulesError: vary: 'pair_258': hangzhou has no such option; there are: no_wild_pairs_on_discard, ...
    """
    base = load(rules, **options)
    chosen = _variations(vary, cross=cross)
    pages = {_label(values): _page(base, values) for values in chosen}
    run = {
        "hands": hands,
        "games": games,
        "seed": seed,
        "streak": streak,
        "policy": policy,
        "executor": executor,
        "workers": workers,
    }
    table = _rows(base, pages, progress, run)
    table.attrs["variations"] = {BASE: {}, **{_label(values): values for values in chosen}}
    return table


def clauses(
    rules: RuleSet | str | Path,
    *,
    hands: int | None = None,
    games: int | None = None,
    seed: int = 1,
    streak: int = 1,
    policy: Policies = "fast",
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> pd.DataFrame:
    """How much of what is paid each clause carries: each is left out in turn, on the same deals.

    Clauses are the page's patterns, limits, side payments and responsibilities (`mjstats.rules.varying.clauses_of`). What a
    clause carries is the number with it less the number without it; where clauses multiply each other, shares add up to more
    than all. Players do not change their ways because a clause is gone, unless it changes what they may do.

    Returns
    -------
    DataFrame
        A row for each `clause` and `measure`, the clause first that carries most of the mean win or of the points moved:
        `kind`, `value` (with all clauses), `carries`, its paired `se` and 95 % interval `low`, `high`; `share` (carries / value);
        `changed`, `changed_eff`, `touched`, `alike`, `seed` as in `whatif`, `se_eff` as its `diff_se_eff`.
        ``attrs["clauses"]`` has the names by language.

    Examples
    --------
    >>> table = clauses("hangzhou", hands=4, workers=1)
    >>> row = table.query("clause == 'pattern.base' and measure == 'mean'").iloc[0]
    >>> float(row["share"])  # everything multiplies the base
    1.0
    """
    base = load(rules, **options)
    found = {clause.path: clause for clause in clauses_of(base)}
    pages = {path: varied(base, clause.without) for path, clause in found.items()}
    run = {
        "hands": hands,
        "games": games,
        "seed": seed,
        "streak": streak,
        "policy": policy,
        "executor": executor,
        "workers": workers,
    }
    table = _carried(_rows(base, pages, progress, run), {path: clause.kind for path, clause in found.items()})
    table.attrs["clauses"] = {path: clause.names for path, clause in found.items()}
    return table


def _carried(table: pd.DataFrame, kinds: Mapping[str, str]) -> pd.DataFrame:
    """Differences to the base as what each clause carries."""
    import pandas as pd

    whole = table[table["variation"] == BASE].set_index("measure")["value"]
    without = table[table["variation"] != BASE]
    value = without["measure"].map(whole)
    carries = 0.0 - without["diff"]  # no nought of a minus sign
    with np.errstate(divide="ignore", invalid="ignore"):
        part = carries / value
    columns = {
        "clause": without["variation"],
        "kind": without["variation"].map(dict(kinds)),
        "measure": without["measure"],
        "value": value,
        "carries": carries,
        "se": without["diff_se"],
        "low": 0.0 - without["diff_high"],
        "high": 0.0 - without["diff_low"],
        "share": part.where(value != 0),
        **{name: without[name] for name in ("changed", "changed_eff")},
        "se_eff": without["diff_se_eff"],
        **{name: without[name] for name in ("touched", "alike", "seed")},
    }
    result = pd.DataFrame(columns).reset_index(drop=True)
    shares = result[result["measure"].isin(("mean", "moved"))].groupby("clause", sort=False)["share"]
    effect = shares.agg(lambda both: both.abs().max()).fillna(-1)
    order = {clause: place for place, clause in enumerate(effect.sort_values(ascending=False, kind="stable").index)}
    result = result.sort_values("clause", key=lambda column: column.map(order), kind="stable", ignore_index=True)
    result.attrs.update(table.attrs)
    return result


def _variations(vary: Mapping[str, Sequence[Any]], *, cross: bool) -> list[Variation]:
    """What each variation sets."""
    if not isinstance(vary, Mapping) or not all(isinstance(name, str) for name in vary):
        raise ValueError(f"vary: {vary!r}: names with lists of values are needed, such as {{'limit': [300, 400]}}")
    if not vary:
        raise ValueError("vary: nothing given; name an option or a word and its values, such as limit=300,400")
    for name, values in vary.items():
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            raise ValueError(f"vary: {name!r}: a list of values is needed, such as [300, 400]")
    if cross:
        chosen = [dict(zip(vary, values, strict=True)) for values in itertools.product(*vary.values())]
    else:
        chosen = [{name: value} for name, values in vary.items() for value in values]
    labels = [_label(values) for values in chosen]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise ValueError(f"vary: {twice!r} is given twice")
    if len(chosen) > MOST:
        raise ValueError(f"vary: {len(chosen)} variations; at most {MOST} at once")
    return chosen


def _label(values: Variation) -> str:
    """A variation as it is written for a command.

    >>> _label({"limit": 300, "pattern.no-wild.on": False, "limits.cap": None, "rate": "each"})
    'limit=300 pattern.no-wild.on=false limits.cap=null rate=each'
    """
    import json

    return " ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in values.items())


def _page(base: RuleSet, values: Variation) -> RuleSet:
    """The base with options and words set."""
    options = {name: value for name, value in values.items() if name in base.words.options}
    words = {name: value for name, value in values.items() if name not in options}
    for name in words:
        if "." not in name and name not in type(base.words).model_fields:
            there = f"there are: {', '.join(base.words.options)}" if base.words.options else "it has none"
            raise RulesError(
                f"vary: {name!r}: {base.id} has no such option; {there}; any word of the page goes by its path, as limits.cap"
            )
    return varied(load(base, **options), words)


def _rows(base: RuleSet, pages: Mapping[str, RuleSet], progress: Progress | None, run: dict[str, Any]) -> pd.DataFrame:
    """Play the base and every variation, one after the other, and set their numbers side by side."""
    import pandas as pd

    from mjstats.paired import alike, differences, numbers, touched

    rows: list[dict[str, Any]] = []
    attrs: dict[Any, Any] = {}
    known: Sample | None = None
    for label, frame in _played({BASE: base, **pages}, progress, run):
        sample = _sample(frame)
        if known is None:
            known, attrs = sample, dict(frame.attrs)
        apart = differences(sample, known)
        whole = {"touched": touched(sample, known), "alike": alike(sample, known)}
        for measure, number in numbers(sample).items():
            row = {"variation": label, "measure": measure, **number._asdict(), **apart[measure]._asdict()}
            rows.append({**row, **whole, "seed": run["seed"]})
    table = pd.DataFrame(rows)
    table.attrs.update(attrs)
    return table


def _sample(frame: pd.DataFrame) -> Sample:
    from mjstats.paired import sample_of

    return sample_of(frame)


def _played(pages: Mapping[str, RuleSet], progress: Progress | None, run: dict[str, Any]) -> Iterator[tuple[str, pd.DataFrame]]:
    for place, (label, page) in enumerate(pages.items()):

        def said(done: int, total: int, before: int = place) -> None:
            if progress is not None:
                progress(before * total + done, len(pages) * total)

        yield label, simulate(page, **run, progress=said)


def overview(table: pd.DataFrame) -> pd.DataFrame:
    """A table of `whatif` as one reads it: the base with standard errors, then what each variation changes.

    What rests on fewer than `FEW` effective hands or games, or has an error that does, is marked ``~``: its error means little.
    """
    import pandas as pd

    measures = table["measure"].unique().tolist()
    columns: dict[str, list[str]] = {}
    for label, rows in table.groupby("variation", sort=False):
        by = {str(row["measure"]): row for _, row in rows.iterrows()}
        texts = []
        for measure in measures:
            row = by[measure]
            if label == BASE:
                texts.append(_text(measure, row["value"], row["se"]) + _mark(measure, row["se_eff"]))
            else:
                texts.append(
                    _text(measure, row["diff"], row["diff_se"], sign=True)
                    + _mark(measure, row["diff_se_eff"], row["changed_eff"])
                )
        mean = by["mean"]
        columns[str(label)] = [*texts, f"{mean['n_eff']:,.0f}", f"{mean['touched']:,}", _alike(mean["alike"])]
    return pd.DataFrame(columns, index=pd.Index([*measures, "effective wins", "touched", "alike"], name="measure"))


def clause_overview(table: pd.DataFrame, language: str = "en") -> pd.DataFrame:
    """A table of `clauses` as one reads it: a row a clause, what it carries of each number."""
    import pandas as pd

    names = table.attrs["clauses"]
    carried = [*_CARRIED, *(name for name in _CARRIED_OF_GAMES if (table["measure"] == name).any())]
    rows = []
    for clause, part in table.groupby("clause", sort=False):
        by = {str(row["measure"]): row for _, row in part.iterrows()}
        mean = by["mean"]
        texts = {
            measure: _text(measure, row["carries"], row["se"], sign=True) + _mark(measure, row["se_eff"], row["changed_eff"])
            for measure, row in ((name, by[name]) for name in carried)
        }
        # English names are the ids again; they would only make the table wider
        row = {
            "clause": str(clause),
            **({} if language == "en" else {"name": names[clause][language]}),
            "mean": texts.pop("mean"),
            "of it": "–" if np.isnan(mean["share"]) else f"{100 * mean['share']:.1f} %",
            **texts,
            "touched": f"{mean['touched']:,}",
            "alike": _alike(mean["alike"]),
        }
        rows.append(row)
    return pd.DataFrame(rows)


def _alike(share: float) -> str:
    """100 % only where it is all."""
    return f"{100 * share if share == 1 else min(100 * share, 99.9):.1f} %"


def few(*effective: float) -> bool:
    """Whether a number, or its error, rests on fewer than `FEW` effective cases: on some, but few."""
    return any(0 < number < FEW for number in effective)


def _mark(measure: str, of_error: float, of_changes: float = 0) -> str:
    """Of shares of hands and games the changes alone matter, and quantiles are never marked: no tail reaches them."""
    if np.isnan(of_error):
        return ""
    return " ~" if few(of_changes, 0 if measure in _SHARES else of_error) else ""


def _text(measure: str, value: float, se: float, *, sign: bool = False) -> str:
    """A number and its standard error; shares in percent, differences with their sign."""
    if np.isnan(value):
        return "–"
    plus = "+" if sign else ""
    if measure in (*_SHARES, "top-1%"):
        return f"{_rounded(100 * value, 2):{plus}.2f} ± {100 * se:.2f} %"
    digits = 2 if abs(value) < 100 else 1
    return f"{_rounded(value, digits):{plus},.{digits}f} ± {se:,.{digits}f}"


def _rounded(value: float, digits: int) -> float:
    """Without the sign of a nought."""
    return round(value, digits) + 0.0
