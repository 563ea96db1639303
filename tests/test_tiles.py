"""Tiles: text, names, counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjstats.tiles import (
    CODES,
    FACES,
    TileError,
    count_faces,
    face_of,
    format_tiles,
    parse_tile,
    parse_tiles,
    sort_tiles,
    tile_characters,
    tile_name,
    tile_text,
    tiles_of_counts,
)

codes = st.lists(st.integers(0, CODES - 1), max_size=20)


def test_every_face_has_its_index() -> None:
    last = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
    texts = [f"{digit}{letter}" for letter in last for digit in range(1, last[letter] + 1)]
    assert [parse_tile(text) for text in texts] == list(range(FACES))
    assert [tile_text(face) for face in range(FACES)] == texts


def test_red_fives_are_fives() -> None:
    assert parse_tiles("0m0p0s") == (42, 43, 44)
    assert [face_of(code) for code in (42, 43, 44)] == [parse_tile("5m"), parse_tile("5p"), parse_tile("5s")]


@given(codes)
def test_text_keeps_the_order_when_asked(tiles: list[int]) -> None:
    assert list(parse_tiles(format_tiles(tiles, sort=False))) == tiles


@given(codes)
def test_sorted_text_reads_back_sorted(tiles: list[int]) -> None:
    assert parse_tiles(format_tiles(tiles)) == sort_tiles(tiles)
    assert parse_tiles(format_tiles(tiles, separator=" ")) == sort_tiles(tiles)


@given(codes)
def test_counts_count_faces(tiles: list[int]) -> None:
    counts = count_faces(tiles)
    assert counts.shape == (FACES,)
    assert counts.dtype == np.int64
    assert list(tiles_of_counts(counts)) == sorted(face_of(code) for code in tiles)


def test_digits_share_the_letter_that_follows() -> None:
    assert format_tiles(parse_tiles("7z5p1m 4p23m")) == "123m45p7z"
    assert parse_tiles("") == ()
    assert parse_tiles("3s3s") == parse_tiles("33s")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1234x", "'1234x': unknown tile letter 'x'; letters are m p s z f"),
        ("8z", "'8z': there is no tile 8z; it goes from 1z to 7z"),
        ("9f", "'9f': there is no tile 9f; it goes from 1f to 8f"),
        ("0z", "'0z': there is no tile 0z; it goes from 1z to 7z"),
        ("123", "'123': no letter after '123'; letters are m p s z f, as in '123m'"),
        ("1m23", "'1m23': no letter after '23'; letters are m p s z f, as in '123m'"),
        ("m", "'m': 'm' needs digits before it, as in '123m'"),
        ("1m,2p", "'1m,2p': ',' is no part of a tile text such as '123m'"),
        ("1M", "'1M': unknown tile letter 'M'; letters are m p s z f"),
        ("1萬", "'1萬': unknown tile letter '萬'; letters are m p s z f"),
    ],
)
def test_bad_text_gets_one_clear_line(text: str, says: str) -> None:
    with pytest.raises(TileError) as caught:
        parse_tiles(text)
    assert str(caught.value) == says


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TileError, match="tiles are written as text"):
        parse_tiles(5)  # type: ignore[arg-type]  # what the test is about
    with pytest.raises(TileError, match="one tile is needed here"):
        parse_tile("12m")
    with pytest.raises(TileError, match="from 0 to 44"):
        tile_text(45)
    with pytest.raises(TileError, match="flowers have no place in counts of 34 faces"):
        count_faces("1f", size=34)


def test_names_in_three_languages() -> None:
    assert [tile_characters(face) for face in range(27, FACES)] == list("東南西北白發中春夏秋冬梅蘭菊竹")
    assert [tile_name(parse_tile(text), "zh") for text in ("1m", "9p", "5s", "7z", "6z", "6f", "0s")] == [
        *("一万", "九筒", "五条", "中", "发", "兰", "红五条"),
    ]
    assert [tile_name(parse_tile(text)) for text in ("1m", "1z", "5z", "8f", "4f")] == [
        *("1 characters", "east", "white", "bamboo flower", "winter"),
    ]
    for language in ("en", "ja", "zh"):
        assert len({tile_name(code, language) for code in range(CODES)}) == CODES
