"""Scores a record of 福州 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from typing import Any

from tests.twin.readings import Group, readings
from tests.twin.table import Meld, illegal, legal, melds, only_win, tiles

Record = dict[str, Any]

DEFAULTS = {"tiles": 144, "base": 1, "method": 1, "golden_dragon": True}
#: "Patterns": the bonus of method 1, the multiplier of method 2
BONUS = {
    "one-flower": 15, "no-flowers": 30, "win-on-indicator": 30, "heavenly-hand": 30, "earthly-hand": 30, "three-wilds": 40,
    "wild-pair": 60, "wild-pung": 120,
}  # fmt: skip
TIMES = {"self-drawn": 2, "robbing-the-kong": 2, "three-wilds": 3, "wild-pair": 4, "win-on-indicator": 5, "wild-pung": 6}


def kongs(laid: list[Meld], *kinds: str) -> int:
    """How many of the melds are kongs of these kinds."""
    return sum(meld.kind in kinds for meld in laid)


def flower_sets(flowers: list[str]) -> int:
    """Four like honours, four seasons, four plants."""
    have = Counter(flowers)
    honours = sum(have[f"{number}z"] == 4 for number in range(1, 8))
    return honours + all(have[f"{n}f"] for n in range(1, 5)) + all(have[f"{n}f"] for n in range(5, 9))


def golds_alone(reading: tuple[Group, ...]) -> set[str]:
    """金雀, 金龍: what the reading makes of golds alone."""
    whole = {group.kind for group in reading if len(group.stood) == len(group.faces)}
    return {name for name, kind in (("wild-pair", "pair"), ("wild-pung", "pung")) if kind in whole}


def hindrances(record: Record, hand: list[str]) -> list[str]:
    """ "Wild tiles": what forbids this win though the tiles be complete."""
    win, gold = record["win"], record["indicator"]
    found = []
    if win["how"] in ("discard", "rob-kong") and win["tile"] == gold:
        found.append("wild")
    if win["how"] == "discard" and gold in tiles(record["players"][win["by"]].get("discards", "")):
        found.append("wild")
    return found


def names_of(record: Record, options: dict[str, Any], shapes: list[tuple[Group, ...]], golds: int) -> set[str]:
    """All that fits, whatever goes with what."""
    win, dealer = record["win"], record.get("dealer", 0)
    player = record["players"][win["by"]]
    laid, flowers = melds(player), tiles(player.get("flowers", ""))
    how, first = win["how"], win.get("first_turn", False)
    found = set()
    if how in ("self-draw", "hand", "indicator"):
        found.add("self-drawn")
        if golds == 3:
            found.add("three-wilds")
    if how == "rob-kong":
        found.add("robbing-the-kong")
    if how == "indicator":
        found.add("win-on-indicator")
    no_kong = not kongs(laid, "claimed-kong", "added-kong", "concealed-kong")
    if no_kong and len(flowers) + golds == 1:
        found.add("one-flower")
    if no_kong and len(flowers) + golds == 0:
        found.add("no-flowers")
    if shapes and win["by"] == dealer and not laid and (how == "hand" or (how == "self-draw" and first)):
        found.add("heavenly-hand")
    if how == "discard" and first and win["from"] == dealer:
        found.add("earthly-hand")
    for reading in shapes:
        found |= golds_alone(reading)
    return found if options["golden_dragon"] else found - {"wild-pung"}


def payments(record: Record, options: dict[str, Any], golds: int, times: int, bonus: int) -> list[int]:
    """ "Scoring" and "Payments": each of the three others pays."""
    by, dealer, streak = record["win"]["by"], record.get("dealer", 0), record.get("streak", 1)
    player = record["players"][by]
    laid, flowers = melds(player), tiles(player.get("flowers", ""))
    count = len(flowers) + golds + kongs(laid, "claimed-kong", "added-kong")
    count += 2 * kongs(laid, "concealed-kong") + 2 * flower_sets(flowers)
    net = [0] * 4
    for payer in {0, 1, 2, 3} - {by}:
        base = options["base"] + (streak - 1 if dealer in (payer, by) else 0)
        net[payer] = -((base + count) * times + bonus)
    net[by] = -sum(net)
    return net


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 福州."""
    options = DEFAULTS | record.get("options", {})
    win, result = only_win(record)
    if result is not None:
        return result
    gold = record["indicator"]
    record = record | {"win": win}
    player = record["players"][win["by"]]
    full = tiles(player["hand"]) + ([win["tile"]] if win["tile"] else [])
    golds = full.count(gold)
    ordinary = Counter(tile for tile in full if tile != gold)
    shapes = list(readings(ordinary, golds, 5 - len(melds(player))))
    late = win["how"] == "hand" and win.get("last_tile", False)
    if win["how"] == "hand" and (win["by"] != record.get("dealer", 0) or melds(player) or late):
        shapes = []  # only the dealer's first tiles are a hand by themselves
    needs_none = golds == 3 and win["how"] in ("hand", "self-draw") and not late
    reasons = hindrances(record, full)
    if not shapes and not needs_none:
        reasons.append("shape")
    if reasons:
        return illegal(reasons)

    fits = names_of(record, options, shapes, golds)
    if options["method"] == 2:
        kept = {name: TIMES[name] for name in fits if name in TIMES}
        most = max(kept.values(), default=1)
        ties = [{name} for name in kept if kept[name] == most] or [set()]
        return legal(payments(record, options, golds, most, 0), ties[0], ties)
    twice = fits & {"self-drawn", "robbing-the-kong"}
    kept = {name: BONUS[name] for name in fits if name in BONUS}
    most = max(kept.values(), default=0)
    ties = [twice | {name} for name in kept if kept[name] == most] or [twice]
    return legal(payments(record, options, golds, 2 if twice else 1, most), ties[0], ties)
