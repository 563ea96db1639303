"""The policy `value`: hands in which the right choice is plain, and what it never does."""

from __future__ import annotations

import numpy as np
import pytest

from mjstats.kernel import board as b
from mjstats.kernel import state as k
from mjstats.kernel.chances import BY_DRAW, KEEPS, KONG_COSTS, KONG_PAYS, N_PRIOR, PRIORS
from mjstats.kernel.claims import ADDED, CLAIM_NONE, CLAIMED, CONCEALED, KONG_KIND, KONG_NONE
from mjstats.kernel.judge import judge
from mjstats.kernel.page import SHAPE_PAIRS, SHAPE_STANDARD
from mjstats.kernel.phases import DISCARD, GO_ON, KONGS, READY_JUDGED, STOP_ASK, STOP_CHOOSE
from mjstats.kernel.routes import KIND, new_mind
from mjstats.kernel.turn import run
from mjstats.kernel.verdict import NET, new_verdict
from mjstats.kernel.weigh import LEGAL
from mjstats.kernel.weighing import tell_missing, weigh_choice
from mjstats.plans import candidates, empty_thought, thought_of, weighing_routes
from mjstats.policies import policies_of
from mjstats.rules import load
from mjstats.tiles import count_faces, parse_tile
from tests.test_play import discard_of, seated

QUIET = "147m258p369s1234z"


def answer(
    name: str, hand: str, *, drawn: str = "", thrown: str = "", left: int = 60, policy: str = "value", declared: str = "",
    phase: int = DISCARD, **settings: object,
) -> int:  # fmt: skip
    """What seat 1 answers: the face it discards after drawing `drawn`, or the claim it makes of `thrown` by seat 0.

    In the phase `KONGS` it is the kong it makes, in `READY_JUDGED` whether it declares ready, with `drawn` discarded.
    With `declared`, seat 2 declared ready, and these are its discards.
    """
    settings.setdefault("indicator", None)
    rules, board, _, _ = seated(name, [QUIET, hand + drawn * (phase != READY_JUDGED), QUIET, QUIET], **settings)  # type: ignore[arg-type]  # options by name
    routes, thought = weighing_routes(rules), thought_of(rules)
    mind, verdict = new_mind(routes), new_verdict(rules.packed)
    board.clock[b.LEFT] = left
    if thrown:
        discard_of(board, 0, thrown)
        board.seen[parse_tile(thrown)] += 1
    else:
        board.clock[[b.SEAT, b.TILE, b.PHASE, b.WHO, b.IS_LEGAL]] = 1, parse_tile(drawn), phase, 1, int(phase == READY_JUDGED)
    if declared:
        board.seats.marks[2, k.MARK_DECLARED] = 1
        board.seats.discards[2] = count_faces(declared)
        board.seen[:] += board.seats.discards[2]
    policies = policies_of(["fast", policy, "fast", "fast"], 4)
    stop = GO_ON
    while stop != STOP_CHOOSE:
        stop = run(routes, board, mind, policies)
        assert stop in (STOP_ASK, STOP_CHOOSE), stop
        board.clock[b.IS_LEGAL] = 0
    stop = STOP_ASK
    before = [board.seats.hand.copy(), board.seats.melds.copy(), board.seats.marks.copy()]
    while stop == STOP_ASK:
        stop = weigh_choice(routes, board, mind, thought, policies)
        if stop == STOP_ASK:
            board.clock[b.IS_LEGAL] = int(judge(rules.packed, board.seats, board.win, verdict) == LEGAL)
            board.clock[b.WORTH] = verdict.money[NET, 1]
    for was, now in zip(before, (board.seats.hand, board.seats.melds, board.seats.marks), strict=True):
        assert np.array_equal(was, now)  # a thought leaves no trace
    return int(board.clock[b.GIVEN])


def test_careful_throws_what_is_safe_from_a_hand_that_is_far() -> None:
    far = {"hand": "1478m2589p369s14z", "drawn": "6z", "declared": "5p9m8s4m", "left": 30}
    assert answer("riichi", policy="careful", **far) in (parse_tile("4m"), parse_tile("5p"))  # type: ignore[arg-type]  # by name
    assert answer("riichi", policy="value", **far) not in (parse_tile("4m"), parse_tile("5p"))  # type: ignore[arg-type]


def test_who_declared_and_wins_on_no_discard_is_not_feared() -> None:
    far = {"hand": "1478m2589p369s14z", "drawn": "6z", "declared": "5p9m8s4m", "left": 30}
    assert answer("jinan", policy="careful", **far) == answer("jinan", policy="value", **far)  # type: ignore[arg-type]  # by name


def test_a_hand_that_is_ready_stays_ready() -> None:
    for policy in ("value", "careful"):
        found = answer("riichi", "234m456p678s5567s", drawn="1z", policy=policy, left=50)
        assert found == parse_tile("1z"), policy


def test_a_ready_hand_is_chosen_by_what_it_brings() -> None:
    # Ready for 6p and 9p whether 1m goes or 4m; with 123m it has the same chow in three suits. `fast` lets go of the 1m.
    assert answer("riichi", "123m123p123s78p99s", drawn="4m", left=50) == parse_tile("4m")


def test_a_chow_that_cannot_win_is_left_alone() -> None:
    # Riichi: open, nothing counts; closed it is worth a declaration.
    assert answer("riichi", "24m456p67s99s11p23z", thrown="3m") == CLAIM_NONE
    # MCR: pairs of one suit are a flush or seven pairs, with 456p they are neither and short of 8 points.
    assert answer("mcr", "1133577889m46p1z", thrown="5p") == CLAIM_NONE


