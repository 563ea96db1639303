"""What every rule page has to hold, whichever it is: one suite over the registry."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import mjstats
from mjstats.simulation import pattern_counts

DATA = Path(__file__).parents[1] / "data" / "cases"
PAGES = sorted(mjstats.rule_sets())
HANDS = 2000
#: patterns that neither worked cases nor these hands show, with the reason
NOT_YET_SEEN: dict[str, dict[str, str]] = {}


@cache
def hands(page: str) -> pd.DataFrame:
    return mjstats.simulate(page, hands=HANDS, seed=11)


def cases(page: str) -> list[dict[str, Any]]:
    files = [DATA / f"{page}.jsonl", DATA / "own" / f"{page}.jsonl"]
    return [json.loads(line) for file in files if file.exists() for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("page", PAGES)
def test_says_where_it_is_from_and_what_it_is_called(page: str) -> None:
    words = mjstats.load(page).words
    assert words.id == page
    assert f"'{page}'" in words.source
    assert words.names.en
    for row in (words, *words.pattern, *words.limits.steps, *words.responsible):
        assert row.names.ja, row.id
        assert row.names.zh, row.id


@pytest.mark.parametrize("page", PAGES)
def test_every_option_loads(page: str) -> None:
    for name, option in mjstats.load(page).words.options.items():
        assert option.says
        for value in [50] if option.values == "number" else option.values:
            assert mjstats.load(page, **{name: value}).options == {name: value}


@pytest.mark.parametrize("page", PAGES)
def test_has_worked_cases(page: str) -> None:
    assert len(cases(page)) >= 5


@pytest.mark.parametrize("page", PAGES)
def test_payments_add_up_and_keep_to_the_limits(page: str) -> None:
    table, rules = hands(page), mjstats.load(page)
    nets = table[[f"net_{seat}" for seat in range(rules.players)]]
    assert (nets.sum(axis=1) == 0).all()
    won = table[table.winner >= 0]
    assert len(won) > HANDS / 2
    gains = nets.loc[won.index].to_numpy()[range(len(won)), won.winner]
    assert (gains > 0).all()
    most = max([step.pays or rules.words.limits.cap or 0 for step in rules.words.limits.steps], default=None)
    if most is not None and rules.words.limits.divide == 1:
        assert gains.max() <= most * (rules.players - 1)
        assert gains.min() >= rules.words.limits.minimum
    assert (nets.loc[table.winner < 0] == 0).all(axis=None)  # these pages settle nothing at a drawn hand


@pytest.mark.parametrize("page", PAGES)
def test_every_pattern_has_been_seen(page: str) -> None:
    listed = {p.id for p in mjstats.load(page).words.pattern if p.on and p.listed and p.counted_for != "payer"}
    played = pattern_counts(hands(page))
    seen = set(played.index[played > 0])
    seen.update(pattern for case in cases(page) for pattern in case["expect"].get("patterns", []))
    missing = listed - seen
    assert missing == set(NOT_YET_SEEN.get(page, {}))
