"""The same result everywhere: threads, processes, a Dask cluster, in any order of chunks, killed and resumed."""

from __future__ import annotations

import hashlib
import multiprocessing
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import mjstats
from mjstats import simulation as module
from mjstats.dataset import read_run, simulate_into

RUNS: list[dict[str, Any]] = [{"rules": "riichi", "games": 9, "seed": 3}, {"rules": "hangzhou", "hands": 26, "seed": 3}]


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 8)
    monkeypatch.setattr(module, "CHUNK_GAMES", 2)


def digest(hands: pd.DataFrame) -> str:
    """One number for all that a frame holds, names, types and values."""
    parts = [hands.dtypes.to_string().encode()]
    for name in hands:
        column = hands[name]
        values = column.astype(str) if str(column.dtype) == "category" else column.fillna(-1)
        parts.append(pd.util.hash_pandas_object(values, index=False).to_numpy().tobytes())
    return hashlib.sha256(b"".join(parts)).hexdigest()


class LastFirst(Executor):
    """Plays what it is given in a thread, in whatever order: every few jobs, the last ones first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.order: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        future.result = lambda timeout=None: self._played(future)  # type: ignore[method-assign]
        return future

    def _played(self, asked: Future[Any]) -> Any:
        random.Random(1).shuffle(self.waiting)
        for future, play in self.waiting:
            future.set_result(play())
        self.waiting.clear()
        return Future.result(asked)


@contextmanager
def cluster(workers: int = 2) -> Iterator[str]:
    """The address of a Dask cluster of processes on this machine."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, processes=True) as made:
        yield made.scheduler_address


@contextmanager
def dask() -> Iterator[Executor]:
    """The workers of such a cluster."""
    from distributed import Client

    with cluster() as address, Client(address) as client:
        yield client.get_executor()


def processes() -> AbstractContextManager[Executor]:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


@pytest.mark.parametrize(
    "where",
    [
        pytest.param(lambda: nullcontext(None), id="one thread"),
        pytest.param(lambda: ThreadPoolExecutor(2), id="threads"),
        pytest.param(processes, id="processes"),
        pytest.param(lambda: nullcontext(LastFirst()), id="any order"),
        pytest.param(dask, id="dask"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_the_same_hands_wherever_they_are_played(where: Callable[[], AbstractContextManager[Executor | None]]) -> None:
    with where() as executor:
        for run in RUNS:
            played = mjstats.simulate(**run, executor=executor, workers=1)
            assert digest(played) == digest(mjstats.simulate(**run, workers=2)), run


@pytest.mark.parametrize("name", ["net_0", "winner", "tile", "ends"])
def test_the_digest_sees_a_change(name: str) -> None:
    hands = mjstats.simulate("riichi", games=3, seed=3, workers=1)
    other = hands.copy()
    other[name] = np.roll(other[name].to_numpy(), 1)
    other[name] = other[name].astype(hands[name].dtype)
    assert digest(other) != digest(hands)
    assert digest(hands.copy()) == digest(hands)


@pytest.mark.parametrize("run", RUNS, ids=["games", "hands"])
def test_a_folder_holds_the_same_hands(run: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mjstats import dataset

    monkeypatch.setattr(dataset, "PART", 10)
    monkeypatch.setattr(dataset, "PART_GAMES", 4)
    fewer = {key: value // 2 if key in ("hands", "games") else value for key, value in run.items()}
    simulate_into(tmp_path / "run", **fewer, workers=1)
    folder = simulate_into(tmp_path / "run", **run, workers=2, resume=True)
    whole = mjstats.simulate(**run, workers=1)
    assert digest(read_run(folder)) == digest(whole)
    assert read_run(folder).attrs == whole.attrs
    if "games" in run:
        pd.testing.assert_frame_equal(mjstats.games_of(read_run(folder)), mjstats.games_of(whole))
        with pytest.raises(ValueError, match="its unit is 'games', not 'hands'"):
            simulate_into(folder, run["rules"], hands=9, seed=3, workers=1, resume=True)


KILLED = """
import sys
from mjstats import dataset, simulation
simulation.CHUNK_GAMES = 2
dataset.PART_GAMES = 4
dataset.simulate_into(sys.argv[1], "riichi", games=4000, seed=3, workers=1)
"""


def test_a_run_that_is_killed_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mjstats import dataset

    folder = tmp_path / "run"
    mjstats.simulate("riichi", games=1, seed=3, workers=1)  # compiled before the run that is killed
    run = subprocess.Popen([sys.executable, "-c", KILLED, str(folder)])
    try:
        deadline = time.monotonic() + 240
        while len(list(folder.glob("part-*.parquet"))) < 3:
            assert run.poll() is None, "the run ended by itself"
            assert time.monotonic() < deadline, "no part within four minutes"
            time.sleep(0.02)
    finally:
        run.send_signal(signal.SIGKILL)
        run.wait()
    assert run.returncode == -signal.SIGKILL
    whole = len(list(folder.glob("part-*.parquet")))
    assert whole < 1000  # it was killed in the middle
    games = 4 * whole
    kept = read_run(folder)
    assert kept["table"].nunique() == games  # every part that is there is whole
    monkeypatch.setattr(dataset, "PART_GAMES", 4)
    simulate_into(folder, "riichi", games=games + 3, seed=3, workers=1, resume=True)
    assert digest(read_run(folder)) == digest(mjstats.simulate("riichi", games=games + 3, seed=3, workers=1))
    assert not list(folder.glob(".*.part"))


def test_the_run_stops_when_it_is_precise_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK_GAMES", 10)
    few = mjstats.simulate("riichi", games=2000, seed=3, until_se=0.02, workers=1)
    games = few["table"].nunique()
    assert games % 10 == 0
    assert 10 <= games < 2000
    assert few.attrs["games"] == games
    pd.testing.assert_frame_equal(few, mjstats.simulate("riichi", games=games, seed=3, workers=1))


def test_the_running_error_is_that_of_the_finished_table() -> None:
    from mjstats.estimate import mean
    from mjstats.kernel.result import R_PLAYER, R_WINNER
    from mjstats.play import play_games, play_tables
    from mjstats.simulation import Tally

    rules = mjstats.load("riichi")
    for rows in (play_games(rules, seed=3, first_table=0, n_tables=60), play_tables(rules, seed=3, first_table=0, n_tables=400)):
        tally = Tally(4)
        for table in np.split(rows, np.flatnonzero(np.diff(rows[:, 0])) + 1):
            tally.add(table)
        winners = [row[R_PLAYER + row[R_WINNER]] if row[R_WINNER] >= 0 else -1 for row in rows]
        found = [mean(np.equal(winners, player), np.ones(len(rows)), rows[:, 0]) for player in range(4)]
        assert tally.shares == pytest.approx([one.value for one in found], abs=0.01)
        assert tally.errors == pytest.approx([one.se for one in found], rel=0.1)
        assert tally.se == tally.errors.max() == tally.errors[tally.least_sure]
