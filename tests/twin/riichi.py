"""Scores a record of リーチ麻雀 step by step, as its sheet says it. Words in quotes are headings of the sheet."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.twin.riichi_hand import (
    DRAGONS,
    WINDS,
    YAOCHU,
    Block,
    Hand,
    Reading,
    faces_of,
    fu_of,
    limit_hands,
    ordinary,
    shapes,
    waits,
)
from tests.twin.table import CLAIMED, Meld, illegal, legal, meld, tiles

Record = dict[str, Any]

DEFAULTS: dict[str, Any] = {
    "head_bump": False,
    "triple_ron": False,
    "kiriage": False,
    "pinfu_tsumo": True,
    "open_tanyao": True,
    "kan_ura": True,
    "pao": False,
    "ura_chips": True,
    "red_chips": True,
    "all_star": True,
    "ippatsu_chips": True,
    "red_chips_concealed_only": False,
    "yakuman_chips": 2,
}
# "Scoring": han from which a step begins, with what a non-dealer gets there.
STEPS = ((13, 32000), (11, 24000), (8, 16000), (6, 12000), (5, 8000))
MANGAN = 8000
NEXT = {f"{number}{suit}": f"{number % 9 + 1}{suit}" for number in range(1, 10) for suit in "mps"}
NEXT |= {"1z": "2z", "2z": "3z", "3z": "4z", "4z": "1z", "5z": "6z", "6z": "7z", "7z": "5z"}


class Candidate(NamedTuple):
    """One reading of a hand with a yaku: what it counts, its points `T`, how many limit hands, han and fu."""

    patterns: frozenset[str]
    points: int
    limits: int
    han: int
    fu: int


class Winner(NamedTuple):
    """What one winner takes: points and chips gained or lost by seat, honba included, sticks not."""

    best: list[Candidate]
    net: list[int]
    chips: list[int]


def plain(face: str) -> str:
    """A red five as a five."""
    return face.replace("0", "5")


def laid(text: str) -> Meld:
    """A meld out of its text, red fives as fives."""
    body, mark, seat = text.partition("<")
    return meld(plain(body) + mark + seat)


def block(one: Meld) -> Block:
    """A meld as a block of the hand."""
    kind = "kong" if "kong" in one.kind else one.kind
    return Block(kind, tuple(sorted(one.tiles)), one.kind not in CLAIMED)


def ceil100(amount: int, parts: int = 1) -> int:
    """That part of the amount, rounded up to full hundreds."""
    return -(-amount // (100 * parts)) * 100


def hand_of(record: Record, win: Record) -> Hand:
    """The winner's hand and way."""
    seat = win["by"]
    player = record["players"][seat]
    flags = player.get("flags", [])
    dealer = record.get("dealer", 0)
    return Hand(
        tuple(plain(face) for face in tiles(player.get("hand", ""))),
        tuple(block(laid(text)) for text in player.get("melds", [])),
        plain(win["tile"]) if win["tile"] else None,
        win["how"],
        WINDS[(seat - record.get("east", dealer)) % 4],
        record.get("round_wind", "1z"),
        seat == dealer,
        "riichi" in flags or "double-riichi" in flags,
        "double-riichi" in flags,
        "ippatsu" in flags,
        win.get("last_tile", False),
        win.get("replacement") == "kong",
        win.get("first_turn", False),
    )


def reds(record: Record, win: Record) -> int:
    """Red fives in hand, melds and winning tile."""
    player = record["players"][win["by"]]
    melds = [text.partition("<")[0] for text in player.get("melds", [])]
    return sum(text.count("0") for text in [player.get("hand", ""), win["tile"] or "", *melds])


def bonus_tiles(hand: Hand, indicators: list[str]) -> int:
    """ドラ: each tile counts once for every indicator it lies above."""
    above = Counter(NEXT[plain(face)] for face in indicators)
    return sum(above[face] for face in faces_of(hand))


def under_tiles(record: Record, hand: Hand, options: dict[str, Any]) -> int:
    """裏ドラ in the hand of a riichi winner."""
    turned = tiles(record.get("ura", ""))
    return bonus_tiles(hand, turned if options["kan_ura"] else turned[:1]) if hand.riichi else 0


