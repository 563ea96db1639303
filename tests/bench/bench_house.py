"""What it costs to begin: importing, compiling each kernel module from nothing, memory.

Each measurement runs in a process of its own, so that nothing is warm that should be cold.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

# Prints CPU seconds of compiling by kernel module: what a function's callees cost is counted to the callee.
_COMPILE = """
import json, time
from numba.core import event
import mjstats
from mjstats.play import play_tables
spent, stack = {}, []
class Listener(event.Listener):
    def on_start(self, it):
        stack.append([time.process_time(), 0.0])
    def on_end(self, it):
        begun, below = stack.pop()
        whole = time.process_time() - begun
        if stack:
            stack[-1][1] += whole
        module = it.data["dispatcher"].py_func.__module__
        spent[module] = spent.get(module, 0.0) + whole - below
event.register("numba:compile", Listener())
begun = time.perf_counter()
for page in ("hangzhou", "wuhan"):
    play_tables(mjstats.load(page), seed=1, first_table=0, n_tables=1)
mjstats.distance("123m45p7z123s99s1z")
print(json.dumps({"wall": time.perf_counter() - begun, "modules": spent}))
"""

# The high-water mark that getrusage tells includes the parent's at the fork; the one of the process itself is in /proc.
_MEMORY = """
import mjstats
mjstats.simulate("wuhan", hands=20000, seed=1)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def _python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={**os.environ, **environment}
    )
    return done.stdout


def import_seconds(runs: int = 5) -> float:
    """Median seconds of a process that imports mjstats, less one that does nothing."""

    def once(code: str) -> float:
        begun = time.perf_counter()
        _python(code)
        return time.perf_counter() - begun

    return sorted(once("import mjstats") - once("pass") for _ in range(runs))[runs // 2]


def main() -> None:
    """Print the figures."""
    print("== beginning ==")
    print(f"import mjstats                      {import_seconds():8.3f} s")
    with tempfile.TemporaryDirectory() as cache:
        cold = json.loads(_python(_COMPILE, NUMBA_CACHE_DIR=cache).splitlines()[-1])
    print(f"compile all kernels, nothing kept   {cold['wall']:8.1f} s wall, {sum(cold['modules'].values()):.1f} s CPU, of which")
    for module, seconds in sorted(cold["modules"].items(), key=lambda item: -item[1]):
        if module.startswith("mjstats"):
            print(f"  {module:34}{seconds:8.1f} s CPU")
    print(f"peak memory, 20,000 hands of wuhan  {int(_python(_MEMORY)) / 1024:8.0f} MiB")
