"""Finished hands of 湖南長沙 as records out of a seed, built like those of `tests.twin.generate`."""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Record, Stock, laid, last_meld_is_kong, open_seat, random_set, rob, written
from tests.twin.table import FACES, tiles

NUMBERS = [face for face in FACES if face[1] != "z"]
FACES_258 = [face for face in NUMBERS if face[0] in "258"]
STYLES = [
    "any",
    "any",
    "any",
    "pungs",
    "pungs",
    "flush",
    "flush",
    "flush pungs",
    "pairs",
    "luxury",
    "flush pairs",
    "258",
    "258 pairs",
]
OPTIONS: dict[str, list[Any]] = {
    "melded_hand_free_pair": [False, False, True],
    "free_pair": [True, True, False],
    "birds": [0, 1, 2, 2],
    "big_points": ["six-seven", "six-seven", "three-six"],
    "big_stack": [False, True],
}


def groups_for(rng: random.Random, style: str) -> list[list[str]]:
    """Four sets and a pair, the pair last; seven pairs; or tiles that need neither."""
    suit = rng.choice("mps")
    faces = [face for face in NUMBERS if face[1] == suit] if "flush" in style else FACES_258 if "258" in style else NUMBERS
    if "pairs" in style or style == "luxury":
        number = {"luxury": rng.choice([5, 6])}.get(style, 7)
        chosen = rng.sample(faces, number)
        return [[face] * 2 for face in [*chosen, *chosen[: 7 - number]]]
    sets = [random_set(rng, faces, 1.0 if "pungs" in style or "258" in style else 0.35) for _ in range(4)]
    return [*sets, [rng.choice(FACES_258 if rng.random() < 0.5 else faces)] * 2]


def dealt(rng: random.Random, stock: Stock, number: int) -> list[str]:
    """A dealt hand, more or less one that wins."""
    style = rng.choice(["any", "four", "fours", "no 258", "two suits", "triplets", "both"])
    hand: list[str] = []
    if style in ("four", "fours", "both"):
        for face in rng.sample(NUMBERS, 2 if style == "fours" else 1):
            hand += stock.take([face] * 4)
    if style in ("triplets", "both"):
        for face in rng.sample([face for face in NUMBERS if stock.left[face] > 2], 2):
            hand += stock.take([face] * 3)
    apart = (
        set(FACES_258) if style == "no 258" else {face for face in NUMBERS if face[1] == "s"} if style == "two suits" else set()
    )
    return hand + stock.take_any(apart, number - len(hand))


def turn_birds(rng: random.Random, stock: Stock, record: Record) -> None:
    """The tiles turned up after the win, of which there may be none left."""
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]]
    number = record["options"].get("birds", 1)
    if number and not wins[0].get("last_tile") and rng.random() < 0.9:
        record["bird"] = "".join(stock.take_any(set(), number))


def came(rng: random.Random, record: Record) -> None:
    """Where the winning tile came from."""
    win = record["win"]
    if win["how"] == "self-draw":
        if rng.random() < 0.5 and last_meld_is_kong(record["players"][win["by"]]):
            win["replacement"] = "kong"
        elif rng.random() < 0.15:
            win["last_tile"] = True
        elif not record["players"][win["by"]].get("melds") and rng.random() < 0.3:
            win["first_turn"] = True
    elif win["how"] == "discard":
        key = rng.choice(["after_kong", "last_tile", "first_turn", "", "", ""])
        if key and (key != "first_turn" or not record["players"][win["by"]].get("melds")):
            win[key] = True


def second_tile(rng: random.Random, stock: Stock, record: Record, waits: str) -> None:
    """Two tiles at once."""
    win = record["win"]
    if win.get("replacement") or win.get("after_kong"):
        record["options"]["double_kong"] = True
        face = waits if waits and rng.random() < 0.6 else rng.choice(NUMBERS)
        win["second_tile"] = stock.take([face])[0]


