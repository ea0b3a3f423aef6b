"""Numba's decorators, typed, with kernels kept on disk and forgotten when any source that went into them changes.

Numba keeps machine code under the file its function stands in. A kernel here is made of functions from several files
(the drawing rules among them), and must not outlive a change in any of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])
FOLDERS = ("hands", "odds")
"""Where the functions that kernels are made of stand."""
FunctionCache: Any = import_module("numba.core.caching").FunctionCache


@cache
def fingerprint() -> str:
    """Of every source that kernels are made of."""
    package = Path(__file__).parent.parent
    sources = sorted(source for folder in FOLDERS for source in (package / folder).glob("*.py"))
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Finds machine code again by its function, its types, the processor, and the sources it was made of."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), fingerprint())


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
    dispatcher._cache = KernelCache(dispatcher.py_func)
    return dispatcher
