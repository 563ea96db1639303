"""A long run kept as a folder of Parquet files, one a part: what was played stays, and an interrupted run goes on."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mjstats.frames import page_hash, to_frame
from mjstats.policies import Policies, policy_text
from mjstats.progress import Progress
from mjstats.rules import RuleSet
from mjstats.simulation import CHUNK, CHUNK_GAMES, Run, Tally, play_run, run_of, told, write_parquet

if TYPE_CHECKING:
    import pandas as pd

PART: Final = 20 * CHUNK
"""Hands a file."""
PART_GAMES: Final = 10 * CHUNK_GAMES
"""Games a file."""

#: says what is played; pandas and pyarrow pass over names that begin with an underscore
_RUN: Final = "_run.json"
#: key of a file's metadata: how many tables it holds
_TABLES: Final = "mjstats_tables"


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
    **options: Any,
) -> Path:
    """Play like `simulate` and keep the hands in a folder, a file for each `PART` of them, or `PART_GAMES` of games.

    `read_run` gives all of them in order, as `simulate` returns them. A file appears only when it is
    whole: a run that is killed loses at most the part under way. With `resume` a run that was begun goes on where it stopped, or
    a finished one is made longer; the hands are the same as those of one run without a break.

    Raises
    ------
    ValueError
        one line: the folder holds another run, or holds one and `resume` was not given.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     folder = simulate_into(f"{place}/run", "hangzhou", hands=3, seed=7, workers=1)
    ...     len(read_run(folder))
    3
    """
    folder = Path(folder)
    run = run_of(rules, options, hands=hands, games=games, seed=seed, streak=streak, policy=policy)
    size = PART_GAMES if run.whole else PART
    _open(folder, _describe(run, size), resume=resume)
    tally = Tally()
    for first in range(0, run.tables, size):
        number = min(size, run.tables - first)
        file = folder / f"part-{first // size:06}.parquet"
        done = _tables_in(file)
        if done > number:
            name = "games" if run.whole else "hands"
            raise ValueError(f"{name}: {run.tables}; the folder {str(folder)!r} holds more than that already")
        if done < number:
            attrs = run.attributes()
            chunks = play_run(run, first=first, tables=number, executor=executor, workers=workers)
            heard = told(chunks, run, progress, done=first, before=first + number, tally=tally)
            write_parquet(file, (to_frame(chunk, attrs) for chunk in heard), **{_TABLES: str(number)})
        if progress is not None:  # what it is told of a whole part is kept
            progress(first + number, run.tables)
    return folder


def read_run(folder: str | Path) -> pd.DataFrame:
    """All hands of a folder in order, as `simulate` returns them; ``attrs`` say how many hands, or games, there are."""
    import pandas as pd

    hands = pd.read_parquet(folder)
    key, number = ("games", int(hands["table"].nunique())) if "games" in hands.attrs else ("hands", len(hands))
    hands.attrs[key] = number
    return hands


def _describe(run: Run, part: int) -> dict[str, Any]:
    """What makes two runs the same: the words of the page, its options, the seed, how the players play, and who played."""
    return {
        "rules": run.page.id,
        "page": page_hash(run.page),
        "unit": "games" if run.whole else "hands",
        "seed": run.seed,
        "streak": run.streak,
        "policy": policy_text(run.policy, run.page.players),
        "part": part,
        "version": version("mjstats"),
    }


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
    other = [key for key in run if begun.get(key) != run[key]]
    if other:
        key = other[0]
        raise ValueError(f"out: {str(folder)!r} holds another run: its {key} is {begun.get(key)!r}, not {run[key]!r}")
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
