"""Scores a record of 上海 流行式, 新式 or 1980年代末 step by step, as their sheets say it. Words in quotes are headings."""

from collections import Counter
from itertools import permutations
from typing import Any

from tests.twin.shanghai_hand import DRAGONS, Hand, Record, flower_counts, hands, own_wind
from tests.twin.table import CLAIMED, illegal, legal, melds, only_win, tiles

POPULAR = {
    "dragon-pung": 1, "all-chows": 1, "all-pungs": 2, "half-flush": 2, "full-flush": 4, "edge-wait": 1, "closed-wait": 1,
    "single-wait": 1, "seat-wind-pung": 1, "round-wind-pung": 1, "seat-flower": 1, "flower-set": 2,
    "out-with-replacement-tile": 1, "robbing-the-kong": 1,
}  # fmt: skip
#: "Patterns" of each sheet: tai (fan) each
TAI = {
    "shanghai-popular": POPULAR,
    "shanghai-new": POPULAR | {
        "all-simples": 1, "outside-hand": 1, "pure-double-chow": 1, "mixed-double-chow": 1, "pure-triple-chow": 2,
        "mixed-triple-chow": 2, "pure-straight": 2, "mixed-straight": 1, "concealed-hand": 1, "fully-concealed-hand": 2,
        "one-voided-suit": 1, "no-honors-no-flowers": 1, "thirteen-unrelated": 1, "seven-stars": 2, "seven-pairs": 1,
        "all-types": 1, "closed-wait-on-five": 1,
    },
    "shanghai-1980s": {
        "half-flush": 2, "full-flush": 4, "all-pungs": 2, "naked-single-wait": 1, "out-with-replacement-tile": 1,
    },
}  # fmt: skip
SIMPLES = {f"{number}{suit}" for number in range(2, 9) for suit in "mps"}


def of_sets(record: Record, hand: Hand) -> Counter[str]:
    """What sets and pair count."""
    own, prevalent = own_wind(record, record["win"]["by"]), record.get("round_wind", "1z")
    faces = [pung.face for pung in hand.pungs]
    found: Counter[str] = Counter()
    found["dragon-pung"] = sum(face in DRAGONS for face in faces)
    found["seat-wind-pung"] = int(own in faces)
    found["round-wind-pung"] = int(prevalent in faces)
    found["all-pungs"] = int(len(faces) == 4)
    found["all-chows"] = int(len(hand.chows) == 4 and hand.pair not in [*DRAGONS, own, prevalent])
    groups = [*hand.chows, *[(face,) for face in faces], (hand.pair,)]
    found["outside-hand"] = int(hand.shape == "standard" and all(set(group) - SIMPLES for group in groups))
    return found + of_chows(Counter(chow[0] for chow in hand.chows))


