"""Readings of a hand: what they are, and the room in which `mjstats.kernel.reader` lists them.

A reading is one row of `Readings.rows`: kind of shape, number of items, jokers, which item the winning tile completes, then
for each item its kind (`CHOW`, `PUNG`, `PAIR`, `EXTRA_SET`, `KNIT`), lowest face (an extra set: its row), and jokers (three
different tiles: bit 0..2 by place; else a number).
"""

from typing import Final, NamedTuple

import numpy as np

from mjstats.kernel.by_reference import by_reference
from mjstats.kernel.jit import leaf, small_leaf
from mjstats.kernel.page import N_FACES, N_PLAIN, WILD_FACES, Ints, Setup

READ_KIND: Final[int] = 0
READ_ITEMS: Final[int] = 1
READ_JOKERS: Final[int] = 2
READ_WON: Final[int] = 3  #: the item that the winning tile completes, -1 where none is told apart
READ_WON_AT: Final[int] = 4  #: its place in an item of three different tiles
READ_PICK: Final[int] = 5  #: which group of sets is used for a pattern of three or four, 0 none
READ_STAND_INS: Final[int] = 6  #: stand-ins used as another face
READ_OWN: Final[int] = 7  #: bit for each face of which a wild tile is used as itself
READ_FIRST: Final[int] = 8  #: first item; an item has three places
MAX_ITEMS: Final[int] = 9
READ_LENGTH: Final[int] = N_FACES  #: more than READ_FIRST + 3 * MAX_ITEMS, so that a reading has the length of a count of tiles

# ---- rows of `Readings.room`
ROOM_WORK: Final[int] = 0  #: the reading being built
ROOM_NATURAL: Final[int] = 1  #: natural tiles
ROOM_OWN: Final[int] = 2  #: wild tiles used as their printed face
ROOM_STATE: Final[int] = 3  #: FULL, STALE
ROOM_CHOSEN: Final[int] = 4  #: the reading chosen
ROOM_SUITS: Final[int] = 5  #: the natural tiles of each suit, packed
N_ROOM: Final[int] = 6

MAX_READINGS: Final[int] = 65536


# ---- places in the row ROOM_STATE
FULL: Final[int] = 0  #: 1 once a hand had more readings than there is room for
STALE: Final[int] = 1  #: 1 when another reading was weighed after the one chosen
WINNER: Final[int] = 2  #: whose hand it is
FOUND: Final[int] = 4  #: how many readings of the winner's hand there are
SEEN: Final[int] = 3  #: how many readings are remembered, -1 when none is to be


@by_reference
class Readings(NamedTuple):
    """Room for the readings of one hand, made once by `new_readings`."""

    rows: Ints  #: (MAX_READINGS, READ_LENGTH)
    room: Ints  #: (N_ROOM, READ_LENGTH) ROOM_WORK ..
    options: Ints  #: (n, 12)
    stack: Ints  #: (MAX_ITEMS, 7)


def new_readings(options: Ints) -> Readings:
    """Empty room for readings; `options` is as `mjstats.kernel.sets.new_options` makes it for the page."""
    return Readings(
        rows=np.empty((MAX_READINGS, READ_LENGTH), np.int64),  # clearing them takes longer than a thousand wins
        room=np.zeros((N_ROOM, READ_LENGTH), np.int64),
        options=options,
        stack=np.zeros((MAX_ITEMS, 7), np.int64),
    )


@leaf
def printed_wild(setup: Setup, row: int) -> int:
    """The printed face of a wild tile (the first where there are several), -1 when nothing is wild."""
    if len(setup.stand) == WILD_FACES:
        return -1
    first = setup.stand[WILD_FACES, row]
    return int(first) if first < N_PLAIN else -1


@small_leaf
def put_set(work: Ints, items: int, kind: int, face: int, jokers: int) -> None:
    """Write item number `items` of the reading being built."""
    at = READ_FIRST + 3 * items
    work[at] = kind
    work[at + 1] = face
    work[at + 2] = jokers


@leaf
def keep_reading(readings: Readings, count: int, kind: int, items: int, jokers: int) -> int:
    """Note the reading built as number `count`; how many there are then."""
    if count >= len(readings.rows):
        readings.room[ROOM_STATE, FULL] = 1
        return count
    readings.room[ROOM_WORK, READ_KIND] = kind
    readings.room[ROOM_WORK, READ_ITEMS] = items
    readings.room[ROOM_WORK, READ_JOKERS] = jokers
    for i in range(READ_LENGTH):
        readings.rows[count, i] = readings.room[ROOM_WORK, i]
    return count + 1
