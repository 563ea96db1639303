"""Scores a record of 台州 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from tests.twin.readings import Group, complete, readings
from tests.twin.table import CLAIMED, FACES, Meld, illegal, legal, melds, only_win, tiles

Record = dict[str, Any]

WHITE = "5z"
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
# "Patterns", the small table: fu of the faces 2 to 8, and of terminals and honours.
PUNG_FU = {"open-pung": (2, 4), "concealed-pung": (4, 8), "open-kong": (8, 16), "concealed-kong": (16, 32)}
MELD_KIND = {
    "pung": "open-pung",
    "claimed-kong": "open-kong",
    "added-kong": "open-kong",
    "concealed-kong": "concealed-kong",
}
DEFAULTS = {
    "limit": 100,
    "round_to_ten": False,
    "live_tile_only": True,
    "four_winds": "none",
    "four_winds_loser_tai": 13,
    "wild_single_discard": "never",
}


class Count(NamedTuple):
    """Fu and tai of one person, with the ids of what was counted."""

    fu: int
    tai: int
    names: frozenset[str]

    def raw(self) -> int:
        """Points before the limit."""
        return self.fu * 2**self.tai


class Pung(NamedTuple):
    """A pung or kong: its face and its kind in the table of fu."""

    face: str
    kind: str

    def fu(self) -> int:
        """Its points."""
        return PUNG_FU[self.kind][self.face[1] == "z" or self.face[0] in "19"]


def options_of(record: Record) -> dict[str, Any]:
    """ "Options", all of them."""
    return DEFAULTS | record.get("options", {})


def own_wind(record: Record, seat: int) -> str:
    """ "Dealer and draws": the dealer is east."""
    return WINDS[(seat - record.get("east", record.get("dealer", 0))) % 4]


def has_four_winds(record: Record, pungs: list[Pung], pairs: set[str], seat: int) -> bool:
    """四風会斉 as option `four_winds` has it."""
    how = options_of(record)["four_winds"]
    in_pungs = {pung.face for pung in pungs} & set(WINDS)
    missing = set(WINDS) - in_pungs
    if how == "none" or len(missing) > 1:
        return False
    if not missing:
        return True
    wanted = {"big": set(), "little": missing, "little-own-pair": missing & {own_wind(record, seat)}}[how]
    return bool(wanted & pairs)


def common_count(record: Record, seat: int, pungs: list[Pung], pairs: list[str], won: bool) -> Count:
    """What winner and losers alike count: pungs, kongs and pairs, and the tai of honours."""
    own = own_wind(record, seat)
    names = set()
    fu, tai = sum(pung.fu() for pung in pungs), 0
    if fu:
        names.add("set-points")
    good_pairs = [face for face in pairs if face == own or face in DRAGONS]
    if good_pairs:
        fu += 2 * len(good_pairs)
        names.add("pair-points")
    faces = [pung.face for pung in pungs]
    if own in faces:
        tai += 1
        names.add("seat-wind-pung")
    dragons = sum(face in DRAGONS for face in faces)
    if dragons:
        tai += dragons
        names.add("dragon-pung")
    if has_four_winds(record, pungs, set(pairs), seat):
        tai += 13 if won else options_of(record)["four_winds_loser_tai"]
        names.add("four-winds")
    return Count(fu, tai, frozenset(names))


def laid_pungs(laid: list[Meld]) -> list[Pung]:
    """The pungs and kongs on the table."""
    return [Pung(meld.tiles[0], MELD_KIND[meld.kind]) for meld in laid if meld.kind != "chow"]


def loser_count(record: Record, seat: int) -> Count:
    """ "Rulings", losers: everything as printed, three and four alike are one concealed pung, two alike a pair."""
    player = record["players"][seat]
    held = Counter(tiles(player.get("hand", "")))
    concealed = [Pung(face, "concealed-pung") for face, number in held.items() if number >= 3]
    pairs = [face for face, number in held.items() if number == 2]
    return common_count(record, seat, laid_pungs(melds(player)) + concealed, pairs, won=False)


class Tiles(NamedTuple):
    """Concealed tiles as they are used: what is what it shows, whites that are the indicator's face, wild tiles."""

    ordinary: Counter[str]
    proxies: int
    wilds: int


