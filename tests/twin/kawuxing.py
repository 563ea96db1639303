"""Scores a record of 卡五星 step by step, as its sheet says it. Words in quotes are headings of the sheet.

Not asked: a drawn hand with several open hands of which no flag says which was the first.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.twin.readings import Group, pairs_only, readings
from tests.twin.table import illegal, legal, meld, melds, tiles

Record = dict[str, Any]

PLAYERS = 3
DRAGONS = ("5z", "6z", "7z")
#: "Patterns": fans of each; of the hogs for each face, of the replacement tile for each kong in a row
FANS = {
    "all-pungs": 1, "melded-tile-hog": 1, "closed-wait-on-five": 1, "out-with-replacement-tile": 1, "discard-after-kong": 1,
    "robbing-the-kong": 1, "open-ready": 1, "last-tile-draw": 1, "full-flush": 2, "seven-pairs": 2, "little-three-dragons": 2,
    "concealed-tile-hog": 2, "naked-single-wait": 2, "big-three-dragons": 3, "luxury-seven-pairs": 3,
    "double-luxury-seven-pairs": 4,
}  # fmt: skip
#: ruling 1
BIG = {name for name, fans in FANS.items() if fans >= 2} - {"concealed-tile-hog"}
#: "Side payments": for a kong that is the first in a row
KONG = {"claimed-kong": 2, "added-kong": 1, "concealed-kong": 2}
OPEN = {"ready", "ready-first"}


def lies_open(record: Record, seat: int) -> bool:
    """亮倒."""
    return not OPEN.isdisjoint(record["players"][seat].get("flags", []))


def came(record: Record, win: Record) -> dict[str, int]:
    """Fans by how the tile came, and for the hand laid open."""
    found = {}
    if win["how"] == "self-draw":
        if win.get("replacement") == "kong":
            found["out-with-replacement-tile"] = win.get("kongs_in_a_row", 1)
        if win.get("last_tile"):
            found["last-tile-draw"] = 1
    elif win["how"] == "rob-kong":
        found["robbing-the-kong"] = 1
    elif win.get("after_kong"):
        found["discard-after-kong"] = 1
    if lies_open(record, win["by"]):
        found["open-ready"] = 1
    return found


def shapes(record: Record, win: Record) -> Iterator[dict[str, int]]:
    """Fans of each way to read the hand, the hogs apart."""
    player = record["players"][win["by"]]
    laid = melds(player)
    full = tiles_won(player, win)
    if any(one.kind == "chow" for one in laid):
        return
    if win["how"] == "hand" and (laid or win["by"] != record.get("dealer", 0)):
        return
    suits = {face[1] for face in [*full, *(face for one in laid for face in one.tiles)]}
    always = {"full-flush": 2} if len(suits) == 1 and suits != {"z"} else {}
    if not laid and pairs_only(Counter(full), 0, 7):
        fours = min(sum(number == 4 for number in Counter(full).values()), 2)
        name = ["seven-pairs", "luxury-seven-pairs", "double-luxury-seven-pairs"][fours]
        yield always | {name: FANS[name]}
    for reading in readings(Counter(full), 0, 4 - len(laid)):
        found = dict(always)
        pungs = [one.tiles[0] for one in laid]
        pungs += [group.faces[0] for group in reading if group.kind == "pung"]
        pair = next(group.faces[0] for group in reading if group.kind == "pair")
        if len(pungs) == 4:
            found["all-pungs"] = 1
        if len(laid) == 4:
            found["naked-single-wait"] = 2
        dragons = sum(face in DRAGONS for face in pungs)
        if dragons == 3:
            found["big-three-dragons"] = 3
        elif dragons == 2 and pair in DRAGONS:
            found["little-three-dragons"] = 2
        if fives(reading, win["tile"]):
            found["closed-wait-on-five"] = 1
        yield found


def tiles_won(player: Record, win: Record) -> list[str]:
    """The tiles in the winner's hand, the winning one among them."""
    return tiles(player["hand"]) + ([win["tile"]] if win["tile"] else [])


def fives(reading: tuple[Group, ...], tile: str | None) -> bool:
    """卡五星: the winning 5 stands between 4 and 6."""
    return tile is not None and tile[0] == "5" and any(group.kind == "chow" and group.faces[1] == tile for group in reading)


