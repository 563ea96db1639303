"""The reference of columns tells the truth: of every frame it names each column, with its type, and no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import mjstats
from mjstats.columns import (
    ATTRS,
    CLAUSES,
    DUEL,
    ESTIMATES,
    EVENTS,
    GAMES,
    HANDS,
    OWN_ATTRS,
    REFERENCE,
    REGRET,
    WEIGHED,
    WHATIF,
    Column,
    columns_of,
    reference,
)
from mjstats.games import results
from mjstats.simulation import simulate_to
from mjstats.stats import SUMMARIES, summarize


def named(rows: tuple[Column, ...], players: int, *without: str) -> dict[str, str]:
    """Names of columns in order, and their types."""
    found = {}
    for row in rows:
        if row.only not in without or not row.only:
            for name in [f"{row.name}_{seat}" for seat in range(players)] if row.each else [row.name]:
                found[name] = "category" if row.dtype in ("tile", "word") else row.dtype
    return found


def types(frame: pd.DataFrame) -> dict[str, str]:
    # How pandas calls a column of texts depends on its version.
    return {str(name): "text" if str(kind) in ("object", "str") else str(kind) for name, kind in frame.dtypes.items()}


@pytest.mark.parametrize(
    ("page", "run", "without"),
    [
        ("hangzhou", {"hands": 3}, ("games", "pages of more than 62 patterns")),
        ("mcr", {"hands": 3}, ("games",)),
        ("jingzhou", {"games": 2}, ("pages of more than 62 patterns",)),
        ("mcr", {"games": 1}, ()),
    ],
)
def test_hands_have_these_columns(page: str, run: dict[str, int], without: tuple[str, ...]) -> None:
    hands = mjstats.simulate(page, **run, workers=1)
    players = mjstats.load(page).players
    assert types(hands) == named(HANDS, players, *without)
    assert list(hands.columns) == list(named(HANDS, players, *without))
    missing = set(ATTRS) - set(hands.attrs)
    assert missing == {"own_policies"} | ({"hands"} if "games" in run else {"games", "game"})
    assert set(hands.attrs) <= set(ATTRS)


def test_games_have_these_columns() -> None:
    table = mjstats.games_of(mjstats.simulate("jingzhou", games=2, workers=1))
    assert types(table) == named(GAMES, 3)
    assert len(columns_of(GAMES)) == len(GAMES)


def test_numbers_have_these_columns() -> None:
    hands = mjstats.simulate("hangzhou", games=3, workers=1)
    tables = {name: getattr(summarize(hands), name) for name in SUMMARIES} | {"games": results(mjstats.games_of(hands))}
    text = reference()
    for name, table in tables.items():
        kinds = types(table)
        assert {row.name: kinds[row.name] for row in ESTIMATES} == {row.name: row.dtype for row in ESTIMATES}, name
        others = set(kinds) - {row.name for row in ESTIMATES}
        assert all(f"`{other}`" in text for other in others), name


def test_other_frames_have_these_columns() -> None:
    how = {"hands": 4, "seed": 1}
    shown = mjstats.replay("hangzhou", seed=1, hand=0, policy="value")
    regret = mjstats.regret("hangzhou", "fast", hands=1, rollouts=2, every=4)
    duel = mjstats.duel("hangzhou", "fast", "random", **how, workers=1, rob_at_two=True)
    frames = {
        "whatif": (mjstats.whatif("hangzhou", {"rob_at_two": [True]}, **how, workers=1), WHATIF),
        "games": (mjstats.whatif("hangzhou", {"rob_at_two": [True]}, games=1, workers=1), WHATIF),
        "clauses": (mjstats.clauses("hangzhou", **how, workers=1), CLAUSES),
        "duel": (duel, DUEL),
        "regret": (regret, REGRET),
        "events": (shown.events, EVENTS),
        "weighed": (shown.weighed, WEIGHED),
    }
    for name, (frame, rows) in frames.items():
        assert types(frame) == named(rows, 4), name
        assert list(frame.columns) == [row.name for row in rows], name
        assert set(frame.attrs) <= {*ATTRS, *OWN_ATTRS}, name
    for frame in (duel, regret, frames["whatif"][0]):
        assert {"page", "version", "options", "streak", "players", "policy", "seed", "hands", "label"} <= set(frame.attrs)
    assert duel.attrs["options"] == {"rob_at_two": True}
    assert (duel.attrs["a"], duel.attrs["b"], duel.attrs["label"]) == ("fast", "random", "hangzhou rob_at_two=True")


def test_the_reference_is_written_anew() -> None:
    assert (Path(__file__).parents[1] / REFERENCE).read_text("utf-8") == reference(), "run `python -m mjstats.columns`"


def test_files_say_what_was_played(tmp_path: Path) -> None:
    def attrs(**run: Any) -> dict[str, Any]:
        frame = pd.read_parquet(simulate_to(tmp_path / "hands.parquet", workers=1, **run))
        return dict(frame.attrs)

    kept = attrs(rules="wuhan", games=2, seed=4, limit=300, policy="fast,random,fast,random")
    assert kept["options"] == {"limit": 300}
    assert (kept["rules"], kept["seed"], kept["games"], kept["policy"]) == ("wuhan", 4, 2, "fast,random,fast,random")
    assert kept["version"] == mjstats.__version__
    same, other = attrs(rules="wuhan", games=2, limit=300), attrs(rules="wuhan", games=2, limit=400)
    assert same["page"] == kept["page"]
    assert other["page"] != kept["page"]
