"""A win judged and settled with all its side payments, one or many."""

from mjstats.kernel.jit import kernel, leaf
from mjstats.kernel.judge import judge
from mjstats.kernel.page import Ints, Page
from mjstats.kernel.readings import STALE
from mjstats.kernel.sides import settle_sides
from mjstats.kernel.state import Seats, copy_into
from mjstats.kernel.verdict import OTHER_NET, Verdict
from mjstats.kernel.weigh import LEGAL, weigh


@leaf
def settle_win(page: Page, seats: Seats, win: Ints, v: Verdict) -> int:
    """Judge a win; when it is legal, fill the verdict's facts by the reading chosen, its `parts`, and its `net` in all."""
    code = judge(page, seats, win, v)
    if code != LEGAL:
        v.parts[:] = 0
        return int(code)
    if v.readings.state[STALE] == 1:
        # Judging leaves the facts of the reading that it weighed last.
        copy_into(v.money[OTHER_NET], v.net)
        weigh(page, seats, win, v.reading, v, True)
        copy_into(v.net, v.money[OTHER_NET])
    settle_sides(page, seats, win, v, False)
    return LEGAL


@kernel
def settle_many(
    page: Page, tables: Seats, wins: Ints, v: Verdict, codes: Ints, parts: Ints, patterns: Ints, stages: Ints
) -> None:  # fmt: skip
    """Settle one win at each of n tables.

    Parameters
    ----------
    tables
        as `Seats`, each array with a first axis more: one place a table.
    wins
        (n, N_WIN).
    codes, parts, patterns, stages
        (n,), (n, N_PARTS, P), (n, rows of patterns), (n, stages): filled with what `settle_win` found.
    """
    for i in range(len(wins)):
        seats = Seats(
            hand=tables.hand[i],
            melds=tables.melds[i],
            n_melds=tables.n_melds[i],
            laid=tables.laid[i],
            marks=tables.marks[i],
            discards=tables.discards[i],
            table=tables.table[i],
            round=tables.round[i],
        )
        codes[i] = settle_win(page, seats, wins[i], v)
        parts[i] = v.parts
        if codes[i] == LEGAL:
            patterns[i] = v.patterns
            stages[i] = v.worth
