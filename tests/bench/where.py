"""`python -m tests.bench.where scoring PAGE` or `play PAGE POLICY`: where the time goes, by function and by line.

Kernels are linked into the one that Python calls, so that a profiler of symbols sees little. Here they are compiled with their
line numbers into a cache of their own, perf notes addresses while they run, and llvm-symbolizer says which lines were inlined
there. Both programs have to be installed; a machine without counters of its own is sampled by the clock.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mjstats

SECONDS = 8
MOST = 40
KERNELS = Path(mjstats.__file__).parent / "kernel"

Frames = list[tuple[str, int]]  #: files and lines, the innermost first


def scoring(page: str) -> tuple[Callable[[], Any], Any]:
    """Work to be done again and again, and the kernel that does it."""
    from mjstats.kernel.settlement import settle_many
    from tests.bench.bench_scoring import WINS, plain_wins, repeated

    return repeated(plain_wins(page), WINS).score, settle_many


def play(page: str, policy: str) -> tuple[Callable[[], Any], Any]:
    """The same of hands played."""
    from mjstats.kernel import table
    from mjstats.play import play_tables

    rules = mjstats.load(page)
    return lambda: play_tables(rules, seed=1, first_table=0, n_tables=300, policy=policy), table.play_tables


def sampled(work: Callable[[], Any], kernel: Any, folder: Path) -> list[int]:
    """Addresses within the kernel's machine code, which is left in `folder`, one for each time the program was looked at."""
    work()
    (compiled,) = kernel.overloads.values()
    linked = compiled._asdict()["library"]
    code = folder / "kernel.o"
    code.write_bytes(linked._get_compiled_object())
    symbols = subprocess.run(["nm", code], check=True, capture_output=True, text=True).stdout.splitlines()
    (offset,) = (int(line.split()[0], 16) for line in symbols if line.split()[-1] == compiled.fndesc.llvm_func_name)
    first = linked.get_pointer_to_function(compiled.fndesc.llvm_func_name) - offset
    data = str(folder / "perf.data")
    watch = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "4000", "-p", str(os.getpid()), "-o", data, "sleep", str(SECONDS)]
    watcher = subprocess.Popen(watch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while watcher.poll() is None:
        work()
    listed = subprocess.run(["perf", "script", "-i", data, "-F", "ip"], check=True, capture_output=True, text=True).stdout
    return [int(address, 16) - first for address in listed.split()]


def frames_of(addresses: list[int], code: Path) -> list[Frames]:
    """For each address the lines that were inlined there."""
    ask = ["llvm-symbolizer", f"--obj={code}", "-i", "--no-demangle"]
    answers = subprocess.run(ask, input="\n".join(map(hex, addresses)), check=True, capture_output=True, text=True).stdout
    found = []
    for answer in answers.strip().split("\n\n"):
        places = [line.rsplit(":", 2)[:2] for line in answer.splitlines()[1::2]]
        found.append([(Path(file).name, int(number)) for file, number in places if str(KERNELS) in file])
    return found


def functions() -> dict[tuple[str, int], str]:
    """The function that each line of a kernel's file stands in."""
    names = {}
    for file in KERNELS.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                names |= {(file.name, line): node.name for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    return names


def show(title: str, counts: Counter[str], samples: int) -> None:
    """Print the largest parts of the time."""
    print(f"\n{title}")
    for name, count in counts.most_common(MOST):
        print(f"{100 * count / samples:6.1f} %  {name}")


def main(words: list[str]) -> None:
    """Run the work that the words name, and print where its time went."""
    for program in ("perf", "llvm-symbolizer", "nm"):
        if shutil.which(program) is None:
            sys.exit(f"{program} is not installed")
    if os.environ.get("NUMBA_DEBUGINFO") != "1":
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "NUMBA_DEBUGINFO": "1", "NUMBA_CACHE_DIR": cache}
            sys.exit(subprocess.run([sys.executable, "-m", "tests.bench.where", *words], env=environment).returncode)
    kind, *rest = words
    work, kernel = {"scoring": scoring, "play": play}[kind](*rest)
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        addresses = sampled(work, kernel, Path(folder))
        print(f"{len(addresses)} samples in {time.process_time() - begun:.0f} s")
        often = Counter(addresses)
        frames = dict(zip(often, frames_of(list(often), Path(folder) / "kernel.o"), strict=True))
    names = functions()
    own: Counter[str] = Counter()
    within: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    for address, count in often.items():
        called = [f"{file.removesuffix('.py')}.{names.get((file, line), '')}" for file, line in frames[address]]
        own[called[0] if called else "elsewhere"] += count
        within.update(dict.fromkeys(called, count))
        lines[":".join(map(str, frames[address][0])) if called else "elsewhere"] += count
    show("by function, without what it calls", own, len(addresses))
    show("by function, with what was inlined into it", within, len(addresses))
    show("by line", lines, len(addresses))


if __name__ == "__main__":
    main(sys.argv[1:])
