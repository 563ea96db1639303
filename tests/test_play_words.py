"""The words of the sixteen-tile, flower, declaring and many-winner games at the table, each on a table laid for it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import mjstats
from mjstats.kernel import answers, phases
from mjstats.kernel import board as b
from mjstats.kernel import state as k
from mjstats.kernel.claims import (
    CLAIM_CHOW,
    CLAIM_EXTRA,
    CLAIM_KONG,
    CLAIM_NONE,
    CLAIM_PUNG,
    CONCEALED,
    KONG_KIND,
    may_claim,
    next_kong,
)
from mjstats.kernel.deal import start_hand
from mjstats.kernel.goes import bar_discards, pass_turn
from mjstats.kernel.page import EXTRA_SET, HOW_HAND
from mjstats.play import HandLog, first_starts, hand_log
from mjstats.replaying import record_of
from mjstats.tiles import parse_tile, parse_tiles
from tests.test_play import EVENT, FAST, discard_of, seated, tiles_at_table
from tests.test_play_rules import AT, Table, laid_table, play_on, played_row, scored, turn_goes_to

#: hands of which no discard of the others makes a meld, 13 tiles and 16
FARS = ["147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "147m258p369s4567z"]
FARS_16 = ["147m258p369s1234567z", "258m369p147s1234567z", "369m147p258s1234567z", "147m258p369s1234567z"]
FAR, FAR_16 = FARS[0], FARS_16[0]


def page_of(folder: Path, text: str, extends: str = "hangzhou") -> str:
    """A page that changes another."""
    path = folder / "page.toml"
    path.write_text(f'extends = "{extends}"\nid = "page"\n{text}\n', encoding="utf-8")
    return str(path)


def record(table: Table, won: bool) -> dict[str, object]:
    rules, board, _, _ = table
    log = HandLog(board.log[: board.clock[b.EVENTS]].copy(), board, np.zeros(0, np.int64), won)
    return record_of(rules, log).to_dict()


def kinds(table: Table) -> list[int]:
    board = table[1]
    return [int(kind) for kind in board.log[: board.clock[b.EVENTS], 0]]


# ---- flowers


@pytest.mark.parametrize(("name", "rounds"), [("xiamen", True), ("taiwan", False)])
def test_dealt_flowers_are_replaced_round_by_round_or_player_by_player(name: str, rounds: bool) -> None:
    rules = mjstats.load(name)
    mixed = 0
    for table in range(60):
        log = hand_log(rules, seed=4, table=table)
        opening = [row for row in log.events.tolist() if row[0] in (b.EVENT_FLOWER, b.EVENT_REPLACEMENT, b.EVENT_DRAW)]
        seats = []
        for kind, seat, face, _ in opening:
            if kind == b.EVENT_DRAW:
                break
            assert kind == b.EVENT_REPLACEMENT or face >= 34
            seats.append(seat)
        turns = [seat for i, seat in enumerate(seats) if i == 0 or seats[i - 1] != seat]
        # player by player nobody's turn comes twice; round by round it does when a replacement is a flower
        mixed += len(turns) > len(set(turns))
        if not rounds:
            assert turns == sorted(set(turns))
        assert all(log.board.seats.hand[:, 34:].sum(axis=1) == 0)
    assert (mixed > 0) is rounds


def test_flowers_that_are_wild_stay_in_the_hand() -> None:
    laid, held = Counter[int](), Counter[int]()
    for table in range(30):
        log = hand_log(mjstats.load("jinshan"), seed=4, table=table)
        laid.update(face for kind, _, face, _ in log.events.tolist() if kind == b.EVENT_FLOWER)
        held.update(np.flatnonzero(log.board.seats.hand.sum(axis=0)[34:]).tolist())
    assert set(laid) == {34, 35, 36, 37}
    assert set(held) == {4, 5, 6, 7}


def test_a_drawn_flower_is_laid_and_replaced_from_the_tail() -> None:
    table = laid_table("taiwan", [FAR_16, "123m456p789s222s55m34p", FARS_16[2], ""], "3f", tail="5p", indicator=None)
    board = table[1]
    turn_goes_to(board, 1)
    won, nets = play_on(table)
    assert won
    assert board.seats.marks[1, [k.MARK_FLOWERS, k.MARK_FLOWER_BITS]].tolist() == [1, 1 << 2]
    assert board.win[[k.WIN_FLOWER_REPLACEMENT, k.WIN_KONG_REPLACEMENT, k.WIN_LAST_TILE]].tolist() == [1, 0, 1]
    shown = record(table, True)
    assert shown["players"][1]["flowers"] == "3f"  # type: ignore[index]
    assert scored(table) == nets


def test_a_flower_as_the_last_tile_ends_the_hand() -> None:
    table = laid_table("taiwan", FARS_16, "3f", indicator=None)
    turn_goes_to(table[1], 1)
    assert play_on(table) == (False, [0, 0, 0, 0])
    assert kinds(table)[-3:] == [EVENT["draws"], EVENT["flower"], EVENT["drawn hand"]]


@pytest.mark.parametrize(("option", "laid"), [(False, 0), (True, 1)])
def test_a_flower_turned_up_is_turned_back_or_goes_to_the_dealer(option: bool, laid: int) -> None:
    rules = mjstats.load("xiamen", indicator_by_dealer=option)
    plain = mjstats.load("xiamen")
    found = 0
    for i in range(150):
        log = hand_log(rules, seed=8, table=i)
        events = log.events.tolist()
        at = next(place for place, row in enumerate(events) if row[0] == b.EVENT_INDICATOR)
        assert events[at][2] < 34
        turned = events[at - 1][0] == b.EVENT_FLOWER and events[at - 2][0] == b.EVENT_DEAL
        found += turned
        assert not turned or laid == 1
        if turned:
            assert events[at - 1][1] == 0
        assert tiles_at_table(log) == plain.packed.play.tiles.tolist()
    assert (found > 0) is (laid == 1)


def flowers_out(board: b.Board, laid: dict[int, str]) -> None:
    for seat, text in laid.items():
        flowers = [face - 34 for face in parse_tiles(text)]
        board.seats.marks[seat, k.MARK_FLOWERS] = len(flowers)
        board.seats.marks[seat, k.MARK_FLOWER_BITS] = sum(1 << flower for flower in flowers)
        board.clock[b.FLOWERS_OUT] += len(flowers)


@pytest.mark.parametrize(
    ("name", "laid", "by", "source"),
    [
        ("quanzhou", {1: "1234567f"}, 1, -1),
        ("taiwan", {1: "1234567f"}, 1, -1),
        ("taiwan", {3: "1234567f"}, 3, 1),  # another draws the eighth
        ("taiwan", {1: "123456f", 2: "7f"}, 1, 2),  # or has it already when the seventh is drawn
        ("quanzhou", {3: "1234567f"}, -1, -1),
        ("taiwan", {3: "123456f", 2: "7f"}, -1, -1),
    ],
)
def test_eight_flowers_win_and_seven_of_them_too(name: str, laid: dict[int, str], by: int, source: int) -> None:
    table = laid_table(name, [*FARS_16[:2], FAR_16, FARS_16[1]], "8f", indicator="9m" if name == "quanzhou" else None)
    board = table[1]
    flowers_out(board, laid)
    turn_goes_to(board, 1)
    won, nets = play_on(table)
    assert won is (by >= 0)
    if won:
        assert board.win[[k.WIN_BY, k.WIN_TILE, k.WIN_HOW, k.WIN_FROM]].tolist() == [by, -1, HOW_HAND, source]
        assert board.win[k.WIN_FIRST_TURN] == 0
        assert scored(table) == nets
        assert kinds(table)[-2:] == [EVENT["flower"], EVENT["wins"]]  # the flower is not replaced


# ---- sets of named honours, wild tiles as their face, stand-ins that are free


@pytest.mark.parametrize(
    ("hand", "tile", "claim", "may"),
    [
        ("67z", "5z", CLAIM_EXTRA + 4, True),
        ("57z", "5z", CLAIM_EXTRA + 4, False),
        ("24z", "1z", CLAIM_EXTRA + 1, True),  # 1z 2z 4z
        ("24z", "1z", CLAIM_EXTRA, False),  # 1z 2z 3z
    ],
)
def test_sets_of_named_honours_are_claimed_as_chows(hand: str, tile: str, claim: int, may: bool) -> None:
    _, board, _, _ = seated("nanchang", ["", hand, hand, ""], indicator="9m")
    assert bool(may_claim(board, 1, 0, parse_tile(tile), claim)) is may
    assert not may_claim(board, 2, 0, parse_tile(tile), claim)  # from the left neighbour only
    if may:
        discard_of(board, 0, tile)
        answers.take_claim(board, 1, 0, parse_tile(tile), claim)
        assert board.seats.melds[1, 0].tolist() == [EXTRA_SET, claim - CLAIM_EXTRA, 0]
        assert board.seats.hand[1].sum() == 0


def test_a_wild_tile_outside_the_hand_is_its_face() -> None:
    # indicator 3m: the other 3m and the 4m are wild
    _, board, _, _ = seated("nanchang", ["", "334m44m5m", "3344m", ""], indicator="3m")
    three, four, five = (parse_tile(tile) for tile in ("3m", "4m", "5m"))
    assert may_claim(board, 1, 0, three, CLAIM_PUNG)
    assert may_claim(board, 1, 0, four, CLAIM_KONG)
    assert may_claim(board, 1, 0, three, CLAIM_CHOW)  # 3m 4m 5m
    assert not may_claim(board, 2, 0, five, CLAIM_PUNG)  # wild tiles stand for nothing there
    _, board, _, _ = seated("hangzhou", ["", "33m4m5m", "", ""], indicator="3m")
    discard_of(board, 0, "3m")
    assert board.marks[b.CLAIMABLE, three] == 0


def test_white_is_white_outside_the_hand_where_stand_ins_are_free() -> None:
    # indicator 5m: in a won hand whites may be 5m
    _, board, _, _ = seated("taizhou", ["", "46m55z", "", ""], indicator="5m")
    assert may_claim(board, 1, 0, parse_tile("5z"), CLAIM_PUNG)
    assert not may_claim(board, 1, 0, parse_tile("5z"), CLAIM_CHOW + 1)
    assert not may_claim(board, 1, 0, parse_tile("4m"), CLAIM_CHOW)
    _, board, _, _ = seated("xiamen", ["", "46m55z", "", ""], indicator="5m")
    assert may_claim(board, 1, 0, parse_tile("5z"), CLAIM_CHOW + 1)


# ---- the wall


@pytest.mark.parametrize(
    ("name", "options", "each"), [("taizhou", {}, 2), ("taiwan", {"wall_left": "16+kongs"}, 2), ("taiwan", {}, 1)]
)
def test_kongs_may_keep_more_tiles_from_being_drawn(name: str, options: dict[str, object], each: int) -> None:
    board = laid_table(
        name, ["1111m", "", "", ""], "1s2s3s4s", tail="5s", indicator="4z" if name == "taizhou" else None, **options
    )[1]
    board.clock[[b.SEAT, b.TILE, b.PHASE]] = 0, parse_tile("7z"), phases.KONGS
    left = int(board.clock[b.LEFT])
    phases.replace(board, 0, CONCEALED * KONG_KIND)
    assert left - board.clock[b.LEFT] == each
    board.clock[b.LEFT] = each - 1
    assert next_kong(board, 0, -1) == -1
    board.clock[b.LEFT] = each
    assert next_kong(board, 0, -1) == CONCEALED * KONG_KIND


def test_a_broken_stack_counts_whole_where_the_page_says_so() -> None:
    for option, taken in (("34-tiles", [1, 2, 3]), ("17-stacks", [0, 2, 2])):
        _, board, _, _ = seated("nanchang", ["", "", "", ""], indicator="9m", dead_wall=option)
        board.clock[b.TAIL] = b.MAX_WALL - 1
        left = int(board.clock[b.LEFT])
        assert [left - board.clock[b.LEFT] for _ in range(3) if phases.draw_replacement(board, 0) >= 0] == taken


def test_the_turned_up_tile_may_be_drawn_where_the_page_says_so() -> None:
    rules = mjstats.load("nanchang", indicator_drawable=True)
    board = b.new_board(rules.packed)
    places = Counter()
    for i in range(200):
        start_hand(board, 5, first_starts(rules, i, 1)[0])
        face = board.seats.round[k.ROUND_SETUP]
        end = board.clock[b.WALL_END]
        assert board.clock[b.TAIL] == end
        at = [place for place in range(2, 13) if board.wall[end - 2 * (place - 1)] == face]
        assert at
        places.update(at)
    assert places[7] > places[2]  # two dice
    assert places[7] > places[12]


def test_the_turned_up_tile_may_end_the_hand() -> None:
    board = b.new_board(mjstats.load("wenzhou").packed)
    behind = Counter()
    for i in range(300):
        start_hand(board, 5, first_starts(mjstats.load("wenzhou"), i, 1)[0])
        kept = int(board.clock[b.KEPT_BEHIND])
        assert kept + board.clock[b.LEFT] == 136 - 64 - 16
        behind[kept] += 1
    # the stacks of two dice lie behind it: with 8 and more it lies before the last sixteen tiles, itself one of them
    assert set(behind) == {0, 2, 4, 6, 8, 10}
    assert behind[0] > 150
    assert behind[2] > behind[10]
    # replacements come from behind it, and shorten the hand only when they have taken what lies beyond the sixteen
    board.clock[b.KEPT_BEHIND] = 2
    left = int(board.clock[b.LEFT])
    assert [left - board.clock[b.LEFT] for _ in range(4) if phases.draw_replacement(board, 0) >= 0] == [0, 0, 1, 2]


@pytest.mark.parametrize(("name", "claimed"), [("taiwan", True), ("riichi", False)])
def test_the_last_discard_may_be_for_wins_only(name: str, claimed: bool) -> None:
    _, board, routes, mind = seated(name, [FAR, "46m123p456s77s11z9s", "", ""], indicator=None)
    discard_of(board, 0, "5m")
    board.clock[[b.LEFT, b.PHASE]] = 0, phases.CLAIM
    answers.claims(routes, board, mind, FAST)
    assert bool(board.seats.n_melds[1] == 1) is claimed


def test_there_may_be_a_most_of_kongs() -> None:
    _, board, _, _ = seated("riichi", ["1111m", "555m", "", ""], indicator=None)
    for made, may in ((3, True), (4, False)):
        board.clock[b.KONGS_MADE] = made
        assert (next_kong(board, 0, -1) >= 0) is may
        assert bool(may_claim(board, 1, 0, parse_tile("5m"), CLAIM_KONG)) is may


def test_the_last_tile_may_be_refused() -> None:
    ready = "123m456p789s111z55m46s"
    for hands, taker in ((FARS_16, -1), ([*FARS_16[:3], ready], 3)):
        table = laid_table("taiwan", hands, "5s" if taker < 0 else "9p", indicator=None, last_tile_refusal=True)
        board = table[1]
        for seat in range(4):
            board.own[seat, b.BARE] = 0 if seat == taker else 3
        turn_goes_to(board, 1)
        assert play_on(table)[0] is False
        assert board.clock[b.LEFT] == (1 if taker < 0 else 0)
        if taker >= 0:
            # it does not win, and has to go itself
            assert [row[:3] for row in board.log[:2].tolist()] == [
                [EVENT["draws"], 3, parse_tile("9p")],
                [EVENT["discards"], 3, parse_tile("9p")],
            ]


# ---- discards and claims


@pytest.mark.parametrize(
    ("words", "claim", "barred"),
    [
        ("none", CLAIM_CHOW, ""),
        ("same", CLAIM_CHOW, "3m"),
        ("same-and-end", CLAIM_CHOW, "36m"),
        ("same-and-end", CLAIM_PUNG, "3m"),
    ],
)
def test_what_was_claimed_may_not_be_discarded_at_once(tmp_path: Path, words: str, claim: int, barred: str) -> None:
    name = page_of(tmp_path, f'[play]\nswap_ban = "{words}"', "taiwan")
    _, board, _, _ = seated(name, ["", "333m456m9s", "", ""], indicator=None)
    discard_of(board, 0, "3m")
    answers.take_claim(board, 1, 0, parse_tile("3m"), claim)
    board.seats.hand[1, parse_tile("6m")] = 1
    bar_discards(board, 1)
    assert np.flatnonzero(board.marks[b.BARRED]).tolist() == list(parse_tiles(barred))
    board.seats.hand[1] = 0
    board.seats.hand[1, parse_tile("3m")] = 2
    bar_discards(board, 1)
    assert board.marks[b.BARRED].sum() == 0  # nothing else is left


def test_a_ban_may_be_lifted_for_the_last_single_tile(tmp_path: Path) -> None:
    name = page_of(tmp_path, '[play]\nswap_ban = "same-but-last"', "taiwan")
    for hand, barred in (("33m39s", [2]), ("3m9s", [])):
        _, board, _, _ = seated(name, ["", hand, "", ""], indicator=None)
        board.clock[b.TAKEN] = parse_tile("3m")
        bar_discards(board, 1)
        assert np.flatnonzero(board.marks[b.BARRED]).tolist() == barred


def test_what_was_just_discarded_may_not_be_claimed() -> None:
    hand = "55m123p456789s4678s3p"
    for option, just, claims in ((False, "5m", True), (True, "5m", False), (True, "4m", True)):
        _, board, routes, mind = seated("taiwan", ["", hand, "", ""], indicator=None, reclaim_ban=option)
        board.discards[1, 0] = parse_tile(just)
        board.own[1, b.DISCARDS] = 1
        discard_of(board, 3, "5m")
        found = answers.find_claim(routes, board, mind, FAST)
        assert found == (CLAIM_PUNG * answers.SEAT_CODE + 1 if claims else CLAIM_NONE)


def test_a_single_honour_that_somebody_discarded_goes_first() -> None:
    # indicator 9m: whites are 9m and no honours
    _, board, _, _ = seated("xiamen", ["123m456p789s12233z5z", "", "", ""], indicator="9m")
    board.seats.discards[2, parse_tiles("1z2z5z9p")] = 1
    bar_discards(board, 0)
    free = np.flatnonzero((board.marks[b.BARRED] == 0) & (board.seats.hand[0] > 0))
    assert free.tolist() == [parse_tile("1z")]
    board.seats.discards[2, parse_tile("1z")] = 0
    bar_discards(board, 0)
    assert board.marks[b.BARRED].sum() == 0
    _, board, _, _ = seated("xiamen", ["123m456p789s12233z5z", "", "", ""], indicator="6z")
    board.seats.discards[2, parse_tile("6z")] = 1  # the white here is a green
    bar_discards(board, 0)
    assert board.marks[b.BARRED].sum() == 0 or board.marks[b.BARRED, parse_tile("5z")] == 0


@pytest.mark.parametrize(
    ("hand", "thrown", "free"),
    [
        ("123m456p789s1223346z", "", "146z"),  # all single honours go before pairs of them and numbers
        ("123m456p789s1223346z", "46z2z9p", "46z"),  # of these the ones that somebody discarded
        ("123m456p789s112233z7s", "1z", ""),  # none is single: whatever is held
        ("123m456p789s112233z5z", "", ""),  # a white is a 9m here
    ],
)
def test_all_single_honours_may_have_to_go_first(hand: str, thrown: str, free: str) -> None:
    _, board, _, _ = seated("wenzhou", [hand, "", "", ""], indicator="9m")
    for face in parse_tiles(thrown):
        board.seats.discards[2, face] = 1
    bar_discards(board, 0)
    left = np.flatnonzero((board.marks[b.BARRED] == 0) & (board.seats.hand[0] > 0))
    assert left.tolist() == (sorted(parse_tiles(free)) or np.flatnonzero(board.seats.hand[0]).tolist())


@pytest.mark.parametrize(("option", "wins"), [(False, False), (True, True)])
def test_a_wild_discard_may_freeze_claims_alone(option: bool, wins: bool) -> None:
    ready = "123456789m123p456s"
    _, board, routes, mind = seated("xiamen", ["", "", ready + "9p", ""], indicator="4z", wild_discard_others_may_win=option)
    board.own[1, b.FROZEN] = 1
    discard_of(board, 0, "9p")
    stop = answers.others_win(routes, board, mind, FAST)
    assert (stop == phases.STOP_ASK) is wins
    board.seats.hand[2] = 0
    board.seats.hand[2, list(parse_tiles("9p"))] = 2
    assert answers.find_claim(routes, board, mind, FAST) == CLAIM_NONE


@pytest.mark.parametrize(
    ("words", "legal", "again"),
    [
        ("true", True, [False, True]),
        ('"any-tile"', True, [False, False]),
        ('"furiten"', False, [False, False]),
        ("false", True, [True, True]),
    ],
)
def test_how_a_passed_win_counts(tmp_path: Path, words: str, legal: bool, again: list[bool]) -> None:
    name = page_of(tmp_path, f"[play]\npassed_win_ban = {words}")
    _, board, routes, mind = seated(name, ["", "", "123456m456p55s23s", ""])

    def asked(tile: str) -> bool:
        discard_of(board, 0, tile)
        return bool(answers.others_win(routes, board, mind, FAST) == phases.STOP_ASK)

    assert asked("4s")
    answers.remember_passed(board, 2, parse_tile("4s"), legal)
    pass_turn(board, 0, 1)
    assert [asked("4s"), asked("1s")] == again
    pass_turn(board, 1, 2)
    assert asked("4s")


def test_a_passed_win_may_be_outdone_by_one_worth_more(tmp_path: Path) -> None:
    name = page_of(tmp_path, '[play]\npassed_win_ban = "higher"')
    for worth, taken in ((10, False), (11, True)):
        _, board, routes, mind = seated(name, ["", "", "123456m456p55s23s", ""])
        board.own[2, b.PASSED_WORTH] = 10
        discard_of(board, 0, "4s")
        assert answers.others_win(routes, board, mind, FAST) == phases.STOP_ASK
        board.clock[[b.IS_LEGAL, b.WORTH]] = 1, worth
        assert (answers.others_win(routes, board, mind, FAST) == phases.STOP_WON) is taken


def test_after_declaring_a_passed_tile_counts_to_the_end() -> None:
    _, board, _, _ = seated("riichi", ["", "", "", ""], indicator=None)
    for seat, declared in ((1, 0), (2, 1)):
        board.own[seat, b.NO_DISCARD_WIN] = 1
        board.seats.marks[seat, k.MARK_DECLARED] = declared
        pass_turn(board, 0, 3)  # the turns of 1 and 2 are skipped: they discard nothing
        assert board.own[seat, b.NO_DISCARD_WIN] == 1
        pass_turn(board, 0, seat)
        assert board.own[seat, b.NO_DISCARD_WIN] == declared


def test_of_several_winners_the_nearest_is_paid_first() -> None:
    # 20 and 17, each twice: half flush 15, closed wait, east, two concealed pungs, concealed hand; straight 15 and two of these
    hands = [FAR, "34556m11133444z", "12356789m999p22s", FARS[1]]
    for held, nets in ((50, [-50, 40, 10, 0]), (30, [-30, 30, 0, 0]), (74, [-74, 40, 34, 0])):
        table = laid_table("yangzhou", hands, "1p8p8s", indicator=None, bust=True)
        table[1].seats.marks[:, k.MARK_POINTS] = (held, 500, 500, 500)
        discard_of(table[1], 0, "4m")
        assert play_on(table) == (True, nets)


PLAIN = "123456m123789p45s77z"  # two-sided, no wild tile: worth twice


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ((PLAIN, FAR_16, FAR_16), 1),
        ((PLAIN, FAR_16, "114477m225588p3366s"), 3),  # eight pairs, worth four times, go before the nearer one
        ((PLAIN, "114477m225588p3366s", "113355m117799p2244s"), 2),  # of two such the nearer
    ],
)
def test_some_wins_may_go_before_nearer_ones(hands: tuple[str, str, str], winner: int) -> None:
    table = laid_table("wenzhou", [FAR_16, *hands], "1z2z3z", indicator="9s")
    table[1].own[:, b.GOES] = 1  # no first discard of the dealer
    discard_of(table[1], 0, "6s")
    assert played_row(table)[AT["winner"]] == winner


def test_three_wild_tiles_may_win_on_whatever_comes() -> None:
    for wilds, winner in (("999m", 2), ("99m5z", -1)):
        table = laid_table("wenzhou", [FAR_16, FAR_16, FAR + wilds, FAR_16], "", indicator="9m")
        discard_of(table[1], 0, "6z")
        assert played_row(table)[AT["winner"]] == winner
    table = laid_table("wenzhou", [FAR_16, FAR_16, FAR + "99m5z", FAR_16], "9m", indicator="9m")
    turn_goes_to(table[1], 2)
    assert played_row(table)[AT["winner"]] == 2  # the third is drawn


def test_eight_pairs_wait_for_anything() -> None:
    table = laid_table("wenzhou", [FAR_16, "114477m225588p3366s", FAR_16, FAR_16], "", indicator="9s")
    discard_of(table[1], 0, "6z")
    assert played_row(table)[AT["winner"]] == 1


@pytest.mark.parametrize("before", [0, 1])
def test_rounds_of_first_discards_of_one_tile_are_counted(before: int) -> None:
    for last, counted in (("1z", before + 1), ("2z", before)):
        _, board, routes, mind = seated("nanchang", ["", "", "", ""], indicator="9m")
        board.seats.round[k.ROUND_SAME_FIRST] = before
        for seat in range(4):
            board.discards[seat, before] = parse_tile("1z" if seat < 3 else last)
            board.own[seat, b.DISCARDS] = before + 1
        board.clock[[b.THROWN, b.SEAT, b.TILE, b.PHASE]] = 4 * before + 4, 3, parse_tile("9p"), phases.CLAIM
        answers.claims(routes, board, mind, FAST)
        assert board.seats.round[k.ROUND_SAME_FIRST] == counted
