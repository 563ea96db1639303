"""A plan laid out for one hand: its suits' classes kept, so that one tile more or less is a look-up and a merge or two.

What a plan names beforehand (a chow, a pung of an honour) takes its tiles out of the suits first; the classes are of the rest.
Routes of other kinds than sets and a pair are asked as `mjstats.kernel.routes` asks them.
"""

from typing import Any, Final

from mjstats.kernel.board import POWER
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.neighbours import MEMO_LESS, MEMO_MORE, SCATTER, SCATTER_SHIFT, next_classes, ranks_of
from mjstats.kernel.one_tile import ANY_KEY, helping_pairs, lowest, reads_tiles
from mjstats.kernel.page import N_PLAIN, SHAPE_STANDARD, Ints
from mjstats.kernel.plans import HELPS, PLAN_SET, PLAN_SETS, PLAN_SUITS, PLAN_TABLE, Thought, set_laid, usable_of
from mjstats.kernel.routes import (
    CLASS,
    FULL,
    HELD_FOR,
    HELD_FREE,
    HELD_SETS,
    HELD_WILD,
    HONOR_SUIT,
    KIND,
    MERGED_MP,
    MERGED_SZ,
    MISSING,
    NATURAL,
    NO_ROUTE,
    ONLY_SUIT,
    SUIT_INDEX,
    TABLE,
    UNSEEN,
    UNSEEN_FOURS,
    UNSEEN_ONES,
    UNSEEN_TWOS,
    Mind,
    Routes,
    class_of,
    lay_route,
    merged,
    missing_of,
    missing_with,
    place,
    put,
)
from mjstats.kernel.state import Seats

# ---- places in a row of `Thought.laid`
OF: Final[int] = 0  #: which plan
BY_SUITS: Final[int] = 1  #: 1 where it is looked up suit by suit
TABLE_OF: Final[int] = 2
SUITS_OF: Final[int] = 3  #: bit s set when suit s may be in the hand
SETS: Final[int] = 4  #: sets that are not named
USABLE: Final[int] = 5  #: wild tiles held that it can use
ABSENT: Final[int] = 6  #: tiles missing from the named sets
INDEX: Final[int] = 7  #: of the four suits, without the tiles of the named sets
CLASSES: Final[int] = 11
MP: Final[int] = 15
SZ: Final[int] = 16
LACKS: Final[int] = 17  #: tiles missing, wild tiles not taken off
NAMED: Final[int] = 18  #: how many sets are named and not laid
SPARED: Final[int] = 19  #: read faces of which the hand it was laid out for can lose a tile, a bit each
NEEDED: Final[int] = 20  #: by face: how many the named sets take

# ---- what `helping_ranks` goes by, in bits from low to high: the suit's tiles, what the others come to, the rest
BESIDE_SHIFT: Final[int] = 21
OTHER_SHIFT: Final[int] = 32
REST_SHIFT: Final[int] = 48
# beside `SCATTER`
SCATTER_OTHER: Final[int] = 0x85EBCA6B
SCATTER_BESIDE: Final[int] = 0xC2B2AE35
SCATTER_TABLE: Final[int] = 0x27D4EB2F

SUIT_RANKS: Final[int] = 511

# ---- what `lacks_for` remembers
# of a named set: class, tiles missing, 1 more than the table, in bits from low to high
ABSENT_SHIFT: Final[int] = 16
TABLE_SHIFT: Final[int] = 20
CLASS_MASK: Final[int] = (1 << ABSENT_SHIFT) - 1
ABSENT_MASK: Final[int] = (1 << TABLE_SHIFT - ABSENT_SHIFT) - 1
# of the whole suits: 1 more than the table, then their classes
SUITS_KNOWN: Final[int] = 2 * N_PLAIN
N_REMEMBERED: Final[int] = SUITS_KNOWN + 5


