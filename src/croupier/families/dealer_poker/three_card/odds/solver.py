"""Solution of three-card poker: play or fold with every hand against every shown card, and the value of the game.

It counts how many dealer's hands with a shown card each player's hand beats, ties and loses to, qualified or not.
Suits have no rank, so the shown card can be taken to be a spade. Dealer's hands below a value are counted over all
pairs of other cards, minus the pairs with each of the player's cards, plus the pairs of two player's cards
(inclusion-exclusion).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import JOKER, Rank
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.action_values import FOLD, PokerActionValues
from croupier.families.dealer_poker.three_card.rules import ThreeCardRules
from croupier.hands import hand_strength
from croupier.hands.card_parsing import CardsInput, index_of, read_distinct, read_hand
from croupier.hands.hand_strength import JokerRule, ThreeCardCategory, Wheel
from croupier.hands.rank_arrays import ranks3
from croupier.hands.rank_hand import HandRank

DECK = 52
SUITS = 4
EXPOSED_RANKS = 13
HANDS = comb(DECK, 3)
DEALERS = comb(48, 2)
"""Number of combinations of the two dealer's cards that are not shown."""

Ints = NDArray[np.int64]


class Matchups(NamedTuple):
    """Numbers of dealer's hands, out of 1,128, by rank of the shown card (ace first) and player's hand.

    Entries are 0 if the player's hand contains the shown card.
    """

    beats_unqualified: Ints
    unqualified: Ints
    beats_qualified: Ints
    loses: Ints
    """Number of qualifying dealer's hands to which the player's hand loses."""
    ties_unqualified: Ints


@cache
def hands() -> Ints:
    """Return all hands of three cards as an array of shape (22100, 3), in lexicographic order."""
    return np.array(list(combinations(range(DECK), 3)), np.int64)


@cache
def hand_places() -> Ints:
    """Return the index of each hand in `hands`, by its three cards in ascending order; shape (52, 52, 52)."""
    places = np.full((DECK,) * 3, -1, np.int64)
    places[tuple(hands().T)] = np.arange(HANDS)
    return places


@cache
def hand_values(wheel: Wheel) -> Ints:
    return ranks3(hands().astype(np.uint8), wheel=wheel).astype(np.int64)


def lowest_qualifying_value(qualifies: Rank | None, wheel: Wheel) -> int:
    """Return the lowest hand value that qualifies: the lowest hand with that high card; every pair is higher."""
    if qualifies is None:
        return 0
    high = hand_strength.ACE_BIT if qualifies == Rank.ACE else int(qualifies) - 2
    rungs = np.array(hand_strength.strength_order(3, wheel), np.int64)
    return int(np.searchsorted(rungs, 1 << high)) + 1


def category_of_values(wheel: Wheel) -> Ints:
    """Return the category of each hand value; values start at 1."""
    rungs = np.array((0, *hand_strength.strength_order(3, wheel)), np.int64)
    return rungs >> 2 * hand_strength.RANK_BITS


@cache
def count_matchups(wheel: Wheel, qualifies: Rank | None) -> Matchups:
    """Return the matchups of every hand; pay tables do not affect them, so the result is cached."""
    found = Matchups(*(np.zeros((EXPOSED_RANKS, HANDS), np.int64) for _ in Matchups._fields))
    for rank in range(EXPOSED_RANKS):
        _count_against(found, rank, wheel, lowest_qualifying_value(qualifies, wheel))
    return found


def _count_against(found: Matchups, rank: int, wheel: Wheel, least: int) -> None:
    """Count the matchups of every hand against one shown card."""
    shown = SUITS * rank
    beside = np.flatnonzero((hands() != shown).all(axis=1))
    cards, own_values = hands()[beside], hand_values(wheel)[beside]
    pairs = pair_values(shown, hand_values(wheel))
    counts = _cumulated(pairs, int(hand_values(wheel).max()) + 2)
    low, below, upto = (
        _below(cards, limit, pairs, counts) for limit in (np.full_like(own_values, least), own_values, own_values + 1)
    )
    does_qualify = own_values >= least
    found.unqualified[rank, beside] = low
    found.beats_unqualified[rank, beside] = np.where(does_qualify, low, below)
    found.beats_qualified[rank, beside] = np.where(does_qualify, below - low, 0)
    found.ties_unqualified[rank, beside] = np.where(does_qualify, 0, upto - below)
    found.loses[rank, beside] = DEALERS - np.where(does_qualify, upto, low)


