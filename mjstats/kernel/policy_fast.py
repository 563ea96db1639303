"""The policy `fast`: as few tiles away as possible under the page's winning conditions, then as many unseen tiles that help.

It discards what leaves the least key (see `mjstats.kernel.keys`), ties by acceptance; claims what lowers the key; makes the
kongs that do not raise it; keeps wild tiles where they are no kongs. It never looks at what the others may be doing.
"""

from typing import Final

from mjstats.kernel.board import (
    ANY_MOVED,
    BARRED,
    DECLARE_OPENS,
    FORCED_HONORS,
    HAS_NATURAL,
    IN_WALL,
    IS_KONG_TILE,
    IS_OWN_FACE,
    IS_WILD,
    NATURAL_FROM,
    PLAYERS,
    READ_AS,
    STAY_CLOSED,
    SWAP_BAN,
    VALUED,
    Board,
)
from mjstats.kernel.claims import (
    CLAIM_CHOW,
    CLAIM_KONG,
    CLAIM_NONE,
    KONG_KIND,
    KONG_NONE,
    SINGLE,
    may_claim,
    meld_claim,
    meld_kong,
    next_kong,
    unmeld_claim,
    unmeld_kong,
)
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.keys import consider, key_of
from mjstats.kernel.one_tile import find_keys_without, highest, lowest, unseen_of
from mjstats.kernel.page import CONCEALED_KONG, N_FACES, N_PLAIN, PUNG
from mjstats.kernel.routes import (
    FAR,
    HELD_FREE,
    HELD_KONG,
    HELD_WILD,
    HELPED,
    MISSING,
    TRIAL,
    UNSEEN,
    UNSEEN_FOURS,
    UNSEEN_ONES,
    UNSEEN_TWOS,
    WITHOUT,
    Mind,
    Routes,
)
from mjstats.kernel.spares import NOTHING, count_helped, spare_faces
from mjstats.kernel.state import MARK_DECLARED, MELD_FACE, MELD_KIND, ROUND_EAST

NEVER: Final[int] = FAR + FAR  #: key of a discard that is not possible
MAX_CENTRE: Final[int] = 5  #: how far from the middle of its suit an honour counts


@leaf
def count_unseen(board: Board, seat: int, mind: Mind) -> None:
    """Fill the unseen copies: of each face as read, those that neither lie open nor stand in the own hand.

    Besides they are kept as bits of three numbers, so that those of many faces are counted at once.
    """
    marks = board.marks
    hand = board.seats.hand[seat]
    unseen = mind.faces[UNSEEN]
    if board.terms[DECLARE_OPENS] == 1:
        count_open_hands(board, seat, 1)
    for face in range(N_PLAIN):
        unseen[face] = max(marks[IN_WALL, face] - board.seen[face] - hand[face], 0) & -marks[IS_OWN_FACE, face]
    for face in range(N_PLAIN if marks[HAS_NATURAL, ANY_MOVED] == 1 else 0):
        if marks[HAS_NATURAL, face] > marks[IS_OWN_FACE, face]:
            own = marks[NATURAL_FROM, face]
            unseen[face] = max(marks[IN_WALL, own] - board.seen[own] - hand[own], 0)
    if board.terms[DECLARE_OPENS] == 1:
        count_open_hands(board, seat, -1)
    ones, twos, fours = 0, 0, 0
    for face in range(N_PLAIN):
        ones |= (unseen[face] & 1) << face
        twos |= (unseen[face] >> 1 & 1) << face
        fours |= (unseen[face] >> 2) << face
    mind.held[UNSEEN_ONES] = ones
    mind.held[UNSEEN_TWOS] = twos
    mind.held[UNSEEN_FOURS] = fours


@leaf
def count_open_hands(board: Board, seat: int, times: int) -> None:
    """Count the hands of others that lie open among what is seen; with `times` -1 no longer."""
    for other in range(board.terms[PLAYERS]):
        if other != seat and board.seats.marks[other, MARK_DECLARED] == 1:
            for face in range(N_FACES):
                board.seen[face] += times * board.seats.hand[other, face]


