"""Scores a record of 湖南長沙 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.twin.readings import pairs_only, readings
from tests.twin.table import CLAIMED, illegal, legal, melds, tiles

Record = dict[str, Any]
Counted = tuple[set[str], int]  #: patterns, and how many times over what they come to is paid

SMALL = {"plain-win", "dealt-four-of-a-kind", "dealt-no-258", "dealt-missing-suit", "dealt-two-triplets"}


def is_258(face: str) -> bool:
    """A 2, 5 or 8."""
    return face[0] in "258"


def dealt(record: Record, win: Record) -> set[str]:
    """Patterns of a dealt hand."""
    player = record["players"][win["by"]]
    if win["how"] != "hand" or win.get("last_tile") or player.get("melds"):
        return set()
    held = Counter(tiles(player["hand"]))
    found = set()
    if max(held.values()) == 4:
        found.add("dealt-four-of-a-kind")
    if not any(is_258(face) for face in held):
        found.add("dealt-no-258")
    if len({face[1] for face in held}) < 3:
        found.add("dealt-missing-suit")
    if sum(number >= 3 for number in held.values()) > 1:
        found.add("dealt-two-triplets")
    return found


def came(record: Record, win: Record) -> set[str]:
    """Big patterns by how the tile came, and by what was claimed."""
    found, dealer = set(), record.get("dealer", 0)
    last, first = win.get("last_tile", False), win.get("first_turn", False)
    if win["how"] == "self-draw":
        found |= {"last-tile-draw"} if last else set()
        found |= {"out-with-replacement-tile"} if win.get("replacement") == "kong" else set()
    if win["how"] == "discard":
        found |= {"last-tile-claim"} if last else set()
        found |= {"discard-after-kong"} if win.get("after_kong") else set()
        found |= {"earthly-hand"} if first and win["from"] == dealer else set()
    if win["how"] == "rob-kong":
        found.add("robbing-the-kong")
    if win["by"] == dealer and (win["how"] == "hand" or (win["how"] == "self-draw" and first)):
        found.add("heavenly-hand")
    if sum(one.kind in CLAIMED for one in melds(record["players"][win["by"]])) == 4:
        found.add("melded-hand")
    return found


def shapes(laid: list[Any], full: list[str]) -> Iterator[tuple[set[str], str]]:
    """ "Winning": big patterns of the shape, and the face of a pair that has to be a 2, 5 or 8, "" where any will do."""
    everything = [*full, *(face for one in laid for face in one.tiles)]
    always = set()
    if len({face[1] for face in everything}) == 1:
        always.add("full-flush")
    if all(is_258(face) for face in everything):
        always.add("all-258")
        yield always, ""
    if not laid and pairs_only(Counter(full), 0, 7):
        yield always | {"seven-pairs"} | ({"luxury-seven-pairs"} if max(Counter(full).values()) == 4 else set()), ""
    for reading in readings(Counter(full), 0, 4 - len(laid)):
        pair = next(group.faces[0] for group in reading if group.kind == "pair")
        if not any(one.kind == "chow" for one in [*laid, *reading]):
            yield always | {"all-pungs"}, ""
        else:
            yield always, "" if always else pair


def ways(record: Record, win: Record) -> tuple[list[set[str]], list[str]]:
    """The patterns of each way to read the win, the small ones silenced; and what is missing where there is none."""
    options, player = record.get("options", {}), record["players"][win["by"]]
    full = [*tiles(player["hand"]), *([win["tile"]] if win["tile"] else [])]
    laid, beside = melds(player), came(record, win)
    found: list[set[str]] = []
    missing = "shape"
    for shape, pair in shapes(laid, full) if len(full) + 3 * len(laid) == 14 else ():
        counted = shape | beside
        free = options.get("free_pair", False) and bool(counted)
        free |= options.get("melded_hand_free_pair", True) and "melded-hand" in counted
        if not (pair == "" or is_258(pair) or free):
            missing = "pair"
        elif win["how"] == "hand" and (laid or win["by"] != record.get("dealer", 0)):
            missing = "shape"
        else:
            found.append(counted or {"plain-win"})
    if not found and (patterns := dealt(record, win)):
        return [patterns], []
    return found, [] if found else [missing]


def unit(record: Record, win: Record, patterns: set[str], seat: int) -> int:
    """ "Scoring": what a payer owes before birds."""
    options = record.get("options", {})
    dealer = int(record.get("dealer", 0) in (seat, win["by"]))
    if patterns <= SMALL:
        return len(patterns) * (1 + dealer)
    same = options.get("big_points") == "six-seven"
    number = len(patterns) if options.get("big_stack", not same) else 1
    drawn = win["how"] in ("self-draw", "hand")
    return number * ((3 if drawn and not same else 6) + dealer)


def pay(record: Record, win: Record, patterns: set[str], times: int) -> list[int]:
    """ "Payments", each doubled for the bird between the two."""
    birds, net = fallen(record), [0, 0, 0, 0]
    for seat in range(4):
        if seat != win["by"] and win.get("from", seat) == seat:
            amount = times * unit(record, win, patterns, seat) * (1 + birds[seat] + birds[win["by"]])
            net[seat] -= amount
            net[win["by"]] += amount
    return net


def fallen(record: Record) -> list[int]:
    """ "Side payments": birds by seat."""
    number = record.get("options", {}).get("birds", 1)
    wins = winners(record)
    turned = tiles(record.get("bird", ""))[:number]
    if wins and wins[0].get("last_tile") and wins[0]["tile"]:
        turned = [wins[0]["tile"]] * number
    seats = [(record.get("dealer", 0) + int(face[0]) - 1) % 4 for face in turned]
    return [seats.count(seat) for seat in range(4)]


def winners(record: Record) -> list[Record]:
    """All who win."""
    return record["win"] if isinstance(record["win"], list) else [record["win"]] if record["win"] else []


def judge(record: Record, win: Record) -> tuple[list[int], list[set[str]], list[str]]:
    """Net of a win, its patterns (of each way worth as much), and why it may not be."""
    found, missing = ways(record, win)
    choices: list[Counted] = [(patterns, 1) for patterns in found]
    if win.get("second_tile") and found:
        others, _ = ways(record, win | {"tile": win["second_tile"]})
        if others:
            choices = [(patterns, 2) for patterns in [*found, *others]]
    if not choices:
        return [0, 0, 0, 0], [], missing
    nets = [pay(record, win, *choice) for choice in choices]
    best = max(net[win["by"]] for net in nets)
    best_at = [number for number, net in enumerate(nets) if net[win["by"]] == best]
    return nets[best_at[0]], [choices[number][0] for number in best_at], []


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 湖南長沙."""
    total, patterns, reasons = [0, 0, 0, 0], [], []
    for win in winners(record):
        net, ties, missing = judge(record, win)
        total = [one + other for one, other in zip(total, net, strict=True)]
        patterns.append(ties)
        reasons += missing
    if reasons:
        return illegal(reasons)
    if len(patterns) != 1:
        return legal(total, set().union(*(ties[0] for ties in patterns)))
    return legal(total, patterns[0][0], patterns[0])
