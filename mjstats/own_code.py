"""Fingerprints of functions: whether a run that goes on is played by the same code as before."""

from __future__ import annotations

import hashlib
import sysconfig
from functools import partial
from inspect import getattr_static
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final

import numpy as np

_PLAIN: Final = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))
#: what lies there is known by its version
_INSTALLED: Final = (str(Path(__file__).parent), *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")))


def fingerprint(function: Any) -> str:
    """Sixteen hexadecimal digits of what a function does, as far as it can be known: the same as long as that is the same.

    Its bytecode, constants, names, defaults, what it closes over, and the global values and functions that it names, as far as
    these are numbers, texts, arrays, or lists, tuples, sets and dictionaries of them. Functions of installed packages, modules
    and all other things go by their names. Bytecode is not the same in every version of Python.

    Examples
    --------
    >>> def adder(number):
    ...     return lambda other: number + other
    >>> fingerprint(adder(1)) == fingerprint(adder(1)), fingerprint(adder(1)) == fingerprint(adder(2))
    (True, False)
    """
    return hashlib.sha256(_told(function, {}, root=True).encode()).hexdigest()[:16]


#: things that may hold themselves, by id: their number, and the thing, so that no other gets its id
Met = dict[int, tuple[int, Any]]


def _told(thing: Any, met: Met, *, root: bool = False) -> str:
    """A text that is the same for the same thing."""
    if isinstance(thing, (*_PLAIN, np.generic)):
        return repr(thing)
    if isinstance(thing, list | dict | set | FunctionType):
        if id(thing) in met:
            return f"again {met[id(thing)][0]}"
        met[id(thing)] = len(met), thing
    if isinstance(thing, np.ndarray):
        content = _told(thing.tolist(), met) if thing.dtype.hasobject else hashlib.sha256(thing.tobytes()).hexdigest()
        return f"{thing.dtype} {thing.shape} {content}"
    if isinstance(thing, list | tuple):
        return f"{type(thing).__name__}[{','.join(_told(one, met) for one in thing)}]"
    if isinstance(thing, set | frozenset):
        return f"set[{','.join(sorted(_told(one, met) for one in thing))}]"
    if isinstance(thing, dict):
        return f"dict[{','.join(f'{_told(key, met)}:{_told(value, met)}' for key, value in thing.items())}]"
    return _told_code(getattr(thing, "py_func", thing), met, root)  # numba keeps the function that it compiled


def _told_code(thing: Any, met: Met, root: bool) -> str:
    if isinstance(thing, CodeType):
        return f"{thing.co_code.hex()} {thing.co_names} {_told(thing.co_consts, met)}"
    if isinstance(thing, FunctionType) and (root or not thing.__code__.co_filename.startswith(_INSTALLED)):
        named = {name: thing.__globals__[name] for name in _names(thing.__code__) if name in thing.__globals__}
        held = [_cell(cell) for cell in thing.__closure__ or ()]
        parts = (thing.__code__, thing.__defaults__, thing.__kwdefaults__, held, named)
        return " ".join(_told(part, met) for part in parts)
    if isinstance(thing, MethodType):
        return f"{_told(thing.__func__, met, root=root)} of {_told_instance(thing.__self__, met)}"
    if isinstance(thing, partial):
        return f"{_told(thing.func, met, root=root)} {_told(thing.args, met)} {_told(thing.keywords, met)}"
    called = getattr_static(type(thing), "__call__", None)
    if root and isinstance(called, FunctionType):
        return f"{_told(called, met, root=True)} of {_told_instance(thing, met)}"
    return _name(thing)


def _told_instance(thing: Any, met: Met) -> str:
    """What a method can read of the thing that it belongs to."""
    return f"{_name(thing)} {_told(getattr(thing, '__dict__', None), met)}"


def _name(thing: Any) -> str:
    if isinstance(thing, ModuleType):
        return thing.__name__
    one = thing if hasattr(thing, "__qualname__") else type(thing)
    return f"{getattr(one, '__module__', '')}.{one.__qualname__}"


def _names(code: CodeType) -> list[str]:
    """Names that a function uses, those inside it too."""
    inner = [name for one in code.co_consts if isinstance(one, CodeType) for name in _names(one)]
    return sorted({*code.co_names, *inner})


def _cell(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing was put there yet
        return None
