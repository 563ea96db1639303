"""Operations a second of distance, waits and acceptance, side by side with other programs where they are installed.

Every line names its floor: what the house wants to keep on one core of an ordinary machine, reached or not. A hand of the
standard shape takes seven loads: four out of tables of 5^9 bytes (2 MB, the outer caches), two of pairs of classes, one of the
missing tiles. Seven pairs and orphans take four more, out of a table of 8 MB. Figures mean something on an idle machine only.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from mjstats import exact
from mjstats.exact import Counter, Population, wall_of
from mjstats.kernel import classes, waits
from mjstats.kernel import distance as kernels

HANDS = 200_000
SLOW = 20_000


class Result(NamedTuple):
    """One line of the bench: what, how many a second, and the floor that it should reach (0: none)."""

    what: str
    per_second: float
    floor: float


def deal(hands: int, tiles: int, *, spare_red: bool = False) -> np.ndarray:
    """Random hands, int8 ``(hands, 34)``; with `spare_red` no red is dealt."""
    random = np.random.default_rng(1)
    wall = np.repeat(np.arange(33 if spare_red else 34), 4)
    picked = np.argpartition(random.random((hands, len(wall))), tiles, axis=1)[:, :tiles]
    counts = np.zeros((hands, 34), dtype=np.int8)
    np.add.at(counts, (np.arange(hands)[:, None], wall[picked]), 1)
    return counts


def best_rate(work: Callable[[], Any], operations: int) -> float:
    """Operations a second in the best of a few runs, compiling and the first touch left out."""
    work()
    least = min(_seconds(work) for _ in range(5))
    return operations / least


def _seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def suit_indices(hands: np.ndarray) -> np.ndarray:
    """The four suit indices of hands ``(n, 34)``: int64 ``(n, 4)``."""
    suits = [(first, hands[:, first : first + 9].astype(np.int64)) for first in (0, 9, 18, 27)]
    return np.stack([counts @ kernels.POW5[: counts.shape[1]] for _, counts in suits], axis=1)


def own_results() -> Iterator[Result]:
    """The three riichi shapes, then the standard shape with wild tiles."""
    plan = kernels.build_plan([kernels.standard_row(), kernels.pairs_row(), kernels.orphans_row()])
    yield from _rates(plan, "three shapes", 0, (30e6, 100e6, 8e6))
    thirteen, fourteen = deal(HANDS, 13), deal(HANDS // 10, 14)
    zeros = np.zeros(HANDS, dtype=np.int64)
    seen, first, second = np.zeros_like(thirteen), *np.empty((2, HANDS, 34), dtype=np.int8)
    rate = best_rate(lambda: waits.waits(plan, thirteen, zeros, seen, first, second), HANDS)
    yield Result("waits of 13 tiles, three shapes", rate, 8e6)
    after, accepted = np.empty((2, len(fourteen), 34), dtype=np.int64)
    rate = best_rate(lambda: waits.discards(plan, fourteen, zeros, seen, after, accepted), len(fourteen))
    yield Result("all discards of 14 tiles, three shapes", rate, 0)
    plan = kernels.build_plan(shapes=[classes.build_shape(fifth_copy=True)], wild=[33])
    for wilds in range(5):
        yield from _rates(plan, f"standard, {wilds} wild", wilds, (40e6, 100e6, 4e6))


def _rates(plan: kernels.ShapePlan, what: str, wilds: int, floors: tuple[float, float, float]) -> Iterator[Result]:
    """Distance from counts and from kept indices, and acceptance, of hands with so many red tiles (wild in one plan)."""
    fourteen, thirteen = deal(HANDS, 14 - wilds, spare_red=True), deal(HANDS, 13 - wilds, spare_red=True)
    indices = suit_indices(fourteen)
    fourteen[:, 33] = thirteen[:, 33] = wilds
    zeros, held, out = np.zeros(HANDS, dtype=np.int64), np.full(HANDS, wilds, dtype=np.int64), np.empty(HANDS, dtype=np.int64)
    seen, left = np.zeros_like(thirteen), np.empty(thirteen.shape, dtype=np.int8)
    rate = best_rate(lambda: kernels.distances(plan, fourteen, zeros, out), HANDS)
    yield Result(f"distance from counts, {what}", rate, floors[0])
    rate = best_rate(lambda: kernels.distances_from_indices(plan, indices, held, out), HANDS)
    yield Result(f"distance from kept indices, {what}", rate, floors[1])
    rate = best_rate(lambda: waits.acceptance(plan, thirteen, zeros, seen, out, left), HANDS)
    yield Result(f"acceptance of 13 tiles, {what}", rate, floors[2])


def peer_results() -> Iterator[Result]:
    """Other programs, one hand a call, as their Python faces offer it."""
    hands = deal(SLOW, 14)
    lists = [hand.tolist() for hand in hands]
    try:
        xiangting = importlib.import_module("xiangting")
    except ImportError:
        pass
    else:
        player_four = xiangting.PlayerCount.FOUR
        yield Result(
            "xiangting, one hand a call",
            best_rate(lambda: [xiangting.calculate_replacement_number(hand, player_four) for hand in lists], SLOW),
            0,
        )
    try:
        riichienv = importlib.import_module("riichienv")
    except ImportError:
        pass
    else:
        tiles = [[4 * face + copy for face, held in enumerate(hand) for copy in range(held)] for hand in lists]
        yield Result(
            "riichienv, one hand a call", best_rate(lambda: [riichienv.calculate_shanten(hand) for hand in tiles], SLOW), 0
        )


class Timing(NamedTuple):
    """One line of exact counting: what, its seconds, and the most it should take."""

    what: str
    seconds: float
    most: float


def exact_results() -> Iterator[Timing]:
    """Seconds of building tables and of counting plain populations, compiling left out; those of pages: `tests.bench exact`."""
    classes.suit_tables.cache_clear()
    classes._build_shape.cache_clear()
    yield Timing("tables of the standard shape", _seconds(lambda: classes.build_shape()), 1)
    plan = kernels.build_plan()

    def count() -> dict[int, int]:
        return Population(Counter(plan, 14), wall_of(plan)).overall(14)

    count()
    counted = _seconds(count)
    yield Timing("all C(136,14) deals by standard distance", counted, 0.5)
    yield Timing("waits of all C(136,13) deals", _seconds(lambda: exact.waits()), 5)
    yield Timing("waits of riichi's deals, all shapes", _seconds(lambda: exact.waits("riichi")), 5)


def main() -> None:
    print(f"{'':48s} {'now':>13s}  floor")
    for result in (*own_results(), *peer_results()):
        floor = f"{result.floor / 1e6:3.0f} M/s" if result.floor else "none"
        missed = "  missed" if result.per_second < result.floor else ""
        print(f"{result.what:48s} {result.per_second / 1e6:9.2f} M/s  {floor}{missed}")
    print(f"{'':60s} {'now':>9s}  at most")
    for timing in exact_results():
        missed = "  missed" if timing.seconds > timing.most else ""
        print(f"{timing.what:60s} {timing.seconds:7.2f} s  {timing.most:g} s{missed}")


if __name__ == "__main__":
    main()
