"""Simulation: the same hands whoever plays them, readable columns, files that are whole or not there."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from mjstats import simulation as module
from mjstats.columns import OUTCOMES
from mjstats.frames import pattern_counts, pattern_flags
from mjstats.simulation import simulate, simulate_to, write_parquet
from tests.fakes import PATTERNS, frame

HANDS = 26


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 8)  # several chunks, the last one shorter


@pytest.fixture(scope="module")
def serial() -> pd.DataFrame:
    return simulate("hangzhou", hands=HANDS, seed=5, workers=1)


def test_columns_say_what_they_hold(serial: pd.DataFrame) -> None:
    assert len(serial) == HANDS
    assert serial["table"].tolist() == list(range(HANDS))
    assert list(serial["outcome"].cat.categories) == list(OUTCOMES)
    assert (serial["winner"].isna() == (serial["outcome"] == "drawn")).all()
    assert (serial["source"].isna() == ~serial["outcome"].isin(["discard", "rob-kong"])).all()
    assert serial["indicator"].notna().all()
    assert (serial.filter(like="net_").sum(axis=1) == 0).all()
    assert (serial[[f"wilds_{seat}" for seat in range(4)]].sum(axis=1) <= 3).all()
    assert serial.attrs["players"] == 4
    assert serial.attrs["seed"] == 5
    assert serial.attrs["hands"] == HANDS


def test_winners_gain_and_losers_pay(serial: pd.DataFrame) -> None:
    won = serial[serial["winner"].notna()]
    gains = np.array([row[f"net_{row['winner']}"] for _, row in won.iterrows()])
    assert (gains > 0).all()


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(2)], ids=["own threads", "threads"])
def test_threads_give_the_same_hands(serial: pd.DataFrame, executor: Executor | None) -> None:
    pd.testing.assert_frame_equal(serial, simulate("hangzhou", hands=HANDS, seed=5, executor=executor, workers=2))


def test_processes_give_the_same_hands(serial: pd.DataFrame) -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        pd.testing.assert_frame_equal(serial, simulate("hangzhou", hands=HANDS, seed=5, executor=executor))


def test_chunks_do_not_show(serial: pd.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 7)
    pd.testing.assert_frame_equal(serial, simulate("hangzhou", hands=HANDS, seed=5, workers=1))


def test_fewer_hands_are_the_first_of_more(serial: pd.DataFrame) -> None:
    fewer = simulate("hangzhou", hands=10, seed=5, workers=1)
    pd.testing.assert_frame_equal(serial.head(10), fewer, check_flags=False)


def test_seeds_differ(serial: pd.DataFrame) -> None:
    other = simulate("hangzhou", hands=HANDS, seed=6, workers=1)
    assert not serial["indicator"].equals(other["indicator"])


def test_options_change_the_game() -> None:
    white = simulate("hangzhou", hands=12, seed=5, wild="white", workers=1)
    assert white["indicator"].isna().all()
    assert white.attrs["options"]["wild"] == "white"
    assert "wild=white" in white.attrs["label"]


def test_progress_counts_up_to_all_hands() -> None:
    seen: list[tuple[int, int]] = []
    simulate("hangzhou", hands=20, workers=2, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(8, 20), (16, 20), (20, 20)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hands": 0}, "^hands: 0; at least 1 is needed$"),
        ({"hands": 2.5}, "^hands: 2.5; a whole number is needed$"),
        ({"hands": 1, "seed": -1}, "^seed: -1; at least 0 is needed$"),
        ({"hands": 1, "seed": 1 << 63}, "^seed: 9223372036854775808; at most"),
        ({"hands": 1, "streak": 0}, "^streak: 0; at least 1 is needed$"),
        ({"hands": 1, "workers": 0}, "^workers: 0; at least 1 is needed$"),
        ({"hands": 1, "policy": "clever"}, r"^policy: 'clever': there is none of this name; there are fast,"),
        ({"hands": 1, "policy": 3}, "^policy: 3: a name or a Policy is needed, or a sequence of them, one a seat$"),
        ({"hands": 1, "seeds": 3}, r"^seeds: neither an argument nor an option of hangzhou; did you mean 'seed'\?$"),
        ({"hands": 1, "luck": 3}, "^hangzhou: option luck: there is no such option"),
        ({"hands": 1, "policy": None}, "^policy: None: a name or a Policy is needed"),
        ({"hands": 1, "until_se": "low"}, "^until_se: 'low'; a number above 0 is needed, such as 0.001$"),
    ],
)
def test_errors_name_the_argument(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate("hangzhou", **arguments)


def test_parquet_holds_what_simulate_returns(serial: pd.DataFrame, tmp_path: Path) -> None:
    path = simulate_to(tmp_path / "hands.parquet", "hangzhou", hands=HANDS, seed=5, workers=1)
    back = pd.read_parquet(path)
    pd.testing.assert_frame_equal(back, serial)
    assert back.attrs == serial.attrs
    assert [each.name for each in tmp_path.iterdir()] == ["hands.parquet"]


def test_an_error_leaves_no_file_and_keeps_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    path.write_text("old")

    def breaking() -> Iterator[pd.DataFrame]:
        yield frame("east-town", 10)
        raise RuntimeError("worker lost")

    with pytest.raises(RuntimeError, match=r"worker lost"):
        write_parquet(path, breaking())
    assert [each.name for each in tmp_path.iterdir()] == ["hands.parquet"]
    assert path.read_text() == "old"


def test_a_missing_folder_is_told_before_playing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^out: .*does not exist$"):
        simulate_to(tmp_path / "no" / "hands.parquet", "hangzhou", hands=10)


def test_an_error_in_a_worker_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(job: module.Job) -> None:
        if job.first > 0:
            raise RuntimeError(f"table {job.first}")
        return np.zeros((job.tables, 36), np.int64)

    monkeypatch.setattr(module, "play_chunk", broken)
    with pytest.raises(RuntimeError, match=r"table 8"):
        simulate("hangzhou", hands=20, workers=2)


def test_pattern_bits_become_columns() -> None:
    hands = frame("east-town", 200)
    flags = pattern_flags(hands)
    assert list(flags.columns) == list(PATTERNS)
    assert (flags["self-drawn"] == ((hands["patterns"] & 4) > 0)).all()
    assert pattern_counts(hands)["all-pungs"] == sum(1 for mask in hands["patterns"] if mask & 2)
