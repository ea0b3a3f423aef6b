"""What a split is worth, counted exactly up to four hands, for a strategy that is fixed before the split.

The strategy (CDZ- in the literature: composition-dependent, without memory) plays a split hand by its own cards and
the up card, as the same cards are best played by a hand that was not split; a pair is always split again as long as
there is room.

Then no hand's play depends on another hand's cards, and the cards of a shoe are exchangeable: it makes no difference
to any expectation whether a hand's cards come before or after another's, and a card nobody has seen might as well
have stayed in the shoe. So second cards may be thought of as dealt to all hands first. What they tell about the shoe
is how many of them are of the pair and how many are known not to be. Let

    f(j, k) be the value of a hand that starts with one card of the pair, when j more of the pair and k cards known
            not to be of the pair are gone,
    g(j, k) the part of it in which its own second card is not of the pair.

A further unseen card is of the pair with chance q = (pair cards left) / (cards left), therefore

    f(j, k) = q f(j + 1, k) + (1 - q) f(j, k + 1),     so     f(j, k + 1) = (f(j, k) - q f(j + 1, k)) / (1 - q),

and the same for g. All that has to be played through is f(j, 0) and g(j, 0): shoes with 1 to 5 cards of the pair out
(2 x hands - 3). The hands are then counted together over the second cards, one after another: a card of the pair
makes one more hand to wait for its second card, any other card closes one, with value g / (1 - q) given that; once
there is no room, each waiting hand is worth f. (Griffin, The Theory of Blackjack, and Nairn's and Farmer's analyses
of exact splitting.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.odds.kernels import mark_reachable_hands, split_hand, split_value
from croupier.families.blackjack.odds.player_hands import player_hands, rows_holding, two_card_rows
from croupier.families.blackjack.odds.stand_values import StandingChances

Codes = NDArray[np.int8]


class Splitter:
    """Splits against one up card under one strategy."""

    def __init__(self, standing: StandingChances, terms: Any, left: NDArray[np.float64], policy: Codes) -> None:
        self.standing = standing
        self.terms = terms
        self.left = left
        self.policy = policy
        self._strategy = (terms, policy.tobytes())

    def value(self, pair: int, same: int, most_hands: int, first: Codes) -> float:
        """E[result; no natural] of all hands. `same`: cards of the pair behind the up card; `first`: on two cards."""
        extras = range(1, 2 * most_hands - 2)
        actions = first[two_card_rows()[pair, 1:]].tobytes()
        parts = self.standing.split_parts.setdefault((self._strategy, pair, same, actions), [])
        if len(parts) < len(extras):
            parts[:] = self._played(pair, float(same), extras, first)
        table = np.zeros((2, len(extras) + 1))
        table[:, 1:] = np.array(parts[: len(extras)]).T
        return float(split_value(most_hands, float(same), float(self.left.sum()), table[0], table[1]))

    def _played(self, pair: int, same: float, extras: range, first: Codes) -> list[tuple[float, float]]:
        hands, places = player_hands(), rows_holding(pair)
        rows, ways = mark_reachable_hands(hands, self.left, pair - 1, self.policy, first)
        ending = rows[ways & 2 > 0]
        held, cards = hands.counts[ending], hands.cards[ending]
        parts = []
        for gone in extras:
            if same < gone + 1:
                parts.append((0.0, 0.0))
                continue
            there = (held <= self.left).all(axis=1) & (held[:, pair - 1] <= self.left[pair - 1] - gone)
            wanted = ending[there & (cards < self.terms.charlie_cards)]
            win, loss = self.standing.after_split(self.terms.up, pair, gone, wanted)
            strategy = (rows, ways, self.policy, first)
            parts.append(split_hand(hands, self.terms, self.left, pair - 1, same, gone, *strategy, places, win, loss))
        return parts
