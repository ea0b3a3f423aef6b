"""`croupier risk`: the probability of ruin, the distribution of results and the time to ruin."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import read_fees, read_options
from croupier.cli.bank import WIDTH, dollars, exact, meter_notes, percent, print_lines
from croupier.cli.output import print_json
from croupier.errors import BadInput
from croupier.money.cents import AmountError, Cents, format_amount, format_dollars, parse_amount
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.odds.bankroll_risk import Risk
    from croupier.odds.joint_wagers import JointOutcomes
    from croupier.odds.random_walk import ResultDistribution

CURVE_POINTS = 100


@dataclass(frozen=True)
class _RiskResult:
    """Parameters and result of a risk computation."""

    rules: TableRules
    bank: bool
    schedule: str | None
    fee: Cents
    joint: JointOutcomes
    risk: Risk


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
) -> None:
    """Print the risk of a bankroll, and draw a plot if a file is given."""
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options), read_fees(fees))
    if plot is not None:
        _require_plot(plot)
    played = _play(rules, stakes, _bankroll(bankroll), rounds, bank, schedule)
    if plot is not None:
        _draw(played, plot)
    if as_json:
        print_json(_as_json(played))
    else:
        _print(played)


def _bankroll(written: str) -> Cents:
    try:
        return parse_amount(written)
    except AmountError as error:
        raise BadInput.at("--bankroll", str(error)) from None


def _play(
    rules: TableRules, written: str, bankroll: Cents, rounds: int, bank: bool, schedule: str | None
) -> _RiskResult:
    from croupier.cli.compile_notice import print_compile_time

    with print_compile_time():
        from croupier.odds.bankroll_risk import ROUNDS_MAX, needed_to_play, staked_risk
        from croupier.odds.joint_wagers import check_stakes, joint_outcomes, read_stakes

        if not 1 <= rounds <= ROUNDS_MAX:
            raise BadInput.at("--rounds", f"is {rounds}; it is a whole number from 1 to {ROUNDS_MAX:,}")
        stakes = read_stakes(rules, written, "--stakes")
        if not bank:
            check_stakes(rules, stakes, "--stakes")
        fee = _fee(rules, stakes, bank, schedule)
        joint = joint_outcomes(rules, stakes, to_the_cent=not bank, where="--stakes")
        needed = needed_to_play(joint, bank=bank, fee=fee)
        if bankroll < needed or bankroll == 0:
            what = "that one round may cost the bank" if bank else "staked every round"
            raise BadInput.at("--bankroll", f"is {format_dollars(bankroll)}, less than the {dollars(needed)} {what}")
        return _RiskResult(rules, bank, schedule, fee, joint, staked_risk(joint, bankroll, rounds, bank=bank, fee=fee))


def _fee(rules: TableRules, stakes: Mapping[str, Cents], bank: bool, schedule: str | None) -> Cents:
    """Return the player-dealer's fee in cents for every round under a schedule; zero without a schedule."""
    if schedule is None:
        return Cents(0)
    if not bank or not rules.has_player_dealer:
        raise BadInput.at("--schedule", "collection is taken from a player-dealer's bank; it goes with --bank")
    from croupier.odds.player_dealer import schedules_of, seat_fee

    (found,) = schedules_of(rules, schedule)
    fee = seat_fee(rules, found, stakes)
    if fee is None:
        raise BadInput.at("--schedule", f"{found.id} has no fee for so much action")
    return fee


def _require_plot(path: Path) -> None:
    """Refuse a plot file that cannot be written, before the long computation."""
    from croupier.odds.optional_packages import require_package

    require_package("matplotlib", "--plot")
    from croupier.documents.risk_plot import SUFFIXES

    if path.suffix.lower() not in SUFFIXES:
        raise BadInput.at("--plot", f'is "{path}"; its name ends in {", ".join(SUFFIXES[:-1])} or {SUFFIXES[-1]}')
    if not path.parent.is_dir():
        raise BadInput.at("--plot", f"{path} cannot be written: there is no folder {path.parent}")


def _draw(played: _RiskResult, path: Path) -> None:
    from croupier.documents.risk_plot import risk_plot
    from croupier.documents.typst_pdf import write_atomically

    side = "the bank's side of" if played.bank else ""
    title = f"{played.rules.rulebook.title}: {side} {_stakes_in_words(played)}".replace(":  ", ": ")
    write_atomically(path, risk_plot(played.risk, title, path.suffix.lower()), "--plot")
    print(f"Wrote {path}.", file=sys.stderr)


