"""Player's hands, the dealer's final totals, and the probabilities that a hand which stands wins and loses.

The player can have 3,082 hands without going over 21, regardless of the order of the cards.

The probabilities of the dealer's totals are exact, for any up card and any remaining cards.
The order of the dealer's cards matters only because the dealer stops drawing at a total. All final hands are therefore
listed once for each up card, as sets of drawn cards with the number of orders in which each set can be drawn. The
probability of a set is then a product of remaining card counts. The sorted sets share prefixes: a list of steps, each
one card longer than an earlier step, visits all sets with one multiplication per step.

The probabilities of standing depend on the shoe and the soft-17 rule alone, so games with different rules share them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.hand_values import ACE, TEN, count, dealer_draws, is_natural
from croupier.families.blackjack.odds.kernels import dealer_totals

MOST = 21
VALUES = 10
BROKEN = -1


class PlayerHands(NamedTuple):
    """Player's hands as arrays, in ascending order of their total with aces as one; row 0 is the empty hand.

    A hit always leads to a later row. The arrays form one tuple because kernels take all of them as one argument.
    """

    counts: NDArray[np.int64]
    """Number of cards of each value; shape (hands, 10), column value - 1."""
    cards: NDArray[np.int64]
    total: NDArray[np.int64]
    soft: NDArray[np.bool_]
    following: NDArray[np.int64]
    """Row of the hand after one more card, or BROKEN if that card makes it go over 21; shape (hands, 10), column value
    - 1."""


@cache
def player_hands() -> PlayerHands:
    held = _all_counts()
    places = {hand: place for place, hand in enumerate(held)}
    counted = [count(_values(hand)) for hand in held]
    following = [[places.get(_with(hand, card), BROKEN) for card in range(VALUES)] for hand in held]
    counts = np.array(held, np.int64)
    return PlayerHands(
        counts,
        counts.sum(axis=1),
        np.array([hand.total for hand in counted], np.int64),
        np.array([hand.soft for hand in counted], np.bool_),
        np.array(following, np.int64),
    )


@cache
def rows() -> dict[tuple[int, ...], int]:
    """Return the row number of each hand in `player_hands`, keyed by its numbers of cards of the ten values."""
    return {tuple(hand): row for row, hand in enumerate(player_hands().counts.tolist())}


@cache
def two_card_rows() -> NDArray[np.int64]:
    """Return the row number in `player_hands` of each two-card hand, indexed by the two card values (1 to 10)."""
    table = np.zeros((VALUES + 1, VALUES + 1), np.int64)
    for first in range(1, VALUES + 1):
        for second in range(1, VALUES + 1):
            table[first, second] = rows()[_with(_with((0,) * VALUES, first - 1), second - 1)]
    return table


@cache
def rows_holding(value: int) -> NDArray[np.int64]:
    """Return for each row of `player_hands` its index among the hands with a card of this value; -1 for other hands."""
    holds = player_hands().counts[:, value - 1] > 0
    return np.where(holds, np.cumsum(holds) - 1, -1)


def _all_counts() -> list[tuple[int, ...]]:
    found = {(0,) * VALUES}
    newest = found
    for _ in range(MOST):
        newest = {_with(hand, card) for hand in newest for card in range(VALUES) if _hard(hand) + card + 1 <= MOST}
        found = found | newest
    return sorted(found, key=lambda hand: (_hard(hand), hand))


def _hard(hand: tuple[int, ...]) -> int:
    return sum(held * (place + 1) for place, held in enumerate(hand))


def _with(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*hand[:card], hand[card] + 1, *hand[card + 1 :])


def _values(hand: tuple[int, ...]) -> list[int]:
    return [place + 1 for place, held in enumerate(hand) for _ in range(held)]


NATURAL = 0
"""Key of `DealerOutcomes.totals` for an ace and a ten; the key 21 is a 21 of three or more cards."""
BUST = 22
MOST_SAME = 20
"""Most cards of one value that a dealer's hand can have, as an upper bound."""
Drawn = tuple[int, ...]


class DealerWalk(NamedTuple):
    """Steps that visit all dealer's hands of 17 to 21 for one up card, as arrays with one entry per step.

    Naturals are excluded; the remaining probability is that of a bust.
    """

    depth: NDArray[np.int64]
    """Number of cards drawn before this step."""
    factor: NDArray[np.int64]
    """Index of the probability factor of this step: (value - 1) * MOST_SAME + cards of that value drawn before."""
    orders: NDArray[np.float64]
    """Number of orders in which the cards drawn so far end the hand at this step; 0 if the dealer draws on."""
    total: NDArray[np.int64]
    """Final total minus 17, from 0 to 4."""


@dataclass(frozen=True)
class DealerOutcomes:
    """Exact probabilities of the dealer's final hands, for one up card or over all up cards."""

    totals: Mapping[int, Fraction]
    """Probability of each total 17 to 21, of BUST and of NATURAL."""
    bust_cards: Mapping[int, Fraction]
    """Probability of a bust by number of cards in the hand; their sum is the probability of BUST."""


def dealer_outcomes(up: int, left: tuple[int, ...], *, hits_soft_17: bool) -> DealerOutcomes:
    """Return the dealer's outcomes for an up card of value 1 to 10.

    `left` counts the remaining cards of each value 1 to 10, without the up card.
    """
    cards = sum(left)
    totals = {total: Fraction(0) for total in (NATURAL, 17, 18, 19, 20, 21, BUST)}
    busts: dict[int, Fraction] = {}
    for drawn, orders in final_hands(up, hits_soft_17).items():
        ways = orders
        for value, held in Counter(drawn).items():
            ways *= perm(left[value - 1], held)
        if not ways:
            continue
        chance = Fraction(ways, perm(cards, len(drawn)))
        total = _outcome(up, drawn)
        totals[total] += chance
        if total == BUST:
            busts[len(drawn) + 1] = busts.get(len(drawn) + 1, Fraction(0)) + chance
    return DealerOutcomes(totals, dict(sorted(busts.items())))


