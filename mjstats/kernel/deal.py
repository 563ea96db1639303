"""The wall, the deal and the tiles drawn from it."""

from typing import Final

from mjstats.kernel.board import (
    BIRDS,
    BONUS_NEXT,
    BONUS_TURNED,
    DEALING,
    DEALT_DOUBLES,
    DEALT_STREAK,
    DRAWER,
    DRAWS,
    EAST_BY_DICE,
    EVENT_BIRD,
    EVENT_BONUS,
    EVENT_DEAL,
    EVENT_DRAW,
    EVENT_FLOWER,
    EVENT_INDICATOR,
    EVENT_REPLACEMENT,
    FLOWER_ROUNDS,
    FLOWER_SET_KEEPS,
    FLOWER_TURNED,
    FLOWERS_OUT,
    GOES,
    HAND,
    HEAD,
    IN_WALL,
    INDICATOR_DRAWABLE,
    INDICATOR_ENDS,
    INDICATOR_RESERVED,
    IS_FLOWER,
    KEPT_BEHIND,
    LEFT,
    PLAYERS,
    RED,
    RED_FIVES,
    REDS_HELD,
    REPLACEMENTS,
    RESERVED,
    STAKE,
    TAIL,
    TILE_RED,
    TURNED_FIRST,
    TURNED_GROUP,
    TURNED_TO_DEALER,
    TURNS_INDICATOR,
    UNDER_PER_KONG,
    WALL_END,
    WHOLE_STACKS,
    Board,
    clear,
    note,
)
from mjstats.kernel.game import S_DEALER, S_HAND, S_HONBA, S_POINTS, S_ROUND, S_STICKS, S_STREAK, S_TABLE, S_WASHOUTS
from mjstats.kernel.jit import leaf, open_leaf, small_leaf
from mjstats.kernel.page import N_FACES, N_PLAIN, NO_INDICATOR, PLAIN_HONOR, Ints
from mjstats.kernel.random import FOR_DEAL, FOR_DICE, FOR_POLICY, N_PURPOSES, below, open_stream, shuffle
from mjstats.kernel.state import (
    DORA_TIMES,
    FLOWER_BIT,
    MARK_BIRDS,
    MARK_FLOWER_BITS,
    MARK_FLOWERS,
    MARK_POINTS,
    MARK_REDS,
    NO_BOUND,
    ROUND_DEALER,
    ROUND_EAST,
    ROUND_HONBA,
    ROUND_SAME_FIRST,
    ROUND_SETUP,
    ROUND_STICKS,
    ROUND_STREAK,
    ROUND_WASHOUTS,
    ROUND_WIND,
    URA_TIMES,
    WIN_LAST_TILE,
    WIN_TILE,
    flower_sets,
    seat_counted,
)

RED_RANK: Final[int] = 4  #: the five, which may be red
DEAD_TILES: Final[int] = 4  #: replacement tiles that lie behind the bonus indicators
TURNED_BACK: Final[int] = 7  #: where a flower turned up stays, counted from the tail: the sum two dice show most often
DICE_FOR_EAST: Final[int] = 3
WINDS: Final[int] = 4


@small_leaf
def face_in_wall(board: Board, place: int) -> int:
    """The face of the tile at a place of the wall, red or not."""
    return int(board.wall[place] % RED)


@leaf
def build_wall(board: Board) -> int:
    """Lay all tiles of the page into the wall in random order; return how many there are."""
    n = 0
    for face in range(N_FACES):
        for copy in range(board.marks[IN_WALL, face]):
            red = copy == 0 and face < 27 and face % 9 == RED_RANK and board.terms[RED_FIVES] >> face // 9 & 1 == 1
            board.wall[n] = face + (RED if red else 0)
            n += 1
    shuffle(board.deal_luck, board.wall, n)
    return n


@small_leaf
def take(board: Board, seat: int, place: int) -> int:
    """Put the tile at a place of the wall into the hand of `seat`; its face."""
    face = board.wall[place] % RED
    board.seats.hand[seat, face] += 1
    red = board.wall[place] // RED
    board.clock[TILE_RED] = red
    if red == 1:
        board.own[seat, REDS_HELD] |= 1 << face // 9
        board.seats.marks[seat, MARK_REDS] += 1
    return int(face)


