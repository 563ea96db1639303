"""Chows and pungs that stand together, beside a plain search that tries every set of combinations."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from mjstats.kernel.columns import COLUMN, N_FACTS
from mjstats.kernel.combinations import (
    COUPLES_FREE,
    COUPLES_ONCE,
    combination_facts,
    combination_picks,
    nine_gates_facts,
)
from mjstats.kernel.page import (
    ADDED_KONG,
    CHOW,
    CLAIMED_KONG,
    CONCEALED_KONG,
    EXTRA_SET,
    KNIT,
    PAIR,
    PUNG,
    READS_CHOWS,
    READS_HOGS,
    READS_PUNGS,
)

KINDS = {
    "chow": CHOW, "pung": PUNG, "claimed": CLAIMED_KONG, "added": ADDED_KONG, "concealed": CONCEALED_KONG, "pair": PAIR,
    "knitted": KNIT, "extra": EXTRA_SET,
}  # fmt: skip
COUPLES = ("pure-double-chows", "mixed-double-chows", "short-straights", "two-terminal-chows")
GROUPS = (
    "pure-triple-chows", "quadruple-chow", "mixed-triple-chows", "pure-straights", "mixed-straights", "pure-shifted-chows",
    "mixed-shifted-chows",
)  # fmt: skip
PUNGS = ("pure-shifted-pungs", "mixed-shifted-pungs", "double-pungs", "triple-pung")

Item = tuple[str, str]


def face(text: str) -> int:
    """The number of a face: 1m is 0, 1z is 27."""
    return "mpsz".index(text[1]) * 9 + int(text[0]) - 1


def facts_of(items: list[Item], pick: int, couples: int) -> dict[str, int]:
    """The facts that are not zero, by name."""
    array = np.full((9, 4), 77, np.int64)
    for i, (kind, lowest) in enumerate(items):
        array[i, 0] = KINDS[kind]
        array[i, 1] = face(lowest)
    facts = np.zeros(N_FACTS, np.int64)
    combination_facts(array, len(items), pick, couples, READS_CHOWS | READS_PUNGS | READS_HOGS, facts)
    return {name: int(facts[column]) for name, column in COLUMN.items() if facts[column] > 0}


def picks_of(items: list[Item]) -> list[dict[str, int]]:
    """The facts of every pick when a chow is accounted for once."""
    array = np.array([[KINDS[kind], face(lowest), 0, 0] for kind, lowest in items], np.int64)
    return [facts_of(items, pick, COUPLES_ONCE) for pick in range(combination_picks(array, len(items), COUPLES_ONCE))]


def some(facts: dict[str, int], names: tuple[str, ...]) -> dict[str, int]:
    """Those facts alone."""
    return {name: value for name, value in facts.items() if name in names}


def chows(*lowest: str) -> list[Item]:
    return [("chow", one) for one in lowest]


# ---- the plain search: chows as text ("3m" is 345m)


def couple(one: str, other: str) -> str | None:
    """What two chows are together."""
    numbers = {int(one[0]), int(other[0])}
    if one == other:
        return "pure-double-chows"
    if len(numbers) == 1:
        return "mixed-double-chows"
    if one[1] == other[1] and numbers == {1, 7}:
        return "two-terminal-chows"
    if one[1] == other[1] and max(numbers) - min(numbers) == 3:
        return "short-straights"
    return None


def group(taken: tuple[str, ...]) -> str | None:
    """What three or four chows are together."""
    numbers = sorted(int(one[0]) for one in taken)
    suits = len({one[1] for one in taken})
    steps = {later - number for number, later in itertools.pairwise(numbers)}
    if len(taken) == 4:
        names = {(0,): "quadruple-chow", (1,): "pure-shifted-chows", (2,): "pure-shifted-chows"} if suits == 1 else {}
    elif suits == 1:
        names = {(0,): "pure-triple-chows", (3,): "pure-straights", (1,): "pure-shifted-chows", (2,): "pure-shifted-chows"}
    elif suits == 3:
        names = {(0,): "mixed-triple-chows", (3,): "mixed-straights", (1,): "mixed-shifted-chows"}
    else:
        names = {}
    return names.get(tuple(steps))


def most_couples(taken: list[str], within: frozenset[int]) -> int:
    """The largest number of couples, `within` being a group already used: no rings, no chow twice in couples of a kind."""
    pairs = [
        (i, j, couple(taken[i], taken[j]))
        for i, j in itertools.combinations(range(len(taken)), 2)
        if couple(taken[i], taken[j]) and not {i, j} <= within
    ]
    for size in range(len(pairs), 0, -1):
        for chosen in itertools.combinations(pairs, size):
            uses = Counter((end, kind) for i, j, kind in chosen for end in (i, j))
            trees = {frozenset(within)} | {frozenset([i]) for i in range(len(taken)) if i not in within}
            trees.discard(frozenset())
            for i, j, _ in chosen:
                joined = frozenset().union(*(tree for tree in trees if i in tree or j in tree))
                trees = {tree for tree in trees if not tree & joined} | {joined}
            parts = len(taken) - len(within) + bool(within)
            if max(uses.values()) == 1 and len(trees) == parts - size:
                return size
    return 0


def all_chows() -> list[str]:
    return [f"{number}{suit}" for suit in "mps" for number in range(1, 8)]


def some_hands(seed: int, number: int, most: int) -> list[list[str]]:
    """Chows, half of them close together."""
    rng = random.Random(seed)
    hands = []
    for turn in range(number):
        near = [f"{n}{suit}" for suit in "mps"[: rng.randint(1, 3)] for n in rng.choice([(1, 4, 7), (2, 3, 4, 5), (1, 3, 5, 7)])]
        hands.append(rng.choices(all_chows() if turn % 2 else near, k=rng.randint(0, most)))
    return hands


def test_accounts_once_as_the_plain_search() -> None:
    seen: Counter[str] = Counter()
    for hand in some_hands(1, 3000, 4):
        places = [frozenset(p) for size in (3, 4) for p in itertools.combinations(range(len(hand)), size)]
        wanted = set()
        for place in places:
            taken = tuple(sorted(hand[i] for i in place))
            name = group(taken)
            if name is not None:
                value = len(taken) if "shifted" in name else 1
                wanted.add((name, value, most_couples(hand, place)))
                seen[f"{name} {len(taken)}"] += 1
        wanted = wanted or {(None, (), most_couples(hand, frozenset()))}
        found = []
        for facts in picks_of([*chows(*hand), ("pair", "9s")]):
            groups = some(facts, GROUPS)
            assert len(groups) <= 1, (hand, facts)
            name, value = next(iter(groups.items()), (None, ()))
            found.append((name, value, sum(some(facts, COUPLES).values())))
            assert set(facts) <= {*GROUPS, *COUPLES, "tile-hogs"}, (hand, facts)
        assert set(found) == wanted, hand
        distinct = {tuple(sorted(hand[i] for i in place)) for place in places}
        assert len(found) == max(1, sum(group(taken) is not None for taken in distinct)), hand  # equal groups come once
    assert len(seen) == 8  # every group of three or four was met


def test_free_counting_as_the_plain_search() -> None:
    for hand in some_hands(2, 3000, 5):
        wanted: dict[str, int] = {}
        for i, j in itertools.combinations(range(len(hand)), 2):
            kind = couple(hand[i], hand[j])
            if kind is not None:
                wanted.setdefault(kind, 1)
                rest = [k for k in range(len(hand)) if k not in (i, j)]
                if any(couple(hand[a], hand[b]) == kind for a, b in itertools.combinations(rest, 2)):
                    wanted[kind] = 2
        for size in (3, 4):
            for taken in itertools.combinations(hand, size):
                name = group(taken)
                if name is not None:
                    wanted[name] = size if "shifted" in name else 1
        found = facts_of(chows(*hand), 0, COUPLES_FREE)
        if {1, 2, 3, 4, 5} <= {int(one[0]) for one in hand} and len({one[1] for one in hand}) == 1:
            wanted["pure-shifted-chows"] = 5
        assert some(found, (*GROUPS, *COUPLES)) == wanted, hand


def test_pungs_as_the_plain_search() -> None:
    rng = random.Random(3)
    faces = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{number}z" for number in range(1, 8)]
    kinds = ("pung", "claimed", "added", "concealed")
    for turn in range(3000):
        near = [f"{n}{suit}" for suit in "mps" for n in (2, 3, 4, 5)][: rng.choice([4, 8, 12])]
        hand = rng.sample(faces if turn % 3 == 0 else near, k=rng.randint(0, 4))
        plain = [one for one in hand if one[1] != "z"]
        wanted: dict[str, int] = {}
        couples = sum(Counter(one[0] for one in plain)[number] // 2 for number in {one[0] for one in plain})
        if couples:
            wanted["double-pungs"] = couples
        for size in (3, 4):
            for taken in itertools.combinations(plain, size):
                numbers, suits = sorted(int(one[0]) for one in taken), {one[1] for one in taken}
                up = numbers == list(range(numbers[0], numbers[0] + size))
                if len(set(numbers)) == 1:
                    wanted["triple-pung"] = 1
                if up and len(suits) == 1:
                    wanted["pure-shifted-pungs"] = size
                if up and size == 3 and len(suits) == 3:
                    wanted["mixed-shifted-pungs"] = 3
        items = [(rng.choice(kinds), one) for one in hand]
        for couples_are in (COUPLES_FREE, COUPLES_ONCE):
            assert some(facts_of(items, 0, couples_are), (*GROUPS, *COUPLES, *PUNGS)) == wanted, hand


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        # 123 123 789 789 is twice the two terminal chows, and one pure double chow joins them
        (("1m", "1m", "7m", "7m"), [{"two-terminal-chows": 2, "pure-double-chows": 1}]),
        (("1m", "1p", "7m", "7p"), [{"two-terminal-chows": 2, "mixed-double-chows": 1}]),
        # four chows in a ring of four couples: three of them count
        (("2m", "5m", "2p", "5p"), [{"short-straights": 2, "mixed-double-chows": 1}]),
        # the fourth chow joins a straight once, though it makes three couples with it
        (("1m", "4m", "7m", "1m"), [{"pure-straights": 1, "two-terminal-chows": 1}]),
        # two shifted runs share two chows: one or the other, or all four
        (("1m", "2m", "3m", "4m"), [{"pure-shifted-chows": 3, "short-straights": 1},
                                    {"pure-shifted-chows": 3, "short-straights": 1}, {"pure-shifted-chows": 4}]),
        # three or all four of equal chows; a couple is left over beside three
        (("3m", "3m", "3m", "3m"), [{"pure-triple-chows": 1, "pure-double-chows": 1}, {"quadruple-chow": 1}]),
        (("2m", "2p", "2s"), [{"mixed-triple-chows": 1}]),
        (("3m", "7m"), [{}]),
        (("3m", "6p"), [{}]),
    ],
)  # fmt: skip
def test_account_once_by_hand(hand: tuple[str, ...], wanted: list[dict[str, int]]) -> None:
    found = [some(facts, (*GROUPS, *COUPLES)) for facts in picks_of(chows(*hand))]

    def order(facts: dict[str, int]) -> str:
        return str(sorted(facts.items()))

    assert sorted(found, key=order) == sorted(wanted, key=order)


def test_tile_hogs() -> None:
    def hogs(*items: Item) -> int:
        return facts_of(list(items), 0, COUPLES_FREE).get("tile-hogs", 0)

    assert hogs(("pung", "3m"), ("chow", "3m")) == 1
    assert hogs(("pung", "3m"), ("chow", "1m"), ("chow", "5m"), ("pung", "5m")) == 2
    assert hogs(*chows("2m", "2m", "2m", "2m")) == 3  # of 2, 3 and 4
    assert hogs(("pair", "3m"), ("chow", "2m"), ("chow", "1m")) == 1
    assert hogs(("pair", "7z"), ("pair", "7z")) == 1
    assert hogs(("knitted", "1m"), ("pung", "4m")) == 1
    assert hogs(("knitted", "1m"), ("pung", "3m")) == 0
    assert hogs(("chow", "1m"), ("chow", "1m"), ("chow", "1m")) == 0
    assert hogs(("extra", "1m"), ("pung", "1m"), ("chow", "1m")) == 1  # the number of a row, no face
    for kong in ("claimed", "added", "concealed"):
        assert hogs((kong, "3m"), ("chow", "4m")) == 0


def test_shifted_pairs() -> None:
    def shifted(*faces: str) -> int:
        return facts_of([("pair", one) for one in faces], 0, COUPLES_FREE).get("shifted-pairs", 0)

    assert shifted(*(f"{number}p" for number in range(1, 8))) == 1
    assert shifted(*(f"{number}p" for number in range(3, 10))) == 1
    assert shifted(*(f"{number}p" for number in (1, 2, 3, 4, 5, 6, 8))) == 0
    assert shifted(*(f"{number}p" for number in (1, 2, 3, 4, 5, 6, 6))) == 0
    assert shifted("1p", "2p", "3p", "4p", "5p", "6p", "7m") == 0
    assert shifted("1z", "2z", "3z", "4z", "5z", "6z", "7z") == 0


def test_nine_gates() -> None:
    def gates(numbers: str, winning: str, suit: str = "s", besides: str = "") -> tuple[int, int]:
        concealed = np.zeros(34, np.int64)
        for number in numbers:
            concealed[face(number + suit)] += 1
        if besides:
            concealed[face(besides)] += 1
        facts = np.full(N_FACTS, -1, np.int64)
        nine_gates_facts(concealed, face(winning) if winning else -1, facts)
        return int(facts[COLUMN["nine-gates-shape"]]), int(facts[COLUMN["nine-gates"]])

    for number in "123456789":
        assert gates("1112345678999" + number, number + "s") == (1, 1)
        assert gates("1112345678999" + number, ("2" if number != "2" else "3") + "s") == (1, 0)
    assert gates("11123456789995", "") == (1, 0)
    assert gates("1112345678999", "9s") == (0, 0)
    assert gates("11123456788999", "8p", suit="p") == (1, 1)
    assert gates("11123456789999", "9z", suit="m") == (1, 0)
    assert gates("1112345678999", "1m", besides="1m") == (0, 0)
    assert gates("11122345678899", "9s") == (0, 0)