def _stakes_in_words(played: _RiskResult) -> str:
    wagers = played.rules.wagers
    return ", ".join(f"{wagers[name].title} {format_dollars(cents)}" for name, cents in played.joint.stakes.items())


def _as_json(played: _RiskResult) -> dict[str, Any]:
    from croupier.odds.par_sheet import options_json

    rules, risk, gains = played.rules, played.risk, played.risk.gains
    return {
        "rulebook": rules.id,
        "digest": rules.rulebook.digest,
        "options": options_json(rules),
        "side": "bank" if played.bank else "player",
        "stakes": {name: format_amount(amount) for name, amount in played.joint.stakes.items()},
        "schedule": played.schedule,
        "fee": format_amount(played.fee),
        "bankroll": format_amount(risk.bankroll),
        "needed": format_amount(math.ceil(risk.needed)),
        "rounds": risk.rounds,
        "round": {
            "expected": float(gains.mean / 100),
            "expected_exact": exact(gains.mean / 100),
            "standard_deviation": gains.deviation / 100,
            "wins": float(gains.ahead),
            "even": float(gains.even),
            "loses": float(gains.behind),
            "largest_loss": format_amount(math.ceil(gains.largest_loss)),
            "largest_gain": format_amount(math.ceil(gains.largest_gain)),
        },
        "method": "exact" if risk.is_exact else "approximate",
        "step": float(risk.walk.step / 100),
        "error": risk.error if risk.is_exact else None,
        "ruin": _ruin_json(risk),
        "result": _spread_json(risk.stopped),
        "result_never_stopping": _spread_json(risk.unstopped)
        | {"mean": float(risk.mean_without_ruin / 100), "standard_deviation": risk.deviation_without_ruin / 100},
        "meters_left_out": list(played.joint.without_meters),
    }


def _ruin_json(risk: Risk) -> dict[str, Any]:
    between = risk.expected_rounds_bounds
    return {
        "chance": risk.ruin,
        "median_rounds": risk.median_rounds,
        "expected_rounds": risk.expected_rounds,
        "expected_rounds_between": None if between is None else [float(bound) for bound in between],
        "without_end_at_most": risk.ruin_ever,
        "by_round": [[at, float(risk.ruin_by_round[at - 1])] for at in _points(risk.rounds)],
    }


def _points(rounds: int) -> list[int]:
    """Return the round numbers at which JSON lists the probability of ruin: evenly spaced, the last round included."""
    return sorted({math.ceil(rounds * place / CURVE_POINTS) for place in range(1, CURVE_POINTS + 1)})


def _spread_json(spread: ResultDistribution) -> dict[str, Any]:
    from croupier.odds.bankroll_risk import QUANTILES

    return {
        "mean": spread.mean / 100,
        "standard_deviation": spread.deviation / 100,
        "ahead": spread.ahead,
        "even": spread.even,
        "behind": spread.behind,
        "quantiles": {str(share): format_amount(round(spread.quantile(share / 100))) for share in QUANTILES},
    }


def _print(played: _RiskResult) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if console.width > WIDTH:
        console = Console(highlight=False, width=WIDTH)
    rules, risk = played.rules, played.risk
    side = "from the bank's side" if played.bank else "from the player's side"
    console.print(f"[bold]{rules.rulebook.title}[/bold]  {rules.id}: risk {side}")
    print_lines(console, {**_question(played), **_ruin_lines(risk)})
    console.print(_results(risk))
    for note in _notes(played):
        console.print(note)


def _question(played: _RiskResult) -> dict[str, str]:
    risk, gains = played.risk, played.risk.gains
    needs = "that a round may cost" if played.bank else "staked on a round"
    fee = f", after a collection of {dollars(played.fee)}" if played.fee else ""
    return {
        "Stakes": f"{_stakes_in_words(played)}, every round",
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


def _notes(played: _RiskResult) -> list[str]:
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
    return notes + meter_notes(played.joint.without_meters)


def _step(cents: Fraction) -> str:
    return format_dollars(int(cents)) if cents.denominator == 1 else f"${float(cents / 100):g}"
