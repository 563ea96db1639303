"""Long runs in a folder: whole, interrupted and resumed, made longer, and never mixed with another run."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import mjstats
from mjstats import Policy, dataset, simulation
from mjstats.dataset import read_run, simulate_into
from mjstats.situation import Situation


class KilledError(Exception):
    """Stands for whatever ends a run in the middle."""


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART", 40)


def kill(done: int, hands: int) -> None:
    if done >= 40:
        raise KilledError


def test_an_interrupted_run_goes_on_to_the_same_hands(tmp_path: Path) -> None:
    whole = mjstats.simulate("hangzhou", hands=100, seed=3, workers=1)
    with pytest.raises(KilledError):
        simulate_into(tmp_path / "run", "hangzhou", hands=100, seed=3, workers=1, progress=kill)
    assert len(read_run(tmp_path / "run")) == 40  # what was played is there, whole
    folder = simulate_into(tmp_path / "run", "hangzhou", hands=100, seed=3, workers=2, resume=True)
    again = read_run(folder)
    pd.testing.assert_frame_equal(again, whole)
    assert again.attrs == whole.attrs
    assert not [file.name for file in folder.iterdir() if file.name.endswith(".part")]


def test_a_killed_run_loses_at_most_the_chunk_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 10)
    whole = mjstats.simulate("hangzhou", hands=100, seed=3, workers=1)

    def kill_within(done: int, hands: int) -> None:
        if done >= 70:
            raise KilledError

    with pytest.raises(KilledError):
        simulate_into(tmp_path / "run", "hangzhou", hands=100, seed=3, workers=1, progress=kill_within)
    assert len(read_run(tmp_path / "run")) == 40  # whole parts only
    # What a process that is killed while it writes leaves behind.
    (tmp_path / "run" / "_under_way" / "chunk.part").write_bytes(b"half of a chunk")
    (tmp_path / "run" / "_under_way" / "000000000030.npy").write_bytes(b"of a part that is whole")
    played: list[int] = []

    def look(run: simulation.Run, *, first: int, tables: int, **how: Any) -> Any:
        played.extend(range(first, first + tables))
        return simulation.play_run(run, first=first, tables=tables, **how)

    monkeypatch.setattr(dataset, "play_run", look)
    folder = simulate_into(tmp_path / "run", "hangzhou", hands=100, seed=3, workers=1, resume=True)
    assert played == list(range(70, 100))
    pd.testing.assert_frame_equal(read_run(folder), whole)
    assert not (folder / "_under_way").exists()


def test_a_killed_run_may_be_made_shorter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 10)

    def kill_within(done: int, hands: int) -> None:
        if done >= 30:
            raise KilledError

    with pytest.raises(KilledError):
        simulate_into(tmp_path / "run", "hangzhou", hands=100, seed=3, workers=1, progress=kill_within)
    folder = simulate_into(tmp_path / "run", "hangzhou", hands=17, seed=3, workers=1, resume=True)
    pd.testing.assert_frame_equal(read_run(folder), mjstats.simulate("hangzhou", hands=17, seed=3, workers=1))
    folder = simulate_into(folder, "hangzhou", hands=60, seed=3, workers=1, resume=True)
    pd.testing.assert_frame_equal(read_run(folder), mjstats.simulate("hangzhou", hands=60, seed=3, workers=1))


def test_a_folder_is_filled_until_it_is_precise_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 10)
    whole = mjstats.simulate("hangzhou", hands=500, seed=3, until_se=0.03, workers=1)
    assert 40 < len(whole) < 490  # it ends in the middle of a part
    folder = simulate_into(tmp_path / "run", "hangzhou", hands=500, seed=3, until_se=0.03, workers=1)
    pd.testing.assert_frame_equal(read_run(folder), whole)
    assert dataset.tables_in(folder) == len(whole) == read_run(folder).attrs["hands"]
    # Precise enough already: nothing is played; more precise: it goes on to the hands of one run.
    simulate_into(folder, "hangzhou", hands=500, seed=3, until_se=0.04, workers=1, resume=True)
    simulate_into(folder, "hangzhou", hands=500, seed=3, until_se=0.023, workers=1, resume=True)
    pd.testing.assert_frame_equal(read_run(folder), mjstats.simulate("hangzhou", hands=500, seed=3, until_se=0.023, workers=1))
    with pytest.raises(ValueError, match="until_se: 0; a number above 0 is needed"):
        simulate_into(tmp_path / "other", "hangzhou", hands=10, until_se=0)
    assert not (tmp_path / "other").exists()


def test_a_finished_run_is_made_longer(tmp_path: Path) -> None:
    simulate_into(tmp_path / "run", "hangzhou", hands=50, seed=3, workers=1)
    folder = simulate_into(tmp_path / "run", "hangzhou", hands=90, seed=3, workers=1, resume=True)
    longer = read_run(folder)
    pd.testing.assert_frame_equal(longer, mjstats.simulate("hangzhou", hands=90, seed=3, workers=1))
    assert longer.attrs["hands"] == 90
    for fewer in (85, 80, 30):  # within the last part, at its beginning, far before
        with pytest.raises(ValueError, match=rf"^hands: {fewer}; the folder .* holds more than that already, 90$"):
            simulate_into(folder, "hangzhou", hands=fewer, seed=3, workers=1, resume=True)


def test_runs_are_not_mixed(tmp_path: Path) -> None:
    folder = simulate_into(tmp_path / "run", "hangzhou", hands=5, seed=3, workers=1)
    with pytest.raises(ValueError, match="holds this run already; resume it, or name another folder"):
        simulate_into(folder, "hangzhou", hands=9, seed=3, workers=1)
    with pytest.raises(ValueError, match="holds another run: its seed is 3, not 4"):
        simulate_into(folder, "hangzhou", hands=9, seed=4, workers=1, resume=True)
    with pytest.raises(ValueError, match=r'holds another run: its option wild is not set; here it is "white"$'):
        simulate_into(folder, "hangzhou", hands=9, seed=3, workers=1, resume=True, wild="white")
    note = folder / "_run.json"
    note.write_text(note.read_text().replace('"page": "', '"page": "0'))
    with pytest.raises(ValueError, match="holds another run: its page hangzhou reads otherwise; the words"):
        simulate_into(folder, "hangzhou", hands=9, seed=3, workers=1, resume=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match="holds other files; name a new or an empty folder"):
        simulate_into(tmp_path / "other", "hangzhou", hands=5, workers=1)
    with pytest.raises(ValueError, match="does not exist"):
        simulate_into(tmp_path / "no" / "run", "hangzhou", hands=5, workers=1)
    assert [file.name for file in (tmp_path / "other").iterdir()] == ["notes.txt"]


def first(situation: Situation) -> int:
    return situation.legal[0]


def test_own_policies_are_not_mixed(tmp_path: Path) -> None:
    run: dict[str, Any] = {"hands": 2, "seed": 3, "workers": 1}
    folder = simulate_into(tmp_path / "run", "hangzhou", **run, policy=Policy("mine"))
    assert simulate_into(folder, "hangzhou", **run, policy=Policy("mine"), resume=True) == folder
    made = read_run(folder).attrs["own_policies"]
    assert made == {"mine": {"caution": 0.0, "gain": 1.0, "worth_power": 0.4, "discard": None, "claim": None}}
    for other, says in (
        (Policy("mine", worth_power=0, gain=1000), "its policy 'mine' has gain 1, not 1000"),
        (Policy("mine", worth_power=0), "its policy 'mine' has worth_power 0.4, not 0"),
        (Policy("mine", discard=first), "its policy 'mine' has no function discard"),
        (Policy("yours"), "its policy is 'mine', not 'yours'"),
    ):
        with pytest.raises(ValueError, match=rf"holds another run: {says}$"):
            simulate_into(folder, "hangzhou", **run, policy=other, resume=True)


def test_own_functions_are_not_mixed(tmp_path: Path) -> None:
    def choosing(place: int) -> Policy:
        return Policy("mine", discard=lambda situation: situation.legal[place])

    run: dict[str, Any] = {"hands": 2, "seed": 3, "workers": 1}
    folder = simulate_into(tmp_path / "run", "hangzhou", **run, policy=choosing(0))
    simulate_into(folder, "hangzhou", **run, policy=choosing(0), resume=True)
    with pytest.raises(ValueError, match=r"holds another run: its policy 'mine' has another function discard$"):
        simulate_into(folder, "hangzhou", **run, policy=choosing(-1), resume=True)
    with pytest.raises(ValueError, match=r"holds another run: its policy 'mine' has a function discard$"):
        simulate_into(folder, "hangzhou", **run, policy=Policy("mine"), resume=True)


def test_what_cannot_play_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^executor: 'x'; an Executor of concurrent.futures is needed"):
        simulate_into(tmp_path / "run", "hangzhou", hands=2, executor="x")  # type: ignore[arg-type]  # what a user may write
    assert not (tmp_path / "run").exists()


def test_stops_once_it_is_precise_enough() -> None:
    hands = mjstats.simulate("hangzhou", hands=5000, seed=3, until_se=0.022)
    assert len(hands) == 500  # one chunk: a player wins about a quarter, a standard error of 0.019
    assert hands.attrs["hands"] == 500
    pd.testing.assert_frame_equal(hands, mjstats.simulate("hangzhou", hands=500, seed=3))
    for wrong in (0, -1, float("inf"), float("nan"), True):
        with pytest.raises(ValueError, match=rf"^until_se: {wrong}; a number above 0 is needed"):
            mjstats.simulate("hangzhou", hands=10, until_se=wrong)


def test_what_was_not_reached_is_told(tmp_path: Path) -> None:
    says = r"^until_se: 0.001 was not reached: after 50 hands the standard error of player \d's win rate is 0\.0\d+, the largest"
    with pytest.warns(simulation.Notice, match=says):
        mjstats.simulate("hangzhou", hands=50, seed=3, until_se=0.001, workers=1)
    with pytest.warns(simulation.Notice, match=says):
        simulate_into(tmp_path / "run", "hangzhou", hands=50, seed=3, until_se=0.001, workers=1)
    with pytest.warns(simulation.Notice, match=says):  # of what was played before too
        simulate_into(tmp_path / "run", "hangzhou", hands=50, seed=3, until_se=0.001, workers=1, resume=True)
