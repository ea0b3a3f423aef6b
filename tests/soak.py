"""How long the tests may take: `make soak` sets CROUPIER_SOAK, and what only repeats or takes long runs then."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SOAK = int(os.environ.get("CROUPIER_SOAK", "0"))


def or_soak(cases: Sequence[T], least: int) -> Sequence[T]:
    """The first so many of them; all in a soak."""
    return cases if SOAK else cases[:least]
