"""Finished hands of リーチ麻雀 out of a seed, as records: won in every way and shape, by several, nearly won, and drawn.

Left out is what the sheet leaves open: chips for all three red fives where red ones bring none, responsibility through kongs
that do not show when they were laid, wins that the flags of a record contradict.
"""

import random
from typing import Any

from tests.twin.generate import OutOfTilesError, Stock, written
from tests.twin.riichi import NEXT
from tests.twin.riichi_hand import DRAGONS, GREEN, TERMINALS, WINDS, YAOCHU, Block, waits
from tests.twin.table import FACES, meld, tiles

Record = dict[str, Any]
Groups = list[list[str]]

STYLES = (
    *("any", "any", "simples", "flush", "half-flush", "half-flush", "honours", "terminals", "yaochu", "green", "pungs"),
    *("chows", "chows", "straight", "triple-chow", "triple-pung", "dragons", "winds", "doubled", "outside", "gates"),
    *("pairs", "pairs", "orphans", "kongs"),
)
BEFORE = {face: indicator for indicator, face in NEXT.items()}


def faces_for(rng: random.Random, style: str) -> list[str]:
    """The faces that a hand of this style is made of."""
    suit = rng.choice("mps")
    own = [face for face in FACES if face[1] == suit]
    return {
        "simples": [face for face in FACES if face not in YAOCHU],
        "flush": own,
        "half-flush": [*own, *FACES[27:]],
        "honours": FACES[27:],
        "terminals": sorted(TERMINALS),
        "yaochu": sorted(YAOCHU),
        "green": sorted(GREEN),
        "straight": own if rng.random() < 0.3 else FACES,
    }.get(style, FACES)


def chow_from(face: str) -> list[str]:
    """The chow that begins with this face."""
    return [f"{int(face[0]) + more}{face[1]}" for more in range(3)]


def some_set(rng: random.Random, faces: list[str], pungs: float) -> list[str]:
    """A chow or a pung of these faces."""
    for _ in range(20):
        face = rng.choice(faces)
        if rng.random() < pungs:
            return [face] * 3
        if face[1] != "z" and face[0] < "8" and set(chow_from(face)) <= set(faces):
            return chow_from(face)
    return [rng.choice(faces)] * 3


def outside_set(rng: random.Random, honours: bool) -> list[str]:
    """A set with a 1, a 9 or an honour."""
    kind = rng.random()
    if kind < 0.7:
        return chow_from(rng.choice("17") + rng.choice("mps"))
    return [rng.choice(sorted(YAOCHU if honours else TERMINALS))] * 3


def groups_of(rng: random.Random, style: str) -> Groups:
    """Four sets and a pair, the pair last; or seven pairs; or the thirteen and one more."""
    if style == "orphans":
        return [[*sorted(YAOCHU), rng.choice(sorted(YAOCHU))]]
    if style == "pairs":
        faces = faces_for(rng, rng.choice(["any", "simples", "flush", "half-flush", "honours", "yaochu", "doubled"]))
        return [[face, face] for face in rng.sample(faces, 7)]
    if style == "gates":
        suit = rng.choice("mps")
        return [[f"{number}{suit}" for number in [*"1112345678999", rng.choice("123456789")]]]
    faces = faces_for(rng, style)
    pungs = {"chows": 0.0, "pungs": 1.0, "kongs": 1.0, "any": 0.3, "flush": 0.3, "green": 0.6}.get(style, 0.35)
    suits, number = ["m", "p", "s"], rng.randint(1, 7)
    sets: Groups = []
    pair = rng.choice(faces)
    if style == "straight":
        sets = [chow_from(start + faces[0][1]) for start in "147"]
    elif style == "triple-chow":
        sets = [chow_from(f"{number}{suit}") for suit in suits]
    elif style == "triple-pung":
        sets = [[f"{number}{suit}"] * 3 for suit in suits]
    elif style == "doubled":
        chows = [chow_from(f"{rng.randint(1, 7)}{rng.choice(suits)}") for _ in range(rng.choice([1, 2, 2]))]
        sets = [chow[:] for chow in chows for _ in range(rng.choice([2, 2, 2, 3]))][:4]
    elif style in ("dragons", "winds"):
        honours = list(DRAGONS if style == "dragons" else WINDS)
        rng.shuffle(honours)
        if rng.random() < 0.4:
            pair = honours.pop()
        sets = [[face] * 3 for face in honours]
    elif style == "outside":
        honours = rng.random() < 0.5
        sets = [outside_set(rng, honours) for _ in range(4)]
        pair = rng.choice(sorted(YAOCHU if honours else TERMINALS))
    while len(sets) < 4:
        sets.append(some_set(rng, faces, pungs))
    return [*sets, [pair, pair]]


