"""Distances beside other people's libraries, hand by hand: `mahjong` for shapes, its own search being quite another way."""

import numpy as np
import pytest
from mahjong.shanten import Shanten

import mjstats
from mjstats.kernel.distance import build_plan, distances, orphans_row, pairs_row, standard_row

HANDS = 3000


def deals(seed: int, tiles: int, hands: int) -> np.ndarray:
    """(hands, 34) counts: half dealt from the whole wall, half from one suit and honours, where shapes are crowded."""
    random = np.random.default_rng(seed)
    walls = [np.repeat(np.arange(34), 4), np.repeat(np.r_[0:9, 27:34], 4)]
    return np.array([np.bincount(random.choice(walls[i % 2], tiles, replace=False), minlength=34) for i in range(hands)])


@pytest.mark.parametrize("tiles", [13, 14, 10, 11, 7, 8, 4, 5])
def test_standard_shape(tiles: int) -> None:
    counts = deals(tiles, tiles, HANDS)
    melds = (14 - tiles) // 3
    ours = mjstats.distance(counts, melds=melds)
    other = Shanten()
    theirs = [other.calculate_shanten(hand.tolist(), use_chiitoitsu=False, use_kokushi=False) for hand in counts]
    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("tiles", [13, 14])
def test_three_shapes(tiles: int) -> None:
    counts = deals(100 + tiles, tiles, HANDS)
    plan = build_plan([standard_row(), pairs_row(), orphans_row()])
    other = Shanten()
    theirs = [other.calculate_shanten(hand.tolist()) for hand in counts]
    ours = np.zeros(HANDS, np.int64)
    distances(plan, counts.astype(np.int8), np.zeros(HANDS, np.int64), ours)
    np.testing.assert_array_equal(ours, theirs)
