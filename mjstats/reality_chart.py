"""The chart of what was played beside what was published of real play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, PercentFormatter

from mjstats.charts import COLOURS, GREY, Chart, style
from mjstats.labels import pattern_name, rules_name, stamp, word

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Title = Literal["real rates", "real patterns", "real main patterns"]

LEAST: Final = 0.4
"""Where an axis of powers of ten begins: at so much of the least number published. What was never played has no dot."""


def reality_chart(table: pd.DataFrame, hands: pd.DataFrame, title: Title, *, powers: bool = False, language: str = "en") -> Chart:
    """Shares as played, with 95 % intervals, beside what was published, a line each.

    `table` is what `mjstats.reality.beside` returned, `hands` what it was played from. `powers` makes the axis logarithmic.
    """
    attrs = hands.attrs
    patterns = attrs["pattern_names"]
    names = [pattern_name(attrs, name, language) if name in patterns else word(name, language) for name in table["measure"]]
    with style():
        figure = Chart(figsize=(7.6, 1.7 + 0.29 * len(names)), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.06))
        axes = figure.subplots()
        if powers:
            _powers(axes, table)
        else:
            axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
            axes.set_xlim(0, 1.08 * float(table[["published", "high"]].max().max()))
        _marks(axes, table, language)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(word("share (log)" if powers else "share", language))
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, ncols=2)
        figure.suptitle(word(title, language, rules=rules_name(attrs, language)), x=0.01, ha="left", fontsize=13)
        games = word("real games", language, games=f"{attrs['games']:,}", hands=f"{len(hands):,}", seed=attrs["seed"])
        figure.supxlabel(f"{games}\n{stamp([attrs])}", x=0.01, ha="left", fontsize=8, color=GREY)
        figure.draw_without_rendering()  # ticks take their font when they are first drawn
    return figure


def _marks(axes: Axes, table: pd.DataFrame, language: str) -> None:
    lines = np.arange(len(table))
    seen = (table["value"] > 0).to_numpy()
    rows = table[seen]
    ends = np.maximum(np.array([rows["value"] - rows["low"], rows["high"] - rows["value"]], float), 0)
    look: dict[str, Any] = {"color": COLOURS[0], "markersize": 5, "linewidth": 0, "elinewidth": 1.4, "capsize": 2}
    axes.errorbar(rows["value"], lines[seen], xerr=ends, fmt="o", label=word("simulated", language), **look)
    axes.plot(
        table["published"], lines, "D", color=COLOURS[1], markerfacecolor="none", markersize=6, label=word("published", language)
    )


def _powers(axes: Axes, table: pd.DataFrame) -> None:
    axes.set_xscale("log")
    axes.set_xlim(LEAST * float(table["published"].min()), 1)
    axes.xaxis.set_major_locator(LogLocator(subs=(1,), numticks=12))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:g} %"))
    axes.xaxis.set_minor_formatter(NullFormatter())
