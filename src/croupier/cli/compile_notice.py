"""Message about kernel compilation, which happens once per machine and explains a delay."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.odds.optional_packages import require_package


@contextmanager
def print_compile_time() -> Iterator[None]:
    """Print on standard error how long kernels took to compile; print nothing if all were cached."""
    require_package("numba", "odds")
    from numba.core import event

    with event.install_timer("numba:compile", _print_seconds):
        yield


def _print_seconds(seconds: float) -> None:
    from croupier.compiled import uncached_kernels

    cached = (
        "not kept: no folder can be written; name one in NUMBA_CACHE_DIR" if uncached_kernels else "kept for next time"
    )
    print(f"croupier: compiled kernels in {seconds:.1f} s, {cached}", file=sys.stderr)
