"""A long run kept as a folder of Parquet files, one a part: what was played stays, and an interrupted run goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from mjstats.frames import page_hash, to_frame
from mjstats.policies import Policies, own_policies, policy_text
from mjstats.progress import Progress
from mjstats.rules import RuleSet
from mjstats.simulation import (
    CHUNK,
    CHUNK_GAMES,
    Run,
    Tally,
    check_until_se,
    check_workers,
    play_run,
    run_of,
    tell_unreached,
    told,
    write_parquet,
)

if TYPE_CHECKING:
    import pandas as pd

Ints = npt.NDArray[np.int64]

PART: Final = 20 * CHUNK
"""Hands a file."""
PART_GAMES: Final = 10 * CHUNK_GAMES
"""Games a file."""

#: says what is played; pandas and pyarrow pass over names that begin with an underscore
_RUN: Final = "_run.json"
#: chunks of the part under way
_UNDER_WAY: Final = "_under_way"
#: key of a file's metadata: how many tables it holds
_TABLES: Final = "mjstats_tables"
#: key of what is played: what policies of one's own are made of
_OWN: Final = "own_policies"


def simulate_into(
    folder: str | Path,
    rules: RuleSet | str | Path,
    *,
    hands: int | None = None,
    games: int | None = None,
    seed: int = 1,
    streak: int = 1,
    policy: Policies = "fast",
    resume: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    until_se: float | None = None,
    **options: Any,
) -> Path:
    """Play like `simulate` and keep the hands in a folder, a file for each `PART` of them, or `PART_GAMES` of games.

    `read_run` gives all of them in order, as `simulate` returns them. A file appears only when it is
    whole, and what belongs to the next one is kept chunk by chunk: a run that is killed loses at most the chunk under way.
    With `resume` a run that was begun goes on where it stopped, or a finished one is made longer; the hands are the same as
    those of one run without a break. With `until_se` it stops sooner, as `simulate` does.

    Raises
    ------
    ValueError
        one line: the folder holds another run (the line says what differs, weights and code of own policies too), or more hands
        than are asked for, or holds one and `resume` was not given.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     folder = simulate_into(f"{place}/run", "hangzhou", hands=3, seed=7, workers=1)
    ...     len(read_run(folder))
    3
    """
    check_until_se(until_se)
    folder = Path(folder)
    run = run_of(rules, options, hands=hands, games=games, seed=seed, streak=streak, policy=policy)
    size = PART_GAMES if run.whole else PART
    check_workers(run, executor, workers)
    _open(folder, _describe(run, size), resume=resume)
    kept = tables_in(folder)
    if kept > run.tables:
        name = "games" if run.whole else "hands"
        raise ValueError(f"{name}: {run.tables}; the folder {str(folder)!r} holds more than that already, {kept}")
    tally = Tally(run.page.players)
    for first in range(0, run.tables, size):
        number = min(size, run.tables - first)
        file = folder / f"part-{first // size:06}.parquet"
        if _tables_in(file) == number:
            tally.add_winners(*_read_winners(file))
        else:
            under_way = _UnderWay(folder / _UNDER_WAY, run, first, number)
            chunks = under_way.chunks(executor, workers)
            played = 0
            for chunk in told(chunks, run, progress, done=first, before=first + number, tally=tally):
                played += len(np.unique(chunk[:, 0]))
                if until_se is not None and tally.se <= until_se:
                    break
            attrs = run.attributes()
            write_parquet(file, (to_frame(chunk, attrs) for chunk in under_way.kept()), **{_TABLES: str(played)})
            under_way.clear()
            number = played
        if progress is not None:  # what it is told of a whole part is kept
            progress(first + number, run.tables)
        if until_se is not None and tally.se <= until_se:
            break
    tell_unreached(tally, until_se)
    return folder


class _UnderWay:
    """The chunks of a part, each kept in a file of its own until the part is whole."""

    def __init__(self, folder: Path, run: Run, first: int, tables: int) -> None:
        self.folder, self.run, self.first, self.tables = folder, run, first, tables
        folder.mkdir(exist_ok=True)

    def chunks(self, executor: Executor | None, workers: int | None) -> Iterator[Ints]:
        """All chunks in order: those that an earlier run left, and the rest, which are played."""
        done = 0
        for rows in self.kept():
            done += len(np.unique(rows[:, 0]))
            yield rows
        if done == self.tables:
            return
        begin, left = self.first + done, self.tables - done
        for rows in play_run(self.run, first=begin, tables=left, executor=executor, workers=workers):
            passing = self.folder / "chunk.part"
            with passing.open("wb") as file:
                np.save(file, rows)
            passing.replace(self.folder / f"{int(rows[0, 0]):012}.npy")
            yield rows

    def kept(self) -> Iterator[Ints]:
        """The chunks that are kept, in order, as far as they hold this part without a gap."""
        following, end = self.first, self.first + self.tables
        for file in sorted(self.folder.glob("*.npy")):
            # A part that was written whole just before the run was killed leaves its chunks behind.
            if int(file.stem) < following:
                continue
            if int(file.stem) != following or following >= end:
                return
            rows: Ints = np.load(file)
            following = int(rows[-1, 0]) + 1
            # A longer run than is wanted now may have been killed.
            yield rows[rows[:, 0] < end]

    def clear(self) -> None:
        """Forget the chunks."""
        for file in self.folder.iterdir():
            file.unlink()
        self.folder.rmdir()


def _read_winners(file: Path) -> tuple[Ints, Ints]:
    """Table and winning player of all hands of a part, as `Tally` takes them."""
    import pandas as pd

    hands = pd.read_parquet(file)
    winners = hands["winner"].fillna(-1).to_numpy(np.int64)
    if "player_0" in hands:  # in a game players change seats
        players = hands.filter(regex=r"^player_\d$").to_numpy(np.int64)
        winners = np.where(winners < 0, -1, players[np.arange(len(hands)), winners])
    return hands["table"].to_numpy(np.int64), winners


def read_run(folder: str | Path) -> pd.DataFrame:
    """All hands of a folder in order, as `simulate` returns them; ``attrs`` say how many hands, or games, there are."""
    import pandas as pd

    hands = pd.read_parquet(folder)
    key, number = ("games", int(hands["table"].nunique())) if "games" in hands.attrs else ("hands", len(hands))
    hands.attrs[key] = number
    return hands


def tables_in(folder: Path) -> int:
    """How many hands, or games, the parts of a folder hold."""
    return sum(_tables_in(file) for file in folder.glob("part-*.parquet"))


def _describe(run: Run, part: int) -> dict[str, Any]:
    """What makes two runs the same: the words of the page, its options, the seed, how the players play, and who played."""
    own = own_policies(run.policy, run.page.players)
    described = {
        "rules": run.page.id,
        "options": dict(run.page.options),
        "page": page_hash(run.page),
        "unit": "games" if run.whole else "hands",
        "seed": run.seed,
        "streak": run.streak,
        "policy": policy_text(run.policy, run.page.players),
        **({_OWN: own} if own else {}),
        "part": part,
        "version": version("mjstats"),
    }
    read_back: dict[str, Any] = json.loads(json.dumps(described))
    return read_back


def _difference(begun: dict[str, Any], run: dict[str, Any]) -> str | None:
    """How the run that a folder holds differs from this one, None where it does not."""
    begun = {"options": run["options"], **begun}  # notes of before had the page's hash alone
    differing = [key for key in run if begun.get(key) != run[key]]
    if not differing:
        return None
    key = differing[0]
    was: Any = begun.get(key)
    now: Any = run[key]
    if key == "options":
        name = next(name for name in {**was, **now} if was.get(name) != now.get(name))
        before, after = (f"is {json.dumps(one[name])}" if name in one else "is not set" for one in (was, now))
        return f"its option {name} {before}; here it {after}"
    if key == "page":
        return f"its page {run['rules']} reads otherwise; the words of the page have changed since"
    if key == _OWN:
        return _differing_policy(was or {}, now)
    return f"its {key} is {was!r}, not {now!r}"


def _differing_policy(begun: dict[str, Any], own: dict[str, Any]) -> str:
    """How the first policy of one's own differs that does."""
    name = next(name for name in own if begun.get(name) != own[name])
    if name not in begun:
        return f"what its policy {name!r} was made of is not known"
    key = next(key for key in own[name] if begun[name].get(key) != own[name][key])
    was, now = begun[name].get(key), own[name][key]
    if isinstance(now, str) and isinstance(was, str):
        return f"its policy {name!r} has another function {key}"
    if isinstance(now, float):
        return f"its policy {name!r} has {key} {was:g}, not {now:g}"
    return f"its policy {name!r} has {'a' if now is None else 'no'} function {key}"


