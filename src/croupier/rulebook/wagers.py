"""A wager as one table offers it: it decides the result of a stake, and has its limits and prerequisites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from croupier.money.bets import BetResult, MeterPrize, Verdict
from croupier.money.cents import Cents, Rounding, VigRounding
from croupier.money.pay_odds import PayOdds, PayOddsKind
from croupier.rulebook.condition_compiler import Facts
from croupier.rulebook.conditions import BoundCondition

NO_METERS: Mapping[str, Cents] = {}


@dataclass(frozen=True, eq=False)
class PayRow:
    """One row of a wager's pay table in force: its condition and what it pays."""

    number: int
    when: BoundCondition
    odds: PayOdds
    name: str
    cite: str
    short_name: str = ""
    meter: str = ""
    envy: Cents = Cents(0)

    @property
    def title(self) -> str:
        return self.name or self.odds.text

    @property
    def short_title(self) -> str:
        return self.short_name or self.name


@dataclass(frozen=True, eq=False)
class VigorishCharge:
    """Vigorish in force: a percentage of the winnings or of the stake."""

    when: BoundCondition
    rate: Fraction
    of_stake: bool


@dataclass(frozen=True, eq=False)
class PartialReturn:
    """Fraction of the stake that is returned when the wager loses."""

    when: BoundCondition
    share: Fraction
    cite: str


@dataclass(frozen=True)
class Prerequisite:
    """Wagers that this wager requires (the same bettor has at least one of them) or excludes (has none of them)."""

    wagers: tuple[str, ...]
    cite: str
    seated_only: bool = False


@dataclass(frozen=True)
class StakeCap:
    """Upper limit of the stake on this wager, computed from the same bettor's stakes on other wagers."""

    of: tuple[str, ...]
    by_total: bool
    cite: str
    share: Fraction = Fraction(1)
    exact: bool = False


@dataclass(frozen=True)
class Limit:
    """Minimum and maximum stake in cents, with the citation of the rule."""

    least: Cents
    most: Cents
    cite: str

    def within(self, other: Limit) -> Limit:
        """Return the limits that allow only stakes which both limits allow; cite `other` if it narrows this limit."""
        least, most = max(self.least, other.least), min(self.most, other.most)
        return Limit(least, most, self.cite if (least, most) == (self.least, self.most) else other.cite)


