"""A loaded rule set: the page's words, and the same packed for the kernels."""

from dataclasses import dataclass, field
from typing import Any

from mjstats.kernel.page import NO_INDICATOR, Ints, Page
from mjstats.rules.schema import PageWords
from mjstats.tiles import PLAIN, TileError, face_of, parse_tiles, tile_text


@dataclass(frozen=True, eq=False)
class RuleSet:
    """One rule set with its options; made by `mjstats.load`.

    Attributes
    ----------
    words
        the checked page.
    packed
        the page as arrays for the kernels.
    game
        what it says of whole games, int64 as in `mjstats.kernel.game`.
    options
        the options that were given.
    origin
        the id or path that it was loaded from.
    source
        the page as it was read, without options, as a JSON text: what `load` sets further options on.
    numbers
        what the lines of its requirements tell in braces -> the column of the fact.
    """

    words: PageWords
    packed: Page = field(repr=False)
    game: Ints = field(repr=False)
    options: dict[str, Any]
    origin: str
    source: str = field(repr=False)
    numbers: dict[str, int] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        """The id of the rule set."""
        return self.words.id

    @property
    def players(self) -> int:
        """How many play."""
        return self.words.wall.players

    @property
    def hand_size(self) -> int:
        """Tiles in a hand between turns, 13 or 16."""
        return self.words.wall.hand

    @property
    def turns_indicator(self) -> bool:
        """Whether a tile is turned up to fix the wild tiles."""
        return self.words.wild.source == "indicator"

    @property
    def pattern_ids(self) -> list[str]:
        """Ids of the pattern rows, in the order of the packed rows."""
        return [pattern.id for pattern in self.words.pattern]

    def setup_row(self, indicator: str | None) -> int:
        """The row of `packed.setup` for a turned-up tile given as text, such as '4s'.

        Raises `ValueError` with one line when the tile is missing, superfluous or not in the wall.
        """
        if not self.turns_indicator:
            if indicator is not None:
                raise ValueError(f"indicator: {indicator!r}: {self.id} turns no tile up; leave it out")
            return NO_INDICATOR
        if indicator is None:
            raise ValueError(f"indicator: missing: {self.id} turns a tile up; give its face, such as '4s'")
        try:
            codes = parse_tiles(indicator)
        except TileError as error:
            raise ValueError(f"indicator: {error}") from None
        face = face_of(codes[0]) if len(codes) == 1 else -1
        flower = face >= PLAIN and self.words.wild.flower_turned != "group"
        if face < 0 or flower or self.packed.play.tiles[face] == 0:
            raise ValueError(f"indicator: {indicator!r}: it is one tile of the wall, such as '4s'")
        return face

    def number_of(self, words: str) -> int:
        """The column of a fact such as 'streak' or 'pungs-in dragons', or -2 less the number of a group of patterns."""
        return self.numbers[words]

    def wild_faces(self, indicator: str | None) -> frozenset[str]:
        """The wild faces as text, for the turned-up tile.

        >>> import mjstats
        >>> sorted(mjstats.load("wuhan").wild_faces("4z"))
        ['5z']
        """
        row = self.packed.setup.wild[self.setup_row(indicator)]
        return frozenset(tile_text(face) for face in range(len(row)) if row[face])

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"RuleSet({self.origin!r}{given})"

    def _repr_html_(self) -> str:
        from mjstats.rules.table import page_html

        return page_html(self)
