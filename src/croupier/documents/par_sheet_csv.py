"""The par sheet as CSV: one line per possible result of each wager."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.csv_output import to_csv
from croupier.odds.par_sheet import ParSheet, fraction_text

HEADINGS = (
    *("rulebook", "digest", "method", "wager", "title", "paytable", "house_edge", "standard_deviation"),
    *("row", "result", "pays", "net", "deals", "of", "probability", "cite"),
)


def sheet_csv(sheet: ParSheet) -> str:
    """Return the CSV text; edges and probabilities are fractions of one, counts and net results are exact."""
    return to_csv((dict(zip(HEADINGS, row, strict=True)) for row in _rows(sheet)), HEADINGS)


def _rows(sheet: ParSheet) -> Iterator[tuple[Any, ...]]:
    book = sheet.rules.rulebook
    for odds in sheet.wagers.values():
        of_wager = (odds.wager, odds.title, odds.paytable or "", float(odds.house_edge), odds.standard_deviation)
        for line in odds.lines:
            of_line = (line.row, line.result, line.pays, _exact(line.net), line.count, odds.total)
            chance = float(odds.probability(line))
            yield (book.id, book.digest, sheet.method, *of_wager, *of_line, chance, line.cite)


def _exact(net: Fraction) -> str:
    """Return a fraction as a decimal, which spreadsheets can calculate with, or as `p/q` if no decimal is exact."""
    short = f"{float(net):.6f}".rstrip("0").rstrip(".")
    return short if Fraction(short) == net else fraction_text(net)
