"""Play: whole hands from the shuffled wall to the payments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

import mjstats
from mjstats.kernel import board as b
from mjstats.kernel import random as rng
from mjstats.kernel import state as k
from mjstats.kernel.answers import SEAT_CODE, find_claim
from mjstats.kernel.claims import CLAIM_CHOW, CLAIM_KONG, CLAIM_NONE, CLAIM_PUNG, KONG_NONE, may_claim
from mjstats.kernel.goes import honors_run_out, pass_turn, put_discard
from mjstats.kernel.page import ADDED_KONG, CHOW, CONCEALED_KONG, EXTRA_SET, HOW_INDICATOR, PUNG
from mjstats.kernel.phases import ANSWER, ANSWER_JUDGED, NEXT, STOP_ASK, STOP_WON
from mjstats.kernel.policy_fast import fast_claim, fast_discard, fast_kong
from mjstats.kernel.result import COLUMNS
from mjstats.kernel.routes import Mind, Routes, new_mind
from mjstats.kernel.turn import run
from mjstats.play import HandLog, hand_log, play_tables
from mjstats.policies import policies_of
from mjstats.replaying import EVENTS, record_of, replay
from mjstats.routes import routes_of
from mjstats.rules import RuleSet
from mjstats.tiles import count_faces, parse_tile, parse_tiles

AT = {name: place for place, name in enumerate(COLUMNS)}
EVENT = {name: number for number, name in enumerate(EVENTS)}
CLAIMED = {EVENT["chow"], EVENT["pung"], EVENT["claimed kong"]}
KONGS = {EVENT["claimed kong"], EVENT["added kong"], EVENT["concealed kong"], EVENT["single kong"]}

#: rule set, options, hand in a row, policy
TABLES = [
    ("hangzhou", {}, 1, "fast"),
    ("hangzhou", {}, 3, "wild-chain"),
    ("hangzhou", {}, 3, "fast,random,wild-chain,fast"),
    ("hangzhou", {"wild_discarder_claims": True, "late_pao": True}, 3, "random"),
    ("hangzhou", {"wild": "white", "stake": 40}, 2, "wild-chain"),
    ("hangzhou", {"passed_pung_ban": True, "passed_win_ban": True, "wild_discard_forfeit": True}, 3, "random"),
    ("wuhan", {}, 1, "fast"),
    ("wuhan", {}, 1, "random"),
    ("wuhan", {"kong_tiles": "skins", "open_fan": "each"}, 1, "fast"),
    ("wuhan-hongzhong", {"big_win_base": "double", "flush_responsibility": "all-colours"}, 1, "fast"),
    ("jingzhou", {}, 1, "fast"),
]
FAST = policies_of("fast", 4)
table = pytest.mark.parametrize(("name", "options", "streak", "policy"), TABLES)


def logs(name: str, options: dict[str, object], streak: int, policy: str, hands: int) -> list[HandLog]:
    rules = mjstats.load(name, **options)
    return [hand_log(rules, seed=11, table=i, streak=streak, policy=policy) for i in range(hands)]


# ---- random numbers


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [  # the known answers that the authors publish with Random123, file kat_vectors, philox4x32 with 10 rounds
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_the_generator_gives_the_published_answers(
    counter: tuple[int, ...], key: tuple[int, ...], words: tuple[int, ...]
) -> None:
    stream = rng.new_stream()
    stream[rng.BLOCK] = counter[0]
    stream[rng.ADDRESS : rng.ADDRESS + 3] = counter[1:]
    stream[rng.KEY : rng.KEY + 2] = key
    rng.philox(stream)
    assert tuple(stream[rng.WORDS : rng.WORDS + 4].tolist()) == words


def test_every_order_of_a_small_wall_is_as_likely() -> None:
    stream = rng.new_stream()
    rng.open_stream(stream, 3, 0, rng.FOR_DEAL)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        tiles = np.arange(4)
        rng.shuffle(stream, tiles, 4)
        seen[tuple(tiles.tolist())] += 1
    assert set(seen) == set(permutations(range(4)))
    # chi-squared with 23 degrees of freedom: 49.7 is passed once in a thousand
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 49.7


def test_tables_of_other_seeds_and_purposes_are_other_numbers() -> None:
    stream = rng.new_stream()
    firsts = set()
    for seed, place, purpose in product((0, 1, 2**40), (0, 1, 2**40), (rng.FOR_DEAL, rng.FOR_DICE, rng.FOR_POLICY)):
        rng.open_stream(stream, seed, place, purpose)
        firsts.add((rng.next_word(stream), rng.next_word(stream)))
    assert len(firsts) == 27


# ---- whole hands


@table
def test_no_tile_is_lost_or_made(name: str, options: dict[str, object], streak: int, policy: str) -> None:
    for log in logs(name, options, streak, policy, 60):
        assert tiles_at_table(log) == mjstats.load(name, **options).packed.play.tiles.tolist()


def tiles_at_table(log: HandLog) -> list[int]:
    """How many tiles of each face there are at the end of a hand, wherever they lie."""
    board = log.board
    seats = board.seats
    tiles = seats.hand.sum(axis=0) + seats.laid.sum(axis=0)
    for seat in range(len(seats.n_melds)):
        for code in board.discards[seat, : board.own[seat, b.DISCARDS]]:
            tiles[code % b.RED] += 1
        for flower in range(8):
            tiles[34 + flower] += seats.marks[seat, k.MARK_FLOWER_BITS] >> flower & 1
        for honor in range(7):
            tiles[27 + honor] += seats.marks[seat, k.MARK_FLOWER_BITS] >> k.FLOWER_HONORS + k.HONOR_BITS * honor & 7
        for kind, low, _ in seats.melds[seat, : seats.n_melds[seat]].tolist():
            reads = [low, low + 1, low + 2] if kind == CHOW else [low] * (3 if kind == PUNG else 4)
            if kind == EXTRA_SET:
                reads = board.extra_sets[low].tolist()
            for read in reads:
                tiles[board.marks[b.PRINTED_AS, read]] += 1
    for event, _, face, _ in log.events.tolist():
        tiles[face] -= event in CLAIMED  # it lies among the discards and in a meld
    taken = log.won or board.clock[b.REFUSED] == 1
    if taken and board.win[k.WIN_TILE] >= 0 and board.win[k.WIN_HOW] != HOW_INDICATOR:
        tiles[board.win[k.WIN_TILE]] += 1
    indicator = seats.round[k.ROUND_SETUP]
    if indicator < 42 and board.terms[b.INDICATOR_DRAWABLE] == 0:
        tiles[indicator] += 1
    for code in board.wall[board.clock[b.HEAD] : board.clock[b.TAIL] + 1]:
        tiles[code % b.RED] += 1
    return [int(n) for n in tiles]


@table
def test_payments_sum_to_zero_and_only_a_win_pays(name: str, options: dict[str, object], streak: int, policy: str) -> None:
    rules = mjstats.load(name, **options)
    rows = play_tables(rules, seed=5, first_table=0, n_tables=400, streak=streak, policy=policy)
    nets = rows[:, AT["net_0"] : AT["net_3"] + 1]
    assert (nets.sum(axis=1) == 0).all()
    won = rows[:, AT["winner"]] >= 0
    assert (nets[~won] == 0).all()
    if "stake" not in options:
        winners = rows[won, AT["winner"]]
        assert (nets[won, winners] > 0).all()


def test_a_table_is_the_same_however_the_work_is_cut() -> None:
    for name, policy in (("hangzhou", "fast"), ("wuhan", "random")):
        rules = mjstats.load(name)
        whole = play_tables(rules, seed=9, first_table=0, n_tables=90, policy=policy)
        parts = [play_tables(rules, seed=9, first_table=at, n_tables=n, policy=policy) for at, n in ((60, 30), (0, 1), (1, 59))]
        assert (whole == np.concatenate([parts[1], parts[2], parts[0]])).all()
        other = play_tables(rules, seed=10, first_table=0, n_tables=90, policy=policy)
        assert (whole[:, AT["draws"]] != other[:, AT["draws"]]).any()


def test_the_deal_is_the_same_for_all_rule_sets_and_policies() -> None:
    deals = []
    for name, policy in (("hangzhou", "fast"), ("wuhan", "random")):
        log = hand_log(mjstats.load(name), seed=4, table=17, policy=policy)
        deals.append([row[1:3] for row in log.events.tolist() if row[0] in (EVENT["dealt"], EVENT["indicator"])])
    assert deals[0] == deals[1]
    assert len(deals[0]) == 53


@table
def test_a_replayed_hand_is_the_simulated_one(name: str, options: dict[str, object], streak: int, policy: str) -> None:
    rules = mjstats.load(name, **options)
    rows = play_tables(rules, seed=11, first_table=0, n_tables=40, streak=streak, policy=policy)
    for row, log in zip(rows, logs(name, options, streak, policy, 40), strict=True):
        assert row.tolist() == log.result.tolist()


@table
def test_the_record_of_a_hand_scores_to_the_same_payments(
    name: str, options: dict[str, object], streak: int, policy: str
) -> None:
    rules = mjstats.load(name, **options)
    rows = play_tables(rules, seed=11, first_table=0, n_tables=3000, streak=streak, policy=policy)
    rare = (rows[:, AT["wild_chain"]] > 0) | (rows[:, AT["kongs_in_a_row"]] > 0) | (rows[:, AT["outcome"]] > 1)
    hands = sorted({*np.flatnonzero(rare)[:150].tolist(), *range(150)})
    for i in hands:
        log = hand_log(rules, seed=11, table=i, streak=streak, policy=policy)
        record = record_of(rules, log)
        result = mjstats.score(json.loads(record.to_json()))
        assert result.legal, (i, result.reason, record.to_json())
        assert result.net == rows[i, AT["net_0"] : AT["net_0"] + rules.players].tolist(), (i, record.to_json())


def test_wild_chains_robbed_kongs_and_last_tiles_do_occur() -> None:
    rows = play_tables(mjstats.load("hangzhou"), seed=11, first_table=0, n_tables=6000, streak=3, policy="wild-chain")
    assert (rows[:, AT["wild_chain"]] > 0).any()
    assert (rows[:, AT["outcome"]] == 2).any()
    assert (rows[:, AT["kongs_in_a_row"]] > 0).any()
    assert (rows[:, AT["outcome"]] == -1).any()


# ---- the end of the wall


def test_twenty_tiles_stay_in_hangzhou() -> None:
    drawn = [log for log in logs("hangzhou", {}, 1, "random", 80) if not log.won]
    assert len(drawn) > 40
    for log in drawn:
        clock = log.board.clock
        # the indicator is one of the twenty
        assert clock[b.TAIL] - clock[b.HEAD] + 1 == 19
        assert (clock[b.LEFT], log.result[AT["draws"]]) == (0, 63)


def test_the_last_four_of_wuhan_draw_and_do_nothing_else() -> None:
    drawn = [log for log in logs("wuhan", {}, 1, "random", 80) if not log.won]
    assert len(drawn) > 40
    for log in drawn:
        clock = log.board.clock
        assert clock[b.TAIL] - clock[b.HEAD] + 1 == 10
        assert (clock[b.LEFT], log.result[AT["draws"]]) == (0, 72)
        kinds = log.events[:, 0].tolist()
        assert kinds[-5:] == [EVENT["draws"]] * 4 + [EVENT["drawn hand"]]
        seats = log.events[-5:-1, 1].tolist()
        assert [(seat - seats[0]) % 4 for seat in seats] == [0, 1, 2, 3]
        assert kinds[-6] == EVENT["discards"]


def test_no_kong_takes_a_tile_of_the_last_round() -> None:
    laid_late = 0
    for log in logs("wuhan", {}, 1, "random", 80):
        left = 73
        for kind in log.events[:, 0].tolist():
            if kind in KONGS:
                assert left > 4
                laid_late += left == 5
            left -= kind in (EVENT["draws"], EVENT["replaces"])
    assert laid_late > 0


def test_a_win_in_the_last_round_is_told_as_such() -> None:
    rows = play_tables(mjstats.load("wuhan"), seed=2, first_table=0, n_tables=6000)
    late = np.flatnonzero((rows[:, AT["left"]] < 4) & (rows[:, AT["winner"]] >= 0))
    assert len(late) > 0
    for i in late[:5].tolist():
        record = replay("wuhan", seed=2, hand=i).record
        assert record.wins[0].last_tile
        assert record.wins[0].how == "self-draw"


# ---- freezes, passed tiles, limits on claims


def test_a_wild_discard_bars_claims_and_discard_wins_for_a_round() -> None:
    frozen_discards = claims = 0
    for log in logs("hangzhou", {}, 3, "random", 150):
        wild = log.board.marks[b.IS_WILD]
        freezer: set[int] = set()
        for kind, seat, face, extra in log.events.tolist():
            if kind == EVENT["draws"]:
                freezer.discard(seat)
            elif kind == EVENT["discards"]:
                frozen_discards += bool(freezer)
                if wild[face]:
                    freezer.add(seat)
            elif kind in CLAIMED:
                claims += 1
                assert not freezer, log.result
            elif kind == EVENT["wins"] and extra == 0:
                assert not freezer, log.result
    assert frozen_discards > 100
    assert claims > 100


def test_nobody_claims_wild_or_kong_tiles() -> None:
    for log in logs("wuhan", {}, 1, "random", 60):
        special = log.board.marks[b.IS_WILD] + log.board.marks[b.IS_KONG_TILE]
        for kind, _, face, _ in log.events.tolist():
            if kind in CLAIMED or kind in (EVENT["added kong"], EVENT["concealed kong"]):
                assert special[face] == 0


@pytest.mark.parametrize(("limit", "dealer_too"), [("never", True), ("dealer-only", False)])
def test_third_claims_are_forbidden_where_the_page_says_so(limit: str, dealer_too: bool) -> None:
    thirds = 0
    for log in logs("hangzhou", {"claim_limit": limit}, 3, "random", 400):
        seats = log.board.seats
        for seat in range(4):
            sources = Counter(source for _, _, source in seats.melds[seat, : seats.n_melds[seat]].tolist() if source >= 0)
            for source, claims in sources.items():
                if claims >= 3:
                    thirds += 1
                    assert not dealer_too
                    assert 0 in (seat, source)
    assert dealer_too or thirds > 0


def seated(
    name: str, hands: list[str], *, indicator: str | None = "1z", **options: object
) -> tuple[RuleSet, b.Board, Routes, Mind]:
    """A board with the given hands and an unshuffled wall, nobody's go yet."""
    rules = mjstats.load(name, **options)
    board = b.new_board(rules.packed)
    b.clear(board)
    row = rules.setup_row(indicator)
    board.seats.round[[k.ROUND_STREAK, k.ROUND_SETUP]] = 3, row
    b.mark_faces(rules.packed.setup, row, board.marks)
    for seat, hand in enumerate(hands):
        board.seats.hand[seat] = count_faces(hand)
    board.clock[b.LEFT] = 40
    board.clock[[b.OPEN, b.KONG]] = 1, KONG_NONE
    routes = routes_of(rules)
    return rules, board, routes, new_mind(routes)


