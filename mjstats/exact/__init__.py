"""Populations of hands counted exactly: distances at the deal, hindsight odds, waits, patterns, wild tiles included."""

from mjstats.exact.patterns import frequencies, kinds_dealt
from mjstats.exact.population import Counter, Population, Wall, wall_of
from mjstats.exact.tables import SHAPES, as_json, odds
from mjstats.exact.waiting import waits

__all__ = [
    "SHAPES",
    "Counter",
    "Population",
    "Wall",
    "as_json",
    "frequencies",
    "kinds_dealt",
    "odds",
    "waits",
    "wall_of",
]