@dataclass(frozen=True, eq=False)
class OfferedWager:
    """One wager of a table's layout, with its options applied."""

    id: str
    title: str
    short_title: str
    spot_title: str
    spot_hint: str
    group: str
    summary: str
    rows: tuple[PayRow, ...]
    limit: Limit
    cite: str
    facts: frozenset[str]
    """Names of the facts that decide the wager."""
    returns: BoundCondition | None = None
    push: BoundCondition | None = None
    gives_back: tuple[PartialReturn, ...] = ()
    charges: tuple[VigorishCharge, ...] = ()
    requires: tuple[Prerequisite, ...] = ()
    excludes: tuple[Prerequisite, ...] = ()
    caps: tuple[StakeCap, ...] = ()
    is_placed_during_round: bool = False
    """Whether the wager is placed when the round asks the player for it, and not before the deal."""
    backline: bool = True
    follows_table_limit: bool = False
    pays_rows: str = "first"
    amount_includes_stake: bool = True
    rounding: Rounding = Rounding.DOWN
    vig_rounding: VigRounding = VigRounding.EXACT
    note: str = ""

    def decide(self, facts: Facts, stake: Cents, meters: Mapping[str, Cents] = NO_METERS) -> Verdict:
        """Decide the result of a stake for a round with these facts.

        The conditions are tried in this order: no action, push, pay rows. If none holds, the stake loses, perhaps in
        part.
        """
        if self.returns is not None and self.returns.holds(facts):
            return Verdict(BetResult.RETURNED, cite=self.cite)
        charge = next((charge for charge in self.charges if charge.when.holds(facts)), None)
        if self.push is not None and self.push.holds(facts):
            return _pushed(self, charge, stake)
        if rows := self._rows_paid(facts, stake, meters):
            return self.win_by(rows, charge, stake)
        back = next((back for back in self.gives_back if back.when.holds(facts)), None)
        return _lost(self, back, stake)

    def win_by(self, rows: tuple[PayRow, ...], charge: VigorishCharge | None, stake: Cents) -> Verdict:
        """Return the verdict of a stake that wins by these rows."""
        return _won(self, rows, charge, stake)

    def _rows_paid(self, facts: Facts, stake: Cents, meters: Mapping[str, Cents]) -> tuple[PayRow, ...]:
        if self.pays_rows == "first":
            for row in self.rows:
                if row.when.holds(facts):
                    return (row,)
            return ()
        holding = tuple(row for row in self.rows if row.when.holds(facts))
        return self.rows_paid(holding, stake, meters)

    def rows_paid(self, holding: tuple[PayRow, ...], stake: Cents, meters: Mapping[str, Cents]) -> tuple[PayRow, ...]:
        """Return which of the rows whose condition holds are paid: the first, the most valuable, or all."""
        if self.pays_rows == "all" or not holding:
            return holding
        if self.pays_rows == "first":
            return holding[:1]
        return (max(holding, key=lambda row: self._row_value(row, stake, meters)),)

    def _row_value(self, row: PayRow, stake: Cents, meters: Mapping[str, Cents]) -> Fraction:
        if row.odds.kind is PayOddsKind.SHARE:
            return row.odds.value * meters.get(row.meter, 0) - stake
        return self._pay(row, stake)

    def winnings(self, rows: Sequence[PayRow], stake: Cents) -> Cents:
        """Return the winnings in cents that the chip tray pays, rounded by the table's rule."""
        return self.rounding.of_pay(self.exact_winnings(rows, stake))

    def exact_winnings(self, rows: Sequence[PayRow], stake: Cents) -> Fraction:
        """Return the exact winnings in cents that the chip tray pays, without prizes from meters.

        Odds "for" one, and meter prizes, take the stake: the stake is subtracted once, whatever the number of rows.
        """
        handed_over = Fraction(0)
        for row in rows:
            if row.odds.kind is not PayOddsKind.SHARE:
                handed_over += self._pay(row, stake) + (stake if self._takes_stake(row) else 0)
        taken = stake if any(self._takes_stake(row) for row in rows) else 0
        return handed_over - taken

    def _takes_stake(self, row: PayRow) -> bool:
        if row.odds.kind is PayOddsKind.AMOUNT:
            return self.amount_includes_stake
        return row.odds.kind is not PayOddsKind.TO

    def _pay(self, row: PayRow, stake: Cents) -> Fraction:
        return row.odds.winnings(stake, amount_includes_stake=self.amount_includes_stake)

    def vigorish(self, charge: VigorishCharge | None, stake: Cents, winnings: Cents) -> Cents:
        """Return the vigorish in cents on a stake or on its winnings."""
        if charge is None:
            return Cents(0)
        return self.vig_rounding.of_charge((stake if charge.of_stake else winnings) * charge.rate)


# A table takes the same few stakes all day, so the verdicts are cached.
@lru_cache(maxsize=2**16)
def _won(wager: OfferedWager, rows: tuple[PayRow, ...], charge: VigorishCharge | None, stake: Cents) -> Verdict:
    winnings = wager.winnings(rows, stake)
    return Verdict(
        BetResult.WIN,
        winnings,
        wager.vigorish(charge, stake, winnings),
        row=" + ".join(row.odds.text for row in rows),
        name=" + ".join(row.title for row in rows),
        cite=rows[0].cite or wager.cite,
        prizes=tuple(MeterPrize(row.meter, row.odds.value) for row in rows if row.odds.kind is PayOddsKind.SHARE),
        envy=rows[0].envy,
        row_number=rows[0].number,
    )


@lru_cache(maxsize=2**16)
def _pushed(wager: OfferedWager, charge: VigorishCharge | None, stake: Cents) -> Verdict:
    return Verdict(BetResult.PUSH, charge=wager.vigorish(charge, stake, Cents(0)), cite=wager.cite)


@lru_cache(maxsize=2**16)
def _lost(wager: OfferedWager, back: PartialReturn | None, stake: Cents) -> Verdict:
    if back is None:
        return Verdict(BetResult.LOSE, stake, cite=wager.cite)
    returned = wager.rounding.of_pay(stake * back.share)
    return Verdict(BetResult.LOSE, Cents(stake - returned), cite=back.cite or wager.cite)