def groups_with(rng: random.Random, tile: str) -> Groups:
    """Sets and a pair one of which holds this tile (for several who win on it)."""
    groups = groups_of(rng, rng.choice(["any", "simples", "chows"]))
    if tile[1] == "z":
        groups[4] = [tile, tile]
    else:
        groups[0] = chow_from(f"{rng.randint(max(1, int(tile[0]) - 2), min(7, int(tile[0])))}{tile[1]}")
    return groups


def lay(rng: random.Random, stock: Stock, faces: list[str], seat: int, concealed: float, kongs: float = 0.25) -> str:
    """One meld as text, taken from the stock."""
    others = [other for other in range(4) if other != seat]
    if len(set(faces)) > 1:
        return f"{written(stock.take(faces))}<{(seat + 3) % 4}"
    if rng.random() < concealed:
        return f"({written(stock.take(faces[:1] * 4))})"
    kong = rng.random() < kongs
    text = written(stock.take(faces[:1] * 4 if kong else faces)) + ("+" if kong and rng.random() < 0.4 else "")
    return f"{text}<{rng.choice(others)}"


def build(rng: random.Random, stock: Stock, seat: int, groups: Groups, tile: str | None, openness: float) -> tuple[Record, str]:
    """A player's entry whose hand these groups complete, and the winning tile. `tile`: taken already, out of a group."""
    at = rng.randrange(len(groups))
    kongs = 0.25
    if all(len(set(group)) == 1 for group in groups) and len(groups) == 5 and rng.random() < 0.3:
        at, kongs = 4, 0.85  # many kongs: the pair waits
    if tile is not None:
        at = next(place for place, group in enumerate(groups) if tile in group)
    last = groups.pop(at)
    winning = tile or rng.choice(last)
    last.remove(winning)
    melds: list[str] = []
    for group in [group for group in groups if len(group) == 3]:
        pung = len(set(group)) == 1
        if rng.random() < openness:
            groups.remove(group)
            melds.append(lay(rng, stock, group, seat, 0.2, kongs))
        elif pung and rng.random() < (0.12 if kongs < 0.5 else 0.85):
            groups.remove(group)
            melds.append(lay(rng, stock, group, seat, 1.0))
    concealed = [*last, *(face for group in groups for face in group)]
    entry: Record = {"hand": written(stock.take(concealed))}
    if melds:
        rng.shuffle(melds)
        entry["melds"] = melds
    if tile is None:
        stock.take([winning])
    return entry, winning


def some_options(rng: random.Random) -> Record:
    """Now and then an option that changes what a record is worth."""
    values: dict[str, list[Any]] = {name: [True] for name in ("head_bump", "triple_ron", "kiriage", "pao")}
    values |= {name: [False] for name in ("pinfu_tsumo", "open_tanyao", "kan_ura", "ura_chips", "all_star", "ippatsu_chips")}
    values |= {"red_chips_concealed_only": [True], "red_chips": [False], "yakuman_chips": list(range(9))}
    options = {name: rng.choice(choice) for name, choice in values.items() if rng.random() < 0.12}
    return options | ({"all_star": False} if "red_chips" in options else {})


def is_concealed(player: Record) -> bool:
    """No claimed meld."""
    return all(text.startswith("(") for text in player.get("melds", []))


def declare(rng: random.Random, player: Record, often: float) -> None:
    """Riichi flags."""
    if is_concealed(player) and rng.random() < often:
        player["flags"] = [rng.choice(["riichi", "riichi", "riichi", "riichi", "double-riichi"])]
        if rng.random() < 0.3:
            player["flags"].append("ippatsu")


def circumstances(rng: random.Random, player: Record, win: Record, dealer: bool) -> None:
    """Last tile, replacement tile, first turn, as far as they go with each other."""
    kongs = [text for text in player.get("melds", []) if "kong" in meld(text).kind]
    flags = player.get("flags", [])
    if win["how"] == "self-draw" and kongs and rng.random() < 0.5:
        player["melds"].remove(kongs[-1])
        player["melds"].append(kongs[-1])
        win["replacement"] = "kong"
        if "ippatsu" in flags:
            flags.remove("ippatsu")
    elif win["how"] != "rob-kong" and rng.random() < 0.1:
        win["last_tile"] = True
    elif win["how"] != "rob-kong" and not player.get("melds") and not flags and not dealer and rng.random() < 0.15:
        win["first_turn"] = True


def turn_up(rng: random.Random, stock: Stock, record: Record) -> None:
    """Indicators: one, and one more for each kong; under-tiles when someone declared riichi."""
    kongs = sum("kong" in meld(text).kind for player in record["players"] for text in player.get("melds", []))
    wins = [record["win"]] if isinstance(record["win"], dict) else record["win"] or []
    held = [face for win in wins for face in tiles(record["players"][win["by"]].get("hand", ""))]
    for name in ("dora", "ura"):
        if name == "ura" and not any("riichi" in flag for player in record["players"] for flag in player.get("flags", [])):
            continue
        turned: list[str] = []
        for _ in range(1 + kongs):
            wanted = BEFORE[rng.choice(held)] if held and rng.random() < 0.35 else None
            turned += stock.take([wanted]) if wanted and stock.left[wanted] > 0 else stock.take_any(set())
        record[name] = "".join(turned)


