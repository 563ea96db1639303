"""Hands in mind finished as is typical of a plan: what comes is added, what is spare goes, and the hand is held to be judged."""

from typing import Final

from mjstats.kernel.board import IS_WILD, PRINTED_AS, Board
from mjstats.kernel.jit import leaf
from mjstats.kernel.laid import BY_SUITS, LACKS, NEEDED, SETS, USABLE, drawable_faces, helping_faces, lacks_moved, move, widest
from mjstats.kernel.page import N_FACES, N_PLAIN, Ints
from mjstats.kernel.plans import Thought
from mjstats.kernel.routes import FULL, HELD_FOR, HELD_FREE, HELD_SETS, HELD_WILD, NATURAL, UNSEEN, Mind, Routes, change_unseen

NO_TILE: Final[int] = N_PLAIN  #: in the place of a winning tile: there is none that it has to be


@leaf
def complete_by(routes: Routes, board: Board, mind: Mind, thought: Thought, laid: Ints) -> int:
    """Finish the hand in mind as is typical of the plan laid out.

    Tiles that bring it nearer are added, the ones with most copies unseen first, and what it can spare is taken out. The winning
    tile as read, the last that was added; `NO_TILE` when any may be, -1 when there is no such hand.
    """
    wilds = laid[USABLE]
    printed = 0
    for face in range(N_PLAIN):
        printed |= (1 if board.marks[PRINTED_AS, face] >= 0 else 0) << face
    faces = drawable_faces(mind)
    tile = -1
    added = 0
    while laid[LACKS] > wilds or tile < 0:
        best = widest(mind, helping_faces(routes, mind, thought, laid, faces) & printed)
        if best < 0 and laid[LACKS] <= wilds:
            # Nothing but wild tiles is missing: any tile of the hand wins in their stead.
            break
        if best < 0 or added > 14:
            return -1
        before = laid[LACKS]
        move(routes, mind, thought, laid, best, 1)
        if laid[LACKS] >= before:
            # A stand-in helps as its other face.
            other = mind.held[HELD_FOR] if best == mind.held[HELD_FREE] else mind.held[HELD_FREE]
            move(routes, mind, thought, laid, best, -1)
            if other < 0 or mind.faces[NATURAL, other] >= FULL:
                return -1
            move(routes, mind, thought, laid, other, 1)
        else:
            other = best
        change_unseen(mind, best, -1)
        if mind.faces[UNSEEN, best] == 0:
            faces &= ~(1 << best)
        if mind.faces[NATURAL, other] >= FULL:
            faces &= ~(1 << other)
        tile = other
        added += 1
    if not spare_rest(routes, mind, thought, laid):
        return -1
    return tile if tile >= 0 and mind.faces[NATURAL, tile] > 0 else NO_TILE


@leaf
def spare_rest(routes: Routes, mind: Mind, thought: Thought, laid: Ints) -> bool:
    """Take out of the hand in mind what a finished one has no place for; False when it cannot be."""
    total = mind.held[HELD_WILD]
    for face in range(N_PLAIN):
        total += mind.faces[NATURAL, face]
    spare = total - (3 * mind.held[HELD_SETS] + 2)
    face = N_PLAIN - 1
    while spare > 0 and face >= 0:
        if mind.faces[NATURAL, face] > 0 and lacks_moved(routes, mind, thought, laid, face, -1) <= laid[USABLE]:
            move(routes, mind, thought, laid, face, -1)
            spare -= 1
        else:
            face -= 1
    return bool(spare == 0)


@leaf
def set_to_open(routes: Routes, mind: Mind, thought: Thought, laid: Ints) -> int:
    """A set of the finished hand in mind that may have been claimed: its lowest face, N_PLAIN more for a pung; -1: none is found.

    Its tiles are left out of the hand in mind and of the plan.
    """
    natural = mind.faces[NATURAL]
    if laid[BY_SUITS] == 0 or laid[SETS] == 0:
        return -1
    laid[SETS] -= 1
    for face in range(N_PLAIN):
        if natural[face] >= laid[NEEDED + face] + 3:
            for _ in range(3):
                move(routes, mind, thought, laid, face, -1)
            if laid[LACKS] <= laid[USABLE]:
                return face + N_PLAIN
            for _ in range(3):
                move(routes, mind, thought, laid, face, 1)
    for face in range(25):
        fits = face % 9 < 7
        for step in range(3):
            fits = fits and natural[face + step] > laid[NEEDED + face + step]
        if fits:
            for step in range(3):
                move(routes, mind, thought, laid, face + step, -1)
            if laid[LACKS] <= laid[USABLE]:
                return face
            for step in range(3):
                move(routes, mind, thought, laid, face + step, 1)
    laid[SETS] += 1
    return -1


@leaf
def hold_finished(board: Board, seat: int, mind: Mind, tile: int, hand: Ints) -> int:
    """Fill `hand` (42,) with the finished hand in mind but for its winning tile: `tile` as read, or any where there is none.

    The printed face of the winning tile, -1 when there is no such hand.
    """
    if tile == NO_TILE:
        for face in range(N_PLAIN):
            if mind.faces[NATURAL, face] > 0:
                tile = face
    if tile < 0 or tile == NO_TILE:
        return -1
    mind.faces[NATURAL, tile] -= 1
    for face in range(N_FACES):
        hand[face] = board.seats.hand[seat, face] if board.marks[IS_WILD, face] == 1 else 0
    for face in range(N_PLAIN):
        if mind.faces[NATURAL, face] > 0:
            if board.marks[PRINTED_AS, face] < 0:
                return -1
            hand[board.marks[PRINTED_AS, face]] += mind.faces[NATURAL, face]
    return int(board.marks[PRINTED_AS, tile])
