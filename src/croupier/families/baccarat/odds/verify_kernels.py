"""Small kernel that deals whole shoes and finds the class of each round, for comparison with the live round.

It uses the compiled drawing rules of the exact counts, and an independent implementation of burn and cut card.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached
from croupier.families.baccarat.odds.kernels import STOOD, banker_draws, first_four_key, is_natural, player_draws, total

NO_CARD = -1
BLACK, RED = 0b0101, 0b1010
"""Suits of each colour as bit masks; red suits have odd numbers."""
CoupCards = NDArray[np.int64]
"""Array of shape (n, 6): the Player's three cards and the Banker's three by number; `NO_CARD` where none was drawn."""


@compiled_cached
def _points(card: int) -> int:
    rank = card // 4 + 1
    return rank if rank < 10 else 0


@compiled_cached
def _deal(order: Any, at: int, draws: Any, natural_stops: bool, hand: Any) -> int:
    """Deal one round from index `at` of a shoe into `hand`; return the index where the next round starts."""
    hand[0], hand[3], hand[1], hand[4] = order[at], order[at + 1], order[at + 2], order[at + 3]
    hand[2] = hand[5] = NO_CARD
    at += 4
    player = total(_points(hand[0]), _points(hand[1]))
    banker = total(_points(hand[3]), _points(hand[4]))
    if natural_stops and (is_natural(player) or is_natural(banker)):
        return at
    third = STOOD
    if player_draws(draws, player):
        hand[2] = order[at]
        third = _points(order[at])
        at += 1
    if banker_draws(draws, banker, third):
        hand[5] = order[at]
        at += 1
    return at


@compiled_cached
def deal_shoe(
    order: NDArray[np.int64],
    burn: int,
    cut_from_back: int,
    one_more_hand: bool,
    draws: NDArray[np.int64],
    natural_stops: bool,
) -> CoupCards:
    """Deal every round of a shoe, from the burn to the last round after the cut card, while six cards are left."""
    hands = np.empty((len(order) // 4, 6), np.int64)
    cut_at = len(order) - cut_from_back
    at = burn
    rounds = 0
    last = False
    while at + 6 <= len(order):
        began = at
        at = _deal(order, at, draws, natural_stops, hands[rounds])
        rounds += 1
        if last:
            break
        if at > cut_at:
            if began >= cut_at and not one_more_hand:
                break
            last = True
    return hands[:rounds]


@compiled_cached
def deal_each(orders: NDArray[np.int64], draws: NDArray[np.int64], natural_stops: bool) -> CoupCards:
    """Deal one round from each row of six cards."""
    hands = np.empty((len(orders), 6), np.int64)
    for place in range(len(orders)):
        _deal(orders[place], 0, draws, natural_stops, hands[place])
    return hands


@compiled_cached
def _suits(hand: Any, first: int) -> int:
    """Return the suits of three cards as a bit mask."""
    suits = 0
    for place in range(first, first + 3):
        if hand[place] != NO_CARD:
            suits |= 1 << hand[place] % 4
    return suits


@compiled_cached
def _spread(suits: int) -> int:
    """Return 0 if the suits are one suit, 1 if they are one colour, 2 if they have both colours."""
    if suits & (suits - 1) == 0:
        return 0
    return 1 if suits & RED == 0 or suits & BLACK == 0 else 2


@compiled_cached
def _suits_kind(hand: Any) -> int:
    """Return the class of a round by suits: one suit, one colour or both colours, for each hand and for both."""
    player, banker = _suits(hand, 0), _suits(hand, 3)
    return (_spread(player) * 3 + _spread(banker)) * 3 + _spread(player | banker)


@compiled_cached
def coup_classes(hands: CoupCards) -> NDArray[np.int64]:
    """Return the three classes of each round: by totals, by first four cards, and by suits.

    The result has shape (n, 3).
    """
    kinds = np.empty((len(hands), 3), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        player = total(_points(hand[0]), _points(hand[1]))
        banker = total(_points(hand[3]), _points(hand[4]))
        player_third = STOOD if hand[2] == NO_CARD else _points(hand[2])
        banker_third = STOOD if hand[5] == NO_CARD else _points(hand[5])
        kinds[place, 0] = ((player * 10 + banker) * 11 + player_third) * 11 + banker_third
        kinds[place, 1] = first_four_key(hand[0], hand[1], hand[3], hand[4])
        kinds[place, 2] = _suits_kind(hand)
    return kinds
