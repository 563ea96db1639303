"""Scores a record of 上海金山区 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from tests.twin.readings import Group, readings
from tests.twin.table import FACES, Meld, illegal, legal, melds, only_win, tiles

Record = dict[str, Any]

WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
WILD = {"5f", "6f", "7f", "8f"}
OUTER = {face for face in FACES if face[1] == "z" or face[0] in "19"}
#: "Patterns", set-points: 2 to 8, and 1, 9 and honours
FU = {"open-pung": 2, "concealed-pung": 4, "open-kong": 8, "concealed-kong": 16}
OF_MELD = {
    "pung": "open-pung",
    "claimed-kong": "open-kong",
    "added-kong": "open-kong",
    "concealed-kong": "concealed-kong",
}
DEFAULTS = {"base": 3, "limit": 50, "minimum": 20, "four_concealed": "any"}
Place = tuple[Group | None, str]  # the group that the winning tile completes, and the face it is there


class Pung(NamedTuple):
    """A pung or kong: its face and its kind in the table of fu."""

    face: str
    kind: str


class Count(NamedTuple):
    """Fu and tai of one person, what was counted, and the limit hands among it."""

    fu: int
    tai: int
    names: frozenset[str]
    limits: frozenset[str] = frozenset()

    def points(self) -> int:
        """ "Scoring": fu doubled by each tai."""
        return self.fu * 2**self.tai


def own_wind(record: Record, seat: int) -> int:
    """The place of the own wind, the dealer's is 0, east."""
    return (seat - record.get("dealer", 0)) % 4


def for_all(record: Record, seat: int, pungs: list[Pung], pairs: list[str]) -> Count:
    """The rows of the table that everybody counts."""
    fu, tai, names = 0, 0, set()
    flowers = record["players"][seat].get("flowers", "").strip("f")
    if flowers:
        fu += 4 * len(flowers)
        names.add("flower-points")
    if set(flowers) == set("1234"):
        tai += 2
        names.add("flower-set")
    elif str(own_wind(record, seat) + 1) in flowers:
        tai += 1
        names.add("seat-flower")
    own = WINDS[own_wind(record, seat)]
    good = [face for face in pairs if face in (*DRAGONS, own)]
    if good:
        fu += 2 * len(good)
        names.add("pair-points")
    if pungs:
        fu += sum(FU[pung.kind] * (2 if pung.face in OUTER else 1) for pung in pungs)
        names.add("set-points")
    faces = [pung.face for pung in pungs]
    for face in faces:
        if face in DRAGONS:
            tai += 1
            names.add("dragon-pung")
    if own in faces:
        tai += 1
        names.add("seat-wind-pung")
    return Count(fu, tai, frozenset(names))


def laid_pungs(laid: list[Meld]) -> list[Pung]:
    """Pungs and kongs on the table."""
    return [Pung(meld.tiles[0], OF_MELD[meld.kind]) for meld in laid if meld.kind != "chow"]


def loser(record: Record, seat: int) -> Count:
    """ "Rulings", losers: three or four alike are a concealed pung, two alike a pair, wild tiles nothing."""
    player = record["players"][seat]
    held = Counter(tile for tile in tiles(player.get("hand", "")) if tile not in WILD)
    pungs = [Pung(face, "concealed-pung") for face, number in held.items() if number >= 3]
    return for_all(record, seat, laid_pungs(melds(player)) + pungs, [face for face, number in held.items() if number == 2])


def places(reading: tuple[Group, ...], tile: str | None) -> set[Place]:
    """Where the winning tile may lie; a wild one wherever one stands."""
    if tile is None:
        return {(None, "")}
    if tile in WILD:
        return {(group, face) for group in reading for face in group.stood}
    return {(group, tile) for group in reading if (Counter(group.faces) - Counter(group.stood))[tile]}


def wait_of(place: Place) -> tuple[str, int] | None:
    """The row of the wait that the winning tile ended, and its fu."""
    group, face = place
    if group is None or group.kind == "pung":
        return None
    if group.kind == "pair":
        return "single-wait", 4 if face in OUTER else 2
    if face == group.faces[1]:
        return "closed-wait", 2
    at = group.faces.index(face)
    edge = (at == 2 and group.faces[0][0] == "1") or (at == 0 and group.faces[2][0] == "9")
    return ("edge-wait", 2) if edge else None


def moments(record: Record) -> frozenset[str]:
    """天胡 and 地胡."""
    win, dealer = record["win"], record.get("dealer", 0)
    if win["by"] == dealer:
        dealt = win["how"] == "hand" or (win["how"] == "self-draw" and win.get("first_turn"))
        return frozenset({"heavenly-hand"} if dealt else ())
    first = win["how"] == "discard" and win.get("first_turn") and win["from"] == dealer
    return frozenset({"earthly-hand"} if first else ())


def limit_hands(
    record: Record, reading: tuple[Group, ...], place: Place, pungs: list[Pung], shown: set[str], wilds: int
) -> frozenset[str]:
    """The rows worth the limit."""
    drawn = record["win"]["how"] in ("self-draw", "hand")
    found = set(moments(record))
    faces = [pung.face for pung in pungs]
    if shown <= OUTER:
        found.add("all-terminals-and-honors")
    concealed = sum(pung.kind.startswith("concealed") for pung in pungs)
    single = place[0] is not None and place[0].kind == "pair"
    double = place[0] is not None and place[0].kind == "pung"
    only_single = DEFAULTS | record.get("options", {})
    if concealed == 4 and (single and drawn if only_single["four_concealed"] == "self-drawn-single" else single or double):
        found.add("four-concealed-pungs")
    if sum(face in WINDS for face in faces) == 4:
        found.add("big-four-winds")
    if sum(face in DRAGONS for face in faces) == 3:
        found.add("big-three-dragons")
    if wilds == 4:
        found.add("four-wilds")
    if len(pungs) == 1 and any(group.kind == "pung" and len(group.stood) == 3 for group in reading):
        found.add("three-wild-pung")
    return frozenset(found)


