"""Finished hands of 上海金山区 as records out of a seed, built like those of `tests.twin.generate`.

Not asked: wild tiles that are discarded, which the sheet forbids.
"""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Record, Stock, laid, last_meld_is_kong, pick_win, random_set, rob, written
from tests.twin.jinshan import OUTER, WILD
from tests.twin.make_taizhou import loser_hand, make_sets
from tests.twin.table import FACES, tiles

STYLES = ["any"] * 4 + ["flush", "winds", "dragons"] * 2 + ["half", "honours", "pungs", "pungs", "outer", "chows", "orphans"]


def shown(faces: list[str]) -> str:
    """Tiles as one string, flowers too."""
    flowers = "".join(sorted(face[0] for face in faces if face[1] == "f"))
    return written(faces) + (f"{flowers}f" if flowers else "")


def make_options(rng: random.Random) -> dict[str, Any]:
    """Now and then an option."""
    choices: dict[str, list[Any]] = {
        "base": [0, 1, 5],
        "limit": [20, 100, 1000],
        "minimum": [0, 16, 24],
        "four_concealed": ["self-drawn-single", "self-drawn-single", "any"],
        "swap_ban": [True],
    }
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.2}


def groups(rng: random.Random, style: str) -> tuple[list[list[str]], str]:
    """Four sets and the face of a pair."""
    if style == "outer":
        faces = rng.sample(sorted(OUTER), 5)
        return [[face] * 3 for face in faces[:4]], faces[4]
    if style == "chows":
        pair = rng.choice(FACES[27:])
        return [random_set(rng, FACES[:27], 0.05) for _ in range(4)], pair
    return make_sets(rng, style, "")


def concealed(rng: random.Random, stock: Stock, needed: list[str]) -> list[str]:
    """Concealed tiles for these faces, some of them wild."""
    left = sorted(WILD)
    rng.shuffle(left)
    how_wild = rng.choice([0, 0, 0, 0.08, 0.15])
    found: list[str] = []
    for face in needed:
        if left and rng.random() < how_wild:
            found.append(stock.take_wild(left.pop()))
        else:
            found += stock.take([face])
    return found


def won_hand(rng: random.Random, stock: Stock, record: Record, style: str) -> list[str]:
    """Lay the melds of the winner; the concealed tiles, the winning one among them."""
    winner = record["win"]["by"]
    player = record["players"][winner]
    if style == "orphans":
        faces = sorted(OUTER)
        return concealed(rng, stock, [*faces, rng.choice(faces)])
    sets, pair = groups(rng, style)
    if style not in ("winds", "dragons") or rng.random() < 0.4:
        rng.shuffle(sets)
    number = rng.choice([0, 0, 0, 1, 1, 2, 2, 3, 4])
    texts = [laid(rng, stock, faces, winner, None, 0.4) for faces in sets[:number]]
    player |= {"melds": texts} if texts else {}
    rest = sets[number:]
    full = [pair, pair, *(face for faces in rest for face in faces)]
    if rest and rng.random() < 0.12:  # a pung of wild tiles, now and then all four
        return concealed_pung(rng, stock, [pair, pair, *(face for faces in rest[1:] for face in faces)])
    return concealed(rng, stock, full)


def concealed_pung(rng: random.Random, stock: Stock, rest: list[str]) -> list[str]:
    """Three wild tiles and these, of which one more may be wild."""
    wild = rng.sample(sorted(WILD), 4)
    found = [stock.take_wild(face) for face in wild[:3]] + stock.take(rest)
    if rng.random() < 0.3:
        stock.left[found.pop()] += 1
        found.append(stock.take_wild(wild[3]))
    return found


def others(rng: random.Random, stock: Stock, record: Record) -> None:
    """Flowers of everybody, melds and hands of those who did not win."""
    flowers = rng.sample("1234", rng.choice([0, 1, 2, 3, 4, 4]))
    owner = rng.randrange(4)
    shares: list[str] = ["", "", "", ""]
    for flower in flowers:
        shares[owner if rng.random() < 0.6 else rng.randrange(4)] += flower
    win = record["win"]
    for seat, player in enumerate(record["players"]):
        if shares[seat]:
            player["flowers"] = "".join(sorted(shares[seat])) + "f"
        if win is not None and seat == win["by"]:
            continue
        meldable = [face for face in FACES if stock.left[face] > 2]
        more = 0 if win is not None and win.get("first_turn") else rng.choice([0, 0, 1, 2, 3])
        texts = [laid(rng, stock, random_set(rng, meldable, 0.7), seat, None, 0.3) for _ in range(more)] + player.get("melds", [])
        player |= {"melds": texts} if texts else {}
        if rng.random() < 0.5:
            player["hand"] = shown(loser_hand(rng, stock, 13 - 3 * len(texts)))


def come_about(rng: random.Random, record: Record) -> None:
    """How the winning tile came, or that the dealt hand won."""
    win = record["win"]
    player = record["players"][win["by"]]
    if win["how"] == "self-draw":
        if not player.get("melds") and rng.random() < 0.2:
            win["first_turn"] = True
            if rng.random() < 0.6:
                record["dealer"] = win["by"]
                if rng.random() < 0.5:
                    player["hand"] = shown([*tiles(player["hand"]), win["tile"]])
                    win |= {"how": "hand", "tile": None}
        elif rng.random() < 0.3 and last_meld_is_kong(player):
            win["replacement"] = "kong"
        elif rng.random() < 0.1:
            win["replacement"] = "flower"
    elif win["how"] == "discard" and not player.get("melds") and rng.random() < 0.15:
        win["first_turn"] = True
        win["from"] = record["dealer"] if record["dealer"] != win["by"] else win["from"]


def make(rng: random.Random) -> Record:
    """One record."""
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {"rules": "jinshan", "options": make_options(rng), "dealer": rng.randrange(4), "players": players}
    record["win"] = None
    stock = Stock(rng, [], {})
    stock.left.update(dict.fromkeys(WILD, 1))
    if rng.random() < 0.01:
        others(rng, stock, record)
        return record
    win = record["win"] = pick_win(rng, rng.randrange(4), ("self-draw", "self-draw", "discard", "discard", "discard", "rob-kong"))
    full = won_hand(rng, stock, record, rng.choice(STYLES))
    if rng.random() < 0.12:
        stock.left[full.pop(rng.randrange(len(full)))] += 1
        full += stock.take_any(set())
    rng.shuffle(full)
    choice = full if win["how"] == "self-draw" else [face for face in full if face not in WILD]
    if not choice:
        raise OutOfTilesError
    win["tile"] = rng.choice(choice)
    full.remove(win["tile"])
    players[win["by"]]["hand"] = shown(full)
    come_about(rng, record)
    if win["how"] == "rob-kong":
        rob(rng, stock, record, "")
    others(rng, stock, record)
    return record
