"""The patterns of 中国麻雀 in one arrangement of a won hand, as the table of its sheet has them."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

VALUES = {
    "big-four-winds": 88, "big-three-dragons": 88, "all-green": 88, "nine-gates": 88, "four-kongs": 88,
    "seven-shifted-pairs": 88, "thirteen-orphans": 88,
    "all-terminals": 64, "little-four-winds": 64, "little-three-dragons": 64, "all-honors": 64, "four-concealed-pungs": 64,
    "pure-terminal-chows": 64,
    "quadruple-chow": 48, "four-pure-shifted-pungs": 48,
    "four-pure-shifted-chows": 32, "three-kongs": 32, "all-terminals-and-honors": 32,
    "seven-pairs": 24, "greater-honors-and-knitted-tiles": 24, "all-even-pungs": 24, "full-flush": 24, "pure-triple-chow": 24,
    "pure-shifted-pungs": 24, "upper-tiles": 24, "middle-tiles": 24, "lower-tiles": 24,
    "pure-straight": 16, "three-suited-terminal-chows": 16, "pure-shifted-chows": 16, "all-fives": 16, "triple-pung": 16,
    "three-concealed-pungs": 16,
    "lesser-honors-and-knitted-tiles": 12, "knitted-straight": 12, "upper-four": 12, "lower-four": 12, "big-three-winds": 12,
    "mixed-straight": 8, "reversible-tiles": 8, "mixed-triple-chow": 8, "mixed-shifted-pungs": 8, "chicken-hand": 8,
    "last-tile-draw": 8, "last-tile-claim": 8, "out-with-replacement-tile": 8, "robbing-the-kong": 8,
    "all-pungs": 6, "half-flush": 6, "mixed-shifted-chows": 6, "all-types": 6, "melded-hand": 6, "two-concealed-kongs": 6,
    "two-dragon-pungs": 6,
    "concealed-kong-and-melded-kong": 5,
    "outside-hand": 4, "fully-concealed-hand": 4, "two-melded-kongs": 4, "last-tile": 4,
    "dragon-pung": 2, "round-wind-pung": 2, "seat-wind-pung": 2, "concealed-hand": 2, "all-chows": 2, "tile-hog": 2,
    "double-pung": 2, "two-concealed-pungs": 2, "concealed-kong": 2, "all-simples": 2,
    "pure-double-chow": 1, "mixed-double-chow": 1, "short-straight": 1, "two-terminal-chows": 1,
    "pung-of-terminals-or-honors": 1, "melded-kong": 1, "one-voided-suit": 1, "no-honors": 1, "edge-wait": 1, "closed-wait": 1,
    "single-wait": 1, "self-drawn": 1, "flower-tiles": 1,
}  # fmt: skip

EXCLUDES = {
    "big-four-winds": ["big-three-winds", "round-wind-pung", "seat-wind-pung", "pung-of-terminals-or-honors", "all-pungs"],
    "big-three-dragons": ["two-dragon-pungs", "dragon-pung"],
    "all-green": ["half-flush", "one-voided-suit"],
    "nine-gates": ["full-flush", "concealed-hand", "no-honors", "one-voided-suit"],
    "four-kongs": ["all-pungs", "single-wait", "three-kongs"],
    "seven-shifted-pairs": ["seven-pairs", "full-flush", "concealed-hand", "single-wait", "no-honors"],
    "thirteen-orphans": ["all-types", "concealed-hand", "single-wait", "all-terminals-and-honors"],
    "all-terminals": [
        "all-pungs", "outside-hand", "pung-of-terminals-or-honors", "no-honors", "double-pung", "all-terminals-and-honors",
    ],
    "little-four-winds": ["big-three-winds", "pung-of-terminals-or-honors"],
    "little-three-dragons": ["two-dragon-pungs", "dragon-pung"],
    "all-honors": [
        "all-pungs", "outside-hand", "pung-of-terminals-or-honors", "all-terminals-and-honors", "one-voided-suit",
    ],
    "four-concealed-pungs": ["all-pungs", "concealed-hand", "three-concealed-pungs"],
    "pure-terminal-chows": [
        "seven-pairs", "full-flush", "all-chows", "pure-double-chow", "two-terminal-chows", "no-honors",
    ],
    "quadruple-chow": ["pure-triple-chow", "pure-double-chow", "tile-hog", "pure-shifted-pungs"],
    "four-pure-shifted-pungs": ["pure-shifted-pungs", "pure-triple-chow", "all-pungs"],
    "four-pure-shifted-chows": ["pure-shifted-chows", "two-terminal-chows", "short-straight"],
    "all-terminals-and-honors": ["all-pungs", "outside-hand", "pung-of-terminals-or-honors"],
    "seven-pairs": ["concealed-hand", "single-wait"],
    "greater-honors-and-knitted-tiles": ["lesser-honors-and-knitted-tiles", "all-types", "concealed-hand", "single-wait"],
    "all-even-pungs": ["all-pungs", "all-simples", "no-honors"],
    "full-flush": ["one-voided-suit", "no-honors", "half-flush"],
    "pure-triple-chow": ["pure-double-chow", "pure-shifted-pungs"],
    "pure-shifted-pungs": ["pure-triple-chow"],
    "upper-tiles": ["upper-four", "no-honors"],
    "middle-tiles": ["all-simples", "no-honors"],
    "lower-tiles": ["lower-four", "no-honors"],
    "three-suited-terminal-chows": ["mixed-double-chow", "two-terminal-chows", "all-chows", "no-honors"],
    "all-fives": ["all-simples", "no-honors"],
    "triple-pung": ["double-pung"],
    "three-concealed-pungs": ["two-concealed-pungs"],
    "lesser-honors-and-knitted-tiles": ["all-types", "concealed-hand", "single-wait"],
    "upper-four": ["no-honors"],
    "lower-four": ["no-honors"],
    "reversible-tiles": ["one-voided-suit"],
    "last-tile-draw": ["self-drawn"],
    "out-with-replacement-tile": ["self-drawn"],
    "robbing-the-kong": ["last-tile"],
    "half-flush": ["one-voided-suit"],
    "melded-hand": ["single-wait"],
    "two-concealed-kongs": ["two-concealed-pungs"],
    "two-dragon-pungs": ["dragon-pung"],
    "fully-concealed-hand": ["self-drawn", "concealed-hand"],
    "all-chows": ["no-honors"],
    "all-simples": ["no-honors"],
}  # fmt: skip

#: "fully-concealed-hand becomes self-drawn"
CONCEALED_BY_NATURE = {
    "nine-gates", "seven-shifted-pairs", "thirteen-orphans", "four-concealed-pungs", "seven-pairs",
    "greater-honors-and-knitted-tiles", "lesser-honors-and-knitted-tiles",
}  # fmt: skip

ONLY = {
    "all-green": "2s 3s 4s 6s 8s 6z",
    "all-terminals": "1m 9m 1p 9p 1s 9s",
    "all-honors": "1z 2z 3z 4z 5z 6z 7z",
    "all-terminals-and-honors": "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z",
    "upper-tiles": " ".join(f"{n}{s}" for s in "mps" for n in (7, 8, 9)),
    "middle-tiles": " ".join(f"{n}{s}" for s in "mps" for n in (4, 5, 6)),
    "lower-tiles": " ".join(f"{n}{s}" for s in "mps" for n in (1, 2, 3)),
    "upper-four": " ".join(f"{n}{s}" for s in "mps" for n in (6, 7, 8, 9)),
    "lower-four": " ".join(f"{n}{s}" for s in "mps" for n in (1, 2, 3, 4)),
    "all-simples": " ".join(f"{n}{s}" for s in "mps" for n in range(2, 9)),
    "reversible-tiles": "1p 2p 3p 4p 5p 8p 9p 2s 4s 5s 6s 8s 9s 5z",
}
TERMINALS = set(ONLY["all-terminals"].split())
OUTSIDE = set(ONLY["all-terminals-and-honors"].split())
KONGS = ("claimed-kong", "added-kong", "concealed-kong")


class Part(NamedTuple):
    """A chow, pung, kong, pair or knitted group. `own`: no tile of it came from another player."""

    kind: str
    faces: tuple[str, ...]
    own: bool

    @property
    def is_pung(self) -> bool:
        return self.kind == "pung" or self.kind in KONGS


class Arrangement(NamedTuple):
    """One way to see the hand. `place` is the part that the winning tile completed, None where it is none of the parts."""

    shape: str
    parts: tuple[Part, ...]
    place: Part | None
    tiles: tuple[str, ...]  # all of them, melds and kongs too


class Event(NamedTuple):
    """How the hand was won, and what of it does not depend on the arrangement."""

    how: str
    tile: str
    replacement: bool
    last: bool
    open_copies: int
    wait_faces: int
    seat_wind: str
    round_wind: str
    claimed: int
    before: tuple[str, ...]  # concealed tiles before the winning one


def holds_only(tiles: tuple[str, ...], faces: str) -> bool:
    return set(faces.split()).issuperset(tiles)


def by_tiles(event: Event, one: Arrangement) -> Counter[str]:
    """What the tiles alone say."""
    found = Counter({name: 1 for name, faces in ONLY.items() if holds_only(one.tiles, faces)})
    letters = {face[1] for face in one.tiles}
    suits = letters - {"z"}
    if "z" not in letters:
        found["no-honors"] = 1
    if len(suits) == 1:
        found["half-flush" if "z" in letters else "full-flush"] = 1
    if len(suits) == 2:
        found["one-voided-suit"] = 1
    if len(suits) == 3 and {"1z", "2z", "3z", "4z"} & set(one.tiles) and {"5z", "6z", "7z"} & set(one.tiles):
        found["all-types"] = 1
    kongs = {part.faces[0] for part in one.parts if part.kind in KONGS}
    found["tile-hog"] = sum(number == 4 and face not in kongs for face, number in Counter(one.tiles).items())
    if len(event.before) == 13 and len(letters) == 1 and "z" not in letters:
        numbers = "".join(sorted(face[0] for face in event.before))
        found["nine-gates"] = int(numbers == "1112345678999")
    return found


def by_event(event: Event, one: Arrangement) -> Counter[str]:
    """How it was won, opened or not, and the wait."""
    found: Counter[str] = Counter()
    if event.how == "self-draw":
        found["self-drawn"] = 1
        found["last-tile-draw"] = int(event.last)
        found["out-with-replacement-tile"] = int(event.replacement)
        found["fully-concealed-hand"] = int(event.claimed == 0)
    else:
        found["last-tile-claim"] = int(event.last)
        found["robbing-the-kong"] = int(event.how == "rob-kong")
        found["concealed-hand"] = int(event.claimed == 0)
        found["melded-hand"] = int(event.claimed == 4)
    found["last-tile"] = int(event.open_copies == 3)
    if event.wait_faces == 1 and one.place is not None:
        if one.place.kind == "pair":
            found["single-wait"] = 1
        if one.place.kind == "chow":
            at = one.place.faces.index(event.tile)
            if at == 1:
                found["closed-wait"] = 1
            elif (event.tile[0], at) in (("3", 2), ("7", 0)):
                found["edge-wait"] = 1
    return found


def by_parts(event: Event, one: Arrangement) -> Counter[str]:
    """What sets and pair are, each for itself."""
    found: Counter[str] = Counter()
    pungs = [part.faces[0] for part in one.parts if part.is_pung]
    pairs = [part.faces[0] for part in one.parts if part.kind == "pair"]
    chows = [part for part in one.parts if part.kind == "chow"]
    kinds = Counter(part.kind for part in one.parts)
    if one.shape == "pairs":
        found["seven-pairs"] = 1
        numbers = sorted(int(face[0]) for face in pairs)
        in_suit = len({face[1] for face in pairs}) == 1 and pairs[0][1] != "z"
        found["seven-shifted-pairs"] = int(in_suit and numbers == list(range(numbers[0], numbers[0] + 7)))
        return found
    if one.shape == "orphans":
        found["thirteen-orphans"] = 1
        return found
    if one.shape == "knitted":
        honours = sum(face[1] == "z" for face in one.tiles)
        found["lesser-honors-and-knitted-tiles"] = 1
        found["greater-honors-and-knitted-tiles"] = int(honours == 7)
        found["knitted-straight"] = int(honours == 5)
        return found
    found["knitted-straight"] = int(one.shape == "knitted-straight")

    winds = [face for face in pungs if face in ("1z", "2z", "3z", "4z")]
    dragons = [face for face in pungs if face in ("5z", "6z", "7z")]
    found["big-four-winds"] = int(len(winds) == 4)
    found["little-four-winds"] = int(len(winds) == 3 and pairs[0] in ("1z", "2z", "3z", "4z"))
    found["big-three-winds"] = int(len(winds) == 3)
    found["big-three-dragons"] = int(len(dragons) == 3)
    found["little-three-dragons"] = int(len(dragons) == 2 and pairs[0] in ("5z", "6z", "7z"))
    found["two-dragon-pungs"] = int(len(dragons) == 2)
    found["dragon-pung"] = len(dragons)
    found["round-wind-pung"] = int(event.round_wind in pungs)
    found["seat-wind-pung"] = int(event.seat_wind in pungs)
    small = [face for face in winds if len(winds) < 3 and face not in (event.round_wind, event.seat_wind)]
    found["pung-of-terminals-or-honors"] = sum(face in TERMINALS for face in pungs) + len(small)

    concealed, melded = kinds["concealed-kong"], kinds["claimed-kong"] + kinds["added-kong"]
    if concealed + melded >= 3:
        found["four-kongs" if concealed + melded == 4 else "three-kongs"] = 1
    else:
        names = {
            (0, 0): None, (1, 0): "concealed-kong", (0, 1): "melded-kong", (1, 1): "concealed-kong-and-melded-kong",
            (2, 0): "two-concealed-kongs", (0, 2): "two-melded-kongs",
        }  # fmt: skip
        name = names[concealed, melded]
        if name:
            found[name] = 1
    own = sum(part.is_pung and part.own for part in one.parts)
    if own >= 2:
        found[{2: "two-concealed-pungs", 3: "three-concealed-pungs", 4: "four-concealed-pungs"}[own]] = 1

    if len(pungs) == 4:
        found["all-pungs"] = 1
        found["all-even-pungs"] = int(all(face[0] in "2468" and face[1] != "z" for face in [*pungs, *pairs]))
    sets = [part for part in one.parts if part.kind != "knitted"]
    if pairs[0][1] != "z" and all(part.kind in ("chow", "pair") for part in sets):
        found["all-chows"] = 1
    if sets == list(one.parts):
        found["outside-hand"] = int(all(OUTSIDE & set(part.faces) for part in sets))
        found["all-fives"] = int(all(any(face[0] == "5" and face[1] != "z" for face in part.faces) for part in sets))
    if len(chows) == 4 and pairs[0][0] == "5" and pairs[0][1] != "z":
        starts = Counter(chow.faces[0] for chow in chows)
        ends = Counter({face: starts[face] for face in starts if face[0] in "17"})
        in_suits = {face[1] for face in starts}
        if ends.total() == 4 and starts[f"1{pairs[0][1]}"] == 2 and starts[f"7{pairs[0][1]}"] == 2:
            found["pure-terminal-chows"] = 1
        if ends.total() == 4 and len(starts) == 4 and len(in_suits) == 2 and pairs[0][1] not in in_suits:
            found["three-suited-terminal-chows"] = 1
    return found


# ---- sets combined: principles 3 and 5


def together(parts: list[Part]) -> str | None:
    """The pattern that two, three or four chows, or two, three or four pungs, make together."""
    numbers = sorted(int(part.faces[0][0]) for part in parts)
    suits = len({part.faces[0][1] for part in parts})
    steps = {later - number for number, later in itertools.pairwise(numbers)}
    if len(steps) > 1:
        return None
    step = steps.pop()
    if all(part.kind == "chow" for part in parts):
        names = {
            (2, 1, 0): "pure-double-chow", (2, 2, 0): "mixed-double-chow", (2, 1, 3): "short-straight",
            (2, 1, 6): "two-terminal-chows",
            (3, 1, 0): "pure-triple-chow", (3, 1, 1): "pure-shifted-chows", (3, 1, 2): "pure-shifted-chows",
            (3, 1, 3): "pure-straight", (3, 3, 0): "mixed-triple-chow", (3, 3, 1): "mixed-shifted-chows",
            (3, 3, 3): "mixed-straight",
            (4, 1, 0): "quadruple-chow", (4, 1, 1): "four-pure-shifted-chows", (4, 1, 2): "four-pure-shifted-chows",
        }  # fmt: skip
    else:
        names = {
            (2, 2, 0): "double-pung", (3, 3, 0): "triple-pung", (3, 1, 1): "pure-shifted-pungs", (3, 3, 1): "mixed-shifted-pungs",
            (4, 1, 1): "four-pure-shifted-pungs",
        }  # fmt: skip
    return names.get((len(parts), suits, step))


def combinations(parts: list[Part]) -> list[Counter[str]]:
    """Every way to combine these sets to which nothing can be added.

    Account once: a pattern brings sets together that no chain of patterns has brought together before.  Non-identical: a set
    is in one pattern of a name only.
    """
    possible = []
    for size in (4, 3, 2):
        for places in itertools.combinations(range(len(parts)), size):
            name = together([parts[place] for place in places])
            if name:
                possible.append((name, places))

    def fits(taken: list[tuple[str, tuple[int, ...]]], name: str, places: tuple[int, ...]) -> bool:
        tree = {place: place for place in range(len(parts))}
        for other, others in taken:
            if other == name and set(others) & set(places):
                return False
            roots = {tree[place] for place in others}
            tree = {place: min(roots) if root in roots else root for place, root in tree.items()}
        return len({tree[place] for place in places}) == len(places)

    ways: set[frozenset[tuple[str, tuple[int, ...]]]] = set()

    def extend(at: int, taken: list[tuple[str, tuple[int, ...]]]) -> None:
        if at == len(possible):
            if not any(fits(taken, *one) for one in possible if one not in taken):
                ways.add(frozenset(taken))
            return
        if fits(taken, *possible[at]):
            extend(at + 1, [*taken, possible[at]])
        extend(at + 1, taken)

    extend(0, [])
    return [Counter(name for name, _ in way) for way in ways]


def counted(found: Counter[str]) -> Counter[str]:
    """Principle 1: what another counted pattern contains or rules out is left out."""
    kept = Counter({name: number for name, number in found.items() if number})
    if kept["nine-gates"]:
        kept["pung-of-terminals-or-honors"] -= 1
    if CONCEALED_BY_NATURE & set(+kept):
        kept["fully-concealed-hand"] = 0
    for name in list(+kept):
        for other in EXCLUDES.get(name, []):
            kept[other] = 0
    return +kept


def points(found: Counter[str]) -> int:
    return sum(VALUES[name] * number for name, number in found.items())


def all_counts(event: Event, places: list[Arrangement]) -> Iterator[Counter[str]]:
    """All that can be counted in one reading; `places` are its arrangements, which differ in where the winning tile stands."""
    results = []
    for one in places:
        alone = by_tiles(event, one) + by_event(event, one) + by_parts(event, one)
        chows = [part for part in one.parts if part.kind == "chow"]
        pungs = [part for part in one.parts if part.is_pung and part.faces[0][1] != "z"]
        for first, second in itertools.product(combinations(chows), combinations(pungs)):
            results.append(counted(alone + first + second))
    if not any(results):
        results = [Counter({"chicken-hand": 1})]
    yield from results
