"""Finished hands out of a seed, as records: won in every way, nearly won, and drawn.

The hands are built, not played: groups of tiles out of one common stock of 136, so that no face comes a fifth time, and a way
to win that could have led there. About one in five is spoilt on purpose (a tile exchanged, a seat or streak that may not win,
a pair of the wrong face), so that the answers `legal: false` are tried as well. Questions the sheets leave open are not asked.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.twin.table import FACES, meld
from tests.twin.wuhan import FACES_258, lay_table

Record = dict[str, Any]


class OutOfTilesError(Exception):
    """The stock holds no tile that is asked for: the record is given up and begun anew."""


class Stock:
    """The tiles not yet placed, and the names under which they are asked for."""

    def __init__(self, rng: random.Random, out: list[str], renamed: dict[str, str]) -> None:
        """`out` lies face up already; `renamed` says which printed face serves for a face (whites for the indicator's)."""
        self.rng = rng
        self.left = Counter(dict.fromkeys(FACES, 4))
        self.renamed = renamed
        self.left.subtract(out)

    def take(self, faces: list[str]) -> list[str]:
        """The printed tiles for these faces."""
        printed = [self.renamed.get(face, face) for face in faces]
        self.left.subtract(printed)
        if min(self.left.values()) < 0:
            raise OutOfTilesError
        return printed

    def take_wild(self, wild: str) -> str:
        """One wild tile, by the face printed on it."""
        self.left[wild] -= 1
        if self.left[wild] < 0:
            raise OutOfTilesError
        return wild

    def stray(self, hand: list[str]) -> None:
        """Put any tile in the place of one of the hand, which may no longer win then."""
        self.left[hand.pop()] += 1
        hand += self.take_any(set())
        self.rng.shuffle(hand)

    def take_any(self, apart_from: set[str], number: int = 1) -> list[str]:
        """Some tiles, whatever they show."""
        choice = [face for face, count in self.left.items() for _ in range(count) if face not in apart_from]
        if len(choice) < number:
            raise OutOfTilesError
        taken = self.rng.sample(choice, number)
        self.left.subtract(taken)
        return taken


def open_seat(rng: random.Random, record: Record) -> int | None:
    """A seat that neither wins, nor gave the tile, nor has melds; None where there is none."""
    win = record["win"]
    others = [seat for seat in range(4) if seat not in (win["by"], win["from"]) and "melds" not in record["players"][seat]]
    return rng.choice(others) if others else None


def written(faces: list[str]) -> str:
    """Tiles as one string, neighbours of one suit under one letter.

    >>> written(["5p", "1m", "2m"])
    '12m5p'
    """
    by_suit = {suit: "".join(sorted(face[0] for face in faces if face[1] == suit)) for suit in "mpsz"}
    return "".join(numbers + suit for suit, numbers in by_suit.items() if numbers)


def random_set(rng: random.Random, faces: list[str], pungs: float) -> list[str]:
    """A chow or (more often with more `pungs`, which is above 0) a pung of the faces allowed."""
    if not faces:
        raise OutOfTilesError
    while True:
        face = rng.choice(faces)
        run = [f"{int(face[0]) + more}{face[1]}" for more in range(3)]
        if rng.random() < pungs or face[1] == "z":
            return [face] * 3
        if int(face[0]) <= 7 and set(run) <= set(faces):
            return run


def laid(rng: random.Random, stock: Stock, faces: list[str], seat: int, feeder: int | None, concealed: float = 0.0) -> str:
    """One meld for a seat, as text, mostly with the seat it came from; `feeder` is the seat it likes to claim from."""
    chow = len(set(faces)) > 1
    if not chow and rng.random() < concealed:
        return f"({written(stock.take(faces[:1] * 4))})"
    kong = not chow and rng.random() < 0.3
    text = written(stock.take(faces[:1] * 4 if kong else faces))
    if kong and rng.random() < 0.5:
        text += "+"
    others = [other for other in range(4) if other != seat]
    source = (seat + 3) % 4 if chow else feeder if feeder not in (None, seat) and rng.random() < 0.8 else rng.choice(others)
    return text if rng.random() < 0.05 else f"{text}<{source}"


def pick_win(rng: random.Random, winner: int, hows: tuple[str, ...]) -> dict[str, Any]:
    """Who wins and how, by one of the ways given; the tile is put in later."""
    win: dict[str, Any] = {"by": winner, "tile": None, "how": rng.choice(hows)}
    if win["how"] != "self-draw":
        win["from"] = rng.choice([seat for seat in range(4) if seat != winner])
    return win


def last_meld_is_kong(player: Record) -> bool:
    """Whether a replacement could have been the last tile drawn; brings a kong to the end when there is one."""
    kongs = [text for text in player.get("melds", []) if "kong" in meld(text).kind]
    if kongs:
        player["melds"].remove(kongs[-1])
        player["melds"].append(kongs[-1])
    return bool(kongs)


def hangzhou_options(rng: random.Random) -> dict[str, Any]:
    """Now and then an option that changes what a record is worth."""
    choices: dict[str, list[Any]] = {
        "no_wild_pairs_on_discard": [False, True],
        "rob_at_two": [True],
        "pao_on_discard": [True],
        "wild": ["white"],
        "self_draw_only": [True, False],
        "wild_discard_forfeit": [True],
        "ten_winds": ["off", "at-10-and-11", "wild-at-10"],
    }
    options = {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.2}
    if rng.random() < 0.25:
        options |= {"wild_discarder_claims": True, "late_pao": True}
    return options


def hangzhou_hand(rng: random.Random, stock: Stock, wild: str, sets: int, lone: bool) -> tuple[list[str], str]:
    """Concealed tiles without the winning one, and the winning tile; `lone` makes a lone wild tile wait."""
    faces = [face for face in FACES if face != "5z"]
    if sets == 4 and rng.random() < 0.4:
        groups = [[face, face] for face in (rng.choice(faces) for _ in range(7))]
        groups[1] = groups[0][:] if rng.random() < 0.4 else groups[1]
    else:
        groups = [[rng.choice(faces)] * 2, *(random_set(rng, faces, 0.35) for _ in range(sets))]
    # The group at the end holds the winning tile; a lone wild tile waits in a pair.
    if lone:
        groups.append(groups.pop(0))
    else:
        rng.shuffle(groups)
    winning = groups[-1].pop(rng.randrange(len(groups[-1])))
    needed = [face for group in groups[:-1] for face in group]
    hand = [stock.take_wild(wild)] if lone else stock.take(groups[-1])
    how_wild = rng.choice([0, 0.1])
    for face in needed:
        as_wild = hand.count(wild) < 3 and rng.random() < how_wild
        hand += [stock.take_wild(wild)] if as_wild else stock.take([face])
    return hand, stock.take_wild(wild) if rng.random() < 0.06 else stock.take([winning])[0]


def ten_honours(rng: random.Random, stock: Stock, record: Record, wild: str) -> Record:
    """A win (or one honour short of it) by option `ten_winds`. Whites and wild tiles stay away: the sheet leaves them open."""
    honours = [face for face in FACES[27:] if face not in (wild, "5z") for _ in range(stock.left[face])]
    number = 10 if record["options"].get("ten_winds") == "wild-at-10" else rng.choice([10, 11])
    thrown = stock.take(rng.sample(honours, rng.choice([number, number, 9])))
    winner = rng.randrange(4)
    record["players"][winner] = {"hand": written(stock.take_any({wild}, 13)), "discards": written(thrown)}
    return record | {"win": {"by": winner, "tile": None, "how": "hand"}}


def hangzhou_record(rng: random.Random) -> Record:
    """One record of 杭州."""
    options = hangzhou_options(rng)
    whites = options.get("wild") == "white"
    indicator = None if whites else rng.choice(FACES)
    wild = indicator or "5z"
    stock = Stock(rng, [indicator] if indicator else [], {} if wild == "5z" else {wild: "5z"})
    winner, dealer = rng.randrange(4), rng.randrange(4)
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {"rules": "hangzhou", "options": options, "dealer": dealer, "streak": rng.randint(1, 4), "players": players}
    if indicator:
        record["indicator"] = indicator
    if rng.random() < 0.01:
        return record | {"win": None}
    if "ten_winds" in options and rng.random() < 0.3:
        return ten_honours(rng, stock, record, wild)

    win = pick_win(rng, winner, ("self-draw", "self-draw", "self-draw", "discard", "rob-kong"))
    self_drawn = win["how"] == "self-draw"
    lone = rng.random() < (0.5 if self_drawn else 0.1)
    number = rng.choice([0, 0, 0, 1, 2, 3, 3, 4])
    feeder = rng.choice([seat for seat in range(4) if seat != winner])
    meldable = [face for face in FACES if face != "5z"]
    texts = [laid(rng, stock, random_set(rng, meldable, 0.5), winner, feeder, 0.3) for _ in range(number)]
    hand, win["tile"] = hangzhou_hand(rng, stock, wild, 4 - number, lone)
    if rng.random() < 0.12:
        stock.left[hand.pop()] += 1
        hand += stock.take_any({wild})
        lone = False  # no chain then: what kongs count before a wild discard that was no 財飄 is left open
    if not self_drawn and rng.random() < 0.8:
        win["from"] = dealer if dealer != winner else win["from"]
        record["streak"] = rng.choice([2, 3, 3, 4])
    players[winner] |= {"hand": written(hand)} | ({"melds": texts} if texts else {})
    record["win"] = win
    if self_drawn:
        hangzhou_chain(rng, stock, record, wild, lone)
    if rng.random() < 0.1 and not win.get("wild_chain"):
        players[winner]["discards"] = written([stock.take_wild(wild)])
    if self_drawn and not win.get("replacement"):
        win |= {name: True for name in ("first_turn", "last_tile") if rng.random() < 0.05 and not texts}

    for seat in range(4):
        # A late claim and a bond together: the sheet does not say which goes first.
        if seat != winner and "chain_claim" not in win:
            liked = winner if rng.random() < 0.7 else None
            meldable = [face for face in FACES if stock.left[face] > 0 and face not in (wild, "5z")]
            melds = [laid(rng, stock, random_set(rng, meldable, 0.9), seat, liked) for _ in range(rng.choice([0, 0, 1, 3]))]
            players[seat] |= {"melds": melds} if melds else {}
        if rng.random() < 0.15:
            players[seat]["points"] = rng.choice([0, 3, 10, 40])
    if win["how"] == "rob-kong":
        rob(rng, stock, record, wild)
    return record


def hangzhou_chain(rng: random.Random, stock: Stock, record: Record, wild: str, lone: bool) -> None:
    """Kongs and wild discards that led to a self-drawn win, and a claim in between for option `late_pao`."""
    win = record["win"]
    winner = record["players"][win["by"]]
    kongs = sum("kong" in meld(text).kind for text in winner.get("melds", []))
    if kongs and rng.random() < 0.5 and last_meld_is_kong(winner):
        win |= {"replacement": "kong", "kongs_in_a_row": rng.randint(1, kongs)}
    if not lone or rng.random() < 0.5:
        return
    chain = rng.randint(1, 2)
    winner["discards"] = written([stock.take_wild(wild) for _ in range(chain)])
    win["wild_chain"] = chain
    if kongs and "replacement" not in win and rng.random() < 0.5:
        win["kongs_in_a_row"] = rng.randint(1, kongs)
    feeders = Counter(meld(text).seat for text in winner.get("melds", []))
    if record["options"].get("late_pao") and feeders[None] < feeders.total() and max(feeders.values()) < 3:
        source = rng.choice([seat for seat in feeders if seat is not None])
        kongs_before = rng.randint(0, win.get("kongs_in_a_row", 0))
        win["chain_claim"] = {"from": source, "wild_chain": rng.randint(1, chain), "kongs": kongs_before}


def rob(rng: random.Random, stock: Stock, record: Record, wild: str) -> None:
    """Gives the robbed player the pung to which the tile was being added; of wild tiles there is none."""
    win = record["win"]
    if win["tile"] == wild:
        raise OutOfTilesError
    stock.left[win["tile"]] -= 3
    if stock.left[win["tile"]] < 0:
        raise OutOfTilesError
    robbed = record["players"][win["from"]]
    robbed.setdefault("melds", []).append(f"{written([win['tile']] * 3)}<{rng.choice([s for s in range(4) if s != win['from']])}")
    if len(robbed["melds"]) > 4:
        raise OutOfTilesError


def wuhan_options(rng: random.Random) -> dict[str, Any]:
    """Now and then an option."""
    choices: dict[str, list[Any]] = {
        "kong_tiles": ["red-green", "skins", "red"],
        "open_fan": ["once", "each"],
        "minimum": [0, 8, 16, 32],
        "limit": [200],
        "gold_limit": [450],
        "sun_limit": [700],
        "three_suns_limit": [1000],
        "all_honors_gold": [True],
        "rate": [10, 20],
    }
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < (0.3 if len(values) > 1 else 0.1)}


