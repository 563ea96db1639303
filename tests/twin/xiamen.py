"""Scores a record of 厦門 step by step, as its sheet says it; with other numbers it is 泉州, see `quanzhou`.

Words in quotes are headings of the sheet.
"""

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

from tests.twin.readings import complete, groups_with, ways_to_fill
from tests.twin.table import FACES, Meld, illegal, legal, melds, only_win, tiles

Record = dict[str, Any]
Water = tuple[int, int]  # 水 of a triplet or kong: of a number face, of an honour

DEFAULTS = {
    "no_discard_win_with_wild": False,
    "base_factor": 1,
    "three_wilds_must_wild_wait": False,
    "wild_discard_forfeit": False,
    # 泉州 alone
    "dealer_base": None,
    "open_pung_as_concealed": False,
}
CONCEALED: Water = (1, 2)
BY_WAY = {"discard": "plain-win", "self-draw": "self-drawn", "rob-kong": "robbing-the-kong", "indicator": "win-on-indicator"}


class Numbers(NamedTuple):
    """In what the two sheets differ. A win that does not exist has no multiplier."""

    times: dict[str, int]
    chain: tuple[int, int]
    dealt_three_wilds: int
    late_three_wilds: int
    dealt_win: str
    dealer_doubles: bool
    flower_set: int
    kongs: dict[str, Water]


XIAMEN = Numbers(
    times={
        "plain-win": 1,
        "self-drawn": 2,
        "robbing-the-kong": 2,
        "wild-single-wait": 4,
        "win-on-indicator": 4,
        "heavenly-hand": 4,
    },
    chain=(8, 12),
    dealt_three_wilds=4,
    late_three_wilds=3,
    dealt_win="heavenly-hand",
    dealer_doubles=True,
    flower_set=4,  # 8 in place of 4
    kongs={"claimed-kong": (2, 3), "added-kong": (2, 3), "concealed-kong": (3, 4)},
)


class Claim(NamedTuple):
    """One way to count the win: its multiplier and the best 水 that goes with it."""

    pattern: str
    times: int
    water: int


def sort_out(faces: list[str], wild: str) -> tuple[Counter[str], int]:
    """The ordinary tiles by what they are, and the number of wild tiles.

    White is a tile of the indicator's face (ruling 4). The others of that face are wild, so that the ordinary tiles of the face
    are the whites alone; with white turned up nothing of this happens.
    """
    return Counter(wild if face == "5z" else face for face in faces if face != wild), faces.count(wild)


def of(water: Water, face: str) -> int:
    """The 水 for this face; 1 and 9 are numbers like the others."""
    return water[face[1] == "z"]


@cache
def best_sets(ordinary: tuple[tuple[str, int], ...], wilds: int, sets: int, pairs: int) -> int | None:
    """The most 水 that concealed triplets can bring when the tiles become so many sets and pairs; None: they cannot.

    A triplet in which wild tiles stand is one of the face they stand for (ruling 3), whether copies are left of it or not.
    """
    have = Counter(dict(ordinary))
    if have.total() + wilds != 3 * sets + 2 * pairs:
        return None
    if sets == pairs == 0:
        return 0
    # Some group holds the first ordinary tile. Wild tiles alone are best taken as pungs of an honour and a pair.
    first = next((face for face in FACES if have[face]), None)
    if first is None:
        return sets * CONCEALED[1]
    most = None
    for kind, faces in groups_with(first):
        if (pairs if kind == "pair" else sets) == 0:
            continue
        for stood in set(ways_to_fill(faces, have, wilds)):
            shown = Counter(faces) - Counter(stood)
            if not shown[first]:
                continue
            left = tuple(sorted((have - shown).items()))
            rest = best_sets(left, wilds - len(stood), sets - (kind != "pair"), pairs - (kind == "pair"))
            if rest is not None:
                most = max(most or 0, rest + (of(CONCEALED, first) if kind == "pung" else 0))
    return most


