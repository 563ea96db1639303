"""Finished hands of 福州 out of a seed, as records; see `generate` for how such hands are built.

Not asked, because the sheet leaves it open: the turned-up tile as the third gold, a kong robbed by who holds three golds.
"""

import random

from tests.twin.generate import (
    OutOfTilesError,
    Record,
    Stock,
    laid,
    last_meld_is_kong,
    pick_win,
    random_set,
    rob,
    written,
)
from tests.twin.table import FACES

NUMBERS = FACES[:27]
#: what a hand is built for
STYLES = {"tile": 50, "pair": 10, "pung": 12, "three": 10, "dealt": 6, "indicator": 8, "bare": 8}


def some_options(rng: random.Random) -> Record:
    """Now and then an option."""
    choices: dict[str, list[object]] = {"tiles": [128], "base": [3, 5, 10], "method": [2, 2, 1], "golden_dragon": [False]}
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.25}


def show_flowers(rng: random.Random, record: Record, winner: int, most: int) -> None:
    """Flowers for all four, the winner first, who now and then has four alike."""
    honours = "12347" if record["options"].get("tiles") == 128 else "1234567"
    have = [f"{n}z" for n in honours for _ in range(4)]
    have += [] if record["options"].get("tiles") == 128 else [f"{n}f" for n in range(1, 9)]
    rng.shuffle(have)
    four = rng.choice([f"{n}z" for n in honours])
    if rng.random() < 0.25:
        have.sort(key=lambda tile: tile != four)
    elif rng.random() < 0.25:
        have.sort(key=lambda tile: tile not in ("1f", "2f", "3f", "4f"))
    for seat in [winner, *(s for s in range(4) if s != winner)]:
        number = min(rng.choice([0, 0, 1, 1, 2, 4, 6, 9]), most) if seat == winner else rng.choice([0, 2, 4])
        mine, have = have[:number], have[number:]
        shown = written([tile for tile in mine if tile[1] == "z"])
        shown += "".join(sorted(tile[0] for tile in mine if tile[1] == "f")) + "f" if any(t[1] == "f" for t in mine) else ""
        if mine:
            record["players"][seat]["flowers"] = shown


def build(rng: random.Random, stock: Stock, gold: str, sets: int, style: str) -> list[str]:
    """A complete hand but for what is spoilt, the golds first in it where they are to be a pair or a pung."""
    faces = [face for face in NUMBERS if face != gold]
    groups = [random_set(rng, faces, 0.35) for _ in range(sets)]
    pair = [rng.choice(faces)] * 2
    hand: list[str] = []
    if style == "pair":
        pair = []
        hand = [stock.take_wild(gold) for _ in range(2)]
    elif style == "pung" and sets:
        groups.pop()
        hand = [stock.take_wild(gold) for _ in range(3)]
    how_wild = 0.0 if style == "bare" else rng.choice([0, 0.05, 0.15])
    rest = []
    for face in [*pair, *(face for group in groups for face in group)]:
        as_gold = rng.random() < how_wild and (hand + rest).count(gold) < 3
        rest += [stock.take_wild(gold)] if as_gold else stock.take([face])
    rng.shuffle(rest)
    if rest and rng.random() < 0.1:
        stock.stray(rest)
    return hand + rest


def shapeless(rng: random.Random, stock: Stock, record: Record, winner: int) -> None:
    """三金倒, or two golds only: as dealt, when the hand would be drawn, at a draw."""
    gold = record["indicator"]
    golds = rng.choice([3, 3, 3, 2])
    moment = rng.choice(["first", "draw", "draw", "late", "hand"])
    number = 0 if moment == "first" else rng.choice([0, 1, 2, 4])
    melds = [laid(rng, stock, random_set(rng, [f for f in NUMBERS if f != gold], 0.5), winner, None, 0.2) for _ in range(number)]
    size = 16 - 3 * number + (moment == "draw" or (moment == "first" and winner == record["dealer"]))
    if size < golds:
        raise OutOfTilesError
    hand = [stock.take_wild(gold) for _ in range(golds)] + stock.take_any({gold}, size - golds)
    rng.shuffle(hand)
    win = record["win"] = {"by": winner, "tile": None, "how": "hand"}
    if moment == "first":
        win["first_turn"] = True
    elif moment == "late":
        win["last_tile"] = True
    elif moment == "draw":
        win |= {"how": "self-draw", "tile": hand.pop()}
    record["players"][winner] |= {"hand": written(hand)} | ({"melds": melds} if melds else {})
    show_flowers(rng, record, winner, 9)


