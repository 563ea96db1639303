"""What the words of a rule page may hold: ways, conditions, tiles and other texts that are checked."""

import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from mjstats.tiles import PLAIN, face_of, parse_tile, parse_tiles

Way = Literal["discard", "self-draw", "rob-kong", "indicator", "hand"]
Condition = list[str]

NUMBER_TOLD: Final = re.compile(r"\{([^{}]*)\}")
"""Where a requirement's line has a number of the hand that it is said of."""


def _tiles(text: str) -> str:
    parse_tiles(text)
    return text


def one_tile(text: str) -> str:
    if text:
        parse_tile(text)
    return text


def _face_set(text: str) -> str:
    if text not in ("any", "258", "honors") and any(face_of(code) >= PLAIN for code in parse_tiles(text)):
        raise ValueError("flowers have no place in sets and pairs")
    return text


def _seating(text: str) -> str:
    if sorted(text) != list("1234"[: len(text)]):
        raise ValueError("each seat once, by its wind: 1234 is east, south, west, north")
    return text


Tiles = Annotated[str, AfterValidator(_tiles)]
FaceSet = Annotated[str, AfterValidator(_face_set), Field(description="'any', '258', 'honors', or tiles such as '2m5m8m'")]
Word = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9-]*$")]
Seating = Annotated[str, AfterValidator(_seating)]
