"""Numba's decorators, typed: what is compiled keeps its signature for the type checker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile on first call, and keep the machine code on disk for the next program."""
    return cast(F, njit(cache=True)(function))


def inlined(function: F) -> F:
    """Compile into whatever calls it."""
    return cast(F, njit(inline="always")(function))
