"""Distribution of one round's result for several wagers staked together.

Wagers on one round depend on each other: the two sides of a game cannot both win. Their joint distribution is counted
from one table that distinguishes all their facts, and every deal is settled for all wagers at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, Problem
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import AmountError, Cents, format_amount, format_dollars, parse_amount
from croupier.money.pay_odds import PayOddsKind
from croupier.money.settlement import settle
from croupier.odds.fact_table import FactTable, NotExactlyCountable
from croupier.odds.family_odds import odds_of
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.condition_compiler import Facts
from croupier.rulebook.conditions import BoundCondition
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets
from croupier.rulebook.wagers import OfferedWager

NOTHING = Fraction(0)
ACTION_MAX = Cents(10**11)
"""Maximum action on one wager, a billion dollars; a larger amount is taken for a typing error."""
Stakes = Mapping[str, Cents]
"""Stake in cents on each wager of one round, by wager id."""


@dataclass(frozen=True)
class GainDistribution:
    """Distribution of one side's gain in a round: each gain in cents with its number of equally likely deals."""

    counts: Mapping[Fraction, int]
    total: int

    @classmethod
    def of(cls, counted: Iterator[tuple[Fraction, int]], total: int) -> GainDistribution:
        counts: dict[Fraction, int] = {}
        for gain, count in counted:
            counts[gain] = counts.get(gain, 0) + count
        return cls(dict(sorted(counts.items())), total)

    @cached_property
    def mean(self) -> Fraction:
        return sum((gain * count for gain, count in self.counts.items()), Fraction(0)) / self.total

    @cached_property
    def variance(self) -> Fraction:
        return sum((gain**2 * count for gain, count in self.counts.items()), Fraction(0)) / self.total - self.mean**2

    @property
    def deviation(self) -> float:
        return math.sqrt(self.variance)

    def chance(self, holds: Callable[[Fraction], bool]) -> Fraction:
        return Fraction(sum(count for gain, count in self.counts.items() if holds(gain)), self.total)

    @property
    def ahead(self) -> Fraction:
        return self.chance(lambda gain: gain > 0)

    @property
    def even(self) -> Fraction:
        return self.chance(lambda gain: gain == 0)

    @property
    def behind(self) -> Fraction:
        return self.chance(lambda gain: gain < 0)

    @property
    def largest_loss(self) -> Fraction:
        """Largest loss as a positive amount in cents; 0 if no round loses."""
        return max(-min(self.counts), Fraction(0))

    @property
    def largest_gain(self) -> Fraction:
        return max(*self.counts, Fraction(0))

    def negated(self) -> GainDistribution:
        """Return the distribution of the other side, with every gain negated."""
        return GainDistribution.of(((-gain, count) for gain, count in self.counts.items()), self.total)

    def minus_fee(self, fee: int) -> GainDistribution:
        """Return the distribution after a fee in cents for every round."""
        return GainDistribution.of(((gain - fee, count) for gain, count in self.counts.items()), self.total)


def gains_json(gains: GainDistribution) -> dict[str, Any]:
    """Return the spread of a round's result: its deviation in dollars, chances, and largest loss and gain."""
    return {
        "standard_deviation": gains.deviation / 100,
        "wins": float(gains.ahead),
        "even": float(gains.even),
        "loses": float(gains.behind),
        "largest_loss": format_amount(math.ceil(gains.largest_loss)),
        "largest_gain": format_amount(math.ceil(gains.largest_gain)),
    }


@dataclass(frozen=True)
class WagersOutcome:
    """One result of a round in cents: the total that winning wagers receive, and the total that losing ones pay."""

    won: Fraction
    lost: Fraction
    count: int


@dataclass(frozen=True)
class JointOutcomes:
    """All results of one round for the wagers staked on it."""

    stakes: Stakes
    outcomes: tuple[WagersOutcome, ...]
    total: int
    without_meters: tuple[str, ...]
    """Wagers that can win a share of a meter; their gains leave this share out."""

    @cached_property
    def bettors(self) -> GainDistribution:
        return GainDistribution.of(((one.won - one.lost, one.count) for one in self.outcomes), self.total)

    @cached_property
    def bank(self) -> GainDistribution:
        return self.bettors.negated()


def joint_outcomes(rules: TableRules, stakes: Stakes, *, to_the_cent: bool, where: str) -> JointOutcomes:
    """Settle all stakes together for every deal of a full shoe, and return the results.

    With `to_the_cent`, the stakes belong to one bettor who is alone at the table; they are paid and rounded as at a
    table. Without it, they belong to many bettors, each paid at the odds of the minimum stake and not rounded, so the
    means are those of the par sheet. Seat, layout and meters are also those of the par sheet.
    """
    wagers = [rules.wagers[name] for name in stakes]
    table = _joint_fact_table(rules, wagers, where)
    price = _settled if to_the_cent else _in_proportion
    outcomes = []
    for place, count in _distinct_rounds(wagers, table):
        won, lost = price(rules, stakes, table.columns.of_round(place))
        outcomes.append(WagersOutcome(won, lost, count))
    left_out = tuple(w.id for w in wagers if any(row.odds.kind is PayOddsKind.SHARE for row in w.rows))
    return JointOutcomes(stakes, tuple(outcomes), table.total, left_out)


def _joint_fact_table(rules: TableRules, wagers: list[OfferedWager], where: str) -> FactTable:
    facts = frozenset[str]().union(*(wager.facts for wager in wagers))
    try:
        return odds_of(rules).fact_table(rules, facts, Composition.of_decks(rules.shoe.decks))
    except NotExactlyCountable:
        wager_facts = " and ".join(f"{wager.id} ({', '.join(sorted(wager.facts))})" for wager in wagers)
        raise BadInput.at(where, f"{wager_facts} cannot be counted together exactly; leave one out") from None


