"""Many tables played at once: a DataFrame with a hand a row.

The unit of work is a table: one first hand, or one whole game. Random numbers depend on (seed, table, hand of the table) alone.
Tables are played in chunks of a fixed size, so the result is the same bit for bit whether one thread plays them, many processes
or a cluster.
"""

from __future__ import annotations

import math
import os
import pickle
import warnings
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from mjstats.frames import attributes, to_frame
from mjstats.passing import passing_place
from mjstats.play import play_games, play_tables
from mjstats.policies import Policies, Policy, by_seat, own_policies
from mjstats.progress import Progress
from mjstats.rules import RuleSet, load

if TYPE_CHECKING:
    import pandas as pd

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

HANDS: Final = 10_000
"""Hands played where no number is named."""
CHUNK: Final = 500
"""Hands a chunk: fixed, so that the chunks never depend on the number of workers."""
CHUNK_GAMES: Final = 50
"""Games a chunk."""


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
    whole: bool = False  #: whole games


def play_chunk(job: Job) -> Ints:
    """Play the tables of a job: int64 of shape ``(hands, columns)``, a hand a row, in the order of the tables."""
    page = _unpacked(job.rules)
    tables: dict[str, Any] = {"seed": job.seed, "first_table": job.first, "n_tables": job.tables, "policy": job.policy}
    return play_games(page, **tables) if job.whole else play_tables(page, **tables, streak=job.streak)


@lru_cache(maxsize=8)
def _unpacked(rules: bytes) -> RuleSet:
    """The rule set of a job, the same object for every chunk of it, since the kernels' tables are kept by rule set."""
    page = pickle.loads(rules)
    if not isinstance(page, RuleSet):
        raise TypeError(f"rules: a RuleSet is needed, not {type(page).__name__}")
    return page


@dataclass(frozen=True)
class Run:
    """What is played, but for how much of it: the arguments of `simulate` that make the hands, checked."""

    page: RuleSet
    tables: int
    whole: bool  #: whole games
    seed: int = 1
    streak: int = 1
    policy: Policies = "fast"

    def __post_init__(self) -> None:
        check_number("games" if self.whole else "hands", self.tables, 1)
        check_number("seed", self.seed, 0)
        check_number("streak", self.streak, 1)
        if self.seed >= 1 << 63:
            raise ValueError(f"seed: {self.seed}; at most {(1 << 63) - 1} is possible")
        if self.whole and self.streak != 1:
            raise ValueError(f"streak: {self.streak}; a game begins with the dealer's first hand in a row, leave it out")
        # An unknown policy is an error. Functions are looked at before they are called: what they close over may change.
        own_policies(self.policy, self.page.players)

    @property
    def chunk(self) -> int:
        """Tables a chunk."""
        return CHUNK_GAMES if self.whole else CHUNK

    def attributes(self, rows: Ints | None = None) -> dict[str, Any]:
        """What a frame of it says about itself; of `rows` where fewer were played than asked for."""
        tables = self.tables if rows is None else len(np.unique(rows[:, 0]))
        number: dict[str, Any] = {"games": tables} if self.whole else {"hands": tables}
        return attributes(self.page, **number, seed=self.seed, streak=self.streak, policy=self.policy)

    def jobs(self, first: int, tables: int) -> list[Job]:
        """The chunks of tables `first` .. `first + tables - 1`."""
        rules = pickle.dumps(self.page)
        last = first + tables
        return [
            Job(rules, self.seed, table, min(self.chunk, last - table), self.streak, self.policy, self.whole)
            for table in range(first, last, self.chunk)
        ]


def run_of(rules: RuleSet | str | Path, options: dict[str, Any], *, hands: int | None, games: int | None, **how: Any) -> Run:
    """The run that arguments of `simulate` describe; `HANDS` where neither `hands` nor `games` is named."""
    if hands is not None and games is not None:
        raise ValueError("hands, games: name one of them: hands=10_000 first hands, or games=500 whole games")
    hands = HANDS if games is None and hands is None else hands
    _check_spelling(load(rules), options)
    page = rules if isinstance(rules, RuleSet) and not options else load(rules, **options)
    number: Any = hands if games is None else games
    return Run(page, number, games is not None, **how)


def _check_spelling(page: RuleSet, options: dict[str, Any]) -> None:
    """Refuse an argument misspelled, which would be taken for an option."""
    for name in options:
        near = [] if name in page.words.options else get_close_matches(name, signature(simulate).parameters, 1, 0.8)
        if near and not get_close_matches(name, page.words.options, 1, 0.8):
            raise ValueError(f"{name}: neither an argument nor an option of {page.id}; did you mean {near[0]!r}?")


