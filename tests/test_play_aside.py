"""Honours that are flowers, equal discards in a row, first turns that last, points left, stakes, tiles that stay: in play."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mjstats
from mjstats.exact.population import wall_of
from mjstats.hand import RecordError
from mjstats.kernel import board as b
from mjstats.kernel import phases
from mjstats.kernel import state as k
from mjstats.kernel.answers import claims, others_win
from mjstats.kernel.claims import CLAIM_PUNG, CONCEALED, KONG_KIND
from mjstats.kernel.game import ENDS_BROKE, N_START, S_WASHOUTS, next_hands
from mjstats.kernel.goes import put_discard, take_claim
from mjstats.kernel.page import HOW_HAND
from mjstats.kernel.result import COLUMNS
from mjstats.kernel.turn import run
from mjstats.play import first_starts, hand_log, play_games, play_tables
from mjstats.replaying import record_of
from mjstats.rules.shapes import shapes_of
from mjstats.tiles import count_faces, parse_tile, parse_tiles
from tests.test_play import FAST, discard_of, seated, tiles_at_table
from tests.test_play_rules import Table, laid_table, play_on, played_row, scored, turn_goes_to

AT = {name: place for place, name in enumerate(COLUMNS)}
FAR = "147m258p369s1234z"
READY = "123m456p999p22m67s"  # waits for 5s 8s


# ---- honours laid aside


def test_dealt_dragons_are_laid_out_and_replaced() -> None:
    rules = mjstats.load("nanjing")
    laid = whole = 0
    for table in range(60):
        log = hand_log(rules, seed=9, table=table)
        seats = log.board.seats
        assert seats.hand[:, parse_tiles("567z")].sum() == 0
        assert seats.hand[:, 34:].sum() == 0
        assert tiles_at_table(log) == rules.packed.play.tiles.tolist()
        record = record_of(rules, log)
        for seat, player in enumerate(record.players):
            shown = list(parse_tiles(player.flowers))
            assert len(shown) == seats.marks[seat, k.MARK_FLOWERS]
            laid += sum(27 <= face < 34 for face in shown)
            whole += any(shown.count(face) == 4 for face in parse_tiles("567z"))
        assert all(face not in parse_tiles("567z") for row in record.players for face in parse_tiles(row.discards))
    assert laid > 300  # of 720 in 60 walls, 16 tiles of 144 undrawn
    assert whole > 0


def test_a_drawn_dragon_is_replaced_at_once() -> None:
    table = laid_table("nanjing", [FAR, READY, FAR, ""], "5z", tail="8s", indicator=None)
    turn_goes_to(table[1], 1)
    # hard flower 1, concealed-hand 20, flower replacement 20: 20 + 2 + 40 = 62, doubled in the dealer's third hand in a row
    table[1].seats.round[k.ROUND_STREAK] = 3
    assert play_on(table) == (True, [-124, 372, -124, -124])
    assert table[1].win[k.WIN_FLOWER_REPLACEMENT] == 1
    assert scored(table) == [-124, 372, -124, -124]


def test_nobody_claims_an_honour_that_is_a_flower() -> None:
    board = seated("nanjing", [FAR] * 4, indicator=None)[1]
    assert board.marks[b.CLAIMABLE, list(parse_tiles("4z5z6z7z"))].tolist() == [1, 0, 0, 0]


def test_no_chow_is_claimed_where_the_page_knows_none() -> None:
    board, routes, mind = seated("nanjing", ["", "46m123p456s7799s1z", "", ""], indicator=None)[1:]
    discard_of(board, 0, "5m")
    claims(routes, board, mind, FAST)
    assert board.seats.n_melds.sum() == 0


# ---- equal discards in a row


def quiet() -> Table:
    """A table at which nobody wins or claims what is discarded, two replacement tiles in its wall."""
    table = laid_table("nanjing", ["258m", "", "33m69p", "147s"], "", tail="9s9s", indicator=None)
    table[1].own[:, b.BARE] = 3
    return table


def marks_after(table: Table, *tiles: tuple[int, str]) -> list[int]:
    """Who was the first of how many rows, once these seats have discarded these tiles."""
    _, board, routes, mind = table
    for seat, tile in tiles:
        discard_of(board, seat, tile)
        board.seats.discards[seat, parse_tile(tile)] += 1
        assert others_win(routes, board, mind, FAST) == phases.GO_ON
    return [int(n) for n in board.seats.marks[:, k.MARK_SAME_ROW]]


ROW = [(seat, "1z") for seat in (1, 2, 3, 0)]


def test_the_first_of_four_equal_discards_in_a_row_is_marked() -> None:
    table = quiet()
    assert marks_after(table, (0, "2z"), *ROW[:3]) == [0, 0, 0, 0]
    assert marks_after(table, ROW[3]) == [0, 1, 0, 0]
    assert marks_after(table, *((seat, "2z") for seat in (1, 2, 3))) == [0, 1, 0, 0]


def test_another_tile_breaks_the_row() -> None:
    assert marks_after(quiet(), *ROW[:3], (0, "2z"), (1, "1z")) == [0, 0, 0, 0]


@pytest.mark.parametrize("how", ["claim", "kong"])
def test_a_claim_or_a_kong_breaks_the_row(how: str) -> None:
    table = quiet()
    board = table[1]
    marks_after(table, *ROW[:2])
    if how == "claim":
        take_claim(board, 2, 1, parse_tile("3m"), CLAIM_PUNG)
    else:
        phases.replace(board, 2, CONCEALED * KONG_KIND + parse_tile("4m"))
    assert marks_after(table, *ROW[2:]) == [0, 0, 0, 0]


def test_a_new_hand_has_no_row() -> None:
    table = quiet()
    marks_after(table, *ROW)
    b.clear(table[1])
    table[1].own[:, b.BARE] = 3
    assert marks_after(table, *ROW[:3]) == [0, 0, 0, 0]


# ---- a first turn of who was ready as dealt


def ready_table(name: str, **options: object) -> Table:
    """Seats 1 and 2 are ready, seat 1 as dealt, in their fifth go."""
    table = laid_table(name, ["", READY, "234m555p777s11m67s", ""], "", tail="9s", **options)
    board = table[1]
    board.own[:, b.BARE] = 3, 0, 0, 3
    board.own[1, b.READY_DEALT] = 1
    board.own[:, b.GOES] = 5
    return table


def first_turn(table: Table, seat: int, drawn: bool) -> int:
    """Whether a win of `seat` on 8s, drawn or discarded by the seat before it, is one in the first turn."""
    _, board, routes, mind = table
    if drawn:
        board.seats.hand[seat, parse_tile("8s")] += 1
        board.own[seat, b.BARE] -= 1
        board.clock[[b.SEAT, b.TILE, b.PHASE]] = seat, parse_tile("8s"), phases.DRAWN
        assert run(routes, board, mind, FAST) == phases.STOP_ASK
        board.own[seat, b.BARE] += 1
    else:
        discard_of(board, (seat - 1) % 4, "8s")
        assert others_win(routes, board, mind, FAST) == phases.STOP_ASK
    assert board.win[k.WIN_BY] == seat
    return int(board.win[k.WIN_FIRST_TURN])


def test_who_was_ready_as_dealt_wins_in_the_first_turn_until_somebody_claims() -> None:
    table = ready_table("nanjing", indicator=None)
    assert [first_turn(table, seat, drawn) for seat in (1, 2) for drawn in (True, False)] == [1, 1, 0, 0]
    for place in (b.CLAIMS, b.KONGS_MADE):
        table[1].clock[[b.CLAIMS, b.KONGS_MADE]] = 0
        table[1].clock[place] = 1
        assert [first_turn(table, 1, drawn) for drawn in (True, False)] == [0, 0]


def test_a_kong_ends_the_first_turn() -> None:
    table = ready_table("nanjing", indicator=None)
    phases.replace(table[1], 3, CONCEALED * KONG_KIND + parse_tile("4m"))
    assert first_turn(table, 1, False) == 0


def test_elsewhere_the_first_turn_is_the_own_first() -> None:
    table = ready_table("taiwan", indicator=None)
    board = table[1]
    board.seats.hand[1] += count_faces("111z")  # sixteen tiles
    board.own[2, b.BARE] = 3
    assert first_turn(table, 1, True) == 0
    board.own[1, b.GOES] = 1
    assert first_turn(table, 1, True) == 1


@pytest.mark.parametrize(("thrown", "ready"), [("1z", 1), ("6s", 0)])
def test_the_dealer_is_ready_as_dealt_by_the_first_discard(thrown: str, ready: int) -> None:
    board, routes, mind = seated("nanjing", [READY + "1z", FAR, FAR, FAR], indicator=None)[1:]
    put_discard(routes, board, 0, parse_tile(thrown), mind)
    assert board.own[0, b.READY_DEALT] == ready
    put_discard(routes, board, 0, parse_tile("9p"), mind)
    assert board.own[0, b.READY_DEALT] == ready


def test_played_hands_are_won_as_dealt_as_the_events_say() -> None:
    """Whoever wins so was ready before the first own draw; a dealer's dealt hand is won as it is."""
    rules = mjstats.load("nanjing")
    rows = play_tables(rules, seed=5, first_table=0, n_tables=3000)
    ids = rules.pattern_ids
    earthly = np.flatnonzero(rows[:, AT["patterns"]] >> ids.index("earthly-hand") & 1)
    assert len(earthly) > 0
    for i in earthly[:20]:
        row = rows[i]
        winner = int(row[AT["winner"]])
        assert winner == row[AT["dealer"]] or row[AT["distance_0"] + winner] == 0
        assert row[AT["claims_0"] : AT["claims_0"] + 4].sum() == row[AT["kongs_0"] : AT["kongs_0"] + 4].sum() == 0
        log = hand_log(rules, seed=5, table=int(i))
        assert record_of(rules, log).wins[0].first_turn
    others = np.flatnonzero((rows[:, AT["winner"]] >= 0) & (rows[:, AT["patterns"]] >> ids.index("earthly-hand") & 1 == 0))
    for i in others:
        row = rows[i]
        undisturbed = row[AT["claims_0"] : AT["claims_0"] + 4].sum() == row[AT["kongs_0"] : AT["kongs_0"] + 4].sum() == 0
        winner = int(row[AT["winner"]])
        dealt = row[AT["outcome"]] == HOW_HAND
        assert dealt or winner == row[AT["dealer"]] or not undisturbed or row[AT["distance_0"] + winner] > 0


