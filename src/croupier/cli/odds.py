"""`croupier odds`: the par sheet of a table as text, JSON, CSV, HTML or PDF."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import read_options
from croupier.cli.output import print_json
from croupier.documents.fee_sheet import FeeSheetSource, print_fee_sheet
from croupier.errors import BadInput
from croupier.odds.family_odds import exact_par_sheet, exact_progressive_odds, odds_of
from croupier.odds.optional_packages import require_package
from croupier.odds.par_sheet import ParSheet, sheet_json
from croupier.odds.progressive import ProgressiveOdds, progressive_json, seats_of
from croupier.odds.shipped_sheets import load_shipped_sheet, progressive_wagers
from croupier.odds.shoe_composition import Composition, shoe_left
from croupier.play import rulebook_library
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.par_sheet_model import ParSheetDocument
    from croupier.odds.removal_effects import WagerEffects


def show_odds(
    rulebook: str,
    options: list[str],
    *,
    removed: str | None,
    left: str | None,
    effects: bool,
    players: int,
    as_json: bool,
    as_csv: bool,
    html: Path | None,
    pdf: Path | None,
) -> None:
    """Print the par sheet in the requested format, or write the requested files."""
    if as_json and as_csv:
        raise BadInput.at("--csv", "does not go with --json; choose one of them")
    _require_document_packages(html, pdf)
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options))
    # `odds_of` imports compiled kernels, so it is called only when needed.
    if family_of(rules).table_stakes is not None and isinstance(fees := odds_of(rules), FeeSheetSource):
        requested = {
            "--removed": removed,
            "--left": left,
            "--effects": effects,
            "--csv": as_csv,
            "--html": html,
            "--pdf": pdf,
        }
        _show_fees(rules, fees, requested, as_json=as_json)
        return
    seats_of(rules, players)
    _refuse_shoe_options(rules, removed, left, effects=effects)
    counted = _count(rules, shoe_left(rules.shoe.decks, removed, left), players, effects)
    _write_files(counted, html, pdf)
    if as_json:
        print_json(sheet_json(counted.sheet, counted.more))
    elif as_csv:
        from croupier.documents.par_sheet_csv import sheet_csv

        print(sheet_csv(counted.sheet), end="")
    elif html is None and pdf is None:
        from croupier.documents.par_sheet_text import print_sheet

        print_sheet(counted.parts)


def _show_fees(rules: TableRules, fees: FeeSheetSource, requested: Mapping[str, object], *, as_json: bool) -> None:
    """Print the fee sheet, for games without a wager against the house; refuse par sheet options."""
    for where, given in requested.items():
        if given:
            raise BadInput.at(
                where, f"goes with a par sheet; {rules.rulebook.title} has none, since no wager is against a bank"
            )
    require_package("numba", "odds")
    from rich.console import Console

    from croupier.cli.compile_notice import print_compile_time

    with print_compile_time():
        sheet = fees.fee_sheet(rules)
    if as_json:
        print_json(sheet.json_data)
    else:
        print_fee_sheet(sheet, Console(highlight=False))


def _refuse_shoe_options(rules: TableRules, removed: str | None, left: str | None, *, effects: bool) -> None:
    """Refuse card removal options for games that deal every round from full decks. [004 L649, L3573]"""
    if not rules.rulebook_shuffles_each_round:
        return
    for given, where in ((removed is not None, "--removed"), (left is not None, "--left"), (effects, "--effects")):
        if given:
            raise BadInput.at(where, f"{rules.rulebook.title} deals every round from a whole deck; no card has left it")


def _require_document_packages(html: Path | None, pdf: Path | None) -> None:
    """Check that the optional packages for HTML and PDF are installed, before the long computation."""
    for path, where in ((html, "--html"), (pdf, "--pdf")):
        if path is not None:
            require_package("matplotlib", where)
    if pdf is not None:
        from croupier.documents.typst_pdf import typst

        typst()


@dataclass(frozen=True)
class _OddsResult:
    """Par sheet with the requested progressive odds and removal effects."""

    sheet: ParSheet
    progressives: Mapping[str, ProgressiveOdds]
    effects: Mapping[str, WagerEffects]

    @property
    def parts(self) -> ParSheetDocument:
        from croupier.documents.par_sheet import par_sheet_document

        return par_sheet_document(self.sheet, self.progressives, self.effects)

    @property
    def more(self) -> dict[str, dict[str, Any]]:
        """JSON fields in addition to the par sheet, by wager: the odds of meters and the effects of removed cards."""
        fields: dict[str, dict[str, Any]] = {name: {} for name in self.sheet.wagers}
        for name, odds in self.progressives.items():
            fields[name]["meters"] = progressive_json(odds)
        if self.effects:
            from croupier.odds.removal_effects import effects_json

            for name, effect in self.effects.items():
                fields[name]["effects"] = effects_json(effect)
        return fields


def _count(rules: TableRules, shoe: Composition | None, players: int, with_effects: bool) -> _OddsResult:
    """Return the par sheet that is shipped with the package if it is for these rules and cards, else compute it."""
    shipped = load_shipped_sheet(rules) if shoe is None else None
    if shipped and not with_effects:
        return _OddsResult(shipped.sheet, {name: odds[players - 1] for name, odds in shipped.progressives.items()}, {})
    from croupier.cli.compile_notice import print_compile_time

    with print_compile_time():
        sheet = exact_par_sheet(rules, shoe)
        progressives = {name: exact_progressive_odds(sheet, name, players) for name in progressive_wagers(sheet)}
        removal_effects = odds_of(rules).removal_effects if with_effects else None
        return _OddsResult(sheet, progressives, {} if removal_effects is None else removal_effects(sheet))


def _write_files(counted: _OddsResult, html: Path | None, pdf: Path | None) -> None:
    """Write the requested documents. All are created before the first is written, so bad input leaves no output."""
    outputs: list[tuple[Path, bytes, str]] = []
    if html is not None:
        from croupier.documents.par_sheet_html import sheet_html

        outputs.append((html, sheet_html(counted.parts).encode(), "--html"))
    if pdf is not None:
        from croupier.documents.par_sheet_pdf import sheet_pdf

        outputs.append((pdf, sheet_pdf(counted.parts), "--pdf"))
    if outputs:
        from croupier.documents.typst_pdf import write_atomically
    for path, content, where in outputs:
        write_atomically(path, content, where)
        print(f"Wrote {path}.", file=sys.stderr)
