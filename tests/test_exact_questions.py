"""Questions of exact counting that are wrong, or that no deal answers, get one line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mjstats.exact import frequencies, odds, waits


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"shapes": ["pairs"]}, "shapes: 'pairs'"),
        ({"shapes": "standard"}, "shapes: 'standard': a list of names is needed"),
        ({"by": "seat"}, "by: 'seat': must be k or face; leave it out for one distribution$"),
        ({"wilds": "x"}, "wilds: 'x': must be a whole number"),
        ({"by": "k", "wilds": 1}, "by: 'k'"),
        ({"tiles": 50}, "tiles: "),
        ({"tiles": "x"}, "tiles: 'x': numbers of tiles are needed, such as"),
        ({"tiles": 2.5}, "tiles: 2.5: numbers of tiles are needed"),
        ({"tiles": ["x"]}, "tiles: \\['x'\\]: must be whole numbers, 1 to 40"),
        ({"within": "x"}, "within: 'x': numbers of tiles are needed"),
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


def test_every_face_turned_up_is_a_question_of_its_own() -> None:
    by_face = odds("wuhan", tiles=13, by="face")
    for face in ("1m", "5p", "4z"):
        own = odds("wuhan", tiles=13, indicator=face)
        part = by_face[by_face["given"] == face]
        assert part["distance"].tolist() == own["distance"].tolist()
        # Any of the four copies may be the one turned up.
        assert part["deals"].tolist() == [4 * deals for deals in own["deals"]]
    # Wuhan's wild tile is the next of the suit; red, green and white go another way, so faces differ.
    ready = by_face[by_face["distance"] == 0].set_index("given")["deals"]
    assert ready["5p"] != ready["4z"]
    overall = odds("wuhan", tiles=13)
    summed = by_face.groupby("distance")["deals"].sum()
    assert summed.to_dict() == dict(zip(overall["distance"], overall["deals"], strict=True))
