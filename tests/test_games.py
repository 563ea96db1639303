"""Whole games: who deals next, what lies on the table, when a game is over; played against a twin out of the rule sheets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from matplotlib.text import Text

import mjstats
from mjstats.game_chart import scores_chart
from mjstats.games import ranks_of, results, scores_of
from mjstats.kernel import game as k
from mjstats.kernel.board import EVENT_DISCARD, EVENT_DRAW, EVENT_REPLACEMENT, new_board
from mjstats.kernel.deal import start_hand
from mjstats.kernel.page import CONCEALED_KONG
from mjstats.kernel.result import COLUMNS, N_RESULT, R_NET, R_SOURCE, R_STAYS, R_WINNER, R_WINNERS
from mjstats.kernel.state import MELD_FACE, MELD_KIND, ROUND_SAME_FIRST
from mjstats.labels import LANGUAGES, word
from mjstats.play import first_starts, hand_log, play_games, play_tables
from mjstats.replaying import record_of
from mjstats.rules import RulesError
from mjstats.tiles import parse_tile
from tests.test_play_rules import laid_table, played_row, turn_goes_to
from tests.twin.game import Table, final_scores

AT = {name: place for place, name in enumerate(COLUMNS)}
ENDS = {"": k.ENDS_NOT, "length": k.ENDS_LENGTH, "broke": k.ENDS_BROKE, "stopped": k.ENDS_STOPPED}
PLAYED: list[tuple[str, dict[str, Any]]] = [
    *((page, {}) for page in sorted(mjstats.rule_sets())),
    ("riichi", {"length": "east-south"}),
    ("riichi", {"bust": False, "length": "east-south", "start_points": 30000}),
    ("riichi", {"triple_ron": True}),
    ("hangzhou", {"stake": 40}),
    ("nanjing", {"stake": 60}),
]
GAMES = 8
MIXED = "fast,random,random,random"  # leaves many hands drawn


def by_seat(rows: np.ndarray[Any, Any], name: str, players: int = 4) -> np.ndarray[Any, Any]:
    return rows[..., AT[f"{name}_0"] : AT[f"{name}_0"] + players]


# ---- played games against the sheets


@pytest.mark.parametrize("policy", ["fast", MIXED], ids=["fast", "mixed"])
@pytest.mark.parametrize(("page", "options"), PLAYED, ids=[f"{page} {options}" for page, options in PLAYED])
def test_games_go_on_as_the_sheets_say(page: str, options: dict[str, Any], policy: str) -> None:
    rules = mjstats.load(page, **options)
    policy = policy if rules.players == 4 or policy == "fast" else "fast,random,random"
    if (page, policy) == ("xiamen", MIXED):  # hand after hand is drawn, and each doubles the dealer's base
        with pytest.raises(ValueError, match=r"^xiamen: game \d+: after \d+ hands in a row of one dealer the payments outgrow"):
            play_games(rules, seed=3, first_table=5, n_tables=GAMES, policy=policy)
        return
    rows = play_games(rules, seed=3, first_table=5, n_tables=GAMES, policy=policy)
    assert policy == "fast" or (rows[:, R_WINNER] < 0).any(), "no hand was drawn"
    assert sorted(set(rows[:, AT["table"]].tolist())) == list(range(5, 5 + GAMES))
    for table in range(5, 5 + GAMES):
        twin = Table(page, options)
        for row in rows[rows[:, AT["table"]] == table]:
            assert not twin.over
            told = ("hand", "dealer", "round", "honba", "washouts", "sticks")
            assert {name: row[AT[name]] for name in told} == {name: getattr(twin, name) for name in told}
            assert row[AT["streak"]] == twin.streak  # no option lifts it by dice here
            assert by_seat(row, "points", rules.players).tolist() == twin.points
            assert by_seat(row, "player", rules.players).tolist() == twin.players
            winner = int(row[R_WINNER]) if row[R_WINNER] >= 0 else None
            net = by_seat(row, "net", rules.players).tolist()
            gave = int(row[R_SOURCE]) if row[R_WINNERS] > 1 and row[R_SOURCE] >= 0 else None
            told_of = {"followed": followed(rules, row, policy), "big": is_big(rules, row), "gave": gave}
            told_of["named"] = named(rules, row, policy)
            told_of["konged"] = konged(rules, row)
            twin.play({"winner": winner, "net": net, **told_of})
            assert row[AT["ends"]] == ENDS[twin.over]
        assert twin.over


def konged(rules: mjstats.rules.RuleSet, row: np.ndarray[Any, Any]) -> bool:
    """Whether anybody made a kong."""
    return bool(by_seat(row, "kongs", rules.players).any())


def is_big(rules: mjstats.rules.RuleSet, row: np.ndarray[Any, Any]) -> bool:
    """Whether a win counted more than a concealed hand: any other pattern that a result lists is a big one."""
    small = {"plain-win", "concealed-hand"}
    counted = {words.id for number, words in enumerate(rules.words.pattern) if words.listed and row[AT["patterns"]] >> number & 1}
    return bool(counted - small)


def followed(rules: mjstats.rules.RuleSet, row: np.ndarray[Any, Any], policy: str) -> bool:
    """Whether all first discards were one and the same tile; asked where it makes a difference to the dealer."""
    stays = row[R_WINNER] in (-1, row[AT["dealer"]])
    if rules.id != "nanchang" or not stays:
        return False
    log = hand_log(rules, seed=3, table=int(row[AT["table"]]), hand=int(row[AT["hand"]]), policy=policy)
    return int(record_of(rules, log).same_first_discards) > 0


def named(rules: mjstats.rules.RuleSet, row: np.ndarray[Any, Any], policy: str) -> int | None:
    """Where the sheet names the next dealer by the course of the hand: by the bird, by the last tile drawn."""
    several = row[R_WINNERS] > 1 and row[R_SOURCE] < 0
    if rules.id != "changsha" or (row[R_WINNER] >= 0 and not several):
        return None
    log = hand_log(rules, seed=3, table=int(row[AT["table"]]), hand=int(row[AT["hand"]]), policy=policy)
    if several:
        return (int(row[AT["dealer"]]) + int(record_of(rules, log).bird[0]) - 1) % 4
    drawn = [seat for kind, seat, *_ in log.events.tolist() if kind in (EVENT_DRAW, EVENT_REPLACEMENT)]
    thrown = [seat for kind, seat, *_ in log.events.tolist() if kind == EVENT_DISCARD]
    return drawn[-1] if row[AT["left"]] == 0 else (thrown[-1] + 1) % 4


@pytest.mark.parametrize(("equal", "stays"), [(0, 1), (1, 0)])
def test_nanchang_the_deal_passes_after_equal_first_discards(equal: int, stays: int) -> None:
    table = laid_table("nanchang", ["124578m124578p1s"] * 4, "3m6m", indicator="9m")
    table[1].seats.round[ROUND_SAME_FIRST] = equal
    row = played_row(table)
    assert row[R_WINNER] < 0  # a drawn hand would leave the dealer
    assert row[R_STAYS] == stays
    # 抄荘: the dealer pays 5 to each of the others
    assert by_seat(row, "net").tolist() == ([-15, 5, 5, 5] if equal else [0, 0, 0, 0])


def test_equal_first_discards_are_forgotten_at_the_next_hand() -> None:
    rules = mjstats.load("nanchang")
    board = new_board(rules.packed)
    board.seats.round[ROUND_SAME_FIRST] = 1
    start_hand(board, 1, first_starts(rules, 0, 1)[0])
    assert board.seats.round[ROUND_SAME_FIRST] == 0


@pytest.mark.parametrize("page", sorted(mjstats.rule_sets()))
def test_no_point_comes_from_nowhere(page: str) -> None:
    rules = mjstats.load(page)
    rows = play_games(rules, seed=8, first_table=0, n_tables=6)
    lays = rules.words.declare.lays if rules.words.declare else 0
    held = by_seat(rows, "points").sum(1) + lays * rows[:, AT["sticks"]]
    assert set(held.tolist()) == {rules.players * (rules.words.game.start or 0)}
    after = held + by_seat(rows, "net").sum(1)
    laid = after[rows[:, AT["ends"]] > 0]
    # A hand that lays more than is taken leaves sticks of whole points.
    assert (laid <= held[0]).all()
    assert lays == 0 or ((held[0] - laid) % lays == 0).all()


def test_riichi_sticks_lie_until_somebody_wins() -> None:
    rules = mjstats.load("riichi")
    rows = play_games(rules, seed=8, first_table=0, n_tables=25)
    lay = [i for i in range(len(rows) - 1) if rows[i + 1, AT["hand"]] > 0 and rows[i + 1, AT["sticks"]] > 0]
    assert lay, "no game with a stick left on the table"
    for i in lay:
        assert rows[i, R_WINNER] < 0  # a win takes them all
        log = hand_log(rules, seed=8, table=int(rows[i, AT["table"]]), hand=int(rows[i, AT["hand"]]))
        declared = sum("riichi" in player.flags or "double-riichi" in player.flags for player in record_of(rules, log).players)
        assert rows[i + 1, AT["sticks"]] == rows[i, AT["sticks"]] + declared


@pytest.mark.parametrize("page", sorted(mjstats.rule_sets()))
def test_a_later_hand_is_replayed_and_scores_the_same(page: str) -> None:
    rules = mjstats.load(page)
    rows = play_games(rules, seed=4, first_table=2, n_tables=1)
    for row in rows[[1, len(rows) // 2, -1]]:
        log = hand_log(rules, seed=4, table=2, hand=int(row[AT["hand"]]))
        assert log.result[: AT["ends"]].tolist() == row[: AT["ends"]].tolist()
        assert log.result[AT["ends"] + 1 :].tolist() == row[AT["ends"] + 1 :].tolist()
        scored = mjstats.score(record_of(rules, log))
        assert scored.net == by_seat(row, "net", rules.players).tolist()
    with pytest.raises(ValueError, match=rf"^hand: {len(rows)}: game 2 has {len(rows)} hands"):
        hand_log(rules, seed=4, table=2, hand=len(rows))


def test_games_do_not_depend_on_their_neighbours() -> None:
    rules = mjstats.load("taizhou")
    whole = play_games(rules, seed=9, first_table=0, n_tables=5)
    parts = [play_games(rules, seed=9, first_table=at, n_tables=n) for at, n in ((3, 2), (0, 1), (1, 2))]
    assert np.array_equal(whole, np.concatenate([parts[1], parts[2], parts[0]]))
    first = play_tables(rules, seed=9, first_table=0, n_tables=5)
    begun = whole[whole[:, AT["hand"]] == 0]
    same = [AT[name] for name in COLUMNS if name != "ends"]
    assert np.array_equal(begun[:, same], first[:, same])


def test_the_hands_of_a_game_are_dealt_apart() -> None:
    rules = mjstats.load("hangzhou")
    rows = play_games(rules, seed=9, first_table=0, n_tables=40)
    dealt = [tuple(row) for row in rows[:, [AT["indicator"], *(AT[f"distance_{seat}"] for seat in range(4)), AT["draws"]]]]
    assert Counter(dealt).most_common(1)[0][1] < 5
    # every indicator comes up as often in later hands as in first ones
    later = rows[rows[:, AT["hand"]] > 0, AT["indicator"]]
    assert len(set(later.tolist())) == 34


MULTIPLIERS = {
    "plain-win": 1,
    "robbing-the-kong": 2,
    "self-drawn": 2,
    "wild-single-wait": 3,
    "three-wilds": 3,
    "eight-flowers": 3,
}


def test_quanzhou_the_base_grows_by_the_dealers_multipliers() -> None:
    rules = mjstats.load("quanzhou", dealer_base_step="by-multiplier")
    rows = play_games(rules, seed=6, first_table=0, n_tables=120)
    grown: Counter[int] = Counter()
    base = 2
    for row in rows:
        if row[AT["streak"]] == 1:
            base = 2
        assert row[AT["streak"]] == base - 1
        if base > 2 and grown.total() < 60 and row[R_WINNER] >= 0:
            # the sheet's own way: the base of this hand given outright
            log = hand_log(rules, seed=6, table=int(row[0]), hand=int(row[1]))
            given = record_of(rules, log).to_dict() | {"streak": 1, "options": {"dealer_base": base}}
            assert mjstats.score(given).net == by_seat(row, "net").tolist()
        if row[R_WINNER] == row[AT["dealer"]]:
            counted = [name for bit, name in enumerate(rules.pattern_ids) if row[AT["patterns"]] >> bit & 1]
            found = [MULTIPLIERS[name] for name in counted if name in MULTIPLIERS]
            if "wild-discard-chain" in counted:
                found = [[6, 9][min(row[AT["wild_chain"]], 2) - 1]]
            assert len(found) == 1
            base += found[0]
            grown[found[0]] += 1
        else:
            base += 1  # a drawn hand; after another's win it begins anew
    assert min(grown[step] for step in (1, 2, 3)) >= 3


# ---- one hand, staged: where the table stands afterwards


def after(
    rules: mjstats.rules.RuleSet, winner: int, net: list[int], *, stays: bool, gave: int | None = None, **before: int
) -> dict[str, int]:
    """Where a table stands after a hand; `before` sets places of its row, such as S_STREAK, by their lower-case names.

    With `gave` two won on that seat's tile.
    """
    starts = first_starts(rules, 0, 1)
    for name, value in before.items():
        starts[0, place(name)] = value
    rows = np.zeros((1, N_RESULT), np.int64)
    rows[0, R_WINNER] = winner
    rows[0, R_STAYS] = stays
    if gave is not None:
        rows[0, [R_WINNERS, R_SOURCE]] = 2, gave
    rows[0, R_NET : R_NET + len(net)] = net
    k.next_hands(rules.game, rows, starts, np.zeros(k.N_START, np.int64))
    names = ("hand", "dealer", "streak", "round", "honba", "sticks", "washouts", "ends", "passed")
    return {name: int(starts[0, place(name)]) for name in names} | {
        f"points_{seat}": int(starts[0, k.S_POINTS + seat]) for seat in range(rules.players)
    }


def place(name: str) -> int:
    word, _, seat = name.partition("_")
    return int(getattr(k, f"S_{word.upper()}")) + int(seat or 0)


NOBODY = [0, 0, 0, 0]


def told(state: dict[str, int], *names: str) -> list[int]:
    return [state[name] for name in names]


def test_hangzhou_the_winner_deals_next_and_a_draw_leaves_the_dealer() -> None:
    rules = mjstats.load("hangzhou")
    won = after(rules, 2, [-2, -1, 4, -1], stays=False, streak=3)
    assert told(won, "dealer", "streak", "hand") == [2, 1, 1]
    drawn = after(rules, -1, NOBODY, stays=True, streak=2)
    assert told(drawn, "dealer", "streak", "washouts") == [0, 3, 1]
    own = after(rules, 0, [6, -2, -2, -2], stays=True)
    assert told(own, "dealer", "streak", "washouts", "points_0", "points_3") == [0, 2, 0, 6, -2]


def test_jinan_the_winner_deals_next_and_after_a_draw_the_right_neighbour() -> None:
    rules = mjstats.load("jinan")
    won = after(rules, 2, [-2, -1, 4, -1], stays=False, dealer=3, streak=3, washouts=2)
    assert told(won, "dealer", "streak", "hand", "washouts") == [2, 1, 1, 0]
    drawn = after(rules, -1, NOBODY, stays=False, dealer=3, washouts=1)
    assert told(drawn, "dealer", "streak", "washouts") == [0, 1, 2]


@pytest.mark.parametrize(("dealer", "first", "gave", "expected"), [(1, 1, 0, [0, 1]), (2, 0, 2, [2, 2]), (0, 1, 2, [2, 1])])
def test_kawuxing_who_gave_the_tile_to_two_winners_deals_next(dealer: int, first: int, gave: int, expected: list[int]) -> None:
    state = after(mjstats.load("kawuxing"), first, [0, 0, 0], stays=dealer == first, gave=gave, dealer=dealer)
    assert told(state, "dealer", "streak") == expected
    # elsewhere it is as after the first winner alone
    other = after(mjstats.load("yangzhou"), first, NOBODY, stays=dealer == first, gave=gave, dealer=dealer)
    assert other["dealer"] == (dealer if dealer == first else dealer + 1)


def test_wenzhou_the_schedule_counts_wins_and_ends_with_the_fourth() -> None:
    rules = mjstats.load("wenzhou")
    won = [after(rules, 1, [-2, 6, -2, -2], stays=True, dealer=1, streak=streak) for streak in (1, 3, 4)]
    assert [told(state, "dealer", "streak") for state in won] == [[1, 2], [1, 4], [2, 1]]
    drawn = [after(rules, -1, NOBODY, stays=True, dealer=1, streak=streak) for streak in (1, 3, 4)]
    assert [told(state, "dealer", "streak") for state in drawn] == [[1, 1], [1, 3], [1, 4]]


@pytest.mark.parametrize(("hand", "stays"), [("147m258p369s1234567z", 1), ("147m258p369s1234z", 0)])
def test_wenzhou_a_kong_passes_the_deal_after_a_drawn_hand(hand: str, stays: int) -> None:
    table = laid_table("wenzhou", ["147m258p369s1234567z", "", hand, ""], "6p", indicator="5p")
    if not stays:
        table[1].seats.melds[2, 0, [MELD_KIND, MELD_FACE]] = CONCEALED_KONG, parse_tile("9m")
        table[1].seats.n_melds[2] = 1
    turn_goes_to(table[1], 0)
    row = played_row(table)
    assert row[R_WINNER] < 0
    assert row[R_STAYS] == stays


def test_the_right_neighbour_deals_next() -> None:
    for page in ("wuhan", "xiamen", "taiwan", "ningbo", "taizhou", "nanchang", "nanjing"):
        state = after(mjstats.load(page), 3, [-1, -1, -1, 3], stays=False, dealer=1, streak=4, passed=1)
        assert told(state, "dealer", "streak", "passed", "round") == [2, 1, 2, 0], page


def test_the_wind_turns_when_everybody_has_dealt() -> None:
    four = after(mjstats.load("taiwan"), 0, [3, -1, -1, -1], stays=False, dealer=3, passed=3)
    assert told(four, "dealer", "round", "ends") == [0, 1, 0]
    three = after(mjstats.load("jingzhou"), 0, [2, -1, -1], stays=False, dealer=2, passed=2)
    assert told(three, "dealer", "round", "ends") == [0, 1, 0]
    over = after(mjstats.load("jingzhou"), 0, [2, -1, -1], stays=False, dealer=2, passed=11, round=3)
    assert told(over, "ends", "round") == [k.ENDS_LENGTH, 3]
    # a dealer who stays in the last hand plays on
    on = after(mjstats.load("wuhan"), 3, [-1, -1, -1, 3], stays=True, dealer=3, passed=15, round=3)
    assert told(on, "ends", "streak") == [k.ENDS_NOT, 2]


@pytest.mark.parametrize(("left", "expected"), [(30, k.ENDS_BROKE), (31, k.ENDS_NOT)])
def test_yangzhou_ends_when_two_have_nothing_left(left: int, expected: int) -> None:
    rules = mjstats.load("yangzhou", bust=True)
    state = after(rules, 2, [-20, -30, 70, -20], stays=False, points_0=20, points_1=left)
    assert state["ends"] == expected


def test_riichi_counters_on_the_table() -> None:
    rules = mjstats.load("riichi")
    # one laid a stick in a drawn hand, two were ready: the deal passes, honba and the stick stay
    drawn = after(rules, -1, [500, 1500, -1500, -1500], stays=False, honba=1, sticks=2)
    assert told(drawn, "dealer", "honba", "sticks", "washouts", "streak") == [1, 2, 3, 1, 1]
    # seat 2 wins 1000 from seat 1 with one honba, and takes three sticks that lay there
    won = after(rules, 2, [0, -1300, 4300, 0], stays=False, honba=1, sticks=3)
    assert told(won, "dealer", "honba", "sticks", "washouts") == [1, 0, 0, 0]
    dealer = after(rules, 0, [3900, -1300, -1300, -1300], stays=True, honba=1, washouts=1)
    assert told(dealer, "dealer", "honba", "streak", "washouts") == [0, 2, 2, 0]


@pytest.mark.parametrize(
    ("options", "points", "expected"),
    [
        ({}, 1300, k.ENDS_NOT),  # nothing left is not below 0
        ({}, 1200, k.ENDS_BROKE),
        ({"bust": False}, 1200, k.ENDS_NOT),
    ],
)
def test_riichi_ends_below_zero(options: dict[str, Any], points: int, expected: int) -> None:
    state = after(mjstats.load("riichi", **options), 2, [0, -1300, 1300, 0], stays=False, points_1=points)
    assert state["ends"] == expected


@pytest.mark.parametrize(
    ("options", "winner", "leader", "expected"),
    [
        ({}, 3, 38000, k.ENDS_NOT),  # 25000 + 12000 is less
        ({}, 3, 37000, k.ENDS_NOT),  # as much, but who dealt first stands before
        ({}, 3, 36000, k.ENDS_STOPPED),
        ({"bust": False}, 3, 36000, k.ENDS_NOT),
        ({}, 1, 36000, k.ENDS_LENGTH),
        ({}, -1, 36000, k.ENDS_LENGTH),
    ],
)
def test_riichi_the_leading_dealer_stops(options: dict[str, Any], winner: int, leader: int, expected: int) -> None:
    net = {3: [-4000, -4000, -4000, 12000], 1: [0, 1000, 0, -1000], -1: NOBODY}[winner]
    rules = mjstats.load("riichi", **options)
    state = after(rules, winner, net, stays=winner == 3, dealer=3, passed=3, points_0=leader - net[0])
    assert state["ends"] == expected


def test_mcr_players_change_seats_between_rounds() -> None:
    rules = mjstats.load("mcr")
    stays = after(rules, 0, [54, -18, -18, -18], stays=True)
    assert told(stays, "dealer", "streak") == [1, 1]
    rows = play_games(rules, seed=1, first_table=0, n_tables=1)
    assert len(rows) == 16
    assert rows[:, AT["dealer"]].tolist() == [0, 1, 2, 3] * 4
    assert rows[:, AT["round"]].tolist() == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    # the sheet: East sits E S N W, South S E W N, West W N E S, North N W S E; players at the seats E S W N
    assert by_seat(rows, "player")[::4].tolist() == [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 1, 0], [3, 2, 0, 1]]


def test_hangzhou_points_may_run_out() -> None:
    rules = mjstats.load("hangzhou", stake=10)
    rows = play_games(rules, seed=1, first_table=0, n_tables=30)
    left = by_seat(rows, "points") + by_seat(rows, "net")
    assert left.min() == 0  # never below
    broke = (by_seat(rows, "points") == 0) & (by_seat(rows, "net") == 0)
    paying = rows[:, R_WINNER] >= 0
    assert (broke.any(axis=1) & paying).any()  # who has nothing pays nothing
    back = (by_seat(rows, "points") == 0) & (by_seat(rows, "net") > 0)
    assert back.any()  # and wins as anyone else
    assert Counter(rows[:, AT["table"]].tolist()) == Counter(dict.fromkeys(range(30), 16))


# ---- ranks and final scores


def test_ranks_go_by_points_then_by_who_dealt_first() -> None:
    points = np.array([[25000, 25000, 40000, 10000], [0, 0, 0, 0], [-5, 3, 1, 1]])
    assert ranks_of(points).tolist() == [[2, 3, 1, 4], [1, 2, 3, 4], [4, 1, 2, 3]]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"uma": "none"},
        {"uma": "5-10"},
        {"uma": "10-30"},
        {"uma": "7-5-3"},
        {"uma": "sink"},
        {"below_zero": True},
        {"bust": False, "uma": "sink"},
    ],
    ids=str,
)
def test_final_scores_are_those_of_the_sheet(options: dict[str, Any]) -> None:
    words = mjstats.load("riichi", **options).words.game.model_dump()
    rng = np.random.default_rng(5)
    points = rng.integers(-80, 500, (400, 4)) * 100
    points[:, 3] = 100000 - points[:, :3].sum(1)
    chips = rng.integers(-6, 7, (400, 4))
    chips[:, 3] = -chips[:, :3].sum(1)
    expected = [final_scores(*row, options) for row in zip(points.tolist(), chips.tolist(), strict=True)]
    scores = scores_of(points, chips, words)
    assert scores.tolist() == expected
    assert (scores.sum(1) == 0).all()


def test_the_sheets_example_of_a_final_score() -> None:
    words = mjstats.load("riichi", uma="none").words.game.model_dump()
    points = np.array([[35600, 27400, 22800, 14200]])
    assert scores_of(points, np.zeros_like(points), words).tolist() == [[26000, -3000, -7000, -16000]]


# ---- numbers and a chart of games


def games_frame(page: str, **run: Any) -> Any:
    return mjstats.games_of(mjstats.simulate(page, workers=1, **run))


def test_results_are_sums_by_hand() -> None:
    table = games_frame("taizhou", games=40, seed=2)
    numbers = results(table).set_index(["measure", "role"])["value"]
    scores = table.filter(like="score_").to_numpy()
    assert numbers["hands", "game"] == pytest.approx(table["hands"].mean())
    assert numbers["mean", "all"] == pytest.approx(0)
    assert numbers["mean", "first"] == pytest.approx(scores.max(axis=1).mean())
    assert numbers["median", "last"] == np.sort(-scores.min(axis=1))[19]
    assert numbers["spread", "all"] == pytest.approx(scores.std())
    assert numbers["broke", "game"] == 0
    first = table.filter(like="rank_").to_numpy().argmin(1)
    assert (scores.max(axis=1) == scores[np.arange(len(table)), first]).all()


def test_chips_and_uma_are_in_the_final_score() -> None:
    plain, with_uma = (games_frame("riichi", games=20, seed=2, uma=uma) for uma in ("none", "10-20"))
    points = [f"points_{player}" for player in range(4)]
    assert (plain[points] == with_uma[points]).all(axis=None)
    added = (with_uma.filter(like="score_") - plain.filter(like="score_")).to_numpy()
    ranks = plain.filter(like="rank_").to_numpy()
    assert (added == np.array([20000, 10000, -10000, -20000])[ranks - 1]).all()
    assert (plain.filter(like="chips_").to_numpy() != 0).any()
    assert (plain[points].sum(axis=1) + 1000 * plain["sticks"] == 100000).all()
    assert set(plain["ends"]) == {"length", "broke", "stopped"} or len(set(plain["ends"])) > 1


def test_single_hands_and_cut_games_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^hands: these are single hands"):
        mjstats.games_of(mjstats.simulate("hangzhou", hands=2, workers=1))
    with pytest.raises(ValueError, match=r"^hands: int: a frame is needed, such as simulate"):
        mjstats.games_of(3)  # type: ignore[arg-type]  # what a user may write
    hands = mjstats.simulate("hangzhou", games=2, workers=1)
    with pytest.raises(ValueError, match=r"^hands: a game lacks its last hand"):
        mjstats.games_of(hands[:-1])


def test_players_keep_their_policies_when_seats_change() -> None:
    rows = play_games(mjstats.load("mcr"), seed=2, first_table=0, n_tables=12, policy="fast,random,random,random")
    winner = rows[rows[:, R_WINNER] >= 0]
    players = by_seat(winner, "player")[np.arange(len(winner)), winner[:, R_WINNER]]
    assert Counter(players.tolist())[0] > 0.9 * len(winner)
    assert len(set(winner[:, R_WINNER].tolist())) == 4  # from every seat


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chart_of_scores_says_what_it_stands_on(language: str) -> None:
    tables = [games_frame("riichi", games=12, seed=2), games_frame("jingzhou", games=12, seed=2)]
    figure = scores_chart(*tables, language=language)
    figure.canvas.draw()  # a missing glyph is a warning, and warnings are errors
    texts = [text.get_text() for text in figure.findobj(Text)]
    assert any(text.startswith("mjstats") or "\nmjstats" in text for text in texts)
    assert word("rank 4", language) in texts
    assert len(figure.axes) == 2
    for axes, table in zip(figure.axes, tables, strict=True):
        heights = [patch.get_data().values - patch.get_data().baseline for patch in axes.patches]
        assert sum(part.sum() for part in heights) == pytest.approx(1)  # everybody of every game stands somewhere
        assert len(axes.patches) == table.attrs["players"]


# ---- words of a page


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ('reseat = ["1234", "1243"]', "game.reseat: 2 rows for 4 rounds"),
        ('reseat = ["2134", "1243", "1234", "1234"]', "game.reseat: '2134': in the first round all sit where they began"),
        ('reseat = ["123"]', "game.reseat: '123': 4 play"),
        ('reseat = ["1134"]', "each seat once"),
        ("uma = [[1, -1]]", r"game.uma: \[1, -1\]: 4 play"),
        ("uma = [[1, 1, 1, 1]]", "sum to 0"),
        ('stays = ["drawn"]', "game.stays"),
        ("rounds = 0", "game.rounds"),
    ],
)
def test_a_wrong_word_is_one_clear_line(tmp_path: Any, words: str, says: str) -> None:
    page = tmp_path / "own.toml"
    page.write_text(f'extends = "wuhan"\nid = "own"\n[game]\n{words}\n', encoding="utf-8")
    with pytest.raises(RulesError, match=says):
        mjstats.load(page)


def test_a_game_without_end_is_refused(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "own.toml"
    page.write_text('extends = "hangzhou"\nid = "own"\n[game]\nhands = 40\n', encoding="utf-8")
    monkeypatch.setattr("mjstats.play.MOST_HANDS", 30)
    with pytest.raises(ValueError, match="own: a game goes on after 30 hands"):
        play_games(mjstats.load(page), seed=1, first_table=0, n_tables=1)
