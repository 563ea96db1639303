"""The one place that owns the compiler's options.

Every compiled function of the package is made by `kernel`. The options are chosen for a package of many small functions
that are called from threads and processes:

- ``cache=True``: compiled code is kept on disk (``NUMBA_CACHE_DIR``), so that only the first run ever compiles.
- ``nogil=True``: kernels run side by side in threads; parallelism lives in the executor, not in the kernels.
- lazy: no signatures, so that importing compiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast, overload

import numba

F = TypeVar("F", bound=Callable[..., Any])


@overload
def kernel(function: F) -> F: ...


@overload
def kernel(function: None = None, *, inline: bool = False) -> Callable[[F], F]: ...


def kernel(function: F | None = None, *, inline: bool = False) -> F | Callable[[F], F]:
    """Compile a function on its first call.

    Parameters
    ----------
    function
        A function over arrays, integers, floats and NamedTuples of these.
    inline
        Paste the body into its callers before types are inferred. For tiny functions only: it makes callers slower to compile.

    Returns
    -------
    The compiled function, with the type of the one it was made from. With ``NUMBA_DISABLE_JIT=1`` the function itself.

    Examples
    --------
    The compiler's cache needs a file to belong to, so this is shown and not run::

        @kernel
        def twice(x):
            return 2 * x

        twice(21)  # 42; the plain Python function stays at twice.py_func
    """

    def compile_lazily(body: F) -> F:
        options: dict[str, Any] = {"cache": True, "nogil": True}
        if inline:
            options["inline"] = "always"
        return cast(F, numba.njit(**options)(body))

    return compile_lazily if function is None else compile_lazily(function)
