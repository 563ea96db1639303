"""The chart of `mjstats.clauses`: a bar a clause with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from mjstats.charts import COLOURS, GREY, Chart, style
from mjstats.estimate import FEW
from mjstats.labels import rules_name, stamp, word

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd
    from matplotlib.axes import Axes

DWARFED: Final = 10
"""Times the third longest bar from which the longest bends the axis."""
MOST: Final = 24
"""Clauses on one chart, at most; those that carry most are kept."""


def clauses_chart(table: pd.DataFrame, *, language: str = "en", most: int = MOST) -> Chart:
    """What each clause carries of the mean win, its spread, and the points that change hands in a hand, with 95 % intervals.

    `table` is what `mjstats.clauses` returned. Clauses that changed no payment are left out. A pale bar rests on fewer than
    `mjstats.estimate.FEW` effective hands or games, or its error does, so that its interval may be too short.
    """
    mean = table[(table["measure"] == "mean") & (table["touched"] > 0)].head(most)
    names = [table.attrs["clauses"][clause][language] for clause in mean["clause"]]
    with style():
        figure = Chart(figsize=(11.4, 1.9 + 0.27 * max(len(names), 2)), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.06))
        panels = figure.subplots(1, 3, sharey=True)
        for axes, measure in zip(panels, ("mean", "spread", "moved"), strict=True):
            rows = table[table["measure"] == measure].set_index("clause").loc[mean["clause"]]
            _bars(axes, rows)
            axes.set_xlabel(word(f"carries {measure}", language) + _bent(axes, rows["carries"].abs().to_numpy(), language))
        panels[0].set_yticks(range(len(names)), names)
        panels[0].set_ylim(len(names) - 0.4, -0.6)
        figure.suptitle(word("clauses", language, rules=rules_name(table.attrs, language)), x=0.01, ha="left", fontsize=13)
        unit = "games" if "games" in table.attrs else "hands"
        number = f"{table.attrs[unit]:,} {word(f'{unit} played', language)}"
        note = word("clauses note", language, number=number, seed=table.attrs["seed"], few=FEW)
        note += "\n" + stamp([table.attrs])
        figure.supxlabel(note, x=0.01, ha="left", fontsize=8, color=GREY)
        figure.draw_without_rendering()  # ticks take their font when they are first drawn
    return figure


def _bars(axes: Axes, rows: pd.DataFrame) -> None:
    places = np.arange(len(rows))
    sure = ((rows["changed_eff"] >= FEW) & ~(rows["se_eff"] < FEW)).to_numpy()
    value = rows["carries"].to_numpy()
    ends = np.nan_to_num(np.array([value - rows["low"].to_numpy(), rows["high"].to_numpy() - value]))
    for which, alpha in ((sure, 1.0), (~sure, 0.35)):
        axes.barh(places[which], value[which], color=COLOURS[0], alpha=alpha, height=0.66)
    axes.errorbar(value, places, xerr=ends, fmt="none", ecolor=GREY, elinewidth=1.1, capsize=2)
    axes.axvline(0, color=GREY, linewidth=0.8)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)


def _bent(axes: Axes, sizes: npt.NDArray[np.float64], language: str) -> str:
    """Where one or two bars dwarf the rest, the axis is logarithmic beyond the third; words that say so."""
    written = FuncFormatter(lambda value, _: f"{value:,.6g}".replace("-", "−"))
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(written)
    third = float(np.sort(sizes)[-3]) if len(sizes) > 3 else 0.0
    if third == 0 or sizes.max() < DWARFED * third:
        return ""
    limit = float(f"{third:.1g}")
    axes.set_xscale("symlog", linthresh=limit)
    ends = axes.get_xlim()
    powers = limit * 10.0 ** np.arange(int(np.log10(max(map(abs, ends)) / limit)) + 1)
    axes.set_xticks([tick for tick in (*-powers[::-1], 0.0, *powers) if ends[0] <= tick <= ends[1]])
    axes.xaxis.set_major_formatter(written)  # the scale has brought its own
    axes.xaxis.set_minor_locator(NullLocator())
    return "\n" + word("log beyond", language, limit=f"{limit:,.6g}")
