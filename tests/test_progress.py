"""Progress: what is told, and where it is shown."""

from __future__ import annotations

import re
from typing import Any

import pytest

import mjstats
from mjstats import progress as module
from mjstats import simulation
from mjstats.progress import Bar, pace, progress_bar


def test_the_pace_of_slow_and_long_runs() -> None:
    assert pace(1, 9, 4.0) == "0.25/s, 0:32 left"
    assert pace(1000, 8_201_000, 1.0) == "1,000/s, 2:16:40 left"


def test_a_bar_is_told_how_sure_the_win_rate_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 8)
    drawn: list[tuple[int, int, str]] = []
    mjstats.simulate("hangzhou", hands=20, workers=1, progress=Bar(lambda done, total, told: drawn.append((done, total, told))))
    assert [(done, total) for done, total, _ in drawn] == [(8, 20), (16, 20), (20, 20)]
    told = [re.fullmatch(r"[\d.,]+/s(?:, \d+:\d\d left)?, player \d wins ([\d.]+) ± ([\d.]+) %", text) for _, _, text in drawn]
    assert all(told)
    errors = [float(match[2]) for match in told if match]
    assert errors == sorted(errors, reverse=True)


def test_games_are_counted_as_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK_GAMES", 2)
    seen: list[tuple[int, int]] = []
    mjstats.simulate("riichi", games=5, workers=1, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(2, 5), (4, 5), (5, 5)]


def test_in_a_notebook_it_stands_below_the_cell_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, html: Any) -> None:
            shown.append(html.data)

    import IPython.display

    monkeypatch.setattr(module, "_in_notebook", lambda: True)
    monkeypatch.setattr(IPython.display, "display", lambda *_, **__: Handle())
    with progress_bar("playing <wuhan>") as bar:
        bar(50, 1000)
    assert 'value="50" max="1000"' in shown[0]
    assert "&lt;wuhan&gt;" in shown[0]
    assert shown[-1] == ""
    assert module._in_notebook()


def test_where_nobody_looks_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("playing") as bar:
        bar(1, 2)
        bar.win_rate(0, 0.5, 0.1)
        bar(2, 2)
    assert capsys.readouterr() == ("", "")
