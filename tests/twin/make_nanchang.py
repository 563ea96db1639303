"""Finished hands of 南昌 out of a seed, as records: won in every way, nearly won, and drawn. All four hands are given.

A hand is thought of as plain faces first; then some of its tiles are exchanged for wild ones that stand for them. The other
three hold no wild tile at all, some, or as many as can be had, since those points are paid to everybody.
"""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Record, Stock, last_meld_is_kong, pick_win, random_set, rob, written
from tests.twin.nanchang import HONOUR_CHOWS, next_face
from tests.twin.table import FACES, tiles

STYLES = ["plain", "plain", "plain", "lone", "lone", "pungs", "pairs", "lone pairs", "unrelated", "unrelated", "stars"]
SHAPELESS = ("pairs", "lone pairs", "unrelated", "stars")


def some_set(rng: random.Random, pungs: float) -> list[str]:
    """A pung, a chow of a suit or of honours."""
    if pungs < 1 and rng.random() < 0.2:
        return list(rng.choice(HONOUR_CHOWS))
    return random_set(rng, FACES, pungs)


def apart(rng: random.Random, number: int) -> list[str]:
    """That many numbers of the three suits, those of one suit at least three apart."""
    while True:
        chosen = []
        for suit in "mps":
            at = rng.randint(1, 3)
            while at <= 9:
                chosen.append(f"{at}{suit}")
                at += rng.choice([3, 3, 3, 4])
        if len(chosen) >= number:
            return rng.sample(chosen, number)


def wanted(rng: random.Random, style: str, sets: int) -> list[str]:
    """The faces of the concealed tiles, the winning one (at the end) included."""
    if style == "stars":
        faces = [*apart(rng, 7), *FACES[27:]]
    elif style == "unrelated":
        honours = rng.randint(5, 7)
        faces = [*apart(rng, 14 - honours), *rng.sample(FACES[27:], honours)]
    elif style in ("pairs", "lone pairs"):
        some = rng.sample(FACES, 7)
        some[1] = some[0] if rng.random() < 0.3 else some[1]
        faces = [face for face in some for _ in range(2)]
    else:
        groups = [some_set(rng, 1.0 if style == "pungs" else 0.35) for _ in range(sets)]
        faces = [face for group in groups for face in group] + [rng.choice(FACES)] * 2
    if not style.startswith("lone"):
        rng.shuffle(faces)
    return faces


def laid(rng: random.Random, stock: Stock, seat: int, pungs: float) -> str:
    """One meld, as text; wild tiles lie in it as what they show."""
    faces = some_set(rng, pungs)
    chow = len(set(faces)) > 1
    if chow:
        return f"{written(stock.take(faces))}<{(seat + 3) % 4}"
    kong = rng.random() < 0.4
    text = written(stock.take(faces[:1] * (4 if kong else 3)))
    if kong and rng.random() < 0.5:
        return f"({text})"
    source = rng.choice([other for other in range(4) if other != seat])
    return f"{text}{'+' if kong and rng.random() < 0.5 else ''}<{source}"


def wild_meld(stock: Stock, seat: int, head: str, kong: bool) -> str:
    """A pung of the head wild, or a kong of the second, the only one there is."""
    if kong:
        return f"({written(stock.take([next_face(head)] * 4))})"
    return f"{written(stock.take([head] * 3))}<{(seat + 1) % 4}"


def concealed(rng: random.Random, stock: Stock, faces: list[str], wilds: list[str], style: str, often: float) -> list[str]:
    """The printed tiles for these faces, some of them wild tiles that stand for them; a lone one stands last but one."""
    printed = []
    for at, face in enumerate(faces):
        lone = style.startswith("lone") and at == len(faces) - 2
        choice = [wild for wild in wilds if stock.left[wild]]
        if choice and (lone or rng.random() < often):
            printed.append(stock.take_wild(rng.choice(choice)))
        else:
            printed += stock.take([face])
    return printed


def other_hand(rng: random.Random, stock: Stock, player: Record, seat: int, wilds: list[str], greed: float) -> None:
    """A hand of one who did not win: melds and any tiles, with or without wild ones; `greed` is how likely it takes each."""
    melds = [laid(rng, stock, seat, rng.choice([0.3, 0.9])) for _ in range(rng.choice([0, 0, 1, 1, 2, 3]))]
    if greed and rng.random() < 0.1:
        melds.append(wild_meld(stock, seat, wilds[0], rng.random() < 0.6))
    if melds:
        player["melds"] = melds
    size = 13 - 3 * len(melds)
    held = []
    for wild in wilds:
        while stock.left[wild] and len(held) < size and rng.random() < greed:
            held.append(stock.take_wild(wild))
    player["hand"] = written([*held, *stock.take_any(set(wilds), size - len(held))])