def pair_values(shown: int, values: Ints) -> Ints:
    """Return the value of the dealer's hand for each choice of its other two cards; 0 for impossible choices."""
    with_it = np.flatnonzero((hands() == shown).any(axis=1))
    others = hands()[with_it]
    others = others[others != shown].reshape(-1, 2)
    pairs = np.zeros((DECK, DECK), np.int64)
    pairs[others[:, 0], others[:, 1]] = pairs[others[:, 1], others[:, 0]] = values[with_it]
    return pairs


def _cumulated(pairs: Ints, values: int) -> Ints:
    """Return, for each card and each hand value, how many dealer's hands below that value contain the card."""
    counts = np.zeros((DECK, values + 1), np.int64)
    one, two = np.nonzero(pairs)
    np.add.at(counts, (one, pairs[one, two] + 1), 1)
    return counts.cumsum(axis=1)


def _below(cards: Ints, limit: Ints, pairs: Ints, counts: Ints) -> Ints:
    """Return how many dealer's hands are below a limit and contain none of the player's cards."""
    found: Ints = counts.sum(axis=0)[limit] // 2
    for place in range(3):
        found = found - counts[cards[:, place], limit]
    for one, two in combinations(range(3), 2):
        found += pairs[cards[:, one], cards[:, two]] < limit
    return found


