"""Poker rounds settled live: every bet against its line of the sheet, the hand against the kernel, the money."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from croupier.cards.chance import Chance
from croupier.errors import BrokenPromise
from croupier.families.baccarat.odds.verification.compare import difference
from croupier.families.baccarat.odds.verification.lines import NOT_PRINTED, printed_lines
from croupier.families.baccarat.odds.verification.live import Outcome
from croupier.families.baccarat.odds.verification.money import bank_faults, in_order, money_faults
from croupier.families.baccarat.odds.verification.table import COVERS_EVERYTHING, FullTable
from croupier.families.poker_dealer.felt import PokerResult
from croupier.families.poker_dealer.section import section_of
from croupier.families.poker_dealer.settling import is_holdem
from croupier.families.poker_dealer.sheet.counts import (
    HOLDEM_SHAPE,
    HOLDEM_TIMES,
    SIX_CARD_KINDS,
    THREE_CARD_SHAPE,
    THREE_CARD_TIMES,
    PokerCounts,
)
from croupier.families.poker_dealer.sheet.kinds import kinds_of, table_of
from croupier.families.poker_dealer.sheet.live import End, hands_of
from croupier.families.poker_dealer.sheet.rules import net_of, riding
from croupier.money.cents import Cents, show
from croupier.money.outcome import SEATED, Bet
from croupier.money.settlement import PostedBank, Settled, Settlement
from croupier.odds.measures import WagerOdds, measure
from croupier.odds.par_sheet import ParSheet
from croupier.odds.table import EXACT
from croupier.odds.verification.report import Finding
from croupier.play.family import left_of_bank, settle_bets
from croupier.rulebook.betting import check_bets
from croupier.rulebook.house_rules import HouseRules

ROUND, SETTLEMENT = "round", "settlement"
LineOf = Callable[[End], int]


def poker_table(house: HouseRules, sheet: ParSheet) -> FullTable:
    """One seat that bets on everything, as little as may be: no Play wager is over any maximum.

    Where the hand itself has no odds nothing is played, and nobody bets: no bonus goes without its Ante.
    """
    bank = PostedBank(house.seats[-1], COVERS_EVERYTHING) if house.is_player_dealt else None
    if section_of(sheet.house).ante in sheet.not_counted:
        return FullTable(house, (), bank, {}, False, dict.fromkeys(house.wagers, 0), ())
    bets: tuple[Bet, ...] = tuple(
        Bet(house.seats[0], SEATED, wager.id, wager.limit.least)
        for wager in house.betting_wagers.values()
        if wager.id in sheet.wagers
    )
    for problem in check_bets(house, bets, bank_seat=bank.seat if bank else None):
        raise BrokenPromise(f"the table to be verified takes no bet: {problem}")
    placed = {bet.wager for bet in bets}
    missing = tuple(name for name in sheet.house.betting_wagers if name in sheet.wagers and name not in placed)
    return FullTable(house, bets, bank, {}, False, dict.fromkeys(house.wagers, 0), missing)


class Settling:
    """Every round that is settled, held against the sheet."""

    def __init__(self, sheet: ParSheet, table: FullTable, chance: Chance) -> None:
        self.sheet, self.table, self.chance = sheet, table, chance
        self.findings: list[Finding] = []
        self.bets = self.played = 0
        """Bets that were compared, and Play wagers of shuffled decks."""
        self.came: dict[str, Counter[int]] = defaultdict(Counter)
        """For each wager, how many bets of shuffled decks ended in each of its lines; a Play wager by its antes."""
        self.forced: dict[str, Counter[int]] = defaultdict(Counter)
        """The same of rounds made to order."""
        section = section_of(sheet.house)
        self.ante, self.play = section.ante, section.play
        self.lines = Lines(sheet)
        self._told: dict[object, str | None] = {}

    @property
    def stake(self) -> int:
        return next(bet.amount for bet in self.table.bets if bet.wager == self.ante)

    def settle(self, result: PokerResult, end: End, counts: Mapping[str, Counter[int]] | None) -> None:
        """Settle by the live path. `end`: how the kernel sees the round. `counts`: where its lines are counted."""
        done = self._settled(result)
        hand = 0
        for one in done.settled:
            if one.bet.wager in self.lines.riding:
                hand += one.net
            line = self._compare(one, end, result)
            if counts is not None and line is not None and one.bet.wager != self.ante:
                counts[one.bet.wager][line] += end.times if one.bet.wager == self.play else 1
        self.played += counts is self.came and end.times > 0
        self._compare_hand(Fraction(hand, self.stake), end, result, counts)

    def _settled(self, result: PokerResult) -> Settlement:
        table = self.table
        try:
            done = settle_bets(table.house, result, table.bets, bank=table.bank)
        except BrokenPromise as broken:
            self._find(SETTLEMENT, str(broken), result)
            return Settlement(())
        for where, told in money_faults(table, {}, done):
            self._find(where, told, result)
        return done

    def _find(self, where: str, told: str, result: PokerResult) -> None:
        self.findings.append(Finding(where, f"{told}: {hands_of(result)}"))

    def _compare(self, one: Settled, end: End, result: PokerResult) -> int | None:
        """A bet against its line of the sheet: which it is, None where they differ."""
        name, place = one.bet.wager, self.lines.of[one.bet.wager](end)
        self.bets += 1
        key = name, place, one.bet.amount, one.result, one.net, one.verdict
        if key not in self._told:
            self._told[key] = self._difference(one, place)
        if name == self.play and one.bet.amount != end.times * self.stake:
            self._find(
                ROUND, f"a Play wager of {show(one.bet.amount)}, and the odds play for {end.times} antes", result
            )
        if told := self._told[key]:
            self._find(name, told, result)
            return None
        return place

    def _difference(self, one: Settled, place: int) -> str | None:
        if place == NOT_PRINTED:
            return f"ends with {one.result.value} {show(one.net)}, and the sheet has no line for it"
        wager = self.sheet.house.wagers[one.bet.wager]
        outcome = Outcome(one.result.value, one.net, one.verdict)
        line = self.lines.odds[one.bet.wager].lines[place]
        return difference(line, wager, one.bet, outcome, self.table.slack[one.bet.wager])

    def _compare_hand(
        self, net: Fraction, end: End, result: PokerResult, counts: Mapping[str, Counter[int]] | None
    ) -> None:
        """Ante, Blind and Play together: what the kernel's round comes to, and the line of the game."""
        due = self.lines.worth(end)
        if net != due:
            self._find(ROUND, f"the hand comes to {net} antes live and to {due} in the odds", result)
        elif counts is not None:
            counts[self.ante][self.lines.game.get(net, NOT_PRINTED)] += 1

    # Banks too small

    def try_small_bank(self, result: PokerResult, bets: Sequence[Bet]) -> None:
        """A round against a bank of some size: what moves, and in which order."""
        house, bank = self.table.house, self.table.bank
        assert bank is not None
        due = [one.net for one in settle_bets(house, result, bets).settled]
        bank = PostedBank(bank.seat, Cents(1 + self.chance.below(2 * sum(abs(net) for net in due) + 1)))
        try:
            done = settle_bets(house, result, bets, bank=bank)
        except BrokenPromise as broken:
            self._find(SETTLEMENT, str(broken), result)
            return
        order = _order(house, result, [one.bet for one in done.settled], bank)
        for where, told in bank_faults(house, done, due, bank, order):
            self._find(where, told, result)


