"""What every rule page has to hold, whichever it is: one suite over the registry."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import mjstats
from mjstats.frames import pattern_counts
from mjstats.kernel import board as b
from mjstats.play import hand_log
from mjstats.replaying import record_of
from tests.test_play import tiles_at_table

DATA = Path(__file__).parents[1] / "data" / "cases"
PAGES = sorted(mjstats.rule_sets())
HANDS = 2000
REPLAYED = 150
WEIGHED = 12
SEED = 11
#: what part of the hands is won at least, where most are drawn: in Yangzhou a win takes a big pattern, and `fast` looks for none
SELDOM_WON = {"yangzhou": 0.2}
#: patterns that neither worked cases nor these hands show, with the reason
NOT_YET_SEEN: dict[str, dict[str, str]] = {}


@cache
def hands(page: str) -> pd.DataFrame:
    return mjstats.simulate(page, hands=HANDS, seed=SEED)


def cases(page: str) -> list[dict[str, Any]]:
    files = [DATA / f"{page}.jsonl", DATA / "own" / f"{page}.jsonl"]
    return [json.loads(line) for file in files if file.exists() for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("page", PAGES)
def test_says_where_it_is_from_and_what_it_is_called(page: str) -> None:
    words = mjstats.load(page).words
    assert words.id == page
    assert f"'{page}'" in words.source
    assert words.names.en
    for row in (words, *words.pattern, *words.limits.steps, *words.responsible, *words.side):
        assert row.names.ja, row.id
        assert row.names.zh, row.id


@pytest.mark.parametrize("page", PAGES)
def test_every_option_loads(page: str) -> None:
    for name, option in mjstats.load(page).words.options.items():
        assert option.says
        for value in option.range or [50] if option.values == "number" else option.values:
            assert mjstats.load(page, **{name: value}).options == {name: value}


@pytest.mark.parametrize("page", PAGES)
def test_has_worked_cases(page: str) -> None:
    assert len(cases(page)) >= 5


@pytest.mark.parametrize("page", PAGES)
def test_payments_add_up_and_keep_to_the_limits(page: str) -> None:
    table, rules = hands(page), mjstats.load(page)
    seats = range(rules.players)
    nets = table[[f"net_{seat}" for seat in seats]]
    lost = -nets.sum(axis=1)
    lays = rules.packed.play.declare_lays
    won = table[table.winner >= 0]
    assert (lost[won.index] == 0).all()
    if lays == 0:
        assert (lost == 0).all()
    else:  # what nobody won stays on the table
        assert (lost % lays == 0).all()
        assert lost.between(0, lays * rules.players).all()
    assert (table[[f"chips_{seat}" for seat in seats]].sum(axis=1) == 0).all()
    assert len(won) > HANDS * SELDOM_WON.get(page, 0.5)
    gains = won[[f"win_{seat}" for seat in seats]].to_numpy()[range(len(won)), won.winner]
    assert (gains > 0).all()
    most = max([step.pays or rules.words.limits.cap or 0 for step in rules.words.limits.steps], default=None)
    if most is not None and rules.words.limits.divide == 1:
        assert gains.max() <= most * (rules.players - 1)
        assert gains.min() >= rules.words.limits.minimum
    if lays == 0 and not any(side.on and "draw" in side.at for side in rules.words.side):
        assert (nets.loc[table.winner < 0] == 0).all(axis=None)


@pytest.mark.parametrize("page", PAGES)
def test_no_tile_is_lost_and_records_score_to_what_was_paid(page: str) -> None:
    rules = mjstats.load(page)
    rows = hands(page)
    for i in range(REPLAYED):
        log = hand_log(rules, seed=SEED, table=i)
        assert tiles_at_table(log) == rules.packed.play.tiles.tolist(), i
        nets = [int(rows[f"net_{seat}"][i]) for seat in range(rules.players)]
        record = record_of(rules, log)
        result = mjstats.score(json.loads(record.to_json()))
        if log.board.clock[b.REFUSED] == 1:
            assert str(result.reason).startswith("winners"), i
            continue
        assert (result.legal, result.net) == (True, nets), (i, result.reason, record.to_json())
        if result.chips is not None:
            assert result.chips == [int(rows[f"chips_{seat}"][i]) for seat in range(rules.players)], i


@pytest.mark.parametrize("page", PAGES)
def test_random_players_break_no_rule_either(page: str) -> None:
    rules = mjstats.load(page)
    for i in range(REPLAYED // 3):
        log = hand_log(rules, seed=SEED, table=i, policy="random")
        assert tiles_at_table(log) == rules.packed.play.tiles.tolist(), i
        nets = log.result[np.flatnonzero([name.startswith("net_") for name in _columns()])][: rules.players]
        result = mjstats.score(record_of(rules, log).to_dict())
        assert (result.legal, result.net) == (True, nets.tolist()) or log.board.clock[b.REFUSED] == 1, i


@pytest.mark.parametrize("page", PAGES)
def test_players_who_weigh_break_no_rule_either(page: str) -> None:
    rules = mjstats.load(page)
    policy = ["value", "careful", "value", "fast"][: rules.players]
    for i in range(WEIGHED):
        log = hand_log(rules, seed=SEED, table=i, policy=policy)
        assert tiles_at_table(log) == rules.packed.play.tiles.tolist(), i
        nets = log.result[np.flatnonzero([name.startswith("net_") for name in _columns()])][: rules.players]
        result = mjstats.score(record_of(rules, log).to_dict())
        assert (result.legal, result.net) == (True, nets.tolist()) or log.board.clock[b.REFUSED] == 1, i


def _columns() -> tuple[str, ...]:
    from mjstats.kernel.result import COLUMNS

    return COLUMNS


@pytest.mark.parametrize("page", PAGES)
def test_every_pattern_has_been_seen(page: str) -> None:
    listed = {p.id for p in mjstats.load(page).words.pattern if p.on and p.listed and p.counted_for != "payer"}
    played = pattern_counts(hands(page))
    seen = set(played.index[played > 0])
    seen.update(pattern for case in cases(page) for pattern in case["expect"].get("patterns", []))
    missing = listed - seen
    assert missing == set(NOT_YET_SEEN.get(page, {}))
