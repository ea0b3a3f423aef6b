"""Page that records a jackpot for the accounts: amount, winner and verifying staff. [003 L431, L620]"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from croupier.documents.typst_pdf import render_pdf

TEMPLATE = "win_page.typ"
SIGNERS = ("Player", "Dealer", "Supervisor", "Executive", "Cage")


@dataclass(frozen=True)
class JackpotPage:
    """Texts of a jackpot page as they are printed."""

    house: str
    site: str
    title: str
    """Name of the meter that was won."""
    amount: str
    amount_in_words: str
    status: str
    demonstration: bool
    facts: tuple[tuple[str, str], ...]
    """Labels and values: table, seat, player, round, times, hand."""
    cards: tuple[tuple[str, str], ...]
    """Names of the hands, and their cards in the order on the table."""
    meter: tuple[tuple[str, str], ...]
    """Labels and values: the meter before and after, and its restart amount."""
    people: tuple[tuple[str, str], ...]
    """Roles and names of the staff who verified, paid or reversed the jackpot."""
    number: str
    """Number of the jackpot in the log and in evidence bundles."""
    printed: str
    signers: tuple[str, ...] = SIGNERS


def jackpot_page_pdf(page: JackpotPage) -> bytes:
    """Return the jackpot page as PDF bytes."""
    return render_pdf(TEMPLATE, "win", json.dumps(asdict(page)))
