"""The chance to finish a hand: a table by distance, open or not, draws left and tiles that help, learned from play.

Where nothing was learned for a page, a plain model stands in: each go brings the hand nearer with the chance that an unseen tile
helps, an open hand a little oftener, and another ends the hand with a chance that grows as the wall shrinks.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from mjstats.rules import RuleSet

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

FILE: Final = Path(__file__).with_name("learned.json")
"""What `mjstats.learning` learned, page by page: how it was learned, the share of own draws, the chances."""
SCALE: Final = 10_000
"""The chances stand in the file as whole numbers, so many for certainty."""

_UNSEEN: Final = 95.0
_CLAIMS: Final = (1.4, 1.1, 1.0, 0.9, 0.8, 0.8)  #: how many tiles a round the others' discards add; a closed hand may be opened
_HAZARD: Final = (0.01, 0.11)  #: chance that another ends the hand in a round: at first, and at the end of the wall
SHARE: Final = 0.4
"""The share of own draws where nothing was learned."""


@lru_cache(maxsize=1)
def model() -> Floats:
    """The plain model: float64 ``(distances, 2, draws, nodes)``.

    >>> table = model()
    >>> bool((np.diff(table, axis=3) >= 0).all()), bool((np.diff(table, axis=0) <= 0).all())
    (True, True)
    """
    from mjstats.kernel.chances import AWAY, DRAWS_BINS, N_NODES, NODES, TYPICAL

    most = 2 * DRAWS_BINS
    table = np.zeros((AWAY, 2, DRAWS_BINS, N_NODES))
    for away in range(AWAY):
        for node in range(N_NODES):
            # A plan that few tiles help now will be helped by few later on.
            narrow = NODES[node] / TYPICAL[away]
            chances = np.ones(most + 1)
            for later in range(away + 1):
                helping = TYPICAL[later] * (narrow if later == away else min(narrow, 1.0) ** 0.7)
                step = 1.0 - (1.0 - min(helping, 75.0) / _UNSEEN) ** (1.0 + _CLAIMS[later])
                nearer, chances = chances, np.zeros(most + 1)
                for draws in range(1, most + 1):
                    hazard = _HAZARD[0] + (_HAZARD[1] - _HAZARD[0]) * min(1.0, (most - draws) / 14)
                    chances[draws] = step * nearer[draws - 1] + (1.0 - step) * (1.0 - hazard) * chances[draws - 1]
            table[away, :, :, node] = chances[np.minimum(np.arange(DRAWS_BINS) * 2 + 1, most)]
    return table


@lru_cache(maxsize=1)
def _file() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def chances_of(rules: RuleSet) -> tuple[Floats, float]:
    """The chances of a page, float64 ``(cells,)``, and the share of wins by an own draw.

    Those learned for the page of that id; for a page of one's own those of the page that it shares most patterns with, as the one
    that it extends; the mean of all that were learned where it shares none. They are measured against
    what the hand promised to be worth: where hands came to more than that, a learned one is a little above 1.

    >>> import mjstats
    >>> chances, share = chances_of(mjstats.load("hangzhou"))
    >>> bool(chances.min() >= 0), chances.shape == model().ravel().shape, 0 <= share <= 1
    (True, True, True)
    """
    known = _file()
    nearest = rules.id if rules.id in known else _nearest(rules)
    pages = [known[nearest]] if nearest else list(known.values())
    if not pages:
        return model().ravel(), SHARE
    chances: Floats = np.mean([page["chances"] for page in pages], axis=0) / SCALE
    return chances, float(np.mean([page["share"] for page in pages]))


def closed_share(rules: RuleSet) -> float:
    """What part of its chances a hand has that may never be opened: a closed hand mostly may, and its chances are learned so.

    Found by duels where the page's value hangs on it, as with eight pairs worth four times in Wenzhou; elsewhere it is 1.

    >>> import mjstats
    >>> closed_share(mjstats.load("wenzhou")), closed_share(mjstats.load("riichi"))
    (0.6, 1.0)
    """
    return float(_file().get(rules.id, {}).get("closed", 1.0))


@lru_cache(maxsize=32)
def _nearest(rules: RuleSet) -> str:
    """The page of the package, of those learned, whose patterns are most alike; an empty text where none is shared."""
    from mjstats.rules import load

    mine = set(rules.pattern_ids)
    theirs = {name: set(load(name).pattern_ids) for name in _file()}
    alike = {name: len(mine & patterns) / len(mine | patterns) for name, patterns in theirs.items() if mine & patterns}
    return max(alike, key=alike.__getitem__, default="")