def of_chows(starts: Counter[str]) -> Counter[str]:
    """What chows together count, by their lowest tiles."""
    found: Counter[str] = Counter()
    found["pure-triple-chow"] = int(max(starts.values(), default=0) >= 3)
    if not found["pure-triple-chow"]:
        found["pure-double-chow"] = sum(number // 2 for number in starts.values())
    for number in "1234567":
        fewest, fewer, _ = sorted(starts[number + suit] for suit in "mps")
        if fewest:
            found["mixed-triple-chow"] = 1
        else:  # in two suits at most
            found["mixed-double-chow"] += fewer
    found["pure-straight"] = int(any({f"{number}{suit}" for number in "147"} <= set(starts) for suit in "mps"))
    mixed = [{number + suit for number, suit in zip("147", suits, strict=True)} for suits in permutations("mps")]
    found["mixed-straight"] = int(any(three <= set(starts) for three in mixed))
    return found


def of_the_whole(record: Record, hand: Hand) -> Counter[str]:
    """What all tiles together, the shape and the wait count."""
    win = record["win"]
    player = record["players"][win["by"]]
    honours = {face for face in hand.faces if face[1] == "z"}
    suits = hand.suits() - {"z"}
    concealed = not any(meld.kind in CLAIMED for meld in melds(player))
    drawn = win["how"] in ("self-draw", "hand")
    found = Counter({hand.flush(): 1, hand.wait: 1})
    found["all-simples"] = int(set(hand.faces) <= SIMPLES)
    found["concealed-hand"] = int(concealed and not drawn)
    found["fully-concealed-hand"] = int(concealed and drawn)
    found["one-voided-suit"] = int(len(suits) == 2)
    found["no-honors-no-flowers"] = int(not honours and not player.get("flowers"))
    found["all-types"] = int(len(suits) == 3 and bool(honours & set(DRAGONS)) and bool(honours - set(DRAGONS)))
    found["closed-wait-on-five"] = int(hand.wait == "closed-wait" and win["tile"][0] == "5")
    found["seven-pairs"] = int(hand.shape == "pairs")
    if hand.shape == "unrelated":
        found["seven-stars" if len(honours) == 7 else "thirteen-unrelated"] = 1
    return found


def of_the_win(record: Record) -> Counter[str]:
    """How the hand was won."""
    win = record["win"]
    return Counter(
        {
            "out-with-replacement-tile": int(win.get("replacement") in ("kong", "flower")),
            "robbing-the-kong": int(win["how"] == "rob-kong"),
            "naked-single-wait": int(len(tiles(record["players"][win["by"]]["hand"])) == 1),
        }
    )


def base_of(record: Record) -> tuple[int, set[str]]:
    """What is doubled, and what of it is listed."""
    options = record.get("options", {})
    if record["rules"] != "shanghai-1980s":
        return options.get("base", 1), set()
    flowers = len(tiles(record["players"][record["win"]["by"]].get("flowers", "")))
    base = options.get("base", 3)
    return base + flowers, {name for name, worth in (("base-points", base), ("flower-points", flowers)) if worth}


def claims(record: Record, seat: int, other: int) -> int:
    """How many sets a seat has claimed from another."""
    return sum(meld.kind in CLAIMED and meld.seat == other for meld in melds(record["players"][seat]))


def partners(record: Record) -> list[int]:
    """1980s, "Rulings": who is bound to the winner, three sets claimed one way or the other."""
    by = record["win"]["by"]
    return [seat for seat in range(4) if seat != by and max(claims(record, by, seat), claims(record, seat, by)) >= 3]


def settle_1980s(record: Record, points: int) -> list[int]:
    """What each seat pays there: the discarder alone, or all three; partners besides, or for all."""
    win = record["win"]
    pays = [0] * 4
    bound = partners(record)
    if win["how"] in ("discard", "rob-kong"):
        for seat in {win["from"], *bound}:
            pays[seat] = points
    else:
        for seat in bound or [seat for seat in range(4) if seat != win["by"]]:
            pays[seat] = 3 * points if bound else points
    return pays


def settle(record: Record, points: int, full_flush: bool) -> list[int]:
    """ "Payments" and "Responsibility" of the two others: what each seat pays."""
    win = record["win"]
    by, drawn = win["by"], win["how"] in ("self-draw", "hand")
    pays = [points * (2 if drawn or seat == win["from"] else 1) if seat != by else 0 for seat in range(4)]
    claimed = sum(meld.kind in CLAIMED for meld in melds(record["players"][by]))
    if not drawn and full_flush and claimed >= 3:
        pays = [sum(pays) if seat == win["from"] else 0 for seat in range(4)]
    return pays


def score(record: Record) -> dict[str, Any]:
    """What the record is worth, by its sheet."""
    win, result = only_win(record)
    if result is not None:
        return result
    record = record | {"win": win}
    by, table = win["by"], TAI[record["rules"]]
    fixed = of_the_win(record) + flower_counts(record, by)
    best, ties = -1, []
    for hand in hands(record, freaks=record["rules"] == "shanghai-new"):
        found = fixed + of_sets(record, hand) + of_the_whole(record, hand)
        found = Counter({name: number for name, number in found.items() if name in table and number})
        worth = sum(number * table[name] for name, number in found.items())
        if worth > best:
            best, ties = worth, []
        if worth == best and set(found) not in ties:
            ties.append(set(found))
    if best < 0:
        return illegal(["shape"])
    base, listed = base_of(record)
    points = base * 2**best
    if record["rules"] == "shanghai-1980s":
        pays = settle_1980s(record, min(points, record.get("options", {}).get("limit", 40)))
    else:
        pays = settle(record, points, "full-flush" in ties[0])
    ties = [names | listed for names in ties]
    return legal([sum(pays) if seat == by else -pays[seat] for seat in range(4)], ties[0], ties)
