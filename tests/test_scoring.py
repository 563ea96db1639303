"""Scoring: the worked cases come out right, and kernels and twin agree on whatever hands are thrown at them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mjstats
from mjstats.hand import RecordError
from mjstats.kernel.page import Page
from mjstats.kernel.verdict import Verdict, new_verdict
from tests.twin import generate
from tests.twin.registry import TWINS

DATA = Path(__file__).parents[1] / "data" / "cases"
HANDS = 300
PAIRS = '[[shape]]\nid = "pairs"\nkind = "pairs"\n'


def cases() -> list[Any]:
    """Every worked case."""
    return [
        pytest.param(case, id=case["id"])
        for file in sorted(DATA.glob("**/*.jsonl"))
        for case in map(json.loads, file.read_text(encoding="utf-8").splitlines())
    ]


@pytest.mark.parametrize("case", cases())
def test_worked_case(case: dict[str, Any]) -> None:
    result, expect = mjstats.score(case["record"]), case["expect"]
    assert result.legal == expect["legal"], (case["why"], result.reason)
    assert result.net == expect.get("net", result.net), case["why"]
    assert result.chips == expect.get("chips", result.chips), case["why"]
    if "patterns" in expect:
        assert {pattern["id"] for pattern in result.patterns} == set(expect["patterns"]), case["why"]
    if "reason_contains" in expect:
        assert result.reason is not None
        assert expect["reason_contains"] in result.reason, case["why"]


def agree(record: dict[str, Any], name: str) -> bool:
    """Score a record by kernels and twin, hold them against each other, and say whether somebody won."""
    result, other = mjstats.score(record), TWINS[name][0](record)
    assert (result.legal, result.net) == (other["legal"], other["net"]), (record, result, other)
    if result.legal and result.chips is not None:
        assert result.chips == list(other["chips"]), (record, result, other)
    if not result.legal:
        assert result.reason.partition(":")[0] in other["reasons"], (record, result, other)
    won = result.legal and record["win"] is not None
    if won and not isinstance(record["win"], list):
        assert {pattern["id"] for pattern in result.patterns} in [set(tie) for tie in other["ties"]], (record, result, other)
    return won


@pytest.mark.parametrize("name", TWINS)
def test_agrees_with_the_twin(name: str) -> None:
    won = sum(agree(record, name) for record in generate.records(TWINS[name][1], 2, HANDS))
    assert won > HANDS / 4  # the generator still makes hands that win


@pytest.mark.parametrize("name", TWINS)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_best_reading_pays_no_less_than_any_of_the_twin(name: str, seed: int) -> None:
    """The twin tries every reading, wild tiles as whatever they may be, and keeps the best: no other pays the winner more."""
    rng = random.Random(seed)
    record = next(generate.records(TWINS[name][1], rng.getrandbits(32), 1))
    assert agree(record, name) in (True, False)


@pytest.mark.parametrize(
    ("rules", "change", "says"),
    [
        ("riichi", {"player": {"flowers": "1f"}}, "players[1].flowers: '1f': 1f is not in the wall of riichi"),
        ("riichi", {"win": {"tile": "1f"}}, "win.tile: '1f': 1f is not in the wall of riichi"),
        ("riichi", {"dora": "1f"}, "dora: '1f': 1f is not in the wall of riichi"),
        ("riichi", {"options": {"red_fives": False}}, "players[1].hand: '340m556667789p1s': 0m is not in the wall of riichi"),
        ("mcr", {}, "players[1].hand: '340m556667789p1s': 0m is not in the wall of mcr"),
        ("mcr", {"player": {"hand": "556667789p1s", "melds": ["340m"]}}, "players[1].melds: '340m': 0m is not in the wall"),
        ("riichi", {"bird": "1m"}, "bird: '1m': riichi knows no such tiles"),
        ("riichi", {"win": {"second_tile": "2m"}}, "win.second_tile: '2m': riichi knows no such tiles"),
        ("riichi", {"player": {"hand": "556667789p1s", "set_aside": ["123z"]}}, "players[1].set_aside: '123z': riichi knows"),
    ],
)
def test_a_tile_that_the_wall_has_not_is_an_error(rules: str, change: dict[str, Any], says: str) -> None:
    record = {"rules": rules, "players": [{}, {"hand": "340m556667789p1s"} | change.pop("player", {}), {}, {}],
              "win": {"by": 1, "tile": "1s", "how": "self-draw"} | change.pop("win", {})} | change  # fmt: skip
    with pytest.raises(RecordError) as caught:
        mjstats.score(record)
    assert str(caught.value).startswith(f"record: {says}")


@pytest.mark.parametrize(
    ("rules", "flag", "known"),
    [
        ("riichi", "ready", "riichi has riichi, double-riichi, ippatsu, is-ready, not-ready"),
        ("taiwan", "ippatsu", "taiwan has ready, ready-first, ready-dealt, is-ready, not-ready"),
        ("mcr", "riichi", "mcr has is-ready, not-ready"),
    ],
)
def test_a_declaration_that_the_rule_set_does_not_know_is_an_error(rules: str, flag: str, known: str) -> None:
    record = {"rules": rules, "players": [{}, {"flags": [flag]}, {}, {}], "win": None}
    with pytest.raises(RecordError) as caught:
        mjstats.score(record)
    assert str(caught.value) == f"record: players[1].flags: {flag!r}: {known}"


def test_a_run_too_long_to_be_doubled_is_an_error() -> None:
    """The dealer's base of Xiamen is 2^streak; with base_factor 5, two bits longer, the bound is two lower."""
    record = {"rules": "xiamen", "indicator": "9m", "streak": 57, "win": {"by": 1, "tile": "3m", "how": "discard", "from": 3},
              "players": [{}, {"hand": "12m22p456p789s234s678s"}, {}, {}]}  # fmt: skip
    assert mjstats.score(record).net == [-(2**57), 2**57 + 2, -1, -1]
    with pytest.raises(RecordError, match="streak: 58: xiamen doubles with each hand in a row; at most 57"):
        mjstats.score(record | {"streak": 58})
    with pytest.raises(RecordError, match="at most 55"):
        mjstats.score(record | {"options": {"base_factor": 5}})