@leaf
def deal(board: Board, place: int) -> None:
    """Deal to everybody, without the dealer's last tile, replace the flowers, and turn the indicator.

    Tiles come from the beginning of the wall, replacements from its end. The indicator is the very last tile: which
    place of a shuffled wall it has makes no difference, and no draw moves when it is one of the reserved tiles or not.
    Only where it may be drawn or ends the hand, it lies `place` tiles before the end.
    """
    n = build_wall(board)
    seats = board.seats
    clock = board.clock
    players = board.terms[PLAYERS]
    clock[HEAD] = 0
    clock[TAIL] = n - 1
    clock[WALL_END] = n - 1
    clock[DEALING] = 1
    for turn in range(players):
        seat = (seats.round[ROUND_DEALER] + turn) % players
        for _ in range(board.terms[HAND]):
            face = take(board, seat, clock[HEAD])
            clock[HEAD] += 1
            note(board, EVENT_DEAL, seat, face, 0)
    # The dealer's last tile is still in the wall, and is no draw of the hand.
    clock[LEFT] = n - players * board.terms[HAND] - board.terms[RESERVED]
    turns = board.terms[TURNS_INDICATOR] == 1
    drawable = turns and board.terms[INDICATOR_DRAWABLE] == 1
    if turns:
        clock[TAIL] -= 0 if drawable else 1
        clock[LEFT] -= 1 - board.terms[INDICATOR_RESERVED]
    if board.terms[INDICATOR_ENDS] == 1:
        clock[KEPT_BEHIND] = max(place + 1 - board.terms[RESERVED], 0)
        clock[LEFT] -= clock[KEPT_BEHIND]
    seats.round[ROUND_SETUP] = NO_INDICATOR
    # A flower that makes others wild has to be known before these are laid out.
    first = board.terms[FLOWER_TURNED] == TURNED_GROUP
    if not first:
        replace_dealt(board)
    if turns:
        if drawable:
            swap(board, n - 1, n - 1 - place)
        turn_indicator(board, n - 1 - (place if drawable else 0))
    if first:
        spare_group(board)
        replace_dealt(board)
    for _ in range(board.terms[TURNED_FIRST]):
        turn_bonus(board)


@small_leaf
def swap(board: Board, one: int, other: int) -> None:
    """Change two tiles of the wall."""
    kept = board.wall[one]
    board.wall[one] = board.wall[other]
    board.wall[other] = kept


@leaf
def turn_indicator(board: Board, place: int) -> None:
    """Turn the tile at a place of the wall up; a flower is turned back, or goes to the dealer, and another tile turned."""
    dealer = board.seats.round[ROUND_DEALER]
    other = board.clock[TAIL] - TURNED_BACK + 1
    while board.terms[FLOWER_TURNED] != TURNED_GROUP and board.marks[IS_FLOWER, face_in_wall(board, place)] == 1:
        if board.terms[FLOWER_TURNED] == TURNED_TO_DEALER:
            face = take(board, dealer, place)
            note(board, EVENT_DEAL, dealer, face, 0)
            lay_flower(board, dealer, face)
            swap(board, place, board.clock[TAIL])
            board.clock[TAIL] -= 1
            board.clock[LEFT] -= 1
        else:
            swap(board, place, other)
            other -= 1
    face = face_in_wall(board, place)
    board.seats.round[ROUND_SETUP] = face
    board.seen[face] += 1
    note(board, EVENT_INDICATOR, -1, face, 0)


@leaf
def spare_group(board: Board) -> None:
    """Flowers are laid out, those of the turned-up flower's group apart."""
    indicator = board.seats.round[ROUND_SETUP]
    for face in range(N_PLAIN, N_FACES):
        same = indicator >= N_PLAIN and (face - N_PLAIN) // 4 == (indicator - N_PLAIN) // 4
        board.marks[IS_FLOWER, face] = 0 if same else 1


