"""Finished hands of 厦門 and 泉州 out of a seed, as records; see `generate` for how such hands are built.

Questions the sheets leave open are not asked: a kong robbed by a hand with a wild tile where such hands may not win on a
discard; three wild tiles at once in 搶金 or 天胡 where three oblige to something else; a wild discard besides a chain where
it forfeits the win.
"""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Stock, laid, last_meld_is_kong, pick_win, random_set, rob, written
from tests.twin.readings import complete
from tests.twin.table import FACES, melds, tiles
from tests.twin.xiamen import sort_out

Record = dict[str, Any]

OPTIONS: dict[str, list[Any]] = {
    "no_discard_win_with_wild": [True, False],
    "base_factor": [1, 3, 5, 8],
    "three_wilds_must_wild_wait": [True],
    "wild_discard_forfeit": [True],
}
QUANZHOU_OPTIONS: dict[str, list[Any]] = {
    "dealer_base": [2, 4, 7],
    "open_pung_as_concealed": [True, True, False],
}
STYLES = {"tile": 64, "lone": 14, "three": 7, "dealt": 6, "indicator": 6, "eight": 0, "drawn": 1}
QUANZHOU_STYLES = STYLES | {"indicator": 2, "eight": 5}


def some_options(rng: random.Random, quanzhou: bool) -> dict[str, Any]:
    """Now and then an option that a record can show."""
    choices = OPTIONS | QUANZHOU_OPTIONS if quanzhou else OPTIONS
    options = {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.15}
    if "dealer_base" in options and rng.random() < 0.7:
        options["dealer_base_step"] = "by-multiplier"
    return options


def some_faces(rng: random.Random) -> list[str]:
    """Faces a hand is built of, the indicator's for whites: all of them, or few, so that it reads in several ways."""
    faces = [face for face in FACES if face != "5z"]
    if rng.random() < 0.4:
        suit, low = rng.choice("mps"), rng.randint(1, 4)
        few = [face for face in faces if face[1] == suit and low <= int(face[0]) < low + 6]
        return few + rng.sample([face for face in faces if face[1] == "z"], 2)
    return faces


def deal_flowers(rng: random.Random, record: Record, winner: int | None, all_eight: bool, most: int) -> None:
    """Some of the eight flowers to everybody; the winner now and then has a set of four complete."""
    flowers = rng.sample(range(1, 9), 8)
    shares: list[list[int]] = [[], [], [], []]
    if winner is not None:
        kind = rng.random()
        if all_eight:
            shares[winner] = flowers[:]
        elif kind < 0.3:
            shares[winner] = [number for number in flowers if (number > 4) == (kind < 0.15)]
            shares[winner] += [number for number in flowers if number not in shares[winner]][: rng.randint(0, 4)]
        elif kind < 0.7:
            shares[winner] = flowers[: rng.randint(1, 5)]
        shares[winner] = shares[winner][:most]
    for number in flowers:
        if not any(number in share for share in shares):
            seat = rng.randrange(4)
            if seat != winner:
                shares[seat].append(number)
    for seat, share in enumerate(shares):
        if share:
            record["players"][seat]["flowers"] = "".join(map(str, sorted(share))) + "f"


def build(rng: random.Random, stock: Stock, wild: str, faces: list[str], sets: int, lone: bool) -> tuple[list[str], str]:
    """Concealed tiles without the winning one, and the winning tile; `lone` makes a lone wild tile wait."""
    pungs = rng.choice([0.2, 0.5, 0.8])
    groups = [[rng.choice(faces)] * 2, *(random_set(rng, faces, pungs) for _ in range(sets))]
    if lone:
        groups.append(groups.pop(0))
    else:
        rng.shuffle(groups)
    winning = groups[-1].pop(rng.randrange(len(groups[-1])))
    hand = [stock.take_wild(wild)] if lone else []
    how_wild = rng.choice([0, 0.1, 0.2])
    for face in [face for group in groups[: -1 if lone else None] for face in group]:
        as_wild = hand.count(wild) < 3 and rng.random() < how_wild
        hand += [stock.take_wild(wild)] if as_wild else stock.take([face])
    return hand, stock.take_wild(wild) if rng.random() < 0.06 else stock.take([winning])[0]


def waits_alone(hand: list[str], wild: str, sets: int) -> bool:
    """The 游金 shape."""
    have, wilds = sort_out(hand, wild)
    return wilds > 0 and complete(have, wilds - 1, sets, pairs=0)


def some_melds(rng: random.Random, stock: Stock, seat: int, number: int, faces: list[str]) -> dict[str, Any]:
    """The key of a player with that many melds."""
    texts = [laid(rng, stock, random_set(rng, faces, 0.6), seat, None, 0.3) for _ in range(number)]
    return {"melds": texts} if texts else {}


def shapeless(rng: random.Random, stock: Stock, record: Record, style: str) -> None:
    """Wins that need no shape: three wild tiles (or only two) at the two moments (or at none), eight flowers (or seven)."""
    wild, winner = record["indicator"], rng.randrange(4)
    player = record["players"][winner]
    record["win"] = {"by": winner, "tile": None, "how": "hand"}
    moments = ["first_turn", "first_turn", "last_tile", "last_tile", None]
    moment = rng.choice(moments if style == "three" else ["first_turn", None])
    if moment:
        record["win"][moment] = True
    number = 0 if moment == "first_turn" else rng.choice([0, 0, 1, 2, 4])
    player |= some_melds(rng, stock, winner, number, some_faces(rng))
    size = 16 - 3 * number + (moment == "first_turn" and winner == record["dealer"])
    wilds = min(rng.choice([3, 3, 3, 3, 2]) if style == "three" else rng.choice([0, 0, 1, 2]), size)
    hand = [stock.take_wild(wild) for _ in range(wilds)]
    if size - len(hand) >= 4 and rng.random() < 0.6:
        hand += stock.take([rng.choice(some_faces(rng))] * rng.choice([3, 3, 4]))
    player["hand"] = written(hand + stock.take_any({wild}, size - len(hand)))
    all_eight = style == "eight" and rng.random() < 0.8
    deal_flowers(rng, record, winner, all_eight, 8 if all_eight else 7)


