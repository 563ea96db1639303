"""Many wins of one rule set settled in one call: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mjstats.hand import Record, RecordError
from mjstats.kernel.page import PART_NAMES, PATTERN_BITS, Ints
from mjstats.kernel.settlement import settle_many
from mjstats.kernel.state import Seats, new_seats
from mjstats.kernel.verdict import new_verdict
from mjstats.kernel.weigh import LEGAL, TOO_MANY_READINGS
from mjstats.rules import RuleSet
from mjstats.scoring import read_record, tell_distances
from mjstats.seating import compact, record_win, seat_record

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Scores:
    """What a batch of n wins comes to.

    Attributes
    ----------
    legal
        ``(n,)`` bool.
    net
        ``(n, players)`` int64, points in the whole settlement; zero where the win is not legal.
    parts
        name of a part -> ``(n, players)`` int64, chips among them.
    patterns
        ``(n, rows)`` bool: the pattern rows of the page that each hand counted.
    ids
        ids of these rows.
    stages
        id of a stage of the page -> ``(n,)`` int64, what it came to: ``stages["fu"]``.
    """

    legal: np.ndarray[Any, np.dtype[np.bool_]]
    net: Ints
    parts: dict[str, Ints]
    patterns: np.ndarray[Any, np.dtype[np.bool_]]
    ids: tuple[str, ...]
    stages: dict[str, Ints]

    def to_frame(self) -> pd.DataFrame:
        """A row a win: ``legal``, ``net_0`` .., ``patterns`` as ids with blanks between."""
        import pandas as pd

        frame = pd.DataFrame(self.net, columns=[f"net_{seat}" for seat in range(self.net.shape[1])])
        frame.insert(0, "legal", self.legal)
        names = np.array(self.ids)
        frame["patterns"] = [" ".join(names[row]) for row in self.patterns]
        return frame


@dataclass(frozen=True)
class Batch:
    """Wins laid out for the kernels, one table each; made by `lay_out`.

    Attributes
    ----------
    rules
        the page they are settled by.
    tables
        the seats, each array with a first axis of n tables, counts of tiles as int8.
    wins
        ``(n, N_WIN)`` int64.
    """

    rules: RuleSet
    tables: Seats
    wins: Ints

    def __len__(self) -> int:
        return len(self.wins)

    def score(self) -> Scores:
        """Settle all of them, in this thread.

        Raises `RecordError` that names the first hand with more readings than there is room for.
        """
        page = self.rules.packed
        n, players = len(self.wins), self.rules.players
        codes = np.zeros(n, np.int64)
        net = np.zeros((n, players), np.int64)
        parts = np.zeros((n, len(PART_NAMES), players), np.int64)
        counted = np.zeros((n, 2), np.int64)
        stages = np.zeros((n, len(page.stages)), np.int64)
        tables, seats = compact(self.tables), new_seats(players)
        settle_many(page, tables, self.wins, seats, new_verdict(page), codes, net, parts, counted, stages)
        if (codes == TOO_MANY_READINGS).any():
            raise RecordError(f"record {int(np.argmax(codes == TOO_MANY_READINGS))}: more readings than there is room for")
        by_name = dict(zip(PART_NAMES, parts.swapaxes(0, 1), strict=True))
        ids = tuple(self.rules.pattern_ids)
        by_stage = {stage.id: stages[:, number] for number, stage in enumerate(self.rules.words.stage)}
        return Scores(codes == LEGAL, net, by_name, _marks(counted, len(page.patterns.rows)), ids, by_stage)


def _marks(bits: Ints, rows: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Rows of patterns that are held (n, 2), bits of two integers, as (n, rows) marks."""
    marks = np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little").reshape(-1, 2, 64)
    return marks[:, :, :PATTERN_BITS].reshape(len(bits), -1)[:, :rows].view(np.bool_)


def lay_out(records: Iterable[Record | Mapping[str, Any]], rules: RuleSet | None = None) -> Batch:
    """Lay out records of one rule set with one winner each, so that they can be settled in one call.

    Raises `RecordError` or `RulesError` with one line that begins with the number of the record.

    Examples
    --------
    >>> import mjstats
    >>> record = {"rules": "hangzhou", "indicator": "3s", "players": [{}, {}, {"hand": "123456m55789p22s"}, {}],
    ...           "win": {"by": 2, "tile": "2s", "how": "self-draw"}}
    >>> mjstats.lay_out([record, record]).score().net.tolist()
    [[-2, -1, 4, -1], [-2, -1, 4, -1]]
    """
    if isinstance(records, Mapping | Record) or not isinstance(records, Iterable):
        raise RecordError(f"records: {type(records).__name__}, not a list of records; of one record write [record]")
    page: RuleSet | None = None
    seats: list[Seats] = []
    wins: list[Ints] = []
    for number, item in enumerate(records):
        try:
            own, record = read_record(item, rules)
            if page is not None and own is not page:
                raise RecordError(f"record: rules: {own!r}; a batch has one rule set with the same options, {page!r}")
            if len(record.wins) != 1:
                raise RecordError(f"record: win: {len(record.wins)} winners; a batch takes hands with one")
            page = own
            seats.append(seat_record(page, record))
        except ValueError as error:
            raise RecordError(f"record {number}: {str(error).removeprefix('record: ')}") from None
        if page.packed.reads_distance == 1:
            tell_distances(page, record, seats[-1])
        wins.append(record_win(record, record.wins[0]))
    if page is None:
        raise RecordError("no records: a batch needs at least one")
    return Batch(page, compact(Seats(*(np.stack(arrays) for arrays in zip(*seats, strict=True)))), np.stack(wins))


def score_many(records: Iterable[Record | Mapping[str, Any]], rules: RuleSet | None = None) -> Scores:
    """Settle many records of one rule set: `lay_out` and `Batch.score` in one.

    >>> import mjstats
    >>> record = {"rules": "wuhan", "indicator": "4s", "players": [{}, {}, {}, {}], "win": None}
    >>> mjstats.score_many([record])
    Traceback (most recent call last):
        ...
    mjstats.hand.errors.RecordError: record 0: win: 0 winners; a batch takes hands with one
    """
    return lay_out(records, rules).score()
