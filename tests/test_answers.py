"""Answers: sentences that say the numbers they are made of, in each language."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from mjstats import answers, labels
from mjstats.rules import load
from mjstats.stats import Comparison, summarize
from tests.fakes import frame

EXACT = pd.DataFrame({"rules": "wuhan", "wilds": [0, 1, 2], "share": [0.75, 0.2, 0.05], "mean": [4.0, 3.5, 3.75], "ready": 0.0})


@pytest.fixture(scope="module")
def played() -> Comparison:
    return summarize(_wuhan())


def _wuhan() -> pd.DataFrame:
    """Random hands that call themselves Wuhan's."""
    sample = frame("east-town", 400, 1)
    sample.attrs |= {"rules": "wuhan", "label": "wuhan"}
    return sample


def told(played: Comparison, language: str = "en") -> list[list[str]]:
    asked = answers.answers(played, [load("wuhan")], EXACT, language)
    assert [question["question"] for question in asked] == [
        labels.word("what wilds do", language),
        labels.word("what hands are worth", language),
    ]
    return [question["answers"][0]["sentences"] for question in asked]


def test_exact_numbers_are_told(played: Comparison) -> None:
    wilds, _ = told(played)
    assert "75.0 % with 0, 20.0 % with 1, 5.00 % with 2 of all deals" in wilds[0]
    assert "4.00 with 0, 3.50 with 1, 3.75 with 2" in wilds[1]


def test_a_bound_of_wild_tiles_is_told_where_more_may_be_dealt(played: Comparison) -> None:
    assert "no more than 1" in told(played)[0][2]
    few = EXACT[EXACT["wilds"] < 2]
    sentences = answers.answers(played, [load("wuhan")], few)[0]["answers"][0]["sentences"]
    assert not [sentence for sentence in sentences if "no more than" in sentence]


def test_rates_of_winning_are_those_of_the_hands(played: Comparison) -> None:
    sample = played.samples["wuhan"]
    dealt = np.column_stack([sample[f"wilds_{seat}"] for seat in range(4)]) == 0
    winner = sample["winner"].fillna(-1).to_numpy(int)[:, None] == np.arange(4)
    expected = 100 * (winner & dealt).sum() / dealt.sum()
    assert f"{expected:.2f} ± " in told(played)[0][3].split(" with 0")[0]


def test_what_was_seen_too_seldom_is_not_told(played: Comparison) -> None:
    seen = played.wilds.query("measure == 'win'").set_index("wilds")["n"]
    seldom = [count for count, number in seen.items() if number < answers.ENOUGH]
    assert seldom
    assert all(f"with {count}" not in told(played)[0][3] for count in seldom)


def test_mean_and_median_are_those_of_the_wins(played: Comparison) -> None:
    sample = played.samples["wuhan"]
    won = sample[sample["winner"].notna()]
    gains = np.array([row[f"net_{int(row['winner'])}"] for _, row in won.iterrows()])
    sentence = told(played)[1][0]
    assert f"gains {gains.mean():.1f} ± " in sentence
    assert f" {np.quantile(gains, 0.5, method='inverted_cdf'):.2f} ± " in sentence


@pytest.mark.parametrize("language", labels.LANGUAGES)
def test_each_language_tells_as_much(language: str, played: Comparison) -> None:
    assert [len(sentences) for sentences in told(played, language)] == [len(sentences) for sentences in told(played)]
    assert all("{" not in sentence for sentences in told(played, language) for sentence in sentences)


@pytest.mark.parametrize("language", labels.LANGUAGES)
def test_many_rule_sets_name_their_extremes(language: str) -> None:
    frames = [frame("east-town", 200, 1), frame("west-town", 200, 2)]
    frames[0] = frames[0][frames[0]["winner"].notna()]  # no drawn hand there
    both = summarize(*frames)
    draws, uneven, weak = answers.across(both, language)
    east, west = (labels.rules_name(sample.attrs, language) for sample in frames)
    assert draws.index(west) < draws.index(east)
    value = both.rates.query("rules == 'west-town' and measure == 'draw'")["value"].iloc[0]
    assert f"{west} ({100 * value:.2f} ± " in draws
    assert east in uneven
    assert "{" not in draws + uneven + weak