@small_leaf
def key_without_special(routes: Routes, mind: Mind, wilds: int, kong_tiles: int) -> int:
    """The key once a wild tile or a kong tile is discarded: with so many of them left."""
    best = FAR
    for r in range(len(routes.rows)):
        best = min(best, key_of(routes, mind, r, mind.routes[r, MISSING], wilds, kong_tiles))
    return best


@small_leaf
def from_centre(face: int) -> int:
    """How little a tile connects: honours most, then the ends of a suit."""
    return MAX_CENTRE if face >= 27 else abs(face % 9 - 4)


@leaf
def find_discard_keys(routes: Routes, board: Board, seat: int, mind: Mind) -> None:
    """Fill the row TRIAL: by printed face the key without it, `FAR` where it is to be kept, `NEVER` where it cannot go."""
    hand = board.seats.hand[seat]
    marks = board.marks
    trial = mind.faces[TRIAL]
    without = mind.faces[WITHOUT]
    for face in range(N_FACES):
        trial[face] = without[face] if hand[face] > 0 else NEVER
    wilds = mind.held[HELD_WILD]
    kong_tiles = mind.held[HELD_KONG]
    for face in range(N_FACES):
        if marks[IS_OWN_FACE, face] == 1 or hand[face] == 0:
            continue
        if marks[IS_KONG_TILE, face] == 1:
            wild = marks[IS_WILD, face]
            trial[face] = key_without_special(routes, mind, wilds - wild, kong_tiles - (1 - wild))
        else:
            trial[face] = FAR if marks[IS_WILD, face] == 1 else without[marks[READ_AS, face]]
    if board.terms[FORCED_HONORS] > 0 or board.terms[SWAP_BAN] > 0:
        for face in range(N_FACES):
            if marks[BARRED, face] == 1:
                trial[face] = NEVER


@small_leaf
def helped_as(board: Board, face: int) -> int:
    """The face, as read, that a hand loses for its routes when it discards the printed `face`: of special tiles none."""
    special = board.marks[IS_WILD, face] == 1 or board.marks[IS_KONG_TILE, face] == 1
    return int(NOTHING if special else board.marks[READ_AS, face])


@leaf
def spare_tiles(routes: Routes, board: Board, seat: int, mind: Mind, key: int) -> int:
    """The printed faces of which the hand laid out may discard one and keep its `key`, a bit each.

    0 where that has to be found face by face: no ordinary tile does, or kong tiles or tiles of two faces are held.
    """
    if key >= FAR or mind.held[HELD_KONG] > 0 or mind.held[HELD_FREE] >= 0:
        return 0
    marks = board.marks
    hand = board.seats.hand[seat]
    spare = spare_faces(routes, mind, key)
    others = 0
    equals = 0
    for face in range(N_FACES):
        equals |= (spare >> face & marks[IS_OWN_FACE, face]) << face
        others |= min(hand[face], 1 - marks[IS_OWN_FACE, face]) << face
    while others != 0:
        face = lowest(others)
        others &= others - 1
        if marks[IS_KONG_TILE, face] == 1:
            return 0
        if marks[IS_WILD, face] == 0:
            equals |= (spare >> marks[READ_AS, face] & 1) << face
    if board.terms[FORCED_HONORS] > 0 or board.terms[SWAP_BAN] > 0:
        for face in range(N_FACES):
            equals &= ~(marks[BARRED, face] << face)
    return int(equals)


@leaf
def nearest_discards(routes: Routes, board: Board, seat: int, mind: Mind) -> tuple[int, int]:
    """The printed faces whose discard leaves the least key, a bit each, and that key; the hand is laid out for it."""
    best = consider(routes, board, seat, mind)
    equals = spare_tiles(routes, board, seat, mind, best)
    if equals == 0:
        # Some discard keeps the key, but for the kong tile that a ready hand may still hold.
        find_keys_without(routes, mind, best + 1)
        find_discard_keys(routes, board, seat, mind)
        trial = mind.faces[TRIAL]
        best = NEVER
        for face in range(N_FACES):
            best = min(best, trial[face])
        for face in range(N_FACES):
            equals |= (1 if trial[face] == best else 0) << face
        if best >= FAR:
            return 1 << last_choice(board, seat, highest(equals)), best
    return equals, best