@pytest.mark.parametrize(("third", "payer"), [("678m<0", 3), ("777m<2", 2)])
def test_a_third_set_that_must_be_no_chow(third: str, payer: int, tmp_path: Path) -> None:
    """Yangzhou the other way round: who fed the third set of a full flush pays for it where it is a pung."""
    page = tmp_path / "other.toml"
    page.write_text('extends = "yangzhou"\n[[responsible]]\nid = "third-chow"\nis = "pung-or-kong"\n', "utf-8")
    players: list[dict[str, Any]] = [{}, {"hand": "2355m", "melds": ["123m<0", "456m<0", third]}, {}, {}]
    record = {"rules": "yangzhou", "players": players, "win": {"by": 1, "tile": "4m", "how": "discard", "from": 3}}
    net = mjstats.score(record, rules=mjstats.load(page)).net
    assert net is not None
    assert [seat for seat in range(4) if net[seat] < 0] == [payer]


@pytest.mark.parametrize(
    ("hand", "melds", "indicator", "tile", "told"),
    [
        ("123456789m45s88s", [], "8s", "6s", "wild-pair"),
        ("123456m55p34s888p", [], "8p", "5s", "wild-pung"),
        ("123456m55p34s88p3m", [], "8p", "5s", None),  # no third one: 5p 5p and a wild tile are a pung, 3m and one the pair
        ("44p34s888p", ["123m<0", "456m<0"], "8p", "5s", "wild-pung"),
        ("1122334455m77p8p", [], "8p", "8p", None),  # two of the pairs have a wild tile, or one is two of them: pairs alone
        ("678f55m123p44p", ["789s<0"], "5f", "5m", "wild-pung"),  # flowers that are wild
    ],
)
def test_wild_tiles_alone(hand: str, melds: list[str], indicator: str, tile: str, told: str | None, tmp_path: Path) -> None:
    """Ningbo with a pair and a pung of wild tiles as patterns worth more than all else."""
    row = '[[pattern]]\nid = "{0}"\nnames = {{ ja = "x", zh = "x" }}\nwhen = ["{0}"]\n{1}\n'
    price = 'into = "tai"\nprice = { add = 100 }'
    page = tmp_path / "other.toml"
    page.write_text(
        "\n".join(['extends = "ningbo"', PAIRS, row.format("wild-pair", price), row.format("wild-pung", price)]), "utf-8"
    )
    players: list[dict[str, Any]] = [{}, {"hand": hand, "melds": melds}, {}, {}]
    win = {"by": 1, "tile": tile, "how": "self-draw"}
    record = {"rules": "ningbo", "options": {"minimum": 1}, "indicator": indicator, "players": players, "win": win}
    result = mjstats.score(record, rules=mjstats.load(page, minimum=1))
    assert result.legal, result.reason
    assert {pattern["id"] for pattern in result.patterns} & {"wild-pair", "wild-pung"} == ({told} if told else set())


@pytest.mark.parametrize("fed", ["", "<0", "<1", "<3"])
def test_legal_waits_do_not_hang_on_who_fed_a_meld(fed: str) -> None:
    """Wuhan: opening, no wild tile, self-drawn and dealer make 16 from everybody; from non-dealers to each other 8."""
    request = {"rules": "wuhan", "indicator": "4s", "hand": "23m456p789p22s", "melds": [f"789m{fed}"], "legal": True}
    assert mjstats.waits(request).waits == {"1m": 4, "4m": 4}
    assert mjstats.waits(request | {"dealer": 2}).waits == {}