@leaf
def lay_plan(routes: Routes, plans: Ints, p: int, seats: Seats, seat: int, mind: Mind, laid: Ints) -> None:
    """Lay out plan `p`, routes counted first, for the hand in mind; the melds of `seat` fit it."""
    n = len(routes.rows)
    laid[OF] = p
    laid[USABLE] = usable_of(routes, plans, p, mind.held[HELD_WILD])
    laid[SETS] = mind.held[HELD_SETS]
    laid[ABSENT] = 0
    laid[NAMED] = 0
    for suit in range(4):
        laid[INDEX + suit] = mind.held[SUIT_INDEX + suit]
    for face in range(N_PLAIN):
        laid[NEEDED + face] = 0
    if p < n:
        own = mind.routes[p]
        only = routes.rows[p, ONLY_SUIT]
        laid[BY_SUITS] = 1 if routes.rows[p, KIND] == SHAPE_STANDARD and own[MISSING] < NO_ROUTE else 0
        laid[TABLE_OF] = routes.rows[p, TABLE]
        laid[SUITS_OF] = 15 if only < 0 else 1 << only
        for suit in range(4):
            laid[CLASSES + suit] = own[CLASS + suit]
        laid[MP] = own[MERGED_MP]
        laid[SZ] = own[MERGED_SZ]
        laid[LACKS] = own[MISSING]
        return
    plan = plans[p - n]
    laid[BY_SUITS] = 1
    laid[TABLE_OF] = plan[PLAN_TABLE]
    laid[SUITS_OF] = plan[PLAN_SUITS]
    for i in range(plan[PLAN_SETS]):
        if seats.n_melds[seat] == 0 or not set_laid(seats, seat, plan[PLAN_SET + i]):
            set_aside(mind, laid, plan[PLAN_SET + i])
    if laid[SETS] < 0:
        laid[LACKS] = NO_ROUTE
        return
    t = laid[TABLE_OF]
    for suit in range(4):
        may_be = laid[SUITS_OF] >> suit & 1 == 1
        laid[CLASSES + suit] = class_of(routes, t, suit, laid[INDEX + suit]) if may_be else routes.empty[t, suit]
    laid[MP] = merged(routes, t, 0, laid[CLASSES], laid[CLASSES + 1])
    laid[SZ] = merged(routes, t, 2, laid[CLASSES + 2], laid[CLASSES + 3])
    laid[LACKS] = laid[ABSENT] + missing_of(routes, t, laid[SETS], 0, laid[MP], laid[SZ])


@leaf
def lacks_for(
    routes: Routes, plans: Ints, p: int, seats: Seats, seat: int, mind: Mind, remembered: Ints, laid: Ints
) -> int:  # fmt: skip
    """Tiles missing for plan `p`, as `lay_plan` finds them.

    What a named set leaves of its suit, and how many of its tiles are missing, is `remembered` from plan to plan, and so are the
    classes of whole suits; to be cleared for another hand. `laid` is room to lay out a plan.
    """
    n = len(routes.rows)
    if p < n:
        return int(mind.routes[p, MISSING])
    plan = plans[p - n]
    t = plan[PLAN_TABLE]
    sets = mind.held[HELD_SETS]
    absent = 0
    own = laid[CLASSES : CLASSES + 4]
    if remembered[SUITS_KNOWN] != t + 1:
        remembered[SUITS_KNOWN] = t + 1
        for suit in range(4):
            remembered[SUITS_KNOWN + 1 + suit] = class_of(routes, t, suit, mind.held[SUIT_INDEX + suit])
    for suit in range(4):
        own[suit] = remembered[SUITS_KNOWN + 1 + suit] if plan[PLAN_SUITS] >> suit & 1 == 1 else routes.empty[t, suit]
    suits = 0
    for i in range(plan[PLAN_SETS]):
        named = plan[PLAN_SET + i]
        if seats.n_melds[seat] > 0 and set_laid(seats, seat, named):
            continue
        suit = (named - N_PLAIN if named >= N_PLAIN else named) // 9
        if suits >> suit & 1 == 1 or plan[PLAN_SUITS] >> suit & 1 == 0:
            # Two sets of one suit take their tiles one after the other.
            lay_plan(routes, plans, p, seats, seat, mind, laid)
            return int(laid[LACKS])
        suits |= 1 << suit
        if remembered[named] >> TABLE_SHIFT != t + 1:
            remembered[named] = (t + 1 << TABLE_SHIFT) + alone(routes, mind, t, named)
        own[suit] = remembered[named] & CLASS_MASK
        absent += remembered[named] >> ABSENT_SHIFT & ABSENT_MASK
        sets -= 1
    if sets < 0:
        return NO_ROUTE
    mp = merged(routes, t, 0, own[0], own[1])
    sz = merged(routes, t, 2, own[2], own[3])
    return int(absent + missing_of(routes, t, sets, 0, mp, sz))


