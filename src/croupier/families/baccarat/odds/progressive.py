"""Progressive wagers counted.

The bettor sits at the first seat of the layout; the others who have the wager down sit at the seats that follow, with
the same stake. Who wins which row is decided by the rulebook's conditions, and envy by the live table's own function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.families.baccarat.facts import TableContext, fact, facts_of
from croupier.families.baccarat.odds.exact import CoupTable
from croupier.money.bets import SEATED, Bet, Verdict
from croupier.money.envy import envy_due
from croupier.money.pay_odds import PayOddsKind
from croupier.odds.progressive import MeterOdds, ProgressiveOdds, seats_of
from croupier.odds.wager_odds import measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager, PayRow

WHO_PLAYS = fact.spot_facts | {"quads_seat_bets"}
"""Facts that change with one's seat, or with who else plays for the meter."""


def progressive_odds(rules: TableRules, wager: OfferedWager, table: CoupTable, players: int) -> ProgressiveOdds:
    """A progressive wager over the table that it was measured by."""
    round_table = _RoundTable(rules, _meters_first(wager), table, seats_of(rules, players))
    named = [play_rules.id for play_rules in rules.meters if play_rules.wager == wager.id]
    meters = tuple(MeterOdds.of(rules, meter, round_table.share(meter)) for meter in named)
    fixed = 1 + measure_wager(round_table.wager, round_table.first_seat).expected
    return ProgressiveOdds(wager.id, players, round_table.stake, fixed, round_table.envy(), meters)


def _meters_first(wager: OfferedWager) -> OfferedWager:
    """Where the largest amount is paid, a meter counts as larger than every fixed pay. [PA-MB-A14]

    Otherwise what a dollar adds would change with the meter itself.
    """
    if wager.pays_rows != "largest":
        return wager

    def place(row: PayRow) -> tuple[bool, Fraction]:
        is_meter = row.odds.kind is PayOddsKind.SHARE
        return not is_meter, Fraction(0) if is_meter else -wager.exact_winnings((row,), wager.limit.least)

    return replace(wager, rows=tuple(sorted(wager.rows, key=place)), pays_rows="first")


class _RoundTable:
    """Players at their seats with one wager, over every kind of round."""

    def __init__(self, rules: TableRules, wager: OfferedWager, table: CoupTable, seats: tuple[int, ...]) -> None:
        self.wager = wager
        self.stake = wager.limit.least
        self.mode = rules.settlement.envy
        self.total = table.total
        self.bets = [Bet(seat, SEATED, wager.id, self.stake) for seat in seats]
        self.layout = TableContext(rules.seat_hands, frozenset(seats))
        self.table = table
        self.first_seat = self._seen_from(seats[0])
        self.ends = list(self._ends(seats))

    def _seen_from(self, seat: int) -> CoupTable:
        """The table as a seat sees it; as it stands where nothing depends on the seats."""
        if self.wager.facts.isdisjoint(WHO_PLAYS):
            return self.table
        return replace(self.table, columns=self.table.kinds.columns(seat, self.layout))

    def _ends(self, seats: tuple[int, ...]) -> Iterator[tuple[int, list[Verdict]]]:
        """Every way a round can end for these seats: in how many deals, and each seat's verdict."""
        patterns = np.stack([self._rows_holding(seat) for seat in seats])
        unlike, first, which = np.unique(patterns, axis=1, return_index=True, return_inverse=True)
        counts = np.zeros(unlike.shape[1], np.int64)
        np.add.at(counts, which.reshape(-1), self.table.weights)
        for count, place in zip(counts, first, strict=True):
            coup = self.table.kinds.coups[int(place)]
            seen = [facts_of(coup, seat, self.layout) for seat in seats]
            yield int(count), [self.wager.decide(facts, self.stake) for facts in seen]

    def _rows_holding(self, seat: int) -> NDArray[np.int64]:
        """For each kind of round, the rows that hold for a seat, one bit each; the lowest bit for a push."""
        columns = self._seen_from(seat).columns
        bits = np.zeros(self.table.weights.shape, np.int64)
        conditions = [self.wager.push, *(row.when for row in self.wager.rows)]
        for place, condition in enumerate(conditions):
            if condition is not None:
                bits |= np.broadcast_to(condition.holds_in(columns), bits.shape).astype(np.int64) << place
        return bits

    def share(self, meter: str) -> Fraction:
        """The share of a meter that the first bettor is expected to win."""
        won = sum((count * _divided(meter, verdicts) for count, verdicts in self.ends), Fraction(0))
        return won / self.total

    def envy(self) -> Fraction:
        """The envy that the first bettor is expected to receive, for a unit staked."""
        if self.mode is None:
            return Fraction(0)
        due = 0
        for count, verdicts in self.ends:
            due += count * sum(
                cents for bet, cents, _ in envy_due(self.bets, verdicts, self.mode) if bet is self.bets[0]
            )
        return Fraction(due, self.total * self.stake)


def _divided(meter: str, verdicts: list[Verdict]) -> Fraction:
    """The first bettor's part of a meter: the larger share is taken first, and equal claims divide it. [CO-EZ-A8]"""
    claims = [sum((p.share for p in verdict.prizes if p.meter == meter), Fraction(0)) for verdict in verdicts]
    standing = Fraction(1)
    for share in sorted({claim for claim in claims if claim}, reverse=True):
        pool = standing * share
        if claims[0] == share:
            return pool / claims.count(share)
        standing -= pool
    return Fraction(0)
