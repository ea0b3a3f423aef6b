"""Counting of blackjack: effects of removal by card, exact expectations of bonus wagers, and the simulated shoes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.hand_values import value
from croupier.families.blackjack.odds import fact_tables
from croupier.families.blackjack.odds.card_counting import count_systems
from croupier.families.blackjack.odds.counting_job import BlackjackCountJob
from croupier.families.blackjack.odds.counting_kernels import (
    BY_DEALER,
    BY_DEALER_THREE,
    BY_FIRST_FOUR,
    BY_FIRST_THREE,
    BY_FOUR_RANKS,
    MAIN,
    BoxWagerResults,
)
from croupier.families.blackjack.odds.exact import bonus_table, edges_by_card, solution_of, solver_of
from croupier.families.blackjack.odds.hand_outcomes import (
    DEALER_17,
    DEALER_BROKE_3,
    DEALER_ENDS,
    DEALER_NATURAL,
    MOST_BUST_CARDS,
)
from croupier.families.blackjack.odds.seat_strategy import SeatStrategy
from croupier.families.blackjack.odds.simulate_job import BlackjackJob, ShoePlan
from croupier.families.blackjack.rules import section_of
from croupier.families.blackjack.settle import play_rules_of
from croupier.odds.counting.card_effects import DECK, CardEffects
from croupier.odds.counting.count_job import BettingPlan, CountingSystem, CountJob, plan_arrays
from croupier.odds.counting.count_study import ShoeGame
from croupier.odds.counting.shoe_polynomials import ShoePolynomial, polynomial_of_array, shoe_polynomial
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.shoe_composition import Composition, card_of
from croupier.odds.wager_odds import nets_by_entry
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

VALUES = tuple(value(card_of(card).rank) - 1 for card in range(DECK))
RANKS = tuple(card // 4 for card in range(DECK))
SUITS = tuple(card % 4 for card in range(DECK))
CARDS = tuple(range(DECK))
TAKEN_LATER = "is taken after the up card is seen; croupier simulate --count NAME --insure N plays it by a count"


class BlackjackCounting(ShoeGame):
    """Blackjack table for the counting study: effects of removal, expectations of any shoe, and simulations."""

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self._full = Composition.of_decks(rules.shoe.decks)

    def effects(self, wager: OfferedWager) -> CardEffects:
        if wager.id == section_of(self.rules).insurance:
            raise NotExactlyCountable(TAKEN_LATER)
        expected, by_card = edges_by_card(self.rules, wager, self._full)
        is_exact = wager.id != section_of(self.rules).wager
        return CardEffects(
            wager.id, expected, tuple(by_card[card_of(card)] for card in CARDS), self.rules.shoe.decks, is_exact
        )

    def polynomials(self, wager: OfferedWager) -> Mapping[str, ShoePolynomial]:
        kind = self._kind(wager)
        if kind == MAIN:
            return {}
        if kind == BY_DEALER:
            return {"values": self._dealer_polynomial(wager)}
        if kind == BY_FOUR_RANKS:
            return {"ranks": self._polynomial(wager, RANKS, 4)}
        if kind == BY_FIRST_FOUR:
            return {}
        if kind == BY_DEALER_THREE:
            return {"cards": self._polynomial(wager, CARDS, 3)}
        if wager.facts <= fact_tables.BY_RANK:
            return {"ranks": self._polynomial(wager, RANKS, 3)}
        by = {"cards": CARDS, "ranks": RANKS, "suits": SUITS}
        return {knows: self._polynomial(wager, groups, 3) for knows, groups in by.items()}

    def systems(self) -> Sequence[CountingSystem]:
        # A count that is not divided by the decks left would need a different trigger for every number of decks.
        return tuple(
            CountingSystem(name, tuple(float(system.tag(card_of(card))) for card in CARDS), source=system.source)
            for name, system in count_systems().items()
            if system.true_per_cards is not None
        )

    def job(self, plans: Sequence[BettingPlan], *, cut: int | None, burn_seen: str, seats: int, seed: int) -> CountJob:
        wagers = tuple(dict.fromkeys(plan.wager for plan in plans))
        table = self._table
        shoe = table.shoe if cut is None else replace(table.shoe, cut_from_back=cut)
        dealt = replace(table, shoe=shoe, seats=table.seats * seats, seed=seed)
        results = self._results(tuple(self.rules.wagers[name] for name in wagers))
        return BlackjackCountJob(plan_arrays(plans, wagers), seed, burn_seen, dealt, results)

    @cached_property
    def _table(self) -> BlackjackJob:
        """Simulation of one seat that plays the chart."""
        rules, section = self.rules, section_of(self.rules)
        game = solver_of(rules)
        return BlackjackJob(
            game.rules, game.payoffs, (SeatStrategy(solution_of(rules).chart),), 1, ShoePlan.of(rules.shoe),
            dealer_completes=any(name in section.completes_for for name in rules.betting_wagers), counts_firsts=True,
        )  # fmt: skip

    def _kind(self, wager: OfferedWager) -> int:
        section = section_of(self.rules)
        if wager.id == section.wager:
            return MAIN
        if wager.id == section.insurance:
            raise NotExactlyCountable(TAKEN_LATER)
        fact_tables.require_priced(self.rules, wager)
        if wager.facts <= fact_tables.FIRST_THREE:
            return BY_FIRST_THREE
        if wager.facts <= fact_tables.BY_RANK:
            return BY_FOUR_RANKS
        if wager.facts <= fact_tables.FIRST_FOUR:
            return BY_FIRST_FOUR
        if wager.facts <= fact_tables.DEALERS:
            return BY_DEALER
        return BY_DEALER_THREE

    def _results(self, wagers: Sequence[OfferedWager]) -> BoxWagerResults:
        kinds = [self._kind(wager) for wager in wagers]
        nets = [self._nets(wager, kind) for wager, kind in zip(wagers, kinds, strict=True)]
        begins = np.cumsum([0, *(len(one) for one in nets[:-1])])
        joined = np.concatenate([np.empty(0, np.float32), *nets])
        return BoxWagerResults(
            np.array(kinds, np.int64), begins.astype(np.int64), joined, float(self._table.pays.units)
        )

    def _nets(self, wager: OfferedWager, kind: int) -> NDArray[np.float32]:
        """Return the results of a wager in the order of the kernel's index."""
        if kind == MAIN:
            return np.empty(0, np.float32)
        table = bonus_table(self.rules, wager, self._full)
        nets = nets_by_entry(wager, table)
        if kind != BY_DEALER:
            return nets.astype(np.float32)
        by_end = np.zeros(DEALER_ENDS, np.float32)
        columns = table.columns
        for natural, cards, total, net in zip(
            columns["dealer_natural"], columns["dealer_cards"], columns["dealer_total"], nets, strict=True
        ):
            by_end[_dealer_end(bool(natural), int(cards), int(total))] = net
        return by_end

    def _polynomial(self, wager: OfferedWager, groups: Sequence[int], cards: int) -> ShoePolynomial:
        """Return the expectation of a wager on the first three or four cards, for a player who counts the groups.

        The result of a sequence of groups is the mean over the full shoe's cards of these groups.
        """
        table = bonus_table(self.rules, wager, self._full)
        size = 13 if len(table.weights) == 13**cards else DECK
        shape = (size,) * cards
        weights = table.weights.astype(np.float64).reshape(shape)
        sums = nets_by_entry(wager, table).reshape(shape) * weights
        of_entry = np.array(groups)[:: DECK // size]
        joined, ways = _grouped(sums, of_entry), _grouped(weights, of_entry)
        results = np.divide(joined, ways, out=np.zeros_like(joined), where=ways > 0)
        return polynomial_of_array(groups, results, float(results.min()))

    def _dealer_polynomial(self, wager: OfferedWager) -> ShoePolynomial:
        nets = self._nets(wager, BY_DEALER)
        results: dict[tuple[int, ...], float] = {}
        left = [0, *(4 * self.rules.shoe.decks,) * 9, 16 * self.rules.shoe.decks]
        least = float(nets[DEALER_NATURAL : DEALER_BROKE_3 + MOST_BUST_CARDS - 2].min())
        soft = play_rules_of(self.rules).hits_soft_17
        for hand, _ in fact_tables.dealt_hands([], left, 1, hits_soft_17=soft):
            end = _dealer_end(*fact_tables.dealer_hand_class(hand))
            multiset = tuple(sorted(card - 1 for card in hand))
            results[multiset] = results.get(multiset, 0.0) + float(nets[end]) - least
        return shoe_polynomial(VALUES, results, least)


def _grouped(values: NDArray[np.float64], groups: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the sums of an array's entries by the groups of all its axes."""
    number = int(groups.max()) + 1
    for axis in range(values.ndim):
        moved = np.moveaxis(values, axis, 0)
        sums = np.zeros((number, *moved.shape[1:]))
        np.add.at(sums, groups, moved)
        values = np.moveaxis(sums, 0, axis)
    return values


def _dealer_end(natural: bool | int, cards: int, total: int) -> int:
    """Return the kernel's code of a dealer's final hand."""
    if natural:
        return DEALER_NATURAL
    return DEALER_17 + total - 17 if total <= 21 else DEALER_BROKE_3 + min(cards, MOST_BUST_CARDS) - 3
