"""How the players play, by name, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    Ints = npt.NDArray[np.int64]

Policies = str | Sequence[str]
"""How the players play: a name for all of them, or a name a seat, as ``"fast,fast,random,random"`` or a sequence."""


def names_of(policy: Policies, players: int) -> tuple[str, ...]:
    """The name of each seat's policy.

    Raises
    ------
    ValueError
        A name that no policy has, or neither one name nor one a seat.

    Examples
    --------
    >>> names_of("fast", 4)
    ('fast', 'fast', 'fast', 'fast')
    >>> names_of("fast,random", 3)
    Traceback (most recent call last):
        ...
    ValueError: policy: 'fast,random': 2 names for 3 seats; one name is needed, or one a seat
    >>> names_of("slow", 4)
    Traceback (most recent call last):
        ...
    ValueError: policy: 'slow': there is none of this name; there are fast, random, wild-chain
    """
    from mjstats.kernel.policy import POLICIES

    names = tuple(policy.split(",")) if isinstance(policy, str) else tuple(policy)
    for name in names:
        if name not in POLICIES:
            raise ValueError(f"policy: {name!r}: there is none of this name; there are {', '.join(POLICIES)}")
    if len(names) not in (1, players):
        given = f"policy: {','.join(names)!r}: {len(names)} names for {players} seats"
        raise ValueError(f"{given}; one name is needed, or one a seat")
    return names if len(names) == players else names * players


def policy_text(policy: Policies, players: int) -> str:
    """How results name it: one name where all seats play alike, else a name a seat with commas.

    >>> policy_text(["fast"] * 4, 4), policy_text("fast,random,fast,random", 4)
    ('fast', 'fast,random,fast,random')
    """
    names = names_of(policy, players)
    return names[0] if len(set(names)) == 1 else ",".join(names)


def policies_of(policy: Policies, players: int) -> Ints:
    """The policies of a table for the kernels: int64 ``(players, N_POLICY)``, a row a seat.

    >>> policies_of("fast,random,fast,random", 4)[:, 0]
    array([0, 1, 0, 1])
    """
    from mjstats.kernel.policy import N_POLICY, POLICIES, POLICY

    rows = np.zeros((players, N_POLICY), np.int64)
    rows[:, POLICY] = [POLICIES.index(name) for name in names_of(policy, players)]
    return rows
