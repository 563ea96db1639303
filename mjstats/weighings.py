"""What policies weighed in a hand played: as a table, in a line of text, as tiles."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from mjstats.draw import pieces, svg
from mjstats.play import HandLog
from mjstats.tiles import tile_text

if TYPE_CHECKING:
    import pandas as pd

SHOWN: Final = 3
"""How many discards are shown, the best ones; claims and kongs are shown whole."""

NOTHING: Final = {
    "fast": "fast weighs nothing but distance: the fewest tiles away, of equals the most tiles that help",
    "wild-chain": "wild-chain weighs nothing but distance, as fast does, and keeps to chains of wild discards",
    "random": "random weighs nothing",
}
"""What is said of the policies that leave nothing to show."""

KEY: Final = "weighed: chance to finish times worth, in points, the best first; what comes near the best is chosen as fast does"


def weighed_of(log: HandLog) -> pd.DataFrame:
    """What the weighing policies weighed, a choice a row: `mjstats.replaying.Replay.weighed`."""
    import pandas as pd

    from mjstats.kernel.chances import DRAWS_BINS, N_NODES, NODES

    rows = []
    for event, seat, face, score, cell, worth in log.notes.tolist():
        counted = cell >= 0
        away = int(cell) // (2 * DRAWS_BINS * N_NODES) if counted else None
        helping = NODES[int(cell) % N_NODES] if counted else None
        rows.append((int(event), int(seat), *_choice(int(face)), score, away, helping, worth if counted else None))
    table = pd.DataFrame(rows, columns=["event", "seat", "question", "choice", "score", "away", "helping", "worth"])
    return table.astype({"away": "Int64", "helping": "Int64", "worth": float})


def _choice(number: int) -> tuple[str, str]:
    """The question and what was weighed, by the column `NOTE_FACE` of the notes."""
    from mjstats.kernel.claims import KONG_KIND
    from mjstats.kernel.plans import NOTE_CLAIM, NOTE_KONG
    from mjstats.situation import CLAIMS

    if number >= 0:
        return "discard", tile_text(number)
    if number >= NOTE_CLAIM:
        claim = number - NOTE_CLAIM
        return "claim", CLAIMS[claim] if claim < len(CLAIMS) else "chow of honours"
    return "kong", f"kong {tile_text((number - NOTE_KONG - 1) % KONG_KIND)}" if number > NOTE_KONG else "no kong"


class Asked(NamedTuple):
    """What was weighed at one question."""

    seat: int
    question: str  #: discard, claim or kong
    choices: list[dict[Any, Any]]  #: rows of the table, the best first


def by_event(weighed: pd.DataFrame) -> dict[int, list[Asked]]:
    """For each event the questions that led to it, with the choices to show.

    Who may claim a tile in several ways is asked more than once whether to leave it: that is told once.
    """
    found: dict[int, list[Asked]] = {}
    for key, rows in weighed.groupby(["event", "seat", "question"], sort=False):
        event, seat, question = cast("tuple[int, int, str]", key)
        known = rows[rows["away"].notna()] if question == "discard" else rows.drop_duplicates("choice", keep="last")
        best = known.sort_values("score", ascending=False, kind="stable").head(SHOWN if question == "discard" else len(known))
        if len(best):
            found.setdefault(event, []).append(Asked(seat, question, best.to_dict("records")))
    return found


def said(asked: Asked) -> str:
    """The choices in a line.

    >>> said(Asked(0, "claim", [{"choice": "pung", "score": 0.98765}, {"choice": "none", "score": 0.5}]))
    'pung 0.9877; none 0.5'
    """
    return "; ".join([*(f"{row['choice']} {_reckoned(row, asked.question)}" for row in asked.choices), *_given_up(asked)])


def drawn(asked: Asked, wilds: frozenset[int], taken: str = "") -> str:
    """The choices as HTML, tiles drawn; a discard that was taken in bold."""
    parts = []
    for row in asked.choices:
        *words, last = row["choice"].split(" ") if asked.question == "kong" else [row["choice"]]
        tile = last if asked.question == "discard" or words == ["kong"] else ""
        text = escape(_reckoned(row, asked.question))
        text = f"<b>{text}</b>" if tile and row["choice"] == taken else text
        shown = " ".join([*words, svg([pieces(tile, wilds)], height=20) if tile else last])
        parts.append(f'<span style="white-space:nowrap;margin-right:1em">{shown} {text}</span>')
    return " ".join([*parts, *_given_up(asked)])


def _reckoned(row: dict[Any, Any], question: str) -> str:
    counted = f" ({row['away']} away, {row['helping']} tiles)" if question == "discard" else ""
    return f"{row['score']:,.4g}{counted}"


def _given_up(asked: Asked) -> list[str]:
    """What is said where no claim was looked at closely."""
    alone = asked.question == "claim" and [row["choice"] for row in asked.choices] == ["none"]
    return ["claims promise far less"] if alone else []