def points_of(han: int, fu: int, dealer: bool, kiriage: bool) -> int:
    """`T`."""
    share = 6 if dealer else 4
    for least, value in STEPS:
        if han >= least:
            return value * share // 4
    if kiriage and (han, fu) == (4, 30):
        return MANGAN * share // 4
    return ceil100(min(share * fu * 2**han * 4, MANGAN * share // 4))


def candidates(record: Record, win: Record, hand: Hand, options: dict[str, Any]) -> Iterator[Candidate]:
    """Every reading that has a yaku."""
    found = list(shapes(hand))
    bonus = {
        "dora": bonus_tiles(hand, tiles(record.get("dora", ""))),
        "ura-dora": under_tiles(record, hand, options),
        "red-five": reds(record, win),
    }
    # A hand with リャンペーコー "is counted as four melds".
    as_melds = any("twice-pure-double-chow" in ordinary(hand, reading, options) for reading in found)
    for reading in found:
        if reading.shape == "pairs" and as_melds:
            continue
        yield from worth(hand, reading, bonus, options)


def worth(hand: Hand, reading: Reading, bonus: dict[str, int], options: dict[str, Any]) -> Iterator[Candidate]:
    """The candidate of this reading, if it has a yaku."""
    limits = limit_hands(hand, reading)
    fu = fu_of(hand, reading, options)
    if limits:
        each = points_of(13, fu, hand.dealer, kiriage=False)
        yield Candidate(frozenset(limits), each * len(limits), len(limits), 13 * len(limits), fu)
        return
    counted = ordinary(hand, reading, options)
    if counted:
        counted |= {name: number for name, number in bonus.items() if number}
        han = sum(counted.values())
        yield Candidate(frozenset(counted), points_of(han, fu, hand.dealer, options["kiriage"]), 0, han, fu)


def hindrances(record: Record, win: Record, hand: Hand, options: dict[str, Any]) -> list[str]:
    """The words for what stands in the way of this win."""
    found = list(shapes(hand))
    if not found:
        return ["shape"]
    missing = []
    if not any(candidates(record, win, hand, options)):
        missing.append("pattern")
    if not hand.self_drawn:
        thrown = {plain(face) for face in tiles(record["players"][win["by"]].get("discards", ""))}
        if thrown.intersection(waits(hand.tiles, hand.melds)):
            missing.append("furiten")
    player = record["players"][win["by"]]
    claimed = any(not text.startswith("(") for text in player.get("melds", []))
    if claimed and {"riichi", "double-riichi"} & set(player.get("flags", [])):
        missing.append("opened")
    if win["how"] == "hand" and (win["by"] != record.get("dealer", 0) or player.get("melds")):
        missing.append("shape")
    if win["how"] == "rob-kong":
        robbed = [laid(text) for text in record["players"][win["from"]].get("melds", [])]
        added = any(one.kind == "pung" and one.tiles[0] == hand.tile for one in robbed)
        if not added and all(reading.shape != "orphans" for reading in found):
            missing.append("discard")
    return missing


def responsible(record: Record, win: Record, one: Candidate) -> int | None:
    """Option `pao`: who fed the third dragon meld or the fourth wind meld."""
    melds = [laid(text) for text in record["players"][win["by"]].get("melds", [])]
    for name, faces, number in (("big-three-dragons", DRAGONS, 3), ("big-four-winds", WINDS, 4)):
        matching = [one for one in melds if one.tiles[0] in faces and one.kind != "chow"]
        if name in one.patterns and len(matching) == number:
            return matching[-1].seat
    return None


def settle(record: Record, win: Record, options: dict[str, Any], honba: int) -> Winner:
    """ "Payments", chips and responsibility for one winner, under the readings that pay most."""
    hand, seat = hand_of(record, win), win["by"]
    dealer = record.get("dealer", 0)
    found = list(candidates(record, win, hand, options))
    most = max((one.points, one.limits) for one in found)
    best = [one for one in found if (one.points, one.limits) == most]
    points, limits = most
    feeder = responsible(record, win, best[0]) if options["pao"] else None

    due, chips = [0] * 4, [0] * 4
    small = small_chips(record, win, hand, options)
    source = win.get("from") if not hand.self_drawn else feeder
    if source is not None:
        due[source] += points
        chips[source] += small + limits * (3 * options["yakuman_chips"] // 2)
        if feeder is not None and feeder != source:
            due[source] -= points // 2
            due[feeder] += points // 2
        due[source] += 300 * honba
    else:
        for other in range(4):
            if other != seat:
                parts = 3 if hand.dealer else 2 if other == dealer else 4
                due[other] = ceil100(points, parts) + 100 * honba
                chips[other] = small + limits * options["yakuman_chips"]
    return Winner(best, paid(due, seat), paid(chips, seat))


def small_chips(record: Record, win: Record, hand: Hand, options: dict[str, Any]) -> int:
    """What each payer owes in chips for ura dora, red fives and ippatsu."""
    chips = under_tiles(record, hand, options) if options["ura_chips"] else 0
    if hand.concealed or not options["red_chips_concealed_only"]:
        red = reds(record, win)
        chips += red if options["red_chips"] else 0
        chips += 2 if red == 3 and options["all_star"] else 0
    return chips + (1 if hand.ippatsu and hand.riichi and options["ippatsu_chips"] else 0)


def paid(due: list[int], seat: int) -> list[int]:
    """What each seat gains or loses when the others pay what is due."""
    return [sum(due) if other == seat else -amount for other, amount in enumerate(due)]


def laid_sticks(record: Record) -> list[int]:
    """Who laid a stick in this hand."""
    return [int(bool({"riichi", "double-riichi"}.intersection(player.get("flags", [])))) for player in record["players"]]


def with_sticks(record: Record, net: list[int], taker: int | None) -> list[int]:
    """Laying a stick costs 1000; the taker, if any, gets all of them."""
    sticks = laid_sticks(record)
    left = [gain - 1000 * stick for gain, stick in zip(net, sticks, strict=True)]
    if taker is not None:
        left[taker] += 1000 * (sum(sticks) + record.get("sticks", 0))
    return left


def is_ready(record: Record, seat: int) -> bool:
    """聴牌: a single wait for a face of which all four are one's own does not count."""
    player = record["players"][seat]
    flags = player.get("flags", [])
    if "is-ready" in flags or "not-ready" in flags:
        return "is-ready" in flags
    if "hand" not in player:
        return "riichi" in flags or "double-riichi" in flags
    concealed = tuple(plain(face) for face in tiles(player["hand"]))
    melds = tuple(block(laid(text)) for text in player.get("melds", []))
    held = Counter([*concealed, *(face for one in melds for face in one.faces)])
    # 5555z waits for a fifth as a pair, and thereby also as the third tile beside two pairs of that same face.
    dead = {
        face for face, ways in waits(concealed, melds).items() if held[face] == 4 and "single" in ways <= {"single", "two-pairs"}
    }
    return not dead.issuperset(waits(concealed, melds))


def is_abandoned(record: Record) -> bool:
    """途中流局, as far as a record shows it: four equal winds, or four kongs that are not one player's."""
    melds = [[laid(text) for text in player.get("melds", [])] for player in record["players"]]
    kongs = [sum("kong" in one.kind for one in own) for own in melds]
    thrown = [tiles(player.get("discards", "")) for player in record["players"]]
    same = all(len(own) == 1 and own == thrown[0] and own[0] in WINDS for own in thrown)
    return (sum(kongs) == 4 and max(kongs) < 4) or (same and not any(melds))


def nagashi(record: Record) -> list[int]:
    """The seats with 流し満貫, the first in order from the dealer first."""
    claimed = {laid(text).seat for player in record["players"] for text in player.get("melds", [])}
    order = [(record.get("dealer", 0) + step) % 4 for step in range(4)]
    thrown = [{plain(face) for face in tiles(player.get("discards", ""))} for player in record["players"]]
    return [seat for seat in order if thrown[seat] and thrown[seat] <= YAOCHU and seat not in claimed]


def draw(record: Record) -> dict[str, Any]:
    """A hand that nobody won."""
    dealer, honba, net = record.get("dealer", 0), record.get("honba", 0), [0] * 4
    if is_abandoned(record):
        return legal(with_sticks(record, net, None), set()) | {"chips": [0] * 4}
    filled = nagashi(record)
    for place, seat in enumerate(filled):
        value = MANGAN * 3 // 2 if seat == dealer else MANGAN
        due = [0] * 4
        for other in range(4):
            if other != seat:
                parts = 3 if seat == dealer else 2 if other == dealer else 4
                due[other] = value // parts + (100 * honba if place == 0 else 0)
        net = [before + more for before, more in zip(net, paid(due, seat), strict=True)]
    if filled:
        return legal(with_sticks(record, net, filled[0]), {"nagashi-mangan"}) | {"chips": [0] * 4}
    ready = [is_ready(record, seat) for seat in range(4)]
    if 0 < sum(ready) < 4:
        net = [3000 // sum(ready) if one else -3000 // (4 - sum(ready)) for one in ready]
    return legal(with_sticks(record, net, None), set()) | {"chips": [0] * 4}


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, `chips`, and as `ties` the patterns of readings worth as
    much; with one winner also `han`, `fu` and `points` of such a reading.
    """
    options = DEFAULTS | record.get("options", {})
    results = record["win"] if isinstance(record["win"], list) else [record["win"]]
    if results == [None]:
        return draw(record)
    results = sorted(results, key=lambda win: (win["by"] - win.get("from", 0)) % 4)
    if len(results) == 3 and not options["triple_ron"] and not options["head_bump"]:
        return illegal(["winners"])
    if options["head_bump"] and not (len(results) == 3 and options["triple_ron"]):
        results = results[:1]
    net, chips, best = [0] * 4, [0] * 4, []
    for place, win in enumerate(results):
        missing = hindrances(record, win, hand_of(record, win), options)
        if missing:
            return illegal(missing)
        one = settle(record, win, options, record.get("honba", 0) if place == 0 else 0)
        net = [before + more for before, more in zip(net, one.net, strict=True)]
        chips = [before + more for before, more in zip(chips, one.chips, strict=True)]
        best.append(one.best)
    net = with_sticks(record, net, results[0]["by"])
    ties = [set(one.patterns) for one in best[0]]
    top = max(best[0], key=lambda one: (one.han, one.fu))
    return legal(net, ties[0], ties) | {"chips": chips, "han": top.han, "fu": top.fu, "points": top.points}
