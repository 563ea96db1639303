"""Many tables played at once: a DataFrame with a hand a row.

The unit of work is a table; random numbers depend on (seed, table) alone. Tables are played in chunks of a fixed size, so the
result is the same bit for bit whether one thread plays them, many processes or a cluster.
"""

from __future__ import annotations

import os
import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from mjstats.play import play_tables
from mjstats.policies import Policies, names_of, policy_text
from mjstats.rules import RuleSet, load
from mjstats.tiles import FACES, PLAIN, tile_text

if TYPE_CHECKING:
    import pandas as pd

Ints = npt.NDArray[np.int64]
Progress = Callable[[int, int], None]  #: called with (hands played, hands in all) after each chunk

CHUNK: Final = 500
"""Tables a chunk: fixed, so that the chunks never depend on the number of workers."""

OUTCOMES: Final = ("drawn", "discard", "self-draw", "rob-kong", "indicator", "hand")
"""Words of the column `outcome`; the kernels write their places here less one."""

_SMALL = ("dealer", "streak", "turn", "draws", "left", "wild_chain", "kongs_in_a_row", "wilds_held")
_SEATS = ("net", "win", "chips", "distance", "wilds", "claims", "kongs")
_POINTS = ("net", "win", "chips")


@dataclass(frozen=True)
class Job:
    """One chunk: everything a worker needs, small enough to send anywhere.

    The rule set goes along pickled, so that a worker on another machine needs no file of the page, and so that all chunks of a
    rule set are known by the same bytes.
    """

    rules: bytes
    seed: int
    first: int
    tables: int
    streak: int
    policy: Policies


def play_chunk(job: Job) -> Ints:
    """Play the tables of a job: int64 of shape ``(hands, columns)``, a hand a row, in the order of the tables."""
    return play_tables(
        _unpacked(job.rules), seed=job.seed, first_table=job.first, n_tables=job.tables, streak=job.streak, policy=job.policy
    )


@lru_cache(maxsize=8)
def _unpacked(rules: bytes) -> RuleSet:
    """The rule set of a job, the same object for every chunk of it, since the kernels' tables are kept by rule set."""
    page = pickle.loads(rules)
    if not isinstance(page, RuleSet):
        raise TypeError(f"rules: a RuleSet is needed, not {type(page).__name__}")
    return page


def simulate(
    rules: RuleSet | str | Path,
    *,
    hands: int,
    seed: int = 1,
    streak: int = 1,
    policy: Policies = "fast",
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    until_se: float | None = None,
    **options: Any,
) -> pd.DataFrame:
    """Play `hands` independent first hands.

    Parameters
    ----------
    rules
        The id of a rule set, the path of a page, or a loaded `RuleSet`.
    hands
        How many tables, each of one hand.
    seed
        Any integer from 0 to 2**63 - 1. Table i of a seed is always the same hand.
    streak
        Which hand in a row it is for the dealer; 1 is the first.
    policy
        How the players play: a name for all of them, or one a seat, as ``"fast,fast,random,random"`` or a sequence. ``"fast"``
        goes for the fewest tiles away, ``"random"`` does anything that is allowed, ``"wild-chain"`` is fast but rather goes on
        with a lone wild tile than win at once.
    executor
        Any `concurrent.futures.Executor` (threads, processes, Dask's ``client.get_executor()``, loky). It is not shut down.
    workers
        Without an executor: how many threads to play in; by default one a core. The kernels release the interpreter's lock.
    progress
        Called with (hands played, hands in all) after each chunk.
    until_se
        Stop before `hands` once the standard error of the share of hands won is at most this (looked at after each `CHUNK`).
    **options
        Options of the rule set, as `load` takes them.

    Returns
    -------
    DataFrame
        A hand a row. `table`, `hand`; `dealer`, `streak`; `indicator` and `tile` (tile text, categorical, missing where there
        is none); `outcome` (a word of `OUTCOMES`, categorical); `winner` and `source` (seats, missing where there is none; of
        several winners the first, `winners` says how many there were);
        `turn` (the winner's own draws, in a drawn hand the dealer's); `draws`, `left` (tiles); `wild_chain`, `kongs_in_a_row`,
        `wilds_held`; `patterns` (bit i = pattern i of ``attrs["patterns"]``, `patterns_2` from the 63rd on); then a column a
        seat: `net_0` (points of the whole settlement), `win_0` (of them for the win itself), `chips_0` (an account apart),
        `distance_0` (tiles away at the deal, -1 complete), `wilds_0` (wild tiles dealt), `claims_0`, `kongs_0` ...
        `attrs` says what was played.

    Raises
    ------
    ValueError
        When an argument is out of range; the message names it.

    Examples
    --------
    >>> hands = simulate("hangzhou", hands=3, seed=7, workers=1)
    >>> len(hands), hands.attrs["rules"], hands.attrs["seed"]
    (3, 'hangzhou', 7)
    >>> int(hands.filter(like="net_").to_numpy().sum())
    0
    >>> simulate("hangzhou", hands=0)
    Traceback (most recent call last):
        ...
    ValueError: hands: 0; at least 1 is needed
    """
    page = _load(rules, options)
    chunks = _chunks(
        page, hands=hands, seed=seed, streak=streak, policy=policy, executor=executor, workers=workers, progress=progress
    )
    rows = np.concatenate(list(chunks if until_se is None else _until(chunks, until_se)))
    return to_frame(rows, attributes(page, hands=len(rows), seed=seed, streak=streak, policy=policy))


