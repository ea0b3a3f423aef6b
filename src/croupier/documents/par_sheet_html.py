"""The par sheet as one self-contained, printable HTML page with embedded plots."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from croupier.documents.number_format import MINUS
from croupier.documents.par_sheet_model import GamePart, ParSheetDocument, ParSheetLine, ParSheetWager, ProgressivePart
from croupier.documents.par_sheet_plots import pay_distribution, removal_effects
from croupier.documents.par_sheet_wording import EFFECTS_TEXT

STYLE = """
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #111; font: 1rem/1.45 "Libertinus Serif", Georgia, serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
header { display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: baseline; border-bottom: 2px solid #111; }
header h1 { flex: 1; }
header p { margin: 0.2rem 0 0.6rem; font-size: 1.15rem; }
header .about { flex-basis: 100%; }
h1 { margin: 0; font-size: 2.3rem; line-height: 1.15; }
h2 { margin: 2rem 0 0.5rem; padding-bottom: 0.15rem; border-bottom: 1px solid #111; font-size: 1.35rem; }
h2 small { font-size: 1rem; font-weight: normal; }
p { margin: 0.4rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.2rem; margin: 1rem 0; }
dt { font-weight: bold; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: 0.85em "DejaVu Sans Mono", Menlo, Consolas, monospace; }
a { color: inherit; text-decoration-color: #888; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.88rem; font-variant-numeric: tabular-nums lining-nums; }
th, td { padding: 0.22rem 0.45rem; border-bottom: 1px solid #ccc; text-align: right; white-space: nowrap; }
th, td { vertical-align: top; }
thead th { border-bottom: 1.5px solid #111; }
.text { text-align: left; white-space: normal; }
td.text:first-child { width: 27%; }
td.text:last-child { min-width: 6rem; }
.key { width: auto; flex: none; }
.key th, .key td { border: 0; padding: 0.1rem 1rem 0.1rem 0; font-weight: normal; }
.key th { text-align: left; }
.key tbody + tbody tr:first-child > * { padding-top: 0.6rem; }
.side { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: center; justify-content: space-between; }
img { width: 36rem; max-width: 100%; height: auto; }
section > img { width: 100%; }
.cite { color: #555; font-size: 0.76rem; }
.exact { font-size: 0.8rem; overflow-wrap: anywhere; }
.columns { columns: 24rem 2; column-gap: 2.5rem; }
.columns p { margin: 0 0 0.45rem; break-inside: avoid; }
.small { font-size: 0.85rem; }
@page { size: A4; margin: 18mm 14mm; }
@media print {
  html { font-size: 10.5px; }
  main { max-width: none; padding: 0; }
  section { break-inside: avoid; }
  h2 { break-after: avoid; }
  .wide { overflow: visible; }
  .side { flex-wrap: nowrap; }
  .side img { width: 112mm; }
}
"""


SUMMARY = (
    *("Wager", "Pay table", "House edge %", "Hit %", "Push %"),
    *("Loss %", "Deviation", "Skewness", "Largest"),
)
ENDS = ("End", "Pays", "Net", "Deals", "Chance %", "", "Contribution %", "Source")


def sheet_html(parts: ParSheetDocument) -> str:
    """Return the par sheet as a complete HTML page."""
    body = [_head(parts), _summary(parts), *(_wager(wager) for wager in parts.wagers)]
    if parts.has_effects:
        body.append(_effects(parts))
    body += [_definitions(parts), _options(parts), _documents(parts)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(parts.title)}: par sheet</title>\n<style>{STYLE}</style></head>\n"
        f"<body><main>\n{chr(10).join(body)}\n</main></body></html>\n"
    )


def _head(parts: ParSheetDocument) -> str:
    chosen = ", ".join(f"{option.name} {option.value} (not {option.default})" for option in parts.changed_options)
    facts = (
        ("Rulebook", escape(parts.rulebook)),
        ("Digest", f"<code>{parts.digest}</code>"),
        ("Follows", escape(parts.source_text) + _cite(parts.source_lines)),
        ("Shoe", escape(parts.shoe)),
        ("Method", escape(parts.method)),
        ("Chosen", escape(chosen or "Every option at the rulebook's default.")),
        ("Made by", f"croupier {escape(parts.version)}"),
    )
    listed = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts)
    return (
        f"<header><h1>{escape(parts.title)}</h1><p>{escape(parts.house)}</p>"
        f'<p class="about">Par sheet: the odds of every wager</p></header>\n<dl>{listed}</dl>'
    )


def _summary(parts: ParSheetDocument) -> str:
    rows = [
        (
            f'<a href="#{escape(wager.id)}">{escape(wager.title)}</a>',
            *map(escape, (wager.paytable, wager.edge, wager.hit, wager.push, wager.loss)),
            *map(escape, (wager.deviation, wager.skewness, wager.largest)),
        )
        for wager in parts.wagers
    ]
    missing = "".join(
        f"<p><b>{escape(title)}</b> is not counted exactly, for it {escape(reason)}.</p>"
        for title, reason in parts.not_counted
    )
    return f"<h2>Summary</h2>{_table(SUMMARY, rows, texts=(0, 1))}{missing}"


def _wager(wager: ParSheetWager) -> str:
    paytable = f", pay table {escape(wager.paytable)}" if wager.paytable else ""
    measured = f"Amounts are measured against the stake of {wager.measured_at}." if wager.measured_at else ""
    terms = " ".join(escape(term.text) + _cite(term.cite) for term in wager.terms)
    paragraph = f"{escape(wager.summary)} {escape(wager.outcome)}{_cite(wager.cite)} {terms} {escape(measured)}"
    total = ("<b>All</b>", "", "", wager.deals, "100", "", f"<b>{wager.expected}</b>", "")
    ends = _table(ENDS, [*(_end(end) for end in wager.ends), total], texts=(0, 7)) if wager.ends else ""
    plot = _plot(pay_distribution(wager), _described(wager)) if wager.ends else ""
    progressive = _progressive(wager.progressive) if wager.progressive else ""
    return (
        f'<section id="{escape(wager.id)}"><h2>{escape(wager.title)}<small>{paytable}</small></h2><p>{paragraph}</p>'
        f'<div class="side">{_key_figures(wager)}{plot}</div>'
        f'<p class="exact">House edge {wager.edge_exact}. {escape(wager.played)}</p>'
        f"{ends}{progressive}</section>"
    )


def _key_figures(wager: ParSheetWager) -> str:
    figures = (
        ("House edge", f"<b>{wager.edge} %</b>"),
        *(("Hit", f"{wager.hit} %"), ("Push", f"{wager.push} %"), ("Loss", f"{wager.loss} %")),
        *(("Deviation", wager.deviation), ("Skewness", wager.skewness), ("Largest", wager.largest)),
    )
    groups = [figures, *(_game(wager.game) if wager.game else ())]
    return f'<table class="key">{"".join(map(_key_group, groups))}</table>'


def _key_group(figures: Iterable[tuple[str, str]]) -> str:
    return f"<tbody>{''.join(f'<tr><th>{name}</th><td>{text}</td></tr>' for name, text in figures)}</tbody>"


def _game(game: GamePart) -> Iterator[Iterable[tuple[str, str]]]:
    """Yield the figures of a hand with decisions as groups of label and text: amount wagered, decisions, results."""
    yield ("Put down", f"{game.average} antes"), ("Element of risk", f"<b>{game.risk} %</b>")
    yield ((escape(name), f"{share} %") for name, share in game.decisions)
    yield ((f"{escape(title)} brings", f"{part} %") for title, part in game.brought)


def _end(end: ParSheetLine) -> Sequence[str]:
    texts = (end.name, end.pays, end.net, end.deals, end.chance, end.one_in, end.contribution)
    return (*map(escape, texts), _cite(end.cite))


def _progressive(odds: ProgressivePart) -> str:
    players = "1 player" if odds.players == 1 else f"{odds.players} players"
    paragraph = (
        f"With {players} on it ({escape(odds.seats)}), a stake of {escape(odds.stake)} each and a prize {odds.split}: "
        f"<b>{odds.fixed} %</b> of the stake comes back without the meter, <b>{odds.envy} %</b> by envy; "
        f"with every meter at its seed <b>{odds.at_seeds} %</b> in all."
    )
    headings = ("Meter", "Seed", "Expected share", f"{odds.thousand} adds %", "Breaks even at")
    rows = [
        tuple(map(escape, (meter.title, meter.seed, meter.share, meter.per_thousand, meter.break_even)))
        for meter in odds.meters
    ]
    return f"<p>{paragraph}</p>{_table(headings, rows, texts=(0,))}"


def _effects(parts: ParSheetDocument) -> str:
    counted = [(wager, wager.effects) for wager in parts.wagers if wager.effects]
    ranks = ["10" if letter == "T" else letter for letter, _ in counted[0][1].ranks]
    rows = [
        (
            escape(wager.title) + (" *" if effects.can_be_counted else ""),
            *("" if change is None else f"{change:+.3f}".replace("-", MINUS) for _, change in effects.ranks),
            *(effects.sum_of_sizes, effects.spread),
        )
        for wager, effects in counted
    ]
    table = _table(("Wager", *ranks, "Sum", "Spread"), rows, texts=(0,))
    plot = _plot(removal_effects(parts.wagers), "Effects of removal by rank, one plot a wager")
    return f"<section><h2>Effects of removal</h2><p>{EFFECTS_TEXT}</p>{table}{plot}</section>"


def _definitions(parts: ParSheetDocument) -> str:
    listed = "".join(f"<p><b>{escape(name)}.</b> {escape(text)}</p>" for name, text in parts.definitions)
    return f'<h2>What the figures mean</h2><div class="columns">{listed}</div>'


def _options(parts: ParSheetDocument) -> str:
    listed = "".join(
        f"<p><b>{escape(option.name)}: {escape(option.value)}</b>"
        f"{f' (not {escape(option.default)})' if option.is_changed else ''}. "
        f"{escape(option.title)}.{_cite(option.sources)}</p>"
        for option in parts.options
    )
    return f'<h2>Options in force</h2><div class="columns small">{listed}</div>'


def _documents(parts: ParSheetDocument) -> str:
    listed = "".join(f"<p><b>{one.number}</b> {escape(one.text)}.</p>" for one in parts.documents)
    return f"<section><h2>Documents</h2>{listed}<p>{escape(parts.statement)}</p></section>"


def _table(headings: Iterable[str], rows: Iterable[Sequence[str]], texts: Sequence[int]) -> str:
    """Return an HTML table; `texts` has the indexes of text columns, all others are right-aligned numbers."""
    classes = [' class="text"' if place in texts else "" for place in range(32)]
    head = "".join(
        f"<th{css_class}>{escape(heading)}</th>" for heading, css_class in zip(headings, classes, strict=False)
    )
    body = "".join(
        f"<tr>{''.join(f'<td{css_class}>{cell}</td>' for cell, css_class in zip(row, classes, strict=False))}</tr>"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _plot(svg: str, described: str) -> str:
    """Return HTML that embeds a plot as a separate image, so that element ids of different plots cannot conflict."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{escape(described)}" src="data:image/svg+xml;base64,{data}">'


def _described(wager: ParSheetWager) -> str:
    return f"{wager.title}: " + ", ".join(f"{end.net} in {end.chance} percent" for end in wager.ends)


def _cite(source: str) -> str:
    return f' <span class="cite">{escape(source)}</span>' if source else ""