# ---- hands after which more is doubled


def washed(table: Any, policy: str = "fast") -> int:
    return int(played_row(table, policy)[AT["washes"]])


@pytest.mark.parametrize("option", [True, False])
def test_a_win_on_a_replacement_counts_as_a_drawn_hand_where_the_option_says_so(option: bool) -> None:
    for drawn, washes in (("5z", 1), ("8s", 0)):
        table = laid_table("nanjing", [FAR, READY, FAR, ""], drawn, tail="8s", indicator=None, double_after_events=option)
        turn_goes_to(table[1], 1)
        assert washed(table) == (washes if option else 0)


@pytest.mark.parametrize(
    ("what", "washes"),
    [("nothing", 0), ("four dragons", 1), ("three dragons", 0), ("row", 1), ("four discards", 1)],
)
def test_flower_kongs_and_fines_count_too(what: str, washes: int) -> None:
    table = laid_table("nanjing", [FAR, READY, FAR, ""], "8s", indicator=None, double_after_events=True)
    seats = table[1].seats
    if "dragons" in what:
        number = 4 if what == "four dragons" else 3
        seats.marks[2, k.MARK_FLOWERS] = number
        seats.marks[2, k.MARK_FLOWER_BITS] = number * k.FLOWER_BIT[parse_tile("6z")]
    if what == "row":
        seats.marks[0, k.MARK_SAME_ROW] = 1
    if what == "four discards":
        seats.discards[3, parse_tile("1p")] = 4
    turn_goes_to(table[1], 1)
    assert washed(table) == washes