@open_leaf
def fast_discard(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The printed face to discard."""
    equals, key = nearest_discards(routes, board, seat, mind)
    return int(most_helped(routes, board, seat, mind, equals, key))


@leaf
def most_helped(routes: Routes, board: Board, seat: int, mind: Mind, equals: int, key: int) -> int:
    """Of the discards that `nearest_discards` found the one after which most unseen tiles help."""
    if equals & (equals - 1) == 0:
        return int(lowest(equals))
    candidates = 0
    rest = equals
    while rest != 0:
        candidates |= 1 << helped_as(board, lowest(rest))
        rest &= rest - 1
    # A tile takes two off a route's key, so that this is what falls below the best key.
    count_unseen(board, seat, mind)
    count_helped(routes, mind, candidates, key + 1)
    most = -1
    choice = -1
    while equals != 0:
        face = lowest(equals)
        equals &= equals - 1
        faces = mind.faces[HELPED, helped_as(board, face)]
        worth = (MAX_CENTRE + 1) * unseen_of(mind, faces) + from_centre(board.marks[READ_AS, face])
        if worth > most:
            most = worth
            choice = face
    return int(choice)


@leaf
def last_choice(board: Board, seat: int, choice: int) -> int:
    """What a hand without any route discards: an ordinary tile while there is one."""
    for face in range(N_FACES):
        if board.seats.hand[seat, face] > 0 and board.marks[IS_WILD, face] == 0 and board.marks[BARRED, face] == 0:
            return face
    return choice


@open_leaf
def fast_kong(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The kong to make now, or `KONG_NONE`."""
    code = next_kong(board, seat, KONG_NONE)
    if code == KONG_NONE:
        return code
    if code // KONG_KIND == SINGLE and board.marks[IS_WILD, code % KONG_KIND] == 0:
        return code
    before = consider(routes, board, seat, mind)
    while code != KONG_NONE:
        if code // KONG_KIND == SINGLE and board.marks[IS_WILD, code % KONG_KIND] == 0:
            return code
        meld_kong(board, seat, code)
        after = consider(routes, board, seat, mind)
        unmeld_kong(board, seat, code)
        if after <= before:
            return code
        code = next_kong(board, seat, code)
    return code


@small_leaf
def is_valued(board: Board, seat: int, face: int) -> bool:
    """Whether a pung of the face, as read, makes an open hand of `seat` winnable."""
    wind = (seat - board.seats.round[ROUND_EAST] + board.terms[PLAYERS]) % board.terms[PLAYERS]
    return bool(board.marks[VALUED, face] >> wind & 1 == 1)


@leaf
def may_open(board: Board, seat: int, read: int, claim: int) -> bool:
    """Whether a claim leaves a hand that can win on this page: where an open hand needs something that counts, a valued pung."""
    if claim < CLAIM_CHOW and is_valued(board, seat, read):
        return True
    seats = board.seats
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        if PUNG <= kind <= CONCEALED_KONG and is_valued(board, seat, seats.melds[seat, m, MELD_FACE]):
            return True
    for face in range(N_PLAIN):
        if seats.hand[seat, face] >= 3 and is_valued(board, seat, face):
            return True
    return False


@open_leaf
def fast_claim(routes: Routes, board: Board, seat: int, source: int, face: int, first: int, last: int, mind: Mind) -> int:
    """The claim to make out of `first` .. `last`, or `CLAIM_NONE`: the one with the least key, if that is less than now."""
    choice = CLAIM_NONE
    best = FAR
    for claim in range(first, last + 1):
        if not may_claim(board, seat, source, face, claim):
            continue
        if board.terms[STAY_CLOSED] == 1 and not may_open(board, seat, board.marks[READ_AS, face], claim):
            continue
        if best == FAR:
            best = consider(routes, board, seat, mind)
        meld_claim(board, seat, source, face, claim)
        key = consider(routes, board, seat, mind)
        unmeld_claim(board, seat, face, claim)
        # The replacement of a kong is worth a draw: it need not lower the key.
        if key < best or (claim == CLAIM_KONG and key == best):
            best = key
            choice = claim
    return choice