def _until(chunks: Iterator[Ints], until_se: float) -> Iterator[Ints]:
    """Chunks until the standard error of the share of hands won is small enough; in order, whoever plays them."""
    if not until_se > 0:
        raise ValueError(f"until_se: {until_se!r}; a number above 0 is needed, such as 0.001")
    from mjstats.kernel.result import R_WINNER

    won = played = 0
    for chunk in chunks:
        won += int((chunk[:, R_WINNER] >= 0).sum())
        played += len(chunk)
        yield chunk
        # With the two hands of Wilson's rule added no share of 0 or 1 looks certain after a few hands.
        share = (won + 2) / (played + 4)
        if (share * (1 - share) / played) ** 0.5 <= until_se:
            return


def simulate_to(
    out: str | Path,
    rules: RuleSet | str | Path,
    *,
    hands: int,
    seed: int = 1,
    streak: int = 1,
    policy: Policies = "fast",
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Path:
    """Play like `simulate` and write a Parquet file chunk by chunk, so that memory does not grow with the hands.

    The file appears under its name only when it is whole; after an error nothing is left behind. ``pandas.read_parquet(out)``
    gives what `simulate` returns, `attrs` included.
    """
    out = Path(out)
    if not out.parent.is_dir():
        raise ValueError(f"out: {str(out)!r}; the folder {str(out.parent)!r} does not exist")
    page = _load(rules, options)
    attrs = attributes(page, hands=hands, seed=seed, streak=streak, policy=policy)
    chunks = _chunks(
        page, hands=hands, seed=seed, streak=streak, policy=policy, executor=executor, workers=workers, progress=progress
    )
    return write_parquet(out, (to_frame(chunk, attrs) for chunk in chunks))


def write_parquet(out: Path, frames: Iterator[pd.DataFrame]) -> Path:
    """Write frames of one make into one Parquet file: under a passing name beside it first, then renamed."""
    import json

    import pyarrow as pa
    import pyarrow.parquet as pq

    passing = out.with_name(f".{out.name}.{os.getpid()}.part")
    writer: pq.ParquetWriter | None = None
    try:
        for frame in frames:
            table = pa.Table.from_pandas(frame, preserve_index=False)
            if writer is None:
                # pandas keeps `attrs` under this key and reads them back
                metadata = {**(table.schema.metadata or {}), b"PANDAS_ATTRS": json.dumps(frame.attrs).encode()}
                writer = pq.ParquetWriter(passing, table.schema.with_metadata(metadata))
            writer.write_table(table.replace_schema_metadata(writer.schema.metadata))
        if writer is None:
            raise ValueError("nothing to write: no hand was played")
        writer.close()
        passing.replace(out)
    except BaseException:
        if writer is not None:
            writer.close()
        passing.unlink(missing_ok=True)
        raise
    return out


def attributes(page: RuleSet, *, hands: int, seed: int, streak: int = 1, policy: Policies = "fast") -> dict[str, Any]:
    """What a simulated frame says about itself, ready for JSON: the rule set, its names and options, the run, the patterns."""
    played = policy_text(policy, page.players)
    return {
        "rules": page.id,
        "label": label_of(page) + (f" policy={played}" if played != "fast" else ""),
        "names": page.words.names.model_dump(),
        "options": dict(page.options),
        "seed": seed,
        "hands": hands,
        "streak": streak,
        "policy": played,
        "players": page.players,
        "patterns": page.pattern_ids,
        "pattern_names": {
            pattern.id: pattern.names.model_dump()
            for pattern in page.words.pattern
            if pattern.on and pattern.listed and pattern.counted_for != "payer"
        },
    }


def label_of(page: RuleSet) -> str:
    """The id of a rule set and the options that were set.

    >>> label_of(load("hangzhou", wild="white"))
    'hangzhou wild=white'
    """
    return " ".join([page.id, *(f"{name}={value}" for name, value in page.options.items())])


def to_frame(rows: Ints, attrs: dict[str, Any]) -> pd.DataFrame:
    """Rows of the kernels, int64 of shape ``(hands, columns)``, as a readable frame; see `simulate` for its columns."""
    import pandas as pd

    from mjstats.kernel.result import COLUMNS, PATTERNS_A_COLUMN

    def words(codes: Ints, categories: Sequence[str]) -> Any:
        return pd.Categorical.from_codes(codes.astype(np.int8), pd.Index(categories))

    raw = {name: rows[:, i] for i, name in enumerate(COLUMNS)}
    turned_flower = bool((raw["indicator"] >= PLAIN).any())
    tiles = [tile_text(face) for face in range(FACES if turned_flower else PLAIN)]
    columns: dict[str, Any] = {"table": raw["table"], "hand": raw["hand"]}
    for name in _SMALL[:2]:
        columns[name] = raw[name].astype(np.int16)
    columns["indicator"] = words(raw["indicator"], tiles)
    columns["outcome"] = words(raw["outcome"] + 1, OUTCOMES)
    for name in ("winner", "source"):
        seats = raw[name]
        columns[name] = pd.arrays.IntegerArray(np.where(seats < 0, 0, seats).astype(np.int8), seats < 0)
    columns["winners"] = raw["winners"].astype(np.int8)
    columns["tile"] = words(raw["tile"], tiles)
    for name in _SMALL[2:]:
        columns[name] = raw[name].astype(np.int16)
    columns["patterns"] = raw["patterns"]
    if len(attrs["patterns"]) > PATTERNS_A_COLUMN:
        columns["patterns_2"] = raw["patterns_2"]
    for group in _SEATS:
        for seat in range(attrs["players"]):
            values = raw[f"{group}_{seat}"]
            columns[f"{group}_{seat}"] = values if group in _POINTS else values.astype(np.int8)
    frame = pd.DataFrame(columns)
    frame.attrs.update(attrs)
    return frame


def pattern_flags(hands: pd.DataFrame) -> pd.DataFrame:
    """The bit masks of `patterns` as a frame of bools of the same index, a column a pattern (those that results list by name).

    >>> flags = pattern_flags(simulate("hangzhou", hands=2, workers=1))
    >>> "wild-single-wait" in flags.columns, len(flags)
    (True, 2)
    """
    import pandas as pd

    from mjstats.kernel.result import PATTERNS_A_COLUMN

    masks = [hands[name].to_numpy() for name in ("patterns", "patterns_2") if name in hands]
    listed = [(bit, key) for bit, key in enumerate(hands.attrs["patterns"]) if key in hands.attrs["pattern_names"]]
    flags = {key: masks[bit // PATTERNS_A_COLUMN] >> bit % PATTERNS_A_COLUMN & 1 == 1 for bit, key in listed}
    return pd.DataFrame(flags, index=hands.index)


def pattern_counts(hands: pd.DataFrame) -> pd.Series[int]:
    """In how many wins each pattern counted, in the order of the page.

    >>> counts = pattern_counts(simulate("hangzhou", hands=2, workers=1))
    >>> counts.name, bool((counts <= 2).all())
    ('wins', True)
    """
    return pattern_flags(hands).sum().astype(int).rename("wins")


def _load(rules: RuleSet | str | Path, options: dict[str, Any]) -> RuleSet:
    if isinstance(rules, RuleSet) and not options:
        return rules
    return load(rules, **options)


def _check(*, hands: int, seed: int, streak: int, workers: int | None) -> None:
    for name, value, least in (("hands", hands, 1), ("seed", seed, 0), ("streak", streak, 1), ("workers", workers, 1)):
        if name == "workers" and value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise ValueError(f"{name}: {value!r}; a whole number is needed")
        if value < least:
            raise ValueError(f"{name}: {value}; at least {least} is needed")
    if seed >= 1 << 63:
        raise ValueError(f"seed: {seed}; at most {(1 << 63) - 1} is possible")


def _chunks(
    page: RuleSet,
    *,
    hands: int,
    seed: int,
    streak: int,
    policy: Policies,
    executor: Executor | None,
    workers: int | None,
    progress: Progress | None,
) -> Iterator[Ints]:
    """The played chunks in order; the arguments are checked here, before the first of them."""
    chunks = play_range(page, first=0, hands=hands, seed=seed, streak=streak, policy=policy, executor=executor, workers=workers)
    return _report(chunks, hands, progress)


def play_range(
    page: RuleSet,
    *,
    first: int,
    hands: int,
    seed: int,
    streak: int,
    policy: Policies,
    executor: Executor | None,
    workers: int | None,
) -> Iterator[Ints]:
    """Play `hands` tables from table `first` on, chunk by chunk in order; int64 rows as the kernels write them."""
    _check(hands=hands, seed=seed, streak=streak, workers=workers)
    names_of(policy, page.players)  # an unknown one is an error
    rules = pickle.dumps(page)
    last = first + hands
    jobs = [Job(rules, seed, table, min(CHUNK, last - table), streak, policy) for table in range(first, last, CHUNK)]
    return _run(jobs, executor, workers)


def _report(chunks: Iterator[Ints], hands: int, progress: Progress | None) -> Iterator[Ints]:
    done = 0
    for chunk in chunks:
        done += len(chunk)
        if progress is not None:
            progress(done, hands)
        yield chunk


def _run(jobs: list[Job], executor: Executor | None, workers: int | None) -> Iterator[Ints]:
    # One table played here first fills the compiler's cache on disk: several processes filling it at once can crash.
    first = jobs[0]
    play_chunk(Job(first.rules, first.seed, first.first, 1, first.streak, first.policy))
    if executor is not None:
        yield from _ordered(jobs, executor, 64)
        return
    threads = min(workers or os.cpu_count() or 1, len(jobs))
    if threads == 1:
        yield from map(play_chunk, jobs)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from _ordered(jobs, pool, 4 * threads)


def _ordered(jobs: list[Job], executor: Executor, ahead: int) -> Iterator[Ints]:
    """Results in the order of the jobs, at most `ahead` jobs under way, so that a slow reader does not fill the memory."""
    waiting: deque[Future[Ints]] = deque()
    todo = iter(jobs)
    try:
        for job in todo:
            waiting.append(executor.submit(play_chunk, job))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