def dealt(rng: random.Random, stock: Stock, record: Record, style: str) -> None:
    """The dealer's first hand, complete; or a hand completed by the indicator. Some miss a tile."""
    wild = record["indicator"]
    winner = record["dealer"] if style == "dealt" else rng.randrange(4)
    hand, tile = build(rng, stock, wild, some_faces(rng), 5, False)
    record["win"] = {"by": winner, "tile": None, "how": "hand", "first_turn": True}
    if style == "dealt":
        hand.append(tile)
    else:
        stock.left[tile] += 1
        record["win"] = {"by": winner, "tile": wild, "how": "indicator"}
    if rng.random() < 0.2:
        stock.left[hand.pop()] += 1
        hand += stock.take_any({wild})
    most = 2 if style == "indicator" or "three_wilds_must_wild_wait" in record["options"] else 3
    if hand.count(wild) > most or (most == 2 and style == "indicator" and hand.count(wild) == 2 and record["options"]):
        raise OutOfTilesError
    record["players"][winner]["hand"] = written(hand)
    deal_flowers(rng, record, winner, False, 7)


def chain(rng: random.Random, stock: Stock, record: Record) -> None:
    """How a self-drawn tile came: after wild discards, as a replacement, as the last tile."""
    win, options = record["win"], record["options"]
    player, wild = record["players"][win["by"]], record["indicator"]
    if "flowers" in player and rng.random() < 0.15:
        win["replacement"] = "flower"
    elif rng.random() < 0.3 and last_meld_is_kong(player):
        win["replacement"] = "kong"
    elif rng.random() < 0.1:
        win["last_tile"] = True
    lone = waits_alone(tiles(player["hand"]), wild, 5 - len(melds(player)))
    thrown = []
    if rng.random() < (0.6 if lone else 0.03):
        win["wild_chain"] = rng.choice([1, 1, 2])
        thrown = [stock.take_wild(wild) for _ in range(win["wild_chain"])]
    if rng.random() < 0.12 and not (thrown and "wild_discard_forfeit" in options):
        thrown = [stock.take_wild(wild), *stock.take_any({wild}), *thrown]
    if thrown:
        player["discards"] = "".join(thrown)


def on_tile(rng: random.Random, stock: Stock, record: Record, style: str, flowers: int) -> None:
    """A win on a tile: drawn, discarded, robbed."""
    wild, winner = record["indicator"], rng.randrange(4)
    players = record["players"]
    hows = ("self-draw", "self-draw", "discard", "discard", "rob-kong")
    if style == "lone":
        hows = ("self-draw",) * 5 + ("discard", "rob-kong")
    win = record["win"] = pick_win(rng, winner, hows)
    number = rng.choice([0, 0, 1, 1, 2, 3, 4, 5])
    faces = some_faces(rng)
    players[winner] |= some_melds(rng, stock, winner, number, some_faces(rng) if rng.random() < 0.7 else faces)
    if number and rng.random() < 0.02:
        players[winner]["melds"][0] = written([stock.take_wild(wild) for _ in range(3)])
    hand, win["tile"] = build(rng, stock, wild, faces, 5 - number, style == "lone")
    if rng.random() < 0.12:
        stock.left[hand.pop()] += 1
        hand += stock.take_any({wild})
    if win["how"] == "rob-kong" and wild in hand and record["options"].get("no_discard_win_with_wild"):
        raise OutOfTilesError
    players[winner]["hand"] = written(hand)
    deal_flowers(rng, record, winner, rng.random() < 0.1, flowers)
    if win["how"] == "self-draw":
        chain(rng, stock, record)
    elif rng.random() < 0.1:
        players[winner]["discards"] = "".join([stock.take_wild(wild), *stock.take_any({wild})])
    for seat in {0, 1, 2, 3} - {winner}:
        usable = [face for face in FACES if face != "5z" and stock.left[stock.renamed.get(face, face)] > 2]
        if rng.random() < 0.3:
            players[seat] |= some_melds(rng, stock, seat, rng.randint(1, 2), usable)
    if win["how"] == "rob-kong":
        rob(rng, stock, record, wild)


def town_record(rng: random.Random, town: str) -> Record:
    """One record of either town."""
    quanzhou = town == "quanzhou"
    wild = rng.choice(FACES)
    record: Record = {
        "rules": town,
        "options": some_options(rng, quanzhou),
        "indicator": wild,
        "dealer": rng.randrange(4),
        "streak": rng.choice([1, 1, 2, 3, 5]),
        "players": [{}, {}, {}, {}],
        "win": None,
    }
    stock = Stock(rng, [wild], {} if wild == "5z" else {wild: "5z"})
    styles = QUANZHOU_STYLES if quanzhou else STYLES
    style = rng.choices(list(styles), list(styles.values()))[0]
    if style in ("three", "eight"):
        shapeless(rng, stock, record, style)
    elif style in ("dealt", "indicator"):
        dealt(rng, stock, record, style)
    elif style != "drawn":
        # With all eight a hand of 泉州 has won before.
        on_tile(rng, stock, record, style, 7 if quanzhou else 8)
    return record


def make(rng: random.Random) -> Record:
    """One record of 厦門."""
    return town_record(rng, "xiamen")
