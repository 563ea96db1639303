"""From a TOML file to a checked page: `extends`, a user's overrides, options."""

import copy
import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mjstats.rules.packing import pack
from mjstats.rules.ruleset import RuleSet
from mjstats.rules.schema import PageWords

HOME = Path(__file__).parent
#: tables that are lists on a page and are addressed by the id of their rows
_LISTS = ("shape", "require", "pattern", "responsible", "steps")

Raw = dict[str, Any]


class RulesError(ValueError):
    """A rule page or an option that cannot be used: one line with file, key, value and what would be right."""


def rule_sets() -> dict[str, str]:
    """The rule sets that come with the package: id -> English name.

    >>> import mjstats
    >>> mjstats.rule_sets()["hangzhou"]
    'Hangzhou'
    """
    return {path.stem: read_page(path)["names"]["en"] for path in sorted(HOME.glob("*.toml"))}


def load(page_or_path: "str | Path | RuleSet", **options: Any) -> RuleSet:
    """Load a rule set by its id, or a page of your own by the path of its file, with options set.

    Parameters
    ----------
    page_or_path
        an id out of `rule_sets()`, a path to a `.toml` file, or a rule set loaded before (options are added).
    options
        named variations of the rule set, as the page lists them.

    Raises
    ------
    RulesError
        one line that names the file, the key and what would be right.

    Examples
    --------
    >>> import mjstats
    >>> mjstats.load("wuhan", open_fan="each")
    RuleSet('wuhan', open_fan='each')
    >>> mjstats.load("wuhan", open_fan="always")
    Traceback (most recent call last):
        ...
    mjstats.rules.loading.RulesError: wuhan: option open_fan: 'always' is not possible; it is one of 'once', 'each'
    """
    if isinstance(page_or_path, RuleSet):
        given = {**page_or_path.options, **options}
        return _load(page_or_path.origin, tuple(sorted(given.items())))
    return _load(str(page_or_path), tuple(sorted(options.items())))


@functools.lru_cache(maxsize=256)
def _load(name: str, options: tuple[tuple[str, Any], ...]) -> RuleSet:
    raw = read_page(find_page(name))
    page = check(raw, name)
    chosen = dict(options)
    raw = apply_options(raw, page, chosen)
    page = check(raw, name)
    try:
        packed = pack(page)
    except ValueError as error:
        raise RulesError(f"{name}: {error}") from None
    return RuleSet(words=page, packed=packed, options=chosen, origin=name)


def find_page(name: str) -> Path:
    """The file of a page: the package's own by id, else the path itself."""
    own = HOME / f"{name}.toml"
    if own.parent == HOME and own.is_file():
        return own
    path = Path(name)
    if path.suffix == ".toml" and path.is_file():
        return path
    known = ", ".join(path.stem for path in sorted(HOME.glob("*.toml")))
    cure = (
        "there is no such file"
        if path.suffix == ".toml"
        else f"there are: {known}; a page of your own is given as a path to a .toml file"
    )
    raise RulesError(f"rules {name!r}: {cure}")


def read_page(path: Path, seen: tuple[Path, ...] = ()) -> Raw:
    """Read a page's file; with `extends`, the page it extends, overridden."""
    try:
        raw: Raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{path.name}: not readable as TOML: {error}") from None
    parent = raw.pop("extends", None)
    if parent is None:
        return raw
    if path in seen:
        raise RulesError(f"{path.name}: extends: {parent!r} leads back to this page")
    beside = path.parent / f"{parent}.toml"
    base = beside if beside.is_file() and beside != path else find_page(str(parent))
    return merge(read_page(base, (*seen, path)), raw)


def merge(base: Raw, over: Mapping[str, Any]) -> Raw:
    """Lay `over` upon `base`: tables word by word, rows of lists by their id (new ids are added at the end)."""
    result = copy.deepcopy(base)
    for key, value in over.items():
        old = result.get(key)
        if key in _LISTS and isinstance(value, list) and isinstance(old, list):
            for row in value:
                same = [r for r in old if isinstance(row, dict) and r.get("id") == row.get("id")]
                if same:
                    same[0].update(copy.deepcopy(row))
                else:
                    old.append(copy.deepcopy(row))
        elif isinstance(value, Mapping) and isinstance(old, dict) and key != "set":
            result[key] = merge(old, value)
        else:
            result[key] = copy.deepcopy(value)
    return result


def check(raw: Raw, name: str) -> PageWords:
    """Check a page's words; the error names the key by the ids of rows, the value and what is wrong."""
    try:
        return PageWords.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        raise RulesError(f"{name}: {_place(raw, first['loc'])}: {_complaint(first)}") from None


def _place(raw: Any, loc: tuple[int | str, ...]) -> str:
    """`pattern.all-pungs.price` for the place of an error in a page."""
    parts: list[str] = []
    here = raw
    for step in loc:
        if (
            isinstance(step, int)
            and isinstance(here, list)
            and step < len(here)
            and isinstance(here[step], dict)
            and "id" in here[step]
        ):
            parts.append(str(here[step]["id"]))
        else:
            parts.append(str(step))
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            here = None
    return ".".join(parts)


def _complaint(error: Any) -> str:
    kind = error["type"]
    if kind == "extra_forbidden":
        return "no such word in the vocabulary; `mjstats rules --schema` lists the words"
    if kind == "missing":
        return "this word is missing and has no default"
    text = str(error["msg"]).removeprefix("Value error, ")
    return f"{error['input']!r}: {text[0].lower()}{text[1:]}" if not isinstance(error["input"], dict) else text


def apply_options(raw: Raw, page: PageWords, chosen: Mapping[str, Any]) -> Raw:
    """Apply the chosen options in the order of the page, so that later rows go before earlier ones."""
    for name in chosen:
        if name not in page.options:
            known = ", ".join(page.options) or "none"
            raise RulesError(f"{page.id}: option {name}: there is no such option; there are: {known}")
    raw = copy.deepcopy(raw)
    for name, option in page.options.items():
        if name not in chosen or chosen[name] is None:
            continue
        value = chosen[name]
        _check_value(page.id, name, value, option.values)
        for path in option.sets:
            _set(raw, path, value, page.id)
        for path, becomes in option.set.get(str(value).lower() if isinstance(value, bool) else str(value), {}).items():
            _set(raw, path, becomes, page.id)
    return raw


def _check_value(page: str, name: str, value: Any, values: Any) -> None:
    if values == "number":
        if isinstance(value, bool) or not isinstance(value, int):
            raise RulesError(f"{page}: option {name}: {value!r} is not possible; it is a whole number")
        return
    if not any(value == v and type(value) is type(v) for v in values):
        possible = ", ".join(str(v).lower() if isinstance(v, bool) else repr(v) for v in values)
        raise RulesError(f"{page}: option {name}: {value!r} is not possible; it is one of {possible}")


def _set(raw: Raw, path: str, value: Any, page: str) -> None:
    """Set the word at `path` (`limits.cap`, `pattern.no-wild.when`)."""
    here: Any = raw
    steps = path.split(".")
    for step in steps[:-1]:
        if isinstance(here, list):
            rows = [row for row in here if row.get("id") == step]
            if not rows:
                raise RulesError(f"{page}: options: path {path!r}: no row has the id {step!r}")
            here = rows[0]
        else:
            here = here.setdefault(step, {})
    here[steps[-1]] = copy.deepcopy(value)
