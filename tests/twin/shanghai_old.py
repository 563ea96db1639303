"""Scores a record of 上海 老式 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple

from tests.twin.shanghai_hand import CONCEALED, DRAGONS, Hand, Pung, Record, flower_counts, hands, laid_pungs, own_wind
from tests.twin.table import illegal, legal, melds, only_win, tiles

#: "Patterns", set-points: of 2 to 8; terminals and honours have twice as much
FU = {"open-pung": 2, "concealed-pung": 4, "open-kong": 8, "concealed-kong": 16}
#: what only the winner counts in tai
TAI = {"all-chows": 1, "all-pungs": 1, "half-flush": 1, "full-flush": 3, "out-with-replacement-tile": 1, "robbing-the-kong": 1}


class Count(NamedTuple):
    """Fu and tai of one person, with the ids of what was counted."""

    fu: int
    tai: int
    names: frozenset[str]

    def points(self) -> int:
        """ "Scoring"."""
        return self.fu * 2**self.tai


def common_count(record: Record, seat: int, pungs: list[Pung], pairs: list[str], won: bool) -> Count:
    """What winner and losers alike count."""
    own = own_wind(record, seat)
    faces = [pung.face for pung in pungs]
    flowers = flower_counts(record, seat)
    fu = {
        "set-points": sum(FU[pung.kind] * (2 if pung.face[1] == "z" or pung.face[0] in "19" else 1) for pung in pungs),
        "pair-points": (4 if won else 2) * sum(face in [*DRAGONS, own] for face in pairs),
        "flower-points": 4 * len(tiles(record["players"][seat].get("flowers", ""))),
    }
    tai = {
        "dragon-pung": sum(face in DRAGONS for face in faces),
        "seat-wind-pung": int(own in faces),
        "seat-flower": flowers["seat-flower"],
        "flower-set": 2 * flowers["flower-set"],
    }
    return Count(sum(fu.values()), sum(tai.values()), frozenset(name for name, number in (fu | tai).items() if number))


def loser_count(record: Record, seat: int) -> Count:
    """ "Rulings", losers: three or four alike are a concealed pung, two a pair."""
    player = record["players"][seat]
    held = Counter(tiles(player.get("hand", "")))
    pungs = [Pung(face, CONCEALED) for face, number in held.items() if number >= 3]
    pairs = [face for face, number in held.items() if number == 2]
    return common_count(record, seat, laid_pungs(melds(player)) + pungs, pairs, won=False)


def winner_count(record: Record, hand: Hand) -> Count:
    """One reading of the won hand."""
    win = record["win"]
    fu, tai, names = common_count(record, win["by"], list(hand.pungs), [hand.pair], won=True)
    worth_a_pung = [*DRAGONS, own_wind(record, win["by"])]
    points = {
        "base-points": record.get("options", {}).get("base_fu", 10),
        hand.wait or "no wait": 2 if hand.wait else 0,
        "self-drawn": 2 if win["how"] in ("self-draw", "hand") else 0,
    }
    doubles = {
        "all-chows": len(hand.chows) == 4 and hand.pair not in worth_a_pung and not hand.wait,
        "all-pungs": len(hand.pungs) == 4,
        hand.flush() or "no flush": bool(hand.flush()),
        "out-with-replacement-tile": win.get("replacement") in ("kong", "flower"),
        "robbing-the-kong": win["how"] == "rob-kong",
    }
    counted = [name for name, holds in doubles.items() if holds]
    more = [name for name, number in points.items() if number]
    return Count(fu + sum(points.values()), tai + sum(TAI[name] for name in counted), names.union(counted, more))


def settle(record: Record, points: int) -> list[int]:
    """ "Payments" and "Side payments"."""
    by, dealer = record["win"]["by"], record.get("dealer", 0)
    net = [0] * 4

    def pay(giver: int, taker: int, amount: int) -> None:
        amount *= 2 if dealer in (giver, taker) else 1
        net[giver] -= amount
        net[taker] += amount

    losers = [seat for seat in range(4) if seat != by]
    for seat in losers:
        pay(seat, by, points)
    held = {seat: loser_count(record, seat).points() for seat in losers}
    for one, other in combinations(losers, 2):
        low, high = sorted((one, other), key=held.__getitem__)
        pay(low, high, held[high] - held[low])
    return net


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by the sheet of the old game."""
    win, result = only_win(record)
    if result is not None:
        return result
    record = record | {"win": win}
    counts = [winner_count(record, hand) for hand in hands(record, freaks=False)]
    if not counts:
        return illegal(["shape"])
    most = max(count.points() for count in counts)
    ties = [set(count.names) for count in counts if count.points() == most]
    return legal(settle(record, most), ties[0], ties)
