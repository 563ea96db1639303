"""Scores a record of 中国麻雀 (Mahjong Competition Rules), as its sheet says it. Words in quotes are headings of the sheet."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.twin.mcr_patterns import OUTSIDE, Arrangement, Event, Part, all_counts, points
from tests.twin.readings import readings
from tests.twin.table import CLAIMED, FACES, Meld, illegal, legal, melds, tiles

Record = dict[str, Any]

HONOURS = [f"{number}z" for number in range(1, 8)]
#: the six ways to spread 147, 258 and 369 over the suits
KNITTED = [
    [tuple(f"{start + step}{suit}" for step in (0, 3, 6)) for start, suit in zip((1, 2, 3), suits, strict=True)]
    for suits in itertools.permutations("mps")
]


def laid(meld: Meld) -> Part:
    """A meld as a part of the hand."""
    return Part(meld.kind, tuple(meld.tiles), meld.kind == "concealed-kong")


def divided(full: list[str], sets: int) -> set[tuple[tuple[str, tuple[str, ...]], ...]]:
    """The tiles as sets and a pair, each division once."""
    if sets < 0:
        return set()
    return {tuple(sorted((group.kind, group.faces) for group in way)) for way in readings(Counter(full), 0, sets)}


def shapes(full: list[str], laid_down: int) -> Iterator[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]]:
    """ "Winning": every shape in which the concealed tiles are complete, with the groups they make."""
    for groups in divided(full, 4 - laid_down):
        yield "standard", groups
    copies = Counter(full)
    if laid_down <= 1:
        for knitted in KNITTED:
            wanted = Counter(face for group in knitted for face in group)
            if wanted <= copies:
                left = list((copies - wanted).elements())
                for groups in divided(left, 1 - laid_down):
                    yield "knitted-straight", (*groups, *(("knitted", group) for group in knitted))
    if laid_down:
        return
    if all(number % 2 == 0 for number in copies.values()):
        yield "pairs", tuple(("pair", (face, face)) for face, number in copies.items() for _ in range(number // 2))
    if set(full) == OUTSIDE and len(full) == 14:
        yield "orphans", ()
    if len(copies) == 14 and any(set(HONOURS).union(*knitted).issuperset(full) for knitted in KNITTED):
        yield "knitted", ()


def arrangements(full: list[str], down: list[Meld], tile: str, self_drawn: bool) -> Iterator[list[Arrangement]]:
    """Every reading of the hand, each as the places that the winning tile can have in it."""
    everything = (*full, *(face for meld in down for face in meld.tiles))
    for shape, groups in shapes(full, len(down)):
        places: list[Arrangement] = []
        holders = [at for at, (_, faces) in enumerate(groups) if tile in faces]
        for holder in holders or [-1]:
            hand = [Part(kind, faces, self_drawn or at != holder) for at, (kind, faces) in enumerate(groups)]
            parts = (*map(laid, down), *hand)
            places.append(Arrangement(shape, parts, hand[holder] if holders else None, everything))
        yield places


def waits(before: list[str], laid_down: int) -> int:
    """How many faces complete the hand: "judged by the shape of the 13 tiles", so one of which it holds four is a wait too."""
    return sum(next(shapes([*before, face], laid_down), None) is not None for face in FACES)


def open_copies(record: Record, face: str) -> int:
    """Ruling on last-tile: exposed melds of all players, and discards that nobody claimed."""
    everyone = [melds(player) for player in record["players"]]
    count = sum(meld.tiles.count(face) for down in everyone for meld in down if meld.kind != "concealed-kong")
    for seat, player in enumerate(record["players"]):
        thrown = tiles(player.get("discards", "")).count(face)
        claimed = sum(meld.seat == seat and face in meld.tiles for down in everyone for meld in down)
        count += max(thrown - claimed, 0)
    return count


def results(record: Record, win: dict[str, Any]) -> list[Counter[str]]:
    """Everything the winner's hand can count, by every reading; none when it is not complete."""
    seat, tile = win["by"], win["tile"]
    player = record["players"][seat]
    down = melds(player)
    before = tiles(player["hand"])
    east = record.get("east", record.get("dealer", 0))
    event = Event(
        how=win["how"],
        tile=tile,
        replacement=win.get("replacement") == "kong",
        last=win.get("last_tile", False),
        open_copies=open_copies(record, tile),
        wait_faces=waits(before, len(down)),
        seat_wind=f"{(seat - east) % 4 + 1}z",
        round_wind=record.get("round_wind", "1z"),
        claimed=sum(meld.kind in CLAIMED for meld in down),
        before=tuple(before),
    )
    self_drawn = event.how == "self-draw"
    ways = arrangements([*before, tile], down, tile, self_drawn)
    return [found for places in ways for found in all_counts(event, places)]


def settle(win: dict[str, Any], p: int) -> list[int]:
    """ "Payments"."""
    net = [0] * 4
    for seat in range(4):
        if seat != win["by"]:
            pays = p + 8 if win["how"] == "self-draw" or seat == win["from"] else 8
            net[seat] -= pays
            net[win["by"]] += pays
    return net


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, and as `ties` the patterns of readings worth as much."""
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]]
    if wins == [None]:
        return legal([0] * 4, set())
    win = min(wins, key=lambda one: (one["by"] - one.get("from", one["by"])) % 4)  # the nearest after the discarder
    found = results(record, win)
    if not found:
        return illegal(["shape"])
    best = max(points(one) for one in found)
    options = record.get("options", {})
    if best < options.get("minimum", 8):
        return illegal(["minimum"])
    flowers = len(record["players"][win["by"]].get("flowers", "").replace("f", ""))
    p = min(best + flowers, options.get("limit") or best + flowers)
    ties = [set(one) | ({"flower-tiles"} if flowers else set()) for one in found if points(one) == best]
    return legal(settle(win, p), ties[0], ties)