def _open(folder: Path, run: dict[str, Any], *, resume: bool) -> None:
    """Make the folder, or see that it holds the same run."""
    note = folder / _RUN
    if not folder.exists():
        if not folder.parent.is_dir():
            raise ValueError(f"out: {str(folder)!r}; the folder {str(folder.parent)!r} does not exist")
        folder.mkdir()
    elif not folder.is_dir():
        raise ValueError(f"out: {str(folder)!r} is a file; a folder is needed")
    if not note.exists():
        # What a run that was killed left unfinished is no other file.
        if any(file.suffix != ".part" for file in folder.iterdir()):
            raise ValueError(f"out: {str(folder)!r} holds other files; name a new or an empty folder")
        passing = folder / f".{_RUN}.part"
        passing.write_text(json.dumps(run, indent=1), encoding="utf-8")
        passing.replace(note)
        return
    begun = json.loads(note.read_text(encoding="utf-8"))
    other = _difference(begun, run)
    if other is not None:
        raise ValueError(f"out: {str(folder)!r} holds another run: {other}")
    if not resume:
        raise ValueError(f"out: {str(folder)!r} holds this run already; resume it, or name another folder")
    for unfinished in folder.glob(".*.part"):
        unfinished.unlink(missing_ok=True)


def _tables_in(file: Path) -> int:
    """How many tables a part holds, 0 when it is not there."""
    if not file.exists():
        return 0
    import pyarrow.parquet as pq

    return int((pq.read_schema(file).metadata or {}).get(_TABLES.encode(), b"0"))
