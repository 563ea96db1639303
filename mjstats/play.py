"""From a rule set to the compiled table: many hands at once, or one hand with everything that happened in it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.policies import Policies, Policy, by_seat, policies_of, weighed
from mjstats.situation import answer_of, situation_of
from mjstats.starts import first_starts
from mjstats.tiles import count_faces, parse_tile

if TYPE_CHECKING:
    from mjstats.kernel.board import Board
    from mjstats.kernel.plans import Thought
    from mjstats.kernel.routes import Mind, Routes
    from mjstats.kernel.state import Seats
    from mjstats.kernel.verdict import Verdict
    from mjstats.rules import RuleSet

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_WINNER = 1
_WAITING = "12m678p345s55p"
"""Ready for 3m beside one meld, by no pattern that any page knows of; with a fifth set where a hand has one."""
_FIFTH_SET = "678m"
_PLAIN_MELD = "7s"  # 789s
_TURNED = "2z"

_ROOMS = threading.local()
_MOST_ROOMS = 8
_NOTES = 3000
MOST_HANDS = 10_000
"""Hands of a game that no page of the package comes near; what goes on longer never ends."""
MOST_POINTS = 1 << 50
"""Points of a payment in a game: beyond, sums of payments might leave 64 bits."""


class Room(NamedTuple):
    """Working room of one thread for one rule set."""

    board: Board
    mind: Mind
    verdict: Verdict
    routes: Routes
    thought: Thought


class Players(NamedTuple):
    """How each player plays: rows of numbers for the kernels, int64 ``(players, N_POLICY)``, and what they were made of."""

    rows: Ints
    given: tuple[str | Policy, ...]


class HandLog(NamedTuple):
    """One hand with everything that happened: event rows (see `mjstats.kernel.board`), the table at its end, the result row.

    `notes` float64 ``(n, N_NOTE)``: what weighing policies weighed (see `mjstats.kernel.plans`).
    """

    events: Ints
    board: Board
    result: Ints
    won: bool
    notes: Floats = np.zeros((0, 6))


def play_tables(
    rules: RuleSet, *, seed: int, first_table: int, n_tables: int, streak: int = 1, policy: Policies = "fast"
) -> Ints:
    """Play one first hand a table: int64 ``(n_tables, columns)``, columns as in `mjstats.kernel.result.COLUMNS`.

    Table i of a seed is the same in whatever call it is played. The interpreter's lock is released meanwhile.

    Raises
    ------
    ValueError
        There is no such policy, a number is out of range, or the page has more patterns than a result row can mark (124).
    """
    check_numbers(rules, seed=seed, first_table=first_table, streak=streak)
    starts = first_starts(rules, first_table, n_tables, streak)
    players = _players(rules, policy)
    return _play_hands(rules, _room(rules, weighed(players.rows)), seed, starts, players)


def play_games(rules: RuleSet, *, seed: int, first_table: int, n_tables: int, policy: Policies = "fast") -> Ints:
    """Play a whole game a table: int64 ``(hands, columns)``, a hand a row, table after table, hand after hand.

    Columns as in `mjstats.kernel.result.COLUMNS`. Game i of a seed is the same in whatever call it is played; its first hand
    is the one that `play_tables` plays.

    Raises
    ------
    ValueError
        As `play_tables`; and when a game has not ended after `MOST_HANDS` hands.
    """
    from mjstats.kernel.game import S_ENDS, S_HAND
    from mjstats.kernel.result import R_HAND, R_TABLE

    check_numbers(rules, seed=seed, first_table=first_table)
    played = []
    starts, players = first_starts(rules, first_table, n_tables), _players(rules, policy)
    for rows, after in _hand_after_hand(rules, _room(rules, weighed(players.rows)), seed, starts, players):
        played.append(rows)
        if len(after) and after[0, S_HAND] >= MOST_HANDS and (after[:, S_ENDS] == 0).any():
            raise ValueError(f"{rules.id}: a game goes on after {MOST_HANDS:,} hands; the page never ends it")
    hands = np.concatenate(played)
    return hands[np.lexsort((hands[:, R_HAND], hands[:, R_TABLE]))]


def _hand_after_hand(rules: RuleSet, room: Room, seed: int, starts: Ints, players: Players) -> Iterator[tuple[Ints, Ints]]:
    """The n-th hands of all games that are not over, and how the tables stand after them; n from 0 on."""
    from mjstats.kernel.game import N_START, S_ENDS, next_hands
    from mjstats.kernel.result import R_ENDS

    spare = np.zeros(N_START, np.int64)
    while len(starts):
        rows = _play_hands(rules, room, seed, starts, players)
        _check_payments(rules, rows)
        next_hands(rules.game, rows, starts, spare)
        rows[:, R_ENDS] = starts[:, S_ENDS]
        yield rows, starts
        starts = starts[starts[:, S_ENDS] == 0]


def _players(rules: RuleSet, policy: Policies) -> Players:
    return Players(policies_of(policy, rules.players), by_seat(policy, rules.players))


def _check_payments(rules: RuleSet, rows: Ints) -> None:
    """Refuse payments that come near the bounds of 64 bits: a base may double with every hand in a row of a dealer."""
    from mjstats.kernel.result import R_NET, R_STREAK, R_TABLE

    most = np.absolute(rows[:, R_NET : R_NET + 4]).max(axis=1)
    row = rows[int(most.argmax())]
    if most.max() >= MOST_POINTS:
        where = f"{rules.id}: game {row[R_TABLE]}: after {row[R_STREAK]} hands in a row of one dealer"
        raise ValueError(f"{where} the payments outgrow 2^50 points; play so that hands are won, or set game.longest_run")


def _play_hands(rules: RuleSet, room: Room, seed: int, starts: Ints, players: Players) -> Ints:
    """Play the hands that `starts` begin, a row of the result each."""
    from mjstats.kernel import game as k
    from mjstats.kernel import result as r

    rows = np.zeros((len(starts), r.N_RESULT), np.int64)
    seated = starts[:, k.S_PLAYER : k.S_PLAYER + rules.players]
    alike = len(set(players.given)) == 1
    for who in seated[:1] if alike else np.unique(seated, axis=0):
        sitting = Players(players.rows[who], tuple(players.given[player] for player in who))
        if alike:
            _play(rules, room, seed, starts, sitting, rows)
            continue
        those = np.flatnonzero((seated == who).all(axis=1))
        part = rows[those]
        _play(rules, room, seed, starts[those], sitting, part)
        rows[those] = part
    for column, place in ((r.R_ROUND, k.S_ROUND), (r.R_HONBA, k.S_HONBA), (r.R_STICKS, k.S_STICKS), (r.R_WASHOUTS, k.S_WASHOUTS)):
        rows[:, column] = starts[:, place]
    rows[:, r.R_PLAYER : r.R_PLAYER + 4] = starts[:, k.S_PLAYER : k.S_PLAYER + 4]
    rows[:, r.R_POINTS : r.R_POINTS + 4] = starts[:, k.S_POINTS : k.S_POINTS + 4]
    return rows


def _play(rules: RuleSet, room: Room, seed: int, starts: Ints, sitting: Players, out: Ints) -> None:
    """Play a hand for each row of `out`; where somebody's own functions choose, one by one, with a stop for each choice."""
    from mjstats.kernel.board import GIVEN, QUESTION, SEAT_ASKED
    from mjstats.kernel.game import S_HAND
    from mjstats.kernel.table import play_tables as play

    routes, board, mind, verdict, thought = room.routes, room.board, room.mind, room.verdict, room.thought
    if not any(isinstance(one, Policy) and one.asks for one in sitting.given):
        play(rules.packed, routes, board, mind, verdict, seed, starts, sitting.rows, thought, out)
        return
    for i in range(len(out)):
        start, row = starts[i : i + 1], out[i : i + 1]
        play(rules.packed, routes, board, mind, verdict, seed, start, sitting.rows, thought, row)
        going_on = start.copy()
        going_on[:, S_HAND] = -1
        while board.clock[QUESTION] != 0:
            one = sitting.given[int(board.clock[SEAT_ASKED])]
            assert isinstance(one, Policy)
            board.clock[GIVEN] = answer_of(one, situation_of(rules, (routes, board, mind, verdict, thought)))
            play(rules.packed, routes, board, mind, verdict, seed, going_on, sitting.rows, thought, row)


