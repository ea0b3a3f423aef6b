"""Risk of a bankroll at stakes on the wagers of a table, for the command line, the library and pages alike."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.errors import BadInput
from croupier.money.cents import AmountError, Cents, format_amount, format_dollars, parse_amount
from croupier.odds.bankroll_risk import QUANTILES, ROUNDS_MAX, Risk, kelly_of, needed_to_play, staked_risk
from croupier.odds.joint_wagers import check_stakes, gains_json, read_stakes
from croupier.odds.optional_packages import has_package, require_package
from croupier.odds.par_sheet import fraction_text, options_json
from croupier.odds.player_dealer import schedules_of, seat_fee
from croupier.odds.random_walk import ResultDistribution
from croupier.odds.result_display import dollars, html_lines, percent, svg_image
from croupier.odds.round_gains import PLAYED_ROUNDS, RoundGains, round_gains, seats_decide, with_required_stakes
from croupier.rulebook.table_rules import TableRules

CURVE_POINTS = 100
RUIN_SHARES = (5, 1)
"""Percentages of ruin, in play without end, for which the bankroll is shown."""


@dataclass(frozen=True, eq=False)
class StakesRisk:
    """Risk of a bankroll that stakes the same amounts on a table's wagers in every round."""

    rules: TableRules
    bank: bool
    """Whether this is the risk of the bank, against stakes of its bettors."""
    schedule: str | None
    fee: Cents
    """Collection fee of every round in cents, which the bank pays."""
    gains: RoundGains
    risk: Risk

    @property
    def ruin(self) -> float:
        """Probability of ruin within the rounds."""
        return self.risk.ruin

    @property
    def stakes_text(self) -> str:
        """Stakes in words: `Banker $25, Tie $5`."""
        wagers = self.rules.wagers
        return ", ".join(f"{wagers[name].title} {format_dollars(cents)}" for name, cents in self.gains.stakes.items())

    @property
    def title(self) -> str:
        side = "the bank's side of " if self.bank else ""
        return f"{self.rules.rulebook.title}: {side}{self.stakes_text}"

    def plot(self, suffix: str = ".svg") -> bytes:
        """Return the distribution of the result and the probability of ruin by round as a picture."""
        require_package("matplotlib", "plot")
        from croupier.odds.risk_plot import SUFFIXES, risk_plot  # noqa: PLC0415 - needs matplotlib

        if suffix not in SUFFIXES:
            raise BadInput.at("plot", f'"{suffix}" is not drawn; choose {", ".join(SUFFIXES)}')
        return risk_plot(self.risk, self.title, suffix)

    def __repr__(self) -> str:
        risk = self.risk
        return (
            f"<{self.rules.id}, {self.stakes_text}: bankroll {dollars(risk.bankroll)}, {risk.rounds:,} rounds, "
            f"ruin {percent(risk.ruin, 2)}, mean result {dollars(float(risk.stopped.mean))}>"
        )

    def _repr_html_(self) -> str:
        """Return the main figures as an HTML table with the plot, for notebooks."""
        risk = self.risk
        lines = {
            "Bankroll": dollars(risk.bankroll),
            "Rounds": f"{risk.rounds:,}",
            "Ruin": percent(risk.ruin, 2),
            "Mean of a round": dollars(risk.gains.mean),
            "Deviation of a round": dollars(risk.gains.deviation),
            "Mean result": dollars(float(risk.stopped.mean)),
            **{f"{share}% come to at most": dollars(risk.stopped.quantile(share / 100)) for share in QUANTILES},
        }
        return html_lines(lines, self.title) + (svg_image(self.plot()) if has_package("matplotlib") else "")


def stakes_risk(
    rules: TableRules,
    stakes: str | Mapping[str, object],
    bankroll: str | int,
    rounds: int,
    *,
    bank: bool = False,
    schedule: str | None = None,
    simulate: int = PLAYED_ROUNDS,
) -> StakesRisk:
    """Return the risk of a bankroll in dollars that stakes these dollars in every round.

    With `bank`, it is the bank's, against the stakes of its bettors; `schedule` then takes off a collection fee.
    Where a round's result cannot be counted, `simulate` live rounds are played for it.
    """
    cents = _bankroll(bankroll)
    if not 1 <= rounds <= ROUNDS_MAX:
        raise BadInput.at("--rounds", f"is {rounds}; it is a whole number from 1 to {ROUNDS_MAX:,}")
    staked = read_stakes(rules, stakes, "--stakes")
    if seats_decide(rules):
        staked = with_required_stakes(rules, staked, "--stakes")
    if not bank:
        check_stakes(rules, staked, "--stakes")
    fee = _fee(rules, staked, bank, schedule)
    gains = round_gains(rules, staked, to_the_cent=not bank, where="--stakes", rounds=simulate)
    needed = needed_to_play(gains, bank=bank, fee=fee)
    if cents < needed or cents == 0:
        what = "that one round may cost the bank" if bank else "staked every round"
        raise BadInput.at("--bankroll", f"is {format_dollars(cents)}, less than the {dollars(needed)} {what}")
    return StakesRisk(rules, bank, schedule, fee, gains, staked_risk(gains, cents, rounds, bank=bank, fee=fee))