def simulate(
    rules: RuleSet | str | Path,
    *,
    hands: int | None = None,
    games: int | None = None,
    seed: int = 1,
    streak: int = 1,
    policy: Policies = "fast",
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    until_se: float | None = None,
    **options: Any,
) -> pd.DataFrame:
    """Play `hands` independent first hands, or `games` whole games.

    Parameters
    ----------
    rules
        The id of a rule set, the path of a page, or a loaded `RuleSet`.
    hands
        How many tables, each of one hand; `HANDS` where neither this nor `games` is named.
    games
        How many tables, each of one game as the page's ``[game]`` says; in place of `hands`. The dealer's run, honba, sticks,
        winds and points go on from hand to hand. `mjstats.games_of` tells how each ended.
    seed
        Any integer from 0 to 2**63 - 1. Table i of a seed is always the same hand, or game; a game begins with that hand.
    streak
        Which hand in a row it is for the dealer; 1 is the first. Not for games.
    policy
        How the players play: a name or a `mjstats.Policy` for all of them, or one a seat, as ``"fast,fast,random,random"`` or a
        sequence. ``"fast"`` goes for the fewest tiles away, ``"value"`` for expected points under the page, ``"careful"`` besides
        for what a discard may cost; ``"random"`` does anything that is allowed, ``"wild-chain"`` is fast but rather goes on with
        a lone wild tile than win at once.
    executor
        Any `concurrent.futures.Executor` (threads, processes, Dask's ``client.get_executor()``, loky). It is not shut down.
    workers
        Without an executor: how many threads to play in; by default one a core. The kernels release the interpreter's lock.
    progress
        Called with (tables played, tables in all) after each chunk; see `mjstats.progress` for a bar.
    until_se
        Stop sooner, once no player's win rate has a larger standard error than this: the share of hands that the player of a
        seat wins, in a run of games the one who began there (looked at after each `CHUNK` of hands or `CHUNK_GAMES` of games;
        clustered by game). Where all hands are played before, a warning (`Notice`) says how large it is.
    **options
        Options of the rule set, as `load` takes them.

    Returns
    -------
    DataFrame
        A hand a row; `mjstats.columns.HANDS` tells what each column holds, and ``mjstats/COLUMNS.md`` the same to read.
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
    >>> simulate("hangzhou", games=2, seed=7, workers=1).groupby("table").size().tolist()
    [16, 16]
    >>> simulate("hangzhou", hands=0)
    Traceback (most recent call last):
        ...
    ValueError: hands: 0; at least 1 is needed
    """
    check_until_se(until_se)
    run = run_of(rules, options, hands=hands, games=games, seed=seed, streak=streak, policy=policy)
    tally = Tally(run.page.players)
    chunks = told(play_run(run, executor=executor, workers=workers), run, progress, tally=tally)
    rows = np.concatenate(list(chunks if until_se is None else _until(chunks, tally, until_se)))
    tell_unreached(tally, until_se)
    return to_frame(rows, run.attributes(rows))


class Notice(UserWarning):
    """Something that whoever plays may not expect; on the command line a line on stderr."""


class Tally:
    """Hands that each player won among those played so far: win rates and their standard errors, clustered by table."""

    def __init__(self, players: int) -> None:
        self.hands = self._played_played = 0
        self._won, self._won_won, self._won_played = np.zeros((3, players), np.int64)

    def add(self, chunk: Ints) -> None:
        """Count the hands of whole tables, rows as the kernels write them."""
        from mjstats.kernel.result import R_PLAYER, R_TABLE, R_WINNER

        seats = np.maximum(chunk[:, R_WINNER], 0)
        players = np.where(chunk[:, R_WINNER] < 0, -1, chunk[np.arange(len(chunk)), R_PLAYER + seats])
        self.add_winners(chunk[:, R_TABLE], players)

    def add_winners(self, tables: Ints, players: Ints) -> None:
        """Count hands of whole tables, of which each was won by the player of this number, -1 for nobody."""
        places = np.unique(tables, return_inverse=True)[1]
        played = np.bincount(places)
        won = np.stack([np.bincount(places[players == one], minlength=len(played)) for one in range(len(self._won))])
        self.hands += int(played.sum())
        self._won += won.sum(axis=1)
        self._won_won += (won * won).sum(axis=1)
        self._won_played += won @ played
        self._played_played += int((played * played).sum())

    @property
    def shares(self) -> Floats:
        """With the two hands of Wilson's rule added to either side no share of 0 or 1 looks certain after a few hands."""
        return (self._won + 2) / (self.hands + 4)

    @property
    def errors(self) -> Floats:
        """The standard errors of these shares."""
        shares = self.shares
        spread = self._won_won - 2 * shares * self._won_played + shares**2 * self._played_played
        spread += 2 * (1 - shares) ** 2 + 2 * shares**2
        found: Floats = np.sqrt(spread / (self.hands * (self.hands + 4)))
        return found

    @property
    def least_sure(self) -> int:
        """The player whose win rate is known worst."""
        return int(self.errors.argmax())

    @property
    def se(self) -> float:
        """The largest of the standard errors."""
        return float(self.errors.max())


