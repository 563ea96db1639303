"""What one hand of リーチ麻雀 can be read as, and what its sheet counts for each reading: yaku, limit hands, fu."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.twin.readings import readings
from tests.twin.table import FACES

DRAGONS = ("5z", "6z", "7z")
WINDS = ("1z", "2z", "3z", "4z")
TERMINALS = {f"{number}{suit}" for number in (1, 9) for suit in "mps"}
YAOCHU = TERMINALS | {*WINDS, *DRAGONS}
GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
GATES = Counter({number: 3 if number in "19" else 1 for number in "123456789"})


class Block(NamedTuple):
    """One meld, pair or group in the hand: `chow`, `pung`, `kong` or `pair`. A pung that another's tile made is not concealed."""

    kind: str
    faces: tuple[str, ...]
    concealed: bool


class Reading(NamedTuple):
    """A shape (`standard`, `pairs`, `orphans`), its blocks, and how the winning tile came in: `two-sided`, `edge`, ..."""

    shape: str
    blocks: tuple[Block, ...]
    wait: str

    def sets(self) -> list[Block]:
        """The melds, laid or in the hand, without the pair."""
        return [block for block in self.blocks if block.kind != "pair"]

    def pungs(self, faces: tuple[str, ...] | set[str]) -> int:
        """How many pungs and kongs of these faces."""
        return sum(block.kind in ("pung", "kong") and block.faces[0] in faces for block in self.blocks)

    def pair_of(self, faces: tuple[str, ...]) -> bool:
        """Whether a pair is of these faces."""
        return any(block.kind == "pair" and block.faces[0] in faces for block in self.blocks)


class Hand(NamedTuple):
    """The winner's tiles (red fives as fives) and everything about the win that patterns ask for."""

    tiles: tuple[str, ...]  # concealed, without the winning tile
    melds: tuple[Block, ...]
    tile: str | None  # None: won on the dealt fourteen
    how: str
    own_wind: str
    round_wind: str
    dealer: bool
    riichi: bool
    double_riichi: bool
    ippatsu: bool
    last: bool
    replacement: bool
    first: bool

    @property
    def concealed(self) -> bool:
        """門前: concealed kongs do not open a hand."""
        return all(meld.concealed for meld in self.melds)

    @property
    def self_drawn(self) -> bool:
        """The winning tile came from the wall."""
        return self.how in ("self-draw", "hand")


def wait_in(group: tuple[str, ...], tile: str) -> str:
    """By which wait the tile completed this group."""
    if len(group) == 2:
        return "single"
    if group[0] == group[1]:
        return "two-pairs"
    place = group.index(tile)
    if place == 1:
        return "closed"
    # 12 waits for 3 only, 89 for 7 only.
    return "edge" if (place == 2 and tile[0] == "3") or (place == 0 and tile[0] == "7") else "two-sided"


def shapes(hand: Hand) -> Iterator[Reading]:
    """Every reading, and for each every group that the winning tile may have completed."""
    full = Counter([*hand.tiles, *([hand.tile] if hand.tile else [])])
    seen = set()
    for groups in readings(full, 0, 4 - len(hand.melds)):
        plain = sorted((group.kind, group.faces) for group in groups)
        for at, (_, faces) in enumerate(plain):
            if hand.tile and hand.tile not in faces:
                continue
            completed = at if hand.tile else None
            blocks = tuple(
                Block(kind, members, hand.self_drawn or kind == "chow" or place != completed)
                for place, (kind, members) in enumerate(plain)
            )
            reading = Reading("standard", hand.melds + blocks, wait_in(faces, hand.tile) if hand.tile else "dealt")
            if reading not in seen:
                seen.add(reading)
                yield reading
    if hand.melds or full.total() != 14:
        return
    if set(full.values()) == {2}:
        yield Reading("pairs", tuple(Block("pair", (face, face), True) for face in sorted(full)), "single")
    if set(full) == YAOCHU:
        yield Reading("orphans", (), "single")


def waits(tiles: tuple[str, ...], melds: tuple[Block, ...]) -> dict[str, set[str]]:
    """The faces that complete the shape, yaku or not, each with the ways it can stand in the hand."""
    found: dict[str, set[str]] = {}
    for face in FACES:
        hand = Hand(tiles, melds, face, "self-draw", "1z", "1z", False, False, False, False, False, False, False)
        ways = {reading.wait for reading in shapes(hand)}
        if ways:
            found[face] = ways
    return found


def faces_of(hand: Hand) -> list[str]:
    """All tiles of the hand by face, melds and winning tile included."""
    won = [hand.tile] if hand.tile else []
    return [*hand.tiles, *won, *(face for meld in hand.melds for face in meld.faces)]


def limit_hands(hand: Hand, reading: Reading) -> set[str]:
    """Rows of the table with "limit" as their value."""
    all_faces = set(faces_of(hand))
    sets = reading.sets()
    suits = {face[1] for face in all_faces}
    found = {
        "thirteen-orphans": reading.shape == "orphans",
        "four-concealed-pungs": sum(block.kind != "chow" and block.concealed for block in sets) == 4,
        "big-three-dragons": reading.pungs(DRAGONS) == 3,
        "all-green": all_faces <= GREEN,
        "all-honors": suits == {"z"},
        "little-four-winds": reading.pungs(WINDS) == 3 and reading.pair_of(WINDS),
        "big-four-winds": reading.pungs(WINDS) == 4,
        "four-kongs": sum(block.kind == "kong" for block in sets) == 4,
        "all-terminals": all_faces <= TERMINALS,
        "nine-gates": not hand.melds
        and len(suits) == 1
        and suits != {"z"}
        and Counter(face[0] for face in faces_of(hand)) >= GATES,
        "heavenly-hand": hand.how == "hand" and hand.dealer,
        "earthly-hand": hand.how == "self-draw" and hand.first and not hand.dealer,
    }
    return {name for name, holds in found.items() if holds}


