"""Numba's decorators, typed, with kernels kept on disk and forgotten when any source that went into them changes.

Numba keeps machine code under the file its function stands in. A kernel here is made of functions from several files
(the drawing rules among them), and must not outlive a change in any of them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

from croupier.hands.compiled import kept

F = TypeVar("F", bound=Callable[..., Any])
FOLDERS = ("hands", "odds")
"""Where the functions that kernels are made of stand."""
IMPORTED = re.compile(r"^from croupier\.odds\.(\w+)", re.MULTILINE)


@cache
def fingerprint(own: Path | None = None) -> str:
    """Of every source that kernels are made of. `own`: the folder of a kernel that stands in a package of its own."""
    sources = sorted(source for folder in folders_behind(own) for source in folder.glob("*.py"))
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


def folders_behind(own: Path | None) -> set[Path]:
    """What every kernel stands on, a kernel's own folder, and the packages of odds that it imports from in turn."""
    odds = Path(__file__).parent
    found, left = {odds.parent / folder for folder in FOLDERS}, [] if own is None else [own]
    while left:
        folder = left.pop()
        if folder in found:
            continue
        found.add(folder)
        for source in folder.glob("*.py"):
            packages = (odds / name for name in IMPORTED.findall(source.read_text("utf-8")))
            left += [package for package in packages if package.is_dir()]
    return found


def compiled(function: F) -> F:
    """Compile on first call, and keep the machine code on disk for the next program."""
    return cast(F, _kept(njit(function)))


def released(function: F) -> F:
    """The same, and let other threads run meanwhile."""
    return cast(F, _kept(njit(nogil=True)(function)))


def inlined(function: F) -> F:
    """Compile into whatever calls it."""
    return cast(F, njit(inline="always")(function))


def _kept(dispatcher: Any) -> Any:
    own = Path(dispatcher.py_func.__code__.co_filename).parent
    return kept(dispatcher, lambda: fingerprint(own))
