"""Hands simulated a second on one core, beside riichienv in one run, and what compiling the kernels of play costs from cold."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
import time
from typing import Any, NamedTuple

import mjstats
from mjstats.play import play_games, play_tables


class Case(NamedTuple):
    """A page and how it is played; `floor` hands a second are wanted, 0 where nothing was said."""

    page: str
    policy: str
    hands: int
    floor: int = 0
    streak: int = 1


RIICHI = Case("riichi", "fast", 6000, 15_000)
CASES = (
    Case("hangzhou", "fast", 6000, 20_000),
    Case("hangzhou", "fast", 6000, streak=3),
    RIICHI,
    Case("wuhan", "fast", 6000),
    Case("taiwan", "fast", 4000),
    Case("mcr", "fast", 3000),
    Case("wuhan", "random", 3000),
    Case("hangzhou", "value", 400, 2000),
    Case("riichi", "value", 300, 2000),
    Case("riichi", "careful", 300, 1000),
)
GAMES = 200
PEER_HANDS = 150
PEER_FACTOR = 80
_COLD = """
import mjstats
from mjstats.play import play_tables
play_tables(mjstats.load("hangzhou"), seed=1, first_table=0, n_tables=1)
"""


def cold_seconds() -> float:
    """Seconds until the first hand is played by a new process with an empty compile cache."""
    with tempfile.TemporaryDirectory() as cache:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", _COLD], check=True, env={**os.environ, "NUMBA_CACHE_DIR": cache})
        return time.perf_counter() - began


def hands_a_second(case: Case) -> float:
    """The best of three runs on one core."""
    rules = mjstats.load(case.page)
    how = {"seed": 1, "first_table": 0, "streak": case.streak, "policy": case.policy}
    play_tables(rules, n_tables=10, **how)
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        play_tables(rules, n_tables=case.hands, **how)
        seconds.append(time.perf_counter() - began)
    return case.hands / min(seconds)


def speed_of_games(page: str) -> tuple[float, float]:
    """Games and hands a second on one core."""
    rules = mjstats.load(page)
    play_games(rules, seed=1, first_table=0, n_tables=1)
    began = time.perf_counter()
    rows = play_games(rules, seed=1, first_table=0, n_tables=GAMES)
    seconds = time.perf_counter() - began
    return GAMES / seconds, len(rows) / seconds


def peer_hands_a_second() -> float | None:
    """Hands of riichi a second by `riichienv`, whose players win, declare, and discard what leaves the least distance.

    They claim nothing and look no further than the distance, which is less work than `fast` does.
    """
    try:
        env = importlib.import_module("riichienv")
    except ImportError:
        return None
    kinds = env.ActionType

    def choose(seen: Any) -> Any:
        legal = seen.legal_actions()
        for wanted in ((kinds.RON, kinds.TSUMO), (kinds.RIICHI,)):
            for action in legal:
                if action.action_type in wanted:
                    return action
        discards = [action for action in legal if action.action_type == kinds.DISCARD]
        if discards:
            return min(discards, key=lambda action: env.calculate_shanten([tile for tile in seen.hand if tile != action.tile]))
        return next((action for action in legal if action.action_type == kinds.PASS), legal[0])

    began = time.perf_counter()
    for seed in range(PEER_HANDS):
        table = env.RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True, seed=seed)
        asked = table.reset()
        while not table.done():
            asked = table.step({seat: choose(seen) for seat, seen in asked.items()})
    return PEER_HANDS / (time.perf_counter() - began)


def main() -> None:
    """Print the speeds."""
    speeds = {}
    for case in CASES:
        speeds[case] = speed = hands_a_second(case)
        wanted = f" (floor {case.floor:,})" if case.floor else ""
        print(f"hands a second, {case.page}, dealer's hand {case.streak}, policy {case.policy}: {speed:,.0f}{wanted}")
    for page in ("hangzhou", "riichi"):
        games, hands = speed_of_games(page)
        print(f"whole games a second, {page}, policy fast: {games:,.0f}, hands {hands:,.0f}")
    peer = peer_hands_a_second()
    if peer is not None:
        factor = speeds[RIICHI] / peer
        print(f"riichienv, hands a second by distances: {peer:,.0f}; riichi here x {factor:.0f} (floor x {PEER_FACTOR})")
    print(f"first hand of a new process, compiling everything: {cold_seconds():.0f} s")


if __name__ == "__main__":
    main()