def redden(rng: random.Random, record: Record) -> None:
    """Makes one five a suit red, wherever it lies; must be where all four are seen."""
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]] if record["win"] else []
    for suit in "mps":
        five = f"5{suit}"
        places: list[tuple[Any, Any]] = [(record, name) for name in ("dora", "ura") if name in record]
        places += [(player, name) for player in record["players"] for name in ("hand", "discards") if name in player]
        places += [(player["melds"], at) for player in record["players"] for at in range(len(player.get("melds", [])))]
        seen = [(owner, name) for owner, name in places for face in tiles(bare(owner[name])) if face == five]
        seen += [(wins[0], "tile")] if wins and wins[0]["tile"] == five else []
        if not seen or (len(seen) < 4 and rng.random() < 0.4):
            continue
        owner, name = rng.choice(seen)
        if owner is (wins[0] if wins else None):
            for win in wins:
                win["tile"] = f"0{suit}"
            continue
        body = bare(owner[name])
        faces = tiles(body)
        faces[faces.index(five)] = f"0{suit}"
        owner[name] = owner[name].replace(body, "".join(faces) if name in ("dora", "ura", "discards") else written(faces))


def bare(text: str) -> str:
    """The tiles of a meld's text, or of any other."""
    return text.partition("<")[0].strip("()+")


def others(rng: random.Random, stock: Stock, record: Record, winners: list[int], shown: float) -> None:
    """What the losers show: melds, sticks; and discards of the winners, now and then one they wait for."""
    for seat, player in enumerate(record["players"]):
        if seat not in winners:
            if rng.random() < 0.3:
                faces = [face for face in FACES if stock.left[face] > 0]
                player.setdefault("melds", []).append(lay(rng, stock, some_set(rng, faces, 0.4), seat, 0.1))
            declare(rng, player, 0.2)
            if "flags" in player:
                player["flags"] = player["flags"][:1]
        elif rng.random() < shown:
            thrown = stock.take_any(set(), rng.randint(1, 5))
            own = waits_of(player)
            wanted = [face for face in own if stock.left[face] > 0]
            if wanted and rng.random() < 0.2:
                thrown += stock.take([rng.choice(wanted)])
            elif rng.random() < 0.8:
                thrown = [face for face in thrown if face not in own]
            player["discards"] = "".join(thrown)


def waits_of(player: Record) -> list[str]:
    """What completes this hand."""
    laid = [meld(text) for text in player.get("melds", [])]
    blocks = (Block("kong" if "kong" in one.kind else one.kind, tuple(one.tiles), one.kind == "concealed-kong") for one in laid)
    return sorted(waits(tuple(tiles(player["hand"])), tuple(blocks)))


def one_winner(rng: random.Random, stock: Stock, record: Record, spoilt: float = 0.12, shown: float = 0.25) -> None:
    """A hand won by one, or (so often) nearly; so often the winner's discards are shown."""
    dealer, players = record["dealer"], record["players"]
    seat = rng.choice([dealer, rng.randrange(4), rng.randrange(4)])
    style = rng.choice(STYLES)
    openness = rng.choice([0, 0, 0, 0.5, 0.8])
    bound = record["options"].get("pao") and rng.random() < 0.7
    if bound:
        style, openness = rng.choice(["dragons", "winds"]), 0.9
    groups = groups_of(rng, style)
    players[seat], tile = build(rng, stock, seat, groups, None, openness)
    win: Record = {"by": seat, "tile": tile, "how": rng.choice(["self-draw", "self-draw", "discard", "discard", "rob-kong"])}
    record["win"] = win
    if record["options"].get("pao") and any(
        "kong" in meld(text).kind and text.lstrip("(")[0] in "1234567" and "z" in text and ("+" in text or "(" in text)
        for text in players[seat].get("melds", [])
    ):
        raise OutOfTilesError
    if rng.random() < spoilt:
        full = tiles(players[seat]["hand"])
        out = full.pop(rng.randrange(len(full)))
        stock.left[out] += 1
        players[seat]["hand"] = written([*full, *stock.take_any({out})])
    if seat == dealer and not players[seat].get("melds") and rng.random() < 0.08:
        players[seat]["hand"] = written([*tiles(players[seat]["hand"]), tile])
        win |= {"tile": None, "how": "hand", "first_turn": True}
    else:
        declare(rng, players[seat], 0.5)
        circumstances(rng, players[seat], win, seat == dealer)
    if win["how"] in ("discard", "rob-kong"):
        win["from"] = rng.choice([other for other in range(4) if other != seat])
    if win["how"] == "rob-kong":
        robbed(rng, stock, players[win["from"]], tile)
    if not win.get("first_turn"):
        others(rng, stock, record, [seat], shown)
        if win["how"] == "rob-kong" and "hand" in players[win["from"]]:
            players[win["from"]] = {"hand": players[win["from"]]["hand"]}


