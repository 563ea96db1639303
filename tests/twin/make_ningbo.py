"""Finished hands of 寧波 as records out of a seed, built like those of `tests.twin.generate`.

Not asked, because the sheet leaves it open: whether a lone wild tile may win by robbing a kong.
"""

import random
from collections import Counter

from tests.twin.generate import OutOfTilesError, Record, Stock, laid, last_meld_is_kong, pick_win, random_set, rob
from tests.twin.generate import written as suits_written
from tests.twin.ningbo import wild_faces
from tests.twin.readings import complete
from tests.twin.table import FACES, meld

WINDS = ["1z", "2z", "3z", "4z"]
STYLES = ["any", "chows", "chows", "pungs", "flush", "flush", "half", "half", "honours", "honour pungs"]


def written(faces: list[str]) -> str:
    """Tiles as one string, flowers among them."""
    flowers = "".join(sorted(face[0] for face in faces if face[1] == "f"))
    return suits_written([face for face in faces if face[1] != "f"]) + (flowers + "f" if flowers else "")


def groups_for(rng: random.Random, style: str) -> tuple[list[list[str]], str]:
    """Four sets and the face of a pair."""
    suit = rng.choice("mps")
    faces = {
        "flush": [face for face in FACES if face[1] == suit],
        "half": [face for face in FACES if face[1] in (suit, "z")],
        "honours": FACES[27:],
        "chows": FACES[:27],
    }.get(style, FACES)
    pungs = {"chows": 0.03, "pungs": 1.0, "honours": 1.0}.get(style, 0.35)
    sets = [random_set(rng, FACES[27:] if style == "honour pungs" else faces, pungs) for _ in range(4)]
    return sets, rng.choice(FACES if style == "chows" and rng.random() < 0.3 else faces)


def show_flowers(rng: random.Random, record: Record, wild: set[str]) -> None:
    """Flowers for all four, the winner first; wild ones, and the one turned up, are none."""
    choice = [f for f in "12345678" if f"{f}f" not in wild and f"{f}f" != record["indicator"]]
    if record["indicator"][1] == "f":
        choice = [f for f in choice if (f in "1234") != (record["indicator"][0] in "1234")]
    rng.shuffle(choice)
    for at, seat in enumerate((record["win"]["by"] + step) % 4 for step in range(4)):
        number = rng.choice([0, 0, 1, 2, 4, 4, 8]) if at == 0 else rng.choice([0, 1, 2])
        if at == 0 and number == 4:
            group = rng.choice(["1234", "5678"])
            choice = [f for f in choice if f in group] + [f for f in choice if f not in group]
        mine, choice = choice[:number], choice[number:]
        if mine:
            record["players"][seat]["flowers"] = "".join(sorted(mine)) + "f"


def bind(rng: random.Random, stock: Stock, record: Record) -> None:
    """Melds of the three who did not win, some claimed from the winner again and again."""
    for seat in range(4):
        if seat == record["win"]["by"]:
            continue
        feeder = record["win"]["by"] if rng.random() < 0.6 else None
        faces = [face for face in FACES if face != record["indicator"]]
        number = rng.choice([0, 0, 0, 1, 3, 3])
        texts = [laid(rng, stock, random_set(rng, faces, 0.9), seat, feeder) for _ in range(number)]
        if texts:
            record["players"][seat]["melds"] = texts


def choose_indicator(rng: random.Random) -> str:
    """Mostly a playing tile, now and then a flower."""
    return f"{rng.randint(1, 8)}f" if rng.random() < 0.15 else rng.choice(FACES)


def make(rng: random.Random) -> Record:
    """One record of 寧波."""
    winner, dealer = rng.randrange(4), rng.randrange(4)
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {"rules": "ningbo", "indicator": choose_indicator(rng), "dealer": dealer, "players": players, "win": None}
    if rng.random() < 0.3:
        record["options"] = {"minimum": rng.choice([1, 3, 5, 6])}
    if rng.random() < 0.3:
        record["east"] = rng.randrange(4)
    if rng.random() < 0.5:
        record["round_wind"] = rng.choice(WINDS)
    if rng.random() < 0.01:
        return record
    wild = wild_faces(record)
    stock = Stock(rng, [record["indicator"]], {})
    stock.left.update(dict.fromkeys((face for face in wild if face[1] == "f"), 1))
    record["win"] = win = pick_win(rng, winner, ("self-draw", "self-draw", "self-draw", "discard", "discard", "rob-kong"))
    lone = rng.random() < 0.15 and win["how"] != "rob-kong"

    sets, pair = groups_for(rng, rng.choice(STYLES))
    number = rng.choice([0, 0, 0, 1, 2, 3, 3, 4, 4])
    feeder = rng.choice([seat for seat in range(4) if seat != winner])
    meldable = [one for one in sets if record["indicator"] not in one]
    melds = [laid(rng, stock, faces, winner, feeder, 0.2) for faces in meldable[:number]]
    rest = [one for one in sets if one not in meldable[:number]] if len(melds) == number else []
    if len(rest) + len(melds) != 4:
        raise OutOfTilesError
    wanted = [face for faces in rest for face in faces]
    rng.shuffle(wanted)
    wanted += [pair, pair]
    full = []
    how_wild = rng.choice([0, 0, 0.1, 0.3])
    for at, face in enumerate(wanted):
        choice = [one for one in sorted(wild) if stock.left[one] > 0]
        as_wild = choice and (rng.random() < how_wild or (lone and at == len(wanted) - 2))
        full.append(stock.take_wild(rng.choice(choice)) if as_wild else stock.take([face])[0])
    if not lone:
        rng.shuffle(full)
    if rng.random() < 0.1:
        stock.left[full.pop(0)] += 1
        full += stock.take_any(set())
        rng.shuffle(full)
    players[winner] |= {"melds": melds} if melds else {}
    show_flowers(rng, record, wild)
    if not melds and winner == dealer and win["how"] == "self-draw" and rng.random() < 0.4:
        return dealt(rng, record, full)
    win["tile"] = full.pop()
    players[winner]["hand"] = written(full)
    if win["how"] == "discard" and winner != dealer and not melds and rng.random() < 0.2:
        win |= {"from": dealer, "first_turn": True}
        return record
    if win["how"] == "self-draw":
        came(rng, record)
    bind(rng, stock, record)
    if win["how"] == "rob-kong":
        if win["tile"] in wild or waits_alone(full, wild, len(melds)):
            raise OutOfTilesError
        rob(rng, stock, record, record["indicator"])
    return record


def dealt(rng: random.Random, record: Record, full: list[str]) -> Record:
    """天胡, told in either way."""
    win = record["win"]
    win["first_turn"] = True
    if rng.random() < 0.5:
        win |= {"how": "hand"}
    else:
        win["tile"] = full.pop()
    record["players"][win["by"]]["hand"] = written(full)
    return record


def waits_alone(hand: list[str], wild: set[str], melds: int) -> bool:
    """Whether the tiles are complete sets and a lone wild tile."""
    plain = Counter(tile for tile in hand if tile not in wild)
    return plain.total() < len(hand) and complete(plain, len(hand) - plain.total() - 1, 4 - melds, 0)


def came(rng: random.Random, record: Record) -> None:
    """Where a self-drawn tile came from."""
    win = record["win"]
    player = record["players"][win["by"]]
    how = rng.random()
    if how < 0.5 and any("kong" in meld(text).kind for text in player.get("melds", [])) and last_meld_is_kong(player):
        win["replacement"] = "kong"
    elif how < 0.6 and player.get("flowers"):
        win["replacement"] = "flower"
    if rng.random() < 0.1:
        win["last_tile"] = True
