"""Blackjack rounds settled live: bets against their lines of the sheet, hands against the mathematics, the money."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from croupier.cards.chance import Chance
from croupier.errors import BrokenPromise
from croupier.families.baccarat.odds.verification.compare import difference
from croupier.families.baccarat.odds.verification.lines import NOT_PRINTED, printed_lines
from croupier.families.baccarat.odds.verification.live import Outcome
from croupier.families.baccarat.odds.verification.money import money_faults
from croupier.families.baccarat.odds.verification.table import FullTable
from croupier.families.blackjack.hands import value
from croupier.families.blackjack.odds.game import Blackjack
from croupier.families.blackjack.round import BlackjackResult
from croupier.families.blackjack.section import section_of
from croupier.families.blackjack.settling import rules_of
from croupier.families.blackjack.sheet import kinds
from croupier.families.blackjack.sheet.ends_of import worth_of
from croupier.families.blackjack.sheet.live import hands_of
from croupier.families.blackjack.sheet.made_to_order import dealer_hands
from croupier.families.blackjack.sheet.sheet import bonus_table
from croupier.money.cents import Cents, show
from croupier.money.outcome import Result
from croupier.money.settlement import PostedBank, Settled, Settlement
from croupier.odds.composition import card_number
from croupier.odds.par_sheet import ParSheet
from croupier.odds.verification.report import Finding, RowCheck
from croupier.play.family import settle_bets

SMALL_BANKS = 1_000
SETTLEMENT = "settlement"
LineOf = Callable[[BlackjackResult], int]


class Settling:
    """Every round that is settled, held against the sheet."""

    def __init__(self, sheet: ParSheet, table: FullTable, chance: Chance) -> None:
        self.sheet, self.table, self.chance = sheet, table, chance
        self.findings: list[Finding] = []
        self.bets = self.banks = 0
        self.forced: dict[str, Counter[int]] = defaultdict(Counter)
        """For each wager, how many bets of rounds made to order ended in each of its lines."""
        self.main_live: Counter[object] = Counter()
        self.main_forced: Counter[object] = Counter()
        section = section_of(sheet.house)
        self.main, self.insurance = section.wager, section.insurance
        self._lines = {name: _line_of(sheet, name) for name in sheet.wagers if name != self.main}
        self._told: dict[object, str | None] = {}

    @property
    def stake(self) -> int:
        return next(bet.amount for bet in self.table.bets if bet.wager == self.main)

    def settle(self, result: BlackjackResult, *, forced: bool) -> Fraction:
        """Settle by the live path; what main wager and insurance came to, in first wagers."""
        done = self._settled(result)
        own = Fraction(0)
        for one in done.settled:
            if one.bet.wager == self.main:
                self.main_live[_row(one)] += 1
            else:
                self._compare(one, result, forced=forced)
            if one.bet.wager in (self.main, self.insurance):
                own += Fraction(one.net, self.stake)
        if self.table.bank is not None and not forced and self.banks < SMALL_BANKS:
            self._try_small_bank(result)
        return own

    def _settled(self, result: BlackjackResult) -> Settlement:
        table = self.table
        try:
            done = settle_bets(table.house, result, table.bets, bank=table.bank)
        except BrokenPromise as broken:
            self.findings.append(Finding(SETTLEMENT, f"{broken}: {hands_of(result)}"))
            return Settlement(())
        faults = money_faults(table, {}, done)
        self.findings += [Finding(where, f"{told}: {hands_of(result)}") for where, told in faults]
        return done

    def _compare(self, one: Settled, result: BlackjackResult, *, forced: bool) -> None:
        """A bonus bet or an insurance against its line of the sheet."""
        name, place = one.bet.wager, self._lines[one.bet.wager](result)
        self.bets += 1
        key = name, place, one.bet.amount, one.result, one.net, one.verdict
        if key not in self._told:
            self._told[key] = self._difference(one, place)
        if told := self._told[key]:
            self.findings.append(Finding(name, f"{told}: {hands_of(result)}"))
        elif forced:
            self.forced[name][place] += 1

    def _difference(self, one: Settled, place: int) -> str | None:
        if place == NOT_PRINTED:
            return f"ends with {one.result.value} {show(one.net)}, and the sheet has no line for it"
        wager = self.sheet.house.wagers[one.bet.wager]
        outcome = Outcome(one.result.value, one.net, one.verdict)
        line = self.sheet[one.bet.wager].lines[place]
        return difference(line, wager, one.bet, outcome, self.table.slack[one.bet.wager])

    def settle_hands(self, result: BlackjackResult, game: Blackjack) -> None:
        """Each hand of a round that was played without sense: what the mathematics counts it for."""
        for one in self._settled(result).settled:
            if one.bet.wager == self.main:
                self.main_forced[_row(one)] += 1
                due = self.stake * worth_of(result, max(0, one.bet.hand - 1), game.rules, game.payoffs)
                if one.net != due:
                    told = f"comes to {show(one.net)} live and to {show(int(due))} in the odds"
                    self.findings.append(Finding(self.main, f"{told}: {hands_of(result)}"))
            else:
                self._compare(one, result, forced=False)

    def main_rows(self) -> Iterator[RowCheck]:
        """The main wager's rows as they were paid: their chance depends on who plays, and is not printed."""
        rows = self.sheet.house.wagers[self.main].rows
        lines: list[tuple[object, str, str, str]] = [
            (row.number, row.title, row.odds.text, "win") for row in rows if row.when.constant is not False
        ]
        lines += [("push", "push", "push", "push"), ("lose", "lose", "lose", "lose")]
        for key, title, pays, result in lines:
            yield RowCheck(title, pays, result, None, None, self.main_live[key], self.main_forced[key])

    def _try_small_bank(self, result: BlackjackResult) -> None:
        """The round again, against a bank of some size: never over what it put up, no bet moved beyond what is due."""
        table, at_stake = self.table, 2 * sum(bet.amount for bet in self.table.bets)
        assert table.bank is not None
        bank = PostedBank(table.bank.seat, Cents(1 + self.chance.below(at_stake)))
        due = [one.net for one in settle_bets(table.house, result, table.bets).settled]
        self.banks += 1
        try:
            done = settle_bets(table.house, result, table.bets, bank=bank)
        except BrokenPromise as broken:
            self.findings.append(Finding(SETTLEMENT, f"{broken}: {hands_of(result)}"))
            return
        nets = [one.net for one in done.settled]
        if done.bank_net != -sum(nets) or abs(sum(nets)) > bank.amount:
            told = f"a bank of {show(bank.amount)} moved {show(done.bank_net or 0)}, the bettors {show(sum(nets))}"
            self.findings.append(Finding(SETTLEMENT, f"{told}: {hands_of(result)}"))
        for one, owed in zip(done.settled, due, strict=True):
            if not min(0, owed) <= one.net <= max(0, owed):
                told = f"{show(owed)} was due and a short bank moved {show(one.net)}"
                self.findings.append(Finding(one.bet.wager, f"{told}: {hands_of(result)}"))


