"""Charts of a comparison, as matplotlib figures for a write-up, labelled in English, Japanese or Chinese.

Each function takes a `Comparison` and returns a `Chart`, a figure of its own; nothing touches pyplot. Colours are Okabe and
Ito's, told apart by the colour-blind too, and every rule set has a marker of its own besides. Each chart states hands and seed.
"""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, PercentFormatter

from mjstats.labels import pattern_name, rules_name, stamp, word
from mjstats.stats import Comparison

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS: Final = ("o", "s", "^", "D", "v", "P")
FONT: Final = "Noto Sans CJK JP"
DPI: Final = 100
GREY: Final = "#555555"
FEW: Final = 10
"""Cases below which a mean says nothing."""

_STYLE: Final[dict[str, Any]] = {
    "font.family": [FONT, "DejaVu Sans"],
    "font.size": 10,
    "axes.titlesize": 12,
    "axes.titleweight": "normal",
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "figure.dpi": DPI,
    "savefig.dpi": DPI,
    "svg.hashsalt": "mjstats",
    "svg.fonttype": "path",
}


class Chart(Figure):
    """A matplotlib figure that shows itself in a notebook without pyplot."""

    def _repr_png_(self) -> bytes:
        return png(self)


@cache
def font_file() -> Path:
    """The font file inside `notojp-matplotlib`, made known to matplotlib; importing that package would change global settings."""
    from matplotlib.font_manager import fontManager

    home = importlib.util.find_spec("notojp_matplotlib")
    if home is None or home.origin is None:
        raise ModuleNotFoundError("notojp-matplotlib is missing; it holds the font: pip install notojp-matplotlib")
    file = Path(home.origin).parent / "fonts" / "NotoSansCJKjp-Regular.otf"
    fontManager.addfont(file)
    return file


@contextmanager
def style() -> Iterator[None]:
    """The look of all charts, for the time of a ``with`` block; settings outside stay as they were."""
    font_file()
    with matplotlib.rc_context(cast(Any, _STYLE)):  # its type lists every key there is
        yield


def ccdf_chart(comparison: Comparison, *, relative: bool = False, language: str = "en") -> Chart:
    """The share of wins worth at least so much, on logarithmic axes; with `relative` in median wins, so that units fall away."""

    def draw(axes: Axes) -> None:
        for place, label in enumerate(comparison.labels):
            curve = _of(comparison.ccdf, label)
            unit = float(_of(comparison.points, label, measure="median", role="all")["value"].iloc[0]) if relative else 1.0
            x = curve["points"] / unit
            axes.fill_between(x, curve["low"], curve["high"], step="pre", color=_colour(place), alpha=0.2, linewidth=0)
            axes.step(x, curve["value"], where="pre", color=_colour(place), linewidth=1.6)
            marked = np.unique(np.linspace(0, len(curve) - 1, min(12, len(curve))).astype(int))
            axes.plot(x.iloc[marked], curve["value"].iloc[marked], _marker(place), color=_colour(place), markersize=4.5)
        axes.set_ylim(max(float(comparison.ccdf["value"].min()) / 2, 1e-7), 1.3)
        _logarithmic(axes, "x", _number)
        _logarithmic(axes, "y", _share)
        axes.set_xlabel(word("relative points" if relative else "points", language))
        axes.set_ylabel(word("share of wins at least", language))
        _legend(axes, comparison, language)

    return _figure(comparison, "ccdf-relative" if relative else "ccdf", language, [draw], (7.2, 4.6))


def rates_chart(comparison: Comparison, *, language: str = "en") -> Chart:
    """Win, self-draw, discard, deal-in and draw: all players, then dealer and non-dealers apart."""
    rows = [("win", "all"), ("win", "dealer"), ("win", "other"), ("self-draw", "all"), ("discard", "all")]
    rows += [("deal-in", "all"), ("robbed", "all"), ("draw", "all")]
    columns = _legend_columns(comparison, language)
    names = [word(measure, language) + (f" · {word(role, language)}" if role != "all" else "") for measure, role in rows]

    def draw(axes: Axes) -> None:
        tables = [[_of(comparison.rates, label, measure=m, role=r).iloc[0] for m, r in rows] for label in comparison.labels]
        _dots(axes, names, tables)
        axes.xaxis.set_major_formatter(_percent())
        axes.set_xlim(left=-0.02 * axes.get_xlim()[1])  # room for the marks at nought
        axes.set_xlabel(word("share of player-hands", language))
        _legend(axes, comparison, language, above=columns)

    return _figure(comparison, "rates", language, [draw], (7.2, 4.6 + _legend_height(comparison, columns)))


