"""Scores a record of 台湾 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.twin.readings import Group, complete, readings
from tests.twin.table import FACES, Meld, illegal, legal, melds, only_win, tiles

Record = dict[str, Any]
Values = dict[str, int]

WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
SEASONS, PLANTS = {"1f", "2f", "3f", "4f"}, {"5f", "6f", "7f", "8f"}
DEALER_PATTERNS = ("dealer", "dealer-streak", "dealer-pull")

# "Patterns": what has one value at every table. Counted per piece: dragon-pung, seat-flower, flower-set.
FIXED = {
    "ready-declared": 1, "concealed-hand": 1, "fully-concealed-hand": 3, "round-wind-pung": 1, "seat-wind-pung": 1,
    "edge-wait": 1, "closed-wait": 1, "single-wait": 1, "robbing-the-kong": 1, "out-with-replacement-tile": 1,
    "last-tile-draw": 1, "last-tile-claim": 1, "melded-hand": 2, "all-chows": 2, "ready-first": 4, "ready-dealt": 8,
    "all-pungs": 4, "half-flush": 4, "little-three-dragons": 4, "dealt-flowers": 4, "five-concealed-pungs": 8,
    "full-flush": 8, "big-three-dragons": 8, "seven-flowers": 8, "eight-flowers": 8, "earthly-hand": 16,
}  # fmt: skip

# "Options" that set the value of one pattern.
BY_OPTION = {
    "three-concealed-pungs": ("three_concealed", 2),
    "four-concealed-pungs": ("four_concealed", 5),
    "little-four-winds": ("little_four_winds", 8),
    "all-honors": ("all_honors", 8),
    "big-four-winds": ("big_four_winds", 16),
    "heavenly-hand": ("heavenly_hand", 24),
}


class Winner(NamedTuple):
    """The winner's seat at the table."""

    wind: int
    hand: list[str]
    melds: list[Meld]
    flowers: set[str]
    flags: list[str]

    def concealed(self) -> bool:
        """門清: nothing claimed; concealed kongs do not matter."""
        return all(meld.kind == "concealed-kong" for meld in self.melds)


class Set(NamedTuple):
    """A set of the whole hand, laid or not: its faces, whether it is a pung or kong, whether that is concealed."""

    faces: tuple[str, ...]
    pung: bool
    concealed: bool


def laid_sets(winner: Winner) -> list[Set]:
    """The sets on the table."""
    return [Set(tuple(meld.tiles), meld.kind != "chow", meld.kind == "concealed-kong") for meld in winner.melds]


def waits(winner: Winner) -> list[str]:
    """ "Rulings": the faces that complete the tiles in hand; a face of which the winner holds all four is none."""
    held = Counter(winner.hand) + Counter(face for meld in winner.melds for face in meld.tiles)
    sets = 5 - len(winner.melds)
    return [face for face in FACES if held[face] < 4 and complete(Counter([*winner.hand, face]), 0, sets)]


def is_two_sided(chow: tuple[str, ...], face: str) -> bool:
    """Whether the chow could have been completed at its other end too."""
    first = int(chow[0][0])
    return (face == chow[0] and first != 7) or (face == chow[2] and first != 1)


def waits_on_chows_only(winner: Winner) -> bool:
    """ "Rulings", all-chows: every wait can be read as a two-sided one of a hand of chows."""
    sets = 5 - len(winner.melds)
    for face in waits(winner):
        good = False
        for reading in readings(Counter([*winner.hand, face]), 0, sets):
            chows = [group.faces for group in reading if group.kind == "chow"]
            good = good or (len(chows) == sets and any(is_two_sided(chow, face) for chow in chows))
        if not good:
            return False
    return True


def wait_pattern(group: Group, tile: str) -> str | None:
    """The kind of wait that a winning tile in this place of the reading ended."""
    if group.kind == "pair":
        return "single-wait"
    if group.kind == "pung" or is_two_sided(group.faces, tile):
        return None
    return "closed-wait" if tile == group.faces[1] else "edge-wait"