@leaf
def lay_flower(board: Board, seat: int, face: int) -> None:
    """Lay a flower out of the hand of `seat`."""
    seats = board.seats
    seats.hand[seat, face] -= 1
    seats.marks[seat, MARK_FLOWERS] += 1
    sets = flower_sets(seats.marks[seat, MARK_FLOWER_BITS])
    seats.marks[seat, MARK_FLOWER_BITS] += FLOWER_BIT[face]
    board.clock[LEFT] -= board.terms[FLOWER_SET_KEEPS] * (flower_sets(seats.marks[seat, MARK_FLOWER_BITS]) - sets)
    board.clock[FLOWERS_OUT] += 1
    note(board, EVENT_FLOWER, seat, face, 0)


@leaf
def lay_flowers(board: Board, seat: int) -> int:
    """Lay all flowers out of a dealt hand; how many they were."""
    laid = 0
    for face in range(PLAIN_HONOR, N_FACES):
        while board.marks[IS_FLOWER, face] == 1 and board.seats.hand[seat, face] > 0:
            lay_flower(board, seat, face)
            laid += 1
    return laid


@leaf
def replace_dealt(board: Board) -> None:
    """Replace the flowers of the dealt hands: all rounds for a player before the next one, or one round after the other."""
    players = board.terms[PLAYERS]
    found = True
    while found:
        found = False
        for turn in range(players):
            seat = (board.seats.round[ROUND_DEALER] + turn) % players
            laid = lay_flowers(board, seat)
            while laid > 0:
                for _ in range(laid):
                    draw_replacement(board, seat)
                found = True
                laid = lay_flowers(board, seat) if board.terms[FLOWER_ROUNDS] == 0 else 0


@leaf
def turn_bonus(board: Board) -> None:
    """Turn the next indicator of bonus tiles; the tile under it may count too."""
    clock = board.clock
    table = board.seats.table
    place = clock[WALL_END] - DEAD_TILES - 2 * clock[BONUS_TURNED]
    face = face_in_wall(board, place)
    under = face_in_wall(board, place - 1)
    table[DORA_TIMES, board.marks[BONUS_NEXT, face]] += 1
    if clock[BONUS_TURNED] < board.terms[TURNED_FIRST] or board.terms[UNDER_PER_KONG] == 1:
        table[URA_TIMES, board.marks[BONUS_NEXT, under]] += 1
    clock[BONUS_TURNED] += 1
    board.seen[face] += 1
    note(board, EVENT_BONUS, -1, face, under)


@leaf
def send_birds(board: Board, turned: bool) -> None:
    """Let the birds of the win that is asked about fall on seats, or, not `turned`, take all off again.

    They come with the tiles that would be drawn next, or with the winning tile if it is the last one.
    """
    seats = board.seats
    clock = board.clock
    last = board.win[WIN_LAST_TILE] == 1
    for seat in range(board.terms[PLAYERS]):
        seats.marks[seat, MARK_BIRDS] = 0
    for number in range(board.terms[BIRDS] if turned else 0):
        if last or number < clock[LEFT]:
            face = board.win[WIN_TILE] if last else face_in_wall(board, clock[HEAD] + number)
            seats.marks[bird_seat(board, face), MARK_BIRDS] += 1


@small_leaf
def bird_seat(board: Board, face: int) -> int:
    """The seat that a bird of this face falls on."""
    return int(seat_counted(face, board.seats.round[ROUND_DEALER], board.terms[PLAYERS]))


@leaf
def note_birds(board: Board) -> int:
    """Note the tiles that were turned up after the win; the seat that the first of them falls on, -1 where there is none."""
    first = -1
    for number in range(min(board.terms[BIRDS], board.clock[LEFT]) if board.win[WIN_LAST_TILE] == 0 else 0):
        face = face_in_wall(board, board.clock[HEAD] + number)
        seat = bird_seat(board, face)
        first = seat if number == 0 else first
        note(board, EVENT_BIRD, seat, face, 0)
    return first


