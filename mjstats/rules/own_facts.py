"""Columns that a page has of its own: its stages, members of families over sets of faces, sums over the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches

import numpy as np

from mjstats.kernel import page as k
from mjstats.kernel.columns import COLUMN, FAMILIES, N_FACTS
from mjstats.tiles import face_of, parse_tiles

_SUITED = "123456789m123456789p123456789s"
#: sets of faces that every page knows, as tiles
NAMED = {
    "simples": "2345678m2345678p2345678s",
    "terminals": "19m19p19s",
    "terminals-honors": "19m19p19s1234567z",
    "numbers": _SUITED,
    "honors": "1234567z",
    "winds": "1234z",
    "dragons": "567z",
    "fives": "5m5p5s",
    "258": "258m258p258s",
    "flowers": "12345678f",
}
#: sets that depend on the seat or on the deal
MOVING = {
    "seat-wind": k.SETS_SEAT_WIND,
    "round-wind": k.SETS_ROUND_WIND,
    "other-winds": k.SETS_OTHER_WINDS,
    "seat-flowers": k.SETS_SEAT_FLOWERS,
    "wilds": k.SETS_WILDS,
}
_SUMS = {"others": k.OWN_OTHERS, "table": k.OWN_TABLE}


class OwnFacts:
    """Collects the page's own columns while its conditions and prices are read."""

    def __init__(self, faces: Mapping[str, str], stages: Sequence[str]) -> None:
        self.faces = {**NAMED, **faces}
        self.stages = list(stages)
        self.rows: list[tuple[int, int, int, tuple[int, ...]]] = []

    def stage(self, name: str, text: str) -> int:
        """The column of what a stage comes to."""
        if name not in self.stages:
            known = ", ".join(self.stages) or "none on this page"
            raise ValueError(f"{text!r}: no stage is called {name!r}; there are: {known}")
        return N_FACTS + self.stages.index(name)

    def column(self, name: str, of: str | None, text: str) -> int:
        """The column of a fact, of a family's member where `of` names a set of faces.

        Raises `ValueError` that quotes `text` and says what is possible.
        """
        if name in FAMILIES:
            if of is None:
                raise ValueError(f"{text!r}: {name!r} is asked of a set of faces, such as '{name} dragons'")
            return self._member(name, of, text)
        if of is not None:
            raise ValueError(f"{text!r}: {name!r} takes no set of faces; those that do are {', '.join(FAMILIES)}")
        if name not in COLUMN:
            near = get_close_matches(name, [*COLUMN, *FAMILIES], 1, 0.5)
            cure = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(COLUMN)}"
            raise ValueError(f"{text!r}: no fact is called {name!r}; {cure}")
        return COLUMN[name]

    def summed(self, over: str, column: int) -> int:
        """The column of `column` summed over all seats (`table`) or all but the own (`others`)."""
        return self._keep((_SUMS[over], 0, column, ()))

    def _member(self, name: str, of: str, text: str) -> int:
        if of not in self.faces and of not in MOVING:
            known = [*self.faces, *MOVING]
            near = get_close_matches(of, known, 1, 0.5)
            cure = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
            raise ValueError(f"{text!r}: no set of faces is called {of!r}; {cure}")
        faces = tuple(sorted({face_of(code) for code in parse_tiles(self.faces[of])})) if of in self.faces else ()
        return self._keep((list(FAMILIES).index(name), MOVING.get(of, k.SETS_FIXED), -1, faces))

    def _keep(self, row: tuple[int, int, int, tuple[int, ...]]) -> int:
        if row not in self.rows:
            self.rows.append(row)
        return N_FACTS + len(self.stages) + self.rows.index(row)

    def packed(self, of_all: Collection[int]) -> k.Ints:
        """The rows of `Page.own_facts`; `of_all` are the columns that are read of people who did not win."""
        rows = [
            [kind, of, summed, 0 if of != k.SETS_FIXED else sum(1 << face for face in faces), int(column in of_all), column]
            for column, (kind, of, summed, faces) in enumerate(self.rows, N_FACTS + len(self.stages))
        ]
        return np.array(sorted(rows, key=lambda row: row[k.OWN_KIND]), np.int64).reshape(len(rows), 6)
