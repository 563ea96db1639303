"""From hand to hand: who deals next, what lies on the table, when the game is over.

A table between two hands is a row of numbers, so that many tables are moved on at once and none needs its tiles. Seats stand
still; where a page has players change seats, `S_PLAYER` says who sits where.
"""

from typing import Final

from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.page import Ints
from mjstats.kernel.result import R_CHIPS, R_HEIR, R_NET, R_RAISE, R_SOURCE, R_STAKE, R_STAYS, R_WASHES, R_WINNER, R_WINNERS

# ---- a table before a hand: places in a row
S_TABLE: Final[int] = 0  #: its index, which with the seed fixes all luck
S_HAND: Final[int] = 1  #: the hand's number, 0 the first; negative: the hand goes on as it lies on the board
S_DEALER: Final[int] = 2  #: seat
S_STREAK: Final[int] = 3  #: which hand in a row of the dealer
S_ROUND: Final[int] = 4  #: 0 the first
S_HONBA: Final[int] = 5  #: hands that the dealer won or nobody, since another won
S_STICKS: Final[int] = 6  #: laid in earlier hands and not taken yet
S_WASHOUTS: Final[int] = 7  #: drawn hands in a row before this one, those among them that only count as such
S_POINTS: Final[int] = 8  #: four places: points held by seat
S_CHIPS: Final[int] = 12  #: four places: chips by seat
S_PLAYER: Final[int] = 16  #: four places: which player sits there, 0 who began as east
S_PASSED: Final[int] = 20  #: how often the deal has passed on
S_ENDS: Final[int] = 21  #: why the game is over, 0 while it goes on
S_GROWS: Final[int] = 22  #: as G_GROWS, while it is played
S_RAISE: Final[int] = 23  #: by what those who do not deal may raise now
S_STAKE: Final[int] = 24  #: four places: what each has laid in this dealer's run (R_STAKE), and 1; 0 nobody was asked yet
N_START: Final[int] = 28

# ---- why a game is over
ENDS_NOT: Final[int] = 0
ENDS_LENGTH: Final[int] = 1  #: its rounds, or hands, are played
ENDS_BROKE: Final[int] = 2  #: too many players are broke
ENDS_STOPPED: Final[int] = 3  #: the leading dealer stopped

# ---- what a page says about it: places in an array, then a row of seats a round where players change them
G_PLAYERS: Final[int] = 0
G_LAYS: Final[int] = 1  #: points of a stick, 0 where none are laid
G_NEXT_WINNER: Final[int] = 2  #: 1 when the winner deals next
G_LONGEST_RUN: Final[int] = 3  #: 0 no bound
G_ROUNDS: Final[int] = 4
G_HANDS: Final[int] = 5  #: 0 the rounds count
G_ENDS_AT: Final[int] = 6
G_BROKE: Final[int] = 7
G_MAY_STOP: Final[int] = 8
G_START: Final[int] = 9  #: points at the start
G_GROWS: Final[int] = 10  #: the fact by which a dealer's win lengthens the run, -1: by 1
G_SEVERAL_TO_SOURCE: Final[int] = 11  #: 1 when after several winners on one tile who gave it deals
G_WINS_ALONE: Final[int] = 12  #: 1 when drawn hands do not count in the run
G_RAISES: Final[int] = 13  #: 1 when stakes stand as long as a dealer goes on, 2 when what was raised doubles each hand
G_SEATS: Final[int] = 14  #: four places a round: where those sit who began as east, south, west, north
N_GAME: Final[int] = 14


@leaf
def _leads(start: Ints, seat: int, players: int) -> bool:
    """Whether nobody stands before the player at `seat`; of equals the one who dealt earlier does."""
    for other in range(players):
        ahead = start[S_POINTS + other] - start[S_POINTS + seat]
        if ahead > 0 or (ahead == 0 and start[S_PLAYER + other] < start[S_PLAYER + seat]):
            return False
    return True


@leaf
def _ending(game: Ints, start: Ints, won: bool, stays: bool) -> int:
    """Why the game is over after a hand that is settled, one of ENDS_NOT ..; `won`: by the dealer."""
    players = game[G_PLAYERS]
    broke = 0
    for seat in range(players):
        broke += 1 if start[S_POINTS + seat] <= game[G_ENDS_AT] else 0
    if game[G_BROKE] > 0 and broke >= game[G_BROKE]:
        return ENDS_BROKE
    if game[G_HANDS] > 0:
        last = start[S_HAND] + 1 >= game[G_HANDS]
        return ENDS_LENGTH if last else ENDS_NOT
    if start[S_PASSED] + 1 < game[G_ROUNDS] * players:
        return ENDS_NOT
    if not stays:
        return ENDS_LENGTH
    stops = game[G_MAY_STOP] == 1 and won and _leads(start, start[S_DEALER], players)
    return ENDS_STOPPED if stops else ENDS_NOT


