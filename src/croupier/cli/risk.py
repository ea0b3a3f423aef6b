"""`croupier risk`: the probability of ruin, the distribution of results and the time to ruin."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.arguments import read_fees, read_options
from croupier.cli.bank import WIDTH, meter_notes, percent, print_lines, spread_source
from croupier.cli.output import print_json, show_work
from croupier.money.cents import format_dollars
from croupier.odds.result_display import dollars
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.odds.bankroll_risk import Risk
    from croupier.odds.stakes_risk import StakesRisk


def show_risk(
    rulebook: str,
    options: list[str],
    *,
    stakes: str,
    bankroll: str,
    rounds: int,
    bank: bool,
    plot: Path | None,
    as_json: bool,
    schedule: str | None = None,
    fees: Path | None = None,
    simulate: int = 5_000,
) -> None:
    """Print the risk of a bankroll, and draw a plot if a file is given."""
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options), read_fees(fees))
    with show_work(f"Counting {rules.rulebook.title}"):
        from croupier.odds.stakes_risk import require_plot, risk_json, stakes_risk

        if plot is not None:
            require_plot(plot)
        played = stakes_risk(rules, stakes, bankroll, rounds, bank=bank, schedule=schedule, simulate=simulate)
    if plot is not None:
        _draw(played, plot)
    if as_json:
        print_json(risk_json(played))
    else:
        _print(played)


def _draw(played: StakesRisk, path: Path) -> None:
    from croupier.documents.typst_pdf import write_atomically

    write_atomically(path, played.plot(path.suffix.lower()), "--plot")
    print(f"Wrote {path}.", file=sys.stderr)


def _print(played: StakesRisk) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if console.width > WIDTH:
        console = Console(highlight=False, width=WIDTH)
    rules, risk = played.rules, played.risk
    side = "from the bank's side" if played.bank else "from the player's side"
    console.print(f"[bold]{rules.rulebook.title}[/bold]  {rules.id}: risk {side}")
    print_lines(console, {**_question(played), **_ruin_lines(risk), **_kelly_lines(risk)})
    console.print(_results(risk))
    for note in _notes(played):
        console.print(note)


def _question(played: StakesRisk) -> dict[str, str]:
    risk, gains = played.risk, played.risk.gains
    needs = "that a round may cost" if played.bank else "staked on a round"
    fee = f", after a collection of {dollars(played.fee)}" if played.fee else ""
    return {
        "Stakes": f"{played.stakes_text}, every round",
        "A round": f"comes to {dollars(gains.mean)} on average, standard deviation {dollars(gains.deviation)}{fee}; "
        f"wins {percent(gains.ahead)}, even {percent(gains.even)}, loses {percent(gains.behind)}",
        "Bankroll": f"{dollars(risk.bankroll)}; ruined when less than the {dollars(risk.needed)} {needs} is left",
        "Rounds": f"{risk.rounds:,}",
    }


def _ruin_lines(risk: Risk) -> dict[str, str]:
    half = f"not within {_rounds(risk)}" if risk.median_rounds is None else f"round {risk.median_rounds:,}"
    ruin = "impossible in so few rounds" if risk.is_safe else _chance(risk.ruin, risk.error)
    lines = {"Ruin": ruin, "Half by": f"{half} (when half of such bankrolls are ruined)"}
    between = risk.expected_rounds_bounds
    if risk.expected_rounds is not None:
        lines["Lasts"] = f"{risk.expected_rounds:,.0f} rounds on average, played until ruin"
    elif between is not None:
        low, high = (f"{float(bound):,.0f}" for bound in between)
        lines["Lasts"] = f"between {low} and {high} rounds on average, played until ruin"
    elif risk.ruin_ever < 1:
        lines["For ever"] = f"played without end, ruined with a chance of at most {_chance(risk.ruin_ever, 0)}"
    return lines


def _kelly_lines(risk: Risk) -> dict[str, str]:
    from croupier.odds.bankroll_risk import kelly_of
    from croupier.odds.stakes_risk import RUIN_SHARES

    kelly = kelly_of(risk.gains)
    if kelly is None:
        return {"Kelly": "no bankroll is large enough: a round does not gain on average"}
    doubled = math.log(2) / kelly.growth
    safe = ", ".join(f"{share} % with {dollars(risk.bankroll_for_ruin(share / 100))}" for share in RUIN_SHARES)
    whole, half = dollars(kelly.bankroll), dollars(2 * kelly.bankroll)
    return {
        "Kelly": f"these stakes suit a bankroll of {whole}, which then doubles in {doubled:,.0f} rounds; half: {half}",
        "Ruin ever": f"at most {safe}",
    }


def _rounds(risk: Risk) -> str:
    return f"{risk.rounds:,} round{'s' * (risk.rounds > 1)}"


def _chance(chance: float, error: float) -> str:
    """Return a probability as text.

    A small one has three digits; one that is smaller than the error of its computation is shown as an upper bound.
    """
    if chance <= error:
        return f"less than {max(error, 1e-12):.0e}"
    return f"{chance:.2%}" if chance >= 0.01 else f"{chance * 100:.3g}%"


def _results(risk: Risk) -> Table:
    from rich import box
    from rich.table import Table

    from croupier.odds.bankroll_risk import QUANTILES

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(f"Result after {_rounds(risk)}")
    table.add_column("Stopping at ruin", justify="right")
    table.add_column("Never stopping", justify="right")
    table.add_row("Mean", dollars(risk.stopped.mean), dollars(risk.mean_without_ruin))
    table.add_row("Standard deviation", dollars(risk.stopped.deviation), dollars(risk.deviation_without_ruin))
    table.add_row("Ahead", *(_chance(spread.ahead, risk.error) for spread in (risk.stopped, risk.unstopped)))
    table.add_row("Behind", *(_chance(spread.behind, risk.error) for spread in (risk.stopped, risk.unstopped)))
    for share in QUANTILES:
        cells = [dollars(spread.quantile(share / 100)) for spread in (risk.stopped, risk.unstopped)]
        table.add_row("Median" if share == 50 else f"{share}% come to at most", *cells)
    return table


def _notes(played: StakesRisk) -> list[str]:
    risk = played.risk
    step = _step(risk.walk.step)
    if risk.is_exact:
        notes = [f"Exact convolution in steps of {step}; chances are good to {risk.error:.0e}."]
    else:
        fine = _step(risk.walk.step / risk.walk.coarser)
        whole = "; never stopping is exact" if risk.is_exact_without_ruin else ""
        notes = [
            f"Approximate: steps of {fine} would take too long, so steps of {step} with the same mean and deviation "
            f"were played{whole}."
        ]
    notes.append("Each round is dealt from a full shoe, on its own.")
    if played.rules.has_player_dealer:
        notes.append("The bank is taken to cover every wager.")
    if played.bank and played.rules.has_player_dealer and played.schedule is None:
        notes.append("Collection is not taken off.")
    if played.gains.joint is None:
        notes.append(f"A round's result is {spread_source(played.gains, 1)}.")
    return notes + meter_notes(played.gains.without_meters)


def _step(cents: Fraction) -> str:
    return format_dollars(int(cents)) if cents.denominator == 1 else f"${float(cents / 100):g}"