@leaf
def alone(routes: Routes, mind: Mind, t: int, named: int) -> int:
    """The class of a suit without the tiles of one named set, and shifted how many of those are missing."""
    pung = named >= N_PLAIN
    face = named - N_PLAIN if pung else named
    suit = face // 9
    index = mind.held[SUIT_INDEX + suit]
    absent = 0
    for step in range(3):
        own = face if pung else face + step
        held = 1 if mind.faces[NATURAL, own] > (step if pung else 0) else 0
        index -= held * POWER[own - 9 * suit]
        absent += 1 - held
    return int(class_of(routes, t, suit, index)) + (absent << ABSENT_SHIFT)


@small_leaf
def set_aside(mind: Mind, laid: Ints, named: int) -> None:
    """Take the tiles of a named set out of the suits, as far as the hand holds them."""
    laid[SETS] -= 1
    laid[NAMED] += 1
    pung = named >= N_PLAIN
    face = named - N_PLAIN if pung else named
    suit = face // 9
    for step in range(3):
        own = face if pung else face + step
        # Reckoned without a branch: whether the hand holds the tile is anybody's guess.
        held = 1 if mind.faces[NATURAL, own] > laid[NEEDED + own] else 0
        laid[INDEX + suit] -= held * POWER[own - 9 * suit]
        laid[ABSENT] += 1 - held
        laid[NEEDED + own] += 1


@small_leaf
def lacks_with(routes: Routes, laid: Ints, suit: int, own: int) -> int:
    """Tiles missing if the class of `suit` were `own`."""
    t = laid[TABLE_OF]
    half = merged(routes, t, suit, own, laid[CLASSES + (suit ^ 1)])
    return int(laid[ABSENT] + missing_of(routes, t, laid[SETS], suit, half, laid[SZ if suit < 2 else MP]))


@small_leaf
def for_named(mind: Mind, laid: Ints, face: int, delta: int) -> bool:
    """Whether a tile more (1) or less (-1) is one of a named set."""
    n = mind.faces[NATURAL, face] + (0 if delta > 0 else -1)
    return bool(n < laid[NEEDED + face])


@small_leaf
def class_moved(routes: Routes, thought: Thought, laid: Ints, face: int, delta: int) -> Any:
    """The class of a suit, as the plan has it, with a tile of this face more (1) or less (-1)."""
    suit = face // 9
    known = thought.memo[place(next_classes(routes, thought.memo, laid[TABLE_OF], suit, laid[INDEX + suit]))]
    return known[(MEMO_MORE if delta > 0 else MEMO_LESS) + face - 9 * suit]


@leaf
def lacks_moved(routes: Routes, mind: Mind, thought: Thought, laid: Ints, face: int, delta: int) -> int:
    """Tiles missing with one tile of this very face more (1) or less (-1)."""
    if laid[BY_SUITS] == 0:
        return int(missing_with(routes, mind, laid[OF], face, delta))
    if for_named(mind, laid, face, delta):
        return int(laid[LACKS] - delta)
    suit = face // 9
    if laid[SUITS_OF] >> suit & 1 == 0:
        return int(laid[LACKS])
    own = class_moved(routes, thought, laid, face, delta)
    return int(laid[LACKS] if own == laid[CLASSES + suit] else lacks_with(routes, laid, suit, own))


