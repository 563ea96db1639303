"""The plans of a page: what a hand may keep to so that it is worth more, found by asking the page itself.

Candidates are the same for every page: certain suits, pungs alone, no terminals, three chows that make a pattern, a pung of an
honour. Hands that are finished by each from random deals are judged by the page; a plan stays that brings notably more than the
plain hand. What they bring on the average is what the policy `value` takes a plan for at first sight.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from mjstats.kernel.classes import Shape, any_chow, build_shape
from mjstats.kernel.page import READS_WILD_SETS, SHAPE_ANY_OF, SHAPE_KNITTED_STRAIGHT, SHAPE_STANDARD
from mjstats.routes import build_routes
from mjstats.starts import first_starts

if TYPE_CHECKING:
    from mjstats.kernel.board import Board
    from mjstats.kernel.plans import Thought
    from mjstats.kernel.routes import Routes
    from mjstats.kernel.verdict import Verdict
    from mjstats.rules import RuleSet

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

SAMPLES: Final = 40
"""Random deals that are finished by each plan, closed and with a meld."""
NOTABLY: Final = 1.15
"""How many times the plain hand's worth a plan has to bring to be kept."""
_ANY = 15
_DRAWN: Final = 0.08  #: share of the tiles of a face that a player draws before a hand ends, about
_HONORS = 8
_MELDABLE: Final = (SHAPE_STANDARD, SHAPE_ANY_OF, SHAPE_KNITTED_STRAIGHT)
"""Kinds of shapes in which a meld may stand."""


def candidates(sets: int, plain: int, pungs: int, simple: int, alone: int = -1) -> Ints:
    """Rows of `Thought.plans`; `plain`, `pungs`, `simple` are the tables of shapes that they look up.

    `alone` is that of sets without a pair, where a page asks for wild tiles as the pair: the last plan then.

    >>> len(candidates(4, 0, 1, 2))  # 18 of suits and shapes, 46 of chows named together, 7 of an honour
    71
    """
    from mjstats.kernel.plans import N_PLAN

    rows: list[list[int]] = []

    def add(
        table: int = plain, suits: int = _ANY, chows: int = 1, simples: int = 0, named: tuple[int, ...] = (), kept: int = 0
    ) -> None:
        rows.append([table, suits, chows, simples, 99, len(named), *named, *[-1] * (3 - len(named)), kept])

    for suit in (1, 2, 4):
        add(suits=suit)
        add(suits=suit | _HONORS)
        add(table=pungs, suits=suit | _HONORS, chows=0)
        add(suits=7 - suit | _HONORS)
        add(suits=7 - suit)
    add(suits=7)
    add(table=pungs, chows=0)
    add(table=simple, suits=7, simples=1)
    for low in range(7):
        add(named=(low, 9 + low, 18 + low))
    for a, b, c in permutations(range(3)):
        add(named=(9 * a, 9 * b + 3, 9 * c + 6))
        for low in range(5):
            add(named=(9 * a + low, 9 * b + low + 1, 9 * c + low + 2))
    for suit in range(3):
        add(named=(9 * suit, 9 * suit + 3, 9 * suit + 6))
    for honor in range(27, 34):
        add(named=(34 + honor,))
    if alone >= 0:
        add(table=alone, kept=2)
    found = np.array(rows, np.int64)
    assert found.shape[1] == N_PLAN
    return found


@lru_cache(maxsize=16)
def weighing_routes(rules: RuleSet) -> Routes:
    """The routes of a page with the tables of its plans behind theirs."""
    return build_routes(rules.packed, _shapes(rules))


@lru_cache(maxsize=16)
def _without_pair(shape: Shape) -> Shape:
    """The shape without its pair."""
    return replace(shape, missing=np.repeat(shape.missing[..., :1], 2, axis=-1))


