"""Tiles: faces, their text, their names.

A *face* is what is printed on a tile, an index 0..41: ``0-8`` = 1m..9m (characters), ``9-17`` = 1p..9p (dots), ``18-26`` = 1s..9s
(bamboo), ``27-33`` = 1z..7z (east south west north white green red), ``34-41`` = 1f..8f (spring summer autumn winter plum orchid
chrysanthemum bamboo). A *tile code* is a face, or 42, 43, 44 for the red fives ``0m 0p 0s``, whose face is 4, 13, 22.

In text, digits share the letter that follows: ``123m45p7z``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Language = Literal["en", "ja", "zh"]

SUITED = 27
"""Faces below are of a suit."""
PLAIN = 34
"""Faces below are suits and honours; those from here on are flowers."""
FACES = 42
"""How many faces there are."""
CODES = 45
"""How many tile codes there are: the faces and three red fives."""
RED_FIVES = {42: 4, 43: 13, 44: 22}
"""The code of a red five -> its face."""
LETTERS = "mpszf"

_FIRST = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}
_LAST_DIGIT = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
_RED_CODE = {"m": 42, "p": 43, "s": 44}
_GROUP = re.compile(r"\s*(?:(\d+)\s*([^\W\d_])?|(.))", re.DOTALL)

_EN_SUITS = ("characters", "dots", "bamboo")
_EN_HONOURS = ("east", "south", "west", "north", "white", "green", "red")
_EN_FLOWERS = ("spring", "summer", "autumn", "winter", "plum", "orchid", "chrysanthemum", "bamboo flower")
_DIGITS = "一二三四五六七八九"
_CHARACTERS = {
    "ja": ("萬筒索", "東南西北白發中", "春夏秋冬梅蘭菊竹", "赤"),
    "zh": ("万筒条", "东南西北白发中", "春夏秋冬梅兰菊竹", "红"),
}


class TileError(ValueError):
    """A tile text that cannot be read. The message is one line: the text, what is wrong with it, what would be right."""


def face_of(code: int) -> int:
    """The face of a tile code: a red five is a five.

    >>> face_of(43), face_of(13)
    (13, 13)
    """
    return RED_FIVES.get(code, code)


def parse_tiles(text: str) -> tuple[int, ...]:
    """Read a tile text into tile codes, in the order written. Blanks between groups are allowed.

    Raises `TileError` with one line that quotes the text.

    >>> parse_tiles("12m0p 7z")
    (0, 1, 43, 33)
    >>> parse_tiles("1234x")
    Traceback (most recent call last):
        ...
    mjstats.tiles.TileError: '1234x': unknown tile letter 'x'; letters are m p s z f
    """
    if not isinstance(text, str):
        raise TileError(f"{text!r}: tiles are written as text such as '123m45p7z'")
    codes: list[int] = []
    for digits, letter, other in _GROUP.findall(text.rstrip()):
        if other:
            cure = "needs digits before it, as in '123m'" if other in LETTERS else "is no part of a tile text such as '123m'"
            raise TileError(f"{text!r}: {other!r} {cure}")
        if not letter:
            raise TileError(f"{text!r}: no letter after {digits!r}; letters are m p s z f, as in '123m'")
        if letter not in _FIRST:
            raise TileError(f"{text!r}: unknown tile letter {letter!r}; letters are m p s z f")
        codes.extend(_code(int(digit), letter, text) for digit in digits)
    return tuple(codes)


def _code(digit: int, letter: str, text: str) -> int:
    if digit == 0 and letter in _RED_CODE:
        return _RED_CODE[letter]
    if not 1 <= digit <= _LAST_DIGIT[letter]:
        raise TileError(f"{text!r}: there is no tile {digit}{letter}; it goes from 1{letter} to {_LAST_DIGIT[letter]}{letter}")
    return _FIRST[letter] + digit - 1


def parse_tile(text: str) -> int:
    """Read the text of exactly one tile into its code.

    >>> parse_tile("5z")
    31
    """
    codes = parse_tiles(text)
    if len(codes) != 1:
        raise TileError(f"{text!r}: one tile is needed here, such as '5z', not {len(codes)}")
    return codes[0]


def tile_text(code: int) -> str:
    """The text of one tile code.

    >>> tile_text(31), tile_text(42)
    ('5z', '0m')
    """
    if not 0 <= code < CODES:
        raise TileError(f"{code!r}: tile codes go from 0 to {CODES - 1}")
    return f"{_digit(code)}{_letter(code)}"


def _letter(code: int) -> str:
    face = face_of(code)
    return "mps"[face // 9] if face < SUITED else "z" if face < PLAIN else "f"


def _digit(code: int) -> int:
    return 0 if code in RED_FIVES else code - _FIRST[_letter(code)] + 1


def sort_tiles(codes: Iterable[int]) -> tuple[int, ...]:
    """Tile codes by face; a red five stands before its plain fives.

    >>> sort_tiles([33, 4, 42, 0])
    (0, 42, 4, 33)
    """
    return tuple(sorted(codes, key=lambda code: (face_of(code), -code)))


def format_tiles(codes: Iterable[int], *, sort: bool = True, separator: str = "") -> str:
    """Write tile codes as text: sorted, or in the order given.

    Parameters
    ----------
    codes
        Tile codes 0..44.
    sort
        False keeps the order, as discards need it.
    separator
        Stands between groups of one letter.

    >>> format_tiles([33, 0, 43, 1]), format_tiles([33, 0, 43, 1], separator=" "), format_tiles([33, 0, 1], sort=False)
    ('12m0p7z', '12m 0p 7z', '7z12m')
    """
    groups: list[str] = []
    last = ""
    for code in sort_tiles(codes) if sort else codes:
        letter = tile_text(code)[1]
        if letter == last:
            groups[-1] += str(_digit(code))
        else:
            groups.append(str(_digit(code)))
        last = letter
        groups[-1] = groups[-1].replace(letter, "") + letter
    return separator.join(groups)


def count_faces(tiles: str | Iterable[int], *, size: int = FACES) -> NDArray[np.int64]:
    """How many of each face: an int64 array of shape ``(size,)``; red fives count as fives.

    Parameters
    ----------
    tiles
        A tile text or tile codes.
    size
        42 for all faces; 34 leaves no room for flowers, and a flower is then an error.

    >>> count_faces("1120m", size=34)[:6]
    array([2, 1, 0, 0, 1, 0])
    """
    counts = np.zeros(size, np.int64)
    for code in parse_tiles(tiles) if isinstance(tiles, str) else tiles:
        face = face_of(code)
        if face >= size:
            raise TileError(f"'{tile_text(code)}': flowers have no place in counts of {size} faces; use {FACES}")
        counts[face] += 1
    return counts


def tiles_of_counts(counts: Sequence[int] | NDArray[np.integer]) -> tuple[int, ...]:
    """The sorted tile codes of an array of counts by face, of length 34 or 42.

    >>> format_tiles(tiles_of_counts(count_faces("7z112m")))
    '112m7z'
    """
    return tuple(face for face, count in enumerate(counts) for _ in range(int(count)))


def tile_name(code: int, language: Language = "en") -> str:
    """The name of a tile: in English, or in characters as Japanese or simplified Chinese print them.

    >>> [tile_name(parse_tile(tile), language) for tile in ("3s", "6z", "0p") for language in ("en", "ja", "zh")]
    ['3 bamboo', '三索', '三条', 'green', '發', '发', 'red 5 dots', '赤五筒', '红五筒']
    """
    face = face_of(code)
    if not 0 <= face < FACES:
        raise TileError(f"{code!r}: tile codes go from 0 to {CODES - 1}")
    suits, honours, flowers, red = _CHARACTERS.get(language, _CHARACTERS["ja"])
    if face >= PLAIN:
        return (_EN_FLOWERS if language == "en" else flowers)[face - PLAIN]
    if face >= SUITED:
        return (_EN_HONOURS if language == "en" else honours)[face - SUITED]
    suit, rank = divmod(face, 9)
    if language == "en":
        return f"{'red ' if code in RED_FIVES else ''}{rank + 1} {_EN_SUITS[suit]}"
    return f"{red if code in RED_FIVES else ''}{_DIGITS[rank]}{suits[suit]}"


def tile_characters(code: int) -> str:
    """The original characters of a tile: traditional, one or two of them.

    >>> [tile_characters(parse_tile(tile)) for tile in ("1m", "9s", "7z", "6f")]
    ['一萬', '九索', '中', '蘭']
    """
    return tile_name(face_of(code), "ja")
