"""Scores a record of 陝西 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from typing import Any

from tests.twin.readings import complete, pairs_only
from tests.twin.table import illegal, legal, melds, tiles

Record = dict[str, Any]

ORPHANS = {f"{number}{suit}" for suit in "mps" for number in (1, 9)} | {f"{number}z" for number in range(1, 8)}


def is_won(record: Record, win: Record) -> bool:
    """ "Winning": four melds and a pair, or, by option, seven pairs and thirteen orphans."""
    player = record["players"][win["by"]]
    laid = melds(player)
    if win["how"] == "hand" and (laid or win["by"] != record.get("dealer", 0)):
        return False
    full = Counter([*tiles(player["hand"]), *([win["tile"]] if win["tile"] else [])])
    if record.get("options", {}).get("irregular_shapes", False) and not laid:
        orphans = set(full) == ORPHANS and full.total() == 14
        if orphans or pairs_only(full, 0, 7):
            return True
    return complete(full, 0, 4 - len(laid))


def patterns_of(win: Record) -> set[str]:
    """ "Patterns": what doubles."""
    if win["how"] == "rob-kong":
        return {"robbing-the-kong"}
    if win["how"] in ("self-draw", "hand"):
        return {"out-with-replacement-tile" if win.get("replacement") == "kong" else "self-drawn"}
    return set()


def pay_win(record: Record, win: Record) -> list[int]:
    """ "Scoring" and "Payments"."""
    by, dealer = win["by"], record.get("dealer", 0)
    stakes = [player.get("stake", 0) for player in record["players"]]
    net = [0, 0, 0, 0]
    for seat in range(4):
        if seat != by:
            unit = 2 if dealer in (seat, by) else 1
            amount = (2 if patterns_of(win) else 1) * (unit + stakes[by] + stakes[seat])
            net[seat] -= amount
            net[by] += amount
    return net


def pay_kongs(record: Record) -> list[int]:
    """ "Side payments"."""
    net = [0, 0, 0, 0]
    for seat, player in enumerate(record["players"]):
        others = [other for other in range(4) if other != seat]
        for one in melds(player):
            payers = {"concealed-kong": others, "added-kong": others, "claimed-kong": [one.seat]}.get(one.kind, [])
            amount = 1 if one.kind == "added-kong" else 2
            for payer in payers:
                if payer is not None:
                    net[seat] += amount
                    net[payer] -= amount
    return net


def nearest(wins: list[Record]) -> Record:
    """Of several winners on one tile the next in turn."""
    return min(wins, key=lambda win: (win["by"] - win["from"]) % 4)


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 陝西."""
    net = pay_kongs(record)
    if record["win"] is None:
        return legal(net, set())
    win = nearest(record["win"]) if isinstance(record["win"], list) else record["win"]
    if not is_won(record, win):
        return illegal(["shape"])
    return legal([kongs + more for kongs, more in zip(net, pay_win(record, win), strict=True)], patterns_of(win))
