"""Scores a record of 杭州 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from math import prod
from typing import Any

from tests.twin.readings import complete, pairs_only
from tests.twin.table import CLAIMED, illegal, legal, melds, only_win, tiles

Record = dict[str, Any]

# "Options", those that change what a finished hand is worth.
DEFAULTS = {
    "no_wild_pairs_on_discard": True,
    "rob_at_two": False,
    "pao_on_discard": False,
    "wild": "indicator",
    "self_draw_only": False,
    "wild_discarder_claims": False,
    "late_pao": False,
    "ten_winds": "off",
    "wild_discard_forfeit": False,
}


def wild_face(record: Record, options: dict[str, Any]) -> str:
    """ "Wild tiles": the indicator's face; option `wild` = white: the whites."""
    return "5z" if options["wild"] == "white" else record["indicator"]


def sort_out(faces: list[str], wild: str) -> tuple[Counter[str], int]:
    """The ordinary tiles by what they are, and the number of wild tiles.

    A white is a tile of the indicator's face unless whites are wild themselves; the wild tiles bear that face, so that the
    ordinary tiles of it are exactly the whites.
    """
    ordinary = Counter(wild if face == "5z" else face for face in faces if face != wild)
    return ordinary, faces.count(wild)


def waits_with_a_lone_wild(hand: list[str], wild: str, sets: int) -> bool:
    """爆頭: the tiles before the winning tile are complete sets, or six pairs, and one wild tile over."""
    ordinary, wilds = sort_out(hand, wild)
    if wilds == 0:
        return False
    return complete(ordinary, wilds - 1, sets, pairs=0) or (sets == 4 and pairs_only(ordinary, wilds - 1, 6))


def pair_patterns(hand: list[str], wild: str, by_discard: bool, options: dict[str, Any]) -> dict[str, int]:
    """七対 and what is counted only with it."""
    ordinary, wilds = sort_out(hand, wild)
    factors = {"seven-pairs": 2}
    if wilds == 0 and (options["no_wild_pairs_on_discard"] or not by_discard):
        factors["no-wild"] = 2
    fours = sum(count == 4 for count in ordinary.values())
    if fours:
        factors["luxury-seven-pairs"] = 2**fours
    return factors


def units(record: Record, winner: int) -> list[int]:
    """ "Scoring": L for a payment from or to the dealer, 1 for others, nothing from oneself."""
    dealer = record.get("dealer", 0)
    run = {1: 2, 2: 4}.get(record.get("streak", 1), 8)
    return [0 if seat == winner else run if dealer in (seat, winner) else 1 for seat in range(4)]


def is_bound(record: Record, claimer: int, feeder: int) -> bool:
    """ "Responsibility": the claimer took three or more tiles from the feeder (ruling 2: a pung made a kong counts once)."""
    laid = melds(record["players"][claimer])
    return sum(meld.kind in CLAIMED and meld.seat == feeder for meld in laid) >= 3


def owed(record: Record, options: dict[str, Any], winner: int, times: int, times_at_claim: int | None) -> list[int]:
    """What each seat has to pay, points left or not. `times_at_claim`: the product before a claim that `late_pao` judges."""
    win = record["win"]
    unit = units(record, winner)
    total = sum(unit) * times
    # Shares of a bond: once for who fed the winner (承包), twice for whom the winner fed (反承包).
    shares = [0] * 4
    for seat in {0, 1, 2, 3} - {winner}:
        shares[seat] = is_bound(record, winner, seat) + 2 * is_bound(record, seat, winner)
    if win["how"] in ("discard", "rob-kong"):
        amount = unit[win["from"]] * times if win["how"] == "discard" else total
        if not options["pao_on_discard"]:
            shares = [0] * 4
        return [amount * (share + (seat == win["from"])) for seat, share in enumerate(shares)]
    if any(shares):
        return [total * share for share in shares]
    if times_at_claim is not None:
        late = sum(unit) * (times - times_at_claim)
        return [each * times_at_claim + late * (seat == win["chain_claim"]["from"]) for seat, each in enumerate(unit)]
    return [each * times for each in unit]


def settle(record: Record, winner: int, due: list[int]) -> list[int]:
    """ "Limits": nobody pays more than the points left, and what is not paid is lost to the winner."""
    left = [player.get("points") for player in record["players"]]
    paid = [amount if bound is None else min(amount, bound) for amount, bound in zip(due, left, strict=True)]
    return [sum(paid) if seat == winner else -amount for seat, amount in enumerate(paid)]


