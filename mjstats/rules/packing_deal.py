"""What a page says about deal and table, packed: what the turned-up tile decides, and what only play uses."""

from itertools import combinations

import numpy as np

from mjstats.kernel import page as k
from mjstats.rules.collecting import NEVER, Conditions, faces, ints, rows_of
from mjstats.rules.schema import PageWords, Wild

_PASSED = {False: 0, True: 1, "any-tile": 2, "higher": 3, "furiten": 4}
_FLOWER_TURNED = {"again": 0, "to-dealer": 1, "group": 2}
_FORCED = {"none": 0, "followed-honors": 1, "single-honors": 2}
_SWAPS = {"none": 0, "same": 1, "same-and-end": 2, "same-but-last": 3}
_LOCKED_KONGS = {"none": 0, "waits-unchanged": 1, "any": 2}
_OPENS = {False: 0, True: 1, "waits": 2}
_CLAIM_LIMITS = {"none": 0, "dealer-only": 1, "no-three-chows": 2, "never": 3}
#: faces tried for a set or pair of wild tiles alone, besides the printed one: of each suit one of 2, 5, 8 and one of the
#: others (where a limit makes it pay, a reading may well do without a pattern), a wind, and one of each kind that the page's
#: own columns tell apart
_JOKER_FACES = ("4m", "4p", "4s", "5m", "5p", "5s", "1z")


def _following(wild: Wild, face: int, step: int) -> int:
    """The face `step` places after `face` in its cycle; faces that can never be wild are passed over."""
    skipped = faces(wild.skip)
    for text in wild.cycles:
        cycle = faces(text)
        if face in cycle:
            place = (cycle.index(face) + step) % len(cycle)
            while cycle[place] in skipped:
                place = (place + (1 if step >= 0 else -1)) % len(cycle)
            return cycle[place]
    return face


