"""Policies at the table: weights and functions of one's own, results that do not depend on who plays the tables."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numba
import numpy as np
import pandas as pd
import pytest

import mjstats
from mjstats import Policy
from mjstats.distances import acceptance
from mjstats.kernel import board as b
from mjstats.kernel import state as k
from mjstats.kernel.result import COLUMNS
from mjstats.play import hand_log, play_tables
from mjstats.policies import policies_of, weighed
from mjstats.situation import CLAIMS, Situation
from mjstats.tiles import parse_tile, tile_text
from mjstats.weighings import Asked, drawn, said
from tests.test_play import tiles_at_table

NETS = [place for place, name in enumerate(COLUMNS) if name.startswith("net_")]


def as_fast(situation: Situation) -> int:
    return situation.suggest()


def highest(situation: Situation) -> int:
    return situation.legal[-1]


def never(situation: Situation) -> int:
    return 0


@pytest.mark.parametrize("page", ["hangzhou", "jingzhou", "nanchang"])
def test_functions_that_do_as_fast_play_as_fast(page: str) -> None:
    rules = mjstats.load(page)
    own = Policy("same", discard=as_fast, claim=as_fast)
    played = play_tables(rules, seed=4, first_table=0, n_tables=12, policy=own)
    assert np.array_equal(played, play_tables(rules, seed=4, first_table=0, n_tables=12))


def test_a_function_is_asked_for_every_choice_of_its_seat() -> None:
    seen: list[Situation] = []

    def look(situation: Situation) -> str | int:
        seen.append(situation)
        return situation.suggest()

    rules = mjstats.load("hangzhou")
    log = hand_log(rules, seed=4, table=3, policy=["fast", Policy("looks", discard=look), "fast", "fast"])
    mine = [event for event in log.events.tolist() if event[0] == 4 and event[1] == 1]  # discards
    assert len(seen) == len(mine) > 3
    for situation, event in zip(seen, mine, strict=True):
        assert (situation.seat, situation.thrown) == (1, None)
        assert event[2] in situation.legal
        assert situation.hand.sum() + 3 * len(situation.melds[1]) == 14
    assert [one.left for one in seen] == sorted((one.left for one in seen), reverse=True)


@pytest.mark.parametrize("page", ["hangzhou", "riichi", "taiwan", "xiamen"])
def test_fast_discards_what_the_distances_say(page: str) -> None:
    """What leaves the least distance, of these what most unseen natural tiles bring nearer, of these the least connected."""
    rules = mjstats.load(page)
    wrong: list[str] = []
    asked = 0

    def check(situation: Situation) -> int:
        nonlocal asked
        board = situation.room[1]
        turned = int(board.seats.round[k.ROUND_SETUP]) if rules.turns_indicator else None
        indicator = None if turned is None else tile_text(turned)
        wild = board.marks[b.IS_WILD] == 1
        read = board.marks[b.READ_AS]
        seen = situation.seen.copy()
        if turned is not None:
            seen[turned] -= 1  # the page knows that it is gone
        best, choice = (99, 0), -1
        for face in situation.legal:
            if wild[face]:
                continue
            rest = situation.hand.copy()
            rest[face] -= 1
            seen[face] += 1
            found = acceptance(rest, seen, rules=rules, indicator=indicator, melds=len(situation.melds[situation.seat]))
            seen[face] -= 1
            natural = sum(n for tile, n in found.tiles().items() if not wild[parse_tile(tile)])
            centre = 5 if read[face] >= 27 else abs(read[face] % 9 - 4)
            key = (max(int(found.distance), 0), -(6 * natural + centre))
            if key < best:
                best, choice = key, face
        asked += 1
        if choice != situation.suggest():
            wrong.append(f"{tile_text(choice)} not {tile_text(situation.suggest())}")
        return situation.suggest()

    play_tables(rules, seed=11, first_table=0, n_tables=6, policy=Policy("checks", discard=check))
    assert asked > 100
    assert not wrong


def test_what_may_not_be_done_is_one_line() -> None:
    rules = mjstats.load("hangzhou")
    with pytest.raises(ValueError, match=r"^policy 'bad', seat \d: discard -1 cannot be done; there are "):
        play_tables(rules, seed=1, first_table=0, n_tables=1, policy=Policy("bad", discard=lambda situation: -1))
    with pytest.raises(ValueError, match=r"^policy 'bad', seat \d: claim 9 cannot be done; there are 0"):
        play_tables(rules, seed=1, first_table=0, n_tables=20, policy=Policy("bad", claim=lambda situation: 9))
    with pytest.raises(ValueError, match=r"^policy: 3: a name without commas is needed$"):
        Policy(3)  # type: ignore[arg-type]  # what a user may write
    with pytest.raises(ValueError, match=r"^policy 'bold': caution: -1; a number from 0 to 1000 is needed$"):
        Policy("bold", caution=-1)
    assert CLAIMS[0] == "none"


@pytest.mark.parametrize("answer", [None, "east", "5m5m", 2.5, True, [1]])
def test_an_answer_that_cannot_be_read_is_one_line(answer: Any) -> None:
    policy = Policy("odd", discard=lambda situation: answer)
    with pytest.raises(ValueError, match=r"^policy 'odd', seat \d: discard .* a face, as a number or a text") as caught:
        play_tables(mjstats.load("hangzhou"), seed=1, first_table=0, n_tables=1, policy=policy)
    assert f"discard {answer!r} a face" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_claim_is_no_text() -> None:
    policy = Policy("odd", claim=lambda situation: "1m")  # the face 0, which would be no claim
    with pytest.raises(ValueError, match=r"^policy 'odd', seat \d: claim '1m' the number of a claim is needed, one of 0, "):
        play_tables(mjstats.load("hangzhou"), seed=1, first_table=0, n_tables=20, policy=policy)


def test_what_a_function_raises_names_the_policy() -> None:
    def lost(situation: Situation) -> int:
        raise KeyError("table")

    with pytest.raises(KeyError, match="table") as caught:
        play_tables(mjstats.load("hangzhou"), seed=1, first_table=0, n_tables=1, policy=Policy("lost", discard=lost))
    assert caught.value.__notes__[0].startswith("policy 'lost', seat ")


def test_names_of_the_package_are_its_own() -> None:
    assert Policy("careful", caution=1).made_of["caution"] == 1
    for wrong in ({"name": "value", "caution": 1000}, {"name": "fast"}, {"name": "value", "discard": as_fast}):
        with pytest.raises(ValueError, match=rf"^policy: '{wrong['name']}': a policy of the package has this name"):
            Policy(**wrong)  # type: ignore[arg-type]  # a policy in words
    with pytest.raises(ValueError, match=r"^policy: 'mine': two policies have this name; give each its own$"):
        policies_of([Policy("mine"), Policy("mine", gain=2), "fast", "fast"], 4)
    with pytest.raises(ValueError, match=r"^policy 'a': discard: 5; a function of a Situation is needed$"):
        Policy("a", discard=5)  # type: ignore[arg-type]  # what a user may write


@numba.njit
def highest_plain(situation: Any) -> Any:
    return situation.legal[-1]


@numba.njit
def unreadable(situation: Any) -> Any:
    return situation.nothing


def test_a_function_compiled_with_numba_plays() -> None:
    rules = mjstats.load("hangzhou")
    compiled, plain = Policy("high", discard=highest_plain), Policy("high", discard=highest)
    tables = {"seed": 4, "first_table": 0, "n_tables": 3}
    assert np.array_equal(play_tables(rules, **tables, policy=compiled), play_tables(rules, **tables, policy=plain))
    if numba.config.DISABLE_JIT:
        return
    with pytest.raises(ValueError, match=r"^policy 'odd', seat \d: its function discard: numba cannot compile it .+$") as caught:
        play_tables(rules, **tables, policy=Policy("odd", discard=unreadable))
    assert "nothing" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_function_that_cannot_be_sent_is_told() -> None:
    policy = Policy("short", discard=lambda situation: situation.legal[0])
    with ProcessPoolExecutor(1) as pool, pytest.raises(ValueError, match=r"^policy 'short': discard: .*<lambda>': other proc"):
        mjstats.simulate("hangzhou", hands=2, policy=policy, executor=pool)
    with pytest.raises(ValueError, match=r"^executor: 'x'; an Executor of concurrent.futures is needed"):
        mjstats.simulate("hangzhou", hands=2, executor="x")  # type: ignore[arg-type]  # what a user may write


def test_who_never_claims_stays_closed() -> None:
    policy = ["fast", Policy("closed", claim=never), "fast", "fast"]
    hands = mjstats.simulate("hangzhou", hands=40, seed=2, policy=policy, workers=1)
    assert hands["claims_1"].sum() == 0
    assert hands["claims_0"].sum() > 10


def test_weights_of_the_package_are_its_policies() -> None:
    assert np.array_equal(policies_of(Policy("mine"), 4), policies_of("value", 4))
    careful = policies_of("careful", 4)
    assert np.array_equal(policies_of(Policy("mine", caution=1), 4)[:, 1:], careful[:, 1:])
    assert weighed(careful)
    assert not weighed(policies_of(Policy("own", discard=highest), 4))


def test_the_same_hands_in_threads_and_processes() -> None:
    mixed = ["value", Policy("keen", worth_power=0.5), "careful", Policy("high", discard=highest)]
    run = {"hands": 1100, "seed": 3, "policy": ["value", mixed[1], "careful", "fast"]}
    one = mjstats.simulate("hangzhou", **run, workers=1)  # type: ignore[arg-type]  # a run in words
    pd.testing.assert_frame_equal(one, mjstats.simulate("hangzhou", **run, workers=2))  # type: ignore[arg-type]
    assert one.attrs["policy"] == "value,keen,careful,fast"
    few = {"hands": 6, "seed": 3, "policy": mixed}
    with ProcessPoolExecutor(1) as pool:
        other = mjstats.simulate("hangzhou", **few, executor=pool)  # type: ignore[arg-type]
    pd.testing.assert_frame_equal(mjstats.simulate("hangzhou", **few, workers=1), other)  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", ["value", "careful", "value,careful,fast,random"])
def test_no_tile_is_lost_and_every_point_is_somebodys(policy: str) -> None:
    for page in ("wuhan", "taizhou"):
        rules = mjstats.load(page)
        for table in range(6):
            log = hand_log(rules, seed=8, table=table, policy=policy)
            assert tiles_at_table(log) == rules.packed.play.tiles.tolist()
            assert log.result[NETS].sum() == 0


def test_replay_shows_what_was_weighed() -> None:
    shown = mjstats.replay("hangzhou", seed=5, hand=3, policy="value,fast,fast,fast")
    weighed_by = shown.weighed
    assert set(weighed_by["seat"]) == {0}
    discards = shown.events[(shown.events["event"] == "discards") & (shown.events["seat"] == 0)]
    for row, event in discards.iterrows():
        found = weighed_by[weighed_by["event"] == row]
        if not found.empty and found["away"].notna().any():
            assert event["tile"] in set(found["choice"])
    alone = mjstats.replay("hangzhou", seed=5, hand=3)
    assert alone.weighed.empty
    assert "weighed: " not in str(alone)


def test_replay_tells_what_was_weighed_of_claims_and_who_weighs_nothing() -> None:
    shown = mjstats.replay("hangzhou", seed=5, hand=3, policy="value,fast,value,value")
    claims = shown.weighed[shown.weighed["question"] == "claim"]
    event, seat, _, choice, score = claims[claims["choice"] != "none"].iloc[0][:5]
    tile = shown.events["tile"][event - 1]
    text, html = str(shown), shown._repr_html_()
    line = next(line for line in text.splitlines() if line.startswith(f"seat {seat}: asked for {tile}  weighed: "))
    assert f"{choice} {score:,.4g}" in line
    assert f"none {claims[claims['event'] == event]['score'].iloc[0]:,.4g}" in line
    assert f"{choice} {score:,.4g}" in html
    best = shown.weighed[shown.weighed["question"] == "discard"].iloc[0]
    assert f"{best['score']:,.4g} ({best['away']} away, {best['helping']} tiles)" in text
    assert f"{best['score']:,.4g} ({best['away']} away, {best['helping']} tiles)</b>" in html
    for shows in (text, html, str(mjstats.replay("hangzhou", seed=5, hand=3))):
        assert shows.count("fast weighs nothing but distance") == 1


def test_kongs_weighed_stand_in_the_line_of_their_go() -> None:
    asked = [("kong", [{"choice": "kong 5m", "score": 2.0}, {"choice": "no kong", "score": 1.5}])]
    assert [said(Asked(0, *one)) for one in asked] == ["kong 5m 2; no kong 1.5"]
    assert "<svg" in drawn(Asked(0, *asked[0]), frozenset())
    assert said(Asked(0, "claim", [{"choice": "none", "score": 0.25}])) == "none 0.25; claims promise far less"
