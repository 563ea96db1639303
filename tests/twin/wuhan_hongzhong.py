"""Scores a record of 武漢 紅中頼子槓, or of 荆州, step by step, as their sheets say it. Words in quotes are headings of a sheet.

荆州 lists its differences only, so both are scored here, with a `House` that holds what differs.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from tests.twin.readings import Group, readings
from tests.twin.table import CLAIMED, FACES, illegal, legal
from tests.twin.wuhan import FACES_258, FREE_THE_PAIR, HOLD_THEIR_SELF_DRAW, HONOURS, Player, Way, seated

Record = dict[str, Any]

COLOURS = {"all-honors", "all-258", "full-flush"}


class House(NamedTuple):
    """One table's rules, options applied: what the record alone does not say."""

    seats: int
    in_play: frozenset[str]
    honours: tuple[str, ...]
    kong_faces: frozenset[str]
    wild: str
    each_opening: bool
    minimum: int
    one_loser_enough: bool
    limit: int
    gold: int
    sun: int
    three_suns: int | None
    always_gold: frozenset[str]
    with_last_tile: bool
    extra: Fraction
    colour_base: int
    doubling_base: bool
    third_opening_of: frozenset[str]
    rate: int


class Candidate(NamedTuple):
    """One reading that meets the conditions 1 to 5: its patterns, 硬胡, and the raw payment of every seat."""

    patterns: frozenset[str]
    no_wild: bool
    raw: tuple[Fraction, ...]


class Hand(NamedTuple):
    """The table of one record."""

    house: House
    players: list[Player]
    dealer: int

    def losers(self, winner: int) -> list[int]:
        """The seats but one."""
        return [seat for seat in range(self.house.seats) if seat != winner]


def after(face: str, by: int, honours: tuple[str, ...]) -> str:
    """The face so many places on: 9 goes to 1, honours in their cycle."""
    if face in honours:
        return honours[(honours.index(face) + by) % len(honours)]
    return f"{(int(face[0]) - 1 + by) % 9 + 1}{face[1]}"


def wild_face(indicator: str, honours: tuple[str, ...], kong_faces: frozenset[str]) -> str:
    """ "Wild tiles": the next face, kong tiles passed over."""
    wild = after(indicator, 1, honours)
    while wild in kong_faces:
        wild = after(wild, 1, honours)
    return wild


def hongzhong_house(record: Record) -> House:
    """The house of 武漢; ruling 10 for the order of the options."""
    options, indicator = record.get("options", {}), record["indicator"]
    honours, kinds = tuple(HONOURS), options.get("kong_tiles", "red")
    minimum, limits = 8, (300, 400, 500, 600)
    if kinds != "red":
        minimum, limits = 16, (400, 500, 600, 800)
    each = options.get("open_fan", "once") == "each"
    if each:
        minimum, limits = 32, (600, 800, 1000, 1200)
    kong_faces = {
        "red": frozenset({"7z"}),
        "red-green": frozenset({"7z", "6z"}),
        "skins": frozenset({indicator, after(indicator, -1, honours)}),
    }[kinds]
    names = ("limit", "gold_limit", "sun_limit", "three_suns_limit")
    limit, gold, sun, three = (options.get(name, usual) for name, usual in zip(names, limits, strict=True))
    return House(
        seats=4,
        in_play=frozenset(FACES),
        honours=honours,
        kong_faces=kong_faces,
        wild=wild_face(indicator, honours, kong_faces),
        each_opening=each,
        minimum=options.get("minimum", minimum),
        one_loser_enough=False,
        limit=limit,
        gold=gold,
        sun=sun,
        three_suns=three,
        always_gold=frozenset(),
        with_last_tile=True,
        extra=Fraction(1, 2),
        colour_base=options.get("colour_base", 10),
        doubling_base=options.get("big_win_base", "sum") == "double",
        third_opening_of=frozenset(COLOURS if options.get("flush_responsibility") == "all-colours" else {"full-flush"}),
        rate=options.get("rate") or 1,
    )