def hogs(record: Record, win: Record, found: dict[str, int]) -> dict[str, int]:
    """明四帰一 and 暗四帰一 beside the patterns already found."""
    player = record["players"][win["by"]]
    full = Counter(tiles_won(player, win))
    ponged = {one.tiles[0] for one in melds(player) if one.kind == "pung"}
    melded = {face for face in ponged if full[face] == 1}
    held = {face for face, number in full.items() if number == 4}
    if not BIG & set(found):
        melded &= {win["tile"]}
        held &= {win["tile"]}
    if "luxury-seven-pairs" in found or "double-luxury-seven-pairs" in found:
        held = set()
    more = {}
    if melded:
        more["melded-tile-hog"] = len(melded)
    if held:
        more["concealed-tile-hog"] = 2 * len(held)
    return more


def doubled(options: Record, found: dict[str, int]) -> int:
    """ "Scoring" and "Limits": how many times a hand of these fans is doubled."""
    fans = sum(found.values())
    limit = options.get("limit_fan", 3)
    if options.get("double_luxury_16", False) and "double-luxury-seven-pairs" in found and limit:
        limit = max(limit, 4)
    return min(fans, limit) if limit else fans


def judge(record: Record, win: Record) -> tuple[int, list[set[str]], list[str]]:
    """The points of a win, its patterns (of each reading worth as much), and why it may not be."""
    options = record.get("options", {})
    best, ties, complete = (-1, -1), [], False
    for shape in shapes(record, win):
        complete = True
        found = shape | came(record, win)
        found |= hogs(record, win, found)
        if not found and win["how"] == "discard" and not options.get("plain_discard", False):
            continue
        worth = (2 ** doubled(options, found), sum(found.values()))
        names = set(found) or {"plain-win"}
        if worth > best:
            best, ties = worth, []
        if worth == best and names not in ties:
            ties.append(names)
    if not complete:
        return 0, [], ["shape"]
    return best[0], ties, [] if ties else ["discard"]


def pay_win(record: Record, win: Record, points: int) -> list[int]:
    """ "Payments"."""
    by = win["by"]
    if win["how"] in ("self-draw", "hand"):
        return [2 * points if seat == by else -points for seat in range(PLAYERS)]
    amount = 2 * points if lies_open(record, by) else points
    return [amount * ((seat == by) - (seat == win["from"])) for seat in range(PLAYERS)]


def pay_kongs(record: Record) -> list[int]:
    """ "Side payments": kongs, the n-th in a row doubled n - 1 times."""
    net = [0] * PLAYERS
    for seat, player in enumerate(record["players"]):
        for text in player.get("melds", []):
            one = meld(text)
            if one.kind not in KONG:
                continue
            amount = KONG[one.kind] * 2 ** (int(text.partition("*")[2] or 1) - 1)
            others = [other for other in range(PLAYERS) if other != seat]
            if one.kind == "claimed-kong":
                others = [one.seat] if one.seat is not None else []
            for other in others:
                net[seat] += amount
                net[other] -= amount
    return net


def pay_draw(record: Record) -> list[int]:
    """ "Side payments": at a draw who was the first to lay the hand open pays."""
    opened = [seat for seat in range(PLAYERS) if lies_open(record, seat)]
    named = [seat for seat in opened if "ready-first" in record["players"][seat]["flags"]]
    first = named or (opened if len(opened) == 1 else [])
    return [(-2 if seat in first else 1) if first else 0 for seat in range(PLAYERS)]


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 卡五星."""
    rate = record.get("options", {}).get("rate", 1)
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]] if record["win"] else []
    parts = [pay_kongs(record)]
    if not wins:
        parts.append(pay_draw(record))
    patterns: list[list[set[str]]] = []
    reasons: list[str] = []
    for win in wins:
        points, ties, why = judge(record, win)
        reasons += why
        patterns.append(ties)
        parts.append(pay_win(record, win, points))
    if reasons:
        return illegal(reasons)
    net = [rate * sum(part[seat] for part in parts) for seat in range(PLAYERS)]
    if len(wins) != 1:
        return legal(net, set().union(*(ties[0] for ties in patterns)))
    return legal(net, patterns[0][0], patterns[0])
