"""What a comparison says, in sentences computed from its numbers, in English, Japanese or Chinese.

Numbers from play carry their standard errors; numbers of the dealt hands are exact. What was seen too seldom is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from mjstats.frames import label_of
from mjstats.labels import pattern_name, rules_name, word
from mjstats.rules import RuleSet
from mjstats.stats import Comparison, percent, pick, plain

if TYPE_CHECKING:
    import pandas as pd

ENOUGH: Final = 100
"""Players' hands of which a sentence may speak."""
SELDOM: Final = 0.01
"""Drawn hands among hands below which a rule set hardly knows them."""
_PATTERNS: Final = 3
_NAMED: Final = 3


def answers(
    comparison: Comparison, rules: Sequence[RuleSet], by_wilds: pd.DataFrame, language: str = "en"
) -> list[dict[str, Any]]:
    """The questions of the report with their answers.

    Parameters
    ----------
    comparison
        What was played.
    rules
        The rule sets of the comparison, in its order.
    by_wilds
        What `mjstats.dealt.by_wilds` returns for them: the exact numbers of the dealt hands.
    language
        One of en, ja, zh.

    Returns
    -------
    list of dict
        ``question``, and ``answers``: for each rule set its ``name`` and the ``sentences``.
    """

    def answered(question: str, of_wilds: bool) -> dict[str, Any]:
        told = []
        for page in rules:
            label = label_of(page)
            if of_wilds:
                sentences = _wilds(comparison, page, by_wilds[by_wilds["rules"] == label], language)
            else:
                sentences = _worth(comparison, label, language)
            told.append({"name": rules_name(comparison.samples[label].attrs, language), "sentences": sentences})
        return {"question": word(question, language), "answers": told}

    return [answered("what wilds do", True), answered("what hands are worth", False)]


def across(comparison: Comparison, language: str = "en") -> list[str]:
    """What many rule sets side by side say, in sentences, and how far these players' habit may be trusted.

    The three with most drawn hands and with the most and least uneven wins are named.
    """
    table = comparison.across()

    def named(rows: pd.DataFrame) -> str:
        each = (f"{rules_name(comparison.samples[row['rules']].attrs, language)} ({percent(row)})" for _, row in rows.iterrows())
        return word("and then", language).join(each)

    draws, top = (table[table["measure"] == measure].dropna(subset=["value"]) for measure in ("draw", "top-1%"))
    few = int((draws["value"] < SELDOM).sum())
    told = word("says draws", language, most=named(draws.nlargest(_NAMED, "value")), n=few, all=len(draws))
    uneven = {"most": named(top.nlargest(_NAMED, "value")), "least": named(top.nsmallest(_NAMED, "value"))}
    return [told, word("says uneven", language, **uneven), word("says weak", language)]


def _wilds(comparison: Comparison, page: RuleSet, exact: pd.DataFrame, language: str) -> list[str]:
    played = comparison.wilds[(comparison.wilds["rules"] == label_of(page)) & (comparison.wilds["n"] >= ENOUGH)]

    def rows(values: dict[int, str]) -> str:
        each = (word("with wilds", language, value=value, wilds=wilds) for wilds, value in values.items())
        return word("and then", language).join(each)

    def measured(measure: str, text: Any) -> str:
        return rows({int(row["wilds"]): text(row) for _, row in played[played["measure"] == measure].iterrows()})

    held = [int(wilds) for wilds in exact["wilds"]]
    shares = {wilds: f"{100 * share:#.3g} %" for wilds, share in zip(held, exact["share"], strict=True)}
    means = {wilds: f"{mean:.2f}" for wilds, mean in zip(held, exact["mean"], strict=True)}
    scant = {shape.id: shape.wilds_at_most for shape in page.words.shape if shape.on and shape.wilds_at_most is not None}
    return [
        word("says dealt", language, tiles=page.hand_size, rows=rows(shares)),
        word("says distance", language, rows=rows(means)),
        *[word("says at most", language, shape=shape, most=most) for shape, most in scant.items() if most < max(held)],
        word("says win", language, rows=measured("win", percent)),
        word("says net", language, rows=measured("net", plain)),
    ]


def _worth(comparison: Comparison, label: str, language: str) -> list[str]:
    points = {m: plain(pick(comparison.points, rules=label, measure=m, role="all")) for m in ("mean", "median", "q90", "q99")}
    gini, top = (pick(comparison.concentration, rules=label, measure=measure) for measure in ("gini", "top-1%"))
    sentences = [
        word("says points", language, **points),
        word("says top", language, top=percent(top), gini=plain(gini, digits=3)),
    ]
    dear = _dear(comparison, label, language)
    return [*sentences, word("says patterns", language, rows=word("and then", language).join(dear))] if dear else sentences


def _dear(comparison: Comparison, label: str, language: str) -> list[str]:
    """The patterns that hold most points among those in fewer than half of the wins."""
    table = comparison.patterns[comparison.patterns["rules"] == label].set_index("pattern")
    frequency, contribution = (table[table["measure"] == measure] for measure in ("frequency", "contribution"))
    some = frequency.index[(frequency["value"] > 0) & (frequency["value"] < 0.5)]
    attrs = comparison.samples[label].attrs
    return [
        word(
            "one pattern",
            language,
            name=pattern_name(attrs, str(pattern), language),
            frequency=percent(frequency.loc[pattern]),
            contribution=percent(contribution.loc[pattern]),
        )
        for pattern in contribution.loc[some].nlargest(_PATTERNS, "value").index
    ]
