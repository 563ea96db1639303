"""Charts: nothing missing, nothing cut off, nothing left behind in matplotlib's settings."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text
from PIL import Image

from mjstats import charts, labels
from mjstats.rules import load, rule_sets
from mjstats.stats import Comparison, summarize
from tests.fakes import frame

ALL = {**charts.CHARTS, **charts.MANY}
CASES = [(name, language) for name in ALL for language in labels.LANGUAGES]


@pytest.fixture(scope="module")
def both() -> Comparison:
    return summarize(frame("east-town", 400, 1), frame("west-town", 400, 2))


@pytest.fixture(scope="module")
def glyphs() -> set[int]:
    return set(FT2Font(str(charts.font_file())).get_charmap())


def texts(figure: matplotlib.figure.Figure) -> list[Text]:
    return [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]


@pytest.mark.parametrize(("name", "language"), CASES)
def test_chart_is_whole(name: str, language: str, both: Comparison, glyphs: set[int]) -> None:
    figure = ALL[name](both, language=language)
    figure.canvas.draw()  # a missing glyph is a warning, and warnings are errors
    drawn = texts(figure)
    assert any("400" in text.get_text() for text in drawn), "the number of hands is missing"
    assert any("1" in text.get_text() and labels.word("seed", language) in text.get_text() for text in drawn) or language == "en"
    stamps = [text.get_text() for text in drawn if "mjstats 0.1.0" in text.get_text()]
    assert [("east-town #012345" in text, "west-town #012345" in text) for text in stamps] == [(True, True)]
    for text in drawn:
        assert {ord(character) for character in text.get_text() if character != "\n"} <= glyphs, text.get_text()
        assert text.get_fontfamily()[0] == charts.FONT, text.get_text()
    nothing_is_cut_off(figure)


def nothing_is_cut_off(figure: matplotlib.figure.Figure) -> None:
    box = figure.bbox
    for axes in figure.axes:
        named = axes.get_legend().get_texts() if axes.get_legend() else []
        for text in [axes.title, axes.xaxis.label, axes.yaxis.label, *axes.get_xticklabels(), *axes.get_yticklabels(), *named]:
            extent = text.get_window_extent()
            if text.get_text() and extent.width and axes.get_visible() and (text in named or _inside_view(axes, text)):
                assert box.x0 <= extent.x0, text.get_text()
                assert extent.x1 <= box.x1 + 1, text.get_text()
                assert box.y0 <= extent.y0, text.get_text()
                assert extent.y1 <= box.y1 + 1, text.get_text()


def _inside_view(axes: matplotlib.axes.Axes, text: Text) -> bool:
    """Ticks beyond the ends of an axis keep labels that are never drawn."""
    if text not in axes.get_xticklabels() and text not in axes.get_yticklabels():
        return True
    x, y = text.get_position()
    low, high = sorted(axes.get_xlim()) if text in axes.get_xticklabels() else sorted(axes.get_ylim())
    return low <= (x if text in axes.get_xticklabels() else y) <= high


def test_every_word_has_its_glyphs(glyphs: set[int]) -> None:
    for key in labels.WORDS:
        for language in labels.LANGUAGES:
            assert {ord(character) for character in labels.word(key, language)} <= glyphs, (key, language)


def test_every_name_on_the_pages_has_its_glyphs(glyphs: set[int]) -> None:
    from mjstats.frames import attributes

    for key in rule_sets():
        attrs = attributes(load(key), hands=1, seed=1)
        for language in labels.LANGUAGES:
            patterns = [labels.pattern_name(attrs, pattern, language) for pattern in attrs["pattern_names"]]
            for name in [labels.rules_name(attrs, language), *patterns]:
                assert {ord(character) for character in name} <= glyphs, (key, name)


def test_words_are_there_in_each_language() -> None:
    for key in labels.WORDS:
        assert all(labels.word(key, language) for language in labels.LANGUAGES), key
    with pytest.raises(ValueError, match=r"^language: 'de'; known are en, ja, zh"):
        labels.word("win", "de")


def test_exact_bars_stand_beside_the_simulated_dots(both: Comparison) -> None:
    exact = pd.DataFrame({"rules": "east-town", "distance": [2, 3, 4], "share": [0.25, 0.5, 0.25]})
    figure = charts.distances_chart(both, exact)
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    assert heights == [0.25, 0.5, 0.25]
    assert not figure.axes[1].patches


def test_relative_curve_is_in_median_wins(both: Comparison) -> None:
    own, relative = charts.ccdf_chart(both), charts.ccdf_chart(both, relative=True)
    median = both.points.query("rules == 'east-town' and measure == 'median' and role == 'all'")["value"].iloc[0]
    assert own.axes[0].lines[0].get_xdata()[0] / relative.axes[0].lines[0].get_xdata()[0] == pytest.approx(median)


@pytest.fixture(scope="module")
def many() -> Comparison:
    """As many as there are rule sets, points in the thousands, long names."""
    frames = [frame("east-town", 150, seed) for seed in range(len(rule_sets()))]
    for number, sample in enumerate(frames):
        sample.attrs |= {"label": f"east-town with_a_long_name={number}", "seed": 1}
        for seat in range(4):
            sample[[f"net_{seat}", f"win_{seat}"]] *= 10 ** (number % 4)
    return summarize(*frames)


@pytest.mark.parametrize("name", ["distances", "patterns", "payments", *charts.MANY])
def test_all_rule_sets_are_drawn_whole(name: str, many: Comparison) -> None:
    figure = ALL[name](many, language="en")
    figure.canvas.draw()
    nothing_is_cut_off(figure)
    for axes in figure.axes:
        assert axes.get_window_extent().width > 0.15 * figure.bbox.width, "squeezed"
        assert axes.get_window_extent().height > 80, "squeezed"
    if name in charts.MANY:
        assert len(figure.axes[0].get_yticklabels()) == len(rule_sets())


def test_lines_of_many_rule_sets_are_sorted(many: Comparison) -> None:
    figure = charts.ends_chart(many)
    drawn = figure.axes[0].lines[0].get_xdata()
    assert list(drawn) == sorted(drawn, reverse=True)
    table = many.across().query("measure == 'turn'").set_index("rules")["value"]
    names = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    labels_of = {name.removeprefix("East Town "): name for name in names}
    expected = [table[f"east-town {rest}"] for rest in labels_of]
    assert list(figure.axes[2].lines[0].get_xdata()) == expected


@pytest.mark.parametrize("name", ["rates", "wilds", "payments"])
def test_many_rule_sets_leave_room_for_the_marks(name: str) -> None:
    frames = [frame("east-town", 200, seed) for seed in range(7)]
    for number, sample in enumerate(frames):
        sample.attrs |= {"label": f"east-town an_option_with_a_long_name={number}", "seed": 1}
    figure = charts.CHARTS[name](summarize(*frames))
    figure.canvas.draw()  # axes squeezed to nothing are a warning, and warnings are errors
    axes = figure.axes[0]
    legend = axes.get_legend().get_window_extent()
    assert axes.get_window_extent().width > 0.3 * figure.bbox.width
    assert legend.y0 >= axes.get_window_extent().y1 - 1, "the legend covers marks"
    assert legend.x1 <= figure.bbox.x1
    looks = {(line.get_color(), line.get_marker()) for line in axes.get_legend().get_lines()}
    assert len(looks) == 7


def test_small_pictures_keep_their_colours(both: Comparison) -> None:
    with Image.open(io.BytesIO(charts.png(charts.patterns_chart(both)))) as picture:
        pixels = np.asarray(picture.convert("RGB")).reshape(-1, 3).astype(int)
    for colour in charts.COLOURS[:2]:
        wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        assert np.abs(pixels - wanted).max(axis=1).min() <= 8, colour


def test_chart_shows_itself_in_a_notebook(both: Comparison) -> None:
    png = charts.rates_chart(both)._repr_png_()
    assert png.startswith(b"\x89PNG")
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (720, 460), "100 dots an inch"


def test_settings_outside_stay_as_they_were(both: Comparison) -> None:
    before = dict(matplotlib.rcParams)
    charts.rates_chart(both)
    assert dict(matplotlib.rcParams) == before


def test_pyplot_is_never_loaded() -> None:
    code = "import sys, mjstats.charts; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_files_are_small_and_the_same_every_time(both: Comparison, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        charts.save(charts.turns_chart(both, language="zh"), _made(tmp_path / folder) / "turns.svg")
        charts.save(charts.turns_chart(both, language="zh"), tmp_path / folder / "turns.png")
    for name in ("turns.svg", "turns.png"):
        first, second = (tmp_path / folder / name for folder in ("a", "b"))
        assert first.read_bytes() == second.read_bytes()
        assert first.stat().st_size < {".svg": 100_000, ".png": 25_000}[first.suffix]


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_all_charts_are_written(both: Comparison, tmp_path: Path) -> None:
    paths = charts.save_charts(both, tmp_path / "out", languages=("ja",), formats=("png",))
    assert {path.name for path in paths} == {f"{name}-ja.png" for name in charts.CHARTS}
    assert all(path.is_file() for path in paths)
