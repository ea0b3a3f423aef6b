"""Facts of a blackjack hand against the dealer, their wording on the rules card, and hands for edge-case checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from croupier.cards import Card, Rank, Suit
from croupier.documents.family import ParSheetNotes
from croupier.families.blackjack.hand_values import Count, count, is_natural, value
from croupier.families.blackjack.round import (
    BlackjackHandResult,
    BlackjackResult,
    BlackjackSeatResult,
)
from croupier.play.facts import RANK_WORDS, SUIT_WORDS, Clause, FactList, Phrase, RoundFacts

_HAND, _DEALER, _FIRST, _THREE = "the hand", "the dealer", "the first two cards", "the first two cards and the up card"
_CARDS = {
    "first": "the first card",
    "second": "the second card",
    "up": "the up card",
    "hole": "the hole card",
    "dealer_third": "the dealer's third card",
}
"""Cards with facts of their own rank, suit and colour, by the first word of these facts."""

HOLDING: Mapping[str, Phrase] = {
    "dealer_natural": (_DEALER, "has a natural", "has no natural"),
    "dealer_broke": (_DEALER, "is over 21", "is not over 21"),
    "dealer_spade_ace_king": (_DEALER, "has the ace and king of spades", "has not the ace and king of spades"),
    "dealer_suited_ace_king": (_DEALER, "has an ace and king of one suit", "has no ace and king of one suit"),
    "natural": (_HAND, "is a natural", "is no natural"),
    "spade_ace_king": (_HAND, "is the ace and king of spades", "is not the ace and king of spades"),
    "suited_ace_king": (_HAND, "is an ace and king of one suit", "is no ace and king of one suit"),
    "hard_31": (_HAND, "is a hard 31", "is no hard 31"),
    "broke": (_HAND, "is over 21", "is not over 21"),
    "charlie": (_HAND, "has as many cards as win by their number", "has fewer cards than win by their number"),
    "surrendered": (_HAND, "was given up", "was not given up"),
    "doubled": (_HAND, "was doubled", "was not doubled"),
    "insured": (_HAND, "is insured", "is not insured"),
    "split_hand": (_HAND, "came of a split", "did not come of a split"),
    "first_two_soft": (_FIRST, "hold an ace", "hold no ace"),
    "pair": (_FIRST, "are a pair", "are no pair"),
    "value_pair": (_FIRST, "are of one value", "are not of one value"),
    "matched_pair": (_FIRST, "are identical", "are not identical"),
    "both_diamonds": (_FIRST, "are diamonds", "are not both diamonds"),
    "three_one_suit": (_THREE, "are of one suit", "are not of one suit"),
    "three_of_a_kind": (_THREE, "are of one rank", "are not of one rank"),
    "three_straight": (_THREE, "are three ranks in a row", "are not three ranks in a row"),
    "three_678": (_THREE, "are a six, a seven and an eight", "are no six, seven and eight"),
    "up_between": ("the up card", "lies between the first two cards", "does not lie between the first two cards"),
    "up_at_an_end": (
        "the up card",
        "is of the rank of one of the first two",
        "is of the rank of neither of the first two",
    ),
    **{f"{card}_red": (subject, "is red", "is not red") for card, subject in _CARDS.items()},
}
COUNTED: Mapping[str, Clause] = {
    "dealer_total": (_DEALER, "has {}"),
    "dealer_cards": (_DEALER, "has {} cards"),
    "hand_total": (_HAND, "counts {}"),
    "hand_cards": (_HAND, "has {} cards"),
    **{f"{card}_rank": (subject, "is of rank {}") for card, subject in _CARDS.items()},
    **{f"{card}_suit": (subject, "is of suit {}") for card, subject in _CARDS.items()},
    "dealer_three_total": ("the dealer's first three cards", "count {}"),
    "first_two_total": (_FIRST, "count {}"),
    "three_total": (_THREE, "count {}"),
    "kings": (_FIRST, "hold {} kings"),
    "queens": (_FIRST, "hold {} queens"),
    "jacks": (_FIRST, "hold {} jacks"),
    "rank_matches": (_FIRST, "match the up card's rank {} times"),
    "exact_matches": (_FIRST, "match the up card's rank and suit {} times"),
    "spread": (_FIRST, "leave {} ranks between them"),
}

WORDS: Mapping[str, Mapping[int, str]] = {
    **{f"{card}_rank": RANK_WORDS for card in _CARDS},
    **{f"{card}_suit": SUIT_WORDS for card in _CARDS},
}

HEADLINE = ("dealer_total", "dealer_cards", "dealer_natural")


@dataclass(frozen=True)
class BlackjackHandContext:
    """A finished round seen from one hand of one seat: the input of all facts.

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
fact.set_wording(HOLDING, COUNTED, WORDS)


