"""`croupier simulate`: millions of dealt shoes, and every wager's edge with its interval."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import read_options
from croupier.cli.output import print_compile_time, print_json
from croupier.odds.family_odds import SimulationReport, SimulationSeats, simulate
from croupier.odds.par_sheet import ParSheet, sheet_json
from croupier.odds.wager_odds import WagerOdds
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.odds.simulation.run_options import Progress

DEFAULT_SEATS = SimulationSeats()


def show_simulation(
    rulebook: str,
    options: list[str],
    *,
    rounds: int | None,
    seconds: float | None,
    within: str | None,
    seed: int,
    threads: int | None,
    device: str,
    cluster: str | None,
    as_json: bool,
    seating: SimulationSeats = DEFAULT_SEATS,
) -> None:
    """Run the simulation with a progress bar, and print every wager's edge."""
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options))
    how: dict[str, Any] = {"rounds": rounds, "seconds": seconds, "within": within, "seed": seed, "threads": threads}
    with print_compile_time(), _progress() as progress:
        how |= {"device": device, "cluster": cluster, "progress": progress}
        done = simulate(rules, seating, **how)
    if as_json:
        print_json({**sheet_json(done.sheet), "seed": seed, **done.extra_json})
    else:
        _print(done, seed)


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None]]:
    """Show a progress bar on standard error, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("compiling or loading kernels", total=1.0)

        def show(now: Progress) -> None:
            speed = now.rounds / now.seconds / 1e6 if now.seconds else 0.0
            description_text = f"{now.rounds:,} rounds, {speed:,.0f} million a second"
            bar.update(task, completed=now.share, description=description_text)

        yield show


def _print(done: SimulationReport, seed: int) -> None:
    from rich.console import Console

    sheet = done.sheet
    console = Console(highlight=False)
    console.print(f"{sheet.rules.rulebook.title}: {sheet.rounds:,} rounds dealt, seed {seed}")
    if sheet.wagers:
        console.print(_wagers_table(sheet))
    done.print_extra(console)
    for wager, reason in sheet.not_counted.items():
        console.print(f"{sheet.rules.wagers[wager].title} {reason}.")


def _wagers_table(sheet: ParSheet) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Wager")
    for heading in ("House edge %", "± 95 %", "Hit %", "Push %", "Deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    for odds in sheet.wagers.values():
        title = f"{odds.title} (pay table {odds.paytable})" if odds.paytable else odds.title
        table.add_row(title, *edge_and_interval(odds), _percent(odds.hit), _percent(odds.push), _deviation(odds))
    return table


def edge_and_interval(odds: WagerOdds) -> tuple[str, str]:
    """Return edge and interval in percent, with enough decimals to show two digits of the interval."""
    interval = 100 * (odds.interval or 0.0)
    places = min(max(1 - math.floor(math.log10(interval)), 2), 8) if interval else 4
    return f"{float(100 * odds.house_edge):.{places}f}", f"{interval:.{places}f}" if interval else "unknown"


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.4f}"


def _deviation(odds: WagerOdds) -> str:
    return f"{odds.standard_deviation:.4f}"
