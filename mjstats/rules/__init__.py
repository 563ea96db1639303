"""Rule sets: pages of TOML, their vocabulary, loading and packing."""

from mjstats.rules.loading import RulesError, load, rule_sets
from mjstats.rules.ruleset import RuleSet

__all__ = ["RuleSet", "RulesError", "load", "rule_sets"]