@leaf
def _seat_anew(game: Ints, start: Ints, spare: Ints) -> None:
    """Seat everybody as the new round wants it, with points and chips."""
    players = game[G_PLAYERS]
    seats = G_SEATS + players * start[S_ROUND]
    if seats + players > len(game):
        return
    for place in range(S_POINTS, S_PASSED):
        spare[place] = start[place]
    for seat in range(players):
        player = spare[S_PLAYER + seat]
        new = game[seats + player]
        start[S_PLAYER + new] = player
        start[S_POINTS + new] = spare[S_POINTS + seat]
        start[S_CHIPS + new] = spare[S_CHIPS + seat]


@leaf
def _keep_stakes(game: Ints, row: Ints, start: Ints, stays: bool) -> None:
    """What was bought and raised stands while the dealer goes on, who has been raised against only after a win."""
    start[S_RAISE] = row[R_RAISE] if stays else 0
    for seat in range(game[G_PLAYERS]):
        raised = (row[R_STAKE + seat] >> 1) * (2 if game[G_RAISES] > 1 else 1)
        start[S_STAKE + seat] = 1 + 2 * raised + (row[R_STAKE + seat] & 1) if stays else 0


@open_leaf
def next_hands(game: Ints, rows: Ints, starts: Ints, spare: Ints) -> None:
    """Move tables on after a hand.

    Parameters
    ----------
    game
        int64 (N_GAME + 4 a round,): what the page says, G_PLAYERS ..
    rows
        int64 (tables, N_RESULT): the hands as they were played.
    starts
        int64 (tables, N_START): how each table began its hand; becomes how it begins the next one, or, where S_ENDS is not
        ENDS_NOT, how it stands at the end.
    spare
        int64 (N_START,) room.
    """
    players = game[G_PLAYERS]
    for i in range(len(rows)):
        row = rows[i]
        start = starts[i]
        paid = 0
        for seat in range(players):
            start[S_POINTS + seat] += row[R_NET + seat]
            start[S_CHIPS + seat] += row[R_CHIPS + seat]
            paid += row[R_NET + seat]
        if game[G_LAYS] > 0:
            # What was laid and nobody took lies on the table.
            start[S_STICKS] -= paid // game[G_LAYS]
        winner = row[R_WINNER]
        won = winner == start[S_DEALER]
        start[S_HONBA] = start[S_HONBA] + 1 if won or winner < 0 else 0
        start[S_WASHOUTS] = start[S_WASHOUTS] + 1 if winner < 0 or row[R_WASHES] == 1 else 0
        counts = won or game[G_WINS_ALONE] == 0
        bounded = counts and game[G_LONGEST_RUN] > 0 and start[S_STREAK] >= game[G_LONGEST_RUN]
        stays = row[R_STAYS] > 0 and not bounded
        heir = winner if game[G_NEXT_WINNER] == 1 and winner >= 0 else (start[S_DEALER] + 1) % players
        if game[G_SEVERAL_TO_SOURCE] == 1 and row[R_WINNERS] > 1:
            if row[R_SOURCE] >= 0 or row[R_HEIR] > 0:
                heir = row[R_SOURCE] if row[R_SOURCE] >= 0 else row[R_HEIR] - 1
            stays = heir == start[S_DEALER]
        elif winner < 0 and row[R_HEIR] > 0:
            heir = row[R_HEIR] - 1
            stays = heir == start[S_DEALER]
        start[S_ENDS] = _ending(game, start, won, stays)
        if start[S_ENDS] != ENDS_NOT:
            continue
        start[S_HAND] += 1
        if game[G_RAISES] > 0:
            _keep_stakes(game, row, start, stays)
        if stays:
            start[S_STREAK] += max(row[R_STAYS], 1) if counts else 0
            continue
        start[S_DEALER] = heir
        start[S_STREAK] = 1
        start[S_PASSED] += 1
        if game[G_HANDS] == 0 and start[S_PASSED] % players == 0:
            start[S_ROUND] += 1
            _seat_anew(game, start, spare)
