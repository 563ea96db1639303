"""What a page's questions of exact counting cost: CPU seconds and peak memory, each in a process of its own.

A floor is missed over 10 s or 1 GiB. Seconds are those of the whole process, importing included, the kernels compiled before.
What is not answered after two minutes is given up.
"""

from __future__ import annotations

import subprocess
import sys
from typing import NamedTuple

MOST_SECONDS = 10
MOST_MIB = 1024
GIVEN_UP = 120
PAGES = (
    "hangzhou",
    "wuhan",
    "wuhan-hongzhong",
    "jingzhou",
    "xiamen",
    "quanzhou",
    "nanchang",
    "taizhou",
    "ningbo",
    "taiwan",
    "riichi",
    "mcr",
)
# All of them over all faces of the indicator, told apart by the number of wild tiles.
QUESTIONS = {
    "deal": 'exact.odds(page, by="k")',
    "within": 'exact.odds(page, within=range(13, 31), by="k")',
    "waits": 'exact.waits(page, by="k")',
    "copies": 'exact.waits(page, by="k", copies=True)',
    "patterns": 'exact.frequencies(page, by="k")',
    "13:30": 'exact.odds(page, tiles=range(13, 31), by="k")',
}
# Without a page: all shapes together, from one tile to the most that may be asked for.
IRREGULAR = {
    "irregular": 'exact.odds(tiles=[13, 14], shapes=[name for name in exact.SHAPES if name != "standard"])',
    "1 to 40": "exact.odds(tiles=[1, 13, 14, 40], shapes=list(exact.SHAPES))",
}
# The high-water mark that getrusage tells includes the parent's at the fork; the one of the process itself is in /proc.
_ASKED = """
import sys, time
from mjstats import exact, load
page = load(sys.argv[1]) if sys.argv[1] else None
{question}
print(time.process_time(), next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


class Cost(NamedTuple):
    """CPU seconds and peak MiB of one question."""

    seconds: float
    mib: float


def asked(page: str, question: str) -> Cost | None:
    """Ask one question of a page, or of none, in a process of its own; None where the answer is not waited for."""
    command = [sys.executable, "-c", _ASKED.format(question={**QUESTIONS, **IRREGULAR}[question]), page]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=GIVEN_UP)
    except subprocess.TimeoutExpired:
        return None
    seconds, kib = done.stdout.split()
    return Cost(float(seconds), int(kib) / 1024)


def main() -> None:
    """Print a table of pages and questions."""
    for question in QUESTIONS:  # once for the compiler
        asked("hangzhou", question)
    print("== exact counting: CPU seconds, peak MiB ==")
    for pages, questions in ((PAGES, QUESTIONS), (("",), IRREGULAR)):
        print(f"{'':16}" + "".join(f"{question:>18}" for question in questions))
        for page in pages:
            print(f"{page or 'no page':16}", end="", flush=True)
            for question in questions:
                cost = asked(page, question)
                if cost is None:
                    print(f"{'given up':>16} !", end="", flush=True)
                    continue
                missed = "!" if cost.seconds > MOST_SECONDS or cost.mib > MOST_MIB else " "
                print(f"{cost.seconds:9.1f} {cost.mib:6.0f} {missed}", end="", flush=True)
            print()


if __name__ == "__main__":
    main()
