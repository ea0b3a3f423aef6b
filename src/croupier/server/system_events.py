"""Record events of the server itself in the log and in the list of significant events."""

from __future__ import annotations

from typing import Any

from croupier.store.unit_of_work import UnitOfWork

HOUSE = "house"


def note(uow: UnitOfWork, code: str, text: str, **facts: Any) -> None:
    """Record an event of the server in the log and in the list of significant events."""
    event = {"kind": code, "text": text, **facts}
    uow.append_record(HOUSE, actor="system", command=code.replace("/", "-"), events=[event])
    uow.note_significant_event(code, text, actor="system")
