"""`croupier odds`: the par sheet of a table as text, JSON, CSV, HTML or PDF."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from croupier.cli.arguments import read_options
from croupier.cli.output import print_json, show_work
from croupier.documents.fee_sheet import FeeSheetSource, print_fee_sheet
from croupier.documents.par_sheet_files import par_sheet_file, require_par_sheet_packages
from croupier.errors import BadInput
from croupier.odds.family_odds import odds_of
from croupier.odds.optional_packages import require_package
from croupier.odds.priced_odds import PricedOdds, check_shoe, priced_odds, priced_odds_json
from croupier.odds.shipped_sheets import load_shipped_sheet
from croupier.odds.shoe_composition import shoe_left
from croupier.play import rulebook_library
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules


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
    xlsx: Path | None = None,
) -> None:
    """Print the par sheet in the requested format, or write the requested files."""
    if as_json and as_csv:
        raise BadInput.at("--csv", "does not go with --json; choose one of them")
    files = {"html": html, "pdf": pdf, "xlsx": xlsx}
    for kind, path in files.items():
        if path is not None:
            require_par_sheet_packages(kind)
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
            "--xlsx": xlsx,
        }
        _show_fees(rules, fees, requested, as_json=as_json)
        return
    counted = _count(rules, removed, left, players, effects)
    _write_files(counted, files)
    if as_json:
        print_json(priced_odds_json(counted))
    elif as_csv:
        print(par_sheet_file(counted, "csv").decode(), end="")
    elif not any(files.values()):
        from croupier.documents.par_sheet import par_sheet_document
        from croupier.documents.par_sheet_text import print_sheet

        print_sheet(par_sheet_document(counted.sheet, counted.progressives, counted.effects))


def _show_fees(rules: TableRules, fees: FeeSheetSource, requested: Mapping[str, object], *, as_json: bool) -> None:
    """Print the fee sheet, for games without a wager against the house; refuse par sheet options."""
    for where, given in requested.items():
        if given:
            raise BadInput.at(
                where, f"goes with a par sheet; {rules.rulebook.title} has none, since no wager is against a bank"
            )
    require_package("numba", "odds")
    from rich.console import Console

    with show_work(f"Counting {rules.rulebook.title}"):
        sheet = fees.fee_sheet(rules)
    if as_json:
        print_json(sheet.json_data)
    else:
        print_fee_sheet(sheet, Console(highlight=False))


def _count(rules: TableRules, removed: str | None, left: str | None, players: int, with_effects: bool) -> PricedOdds:
    """Return the odds; print the compile time if the shipped sheet does not have them."""
    check_shoe(rules, removed=removed is not None, left=left is not None, effects=with_effects)
    shoe = shoe_left(rules.shoe.decks, removed, left)
    if shoe is None and not with_effects and load_shipped_sheet(rules) is not None:
        return priced_odds(rules, shoe, players=players)
    with show_work(f"Counting {rules.rulebook.title}"):
        return priced_odds(rules, shoe, players=players, with_effects=with_effects)


def _write_files(counted: PricedOdds, files: Mapping[str, Path | None]) -> None:
    """Write the requested documents. All are created before the first is written, so bad input leaves no output."""
    outputs = [(path, par_sheet_file(counted, kind), kind) for kind, path in files.items() if path is not None]
    if outputs:
        from croupier.documents.typst_pdf import write_atomically
    for path, content, kind in outputs:
        write_atomically(path, content, f"--{kind}")
        print(f"Wrote {path}.", file=sys.stderr)
