"""Verification of baccarat: the checks that come on top of those of every game.

- drawing: every course of a round, dealt by the live round and by the compiled drawing rules;
- rows: every class of rounds that the exact count distinguishes, forced and settled live;
- shoes: played to their last round, dealt again by a compiled kernel, and compared card by card and fact by fact; shoes
  of the simulation are dealt at the live table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from croupier.cards import Card, Rank, ShoeRules, Suit
from croupier.cards.random_source import RandomSource
from croupier.families.baccarat.facts import TableContext, fact
from croupier.families.baccarat.odds.compare_live import (
    DealtShoe,
    RoundColumns,
    compare_drawing_rules,
    compare_facts,
    compare_shoes,
    compare_simulated_shoes,
    deal_live_coup,
    dealing_finding,
    hands_text,
)
from croupier.families.baccarat.odds.exact import CoupClasses, ExactBaccarat, exact_table
from croupier.families.baccarat.round import BaccaratRules, Coup
from croupier.odds.par_sheet import ParSheet
from croupier.odds.verification.driver import LiveRound, Verifier
from croupier.odds.verification.sheet_lines import printed_lines
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.play.driver import deal_cards, timeout_answer
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules

MAX_CLASSES_TO_FORCE_ALL, CLASSES_PER_LINE = 5_000, 500
"""Most classes of rounds that are all dealt; with more, the number of classes dealt per line of the sheet.

A count by suits has 47,000 classes.
"""
SPARE = Card(Rank.TWO, Suit.CLUBS)
"""Card that is dealt if a live round draws although the odds expect no card."""
MAX_CARDS_PER_ROUND = 6
PLAYED_TO_THE_END = 4
"""One shoe in this many is played to its end, to check the cut card and the last round.

