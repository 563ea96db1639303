"""Whether a win is legal, and what it is worth: every reading weighed, the one that pays the winner most kept."""

from typing import Final

from mjstats.kernel.columns import ANY_TILE_WAIT, N_FACTS, READY, RESPONSIBLE
from mjstats.kernel.combinations import combination_picks
from mjstats.kernel.completing import ALL_FACES
from mjstats.kernel.facts_hand import lone_wild_wait, may_wait_for, read_all, readings_with
from mjstats.kernel.items import reading_items
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import (
    F_KONG_TILE,
    F_WILD,
    HOW_DISCARD,
    HOW_ROB_KONG,
    HOW_SELF_DRAW,
    N_BITS,
    N_FACES,
    N_PLAIN,
    READS_OTHERS,
    SHAPE_ANY_TILES,
    Ints,
    Page,
)
from mjstats.kernel.places import next_place
from mjstats.kernel.readings import FOUND, FULL, READ_KIND, READ_LENGTH, READ_PICK, READ_WON, ROOM_CHOSEN, ROOM_STATE, SEEN, STALE
from mjstats.kernel.state import (
    MARK_READY,
    N_WIN,
    ROUND_SETUP,
    WIN_BY,
    WIN_FROM,
    WIN_HOW,
    WIN_LATE_FROM,
    WIN_ON_BOTH,
    WIN_SECOND,
    WIN_TILE,
    Seats,
    copy_few,
    copy_into,
    wilds_among,
)
from mjstats.kernel.verdict import (
    ANSWERS,
    BITS,
    CHOSEN_BITS,
    CHOSEN_FACTS,
    MELDED,
    NET,
    OTHER_NET,
    PAY,
    RAW,
    TRIAL_NET,
    TRIAL_PAY,
    TRIAL_RAW,
    WAITED,
    Verdict,
)
from mjstats.kernel.weigh import COUNTED, LEGAL, MOVED, NEW, NO_MINIMUM, NO_SHAPE, REQUIREMENT, TOO_MANY_READINGS, WEIGHED, weigh

TRIAL_ANY: Final[int] = 0  #: rows of `Verdict.trial`
TRIAL_READY: Final[int] = 1
# ---- what is judged: the win as it is; as if the discarder were not ready, were so; whether that hand could win
AS_IT_IS: Final[int] = 0
AS_IF_NOT: Final[int] = 1
AS_IF_SO: Final[int] = 2
TRY: Final[int] = 3
# ---- and where two tiles came at once: whether the other one would win; both of them together; the other in place of the first
OTHER: Final[int] = 4
BOTH: Final[int] = 5
OTHER_BOTH: Final[int] = 6
MANY_WILDS: Final[int] = 4  #: with so many a hand without a lone wild tile may take any tile too
MANY_READINGS: Final[int] = 3  #: from so many on it is remembered which were weighed
NONE_SEEN: Final[int] = -1
STAGE_REQUIREMENT: Final[int] = 4
STAGE_MINIMUM: Final[int] = 5


@small_leaf
def _stage(code: int) -> int:
    """How far a reading came that ended with `code`."""
    if code >= REQUIREMENT:
        return STAGE_REQUIREMENT
    return STAGE_MINIMUM if code == NO_MINIMUM else code


@open_leaf
def picks_of(page: Page, seats: Seats, win: Ints, reading: Ints, v: Verdict) -> int:
    """How many groups of sets can be used for a pattern of three or four, each an alternative of its own."""
    if page.account_once == 0 or page.reads_combinations == 0:
        return 1
    n = reading_items(seats, win[WIN_BY], reading, win[WIN_HOW], page.robbed_concealed, v.items)
    return int(combination_picks(v.items, n, 1))


@small_leaf
def _is_better(v: Verdict, by: int, stages: int, gain: int, best_gain: int, raw: int, best_raw: int) -> bool:
    """Whether the reading just weighed is better than the one kept; stages are compared in the order of the page."""
    if gain != best_gain:
        return gain > best_gain
    if raw != best_raw:
        return raw > best_raw
    for s in range(N_FACTS, N_FACTS + stages):
        worth = v.people[by, s]
        if worth != v.people[CHOSEN_FACTS, s]:
            return bool(worth > v.people[CHOSEN_FACTS, s])
    return False


