"""Wins settled a second on one core, from prepared batches, side by side with other programs where they are installed.

Peers are asked the same wins one by one, as their Python faces offer it, and only the asking is timed: the arguments are made
beforehand, as a batch is laid out beforehand. A win on which a peer comes to other points than the page (other rules, or another
question than was meant) is left out of the comparison on both sides; how many are left is printed.

Hands are those of the makers of `tests/twin`, at default options, so that one batch holds them; few are made and often repeated
where making them is slow. CPU time is counted, not time on the clock: what else the machine does matters less so.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple
from unittest import mock

import numpy as np

import mjstats
from mjstats.batch import Batch
from mjstats.kernel.page import NO_INDICATOR
from mjstats.kernel.state import ROUND_SETUP, WIN_BY, WIN_TILE, Seats
from tests.twin import generate, make_riichi
from tests.twin.registry import TWINS
from tests.twin.table import tiles

Record = dict[str, Any]
Question = Callable[[], Any]

WINS = 4000  #: settled in one timing
MADE = 1200  #: records made for a page; those repeat that are wanted
LADEN = 150  #: different hands full of wild tiles
FLOOR = 200_000
MICROSECONDS = 200
#: where the default deal has three wild tiles, the option that has a fourth; elsewhere three are the most there are
FOURTH_WILD: dict[str, Record] = {"hangzhou": {"wild": "white"}}
#: times faster than each peer
RIICHI_PEERS = {"mahjong": 50, "riichienv": 10}
MCR_PEERS = {"PyMahjongGB": 5}


class Peer(NamedTuple):
    """Another program: the question that a record is to it, prepared, and the winner's points out of its answer."""

    question: Callable[[Record], Question]
    points: Callable[[Record, Any], int]


def least_seconds(work: Callable[[], Any], runs: int = 5) -> float:
    """CPU seconds of the best of a few runs, compiling and the first touch left out."""
    work()

    def once() -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return min(once() for _ in range(runs))


# ---- batches


def readable(records: Iterable[Record], options: Record) -> Iterator[tuple[Record, Batch]]:
    """The records with one winner under these options instead of their own, as far as they can be read so, each laid out."""
    for made in records:
        if isinstance(made["win"], dict):
            record = made | {"options": options}
            try:
                yield record, mjstats.lay_out([record])
            except ValueError:  # what only goes with the option that was taken away, or the hand that wild tiles are put into
                continue


def joined(batches: Iterable[Batch]) -> Batch:
    """Batches of one page as one."""
    batches = list(batches)
    tables = zip(*(batch.tables for batch in batches), strict=True)
    return Batch(
        batches[0].rules, Seats(*(np.concatenate(arrays) for arrays in tables)), np.concatenate([batch.wins for batch in batches])
    )


def chosen(batch: Batch, rows: np.ndarray) -> Batch:
    """Only these hands, in this order."""
    return Batch(batch.rules, Seats(*(array[rows] for array in batch.tables)), batch.wins[rows])


def repeated(batch: Batch, number: int) -> Batch:
    """So many hands, from the first on again when there are no more."""
    return chosen(batch, np.arange(number) % len(batch))


def wilds_held(batch: Batch) -> np.ndarray:
    """How many wild tiles each winner holds, the winning tile among them."""
    at, by, tile = np.arange(len(batch)), batch.wins[:, WIN_BY], batch.wins[:, WIN_TILE]
    wild = batch.rules.packed.setup.wild[batch.tables.round[:, ROUND_SETUP]]
    return (batch.tables.hand[at, by] * wild).sum(axis=1) + np.where(tile >= 0, wild[at, tile], 0)


def per_second(batch: Batch) -> float:
    """Wins settled a second."""
    many = repeated(batch, WINS)
    return WINS / least_seconds(many.score)


# ---- peers


class AskedError(Exception):
    """Thrown in the place of an answer: the arguments are all that is wanted."""


def caught(ask: Callable[[Record], Any], owner: Any, name: str) -> Callable[[Record], Question]:
    """The call of `owner.name` that `ask(record)` makes, to be made again and again without what `ask` does besides."""
    function = getattr(owner, name)

    def question(record: Record) -> Question:
        with mock.patch.object(owner, name, side_effect=AskedError) as asked, contextlib.suppress(AskedError):
            ask(record)
        args, keywords = asked.call_args
        return lambda: function(*args, **keywords)

    return question


