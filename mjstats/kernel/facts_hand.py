"""The winner's hand laid out: its tiles, its waits, all its readings; and everybody's facts that no reading changes."""

from mjstats.kernel.columns import (
    DEALER_BETWEEN,
    FIRST_READING,
    FURITEN,
    LONE_WILD_WAIT,
    N_FACTS,
    READY_BY_SHAPE,
    WAIT_FACES,
    WAIT_FACES_BY_SHAPE,
    WAITS_TWO_SIDED,
)
from mjstats.kernel.completing import (
    ALL_FACES,
    completing_faces,
    completing_knitted,
    completing_knitted_straight,
    completing_orphans,
    completing_pairs,
    completing_unrelated,
    faces_held,
    may_be_different,
    may_be_orphans,
    may_hold_knitted,
)
from mjstats.kernel.facts_event import drawn_facts, event_facts, person_facts
from mjstats.kernel.facts_own import lay_items, own_facts, sum_facts
from mjstats.kernel.items import held_items, is_run, item_face, item_size
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import (
    CHOW,
    F_WILD,
    HOW_DISCARD,
    HOW_ROB_KONG,
    N_FACES,
    N_PLAIN,
    PAIR,
    PUNG,
    READS_LONE_WILD,
    READS_OTHERS,
    READS_TWO_SIDED,
    SHAPE_ANY_OF,
    SHAPE_FOURS,
    SHAPE_KIND,
    SHAPE_KNITTED,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_ORPHANS,
    SHAPE_PAIRS,
    SHAPE_STANDARD,
    SHAPE_UNRELATED,
    STANDS_FOR,
    STANDS_IN,
    WILD_FACES,
    Ints,
    Page,
    Setup,
    Shapes,
)
from mjstats.kernel.price import reckon_for_everyone
from mjstats.kernel.reader import read_hand, read_pairs
from mjstats.kernel.readings import (
    READ_FIRST,
    READ_ITEMS,
    READ_KIND,
    ROOM_NATURAL,
    ROOM_STATE,
    SEEN,
    WINNER,
    Readings,
)
from mjstats.kernel.sets import read_sets
from mjstats.kernel.state import (
    MARK_HONOR_DISCARDS,
    MARK_SHAPE_READY,
    MELD_FACE,
    MELD_KIND,
    ROUND_SETUP,
    WIN_BY,
    WIN_HOW,
    WIN_TILE,
    Seats,
    clear_few,
    copy_few,
    release,
    view,
    wilds_among,
)
from mjstats.kernel.suits import count_bits, pack_hand
from mjstats.kernel.verdict import BITS, COUNTS, LEDGER, MELDED, MET, NATURAL, SHOWN, WAITED, WAITED_WILD, WILD, Verdict


@leaf
def free_stand_ins(setup: Setup, row: int, counts: Ints) -> int:
    """How many tiles of a hand (42,) may stand in or be themselves."""
    stand_in = setup.stand[STANDS_IN, row]
    return int(counts[stand_in]) if stand_in >= 0 and setup.stand_in_free == 1 else 0