def _distinct_rounds(wagers: list[OfferedWager], table: FactTable) -> list[tuple[int, int]]:
    """Group rounds in which the conditions of all wagers agree; return one table index and the deals of each group."""
    there = np.nonzero(table.weights)[0]
    codes: NDArray[np.int64] = np.zeros(len(there), dtype=np.int64)
    for condition in (condition for wager in wagers for condition in _conditions(wager)):
        holds = np.broadcast_to(condition.holds_in_rounds(table.columns), table.weights.shape)[there]
        codes = np.unique(2 * codes + holds, return_inverse=True)[1].astype(np.int64)
    _, places = np.unique(codes, return_index=True)
    weights = np.zeros(len(places), dtype=table.weights.dtype)
    np.add.at(weights, codes, table.weights[there])
    return [(int(there[place]), int(weight)) for place, weight in zip(places, weights, strict=True)]


def _conditions(wager: OfferedWager) -> Iterator[BoundCondition]:
    if wager.push is not None:
        yield wager.push
    yield from (row.when for row in wager.rows)
    yield from (charge.when for charge in wager.charges)
    yield from (back.when for back in wager.gives_back)


def _settled(rules: TableRules, stakes: Stakes, facts: Facts) -> tuple[Fraction, Fraction]:
    """Settle one bettor's stakes as the table does, without prizes of meters; return the amounts won and lost."""
    bets = [Bet(rules.seats[0], SEATED, name, amount) for name, amount in stakes.items()]
    verdicts = [rules.wagers[bet.wager].decide(facts, bet.amount) for bet in bets]
    nets = [one.net - one.prize for one in settle(bets, verdicts, rules.settlement).settled]
    return _sides(Fraction(net) for net in nets)


def _in_proportion(rules: TableRules, stakes: Stakes, facts: Facts) -> tuple[Fraction, Fraction]:
    """Return the totals that stakes of many bettors win and lose, after the house's aggregate limit if it has one."""
    nets = {name: amount * gain_of_unit(rules.wagers[name], facts) for name, amount in stakes.items()}
    won, lost = _sides(iter(nets.values()))
    limit = rules.settlement.aggregate_limit
    if limit is not None and not rules.has_player_dealer:
        limited, _ = _sides(net for name, net in nets.items() if name in rules.settlement.optional)
        won -= max(limited - limit, NOTHING)
    return won, lost


def _sides(nets: Iterator[Fraction]) -> tuple[Fraction, Fraction]:
    won = lost = NOTHING
    for net in nets:
        won, lost = won + max(net, NOTHING), lost + max(-net, NOTHING)
    return won, lost


def gain_of_unit(wager: OfferedWager, facts: Facts) -> Fraction:
    """Return the gain per unit staked, computed at the minimum stake without rounding and without meter prizes."""
    unit = wager.limit.least
    charge = next((charge for charge in wager.charges if charge.when.holds(facts)), None)
    winnings = _winnings(wager, facts)
    if winnings is None:
        back = next((back for back in wager.gives_back if back.when.holds(facts)), None)
        return back.share - 1 if back else Fraction(-1)
    charged = charge.rate * (unit if charge.of_stake else winnings) if charge else 0
    return (winnings - charged) / unit


def _winnings(wager: OfferedWager, facts: Facts) -> Fraction | None:
    """Return the winnings of the minimum stake in cents: 0 for a push, None for a loss."""
    if wager.push is not None and wager.push.holds(facts):
        return Fraction(0)
    holding = tuple(row for row in wager.rows if row.when.holds(facts))
    rows = wager.rows_paid(holding, wager.limit.least, {})
    return wager.exact_winnings(rows, wager.limit.least) if rows else None


def read_stakes(rules: TableRules, written: str | Mapping[str, object], where: str) -> dict[str, Cents]:
    """Parse stakes such as `player=300,tie=20`, or dollars by wager; report all problems at once."""
    text = written if isinstance(written, str) else ",".join(f"{name}={dollars}" for name, dollars in written.items())
    problems: list[Problem] = []
    stakes: dict[str, Cents] = {}
    for part in text.split(","):
        name, equals, amount = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not amount:
            problems.append(
                Problem(where, f'"{part.strip()}" is no stake; write WAGER=DOLLARS, such as player=25,tie=5')
            )
        elif message := _stake_problem(rules, name, amount, stakes):
            problems.append(Problem(where, message))
        else:
            stakes[name] = parse_amount(amount)
    if problems:
        raise BadInput(problems)
    return stakes


def _stake_problem(rules: TableRules, name: str, amount: str, stakes: Stakes) -> str | None:
    if name not in rules.wagers:
        return check_bets(rules, [Bet(rules.seats[0], SEATED, name, Cents(1))])[0].text
    if name in stakes:
        return f"{name} is named twice; add its stakes up"
    try:
        cents = parse_amount(amount)
    except AmountError as error:
        return f"{name} {error}"
    if cents == 0:
        return f"{name} is zero; leave it out, or stake something on it"
    return f"{name} is over {format_dollars(ACTION_MAX)}" if cents > ACTION_MAX else None


def check_stakes(rules: TableRules, stakes: Stakes, where: str) -> None:
    """Refuse stakes of one bettor that violate the table's limits or prerequisites."""
    bets = [Bet(rules.seats[0], SEATED, name, amount) for name, amount in stakes.items()]
    if problems := check_bets(rules, bets):
        raise BadInput(Problem(where, problem.message, problem.cite) for problem in problems)