def _bankroll(written: str | int) -> Cents:
    try:
        return parse_amount(str(written))
    except AmountError as error:
        raise BadInput.at("--bankroll", str(error)) from None


def _fee(rules: TableRules, stakes: Mapping[str, Cents], bank: bool, schedule: str | None) -> Cents:
    """Return the player-dealer's fee in cents for every round under a schedule; zero without a schedule."""
    if schedule is None:
        return Cents(0)
    if not bank or not rules.has_player_dealer:
        raise BadInput.at("--schedule", "collection is taken from a player-dealer's bank; it goes with --bank")
    (found,) = schedules_of(rules, schedule)
    fee = seat_fee(rules, found, stakes)
    if fee is None:
        raise BadInput.at("--schedule", f"{found.id} has no fee for so much action")
    return fee


def require_plot(path: Path) -> None:
    """Refuse a plot file that cannot be written, before the long computation."""
    require_package("matplotlib", "--plot")
    from croupier.odds.risk_plot import SUFFIXES  # noqa: PLC0415 - needs matplotlib

    if path.suffix.lower() not in SUFFIXES:
        raise BadInput.at("--plot", f'is "{path}"; its name ends in {", ".join(SUFFIXES[:-1])} or {SUFFIXES[-1]}')
    if not path.parent.is_dir():
        raise BadInput.at("--plot", f"{path} cannot be written: there is no folder {path.parent}")


def risk_json(played: StakesRisk) -> dict[str, Any]:
    """Return the output of `croupier risk --json`, a stable format: see docs/reference/commands.md."""
    rules, risk, gains = played.rules, played.risk, played.risk.gains
    return {
        "rulebook": rules.id,
        "digest": rules.rulebook.digest,
        "options": options_json(rules),
        "side": "bank" if played.bank else "player",
        "stakes": {name: format_amount(amount) for name, amount in played.gains.stakes.items()},
        "schedule": played.schedule,
        "fee": format_amount(played.fee),
        "bankroll": format_amount(risk.bankroll),
        "needed": format_amount(math.ceil(risk.needed)),
        "rounds": risk.rounds,
        "round": {
            "expected": float(gains.mean / 100),
            "expected_exact": fraction_text(gains.mean / 100),
            **gains_json(gains),
            "method": played.gains.method,
            "simulated_rounds": played.gains.rounds,
        },
        "kelly": _kelly_json(risk),
        "method": "exact" if risk.is_exact else "approximate",
        "step": float(risk.walk.step / 100),
        "error": risk.error if risk.is_exact else None,
        "ruin": _ruin_json(risk),
        "result": _spread_json(risk.stopped),
        "result_never_stopping": _spread_json(risk.unstopped)
        | {"mean": float(risk.mean_without_ruin / 100), "standard_deviation": risk.deviation_without_ruin / 100},
        "meters_left_out": list(played.gains.without_meters),
    }


def _kelly_json(risk: Risk) -> dict[str, Any] | None:
    """Return the bankroll that the Kelly criterion asks for these stakes; None if a round does not gain."""
    kelly = kelly_of(risk.gains)
    if kelly is None:
        return None
    return {
        "bankroll": kelly.bankroll / 100,
        "growth_per_round": kelly.growth,
        "ruin_for_ever_at_most": {str(share): risk.bankroll_for_ruin(share / 100) / 100 for share in RUIN_SHARES},
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
    return {
        "mean": spread.mean / 100,
        "standard_deviation": spread.deviation / 100,
        "ahead": spread.ahead,
        "even": spread.even,
        "behind": spread.behind,
        "quantiles": {str(share): format_amount(round(spread.quantile(share / 100))) for share in QUANTILES},
    }
