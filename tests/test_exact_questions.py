"""Questions of exact counting that are wrong, or that no deal answers, get one line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mjstats.exact import frequencies, odds, waits


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"shapes": ["pairs"]}, "shapes: 'pairs'"),
        ({"by": "seat"}, "by: 'seat'"),
        ({"by": "k", "wilds": 1}, "by: 'k'"),
        ({"tiles": 50}, "tiles: "),
        ({"indicator": "4s"}, "indicator: '4s'"),
        ({"by": "face"}, "by: 'face': no tile is turned up here"),
        ({"tiles": 14, "within": [14]}, "within: \\[14\\]: tells the numbers of tiles"),
    ],
)
def test_bad_questions_are_told(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        odds(**arguments)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("ask", [frequencies, waits])
def test_conditions_are_checked_everywhere(ask: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="by: 'seat'"):
        ask(by="seat")
    with pytest.raises(ValueError, match="by: 'k'"):
        ask("hangzhou", by="k", wilds=1)
    with pytest.raises(ValueError, match="indicator: '4s'"):
        ask(indicator="4s")
    with pytest.raises(ValueError, match="tiles: \\[50\\]: must be 1 to 40"):
        ask(tiles=50)
    with pytest.raises(ValueError, match="shapes: 'thirteen-orphans': hangzhou has none of these; it has standard seven-pairs"):
        ask("hangzhou", shapes=["thirteen-orphans"])


@pytest.mark.parametrize("ask", [odds, frequencies, waits])
def test_no_deal_holds_so_many_wild_tiles(ask: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="wilds: 4: no deal of 13 tiles holds so many"):
        ask("hangzhou", tiles=13, wilds=4)


def test_no_deal_answers() -> None:
    with pytest.raises(ValueError, match="tiles: 13: no deal of so many tiles is complete"):
        frequencies(tiles=13)
    with pytest.raises(ValueError, match="tiles: 3: no deal of so many tiles is ready"):
        waits(tiles=3)
