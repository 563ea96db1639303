"""Tiles drawn by ourselves: as SVG text for notebooks, as matplotlib artists for charts.

Both are made from one description of a tile's face, a list of simple marks (discs, bars, glyphs) on a tile of 30 by 40 units.
A picture is a list of *groups*, each a list of `Piece`, set apart by a gap: the concealed tiles, the winning tile, each meld.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mjstats.faces import BACK, GOLD, HEIGHT, LINE, PAPER, WIDTH, Bar, Disc, Frame, Mark, Polygon, face_marks, wild_marks
from mjstats.tiles import face_of, parse_tiles, tile_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.offsetbox import AnnotationBbox, DrawingArea

GAP = 12.0
SPACE = 1.5
CORNER = 3.5
FONTS = (
    "'Noto Serif CJK JP','Noto Sans CJK JP','Source Han Serif','Source Han Sans','Songti SC','Hiragino Mincho ProN',"
    "'Yu Mincho','SimSun','MS Mincho',serif"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile in a picture.

    Parameters
    ----------
    code
        The tile code 0..44, or None for a tile that lies face down.
    wild
        Whether it carries the mark of a wild tile.
    sideways
        Whether it lies on its side, as a claimed tile does.
    on_top
        Another tile on its side laid above it (a kong added to a pung).
    """

    code: int | None
    wild: bool = False
    sideways: bool = False
    on_top: int | None = None


Groups = Sequence[Sequence[Piece]]


def pieces(tiles: str | Iterable[int], wilds: Iterable[int] = ()) -> list[Piece]:
    """Upright tiles from a text or codes; faces in `wilds` carry the mark.

    >>> [piece.wild for piece in pieces("5m0m7z", wilds={4})]
    [True, True, False]
    """
    marked = {face_of(code) for code in wilds}
    return [Piece(code, face_of(code) in marked) for code in (parse_tiles(tiles) if isinstance(tiles, str) else tiles)]


class _Placed(NamedTuple):
    code: int | None
    wild: bool
    sideways: bool
    x: float
    """Left edge, in units."""
    y: float
    """Upper edge, in units, from the top of the picture."""


def _layout(groups: Groups) -> tuple[list[_Placed], float, float]:
    """Where each tile lies, and the width and height of the whole."""
    stacked = any(piece.on_top is not None for group in groups for piece in group)
    height = 2 * WIDTH if stacked else HEIGHT
    placed: list[_Placed] = []
    x = 0.0
    for group in groups:
        if not group:
            continue
        x += GAP if placed else 0.0
        for piece in group:
            width, tall = (HEIGHT, WIDTH) if piece.sideways else (WIDTH, HEIGHT)
            placed.append(_Placed(piece.code, piece.wild, piece.sideways, x, height - tall))
            if piece.on_top is not None:
                placed.append(_Placed(piece.on_top, piece.wild, True, x, height - 2 * WIDTH))
            x += width + SPACE
        x -= SPACE
    return placed, max(x, 1.0), height


def _marks(tile: _Placed) -> list[Mark]:
    if tile.code is None:
        return [Frame(4, 4, WIDTH - 8, HEIGHT - 8, "#ffffff", 1.2)]
    return [*face_marks(tile.code), *(wild_marks() if tile.wild else ())]


def _ground(tile: _Placed) -> tuple[str, str, float]:
    """Fill, line colour and line width of a tile's box."""
    if tile.code is None:
        return BACK, LINE, 1.0
    return ("#fff3cf", GOLD, 2.2) if tile.wild else (PAPER, LINE, 1.0)


# --- SVG ---------------------------------------------------------------------------------------------------------------


