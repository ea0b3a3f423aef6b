"""Facts of a blackjack hand against the dealer, for the conditions of a rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from croupier.cards import Card, Rank, Suit
from croupier.families.blackjack.fact_wording import COUNTED, HOLDING
from croupier.families.blackjack.hand_values import Count, count, is_natural, value
from croupier.families.blackjack.round import BlackjackResult, HandResult, SeatResult
from croupier.play.facts import FactList, RoundFacts

HEADLINE = ("dealer_total", "dealer_cards", "dealer_natural")


@dataclass(frozen=True)
class Seen:
    """Round from the viewpoint of one hand of one seat.

    Wagers on the first two cards belong to the seat's first hand.
    """

    result: BlackjackResult
    seat: int = 0
    hand: int = 1

    @cached_property
    def seat_result(self) -> SeatResult:
        found = self.result.seat(self.seat) or (self.result.seats[0] if self.result.seats else None)
        return found or SeatResult(0, 0, (), (), 0, ())

    @cached_property
    def own(self) -> HandResult:
        hands = self.seat_result.hands
        return hands[self.hand - 1] if hands else HandResult((), (), False, 0, (), False)

    @cached_property
    def first_two(self) -> tuple[Card, ...]:
        """First two cards dealt to the seat, also after a split."""
        return self.seat_result.first_two

    @cached_property
    def three(self) -> tuple[Card, ...]:
        """First two cards and the dealer's up card."""
        return (*self.first_two, self.result.dealer[0])

    @cached_property
    def held(self) -> Count:
        return _count(self.own.cards)

    @cached_property
    def dealer_held(self) -> Count:
        return _count(self.result.dealer)


def facts_of(
    result: BlackjackResult, seat: int = 0, hand: int = 1, shared: RoundFacts[Seen] | None = None
) -> RoundFacts[Seen]:
    """Return the facts of a round for one hand of a seat."""
    return RoundFacts(fact, Seen(result, seat, hand), shared)


def _count(cards: tuple[Card, ...]) -> Count:
    return count(value(card.rank) for card in cards)


def _high(card: Card) -> int:
    """Return the rank of a card from 2 to 14, with the ace high."""
    return 14 if card.rank == Rank.ACE else int(card.rank)


fact: FactList[Seen] = FactList()
fact.say(HOLDING, COUNTED)


# Dealer


@fact
def dealer_total(seen: Seen) -> int:
    """The dealer's final total."""
    return seen.dealer_held.total


@fact
def dealer_cards(seen: Seen) -> int:
    """How many cards the dealer has."""
    return len(seen.result.dealer)


@fact
def dealer_natural(seen: Seen) -> bool:
    """The dealer's first two cards are an ace and a ten."""
    return seen.result.dealer_natural


@fact
def dealer_broke(seen: Seen) -> bool:
    """The dealer is over 21."""
    return seen.dealer_held.is_over


@fact
def dealer_spade_ace_king(seen: Seen) -> bool:
    """The dealer's first two cards are the ace and the king of spades."""
    return _is_ace_king(seen.result.dealer[:2]) and seen.result.dealer[0].suit == Suit.SPADES


@fact
def dealer_suited_ace_king(seen: Seen) -> bool:
    """The dealer's first two cards are an ace and a king of one suit."""
    return _is_ace_king(seen.result.dealer[:2])


@fact
def up_rank(seen: Seen) -> int:
    """The rank of the dealer's up card: ace 1, jack 11, queen 12, king 13."""
    return int(seen.result.dealer[0].rank)


# Hand


@fact.of_spot
def hand_total(seen: Seen) -> int:
    """The hand's final total: an ace counts eleven where that does not break it."""
    return seen.held.total


@fact.of_spot
def hand_cards(seen: Seen) -> int:
    """How many cards the hand has."""
    return len(seen.own.cards)


@fact.of_spot
def natural(seen: Seen) -> bool:
    """The hand has two cards, an ace and a ten; after a split only where the rules count that as a natural."""
    own = seen.own
    is_two = len(own.cards) == 2 and is_natural(*(value(card.rank) for card in own.cards))
    return is_two and (not own.is_split or seen.result.rules.split_natural)


@fact.of_spot
def spade_ace_king(seen: Seen) -> bool:
    """The hand is a natural of the ace and the king of spades."""
    return natural(seen) and _is_ace_king(seen.own.cards) and seen.own.cards[0].suit == Suit.SPADES


@fact.of_spot
def suited_ace_king(seen: Seen) -> bool:
    """The hand is a natural of an ace and a king of one suit."""
    return natural(seen) and _is_ace_king(seen.own.cards)


@fact.of_spot
def hard_31(seen: Seen) -> bool:
    """A hard 21 that was hit with a ten, where the game plays to 31."""
    if not seen.result.rules.plays_to_31 or seen.held.total != 31:
        return False
    before = _count(seen.own.cards[:-1])
    return before.total == 21 and not before.soft


@fact.of_spot
def broke(seen: Seen) -> bool:
    """The hand is over 21, and is no hard 31."""
    return seen.held.is_over and not hard_31(seen)


