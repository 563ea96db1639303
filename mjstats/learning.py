"""Learn the chances that the policy `value` goes by: what part of what it saw in a hand it came to win, played by itself.

The plain model is bent to what was seen at each distance; where a cell was seen seldom, that counts beside what was seen. More
tiles that help, more draws and a smaller distance never make a hand less likely to be finished.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from mjstats.learned import FILE, SCALE, SHARE, Floats, Ints, model
from mjstats.play import count_cells
from mjstats.rules import RuleSet, load

WEIGHT: Final = 40
"""How many hands the model counts for in each cell."""
STEPS: Final = 20
"""Newton's steps when the model is bent to what was seen; six are mostly enough."""
LONGEST: Final = 1.0
"""The longest of them that is taken."""
ROUNDS: Final = 3
"""How often play and learning take turns: better chances make other hands."""


def learn(rules: RuleSet | str | Path, *, hands: int, seed: int = 1, rounds: int = ROUNDS) -> tuple[Floats, float]:
    """The chances of a page, float64 ``(cells,)``, and the share of wins by an own draw, from so many hands in each round.

    The same seed gives the same numbers: each round begins with what the one before it learned, the first with the plain model.

    >>> chances, share = learn("hangzhou", hands=20, rounds=1)
    >>> bool((chances >= 0).all()), share  # in Hangzhou all wins are by an own draw
    (True, 1.0)
    """
    page = load(rules)
    chances, share = model().ravel(), SHARE
    for number in range(rounds):
        tally, own, wins = count_cells(page, hands=hands, seed=seed, first_table=number * hands, chances=chances, share=share)
        chances, share = smoothed(tally), own / max(wins, 1)
    return chances, share


def smoothed(tally: Ints) -> Floats:
    """Chances from how often each cell was seen and thousandths of what was promised there that was won, int64 ``(cells, 2)``."""
    plain = model()
    seen, won = tally[:, 0].reshape(plain.shape), tally[:, 1].reshape(plain.shape) / 1000
    fitted = np.empty_like(plain)
    for away, opened in np.ndindex(plain.shape[:2]):
        fitted[away, opened] = _fitted(plain[away, opened], seen[away, opened], won[away, opened])
    table = (won + WEIGHT * fitted) / (seen + WEIGHT)
    for axis in (3, 2):
        table = _rising(table, axis)
    return -_rising(-table, 0).ravel()


def _fitted(plain: Floats, seen: Ints, won: Floats) -> Floats:
    """The plain model bent to what was seen at one distance: its log odds times a number, plus one, plus one a draw left.

    A logistic regression by Newton's steps, kept near the model where little was seen.
    """
    odds = np.log(np.clip(plain, 1e-4, 0.99) / (1 - np.clip(plain, 1e-4, 0.99)))
    draws = np.broadcast_to(np.linspace(-1, 1, plain.shape[0])[:, None], plain.shape)
    facts = np.stack([np.ones_like(odds), odds, draws], axis=-1).reshape(-1, 3)
    n, successes = seen.ravel().astype(float), np.minimum(won, 0.99 * seen).ravel()
    given = np.array([0.0, 1.0, 0.0])
    found = given
    for _ in range(STEPS):
        chances = _share(facts @ found)
        slope = facts.T @ (successes - n * chances) - WEIGHT * (found - given)
        bend = (facts * (n * chances * (1 - chances))[:, None]).T @ facts + WEIGHT * np.eye(3)
        found = found + np.clip(np.linalg.solve(bend, slope), -LONGEST, LONGEST)
    return _share(facts @ found).reshape(plain.shape)


def _share(odds: Floats) -> Floats:
    """Chances from log odds."""
    found: Floats = 1 / (1 + np.exp(-np.clip(odds, -20, 20)))
    return found


def _rising(table: Floats, axis: int) -> Floats:
    """The table made to rise along an axis: halfway between the least above it and the most below it that do."""
    above = np.maximum.accumulate(table, axis=axis)
    below = np.flip(np.minimum.accumulate(np.flip(table, axis), axis=axis), axis)
    return (above + below) / 2


def learn_into(pages: list[str], *, hands: int, seed: int = 1, rounds: int = ROUNDS, file: Path = FILE) -> Path:
    """Learn the chances of pages and write them into the file that is shipped, beside those of others and what duels found."""
    known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for page in pages:
        chances, share = learn(page, hands=hands, seed=seed, rounds=rounds)
        known[page] = {
            "hands": hands,
            "seed": seed,
            "rounds": rounds,
            "share": round(share, 4),
            **{key: known[page][key] for key in ("closed",) if key in known.get(page, {})},
            "chances": np.rint(chances * SCALE).astype(int).tolist(),
        }
        lines = [f"{json.dumps(name)}: {json.dumps(known[name], separators=(',', ':'))}" for name in sorted(known)]
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return file
