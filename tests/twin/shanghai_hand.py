"""What the four games of 上海 share: how a won hand is read, whose winds and flowers are whose. Out of the sheets alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from tests.twin.readings import Group, readings
from tests.twin.table import Meld, melds, tiles

Record = dict[str, Any]

DRAGONS = ["5z", "6z", "7z"]
WINDS = ["1z", "2z", "3z", "4z"]
SEASONS, PLANTS = {"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}
OPEN, CONCEALED = "open-pung", "concealed-pung"
MELD_KIND = {"pung": OPEN, "claimed-kong": "open-kong", "added-kong": "open-kong", "concealed-kong": "concealed-kong"}


class Pung(NamedTuple):
    """A pung or kong: its face, and whether it is open."""

    face: str
    kind: str


class Hand(NamedTuple):
    """One reading of a won hand: `standard`, `pairs` or `unrelated`; `wait` is empty where it was none of the three kinds."""

    shape: str
    chows: tuple[tuple[str, ...], ...]
    pungs: tuple[Pung, ...]
    pair: str
    wait: str
    faces: tuple[str, ...]

    def suits(self) -> set[str]:
        """The letters of hand and melds, `z` for honours."""
        return {face[1] for face in self.faces}

    def flush(self) -> str:
        """Which of the two flushes it is, if any; honours alone are a half one."""
        suits = self.suits()
        if len(suits - {"z"}) > 1:
            return ""
        return "half-flush" if "z" in suits else "full-flush"


def own_wind(record: Record, seat: int) -> str:
    """The wind of a seat; the dealer is east."""
    return WINDS[(seat - record.get("east", record.get("dealer", 0))) % 4]


def flower_counts(record: Record, seat: int) -> Counter[str]:
    """Own flowers and sets of four, which take the own ones within them."""
    shown = set(tiles(record["players"][seat].get("flowers", "")))
    full = [group for group in (SEASONS, PLANTS) if group <= shown]
    wind = int(own_wind(record, seat)[0])
    mine = {f"{wind}f", f"{wind + 4}f"} & shown
    return Counter({"flower-set": len(full), "seat-flower": len(mine - set().union(*full))})


def laid_pungs(laid: list[Meld]) -> list[Pung]:
    """The pungs and kongs on the table."""
    return [Pung(meld.tiles[0], MELD_KIND[meld.kind]) for meld in laid if meld.kind != "chow"]


def wait_in(group: Group, tile: str) -> str:
    """Which wait ended with this tile in this group."""
    if group.kind == "pair":
        return "single-wait"
    if group.kind == "pung":
        return ""
    at, lowest = group.faces.index(tile), int(group.faces[0][0])
    if at == 1:
        return "closed-wait"
    return "edge-wait" if (at == 2 and lowest == 1) or (at == 0 and lowest == 7) else ""


def are_unrelated(full: list[str]) -> bool:
    """十三不搭: fourteen different tiles, those of one suit three apart at least."""
    if len(full) != 14 or len(set(full)) != 14:
        return False
    numbers = [sorted(int(face[0]) for face in full if face[1] == suit) for suit in "mps"]
    return all(high - low >= 3 for suit in numbers for low, high in pairwise(suit))


def standard_hands(record: Record, full: list[str]) -> Iterator[Hand]:
    """Every reading as four sets and a pair, with every place of the winning tile."""
    win = record["win"]
    tile, taken = win["tile"], win["how"] in ("discard", "rob-kong")
    laid = melds(record["players"][win["by"]])
    chows = [tuple(sorted(meld.tiles)) for meld in laid if meld.kind == "chow"]
    shown = [face for meld in laid for face in meld.tiles]
    for reading in readings(Counter(full), 0, 4 - len(laid)):
        places = [at for at, group in enumerate(reading) if tile in group.faces] if tile else [-1]
        for place in places:
            kinds = [OPEN if taken and at == place else CONCEALED for at in range(len(reading))]
            pungs = [Pung(group.faces[0], kinds[at]) for at, group in enumerate(reading) if group.kind == "pung"]
            yield Hand(
                "standard",
                tuple(chows + [group.faces for group in reading if group.kind == "chow"]),
                tuple(laid_pungs(laid) + pungs),
                next(group.faces[0] for group in reading if group.kind == "pair"),
                wait_in(reading[place], tile) if tile else "",
                tuple(shown + full),
            )


def hands(record: Record, freaks: bool) -> list[Hand]:
    """All readings of the hand of who won, with `freaks` seven pairs and unrelated tiles too; none where it may not win."""
    win = record["win"]
    player = record["players"][win["by"]]
    full = tiles(player["hand"]) + ([win["tile"]] if win["tile"] else [])
    if win["how"] == "hand" and (win["by"] != record.get("dealer", 0) or player.get("melds")):
        return []
    found = list(standard_hands(record, full))
    if freaks and len(full) == 14:
        if all(number % 2 == 0 for number in Counter(full).values()):
            found.append(Hand("pairs", (), (), "", "single-wait" if win["tile"] else "", tuple(full)))
        if are_unrelated(full):
            found.append(Hand("unrelated", (), (), "", "", tuple(full)))
    return found
