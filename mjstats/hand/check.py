"""What must add up in a record: seats, wins, tile counts, no fifth copy of a tile.

Each function raises ValueError with one line: the key, the value, what would be right.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from mjstats.tiles import PLAIN, RED_FIVES, SUITED, face_of, parse_tile, parse_tiles, tile_text

if TYPE_CHECKING:
    from mjstats.hand.meld import Meld
    from mjstats.hand.record import Player, Record, WaitsRequest, Win

HAND_SIZES = (13, 16)


def check_win(win: Win) -> None:
    """A win's own keys fit each other."""
    given = win.how in ("discard", "rob-kong")
    if given and win.from_seat is None:
        raise ValueError(f"how is {win.how!r}: the key 'from' is required, the seat that gave the tile away")
    if win.how in ("self-draw", "indicator") and win.from_seat is not None:
        raise ValueError(f"from: {win.from_seat}: nobody gives the tile away when how is {win.how!r}; leave it out")
    if win.from_seat == win.by:
        raise ValueError(f"from: {win.from_seat}: a winner takes no tile from the own seat; 'by' is {win.by} too")
    if win.how == "hand" and win.tile is not None:
        raise ValueError(f"tile: {win.tile!r}: with how 'hand' the tile is null and the hand holds all tiles")
    if win.how != "hand" and win.tile is None:
        raise ValueError(f"tile: null: how is {win.how!r}, so the winning tile is required, such as '5p'")
    if win.replacement is not None and win.how != "self-draw":
        raise ValueError(f"replacement: {win.replacement!r}: only a self-drawn tile is a replacement; how is {win.how!r}")
    if win.kongs_in_a_row is not None and win.replacement is None and not win.wild_chain:
        raise ValueError(f"kongs_in_a_row: {win.kongs_in_a_row}: needs 'replacement', or 'wild_chain' after the kongs")
    if win.wild_chain and win.how != "self-draw":
        raise ValueError(f"wild_chain: {win.wild_chain}: wild tiles are discarded before a self-drawn win; how is {win.how!r}")
    if win.after_kong and win.how != "discard":
        raise ValueError(f"after_kong: true: only a discard is made after a kong; how is {win.how!r}")


def check_flags(flags: tuple[str, ...]) -> None:
    """No flag twice, and not both overrides."""
    for flag, times in Counter(flags).items():
        if times > 1:
            raise ValueError(f"flags: {flag!r} stands there {times} times; once is enough")
    if "is-ready" in flags and "not-ready" in flags:
        raise ValueError("flags: 'is-ready' and 'not-ready' exclude each other")


def check_record(record: Record) -> None:
    """All that can be checked without knowing the rule set."""
    _check_seats(record)
    _check_wins(record)
    check_sizes(record)
    check_copies(record, indicators=False)


def check_sizes(record: Record, *, hand_size: int | None = None, players: int | None = None) -> None:
    """Each hand that is given has 13 or 16 tiles less 3 a meld: `hand_size` when known, else the same for all."""
    if players is not None and len(record.players) != players:
        raise ValueError(f"players: {len(record.players)} seats; {record.rules!r} is played by {players}")
    sizes = HAND_SIZES if hand_size is None else (hand_size,)
    problems = [_wrong_sizes(record, size) for size in sizes]
    if all(problems):
        # The size that most hands have is the one that is meant; of those the one that is nearest.
        raise ValueError(min(problems, key=lambda wrong: (len(wrong), wrong[0][0]))[0][1])


def check_request(request: WaitsRequest, *, hand_size: int | None = None) -> None:
    """The hand of a request holds a rule set's number of tiles, or one more, less 3 a meld."""
    if request.concealed is None:
        raise ValueError("the key 'hand' is required")
    total = len(request.concealed) + _laid(request)
    sizes = HAND_SIZES if hand_size is None else (hand_size,)
    if not any(total in (size, size + 1) for size in sizes):
        need = " or ".join(f"{n}" for size in sizes for n in (size, size + 1))
        raise ValueError(f"hand: {_held(request)}; {need} are needed, less 3 a meld")


