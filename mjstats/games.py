"""Whole games out of their hands: final points, ranks and final scores, a game a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mjstats.columns import ENDS, GAMES, made

if TYPE_CHECKING:
    import pandas as pd

Ints = npt.NDArray[np.int64]


def games_of(hands: pd.DataFrame) -> pd.DataFrame:
    """The games that hands belong to, a game a row.

    Parameters
    ----------
    hands
        What `simulate` returned for whole games, or all of it that was kept in a file or folder: every game to its end.

    Returns
    -------
    DataFrame
        `table` (the game's number); `hands`, `rounds` played; `ends` (a word of `ENDS`, categorical); `sticks` left on the table;
        then a column a player, 0 who dealt first, 1 who sat at the right hand at first ...: `points_0` (at the end), `chips_0`,
        `rank_0` (1 the first; of equals who has the lower number stands before) and `score_0` (the final score, in points: as
        the page's `[game]` says, or without such words what was gained). `attrs` as those of the hands.

    Raises
    ------
    ValueError
        The frame holds single hands, or a game without its last hand.

    Examples
    --------
    >>> import mjstats
    >>> table = games_of(mjstats.simulate("taizhou", games=2, seed=1, workers=1))
    >>> table["ends"].tolist(), bool((table.filter(like="score_").sum(axis=1) == 0).all())
    (['length', 'length'], True)
    """
    import pandas as pd

    if not isinstance(hands, pd.DataFrame):
        raise ValueError(f"hands: {type(hands).__name__}: a frame is needed, such as simulate(..., games=N) returns")
    attrs = hands.attrs
    if "games" not in attrs:
        raise ValueError("hands: these are single hands; whole games are played with simulate(..., games=N)")
    words, players = attrs["game"], attrs["players"]
    last = hands[hands["ends"].notna()]
    tables = hands["table"].to_numpy()
    if len(last) != len(np.unique(tables)):
        raise ValueError("hands: a game lacks its last hand; give all hands of each game")

    def by_seat(frame: pd.DataFrame, name: str) -> Ints:
        return np.column_stack([frame[f"{name}_{seat}"].to_numpy(np.int64) for seat in range(players)])

    rows = np.arange(len(last))[:, None]
    points = np.zeros((len(last), players), np.int64)
    points[rows, by_seat(last, "player")] = by_seat(last, "points") + by_seat(last, "net")
    chips = np.zeros_like(points)
    place = np.searchsorted(last["table"].to_numpy(), tables)[:, None]
    np.add.at(chips, (place, by_seat(hands, "player")), by_seat(hands, "chips"))
    left = last["sticks"].to_numpy(np.int64)
    if words["lays"]:
        left = left - by_seat(last, "net").sum(1) // words["lays"]
    found = {
        "table": last["table"].to_numpy(),
        "hands": last["hand"].to_numpy() + 1,
        "rounds": last["round"].to_numpy() + 1,
        "ends": last["ends"].cat.codes.to_numpy(),
        "sticks": left,
    }
    by_player = {"points": points, "chips": chips, "rank": ranks_of(points), "score": scores_of(points, chips, words)}
    for name, values in by_player.items():
        found |= {f"{name}_{player}": values[:, player] for player in range(players)}
    table = pd.DataFrame(made(GAMES, found, players, {"ends": ENDS}))
    table.attrs.update(attrs)
    return table


def ranks_of(points: Ints) -> Ints:
    """Ranks by points, 1 the first; of equals the lower column stands before.

    >>> ranks_of(np.array([[25000, 30000, 25000, 20000]])).tolist()
    [[2, 1, 3, 4]]
    """
    order = np.argsort(-points, axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(1, points.shape[1] + 1)[None, :], axis=1)
    return ranks


def scores_of(points: Ints, chips: Ints, game: dict[str, Any]) -> Ints:
    """Final scores int64 ``(games, players)`` out of final points and chips of the same shape.

    `game` has the page's words `start`, `target`, `round_to`, `below_zero`, `uma`, `chip`.

    >>> riichi = {"start": 25000, "target": 30000, "round_to": 1000, "below_zero": False, "uma": [], "chip": 5000}
    >>> scores_of(np.array([[35600, 27400, 22800, 14200]]), np.zeros((1, 4), np.int64), riichi).tolist()
    [[26000, -3000, -7000, -16000]]
    """
    target = game["target"]
    ranks = ranks_of(points)
    if target is None:
        scores = points - (game["start"] or 0)
    else:
        held = points if game["below_zero"] else np.maximum(points, 0)
        unit = game["round_to"]
        # A remainder of more than half is rounded up: riichi's points are hundreds, 500 goes down and 600 up.
        scores = -(-(2 * held - unit) // (2 * unit)) * unit - target
        others = np.where(ranks == 1, 0, scores)
        scores = np.where(ranks == 1, -others.sum(1, keepdims=True), scores)
    if game["uma"]:
        uma = np.array(game["uma"], np.int64)
        above = (points >= (target or 0)).sum(1)
        # All or none of them hold the target: as if one did.
        row = np.where((above >= 1) & (above <= len(uma)), above, 1) - 1
        scores = scores + uma[row[:, None], ranks - 1]
    result: Ints = scores + chips * game["chip"]
    return result


def results(table: pd.DataFrame) -> pd.DataFrame:
    """What games end with: `measure` of the final scores by `role`, each number with its standard error.

    Parameters
    ----------
    table
        What `games_of` returned.

    Returns
    -------
    DataFrame
        As the tables of `mjstats.compare`. Of ``all`` players, of the ``first`` and of the ``last`` of each game: ``mean``,
        ``median``, ``q90``, ``q99`` and ``spread`` (standard deviation) of what a player wins or loses, signs apart but for
        the mean; of the game (role ``game``): ``hands`` (mean number), ``broke`` and ``stopped`` (shares of games that ended so).
    """
    import pandas as pd

    from mjstats.estimate import Estimate, jackknife, mean, quantile, share

    attrs = table.attrs
    players = attrs["players"]
    scores = np.column_stack([table[f"score_{player}"].to_numpy(np.float64) for player in range(players)])
    ranks = np.column_stack([table[f"rank_{player}"].to_numpy() for player in range(players)])
    numbers = np.arange(len(table))
    ones = np.ones(len(table))

    def cases() -> Iterator[tuple[str, str, Estimate]]:
        yield "hands", "game", mean(table["hands"].to_numpy(), ones, numbers)
        for end in ENDS[1:]:
            yield end, "game", share((table["ends"] == end).to_numpy(), ones, numbers)
        for role, seats in (("all", ranks > 0), ("first", ranks == 1), ("last", ranks == players)):
            values, places = scores[seats], np.nonzero(seats)[0]
            yield "mean", role, mean(values, np.ones(len(values)), places)
            for name, q in (("median", 0.5), ("q90", 0.9), ("q99", 0.99)):
                yield name, role, quantile(np.absolute(values), q, places)
            yield "spread", role, jackknife(lambda some: float(np.std(some)), values, places)

    head = {"rules": attrs["label"]}
    rows = [{**head, "measure": name, "role": role, **one._asdict(), "seed": attrs["seed"]} for name, role, one in cases()]
    return pd.DataFrame(rows)


def overview(table: pd.DataFrame) -> str:
    """What games end with, as one reads it: the numbers of `results` with their standard errors."""
    import pandas as pd

    attrs, numbers = table.attrs, results(table)

    def told(measure: str, role: str, **how: Any) -> str:
        row = numbers[(numbers["measure"] == measure) & (numbers["role"] == role)].iloc[0]
        digits = how.get("digits", 1)
        scale, unit = (100, " %") if how.get("share") else (1, "")
        return f"{scale * row['value']:,.{digits}f} ± {scale * row['se']:,.{digits}f}{unit}"

    rows = {"games": f"{len(table):,}", "hands a game": told("hands", "game", digits=2)}
    for end in ENDS[1:]:
        if (table["ends"] == end).any():
            rows[end] = told(end, "game", share=True)
    names = {"median": "median", "q90": "q90", "q99": "q99", "spread": "spread"}
    for role, word in (("all", "won or lost"), ("first", "won by the first"), ("last", "lost by the last")):
        for measure in names:
            rows[f"{word}, {measure}"] = told(measure, role)
    return str(pd.DataFrame({attrs["label"]: rows}).to_string())