@small_leaf
def _keep_better(
    win: Ints, reading: Ints, v: Verdict, stages: int, found: int, code: int, best_raw: int, any_tiles_last: int
) -> tuple[int, int]:  # fmt: skip
    """Keep what was weighed when it is legal and better than what was; the code and the raw payments that stand then.

    Where a page has it so, whatever is read goes before a hand that wins unread.
    """
    v.readings.room[ROOM_STATE, STALE] = 1
    if found != LEGAL:
        if code != LEGAL and _stage(found) > _stage(code):
            return found, best_raw
        return code, best_raw
    by = win[WIN_BY]
    raw = 0
    for seat in range(v.money.shape[1]):
        raw += v.money[TRIAL_RAW, seat]
    unread = any_tiles_last == 1 and v.readings.room[ROOM_CHOSEN, READ_KIND] == SHAPE_ANY_TILES
    if code == LEGAL and not unread and not _is_better(
        v, by, stages, v.money[TRIAL_NET, by], v.money[NET, by], raw, best_raw
    ):  # fmt: skip
        return code, best_raw
    v.readings.room[ROOM_STATE, STALE] = 0
    copy_into(v.money[NET], v.money[TRIAL_NET])
    copy_into(v.money[RAW], v.money[TRIAL_RAW])
    copy_into(v.money[PAY], v.money[TRIAL_PAY])
    copy_few(v.readings.room[ROOM_CHOSEN], reading, READ_LENGTH)
    return LEGAL, raw


@small_leaf
def _lay_aside(by: int, v: Verdict) -> None:
    """Keep the facts and patterns of the reading chosen so far, before another takes their place."""
    copy_few(v.sums[CHOSEN_BITS], v.sums[BITS], N_BITS)
    copy_into(v.people[CHOSEN_FACTS], v.people[by])
    for seat in range(v.money.shape[1]):
        v.money[ANSWERS, seat] = v.people[seat, RESPONSIBLE]


@small_leaf
def _go_back(by: int, v: Verdict) -> None:
    """Put the facts, patterns and marks of the reading chosen in the place of those weighed last."""
    copy_into(v.people[by], v.people[CHOSEN_FACTS])
    copy_few(v.sums[BITS], v.sums[CHOSEN_BITS], N_BITS)
    for seat in range(v.money.shape[1]):
        v.people[seat, RESPONSIBLE] = v.money[ANSWERS, seat]
    v.readings.room[ROOM_STATE, STALE] = 0