def _laid(player: Player) -> int:
    """How many tiles of the hand the melds take the place of; the first group set aside counts as a meld."""
    return 3 * len(player.melds) + (3 if player.set_aside else 0)


def _held(player: Player) -> str:
    melds = len(player.melds)
    aside = ", tiles set aside" if player.set_aside else ""
    return f"{len(player.concealed or ())} tiles {player.hand!r} and {melds} meld{'' if melds == 1 else 's'}{aside}"


def _wrong_sizes(record: Record, size: int) -> list[tuple[int, str]]:
    """The hands that do not add up to `size`: how far each is off, and the line to say."""
    wrong = []
    winners = {win.by for win in record.wins}
    # Who drew last may still hold one tile more when nothing is discarded any more: at a drawn hand, in a last round
    # without discards, and before the first discard.
    one_more = not record.wins or any(win.how in ("hand", "indicator") or win.last_tile for win in record.wins)
    for seat, player in enumerate(record.players):
        if player.concealed is None:
            continue
        won_as_held = any(win.by == seat and win.how == "hand" for win in record.wins)
        allowed = (size, size + 1) if won_as_held or (one_more and seat not in winners) else (size,)
        total = len(player.concealed) + _laid(player)
        if total not in allowed:
            hint = ", without the winning tile" if seat in winners and not won_as_held else ""
            need = " or ".join(str(number - _laid(player)) for number in allowed)
            message = f"players[{seat}].hand: {_held(player)}; {need} tiles are needed ({size} less 3 a meld{hint})"
            wrong.append((min(abs(total - number) for number in allowed), message))
    return wrong


def _check_seats(record: Record) -> None:
    seats = len(record.players)
    if not 2 <= seats <= 4:
        raise ValueError(f"players: {seats} seats; two to four sit at a table, one object each")

    def check(path: str, seat: int | None) -> None:
        if seat is not None and seat >= seats:
            raise ValueError(f"{path}: {seat}: with {seats} players seats go from 0 to {seats - 1}")

    check("dealer", record.dealer)
    check("east", record.east)
    for place, win in _placed_wins(record):
        check(f"{place}.by", win.by)
        check(f"{place}.from", win.from_seat)
        if win.chain_claim is not None:
            check(f"{place}.chain_claim.from", win.chain_claim.from_seat)
    for seat, player in enumerate(record.players):
        for index, meld in enumerate(player.melds):
            path = f"players[{seat}].melds[{index}]: {str(meld)!r}"
            check(path, meld.claimed_from)
            if meld.claimed_from == seat:
                raise ValueError(f"{path}: claimed from the own seat {seat}; '<k' names the seat that discarded it")


def _placed_wins(record: Record) -> list[tuple[str, Win]]:
    if isinstance(record.win, tuple):
        return [(f"win[{index}]", win) for index, win in enumerate(record.win)]
    return [("win", win) for win in record.wins]


def _check_wins(record: Record) -> None:
    wins = _placed_wins(record)
    if record.win is not None and not wins:
        raise ValueError("win: []: a drawn hand is written null")
    for place, win in wins:
        if win.how != "hand" and record.players[win.by].hand is None:
            raise ValueError(f"players[{win.by}]: the key 'hand' is required, for this seat won")
        _check_replacement(place, win, record.players[win.by])
        if win.how == "indicator" and (win.tile is None or parse_tile(win.tile) not in record.indicators):
            raise ValueError(f"{place}.tile: {win.tile!r}: with how 'indicator' it is the face turned up, {record.indicator!r}")
    if len({win.by for _, win in wins}) < len(wins):
        raise ValueError("win: one seat wins twice; each winner stands in the list once")
    if len({(frozenset((win.tile, win.second_tile)), win.how, win.from_seat) for _, win in wins}) > 1:
        raise ValueError("win: several win on one tile only; 'tile', 'how' and 'from' are the same for all of them")
    if len(wins) > 1 and wins[0][1].how == "self-draw":
        raise ValueError("win: a self-drawn tile has one winner")


