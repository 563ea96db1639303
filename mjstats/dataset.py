"""A long run of hands kept as a folder of Parquet files, one a part: what was played stays, and an interrupted run goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import Executor
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mjstats.policies import Policies, policy_text
from mjstats.rules import RuleSet, load
from mjstats.simulation import CHUNK, Progress, attributes, play_range, to_frame, write_parquet

if TYPE_CHECKING:
    import pandas as pd

PART: Final = 20 * CHUNK
"""Hands a file."""

#: says what is played; pandas and pyarrow pass over names that begin with an underscore
_RUN: Final = "_run.json"


def simulate_into(
    folder: str | Path,
    rules: RuleSet | str | Path,
    *,
    hands: int,
    seed: int = 1,
    streak: int = 1,
    policy: Policies = "fast",
    resume: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Path:
    """Play like `simulate` and keep the hands in a folder, a file for each `PART` of them.

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
    page = rules if isinstance(rules, RuleSet) and not options else load(rules, **options)
    run = _describe(page, seed=seed, streak=streak, policy=policy)
    _open(folder, run, resume=resume)
    for first in range(0, hands, PART):
        number = min(PART, hands - first)
        file = folder / f"part-{first // PART:06}.parquet"
        done = _hands_in(file)
        if done > number:
            raise ValueError(f"hands: {hands}; the folder {str(folder)!r} holds more than that already")
        if done < number:
            write_parquet(file, _frames(page, first, number, hands, seed, streak, policy, executor, workers))
        if progress is not None:
            progress(first + number, hands)
    return folder


def read_run(folder: str | Path) -> pd.DataFrame:
    """All hands of a folder in order, as `simulate` returns them; ``attrs["hands"]`` is how many there are."""
    import pandas as pd

    hands = pd.read_parquet(folder)
    hands.attrs["hands"] = len(hands)
    return hands


def _frames(
    page: RuleSet, first: int, number: int, hands: int, seed: int, streak: int, policy: Policies, executor: Executor | None,
    workers: int | None,
) -> Iterator[Any]:  # fmt: skip
    attrs = attributes(page, hands=hands, seed=seed, streak=streak, policy=policy)
    chunks = play_range(
        page, first=first, hands=number, seed=seed, streak=streak, policy=policy, executor=executor, workers=workers
    )
    return (to_frame(chunk, attrs) for chunk in chunks)


def _describe(page: RuleSet, *, seed: int, streak: int, policy: Policies) -> dict[str, Any]:
    """What makes two runs the same: the words of the page, its options, the seed, how the players play, and who played."""
    words = json.dumps([page.source, page.options], sort_keys=True).encode()
    return {
        "rules": page.id,
        "page": hashlib.sha256(words).hexdigest(),
        "seed": seed,
        "streak": streak,
        "policy": policy_text(policy, page.players),
        "part": PART,
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
        if any(folder.iterdir()):
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


def _hands_in(file: Path) -> int:
    """How many hands a part holds, 0 when it is not there."""
    if not file.exists():
        return 0
    import pyarrow.parquet as pq

    return int(pq.ParquetFile(file).metadata.num_rows)
