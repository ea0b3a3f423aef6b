"""Return of a progressive wager: without its meters, with each dollar on a meter, and where it breaks even.

The figures are for meters with a given amount. They are the same whether other winning hands are paid from the chip
tray or from the meter: the tray pays the part that the meter lacks, so a bettor is always paid in full. [003 L614]

How a meter grows (`MeterForecast`): in each round every bet adds its contribution, then the winners take their shares,
and a meter that is won whole goes back to its seed. With C added and a share F won in a round on average, the average
meter before a round is ((1 - F) C + p x seed) / F, where p is the chance that it is won whole; in the long run all
contributions are paid out, and each new seed besides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput, suggestion
from croupier.money.cents import Cents, format_amount
from croupier.odds.par_sheet import options_json
from croupier.odds.result_display import dollars, html_table, percent
from croupier.odds.wager_odds import PayLine
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


QUANTILES = (5, 25, 50, 75, 95)
"""Percentages for which a forecast has the size of the jackpot when it is won."""


@dataclass(frozen=True)
class MeterForecast:
    """Growth and long-run return of one meter, with the same number of players in every round."""

    meter: str
    title: str
    seed: Cents
    contribution: Cents
    """Amount in cents that one bet adds to the meter; fractions of a cent are dropped."""
    players: int
    won_share: Fraction
    """Average share of the meter that is won in a round."""
    won_whole: Fraction
    """Probability that the meter is won whole in a round."""
    stake: Cents

    @property
    def added(self) -> int:
        """Amount in cents that a round adds to the meter."""
        return self.contribution * self.players

    @property
    def rounds_between_wins(self) -> Fraction:
        """Average number of rounds from one win of the whole meter to the next."""
        return 1 / self.won_whole

    @property
    def average_size(self) -> Fraction:
        """Average amount in cents on the meter before a round, in the long run."""
        return ((1 - self.won_share) * self.added + self.won_whole * self.seed) / self.won_share

    @property
    def average_jackpot(self) -> Fraction:
        """Average amount in cents on the meter when it is won, the round's contributions included."""
        return self.average_size + self.added

    def size_at_win(self, share: Fraction) -> int | None:
        """Return the amount in cents that a jackpot does not exceed with this probability.

        Known where the meter is only won whole; else None.
        """
        if self.won_whole != self.won_share:
            return None
        rounds = math.ceil(math.log1p(-float(share)) / math.log1p(-float(self.won_whole)))
        return self.seed + self.added * max(rounds, 1)

    @property
    def long_run_return(self) -> Fraction:
        """Return of the meter to the bettors per unit staked in the long run: the contributions, and each new seed."""
        return Fraction(self.contribution, self.stake) + self.seed_cost

    @property
    def seed_cost(self) -> Fraction:
        """Part of each unit staked that the house puts up for new seeds in the long run."""
        return self.won_whole * self.seed / (self.players * self.stake)


@dataclass(frozen=True)
class JackpotForecast:
    """Long-run figures of a progressive wager with all its meters."""

    odds: ProgressiveOdds
    meters: tuple[MeterForecast, ...]

    @property
    def long_run_return(self) -> Fraction:
        """Expected return of one unit staked in the long run, with envy and all meters."""
        return self.odds.fixed + self.odds.envy + sum((one.long_run_return for one in self.meters), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return 1 - self.long_run_return


def jackpot_forecast(rules: TableRules, odds: ProgressiveOdds, lines: Sequence[PayLine]) -> JackpotForecast:
    """Return the growth of a progressive wager's meters, from its odds and the lines of its par sheet.

    Where a meter is won in parts as well, several players are taken to win it whole in the same proportion as one.
    """
    rules_of_meter = {one.id: one for one in rules.meters}
    forecasts = []
    for meter in odds.meters:
        if not meter.share:
            continue
        rule = rules_of_meter[meter.meter]
        shares = [(line.meters[meter.meter], line.count) for line in lines if meter.meter in line.meters]
        whole = Fraction(sum(count for share, count in shares if share == 1), 1) / sum(
            (share * count for share, count in shares), Fraction(0)
        )
        won = odds.players * meter.share
        contribution = Cents(int(odds.stake * rule.contribution))
        forecasts.append(
            MeterForecast(meter.meter, meter.title, rule.seed, contribution, odds.players, won, won * whole, odds.stake)
        )
    return JackpotForecast(odds, tuple(forecasts))


@dataclass(frozen=True)
class JackpotForecasts:
    """Long-run figures of a table's progressive wagers."""

    rules: TableRules
    wagers: Mapping[str, JackpotForecast]

    def __getitem__(self, wager: str) -> JackpotForecast:
        if wager not in self.wagers:
            raise BadInput.at(wager, f"has no forecast here{suggestion(wager, self.wagers)}")
        return self.wagers[wager]

    def __repr__(self) -> str:
        edges = (f"{name} {float(one.house_edge):.4%}" for name, one in self.wagers.items())
        return f"<{self.rules.id}, house edge in the long run: {', '.join(edges)}>"

    def _repr_html_(self) -> str:
        """Return every meter as a row of an HTML table, for notebooks."""
        heads = ("Wager", "Meter", "Seed", "Won once in", "Average jackpot", "Returned in the long run", "House edge")
        rows = [
            (
                self.rules.wagers[name].title,
                meter.title,
                dollars(meter.seed),
                f"{float(meter.rounds_between_wins):,.0f} rounds",
                dollars(meter.average_jackpot),
                percent(meter.long_run_return),
                percent(one.house_edge),
            )
            for name, one in self.wagers.items()
            for meter in one.meters
        ]
        return html_table(heads, rows, self.rules.rulebook.title)


def jackpots_json(forecasts: JackpotForecasts) -> dict[str, Any]:
    """Return the output of `croupier jackpot --json`, a stable format: see docs/reference/commands.md."""
    rules = forecasts.rules
    return {
        "rulebook": rules.id,
        "digest": rules.rulebook.digest,
        "options": options_json(rules),
        "wagers": [{"wager": name, **jackpot_json(one)} for name, one in forecasts.wagers.items()],
    }


def jackpot_json(forecast: JackpotForecast) -> dict[str, Any]:
    """Return the JSON of `croupier jackpot --json`; amounts are in dollars."""
    return {
        "players": forecast.odds.players,
        "stake": format_amount(forecast.odds.stake),
        "return_without_meter": float(forecast.odds.fixed),
        "envy": float(forecast.odds.envy),
        "long_run_return": float(forecast.long_run_return),
        "long_run_edge": float(forecast.house_edge),
        "long_run_edge_exact": f"{forecast.house_edge.numerator}/{forecast.house_edge.denominator}",
        "meters": [
            {
                "meter": one.meter,
                "title": one.title,
                "seed": format_amount(one.seed),
                "contribution": format_amount(one.contribution),
                "won_whole": float(one.won_whole),
                "rounds_between_wins": float(one.rounds_between_wins),
                "average_size": float(one.average_size / CENTS),
                "average_jackpot": float(one.average_jackpot / CENTS),
                "jackpot_quantiles": {
                    str(share): None if (size := one.size_at_win(Fraction(share, 100))) is None else format_amount(size)
                    for share in QUANTILES
                },
                "long_run_return": float(one.long_run_return),
                "seed_cost": float(one.seed_cost),
            }
            for one in forecast.meters
        ],
    }
