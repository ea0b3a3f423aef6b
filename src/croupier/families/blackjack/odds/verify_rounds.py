"""Live rounds in which a chart decides, and the kernel's rounds from the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from croupier.cards import Card, Rank, Suit
from croupier.families.blackjack.hand_values import count, is_natural, value
from croupier.families.blackjack.odds import hand_outcomes as outcomes
from croupier.families.blackjack.odds.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from croupier.families.blackjack.odds.hand_outcomes import DEALER_ENDS, DEALER_NATURAL, RETURNED
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.seat_strategy import ActionOptions, SeatStrategy
from croupier.families.blackjack.odds.simulate_job import BlackjackJob, allocate_workspace
from croupier.families.blackjack.odds.simulate_kernels import MOST_HANDS, play_round
from croupier.families.blackjack.round import BlackjackHandResult, BlackjackHandState, BlackjackResult, BlackjackRound
from croupier.families.blackjack.rules import BlackjackRules, Surrender
from croupier.odds.shoe_composition import card_number
from croupier.odds.verification.live import cards_text
from croupier.play.round import Question, RoundInProgress


def net_in_first_wagers(result: BlackjackResult, place: int, rules: BlackjackRules, payoffs: Payoffs) -> Fraction:
    """Return what a hand wins or loses in units of the first wager; `place` is its index from the left."""
    dealer = dealer_outcome(result)
    hand = result.seats[0].hands[place]
    end = outcomes.RETURNED if dealer == outcomes.DEALER_NATURAL and place else hand_outcome(hand, rules, payoffs)
    return outcomes.net_of(end, dealer, payoffs)


def dealer_outcome(result: BlackjackResult) -> int:
    """Return the code that kernels use for the dealer's final hand.

    If the dealer did not draw, no hand is compared with the dealer's, so any total serves.
    """
    total = count(value(card.rank) for card in result.dealer).total
    if result.dealer_natural:
        return outcomes.DEALER_NATURAL
    return outcomes.DEALER_BROKE_3 if total > 21 else outcomes.DEALER_17 + max(0, total - 17)


def hand_outcome(hand: BlackjackHandResult, rules: BlackjackRules, payoffs: Payoffs) -> int:
    values = [value(card.rank) for card in hand.cards]
    if hand.surrendered:
        is_early = rules.surrender is Surrender.EARLY and not hand.is_split
        return outcomes.SURRENDERED_EARLY if is_early else outcomes.SURRENDERED
    if len(values) == 2 and is_natural(*values) and (rules.split_natural or not hand.is_split):
        return outcomes.NATURAL_X if _is_x(hand.cards, payoffs) else outcomes.NATURAL
    held, doubled = count(values), hand.doubled_by > 0
    if held.is_over:
        is_31 = rules.plays_to_31 and held.total == 31 and count(values[:-1]) == (21, False)
        return outcomes.HARD_31 if is_31 else outcomes.BROKE_DOUBLED if doubled else outcomes.BROKE
    if 0 < rules.charlie_cards <= len(values):
        return outcomes.CHARLIE_DOUBLED if doubled else outcomes.CHARLIE
    return (outcomes.DOUBLED if doubled else outcomes.STOOD) + held.total


def _is_x(cards: tuple[Card, ...], payoffs: Payoffs) -> bool:
    """Return whether the hand is the natural for which Blackjack X pays extra. [004 L1322, L1367; CA-BJX-A1]"""
    is_suited = {card.rank for card in cards} == {Rank.ACE, Rank.KING} and cards[0].suit == cards[1].suit
    is_its_suit = payoffs.blackjack_x_any_suit or cards[0].suit == Suit.SPADES
    return payoffs.blackjack_x is not None and is_suited and is_its_suit


WORDS = {STAND: "stand", HIT: "hit", DOUBLE: "double-down", SPLIT: "split", SURRENDER: "surrender"}
INSURE, DECLINE = "insure", "decline"


@dataclass(frozen=True)
class ChartPlayer:
    """Player who decides by a chart, as in the simulation, and either always or never insures."""

    plays: SeatStrategy
    job: BlackjackJob

    def __call__(self, play: RoundInProgress[Any], question: Question) -> str:
        current = play.state
        assert isinstance(current, BlackjackRound)
        hand = current.seat(question.seat).hands[question.hand - 1]
        if question.choice(DECLINE) is not None:
            return self._offer(current, question, hand)
        situation = ActionOptions(
            value(current.dealer[0].rank),
            hand.values[0] if question.choice("split") else 0,
            can_double=question.choice("double-down") is not None,
            can_surrender=question.choice("surrender") is not None,
            is_split=hand.is_split,
        )
        return WORDS[self._move(hand.values, situation)]

    def _move(self, values: Sequence[int], situation: ActionOptions) -> int:
        return self.plays.decide(count(values), tuple(sorted(values)), situation, self.job.rules)

    def _offer(self, current: BlackjackRound, question: Question, hand: BlackjackHandState) -> str:
        """Return the answer to the offers before the dealer checks the hole card: surrender, insure or decline."""
        if question.choice("surrender") is not None:
            place = current.seat(question.seat).hands.index(hand)
            may_split = current.legal.refusal_reason(current.seat(question.seat), place, "split") is None
            pair = hand.values[0] if may_split else 0
            situation = ActionOptions(value(current.dealer[0].rank), pair, can_double=True, can_surrender=True)
            if self._move(hand.values, situation) == SURRENDER:
                return "surrender"
        insures = self.job.insures == "always" and question.choice(INSURE) is not None
        return INSURE if insures else DECLINE


class KernelRound(NamedTuple):
    """Result of a round that the kernel played."""

    net: Fraction
    """Net result in units of the first wager, insurance included."""
    cards: int


class KernelShoe:
    """Shoe from which the kernel plays rounds of one seat; a round may begin at any card."""

    def __init__(self, job: BlackjackJob, cards: Sequence[Card]) -> None:
        numbers = np.array([card_number(card) for card in cards], np.uint8)
        self.job, self._left = job, len(cards)
        self._values = np.array([value(card.rank) - 1 for card in cards], np.uint8)
        self._cards = numbers if job.looks_at_cards else None
        self._workspace = allocate_workspace(1, 1)

    def round(self, begin: int) -> KernelRound | None:
        """Return the round that begins at this card, or None if the cards run out during the round."""
        end = int(play_round(self.job.game, self._values, self._cards, begin, self._workspace))
        return None if end > self._left else KernelRound(self._net(begin), end - begin)

    def _net(self, begin: int) -> Fraction:
        pays, hands = self.job.pays, int(self._workspace.hands[0])
        dealer = int(self._workspace.ends[MOST_HANDS])
        won = int(dealer == DEALER_NATURAL)
        ends = [int(self._workspace.ends[place]) for place in range(hands)]
        # Only the original wager is lost to a natural if the dealer does not check the hole card. [002 L31-32]
        ends = [RETURNED if won and place else end for place, end in enumerate(ends)]
        net = sum(int(pays.table.reshape(-1)[end * DEALER_ENDS + dealer]) for end in ends)
        insures = self.job.insures == "always" and self._values[begin + 1] == 0
        return Fraction(net + insures * int(pays.insurance[won]), pays.units)


def hands_text(result: BlackjackResult) -> str:
    own = " and ".join(cards_text(hand.cards) for seat in result.seats for hand in seat.hands)
    return f"{own} against {cards_text(result.dealer)}"