def uses(record: Record, faces: list[str]) -> Iterator[Tiles]:
    """Every choice of whites that are used as the indicator's face; none when white is itself the wild face."""
    wild = record["indicator"]
    whites = 0 if wild == WHITE else faces.count(WHITE)
    for proxies in range(whites + 1):
        ordinary = Counter(face for face in faces if face != wild)
        ordinary[WHITE] -= proxies
        ordinary[wild] += proxies
        yield Tiles(+ordinary, proxies, faces.count(wild))


def any_tile_wins(record: Record, hand: list[str], sets: int) -> bool:
    """ "Wild tiles": the lone wild tile, all the rest being sets."""
    return any(used.wilds and complete(used.ordinary, used.wilds - 1, sets, pairs=0) for used in uses(record, hand))


def places(record: Record, reading: tuple[Group, ...], tile: str | None, used: Tiles) -> set[tuple[Group | None, str]]:
    """Where the winning tile may lie in a reading: the group, and the face the tile is in it. No tile, no place."""
    wild = record["indicator"]
    if tile is None:
        return {(None, "")}
    if tile == wild:
        return {(group, face) for group in reading for face in group.stood}
    faces = [tile]
    if tile == WHITE:
        faces = [WHITE] * (used.ordinary[WHITE] > 0) + [wild] * (used.proxies > 0)
    return {(group, face) for group in reading for face in faces if (Counter(group.faces) - Counter(group.stood))[face]}


def winner_counts(record: Record) -> Iterator[Count]:
    """Every reading of the won hand."""
    win = record["win"]
    seat, tile, self_drawn = win["by"], win["tile"], win["how"] in ("self-draw", "hand")
    player = record["players"][seat]
    laid = melds(player)
    full = tiles(player["hand"]) + ([tile] if tile else [])
    for used in uses(record, full):
        for reading in readings(used.ordinary, used.wilds, 4 - len(laid)):
            for place, face in places(record, reading, tile, used):
                yield reading_count(record, laid, reading, place, face, self_drawn)


def reading_count(
    record: Record, laid: list[Meld], reading: tuple[Group, ...], place: Group | None, face: str, self_drawn: bool
) -> Count:
    """One reading with one place of the winning tile."""
    pungs = laid_pungs(laid)
    taken = None if self_drawn or place is None else reading.index(place)
    for at, group in enumerate(reading):
        if group.kind == "pung":
            pungs.append(Pung(group.faces[0], "open-pung" if at == taken else "concealed-pung"))
    pair = next(group.faces[0] for group in reading if group.kind == "pair")
    fu, tai, names = common_count(record, record["win"]["by"], pungs, [pair], won=True)
    extra = {"base-points": 10}
    if len(pungs) == 4:
        extra["all-pungs"] = 4
    if place is not None and place.kind == "chow" and face == place.faces[1]:
        extra["closed-wait"] = 2
    if self_drawn:
        extra["self-drawn"] = 2
    suits = {one[1] for group in reading for one in group.faces} | {one[1] for meld in laid for one in meld.tiles}
    flush = {}
    if len(suits - {"z"}) <= 1:
        flush = {"half-flush": 1} if "z" in suits else {"full-flush": 3}
    return Count(fu + sum(extra.values()), tai + sum(flush.values()), names.union(extra, flush))


def distance_two_or_more(record: Record, hand: list[str], sets: int) -> bool:
    """ "Responsibility", 3: no tile makes the hand ready, wild tiles and whites being what they can be."""
    for drawn in FACES:
        more = [*hand, drawn]
        for gone in {*more}:
            rest = more.copy()
            rest.remove(gone)
            # One more wild tile completes just what is ready.
            if any(complete(used.ordinary, used.wilds + 1, sets) for used in uses(record, rest)):
                return False
    return True


