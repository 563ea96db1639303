"""Fuzhou at the table: wins that go before nearer ones, wild tiles that win as they are, what kongs and flowers keep undrawn."""

from __future__ import annotations

from collections import Counter

import pytest

import mjstats
from mjstats.kernel import board as b
from mjstats.kernel import phases
from mjstats.kernel import state as k
from mjstats.kernel.claims import ADDED, CONCEALED, KONG_KIND, next_kong
from mjstats.kernel.deal import start_hand
from mjstats.kernel.page import HOW_DISCARD, HOW_SELF_DRAW, PUNG
from mjstats.play import first_starts
from mjstats.tiles import parse_tile
from tests.test_play import discard_of
from tests.test_play_rules import Table, laid_table, play_on, scored, turn_goes_to

#: all three win on 6s, the last one with two golds as the pair
NEAR, NEXT, PAIR = "123456m11p789p11145s", "123456p22m789m45s777p", "123456789m234p4588s"


def golden(hands: list[str], draws: str) -> Table:
    return laid_table("fuzhou", hands, draws, indicator="8s")


@pytest.mark.parametrize(
    ("hands", "winner", "each"),
    [
        ([NEAR, PAIR, NEXT], 2, 63),  # base 1, two golds, the pair +60, though the plain hand sits nearer
        ([PAIR, NEAR, NEXT], 1, 63),
        (["", NEAR, PAIR], 3, 63),
        ([NEAR, NEXT, ""], 1, 31),  # of such as have no pair of golds the nearest: base 1, +30 without flowers
    ],
)
def test_a_win_may_go_before_a_nearer_one(hands: list[str], winner: int, each: int) -> None:
    table = golden(["", *hands], "9p")
    discard_of(table[1], 0, "6s")
    table[1].discards[0, 0], table[1].own[0, b.DISCARDS] = parse_tile("6s"), 1
    nets = [3 * each if seat == winner else -each for seat in range(4)]
    assert play_on(table) == (True, nets)
    assert table[1].win[[k.WIN_BY, k.WIN_HOW]].tolist() == [winner, HOW_DISCARD]
    assert table[1].clock[b.WINNERS] == 1 << winner
    assert scored(table) == nets


@pytest.mark.parametrize(
    ("hand", "draw", "wins"), [("147m258p369s147m25p88s", "8s", True), ("147m258p369s147m25p8s3s", "8s", False)]
)
def test_three_wild_tiles_are_drawn_and_win(hand: str, draw: str, wins: bool) -> None:
    table = golden(["", hand, "", ""], draw)
    turn_goes_to(table[1], 1)
    # base 1, three golds: twice 4, +40
    assert play_on(table) == (wins, [-48, 144, -48, -48] if wins else [0, 0, 0, 0])
    if wins:
        assert table[1].win[k.WIN_HOW] == HOW_SELF_DRAW
        assert scored(table) == [-48, 144, -48, -48]


def test_three_wild_tiles_win_on_no_discard() -> None:
    table = golden(["", "147m258p369s147m2p888s", "", ""], "9p")
    discard_of(table[1], 0, "9m")
    assert play_on(table) == (True, [-48, 144, -48, -48])
    assert table[1].win[[k.WIN_HOW, k.WIN_TILE]].tolist() == [HOW_SELF_DRAW, parse_tile("9p")]


@pytest.mark.parametrize(("kind", "keeps"), [(CONCEALED, 2), (ADDED, 1)])
def test_a_concealed_kong_may_keep_more_tiles_than_another(kind: int, keeps: int) -> None:
    board = golden(["1111m" if kind == CONCEALED else "1m", "", "", ""], "1s2s3s4s5s6s7s8s9s")[1]
    if kind == ADDED:
        board.seats.melds[0, 0] = PUNG, 0, 1
        board.seats.n_melds[0] = 1
    board.clock[[b.SEAT, b.TILE, b.PHASE]] = 0, parse_tile("9p"), phases.KONGS
    code = kind * KONG_KIND
    for left, may in ((4 + keeps, False), (5 + keeps, True)):  # the last four are drawn without kongs
        board.clock[b.LEFT] = left
        assert (next_kong(board, 0, -1) == code) is may
    phases.replace(board, 0, code)
    assert board.clock[b.LEFT] == 5 - 1


def test_a_set_of_four_flowers_keeps_two_tiles_undrawn() -> None:
    rules = mjstats.load("fuzhou")
    board = b.new_board(rules.packed, log=True)
    whole = 0
    for table in range(200):
        start_hand(board, 5, first_starts(rules, table, 1)[0])
        laid = [row[1:3] for row in board.log[: board.clock[b.EVENTS]].tolist() if row[0] == b.EVENT_FLOWER]
        sets = 0
        for seat in range(4):
            shown = Counter(face if face < 34 else 34 + (face - 34) // 4 for who, face in laid if who == seat)
            sets += list(shown.values()).count(4)
        in_the_wall = board.clock[b.TAIL] - board.clock[b.HEAD] + 1
        assert board.clock[b.LEFT] == in_the_wall - 18 - 2 * sets
        whole += sets
    assert whole > 2


@pytest.mark.parametrize(
    ("policy", "each"),
    [
        ("fast", 3),  # on the 9p, golds in a chow and with it: base 1, two golds
        ("value", 66),  # which passes the 9p and draws the 6s: twice 3, the pair of golds +60
    ],
)
def test_a_small_win_is_passed_for_a_pair_of_wild_tiles(policy: str, each: int) -> None:
    table = golden(["", PAIR, "", ""], "6s")
    discard_of(table[1], 0, "9p")
    table[1].clock[b.LEFT] = 40
    table[1].own[:, b.GOES] = 3
    assert play_on(table, policy) == (True, [-each, 3 * each, -each, -each])
