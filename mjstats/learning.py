"""Learn the chances that the policy `value` goes by: what part of what it saw in a hand it came to win, played by itself.

Where a cell was seen seldom, the plain model counts beside what was seen. More tiles that help, more draws and a smaller distance
never make a hand less likely to be finished.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from mjstats.learned import FILE, SCALE, Floats, Ints, chances_of, model
from mjstats.play import count_cells
from mjstats.rules import RuleSet, load

WEIGHT: Final = 40
"""How many hands the model counts for in each cell."""
ROUNDS: Final = 2
"""How often play and learning take turns: better chances make other hands."""


def learn(rules: RuleSet | str | Path, *, hands: int, seed: int = 1, rounds: int = ROUNDS) -> tuple[Floats, float]:
    """The chances of a page, float64 ``(cells,)``, and the share of wins by an own draw, from so many hands in each round.

    The same seed gives the same numbers. Each round begins with what the one before it learned, the first with what is known.

    >>> chances, share = learn("hangzhou", hands=20, rounds=1)
    >>> bool((chances >= 0).all()), share  # in Hangzhou all wins are by an own draw
    (True, 1.0)
    """
    page = load(rules)
    chances, share = chances_of(page)
    for number in range(rounds):
        tally, own, wins = count_cells(page, hands=hands, seed=seed, first_table=number * hands, chances=chances, share=share)
        chances, share = smoothed(tally), own / max(wins, 1)
    return chances, share


def smoothed(tally: Ints) -> Floats:
    """Chances from how often each cell was seen and thousandths of what was promised there that was won, int64 ``(cells, 2)``."""
    plain = model()
    seen, won = tally[:, 0].reshape(plain.shape), tally[:, 1].reshape(plain.shape) / 1000
    table = (won + WEIGHT * plain) / (seen + WEIGHT)
    for axis in (3, 2):
        table = np.maximum.accumulate(table, axis=axis)
    table = np.minimum.accumulate(table, axis=0)
    # A closed hand may still be opened.
    table[:, 0] = np.maximum(table[:, 0], table[:, 1])
    return table.ravel()


def learn_into(pages: list[str], *, hands: int, seed: int = 1, rounds: int = ROUNDS, file: Path = FILE) -> Path:
    """Learn the chances of pages and write them into the file that is shipped, beside those that it has of others."""
    known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for page in pages:
        chances, share = learn(page, hands=hands, seed=seed, rounds=rounds)
        known[page] = {
            "hands": hands,
            "seed": seed,
            "rounds": rounds,
            "share": round(share, 4),
            "chances": np.rint(chances * SCALE).astype(int).tolist(),
        }
        lines = [f"{json.dumps(name)}: {json.dumps(known[name], separators=(',', ':'))}" for name in sorted(known)]
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return file
