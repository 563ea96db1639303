"""One simulated hand shown turn by turn, and as a record that scores to the same payments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mjstats.draw import pieces, svg
from mjstats.frames import label_of
from mjstats.hand import Hand, Record
from mjstats.play import HandLog, check_numbers, hand_log
from mjstats.policies import Policies, policy_text
from mjstats.rules import RuleSet, load
from mjstats.tiles import RED_FIVES, format_tiles, parse_tile, tile_text, tiles_of_counts
from mjstats.weighings import KEY, NOTHING, Asked, by_event, drawn, said, weighed_of

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
    "flower",
    "declares ready",
    "bonus indicator",
    "bird",
)
_HOW = ("discard", "self-draw", "rob-kong", "indicator", "hand")
RED_CODES = {face: code for code, face in RED_FIVES.items()}
_BEGIN = {"draws", "chow", "pung", "claimed kong"}
_SHOWN = {"chow", "pung", "claimed kong", "added kong", "concealed kong", "single kong", "discards", "flower", "declares ready"}
_KONGS = {EVENTS.index(word) for word in ("claimed kong", "added kong", "concealed kong", "single kong")}
_PARTS = _BEGIN | _SHOWN | {"replaces"}


@dataclass(frozen=True)
class Replay:
    """One hand; `print` it for the text, let a notebook draw it: both show what was weighed, or say who weighs nothing.

    Attributes
    ----------
    rules, seed, hand, game, policy
        what the hand was played with; `hand` is the index of its table, or, where `game` is that, its number in the game.
    result
        the hand's row of a simulation: name of the column -> number.
    events
        a DataFrame, an event a row: ``seat``, ``event``, ``tile``, ``extra`` (a chow: its lowest face as read, or 64 and the row
        of a set of named honours; other claims: the seat claimed from; a discard: 1 within a wild chain; a bonus indicator: the
        face under it), ``hand``: the concealed tiles of the seat afterwards.
    record
        the finished hand in the record format.
    weighed
        a DataFrame, a choice a row, of the policies that weigh: ``event`` (row of `events` that it led to, or the one after it
        where nothing was claimed), ``seat``, ``question`` (``discard``, ``claim``, ``kong``), ``choice`` (a tile to discard, a
        claim, ``none``, a kong, ``no kong``), ``score`` (the chance to finish times the worth, other plans beside it a little, in
        points; where others come near the best they do as `fast` does), ``away``, ``helping`` (tiles, to the nearest place of
        the table of chances), ``worth`` (what the finished hand was taken to bring); missing where not counted.
    """

    rules: RuleSet
    seed: int
    hand: int
    game: int | None
    policy: str
    result: dict[str, int]
    events: pd.DataFrame
    record: Record
    weighed: pd.DataFrame

    @cached_property
    def wilds(self) -> frozenset[int]:
        """The wild faces, 0..41."""
        indicator = self.record.indicator
        faces = self.rules.wild_faces(indicator if isinstance(indicator, str) else None)
        return frozenset(parse_tile(face) for face in faces)

    def __str__(self) -> str:
        place = f"hand {self.hand}" if self.game is None else f"game {self.game}, hand {self.hand}"
        lines = [f"{label_of(self.rules)}, seed {self.seed}, {place}, policy {self.policy}"]
        if self.record.indicator:
            lines.append(f"indicator {self.record.indicator}, wild {format_tiles(self.wilds)}")
        return "\n".join([*lines, *self._key(), *self._lines(), *self._ending()])

    def _key(self) -> list[str]:
        """What the numbers are that were weighed, and whose play has none."""
        names = dict.fromkeys(self.policy.split(","))
        return ([] if self.weighed.empty else [KEY]) + [NOTHING[name] for name in names if name in NOTHING]

    @cached_property
    def _asked(self) -> dict[int, list[Asked]]:
        return by_event(self.weighed)

    def _claims(self, row: int) -> list[tuple[Asked, str]]:
        """What was weighed of the discard before an event, by whom, and that tile."""
        asked = [one for one in self._asked.get(row, []) if one.question == "claim"]
        return [(one, str(self.events["tile"].iloc[row - 1])) for one in asked]

    def _rows(self) -> list[tuple[int, str, str, int, str]]:
        return [(int(seat), event, tile, int(extra), hand) for seat, event, tile, extra, hand in self.events.to_numpy().tolist()]

    def _lines(self) -> list[str]:
        """A go a line: what the seat drew, claimed, laid and discarded, the tiles that it keeps, and what it weighed."""
        lines: list[str] = []
        go: list[str] = []
        weighed: list[str] = []
        last = -1
        for row, (seat, event, tile, extra, hand) in enumerate(self._rows()):
            if event in _BEGIN and go:
                lines.append(_go(last, go, "", weighed))
            lines += [_go(one.seat, [f"asked for {claimed}"], "", [said(one)]) for one, claimed in self._claims(row)]
            weighed += [said(one) for one in self._asked.get(row, []) if one.question != "claim"]
            if event not in _PARTS:
                continue
            go.append(f"{event} {tile}".strip() + (" (wild chain)" if event == "discards" and extra else ""))
            last = seat
            if event == "discards":
                lines.append(_go(seat, go, str(Hand(hand, wilds=self.wilds)), weighed))
        return [*lines, _go(last, go, "", weighed)] if go else lines

    def _ending(self) -> list[str]:
        return ["", repr(self.record), "payments: " + ", ".join(f"{net:+d}" for net in self.nets)]

    @property
    def nets(self) -> list[int]:
        """What each seat gained or lost."""
        return [self.result[f"net_{seat}"] for seat in range(self.rules.players)]

    def _repr_html_(self) -> str:
        rows = []
        for row, (seat, event, tile, _, hand) in enumerate(self._rows()):
            rows += [self._html_row(one.seat, "asked for", claimed, "", [one]) for one, claimed in self._claims(row)]
            own = [one for one in self._asked.get(row, []) if one.question != "claim"]
            if event in _SHOWN:
                rows.append(self._html_row(seat, event, tile, hand, own))
            else:
                rows += [self._html_row(one.seat, one.question, "", "", [one]) for one in own]
        nets = ", ".join(f"{net:+d}" for net in self.nets)
        key = "".join(f"<div>{escape(line)}</div>" for line in self._key())
        return (
            f"<div>{self.record.html(wilds=self.wilds)}<div>payments: {nets}</div>"
            f"<details><summary>turn by turn</summary>{key}<table>{''.join(rows)}</table></details></div>"
        )

    def _html_row(self, seat: int, event: str, tile: str, hand: str, asked: list[Asked]) -> str:
        """A row of the table: who did what, the tiles kept, what was weighed."""
        moved, held = (svg([pieces(tiles, self.wilds)], height=24) if tiles else "" for tiles in (tile, hand))
        weighed = " ".join(drawn(one, self.wilds, taken=tile) for one in asked)
        cells = (f"seat {seat}", escape(event), moved, held, weighed)
        return "<tr>" + "".join(f'<td style="text-align:left;padding:1px 8px">{cell}</td>' for cell in cells) + "</tr>"


def _go(seat: int, go: list[str], hand: str, weighed: list[str]) -> str:
    """The line of a go; what was gathered for it is used up."""
    text = f"seat {seat}: " + (f"{', '.join(go):<44} {hand}" if hand else ", ".join(go))
    line = "  weighed: ".join([text, " | ".join(weighed)] if weighed else [text])
    go.clear()
    weighed.clear()
    return line


def replay(
    rules: RuleSet | str | Path,
    *,
    seed: int,
    hand: int,
    game: int | None = None,
    streak: int = 1,
    policy: Policies = "fast",
    **options: Any,
) -> Replay:
    """Play one hand again: hand `hand` of what `simulate` plays with the same rule set, seed, streak and policy.

    With `game` it is hand `hand` of that game, both counted from 0.

    >>> import mjstats
    >>> shown = replay("hangzhou", seed=1, hand=0)
    >>> mjstats.score(shown.record).net == shown.nets
    True
    """
    rules = load(rules, **options)
    if game is not None and streak != 1:
        raise ValueError(f"streak: {streak}; a game begins with the dealer's first hand in a row, leave it out")
    check_numbers(rules, hand=hand, **({} if game is None else {"game": game}))
    table, number = (hand, 0) if game is None else (game, hand)
    log = hand_log(rules, seed=seed, table=table, hand=number, streak=streak, policy=policy)
    return Replay(
        rules=rules,
        seed=seed,
        hand=hand,
        game=game,
        policy=policy_text(policy, rules.players),
        result=_result(log),
        events=_events(rules, log),
        record=record_of(rules, log),
        weighed=weighed_of(log),
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
    from mjstats.kernel.board import EXTRA_CHOW, PRINTED_AS, READ_AS

    if event in ("declares ready", "bird"):
        return
    if event == "chow":
        reads = board.extra_sets[extra - EXTRA_CHOW].tolist() if extra >= EXTRA_CHOW else range(extra, extra + 3)
        for read in reads:
            if read != board.marks[READ_AS, face]:
                hand[board.marks[PRINTED_AS, read]] -= 1
        return
    change = {"dealt": 1, "draws": 1, "replaces": 1, "pung": -2, "claimed kong": -3, "concealed kong": -4}
    hand[face] += change.get(event, -1)


def record_of(rules: RuleSet, log: HandLog) -> Record:
    """The finished hand as a record."""
    from mjstats.kernel import state as k
    from mjstats.kernel.board import EVENT_BIRD, EVENT_BONUS, REFUSED
    from mjstats.kernel.page import PLAIN_HONOR

    seats = log.board.seats
    data: dict[str, Any] = {"rules": rules.origin}
    if rules.options:
        data["options"] = dict(rules.options)
    if rules.turns_indicator:
        data["indicator"] = tile_text(int(seats.round[k.ROUND_SETUP]))
    data["dealer"] = int(seats.round[k.ROUND_DEALER])
    data["streak"] = int(seats.round[k.ROUND_STREAK])
    if seats.round[k.ROUND_EAST] != seats.round[k.ROUND_DEALER]:
        data["east"] = int(seats.round[k.ROUND_EAST])
    if seats.round[k.ROUND_WIND] != PLAIN_HONOR:
        data["round_wind"] = tile_text(int(seats.round[k.ROUND_WIND]))
    for key, place in (("honba", k.ROUND_HONBA), ("sticks", k.ROUND_STICKS), ("washouts", k.ROUND_WASHOUTS)):
        if seats.round[place]:
            data[key] = int(seats.round[place])
    if seats.round[k.ROUND_SAME_FIRST]:
        data["same_first_discards"] = int(seats.round[k.ROUND_SAME_FIRST])
    bonus = [(face, under) for kind, _, face, under in log.events.tolist() if kind == EVENT_BONUS]
    if bonus:
        data["dora"] = format_tiles([face for face, _ in bonus], sort=False)
        data["ura"] = format_tiles([under for _, under in bonus], sort=False)
    birds = [face for kind, _, face, _ in log.events.tolist() if kind == EVENT_BIRD]
    if birds:
        data["bird"] = format_tiles(birds, sort=False)
    declared = log.won or log.board.clock[REFUSED] == 1
    wins = _wins(log) if declared else []
    data["players"] = [_player(rules, log, seat, wins) for seat in range(rules.players)]
    data["win"] = None if not wins else wins[0] if len(wins) == 1 else wins
    return Record.from_dict(data)


def _player(rules: RuleSet, log: HandLog, seat: int, wins: list[dict[str, Any]]) -> dict[str, Any]:
    from mjstats.kernel import state as k
    from mjstats.kernel.board import DISCARDS, REDS_HELD
    from mjstats.kernel.page import READS_KONG_ROWS

    board = log.board
    seats = board.seats
    player: dict[str, Any] = {}
    melds = int(seats.n_melds[seat])
    tiles = tiles_of_counts(seats.hand[seat])
    size = len(tiles) + 3 * melds
    # In a last round without discards the others end with the tile that they drew: then the hand is left out. Before the first
    # discard, or when the last tile drawn was a kong's or a flower's, the hand is given with it.
    as_held = any(win["how"] in ("hand", "indicator") for win in wins)
    if size == rules.hand_size or (size == rules.hand_size + 1 and (as_held or (not wins and _drew_last(log, seat)))):
        player["hand"] = format_tiles(_with_reds(tiles, int(board.own[seat, REDS_HELD] & ~_won_red(log, seat))))
    if melds:
        player["melds"] = _melds(log, seat, rows=bool(rules.packed.reads & READS_KONG_ROWS))
    laid = tiles_of_counts(seats.laid[seat])
    if laid:
        player["kong_tiles"] = format_tiles(laid)
    bits = int(seats.marks[seat, k.MARK_FLOWER_BITS])
    if bits:
        honors = [27 + honor for honor in range(7) for _ in range(bits >> k.FLOWER_HONORS + k.HONOR_BITS * honor & 7)]
        player["flowers"] = format_tiles([*(34 + flower for flower in range(8) if bits >> flower & 1), *honors])
    discards = [_code(int(tile)) for tile in board.discards[seat, : board.own[seat, DISCARDS]]]
    if discards:
        player["discards"] = format_tiles(discards, sort=False)
    flags = _flags(board, seat)
    if flags:
        player["flags"] = flags
    if rules.words.play.stakes:
        player["stake"] = int(seats.marks[seat, k.MARK_STAKE])
    bought, raised = (int(seats.marks[seat, mark]) for mark in (k.MARK_BOUGHT, k.MARK_RAISED))
    if bought or raised:
        player["stake"] = ({"buy": True} if bought else {}) | ({"raise": raised} if raised else {})
    if rules.words.limits.points_left and seats.marks[seat, k.MARK_POINTS] != k.NO_BOUND:
        player["points"] = int(seats.marks[seat, k.MARK_POINTS])
    return player


def _drew_last(log: HandLog, seat: int) -> bool:
    """Whether `seat` holds the tile drawn last."""
    from mjstats.kernel.board import SEAT

    return int(log.board.clock[SEAT]) == seat


def _flags(board: Board, seat: int) -> list[str]:
    """What was declared, in the words of the game: with bonus tiles riichi, else ready."""
    from mjstats.kernel import state as k
    from mjstats.kernel.board import DECLARE_LAYS

    marks = board.seats.marks[seat]
    if marks[k.MARK_DECLARED] == 0:
        return []
    riichi = board.terms[DECLARE_LAYS] > 0
    if marks[k.MARK_DECLARED_DEALT]:
        words = ["ready-dealt"]
    elif marks[k.MARK_DECLARED_FIRST]:
        words = ["double-riichi" if riichi else "ready-first"]
    else:
        words = ["riichi" if riichi else "ready"]
    return [*words, "ippatsu"] if marks[k.MARK_ONE_SHOT] and riichi else words


def _code(tile: int) -> int:
    """The tile code of a face of the kernels, red or not."""
    from mjstats.kernel.board import RED

    return tile if tile < RED else RED_CODES[tile % RED]


def _with_reds(tiles: Sequence[int], bits: int) -> list[int]:
    """The tiles with a red five for a five of each suit whose bit is set."""
    codes = list(tiles)
    for face, code in RED_CODES.items():
        if bits >> face // 9 & 1 and face in codes:
            codes[codes.index(face)] = code
    return codes


def _won_red(log: HandLog, seat: int) -> int:
    """The bit of the red five that `seat` won with, which stands beside the hand."""
    from mjstats.kernel import state as k

    win = log.board.win
    mine = log.won and win[k.WIN_RED] == 1 and win[k.WIN_BY] == seat and win[k.WIN_FROM] < 0
    return 1 << int(win[k.WIN_TILE]) // 9 if mine else 0


def _melds(log: HandLog, seat: int, *, rows: bool) -> list[str]:
    """The melds as the record writes them; a red five stands in the first meld that shows its face.

    With `rows` a kong tells its place in a row, but the first.
    """
    from mjstats.kernel import state as k
    from mjstats.kernel.board import EVENT_CHOW, PRINTED_AS, REDS_LAID
    from mjstats.kernel.page import ADDED_KONG, CHOW, CONCEALED_KONG, EXTRA_SET, PUNG

    board = log.board
    claimed = [face for kind, by, face, _ in log.events.tolist() if kind == EVENT_CHOW and by == seat]
    reds = int(board.own[seat, REDS_LAID])
    bits = int(board.seats.marks[seat, k.MARK_KONG_ROWS])
    texts = []
    for kind, low, source in board.seats.melds[seat, : board.seats.n_melds[seat]].tolist():
        if kind == EXTRA_SET:
            reads = board.extra_sets[low].tolist()
        else:
            reads = [low, low + 1, low + 2] if kind == CHOW else [low] * (3 if kind == PUNG else 4)
        faces = [int(board.marks[PRINTED_AS, read]) for read in reads]
        if kind in (CHOW, EXTRA_SET):
            faces = _claimed_first(faces, claimed.pop(0), board, source)
        codes = _with_reds(faces, reds)
        for face, code in RED_CODES.items():
            if code in codes:
                reds &= ~(1 << face // 9)
        text = format_tiles(codes, sort=False)
        text = f"({text})" if kind == CONCEALED_KONG else text + ("+" if kind == ADDED_KONG else "") + f"<{source}"
        before = bits & (1 << k.KONG_ROW_BITS) - 1
        texts.append(f"{text}*{before + 1}" if rows and before else text)
        bits >>= k.KONG_ROW_BITS
    # A kong whose replacement wins stands last.
    last = _drawn_for(log, seat)
    if last >= 0:
        texts.append(texts.pop(last))
    return texts


def _drawn_for(log: HandLog, seat: int) -> int:
    """Place of the added kong that `seat` won after, where a claimed one was laid later; else -1."""
    from mjstats.kernel import state as k
    from mjstats.kernel.board import EVENT_ADDED_KONG, READ_AS
    from mjstats.kernel.page import ADDED_KONG, CLAIMED_KONG

    board = log.board
    laid = board.seats.melds[seat, : board.seats.n_melds[seat]]
    if not log.won or board.win[k.WIN_BY] != seat or board.win[k.WIN_KONG_REPLACEMENT] == 0 or not len(laid):
        return -1
    kongs = [row for row in log.events.tolist() if row[0] in _KONGS]
    kong = kongs[-1]
    if kong[0] != EVENT_ADDED_KONG or laid[-1, k.MELD_KIND] != CLAIMED_KONG:
        return -1
    read = board.marks[READ_AS, kong[2]]
    return int(np.flatnonzero((laid[:, k.MELD_KIND] == ADDED_KONG) & (laid[:, k.MELD_FACE] == read))[0])


def _claimed_first(faces: list[int], claimed: int, board: Board, source: int) -> list[int]:
    """The tiles of a chow in rising order, or, where its source discarded another of them too, the claimed one first."""
    plain = all(face < 27 for face in faces) or all(face >= 27 for face in faces)
    if not plain or (board.seats.discards[source, faces] > 0).sum() < 2:
        return faces
    return [claimed, *sorted((face for face in faces if face != claimed), reverse=True)]


def _wins(log: HandLog) -> list[dict[str, Any]]:
    """One object a winner, the nearest to who gave the tile first; those too many who declared are there too."""
    from mjstats.kernel.board import DECLARERS, FIRST_READY, GOES, READY_DEALT, REFUSED, SEAT, WINNERS

    board = log.board
    last = _win(log)
    bits = int(board.clock[DECLARERS] if board.clock[REFUSED] else board.clock[WINNERS])
    if last["how"] not in ("discard", "rob-kong", "hand") or bits.bit_count() < 2:
        return [last]
    players = len(board.seats.n_melds)
    source = int(board.clock[SEAT])
    order = [(source + turn) % players for turn in range(last["how"] != "hand", players)]
    if last["how"] == "hand":
        return [{**last, "by": seat} for seat in order if bits >> seat & 1]
    wins = []
    for seat in order:
        if bits >> seat & 1:
            own = {**last, "by": seat} | _own_tile(board, seat)
            own.pop("first_turn", None)
            in_time = board.own[seat, READY_DEALT] == 1 if board.terms[FIRST_READY] else board.own[seat, GOES] == 0
            if last["how"] == "discard" and _undisturbed(board) and in_time:
                own["first_turn"] = True
            wins.append(own)
    return wins


def _own_tile(board: Board, seat: int) -> dict[str, Any]:
    """Of two tiles discarded at once the one that `seat` won on, and the other one."""
    from mjstats.kernel.board import SECOND, TILE, WON_ON

    if board.clock[SECOND] == 0:
        return {}
    tiles = int(board.clock[TILE]), int(board.clock[SECOND]) - 1
    won, other = tiles if board.own[seat, WON_ON] == tiles[0] else tiles[::-1]
    return {"tile": tile_text(won), "second_tile": tile_text(other)}


def _undisturbed(board: Board) -> bool:
    from mjstats.kernel.board import CLAIMS, KONGS_MADE

    return int(board.clock[CLAIMS]) == 0 and int(board.clock[KONGS_MADE]) == 0


def _win(log: HandLog) -> dict[str, Any]:
    from mjstats.kernel import state as k
    from mjstats.kernel.board import EVENT_REPLACEMENT, EVENT_SINGLE_KONG

    win = log.board.win.tolist()
    tile = win[k.WIN_TILE]
    code = RED_CODES[tile] if win[k.WIN_RED] else tile
    data: dict[str, Any] = {"by": win[k.WIN_BY], "tile": tile_text(code) if tile >= 0 else None, "how": _HOW[win[k.WIN_HOW]]}
    if win[k.WIN_FROM] >= 0:
        data["from"] = win[k.WIN_FROM]
    if win[k.WIN_SECOND]:
        data["second_tile"] = tile_text(win[k.WIN_SECOND] - 1)
    usual = 0
    if win[k.WIN_KONG_REPLACEMENT]:
        kinds = log.events[:, 0].tolist()
        last = len(kinds) - 1 - kinds[::-1].index(EVENT_REPLACEMENT)
        single = kinds[last - 1] == EVENT_SINGLE_KONG
        data["replacement"] = "kong-tile" if single else "kong"
        usual = 0 if single else 1
    elif win[k.WIN_FLOWER_REPLACEMENT]:
        data["replacement"] = "flower"
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
