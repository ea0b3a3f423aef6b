"""Output of a strategy in colour on a terminal."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.documents.strategy import ChartBlock, HandExplanation, PlainTable, StrategyDocument

COLOURS = {
    "hit": "black on white",
    "stand": "black on yellow",
    "double": "black on green",
    "split": "white on blue",
    "give": "white on red",
}


def print_strategy(parts: StrategyDocument, console: Console | None = None) -> None:
    console = console or Console(highlight=False)
    console.print(f"[bold]{parts.title}[/bold]  {parts.rulebook}")
    console.print(", ".join(parts.rules))
    for block in parts.blocks:
        console.print(_chart(parts, block))
    if parts.meanings:
        console.print("  ".join(f"{letter} {meaning}" for letter, meaning in parts.meanings))
    for table in parts.tables:
        console.print(_plain(table))
    for line in parts.terminal_lines:
        console.print(line)


def _chart(parts: StrategyDocument, block: ChartBlock) -> Table:
    table = Table(title=block.title, title_justify="left", box=None, pad_edge=False, padding=(0, 0, 0, 1))
    table.add_column("")
    for head in block.heads:
        table.add_column(head, justify="center", min_width=3)
    for row in block.rows:
        table.add_row(row.held, *(Text(f" {cell:<2}", style=COLOURS[parts.tones[cell]]) for cell in row.cells))
    return table


def _plain(shown: PlainTable) -> Table:
    table = Table(title=shown.title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    words = len(shown.heads) - shown.figures
    for place, head in enumerate(shown.heads):
        is_figure = place >= words
        # Only long text may wrap: text columns other than the first of several.
        table.add_column(
            head, justify="right" if is_figure else "left", no_wrap=is_figure or (place == 0 and words > 1)
        )
    for row in shown.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def print_hand(explanation: HandExplanation, console: Console | None = None) -> None:
    """Print the value of each legal action of a hand, best first."""
    console = console or Console(highlight=False)
    console.print(f"[bold]{explanation.title}[/bold]")
    best = next(iter(explanation.options.values()))
    for place, (do, value) in enumerate(islice(explanation.options.items(), explanation.shown)):
        behind = "" if place == 0 else f"  {float(value - best):+.8f}"
        exact = f"{behind:<15}{value}" if isinstance(value, Fraction) else behind
        console.print(
            f"  {do:<12} {float(value):+.8f}{exact}", style="bold green" if place == 0 else "", soft_wrap=True
        )
    if isinstance(explanation.margin, Fraction):
        console.print(f"  {'margin':<12}  {float(explanation.margin):.8f}{'':<15}{explanation.margin}", soft_wrap=True)