def _joker_faces(own: k.Ints) -> list[int]:
    """Faces to try for a set or pair of wild tiles alone: of each suit and the honours one of each kind that `own` tells apart.

    `own` are the rows of `Page.own_facts`.
    """
    tried = [faces(text)[0] for text in _JOKER_FACES]
    winds = bool((own[:, k.OWN_SET] != k.SETS_FIXED).any())

    def kind(face: int) -> tuple[int, ...]:
        moving = face if winds and face >= k.PLAIN_HONOR else -1
        return (face // 9, moving, face % 3 == 1 if face < k.PLAIN_HONOR else 0, *(own[:, k.OWN_FACES] >> face & 1).tolist())

    for face in range(k.N_PLAIN):
        if kind(face) not in {kind(other) for other in tried}:
            tried.append(face)
    return tried


def _listed(is_wild: k.Ints) -> k.Ints:
    """The wild faces of each row (43, 42), one after the other: (most of them, 43), -1 behind the last."""
    most = int(is_wild.sum(axis=1).max())
    listed = np.full((most, len(is_wild)), -1, np.int64)
    for row, wild in enumerate(is_wild):
        found = np.flatnonzero(wild)
        listed[: len(found), row] = found
    return listed


def pack_setup(page: PageWords, own: k.Ints) -> k.Setup:
    wild = page.wild
    rows = k.N_FACES + 1
    is_wild = np.zeros((rows, k.N_FACES), np.int64)
    kong_tile = np.zeros((rows, k.N_FACES), np.int64)
    not_for = np.zeros((rows, k.N_FACES), np.int64)
    stand_in = np.full(rows, -1, np.int64)
    stand_for = np.full(rows, -1, np.int64)
    worth = np.zeros((rows, k.N_FACES), np.int64)
    offsets = wild.offset if isinstance(wild.offset, list) else [wild.offset]
    if wild.source == "faces":
        is_wild[:, faces(wild.faces)] = 1
    for row in range(rows):
        kong_tile[row, faces(wild.kong_tiles)] = 1
    for row in range(k.N_PLAIN):
        if wild.source == "indicator":
            for number, offset in enumerate(offsets):
                face = _following(wild, row, offset)
                is_wild[row, face] = 1
                worth[row, face] = wild.worth[number] if number < len(wild.worth) else 0
            if wild.stand_in and faces(wild.stand_in)[0] != row:
                stand_in[row] = faces(wild.stand_in)[0]
                stand_for[row] = row
        for offset in wild.kong_tile_offsets:
            kong_tile[row, _following(wild, row, offset)] = 1
    if wild.source == "indicator" and wild.flower_turned == "group":
        for row in range(k.N_PLAIN, k.N_FACES):
            first = k.N_PLAIN + (row - k.N_PLAIN) // 4 * 4
            is_wild[row, [face for face in range(first, first + 4) if face != row]] = 1
    not_for[kong_tile == 1] = 1
    not_for[:, [26 + int(digit) for digit in page.wall.laid_aside]] = 1
    if wild.wild_is_kong_tile:
        kong_tile[is_wild == 1] = 1
    return k.Setup(
        faces=np.stack([is_wild, kong_tile, not_for, worth]),
        stand=np.stack([stand_in, stand_for, *_listed(is_wild)]),
        joker_faces=ints([-1, *_joker_faces(own)]),
        fifth_copy=int(wild.fifth_copy),
        wild_pair_printed=int(wild.pair_of_wilds == "printed"),
        extra_sets=rows_of([list(three) for row in page.set for three in combinations(sorted(set(faces(row.tiles))), 3)], 3),
        stand_in_free=int(wild.stand_in_use == "free-in-hand"),
        outside_printed=int(wild.outside_hand == "printed"),
    )


def wall_tiles(page: PageWords) -> k.Ints:
    """(42,) copies of each face in the wall."""
    tiles = np.zeros(k.N_FACES, np.int64)
    for suit, first in (("m", 0), ("p", 9), ("s", 18)):
        if suit in page.wall.suits:
            tiles[first : first + 9] = page.wall.copies
    tiles[[26 + int(digit) for digit in page.wall.honors]] = page.wall.copies
    tiles[[33 + int(digit) for digit in page.wall.flowers]] = 1
    return tiles


def _bonus_next(page: PageWords) -> k.Ints:
    """(42,) the face that an indicator makes a bonus tile; empty for a page without bonus tiles."""
    if page.bonus is None:
        return ints([])
    following = np.full(k.N_FACES, -1, np.int64)
    for text in page.bonus.cycles:
        cycle = faces(text)
        following[cycle] = cycle[1:] + cycle[:1]
    return following


def pack_play(page: PageWords, conditions: Conditions) -> k.Play:
    play = page.play
    declare = page.declare
    dice = play.dice_tiles > 0
    bonus = page.bonus
    dealt = 0 if play.dealt_streak == "off" else 1 if play.dealt_streak == "doubles" else int(play.dealt_streak)
    each = page.wall.reserved_per_kong
    if page.win.priority and page.win.unpaid == "left-out":
        raise ValueError("win.priority: judged in play alone; unpaid = 'left-out' does not go with it")
    runs = [s.count for s in page.shape if s.on and s.kind == "discards"]
    return k.Play(
        players=page.wall.players,
        hand=page.wall.hand,
        tiles=wall_tiles(page),
        turns_indicator=int(page.wild.source == "indicator"),
        reserved=page.wall.reserved,
        indicator_reserved=int(page.wall.reserved_holds_indicator),
        last_round=page.wall.last_round,
        chow=int(play.chow == "left"),
        kong_added=int("added" in play.kongs),
        kong_claimed=int("claimed" in play.kongs),
        kong_concealed=int("concealed" in play.kongs),
        single_kongs=int(page.wild.wild_is_kong_tile or bool(page.wild.kong_tiles) or bool(page.wild.kong_tile_offsets)),
        kong_after_claim=int(play.kong_after_claim),
        wild_discard=int(play.wild_discard != "barred"),
        wild_freezes=int(play.wild_discard in ("freezes", "freezes-claims")),
        wild_owner_claims=int(play.wild_discarder_claims),
        forfeit_wild=int(play.stray_wild_forfeits),
        pass_pung=int(play.passed_pung_ban),
        pass_win=int(play.passed_win_ban is not False),
        claim_limit=_CLAIM_LIMITS[play.claim_limit],
        claim_limit_from=play.claim_limit_from,
        honor_run=ints(runs),
        dealt_doubles=dealt,
        dealt_streak=3,
        stake=-1 if page.game.start is None else page.game.start,
        rob_added=int("added" in play.robs),
        per_kong=ints([*each, 0] if isinstance(each, list) else [each]),
        concealed_kong_keeps=page.wall.reserved_per_concealed_kong,
        flower_set_keeps=page.wall.reserved_per_flower_set,
        replacement_reserved=int(page.wall.replacement_reserved),
        stakes=play.stakes,
        whole_stacks=int(page.wall.whole_stacks),
        indicator_drawable=int(page.wall.indicator_drawable),
        indicator_ends=int(page.wall.indicator_ends),
        flower_turned=_FLOWER_TURNED[page.wild.flower_turned],
        flower_rounds=int(play.flower_turns == "round"),
        wild_freezes_wins=int(play.wild_discard == "freezes"),
        most_kongs=play.most_kongs,
        rob_concealed=int("concealed" in play.robs),
        swap_ban=_SWAPS[play.swap_ban],
        reclaim_ban=int(play.reclaim_ban),
        last_tile_offered=int(play.last_tile == "offered"),
        last_claims=int(play.last_discard_claims),
        forced_honors=_FORCED[play.forced_discards],
        pass_win_mode=_PASSED[play.passed_win_ban],
        paid_of_two=page.win.two,
        paid_of_three=page.win.three,
        priority=conditions.number(page.win.priority, "win.priority") if page.win.priority else NEVER,
        unpaid_refused=int(page.win.unpaid == "refused"),
        declare=int(declare is not None),
        declare_needs=conditions.number(declare.needs if declare else [], "declare.needs"),
        declare_lays=declare.lays if declare else 0,
        declare_draws=declare.draws_left if declare else 0,
        declare_points=declare.points if declare else 0,
        declare_dealt=int(declare is not None and declare.dealt),
        declare_concealed_kong=_LOCKED_KONGS[declare.concealed_kong if declare else "waits-unchanged" if dice else "none"],
        declare_added_kong=int(declare.added_kong if declare else dice),
        declare_opens=_OPENS[declare.opens] if declare else 0,
        pung_of_three=int(play.pung_of_three),
        declare_before_others=int(declare is not None and declare.first == "before-others"),
        declare_claimed_kong=int(declare is not None and declare.claimed_kong),
        east_by_dice=int(page.game.east == "dice"),
        abort=conditions.number(page.game.abort, "game.abort") if page.game.abort else NEVER,
        stays=conditions.number(page.game.stays, "game.stays"),
        washes=conditions.number(page.game.washes, "game.washes") if page.game.washes else NEVER,
        bonus_next=_bonus_next(page),
        bonus_turned=bonus.turned if bonus else 0,
        bonus_per_kong=bonus.per_kong if bonus else 0,
        bonus_under_per_kong=int(bonus is not None and bonus.under_per_kong),
        red_fives=sum(1 << "mps".index(suit) for suit in page.wall.red_fives),
        laid_aside=sum(1 << 26 + int(digit) for digit in set(page.wall.laid_aside)),
        buys=int(play.buys),
        raises=conditions.own.stage(page.game.raises, "game.raises") if page.game.raises else -1,
        chain_kept=int(play.wild_chain == "kept"),
        per_wild_row=ints(page.wall.reserved_per_wild_row),
        dice_tiles=play.dice_tiles,
        replacement_last=int(play.replacement_last),
        birds=page.win.birds or 0,
        several_dealt=int(page.win.dealt == "all"),
        next_drawn=int(page.game.next_drawn == "last-drawer"),
        first_ready=int(play.first_turn == "ready-dealt"),
    )
