"""Whether a win is legal, and what it is worth: every reading weighed, the one that pays the winner most kept."""

from typing import Final

from mjstats.kernel.columns import ANY_TILE_WAIT, LONE_WILD_WAIT
from mjstats.kernel.facts_event import event_facts, person_facts
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import (
    CHOW,
    HOW_DISCARD,
    HOW_HAND,
    HOW_ROB_KONG,
    HOW_SELF_DRAW,
    N_FACES,
    N_PLAIN,
    SHAPE_PAIRS,
    SHAPE_STANDARD,
    Ints,
    Page,
    Setup,
    Shapes,
)
from mjstats.kernel.readings import Readings, read_hand, read_pairs, read_sets
from mjstats.kernel.state import ROUND_SETUP, WIN_BY, WIN_FROM, WIN_HOW, WIN_LATE_FROM, WIN_TILE, Seats, copy_into, view
from mjstats.kernel.verdict import COUNTS, MELDED, NATURAL, OTHER_NET, PAY, RAW, TRIAL_NET, TRIAL_PAY, TRIAL_RAW, WILD, Verdict
from mjstats.kernel.weigh import LEGAL, NO_MINIMUM, NO_SHAPE, REQUIREMENT, TOO_MANY_READINGS, weigh

TRIAL_ANY: Final[int] = 0  #: rows of `Verdict.trial`
TRIAL_READY: Final[int] = 1
STAGE_REQUIREMENT: Final[int] = 4
STAGE_MINIMUM: Final[int] = 5


