"""The chart as one page that needs nothing but a browser."""

from __future__ import annotations

from html import escape

from croupier.documents.strategy import TONES, ChartBlock, StrategyParts

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


def strategy_html(parts: StrategyParts) -> str:
    blocks = "\n".join(_block(parts, block) for block in parts.blocks)
    meanings = "".join(f"<dt>{escape(letter)}</dt><dd>{escape(said)}</dd>" for letter, said in parts.meanings)
    rules = escape(", ".join(parts.rules))
    made = f"{escape(parts.rulebook)}, digest <code>{parts.digest}</code>, croupier {escape(parts.version)}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(parts.title)}: strategy</title>\n<style>{STYLE}</style></head>\n<body><main>\n"
        f"<h1>{escape(parts.title)}</h1><p class=about>{rules}.</p>\n{blocks}\n<dl>{meanings}</dl>\n"
        f"<p>House edge: {-parts.value:.6%} with perfect play, {-parts.chart_value:.6%} by this chart.</p>\n"
        f"<p>{escape(parts.insurance)}</p>\n"
        f"<p class=about>{made}</p>\n"
        "</main></body></html>\n"
    )


def _block(parts: StrategyParts, block: ChartBlock) -> str:
    head = "".join(f"<th scope=col>{up}</th>" for up in parts.ups)
    rows = "".join(
        f"<tr><th scope=row>{escape(row.held)}</th>"
        + "".join(f'<td class="{TONES[cell]}">{cell}</td>' for cell in row.cells)
        + "</tr>"
        for row in block.rows
    )
    return f"<h2>{escape(block.title)}</h2><table><tr><th></th>{head}</tr>{rows}</table>"