def _shapes(rules: RuleSet) -> tuple[Shape, ...]:
    """Shapes of the plans: sets alone where that matters, any hand as the page's plain one, pungs alone, no terminals."""
    page = rules.packed
    fifth = bool(page.setup.fifth_copy) and bool(page.setup.wild.any())
    standard = np.flatnonzero(page.shapes.kind == SHAPE_STANDARD)
    pair = page.shapes.pair[standard[0]] if len(standard) else np.ones(34, np.int64)
    inner = np.array([int(face < 27 and face % 9 not in (0, 8)) for face in range(34)])
    chows = np.array([int(face < 27 and 1 <= face % 9 <= 5) for face in range(34)])
    plain = build_shape(page.sets, pair_ok=pair, fifth_copy=fifth)
    alone = (_without_pair(plain),) if page.reads & READS_WILD_SETS else ()
    return (
        *alone,
        plain,
        build_shape(page.sets, chow_ok=0 * any_chow(), fifth_copy=fifth),
        build_shape(page.sets, pair_ok=inner * pair, chow_ok=chows, pung_ok=inner, fifth_copy=fifth),
    )


@lru_cache(maxsize=16)
def _found(rules: RuleSet) -> tuple[Ints, Floats, Floats, float, float, Floats]:
    """The plans behind the routes, what all bring at first sight, what a win takes from its discarder, plain worth, hope, kongs.

    Worths float64 ``(plans, N_PRIOR)``: closed, open, how many tiles help, how many times a discard's worth an own draw brings,
    closed and open (0 where the two are not known); losses ``(2,)``, closed and open. Hope: what open hands brought that could
    not have won without the kong tiles drawn, in parts of what all did. Kongs: see `_kongs_change`.
    """
    from mjstats.kernel.routes import KIND

    routes = weighing_routes(rules)
    tables = len(routes.suit_row)
    alone = tables - 4 if rules.packed.reads & READS_WILD_SETS else -1
    rows = candidates(rules.packed.sets, tables - 3, tables - 2, tables - 1, alone)
    aside = rules.packed.play.laid_aside >> np.arange(len(rules.packed.play.tiles)) & 1
    wall = rules.packed.play.tiles * (1 - aside)
    allowed = [
        all(wall[face - 34 if face >= 34 else face] > 0 for face in row[6 : 6 + row[5]])
        and (row[1] != _ANY & 7 or (wall[27:34] > 0).any())
        for row in rows
    ]
    rows = rows[np.array(allowed)]
    worths, losses, hope, kongs = _sampled(rules, routes, rows)
    n = len(routes.rows)
    plain = [r for r in range(n) if routes.rows[r, KIND] == SHAPE_STANDARD] or list(range(n))
    least = worths[plain, :2].max(axis=0) * NOTABLY
    worth = worths[plain, :2].max() or worths[:, :2].max()
    common = float(worth) or 1.0
    kept = [i for i in range(len(rows)) if (worths[n + i, :2] > np.maximum(least, 1e-9)).any()]
    return np.ascontiguousarray(rows[kept]), np.concatenate([worths[:n], worths[n:][kept]]), losses, common, hope, kongs