def discard_of(board: b.Board, seat: int, tile: str) -> None:
    board.clock[b.SEAT] = seat
    board.clock[b.TILE] = parse_tile(tile)
    board.clock[b.ASKED] = 1
    board.clock[b.PHASE] = ANSWER


FAR_HAND = "147m258p369s1267z"


def test_a_pung_goes_before_a_chow() -> None:
    # seat 1, to the right of the discarder, would chow 5m; seat 3 would pung it
    _, board, routes, mind = seated("hangzhou", [FAR_HAND, "46m123p456s77899s", "", "55m123p456s4678s3p"])
    discard_of(board, 0, "5m")
    assert find_claim(routes, board, mind, FAST) == CLAIM_PUNG * SEAT_CODE + 3
    board.seats.hand[3, parse_tile("5m")] = 1
    assert find_claim(routes, board, mind, FAST) == (CLAIM_CHOW + 1) * SEAT_CODE + 1


def test_a_win_goes_before_a_pung_and_the_nearest_winner_first() -> None:
    ready = "123456m456p55s23s"  # waits for 1s 4s
    _, board, routes, mind = seated("hangzhou", [FAR_HAND, "44s147m258p22267s", ready, ready])
    discard_of(board, 0, "4s")
    assert run(routes, board, mind, FAST) == STOP_ASK
    assert (board.win[k.WIN_BY], board.win[k.WIN_FROM], board.win[k.WIN_TILE]) == (2, 0, parse_tile("4s"))
    # not legal, for whatever reason: the next in turn is asked
    board.clock[b.IS_LEGAL] = 0
    assert run(routes, board, mind, FAST) == STOP_ASK
    assert (board.win[k.WIN_BY], board.clock[b.PHASE]) == (3, ANSWER_JUDGED)
    board.clock[b.IS_LEGAL] = 1
    board.own[0, b.DISCARDS] = 1
    assert run(routes, board, mind, FAST) == STOP_WON