def hand_log(rules: RuleSet, *, seed: int, table: int, hand: int = 0, streak: int = 1, policy: Policies = "fast") -> HandLog:
    """Play one hand of a table, its first or a later one of its game, as `play_tables` and `play_games` do, and keep its events.

    Raises `ValueError` as they do, and when the game is over before that hand.
    """
    from mjstats.kernel.board import EVENTS
    from mjstats.kernel.game import S_ENDS, S_HAND
    from mjstats.kernel.result import R_WINNER
    from mjstats.kernel.thought_room import NOTED, STATE
    from mjstats.plans import thought_of

    check_numbers(rules, seed=seed, table=table, streak=streak, hand=hand)
    players = _players(rules, policy)
    weighing = weighed(players.rows)
    room = new_room(rules, weighing)
    starts = first_starts(rules, table, 1, streak)
    before = _hand_after_hand(rules, room, seed, starts, players) if hand else iter(())
    for _, after in before:
        starts = after
        if starts[0, S_ENDS] or starts[0, S_HAND] == hand:
            break
    if starts[0, S_HAND] != hand:
        raise ValueError(f"hand: {hand}: game {table} has {starts[0, S_HAND] + 1} hands, counted from 0")
    board = _new_board(rules, log=True)
    if weighing:
        room = room._replace(thought=thought_of(rules, notes=_NOTES))
    row = _play_hands(rules, room._replace(board=board), seed, starts, players)[0]
    events = board.log[: board.clock[EVENTS]].copy()
    notes = room.thought.notes[: room.thought.room[STATE, NOTED]].copy()
    return HandLog(events, board, row, bool(row[R_WINNER] >= 0), notes)