@leaf
def lone_wild_wait(setup: Setup, shapes: Shapes, sets: int, melds: int, row: int, counts: Ints, readings: Readings) -> bool:
    """Whether concealed printed tiles (42,) before the winning tile are complete sets, or pairs, and one wild tile.

    A whole hand has `sets` sets, `melds` of them laid.
    """
    natural = readings.natural
    wilds = view(setup, row, counts, natural)
    tiles = 0
    for face in range(N_PLAIN):
        tiles += natural[face]
    if wilds == 0 or tiles + wilds != 3 * (sets - melds) + 1:
        return False
    standard = False
    pairs = -1
    for s in range(len(shapes.kind)):
        standard = standard or shapes.kind[s] == SHAPE_STANDARD
        if shapes.kind[s] == SHAPE_PAIRS:
            pairs = max(pairs, shapes.fours[s])
    if standard and read_sets(setup, row, readings, 0, sets - melds, 0, wilds - 1) > 0:
        return True
    return bool(pairs >= 0 and melds == 0 and read_pairs(readings, 0, (3 * sets + 1) // 2, wilds - 1, pairs) > 0)


@leaf
def _lay_ready(setup: Setup, seats: Seats, win: Ints, tiles: Ints) -> None:
    """Lay the winner's complete hand and melds out in the verdict's `tiles`."""
    row = seats.round[ROUND_SETUP]
    by = win[WIN_BY]
    copy_into(tiles[COUNTS], seats.hand[by])
    if win[WIN_TILE] >= 0:
        tiles[COUNTS, win[WIN_TILE]] += 1
    view(setup, row, tiles[COUNTS], tiles[NATURAL])
    for face in range(N_FACES):
        tiles[WILD, face] = tiles[COUNTS, face] if setup.wild[row, face] == 1 else 0
    tiles[MELDED] = 0
    for m in range(seats.n_melds[by]):
        face = seats.melds[by, m, 1]
        if seats.melds[by, m, 0] == CHOW:
            for step in range(3):
                tiles[MELDED, face + step] += 1
        else:
            tiles[MELDED, face] += 3


@leaf
def read_all(page: Page, seats: Seats, win: Ints, v: Verdict) -> int:
    """Fill the facts of the win and all readings of the winner's hand; return how many readings there are."""
    by = win[WIN_BY]
    row = seats.round[ROUND_SETUP]
    lone = 0
    if lone_wild_wait(page.setup, page.shapes, page.sets, seats.n_melds[by], row, seats.hand[by], v.readings):
        lone = 1
    for seat in range(len(v.net)):
        v.people[seat] = 0
        event_facts(page.setup, seats, win, v.people[seat])
        person_facts(page.setup, seats, win, seat, v.people[seat])
        v.people[seat, LONE_WILD_WAIT] = lone
    _lay_ready(page.setup, seats, win, v.tiles)
    collected = 1 if win[WIN_HOW] == HOW_HAND else 0
    return int(
        read_hand(
            page.setup, page.shapes, page.sets, row, v.readings, v.tiles[NATURAL], v.tiles[WILD], v.tiles[MELDED],
            seats.n_melds[by], seats.honor_discards[by], collected,
        )
    )  # fmt: skip


@leaf
def _stage(code: int) -> int:
    """How far a reading came that ended with `code`."""
    if code >= REQUIREMENT:
        return STAGE_REQUIREMENT
    return STAGE_MINIMUM if code == NO_MINIMUM else code


@leaf
def _best(page: Page, seats: Seats, win: Ints, v: Verdict, any_tile: int, ask_minimum: bool) -> int:
    """Weigh all readings and keep the best; `any_tile` is the fact any-tile-wait, found by who calls.

    The winner's net decides, then the payments before limits.
    """
    n = read_all(page, seats, win, v)
    by = win[WIN_BY]
    for seat in range(len(v.net)):
        v.people[seat, ANY_TILE_WAIT] = any_tile
    v.net[:] = 0
    if v.readings.full[0] == 1:
        return TOO_MANY_READINGS
    code = NO_SHAPE
    best_raw = 0
    for i in range(n):
        found = weigh(page, seats, win, v.readings.rows[i], v, ask_minimum)
        if found != LEGAL:
            if code != LEGAL and _stage(found) > _stage(code):
                code = found
            continue
        raw = 0
        for seat in range(len(v.net)):
            raw += v.money[TRIAL_RAW, seat]
        gain = v.money[TRIAL_NET, by]
        if code == LEGAL and (gain < v.net[by] or (gain == v.net[by] and raw <= best_raw)):
            continue
        code = LEGAL
        best_raw = raw
        copy_into(v.net, v.money[TRIAL_NET])
        copy_into(v.money[RAW], v.money[TRIAL_RAW])
        copy_into(v.money[PAY], v.money[TRIAL_PAY])
        copy_into(v.patterns, v.held)
        copy_into(v.reading, v.readings.rows[i])
    return code


@leaf
def judge_known(page: Page, seats: Seats, win: Ints, v: Verdict) -> int:
    """`judge` for a table on which everybody's readiness is known or does not matter.

    Where a page asks for it, it is first found out whether the hand was waiting for any tile at all: whether every face of
    the wall but the kong tiles would make a hand that wins in this way, the minimum apart. Such a hand always has sets and
    a lone wild tile, which is looked at before.
    """
    by = win[WIN_BY]
    row = seats.round[ROUND_SETUP]
    asks = page.reads_any_tile == 1 and (win[WIN_HOW] == HOW_DISCARD or win[WIN_HOW] == HOW_ROB_KONG)
    any_tile = 0
    if asks and lone_wild_wait(page.setup, page.shapes, page.sets, seats.n_melds[by], row, seats.hand[by], v.readings):
        any_tile = 1
    trial = v.trial[TRIAL_ANY]
    copy_into(trial, win)
    # one loop, so that the weighing is compiled into one place: the faces to try, then the win itself
    face = 0 if any_tile == 1 else N_PLAIN
    code = NO_SHAPE
    while face <= N_PLAIN:
        itself = face == N_PLAIN
        trial[WIN_TILE] = face
        # kong tiles are not asked for; a wild tile is never discarded into a win, and completes whatever the others complete
        asked = (
            not itself and page.play.tiles[face] > 0 and page.setup.kong_tile[row, face] == 0 and page.setup.wild[row, face] == 0
        )
        if itself or asked:
            code = _best(page, seats, win if itself else trial, v, any_tile if itself else 0, itself)
            if not itself and code != LEGAL:
                any_tile = 0
                face = N_PLAIN - 1
        face += 1
    return code


@leaf
def is_ready(page: Page, seats: Seats, seat: int, v: Verdict) -> bool:
    """Whether `seat`, between turns, could win on some tile by its own draw or by a discard, under all conditions of the page."""
    tiles = 3 * seats.n_melds[seat]
    for face in range(N_FACES):
        tiles += seats.hand[seat, face]
    if tiles != 3 * page.sets + 1:
        return False
    win = v.trial[TRIAL_READY]
    win[:] = 0
    win[WIN_BY] = seat
    win[WIN_LATE_FROM] = -1
    for face in range(N_PLAIN):
        if page.play.tiles[face] == 0:
            continue
        win[WIN_TILE] = face
        for source in range(len(v.net)):
            win[WIN_HOW] = HOW_SELF_DRAW if source == seat else HOW_DISCARD
            win[WIN_FROM] = -1 if source == seat else source
            if judge_known(page, seats, win, v) == LEGAL:
                return True
    return False


@leaf
def judge(page: Page, seats: Seats, win: Ints, v: Verdict) -> int:
    """Judge a win: LEGAL and the verdict's `net`, `money`, `patterns`, `reading` filled, or the reason why not.

    Where a page asks whether the discarder was ready and `seats.ready` does not know, the win is judged as if not, as if so,
    and when that makes a difference once more with what the discarder's hand says.
    """
    source = win[WIN_FROM]
    if page.reads_ready == 0 or source < 0 or seats.ready[source] >= 0:
        return int(judge_known(page, seats, win, v))
    code = NO_SHAPE
    others = v.money[OTHER_NET]
    for ready in range(3):
        if ready == 2:
            same = True
            for seat in range(len(others)):
                same = same and others[seat] == v.net[seat]
            if same:
                break
            ready = 1 if is_ready(page, seats, source, v) else 0
        else:
            copy_into(others, v.net)
        seats.ready[source] = ready
        code = judge_known(page, seats, win, v)
        if code != LEGAL:
            break
    seats.ready[source] = -1
    return code
