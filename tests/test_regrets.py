"""What choices cost when they are played out: told by hand, and the same however often it is asked."""

from __future__ import annotations

import numpy as np
import pytest

import mjstats
from mjstats.regrets import Choice, lost_by


def test_the_best_is_found_on_one_half_and_told_by_the_other() -> None:
    # Answer 2 is best on the first half, where answer 0 has 1 and 2 has 5; the second half says 3 and 4: one point lost. There
    # answer 1 is best with 6, on the first half it has 0: one point won.
    nets = np.array([[1.0, 1.0, 3.0, 3.0], [0.0, 0.0, 6.0, 6.0], [5.0, 5.0, 4.0, 4.0]])
    assert lost_by(Choice("discard", nets, (0,)), 0) == pytest.approx(((4 - 3) + (0 - 1)) / 2)


def test_playing_out_leaves_the_hand_as_it_was() -> None:
    seldom = mjstats.regret("hangzhou", "fast", hands=3, rollouts=2, every=1_000_000)
    assert seldom["n"].sum() == 0
    often = mjstats.regret("hangzhou", "fast", "fast", hands=3, rollouts=2, every=3)
    assert (often["behind"] == 0).all()
    assert often.equals(mjstats.regret("hangzhou", "fast", "fast", hands=3, rollouts=2, every=3))


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^rollouts: 3; an even number is needed$"):
        mjstats.regret("hangzhou", hands=1, rollouts=3, every=1)
    for name in ("hands", "every"):
        with pytest.raises(ValueError, match=rf"^{name}: 0; at least 1 is needed$"):
            mjstats.regret("hangzhou", **{"hands": 1, name: 0})
    with pytest.raises(ValueError, match=r"^hands: 'x'; a whole number is needed$"):
        mjstats.regret("hangzhou", hands="x")  # type: ignore[arg-type]  # what a user may write
    with pytest.raises(ValueError, match=r"^policy: 3: a name or a Policy is needed"):
        mjstats.regret("hangzhou", 3, hands=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^regret: 'random': only fast, policies that weigh and own functions"):
        mjstats.regret("hangzhou", "random", hands=1)
