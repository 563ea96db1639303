"""The chart of what one policy earns more than another, a line a rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from matplotlib.layout_engine import ConstrainedLayoutEngine

from mjstats.charts import COLOURS, GREY, Chart, style
from mjstats.frames import label_of
from mjstats.labels import rules_name, word
from mjstats.rules import load

if TYPE_CHECKING:
    import pandas as pd

DIGITS: Final = 3


def duels_chart(table: pd.DataFrame, language: str = "en") -> Chart:
    """Differences of duels with their 95 % intervals, each as a multiple of itself: points of all rule sets stand on one axis.

    `table` has the columns of ``data/duels.csv``, a row a rule set. A line that reaches 0 shows nothing.
    """
    first, second = table["first"].iloc[0], table["second"].iloc[0]
    lines = np.arange(len(table))
    middle = table["difference"].to_numpy()
    ends = np.array([middle - table["low"], table["high"] - middle]) / middle
    with style():
        figure = Chart(figsize=(7.6, 1.5 + 0.27 * len(table)), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.06))
        axes = figure.subplots()
        look: dict[str, Any] = {"color": COLOURS[0], "markersize": 5, "elinewidth": 1.4, "capsize": 2}
        axes.errorbar(np.ones(len(table)), lines, xerr=ends, fmt="o", **look)
        axes.axvline(0, color=GREY, linewidth=0.8)
        axes.set_yticks(lines, [_line(row, language) for row in table.to_dict("records")])
        axes.set_ylim(len(table) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(word("duel axis", language))
        figure.suptitle(word("duels", language, a=first, b=second), x=0.01, ha="left", fontsize=13)
        seeds = ", ".join(map(str, sorted(set(table["seed"]))))
        least, most = (f"{number:,}" for number in (table["deals"].min(), table["deals"].max()))
        note = word("duels note", language, least=least, most=most, seeds=seeds)
        versions = "/".join(sorted(set(table["version"])))
        figure.supxlabel(f"{note}\nmjstats {versions}", x=0.01, ha="left", fontsize=8, color=GREY)
        figure.draw_without_rendering()  # ticks take their font when they are first drawn
    return figure


def _line(row: dict[Any, Any], language: str) -> str:
    """A rule set and what was found, in its points."""
    page = load(str(row["page"]))
    name = rules_name({"rules": page.id, "label": label_of(page), "names": page.words.names.model_dump()}, language)
    return f"{name}  {row['difference']:+,.{DIGITS}g} ± {row['standard_error']:,.2g}"