@leaf
def move(routes: Routes, mind: Mind, thought: Thought, laid: Ints, face: int, delta: int) -> None:
    """Put a tile of this very face into the hand in mind and into the plan laid out (1), or take it out of both (-1)."""
    if laid[BY_SUITS] == 0:
        put(mind, face, delta)
        lay_route(routes, mind, laid[OF])
        laid[LACKS] = mind.routes[laid[OF], MISSING]
        return
    suit = face // 9
    if for_named(mind, laid, face, delta):
        laid[ABSENT] -= delta
        laid[LACKS] -= delta
    else:
        if laid[SUITS_OF] >> suit & 1 == 1:
            t = laid[TABLE_OF]
            laid[CLASSES + suit] = class_moved(routes, thought, laid, face, delta)
            if suit < 2:
                laid[MP] = merged(routes, t, 0, laid[CLASSES], laid[CLASSES + 1])
            else:
                laid[SZ] = merged(routes, t, 2, laid[CLASSES + 2], laid[CLASSES + 3])
            laid[LACKS] = laid[ABSENT] + missing_of(routes, t, laid[SETS], 0, laid[MP], laid[SZ])
        laid[INDEX + suit] += delta * POWER[face - 9 * suit]
    put(mind, face, delta)


@small_leaf
def laid_so(laid: Ints, face: int) -> tuple[int, int, int]:
    """What `move` is to change in the plan laid out besides what it counts: to be handed to `move_back`."""
    suit = face // 9
    return laid[CLASSES + suit], laid[MP if suit < 2 else SZ], laid[LACKS]


@small_leaf
def move_back(
    routes: Routes, mind: Mind, thought: Thought, laid: Ints, face: int, delta: int, own: int, half: int, lacks: int
) -> None:  # fmt: skip
    """Undo `move` with nothing looked up anew: the last three are what `laid_so` told before it."""
    if laid[BY_SUITS] == 0:
        move(routes, mind, thought, laid, face, -delta)
        return
    suit = face // 9
    if for_named(mind, laid, face, -delta):
        laid[ABSENT] += delta
    else:
        laid[INDEX + suit] -= delta * POWER[face - 9 * suit]
        laid[CLASSES + suit] = own
        laid[MP if suit < 2 else SZ] = half
    laid[LACKS] = lacks
    put(mind, face, -delta)


@small_leaf
def helping_ranks(routes: Routes, thought: Thought, laid: Ints, suit: int) -> int:
    """Bit r set when a tile of rank r in `suit` leaves less missing for the sets that are not named.

    That depends on the tiles of the suit and on what the other suits come to, and comes up again and again: it is remembered.
    """
    if laid[SUITS_OF] >> suit & 1 == 0:
        return 0
    t, index = laid[TABLE_OF], laid[INDEX + suit]
    beside, other = laid[CLASSES + (suit ^ 1)], laid[SZ if suit < 2 else MP]
    key = 1 + index + (beside << BESIDE_SHIFT) + (other << OTHER_SHIFT) + (laid[SETS] + 8 * (suit + 4 * t) << REST_SHIFT)
    row = index * SCATTER + other * SCATTER_OTHER + beside * SCATTER_BESIDE + t * SCATTER_TABLE
    known = thought.helps[place(row >> SCATTER_SHIFT & HELPS - 1)]
    if known[0] != key:
        known[0] = key
        known[1] = find_helping_ranks(routes, thought, laid, suit)
    return int(known[1])


@leaf
def find_helping_ranks(routes: Routes, thought: Thought, laid: Ints, suit: int) -> int:
    """As `helping_ranks`, looked up rank by rank."""
    known = thought.memo[place(next_classes(routes, thought.memo, laid[TABLE_OF], suit, laid[INDEX + suit]))]
    lacks = laid[LACKS]
    ranks = 0
    for rank in range(ranks_of(suit)):
        ranks |= (1 if lacks_with(routes, laid, suit, known[MEMO_MORE + rank]) < lacks else 0) << rank
    return ranks


@leaf
def helping_faces(routes: Routes, mind: Mind, thought: Thought, laid: Ints, faces: int) -> int:
    """Of the read faces whose bits are set those of which a tile more brings the hand nearer on the plan laid out.

    Of the two faces of a stand-in both do or neither.
    """
    if laid[BY_SUITS] == 0:
        return int(helping_others(routes, mind, laid, faces))
    bits = helping_ranks(routes, thought, laid, 0) | helping_ranks(routes, thought, laid, 1) << 9
    bits |= helping_ranks(routes, thought, laid, 2) << 18 | helping_ranks(routes, thought, laid, HONOR_SUIT) << 27
    if laid[NAMED] > 0:
        for face in range(N_PLAIN):
            short = 1 if mind.faces[NATURAL, face] < laid[NEEDED + face] else 0
            bits |= short << face
    bits &= faces
    if mind.held[HELD_FREE] >= 0:
        bits |= helping_stand_ins(mind, bits) & faces
    return bits