# Dealer


@fact
def dealer_total(context: BlackjackHandContext) -> int:
    """The dealer's final total."""
    return context.dealer_count.total


@fact
def dealer_cards(context: BlackjackHandContext) -> int:
    """Number of the dealer's cards."""
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


@fact
def up_suit(context: BlackjackHandContext) -> int:
    """The suit of the dealer's up card."""
    return int(context.result.dealer[0].suit)


@fact
def up_red(context: BlackjackHandContext) -> bool:
    """The dealer's up card is red."""
    return context.result.dealer[0].suit.is_red


@fact
def hole_rank(context: BlackjackHandContext) -> int:
    """The rank of the dealer's second card: ace 1, jack 11, queen 12, king 13."""
    return int(context.result.dealer[1].rank)


@fact
def hole_suit(context: BlackjackHandContext) -> int:
    """The suit of the dealer's second card."""
    return int(context.result.dealer[1].suit)


@fact
def hole_red(context: BlackjackHandContext) -> bool:
    """The dealer's second card is red."""
    return context.result.dealer[1].suit.is_red


@fact
def dealer_third_rank(context: BlackjackHandContext) -> int:
    """The rank of the dealer's third card: ace 1, jack 11, queen 12, king 13; 0 if he drew none."""
    return int(context.result.dealer[2].rank) if len(context.result.dealer) > 2 else 0


@fact
def dealer_third_suit(context: BlackjackHandContext) -> int:
    """The suit of the dealer's third card; -1 if he drew none."""
    return int(context.result.dealer[2].suit) if len(context.result.dealer) > 2 else -1


@fact
def dealer_third_red(context: BlackjackHandContext) -> bool:
    """The dealer drew a third card, and it is red."""
    return len(context.result.dealer) > 2 and context.result.dealer[2].suit.is_red


@fact
def dealer_three_total(context: BlackjackHandContext) -> int:
    """The total of the dealer's first three cards, over 21 where he broke with the third; of two if he drew none."""
    return _count(context.result.dealer[:3]).total


# Hand


@fact.seat_fact
def hand_total(context: BlackjackHandContext) -> int:
    """The hand's final total: an ace counts eleven where that does not break it."""
    return context.hand_count.total


@fact.seat_fact
def hand_cards(context: BlackjackHandContext) -> int:
    """Number of cards in the hand."""
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
def first_suit(context: BlackjackHandContext) -> int:
    """The suit of the first card."""
    return int(context.first_two[0].suit)


@fact.seat_fact
def second_suit(context: BlackjackHandContext) -> int:
    """The suit of the second card."""
    return int(context.first_two[1].suit)


@fact.seat_fact
def first_red(context: BlackjackHandContext) -> bool:
    """The first card is red."""
    return context.first_two[0].suit.is_red


@fact.seat_fact
def second_red(context: BlackjackHandContext) -> bool:
    """The second card is red."""
    return context.first_two[1].suit.is_red


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
    """Number of the first two cards that are of the up card's rank."""
    return sum(card.rank == context.three[2].rank for card in context.first_two)


@fact.seat_fact
def exact_matches(context: BlackjackHandContext) -> int:
    """Number of the first two cards that are of the up card's rank and suit."""
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


FIGURES = (
    (
        "House edge",
        "What the bank can expect to win, in percent of the stake; of the main wager in percent of the first stake, "
        "doubles and splits not counted as stakes. A push counts as a stake.",
    ),
    (
        "Perfect play, chart",
        "Perfect play decides every hand by the very cards it is made of; a hand that is split again is played as "
        "before the split. The chart decides by totals alone.",
    ),
    (
        "Deals",
        "Every card of the shoe is told apart: the deals of the cards that a wager looks at, all equally likely. Of "
        "the main wager: simulated rounds, played by the chart.",
    ),
    (
        "Contribution",
        "Net times chance, in percent of the stake. The contributions of a counted wager add up to what the bettor can "
        "expect, which is the house edge with the other sign; those of the main wager, to what the chart came to in "
        "the simulated rounds.",
    ),
)


PAR_SHEET_NOTES = ParSheetNotes(
    lambda sheet: (
        "the main wager by perfect play, every hand decided by its own cards, in floating point to about 13 digits; "
        "the others by counting all deals of the cards they look at, as fractions."
    ),
    FIGURES,
)