@fact.of_spot
def charlie(seen: Seen) -> bool:
    """The hand reached, without going over 21, the number of cards that wins at once."""
    most = seen.result.rules.charlie_cards
    return 0 < most <= len(seen.own.cards) and not seen.held.is_over


@fact.of_spot
def surrendered(seen: Seen) -> bool:
    """The hand was given up."""
    return seen.own.surrendered


@fact.of_spot
def insured(seen: Seen) -> bool:
    """The seat insured its hand against a natural of the dealer's."""
    return seen.seat_result.insured > 0


@fact.of_spot
def doubled(seen: Seen) -> bool:
    """The hand was doubled."""
    return seen.own.raised > 0


@fact.of_spot
def split_hand(seen: Seen) -> bool:
    """The hand was created by a split."""
    return seen.own.is_split


# First two cards


@fact.of_spot
def first_rank(seen: Seen) -> int:
    """The rank of the first card: ace 1, jack 11, queen 12, king 13."""
    return int(seen.first_two[0].rank)


@fact.of_spot
def second_rank(seen: Seen) -> int:
    """The rank of the second card: ace 1, jack 11, queen 12, king 13."""
    return int(seen.first_two[1].rank)


@fact.of_spot
def first_two_total(seen: Seen) -> int:
    """The best total of the first two cards."""
    return _count(seen.first_two).total


@fact.of_spot
def first_two_soft(seen: Seen) -> bool:
    """One of the first two cards is an ace."""
    return _count(seen.first_two).soft


@fact.of_spot
def pair(seen: Seen) -> bool:
    """The first two cards are of one rank."""
    return seen.first_two[0].rank == seen.first_two[1].rank


@fact.of_spot
def value_pair(seen: Seen) -> bool:
    """The first two cards are of one value: a ten and a king too."""
    return value(seen.first_two[0].rank) == value(seen.first_two[1].rank)


@fact.of_spot
def matched_pair(seen: Seen) -> bool:
    """The first two cards are of one rank and one suit."""
    return seen.first_two[0] == seen.first_two[1]


@fact.of_spot
def both_diamonds(seen: Seen) -> bool:
    """The first two cards are diamonds."""
    return all(card.suit == Suit.DIAMONDS for card in seen.first_two)


@fact.of_spot
def kings(seen: Seen) -> int:
    """Kings among the first two cards."""
    return sum(card.rank == Rank.KING for card in seen.first_two)


@fact.of_spot
def queens(seen: Seen) -> int:
    """Queens among the first two cards."""
    return sum(card.rank == Rank.QUEEN for card in seen.first_two)


@fact.of_spot
def jacks(seen: Seen) -> int:
    """Jacks among the first two cards."""
    return sum(card.rank == Rank.JACK for card in seen.first_two)


# First two cards with the dealer's up card


@fact.of_spot
def rank_matches(seen: Seen) -> int:
    """How many of the first two cards are of the up card's rank."""
    return sum(card.rank == seen.three[2].rank for card in seen.first_two)


@fact.of_spot
def exact_matches(seen: Seen) -> int:
    """How many of the first two cards are of the up card's rank and suit."""
    return sum(card == seen.three[2] for card in seen.first_two)


@fact.of_spot
def three_total(seen: Seen) -> int:
    """The best total of the first two cards and the up card."""
    return _count(seen.three).total


@fact.of_spot
def three_one_suit(seen: Seen) -> bool:
    """The first two cards and the up card are of one suit."""
    return len({card.suit for card in seen.three}) == 1


@fact.of_spot
def three_of_a_kind(seen: Seen) -> bool:
    """The first two cards and the up card are of one rank."""
    return len({card.rank for card in seen.three}) == 1


@fact.of_spot
def three_straight(seen: Seen) -> bool:
    """The first two cards and the up card are three ranks in a row; an ace is high or low."""
    places = sorted(_high(card) for card in seen.three)
    return places == list(range(places[0], places[0] + 3)) or places == [2, 3, 14]


@fact.of_spot
def three_678(seen: Seen) -> bool:
    """The first two cards and the up card are a six, a seven and an eight."""
    return sorted(int(card.rank) for card in seen.three) == [6, 7, 8]


@fact.of_spot
def spread(seen: Seen) -> int:
    """Ranks between the first two cards, aces high: 0 when they are neighbours or a pair."""
    first, second = (_high(card) for card in seen.first_two)
    return max(0, abs(first - second) - 1)


@fact.of_spot
def up_between(seen: Seen) -> bool:
    """The up card's rank lies between those of the first two cards, aces high."""
    low, high = sorted(_high(card) for card in seen.first_two)
    return low < _high(seen.three[2]) < high


@fact.of_spot
def up_at_an_end(seen: Seen) -> bool:
    """The up card's rank is that of one of the first two cards, which are no pair."""
    return not pair(seen) and rank_matches(seen) > 0


def _is_ace_king(cards: tuple[Card, ...]) -> bool:
    ranks = {card.rank for card in cards}
    return len(cards) == 2 and ranks == {Rank.ACE, Rank.KING} and cards[0].suit == cards[1].suit
