"""Scores a record of 武漢 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from tests.twin.readings import Group, readings
from tests.twin.table import CLAIMED, FACES, Meld, illegal, legal, melds, tiles

Record = dict[str, Any]

# "Wild tiles": winds and dragons form one cycle, the dragons in the order red, green, white.
HONOURS = ["1z", "2z", "3z", "4z", "7z", "6z", "5z"]
FACES_258 = {f"{number}{suit}" for number in (2, 5, 8) for suit in "mps"}
NEED_258_PAIR = ("out-with-replacement-tile", "last-tile-draw", "robbing-the-kong", "melded-hand")
FREE_THE_PAIR = {"all-honors", "all-258", "full-flush", "all-pungs"}
HOLD_THEIR_SELF_DRAW = {"out-with-replacement-tile", "last-tile-draw"}


class Player(NamedTuple):
    """One seat: the concealed tiles (None: left out), the melds, the tiles laid or discarded as kongs on their own, flags."""

    hand: list[str] | None
    melds: list[Meld]
    kong_tiles: list[str]
    flags: list[str]

    def openings(self) -> int:
        """開口: chows, pungs, claimed and added kongs (ruling 1)."""
        return sum(meld.kind in CLAIMED for meld in self.melds)


class Table(NamedTuple):
    """What the record and the options settle before any hand is read."""

    players: list[Player]
    dealer: int
    kong_faces: set[str]
    wild: str
    each_opening: bool
    minimum: int
    limits: tuple[int, int, int, int]
    gold_honors: bool
    rate: int | None


class Way(NamedTuple):
    """How a winning tile comes: seat, tile, kind, seat it comes from, on a replacement, among the last four."""

    seat: int
    tile: str
    how: str
    source: int | None = None
    replacement: bool = False
    last: bool = False


class Candidate(NamedTuple):
    """One reading under which the hand wins, with the raw payment of every seat (0 for the winner)."""

    patterns: frozenset[str]
    no_wild: bool
    raw: tuple[Fraction, ...]


def seated(player: Record, kong_faces: set[str]) -> Player:
    """One seat; a kong tile among the discards is laid too, and is one tile when two keys name it."""
    thrown = Counter(face for face in tiles(player.get("discards", "")) if face in kong_faces)
    return Player(
        tiles(player["hand"]) if "hand" in player else None,
        melds(player),
        list((Counter(tiles(player.get("kong_tiles", ""))) | thrown).elements()),
        player.get("flags", []),
    )


def step(face: str, by: int) -> str:
    """The face so many places on: within a suit 9 goes to 1, honours in their cycle."""
    if face in HONOURS:
        return HONOURS[(HONOURS.index(face) + by) % 7]
    return f"{(int(face[0]) - 1 + by) % 9 + 1}{face[1]}"


def lay_table(record: Record) -> Table:
    """ "Options", with ruling 14: a value sets minimum and limits only where these are not given; "each" before "red"."""
    options = record.get("options", {})
    kinds = options.get("kong_tiles", "red-green")
    each = options.get("open_fan", "once") == "each"
    minimum, limits = 16, (400, 500, 600, 800)
    if kinds == "red":
        minimum, limits = 8, (300, 400, 500, 600)
    if each:
        minimum, limits = 32, (600, 800, 1000, 1200)
    names = ("limit", "gold_limit", "sun_limit", "three_suns_limit")
    limits = tuple(options.get(name, usual) for name, usual in zip(names, limits, strict=True))

    indicator = record["indicator"]
    skins = {indicator, step(indicator, -1)}
    kong_faces = {"red-green": {"7z", "6z"}, "skins": skins, "red": {"7z"}}[kinds]
    wild = step(indicator, 1)
    while wild in kong_faces:
        wild = step(wild, 1)
    return Table(
        [seated(player, kong_faces | {wild}) for player in record["players"]],
        record.get("dealer", 0),
        kong_faces,
        wild,
        each,
        options.get("minimum", minimum),
        limits,
        options.get("all_honors_gold", False),
        options.get("rate"),
    )


def fans(table: Table, seat: int) -> dict[str, int]:
    """F: the fans that winner and payers alike hold, by id."""
    player = table.players[seat]
    openings = player.openings()
    kinds = Counter(meld.kind for meld in player.melds)
    wilds = player.kong_tiles.count(table.wild)
    return {
        "opening": openings if table.each_opening else min(openings, 1),
        "kong-tile": len(player.kong_tiles) - wilds,
        "melded-kong": kinds["claimed-kong"] + kinds["added-kong"],
        "wild-kong": 2 * wilds,
        "concealed-kong": 2 * kinds["concealed-kong"],
    }


def shapes(table: Table, way: Way) -> Iterator[tuple[set[str], bool, bool]]:
    """Every reading of the tiles: its patterns, whether its pair is a legal 258 pair, whether every wild tile is itself."""
    player = table.players[way.seat]
    full = [*(player.hand or []), way.tile]
    wilds = full.count(table.wild)
    ordinary = Counter(face for face in full if face != table.wild)
    laid = [face for meld in player.melds for face in meld.tiles]
    may_be = frozenset(FACES) - table.kong_faces

    # 風一色 and 将一色 need no sets: a wild tile is best taken as itself, where its own face will do.
    for name, faces in (("all-honors", set(HONOURS)), ("all-258", FACES_258)):
        if faces.issuperset(laid) and faces.issuperset(ordinary):
            yield {name}, False, wilds == 0 or table.wild in faces

    for reading in readings(ordinary, wilds, 4 - len(player.melds), may_be=may_be):
        yield set_patterns(table, way, reading), has_258_pair(table, reading), all_themselves(table, reading)


def all_themselves(table: Table, reading: tuple[Group, ...]) -> bool:
    """硬胡: every wild tile in the reading is used as its own face."""
    return all(face == table.wild for group in reading for face in group.stood)


def has_258_pair(table: Table, reading: tuple[Group, ...]) -> bool:
    """A pair of 2, 5 or 8; when both its tiles are wild, the face printed on them must be 2, 5 or 8 too."""
    pair = next(group for group in reading if group.kind == "pair")
    return pair.faces[0] in FACES_258 and (len(pair.stood) < 2 or table.wild in FACES_258)


def set_patterns(table: Table, way: Way, reading: tuple[Group, ...]) -> set[str]:
    """The patterns of four sets and a pair in this reading (ruling 7: all that fit are added)."""
    player = table.players[way.seat]
    read = {face for group in reading for face in group.faces}
    all_faces = read | {face for meld in player.melds for face in meld.tiles}
    suits = {face[1] for face in all_faces}
    found = set()
    if suits == {"z"}:
        found.add("all-honors")
    if FACES_258.issuperset(all_faces):
        found.add("all-258")
    if len(suits) == 1 and "z" not in suits:
        found.add("full-flush")
    if all(group.kind != "chow" for group in reading) and all(meld.kind != "chow" for meld in player.melds):
        found.add("all-pungs")
    if has_258_pair(table, reading):
        if way.replacement:
            found.add("out-with-replacement-tile")
        if way.last and way.how == "self-draw":
            found.add("last-tile-draw")
        if way.how == "rob-kong":
            found.add("robbing-the-kong")
        if way.how == "discard" and player.openings() == 4:  # ruling 4: kongs too, concealed ones not
            found.add("melded-hand")
    return found


def raw_payments(table: Table, way: Way, patterns: set[str], no_wild: bool) -> tuple[Fraction, ...]:
    """ "Scoring": what each seat would pay before limits, responsibility and rate."""
    own = sum(fans(table, way.seat).values()) + no_wild
    raw = []
    for seat in range(4):
        if seat == way.seat:
            raw.append(Fraction(0))
            continue
        doubles = own + sum(fans(table, seat).values())
        discarded = way.how == "discard" and seat == way.source
        if not patterns:
            doubles += (way.how == "self-draw") + discarded + (table.dealer in (way.seat, seat))
            raw.append(Fraction(2**doubles))
            continue
        points = Fraction(0)
        for pattern in patterns:
            half = discarded or (way.how == "self-draw" and pattern not in HOLD_THEIR_SELF_DRAW)
            points += 10 * (Fraction(3, 2) if half else 1)
        raw.append(points * 2**doubles)
    return tuple(raw)


def candidates(table: Table, way: Way) -> tuple[list[Candidate], list[str]]:
    """The readings that meet the conditions 1 to 5 of "Winning", and the words for what stands in the way of the others."""
    player = table.players[way.seat]
    full = [*(player.hand or []), way.tile]
    laid = [face for meld in player.melds for face in meld.tiles]
    hindered = []
    if table.kong_faces.intersection([*full, *laid]):
        hindered.append("tiles")
    if table.wild in laid:
        hindered.append("wild")
    if not player.openings():
        hindered.append("opened")
    found: dict[tuple[frozenset[str], bool], Candidate] = {}
    blocked: list[str] = []
    read = False
    for patterns, pair_258, no_wild in shapes(table, way):
        read = True
        key = (frozenset(patterns), no_wild)
        if not pair_258 and not patterns & FREE_THE_PAIR:
            blocked.append("pair")
        elif not patterns and full.count(table.wild) > 1:
            blocked.append("wild")
        elif key not in found:
            found[key] = Candidate(*key, raw_payments(table, way, patterns, no_wild))
    if not read:
        hindered.insert(0, "shape")
    if hindered:
        return [], [*hindered, *sorted(set(blocked))]
    return list(found.values()), sorted(set(blocked))


def any_tile_completes(table: Table, way: Way) -> bool:
    """Ruling 5: every face but the kong tiles would win, coming the same way."""
    player = table.players[way.seat]
    if table.wild not in (player.hand or []):
        return False
    faces = (face for face in FACES if face not in table.kong_faces)
    return all(candidates(table, way._replace(tile=face))[0] for face in faces)


def wins(table: Table, way: Way) -> tuple[list[Candidate], list[str]]:
    """The readings that win, minimum included (ruling 8), or else the words for what is missing."""
    found, hindered = candidates(table, way)
    if not found:
        return [], hindered
    if way.how != "self-draw":
        if way.tile == table.wild:
            return [], ["wild", "discard"]
        if any_tile_completes(table, way):
            return [], ["wild", "discard"]
    enough = [one for one in found if all(raw >= table.minimum for seat, raw in enumerate(one.raw) if seat != way.seat)]
    return enough, [] if enough else ["minimum", *hindered]


def is_ready(table: Table, seat: int) -> bool:
    """ "Responsibility" and ruling 13: some tile would win by an own draw or another's discard; flags go before the hand."""
    player = table.players[seat]
    if "is-ready" in player.flags or "not-ready" in player.flags:
        return "is-ready" in player.flags
    if player.hand is None:
        return False
    for face in FACES:
        ways = [Way(seat, face, "self-draw")] + [Way(seat, face, "discard", other) for other in range(4) if other != seat]
        if any(wins(table, way)[0] for way in ways):
            return True
    return False


