"""Simulated frames without play: random hands with the columns of the kernels, for tests of numbers and charts."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mjstats.frames import to_frame
from mjstats.kernel.result import COLUMNS

NAMES = {
    "east-town": {"en": "East Town", "ja": "東町", "zh": "东镇"},
    "west-town": {"en": "West Town", "ja": "西町", "zh": "西镇"},
}
PATTERNS = {
    "plain-win": {"en": "", "ja": "小胡", "zh": "小胡"},
    "all-pungs": {"en": "", "ja": "碰碰胡", "zh": "碰碰胡"},
    "self-drawn": {"en": "", "ja": "自摸", "zh": "自摸"},
}


def attributes(rules: str, hands: int, seed: int = 1, players: int = 4) -> dict[str, Any]:
    """What a frame says about itself."""
    return {
        "rules": rules,
        "label": rules,
        "names": NAMES[rules],
        "options": {},
        "page": "0123456789abcdef",
        "version": "0.1.0",
        "seed": seed,
        "hands": hands,
        "streak": 1,
        "policy": "fast",
        "players": players,
        "patterns": list(PATTERNS),
        "pattern_names": PATTERNS,
    }


def rows(hands: int, seed: int = 1, players: int = 4) -> npt.NDArray[np.int64]:
    """Random result rows in which nets sum to zero, the dealer (seat 0) wins twice as often as each other, a fifth is drawn."""
    rng = np.random.default_rng(seed)
    out = np.zeros((hands, len(COLUMNS)), np.int64)
    place = {name: i for i, name in enumerate(COLUMNS)}
    out[:, place["table"]] = np.arange(hands)
    out[:, place["streak"]] = 1
    out[:, place["indicator"]] = rng.integers(0, 34, hands)
    for seat in range(players):
        out[:, place[f"distance_{seat}"]] = rng.binomial(6, 0.6, hands)
        out[:, place[f"wilds_{seat}"]] = rng.binomial(4, 0.1, hands)
    for row in out:
        row[place["winner"]] = row[place["source"]] = row[place["outcome"]] = row[place["tile"]] = -1
        row[place["turn"]] = 15
        if rng.random() < 0.2:
            continue
        seat = int(rng.choice(players, p=np.array([2.0] + [1.0] * (players - 1)) / (players + 1)))
        others = [other for other in range(players) if other != seat]
        row[place["winner"]] = seat
        row[place["turn"]] = rng.integers(3, 16)
        row[place["tile"]] = rng.integers(0, 34)
        points = int(2 ** rng.geometric(0.5)) * 4
        row[place["patterns"]] = rng.choice([1, 2, 5, 6])
        if rng.random() < 0.4:
            payer = int(rng.choice(others))
            row[place["outcome"]], row[place["source"]] = 0, payer
            row[place[f"net_{payer}"]] = -3 * points
        else:
            row[place["outcome"]] = 1
            for payer in others:
                row[place[f"net_{payer}"]] = -points
        row[place[f"net_{seat}"]] = -sum(row[place[f"net_{other}"]] for other in others)
        row[place["winners"]] = 1
        for each in range(players):  # nothing is paid beside the win
            row[place[f"win_{each}"]] = row[place[f"net_{each}"]]
    return out


def frame(rules: str = "east-town", hands: int = 500, seed: int = 1, players: int = 4) -> pd.DataFrame:
    """A frame as `simulate` returns it."""
    return to_frame(rows(hands, seed, players), attributes(rules, hands, seed, players))