@cache
def swap_suit_with_spades(suit: int) -> Ints:
    """Return the index that each hand gets if a suit and spades are exchanged."""
    names = np.arange(SUITS)
    names[[0, suit]] = suit, 0
    cards = np.sort(hands() // SUITS * SUITS + names[hands() % SUITS], axis=1)
    places: Ints = hand_places()[tuple(cards.T)]
    return places


PLAY = "play"
LETTERS = "23456789TJQKA"
NOT_EXPOSED = DECK - 3
"""Number of different cards that one dealer's card may be if none is shown."""


def ranks_text(rank: HandRank) -> str:
    """Return the ranks of a high-card hand, such as `Q-9-2`; for other hands return the name."""
    if rank.category != ThreeCardCategory.HIGH_CARD:
        return rank.name
    return "-".join(LETTERS[place] for place in reversed(range(len(LETTERS))) if rank.strength >> place & 1)


@dataclass(frozen=True)
class PlayThreshold:
    """Hands to play against one shown card: all from a threshold up, and some below."""

    exposed: Rank | None
    plays_from: HandRank
    """Lowest hand such that it and all higher hands are played with any suits."""
    also: tuple[HandRank, ...] = ()
    """Lower hands that are played with any suits although a higher hand is folded."""
    by_suits: tuple[HandRank, ...] = ()
    """Lower hands that are played in some suits and folded in others."""


class ThreeCardSolution:
    """Best play; values are the result of Ante and Play together in antes, without bonuses."""

    def __init__(self, rules: ThreeCardRules) -> None:
        self.rules = rules
        counts = count_matchups(rules.wheel, rules.qualifies)
        value = rules.unit * (counts.beats_qualified - counts.loses) + self._ante(counts)
        held = np.array([(hands() == SUITS * rank).any(axis=1) for rank in range(EXPOSED_RANKS)])
        self._can: NDArray[np.bool_] = ~held
        self._parts = rules.unit * DEALERS
        self._play: Ints = np.where(held, 0, value)
        if not rules.is_exposed:
            self._play = np.sum(
                [self._play[:, swap_suit_with_spades(suit)].sum(axis=0) for suit in range(SUITS)], axis=0
            )[None, :]
            self._can = np.ones_like(self._play, bool)
            self._parts *= NOT_EXPOSED
        self.plays: NDArray[np.bool_] = self._can & (self._play > -self._parts)
        """Decisions by rank of the shown card (one row if no card is shown) and by hand, as in `counting.hands`.

        The shown card is a spade.
        """

    def _ante(self, counts: Matchups) -> Ints:
        """Return the total result of the Ante over the dealer's hands for each player's hand, in parts of the Ante."""
        parts = np.array(self.rules.all_ante_nets(), object) * self.rules.unit
        by_hand = parts.astype(np.int64)[category_of_values(self.rules.wheel)[hand_values(self.rules.wheel)]]
        lost = counts.unqualified - counts.beats_unqualified - counts.ties_unqualified
        tied = DEALERS - counts.unqualified - counts.beats_qualified - counts.loses
        results = (
            (lost, counts.ties_unqualified, counts.beats_unqualified),
            (counts.loses, tied, counts.beats_qualified),
        )
        brought = np.zeros_like(counts.loses)
        for qualifies, by_result in enumerate(results):
            for result, many in enumerate(by_result):
                brought += many * by_hand[:, qualifies, result]
        return brought

    @cached_property
    def value(self) -> Fraction:
        """Expected result of a round, in antes."""
        best = np.where(self.plays, self._play, -self._parts * self._can)
        # Sums of whole rows stay far below 2**63: 22,100 hands of at most about 10**10 each.
        return Fraction(sum(int(row.sum()) for row in best), self._parts * int(self._can.sum()))

    @property
    def edge(self) -> Fraction:
        """Edge of the player-dealer, as a fraction of one Ante."""
        return -self.value

    @cached_property
    def folds(self) -> Fraction:
        """Frequency of a fold under best play."""
        return 1 - Fraction(int(self.plays.sum()), int(self._can.sum()))

    @property
    def element_of_risk(self) -> Fraction:
        """Edge as a fraction of the average amount put up."""
        return self.edge / (2 - self.folds)

    def options(self, hand: CardsInput, exposed: CardsInput = ()) -> PokerActionValues:
        """Return the values of play and fold with three cards against the dealer's shown card."""
        cards = sorted(index_of(card) for card in read_hand(hand, 3, JokerRule.NONE, "hand"))
        shown = read_distinct(exposed, "exposed")
        if len(shown) != int(self.rules.is_exposed) or JOKER in shown:
            wanted = "one card of the deck is" if self.rules.is_exposed else "no card is"
            raise BadInput.at("exposed", f"{wanted} shown under these rules")
        row, place = 0, int(hand_places()[tuple(cards)])
        if shown:
            card = index_of(shown[0])
            if card in cards:
                raise BadInput.at("exposed", f"the hand holds {shown[0]} already")
            row, place = card // SUITS, int(swap_suit_with_spades(card % SUITS)[place])
        play = Fraction(int(self._play[row, place]), self._parts)
        return PokerActionValues(MappingProxyType({FOLD: Fraction(-1), PLAY: play}))

    @cached_property
    def chart(self) -> tuple[PlayThreshold, ...]:
        """Which hands to play: one line for each shown card, from two to ace; a single line if no card is shown."""
        if not self.rules.is_exposed:
            return (self._line(0, None),)
        return tuple(self._line(int(rank) - 1, rank) for rank in (*list(Rank)[1:], Rank.ACE))

    def _line(self, row: int, exposed: Rank | None) -> PlayThreshold:
        values = hand_values(self.rules.wheel)
        folded, played = (set(values[self._can[row] & chosen].tolist()) for chosen in self._folds_and_plays(row))
        last = max(folded, default=0)
        below = sorted(value for value in played if value <= last)
        return PlayThreshold(
            exposed,
            self._rank(min(value for value in played if value > last)),
            tuple(self._rank(value) for value in below if value not in folded),
            tuple(self._rank(value) for value in below if value in folded),
        )

    def _folds_and_plays(self, row: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        return ~self.plays[row], self.plays[row]

    def _rank(self, value: int) -> HandRank:
        return HandRank.of_value(value, cards=3, wheel=self.rules.wheel)
