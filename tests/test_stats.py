"""Estimates against closed forms, tables against hands counted by eye."""

from __future__ import annotations

import inspect

import numpy as np
import pandas as pd
import pytest

from mjstats import estimate, stats
from mjstats.cli import numbers
from tests.fakes import attributes, frame, rows


@pytest.fixture(scope="module")
def both() -> stats.Comparison:
    return stats.summarize(frame("east-town", 600, 1), frame("west-town", 600, 2))


def found(table: pd.DataFrame, **where: object) -> pd.Series:
    for column, value in where.items():
        table = table[table[column] == value]
    assert len(table) == 1
    return table.iloc[0]


def by_hand() -> pd.DataFrame:
    """Four hands: the dealer draws for 3 each, seat 1 wins 8 from seat 2's discard, drawn, seat 3 draws for 4 (dealer), 1, 1."""
    from mjstats.frames import to_frame
    from mjstats.kernel.result import COLUMNS

    hands = []
    for outcome, winner, source, turn, mask, net in [
        (1, 0, -1, 5, 0b101, (9, -3, -3, -3)),
        (0, 1, 2, 8, 0b010, (0, 8, -8, 0)),
        (-1, -1, -1, 16, 0, (0, 0, 0, 0)),
        (1, 3, -1, 9, 0b001, (-4, -1, -1, 6)),
    ]:
        row = dict.fromkeys(COLUMNS, 0)
        row |= {
            "table": len(hands),
            "streak": 1,
            "indicator": 3,
            "outcome": outcome,
            "winner": winner,
            "source": source,
            "tile": -1,
        }
        row |= {
            "turn": turn,
            "patterns": mask,
            "wilds_0": 1,
            **{f"{what}_{seat}": points for what in ("net", "win") for seat, points in enumerate(net)},
        }
        hands.append(list(row.values()))
    return to_frame(np.array(hands), attributes("east-town", 4))


def test_error_of_a_share_is_the_binomial_one() -> None:
    seen = np.array([1] * 30 + [0] * 70)
    value, se, low, high, n = estimate.share(seen, np.ones(100), np.arange(100))
    assert (value, n) == (0.3, 100)
    assert se == pytest.approx(np.sqrt(0.3 * 0.7 / 99))
    # Wilson's interval of 30 in 100 as textbooks print it: 0.2189 to 0.3958
    assert (low, high) == pytest.approx((0.2189, 0.3958), abs=0.001)


def test_hands_of_one_table_count_once() -> None:
    seen, tables = np.array([1, 0, 1, 1, 0, 1, 0, 0] * 20), np.arange(160)
    alone = estimate.share(seen, np.ones(160), tables)
    doubled = estimate.share(np.repeat(seen, 2), np.ones(320), np.repeat(tables, 2))
    assert doubled.se == pytest.approx(alone.se)
    assert doubled.value == alone.value


def test_error_of_a_ratio_agrees_with_repeated_draws() -> None:
    rng = np.random.default_rng(5)
    values = []
    for _ in range(400):
        weights = rng.integers(1, 5, 200)
        sums = rng.poisson(2.0 * weights)
        values.append(estimate.mean(sums, weights, np.arange(200)))
    spread = np.std([each.value for each in values])
    assert np.mean([each.se for each in values]) == pytest.approx(spread, rel=0.1)


@pytest.mark.parametrize("q", [0.5, 0.9])
def test_interval_of_a_quantile_covers_it(q: float) -> None:
    rng = np.random.default_rng(8)
    truth = -np.log(1 - q)
    inside = 0
    for _ in range(300):
        each = estimate.quantile(rng.exponential(size=400), q, np.arange(400))
        inside += each.low <= truth <= each.high
    assert 0.90 <= inside / 300 <= 0.99


def test_quantile_is_an_order_statistic() -> None:
    values = np.array([1, 1, 2, 4, 8, 8, 8, 16, 32, 64])
    tables = np.arange(10)
    assert estimate.quantile(values, 0.5, tables).value == 8
    assert estimate.quantile(values, 0.9, tables).value == 32
    assert estimate.quantile(values, 0.99, tables).value == 64


def test_gini_is_half_the_mean_difference_over_the_mean() -> None:
    values = np.random.default_rng(1).integers(1, 100, 60)
    differences = np.abs(values[:, None] - values[None, :]).mean()
    assert estimate.gini(values) == pytest.approx(differences / (2 * values.mean()))


def test_jackknife_gives_the_textbook_error_of_a_mean() -> None:
    values = np.random.default_rng(2).normal(size=5000)
    each = estimate.jackknife(lambda x: float(x.mean()), values, np.arange(5000))
    # over 50 groups the error is itself uncertain by a tenth
    assert each.se == pytest.approx(values.std() / np.sqrt(5000), rel=0.3)


