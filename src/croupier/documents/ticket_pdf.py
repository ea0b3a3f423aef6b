"""A ticket as the printer gets it: a page of ticket stock with its number in bars, set by Typst.

The bars are Code 128, which packs digits in pairs and has a start, a stop and a check sign of its own; the interleaved
code of older tickets has no check sign, and a scan that crosses only some of its bars can pass for a shorter number.
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
"""What ticket printers resolve; the narrowest bar is four of these dots."""
PLAY_MONEY = "PLAY MONEY – NO CASH VALUE"


def ticket_pdf(ticket: Ticket) -> bytes:
    """The ticket as the bytes of a PDF; the same ticket gives the same bytes."""
    return tickets_pdf([ticket])


def tickets_pdf(tickets: Sequence[Ticket]) -> bytes:
    """Several, a page each."""
    pdf: bytes = typst().compile(ticket_template(), format="pdf", **ticket_inputs(*tickets))
    return pdf


def ticket_template() -> bytes:
    return files("croupier.documents").joinpath(TEMPLATE).read_bytes()


def ticket_inputs(*tickets: Ticket) -> dict[str, Any]:
    """What the template is set with."""
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
    """Where each bar begins and how wide it is, counted in the narrowest."""
    begins = 0
    for is_bar, run in groupby(_code_128(number)):
        width = len(list(run))
        if is_bar == "1":
            yield begins, width
        begins += width


def _code_128(number: str) -> str:
    """The symbol from its first bar to its last, a 1 for ink and a 0 for paper."""
    try:
        codes = import_module("barcode.codex")
    except ImportError:
        remedy = 'needs python-barcode; install it with: pip install "croupier[documents]"'
        raise BadInput.at("ticket", remedy) from None
    modules: str = codes.Code128(number).build()[0]
    return modules