def counted(record: Record, laid: list[Meld], reading: tuple[Group, ...], place: Place, wilds: int) -> Count:
    """One reading with one place of the winning tile."""
    win = record["win"]
    drawn = win["how"] in ("self-draw", "hand")
    pungs = laid_pungs(laid)
    taken = None if drawn or place[0] is None else reading.index(place[0])
    for at, group in enumerate(reading):
        if group.kind == "pung":
            pungs.append(Pung(group.faces[0], "open-pung" if at == taken else "concealed-pung"))
    pair = next(group.faces[0] for group in reading if group.kind == "pair")
    fu, tai, names = for_all(record, win["by"], pungs, [pair])[:3]
    shown = {face for group in reading for face in group.faces} | {face for meld in laid for face in meld.tiles}
    suits = {face[1] for face in shown}
    more_fu = {"base-points": 10} | ({"self-drawn": 2} if drawn else {})
    wait = wait_of(place)
    if wait:
        more_fu[wait[0]] = wait[1]
    dragons = sum(pung.face in DRAGONS for pung in pungs)
    more_tai = {
        "out-with-replacement-tile": int(win["how"] == "self-draw" and win.get("replacement") in ("kong", "flower")),
        "robbing-the-kong": int(win["how"] == "rob-kong"),
        "all-pungs": int(len(pungs) == 4),
        "no-wild": int(wilds == 0),
        "little-three-dragons": int(dragons == 2 and pair in DRAGONS),
        "half-flush": int(len(suits - {"z"}) <= 1 and "z" in suits),
        "full-flush": 3 * int(len(suits) == 1 and "z" not in suits),
    }
    more_tai = {name: number for name, number in more_tai.items() if number}
    limits = limit_hands(record, reading, place, pungs, shown, wilds)
    names = names.union(more_fu, more_tai)
    return Count(fu + sum(more_fu.values()), tai + sum(more_tai.values()), names, limits)


def orphans(have: Counter[str], wilds: int) -> bool:
    """十三么: one of each of the thirteen and a second of one, wild tiles for any of them."""
    return set(have) <= OUTER and sum(number - 1 for number in have.values()) <= 1 and have.total() + wilds == 14


def winner_counts(record: Record) -> Iterator[Count]:
    """Every reading of the won hand as sets and a pair."""
    win = record["win"]
    player = record["players"][win["by"]]
    laid = melds(player)
    full = tiles(player["hand"]) + ([win["tile"]] if win.get("tile") else [])
    have = Counter(tile for tile in full if tile not in WILD)
    wilds = len(full) - have.total()
    for reading in readings(have, wilds, 4 - len(laid)):
        for place in places(reading, win.get("tile")):
            yield counted(record, laid, reading, place, wilds)
    if not laid and orphans(have, wilds):
        names = frozenset({"thirteen-orphans"}) | moments(record) | ({"four-wilds"} if wilds == 4 else frozenset())
        yield Count(0, 0, frozenset(), names)


def tenths(points: int, times: int) -> int:
    """So many times the points divided by ten, rounded up."""
    return -(-points * times // 10)


def paid(record: Record, options: dict[str, Any], count: Count) -> list[int]:
    """ "Payments" for the win."""
    win = record["win"]
    net = [0] * 4
    for seat in {0, 1, 2, 3} - {win["by"]}:
        twice = win["how"] in ("self-draw", "hand") or seat == win["from"]
        amount = min(options["limit"], tenths(count.points(), 2 if twice else 1) + options["base"])
        net[seat] = -(options["limit"] if count.limits else amount)
    net[win["by"]] = -sum(net)
    return net


def between_losers(record: Record, options: dict[str, Any]) -> list[int]:
    """ "Side payments"."""
    win = record["win"]
    net = [0] * 4
    points = {seat: loser(record, seat).points() for seat in {0, 1, 2, 3} - {win["by"]}}
    for one, other in combinations(points, 2):
        low, high = sorted((one, other), key=points.__getitem__)
        twice = win.get("from") in (one, other)
        amount = min(options["limit"], tenths(points[high] - points[low], 2 if twice else 1))
        net[low] -= amount
        net[high] += amount
    return net


def score(record: Record) -> dict[str, Any]:
    """The result of one record."""
    options = DEFAULTS | record.get("options", {})
    win, result = only_win(record)
    if result is not None:
        return result
    record = record | {"win": win}
    counts = set(winner_counts(record))
    if not counts or (win["how"] == "hand" and win["by"] != record.get("dealer", 0)):
        return illegal(["shape"])
    enough = [count for count in counts if count.fu >= options["minimum"] or "thirteen-orphans" in count.limits]
    if not enough:
        return illegal(["minimum"])
    most = max(paid(record, options, count)[win["by"]] for count in enough)
    best = [count for count in enough if paid(record, options, count)[win["by"]] == most]
    # A limit hand is told as one, though the hand may come to as much otherwise.
    best = [count for count in best if count.limits] or best
    top = max(count.points() for count in best)
    ties = [set(count.limits or count.names) for count in best if count.limits or count.points() == top]
    both = zip(paid(record, options, best[0]), between_losers(record, options), strict=True)
    return legal([one + other for one, other in both], ties[0], ties)
