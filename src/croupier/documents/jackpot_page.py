"""The page of a win off a meter, for the accounts: what was won, by whom, and who vouched for it. [003 L431, L620]"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from croupier.documents.typst_pdf import render_pdf

TEMPLATE = "win_page.typ"
SIGNERS = ("Player", "Dealer", "Supervisor", "Executive", "Cage")


@dataclass(frozen=True)
class JackpotPage:
    """Everything on the page, in the words it is printed in."""

    house: str
    site: str
    title: str
    """The meter's name."""
    amount: str
    amount_in_words: str
    status: str
    demonstration: bool
    facts: tuple[tuple[str, str], ...]
    """Table, seat, player, round, times, hand."""
    cards: tuple[tuple[str, str], ...]
    """Each hand and its cards as they lay."""
    meter: tuple[tuple[str, str], ...]
    """What the meter stood at before and after, and what it started again from."""
    people: tuple[tuple[str, str], ...]
    """Who verified it, who had it paid, who took it back."""
    number: str
    """The win's own number, by which log and evidence have it."""
    printed: str
    signers: tuple[str, ...] = SIGNERS


def win_page_pdf(page: JackpotPage) -> bytes:
    """The page as the bytes of a PDF."""
    return render_pdf(TEMPLATE, "win", json.dumps(asdict(page)))
