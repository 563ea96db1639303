"""What a look at the winner's single facts tells of pattern rows and conditions: by fact and value, what it rules out.

A condition asks one fact after another, and most fail. Laid out by fact, a value crosses out at once all that it rules out: an
integer has a bit for each row that may be counted, another for each condition that may be met. What asks for nothing but single
facts is known when all have been looked at; the rest is asked in full, if it is left at all.
"""

from collections.abc import Sequence

import numpy as np

from mjstats.kernel import page as k
from mjstats.kernel.columns import DEALER_BETWEEN, FIRST_WINNER, N_FACTS, RESPONSIBLE
from mjstats.rules.conditions import Term

#: facts that are not the same all the while a win is weighed; what the stages come to is not known yet
_UNSTEADY = {DEALER_BETWEEN, FIRST_WINNER, RESPONSIBLE}
#: the greatest number that a value is told apart from
_MOST = 60
_WORDS = 4
_COMPARED = {
    k.OP_AT_LEAST: lambda value, operand: value >= operand,
    k.OP_AT_MOST: lambda value, operand: value <= operand,
    k.OP_EQUAL: lambda value, operand: value == operand,
    k.OP_NOT_EQUAL: lambda value, operand: value != operand,
}

Clauses = Sequence[Sequence[Term]]


class Looking:
    """Lays out the masks of a page with so many stages, a row or condition after the other; see `Conditions.masks`."""

    def __init__(self, stages: int) -> None:
        self.stages = range(N_FACTS, N_FACTS + stages)
        self.there = [0] * _WORDS
        self.clauses: dict[int, list[tuple[int, int, Sequence[Term]]]] = {}

    def add(self, clauses: Clauses, word: int, bit: int) -> bool:
        """Give what has these clauses a bit of its own; whether the look tells all of it."""
        self.there[word] |= 1 << bit
        seen = [terms for terms in clauses if self._is_single(terms)]
        for terms in seen:
            self.clauses.setdefault(terms[0].index, []).append((word, bit, terms))
        return len(seen) == len(clauses)

    def tells(self, clauses: Clauses) -> bool:
        """Whether the look tells all of such a condition."""
        return all(map(self._is_single, clauses))

    def _is_single(self, terms: Sequence[Term]) -> bool:
        """Whether a clause asks for one fact of the winner's that stays as it is, by small numbers."""
        facts = {term.index for term in terms if term.source in (k.SOURCE_OWN, k.SOURCE_WINNER) and abs(term.operand) <= _MOST}
        own = all(term.source in (k.SOURCE_OWN, k.SOURCE_WINNER) and abs(term.operand) <= _MOST for term in terms)
        return own and len(facts) == 1 and not facts & _UNSTEADY and not facts & set(self.stages)

    def packed(self) -> tuple[k.Ints, k.Ints]:
        """`Conditions.asked` and `Conditions.masks`."""
        asked: list[list[int]] = []
        masks = [self.there]
        for fact, clauses in sorted(self.clauses.items()):
            operands = [term.operand for _, _, terms in clauses for term in terms]
            lowest, highest = min(operands) - 1, max(operands) + 1
            asked.append([fact, lowest, highest, len(masks) - lowest])
            for value in range(lowest, highest + 1):
                left = [-1] * _WORDS
                for word, bit, terms in clauses:
                    if not any(_COMPARED[term.op](value, term.operand) for term in terms):
                        left[word] &= ~(1 << bit)
                masks.append(left)
        return np.array(asked, np.int64).reshape(len(asked), 4), np.array(masks, np.int64)
