"""From a TOML file to a checked page: `extends`, a user's overrides, options."""

import copy
import functools
import json
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from mjstats.rules.packing import pack
from mjstats.rules.packing_game import pack_game
from mjstats.rules.ruleset import RuleSet
from mjstats.rules.schema import Option, PageWords

HOME = Path(__file__).parent
#: tables that are lists on a page and are addressed by the id of their rows
_LISTS = ("shape", "require", "pattern", "responsible", "steps", "stage", "side", "set", "group")

Raw = dict[str, Any]
#: the largest number that an option takes: whatever is multiplied with it still fits 64 bits
MOST = 10**9


class RulesError(ValueError):
    """A rule page or an option that cannot be used: one line with file, key, value and what would be right."""


def rule_sets() -> dict[str, str]:
    """The rule sets that come with the package: id -> English name.

    >>> import mjstats
    >>> mjstats.rule_sets()["hangzhou"]
    'Hangzhou'
    """
    return {path.stem: read_page(path)["names"]["en"] for path in sorted(HOME.glob("*.toml"), key=lambda path: path.stem)}


def load(page_or_path: "str | Path | RuleSet", /, **options: Any) -> RuleSet:
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
        if not options:
            return page_or_path
        return _build(page_or_path.source, _as_json({**page_or_path.options, **options}), page_or_path.origin)
    name = str(page_or_path)
    return _build(_own_source(name) if name in _own_pages() else _source(name), _as_json(options), name)


@functools.lru_cache(maxsize=256)
def _build(source: str, options: str, name: str) -> RuleSet:
    """Check and pack a page; source and options are JSON texts, so that a page that was edited meanwhile is built anew."""
    raw, chosen = json.loads(source), json.loads(options)
    raw = apply_options(raw, check(raw, name), chosen)
    page = check(raw, name)
    try:
        packed, numbers = pack(page)
        game = pack_game(page)
    except ValueError as error:
        raise RulesError(f"{name}: {error}") from None
    return RuleSet(words=page, packed=packed, game=game, options=chosen, origin=name, source=source, numbers=numbers)


def _as_json(words: Mapping[str, Any]) -> str:
    return json.dumps(words, sort_keys=True, default=lambda value: int(value) if hasattr(value, "__index__") else str(value))


def _source(name: str) -> str:
    return json.dumps(read_page(find_page(name)), default=str)


@functools.cache
def _own_source(name: str) -> str:
    """The package's own pages do not change while it runs."""
    return _source(name)


@functools.cache
def _own_pages() -> frozenset[str]:
    return frozenset(path.stem for path in HOME.glob("*.toml"))


def find_page(name: str) -> Path:
    """The file of a page: the package's own by id, else the path itself."""
    if name in _own_pages():
        return HOME / f"{name}.toml"
    path = Path(name)
    if path.suffix == ".toml" and _is_file(path):
        return path
    known = ", ".join(path.stem for path in sorted(HOME.glob("*.toml"), key=lambda path: path.stem))
    cure = (
        "there is no such file"
        if path.suffix == ".toml"
        else f"there are: {known}; a page of your own is given as a path to a .toml file"
    )
    shown = name if len(name) <= 60 else f"{name[:60]}…"
    near = [] if path.suffix == ".toml" else get_close_matches(name[:60], _own_pages(), 1)
    raise RulesError(f"rules {shown!r}: {cure}{_meant(near)}")


def _meant(near: list[str]) -> str:
    """The end of a line about a name that there is not: the one that is nearest, if any is near."""
    return f"; did you mean {near[0]!r}?" if near else ""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name too long, or with a character that no file has
        return False


def read_page(path: Path, seen: tuple[Path, ...] = ()) -> Raw:
    """Read a page's file; with `extends`, the page it extends, overridden."""
    try:
        raw: Raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise RulesError(f"{path.name}: not readable as TOML: {error}") from None
    parent = raw.pop("extends", None)
    if parent is None:
        return raw
    if path.resolve() in seen:
        raise RulesError(f"{path.name}: extends: {parent!r} leads back to this page")
    if not isinstance(parent, str):
        raise RulesError(f"{path.name}: extends: {parent!r}: it is the id of a rule set or the name of a .toml file")
    beside = path.parent / (parent if parent.endswith(".toml") else f"{parent}.toml")
    try:
        base = beside if _is_file(beside) and beside.resolve() != path.resolve() else find_page(parent)
    except RulesError as error:
        raise RulesError(f"{path.name}: extends: {error}") from None
    without = raw.pop("without", [])
    page = read_page(base, (*seen, path.resolve()))
    for word in without if isinstance(without, list) else [without]:
        _drop(page, str(word), path.name)
    return merge(page, raw)


def _drop(page: Raw, word: str, name: str) -> None:
    """Leave out a word or row that the extended page has (`options.rate`, `pattern.last-tile-draw`)."""
    here: Any = page
    *above, last = word.split(".")
    for step in above:
        here = here.get(step, {}) if isinstance(here, dict) else next((row for row in here if row.get("id") == step), {})
    if isinstance(here, list) and any(row.get("id") == last for row in here):
        here[:] = [row for row in here if row.get("id") != last]
    elif isinstance(here, dict) and last in here:
        del here[last]
    else:
        raise RulesError(f"{name}: without: {word!r}: the extended page has no such word or row")


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
        errors = error.errors(include_url=False)
        # A word of several forms fails once for each form: the error that lies deepest is meant.
        beginning = errors[0]["loc"][:-1]
        alike = [one for one in errors if one["loc"][: len(beginning)] == beginning]
        first = max(alike, key=lambda one: len(one["loc"])) if errors[0]["type"] == "string_type" else errors[0]
        place = ".".join(_place(raw, first["loc"]))
        raise RulesError(f"{name}: {place}: {_complaint(first)}" if place else f"{name}: {_complaint(first)}") from None


