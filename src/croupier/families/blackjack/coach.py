"""The coach at blackjack: by the hand and the up card. Its shoe is a full one, and the hole card is part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier.families.blackjack.hand_values import ACE, TEN, value
from croupier.families.blackjack.odds.shoe_values import BlackjackShoe
from croupier.families.blackjack.round import DECLINE, DOUBLE, INSURE, SURRENDER
from croupier.families.blackjack.rules import BlackjackRules, HoleCheck, Surrender
from croupier.odds.family_odds import NothingToLay
from croupier.play.family import family_of
from croupier.play.hands_on_table import HandOnTable
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

WORDS = {"double": DOUBLE}
"""What the mathematics calls otherwise than the table."""


class HandSeen(NamedTuple):
    """What a player sees of his own hand and of the dealer's."""

    cards: tuple[int, ...]
    """Their values."""
    up: int
    hands: int
    """How many the seat has."""
    stake_cents: int


class BlackjackCoach(NothingToLay):
    def solve(self, rules: TableRules) -> Any:
        from croupier.families.blackjack.sheet.exact import solution_of

        return solution_of(rules)

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> HandSeen:
        laid = family_of(rules).hands_on_table(rules, play) or []
        hands = [hand for hand in laid if hand.seat == question.seat]
        return HandSeen(_values(hands[question.hand - 1]), _values(laid[0])[0], len(hands), hands[0].stake_cents)

    def action_values(self, rules: TableRules, seen: HandSeen, question: Question, solved: Any) -> dict[str, float]:
        """Units of the hand's first wager; a double is one by the whole wager."""
        cards, up = list(seen.cards), seen.up
        ways = solved.best(cards, up, hands=seen.hands).offered()
        worth = {WORDS.get(name, name): float(one) for name, one in ways.items()}
        if question.choice(DECLINE) is not None:
            insured = float(solved.insurance.against(cards)) if up == ACE else 0.0
            return _offers(question, worth, insured, seen.stake_cents)
        if _natural_is_in(solved.rules, cards, seen.hands):
            return {do: value_given_no_natural(solved.shoe, one, cards, up) for do, one in worth.items()}
        return worth


def _offers(question: Question, worth: dict[str, float], insured: float, stake_cents: int) -> dict[str, float]:
    """Before the look: going on is worth the best that comes after it, and insurance is a wager of its own beside."""
    goes_on = max(one for do, one in worth.items() if do != SURRENDER)
    offer = question.choice(INSURE)
    share = offer.most / stake_cents if offer is not None else 0.0
    return {**worth, DECLINE: goes_on, INSURE: goes_on + share * insured}


def _natural_is_in(rules: BlackjackRules, cards: Sequence[int], hands: int) -> bool:
    """Where a hand may be given up before the look, its worth with two cards is told as of then. [CA-BJX-A4]"""
    early = rules.surrender is Surrender.EARLY and rules.hole_check is HoleCheck.PEEK
    return early and len(cards) == 2 and hands == 1


def value_given_no_natural(shoe: BlackjackShoe, worth: float, cards: Sequence[int], up: int) -> float:
    """The same worth once it is known that no natural lies under the up card."""
    wanted = {ACE: TEN, TEN: ACE}.get(up)
    if wanted is None:
        return worth
    seen = [*cards, up]
    natural = (shoe.values[wanted - 1] - seen.count(wanted)) / (shoe.cards - len(seen))
    return (worth + natural) / (1 - natural)


def _values(hand: HandOnTable) -> tuple[int, ...]:
    return tuple(value(card.rank) for card in hand.cards)