def test_a_chow_is_the_right_neighbours_only() -> None:
    _, board, _, _ = seated("hangzhou", ["", "46m", "46m", "46m"])
    five = parse_tile("5m")
    assert [bool(may_claim(board, seat, 0, five, CLAIM_CHOW + 1)) for seat in (1, 2, 3)] == [True, False, False]
    assert not may_claim(board, 1, 0, five, CLAIM_CHOW)


def test_a_stand_in_makes_chows_and_wild_tiles_do_not() -> None:
    # indicator 5m: whites are 5m, the other 5m are wild
    _, board, _, _ = seated("hangzhou", ["", "46m5z", "455m", ""], indicator="5m")
    assert may_claim(board, 1, 0, parse_tile("4m"), CLAIM_CHOW)  # 4m 5z 6m
    assert may_claim(board, 1, 0, parse_tile("6m"), CLAIM_CHOW + 2)
    assert may_claim(board, 1, 0, parse_tile("5z"), CLAIM_CHOW + 1)
    assert not may_claim(board, 2, 1, parse_tile("6m"), CLAIM_CHOW + 2)


def test_a_passed_pung_is_barred_until_the_own_turn() -> None:
    # seat 2 has a pair of 5m in a hand that a pung would not bring nearer
    _, board, routes, mind = seated("hangzhou", ["", "", "55m11223344p667s", ""], passed_pung_ban=True)
    discard_of(board, 0, "5m")
    assert find_claim(routes, board, mind, FAST) == CLAIM_NONE
    assert board.passed[b.PASSED_PUNG, 2, parse_tile("5m")] == 1
    pass_turn(board, 0, 1)
    assert board.passed[b.PASSED_PUNG, 2, parse_tile("5m")] == 1
    pass_turn(board, 1, 3)  # seat 3 took a discard of seat 1: the turn of seat 2 was skipped
    assert board.passed[b.PASSED_PUNG, 2, parse_tile("5m")] == 0