def test_what_counts_as_drawn_is_counted_on() -> None:
    rules = mjstats.load("nanjing", double_after_events=True)
    rows = np.zeros((1, len(COLUMNS)), np.int64)
    for washes, winner, washouts in ((1, 2, 1), (1, 2, 2), (0, -1, 3), (0, 2, 0)):
        if washouts == 1:
            starts = first_starts(rules, 0, 1)
        rows[0, [AT["washes"], AT["winner"]]] = washes, winner
        next_hands(rules.game, rows, starts, np.zeros(N_START, np.int64))
        assert starts[0, S_WASHOUTS] == washouts


def test_played_games_double_after_what_counts_as_drawn() -> None:
    rules = mjstats.load("nanjing", double_after_events=True)
    hands = play_games(rules, seed=3, first_table=0, n_tables=6)
    assert (hands[:, AT["washes"]] == 1).any()
    same = hands[1:, AT["table"]] == hands[:-1, AT["table"]]
    before, after = hands[:-1][same], hands[1:][same]
    counted = (before[:, AT["washes"]] == 1) | (before[:, AT["winner"]] < 0)
    assert ((after[:, AT["washouts"]] > 0) == counted).all()


# ---- points left


def test_the_second_winner_is_paid_what_the_first_left() -> None:
    hands = ["", READY, "234m555p777p67s33m", "147m369p258s1234z"]
    table = laid_table("nanjing", hands, "", indicator=None, multiple_winners=True, stake=100)
    board = table[1]
    board.seats.round[k.ROUND_STREAK] = 1
    board.seats.marks[:, k.MARK_POINTS] = 100, 100, 100, 100
    # no flowers: 20 + 20 + 40 = 80 each; the discarder holds 100
    discard_of(board, 0, "8s")
    board.discards[0, 0] = parse_tile("8s")
    board.own[0, b.DISCARDS] = 1
    board.seats.discards[0, parse_tile("8s")] = 1
    board.own[3, b.BARE] = 3
    board.clock[b.LEFT] = 0
    assert play_on(table) == (True, [-100, 80, 20, 0])
    assert scored(table) == [-100, 80, 20, 0]


