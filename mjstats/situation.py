"""A choice at the table as a policy of one's own sees it, and the loop that asks it."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.tiles import parse_tile, tile_text

if TYPE_CHECKING:
    from mjstats.kernel.board import Board
    from mjstats.kernel.plans import Thought
    from mjstats.kernel.routes import Mind, Routes
    from mjstats.kernel.verdict import Verdict
    from mjstats.policies import Policy
    from mjstats.rules import RuleSet

Ints = npt.NDArray[np.int64]

CLAIMS = ("none", "kong", "pung", "chow low", "chow middle", "chow high")
"""Claims by number: the claimed tile is the lowest, the middle or the highest of a chow; sets of named honours follow."""


class PlainSituation(NamedTuple):
    """A `Situation` as a function compiled with numba gets it: arrays and whole numbers, -1 where a `Situation` has None."""

    seat: int
    hand: Ints  #: (42,) own concealed tiles
    melds: Ints  #: (P, most, 3) (kind, lowest face, from whom) of each; of seat i the first `n_melds[i]`
    n_melds: Ints  #: (P,)
    discards: Ints  #: (P, 42) what lies before each seat, claimed tiles too
    seen: Ints  #: (42,) tiles that lie open
    declared: Ints  #: (P,) 1 where ready was declared
    left: int  #: tiles that can still be drawn
    dealer: int
    drawn: int  #: face of the tile just drawn
    thrown: int  #: face of the discard that may be claimed
    legal: Ints  #: faces that may be discarded, or numbers of claims


@dataclass(frozen=True)
class Situation:
    """One choice: of a discard (`thrown` is None) or of a claim of the tile `thrown`.

    Arrays are copies, int64, by printed face (`mjstats.tiles`): 34 playing faces, then eight flowers.
    """

    rules: RuleSet
    seat: int
    hand: Ints  #: (42,) own concealed tiles
    melds: tuple[tuple[tuple[int, int, int], ...], ...]  #: by seat: (kind, lowest face, from whom) of each
    discards: Ints  #: (P, 42) what lies before each seat, claimed tiles too
    seen: Ints  #: (42,) tiles that lie open, other hands that were laid open among them
    declared: tuple[bool, ...]  #: by seat: ready was declared
    left: int  #: tiles that can still be drawn
    dealer: int
    drawn: int | None  #: face of the tile just drawn, None after a claim
    thrown: int | None  #: face of the discard that may be claimed
    legal: tuple[int, ...]  #: faces that may be discarded; or numbers of claims (`CLAIMS`), 0 for none the first
    room: tuple[Routes, Board, Mind, Verdict, Thought]  #: what the kernels play with; look, do not touch

    def plain(self) -> PlainSituation:
        """The same for a function compiled with numba."""
        seats = self.room[1].seats
        return PlainSituation(
            seat=self.seat,
            hand=self.hand,
            melds=seats.melds.copy(),
            n_melds=seats.n_melds.copy(),
            discards=self.discards,
            seen=self.seen,
            declared=np.array(self.declared, np.int64),
            left=self.left,
            dealer=self.dealer,
            drawn=-1 if self.drawn is None else self.drawn,
            thrown=-1 if self.thrown is None else self.thrown,
            legal=np.array(self.legal, np.int64),
        )

    def suggest(self) -> int:
        """What the policy `fast` would do."""
        from mjstats.kernel import board as b
        from mjstats.kernel.policy_fast import fast_claim, fast_discard

        routes, board, mind, _, _ = self.room
        if self.thrown is None:
            return int(fast_discard(routes, board, self.seat, mind))
        first, last = (int(board.clock[place]) for place in (b.FIRST_ASKED, b.LAST_ASKED))
        return int(fast_claim(routes, board, self.seat, int(board.clock[b.SEAT]), self.thrown, first, last, mind))


def situation_of(rules: RuleSet, room: tuple[Routes, Board, Mind, Verdict, Thought]) -> Situation:
    """The choice that the table stopped for."""
    from mjstats.kernel import board as b
    from mjstats.kernel import state as k
    from mjstats.kernel.claims import may_claim
    from mjstats.kernel.policy import ASKED_DISCARD

    board = room[1]
    clock, seats = board.clock, board.seats
    seat = int(clock[b.SEAT_ASKED])
    if clock[b.QUESTION] == ASKED_DISCARD:
        thrown = None
        legal = [int(face) for face in np.flatnonzero((seats.hand[seat] > 0) & (board.marks[b.BARRED] == 0))]
        if board.terms[b.WILD_DISCARD] == 0:
            legal = [face for face in legal if board.marks[b.IS_WILD, face] == 0] or legal
    else:
        thrown = int(clock[b.FACE_ASKED])
        asked = range(int(clock[b.FIRST_ASKED]), int(clock[b.LAST_ASKED]) + 1)
        legal = [0, *(claim for claim in asked if may_claim(board, seat, int(clock[b.SEAT]), thrown, claim))]
    declared = tuple(bool(mark) for mark in seats.marks[:, k.MARK_DECLARED])
    opened = [one for one in range(rules.players) if board.terms[b.DECLARE_OPENS] == 1 and declared[one] and one != seat]
    return Situation(
        rules=rules,
        seat=seat,
        hand=seats.hand[seat].copy(),
        melds=tuple(
            tuple((int(kind), int(face), int(source)) for kind, face, source in seats.melds[one, : seats.n_melds[one]])
            for one in range(rules.players)
        ),
        discards=seats.discards.copy(),
        seen=board.seen + seats.hand[opened].sum(axis=0),
        declared=declared,
        left=int(clock[b.LEFT]),
        dealer=int(seats.round[k.ROUND_DEALER]),
        drawn=int(clock[b.TILE]) if thrown is None and clock[b.TILE] >= 0 else None,
        thrown=thrown,
        legal=tuple(legal),
        room=room,
    )


def answer_of(policy: Policy, situation: Situation) -> int:
    """What a policy of one's own chooses; what it leaves open goes by `fast`.

    Raises
    ------
    ValueError
        One line that names the policy and the seat: it chose what may not be done or what cannot be read, or numba cannot
        compile it. What its function raises by itself comes through with a note that does.
    """
    what = "discard" if situation.thrown is None else "claim"
    chooses = policy.discard if situation.thrown is None else policy.claim
    if chooses is None:
        return situation.suggest()
    who = f"policy {policy.name!r}, seat {situation.seat}"
    answer = _asked(chooses, situation, f"{who}: its function {what}")
    choice = None if what == "claim" and isinstance(answer, str) else _read(answer)
    if choice not in situation.legal:
        names = [tile_text(face) if what == "discard" else str(face) for face in situation.legal]
        needed = "a face, as a number or a text such as '5m'" if what == "discard" else "the number of a claim"
        wrong = f"{needed} is needed, one of" if choice is None else "cannot be done; there are"
        raise ValueError(f"{who}: {what} {answer!r} {wrong} {', '.join(names)}")
    return choice


def _asked(chooses: Any, situation: Situation, function: str) -> Any:
    """The answer of a function; one compiled with numba gets what numba can read."""
    from numba.core.dispatcher import Dispatcher
    from numba.core.errors import NumbaError

    given = situation.plain() if isinstance(chooses, Dispatcher) else situation
    try:
        return chooses(given)
    except NumbaError as error:
        reason = next((line.strip() for line in str(error).splitlines()[1:] if line.strip()), str(error))
        raise ValueError(f"{function}: numba cannot compile it for a PlainSituation: {reason}") from error
    except Exception as error:
        error.add_note(f"{function} was asked")
        raise


def _read(answer: Any) -> int | None:
    """The number of an answer, None where it is none."""
    if isinstance(answer, bool | np.bool_):
        return None
    try:
        return parse_tile(answer) if isinstance(answer, str) else index(answer)
    except (TypeError, ValueError):
        return None
