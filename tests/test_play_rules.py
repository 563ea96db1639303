"""Clauses of play, each on a table that is set up so that only the clause decides what happens."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import mjstats
from mjstats.kernel import answers, phases
from mjstats.kernel import board as b
from mjstats.kernel import state as k
from mjstats.kernel.claims import ADDED as ADD
from mjstats.kernel.claims import CLAIM_CHOW, CLAIM_KONG, CLAIM_PUNG, KONG_KIND, chow_held, may_claim
from mjstats.kernel.game import N_START
from mjstats.kernel.goes import owner_may, pass_turn, put_discard
from mjstats.kernel.page import ADDED_KONG, CHOW, HOW_DISCARD, HOW_ROB_KONG, PUNG
from mjstats.kernel.policy_fast import fast_discard
from mjstats.kernel.result import COLUMNS
from mjstats.kernel.routes import Mind, Routes, new_mind
from mjstats.kernel.table import play_tables as play_tables_kernel
from mjstats.kernel.verdict import new_verdict
from mjstats.plans import empty_thought, thought_of, weighing_routes
from mjstats.play import HandLog, hand_log, play_tables
from mjstats.policies import policies_of, weighed
from mjstats.replaying import EVENTS, record_of
from mjstats.rules import RuleSet
from mjstats.tiles import parse_tile, parse_tiles, tile_text
from tests.test_play import FAST, discard_of, seated

AT = {name: place for place, name in enumerate(COLUMNS)}
EVENT = {name: number for number, name in enumerate(EVENTS)}
CLAIMED = {EVENT["chow"], EVENT["pung"], EVENT["claimed kong"]}
Table = tuple[RuleSet, b.Board, Routes, Mind]


def laid_table(name: str, hands: list[str], draws: str, *, tail: str = "", streak: int = 1, **settings: object) -> Table:
    """A table with these hands, whose next draws are `draws` and whose replacement tiles are `tail`, the first one first."""
    rules, board, routes, mind = seated(name, hands, **settings)  # type: ignore[arg-type]  # options by name
    board = board._replace(log=np.zeros((b.MAX_EVENTS, 4), np.int64))
    board.seats.round[k.ROUND_STREAK] = streak
    faces = parse_tiles(draws)
    board.wall[: len(faces)] = faces
    last = parse_tiles(tail)
    board.wall[b.MAX_WALL - len(last) :] = last[::-1]
    board.clock[b.TAIL] = b.MAX_WALL - 1
    board.clock[b.LEFT] = len(faces) + len(last)
    return rules, board, routes, mind


def play_on(table: Table, policy: str = "fast") -> tuple[bool, list[int]]:
    """Play to the end: whether the hand was won, and what each seat gained."""
    row = played_row(table, policy)
    return bool(row[AT["winner"]] >= 0), row[AT["net_0"] : AT["net_0"] + table[0].players].tolist()


def played_row(table: Table, policy: str = "fast") -> np.ndarray:
    """The row of the result after playing to the end."""
    rules, board, routes, mind = table
    rows = np.zeros((1, len(COLUMNS)), np.int64)
    policies = policies_of(policy, rules.players)
    as_it_lies = np.full((1, N_START), -1, np.int64)
    thought = empty_thought()
    if weighed(policies):
        routes, thought = weighing_routes(rules), thought_of(rules)
        mind = new_mind(routes)
    play_tables_kernel(rules.packed, routes, board, mind, new_verdict(rules.packed), 0, as_it_lies, policies, thought, rows)
    return rows[0]


def scored(table: Table) -> list[int] | None:
    """The net of the record of a table whose hand was played."""
    rules, board, _, _ = table
    won = bool(board.clock[b.WINNERS]) or bool((board.log[: board.clock[b.EVENTS], 0] == b.EVENT_WIN).any())
    log = HandLog(board.log[: board.clock[b.EVENTS]].copy(), board, np.zeros(0, np.int64), won)
    return mjstats.score(record_of(rules, log).to_dict()).net


def turn_goes_to(board: b.Board, seat: int) -> None:
    """`seat` is about to draw."""
    board.clock[b.SEAT] = (seat - 1) % len(board.own)
    board.clock[b.PHASE] = phases.NEXT


# Three hands that are ready, win by their own draw alone and throw away whatever else they draw.
READY = {0: "789m456p23p99p678s", 2: "111m999m55p678p78s", 3: "777m111p333p11s56s"}

# ---- claims within a wild chain (option wild_discarder_claims), and who pays for them (option late_pao)

CHAIN = {"wild_discarder_claims": True, "late_pao": True, "indicator": "3s"}


@pytest.mark.parametrize(
    ("late", "nets"),
    [
        # 4 points x 2: lone wild tile, two wild discards: 8. Up to the chow: 2 x 2 = 4. The dealer's payments are doubled.
        # all three pay up to the chow, 8 + 4 + 4; who was claimed from pays the rest for all, (2 + 1 + 1) x (8 - 4) = 16
        (True, [-24, 32, -4, -4]),
        (False, [-16, 32, -8, -8]),
    ],
)
def test_a_chow_within_a_chain_frees_a_wild_tile_for_one_more_round(late: bool, nets: list[int]) -> None:
    hands = [READY[0], "12m456m789p222s33s", READY[2], READY[3]]
    # seat 1 draws the third wild tile and discards one; in the second round 3m of seat 0 is chowed and another discarded
    table = laid_table("hangzhou", hands, "3s6z7z3m6z7z2z9s", **(CHAIN | {"late_pao": late}))
    board = table[1]
    turn_goes_to(board, 1)
    assert play_on(table, "wild-chain") == (True, nets)
    assert (board.win[k.WIN_BY], board.win[k.WIN_WILD_CHAIN], board.clock[b.LEFT]) == (1, 2, 0)
    assert board.win[k.WIN_LATE_FROM : k.WIN_LATE_KONGS + 1].tolist() == [0, 1, 0]
    assert scored(table) == nets


def test_a_claimed_kong_within_a_chain_is_paid_by_who_gave_it() -> None:
    hands = [READY[0], "456m789p222s111z3s", READY[2], READY[3]]
    # seat 1 draws a second wild tile and discards it; 1z of seat 3 makes a kong, whose replacement wins
    table = laid_table("hangzhou", hands, "3s6z1z", tail="8s", **CHAIN)
    board = table[1]
    turn_goes_to(board, 1)
    # 2 lone wild tile, 2 wild discard, 2 kong: 8; before the claim 4. Seat 3 pays 4 and (2 + 1 + 1) x (8 - 4).
    nets = [-8, 32, -4, -20]
    assert play_on(table, "wild-chain") == (True, nets)
    assert board.win[[k.WIN_WILD_CHAIN, k.WIN_KONG_REPLACEMENT, k.WIN_KONGS]].tolist() == [1, 2, 1]
    assert board.win[k.WIN_LATE_FROM : k.WIN_LATE_KONGS + 1].tolist() == [3, 1, 0]
    assert scored(table) == nets


@pytest.mark.parametrize(
    ("hand", "claim", "tile", "may"),
    [
        ("12m456m789p222s33s", CLAIM_CHOW + 2, "3m", True),  # 456m 789p 222s and two wild tiles are left
        ("55m456m789p222s33s", CLAIM_PUNG, "5m", True),
        ("456m789p222s111z3s", CLAIM_KONG, "1z", True),
        ("123m456m789p222s3s", CLAIM_CHOW + 2, "3m", False),  # frees nothing: 3m is left over
        # The chow takes 3m 4m out of two sets; what is left needs both wild tiles, and none of them is free.
        ("345m345m678p56p33s", CLAIM_CHOW, "2m", False),
    ],
)
def test_what_may_be_claimed_within_a_chain(hand: str, claim: int, tile: str, may: bool) -> None:
    for option, expected in ((True, may), (False, False)):
        _, board, routes, mind = seated("hangzhou", ["", hand, "", ""], indicator="3s", wild_discarder_claims=option)
        before = board.seats.hand[1].copy()
        board.own[1, [b.FROZEN, b.CHAIN]] = 1
        assert bool(owner_may(routes, board, 1, 0, parse_tile(tile), claim, mind)) is expected
        assert (board.seats.hand[1] == before).all()
        board.own[1, b.CHAIN] = 0
        assert not owner_may(routes, board, 1, 0, parse_tile(tile), claim, mind)


def test_a_wild_tile_thrown_from_a_complete_hand_is_no_chain_unless_any_tile_then_wins() -> None:
    # complete with both wild tiles, one in the pair and one in a chow: without one it waits for few tiles
    _, board, routes, mind = seated("hangzhou", ["123m345p678p5m56s33s", "", "", ""], indicator="3s", wild_discard_forfeit=True)
    board.own[0, b.KONG_ROW] = 1
    put_discard(routes, board, 0, parse_tile("3s"), mind)
    assert board.own[0, [b.CHAIN, b.KONG_ROW, b.FROZEN, b.FORFEIT]].tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("frozen", [0, 1])
def test_who_discarded_a_wild_tile_wins_on_no_discard_for_a_round_either(frozen: int) -> None:
    _, board, routes, mind = seated("hangzhou", ["", "123456m456p55s12s", "", ""])
    board.own[1, b.FROZEN] = frozen
    discard_of(board, 0, "3s")
    stop = answers.others_win(routes, board, mind, FAST)
    assert (stop, board.clock[b.PHASE]) == ((phases.GO_ON, phases.CLAIM) if frozen else (phases.STOP_ASK, phases.ANSWER_JUDGED))


# ---- ten honours discarded from the start (option ten_winds)

HONOUR_HANDS = ["123456789m2288s", "111p444p777p99p12s", "222p555p888p66s79s", "333p666p555s77s46m"]
OTHERS = ["7m1m9s", "8m2m1s", "9m3m4s"] * 3  # what the others draw in a round, no use to any of them


def honour_table(value: str, first: str) -> Table:
    """Seat 0 draws and discards `first` and nine honours."""
    honours = [first, *(f"{digit}z" for digit in "112233446")]
    draws = honours[0] + "".join(others + tile for others, tile in zip(OTHERS, honours[1:], strict=True))
    table = laid_table("hangzhou", HONOUR_HANDS, draws, indicator="3s", ten_winds=value)
    turn_goes_to(table[1], 0)
    return table


@pytest.mark.parametrize(
    ("value", "nets"),
    [("at-10-and-11", [6, -2, -2, -2]), ("wild-at-10", [12, -4, -4, -4]), ("off", [0, 0, 0, 0])],
)
def test_ten_honours_win_a_whole_hand(value: str, nets: list[int]) -> None:
    table = honour_table(value, "7z")
    assert play_on(table) == (value != "off", nets)
    board = table[1]
    assert board.clock[b.LEFT] == 0
    assert board.seats.marks[0, k.MARK_HONOR_DISCARDS] == 10
    if value != "off":
        assert board.win[[k.WIN_BY, k.WIN_TILE]].tolist() == [0, -1]
        assert scored(table) == nets


def test_a_white_that_stands_in_for_a_number_is_no_honour() -> None:
    table = honour_table("wild-at-10", "5z")
    assert play_on(table) == (False, [0, 0, 0, 0])
    assert table[1].own[0, b.DISCARDS] == 10


# ---- limits on claims


@pytest.mark.parametrize(
    ("limit", "melds", "claim", "dealer", "may"),
    [
        ("none", [CHOW, CHOW], CLAIM_CHOW, 3, True),
        ("never", [CHOW], CLAIM_CHOW, 3, True),
        ("never", [CHOW, PUNG], CLAIM_PUNG, 3, False),
        ("never", [CHOW, PUNG], CLAIM_PUNG, 1, False),
        ("dealer-only", [CHOW, PUNG], CLAIM_PUNG, 3, False),
        ("dealer-only", [CHOW, PUNG], CLAIM_KONG, 3, False),
        ("dealer-only", [CHOW, PUNG], CLAIM_PUNG, 0, True),
        ("dealer-only", [CHOW, PUNG], CLAIM_PUNG, 1, True),
        ("no-three-chows", [CHOW, CHOW], CLAIM_CHOW, 3, False),
        ("no-three-chows", [CHOW, CHOW], CLAIM_CHOW, 1, True),
        ("no-three-chows", [CHOW, CHOW], CLAIM_PUNG, 3, True),
        ("no-three-chows", [CHOW, PUNG], CLAIM_CHOW, 3, True),
        ("no-three-chows", [CHOW, ADDED_KONG], CLAIM_CHOW, 3, True),
    ],
)
def test_which_third_claims_a_limit_forbids(limit: str, melds: list[int], claim: int, dealer: int, may: bool) -> None:
    # seat 1 has claimed from seat 0 and could claim its 5m in every way
    for others in (0, 2):  # melds from another seat do not count
        _, board, _, _ = seated("hangzhou", ["", "555m67m11s", "", ""], claim_limit=limit)
        board.seats.round[k.ROUND_DEALER] = dealer
        for kind in melds:
            board.seats.melds[1, board.seats.n_melds[1]] = (kind, 9, others)
            board.seats.n_melds[1] += 1
        assert bool(may_claim(board, 1, 0, parse_tile("5m"), claim)) is (may or others == 2)


def test_a_limit_on_claims_holds_from_the_hand_that_the_page_names() -> None:
    for first in (1, 2, 3):
        for streak in (1, 2, 3, 4):
            _, board, _, _ = seated("hangzhou", ["", "555m", "", ""], claim_limit="never", claim_limit_from=first)
            board.seats.round[k.ROUND_STREAK] = streak
            board.seats.melds[1, :2] = [(PUNG, 9, 0), (PUNG, 10, 0)]
            board.seats.n_melds[1] = 2
            assert bool(may_claim(board, 1, 0, parse_tile("5m"), CLAIM_PUNG)) is (streak < first)


# ---- passed wins


@pytest.mark.parametrize("banned", [True, False])
@pytest.mark.parametrize("way", [HOW_DISCARD, HOW_ROB_KONG])
def test_a_passed_win_is_barred_until_the_own_turn(banned: bool, way: int) -> None:
    # Seat 2 is ready for 1s and 4s. No policy passes a win: that it was passed is told to the table.
    _, board, routes, mind = seated("hangzhou", ["", "", "123456m456p55s23s", ""], passed_win_ban=banned)

    def asked(tile: str) -> bool:
        discard_of(board, 0, tile)
        if way == HOW_ROB_KONG:
            board.seats.melds[0, 0] = (PUNG, parse_tile(tile), 3)
            board.clock[[b.PHASE, b.KONG]] = (phases.ROB, ADD * KONG_KIND + parse_tile(tile))
        board.clock[b.LEFT] = 9
        if answers.others_win(routes, board, mind, FAST) != phases.STOP_ASK:
            return False
        assert board.win[[k.WIN_BY, k.WIN_HOW]].tolist() == [2, way]
        return True

    board.seats.n_melds[0] = way == HOW_ROB_KONG
    assert asked("4s")
    answers.remember_passed(board, 2, parse_tile("4s"), True)
    pass_turn(board, 0, 1)
    assert asked("4s") is not banned
    assert asked("1s")  # another tile
    pass_turn(board, 1, 2)
    assert asked("4s")


# ---- dice, stakes, robbing, white as wild tile


def test_the_sum_of_the_dice_may_make_it_a_third_hand() -> None:
    # 11 or 12 in 3 of 36 throws: 100 of 1200, standard error 9.6
    streaks = play_tables(mjstats.load("hangzhou", instant_three=11), seed=1, first_table=0, n_tables=1200)[:, AT["streak"]]
    assert set(streaks.tolist()) == {1, 3}
    assert 60 < (streaks == 3).sum() < 140
    always = play_tables(mjstats.load("hangzhou", instant_three=2), seed=1, first_table=0, n_tables=50)
    assert set(always[:, AT["streak"]].tolist()) == {3}


def test_nobody_loses_more_than_the_stake() -> None:
    bounded = play_tables(mjstats.load("hangzhou", stake=5), seed=1, first_table=0, n_tables=400, streak=3)
    free = play_tables(mjstats.load("hangzhou"), seed=1, first_table=0, n_tables=400, streak=3)
    nets = slice(AT["net_0"], AT["net_3"] + 1)
    won = bounded[:, AT["winner"]] >= 0
    assert (bounded[:, AT["winner"]] == free[:, AT["winner"]]).all()
    for paid, owed, winner in zip(bounded[won, nets], free[won, nets], bounded[won, AT["winner"]], strict=True):
        losses = np.maximum(np.delete(owed, winner), -5)
        assert np.delete(paid, winner).tolist() == losses.tolist()
        assert paid[winner] == -losses.sum()
    assert (free[:, nets].min(axis=1) < -5).any()


@pytest.mark.parametrize(("option", "streak", "robbed"), [(False, 2, False), (True, 2, True), (True, 1, False), (False, 3, True)])
def test_from_which_hand_a_kong_may_be_robbed(option: bool, streak: int, robbed: bool) -> None:
    hands = ["789p456s99s12s5m", "46m123p456p789p11s", "", ""]
    table = laid_table("hangzhou", hands, "", tail="7z7z", streak=streak, indicator="3s", rob_at_two=option)
    board = table[1]
    board.seats.melds[0, 0] = (PUNG, parse_tile("5m"), 3)
    board.seats.n_melds[0] = 1
    board.clock[[b.SEAT, b.TILE, b.PHASE]] = (0, parse_tile("5m"), phases.DRAWN)
    won, nets = play_on(table)
    assert won is robbed
    # the dealer alone pays what all three would: 2 x (L + 1 + 1)
    total = {2: 12, 3: 20}.get(streak, 0)
    assert nets == ([-total, total, 0, 0] if robbed else [0, 0, 0, 0])
    assert board.seats.melds[0, 0, k.MELD_KIND] == (PUNG if robbed else ADDED_KONG)


def test_with_white_as_the_wild_tile_twenty_tiles_stay_and_none_is_turned() -> None:
    rules = mjstats.load("hangzhou", wild="white")
    drawn = [log for log in (hand_log(rules, seed=11, table=i, policy="random") for i in range(60)) if not log.won]
    assert len(drawn) > 30
    for log in drawn:
        clock = log.board.clock
        assert (clock[b.TAIL] - clock[b.HEAD] + 1, clock[b.LEFT], log.result[AT["draws"]]) == (20, 0, 63)
        assert EVENT["indicator"] not in log.events[:, 0]
        assert np.flatnonzero(log.board.marks[b.IS_WILD]).tolist() == [parse_tile("5z")]


# ---- Wuhan and Jingzhou


@pytest.mark.parametrize(
    ("kong_tiles", "indicator", "laid", "wild"),
    [
        ("red-green", "4z", "67z", "5z"),  # red and green are passed over
        ("red-green", "5z", "67z", "1z"),
        ("red", "4z", "7z", "6z"),
        ("skins", "5s", "45s", "6s"),
        ("skins", "1s", "19s", "2s"),
        ("skins", "1z", "15z", "2z"),
        ("skins", "4z", "34z", "7z"),
    ],
)
def test_kong_tiles_by_option(kong_tiles: str, indicator: str, laid: str, wild: str) -> None:
    _, board, _, _ = seated("wuhan", [""] * 4, indicator=indicator, kong_tiles=kong_tiles)
    assert np.flatnonzero(board.marks[b.IS_WILD]).tolist() == [parse_tile(wild)]
    singles = {*np.flatnonzero(board.marks[b.IS_KONG_TILE]).tolist()}
    assert singles == {*parse_tiles(laid), parse_tile(wild)}


@pytest.mark.parametrize("name", ["wuhan", "wuhan skins", "wuhan red", "jingzhou"])
def test_winners_are_open_and_hold_no_kong_tiles_and_discarded_ones_count(name: str) -> None:
    page, _, kong_tiles = name.partition(" ")
    rules = mjstats.load(page, **({"kong_tiles": kong_tiles} if kong_tiles else {}))
    thrown = 0
    for i in range(120):
        log = hand_log(rules, seed=21, table=i, policy="fast" if i % 2 else "random")
        board, seats = log.board, log.board.seats
        laid: Counter[tuple[int, int]] = Counter()
        for kind, seat, face, _ in log.events.tolist():
            if board.marks[b.IS_KONG_TILE, face] == 1 and kind in (EVENT["single kong"], EVENT["discards"]):
                laid[seat, face] += 1
                thrown += kind == EVENT["discards"]
        assert {(seat, face): int(seats.laid[seat, face]) for seat, face in zip(*np.nonzero(seats.laid), strict=True)} == laid
        if log.won:
            by = board.win[k.WIN_BY]
            only_kong = (board.marks[b.IS_KONG_TILE] == 1) & (board.marks[b.IS_WILD] == 0)
            assert seats.hand[by][only_kong].sum() == 0
            assert only_kong[board.win[k.WIN_TILE]] == 0
            assert log.result[AT["claims_0"] + by] > 0
    assert thrown > 0


def test_three_players_take_turns_and_ten_tiles_stay() -> None:
    rules = mjstats.load("jingzhou")
    chows = drawn = 0
    for i in range(120):
        log = hand_log(rules, seed=3, table=i, policy="random")
        last = None
        for kind, seat, _, _ in log.events.tolist():
            if kind == EVENT["draws"] and last is not None:
                assert seat == (last + 1) % 3
            if kind == EVENT["chow"]:
                assert last is not None
                assert seat == (last + 1) % 3
                chows += 1
            if kind == EVENT["discards"]:
                last = seat
        if not log.won:
            drawn += 1
            clock = log.board.clock
            # 96 less 3 x 13, the indicator and the ten: 46, the dealer's first not counted; the last draw is as any other
            assert (clock[b.TAIL] - clock[b.HEAD] + 1, clock[b.LEFT], log.result[AT["draws"]]) == (10, 0, 45)
            assert log.events[-2, 0] == EVENT["discards"]
    assert chows > 20
    assert drawn > 60


@pytest.mark.parametrize(("name", "hands"), [("hangzhou", 1500), ("wuhan", 1500), ("wuhan-hongzhong", 500), ("jingzhou", 500)])
def test_records_score_to_what_was_played(name: str, hands: int) -> None:
    rules = mjstats.load(name)
    nets = slice(AT["net_0"], AT["net_0"] + rules.players)
    for i in range(hands):
        log = hand_log(rules, seed=31, table=i)
        result = mjstats.score(record_of(rules, log).to_dict())
        assert (result.legal, result.net) == (True, log.result[nets].tolist()), (name, i, result.reason)


# ---- the fast policy


@pytest.mark.parametrize(("open_tiles", "discard"), [("22s", "2s"), ("22p", "2p")])
def test_fast_breaks_ties_by_what_is_left_unseen(open_tiles: str, discard: str) -> None:
    # four sets and two single tiles: either may stay as the pair, and it waits for the one of which more are unseen
    _, board, routes, mind = seated("hangzhou", ["123456789m999s2p2s", "", "", ""])
    for face in parse_tiles(open_tiles):
        board.seen[face] += 1
    assert fast_discard(routes, board, 0, mind) == parse_tile(discard)


def test_fast_keeps_the_distance_and_then_the_most_unseen_tiles() -> None:
    rng = np.random.default_rng(7)
    chosen = 0
    for _ in range(60):
        _, board, routes, mind = seated("hangzhou", [""] * 4, indicator="3s")
        wall = np.repeat(np.arange(34), 4)
        wall = rng.permutation(np.delete(wall, np.flatnonzero(wall == parse_tile("3s"))[0]))
        np.add.at(board.seats.hand[0], wall[:14], 1)
        np.add.at(board.seen, wall[14:60], 1)
        board.seen[parse_tile("3s")] += 1
        counts, seen = board.seats.hand[0, :34], board.seen[:34].copy()
        seen[parse_tile("3s")] -= 1  # the indicator is seen anyway
        table = mjstats.acceptance(counts, seen, rules="hangzhou", indicator="3s").table()  # type: ignore[union-attr]
        table = table[table.discard != "3s"]
        face = fast_discard(routes, board, 0, mind)
        mine = table[[parse_tile(tile) == face for tile in table.discard]].iloc[0]
        best = table[table.distance == table.distance.min()]
        assert mine.distance == best.distance.iloc[0]
        assert mine.accepted == best.accepted.max()
        chosen += len(best) > 1
    assert chosen > 40


def test_fast_wins_nearly_always_and_random_hardly_ever() -> None:
    for name in ("wuhan", "jingzhou"):
        rules = mjstats.load(name)
        rates = []
        for policy in ("fast", "random"):
            winners = play_tables(rules, seed=5, first_table=0, n_tables=500, policy=policy)[:, AT["winner"]]
            rates.append(float((winners >= 0).mean()))
        assert rates[0] > 0.97
        assert rates[1] < 0.1


@pytest.mark.parametrize("name", ["hangzhou", "riichi", "xiamen"])
def test_tiles_for_a_chow_are_seen_at_a_glance(name: str) -> None:
    """What no claim of a chow is asked for cannot be claimed for one, honours and stand-ins for the wild face included."""
    rules = mjstats.load(name)
    board = b.new_board(rules.packed)
    rng = np.random.default_rng(3)
    seen = Counter[bool]()
    for turned in rng.integers(0, 34, 40).tolist() if rules.turns_indicator else [None] * 40:
        b.clear(board)
        row = rules.setup_row(None if turned is None else tile_text(turned))
        b.mark_faces(rules.packed.setup, row, board.marks)
        np.add.at(board.seats.hand[1], rng.integers(0, 34, 13), 1)
        for face in range(34):
            if board.marks[b.CLAIMABLE, face]:
                held = chow_held(board, 1, face)
                assert held == any(may_claim(board, 1, 0, face, CLAIM_CHOW + place) for place in range(3))
                seen[held] += 1
    assert min(seen[True], seen[False]) > 100