def svg(groups: Groups, *, height: float = 44.0, title: str | None = None) -> str:
    """One picture as self-contained SVG text.

    Parameters
    ----------
    groups
        Lists of pieces, set apart by gaps.
    height
        Height of an upright tile in pixels.
    title
        What screen readers say and what appears under the pointer; by default the names of the tiles.

    >>> svg([pieces("1m")]).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    placed, wide, tall = _layout(groups)
    scale = height / HEIGHT
    names = title if title is not None else _names(groups)
    body = "".join(_svg_tile(tile) for tile in placed)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n((wide + 4) * scale)}" height="{_n((tall + 4) * scale)}" '
        f'viewBox="-2 -2 {_n(wide + 4)} {_n(tall + 4)}" role="img" style="vertical-align:middle" font-family="{FONTS}" '
        f'text-anchor="middle"><title>{escape(names)}</title>{body}</svg>'
    )


def _names(groups: Groups) -> str:
    def name(piece: Piece) -> str:
        return "face down" if piece.code is None else tile_name(piece.code) + (" (wild)" if piece.wild else "")

    return "; ".join(", ".join(name(piece) for piece in group) for group in groups if group)


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _svg_tile(tile: _Placed) -> str:
    turn = f"translate({_n(tile.x)} {_n(tile.y + (WIDTH if tile.sideways else 0))})" + (" rotate(-90)" if tile.sideways else "")
    fill, line, width = _ground(tile)
    size = f'width="{_n(WIDTH)}" height="{_n(HEIGHT)}" rx="{_n(CORNER)}"'
    box = f'<rect {size} fill="{fill}" stroke="{line}" stroke-width="{_n(width)}"/>'
    return f'<g transform="{turn}">{box}{"".join(_svg_mark(mark) for mark in _marks(tile))}</g>'


def _svg_mark(mark: Mark) -> str:
    if isinstance(mark, Disc):
        return f'<circle cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.radius)}" fill="{mark.color}"/>'
    if isinstance(mark, Bar):
        turn = f' transform="rotate({_n(mark.angle)} {_n(mark.x)} {_n(mark.y)})"' if mark.angle else ""
        left, top = mark.x - mark.width / 2, mark.y - mark.height / 2
        return (
            f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(mark.width)}" height="{_n(mark.height)}" '
            f'rx="{_n(mark.width / 2.2)}" fill="{mark.color}"{turn}/>'
        )
    if isinstance(mark, Frame):
        return (
            f'<rect x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.width)}" height="{_n(mark.height)}" rx="1.5" '
            f'fill="none" stroke="{mark.color}" stroke-width="{_n(mark.line)}"/>'
        )
    if isinstance(mark, Polygon):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in mark.points)
        return f'<polygon points="{points}" fill="{mark.color}"/>'
    # A glyph's middle lies about 0.36 of its size above its base line.
    place = f'x="{_n(mark.x)}" y="{_n(mark.y + 0.36 * mark.size)}"'
    return f'<text {place} font-size="{_n(mark.size)}" fill="{mark.color}">{mark.text}</text>'


# --- matplotlib --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def font_file() -> Path | None:
    """The font file with every character of the tiles in it (Noto Sans CJK JP), or None when it is not installed.

    Found without importing its package, which would change matplotlib's settings.
    """
    spec = find_spec("notojp_matplotlib")
    if spec is None or spec.origin is None:
        return None
    return next(iter(sorted(Path(spec.origin).parent.glob("fonts/*.otf"))), None)


def tile_box(groups: Groups, *, height: float = 24.0) -> DrawingArea:
    """One picture as a matplotlib box, for legends, annotations and tick labels.

    Parameters
    ----------
    groups
        Lists of pieces, set apart by gaps.
    height
        Height of an upright tile in points.

    Returns
    -------
    matplotlib.offsetbox.DrawingArea
    """
    from matplotlib.offsetbox import DrawingArea
    from matplotlib.patches import PathPatch
    from matplotlib.transforms import Affine2D

    placed, wide, tall = _layout(groups)
    scale = height / HEIGHT
    area = DrawingArea(wide * scale, tall * scale)
    for tile in placed:
        turn = Affine2D()
        if tile.sideways:
            turn.rotate_deg(-90).translate(0, WIDTH)
        turn.translate(tile.x, tile.y).scale(scale, -scale).translate(0, tall * scale)
        fill, line, width = _ground(tile)
        box = _rounded(0, 0, WIDTH, HEIGHT, CORNER)
        area.add_artist(PathPatch(turn.transform_path(box), facecolor=fill, edgecolor=line, linewidth=width * scale))
        for mark in _marks(tile):
            style: dict[str, Any] = {"facecolor": mark.color, "linewidth": 0}
            if isinstance(mark, Frame):
                style = {"facecolor": "none", "edgecolor": mark.color, "linewidth": mark.line * scale}
            area.add_artist(PathPatch(turn.transform_path(_path(mark)), **style))
    return area


def add_tiles(
    axes: Axes,
    tiles: str | Groups,
    xy: tuple[float, float],
    *,
    height: float = 24.0,
    coords: str = "data",
    align: tuple[float, float] = (0.5, 0.5),
    wilds: Iterable[int] = (),
) -> AnnotationBbox:
    """Draw tiles on a chart.

    Parameters
    ----------
    axes
        The matplotlib axes.
    tiles
        A tile text, or groups of pieces.
    xy
        Where, in `coords`.
    height
        Height of an upright tile in points, whatever the scale of the axes.
    coords
        matplotlib's name of the coordinates: ``"data"``, ``"axes fraction"`` ...
    align
        Which point of the picture lies at `xy`: (0, 0) is its lower left, (1, 1) its upper right corner.
    wilds
        Faces that carry the mark, where `tiles` is a text.

    Returns
    -------
    matplotlib.offsetbox.AnnotationBbox, already added to the axes.
    """
    from matplotlib.offsetbox import AnnotationBbox

    groups: Groups = [pieces(tiles, wilds)] if isinstance(tiles, str) else tiles
    box = AnnotationBbox(
        tile_box(groups, height=height), xy, xycoords=coords, box_alignment=align, frameon=False, pad=0, annotation_clip=False
    )
    axes.add_artist(box)
    return box


def _rounded(x: float, y: float, width: float, height: float, corner: float) -> Any:
    from matplotlib.patches import BoxStyle

    return BoxStyle.Round(pad=0, rounding_size=corner)(x, y, width, height, 1)


def _path(mark: Mark) -> Any:
    from matplotlib.path import Path as Outline
    from matplotlib.transforms import Affine2D

    if isinstance(mark, Disc):
        return Outline.circle((mark.x, mark.y), mark.radius)
    if isinstance(mark, Bar):
        box = _rounded(mark.x - mark.width / 2, mark.y - mark.height / 2, mark.width, mark.height, mark.width / 2.2)
        return Affine2D().rotate_deg_around(mark.x, mark.y, mark.angle).transform_path(box)
    if isinstance(mark, Frame):
        return _rounded(mark.x, mark.y, mark.width, mark.height, 1.5)
    if isinstance(mark, Polygon):
        return Outline([*mark.points, mark.points[0]], closed=True)
    outline = _glyph(mark.text, mark.size)
    bounds = outline.get_extents()
    middle = (bounds.x0 + bounds.x1) / 2, (bounds.y0 + bounds.y1) / 2
    return Affine2D().translate(-middle[0], -middle[1]).scale(1, -1).translate(mark.x, mark.y).transform_path(outline)


@lru_cache(maxsize=256)
def _glyph(text: str, size: float) -> Any:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    found = font_file()
    return TextPath((0, 0), text, size=size, prop=FontProperties(fname=str(found)) if found else FontProperties())


__all__ = ["Groups", "Piece", "add_tiles", "font_file", "pieces", "svg", "tile_box"]
