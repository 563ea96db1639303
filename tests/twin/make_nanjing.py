"""Finished hands of 南京 as records out of a seed, built like those of `tests.twin.generate`.

Not asked, because the sheet leaves it open: who pays when three sets came from one player and another's discard became the kong
that brought the win; which kong or fine is paid where somebody cannot pay all of them; several winners of whom one may not win.
"""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Record, Stock, laid, last_meld_is_kong, pick_win, random_set, rob, written
from tests.twin.nanjing import DRAGONS, claims, score, side_payments
from tests.twin.table import CLAIMED, FACES, melds

PLAYING = [face for face in FACES if face not in DRAGONS]
STYLES = ["any", "any", "pungs", "pungs", "flush", "half", "half", "pairs", "pairs", "closed"]


def choose_options(rng: random.Random) -> dict[str, Any]:
    """Now and then an option."""
    choices: dict[str, list[Any]] = {
        "district": ["north", "north", "city"],
        "seven_pairs_value": [80, 80, 40],
        "luxury_pairs": [True, True, False],
        "kong_melded": [5, 20],
        "kong_concealed": [5, 20],
        "kong_flower": [5, 20],
        "fine": [3, 20],
        "double_after_events": [True],
        "multiple_winners": [True, False],
        "stake": [100],
    }
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.2}


def pairs_for(rng: random.Random, faces: list[str]) -> list[str]:
    """Seven pairs, some of them alike, as single tiles with a winning one at the end."""
    fours = rng.choice([0, 0, 1, 1, 2, 3])
    chosen = rng.sample(faces, 7 - fours)
    full = [face for face in chosen for _ in range(2)] + [face for face in chosen[:fours] for _ in range(2)]
    last = chosen[0] if rng.random() < 0.6 else rng.choice(chosen)
    full.remove(last)
    rng.shuffle(full)
    return [*full, last]


def sets_for(rng: random.Random, style: str, faces: list[str], number: int) -> list[str]:
    """Concealed sets and a pair as single tiles, the winning one at the end."""
    pungs = {"pungs": 1.0, "closed": 0.1}.get(style, 0.3)
    groups = [random_set(rng, faces, pungs) for _ in range(number)] + [[rng.choice(faces)] * 2]
    rng.shuffle(groups)
    last = groups.pop()
    tile = last.pop(1 if style == "closed" and len(last) == 3 else rng.randrange(len(last)))
    return [face for group in groups for face in group] + last + [tile]


def show_flowers(rng: random.Random, record: Record, winner: int) -> None:
    """Flowers and dragons for all four, whole groups among them; the winner has none, a few, or enough for any hand."""
    groups = [["1f", "2f", "3f", "4f"], ["5f", "6f", "7f", "8f"], ["5z"] * 4, ["6z"] * 4, ["7z"] * 4]
    rng.shuffle(groups)
    whole = [groups.pop() for _ in range(rng.choice([0, 0, 1, 2]))]
    loose = [face for group in groups for face in group]
    rng.shuffle(loose)
    for seat in [winner, *(other for other in range(4) if other != winner)]:
        number = rng.choice([0, 0, 1, 2, 4, 5] if seat == winner else [0, 1, 2])
        mine, loose = loose[:number], loose[number:]
        while whole and rng.random() < 0.4 and (number or seat != winner):
            mine = mine + whole.pop()
        flowers = "".join(sorted(face[0] for face in mine if face[1] == "f"))
        if mine:
            dragons = written([face for face in mine if face[1] == "z"])
            record["players"][seat]["flowers"] = (flowers + "f" if flowers else "") + dragons


def lay_pung_of(rng: random.Random, stock: Stock, record: Record, tile: str) -> None:
    """Somebody, perhaps the winner, has ponged the face that is waited for."""
    seat = rng.choice([seat for seat in range(4) if seat != record["win"]["by"]])
    source = rng.choice([other for other in range(4) if other != seat])
    text = written(stock.take([tile] * 3))
    record["players"][seat].setdefault("melds", []).append(f"{text}<{source}")


def show_discards(rng: random.Random, stock: Stock, record: Record) -> None:
    """Discards: four in a row of one face, or one player's four; else anything."""
    claimed = any(one.kind in CLAIMED for player in record["players"] for one in melds(player))
    fine = rng.choice(["row", "row", "own", "none"])
    rows: list[list[str]] = [[], [], [], []]
    rounds = rng.randint(1, 3)
    in_turn = stock.take_any(set(DRAGONS), 4 * rounds + rng.randrange(4))
    whole = [face for face in PLAYING if stock.left[face] == 4]
    if fine == "row" and len(in_turn) > 4 and whole:
        at = rng.randrange(len(in_turn) - 3)
        stock.left.update(in_turn[at : at + 4])
        in_turn[at : at + 4] = stock.take([rng.choice(whole)] * 4)
    for turn, face in enumerate(in_turn):
        rows[(record.get("dealer", 0) + turn) % 4].append(face)
    if fine == "own" and whole and not claimed:
        face = rng.choice([one for one in PLAYING if stock.left[one] == 4] or [""])
        if not face:
            raise OutOfTilesError
        rows[rng.randrange(4)] += stock.take([face] * 4)
    for seat, row in enumerate(rows):
        if row:
            record["players"][seat]["discards"] = "".join(row)


