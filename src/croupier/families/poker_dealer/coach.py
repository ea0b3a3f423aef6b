"""The coach at the poker games: by one's own cards and those that lie open for everybody, exactly."""

from __future__ import annotations

from typing import Any

from croupier.cards import Card
from croupier.odds.table import NotCounted
from croupier.play.round import Question
from croupier.rulebook.house_rules import HouseRules
from croupier.table.refusals import Refused
from croupier.table.state import TableState

TRIED: dict[str, tuple[tuple[str, str], ...]] = {
    "three-card": (),
    "ultimate-holdem": (("Ah Kh", "Qd 7c 2s"), ("Ah Kh", "Qd 7c 2s 3d 9c")),
}
"""By family: a hand at each point of decision that has kernels of its own to load."""


class PokerCoach:
    def solved(self, house: HouseRules) -> Any:
        """Best play, with all that it takes to ask it loaded: the answers themselves are given in the server's loop."""
        from croupier.families.poker_dealer.sheet.rules import solution_of  # noqa: PLC0415 - needs the odds extra

        try:
            solution = solution_of(house)
        except NotCounted as reason:
            return Refused("coach/none", f"The Ante of this table {reason}.")
        for hand, board in TRIED[house.book.written.family]:
            solution.options(hand, board)
        return solution

    def worth(self, state: TableState, question: Question, solved: Any) -> dict[str, float]:
        """Antes that the hand brings, without the bonuses; nothing where a limit leaves one way only.

        With one way left, the limit closes later raises too, and what checking is worth without them is not counted.
        [CA-UTH-A11]
        """
        from croupier.families.poker_dealer.sheet.advice import said_at_the_table  # noqa: PLC0415 - needs the odds extra

        if len(question.choices) < 2:
            return {}
        own, seen = cards_seen(state, question.seat)
        options = said_at_the_table(solved.options(own, seen))
        return {way: float(worth) for way, worth in options.values.items()}


def cards_seen(state: TableState, seat: int) -> tuple[list[Card], list[Card]]:
    """What whoever decides for a seat knows: its own cards, and those that everybody sees."""
    laid, open_now = state.game.felt(state.house, state.play) or [], state.game.open_places(state.play)
    own = [card for hand in laid if hand.seat == seat for card in hand.cards]
    common = [hand for hand in laid if hand.seat is None]
    seen = [card for hand in common for card, place in zip(hand.cards, hand.places, strict=True) if place in open_now]
    return own, seen
