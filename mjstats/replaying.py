"""One simulated hand shown turn by turn, and as a record that scores to the same payments."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mjstats.draw import pieces, svg
from mjstats.hand import Hand, Record
from mjstats.play import HandLog, hand_log
from mjstats.rules import RuleSet, load
from mjstats.tiles import format_tiles, parse_tile, tile_text, tiles_of_counts

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.kernel.board import Board

#: words of the events, in the order of the kernels' numbers
EVENTS = (
    "dealt",
    "indicator",
    "draws",
    "replaces",
    "discards",
    "chow",
    "pung",
    "claimed kong",
    "added kong",
    "concealed kong",
    "single kong",
    "wins",
    "drawn hand",
)
_HOW = ("discard", "self-draw", "rob-kong", "indicator", "hand")
_BEGIN = {"draws", "chow", "pung", "claimed kong"}
_SHOWN = {"chow", "pung", "claimed kong", "added kong", "concealed kong", "single kong", "discards"}
_PARTS = _BEGIN | _SHOWN | {"replaces"}


@dataclass(frozen=True)
class Replay:
    """One hand; `print` it for the text, let a notebook draw it.

    Attributes
    ----------
    rules, seed, hand, policy
        what the hand was played with; `hand` is the index of its table.
    result
        the hand's row of a simulation: name of the column -> number.
    events
        a DataFrame, an event a row: ``seat``, ``event``, ``tile``, ``extra`` (a chow: its lowest face as read; other claims: the
        seat claimed from; a discard: 1 within a wild chain), ``hand``: the concealed tiles of the seat afterwards.
    record
        the finished hand in the record format.
    """

    rules: RuleSet
    seed: int
    hand: int
    policy: str
    result: dict[str, int]
    events: pd.DataFrame
    record: Record

    @cached_property
    def wilds(self) -> frozenset[int]:
        """The wild faces, 0..41."""
        indicator = self.record.indicator
        faces = self.rules.wild_faces(indicator if isinstance(indicator, str) else None)
        return frozenset(parse_tile(face) for face in faces)

    def __str__(self) -> str:
        lines = [f"{self.rules!r}, seed {self.seed}, hand {self.hand}, policy {self.policy}"]
        if self.record.indicator:
            lines.append(f"indicator {self.record.indicator}, wild {format_tiles(self.wilds)}")
        return "\n".join([*lines, *self._lines(), *self._ending()])

    def _rows(self) -> list[tuple[int, str, str, int, str]]:
        return [(int(seat), event, tile, int(extra), hand) for seat, event, tile, extra, hand in self.events.to_numpy().tolist()]

    def _lines(self) -> list[str]:
        """A go a line: what the seat drew, claimed, laid and discarded, and the tiles that it keeps."""
        lines: list[str] = []
        go: list[str] = []
        last = -1
        for seat, event, tile, extra, hand in self._rows():
            if event not in _PARTS:
                continue
            if event in _BEGIN and go:
                lines.append(f"seat {last}: {', '.join(go)}")
                go = []
            go.append(f"{event} {tile}" + (" (wild chain)" if event == "discards" and extra else ""))
            last = seat
            if event == "discards":
                lines.append(f"seat {seat}: {', '.join(go):<44} {Hand(hand, wilds=self.wilds)}")
                go = []
        return [*lines, f"seat {last}: {', '.join(go)}"] if go else lines

    def _ending(self) -> list[str]:
        return ["", repr(self.record), "payments: " + ", ".join(f"{net:+d}" for net in self.nets)]

    @property
    def nets(self) -> list[int]:
        """What each seat gained or lost."""
        return [self.result[f"net_{seat}"] for seat in range(self.rules.players)]

    def _repr_html_(self) -> str:
        rows = []
        for seat, event, tile, _, hand in self._rows():
            if event not in _SHOWN:
                continue
            moved = svg([pieces(tile, self.wilds)], height=24)
            held = svg([pieces(hand, self.wilds)], height=24) if hand else ""
            cells = (f"seat {seat}", escape(event), moved, held)
            rows.append("<tr>" + "".join(f'<td style="text-align:left;padding:1px 8px">{cell}</td>' for cell in cells) + "</tr>")
        nets = ", ".join(f"{net:+d}" for net in self.nets)
        return (
            f"<div>{self.record.html(wilds=self.wilds)}<div>payments: {nets}</div>"
            f"<details><summary>turn by turn</summary><table>{''.join(rows)}</table></details></div>"
        )


def replay(rules: RuleSet | str | Path, *, seed: int, hand: int, streak: int = 1, policy: str = "fast", **options: Any) -> Replay:
    """Play one hand again: hand `hand` of what `simulate` plays with the same rule set, seed, streak and policy.

    >>> import mjstats
    >>> shown = replay("hangzhou", seed=1, hand=0)
    >>> mjstats.score(shown.record).net == shown.nets
    True
    """
    rules = load(rules, **options)
    log = hand_log(rules, seed=seed, table=hand, streak=streak, policy=policy)
    return Replay(
        rules=rules,
        seed=seed,
        hand=hand,
        policy=policy,
        result=_result(log),
        events=_events(rules, log),
        record=record_of(rules, log),
    )


def _result(log: HandLog) -> dict[str, int]:
    from mjstats.kernel.result import COLUMNS

    return {name: int(value) for name, value in zip(COLUMNS, log.result, strict=True)}


def _events(rules: RuleSet, log: HandLog) -> pd.DataFrame:
    """The log with words, and the hands followed through it."""
    import pandas as pd

    from mjstats.kernel.board import EVENT_WIN

    hands = np.zeros((rules.players, 42), np.int64)
    rows = []
    for kind, seat, face, extra in log.events.tolist():
        if seat >= 0 and kind != EVENT_WIN:
            _follow(log.board, hands[seat], EVENTS[kind], face, extra)
        held = format_tiles(tiles_of_counts(hands[seat])) if seat >= 0 else ""
        rows.append((seat, EVENTS[kind], tile_text(face) if face >= 0 else "", extra, held))
    return pd.DataFrame(rows, columns=["seat", "event", "tile", "extra", "hand"])


def _follow(board: Board, hand: np.ndarray[Any, np.dtype[np.int64]], event: str, face: int, extra: int) -> None:
    """Do to the counts what the event did to the hand."""
    from mjstats.kernel.board import PRINTED_AS, READ_AS

    if event == "chow":
        for read in range(extra, extra + 3):
            if read != board.marks[READ_AS, face]:
                hand[board.marks[PRINTED_AS, read]] -= 1
        return
    change = {"dealt": 1, "draws": 1, "replaces": 1, "pung": -2, "claimed kong": -3, "concealed kong": -4}
    hand[face] += change.get(event, -1)


def record_of(rules: RuleSet, log: HandLog) -> Record:
    """The finished hand as a record."""
    from mjstats.kernel import state as k

    data: dict[str, Any] = {"rules": rules.origin}
    if rules.options:
        data["options"] = dict(rules.options)
    row = int(log.board.seats.round[k.ROUND_SETUP])
    if rules.turns_indicator:
        data["indicator"] = tile_text(row)
    data["dealer"] = int(log.board.seats.round[k.ROUND_DEALER])
    data["streak"] = int(log.board.seats.round[k.ROUND_STREAK])
    data["players"] = [_player(rules, log, seat) for seat in range(rules.players)]
    data["win"] = _win(log) if log.won else None
    return Record.from_dict(data)


def _player(rules: RuleSet, log: HandLog, seat: int) -> dict[str, Any]:
    from mjstats.kernel import state as k
    from mjstats.kernel.board import DISCARDS

    board = log.board
    seats = board.seats
    player: dict[str, Any] = {}
    melds = int(seats.n_melds[seat])
    tiles = tiles_of_counts(seats.hand[seat])
    # In a last round without discards the others end with the tile that they drew: then the hand is left out.
    if len(tiles) + 3 * melds == rules.hand_size:
        player["hand"] = format_tiles(tiles)
    if melds:
        player["melds"] = [_meld(board, seat, m) for m in range(melds)]
    laid = tiles_of_counts(seats.laid[seat])
    if laid:
        player["kong_tiles"] = format_tiles(laid)
    discards = board.discards[seat, : board.own[seat, DISCARDS]].tolist()
    if discards:
        player["discards"] = format_tiles(discards, sort=False)
    if seats.points[seat] != k.NO_BOUND:
        player["points"] = int(seats.points[seat])
    return player


def _meld(board: Board, seat: int, m: int) -> str:
    from mjstats.kernel.board import PRINTED_AS
    from mjstats.kernel.page import ADDED_KONG, CHOW, CONCEALED_KONG, PUNG

    kind, low, source = board.seats.melds[seat, m].tolist()
    reads = [low, low + 1, low + 2] if kind == CHOW else [low] * (3 if kind == PUNG else 4)
    text = format_tiles([int(board.marks[PRINTED_AS, read]) for read in reads], sort=False)
    if kind == CONCEALED_KONG:
        return f"({text})"
    return text + ("+" if kind == ADDED_KONG else "") + f"<{source}"


def _win(log: HandLog) -> dict[str, Any]:
    from mjstats.kernel import state as k
    from mjstats.kernel.board import EVENT_REPLACEMENT, EVENT_SINGLE_KONG

    win = log.board.win.tolist()
    tile = win[k.WIN_TILE]
    data: dict[str, Any] = {"by": win[k.WIN_BY], "tile": tile_text(tile) if tile >= 0 else None, "how": _HOW[win[k.WIN_HOW]]}
    if win[k.WIN_FROM] >= 0:
        data["from"] = win[k.WIN_FROM]
    usual = 0
    if win[k.WIN_KONG_REPLACEMENT]:
        kinds = log.events[:, 0].tolist()
        last = len(kinds) - 1 - kinds[::-1].index(EVENT_REPLACEMENT)
        single = kinds[last - 1] == EVENT_SINGLE_KONG
        data["replacement"] = "kong-tile" if single else "kong"
        usual = 0 if single else 1
    if win[k.WIN_KONGS] != usual:
        data["kongs_in_a_row"] = win[k.WIN_KONGS]
    for key, place in (("after_kong", k.WIN_AFTER_KONG), ("last_tile", k.WIN_LAST_TILE), ("first_turn", k.WIN_FIRST_TURN)):
        if win[place]:
            data[key] = True
    if win[k.WIN_WILD_CHAIN]:
        data["wild_chain"] = win[k.WIN_WILD_CHAIN]
    if win[k.WIN_LATE_FROM] >= 0:
        data["chain_claim"] = {
            "from": win[k.WIN_LATE_FROM],
            "wild_chain": win[k.WIN_LATE_CHAIN],
            "kongs": win[k.WIN_LATE_KONGS],
        }
    return data