def _sampled(rules: RuleSet, routes: Routes, rows: Ints) -> tuple[Floats, Floats, float, Floats]:
    """What hands finished by each plan from random deals bring, and take from a discarder, closed and with a meld claimed.

    Beside it the hope of open hands that could not win without the kong tiles that were drawn (see `_found`), and what kongs of
    another change.
    """
    from mjstats.kernel import board as b
    from mjstats.kernel import state as k
    from mjstats.kernel.claims import KONG_KINDS
    from mjstats.kernel.deal import start_hand
    from mjstats.kernel.judge import judge
    from mjstats.kernel.page import HOW_DISCARD, HOW_SELF_DRAW
    from mjstats.kernel.plans import PLAN_KEPT
    from mjstats.kernel.routes import new_mind
    from mjstats.kernel.verdict import NET, new_verdict
    from mjstats.kernel.weigh import LEGAL
    from mjstats.kernel.weighing import tell_help, think_of

    page = rules.packed
    board = b.new_board(page)
    mind, verdict, thought = new_mind(routes), new_verdict(page), _thought(rows, np.zeros(1))
    seats = board.seats
    rng = np.random.default_rng(1)
    totals = np.zeros((len(routes.rows) + len(rows), 2))
    seen = np.zeros_like(totals)
    helped: list[list[float]] = [[] for _ in totals]
    ways = np.zeros((len(totals), 2, 2))
    fed: list[list[float]] = [[], []]
    drawn: list[list[float]] = [[], []]
    brought: list[float] = []
    hoped: list[float] = []
    kongs = np.zeros((4, KONG_KINDS))
    starts = first_starts(rules, 0, 2 * SAMPLES)

    def judged(seat: int, tile: int, how: int) -> Ints | None:
        """What everybody gains by a win as the table lies, None where it may not be."""
        board.win[:] = 0
        board.win[[k.WIN_BY, k.WIN_TILE, k.WIN_HOW, k.WIN_FROM, k.WIN_LATE_FROM]] = seat, tile, how, -1, -1
        if how == HOW_DISCARD:
            board.win[k.WIN_FROM] = (seat + 1) % rules.players
        return verdict.money[NET] if judge(page, seats, board.win, verdict) == LEGAL else None

    for sample in range(2 * SAMPLES):
        opened = sample % 2
        start_hand(board, 1, starts[sample])
        b.mark_faces(page.setup, seats.round[k.ROUND_SETUP], board.marks)
        seat = 1 + sample // 2 % (rules.players - 1)
        board.clock[b.SEAT_ASKED] = seat
        drawn_later = np.zeros_like(seats.laid)
        for other in range(rules.players):
            drawn_later[other] = _lay_kong_tiles(board, other, rng)
            if opened if other == seat else rng.random() < 0.6:
                _claim_one(board, other, rng)
        dealt = seats.hand[seat].copy()
        measured = False
        declares = board.terms[b.DECLARE] == 1 and (not opened or board.terms[b.DECLARED_MELDED] == 1)
        for p in range(len(totals)):
            seats.hand[seat] = dealt
            if p >= len(routes.rows):
                _hold_wild(board, seat, int(rows[p - len(routes.rows), PLAN_KEPT]))
            if not opened and (helping := tell_help(routes, board, mind, thought, p)) >= 0:
                helped[p].append(helping)
            tile = think_of(routes, board, mind, thought, p)
            if tile < 0:
                continue
            seats.hand[seat] = thought.room[4, : len(dealt)]
            seats.marks[seat, k.MARK_DECLARED] = int(declares)
            gained = [0.0, 0.0]
            for number, how in enumerate((HOW_SELF_DRAW, HOW_DISCARD)):
                net = judged(seat, tile, how)
                if net is None:
                    continue
                gained[number] = max(float(net[seat]), 0.0)
                if how == HOW_DISCARD:
                    fed[opened].append(-int(net[board.win[k.WIN_FROM]]))
                else:
                    drawn[opened].append(int(net[seat]) / (rules.players - 1))
            totals[p, opened] += sum(gained) / 2
            if min(gained) > 0:
                ways[p, opened] += gained
            if p < len(routes.rows) and max(gained) > 0 and not measured:
                measured = True
                for how in (HOW_SELF_DRAW, HOW_DISCARD):
                    if judged(seat, tile, how) is not None:
                        kongs += _kongs_change(rules, board, verdict, (seat + 1 + sample // 2) % rules.players, rng)
            if opened and p < len(routes.rows) and drawn_later.any():
                brought.append(sum(gained) / 2)
                seats.laid[:] -= drawn_later
                if judged(seat, tile, HOW_SELF_DRAW) is None:
                    hoped.append(brought[-1])
                seats.laid[:] += drawn_later
            seats.marks[seat, k.MARK_DECLARED] = 0
            seen[p, opened] += 1
    # A win by an own draw takes its share of everybody; half of what others win does not come from here in any case.
    losses = [max(float(np.median(fed[side] or [0.0]) - np.median(drawn[side] or [0.0]) / 2), 0.0) for side in (0, 1)]
    narrow = [[float(np.mean(parts or [0.5]))] for parts in helped]
    hope = min(float(np.mean(hoped)) / max(float(np.mean(brought)), 1e-9), 1.0) if hoped else 0.0
    by_draw = ways[:, :, 0] / np.maximum(ways[:, :, 1], 1e-9)
    return np.hstack([np.divide(totals, np.maximum(seen, 1)), narrow, by_draw]), np.array(losses), hope, _kongs_bring(kongs)


def _hold_wild(board: Board, seat: int, number: int) -> None:
    """Let the hand of `seat` hold so many wild tiles at least, in the place of its first others."""
    from mjstats.kernel.board import IS_WILD

    hand = board.seats.hand[seat]
    wild = board.marks[IS_WILD] == 1
    for _ in range(number - int(hand[wild].sum())):
        hand[np.flatnonzero((hand > 0) & ~wild)[0]] -= 1
        hand[np.flatnonzero(wild)[0]] += 1


def _kongs_change(rules: RuleSet, board: Board, verdict: Verdict, seat: int, rng: np.random.Generator) -> Floats:
    """What kongs in the hand of `seat` change in the win on the board, by another: float64 ``(4, KONG_KINDS)``.

    What more `seat` is paid beside the win, what it pays for the win with the kong and without it, and 1 for each kind that the
    page knows.
    """
    from mjstats.kernel import board as b
    from mjstats.kernel import claims as c
    from mjstats.kernel.judge import judge
    from mjstats.kernel.page import ADDED_KONG, CLAIMED_KONG, CONCEALED_KONG, PART_WIN, PUNG
    from mjstats.kernel.sides import settle_sides
    from mjstats.kernel.state import WIN_BY
    from mjstats.kernel.verdict import NET

    found = np.zeros((4, c.KONG_KINDS))
    seats = board.seats
    if seat == board.win[WIN_BY]:
        return found

    def paid() -> tuple[float, float]:
        judge(rules.packed, seats, board.win, verdict)
        settle_sides(rules.packed, seats, board.win, verdict, False)
        won = float(verdict.parts[PART_WIN, seat])
        return float(verdict.money[NET, seat]) - won, -won

    kept = [array.copy() for array in (seats.hand, seats.melds, seats.n_melds, seats.laid)]
    ordinary = np.flatnonzero((board.marks[b.CLAIMABLE] == 1) & (board.marks[b.IS_WILD] == 0) & (board.marks[b.IN_WALL] == 4))
    kong_tiles = np.flatnonzero((board.marks[b.IS_KONG_TILE] == 1) & (board.marks[b.IS_WILD] == 1))
    terms = {c.SINGLE: b.KONG_SINGLE, c.CONCEALED: b.KONG_CONCEALED, c.ADDED: b.KONG_ADDED, c.CLAIMED: b.KONG_CLAIMED}
    for kind, term in terms.items():
        faces = kong_tiles if kind == c.SINGLE else ordinary
        if board.terms[term] == 0 or len(faces) == 0:
            continue
        face = int(rng.choice(faces))
        if kind == c.SINGLE:
            seats.hand[seat, face] += 1
        else:
            tiles = np.repeat(np.arange(len(seats.hand[seat])), seats.hand[seat])
            np.subtract.at(seats.hand[seat], rng.permutation(tiles)[:3], 1)
            seats.hand[seat, face] = {c.CONCEALED: 4, c.ADDED: 1, c.CLAIMED: 3}[kind]
        feeder = (seat + 1) % rules.players
        meld, read = seats.melds[seat, seats.n_melds[seat]], board.marks[b.READ_AS, face]
        if kind == c.ADDED:
            meld[:] = PUNG, read, feeder
            seats.n_melds[seat] += 1
        beside, owed = paid()
        if kind == c.SINGLE:
            seats.hand[seat, face] -= 1
            seats.laid[seat, face] += 1
        else:
            seats.n_melds[seat] += kind != c.ADDED
            seats.hand[seat, face] = 0
            names = {c.CONCEALED: CONCEALED_KONG, c.ADDED: ADDED_KONG, c.CLAIMED: CLAIMED_KONG}
            meld[:] = names[kind], read, -1 if kind == c.CONCEALED else feeder
        after, owed_after = paid()
        found[:, kind] = after - beside, owed_after, owed, 1
        for array, was in zip((seats.hand, seats.melds, seats.n_melds, seats.laid), kept, strict=True):
            array[...] = was
    return found


def _kongs_bring(totals: Floats) -> Floats:
    """What a kong of each kind is paid beside wins, and adds to what others' cost, in parts: float64 ``(2, KONG_KINDS)``."""
    paid, owed_after, owed, times = totals
    return np.stack([paid / np.maximum(times, 1), np.maximum(owed_after - owed, 0) / np.maximum(owed, 1e-9) * (owed > 0)])


def _lay_kong_tiles(board: Board, seat: int, rng: np.random.Generator) -> Ints:
    """Lay the kong tiles of the hand, and those that some draws bring, with others in their place; the latter by face."""
    from mjstats.kernel import board as b

    hand = board.seats.hand[seat]
    wall = board.marks[b.IN_WALL]
    later = np.zeros(len(hand), np.int64)
    for face in np.flatnonzero((board.marks[b.IS_KONG_TILE] == 1) & (board.marks[b.IS_WILD] == 0)):
        drawn = int(rng.binomial(max(int(wall[face]) - int(hand[face]), 0), _DRAWN))
        board.seats.laid[seat, face] = hand[face] + drawn
        later[face] = drawn
        for _ in range(int(hand[face])):
            hand[rng.choice(np.flatnonzero(board.marks[b.CLAIMABLE] * (wall > hand)))] += 1
        hand[face] = 0
    return later


def _claim_one(board: Board, seat: int, rng: np.random.Generator) -> None:
    """Lay a random chow, or now and then a pung, in place of three tiles of the hand."""
    from mjstats.kernel import board as b
    from mjstats.kernel.page import CHOW, N_PLAIN, PUNG

    seats = board.seats
    plain = board.marks[b.CLAIMABLE, :N_PLAIN] * (board.marks[b.IN_WALL, :N_PLAIN] >= 3)
    pungs = np.flatnonzero(plain)
    chows = [low for low in range(25) if low % 9 < 7 and plain[low : low + 3].all()]
    chow = bool(chows) and bool(board.terms[b.CHOWS]) and rng.random() < 0.7
    face = int(rng.choice(chows if chow else pungs))
    seats.melds[seat, 0] = CHOW if chow else PUNG, board.marks[b.READ_AS, face], (seat + 1) % len(board.own)
    seats.n_melds[seat] = 1
    tiles = np.repeat(np.arange(len(seats.hand[seat])), seats.hand[seat])
    for gone in rng.permutation(tiles)[:3]:
        seats.hand[seat, gone] -= 1


def used_faces(rows: Ints) -> Ints:
    """Which faces may stand in a hand of each plan, and which in chows and pungs that it names, a bit each: int64 ``(n, 3)``.

    >>> used_faces(candidates(4, 0, 1, 2))[[0, 18, -1]].tolist()  # one suit alone; 123 in three suits; a pung of 7z
    [[511, 0, 0], [17179869183, 1838599, 0], [17179869183, 0, 8589934592]]
    """
    from mjstats.kernel.plans import N_USES, PLAN_SET, PLAN_SETS, PLAN_SIMPLE, PLAN_SUITS

    uses = np.zeros((len(rows), N_USES), np.int64)
    for row, use in zip(rows.tolist(), uses, strict=True):
        held = [face for face in range(34) if row[PLAN_SUITS] >> face // 9 & 1]
        if row[PLAN_SIMPLE]:
            held = [face for face in held if face < 27 and 0 < face % 9 < 8]
        named = row[PLAN_SET : PLAN_SET + row[PLAN_SETS]]
        chows = {first + step for first in named if first < 34 for step in range(3)}
        pungs = {first - 34 for first in named if first >= 34}
        use[:] = [sum(1 << face for face in faces) for faces in ({*held, *chows, *pungs}, chows, pungs)]
    return uses


def usual_chances(chances: Floats, narrow: Floats) -> Floats:
    """The chance to finish by each plan if as many tiles help as usually do, `narrow` ``(plans,)`` in parts of the usual number.

    float64 ``(2 * DRAWS_BINS, AWAY, plans)``: not open and open by draws left, then by distance; what `chance_of` says of it.
    """
    from mjstats.kernel.chances import AWAY, DRAWS_BINS, MOST_HELP, N_NODES, NODE_BEFORE, PART, TYPICAL

    table = chances.reshape(AWAY, 2 * DRAWS_BINS, N_NODES).transpose(1, 0, 2)
    helping = np.minimum((narrow * TYPICAL[:, None]).astype(np.int64), MOST_HELP)
    node, away = NODE_BEFORE[helping], np.arange(AWAY)[:, None]
    low, high = table[:, away, node], table[:, away, node + 1]
    return np.ascontiguousarray(low + PART[helping] * (high - low))


def _thought(rows: Ints, known: Floats, usual: Floats | None = None, *, cells: int = 0, notes: int = 0) -> Thought:
    from mjstats.kernel.plans import HELPS, MEMO, MOST_LIVE, N_HELPS, N_LAID, N_MEMO, N_NOTE, ROWS, WIDTH, Thought

    usual = np.zeros((0, 0, 0)) if usual is None else usual
    return Thought(
        plans=rows,
        uses=used_faces(rows),
        known=known,
        usual=usual,
        ceiling=np.ascontiguousarray(np.maximum.accumulate(usual[:, ::-1], axis=1)[:, ::-1]),
        room=np.zeros((ROWS, WIDTH), np.int64),
        scores=np.zeros((ROWS, WIDTH), np.float64),
        laid=np.zeros((MOST_LIVE + 1, N_LAID), np.int64),
        memo=np.zeros((MEMO, N_MEMO), np.uint16),
        helps=np.zeros((HELPS, N_HELPS), np.int64),
        tally=np.zeros((cells, 2), np.int64),
        notes=np.zeros((notes, N_NOTE), np.float64),
    )


def empty_thought() -> Thought:
    """Room for a table at which nobody weighs."""
    from mjstats.kernel.plans import N_PLAN

    return _thought(np.zeros((0, N_PLAN), np.int64), np.zeros(1))


def thought_of(rules: RuleSet, learned: tuple[Floats, float] | None = None, *, notes: int = 0) -> Thought:
    """What a weighing policy knows of a page, with room of its own.

    With `learned`, chances and the share of own draws, it goes by these, and counts how often hands were won. With `notes`, so
    many rows, it keeps what was weighed for each choice of a hand.
    """
    from mjstats.kernel.chances import CELLS, NARROW
    from mjstats.kernel.routes import KIND
    from mjstats.learned import chances_of, closed_share

    rows, worths, losses, plain, hope, kongs = _found(rules)
    chances, share = learned or chances_of(rules)
    keeps = np.ones((len(worths), 1))
    kinds = weighing_routes(rules).rows[:, KIND]
    keeps[: len(kinds), 0][~np.isin(kinds, _MELDABLE)] = closed_share(rules)
    known = np.concatenate([chances, [share], losses, [plain, hope], kongs.ravel(), np.hstack([worths, keeps]).ravel()])
    usual = usual_chances(chances, worths[:, NARROW])
    return _thought(rows, known, usual, cells=CELLS if learned else 0, notes=notes)
