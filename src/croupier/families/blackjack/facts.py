"""Facts of a blackjack hand against the dealer, for the conditions of a rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from croupier.cards import Card, Rank, Suit
from croupier.families.blackjack.fact_wording import COUNTED, HOLDING
from croupier.families.blackjack.hand_values import Count, count, is_natural, value
from croupier.families.blackjack.round import BlackjackHandResult, BlackjackResult, BlackjackSeatResult
from croupier.play.facts import FactList, RoundFacts

HEADLINE = ("dealer_total", "dealer_cards", "dealer_natural")


@dataclass(frozen=True)
class BlackjackHandContext:
    """Round as one hand of one seat sees it: the input of all facts.

    Wagers on the first two cards belong to the seat's first hand.
    """

    result: BlackjackResult
    seat: int = 0
    hand: int = 1

    @cached_property
    def seat_result(self) -> BlackjackSeatResult:
        found = self.result.seat(self.seat) or (self.result.seats[0] if self.result.seats else None)
        return found or BlackjackSeatResult(0, 0, (), (), 0, ())

    @cached_property
    def own(self) -> BlackjackHandResult:
        hands = self.seat_result.hands
        return hands[self.hand - 1] if hands else BlackjackHandResult((), (), False, 0, (), False)

    @cached_property
    def first_two(self) -> tuple[Card, ...]:
        """First two cards dealt to the seat, also after a split."""
        return self.seat_result.first_two

    @cached_property
    def three(self) -> tuple[Card, ...]:
        """The seat's first two cards and the dealer's up card."""
        return (*self.first_two, self.result.dealer[0])

    @cached_property
    def hand_count(self) -> Count:
        return _count(self.own.cards)

    @cached_property
    def dealer_count(self) -> Count:
        return _count(self.result.dealer)


def facts_of(
    result: BlackjackResult, seat: int = 0, hand: int = 1, shared: RoundFacts[BlackjackHandContext] | None = None
) -> RoundFacts[BlackjackHandContext]:
    """Return the facts of a round for one hand of a seat."""
    return RoundFacts(fact, BlackjackHandContext(result, seat, hand), shared)


def _count(cards: tuple[Card, ...]) -> Count:
    return count(value(card.rank) for card in cards)


def _high(card: Card) -> int:
    """Return the rank of a card from 2 to 14, with the ace high."""
    return 14 if card.rank == Rank.ACE else int(card.rank)


fact: FactList[BlackjackHandContext] = FactList()
fact.set_wording(HOLDING, COUNTED)


# Dealer


@fact
def dealer_total(context: BlackjackHandContext) -> int:
    """The dealer's final total."""
    return context.dealer_count.total


@fact
def dealer_cards(context: BlackjackHandContext) -> int:
    """How many cards the dealer has."""
    return len(context.result.dealer)


@fact
def dealer_natural(context: BlackjackHandContext) -> bool:
    """The dealer's first two cards are an ace and a ten."""
    return context.result.dealer_natural


@fact
def dealer_broke(context: BlackjackHandContext) -> bool:
    """The dealer is over 21."""
    return context.dealer_count.is_over


@fact
def dealer_spade_ace_king(context: BlackjackHandContext) -> bool:
    """The dealer's first two cards are the ace and the king of spades."""
    return _is_ace_king(context.result.dealer[:2]) and context.result.dealer[0].suit == Suit.SPADES


@fact
def dealer_suited_ace_king(context: BlackjackHandContext) -> bool:
    """The dealer's first two cards are an ace and a king of one suit."""
    return _is_ace_king(context.result.dealer[:2])


@fact
def up_rank(context: BlackjackHandContext) -> int:
    """The rank of the dealer's up card: ace 1, jack 11, queen 12, king 13."""
    return int(context.result.dealer[0].rank)


# Hand


@fact.seat_fact
def hand_total(context: BlackjackHandContext) -> int:
    """The hand's final total: an ace counts eleven where that does not break it."""
    return context.hand_count.total


@fact.seat_fact
def hand_cards(context: BlackjackHandContext) -> int:
    """How many cards the hand has."""
    return len(context.own.cards)


@fact.seat_fact
def natural(context: BlackjackHandContext) -> bool:
    """The hand has two cards, an ace and a ten; after a split only where the rules count that as a natural."""
    own = context.own
    is_two = len(own.cards) == 2 and is_natural(*(value(card.rank) for card in own.cards))
    return is_two and (not own.is_split or context.result.rules.split_natural)


@fact.seat_fact
def spade_ace_king(context: BlackjackHandContext) -> bool:
    """The hand is a natural of the ace and the king of spades."""
    return natural(context) and _is_ace_king(context.own.cards) and context.own.cards[0].suit == Suit.SPADES


@fact.seat_fact
def suited_ace_king(context: BlackjackHandContext) -> bool:
    """The hand is a natural of an ace and a king of one suit."""
    return natural(context) and _is_ace_king(context.own.cards)


@fact.seat_fact
def hard_31(context: BlackjackHandContext) -> bool:
    """A hard 21 that was hit with a ten, where the game plays to 31."""
    if not context.result.rules.plays_to_31 or context.hand_count.total != 31:
        return False
    before = _count(context.own.cards[:-1])
    return before.total == 21 and not before.soft


@fact.seat_fact
def broke(context: BlackjackHandContext) -> bool:
    """The hand is over 21, and is no hard 31."""
    return context.hand_count.is_over and not hard_31(context)


