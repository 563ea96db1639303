"""Statistics of mahjong rule sets: score hands, count odds exactly, play many tables, compare rule sets.

The names below load their module on first use, so that ``import mjstats`` compiles nothing and takes a moment only.

>>> import mjstats
>>> mjstats.Hand("123m45p7z")
Hand('123m 45p 7z')
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mjstats.batch import lay_out, score_many
    from mjstats.distances import acceptance, distance
    from mjstats.duels import duel
    from mjstats.exact import odds
    from mjstats.games import games_of
    from mjstats.hand import Hand, Meld, Player, Record, Win
    from mjstats.policies import Policy
    from mjstats.regrets import regret
    from mjstats.replaying import replay
    from mjstats.rules import load, rule_sets
    from mjstats.rules.diff import diff
    from mjstats.scoring import score, waits
    from mjstats.simulation import simulate
    from mjstats.stats import compare
    from mjstats.variations import clauses, whatif

__version__ = "0.1.0"

_HOMES = {
    "load": "rules",
    "rule_sets": "rules",
    "diff": "rules.diff",
    "Hand": "hand",
    "Meld": "hand",
    "Player": "hand",
    "Record": "hand",
    "Win": "hand",
    "score": "scoring",
    "lay_out": "batch",
    "score_many": "batch",
    "waits": "scoring",
    "distance": "distances",
    "acceptance": "distances",
    "odds": "exact",
    "duel": "duels",
    "games_of": "games",
    "Policy": "policies",
    "regret": "regrets",
    "replay": "replaying",
    "simulate": "simulation",
    "compare": "stats",
    "whatif": "variations",
    "clauses": "variations",
}

__all__ = [
    "Hand",
    "Meld",
    "Player",
    "Policy",
    "Record",
    "Win",
    "__version__",
    "acceptance",
    "clauses",
    "compare",
    "diff",
    "distance",
    "duel",
    "games_of",
    "lay_out",
    "load",
    "odds",
    "regret",
    "replay",
    "rule_sets",
    "score",
    "score_many",
    "simulate",
    "waits",
    "whatif",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mjstats' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mjstats.{_HOMES[name]}"), name)
    globals()[name] = value  # later look-ups skip this function
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
