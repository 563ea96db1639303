"""A rule set with single words of its page changed, and the clauses of a page that can be taken out of it."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from mjstats.rules.loading import MOST, Raw, RulesError, _as_json, _build, apply_options, check
from mjstats.rules.ruleset import RuleSet
from mjstats.rules.schema import Names, Stage


class Clause(NamedTuple):
    """One clause of a page and the change that takes it out."""

    path: str  #: where it stands, such as `pattern.no-wild`
    kind: str  #: pattern, limit, side, compare, responsible
    names: dict[str, str]  #: its name by language; in English the original characters stand beside it
    without: dict[str, Any]  #: what `varied` takes to leave it out


_MINIMUM = Names(en="Minimum", ja="最低点", zh="起和")
_CAP = Names(en="Cap with all its steps", ja="上限の全段階", zh="封顶及各档")
_COMPARE = Names(en="Losers among themselves", ja="敗者間の精算", zh="输家之间结算")
_LATE = Names(en="Claimed from within a chain", ja="連打中に鳴かせた者の払い", zh="连打中被吃碰者包")


def varied(rules: RuleSet, words: Mapping[str, Any]) -> RuleSet:
    """A rule set with words of its page changed, options and all.

    Parameters
    ----------
    rules
        a loaded rule set; its options are applied first.
    words
        path of a word -> what it becomes, as in the options of a page (`limits.cap`, `pattern.no-wild.on`). None leaves the word
        out, so that its default holds, or the row that the path names.

    Raises
    ------
    RulesError
        one line that names the path, the value and what would be right.

    Examples
    --------
    >>> import mjstats
    >>> wuhan = mjstats.load("wuhan")
    >>> varied(wuhan, {"limits.cap": 500}).words.limits.cap
    500
    >>> [step.id for step in varied(wuhan, {"limits.steps.gold": None}).words.limits.steps]
    ['cap', 'sun', 'three-suns']
    >>> varied(wuhan, {"pattern.no-wlid.on": False})
    Traceback (most recent call last):
        ...
    mjstats.rules.loading.RulesError: wuhan: 'pattern.no-wlid.on': no row has the id 'no-wlid'; did you mean 'no-wild'?
    """
    if not words:
        return rules
    raw: Raw = json.loads(rules.source)
    raw = apply_options(raw, check(raw, rules.origin), rules.options)
    for path, value in words.items():
        if isinstance(value, int) and abs(value) > MOST:
            raise RulesError(f"{rules.id}: {path!r}: {str(value)[:40]}: a number is at most {MOST:,}")
        _change(raw, path, value, rules.id)
    check(raw, rules.id)  # so that the error names the page and not the whole change
    # The options are in the words now: given once more, they would undo a change. The origin tells that this is no page that
    # another could load.
    return _build(json.dumps(raw), "{}", " ".join([rules.id, *_told({**rules.options, **words})]))


def _told(words: Mapping[str, Any]) -> list[str]:
    return [f"{name}={value if isinstance(value, str) else _as_json(value)}" for name, value in words.items()]


def _change(raw: Raw, path: str, value: Any, page: str) -> None:
    """Set the word at a path, or leave out what stands there."""
    *above, last = path.split(".")
    if not all([*above, last]):
        raise RulesError(f"{page}: {path!r}: a word is named by its path, such as limits.cap or pattern.ID.on")
    here: Any = raw
    for step in above:
        if isinstance(here, list):
            here = here[_row(here, step, path, page)]
        elif isinstance(here, dict):
            here = here.setdefault(step, {})
    if value is None and isinstance(here, list):
        del here[_row(here, last, path, page)]
    elif not isinstance(here, dict):
        raise RulesError(f"{page}: {path!r}: {last!r} cannot stand there")
    elif value is None:
        if last not in here:
            raise RulesError(f"{page}: {path!r}: null leaves a word out, and the page does not say this one")
        del here[last]
    else:
        here[last] = value


def _row(rows: list[Any], name: str, path: str, page: str) -> int:
    ids = [str(row.get("id")) if isinstance(row, dict) else "" for row in rows]
    if name not in ids:
        near = get_close_matches(name, ids, 1)
        cure = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(ids)}"
        raise RulesError(f"{page}: {path!r}: no row has the id {name!r}; {cure}")
    return ids.index(name)


def _at_most(stage: Stage) -> Names:
    names = stage.names or Names(en=stage.id, ja=stage.id, zh=stage.id)
    return Names(
        en=f"{names.en or stage.id}: at most {stage.at_most:,}",
        ja=f"{names.ja}：上限{stage.at_most:,}",
        zh=f"{names.zh}：上限{stage.at_most:,}",
    )


def clauses_of(rules: RuleSet) -> list[Clause]:
    """The clauses of a page that say what is paid: patterns, limits and their steps, side payments, responsibilities.

    What is switched off is left out, and so is what is settled in chips, an account of their own.

    >>> import mjstats
    >>> [clause.path for clause in clauses_of(mjstats.load("wuhan")) if clause.kind != "pattern"][:3]
    ['limits.minimum', 'limits.cap', 'limits.steps.cap']
    """
    page = rules.words
    limits = page.limits
    found: list[Clause] = []

    def add(path: str, kind: str, names: Names | None, without: dict[str, Any]) -> None:
        key = path.rpartition(".")[2]
        names = names or Names(ja=key, zh=key)
        english = names.en or key.replace("-", " ").capitalize()
        shown = english if names.ja in ("", english, key) else f"{english} {names.ja}"
        found.append(Clause(path, kind, {"en": shown, "ja": names.ja, "zh": names.zh}, without))

    for pattern in page.pattern:
        if pattern.on:
            add(f"pattern.{pattern.id}", "pattern", pattern.names, {f"pattern.{pattern.id}.on": False})
    for stage in page.stage:
        # a stage of at most 1 tells yes from no; it limits nothing that is paid
        if stage.at_most is not None and stage.at_most > 1:
            add(f"stage.{stage.id}.at_most", "limit", _at_most(stage), {f"stage.{stage.id}.at_most": None})
    if limits.minimum:
        add("limits.minimum", "limit", _MINIMUM, {"limits.minimum": 0})
    if limits.cap is not None:
        add("limits.cap", "limit", _CAP, {"limits.cap": None})
        for step in limits.steps:
            add(f"limits.steps.{step.id}", "limit", step.names, {f"limits.steps.{step.id}": None})
    for side in page.side:
        if side.on and not side.chips:
            add(f"side.{side.id}", "side", side.names, {f"side.{side.id}.on": False})
    if page.compare is not None:
        add("compare", "compare", _COMPARE, {"compare": None})
    for row in page.responsible:
        if row.on:
            add(f"responsible.{row.id}", "responsible", row.names, {f"responsible.{row.id}.on": False})
    if page.pay.late_claim:
        add("pay.late_claim", "responsible", _LATE, {"pay.late_claim": False})
    return found
