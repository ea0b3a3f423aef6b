"""Numba's decorators, typed, with kernels kept on disk and forgotten when any source of this layer changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])
FunctionCache: Any = import_module("numba.core.caching").FunctionCache


@cache
def fingerprint() -> str:
    """Of every source that these kernels are made of."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


unkept: set[str] = set()
"""Kernels for which there is no place to write: they live as long as the program."""


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Finds machine code again by its function, its types, the processor, and the sources it was made of."""

    def __init__(self, function: Callable[..., Any], sources: Callable[[], str]) -> None:
        super().__init__(function)
        self._sources = sources

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), self._sources())

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError:
            unkept.add(self._name)


def kept(dispatcher: Any, sources: Callable[[], str]) -> Any:
    """Keep its machine code on disk. `sources`: the fingerprint of what it is made of."""
    try:
        dispatcher._cache = KernelCache(dispatcher.py_func, sources)
    except RuntimeError:  # Numba finds no folder that can be written: neither the package's nor one in the home.
        unkept.add(dispatcher.__name__)
    return dispatcher


def released(function: F) -> F:
    """Compile on first call, keep the machine code on disk, and let other threads run meanwhile."""
    return cast(F, kept(njit(nogil=True)(function), fingerprint))


def called(function: F) -> F:
    """Compile as part of the kernels that call it, here or in another layer."""
    return cast(F, njit(function))


def shared(*functions: Callable[..., Any]) -> None:
    """Let kernels call plain functions that the live table calls too."""
    for function in functions:
        register_jitable(function)
