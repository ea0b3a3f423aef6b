"""Solution of three-card poker: play or fold with every hand against every shown card, and the value of the game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from croupier.cards import JOKER, Rank
from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.action_values import FOLD, PokerActionValues
from croupier.families.dealer_poker.three_card.odds.counting import (
    DEALERS,
    DECK,
    EXPOSED_RANKS,
    SUITS,
    Ints,
    Matchups,
    category_of_values,
    count_matchups,
    hand_places,
    hand_values,
    hands,
    swap_suit_with_spades,
)
from croupier.families.dealer_poker.three_card.rules import ThreeCardRules
from croupier.hands.card_parsing import CardsInput, index_of, read_distinct, read_hand
from croupier.hands.hand_strength import JokerRule, ThreeCardCategory
from croupier.hands.rank_hand import HandRank

PLAY = "play"
LETTERS = "23456789TJQKA"
NOT_EXPOSED = DECK - 3
"""Number of cards that a dealer's card may be if none is shown."""


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
        """One line for each shown card, from two to ace; a single line if no card is shown."""
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
