"""A hand that shows itself: drawn tiles in notebooks, text in a terminal. The same for a whole record."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mjstats.draw import Piece, pieces, svg
from mjstats.hand.meld import Meld
from mjstats.tiles import FACES, TileError, count_faces, face_of, format_tiles, parse_tile, parse_tiles, sort_tiles, tile_text

if TYPE_CHECKING:
    from rich.text import Text

    from mjstats.hand.record import Record, Win

_COLORS = {"m": "red", "p": "blue", "s": "green", "z": "magenta", "f": "yellow"}
_WAYS = {
    "discard": "on the discard of seat {}",
    "self-draw": "by self-draw",
    "rob-kong": "by robbing a kong of seat {}",
    "indicator": "with the indicator",
    "hand": "with the hand as it is",
}


class Hand:
    """The tiles of one player. In a notebook it shows itself as drawn tiles, in a terminal as text.

    Parameters
    ----------
    tiles
        Concealed tiles: a text or tile codes, in any order.
    melds
        Texts or `Meld` objects.
    flowers, kong_tiles
        Tiles laid open beside the melds: a text or codes.
    wilds
        Faces that are wild, as texts or codes; they carry a mark. A single text such as ``"5s7z"`` will do.
    winning_tile
        Shown apart from the concealed tiles.
    set_aside
        Groups of tiles laid aside, as texts.
    seat, seats
        The own seat and how many there are: tells on which side of a meld the claimed tile lies.

    Raises `TileError` with one line.

    Examples
    --------
    >>> hand = Hand("45p123m7z5s", melds=["222p<3", "(9999s)"], wilds="5s")
    >>> hand
    Hand('123m 45p 5s 7z', melds=['222p<3', '(9999s)'], wilds='5s')
    >>> print(hand)
    123m 45p 5s* 7z  222p<3 (9999s)
    >>> int(hand.counts().sum())
    7
    """

    def __init__(
        self,
        tiles: str | Iterable[int] = "",
        *,
        melds: Iterable[str | Meld] = (),
        flowers: str | Iterable[int] = "",
        kong_tiles: str | Iterable[int] = "",
        wilds: Iterable[str | int] = (),
        winning_tile: str | int | None = None,
        set_aside: Iterable[str] = (),
        seat: int | None = None,
        seats: int = 4,
    ) -> None:
        self.tiles = sort_tiles(_codes(tiles))
        """Tile codes of the concealed tiles, sorted, without the winning tile."""
        self.melds = tuple(meld if isinstance(meld, Meld) else Meld.parse(meld) for meld in _not_text(melds))
        self.flowers = _codes(flowers)
        self.kong_tiles = _codes(kong_tiles)
        self.wilds = wild_faces(wilds)
        """Faces 0..41 that are wild."""
        self.winning_tile = parse_tile(winning_tile) if isinstance(winning_tile, str) else winning_tile
        self.set_aside = tuple(parse_tiles(group) for group in _not_text(set_aside))
        self.seat = seat
        self.seats = seats

    def counts(self, *, size: int = FACES) -> NDArray[np.int64]:
        """How many of each face the concealed tiles hold, the winning tile included: int64, shape ``(size,)``, size 34 or 42.

        >>> Hand("112m", winning_tile="2m").counts(size=34)[:3]
        array([2, 2, 0])
        """
        return count_faces((*self.tiles, *(() if self.winning_tile is None else (self.winning_tile,))), size=size)

    def _groups(self) -> list[list[Piece]]:
        wilds = self.wilds
        won = () if self.winning_tile is None else (self.winning_tile,)
        return [
            pieces(self.tiles, wilds),
            pieces(won, wilds),
            *(pieces(group, wilds) for group in self.set_aside),
            *(_meld_pieces(meld, wilds, self.seat, self.seats) for meld in self.melds),
            pieces(self.kong_tiles, wilds),
            pieces(self.flowers, wilds),
        ]

    @property
    def groups(self) -> list[list[Piece]]:
        """The pieces to draw: concealed tiles, winning tile, tiles set aside, melds, kong tiles and flowers, each apart."""
        return [group for group in self._groups() if group]

    def svg(self, *, height: float = 44.0) -> str:
        """SVG text; `height` of a tile in pixels."""
        return svg(self.groups, height=height)

    def _repr_html_(self) -> str:
        return self.svg()

    def _parts(self) -> list[str]:
        """Text of what lies apart: concealed, winning tile, melds and whatever else lies open."""
        laid = [f"[{format_tiles(group, sort=False)}]" for group in self.set_aside]
        laid += [str(meld) for meld in self.melds]
        laid += [self._marked(codes) for codes in (self.kong_tiles, self.flowers) if codes]
        won = "" if self.winning_tile is None else "+ " + self._marked((self.winning_tile,))
        return [part for part in (self._marked(self.tiles), won, " ".join(laid)) if part]

    def _marked(self, codes: Iterable[int]) -> str:
        """Text by suits; a star follows the wild ones, which stand apart."""
        words: list[str] = []
        last = None
        for code in codes:
            kind = tile_text(code)[1], face_of(code) in self.wilds
            text = format_tiles([code])
            if kind == last:
                words[-1] = words[-1].rstrip("*")[:-1] + text
            else:
                words.append(text)
            words[-1] += "*" if kind[1] else ""
            last = kind
        return " ".join(words)

    def __str__(self) -> str:
        return "  ".join(self._parts())

    def __rich__(self) -> Text:
        from rich.text import Text

        text = Text()
        for word in str(self).split(" "):
            letter = next((letter for letter in word if letter in _COLORS), "")
            text.append(word, style=_COLORS.get(letter, "") + (" bold reverse" if word.endswith("*") else ""))
            text.append(" ")
        text.rstrip()
        return text

    def __repr__(self) -> str:
        parts = [repr(format_tiles(self.tiles, separator=" "))]
        if self.melds:
            parts.append(f"melds={[str(meld) for meld in self.melds]!r}")
        for name, codes in (("flowers", self.flowers), ("kong_tiles", self.kong_tiles), ("wilds", sorted(self.wilds))):
            if codes:
                parts.append(f"{name}={format_tiles(codes, sort=False)!r}")
        if self.winning_tile is not None:
            parts.append(f"winning_tile={tile_text(self.winning_tile)!r}")
        if self.set_aside:
            parts.append(f"set_aside={[format_tiles(group, sort=False) for group in self.set_aside]!r}")
        return f"Hand({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))


def wild_faces(wilds: Iterable[str | int]) -> frozenset[int]:
    """Faces from texts or codes, or from one text.

    >>> sorted(wild_faces("5s7z")), sorted(wild_faces({"5s", 33}))
    ([22, 33], [22, 33])
    """
    found: set[int] = set()
    for item in (wilds,) if isinstance(wilds, str) else wilds:
        found.update(face_of(code) for code in (parse_tiles(item) if isinstance(item, str) else (int(item),)))
    return frozenset(found)


def _codes(tiles: str | Iterable[int]) -> tuple[int, ...]:
    if isinstance(tiles, str):
        return parse_tiles(tiles)
    codes = tuple(int(code) for code in tiles)
    for code in codes:
        tile_text(code)  # raises for what is no tile code
    return codes


def _not_text(items: Iterable[Any]) -> Iterable[Any]:
    if isinstance(items, str):
        raise TileError(f"{items!r}: a list of texts is needed here, such as [{items!r}]")
    return items


def _meld_pieces(meld: Meld, wilds: Iterable[int], seat: int | None, seats: int) -> list[Piece]:
    """The claimed tile lies sideways on the side it came from; a concealed kong shows its middle tiles only."""
    row = pieces(meld.tiles, wilds)
    if meld.is_concealed:
        return [Piece(None), row[1], row[2], Piece(None)]
    if meld.claimed_from is None:
        return row
    added = meld.tiles[3] if meld.made == "added" else None
    row = row[:3] if added is not None else row
    # Each next seat sits at the right hand: the seat before is the left neighbour.
    steps = 1 if seat is None else (seat - meld.claimed_from) % seats
    place = 0 if steps == 1 else len(row) - 1 if steps == seats - 1 else 1
    lying = row[place]
    row[place] = Piece(lying.code, lying.wild, sideways=True, on_top=added)
    return row


def win_text(win: Win) -> str:
    """One win in words.

    >>> from mjstats.hand import Win
    >>> win_text(Win(by=1, tile="5p", how="discard", from_seat=3, last_tile=True))
    'seat 1 won with 5p on the discard of seat 3 (last tile)'
    """
    tile = f" with {win.tile}" if win.tile is not None and win.how != "indicator" else ""
    notes = [f"replacement for a {win.replacement}"] if win.replacement else []
    notes += [f"{win.kongs_in_a_row} kongs in a row"] if (win.kongs_in_a_row or 0) > 1 else []
    notes += [f"{win.wild_chain} wild discards before"] if win.wild_chain else []
    notes += [name.replace("_", " ") for name in ("after_kong", "last_tile", "first_turn") if getattr(win, name)]
    way = _WAYS[win.how].format(win.from_seat)
    return f"seat {win.by} won{tile} {way}" + (f" ({', '.join(notes)})" if notes else "")


def _facts(record: Record) -> list[str]:
    facts = [record.rules]
    facts += [f"{name} {value}" for name, value in record.options.items()]
    if record.indicators:
        facts.append(f"indicator {format_tiles(record.indicators, sort=False)}")
    facts += [f"dora {record.dora}"] if record.dora else []
    facts += [f"ura {record.ura}"] if record.ura else []
    facts += [f"streak {record.streak}"] if record.streak > 1 else []
    return facts


def _seat_name(record: Record, seat: int) -> str:
    roles = ["dealer"] if seat == record.dealer else []
    roles += ["winner"] if any(win.by == seat for win in record.wins) else []
    roles += list(record.players[seat].flags)
    return f"seat {seat}" + (f" ({', '.join(roles)})" if roles else "")


def _hand(record: Record, seat: int, wilds: Iterable[str | int]) -> Hand:
    player = record.players[seat]
    won = next((win.tile for win in record.wins if win.by == seat), None)
    hand = player.as_hand(wilds=wilds, winning_tile=won, seat=seat)
    hand.seats = len(record.players)
    return hand


def _ending(record: Record) -> str:
    return "; ".join(win_text(win) for win in record.wins) or "drawn hand"


def record_text(record: Record) -> str:
    """A record as a few lines of text."""
    lines = [", ".join(_facts(record))]
    for seat, player in enumerate(record.players):
        held = str(_hand(record, seat, ())) or "-"
        lines.append(f"{_seat_name(record, seat)}: {held}" + (f"  discards {player.discards}" if player.discards else ""))
    return "\n".join([*lines, _ending(record)])


def record_html(record: Record, wilds: Iterable[str | int] = ()) -> str:
    """A record as an HTML table of drawn tiles; the faces in `wilds` carry a mark."""
    marked = wild_faces(wilds)
    rows = []
    for seat, player in enumerate(record.players):
        hand = _hand(record, seat, marked)
        tiles = hand.svg(height=36) if hand.groups else "&ndash;"
        discards = svg([pieces(player.discards, marked)], height=22) if player.discards else ""
        cells = (escape(_seat_name(record, seat)), tiles, discards)
        rows.append("<tr>" + "".join(f'<td style="text-align:left;padding:3px 8px">{cell}</td>' for cell in cells) + "</tr>")
    indicator = svg([pieces(record.indicators)], height=28) if record.indicators else ""
    caption = f"{escape(', '.join(_facts(record)))} {indicator} &middot; {escape(_ending(record))}"
    return f"<div><div>{caption}</div><table>{''.join(rows)}</table></div>"