def robbed(rng: random.Random, stock: Stock, player: Record, tile: str) -> None:
    """The pung that the winning tile was added to, or the three others of a concealed kong."""
    three = stock.take([tile] * 3)
    if rng.random() < 0.7:
        player["melds"] = [written(three)]
    else:
        player["hand"] = written([*three, *stock.take_any({tile}, 10)])


def several_winners(rng: random.Random, stock: Stock, record: Record) -> None:
    """Two or three who win on one tile. All of them can: whom a false declaration leaves is another question."""
    source = rng.randrange(4)
    seats = rng.sample([seat for seat in range(4) if seat != source], rng.choice([2, 2, 3]))
    tile = stock.take_any(set())[0]
    record["win"] = []
    for seat in seats:
        entry, _ = build(rng, stock, seat, groups_with(rng, tile), tile, rng.choice([0, 0, 0.3]))
        record["players"][seat] = entry
        if is_concealed(entry):
            entry["flags"] = [rng.choice(["riichi", "riichi", "double-riichi"])]
            if rng.random() < 0.3:
                entry["flags"].append("ippatsu")
        elif not any(set(bare(text)) <= {*"567", "z"} and "z" in text for text in entry["melds"]):
            raise OutOfTilesError  # it might have no yaku
        record["win"].append({"by": seat, "tile": tile, "how": "discard", "from": source})
    if rng.random() < 0.3:
        for win in record["win"]:
            win["last_tile"] = True


def drawn(rng: random.Random, stock: Stock, record: Record) -> None:
    """Nobody won: some ready, some not; discards of terminals and honours only; a hand given up."""
    players, way = record["players"], rng.random()
    if way < 0.1:
        wind = rng.choice(WINDS)
        for seat, player in enumerate(players):
            player["discards"] = stock.take([wind])[0] if seat or rng.random() < 0.7 else stock.take_any({wind})[0]
            player["flags"] = [rng.choice(["is-ready", "not-ready"])]
        return
    for seat, player in enumerate(players):
        groups = groups_of(rng, rng.choice(["any", "chows", "flush", "pairs", "pungs"]))
        entry, last = build(rng, stock, seat, groups, None, rng.choice([0, 0.5, 0.9]))
        stock.left[last] += 1
        player |= entry
        chance = rng.random()
        if chance < 0.35:
            kept = tiles(player["hand"])
            out = kept.pop(rng.randrange(len(kept)))
            stock.left[out] += 1
            player["hand"] = written([*kept, *stock.take_any({out})])
        elif chance < 0.5 and is_concealed(player):
            player["flags"] = [rng.choice(["riichi", "double-riichi"])]
        elif chance < 0.65:
            del player["hand"]
            player["flags"] = [rng.choice(["is-ready", "not-ready"])]
        number = rng.randint(1, 4)
        outer = rng.random() < 0.25
        player["discards"] = "".join(stock.take_any(set(FACES) - YAOCHU if outer else set(), number))


def circumstance(rng: random.Random, options: Record) -> Record:
    """The table before anybody has a tile."""
    return {
        "rules": "riichi",
        "options": options,
        "dealer": rng.randrange(4),
        "round_wind": rng.choice(["1z", "1z", "2z"]),
        "honba": rng.choice([0, 0, 1, 2]),
        "sticks": rng.choice([0, 0, 1, 3]),
        "players": [{} for _ in range(4)],
        "win": None,
    }


def won_record(rng: random.Random) -> Record:
    """A complete hand of any shape won by one (it may lack a yaku), default options; no own discards, sticks, honba."""
    record = circumstance(rng, {}) | {"honba": 0, "sticks": 0}
    stock = Stock(rng, [], {})
    one_winner(rng, stock, record, spoilt=0.0, shown=0.0)
    for seat, player in enumerate(record["players"]):
        if seat != record["win"]["by"]:
            player.pop("flags", None)
    turn_up(rng, stock, record)
    redden(rng, record)
    return record


def riichi_record(rng: random.Random) -> Record:
    """One record of リーチ麻雀."""
    record = circumstance(rng, some_options(rng) if rng.random() < 0.6 else {})
    stock = Stock(rng, [], {})
    rng.choice([one_winner] * 10 + [several_winners, drawn, drawn])(rng, stock, record)
    turn_up(rng, stock, record)
    redden(rng, record)
    return record
