"""What every test run needs: a fresh compile cache, caches inside the checkout, the places of the data."""

from __future__ import annotations

import os
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
def shared_dir() -> Path:
    """The documents beside the checkout; a test that only they can feed is skipped elsewhere, with this reason."""
    shared = ROOT.parent / "shared"
    if not shared.is_dir():
        pytest.skip("the documents beside the checkout (../shared) are not on this machine")
    return shared
