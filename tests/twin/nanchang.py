"""Scores a record of 南昌 step by step, as its sheet says it. Words in quotes are headings of the sheet.

A wild tile in the hand may be its own face or anything; so every number of wild tiles kept at face value is tried, the others
being jokers, and for each such split plain questions are asked: are these sets and a pair, pungs only, pairs, no two related?
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from tests.twin.table import FACES, Meld, illegal, legal, melds, tiles

Record = dict[str, Any]
Tiles = tuple[str, ...]

WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["7z", "6z", "5z"]  # red green white
HONOURS = {*WINDS, *DRAGONS}
# "Play": chows of honours, the three dragons or any three different winds.
HONOUR_CHOWS = [tuple(DRAGONS), *combinations(WINDS, 3)]
KONG_POINTS = {"claimed-kong": 1, "added-kong": 1, "concealed-kong": 2}


class Split(NamedTuple):
    """The concealed tiles of a hand with some wild tiles at face value, the others as jokers."""

    plain: Tiles
    jokers: int


def next_face(face: str) -> str:
    """The second wild after the head wild: 9 goes to 1, winds and dragons each in a circle."""
    for circle in (WINDS, DRAGONS):
        if face in circle:
            return circle[(circle.index(face) + 1) % len(circle)]
    return f"{int(face[0]) % 9 + 1}{face[1]}"


def chows_with(face: str) -> list[Tiles]:
    """The chows that hold a face, those of honours among them."""
    if face[1] == "z":
        return [chow for chow in HONOUR_CHOWS if face in chow]
    starts = [start for start in range(int(face[0]) - 2, int(face[0]) + 1) if 1 <= start <= 7]
    return [tuple(f"{start + step}{face[1]}" for step in range(3)) for start in starts]


@cache
def are_sets(plain: Tiles, jokers: int, pungs_only: bool) -> bool:
    """Whether the tiles are sets and nothing else; jokers stand for whatever is missing."""
    if (len(plain) + jokers) % 3:
        return False
    if not plain:
        return True
    first = plain[0]
    for group in [(first,) * 3, *([] if pungs_only else chows_with(first))]:
        # The first tile stands in this set; each of the other two is either a tile at hand or a joker.
        others = list(group)
        others.remove(first)
        for use in {(), (others[0],), (others[1],), tuple(others)}:
            left = Counter(plain[1:])
            left.subtract(use)
            need = 2 - len(use)
            at_hand = min(left.values(), default=0) >= 0 and need <= jokers
            if at_hand and are_sets(tuple(sorted(left.elements())), jokers - need, pungs_only):
                return True
    return False


def are_pairs(plain: Tiles, jokers: int) -> bool:
    """Whether the tiles are pairs and nothing else; four alike may be two of them."""
    odd = sum(count % 2 for count in Counter(plain).values())
    return odd <= jokers and (jokers - odd) % 2 == 0


def are_sets_and_pair(plain: Tiles, jokers: int, pungs_only: bool) -> bool:
    """Whether the tiles are sets and one pair."""
    for face, count in Counter(plain).items():
        for own in range(1, min(count, 2) + 1):
            if 2 - own <= jokers:
                rest = list(plain)
                for _ in range(own):
                    rest.remove(face)
                if are_sets(tuple(sorted(rest)), jokers - (2 - own), pungs_only):
                    return True
    return jokers >= 2 and are_sets(tuple(sorted(plain)), jokers - 2, pungs_only)


def room(numbers: list[int]) -> int:
    """The most tiles of one suit, three apart from each other, with these among them; -1 when these are too near already."""
    fitting = [
        len(chosen)
        for size in range(4)
        for chosen in combinations(range(1, 10), size)
        if set(numbers) <= set(chosen) and all(b - a >= 3 for a, b in pairwise(chosen))
    ]
    return max(fitting, default=-1)


def unrelated(split: Split) -> tuple[bool, bool]:
    """Whether the fourteen tiles are 十三爛, and whether they are 七星 (all seven honours there without a joker)."""
    if len(set(split.plain)) < len(split.plain) or len(split.plain) + split.jokers != 14:
        return False, False
    rooms = [room([int(face[0]) for face in split.plain if face[1] == suit]) for suit in "mps"]
    if min(rooms) < 0:
        return False, False
    honours = sum(face[1] == "z" for face in split.plain)
    return sum(rooms) + 7 >= 14, honours == 7 and sum(rooms) >= 7


class Table(NamedTuple):
    """What the record settles before any hand is read."""

    hands: list[list[str]]
    melds: list[list[Meld]]
    head: str
    second: str
    dealer: int
    options: dict[str, Any]


def splits(table: Table, full: list[str], fixed: list[str]) -> Iterator[Split]:
    """Each way to keep some wild tiles at face value. `fixed` tiles are what they show: the discard or robbed tile."""
    heads, seconds = full.count(table.head), full.count(table.second)
    ordinary = [face for face in full if face not in (table.head, table.second)] + fixed
    for own_heads in range(heads + 1):
        for own_seconds in range(seconds + 1):
            plain = [*ordinary, *[table.head] * own_heads, *[table.second] * own_seconds]
            yield Split(tuple(sorted(plain)), heads + seconds - own_heads - own_seconds)


def shaped(table: Table, laid: list[Meld], split: Split) -> Iterator[set[str]]:
    """The patterns of shape under which the whole hand is complete; nothing when it is not."""
    if len(split.plain) + split.jokers != 14 - 3 * len(laid):
        return
    if are_sets_and_pair(*split, False):
        yield set()
    if not any(meld.kind == "chow" for meld in laid) and are_sets_and_pair(*split, True):
        yield {"all-pungs"}
    if not laid:
        if are_pairs(*split):
            yield {"seven-pairs"}
        plain, stars = unrelated(split)
        if plain:
            yield {"thirteen-unrelated"}
        if stars:
            yield {"thirteen-unrelated", "seven-stars"}


def awaited(table: Table, laid: list[Meld], held: Split) -> Iterator[set[str]]:
    """Shapes of tiles that lack but the pair which a drawn tile has made with a lone wild tile (both taken out already)."""
    if len(held.plain) + held.jokers != 12 - 3 * len(laid):
        return
    if are_sets(*held, False):
        yield set()
    if not any(meld.kind == "chow" for meld in laid) and are_sets(*held, True):
        yield {"all-pungs"}
    if not laid and are_pairs(*held):
        yield {"seven-pairs"}


def lone_wild_readings(table: Table, laid: list[Meld], hand: list[str], drawn: str | None) -> Iterator[tuple[set[str], bool]]:
    """Ruling 3: one wild tile set apart, the other tiles complete. With them, whether all wild tiles are their own face.

    Without a drawn tile it says only whether such a wait stands.
    """
    for apart in {table.head, table.second} & set(hand):
        rest = list(hand)
        rest.remove(apart)
        for held in splits(table, rest, []):
            for patterns in awaited(table, laid, held):
                yield patterns, held.jokers == 0 and drawn == apart


def any_tile_completes(table: Table, laid: list[Meld], hand: list[str]) -> bool:
    """Ruling 4: whatever face were drawn, the hand would be complete."""
    if not {table.head, table.second} & set(hand):
        return False
    return all(any(True for split in splits(table, [*hand, face], []) for _ in shaped(table, laid, split)) for face in FACES)


def readings(table: Table, win: dict[str, Any]) -> tuple[list[set[str]], list[str]]:
    """All that the winning hand may count, shape and wild tiles alone, or the words for what stands in the way."""
    seat = win["by"]
    hand, laid, tile = table.hands[seat], table.melds[seat], win["tile"]
    claimed = win["how"] in ("discard", "rob-kong")
    # Ruling 2: a discarded or robbed tile is what it shows.
    full = hand if claimed or tile is None else [*hand, tile]
    found = [
        patterns | ({"no-wild"} if split.jokers == 0 else set())
        for split in splits(table, full, [tile] if claimed else [])
        for patterns in shaped(table, laid, split)
    ]
    if not found:
        return [], ["shape"]
    if claimed:
        barred = any(True for _ in lone_wild_readings(table, laid, hand, None)) or any_tile_completes(table, laid, hand)
        allowed = [one for one in found if not barred or "no-wild" in one]
        return allowed, [] if allowed else ["wild", "discard"]
    if win["how"] == "self-draw":
        for patterns, own_faces in lone_wild_readings(table, laid, hand, tile):
            found.append(patterns | {"wild-single-wait"} | ({"no-wild"} if own_faces else set()))
    return found, []


def wild_tiles(table: Table, seat: int, won: dict[str, Any] | None) -> Counter[str]:
    """The wild tiles a player has, melds and the winning tile (ruling 2) included."""
    held = table.hands[seat] + [face for meld in table.melds[seat] for face in meld.tiles]
    if won and won["by"] == seat and won["tile"]:
        held = [*held, won["tile"]]
    return Counter(face for face in held if face in (table.head, table.second))


def side_payments(table: Table, won: dict[str, Any] | None) -> list[int]:
    """ "Side payments": what each seat is owed by each of the others."""
    wilds = [wild_tiles(table, seat, won) for seat in range(4)]
    owed = []
    for seat in range(4):
        points = 2 * wilds[seat][table.head] + wilds[seat][table.second]
        if points >= 5:
            points *= points - 3
        if sum(bool(held) for held in wilds) == 1:
            points *= 2
        for meld in table.melds[seat]:
            if meld.kind in KONG_POINTS:
                points += 10 if meld.tiles[0] in (table.head, table.second) else KONG_POINTS[meld.kind]
        owed.append(points)
    return owed


def event_patterns(table: Table, win: dict[str, Any]) -> set[str]:
    """What the way of winning counts."""
    patterns = set()
    if win["how"] == "self-draw":
        patterns.add("self-drawn")
        if win.get("replacement") == "kong":
            patterns.add("out-with-replacement-tile")
    if win["how"] == "rob-kong":
        patterns.add("robbing-the-kong")
    return patterns


def limit_hand(table: Table, win: dict[str, Any]) -> str | None:
    """天胡 and 地胡 (ruling 11 for how they are recorded)."""
    if win["by"] == table.dealer and win["how"] == "hand":
        return "heavenly-hand"
    if not win.get("first_turn"):
        return None
    if win["by"] == table.dealer and win["how"] == "self-draw":
        return "heavenly-hand"
    if win["by"] != table.dealer and win["how"] == "discard" and win["from"] == table.dealer:
        return "earthly-hand"
    return None


def payments(table: Table, win: dict[str, Any], patterns: set[str]) -> list[int]:
    """ "Scoring": what each seat pays the winner."""
    due = [0] * 4
    for seat in range(4):
        if seat == win["by"]:
            continue
        discarded = win["how"] == "discard" and win["from"] == seat
        doubles = len(patterns) + (table.dealer in (seat, win["by"])) + discarded
        extra = "no-wild" in patterns and (win["how"] != "discard" or discarded)
        due[seat] = 2**doubles + 5 * extra
    return due


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, and as `ties` the patterns of readings worth as much."""
    results = record["win"] if isinstance(record["win"], list) else [record["win"]]
    if len(results) > 1:
        return illegal(["winners"])
    win, options, head = results[0], record.get("options", {}), record["indicator"]
    table = Table(
        [tiles(player.get("hand", "")) for player in record["players"]],
        [melds(player) for player in record["players"]],
        head,
        next_face(head),
        record.get("dealer", 0),
        options,
    )
    owed = side_payments(table, win)
    net = [4 * own - sum(owed) for own in owed]
    dealer_pays = 5 if record.get("same_first_discards", 0) >= 1 else 0
    if win is None and options.get("draw_dealer_pays", False):
        dealer_pays += 5
    net = [amount + (-3 * dealer_pays if seat == table.dealer else dealer_pays) for seat, amount in enumerate(net)]
    if win is None:
        return legal(net, set())

    found, hindered = readings(table, win)
    if win["how"] == "hand" and (win["by"] != table.dealer or table.melds[win["by"]]):
        return illegal(["shape"])
    if not found:
        return illegal(hindered)
    limit = limit_hand(table, win)
    if limit:
        worth = [([0 if seat == win["by"] else 20 for seat in range(4)], {limit})]
    else:
        others = [seat for seat in range(4) if seat != win["by"]]
        alone = not any(wild_tiles(table, seat, win) for seat in others)
        worth = []
        for patterns in found:
            counted = patterns | event_patterns(table, win)
            if alone and "no-wild" in counted:
                counted.add("no-wild-at-table")
            due = payments(table, win, counted)
            worth.append((due, counted | ({"dealer"} if win["by"] == table.dealer else set())))
    most = max(sum(due) for due, _ in worth)
    best = [one for one in worth if sum(one[0]) == most]
    due = best[0][0]
    net = [amount + (most if seat == win["by"] else -due[seat]) for seat, amount in enumerate(net)]
    ties = [counted for _, counted in best]
    return legal(net, ties[0], ties)
