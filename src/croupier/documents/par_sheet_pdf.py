"""The par sheet as a PDF for regulators, set by Typst with its embedded fonts."""

from __future__ import annotations

import json
from dataclasses import asdict

from croupier.documents.number_format import MINUS
from croupier.documents.par_sheet_model import ParSheetDocument
from croupier.documents.par_sheet_plots import pay_distribution, removal_effects
from croupier.documents.par_sheet_wording import EFFECTS_TEXT
from croupier.documents.typst_pdf import render_pdf


def sheet_pdf(parts: ParSheetDocument) -> bytes:
    """Return the par sheet as PDF bytes; equal sheets give equal bytes."""
    return render_pdf("par_sheet.typ", "sheet", _data(parts))


def _data(parts: ParSheetDocument) -> str:
    """Return the data for the Typst template as JSON: the document and its plots."""
    data = asdict(parts)
    data["documents"] = [{"number": one.number, "text": one.text} for one in parts.documents]
    for wager, shown in zip(parts.wagers, data["wagers"], strict=True):
        shown["plot"] = pay_distribution(wager) if wager.ends else None
        if wager.effects:
            shown["effects"]["shown"] = [_change(change) for _, change in wager.effects.ranks]
    for option, shown in zip(parts.options, data["options"], strict=True):
        shown["sources"] = option.sources
    data["effects_said"] = EFFECTS_TEXT
    data["effects_plot"] = removal_effects(parts.wagers) if parts.has_effects else None
    return json.dumps(data)


def _change(change: float | None) -> str:
    """Return a change of the edge in percentage points with three decimals; empty for a rank not in the shoe."""
    return "" if change is None else f"{change:+.3f}".replace("-", MINUS)
