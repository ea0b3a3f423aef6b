"""`croupier bank`: the player-dealer's expected result per round, after the collection fee."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import read_fees, read_options
from croupier.cli.output import print_json
from croupier.money.bank_coverage import CoverageModel
from croupier.money.cents import format_amount, format_dollars
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from croupier.odds.player_dealer import PlayerDealerRound, ResultUnderSchedule

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
    as_json: bool,
) -> None:
    """Print the player-dealer's expected result against the given wagers of the players."""
    from croupier.cli.compile_notice import print_compile_time

    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options), read_fees(fees))
    with print_compile_time():
        from croupier.odds.joint_wagers import read_stakes
        from croupier.odds.player_dealer import player_dealer_round, require_player_dealer, schedules_of

        require_player_dealer(rules)
        banked = player_dealer_round(rules, read_stakes(rules, action, "--action"), schedules_of(rules, schedule))
    if as_json:
        print_json(bank_json(banked))
    else:
        _print(banked)


def bank_json(banked: PlayerDealerRound) -> dict[str, Any]:
    """Return the output of `croupier bank --json`, a stable format: see docs/commands.md."""
    from croupier.odds.par_sheet import options_json

    rules, gains = banked.rules, banked.gains
    return {
        "rulebook": rules.id,
        "digest": rules.rulebook.digest,
        "options": options_json(rules),
        "action": format_amount(banked.total),
        "wagers": [
            {
                "wager": name,
                "action": format_amount(amount),
                "house_edge": float(banked.edges[name]),
                "house_edge_exact": exact(banked.edges[name]),
                **_expected(banked.edges[name] * amount),
            }
            for name, amount in banked.action.items()
        ],
        "round": {
            **_expected(gains.mean),
            "standard_deviation": gains.deviation / 100,
            "wins": float(gains.ahead),
            "even": float(gains.even),
            "loses": float(gains.behind),
            "largest_loss": format_amount(math.ceil(gains.largest_loss)),
            "largest_gain": format_amount(math.ceil(gains.largest_gain)),
            "post_to_cover": format_amount(banked.post_to_cover),
        },
        "coverage_model": rules.settlement.coverage.model.value,
        "meters_left_out": list(banked.joint.without_meters),
        "schedules": [_schedule_json(one) for one in banked.by_schedule],
    }


def _schedule_json(one: ResultUnderSchedule) -> dict[str, Any]:
    after = one.expected
    return {
        "schedule": one.schedule.id,
        "counted_action": format_amount(one.counted),
        "fee": None if one.fee is None else format_amount(one.fee),
        **_expected(after),
        "expected_gain_per_100_rounds": None if after is None else float(after),
        "break_even": _up(one.break_even),
        "break_even_exact": _exact_dollars(one.break_even),
        "for_good_from": _up(one.covers_from),
        "for_good_from_exact": _exact_dollars(one.covers_from),
        "covered": [{"from": _up(span.start), "to": _down(span.end)} for span in one.covering_ranges],
        "full_table": format_amount(one.full_table),
        "cite": one.schedule.cite,
    }


def _expected(cents: Fraction | None) -> dict[str, Any]:
    return {
        "expected_gain": None if cents is None else float(cents / 100),
        "expected_gain_exact": _exact_dollars(cents),
    }


def _exact_dollars(cents: Fraction | None) -> str | None:
    return None if cents is None else exact(cents / 100)


def exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _up(cents: Fraction | None) -> str | None:
    return None if cents is None else format_amount(math.ceil(cents))


def _down(cents: Fraction | None) -> str | None:
    return None if cents is None else format_amount(math.floor(cents))


def dollars(cents: Fraction | float) -> str:
    """Return cents as dollars with two decimals: -$7.50."""
    whole = round(cents)
    return f"{'-' if whole < 0 else ''}${abs(whole) / 100:,.2f}"


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
    table = _table("Wager", "Action", "Edge", "Gain a round")
    for name, amount in banked.action.items():
        edge = banked.edges[name]
        table.add_row(banked.rules.wagers[name].title, format_dollars(amount), _edge(edge), dollars(edge * amount))
    if len(banked.action) > 1:
        mean = banked.gains.mean
        table.add_row("Together", format_dollars(banked.total), _edge(mean / banked.total), dollars(mean))
    return table


def _edge(edge: Fraction) -> str:
    return f"{float(edge):.4%}"


def _table(*headings: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    return table


def _print_round(console: Console, banked: PlayerDealerRound) -> None:
    gains = banked.gains
    lines = {
        "A round": f"gains {dollars(gains.mean)} on average before collection, standard deviation "
        f"{dollars(gains.deviation)}",
        "The seat": f"wins {percent(gains.ahead)}, comes out even {percent(gains.even)}, loses "
        f"{percent(gains.behind)} of all rounds",
        "At most": f"loses {dollars(gains.largest_loss)} or gains {dollars(gains.largest_gain)} in one round",
        "To post": f"{dollars(banked.post_to_cover)} covers every wager in every round: "
        f"{PLAYS[banked.rules.settlement.coverage.model]}",
    }
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


def _schedules(banked: PlayerDealerRound) -> Table:
    table = _table("Schedule", "Fee", "Gain after it", "Per 100 rounds", "Breaks even", "For good")
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
    notes += meter_notes(banked.joint.without_meters)
    for note in notes:
        console.print(note)


def _over_full_table(one: ResultUnderSchedule) -> bool:
    return any(cents is not None and cents > one.full_table for cents in (one.break_even, one.covers_from))


def meter_notes(left_out: tuple[str, ...]) -> list[str]:
    return [f"Left out: what {' and '.join(left_out)} may win off a meter, and what it adds to it."] if left_out else []
