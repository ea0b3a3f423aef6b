"""The chart in colour on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.documents.strategy import TONES, StrategyParts

COLOURS = {
    "hit": "black on white",
    "stand": "black on yellow",
    "double": "black on green",
    "split": "white on blue",
    "give": "white on red",
}


def print_strategy(parts: StrategyParts, console: Console | None = None) -> None:
    console = console or Console(highlight=False)
    console.print(f"[bold]{parts.title}[/bold]  {parts.rulebook}")
    console.print(", ".join(parts.rules))
    for block in parts.blocks:
        table = Table(title=block.title, title_justify="left", box=None, pad_edge=False, padding=(0, 0, 0, 1))
        table.add_column("")
        for up in parts.ups:
            table.add_column(up, justify="center", min_width=3)
        for row in block.rows:
            table.add_row(row.held, *(Text(f" {cell:<2}", style=COLOURS[TONES[cell]]) for cell in row.cells))
        console.print(table)
    console.print("  ".join(f"{letter} {said}" for letter, said in parts.meanings))
    console.print(f"House edge, perfect play: {-parts.value:.6%} of the first wager")
    console.print(
        f"House edge, this chart:   {-parts.chart_value:.6%} (perfect play has {parts.chart_cost:.6%} over it)"
    )
    console.print(parts.insurance)


def print_hand(title: str, options: dict[str, float], console: Console | None = None) -> None:
    """Each way to go on with a hand, best first."""
    console = console or Console(highlight=False)
    console.print(f"[bold]{title}[/bold]")
    best = next(iter(options.values()))
    for place, (do, worth) in enumerate(options.items()):
        behind = "" if place == 0 else f"  {worth - best:+.8f}"
        console.print(f"  {do:<12} {worth:+.8f}{behind}", style="bold green" if place == 0 else "")
