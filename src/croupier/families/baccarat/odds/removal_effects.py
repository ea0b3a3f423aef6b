"""Effects of removal in baccarat: every wager counted again with one card less."""

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
from croupier.families.baccarat.odds.exact import FIRST_FOUR, SUITS, exact_table
from croupier.families.baccarat.odds.kernels import FIRST_FOUR_KINDS, count_first_fours, first_four_key, pair_ways
from croupier.odds.par_sheet import ParSheet
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import LEAST_CARDS, Composition, card_number
from croupier.odds.wager_odds import measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

PRINTED_HANDS = frozenset(
    ("player_king_9", "banker_king_9", "seat_king_9", "other_seat_king_9", "other_betting_seat_king_9")
)
"""Facts that tell one suit from another, because a king and nine of certain suits is printed at a seat."""


def removal_effects(sheet: ParSheet) -> dict[str, WagerEffects]:
    """The effects of removal on every wager of an exact sheet."""
    assert sheet.shoe is not None
    if sheet.shoe.cards <= LEAST_CARDS:
        raise BadInput.at(
            "--effects", f"{sheet.shoe.cards} cards are left; one has to leave, and a round needs {LEAST_CARDS}"
        )
    counter = _Removals(sheet.rules, sheet.shoe)
    return {name: counter.effects(sheet.rules.wagers[name], odds.house_edge) for name, odds in sheet.wagers.items()}


class _Removals:
    """The shoe with one card out, as every wager sees it."""

    def __init__(self, rules: TableRules, shoe: Composition) -> None:
        self.rules = rules
        self.shoe = shoe
        self.left = {rank: sum(self._count(Card(rank, suit)) for suit in Suit) for rank in Rank}

    def _count(self, card: Card) -> int:
        return self.shoe.counts[card_number(card)]

    def effects(self, wager: OfferedWager, edge: Fraction) -> WagerEffects:
        looks_at_four = wager.facts and wager.facts <= FIRST_FOUR
        edges = self._by_first_four(wager) if looks_at_four else self._by_counting_again(wager)
        changes = {rank: after - edge for rank, after in edges.items()}
        return WagerEffects(wager.id, edge, self.shoe.cards, changes, self.left)

    def _by_first_four(self, wager: OfferedWager) -> dict[Rank, Fraction]:
        """Deals that stay possible: for each card of the rank, those of the full count that do not use it."""
        table = exact_table(self.rules, wager.facts, self.shoe)
        counts, used = self._first_fours
        weights = {rank: self.left[rank] * counts - used[:, rank - 1] for rank in Rank if self.left[rank]}
        return {rank: measure_wager(wager, replace(table, weights=ways)).house_edge for rank, ways in weights.items()}

    @cached_property
    def _first_fours(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        keys, counts, _ = count_first_fours(self.shoe.by_card())
        places = np.full(FIRST_FOUR_KINDS, -1, np.int64)
        places[keys] = np.arange(len(keys))
        return counts, ranks_in_first_fours(self.shoe.by_card(), places, len(keys))

    def _by_counting_again(self, wager: OfferedWager) -> dict[Rank, Fraction]:
        """From the shoe without the card, once for all cards that are the same to the wager."""
        seen: dict[object, Fraction] = {}
        edges: dict[Rank, Fraction] = {}
        for rank in Rank:
            for card in (card for suit in Suit if self._count(card := Card(rank, suit))):
                alike = self._alike(wager, card)
                if alike not in seen:
                    table = exact_table(self.rules, wager.facts, self.shoe.without([card]))
                    seen[alike] = measure_wager(wager, table).house_edge
                share = Fraction(self._count(card), self.left[rank])
                edges[rank] = edges.get(rank, Fraction(0)) + share * seen[alike]
        return edges

    def _alike(self, wager: OfferedWager, card: Card) -> object:
        """Cards with this in common leave shoes that the wager cannot tell apart."""
        by_rank = not wager.facts.isdisjoint(FIRST_FOUR)
        by_suit = by_rank or not wager.facts.isdisjoint(SUITS)
        if by_suit and self._suits_are_even and wager.facts.isdisjoint(PRINTED_HANDS):
            by_suit = False
        return card.rank if by_rank else points(card.rank), card.suit if by_suit else None

    @cached_property
    def _suits_are_even(self) -> bool:
        """Every rank has as many cards left of each suit."""
        return all(self._count(Card(rank, suit)) * len(Suit) == self.left[rank] for rank in Rank for suit in Suit)


@compiled_cached
def ranks_in_first_fours(shoe: NDArray[np.int64], places: NDArray[np.int64], keys: int) -> NDArray[np.int64]:
    """Over all first fours of each kind, how many cards of each rank are in them. `places`: of the kinds' keys."""
    used = np.zeros((keys, 13), np.int64)
    left = shoe.copy()
    for a in range(52):
        for b in range(a, 52):
            player_ways = pair_ways(left, a, b)
            if player_ways <= 0:
                continue
            left[a] -= 1
            left[b] -= 1
            for c in range(52):
                for d in range(c, 52):
                    banker_ways = pair_ways(left, c, d)
                    if banker_ways > 0:
                        place = places[first_four_key(a, b, c, d)]
                        for card in (a, b, c, d):
                            used[place, card // 4] += player_ways * banker_ways
            left[a] += 1
            left[b] += 1
    return used
