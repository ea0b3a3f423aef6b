"""Facts of a hand of pai gow poker against the player-dealer's hand, with their wording.

Bonus wagers use the cards dealt; the game itself uses the hands as they were set. In games with two common hands, the
bettor's hand is the Player hand and the player-dealer's is the Banker hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from croupier.cards import Card, Joker, Piece
from croupier.families.pai_gow.poker.hand_values import (
    CATEGORY_SHIFT,
    FIVE,
    JOKER,
    LOW_RANKS,
    ROYAL,
    SUITS,
    best_of,
    height,
    high_hand_order,
    is_foul,
    low_strength,
    suited_strength,
)
from croupier.families.pai_gow.poker.house_way import (
    PokerHouseWay,
    counts_of,
    joker_card,
    low_hand_bits,
    replace_joker,
    split,
)
from croupier.families.pai_gow.shared.base_round import PaiGowResult, SetHand
from croupier.hands.card_parsing import index_of
from croupier.hands.hand_strength import RANK_BITS, Category
from croupier.play.facts import FactList, RoundFacts

FIVES_BIT = 1 << 3
QUEEN, KING = 12, 13
HIGH_CARDS = 5


def card_number_of(piece: Piece) -> int:
    """Return the number that kernels use for a card or the joker."""
    assert isinstance(piece, Card | Joker), piece
    return index_of(piece)


@lru_cache(maxsize=4096)
def split_house_way(way: PokerHouseWay, cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Set cards the house way; return the high and the low hand, each in dealing order."""
    low, high = split(cards, low_hand_bits(way, cards))
    return tuple(high), tuple(low)


@dataclass(frozen=True)
class RankedHand:
    """Strengths of the high hand and of the low hand into which one seat's cards were set."""

    high: int
    low: int
    foul: bool
    compared: int
    """Strength by which two high hands are compared; it includes the rule that a joker can break a tie. [CA-MPG-A7]"""

    @property
    def low_pair(self) -> int:
        """Rank of the pair in the low hand; 0 if it is no pair."""
        return (self.low >> RANK_BITS & LOW_RANKS).bit_length() + 1 if self.low >> CATEGORY_SHIFT else 0


