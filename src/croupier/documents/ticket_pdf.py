"""A ticket for the printer: one page of ticket stock with a bar code, set by Typst.

The bar code is Code 128, which encodes digits in pairs and has start, stop and check symbols. The interleaved code of
older tickets has no check symbol, so a partial scan can pass for a shorter number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.resources import files
from itertools import groupby
from typing import Any

from croupier.cage.ticket_document import Ticket
from croupier.cage.ticket_numbers import format_number
from croupier.documents.typst_pdf import typst
from croupier.errors import BadInput

TEMPLATE = "ticket.typ"
PLAY_MONEY = "PLAY MONEY – NO CASH VALUE"


def ticket_pdf(ticket: Ticket) -> bytes:
    """Return the ticket as PDF bytes; equal tickets give equal bytes."""
    return tickets_pdf([ticket])


def tickets_pdf(tickets: Sequence[Ticket]) -> bytes:
    """Return several tickets as PDF bytes, one page each."""
    pdf: bytes = typst().compile(ticket_template(), format="pdf", **ticket_inputs(*tickets))
    return pdf


def ticket_template() -> bytes:
    return files("croupier.documents").joinpath(TEMPLATE).read_bytes()


def ticket_inputs(*tickets: Ticket) -> dict[str, Any]:
    """Return the keyword arguments with which Typst compiles the template."""
    return {"sys_inputs": {"tickets": json.dumps([_data(one) for one in tickets])}, "ignore_system_fonts": True}


def _data(ticket: Ticket) -> dict[str, Any]:
    return {
        "house": ticket.house,
        "site": ticket.site,
        "kind": ticket.kind.value,
        "issuer": ticket.issuer,
        "issued": ticket.issued,
        "expires": ticket.expires,
        "amount": ticket.amount,
        "amount_in_words": ticket.amount_in_words,
        "number": format_number(ticket.number),
        "bars": list(_bars(ticket.number)),
        "help_line": ticket.help_line,
        "play_money": PLAY_MONEY if ticket.demonstration else "",
        "is_slip": ticket.is_slip,
        "copy": f"Copy {ticket.copy}" if ticket.copy else "",
        "note": ticket.note,
    }


def _bars(number: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the width of each bar of the bar code, in units of the narrowest bar."""
    begins = 0
    for is_bar, run in groupby(_code_128(number)):
        width = len(list(run))
        if is_bar == "1":
            yield begins, width
        begins += width


def _code_128(number: str) -> str:
    """Return the Code 128 bar code as a string, 1 for ink and 0 for paper."""
    try:
        codes = import_module("barcode.codex")
    except ImportError:
        remedy = 'needs python-barcode; install it with: pip install "croupier[documents]"'
        raise BadInput.at("ticket", remedy) from None
    modules: str = codes.Code128(number).build()[0]
    return modules
