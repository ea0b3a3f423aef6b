"""Entry point of exact blackjack: solves a game for a full shoe or for any other shoe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from croupier.cards import Card, Rank, Suit
from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import value
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.shoe_values import BlackjackShoe, natural_pays
from croupier.families.blackjack.rules import BlackjackRules, SplitBy
from croupier.odds.optional_packages import require_package
from croupier.odds.shoe_composition import Composition, card_number

if TYPE_CHECKING:
    from croupier.families.blackjack.odds.solution import BlackjackSolution

MOST_HANDS = 4
LEAST_CHARLIE = 3
Shoe = Composition | Sequence[int]
"""Cards in a shoe: the counts of all 52 cards, or of the ten values, aces first."""


@dataclass(frozen=True)
class BlackjackSolver:
    """Solver for a game with these rules and payouts."""

    rules: BlackjackRules = field(default_factory=BlackjackRules)
    payoffs: Payoffs = field(default_factory=Payoffs)

    def __post_init__(self) -> None:
        if not 1 <= self.rules.most_hands <= MOST_HANDS:
            raise BadInput.at("most_hands", f"splits are counted up to {MOST_HANDS} hands, not {self.rules.most_hands}")
        if self.rules.charlie_cards and self.rules.charlie_cards < LEAST_CHARLIE:
            raise BadInput.at("charlie_cards", f"{self.rules.charlie_cards} cards win at once before anybody plays")

    def solve(self, composition: Shoe | None = None) -> BlackjackSolution:
        """Return perfect play from this shoe, or from a full shoe if none is given."""
        return self._solve(self.shoe(composition), shared=True)

    def shoe(self, composition: Shoe | None = None) -> BlackjackShoe:
        """Return the shoe after checking that it has enough cards and the rank and suit counts that the rules need.

        Raise `BadInput` for any other shoe.
        """
        shoe = BlackjackShoe.of(Composition.of_decks(self.rules.decks) if composition is None else composition)
        shoe.require_enough_cards(self.rules.most_hands)
        if self.rules.split_by is SplitBy.RANK:
            shoe.ten_ranks()
        if self.payoffs.blackjack_x is not None:
            shoe.ace_king_share(any_suit=self.payoffs.blackjack_x_any_suit)
        return shoe

    def effects_of_removal(self, composition: Shoe | None = None) -> Mapping[int, float]:
        """Return by how much the value of the game changes if one card leaves the shoe.

        The keys are ranks 1 to 13, or values 1 to 10 if the shoe has only counts of values.
        """
        shoe = self.shoe(composition)
        whole = self._solve(shoe, shared=True).value
        if shoe.cards_left is None:
            after = {card: BlackjackShoe.of(shoe.without(card)) for card in range(1, 11) if shoe.values[card - 1]}
            return {card: self._solve(left, shared=False).value - whole for card, left in after.items()}
        solved_by_card: dict[object, tuple[float, float]] = {}
        ranks = [rank for rank in Rank if any(_left(shoe.cards_left, rank))]
        return {int(rank): self._value_without(shoe.cards_left, rank, solved_by_card) - whole for rank in ranks}

    def _value_without(
        self, cards: Composition, rank: Rank, solved_by_card: dict[object, tuple[float, float]]
    ) -> float:
        """Return the value of the game after one card of a rank has left, averaged over the suits of the card.

        The suits matter in Blackjack X.
        """
        alike = rank if self.rules.split_by is SplitBy.RANK else value(rank)
        many = dict(zip(Suit, _left(cards, rank), strict=True))
        after = {suit: BlackjackShoe.of(cards.without([Card(rank, suit)])) for suit in Suit if many[suit]}
        if alike not in solved_by_card:
            plain = replace(self, payoffs=replace(self.payoffs, blackjack_x=None))
            solved = plain._solve(next(iter(after.values())), shared=False)
            solved_by_card[alike] = solved.value, solved.natural_chance
        plain_value, naturals = solved_by_card[alike]
        extra = sum(many[suit] * natural_pays(self.payoffs, left) for suit, left in after.items()) / sum(many.values())
        return plain_value + naturals * (extra - float(self.payoffs.natural))

    def _solve(self, shoe: BlackjackShoe, *, shared: bool) -> BlackjackSolution:
        require_package("numba", "blackjack")
        from croupier.families.blackjack.odds.hand_tables import StandingChances, shared_standing
        from croupier.families.blackjack.odds.solution import BlackjackSolution as Solved

        make = shared_standing if shared else StandingChances
        return Solved(self.rules, self.payoffs, shoe, make(shoe.values, self.rules.hits_soft_17))


def _left(cards: Composition, rank: Rank) -> tuple[int, ...]:
    """Return how many cards of a rank are left in each suit."""
    return tuple(cards.counts[card_number(Card(rank, suit))] for suit in Suit)