def test_a_kong_needs_a_replacement_tile() -> None:
    _, board, _, _ = seated("wuhan", ["", "555m", "", ""])
    for left, allowed in ((5, True), (4, False)):
        board.clock[b.LEFT] = left
        assert bool(may_claim(board, 1, 0, parse_tile("5m"), CLAIM_KONG)) is allowed


def test_a_wild_tile_from_a_complete_hand_makes_a_chain_and_another_does_not() -> None:
    # indicator 1z: the other easts are wild
    _, board, routes, mind = seated("hangzhou", ["123456789m11z23p", "", "", ""], wild_discard_forfeit=True)
    own = board.own[0]
    board.seats.hand[0, parse_tile("1p")] += 1
    own[b.KONG_ROW] = 1
    put_discard(routes, board, 0, parse_tile("1z"), mind)
    assert (own[b.CHAIN], own[b.KONG_ROW], own[b.FROZEN], own[b.FORFEIT]) == (1, 1, 1, 0)
    board.seats.hand[0, parse_tile("9s")] += 1
    put_discard(routes, board, 0, parse_tile("9s"), mind)
    assert (own[b.CHAIN], own[b.KONG_ROW], own[b.FORFEIT]) == (0, 0, 0)
    board.seats.hand[0] = count_faces("147m258p369s1z356z")
    put_discard(routes, board, 0, parse_tile("1z"), mind)
    assert (own[b.CHAIN], own[b.FORFEIT]) == (0, 1)


