"""How far a run has come, on a terminal or in a notebook: tables played, how many a second, time left, and how sure the win rates
are by now."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any, Protocol


class Progress(Protocol):
    """Called with (tables played, tables in all) after each chunk; a table is a hand, or a game."""

    def __call__(self, done: int, total: int, /) -> object: ...


class Bar:
    """A progress function that draws a bar; what it is told of a win rate stands beside it."""

    def __init__(self, draw: Any) -> None:
        self._draw = draw
        self._begun = time.monotonic()
        self._won = ""

    def __call__(self, done: int, total: int, /) -> None:
        """Draw that `done` of `total` tables are played."""
        self._draw(done, total, self._told(done, total, time.monotonic() - self._begun))

    def win_rate(self, player: int, share: float, se: float) -> None:
        """Keep the share of hands that this player won so far and its standard error, the largest of all, for the next call."""
        self._won = f"player {player} wins {100 * share:.2f} ± {100 * se:.2f} %"

    def _told(self, done: int, total: int, seconds: float) -> str:
        return ", ".join(text for text in (pace(done, total, seconds), self._won) if text)


def pace(done: int, total: int, seconds: float) -> str:
    """How fast it goes and how long it will take.

    >>> pace(500, 2000, 2.0), pace(2000, 2000, 4.0), pace(0, 10, 0.0)
    ('250/s, 0:06 left', '500/s', '')
    """
    if done <= 0 or seconds <= 0:
        return ""
    rate = done / seconds
    speed = f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s"
    if done >= total:
        return speed
    minutes, left = divmod(round((total - done) / rate), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{speed}, " + (f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}") + " left"


@contextmanager
def progress_bar(words: str) -> Iterator[Bar]:
    """A bar on stderr, gone when it is done; nothing where stderr is no terminal. In a notebook it stands below the cell.

    >>> with progress_bar("playing") as progress:
    ...     progress(1, 2)
    """
    with _notebook_bar(words) if _in_notebook() else _terminal_bar(words) as bar:
        yield bar


@contextmanager
def _terminal_bar(words: str) -> Iterator[Bar]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Drawn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[told]}"))
    with Drawn(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as drawn:
        task = drawn.add_task(words, total=None, told="")
        yield Bar(lambda done, total, told: drawn.update(task, completed=done, total=total, told=told))


@contextmanager
def _notebook_bar(words: str) -> Iterator[Bar]:
    from IPython.display import HTML, display

    handle = display(HTML(""), display_id=True)

    def draw(done: int, total: int, told: str) -> None:
        drawn = f'<progress value="{done}" max="{total}"></progress>'
        handle.update(HTML(f"{escape(words)} {drawn} {done:,} / {total:,} {escape(told)}"))

    try:
        yield Bar(draw)
    finally:
        handle.update(HTML(""))


def _in_notebook() -> bool:
    """Whether a kernel of Jupyter runs this."""
    if "IPython" not in sys.modules:
        return False
    from IPython import get_ipython

    return type(get_ipython()).__name__ == "ZMQInteractiveShell"