Rounds after the guaranteed ones do not count in the statistics.
"""


class BaccaratVerifier(Verifier):
    """Verification of a baccarat table. Players make no decisions."""

    spot_facts = fact.spot_facts
    rounds_per_batch = 20_000
    small_banks = 2_000

    def __init__(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> None:
        super().__init__(printed, played, chance, seed)
        self.rules = BaccaratRules.of(printed)
        self.layout = TableContext(printed.seat_hands, frozenset(printed.seats))
        self._odds: dict[tuple[str, int], WagerOdds] = {}
        self._columns: tuple[Sequence[LiveRound], RoundColumns] | None = None

    def hands_of(self, result: Coup) -> str:
        return hands_text(result)

    def columns(self, rounds: Sequence[LiveRound]) -> RoundColumns:
        """Return the facts of these rounds; the last result is cached."""
        if self._columns is None or self._columns[0] is not rounds:
            self._columns = rounds, RoundColumns([live.result for live in rounds], self.layout)
        return self._columns[1]

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int]:
        columns = self.columns(rounds).of_seat(seat)
        lines: list[int] = printed_lines(self.printed.wagers[wager], self.odds_of(wager, seat), columns).tolist()
        return lines

    def odds_of(self, wager: str, seat: int) -> WagerOdds:
        if seat in (0, self.printed.seats[0]) or self.sheet.shoe is None:
            return self.sheet[wager]
        if (wager, seat) not in self._odds:
            rules = self.printed.wagers[wager]
            table = ExactBaccarat.of(self.printed).table(self.sheet.shoe, rules.facts, seat=seat, layout=self.layout)
            self._odds[wager, seat] = measure_wager(rules, table)
        return self._odds[wager, seat]

    def play(self, rounds: int) -> None:
        """Compare the drawing rules of the odds with those of the live round, then run the common checks."""
        found, ways = compare_drawing_rules(self.rules, BaccaratRules.of(self.played))
        self.findings += found
        self.compared["ways to draw, live and compiled"] += ways
        super().play(rounds)

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        begin = self.live_round_factory()
        for coup in rounds_to_force(self.sheet, wagers):
            live = self.play_live_round(
                RoundInProgress(begin), deal_cards(in_dealing_order(coup), SPARE), timeout_answer
            )
            assert live is not None
            if live.result == coup:
                yield live
            else:
                self.findings.append(dealing_finding(live.result, coup))

    def shuffled(self, rounds: int) -> Sequence[LiveRound]:
        dealt, shoes = self.deal_shoes(rounds)
        self.findings += compare_shoes(shoes, self.rules, self.printed.shoe)
        self.compared["rounds dealt again by the kernel"] += len(dealt)
        wanted: frozenset[str] = frozenset().union(*(self.printed.wagers[name].facts for name in self.sheet.wagers))
        seats = sorted({bet.seat for bet in self.table.bets})
        assert self.sheet.shoe is not None
        differing, compared = compare_facts(self.columns(dealt), self.rules, self.sheet.shoe, wanted, seats)
        self.findings += differing
        self.compared["facts of those rounds"] += compared
        return dealt

    def deal_shoes(self, rounds: int) -> tuple[list[LiveRound], list[DealtShoe]]:
        """Deal shoes until enough rounds are counted; play the first of every four shoes to its last round."""
        dealt: list[LiveRound] = []
        shoes: list[DealtShoe] = []
        sure = min_rounds_per_shoe(self.played.shoe)
        for left in range(rounds, 0, -sure):
            one = self._deal_shoe(min(sure, left), to_the_end=len(shoes) % PLAYED_TO_THE_END == 0)
            dealt += [LiveRound(coup, is_counted=place < min(sure, left)) for place, coup in enumerate(one.coups)]
            shoes.append(one)
        return dealt, shoes

    def _deal_shoe(self, counted: int, *, to_the_end: bool) -> DealtShoe:
        """Burn and deal one shoe; `to_the_end` deals until the last round after the cut card."""
        rules, shoe = BaccaratRules.of(self.played), self.shoes.next_burned_shoe()
        coups: list[Coup] = []
        while not shoe.is_finished and shoe.cards_left >= MAX_CARDS_PER_ROUND and (to_the_end or len(coups) < counted):
            coup, shoe = deal_live_coup(rules, shoe)
            assert coup is not None
            coups.append(coup)
        return DealtShoe(shoe.cards, coups, to_the_end)

    def compare_simulation(self) -> None:
        found, compared = compare_simulated_shoes(self.printed, self.played, self.seed)
        self.findings += found
        self.compared["rounds of the simulation"] += compared


def min_rounds_per_shoe(rules: ShoeRules) -> int:
    """Return how many rounds every shoe has at least: those before the cut card can come out.

    Cards of a fairly shuffled shoe are exchangeable. The start of a round depends only on the cards before it, so the
    next six cards are distributed like the first six, and every round that is certain to be dealt has the odds of a new
    shoe. The number of rounds before the cut card does depend on the cards: a shoe of short rounds gives more of them.
    Counting all rounds would favour four-card rounds slightly (the cut-card effect), so only the certain ones are
    counted. Rounds of one shoe are dependent: their results correlate by a few parts in a hundred thousand. This widens
    or narrows a count over a shoe by less than a thousandth, far less than the test can detect.
    """
    most_burnt = max(rules.burn_fixed, 1 + max(9, rules.burn_ten_value))
    before_cut = 52 * rules.decks - rules.cut_from_back - most_burnt
    return max(1, before_cut // MAX_CARDS_PER_ROUND)


def in_dealing_order(coup: Coup) -> tuple[Card, ...]:
    """Return the cards in dealing order: two to each hand in turn, then the third cards. [000 L96-97]"""
    by_turns = (coup.player[0], coup.banker[0], coup.player[1], coup.banker[1])
    return (*by_turns, *coup.player[2:], *coup.banker[2:])


def rounds_to_force(sheet: ParSheet, wagers: Collection[str]) -> Iterator[Coup]:
    """Yield an example round of every class; if there are many classes, of evenly spaced classes of every line."""
    assert sheet.shoe is not None
    chosen: dict[int, tuple[CoupClasses, set[int]]] = {}
    for name in wagers:
        wager = sheet.rules.wagers[name]
        counted = exact_table(sheet.rules, wager.facts, sheet.shoe)
        lines = printed_lines(wager, sheet[name], counted.columns)
        _, places = chosen.setdefault(id(counted.classes), (counted.classes, set()))
        for line in np.unique(lines):
            of_line = np.nonzero(lines == line)[0]
            step = 1 if len(lines) <= MAX_CLASSES_TO_FORCE_ALL else -(-len(of_line) // CLASSES_PER_LINE)
            places.update(int(place) for place in of_line[::step])
    for kinds, places in chosen.values():
        yield from (kinds.coups[place] for place in sorted(places))