def test_ten_honours_from_the_start_may_win_where_the_page_has_it() -> None:
    for value, wins in (("off", []), ("at-10-and-11", [10, 11]), ("wild-at-10", [10, 11])):
        _, board, routes, mind = seated("hangzhou", ["", "", "", ""], indicator="3s", ten_winds=value)
        won = []
        for run_of in range(1, 12):
            tile = f"{run_of % 4 + 1}z"
            board.seats.hand[0, parse_tile(tile)] += 1
            put_discard(routes, board, 0, parse_tile(tile), mind)
            won += [run_of] * honors_run_out(board, 0)
        assert won == wins


# ---- who plays how


def test_each_seat_plays_its_own_way() -> None:
    rules = mjstats.load("hangzhou")
    alike = play_tables(rules, seed=6, first_table=0, n_tables=400)
    mixed = play_tables(rules, seed=6, first_table=0, n_tables=400, policy="fast,random,fast,random")
    wins = np.bincount(mixed[mixed[:, AT["winner"]] >= 0, AT["winner"]], minlength=4)
    assert wins[[0, 2]].min() > 10 * wins[[1, 3]].max()
    assert np.array_equal(play_tables(rules, seed=6, first_table=0, n_tables=400, policy=["fast"] * 4), alike)


# ---- the fast policy