@leaf
def draw(board: Board, seat: int) -> int:
    """`seat` draws from the head; the face."""
    clock = board.clock
    face = take(board, seat, clock[HEAD])
    clock[HEAD] += 1
    clock[LEFT] -= 1
    clock[DRAWS] += 1
    clock[DRAWER] = seat
    board.own[seat, GOES] += 1
    note(board, EVENT_DRAW, seat, face, 0)
    return int(face)


@open_leaf
def draw_replacement(board: Board, seat: int) -> int:
    """`seat` draws from the tail after a kong or a flower; the face."""
    clock = board.clock
    face = take(board, seat, clock[TAIL])
    clock[TAIL] -= 1
    clock[LEFT] -= 1
    clock[DRAWS] += 1
    clock[DRAWER] = seat
    clock[REPLACEMENTS] += 1
    if clock[KEPT_BEHIND] > 0:
        # It came from behind the turned-up tile: no less can be drawn before that.
        clock[KEPT_BEHIND] -= 1
        clock[LEFT] += 1
    if board.terms[WHOLE_STACKS] == 1:
        # The stack that was just broken still counts whole among the tiles that stay, and the next one takes its rest.
        clock[LEFT] += 1 if clock[REPLACEMENTS] % 2 == 1 else -1
    note(board, EVENT_REPLACEMENT, seat, face, 0)
    return int(face)


@leaf
def dice(board: Board, number: int) -> int:
    """The sum of so many dice."""
    total = 0
    for _ in range(number):
        total += 1 + below(board.luck, 6)
    return total


@leaf
def dice_streak(board: Board, streak: int) -> int:
    """The dealer's hand in a row as it counts: the deal's dice may lift the first to `dealt_streak`."""
    if board.terms[DEALT_DOUBLES] == 0:
        return streak
    first = 1 + below(board.luck, 6)
    second = 1 + below(board.luck, 6)
    lifted = first == second if board.terms[DEALT_DOUBLES] == 1 else first + second >= board.terms[DEALT_DOUBLES]
    return max(streak, int(board.terms[DEALT_STREAK])) if lifted else streak


@open_leaf
def start_hand(board: Board, seed: int, start: Ints) -> None:
    """Clear the table and deal the hand that `start` int64 (N_START,) begins, see `mjstats.kernel.game`.

    Each hand of a table has random numbers of its own, so that none depends on how many an earlier one used.
    """
    clear(board)
    table = start[S_TABLE]
    purposes = start[S_HAND] * N_PURPOSES
    dealer = start[S_DEALER]
    open_stream(board.luck, seed, table, purposes + FOR_DICE)
    board.seats.round[ROUND_DEALER] = dealer
    board.seats.round[ROUND_STREAK] = dice_streak(board, start[S_STREAK])
    board.seats.round[ROUND_WIND] = PLAIN_HONOR + start[S_ROUND] % WINDS
    board.seats.round[ROUND_HONBA] = start[S_HONBA]
    board.seats.round[ROUND_STICKS] = start[S_STICKS]
    board.seats.round[ROUND_WASHOUTS] = start[S_WASHOUTS]
    board.seats.round[ROUND_SAME_FIRST] = 0
    east = dealer
    if board.terms[EAST_BY_DICE] == 1:
        east = (dealer + dice(board, DICE_FOR_EAST) - 1) % board.terms[PLAYERS]
    board.seats.round[ROUND_EAST] = east
    # The upper tile of the stack at the sum of two dice, counted from the tail.
    place = 2 * (dice(board, 2) - 1) if board.terms[INDICATOR_DRAWABLE] == 1 else 0
    if board.terms[INDICATOR_ENDS] == 1:  # the upper tile of its stack, with the stacks of the second throw behind it
        place = 2 * dice(board, 2) + 1
    open_stream(board.luck, seed, table, purposes + FOR_POLICY)
    open_stream(board.deal_luck, seed, table, purposes + FOR_DEAL)
    for seat in range(board.terms[PLAYERS]):
        board.seats.marks[seat, MARK_POINTS] = NO_BOUND if board.terms[STAKE] < 0 else start[S_POINTS + seat]
    deal(board, place)