def honour_patterns(record: Record, winner: Winner, pungs: set[str], pair: str) -> Values:
    """Winds and dragons. Whoever counts four winds or three dragons as a whole does not count their pungs again."""
    found: Values = {}
    dragons = sum(face in pungs for face in DRAGONS)
    if dragons == 3:
        found["big-three-dragons"] = FIXED["big-three-dragons"]
    elif dragons == 2 and pair in DRAGONS:
        found["little-three-dragons"] = FIXED["little-three-dragons"]
    elif dragons:
        found["dragon-pung"] = dragons
    winds = sum(face in pungs for face in WINDS)
    if winds == 4:
        return found | {"big-four-winds": value_of(record, "big-four-winds")}
    if winds == 3 and pair in WINDS:
        found["little-four-winds"] = value_of(record, "little-four-winds")
    if record.get("round_wind", "1z") in pungs:
        found["round-wind-pung"] = 1
    if WINDS[winner.wind] in pungs:
        found["seat-wind-pung"] = 1
    return found


def value_of(record: Record, pattern: str) -> int:
    """The tai of a pattern at this table."""
    if pattern in FIXED:
        return FIXED[pattern]
    option, usual = BY_OPTION[pattern]
    return int(record.get("options", {}).get(option, usual))


def set_patterns(record: Record, winner: Winner, sets: list[Set], pair: str) -> Values:
    """What five sets and a pair are worth by themselves."""
    pungs = {one.faces[0] for one in sets if one.pung}
    names = []
    suits = {face[1] for one in sets for face in one.faces} | {pair[1]}
    if suits == {"z"}:
        names.append("all-honors")
    elif len(suits - {"z"}) == 1:
        names.append("half-flush" if "z" in suits else "full-flush")
    if all(one.pung for one in sets) and suits != {"z"}:
        names.append("all-pungs")
    concealed = sum(one.pung and one.concealed for one in sets)
    names += {3: ["three-concealed-pungs"], 4: ["four-concealed-pungs"], 5: ["five-concealed-pungs"]}.get(concealed, [])
    return {name: value_of(record, name) for name in names} | honour_patterns(record, winner, pungs, pair)


def drawn_oneself(win: Record) -> bool:
    """A robbed kong and the odd flower come from somebody else, like a discard; the dealt hand and eight flowers do not."""
    return win["how"] == "self-draw" or (win["how"] == "hand" and win.get("from") is None)


def event_patterns(record: Record, winner: Winner) -> Values:
    """What does not depend on the sets: flowers, ready, concealment, the way the tile came."""
    win, options = record["win"], record.get("options", {})
    found: Values = {}
    for whole in (SEASONS, PLANTS):
        if whole <= winner.flowers:
            found["flower-set"] = found.get("flower-set", 0) + 2
        elif whole & winner.flowers & {f"{winner.wind + 1}f", f"{winner.wind + 5}f"}:
            found["seat-flower"] = found.get("seat-flower", 0) + 1

    early = None
    if options.get("ready_dealt") and "ready-dealt" in winner.flags and win["by"] != record.get("dealer", 0):
        early = "ready-dealt"
    elif "ready-first" in winner.flags:
        early = "ready-first"
    if early:
        found[early] = FIXED[early]
    elif {"ready", "ready-dealt"} & set(winner.flags):
        found["ready-declared"] = 1
    if drawn_oneself(win):
        if winner.concealed() and not early:
            found["fully-concealed-hand"] = 3
        else:
            found["self-drawn"] = 2 if early else 1
    elif winner.concealed() and not early:
        found["concealed-hand"] = 1

    if win["how"] == "rob-kong":
        found["robbing-the-kong"] = 1
    if win["how"] == "self-draw" and win.get("replacement") == "kong":
        found["out-with-replacement-tile"] = 1
    if win.get("last_tile") and win["how"] == "self-draw":
        found["last-tile-draw"] = 1
    if win.get("last_tile") and win["how"] == "discard" and options.get("last_tile_claim"):
        found["last-tile-claim"] = 1
    return found


