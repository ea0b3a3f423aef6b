"""`croupier design`: pays that bring a wager to a target edge."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import read_options
from croupier.cli.output import plain_table, print_json, show_work
from croupier.errors import BadInput
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.odds.design import Design, Proposal


def show_design(
    rulebook: str,
    options: list[str],
    *,
    wager: str,
    edge: str,
    rows: list[str],
    least: list[str],
    below_filed: bool,
    most_changed: int | None,
    shape: str,
    payable: str,
    as_json: bool,
) -> None:
    """Print the pays of one row and whole pay tables that come close to the target edge."""
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options))
    with show_work(f"Counting {rules.rulebook.title}"):
        from croupier.odds.design import design_json, design_of

        designed = design_of(
            rules,
            wager,
            edge,
            rows=rows,
            least=dict(_least(text) for text in least),
            below_filed=below_filed,
            most_changed=most_changed,
            shape=shape,
            payable=payable,
        )
    if as_json:
        print_json(design_json(designed))
    else:
        _print(designed)


def _least(text: str) -> tuple[str, str]:
    row, equals, odds = text.partition("=")
    if not equals or not row.strip() or not odds.strip():
        raise BadInput.at("--least", f'is "{text}"; write ROW=ODDS, such as 1=30:1')
    return row.strip(), odds.strip()


def _print(designed: Design) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    rules, wager = designed.rules, designed.rules.wagers[designed.wager]
    console.print(f"[bold]{wager.title}[/bold]  {rules.id}: pays for a house edge of {_percent(designed.target)}")
    measured = "" if designed.measured == designed.wager else f", of {designed.filed.title} and all that goes with it"
    console.print(f"Filed: {_percent(designed.filed.house_edge)}{measured}, {designed.filed.precision}.")
    if designed.single_rows:
        console.print(_single_rows(designed))
    if designed.proposals:
        console.print(_tables(designed))
    elif not any(one.proposals for one in designed.single_rows):
        console.print("No pay table within these constraints comes near the target.")
    for note in _notes(designed):
        console.print(note)


def _single_rows(designed: Design) -> Table:
    shown = plain_table("One row changed", "Filed", "Exactly", "Payable", "Edge", "Next", "Edge")
    for one in designed.single_rows:
        row, place = designed.rows[one.place], one.place
        exact = "" if one.exact is None else f"{float(one.exact):,.4f}"
        cells = [cell for proposal in one.proposals for cell in (proposal.pays[place], _edge(proposal))]
        cells = cells or ["no pay gives it" if not designed.is_solved_again else ""]
        shown.add_row(f"{row.place + 1} {row.title}", row.filed.text, exact, *cells, *[""] * (4 - len(cells)))
    return shown


def _tables(designed: Design) -> Table:
    best = designed.proposals[:5]
    shown = plain_table("Pay tables", "Filed", *(f"{place + 1}" for place in range(len(best))))
    for place, row in enumerate(designed.rows):
        cells = [f"[bold]{one.pays[place]}[/bold]" if place in one.changed else one.pays[place] for one in best]
        shown.add_row(f"{row.place + 1} {row.title}", row.filed.text, *cells)
    shown.add_section()
    filed = designed.filed
    lines: dict[str, Any] = {
        "Edge": lambda odds: _percent(odds.house_edge),
        "Hit rate": lambda odds: f"{float(odds.hit):.3%}",
        "Deviation": lambda odds: f"{odds.standard_deviation:.4f}",
        "Largest pay": lambda odds: f"{float(odds.largest_pay):,.6g}",
    }
    for title, figure in lines.items():
        shown.add_row(title, figure(filed), *(figure(one.odds) for one in best))
    return shown


def _notes(designed: Design) -> list[str]:
    notes = []
    if designed.is_solved_again:
        notes.append("The pays change the play or the row that is paid, so each table was solved again.")
    if under := sorted({place + 1 for one in designed.proposals for place in one.under_filed}):
        rows = ", ".join(map(str, under))
        notes.append(f"Under the filed minimum in some of these tables: row {rows}. The rulebook refuses such pays.")
    if designed.highest is not None:
        notes.append(f"With every row at the smallest pay that is allowed the edge is {_percent(designed.highest)}.")
    return notes


def _edge(proposal: Proposal) -> str:
    return _percent(proposal.house_edge) + ("*" if proposal.under_filed else "")


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}"
