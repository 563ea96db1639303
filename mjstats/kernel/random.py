"""Random numbers by address: block `b` of table `t` of seed `s` is the same on every machine, whoever asks first.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011). It needs
32-bit words and products of 64 bits only, so that signed 64-bit integers carry it: the masks make compiled code, where
products wrap, and plain Python, where they grow, agree.
"""

from typing import Final

import numpy as np

from mjstats.kernel.jit import leaf, open_leaf
from mjstats.kernel.page import Ints

# ---- places in a stream
KEY: Final[int] = 0  #: two words of the seed
ADDRESS: Final[int] = 2  #: two words of the table, one of the purpose
BLOCK: Final[int] = 5  #: which block of four words comes next
USED: Final[int] = 6  #: words of the present block already handed out
WORDS: Final[int] = 7  #: the present block
N_STREAM: Final[int] = 11

# ---- purposes: numbers drawn for one never shift those of another
FOR_DEAL: Final[int] = 0
FOR_DICE: Final[int] = 1
FOR_POLICY: Final[int] = 2
N_PURPOSES: Final[int] = 4  #: a table's hand number times this is added

_MASK: Final[int] = 0xFFFFFFFF
_MULTIPLY_0: Final[int] = 0xD2511F53
_MULTIPLY_1: Final[int] = 0xCD9E8D57
_BUMP_0: Final[int] = 0x9E3779B9
_BUMP_1: Final[int] = 0xBB67AE85
_ROUNDS: Final[int] = 10


def new_stream() -> Ints:
    """Room for one stream: int64 ``(N_STREAM,)``; `open_stream` gives it an address."""
    return np.zeros(N_STREAM, np.int64)


@open_leaf
def open_stream(stream: Ints, seed: int, table: int, purpose: int) -> None:
    """Set `stream` to the beginning of the numbers of a table, 0 <= seed, table < 2^63."""
    stream[KEY] = seed & _MASK
    stream[KEY + 1] = (seed >> 32) & _MASK
    stream[ADDRESS] = table & _MASK
    stream[ADDRESS + 1] = (table >> 32) & _MASK
    stream[ADDRESS + 2] = purpose
    stream[BLOCK] = 0
    stream[USED] = 4


@open_leaf
def philox(stream: Ints) -> None:
    """Fill the four words of the present block."""
    c0 = int(stream[BLOCK])
    c1 = int(stream[ADDRESS])
    c2 = int(stream[ADDRESS + 1])
    c3 = int(stream[ADDRESS + 2])
    k0 = int(stream[KEY])
    k1 = int(stream[KEY + 1])
    for _ in range(_ROUNDS):
        first = c0 * _MULTIPLY_0
        second = c2 * _MULTIPLY_1
        c0 = ((second >> 32) & _MASK) ^ c1 ^ k0
        c1 = second & _MASK
        c2 = ((first >> 32) & _MASK) ^ c3 ^ k1
        c3 = first & _MASK
        k0 = (k0 + _BUMP_0) & _MASK
        k1 = (k1 + _BUMP_1) & _MASK
    stream[WORDS] = c0
    stream[WORDS + 1] = c1
    stream[WORDS + 2] = c2
    stream[WORDS + 3] = c3


@open_leaf
def next_word(stream: Ints) -> int:
    """The next 32 random bits, 0 .. 2^32 - 1."""
    if stream[USED] == 4:
        philox(stream)
        stream[BLOCK] += 1
        stream[USED] = 0
    word = int(stream[WORDS + stream[USED]])
    stream[USED] += 1
    return word


@leaf
def below(stream: Ints, n: int) -> int:
    """A random integer 0 .. n - 1, each equally likely, 1 <= n < 2^31.

    Without bias by rejection, see Lemire, "Fast random integer generation in an interval", 2019.
    """
    product = next_word(stream) * n
    if (product & _MASK) < n:
        threshold = ((1 << 32) - n) % n
        while (product & _MASK) < threshold:
            product = next_word(stream) * n
    return product >> 32


@open_leaf
def shuffle(stream: Ints, tiles: Ints, n: int) -> None:
    """Put the first `n` entries into random order, every order equally likely (Fisher and Yates)."""
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        kept = tiles[last]
        tiles[last] = tiles[other]
        tiles[other] = kept
