"""The policy `fast`: as few tiles away as possible under the page's winning conditions, then as many unseen tiles that help.

It discards what leaves the least key (see `mjstats.kernel.routes`), ties by acceptance; claims what lowers the key; makes the
kongs that do not raise it; keeps wild tiles where they are no kongs. It never looks at what the others may be doing.
"""

from typing import Final

from mjstats.kernel.board import (
    BARRED,
    IN_WALL,
    IS_KONG_TILE,
    IS_WILD,
    PLAYERS,
    PRINTED_AS,
    READ_AS,
    STAY_CLOSED,
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
from mjstats.kernel.page import CONCEALED_KONG, N_FACES, N_PLAIN, PUNG
from mjstats.kernel.routes import (
    FAR,
    HELD_KONG,
    HELD_WILD,
    KEY,
    MISSING,
    TRIAL,
    UNSEEN,
    Mind,
    Routes,
    consider,
    key_of,
    missing_with,
    shift,
)
from mjstats.kernel.state import MELD_FACE, MELD_KIND, ROUND_EAST

MAX_CENTRE: Final[int] = 5  #: how far from the middle of its suit an honour counts


@leaf
def count_unseen(board: Board, seat: int, mind: Mind) -> None:
    """Fill the unseen copies: of each face as read, those that neither lie open nor stand in the own hand."""
    for face in range(N_PLAIN):
        own = board.marks[PRINTED_AS, face]
        mind.faces[UNSEEN, face] = 0
        if own >= 0 and board.marks[IS_WILD, own] == 0:
            mind.faces[UNSEEN, face] = max(board.marks[IN_WALL, own] - board.seen[own] - board.seats.hand[seat, own], 0)


@small_leaf
def key_without(routes: Routes, mind: Mind, face: int, bound: int) -> int:
    """The key once a natural tile read as `face` is discarded, `FAR` when it is above `bound`."""
    best = FAR
    for r in range(len(routes.rows)):
        # A discard never brings a route nearer.
        if mind.routes[r, KEY] > bound:
            continue
        missing = missing_with(routes, mind, r, face, -1)
        best = min(best, key_of(routes, mind, r, missing, mind.held[HELD_WILD], mind.held[HELD_KONG]))
    return best


@small_leaf
def key_without_special(routes: Routes, mind: Mind, wilds: int, kong_tiles: int) -> int:
    """The key once a wild tile or a kong tile is discarded: with so many of them left."""
    best = FAR
    for r in range(len(routes.rows)):
        best = min(best, key_of(routes, mind, r, mind.routes[r, MISSING], wilds, kong_tiles))
    return best


@leaf
def acceptance(routes: Routes, mind: Mind, key: int) -> int:
    """Unseen tiles that bring the laid-out hand below `key`."""
    total = 0
    for face in range(N_PLAIN):
        if mind.faces[UNSEEN, face] == 0:
            continue
        for r in range(len(routes.rows)):
            if mind.routes[r, KEY] > key + 1:
                continue
            # A tile takes two off a route's key, so that this is what falls below `key`.
            if key_of(routes, mind, r, mind.routes[r, MISSING], mind.held[HELD_WILD], 0) > key + 1:
                continue
            if missing_with(routes, mind, r, face, 1) < mind.routes[r, MISSING]:
                total += mind.faces[UNSEEN, face]
                break
    return total


@small_leaf
def from_centre(face: int) -> int:
    """How little a tile connects: honours most, then the ends of a suit."""
    return MAX_CENTRE if face >= 27 else abs(face % 9 - 4)


@small_leaf
def discard_key(routes: Routes, board: Board, mind: Mind, face: int, bound: int) -> int:
    """The key after discarding the printed `face`; `FAR` when the tile is to be kept."""
    marks = board.marks
    wilds = mind.held[HELD_WILD]
    kong_tiles = mind.held[HELD_KONG]
    if marks[IS_WILD, face] == 1:
        return key_without_special(routes, mind, wilds - 1, kong_tiles) if marks[IS_KONG_TILE, face] == 1 else FAR
    if marks[IS_KONG_TILE, face] == 1:
        return key_without_special(routes, mind, wilds, kong_tiles - 1)
    return key_without(routes, mind, marks[READ_AS, face], bound)


@open_leaf
def fast_discard(routes: Routes, board: Board, seat: int, mind: Mind) -> int:
    """The printed face to discard."""
    hand = board.seats.hand[seat]
    # Some discard keeps the key, but for the kong tile that a ready hand may still hold.
    bound = consider(routes, board, seat, mind) + 1
    best = FAR + FAR
    ties = 0
    choice = -1
    for face in range(N_FACES):
        if hand[face] == 0:
            continue
        if board.marks[BARRED, face] == 1:
            mind.faces[TRIAL, face] = FAR + FAR
            continue
        key = discard_key(routes, board, mind, face, bound)
        mind.faces[TRIAL, face] = key
        if key < best:
            best = key
            ties = 0
        if key == best:
            ties += 1
            choice = face
    if best >= FAR:
        return int(last_choice(board, seat, choice))
    if ties == 1:
        return choice
    count_unseen(board, seat, mind)
    most = -1
    for face in range(N_FACES):
        if hand[face] == 0 or mind.faces[TRIAL, face] != best:
            continue
        special = board.marks[IS_WILD, face] == 1 or board.marks[IS_KONG_TILE, face] == 1
        read = board.marks[READ_AS, face]
        if not special:
            shift(routes, mind, read, -1, bound)
        worth = (MAX_CENTRE + 1) * acceptance(routes, mind, best) + from_centre(read)
        if not special:
            shift(routes, mind, read, 1, bound)
        if worth > most:
            most = worth
            choice = face
    return choice


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
    before = consider(routes, board, seat, mind)
    while code != KONG_NONE:
        face = code % KONG_KIND
        if code // KONG_KIND == SINGLE and board.marks[IS_WILD, face] == 0:
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