def test_nothing_seen_is_no_number_but_says_so() -> None:
    nothing = np.zeros(0)
    for each in (
        estimate.mean(nothing, nothing, nothing),
        estimate.quantile(nothing, 0.5, nothing),
        estimate.jackknife(estimate.gini, nothing, nothing),
    ):
        assert each.n == 0
        assert np.isnan(each.value)


def test_rates_of_four_hands() -> None:
    table = stats.rates(stats.Hands(by_hand()))
    wanted = {
        ("win", "all"): 3 / 16,
        ("win", "dealer"): 1 / 4,
        ("win", "other"): 2 / 12,
        ("self-draw", "all"): 2 / 16,
        ("discard", "other"): 1 / 12,
        ("deal-in", "dealer"): 0,
        ("deal-in", "other"): 1 / 12,
        ("robbed", "all"): 0,
        ("draw", "all"): 1 / 4,
        ("self-draw-share", "all"): 2 / 3,
    }
    for (measure, role), value in wanted.items():
        assert found(table, measure=measure, role=role)["value"] == pytest.approx(value), (measure, role)


def test_points_turns_and_payments_of_four_hands() -> None:
    hands = stats.Hands(by_hand())
    table = stats.points(hands)
    assert found(table, measure="mean", role="all")["value"] == pytest.approx((9 + 8 + 6) / 3)
    assert found(table, measure="median", role="all")["value"] == 8
    assert found(table, measure="median", role="dealer")["value"] == 9
    turns = stats.turns(hands)
    assert found(turns, measure="mean")["value"] == pytest.approx((5 + 8 + 9) / 3)
    assert found(turns, measure="by", turn=8)["value"] == pytest.approx(2 / 4)
    paid = stats.payments(hands)
    assert found(paid, outcome="self-draw", winner="dealer", payer="other")["value"] == 3
    assert found(paid, outcome="self-draw", winner="other", payer="dealer")["value"] == 4
    assert found(paid, outcome="self-draw", winner="other", payer="other")["value"] == 1
    assert found(paid, outcome="discard", winner="other", payer="other", fed=True)["value"] == 8
    assert found(paid, outcome="discard", winner="other", payer="dealer", fed=False)["value"] == 0


def test_patterns_and_wilds_of_four_hands() -> None:
    hands = stats.Hands(by_hand())
    table = stats.patterns(hands)
    assert found(table, pattern="plain-win", measure="frequency")["value"] == pytest.approx(2 / 3)
    assert found(table, pattern="plain-win", measure="mean")["value"] == pytest.approx((9 + 6) / 2)
    assert found(table, pattern="all-pungs", measure="contribution")["value"] == pytest.approx(8 / 23)
    wilds = stats.wilds(hands)
    assert found(wilds, wilds=1, measure="share")["value"] == pytest.approx(1 / 4)
    assert found(wilds, wilds=1, measure="win")["value"] == pytest.approx(1 / 4)
    assert found(wilds, wilds=0, measure="win")["value"] == pytest.approx(2 / 12)
    assert found(wilds, wilds=1, measure="net")["value"] == pytest.approx((9 + 0 + 0 - 4) / 4)


def test_curve_of_points() -> None:
    curve = stats.ccdf(stats.Hands(by_hand()))
    assert curve["points"].tolist() == [6, 8, 9]
    assert curve["value"].tolist() == pytest.approx([1, 2 / 3, 1 / 3])


def test_curve_of_many_values_keeps_its_ends_and_falls() -> None:
    hands = frame("east-town", 600)
    rng = np.random.default_rng(4)
    gains = rng.permutation(np.arange(10, 5000))[:600]
    winner = hands["winner"].fillna(-1).to_numpy()
    for seat in range(4):
        hands[f"win_{seat}"] = np.where(winner == seat, gains, 0)
    curve = stats.ccdf(stats.Hands(hands))
    won = gains[winner >= 0]
    assert len(curve) <= stats.MAX_STEPS + 1
    assert (curve["points"].iloc[0], curve["points"].iloc[-1]) == (won.min(), won.max())
    assert (curve["value"].diff().iloc[1:] < 0).all()


@pytest.mark.parametrize("players", [3, 4])
def test_every_hand_is_won_or_drawn(players: int) -> None:
    table = stats.rates(stats.Hands(frame("east-town", 300, players=players)))
    won = found(table, measure="win", role="all")
    assert won["n"] == 300 * players
    assert won["value"] * players + found(table, measure="draw", role="all")["value"] == pytest.approx(1)


