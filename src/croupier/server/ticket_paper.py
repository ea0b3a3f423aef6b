"""The paper of a ticket or slip, set with what the house knows of itself and of where it came from."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from sqlalchemy import select

from croupier.cage.vouchers import Voucher
from croupier.server.runtime import Runtime
from croupier.store.schema import terminals

ISSUER_LETTERS_MOST = 32


def ticket_paper(runtime: Runtime, found: Voucher, copy: int) -> bytes:
    """In a reader's thread: setting a page takes a while."""
    from croupier.documents.ticket_pdf import ticket_pdf  # noqa: PLC0415 - Typst is an extra

    house = runtime.config.house
    ticket = found.ticket(
        house=house.name,
        site=house.site,
        issuer=_issuer(runtime, found),
        help_line=runtime.help_line,
        demonstration=house.demonstration,
        zone=ZoneInfo(house.time_zone),
        copy=copy,
    )
    return ticket_pdf(ticket)


def _issuer(runtime: Runtime, found: Voucher) -> str:
    """The terminal a ticket came from, or the window."""
    if found.terminal_id is None:
        return "Cage" if found.issued_by != f"user:{(found.account or '').partition(':')[2]}" else "Player's own screen"
    named = select(terminals.c.name).where(terminals.c.id == found.terminal_id)
    rows = runtime.read(lambda query: query(named))
    return str(rows[0].name)[:ISSUER_LETTERS_MOST] if rows else found.terminal_id