def settle_first_turn(rng: random.Random, record: Record, tiles_won: list[str]) -> None:
    """天胡, told in either way, and 地胡, now and then where nothing was laid."""
    win, dealer = record["win"], record["dealer"]
    if any(player.get("melds") for player in record["players"]) or rng.random() > 0.4:
        return
    if win["by"] == dealer and win["how"] == "self-draw":
        win["first_turn"] = True
        if rng.random() < 0.5:
            win |= {"how": "hand", "tile": None}
            record["players"][dealer]["hand"] = written(tiles_won)
    elif win["by"] != dealer and win["how"] == "discard":
        win |= {"from": dealer, "first_turn": True}


def record_of(rng: random.Random) -> Record:
    """One record of 南昌."""
    head = rng.choice(FACES)
    wilds = [head, next_face(head)]
    stock = Stock(rng, [head], {})
    winner, dealer = rng.randrange(4), rng.randrange(4)
    options: dict[str, Any] = {
        name: rng.choice(values)
        for name, values in {
            "draw_dealer_pays": [True, False],
            "passed_pung_ban": [True, False],
            "dead_wall": ["34-tiles", "17-stacks"],
            "indicator_drawable": [True, False],
        }.items()
        if rng.random() < 0.15
    }
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {
        "rules": "nanchang",
        "options": options,
        "indicator": head,
        "dealer": dealer,
        "same_first_discards": rng.choice([0, 0, 0, 0, 0, 1, 2]),
        "players": players,
        "win": None,
    }
    greed = rng.choice([0.0, 0.0, 0.2, 0.5, 0.9])
    if rng.random() < 0.08:
        for seat in rng.sample(range(4), 4):
            other_hand(rng, stock, players[seat], seat, wilds, greed)
        return record

    style = rng.choice(STYLES)
    early = rng.random() < 0.1  # nobody has laid anything
    number = 0 if style in SHAPELESS or early else rng.choice([0, 0, 1, 1, 2, 3, 4])
    texts = [laid(rng, stock, winner, 1.0 if style == "pungs" else 0.5) for _ in range(number)]
    if number and number < 4 and rng.random() < 0.05:
        texts.append(wild_meld(stock, winner, head, rng.random() < 0.6))
    often = rng.choice([0.0, 0.0, 0.1, 0.2, 0.4])
    full = concealed(rng, stock, wanted(rng, style, 4 - len(texts)), wilds, style, often)
    if rng.random() < 0.2:
        stock.left[full.pop(rng.randrange(len(full)))] += 1
        full.insert(rng.randrange(len(full) + 1), *stock.take_any(set()))
    win = pick_win(rng, winner, ("self-draw", "self-draw", "self-draw", "discard", "discard", "rob-kong"))
    if style.startswith("lone") and rng.random() < 0.15 and stock.left[full[-2]]:
        full[-1:] = stock.take([full[-2]])  # the wild's own face comes
    win["tile"] = full[-1]
    players[winner] = {"hand": written(full[:-1])} | ({"melds": texts} if texts else {})
    record["win"] = win
    if win["how"] == "rob-kong":
        rob_any(rng, stock, record, wilds, greed)
    else:
        for seat in range(4):
            if seat != winner and early:
                players[seat]["hand"] = written(stock.take_any(set() if greed else set(wilds), 13))
            elif seat != winner:
                other_hand(rng, stock, players[seat], seat, wilds, greed)
        settle_first_turn(rng, record, full)
    if win["how"] == "self-draw" and not win.get("first_turn") and rng.random() < 0.5 and last_meld_is_kong(players[winner]):
        win |= {"replacement": "kong", "kongs_in_a_row": 1}
    if rng.random() < 0.05 and not win.get("first_turn"):
        win["last_tile"] = True  # has no effect
    return record


def rob_any(rng: random.Random, stock: Stock, record: Record, wilds: list[str], greed: float) -> None:
    """The robbed player's pung, of a wild face too, and the hands that go with it."""
    win = record["win"]
    rob(rng, stock, record, "")
    for seat, player in enumerate(record["players"]):
        if seat == win["by"]:
            continue
        kept = player.pop("melds", [])
        other_hand(rng, stock, player, seat, wilds, greed)
        if kept:
            # The pung takes the place of three concealed tiles; with four melds already there is none left to give.
            melds = player.get("melds", [])
            if len(melds) > 3:
                raise OutOfTilesError
            player["melds"] = melds + kept
            shorten(rng, player)


def shorten(rng: random.Random, player: Record) -> None:
    """Three tiles out of the hand."""
    held = tiles(player["hand"])
    rng.shuffle(held)
    player["hand"] = written(held[3:])