@fact.seat_fact
def charlie(context: BlackjackHandContext) -> bool:
    """The hand reached, without going over 21, the number of cards that wins at once."""
    most = context.result.rules.charlie_cards
    return 0 < most <= len(context.own.cards) and not context.hand_count.is_over


@fact.seat_fact
def surrendered(context: BlackjackHandContext) -> bool:
    """The hand was given up."""
    return context.own.surrendered


@fact.seat_fact
def insured(context: BlackjackHandContext) -> bool:
    """The seat insured its hand against a natural of the dealer's."""
    return context.seat_result.insured > 0


@fact.seat_fact
def doubled(context: BlackjackHandContext) -> bool:
    """The hand was doubled."""
    return context.own.doubled_by > 0


@fact.seat_fact
def split_hand(context: BlackjackHandContext) -> bool:
    """The hand was created by a split."""
    return context.own.is_split


# First two cards


@fact.seat_fact
def first_rank(context: BlackjackHandContext) -> int:
    """The rank of the first card: ace 1, jack 11, queen 12, king 13."""
    return int(context.first_two[0].rank)


@fact.seat_fact
def second_rank(context: BlackjackHandContext) -> int:
    """The rank of the second card: ace 1, jack 11, queen 12, king 13."""
    return int(context.first_two[1].rank)


@fact.seat_fact
def first_two_total(context: BlackjackHandContext) -> int:
    """The best total of the first two cards."""
    return _count(context.first_two).total


@fact.seat_fact
def first_two_soft(context: BlackjackHandContext) -> bool:
    """One of the first two cards is an ace."""
    return _count(context.first_two).soft


@fact.seat_fact
def pair(context: BlackjackHandContext) -> bool:
    """The first two cards are of one rank."""
    return context.first_two[0].rank == context.first_two[1].rank


@fact.seat_fact
def value_pair(context: BlackjackHandContext) -> bool:
    """The first two cards are of one value: a ten and a king too."""
    return value(context.first_two[0].rank) == value(context.first_two[1].rank)


@fact.seat_fact
def matched_pair(context: BlackjackHandContext) -> bool:
    """The first two cards are of one rank and one suit."""
    return context.first_two[0] == context.first_two[1]


@fact.seat_fact
def both_diamonds(context: BlackjackHandContext) -> bool:
    """The first two cards are diamonds."""
    return all(card.suit == Suit.DIAMONDS for card in context.first_two)


@fact.seat_fact
def kings(context: BlackjackHandContext) -> int:
    """Kings among the first two cards."""
    return sum(card.rank == Rank.KING for card in context.first_two)


@fact.seat_fact
def queens(context: BlackjackHandContext) -> int:
    """Queens among the first two cards."""
    return sum(card.rank == Rank.QUEEN for card in context.first_two)


@fact.seat_fact
def jacks(context: BlackjackHandContext) -> int:
    """Jacks among the first two cards."""
    return sum(card.rank == Rank.JACK for card in context.first_two)


# First two cards with the dealer's up card


@fact.seat_fact
def rank_matches(context: BlackjackHandContext) -> int:
    """How many of the first two cards are of the up card's rank."""
    return sum(card.rank == context.three[2].rank for card in context.first_two)


@fact.seat_fact
def exact_matches(context: BlackjackHandContext) -> int:
    """How many of the first two cards are of the up card's rank and suit."""
    return sum(card == context.three[2] for card in context.first_two)


@fact.seat_fact
def three_total(context: BlackjackHandContext) -> int:
    """The best total of the first two cards and the up card."""
    return _count(context.three).total


@fact.seat_fact
def three_one_suit(context: BlackjackHandContext) -> bool:
    """The first two cards and the up card are of one suit."""
    return len({card.suit for card in context.three}) == 1


@fact.seat_fact
def three_of_a_kind(context: BlackjackHandContext) -> bool:
    """The first two cards and the up card are of one rank."""
    return len({card.rank for card in context.three}) == 1


@fact.seat_fact
def three_straight(context: BlackjackHandContext) -> bool:
    """The first two cards and the up card are three ranks in a row; an ace is high or low."""
    places = sorted(_high(card) for card in context.three)
    return places == list(range(places[0], places[0] + 3)) or places == [2, 3, 14]


@fact.seat_fact
def three_678(context: BlackjackHandContext) -> bool:
    """The first two cards and the up card are a six, a seven and an eight."""
    return sorted(int(card.rank) for card in context.three) == [6, 7, 8]


@fact.seat_fact
def spread(context: BlackjackHandContext) -> int:
    """Ranks between the first two cards, aces high: 0 when they are neighbours or a pair."""
    first, second = (_high(card) for card in context.first_two)
    return max(0, abs(first - second) - 1)


@fact.seat_fact
def up_between(context: BlackjackHandContext) -> bool:
    """The up card's rank lies between those of the first two cards, aces high."""
    low, high = sorted(_high(card) for card in context.first_two)
    return low < _high(context.three[2]) < high


@fact.seat_fact
def up_at_an_end(context: BlackjackHandContext) -> bool:
    """The up card's rank is that of one of the first two cards, which are no pair."""
    return not pair(context) and rank_matches(context) > 0


def _is_ace_king(cards: tuple[Card, ...]) -> bool:
    ranks = {card.rank for card in cards}
    return len(cards) == 2 and ranks == {Rank.ACE, Rank.KING} and cards[0].suit == cards[1].suit
