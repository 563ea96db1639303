"""The house's own rules: what importing costs, what kernels may know, how long files may be."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mjstats.kernel.jit import doubt_kept, drop_stale

SOURCES = ("mjstats", "tests", "notebooks")


def python(root: Path, code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def test_importing_loads_nothing_heavy(root: Path) -> None:
    heavy = "{'numba', 'pandas', 'matplotlib', 'pyarrow', 'pydantic', 'numpy', 'rich', 'typer'}"
    assert python(root, f"import sys, mjstats; print(sorted({heavy} & set(sys.modules)))") == "[]"


def test_hands_and_records_load_neither_numba_nor_pandas_nor_matplotlib(root: Path) -> None:
    heavy = "{'numba', 'pandas', 'matplotlib', 'pyarrow'}"
    code = f"import sys, mjstats; mjstats.Hand('123m')._repr_html_(); mjstats.Record; print(sorted({heavy} & set(sys.modules)))"
    assert python(root, code) == "[]"


def test_importing_takes_a_moment(root: Path) -> None:
    def seconds() -> float:
        started = time.perf_counter()
        python(root, "import mjstats")
        return time.perf_counter() - started

    # The best of three, the start of Python itself included, so that a busy machine does not fail it.
    assert min(seconds() for _ in range(3)) < 0.5


def test_public_names_are_there(root: Path) -> None:
    missing = python(root, "import mjstats; print([n for n in mjstats.__all__ if getattr(mjstats, n, None) is None])")
    assert missing == "[]"


def test_unknown_names_are_refused() -> None:
    import mjstats

    with pytest.raises(AttributeError, match="no attribute 'shanten'"):
        mjstats.shanten  # noqa: B018  # reading it is the test


def test_no_kernel_names_a_rule_set(root: Path) -> None:
    pages = sorted(page.stem for page in (root / "mjstats" / "rules").rglob("*.toml"))
    assert pages
    for source in sorted((root / "mjstats" / "kernel").rglob("*.py")):
        words = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", source.read_text(encoding="utf-8").lower().replace("_", "-")))
        assert sorted(words & set(pages)) == [], source.name


def test_no_file_is_long(root: Path) -> None:
    files = [file for folder in SOURCES for file in sorted((root / folder).rglob("*.py"))]
    assert files
    lengths = {str(file.relative_to(root)): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {name: lines for name, lines in lengths.items() if lines > 600} == {}


def test_the_readme_names_both_commands(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert "make report" in readme
    assert "make test" in readme


def test_stale_kernels_are_unlinked(tmp_path: Path) -> None:
    sources, cache = tmp_path / "kernel", tmp_path / "cache"
    own, foreign = cache / "kernel_1a2b", cache / "elsewhere_3c4d"
    for folder in (sources, own, foreign):
        folder.mkdir(parents=True)
    # `play` stands on `judge` and `price`, `price` on `judge` alone.
    prices = "from my.kernel.judge import a\n"
    texts = {"judge": "", "price": prices, "play": "import os\nfrom my.kernel.price import (\n    b,\n)\n"}
    for name, text in texts.items():
        (sources / f"{name}.py").write_text(text)
    kept = ["judge.a-1.py311.nbi", "judge.a-1.py311.1.nbc", "other.txt"]
    stale = ["price.b-1.py311.nbi", "play.c-1.py311.nbi", "play.c-1.py311.1.nbc", "gone.d-1.py311.nbi"]
    for file in [*(own / name for name in (*kept, *stale)), foreign / stale[0]]:
        file.touch()
        os.utime(file, (10_000, 10_000))
    for name, written in {"judge": 9_000, "price": 11_000, "play": 9_000}.items():
        os.utime(sources / f"{name}.py", (written, written))
    (own / "price.b-2.py311.nbi").symlink_to("nowhere")  # listed, and gone when it is looked at: another process was quicker
    kept.append("price.b-2.py311.nbi")
    assert drop_stale(cache, sources) == len(stale)
    left = sorted(file.relative_to(cache).as_posix() for file in cache.rglob("*.*"))
    assert left == sorted([f"elsewhere_3c4d/{stale[0]}", *(f"kernel_1a2b/{name}" for name in kept)])


def test_kernels_compiled_while_a_source_changed_are_doubted(tmp_path: Path) -> None:
    sources, cache = tmp_path / "kernel", tmp_path / "cache"
    own = cache / "kernel_1a2b"
    for folder in (sources, own):
        folder.mkdir(parents=True)
    (sources / "judge.py").write_text("")
    read = {"judge": (sources / "judge.py").stat().st_mtime}
    for name, kept_at in {"judge.old-1.py311.nbi": read["judge"] + 1, "judge.new-1.py311.nbi": read["judge"] + 20}.items():
        (own / name).touch()
        os.utime(own / name, (kept_at, kept_at))
    doubt_kept(cache, sources, read, since=read["judge"] + 10)
    assert drop_stale(cache, sources) == 0  # nothing changed
    os.utime(sources / "judge.py", (read["judge"] + 15,) * 2)
    assert drop_stale(cache, sources) == 1  # the older one; of the newer nobody knows yet
    doubt_kept(cache, sources, read, since=read["judge"] + 10)
    assert drop_stale(cache, sources) == 1
    assert list(own.iterdir()) == []


def compiled_functions(root: Path) -> dict[tuple[str, str], str]:
    """Every compiled function: (module, name) -> the decorator that compiles it."""
    found = {}
    for file in sorted((root / "mjstats" / "kernel").glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for one in node.decorator_list:
                    if isinstance(one, ast.Name):
                        found[file.stem, node.name] = one.id
    return found


def test_python_calls_only_kernels_that_it_may_call(root: Path) -> None:
    """A leaf without a way in from Python ends the process when it is called from there."""
    compiled = compiled_functions(root)
    files = [file for folder in ("mjstats", "tests") for file in (root / folder).rglob("*.py") if file.parent.name != "kernel"]
    wrong = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        called: set[tuple[str, str]] = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module == "mjstats.kernel":
                for alias in node.names:
                    names = re.findall(rf"\b{alias.asname or alias.name}\.([a-z_]+)\b", text)
                    called |= {(alias.name, name) for name in names}
            elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("mjstats.kernel."):
                called |= {(node.module.removeprefix("mjstats.kernel."), alias.name) for alias in node.names}
        wrong += [(file.name, *one) for one in called if compiled.get(one) in ("leaf", "small_leaf")]
    for file in sorted((root / "mjstats" / "kernel").glob("*.py")):
        shown = re.findall(r">>> .*?\b([a-z_]+)\(", file.read_text(encoding="utf-8"))
        wrong += [(file.name, name) for name in shown if compiled.get((file.stem, name)) in ("leaf", "small_leaf")]
    assert wrong == []