def payments(table: Table, way: Way, one: Candidate) -> list[int]:
    """ "Limits" and option `rate`: what each seat owes for itself."""
    limit, gold, sun, three_suns = table.limits
    losers = [seat for seat in range(4) if seat != way.seat]
    closed = [seat for seat in losers if not table.players[seat].openings()]
    due = [min(raw, Fraction(limit)) for raw in one.raw]
    if all(one.raw[seat] >= limit for seat in losers) or (table.gold_honors and "all-honors" in one.patterns):
        for seat in losers:
            due[seat] = Fraction(gold if seat not in closed else sun if len(closed) < 3 else three_suns)
    return [round(amount / (table.rate or 1)) for amount in due]  # a half goes to the even number (ruling 12)


def responsible(table: Table, way: Way, one: Candidate) -> int | None:
    """ "Responsibility" in the order of ruling 9: the winning tile's feeder goes before the third opening's."""
    if way.how == "rob-kong":
        return way.source
    if "melded-hand" in one.patterns and way.source is not None and not is_ready(table, way.source):
        return way.source
    opened = [meld for meld in table.players[way.seat].melds if meld.kind in CLAIMED]
    if "full-flush" in one.patterns and len(opened) >= 3:
        return opened[2].seat
    return None


def settle(table: Table, way: Way, one: Candidate) -> list[int]:
    """What each seat gains or loses."""
    due = payments(table, way, one)
    payer = responsible(table, way, one)
    if payer is not None:
        due = [sum(due) if seat == payer else 0 for seat in range(4)]
    return [sum(due) if seat == way.seat else -amount for seat, amount in enumerate(due)]


