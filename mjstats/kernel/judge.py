"""Whether a win is legal, and what it is worth: every reading weighed, the one that pays the winner most kept."""

from typing import Final

from mjstats.kernel.columns import ANY_TILE_WAIT, N_FACTS
from mjstats.kernel.combinations import combination_picks
from mjstats.kernel.facts_hand import lone_wild_wait, read_all
from mjstats.kernel.items import reading_items
from mjstats.kernel.jit import leaf
from mjstats.kernel.page import (
    HOW_DISCARD,
    HOW_ROB_KONG,
    HOW_SELF_DRAW,
    N_FACES,
    N_PLAIN,
    Ints,
    Page,
)
from mjstats.kernel.places import next_place
from mjstats.kernel.readings import FULL, READ_PICK, READ_WON, STALE
from mjstats.kernel.state import (
    MARK_READY,
    ROUND_SETUP,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_LATE_FROM,
    WIN_TILE,
    Seats,
    copy_into,
)
from mjstats.kernel.verdict import OTHER_NET, PAY, RAW, TRIAL_NET, TRIAL_PAY, TRIAL_RAW, Verdict
from mjstats.kernel.weigh import LEGAL, NO_MINIMUM, NO_SHAPE, REQUIREMENT, TOO_MANY_READINGS, weigh

TRIAL_ANY: Final[int] = 0  #: rows of `Verdict.trial`
TRIAL_READY: Final[int] = 1
MANY_WILDS: Final[int] = 4  #: with so many a hand without a lone wild tile may take any tile too
STAGE_REQUIREMENT: Final[int] = 4
STAGE_MINIMUM: Final[int] = 5


@leaf
def _stage(code: int) -> int:
    """How far a reading came that ended with `code`."""
    if code >= REQUIREMENT:
        return STAGE_REQUIREMENT
    return STAGE_MINIMUM if code == NO_MINIMUM else code


@leaf
def picks_of(page: Page, seats: Seats, win: Ints, reading: Ints, v: Verdict) -> int:
    """How many groups of sets can be used for a pattern of three or four, each an alternative of its own."""
    if page.account_once == 0 or page.reads_combinations == 0:
        return 1
    n = reading_items(seats, win[WIN_BY], reading, win[WIN_HOW], page.robbed_concealed, v.items)
    return int(combination_picks(v.items, n, 1))


@leaf
def _best(page: Page, seats: Seats, win: Ints, v: Verdict, any_tile: int, ask_minimum: bool) -> int:
    """Weigh all readings and keep the best; `any_tile` is the fact any-tile-wait, found by who calls.

    The winner's net decides, then the payments before limits, then the stages one after the other. A reading is weighed once for
    each place of the winning tile and for each group of sets that makes a pattern, where the page reads these.
    """
    n = read_all(page, seats, win, v)
    for seat in range(len(v.net)):
        v.people[seat, ANY_TILE_WAIT] = any_tile
    v.net[:] = 0
    if v.readings.state[FULL] == 1:
        return TOO_MANY_READINGS
    row = seats.round[ROUND_SETUP]
    places = page.reads_place == 1 and win[WIN_TILE] >= 0
    code = NO_SHAPE
    best_raw = 0
    i = 0
    place = 0
    pick = 0
    picks = 0
    # one loop over readings, places and picks, so that the weighing is compiled into one place
    while i < n:
        reading = v.readings.rows[i]
        if pick == 0:
            if places:
                place = next_place(page.setup, row, reading, win[WIN_TILE], place)
                if place < 0 and reading[READ_WON] >= 0:  # all its places are done
                    i += 1
                    place = 0
                    continue
            picks = picks_of(page, seats, win, reading, v)
        reading[READ_PICK] = pick
        found = weigh(page, seats, win, reading, v, ask_minimum)
        code, best_raw = _keep_better(win, reading, v, found, code, best_raw)
        pick += 1
        if pick >= picks:
            pick = 0
            if places and place >= 0:
                place += 1
            else:
                i += 1
                place = 0
    return int(code)


@leaf
def _is_better(v: Verdict, gain: int, best_gain: int, raw: int, best_raw: int) -> bool:
    """Whether the reading just weighed is better than the one kept; stages are compared in the order of the page."""
    if gain != best_gain:
        return gain > best_gain
    if raw != best_raw:
        return raw > best_raw
    for s in range(len(v.worth)):
        worth = v.winner[N_FACTS + s]
        if worth != v.worth[s]:
            return bool(worth > v.worth[s])
    return False


@leaf
def _keep_better(win: Ints, reading: Ints, v: Verdict, found: int, code: int, best_raw: int) -> tuple[int, int]:
    """Keep what was weighed when it is legal and better than what was; the code and the raw payments that stand then."""
    v.readings.state[STALE] = 1
    if found != LEGAL:
        if code != LEGAL and _stage(found) > _stage(code):
            return found, best_raw
        return code, best_raw
    by = win[WIN_BY]
    raw = 0
    for seat in range(len(v.net)):
        raw += v.money[TRIAL_RAW, seat]
    if code == LEGAL and not _is_better(v, v.money[TRIAL_NET, by], v.net[by], raw, best_raw):
        return code, best_raw
    v.readings.state[STALE] = 0
    copy_into(v.net, v.money[TRIAL_NET])
    copy_into(v.money[RAW], v.money[TRIAL_RAW])
    copy_into(v.money[PAY], v.money[TRIAL_PAY])
    copy_into(v.patterns, v.held)
    copy_into(v.reading, reading)
    for s in range(len(v.worth)):
        v.worth[s] = v.winner[N_FACTS + s]
    return LEGAL, raw


@leaf
def _wilds_held(page: Page, seats: Seats, seat: int, row: int) -> int:
    """Wild tiles in the hand of `seat`."""
    wilds = 0
    for face in range(N_FACES):
        wilds += seats.hand[seat, face] * page.setup.wild[row, face]
    return int(wilds)


@leaf
def judge_known(page: Page, seats: Seats, win: Ints, v: Verdict) -> int:
    """`judge` for a table on which everybody's readiness is known or does not matter.

    Where a page asks for it, it is first found out whether the hand was waiting for any tile at all: whether every face of
    the wall but the kong tiles would make a hand that wins in this way, the minimum apart. Such a hand has sets and a lone
    wild tile, or so many wild tiles that any tile fits somehow, which is looked at before.
    """
    by = win[WIN_BY]
    row = seats.round[ROUND_SETUP]
    asks = page.reads_any_tile == 1 and (win[WIN_HOW] == HOW_DISCARD or win[WIN_HOW] == HOW_ROB_KONG)
    any_tile = 0
    if asks and (
        _wilds_held(page, seats, by, row) >= MANY_WILDS
        or lone_wild_wait(page.setup, page.shapes, page.sets, seats.n_melds[by], row, seats.hand[by], v.readings)
    ):
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
    if page.reads_ready == 0 or source < 0 or seats.marks[source, MARK_READY] >= 0:
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
        seats.marks[source, MARK_READY] = ready
        code = judge_known(page, seats, win, v)
        if code != LEGAL:
            break
    seats.marks[source, MARK_READY] = -1
    return code
