"""How the players play, by name or by a policy of one's own, seat by seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mjstats.own_code import fingerprint

Ints = npt.NDArray[np.int64]
Choice = Callable[[Any], int | str]  #: of a `mjstats.situation.Situation`

_WEIGHTS: Final = ("caution", "gain", "worth_power")
_FUNCTIONS: Final = ("discard", "claim")
_GAIN: Final = 1.0
_POWER: Final = 0.4
#: policies of the package that weigh, and their caution
_WEIGHING: Final = {"value": 0.0, "careful": 1.0}


@dataclass(frozen=True)
class Policy:
    """A policy of one's own: other weights, or functions that choose.

    Parameters
    ----------
    name
        What results call it; no commas, and not the name of another policy.
    caution
        How much what a discard may cost counts; 0 as `value`, 1 as `careful`.
    gain
        How many times what the hand is worth as it is a claim has to make it.
    worth_power
        How much it counts that a hand brings more than a plain one: (worth / plain worth) to this power. 1 believes every worth,
        0 goes for the chance to finish alone. The policies of the package take 0.4: what far plans promise is seldom kept whole.
    discard, claim
        Functions of a `mjstats.situation.Situation`: the face to discard (a number or a text such as ``"5m"``), the number of the
        claim (0 for none). Any Python will do, calling functions compiled with numba included; the table itself stays
        compiled, at a few hundred hands a second. A function that is itself compiled with ``numba.njit`` is called compiled, with
        a `mjstats.situation.PlainSituation`: the same names, arrays and numbers only. With either of them the weights are not
        used; what is not given goes by `fast`. To play in several processes the functions have to stand in a module; the same
        seed gives the same hands as long as they choose the same.

    Results and folders of runs keep `made_of`: the weights and a fingerprint of each function, so that a run which is resumed
    with other ones is refused.

    Examples
    --------
    >>> import mjstats
    >>> def last(situation):
    ...     return situation.legal[-1]
    >>> hands = mjstats.simulate("hangzhou", hands=2, policy=[Policy("last", discard=last), "fast", "fast", "fast"], workers=1)
    >>> hands.attrs["policy"]
    'last,fast,fast,fast'
    >>> import numba
    >>> import numpy as np
    >>> table = np.arange(42) % 9  # what keeping each face is worth
    >>> @numba.njit
    ... def by_table(situation):
    ...     return situation.legal[np.argmin(table[situation.legal])]
    >>> len(mjstats.simulate("hangzhou", hands=2, policy=Policy("table", discard=by_table), workers=1))
    2
    >>> Policy("a,b")
    Traceback (most recent call last):
        ...
    ValueError: policy: 'a,b': a name without commas is needed
    """

    name: str
    caution: float = 0.0
    gain: float = _GAIN
    worth_power: float = _POWER
    discard: Choice | None = None
    claim: Choice | None = None

    def __post_init__(self) -> None:
        from mjstats.kernel.policy import POLICIES

        if not isinstance(self.name, str) or not self.name or "," in self.name:
            raise ValueError(f"policy: {self.name!r}: a name without commas is needed")
        for key in _WEIGHTS:
            value = getattr(self, key)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1000:
                raise ValueError(f"policy {self.name!r}: {key}: {value!r}; a number from 0 to 1000 is needed")
        for key in _FUNCTIONS:
            value = getattr(self, key)
            if value is not None and not callable(value):
                raise ValueError(f"policy {self.name!r}: {key}: {value!r}; a function of a Situation is needed")
        if self.name in POLICIES and (self.asks or self.weights != (_WEIGHING.get(self.name), _GAIN, _POWER)):
            raise ValueError(f"policy: {self.name!r}: a policy of the package has this name and plays otherwise; choose another")

    @property
    def weights(self) -> tuple[float, float, float]:
        """Caution, gain and power of the worth."""
        return self.caution, self.gain, self.worth_power

    @cached_property
    def made_of(self) -> dict[str, float | str | None]:
        """What makes it this policy and no other: its weights, and of each function the `mjstats.own_code.fingerprint`.

        >>> Policy("mine", gain=2).made_of
        {'caution': 0.0, 'gain': 2.0, 'worth_power': 0.4, 'discard': None, 'claim': None}
        """
        functions = {key: getattr(self, key) for key in _FUNCTIONS}
        weights = {key: float(getattr(self, key)) for key in _WEIGHTS}
        return weights | {key: one and fingerprint(one) for key, one in functions.items()}

    @property
    def asks(self) -> bool:
        """Whether functions choose."""
        return self.discard is not None or self.claim is not None


Policies = str | Policy | Sequence[str | Policy]
"""How the players play: a name or a `Policy` for all of them, or one a seat, as ``"fast,fast,random,random"`` or a sequence."""


def by_seat(policy: Policies, players: int) -> tuple[str | Policy, ...]:
    """The policy of each seat.

    Raises
    ------
    ValueError
        A name that no policy has, or neither one name nor one a seat.

    Examples
    --------
    >>> by_seat("fast", 4)
    ('fast', 'fast', 'fast', 'fast')
    >>> by_seat("fast,random", 3)
    Traceback (most recent call last):
        ...
    ValueError: policy: 'fast,random': 2 names for 3 seats; one name is needed, or one a seat
    >>> by_seat("slow", 4)
    Traceback (most recent call last):
        ...
    ValueError: policy: 'slow': there is none of this name; there are fast, random, wild-chain, value, careful
    """
    from mjstats.kernel.policy import POLICIES

    given: Sequence[Any] = policy.split(",") if isinstance(policy, str) else [policy] if isinstance(policy, Policy) else policy
    if not isinstance(given, Sequence):
        raise ValueError(f"policy: {policy!r}: a name or a Policy is needed, or a sequence of them, one a seat")
    for one in given:
        if not isinstance(one, Policy) and one not in POLICIES:
            raise ValueError(f"policy: {one!r}: there is none of this name; there are {', '.join(POLICIES)}")
    if len(given) not in (1, players):
        names = ",".join(map(name_of, given))
        raise ValueError(f"policy: {names!r}: {len(given)} names for {players} seats; one name is needed, or one a seat")
    _check_names(given)
    return tuple(given) if len(given) == players else tuple(given) * players


def _check_names(given: Sequence[str | Policy]) -> None:
    """Refuse two policies of one name: results could not tell them apart."""
    known: dict[str, Policy] = {}
    for one in given:
        if isinstance(one, Policy) and known.setdefault(one.name, one) != one:
            raise ValueError(f"policy: {one.name!r}: two policies have this name; give each its own")


def own_policies(policy: Policies, players: int) -> dict[str, dict[str, float | str | None]]:
    """What the policies of one's own at a table are made of, by name; those of the package are known by theirs.

    >>> list(own_policies(["fast", "value", Policy("mine"), "fast"], 4))
    ['mine']
    """
    from mjstats.kernel.policy import POLICIES

    return {one.name: one.made_of for one in by_seat(policy, players) if isinstance(one, Policy) and one.name not in POLICIES}


def name_of(policy: str | Policy) -> str:
    """The name of one seat's policy."""
    return policy.name if isinstance(policy, Policy) else policy


