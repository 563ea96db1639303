"""Readings that were weighed already: most readings of a hand with wild tiles tell the same facts, and come to the same."""

from typing import Final

from mjstats.kernel.columns import FIRST_PERSON, FIRST_READING, N_FACTS
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import Ints
from mjstats.kernel.readings import ROOM_STATE, SEEN
from mjstats.kernel.verdict import MOST_SEEN, Verdict

# ---- places in a row of facts remembered, where facts of the event stand otherwise
SEEN_ASIDE: Final[int] = 0  #: what weighing looks at besides facts
SEEN_SUM: Final[int] = 1  #: a sum over them all, looked at first
MIX: Final[int] = 1_000_003
SUM_BITS: Final[int] = (1 << 42) - 1  #: so that the product fits


@leaf
def _is_like(facts: Ints, other: Ints, first_own: int) -> bool:
    """Whether two rows of facts are alike in all that a reading tells; the page's own columns begin at `first_own`."""
    for column in range(FIRST_READING, FIRST_PERSON):
        if facts[column] != other[column]:
            return False
    for column in range(first_own, len(facts)):
        if facts[column] != other[column]:
            return False
    return True


@leaf
def was_seen(facts: Ints, stages: int, aside: int, v: Verdict) -> bool:
    """Whether a reading with these facts was weighed before; else it is remembered, as long as there is room.

    `aside` is all that weighing looks at besides facts; `stages` is how many columns of stages stand before the page's own.
    """
    first_own = N_FACTS + stages
    total = aside
    for column in range(FIRST_READING, FIRST_PERSON):
        total = total * MIX + facts[column] & SUM_BITS
    for column in range(first_own, len(facts)):
        total = total * MIX + facts[column] & SUM_BITS
    players = v.money.shape[1]
    state = v.readings.room[ROOM_STATE]
    for row in range(players, players + state[SEEN]):
        seen = v.people[row]
        if seen[SEEN_SUM] == total and seen[SEEN_ASIDE] == aside and _is_like(facts, seen, first_own):
            return True
    if state[SEEN] < MOST_SEEN:
        kept = v.people[players + state[SEEN]]
        for column in range(FIRST_READING, len(facts)):
            kept[column] = facts[column]
        kept[SEEN_ASIDE] = aside
        kept[SEEN_SUM] = total
        state[SEEN] += 1
    return False
