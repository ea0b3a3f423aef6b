"""`croupier simulate`: shoes dealt by the million, every wager's edge with its interval."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from croupier.cli.compiling import compile_time_shown
from croupier.cli.reading import read_options
from croupier.cli.simulate_blackjack import Asked, simulate_seats
from croupier.cli.simulate_poker import simulate_hands
from croupier.cli.streams import print_json
from croupier.errors import BadInput
from croupier.games import library
from croupier.odds.extra import require_extra
from croupier.odds.measures import WagerOdds
from croupier.odds.par_sheet import ParSheet, sheet_json
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.odds.sim_stop import Progress

NOTHING_ASKED = Asked()
SEATS_PLAY = {"blackjack": "blackjack", "ultimate-holdem": "poker", "three-card": "poker"}
"""Families in which seats decide."""


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
    asked: Asked = NOTHING_ASKED,
) -> None:
    """Deal, then print every wager's edge; while it takes time and somebody watches, how far it is."""
    require_extra("numba", "simulate")
    house = HouseRules.of(library.load(rulebook), read_options(options))
    how = {"rounds": rounds, "seconds": seconds, "within": within, "seed": seed, "threads": threads}
    done = _simulated(house, asked, device, cluster, how)
    if as_json:
        print_json(sheet_json(done.sheet) | {"seed": seed} | done.more)
    else:
        _print(done, seed)


class Done(Protocol):
    """A simulated sheet, and what else there is to say of the rounds."""

    @property
    def sheet(self) -> ParSheet: ...

    @property
    def more(self) -> dict[str, Any]: ...

    def print_more(self, console: Console) -> None: ...


@dataclass(frozen=True)
class Dealt:
    """Rounds in which nobody decides anything: there is no more to say than the sheet does."""

    sheet: ParSheet

    @property
    def more(self) -> dict[str, Any]:
        return {}

    def print_more(self, console: Console) -> None:
        """Nothing."""


def _simulated(house: HouseRules, asked: Asked, device: str, cluster: str | None, how: dict[str, Any]) -> Done:
    """By the rulebook's family."""
    family = house.book.written.family
    if family in SEATS_PLAY:
        _require_this_machine(SEATS_PLAY[family], device, cluster)
    with compile_time_shown(), _progress() as progress:
        if family == "blackjack":
            return simulate_seats(house, asked, **how, progress=progress)
        if family in SEATS_PLAY:
            return simulate_hands(house, asked, **how, progress=progress)
        asked.require_none(f"nobody decides anything in {house.book.title}")
        from croupier.odds.simulate import simulate

        return Dealt(simulate(house, **how, device=device, cluster=cluster, progress=progress))


def _require_this_machine(game: str, device: str, cluster: str | None) -> None:
    if device != "cpu" or cluster is not None:
        where = "--cluster" if cluster is not None else "--device"
        raise BadInput.at(where, f"deals baccarat; {game} is simulated on the cores of this machine")


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None]]:
    """A bar on standard error where that is a terminal."""
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
            said = f"{now.rounds:,} rounds, {speed:,.0f} million a second"
            bar.update(task, completed=now.share, description=said)

        yield show


def _print(done: Done, seed: int) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    sheet = done.sheet
    console = Console(highlight=False)
    console.print(f"{sheet.house.book.title}: {sheet.rounds:,} rounds dealt, seed {seed}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Wager")
    for heading in ("House edge %", "± 95 %", "Hit %", "Push %", "Deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    for odds in sheet.wagers.values():
        title = f"{odds.title} (pay table {odds.paytable})" if odds.paytable else odds.title
        table.add_row(title, *edge_and_interval(odds), _percent(odds.hit), _percent(odds.push), _deviation(odds))
    console.print(table)
    done.print_more(console)
    for wager, reason in sheet.not_counted.items():
        console.print(f"{sheet.house.wagers[wager].title} {reason}.")


def edge_and_interval(odds: WagerOdds) -> tuple[str, str]:
    """Both in percent, with as many places as show two figures of the interval."""
    interval = 100 * (odds.interval or 0.0)
    places = min(max(1 - math.floor(math.log10(interval)), 2), 8) if interval else 4
    return f"{float(100 * odds.house_edge):.{places}f}", f"{interval:.{places}f}" if interval else "unknown"


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.4f}"


def _deviation(odds: WagerOdds) -> str:
    return f"{odds.standard_deviation:.4f}"
