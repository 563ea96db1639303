"""Names under which files and folders are made before they take their place, whole."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def passing_place(out: Path) -> Path:
    """A hidden name beside `out`, this process's own; what killed processes left under such names is removed.

    Examples
    --------
    >>> place = passing_place(Path("no-folder/hands.parquet"))
    >>> place.parent, place.name.startswith(".hands.parquet."), place.suffix
    (PosixPath('no-folder'), True, '.part')
    """
    for left in out.parent.iterdir() if out.parent.is_dir() else ():
        process = left.name.removeprefix(f".{out.name}.").removesuffix(".part")
        if left.name != f".{out.name}.{process}.part" or not process.isdecimal() or _runs(int(process)):
            continue
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)
    return out.with_name(f".{out.name}.{os.getpid()}.part")


def _runs(process: int) -> bool:
    """Whether there is such a process; yes where it cannot be known."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OverflowError, PermissionError):
        return True
    return True
