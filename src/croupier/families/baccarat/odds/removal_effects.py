"""Effects of removal in baccarat: the house edge of every wager when one card has left the shoe."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank, Suit
from croupier.compiled import compiled_cached
from croupier.errors import BadInput
from croupier.families.baccarat.hand_values import points
from croupier.families.baccarat.odds.exact import FIRST_FOUR_FACTS, SUIT_FACTS, exact_table
from croupier.families.baccarat.odds.kernels import FIRST_FOUR_KEYS, count_first_fours, count_pairs, first_four_key
from croupier.odds.par_sheet import ParSheet
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import LEAST_CARDS, Composition, card_number
from croupier.odds.wager_odds import measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

PRINTED_HANDS = frozenset(
    ("player_king_9", "banker_king_9", "seat_king_9", "other_seat_king_9", "other_betting_seat_king_9")
)
"""Facts that depend on the suits of a king and a nine, because such hands are printed at seats."""


def removal_effects(sheet: ParSheet) -> dict[str, WagerEffects]:
    """Return the effects of removal on every wager of an exact sheet."""
    assert sheet.shoe is not None
    if sheet.shoe.cards <= LEAST_CARDS:
        raise BadInput.at(
            "--effects", f"{sheet.shoe.cards} cards are left; one has to leave, and a round needs {LEAST_CARDS}"
        )
    counter = _Removals(sheet.rules, sheet.shoe)
    return {name: counter.effects(sheet.rules.wagers[name], odds.house_edge) for name, odds in sheet.wagers.items()}


def edges_by_card(rules: TableRules, wager: OfferedWager, shoe: Composition) -> tuple[Fraction, dict[Card, Fraction]]:
    """Return the house edge of a wager, and the edge after each card has left the shoe."""
    edge = measure_wager(wager, exact_table(rules, wager.facts, shoe)).house_edge
    return edge, _Removals(rules, shoe).by_card(wager)


class _Removals:
    """House edge of each wager for shoes with one card removed."""

    def __init__(self, rules: TableRules, shoe: Composition) -> None:
        self.rules = rules
        self.shoe = shoe
        self.left = {rank: sum(self._count(Card(rank, suit)) for suit in Suit) for rank in Rank}

    def _count(self, card: Card) -> int:
        return self.shoe.counts[card_number(card)]

    def effects(self, wager: OfferedWager, edge: Fraction) -> WagerEffects:
        looks_at_four = wager.facts and wager.facts <= FIRST_FOUR_FACTS
        edges = self._by_first_four(wager) if looks_at_four else self._by_counting_again(wager)
        changes = {rank: after - edge for rank, after in edges.items()}
        return WagerEffects(wager.id, edge, self.shoe.cards, changes, self.left)

    def _by_first_four(self, wager: OfferedWager) -> dict[Rank, Fraction]:
        """Return the house edge by removed rank, for wagers on the first four cards.

        For each card of the rank, the deals of the full count that do not use the card remain possible.
        """
        table = exact_table(self.rules, wager.facts, self.shoe)
        counts, used = self._first_fours
        weights = {rank: self.left[rank] * counts - used[:, rank - 1] for rank in Rank if self.left[rank]}
        return {rank: measure_wager(wager, replace(table, weights=ways)).house_edge for rank, ways in weights.items()}

    @cached_property
    def _first_fours(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        keys, counts, _ = count_first_fours(self.shoe.by_card())
        places = np.full(FIRST_FOUR_KEYS, -1, np.int64)
        places[keys] = np.arange(len(keys))
        return counts, ranks_in_first_fours(self.shoe.by_card(), places, len(keys))

    def _by_counting_again(self, wager: OfferedWager) -> dict[Rank, Fraction]:
        """Return the house edge by removed rank: the mean over the cards of the rank, by their numbers."""
        edges: dict[Rank, Fraction] = {}
        for card, edge in self.by_card(wager).items():
            share = Fraction(self._count(card), self.left[card.rank])
            edges[card.rank] = edges.get(card.rank, Fraction(0)) + share * edge
        return edges

    def by_card(self, wager: OfferedWager) -> dict[Card, Fraction]:
        """Return the house edge by removed card, counted again for the shoe without the card.

        Cards that are equivalent for the wager are counted once.
        """
        edges_by_key: dict[object, Fraction] = {}
        edges: dict[Card, Fraction] = {}
        for card in (Card(rank, suit) for rank in Rank for suit in Suit):
            if self._count(card):
                key = self._equivalence_key(wager, card)
                if key not in edges_by_key:
                    table = exact_table(self.rules, wager.facts, self.shoe.without([card]))
                    edges_by_key[key] = measure_wager(wager, table).house_edge
                edges[card] = edges_by_key[key]
        return edges

    def _equivalence_key(self, wager: OfferedWager, card: Card) -> object:
        """Return a key of a card; cards with equal keys have the same effect on the wager when they are removed."""
        by_rank = not wager.facts.isdisjoint(FIRST_FOUR_FACTS)
        by_suit = by_rank or not wager.facts.isdisjoint(SUIT_FACTS)
        if by_suit and self._suits_are_even and wager.facts.isdisjoint(PRINTED_HANDS):
            by_suit = False
        return card.rank if by_rank else points(card.rank), card.suit if by_suit else None

    @cached_property
    def _suits_are_even(self) -> bool:
        """Whether every rank has the same number of cards left in each suit."""
        return all(self._count(Card(rank, suit)) * len(Suit) == self.left[rank] for rank in Rank for suit in Suit)


@compiled_cached
def ranks_in_first_fours(shoe: NDArray[np.int64], places: NDArray[np.int64], keys: int) -> NDArray[np.int64]:
    """Count, for each class of first four cards, how many cards of each rank they contain.

    The result has shape (keys, 13).

    `places`: index of each key of `first_four_key`.
    """
    used = np.zeros((keys, 13), np.int64)
    left = shoe.copy()
    for a in range(52):
        for b in range(a, 52):
            player_ways = count_pairs(left, a, b)
            if player_ways <= 0:
                continue
            left[a] -= 1
            left[b] -= 1
            for c in range(52):
                for d in range(c, 52):
                    banker_ways = count_pairs(left, c, d)
                    if banker_ways > 0:
                        place = places[first_four_key(a, b, c, d)]
                        for card in (a, b, c, d):
                            used[place, card // 4] += player_ways * banker_ways
            left[a] += 1
            left[b] += 1
    return used
