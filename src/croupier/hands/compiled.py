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


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Finds machine code again by its function, its types, the processor, and the sources it was made of."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), fingerprint())


def released(function: F) -> F:
    """Compile on first call, keep the machine code on disk, and let other threads run meanwhile."""
    dispatcher: Any = njit(nogil=True)(function)
    dispatcher._cache = KernelCache(dispatcher.py_func)
    return cast(F, dispatcher)


def called(function: F) -> F:
    """Compile as part of the kernels that call it, here or in another layer."""
    return cast(F, njit(function))


def shared(*functions: Callable[..., Any]) -> None:
    """Let kernels call plain functions that the live table calls too."""
    for function in functions:
        register_jitable(function)
