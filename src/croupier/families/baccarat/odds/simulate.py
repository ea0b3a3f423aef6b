"""Simulation of baccarat: millions of shoes dealt as at the live table; every figure has a confidence interval.

The same seed gives the same counts on one thread, many threads, a CUDA device or a cluster. Shoes are numbered, and
rounds are counted in the order of their shoes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from croupier.cards import Card, CutRule
from croupier.errors import BadInput
from croupier.families.baccarat.facts import TableContext
from croupier.families.baccarat.odds.exact import (
    FIRST_FOUR_FACTS,
    SUIT_FACTS,
    CoupClasses,
    CoupTable,
    classes_by_totals,
)
from croupier.families.baccarat.odds.kernels import STOOD
from croupier.families.baccarat.odds.simulate_kernels import (
    LONGEST_ROUND,
    NO_CARD,
    USES_FIRST_FOUR,
    USES_SUITS,
    USES_TOTALS,
    BaccaratJob,
    Counted,
    CoupSetup,
    coup_setup,
    rounds_of_shoe,
)
from croupier.families.baccarat.round import BaccaratRules, Coup
from croupier.odds.fact_table import SIMULATED, NotExactlyCountable
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.shoe_composition import card_of
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.job import KeyCounts
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.simulation.shuffle_kernels import burn_by_points, start_of
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

CARDS = tuple(card_of(number) for number in range(52))
NOT_ON_DEVICE = "looks at ranks or suits, which are not dealt on a CUDA device; simulate it on the cpu"


def simulation_setup(rules: TableRules, cut_from_back: int | None = None) -> CoupSetup:
    """Return the shoe and drawing rules of a table in the form that the kernels take.

    `cut_from_back` replaces the rulebook's number of cards behind the cut card.
    """
    play_rules = BaccaratRules.of(rules)
    return coup_setup(
        decks=rules.shoe.decks,
        burn=burn_by_points(rules.shoe),
        cut_from_back=rules.shoe.cut_from_back if cut_from_back is None else cut_from_back,
        ends_with_the_hand=rules.shoe.cut_rule is CutRule.ENDS_WITH_THE_HAND,
        draws=play_rules.draw_table,
        natural_stops=play_rules.natural_stops,
    )


def simulated_shoe(rules: TableRules, seed: int, shoe: int) -> tuple[list[Card], list[Coup]]:
    """Return the cards and rounds of one simulated shoe, for comparison with the live table."""
    order, begins, kinds = rounds_of_shoe(simulation_setup(rules), start_of(seed), shoe)
    cards = [CARDS[number] for number in order.tolist()]
    return cards, [coup_at(cards, begin, kind) for begin, kind in zip(begins.tolist(), kinds.tolist(), strict=True)]


def coup_at(cards: Sequence[Card], begin: int, kind: int) -> Coup:
    """Return the round that starts at index `begin` of a shoe and has the class `kind`."""
    thirds = list(cards[begin + 4 : begin + LONGEST_ROUND])
    player = [cards[begin], cards[begin + 2], *([thirds.pop(0)] if kind % 121 // 11 != STOOD else [])]
    banker = [cards[begin + 1], cards[begin + 3], *([thirds.pop(0)] if kind % 11 != STOOD else [])]
    return Coup(tuple(player), tuple(banker))


def facts_group_of(wager: OfferedWager) -> int:
    """Return a bit mask of what decides the facts of a wager: the first four cards, the suits, the totals."""
    facts = frozenset(wager.facts)
    first_four = USES_FIRST_FOUR if facts & FIRST_FOUR_FACTS else 0
    suits = USES_SUITS if facts & SUIT_FACTS else 0
    return first_four | suits | (USES_TOTALS if facts - FIRST_FOUR_FACTS - SUIT_FACTS else 0)


class BaccaratSimulation(Simulation[Counted]):
    """Simulation of one table, with the counts of its rounds so far."""

    def __init__(self, rules: TableRules, seed: int = 1, *, by_totals_alone: bool = False) -> None:
        self.rules = rules
        self.fact_groups = {wager.id: facts_group_of(wager) for wager in rules.wagers.values()}
        wide = sorted({properties for properties in self.fact_groups.values() if properties & ~USES_TOTALS})
        self.unmeasured_wagers = [
            wager for wager, properties in self.fact_groups.items() if by_totals_alone and properties in wide
        ]
        self.wide = () if by_totals_alone else tuple(wide)
        super().__init__(BaccaratJob(simulation_setup(rules), seed, self.wide))
        self._rules = BaccaratRules.of(rules)
        self._kinds: dict[int, tuple[KeyCounts, CoupClasses]] = {}
        self._layout = TableContext(rules.seat_hands, frozenset(rules.seats))

    def checks_per_growth(self, wager: str) -> int:
        """Return n such that the wager is measured again after 1/n as many new shoes as were already dealt.

        A wager that depends on ranks or suits is measured less often, because that takes about a second.
        """
        return 2 if self.fact_groups[wager] in self.wide else 8

    def interval(self, wager: str) -> float | None:
        return self.odds(self.rules.wagers[wager]).interval

    def table(self, wager: str) -> CoupTable:
        """Return the simulated rounds as a fact table, in classes that the facts of the wager tell apart."""
        properties = self.fact_groups[wager]
        totals, *key_counts = self.tally.counts
        if properties & ~USES_TOTALS:
            counted = key_counts[self.wide.index(properties)]
            kinds, weights = self._kinds_of(properties, counted), counted.counts
        else:
            places, kinds = classes_by_totals(self._rules.draw_table, self._rules.natural_stops)
            weights = totals[places]
        return CoupTable(weights, SIMULATED, kinds.columns(self.rules.seats[0], self._layout), kinds)

    def _kinds_of(self, properties: int, key_counts: KeyCounts) -> CoupClasses:
        if properties not in self._kinds or self._kinds[properties][0] is not key_counts:
            self._kinds[properties] = (
                key_counts,
                CoupClasses(tuple(decode_example(number) for number in key_counts.examples.tolist())),
            )
        return self._kinds[properties][1]

    def odds(self, wager: OfferedWager) -> WagerOdds:
        if wager.id in self.unmeasured_wagers:
            raise NotExactlyCountable(NOT_ON_DEVICE)
        return measure_wager(wager, self.table(wager.id), paytable=paytable_of(self.rules, wager.id))

    def sheet(self) -> ParSheet:
        """Return the par sheet that the simulated rounds give."""
        sheet = measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)
        return replace(sheet, rounds_per_shoe=self.rounds_per_shoe)


def decode_example(number: int) -> Coup:
    """Return the round that a number encodes: its digits to the base 53 are the six cards of both hands."""
    digits = [number // (NO_CARD + 1) ** power % (NO_CARD + 1) for power in range(LONGEST_ROUND - 1, -1, -1)]
    player, banker = (tuple(CARDS[card] for card in hand if card != NO_CARD) for hand in (digits[:3], digits[3:]))
    return Coup(player, banker)


def simulate(rules: TableRules, **run_options: Unpack[RunOptions]) -> ParSheet:
    """Deal shoes until the stop condition is met, and measure every wager."""
    run = CheckedRun.of(rules.wagers, **run_options)
    simulation = BaccaratSimulation(rules, run.seed, by_totals_alone=run.device == "cuda")
    if run.stop.within is not None and run.stop.within[0] in simulation.unmeasured_wagers:
        raise BadInput.at("--within", f"{run.stop.within[0]} {NOT_ON_DEVICE}")
    return simulation.run(run).sheet()
