"""Scores a record of 揚州 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from tests.twin.readings import Group, readings
from tests.twin.table import Meld, illegal, legal, melds, tiles

Record = dict[str, Any]

DRAGONS = ["5z", "6z", "7z"]
#: "Patterns": values of the levels by `minimum`: 一板, 混一色, its double, 清一色, 風清, 鋼板
LEVELS = {13: (10, 15, 30, 60, 240, 480), 18: (15, 20, 50, 80, 320, 640), 7: (7, 10, 20, 40, 160, 320), 3: (3, 4, 8, 16, 32, 32)}
ONE, HALF, DOUBLE, FULL, HONORS, STEEL = range(6)
BIG = {
    "pure-double-chow": ONE,
    "half-flush": HALF, "pure-straight": HALF, "mixed-triple-chow": HALF, "all-pungs": HALF, "double-terminal-chows": HALF,
    "double-short-straight": HALF,
    "twice-pure-double-chow": DOUBLE, "four-same-chows": DOUBLE,
    "full-flush": FULL, "pure-triple-chow": FULL, "twice-double-same": FULL, "twice-double-straight": FULL,
    "twice-double-terminal": FULL,
    "all-honors": HONORS, "quadruple-chow": STEEL,
}  # fmt: skip
#: names of combined hands with `minimum` 18: both parts, and what they bring together
COMBINED = {
    "straight-with-double": ("pure-double-chow", "pure-straight", 15),
    "half-flush-straight": ("half-flush", "pure-straight", 10),
    "half-flush-pungs": ("half-flush", "all-pungs", 10),
    "full-flush-straight": ("full-flush", "pure-straight", 30),
    "full-flush-pungs": ("full-flush", "all-pungs", 30),
}
Chow = tuple[int, str]  #: lowest number and suit


class Sets:
    """What a reading holds, melds among it, with the place of the winning tile."""

    def __init__(self, laid: list[Meld], reading: tuple[Group, ...], place: Group | None) -> None:
        self.chows: list[Chow] = [
            (min(int(face[0]) for face in one.tiles), one.tiles[0][1]) for one in laid if one.kind == "chow"
        ]
        self.chows += [(min(int(face[0]) for face in one.faces), one.faces[0][1]) for one in reading if one.kind == "chow"]
        self.pungs = [one.tiles[0] for one in laid if one.kind != "chow"]
        held = [one for one in reading if one.kind == "pung"]
        self.pungs += [one.faces[0] for one in held]
        self.pair = next(one.faces[0] for one in reading if one.kind == "pair")
        self.faces = [face for one in laid for face in one.tiles] + [face for one in reading for face in one.faces]
        self.concealed = len(held)
        if place is not None and place.kind == "pung":
            self.concealed -= 1


def couples(chows: list[Chow], fit: Any) -> int:
    """Most couples that fit, every chow used once at most."""
    best = 0
    for one, other in combinations(range(len(chows)), 2):
        if fit(chows[one], chows[other]) or fit(chows[other], chows[one]):
            rest = [chow for at, chow in enumerate(chows) if at not in (one, other)]
            best = max(best, 1 + couples(rest, fit))
    return best


def same(one: Chow, other: Chow) -> bool:
    """一板: identical."""
    return one == other


def mixed(one: Chow, other: Chow) -> bool:
    """斉相: the same numbers in two suits."""
    return one[0] == other[0] and one[1] != other[1]


def runs_on(one: Chow, other: Chow) -> bool:
    """連副: six in a row of one suit."""
    return one[1] == other[1] and other[0] == one[0] + 3


def old_and_young(one: Chow, other: Chow) -> bool:
    """老少: 123 and 789 of one suit."""
    return one[1] == other[1] and (one[0], other[0]) == (1, 7)


def chow_patterns(chows: list[Chow]) -> Counter[str]:
    """Everything that is made of chows alone, what is contained left out; 平胡 is not asked here."""
    often = sorted(Counter(chows).values(), reverse=True)
    found: Counter[str] = Counter()
    four = len(chows) == 4
    numbers = {number for number, _ in chows}
    suits = {suit for _, suit in chows}
    if often[:1] == [4]:
        return Counter({"quadruple-chow": 1})
    if four and often == [2, 2]:
        one, other = sorted(Counter(chows))
        if mixed(one, other):
            return Counter({"twice-double-same": 1})
        if runs_on(one, other):
            return Counter({"twice-double-straight": 1})
        if old_and_young(one, other):
            return Counter({"twice-double-terminal": 1})
        return Counter({"twice-pure-double-chow": 1})
    if four and len(numbers) == 1 and len(suits) == 3:
        return Counter({"four-same-chows": 1})
    for a, b, c, d in permutations(chows, 4) if four else ():
        if mixed(a, c) and mixed(b, d) and a[1] == b[1] and c[1] == d[1]:
            if old_and_young(a, b):
                return Counter({"double-terminal-chows": 1})
            if runs_on(a, b):
                return Counter({"double-short-straight": 1})
    if often[:1] == [3]:
        found["pure-triple-chow"] = 1
    elif often[:1] == [2]:
        found["pure-double-chow"] = 1
    if any({(at, suit) for at in (1, 4, 7)} <= set(chows) for suit in "mps"):
        found["pure-straight"] = 1
    else:
        found["short-straight"] = couples(chows, runs_on)
        found["two-terminal-chows"] = couples(chows, old_and_young)
    if any({(number, suit) for suit in "mps"} <= set(chows) for number in numbers):
        found["mixed-triple-chow"] = 1
    else:
        found["mixed-double-chow"] = couples(chows, mixed)
    return +found


#: patterns that need four chows, in which 平胡 is contained
FOUR_CHOWS = {
    "double-terminal-chows", "double-short-straight", "twice-pure-double-chow", "four-same-chows", "twice-double-same",
    "twice-double-straight", "twice-double-terminal", "quadruple-chow", "straight-with-double",
}  # fmt: skip


def patterns_of(record: Record, win: Record, laid: list[Meld], reading: tuple[Group, ...], place: Group | None) -> Counter[str]:
    """All patterns of a reading, small ones as often as they count."""
    options = record.get("options", {})
    discarded = win["how"] in ("discard", "rob-kong")
    sets = Sets(laid, reading, place if discarded else None)
    seat, dealer = win["by"], record.get("dealer", 0)
    found = chow_patterns(sets.chows)
    suits = {face[1] for face in sets.faces}
    honours = "z" in suits
    if suits == {"z"}:
        found["all-honors"] = 1
    elif len(suits) == 1:
        found["full-flush"] = 1
    elif len(suits) == 2 and honours:
        found["half-flush"] = 1
    elif len(suits) == 2:
        found["one-voided-suit"] = 1
    if len(sets.pungs) == 4 and suits != {"z"}:
        found["all-pungs"] = 1
    if options.get("minimum", 13) == 18:
        for name, (one, other, _) in COMBINED.items():
            found[name] = min(found[one], found[other])
    if len(sets.chows) == 4 and not any(found[name] for name in FOUR_CHOWS):
        found["all-chows"] = int(not (options.get("all_chows_no_honors", False) and honours))
    own = f"{(seat - record.get('east', dealer)) % 4 + 1}z"
    found["seat-wind-pung"] = sets.pungs.count(own)
    found["round-wind-pung"] = sets.pungs.count(record.get("round_wind", "1z"))
    found["dragon-pung"] = sum(face in DRAGONS for face in sets.pungs)
    found["self-drawn"] = int(not discarded)
    found["concealed-hand"] = int(all(one.kind == "concealed-kong" for one in laid))
    found["all-simples"] = int(all(face[1] != "z" and face[0] not in "19" for face in sets.faces))
    found["terminal-pair"] = int(not honours and sets.pair[0] in "19")
    found["concealed-pung"] = sets.concealed
    found["melded-kong"] = sum(one.kind in ("claimed-kong", "added-kong") for one in laid)
    found["concealed-kong"] = sum(one.kind == "concealed-kong" for one in laid)
    if place is not None:
        found.update(wait_of(place, win["tile"]))
    return +found


def wait_of(place: Group, tile: str) -> list[str]:
    """独吊, 丫子 or 辺張, by where the winning tile stands."""
    if place.kind == "pair":
        return ["single-wait"]
    if place.kind == "pung":
        return []
    numbers = sorted(int(face[0]) for face in place.faces)
    number = int(tile[0])
    if number == numbers[1]:
        return ["closed-wait"]
    return ["edge-wait"] if (numbers[0] == 1 and number == 3) or (numbers[0] == 7 and number == 7) else []


def worth(found: Counter[str], minimum: int) -> int:
    """ "Scoring": the sum of all values."""
    total = 0
    for name, number in found.items():
        if name in BIG:
            total += LEVELS[minimum][BIG[name]]
        elif name in COMBINED:
            total += COMBINED[name][2]
        else:
            total += number * (2 if name == "concealed-kong" else 1)
    return total


def places(reading: tuple[Group, ...], tile: str | None) -> Iterator[Group | None]:
    """The groups in which the winning tile can stand."""
    if tile is None:
        yield None
    yield from (one for one in reading if tile in one.faces)


def third_meld(laid: list[Meld]) -> int | None:
    """Who let the winner chow its third exposed meld."""
    exposed = [one for one in laid if one.kind != "concealed-kong"]
    return exposed[2].seat if len(exposed) >= 3 and exposed[2].kind == "chow" else None


def one_win(record: Record, win: Record) -> dict[str, Any]:
    """One winner's hand; `owed` is what each of the others has to pay if it has that many points."""
    minimum = record.get("options", {}).get("minimum", 13)
    by = win["by"]
    laid = melds(record["players"][by])
    held = tiles(record["players"][by]["hand"]) + ([win["tile"]] if win["tile"] else [])
    best, ties = -1, []
    for reading in readings(Counter(held), 0, 4 - len(laid)):
        for place in places(reading, win["tile"]):
            found = patterns_of(record, win, laid, reading, place)
            points, names = worth(found, minimum), set(found)
            if points > best:
                best, ties = points, []
            if points == best and names not in ties:
                ties.append(names)
    if best < 0 or (win["how"] == "hand" and by != record.get("dealer", 0)):
        return illegal(["shape"])
    flush = "full-flush" in ties[0]
    reasons = ["minimum"] if best < minimum else []
    chowed = Counter(one.tiles[0][1] for one in laid if one.kind == "chow")
    if max(chowed.values(), default=0) >= 3 and not flush:
        reasons.append("pattern")
    if reasons:
        return illegal(reasons)
    owed = [0] * 4
    discarded = win["how"] in ("discard", "rob-kong")
    for seat in range(4):
        if seat != by:
            owed[seat] = (2 * best if seat == win["from"] else 0) if discarded else best
    bound = third_meld(laid) if flush else None
    if bound is not None:
        owed = [sum(owed) if seat == bound else 0 for seat in range(4)]
    return legal([0] * 4, ties[0], ties) | {"owed": owed}


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of 揚州."""
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]] if record["win"] else []
    bust = record.get("options", {}).get("bust", False)
    source = wins[0].get("from") if wins else None
    if source is not None:
        wins = sorted(wins, key=lambda win: (win["by"] - source) % 4)
    results = [one_win(record, win) for win in wins]
    reasons = [reason for result in results for reason in result["reasons"]]
    if reasons:
        return illegal(reasons)
    net = [0] * 4
    left = [player.get("points", 10**9) if bust else 10**9 for player in record["players"]]
    for win, result in zip(wins, results, strict=True):
        for seat, owed in enumerate(result["owed"]):
            paid = min(owed, max(left[seat], 0))
            left[seat] -= paid
            net[seat] -= paid
            net[win["by"]] += paid
    if len(results) != 1:
        return legal(net, set().union(*(result["patterns"] for result in results)))
    return legal(net, results[0]["patterns"], results[0]["ties"])
