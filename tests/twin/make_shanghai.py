"""Finished hands of the four games of 上海 as records out of a seed, built like those of `tests.twin.generate`.

Not asked, because the sheets leave it open: a self-draw of somebody bound to two others at once, and a hand won as dealt that is
seven pairs (whether a hand without a winning tile had a single wait).
"""

import random
from itertools import pairwise
from typing import Any

from tests.twin.generate import OutOfTilesError, Record, Stock, laid, last_meld_is_kong, pick_win, random_set, rob, written
from tests.twin.shanghai import partners
from tests.twin.shanghai_hand import WINDS
from tests.twin.table import FACES, meld

HONOURS = FACES[27:]
TERMINALS = [face for face in FACES if face[1] == "z" or face[0] in "19"]
SIMPLES = [face for face in FACES if face not in TERMINALS]
PLAIN = ["any", "any", "chows", "chows", "pungs", "flush", "flush", "half", "half", "honours", "honour pungs"]
PLAIN += ["simples", "outside", "pairs"]
NEW = ["pairs", "unrelated", "stars", "simples", "outside", "straight", "mixed straight", "same", "alike", "five"]
OPTIONS: dict[str, dict[str, list[Any]]] = {
    "shanghai-old": {"base_fu": [0, 20, 10]},
    "shanghai-popular": {"base": [2, 5, 10, 0]},
    "shanghai-new": {"base": [2, 5, 10]},
    "shanghai-1980s": {"base": [1, 5, 0], "limit": [30, 60, 100]},
}


def run(number: int, suit: str) -> list[str]:
    """The chow from that number on."""
    return [f"{number + step}{suit}" for step in range(3)]


def related_sets(rng: random.Random, style: str) -> list[list[str]]:
    """Three or four chows that stand together."""
    suits = rng.sample("mps", 3)
    low = rng.randint(1, 7)
    if style == "straight":
        return [run(number, suits[0]) for number in (1, 4, 7)]
    if style == "mixed straight":
        return [run(number, suit) for number, suit in zip((1, 4, 7), suits, strict=True)]
    if style == "same":
        return [run(low, suits[0]), *(run(low, rng.choice(suits)) for _ in range(3))]
    return [run(low, suits[0]) for _ in range(rng.choice([2, 3]))]


def groups_for(rng: random.Random, style: str, own: str) -> tuple[list[list[str]], str]:
    """Four sets and the face of a pair."""
    suit = rng.choice("mps")
    faces = {
        "flush": [face for face in FACES if face[1] == suit],
        "half": [face for face in FACES if face[1] in (suit, "z")],
        "honours": HONOURS,
        "chows": FACES[:27],
        "simples": SIMPLES,
    }.get(style, FACES)
    pungs = {"chows": 0.03, "pungs": 1.0, "honours": 1.0, "simples": 0.2}.get(style, 0.35)
    if style == "outside":
        ends = [[face] * 3 for face in TERMINALS] + [run(number, one) for number in (1, 7) for one in "mps"] * 2
        return [rng.choice(ends) for _ in range(4)], rng.choice(TERMINALS)
    sets = related_sets(rng, style) if style in ("straight", "mixed straight", "same", "alike") else []
    sets = [run(4, suit)] if style == "five" else sets
    if style == "honour pungs":
        sets = [[own] * 3] * rng.choice([0, 1])
        faces, pungs = HONOURS, 1.0
    sets += [random_set(rng, faces, pungs) for _ in range(4 - len(sets))]
    return sets, rng.choice(FACES if style == "chows" and rng.random() < 0.3 else faces)


def shapeless(rng: random.Random, style: str) -> list[str]:
    """Fourteen tiles that are pairs or unrelated."""
    if style == "pairs":
        kinds = rng.choice(["mpsz", "mpsz", "mps", "mz", "mp", "p", "z"])
        faces = [face for face in (SIMPLES if kinds == "mps" else FACES) if face[1] in kinds]
        some = rng.sample(faces, 7)
        some[1] = some[0] if rng.random() < 0.25 else some[1]
        return [face for face in some for _ in range(2)]
    honours = 7 if style == "stars" else rng.choice([5, 6])
    numbers: list[str] = []
    while len(numbers) != 14 - honours:
        numbers = []
        for suit in "mps":
            three = sorted(rng.sample(range(1, 10), rng.choice([2, 3])))
            apart = all(high - low >= 3 for low, high in pairwise(three))
            numbers += [f"{number}{suit}" for number in three] if apart or rng.random() < 0.01 else []
    return [*numbers, *rng.sample(HONOURS, honours)]


def show_flowers(rng: random.Random, record: Record) -> None:
    """Flowers for all four, the winner first."""
    choice = list("1234" if record["rules"] == "shanghai-old" else "12345678")
    rng.shuffle(choice)
    by = record["win"]["by"] if record["win"] else 0
    for at, seat in enumerate((by + step) % 4 for step in range(4)):
        number = rng.choice([0, 0, 0, 1, 2, 4, 8] if at == 0 else [0, 1, 2, 2])
        if at == 0 and number == 4:
            group = rng.choice(["1234", "5678"])
            choice = [one for one in choice if one in group] + [one for one in choice if one not in group]
        mine, choice = choice[:number], choice[number:]
        if mine:
            record["players"][seat]["flowers"] = "".join(sorted(mine)) + "f"


