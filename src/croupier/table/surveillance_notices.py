"""Notices between the floor and surveillance: given, seen, and seen in time or not. [003 L290]"""

from __future__ import annotations

from croupier.errors import Refused
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.command_effect import EffectBuilder

MINUTE_MS = 60_000
READERS = {"surveillance": ("surveillance", "system"), "floor": ("dealer", "supervisor", "system")}
"""Who reads a notice, by whom it is for."""


def notify_surveillance(draft: EffectBuilder, text: str) -> None:
    """Surveillance is told of a change at the table, where the document asks for it, at once."""
    minutes = draft.state.rules.book.written.settlement.surveillance_minutes
    if minutes:
        _send(draft, "surveillance", text, draft.at + minutes * MINUTE_MS)


def give_notice(draft: EffectBuilder, command: c.SendNotice) -> Refused | None:
    """Surveillance tells the floor something."""
    _send(draft, "floor", command.text, None)
    return None


def _send(draft: EffectBuilder, to: str, text: str, until: int | None) -> None:
    draft.emit(
        e.NoticeSent(
            id=f"notice-{draft.state.noticed + 1}",
            to="surveillance" if to == "surveillance" else "floor",
            at=draft.at,
            until=until,
            text=text,
            by=draft.actor.id,
            name=draft.actor.name,
        )
    )


def acknowledge_notice(draft: EffectBuilder, command: c.AcknowledgeNotice) -> Refused | None:
    """Whoever it is for has read it."""
    notice = next((one for one in draft.state.notices if one.id == command.id), None)
    if notice is None:
        return Refused("notice/none", f"There is no notice {command.id} at this table.")
    if draft.actor.role not in READERS[notice.to]:
        return Refused("notice/not_yours", f"This notice is for {notice.to}.")
    late = notice.until is not None and draft.at > notice.until
    draft.emit(e.NoticeAcknowledged(id=notice.id, at=draft.at, by=draft.actor.id, name=draft.actor.name, late=late))
    return None