def test_two_who_are_broke_end_the_game() -> None:
    rules = mjstats.load("nanjing", stake=30)
    rows = play_games(rules, seed=2, first_table=0, n_tables=12)
    last = rows[rows[:, AT["ends"]] > 0]
    assert len(last) == 12
    left = last[:, AT["points_0"] : AT["points_0"] + 4] + last[:, AT["net_0"] : AT["net_0"] + 4]
    assert (left >= 0).all()
    broke = (left <= 0).sum(axis=1)
    assert ((broke >= 2) == (last[:, AT["ends"]] == ENDS_BROKE)).all()
    assert (broke >= 2).any()
    held = rows[:, AT["points_0"] : AT["points_0"] + 4] + rows[:, AT["net_0"] : AT["net_0"] + 4]
    assert (held >= 0).all()
    going_on = (held <= 0).sum(axis=1)[rows[:, AT["ends"]] == 0]
    assert (going_on < 2).all()


# ---- in records


def of_nanjing(player: dict[str, Any], tile: str, page: str = "nanjing") -> dict[str, Any]:
    return {"rules": page, "players": [{}, player, {}, {}], "win": {"by": 1, "tile": tile, "how": "discard", "from": 3}}


def test_an_honour_is_a_flower_only_where_the_page_says_so() -> None:
    record = of_nanjing({"hand": READY, "flowers": "5z"}, "8s", "mcr")
    with pytest.raises(mjstats.hand.RecordError, match=r"^record: players\[1\]\.flowers: '5z': 5z is no flower in mcr$"):
        mjstats.score(record)
    assert mjstats.score({**record, "rules": "nanjing"}).legal


@pytest.mark.parametrize(
    ("melds", "line"), [("777z<0", "shape: 7z is a flower"), ("345m<0", "shape: no chow is claimed in nanjing")]
)
def test_melds_that_the_page_does_not_know_get_one_line(melds: str, line: str) -> None:
    result = mjstats.score(of_nanjing({"hand": "123m456p22m67s", "melds": [melds], "flowers": "1234f"}, "8s"))
    assert not result.legal
    assert str(result.reason).startswith(line)


def test_honours_that_are_flowers_count_in_sets_and_outside_of_them(tmp_path: Path) -> None:
    path = tmp_path / "page.toml"
    row = '[[pattern]]\nid = "loose"\nnames = { ja = "散", zh = "散" }\nprice = [{ add = 1000, per = "flowers-in dragons" }]\n'
    path.write_text(f'extends = "nanjing"\nid = "page"\n{row}', encoding="utf-8")
    # whites 2 and red 1 are loose, green is a set: 3000; hard flowers 7: 14; 20 + concealed-hand 20; 6 from each for the set
    result = mjstats.score(of_nanjing({"hand": READY, "flowers": "5z5z6z6z6z6z7z"}, "8s"), rules=mjstats.load(path))
    assert result.net == [-6, 3054 + 18, -6, -3054 - 6]


