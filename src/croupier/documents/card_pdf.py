"""The rules card as a PDF to post at the table, set by Typst with the fonts it brings along."""

from __future__ import annotations

import json
from bisect import bisect_left
from importlib.resources import files
from pathlib import Path
from typing import Any

from croupier.documents.card_words import both
from croupier.documents.rules_card import RulesCard
from croupier.documents.writing import typst, write_whole

TEMPLATE = "rules_card.typ"
PAGES = 2
SCALES = ("1.35", "1.3", "1.25", "1.2", "1.15", "1.1", "1.05", "1.0", "0.95")
"""How large the type may be: the largest with which the card fits its pages, or the smallest."""


def write_pdf(card: RulesCard, path: Path) -> None:
    """Write the card to a file: all of it or nothing."""
    write_whole(path, card_pdf(card), "--pdf")


def card_pdf(card: RulesCard) -> bytes:
    """The card as the bytes of a PDF; the same card gives the same bytes."""
    setter, data = typst(), _data(card)
    template = files("croupier.documents").joinpath(TEMPLATE).read_bytes()

    def set_at(place: int) -> dict[str, Any]:
        return {"sys_inputs": {"card": data, "scale": SCALES[place]}, "ignore_system_fonts": True}

    def fits(place: int) -> bool:
        return int(setter.query(template, "<pages>", field="value", one=True, **set_at(place))) <= PAGES

    place = bisect_left(range(len(SCALES) - 1), True, key=fits)
    pdf: bytes = setter.compile(template, format="pdf", **set_at(place))
    return pdf


def _data(card: RulesCard) -> str:
    """The card with the sentences that text and Markdown share."""
    data = card.as_data()
    data |= {
        "digest_shown": card.digest_shown,
        "source_text": card.source_text,
        "documents": [{"number": one.number, "text": one.text} for one in card.documents],
        "meters": [{"title": one.title, "text": one.text, "cite": one.cite} for one in card.meters],
    }
    for wager, shown in zip(card.wagers, data["wagers"], strict=True):
        shown["all_cites"] = both(wager.cite, *(row.cite for row in wager.rows if not row.name))
    for option, shown in zip(card.options, data["options"], strict=True):
        shown["sources"] = option.sources
    if card.collection:
        data["collection"]["text"] = card.collection.text
    return json.dumps(data)
