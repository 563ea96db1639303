"""Finished hands of 武漢 紅中頼子槓 and of 荆州 (three players) out of a seed, as records: won in every way, nearly won, drawn.

`colour_base` and `big_win_base` are never asked together: the sheet does not say what one whole base is made of then.
"""

import random
from typing import Any

from tests.twin.generate import (
    OutOfTilesError,
    Record,
    Stock,
    last_meld_is_kong,
    lay_aside,
    random_set,
    show_discarder,
    written,
    wuhan_faces,
    wuhan_hand,
)
from tests.twin.table import FACES
from tests.twin.wuhan_hongzhong import House, hongzhong_house, jingzhou_house

HONGZHONG_OPTIONS: dict[str, list[Any]] = {
    "kong_tiles": ["red", "red-green", "skins"],
    "open_fan": ["once", "each"],
    "minimum": [0, 8, 16, 32],
    "limit": [200],
    "gold_limit": [450],
    "sun_limit": [700],
    "three_suns_limit": [1000],
    "flush_responsibility": ["full-flush", "all-colours"],
    "rate": [10, 20],
}
JINGZHOU_OPTIONS: dict[str, list[Any]] = {
    "removed_suit": ["m", "p", "s"],
    "minimum": [0, 8, 16, 100],
    "limit": [200],
    "gold_limit": [450],
    "sun_limit": [700],
    "rate": [10, 20],
}


def some_options(rng: random.Random, choices: dict[str, list[Any]]) -> dict[str, Any]:
    """Now and then an option."""
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < (0.25 if len(values) > 1 else 0.08)}


def meld_text(
    rng: random.Random, stock: Stock, faces: list[str], seat: int, seats: int, feeder: int | None, concealed: float
) -> str:
    """One meld of a seat; `feeder` is the seat it likes to claim from."""
    chow = len(set(faces)) > 1
    if not chow and rng.random() < concealed:
        return f"({written(stock.take(faces[:1] * 4))})"
    kong = not chow and rng.random() < 0.3
    text = written(stock.take(faces[:1] * 4 if kong else faces))
    if kong and rng.random() < 0.5:
        text += "+"
    if rng.random() < 0.05:
        return text
    likes = feeder is not None and feeder != seat and rng.random() < 0.8
    source = (seat - 1) % seats if chow else feeder if likes else rng.choice([one for one in range(seats) if one != seat])
    return f"{text}<{source}"


def robbed(rng: random.Random, stock: Stock, record: Record) -> None:
    """Gives the robbed player the pung to which the tile was being added."""
    win = record["win"]
    stock.take([win["tile"]] * 3)
    melds = record["players"][win["from"]].setdefault("melds", [])
    source = rng.choice([seat for seat in range(len(record["players"])) if seat != win["from"]])
    melds.append(f"{written([win['tile']] * 3)}<{source}")
    if len(melds) > 4:
        raise OutOfTilesError


def filled(rng: random.Random, record: Record, house: House, indicator: str) -> Record:
    """The hands of a record whose options are settled."""
    seats, players = house.seats, record["players"]
    barred = {*house.kong_faces, house.wild}
    stock = Stock(rng, [indicator], {})
    for face in set(FACES) - house.in_play:
        stock.left[face] = 0
    usable = [face for face in FACES if face in house.in_play and face not in barred]
    faces, pungs = wuhan_faces(rng, usable)
    if not faces:  # a flush of the suit that is out
        raise OutOfTilesError

    winner = rng.randrange(seats)
    losers = [seat for seat in range(seats) if seat != winner]
    number = rng.choice([1, 1, 2, 2, 3, 3, 3, 4, 4, 0])
    feeder = rng.choice(losers)
    texts = [meld_text(rng, stock, random_set(rng, faces, pungs), winner, seats, feeder, 0.25) for _ in range(number)]
    with_own = [*faces, house.wild] if rng.random() < 0.2 else faces
    full = wuhan_hand(rng, stock, house.wild, with_own, 4 - number, pungs)
    if rng.random() < 0.15 and stock.left[house.wild]:
        # A lone wild tile waits: for any tile at all where the pair is free.
        stock.left[full[-2]] += 1
        full[-2] = stock.take_wild(house.wild)
    else:
        rng.shuffle(full)
    if rng.random() < 0.1:
        stock.left[full.pop()] += 1
        full += stock.take_any(set() if rng.random() < 0.7 else barred)
        rng.shuffle(full)
    how = rng.choice(["self-draw", "self-draw", "discard", "discard", "rob-kong", "rob-kong"])
    win: dict[str, Any] = {"by": winner, "tile": full.pop(), "how": how}
    if how != "self-draw":
        win["from"] = rng.choice(losers)
    players[winner] |= {"hand": written(full)} | ({"melds": texts} if texts else {})
    record["win"] = win

    calm = rng.random() < 0.5  # few fans, so that the minimum is asked
    for seat in range(seats):
        if not calm or rng.random() < 0.2:
            lay_aside(rng, stock, players[seat], barred)
        if seat in losers:
            meldable = [face for face in usable if stock.left[face] > 0]
            number = rng.choice([0, 1, 1, 2])
            melds = [meld_text(rng, stock, random_set(rng, meldable, 0.5), seat, seats, None, 0.3) for _ in range(number)]
            players[seat] |= {"melds": melds} if melds else {}
    if how == "self-draw":
        came = rng.random()
        if came < 0.25 and last_meld_is_kong(players[winner]):
            win["replacement"] = "kong"
        elif came < 0.4 and players[winner].get("kong_tiles"):
            win["replacement"] = "kong-tile"
        elif came < 0.6:
            win["last_tile"] = True
    elif how == "rob-kong":
        if win["tile"] in barred:
            raise OutOfTilesError
        robbed(rng, stock, record)
    else:
        show_discarder(rng, stock, record, house.wild, usable)
    return record


def hongzhong_record(rng: random.Random) -> Record:
    """One record of 武漢 紅中頼子槓."""
    options = some_options(rng, HONGZHONG_OPTIONS)
    whole = rng.random()
    options |= {"colour_base": 15} if whole < 0.2 else {"big_win_base": "double"} if whole < 0.4 else {}
    indicator = rng.choice(FACES)
    record: Record = {
        "rules": "wuhan-hongzhong",
        "options": options,
        "indicator": indicator,
        "dealer": rng.randrange(4),
        "players": [{} for _ in range(4)],
        "win": None,
    }
    return record if rng.random() < 0.01 else filled(rng, record, hongzhong_house(record), indicator)


def jingzhou_record(rng: random.Random) -> Record:
    """One record of 荆州."""
    options = some_options(rng, JINGZHOU_OPTIONS)
    out = options.get("removed_suit", "m")
    indicator = rng.choice([face for face in FACES if face[1] != out and face != "1z"])
    record: Record = {
        "rules": "jingzhou",
        "options": options,
        "indicator": indicator,
        "dealer": rng.randrange(3),
        "players": [{} for _ in range(3)],
        "win": None,
    }
    return record if rng.random() < 0.01 else filled(rng, record, jingzhou_house(record), indicator)