def ten_honours(record: Record, options: dict[str, Any], wild: str) -> dict[str, Any]:
    """Option `ten_winds`: a win on the own discards, paid as by self-draw."""
    winner = record["win"]["by"]
    thrown = tiles(record["players"][winner].get("discards", ""))
    meant = [wild if face == "5z" else face for face in thrown]
    honours = next((at for at, face in enumerate(meant) if face[1] != "z"), len(meant))
    if options["ten_winds"] == "off" or honours < 10:
        return illegal(["shape", "pattern"])
    times = 2 if options["ten_winds"] == "wild-at-10" or honours > 10 else 1
    return legal(settle(record, winner, owed(record, options, winner, times, None)), {"ten-honor-discards"})


def hindrances(record: Record, options: dict[str, Any], wild: str, lone: bool) -> list[str]:
    """ "Winning": what forbids this win though the tiles be complete."""
    win = record["win"]
    player = record["players"][win["by"]]
    found = []
    if any(wild in meld.tiles for meld in melds(player)):
        found.append("wild")
    if options["wild_discard_forfeit"] and tiles(player.get("discards", "")).count(wild) > win.get("wild_chain", 0):
        found.append("wild")
    if win["how"] in ("discard", "rob-kong"):
        first_streak = 2 if win["how"] == "rob-kong" and options["rob_at_two"] else 3
        if options["self_draw_only"] or record.get("streak", 1) < first_streak:
            found.append("discard")
        if record.get("dealer", 0) not in (win["by"], win["from"]):
            found.append("discard")
        if win["tile"] == wild or lone:
            found += ["wild", "discard"]
    return found


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, and as `ties` the patterns of readings worth as much."""
    options = DEFAULTS | record.get("options", {})
    win, result = only_win(record)
    if result is not None:
        return result
    record = record | {"win": win}
    wild = wild_face(record, options)
    if win["how"] == "indicator":
        return illegal(["shape"])
    if win["how"] == "hand":
        return ten_honours(record, options, wild)

    winner = win["by"]
    player = record["players"][winner]
    hand, sets = tiles(player["hand"]), 4 - len(melds(player))
    lone = waits_with_a_lone_wild(hand, wild, sets)
    full = [*hand, win["tile"]]
    self_drawn = win["how"] == "self-draw"

    # The shapes in which the tiles are complete, each with the patterns that belong to the shape.
    shapes: list[dict[str, int]] = []
    if complete(*sort_out(full, wild), sets):
        shapes.append({})
    if sets == 4 and pairs_only(*sort_out(full, wild), 7):
        shapes.append(pair_patterns(full, wild, win["how"] == "discard", options))
    hindered = [] if shapes else ["shape"]
    hindered += hindrances(record, options, wild, lone)
    if hindered:
        return illegal(hindered)

    # Patterns of the wait and of the way the tile came.
    way: dict[str, int] = {}
    chain = win.get("wild_chain", 0) if self_drawn and lone else 0
    kongs = win.get("kongs_in_a_row", 1 if win.get("replacement") == "kong" else 0)
    if not self_drawn or not (win.get("replacement") == "kong" or chain):
        kongs = 0  # ruling 7: the row of kongs leads to the win, wild discards at most between
    if self_drawn and lone:
        way["wild-single-wait"] = 2
    if chain:
        way["wild-discard-chain"] = 2**chain
    if kongs:
        way["out-with-replacement-tile"] = 2**kongs
    if win["how"] == "rob-kong":
        way["robbing-the-kong"] = 2

    judged = []
    for shape in shapes:
        factors = shape | way
        times = prod(factors.values())
        before = None
        if options["late_pao"] and options["wild_discarder_claims"] and win.get("chain_claim") and chain:
            claim = win["chain_claim"]
            before = times // 2 ** (chain + kongs) * 2 ** (claim["wild_chain"] + claim["kongs"])
        net = settle(record, winner, owed(record, options, winner, times, before))
        judged.append((net, set(factors)))
    most = max(net[winner] for net, _ in judged)
    best = [(net, patterns) for net, patterns in judged if net[winner] == most]
    return legal(best[0][0], best[0][1], [patterns for _, patterns in best])
