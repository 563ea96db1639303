"""What every test run needs: a fresh compile cache, caches inside the checkout, the places of the data."""

from __future__ import annotations

import csv
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent
CACHE = ROOT / ".cache"

# Before anything imports numba or matplotlib: they read these once. The Makefile sets the same.
os.environ.setdefault("NUMBA_CACHE_DIR", str(CACHE / "numba"))
os.environ.setdefault("MPLCONFIGDIR", str(CACHE / "matplotlib"))
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(CACHE / "hypothesis"))
os.environ.setdefault("MPLBACKEND", "agg")


def own_kernels(worker: str) -> None:
    """Give one of several test processes a cache of compiled kernels of its own, beginning with what is compiled already.

    Two processes that compile the same kernel for different arguments at the same time may number both alike. The files are
    links, since the compiler replaces a file and never writes into one.
    """
    common = Path(os.environ["NUMBA_CACHE_DIR"])
    own = common.with_name(f"{common.name}-{worker}")
    shutil.rmtree(own, ignore_errors=True)
    if common.is_dir():
        shutil.copytree(common, own, copy_function=os.link)
    os.environ["NUMBA_CACHE_DIR"] = str(own)


if "PYTEST_XDIST_WORKER" in os.environ:
    own_kernels(os.environ["PYTEST_XDIST_WORKER"])

# No deadline: the first example may compile a kernel. Derandomised: a run says the same on every machine.
settings.register_profile("house", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("house")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The project's own worked examples and reference figures."""
    return ROOT / "data"


@pytest.fixture(scope="session")
def figures(data_dir: Path) -> dict[str, str]:
    """Published figures by name."""
    with (data_dir / "figures.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row["value"] for row in csv.DictReader(file)}


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The documents beside the checkout; a test that only they can feed is skipped elsewhere, with this reason."""
    shared = ROOT.parent / "shared"
    if not shared.is_dir():
        pytest.skip("the documents beside the checkout (../shared) are not on this machine")
    return shared
