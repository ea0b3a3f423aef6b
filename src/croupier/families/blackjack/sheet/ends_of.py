"""What the mathematics makes of a finished hand: the end it counts, and what that end is worth."""

from __future__ import annotations

from fractions import Fraction

from croupier.cards import Card, Rank, Suit
from croupier.families.blackjack.hands import count, is_natural, value
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.round import BlackjackResult, HandResult
from croupier.families.blackjack.rules import BlackjackRules, Surrender
from croupier.families.blackjack.sim import ends


def worth_of(result: BlackjackResult, place: int, rules: BlackjackRules, payoffs: Payoffs) -> Fraction:
    """A seat's hand in first wagers; `place`: 0 for its leftmost."""
    dealer = dealer_end(result)
    hand = result.seats[0].hands[place]
    end = ends.RETURNED if dealer == ends.DEALER_NATURAL and place else hand_end(hand, rules, payoffs)
    return ends.net_of(end, dealer, payoffs)


def dealer_end(result: BlackjackResult) -> int:
    """A hand that was not drawn to is compared with nobody's: any total serves."""
    total = count(value(card.rank) for card in result.dealer).total
    if result.dealer_natural:
        return ends.DEALER_NATURAL
    return ends.DEALER_BROKE_3 if total > 21 else ends.DEALER_17 + max(0, total - 17)


def hand_end(hand: HandResult, rules: BlackjackRules, payoffs: Payoffs) -> int:
    values = [value(card.rank) for card in hand.cards]
    if hand.surrendered:
        is_early = rules.surrender is Surrender.EARLY and not hand.is_split
        return ends.SURRENDERED_EARLY if is_early else ends.SURRENDERED
    if len(values) == 2 and is_natural(*values) and (rules.split_natural or not hand.is_split):
        return ends.NATURAL_X if _is_x(hand.cards, payoffs) else ends.NATURAL
    held, doubled = count(values), hand.raised > 0
    if held.is_over:
        is_31 = rules.plays_to_31 and held.total == 31 and count(values[:-1]) == (21, False)
        return ends.HARD_31 if is_31 else ends.BROKE_DOUBLED if doubled else ends.BROKE
    if 0 < rules.charlie_cards <= len(values):
        return ends.CHARLIE_DOUBLED if doubled else ends.CHARLIE
    return (ends.DOUBLED if doubled else ends.STOOD) + held.total


def _is_x(cards: tuple[Card, ...], payoffs: Payoffs) -> bool:
    """The natural that Blackjack X pays more for. [004 L1322, L1367; CA-BJX-A1]"""
    is_suited = {card.rank for card in cards} == {Rank.ACE, Rank.KING} and cards[0].suit == cards[1].suit
    is_its_suit = payoffs.blackjack_x_any_suit or cards[0].suit == Suit.SPADES
    return payoffs.blackjack_x is not None and is_suited and is_its_suit
