"""Simple strategy that simulated players and demonstration bots play by.

Before the flop, a hand is valued by Chen's count (W. Chen, in Krieger, Hold'em Excellence, 2000); later, by the
fraction of showdowns that it wins against a random hand. The functions that choose are plain Python, and kernels
compile them unchanged (`odds/players.py`).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

FOLD, CALL, RAISE = 0, 1, 2
HIGH_CARD = {1: 10.0, 13: 8.0, 12: 7.0, 11: 6.0}
"""Chen points of the higher card, by rank; a rank that is not listed here counts half its number."""
GAPS = (0, 1, 2, 4, 5)
ACE = 14
CLOSE_BONUS_BELOW = 12


def chen_points(one: int, other: int) -> float:
    """Return the Chen count of two card numbers; half points are rounded up."""
    ranks = sorted((card // 4 + 1 for card in (one, other)), key=lambda rank: ACE if rank == 1 else rank)
    low, high = (ACE if rank == 1 else rank for rank in ranks)
    points = HIGH_CARD.get(ranks[1], high / 2)
    if low == high:
        return max(5.0, 2 * points)
    gap = high - low - 1
    points += 2 * (one % 4 == other % 4) - GAPS[min(gap, 4)] + (gap <= 1 and high < CLOSE_BONUS_BELOW)
    return float(np.ceil(points))


@cache
def opening_strengths() -> NDArray[np.float32]:
    """Return, for any two cards, the fraction of hands with a lower Chen count; equal hands count half.

    The array has the shape (52, 52) and is indexed by card numbers.
    """
    pairs = list(combinations(range(52), 2))
    points = np.array([chen_points(*pair) for pair in pairs])
    ordered = np.sort(points)
    below, up_to = np.searchsorted(ordered, points, "left"), np.searchsorted(ordered, points, "right")
    strengths = np.zeros((52, 52), np.float32)
    for (first, second), share in zip(pairs, (below + up_to) / 2 / len(pairs), strict=True):
        strengths[first, second] = strengths[second, first] = share
    return strengths


def choose_before_flop(
    strength: float, behind: int, opponents: int, raises: int, call: int, pot: int, can_raise: bool, chance: float
) -> int:
    """Return the action before the flop: 0 to fold, 1 to check or call, 2 to raise.

    `strength` is the fraction of worse hands, `behind` the number of players dealt in who act later, `opponents` the
    number of opponents still in the hand, `raises` the number of bets and raises including the big blind, and `chance`
    a random number from 0 to 1.
    """
    price = call / (pot + call)
    if raises > 1:
        wanted = 0.30 + 0.0625 * opponents + 0.11 * (raises - 1) + 0.5 * (price - 0.3)
        is_strong = strength > max(0.90 + 0.02 * raises, wanted)
    else:
        wanted = 0.36 + 0.055 * behind + 0.5 * (price - 0.3)
        is_strong = strength > 0.44 + 0.055 * behind
    if is_strong and can_raise and chance < 0.8:
        return 2
    return 1 if call == 0 or strength > wanted else 0


def choose_after_flop(
    share: float, opponents: int, call: int, pot: int, raises: int, can_raise: bool, chance: float
) -> int:
    """Return the action after the flop: 0 to fold, 1 to check or call, 2 to raise.

    `share` is the fraction of showdowns won against one random hand.
    """
    # Players who are still in have better hands than average, and every one of them can win.
    wins = share ** (0.8 + 0.5 * opponents)
    if call == 0:
        return 2 if can_raise and (wins > 0.55 or (chance < 0.12 and opponents <= 2)) and chance < 0.85 else 1
    price = call / (pot + call)
    if can_raise and wins > 0.66 + 0.12 * raises and chance < 0.75:
        return 2
    return 1 if wins > price + 0.06 * raises or (share > 0.45 and chance < 0.05) else 0


def raise_to(least: int, most: int, pot: int, to_match: int, is_big: bool) -> int:
    """Return the seat's total wager after a raise by half or all of the pot, within the legal range."""
    wanted = to_match + (pot if is_big else pot // 2)
    return max(least, min(most, wanted))
