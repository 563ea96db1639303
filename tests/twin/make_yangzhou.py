"""Finished hands of 揚州 as records out of a seed, built like those of `tests.twin.generate`."""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Record, Stock, laid, pick_win, random_set, rob, written
from tests.twin.table import FACES

WINDS = ["1z", "2z", "3z", "4z"]
STYLES = ["any", "flush", "flush", "half", "pungs", "half pungs", "flush pungs", "honours", "straight"]
STYLES += ["flush straight", "half straight"]
#: chows by lowest number and place of the suit, for which the others are chosen
CHOWS = {
    "double": [(3, 0), (3, 0)],
    "mixed": [(3, 0), (3, 1)],
    "run": [(2, 0), (5, 0)],
    "old": [(1, 0), (7, 0)],
    "triple": [(4, 0), (4, 0), (4, 0)],
    "three suits": [(4, 0), (4, 1), (4, 2)],
    "four same": [(4, 0), (4, 0), (4, 1), (4, 2)],
    "terminals": [(1, 0), (7, 0), (1, 1), (7, 1)],
    "runs": [(2, 0), (5, 0), (2, 1), (5, 1)],
    "doubles": [(2, 0), (2, 0), (6, 1), (6, 1)],
    "doubles same": [(3, 0), (3, 0), (3, 1), (3, 1)],
    "doubles run": [(2, 0), (2, 0), (5, 0), (5, 0)],
    "doubles old": [(1, 0), (1, 0), (7, 0), (7, 0)],
    "four": [(3, 0), (3, 0), (3, 0), (3, 0)],
    "straight": [(1, 0), (4, 0), (7, 0)],
    "straight double": [(1, 0), (4, 0), (7, 0), (4, 0)],
}


def make_options(rng: random.Random) -> dict[str, Any]:
    """Now and then an option."""
    options: dict[str, Any] = {}
    if rng.random() < 0.5:
        options["minimum"] = rng.choice([18, 18, 7, 3, 13])
    if rng.random() < 0.2:
        options["all_chows_no_honors"] = rng.choice([True, True, False])
    if rng.random() < 0.25:
        options["bust"] = True
    return options


def groups_for(rng: random.Random, style: str) -> tuple[list[list[str]], str]:
    """Four sets and the face of a pair."""
    suits = rng.sample("mps", 3)
    faces = {
        "flush": [face for face in FACES if face[1] == suits[0]],
        "half": [face for face in FACES if face[1] in (suits[0], "z")],
        "honours": FACES[27:],
    }.get(style.split()[0], FACES)
    pungs = 1.0 if "pungs" in style or style == "honours" else 0.3
    sets: list[list[str]] = []
    for kind in ("straight",) if "straight" in style else (style,):
        move = rng.choice([-1, 0, 1]) if kind in ("double", "mixed", "run", "runs", "triple", "three suits", "four same") else 0
        for low, suit in CHOWS.get(kind, []):
            sets.append([f"{low + move * (low not in (1, 7)) + step}{suits[suit]}" for step in range(3)])
    sets += [random_set(rng, faces, pungs) for _ in range(4 - len(sets))]
    rng.shuffle(sets)
    return sets, rng.choice(faces)


def make(rng: random.Random) -> Record:
    """One record of 揚州."""
    winner, dealer = rng.randrange(4), rng.randrange(4)
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {"rules": "yangzhou", "options": make_options(rng), "dealer": dealer, "players": players, "win": None}
    if rng.random() < 0.3:
        record["east"] = rng.randrange(4)
    if rng.random() < 0.5:
        record["round_wind"] = rng.choice(WINDS)
    for player in players:
        if rng.random() < 0.4:
            player["points"] = rng.choice([0, 5, 40, 100, 1000])
    if rng.random() < 0.01:
        return record
    stock = Stock(rng, [], {})
    sets, pair = groups_for(rng, rng.choice([*STYLES, *CHOWS]))
    record["win"] = win = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "discard", "rob-kong"))
    number = rng.choice([0, 0, 0, 1, 2, 3, 3, 3, 4])
    melds = [laid(rng, stock, faces, winner, None, 0.25) for faces in sets[:number]]
    full = stock.take([face for faces in [*sets[number:], [pair, pair]] for face in faces])
    rng.shuffle(full)
    if rng.random() < 0.08:
        stock.stray(full)
    players[winner] |= {"melds": melds} if melds else {}
    if not melds and winner == dealer and win["how"] == "self-draw" and rng.random() < 0.3:
        players[winner]["hand"] = written(full)
        record["win"] = {"by": winner, "tile": None, "how": "hand", "first_turn": True}
        return record
    win["tile"] = full.pop()
    players[winner]["hand"] = written(full)
    if win["how"] == "rob-kong":
        rob(rng, stock, record, "")
    elif win["how"] == "discard" and rng.random() < 0.3:
        second_winner(rng, stock, record)
    return record


def second_winner(rng: random.Random, stock: Stock, record: Record) -> None:
    """Somebody else who wins on the same tile, with a half flush."""
    win = record["win"]
    other = rng.choice([seat for seat in range(4) if seat not in (win["by"], win["from"])])
    tile = win["tile"]
    suit = tile[1] if tile[1] != "z" else "p"
    low = min(int(tile[0]), 7)
    first = [f"{low + step}{suit}" for step in range(3)] if tile[1] != "z" else [tile] * 3
    groups = [first, *(random_set(rng, [face for face in FACES if face[1] in (suit, "z")], 0.3) for _ in range(3))]
    pair = rng.choice(FACES[27:])
    first.remove(tile)
    try:
        hand = stock.take([face for faces in [*groups, [pair, pair]] for face in faces])
    except OutOfTilesError:
        return
    record["players"][other]["hand"] = written(hand)
    record["win"] = [win, win | {"by": other}]
