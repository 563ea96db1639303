"""Tiles as two-letter strings ("5m", "7z"), melds as they were laid, and the shape of a result."""

from typing import Any, NamedTuple

FACES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [f"{number}z" for number in range(1, 8)]

CLAIMED = ("chow", "pung", "claimed-kong", "added-kong")


class Meld(NamedTuple):
    """One set laid on the table, with the seat whose discard it took (None: not told, or from the own hand)."""

    kind: str
    tiles: list[str]
    seat: int | None


def tiles(text: str) -> list[str]:
    """The tiles of a string, one by one: `123m7z` is 1m 2m 3m 7z."""
    found: list[str] = []
    digits = ""
    for letter in text:
        if letter.isdigit():
            digits += letter
        else:
            found += [digit + letter for digit in digits]
            digits = ""
    return found


def meld(text: str) -> Meld:
    """A meld out of its text: `345m` `222p<3` `9999s` `9999s+` `(9999s)`."""
    body, _, seat = text.partition("<")
    faces = tiles(body.strip("()+"))
    if body.startswith("("):
        kind = "concealed-kong"
    elif "+" in body:
        kind = "added-kong"
    elif len(faces) == 4:
        kind = "claimed-kong"
    else:
        kind = "pung" if len(set(faces)) == 1 else "chow"
    return Meld(kind, faces, int(seat[0]) if seat else None)


def melds(player: dict[str, Any]) -> list[Meld]:
    """All melds of a player's entry, in the order they were laid."""
    return [meld(text) for text in player.get("melds", [])]


def legal(net: list[int], patterns: set[str], ties: list[set[str]] | None = None) -> dict[str, Any]:
    """A win that stands, or a drawn hand. `ties`: what other readings counted that are worth exactly as much."""
    return {"legal": True, "reason": None, "reasons": set(), "patterns": patterns, "net": net, "ties": ties or [patterns]}


def illegal(reasons: list[str]) -> dict[str, Any]:
    """A win that does not stand. `reason` is the first hindrance found, `reasons` all of them."""
    return {"legal": False, "reason": reasons[0], "reasons": set(reasons), "patterns": set(), "net": None, "ties": []}


def only_win(record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The win of a record where one may win; beside it the result, where nobody won (and nothing is paid) or several did."""
    wins = record["win"] if isinstance(record["win"], list) else [record["win"]]
    if len(wins) > 1:
        return {}, illegal(["winners"])
    return wins[0] or {}, legal([0] * 4, set()) if wins == [None] else None