def wuhan_faces(rng: random.Random, usable: list[str]) -> tuple[list[str], float]:
    """The faces a hand is built of and how often it takes a pung: plain hands, flushes, honours, 2-5-8, pungs."""
    style = rng.choice(["any", "any", "any", "flush", "flush", "honours", "258", "pungs"])
    suit = rng.choice("mps")
    kept = {
        "flush": [face for face in usable if face[1] == suit],
        "honours": [face for face in usable if face[1] == "z"],
        "258": [face for face in usable if face in FACES_258],
    }.get(style, usable)
    return kept, {"any": 0.3, "flush": 0.3}.get(style, 1.0)


def wuhan_hand(rng: random.Random, stock: Stock, wild: str, faces: list[str], sets: int, pungs: float) -> list[str]:
    """Concealed tiles with the winning one: sets and a pair, or any tiles at all where no sets are needed."""
    shapeless = pungs == 1.0 and len(faces) < 10 and rng.random() < 0.6
    if shapeless:
        needed = rng.choices(faces, k=3 * sets + 2)
    else:
        pairs = [face for face in faces if face in FACES_258]
        pair = rng.choice(pairs if pairs and rng.random() < 0.8 else faces)
        needed = [face for _ in range(sets) for face in random_set(rng, faces, pungs)] + [pair, pair]
    how_wild = rng.choice([0, 0, 0.1, 0.3])
    tiles: list[str] = []
    for face in needed:
        as_wild = face == wild or (rng.random() < how_wild and tiles.count(wild) < 4)
        tiles += [stock.take_wild(wild)] if as_wild else stock.take([face])
    return tiles


