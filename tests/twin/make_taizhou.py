"""Finished hands of 台州 as records out of a seed, built like those of `tests.twin.generate`.

Not asked, because the sheet leaves it open: a robbed dragon (whether its kong maker gave a live tile), a claimed wild tile,
limits that are no even tens, and wins at the limit that can be read as a full flush or as something else with other payers.
"""

import random
from typing import Any

from tests.twin import taizhou
from tests.twin.generate import OutOfTilesError, Record, Stock, laid, last_meld_is_kong, pick_win, random_set, rob, written
from tests.twin.table import FACES

WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
STYLES = ["any"] * 4 + ["flush", "winds", "dragons"] * 2 + ["half", "honours", "pungs"]


def make_options(rng: random.Random) -> dict[str, Any]:
    """Now and then an option."""
    choices: dict[str, list[Any]] = {
        "limit": [60, 200, 1000],
        "round_to_ten": [True],
        "live_tile_only": [False],
        "four_winds": ["big", "little", "little-own-pair", "little", "none"],
        "four_winds_loser_tai": [4, 13],
        "wild_single_discard": ["higher"],
        "passed_win": ["higher", "same-tile"],
    }
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.25}


def make_sets(rng: random.Random, style: str, wild: str) -> tuple[list[list[str]], str]:
    """Four sets and the face of a pair; those of wished honours first."""
    suit = rng.choice("mps")
    faces = {
        "flush": [face for face in FACES if face[1] == suit],
        "half": [face for face in FACES if face[1] in (suit, "z")],
        "winds": [face for face in FACES if face[1] in (suit, "z")],
        "honours": FACES[27:],
    }.get(style, FACES)
    pungs = {"any": 0.3, "flush": 0.2, "half": 0.4, "dragons": 0.3, "winds": 0.6}.get(style, 1.0)
    wished = [face for face in {"winds": WINDS, "dragons": DRAGONS}.get(style, []) if face != wild]
    rng.shuffle(wished)
    number = max(len(wished) - rng.choice([0, 1]), 0)
    sets = [[face] * 3 for face in wished[:number]]
    sets += [random_set(rng, faces, pungs) for _ in range(4 - number)]
    rest = wished[number:]
    return sets, rest[0] if rest and rng.random() < 0.8 else rng.choice(faces)


def printed(rng: random.Random, stock: Stock, faces: list[str], wild: str) -> list[str]:
    """Concealed tiles for these faces: some wild tiles in their place, and whites for the indicator's face."""
    how_wild = rng.choice([0, 0, 0.1, 0.25])
    found: list[str] = []
    for face in faces:
        if face != wild and (rng.random() >= how_wild or found.count(wild) == 3):
            found += stock.take([face])
        elif face == wild and wild != "5z" and rng.random() < 0.8:
            found += stock.take(["5z"])
        else:
            found.append(stock.take_wild(wild))
    return found


def loser_hand(rng: random.Random, stock: Stock, number: int) -> list[str]:
    """Any tiles, pairs and triplets of honours rather often."""
    found: list[str] = []
    while len(found) < number and rng.random() < 0.6:
        face = rng.choice(FACES[27:] if rng.random() < 0.5 else FACES)
        copies = min(rng.choice([2, 2, 3, 4]), number - len(found), stock.left[face])
        found += stock.take([face] * copies)
    return found + stock.take_any(set(), number - len(found))


def near_hand(rng: random.Random, stock: Stock, sets: int) -> list[str]:
    """A hand that lacks a few tiles."""
    faces = [face for face in FACES if stock.left[face] > 1]
    needed = [face for _ in range(sets) for face in random_set(rng, faces, 0.3)] + [rng.choice(faces)] * 2
    full = stock.take(needed)
    rng.shuffle(full)
    for _ in range(rng.randint(1, min(4, len(full)))):
        stock.left[full.pop()] += 1
    return full + stock.take_any(set(), 3 * sets + 1 - len(full))


