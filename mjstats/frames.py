"""Rows of the kernels as readable frames, and what a frame says of itself."""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mjstats.columns import ENDS, HANDS, OUTCOMES, made
from mjstats.policies import Policies, own_policies, policy_text
from mjstats.rules import RuleSet
from mjstats.tiles import FACES, PLAIN, tile_text

if TYPE_CHECKING:
    import pandas as pd

Ints = npt.NDArray[np.int64]


def attributes(
    page: RuleSet, *, hands: int | None = None, games: int | None = None, seed: int, streak: int = 1, policy: Policies = "fast"
) -> dict[str, Any]:
    """What a simulated frame says about itself, ready for JSON; `mjstats.columns.ATTRS` tells the keys.

    A run is one of `hands`, or one of `games`.
    """
    played = policy_text(policy, page.players)
    own = own_policies(policy, page.players)
    words = page.words.game
    lays = page.words.declare.lays if page.words.declare else 0
    told = ("start", "target", "round_to", "below_zero", "uma", "chip")
    return {
        "rules": page.id,
        "label": label_of(page) + (f" policy={played}" if played != "fast" else ""),
        "names": page.words.names.model_dump(),
        "options": dict(page.options),
        "page": page_hash(page)[:16],
        "version": version("mjstats"),
        "seed": seed,
        **({"hands": hands} if games is None else {"games": games}),
        **({} if games is None else {"game": {"lays": lays, **words.model_dump(include=set(told))}}),
        "streak": streak,
        "policy": played,
        **({"own_policies": own} if own else {}),
        "players": page.players,
        "patterns": page.pattern_ids,
        "pattern_names": {
            pattern.id: pattern.names.model_dump()
            for pattern in page.words.pattern
            if pattern.on and pattern.listed and pattern.counted_for != "payer"
        },
    }


def page_hash(page: RuleSet) -> str:
    """SHA-256 of the page's words and the options set, in hexadecimal digits: two pages that say the same share it.

    >>> import mjstats
    >>> page_hash(mjstats.load("wuhan")) == page_hash(mjstats.load("wuhan", limit=300))
    False
    """
    return hashlib.sha256(json.dumps([page.source, page.options], sort_keys=True).encode()).hexdigest()


def label_of(page: RuleSet) -> str:
    """The id of a rule set and the options that were set.

    >>> import mjstats
    >>> label_of(mjstats.load("hangzhou", wild="white"))
    'hangzhou wild=white'
    """
    return " ".join([page.id, *(f"{name}={value}" for name, value in page.options.items())])


def to_frame(rows: Ints, attrs: dict[str, Any]) -> pd.DataFrame:
    """Rows of the kernels, int64 of shape ``(hands, columns)``, as a readable frame of the columns `mjstats.columns.HANDS`."""
    import pandas as pd

    from mjstats.kernel.result import COLUMNS, PATTERNS_A_COLUMN

    left_out = {"games"} if "games" not in attrs else set()
    if len(attrs["patterns"]) <= PATTERNS_A_COLUMN:
        left_out.add(f"pages of more than {PATTERNS_A_COLUMN} patterns")
    raw = {name: rows[:, i] for i, name in enumerate(COLUMNS)}
    raw |= {"outcome": raw["outcome"] + 1, "ends": raw["ends"] - 1}
    flowers = bool((raw["indicator"] >= PLAIN).any() or (raw["tile"] >= PLAIN).any())
    tiles = [tile_text(face) for face in range(FACES if flowers else PLAIN)]
    words = {"indicator": tiles, "tile": tiles, "outcome": OUTCOMES, "ends": ENDS}
    kept = [column for column in HANDS if column.only not in left_out]
    frame = pd.DataFrame(made(kept, raw, attrs["players"], words))
    frame.attrs.update(attrs)
    return frame


def pattern_flags(hands: pd.DataFrame) -> pd.DataFrame:
    """The bit masks of `patterns` as a frame of bools of the same index, a column a pattern (those that results list by name).

    >>> import mjstats
    >>> flags = pattern_flags(mjstats.simulate("hangzhou", hands=2, workers=1))
    >>> "wild-single-wait" in flags.columns, len(flags)
    (True, 2)
    """
    import pandas as pd

    from mjstats.kernel.result import PATTERNS_A_COLUMN

    masks = [hands[name].to_numpy() for name in ("patterns", "patterns_2") if name in hands]
    listed = [(bit, key) for bit, key in enumerate(hands.attrs["patterns"]) if key in hands.attrs["pattern_names"]]
    flags = {key: masks[bit // PATTERNS_A_COLUMN] >> bit % PATTERNS_A_COLUMN & 1 == 1 for bit, key in listed}
    return pd.DataFrame(flags, index=hands.index)


def pattern_counts(hands: pd.DataFrame) -> pd.Series[int]:
    """In how many wins each pattern counted, in the order of the page.

    >>> import mjstats
    >>> counts = pattern_counts(mjstats.simulate("hangzhou", hands=2, workers=1))
    >>> counts.name, bool((counts <= 2).all())
    ('wins', True)
    """
    return pattern_flags(hands).sum().astype(int).rename("wins")
