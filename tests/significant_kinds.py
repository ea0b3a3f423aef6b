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
    """The codes that are noted meanwhile, in this process: at a house's desk, or by what a driven table decides."""
    from croupier.store.desk import Desk
    from tests import table_driver

    raised: set[str] = set()
    note, decide = Desk.significant, table_driver.decide

    def significant(self: Desk, code: str, text: str, **about: Any) -> None:
        raised.add(code)
        note(self, code, text, **about)

    def decided(*asked: Any) -> Any:
        answer = decide(*asked)
        raised.update(_codes_of(answer))
        return answer

    Desk.significant, table_driver.decide = significant, decided  # type: ignore[method-assign, assignment]
    try:
        yield raised
    finally:
        Desk.significant, table_driver.decide = note, decide  # type: ignore[method-assign]


def _codes_of(answer: Any) -> set[str]:
    """What a house notes of a table's answer: the one loop over its events is house/projections.py."""
    from croupier.errors import Refused
    from croupier.house.significant import ALARMS, significance

    if isinstance(answer, Refused):
        return {answer.code} & ALARMS
    return {code for event in answer.events for code, text in significance(event) if text}
