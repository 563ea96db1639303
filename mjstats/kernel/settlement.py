"""Many wins judged and settled with all their side payments."""

from mjstats.kernel.columns import N_FACTS
from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.judge import judge
from mjstats.kernel.page import HELD, N_PARTS, Ints, Page
from mjstats.kernel.sides import settle_sides
from mjstats.kernel.state import WIN_BY, Seats, copy_few, copy_into, copy_whole
from mjstats.kernel.verdict import BITS, NET, Verdict
from mjstats.kernel.weigh import LEGAL


@leaf
def _sit_down(tables: Seats, i: int, seats: Seats) -> None:
    """Lay table `i` out in `seats`."""
    copy_whole(seats.hand, tables.hand[i])
    copy_whole(seats.melds, tables.melds[i])
    copy_whole(seats.n_melds, tables.n_melds[i])
    copy_whole(seats.laid, tables.laid[i])
    copy_whole(seats.marks, tables.marks[i])
    copy_whole(seats.discards, tables.discards[i])
    copy_whole(seats.table, tables.table[i])
    copy_whole(seats.round, tables.round[i])


@open_leaf
def settle_many(
    page: Page, tables: Seats, wins: Ints, seats: Seats, v: Verdict, codes: Ints, nets: Ints, parts: Ints, patterns: Ints,
    stages: Ints,
) -> None:  # fmt: skip
    """Judge and settle one win at each of n tables; the verdict is left as the last one fills it.

    Parameters
    ----------
    tables
        as `Seats`, each array with a first axis more: one place a table; whatever whole numbers.
    wins
        (n, N_WIN).
    seats
        room for one table.
    codes, nets, parts, patterns, stages
        (n,), (n, P), (n, N_PARTS, P), (n, 2), (n, stages), all zero: filled with LEGAL or the reason why not, and for a legal win
        what each seat gains or loses, the same by parts, the patterns counted (a bit each), what the stages came to.
    """
    for i in range(len(wins)):
        _sit_down(tables, i, seats)
        codes[i] = judge(page, seats, wins[i], v)
        if codes[i] != LEGAL:
            continue
        settle_sides(page, seats, wins[i], v, False)
        copy_into(nets[i], v.money[NET])
        for part in range(N_PARTS):
            for seat in range(len(seats.n_melds)):
                parts[i, part, seat] = v.parts[part, seat]
        copy_few(patterns[i], v.sums[BITS, HELD : HELD + 2], 2)
        for s in range(len(page.stages)):
            stages[i, s] = v.people[wins[i, WIN_BY], N_FACTS + s]