def best_shape(have: Counter[str], wilds: int, sets: int) -> int | None:
    """The most 水 of concealed triplets when the tiles, all drawn, are complete; None when they are not."""
    return best_sets(tuple(sorted((+have).items())), wilds, sets, 1)


def best_on_discard(have: Counter[str], wilds: int, sets: int, tile: str, exposed: Water) -> int | None:
    """The same for a win on a discard: the group that takes the tile in is tried first, and a triplet is an exposed one."""
    most = None
    for kind, faces in groups_with(tile):
        for stood in set(ways_to_fill(faces, have, wilds)):
            shown = Counter(faces) - Counter(stood)
            if not shown[tile]:
                continue
            left = tuple(sorted((have - shown).items()))
            rest = best_sets(left, wilds - len(stood), sets - (kind != "pair"), int(kind != "pair"))
            if rest is not None:
                most = max(most or 0, rest + (of(exposed, tile) if kind == "pung" else 0))
    return most


def as_dealt(have: Counter[str]) -> int:
    """Ruling 5: triplets of three or four like ordinary tiles in a hand that needs no shape."""
    return sum(of(CONCEALED, face) for face, number in have.items() if number >= 3)


def laid_water(numbers: Numbers, laid: list[Meld], wild: str, exposed: Water) -> int:
    """水 of the melds."""
    total = 0
    for meld in laid:
        face = wild if meld.tiles[0] == "5z" else meld.tiles[0]
        if meld.kind == "pung":
            total += of(exposed, face)
        elif meld.kind != "chow":
            total += of(numbers.kongs[meld.kind], face)
    return total


def flower_water(numbers: Numbers, flowers: list[str]) -> int:
    """Each flower, and what four of a kind bring besides."""
    digits = {flower[0] for flower in flowers}
    return len(flowers) + numbers.flower_set * (set("1234") <= digits) + numbers.flower_set * (set("5678") <= digits)


def lone_wild_wait(hand: list[str], wild: str, sets: int) -> bool:
    """The 游金 shape: before the winning tile complete sets and one wild tile over."""
    have, wilds = sort_out(hand, wild)
    return wilds > 0 and complete(have, wilds - 1, sets, pairs=0)


def claims_of_hand(record: Record, numbers: Numbers, wild: str, hand: list[str], sets: int) -> list[Claim]:
    """Wins without a single winning tile. What needs no shape takes the better of both ways to count."""
    win = record["win"]
    have, wilds = sort_out(hand, wild)
    dealt, late = win.get("first_turn", False), win.get("last_tile", False)
    shape = best_shape(have, wilds, sets)
    loose = max(as_dealt(have), shape or 0)
    found = []
    if wilds >= 3 and dealt:
        found.append(Claim("three-wilds", numbers.dealt_three_wilds, loose))
    if wilds >= 3 and late:
        found.append(Claim("three-wilds", numbers.late_three_wilds, loose))
    if "eight-flowers" in numbers.times and len(tiles(record["players"][win["by"]].get("flowers", ""))) == 8:
        found.append(Claim("eight-flowers", numbers.times["eight-flowers"], loose))
    if not late and win["by"] == record.get("dealer", 0) and shape is not None:
        found.append(Claim(numbers.dealt_win, numbers.times[numbers.dealt_win], shape))
    return found


def claims_on_tile(record: Record, numbers: Numbers, wild: str, hand: list[str], sets: int, exposed: Water) -> list[Claim]:
    """Wins with a winning tile: exactly one multiplier each, so the list has one entry, or none when the shape is missing."""
    win = record["win"]
    have, wilds = sort_out([*hand, win["tile"]], wild)
    tile = wild if win["tile"] == "5z" else win["tile"]
    if win["how"] == "discard" and win["tile"] != wild:
        water = best_on_discard(have, wilds, sets, tile, exposed)
    else:  # ruling 2: by a robbed kong a triplet is concealed
        water = best_shape(have, wilds, sets)
    if water is None:
        return []
    pattern = BY_WAY[win["how"]]
    if win["how"] == "self-draw" and lone_wild_wait(hand, wild, sets):
        chain = win.get("wild_chain", 0)
        if chain:
            return [Claim("wild-discard-chain", numbers.chain[min(chain, 2) - 1], water)]
        pattern = "wild-single-wait"
    return [Claim(pattern, numbers.times[pattern], water)] if pattern in numbers.times else []


