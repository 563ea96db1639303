"""The chart of what whole games end with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FuncFormatter, MaxNLocator

from mjstats.charts import COLOURS, GREY, Chart, style
from mjstats.labels import rules_name, stamp, word

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BINS: Final = 40
KEPT: Final = 0.995
"""The share of all scores that a panel shows; the rest lies beyond its edges and counts in the bars there."""


def scores_chart(*tables: pd.DataFrame, language: str = "en") -> Chart:
    """How the final scores of games lie, by rank, a panel for each table of `mjstats.games_of`."""
    columns = min(len(tables), 3)
    lines = -(-len(tables) // columns)
    with style():
        size = max(4.2 * columns + 0.6, 7.2), 2.9 * lines + 0.9
        figure = Chart(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.06))
        panels = figure.subplots(lines, columns, squeeze=False).flat
        for axes, table in zip(panels, tables, strict=False):
            _panel(axes, table, language)
        for axes in panels[len(tables) :]:
            axes.remove()
        most = max(range(len(tables)), key=lambda number: tables[number].attrs["players"])
        handles, names = panels[most].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside upper right", ncols=4)
        figure.suptitle(word("scores", language), x=0.01, ha="left", fontsize=13)
        attrs = [table.attrs for table in tables]
        number = min(len(table) for table in tables)
        note = word("scores note", language, games=f"{number:,}", seed=attrs[0]["seed"]) + "\n" + stamp(attrs)
        figure.supxlabel(note, x=0.01, ha="left", fontsize=8, color=GREY)
        figure.draw_without_rendering()  # ticks take their font when they are first drawn
    return figure


def _panel(axes: Axes, table: pd.DataFrame, language: str) -> None:
    players = table.attrs["players"]
    scores = np.column_stack([table[f"score_{player}"].to_numpy(np.float64) for player in range(players)])
    ranks = np.column_stack([table[f"rank_{player}"].to_numpy() for player in range(players)])
    low, high = np.quantile(scores, [(1 - KEPT) / 2, (1 + KEPT) / 2])
    edges = np.linspace(min(low, -1.0), max(high, 1.0), BINS + 1)
    floor = np.zeros(BINS)
    for rank in range(1, players + 1):
        heights = np.histogram(np.clip(scores[ranks == rank], edges[0], edges[-1]), edges)[0] / scores.size
        name, colour = word(f"rank {rank}", language), COLOURS[rank - 1]
        axes.stairs(floor + heights, edges, baseline=floor, fill=True, color=colour, alpha=0.85, label=name)
        floor = floor + heights
    axes.axvline(0, color=GREY, linewidth=0.8)
    axes.set_title(rules_name(table.attrs, language), fontsize=10)
    axes.set_xlabel(word("final score", language))
    axes.set_ylabel(word("share of results", language))
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.6g}".replace("-", "−")))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.3g} %"))