def dealt(rng: random.Random, stock: Stock, record: Record, style: str) -> None:
    """天胡, or 搶金 with a hand that the turned-up tile completes."""
    gold = record["indicator"]
    winner = record["dealer"] if style == "dealt" and rng.random() < 0.9 else rng.randrange(4)
    hand = build(rng, stock, gold, 5, rng.choice(["tile", "tile", "bare", "pair"]))
    record["win"] = {"by": winner, "tile": None, "how": "hand", "first_turn": True}
    if style == "indicator":
        # the tile that the turned-up one stands for goes; a gold would have been the turned-up tile itself
        away = rng.choice([tile for tile in hand if tile != gold])
        hand.remove(away)
        stock.left[away] += 1
        if hand.count(gold) >= 2:
            raise OutOfTilesError
        record["win"] = {"by": winner, "tile": gold, "how": "indicator"}
    record["players"][winner]["hand"] = written(hand)
    show_flowers(rng, record, winner, 9)


def on_tile(rng: random.Random, stock: Stock, record: Record, style: str, winner: int) -> None:
    """A win on a tile: drawn, discarded, robbed."""
    gold, players = record["indicator"], record["players"]
    win = record["win"] = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "discard", "rob-kong"))
    number = rng.choice([0, 0, 1, 2, 3, 4]) if style != "bare" else 0
    faces = [face for face in NUMBERS if face != gold]
    melds = [laid(rng, stock, random_set(rng, faces, 0.5), winner, None, 0.2) for _ in range(number)]
    hand = build(rng, stock, gold, 5 - number, style)
    win["tile"] = hand.pop()
    if win["how"] == "rob-kong" and hand.count(gold) == 3:
        raise OutOfTilesError
    players[winner] |= {"hand": written(hand)} | ({"melds": melds} if melds else {})
    show_flowers(rng, record, winner, 1 if style == "bare" else 9)
    first = not melds and rng.random() < 0.3
    if win["how"] == "self-draw":
        if rng.random() < 0.2 and last_meld_is_kong(players[winner]):
            win["replacement"] = "kong"
        elif first:
            win["first_turn"] = True
        elif rng.random() < 0.1:
            win["last_tile"] = True
    elif win["how"] == "discard" and first:
        win["first_turn"] = True
    if rng.random() < 0.12 and "first_turn" not in win:
        players[winner]["discards"] = stock.take_wild(gold)
    if win["how"] == "rob-kong":
        rob(rng, stock, record, gold)


def make(rng: random.Random) -> Record:
    """One record of 福州."""
    gold = rng.choice(NUMBERS)
    record: Record = {
        "rules": "fuzhou",
        "options": some_options(rng),
        "indicator": gold,
        "dealer": rng.randrange(4),
        "streak": rng.choice([1, 1, 2, 3, 6]),
        "players": [{}, {}, {}, {}],
        "win": None,
    }
    if rng.random() < 0.01:
        return record
    stock = Stock(rng, [gold], {})
    stock.left.subtract(dict.fromkeys(FACES[27:], 4))  # they are flowers, and shown by themselves
    style = rng.choices(list(STYLES), list(STYLES.values()))[0]
    winner = rng.randrange(4)
    if style == "three":
        shapeless(rng, stock, record, winner)
    elif style in ("dealt", "indicator"):
        dealt(rng, stock, record, style)
    else:
        on_tile(rng, stock, record, style, winner)
    return record