def _check_replacement(place: str, win: Win, player: Player) -> None:
    """What a tile replaced lies beside the hand, a kong tile perhaps among the discards; a flower may be left out."""
    if win.replacement is None and win.kongs_in_a_row is None:
        return
    single = len(parse_tiles(player.kong_tiles)) + len(player.set_aside) + len(parse_tiles(player.discards))
    kongs = single + sum(meld.kind == "kong" for meld in player.melds)
    if (win.replacement == "kong" and kongs == 0) or (win.replacement == "kong-tile" and single == 0):
        what = win.replacement.replace("-", " ")
        raise ValueError(f"{place}.replacement: {win.replacement!r}: players[{win.by}] has laid no {what}")
    if win.kongs_in_a_row is not None and win.kongs_in_a_row > kongs:
        raise ValueError(f"{place}.kongs_in_a_row: {win.kongs_in_a_row}: players[{win.by}] has laid {kongs}")


def check_copies(record: Record, *, indicators: bool) -> None:
    """At most four of a face lie at the table, one of a flower; a claimed discard stands in a meld too and counts once.

    The tile turned up is counted with `indicators`: where it may be drawn it lies in a hand by then.
    """
    copies: Counter[int] = Counter()

    def add(text: str | None) -> None:
        copies.update(face_of(code) for code in parse_tiles(text or ""))

    for player in record.players:
        for text in (player.hand, player.kong_tiles, player.flowers, *player.set_aside):
            add(text)
        for meld in player.melds:
            copies.update(meld.faces)
    if indicators:
        copies.update(face_of(code) for code in record.indicators)
    for text in (record.dora, record.ura):
        add(text)
    won_last = False
    if record.wins:
        win = record.wins[0]
        add(win.second_tile)
        # The indicator that was won on is counted already; several winners share one tile.
        if win.how != "indicator":
            add(win.tile)
        won_last = win.last_tile
    # The last tile of the wall is the winning tile and the bird as well.
    bird = parse_tiles(record.bird)
    if not (won_last and record.wins and record.bird == record.wins[0].tile):
        copies.update(face_of(code) for code in bird)
    copies.update(unclaimed(record))
    copies.update(_reds(record))
    for face, number in sorted(copies.items()):
        most = 4 if face < PLAIN else 1
        if number > most:
            raise ValueError(f"{tile_text(face)}: {number} copies in the whole record; there {'are 4' if most == 4 else 'is 1'}")


def _reds(record: Record) -> Counter[int]:
    """Red fives by their tile code, of which there is one each; a claimed one stands among the discards too."""
    held = Counter[int]()
    thrown = Counter[int]()
    for player in record.players:
        if not player.melds and "0" not in f"{player.hand}{player.discards}":  # as in most records
            continue
        held.update(parse_tiles(player.hand or ""))
        held.update(code for meld in player.melds for code in meld.tiles)
        thrown.update(parse_tiles(player.discards))
    if record.wins:
        held.update(parse_tiles(record.wins[0].tile or ""))
    return Counter({code: max(held[code], thrown[code]) for code in RED_FIVES})


def _claimable(meld: Meld) -> set[int]:
    """The faces that may have been claimed: of a chow written out of order ("867p") the first, else any.

    A chow in which white stands for another face ("4m5z6m") is written in the order that it is read in.
    """
    mixed = min(meld.faces) < SUITED <= max(meld.faces)
    return {meld.faces[0]} if not mixed and list(meld.faces) != sorted(meld.faces) else set(meld.faces)


def unclaimed(record: Record) -> Counter[int]:
    """Discards that certainly stand in no meld and are not laid as kong tiles, by face."""
    left: Counter[int] = Counter()
    seats = len(record.players)
    claims = [Counter[int]() for _ in range(seats)]
    anybody: Counter[int] = Counter()
    for player in record.players:
        for meld in player.melds:
            if not meld.is_concealed:
                (anybody if meld.claimed_from is None else claims[meld.claimed_from]).update(_claimable(meld))
    for seat, player in enumerate(record.players):
        laid = Counter(face_of(code) for code in parse_tiles(player.kong_tiles))
        left.update(Counter(face_of(code) for code in parse_tiles(player.discards)) - claims[seat] - laid)
    return left - anybody
