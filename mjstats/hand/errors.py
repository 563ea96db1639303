"""One clear line for whatever is wrong with a record: which record, which key, which value, what would be right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

_KEY = re.compile(r"[a-z_]+")
#: what is needed, where pydantic would speak of Python's types
_NEEDED = {"tuple_type": "a list is needed", "model_type": "an object is needed", "dict_type": "an object is needed"}


class RecordError(ValueError):
    """A record that cannot be read or does not add up. The message is one line."""


def path_text(path: Sequence[int | str]) -> str:
    """A key's place as one writes it.

    >>> path_text(("players", 2, "hand"))
    'players[2].hand'
    """
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def first_error(error: ValidationError, model: type[BaseModel], where: str = "") -> RecordError:
    """The first thing a schema found wrong, as a `RecordError` of one line."""
    detail = error.errors(include_url=False)[0]
    # Steps that begin with a tilde only name the branch of a union.
    path = [step for step in detail["loc"] if not (isinstance(step, str) and step.startswith("~"))]
    message, value, kind = detail["msg"], detail["input"], detail["type"]
    if kind == "extra_forbidden":
        *path, key = path
        message = f"unknown key {key!r}; {_cure(str(key), _keys_at(model, path))}"
    elif kind == "missing":
        *path, key = path
        message = f"the key {key!r} is required"
    elif kind == "value_error":
        message = str(detail["ctx"]["error"])
        # A check of a whole object says first which of its keys it means.
        key, colon, rest = message.partition(": ")
        if colon and _KEY.fullmatch(key):
            path, message = [*path, key], rest
    else:
        message = f"{_short(value)}: {_NEEDED.get(kind, message[:1].lower() + message[1:])}"
    parts = [where, path_text(path), message]
    return RecordError(": ".join(part for part in parts if part))


def _short(value: Any) -> str:
    text = repr(value).replace("\n", " ")
    return text if len(text) <= 60 else text[:57] + "..."


def _cure(key: str, keys: Sequence[str]) -> str:
    near = difflib.get_close_matches(key, keys, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known keys are {', '.join(keys)}"


def _keys_at(model: type[BaseModel], path: Sequence[int | str]) -> list[str]:
    """The keys that the object at a path may have."""
    for step in path:
        if isinstance(step, str):
            model = _inner_model(model, step)
    return [field.alias or name for name, field in model.model_fields.items()]


def _inner_model(model: type[BaseModel], key: str) -> type[BaseModel]:
    fields: Mapping[str, Any] = {field.alias or name: field for name, field in model.model_fields.items()}
    found = _models_in(fields[key].annotation)
    return found[0] if found else model


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in _models_in(part)]
