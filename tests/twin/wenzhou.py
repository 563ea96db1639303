"""Scores a record of 温州 step by step, as its sheet says it.

Words in quotes are headings of the sheet.
"""

from collections import Counter
from typing import Any

from tests.twin.readings import complete
from tests.twin.table import Meld, illegal, legal, melds, tiles

Record = dict[str, Any]
Reading = tuple[int, set[str]]  # the class, and the patterns that fit in it

DEFAULTS = {"dealer_points": "2468", "wild_money": 1, "all_pungs_double": False, "white_counts_hard": True}
SCHEDULES = {"2468": [2, 4, 6, 8], "3579": [3, 5, 7, 9]}


def sort_out(faces: list[str], wild: str) -> tuple[Counter[str], int]:
    """The ordinary tiles by what they are, white as a tile of the indicator's face, and the number of wild tiles."""
    return Counter(wild if face == "5z" else face for face in faces if face != wild), faces.count(wild)


def as_pairs(have: Counter[str], wilds: int) -> bool:
    """Shape 2: eight pairs and any one tile. All odd tiles but one need a wild tile; wild tiles left over pair up."""
    odd = sum(number % 2 for number in have.values())
    return have.total() + wilds == 17 and odd - 1 <= wilds


def as_pungs(have: Counter[str], wilds: int, sets: int) -> bool:
    """Whether the tiles are so many triplets and a pair; the pair is of a face held, or of two wild tiles."""
    if have.total() + wilds != 3 * sets + 2:
        return False
    for pair in [None, *have]:
        rest = have.copy()
        shown = min(rest[pair], 2) if pair else 0
        left = wilds - (2 - shown)
        if pair:
            rest[pair] -= shown
        lacking = sum(-number % 3 for number in rest.values())
        if left >= lacking:  # what is left over are whole triplets of wild tiles, by the number of tiles
            return True
    return False


def lone_wild(hand: list[str], wild: str, sets: int) -> bool:
    """Ruling 5: before the winning tile five complete sets and one wild tile."""
    have, wilds = sort_out(hand, wild)
    return wilds > 0 and complete(have, wilds - 1, sets, pairs=0)


def any_class(record: Record, wilds: int, laid: list[Meld], shape: str) -> set[str]:
    """The patterns of 双翻 that do not depend on how exactly a hand with a winning shape is read."""
    win, dealer = record["win"], record.get("dealer", 0)
    found = set()
    if wilds >= 3:
        found.add("three-wilds-complete")
    dealt = win["how"] == "hand" or (win["how"] == "self-draw" and win.get("first_turn", False))
    if win["by"] == dealer and dealt:
        found.add("heavenly-hand")
    if win["how"] == "discard" and win.get("first_turn") and win["from"] == dealer:
        found.add("earthly-hand")
    if shape == "sets" and len(laid) == 5:
        found.add("naked-single-wait")
    return found


def hard_class(record: Record) -> set[str]:
    """The patterns of 硬牌 that the way of winning brings."""
    how = record["win"]["how"]
    return {"discard": set(), "rob-kong": {"robbing-the-kong"}}.get(how, {"self-drawn"})


def classed(double: set[str], hard: set[str]) -> Reading:
    """ "Patterns": the highest class that fits decides."""
    if double:
        return 4, double
    return (2, hard) if hard else (1, {"plain-win"})


def read(record: Record, options: dict[str, Any], faces: list[str], laid: list[Meld], barred: bool) -> list[Reading]:
    """Every way to read the complete hand; `barred`: not as sets with a pair, for these wait with a single wild tile."""
    wild = record["indicator"]
    have, wilds = sort_out(faces, wild)
    own = have + Counter({wild: wilds})  # every wild tile as its own face
    sets = 5 - len(laid)
    found = []
    if not barred and complete(have, wilds, sets):
        double = any_class(record, wilds, laid, "sets")
        white = wild != "5z" and ("5z" in faces or any("5z" in meld.tiles for meld in laid))
        hard = complete(own, 0, sets) and (options["white_counts_hard"] or not white)
        found.append(classed(double, hard_class(record) | ({"no-wild"} if hard else set())))
        pungs = all(meld.kind != "chow" for meld in laid) and as_pungs(have, wilds, sets)
        if options["all_pungs_double"] and pungs:
            found.append((4, double | {"all-pungs"}))
    if not laid and as_pairs(have, wilds):
        double = any_class(record, wilds, laid, "pairs") | ({"hard-eight-pairs"} if as_pairs(own, 0) else set())
        found.append(classed(double, hard_class(record) | {"soft-eight-pairs"}))
    if wilds >= 3:
        found.append((2, hard_class(record) | {"three-wilds"}))
    return found


def wild_money(record: Record, options: dict[str, Any]) -> list[int]:
    """ "Side payments": everybody gets so much from each of the others for each wild tile held; hands left out hold none."""
    held = [tiles(player.get("hand", "")).count(record["indicator"]) for player in record["players"]]
    if record["win"]:
        held[record["win"]["by"]] += record["win"].get("tile") == record["indicator"]
    return [options["wild_money"] * (4 * number - sum(held)) for number in held]


def payments(record: Record, options: dict[str, Any], times: int) -> list[int]:
    """ "Scoring": the stake times the class, from each of the three others."""
    dealer, winner = record.get("dealer", 0), record["win"]["by"]
    schedule = options["dealer_points"]
    steps = schedule if isinstance(schedule, list) else SCHEDULES[str(schedule)]
    net = [0] * 4
    for payer in {0, 1, 2, 3} - {winner}:
        stake = steps[min(record.get("streak", 1), 4) - 1] if dealer in (payer, winner) else 1
        net[payer] = -stake * times
    net[winner] = -sum(net)
    return net


def score(record: Record) -> dict[str, Any]:
    """The result of one record."""
    options = DEFAULTS | record.get("options", {})
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]]
    if len(wins) > 1:
        return illegal(["winners"])
    win = wins[0]
    record = record | {"win": win}
    beside = wild_money(record, options)
    if win is None:
        return legal(beside, set())
    wild = record["indicator"]
    player = record["players"][win["by"]]
    hand, laid = tiles(player["hand"]), melds(player)
    given = win["how"] in ("discard", "rob-kong")

    hindered = []
    if any(wild in meld.tiles for meld in laid) or (given and win["tile"] == wild):
        hindered.append("wild")
    if win["how"] == "hand" and win["by"] != record.get("dealer", 0):
        hindered.append("shape")
    barred = given and lone_wild(hand, wild, 5 - len(laid))
    found = read(record, options, hand + ([win["tile"]] if win.get("tile") else []), laid, barred)
    if not found:
        hindered.append("wild" if barred else "shape")
    if hindered:
        return illegal(hindered)
    times = max(times for times, _ in found)
    ties = [patterns for one, patterns in found if one == times]
    net = [one + other for one, other in zip(payments(record, options, times), beside, strict=True)]
    return legal(net, ties[0], ties)