def check_until_se(until_se: float | None) -> None:
    """Raise where it is no standard error."""
    if until_se is None:
        return
    number = isinstance(until_se, int | float) and not isinstance(until_se, bool)
    if not number or not 0 < until_se < math.inf:
        raise ValueError(f"until_se: {until_se!r}; a number above 0 is needed, such as 0.001")


def _until(chunks: Iterator[Ints], tally: Tally, until_se: float) -> Iterator[Ints]:
    """Chunks until the standard errors of the win rates are small enough; in order, whoever plays them."""
    for chunk in chunks:
        yield chunk
        if tally.se <= until_se:
            return


def tell_unreached(tally: Tally, until_se: float | None) -> None:
    """Warn where all hands were played before the win rates were known precisely enough."""
    if until_se is None or tally.se <= until_se:
        return
    who = f"player {tally.least_sure}'s win rate"
    got = f"after {tally.hands:,} hands the standard error of {who} is {tally.se:.2g}, the largest"
    warnings.warn(f"until_se: {until_se:g} was not reached: {got}; name more hands or games", Notice, stacklevel=3)


def simulate_to(
    out: str | Path,
    rules: RuleSet | str | Path,
    *,
    hands: int | None = None,
    games: int | None = None,
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
    run = run_of(rules, options, hands=hands, games=games, seed=seed, streak=streak, policy=policy)
    attrs = run.attributes()
    chunks = told(play_run(run, executor=executor, workers=workers), run, progress)
    return write_parquet(out, (to_frame(chunk, attrs) for chunk in chunks))


def write_parquet(out: Path, frames: Iterator[pd.DataFrame], **notes: str) -> Path:
    """Write frames of one make into one Parquet file: under a passing name beside it first, then renamed.

    `notes` go into the metadata besides.
    """
    import json

    import pyarrow as pa
    import pyarrow.parquet as pq

    passing = passing_place(out)
    writer: pq.ParquetWriter | None = None
    try:
        for frame in frames:
            table = pa.Table.from_pandas(frame, preserve_index=False)
            if writer is None:
                # pandas keeps `attrs` under this key and reads them back
                own = {"PANDAS_ATTRS": json.dumps(frame.attrs), **notes}
                metadata = {**(table.schema.metadata or {}), **{key.encode(): text.encode() for key, text in own.items()}}
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


def check_number(name: str, value: Any, least: int) -> None:
    """Refuse what is no whole number, or a smaller one than `least`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ValueError(f"{name}: {value!r}; a whole number is needed")
    if value < least:
        raise ValueError(f"{name}: {value}; at least {least} is needed")


def play_run(
    run: Run, *, first: int = 0, tables: int | None = None, executor: Executor | None, workers: int | None
) -> Iterator[Ints]:
    """Play tables of a run, all or `tables` of them from `first` on, chunk by chunk in order; rows as the kernels write them."""
    check_workers(run, executor, workers)
    return _run(run.jobs(first, run.tables if tables is None else tables), executor, workers)


def check_workers(run: Run, executor: Executor | None, workers: int | None) -> None:
    """Refuse what cannot play the run."""
    if workers is not None:
        check_number("workers", workers, 1)
    if executor is not None and (isinstance(executor, type) or not callable(getattr(executor, "submit", None))):
        raise ValueError(f"executor: {executor!r}; an Executor of concurrent.futures is needed, such as ThreadPoolExecutor(2)")
    if isinstance(executor, ProcessPoolExecutor):
        for one in by_seat(run.policy, run.page.players):
            _check_sendable(one)


def _check_sendable(policy: str | Policy) -> None:
    """Refuse functions that other processes cannot find."""
    if isinstance(policy, str):
        return
    for key in ("discard", "claim"):
        function = getattr(policy, key)
        try:
            pickle.dumps(function)
        except Exception as error:
            name = getattr(function, "__qualname__", repr(function))
            cure = "other processes cannot import it; define it with def at the top of a module, or play in threads"
            raise ValueError(f"policy {policy.name!r}: {key}: {name!r}: {cure}") from error


def told(
    chunks: Iterator[Ints], run: Run, progress: Progress | None, *, done: int = 0, before: int = -1, tally: Tally | None = None
) -> Iterator[Ints]:
    """The chunks, of which `progress` is told, `done` tables having been played before; of the `before`-th the caller tells."""
    from mjstats.kernel.result import R_TABLE

    tally = tally or Tally(run.page.players)
    win_rate = getattr(progress, "win_rate", None)  # a bar shows it
    for chunk in chunks:
        done += len(np.unique(chunk[:, R_TABLE])) if run.whole else len(chunk)
        tally.add(chunk)
        if win_rate is not None:
            win_rate(tally.least_sure, float(tally.shares[tally.least_sure]), tally.se)
        if progress is not None and done != before:
            progress(done, run.tables)
        yield chunk


def _run(jobs: list[Job], executor: Executor | None, workers: int | None) -> Iterator[Ints]:
    # One table played here first fills the compiler's cache on disk: several processes filling it at once can crash.
    play_chunk(replace(jobs[0], tables=1))
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
