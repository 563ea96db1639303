"""Finished hands of 陝西 as records out of a seed, built like those of `tests.twin.generate`."""

import random

from tests.twin.generate import (
    OutOfTilesError,
    Record,
    Stock,
    laid,
    last_meld_is_kong,
    open_seat,
    pick_win,
    random_set,
    rob,
    written,
)
from tests.twin.shaanxi import ORPHANS
from tests.twin.table import FACES

STYLES = ["any", "any", "any", "chows", "pungs", "pungs", "pairs", "orphans"]


def groups_for(rng: random.Random, style: str) -> list[list[str]]:
    """Four sets and a pair, the pair last; or groups of a hand of another shape."""
    if style == "pairs":
        chosen = rng.sample(FACES, 7)
        return [[face] * 2 for face in [*chosen[:6], chosen[rng.choice([0, 6, 6])]]]
    if style == "orphans":
        return [[face] for face in [*sorted(ORPHANS), rng.choice(sorted(ORPHANS))]]
    pungs = {"chows": 0.05, "pungs": 1.0}.get(style, 0.35)
    return [*(random_set(rng, FACES, pungs) for _ in range(4)), [rng.choice(FACES)] * 2]


def second_winner(rng: random.Random, stock: Stock, record: Record) -> None:
    """Somebody else who could win on the same tile."""
    win = record["win"]
    other = open_seat(rng, record)
    if other is None:
        return
    tile = win["tile"]
    first = [f"{min(int(tile[0]), 7) + step}{tile[1]}" for step in range(3)] if tile[1] != "z" else [tile] * 3
    first.remove(tile)
    groups = [first, *groups_for(rng, "any")[1:]]
    record["players"][other]["hand"] = written(stock.take([face for group in groups for face in group]))
    record["win"] = rng.choice([[win, win | {"by": other}], [win | {"by": other}, win]])


def make(rng: random.Random) -> Record:
    """One record of 陝西."""
    winner, dealer = rng.randrange(4), rng.randrange(4)
    players: list[Record] = [{"stake": rng.randrange(5)} if rng.random() < 0.8 else {} for _ in range(4)]
    record: Record = {"rules": "shaanxi", "options": {}, "dealer": dealer, "players": players, "win": None}
    if rng.random() < 0.4:
        record["options"] = {"irregular_shapes": rng.random() < 0.8}
    stock = Stock(rng, [], {})
    style = rng.choice(STYLES)
    groups = groups_for(rng, style)
    win = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "rob-kong"))
    number = 0 if style in ("pairs", "orphans") else rng.choice([0, 0, 1, 2, 3, 4])
    melds = [laid(rng, stock, faces, winner, None, 0.3) for faces in groups[:number]]
    full = stock.take([face for group in groups[number:] for face in group])
    rng.shuffle(full)
    if rng.random() < 0.08:
        stock.stray(full)
    win["tile"] = full.pop()
    drawn = rng.random() < 0.05
    players[winner] |= {"hand": written(full)} | ({"melds": melds} if melds else {})
    for seat in range(4):
        if seat != winner:
            usable = [face for face in FACES if stock.left[face] > 2]
            texts = [laid(rng, stock, random_set(rng, usable, 0.9), seat, None, 0.3) for _ in range(rng.choice([0, 0, 1, 2]))]
            players[seat] |= {"melds": texts} if texts else {}
    if drawn:
        return record
    record["win"] = win
    if win["how"] == "self-draw":
        if rng.random() < 0.6 and last_meld_is_kong(players[winner]):
            win["replacement"] = "kong"
        if rng.random() < 0.1:
            win["last_tile"] = True
    elif win["how"] == "rob-kong":
        rob(rng, stock, record, "")
    elif rng.random() < 0.3:
        second_winner(rng, stock, record)
    if any(len(player.get("melds", [])) > 4 for player in players):
        raise OutOfTilesError
    return record
