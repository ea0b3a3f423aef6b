"""What the house takes where seats play one another: there is no edge, and a fee is all that leaves the table."""

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
    """What stands in the place of a par sheet."""

    title: str
    said: tuple[str, ...]
    """That there is no edge, what was assumed, how it was measured."""
    tables: tuple[PlainTable, ...]
    told: dict[str, Any]
    """The same as JSON. A contract: see docs/commands.md."""


@runtime_checkable
class FeeSheetSource(Protocol):
    """A family's mathematics where the house has no wager, and takes a fee."""

    def fee_sheet(self, rules: TableRules) -> FeeSheet:
        """What the fee of a table takes; of every option, where the table runs none."""


def print_fee_sheet(sheet: FeeSheet, console: Console) -> None:
    console.print(sheet.title, style="bold")
    for line in sheet.said:
        console.print(line)
    for part in sheet.tables:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=part.title or None, title_justify="left")
        words = len(part.heads) - part.figures
        for place, heading in enumerate(part.heads):
            table.add_column(heading, justify="left" if place < words else "right", no_wrap=place >= words)
        for row in part.rows:
            table.add_row(*row)
        console.print(table)
