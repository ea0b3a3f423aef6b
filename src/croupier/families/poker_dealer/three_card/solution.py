"""Three-card poker solved: play or fold with any hand against any card shown, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from croupier.cards import JOKER, Rank
from croupier.errors import BadInput
from croupier.families.poker_dealer.holdem.options import FOLD, Options
from croupier.families.poker_dealer.three_card.counting import (
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
    renamed,
)
from croupier.families.poker_dealer.three_card.rules import ThreeCardRules
from croupier.hands.card_parsing import Cards, index_of, read_distinct, read_hand
from croupier.hands.hand_strength import JokerRule, ThreeCardCategory
from croupier.hands.rank_hand import HandRank

PLAY = "play"
LETTERS = "23456789TJQKA"
NOT_EXPOSED = DECK - 3
"""Cards that any of the dealer's three may be."""


def ranks_in_words(rank: HandRank) -> str:
    """`Q-9-2` for a high-card hand, whose name says less; else the hand's name."""
    if rank.category != ThreeCardCategory.HIGH_CARD:
        return rank.name
    return "-".join(LETTERS[place] for place in reversed(range(len(LETTERS))) if rank.strength >> place & 1)


@dataclass(frozen=True)
class PlayThreshold:
    """What to play against one card shown: everything from a hand up, and some hands below it."""

    exposed: Rank | None
    plays_from: HandRank
    """The least hand such that it and all above it are played, whatever their suits."""
    also: tuple[HandRank, ...] = ()
    """Hands below that are played whatever their suits, although a better one is folded."""
    by_suits: tuple[HandRank, ...] = ()
    """Hands below that are played with some suits and folded with others."""


class Solution:
    """Best play. Values are antes that Ante and Play bring together, without the bonuses."""

    def __init__(self, rules: ThreeCardRules) -> None:
        self.rules = rules
        counts = count_matchups(rules.wheel, rules.qualifies)
        value = rules.unit * (counts.beats_qualified - counts.loses) + self._ante(counts)
        held = np.array([(hands() == SUITS * rank).any(axis=1) for rank in range(EXPOSED_RANKS)])
        self._can: NDArray[np.bool_] = ~held
        self._parts = rules.unit * DEALERS
        self._play: Ints = np.where(held, 0, value)
        if not rules.is_exposed:
            self._play = np.sum([self._play[:, renamed(suit)].sum(axis=0) for suit in range(SUITS)], axis=0)[None, :]
            self._can = np.ones_like(self._play, bool)
            self._parts *= NOT_EXPOSED
        self.plays: NDArray[np.bool_] = self._can & (self._play > -self._parts)
        """By rank shown (one row where none is) and hand, as in `counting.hands`; the card shown is a spade."""

    def _ante(self, counts: Matchups) -> Ints:
        """What the Ante brings with each hand, in parts, over the dealer's hands."""
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
        """The expected result of a round, in antes."""
        best = np.where(self.plays, self._play, -self._parts * self._can)
        # Sums of whole rows stay far below 2**63: 22,100 hands of at most 10**10 or so.
        return Fraction(sum(int(row.sum()) for row in best), self._parts * int(self._can.sum()))

    @property
    def edge(self) -> Fraction:
        """The player-dealer's, of one Ante."""
        return -self.value

    @cached_property
    def folds(self) -> Fraction:
        """How often best play folds."""
        return 1 - Fraction(int(self.plays.sum()), int(self._can.sum()))

    @property
    def element_of_risk(self) -> Fraction:
        """The edge of all that is put down."""
        return self.edge / (2 - self.folds)

    def options(self, hand: Cards, exposed: Cards = ()) -> Options:
        """Play and fold with three cards against the card that the dealer shows."""
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
            row, place = card // SUITS, int(renamed(card % SUITS)[place])
        play = Fraction(int(self._play[row, place]), self._parts)
        return Options(MappingProxyType({FOLD: Fraction(-1), PLAY: play}))

    @cached_property
    def chart(self) -> tuple[PlayThreshold, ...]:
        """A line for each card shown, the two first and the ace last; one line where none is."""
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
