"""Return of a progressive wager: without its meters, with each dollar on a meter, and where it breaks even.

The figures are for meters with a given amount. They are the same whether other winning hands are paid from the chip
tray or from the meter: the tray pays the part that the meter lacks, so a bettor is always paid in full. How the meter
grows is not covered here. [003 L614]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput
from croupier.money.cents import Cents
from croupier.rulebook.table_rules import TableRules

CENTS = 100


@dataclass(frozen=True)
class MeterOdds:
    """One meter of a progressive wager, with the share of it that a bet wins on average."""

    meter: str
    title: str
    seed: Cents
    share: Fraction
    """Expected share of the meter that a bet wins, after division among simultaneous winners."""

    @classmethod
    def of(cls, rules: TableRules, meter: str, share: Fraction) -> MeterOdds:
        play_rules = next(play_rules for play_rules in rules.meters if play_rules.id == meter)
        return cls(meter, rules.rulebook.written.meter[meter].title or meter, play_rules.seed, share)


@dataclass(frozen=True)
class ProgressiveOdds:
    """Odds of a progressive wager with a given number of players on it."""

    wager: str
    players: int
    stake: Cents
    fixed: Fraction
    """Expected return of one unit staked, without meters and envy bonus."""
    envy: Fraction
    """Expected envy bonus per unit staked."""
    meters: tuple[MeterOdds, ...]

    def per_dollar(self, meter: MeterOdds) -> Fraction:
        """Return the increase of the return of one unit staked for each dollar on the meter."""
        return meter.share * CENTS / self.stake

    def return_at(self, standing: Mapping[str, int | Fraction]) -> Fraction:
        """Return the expected return of one unit staked with the meters at these amounts in cents."""
        won = sum((meter.share * standing[meter.meter] for meter in self.meters), Fraction(0))
        return self.fixed + self.envy + won / self.stake

    @property
    def return_at_seeds(self) -> Fraction:
        return self.return_at({meter.meter: meter.seed for meter in self.meters})

    def break_even(self, meter: MeterOdds) -> Fraction | None:
        """Return the amount in cents at which the meter makes the wager fair; the other meters are at their seeds.

        Return None if no bet can win the meter.
        """
        if not meter.share:
            return None
        missing = 1 - self.return_at({one.meter: one.seed for one in self.meters} | {meter.meter: 0})
        return max(missing * self.stake / meter.share, Fraction(0))


def seats_of(rules: TableRules, players: int) -> tuple[int, ...]:
    """Return the seats of that many players: the first seats of the layout."""
    if not 1 <= players <= len(rules.seats):
        raise BadInput.at("--players", f"is {players}; the table has seats for 1 to {len(rules.seats)}")
    return rules.seats[:players]


def progressive_json(odds: ProgressiveOdds) -> dict[str, Any]:
    """Return the JSON that `croupier odds --json` adds for a progressive wager; meters are in dollars."""
    return {
        "players": odds.players,
        "stake": odds.stake / CENTS,
        "return_without_meter": float(odds.fixed),
        "envy": float(odds.envy),
        "each": [_meter_json(odds, meter) for meter in odds.meters],
    }


def _meter_json(odds: ProgressiveOdds, meter: MeterOdds) -> dict[str, Any]:
    break_even = odds.break_even(meter)
    return {
        "meter": meter.meter,
        "seed": meter.seed / CENTS,
        "return_per_dollar": float(odds.per_dollar(meter)),
        "break_even": None if break_even is None else float(break_even / CENTS),
    }
