"""The slow twin must itself be right: it reproduces every worked case, and its parts agree with still plainer ones."""

import itertools
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.twin import generate
from tests.twin.readings import complete, readings
from tests.twin.registry import TWINS
from tests.twin.table import FACES, meld, tiles

DATA = Path(__file__).parents[1] / "data" / "cases"
SIXTEEN = {"fuzhou", "quanzhou", "taiwan", "wenzhou", "xiamen"}
#: patterns that a thousand made hands need not show
RARE: dict[str, set[str]] = {}


def cases() -> list[Any]:
    """Every case of the rule sets with a twin, the shared ones and our own."""
    files = [DATA / folder / f"{name}.jsonl" for name in TWINS for folder in ("", "own")]
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in cases()])
def test_reproduces_the_case(case: dict[str, Any]) -> None:
    result, expect = TWINS[case["record"]["rules"]][0](case["record"]), case["expect"]
    assert result["legal"] == expect["legal"], case["why"]
    assert result["net"] == expect.get("net", result["net"]), case["why"]
    if "patterns" in expect:
        assert set(expect["patterns"]) in result["ties"], case["why"]
    assert expect.get("reason_contains") in {None, *result["reasons"]}, case["why"]


def test_ids_are_unique() -> None:
    repeated = [name for name, count in Counter(case["id"] for case in cases()).items() if count > 1]
    assert repeated == []


def placed(record: dict[str, Any]) -> Counter[str]:
    """All tiles that a record places."""
    win = record["win"] or {}
    win = win[0] if isinstance(win, list) else win
    seen = Counter([record["indicator"]] if "indicator" in record and win.get("how") != "indicator" else [])
    seen.update([win["tile"]] if win.get("tile") else [])
    for player in record["players"]:
        seen.update(tile for text in player.get("melds", []) for tile in meld(text).tiles)
        seen.update(tiles(player.get("hand", "") + player.get("discards", "") + player.get("kong_tiles", "")))
    return seen


@pytest.mark.parametrize("name", TWINS)
def test_generated_hands_can_be_dealt(name: str) -> None:
    for record in generate.records(TWINS[name][1], 7, 300):
        assert max(placed(record).values(), default=0) <= 4, record
        for player in record["players"]:
            if "hand" in player:
                held = len(tiles(player["hand"])) + 3 * len(player.get("melds", [])) - (16 if name in SIXTEEN else 13)
                win = record["win"][0] if isinstance(record["win"], list) else record["win"]
                assert held in ((0, 1) if win is None or win["how"] in ("hand", "indicator") else (0,)), record


def from_the_table(record: dict[str, Any]) -> set[int]:
    """Points that may come from the table (sticks laid before this hand, when somebody takes them) or go onto it."""
    laid = sum("riichi" in player.get("flags", []) or "double-riichi" in player.get("flags", []) for player in record["players"])
    return {1000 * int(record.get("sticks", 0))} | ({-1000 * laid} if record["win"] is None else set())


@pytest.mark.parametrize("name", TWINS)
def test_generated_hands_cover_the_sheet(name: str) -> None:
    """Among a thousand hands every pattern of the sheet is won with, some wins are refused, and each result adds up."""
    patterns: set[str] = set()
    refused: set[str] = set()
    for record in generate.records(TWINS[name][1], 11, 1000):
        result = TWINS[name][0](record)
        patterns |= result["patterns"]
        refused |= result["reasons"]
        assert not result["legal"] or sum(result["net"]) in from_the_table(record), record
    listed = {pattern for case in cases() if case["record"]["rules"] == name for pattern in case["expect"].get("patterns", [])}
    assert patterns >= listed - RARE.get(name, set())
    assert "shape" in refused


def test_same_seed_same_hands() -> None:
    first, again, other = (list(generate.records(generate.wuhan_record, seed, 20)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def divides(tiles_left: list[str], sets: int, pairs: int) -> bool:
    """Plain tiles as sets and pairs, by trying all combinations: the check on the reader of wild tiles."""
    if not tiles_left:
        return sets == 0 and pairs == 0
    for size in (2, 3):
        for chosen in itertools.combinations(range(1, len(tiles_left)), size - 1):
            group = [tiles_left[0], *(tiles_left[at] for at in chosen)]
            left = [tile for at, tile in enumerate(tiles_left) if at and at not in chosen]
            numbers = [int(tile[0]) for tile in group]
            one_suit = len({tile[1] for tile in group}) == 1 and group[0][1] != "z"
            run = size == 3 and one_suit and numbers == list(range(numbers[0], numbers[0] + 3))
            if (len(set(group)) == 1 or run) and divides(left, sets - (size == 3), pairs - (size == 2)):
                return True
    return False


def test_readings_against_trying_every_face() -> None:
    """Eight tiles, up to two wild: complete just when some choice of faces divides, and each reading is such a choice."""
    rng = random.Random(5)
    near = [*FACES[:6], "1z", "2z"]
    found = Counter[bool]()
    for _ in range(100):
        wilds = rng.randint(0, 2)
        shown = sorted(rng.choices(near, k=8 - wilds), key=FACES.index)
        choices = itertools.combinations_with_replacement(FACES, wilds)
        possible = any(divides(sorted([*shown, *extra], key=FACES.index), 2, 1) for extra in choices)
        assert complete(Counter(shown), wilds, 2) == possible, (shown, wilds)
        found[possible] += 1
        for reading in readings(Counter(shown), wilds, 2):
            faces = Counter(face for group in reading for face in group.faces)
            stood = Counter(face for group in reading for face in group.stood)
            assert faces - stood == Counter(shown)
            assert stood.total() == wilds
    assert min(found[True], found[False]) > 10