def test_fast_discards_what_keeps_the_distance() -> None:
    checked = 0
    for log in logs("hangzhou", {}, 1, "fast", 25):
        indicator = replay("hangzhou", seed=11, hand=int(log.result[AT["table"]])).record.indicator
        board = log.board
        hands = np.zeros((4, 42), np.int64)
        melds = [0] * 4
        for kind, seat, face, extra in log.events.tolist():
            if kind in (EVENT["dealt"], EVENT["draws"], EVENT["replaces"]):
                hands[seat, face] += 1
            elif kind in CLAIMED or kind in KONGS:
                melds[seat] += kind != EVENT["added kong"]
                if kind == EVENT["chow"]:
                    for read in {extra, extra + 1, extra + 2} - {int(board.marks[b.READ_AS, face])}:
                        hands[seat, board.marks[b.PRINTED_AS, read]] -= 1
                else:
                    hands[seat, face] -= {"pung": 2, "claimed kong": 3, "added kong": 1, "concealed kong": 4}[EVENTS[kind]]
            elif kind == EVENT["discards"]:
                before = mjstats.distance(hands[seat], rules="hangzhou", indicator=indicator, melds=melds[seat])
                hands[seat, face] -= 1
                after = mjstats.distance(hands[seat], rules="hangzhou", indicator=indicator, melds=melds[seat])
                assert after == max(before, 0)
                assert board.marks[b.IS_WILD, face] == 0
                checked += 1
    assert checked > 500


@pytest.mark.parametrize(
    ("name", "hand", "discard", "why"),
    [
        ("hangzhou", "123456789m11p24s9p", "9p", "the tile that does nothing"),
        ("hangzhou", "123456789m35s66p7p", "7p", "ready for 4s; keeping 7p would break the pair"),
        ("hangzhou", "12345678m11p1z56s3z", "3z", "the wild east stays, whatever it costs"),
    ],
)
def test_fast_chooses(name: str, hand: str, discard: str, why: str) -> None:
    _, board, routes, mind = seated(name, [hand, "", "", ""])
    assert fast_discard(routes, board, 0, mind) == parse_tile(discard), why


def test_wuhan_opens_a_hand_that_is_complete_but_for_the_opening() -> None:
    # ready and closed: a pung of 2m leaves it ready and opens it
    hand = "22m345p678p345s55s"
    _, board, routes, mind = seated("wuhan", [hand, "", "", ""], indicator="9m")
    assert fast_claim(routes, board, 0, 2, parse_tile("2m"), CLAIM_KONG, CLAIM_PUNG, mind) == CLAIM_PUNG
    _, board, routes, mind = seated("hangzhou", ["22345p678p345s55s2m", "", "", ""], indicator="9m")
    assert routes.opened == 0


def test_wuhan_lays_red_and_green_at_once() -> None:
    _, board, routes, mind = seated("wuhan", ["22m345p678p345s5s67z", "", "", ""], indicator="9m")
    first = fast_kong(routes, board, 0, mind)
    assert first in (parse_tile("6z"), parse_tile("7z"))


def test_routes_are_read_from_the_page() -> None:
    wuhan = routes_of(mjstats.load("wuhan"))
    # by the sheet: an opening 1 in all, kong tile 1, melded kong 1, wild kong 2, concealed kong 2
    assert wuhan.fans.tolist() == [[1, 0, 0, 0, 0], [0, 2, 1, 1, 2]]
    assert (wuhan.opened, wuhan.no_wild) == (1, 1)
    each = routes_of(mjstats.load("wuhan", open_fan="each"))
    assert each.fans.tolist() == [[0, 0, 0, 0, 0], [1, 2, 1, 1, 2]]
    assert routes_of(mjstats.load("hangzhou")).opened == 0


# ---- other tables


