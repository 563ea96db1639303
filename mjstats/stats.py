"""Simulated hands into tables of numbers, each with its standard error, the number of cases and the seed.

Every table is tidy: a number a row, with `rules` (the label of what was played), what the number is of, then `value`, `se`, `low`
and `high` (a 95 % interval), `n` (cases it is taken over) and `seed`. How the errors are found stands in `mjstats.estimate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from mjstats.estimate import Estimate, gini, jackknife, mean, quantile, share, top_share
from mjstats.frames import pattern_flags
from mjstats.policies import Policies
from mjstats.progress import Progress
from mjstats.rules import RuleSet
from mjstats.simulation import simulate

if TYPE_CHECKING:
    import pandas as pd

Array = npt.NDArray[Any]

QUANTILES: Final = {"median": 0.5, "q90": 0.9, "q99": 0.99}
ROLES: Final = ("dealer", "other")
MAX_STEPS: Final = 200
"""Points of a curve of the points, at most."""


@dataclass
class Hands:
    """The columns of a simulated frame as arrays: a row a hand, a column a seat where it is by seat."""

    frame: pd.DataFrame
    tables: Array = field(init=False)
    dealer: Array = field(init=False)  #: (hands, seats) bool
    winner: Array = field(init=False)  #: (hands, seats) bool; of several winners the first
    winning: Array = field(init=False)  #: (hands, seats) bool; all who were paid for the winning tile
    source: Array = field(init=False)  #: (hands, seats) bool
    net: Array = field(init=False)  #: (hands, seats) points of the whole settlement
    paid: Array = field(init=False)  #: (hands, seats) points of the win alone, side payments apart
    outcome: Array = field(init=False)  #: (hands,) words
    won: Array = field(init=False)  #: (hands,) bool

    def __post_init__(self) -> None:
        seats = np.arange(self.frame.attrs["players"])
        self.tables = self.frame["table"].to_numpy()
        self.dealer = np.equal.outer(self.frame["dealer"].to_numpy(), seats)
        self.winner = np.equal.outer(self.frame["winner"].fillna(-1).to_numpy(np.int64), seats)
        self.source = np.equal.outer(self.frame["source"].fillna(-1).to_numpy(np.int64), seats)
        self.net, self.paid = self.by_seat("net"), self.by_seat("win")
        several = self.frame["winners"].to_numpy() > 1
        self.winning = self.winner | (several[:, None] & (self.paid > 0))
        self.outcome = self.frame["outcome"].astype(str).to_numpy()
        self.won = np.any(self.winner, axis=1)

    def by_seat(self, name: str) -> Array:
        """The columns `name_0`, `name_1` ... as one array of shape ``(hands, seats)``."""
        return np.column_stack([self.frame[f"{name}_{seat}"].to_numpy() for seat in range(self.frame.attrs["players"])])

    def role(self, role: str) -> Array:
        """Which seats are of a role, bool of shape ``(hands, seats)``: ``"dealer"``, ``"other"``, or ``"all"``."""
        return np.ones_like(self.dealer) if role == "all" else self.dealer if role == "dealer" else ~self.dealer

    def points(self) -> Array:
        """What the winner gains over the whole settlement, in the hands won; of several winners the first."""
        return self.net[self.won][self.winner[self.won]]

    def gains(self, role: str = "all") -> tuple[Array, Array]:
        """What each win brings its winner, side payments apart, and the table of each."""
        seats = self.winning & self.role(role)
        return self.paid[seats], np.repeat(self.tables, seats.sum(1))

    def table(self, rows: Iterable[tuple[dict[str, Any], Estimate]]) -> pd.DataFrame:
        """Estimates as a frame of the form that the head of this module tells."""
        import pandas as pd

        attrs = self.frame.attrs
        head = {"rules": attrs["label"]}
        return pd.DataFrame([{**head, **what, **estimate._asdict(), "seed": attrs["seed"]} for what, estimate in rows])


def rates(hands: Hands) -> pd.DataFrame:
    """Shares of hands: `measure` by `role`.

    Per player and hand: ``win``, ``self-draw``, ``discard`` (a win on a discard), ``deal-in`` (discarded the winning tile),
    ``robbed`` (lost by a robbed kong). Per hand: ``draw``. Per win: ``self-draw-share``.
    """
    everyone = np.ones(len(hands.tables))

    def cases() -> Iterable[tuple[dict[str, Any], Estimate]]:
        for role in ("all", *ROLES):
            seats = hands.role(role)
            counts = {
                "win": hands.winning,
                "self-draw": hands.winning & (hands.outcome == "self-draw")[:, None],
                "discard": hands.winning & (hands.outcome == "discard")[:, None],
                "deal-in": hands.source & (hands.outcome == "discard")[:, None],
                "robbed": hands.source & (hands.outcome == "rob-kong")[:, None],
            }
            for measure, seen in counts.items():
                yield {"measure": measure, "role": role}, share((seen & seats).sum(1), seats.sum(1), hands.tables)
            won = (hands.winning & seats).sum(1)
            drawn = won * (hands.outcome == "self-draw")
            yield {"measure": "self-draw-share", "role": role}, share(drawn, won, hands.tables)
        yield {"measure": "draw", "role": "all"}, share(~hands.won, everyone, hands.tables)

    return hands.table(cases())


def turns(hands: Hands) -> pd.DataFrame:
    """The turn of the win, counted in the winner's own draws: ``mean``, then ``by``: the share of all hands won by each turn."""
    turn = hands.frame["turn"].to_numpy()

    def cases() -> Iterable[tuple[dict[str, Any], Estimate]]:
        yield {"measure": "mean", "turn": 0}, mean(turn * hands.won, hands.won, hands.tables)
        for last in range(1, int(turn[hands.won].max(initial=0)) + 1):
            yield {"measure": "by", "turn": last}, share(hands.won & (turn <= last), np.ones(len(turn)), hands.tables)

    return hands.table(cases())