def test_waits_without_a_rule_set_know_melds_and_discards() -> None:
    """Two sets, a set laid and a pair: the open chow of bamboo waits for both ends, less what lies open."""
    asked: dict[str, Any] = {"melds": ["111z<1"], "discards": "3s6s6s"}
    assert mjstats.waits("123m456m11p45s", **asked) == mjstats.scoring.Waits(0, {"3s": 3, "6s": 2})
    assert mjstats.waits("123m456m789m1p", melds=["123p"]).waits == {"1p": 2}  # one held, one in the chow
    assert mjstats.waits("123m").distance == mjstats.distance("123m")


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"melds": ["111z<1", "222z"]}, "hand: 10 tiles '123m456m789m1p' and 2 melds; 13 or 14 are needed, less 3 a meld"),
        ({"melds": ["111z<1"], "discards": "1z1z"}, "1z: 5 copies"),
        ({"melds": ["111z<1"], "indicator": "4s"}, "indicator: '4s': only a rule set has a use for it; name one with rules="),
        ({"melds": ["111z<1"], "legal": True}, "legal: True: only a rule set has a use for it"),
        ({"meld": ["111z<1"]}, "unknown key 'meld'; did you mean 'melds'"),
        (
            {"rules": "wuhan", "indicator": "4s", "melds": ["222m<0", "333m<1", "444p<2", "222s<3"]},
            "melds: claimed from each of the 4 seats; one of them is the player's own",
        ),
    ],
)
def test_a_request_that_does_not_add_up_gets_one_line(keys: dict[str, Any], says: str) -> None:
    hand = "1p" if "rules" in keys else "123m456m789m1p"
    with pytest.raises(RecordError) as error:
        mjstats.waits(hand, **keys)
    assert str(error.value).startswith("request: ")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("own-taiwan-streak-two-from-dealer", {"dealer": 1, "dealer-streak": 1, "dealer-pull": 1}),  # whatever a tai is worth
        ("own-taiwan-option-rate", {"dealer": 1}),
        ("own-nanchang-all-pungs", {"all-pungs": 2}),  # x2, though doublings are what is added up
        ("own-xiamen-water-chow", {"plain-win": 1}),
        ("own-wuhan-each-kongs-open", {"opening": 2, "melded-kong": 2}),  # a doubling is one fan
        ("own-hongzhong-double-three", {"full-flush": 10, "all-pungs": 10, "out-with-replacement-tile": 10}),  # 40 together
    ],
)
def test_values_are_those_of_the_sheet(name: str, values: dict[str, int]) -> None:
    (record,) = [case.values[0]["record"] for case in cases() if case.id == name]
    shown = {pattern["id"]: pattern["value"] for pattern in mjstats.score(record).patterns}
    assert values.items() <= shown.items()


@pytest.mark.parametrize(
    ("rules", "record", "says"),
    [
        # The 6s drawn makes the pair: self-drawn, no wild tile, single wait; in 678s it ends no wait that counts.
        (
            "ningbo",
            {"indicator": "5z", "players": [{}, {"hand": "555789m678p6678s"}, {}, {}], "win": {"by": 1, "tile": "6s"}},
            "minimum: 3 tai without three wild tiles, 1 too few",
        ),
        # opened, no wild tile, self-drawn: 8 from each, 16 from the dealer, 16 from seat 2, who opened
        (
            "wuhan",
            {"indicator": "4s", "players": [{}, {"hand": "23m456p789p22s", "melds": ["789m"]}, {"melds": ["111p"]}, {}],
             "win": {"by": 1, "tile": "4m"}},
            "minimum: every payer has to owe at least 16 points before limits; the least that one owes is 8",
        ),
        # opened, self-drawn, the wild 5s stands for 4s: 4 from seat 2, 8 from the dealer
        (
            "jingzhou",
            {"indicator": "4s", "players": [{}, {"hand": "23s456p789p22s", "melds": ["789s"]}, {}], "options": {"minimum": 16},
             "win": {"by": 1, "tile": "5s"}},
            "minimum: one payer has to owe at least 16 points before limits; the most that one owes is 8",
        ),
    ],
)  # fmt: skip
def test_a_refusal_says_what_the_best_reading_comes_to(rules: str, record: dict[str, Any], says: str) -> None:
    record["win"]["how"] = "self-draw"
    assert mjstats.score({"rules": rules} | record).reason == says


def test_of_several_winners_the_one_who_may_not_win_is_named() -> None:
    players = [{"hand": "234567p23s88s567m", "flags": ["riichi"]}, {}, {"hand": "234m678m23s88s", "melds": ["123p<1"]}, {}]
    wins = [{"by": by, "tile": "4s", "how": "discard", "from": 3} for by in (0, 2)]
    record = {"rules": "riichi", "players": players, "win": wins}
    assert mjstats.score(record).reason == "pattern: at least one yaku is required; dora are none (seat 2)"


def test_a_hand_with_more_readings_than_room_is_an_error_and_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"rules": "hangzhou", "indicator": "3s", "players": [{}, {}, {"hand": "11223344m5566p3s"}, {}],
              "win": {"by": 2, "tile": "5p", "how": "self-draw"}}  # fmt: skip
    assert mjstats.score(record).legal

    def cramped(page: Page) -> Verdict:
        verdict = new_verdict(page)
        return verdict._replace(readings=verdict.readings._replace(rows=verdict.readings.rows[:1]))

    monkeypatch.setattr("mjstats.scoring.new_verdict", cramped)
    with pytest.raises(RecordError, match=r"players\[2\]\.hand: more readings than the 1 there is room for"):
        mjstats.score(record)