def is_pinfu(hand: Hand, reading: Reading) -> bool:
    """平和, whichever way it is won."""
    worth = (*DRAGONS, hand.own_wind, hand.round_wind)
    chows = reading.shape == "standard" and all(block.kind == "chow" for block in reading.sets())
    return hand.concealed and chows and not reading.pair_of(worth) and reading.wait == "two-sided"


def ordinary(hand: Hand, reading: Reading, options: dict[str, bool]) -> dict[str, int]:
    """The yaku of this reading with their han. Rows that replace others are written as choices."""
    counted: dict[str, int] = {}

    def count(name: str, holds: object, concealed: int, opened: int = 0) -> bool:
        han = concealed if hand.concealed else opened
        if holds and han:
            counted[name] = han * (holds if isinstance(holds, int) else 1)
        return bool(holds and han)

    # How it was won.
    self_drawn, discard = hand.self_drawn, hand.how == "discard"
    count("menzen-tsumo", self_drawn, 1)
    count("double-riichi", hand.double_riichi, 2) or count("riichi", hand.riichi, 1)
    count("ippatsu", hand.ippatsu and (hand.riichi or hand.double_riichi), 1)
    count("last-tile-draw", self_drawn and hand.last and not hand.replacement, 1, 1)
    count("last-tile-claim", discard and hand.last, 1, 1)
    count("robbing-the-kong", hand.how == "rob-kong", 1, 1)
    count("out-with-replacement-tile", hand.replacement, 1, 1)
    count("blessing-of-man", discard and hand.first and not hand.dealer and not hand.melds, 8)

    # All tiles together.
    all_faces = set(faces_of(hand))
    numbered = {face[1] for face in all_faces} - {"z"}
    honours = any(face[1] == "z" for face in all_faces)
    count("all-simples", not all_faces & YAOCHU, 1, int(options["open_tanyao"]))
    count("all-terminals-and-honors", all_faces <= YAOCHU and honours and numbered, 2, 2)
    count("half-flush", len(numbered) == 1 and honours, 3, 2)
    count("full-flush", len(numbered) == 1 and not honours, 6, 5)

    count("seven-pairs", reading.shape == "pairs", 2)
    if reading.shape != "standard":
        return counted

    # Melds.
    count("dragon-pung", reading.pungs(DRAGONS), 1, 1)
    count("seat-wind-pung", reading.pungs({hand.own_wind}), 1, 1)
    count("round-wind-pung", reading.pungs({hand.round_wind}), 1, 1)
    count("little-three-dragons", reading.pungs(DRAGONS) == 2 and reading.pair_of(DRAGONS), 2, 2)
    count("pinfu", is_pinfu(hand, reading) and (options["pinfu_tsumo"] or not self_drawn), 1)
    sets = reading.sets()
    chows = Counter(block.faces for block in sets if block.kind == "chow")
    pungs = [block for block in sets if block.kind != "chow"]
    count("all-pungs", not chows, 2, 2)
    count("three-concealed-pungs", sum(block.concealed for block in pungs) == 3, 2, 2)
    count("three-kongs", sum(block.kind == "kong" for block in pungs) == 3, 2, 2)
    numbers = {block.faces[0] for block in pungs}
    count("triple-pung", any({f"{number}{suit}" for suit in "mps"} <= numbers for number in range(1, 10)), 2, 2)
    identical = sum(copies // 2 for copies in chows.values())
    count("twice-pure-double-chow", identical == 2, 3) or count("pure-double-chow", identical == 1, 1)
    starts = {faces[0] for faces in chows}
    count("mixed-triple-chow", any({f"{number}{suit}" for suit in "mps"} <= starts for number in range(1, 8)), 2, 1)
    count("pure-straight", any({f"{number}{suit}" for number in (1, 4, 7)} <= starts for suit in "mps"), 2, 1)
    if chows and all(YAOCHU.intersection(block.faces) for block in reading.blocks):
        count("outside-hand", honours, 2, 1) or count("pure-outside-hand", True, 3, 2)
    return counted


def fu_of(hand: Hand, reading: Reading, options: dict[str, bool]) -> int:
    """ "Fu", rounded up; 25 for seven pairs. What orphans would have nobody asks."""
    if reading.shape != "standard":
        return 25
    fu = 20
    for block in reading.blocks:
        face = block.faces[0]
        if block.kind == "pair":
            winds = (face == hand.own_wind) + (face == hand.round_wind)
            fu += 2 * winds + (2 if face in DRAGONS else 0)
        elif block.kind != "chow":
            fu += (8 if block.kind == "kong" else 2) * (2 if block.concealed else 1) * (2 if face in YAOCHU else 1)
    fu += 2 if reading.wait in ("edge", "closed", "single") else 0
    if hand.self_drawn:
        fu += 0 if is_pinfu(hand, reading) and options["pinfu_tsumo"] else 2
    else:
        fu += 10 if hand.concealed else 0
    rounded = -(-fu // 10) * 10
    return 30 if rounded == 20 and not hand.concealed else rounded
