"""Which test raises each kind of significant event. That it does is held against this list when it runs. [R52]"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

RAISED_BY: dict[str, str] = {}


def claims_of(nodeid: str) -> frozenset[str]:
    """The kinds that a test is to raise, by its name or by one case of it."""
    place = nodeid.removeprefix("tests/").replace(".py::", "::")
    names = {place, place.partition("[")[0]}
    return frozenset(code for code, where in RAISED_BY.items() if where in names)


@contextmanager
def recorded() -> Iterator[set[str]]:
    """The codes that are noted meanwhile, in this process."""
    from croupier.store.desk import Desk

    raised: set[str] = set()
    note = Desk.significant

    def significant(self: Desk, code: str, text: str, **about: Any) -> None:
        raised.add(code)
        note(self, code, text, **about)

    Desk.significant = significant  # type: ignore[method-assign]
    try:
        yield raised
    finally:
        Desk.significant = note  # type: ignore[method-assign]