def responsible(record: Record, names: frozenset[str]) -> bool:
    """ "Responsibility": whether who gave the winning tile pays for everybody."""
    win = record["win"]
    if win["how"] not in ("discard", "rob-kong"):
        return False
    players, tile = record["players"], win["tile"]
    laid = melds(players[win["by"]])
    live = not any(tile in tiles(player.get("discards", "")) for player in players)
    if tile in DRAGONS and (live or not options_of(record)["live_tile_only"]):
        shown = {meld.tiles[0] for meld in laid} & set(DRAGONS)
        if len(shown) == 2 and tile not in shown:
            return True
        feeder = players[win["from"]]
        if "hand" in feeder and distance_two_or_more(record, tiles(feeder["hand"]), 4 - len(melds(feeder))):
            return True
    open_suits = Counter(meld.tiles[0][1] for meld in laid if meld.kind in CLAIMED)
    return "full-flush" in names and max(open_suits.values(), default=0) >= 3


def points(record: Record, raw: int) -> int:
    """ "Limits" and option `round_to_ten`."""
    options = options_of(record)
    cut = min(raw, options["limit"])
    return -(-cut // 10) * 10 if options["round_to_ten"] else cut


def settle(record: Record, winner: Count) -> list[int]:
    """ "Payments", "Side payments" and who takes them over."""
    by, dealer = record["win"]["by"], record.get("dealer", 0)
    payer = record["win"].get("from") if responsible(record, winner.names) else None
    net = [0] * 4

    def pay(giver: int, taker: int, amount: int) -> None:
        source = giver if payer is None else payer
        net[source] -= amount
        net[taker] += amount

    losers = [seat for seat in range(4) if seat != by]
    whole = winner.raw() >= options_of(record)["limit"]
    for seat in losers:
        amount = points(record, winner.raw())
        pay(seat, by, amount if whole or dealer in (seat, by) else amount // 2)
    counted = {seat: points(record, loser_count(record, seat).raw()) for seat in losers}
    for one, other in combinations(losers, 2):
        low, high = sorted((one, other), key=lambda seat: counted[seat])
        amount = counted[high] - counted[low]
        pay(low, high, amount if dealer in (one, other) else amount // 2)
    return net


def best_readings(record: Record, counts: set[Count]) -> list[Count]:
    """The readings with the most points, those first that have the most before the limit."""
    most = max(points(record, count.raw()) for count in counts)
    best = [count for count in counts if points(record, count.raw()) == most]
    return sorted(best, key=lambda count: (-count.raw(), sorted(count.names)))


def outcomes(record: Record) -> set[tuple[int, ...]]:
    """What the readings with the most points come to: one settlement, unless responsibility or the limit tells them apart."""
    counts = set(winner_counts(record))
    return {tuple(settle(record, count)) for count in best_readings(record, counts)} if counts else set()


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, and as `ties` the patterns of readings worth as much."""
    win, result = only_win(record)
    if result is not None:
        return result
    record = record | {"win": win}
    player = record["players"][win["by"]]
    counts = set(winner_counts(record))
    hindered = [] if counts and (win["how"] != "hand" or win["by"] == record.get("dealer", 0)) else ["shape"]
    if win["how"] in ("discard", "rob-kong"):
        if win["tile"] == record["indicator"]:
            hindered.append("wild")
        lone = any_tile_wins(record, tiles(player["hand"]), 4 - len(melds(player)))
        if lone and options_of(record)["wild_single_discard"] == "never":
            hindered.append("wild")
    if hindered:
        return illegal(hindered)
    # The most points count; of readings that are cut to the same, the one with the most before the limit.
    best = best_readings(record, counts)
    ties = [set(count.names) for count in best if count.raw() == best[0].raw()]
    return legal(settle(record, best[0]), ties[0], ties)
