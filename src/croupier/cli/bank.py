"""`croupier bank`: the player-dealer's expected result per round, after the collection fee."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.arguments import read_fees, read_options
from croupier.cli.output import plain_table, print_json, show_work
from croupier.money.bank_coverage import CoverageModel
from croupier.money.cents import format_dollars
from croupier.odds.result_display import dollars
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from croupier.odds.player_dealer import PlayerDealerRound, ResultUnderSchedule
    from croupier.odds.round_gains import RoundGains

PLAYS = {
    CoverageModel.EXCHANGED: "every dollar of the bank plays once, won or lost",
    CoverageModel.NET_RUNNING: "a running bank, in any order of settlement",
}
WIDTH = 80


def show_bank(
    rulebook: str,
    options: list[str],
    *,
    action: str,
    schedule: str | None,
    fees: Path | None = None,
    seats: int = 1,
    rounds: int = 5_000,
    as_json: bool,
) -> None:
    """Print the player-dealer's expected result against the given wagers of the players."""
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options), read_fees(fees))
    with show_work(f"Counting {rules.rulebook.title}"):
        from croupier.odds.player_dealer import bank_json, banked_round

        banked = banked_round(rules, action, schedule=schedule, seats=seats, rounds=rounds)
    if as_json:
        print_json(bank_json(banked))
    else:
        _print(banked)


def percent(chance: Fraction | float) -> str:
    return f"{float(chance):.2%}"


def _print(banked: PlayerDealerRound) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if console.width > WIDTH:
        console = Console(highlight=False, width=WIDTH)
    rules = banked.rules
    console.print(f"[bold]{rules.rulebook.title}[/bold]  {rules.id}: the player-dealer's seat")
    console.print(_wagers(banked))
    _print_round(console, banked)
    if banked.by_schedule:
        console.print(_schedules(banked))
    else:
        console.print(f"\n{rules.rulebook.title} has no collection schedule: nothing is taken off.")
    _print_notes(console, banked)


def _wagers(banked: PlayerDealerRound) -> Table:
    table = plain_table("Wager", "Action", "Edge", "Gain a round")
    main = ""
    for name, amount in banked.action.items():
        title, edge = banked.rules.wagers[name].title, banked.edges.get(name)
        main = title if edge is not None else main
        figures = (f"in {main}", "") if edge is None else (_edge(edge), dollars(edge * amount))
        table.add_row(title, format_dollars(amount), *figures)
    if len(banked.action) > 1:
        mean = banked.expected
        table.add_row("Together", format_dollars(banked.total), _edge(mean / banked.total), dollars(mean))
    return table


def _edge(edge: Fraction) -> str:
    return f"{float(edge):.4%}"


def _print_round(console: Console, banked: PlayerDealerRound) -> None:
    gains = banked.gains
    lines = {
        "A round": f"gains {dollars(banked.expected)} on average before collection, standard deviation "
        f"{dollars(gains.deviation)}",
        "The seat": f"wins {percent(gains.ahead)}, comes out even {percent(gains.even)}, loses "
        f"{percent(gains.behind)} of all rounds",
        "At most": f"loses {dollars(gains.largest_loss)} or gains {dollars(gains.largest_gain)} in one round",
    }
    if banked.post_to_cover is not None:
        plays = PLAYS[banked.rules.settlement.coverage.model]
        lines["To post"] = f"{dollars(banked.post_to_cover)} covers every wager in every round: {plays}"
    else:
        lines["Spread"] = f"{spread_source(banked.round, banked.seats)}; the average is that of the par sheet"
    print_lines(console, lines)


def print_lines(console: Console, lines: dict[str, str]) -> None:
    """Print labels with their texts; a long text wraps beside its label."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for label, text in lines.items():
        grid.add_row(label, Text(text))
    console.print(grid)


def spread_source(gains: RoundGains, seats: int) -> str:
    """Return how the spread of a round's result was found, where players decide or have hands of their own."""
    if gains.method == "exact":
        return "counted over all deals, one bettor, best play"
    bettors = "one bettor" if seats == 1 else f"{seats} bettors with equal shares"
    return f"from {gains.rounds:,} simulated rounds of {bettors}"


def _schedules(banked: PlayerDealerRound) -> Table:
    table = plain_table("Schedule", "Fee", "Gain after it", "Per 100 rounds", "Breaks even", "For good")
    for figures in banked.by_schedule:
        fee, after = figures.fee, figures.expected
        table.add_row(
            figures.schedule.id,
            "none" if fee is None else format_dollars(fee),
            "over the limit" if after is None else dollars(after),
            "" if after is None else dollars(after * 100),
            _action(figures, figures.break_even),
            _action(figures, figures.covers_from),
        )
    return table


def _action(one: ResultUnderSchedule, cents: Fraction | None) -> str:
    if cents is None:
        return "never"
    if cents == 0:
        return "any"
    return dollars(math.ceil(cents)) + ("*" if cents > one.full_table else "")


def _print_notes(console: Console, banked: PlayerDealerRound) -> None:
    notes = ["The bank is taken to cover every wager; each round is dealt from a full shoe."]
    if banked.by_schedule:
        notes.append(
            "Breaks even: the smallest total action, in these proportions, whose gain covers its fee; the next "
            "bracket may be too dear again. For good: from there on every larger action covers its fee."
        )
    if over := [one for one in banked.by_schedule if _over_full_table(one)]:
        most = " or ".join(dict.fromkeys(format_dollars(one.full_table) for one in over))
        notes.append(f"* More than the other seats may stake in these proportions, one bettor a seat: {most}.")
    notes += meter_notes(banked.round.without_meters)
    for note in notes:
        console.print(note)


def _over_full_table(one: ResultUnderSchedule) -> bool:
    return any(cents is not None and cents > one.full_table for cents in (one.break_even, one.covers_from))


def meter_notes(left_out: tuple[str, ...]) -> list[str]:
    return [f"Left out: what {' and '.join(left_out)} may win off a meter, and what it adds to it."] if left_out else []
