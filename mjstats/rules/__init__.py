"""Rule sets: pages of TOML, their vocabulary, loading and packing."""

from typing import TYPE_CHECKING, Any

from mjstats.rules.loading import RulesError, load, rule_sets
from mjstats.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from mjstats.rules.shapes import shapes_of

__all__ = ["RuleSet", "RulesError", "load", "rule_sets", "shapes_of"]


def __getattr__(name: str) -> Any:
    """`shapes_of` loads the compiler, so it is fetched when first asked for."""
    if name != "shapes_of":
        raise AttributeError(f"module 'mjstats.rules' has no attribute {name!r}")
    from mjstats.rules.shapes import shapes_of

    return shapes_of
