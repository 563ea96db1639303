"""How tables begin: rows of numbers that the kernels deal from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from mjstats.rules import RuleSet

Ints = npt.NDArray[np.int64]


def first_starts(rules: RuleSet, first_table: int, n_tables: int, streak: int = 1) -> Ints:
    """How tables begin their first hands: int64 ``(n_tables, N_START)``, see `mjstats.kernel.game`."""
    from mjstats.kernel import game as k

    starts = np.zeros((n_tables, k.N_START), np.int64)
    starts[:, k.S_TABLE] = np.arange(first_table, first_table + n_tables)
    starts[:, k.S_STREAK] = streak
    starts[:, k.S_GROWS] = rules.game[k.G_GROWS]
    starts[:, k.S_PLAYER : k.S_PLAYER + 4] = np.arange(4)
    starts[:, k.S_POINTS : k.S_POINTS + rules.players] = rules.game[k.G_START]
    return starts
