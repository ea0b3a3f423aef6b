"""Notices between the floor and surveillance: sent, acknowledged, and late or in time. [003 L290]"""

from __future__ import annotations

from typing import Literal

from croupier.errors import Refused
from croupier.table import events as e
from croupier.table.command_declaration import ANY_PHASE, DEALER, SURVEILLANCE, Command, Name, Reason, handles
from croupier.table.command_effect import EffectBuilder

MINUTE_MS = 60_000
READERS = {"surveillance": ("surveillance", "system"), "floor": ("dealer", "supervisor", "system")}
"""Roles that may acknowledge a notice, by recipient."""


def notify_surveillance(builder: EffectBuilder, text: str) -> None:
    """Notify surveillance of a change at the table, where the rulebook's document requires it."""
    minutes = builder.state.rules.rulebook.written.settlement.surveillance_minutes
    if minutes:
        _send(builder, "surveillance", text, builder.at + minutes * MINUTE_MS)


class SendNotice(Command):
    """Command of surveillance to send a notice to the floor."""

    do: Literal["send-notice"] = "send-notice"
    text: Reason


@handles(SendNotice, phases=ANY_PHASE, roles=SURVEILLANCE, paused=True, held=True)
def give_notice(builder: EffectBuilder, command: SendNotice) -> Refused | None:
    """Send a notice from surveillance to the floor."""
    _send(builder, "floor", command.text, None)
    return None


def _send(builder: EffectBuilder, to: str, text: str, until: int | None) -> None:
    builder.emit(
        e.NoticeSent(
            id=f"notice-{builder.state.noticed + 1}",
            to="surveillance" if to == "surveillance" else "floor",
            at=builder.at,
            until=until,
            text=text,
            by=builder.actor.id,
            name=builder.actor.name,
        )
    )


class AcknowledgeNotice(Command):
    """Command to acknowledge a notice."""

    do: Literal["acknowledge-notice"] = "acknowledge-notice"
    id: Name


@handles(AcknowledgeNotice, phases=ANY_PHASE, roles=DEALER | SURVEILLANCE, paused=True, held=True)
def acknowledge_notice(builder: EffectBuilder, command: AcknowledgeNotice) -> Refused | None:
    """Acknowledge a notice; only its recipient may."""
    notice = next((one for one in builder.state.notices if one.id == command.id), None)
    if notice is None:
        return Refused("notice/not_found", f"There is no notice {command.id} at this table.")
    if builder.actor.role not in READERS[notice.to]:
        return Refused("notice/not_yours", f"This notice is for {notice.to}.")
    late = notice.until is not None and builder.at > notice.until
    builder.emit(
        e.NoticeAcknowledged(id=notice.id, at=builder.at, by=builder.actor.id, name=builder.actor.name, late=late)
    )
    return None
