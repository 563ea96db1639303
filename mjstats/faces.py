"""What is painted on each tile: simple marks on a tile of 30 by 40 units, x to the right, y down."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mjstats.tiles import PLAIN, RED_FIVES, SUITED, face_of, tile_characters

WIDTH = 30.0
HEIGHT = 40.0
PAPER = "#fffdf6"
LINE = "#8a8578"
BACK = "#3f7f6e"
INK = "#1d2733"
RED = "#c0282d"
GREEN = "#1f7a3d"
BLUE = "#1f4e8c"
GOLD = "#e08e00"


class Disc(NamedTuple):
    x: float
    y: float
    radius: float
    color: str


class Bar(NamedTuple):
    """A rounded stick around its middle; `angle` in degrees, clockwise."""

    x: float
    y: float
    width: float
    height: float
    color: str
    angle: float = 0.0


class Glyph(NamedTuple):
    """One character around its middle."""

    text: str
    x: float
    y: float
    size: float
    color: str


class Frame(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    color: str
    line: float


class Polygon(NamedTuple):
    points: tuple[tuple[float, float], ...]
    color: str


Mark = Disc | Bar | Glyph | Frame | Polygon

# Places, colours (b g r) and size of the dots of each rank.
_DOTS: dict[int, tuple[tuple[tuple[float, float], ...], str, float]] = {
    2: (((15, 11), (15, 29)), "gb", 6.0),
    3: (((7.5, 8.5), (15, 20), (22.5, 31.5)), "brg", 5.0),
    4: (((8.8, 11), (21.2, 11), (8.8, 29), (21.2, 29)), "bggb", 5.2),
    5: (((7.8, 9), (22.2, 9), (15, 20), (7.8, 31), (22.2, 31)), "bgrgb", 4.8),
    6: (((9.3, 8.2), (20.7, 8.2), (9.3, 21.4), (20.7, 21.4), (9.3, 32), (20.7, 32)), "ggrrrr", 4.6),
    7: (((6.8, 6.8), (15, 10.3), (23.2, 13.8), (9.8, 23.4), (20.2, 23.4), (9.8, 33), (20.2, 33)), "gggrrrr", 4.1),
    8: (tuple((x, y) for y in (6.4, 15.5, 24.5, 33.6) for x in (9.8, 20.2)), "bbbbbbbb", 4.1),
    9: (tuple((x, y) for y in (8.5, 20, 31.5) for x in (6.5, 15, 23.5)), "gggrrrbbb", 3.9),
}
# Places, colours, height and slant of the sticks of each rank.
_STICKS: dict[int, tuple[tuple[tuple[float, float], ...], str, float]] = {
    2: (((15, 11.5), (15, 28.5)), "gb", 13.5),
    3: (((15, 11.5), (9, 28.5), (21, 28.5)), "bgg", 13.5),
    4: (((9, 11.5), (21, 11.5), (9, 28.5), (21, 28.5)), "gbbg", 13.5),
    5: (((7.5, 11.5), (22.5, 11.5), (15, 20), (7.5, 28.5), (22.5, 28.5)), "gbrbg", 13.5),
    6: (tuple((x, y) for y in (11.5, 28.5) for x in (7.5, 15, 22.5)), "gggbbb", 13.5),
    7: (((15, 7.5), *((x, y) for y in (20.2, 32.6) for x in (7.5, 15, 22.5))), "rgbggbg", 10.2),
    8: (tuple((x, y) for y in (12, 28) for x in (5.2, 11.7, 18.3, 24.8)), "gggggggg", 12.5),
    9: (tuple((x, y) for y in (7.4, 20, 32.6) for x in (7.5, 15, 22.5)), "grbgrbgrb", 10.2),
}
_SLANTS = {8: (0.0, -32.0, 32.0, 0.0, 0.0, 32.0, -32.0, 0.0)}
_COLORS = {"b": BLUE, "g": GREEN, "r": RED}


@lru_cache(maxsize=64)
def face_marks(code: int) -> tuple[Mark, ...]:
    """The marks of one tile code, from the lowest to the uppermost. A red five is red all over.

    >>> [mark.text for mark in face_marks(0)]
    ['一', '萬']
    """
    face, red = face_of(code), code in RED_FIVES
    if face < SUITED:
        suit, rank = divmod(face, 9)
        marks = (_characters, _dots, _bamboo)[suit](rank + 1, red)
    elif face < PLAIN:
        marks = _honour(face)
    else:
        marks = _flower(face)
    return tuple(marks)


def wild_marks() -> tuple[Mark, ...]:
    """The mark of a wild tile: a star on a corner, told apart by its shape as well as its colour."""
    star = []
    for step in range(10):
        radius = 3.0 if step % 2 == 0 else 1.3
        dx, dy = _TURNS[step]
        star.append((25.8 + radius * dx, 4.4 + radius * dy))
    # Small enough to leave the sticks and numbers of the face in sight.
    return Polygon(((18.5, 0.6), (26.8, 0.6), (29.4, 3.2), (29.4, 11.5)), GOLD), Polygon(tuple(star), "#ffffff")


# Ten directions around a circle, from straight up, clockwise.
_TURNS = (
    (0.0, -1.0),
    (0.588, -0.809),
    (0.951, -0.309),
    (0.951, 0.309),
    (0.588, 0.809),
    (0.0, 1.0),
    (-0.588, 0.809),
    (-0.951, 0.309),
    (-0.951, -0.309),
    (-0.588, -0.809),
)


def _characters(rank: int, red: bool) -> list[Mark]:
    number, suit = tuple(tile_characters(rank - 1))
    return [Glyph(number, 15, 11.5, 16, RED if red else INK), Glyph(suit, 15, 28.5, 17, RED)]


def _dots(rank: int, red: bool) -> list[Mark]:
    if rank == 1:
        rings = ((11.0, GREEN), (9.4, PAPER), (8.2, RED), (5.2, PAPER), (3.6, GREEN))
        return [Disc(15, 20, radius, color) for radius, color in rings]
    places, colors, radius = _DOTS[rank]
    marks: list[Mark] = []
    for (x, y), letter in zip(places, colors, strict=True):
        color = RED if red else _COLORS[letter]
        marks += [Disc(x, y, radius, color), Disc(x, y, 0.66 * radius, PAPER), Disc(x, y, 0.4 * radius, color)]
    return marks


def _bamboo(rank: int, red: bool) -> list[Mark]:
    if rank == 1:
        return _bird()
    places, colors, height = _STICKS[rank]
    slants = _SLANTS.get(rank, (0.0,) * rank)
    marks: list[Mark] = []
    for (x, y), letter, slant in zip(places, colors, slants, strict=True):
        color = RED if red else _COLORS[letter]
        marks += [Bar(x, y, 3.4, height, color, slant), Bar(x, y, 4.6, 1.8, color, slant)]
        marks.append(Bar(x, y, 1.0, 0.7 * height, PAPER, slant))
    return marks


def _bird() -> list[Mark]:
    """A small bird, as the one of bamboo has it."""
    return [
        Polygon(((11, 24), (3.5, 35.5), (7.5, 35.8), (14, 27)), BLUE),
        Polygon(((13, 25), (8.5, 36.5), (12.5, 36), (16.5, 27)), GREEN),
        Polygon(((9, 22), (17, 12), (23, 14), (22, 23), (17, 28), (11, 28)), GREEN),
        Polygon(((10.5, 23.5), (17.5, 17.5), (19, 24.5), (14, 27)), BLUE),
        Disc(20, 10.5, 4.4, GREEN),
        Polygon(((23.6, 8.8), (28, 11.2), (23.4, 12.6)), RED),
        Polygon(((17.5, 6.8), (15.5, 2.8), (20.2, 6.2)), RED),
        Disc(21.2, 9.8, 1.1, PAPER),
        Bar(17.2, 31, 1.3, 7, RED),
        Bar(20.2, 30, 1.3, 9, RED, -8),
    ]


def _honour(face: int) -> list[Mark]:
    kind = face - SUITED
    if kind == 4:
        # White is an empty tile with a frame, as most sets have it.
        return [Frame(5, 6, 20, 28, BLUE, 2.0), Frame(8, 9, 14, 22, BLUE, 0.9)]
    return [Glyph(tile_characters(face), 15, 20, 24, INK if kind < 4 else GREEN if kind == 5 else RED)]


def _flower(face: int) -> list[Mark]:
    group, number = divmod(face - PLAIN, 4)
    color = RED if group == 0 else GREEN
    petals: list[Mark] = [Disc(8.2 + 2.5 * dx, 7.8 + 2.5 * dy, 1.9, color) for dx, dy in _TURNS[::2]]
    heart = Disc(8.2, 7.8, 1.4, "#f3c623")
    return [*petals, heart, Glyph(str(number + 1), 22, 8, 10, color), Glyph(tile_characters(face), 15, 25.5, 20, color)]