def flower_win(winner: Winner, win: Record) -> Values | None:
    """七搶一 and 八仙過海, for which the shape does not matter; None when the hand wins in no such way."""
    given = win.get("from") is not None
    if win["how"] != "hand" or (len(winner.flowers), given) not in {(7, True), (8, False)}:
        return None
    found = {"eight-flowers" if len(winner.flowers) == 8 else "seven-flowers": 8}
    return found | ({"dealt-flowers": 4} if win.get("first_turn") else {})


def complete_hands(record: Record, winner: Winner) -> Iterator[Values]:
    """Every way to read the hand, the place of the winning tile included, with what it counts because of it."""
    win, dealer = record["win"], record.get("dealer", 0)
    at_once = win["how"] == "self-draw" and win.get("first_turn") and win.get("replacement") != "kong"
    dealt = win["tile"] is None or (at_once and win["by"] == dealer)
    tile = win["tile"]
    full = winner.hand if tile is None else [*winner.hand, tile]
    others = not drawn_oneself(win)
    only_wait = not dealt and len(waits(winner)) == 1

    for reading in readings(Counter(full), 0, 5 - len(winner.melds)):
        pair = next(group.faces[0] for group in reading if group.kind == "pair")
        for place in {group for group in reading if dealt or tile in group.faces}:
            sets = laid_sets(winner)
            for at, group in enumerate(reading):
                if group.kind != "pair":
                    taken = others and at == reading.index(place)
                    sets.append(Set(group.faces, group.kind == "pung", not taken))
            found = set_patterns(record, winner, sets, pair)
            wait = wait_pattern(place, tile) if only_wait else None
            if wait:
                found[wait] = 1
            chows_alone = not any(one.pung for one in sets) and pair[1] != "z"
            if chows_alone and others and not winner.flowers and waits_on_chows_only(winner):
                found["all-chows"] = 2
            if len(winner.hand) == 1 and others:
                found["melded-hand"] = 2
            if dealt:
                found["heavenly-hand"] = value_of(record, "heavenly-hand")
            if win.get("first_turn") and win["how"] == "discard" and win["from"] == dealer:
                found["earthly-hand"] = FIXED["earthly-hand"]
            yield found


def payments(record: Record, tai: int) -> tuple[list[int], set[str]]:
    """ "Scoring" and "Payments", and the patterns of the dealer that some payment holds."""
    win, options = record["win"], record.get("options", {})
    dealer, streak = record.get("dealer", 0), record.get("streak", 1)
    payers = {0, 1, 2, 3} - {win["by"]} if drawn_oneself(win) else {win["from"]}
    net = [0] * 4
    for seat in payers:
        extra = 1 + 2 * (streak - 1) if dealer in (seat, win["by"]) else 0
        amount = options.get("base", 50) + options.get("rate", 20) * (tai + extra)
        net[seat] -= amount
        net[win["by"]] += amount
    names = DEALER_PATTERNS[: 1 if streak == 1 else 3] if dealer in (win["by"], *payers) else ()
    return net, set(names)


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, and as `ties` the patterns of readings worth as much."""
    win, result = only_win(record)
    if result is not None:
        return result
    record = record | {"win": win}
    player = record["players"][win["by"]]
    winner = Winner(
        (win["by"] - record.get("east", record.get("dealer", 0))) % 4,
        tiles(player["hand"]),
        melds(player),
        set(tiles(player.get("flowers", ""))),
        player.get("flags", []),
    )
    flowers = flower_win(winner, win)
    judged = [flowers] if flowers else list(complete_hands(record, winner))
    if not judged:
        return illegal(["shape"])
    event = event_patterns(record, winner)
    most = max(sum(found.values()) for found in judged)
    ties = [set(found) | set(event) for found in judged if sum(found.values()) == most]
    net, dealer = payments(record, most + sum(event.values()))
    return legal(net, ties[0] | dealer, [one | dealer for one in ties])
