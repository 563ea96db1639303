"""Finished hands of 済南 as records out of a seed, built like those of `tests.twin.generate`."""

import random
from typing import Any

from tests.twin.generate import Record, Stock, laid, last_meld_is_kong, open_seat, pick_win, random_set, rob, written
from tests.twin.jinan import PAIRS
from tests.twin.table import FACES, meld

STYLES = ["any", "any", "chows", "pungs", "pungs", "honour pungs", "flush", "half", "half", "straight", "flush straight"]


def make_options(rng: random.Random) -> dict[str, Any]:
    """Now and then an option."""
    choices: dict[str, list[Any]] = {
        "multiple_winners": [True, True, False],
        "follow_dealer": [0, 3, 10],
        "combine": ["multiply", "multiply", "add"],
    }
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.3}


def groups_for(rng: random.Random, style: str) -> tuple[list[list[str]], str]:
    """Four sets and the face of a pair, mostly one that may be."""
    suit = rng.choice("mps")
    faces = {
        "flush": [face for face in FACES if face[1] == suit],
        "flush straight": [face for face in FACES if face[1] == suit],
        "half": [face for face in FACES if face[1] in (suit, "z")],
        "chows": FACES[:27],
    }.get(style, FACES)
    pungs = {"chows": 0.05, "pungs": 1.0, "flush": 0.3}.get(style, 0.35)
    sets = [random_set(rng, FACES[27:] if style == "honour pungs" else faces, pungs) for _ in range(4)]
    if "straight" in style:
        sets[:3] = [[f"{at + step}{suit}" for step in range(3)] for at in (1, 4, 7)]
    pairs = [face for face in faces if face in PAIRS]
    rng.shuffle(sets)
    return sets, rng.choice(pairs if rng.random() < 0.9 else faces)


def show_flowers(rng: random.Random, players: list[Record]) -> None:
    """The eight flowers, some of them not drawn yet."""
    for flower in range(1, 9):
        if rng.random() < 0.5:
            player = rng.choice(players)
            player["flowers"] = player.get("flowers", "f")[:-1] + f"{flower}f"


def came(rng: random.Random, record: Record) -> None:
    """Where a self-drawn tile came from."""
    win = record["win"]
    player = record["players"][win["by"]]
    how = rng.random()
    if how < 0.6 and last_meld_is_kong(player):
        win["replacement"] = "kong"
        if sum("kong" in meld(text).kind for text in player["melds"]) > 1:
            win["kongs_in_a_row"] = 2
    elif how < 0.7 and player.get("flowers"):
        win["replacement"] = "flower"
    if rng.random() < 0.1:
        win["last_tile"] = True


def tie(rng: random.Random, stock: Stock, record: Record) -> None:
    """Melds of those who did not win, some claimed from the winner again and again."""
    winner = record["win"]["by"]
    for seat in range(4):
        if seat == winner or "melds" in record["players"][seat]:
            continue
        feeder = winner if rng.random() < 0.6 else None
        faces = [face for face in FACES if stock.left[face] > 2] or FACES
        number = rng.choice([0, 0, 0, 1, 3, 3])
        texts = [laid(rng, stock, random_set(rng, faces, 0.9), seat, feeder) for _ in range(number)]
        if texts:
            record["players"][seat]["melds"] = texts


def second_winner(rng: random.Random, stock: Stock, record: Record) -> None:
    """Somebody else who wins on the same tile."""
    win = record["win"]
    other = open_seat(rng, record)
    if other is None:
        return
    tile = win["tile"]
    sets = [random_set(rng, FACES, 0.4) for _ in range(4)]
    pair = rng.choice(sorted(PAIRS))
    groups = [[pair, pair], *sets]
    holding = [group for group in groups if tile in group]
    if not holding:
        run = [f"{int(tile[0]) + step}{tile[1]}" for step in range(3)]
        groups[1] = run if tile[1] != "z" and int(tile[0]) <= 7 else [tile] * 3
        holding = [groups[1]]
    holding[0].remove(tile)
    faces = [face for group in groups for face in group]
    record["players"][other]["hand"] = written(stock.take(faces))
    record["win"] = [win, win | {"by": other}]


def make(rng: random.Random) -> Record:
    """One record of 済南."""
    winner, dealer = rng.randrange(4), rng.randrange(4)
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {"rules": "jinan", "options": make_options(rng), "dealer": dealer, "players": players, "win": None}
    if rng.random() < 0.3:
        record["washouts"] = rng.choice([1, 2, 4, 5, 6])
    if rng.random() < 0.2:
        record["same_first_discards"] = rng.choice([1, 1, 2, 3])
    if rng.random() < 0.02:
        return record
    stock = Stock(rng, [], {})
    sets, pair = groups_for(rng, rng.choice(STYLES))
    record["win"] = win = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "rob-kong"))
    number = rng.choice([0, 0, 1, 2, 3, 3, 4])
    feeder = rng.choice([seat for seat in range(4) if seat != winner])
    melds = [laid(rng, stock, faces, winner, feeder, 0.25) for faces in sets[:number]]
    full = stock.take([face for faces in [*sets[number:], [pair, pair]] for face in faces])
    rng.shuffle(full)
    if rng.random() < 0.1:
        stock.left[full.pop()] += 1
        full += stock.take_any(set())
        rng.shuffle(full)
    players[winner] |= {"melds": melds} if melds else {}
    show_flowers(rng, players)
    for seat in range(4):
        if rng.random() < (0.05 if seat == winner and win["how"] != "self-draw" else 0.2):
            players[seat]["flags"] = [rng.choice(["ready", "ready", "ready-first"])]
    if not melds and winner == dealer and win["how"] == "self-draw" and rng.random() < 0.3:
        players[winner] = {"hand": written(full), "flowers": players[winner].get("flowers", "")}
        record["win"] = {"by": winner, "tile": None, "how": "hand", "first_turn": True}
        return record
    win["tile"] = full.pop()
    players[winner]["hand"] = written(full)
    if win["how"] == "self-draw":
        came(rng, record)
    tie(rng, stock, record)
    if win["how"] == "rob-kong":
        rob(rng, stock, record, "")
    elif win["how"] == "discard" and rng.random() < 0.3:
        second_winner(rng, stock, record)
    return record
