"""Hands played out, counted in the way in which records of real play are counted, so that the two can stand side by side.

Every table is tidy, as those of `mjstats.stats` are; `beside` adds what was published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from mjstats import dealt
from mjstats.estimate import Estimate, mean, share
from mjstats.exact import odds
from mjstats.frames import label_of, pattern_flags
from mjstats.rules import RuleSet
from mjstats.stats import Hands

if TYPE_CHECKING:
    import pandas as pd

Array = npt.NDArray[Any]

COLUMNS: Final = ("page", "kind", "measure", "value", "counts", "source")


def published(file: str | Path, page: str, kind: str) -> pd.DataFrame:
    """What was published of a page's play: a CSV file's rows of that `page` and `kind`.

    Parameters
    ----------
    file
        With the columns `COLUMNS`.
    kind
        ``"rates"`` (`measure` as in `rates`), ``"patterns"`` or ``"deals"``.

    Returns
    -------
    DataFrame
        `measure`, `value`, `counts` (what is counted), `source`.

    Raises
    ------
    ValueError
        When the file has other columns, or no such row.
    """
    import pandas as pd

    table = pd.read_csv(file)
    if tuple(table.columns) != COLUMNS:
        raise ValueError(f"{file}: columns {', '.join(table.columns)}; needed are {', '.join(COLUMNS)}")
    mine = table[(table["page"] == page) & (table["kind"] == kind)]
    if not len(mine):
        there = sorted({" ".join(row) for row in table[["page", "kind"]].itertuples(index=False)})
        raise ValueError(f"{file}: no row of {page!r} {kind!r}; there are {', '.join(there)}")
    return mine.drop(columns=["page", "kind"]).reset_index(drop=True)


def rates(hands: pd.DataFrame, *, honba: int = 0, declares: Sequence[str] = ()) -> pd.DataFrame:
    """How hands of whole games end, as records are counted: `measure` with its estimate, clustered by game.

    Parameters
    ----------
    hands
        What `simulate` returned for whole games.
    honba
        Points that a counter on the table adds to a win in all: they are taken off, since records tell a win's points without.
    declares
        Patterns that say of a winner that ready was declared.

    Returns
    -------
    DataFrame
        Of a player's hands: ``win``, ``deal-in`` (a robbed kong too), ``declared`` (see `declared`), ``open`` (a claimed meld).
        Of hands: ``draw``. Of hands won: ``self-drawn-hands`` (two who win on one tile are one hand). Of wins: ``mean-win`` in
        points, counters and what lay on the table apart. ``hands`` a game.
    """
    held = Hands(hands)
    tables = held.tables
    one = np.ones(len(tables))
    seats = np.full(len(tables), held.winner.shape[1])
    paid = held.paid - honba * hands["honba"].to_numpy()[:, None] * held.winner
    last = hands["ends"].notna().to_numpy()
    found = {
        "win": share(held.winning.sum(1), seats, tables),
        "deal-in": share(held.source.sum(1), seats, tables),
        "draw": share(~held.won, one, tables),
        "self-drawn-hands": share(held.outcome == "self-draw", held.won, tables),
        "declared": share(declared(held, declares), seats, tables),
        "open": share((held.by_seat("claims") > 0).sum(1), seats, tables),
        "mean-win": mean((paid * held.winning).sum(1), held.winning.sum(1), tables),
        "hands": mean(one, last, tables),
    }
    return held.table(({"measure": name}, estimate) for name, estimate in found.items())


def declared(held: Hands, patterns: Sequence[str]) -> Array:
    """How many players declared ready in each hand, int64 of shape ``(hands,)``.

    Told from the points they laid on the table. A hand drawn is short of them, all payments at it going from player to player;
    in a hand won each is missing beside the win, but for the winner who takes what lies there: of that one the `patterns` tell.
    A declaration whose discard was won on lays nothing and is not seen, nor is that of a winner whose hand counts none of them.
    """
    lays = held.frame.attrs["game"]["lays"]
    if not lays:
        return np.zeros(len(held.won), np.int64)
    flags = pattern_flags(held.frame)
    said = np.any([flags[name].to_numpy() for name in patterns], axis=0) if patterns else np.zeros(len(held.won), bool)
    at_draw = -held.net.sum(1) // lays
    others = -((held.net - held.paid) * ~held.winner).sum(1) // lays
    counts: Array = np.where(held.won, others + said, at_draw)
    return counts


def shares(hands: pd.DataFrame, groups: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """Shares of the hands won, by `measure`: how many of a group's patterns the (first) winner's hand counted, over hands won."""
    held, flags = Hands(hands), pattern_flags(hands)
    counts = {name: flags[list(patterns)].to_numpy().sum(1) * held.won for name, patterns in groups.items()}
    return held.table(({"measure": name}, share(count, held.won, held.tables)) for name, count in counts.items())


def main_patterns(hands: pd.DataFrame, page: RuleSet) -> pd.DataFrame:
    """Shares of the hands won by main pattern (`measure`): the dearest that the hand counted; equals take equal parts of it.

    Only of patterns whose price is one number to add; what others are worth depends on the hand.
    """
    held, flags = Hands(hands), pattern_flags(hands)
    worth = {name: points for name, points in worths(page).items() if name in flags}
    points = flags[list(worth)].to_numpy() * np.array(list(worth.values()))
    dearest = (points > 0) & (points == points.max(axis=1, keepdims=True))
    parts = dearest / np.maximum(dearest.sum(1, keepdims=True), 1) * held.won[:, None]
    return held.table(({"measure": name}, share(parts[:, place], held.won, held.tables)) for place, name in enumerate(worth))


def worths(page: RuleSet) -> dict[str, int]:
    """What each pattern of a page adds whose price is one plain number to add.

    >>> import mjstats
    >>> prices = worths(mjstats.load("mcr"))
    >>> prices["pure-straight"], prices["all-types"]
    (16, 6)
    """
    found = {}
    for pattern in page.words.pattern:
        rows = page.words.prices[pattern.price] if isinstance(pattern.price, str) else pattern.price
        if len(rows) == 1 and isinstance(rows[0].add, int) and not rows[0].per:
            found[pattern.id] = rows[0].add
    return found


def beside(played: pd.DataFrame, known: pd.DataFrame) -> pd.DataFrame:
    """What was published beside what was played, a row for each row of `known`, in its order.

    Returns
    -------
    DataFrame
        `measure`, `published`, then the estimate's `value`, `se`, `low`, `high`, `n`, and `difference`, value less published.
    """
    table = known[["measure", "value"]].rename(columns={"value": "published"})
    table = table.merge(played[["measure", "value", "se", "low", "high", "n"]], on="measure", how="left", validate="1:1")
    return table.assign(difference=table["value"] - table["published"])


def deals(hands: pd.DataFrame, page: RuleSet, *, wins: bool = False) -> pd.DataFrame:
    """What the deals of simulated hands come to beside what it is over all deals, counted exactly.

    Parameters
    ----------
    hands
        What `simulate` returned for the page, whatever the policy: nothing is played before the deal is told.
    wins
        Also the dealer's wins as dealt. They are those over all deals only where the policy takes every win and the page asks
        for nothing but the shape.

    Returns
    -------
    DataFrame
        `rules`, `what`, the `exact` number, `value` and `se` of the simulated one, `n`, and `z`: by how many standard errors
        of the exact share they differ (missing where there is none). `what` is ``distance N``, the share of hands dealt that are
        N tiles away; ``mean distance``; ``N wild``, the share dealt so many wild tiles; ``dealt win``.
    """
    import pandas as pd

    held = Hands(hands)
    exact, of_wilds = dealt.distances([page]), dealt.by_wilds([page])
    away, wild = held.by_seat("distance"), held.by_seat("wilds")
    seats = np.full(len(away), away.shape[1])
    rows = []
    for distance, known in zip(exact["distance"], exact["share"], strict=True):
        rows.append(_row(f"distance {distance}", known, share((away == distance).sum(1), seats, held.tables)))
    average, of_all = mean(away.sum(1), seats, held.tables), float((exact["distance"] * exact["share"]).sum())
    rows.append(_row("mean distance", of_all, average, average.se))
    if len(of_wilds) > 1:  # with no wild tile there is nothing to compare
        for number, known in zip(of_wilds["wilds"], of_wilds["share"], strict=True):
            rows.append(_row(f"{number} wild", known, share((wild == number).sum(1), seats, held.tables)))
    if wins:
        at_once = (held.winner & held.dealer).any(axis=1) & (held.outcome == "self-draw") & (hands["draws"] == 0).to_numpy()
        whole = odds(page, tiles=page.hand_size + 1)
        known = float(whole.loc[whole["distance"] < 0, "share"].sum())
        rows.append(_row("dealt win", known, share(at_once, np.ones(len(at_once)), held.tables)))
    return pd.DataFrame([{"rules": label_of(page), **row} for row in rows])


def _row(what: str, known: float, seen: Estimate, error: float | None = None) -> dict[str, Any]:
    error = _error_at(known, seen) if error is None else error
    z = (seen.value - known) / error if error > 0 else float("nan")
    return {"what": what, "exact": float(known), "value": seen.value, "se": seen.se, "n": seen.n, "z": z}


def _error_at(known: float, seen: Estimate) -> float:
    """The standard error that a share has if it is the `known` one, with the clustering of what was seen.

    Of what is rare the few cases seen would make an error of their own number.
    """
    plain = float(np.sqrt(known * (1 - known) / seen.n))
    spread = seen.value * (1 - seen.value)
    return plain * seen.se / float(np.sqrt(spread / seen.n)) if spread > 0 else plain
