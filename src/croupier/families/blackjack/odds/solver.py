"""The door to exact blackjack: a game's rules and pays; solve it from a full shoe or any other."""

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
    from croupier.families.blackjack.odds.solution import Solution

MOST_HANDS = 4
LEAST_CHARLIE = 3
Shoe = Composition | Sequence[int]
"""All 52 counts, or those of the ten values, aces first."""


@dataclass(frozen=True)
class BlackjackSolver:
    """`BlackjackSolver(rules, payoffs).solve()`."""

    rules: BlackjackRules = field(default_factory=BlackjackRules)
    payoffs: Payoffs = field(default_factory=Payoffs)

    def __post_init__(self) -> None:
        if not 1 <= self.rules.most_hands <= MOST_HANDS:
            raise BadInput.at("most_hands", f"splits are counted up to {MOST_HANDS} hands, not {self.rules.most_hands}")
        if self.rules.charlie_cards and self.rules.charlie_cards < LEAST_CHARLIE:
            raise BadInput.at("charlie_cards", f"{self.rules.charlie_cards} cards win at once before anybody plays")

    def solve(self, composition: Shoe | None = None) -> Solution:
        """Perfect play from this shoe; a full one unless told."""
        return self._solve(self.shoe(composition), shared=True)

    def shoe(self, composition: Shoe | None = None) -> BlackjackShoe:
        """The shoe, checked: it has all that a round may take, and tells all that the rules ask."""
        shoe = BlackjackShoe.of(Composition.of_decks(self.rules.decks) if composition is None else composition)
        shoe.require_room(self.rules.most_hands)
        if self.rules.split_by is SplitBy.RANK:
            shoe.ten_ranks()
        if self.payoffs.blackjack_x is not None:
            shoe.ace_king_share(any_suit=self.payoffs.blackjack_x_any_suit)
        return shoe

    def effects_of_removal(self, composition: Shoe | None = None) -> Mapping[int, float]:
        """How much the value changes when one card leaves: by rank 1 to 13, or by value where only values are known."""
        shoe = self.shoe(composition)
        whole = self._solve(shoe, shared=True).value
        if shoe.cards_left is None:
            after = {card: BlackjackShoe.of(shoe.without(card)) for card in range(1, 11) if shoe.values[card - 1]}
            return {card: self._solve(left, shared=False).value - whole for card, left in after.items()}
        seen: dict[object, tuple[float, float]] = {}
        ranks = [rank for rank in Rank if any(_left(shoe.cards_left, rank))]
        return {int(rank): self._after(shoe.cards_left, rank, seen) - whole for rank in ranks}

    def _after(self, cards: Composition, rank: Rank, seen: dict[object, tuple[float, float]]) -> float:
        """The value with one card of a rank gone, over its suits: they matter to Blackjack X alone."""
        alike = rank if self.rules.split_by is SplitBy.RANK else value(rank)
        many = dict(zip(Suit, _left(cards, rank), strict=True))
        after = {suit: BlackjackShoe.of(cards.without([Card(rank, suit)])) for suit in Suit if many[suit]}
        if alike not in seen:
            plain = replace(self, payoffs=replace(self.payoffs, blackjack_x=None))
            solved = plain._solve(next(iter(after.values())), shared=False)
            seen[alike] = solved.value, solved.natural_chance
        worth, naturals = seen[alike]
        extra = sum(many[suit] * natural_pays(self.payoffs, left) for suit, left in after.items()) / sum(many.values())
        return worth + naturals * (extra - float(self.payoffs.natural))

    def _solve(self, shoe: BlackjackShoe, *, shared: bool) -> Solution:
        require_package("numba", "blackjack")
        from croupier.families.blackjack.odds.solution import Solution as Solved
        from croupier.families.blackjack.odds.stand_values import StandingChances, shared_standing

        make = shared_standing if shared else StandingChances
        return Solved(self.rules, self.payoffs, shoe, make(shoe.values, self.rules.hits_soft_17))


def _left(cards: Composition, rank: Rank) -> tuple[int, ...]:
    """How many cards of a rank are left, by suit."""
    return tuple(cards.counts[card_number(Card(rank, suit))] for suit in Suit)
