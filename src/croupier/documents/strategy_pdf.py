"""A strategy as a PDF, set by Typst."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from importlib.resources import files

from croupier.documents.strategy import StrategyParts
from croupier.documents.writing import typst

TEMPLATE = "strategy.typ"


def strategy_pdf(parts: StrategyParts) -> bytes:
    setter = typst()
    template = files("croupier.documents").joinpath(TEMPLATE).read_bytes()
    pdf: bytes = setter.compile(template, format="pdf", sys_inputs={"chart": _data(parts)}, ignore_system_fonts=True)
    return pdf


def _data(parts: StrategyParts) -> str:
    """All but the JSON, which says the same."""
    return json.dumps(asdict(replace(parts, told={})))
