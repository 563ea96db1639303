"""Whole games moved on from hand to hand as the rule sheets say it, slow and plain.

Reads nothing of the package: a hand is a dict with ``winner`` (seat, None for a drawn hand), ``net`` by seat, ``followed``
(Nanchang: the first round of discards was one and the same tile), ``big`` (Nanjing: the win has a big
pattern), ``gave`` (Kawuxing, Changsha: the seat whose tile two won on, None else), ``named`` (Changsha: the
seat of the bird of several dealt hands, after a drawn hand who took the last tile or was offered it first, None else),
``konged`` (Wenzhou: somebody made a kong). `Table` says how the next hand has to begin.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

#: sheets by what they say of the dealer: stays on a win and on a draw, on a win only
STAYS_ON_BOTH = {
    "wuhan", "wuhan-hongzhong", "jingzhou", "xiamen", "quanzhou", "taiwan", "ningbo", "nanchang",
    "shanghai-old", "shanghai-popular", "shanghai-new", "shaanxi", "yiwu",
}  # fmt: skip
STAYS_ON_WIN = {"fuzhou", "taizhou", "riichi", "nanjing", "jinshan"}
#: the winner deals next, a drawn hand leaves the dealer, but in Jinan makes the right neighbour deal; games of sixteen hands
WINNER_DEALS = {"hangzhou", "shanghai-1980s", "jinan", "kawuxing", "changsha"}
#: mcr: where those who began as east, south, west, north sit in each round
MCR_SEATS = {"E": "ESNW", "S": "SEWN", "W": "WNES", "N": "NWSE"}


@dataclass
class Table:
    """A game of one sheet under way; `options` are riichi's."""

    sheet: str
    options: dict[str, Any] = field(default_factory=dict)
    hand: int = 0
    dealer: int = 0
    streak: int = 1
    round: int = 0
    honba: int = 0
    washouts: int = 0
    sticks: int = 0
    passed: int = 0
    over: str = ""

    def __post_init__(self) -> None:
        self.seats = 3 if self.sheet in ("jingzhou", "kawuxing") else 4
        start = self.options.get("start_points", 25000) if self.sheet == "riichi" else self.options.get("stake", 0)
        self.points = [start] * self.seats
        self.players = list(range(self.seats))

    @property
    def total_rounds(self) -> int:
        if self.sheet != "riichi":
            return 4
        return 2 if self.options.get("length") == "east-south" else 1

    def play(self, hand: dict[str, Any]) -> None:
        """Settle a hand and move on to the next."""
        winner, dealer = hand["winner"], self.dealer
        self.points = [held + net for held, net in zip(self.points, hand["net"], strict=True)]
        if self.sheet == "riichi":
            self.sticks -= sum(hand["net"]) // 1000
        self.honba = self.honba + 1 if winner in (None, dealer) else 0
        self.washouts = self.washouts + 1 if winner is None else 0
        stays = self._stays(winner, hand)
        if self._ends(winner, stays):
            return
        self.hand += 1
        if stays:
            self.streak += 0 if self.sheet == "wenzhou" and winner is None else 1
            return
        self.streak = 1
        self.passed += 1
        self.dealer = winner if self.sheet in WINNER_DEALS and winner is not None else (dealer + 1) % self.seats
        if self._named(hand) is not None:
            self.dealer = self._named(hand)
        if self.sheet not in WINNER_DEALS and self.passed % self.seats == 0:
            self.round += 1
            if self.sheet == "mcr":
                self._change_seats()

    def _stays(self, winner: int | None, hand: dict[str, Any]) -> bool:
        if self.sheet == "mcr":
            return False
        if self.sheet == "nanchang" and hand["followed"]:
            return False
        if self.sheet == "wenzhou":
            return not hand["konged"] if winner is None else winner == self.dealer and self.streak < 4
        if self._named(hand) is not None:
            return bool(self._named(hand) == self.dealer)
        if self.sheet in WINNER_DEALS:
            return winner == self.dealer or (winner is None and self.sheet != "jinan")
        if self.sheet == "nanjing" and not hand["big"]:
            return False
        return winner == self.dealer or (winner is None and self.sheet in STAYS_ON_BOTH)

    def _named(self, hand: dict[str, Any]) -> Any:
        """Who deals next by more than who won."""
        if self.sheet == "changsha":
            return hand["gave"] if hand["named"] is None else hand["named"]
        return hand["gave"] if self.sheet == "kawuxing" else None

    def _ends(self, winner: int | None, stays: bool) -> bool:
        riichi = self.sheet == "riichi"
        busts = riichi and self.options.get("bust", True)
        bounded = self.sheet == "nanjing" and "stake" in self.options
        two_broke = bounded and sum(held <= 0 for held in self.points) >= 2
        if two_broke or (busts and min(self.points) < 0):
            self.over = "broke"
        elif self.sheet in WINNER_DEALS:
            self.over = "length" if self.hand == 15 else ""
        elif self.passed == self.total_rounds * self.seats - 1:
            first = max(range(self.seats), key=lambda seat: (self.points[seat], -seat))
            if not stays:
                self.over = "length"
            elif busts and winner == self.dealer and first == self.dealer:
                self.over = "stopped"
        return bool(self.over)

    def _change_seats(self) -> None:
        held = {player: self.points[seat] for seat, player in enumerate(self.players)}
        winds = "ESWN"
        for player, began in enumerate(winds):
            seat = winds.index(MCR_SEATS[began][self.round])
            self.players[seat], self.points[seat] = player, held[player]


def final_scores(points: list[int], chips: list[int], options: dict[str, Any]) -> list[int]:
    """Riichi's final settlement, by player in the order of the first dealer."""
    order = sorted(range(4), key=lambda player: (-points[player], player))
    keeps = options.get("below_zero", False) or not options.get("bust", True)
    scores = [0] * 4
    for player in order[1:]:
        held = points[player] if keeps else max(points[player], 0)
        thousands, rest = divmod(held, 1000)
        scores[player] = (thousands + (1 if rest >= 600 else 0)) * 1000 - 30000
    scores[order[0]] = -sum(scores)
    above = sum(held >= 30000 for held in points)
    case = above if 1 <= above <= 3 else 1
    uma = {
        "none": [0, 0, 0, 0],
        "5-10": [10, 5, -5, -10],
        "10-20": [20, 10, -10, -20],
        "10-30": [30, 10, -10, -30],
        "7-5-3": [[15, -3, -5, -7], [10, 5, -5, -10], [7, 5, 3, -15]][case - 1],
        "sink": [[30, -10, -10, -10], [20, 0, -10, -10], [10, 0, 0, -10]][case - 1],
    }[options.get("uma", "10-20")]
    for rank, player in enumerate(order):
        scores[player] += 1000 * uma[rank] + 5000 * chips[player]
    return scores
