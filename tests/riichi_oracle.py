"""A riichi record as a question to the `mahjong` package, and where the two rule sets are known to differ."""

from collections.abc import Callable
from typing import Any, NamedTuple

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.meld import Meld

from tests.twin.table import FACES, tiles

Record = dict[str, Any]

# The package has switches for these; so set, it follows the sheet.
SWITCHES: dict[str, Any] = {
    "has_open_tanyao": True,  # "Open allowed; option `open_tanyao`"
    "has_aka_dora": True,  # "each red five in hand and melds"
    "has_double_yakuman": False,  # "No limit hand is double by itself"
    "kazoe_limit": HandConfig.KAZOE_LIMITED,  # "13 and more: 32000 / 48000"
    "kiriage": False,  # "4 han 30 fu is 7700 (dealer 11600), not mangan"
    "fu_for_open_pinfu": True,  # "An open hand that comes to 20 fu counts as 30 fu"
    "fu_for_pinfu_tsumo": False,  # "0 when pinfu is counted"
}


class Value(NamedTuple):
    """A winning hand: han (13 for each limit hand), fu, what the winner gets for the hand alone, limit hand or not, yaku."""

    han: int
    fu: int
    points: int
    limit: bool
    yaku: frozenset[str]


class Tiles:
    """Hands out the 136 numbered tiles of the package: number 0 of each five is the red one."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def take(self, face: str) -> int:
        """The next free tile of this face."""
        red = face[0] == "0"
        first = 4 * FACES.index(face.replace("0", "5"))
        copies = [first] if red else [first + more for more in range(4) if more or face[0] != "5" or face[1] == "z"]
        tile = next(number for number in copies if number not in self.used)
        self.used.add(tile)
        return tile


def package_tile(face: str) -> int:
    """A tile of this face for an indicator."""
    return 4 * FACES.index(face.replace("0", "5")) + 1


def package_meld(text: str, own: Tiles) -> Meld:
    """One laid meld."""
    body = text.partition("<")[0]
    faces = tiles(body.strip("()+"))
    numbers = sorted(own.take(face) for face in faces)
    if len({face.replace("0", "5") for face in faces}) > 1:
        return Meld(Meld.CHI, numbers)
    if len(faces) == 3:
        return Meld(Meld.PON, numbers)
    return Meld(Meld.SHOUMINKAN if "+" in body else Meld.KAN, numbers, opened="(" not in body)


def package_config(record: Record, **switches: Any) -> HandConfig:
    """Flags, winds and the way of winning. What the package refuses the sheet does not count: the last tile drawn for a kong."""
    win, dealer = record["win"], record["dealer"]
    flags = record["players"][win["by"]].get("flags", [])
    drawn, discard = win["how"] in ("self-draw", "hand"), win["how"] == "discard"
    first, last, replaced = (win.get(name, False) for name in ("first_turn", "last_tile", "replacement"))
    return HandConfig(
        is_tsumo=drawn,
        is_riichi="riichi" in flags,
        is_daburu_riichi="double-riichi" in flags,
        is_ippatsu="ippatsu" in flags,
        is_rinshan=bool(replaced),
        is_chankan=win["how"] == "rob-kong",
        is_haitei=drawn and last and not replaced,
        is_houtei=discard and last,
        is_tenhou=win["how"] == "hand",
        is_chiihou=win["how"] == "self-draw" and first,
        is_renhou=discard and first,
        player_wind=EAST + (win["by"] - dealer) % 4,
        round_wind=EAST + int(record["round_wind"][0]) - 1,
        options=OptionalRules(**SWITCHES | switches),
    )


def ask_package(record: Record, **switches: Any) -> Value | None:
    """What the package says of a record with one winner; None: no win. `switches` go before those of the table."""
    win = record["win"]
    player = record["players"][win["by"]]
    own = Tiles()
    hand = [own.take(face) for face in tiles(player["hand"])]
    melds = [package_meld(text, own) for text in player.get("melds", [])]
    winning = own.take(win["tile"]) if win["tile"] else hand[-1]
    answer = HandCalculator.estimate_hand_value(
        [*hand, *(number for one in melds for number in one.tiles), *([winning] if win["tile"] else [])],
        winning,
        melds=melds,
        dora_indicators=[package_tile(face) for face in tiles(record.get("dora", ""))],
        ura_dora_indicators=[package_tile(face) for face in tiles(record.get("ura", ""))],
        config=package_config(record, **switches),
    )
    if answer.error in (HandCalculator.ERR_HAND_NOT_WINNING, HandCalculator.ERR_NO_YAKU):
        return None
    assert answer.error is None, (record, answer.error)
    assert answer.cost is not None
    assert answer.han is not None
    counted = answer.yaku or []
    limit = any(yaku.is_yakuman for yaku in counted)
    return Value(answer.han, answer.fu or 0, answer.cost["total"], limit, frozenset(yaku.name for yaku in counted))


class Difference(NamedTuple):
    """A rule on which package and sheet part: the sheet's line, where it applies, what the sheet makes of the package's value."""

    rule: str
    line: str
    holds: Callable[[Record, Value], bool]
    corrected: Callable[[Record, Value], Value | None]


def with_three_han_more(record: Record, value: Value) -> Value:
    """8 han for 5, priced by the package's own table of steps."""
    han = value.han + 3
    return value._replace(han=han, points=ScoresCalculator.calculate_scores(han, value.fu, package_config(record))["total"])


def robs_concealed_kong(record: Record, value: Value) -> bool:
    """The robbed player has no pung of the face laid."""
    win = record["win"]
    if win["how"] != "rob-kong":
        return False
    melds = record["players"][win["from"]].get("melds", [])
    return all(
        text.partition("<")[0].replace("0", "5") != win["tile"].replace("0", "5")[0] * 3 + win["tile"][1] for text in melds
    )


DIFFERENCES = (
    Difference(
        "blessing-of-man",
        "blessing-of-man: 8 / - han ... Not a limit hand: 倍満 by its 8 han; other yaku and dora are added (the package: 5 han)",
        lambda record, value: "Renhou" in value.yaku,
        with_three_han_more,
    ),
    Difference(
        "fu of a limit hand",
        "each limit hand 32000 / 48000 (whatever the fu: the package still counts some)",
        lambda record, value: value.limit,
        lambda record, value: value._replace(fu=0),
    ),
    Difference(
        "robbed concealed kong",
        "A concealed kong may be won on only with thirteen orphans (the package is not told what kind of kong it was)",
        lambda record, value: robs_concealed_kong(record, value) and all("Kokushi" not in name for name in value.yaku),
        lambda record, value: None,
    ),
)


def expected(record: Record, **switches: Any) -> tuple[Value | None, list[str]]:
    """The package's answer with every known difference corrected (None: no win), and the rules by which it was."""
    value = ask_package(record, **switches)
    rules = []
    for difference in DIFFERENCES:
        if value is not None and difference.holds(record, value):
            value = difference.corrected(record, value)
            rules.append(difference.rule)
    return value, rules