def test_a_dragon_brings_no_hand_nearer() -> None:
    """The wall of playing tiles has 124, and a hand with a dragon is as far as without it."""
    rules = mjstats.load("nanjing")
    plan = shapes_of(rules, None)
    assert wall_of(plan).tiles == 124
    assert mjstats.waits("123m456p999p22m67s", rules="nanjing").to_dict() == {"distance": 0, "waits": {"5s": 4, "8s": 4}}
    assert mjstats.waits("123m456p999p678s5z", rules="nanjing").to_dict() == {"distance": 1, "waits": {}}
    assert mjstats.waits("123m456p999p678s4z", rules="nanjing").to_dict() == {"distance": 0, "waits": {"4z": 3}}


# ---- tiles that stay by the kongs made, stakes named after the deal


@pytest.mark.parametrize(
    ("made", "left", "draws"),
    [
        (0, 1, 13),  # the last tile makes the first kong: 14 stay in place of 26, and twelve more are drawn
        (1, 1, 1),  # a second one would keep two more: none is left before it nor after it
        (2, 1, 1),
        (2, 2, 2),  # a tile is left before the third, which keeps ten more: its replacement is the last one
        (3, 2, 2),
        (3, 1, 1),
    ],
)
def test_tiles_that_stay_go_by_the_kongs_made(made: int, left: int, draws: int) -> None:
    hands = [FAR, "111p258s369m1234z", "258m369p147s2345z", "369m147p258s3456z"]
    table = laid_table("shaanxi", hands, "1p5z6z7z5z6z7z5z6z7z1z2z3z", tail="9s", indicator=None)
    board = table[1]
    board.clock[[b.KONGS_MADE, b.LEFT, b.WALL_END]] = made, left, 80
    turn_goes_to(board, 1)
    row = played_row(table)
    assert row[AT["winner"]] < 0
    assert row[AT["draws"]] == draws
    assert row[AT["left"]] == 0
    assert board.seats.n_melds[1] == (draws > 1)


def test_a_drawn_hand_leaves_as_many_tiles_as_its_kongs_say() -> None:
    rules = mjstats.load("shaanxi")
    found: Counter[int] = Counter()
    for i in range(150):
        log = hand_log(rules, seed=5, table=i, policy="random")
        kongs = int(log.board.clock[b.KONGS_MADE])
        undrawn = 136 - 4 * 13 - 1 - int(log.result[AT["draws"]])
        stay = (26, 14, 16, 26)[min(kongs, 3)]
        if not log.won:
            assert undrawn == stay or (kongs >= 2 and undrawn < stay)  # a kong near the end kept more than were left
            found[kongs] += undrawn == stay
    assert min(found[kongs] for kongs in (0, 1, 2)) > 0


def test_stakes_are_named_by_the_dealt_hand() -> None:
    rules = mjstats.load("shaanxi")
    named: dict[str, set[int]] = {"fast": set(), "random": set()}
    for i in range(30):
        for policy, seen in named.items():
            log = hand_log(rules, seed=6, table=i, policy=policy)
            stakes = log.board.seats.marks[:, k.MARK_STAKE].tolist()
            distances = log.result[AT["distance_0"] : AT["distance_0"] + 4].tolist()
            seen.update(stakes)
            assert policy == "random" or stakes == [4 if away <= 3 else 0 for away in distances]
            assert [player.stake for player in record_of(rules, log).players] == stakes
    assert named == {"fast": {0, 4}, "random": {0, 1, 2, 3, 4}}
    assert not hand_log(mjstats.load("hangzhou"), seed=6, table=0, policy="random").board.seats.marks[:, k.MARK_STAKE].any()


@pytest.mark.parametrize("stake", [5, {"buy": True, "raise": 4}])
def test_a_stake_that_nobody_may_name_is_an_error(stake: Any) -> None:
    record = {"rules": "shaanxi", "players": [{}, {"stake": stake}, {}, {}], "win": None}
    with pytest.raises(RecordError, match=r"^record: players\[1\]\.stake: .*: in shaanxi it is a number from 0 to 4$"):
        mjstats.score(record)