def loser_hand(rng: random.Random, stock: Stock, number: int) -> list[str]:
    """Any tiles, pairs and triplets of honours rather often."""
    found: list[str] = []
    while len(found) < number and rng.random() < 0.6:
        face = rng.choice(HONOURS if rng.random() < 0.5 else FACES)
        copies = min(rng.choice([2, 2, 3, 4]), number - len(found), stock.left[face])
        found += stock.take([face] * copies)
    return found + stock.take_any(set(), number - len(found))


def losers(rng: random.Random, stock: Stock, record: Record) -> None:
    """Melds of the three who did not win, often claimed from the winner, and hands where those count."""
    win = record["win"]
    for seat, player in enumerate(record["players"]):
        if seat == win["by"]:
            continue
        feeder = win["by"] if rng.random() < 0.5 else None
        number = rng.choice([0, 0, 1, 2, 3]) if "melds" not in player else rng.choice([0, 1])
        faces = [face for face in FACES if stock.left[face] > 2]
        more = [laid(rng, stock, random_set(rng, faces, 0.8), seat, feeder, 0.2) for _ in range(number)]
        melds = more + player.get("melds", [])
        player |= {"melds": melds} if melds else {}
        if record["rules"] == "shanghai-old" and rng.random() < 0.6:
            player["hand"] = written(loser_hand(rng, stock, 13 - 3 * len(melds)))


def start(rng: random.Random, rules: str) -> Record:
    """A record without hands: options, dealer, winds."""
    options = {name: rng.choice(values) for name, values in OPTIONS[rules].items() if rng.random() < 0.25}
    record: Record = {
        "rules": rules,
        "options": options,
        "dealer": rng.randrange(4),
        "players": [{} for _ in range(4)],
        "win": None,
    }
    if rng.random() < 0.2:
        record["east"] = rng.randrange(4)
    if rng.random() < 0.5:
        record["round_wind"] = rng.choice(WINDS)
    return record


def make(rng: random.Random, rules: str) -> Record:
    """One record of one of the four."""
    record, winner = start(rng, rules), rng.randrange(4)
    players = record["players"]
    stock = Stock(rng, [], {})
    if rng.random() < 0.01:
        show_flowers(rng, record)
        return record
    record["win"] = win = pick_win(
        rng, winner, ("self-draw", "self-draw", "self-draw", "discard", "discard", "discard", "rob-kong")
    )
    own = WINDS[(winner - record.get("east", record["dealer"])) % 4]
    style = rng.choice(PLAIN + NEW * (3 if rules == "shanghai-new" else 0))
    if style in ("pairs", "unrelated", "stars"):
        full, melds = stock.take(shapeless(rng, style)), []
    else:
        sets, pair = groups_for(rng, style, own)
        rng.shuffle(sets)
        number = rng.choice([0, 0, 0, 1, 2, 3, 3, 4, 4])
        feeder = rng.choice([seat for seat in range(4) if seat != winner])
        melds = [laid(rng, stock, faces, winner, feeder, 0.2) for faces in sets[:number]]
        full = stock.take([face for faces in sets[number:] for face in faces] + [pair, pair])
    rng.shuffle(full)
    if rng.random() < 0.1:
        stock.left[full.pop(0)] += 1
        full += stock.take_any(set())
    players[winner] |= {"melds": melds} if melds else {}
    show_flowers(rng, record)
    if not melds and win["how"] == "self-draw" and style != "pairs" and rng.random() < 0.15:
        # Now and then somebody else than the dealer, who may not win so.
        record["dealer"] = winner if rng.random() < 0.7 else record["dealer"]
        players[winner]["hand"] = written(full)
        win |= {"how": "hand", "tile": None, "first_turn": True}
        return record
    middle = [face for face in full if face[0] == "5" and face[1] != "z"]
    win["tile"] = rng.choice(middle) if style == "five" and middle else full[-1]
    full.remove(win["tile"])
    players[winner]["hand"] = written(full)
    if win["how"] == "rob-kong":
        rob(rng, stock, record, "")
    losers(rng, stock, record)
    if win["how"] == "self-draw":
        came(rng, record)
        if len(partners(record)) > 1:
            raise OutOfTilesError
    return record


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


def make_old(rng: random.Random) -> Record:
    """One record of 老式."""
    return make(rng, "shanghai-old")


def make_popular(rng: random.Random) -> Record:
    """One record of 流行式."""
    return make(rng, "shanghai-popular")


def make_new(rng: random.Random) -> Record:
    """One record of 新式."""
    return make(rng, "shanghai-new")


def make_1980s(rng: random.Random) -> Record:
    """One record of 1980年代末."""
    return make(rng, "shanghai-1980s")
