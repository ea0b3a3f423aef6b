"""From the end of a poker round to the lines of the sheet that it ends the wagers in."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

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
from croupier.families.poker_dealer.sheet.kinds import SIX, kinds_of, table_of
from croupier.families.poker_dealer.sheet.live import End
from croupier.families.poker_dealer.sheet.rules import net_of, riding
from croupier.odds.measures import WagerOdds, measure
from croupier.odds.par_sheet import ParSheet
from croupier.odds.table import EXACT
from croupier.odds.verification.lines import printed_lines
from croupier.rulebook.house_rules import HouseRules

LineOf = Callable[[End], int]


class Lines:
    """The lines of one sheet, by the kinds of rounds that it was measured over."""

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
        if kinds.six is not None and any(fact.startswith(SIX) for fact in wager.facts):
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
