"""The columns of a fact vector: what can be true of a win, in small integers.

A rule page never names an array position; it names a fact (`"streak >= 3"`, `"not self-drawn"`).
The packing turns the name into the column given here, the kernels fill the column, and the page
prices it.  The order of the three parts matters, the order within a part does not:

* *event* facts are true of how the hand was won, the same for all seats;
* *reading* facts belong to one reading of the winner's hand and are zero for everybody else;
* *person* facts exist for every seat: the winner's own and each payer's own.

`DEALER_BETWEEN` is set anew for each payer, `FED_KONGS` and its kin for each payer of a side payment.

Behind these columns every page has columns of its own: members of `FAMILIES` over a set of faces that it names, sums over
the table, and what its stages come to (`mjstats.kernel.page.Page.own_facts`).
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
    "won-with-indicator": "won with the turned-up tile itself",
    "robbed-concealed-kong": "won on a tile that another was laying as a concealed kong",
    "winning-face-open": "copies of the winning tile's face that lay open before the win: exposed melds and unclaimed discards",
    "winning-face-punged": "a pung of the winning tile's face lies open, whoever laid it; the one of a robbed kong too",
    "winning-face-discarded": "how often the winning tile's face stands among the discards of all",
    "wait-faces": "faces that complete the hand before the winning tile by shape; one of which the hand holds all four is none",
    "wait-faces-by-shape": "the same, one of which the hand holds all four too",
    "waits-two-sided": "each of these faces can be the end of a two-sided wait in a hand of chows and a pair",
    "furiten": "one of these faces is among the winner's own discards",
    "same-first-discards": "full first rounds in which all discarded one and the same tile",
    "honba": "counters on the table",
    "first-winner": "of several winners on one tile the first in turn, a single winner always; in a side payment at a drawn hand "
    "the first holder from the dealer",
    "drawn-hand": "the hand ended without a win (asked by side payments)",
    "equal-wind-discards": "everybody made one discard, all the same wind, and nobody laid a meld",
    "kong-makers": "how many players have laid a kong of four tiles",
    "won-on-both": "the other of two tiles drawn or discarded at once would have won as well, for no more",
    "fed-kongs": "claimed and added kongs of the holder of a side payment that are made with a tile of the payer's, of an added "
    "one the pung is (set for each payer)",
    "fed-claimed-kongs": "the claimed ones among these (set for each payer)",
    "fed-claimed-kongs-by-row": "the same, the n-th of kongs in a row counted 2^(n-1) times (set for each payer)",
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
    "fours-completed": "one of these fours was three alike before the winning tile",
    "orphans": "the hand is read as one of each 1, 9 and honour and a second of one of them",
    "unrelated": "the hand is read as different tiles, numbers of a suit at least three apart",
    "knitted": "the hand is read as different honours and tiles of 147, 258, 369 in three suits",
    "knitted-straight": "the hand holds all of 147, 258, 369 in three suits, beside a set and a pair or within a knitted hand",
    "any-tiles": "the hand is not read at all: what it holds wins whatever its shape",
    "suits": "suits shown by hand and melds, 0 to 3 (wild tiles as what they stand for)",
    "edge-wait": "the winning tile is the 3 of 123 or the 7 of 789 of a chow",
    "closed-wait": "the winning tile is the middle of a chow",
    "single-wait": "the winning tile makes the pair, or the last pair of a hand of pairs",
    "double-pung-wait": "the winning tile makes a pung",
    "two-sided-wait": "the winning tile is the end of a chow that had another end open",
    "pair-with-wild": "the winning tile makes a pair with a wild tile of the hand, whatever that stands for",
    "wild-pair": "the pair beside sets is two wild tiles",
    "wild-pung": "pungs of the hand that are three wild tiles",
    "concealed-pungs": "pungs and kongs not made with another's tile (concealed kongs too)",
    "stand-ins-used": "stand-ins used as another face than their own",
    "extra-sets": "sets of named honours, chows of honours and the like",
    "melded-tile-hogs": "faces of which a claimed pung and one tile beside it are used",
    "concealed-tile-hogs": "faces of which all four are concealed tiles, the winning tile among them, and no kong",
    "winning-tile-hog": "the winning tile's face is one of these: 1 beside a claimed pung, 2 of concealed tiles",
    "pure-double-chows": "couples of identical chows",
    "mixed-double-chows": "couples of the same chow in two suits",
    "short-straights": "couples of chows of one suit that run on, such as 234 567",
    "two-terminal-chows": "couples of 123 and 789 of one suit",
    "pure-triple-chows": "three identical chows",
    "quadruple-chow": "four identical chows",
    "mixed-triple-chows": "the same chow in all three suits",
    "pure-straights": "123 456 789 of one suit",
    "mixed-straights": "123 456 789, each in another suit",
    "pure-shifted-chows": "chows of one suit each shifted by one or each by two: 3 or 4 in a row",
    "mixed-shifted-chows": "three chows in three suits, each shifted one up: 3",
    "pure-shifted-pungs": "pungs of one suit with numbers each one up: 3 or 4 in a row",
    "mixed-shifted-pungs": "three pungs in three suits with numbers each one up: 3",
    "double-pungs": "couples of pungs of one number in two suits",
    "triple-pung": "pungs of one number in all three suits",
    "tile-hogs": "faces of which all four are used and not as a kong",
    "shifted-pairs": "seven pairs of one suit run on",
    "nine-gates": "before the winning tile the concealed hand was 1112345678999 of one suit and is won on that suit",
    "nine-gates-shape": "the concealed hand is 1112345678999 of one suit and one tile more of it, whichever came last",
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
    "flowers": "exposed flowers, honours that are flowers among them",
    "wilds-held": "wild tiles in the hand, the winning tile included, laid and discarded ones not",
    "kong-tiles-held": "kong tiles still in the hand, the winning tile included",
    "stray-wild-discards": "wild tiles among the own discards, those of the winner's chain apart",
    "honor-discards": "honours discarded from the first discard on, before any other tile",
    "ready": "one tile from a win under the whole winning conditions (a discarder, after the discard)",
    "ready-by-shape": "at a drawn hand: one tile from a shape, and not just waiting for a pair of a face of which one has all",
    "distance": "tiles away from ready by shape, 0 ready (a discarder, after the discard; 0 for a hand left out)",
    "won": "is the winner",
    "responsible": "pays for others: 1 for the win, 2 for whatever the others owe",
    "claimed-chows": "claimed chows",
    "claimed-pungs": "claimed pungs, those that became kongs not",
    "claimed-kongs": "kongs claimed from a discard",
    "added-kongs": "kongs made by adding to a claimed pung",
    "kongs": "kongs of four tiles, of every kind",
    "added-kongs-by-row": "added kongs, the n-th of kongs in a row (on a replacement tile, or on the discard after a kong) "
    "counted 2^(n-1) times",
    "concealed-kongs-by-row": "the same of concealed kongs",
    "tiles-before": "concealed tiles before the winning tile: 1 is a naked single",
    "flower-sets": "complete sets of four exposed flowers: seasons, plants, four alike of an honour that is a flower",
    "wild-discards": "wild tiles among the own discards",
    "wild-discards-in-a-row": "how often a wild tile was discarded in the turn right after another one",
    "wild-points": "worth of the wild tiles in hand and melds, by the page's wild.worth",
    "wilds-in-all": "wild tiles in hand and melds",
    "open-sets-of-suit": "most exposed sets (concealed kongs apart) of one suit",
    "claimed-chows-of-suit": "most claimed chows of one suit",
    "declared": "has declared ready",
    "declared-first": "has declared ready with the first discard, or before anybody else, as the page says",
    "declared-dealt": "has declared ready as dealt",
    "stake-laid": "the stake named after the deal",
    "stake-bought": "has bought before the dealer's first hand",
    "stake-raised": "what was raised against the dealer",
    "birds": "tiles turned up after the win that fell on the seat",
    "one-shot": "won within a round of declaring, nothing claimed in between",
    "dora": "bonus tiles in hand and melds, each as often as an indicator shows it",
    "ura-dora": "the same by the under-indicators",
    "red-fives": "red fives in hand and melds",
    "fours-discarded": "faces of which all four are own discards",
    "same-discards-in-a-row": "how often all players discarded one and the same tile one after the other, this one first, no "
    "claim and no kong in between",
    "terminal-discards-only": "has discarded, only 1, 9 and honours, and none of them was claimed",
}

#: facts over a set of faces that the page names (`"pungs-in dragons"`); the members that a page reads become its own columns
FAMILIES: Final[dict[str, str]] = {
    "all-in": "every tile of hand and melds is one of S (wild tiles as what they stand for)",
    "tiles-in": "tiles of S in hand and melds, a kong as four (wild tiles as what they stand for)",
    "kinds-in": "different faces of S in hand and melds (in a hand without sets, wild tiles not)",
    "each-in": "every set and the pair, or every pair, holds a tile of S",
    "pair-in": "pairs of S (of one who did not win: every pair in the hand)",
    "pungs-in": "pungs and kongs of S",
    "melded-pungs-in": "pungs of S that were claimed or completed by another's tile",
    "concealed-pungs-in": "pungs of S that were not (of one who did not win: three or four alike in the hand)",
    "claimed-kongs-in": "claimed kongs of S",
    "added-kongs-in": "added kongs of S",
    "concealed-kongs-in": "concealed kongs of S",
    "laid-in": "pungs and kongs of S laid beside the hand, concealed kongs too",
    "flowers-in": "exposed flowers of S that no complete set of four takes",
    "discards-in": "own discards of S, claimed ones too",
    "won-in": "the winning tile's face is one of S (wild tiles as printed)",
}

FACTS: Final[dict[str, str]] = {**EVENT, **READING, **PERSON}
COLUMN: Final[dict[str, int]] = {name: i for i, name in enumerate(FACTS)}

N_EVENT: Final[int] = len(EVENT)
N_READING: Final[int] = len(READING)
N_FACTS: Final[int] = len(FACTS)
FIRST_READING: Final[int] = N_EVENT
#: the last of the reading's: what sets that stand together are
FIRST_COMBINED: Final[int] = list(FACTS).index("pure-double-chows")
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
WON_ON_BOTH: Final[int] = COLUMN["won-on-both"]
WON_WITH_INDICATOR: Final[int] = COLUMN["won-with-indicator"]
ROBBED_CONCEALED_KONG: Final[int] = COLUMN["robbed-concealed-kong"]
WINNING_FACE_OPEN: Final[int] = COLUMN["winning-face-open"]
WINNING_FACE_PUNGED: Final[int] = COLUMN["winning-face-punged"]
WINNING_FACE_DISCARDED: Final[int] = COLUMN["winning-face-discarded"]
WAIT_FACES: Final[int] = COLUMN["wait-faces"]
WAIT_FACES_BY_SHAPE: Final[int] = COLUMN["wait-faces-by-shape"]
WAITS_TWO_SIDED: Final[int] = COLUMN["waits-two-sided"]
FURITEN: Final[int] = COLUMN["furiten"]
SAME_FIRST_DISCARDS: Final[int] = COLUMN["same-first-discards"]
HONBA: Final[int] = COLUMN["honba"]
FIRST_WINNER: Final[int] = COLUMN["first-winner"]
DRAWN_HAND: Final[int] = COLUMN["drawn-hand"]
EQUAL_WIND_DISCARDS: Final[int] = COLUMN["equal-wind-discards"]
KONG_MAKERS: Final[int] = COLUMN["kong-makers"]
FED_KONGS: Final[int] = COLUMN["fed-kongs"]
FED_CLAIMED_KONGS: Final[int] = COLUMN["fed-claimed-kongs"]
FED_CLAIMED_KONGS_BY_ROW: Final[int] = COLUMN["fed-claimed-kongs-by-row"]

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
FOURS_COMPLETED: Final[int] = COLUMN["fours-completed"]
ORPHANS: Final[int] = COLUMN["orphans"]
UNRELATED: Final[int] = COLUMN["unrelated"]
KNITTED: Final[int] = COLUMN["knitted"]
KNITTED_STRAIGHT: Final[int] = COLUMN["knitted-straight"]
ANY_TILES: Final[int] = COLUMN["any-tiles"]
SUITS: Final[int] = COLUMN["suits"]
EDGE_WAIT: Final[int] = COLUMN["edge-wait"]
CLOSED_WAIT: Final[int] = COLUMN["closed-wait"]
SINGLE_WAIT: Final[int] = COLUMN["single-wait"]
DOUBLE_PUNG_WAIT: Final[int] = COLUMN["double-pung-wait"]
TWO_SIDED_WAIT: Final[int] = COLUMN["two-sided-wait"]
PAIR_WITH_WILD: Final[int] = COLUMN["pair-with-wild"]
WILD_PAIR: Final[int] = COLUMN["wild-pair"]
WILD_PUNG: Final[int] = COLUMN["wild-pung"]
CONCEALED_PUNGS: Final[int] = COLUMN["concealed-pungs"]
STAND_INS_USED: Final[int] = COLUMN["stand-ins-used"]
EXTRA_SETS: Final[int] = COLUMN["extra-sets"]
MELDED_TILE_HOGS: Final[int] = COLUMN["melded-tile-hogs"]
CONCEALED_TILE_HOGS: Final[int] = COLUMN["concealed-tile-hogs"]
WINNING_TILE_HOG: Final[int] = COLUMN["winning-tile-hog"]
PURE_DOUBLE_CHOWS: Final[int] = COLUMN["pure-double-chows"]
MIXED_DOUBLE_CHOWS: Final[int] = COLUMN["mixed-double-chows"]
SHORT_STRAIGHTS: Final[int] = COLUMN["short-straights"]
TWO_TERMINAL_CHOWS: Final[int] = COLUMN["two-terminal-chows"]
PURE_TRIPLE_CHOWS: Final[int] = COLUMN["pure-triple-chows"]
QUADRUPLE_CHOW: Final[int] = COLUMN["quadruple-chow"]
MIXED_TRIPLE_CHOWS: Final[int] = COLUMN["mixed-triple-chows"]
PURE_STRAIGHTS: Final[int] = COLUMN["pure-straights"]
MIXED_STRAIGHTS: Final[int] = COLUMN["mixed-straights"]
PURE_SHIFTED_CHOWS: Final[int] = COLUMN["pure-shifted-chows"]
MIXED_SHIFTED_CHOWS: Final[int] = COLUMN["mixed-shifted-chows"]
PURE_SHIFTED_PUNGS: Final[int] = COLUMN["pure-shifted-pungs"]
MIXED_SHIFTED_PUNGS: Final[int] = COLUMN["mixed-shifted-pungs"]
DOUBLE_PUNGS: Final[int] = COLUMN["double-pungs"]
TRIPLE_PUNG: Final[int] = COLUMN["triple-pung"]
TILE_HOGS: Final[int] = COLUMN["tile-hogs"]
SHIFTED_PAIRS: Final[int] = COLUMN["shifted-pairs"]
NINE_GATES: Final[int] = COLUMN["nine-gates"]
NINE_GATES_SHAPE: Final[int] = COLUMN["nine-gates-shape"]

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
READY_BY_SHAPE: Final[int] = COLUMN["ready-by-shape"]
DISTANCE: Final[int] = COLUMN["distance"]
WON: Final[int] = COLUMN["won"]
RESPONSIBLE: Final[int] = COLUMN["responsible"]
CLAIMED_CHOWS: Final[int] = COLUMN["claimed-chows"]
CLAIMED_PUNGS: Final[int] = COLUMN["claimed-pungs"]
CLAIMED_KONGS: Final[int] = COLUMN["claimed-kongs"]
ADDED_KONGS: Final[int] = COLUMN["added-kongs"]
KONGS: Final[int] = COLUMN["kongs"]
ADDED_KONGS_BY_ROW: Final[int] = COLUMN["added-kongs-by-row"]
CONCEALED_KONGS_BY_ROW: Final[int] = COLUMN["concealed-kongs-by-row"]
TILES_BEFORE: Final[int] = COLUMN["tiles-before"]
FLOWER_SETS: Final[int] = COLUMN["flower-sets"]
WILD_DISCARDS: Final[int] = COLUMN["wild-discards"]
WILD_DISCARDS_IN_A_ROW: Final[int] = COLUMN["wild-discards-in-a-row"]
WILD_POINTS: Final[int] = COLUMN["wild-points"]
WILDS_IN_ALL: Final[int] = COLUMN["wilds-in-all"]
OPEN_SETS_OF_SUIT: Final[int] = COLUMN["open-sets-of-suit"]
CLAIMED_CHOWS_OF_SUIT: Final[int] = COLUMN["claimed-chows-of-suit"]
DECLARED: Final[int] = COLUMN["declared"]
DECLARED_FIRST: Final[int] = COLUMN["declared-first"]
DECLARED_DEALT: Final[int] = COLUMN["declared-dealt"]
STAKE_LAID: Final[int] = COLUMN["stake-laid"]
STAKE_BOUGHT: Final[int] = COLUMN["stake-bought"]
STAKE_RAISED: Final[int] = COLUMN["stake-raised"]
BIRDS: Final[int] = COLUMN["birds"]
ONE_SHOT: Final[int] = COLUMN["one-shot"]
DORA: Final[int] = COLUMN["dora"]
URA_DORA: Final[int] = COLUMN["ura-dora"]
RED_FIVES: Final[int] = COLUMN["red-fives"]
FOURS_DISCARDED: Final[int] = COLUMN["fours-discarded"]
SAME_DISCARDS_IN_A_ROW: Final[int] = COLUMN["same-discards-in-a-row"]
TERMINAL_DISCARDS_ONLY: Final[int] = COLUMN["terminal-discards-only"]
