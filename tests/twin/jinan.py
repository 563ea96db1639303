"""Scores a record of 済南 step by step, as its sheet says it. Words in quotes are headings of the sheet.

Where the winner is tied to two players at once each of the two pays everything: the sheet speaks of two players only.
"""

from collections import Counter
from math import prod
from typing import Any

from tests.twin.readings import Group, readings
from tests.twin.table import CLAIMED, Meld, illegal, legal, melds, tiles

Record = dict[str, Any]

PAIRS = {f"{number}{suit}" for number in (2, 5, 8) for suit in "mps"}
#: "Patterns": the fans of the hand; plain-win stands for none of them
FAN = {"all-pungs": 2, "half-flush": 2, "pure-straight": 2, "out-with-replacement-tile": 2, "full-flush": 5}
#: "Patterns": flowers of a kong, by kind and by whether it is one of honours
KONG_FLOWERS = {"claimed-kong": (1, 2), "added-kong": (1, 2), "concealed-kong": (2, 3)}


def laid_open(record: Record, seat: int) -> bool:
    """明楼: whether a player has declared ready, with the first discard or later, and lies open."""
    return not {"ready", "ready-first"}.isdisjoint(record["players"][seat].get("flags", []))


def all_sets(laid: list[Meld], reading: tuple[Group, ...]) -> list[tuple[str, list[str]]]:
    """Kind and faces of the four sets."""
    return [(one.kind, one.tiles) for one in laid] + [(one.kind, list(one.faces)) for one in reading if one.kind != "pair"]


def fans(sets: list[tuple[str, list[str]]], pair: str, replaced: bool) -> set[str]:
    """The fan patterns of a reading."""
    found = {"out-with-replacement-tile"} if replaced else set()
    if all(kind != "chow" for kind, _ in sets):
        found.add("all-pungs")
    suits = {face[1] for _, faces in sets for face in faces} | {pair[1]}
    if len(suits) == 1:
        found.add("full-flush")
    elif len(suits) == 2 and "z" in suits:
        found.add("half-flush")
    chows = {tuple(sorted(faces)) for kind, faces in sets if kind == "chow"}
    for suit in "mps":
        if {tuple(f"{at + step}{suit}" for step in range(3)) for at in (1, 4, 7)} <= chows:
            found.add("pure-straight")
    return found


def flowers(player: Record, sets: list[tuple[str, list[str]]], winning: str | None) -> int:
    """花: flower tiles, honour pungs but the one that the winning tile completed, kongs."""
    total = len(tiles(player.get("flowers", "")))
    for kind, faces in sets:
        honour = faces[0][1] == "z"
        if kind in KONG_FLOWERS:
            total += KONG_FLOWERS[kind][honour]
        elif kind == "pung" and honour:
            total += faces[0] != winning
    return total


def claims(record: Record, seat: int, other: int) -> int:
    """How many sets a seat has claimed from another."""
    return sum(one.kind in CLAIMED and one.seat == other for one in melds(record["players"][seat]))


def payments(record: Record, win: Record, points: int) -> list[int]:
    """ "Payments" and "Responsibility" of one win."""
    by, how = win["by"], win["how"]
    others = [seat for seat in range(4) if seat != by]
    pays = dict.fromkeys(range(4), 0)
    if how == "self-draw" or how == "hand":
        pays |= dict.fromkeys(others, points)
        last = melds(record["players"][by])[-1:]
        if win.get("replacement") == "kong" and last and last[0].kind == "claimed-kong" and last[0].seat is not None:
            pays |= dict.fromkeys(others, 0) | {last[0].seat: 3 * points}
    else:
        pays[win["from"]] = points * (3 if how == "rob-kong" else 1) * (2 if laid_open(record, win["from"]) else 1)
    tied = [seat for seat in others if claims(record, by, seat) >= 3 or claims(record, seat, by) >= 3]
    if tied:
        everything = sum(pays.values())
        pays = dict.fromkeys(range(4), 0) | dict.fromkeys(tied, everything)
    return [sum(pays.values()) if seat == by else -pays[seat] for seat in range(4)]


def one_win(record: Record, win: Record) -> dict[str, Any]:
    """One winner's hand, without what the dealer pays for equal discards."""
    player = record["players"][win["by"]]
    laid = melds(player)
    held = tiles(player["hand"]) + ([win["tile"]] if win["tile"] else [])
    reasons = []
    if laid_open(record, win["by"]) and win["how"] in ("discard", "rob-kong"):
        reasons.append("discard")
    every = list(readings(Counter(held), 0, 4 - len(laid)))
    if not every or (win["how"] == "hand" and win["by"] != record.get("dealer", 0)):
        return illegal([*reasons, "shape"])
    fitting = [one for one in every if next(group.faces[0] for group in one if group.kind == "pair") in PAIRS]
    if not fitting:
        return illegal([*reasons, "pair"])
    if reasons:
        return illegal(reasons)
    multiply = record.get("options", {}).get("combine", "add") == "multiply"
    factor = 2 ** min(record.get("washouts", 0), 5) * (2 if laid_open(record, win["by"]) else 1)
    best, ties = -1, []
    for reading in fitting:
        sets = all_sets(laid, reading)
        pair = next(group.faces[0] for group in reading if group.kind == "pair")
        found = fans(sets, pair, "replacement" in win and win["how"] == "self-draw")
        values = [FAN[name] for name in found] or [1]
        points = (1 + flowers(player, sets, win["tile"])) * (prod(values) if multiply else sum(values)) * factor
        names = (found or {"plain-win"}) | ({"open-ready"} if laid_open(record, win["by"]) else set())
        if points > best:
            best, ties = points, []
        if points == best and names not in ties:
            ties.append(names)
    return legal(payments(record, win, best), ties[0], ties)


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 済南."""
    options = record.get("options", {})
    dealer = record.get("dealer", 0)
    amount = options.get("follow_dealer", 1) * min(record.get("same_first_discards", 0), 2)
    net = [3 * -amount if seat == dealer else amount for seat in range(4)]
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]] if record["win"] else []
    if len(wins) > 1 and not options.get("multiple_winners", False):
        wins = [min(wins, key=lambda win: (win["by"] - win["from"]) % 4)]
    results = [one_win(record, win) for win in wins]
    reasons = [reason for result in results for reason in result["reasons"]]
    if reasons:
        return illegal(reasons)
    for result in results:
        net = [held + more for held, more in zip(net, result["net"], strict=True)]
    if len(results) != 1:
        return legal(net, set().union(*(result["patterns"] for result in results)))
    return legal(net, results[0]["patterns"], results[0]["ties"])
