"""Finished hands of 卡五星 as records out of a seed, built like those of `tests.twin.generate`."""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Record, Stock, last_meld_is_kong, random_set, written
from tests.twin.table import FACES, meld

PLAYERS = 3
DRAGONS = ["5z", "6z", "7z"]
STYLES = ["any", "any", "chows", "pungs", "flush", "flush pungs", "flush hog", "dragons", "dragons", "hog", "hog", "five", "five"]
STYLES += ["pairs", "luxury", "double luxury", "flush pairs"]


def make_options(rng: random.Random) -> dict[str, Any]:
    """Now and then an option."""
    choices: dict[str, list[Any]] = {
        "removed_suit": ["m", "p", "s"],
        "limit_fan": [0, 0, 3, 4, 5],
        "double_luxury_16": [True, True, False],
        "plain_discard": [True, True, False],
        "rate": [2, 10],
    }
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.3}


def groups_for(rng: random.Random, style: str, usable: list[str]) -> list[list[str]]:
    """Four sets and a pair, the pair last; or seven pairs."""
    suit = rng.choice(sorted({face[1] for face in usable} - {"z"}))
    faces = [face for face in usable if face[1] == suit] if "flush" in style else usable
    if "pairs" in style or "luxury" in style:
        number = {"luxury": 6, "double luxury": rng.choice([5, 5, 4])}.get(style, 7)
        chosen = rng.sample(faces, number)
        return [[face] * 2 for face in [*chosen, *chosen[: 7 - number]]]
    sets = [random_set(rng, faces, 1.0 if "pungs" in style else 0.1 if style == "chows" else 0.4) for _ in range(4)]
    pair = rng.choice(faces)
    if style == "dragons":
        dragons = rng.sample(DRAGONS, 3)
        number = rng.choice([2, 2, 3])
        sets[:number] = [[face] * 3 for face in dragons[:number]]
        pair = dragons[2] if number == 2 and rng.random() < 0.8 else pair
    if "hog" in style:
        low = rng.randint(1, 7)
        run = [f"{low + step}{suit}" for step in range(3)]
        sets[:2] = [run, [rng.choice(run)] * 3] if rng.random() < 0.7 else [run, run]
        pair = run[0] if rng.random() < 0.3 else pair
    if style == "five":
        sets[0] = [f"{number}{suit}" for number in (4, 5, 6)]
    rng.shuffle(sets)
    return [*sets, [pair, pair]]


def laid(rng: random.Random, stock: Stock, face: str, seat: int) -> str:
    """One pung or kong for a seat, as text."""
    how = rng.choice(["pung", "pung", "pung", "claimed", "added", "concealed"])
    text = written(stock.take([face] * (3 if how == "pung" else 4)))
    row = f"*{rng.choice([1, 2, 2, 3, 4])}" if how != "pung" and rng.random() < 0.3 else ""
    if how == "concealed":
        return f"({text}){row}"
    text += "+" if how == "added" else ""
    source = rng.choice([other for other in range(PLAYERS) if other != seat])
    return f"{text}{row}" if rng.random() < 0.08 else f"{text}<{source}{row}"


def came(rng: random.Random, record: Record) -> None:
    """Where the winning tile came from."""
    win = record["win"]
    player = record["players"][win["by"]]
    if win["how"] == "self-draw":
        if rng.random() < 0.5 and last_meld_is_kong(player):
            win["replacement"] = "kong"
            kongs = sum("kong" in meld(text).kind for text in player["melds"])
            if kongs > 1 and rng.random() < 0.6:
                win["kongs_in_a_row"] = rng.randint(1, kongs)
        if rng.random() < 0.1:
            win["last_tile"] = True
    elif win["how"] == "discard" and rng.random() < 0.2:
        win["after_kong"] = True
    if win["how"] == "discard" and rng.random() < 0.1:
        win["last_tile"] = True