@leaf
def judge_known(page: Page, seats: Seats, win: Ints, again: int, v: Verdict) -> int:
    """`judge` for a table on which everybody's readiness is known or does not matter.

    `again` is -1, or the seat that was judged not to be ready and is now, all else being the same.

    Where a page asks for it, it is first found out whether the hand was waiting for any tile at all: whether every face of
    the wall but the kong tiles would make a hand that wins in this way, the minimum apart. Such a hand has sets and a lone
    wild tile, or so many wild tiles that any tile fits somehow, which is looked at before.

    Of all readings the winner's net decides, then the payments before limits, then the stages one after the other. A reading
    is weighed once for each place of the winning tile and for each group of sets that makes a pattern, where the page reads
    these. (One function, for each that calls the weighing has all of it compiled anew.) In the end the facts are those of the
    reading chosen.
    """
    by = win[WIN_BY]
    row = seats.round[ROUND_SETUP]
    asks = page.reads_any_tile == 1 and (win[WIN_HOW] == HOW_DISCARD or win[WIN_HOW] == HOW_ROB_KONG)
    any_tile = 0
    if again >= 0:
        any_tile = v.people[by, ANY_TILE_WAIT]
    elif asks and (
        wilds_among(page.setup, row, seats.hand[by]) >= MANY_WILDS
        or lone_wild_wait(page.setup, page.shapes, page.sets, seats.n_melds[by], row, seats.hand[by], v.readings)
    ):
        any_tile = 1
    trial = v.trial[TRIAL_ANY]
    copy_few(trial, win, N_WIN)
    face = 0 if any_tile == 1 and again < 0 else N_PLAIN  # the faces to try, then the win itself
    code = NO_SHAPE
    while face <= N_PLAIN:
        itself = face == N_PLAIN
        if not itself and not _is_asked(page, row, face):
            face += 1
            continue
        trial[WIN_TILE] = win[WIN_TILE] if itself else face
        if again < 0:
            v.readings.room[ROOM_STATE, FOUND] = read_all(page, seats, trial, v)
        else:
            v.people[again, READY] = 1
        n = v.readings.room[ROOM_STATE, FOUND]
        for seat in range(v.money.shape[1]):
            v.people[seat, ANY_TILE_WAIT] = any_tile if itself else 0
        v.money[NET, :] = 0
        if v.readings.room[ROOM_STATE, FULL] == 1:
            return TOO_MANY_READINGS
        places = page.reads_place == 1 and trial[WIN_TILE] >= 0
        code = NO_SHAPE
        best_raw = 0
        i = 0
        place = 0
        pick = 0
        picks = 0
        last = -1  # the reading weighed last
        v.readings.room[ROOM_STATE, SEEN] = 0 if n >= MANY_READINGS else NONE_SEEN
        counted = again >= 0 and n == 1 and page.reads_place == 0 and page.account_once == 0
        while i < n:
            reading = v.readings.rows[i]
            if pick == 0:
                if places:
                    place = next_place(page.setup, row, reading, trial[WIN_TILE], place)
                    if place < 0 and reading[READ_WON] >= 0:  # all its places are done
                        i += 1
                        place = 0
                        continue
                picks = picks if i == last else picks_of(page, seats, trial, reading, v)
            reading[READ_PICK] = pick
            if i == n - 1:  # who asks why a hand does not win is told of the last one
                v.readings.room[ROOM_STATE, SEEN] = NONE_SEEN
            if code == LEGAL and v.readings.room[ROOM_STATE, STALE] == 0:
                _lay_aside(by, v)
            known = COUNTED if counted else MOVED if i == last and picks == 1 else NEW
            last = i
            found = weigh(page, seats, trial, reading, v, itself, known)
            if found == WEIGHED:
                v.readings.room[ROOM_STATE, STALE] = 1
            else:
                code, best_raw = _keep_better(
                    trial, reading, v, len(page.stages), found, code, best_raw, page.any_tiles_last
                )  # fmt: skip
            if code == LEGAL and not itself:
                break
            pick += 1
            if pick >= picks:
                pick = 0
                if places and place >= 0:
                    place += 1
                else:
                    i += 1
                    place = 0
        if not itself and code != LEGAL:
            any_tile = 0
            face = N_PLAIN - 1
        face += 1
    if code == LEGAL and v.readings.room[ROOM_STATE, STALE] == 1:
        _go_back(by, v)
    return int(code)


@small_leaf
def _is_asked(page: Page, row: int, face: int) -> bool:
    """Whether a hand that waits for any tile has to win on this face.

    Kong tiles are not asked for; a wild tile is never discarded into a win, and completes whatever the others complete.
    """
    setup = page.setup
    return bool(page.tiles[face] > 0 and setup.faces[F_KONG_TILE, row, face] == 0 and setup.faces[F_WILD, row, face] == 0)


