"""中国麻雀 beside another scorer: random wins of all shapes, flags and melds, against the package `PyMahjongGB`.

The package is asked for the fans of the winner's hand; payments, the flowers' worth and the limit are reckoned from it here.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from MahjongGB import MahjongFanCalculator

import mjstats
from tests.twin import generate, make_mcr, mcr
from tests.twin.mcr_patterns import VALUES, points
from tests.twin.table import meld, tiles

HANDS = 20_000
TWIN_HANDS = 3000

Record = dict[str, Any]

#: what the package calls otherwise
SPELLED = {
    "prevalent-wind": "round-wind-pung",
    "seat-wind": "seat-wind-pung",
    "two-dragons-pungs": "two-dragon-pungs",
    "all-five": "all-fives",
}

#: Where package and page may differ, and the line of the sheet that has it so. The values differ nowhere.
KNOWN = {
    "equal totals": "High versus low (就高不就低): where a choice exists, the player takes the highest total. "
    "(Of two ways to combine that are worth the same either may be named.)",
    "too cheap": "At least 8 points, flower points not included. (The package names the fans of a hand below 8 points as well.)",
}


def code(face: str) -> str:
    """A tile as the package spells it: W B T for the suits, F for winds, J1 J2 J3 for red, green, white."""
    number = int(face[0])
    if face[1] != "z":
        return {"m": "W", "p": "B", "s": "T"}[face[1]] + face[0]
    return f"F{number}" if number <= 4 else f"J{8 - number}"


def package_fans(record: Record) -> Counter[str] | None:
    """What the package counts, flowers apart; None when it finds no complete hand."""
    win, players = record["win"], record["players"]
    player = players[win["by"]]
    packs = []
    for one in map(meld, player.get("melds", [])):
        kind = {"chow": "CHI", "pung": "PENG"}.get(one.kind, "GANG")
        packs.append((kind, code(one.tiles[1]), 0 if one.kind == "concealed-kong" else 1))
    try:
        fans = MahjongFanCalculator(
            pack=tuple(packs),
            hand=tuple(code(face) for face in tiles(player["hand"])),
            winTile=code(win["tile"]),
            flowerCount=0,
            isSelfDrawn=win["how"] == "self-draw",
            is4thTile=mcr.open_copies(record, win["tile"]) == 3,
            isAboutKong=win["how"] == "rob-kong" or win.get("replacement") == "kong",
            isWallLast=win.get("last_tile", False),
            seatWind=(win["by"] - record.get("east", record["dealer"])) % 4,
            prevalentWind=int(record["round_wind"][0]) - 1,
            verbose=True,
        )
    except TypeError as error:
        if "ERROR_NOT_WIN" not in str(error):
            raise
        return None
    found: Counter[str] = Counter()
    for value, number, _, english in fans:
        name = english.lower().replace(" ", "-")
        name = SPELLED.get(name, name)
        assert VALUES[name] == value
        found[name] = number
    return found


def flowers(record: Record) -> int:
    return len(tiles(record["players"][record["win"]["by"]].get("flowers", "")))


def records(seed: int, number: int) -> list[Record]:
    """Wins, one a record."""
    made = generate.records(make_mcr.mcr_record, seed, number + number // 20)
    return [record for record in made if isinstance(record["win"], dict)][:number]


def test_the_twin_counts_what_the_package_counts() -> None:
    """Fan by fan: what the package counts is among the ways that the twin holds for the best."""
    for record in records(31, TWIN_HANDS):
        fans, own = package_fans(record), mcr.results(record, record["win"])
        assert (fans is None) == (not own), record
        if fans is not None:
            best = max(map(points, own))
            assert points(fans) == best, (record, fans)
            assert fans in [one for one in own if points(one) == best], (record, fans)


def paid(record: Record, p: int) -> list[int]:
    """ "Payments" of the sheet."""
    return mcr.settle(record["win"], p)


@pytest.fixture(scope="module")
def wins() -> list[Record]:
    return records(32, HANDS)


def by_options(wins: list[Record]) -> dict[str, list[Record]]:
    """The records by their options: a batch has the same ones."""
    groups: dict[str, list[Record]] = {}
    for record in wins:
        groups.setdefault(str(record.get("options", {})), []).append(record)
    return groups


def test_the_page_counts_what_the_package_counts(wins: list[Record]) -> None:
    used: Counter[str] = Counter()
    seen: set[str] = set()
    for group in by_options(wins).values():
        scores = mjstats.score_many(group)
        for record, is_legal, net, counted in zip(group, scores.legal, scores.net, scores.patterns, strict=True):
            fans = package_fans(record)
            if fans is None:
                assert not is_legal, record
                continue
            if points(fans) < 8:
                assert not is_legal, (record, fans)
                used["too cheap"] += 1
                continue
            assert is_legal, (record, fans)
            p = min(points(fans) + flowers(record), record.get("options", {}).get("limit", 10_000))
            assert net.tolist() == paid(record, p), (record, fans)
            names = set(np.array(scores.ids)[counted]) - {"flower-tiles"}
            seen |= names
            if names != set(fans):
                ties = mcr.score(record)["ties"]
                assert all(one | {"flower-tiles"} in [tie | {"flower-tiles"} for tie in ties] for one in (names, set(fans))), (
                    record
                )
                used["equal totals"] += 1
    assert set(used) == set(KNOWN), used
    assert seen == set(VALUES) - {"flower-tiles"}
