"""The columns of a fact vector: what can be true of a win, in small integers.

A rule page never names an array position; it names a fact (`"streak >= 3"`, `"not self-drawn"`).
The packing turns the name into the column given here, the kernels fill the column, and the page
prices it.  The order of the three parts matters, the order within a part does not:

* *event* facts are true of how the hand was won, the same for all seats;
* *reading* facts belong to one reading of the winner's hand and are zero for everybody else;
* *person* facts exist for every seat: the winner's own and each payer's own.

`DEALER_BETWEEN` is the one event fact that is set anew for each payer.
"""

from typing import Final

#: name of a fact -> what it counts; a fact that is only true or false counts 0 or 1
EVENT: Final[dict[str, str]] = {
    "self-drawn": "won on an own draw, replacement tiles included, or on collected tiles",
    "discard-win": "won on another's discard",
    "robbed-kong": "won on the tile that another was adding to a pung",
    "collected": "won on what the hand collected, without a single winning tile",
    "kong-replacement": "won on the replacement tile of a kong of any kind, single-tile kongs included",
    "flower-replacement": "won on the replacement tile of a flower",
    "kongs-in-a-row": "how many kongs led to the winning draw with no discard between them, discards of a wild-tile chain apart",
    "after-kong": "won on a discard made after drawing for a kong",
    "last-tile": "won on the last tile, or in the last round where the page has one, or on the discard after it",
    "first-turn": "won before anything was claimed: the dealt hand, the dealer's first discard or the own first draw",
    "wild-chain": "wild tiles the winner discarded in turn, one each go, right before this draw",
    "streak": "which hand in a row this is for the dealer, 1 is the first",
    "washouts": "drawn hands in a row before this one",
    "dealer-between": "the winner or the payer is the dealer (set for each payer)",
    "lone-wild-wait": "before the winning tile the concealed tiles were complete sets, or pairs, and one wild tile",
    "any-tile-wait": "before the winning tile every face but the kong tiles made a hand that wins under the page's shapes",
    "winning-tile-wild": "the winning tile is a wild tile as printed",
    "from-dealer": "the discarder or robbed player is the dealer",
}

READING: Final[dict[str, str]] = {
    "standard": "the hand is read as sets and a pair",
    "pairs": "the hand is read as pairs",
    "any-of": "the hand is read as tiles of named faces, without sets",
    "chows": "chows, claimed ones included",
    "pungs": "pungs and four-tile kongs, claimed ones included",
    "pair-258": "the pair is a 2, 5 or 8 of a suit",
    "one-suit": "every tile of hand and melds is of one and the same suit (wild tiles as what they stand for)",
    "all-honors": "every tile of hand and melds is an honour (wild tiles as what they stand for)",
    "all-258": "every tile of hand and melds is a 2, 5 or 8 (wild tiles as what they stand for)",
    "jokers": "wild tiles that stand for a face other than the printed one",
    "fours": "fours of like tiles, no wild tile among them, that are two pairs of a hand of pairs",
}

PERSON: Final[dict[str, str]] = {
    "dealer": "is the dealer",
    "discarder": "discarded the winning tile",
    "robbed": "had the kong robbed",
    "claimed-melds": "melds with a claimed tile: chows, pungs, claimed and added kongs",
    "concealed-kongs": "concealed kongs",
    "melded-kongs": "claimed and added kongs",
    "kong-tiles": "single tiles laid or discarded as kongs, wild tiles apart",
    "wild-kongs": "wild tiles laid or discarded as single-tile kongs",
    "flowers": "exposed flowers",
    "wilds-held": "wild tiles in the hand, the winning tile included, laid and discarded ones not",
    "kong-tiles-held": "kong tiles still in the hand, the winning tile included",
    "stray-wild-discards": "wild tiles among the own discards, those of the winner's chain apart",
    "honor-discards": "honours discarded from the first discard on, before any other tile",
    "ready": "one tile from a win under the whole winning conditions (a discarder, after the discard)",
}

FACTS: Final[dict[str, str]] = {**EVENT, **READING, **PERSON}
COLUMN: Final[dict[str, int]] = {name: i for i, name in enumerate(FACTS)}

N_EVENT: Final[int] = len(EVENT)
N_READING: Final[int] = len(READING)
N_FACTS: Final[int] = len(FACTS)
FIRST_READING: Final[int] = N_EVENT
FIRST_PERSON: Final[int] = N_EVENT + N_READING

# The kernels need the columns as plain global integers.
SELF_DRAWN: Final[int] = COLUMN["self-drawn"]
DISCARD_WIN: Final[int] = COLUMN["discard-win"]
ROBBED_KONG: Final[int] = COLUMN["robbed-kong"]
COLLECTED: Final[int] = COLUMN["collected"]
KONG_REPLACEMENT: Final[int] = COLUMN["kong-replacement"]
FLOWER_REPLACEMENT: Final[int] = COLUMN["flower-replacement"]
KONGS_IN_A_ROW: Final[int] = COLUMN["kongs-in-a-row"]
AFTER_KONG: Final[int] = COLUMN["after-kong"]
LAST_TILE: Final[int] = COLUMN["last-tile"]
FIRST_TURN: Final[int] = COLUMN["first-turn"]
WILD_CHAIN: Final[int] = COLUMN["wild-chain"]
STREAK: Final[int] = COLUMN["streak"]
WASHOUTS: Final[int] = COLUMN["washouts"]
DEALER_BETWEEN: Final[int] = COLUMN["dealer-between"]
LONE_WILD_WAIT: Final[int] = COLUMN["lone-wild-wait"]
ANY_TILE_WAIT: Final[int] = COLUMN["any-tile-wait"]
WINNING_TILE_WILD: Final[int] = COLUMN["winning-tile-wild"]
FROM_DEALER: Final[int] = COLUMN["from-dealer"]

STANDARD: Final[int] = COLUMN["standard"]
PAIRS: Final[int] = COLUMN["pairs"]
ANY_OF: Final[int] = COLUMN["any-of"]
CHOWS: Final[int] = COLUMN["chows"]
PUNGS: Final[int] = COLUMN["pungs"]
PAIR_258: Final[int] = COLUMN["pair-258"]
ONE_SUIT: Final[int] = COLUMN["one-suit"]
ALL_HONORS: Final[int] = COLUMN["all-honors"]
ALL_258: Final[int] = COLUMN["all-258"]
JOKERS: Final[int] = COLUMN["jokers"]
FOURS: Final[int] = COLUMN["fours"]

DEALER: Final[int] = COLUMN["dealer"]
DISCARDER: Final[int] = COLUMN["discarder"]
ROBBED: Final[int] = COLUMN["robbed"]
CLAIMED_MELDS: Final[int] = COLUMN["claimed-melds"]
CONCEALED_KONGS: Final[int] = COLUMN["concealed-kongs"]
MELDED_KONGS: Final[int] = COLUMN["melded-kongs"]
KONG_TILES: Final[int] = COLUMN["kong-tiles"]
WILD_KONGS: Final[int] = COLUMN["wild-kongs"]
FLOWERS: Final[int] = COLUMN["flowers"]
WILDS_HELD: Final[int] = COLUMN["wilds-held"]
KONG_TILES_HELD: Final[int] = COLUMN["kong-tiles-held"]
STRAY_WILD_DISCARDS: Final[int] = COLUMN["stray-wild-discards"]
HONOR_DISCARDS: Final[int] = COLUMN["honor-discards"]
READY: Final[int] = COLUMN["ready"]
