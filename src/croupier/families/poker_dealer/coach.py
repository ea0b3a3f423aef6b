"""The coach at the poker games: by one's own cards and those that lie open for everybody, exactly."""

from __future__ import annotations

from typing import Any

from croupier.cards import Card
from croupier.odds.family_odds import NothingToLay
from croupier.play.family import family_of
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

TRIED: dict[str, tuple[tuple[str, str], ...]] = {
    "three-card": (),
    "ultimate-holdem": (("Ah Kh", "Qd 7c 2s"), ("Ah Kh", "Qd 7c 2s 3d 9c")),
}
"""By family: a hand at each point of decision that has kernels of its own to load."""


class PokerCoach(NothingToLay):
    def solve(self, rules: TableRules) -> Any:
        """Best play, with all that it takes to ask it loaded: the first answer is as quick as the others."""
        from croupier.families.poker_dealer.sheet.rules import solution_of

        solution = solution_of(rules)
        for hand, board in TRIED[rules.book.written.family]:
            solution.options(hand, board)
        return solution

    def visible_state(
        self, rules: TableRules, play: RoundInProgress[Any], question: Question
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        own, seen = cards_view(rules, play, question.seat)
        return tuple(own), tuple(seen)

    def action_values(
        self, rules: TableRules, seen: tuple[tuple[Card, ...], tuple[Card, ...]], question: Question, solved: Any
    ) -> dict[str, float]:
        """Antes that the hand brings, without the bonuses; nothing where a limit leaves one way only.

        With one way left, the limit closes later raises too, and what checking is worth without them is not counted.
        [CA-UTH-A11]
        """
        from croupier.families.poker_dealer.sheet.advice import as_decision_codes

        if len(question.choices) < 2:
            return {}
        options = as_decision_codes(solved.options(*map(list, seen)))
        return {way: float(worth) for way, worth in options.values.items()}


def cards_view(rules: TableRules, play: RoundInProgress[Any], seat: int) -> tuple[list[Card], list[Card]]:
    """What whoever decides for a seat knows: its own cards, and those that everybody sees."""
    laid, open_now = family_of(rules).hands_on_table(rules, play) or [], family_of(rules).face_up_cards(play)
    own = [card for hand in laid if hand.seat == seat for card in hand.cards]
    common = [hand for hand in laid if hand.seat is None]
    seen = [card for hand in common for card, place in zip(hand.cards, hand.places, strict=True) if place in open_now]
    return own, seen