@leaf
def lone_wild_wait(setup: Setup, shapes: Shapes, sets: int, melds: int, row: int, counts: Ints, readings: Readings) -> bool:
    """Whether concealed printed tiles (42,) before the winning tile are complete sets, or pairs, and one wild tile.

    A whole hand has `sets` sets, `melds` of them laid.
    """
    if wilds_among(setup, row, counts) == 0:
        return False
    natural = readings.room[ROOM_NATURAL]
    wilds = view(setup, row, counts, natural)
    tiles = 0
    for face in range(N_PLAIN):
        tiles += natural[face]
    if tiles + wilds != 3 * (sets - melds) + 1:
        return False
    standard = False
    pairs = -1
    for s in range(len(shapes.rows)):
        standard = standard or shapes.rows[s, SHAPE_KIND] == SHAPE_STANDARD
        if shapes.rows[s, SHAPE_KIND] == SHAPE_PAIRS:
            pairs = max(pairs, shapes.rows[s, SHAPE_FOURS])
    for freed in range(free_stand_ins(setup, row, counts) + 1):
        if freed > 0:
            release(setup, row, natural, 1)
        if standard and read_sets(setup, row, readings, 0, SHAPE_STANDARD, 0, sets - melds, 0, wilds - 1, wilds - 1) > 0:
            return True
        if pairs >= 0 and melds == 0 and read_pairs(readings, 0, (3 * sets + 1) // 2, wilds - 1, pairs) > 0:
            return True
    return False


@small_leaf
def _lay_ready(setup: Setup, seats: Seats, win: Ints, tiles: Ints) -> None:
    """Lay the winner's complete hand and melds out in the verdict's `tiles`."""
    row = seats.round[ROUND_SETUP]
    by = win[WIN_BY]
    tile = win[WIN_TILE]
    copy_few(tiles[COUNTS], seats.hand[by], N_FACES)
    if tile >= 0:
        tiles[COUNTS, tile] += 1
    view(setup, row, tiles[COUNTS], tiles[NATURAL])
    clear_few(tiles[WILD], 0, N_FACES)
    for r in range(WILD_FACES, len(setup.stand)):
        face = setup.stand[r, row]
        if face >= 0:
            tiles[WILD, face] = tiles[COUNTS, face]
    given = win[WIN_HOW] == HOW_DISCARD or win[WIN_HOW] == HOW_ROB_KONG
    if given and setup.outside_printed == 1 and setup.faces[F_WILD, row, tile] == 1:
        # a wild tile that another gave is a tile of its face
        tiles[WILD, tile] -= 1
        tiles[NATURAL, tile] += 1
    clear_few(tiles[MELDED], 0, N_FACES)
    for m in range(seats.n_melds[by]):
        kind = seats.melds[by, m, MELD_KIND]
        face = seats.melds[by, m, MELD_FACE]
        if is_run(kind):
            for place in range(3):
                tiles[MELDED, item_face(setup.extra_sets, kind, face, place)] += 1
        else:
            tiles[MELDED, face] += 3


@leaf
def readings_with(page: Page, seats: Seats, seat: int, face: int, v: Verdict) -> int:
    """How many readings the hand between turns of `seat` has with a tile of `face`; they stand in the verdict's room."""
    row = seats.round[ROUND_SETUP]
    counts = v.tiles[WAITED_WILD]
    copy_few(counts, seats.hand[seat], N_FACES)
    counts[face] += 1
    free = free_stand_ins(page.setup, row, counts)
    wilds = view(page.setup, row, counts, v.tiles[WAITED])
    for other in range(N_FACES):
        if wilds == 0 or page.setup.faces[F_WILD, row, other] == 0:
            counts[other] = 0
    return int(
        read_hand(
            page.setup, page.shapes, page.sets, row, v.readings, v.tiles[WAITED], counts, v.tiles[MELDED],
            seats.n_melds[seat], free, 0, -1,
        )
    )  # fmt: skip


@leaf
def may_wait_for(page: Page, seats: Seats, seat: int, rest: Ints) -> int:
    """Bit f set when a tile of face f may complete the hand between turns of `seat`, ALL_FACES when that has to be tried.

    Without wild tiles it is known, of wild faces apart; `rest` (42,) is room to work in.
    """
    return int(_may_wait_among(page, seats, seat, ALL_FACES, rest))


@leaf
def _may_wait_among(page: Page, seats: Seats, seat: int, asked: int, suits: Ints) -> int:
    """`may_wait_for`; faces that are not `asked` may be among those found or not."""
    row = seats.round[ROUND_SETUP]
    hand = seats.hand[seat]
    melds = seats.n_melds[seat]
    kinds = 0
    fours = 0
    for s in range(len(page.shapes.rows)):
        kinds |= 1 << page.shapes.rows[s, SHAPE_KIND]
        fours |= page.shapes.rows[s, SHAPE_FOURS] if page.shapes.rows[s, SHAPE_KIND] == SHAPE_PAIRS else 0
    if (
        kinds >> SHAPE_ANY_OF & 1 == 1
        or (kinds >> SHAPE_PAIRS & 1 == 1 and melds == 0 and page.sets & 1 == 1)
        or page.setup.extra_sets.shape[0] > 0
        or page.setup.stand[STANDS_IN, row] >= 0
        or wilds_among(page.setup, row, hand) > 0
    ):
        return ALL_FACES
    waited = 0
    for r in range(WILD_FACES, len(page.setup.stand)):
        waited |= 1 << page.setup.stand[r, row] if page.setup.stand[r, row] >= 0 else 0
    tiles = pack_hand(hand, suits) + 3 * melds
    if tiles != 3 * page.sets + 1:
        return waited
    if kinds >> SHAPE_STANDARD & 1 == 1:
        waited |= completing_faces(suits, asked)
    if kinds >> SHAPE_PAIRS & 1 == 1 and melds == 0:
        waited |= completing_pairs(suits, fours)
    if kinds >> SHAPE_ORPHANS & 1 == 1 and melds == 0 and may_be_orphans(suits):
        waited |= completing_orphans(tiles, faces_held(hand))
    if kinds & (1 << SHAPE_UNRELATED | 1 << SHAPE_KNITTED) != 0 and melds == 0 and may_be_different(suits):
        held = faces_held(hand)
        waited |= completing_unrelated(held) if kinds >> SHAPE_UNRELATED & 1 == 1 else 0
        waited |= completing_knitted(held) if kinds >> SHAPE_KNITTED & 1 == 1 else 0
    if kinds >> SHAPE_KNITTED_STRAIGHT & 1 == 1 and melds <= page.sets - 3 and may_hold_knitted(suits):
        waited |= completing_knitted_straight(suits, faces_held(hand))
    return int(waited)


@leaf
def _held_by(setup: Setup, seats: Seats, seat: int, face: int) -> int:
    """Tiles of a face in the hand and melds of `seat`."""
    n = seats.hand[seat, face]
    for m in range(seats.n_melds[seat]):
        kind = seats.melds[seat, m, MELD_KIND]
        low = seats.melds[seat, m, MELD_FACE]
        if is_run(kind):
            for place in range(3):
                n += 1 if item_face(setup.extra_sets, kind, low, place) == face else 0
        elif low == face:
            n += item_size(kind)
    return int(n)


@leaf
def _ends_two_sided(readings: Readings, n: int, face: int) -> bool:
    """Whether in one of `n` readings all sets are chows and `face` is the end of one that had another end open."""
    for i in range(n):
        reading = readings.rows[i]
        if reading[READ_KIND] != SHAPE_STANDARD:
            continue
        chows = True
        open_end = False
        for item in range(reading[READ_ITEMS]):
            kind = reading[READ_FIRST + 3 * item]
            low = reading[READ_FIRST + 3 * item + 1]
            chows = chows and (kind == CHOW or kind == PAIR)
            if kind == CHOW and ((face == low and low % 9 != 6) or (face == low + 2 and low % 9 != 0)):
                open_end = True
        if chows and open_end:
            return True
    return False


@leaf
def _in_a_set(readings: Readings, n: int, face: int) -> bool:
    """Whether in one of `n` readings a tile of `face` can be waited for elsewhere than in the one pair.

    With the pair of that face its pung stands already.
    """
    for i in range(n):
        reading = readings.rows[i]
        if reading[READ_KIND] != SHAPE_STANDARD:
            return True
        chow = False
        pung = False
        pair = False
        for item in range(reading[READ_ITEMS]):
            kind = reading[READ_FIRST + 3 * item]
            low = reading[READ_FIRST + 3 * item + 1]
            chow = chow or (kind == CHOW and low <= face <= low + 2)
            pung = pung or (kind == PUNG and low == face)
            pair = pair or (kind == PAIR and low == face)
        if chow or (pung and not pair):
            return True
    return False


@leaf
def is_ready_by_shape(page: Page, seats: Seats, seat: int, v: Verdict) -> bool:
    """Whether a hand is one tile from a shape; waiting for nothing but a pair of a face of which it has all is not."""
    tiles = 3 * seats.n_melds[seat]
    for face in range(N_FACES):
        tiles += seats.hand[seat, face]
    if tiles != 3 * page.sets + 1:
        return False
    waited = may_wait_for(page, seats, seat, v.tiles[WAITED])
    for face in range(N_PLAIN):
        if page.tiles[face] == 0 or waited >> face & 1 == 0:
            continue
        n = readings_with(page, seats, seat, face, v)
        if n > 0 and (_held_by(page.setup, seats, seat, face) < page.tiles[face] or _in_a_set(v.readings, n, face)):
            return True
    return False


@small_leaf
def _tell_waits(page: Page, seats: Seats, win: Ints, v: Verdict) -> None:
    """Fill the facts about the faces that complete the hand before the winning tile."""
    by = win[WIN_BY]
    by_shape = 0
    faces = 0
    two_sided = 1
    furiten = 0
    if win[WIN_TILE] < 0:
        return
    row = seats.round[ROUND_SETUP]
    thrown = 0
    if page.reads_furiten == 1 and (win[WIN_HOW] == HOW_DISCARD or win[WIN_HOW] == HOW_ROB_KONG):
        thrown = faces_held(seats.discards[by])
    asked = ALL_FACES if page.reads_waits == 1 else thrown
    waited = _may_wait_among(page, seats, by, asked, v.tiles[WAITED]) if asked != 0 else 0
    known = waited != ALL_FACES
    waited &= asked
    while waited != 0:
        others = waited & (waited - 1)
        face = count_bits((waited ^ others) - 1)
        waited = others
        if page.tiles[face] == 0:
            continue
        sure = known and page.setup.faces[F_WILD, row, face] == 0
        n = 1 if sure else readings_with(page, seats, by, face, v)
        if n == 0:
            continue
        by_shape += 1
        furiten |= thrown >> face & 1
        if _held_by(page.setup, seats, by, face) >= page.tiles[face]:
            continue
        faces += 1
        if page.reads & READS_TWO_SIDED != 0 and two_sided == 1:
            n = readings_with(page, seats, by, face, v) if sure else n
            two_sided = 1 if _ends_two_sided(v.readings, n, face) else 0
    for seat in range(v.money.shape[1]):
        v.people[seat, WAIT_FACES] = faces
        v.people[seat, WAIT_FACES_BY_SHAPE] = by_shape
        v.people[seat, WAITS_TWO_SIDED] = two_sided if faces > 0 else 0
        v.people[seat, FURITEN] = furiten


@small_leaf
def _tell_holding(page: Page, seats: Seats, win: Ints, seat: int, v: Verdict) -> None:
    """Fill the page's own columns of one who did not win, from hand and melds as they lie."""
    row = seats.round[ROUND_SETUP]
    hand = seats.hand[seat]
    natural = v.tiles[WAITED]
    copy_few(natural, hand, N_FACES)
    stand_in = page.setup.stand[STANDS_IN, row]
    if stand_in >= 0 and page.setup.stand_in_free == 0:
        stands_for = page.setup.stand[STANDS_FOR, row]
        # wild tiles lie as they are printed
        natural[stands_for] += hand[stand_in] if page.setup.faces[F_WILD, row, stands_for] == 0 else 0
        natural[stand_in] -= hand[stand_in] if page.setup.faces[F_WILD, row, stand_in] == 0 else 0
    n = held_items(seats, seat, natural, v.items)
    shown = v.tiles[SHOWN]
    copy_few(shown, natural, N_FACES)
    lay_items(page.setup.extra_sets, v.items, n, shown, seats.n_melds[seat], v.faces[MET])
    own_facts(page, seats, win, seat, n, faces_held(shown), v)


@leaf
def tell_people(page: Page, seats: Seats, win: Ints, v: Verdict, drawn: bool) -> None:
    """Fill everybody's facts, those of a reading apart."""
    by = win[WIN_BY]
    told = v.readings.room[ROOM_STATE, WINNER]
    for seat in range(v.money.shape[1]):
        facts = v.people[seat]
        if seat == told or seat == by:  # all but these hold nothing of a reading, nor what is read of winners only
            clear_few(facts, FIRST_READING, N_FACTS)
            clear_few(facts, N_FACTS, len(facts))
        if seat > 0:  # facts of the event are everybody's
            for column in range(FIRST_READING):
                facts[column] = v.people[0, column]
        else:
            clear_few(facts, 0, FIRST_READING)
            if drawn:
                drawn_facts(seats, page.reads, facts)
            else:
                event_facts(page.setup, seats, win, page.reads, facts)
        person_facts(page.setup, seats, win, seat, page.reads if seat == by else page.reads_of_all, facts)
        if drawn and page.reads_shape_ready == 1 and seats.marks[seat, MARK_SHAPE_READY] < 0:
            v.tiles[MELDED] = 0
            facts[READY_BY_SHAPE] = 1 if is_ready_by_shape(page, seats, seat, v) else 0
        if page.own_of_all == 1 and seat != by:
            _tell_holding(page, seats, win, seat, v)
    if page.reads & READS_OTHERS != 0:
        sum_facts(page, v.people, v.money.shape[1])
    if not drawn and page.own_of_all == 0:
        return
    v.sums[BITS] = 0
    for seat in range(v.money.shape[1]):
        if seat != by and page.own_of_all == 1:
            v.people[seat, DEALER_BETWEEN] = 0
            reckon_for_everyone(page, v.people[seat], v.sums[BITS], v.sums[LEDGER])


@open_leaf
def read_all(page: Page, seats: Seats, win: Ints, v: Verdict) -> int:
    """Fill the facts of the win and all readings of the winner's hand; return how many readings there are."""
    by = win[WIN_BY]
    row = seats.round[ROUND_SETUP]
    lone = 0
    if page.reads & READS_LONE_WILD != 0 and lone_wild_wait(
        page.setup, page.shapes, page.sets, seats.n_melds[by], row, seats.hand[by], v.readings
    ):
        lone = 1
    tell_people(page, seats, win, v, False)
    for seat in range(v.money.shape[1] if lone == 1 else 0):
        v.people[seat, LONE_WILD_WAIT] = lone
    v.readings.room[ROOM_STATE, SEEN] = -1
    _lay_ready(page.setup, seats, win, v.tiles)
    if page.reads_waits == 1 or page.reads_furiten == 1:
        _tell_waits(page, seats, win, v)
    return int(
        read_hand(
            page.setup, page.shapes, page.sets, row, v.readings, v.tiles[NATURAL], v.tiles[WILD], v.tiles[MELDED],
            seats.n_melds[by], free_stand_ins(page.setup, row, v.tiles[COUNTS]), seats.marks[by, MARK_HONOR_DISCARDS],
            win[WIN_HOW],
        )
    )  # fmt: skip