def test_a_claim_costs_the_draw_that_comes_instead() -> None:
    # With 23m the 1m claimed makes the chow that 123m is already, and a 1m is left over: nothing is nearer, and no tile is drawn.
    assert answer("nanchang", "12358m1245669p5z", thrown="1m", indicator="7s", left=47) == CLAIM_NONE


def test_a_kong_is_made_for_what_it_is_paid() -> None:
    # 123m 345m 33m and 789p: one away. With the kong of 3m 12m and 45m are left beside two sets, and no pair: two away.
    hand = {"hand": "12333345m789p25s", "drawn": "1z", "phase": KONGS, "left": 16}
    kong = CONCEALED * KONG_KIND + parse_tile("3m")
    # Nanchang: two points from each of three whoever wins, when few hands are still finished. Hangzhou pays nothing for it.
    assert answer("nanchang", indicator="8s", **hand) == kong  # type: ignore[arg-type]  # by name
    assert answer("hangzhou", indicator="8s", **hand) == KONG_NONE  # type: ignore[arg-type]


def test_what_kongs_are_paid_and_cost() -> None:
    def of(name: str, place: int) -> list[float]:
        return [float(thought_of(load(name)).known[place + kind]) for kind in (CONCEALED, ADDED, CLAIMED)]

    assert of("nanchang", KONG_PAYS) == pytest.approx([3 * 2, 3 * 1, 3 * 1])
    assert of("nanchang", KONG_COSTS) == of("riichi", KONG_PAYS) == of("riichi", KONG_COSTS) == [0, 0, 0]
    # Wuhan doubles what its holder pays for a melded kong, twice for a concealed one, as far as the cap of 400 lets it.
    concealed, added, claimed = of("wuhan", KONG_COSTS)
    assert 0.3 < added <= 1
    assert 0.3 < claimed <= 1
    assert 0.6 < concealed <= 3
    assert of("wuhan", KONG_PAYS) == [0, 0, 0]


def test_how_many_times_a_discard_an_own_draw_brings() -> None:
    def of(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        known = thought_of(load(name)).known
        return known[PRIORS:].reshape(-1, N_PRIOR)[:, BY_DRAW : BY_DRAW + 2]

    # In Taiwan three pay instead of one, 50 and 20 a tai, and a self-drawn hand has up to three tai more.
    plain = of("taiwan")[0]
    assert (plain > 3).all()
    assert (plain < 3 * (50 + 3 * 20) / 50).all()
    # In Hangzhou no discard is won on.
    assert not of("hangzhou").any()


def test_what_may_not_be_opened_has_a_part_of_the_chances_of_closed_hands() -> None:
    def of(name: str) -> list[tuple[int, float]]:
        rows, known = weighing_routes(load(name)).rows, thought_of(load(name)).known
        return sorted(zip(rows[:, KIND].tolist(), known[PRIORS:].reshape(-1, N_PRIOR)[: len(rows), KEEPS].tolist(), strict=True))

    assert of("wenzhou") == [(SHAPE_STANDARD, 1.0), (SHAPE_PAIRS, 0.6)]
    assert {part for _, part in of("hangzhou")} == {1.0}


def test_ready_is_declared_while_it_pays() -> None:
    # All simples and all chows as it is: 3 or 4 han by a discard, one more when declared. With one more draw to come at most,
    # the stick of 1,000 is lost nine times in ten.
    ready = {"hand": "234m345p567s6788s", "drawn": "1z", "phase": READY_JUDGED}
    assert answer("riichi", left=50, **ready) == 1  # type: ignore[arg-type]  # by name
    assert answer("riichi", left=4, **ready) == 0  # type: ignore[arg-type]
    # Without a yaku it has to be declared to win by a discard at all.
    assert answer("riichi", "123m345p567s6899s", drawn="1z", left=50, phase=READY_JUDGED) == 1


# ---- the plans: tiles missing against a count by hand


def plan_row(**named: object) -> int:
    """The place among the candidates of the plan with these columns."""
    names = ["table", "suits", "chows", "simple", "limit", "sets", "set"]
    rows = candidates(4, 0, 1, 2)
    fits = np.all([rows[:, names.index(name)] == value for name, value in named.items()], axis=0)
    return int(np.flatnonzero(fits)[0])


@pytest.mark.parametrize(
    ("plan", "hand", "missing"),
    [
        # half flush: 123m 456m, 77m for a pung, 11z the pair; one tile for the pung, three for the last set
        ({"suits": 9, "chows": 1}, "123456m77m11z28p3s", 4),
        ({"suits": 1}, "123456m77m11z28p3s", 6),  # a full flush: 8 of 14
        # all pungs: 111m 22m 33m 4m 5m 6m: 3 + 2 + 2 + one more tile of two others: 14 - 3 - 2 - 2 - 1 - 1
        ({"suits": 15, "chows": 0}, "111223345678m9p", 5),
        # 123m 123p 123s named, four of their nine missing; 99s is the pair, and two are missing to a set around 5m
        ({"sets": 3, "set": 0}, "12m13p1s99s58m2467z", 6),
        # a pung of red dragons, 34 + 33: two of it there; 123m 456m stand, then a set and a pair out of 1p 4p 7p 2s: 1 + 3
        ({"sets": 1, "set": 67}, "123456m77z147p2s5z", 4),
    ],
)
def test_tiles_missing_for_a_plan(plan: dict[str, int], hand: str, missing: int) -> None:
    rules, board, _, _ = seated("riichi", [hand], indicator=None)
    routes = weighing_routes(rules)
    tables = len(routes.suit_row)
    rows = candidates(4, tables - 3, tables - 2, tables - 1)
    thought = empty_thought()._replace(plans=rows)
    board.clock[b.SEAT_ASKED] = 0
    assert tell_missing(routes, board, new_mind(routes), thought, len(routes.rows) + plan_row(**plan)) == missing
