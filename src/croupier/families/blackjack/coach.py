"""Blackjack coach: advice from the player's hand and the dealer's up card.

The values come from a full shoe, of which the hole card is an unknown card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.families.blackjack.hand_values import ACE, TEN, value
from croupier.families.blackjack.odds.shoe_values import BlackjackShoe
from croupier.families.blackjack.round import DECLINE, DOUBLE, INSURE, SURRENDER
from croupier.families.blackjack.rules import BlackjackRules, HoleCheck, Surrender
from croupier.play.family import family_of
from croupier.play.hands_on_table import HandOnTable
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

WORDS = {"double": DOUBLE}
"""Decision code that the table uses for each action name of the odds, where the two differ."""


class CoachHand(NamedTuple):
    """Information that the coach may use: the player's hand, the dealer's up card and the stake."""

    cards: tuple[int, ...]
    """Values of the hand's cards, 1 (ace) to 10."""
    up: int
    hands: int
    """Number of hands that the seat has."""
    stake_cents: int


class BlackjackCoach:
    arrangement_values = None

    def solve(self, rules: TableRules) -> Any:
        from croupier.families.blackjack.sheet.exact import solution_of

        return solution_of(rules)

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> CoachHand:
        table_hands = family_of(rules).hands_on_table(rules, play) or []
        hands = [hand for hand in table_hands if hand.seat == question.seat]
        return CoachHand(
            _values(hands[question.hand - 1]), _values(table_hands[0])[0], len(hands), hands[0].stake_cents
        )

    def action_values(
        self, rules: TableRules, visible_state: CoachHand, question: Question, solved: Any
    ) -> dict[str, float]:
        """Return the expected value of each legal action in units of the hand's first wager.

        A double is valued at the full amount.
        """
        cards, up = list(visible_state.cards), visible_state.up
        legal = solved.best(cards, up, hands=visible_state.hands).legal()
        values = {WORDS.get(name, name): float(one) for name, one in legal.items()}
        if question.choice(DECLINE) is not None:
            insured = float(solved.insurance.against(cards)) if up == ACE else 0.0
            return _values_before_check(question, values, insured, visible_state.stake_cents)
        if _includes_dealer_natural(solved.rules, cards, visible_state.hands):
            return {do: value_given_no_natural(solved.shoe, one, cards, up) for do, one in values.items()}
        return values


def _values_before_check(
    question: Question, values: dict[str, float], insured: float, stake_cents: int
) -> dict[str, float]:
    """Return the values of the actions offered before the dealer checks the hole card.

    Declining is worth the best later action. Insuring is worth the same plus the value of the insurance wager.
    """
    decline_value = max(one for do, one in values.items() if do != SURRENDER)
    offer = question.choice(INSURE)
    share = offer.most / stake_cents if offer is not None else 0.0
    return {**values, DECLINE: decline_value, INSURE: decline_value + share * insured}


def _includes_dealer_natural(rules: BlackjackRules, cards: Sequence[int], hands: int) -> bool:
    """Return whether the values of this hand include the loss to a dealer's natural.

    With early surrender, the values of two cards refer to the moment before the hole card is checked. [CA-BJX-A4]
    """
    early = rules.surrender is Surrender.EARLY and rules.hole_check is HoleCheck.PEEK
    return early and len(cards) == 2 and hands == 1


def value_given_no_natural(shoe: BlackjackShoe, value: float, cards: Sequence[int], up: int) -> float:
    """Return the value of an action in rounds in which the dealer has no natural."""
    wanted = {ACE: TEN, TEN: ACE}.get(up)
    if wanted is None:
        return value
    removed = [*cards, up]
    natural = (shoe.values[wanted - 1] - removed.count(wanted)) / (shoe.cards - len(removed))
    return (value + natural) / (1 - natural)


def _values(hand: HandOnTable) -> tuple[int, ...]:
    return tuple(value(card.rank) for card in hand.cards)
