"""Scores a record of 南京 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.twin.readings import Group, pairs_only, readings
from tests.twin.table import CLAIMED, Meld, illegal, legal, melds, tiles

Record = dict[str, Any]

WINDS = {"1z", "2z", "3z", "4z"}
DRAGONS = {"5z", "6z", "7z"}
SEASONS, PLANTS = {"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}
#: "Patterns": what each adds in the city and in the north
BONUS = {
    "concealed-hand": (20, 10), "half-flush": (20, 30), "full-flush": (40, 40), "all-pungs": (40, 30),
    "naked-single-wait": (60, 40), "punged-closed-wait": (40, 30), "no-flowers": (40, 40),
    "out-with-flower-replacement": (20, 10), "out-with-replacement-tile": (40, 20), "heavenly-hand": (320, 50),
    "earthly-hand": (280, 30),
}  # fmt: skip
#: how many times the value of seven pairs, by the fours among them
LUXURY = {1: "luxury-seven-pairs", 2: "double-luxury-seven-pairs", 3: "triple-luxury-seven-pairs"}
#: "Flowers": soft ones of each set of winds
WIND_SETS = {"pung": 1, "claimed-kong": 2, "added-kong": 2, "concealed-kong": 3}


def is_concealed(laid: list[Meld]) -> bool:
    """門清: nothing claimed but kongs onto a concealed triplet."""
    return all(meld.kind in ("claimed-kong", "concealed-kong") for meld in laid)


def wait_of(group: Group, tile: str | None) -> str | None:
    """圧档, 辺枝, 独占, by where the winning tile stands."""
    if tile is None or group.kind == "pung":
        return None
    if group.kind == "pair":
        return "single"
    if tile == group.faces[1]:
        return "closed"
    ends_edge = (tile == group.faces[2] and tile[0] == "3") or (tile == group.faces[0] and tile[0] == "7")
    return "edge" if ends_edge else None


def pair_value(record: Record, full: list[str], tile: str | None) -> tuple[str, int]:
    """Seven pairs: which of their patterns, and its value."""
    options = record.get("options", {})
    north = options.get("district", "city") == "north"
    plain = 50 if north else options.get("seven_pairs_value", 40)
    counts = Counter(full)
    fours = sum(number == 4 for number in counts.values())
    if options.get("luxury_pairs", False):
        return (LUXURY[fours], (fours + 1) * plain) if fours else ("seven-pairs", plain)
    if tile is not None and counts[tile] == 4:
        return "double-seven-pairs", 100 if north else 80
    return "seven-pairs", plain


def wait_patterns(record: Record, win: Record, wait: str | None) -> set[str]:
    """圧絶: the closed wait for a tile that lies as a pung before somebody."""
    punged = any(meld.kind == "pung" and meld.tiles[0] == win["tile"] for player in record["players"] for meld in melds(player))
    return {"punged-closed-wait"} if wait == "closed" and punged else set()


def fixed_patterns(record: Record, win: Record) -> set[str]:
    """What no reading changes."""
    player = record["players"][win["by"]]
    laid = melds(player)
    found = set()
    if is_concealed(laid) and not tiles(player.get("flowers", "")) and win.get("replacement") != "flower":
        found.add("no-flowers")
    if win.get("replacement") == "flower":
        found.add("out-with-flower-replacement")
    if win.get("replacement") == "kong":
        found.add("out-with-replacement-tile")
    if win["how"] == "hand":
        found.add("heavenly-hand")
    elif win.get("first_turn"):
        found.add("earthly-hand")
    return found


def of_suits(faces: list[str]) -> tuple[set[str], int]:
    """Flushes, and whether a suit is missing."""
    suits = {face[1] for face in faces} - {"z"}
    found = set()
    if len(suits) == 1:
        found.add("half-flush" if any(face[1] == "z" for face in faces) else "full-flush")
    return found, int(len(suits) < 3)


def readings_of(record: Record, win: Record) -> Iterator[tuple[set[str], int, int]]:
    """Patterns, the value of those that options set, and soft flowers, of each way to read the hand."""
    player = record["players"][win["by"]]
    laid = melds(player)
    tile = win["tile"]
    before = tiles(player["hand"])
    full = before + ([tile] if tile else [])
    laid_faces = {face for meld in laid for face in meld.tiles}
    if DRAGONS & {*full, *laid_faces} or any(meld.kind == "chow" for meld in laid):
        return
    flushes, missing = of_suits(full + [face for meld in laid for face in meld.tiles])
    if not laid and pairs_only(Counter(full), 0, 7):
        name, value = pair_value(record, full, tile)
        yield flushes | {name}, value, missing + (tile is not None)
    concealed = {"concealed-hand"} if is_concealed(laid) else set()
    for reading in readings(Counter(full), 0, 4 - len(laid)):
        pungs = sum(group.kind == "pung" for group in reading)
        found = flushes | concealed
        if pungs + len(laid) == 4:
            found = found | {"naked-single-wait" if len(laid) == 4 and tile else "all-pungs"}
        soft = missing + sum(group.kind == "pung" and group.faces[0] in WINDS for group in reading)
        soft += sum(WIND_SETS[meld.kind] for meld in laid if meld.tiles[0] in WINDS)
        for group in reading:
            if tile is None or tile in group.faces:
                wait = wait_of(group, tile)
                yield found | wait_patterns(record, win, wait), 0, soft + (wait is not None)


def is_doubled(record: Record) -> bool:
    """比下胡."""
    after = record.get("options", {}).get("double_after_events", False) and record.get("washouts", 0) >= 1
    return record.get("streak", 1) >= 2 or after


def judge(record: Record, win: Record) -> tuple[int, list[set[str]], list[str]]:
    """What a win is worth before it is doubled, its patterns (of each reading worth as much), and why it may not be."""
    player = record["players"][win["by"]]
    laid = melds(player)
    north = record.get("options", {}).get("district", "city") == "north"
    hard = len(tiles(player.get("flowers", "")))
    fixed = fixed_patterns(record, win)
    if win["how"] == "hand" and (win["by"] != record.get("dealer", 0) or laid):
        return 0, [], ["shape"]
    best, ties, complete = -1, [], False
    for found, value, soft in readings_of(record, win):
        complete = True
        all_found = found | fixed
        if not all_found and hard < 4:
            continue
        points = (10 if north else 20) + 2 * (hard + soft) + value
        points += sum(BONUS[name][north] for name in all_found if name in BONUS)
        names = all_found or {"plain-win"}
        if points > best:
            best, ties = points, []
        if points == best and names not in ties:
            ties.append(names)
    if not complete:
        return 0, [], ["shape"]
    return best, ties, ["pattern"] if best < 0 else []


def claims(record: Record, seat: int, other: int) -> int:
    """How many sets a seat has claimed from another."""
    return sum(meld.kind in CLAIMED and meld.seat == other for meld in melds(record["players"][seat]))


def dues(record: Record, win: Record, points: int, patterns: set[str]) -> dict[int, int]:
    """ "Payments" and "Responsibility": what each pays for a win."""
    by = win["by"]
    others = [seat for seat in range(4) if seat != by]
    amounts = {win["from"]: points} if win["how"] == "discard" else dict.fromkeys(others, points)
    whole = sum(amounts.values())
    if patterns & {"all-pungs", "naked-single-wait"}:
        for seat in others:
            if claims(record, by, seat) >= 3:
                return {seat: whole}
    if win["how"] == "rob-kong":
        return {win["from"]: whole}
    laid = melds(record["players"][by])
    if win.get("replacement") == "kong" and laid[-1].kind == "claimed-kong" and laid[-1].seat is not None:
        return {laid[-1].seat: whole}
    return amounts


def fines(record: Record) -> list[int]:
    """ "Penalties": how often each seat is fined."""
    thrown = [tiles(player.get("discards", "")) for player in record["players"]]
    found = [sum(number == 4 for number in Counter(row).values()) for row in thrown]
    if any(meld.kind in CLAIMED for player in record["players"] for meld in melds(player)):
        return found
    in_turn: list[tuple[int, str]] = []
    for turn in range(200):
        seat = (record.get("dealer", 0) + turn) % 4
        if turn // 4 >= len(thrown[seat]):
            break
        in_turn.append((seat, thrown[seat][turn // 4]))
    for at in range(len(in_turn) - 3):
        if len({face for _, face in in_turn[at : at + 4]}) == 1:
            found[in_turn[at][0]] += 1
    return found


def side_payments(record: Record) -> list[tuple[int, int, int]]:
    """ "Side payments" and "Penalties": who pays whom how much."""
    options = record.get("options", {})
    paid = []
    for seat, player in enumerate(record["players"]):
        others = [other for other in range(4) if other != seat]
        for meld in melds(player):
            if meld.kind in ("claimed-kong", "added-kong") and meld.seat is not None:
                paid.append((meld.seat, seat, options.get("kong_melded", 6)))
            if meld.kind == "concealed-kong":
                paid += [(other, seat, options.get("kong_concealed", 3)) for other in others]
        shown = Counter(tiles(player.get("flowers", "")))
        full = sum(group <= set(shown) for group in (SEASONS, PLANTS)) + sum(shown[face] == 4 for face in DRAGONS)
        paid += [(other, seat, full * options.get("kong_flower", 6)) for other in others]
    for seat, number in enumerate(fines(record)):
        paid += [(seat, other, number * options.get("fine", 10)) for other in range(4) if other != seat]
    return paid


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 南京."""
    options = record.get("options", {})
    result = record["win"]
    wins = [] if result is None else result if isinstance(result, list) else [result]
    times = 2 if is_doubled(record) else 1
    payments = side_payments(record)
    ties: list[set[str]] = [set()]
    wins = sorted(wins, key=lambda one: (one["by"] - one.get("from", 0)) % 4)
    for number, win in enumerate(wins if options.get("multiple_winners", False) else wins[:1]):
        points, found, reasons = judge(record, win)
        if reasons:
            return illegal(reasons)
        ties = found if number == 0 else ties
        # the readings worth as much differ in who pays only where all of them are of pungs
        payments += [(seat, win["by"], amount) for seat, amount in dues(record, win, points, found[0]).items()]
    net = [0] * 4
    left = [player.get("points") if options.get("stake") is not None else None for player in record["players"]]
    for payer, holder, amount in payments:
        due = times * amount
        if left[payer] is not None:
            due = min(due, max(left[payer], 0))
            left[payer] -= due
        net[payer] -= due
        net[holder] += due
    return legal(net, ties[0], ties)