def _order(house: HouseRules, result: PokerResult, bets: Sequence[Bet], bank: PostedBank) -> list[int]:
    """From the bank's left; antes that were given up before all, where a house takes them first. [CA-3CP-A4]"""
    section = section_of(house)
    order = in_order(house, bets, left_of_bank(house, bank) or bank.seat)
    if not house.value(section.fold_first):
        return order
    folded = {seat.seat for seat in result.seats if seat.folded}
    return sorted(order, key=lambda place: not (bets[place].seat in folded and bets[place].wager == section.ante))


class Lines:
    """From the end of a round to the lines of the sheet that it ends the wagers in."""

    def __init__(self, sheet: ParSheet) -> None:
        house = sheet.house
        self._house = house
        section = section_of(house)
        self._kinds = kinds_of(house)
        self._places = {end: place for place, end in enumerate(self._kinds.deals)}
        self._play = section.play
        self.riding = (*riding(house), section.play)
        own = measure(house.wagers[section.ante], table_of(house.wagers[section.ante], every_end(house), self._kinds))
        self.odds: dict[str, WagerOdds] = {**sheet.wagers, section.ante: own}
        """A game's own line is what the whole hand comes to, so the Ante by itself is measured here."""
        self.of: dict[str, LineOf] = {name: self._line_of(name) for name in self.odds}
        self.game = {line.net: place for place, line in enumerate(sheet[section.ante].lines)}
        self._worth: dict[tuple[int, ...], dict[str, Fraction]] = {}

    def _line_of(self, name: str) -> LineOf:
        wager, odds, kinds = self._house.wagers[name], self.odds[name], self._kinds
        if kinds.six is not None and any(fact.startswith("six_") for fact in wager.facts):
            by_six = printed_lines(wager, odds, kinds.six).tolist()
            return lambda end: int(by_six[end.six or 0])
        lines = printed_lines(wager, odds, kinds.columns).tolist()
        return lambda end: int(lines[self._place(end)])

    def _place(self, end: End) -> int:
        """Kinds that are played come first, then those that are folded."""
        return self._places[end.own, end.dealer, end.result] + (0 if end.times else len(self._places))

    def worth(self, end: End) -> Fraction:
        """What Ante, Blind and Play come to in antes, read off the rulebook with a round of the same kind."""
        kind = (bool(end.times), end.own, end.dealer, end.result)
        if kind not in self._worth:
            deal = self._kinds.deals[kind[1:]]
            wagers = self.riding if end.times else self.riding[:-1]
            self._worth[kind] = {name: net_of(self._house, name, deal, folded=not end.times) for name in wagers}
        nets = self._worth[kind]
        return sum((net * (end.times if name == self._play else 1) for name, net in nets.items()), Fraction(0))


def every_end(house: HouseRules) -> PokerCounts:
    """Every kind of end once: not how often it comes, only that it does."""
    holdem = is_holdem(house)
    ends = np.zeros(HOLDEM_SHAPE if holdem else THREE_CARD_SHAPE, np.int64)
    for own, dealer, result in kinds_of(house).deals:
        ends[:, own, dealer, result] = 1
    times, six = (HOLDEM_TIMES, None) if holdem else (THREE_CARD_TIMES, np.ones(SIX_CARD_KINDS, np.int64))
    return PokerCounts(times, ends, six, EXACT)
