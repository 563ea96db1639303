"""Whether a condition of the page holds for the facts at hand."""

from mjstats.kernel.jit import open_leaf, small_leaf
from mjstats.kernel.page import (
    ALWAYS,
    ASKED_AT,
    ASKED_FACT,
    ASKED_HIGHEST,
    ASKED_LOWEST,
    HELD,
    MAY,
    MET,
    OP_AT_LEAST,
    OP_AT_MOST,
    OP_EQUAL,
    PATTERN_BITS,
    SOURCE_GROUP,
    SOURCE_OWN,
    SOURCE_PAYER,
    SOURCE_WINNER,
    TERM_CLAUSE,
    TERM_INDEX,
    TERM_OP,
    TERM_OPERAND,
    TERM_SOURCE,
    WORD,
    Conditions,
    Ints,
)
from mjstats.kernel.suits import count_bits


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
def look_at(conditions: Conditions, winner: Ints, bits: Ints) -> None:
    """Tell by the winner's facts which rows of patterns may be counted (MAY) and which conditions are met (MET), a bit each.

    Every fact that is asked for crosses out what its value rules out; nothing is guessed at.
    """
    masks = conditions.masks
    low, high, met, more = masks[0, 0], masks[0, 1], masks[0, 2], masks[0, 3]
    for f in range(len(conditions.asked)):
        asked = conditions.asked[f]
        at = asked[ASKED_AT] + min(max(winner[asked[ASKED_FACT]], asked[ASKED_LOWEST]), asked[ASKED_HIGHEST])
        low &= masks[at, 0]
        high &= masks[at, 1]
        met &= masks[at, 2]
        more &= masks[at, 3]
    bits[MAY] = low
    bits[MAY + 1] = high
    bits[MET] = met
    bits[MET + 1] = more


@small_leaf
def is_told(place: int, bits: Ints) -> int:
    """1 when the condition that has this place among MET is met."""
    return int(bits[MET + (place >> WORD)] >> (place & (1 << WORD) - 1) & 1)


@small_leaf
def winner_meets(conditions: Conditions, c: int, winner: Ints, payer: Ints, bits: Ints) -> bool:
    """`holds` for what is counted for the winner, whose facts `look_at` has looked at."""
    place = conditions.place[c]
    if place >= 0:
        return is_told(place, bits) == 1
    return bool(holds(conditions, c, winner, winner, payer, bits))


@small_leaf
def number_in_group(conditions: Conditions, g: int, bits: Ints) -> int:
    """How many patterns of group `g` are held."""
    return count_bits(bits[HELD] & conditions.groups[g, 0]) + count_bits(bits[HELD + 1] & conditions.groups[g, 1])


@small_leaf
def is_met(conditions: Conditions, c: int, own: Ints, winner: Ints, payer: Ints, bits: Ints) -> bool:
    """`holds`, looking first whether it is to be asked at all."""
    if c == ALWAYS:
        return True
    if fails_at_once(conditions, c, own):
        return False
    first = conditions.first[c]
    if conditions.first[c + 1] == first + 1 and conditions.terms[first, TERM_SOURCE] == SOURCE_OWN:
        return True
    return bool(holds(conditions, c, own, winner, payer, bits))


@small_leaf
def is_held(p: int, bits: Ints) -> int:
    """1 when the winner's hand counts row `p` of the patterns."""
    word = 1 if p >= PATTERN_BITS else 0
    return int(bits[HELD + word] >> p - PATTERN_BITS * word & 1)


@open_leaf
def holds(conditions: Conditions, c: int, own: Ints, winner: Ints, payer: Ints, bits: Ints) -> bool:
    """Whether condition `c` holds.

    Parameters
    ----------
    own, winner, payer
        (N_FACTS,) fact vectors: of the person the row is counted for, of the winner, of the payer in question
        (the winner's again where no payer is in question).
    bits
        (6,) HELD ..: which patterns the winner's hand counts.
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
            value = number_in_group(conditions, index, bits)
        else:
            value = is_held(index, bits)
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
