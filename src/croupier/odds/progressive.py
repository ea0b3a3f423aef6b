"""What a progressive wager returns without its meters, for each dollar on them, and where it breaks even.

Whether its other hands are paid from the tray or from the meter changes none of it: a bettor is paid in full either
way, for the tray pays what the meter lacks, and the figures are of a meter that stands at a given amount. What changes
is how the meter gets there, of which nothing here speaks. [003 L614]
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
    """One meter, as a bettor on its wager sees it."""

    meter: str
    title: str
    seed: Cents
    share: Fraction
    """The share of the meter that a bet is expected to win, divided with whoever wins it in the same round."""

    @classmethod
    def of(cls, rules: TableRules, meter: str, share: Fraction) -> MeterOdds:
        play_rules = next(play_rules for play_rules in rules.meters if play_rules.id == meter)
        return cls(meter, rules.book.written.meter[meter].title or meter, play_rules.seed, share)


@dataclass(frozen=True)
class ProgressiveOdds:
    """A progressive wager, with a number of players who have it down."""

    wager: str
    players: int
    stake: Cents
    fixed: Fraction
    """What comes back of a unit staked without meters and envy."""
    envy: Fraction
    """What envy adds to a unit staked."""
    meters: tuple[MeterOdds, ...]

    def per_dollar(self, meter: MeterOdds) -> Fraction:
        """What a dollar on the meter adds to the return of a unit staked."""
        return meter.share * CENTS / self.stake

    def return_at(self, standing: Mapping[str, int | Fraction]) -> Fraction:
        """What comes back of a unit staked when the meters stand at these cents."""
        won = sum((meter.share * standing[meter.meter] for meter in self.meters), Fraction(0))
        return self.fixed + self.envy + won / self.stake

    @property
    def return_at_seeds(self) -> Fraction:
        return self.return_at({meter.meter: meter.seed for meter in self.meters})

    def break_even(self, meter: MeterOdds) -> Fraction | None:
        """The cents a meter has to reach for the wager to cost nothing, the other meters standing at their seeds.

        None when no bet ever wins it.
        """
        if not meter.share:
            return None
        missing = 1 - self.return_at({one.meter: one.seed for one in self.meters} | {meter.meter: 0})
        return max(missing * self.stake / meter.share, Fraction(0))


def seats_of(rules: TableRules, players: int) -> tuple[int, ...]:
    """Where that many players sit: at the first seats of the layout."""
    if not 1 <= players <= len(rules.seats):
        raise BadInput.at("--players", f"is {players}; the table has seats for 1 to {len(rules.seats)}")
    return rules.seats[:players]


def progressive_json(odds: ProgressiveOdds) -> dict[str, Any]:
    """As `croupier odds --json` prints it, beside the wager's own figures. Meters in dollars."""
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
