"""One meld laid beside a hand: its text, its kind, how it was made."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from mjstats.tiles import PLAIN, SUITED, TileError, face_of, format_tiles, parse_tiles

Kind = Literal["chow", "pung", "kong"]
Made = Literal["claimed", "added", "concealed"]

_WHITE = 31
_FORM = re.compile(r"(?P<open>\()?(?P<tiles>[0-9a-zA-Z ]+)(?P<close>\))?(?P<added>\+)?(?:<(?P<seat>\d+))?(?:\*(?P<row>\d+))?")
_EXAMPLES = "melds are written '345m' '222p<3' '9999s' '9999s+' '(9999s)' '8888s<0*2'"


@dataclass(frozen=True, slots=True, repr=False)
class Meld:
    """A chow, pung or kong.

    Parameters
    ----------
    tiles
        Tile codes with the faces printed, in the order written.
    made
        ``"claimed"``, ``"added"`` (a kong made by adding to an own pung) or ``"concealed"`` (a kong).
    claimed_from
        The seat it was claimed from, or None when nobody is bound by it.
    in_a_row
        A kong that is the n-th in a row; else None.

    Examples
    --------
    >>> kong = Meld.parse("8888s<0*2")
    >>> kong.kind, kong.made, kong.claimed_from, kong.in_a_row, str(kong)
    ('kong', 'claimed', 0, 2, '8888s<0*2')
    >>> Meld.parse("124m")
    Traceback (most recent call last):
        ...
    mjstats.tiles.TileError: '124m': neither chow, pung nor kong; a chow is three in a row of one suit, as '345m'
    """

    tiles: tuple[int, ...]
    made: Made = "claimed"
    claimed_from: int | None = None
    in_a_row: int | None = None

    def __post_init__(self) -> None:
        _check(self)

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read a meld's text. Raises `TileError` with one line."""
        match = _FORM.fullmatch(text) if isinstance(text, str) else None
        if match is None or bool(match["open"]) != bool(match["close"]) or (match["open"] and match["added"]):
            raise TileError(f"{text!r}: not a meld; {_EXAMPLES}")
        made: Made = "concealed" if match["open"] else "added" if match["added"] else "claimed"
        seat, row = match["seat"], match["row"]
        try:
            return cls(parse_tiles(match["tiles"]), made, None if seat is None else int(seat), None if row is None else int(row))
        except TileError as error:
            # Say the whole text, not only the tiles within it.
            raise TileError(f"{text!r}: {str(error).partition(': ')[2]}") from None

    @property
    def kind(self) -> Kind:
        """``"chow"``, ``"pung"`` or ``"kong"``."""
        return "kong" if len(self.tiles) == 4 else "pung" if len(set(self.faces)) == 1 else "chow"

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces 0..41 of its tiles, red fives as fives, in the order written."""
        return tuple(face_of(code) for code in self.tiles)

    @property
    def is_concealed(self) -> bool:
        """Whether it is a concealed kong."""
        return self.made == "concealed"

    def __str__(self) -> str:
        text = format_tiles(self.tiles, sort=False)
        text = f"({text})" if self.is_concealed else f"{text}+" if self.made == "added" else text
        if self.claimed_from is not None:
            text += f"<{self.claimed_from}"
        return text if self.in_a_row is None else f"{text}*{self.in_a_row}"

    def __repr__(self) -> str:
        return f"Meld({str(self)!r})"


def _check(meld: Meld) -> None:
    text, faces = str(meld), sorted(meld.faces)
    if len(faces) not in (3, 4):
        raise TileError(f"{text!r}: a meld has three or four tiles, not {len(faces)}")
    if faces[-1] >= PLAIN:
        raise TileError(f"{text!r}: flowers make no meld; they stand under 'flowers'")
    alike = faces[0] == faces[-1]
    if len(faces) == 4 and not alike:
        raise TileError(f"{text!r}: the four tiles of a kong are alike, as '9999s'")
    if len(faces) == 3 and not alike and not _is_chow(faces):
        raise TileError(f"{text!r}: neither chow, pung nor kong; a chow is three in a row of one suit, as '345m'")
    if len(faces) == 3 and meld.made != "claimed":
        raise TileError(f"{text!r}: only a kong of four tiles is {meld.made}, as '(9999s)' or '9999s+'")
    if meld.in_a_row is not None and (len(faces) == 3 or meld.in_a_row < 1):
        raise TileError(f"{text!r}: '*n' marks a kong as the n-th in a row, n from 1")
    if meld.is_concealed and meld.claimed_from is not None:
        raise TileError(f"{text!r}: a concealed kong is claimed from nobody; leave out '<{meld.claimed_from}'")


def _is_chow(faces: list[int]) -> bool:
    """Three in a row of one suit; three different honours; or two of a suit with a white that stands for the third."""
    if len(set(faces)) < 3:
        return False
    if faces[0] >= SUITED:
        return True
    low, middle, high = faces
    if high == _WHITE:
        return low // 9 == middle // 9 and middle - low <= 2
    return low // 9 == high // 9 and high - low == 2