def turns_chart(comparison: Comparison, *, language: str = "en") -> Chart:
    """The share of all hands that somebody has won by each turn."""

    def draw(axes: Axes) -> None:
        for place, label in enumerate(comparison.labels):
            curve = _of(comparison.turns, label, measure="by")
            axes.fill_between(curve["turn"], curve["low"], curve["high"], color=_colour(place), alpha=0.2, linewidth=0)
            axes.plot(curve["turn"], curve["value"], "-" + _marker(place), color=_colour(place), markersize=4, linewidth=1.4)
        axes.set_ylim(0, 1)
        axes.set_xlim(left=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(_percent())
        axes.set_xlabel(word("turn", language))
        axes.set_ylabel(word("share of hands won", language))
        _legend(axes, comparison, language, loc="upper left")

    return _figure(comparison, "turns", language, [draw], (7.2, 4.2))


def distances_chart(comparison: Comparison, exact: pd.DataFrame | None = None, *, language: str = "en") -> Chart:
    """How far away from ready the dealt hands are: exact shares as bars, simulated ones as dots with intervals.

    `exact` has the columns `rules` (the label), `distance` and `share`; without it the dots stand alone.
    """

    def panel(place: int, label: str) -> Callable[[Axes], None]:
        def draw(axes: Axes) -> None:
            if exact is not None:
                known = _of(exact, label)
                bars = axes.bar(known["distance"], known["share"], color=_colour(place), alpha=0.35, width=0.75)
                bars.set_label(word("exact", language))
            seen = _of(comparison.distances, label)
            dots = _bars(axes, seen["distance"], seen, place, vertical=True)
            dots.set_label(word("simulated", language))
            axes.set_title(_name(comparison, label, language), fontsize=10)
            axes.set_xlabel(word("distance", language))
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.yaxis.set_major_formatter(_percent())
            if place % _beside(len(comparison.labels)) == 0:
                axes.set_ylabel(word("share of players", language))
            axes.legend(loc="upper left", fontsize=9, handlelength=1.2)
            axes.set_ylim(0, max(axes.get_ylim()[1], 1.3 * float(seen["high"].max())))

        return draw

    panels = [panel(place, label) for place, label in enumerate(comparison.labels)]
    columns = _beside(len(panels))
    size = (max(7.2, 3.6 * columns), 0.6 + 3.4 * -(-len(panels) // columns))
    return _figure(comparison, "distances", language, panels, size, share_y=True, heights=[1] * -(-len(panels) // columns))


def payments_chart(comparison: Comparison, *, language: str = "en") -> Chart:
    """What a payer pays on average, by the way of winning and the roles of winner and payer."""

    def title(outcome: str, winner: str, payer: str, fed: bool) -> str:
        pair = word("pays", language, winner=word(f"one {winner}", language), payer=word(f"a {payer}", language))
        ways = word(f"how-{outcome}", language)
        return f"{ways} · {pair}" + (f" ({word(f'fed-{outcome}', language)})" if fed else "")

    keys = ["outcome", "winner", "payer", "fed"]
    order = comparison.payments.query("value > 0 and n >= @FEW")[keys].drop_duplicates()
    order = order.sort_values("outcome", key=lambda column: column.map(_OUTCOME_ORDER), kind="stable")
    cases = list(order.itertuples(index=False, name=None))
    names = [title(*case) for case in cases]
    columns = _legend_columns(comparison, language)

    def draw(axes: Axes) -> None:
        tables = [
            [_first(_of(comparison.payments, label, **dict(zip(keys, case, strict=True)))) for case in cases]
            for label in comparison.labels
        ]
        _dots(axes, names, tables)
        _logarithmic(axes, "x", _number)
        axes.set_xlabel(word("points paid", language))
        _legend(axes, comparison, language, above=columns)

    return _figure(comparison, "payments", language, [draw], (8.4, 1.6 + 0.36 * len(cases) + _legend_height(comparison, columns)))


def patterns_chart(comparison: Comparison, *, language: str = "en", at_least: float = 1e-4) -> Chart:
    """How often each pattern counts among wins, a panel a rule set, the commonest first; rarer than `at_least` is left out."""

    def panel(place: int, label: str) -> Callable[[Axes], None]:
        table = _of(comparison.patterns, label, measure="frequency")
        table = table[table["value"] >= at_least].sort_values("value", ascending=False)
        attrs = comparison.samples[label].attrs

        def draw(axes: Axes) -> None:
            names = [pattern_name(attrs, pattern, language) for pattern in table["pattern"]]
            _dots(axes, names, [[row for _, row in table.iterrows()]], first=place)
            axes.set_xlim(min(0.1, float(table["low"].min()) / 1.3) if len(table) else 0.1, 1.3)
            _logarithmic(axes, "x", _share)
            axes.set_title(_name(comparison, label, language), fontsize=10)
            axes.set_xlabel(word("share of wins", language))

        return draw

    frequent = comparison.patterns[(comparison.patterns["measure"] == "frequency") & (comparison.patterns["value"] >= at_least)]
    rows = frequent.groupby("rules").size().reindex(comparison.labels, fill_value=1).to_list()
    panels = [panel(place, label) for place, label in enumerate(comparison.labels)]
    columns = _beside(len(panels))
    heights = [1.1 + 0.28 * max(rows[first : first + columns]) for first in range(0, len(rows), columns)]
    return _figure(comparison, "patterns", language, panels, (5.0 * columns, 0.6 + sum(heights)), heights=heights)


def wilds_chart(comparison: Comparison, exact: pd.DataFrame | None = None, *, language: str = "en") -> Chart:
    """Win rate and mean distance by the number of wild tiles dealt; what was seen less than `FEW` times is left out.

    `exact` has the columns `rules` (the label), `wilds` and `mean`, the exact mean distance; it is drawn as short lines.
    """

    def panel(measure: str, label_of_axis: str) -> Callable[[Axes], None]:
        def draw(axes: Axes) -> None:
            for place, label in enumerate(comparison.labels):
                table = _of(comparison.wilds, label, measure=measure)
                table = table[table["n"] >= FEW]
                shift = (place - (len(comparison.labels) - 1) / 2) * min(0.12, 0.7 / len(comparison.labels))
                _bars(axes, table["wilds"] + shift, table, place, vertical=True)
                axes.plot(table["wilds"] + shift, table["value"], color=_colour(place), linewidth=0.8, alpha=0.6)
                if exact is not None and measure == "distance":
                    known = _of(exact, label)
                    axes.hlines(known["mean"], known["wilds"] - 0.3, known["wilds"] + 0.3, color=_colour(place), linewidth=1.2)
            axes.set_xlabel(word("wilds dealt", language))
            axes.set_ylabel(word(label_of_axis, language))
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            if measure == "win":
                axes.set_ylim(0, 1)
                axes.yaxis.set_major_formatter(_percent())
                _legend(axes, comparison, language, above=1)
            elif exact is not None:
                axes.plot([], [], color=GREY, linewidth=1.2, label=word("exact", language))
                axes.plot([], [], "o", color=GREY, markersize=5, label=word("simulated", language))
                axes.legend(**_ABOVE, ncols=2)

        return draw

    panels = [panel("win", "win rate"), panel("distance", "mean distance")]
    return _figure(comparison, "wilds", language, panels, (8.8, 4.2 + _legend_height(comparison, 1)))


def ends_chart(comparison: Comparison, *, language: str = "en") -> Chart:
    """Many rule sets, a line each, that with most drawn hands first: drawn hands, self-drawn wins, the turn of the win."""
    measures = {"draw": "draw", "self-draw-share": "self-draw-share", "turn": "turn of the win"}
    return _lines_chart(comparison, "all-ends", language, [{name: text} for name, text in measures.items()], shares=2)


def spread_chart(comparison: Comparison, *, language: str = "en") -> Chart:
    """Many rule sets, a line each, the most uneven first: how far the dear wins lie above the median, how unevenly all lie."""
    measures = {f"{name}/median": name for name in ("q99", "q90", "mean")}
    return _lines_chart(comparison, "all-spread", language, [{"top-1%": "top-1%"}, measures, {"gini": "gini"}], shares=1)


def _lines_chart(comparison: Comparison, title: str, language: str, groups: list[dict[str, str]], *, shares: int) -> Chart:
    """A panel a group of measures of `Comparison.across`, lines sorted by the first of them; so many panels in per cent."""
    table = comparison.across()
    first = next(iter(groups[0]))
    order = table[table["measure"] == first].sort_values("value", ascending=False, kind="stable", na_position="last")["rules"]

    def panel(place: int, group: dict[str, str]) -> Callable[[Axes], None]:
        def draw(axes: Axes) -> None:
            names = [_name(comparison, label, language) if place == 0 else "" for label in order]
            colour = 0 if len(group) == 1 else 1
            _dots(axes, names, [[_of(table, label, measure=name).iloc[0] for label in order] for name in group], first=colour)
            if len(group) == 1:
                axes.set_xlim(left=0)
                axes.margins(x=0.08)
                axes.set_xlim(left=-0.03 * axes.get_xlim()[1])  # room for the marks at nought
                axes.set_xlabel(word(next(iter(group.values())), language))
            else:
                axes.margins(x=0.08)
                _logarithmic(axes, "x", _number)
                axes.set_xlabel(word("relative points", language))
                for number, text in enumerate(group.values(), colour):
                    axes.plot([], [], _marker(number), color=_colour(number), markersize=5, label=word(text, language))
                axes.legend(**_ABOVE, ncols=len(group), columnspacing=1.0, handletextpad=0.2)
            if place < shares:
                axes.xaxis.set_major_formatter(_percent())

        return draw

    panels = [panel(place, group) for place, group in enumerate(groups)]
    return _figure(comparison, title, language, panels, (10.4, 1.5 + 0.34 * len(order)))


_OUTCOME_ORDER: Final = {"self-draw": 0, "discard": 1, "rob-kong": 2, "indicator": 3, "hand": 4}

CHARTS: Final[dict[str, Callable[..., Chart]]] = {
    "rates": rates_chart,
    "wilds": wilds_chart,
    "distances": distances_chart,
    "turns": turns_chart,
    "ccdf": ccdf_chart,
    "ccdf-relative": lambda comparison, language="en": ccdf_chart(comparison, relative=True, language=language),
    "payments": payments_chart,
    "patterns": patterns_chart,
}
"""All charts by name; each takes a comparison and ``language=``."""

MANY: Final[dict[str, Callable[..., Chart]]] = {"all-ends": ends_chart, "all-spread": spread_chart}
"""Charts of many rule sets, a line each."""


def save_charts(
    comparison: Comparison,
    out: str | Path,
    *,
    languages: Sequence[str] = ("en",),
    formats: Sequence[str] = ("png", "svg"),
    exact: Mapping[str, pd.DataFrame] | None = None,
    charts: Mapping[str, Callable[..., Chart]] = CHARTS,
) -> list[Path]:
    """Draw every chart and write it as ``NAME-LANGUAGE.FORMAT`` into the folder `out`, which is made if it is missing.

    `charts` are others than those of a comparison, by name.
    `exact` holds the exact numbers of the charts that show some, by the name of the chart (``distances``, ``wilds``).
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, chart in charts.items():
        for language in languages:
            known = {"exact": exact[name]} if exact is not None and name in exact else {}
            figure = chart(comparison, **known, language=language)
            paths += [save(figure, folder / f"{name}-{language}.{ending}") for ending in formats]
    return paths


def save(figure: Figure, path: Path) -> Path:
    """Write a figure as PNG or SVG; the same figure gives the same bytes."""
    if path.suffix == ".png":
        path.write_bytes(png(figure))
        return path
    with style():
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    return path


def png(figure: Figure) -> bytes:
    """A figure as PNG with a palette of 128 colours, rare ones too: a third of the size, and a chart shows no difference."""
    from PIL import Image

    drawn, small = io.BytesIO(), io.BytesIO()
    with style():
        figure.savefig(drawn, format="png")
    with Image.open(drawn) as picture:
        picture.convert("RGB").quantize(128, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
            small, format="png", optimize=True
        )
    return small.getvalue()


def _figure(
    comparison: Comparison,
    title: str,
    language: str,
    panels: Sequence[Callable[[Axes], None]],
    size: tuple[float, float],
    *,
    share_y: bool = False,
    heights: Sequence[float] = (1,),
) -> Chart:
    """A figure of panels, in as many rows as there are `heights`, with its title above and, below, what it stands on."""
    samples = list(comparison.samples.values())
    with style():
        figure = Chart(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.06, wspace=0.04))
        columns = -(-len(panels) // len(heights))
        places = figure.subplots(len(heights), columns, squeeze=False, sharey=share_y, height_ratios=heights).flat
        for axes, draw in zip(places, panels, strict=False):
            draw(axes)
        for axes in places[len(panels) :]:
            axes.remove()
        figure.suptitle(word(title, language), x=0.01, ha="left", fontsize=13)
        note = word("note", language, hands=f"{min(map(len, samples)):,}", seed=samples[0].attrs["seed"])
        note += "\n" + stamp([sample.attrs for sample in samples])
        figure.supxlabel(note, x=0.01, ha="left", fontsize=8, color=GREY)
        figure.draw_without_rendering()  # ticks take their font when they are first drawn
    return figure


def _beside(panels: int) -> int:
    """How many panels stand side by side: up to three, of more so many that the last row is full if it can be."""
    return panels if panels <= 3 else 2 if panels == 4 else 3


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _marker(place: int) -> str:
    """From the seventh rule set on colours come again, with other markers."""
    return MARKERS[(place + place // len(COLOURS)) % len(MARKERS)]


def _name(comparison: Comparison, label: str, language: str) -> str:
    return rules_name(comparison.samples[label].attrs, language)


def _of(table: pd.DataFrame, label: str, **where: Any) -> pd.DataFrame:
    chosen = table["rules"] == label
    for column, value in where.items():
        chosen &= table[column] == value
    return table[chosen]


def _first(table: pd.DataFrame) -> pd.Series[Any] | None:
    return table.iloc[0] if len(table) else None


def _bars(axes: Axes, places: Iterable[float], table: pd.DataFrame, colour: int, *, vertical: bool) -> Any:
    """Dots with the bars of their intervals."""
    ends = np.maximum(np.array([table["value"] - table["low"], table["high"] - table["value"]], float), 0)
    look: dict[str, Any] = {
        "fmt": _marker(colour),
        "color": _colour(colour),
        "markersize": 5,
        "linewidth": 0,
        "elinewidth": 1.4,
        "capsize": 2,
    }
    if vertical:
        return axes.errorbar(list(places), table["value"], yerr=ends, **look)
    return axes.errorbar(table["value"], list(places), xerr=ends, **look)


def _dots(axes: Axes, names: Sequence[str], tables: Sequence[Sequence[pd.Series[Any] | None]], first: int = 0) -> None:
    """A line a name, from the top, and on it a dot with its interval for each rule set."""
    import pandas as pd

    for place, rows in enumerate(tables):
        here = [(line, row) for line, row in enumerate(rows) if row is not None and not np.isnan(row["value"])]
        if not here:
            continue
        shift = (place - (len(tables) - 1) / 2) * min(0.22, 0.7 / len(tables))
        _bars(axes, [line + shift for line, _ in here], pd.DataFrame([row for _, row in here]), first + place, vertical=False)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


_ABOVE: Final[dict[str, Any]] = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2}


def _legend_columns(comparison: Comparison, language: str) -> int:
    """Columns of the legend above: side by side only two short names, since a wide legend would squeeze the axes."""
    names = [_name(comparison, label, language) for label in comparison.labels]
    return 2 if len(names) == 2 and sum(map(len, names)) <= 48 else 1


def _legend_height(comparison: Comparison, columns: int) -> float:
    """Inches that the legend above takes beyond its first line."""
    return 0.22 * (-(-len(comparison.labels) // columns) - 1)


def _legend(
    axes: Axes, comparison: Comparison, language: str, loc: Literal["best", "upper left"] = "best", *, above: int = 0
) -> None:
    """Which colour and marker is which rule set; `above` the axes, in so many columns, where the chart is full of marks."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D(
            [],
            [],
            color=_colour(place),
            marker=_marker(place),
            markersize=5,
            linewidth=1.4,
            label=_name(comparison, label, language),
        )
        for place, label in enumerate(comparison.labels)
    ]
    if above:
        axes.legend(handles=handles, **_ABOVE, ncols=above)
    else:
        axes.legend(handles=handles, loc=loc)


def _logarithmic(axes: Axes, which: str, text: Callable[[float, int], str]) -> None:
    """Make an axis logarithmic, with marks written as plain numbers: each power of ten, on short axes 2 and 5 times it too."""
    axes.set(**{f"{which}scale": "log"})
    axis = axes.xaxis if which == "x" else axes.yaxis
    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high / low < 200 else (1,), numticks=12))
    axis.set_major_formatter(FuncFormatter(text))
    axis.set_minor_formatter(NullFormatter())


def _percent() -> PercentFormatter:
    return PercentFormatter(1, decimals=0, symbol=" %")


def _number(value: float, _: int = 0) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _share(value: float, _: int = 0) -> str:
    return f"{100 * value:g} %"