@cache
def final_hands(up: int, hits_soft_17: bool) -> dict[Drawn, int]:
    """Return each set of cards that the dealer can draw to end the hand, and in how many orders that happens.

    The cards of a set are in descending order.
    """
    final: dict[Drawn, int] = {}
    drawing: dict[Drawn, int] = {(): 1}
    while drawing:
        longer: dict[Drawn, int] = {}
        for drawn, orders in drawing.items():
            for card in range(1, 11):
                hand = tuple(sorted((*drawn, card), reverse=True))
                into = longer if dealer_draws(count((up, *hand)), hits_soft_17=hits_soft_17) else final
                into[hand] = into.get(hand, 0) + orders
        drawing = longer
    return final


@cache
def dealer_walk(up: int, hits_soft_17: bool) -> DealerWalk:
    """Return the steps by which kernels visit all final hands of the dealer.

    The first cards of a hand come before the hands that continue them.
    """
    final = {
        drawn: orders for drawn, orders in final_hands(up, hits_soft_17).items() if 17 <= _outcome(up, drawn) <= 21
    }
    beginnings = sorted({drawn[:length] for drawn in final for length in range(1, len(drawn) + 1)})
    return DealerWalk(
        np.array([len(drawn) - 1 for drawn in beginnings], np.int64),
        np.array([(drawn[-1] - 1) * MOST_SAME + drawn[:-1].count(drawn[-1]) for drawn in beginnings], np.int64),
        np.array([final.get(drawn, 0) for drawn in beginnings], np.float64),
        np.array([_outcome(up, drawn) - 17 if drawn in final else 0 for drawn in beginnings], np.int64),
    )


def _outcome(up: int, drawn: Drawn) -> int:
    if len(drawn) == 1 and is_natural(up, drawn[0]):
        return NATURAL
    return min(count((up, *drawn)).total, BUST)


Chances = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Two arrays with one entry per hand: the probability that the hand wins, and the probability that it loses."""
CACHED_SHOES = 4
"""Number of shoes in the cache; each takes at most about eight megabytes."""


class StandingChances:
    """Probabilities that a hand wins and that it loses if it stands, computed on first use and cached.

    Probabilities of split hands are computed only for the requested hands.
    """

    def __init__(self, values: tuple[int, ...], hits_soft_17: bool) -> None:
        self.values = values
        self.hits_soft_17 = hits_soft_17
        self._whole: dict[int, Chances] = {}
        self._split: dict[tuple[int, int, int], Chances] = {}
        self.split_parts: dict[Hashable, list[tuple[float, float]]] = {}
        """Cached values of split hands by strategy; different rules often lead to the same strategy."""

    def against(self, up: int) -> Chances:
        """Return the probabilities to win and to lose of every hand of `player_hands` that stands against this up card.

        Both are 0 for a hand that the shoe does not contain.
        """
        if up not in self._whole:
            hands = player_hands()
            chances = np.zeros(len(hands.cards)), np.zeros(len(hands.cards))
            held = np.flatnonzero((hands.counts <= self._left(up)).all(axis=1) & (hands.cards > 0))
            self._count(up, held, 1, 0, np.arange(len(hands.cards)), chances)
            self._whole[up] = chances
        return self._whole[up]

    def after_split(self, up: int, pair: int, extras: int, wanted: NDArray[np.int64]) -> Chances:
        """Return the probabilities to win and to lose of the wanted hands of a split that stand.

        `extras` more cards of the pair's value have left the shoe. `rows_holding(pair)` translates a row of
        `player_hands` to an index of the arrays.
        """
        places = rows_holding(pair)
        key = (up, pair, extras)
        if key not in self._split:
            size = int(places.max()) + 1
            self._split[key] = np.full(size, np.nan), np.full(size, np.nan)
        chances = self._split[key]
        missing = wanted[np.isnan(chances[0][places[wanted]])]
        if len(missing):
            self._count(up, missing, pair, extras, places, chances)
        return chances

    def _count(
        self, up: int, wanted: NDArray[np.int64], value: int, extras: int, places: NDArray[np.int64], into: Chances
    ) -> None:
        """Write the chances of the wanted hands to `into`, after `extras` more cards of a value have left the shoe."""
        hands, left = player_hands(), self._left(up).astype(np.float64)
        left[value - 1] -= extras
        shoes = np.ascontiguousarray((left - hands.counts[wanted]).T)
        chances = np.empty((5, len(wanted)))
        dealer_totals(dealer_walk(up, self.hits_soft_17), shoes, chances)
        cards, total = np.maximum(left.sum() - hands.cards[wanted], 1.0), hands.total[wanted]
        natural = shoes[9] / cards if up == ACE else shoes[0] / cards if up == TEN else 0.0
        equal, higher = np.zeros(len(wanted)), np.zeros(len(wanted))
        for dealer in range(5):
            higher += np.where(dealer + 17 > total, chances[dealer], 0.0)
            equal += np.where(dealer + 17 == total, chances[dealer], 0.0)
        # A dealer's bust is the remaining probability and counts as a win.
        into[0][places[wanted]] = 1.0 - natural - higher - equal
        into[1][places[wanted]] = higher

    def _left(self, up: int) -> NDArray[np.int64]:
        return np.array([count - (place == up - 1) for place, count in enumerate(self.values)], np.int64)


@lru_cache(maxsize=CACHED_SHOES)
def shared_standing(values: tuple[int, ...], hits_soft_17: bool) -> StandingChances:
    return StandingChances(values, hits_soft_17)