def rob(rng: random.Random, stock: Stock, record: Record) -> None:
    """The pung of the one whose kong is robbed."""
    win = record["win"]
    stock.take([win["tile"]] * 3)
    source = rng.choice([seat for seat in range(PLAYERS) if seat != win["from"]])
    record["players"][win["from"]].setdefault("melds", []).append(f"{written([win['tile']] * 3)}<{source}")


def second_winner(rng: random.Random, stock: Stock, record: Record, usable: list[str]) -> None:
    """The third player wins on the same tile."""
    win = record["win"]
    other = 3 - win["by"] - win["from"]
    tile = win["tile"]
    groups = groups_for(rng, rng.choice(["any", "pungs", "chows"]), usable)
    holding = [group for group in groups if tile in group]
    if not holding:
        run = [f"{int(tile[0]) + step}{tile[1]}" for step in (-1, 0, 1)]
        groups[0] = run if tile[1] != "z" and 1 < int(tile[0]) < 9 else [tile] * 3
        holding = [groups[0]]
    holding[0].remove(tile)
    record["players"][other]["hand"] = written(stock.take([face for group in groups for face in group]))
    record["win"] = [win, win | {"by": other}]


def flags(rng: random.Random, record: Record) -> None:
    """Hands laid open; of several at a draw one is told to be the first."""
    players = record["players"]
    opened = [seat for seat in range(PLAYERS) if rng.random() < 0.3]
    for seat in opened:
        players[seat]["flags"] = ["ready"]
    if opened and (len(opened) > 1 or rng.random() < 0.3):
        players[rng.choice(opened)]["flags"] = ["ready-first"]


def make(rng: random.Random) -> Record:
    """One record of 卡五星."""
    winner, dealer = rng.randrange(PLAYERS), rng.randrange(PLAYERS)
    players: list[Record] = [{} for _ in range(PLAYERS)]
    record: Record = {"rules": "kawuxing", "options": make_options(rng), "dealer": dealer, "players": players, "win": None}
    out = record["options"].get("removed_suit", "m")
    usable = [face for face in FACES if face[1] in "mps" and face[1] != out] + DRAGONS
    stock = Stock(rng, [], {})
    for face in set(FACES) - set(usable):
        stock.left[face] = 0
    flags(rng, record)
    others = [seat for seat in range(PLAYERS) if seat != winner]
    drawn = rng.random() < 0.1
    if not drawn:
        groups = groups_for(rng, rng.choice(STYLES), usable)
        how = rng.choice(["self-draw", "self-draw", "discard", "discard", "rob-kong"])
        win: dict[str, Any] = {"by": winner, "tile": None, "how": how}
        if win["how"] != "self-draw":
            win["from"] = rng.choice(others)
        pungs = [group for group in groups if len(set(group)) == 1 and len(group) == 3]
        often = rng.choice([0, 0.5, 1])
        claimed = [group for group in pungs if rng.random() < often]
        melds = [laid(rng, stock, group[0], winner) for group in claimed]
        full = stock.take([face for group in groups if not any(group is one for one in claimed) for face in group])
        rng.shuffle(full)
        if rng.random() < 0.08:
            stock.stray(full)
        win["tile"] = full.pop()
        players[winner] |= {"hand": written(full)} | ({"melds": melds} if melds else {})
        record["win"] = win
        came(rng, record)
    for seat in range(PLAYERS) if drawn else others:
        texts = [laid(rng, stock, rng.choice(usable), seat) for _ in range(rng.choice([0, 0, 1, 1, 2]))]
        if texts:
            players[seat]["melds"] = texts
    if not drawn and win["how"] == "rob-kong":
        rob(rng, stock, record)
    elif not drawn and win["how"] == "discard" and rng.random() < 0.3 and "melds" not in players[3 - winner - win["from"]]:
        second_winner(rng, stock, record, usable)
    if any(len(player.get("melds", [])) > 4 for player in players):
        raise OutOfTilesError
    return record
