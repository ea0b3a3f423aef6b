"""Render tickets, slips and coupons as PDF, with the name of the house and the issuing terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select

from croupier.cage.coupons import Coupon
from croupier.cage.vouchers import Voucher
from croupier.server.runtime import Runtime
from croupier.store.ledger_accounts import owner_of
from croupier.store.schema import terminals

ISSUER_LETTERS_MOST = 32
CAGE = "Cage"


def render_ticket(runtime: Runtime, found: Voucher, copy: int) -> bytes:
    """Return the PDF of a ticket; slow, so it runs in a reader thread."""
    from croupier.documents.ticket_pdf import ticket_pdf  # noqa: PLC0415 - Typst is optional

    return ticket_pdf(found.ticket(issuer=_issuer(runtime, found), copy=copy, **_of_the_house(runtime)))


def render_coupons(runtime: Runtime, found: Sequence[Coupon], copy: int) -> bytes:
    """Return a PDF with one page per coupon; slow, so it runs in a reader thread."""
    from croupier.documents.ticket_pdf import tickets_pdf  # noqa: PLC0415 - Typst is optional

    about = _of_the_house(runtime)
    return tickets_pdf([one.ticket(issuer=CAGE, copy=copy, **about) for one in found])


def _of_the_house(runtime: Runtime) -> dict[str, Any]:
    house = runtime.config.house
    return {
        "house": house.name,
        "site": house.site,
        "help_line": runtime.help_line,
        "demonstration": house.demonstration,
        "zone": ZoneInfo(house.time_zone),
    }


def _issuer(runtime: Runtime, found: Voucher) -> str:
    """Return the issuer shown on a ticket: terminal, cage or the player's own screen."""
    if found.terminal_id is None:
        return CAGE if found.issued_by != f"user:{owner_of(found.account or '')}" else "Player's own screen"
    named = select(terminals.c.name).where(terminals.c.id == found.terminal_id)
    rows = runtime.run_query(lambda query: query(named))
    return str(rows[0].name)[:ISSUER_LETTERS_MOST] if rows else found.terminal_id
