"""Checks that placed wagers are allowed: seats, limits, prerequisites. Cases and live tables share them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from croupier.errors import Problem, suggestion
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import Schedule
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager


class WagerProblemReason(StrEnum):
    """Reason why a wager cannot be placed as it is."""

    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    NOT_EXACT_STAKE = "not-exact-stake"
    """The wager has one fixed stake."""
    OTHER_MISSING = "other-missing"
    """The wager requires another one."""
    EXCLUDED = "excluded"
    """The wager and another one cannot be bet together."""
    ABOVE_CAP = "above-cap"
    """The stake is more than other stakes of the bettor allow."""
    NOT_EQUAL = "not-equal"
    """The stake must equal another one."""
    BELOW_COMBINED_MINIMUM = "below-combined-minimum"
    NOT_OFFERED = "not-offered"
    DURING_ROUND = "during-round"
    """The wager is placed when the round asks for it."""
    BACKLINE = "backline"
    """The wager is not taken from behind a seat."""
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_HAS_BANK = "seat-has-bank"
    JACKPOT_PENDING = "jackpot-pending"
    METER_DOWN = "meter-down"


@dataclass(frozen=True)
class WagerProblem(Problem):
    """Problem of one placed wager: the reason, and the amounts and other wagers that it is about."""

    reason: WagerProblemReason = WagerProblemReason.NOT_OFFERED
    wager: str = ""
    cents: Cents | None = None
    """Amount that the rule sets: the minimum, the maximum, the fixed stake or the cap."""
    missing_cents: Cents | None = None
    """Cents that are missing to a minimum."""
    others: tuple[str, ...] = ()
    """Ids of the other wagers that the rule names."""
    share: Fraction = Fraction(1)
    """Share of the other stakes, in a cap."""
    is_incomplete: bool = False
    """Whether more chips, here or on other wagers, make the wager valid."""


def check_bets(
    rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None = None, schedule: Schedule | None = None
) -> list[WagerProblem]:
    """Return all problems of the placed wagers; `where` of each problem names the index of the wager in `bets`."""
    problems = []
    for place, bet in enumerate(bets):
        if found := _placement_problem(rules, bet, bank_seat):
            problems.append(replace(found, where=f"wagers[{place}].{found.where}"))
    if problems:
        return problems
    table = _Table(rules, bets, schedule)
    problems = [problem for place in range(len(bets)) for problem in table.problems_of(place)]
    return problems or list(table.too_little_together())


def _placement_problem(rules: TableRules, bet: Bet, bank_seat: int | None) -> WagerProblem | None:
    wager, reasons = rules.wagers.get(bet.wager), WagerProblemReason
    if wager is None:
        return WagerProblem("wager", _unknown_wager(rules, bet.wager), "", reasons.NOT_OFFERED, bet.wager)
    if bet.seat not in rules.seats:
        text = f"there is no seat {bet.seat} on this layout; it has {seats_text(rules.seats)}"
        return WagerProblem("seat", text, "", reasons.NO_SUCH_SEAT, bet.wager)
    if bet.seat == bank_seat:
        text = f"seat {bet.seat} has the bank and cannot bet against itself"
        return WagerProblem("seat", text, "", reasons.SEAT_HAS_BANK, bet.wager)
    if wager.is_placed_during_round:
        text = f"{wager.title} is not put down with the others: the round asks for it"
        return WagerProblem("wager", text, wager.cite, reasons.DURING_ROUND, bet.wager)
    if bet.bettor != SEATED and not wager.backline:
        text = f"backline betting is not permitted on {wager.id}, {wager.title}"
        return WagerProblem("bettor", text, wager.cite, reasons.BACKLINE, bet.wager)
    return None


def _unknown_wager(rules: TableRules, name: str) -> str:
    if name in rules.rulebook.written.wager:
        return f'"{name}" is not offered with these options'
    hint = suggestion(name, rules.wagers) or ";"
    return f'{rules.rulebook.title} has no wager "{name}"{hint} it has {", ".join(rules.wagers)}'


def seats_text(seats: tuple[int, ...]) -> str:
    if seats == tuple(range(seats[0], seats[-1] + 1)):
        return f"seats {seats[0]} to {seats[-1]}"
    return "seats " + ", ".join(str(seat) for seat in seats)


class _Table:
    """All placed wagers of a table, with each bettor's stakes added up by wager."""

    def __init__(self, rules: TableRules, bets: Sequence[Bet], schedule: Schedule | None) -> None:
        self.rules = rules
        self.bets = bets
        self.schedule = schedule
        self.stakes: dict[tuple[str, str], Cents] = {}
        for bet in bets:
            spot = bet.payer, bet.wager
            self.stakes[spot] = Cents(self.stakes.get(spot, 0) + bet.amount)

    def problems_of(self, place: int) -> Iterator[WagerProblem]:
        bet, amount = self.bets[place], f"wagers[{place}].amount"
        wager = self.rules.wagers[bet.wager]
        if limit := self._outside_limits(bet, wager):
            yield replace(limit, where=amount)
        for needed in wager.requires:
            if needed.seated_only and bet.bettor != SEATED:
                continue
            if not any(self._stake(bet, name) for name in needed.wagers):
                names = " or ".join(self._title(name) for name in needed.wagers)
                message = f"{wager.title} needs a wager on {names}"
                reason, cite = WagerProblemReason.OTHER_MISSING, needed.cite or wager.cite
                yield WagerProblem(f"wagers[{place}].wager", message, cite, reason, wager.id, others=needed.wagers)
        yield from self._excluded_by_earlier(place, wager)
        if cap := self._over_cap(bet, wager):
            yield replace(cap, where=amount)

    def _excluded_by_earlier(self, place: int, wager: OfferedWager) -> Iterator[WagerProblem]:
        """Yield a problem if this wager and one that the bettor placed earlier exclude each other.

        Either of the two wagers may have the rule.
        """
        for earlier in dict.fromkeys(bet.wager for bet in self.bets[:place] if bet.payer == self.bets[place].payer):
            other = self.rules.wagers[earlier]
            barred = [e for e in wager.excludes if earlier in e.wagers] + [
                e for e in other.excludes if wager.id in e.wagers
            ]
            if barred:
                both = f"{wager.title} and {other.title} cannot be bet together"
                reason, cite = WagerProblemReason.EXCLUDED, barred[0].cite or wager.cite
                yield WagerProblem(f"wagers[{place}].wager", both, cite, reason, wager.id, others=(earlier,))

    def _stake(self, bet: Bet, wager: str) -> Cents:
        """Return the cents that the bettor of `bet` has on the wager `wager`."""
        return self.stakes.get((bet.payer, wager), Cents(0))

    def _title(self, name: str) -> str:
        return self.rules.rulebook.written.wager[name].title

    def too_little_together(self) -> Iterator[WagerProblem]:
        """Yield a problem for each bettor whose wagers together are below the required minimum. [002 L146]"""
        totals: dict[str, int] = {}
        for bet in self.bets:
            totals[bet.payer] = totals.get(bet.payer, 0) + bet.amount
        for least in self.rules.joint_minimums:
            unreported = dict(totals)
            for place, bet in enumerate(self.bets):
                total = unreported.pop(bet.payer, least.least)
                if total < least.least:
                    message = f"{format_dollars(Cents(total))} together is under the {format_dollars(least.least)}"
                    yield WagerProblem(
                        f"wagers[{place}].amount",
                        f"{message} that all wagers must add up to",
                        least.cite,
                        WagerProblemReason.BELOW_COMBINED_MINIMUM,
                        bet.wager,
                        least.least,
                        Cents(least.least - total),
                        is_incomplete=True,
                    )

    def _outside_limits(self, bet: Bet, wager: OfferedWager) -> WagerProblem | None:
        """Return why a stake is outside its limits, with the citation of the limit, or None."""
        reasons = WagerProblemReason
        stake = self._stake(bet, bet.wager)
        limit = self.rules.limit(wager, self.schedule)
        message = f"{format_dollars(stake)} on {wager.title}"
        if limit.least == limit.most and stake != limit.least:
            text = f"{message}; the stake is exactly {format_dollars(limit.least)}"
            return WagerProblem("amount", text, limit.cite, reasons.NOT_EXACT_STAKE, wager.id, limit.least)
        if stake < limit.least:
            text, missing = f"{message} is under the {format_dollars(limit.least)} minimum", Cents(limit.least - stake)
            found = WagerProblem("amount", text, limit.cite, reasons.BELOW_MINIMUM, wager.id, limit.least, missing)
            return replace(found, is_incomplete=True)
        if stake > limit.most:
            text = f"{message} is over the {format_dollars(limit.most)} maximum"
            return WagerProblem("amount", text, limit.cite, reasons.ABOVE_MAXIMUM, wager.id, limit.most)
        return None

    def _over_cap(self, bet: Bet, wager: OfferedWager) -> WagerProblem | None:
        stake = self._stake(bet, bet.wager)
        for cap in wager.caps:
            others = [self._stake(bet, name) for name in cap.of]
            most = (sum(others) if cap.by_total else max(others)) * cap.share
            if cap.exact and stake != most:
                same = " and ".join(self._title(name) for name in cap.of)
                message = f"{format_dollars(stake)} on {wager.title}; it is exactly what is on {same}"
                reason = WagerProblemReason.NOT_EQUAL
            elif stake > most:
                base = f"the base wager of {format_dollars(Cents(int(most)))}"
                message = f"{format_dollars(stake)} on {wager.title} is more than {base}"
                reason = WagerProblemReason.ABOVE_CAP
            else:
                continue
            problem = WagerProblem("amount", message, cap.cite or wager.cite, reason, wager.id, Cents(int(most)))
            return replace(problem, others=cap.of, share=cap.share)
        return None
