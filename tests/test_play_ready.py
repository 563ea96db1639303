"""Hands that end or are won in other ways than by a tile in turn, ready declared, bonus tiles: each on a table laid for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import mjstats
from mjstats.kernel import board as b
from mjstats.kernel import phases
from mjstats.kernel import state as k
from mjstats.kernel.claims import CLAIM_KONG, CLAIM_PUNG, CONCEALED, KONG_KIND, may_claim
from mjstats.kernel.deal import start_hand
from mjstats.kernel.goes import put_discard
from mjstats.kernel.locked import waits_stay
from mjstats.kernel.page import CONCEALED_KONG, HOW_DISCARD, HOW_HAND, HOW_INDICATOR, HOW_ROB_KONG, HOW_SELF_DRAW
from mjstats.kernel.policy import ASKED_DISCARD
from mjstats.kernel.policy_fast import fast_discard
from mjstats.kernel.verdict import new_verdict
from mjstats.plans import empty_thought
from mjstats.play import first_starts, hand_log, valued_pungs
from mjstats.replaying import record_of, replay
from mjstats.situation import situation_of
from mjstats.tiles import parse_tile, parse_tiles, tile_text
from tests.test_play import EVENT, discard_of, seated
from tests.test_play_rules import Table, laid_table, play_on, scored, turn_goes_to
from tests.test_play_words import FAR, FAR_16, FARS, FARS_16, page_of, record

# ---- winds by dice, hands drawn at once


def test_the_dice_say_who_is_east() -> None:
    rules = mjstats.load("taiwan")
    easts = Counter()
    for i in range(400):
        log = hand_log(rules, seed=2, table=i, policy="random") if i < 3 else None
        board = log.board if log else b.new_board(rules.packed)
        if log is None:
            start_hand(board, 2, first_starts(rules, i, 1)[0])
        else:
            assert record_of(rules, log).east_seat == board.seats.round[k.ROUND_EAST]
        easts[int(board.seats.round[k.ROUND_EAST])] += 1
    # sums of three dice, 1 the dealer: 5, 9, 13, 17 make the dealer east, 6 + 25 + 21 + 3 = 55 of 216 throws
    assert abs(easts[0] - 400 * 55 / 216) < 40
    assert set(easts) == {0, 1, 2, 3}
    fixed = mjstats.load("taiwan", east="dealer")
    board = b.new_board(fixed.packed)
    start_hand(board, 2, first_starts(fixed, 1, 1)[0])
    assert board.seats.round[k.ROUND_EAST] == 0


@pytest.mark.parametrize(("winds", "claims", "drawn"), [("1111z", 0, True), ("1112z", 0, False), ("1111z", 1, False)])
def test_four_equal_winds_first_end_the_hand(winds: str, claims: int, drawn: bool) -> None:
    table = laid_table("riichi", FARS, "1s4s7s", indicator=None)
    board = table[1]
    thrown = parse_tiles(winds)
    for seat in range(3):
        board.discards[seat, 0] = thrown[seat]
        board.own[seat, b.DISCARDS] = 1
        board.seats.discards[seat, thrown[seat]] = 1
    board.discards[3, 0] = thrown[3]
    board.own[3, b.DISCARDS] = 1
    board.seats.discards[3, thrown[3]] = 1
    board.own[:, b.BARE] = 3
    board.clock[[b.THROWN, b.CLAIMS]] = 4, claims
    discard_of(board, 3, winds[3] + "z")
    won, nets = play_on(table)
    assert not won
    assert bool(board.clock[b.LEFT] == 3) is drawn
    assert not drawn or nets == [0, 0, 0, 0]


@pytest.mark.parametrize(("maker", "drawn"), [(1, True), (0, False)])
def test_four_kongs_of_several_players_end_the_hand(maker: int, drawn: bool) -> None:
    # three kongs lie there; seat 0 makes the fourth
    hands = ["1111m5p", *FARS[1:]] if maker == 0 else ["1111m234p567s99s17z", "47m26p", *FARS[2:]]
    table = laid_table("riichi", hands, "9s8s7s6s", tail="9p", indicator=None)
    board = table[1]
    for number, tile in enumerate(("1s", "2s", "3s")):
        board.seats.melds[maker, number] = CONCEALED_KONG, parse_tile(tile), -1
    board.seats.n_melds[maker] = 3
    board.own[:, b.BARE] = 3
    board.clock[[b.KONGS_MADE, b.WALL_END]] = 3, 90
    board.clock[[b.SEAT, b.TILE, b.PHASE]] = 0, parse_tile("1m"), phases.KONGS
    won, _ = play_on(table)
    assert not won
    assert board.clock[b.KONGS_MADE] == 4
    assert bool(board.clock[b.LEFT] == 5) is drawn


# ---- several winners


def ready_table(winners: int, **options: object) -> Table:
    """Seats from 1 on wait for 1s and 4s and have declared; seat 0 discards 4s."""
    ready = [f"123456789m{rank}{rank}p23s" for rank in (4, 6, 8)]
    table = laid_table("riichi", ["1379p1379s12345z", *ready[:winners], *FARS[winners:3]], "9p9p", indicator=None, **options)
    board = table[1]
    for seat in range(1, 4):
        board.seats.marks[seat, k.MARK_DECLARED] = seat <= winners
        board.own[seat, b.BARE] = 0 if seat <= winners else 3
    board.clock[b.CLAIMS] = 1
    board.discards[0, 0] = parse_tile("4s")
    board.own[0, b.DISCARDS] = 1
    board.seats.discards[0, parse_tile("4s")] = 1
    discard_of(board, 0, "4s")
    return table


@pytest.mark.parametrize(
    ("winners", "options"), [(1, {}), (2, {}), (2, {"head_bump": True}), (3, {"triple_ron": True}), (3, {"head_bump": True})]
)
def test_several_may_win_on_one_tile(winners: int, options: dict[str, object]) -> None:
    table = ready_table(winners, **options)
    board = table[1]
    won, played = play_on(table)
    assert won
    paid = 1 if "head_bump" in options else winners
    assert int(board.clock[b.WINNERS]).bit_count() == paid
    shown = record(table, True)["win"]
    assert (len(shown) if isinstance(shown, list) else 1) == paid
    assert scored(table) == played
    # riichi 1, pure straight 2, pinfu 1: 4 han 30 fu are 7700 each; the first takes the sticks of all
    assert played[0] == -7700 * paid
    assert played[1] == 7700 + 1000 * (winners - 1)
    assert sum(played) == 0


def test_three_winners_may_make_a_drawn_hand() -> None:
    table = ready_table(3)
    board = table[1]
    won, nets = play_on(table)
    assert (won, nets) == (False, [0, -1000, -1000, -1000])  # the sticks stay on the table
    assert board.clock[b.REFUSED] == 1
    result = mjstats.score(record(table, False))
    assert not result.legal
    assert str(result.reason).startswith("winners")


# ---- wins without a tile of the own


def opened(name: str, hands: list[str], draws: str, *, indicator: str | None, **options: object) -> Table:
    """A table right after the deal: the dealer has drawn the last tile of it."""
    table = laid_table(name, hands, draws, indicator=indicator, **options)
    board = table[1]
    board.clock[[b.OPEN, b.DEALING, b.SEAT, b.PHASE]] = 0, 1, 0, phases.DRAWN
    board.clock[b.TILE] = parse_tiles(hands[0])[-1]
    board.own[0, b.GOES] = 1
    board.seats.round[k.ROUND_STREAK] = 1
    return table


@pytest.mark.parametrize(
    ("hands", "by", "how", "nets"),
    [
        # indicator 9m, the other 9m are wild; the dealer's base is 2 in the first hand, the others' 1; all of these are x 4
        # the dealer's 17 tiles, 1 for the concealed pung of 5s: (2 + 1) x 4
        (["123456m123789p44555s", FARS_16[1], FAR_16, FARS_16[1]], 0, HOW_HAND, [36, -12, -12, -12]),
        # three wild tiles as they are: (2 + 3) x 4 from the dealer, (1 + 3) x 4 from the others
        ([FAR_16 + "1s", "147m258p369s1236z999m", FARS_16[1], FARS_16[1]], 1, HOW_HAND, [-20, 52, -16, -16]),
        # the turned-up tile pairs 5s; concealed pung of 6s 1, wild tile 1: (2 + 2) x 4 and (1 + 2) x 4
        ([FAR_16 + "1s", FARS_16[1], "123456m123789p5666s", FARS_16[1]], 2, HOW_INDICATOR, [-16, -12, 40, -12]),
        # the dealer throws 1s for it: (2 + 2) x 4
        (["123456m123789p15666s", FARS_16[1], FARS_16[1], FARS_16[1]], 0, HOW_INDICATOR, [48, -16, -16, -16]),
    ],
)
def test_wins_before_the_first_discard(hands: list[str], by: int, how: int, nets: list[int]) -> None:
    table = opened("xiamen", hands, "1s", indicator="9m")
    board = table[1]
    won, played = play_on(table)
    assert won
    assert board.win[[k.WIN_BY, k.WIN_HOW]].tolist() == [by, how]
    assert played == nets
    assert scored(table) == nets
    if how == HOW_INDICATOR:
        assert board.win[k.WIN_TILE] == parse_tile("9m")
        assert board.own[by, b.DISCARDS] == (1 if by == 0 else 0)


def test_three_wild_tiles_win_before_the_hand_is_drawn() -> None:
    hands = [FAR_16, "147m258p369s1236z999m", FARS_16[1], FARS_16[1]]
    table = laid_table("xiamen", hands, "9s", indicator="9m", streak=1)
    board = table[1]
    turn_goes_to(board, 0)
    won, nets = play_on(table)
    # (1 + 3) x 3, with the dealer (2 + 3) x 3
    assert (won, nets) == (True, [-15, 39, -12, -12])
    assert board.win[[k.WIN_BY, k.WIN_HOW, k.WIN_LAST_TILE, k.WIN_FIRST_TURN]].tolist() == [1, HOW_HAND, 1, 0]
    assert scored(table) == nets


# ---- ready declared


def test_ready_is_declared_with_a_discard_and_locks_the_hand() -> None:
    hands = [FAR, "123m456m789m44p23s", FARS[1], FARS[2]]
    # seat 1 draws 9p and declares; draws 5p and discards it; draws 1s and wins
    table = laid_table("riichi", hands, "9p" + "1p8p8s" + "5p" + "1p8p8s" + "1s", indicator=None)
    board = table[1]
    board.clock[b.WALL_END] = 80
    board.clock[b.CLAIMS] = 1
    turn_goes_to(board, 1)
    won, nets = play_on(table)
    assert won
    marks = board.seats.marks[1]
    assert marks[[k.MARK_DECLARED, k.MARK_DECLARED_FIRST, k.MARK_ONE_SHOT]].tolist() == [1, 0, 0]
    assert [row[2] for row in board.log[: board.clock[b.EVENTS]].tolist() if row[:2] == [EVENT["discards"], 1]] == list(
        parse_tiles("9p5p")
    )
    shown = record(table, True)
    assert shown["players"][1]["flags"] == ["riichi"]  # type: ignore[index]
    assert scored(table) == nets
    assert sum(nets) == 0


def test_a_first_discard_makes_it_double_and_the_next_draw_one_shot() -> None:
    hands = [FAR, "123m456m789m44p23s", FARS[1], FARS[2]]
    table = laid_table("riichi", hands, "9p" + "1p8p8s" + "1s", indicator=None)
    board = table[1]
    turn_goes_to(board, 1)
    won, nets = play_on(table)
    assert won
    assert board.seats.marks[1, [k.MARK_DECLARED, k.MARK_DECLARED_FIRST, k.MARK_ONE_SHOT]].tolist() == [1, 1, 1]
    assert record(table, True)["players"][1]["flags"] == ["double-riichi", "ippatsu"]  # type: ignore[index]
    assert scored(table) == nets


def test_ready_does_not_stand_when_its_discard_is_won_on() -> None:
    hands = [FAR, "123m456m789m44p23s", "345m456p678s22m78p", FARS[2]]
    table = laid_table("riichi", hands, "9p", indicator=None)
    board = table[1]
    board.seats.marks[2, k.MARK_DECLARED] = 1
    board.own[2, b.BARE] = 0
    board.clock[[b.LEFT, b.CLAIMS]] = 2, 1
    turn_goes_to(board, 1)
    won, nets = play_on(table)
    assert won
    assert board.win[[k.WIN_BY, k.WIN_FROM, k.WIN_HOW]].tolist() == [2, 1, HOW_DISCARD]
    assert board.seats.marks[1, k.MARK_DECLARED] == 0
    assert scored(table) == nets


@pytest.mark.parametrize(
    ("hand", "tile", "stay"),
    [
        ("111m456p78s22z789p1m", "1m", True),
        ("111m23m456p789s77z1m", "1m", False),  # 1m 4m waits: with 1111m out 23m alone waits for 4m
        ("111m456p789s2223z1m", "1m", True),
    ],
)
def test_a_kong_after_declaring_must_leave_the_waits(hand: str, tile: str, stay: bool) -> None:
    _, board, routes, mind = seated("riichi", ["", hand, "", ""], indicator=None)
    code = CONCEALED * KONG_KIND + parse_tile(tile)
    before = board.seats.hand[1].copy()
    assert bool(waits_stay(routes, board, 1, parse_tile(tile), code, mind)) is stay
    assert (board.seats.hand[1] == before).all()


def test_ready_as_dealt_is_declared_before_the_own_first_draw() -> None:
    ready = "123m456m789m123p44p23s"
    hands = [FAR_16 + "9s", ready, *FARS_16[1:3]]
    for option in (False, True):
        table = opened("taiwan", hands, "1s", indicator=None, ready_dealt=option)
        board = table[1]
        won, nets = play_on(table)
        assert won
        assert board.seats.marks[1, k.MARK_DECLARED_DEALT] == int(option)
        assert scored(table) == nets
        assert ("ready-dealt" in record(table, True)["players"][1].get("flags", [])) is option  # type: ignore[index]


@pytest.mark.parametrize("declared", [0, 1])
def test_the_others_see_a_hand_that_lies_open(declared: int) -> None:
    """Seat 0 keeps 13p or 35p: where the tiles between are all held by one who lies open, it keeps the other."""
    chosen = {}
    for between in ("2p", "4p"):
        rules, board, routes, mind = seated("jinan", ["123456789m22s135p", f"{between * 4}78s3355667z", "", ""], indicator=None)
        board.seats.marks[1, k.MARK_DECLARED] = declared
        chosen[between] = tile_text(fast_discard(routes, board, 0, mind))
        assert not board.seen.any()
        board.clock[[b.QUESTION, b.SEAT_ASKED]] = ASKED_DISCARD, 0
        seen = situation_of(rules, (routes, board, mind, new_verdict(rules.packed), empty_thought())).seen
        assert seen.tolist() == (declared * board.seats.hand[1]).tolist()
    if declared:
        assert chosen == {"2p": "1p", "4p": "5p"}
    else:
        assert chosen["2p"] == chosen["4p"]


def test_an_open_hand_is_not_changed_by_a_kong_and_wins_by_self_draw_only() -> None:
    # 1s goes by; seat 1 draws its fourth 7s and discards it, then 4s
    hands = [FAR, "456m789m55p23s777s", *FARS[::2]]
    table = laid_table("jinan", hands, "7s" + "1p8p8s" + "4s", tail="9p", indicator=None)
    board = table[1]
    board.clock[b.WALL_END] = 80
    board.seats.marks[1, k.MARK_DECLARED] = 1
    discard_of(board, 0, "1s")
    won, nets = play_on(table)
    assert won
    assert board.win[[k.WIN_BY, k.WIN_HOW]].tolist() == [1, HOW_SELF_DRAW]
    assert board.seats.n_melds[1] == 0
    assert nets == [-2, 6, -2, -2] == scored(table)


def test_fast_does_not_lie_open_as_that_leaves_fewer_tiles_to_win_on() -> None:
    rules = mjstats.load("jinan")
    open_hands = Counter(
        policy
        for policy in ("fast", "random")
        for i in range(40)
        for row in hand_log(rules, seed=4, table=i, policy=policy).events.tolist()
        if row[0] == b.EVENT_DECLARE
    )
    assert open_hands["fast"] == 0 < open_hands["random"]


#: two suits and dragons: a hand far from ready, and two that are
FAR_OF_TWO = "123469p1469s567z"
LOCKED = ("888p12345678s77z", "123555p34578s66z")


def laid_open(hands: list[str], draws: str, tail: str = "", page: str = "kawuxing", opened: tuple[int, ...] = (1, 2)) -> Table:
    """A table of three on which those `opened` lie open."""
    table = laid_table(page, hands, draws, tail=tail, indicator=None)
    table[1].clock[b.WALL_END] = 80
    table[1].seats.marks[list(opened), k.MARK_DECLARED] = 1
    return table


@pytest.mark.parametrize(
    ("hand", "words", "claims"),
    [
        (LOCKED[0], "", True),
        ("7888p123456s777z", "", False),  # with 888p out nothing but 7p is waited for
        (LOCKED[0], "[declare]\nclaimed_kong = false", False),
    ],
)
def test_who_lies_open_claims_a_kong_that_leaves_the_waits(hand: str, words: str, claims: bool, tmp_path: Path) -> None:
    page = page_of(tmp_path, words, "kawuxing") if words else "kawuxing"
    table = laid_open([FAR_OF_TWO, hand, LOCKED[1]], "1p", "9s", page, (1,))
    discard_of(table[1], 0, "8p")
    won, nets = play_on(table)
    assert table[1].seats.n_melds[1] == int(claims)
    if claims:  # the kong 2; replacement and laid open 4 from each
        assert won
        assert nets == [-6, 10, -4] == scored(table)


@pytest.mark.parametrize(
    ("draws", "tail", "melds", "nets"),
    [
        ("1p1p", "5p9s", ["8888p<0"], [-6, -6, 12]),  # seat 1 draws 5p for its kong, which seat 2 makes a kong of: 2 x 2
        ("5p2p", "1p9s", ["8888p<0"], [-8, -4, 12]),  # a draw in between: 2 from each
    ],
)
def test_kongs_in_a_row_run_over_the_discard_after_one(draws: str, tail: str, melds: list[str], nets: list[int]) -> None:
    table = laid_open([FAR_OF_TWO, *LOCKED], draws, tail)
    discard_of(table[1], 0, "8p")
    assert play_on(table) == (True, nets)
    assert scored(table) == nets
    shown = record(table, True)["players"]
    assert shown[1]["melds"] == melds  # type: ignore[index]
    assert shown[2]["melds"] == ["5555p<1*2" if tail[0] == "5" else "(5555p)"]  # type: ignore[index]


def test_a_claim_of_the_fourth_is_a_kong_where_the_page_says_so() -> None:
    for page, hand, pung in (("kawuxing", "888p", False), ("kawuxing", "88p", True), ("nanjing", "888p", True)):
        _, board, _, _ = seated(page, ["", hand, "", ""][: 3 if page == "kawuxing" else 4], indicator=None)
        assert may_claim(board, 1, 0, parse_tile("8p"), CLAIM_PUNG) is pung
        assert may_claim(board, 1, 0, parse_tile("8p"), CLAIM_KONG) is (hand == "888p")


def test_the_first_of_all_to_lie_open_pays_when_nobody_wins() -> None:
    table = laid_open([FAR_OF_TWO, *LOCKED], "1p5z", opened=())
    turn_goes_to(table[1], 1)
    assert play_on(table) == (False, [1, -2, 1])
    assert scored(table) == [1, -2, 1]
    shown = record(table, False)["players"]
    assert [player.get("flags") for player in shown] == [None, ["ready-first"], ["ready"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("whole", [True, False])
def test_careful_sees_what_an_open_hand_waits_for(whole: bool) -> None:
    """Seat 1 waits for 3s, 6s and 9s; the far hand of seat 0 holds two of them."""
    thrown = {}
    for policy in ("careful", "fast"):
        hands = ["112457p2369s567z", LOCKED[0] + "1p", FAR_OF_TWO]
        table = laid_table("kawuxing", hands, "2p", indicator=None, open_whole_hand=whole)
        _, board, routes, mind = table
        board.own[1, b.BARE] = -1
        put_discard(routes, board, 1, parse_tile("1p"), mind)
        board.seats.marks[1, k.MARK_DECLARED] = 1
        turn_goes_to(board, 0)
        play_on(table, f"{policy},fast,fast")
        thrown[policy] = tile_text(int(board.discards[0, 0]))
    assert thrown["careful"] not in ("3s", "6s", "9s")


# ---- bonus tiles and red fives


def test_indicators_are_turned_at_the_deal_and_for_kongs() -> None:
    rules = mjstats.load("riichi")
    turned = Counter()
    for i in range(150):
        log = hand_log(rules, seed=3, table=i, policy="random")
        bonus = [row for row in log.events.tolist() if row[0] == b.EVENT_BONUS]
        assert len(bonus) == 1 + log.board.clock[b.KONGS_MADE]
        assert log.board.seats.table[k.DORA_TIMES].sum() == len(bonus)
        assert log.board.seats.table[k.URA_TIMES].sum() == len(bonus)
        turned[len(bonus)] += 1
        shown = record_of(rules, log)
        assert len(parse_tiles(shown.dora)) == len(parse_tiles(shown.ura)) == len(bonus)
        # none of them is ever drawn
        end = log.board.clock[b.WALL_END]
        assert log.board.clock[b.HEAD] <= end - 4 - 2 * len(bonus) + 1
        assert log.board.clock[b.TAIL] >= end - 4
    assert turned[2] > 0


def test_one_five_of_each_suit_is_red_and_is_kept() -> None:
    rules = mjstats.load("riichi")
    seen = Counter()
    for i in range(120):
        log = hand_log(rules, seed=6, table=i, policy="fast" if i % 2 else "random")
        reds = Counter()
        shown = record_of(rules, log)
        codes = [code for player in shown.players for code in (*parse_tiles(player.hand or ""), *parse_tiles(player.discards))]
        codes += [code for player in shown.players for meld in player.melds for code in meld.tiles]
        codes += [parse_tile(win.tile) for win in shown.wins[:1] if win.tile]
        reds.update(code for code in codes if code in (42, 43, 44))
        board = log.board
        held = board.seats.marks[:, k.MARK_REDS].sum()
        seen.update(reds)
        assert all(n <= 2 for n in reds.values())  # a claimed one stands among the discards and in a meld
        assert held <= 3
    assert min(seen.values()) > 20
    assert set(hand_log(mjstats.load("riichi", red_fives=False), seed=6, table=1).board.seats.marks[:, k.MARK_REDS].tolist()) == {
        0
    }


def test_a_five_goes_before_the_red_one() -> None:
    _, board, routes, mind = seated("riichi", ["55m", "", "", ""], indicator=None)
    board.own[0, b.REDS_HELD] = 1
    board.seats.marks[0, k.MARK_REDS] = 1
    five = parse_tile("5m")
    for red in (0, 1):
        put_discard(routes, board, 0, five, mind)
        assert board.discards[0, red] == five + b.RED * red
        assert board.clock[b.TILE_RED] == red
    assert board.seats.marks[0, k.MARK_REDS] == 0


# ---- a concealed kong robbed; hands that need something that counts


@pytest.mark.parametrize(("hand", "tile", "robbed"), [("19m19p19s1234566z", "7z", True), ("234m234p55p567s89s", "7s", False)])
def test_orphans_may_rob_a_concealed_kong(hand: str, tile: str, robbed: bool) -> None:
    others = ["147m258p369s1235z", "258m369p147s1235z"]
    table = laid_table("riichi", [tile[0] * 4 + tile[1] + "258m14p36p39s", hand, *others], "3s", tail="4p", indicator=None)
    board = table[1]
    board.clock[b.WALL_END] = 90
    board.clock[b.CLAIMS] = 1
    board.own[:, b.BARE] = 3
    board.own[1, b.BARE] = 0
    board.clock[[b.SEAT, b.TILE, b.PHASE]] = 0, parse_tile(tile), phases.KONGS
    won, nets = play_on(table)
    assert won is robbed
    if robbed:
        assert board.win[[k.WIN_BY, k.WIN_HOW, k.WIN_CONCEALED]].tolist() == [1, HOW_ROB_KONG, 1]
        assert board.seats.hand[0, parse_tile(tile)] == 3
        assert scored(table) == nets


def test_which_pungs_open_a_hand_is_found_by_asking_the_page() -> None:
    for name in ("hangzhou", "wuhan", "taiwan", "xiamen", "nanchang"):
        assert valued_pungs(mjstats.load(name)) is None
    valued = valued_pungs(mjstats.load("riichi"))
    assert valued is not None
    # dragons for everybody; east is the round wind, each wind for its own seat
    assert valued[31:34].tolist() == [15, 15, 15]
    assert valued[27:31].tolist() == [15, 2, 4, 8]
    assert valued[:27].sum() == 0


def test_a_replay_tells_of_flowers_and_ready() -> None:
    assert "flower" in str(replay("taiwan", seed=1, hand=0)) or "flower" in str(replay("taiwan", seed=1, hand=1))
    texts = [str(replay("riichi", seed=1, hand=hand)) for hand in range(6)]
    assert any("declares ready" in text for text in texts)


UNREADY = """
from mjstats import load
from mjstats.kernel.board import BARE
from mjstats.kernel.facts_hand import is_ready_by_shape
from mjstats.kernel.state import MARK_SHAPE_READY
from mjstats.kernel.verdict import new_verdict
from mjstats.play import hand_log

rules = load("riichi")
room = new_verdict(rules.packed)
known = ready = 0
for table in range(60):
    board = hand_log(rules, seed=9, table=table).board
    for seat in range(4):
        found = is_ready_by_shape(rules.packed, board.seats, seat, room)
        assert not (found and (board.own[seat, BARE] > 0 or board.seats.marks[seat, MARK_SHAPE_READY] == 0)), (table, seat)
        known += board.seats.marks[seat, MARK_SHAPE_READY] == 0
        ready += found
print(known, ready)
"""


def test_who_play_knows_not_to_be_ready_is_not() -> None:
    # In plain Python, where every function of the kernels may be called.
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run([sys.executable, "-c", UNREADY], capture_output=True, text=True, env=plain, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    known, ready = (int(number) for number in run.stdout.split())
    assert known > 50
    assert ready > 50
