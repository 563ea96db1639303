"""Finished hands of 中国麻雀 out of a seed: every shape and theme of its table, melds, kongs, flags, options, some spoilt."""

import random
from typing import Any

from tests.twin.generate import Record, Stock, laid, last_meld_is_kong, pick_win, random_set, rob, written
from tests.twin.mcr import HONOURS, KNITTED
from tests.twin.mcr_patterns import ONLY, OUTSIDE
from tests.twin.table import FACES, meld

NUMBERS = FACES[:27]

#: faces a hand is built of, and how often a set of them is a pung
THEMES: list[tuple[list[str], float]] = [
    (FACES, 0.25),
    (FACES, 0.6),
    (NUMBERS, 0.1),
    ([*sorted(OUTSIDE), "2m", "3m", "7m", "8m", "2p", "3p", "7s", "8s"], 0.5),
    *((ONLY[name].split(), 0.4) for name in ("upper-tiles", "middle-tiles", "lower-tiles", "upper-four", "lower-four")),
    *((ONLY[name].split(), 0.4) for name in ("all-green", "reversible-tiles", "all-simples")),
    *((ONLY[name].split(), 1.0) for name in ("all-terminals", "all-honors", "all-terminals-and-honors")),
    ([f"{number}{suit}" for suit in "mps" for number in (2, 4, 6, 8)], 1.0),
    ([f"{number}{suit}" for suit in "mps" for number in range(3, 8)], 0.1),
    (["1z", "2z", "3z", "4z", "5m", "6m", "7m"], 0.7),
    (["5z", "6z", "7z", "2p", "3p", "4p", "9s"], 0.7),
]


def chow(number: int, suit: str) -> list[str]:
    return [f"{number + more}{suit}" for more in range(3)]


def near_chows(rng: random.Random, sets: int) -> list[list[str]]:
    """Chows that stand together: runs, straights, equal ones, in one suit or over all three."""
    step, start, suits = rng.choice([0, 0, 1, 2, 3, 3, 6]), rng.randint(1, 7), rng.sample("mps", 3)
    spread, turn = rng.choice([1, 1, 2, 3]), rng.choice([3, 3, 4])
    chows = []
    for at in range(sets):
        number = (start - 1 + step * (at % turn if rng.random() < 0.85 else rng.randint(0, 3))) % 7 + 1
        if rng.random() < 0.1:
            number = rng.randint(1, 7)
        chows.append(chow(number, suits[at % spread]))
    return chows


def near_pungs(rng: random.Random, sets: int) -> list[list[str]]:
    """Pungs that stand together, with a set of another kind now and then."""
    start, suits, spread = rng.randint(1, 9), rng.sample("mps", 3), rng.choice([1, 2, 3])
    step = rng.choice([0, 1, 1])
    pungs = [[f"{(start - 1 + step * at) % 9 + 1}{suits[at % spread]}"] * 3 for at in range(sets)]
    return [one if rng.random() < 0.9 else random_set(rng, FACES, 0.5) for one in pungs]


def terminal_chows(rng: random.Random) -> list[list[str]]:
    """123 and 789 twice, in one suit or in two, with a pair of fives in one of the suits."""
    one, other, third = rng.sample("mps", 3)
    other = one if rng.random() < 0.4 else other
    fives = one if other == one and rng.random() < 0.8 else third
    return [[f"5{fives}"] * 2, chow(1, one), chow(7, one), chow(1, other), chow(7, other)]


def plain(rng: random.Random) -> list[list[str]]:
    """Sets that have little to do with each other: next to no pattern."""
    suits = rng.sample("mps", 3)
    numbers = rng.sample([2, 3, 4, 6], 3)
    sets = [chow(number, suit) for number, suit in zip(numbers, suits, strict=True)]
    return [[rng.choice(HONOURS)] * 2, *sets, [rng.choice("2678") + suits[0]] * 3]


def big_pungs(rng: random.Random) -> list[list[str]]:
    """Pungs of winds, of dragons, of terminals, with a pair of the same kind, and what is left over of any kind."""
    faces = rng.choice([HONOURS[:4], HONOURS[:4], HONOURS[4:], ONLY["all-terminals"].split()])
    chosen = rng.sample(faces, min(len(faces), 5))
    pair = chosen.pop() if rng.random() < 0.6 else rng.choice(FACES)
    sets = [[face] * 3 for face in chosen[: rng.choice([3, 4, 4])]]
    return [[pair] * 2, *sets, *(random_set(rng, FACES, 0.5) for _ in range(4 - len(sets)))]


def groups_of(rng: random.Random) -> list[list[str]]:
    """Four sets and a pair, the pair first."""
    style = rng.random()
    if style < 0.03:
        return terminal_chows(rng)
    if style < 0.11:
        return plain(rng)
    if style < 0.19:
        return big_pungs(rng)
    if style < 0.4:
        faces, pungs = rng.choice(THEMES)
        sets = [random_set(rng, faces, pungs) for _ in range(4)]
        return [[rng.choice(faces)] * 2, *sets]
    if style < 0.55:
        suit = rng.choice("mps")
        faces = [face for face in FACES if face[1] == suit or (face[1] == "z" and rng.random() < 0.3)]
        sets = [random_set(rng, faces, 0.3) for _ in range(4)]
        return [[rng.choice(faces)] * 2, *sets]
    number = rng.choice([2, 3, 3, 4, 4])
    sets = near_chows(rng, number) if style < 0.82 else near_pungs(rng, number)
    sets += [random_set(rng, FACES, 0.4) for _ in range(4 - number)]
    pair = rng.choice(["5m", "5p", "5s"]) if rng.random() < 0.3 else rng.choice(FACES)
    return [[pair] * 2, *sets]


