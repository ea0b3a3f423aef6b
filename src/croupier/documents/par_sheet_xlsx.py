"""The par sheet as a workbook with live formulas: changed pays and meters give new edges in any spreadsheet program.

The sheet `Lines` has every way each wager can end, with its exact count; the figures of the sheet `Par sheet` are
formulas over these lines. A wager that was solved in floating point has its solved edge beside the formula's, because
its lines are simulated.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from croupier.errors import BadInput
from croupier.odds.fact_table import EXACT
from croupier.odds.par_sheet import ParSheet, fraction_text
from croupier.odds.progressive import ProgressiveOdds
from croupier.odds.wager_odds import SolvedOdds, WagerOdds

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

STAKE, ROUNDS_PER_HOUR = 10, 70
"""Values of the two cells from which the win an hour is computed, in dollars and rounds; made to be changed."""
LINE_HEADS = ("Wager", "Row", "Pays", "Result", "Net per unit", "Deals", "Probability", "Source")
SHEET_HEADS = (
    *(
        "Wager",
        "Title",
        "House edge",
        "Filed edge, exact",
        "How found",
        "Hit",
        "Push",
        "Lose",
        "Deviation",
        "Largest win",
    ),
    *("Win an hour, $", "Deviation, $"),
)
METER_HEADS = ("Wager", "Meter", "On the meter, $", "Return without meter", "Return per $", "Return", "Fair at, $")
CREATED = datetime(2000, 1, 1)
"""Time of creation that every workbook names, so that equal sheets give equal bytes."""
FIRST_ROW = 8
"""Row of the heading of the sheet `Par sheet`, from 1; above it are the game and the two cells to change."""


def xlsxwriter() -> ModuleType:
    """Import XlsxWriter, an optional dependency; raise `BadInput` if it is not installed."""
    try:
        return import_module("xlsxwriter")
    except ImportError:
        raise BadInput.at("--xlsx", 'needs XlsxWriter; install it with: pip install "croupier[documents]"') from None


def sheet_xlsx(sheet: ParSheet, progressives: Mapping[str, ProgressiveOdds]) -> bytes:
    """Return the workbook as bytes; equal sheets give equal bytes."""
    content = io.BytesIO()
    # Texts of rulebooks stay texts, whatever they begin with.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    workbook: Workbook = xlsxwriter().Workbook(content, options)
    workbook.set_properties({"title": f"{sheet.rules.rulebook.title}: par sheet", "created": CREATED})
    formats = _Formats.of(workbook)
    summary, lines = workbook.add_worksheet("Par sheet"), workbook.add_worksheet("Lines")
    places = _write_lines(lines, sheet, formats)
    _write_summary(summary, sheet, places, formats)
    if progressives:
        _write_meters(workbook.add_worksheet("Meters"), progressives, formats)
    workbook.close()
    return content.getvalue()


@dataclass(frozen=True)
class _Formats:
    head: Format
    share: Format
    money: Format
    number: Format
    changeable: Format

    @classmethod
    def of(cls, workbook: Workbook) -> _Formats:
        add = workbook.add_format
        return cls(
            add({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"}),
            add({"num_format": "0.0000%"}),
            add({"num_format": "#,##0.00"}),
            add({"num_format": "#,##0.0000"}),
            add({"num_format": "#,##0.00##", "bg_color": "#FFF2CC", "border": 1}),
        )


def _heads(page: Worksheet, row: int, heads: Sequence[str], formats: _Formats) -> None:
    for column, head in enumerate(heads):
        page.write_string(row, column, head, formats.head)


def _write_lines(page: Worksheet, sheet: ParSheet, formats: _Formats) -> dict[str, tuple[int, int]]:
    """Write every line of every wager; return the first and last row of each wager, from 1."""
    _heads(page, 0, LINE_HEADS, formats)
    page.freeze_panes(1, 0)
    page.set_column(0, 3, 20)
    page.set_column(4, 6, 18)
    page.set_column(7, 7, 30)
    places: dict[str, tuple[int, int]] = {}
    row = 1
    for odds in sheet.wagers.values():
        first = row + 1
        last = row + len(odds.lines)
        places[odds.wager] = first, last
        for line in odds.lines:
            for column, text in enumerate((odds.wager, line.row, line.pays, line.result)):
                page.write_string(row, column, text)
            page.write_number(row, 4, float(line.net), formats.changeable)
            page.write_number(row, 5, line.count)
            share = float(odds.probability(line)) if odds.total else 0.0
            formula = f"=IF(SUM(F${first}:F${last})=0,0,F{row + 1}/SUM(F${first}:F${last}))"
            page.write_formula(row, 6, formula, None, share)
            page.write_string(row, 7, line.cite)
            row += 1
    return places


def _write_summary(page: Worksheet, sheet: ParSheet, places: Mapping[str, tuple[int, int]], formats: _Formats) -> None:
    book = sheet.rules.rulebook
    page.set_column(0, 1, 24)
    page.set_column(2, 11, 14)
    about = (book.title, f"Rulebook {book.id}, digest {book.digest}", f"Odds: {sheet.method}, {sheet.rounds:,} rounds")
    for row, text in enumerate(about):
        page.write_string(row, 0, text, formats.head if row == 0 else None)
    page.write_string(3, 0, "Change a coloured cell, here or in Lines, and the figures follow.")
    page.write_string(4, 0, "Bet, $")
    page.write_number(4, 1, STAKE, formats.changeable)
    page.write_string(5, 0, "Rounds an hour")
    page.write_number(5, 1, ROUNDS_PER_HOUR, formats.changeable)
    _heads(page, FIRST_ROW - 1, SHEET_HEADS, formats)
    for row, odds in enumerate(sheet.wagers.values(), start=FIRST_ROW):
        _write_wager(page, row, odds, places[odds.wager], formats)
    if sheet.not_counted:
        row = FIRST_ROW + len(sheet.wagers) + 1
        for wager, reason in sheet.not_counted.items():
            page.write_string(row, 0, f"{wager}: {reason}")
            row += 1


def _write_wager(page: Worksheet, row: int, odds: WagerOdds, place: tuple[int, int], formats: _Formats) -> None:
    """Write the figures of one wager, each as a formula over its lines with the value that it has now."""
    net, share, result = (f"Lines!${column}${place[0]}:${column}${place[1]}" for column in "EGD")
    mean = f"SUMPRODUCT({net},{share})"
    line_edge = -float(odds.mean_of_lines)
    spread, here = odds.standard_deviation, row + 1
    page.write_string(row, 0, odds.wager)
    page.write_string(row, 1, odds.title if odds.paytable is None else f"{odds.title} (pay table {odds.paytable})")
    page.write_formula(row, 2, f"=-{mean}", formats.share, line_edge)
    page.write_string(row, 3, fraction_text(odds.house_edge) if odds.precision == EXACT else "")
    solved = f", {float(odds.house_edge):.6%} by perfect play" if isinstance(odds, SolvedOdds) else ""
    interval = "" if odds.interval is None else f", ± {odds.interval:.6%}"
    page.write_string(row, 4, f"{odds.precision}{solved}{interval}")
    for column, name, value in ((5, "win", odds.hit), (6, "push", odds.push), (7, "lose", odds.loss)):
        page.write_formula(row, column, f'=SUMIF({result},"{name}",{share})', formats.share, float(value))
    deviation = f"=SQRT(MAX(0,SUMPRODUCT({net},{net},{share})-{mean}^2))"
    page.write_formula(row, 8, deviation, formats.number, spread)
    page.write_formula(row, 9, f"=MAX({net})", formats.number, float(odds.largest_pay))
    page.write_formula(row, 10, f"=C{here}*$B$5*$B$6", formats.money, line_edge * STAKE * ROUNDS_PER_HOUR)
    page.write_formula(row, 11, f"=I{here}*$B$5*SQRT($B$6)", formats.money, spread * STAKE * ROUNDS_PER_HOUR**0.5)


def _write_meters(page: Worksheet, progressives: Mapping[str, ProgressiveOdds], formats: _Formats) -> None:
    """Write the return of each progressive wager by the amounts on its meters."""
    _heads(page, 0, METER_HEADS, formats)
    page.set_column(0, 6, 20)
    row = 1
    for wager, odds in progressives.items():
        first, last = row + 1, row + len(odds.meters)
        for meter in odds.meters:
            here = row + 1
            page.write_string(row, 0, wager)
            page.write_string(row, 1, meter.title)
            page.write_number(row, 2, meter.seed / 100, formats.changeable)
            page.write_number(row, 3, float(odds.fixed + odds.envy), formats.share)
            page.write_number(row, 4, float(odds.per_dollar(meter)))
            whole = f"D{here}+SUMPRODUCT(C${first}:C${last},E${first}:E${last})"
            page.write_formula(row, 5, f"={whole}", formats.share, float(odds.return_at_seeds))
            fair = odds.break_even(meter)
            if fair is not None:
                formula = f"=MAX(0,(1-({whole}-C{here}*E{here}))/E{here})"
                page.write_formula(row, 6, formula, formats.money, float(fair) / 100)
            row += 1
