"""Drawn tiles: well-formed pictures that tell faces, wild tiles and melds apart."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pytest

from mjstats.draw import Piece, add_tiles, font_file, pieces, svg, tile_box
from mjstats.faces import HEIGHT, WIDTH, Bar, Disc, Glyph, face_marks
from mjstats.hand import Hand
from mjstats.tiles import CODES, parse_tile

NAMES = "{http://www.w3.org/2000/svg}"


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_every_tile_looks_different() -> None:
    assert len({face_marks(code) for code in range(CODES)}) == CODES


@pytest.mark.parametrize("rank", range(2, 10))
def test_dots_and_bamboo_can_be_counted(rank: int) -> None:
    dots = [mark for mark in face_marks(parse_tile(f"{rank}p")) if isinstance(mark, Disc)]
    sticks = [mark for mark in face_marks(parse_tile(f"{rank}s")) if isinstance(mark, Bar)]
    for marks in (dots, sticks):
        places = {(mark.x, mark.y) for mark in marks}
        assert len(places) == rank
        assert all(3 < x < WIDTH - 3 and 3 < y < HEIGHT - 3 for x, y in places)
    rings = {(dot.x, dot.y): dot.radius for dot in reversed(dots) if dot.radius > 3}
    for one, other in combinations(rings, 2):
        assert np.hypot(one[0] - other[0], one[1] - other[1]) > rings[one] + rings[other], "dots overlap"


def test_characters_and_honours_carry_their_glyphs() -> None:
    def glyphs(text: str) -> str:
        return "".join(mark.text for mark in face_marks(parse_tile(text)) if isinstance(mark, Glyph))

    assert [glyphs(text) for text in ("7m", "0m", "1z", "6z", "7z", "2f")] == ["七萬", "五萬", "東", "發", "中", "2夏"]
    assert glyphs("5z") == ""  # white is a frame


def test_a_red_five_is_red_all_over() -> None:
    for text in ("0m", "0p", "0s"):
        colors = {mark.color for mark in face_marks(parse_tile(text))} - {"#fffdf6"}
        assert len(colors) == 1


def test_svg_is_self_contained_xml() -> None:
    picture = svg([pieces(range(CODES), wilds={4})], height=40)
    root = tree(picture)
    assert root.tag == f"{NAMES}svg"
    assert len(root.findall(f"{NAMES}g")) == CODES
    for link in ("href", "url(", "<image", "<script", "@import"):
        assert link not in picture
    title = root.find(f"{NAMES}title")
    assert title is not None
    assert title.text is not None
    assert title.text.count("(wild)") == 2  # five and red five of characters


def lefts(picture: str) -> list[float]:
    """Left edges of the tiles, in units."""
    return [float(tile.attrib["transform"].split("(")[1].split()[0]) for tile in tree(picture).findall(f"{NAMES}g")]


def test_melds_stand_apart() -> None:
    steps = np.diff(lefts(svg([pieces("12m"), pieces("345m")])))
    assert steps[1] > steps[0] + 5
    assert steps[2] == steps[0]


@pytest.mark.parametrize(
    ("meld", "lying"),
    [("222p<0", [0]), ("222p<3", [1]), ("222p<2", [2]), ("9999s<2", [3]), ("222p", []), ("7777m+<0", [0, 1]), ("(9999s)", [])],
)
def test_the_claimed_tile_lies_where_it_came_from(meld: str, lying: list[int]) -> None:
    # Seat 1: seat 0 sits at the left, 3 across, 2 at the right.
    tiles = tree(Hand(melds=[meld], seat=1).svg()).findall(f"{NAMES}g")
    assert [index for index, tile in enumerate(tiles) if "rotate" in tile.attrib["transform"]] == lying


def test_a_concealed_kong_hides_its_ends() -> None:
    group = Hand(melds=["(9999s)"]).groups[0]
    assert [piece.code for piece in group] == [None, 26, 26, None]


def test_an_empty_hand_is_an_empty_picture() -> None:
    assert tree(Hand().svg()).findall(f"{NAMES}g") == []


def test_matplotlib_draws_the_same_tiles() -> None:
    groups = Hand("123m45p5s7z", melds=["222p<3", "(9999s)", "7777m+<2"], wilds="5s", seat=1).groups
    box = tile_box(groups, height=24)
    # Three rows apart: 7 tiles, then melds of 3, 4 and 4 with two tiles lying, one on another.
    assert box.height == pytest.approx(24 * 2 * WIDTH / HEIGHT)
    figure, axes = plt.subplots(dpi=100)
    add_tiles(axes, groups, (0.5, 0.5), height=24)
    add_tiles(axes, "5s", (0.5, 0.1), height=40, wilds=[22])
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3].reshape(-1, 3)  # type: ignore[attr-defined]  # agg has it
    plt.close(figure)
    found = {tuple(int(part) for part in pixel) for pixel in np.unique(pixels, axis=0)}
    assert (0xE0, 0x8E, 0x00) in found, "no mark of a wild tile"
    assert (0x3F, 0x7F, 0x6E) in found, "no tile face down"


def test_matplotlib_keeps_tiles_in_their_box() -> None:
    box = tile_box([[Piece(0), Piece(9, sideways=True, on_top=9)]], height=40)
    for artist in box.get_children():
        bounds = artist.get_path().get_extents()
        assert -0.5 <= bounds.x0 <= bounds.x1 <= box.width + 0.5
        assert -0.5 <= bounds.y0 <= bounds.y1 <= box.height + 0.5


def test_the_font_has_every_character() -> None:
    from matplotlib.ft2font import FT2Font

    from mjstats.tiles import tile_name

    path = font_file()
    assert path is not None
    known = FT2Font(str(path)).get_charmap()
    for code in range(CODES):
        for language in ("en", "ja", "zh"):
            assert all(ord(character) in known for character in tile_name(code, language))
