"""Coach of the poker games: exact advice from the player's cards and the cards that are face up for all."""

from __future__ import annotations

from typing import Any

from croupier.cards import Card
from croupier.play.family import family_of
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

TRIED: dict[str, tuple[tuple[str, str], ...]] = {
    "three-card": (),
    "ultimate-holdem": (("Ah Kh", "Qd 7c 2s"), ("Ah Kh", "Qd 7c 2s 3d 9c")),
}
"""Example hands by family; solving them loads all kernels that decisions need."""


class PokerCoach:
    arrangement_values = None

    def solve(self, rules: TableRules) -> Any:
        """Return the best play, with all kernels loaded, so that the first answer is as fast as later ones."""
        from croupier.families.poker_dealer.sheet.rules import solution_of

        solution = solution_of(rules)
        for hand, board in TRIED[rules.rulebook.written.family]:
            solution.options(hand, board)
        return solution

    def visible_state(
        self, rules: TableRules, play: RoundInProgress[Any], question: Question
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        own, face_up = cards_view(rules, play, question.seat)
        return tuple(own), tuple(face_up)

    def action_values(
        self,
        rules: TableRules,
        visible_state: tuple[tuple[Card, ...], tuple[Card, ...]],
        question: Question,
        solved: Any,
    ) -> dict[str, float]:
        """Return the expected value of each action in antes, without bonuses; empty if a limit leaves one action.

        With one action left, the limit also forbids later raises, and the value of a check without them is not
        computed. [CA-UTH-A11]
        """
        from croupier.families.poker_dealer.sheet.advice import as_decision_codes

        if len(question.choices) < 2:
            return {}
        options = as_decision_codes(solved.options(*map(list, visible_state)))
        return {action: float(value) for action, value in options.values.items()}


def cards_view(rules: TableRules, play: RoundInProgress[Any], seat: int) -> tuple[list[Card], list[Card]]:
    """Return the cards that the player at a seat may see: the seat's cards, and the cards that are face up for all."""
    table_hands, open_now = family_of(rules).hands_on_table(rules, play) or [], family_of(rules).face_up_cards(play)
    own = [card for hand in table_hands if hand.seat == seat for card in hand.cards]
    common = [hand for hand in table_hands if hand.seat is None]
    face_up = [
        card for hand in common for card, place in zip(hand.cards, hand.places, strict=True) if place in open_now
    ]
    return own, face_up