def mahjong_peer() -> Peer:
    from mahjong.hand_calculating.hand import HandCalculator

    from tests.riichi_oracle import ask_package

    def points(record: Record, answer: Any) -> int:
        return int(answer.cost["total"]) if answer.cost else 0

    return Peer(caught(ask_package, HandCalculator, "estimate_hand_value"), points)


def riichienv_peer() -> Peer:
    from mahjong.meld import Meld as PackageMeld
    from riichienv import Conditions, HandEvaluator, Meld, MeldType

    from tests.riichi_oracle import Tiles, package_config, package_meld, package_tile

    kinds = {PackageMeld.CHI: MeldType.Chi, PackageMeld.PON: MeldType.Pon, PackageMeld.SHOUMINKAN: MeldType.Kakan}

    def question(record: Record) -> Question:
        win, player = record["win"], record["players"][record["win"]["by"]]
        own, config = Tiles(), package_config(record)
        hand = [own.take(face) for face in tiles(player["hand"])]
        laid = [package_meld(text, own) for text in player.get("melds", [])]
        melds = [
            Meld(kinds.get(one.type, MeldType.Daiminkan if one.opened else MeldType.Ankan), list(one.tiles), one.opened, -1)
            for one in laid
        ]
        winning = own.take(win["tile"]) if win["tile"] else hand[-1]
        dora, ura = ([package_tile(face) for face in tiles(record.get(name, ""))] for name in ("dora", "ura"))
        conditions = Conditions(
            tsumo=config.is_tsumo,
            riichi=config.is_riichi,
            double_riichi=config.is_daburu_riichi,
            ippatsu=config.is_ippatsu,
            haitei=config.is_haitei,
            houtei=config.is_houtei,
            rinshan=config.is_rinshan,
            chankan=config.is_chankan,
            tsumo_first_turn=config.is_tenhou or config.is_chiihou,
            player_wind=(win["by"] - record["dealer"]) % 4,
            round_wind=int(record["round_wind"][0]) - 1,
        )
        return lambda: HandEvaluator(hand, melds).calc(winning, dora, conditions, ura)

    def points(record: Record, answer: Any) -> int:
        dealer = record["win"]["by"] == record["dealer"]
        # One of the two is zero: the discarder pays, or the others do.
        return int(answer.ron_agari + answer.tsumo_agari_oya + (3 if dealer else 2) * answer.tsumo_agari_ko)

    return Peer(question, points)


def pymahjonggb_peer() -> Peer:
    from tests import test_oracle_mcr as oracle

    def points(record: Record, answer: Any) -> int:
        total = sum(value * number for value, number, *_ in answer)
        return oracle.paid(record, total + oracle.flowers(record))[record["win"]["by"]]

    return Peer(caught(oracle.package_fans, oracle, "MahjongFanCalculator"), points)


PEERS = {"mahjong": mahjong_peer, "riichienv": riichienv_peer, "PyMahjongGB": pymahjonggb_peer}


def beside(page: str, make: Callable[[random.Random], Record], wanted: dict[str, int]) -> None:
    """One page beside its peers: a line each."""
    made = islice(readable(generate.records(make, 21, 2 * WINS), {}), WINS)
    records, batches = zip(*made, strict=True)
    batch = joined(batches)
    scores = batch.score()
    net = scores.net[np.arange(len(batch)), batch.wins[:, WIN_BY]]
    for name, factor in wanted.items():
        try:
            peer = PEERS[name]()
        except ImportError:
            print(f"{page} beside {name}: not installed")
            continue
        legal = np.flatnonzero(scores.legal)
        questions = {int(row): peer.question(records[row]) for row in legal}
        rows = np.array([row for row, question in questions.items() if peer.points(records[row], question()) == net[row]])
        asked = [questions[int(row)] for row in rows]
        theirs = len(rows) / least_seconds(lambda asked=asked: [question() for question in asked])
        own = per_second(chosen(batch, rows))
        missed = "  missed" if own < factor * theirs else ""
        print(
            f"{page:16s} {own:10,.0f} wins/s   {name} {theirs:9,.0f} wins/s   {own / theirs:7.1f} x   floor {factor} x{missed}"
            f"   (same points on {len(rows):,} of {len(legal):,})"
        )