def test_what_is_paid_is_what_is_won() -> None:
    hands = stats.Hands(frame("east-town", 400))
    paid = stats.payments(hands)
    assert (paid["value"] * paid["n"]).sum() == pytest.approx(hands.gains()[0].sum())


def with_sides_and_two_winners() -> pd.DataFrame:
    """Those of `by_hand`; beside the first win seat 1 pays 5 to seat 2; the second hand seat 0 wins too, 2 from seat 2."""
    hands = by_hand()
    hands.loc[0, ["net_1", "net_2"]] += [-5, 5]
    hands.loc[1, "winners"] = 2
    hands.loc[1, ["net_0", "win_0", "net_2", "win_2"]] += [2, 2, -2, -2]
    return hands


def test_what_is_paid_beside_a_win_is_told_apart() -> None:
    table = stats.summarize(with_sides_and_two_winners())
    assert found(table.points, measure="mean", role="all")["value"] == pytest.approx((9 + 8 + 2 + 6) / 4)
    # 10 points move beside the wins; for them 18, 20 and 12 (each point counted where it leaves and where it comes)
    assert found(table.concentration, measure="side-share")["value"] == pytest.approx(10 / (10 + 18 + 20 + 12))
    assert table.overview().loc["east-town", "side-share"].startswith("16.67 ")
    assert "side-share" not in stats.summarize(by_hand()).overview()


def test_every_one_of_several_winners_has_won() -> None:
    table = stats.summarize(with_sides_and_two_winners())
    assert found(table.rates, measure="win", role="all")["value"] == pytest.approx(4 / 16)
    assert found(table.rates, measure="discard", role="dealer")["value"] == pytest.approx(1 / 4)
    assert found(table.rates, measure="draw", role="all")["value"] == pytest.approx(1 / 4)
    paid = found(table.payments, outcome="discard", winner="other", payer="other", fed=True)
    assert (paid["value"], paid["n"]) == (10, 1), "the discarder pays both"
    assert not ((table.payments["value"] < 0).any()), "who wins too pays nothing"


def test_every_table_says_what_it_stands_on(both: stats.Comparison) -> None:
    for name, table in both.tables().items():
        assert {"rules", "value", "se", "n", "seed"} <= set(table.columns), name
        assert set(table["rules"]) == {"east-town", "west-town"}, name
        assert set(table["seed"]) == {1, 2}, name
        assert (table["se"].dropna() >= 0).all(), name


def test_numbers_across_rule_sets_are_those_of_the_tables(both: stats.Comparison) -> None:
    table = both.across()
    for rules in both.labels:
        for measure in ("win", "self-draw-share", "draw"):
            wanted = found(both.rates, rules=rules, measure=measure, role="all")
            assert found(table, rules=rules, measure=measure)["value"] == wanted["value"]
        mean, median = (found(both.points, rules=rules, measure=measure, role="all") for measure in ("mean", "median"))
        relative = found(table, rules=rules, measure="mean/median")
        for part in ("value", "se", "low", "high"):
            assert relative[part] == pytest.approx(mean[part] / median["value"])
        assert relative["n"] == mean["n"]


def test_comparison_shows_and_saves_itself(both: stats.Comparison, tmp_path) -> None:
    assert "±" in repr(both)
    assert "<table" in both._repr_html_()
    paths = both.save(tmp_path / "new")
    assert {path.stem for path in paths} == {"overview", *stats.SUMMARIES}
    back = pd.read_csv(tmp_path / "new" / "rates.csv")
    assert back["value"].to_numpy() == pytest.approx(both.rates["value"].to_numpy(), nan_ok=True)


def test_errors_name_what_is_wrong() -> None:
    with pytest.raises(ValueError, match=r"^rules: none given"):
        stats.summarize()
    with pytest.raises(ValueError, match=r"^rules: 'east-town' is given twice"):
        stats.summarize(frame("east-town", 20), frame("east-town", 20))


def test_compare_plays_as_many_hands_as_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def played(rules: str, *, hands: int, **_: object) -> pd.DataFrame:
        asked.append(hands)
        return frame(rules, 20)

    monkeypatch.setattr(stats, "simulate", played)
    stats.compare("east-town", "west-town")
    assert asked == [inspect.signature(numbers.compare).parameters["hands"].default] * 2


def test_hands_without_a_win_make_tables_without_numbers() -> None:
    from mjstats.frames import to_frame

    drawn = rows(200)
    drawn = drawn[drawn[:, 5] == -1]
    table = stats.summarize(to_frame(drawn, attributes("east-town", len(drawn))))
    assert found(table.rates, measure="draw", role="all")["value"] == 1
    assert np.isnan(found(table.points, measure="mean", role="all")["value"])
    assert "–" in repr(table)