def counted(table: Table, way: Way, one: Candidate) -> set[str]:
    """Result `patterns`: the base patterns and the winner's own fans."""
    names = set(one.patterns) | {name for name, value in fans(table, way.seat).items() if value}
    if not one.patterns:
        names.add("plain-win")
    if not one.patterns and table.dealer == way.seat:
        names.add("dealer")
    if way.how == "self-draw" and (not one.patterns or one.patterns - HOLD_THEIR_SELF_DRAW):
        names.add("self-drawn")
    if one.no_wild:
        names.add("no-wild")
    return names


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, and as `ties` the patterns of readings worth as much."""
    results = record["win"] if isinstance(record["win"], list) else [record["win"]]
    if results == [None]:
        return legal([0] * 4, set())
    if len(results) > 1:
        return illegal(["winners"])
    win, table = results[0], lay_table(record)
    way = Way(
        win["by"],
        win["tile"],
        win["how"],
        win.get("from"),
        win.get("replacement") in ("kong", "kong-tile"),
        win.get("last_tile", False),
    )
    found, hindered = wins(table, way)
    if not found:
        return illegal(hindered)
    # Ruling 11: the winner's net decides, then the raw payments.
    worth = [(settle(table, way, one)[way.seat], sum(one.raw)) for one in found]
    best = [one for one, value in zip(found, worth, strict=True) if value == max(worth)]
    ties = [counted(table, way, one) for one in best]
    return legal(settle(table, way, best[0]), ties[0], ties)
