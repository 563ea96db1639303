"""The row that one simulated hand leaves behind."""

from typing import Final

from mjstats.kernel.page import PATTERN_BITS

OUTCOME_DRAWN: Final[int] = -1
PATTERNS_A_COLUMN: Final[int] = PATTERN_BITS  #: how many rows of the page's patterns one column marks
MOST_PATTERNS: Final[int] = 2 * PATTERNS_A_COLUMN

#: columns of a result row, all int64; four columns a seat measure, a table of three leaves the last at 0
COLUMNS: Final[tuple[str, ...]] = (
    "table",  # index of the table
    "hand",  # which hand of the table, 0 the first
    "dealer",
    "streak",  # which hand in a row of the dealer
    "indicator",  # face, -1 none
    "outcome",  # -1 drawn, else the way of winning
    "winner",  # seat, -1 none
    "winners",  # how many were paid for the winning tile
    "source",  # seat that discarded the winning tile or was robbed of it, -1 none
    "tile",  # face of the winning tile, -1 none
    "turn",  # the winner's draws without replacements, the dealer's 14th tile counted; of a drawn hand the dealer's
    "draws",  # tiles drawn by all after the deal, replacements included
    "left",  # tiles that could still be drawn
    "wild_chain",
    "kongs_in_a_row",
    "wilds_held",  # wild tiles in the winner's hand, the winning tile included
    "patterns",  # bit i: the (first) winner's hand counted row i of the page's patterns
    "patterns_2",  # bit i: row PATTERNS_A_COLUMN + i
    "stays",  # by how much the dealer's run grows, 0 when the dealer does not stay, as the page's condition says
    "washes",  # 1 when a hand that was won counts among the drawn ones in a row, as the page's condition says
    "heir",  # the seat that deals next by what only the course of this hand says, and 1; 0 where the page's other words say who
    "raise",  # by what the others may raise after the dealer's win, 0 where they may not
    *(f"stake_{seat}" for seat in range(4)),  # before the hand: twice what was raised against the dealer, 1 more where one bought
    # of whole games: how the table stood before the hand
    "round",  # 0 the first
    "honba",
    "sticks",  # on the table
    "washouts",  # drawn hands in a row
    "ends",  # why the game is over after the hand, 0 when it goes on
    *(f"player_{seat}" for seat in range(4)),  # who sits there
    *(f"points_{seat}" for seat in range(4)),  # before the hand
    *(f"net_{seat}" for seat in range(4)),  # over the whole settlement, chips apart
    *(f"win_{seat}" for seat in range(4)),  # the part of it that was paid for the win itself
    *(f"chips_{seat}" for seat in range(4)),
    *(f"distance_{seat}" for seat in range(4)),  # of the tiles dealt, before the dealer's 14th
    *(f"wilds_{seat}" for seat in range(4)),  # among the tiles dealt
    *(f"claims_{seat}" for seat in range(4)),  # melds with a claimed tile at the end
    *(f"kongs_{seat}" for seat in range(4)),  # kongs of four tiles and of single tiles at the end
)
N_RESULT: Final[int] = len(COLUMNS)

_AT: Final[dict[str, int]] = {name: place for place, name in enumerate(COLUMNS)}

# The kernels need the columns as plain global integers.
R_TABLE: Final[int] = _AT["table"]
R_HAND: Final[int] = _AT["hand"]
R_DEALER: Final[int] = _AT["dealer"]
R_STREAK: Final[int] = _AT["streak"]
R_INDICATOR: Final[int] = _AT["indicator"]
R_OUTCOME: Final[int] = _AT["outcome"]
R_WINNER: Final[int] = _AT["winner"]
R_WINNERS: Final[int] = _AT["winners"]
R_SOURCE: Final[int] = _AT["source"]
R_TILE: Final[int] = _AT["tile"]
R_TURN: Final[int] = _AT["turn"]
R_DRAWS: Final[int] = _AT["draws"]
R_LEFT: Final[int] = _AT["left"]
R_WILD_CHAIN: Final[int] = _AT["wild_chain"]
R_KONGS_IN_A_ROW: Final[int] = _AT["kongs_in_a_row"]
R_WILDS_HELD: Final[int] = _AT["wilds_held"]
R_PATTERNS: Final[int] = _AT["patterns"]
R_STAYS: Final[int] = _AT["stays"]
R_WASHES: Final[int] = _AT["washes"]
R_HEIR: Final[int] = _AT["heir"]
R_RAISE: Final[int] = _AT["raise"]
R_STAKE: Final[int] = _AT["stake_0"]
R_ROUND: Final[int] = _AT["round"]
R_HONBA: Final[int] = _AT["honba"]
R_STICKS: Final[int] = _AT["sticks"]
R_WASHOUTS: Final[int] = _AT["washouts"]
R_ENDS: Final[int] = _AT["ends"]
R_PLAYER: Final[int] = _AT["player_0"]
R_POINTS: Final[int] = _AT["points_0"]
R_NET: Final[int] = _AT["net_0"]
R_WIN: Final[int] = _AT["win_0"]
R_CHIPS: Final[int] = _AT["chips_0"]
R_DISTANCE: Final[int] = _AT["distance_0"]
R_WILDS: Final[int] = _AT["wilds_0"]
R_CLAIMS: Final[int] = _AT["claims_0"]
R_KONGS: Final[int] = _AT["kongs_0"]