@small_leaf
def _next_try(page: Page, seats: Seats, seat: int, waited: int, step: int, win: Ints, v: Verdict) -> int:
    """Fill `win` with the first way from `step` on in which `seat` may win on its hand between turns; the step, -1: none left.

    A step is a face, one of those `waited` for (a bit each), and, by another's discard or by an own draw, the seat that the tile
    comes from. Where it is not known what is waited for, the hand is read with each face before anybody's tile is tried.
    """
    players = len(seats.n_melds)
    tiles = 3 * seats.n_melds[seat]
    for face in range(N_FACES):
        tiles += seats.hand[seat, face]
    if tiles != 3 * page.sets + 1:
        return -1
    win[:] = 0
    win[WIN_BY] = seat
    win[WIN_LATE_FROM] = -1
    v.tiles[MELDED] = 0  # whatever is laid
    while step < N_PLAIN * players:
        face = step // players
        source = step - players * face
        open_to = page.tiles[face] > 0 and waited >> face & 1 == 1
        if source == 0 and open_to and waited == ALL_FACES:
            open_to = readings_with(page, seats, seat, face, v) > 0
        if open_to:
            win[WIN_TILE] = face
            win[WIN_HOW] = HOW_SELF_DRAW if source == seat else HOW_DISCARD
            win[WIN_FROM] = -1 if source == seat else source
            return int(step)
        step += players - source
    return -1


@small_leaf
def _next_of_two(phase: int, code: int, win: Ints, trial: Ints, v: Verdict) -> int:
    """What is judged next of two tiles that came at once, `trial` being a win on the other one; -1 when that is all."""
    by = win[WIN_BY]
    if phase == OTHER:
        win[WIN_ON_BOTH] = 1 if code == LEGAL else 0
        trial[WIN_ON_BOTH] = 1
        return BOTH if code == LEGAL else AS_IT_IS
    if phase == BOTH:
        if code != LEGAL:
            return -1
        v.money[OTHER_NET, by] = v.money[NET, by]
        return OTHER_BOTH
    return -1 if v.money[NET, by] > v.money[OTHER_NET, by] else AS_IT_IS


@open_leaf
def judge(page: Page, seats: Seats, win: Ints, v: Verdict) -> int:
    """Judge a win: LEGAL and the verdict's `net`, `money`, `patterns`, `reading` filled, or the reason why not.

    Where a page asks whether the discarder was ready and the seat's mark does not know, the win is judged as if not, as if so,
    and when that makes a difference once more with what the discarder's hand says: whether it could win on some tile by its
    own draw or by a discard, under all conditions of the page.

    Where two tiles came at once and either wins, the better of the two counts, as a win on both.
    """
    source = win[WIN_FROM]
    asks = page.reads_ready == 1 and source >= 0 and seats.marks[source, MARK_READY] < 0
    if asks:
        seats.marks[source, MARK_READY] = 0
    others = v.money[OTHER_NET]
    trial = v.trial[TRIAL_READY]
    phase = AS_IF_NOT if asks else AS_IT_IS
    if win[WIN_SECOND] > 0 and not asks:
        copy_few(trial, win, N_WIN)
        trial[WIN_TILE] = win[WIN_SECOND] - 1
        phase = OTHER
    step = 0
    waited = 0
    while True:
        again = source if phase == AS_IF_SO and page.reads & READS_OTHERS == 0 else -1
        others_tile = phase == TRY or phase == OTHER or phase == OTHER_BOTH
        code = judge_known(page, seats, trial if others_tile else win, again, v)
        if phase == AS_IT_IS:
            break
        if phase >= OTHER:
            phase = _next_of_two(phase, code, win, trial, v)
            if phase < 0:
                break
            continue
        if phase == AS_IF_NOT:
            if code != LEGAL:
                break
            copy_into(others, v.money[NET])
            seats.marks[source, MARK_READY] = 1
            phase = AS_IF_SO
        elif phase == AS_IF_SO:
            same = True
            for seat in range(len(others)):
                same = same and others[seat] == v.money[NET, seat]
            if same or code != LEGAL:
                break
            # while it is found out, the seat's own readiness does not matter to it
            waited = may_wait_for(page, seats, source, v.tiles[WAITED])
            step = _next_try(page, seats, source, waited, 0, trial, v)
            phase = TRY
        else:
            step = -2 if code == LEGAL else _next_try(page, seats, source, waited, step + 1, trial, v)
        if phase == TRY and step < 0:
            seats.marks[source, MARK_READY] = 1 if step == -2 else 0
            phase = AS_IT_IS
    if asks:
        seats.marks[source, MARK_READY] = -1
    return int(code)
