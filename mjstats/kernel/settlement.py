"""Many wins judged and settled with all their side payments."""

from mjstats.kernel.columns import N_FACTS
from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.judge import judge
from mjstats.kernel.page import N_FACES, N_PARTS, Ints, Page
from mjstats.kernel.sides import settle_sides
from mjstats.kernel.state import N_MARK, N_ROUND, N_TABLE, Seats, copy_into
from mjstats.kernel.verdict import CHOSEN, CHOSEN_FACTS, NET, Verdict
from mjstats.kernel.weigh import LEGAL


@leaf
def _sit_down(tables: Seats, i: int, seats: Seats) -> None:
    """Lay table `i` out in `seats`."""
    for seat in range(len(seats.n_melds)):
        for face in range(N_FACES):
            seats.hand[seat, face] = tables.hand[i, seat, face]
            seats.laid[seat, face] = tables.laid[i, seat, face]
            seats.discards[seat, face] = tables.discards[i, seat, face]
        for mark in range(N_MARK):
            seats.marks[seat, mark] = tables.marks[i, seat, mark]
        seats.n_melds[seat] = tables.n_melds[i, seat]
        for m in range(seats.n_melds[seat]):
            for column in range(seats.melds.shape[2]):
                seats.melds[seat, m, column] = tables.melds[i, seat, m, column]
    for row in range(N_TABLE):
        for face in range(N_FACES):
            seats.table[row, face] = tables.table[i, row, face]
    for place in range(N_ROUND):
        seats.round[place] = tables.round[i, place]


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
        (n,), (n, P), (N_PARTS, n, P), (n, rows of patterns), (n, stages), all zero: filled with LEGAL or the reason why not, and
        for a legal win what each seat gains or loses, the same by parts, the patterns counted, what the stages came to.
    """
    for i in range(len(wins)):
        _sit_down(tables, i, seats)
        codes[i] = judge(page, seats, wins[i], v)
        if codes[i] != LEGAL:
            continue
        settle_sides(page, seats, wins[i], v, False)
        copy_into(nets[i], v.money[NET])
        for part in range(N_PARTS):
            copy_into(parts[part, i], v.parts[part])
        copy_into(patterns[i], v.marks[CHOSEN])
        for s in range(len(page.stages)):
            stages[i, s] = v.people[CHOSEN_FACTS, N_FACTS + s]
