"""The par sheet as comma-separated values: one line for each way each wager can end."""

from __future__ import annotations

import csv
import io

from croupier.odds.par_sheet import ParSheet, fraction_text

HEADINGS = (
    *("rulebook", "digest", "method", "wager", "title", "paytable", "house_edge", "standard_deviation"),
    *("row", "result", "pays", "net", "deals", "of", "probability", "cite"),
)


def sheet_csv(sheet: ParSheet) -> str:
    """Edges and probabilities as fractions of one; the net of a unit staked and the counts exact."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADINGS)
    book = sheet.house.book
    for odds in sheet.wagers.values():
        of_wager = (odds.wager, odds.title, odds.paytable or "", float(odds.house_edge), odds.standard_deviation)
        for line in odds.lines:
            of_line = (line.row, line.result, line.pays, fraction_text(line.net), line.count, odds.total)
            chance = float(odds.probability(line))
            writer.writerow((book.id, book.digest, sheet.method, *of_wager, *of_line, chance, line.cite))
    return out.getvalue()
