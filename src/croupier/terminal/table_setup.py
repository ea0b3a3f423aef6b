"""Setup of the table in the terminal: the person's seat, the bank, the fee schedule and the start of the meters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.errors import BadInput
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.collection import Basis, Collection, NoBracket, Schedule
from croupier.money.settlement import PostedBank
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets
from croupier.rulebook.wagers import Limit, OfferedWager

BANK_IN_TABLE_MAXIMUMS = 20
"""Size of the player-dealer's bank as a multiple of the table maximum.

It almost always covers the one seat that plays against it.
"""
METER_WITHOUT_SEED = Cents(10_000_00)
"""Start amount of a meter without a seed in the rulebook."""


@dataclass(frozen=True)
class TableSetup:
    """Table before the first hand: seats, bank, fee schedule and meters."""

    rules: TableRules
    seat: int
    bank: PostedBank | None = None
    schedule: Schedule | None = None

    @classmethod
    def for_rules(cls, rules: TableRules) -> TableSetup:
        """Return the setup with the person at the first seat, or at the second if a player-dealer has the first."""
        if len(rules.seats) < (2 if rules.has_player_dealer else 1):
            raise BadInput.at("rulebook", f"{rules.rulebook.title} has no seat for you on its layout")
        if not rules.has_player_dealer:
            return cls(rules, rules.seats[0])
        schedule = _schedule(rules)
        bank = PostedBank(rules.seats[0], Cents(BANK_IN_TABLE_MAXIMUMS * _table_maximum(rules, schedule)))
        return cls(rules, rules.seats[1], bank, schedule)

    def limit(self, wager: OfferedWager) -> Limit:
        return self.rules.limit(wager, self.schedule)

    @property
    def least_bet(self) -> Cents:
        """Smallest amount in cents that a hand can be played with, on a wager that requires no other."""
        free = [wager for wager in self.rules.betting_wagers.values() if not wager.requires]
        wagers = free or self.rules.betting_wagers.values()
        return min(Cents(sum(self.completed({wager.id: self.limit(wager).least}).values())) for wager in wagers)

    def accompanied_wager(self, wager: OfferedWager) -> str | None:
        """Return the other wager that must be placed with this one at the same size, or None.

        For example, a Blind accompanies its Ante. [004 L3624]
        """
        needed = {name for requirement in wager.requires for name in requirement.wagers}
        return next((cap.of[0] for cap in wager.caps if cap.exact and needed.intersection(cap.of)), None)

    def completed(self, stakes: Mapping[str, Cents]) -> dict[str, Cents]:
        """Return the stakes, with the wagers added that the rules require at an exact size beside them.

        A wager that the person has placed is not added.
        """
        completed_stakes = dict(stakes)
        for wager in self.rules.betting_wagers.values():
            for cap in wager.caps:
                if cap.exact and wager.id not in completed_stakes and any(name in completed_stakes for name in cap.of):
                    completed_stakes[wager.id] = Cents(
                        int(sum(completed_stakes.get(name, 0) for name in cap.of) * cap.share)
                    )
        return completed_stakes

    def starting_meters(self) -> dict[str, Cents]:
        return {meter.id: meter.seed or METER_WITHOUT_SEED for meter in self.rules.meters}

    def refusal(self, bets: Sequence[Bet]) -> str | None:
        """Return the first reason why these wagers are not allowed, or None."""
        bank_seat = self.bank.seat if self.bank else None
        for problem in check_bets(self.rules, bets, bank_seat=bank_seat, schedule=self.schedule):
            return problem.text
        try:
            self.collection(bets)
        except NoBracket as over:
            return str(over)
        return None

    def collection(self, bets: Sequence[Bet]) -> Collection | None:
        """Return the collection fee of the hand, which is taken before the deal. [004 L3060, L3464-3468]"""
        if self.schedule is None:
            return None
        return self.rules.collection(self.schedule, bets)


def _schedule(rules: TableRules) -> Schedule | None:
    """Return the first collection schedule that is based on wagers and allows the table's limits."""
    by_wagers = (Basis.TOTAL_TABLE_ACTION, Basis.PLAYER_WAGER_PER_SPOT)
    candidates = [schedule for schedule in rules.schedules if schedule.basis in by_wagers]
    outside = [rules.table_limit_problem(schedule) for schedule in candidates]
    if candidates and all(outside):
        raise BadInput([problem for problem in outside if problem][:1])
    return next((schedule for schedule, problem in zip(candidates, outside, strict=True) if problem is None), None)


def _table_maximum(rules: TableRules, schedule: Schedule | None) -> Cents:
    lines = [wager for wager in rules.wagers.values() if wager.group == "line"]
    return max(rules.limit(wager, schedule).most for wager in lines or rules.wagers.values())
