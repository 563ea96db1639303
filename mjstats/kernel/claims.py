"""What may be claimed and what may be made a kong: the rules only, no choices.

A claim and a kong are one small number each, so that a policy can walk through what is allowed and a log can keep it.
Claimed melds are kept by the face they are read as; the board's marks give the tile that lies there.
"""

from typing import Final

from mjstats.kernel.board import (
    CHOWS,
    CLAIM_LIMIT,
    CLAIM_LIMIT_FROM,
    CLAIMABLE,
    CLAIMS,
    CONCEALED_KONG_KEEPS,
    FROZEN,
    IS_KONG_TILE,
    KONG_ADDED,
    KONG_CLAIMED,
    KONG_CONCEALED,
    KONG_SINGLE,
    KONGS_MADE,
    LAST_DRAWS,
    LEFT,
    MOST_KONGS,
    PLAYERS,
    PRINTED_AS,
    PUNG_OF_THREE,
    READ_AS,
    REPLACEMENT_RESERVED,
    Board,
)
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import ADDED_KONG, CHOW, CLAIMED_KONG, CONCEALED_KONG, EXTRA_SET, N_FACES, PLAIN_HONOR, PUNG, Ints
from mjstats.kernel.state import MELD_FACE, MELD_FROM, MELD_KIND, ROUND_DEALER, ROUND_STREAK

# ---- claims, in the order in which they are walked through
CLAIM_NONE: Final[int] = 0
CLAIM_KONG: Final[int] = 1
CLAIM_PUNG: Final[int] = 2
CLAIM_CHOW: Final[int] = 3  #: the claimed tile is the lowest of the chow; 4 the middle one, 5 the highest
CLAIM_EXTRA: Final[int] = 6  #: and the row of a set of named honours

# ---- kongs in the own go: kind * KONG_KIND + printed face
KONG_NONE: Final[int] = -1
KONG_KIND: Final[int] = 64
SINGLE: Final[int] = 0
CONCEALED: Final[int] = 1
ADDED: Final[int] = 2
CLAIMED: Final[int] = 3  #: made with a discard, never found by `next_kong`
KONG_KINDS: Final[int] = 4

BINDING: Final[int] = 3  #: so many claims from one player bind the two


@small_leaf
def natural_copies(board: Board, seat: int, read: int) -> int:
    """How many tiles of the hand are read as this face without being wild."""
    own = board.marks[PRINTED_AS, read]
    return int(board.seats.hand[seat, own]) if own >= 0 else 0


@small_leaf
def claimable(board: Board, face: int) -> bool:
    """Whether a discard of this printed face is an ordinary tile, neither wild nor a kong tile."""
    return bool(board.marks[CLAIMABLE, face] == 1)


@small_leaf
def barred(board: Board, seat: int) -> bool:
    """Whether another's wild discard keeps `seat` from using discards."""
    for other in range(len(board.own)):
        if other != seat and board.own[other, FROZEN] == 1:
            return True
    return False


@leaf
def within_limit(board: Board, seat: int, source: int, chow: bool) -> bool:
    """Whether `seat` may claim from `source` once more under the page's limit on repeated claims."""
    seats = board.seats
    limit = board.terms[CLAIM_LIMIT]
    if limit == 0 or seats.round[ROUND_STREAK] < board.terms[CLAIM_LIMIT_FROM]:
        return True
    claims = 0
    chows = 0
    for m in range(seats.n_melds[seat]):
        if seats.melds[seat, m, MELD_FROM] == source:
            claims += 1
            if seats.melds[seat, m, MELD_KIND] == CHOW or seats.melds[seat, m, MELD_KIND] == EXTRA_SET:
                chows += 1
    if claims < BINDING - 1:
        return True
    if limit == 3:
        return False
    dealer = seats.round[ROUND_DEALER]
    if dealer in (seat, source):
        return True
    if limit == 1:
        return False
    return not (chow and chows == claims and claims == BINDING - 1)


@open_leaf
def may_claim(board: Board, seat: int, source: int, face: int, claim: int) -> bool:
    """Whether `seat` may make `claim` on the discard `face` of `source` (freezes and passed tiles apart)."""
    seats = board.seats
    hand = seats.hand[seat]
    if seats.n_melds[seat] == len(seats.melds[seat]):
        return False
    if claim == CLAIM_KONG:
        return bool(
            board.terms[KONG_CLAIMED] == 1
            and hand[face] >= 3
            and four_time(board, CLAIMED)
            and within_limit(board, seat, source, False)
        )
    if claim == CLAIM_PUNG:
        fits = hand[face] == 2 or (hand[face] > 2 and board.terms[PUNG_OF_THREE] == 1)
        return bool(fits and within_limit(board, seat, source, False))
    if board.terms[CHOWS] == 0 or (source + 1) % board.terms[PLAYERS] != seat:
        return False
    if claim >= CLAIM_EXTRA:
        return bool(named_held(board, seat, face, claim - CLAIM_EXTRA) and within_limit(board, seat, source, True))
    read = board.marks[READ_AS, face]
    low = read - (claim - CLAIM_CHOW)
    if read >= 27 or low < 0 or low // 9 != read // 9 or (low + 2) // 9 != read // 9:
        return False
    for step in range(3):
        if low + step != read and natural_copies(board, seat, low + step) == 0:
            return False
    return within_limit(board, seat, source, True)