def policy_text(policy: Policies, players: int) -> str:
    """How results name it: one name where all seats play alike, else a name a seat with commas.

    >>> policy_text(["fast"] * 4, 4), policy_text("fast,random,fast,random", 4)
    ('fast', 'fast,random,fast,random')
    """
    names = [name_of(one) for one in by_seat(policy, players)]
    return names[0] if len(set(names)) == 1 else ",".join(names)


def policies_of(policy: Policies, players: int) -> Ints:
    """The policies of a table for the kernels: int64 ``(players, N_POLICY)``, a row a seat.

    >>> policies_of("fast,random,fast,random", 4)[:, 0]
    array([0, 1, 0, 1])
    """
    from mjstats.kernel.policy import CAUTION, GAIN, MILLE, N_POLICY, POLICIES, POLICY, POLICY_OWN, POLICY_VALUE, WORTH_POWER

    rows = np.zeros((players, N_POLICY), np.int64)
    for seat, one in enumerate(by_seat(policy, players)):
        weights = one.weights if isinstance(one, Policy) else (_WEIGHING.get(one, 0.0), _GAIN, _POWER)
        number = POLICIES.index(one) if isinstance(one, str) else POLICY_OWN if one.asks else POLICY_VALUE
        rows[seat, POLICY] = number
        rows[seat, [CAUTION, GAIN, WORTH_POWER]] = [round(MILLE * value) for value in weights]
    return rows


def weighed(policies: Ints) -> bool:
    """Whether any seat's policy weighs what its choices are worth.

    >>> weighed(policies_of("fast", 4)), weighed(policies_of("value,fast,fast,fast", 4))
    (False, True)
    """
    from mjstats.kernel.policy import POLICY, POLICY_OWN, POLICY_VALUE

    return bool(((policies[:, POLICY] >= POLICY_VALUE) & (policies[:, POLICY] < POLICY_OWN)).any())
