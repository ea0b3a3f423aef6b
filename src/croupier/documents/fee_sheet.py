"""Fee sheet of a game between seats: there is no house edge, and the house earns only a fee."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rich import box
from rich.console import Console
from rich.table import Table

from croupier.documents.strategy import PlainTable
from croupier.rulebook.table_rules import TableRules


@dataclass(frozen=True)
class FeeSheet:
    """Fee sheet of a table where seats play against each other; it is printed instead of a par sheet."""

    title: str
    sentences: tuple[str, ...]
    """Sentences that say that there is no house edge, what is assumed, and how the figures were measured."""
    tables: tuple[PlainTable, ...]
    json_data: dict[str, Any]
    """All data of the fee sheet for JSON output, a stable format: see docs/reference/commands.md."""


@runtime_checkable
class FeeSheetSource(Protocol):
    """Protocol of a family's odds package that computes fees, for games in which the house has no wager."""

    def fee_sheet(self, rules: TableRules) -> FeeSheet:
        """Return the fee sheet of a table; if no fee schedule is chosen, of all schedules."""


def print_fee_sheet(sheet: FeeSheet, console: Console) -> None:
    console.print(sheet.title, style="bold")
    for line in sheet.sentences:
        console.print(line)
    for part in sheet.tables:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=part.title or None, title_justify="left")
        words = len(part.heads) - part.figures
        for place, heading in enumerate(part.heads):
            table.add_column(heading, justify="left" if place < words else "right", no_wrap=place >= words)
        for row in part.rows:
            table.add_row(*row)
        console.print(table)
