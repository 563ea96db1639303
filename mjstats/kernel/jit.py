"""The one place that owns the compiler's options.

Every compiled function of the package is made by one of four decorators, all lazy (importing compiles nothing), kept on
disk (see `_kept`) and without the interpreter's lock, so that parallelism lives in the executor:

- `kernel`: any function over arrays, integers and NamedTuples of these.
- `leaf`: one that makes no array, only reads and fills those it is given, and is called by kernels only.
- `small_leaf`: a `leaf` that is pasted into its callers.
- `open_leaf`: a `leaf` that Python may call too.

How what they make is put together: `linking`.
"""

from __future__ import annotations

import atexit
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba.core import config, types

from mjstats.kernel.linking import Part, Whole

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True}
#: numba counts references to every array of a NamedTuple at every call, with atomic instructions: for a page that is many
#: times the work of the function. A function that makes no array needs none of it.
_NO_COUNTING: dict[str, Any] = {"_nrt": False}
#: what hands Python's objects over to a compiled function is half of all compiling, for tuples of arrays more; most functions
#: are called by compiled ones only. Without it a call from Python ends the process: a test of the house looks for such calls.
_NOT_FROM_PYTHON: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _kept(checkout: Path) -> str:
    """Where compiled functions are kept: as NUMBA_CACHE_DIR says, in a checkout as `make` does; empty: numba finds a place."""
    told = os.environ.get("NUMBA_CACHE_DIR", "")
    if told or not (checkout / "Makefile").is_file() or not os.access(checkout, os.W_OK):
        return told
    return str(checkout / ".cache" / "numba")


_KEPT = _kept(_HERE.parents[1])


def kernel(function: F) -> F:
    """Compile a function on its first call; with ``NUMBA_DISABLE_JIT=1`` it stays the plain function.

    Examples
    --------
    The compiler's cache needs a file to belong to, so this is shown and not run::

        @kernel
        def twice(x):
            return 2 * x

        twice(21)  # 42; the plain Python function stays at twice.py_func
    """
    return _compiled(function, Whole)


def leaf(function: F) -> F:
    """As `kernel`, for functions that only read and fill arrays given to them and make none; never to be called from Python."""
    return _compiled(function, Part, **_NO_COUNTING, **_NOT_FROM_PYTHON)


def open_leaf(function: F) -> F:
    """A `leaf` that Python may call too: compiled callers have it as a leaf, and what Python calls is compiled when it does."""
    whole: Any = _compiled(function, Whole, **_NO_COUNTING)
    if isinstance(whole, FunctionType):  # nothing is compiled
        return function
    part: Any = leaf(_twin(function))
    whole.get_call_template = part.get_call_template
    whole.get_overload = part.get_overload
    return cast(F, whole)


def small_leaf(function: F) -> F:
    """A `leaf` that the compiler pastes into its callers (after typing), which spares handing over tuples."""
    return _compiled(function, Part, forceinline=True, **_NO_COUNTING, **_NOT_FROM_PYTHON)


def _twin(function: Any) -> Any:
    """The same function by another name, for the compiler's cache goes by names."""
    twin = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    twin.__qualname__ = f"{function.__qualname__}_part"
    twin.__module__ = function.__module__
    return twin


def _compiled(function: F, compiler: type, **more: Any) -> F:
    settings: Any = config
    others = settings.CACHE_DIR
    settings.CACHE_DIR = _KEPT or others  # it is looked at here and now, and functions that are not ours stay where they are
    try:
        dispatcher = numba.njit(pipeline_class=compiler, **_OPTIONS, **more)(function)
    finally:
        settings.CACHE_DIR = others
    resolve = getattr(dispatcher, "get_call_template", None)
    if resolve is not None:
        # Left alone, numba compiles a function once more for every constant it is called with: `note(board, 3, seat)` and
        # `note(board, 4, seat)` would be two. Forgetting that they are constants saves a third of all compiling.
        dispatcher.get_call_template = lambda args, kws: resolve(
            tuple(types.unliteral(one) for one in args), {name: types.unliteral(one) for name, one in kws.items()}
        )
    return cast(F, dispatcher)


def drop_stale(cache: Path, sources: Path) -> int:
    """Remove compiled kernels in `cache` that are older than their file in `sources` or one it imports; how many files that were.

    numba looks only at the file a kernel stands in: it would go on using old code of a callee in another file, or crash.
    """
    newest = _newest_beneath(sources)
    # A file of the cache is named after its module, the function, and more.
    found = [(file, newest.get(file.name.split(".")[0])) for file in _kernels_kept(cache, sources)]
    stale = [file for file, changed in found if changed is None or _time_of(file) < changed]
    for file in stale:
        file.unlink(missing_ok=True)
    return len(stale)


def _kernels_kept(cache: Path, sources: Path) -> list[Path]:
    """The files of compiled kernels in `cache`."""
    return [file for folder in [cache, *cache.glob(f"{sources.name}_*")] for file in folder.glob("*.nb[ic]")]


def _time_of(file: Path) -> float:
    """When a file was changed; a time to come for one that another process has just removed."""
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return float("inf")


def _times_of(sources: Path) -> dict[str, float]:
    """When each module of a folder was changed."""
    return {file.stem: _time_of(file) for file in sources.glob("*.py")}


def _newest_beneath(sources: Path) -> dict[str, float]:
    """For each module of a folder the time of the newest file among itself and all that it imports from there."""
    imports: dict[str, set[str]] = {}
    newest = _times_of(sources)
    for file in sources.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        imports[file.stem] = set(re.findall(rf"^from [\w.]*\b{sources.name}\.(\w+) import", text, re.MULTILINE))
    changed = True
    while changed:
        changed = False
        for module, beneath in imports.items():
            latest = max([newest[module], *(newest.get(other, 0.0) for other in beneath)])
            changed = changed or latest > newest[module]
            newest[module] = latest
    return newest


def doubt_kept(cache: Path, sources: Path, read: dict[str, float], since: float) -> None:
    """Give kernels kept `since` a moment the time of that moment, where a source changed after it was `read`.

    They may be of the old text, and would be taken for ones of the new.
    """
    if _times_of(sources) == read:
        return
    for file in _kernels_kept(cache, sources):
        if since < _time_of(file) < float("inf"):
            os.utime(file, (since, since))


_CACHE = Path(_KEPT or _HERE / "__pycache__")
_READ_AT = time.time()
drop_stale(_CACHE, _HERE)
atexit.register(doubt_kept, _CACHE, _HERE, _times_of(_HERE), _READ_AT)
