"""Duplicate tables: two policies on the same deals with seats exchanged.

Each deal is played once in every seating, so that each policy has had each hand; what luck deals falls out of the difference.
"""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from mjstats.estimate import Z
from mjstats.frames import attributes, label_of
from mjstats.policies import Policy, name_of
from mjstats.progress import Progress
from mjstats.rules import RuleSet, load
from mjstats.simulation import HANDS, check_number, simulate
from mjstats.stats import Hands

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]

MEASURES: Final = ("points", "win", "deal-in", "self-draw", "open", "draw")
"""Per player and hand: points gained, hands won, hands lost by the own discard (or robbed kong), hands won by an own draw, hands
with a claimed meld at the end, hands that nobody won."""


def seatings(players: int) -> list[tuple[int, ...]]:
    """The seatings of a duel, 0 for the one side and 1 for the other: every other seat each, and the other way round.

    At three places one plays against two, in all places.

    >>> seatings(4)
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    >>> len(seatings(3))
    6
    """
    if players % 2 == 0:
        return [(0, 1) * (players // 2), (1, 0) * (players // 2)]
    around = range(players)
    return [tuple(one if seat == at else 1 - one for seat in around) for one in (0, 1) for at in around]


def duel(
    rules: RuleSet | str | Path,
    a: str | Policy,
    b: str | Policy,
    *,
    hands: int = HANDS,
    seed: int = 1,
    streak: int = 1,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> pd.DataFrame:
    """Play each deal with policy `a` in every other seat and `b` in the rest, and again the other way round.

    Parameters
    ----------
    rules
        The id of a rule set, the path of a page, or a loaded `RuleSet`.
    a, b
        Names of policies, or `Policy` objects, as `simulate` takes them.
    hands
        How many deals; at a table of four each is played twice.
    seed, streak, executor, workers, progress
        As in `simulate`.
    **options
        Options of the rule set.

    Returns
    -------
    DataFrame
        A row a measure (`MEASURES`), each per player and hand: `a`, `b`, their `diff` and its standard error `se`, paired deal by
        deal, its 95 % interval `low`, `high`, and `n`, the deals. Points are the page's. `attrs` say what was played, as those of
        `simulate` do, and `a`, `b`.

    Raises
    ------
    ValueError
        One line: a policy that there is not, a number out of range.

    Examples
    --------
    >>> table = duel("hangzhou", "fast", "random", hands=40, workers=1).set_index("measure")
    >>> bool(table.loc["win", "diff"] > 0.2), int(table.loc["points", "n"])
    (True, 40)
    >>> float(duel("hangzhou", "fast", "fast", hands=3, workers=1)["diff"].abs().max())
    0.0
    """
    import pandas as pd

    check_number("hands", hands, 1)
    page = load(rules, **options)
    sides = (_one(a), _one(b))
    plans = seatings(page.players)
    sums = np.zeros((2, len(MEASURES), hands))
    seats = np.zeros(2)
    for number, plan in enumerate(plans):
        told = None if progress is None else _told(progress, number, len(plans))
        played = simulate(
            page,
            hands=hands,
            seed=seed,
            streak=streak,
            policy=[sides[side] for side in plan],
            executor=executor,
            workers=workers,
            progress=told,
        )
        found = _by_seat(played)
        for seat, side in enumerate(plan):
            sums[side] += found[:, :, seat]
            seats[side] += 1
    each = sums / seats[:, None, None]
    rows = []
    for measure, (mine, theirs) in zip(MEASURES, each.transpose(1, 0, 2), strict=True):
        change = mine - theirs
        diff = float(change.mean())
        se = float(change.std(ddof=1) / np.sqrt(hands)) if hands > 1 else float("nan")
        rows.append((measure, float(mine.mean()), float(theirs.mean()), diff, se, diff - Z * se, diff + Z * se, hands))
    table = pd.DataFrame(rows, columns=["measure", "a", "b", "diff", "se", "low", "high", "n"])
    shared = attributes(page, hands=hands, seed=seed, streak=streak, policy="fast")
    # Both sides play in every seat: the label is the page's alone.
    about = {"label": label_of(page), "policy": f"{name_of(sides[0])} against {name_of(sides[1])}"}
    table.attrs.update({**shared, **about, "a": name_of(sides[0]), "b": name_of(sides[1])})
    return table


def _one(policy: str | Policy) -> str | Policy:
    if not isinstance(policy, str | Policy) or "," in name_of(policy):
        raise ValueError(f"policy: {policy!r}: a duel is between two policies, each by one name")
    return policy


def _told(progress: Progress, number: int, of: int) -> Progress:
    return lambda done, total: progress(number * total + done, of * total)


def _by_seat(played: pd.DataFrame) -> Floats:
    """The measures of each seat, float64 ``(measures, hands, players)``."""
    hands = Hands(played)
    players = hands.net.shape[1]
    winning = hands.winning.astype(bool)
    lost = hands.source & hands.won[:, None]
    drawn = winning & (np.asarray(hands.outcome) == "self-draw")[:, None]
    opened = np.stack([played[f"claims_{seat}"].to_numpy() > 0 for seat in range(players)], axis=1)
    nobody = np.repeat(~hands.won[:, None], players, axis=1)
    return np.stack([hands.net, winning, lost, drawn, opened, nobody]).astype(np.float64)


def overview(table: pd.DataFrame) -> pd.DataFrame:
    """The table of `duel` for reading: a row a measure, the two policies by name, and their difference ± its standard error."""
    import pandas as pd

    a, b = table.attrs["a"], table.attrs["b"]
    names = (a, b) if a != b else (f"{a} 1", f"{b} 2")
    rows = {}
    for row in table.to_dict("records"):
        digits = 2 if row["measure"] == "points" else 4
        both = [f"{row[side]:.{digits}f}" for side in ("a", "b")]
        rows[row["measure"]] = [*both, f"{row['diff']:+.{digits}f} ± {row['se']:.{digits}f}"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=[*names, "difference"])