def hindrances(record: Record, options: dict[str, Any], wild: str, hand: list[str], sets: int) -> list[str]:
    """ "Wild tiles", "Winning" and "Options": what forbids this win though the tiles be complete."""
    win = record["win"]
    player = record["players"][win["by"]]
    found = []
    if any(wild in meld.tiles for meld in melds(player)):
        found.append("wild")
    if options["wild_discard_forfeit"] and tiles(player.get("discards", "")).count(wild) > win.get("wild_chain", 0):
        found.append("wild")
    if win["how"] == "rob-kong" and win["tile"] == wild:
        found.append("wild")
    if win["how"] == "discard":
        with_wild = options["no_discard_win_with_wild"] and wild in hand
        # Ruling 1: no discard at all, also when the tile fits another reading. A robbed kong is no discard.
        if win["tile"] == wild or with_wild or lone_wild_wait(hand, wild, sets):
            found += ["wild", "discard"]
    return found


def payments(record: Record, options: dict[str, Any], numbers: Numbers, claim: Claim) -> list[int]:
    """ "Scoring": (底 + 水) x multiplier from each of the three others, however the hand was won."""
    dealer, winner = record.get("dealer", 0), record["win"]["by"]
    streak = record.get("streak", 1)
    of_dealer = options["dealer_base"] or (2**streak if numbers.dealer_doubles else 1 + streak)
    net = [0] * 4
    for payer in {0, 1, 2, 3} - {winner}:
        base = options["base_factor"] * (of_dealer if dealer in (payer, winner) else 1)
        net[payer] = -(base + claim.water) * claim.times
    net[winner] = -sum(net)
    return net


def score_with(numbers: Numbers, record: Record) -> dict[str, Any]:
    """The result of one record by these numbers."""
    options = DEFAULTS | record.get("options", {})
    win, result = only_win(record)
    if result is not None:
        return result
    record = record | {"win": win}
    wild = record["indicator"]
    player = record["players"][win["by"]]
    hand, laid = tiles(player["hand"]), melds(player)
    sets = 5 - len(laid)
    exposed = CONCEALED if options["open_pung_as_concealed"] else (0, 1)

    hindered = hindrances(record, options, wild, hand, sets)
    if win["how"] == "hand":
        claims = claims_of_hand(record, numbers, wild, hand, sets)
    else:
        claims = claims_on_tile(record, numbers, wild, hand, sets, exposed)
    if not claims:
        hindered += ["shape", "pattern"] if win["how"] in ("hand", "indicator") else ["shape"]
    wilds = (hand + [win["tile"]] * (win["tile"] is not None)).count(wild)
    if options["three_wilds_must_wild_wait"] and wilds >= 3 and claims:
        allowed = {"three-wilds", "wild-single-wait", "wild-discard-chain"}
        claims = [claim for claim in claims if claim.pattern in allowed]
        hindered += [] if claims else ["wild", "pattern"]
    if hindered:
        return illegal(hindered)

    beside = laid_water(numbers, laid, wild, exposed) + flower_water(numbers, tiles(player.get("flowers", ""))) + wilds
    judged = [(payments(record, options, numbers, claim._replace(water=claim.water + beside)), claim.pattern) for claim in claims]
    most = max(net[win["by"]] for net, _ in judged)
    best = [(net, {pattern}) for net, pattern in judged if net[win["by"]] == most]
    return legal(*best[0], [patterns for _, patterns in best])


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, and as `ties` the patterns that are worth as much."""
    return score_with(XIAMEN, record)