def jingzhou_house(record: Record) -> House:
    """The house of 荆州: three players, a suit and east out."""
    options = record.get("options", {})
    honours, kong_faces = tuple(HONOURS[1:]), frozenset({"7z"})
    return House(
        seats=3,
        in_play=frozenset(FACES) - {"1z"} - {f"{number}{options.get('removed_suit', 'm')}" for number in range(1, 10)},
        honours=honours,
        kong_faces=kong_faces,
        wild=wild_face(record["indicator"], honours, kong_faces),
        each_opening=False,
        minimum=options.get("minimum", 8),
        one_loser_enough=True,
        limit=options.get("limit", 300),
        gold=options.get("gold_limit", 400),
        sun=options.get("sun_limit", 500),
        three_suns=None,
        always_gold=frozenset({"all-honors", "all-258"}),
        with_last_tile=False,
        extra=Fraction(1),
        colour_base=10,
        doubling_base=False,
        third_opening_of=frozenset({"full-flush"}),
        rate=options.get("rate") or 1,
    )


def fans(hand: Hand, seat: int) -> dict[str, int]:
    """F: the fans of a player that count for winner and payer alike."""
    player = hand.players[seat]
    openings = sum(meld.kind in CLAIMED for meld in player.melds)
    wilds = player.kong_tiles.count(hand.house.wild)
    return {
        "opening": openings if hand.house.each_opening else int(openings > 0),
        "concealed-kong": 2 * sum(meld.kind == "concealed-kong" for meld in player.melds),
        "wild-kong": 2 * wilds,
        "melded-kong": sum(meld.kind in ("claimed-kong", "added-kong") for meld in player.melds),
        "kong-tile": len(player.kong_tiles) - wilds,
    }


def pair_fits(hand: Hand, pair: Group) -> bool:
    """Condition 4: a pair of 2, 5, 8; of two wild tiles the printed face has to be one."""
    return pair.faces[0] in FACES_258 and (len(pair.stood) < 2 or hand.house.wild in FACES_258)


def read(hand: Hand, way: Way) -> Iterator[tuple[set[str], bool, bool]]:
    """Each reading: its patterns, whether its pair is a 258 pair, whether all wild tiles are themselves."""
    house, player = hand.house, hand.players[way.seat]
    full = Counter([*(player.hand or []), way.tile])
    wilds = full.pop(house.wild, 0)
    laid = [face for meld in player.melds for face in meld.tiles]
    for name, faces in (("all-honors", set(house.honours)), ("all-258", FACES_258)):
        if faces.issuperset([*laid, *full]):
            yield {name}, False, not wilds or house.wild in faces
    may_be = house.in_play - house.kong_faces
    for reading in readings(full, wilds, 4 - len(player.melds), may_be=may_be):
        faces_of_all = {face for group in reading for face in group.faces} | set(laid)
        suits = {face[1] for face in faces_of_all}
        patterns = set()
        if suits == {"z"}:
            patterns.add("all-honors")
        elif len(suits) == 1:
            patterns.add("full-flush")
        if FACES_258.issuperset(faces_of_all):
            patterns.add("all-258")
        if "chow" not in [group.kind for group in reading] + [meld.kind for meld in player.melds]:
            patterns.add("all-pungs")
        fits = pair_fits(hand, next(group for group in reading if group.kind == "pair"))
        if fits:
            patterns |= pair_patterns(hand, way)
        yield patterns, fits, all(face == house.wild for group in reading for face in group.stood)


def pair_patterns(hand: Hand, way: Way) -> set[str]:
    """The patterns that the way of winning brings, where the pair is a 258 pair."""
    claimed = [meld.kind in CLAIMED for meld in hand.players[way.seat].melds]
    fitting = {
        "out-with-replacement-tile": way.how == "self-draw" and way.replacement,
        "last-tile-draw": way.how == "self-draw" and way.last and hand.house.with_last_tile,
        "robbing-the-kong": way.how == "rob-kong",
        "melded-hand": way.how == "discard" and len(claimed) == 4 and all(claimed),
    }
    return {name for name, fits in fitting.items() if fits}