def _place(raw: Any, loc: tuple[int | str, ...]) -> list[str]:
    """`pattern all-pungs price` for the place of an error in a page; steps that only name a form of a word are left out."""
    parts: list[str] = []
    here = raw
    for number, step in enumerate(loc):
        inside = isinstance(here, dict) if isinstance(step, str) else isinstance(here, list) and step < len(here)
        if not inside:
            continue
        row = here[step] if step in here or isinstance(step, int) else None
        if row is None and number < len(loc) - 1:
            continue
        parts.append(str(row["id"]) if isinstance(step, int) and isinstance(row, dict) and "id" in row else str(step))
        here = row
    return parts


def _complaint(error: Any) -> str:
    kind = error["type"]
    if kind == "extra_forbidden":
        words = _words_beside(error["loc"])
        near = get_close_matches(str(error["loc"][-1]), words, 1)
        cure = f"did you mean {near[0]!r}?" if near else f"the words here are {', '.join(words)}"
        return f"no such word in the vocabulary; {cure}"
    if kind == "missing":
        return "this word is missing and has no default"
    text = str(error["msg"]).removeprefix("Value error, ")
    value = repr(error["input"])
    if isinstance(error["input"], dict) or text.startswith(value):
        return text
    return f"{value[:60]}{'...' * (len(value) > 60)}: {text[0].lower()}{text[1:]}"


def _words_beside(loc: tuple[int | str, ...]) -> list[str]:
    """The words that the table may hold in which the last word of `loc` stands."""
    model: type[BaseModel] = PageWords
    for step in loc[:-1]:
        fields = {field.alias or name: field for name, field in model.model_fields.items()}
        if step in fields:
            model = next(_models_in(fields[str(step)].annotation), model)
    return [field.alias or name for name, field in model.model_fields.items()]


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in getattr(annotation, "__args__", ()):
        yield from _models_in(part)


def apply_options(raw: Raw, page: PageWords, chosen: Mapping[str, Any]) -> Raw:
    """Apply the chosen options in the order of the page, so that later rows go before earlier ones."""
    for name in chosen:
        if name not in page.options:
            known = ", ".join(page.options) or "none"
            near = get_close_matches(name, page.options, 1)
            raise RulesError(f"{page.id}: option {name}: there is no such option; there are: {known}{_meant(near)}")
    raw = copy.deepcopy(raw)
    for name, option in page.options.items():
        if name not in chosen or chosen[name] is None:
            continue
        value = _as_written(chosen[name], option)
        _check_value(page.id, name, value, option)
        for path in option.sets:
            _set(raw, path, value, page.id)
        chosen_words = option.set.get(str(value).lower() if isinstance(value, bool) else str(value), {})
        for path, becomes in {**option.set.get("given", {}), **chosen_words}.items():
            _set(raw, path, becomes, page.id)
    return raw


def _as_written(value: Any, option: Option) -> Any:
    """A number that is one of an option's words ("16" beside "16+kongs") is that word: who types it need not quote it."""
    words = [] if option.values == "number" else option.values
    return str(value) if type(value) is int and value not in words and str(value) in words else value


def _check_value(page: str, name: str, value: Any, option: Option) -> None:
    values = option.values
    if option.lists > 0 and isinstance(value, list):
        if len(value) != option.lists or not all(type(n) is int and 0 <= n <= MOST for n in value):
            raise RulesError(f"{page}: option {name}: {value!r} is not possible; a list has {option.lists} whole numbers")
        return
    if values == "number":
        if isinstance(value, bool) or not isinstance(value, int):
            raise RulesError(f"{page}: option {name}: {value!r} is not possible; it is a whole number")
        least, most = option.range or (0, MOST)
        if not least <= value <= most:
            raise RulesError(f"{page}: option {name}: {str(value)[:40]} is not possible; it goes from {least:,} to {most:,}")
        return
    if not any(value == v and type(value) is type(v) for v in values):
        possible = ", ".join(str(v).lower() if isinstance(v, bool) else repr(v) for v in values)
        possible += f", or a list of {option.lists} numbers" if option.lists > 0 else ""
        raise RulesError(f"{page}: option {name}: {value!r} is not possible; it is one of {possible}")


def _set(raw: Raw, path: str, value: Any, page: str) -> None:
    """Set the word at `path` (`limits.cap`, `pattern.no-wild.when`)."""
    here: Any = raw
    *steps, last = path.split(".")
    for step in steps:
        if isinstance(here, list):
            here = next((row for row in here if row.get("id") == step), None)
            if here is None:
                raise RulesError(f"{page}: options: path {path!r}: no row has the id {step!r}")
        elif isinstance(here, dict):
            here = here.setdefault(step, {})
    if not isinstance(here, dict):
        raise RulesError(f"{page}: options: path {path!r}: {last!r} cannot stand there")
    here[last] = copy.deepcopy(value)
