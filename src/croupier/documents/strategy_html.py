"""A strategy as one self-contained HTML page."""

from __future__ import annotations

import re
from html import escape

from croupier.documents.strategy import ChartBlock, PlainTable, StrategyDocument

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.4 system-ui, sans-serif; color: #16211c; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
table { border-collapse: separate; border-spacing: 2px; font-variant-numeric: tabular-nums; width: 100%; }
th, td { text-align: center; padding: .25rem 0; border-radius: 3px; }
th:first-child { text-align: right; padding-right: .6rem; }
td { font-weight: 600; } .hit { background: #eceae2; } .stand { background: #f2c94c; } .double { background: #5fbf77; }
.split { background: #23527c; color: #fff; } .give { background: #a32020; color: #fff; }
p { margin: .3rem 0; } .about { color: #44524b; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem .8rem; }
dt { font-weight: 600; } dd { margin: 0; }
@media print { body { margin: 0; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""
TABLE_STYLE = """
.plain { border-collapse: collapse; } .plain td { font-weight: 400; }
.plain th, .plain td, .plain th:first-child {
  text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #ccd3cf;
}
.plain th { border-radius: 0; } .plain span { white-space: nowrap; } .plain + p { margin-top: 1rem; }
.plain .figure { text-align: right; white-space: nowrap; padding: .2rem 0 .2rem .6rem; }
@media print { .plain tr { break-inside: avoid; } h2 { break-after: avoid; } }
"""
"""CSS that is included only if the strategy has tables."""
HAND = re.compile(r"\b[2-9TJQKA](-[2-9TJQKA]){2}\b")


def strategy_html(parts: StrategyDocument) -> str:
    blocks = "\n".join(_block(parts, block) for block in parts.blocks)
    letters = "".join(f"<dt>{escape(letter)}</dt><dd>{escape(meaning)}</dd>" for letter, meaning in parts.meanings)
    meanings = f"<dl>{letters}</dl>\n" if letters else ""
    tables = "".join(f"{_table(table)}\n" for table in parts.tables)
    rules = escape(", ".join(parts.rules))
    closing = "\n".join(f"<p>{escape(one)}</p>" for one in parts.closing)
    source_note = f"{escape(parts.rulebook)}, digest <code>{parts.digest}</code>, croupier {escape(parts.version)}"
    style = STYLE + (TABLE_STYLE if parts.tables else "")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(parts.title)}: strategy</title>\n<style>{style}</style></head>\n<body><main>\n"
        f"<h1>{escape(parts.title)}</h1><p class=about>{rules}.</p>\n{blocks}\n{meanings}{tables}"
        f"{closing}\n"
        f"<p class=about>{source_note}</p>\n"
        "</main></body></html>\n"
    )


def _block(parts: StrategyDocument, block: ChartBlock) -> str:
    head = "".join(f"<th scope=col>{one}</th>" for one in block.heads)
    rows = "".join(
        f"<tr><th scope=row>{escape(row.held)}</th>"
        + "".join(f'<td class="{parts.tones[cell]}">{cell}</td>' for cell in row.cells)
        + "</tr>"
        for row in block.rows
    )
    return f"<h2>{escape(block.title)}</h2><table><tr><th></th>{head}</tr>{rows}</table>"


def _table(table: PlainTable) -> str:
    words = len(table.heads) - table.figures
    kinds = ["" if place < words else " class=figure" for place in range(len(table.heads))]
    head = "".join(f"<th scope=col{kind}>{escape(one)}</th>" for kind, one in zip(kinds, table.heads, strict=True))
    rows = "".join(
        "<tr>" + "".join(f"<td{kind}>{_unbroken(one)}</td>" for kind, one in zip(kinds, row, strict=True)) + "</tr>"
        for row in table.rows
    )
    return f"<h2>{escape(table.title)}</h2><table class=plain><tr>{head}</tr>{rows}</table>"


def _unbroken(text: str) -> str:
    """Return a text that the browser does not break inside hands such as 7-6-5."""
    return HAND.sub(r"<span>\g<0></span>", escape(text))
