"""Exact numbers of the dealt hands, in the form in which charts and reports show them beside simulated ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mjstats.rules import RuleSet
from mjstats.simulation import label_of

if TYPE_CHECKING:
    import pandas as pd


def distances(rules: Sequence[RuleSet]) -> pd.DataFrame:
    """The exact distribution of the distance of the dealt tiles, over all deals.

    Returns
    -------
    DataFrame
        `rules` (the label), `distance` (tiles away from ready, -1 complete), `count` and `total` (deals, Python ints), `share`.
    """
    import pandas as pd

    from mjstats.exact import odds

    frames = []
    for page in rules:
        table = odds(page, tiles=page.hand_size)[["distance", "count", "total"]]
        share = [count / total for count, total in zip(table["count"], table["total"], strict=True)]
        frames.append(table.assign(share=share, rules=label_of(page)))
    return pd.concat(frames, ignore_index=True)[["rules", "distance", "count", "total", "share"]]