def wuhan_record(rng: random.Random) -> Record:
    """One record of 武漢."""
    indicator = rng.choice(FACES)
    winner, dealer = rng.randrange(4), rng.randrange(4)
    players: list[Record] = [{} for _ in range(4)]
    record: Record = {
        "rules": "wuhan",
        "options": wuhan_options(rng),
        "indicator": indicator,
        "dealer": dealer,
        "players": players,
        "win": None,
    }
    if rng.random() < 0.01:
        return record
    table = lay_table(record)
    barred = table.kong_faces | {table.wild}
    stock = Stock(rng, [indicator], {})
    usable = [face for face in FACES if face not in barred]
    faces, pungs = wuhan_faces(rng, usable)

    number = rng.choice([1, 1, 2, 2, 3, 3, 3, 4, 4, 0])
    feeder = rng.choice([seat for seat in range(4) if seat != winner])
    texts = [laid(rng, stock, random_set(rng, faces, pungs), winner, feeder, 0.3) for _ in range(number)]
    with_own = [*faces, table.wild] if rng.random() < 0.2 else faces  # the wild tile's own face may be wanted
    full = wuhan_hand(rng, stock, table.wild, with_own, 4 - number, pungs)
    rng.shuffle(full)
    if rng.random() < 0.1:
        stock.left[full.pop()] += 1
        full += stock.take_any(set() if rng.random() < 0.7 else barred)
        rng.shuffle(full)
    win = pick_win(rng, winner, ("self-draw", "self-draw", "discard", "discard", "rob-kong"))
    win["tile"] = full.pop()
    players[winner] |= {"hand": written(full)} | ({"melds": texts} if texts else {})
    record["win"] = win

    for seat in range(4):
        lay_aside(rng, stock, players[seat], barred)
        if seat == winner:
            continue
        meldable = [face for face in usable if stock.left[face] > 0]
        melds = [laid(rng, stock, random_set(rng, meldable, 0.5), seat, None, 0.3) for _ in range(rng.choice([0, 1, 1, 2]))]
        players[seat] |= {"melds": melds} if melds else {}
    if win["how"] == "self-draw":
        came = rng.random()
        if came < 0.2 and last_meld_is_kong(players[winner]):
            win["replacement"] = "kong"
        elif came < 0.4 and players[winner].get("kong_tiles"):
            win["replacement"] = "kong-tile"
        elif came < 0.6:
            win["last_tile"] = True
    elif win["how"] == "rob-kong":
        rob(rng, stock, record, table.wild)
    else:
        show_discarder(rng, stock, record, table.wild, usable)
    return record