@open_leaf
def chow_held(board: Board, seat: int, face: int) -> bool:
    """Whether the hand holds two tiles that make a chow with a discard of the printed `face`: mostly it does not."""
    read = board.marks[READ_AS, face]
    rank = read % 9
    if read >= PLAIN_HONOR:
        return False
    before = rank >= 1 and natural_copies(board, seat, read - 1) > 0
    behind = rank <= 7 and natural_copies(board, seat, read + 1) > 0
    if before and (behind or (rank >= 2 and natural_copies(board, seat, read - 2) > 0)):
        return True
    return bool(behind and rank <= 6 and natural_copies(board, seat, read + 2) > 0)


@small_leaf
def kept_for_kong(board: Board, kind: int) -> int:
    """How many tiles more stay undrawn for the next kong of four tiles."""
    besides = board.terms[CONCEALED_KONG_KEEPS] if kind == CONCEALED else 0
    return int(board.per_kong[min(board.clock[KONGS_MADE], len(board.per_kong) - 1)] + besides)


@small_leaf
def four_time(board: Board, kind: int) -> bool:
    """Whether one is left for a kong of four tiles of this kind: there may be a most of them, each may keep more tiles, or fewer.

    Where the replacement may be one of those that stay, it is enough that one can be drawn before the kong or after it.
    """
    before = board.clock[LEFT]
    after = before - kept_for_kong(board, kind)
    left = max(before, after) if board.terms[REPLACEMENT_RESERVED] == 1 else after
    return bool(left > board.terms[LAST_DRAWS] and board.clock[KONGS_MADE] < board.terms[MOST_KONGS])


@small_leaf
def kong_time(board: Board) -> bool:
    """Whether there is a replacement tile left, of one kind of kong or the other, and the last round has not come."""
    return bool(board.clock[LEFT] > board.terms[LAST_DRAWS] or four_time(board, ADDED))


@leaf
def named_held(board: Board, seat: int, face: int, row: int) -> bool:
    """Whether a discard of the printed `face` completes a set of named honours with tiles of the hand."""
    read = board.marks[READ_AS, face]
    found = False
    for place in range(3):
        wanted = board.extra_sets[row, place]
        if wanted == read:
            found = True
        elif natural_copies(board, seat, wanted) == 0:
            return False
    return found


@leaf
def meld_claim(board: Board, seat: int, source: int, face: int, claim: int) -> None:
    """Move tiles from the hand into a claimed meld."""
    seats = board.seats
    read = board.marks[READ_AS, face]
    at = seats.n_melds[seat]
    kind = CHOW
    low = read
    if claim == CLAIM_KONG:
        kind = CLAIMED_KONG
        seats.hand[seat, face] -= 3
    elif claim == CLAIM_PUNG:
        kind = PUNG
        seats.hand[seat, face] -= 2
    elif claim >= CLAIM_EXTRA:
        kind = EXTRA_SET
        low = claim - CLAIM_EXTRA
        move_named(board, seat, read, low, -1)
    else:
        low = read - (claim - CLAIM_CHOW)
        for step in range(3):
            if low + step != read:
                seats.hand[seat, board.marks[PRINTED_AS, low + step]] -= 1
    seats.melds[seat, at, MELD_KIND] = kind
    seats.melds[seat, at, MELD_FACE] = low
    seats.melds[seat, at, MELD_FROM] = source
    seats.n_melds[seat] = at + 1


@small_leaf
def move_named(board: Board, seat: int, read: int, row: int, number: int) -> None:
    """Take the other two tiles of a set of named honours out of the hand (-1), or put them back (1)."""
    for place in range(3):
        wanted = board.extra_sets[row, place]
        if wanted != read:
            board.seats.hand[seat, board.marks[PRINTED_AS, wanted]] += number


@leaf
def unmeld_claim(board: Board, seat: int, face: int, claim: int) -> None:
    """Undo `meld_claim`, for who only wanted to see."""
    seats = board.seats
    read = board.marks[READ_AS, face]
    if claim == CLAIM_KONG:
        seats.hand[seat, face] += 3
    elif claim == CLAIM_PUNG:
        seats.hand[seat, face] += 2
    elif claim >= CLAIM_EXTRA:
        move_named(board, seat, read, claim - CLAIM_EXTRA, 1)
    else:
        low = read - (claim - CLAIM_CHOW)
        for step in range(3):
            if low + step != read:
                seats.hand[seat, board.marks[PRINTED_AS, low + step]] += 1
    seats.n_melds[seat] -= 1
    seats.melds[seat, seats.n_melds[seat], :] = -1


