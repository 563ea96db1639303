"""Exact numbers of the dealt hands, in the form in which charts and reports show them beside simulated ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mjstats.frames import label_of
from mjstats.rules import RuleSet

if TYPE_CHECKING:
    import pandas as pd


def distances(rules: Sequence[RuleSet]) -> pd.DataFrame:
    """The exact distribution of the distance of the dealt tiles, over all deals and all tiles that may be turned up.

    Returns
    -------
    DataFrame
        `rules` (the label), `distance` (tiles away from ready, -1 complete), `deals` (Python ints), `share`.

    Examples
    --------
    >>> import mjstats
    >>> table = distances([mjstats.load("hangzhou")])
    >>> bool(abs(table["share"].sum() - 1) < 1e-12), table["distance"].tolist()
    (True, [0, 1, 2, 3, 4, 5, 6])
    """
    import pandas as pd

    rows = []
    for page in rules:
        table = _counted(page)
        total = sum(table["deals"])
        for distance, part in table.groupby("distance"):
            deals = sum(part["deals"])
            rows.append((label_of(page), distance, deals, deals / total))
    return pd.DataFrame(rows, columns=["rules", "distance", "deals", "share"]).astype({"distance": int, "deals": object})


def by_wilds(rules: Sequence[RuleSet]) -> pd.DataFrame:
    """What a number of wild tiles among the dealt ones is worth, exactly.

    Returns
    -------
    DataFrame
        `rules` (the label), `wilds` dealt, `share` of deals with so many, the `mean` distance of these, and the share of them
        that is `ready` or complete.
    """
    import pandas as pd

    rows = []
    for page in rules:
        table = _counted(page)
        total = sum(table["deals"])
        for wilds, part in table.groupby("given"):
            deals = sum(part["deals"])
            away = sum(int(distance) * count for distance, count in zip(part["distance"], part["deals"], strict=True))
            ready = sum(part["deals"][part["distance"] <= 0])
            rows.append((label_of(page), wilds, deals / total, away / deals, ready / deals))
    return pd.DataFrame(rows, columns=["rules", "wilds", "share", "mean", "ready"]).astype({"wilds": int})


@lru_cache(maxsize=32)
def _counted(page: RuleSet) -> pd.DataFrame:
    """Deals by number of wild tiles and distance, counted once a page; nothing may change the table."""
    from mjstats.exact import odds

    return odds(page, tiles=page.hand_size, by="k")