# ---- pages


def plain_wins(name: str) -> Batch:
    """Legal wins of the page's maker without a wild tile in the winner's hand."""
    batch = joined(own for _, own in readable(generate.records(TWINS[name][1], 22, MADE), {}))
    return chosen(batch, np.flatnonzero(batch.score().legal & (wilds_held(batch) == 0)))


def with_wilds(rng: random.Random, record: Record, wild: list[str], number: int) -> Record:
    """The winner's hand with wild tiles in the place of so many others, whichever they are."""
    player = record["players"][record["win"]["by"]]
    held = tiles(player["hand"])
    rng.shuffle(held)
    copies = Counter(dict.fromkeys(wild, 4))
    copies.subtract([record["indicator"]] if record.get("indicator") in wild else [])
    held[:number] = rng.sample(sorted(copies.elements()), number)
    players = [one | ({"hand": generate.written(held)} if one is player else {}) for one in record["players"]]
    return record | {"players": players}


def laden(name: str, number: int, melds: int) -> Iterator[Batch]:
    """Wins of the maker with so many melds, with exactly so many wild tiles put into the hand; they may be no wins then."""
    options, rng = FOURTH_WILD.get(name, {}), random.Random(23)
    for record, own in readable(generate.records(TWINS[name][1], 24, 4 * MADE), options):
        laid = record["players"][record["win"]["by"]].get("melds", [])
        if len(laid) != melds or wilds_held(own)[0] or not own.score().legal[0]:
            continue
        wild = sorted(own.rules.wild_faces(record.get("indicator")))
        for _, batch in readable([with_wilds(rng, record, wild, number)], options):
            if wilds_held(batch)[0] == number:
                yield batch


def most_wilds(name: str) -> int:
    """How many wild tiles a deal of the page leaves to the players, but at most four."""
    _, own = next(readable(generate.records(TWINS[name][1], 24, MADE), FOURTH_WILD.get(name, {})))
    wild, row = own.rules.packed.setup.wild, own.tables.round[0, ROUND_SETUP]
    turned = 0 if row == NO_INDICATOR else wild[row, row]
    return min(int(4 * wild[row].sum() - turned), 4)


def pages() -> None:
    """Every page that has a maker, without wild tiles."""
    for name in TWINS:
        batch = plain_wins(name)
        own = per_second(batch)
        missed = "  missed" if own < FLOOR else ""
        print(f"{name:16s} {own:10,.0f} wins/s   floor {FLOOR:,}{missed}   ({len(batch):,} different)")


def wild_pages() -> None:
    """Every page with wild tiles: hands that hold four, with as few melds as may win there, since these have most readings."""
    for name in TWINS:
        number = most_wilds(name)
        if number == 0:
            continue
        few = (list(islice(laden(name, number, melds), LADEN)) for melds in range(4))
        hands = next((hands for hands in few if hands), [])
        if not hands:
            print(f"{name:16s} {number} wild  the maker makes no hand that takes so many")
            continue
        batch = joined(hands)
        mean = 1e6 * least_seconds(repeated(batch, 4 * len(batch)).score) / (4 * len(batch))
        slowest = max(1e6 * least_seconds(repeated(one, 30).score, 3) / 30 for one in hands)
        missed = "  missed" if mean > MICROSECONDS else ""
        print(
            f"{name:16s} {number} wild {mean:8.1f} us a hand   at most {MICROSECONDS} us{missed}"
            f"   (slowest of {len(hands)}: {slowest:,.0f} us; {batch.score().legal.mean():.0%} may win)"
        )


def main() -> None:
    """Print the figures."""
    print("== settling prepared batches ==")
    beside("riichi", make_riichi.won_record, RIICHI_PEERS)
    beside("mcr", TWINS["mcr"][1], MCR_PEERS)
    pages()
    wild_pages()


if __name__ == "__main__":
    main()
