"""A win judged and settled with all its side payments, one or many."""

from mjstats.kernel.by_reference import referred
from mjstats.kernel.columns import N_FACTS
from mjstats.kernel.jit import open_leaf
from mjstats.kernel.judge import judge
from mjstats.kernel.page import N_PARTS, Ints, Page
from mjstats.kernel.sides import settle_sides
from mjstats.kernel.state import Seats, copy_into
from mjstats.kernel.verdict import CHOSEN, CHOSEN_FACTS, Verdict
from mjstats.kernel.weigh import LEGAL


@open_leaf
def settle_many(
    page: Page, tables: Seats, wins: Ints, v: Verdict, codes: Ints, parts: Ints, patterns: Ints, stages: Ints
) -> None:  # fmt: skip
    """Judge and settle one win at each of n tables; the verdict is left as the last one fills it.

    Parameters
    ----------
    tables
        as `Seats`, each array with a first axis more: one place a table.
    wins
        (n, N_WIN).
    codes, parts, patterns, stages
        (n,), (n, N_PARTS, P), (n, rows of patterns), (n, stages): filled with LEGAL or the reason why not, and for a legal win
        what each seat gains or loses by parts, the patterns counted, what the stages came to.
    """
    for i in range(len(wins)):
        made = Seats(
            hand=tables.hand[i],
            melds=tables.melds[i],
            n_melds=tables.n_melds[i],
            laid=tables.laid[i],
            marks=tables.marks[i],
            discards=tables.discards[i],
            table=tables.table[i],
            round=tables.round[i],
        )
        seats = referred(made)
        code = judge(page, seats, wins[i], v)
        codes[i] = code
        if code != LEGAL:
            for part in range(N_PARTS):
                for seat in range(v.money.shape[1]):
                    parts[i, part, seat] = 0
            continue
        settle_sides(page, seats, wins[i], v, False)
        for part in range(N_PARTS):
            copy_into(parts[i, part], v.parts[part])
        copy_into(patterns[i], v.marks[CHOSEN])
        for s in range(len(page.stages)):
            stages[i, s] = v.people[CHOSEN_FACTS, N_FACTS + s]
