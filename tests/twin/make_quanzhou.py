"""Finished hands of 泉州 out of a seed, as records: made like those of 厦門."""

import random

from tests.twin.make_xiamen import Record, town_record


def make(rng: random.Random) -> Record:
    """One record of 泉州."""
    return town_record(rng, "quanzhou")