def base(hand: Hand, way: Way, patterns: frozenset[str], discarded: bool) -> Fraction:
    """S(i): the patterns with their half (in 荆州 full) fans; rulings 1 to 3 of 武漢, 3 of 荆州."""
    house = hand.house
    own_draw = way.how == "self-draw"
    if house.doubling_base:
        whole = Fraction(10 * 2 ** (len(patterns) - 1))
        raised = discarded or (own_draw and not patterns & HOLD_THEIR_SELF_DRAW)
        return whole * (1 + house.extra) if raised else whole
    total = Fraction(0)
    for pattern in patterns:
        raised = discarded or (own_draw and pattern not in HOLD_THEIR_SELF_DRAW)
        if pattern in COLOURS and house.colour_base == 15:
            total += 20 if raised else 15
        else:
            total += 10 * (1 + house.extra) if raised else 10
    return total


def raw_payments(hand: Hand, way: Way, patterns: frozenset[str], no_wild: bool) -> tuple[Fraction, ...]:
    """ "Scoring": what each seat would pay before limits, responsibility and rate; 0 for the winner."""
    raw = [Fraction(0)] * hand.house.seats
    for seat in hand.losers(way.seat):
        exponent = sum(fans(hand, way.seat).values()) + sum(fans(hand, seat).values()) + no_wild
        discarded = way.how == "discard" and way.source == seat
        if patterns:
            raw[seat] = base(hand, way, patterns, discarded) * 2**exponent
        else:
            plain = (way.how == "self-draw") + discarded + (hand.dealer in (way.seat, seat))
            raw[seat] = Fraction(2 ** (exponent + plain))
    return tuple(raw)


def meeting(hand: Hand, way: Way) -> tuple[list[Candidate], list[str]]:
    """The readings that meet the conditions 1 to 5, and the words for what hinders others."""
    house, player = hand.house, hand.players[way.seat]
    full = [*(player.hand or []), way.tile]
    laid = [face for meld in player.melds for face in meld.tiles]
    barred = []
    if house.kong_faces & {*full, *laid}:
        barred.append("tiles")
    if house.wild in laid:
        barred.append("wild")
    if not any(meld.kind in CLAIMED for meld in player.melds):
        barred.append("opened")
    found: dict[tuple[frozenset[str], bool], Candidate] = {}
    hindered = set()
    shaped = False
    for patterns, fits, no_wild in read(hand, way):
        shaped = True
        key = frozenset(patterns), no_wild
        if not fits and not patterns & FREE_THE_PAIR:
            hindered.add("pair")
        elif not patterns and full.count(house.wild) > 1:
            hindered.add("wild")
        elif key not in found:
            found[key] = Candidate(*key, raw_payments(hand, way, *key))
    if not shaped:
        barred.insert(0, "shape")
    return ([] if barred else list(found.values())), [*barred, *sorted(hindered)]


def any_tile_completes(hand: Hand, way: Way) -> bool:
    """Ruling 7: every face but the kong tiles would do."""
    if hand.house.wild not in (hand.players[way.seat].hand or []):
        return False
    return all(meeting(hand, way._replace(tile=face))[0] for face in hand.house.in_play - hand.house.kong_faces)


def wins(hand: Hand, way: Way) -> tuple[list[Candidate], list[str]]:
    """The readings that win, condition 6 included, or the words for what is missing."""
    found, hindered = meeting(hand, way)
    if found and way.how != "self-draw" and way.tile == hand.house.wild:
        return [], ["wild", "discard"]
    if found and way.how == "discard" and any_tile_completes(hand, way):
        return [], ["wild", "discard"]
    quorum = any if hand.house.one_loser_enough else all
    enough = [one for one in found if quorum(one.raw[seat] >= hand.house.minimum for seat in hand.losers(way.seat))]
    if found and not enough:
        return [], ["minimum", *hindered]
    return enough, hindered


