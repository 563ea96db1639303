"""Variations and clauses: differences against sums by hand, played hands against the same hands scored again."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import mjstats
from mjstats import estimate, paired, variations
from mjstats.clause_chart import clauses_chart
from mjstats.cli import app
from mjstats.cli.whatif import variations_of
from mjstats.labels import LANGUAGES
from mjstats.rules import RulesError, load, rule_sets
from mjstats.rules.varying import clauses_of, varied
from tests.fakes import attributes, frame

Nets = list[tuple[int, int, int, int]]
#: the dealer draws for 3 each, seat 1 wins 8 from seat 2, a drawn hand, seat 3 draws for 4 (dealer), 1, 1
NETS: Nets = [(9, -3, -3, -3), (0, 8, -8, 0), (0, 0, 0, 0), (-4, -1, -1, 6)]
WINNERS = (0, 1, -1, 3)


def played(nets: Nets, turns: tuple[int, ...] = (5, 8, 16, 9)) -> pd.DataFrame:
    """Four hands with these payments."""
    from mjstats.frames import to_frame
    from mjstats.kernel.result import COLUMNS

    rows = []
    for table, (net, winner, outcome, turn) in enumerate(zip(nets, WINNERS, (1, 0, -1, 1), turns, strict=True)):
        row = dict.fromkeys(COLUMNS, 0) | {"table": table, "outcome": outcome, "winner": winner, "turn": turn, "tile": -1}
        row |= {"source": 2 if outcome == 0 else -1, "winners": int(winner >= 0)}
        row |= {f"{part}_{seat}": points for part in ("net", "win") for seat, points in enumerate(net)}
        rows.append(list(row.values()))
    return to_frame(np.array(rows), attributes("east-town", 4))


def capped(hands: pd.DataFrame, most: int) -> pd.DataFrame:
    """The same hands where no payer pays more than `most`."""
    new = hands.copy()
    nets = np.maximum(hands.filter(regex=r"^net_").to_numpy(), -most)
    winner = hands["winner"].fillna(-1).to_numpy(np.int64)
    for seat in range(4):
        lost = np.where(winner == seat, 0, nets[:, seat])
        gained = -np.where(np.arange(4) == winner[:, None], 0, nets).sum(1)
        new[f"net_{seat}"] = new[f"win_{seat}"] = np.where(winner == seat, gained, lost)
    return new


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    """No play: hands of a random town. Without a clause some of them pay half, without the cap sixty times as much."""

    def simulate(page: mjstats.rules.RuleSet, *, hands: int, seed: int, **_: Any) -> pd.DataFrame:
        made = frame("east-town", hands, seed)
        every = 0 if " " not in page.origin else 1 if "limits.cap=null" in page.origin else 2 + len(page.origin) % 17
        for seat in range(4) if every else ():
            hit = (made["table"] % every == 0).to_numpy()
            net = made[f"net_{seat}"].to_numpy()
            made[f"net_{seat}"] = made[f"win_{seat}"] = np.where(hit, net * 60 if every == 1 else net // 4 * 2, net)
        return made

    monkeypatch.setattr(variations, "simulate", simulate)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def running(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        with pytest.raises(SystemExit) as ended:
            app(["whatif", *map(str, words)])
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return running


# ---------------------------------------------------------------- numbers
def test_differences_of_four_hands() -> None:
    base = paired.sample_of(played(NETS))
    other = paired.sample_of(played([(6, -2, -2, -2), *NETS[1:]]))
    apart = paired.differences(other, base)
    # the first hand brings 6 in place of 9, over three wins; residuals (-2, 1, 0, 1)/3
    assert apart["mean"].diff == pytest.approx(-1)
    assert apart["mean"].diff_se == pytest.approx(np.sqrt(4 / 3 * 6 / 9))
    # the paired t of (-3, 0, 0, 0): mean -3/4, standard deviation 3/2, over the root of 4
    assert apart["moved"].diff == pytest.approx(-0.75)
    assert apart["moved"].diff_se == pytest.approx(0.75)
    assert apart["spread"].diff == pytest.approx(np.sqrt(24 / 27) - np.sqrt(42 / 27))
    assert (apart["median"].diff, apart["q99"].diff) == (6 - 8, 8 - 9)
    assert {name for name in ("win", "draw", "self-draw-share") if apart[name][:2] == (0, 0)} == {
        "win",
        "draw",
        "self-draw-share",
    }
    assert (apart["mean"].changed, apart["mean"].changed_eff, apart["win"].changed) == (1, 1, 0)
    assert (paired.alike(other, base), paired.touched(other, base)) == (1.0, 1)


def test_numbers_of_four_hands_are_those_of_compare() -> None:
    found = paired.numbers(paired.sample_of(played(NETS)))
    assert found["mean"].value == pytest.approx(23 / 3)
    assert found["moved"].value == pytest.approx((9 + 8 + 6) / 4)
    assert (found["win"].value, found["draw"].value) == (3 / 16, 1 / 4)
    assert found["self-draw-share"].value == pytest.approx(2 / 3)
    assert found["mean"].n_eff == pytest.approx(23**2 / (81 + 64 + 36))
    made = frame("east-town", 500)
    known = mjstats.stats.summarize(made)
    own = paired.numbers(paired.sample_of(made))
    for measure in ("mean", "median", "q99"):
        row = mjstats.stats.pick(known.points, measure=measure, role="all")
        assert own[measure].value == row["value"]
    # there the tables with a win are counted as drawn, here all
    assert own["mean"].se == pytest.approx(mjstats.stats.pick(known.points, measure="mean", role="all")["se"], rel=1e-3)
    assert own["top-1%"].value == pytest.approx(mjstats.stats.pick(known.concentration, measure="top-1%")["value"])


def test_who_pays_and_how_it_went_are_told_apart_from_the_winners_points() -> None:
    base = paired.sample_of(played(NETS))
    shared = paired.sample_of(played([(9, -9, 0, 0), *NETS[1:]]))  # one is responsible: the same for the winner
    assert paired.differences(shared, base)["mean"][:2] == (0, 0)
    assert (paired.touched(shared, base), paired.alike(shared, base)) == (1, 1.0)
    beside = played(NETS)
    beside.loc[0, ["net_1", "net_2"]] += [-5, 5]  # a side payment: no part of the win
    apart = paired.differences(paired.sample_of(beside), base)
    assert apart["mean"][:2] == (0, 0)
    assert apart["moved"].diff == pytest.approx(((9 + 8 + 2 + 3) / 2 - 9) / 4)
    later = paired.sample_of(played(NETS, turns=(5, 8, 16, 10)))
    assert (paired.touched(later, base), paired.alike(later, base)) == (0, 0.75)


def test_each_of_several_winners_has_a_win() -> None:
    both = played(NETS)
    both.loc[1, "winners"] = 2
    both.loc[1, ["net_0", "win_0", "net_2", "win_2"]] = [2, 2, -10, -10]  # seat 0 wins on seat 2's discard too
    found = paired.numbers(paired.sample_of(both))
    assert (found["win"].value, found["mean"].value, found["mean"].n) == (4 / 16, (9 + 8 + 2 + 6) / 4, 4)
    assert found["median"].value == 6
    assert found["self-draw-share"].value == 2 / 4


def test_shapes_of_counted_values_are_those_of_the_values() -> None:
    rng = np.random.default_rng(3)
    values = rng.geometric(0.05, 1230).astype(np.float64)
    shown = paired.shapes(*(part.astype(np.float64) for part in np.unique(values, return_counts=True)))
    assert shown["spread"] == pytest.approx(values.std())
    assert shown["median"] == estimate.quantile(values, 0.5, np.arange(1230)).value
    assert shown["q99"] == estimate.quantile(values, 0.99, np.arange(1230)).value
    assert shown["top-1%"] == pytest.approx(estimate.top_share(values))


def test_errors_of_differences_agree_with_repeated_draws() -> None:
    hands = capped(frame("east-town", 9_000, 9), 200)  # the tail of these towns has no variance
    found: dict[str, list[paired.Difference]] = {}
    for group in range(60):
        part = hands.iloc[150 * group : 150 * (group + 1)].copy()
        apart = paired.differences(paired.sample_of(capped(part, 16)), paired.sample_of(part))
        for name, one in apart.items():
            found.setdefault(name, []).append(one)
    # sixty groups tell an error to a tenth of itself; a spread of lumps and long tails is harder than a mean
    for name, within in (("moved", 0.35), ("mean", 0.35), ("spread", 0.45)):
        seen = np.std([one.diff for one in found[name]], ddof=1)
        assert np.mean([one.diff_se for one in found[name]]) == pytest.approx(seen, rel=within), name
        assert seen > 0
    assert {one[:2] for one in found["win"]} == {(0.0, 0.0)}


def test_pairs_are_surer_than_two_samples() -> None:
    hands = capped(frame("east-town", 500, 2), 200)
    base, other = paired.sample_of(hands), paired.sample_of(capped(hands, 100))
    alone = np.hypot(paired.numbers(base)["moved"].se, paired.numbers(other)["moved"].se)
    assert 0 < paired.differences(other, base)["moved"].diff_se < 0.8 * alone


def test_a_sample_without_a_win_has_no_numbers_of_wins() -> None:
    drawn = played([(0, 0, 0, 0)] * 4)
    drawn["winner"], drawn["winners"] = pd.array([None] * 4, dtype="Int8"), 0
    sample = paired.sample_of(drawn)
    found = paired.numbers(sample)
    assert np.isnan([found[name].value for name in ("mean", "spread", "q99", "top-1%")]).all()
    assert np.isnan(paired.differences(sample, paired.sample_of(played(NETS)))["mean"].diff)
    assert found["draw"].value == 1


# ---------------------------------------------------------------- pages
def test_words_are_set_after_the_options() -> None:
    page = load("wuhan", open_fan="each")
    other = varied(page, {"limits.cap": 500, "limits.steps.sun": None, "pattern.no-wild.on": False})
    assert (other.words.limits.cap, other.words.limits.minimum) == (500, 32)  # 32 is the option's
    assert [step.id for step in other.words.limits.steps] == ["cap", "gold", "three-suns"]
    assert [pattern.id for pattern in other.words.pattern if not pattern.on] == ["no-wild"]
    assert page.words.limits.cap == 600
    assert other.origin == "wuhan open_fan=each limits.cap=500 limits.steps.sun=null pattern.no-wild.on=false"
    assert load(other, limit=700).words.limits.cap == 700


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"limits.minimun": 8}, r"^wuhan: limits.minimun: no such word in the vocabulary; did you mean 'minimum'\?$"),
        ({"pattern.no-wlid.on": False}, r"^wuhan: 'pattern.no-wlid.on': no row has the id 'no-wlid'; did you mean 'no-wild'\?$"),
        ({"pattern.no-wild": False}, r"^wuhan: 'pattern.no-wild': 'no-wild' cannot stand there$"),
        ({"limits.cap": -1}, r"^wuhan: limits.cap: -1: input should be greater"),
        ({"limits.cap": 10**20}, r"^wuhan: 'limits.cap': 1000.*: a number is at most 1,000,000,000$"),
        ({"limits.divide": None}, r"^wuhan: 'limits.divide': null leaves a word out, and the page does not say this one$"),
        ({"limits..cap": 3}, r"^wuhan: 'limits..cap': a word is named by its path"),
        ({"pattern.no-wild.price": "x"}, r"no row of \[prices\]"),
    ],
)
def test_a_word_that_cannot_be_set_is_one_line(words: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says) as error:
        varied(load("wuhan"), words)
    assert "\n" not in str(error.value)


def test_every_clause_of_every_page_can_be_left_out() -> None:
    for key in rule_sets():
        page = load(key)
        found = clauses_of(page)
        assert len({clause.path for clause in found}) == len(found)
        patterns = [clause for clause in found if clause.kind == "pattern"]
        for clause in [clause for clause in found if clause.kind != "pattern"] + patterns[::6]:  # each is packed anew
            assert varied(page, clause.without) is not page, clause.path
        for clause in found:
            assert all(clause.names[language] for language in LANGUAGES), clause.path
    paths = [clause.path for clause in clauses_of(load("wuhan"))]
    assert {"pattern.no-wild", "limits.minimum", "limits.cap", "limits.steps.gold", "responsible.robbed"} <= set(paths)
    assert "responsible.fed-three-discard" not in [clause.path for clause in clauses_of(load("hangzhou"))]  # switched off


# ---------------------------------------------------------------- played
def test_a_clause_that_only_pays_is_judged_on_the_same_hands() -> None:
    hands = 24
    base = load("wuhan")
    other = varied(base, {"limits.cap": 300, "pattern.discarder.on": False})
    made = mjstats.simulate(other, hands=hands, seed=3, workers=1)
    known, changed = paired.sample_of(mjstats.simulate(base, hands=hands, seed=3, workers=1)), paired.sample_of(made)
    same = (known.course == changed.course).all(axis=1)
    assert same.sum() >= hands // 2
    for hand in np.flatnonzero(same):
        record = mjstats.replay(base, seed=3, hand=int(hand)).record
        again = mjstats.score(record, rules=other)
        if again.legal:  # a hand that is alike and not to be won any more cannot be
            assert again.net == changed.net[hand].tolist(), hand
        else:
            assert (made["outcome"] == "drawn")[hand]


def test_variations_one_after_the_other_and_crossed() -> None:
    table = mjstats.whatif("wuhan", {"limit": [300, 400], "minimum": [8]}, hands=30, seed=2, workers=1)
    assert table["variation"].unique().tolist() == ["base", "limit=300", "limit=400", "minimum=8"]
    assert list(table[table["variation"] == "base"]["measure"]) == list(paired.MEASURES)
    same = table[table["variation"] == "limit=400"]  # what the page says anyway
    assert same[["diff", "diff_se", "changed", "changed_eff", "touched"]].to_numpy().tolist() == [[0] * 5] * len(same)
    assert set(same["alike"]) == {1.0}
    by = table.set_index(["variation", "measure"])["value"]
    less = table[(table["variation"] == "limit=300") & (table["measure"] == "mean")].iloc[0]
    alone = mjstats.compare(load("wuhan", limit=300), hands=30, seed=2, workers=1)
    assert less["value"] == mjstats.stats.pick(alone.points, measure="mean", role="all")["value"]
    assert less["diff"] == pytest.approx(less["value"] - by["base", "mean"])
    assert less["diff"] < 0
    assert table.attrs["variations"]["limit=300"] == {"limit": 300}


@pytest.mark.usefixtures("fake")
def test_crossed_variations() -> None:
    table = mjstats.whatif("wuhan", {"limit": [300, 400], "limits.minimum": [8, 16]}, hands=20, cross=True)
    wanted = [f"limit={limit} limits.minimum={least}" for limit in (300, 400) for least in (8, 16)]
    assert table["variation"].unique().tolist() == ["base", *wanted]


@pytest.mark.usefixtures("fake")
def test_clauses_are_sorted_by_what_they_carry() -> None:
    calls: list[tuple[int, int]] = []
    table = mjstats.clauses("wuhan", hands=150, seed=4, progress=lambda *both: calls.append(both))
    mean = table[table["measure"] == "mean"]
    effects = (
        table[table["measure"].isin(("mean", "moved"))].groupby("clause", sort=False)["share"].agg(lambda both: both.abs().max())
    )
    assert effects.is_monotonic_decreasing
    assert list(effects.index) == mean["clause"].tolist()
    assert mean.iloc[0]["clause"] == "limits.cap"
    assert mean.iloc[0]["carries"] < 0 < mean.iloc[1]["carries"]  # without a limit wins are dearer, without a pattern cheaper
    assert (mean["low"] <= mean["carries"]).all()
    assert (mean["carries"] <= mean["high"]).all()
    assert mean["share"].to_numpy() == pytest.approx((mean["carries"] / mean["value"]).to_numpy())
    shown = variations.clause_overview(table, "ja")
    assert shown["clause"].tolist() == mean["clause"].tolist()
    few = table.query("measure == 'mean' and changed > 0 and (changed_eff < @estimate.FEW or se_eff < @estimate.FEW)")["clause"]
    assert set(shown["clause"][shown["mean"].str.endswith("~")]) == set(few)
    assert "base" in variations.overview(mjstats.whatif("wuhan", {"limit": [300]}, hands=50)).columns


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("fake")
def test_chart_of_clauses_is_whole(language: str) -> None:
    table = mjstats.clauses("wuhan", hands=120, seed=4)
    figure = clauses_chart(table, language=language)
    figure.canvas.draw()  # a missing glyph is a warning, and warnings are errors
    said = [text.get_text() for text in figure.texts] + [figure.get_supxlabel()]
    assert any("120" in text for text in said)
    shown = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert shown[0] == table.attrs["clauses"]["limits.cap"][language]
    assert 2 < len(shown) <= 24
    # the cap dwarfs all others: the axis is bent and says so
    assert figure.axes[0].get_xscale() == "symlog"
    assert "±" in figure.axes[0].get_xlabel()
    box = figure.bbox
    for axes in figure.axes:
        for text in (axes.xaxis.label, *axes.get_yticklabels()):
            extent = text.get_window_extent()
            assert extent.x0 >= box.x0, text.get_text()
            assert extent.x1 <= box.x1 + 1, text.get_text()


# ---------------------------------------------------------------- whole games
def games(nets: list[Nets]) -> pd.DataFrame:
    """Games of single rounds out of these payments, a list a game; seat 0 wins each hand that pays anything."""
    from mjstats.frames import to_frame
    from mjstats.kernel.result import COLUMNS

    rows = []
    for table, hands in enumerate(nets):
        held = np.zeros(4, np.int64)
        for hand, net in enumerate(hands):
            row = dict.fromkeys(COLUMNS, 0) | {"table": table, "hand": hand, "turn": 5, "tile": -1, "source": -1}
            won = any(net)
            row |= {"outcome": 1 if won else -1, "winner": 0 if won else -1, "winners": int(won)}
            row |= {"ends": (hand == len(hands) - 1) * (1 if min(held + net) > -20 else 2)}
            for seat in range(4):
                row |= {f"net_{seat}": net[seat], f"win_{seat}": net[seat], f"points_{seat}": held[seat], f"player_{seat}": seat}
            held = held + net
            rows.append(list(row.values()))
    words = {"start": None, "target": None, "round_to": 1, "below_zero": False, "uma": [], "chip": 0, "lays": 0}
    about = {key: value for key, value in attributes("east-town", 4).items() if key != "hands"}
    return to_frame(np.array(rows), about | {"games": len(nets), "game": words})


def test_of_games_a_game_is_the_unit() -> None:
    win, dear, none = (3, -1, -1, -1), (30, -10, -10, -10), (0, 0, 0, 0)
    base = paired.sample_of(games([[win, none], [win, win], [none], [dear, dear]]))
    found = paired.numbers(base)
    assert list(found) == [*paired.MEASURES, *paired.GAME_MEASURES]
    assert (found["hands"].value, found["hands"].n) == (7 / 4, 4)
    assert (found["first"].value, found["first-median"].value) == ((3 + 6 + 0 + 60) / 4, 3)
    assert found["broke"].value == 1 / 4
    assert found["hands"].se == pytest.approx(np.std([2, 2, 1, 2], ddof=1) / 2)
    apart = paired.differences(base, base)
    assert {one[:2] for name, one in apart.items() if name in (*paired.RATIOS, *paired.GAME_MEASURES)} == {(0, 0)}
    assert (paired.touched(base, base), paired.alike(base, base)) == (0, 1.0)
    shorter = paired.sample_of(games([[win], [win, none], [none], [dear, dear]]))
    apart = paired.differences(shorter, base)
    assert apart["hands"].diff == -1 / 4
    assert apart["hands"].diff_se == pytest.approx(np.std([1, 0, 0, 0], ddof=1) / 2)
    assert (apart["hands"].changed, apart["first"].changed) == (1, 1)
    assert (paired.touched(shorter, base), paired.alike(shorter, base)) == (2, 2 / 4)


def test_whole_games_under_variations() -> None:
    vary = {"limit": [400], "game.rounds": [1]}
    table = mjstats.whatif("wuhan", vary, games=2, seed=3, workers=1)
    by = table.set_index(["variation", "measure"])
    same = table[table["variation"] == "limit=400"]  # what the page says anyway
    assert same[["diff", "diff_se", "changed", "changed_eff", "touched"]].to_numpy().tolist() == [[0] * 5] * len(same)
    assert set(same["alike"]) == {1.0}
    less = by.loc["game.rounds=1", "hands"]
    assert less["diff"] < 0
    assert (less["changed"], less["n"], less["alike"]) == (2, 2, 0)
    short = mjstats.simulate(varied(load("wuhan"), {"game.rounds": 1}), games=2, seed=3, workers=1)
    assert less["value"] == len(short) / 2
    long = mjstats.simulate("wuhan", games=2, seed=3, workers=1)
    both = short.merge(long, on=["table", "hand"])  # hands that both come to are the same ones
    assert len(both) == len(short)
    assert (both["net_0_x"] == both["net_0_y"]).all()
    assert table.attrs["games"] == 2
    again = mjstats.whatif("wuhan", vary, games=2, seed=3, workers=2)
    pd.testing.assert_frame_equal(table, again)


def test_a_long_tail_is_marked() -> None:
    hands = capped(frame("east-town", 4_000, 9), 200)
    assert paired.numbers(paired.sample_of(hands))["mean"].se_eff > 5 * estimate.FEW
    dear = hands.copy()
    few = (dear["winner"] == 0) & (dear.index < 40)
    for name in ("net_0", "win_0"):
        dear.loc[few, name] = 100_000
    found = paired.numbers(paired.sample_of(dear))
    assert found["mean"].se_eff < estimate.FEW
    assert found["spread"].se_eff < estimate.FEW
    assert np.isnan(found["median"].se_eff)
    assert paired.differences(paired.sample_of(dear), paired.sample_of(hands))["spread"].diff_se_eff < estimate.FEW
    assert (variations.few(29.0), variations.few(0.0), variations.few(float("nan"), 31.0)) == (True, False, False)


# ---------------------------------------------------------------- command line
@pytest.mark.usefixtures("fake")
def test_command_shows_and_saves(run: Any, tmp_path: Path) -> None:
    status, out, _ = run("wuhan", "--vary", "limit=300,600", "--vary", "pattern.no-wild.on=false", "--hands", 60, "--seed", 5)
    assert status == 0
    assert "pattern.no-wild.on=false" in out.splitlines()[0]
    assert "60 hands each of" in out
    status, out, _ = run("wuhan", "--clauses", "--hands", 60, "--lang", "zh", "--out", tmp_path / "new")
    assert status == 0
    assert "封顶及各档" in out
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["clauses-zh.png", "clauses-zh.svg", "clauses.csv"]
    status, out, err = run("wuhan", "--vary", "limit=300", "--json", "--hands", 60, "--out", tmp_path / "json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert {row["variation"] for row in rows} == {"base", "limit=300"}
    assert err.endswith(": 1 file\n")
    back = pd.read_csv(tmp_path / "json" / "whatif.csv")
    assert back["diff"].tolist() == pytest.approx([row["diff"] for row in rows])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["wuhan"], "whatif: name what varies"),
        (["wuhan", "--clauses", "--vary", "limit=3"], "whatif: name what varies"),
        (["wuhan", "--vary", "limit=3", "--games", "2"], "hands, games: name one of them"),
        (["wuhan", "--clauses", "--cross"], "whatif: --cross goes with --vary"),
        (["nowhere", "--clauses"], "rules 'nowhere': there are: "),
        (["wuhan", "--vary", "pair_258=true"], "vary: 'pair_258': wuhan has no such option; there are: kong_tiles, open_fan, "),
        (["wuhan", "--vary", "open_fan=once,always"], "wuhan: option open_fan: 'always' is not possible"),
        (["wuhan", "--vary", "limits.minimun=3"], "did you mean 'minimum'?"),
        (["wuhan", "--vary", "limit"], "vary 'limit': written as NAME=A,B"),
        (["wuhan", "--vary", "limit=3,,4"], "a value is missing"),
        (["wuhan", "--vary", "limit=3,3"], "vary: 'limit=3' is given twice"),
        (["wuhan", "--vary", "limit=3", "--vary", "limit=4"], "'limit' is given twice"),
        (["wuhan", "--vary", "limit=99999999999"], "must be at most"),
        (["wuhan", "--vary", "limit=3", "--policy", "brave"], "policy: 'brave'"),
        (["wuhan", "--vary", "limit=3", "--out", f"{__file__}/x"], "is a file; name a folder"),
    ],
)
def test_bad_input_is_one_line(run: Any, words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*words, "--hands", 2)
    assert (status, out) == (2, "")
    assert err.startswith("mjstats: ")
    assert says in err
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_values_as_texts() -> None:
    assert variations_of(['a=1,"2,3",x', 'b=[1,2],{"c": 3}']) == {"a": [1, "2,3", "x"], "b": [[1, 2], {"c": 3}]}
    with pytest.raises(ValueError, match="a list of values is needed"):
        mjstats.whatif("wuhan", {"limit": "300"}, hands=2)  # type: ignore[dict-item]  # what a user may write
    with pytest.raises(ValueError, match=r"^vary: 'limit': names with lists of values are needed"):
        mjstats.whatif("wuhan", "limit", hands=2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="nothing given"):
        mjstats.whatif("wuhan", {}, hands=2)