def other_end(tile: str, groups: list[list[str]]) -> str:
    """Another tile that the hand without `tile` waits for, as far as that is easily seen; `tile` where there is none."""
    for group in groups:
        if len(set(group)) == 3 and tile in (group[0], group[2]):
            number = int(tile[0]) + (3 if tile == group[0] else -3)
            return f"{number}{tile[1]}" if 1 <= number <= 9 else tile
    return tile


def second_winner(rng: random.Random, stock: Stock, record: Record) -> None:
    """Somebody else who could win on the same tile."""
    win = record["win"]
    other = open_seat(rng, record)
    if other is None:
        return
    tile = win["tile"]
    low = min(max(int(tile[0]) - 1, 1), 7)
    run = [f"{low + step}{tile[1]}" for step in range(3)]
    run.remove(tile)
    groups = [run, *groups_for(rng, "any")[1:]]
    record["players"][other]["hand"] = written(stock.take([face for group in groups for face in group]))
    record["win"] = [win, win | {"by": other}]


def make_dealt(rng: random.Random, stock: Stock, record: Record) -> None:
    """One to four winners on their dealt hands."""
    seats = rng.sample(range(4), rng.choice([1, 1, 2, 3, 4]))
    wins = []
    for seat in seats:
        dealer = seat == record["dealer"]
        if dealer and rng.random() < 0.5:
            hand = stock.take([face for group in groups_for(rng, rng.choice(STYLES)) for face in group])
        else:
            hand = dealt(rng, stock, 14 if dealer else 13)
        record["players"][seat]["hand"] = written(hand)
        wins.append({"by": seat, "tile": None, "how": "hand"} | ({"first_turn": True} if rng.random() < 0.5 else {}))
    record["win"] = wins if len(wins) > 1 else wins[0]


def make(rng: random.Random) -> Record:
    """One record of 湖南長沙."""
    winner, dealer = rng.randrange(4), rng.randrange(4)
    players: list[Record] = [{} for _ in range(4)]
    options = {name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.2}
    record: Record = {"rules": "changsha", "options": options, "dealer": dealer, "players": players, "win": None}
    stock = Stock(rng, [], {})
    for face in set(FACES) - set(NUMBERS):
        stock.left[face] = 0
    if rng.random() < 0.2:
        make_dealt(rng, stock, record)
        turn_birds(rng, stock, record)
        return record
    if rng.random() < 0.03:
        return record
    style = rng.choice(STYLES)
    groups = groups_for(rng, style)
    win: Record = {"by": winner, "tile": None, "how": rng.choice(["self-draw", "self-draw", "discard", "discard", "rob-kong"])}
    if win["how"] != "self-draw":
        win["from"] = rng.choice([seat for seat in range(4) if seat != winner])
    number = 0 if "pairs" in style or style == "luxury" else rng.choice([0, 0, 1, 2, 3, 4, 4])
    texts = [laid(rng, stock, faces, winner, None, 0.2) for faces in groups[:number]]
    full = stock.take([face for group in groups[number:] for face in group])
    rng.shuffle(full)
    if rng.random() < 0.06:
        stock.stray(full)
    if style == "258" and number < 4 and rng.random() < 0.7:
        stock.left.update(full)
        full = stock.take_any(set(NUMBERS) - set(FACES_258), len(full))
    win["tile"] = full.pop()
    players[winner] |= {"hand": written(full)} | ({"melds": texts} if texts else {})
    record["win"] = win
    came(rng, record)
    if win["how"] == "rob-kong":
        rob(rng, stock, record, "")
    elif rng.random() < 0.4:
        second_tile(rng, stock, record, other_end(win["tile"], groups[number:]))
    if win["how"] == "discard" and "second_tile" not in win and rng.random() < 0.25:
        second_winner(rng, stock, record)
    turn_birds(rng, stock, record)
    if any(len(player.get("melds", [])) > 4 for player in players) or any(len(tiles(p.get("hand", "1m"))) == 0 for p in players):
        raise OutOfTilesError
    return record