def lay_aside(rng: random.Random, stock: Stock, player: Record, barred: set[str]) -> None:
    """Single tiles laid or discarded as kongs."""
    choice = [face for face in barred for _ in range(stock.left[face])]
    aside = rng.sample(sorted(choice), min(rng.choice([0, 0, 1, 1, 2, 3]), len(choice)))
    stock.left.subtract(aside)
    if aside:
        player["kong_tiles"] = written(aside)


def show_discarder(rng: random.Random, stock: Stock, record: Record, wild: str, usable: list[str]) -> None:
    """What decides whether the discarder was ready: a flag, a hand near completion, any hand, or nothing."""
    player = record["players"][record["win"]["from"]]
    sets = 4 - len(player.get("melds", []))
    how = rng.random()
    if how < 0.25:
        player["flags"] = [rng.choice(["is-ready", "not-ready"])]
    elif how < 0.7:
        faces = [face for face in usable if stock.left[face] > 0]
        full = wuhan_hand(rng, stock, wild, faces, sets, 0.4)
        rng.shuffle(full)
        stock.left[full.pop()] += 1
        player["hand"] = written(full)
    elif how < 0.8:
        player["hand"] = written(stock.take_any(set(), 3 * sets + 1))


def records(make: Callable[[random.Random], Record], seed: int, number: int) -> Iterator[Record]:
    """That many records; the same for the same seed."""
    rng = random.Random(seed)
    made = 0
    while made < number:
        try:
            record = make(rng)
        except OutOfTilesError:
            continue
        made += 1
        yield record
