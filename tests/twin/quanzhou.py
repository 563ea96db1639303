"""Scores a record of 泉州: the game of 厦門 with other numbers, eight flowers as a win, no 搶金 and no 天胡."""

from typing import Any

from tests.twin.xiamen import Numbers, Record, score_with

QUANZHOU = Numbers(
    times={"plain-win": 1, "self-drawn": 2, "robbing-the-kong": 2, "wild-single-wait": 3, "eight-flowers": 3},
    chain=(6, 9),
    dealt_three_wilds=3,
    late_three_wilds=3,
    dealt_win="self-drawn",  # ruling 2
    dealer_doubles=False,
    flower_set=0,
    kongs={"claimed-kong": (2, 3), "added-kong": (1, 2), "concealed-kong": (3, 4)},
)


def score(record: Record) -> dict[str, Any]:
    """The result of one record, in the form of `xiamen.score`."""
    return score_with(QUANZHOU, record)
