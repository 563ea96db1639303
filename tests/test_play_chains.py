"""Wild tiles discarded whenever that was, tiles that stay by them, stakes bought and raised: in play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mjstats
from mjstats.hand import RecordError
from mjstats.kernel import board as b
from mjstats.kernel import state as k
from mjstats.kernel.goes import put_discard
from mjstats.kernel.page import PUNG
from mjstats.kernel.result import COLUMNS
from mjstats.play import play_games
from mjstats.tiles import count_faces, parse_tile
from tests.test_play import seated
from tests.test_play_rules import laid_table, play_on, scored, turn_goes_to

AT = {name: place for place, name in enumerate(COLUMNS)}
FAR = "147m258p369s1234z"
#: what a dealer's win lets the others raise by
WORTH = {"plain-win": 1, "self-drawn": 2, "robbing-the-kong": 2, "wild-single-wait": 4, "out-with-replacement-tile": 4}


def after(*steps: tuple[int, str, str]) -> tuple[b.Board, list[int]]:
    """The table of 9m wild once seats have discarded, each from that hand that tile; and how many tiles were left each time."""
    _, board, routes, mind = seated("yiwu", ["", "", "", ""], indicator="9m")
    left = []
    for seat, hand, tile in steps:
        board.seats.hand[seat] = count_faces(hand)
        board.clock[b.TILE] = parse_tile(tile)
        board.own[seat, b.BARE] = 3
        put_discard(routes, board, seat, parse_tile(tile), mind)
        left.append(int(board.clock[b.LEFT]) - 40)
    return board, left


ONE, TWO, THREE = FAR + "9m", FAR[:-2] + "3z99m", FAR[:-3] + "2z999m"


@pytest.mark.parametrize(
    ("steps", "left", "chain", "rows"),
    [
        ([(1, ONE, "9m")], [20], 0, 0),  # 34 stay, then 14
        ([(1, TWO, "9m")], [20], 1, 0),
        ([(1, THREE, "9m"), (1, TWO, "9m")], [20, 28], 2, 1),  # then 6
        ([(1, TWO, "9m"), (1, TWO, "9m")], [20, 28], 1, 1),  # the third wild tile was drawn in between
        ([(1, THREE, "9m"), (1, TWO, "1m"), (1, TWO, "9m")], [20, 20, 20], 1, 0),
        ([(1, TWO, "9m"), (2, ONE, "9m"), (1, ONE, "9m")], [20, 20, 28], 1, 1),
        ([(1, TWO, "9m"), (1, ONE, "1m"), (1, ONE, "2p")], [20, 20, 20], 1, 0),  # it stays, whatever is discarded later
    ],
)
def test_wild_tiles_discarded(steps: list[tuple[int, str, str]], left: list[int], chain: int, rows: int) -> None:
    board, found = after(*steps)
    assert found == left
    assert board.own[1, b.CHAIN] == chain
    assert board.seats.marks[1, k.MARK_WILD_ROWS] == rows


def test_who_waits_with_a_lone_wild_tile_discards_another_and_wins() -> None:
    # the second wild tile goes, then any tile wins: 8 times
    table = laid_table("yiwu", ["", "234567m678p456s9m", "", ""], "9m1z1z1z2z", indicator="9m")
    board = table[1]
    board.own[[0, 2, 3], b.BARE] = 3
    turn_goes_to(board, 1)
    assert play_on(table, "wild-chain") == (True, [-56, 136, -40, -40])
    assert board.win[k.WIN_WILD_CHAIN] == 1
    assert scored(table) == [-56, 136, -40, -40]


def test_three_wild_tiles_win_sixteen_times() -> None:
    # 45s with one of three wild tiles, a pair of the others: one goes, then, 456s complete, another, then any tile wins
    table = laid_table("yiwu", ["", "567m678p45s99m", "", ""], "9m1z1z1z6s3z3z3z4z", indicator="9m")
    board = table[1]
    board.seats.melds[1, 0] = PUNG, parse_tile("2m"), 0
    board.seats.n_melds[1] = 1
    board.own[[0, 2, 3], b.BARE] = 3
    turn_goes_to(board, 1)
    assert play_on(table, "wild-chain") == (True, [-112, 272, -80, -80])
    assert board.win[k.WIN_WILD_CHAIN] == 2
    assert scored(table) == [-112, 272, -80, -80]


@pytest.mark.parametrize("doubling", [False, True])
def test_stakes_stand_as_long_as_the_dealer_goes_on(doubling: bool) -> None:
    rules = mjstats.load("yiwu", raise_doubling=doubling)
    ids = [row.id for row in rules.words.pattern]
    rows = play_games(rules, seed=5, first_table=0, n_tables=12, policy="random,fast,random,fast")
    stakes = rows[:, AT["stake_0"] : AT["stake_0"] + 4]
    kept = raises = 0
    for one, after_it, was, now in zip(rows[:-1], rows[1:], stakes[:-1], stakes[1:], strict=True):
        dealer = int(after_it[AT["dealer"]])
        assert now[dealer] < 2
        if after_it[AT["table"]] != one[AT["table"]] or dealer != one[AT["dealer"]] or after_it[AT["streak"]] == 1:
            assert (now < 2).all()
            continue
        kept += 1
        assert (now % 2 == was % 2).all()
        more = now // 2 - (2 if doubling else 1) * (was // 2)
        worth = 0
        if one[AT["winner"]] == dealer:
            counted = next(name for number, name in enumerate(ids) if one[AT["patterns"]] >> number & 1)
            worth = WORTH.get(counted) or (8 if one[AT["wild_chain"]] == 1 else 16)
        assert set(more.tolist()) <= {0, worth}
        assert (more[[1, 3]] == 0).all()  # who plays to win raises nothing
        raises += int((more > 0).sum())
    assert kept > 20
    assert raises > 0


@pytest.mark.parametrize(
    ("seat", "stake", "line"),
    [
        (1, 3, r"stake: 3: in yiwu it is an object such as \{'buy': true, 'raise': 4\}"),
        (0, {"raise": 2}, r"stake: \{'raise': 2\}: raised is against the dealer, by the others alone"),
    ],
)
def test_a_stake_that_nobody_may_lay_is_an_error(seat: int, stake: Any, line: str) -> None:
    players: list[dict[str, Any]] = [{}, {}, {}, {}]
    players[seat] = {"stake": stake}
    with pytest.raises(RecordError, match=rf"^record: players\[{seat}\]\.{line}$"):
        mjstats.score({"rules": "yiwu", "indicator": "9m", "players": players, "win": None})


def test_rows_of_other_pages_tell_no_stakes() -> None:
    rows = play_games(mjstats.load("hangzhou"), seed=5, first_table=0, n_tables=2, policy="random")
    assert not np.any(rows[:, [AT["raise"], *range(AT["stake_0"], AT["stake_0"] + 4)]])
