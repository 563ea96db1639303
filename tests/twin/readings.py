"""Every way to read tiles as sets and a pair, wild tiles standing for whatever is missing."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.twin.table import FACES


class Group(NamedTuple):
    """A chow, pung or pair as it is read. `stood` are the faces among `faces` for which a wild tile stands."""

    kind: str
    faces: tuple[str, ...]
    stood: tuple[str, ...]


def chows_with(face: str) -> list[tuple[str, ...]]:
    """The chows a face belongs to; 9 and 1 do not connect."""
    number, suit = int(face[0]), face[1]
    if suit == "z":
        return []
    starts = [start for start in range(number - 2, number + 1) if 1 <= start <= 7]
    return [tuple(f"{start + step}{suit}" for step in range(3)) for start in starts]


def groups_with(face: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every group a face can stand in: pair, pung, chows."""
    return [("pair", (face,) * 2), ("pung", (face,) * 3), *(("chow", faces) for faces in chows_with(face))]


def ways_to_fill(faces: tuple[str, ...], ordinary: Counter[str], wilds: int) -> Iterator[tuple[str, ...]]:
    """The choices of faces in a group for which wild tiles stand, the others being ordinary tiles at hand."""
    if not faces:
        yield ()
        return
    first, rest = faces[0], faces[1:]
    if ordinary[first]:
        for stood in ways_to_fill(rest, ordinary - Counter([first]), wilds):
            yield stood
    if wilds:
        for stood in ways_to_fill(rest, ordinary, wilds - 1):
            yield (first, *stood)


def readings(
    ordinary: Counter[str], wilds: int, sets: int, pairs: int = 1, may_be: frozenset[str] = frozenset(FACES)
) -> Iterator[tuple[Group, ...]]:
    """Every reading of the tiles as `sets` sets and `pairs` pairs (some come more than once, in another order).

    `ordinary` counts the tiles that are what they show, `wilds` the others, which stand for any face out of `may_be`.
    """
    if sets == 0 and pairs == 0:
        if wilds == 0 and not +ordinary:
            yield ()
        return
    if wilds + ordinary.total() != 3 * sets + 2 * pairs:
        return
    # Some group must hold the first ordinary tile. With wild tiles alone any group of the allowed faces will do.
    first = next((face for face in FACES if ordinary[face]), None)
    kinds = groups_with(first) if first else [group for face in sorted(may_be) for group in groups_with(face)]
    for kind, faces in kinds:
        left_sets, left_pairs = (sets, pairs - 1) if kind == "pair" else (sets - 1, pairs)
        if left_sets < 0 or left_pairs < 0:
            continue
        for stood in set(ways_to_fill(faces, ordinary, wilds)):
            shown = Counter(faces) - Counter(stood)
            if (first and not shown[first]) or not may_be.issuperset(stood):
                continue
            group = Group(kind, faces, stood)
            for rest in readings(ordinary - shown, wilds - len(stood), left_sets, left_pairs, may_be):
                yield (group, *rest)


def complete(ordinary: Counter[str], wilds: int, sets: int, pairs: int = 1) -> bool:
    """Whether there is any reading at all.

    >>> complete(Counter({"1m": 1, "2m": 1, "5p": 1}), 2, 1)
    True
    """
    return next(readings(ordinary, wilds, sets, pairs), None) is not None


def pairs_only(ordinary: Counter[str], wilds: int, pairs: int) -> bool:
    """Whether the tiles are that many pairs: every odd tile needs a wild one, wild tiles left over pair up among themselves."""
    odd = sum(count % 2 for count in ordinary.values())
    return odd <= wilds and ordinary.total() + wilds == 2 * pairs
