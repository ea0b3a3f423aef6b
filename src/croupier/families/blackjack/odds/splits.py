"""Exact value of a split into up to four hands, for a strategy that is fixed before the split.

The strategy (CDZ- in the literature: composition-dependent, without memory) plays a split hand by the cards of that
hand and the up card, in the same manner as a hand with these cards that was not split. A pair is always split again
while the seat may have more hands.

With such a strategy no hand depends on the cards of another hand, and the cards of a shoe are exchangeable:
expectations do not change if the cards of one hand are dealt before or after those of another, or if a card that no
player has seen stays in the shoe. The second cards can therefore be treated as dealt to all hands first. They reveal
how many of them match the pair and how many do not. Let

    f(j, k) be the value of a hand that starts with one card of the pair, when j more cards of the pair and k cards that
            do not match the pair have left the shoe,
    g(j, k) the part of that value in which the hand's second card does not match the pair.

The next card matches the pair with probability q = (matching cards left) / (cards left), therefore

    f(j, k) = q f(j + 1, k) + (1 - q) f(j, k + 1),     so     f(j, k + 1) = (f(j, k) - q f(j + 1, k)) / (1 - q),

and the same holds for g. Only f(j, 0) and g(j, 0) have to be played through: shoes without 1 to 5 cards of the pair (2
x hands - 3). The values of all hands are then added up over the second cards, one after another. A matching card adds
one hand that waits for its second card. Any other card closes one hand, with value g / (1 - q) given that card. When
the seat has the maximum number of hands, each waiting hand is worth f. (Griffin, The Theory of Blackjack, and Nairn's
and Farmer's analyses of exact splitting.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.odds.hand_tables import StandingChances, player_hands, rows_holding, two_card_rows
from croupier.families.blackjack.odds.kernels import mark_reachable_hands, split_hand, split_value

Codes = NDArray[np.int8]


class Splitter:
    """Values of all splits against one up card, for one fixed strategy."""

    def __init__(self, standing: StandingChances, terms: Any, left: NDArray[np.float64], policy: Codes) -> None:
        self.standing = standing
        self.terms = terms
        self.left = left
        self.policy = policy
        self._strategy = (terms, policy.tobytes())

    def value(self, pair: int, same: int, most_hands: int, first: Codes) -> float:
        """Return the expected total result of all hands of a split; rounds with a dealer's natural count as 0.

        `same` is the number of cards that match the pair, without the up card; `first` has the actions for two cards by
        row.
        """
        extras = range(1, 2 * most_hands - 2)
        actions = first[two_card_rows()[pair, 1:]].tobytes()
        parts = self.standing.split_parts.setdefault((self._strategy, pair, same, actions), [])
        if len(parts) < len(extras):
            parts[:] = self._split_parts(pair, float(same), extras, first)
        table = np.zeros((2, len(extras) + 1))
        table[:, 1:] = np.array(parts[: len(extras)]).T
        return float(split_value(most_hands, float(same), float(self.left.sum()), table[0], table[1]))

    def _split_parts(self, pair: int, same: float, extras: range, first: Codes) -> list[tuple[float, float]]:
        hands, places = player_hands(), rows_holding(pair)
        reached = mark_reachable_hands(hands, self.left, pair - 1, self.policy, first)
        rows = np.flatnonzero(reached)
        ways = reached[rows]
        ending = rows[ways & 2 > 0]
        held, cards = hands.counts[ending], hands.cards[ending]
        parts = []
        for extra in extras:
            if same < extra + 1:
                parts.append((0.0, 0.0))
                continue
            there = (held <= self.left).all(axis=1) & (held[:, pair - 1] <= self.left[pair - 1] - extra)
            wanted = ending[there & (cards < self.terms.charlie_cards)]
            win, loss = self.standing.after_split(self.terms.up, pair, extra, wanted)
            strategy = (rows, ways, self.policy, first)
            parts.append(split_hand(hands, self.terms, self.left, pair - 1, same, extra, *strategy, places, win, loss))
        return parts
