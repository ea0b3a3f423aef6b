"""`croupier jackpot`: how large a progressive meter grows, and what it returns in the long run."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cli.arguments import read_options
from croupier.cli.bank import print_lines
from croupier.cli.output import plain_table, print_json, show_work
from croupier.odds.result_display import dollars
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.odds.progressive import JackpotForecast


def show_jackpot(rulebook: str, options: list[str], *, wager: str | None, players: int, as_json: bool) -> None:
    """Print the forecast of every progressive wager, or of one."""
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options))
    with show_work(f"Counting {rules.rulebook.title}"):
        from croupier.odds.shipped_sheets import forecast_jackpots

        forecasts = forecast_jackpots(rules, wager, players)
    if as_json:
        from croupier.odds.progressive import jackpots_json

        print_json(jackpots_json(forecasts))
        return
    for name, forecast in forecasts.wagers.items():
        _print(rules, name, forecast)


def _print(rules: TableRules, name: str, forecast: JackpotForecast) -> None:
    from rich.console import Console

    from croupier.odds.progressive import QUANTILES

    console = Console(highlight=False)
    odds = forecast.odds
    people = "1 player" if odds.players == 1 else f"{odds.players} players"
    console.print(f"[bold]{rules.wagers[name].title}[/bold]  {rules.id}: {dollars(odds.stake)} a bet, {people}")
    lines = {
        "Without meters": f"returns {_percent(odds.fixed)}" + (f", envy {_percent(odds.envy)}" if odds.envy else ""),
        "In the long run": f"returns {_percent(forecast.long_run_return)}: an edge of {_percent(forecast.house_edge)}",
    }
    print_lines(console, lines)
    for one in forecast.meters:
        shown = plain_table(one.title, "")
        shown.add_row("Seed", dollars(one.seed))
        shown.add_row("Each bet adds", dollars(one.contribution))
        shown.add_row("Won whole", f"once in {float(one.rounds_between_wins):,.0f} rounds")
        shown.add_row("On the meter, on average", dollars(one.average_size))
        shown.add_row("When it is won, on average", dollars(one.average_jackpot))
        for share in QUANTILES:
            size = one.size_at_win(Fraction(share, 100))
            if size is not None:
                shown.add_row(
                    "  half of them at most" if share == 50 else f"  {share} % of them at most", dollars(size)
                )
        shown.add_row("Returned in the long run", _percent(one.long_run_return))
        shown.add_row("  of it new seeds, by the house", _percent(one.seed_cost))
        console.print(shown)


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}"
