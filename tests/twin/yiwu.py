"""Scores a record of 浙江義烏 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

from tests.twin.readings import complete, pairs_only
from tests.twin.table import illegal, legal, tiles

Record = dict[str, Any]

WHITE = "5z"


def split(record: Record, printed: list[str]) -> tuple[Counter[str], int]:
    """ "Wild tiles": the ordinary tiles, whites as the indicator's face, and how many wild ones."""
    turned = record["indicator"]
    wilds = sum(tile == turned for tile in printed)
    return Counter(turned if tile == WHITE else tile for tile in printed if tile != turned), wilds


def apart(numbers: set[int]) -> bool:
    """Whether no two tiles of a suit could grow into a chow."""
    return all(other - one > 2 for one, other in pairwise(sorted(numbers)))


def room(numbers: set[int]) -> int:
    """How many tiles a suit holds at most, these among them."""
    wholes = [set(chosen) for size in range(4) for chosen in combinations(range(1, 10), size) if apart(set(chosen))]
    return max((len(whole) for whole in wholes if numbers <= whole), default=-1)


def is_unrelated(ordinary: Counter[str], wilds: int) -> bool:
    """ "Shapes", the third."""
    if max(ordinary.values(), default=0) > 1 or ordinary.total() + wilds != 14:
        return False
    rooms = [room({int(face[0]) for face in ordinary if face[1] == suit}) for suit in "mps"]
    return min(rooms) >= 0 and sum(rooms) + 7 >= 14


def is_complete(record: Record, win: Record) -> bool:
    """ "Shapes"."""
    player = record["players"][win["by"]]
    laid = len(player.get("melds", []))
    if win["how"] == "hand" and (laid or win["by"] != record.get("dealer", 0)):
        return False
    ordinary, wilds = split(record, [*tiles(player["hand"]), *([win["tile"]] if win["tile"] else [])])
    if not laid and (pairs_only(ordinary, wilds, 7) or is_unrelated(ordinary, wilds)):
        return True
    return complete(ordinary, wilds, 4 - laid)


def waits_alone(record: Record, win: Record) -> bool:
    """財神頭: complete sets, or six pairs, and one wild tile before the winning tile."""
    player = record["players"][win["by"]]
    laid = len(player.get("melds", []))
    ordinary, wilds = split(record, tiles(player["hand"]))
    if wilds == 0 or win["how"] == "hand":
        return False
    return complete(ordinary, wilds - 1, 4 - laid, 0) or (not laid and pairs_only(ordinary, wilds - 1, 6))


def thrown(record: Record, seat: int) -> list[bool]:
    """Which discards of a seat were wild tiles."""
    return [tile == record["indicator"] for tile in tiles(record["players"][seat].get("discards", ""))]


def twice(record: Record, seat: int) -> bool:
    """双飄, ruling 4."""
    return any(one and other for one, other in pairwise(thrown(record, seat)))


def hindrances(record: Record, win: Record) -> list[str]:
    """ "Winning": why the win may not be."""
    if not is_complete(record, win):
        return ["shape"]
    found = []
    held = [*tiles(record["players"][win["by"]]["hand"]), win["tile"]].count(record["indicator"])
    drawn = win["how"] in ("self-draw", "hand")
    alone, replaced = waits_alone(record, win), win.get("replacement") == "kong"
    if not drawn and (alone or win["tile"] == record["indicator"]):
        found.append("wild")
    if win["how"] == "discard":
        if held >= 2 or any(any(thrown(record, seat)) for seat in range(4)):
            found.append("wild")
        dealer = record.get("dealer", 0)
        if record.get("options", {}).get("discard_win_dealer_only") and dealer not in (win["by"], win["from"]):
            found.append("discard")
    after_two = any(twice(record, seat) for seat in range(4))
    if (held >= 3 or after_two) and not (drawn and (alone or replaced)):
        found.append("wild")
    return found


def valued(record: Record, win: Record) -> tuple[str, int]:
    """ "Patterns": the one that counts, and how many times the base it is."""
    if win["how"] == "discard":
        return "plain-win", 1
    if win["how"] == "rob-kong":
        return "robbing-the-kong", 2
    if waits_alone(record, win):
        chain = win.get("wild_chain", 0)
        return ("wild-discard-chain", 8 if chain == 1 else 16) if chain else ("wild-single-wait", 4)
    return ("out-with-replacement-tile", 4) if win.get("replacement") == "kong" else ("self-drawn", 2)


def base(record: Record, one: int, other: int) -> int:
    """ "Scoring": B of two players."""
    dealer = record.get("dealer", 0)
    amount = 7 if dealer in (one, other) else 5
    for seat, beside in ((one, other), (other, one)):
        stake = record["players"][seat].get("stake") or {}
        amount += 2 * bool(stake.get("buy")) + (2 * stake.get("raise", 0) if beside == dealer else 0)
    return int(amount)


def pay_failed(record: Record, by: int) -> list[int]:
    """ "Side payments"; `by` is the winner, -1 nobody."""
    net = [0, 0, 0, 0]
    for seat in range(4):
        for other in range(4):
            if twice(record, seat) and seat not in (by, other):
                net[seat] -= 4 * base(record, seat, other)
                net[other] += 4 * base(record, seat, other)
    return net


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 浙江義烏."""
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]] if record["win"] else []
    if not wins:
        return legal(pay_failed(record, -1), set())
    win = min(wins, key=lambda one: (one["by"] - one.get("from", 0)) % 4)
    reasons = hindrances(record, win)
    if reasons:
        return illegal(reasons)
    name, times = valued(record, win)
    net = pay_failed(record, win["by"])
    for seat in range(4):
        if seat != win["by"]:
            amount = times * base(record, seat, win["by"]) * (2 if name == "plain-win" and seat == win["from"] else 1)
            net[seat] -= amount
            net[win["by"]] += amount
    return legal(net, {name})