def _row(one: Settled) -> object:
    return one.verdict.row_number if one.result is Result.WIN else one.result.value


def _line_of(sheet: ParSheet, name: str) -> LineOf:
    """From a finished round to the line of the sheet that it ends a wager in."""
    house, wager = sheet.house, sheet.house.wagers[name]
    if name == section_of(house).insurance:
        return lambda result: 0 if result.dealer_natural else 1
    assert sheet.shoe is not None
    table = bonus_table(house, wager, sheet.shoe)
    lines = printed_lines(wager, sheet[name], table.columns).tolist()
    if table.columns is kinds.first_three():
        return lambda result: lines[_by_cards(result)]
    if table.columns is kinds.first_four():
        return lambda result: lines[_by_ranks(result)]
    rules = rules_of(house)
    places = {kind: place for place, kind in enumerate(dealer_hands(rules.decks, hits_soft_17=rules.hits_soft_17))}
    return lambda result: _at(lines, places.get(_dealer_kind(result)))


def _at(lines: list[Any], place: int | None) -> int:
    return NOT_PRINTED if place is None else int(lines[place])


def _by_cards(result: BlackjackResult) -> int:
    one, two, up = (card_number(card) for card in (*result.seats[0].first_two, result.dealer[0]))
    return (one * 52 + two) * 52 + up


def _by_ranks(result: BlackjackResult) -> int:
    one, two, up, hole = (card.rank - 1 for card in (*result.seats[0].first_two, *result.dealer[:2]))
    return ((one * 13 + two) * 13 + up) * 13 + hole


def _dealer_kind(result: BlackjackResult) -> tuple[int, ...]:
    return kinds.kept(tuple(value(card.rank) for card in result.dealer))
