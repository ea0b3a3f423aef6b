"""Exact odds of progressive wagers.

The bettor is at the first seat of the layout. The other bettors of the wager are at the seats that follow, with the
same stake. The rulebook's conditions decide who wins which row; the envy function of the live table decides envy pays.
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

SEAT_DEPENDENT_FACTS = fact.spot_facts | {"quads_seat_bets"}
"""Facts that depend on the seat, or on who else plays for the meter."""


def progressive_odds(rules: TableRules, wager: OfferedWager, table: CoupTable, players: int) -> ProgressiveOdds:
    """Return the odds of a progressive wager with `players` bettors, from the table on which it was measured."""
    round_table = _RoundTable(rules, _meters_first(wager), table, seats_of(rules, players))
    meter_ids = [play_rules.id for play_rules in rules.meters if play_rules.wager == wager.id]
    meters = tuple(MeterOdds.of(rules, meter, round_table.share(meter)) for meter in meter_ids)
    fixed = 1 + measure_wager(round_table.wager, round_table.first_seat).expected
    return ProgressiveOdds(wager.id, players, round_table.stake, fixed, round_table.envy(), meters)


def _meters_first(wager: OfferedWager) -> OfferedWager:
    """Return the wager with its meter rows first if its rulebook pays the largest row, else unchanged. [PA-MB-A14]

    A meter counts as larger than every fixed pay. Without this order, the value of one more dollar on the meter would
    depend on the meter itself.
    """
    if wager.pays_rows != "largest":
        return wager

    def place(row: PayRow) -> tuple[bool, Fraction]:
        is_meter = row.odds.kind is PayOddsKind.SHARE
        return not is_meter, Fraction(0) if is_meter else -wager.exact_winnings((row,), wager.limit.least)

    return replace(wager, rows=tuple(sorted(wager.rows, key=place)), pays_rows="first")


class _RoundTable:
    """Table of all classes of rounds for several bettors who have the same progressive wager."""

    def __init__(self, rules: TableRules, wager: OfferedWager, table: CoupTable, seats: tuple[int, ...]) -> None:
        self.wager = wager
        self.stake = wager.limit.least
        self.mode = rules.settlement.envy
        self.total = table.total
        self.bets = [Bet(seat, SEATED, wager.id, self.stake) for seat in seats]
        self.layout = TableContext(rules.seat_hands, frozenset(seats))
        self.table = table
        self.first_seat = self._table_for_seat(seats[0])
        self.ends = list(self._ends(seats))

    def _table_for_seat(self, seat: int) -> CoupTable:
        """Return the fact table of a seat, or the common table if the wager does not depend on seats."""
        if self.wager.facts.isdisjoint(SEAT_DEPENDENT_FACTS):
            return self.table
        return replace(self.table, columns=self.table.classes.columns(seat, self.layout))

    def _ends(self, seats: tuple[int, ...]) -> Iterator[tuple[int, list[Verdict]]]:
        """Yield every combination of verdicts that a round can give to these seats, with its number of deals."""
        patterns = np.stack([self._rows_holding(seat) for seat in seats])
        distinct, first, which = np.unique(patterns, axis=1, return_index=True, return_inverse=True)
        counts = np.zeros(distinct.shape[1], np.int64)
        np.add.at(counts, which.reshape(-1), self.table.weights)
        for count, place in zip(counts, first, strict=True):
            coup = self.table.classes.coups[int(place)]
            facts_by_seat = [facts_of(coup, seat, self.layout) for seat in seats]
            yield int(count), [self.wager.decide(facts, self.stake) for facts in facts_by_seat]

    def _rows_holding(self, seat: int) -> NDArray[np.int64]:
        """Return for each class of rounds a bit mask of the pay rows that are true; the lowest bit is the push."""
        columns = self._table_for_seat(seat).columns
        bits = np.zeros(self.table.weights.shape, np.int64)
        conditions = [self.wager.push, *(row.when for row in self.wager.rows)]
        for place, condition in enumerate(conditions):
            if condition is not None:
                bits |= np.broadcast_to(condition.holds_in_rounds(columns), bits.shape).astype(np.int64) << place
        return bits

    def share(self, meter: str) -> Fraction:
        """Return the expected share of a meter that the first bettor wins per round."""
        won = sum((count * _divided(meter, verdicts) for count, verdicts in self.ends), Fraction(0))
        return won / self.total

    def envy(self) -> Fraction:
        """Return the envy pay that the first bettor receives on average per round, as a fraction of the stake."""
        if self.mode is None:
            return Fraction(0)
        due = 0
        for count, verdicts in self.ends:
            due += count * sum(
                cents for bet, cents, _ in envy_due(self.bets, verdicts, self.mode) if bet is self.bets[0]
            )
        return Fraction(due, self.total * self.stake)


def _divided(meter: str, verdicts: list[Verdict]) -> Fraction:
    """Return the part of a meter that the first bettor gets when all winners share it. [CO-EZ-A8]

    The largest share is paid first, and bettors with equal shares divide it.
    """
    claims = [sum((p.share for p in verdict.prizes if p.meter == meter), Fraction(0)) for verdict in verdicts]
    remaining = Fraction(1)
    for share in sorted({claim for claim in claims if claim}, reverse=True):
        pool = remaining * share
        if claims[0] == share:
            return pool / claims.count(share)
        remaining -= pool
    return Fraction(0)
