"""Whether a condition of the page holds for the facts at hand."""

from mjstats.kernel.jit import open_leaf, small_leaf
from mjstats.kernel.page import (
    ALWAYS,
    OP_AT_LEAST,
    OP_AT_MOST,
    OP_EQUAL,
    SOURCE_GROUP,
    SOURCE_OWN,
    SOURCE_PAYER,
    SOURCE_WINNER,
    TERM_CLAUSE,
    TERM_INDEX,
    TERM_OP,
    TERM_OPERAND,
    TERM_SOURCE,
    Conditions,
    Ints,
)


@small_leaf
def fails_at_once(conditions: Conditions, c: int, own: Ints) -> bool:
    """Whether the first clause of condition `c` is one term about `own` facts, and does not hold.

    Asked before `holds`, for most conditions of a page fail there, and a call costs more than the look.
    """
    terms = conditions.terms
    t = conditions.first[c]
    end = conditions.first[c + 1]
    if t == end or terms[t, TERM_SOURCE] != SOURCE_OWN or (t + 1 < end and terms[t + 1, TERM_CLAUSE] == terms[t, TERM_CLAUSE]):
        return False
    value = own[terms[t, TERM_INDEX]]
    op = terms[t, TERM_OP]
    if op == OP_AT_LEAST:
        return bool(value < terms[t, TERM_OPERAND])
    if op == OP_AT_MOST:
        return bool(value > terms[t, TERM_OPERAND])
    return bool((value == terms[t, TERM_OPERAND]) != (op == OP_EQUAL))


@small_leaf
def is_met(conditions: Conditions, c: int, own: Ints, winner: Ints, payer: Ints, groups: Ints, held: Ints) -> bool:
    """`holds`, looking first whether it is to be asked at all."""
    if c == ALWAYS:
        return True
    if fails_at_once(conditions, c, own):
        return False
    first = conditions.first[c]
    if conditions.first[c + 1] == first + 1 and conditions.terms[first, TERM_SOURCE] == SOURCE_OWN:
        return True
    return bool(holds(conditions, c, own, winner, payer, groups, held))


@small_leaf
def all_hold(conditions: Conditions, c: int, own: Ints) -> bool:
    """`holds` for a condition of clauses with one term about `own` facts each."""
    terms = conditions.terms
    for t in range(conditions.first[c], conditions.first[c + 1]):
        value = own[terms[t, TERM_INDEX]]
        operand = terms[t, TERM_OPERAND]
        op = terms[t, TERM_OP]
        if op == OP_AT_LEAST:
            fails = value < operand
        elif op == OP_AT_MOST:
            fails = value > operand
        else:
            fails = (value == operand) != (op == OP_EQUAL)
        if fails:
            return False
    return True


@open_leaf
def holds(conditions: Conditions, c: int, own: Ints, winner: Ints, payer: Ints, groups: Ints, held: Ints) -> bool:
    """Whether condition `c` holds.

    Parameters
    ----------
    own, winner, payer
        (N_FACTS,) fact vectors: of the person the row is counted for, of the winner, of the payer in question
        (the winner's again where no payer is in question).
    groups, held
        how many patterns of each group, and which patterns, the winner's hand counts.
    """
    terms = conditions.terms
    clause = -1
    found = True
    for t in range(conditions.first[c], conditions.first[c + 1]):
        if terms[t, TERM_CLAUSE] != clause:
            if not found:
                return False
            clause = terms[t, TERM_CLAUSE]
            found = False
        if found:
            continue
        index = terms[t, TERM_INDEX]
        source = terms[t, TERM_SOURCE]
        if source == SOURCE_OWN:
            value = own[index]
        elif source == SOURCE_WINNER:
            value = winner[index]
        elif source == SOURCE_PAYER:
            value = payer[index]
        elif source == SOURCE_GROUP:
            value = groups[index]
        else:
            value = held[index]
        op = terms[t, TERM_OP]
        operand = terms[t, TERM_OPERAND]
        if op == OP_AT_LEAST:
            found = value >= operand
        elif op == OP_AT_MOST:
            found = value <= operand
        elif op == OP_EQUAL:
            found = value == operand
        else:
            found = value != operand
    return found