def is_ready(hand: Hand, seat: int) -> bool:
    """Ruling 12: a tile would win, drawn from the wall or discarded by another; flags go before the hand shown."""
    player = hand.players[seat]
    for flag in ("is-ready", "not-ready"):
        if flag in player.flags:
            return flag == "is-ready"
    if player.hand is None:
        return False
    ways = [("self-draw", None), *(("discard", other) for other in hand.losers(seat))]
    return any(wins(hand, Way(seat, face, how, source))[0] for face in sorted(hand.house.in_play) for how, source in ways)


def amounts(hand: Hand, way: Way, one: Candidate) -> list[int]:
    """ "Limits", then `rate`: what each seat owes for itself."""
    house, losers = hand.house, hand.losers(way.seat)
    due = [min(raw, Fraction(house.limit)) for raw in one.raw]
    if one.patterns & house.always_gold or all(one.raw[seat] >= house.limit for seat in losers):
        closed = [seat for seat in losers if not any(meld.kind in CLAIMED for meld in hand.players[seat].melds)]
        for seat in losers:
            due[seat] = Fraction(house.sun if seat in closed else house.gold)
            if house.three_suns is not None and closed == losers:
                due[seat] = Fraction(house.three_suns)
    return [round(amount / house.rate) for amount in due]  # ruling 9: ties to even


def who_pays(hand: Hand, way: Way, one: Candidate) -> int | None:
    """ "Responsibility", the winning tile's cause first (ruling 8)."""
    if way.how == "rob-kong":
        return way.source
    if way.source is not None and "melded-hand" in one.patterns and not is_ready(hand, way.source):
        return way.source
    opened = [meld for meld in hand.players[way.seat].melds if meld.kind in CLAIMED]
    return opened[2].seat if len(opened) >= 3 and one.patterns & hand.house.third_opening_of else None


def settled(hand: Hand, way: Way, one: Candidate) -> list[int]:
    """What each seat gains or loses."""
    due = amounts(hand, way, one)
    payer = who_pays(hand, way, one)
    if payer is not None:
        due = [sum(due) if seat == payer else 0 for seat in range(len(due))]
    return [sum(due) if seat == way.seat else -amount for seat, amount in enumerate(due)]


def counted(hand: Hand, way: Way, one: Candidate) -> set[str]:
    """Result `patterns`: base patterns (or plain-win) and the winner's fans."""
    names = {*one.patterns, *(name for name, value in fans(hand, way.seat).items() if value)}
    if not one.patterns:
        names.add("plain-win")
        if hand.dealer == way.seat:
            names.add("dealer")
    if one.no_wild:
        names.add("no-wild")
    held = one.patterns & HOLD_THEIR_SELF_DRAW
    # Ruling 2: under "double" one such pattern takes the half fan of all.
    own_fan = not one.patterns or (not held if hand.house.doubling_base else one.patterns - held)
    if way.how == "self-draw" and own_fan:
        names.add("self-drawn")
    return names


def score(record: Record) -> dict[str, Any]:
    """The result of one record: `legal`, `reason`, `patterns`, `net`, and as `ties` the patterns of readings worth as much."""
    house = jingzhou_house(record) if record["rules"] == "jingzhou" else hongzhong_house(record)
    results = record["win"] if isinstance(record["win"], list) else [record["win"]]
    if results == [None]:
        return legal([0] * house.seats, set())
    if len(results) > 1:
        return illegal(["winners"])
    win = results[0]
    players = [seated(player, {*house.kong_faces, house.wild}) for player in record["players"]]
    hand = Hand(house, players, record.get("dealer", 0))
    way = Way(
        win["by"],
        win["tile"],
        win["how"],
        win.get("from"),
        win.get("replacement") in ("kong", "kong-tile"),
        win.get("last_tile", False),
    )
    found, hindered = wins(hand, way)
    if not found:
        return illegal(hindered)
    # Ruling 9: the winner's net decides, then the raw payments.
    worth = [(settled(hand, way, one)[way.seat], sum(one.raw)) for one in found]
    best = [one for one, value in zip(found, worth, strict=True) if value == max(worth)]
    ties = [counted(hand, way, one) for one in best]
    return legal(settled(hand, way, best[0]), ties[0], ties)
