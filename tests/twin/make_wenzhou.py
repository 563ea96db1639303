"""Finished hands of 温州 out of a seed, as records; see `generate` for how such hands are built."""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Stock, laid, last_meld_is_kong, pick_win, random_set, rob, written
from tests.twin.make_xiamen import build, some_faces, some_melds
from tests.twin.table import FACES, melds, tiles

Record = dict[str, Any]

OPTIONS: dict[str, list[Any]] = {
    "dealer_points": ["2468", "3579", "3579", [1, 2, 4, 8], [5, 5, 6, 7]],
    "wild_money": [0, 2, 5],
    "all_pungs_double": [True, True, False],
    "white_counts_hard": [False, False, True],
}
STYLES = {"tile": 50, "pungs": 8, "lone": 10, "pairs": 16, "three": 12, "drawn": 2}


def eight_pairs(rng: random.Random, stock: Stock, wild: str, faces: list[str]) -> list[str]:
    """Seventeen tiles: eight pairs, of which wild tiles take some places, and an odd tile, now and then a wild one."""
    needed = [face for face in rng.choices(faces, k=8) for _ in range(2)] + [rng.choice(faces)]
    how_wild = rng.choice([0, 0.05, 0.12])
    hand: list[str] = []
    for face in needed:
        as_wild = hand.count(wild) < 3 and rng.random() < how_wild
        hand += [stock.take_wild(wild)] if as_wild else stock.take([face])
    if rng.random() < 0.2 and hand.count(wild) < 3:
        stock.left[hand.pop()] += 1
        hand.append(stock.take_wild(wild))
    if rng.random() < 0.2 and hand.count(wild) < 2:
        stock.left[hand.pop(0)] += 1
        stock.left[hand.pop(0)] += 1
        hand += [stock.take_wild(wild), stock.take_wild(wild)]
    return hand


def seventeen(rng: random.Random, stock: Stock, wild: str, style: str, sets: int) -> tuple[list[str], str]:
    """Concealed tiles without the winning one, and the winning tile."""
    if style == "pairs":
        full = eight_pairs(rng, stock, wild, some_faces(rng))
    elif style == "three":
        full = [stock.take_wild(wild) for _ in range(rng.choice([3, 3, 3, 2]))]
        full += stock.take_any({wild}, 3 * sets + 2 - len(full))
    elif style == "pungs":
        faces = rng.sample([face for face in FACES if face != "5z"], sets + 1)
        full = stock.take([face for face in faces[1:] for _ in range(3)] + faces[:1] * 2)
        for place in rng.sample(range(len(full)), rng.choice([0, 0, 1, 2])):
            stock.left[full[place]] += 1
            full[place] = stock.take_wild(wild)
    else:
        return build(rng, stock, wild, some_faces(rng), sets, style == "lone")
    rng.shuffle(full)
    return full, full.pop()


def come_about(rng: random.Random, stock: Stock, record: Record) -> None:
    """How the tile came: a first turn, a replacement, the last tile; or the whole hand as it was dealt."""
    win = record["win"]
    player = record["players"][win["by"]]
    untouched = not any(record["players"][seat].get("melds") for seat in range(4))
    if win["how"] == "discard" and untouched and rng.random() < 0.4:
        win["first_turn"] = True
        if rng.random() < 0.7 and win["by"] != record["dealer"]:
            win["from"] = record["dealer"]
    elif win["how"] == "self-draw":
        if untouched and rng.random() < 0.15:
            win["first_turn"] = True
        elif untouched and rng.random() < 0.2:
            player["hand"] = written([*tiles(player["hand"]), win["tile"]])
            record["win"] = {"by": win["by"], "tile": None, "how": "hand", "first_turn": True}
            if rng.random() < 0.8:
                record["dealer"] = win["by"]
        elif rng.random() < 0.3 and last_meld_is_kong(player):
            win["replacement"] = "kong"
        elif rng.random() < 0.1:
            win["last_tile"] = True


def others_hold(rng: random.Random, stock: Stock, record: Record, apart: int | None) -> None:
    """Some of the others hold wild tiles, and some have melds."""
    wild = record["indicator"]
    for seat in {0, 1, 2, 3} - {apart}:
        player = record["players"][seat]
        if record["win"] and "melds" not in player and rng.random() < 0.1:
            usable = [face for face in FACES if face != "5z" and stock.left[stock.renamed.get(face, face)] > 2]
            player |= some_melds(rng, stock, seat, 1, usable)
        if rng.random() < 0.2:
            hand = [stock.take_wild(wild) for _ in range(min(rng.choice([0, 1, 1, 2]), stock.left[wild]))]
            player["hand"] = written(hand + stock.take_any({wild}, 16 - 3 * len(player.get("melds", [])) - len(hand)))


def make(rng: random.Random) -> Record:
    """One record."""
    wild = rng.choice(FACES)
    record: Record = {
        "rules": "wenzhou",
        "options": {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.2},
        "indicator": wild,
        "dealer": rng.randrange(4),
        "streak": rng.choice([1, 1, 2, 3, 4, 6]),
        "players": [{}, {}, {}, {}],
        "win": None,
    }
    stock = Stock(rng, [wild], {} if wild == "5z" else {wild: "5z"})
    style = rng.choices(list(STYLES), list(STYLES.values()))[0]
    if style == "drawn":
        others_hold(rng, stock, record, None)
        return record
    winner = rng.randrange(4)
    win = record["win"] = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "rob-kong"))
    number = 0 if style == "pairs" or rng.random() < 0.3 else rng.choice([0, 1, 2, 3, 4, 5, 5])
    if style == "three":
        number = min(number, 4)
    player = record["players"][winner]
    pungs = 1.0 if style == "pungs" else 0.4
    texts = [laid(rng, stock, random_set(rng, some_faces(rng), pungs), winner, None, 0.3) for _ in range(number)]
    player |= {"melds": texts} if texts else {}
    if texts and rng.random() < 0.02:
        player["melds"][0] = written([stock.take_wild(wild) for _ in range(3)])
    hand, win["tile"] = seventeen(rng, stock, wild, style, 5 - number)
    if rng.random() < 0.12:
        stock.left[hand.pop()] += 1
        hand += stock.take_any({wild})
    if len(melds(player)) != number:
        raise OutOfTilesError
    player["hand"] = written(hand)
    if win["how"] == "rob-kong":
        rob(rng, stock, record, wild)
    others_hold(rng, stock, record, winner)
    come_about(rng, stock, record)
    return record