@dataclass(frozen=True)
class DealtCards:
    """Cards dealt to one hand as numbers, and properties that do not depend on how they are set."""

    way: PokerHouseWay
    cards: tuple[int, ...]
    joker_keeps_name: bool = False
    """Whether a wild joker stays the card that the house named it when it set the hand. [CA-RPGP-A14]"""

    @cached_property
    def best(self) -> int:
        return best_of(self.cards, self.way.rules)

    @property
    def category(self) -> Category:
        return Category(self.best >> CATEGORY_SHIFT)

    @cached_property
    def counts(self) -> list[int]:
        return counts_of(self.cards)

    @cached_property
    def top(self) -> int:
        return max(height(card) for card in self.cards)

    @property
    def has_joker(self) -> bool:
        return JOKER in self.cards

    @cached_property
    def set_house_way(self) -> RankedHand:
        return self.ranked(*split_house_way(self.way, self.cards), by_house=True)

    def ranked(self, high: tuple[int, ...], low: tuple[int, ...], *, by_house: bool) -> RankedHand:
        """Return the strengths of a hand as it was set; a high hand of the wrong size is foul. [004 L1569]"""
        if len(high) != HIGH_CARDS:
            return RankedHand(0, 0, foul=True, compared=0)
        rules = self.way.rules
        if by_house and self.joker_keeps_name:
            name = joker_card(self.way, self.cards)
            high, low = tuple(replace_joker(high, name)), tuple(replace_joker(low, name))
        foul = not by_house and is_foul(high, low, rules)
        return RankedHand(best_of(high, rules), low_strength(low, rules), foul, high_hand_order(high, rules))

    def fives(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Yield every selection of five of the dealt cards, with the cards left over."""
        for five in combinations(self.cards, HIGH_CARDS):
            yield five, tuple(card for card in self.cards if card not in five)

    @cached_property
    def has_spare_pair(self) -> bool:
        """Whether some five cards of the best category leave a pair, of a rank other than the kicker's. [CA-TBB-A5]"""
        rules, kind = self.way.rules, self.best >> CATEGORY_SHIFT
        return any(
            len(rest) == 2
            and low_strength(rest, rules) >> CATEGORY_SHIFT == 1
            and best_of(five, rules) >> CATEGORY_SHIFT == kind
            for five, rest in self.fives()
        )

    @cached_property
    def is_straight_flush_whole(self) -> bool:
        """Whether all cards form one straight flush; the joker may be any card of it."""
        natural = [card for card in self.cards if card != JOKER]
        if len({card % SUITS for card in natural}) > 1 or len({height(card) for card in natural}) < len(natural):
            return False
        heights = {height(card) for card in natural}
        for ranks in (heights, {1 if rank == 14 else rank for rank in heights}):
            if max(ranks) - min(ranks) < len(self.cards):
                return True
        return False

    @cached_property
    def has_royal_match(self) -> bool:
        """Whether the cards are a royal flush and, without the joker, a king and a queen of one suit. [CA-LPGP-A12]"""
        rules = self.way.rules
        return any(
            JOKER not in rest
            and {height(card) for card in rest} == {KING, QUEEN}
            and len({card % SUITS for card in rest}) == 1
            and best_of(five, rules) >> CATEGORY_SHIFT == ROYAL
            for five, rest in self.fives()
        )

    @cached_property
    def royal_needs_joker(self) -> bool:
        natural = [card for card in self.cards if card != JOKER]
        return suited_strength(natural, self.way.rules) >> CATEGORY_SHIFT != ROYAL

    def is_queen_high(self, *, joker: int | None = None) -> bool:
        """Return whether the cards have no pair, straight or flush, and a queen is the highest card.

        `joker` is the card that the joker stands for; a hand with an unnamed joker is not queen high.
        """
        if self.has_joker and joker is None:
            return False
        cards = self.cards if joker is None else replace_joker(self.cards, joker)
        is_nothing = best_of(cards, self.way.rules) >> CATEGORY_SHIFT == Category.HIGH_CARD
        return is_nothing and max(height(card) for card in cards) == QUEEN

    @cached_property
    def queens(self) -> tuple[int, ...]:
        """Numbers of the queens that the joker can stand for so that the seven cards are queen high. [CA-RPGP-A8]"""
        queens = range(SUITS * (QUEEN - 1), SUITS * QUEEN)
        return tuple(card for card in queens if self.has_joker and self.is_queen_high(joker=card))


@dataclass(frozen=True)
class PaiGowSeatContext:
    """A finished round seen from one seat: the input of all facts."""

    result: PaiGowResult
    way: PokerHouseWay
    seat: int = 0
    named: bool = False

    @cached_property
    def hand(self) -> SetHand:
        return self.result.hand_of(self.seat) or self.result.dealer

    @cached_property
    def own(self) -> DealtCards:
        return self._dealt(self.hand)

    @cached_property
    def dealer(self) -> DealtCards:
        return self._dealt(self.result.dealer)

    @cached_property
    def set_own(self) -> RankedHand:
        return self._ranked(self.hand, self.own)

    @cached_property
    def own_for_wagers(self) -> RankedHand:
        """The seat's hand as wagers compare it: as it was set, or set the house way if it is foul.

        A foul hand loses its base wager by the fact `foul` of the rulebook; its bonus wagers are still compared.
        [CA-RPGP-A5]
        """
        return self.own.set_house_way if self.set_own.foul else self.set_own

    @cached_property
    def set_dealer(self) -> RankedHand:
        return self._ranked(self.result.dealer, self.dealer)

    def _dealt(self, hand: SetHand) -> DealtCards:
        return DealtCards(self.way, tuple(card_number_of(card) for card in hand.cards), self.named)

    def _ranked(self, hand: SetHand, dealt: DealtCards) -> RankedHand:
        if hand.by_house:
            return dealt.set_house_way
        high, low = (tuple(card_number_of(card) for card in part) for part in hand.arrangement)
        return dealt.ranked(high, low, by_house=False)

    @cached_property
    def queen_five(self) -> int:
        """Strength of the five cards that the wager Save the Queen compares. [CA-RPGP-A15]

        It is the high hand as set. If the joker stands for the queen, it is that queen with the four lowest cards.
        """
        if not self.own.queens:
            return self.own_for_wagers.high
        named = sorted(replace_joker(self.own.cards, self.own.queens[0]), key=height, reverse=True)
        return best_of([named[0], *named[3:]], self.way.rules)


def facts_of(
    result: PaiGowResult, way: PokerHouseWay, seat: int = 0, *, named: bool = False
) -> RoundFacts[PaiGowSeatContext]:
    return RoundFacts(fact, PaiGowSeatContext(result, way, seat, named))


fact: FactList[PaiGowSeatContext] = FactList()
OWN_CARD_FACTS = frozenset(
    {
        *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind"),
        *("straight_flush", "royal_flush", "five_aces", "three_held", "three_pairs", "seven_straight_flush"),
        *("royal_match", "royal_joker", "spare_pair", "any_pair", "joker_held", "one_colour", "top_card", "low_pair"),
        *("queen_high", "joker_for_queen", "joker_below_queen"),
    }
)
"""Facts that depend only on the cards dealt to a seat; they are final as soon as it has all its cards."""
BOTH_HANDS_CARD_FACTS = OWN_CARD_FACTS | {
    *("dealer_low_pair", "dealer_queen_high", "dealer_ace_high", "dealer_joker", "way_high_wins", "way_low_wins"),
}
"""Facts that depend only on the cards of the seat and of the player-dealer, not on how they are set."""
CATEGORY_FACTS = {
    "high_card": Category.HIGH_CARD,
    "pair": Category.PAIR,
    "two_pair": Category.TWO_PAIR,
    "three_of_a_kind": Category.THREE_OF_A_KIND,
    "straight": Category.STRAIGHT,
    "flush": Category.FLUSH,
    "full_house": Category.FULL_HOUSE,
    "four_of_a_kind": Category.FOUR_OF_A_KIND,
    "straight_flush": Category.STRAIGHT_FLUSH,
    "royal_flush": Category.ROYAL_FLUSH,
}
fact.seat_facts_by_kind(
    CATEGORY_FACTS, "The best five of the cards dealt are {kind}.", lambda context: context.own.category
)
CARDS = "the cards dealt"
fact.set_wording(
    {
        **{
            name: (CARDS, f"are {name.replace('_', ' ')}", f"are not {name.replace('_', ' ')}")
            for name in CATEGORY_FACTS
        },
        "five_aces": (CARDS, "hold five aces", "do not hold five aces"),
        "three_held": (CARDS, "hold three of one rank", "do not hold three of one rank"),
        "three_pairs": (CARDS, "hold three pairs", "do not hold three pairs"),
        "seven_straight_flush": (CARDS, "are one straight flush", "are not one straight flush"),
        "royal_match": (CARDS, "are a royal flush and a suited king and queen", "are no royal match"),
        "royal_joker": (CARDS, "make a royal flush only with the joker", "make no royal flush with the joker"),
        "spare_pair": ("the cards left over", "are a pair", "are no pair"),
        "any_pair": (CARDS, "hold another pair", "hold no other pair"),
        "joker_held": (CARDS, "hold the joker", "do not hold the joker"),
        "one_colour": (CARDS, "are of one colour", "are of both colours"),
        "foul": ("the hand", "is foul", "is not foul"),
        "high_wins": ("the high hand", "is higher", "is not higher"),
        "high_copies": ("the high hand", "is a copy", "is no copy"),
        "low_wins": ("the low hand", "is higher", "is not higher"),
        "low_copies": ("the low hand", "is a copy", "is no copy"),
        "way_high_wins": ("the high hand, set the house way,", "is higher", "is not higher"),
        "way_low_wins": ("the low hand, set the house way,", "is higher", "is not higher"),
        "queen_high": (CARDS, "are queen high", "are not queen high"),
        "joker_for_queen": (CARDS, "are queen high, the joker for the queen", "are not queen high with the joker"),
        "joker_below_queen": (CARDS, "are queen high, the joker lower", "are not queen high with a lower joker"),
        "set_queen_high": ("the high hand", "is queen high", "is not queen high"),
        "queen_five_copies": ("the queen-high five", "are a copy", "are no copy"),
        "dealer_queen_high": ("the player-dealer's cards", "are queen high", "are not queen high"),
        "dealer_ace_high": ("the player-dealer's cards", "are ace high", "are not ace high"),
        "dealer_joker": ("the player-dealer", "holds the joker", "does not hold the joker"),
        "dealer_qualifies": ("the player-dealer", "has a pair of fives or better", "has less than a pair of fives"),
    },
    {
        "top_card": ("the highest card", "is {}"),
        "low_pair": ("the pair in front", "is {}"),
        "dealer_low_pair": ("the pair in the other front", "is {}"),
    },
)


@fact.seat_fact
def five_aces(context: PaiGowSeatContext) -> bool:
    """The cards dealt hold four aces and the joker."""
    return context.own.category == FIVE


@fact.seat_fact
def three_held(context: PaiGowSeatContext) -> bool:
    """Exactly three cards dealt are of one rank, the joker counting as an ace; a better hand does not matter."""
    return 3 in context.own.counts


@fact.seat_fact
def three_pairs(context: PaiGowSeatContext) -> bool:
    """Exactly three ranks are held twice, the joker counting as an ace."""
    return context.own.counts.count(2) == 3


@fact.seat_fact
def seven_straight_flush(context: PaiGowSeatContext) -> bool:
    """All cards dealt form one straight flush; the joker may be any card of it."""
    return context.own.is_straight_flush_whole


@fact.seat_fact
def royal_match(context: PaiGowSeatContext) -> bool:
    """The cards are a royal flush and, beside it, a king and a queen of one suit. [004 L2153, L2582]"""
    return context.own.has_royal_match


@fact.seat_fact
def royal_joker(context: PaiGowSeatContext) -> bool:
    """The cards form no royal flush without the joker. [004 L1289]"""
    return context.own.royal_needs_joker


@fact.seat_fact
def spare_pair(context: PaiGowSeatContext) -> bool:
    """Five cards of the best category leave two cards that are a pair. [CA-TBB-A5]"""
    return context.own.has_spare_pair


@fact.seat_fact
def any_pair(context: PaiGowSeatContext) -> bool:
    """The cards hold a pair besides the cards that make a full house, four of a kind or five of a kind."""
    pairs = sum(times >= 2 for times in context.own.counts)
    own = {Category.FULL_HOUSE: 2, Category.FOUR_OF_A_KIND: 1, Category.FIVE_OF_A_KIND: 1}
    return pairs > own.get(context.own.category, 0)


@fact.seat_fact
def joker_held(context: PaiGowSeatContext) -> bool:
    """The joker is among the cards dealt."""
    return context.own.has_joker


@fact.seat_fact
def one_colour(context: PaiGowSeatContext) -> bool:
    """All cards are red, or all are black, and none is the joker."""
    colours = {isinstance(card, Card) and card.suit.name in ("HEARTS", "DIAMONDS") for card in context.hand.cards}
    return not context.own.has_joker and len(colours) == 1


@fact.seat_fact
def top_card(context: PaiGowSeatContext) -> int:
    """The highest card dealt: 2 to 10, jack 11, queen 12, king 13, ace or joker 14."""
    return context.own.top


@fact.seat_fact
def foul(context: PaiGowSeatContext) -> bool:
    """The hand was set with a low hand above the high one, or with too many cards in one."""
    return context.set_own.foul


@fact.seat_fact
def high_wins(context: PaiGowSeatContext) -> bool:
    """The high hand is above the player-dealer's; a fouled hand is set the house way for this."""
    return context.own_for_wagers.compared > context.set_dealer.compared


@fact.seat_fact
def high_copies(context: PaiGowSeatContext) -> bool:
    """The high hand ranks equal to the player-dealer's; a fouled hand is set the house way for this."""
    return context.own_for_wagers.compared == context.set_dealer.compared


@fact.seat_fact
def low_wins(context: PaiGowSeatContext) -> bool:
    """The low hand is above the player-dealer's; a fouled hand is set the house way for this."""
    return context.own_for_wagers.low > context.set_dealer.low


@fact.seat_fact
def low_copies(context: PaiGowSeatContext) -> bool:
    """The low hand ranks equal to the player-dealer's; a fouled hand is set the house way for this."""
    return context.own_for_wagers.low == context.set_dealer.low


@fact.seat_fact
def way_high_wins(context: PaiGowSeatContext) -> bool:
    """The seat's high hand beats the player-dealer's when both sides set their cards the house way."""
    return context.own.set_house_way.compared > context.dealer.set_house_way.compared


@fact.seat_fact
def way_low_wins(context: PaiGowSeatContext) -> bool:
    """The seat's low hand beats the player-dealer's when both sides set their cards the house way."""
    return context.own.set_house_way.low > context.dealer.set_house_way.low


@fact.seat_fact
def low_pair(context: PaiGowSeatContext) -> int:
    """The rank of the pair in the low hand set the house way: 2 to 10, jack 11 to ace 14; 0 for none."""
    return context.own.set_house_way.low_pair


@fact
def dealer_low_pair(context: PaiGowSeatContext) -> int:
    """The rank of the pair in the player-dealer's low hand set the house way: 2 to 10, jack 11 to ace 14, or 0."""
    return context.dealer.set_house_way.low_pair


@fact.seat_fact
def queen_high(context: PaiGowSeatContext) -> bool:
    """The cards dealt have no pair, straight, flush or joker, and a queen is the highest. [004 L1665]"""
    return context.own.is_queen_high()


@fact.seat_fact
def joker_for_queen(context: PaiGowSeatContext) -> bool:
    """The joker may stand for the queen of a queen-high hand. [004 L1781]"""
    return bool(context.own.queens)


@fact.seat_fact
def joker_below_queen(context: PaiGowSeatContext) -> bool:
    """The joker may stand for some lower card beside a natural queen, so that the hand is queen high."""
    lower = range(SUITS, SUITS * (QUEEN - 1))
    return context.own.has_joker and any(context.own.is_queen_high(joker=card) for card in lower)


@fact.seat_fact
def set_queen_high(context: PaiGowSeatContext) -> bool:
    """The high hand as it was set is queen high; a fouled hand is set the house way for this."""
    high = context.own_for_wagers.high
    return high >> CATEGORY_SHIFT == Category.HIGH_CARD and (high & LOW_RANKS).bit_length() + 1 == QUEEN


@fact.seat_fact
def queen_five_copies(context: PaiGowSeatContext) -> bool:
    """The five cards of a queen-high hand rank equal to the player-dealer's high hand. [CA-RPGP-A15]"""
    return context.queen_five == context.set_dealer.high


@fact
def dealer_queen_high(context: PaiGowSeatContext) -> bool:
    """The player-dealer's cards are queen high, without joker."""
    return context.dealer.is_queen_high()


@fact
def dealer_ace_high(context: PaiGowSeatContext) -> bool:
    """The player-dealer's cards have no pair, straight or flush; an ace or the joker is highest. [004 L2755, L2881]"""
    return context.dealer.category == Category.HIGH_CARD and context.dealer.top == 14


@fact
def dealer_joker(context: PaiGowSeatContext) -> bool:
    """The joker is among the player-dealer's cards."""
    return context.dealer.has_joker


@fact
def dealer_qualifies(context: PaiGowSeatContext) -> bool:
    """The player-dealer's high hand is a pair of fives or better. [004 L1282]"""
    high = context.set_dealer.high
    category = high >> CATEGORY_SHIFT
    return category > Category.PAIR or (category == Category.PAIR and high >> RANK_BITS & LOW_RANKS >= FIVES_BIT)