def count_cells(
    rules: RuleSet, *, hands: int, seed: int, first_table: int, chances: Floats, share: float
) -> tuple[Ints, int, int]:  # fmt: skip
    """Let `value` play by these chances: int64 ``(cells, 2)``, how often each was seen, and what part of its promise was won.

    Beside it how many wins there were by an own draw, and in all.
    """
    from mjstats.kernel.page import HOW_SELF_DRAW
    from mjstats.kernel.result import R_OUTCOME, R_WINNER
    from mjstats.plans import thought_of

    check_numbers(rules, seed=seed, first_table=first_table)
    room = new_room(rules, weighing=True)._replace(thought=thought_of(rules, (chances, share)))
    out = _play_hands(rules, room, seed, first_starts(rules, first_table, hands), _players(rules, "value"))
    won = out[:, R_WINNER] >= 0
    return room.thought.tally, int((won & (out[:, R_OUTCOME] == HOW_SELF_DRAW)).sum()), int(won.sum())


def check_numbers(rules: RuleSet, **numbers: int) -> None:
    """Refuse numbers that the kernels cannot go by, and a page with more patterns than a row has room for."""
    from mjstats.kernel.result import MOST_PATTERNS

    for name, value in numbers.items():
        least = 1 if name == "streak" else 0
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise ValueError(f"{name}: {value!r}: must be a whole number")
        if not least <= value < 2**62:
            raise ValueError(f"{name}: {value}: must be at least {least} and below 2^62")
    if len(rules.packed.patterns.rows) > MOST_PATTERNS:
        raise ValueError(f"{rules.id}: {len(rules.packed.patterns.rows)} patterns: a result row marks {MOST_PATTERNS} at most")


