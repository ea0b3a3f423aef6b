"""Coach for pai gow poker: values of all arrangements, and whether to double."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards import Piece
from croupier.families.pai_gow.poker.facts import card_number_of
from croupier.families.pai_gow.poker.rules import section_of
from croupier.play.family import family_of
from croupier.play.hands_on_table import HandName
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.pai_gow.poker.odds.best_setting import EvaluatedArrangement

DOUBLE, STAY = "double-down", "stay"


class PaiGowCoach:
    """Coach that uses only the player's own cards.

    It gives no advice on arrangements where the player-dealer's hand is shown first.
    """

    def solve(self, rules: TableRules) -> Any:
        """Load the traits of every class of hands, and compile or load the kernels."""
        from croupier.families.pai_gow.poker.odds.best_setting import possible_dealer_hands
        from croupier.families.pai_gow.poker.odds.exact import house_way_reading

        return possible_dealer_hands(house_way_reading(rules), range(section_of(rules).cards))

    def visible_state(
        self, rules: TableRules, play: RoundInProgress[Any], question: Question
    ) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
        """Return the player's own cards, and which of them are in the low hand."""
        hands = [hand for hand in family_of(rules).hands_on_table(rules, play) or () if hand.seat == question.seat]
        cards = tuple(card for hand in hands for card in hand.cards)
        return cards, tuple(card for hand in hands if HandName.parse(hand.name).part == "low" for card in hand.cards)

    def action_values(
        self,
        rules: TableRules,
        visible_state: tuple[tuple[Piece, ...], tuple[Piece, ...]],
        question: Question,
        solved: Any,
    ) -> dict[str, float]:
        """Return the values of doubling and not doubling, in units of the base wager."""
        if len(question.choices) < 2:
            return {}
        cards, front = visible_state
        found = next(
            arrangement
            for arrangement in self._arrangements(rules, cards)
            if set(arrangement.low) == {card_number_of(card) for card in front}
        )
        return {STAY: float(found.base), DOUBLE: float(found.base + (found.double or 0))}

    def arrangement_values(
        self, rules: TableRules, cards: Sequence[Piece]
    ) -> list[tuple[tuple[int, ...], float, bool]]:
        """Return every legal arrangement, best first, as low hand, value, and whether it is the house way."""
        if section_of(rules).shown_first:
            return []
        return [
            (arrangement.low, float(arrangement.value), arrangement.is_house_way)
            for arrangement in self._arrangements(rules, cards)
        ]

    def _arrangements(self, rules: TableRules, cards: Sequence[Piece]) -> list[EvaluatedArrangement]:
        from croupier.families.pai_gow.poker.odds.best_setting import arrangements

        return arrangements(rules, tuple(card_number_of(card) for card in cards))
