"""Scores a record of 寧波 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.twin.readings import Group, complete, readings
from tests.twin.table import CLAIMED, Meld, illegal, legal, melds, tiles

Record = dict[str, Any]

DRAGONS = ["5z", "6z", "7z"]
SEASONS, PLANTS = {"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}
#: "Patterns": dragon-pung, seat-flower and flower-set count each, the others once
TAI = {
    "dragon-pung": 1, "seat-flower": 1, "flower-set": 2,
    "self-drawn": 1, "edge-wait": 1, "closed-wait": 1, "single-wait": 1, "double-pung-wait": 1, "seat-wind-pung": 1,
    "round-wind-pung": 1, "all-chows": 1, "naked-single-wait": 1, "out-with-replacement-tile": 1, "last-tile-draw": 1,
    "no-wild": 1, "all-pungs": 2, "half-flush": 2, "three-wilds": 3, "full-flush": 4, "all-honors": 4, "eight-flowers": 6,
    "earthly-hand": 6, "heavenly-hand": 8,
}  # fmt: skip


def wild_faces(record: Record) -> set[str]:
    """ "Wild tiles": the face turned up, or the other three flowers of its group."""
    turned = record["indicator"]
    if turned[1] == "f":
        return (SEASONS if turned in SEASONS else PLANTS) - {turned}
    return {turned}


def own_wind(record: Record, seat: int) -> str:
    """The wind of a seat."""
    return f"{(seat - record.get('east', record.get('dealer', 0))) % 4 + 1}z"


def wait_of(group: Group, face: str) -> str | None:
    """Which wait ended where the winning tile stands as `face` in this group."""
    if group.kind == "pair":
        return "single-wait"
    if group.kind == "pung":
        return "double-pung-wait"
    if face == group.faces[1]:
        return "closed-wait"
    number = int(face[0])
    return "edge-wait" if (face == group.faces[2] and number == 3) or (face == group.faces[0] and number == 7) else None


def places(reading: tuple[Group, ...], tile: str | None, wild: set[str]) -> Iterator[str | None]:
    """The wait for each place in the hand where the winning tile can stand."""
    if tile is None:
        yield None
        return
    for group in reading:
        here = Counter(group.stood) if tile in wild else Counter(group.faces) - Counter(group.stood)
        for face in here:
            if tile in wild or face == tile:
                yield wait_of(group, face)


def of_sets(record: Record, seat: int, laid: list[Meld], reading: tuple[Group, ...]) -> Counter[str]:
    """Patterns of sets, pair and suits."""
    found: Counter[str] = Counter()
    pungs = [meld.tiles[0] for meld in laid if meld.kind != "chow"] + [g.faces[0] for g in reading if g.kind == "pung"]
    pair = next(group.faces[0] for group in reading if group.kind == "pair")
    worth_a_pung = [*DRAGONS, own_wind(record, seat), record.get("round_wind", "1z")]
    found["dragon-pung"] = sum(face in DRAGONS for face in pungs)
    found["seat-wind-pung"] = int(own_wind(record, seat) in pungs)
    found["round-wind-pung"] = int(record.get("round_wind", "1z") in pungs)
    found["all-pungs"] = int(len(pungs) == 4)
    found["all-chows"] = int(not pungs and pair not in worth_a_pung)
    suits = {face[1] for meld in laid for face in meld.tiles} | {face[1] for group in reading for face in group.faces}
    found["all-honors"] = int(suits == {"z"})
    found["full-flush"] = int(len(suits) == 1 and suits != {"z"})
    found["half-flush"] = int(len(suits) == 2 and "z" in suits)
    return found


def of_flowers(record: Record, seat: int) -> Counter[str]:
    """Exposed flowers: eight, sets of four, own ones outside such sets."""
    shown = set(tiles(record["players"][seat].get("flowers", ""))) - wild_faces(record)
    if len(shown) == 8:
        return Counter({"eight-flowers": 1})
    full = [group for group in (SEASONS, PLANTS) if group <= shown]
    mine = {own_wind(record, seat)[0] + "f", f"{int(own_wind(record, seat)[0]) + 4}f"}
    return Counter({"flower-set": len(full), "seat-flower": len((mine & shown) - set().union(*full))})


def of_the_win(record: Record, number_before: int, wilds: int) -> Counter[str]:
    """How the hand was won, and what needs no reading."""
    win = record["win"]
    drawn = win["how"] in ("self-draw", "hand")
    dealer = record.get("dealer", 0)
    first = win.get("first_turn", False)
    dealt = win["how"] == "hand" or (drawn and first and win.get("replacement") != "kong")
    return Counter(
        {
            "self-drawn": int(drawn or win["how"] == "rob-kong"),
            "naked-single-wait": int(number_before == 1),
            "out-with-replacement-tile": int(drawn and win.get("replacement") == "kong"),
            "last-tile-draw": int(drawn and win.get("last_tile", False)),
            "three-wilds": int(wilds == 3),
            "heavenly-hand": int(dealt and win["by"] == dealer),
            "earthly-hand": int(win["how"] == "discard" and first and win["from"] == dealer),
        }
    )


def worth(found: Counter[str]) -> int:
    """ "Scoring": the sum of all tai."""
    return sum(number * TAI[name] for name, number in found.items())


def claims(record: Record, seat: int, other: int) -> int:
    """How many sets a seat has claimed from another."""
    return sum(meld.kind in CLAIMED and meld.seat == other for meld in melds(record["players"][seat]))


def settle(record: Record, tai: int) -> list[int]:
    """ "Payments" and "Responsibility"."""
    win = record["win"]
    by = win["by"]
    others = [seat for seat in range(4) if seat != by]
    bound = [seat for seat in others if claims(record, by, seat) >= 3 or claims(record, seat, by) >= 3]
    pays = dict.fromkeys(others, 0)
    if win["how"] == "rob-kong":
        pays[win["from"]] = 5 * tai
    elif win["how"] == "discard":
        pays[win["from"]] = 2 * tai
        for seat in bound:
            pays[seat] += 2 * tai
    elif bound:
        pays |= dict.fromkeys(bound, 5 * tai)
    else:
        pays = dict.fromkeys(others, tai)
        laid = melds(record["players"][by])
        if win.get("replacement") == "kong" and laid and laid[-1].kind == "claimed-kong" and laid[-1].seat is not None:
            pays[laid[-1].seat] = 5 * tai
    return [sum(pays.values()) if seat == by else -pays[seat] for seat in range(4)]


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 寧波."""
    win = record["win"]
    if win is None:
        return legal([0] * 4, set())
    wild = wild_faces(record)
    player = record["players"][win["by"]]
    laid = melds(player)
    before = tiles(player["hand"])
    full = before + ([win["tile"]] if win["tile"] else [])
    sets = 4 - len(laid)
    ordinary = Counter(tile for tile in full if tile not in wild)
    wilds = len(full) - ordinary.total()
    reasons = []
    if win["how"] == "discard":
        lone = [tile for tile in before if tile not in wild]
        waiting = len(before) - len(lone) - 1
        if win["tile"] in wild or (waiting >= 0 and complete(Counter(lone), waiting, sets, 0)):
            reasons.append("wild")

    best, ties = -1, []
    fixed = of_flowers(record, win["by"]) + of_the_win(record, len(before), wilds)
    for reading in readings(ordinary, wilds, sets):
        stood = [face for group in reading for face in group.stood]
        found = fixed + of_sets(record, win["by"], laid, reading) + Counter({"no-wild": int(set(stood) <= wild)})
        for wait in set(places(reading, win["tile"], wild)):
            here = found + Counter({wait: 1} if wait and not fixed["heavenly-hand"] else {})
            tai, names = worth(here), {name for name, number in here.items() if number}
            if tai > best:
                best, ties = tai, []
            if tai == best and names not in ties:
                ties.append(names)
    if best < 0:
        return illegal([*reasons, "shape"])
    if best - 3 * (wilds == 3) < record.get("options", {}).get("minimum", 4):
        reasons.append("minimum")
    if reasons:
        return illegal(reasons)
    return legal(settle(record, best), ties[0], ties)