def new_room(rules: RuleSet, weighing: bool) -> Room:
    from mjstats.kernel.routes import new_mind
    from mjstats.kernel.verdict import new_verdict
    from mjstats.plans import empty_thought, thought_of, weighing_routes
    from mjstats.routes import routes_of

    routes = weighing_routes(rules) if weighing else routes_of(rules)
    thought = thought_of(rules) if weighing else empty_thought()
    return Room(_new_board(rules), new_mind(routes), new_verdict(rules.packed), routes, thought)


def _new_board(rules: RuleSet, *, log: bool = False) -> Board:
    from mjstats.kernel.board import SETTLES, new_board
    from mjstats.kernel.game import G_GROWS

    board = new_board(rules.packed, log=log, valued=valued_pungs(rules))
    if rules.game[G_GROWS] >= 0:  # what a stage comes to is asked of the reading that was chosen, as settling finds it
        board.terms[SETTLES] = 1
    return board


def _room(rules: RuleSet, weighing: bool) -> Room:
    """The calling thread's room for a rule set; a thread keeps the last few."""
    rooms: dict[Any, Room] = _ROOMS.__dict__.setdefault("rooms", {})
    key = (rules, weighing)
    if key not in rooms:
        while len(rooms) >= _MOST_ROOMS:
            rooms.pop(next(iter(rooms)))
        rooms[key] = new_room(rules, weighing)
    return rooms[key]


@lru_cache(maxsize=64)
def valued_pungs(rules: RuleSet) -> Ints | None:
    """Faces of which a claimed pung makes an otherwise plain open hand winnable, found by judging such hands.

    Where a win needs something that counts, such as a yaku, a policy that claims whatever brings it nearer would never win; which
    pungs are enough is said nowhere on a page.

    int64 ``(42,)``, bit w set for who has the w-th wind; None on a page where a plain open hand wins as it is, or where no pung
    alone makes the difference.

    >>> import mjstats
    >>> valued_pungs(mjstats.load("hangzhou")) is None
    True
    """
    from mjstats.kernel.page import CHOW, PUNG
    from mjstats.kernel.weigh import LEGAL, REQUIREMENT

    page = rules.packed
    if (page.play.tiles[:27] == 0).any() or page.play.chow == 0:
        return None
    if _judged(rules, _plain_seats(rules, CHOW, parse_tile(_PLAIN_MELD), 0)) < REQUIREMENT:
        return None
    valued = np.zeros(page.play.tiles.shape, np.int64)
    for face in range(27, 34):
        for wind in range(rules.players):
            if page.play.tiles[face] and _judged(rules, _plain_seats(rules, PUNG, face, wind)) == LEGAL:
                valued[face] |= 1 << wind
    return valued if valued.any() else None


def _plain_seats(rules: RuleSet, kind: int, face: int, wind: int) -> Seats:
    """A table whose winner has the w-th wind and this meld, claimed, and waits with a plain hand."""
    from mjstats.kernel import state as k

    seats = k.new_seats(rules.players)
    seats.hand[_WINNER] = count_faces(_WAITING + (_FIFTH_SET if rules.packed.sets == 5 else ""))
    seats.melds[_WINNER, 0] = kind, face, 0
    seats.n_melds[_WINNER] = 1
    seats.round[k.ROUND_EAST] = (_WINNER - wind) % rules.players
    seats.round[k.ROUND_SETUP] = rules.setup_row(_TURNED if rules.turns_indicator else None)
    return seats


def _judged(rules: RuleSet, seats: Seats) -> int:
    """What comes of a win by another's discard."""
    from mjstats.kernel import state as k
    from mjstats.kernel.judge import judge
    from mjstats.kernel.page import HOW_DISCARD
    from mjstats.kernel.verdict import new_verdict

    win = np.zeros(k.N_WIN, np.int64)
    win[[k.WIN_BY, k.WIN_TILE, k.WIN_HOW, k.WIN_LATE_FROM]] = _WINNER, parse_tile("3m"), HOW_DISCARD, -1
    return int(judge(rules.packed, seats, win, new_verdict(rules.packed)))