@small_leaf
def spared_ranks(routes: Routes, thought: Thought, laid: Ints, suit: int, held: int) -> int:
    """Of the ranks held in `suit`, a bit each, those of which a tile less leaves no more missing for the sets not named."""
    if laid[SUITS_OF] >> suit & 1 == 0:
        return held
    known = thought.memo[place(next_classes(routes, thought.memo, laid[TABLE_OF], suit, laid[INDEX + suit]))]
    lacks = laid[LACKS]
    spared = 0
    while held != 0:
        rank = lowest(held)
        held &= held - 1
        spared |= (1 if lacks_with(routes, laid, suit, known[MEMO_LESS + rank]) <= lacks else 0) << rank
    return spared


@leaf
def spared_faces(routes: Routes, mind: Mind, thought: Thought, laid: Ints, held: int) -> int:
    """Of the faces `held`, a bit each, those of which a tile less leaves no more missing on the plan laid out."""
    spared = 0
    if laid[BY_SUITS] == 0:
        while held != 0:
            face = lowest(held)
            held &= held - 1
            spared |= (1 if lacks_moved(routes, mind, thought, laid, face, -1) <= laid[LACKS] else 0) << face
        return spared
    spared = spared_ranks(routes, thought, laid, 0, held & SUIT_RANKS)
    spared |= spared_ranks(routes, thought, laid, 1, held >> 9 & SUIT_RANKS) << 9
    spared |= spared_ranks(routes, thought, laid, 2, held >> 18 & SUIT_RANKS) << 18
    spared |= spared_ranks(routes, thought, laid, HONOR_SUIT, held >> 27) << 27
    if laid[NAMED] > 0:
        for face in range(N_PLAIN):
            named = 1 if mind.faces[NATURAL, face] <= laid[NEEDED + face] else 0
            spared &= ~(named << face)
    return spared


@leaf
def helping_others(routes: Routes, mind: Mind, laid: Ints, faces: int) -> int:
    """As `helping_faces`, of a route that is not looked up suit by suit."""
    if reads_tiles(routes, mind, laid[OF]):
        return int(helping_pairs(routes, mind, laid[OF], ANY_KEY) & faces)
    bits = 0
    for face in range(N_PLAIN):
        if faces >> face & 1 == 1 and missing_with(routes, mind, laid[OF], face, 1) < laid[LACKS]:
            bits |= 1 << face
    return bits


@leaf
def drawable_faces(mind: Mind) -> int:
    """Bit f set when the hand in mind may still draw a tile of the read face f."""
    bits = 0
    for face in range(N_PLAIN):
        bits |= (1 if mind.faces[NATURAL, face] < FULL else 0) << face
    return int(bits & (mind.held[UNSEEN_ONES] | mind.held[UNSEEN_TWOS] | mind.held[UNSEEN_FOURS]))


@leaf
def helping_stand_ins(mind: Mind, bits: int) -> int:
    """The faces of stand-ins that may be themselves too: what helps as the one helps as the other."""
    one, other = mind.held[HELD_FREE], mind.held[HELD_FOR]
    if bits >> one & 1 == 0 and bits >> other & 1 == 0:
        return 0
    more = 0
    for face in (one, other):
        if mind.faces[UNSEEN, face] > 0:
            more |= 1 << face
    return more


@leaf
def widest(mind: Mind, bits: int) -> int:
    """Of the faces whose bits are set the one with most copies unseen, the lowest of equals, -1 when none is unseen."""
    ones, twos, fours = mind.held[UNSEEN_ONES] & bits, mind.held[UNSEEN_TWOS] & bits, mind.held[UNSEEN_FOURS] & bits
    if fours != 0:
        return int(lowest(fours))
    if twos != 0:
        return int(lowest(twos & ones if twos & ones != 0 else twos))
    return int(lowest(ones)) if ones != 0 else -1
