"""Finished hands of 浙江義烏 as records out of a seed, built like those of `tests.twin.generate`."""

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
from tests.twin.table import FACES

WHITE = "5z"
STYLES = ["any", "any", "any", "lone", "lone", "lone", "pairs", "pairs", "lone pairs", "unrelated"]


def unrelated(rng: random.Random) -> list[str]:
    """Fourteen different tiles no two of which are near each other, mostly."""
    numbers = [f"{number}{suit}" for suit in "mps" for number in rng.choice([(1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (2, 6)])]
    honors = [face for face in FACES if face[1] == "z"]
    rng.shuffle(honors)
    if len(numbers) + len(honors) < 14:
        raise OutOfTilesError
    return [*numbers, *honors][:14]


def faces_for(rng: random.Random, style: str, sets: int) -> list[str]:
    """A complete hand with the tile that completes it last; a lone wild tile is none of its."""
    if style == "unrelated":
        return unrelated(rng)
    if "pairs" in style:
        chosen = [rng.choice(FACES) for _ in range(7)]
        hand = [face for face in chosen for _ in range(2)]
        return hand[:12] if style == "lone pairs" else hand
    hand = [face for _ in range(sets) for face in random_set(rng, FACES, 0.4)]
    return hand if style == "lone" else [*hand, *[rng.choice(FACES)] * 2]


def hold_wilds(rng: random.Random, stock: Stock, hand: list[str], wild: str, number: int) -> None:
    """Let wild tiles take the place of some tiles of the hand."""
    for _ in range(min(number, stock.left[wild], len(hand))):
        place = rng.randrange(len(hand))
        if hand[place] != wild:
            stock.left[hand[place]] += 1
            hand[place] = stock.take_wild(wild)


def discards(rng: random.Random, stock: Stock, wild: str, winner: bool) -> str:
    """Own discards, among them wild ones now and then."""
    rows = [[], [], [wild], [wild, wild], [wild, "", wild]] if not winner else [[], [wild], [wild, wild]]
    weights = [12, 6, 1, 2, 1] if not winner else [8, 2, 2]
    row = rng.choices(rows, weights)[0]
    if row.count(wild) > stock.left[wild]:
        row = []
    tiles = [stock.take_wild(wild) if tile == wild else stock.take_any({wild})[0] for tile in row]
    other = stock.take_any({wild}, rng.choice([0, 1, 2]))
    return "".join([*other[:1], *tiles, *other[1:]])


def stakes(rng: random.Random, dealer: int, seat: int) -> Record:
    """What a player has bought and raised."""
    stake: Record = {"buy": rng.random() < 0.5} if rng.random() < 0.6 else {}
    if seat != dealer and rng.random() < 0.5:
        stake["raise"] = rng.choice([1, 2, 3, 4, 6, 8, 16])
    return {"stake": stake} if stake else {}


def second_winner(rng: random.Random, stock: Stock, record: Record) -> None:
    """Somebody else who would win on the same tile."""
    win = record["win"]
    other = open_seat(rng, record)
    if other is None or win["tile"] == WHITE:
        return
    tile = win["tile"]
    first = [tile] * 2 if tile[1] == "z" else [f"{min(max(int(tile[0]) - 1, 1), 7) + step}{tile[1]}" for step in range(3)]
    if tile in first and tile[1] != "z":
        first.remove(tile)
    groups = [first, *(random_set(rng, FACES, 0.3) for _ in range(3)), [rng.choice(FACES)] * 2]
    record["players"][other]["hand"] = written(stock.take([face for group in groups for face in group]))
    record["win"] = rng.choice([[win, win | {"by": other}], [win | {"by": other}, win]])


def make(rng: random.Random) -> Record:
    """One record of 浙江義烏."""
    winner, dealer, wild = rng.randrange(4), rng.randrange(4), rng.choice(FACES)
    stock = Stock(rng, [wild], {} if wild == WHITE else {wild: WHITE})
    players: list[Record] = [stakes(rng, dealer, seat) for seat in range(4)]
    options = {"discard_win_dealer_only": rng.random() < 0.7} if rng.random() < 0.25 else {}
    record: Record = {"rules": "yiwu", "options": options, "indicator": wild, "dealer": dealer, "players": players, "win": None}
    style = rng.choice(STYLES)
    meldable = [face for face in FACES if face != WHITE]
    if rng.random() >= 0.08:
        number = 0 if style in ("pairs", "lone pairs", "unrelated") else rng.choice([0, 0, 1, 2, 3])
        win = pick_win(rng, winner, ("self-draw", "self-draw", "self-draw", "discard", "discard", "rob-kong"))
        texts = [laid(rng, stock, random_set(rng, meldable, 0.5), winner, None, 0.3) for _ in range(number)]
        hand = stock.take(faces_for(rng, style, 4 - number))
        hold_wilds(rng, stock, hand, wild, rng.choice([0, 0, 0, 1, 1, 2]))
        if "lone" in style:
            hand.append(stock.take_wild(wild))
            win["tile"] = stock.take_any(set() if rng.random() < 0.2 else {wild})[0]
        else:
            rng.shuffle(hand)
            win["tile"] = hand.pop()
        if rng.random() < 0.06:
            stock.stray(hand)
        players[winner] |= {"hand": written(hand)} | ({"melds": texts} if texts else {})
        record["win"] = win
        if win["how"] == "self-draw":
            if rng.random() < 0.5 and last_meld_is_kong(players[winner]):
                win["replacement"] = "kong"
            win |= {"last_tile": True} if rng.random() < 0.05 else {}
            win |= {"first_turn": True} if rng.random() < 0.05 and not texts else {}
    for seat in range(4):
        if seat != winner and rng.random() < 0.2:
            text = laid(rng, stock, random_set(rng, [face for face in meldable if stock.left[face] > 2], 0.9), seat, None)
            players[seat]["melds"] = [text]
        row = discards(rng, stock, wild, seat == winner) if rng.random() < 0.5 else ""
        players[seat] |= {"discards": row} if row else {}
        gone = row.count(wild)
        if record["win"] and seat == winner and gone and record["win"]["how"] == "self-draw":
            record["win"]["wild_chain"] = min(gone, 2)
    if record["win"] and record["win"]["how"] == "rob-kong":
        rob(rng, stock, record, wild)
    elif record["win"] and record["win"]["how"] == "discard" and rng.random() < 0.3:
        second_winner(rng, stock, record)
    if min(stock.left.values()) < 0:
        raise OutOfTilesError
    return record
