"""Hands, melds and records as the format says: parse, check, print, JSON both ways."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from mjstats.hand import Hand, Meld, Player, Record, RecordError, WaitsRequest, Win, read_records
from mjstats.tiles import TileError, count_faces, parse_tiles

Change = Callable[[dict[str, Any]], object]


def won(**changes: Any) -> dict[str, Any]:
    """A plain won hand, to be changed by a test."""
    record: dict[str, Any] = {
        "rules": "wuhan",
        "indicator": "4s",
        "players": [{}, {"hand": "456m789p22s34m", "melds": ["222p<3"]}, {"discards": "9m"}, {"discards": "1z2p"}],
        "win": {"by": 1, "tile": "5m", "how": "discard", "from": 0},
    }
    return {**record, **changes}


DRAWN = {"how": "self-draw", "from": None}


def konged(record: dict[str, Any]) -> None:
    """More kongs in a row than are laid."""
    record["players"][1]["melds"] = ["2222p<3"]
    record["win"].update(DRAWN, replacement="kong", kongs_in_a_row=2)


# --- melds


@pytest.mark.parametrize(
    ("text", "kind", "made", "seat", "row"),
    [
        ("345m", "chow", "claimed", None, None),
        ("345m<0", "chow", "claimed", 0, None),
        ("222p<3", "pung", "claimed", 3, None),
        ("9999s", "kong", "claimed", None, None),
        ("9999s+", "kong", "added", None, None),
        ("7777m+<2", "kong", "added", 2, None),
        ("(9999s)", "kong", "concealed", None, None),
        ("(2222p)*2", "kong", "concealed", None, 2),
        ("8888s<0*2", "kong", "claimed", 0, 2),
        ("4m5z6m<1", "chow", "claimed", 1, None),
        ("5z23p", "chow", "claimed", None, None),
        ("340m<2", "chow", "claimed", 2, None),
        ("505p<2", "pung", "claimed", 2, None),
        ("567z", "chow", "claimed", None, None),
        ("124z<0", "chow", "claimed", 0, None),
        ("777z", "pung", "claimed", None, None),
    ],
)
def test_melds_read_and_print(text: str, kind: str, made: str, seat: int | None, row: int | None) -> None:
    meld = Meld.parse(text)
    assert (meld.kind, meld.made, meld.claimed_from, meld.in_a_row) == (kind, made, seat, row)
    assert str(meld) == text
    assert eval(repr(meld), {"Meld": Meld.parse}) == meld


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("124m", "'124m': neither chow, pung nor kong"),
        ("12m3p", "'12m3p': neither chow, pung nor kong"),
        ("891m", "'189m': neither"),
        ("112m", "'112m': neither"),
        ("1m5z4m", "neither chow"),
        ("8m9m1p", "neither chow"),
        ("12m", "'12m': a meld has three or four tiles, not 2"),
        ("12345m", "three or four tiles, not 5"),
        ("1112m", "the four tiles of a kong are alike"),
        ("123f", "flowers make no meld"),
        ("222p+", "only a kong of four tiles is added"),
        ("(222p)", "only a kong of four tiles is concealed"),
        ("(9999s)<1", "claimed from nobody; leave out '<1'"),
        ("222p*2", "marks a kong as the n-th in a row"),
        ("2222p*0", "n from 1"),
        ("222p<x", "'222p<x': not a meld; melds are written"),
        ("(2222p", "not a meld"),
        ("(2222p)+", "not a meld"),
        ("222x", "'222x': unknown tile letter 'x'"),
    ],
)
def test_bad_melds_get_one_clear_line(text: str, says: str) -> None:
    with pytest.raises(TileError) as caught:
        Meld.parse(text)
    assert "\n" not in str(caught.value)
    assert says.split(": ", 1)[-1] in str(caught.value)
    assert str(caught.value).startswith(f"'{text}': ")


# --- records


def test_a_record_goes_to_json_and_back() -> None:
    data = won()
    record = Record.from_dict(data)
    assert record.to_dict() == data
    assert Record.from_json(record.to_json()) == record
    assert json.loads(record.to_json()) == data


def test_every_key_is_kept() -> None:
    data = {
        "rules": "own",
        "options": {"rate": 20, "open_fan": "each", "flowers": False},
        "indicator": ["4s", "1z"],
        "dealer": 2,
        "streak": 3,
        "east": 1,
        "round_wind": "2z",
        "players": [
            {
                "hand": "45p",
                "melds": ["345m<3", "(9999s)*2", "8888s<1*3"],
                "kong_tiles": "7z6z",
                "flowers": "12f",
                "discards": "3z1m1m",
                "flags": ["riichi", "ippatsu", "ready"],
                "points": 0,
                "stake": {"buy": True, "raise": 4},
                "set_aside": ["123z", "4z"],
            },
            {"stake": 3, "flags": ["not-ready"]},
            {"flags": ["is-ready"]},
            {"points": 25},
        ],
        "win": [
            {
                "by": 0,
                "tile": "3p",
                "how": "self-draw",
                "second_tile": "9p",
                "replacement": "kong",
                "kongs_in_a_row": 2,
                "last_tile": True,
                "first_turn": True,
                "chain_claim": {"from": 1, "wild_chain": 1, "kongs": 2},
                "wild_chain": 2,
            }
        ],
        "dora": "3m",
        "ura": "9p5z",
        "honba": 2,
        "sticks": 1,
        "washouts": 1,
        "bird": "2m",
        "same_first_discards": 1,
    }
    # Three melds and tiles set aside leave one tile of thirteen.
    data["players"][0]["hand"] = "4p"
    assert Record.from_dict(data).to_dict() == data


def test_defaults_are_left_out() -> None:
    written = won(dealer=0, streak=1, options={}, round_wind="1z", honba=0)
    written["players"][0] = {"stake": 0, "flags": [], "melds": [], "flowers": ""}
    assert Record.from_dict(written).to_dict() == won()


def test_null_and_lists_of_wins() -> None:
    drawn = won(win=None)
    assert Record.from_dict(drawn).wins == ()
    assert Record.from_dict(drawn).to_dict() == drawn
    two = won(win=[{"by": 1, "tile": "5m", "how": "discard", "from": 0}, {"by": 2, "tile": "5m", "how": "discard", "from": 0}])
    two["players"][2] = {"hand": "46m111222333z77p"}
    assert [win.by for win in Record.from_dict(two).wins] == [1, 2]
    assert Record.from_dict(two).to_dict() == two


def test_python_objects_make_the_same_record() -> None:
    record = Record(
        rules="wuhan",
        indicator="4s",
        players=[Player(), Player(hand="456m789p22s34m", melds=[Meld.parse("222p<3")]), {"discards": "9m"}, {"discards": "1z2p"}],
        win=Win(by=1, tile="5m", how="discard", from_seat=0),
    )
    assert record == Record.from_dict(won())


def assert_cases_read_and_print(folder: Path) -> None:
    paths = sorted(folder.rglob("*.jsonl"))
    assert paths
    defaults = [("dealer", 0), ("washouts", 0), ("sticks", 0), ("stake", 0)]
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            data = {key: value for key, value in case["record"].items() if (key, value) not in defaults}
            data["players"] = [{k: v for k, v in player.items() if (k, v) not in defaults} for player in data["players"]]
            assert Record.from_dict(case["record"], where=case["id"]).to_dict() == data, case["id"]


def test_our_cases_read_and_print(data_dir: Path) -> None:
    assert_cases_read_and_print(data_dir / "cases")


def test_the_tile_turned_up_is_a_copy_where_it_cannot_be_drawn() -> None:
    """Whether it can the rule set says, so a record alone does not know."""
    record = Record.from_dict({**won(), "dora": "4444s"})
    assert record.check(drawable=True) is record
    with pytest.raises(RecordError, match="4s: 5 copies in the whole record; there are 4"):
        record.check()


def test_the_cases_of_all_rule_sets_read_and_print(shared_dir: Path) -> None:
    assert_cases_read_and_print(shared_dir / "cases")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda r: r["players"][1].update(hand="1234x"), "players[1].hand: '1234x': unknown tile letter 'x'; letters are"),
        (lambda r: r["players"][1].update(melds=["124m"]), "players[1].melds[0]: '124m': neither chow, pung nor kong; a chow is"),
        (lambda r: r.update(indicators="4s"), "unknown key 'indicators'; did you mean 'indicator'?"),
        (lambda r: r.update(wibble=1), "unknown key 'wibble'; known keys are rules, options, indicator"),
        (lambda r: r["players"][2].update(flower="1f"), "players[2]: unknown key 'flower'; did you mean 'flowers'?"),
        (lambda r: r["win"].update(frm=1), "win: unknown key 'frm'; did you mean 'from'?"),
        (lambda r: r["win"].update(from_seat=3), "win: unknown key 'from_seat'"),
        (lambda r: r.pop("rules"), "the key 'rules' is required"),
        (lambda r: r.pop("win"), "the key 'win' is required"),
        (lambda r: r["win"].pop("by"), "win: the key 'by' is required"),
        (lambda r: r["win"].update(how="ron"), "win.how: 'ron': input should be 'discard', 'self-draw'"),
        (lambda r: r["win"].update(by="1"), "win.by: '1': input should be a valid integer"),
        (lambda r: r["win"].update(by=True), "win.by: True: input should be a valid integer"),
        (lambda r: r.update(dealer=4), "dealer: 4: with 4 players seats go from 0 to 3"),
        (lambda r: r.update(dealer=-1), "dealer: -1: input should be greater than or equal to 0"),
        (lambda r: r["win"].update(by=4), "win.by: 4: with 4 players seats go from 0 to 3"),
        (lambda r: r["win"].update({"from": 1}), "win.from: 1: a winner takes no tile from the own seat"),
        (lambda r: r["win"].pop("from"), "win: how is 'discard': the key 'from' is required"),
        (lambda r: r["win"].update(how="self-draw"), "win.from: 0: nobody gives the tile away when how is 'self-draw'"),
        (lambda r: r["win"].update(tile=None), "win.tile: null: how is 'discard', so the winning tile is required"),
        (lambda r: r["win"].update(how="hand"), "win.tile: '5m': with how 'hand' the tile is null"),
        (lambda r: r["win"].update(tile="55m"), "win.tile: '55m': one tile is needed here"),
        (lambda r: r["win"].update(replacement="kong"), "only a self-drawn tile is a replacement"),
        (lambda r: r["win"].update(kongs_in_a_row=2), "kongs_in_a_row: 2: needs 'replacement'"),
        (lambda r: r["win"].update(wild_chain=1), "wild_chain: 1: wild tiles are discarded before a self-drawn win"),
        # what was replaced, and as often as it was
        (lambda r: r["win"].update(DRAWN, replacement="kong"), "win.replacement: 'kong': players[1] has laid no kong"),
        (lambda r: r["win"].update(DRAWN, replacement="kong-tile"), "win.replacement: 'kong-tile': players[1] has laid no"),
        (konged, "win.kongs_in_a_row: 2: players[1] has laid 1"),
        (lambda r: r.update(win=[]), "win: []: a drawn hand is written null"),
        (lambda r: r.update(win=[r["win"], dict(r["win"])]), "win: one seat wins twice"),
        (lambda r: r["players"][1].pop("hand"), "players[1]: the key 'hand' is required, for this seat won"),
        (lambda r: r["players"][1].update(melds=["222p<1"]), "players[1].melds[0]: '222p<1': claimed from the own seat 1"),
        (lambda r: r["players"][1].update(melds=["222p<4"]), "players[1].melds[0]: '222p<4': 4: with 4 players"),
        (lambda r: r["players"][1].update(melds="222p<3"), "players[1].melds: '222p<3': a list is needed"),
        (lambda r: r["players"][1].update(flags=["ready", "ready"]), "players[1].flags: 'ready' stands there 2 times"),
        (lambda r: r["players"][1].update(flags=["is-ready", "not-ready"]), "exclude each other"),
        (lambda r: r["players"][1].update(flags=["reach"]), "players[1].flags[0]: 'reach': input should be 'riichi'"),
        (lambda r: r["players"][1].update(stake={"buys": True}), "players[1].stake: {'buys': True}: a stake is a whole number"),
        (lambda r: r["players"][1].update(stake=True), "players[1].stake: True: a stake is a whole number"),
        (lambda r: r.update(indicator="45s"), "indicator: '45s': one tile is needed here"),
        (lambda r: r.update(round_wind="5z"), "round_wind: '5z': input should be '1z', '2z', '3z' or '4z'"),
        (lambda r: r["players"].clear(), "players: 0 seats; two to four sit at a table"),
        # tile counts
        (lambda r: r["players"][1].update(hand="456m789p22s3m"), "players[1].hand: 9 tiles '456m789p22s3m' and 1 meld; 10 tiles"),
        (lambda r: r["players"][1].update(hand="456m789p22s345m"), "players[1].hand: 11 tiles '456m789p22s345m' and 1 meld; 10"),
        (lambda r: r["players"][0].update(hand="1m"), "players[0].hand: 1 tiles '1m' and 0 melds; 13 tiles are needed"),
        (lambda r: r["players"][0].update(hand=""), "players[0].hand: 0 tiles '' and 0 melds; 13 tiles are needed"),
        # a fifth copy, wherever it lies
        (lambda r: r["players"][0].update(melds=["2222p"]), "2p: 7 copies in the whole record; there are 4"),
        (lambda r: r["players"][0].update(discards="222s"), "2s: 5 copies"),
        (lambda r: r["players"][0].update(kong_tiles="5555m"), "5m: 6 copies"),
        (lambda r: r.update(dora="44444s"), "4s: 5 copies"),
        (lambda r: r["players"][0].update(flowers="11f"), "1f: 2 copies in the whole record; there is 1"),
        # a second copy of a red five; one discarded and claimed is one
        (lambda r: r["players"][1].update(hand="4006m789p22s0p"), "0m: 2 copies in the whole record; there is 1"),
        (lambda r: r["players"][0].update(discards="00s"), "0s: 2 copies in the whole record; there is 1"),
    ],
)
def test_bad_records_get_one_clear_line(change: Change, says: str) -> None:
    data = copy.deepcopy(won())
    change(data)
    with pytest.raises(RecordError) as caught:
        Record.from_dict(data, where="record 7")
    assert str(caught.value).startswith("record 7: ")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_python_arguments_get_the_same_line() -> None:
    with pytest.raises(RecordError) as caught:
        Player(hand="1y")
    assert str(caught.value) == "hand: '1y': unknown tile letter 'y'; letters are m p s z f"


def test_bad_json_says_where() -> None:
    items = list(read_records([json.dumps(won()), "{", "", json.dumps(won(dealer=9))]))
    assert isinstance(items[0], Record)
    assert str(items[1]).startswith("line 2: not JSON: ")
    assert str(items[2]) == "line 4: dealer: 9: with 4 players seats go from 0 to 3"
    assert len(items) == 3


def test_hand_sizes_of_a_rule_set() -> None:
    thirteen = Record.from_dict(won())
    assert thirteen.check(hand_size=13, players=4) is thirteen
    with pytest.raises(RecordError, match=r"case 1: players\[1\].hand: 10 tiles .* 13 tiles are needed \(16 less 3 a meld"):
        thirteen.check(hand_size=16, where="case 1")
    with pytest.raises(RecordError, match="record: players: 4 seats; 'wuhan' is played by 3"):
        thirteen.check(players=3)


def test_all_hands_have_one_size() -> None:
    data = won()
    data["players"][0]["hand"] = "111222333z44466s88p"
    with pytest.raises(RecordError, match=r"players\[\d\].hand"):
        Record.from_dict(data)


@pytest.mark.parametrize(
    "win",
    [
        None,
        {"by": 1, "tile": "5m", "how": "self-draw", "last_tile": True},
        {"by": 1, "tile": "4s", "how": "indicator"},
    ],
)
def test_who_drew_last_may_hold_one_more(win: dict[str, Any] | None) -> None:
    data = won(win=win)
    data["players"][0]["hand"] = "1117899m13467p44z"
    Record.from_dict(data)
    with pytest.raises(RecordError, match=r"players\[0\].hand: 14 tiles .* 13 tiles are needed"):
        Record.from_dict({**data, "win": won()["win"]})
    data["players"][0]["hand"] = "1117899m134677p44z"
    with pytest.raises(RecordError, match=r"players\[0\].hand: 15 tiles .* 13 or 14 tiles are needed"):
        Record.from_dict(data)


def test_a_claimed_discard_counts_once() -> None:
    data = won()
    # 2p: seat 3 discarded one, it stands in the pung of seat 1; the fourth lies with seat 2.
    data["players"][2]["discards"] = "9m2p"
    Record.from_dict(data)
    data["players"][0]["discards"] = "2p"
    with pytest.raises(RecordError, match="2p: 5 copies"):
        Record.from_dict(data)
    # Nobody is bound by a pung without a seat: any of the discards may be the one in it.
    data["players"][1]["melds"] = ["222p"]
    data["players"][3]["discards"] = "1z"
    Record.from_dict(data)


def test_a_winning_tile_counts_once() -> None:
    two = won(win=[{"by": 1, "tile": "5m", "how": "discard", "from": 0}, {"by": 2, "tile": "5m", "how": "discard", "from": 0}])
    two["players"][2] = {"hand": "46m111222333z77p"}
    two["players"][3] = {"discards": "55m"}
    Record.from_dict(two)  # one in hand, two discarded, one won on: four
    two["players"][3] = {"discards": "555m"}
    with pytest.raises(RecordError, match="5m: 5 copies"):
        Record.from_dict(two)


def test_the_indicator_that_is_won_on_counts_once() -> None:
    data = won(win={"by": 1, "tile": "4s", "how": "indicator"})
    data["players"][2]["discards"] = "444s"
    Record.from_dict(data)
    data["indicator"] = "5s"
    with pytest.raises(RecordError, match=r"win.tile: '4s': with how 'indicator' it is the face turned up, '5s'"):
        Record.from_dict(data)


def test_wins_tell_kongs_and_self_draws() -> None:
    assert Win(by=0, tile="1m", how="self-draw", replacement="kong").kongs == 1
    assert Win(by=0, tile="1m", how="self-draw", replacement="flower").kongs == 0
    assert Win(by=0, tile="1m", how="self-draw", wild_chain=1, kongs_in_a_row=3).kongs == 3
    assert Win(by=0, tile="1m", how="self-draw").is_self_drawn
    assert not Win(by=0, tile="1m", how="rob-kong", from_seat=1).is_self_drawn
    assert Win(by=0, tile=None, how="hand").is_self_drawn
    assert not Win(by=0, tile=None, how="hand", from_seat=2).is_self_drawn


def test_waits_requests() -> None:
    data = {"rules": "wuhan", "indicator": "4s", "hand": "123m456p789s22p5p", "melds": [], "legal": True}
    with pytest.raises(RecordError, match="request: hand: 12 tiles '123m456p789s22p5p' and 0 melds; 13 or 14 are needed"):
        WaitsRequest.from_dict(data, where="line 1").check(hand_size=13)
    data["hand"] = "123m456p789s22p56p"
    request = WaitsRequest.from_dict(data, where="line 1").check(hand_size=13)
    assert (request.legal, request.indicators, len(request.concealed or ())) == (True, tuple(parse_tiles("4s")), 13)
    with pytest.raises(RecordError, match="line 2: unknown key 'players'"):
        WaitsRequest.from_dict({**data, "players": []}, where="line 2")


# --- hands that show themselves


def test_a_hand_prints_itself() -> None:
    hand = Hand("7z5s45p123m", melds=["222p<3", "(9999s)"], flowers="12f", kong_tiles="6z", wilds={"5s"}, winning_tile="6p")
    assert str(hand) == "123m 45p 5s* 7z  + 6p  222p<3 (9999s) 6z 12f"
    assert repr(hand) == (
        "Hand('123m 45p 5s 7z', melds=['222p<3', '(9999s)'], flowers='12f', kong_tiles='6z', wilds='5s', winning_tile='6p')"
    )
    assert eval(repr(hand), {"Hand": Hand}) == hand
    assert str(Hand("55s5z", wilds="5s")) == "55s* 5z"


@given(st.lists(st.integers(0, 44), max_size=17))
def test_a_hand_counts_its_tiles(codes: list[int]) -> None:
    assert (Hand(codes).counts() == count_faces(codes)).all()
    assert eval(repr(Hand(codes)), {"Hand": Hand}) == Hand(codes)


def test_a_hand_refuses_what_is_no_tile() -> None:
    with pytest.raises(TileError, match="unknown tile letter 'x'"):
        Hand("1x")
    with pytest.raises(TileError, match="from 0 to 44"):
        Hand([45])
    with pytest.raises(TileError, match=r"a list of texts is needed here, such as \['222p'\]"):
        Hand("1m", melds="222p")


def test_rich_prints_the_same_text() -> None:
    out = io.StringIO()
    hand = Hand("123m5s", melds=["222p<3"], wilds="5s")
    Console(file=out, width=80, no_color=True).print(hand)
    assert out.getvalue().split() == str(hand).split()


def test_a_record_shows_itself() -> None:
    record = Record.from_dict(won())
    text = repr(record)
    assert text.splitlines()[0] == "wuhan, indicator 4s"
    assert text.splitlines()[2] == "seat 1 (winner): 34456m 789p 22s  + 5m  222p<3"
    assert text.splitlines()[-1] == "seat 1 won with 5m on the discard of seat 0"
    page = record._repr_html_()
    assert page.count("<svg") == 4  # indicator, the winner's hand, two rows of discards
    assert "(wild)" not in page
    assert record.html(wilds="5m").count("(wild)") == 2  # one held, one won
    assert repr(Record.from_dict(won(win=None))).endswith("drawn hand")


def test_html_of_a_record_is_escaped() -> None:
    assert "<b>" not in Record.from_dict(won(options={"<b>": "<b>"}))._repr_html_()
