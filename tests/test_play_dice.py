"""Tiles that dice choose for a kong, birds, dealt hands that several win with, who deals after a drawn hand: in play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mjstats
from mjstats.kernel import board as b
from mjstats.kernel import state as k
from mjstats.kernel.result import COLUMNS
from mjstats.play import HandLog, hand_log
from mjstats.replaying import record_of, replay
from mjstats.rules import RulesError
from mjstats.tiles import format_tiles, parse_tile
from tests.test_play_rules import Table, laid_table, play_on, played_row, scored, turn_goes_to

AT = {name: place for place, name in enumerate(COLUMNS)}
READY = "999m456p789s55m78s"  # with the kong of 9m it waits for 6s 9s
FARTHER = "999m456p78s13s55m2p"  # with that kong it is one tile from ready
ON_1P_4P = "111s444s22s333m23p"
ON_8P = "222m777m666s88m79p"


def table_of(draws: str, tail: str, hand: str = READY, others: dict[int, str] | None = None, **options: object) -> Table:
    """Seat 1 is about to draw; the other seats but those with a hand hold nothing, and throw away what they draw."""
    hands = ["", hand, "", ""]
    for seat, held in (others or {}).items():
        hands[seat] = held
    table = laid_table("changsha", hands, draws, tail=tail, indicator=None, **options)
    board = table[1]
    board.own[[seat for seat in range(4) if not hands[seat]], b.BARE] = 3
    board.own[1, b.BARE] = 1 if hand == FARTHER else 0
    turn_goes_to(board, 1)
    return table


def thrown(table: Table, seat: int) -> str:
    return format_tiles([int(tile) for tile in table[1].discards[seat, : table[1].own[seat, b.DISCARDS]]], sort=False)


def record(table: Table) -> mjstats.Record:
    rules, board, _, _ = table
    return record_of(rules, HandLog(board.log[: board.clock[b.EVENTS]].copy(), board, np.zeros(0, np.int64), True))


# ---- dice


def test_who_is_ready_has_dice_choose_the_tile() -> None:
    table = table_of("9m3p", "6s")
    # a big pattern: 4 from the dealer, 3 from the others; the bird 3p is seat 2's, who pays 6
    assert play_on(table) == (True, [-4, 13, -6, -3])
    assert scored(table) == [-4, 13, -6, -3]
    assert (record(table).bird, record(table).wins[0].replacement) == ("3p", "kong")
    assert table[1].own[1, b.LOCKED] == 1


def test_a_tile_that_dice_chose_is_discarded_and_the_hand_is_not_changed_any_more() -> None:
    table = table_of("9m2m3m4m5p2m3m4m6s3p", "1p")
    assert play_on(table) == (True, [-2, 5, -2, -1])  # an ordinary win, the bird on seat 2
    assert thrown(table, 1) == "15p"
    assert scored(table) == [-2, 5, -2, -1]


def test_a_discard_that_dice_chose_is_worth_a_big_pattern() -> None:
    table = table_of("9m2m", "1p", others={2: ON_1P_4P})
    assert play_on(table) == (True, [0, -12, 12, 0])  # 6, twice for the bird on the payer
    assert scored(table) == [0, -12, 12, 0]
    assert record(table).wins[0].after_kong


def test_who_is_not_ready_draws_from_the_tail() -> None:
    table = table_of("9m2m3m4m6s3p", "2s", hand=FARTHER)
    assert play_on(table) == (True, [-2, 5, -2, -1])
    board = table[1]
    assert (board.seats.n_melds[1], board.own[1, b.LOCKED], thrown(table, 1)) == (1, 0, "2p")


def test_a_tile_from_the_tail_counts_as_an_ordinary_one() -> None:
    rules = mjstats.load("changsha")
    plain = 0
    for i in range(400):
        log = hand_log(rules, seed=4, table=i, policy="random")
        replaced = log.events[:, 0] == b.EVENT_REPLACEMENT
        plain += int(replaced.sum()) > 0 and not log.board.own[:, b.LOCKED].any()
        if log.won and log.board.win[k.WIN_KONG_REPLACEMENT] + log.board.win[k.WIN_AFTER_KONG] > 0:
            assert log.board.own[:, b.LOCKED].any()
    assert plain > 0  # random players are seldom ready


def test_a_replacement_is_never_the_last_tile() -> None:
    table = table_of("9m", "6s")
    assert play_on(table) == (True, [-4, 10, -3, -3])  # no last tile, and none left for a bird
    assert scored(table) == [-4, 10, -3, -3]
    assert not record(table).wins[0].last_tile
    table = table_of("9m", "1p", others={2: ON_1P_4P})
    assert play_on(table) == (True, [0, -6, 6, 0])
    assert not record(table).wins[0].last_tile


# ---- two tiles at once


@pytest.mark.parametrize(
    ("tail", "nets", "tiles"),
    [
        ("6s9s", [-8, 26, -12, -6], {"6s", "9s"}),  # both win: twice 4, 3, 3, and the bird on seat 2
        ("6s1p", [-4, 13, -6, -3], {"6s", "1p"}),
        ("1p6s", [-4, 13, -6, -3], {"6s", "1p"}),
    ],
)
def test_either_of_two_tiles_wins(tail: str, nets: list[int], tiles: set[str]) -> None:
    table = table_of("9m3p", tail, double_kong=True)
    assert play_on(table) == (True, nets)
    win = record(table).wins[0]
    assert {win.tile, win.second_tile} == tiles
    assert tiles == {"6s", "9s"} or win.tile == "6s"
    assert scored(table) == nets


@pytest.mark.parametrize(("tail", "nets"), [("1p2p", [0, -12, 12, 0]), ("8p4p", [0, -12, 12, 0]), ("1p4p", [0, -24, 24, 0])])
def test_others_win_on_either_of_two_tiles_discarded(tail: str, nets: list[int]) -> None:
    table = table_of("9m2m", tail, others={2: ON_1P_4P}, double_kong=True)
    assert play_on(table) == (True, nets)  # 6, twice for the bird on seat 1, twice for both
    assert scored(table) == nets
    assert thrown(table, 1) == ""


@pytest.mark.parametrize("tail", ["1p8p", "8p1p"])
def test_two_win_on_two_tiles(tail: str) -> None:
    table = table_of("9m4m", tail, others={2: ON_1P_4P, 3: ON_8P}, double_kong=True)
    assert play_on(table) == (True, [0, -18, 6, 12])  # 6 each, the bird on seat 3
    assert scored(table) == [0, -18, 6, 12]
    assert [(win.by, win.tile, win.second_tile) for win in record(table).wins] == [(2, "1p", "8p"), (3, "8p", "1p")]


def test_two_tiles_that_nobody_wants_are_both_discarded() -> None:
    table = table_of("9m2m3m4m6s3p", "2p8p", double_kong=True)
    assert play_on(table) == (True, [-2, 5, -2, -1])
    assert thrown(table, 1) in ("28p", "82p")


def test_hands_played_with_two_tiles_score_to_what_was_paid() -> None:
    rules = mjstats.load("changsha", double_kong=True, birds=2)
    seen = 0
    for i in range(250):
        log = hand_log(rules, seed=6, table=i)
        shown = record_of(rules, log)
        nets = log.result[AT["net_0"] : AT["net_0"] + 4].tolist()
        assert mjstats.score(shown.to_dict()).net == nets, i
        seen += any(win.second_tile for win in shown.wins)
    assert seen > 0


# ---- birds, dealt hands, the next dealer


@pytest.mark.parametrize(("tile", "dealer", "seat"), [("1m", 0, 0), ("2m", 0, 1), ("9s", 0, 0), ("4p", 3, 2), ("5z", 0, 0)])
def test_the_number_of_a_bird_counts_from_the_dealer(tile: str, dealer: int, seat: int) -> None:
    assert k.seat_counted(parse_tile(tile), dealer, 4) == seat


def test_all_whose_dealt_hands_win_are_paid() -> None:
    rules = mjstats.load("changsha")
    several = 0
    for i in range(300):
        log = hand_log(rules, seed=8, table=i)
        if log.result[AT["winners"]] < 2 or log.result[AT["source"]] >= 0:
            continue
        shown = record_of(rules, log)
        several += 1
        assert len(shown.wins) == log.result[AT["winners"]]
        assert all(win.how == "hand" for win in shown.wins)
        bird = (shown.dealer + int(shown.bird[0]) - 1) % 4
        assert log.result[AT["heir"]] == bird + 1
        nets = log.result[AT["net_0"] : AT["net_0"] + 4].tolist()
        assert mjstats.score(shown.to_dict()).net == nets
    assert several > 0


@pytest.mark.parametrize(("ready", "heir"), [(None, 2), (3, 3), (1, 1)])
def test_who_took_the_last_tile_deals_after_a_drawn_hand(ready: int | None, heir: int) -> None:
    hands = ["", "", "", ""]
    if ready is not None:
        hands[ready] = ON_8P
    table = laid_table("changsha", hands, "1m", indicator=None)
    board = table[1]
    board.own[:, b.BARE] = 3
    if ready is not None:
        board.own[ready, b.BARE] = 0
    turn_goes_to(board, 2)
    row = played_row(table)
    assert row[AT["winner"]] == -1
    assert row[AT["heir"]] == heir + 1
    assert board.clock[b.LEFT] == (1 if ready is None else 0)


def test_a_replay_shows_the_birds() -> None:
    shown = next(one for i in range(20) if (one := replay("changsha", seed=1, hand=i)).record.bird)
    assert (shown.events["event"] == "bird").sum() == 1
    assert shown.events["tile"].tolist()[-1] == shown.record.bird


def test_only_hands_of_any_tiles_are_a_last_resort(tmp_path: Path) -> None:
    page = tmp_path / "mine.toml"
    page.write_text('extends = "changsha"\nid = "mine"\n[[shape]]\nid = "seven-pairs"\nlast_resort = true\n', encoding="utf-8")
    with pytest.raises(RulesError, match="last_resort: only a row of kind any-tiles is one; this is pairs"):
        mjstats.load(page)
