"""Tables of texts as text for a terminal, as Markdown and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol


class Table(Protocol):
    """A heading, the headings of columns, rows of texts, and a note below."""

    @property
    def title(self) -> str: ...
    @property
    def columns(self) -> tuple[str, ...]: ...
    @property
    def rows(self) -> list[tuple[str, ...]]: ...
    @property
    def note(self) -> str: ...


_WHOLE_NAME, _WHOLE_CELL = 32, 22  #: up to this width a column of names, or another one, is not broken in HTML
_STYLE = """
body { margin: 2rem auto; padding: 0 1rem; max-width: 64rem; color: #222; background: #fff; line-height: 1.5;
  font-family: "Noto Sans", "Helvetica Neue", Arial, "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", sans-serif; }
:lang(zh) { font-family: "Noto Sans", "Helvetica Neue", Arial, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
h3 { font-size: 1.4rem; margin: 0 0 .3rem; }
h4 { font-size: 1.05rem; margin: 1.6rem 0 .2rem; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
tr { break-inside: avoid; }
th { border-bottom: 2px solid #888; font-weight: 600; }
td { border-bottom: 1px solid #ddd; }
"""


def as_text(head: Sequence[str], tables: Sequence[Table], foot: str = "", *, width: int = 120) -> str:
    """Tables as text of at most `width` columns; wide characters take two."""
    from io import StringIO

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Drawn

    file = StringIO()
    console = Console(file=file, width=width, highlight=False, markup=False, emoji=False)
    for line in head:
        console.print(line)
    for table in tables:
        drawn = Drawn(title=table.title or None, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        for number, column in enumerate(table.columns):
            # Names and ids stay whole, unless they are so wide that the columns between them would starve.
            room = width // max(3, len(table.columns) - 1) if number in (0, len(table.columns) - 1) else 0
            whole = max(map(_columns, [column, *(row[number] for row in table.rows)])) <= room
            drawn.add_column(column, overflow="fold", no_wrap=whole)
        for row in table.rows:
            drawn.add_row(*row)
        console.print()
        console.print(drawn)
        if table.note:
            console.print(table.note)
    if foot:
        console.print(f"\n{foot}")
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def _columns(text: str) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, text.split("\n")))


def as_markdown(head: Sequence[str], tables: Sequence[Table], foot: str = "") -> str:
    """Tables as Markdown; the first line of the head is the heading."""

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(_cell(cell) for cell in cells)} |"

    parts = [f"# {head[0]}", *head[1:]]
    for table in tables:
        parts += [f"## {table.title}"] if table.title else []
        parts.append("\n".join([line(table.columns), line(["---"] * len(table.columns)), *map(line, table.rows)]))
        parts += [table.note] if table.note else []
    return "\n\n".join([*parts, foot] if foot else parts)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "<br>")


def as_html(head: Sequence[str], tables: Sequence[Table], foot: str, language: str) -> str:
    """Tables as HTML, a fragment without styles of its own but for the cells' alignment and padding."""
    parts = [f"<h3>{escape(head[0])}</h3>", *(f"<p>{escape(line)}</p>" for line in head[1:])]
    for table in tables:
        styles = [_style(i == 0, [column, *(row[i] for row in table.rows)]) for i, column in enumerate(table.columns)]
        columns = _row("th", styles, table.columns)
        rows = "".join(_row("td", styles, row) for row in table.rows)
        parts += [f"<h4>{escape(table.title)}</h4>"] if table.title else []
        parts.append(f"<table><thead>{columns}</thead><tbody>{rows}</tbody></table>")
        parts += [f"<p>{escape(table.note)}</p>"] if table.note else []
    parts += [f"<p>{escape(foot)}</p>"] if foot else []
    return f'<div lang="{language}">{"".join(parts)}</div>'


def _row(tag: str, styles: Sequence[str], cells: Sequence[str]) -> str:
    texts = [escape(cell).replace("\n", "<br>") for cell in cells]
    return f"<tr>{''.join(f'<{tag} {style}>{text}</{tag}>' for style, text in zip(styles, texts, strict=True))}</tr>"


def _style(first: bool, cells: Sequence[str]) -> str:
    """Columns of short texts are not broken: between Chinese characters a browser breaks anywhere."""
    whole = max(map(_columns, cells)) <= (_WHOLE_NAME if first else _WHOLE_CELL)
    return f'style="text-align:left;vertical-align:top;padding:.2em 1em .2em 0{";white-space:nowrap" if whole else ""}"'


def document(fragment: str, title: str, language: str) -> str:
    """A fragment as a whole HTML page, with the encoding and the fonts that its characters need."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{fragment}\n</body>\n</html>"
    )
