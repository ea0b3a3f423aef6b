"""The rules card as a PDF to post at the table, set by Typst with its embedded fonts."""

from __future__ import annotations

import json
from bisect import bisect_left
from importlib.resources import files
from pathlib import Path
from typing import Any

from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_wording import merge_citations
from croupier.documents.typst_pdf import font_options, typst, write_atomically
from croupier.play.rulebook_translations import translations_of
from croupier.rulebook.translations import LANGUAGES

TEMPLATE = "rules_card.typ"
PAGES = 2
SCALES = ("1.35", "1.3", "1.25", "1.2", "1.15", "1.1", "1.05", "1.0", "0.95")
"""Type sizes to try, largest first: the first one with which the card fits its pages is used, or else the smallest."""
LABELS = (
    "The table", "Meters and envy", "Settlement", "Collection", "Procedures", "Chosen at this table", "House options",
    "Documents", "Follows", "digest", "page", "of", "envy, to others", "Schedule", "not", "rules",
)  # fmt: skip
"""Labels in the template that need translation."""


def write_pdf(card: RulesCard, path: Path) -> None:
    """Write the rules card to a PDF file; an error leaves no partial file."""
    write_atomically(path, card_pdf(card), "--pdf")


def card_pdf(card: RulesCard) -> bytes:
    """Return the rules card as PDF bytes; equal cards give equal bytes."""
    setter, data, fonts = typst(), _data(card), font_options(card.language)
    template = files("croupier.documents").joinpath(TEMPLATE).read_bytes()

    def set_at(place: int) -> dict[str, Any]:
        return {"sys_inputs": {"card": data, "scale": SCALES[place]}, **fonts}

    def fits(place: int) -> bool:
        return int(setter.query(template, "<pages>", field="value", one=True, **set_at(place))) <= PAGES

    place = bisect_left(range(len(SCALES) - 1), True, key=fits)
    pdf: bytes = setter.compile(template, format="pdf", **set_at(place))
    return pdf


def _data(card: RulesCard) -> str:
    """Return the data for the Typst template as JSON: the card, and sentences that text and Markdown print too."""
    translate = translations_of(card.rulebook, card.language).translate_or_keep
    data = card.as_data()
    data |= {
        "font": LANGUAGES[card.language].pdf_font,
        "labels": {label: translate(label) for label in LABELS},
        "digest_shown": card.digest_shown,
        "source_text": card.source_text,
        "documents": [{"number": one.number, "text": one.text} for one in card.documents],
        "meters": [{"title": one.title, "text": translate(one.text), "cite": one.cite} for one in card.meters],
    }
    for wager, shown in zip(card.wagers, data["wagers"], strict=True):
        shown["all_cites"] = merge_citations(wager.cite, *(row.cite for row in wager.rows if not row.name))
    for option, shown in zip(card.options, data["options"], strict=True):
        shown["sources"] = option.sources
    if card.collection:
        data["collection"]["text"] = translate(card.collection.text)
    return json.dumps(data)
