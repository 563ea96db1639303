"""How likely a hand is finished: a table by distance, open or not, draws left and tiles that help, learned from play.

Of a hand that is one tile away from ready a tile counts for more than one, or less, by how good a wait it leads to.
"""

import math
from typing import Final

import numpy as np

from mjstats.kernel.claims import KONG_KINDS
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.laid import LACKS, helping_faces, lacks_moved, laid_so, move, move_back, spared_faces
from mjstats.kernel.one_tile import lowest, unseen_of
from mjstats.kernel.page import Ints
from mjstats.kernel.plans import Thought
from mjstats.kernel.routes import UNSEEN, Mind, Routes, change_unseen

# ---- the chances: a table by distance, open or not, own draws left, tiles that help (between nodes in a straight line)
AWAY: Final[int] = 6
DRAWS_BINS: Final[int] = 10  #: two draws each
NODES: Final = np.array((0, 2, 4, 6, 9, 12, 16, 21, 28, 38, 52, 70), np.int64)
N_NODES: Final[int] = 12
MOST_HELP: Final[int] = 70  #: the last node: more tiles count as these
#: by tiles that help, rounded up: the node before them, the last but one at most
NODE_BEFORE: Final = np.searchsorted(NODES[1:-1], np.arange(MOST_HELP + 1)).astype(np.int64)
#: by tiles that help: how far they are on the way from the node before them to the one behind
PART: Final = (np.arange(MOST_HELP + 1) - NODES[NODE_BEFORE]) / (NODES[NODE_BEFORE + 1] - NODES[NODE_BEFORE])
CELLS: Final[int] = AWAY * 2 * DRAWS_BINS * N_NODES
SHARE: Final[int] = CELLS  #: the share of wins by an own draw
LOSSES: Final[int] = CELLS + 1  #: what a win takes from its discarder beyond what it takes anyway, closed and open
PLAIN: Final[int] = CELLS + 3  #: what a plain hand brings
HOPE: Final[int] = CELLS + 4  #: what a hand keeps of its usual worth that could not win without the kong tiles it may still draw
KONG_PAYS: Final[int] = CELLS + 5  #: by kind of a kong: what it is paid whoever wins
KONG_COSTS: Final[int] = KONG_PAYS + KONG_KINDS  #: by kind: how much more the holder pays for another's win, in parts of it
PRIORS: Final[int] = KONG_COSTS + KONG_KINDS  #: by plan: what it brings at first sight, closed and open, and more
N_PRIOR: Final[int] = 6
NARROW: Final[int] = 2  #: the third of them: tiles that help, in parts of the usual number
BY_DRAW: Final[int] = 3  #: the next two, closed and open: how many times a discard's worth an own draw brings, 0 if unknown
KEEPS: Final[int] = 5  #: the last: what part of the chances it has, which know closed hands that may be opened
TYPICAL: Final = np.array((6, 17, 28, 38, 46, 52), np.int64)  #: tiles that usually help at a distance

MOST_FOR_ONE: Final[float] = 2.0  #: how many tiles one counts for at most


@leaf
def cell_of(away: int, opened: int, draws: int, helping: float) -> int:
    """The cell of the chances nearest to a hand."""
    node = 0
    while node + 1 < N_NODES and 2 * helping > NODES[node] + NODES[node + 1]:
        node += 1
    return int(first_cell(min(away, AWAY - 1), opened, draws) + node)


@small_leaf
def first_cell(away: int, opened: int, draws: int) -> int:
    """The cell of the chances for a hand that nothing helps."""
    return ((away * 2 + opened) * DRAWS_BINS + min(draws // 2, DRAWS_BINS - 1)) * N_NODES


@small_leaf
def away_of_cell(cell: int) -> int:
    """The distance that a cell is for."""
    return cell // (2 * DRAWS_BINS * N_NODES)


@leaf
def chance(thought: Thought, away: int, opened: int, draws: int, helping: float) -> float:
    """The chance to finish, in a straight line between the nodes; of tiles that count for more or less than one."""
    if away >= AWAY:
        return 0.0
    node = NODE_BEFORE[min(math.ceil(helping), MOST_HELP)]
    first = first_cell(away, opened, draws)
    low = thought.known[first + node]
    high = thought.known[first + node + 1]
    part = min((helping - NODES[node]) / (NODES[node + 1] - NODES[node]), 1.0)
    return float(low + part * (high - low))


@small_leaf
def chance_of(thought: Thought, away: int, opened: int, draws: int, tiles: int) -> float:
    """`chance` of a whole number of tiles."""
    if away >= AWAY:
        return 0.0
    helping = min(tiles, MOST_HELP)
    first = first_cell(away, opened, draws) + NODE_BEFORE[helping]
    low = thought.known[first]
    return float(low + PART[helping] * (thought.known[first + 1] - low))


@small_leaf
def usual_row(opened: int, draws: int) -> int:
    """The row of `Thought.usual` and `Thought.ceiling` for a hand, open or not, with so many own draws left."""
    return opened * DRAWS_BINS + min(draws // 2, DRAWS_BINS - 1)


@leaf
def waits_after(routes: Routes, mind: Mind, thought: Thought, laid: Ints, faces: int, spared: int) -> int:
    """Unseen tiles of `faces` that the best ready hand waits for which the hand in mind can be without one of those `spared`."""
    most = 0
    while spared != 0:
        face = lowest(spared)
        spared &= spared - 1
        if lacks_moved(routes, mind, thought, laid, face, -1) > laid[LACKS]:
            continue
        own, half, lacks = laid_so(laid, face)
        move(routes, mind, thought, laid, face, -1)
        most = max(most, unseen_of(mind, helping_faces(routes, mind, thought, laid, faces)))
        move_back(routes, mind, thought, laid, face, -1, own, half, lacks)
    return int(most)


@leaf
def help_to_ready(
    routes: Routes, mind: Mind, thought: Thought, laid: Ints, faces: int, bits: int, held: int, opened: int, draws: int
) -> float:  # fmt: skip
    """Tiles that make a hand ready, of the faces in `bits`, each counted by the chance of the wait among `faces` it leads to.

    The hand holds tiles of the faces `held`, a bit each.
    """
    usual = chance_of(thought, 0, opened, draws, TYPICAL[0])
    # What leaves more missing now does so after a tile that helps as well.
    spared = spared_faces(routes, mind, thought, laid, held)
    total = 0.0
    while bits != 0:
        face = lowest(bits)
        bits &= bits - 1
        copies = mind.faces[UNSEEN, face]
        own, half, lacks = laid_so(laid, face)
        move(routes, mind, thought, laid, face, 1)
        # A stand-in that helps as its other face is not followed further.
        counts = 1.0
        if usual > 0.0 and laid[LACKS] < lacks:
            change_unseen(mind, face, -1)
            left = faces if copies > 1 else faces & ~(1 << face)
            waits = waits_after(routes, mind, thought, laid, left, spared & ~(1 << face))
            change_unseen(mind, face, 1)
            counts = min(chance_of(thought, 0, opened, draws, waits) / usual, MOST_FOR_ONE)
        move_back(routes, mind, thought, laid, face, 1, own, half, lacks)
        total += copies * counts
    return total