def points(hands: Hands) -> pd.DataFrame:
    """What a win brings its winner in points, by the winner's role: ``mean``, ``median``, ``q90``, ``q99``.

    Points of the win alone: what is paid beside it (kongs, wild tiles held, sticks) stands in `concentration`."""

    def cases() -> Iterable[tuple[dict[str, Any], Estimate]]:
        for role in ("all", *ROLES):
            gains, tables = hands.gains(role)
            yield {"measure": "mean", "role": role}, mean(gains, np.ones(len(gains)), tables)
            for name, q in QUANTILES.items():
                yield {"measure": name, "role": role}, quantile(gains, q, tables)

    return hands.table(cases())


def ccdf(hands: Hands) -> pd.DataFrame:
    """The share of wins worth at least `points`, at every value seen (at most `MAX_STEPS` of them)."""
    gains, tables = hands.gains()
    steps = np.unique(gains)
    if len(steps) > MAX_STEPS:
        # evenly along both axes of a log-log chart: by value, and by what is left
        ordered = np.sort(gains)[::-1]
        ranks = np.unique(np.geomspace(1, len(ordered), MAX_STEPS // 2).astype(int)) - 1
        values = np.geomspace(max(float(steps[0]), 1.0), float(steps[-1]), MAX_STEPS // 2)
        near = np.minimum(np.searchsorted(steps, values), len(steps) - 1)
        steps = np.unique(np.concatenate([ordered[ranks], steps[near], steps[:1]]))
    ones = np.ones(len(gains))
    return hands.table(({"points": int(step)}, share(gains >= step, ones, tables)) for step in steps)


def payments(hands: Hands) -> pd.DataFrame:
    """What a seat pays for a win, in points: by way of winning (`outcome`), roles of `winner` and `payer`, and whether the
    payer `fed` the winning tile (discarded it, or had the kong robbed)."""

    def cases() -> Iterable[tuple[dict[str, Any], Estimate]]:
        for outcome in [word for word in hands.frame["outcome"].cat.categories if word != "drawn"]:
            for winner in ROLES:
                won = (hands.outcome == outcome) & (hands.winner & hands.role(winner)).any(axis=1)
                for payer in ROLES if winner == "other" else ("other",):
                    for fed in (False, True):
                        seats = won[:, None] & ~hands.winning & hands.role(payer) & (hands.source == fed)
                        if seats.any():
                            paid = mean((-hands.paid * seats).sum(1), seats.sum(1), hands.tables)
                            yield {"outcome": outcome, "winner": winner, "payer": payer, "fed": fed}, paid

    return hands.table(cases())


def concentration(hands: Hands) -> pd.DataFrame:
    """How unevenly the winners' points lie: ``gini`` over wins, ``top-1%`` the share of all points in the dearest 1 % of wins.

    ``side-share``: of all points that change hands, the share paid beside the wins (chips apart)."""
    gains, tables = hands.gains()
    beside, moved = (np.absolute(points).sum(1) for points in (hands.net - hands.paid, hands.paid))

    def cases() -> Iterable[tuple[dict[str, Any], Estimate]]:
        for name, statistic in (("gini", gini), ("top-1%", top_share)):
            yield {"measure": name}, jackknife(statistic, gains, tables)
        side = share(beside, beside + moved, hands.tables)
        yield {"measure": "side-share"}, side._replace(n=len(beside))

    return hands.table(cases())


def patterns(hands: Hands) -> pd.DataFrame:
    """By `pattern`: ``frequency`` among wins, ``mean`` points of a win that holds it, and ``contribution``: the share of all
    points won that lies in such wins. A win with two patterns stands under both, so contributions add up to more than 1."""
    flags = pattern_flags(hands.frame)
    gains = (hands.paid * hands.winner).sum(1)

    def cases() -> Iterable[tuple[dict[str, Any], Estimate]]:
        for name in flags.columns:
            held = flags[name].to_numpy() & hands.won
            yield {"pattern": name, "measure": "frequency"}, share(held, hands.won, hands.tables)
            yield {"pattern": name, "measure": "mean"}, mean(gains * held, held, hands.tables)
            contribution = share(gains * held, gains, hands.tables)
            yield {"pattern": name, "measure": "contribution"}, contribution._replace(n=int(hands.won.sum()))

    return hands.table(cases())


def wilds(hands: Hands) -> pd.DataFrame:
    """By the number of `wilds` among a player's dealt tiles: ``share`` of hands dealt so, ``win`` rate, mean ``distance`` at the
    deal, mean ``net`` points a hand."""
    dealt, away = hands.by_seat("wilds"), hands.by_seat("distance")
    everyone = np.full(len(hands.tables), dealt.shape[1])

    def cases() -> Iterable[tuple[dict[str, Any], Estimate]]:
        for count in np.unique(dealt):
            seats = dealt == count
            number = seats.sum(1)
            yield {"wilds": int(count), "measure": "share"}, share(number, everyone, hands.tables)
            yield {"wilds": int(count), "measure": "win"}, share((hands.winner & seats).sum(1), number, hands.tables)
            yield {"wilds": int(count), "measure": "distance"}, mean((away * seats).sum(1), number, hands.tables)
            yield {"wilds": int(count), "measure": "net"}, mean((hands.net * seats).sum(1), number, hands.tables)

    return hands.table(cases())


def distances(hands: Hands) -> pd.DataFrame:
    """The share of players dealt a hand that is `distance` tiles away, under the page's shapes."""
    away = hands.by_seat("distance")
    everyone = np.full(len(away), away.shape[1])
    return hands.table(({"distance": int(d)}, share((away == d).sum(1), everyone, hands.tables)) for d in np.unique(away))


SUMMARIES: Final[dict[str, Callable[[Hands], pd.DataFrame]]] = {
    "rates": rates,
    "turns": turns,
    "points": points,
    "ccdf": ccdf,
    "payments": payments,
    "concentration": concentration,
    "patterns": patterns,
    "wilds": wilds,
    "distances": distances,
}


@dataclass
class Comparison:
    """Rule sets side by side: tidy tables (see the head of this module) and the hands they come from."""

    samples: dict[str, pd.DataFrame]  #: label -> simulated hands
    rates: pd.DataFrame
    turns: pd.DataFrame
    points: pd.DataFrame
    ccdf: pd.DataFrame
    payments: pd.DataFrame
    concentration: pd.DataFrame
    patterns: pd.DataFrame
    wilds: pd.DataFrame
    distances: pd.DataFrame

    @property
    def labels(self) -> list[str]:
        """What was played, in the order given."""
        return list(self.samples)

    def overview(self) -> pd.DataFrame:
        """A row a rule set, as one reads it: the main numbers as text ``value ± standard error``."""
        import pandas as pd

        rows = {label: self._overview(label) for label in self.labels}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("rules")

    def _overview(self, label: str) -> dict[str, str]:
        attrs = self.samples[label].attrs
        row = {"hands": f"{len(self.samples[label]):,}", "seed": str(attrs["seed"])}
        for measure in ("win", "self-draw-share", "deal-in", "draw"):
            row[measure] = percent(pick(self.rates, rules=label, measure=measure, role="all"))
        row["turn"] = plain(pick(self.turns, rules=label, measure="mean"))
        for measure in ("median", "mean", "q90", "q99"):
            row[measure] = plain(pick(self.points, rules=label, measure=measure, role="all"))
        row["gini"] = plain(pick(self.concentration, rules=label, measure="gini"), digits=3)
        row["top-1%"] = percent(pick(self.concentration, rules=label, measure="top-1%"))
        beside = self.concentration[self.concentration["measure"] == "side-share"]
        if (beside["value"] > 0).any():  # on no page of these: no line of noughts
            row["side-share"] = percent(pick(beside, rules=label))
        return row

    def across(self) -> pd.DataFrame:
        """The main numbers of many rule sets as one tidy table: rates, turn of the win, and what a win brings.

        That is in points and, so that units fall away, in median wins too: ``mean/median``, ``q90/median``, ``q99/median``, the
        median taken as exact."""
        import pandas as pd

        rows = []
        for label in self.labels:
            found = {name: pick(self.rates, rules=label, measure=name, role="all") for name in ("win", "self-draw-share", "draw")}
            found["turn"] = pick(self.turns, rules=label, measure="mean")
            names = ("mean", *QUANTILES)
            found |= {name: pick(self.points, rules=label, measure=name, role="all") for name in names}
            unit = float(found["median"]["value"]) or float("nan")
            found |= {f"{name}/median": _divided(found[name], unit) for name in names if name != "median"}
            found |= {name: pick(self.concentration, rules=label, measure=name) for name in ("gini", "top-1%", "side-share")}
            rows += [{"rules": label, "measure": name, **row[list(_TIDY)]} for name, row in found.items()]
        return pd.DataFrame(rows)

    def tables(self) -> dict[str, pd.DataFrame]:
        """The tables by name."""
        return {name: getattr(self, name) for name in SUMMARIES}

    def save(self, out: str | Path) -> list[Path]:
        """Write each table as a CSV file into the folder `out`, which is made if it is missing."""
        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)
        paths = []
        for name, table in {"overview": self.overview().reset_index(), **self.tables()}.items():
            paths.append(folder / f"{name}.csv")
            table.to_csv(paths[-1], index=False)
        return paths

    def __repr__(self) -> str:
        return f"Comparison of {', '.join(self.labels)}\n{self.overview().T.to_string()}"

    def _repr_html_(self) -> str:
        return f"{self.overview().T.to_html()}<p>Each number ± its standard error, clustered by table.</p>"


_TIDY: Final = ("value", "se", "low", "high", "n", "seed")


def _divided(row: pd.Series[Any], unit: float) -> pd.Series[Any]:
    parts = {name: row[name] / unit for name in ("value", "se", "low", "high")}
    return row.where(~row.index.isin(parts), row.index.map(parts.get))


def pick(table: pd.DataFrame, **where: Any) -> pd.Series[Any]:
    """The one row of a table in which the named columns have the values given.

    Raises `ValueError` when there is none or more than one.

    >>> import pandas as pd
    >>> table = pd.DataFrame({"measure": ["win", "draw"], "value": [0.2, 0.3]})
    >>> float(pick(table, measure="draw")["value"])
    0.3
    """
    rows = table
    for column, value in where.items():
        rows = rows[rows[column] == value]
    if len(rows) != 1:
        raise ValueError(
            f"{', '.join(f'{column}={value!r}' for column, value in where.items())}: {len(rows)} rows of the table, not 1"
        )
    return rows.iloc[0]


def percent(row: pd.Series[Any]) -> str:
    """A share as text.

    >>> import pandas as pd
    >>> percent(pd.Series({"value": 0.2312, "se": 0.0021}))
    '23.12 ± 0.21 %'
    """
    return "–" if np.isnan(row["value"]) else f"{100 * row['value']:.2f} ± {100 * row['se']:.2f} %"


def plain(row: pd.Series[Any], digits: int | None = None) -> str:
    """A number as text, with two digits, large ones with one.

    >>> import pandas as pd
    >>> plain(pd.Series({"value": 8.254, "se": 0.031})), plain(pd.Series({"value": 1774.89, "se": 2.85}))
    ('8.25 ± 0.03', '1,774.9 ± 2.9')
    """
    if digits is None:
        digits = 2 if abs(row["value"]) < 100 else 1
    return "–" if np.isnan(row["value"]) else f"{row['value']:,.{digits}f} ± {row['se']:,.{digits}f}"


def summarize(*samples: pd.DataFrame) -> Comparison:
    """The numbers of frames that `simulate` returned, side by side.

    Raises
    ------
    ValueError
        Without a frame, or when two frames carry one label.
    """
    import pandas as pd

    if not samples:
        raise ValueError("rules: none given; name at least one rule set")
    labels = [frame.attrs["label"] for frame in samples]
    twice = sorted({label for label in labels if labels.count(label) > 1})
    if twice:
        raise ValueError(f"rules: {twice[0]!r} is given twice; give each rule set with its options once")
    each = [Hands(frame) for frame in samples]
    tables = {name: pd.concat([make(hands) for hands in each], ignore_index=True) for name, make in SUMMARIES.items()}
    return Comparison(dict(zip(labels, samples, strict=True)), **tables)


def compare(
    *rules: RuleSet | str | Path,
    hands: int = 10_000,
    seed: int = 1,
    streak: int = 1,
    policy: Policies = "fast",
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play `hands` hands of each rule set and put the numbers side by side.

    Parameters
    ----------
    *rules
        Ids, paths of pages, or loaded rule sets, so that one page can be compared with itself under other options.
    hands, seed, streak, policy, executor, workers, progress
        As in `simulate`, for each rule set.

    Examples
    --------
    >>> both = compare("hangzhou", "wuhan", hands=20, workers=1)
    >>> both.labels
    ['hangzhou', 'wuhan']
    >>> list(both.rates.columns)
    ['rules', 'measure', 'role', 'value', 'se', 'low', 'high', 'n', 'seed']
    """

    def played(page: RuleSet | str | Path) -> pd.DataFrame:
        return simulate(
            page, hands=hands, seed=seed, streak=streak, policy=policy, executor=executor, workers=workers, progress=progress
        )

    return summarize(*map(played, rules))