def other_shape(rng: random.Random) -> tuple[list[str], list[list[str]]]:
    """A whole hand of another shape: its concealed tiles, and a set that may be laid instead of held."""
    style = rng.random()
    if style < 0.35:
        faces = FACES if rng.random() < 0.4 else rng.choice(THEMES)[0]
        if rng.random() < 0.3:
            start, suit = rng.randint(1, 3), rng.choice("mps")
            faces = [f"{start + more}{suit}" for more in range(7)]
        pairs = rng.sample(faces, 7) if len(faces) >= 7 and rng.random() < 0.7 else rng.choices(faces, k=7)
        return [face for face in pairs for _ in range(2)], []
    if style < 0.45:
        return [*sorted(OUTSIDE), rng.choice(sorted(OUTSIDE))], []
    if style < 0.55:
        suit = rng.choice("mps")
        return [f"{number}{suit}" for number in f"1112345678999{rng.randint(1, 9)}"], []
    knitted = [face for group in rng.choice(KNITTED) for face in group]
    if style < 0.75:
        honours = rng.choice([5, 6, 7, 7])
        return [*rng.sample(HONOURS, honours), *rng.sample(knitted, 14 - honours)], []
    pair = rng.choice(FACES if rng.random() < 0.6 else HONOURS)
    return [*knitted, pair, pair], [random_set(rng, FACES, 0.5)]


def lay_flowers(rng: random.Random, players: list[Record]) -> None:
    """Some of the eight flowers before the players."""
    flowers = rng.sample("12345678", rng.randint(0, 8))
    for flower in flowers:
        player = rng.choice(players)
        player["flowers"] = "".join(sorted(player.get("flowers", "").replace("f", "") + flower)) + "f"


def show_last_tile(rng: random.Random, stock: Stock, record: Record) -> None:
    """Copies of the winning tile in the river, so that it may be the fourth. Not where a claim leaves open what was claimed."""
    tile, players = record["win"]["tile"], record["players"]
    fed = {
        meld(text).seat for player in players for text in player.get("melds", []) if tile in meld(text).tiles
    }  # fmt: skip
    seats = [seat for seat in range(4) if seat not in fed and None not in fed]
    for _ in range(stock.left[tile] if rng.random() < 0.7 else rng.randint(0, stock.left[tile])):
        if seats:
            player = players[rng.choice(seats)]
            player["discards"] = player.get("discards", "") + stock.take([tile])[0]


def ready_hand(rng: random.Random, stock: Stock, winner: int) -> tuple[Record, str]:
    """A player's entry and the tile that completes it."""
    texts: list[str] = []
    if rng.random() < 0.25:
        full, more = other_shape(rng)
        if more and rng.random() < 0.5:
            texts = [laid(rng, stock, more[0], winner, None, 0.3)]
        else:
            full = full + [face for group in more for face in group]
        full = stock.take(full)
    else:
        groups = groups_of(rng)
        number = rng.choice([0, 0, 0, 1, 1, 2, 2, 3, 4])
        order = rng.sample(range(1, 5), number)
        concealed = rng.choice([0.1, 0.3, 1.0])
        texts = [laid(rng, stock, groups[at], winner, None, concealed) for at in order]
        full = stock.take([face for at, group in enumerate(groups) if at not in order for face in group])
    rng.shuffle(full)
    tile = full.pop()
    if rng.random() < 0.06:
        stock.left[full.pop()] += 1
        full += stock.take_any(set())
    return {"hand": written(full)} | ({"melds": texts} if texts else {}), tile


def mcr_record(rng: random.Random) -> Record:
    """One record of 中国麻雀."""
    stock = Stock(rng, [], {})
    winner = rng.randrange(4)
    players: list[Record] = [{} for _ in range(4)]
    options: dict[str, Any] = {}
    record: Record = {"rules": "mcr", "dealer": rng.randrange(4), "players": players, "win": None}
    record["round_wind"] = rng.choice(HONOURS[:4])
    if rng.random() < 0.1:
        record["east"] = rng.randrange(4)
    if rng.random() < 0.3:
        options["flowers"] = True
        lay_flowers(rng, players)
    if rng.random() < 0.2:
        options["limit"] = 88
    if options:
        record["options"] = options
    if rng.random() < 0.01:
        return record
    entry, tile = ready_hand(rng, stock, winner)
    players[winner] |= entry
    win = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "discard", "rob-kong"))
    win["tile"] = tile
    record["win"] = win
    if win["how"] == "rob-kong":
        if stock.left[tile] < 3:
            win["how"] = "discard"
        else:
            rob(rng, stock, record, "")
    elif rng.random() < 0.3:
        show_last_tile(rng, stock, record)
    if rng.random() < 0.15:
        win["last_tile"] = True
    if win["how"] == "self-draw" and rng.random() < 0.5 and last_meld_is_kong(players[winner]):
        win["replacement"] = "kong"
    if options.get("flowers") and "replacement" not in win and win["how"] == "self-draw" and players[winner].get("flowers"):
        win["replacement"] = "flower"
    return record