def test_three_can_play(tmp_path: Path) -> None:
    page = tmp_path / "three.toml"
    page.write_text('extends = "hangzhou"\nid = "three"\n[wall]\nplayers = 3\n', encoding="utf-8")
    rules = mjstats.load(page)
    assert rules.players == 3
    for policy in ("fast", "random"):
        rows = play_tables(rules, seed=1, first_table=0, n_tables=300, policy=policy)
        nets = rows[:, AT["net_0"] : AT["net_3"] + 1]
        assert (nets.sum(axis=1) == 0).all()
        assert (nets[:, 3] == 0).all()
        assert set(rows[:, AT["winner"]].tolist()) <= {-1, 0, 1, 2}
    drawn = rows[rows[:, AT["winner"]] < 0]
    assert (drawn[:, AT["draws"]] == 136 - 3 * 13 - 1 - 20).all()


def test_dice_may_make_it_a_third_hand() -> None:
    rows = play_tables(mjstats.load("hangzhou", instant_three="doubles"), seed=1, first_table=0, n_tables=600)
    thirds = int((rows[:, AT["streak"]] == 3).sum())
    assert set(rows[:, AT["streak"]].tolist()) == {1, 3}
    assert 60 < thirds < 140  # a sixth of 600 is 100, its standard error 9


def test_kongs_and_claims_are_counted_at_the_end() -> None:
    for log in logs("wuhan", {}, 1, "fast", 40):
        seats = log.board.seats
        singles = Counter(seat for kind, seat, _, _ in log.events.tolist() if kind == EVENT["single kong"])
        for seat in range(4):
            kinds = seats.melds[seat, : seats.n_melds[seat], k.MELD_KIND].tolist()
            assert log.result[AT["claims_0"] + seat] == sum(kind != CONCEALED_KONG for kind in kinds)
            assert log.result[AT["kongs_0"] + seat] == sum(kind > PUNG for kind in kinds) + singles[seat]
    assert ADDED_KONG > PUNG


def test_what_cannot_be_played_is_said_in_one_line() -> None:
    rules = mjstats.load("hangzhou")
    names = "fast, random, wild-chain, value, careful"
    with pytest.raises(ValueError, match=rf"^policy: 'slow': there is none of this name; there are {names}$"):
        play_tables(rules, seed=1, first_table=0, n_tables=1, policy="slow")
    with pytest.raises(ValueError, match=r"^policy: 'fast,fast': 2 names for 4 seats; one name is needed, or one a seat$"):
        play_tables(rules, seed=1, first_table=0, n_tables=1, policy=["fast", "fast"])
    with pytest.raises(ValueError, match=r"^seed: -1: must be at least 0 and below 2\^62$"):
        play_tables(rules, seed=-1, first_table=0, n_tables=1)
    with pytest.raises(ValueError, match=r"^streak: 0: must be at least 1"):
        hand_log(rules, seed=1, table=0, streak=0)
    with pytest.raises(ValueError, match=r"^hand: -2: must be at least 0 and below 2\^62$"):
        mjstats.replay("hangzhou", seed=1, hand=-2)
    with pytest.raises(ValueError, match=r"^hand: 'x': must be a whole number$"):
        mjstats.replay("hangzhou", seed=1, hand="x")  # type: ignore[arg-type]  # what a user may write
    with pytest.raises(ValueError, match=r"^game: -1: must be at least 0"):
        mjstats.replay("hangzhou", seed=1, hand=0, game=-1)


def test_a_replay_shows_itself() -> None:
    shown = replay("wuhan", seed=3, hand=2)
    text = str(shown)
    assert "discards" in text
    assert f"payments: {', '.join(f'{net:+d}' for net in shown.nets)}" in text
    assert "<svg" in shown._repr_html_()
    assert list(shown.events.columns) == ["seat", "event", "tile", "extra", "hand"]
    seats = shown.events[shown.events.event == "discards"]
    assert (seats.hand.map(lambda hand: len(parse_tiles(hand))) % 3 == 1).all()


def test_plain_python_plays_the_same_hands() -> None:
    code = (
        "import mjstats\n"
        "from mjstats.play import play_tables\n"
        "for name in ('hangzhou', 'wuhan'):\n"
        "    print(play_tables(mjstats.load(name), seed=11, first_table=3, n_tables=1).tolist())\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=300)
    expected = [play_tables(mjstats.load(name), seed=11, first_table=3, n_tables=1).tolist() for name in ("hangzhou", "wuhan")]
    assert [json.loads(line) for line in done.stdout.splitlines()] == expected
    assert NEXT > ANSWER