def bind(rng: random.Random, stock: Stock, record: Record) -> None:
    """Melds of those who did not win."""
    for seat, player in enumerate(record["players"]):
        if seat == record["win"]["by"] or "hand" in player:
            continue
        number = rng.choice([0, 0, 0, 1, 2])
        texts = [laid(rng, stock, random_set(rng, PLAYING, 1.0), seat, None, 0.3) for _ in range(number)]
        if texts:
            player["melds"] = texts + player.get("melds", [])


def came(rng: random.Random, record: Record) -> None:
    """Where a self-drawn tile came from, and whether the hand was ready as dealt."""
    win = record["win"]
    player = record["players"][win["by"]]
    if rng.random() < 0.6 and last_meld_is_kong(player):
        win["replacement"] = "kong"
    elif rng.random() < 0.3 and player.get("flowers"):
        win["replacement"] = "flower"


def may_ask(record: Record) -> bool:
    """Whether the sheet answers what the record asks."""
    win = record["win"]
    if isinstance(win, dict) and win.get("replacement") == "kong":
        last = melds(record["players"][win["by"]])[-1]
        bound = [seat for seat in range(4) if claims(record, win["by"], seat) >= 3]
        if last.kind == "claimed-kong" and bound and bound != [last.seat]:
            return False
    owes = [0] * 4
    for payer, _, amount in side_payments(record):
        owes[payer] += 2 * amount
    return all(player.get("points", 10000) >= due for player, due in zip(record["players"], owes, strict=True))


def another_winner(rng: random.Random, record: Record, first: list[str], stock: Stock) -> None:
    """A second winner with the same wait in other tiles."""
    win = record["win"]
    seat = rng.choice([seat for seat in range(4) if seat not in (win["by"], win["from"])])
    record["players"][seat]["hand"] = written(stock.take(first))
    record["win"] = [win, win | {"by": seat}]
    if "first_turn" in win or not score(record | {"win": record["win"][1]})["legal"]:
        raise OutOfTilesError


def make(rng: random.Random) -> Record:
    """One record of 南京."""
    winner, dealer = rng.randrange(4), rng.randrange(4)
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {"rules": "nanjing", "options": choose_options(rng), "dealer": dealer, "players": players}
    if rng.random() < 0.4:
        record["streak"] = rng.randint(1, 3)
    if rng.random() < 0.2:
        record["washouts"] = rng.randint(1, 2)
    stock = Stock(rng, [face for face in DRAGONS for _ in range(4)], {})
    show_flowers(rng, record, winner)
    record["win"] = win = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "rob-kong"))
    style = rng.choice(STYLES)
    suit = rng.choice("mps")
    faces = [face for face in PLAYING if style not in ("flush", "half") or face[1] in (suit + "z" if style == "half" else suit)]
    number = 0 if style == "pairs" else rng.choice([0, 0, 1, 2, 3, 4, 4])
    feeder = rng.choice([seat for seat in range(4) if seat != winner])
    texts = [laid(rng, stock, random_set(rng, faces, 1.0), winner, feeder, 0.2) for _ in range(number)]
    full = stock.take(pairs_for(rng, faces) if style == "pairs" else sets_for(rng, style, faces, 4 - number))
    if rng.random() < 0.1:
        stock.left[full.pop(0)] += 1
        full = stock.take_any(set(DRAGONS)) + full
    if texts:
        players[winner]["melds"] = texts
    if rng.random() < 0.04:
        players[winner]["hand"] = written(full[:-1])
        record["win"] = None
    elif not texts and winner == dealer and win["how"] == "self-draw" and rng.random() < 0.5:
        players[winner]["hand"] = written(full)
        win |= {"how": "hand", "first_turn": True}
    else:
        win["tile"] = full.pop()
        players[winner]["hand"] = written(full)
    return dress(rng, stock, record, style, full)


def dress(rng: random.Random, stock: Stock, record: Record, style: str, full: list[str]) -> Record:
    """All else that lies on the table."""
    win = record["win"]
    if win and win["how"] == "self-draw":
        came(rng, record)
    if win and win["tile"] and style == "closed" and win["how"] != "rob-kong" and rng.random() < 0.7:
        lay_pung_of(rng, stock, record, win["tile"])
    if win and win["how"] == "rob-kong":
        rob(rng, stock, record, "")
    elif win and win["how"] == "discard" and rng.random() < 0.1:
        another_winner(rng, record, full, stock)
    quiet = not any(melds(player) for player in record["players"])
    if quiet and win and isinstance(record["win"], dict) and win["how"] != "hand" and rng.random() < 0.25:
        win["first_turn"] = True
    elif win and rng.random() < 0.6 and win["how"] != "hand" and isinstance(record["win"], dict):
        bind(rng, stock, record)
    if rng.random() < 0.3:
        show_discards(rng, stock, record)
    if "stake" in record["options"] or rng.random() < 0.05:
        for player in record["players"]:
            player["points"] = rng.choice([0, 30, 90, 400])
    if not may_ask(record):
        raise OutOfTilesError
    return record
