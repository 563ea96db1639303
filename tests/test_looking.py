"""What a look at the winner's single facts tells, against asking every condition in full."""

import numpy as np
import pytest

import mjstats
from mjstats.kernel import page as k
from mjstats.kernel.columns import COLUMN, N_FACTS
from mjstats.kernel.conditions import holds
from mjstats.kernel.price import count_patterns
from mjstats.rules.conditions import parse_condition
from mjstats.rules.looking import Looking
from mjstats.rules.own_facts import OwnFacts

PAGES = sorted(mjstats.rule_sets())


def is_in(words: k.Ints, bit: int) -> bool:
    return bool(words[bit // k.PATTERN_BITS] >> bit % k.PATTERN_BITS & 1)


@pytest.mark.parametrize("id_", PAGES)
def test_looking_tells_what_asking_in_full_does(id_: str) -> None:
    page = mjstats.load(id_).packed
    conditions, rows = page.conditions, page.patterns.rows
    rng = np.random.default_rng(5)
    ledger = np.zeros(4, np.int64)
    met_by_some = set()
    for _ in range(400):
        facts = np.zeros(N_FACTS + len(page.stages) + len(page.own_facts), np.int64)
        # most facts of most hands are 0, and a few are far beyond anything that is asked for
        facts[:] = rng.choice([0, 0, 0, 1, 1, 2, 3, 4, 5, 12, 200], len(facts))
        bits = np.zeros(k.N_BITS, np.int64)
        count_patterns(conditions, page.patterns, facts, bits, ledger)
        for number, place in enumerate(conditions.place.tolist()):
            if place >= 0:
                word, bit = place >> k.WORD, place & (1 << k.WORD) - 1
                met = bool(bits[k.MET + word] >> bit & 1)
                assert met == holds(conditions, number, facts, facts, facts, bits), (id_, number)
                met_by_some |= {number} if met else set()
        for p, row in enumerate(rows):
            may = is_in(bits[k.MAY : k.MAY + 2], p)
            met = row[k.PATTERN_FOR] != k.FOR_PAYER and holds(conditions, row[k.PATTERN_WHEN], facts, facts, facts, bits)
            if row[k.PATTERN_SURE] == 1:
                assert may == met, (id_, p)
            assert may or not met or not is_in(bits[k.HELD : k.HELD + 2], p), (id_, p)
    assert len(met_by_some) > 1


def test_only_single_steady_facts_are_looked_at() -> None:
    own = OwnFacts({}, ["fu"])
    asked = {
        "dealer": True,
        "streak >= 3": True,
        "streak >= 3 or streak == 1": True,
        "winner streak != 2": True,
        "streak >= 3 or dealer": False,
        "payer dealer": False,
        "dealer-between": False,
        "worth fu >= 30": False,
        "streak >= 1000": False,
    }
    for text, told in asked.items():
        assert Looking(1).tells(parse_condition([text], [], [], own)) is told, text


def test_masks_cross_out_by_value() -> None:
    look = Looking(0)
    own = OwnFacts({}, [])
    assert look.add(parse_condition(["streak >= 3", "not dealer"], [], [], own), 0, 0)
    assert not look.add(parse_condition(["streak == 2", "dealer or self-drawn"], [], [], own), 0, 1)
    asked, masks = look.packed()
    left = {}
    for streak in range(6):
        for dealer in range(3):
            word = masks[0, 0]
            for fact, lowest, highest, at in asked.tolist():
                value = {COLUMN["streak"]: streak, COLUMN["dealer"]: dealer}[fact]
                word &= masks[at + min(max(value, lowest), highest), 0]
            left[streak, dealer] = int(word)
    assert left == {(s, d): int(s >= 3 and d == 0) + 2 * int(s == 2) for s in range(6) for d in range(3)}