def losers(rng: random.Random, stock: Stock, record: Record) -> None:
    """Melds, hands and discards of those who did not win."""
    win, wild = record["win"], record["indicator"]
    for seat, player in enumerate(record["players"]):
        if seat == win["by"]:
            continue
        meldable = [face for face in FACES if stock.left[face] > 2 and face != wild]
        if rng.random() < 0.2:
            meldable = [face for face in meldable if face[1] == "z"]
        melds = player.get("melds", [])  # the pung under a robbed kong
        more = rng.choice([0, 0, 1, 1, 2, 3])
        melds = [laid(rng, stock, random_set(rng, meldable, 0.7), seat, None, 0.3) for _ in range(more)] + melds
        number = len(melds)
        player |= {"melds": melds} if melds else {}
        far = rng.random()
        if far < 0.3:
            player["hand"] = written(near_hand(rng, stock, 4 - number))
        elif far < 0.7:
            player["hand"] = written(loser_hand(rng, stock, 13 - 3 * number))


def make(rng: random.Random) -> Record:
    """One record of 台州."""
    winner, dealer = rng.randrange(4), rng.randrange(4)
    wild = rng.choice(FACES) if rng.random() < 0.8 else rng.choice(FACES[27:])
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {"rules": "taizhou", "options": make_options(rng), "indicator": wild, "dealer": dealer, "players": players}
    record["win"] = None
    stock = Stock(rng, [wild], {})
    if rng.random() < 0.01:
        players[0]["melds"] = [laid(rng, stock, random_set(rng, [face for face in FACES if face != wild], 1.0), 0, None, 0.5)]
        return record

    style = rng.choice(STYLES)
    sets, pair = make_sets(rng, style, wild)
    number = rng.choice([0, 0, 1, 1, 2, 2, 3, 3, 4])
    if style not in ("winds", "dragons") or rng.random() < 0.4:
        rng.shuffle(sets)
    sets.sort(key=lambda faces: wild in faces)
    number = min(number, sum(wild not in faces for faces in sets))
    feeder = rng.choice([seat for seat in range(4) if seat != winner])
    melds = [laid(rng, stock, faces, winner, feeder, 0.25) for faces in sets[:number]]
    needed = [face for faces in [*sets[number:], [pair, pair]] for face in faces]
    full = printed(rng, stock, needed, wild)
    if rng.random() < 0.12:
        stock.left[full.pop(rng.randrange(len(full)))] += 1
        full += stock.take_any(set())
    players[winner] |= {"melds": melds} if melds else {}
    win = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "discard", "rob-kong"))
    record["win"] = win
    if not melds and winner == dealer and rng.random() < 0.3:
        players[winner]["hand"] = written(full)
        win |= {"how": "hand", "tile": None, "first_turn": True}
        win.pop("from", None)
        losers(rng, stock, record)
        return checked(record)

    dragons = [face for face in full if face in DRAGONS and face != wild]
    tile = rng.choice(dragons) if dragons and rng.random() < 0.5 else rng.choice(full)
    full.remove(tile)
    win["tile"] = tile
    players[winner]["hand"] = written(full)
    if win["how"] == "self-draw":
        if rng.random() < 0.3 and last_meld_is_kong(players[winner]):
            win["replacement"] = "kong"
        elif rng.random() < 0.1:
            win["last_tile"] = True
    if win["how"] == "rob-kong":
        if tile in DRAGONS:
            raise OutOfTilesError
        rob(rng, stock, record, wild)
    losers(rng, stock, record)
    for seat in range(4):
        if rng.random() < 0.25:
            thrown = stock.take([tile]) if tile != wild and stock.left[tile] > 0 and rng.random() < 0.5 else []
            players[seat]["discards"] = written(thrown + stock.take_any({wild}, rng.randint(0, 2)))
            if not players[seat]["discards"]:
                del players[seat]["discards"]
    return checked(record)


def checked(record: Record) -> Record:
    """The record, unless readings worth the same settle it differently."""
    if len(taizhou.outcomes(record)) > 1:
        raise OutOfTilesError
    return record
