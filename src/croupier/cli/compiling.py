"""Kernels compile once on a machine: say so when it happens, so that nobody wonders what took the time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.odds.extra import require_extra


@contextmanager
def compile_time_shown() -> Iterator[None]:
    """Print on standard error how long kernels took to compile; nothing when they were kept from an earlier time."""
    require_extra("numba", "odds")
    from numba.core import event

    with event.install_timer("numba:compile", _say):
        yield


def _say(seconds: float) -> None:
    from croupier.compiled import unkept

    kept = "not kept: no folder can be written; name one in NUMBA_CACHE_DIR" if unkept else "kept for next time"
    print(f"croupier: compiled kernels in {seconds:.1f} s, {kept}", file=sys.stderr)
