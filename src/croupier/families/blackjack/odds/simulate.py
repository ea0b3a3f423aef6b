"""Simulation of blackjack for `croupier simulate`.

The seats play the chart or the exact strategy, with equal stakes or with stakes that follow a card count.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Unpack

from croupier.errors import BadInput, Problem
from croupier.files import TooMuch, parse_toml
from croupier.odds.family_odds import SimulationReport, SimulationSeats
from croupier.odds.simulation.run_options import RunOptions
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.families.blackjack.odds.card_counting import CountSystem, Spread
    from croupier.families.blackjack.odds.simulate_results import BlackjackTally
    from croupier.families.blackjack.odds.simulated_sheet import SimulatedPlayers

STEP = re.compile(r"([-+]?\d{1,3}):(\d{1,6})")
NAMES = {**{name: f"--{name}" for name in ("seats", "spread", "count")}, "insurance": "--insure"}
"""Command-line option for each parameter name of the simulation, for error messages."""


def players_of(seating: SimulationSeats) -> SimulatedPlayers:
    """Return the number of simulated seats, their strategy, card count and insurance, from `simulate`'s options."""
    from croupier.families.blackjack.odds.simulated_sheet import SimulatedPlayers as Seated

    count = _count(seating.count, seating.count_file) if seating.count is not None else None
    spread = _spread(seating.spread) if seating.spread is not None else None
    seats = 1 if seating.seats is None else seating.seats
    return Seated(seats, seating.strategy or "chart", count, spread, _insures(seating.insure or "never"))


@dataclass(frozen=True, repr=False)
class BlackjackSimulationReport(SimulationReport):
    """Simulation report of seats that decide and may count cards."""

    tally: BlackjackTally
    seating: SimulationSeats

    @property
    def extra_json(self) -> dict[str, Any]:
        """Extra keys for the JSON output, a contract described in docs/reference/commands.md."""
        from croupier.families.blackjack.odds.simulated_sheet import odds_by_count

        seating = self.seating
        extra: dict[str, Any] = {
            "seats": self.tally.seats,
            "strategy": seating.strategy or "chart",
            "insure": seating.insure or "never",
        }
        if self.tally.job.count is not None:
            rows = [asdict(row) for row in odds_by_count(self.tally)]
            extra |= {"count": seating.count, "spread": seating.spread, "by_count": rows}
        return extra

    def print_extra(self, console: Console) -> None:
        """Print how the seats played and, if they counted cards, the odds at every count."""
        console.print("; ".join(self._sentences()) + ".")
        if self.tally.job.count is not None:
            _print_counts(console, self.tally)

    def _sentences(self) -> Iterator[str]:
        seats = "1 seat" if self.tally.seats == 1 else f"{self.tally.seats} seats"
        yield f"{seats} by the {'exact strategy' if self.seating.strategy == 'exact' else 'chart'}"
        if self.tally.job.shoe.is_fresh:
            yield "every round from whole decks"
        if self.tally.job.count is not None:
            yield f"counting {self.tally.job.count.title}"
        if self.tally.spread is not None:
            yield f"stakes {self.seating.spread}, {self.tally.staked / self.tally.units / self._rounds:.3f} on average"
        if sum(self.tally.insured):
            yield f"insured {sum(self.tally.insured):,} times, {self.tally.insured[1]:,} of them won"

    @property
    def _rounds(self) -> int:
        return self.tally.rounds * self.tally.seats


def simulate_seats(
    rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
) -> BlackjackSimulationReport:
    """Simulate rounds as the command line asks for, and return a report with the odds of every wager."""
    from croupier.families.blackjack.odds.simulated_sheet import simulate_table, simulated_sheet

    with _name_typed_options():
        tally = simulate_table(rules, players_of(seating), **run_options)
    return BlackjackSimulationReport(simulated_sheet(rules, tally), tally, seating)


@contextmanager
def _name_typed_options() -> Iterator[None]:
    """Context manager that names the command-line option in an error instead of the internal parameter."""
    try:
        yield
    except BadInput as bad:
        problems = [Problem(NAMES.get(one.where, one.where), one.message, one.cite) for one in bad.problems]
        raise BadInput(problems) from None


def _count(written: str, file: str | None) -> CountSystem:
    """Return a count system of the package by its name, or read one from the text of a TOML file."""
    from croupier.families.blackjack.odds.card_counting import count_named, count_of

    if file is None:
        return count_named(written)
    try:
        tables = parse_toml(file)
    except TooMuch as error:
        raise BadInput.at(written, str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput.at(written, f"is no TOML: {error}") from None
    if "tags" in tables:
        tables = {"own": tables}
    if len(tables) != 1 or not isinstance(table := next(iter(tables.values())), dict):
        raise BadInput.at(written, "holds one count: title, source, tags = { A = -1, 2 = 1, ... }, one table of them")
    if not isinstance(table.get("tags"), dict):
        raise BadInput.at(written, "tags is a table of ranks: tags = { A = -1, 2 = 1, ... }")
    return count_of(next(iter(tables)), table)


def _spread(written: str) -> Spread:
    """Parse a bet spread such as `1:1 2:4 4:10`: the number of stakes from each true count on."""
    from croupier.families.blackjack.odds.card_counting import Spread as Steps

    steps = [STEP.fullmatch(word) for word in written.replace(",", " ").split()]
    read = [(int(step[1]), int(step[2])) for step in steps if step]
    if not read or len(read) < len(steps):
        raise BadInput.at("--spread", f'is "{written}"; write COUNT:STAKE steps, such as "1:1 2:4 4:10"')
    return Steps(tuple(read))


def _insures(written: str) -> str | Fraction:
    if written in ("never", "always"):
        return written
    try:
        return Fraction(written)
    except (ValueError, ZeroDivisionError):
        raise BadInput.at("--insure", f'is "{written}"; choose never, always, or a true count such as 3') from None


def _print_counts(console: Console, tally: BlackjackTally) -> None:
    from rich import box
    from rich.table import Table

    from croupier.families.blackjack.odds.simulated_sheet import odds_by_count

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Count", "Stake", "Rounds", "Share %", "House edge %", "± 95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    rows = odds_by_count(tally)
    for row in rows:
        beyond = (
            " or less" if row.count == tally.job.counts_from else " or more" if row.count == tally.job.counts_to else ""
        )
        figures = (
            f"{row.rounds:,}",
            f"{100 * row.share:.3f}",
            f"{100 * row.house_edge:.3f}",
            f"{100 * row.interval:.3f}",
        )
        table.add_row(f"{row.count:+d}{beyond}" if row.count else "0", str(row.stake), *figures)
    console.print(table)