@leaf
def show_claim(board: Board, seat: int, face: int, claim: int) -> None:
    """Count the claim, and the tiles that it laid open beside the discard."""
    board.clock[CLAIMS] += 1
    if claim == CLAIM_KONG:
        board.seen[face] += 3
    elif claim == CLAIM_PUNG:
        board.seen[face] += 2
    elif claim >= CLAIM_EXTRA:
        for place in range(3):
            wanted = board.extra_sets[claim - CLAIM_EXTRA, place]
            if wanted != board.marks[READ_AS, face]:
                board.seen[board.marks[PRINTED_AS, wanted]] += 1
    else:
        read = board.marks[READ_AS, face]
        low = read - (claim - CLAIM_CHOW)
        for step in range(3):
            if low + step != read:
                board.seen[board.marks[PRINTED_AS, low + step]] += 1


@leaf
def pung_to_add(board: Board, seat: int, face: int) -> int:
    """Place of the own pung that a tile of the printed `face` may be added to, -1 none."""
    seats = board.seats
    read = board.marks[READ_AS, face]
    for m in range(seats.n_melds[seat]):
        if seats.melds[seat, m, MELD_KIND] == PUNG and seats.melds[seat, m, MELD_FACE] == read:
            return m
    return -1


@small_leaf
def kong_kind_open(board: Board, seat: int, kind: int) -> bool:
    """Whether the page and the moment allow a kong of this kind; to add to a pung there must be one."""
    if kind == SINGLE:
        return bool(board.terms[KONG_SINGLE] == 1)
    if not four_time(board, kind):
        return False
    if kind == CONCEALED:
        return bool(board.terms[KONG_CONCEALED] == 1)
    if board.terms[KONG_ADDED] == 0:
        return False
    for m in range(board.seats.n_melds[seat]):
        if board.seats.melds[seat, m, MELD_KIND] == PUNG:
            return True
    return False


@small_leaf
def holds_four(hand: Ints) -> bool:
    """Whether there are four tiles of some face: mostly there are not, and all faces are asked at once."""
    numbers = 0
    for face in range(N_FACES):
        numbers |= hand[face]
    return bool(numbers >= 4)


@open_leaf
def next_kong(board: Board, seat: int, after: int) -> int:
    """The next kong that the hand allows in the own go, by number, `KONG_NONE` when there is no more (start with `KONG_NONE`)."""
    hand = board.seats.hand[seat]
    marks = board.marks
    for kind in range((after + 1) // KONG_KIND, 3):
        if not kong_kind_open(board, seat, kind) or (kind == CONCEALED and not holds_four(hand)):
            continue
        first = (after + 1) % KONG_KIND if kind == (after + 1) // KONG_KIND else 0
        least = 4 if kind == CONCEALED else 1
        for face in range(first, N_FACES):
            if hand[face] < least:
                continue
            if kind == SINGLE:
                found = marks[IS_KONG_TILE, face] == 1
            else:
                found = claimable(board, face) and (kind == CONCEALED or pung_to_add(board, seat, face) >= 0)
            if found:
                return kind * KONG_KIND + face
    return KONG_NONE


@leaf
def meld_kong(board: Board, seat: int, code: int) -> None:
    """Move tiles from the hand into a kong."""
    seats = board.seats
    face = code % KONG_KIND
    kind = code // KONG_KIND
    if kind == SINGLE:
        seats.hand[seat, face] -= 1
        seats.laid[seat, face] += 1
    elif kind == CONCEALED:
        at = seats.n_melds[seat]
        seats.hand[seat, face] -= 4
        seats.melds[seat, at, MELD_KIND] = CONCEALED_KONG
        seats.melds[seat, at, MELD_FACE] = board.marks[READ_AS, face]
        seats.melds[seat, at, MELD_FROM] = -1
        seats.n_melds[seat] = at + 1
    else:
        seats.hand[seat, face] -= 1
        seats.melds[seat, pung_to_add(board, seat, face), MELD_KIND] = ADDED_KONG


@leaf
def unmeld_kong(board: Board, seat: int, code: int) -> None:
    """Undo `meld_kong`, for who only wanted to see or was robbed."""
    seats = board.seats
    face = code % KONG_KIND
    kind = code // KONG_KIND
    if kind == SINGLE:
        seats.hand[seat, face] += 1
        seats.laid[seat, face] -= 1
    elif kind == CONCEALED:
        seats.hand[seat, face] += 4
        seats.n_melds[seat] -= 1
        seats.melds[seat, seats.n_melds[seat], :] = -1
    else:
        seats.hand[seat, face] += 1
        read = board.marks[READ_AS, face]
        for m in range(seats.n_melds[seat]):
            if seats.melds[seat, m, MELD_KIND] == ADDED_KONG and seats.melds[seat, m, MELD_FACE] == read:
                seats.melds[seat, m, MELD_KIND] = PUNG
