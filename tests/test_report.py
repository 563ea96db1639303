"""The report: one page that needs nothing else, whole or not there."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from mjstats import charts, labels, report, stats
from mjstats.rules import load
from mjstats.rules.table import page_html

MANY = ("jingzhou", "nanchang", "riichi", "wuhan")

GOOD = """# %% [markdown]
# # A small question

# %%
import os

print("hands:", os.environ["MJSTATS_HANDS"])
"""


def notebooks(folder: Path, source: str = GOOD) -> Path:
    folder.mkdir()
    (folder / "01_small.py").write_text(source)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    said: list[str] = []
    page = report.build_report(
        folder / "out", hands=80, seed=3, many=MANY, notebooks=notebooks(folder / "notebooks"), say=said.append
    )
    assert [line.split()[0] for line in said] == ["playing", "playing", "counting", "drawing"]
    return page


def test_page_needs_nothing_else(built: Path) -> None:
    html = built.read_text("utf-8")
    sources = re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)""", html)
    assert sources
    for source in sources:
        inside = source.startswith("data:") or (source.startswith("#") and f'id="{source[1:]}"' in html)
        assert inside or (built.parent / source).is_file(), source[:80]
    assert not re.search(r"@import|url\(\s*['\"]?(?:https?:)?//", html)
    assert "<script" not in html


def test_page_speaks_each_language(built: Path) -> None:
    html = built.read_text("utf-8")
    for language in labels.LANGUAGES:
        assert labels.word("report title", language) in html
        assert f'<section class="language {language}" lang="{language}">' in html
    assert html.count('src="data:image/svg+xml') == (len(charts.CHARTS) + len(charts.MANY)) * len(labels.LANGUAGES)


def test_page_answers(built: Path) -> None:
    for language in labels.LANGUAGES:
        for question in ("what wilds do", "what hands are worth"):
            assert labels.word(question, language) in section(built, language)


def section(built: Path, language: str) -> str:
    return built.read_text("utf-8").split(f'<section class="language {language}"')[1].split("</section>")[0]


def test_all_rule_sets_stand_in_one_table(built: Path) -> None:
    played = pd.read_csv(built.parent / "all-rule-sets.csv")
    assert set(played["rules"]) == set(MANY)
    assert set(played["seed"]) == {3}
    assert played.query("measure == 'draw'")["n"].tolist() == [80] * 4
    for language in labels.LANGUAGES:
        table = section(built, language).split('<table class="numbers many">')[1].split("</table>")[0]
        rows = table.split("<tbody>")[1].split("<tr>")[1:]
        for key, row in zip(MANY, rows, strict=True):
            assert f'<a href="rules/{key}-{language}.html">' in row
            cells = re.findall(r"<td>(.*?)<small>(.*?)</small></td>", row)
            assert len(cells) == 11
            wins = played.query("rules == @key and measure == 'win'").iloc[0]
            assert cells[0] == (f"{100 * wins['value']:.2f} %", f"± {100 * wins['se']:.2f}")
        assert labels.word("says weak", language) in section(built, language)
    assert "–" not in rows[1], "nanchang pays beside its wins"
    assert "–" in rows[3], "wuhan does not"


def test_rule_sets_have_pages_of_their_own(built: Path) -> None:
    for language in labels.LANGUAGES:
        for key in (*MANY, "hangzhou"):
            file = built.parent / "rules" / f"{key}-{language}.html"
            html = file.read_text("utf-8")
            assert page_html(load(key), language) in html
            assert f'<html lang="{language}">' in html
            for link in re.findall(r'href="([^"]*)"', html):
                assert (file.parent / link).is_file(), link
            assert f'href="rules/{file.name}"' in section(built, language)


def test_page_says_what_it_stands_on(built: Path) -> None:
    html = built.read_text("utf-8")
    assert "hands: 80 · seed: 3" in html
    assert "±" in html
    assert "A small question" in html
    assert "hands: 80\n" in html, "the notebook's output, at the report's number of hands"


def test_files_lie_beside_the_page(built: Path) -> None:
    names = {path.name for path in built.parent.iterdir()}
    for chart in charts.CHARTS:
        for language in labels.LANGUAGES:
            assert {f"{chart}-{language}.png", f"{chart}-{language}.svg"} <= names
    assert {f"{table}.csv" for table in (*stats.SUMMARIES, "overview", "odds")} <= names
    assert "01_small.ipynb" in names


def test_nothing_half_made_stays(built: Path) -> None:
    assert sorted(path.name for path in built.parent.parent.iterdir()) == ["notebooks", "out"]


def test_a_broken_notebook_keeps_the_old_report(tmp_path: Path) -> None:
    from nbclient.exceptions import CellExecutionError

    out = tmp_path / "out"
    out.mkdir()
    (out / "index.html").write_text("old")
    broken = notebooks(tmp_path / "notebooks", GOOD + "\n1 / 0\n")
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        report.build_report(out, hands=20, many=("wuhan",), languages=("en",), notebooks=broken)
    assert (out / "index.html").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notebooks", "out"]


def test_an_old_report_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "index.html").write_text("old")
    (out / "stale.png").write_text("old")
    page = report.build_report(out, hands=20, many=("wuhan",), languages=("ja",), notebooks=None)
    assert page.read_text("utf-8") != "old"
    assert not (out / "stale.png").exists()


def test_a_folder_that_is_no_report_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"^out: .* is there and is no report; name another folder or remove it$"):
        report.build_report(tmp_path, hands=20)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_an_unknown_language_is_told_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^language: 'de'"):
        report.build_report(tmp_path / "out", languages=("en", "de"))
    assert not list(tmp_path.iterdir())
