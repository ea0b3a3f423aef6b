"""Counting of baccarat: effects of removal by card, exact expectations of any shoe, and the simulated shoes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import product

import numpy as np
from numpy.typing import NDArray

from croupier.families.baccarat.facts import TableContext
from croupier.families.baccarat.hand_values import points
from croupier.families.baccarat.odds.counting_job import BaccaratCountJob
from croupier.families.baccarat.odds.counting_kernels import (
    BY_FIRST_FOUR,
    BY_SUITS,
    BY_TOTALS,
    SUITS_CLASSES,
    CoupWagerResults,
)
from croupier.families.baccarat.odds.exact import FIRST_FOUR_FACTS, SUIT_FACTS, CoupTable, ExactBaccarat
from croupier.families.baccarat.odds.kernels import FIRST_FOUR_KEYS, NO_CARD, TOTALS_CLASSES, coup_classes
from croupier.families.baccarat.odds.removal_effects import edges_by_card
from croupier.families.baccarat.odds.simulate import simulation_setup
from croupier.odds.counting.card_effects import DECK, CardEffects
from croupier.odds.counting.count_job import BettingPlan, CountingSystem, CountJob, plan_arrays
from croupier.odds.counting.count_study import ShoeGame
from croupier.odds.counting.shoe_polynomials import (
    ShoePolynomial,
    ordered_results,
    polynomial_of_array,
    shoe_polynomial,
)
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.shoe_composition import Composition, card_number, card_of
from croupier.odds.wager_odds import nets_by_entry
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

POINTS = tuple(points(card_of(card).rank) for card in range(DECK))
RANKS = tuple(card // 4 for card in range(DECK))
PAIR_FACTS = frozenset(("player_pair", "banker_pair", "player_perfect_pair", "banker_perfect_pair"))


class BaccaratCounting(ShoeGame):
    """Baccarat table for the counting study: effects of removal, expectations of any shoe, and simulations."""

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self._exact = ExactBaccarat.of(rules)
        self._full = Composition.of_decks(rules.shoe.decks)

    def effects(self, wager: OfferedWager) -> CardEffects:
        edge, by_card = edges_by_card(self.rules, wager, self._full)
        return CardEffects(
            wager.id, -edge, tuple(edge - by_card[card_of(number)] for number in range(DECK)), self.rules.shoe.decks
        )

    def polynomials(self, wager: OfferedWager) -> Mapping[str, ShoePolynomial]:
        """Return the wager's expectation, named by what its player knows of each card left: value, rank or all."""
        if wager.facts & (FIRST_FOUR_FACTS | SUIT_FACTS):
            return self._pair_polynomial(wager) if wager.facts <= PAIR_FACTS else {}
        nets = self._totals_nets(wager)
        setup = simulation_setup(self.rules)
        player = np.add.outer(np.arange(10), np.arange(10)) % 10
        # Axes: Player's first, Banker's first, Player's second, Banker's second card, and the next two cards.
        openings = (
            player[:, None, :, None, None, None] * 1000
            + player[None, :, None, :, None, None] * 100
            + np.arange(10)[:, None] * 10
            + np.arange(10)
        )
        results = nets[setup.kinds[openings]].astype(np.float64)
        return {"points": polynomial_of_array(POINTS, results, float(results.min()))}

    def systems(self) -> Sequence[CountingSystem]:
        return named_counts()

    def job(self, plans: Sequence[BettingPlan], *, cut: int | None, burn_seen: str, seats: int, seed: int) -> CountJob:
        rules = self.rules
        wagers = tuple(dict.fromkeys(plan.wager for plan in plans))
        results = self._results(tuple(rules.wagers[name] for name in wagers))
        return BaccaratCountJob(plan_arrays(plans, wagers), seed, burn_seen, simulation_setup(rules, cut), results)

    def _table(self, wager: OfferedWager) -> CoupTable:
        layout = TableContext(self.rules.seat_hands, frozenset(self.rules.seats))
        return self._exact.table(self._full, wager.facts, seat=self.rules.seats[0], layout=layout)

    def _totals_nets(self, wager: OfferedWager) -> NDArray[np.float32]:
        return self._nets(wager, TOTALS_CLASSES, 0)

    def _nets(self, wager: OfferedWager, size: int, column: int) -> NDArray[np.float32]:
        """Return the wager's result for each class of rounds by totals (column 0) or by first four cards (1)."""
        table = self._table(wager)
        nets = np.zeros(size, np.float32)
        nets[_classes(table)[:, column]] = nets_by_entry(wager, table)
        return nets

    def _suits_nets(self, wager: OfferedWager) -> NDArray[np.float32]:
        table = self._table(wager)
        classes = _classes(table)
        nets = np.zeros(SUITS_CLASSES * TOTALS_CLASSES, np.float32)
        nets[classes[:, 2] * TOTALS_CLASSES + classes[:, 0]] = nets_by_entry(wager, table)
        return nets

    def _results(self, wagers: Sequence[OfferedWager]) -> CoupWagerResults:
        kinds, nets = [], []
        for wager in wagers:
            is_first_four, sees_suits = bool(wager.facts & FIRST_FOUR_FACTS), bool(wager.facts & SUIT_FACTS)
            if is_first_four and not wager.facts <= FIRST_FOUR_FACTS:
                raise NotExactlyCountable("looks at the first four cards and at totals together")
            kinds.append(BY_FIRST_FOUR if is_first_four else BY_SUITS if sees_suits else BY_TOTALS)
            if is_first_four:
                nets.append(self._nets(wager, FIRST_FOUR_KEYS, 1))
            else:
                nets.append(self._suits_nets(wager) if sees_suits else self._totals_nets(wager))
        begins = np.cumsum([0, *(len(one) for one in nets[:-1])])
        return CoupWagerResults(np.array(kinds, np.int64), begins.astype(np.int64), np.concatenate(nets))

    def _pair_polynomial(self, wager: OfferedWager) -> Mapping[str, ShoePolynomial]:
        """Return the expectation of a wager on pairs.

        Its result depends on the kind of each hand's first two cards: no pair, a pair, a pair of one suit. It is a sum
        of parts, each for hands that are at least of some kind, so that most parts look at one hand only.
        """
        by_kind = self._nets_by_pair_kinds(wager)
        parts = np.diff(np.diff(by_kind, axis=0, prepend=0), axis=1, prepend=0)
        by_rank = not parts[2].any() and not parts[:, 2].any()
        groups = RANKS if by_rank else tuple(range(DECK))
        same = [(cell, cell) for cell in range(max(groups) + 1)]
        pairs = same if by_rank else [pair for pair in product(range(DECK), repeat=2) if pair[0] // 4 == pair[1] // 4]
        alike: Sequence[Sequence[tuple[int, ...]]] = ([()], pairs, same)
        ordered = [
            ((*own, *other), float(parts[player, banker]))
            for player, banker in product(range(3), repeat=2)
            if parts[player, banker] and (player or banker)
            for own, other in product(alike[player], alike[banker])
        ]
        polynomial = shoe_polynomial(groups, ordered_results(ordered), float(parts[0, 0]))
        return {"ranks" if by_rank else "cards": polynomial}

    def _nets_by_pair_kinds(self, wager: OfferedWager) -> NDArray[np.float64]:
        table = self._table(wager)
        nets, found = nets_by_entry(wager, table), np.zeros((3, 3))
        for coup, net in zip(table.classes.coups, nets, strict=True):
            kinds = (
                0 if one.rank != other.rank else 2 if one == other else 1
                for one, other in (coup.player[:2], coup.banker[:2])
            )
            found[tuple(kinds)] = net
        return found


def _classes(table: CoupTable) -> NDArray[np.int64]:
    """Return the classes of each entry's example round; see `kernels.coup_classes`."""
    hands = np.full((len(table.classes.coups), 6), NO_CARD, np.int64)
    for place, coup in enumerate(table.classes.coups):
        hands[place, : len(coup.player)] = [card_number(card) for card in coup.player]
        hands[place, 3 : 3 + len(coup.banker)] = [card_number(card) for card in coup.banker]
    classes: NDArray[np.int64] = coup_classes(hands)
    return classes


@cache
def named_counts() -> tuple[CountingSystem, ...]:
    """Return the published counts for baccarat."""
    text = files(__package__).joinpath("counts.toml").read_text(encoding="utf-8")
    return tuple(
        CountingSystem(name, tuple(float(table["tags"][points(card_of(card).rank) - 1]) for card in range(DECK)),
                       source=table["source"])
        for name, table in tomllib.loads(text).items()
    )  # fmt: skip
