"""Populations of hands counted exactly: distances at the deal, hindsight odds, wild tiles included."""

from mjstats.exact.population import Counter, Population, Wall, wall_of
from mjstats.exact.tables import SHAPES, as_json, odds

__all__ = ["SHAPES", "Counter", "Population", "Wall", "as_json", "odds", "wall_of"]
