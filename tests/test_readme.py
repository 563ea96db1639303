"""The README tells the truth: its commands print what it shows, its Python runs.

`python -m tests.test_readme` writes what the commands print now into the README, for reading over before it is kept.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import tempfile
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def output_of(command: str) -> str:
    """What a command prints, errors included."""
    from mjstats.cli import app

    program, *words = shlex.split(command)
    assert program == "mjstats", command
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), contextlib.suppress(SystemExit):
        app(words)
    return "\n".join(line.rstrip() for line in printed.getvalue().rstrip().splitlines()) + "\n"


def sessions(text: str) -> list[tuple[str, str]]:
    """Commands and what the README shows below each, in order."""
    found = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            found.append((command, shown))
    return found


def make_files(text: str) -> None:
    """`cat FILE` shows what the file has to hold: write it."""
    for command, shown in sessions(text):
        if command.startswith("cat "):
            Path(command.removeprefix("cat ")).write_text(shown, encoding="utf-8")


def renewed(text: str) -> str:
    """The README with what its commands print now."""

    def block(match: re.Match[str]) -> str:
        body = ""
        for part in re.split(r"^\$ ", match[1], flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            body += f"$ {command}\n" + (shown if command.startswith("cat ") else output_of(command))
        return f"```console\n{body}```"

    return BLOCK.sub(block, text)


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The README, read in a folder that holds the files it shows."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    text = README.read_text(encoding="utf-8")
    make_files(text)
    return text


def test_commands_print_what_the_readme_shows(text: str) -> None:
    assert len([command for command, _ in sessions(text) if command.startswith("mjstats ")]) >= 5
    for command, shown in sessions(text):
        if command.startswith("mjstats "):
            assert output_of(command) == shown, command


def test_python_examples_run(text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, "README", str(README), 0)
    assert len(test.examples) >= 8
    said = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.write)
    assert runner.failures == 0, said.getvalue()


def test_the_readme_is_short_and_its_links_lead_somewhere(text: str) -> None:
    assert len(text.splitlines()) <= 200
    root = README.parent
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", text) + re.findall(
        r"`((?:data|mjstats)/[\w./-]+\.md|LICENSE|[A-Z]+\.md)`", text
    ):
        assert (root / target).exists(), target


if __name__ == "__main__":
    old = README.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        os.environ["COLUMNS"] = "120"
        make_files(old)
        new = renewed(old)
    README.write_text(new, encoding="utf-8")
