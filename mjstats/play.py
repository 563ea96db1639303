"""From a rule set to the compiled table: many hands at once, or one hand with everything that happened in it."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.policies import Policies, policies_of
from mjstats.tiles import count_faces, parse_tile

if TYPE_CHECKING:
    from mjstats.kernel.board import Board
    from mjstats.kernel.routes import Mind
    from mjstats.kernel.state import Seats
    from mjstats.kernel.verdict import Verdict
    from mjstats.rules import RuleSet

Ints = npt.NDArray[np.int64]

_WINNER = 1
_WAITING = "12m678p345s55p"
"""Ready for 3m beside one meld, by no pattern that any page knows of; with a fifth set where a hand has one."""
_FIFTH_SET = "678m"
_PLAIN_MELD = "7s"  # 789s
_TURNED = "2z"

_ROOMS = threading.local()
_MOST_ROOMS = 8


class Room(NamedTuple):
    """Working room of one thread for one rule set."""

    board: Board
    mind: Mind
    verdict: Verdict


class HandLog(NamedTuple):
    """One hand with everything that happened: event rows (see `mjstats.kernel.board`), the table at its end, the result row."""

    events: Ints
    board: Board
    result: Ints
    won: bool


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
    from mjstats.kernel.result import N_RESULT
    from mjstats.kernel.table import play_tables as play
    from mjstats.routes import routes_of

    _check(rules, seed=seed, first_table=first_table, streak=streak)
    policies = policies_of(policy, rules.players)
    room = _room(rules)
    out = np.zeros((n_tables, N_RESULT), np.int64)
    play(rules.packed, routes_of(rules), room.board, room.mind, room.verdict, seed, first_table, streak, policies, out)
    return out


def hand_log(rules: RuleSet, *, seed: int, table: int, streak: int = 1, policy: Policies = "fast") -> HandLog:
    """Play the first hand of one table, as `play_tables` does, and keep its events."""
    from mjstats.kernel.board import EVENTS, new_board
    from mjstats.kernel.result import N_RESULT, R_WINNER
    from mjstats.kernel.table import play_tables as play
    from mjstats.routes import routes_of

    _check(rules, seed=seed, first_table=table, streak=streak)
    policies = policies_of(policy, rules.players)
    room = _new_room(rules)
    board = new_board(rules.packed, log=True, valued=valued_pungs(rules))
    out = np.zeros((1, N_RESULT), np.int64)
    play(rules.packed, routes_of(rules), board, room.mind, room.verdict, seed, table, streak, policies, out)
    events = board.log[: board.clock[EVENTS]].copy()
    return HandLog(events, board, out[0], bool(out[0, R_WINNER] >= 0))


def _check(rules: RuleSet, **numbers: int) -> None:
    from mjstats.kernel.result import MOST_PATTERNS

    for name, value in numbers.items():
        least = 1 if name == "streak" else 0
        if not least <= value < 2**62:
            raise ValueError(f"{name}: {value}: must be at least {least} and below 2^62")
    if len(rules.packed.patterns.rows) > MOST_PATTERNS:
        raise ValueError(f"{rules.id}: {len(rules.packed.patterns.rows)} patterns: a result row marks {MOST_PATTERNS} at most")


def _new_room(rules: RuleSet) -> Room:
    from mjstats.kernel.board import new_board
    from mjstats.kernel.routes import new_mind
    from mjstats.kernel.verdict import new_verdict
    from mjstats.routes import routes_of

    return Room(new_board(rules.packed, valued=valued_pungs(rules)), new_mind(routes_of(rules)), new_verdict(rules.packed))


def _room(rules: RuleSet) -> Room:
    """The calling thread's room for a rule set; a thread keeps the last few."""
    rooms: dict[Any, Room] = _ROOMS.__dict__.setdefault("rooms", {})
    if rules not in rooms:
        while len(rooms) >= _MOST_ROOMS:
            rooms.pop(next(iter(rooms)))
        rooms[rules] = _new_room(rules)
    return rooms[rules]


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
