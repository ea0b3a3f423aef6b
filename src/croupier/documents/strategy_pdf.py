"""The chart as a PDF of one page, set by Typst."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.resources import files

from croupier.documents.strategy import TONES, StrategyParts
from croupier.documents.writing import typst

TEMPLATE = "strategy.typ"


def strategy_pdf(parts: StrategyParts) -> bytes:
    setter = typst()
    template = files("croupier.documents").joinpath(TEMPLATE).read_bytes()
    pdf: bytes = setter.compile(template, format="pdf", sys_inputs={"chart": _data(parts)}, ignore_system_fonts=True)
    return pdf


def _data(parts: StrategyParts) -> str:
    data = asdict(parts)
    data["tones"] = TONES
    data["edge"] = f"{-parts.value:.6%}"
    data["chart_edge"] = f"{-parts.chart_value:.6%}"
    return json.dumps(data)
