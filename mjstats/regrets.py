"""What a policy's choices cost: each that was possible played out many times on the same tiles.

A slow twin of the policies that weigh: instead of reckoning what a choice is worth it plays the hand to its end, everybody as
`fast` does. All answers to one question meet the same walls, so that what luck deals falls out of their difference.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mjstats.estimate import Z
from mjstats.frames import attributes, label_of
from mjstats.play import Room, new_room
from mjstats.policies import Policy, by_seat, name_of, policies_of, weighed
from mjstats.rules import RuleSet, load
from mjstats.simulation import check_number
from mjstats.situation import answer_of, situation_of
from mjstats.starts import first_starts

if TYPE_CHECKING:
    import pandas as pd

    from mjstats.kernel.board import Board
    from mjstats.kernel.plans import Thought
    from mjstats.kernel.routes import Mind, Routes
    from mjstats.kernel.verdict import Verdict

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


QUESTIONS = ("discard", "claim")


class Choice(NamedTuple):
    """One choice that was played out."""

    question: str  #: of `QUESTIONS`
    nets: Floats  #: (answers, rollouts) points gained by who was asked, to the end of the hand
    chosen: tuple[int, ...]  #: by policy: the place of its answer


def regret(
    rules: RuleSet | str | Path,
    *policies: str | Policy,
    hands: int,
    rollouts: int = 32,
    every: int = 8,
    seed: int = 1,
    **options: Any,
) -> pd.DataFrame:
    """What the choices of policies cost against the best answer to each question, as playing out tells.

    Hands are played by the first policy. At one choice in so many every possible discard, or claim and none, is played out: the
    tiles still to be drawn are shuffled, the same way for all answers, the others keep their hands, everybody goes on as `fast`.
    The best answer is found on one half of the rollouts and compared on the other, and the other way round: luck does not make it
    better than it is. Where answers are nearly equal it is often not the best, so that a regret is rather told too small; what
    one policy loses more than another is told right.

    Parameters
    ----------
    rules
        The id of a rule set, the path of a page, or a loaded `RuleSet`.
    policies
        ``fast``, names of those that weigh, or `Policy` objects: ``"value", "fast"`` if none is given.
    hands
        How many hands are played.
    rollouts
        How often each answer is played out, an even number.
    every
        Of so many choices one is looked at.
    seed
        Of the deals and of the walls.
    **options
        Options of the rule set.

    Returns
    -------
    DataFrame
        A row a policy and question (`QUESTIONS`): `regret`, points lost a choice, its standard error `se` (hand by hand), its
        95 % interval `low`, `high`; `behind`, points lost a choice more than by the first, and `behind_se`; `n`, the choices.

    Raises
    ------
    ValueError
        One line: a policy that there is not, a number out of range.

    Examples
    --------
    >>> from mjstats.policies import Policy
    >>> def first(situation):
    ...     return situation.legal[0]
    >>> table = regret("hangzhou", "fast", Policy("first", discard=first), hands=8, rollouts=8, every=4)
    >>> bool(table.query("policy == 'first' and question == 'discard'")["behind"].item() > 0)
    True
    """
    import pandas as pd

    for name, number, least in (("hands", hands, 1), ("rollouts", rollouts, 2), ("every", every, 1), ("seed", seed, 0)):
        check_number(name, number, least)
    if rollouts % 2:
        raise ValueError(f"rollouts: {rollouts}; an even number is needed")
    page = load(rules, **options)
    given = policies or ("value", "fast")
    for one in given:
        by_seat(one, page.players)  # an unknown one is an error
        if name_of(one) in ("random", "wild-chain"):
            raise ValueError(f"regret: {one!r}: only fast, policies that weigh and own functions can be asked for a choice")
    by_hand = [_choices(page, given, table, seed, rollouts, every) for table in range(hands)]
    rows = []
    for number, question in ((number, question) for question in QUESTIONS for number in range(len(given))):
        asked = [[one for one in choices if one.question == question] for choices in by_hand]
        lost = [np.array([[lost_by(one, number), lost_by(one, 0)] for one in choices]).reshape(-1, 2) for choices in asked]
        regret_, se = _mean([part[:, 0] for part in lost])
        behind, behind_se = _mean([part[:, 0] - part[:, 1] for part in lost])
        n = sum(map(len, lost))
        rows.append((name_of(given[number]), question, regret_, se, regret_ - Z * se, regret_ + Z * se, behind, behind_se, n))
    columns = ["policy", "question", "regret", "se", "low", "high", "behind", "behind_se", "n"]
    table = pd.DataFrame(rows, columns=columns)
    shared = attributes(page, hands=hands, seed=seed, policy="fast")
    about = {"label": label_of(page), "policy": name_of(given[0]), "rollouts": rollouts, "every": every}
    table.attrs.update({**shared, **about})
    return table


def overview(table: pd.DataFrame) -> pd.DataFrame:
    """The table of `regret` for reading: a row a policy and question, numbers ± their standard errors."""
    shown = table[["policy", "question", "n"]].copy()
    for name, error in (("regret", "se"), ("behind", "behind_se")):
        shown[name] = [f"{value:+,.3f} ± {se:,.3f}" for value, se in zip(table[name], table[error], strict=True)]
    return shown


def _mean(by_hand: list[Floats]) -> tuple[float, float]:
    """The mean over all choices and its standard error: choices of one hand hang together."""
    n = max(sum(map(len, by_hand)), 1)
    mean = float(sum(part.sum() for part in by_hand) / n)
    return mean, float(np.sqrt(sum((part - mean).sum() ** 2 for part in by_hand)) / n)


def lost_by(choice: Choice, policy: int) -> float:
    """Points that a policy's answer brought less than the best: found on one half of the rollouts, told by the other.

    >>> nets = np.array([[4.0, 4.0, 0.0, 0.0], [1.0, 1.0, 3.0, 3.0]])
    >>> [lost_by(Choice("discard", nets, (0, 1)), policy) for policy in (0, 1)]
    [-1.5, -1.5]
    """
    half = choice.nets.shape[1] // 2
    parts = choice.nets[:, :half].mean(axis=1), choice.nets[:, half:].mean(axis=1)
    own = choice.chosen[policy]
    return float(sum(told[found.argmax()] - told[own] for found, told in (parts, parts[::-1])) / 2)


def _choices(rules: RuleSet, given: tuple[str | Policy, ...], table: int, seed: int, rollouts: int, every: int) -> list[Choice]:
    """Play one hand by the first policy and play out some of its choices."""
    from mjstats.kernel import board as b
    from mjstats.kernel.game import S_HAND
    from mjstats.kernel.policy import ASKED_DISCARD, POLICY, POLICY_OWN

    rng = np.random.default_rng([seed, table])
    room = new_room(rules, weighing=any(weighed(policies_of(name, rules.players)) for name in given))
    asking = policies_of("fast", rules.players)
    asking[:, POLICY] = POLICY_OWN
    start = first_starts(rules, table, 1)
    _go_on(rules, room, seed, start, asking)
    start[:, S_HAND] = -1
    found = []
    while room.board.clock[b.QUESTION] != 0:
        if rng.integers(every) == 0:
            chosen = [_chosen(rules, room, name) for name in given]
            answers = situation_of(rules, _parts(room)).legal
            if len(answers) > 1 and set(chosen) <= set(answers):
                question = QUESTIONS[0 if room.board.clock[b.QUESTION] == ASKED_DISCARD else 1]
                nets = _played_out(rules, room, seed, start, answers, rng, rollouts)
                found.append(Choice(question, nets, tuple(answers.index(answer) for answer in chosen)))
        room.board.clock[b.GIVEN] = _chosen(rules, room, given[0])
        _go_on(rules, room, seed, start, asking)
    return found


def _go_on(rules: RuleSet, room: Room, seed: int, start: Ints, rows: Ints) -> Ints:
    """Play until somebody asks or the hand is over: the row of its result, if it is."""
    from mjstats.kernel.result import N_RESULT
    from mjstats.kernel.table import play_tables

    row = np.zeros(N_RESULT, np.int64)
    play_tables(rules.packed, room.routes, room.board, room.mind, room.verdict, seed, start, rows, room.thought, row[None])
    return row


def _chosen(rules: RuleSet, room: Room, policy: str | Policy) -> int:
    """What a policy answers to the question on the board."""
    from mjstats.kernel import board as b
    from mjstats.kernel.judge import judge
    from mjstats.kernel.phases import STOP_ASK
    from mjstats.kernel.verdict import NET
    from mjstats.kernel.weigh import LEGAL
    from mjstats.kernel.weighing import weigh_choice

    routes, board, mind, verdict, thought = _parts(room)
    rows = policies_of(policy, rules.players)
    if not weighed(rows):
        situation = situation_of(rules, _parts(room))
        return situation.suggest() if isinstance(policy, str) else answer_of(policy, situation)
    seat = int(board.clock[b.SEAT_ASKED])
    while weigh_choice(routes, board, mind, thought, rows) == STOP_ASK:
        board.clock[b.IS_LEGAL] = int(judge(rules.packed, board.seats, board.win, verdict) == LEGAL)
        board.clock[b.WORTH] = verdict.money[NET, seat]
    return int(board.clock[b.GIVEN])


def _played_out(
    rules: RuleSet, room: Room, seed: int, start: Ints, answers: tuple[int, ...], rng: np.random.Generator, rollouts: int
) -> Floats:
    """Points gained after each answer, float64 ``(answers, rollouts)``; the table is left as it was."""
    from mjstats.kernel import board as b
    from mjstats.kernel.policy import POLICY, POLICY_OWN
    from mjstats.kernel.result import R_NET

    board = room.board
    kept = [array.copy() for array in _arrays(board)]
    seat = int(board.clock[b.SEAT_ASKED])
    first, left = int(board.clock[b.HEAD]), int(board.clock[b.LEFT])
    fast = policies_of("fast", rules.players)
    asked = fast.copy()
    asked[seat, POLICY] = POLICY_OWN
    nets = np.zeros((len(answers), rollouts))
    for number in range(rollouts):
        wall = rng.permutation(board.wall[first : first + left])
        for place, answer in enumerate(answers):
            board.wall[first : first + left] = wall
            board.clock[b.GIVEN] = answer
            # The answer is taken; the next question is not answered but forgotten.
            out = _go_on(rules, room, seed, start, asked)
            if board.clock[b.QUESTION] != 0:
                board.clock[b.QUESTION] = 0
                out = _go_on(rules, room, seed, start, fast)
            nets[place, number] = out[R_NET + seat]
            for array, was in zip(_arrays(board), kept, strict=True):
                array[...] = was
    return nets


def _parts(room: Room) -> tuple[Routes, Board, Mind, Verdict, Thought]:
    return room.routes, room.board, room.mind, room.verdict, room.thought


def _arrays(board: Board) -> list[Ints]:
    """All that a table remembers."""
    return [array for part in (board, board.seats) for array in part if isinstance(array, np.ndarray)]
