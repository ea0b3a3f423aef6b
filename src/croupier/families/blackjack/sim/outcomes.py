"""How hands end, numbered as the kernels number them, and what each end is worth.

A kernel counts how often a player's hand ended one way while the dealer's ended another. All money follows from those
counts, in whole units: the smallest part of a stake in which every pay is a whole number, a tenth where 6 to 5 meets
half a stake.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.odds.payoffs import Payoffs

STOOD = 0
"""A hand that stood on a total: STOOD + total."""
DOUBLED = 22
"""A doubled hand: DOUBLED + total."""
BROKE, BROKE_DOUBLED = 44, 45
NATURAL, NATURAL_X = 46, 47
"""NATURAL_X: the ace and king that Blackjack X pays more for. [004 L1322, L1367]"""
HARD_31 = 48
CHARLIE, CHARLIE_DOUBLED = 49, 50
SURRENDERED, SURRENDERED_EARLY = 51, 52
"""Early: a dealer's natural takes no more than half."""
UNPLAYED = 53
"""The dealer's natural was found before the hand was played."""
RETURNED = 54
"""A hand of a split that the dealer's natural does not take: only the original wager is lost. [002 L31-32]"""
SPLIT = 55
"""No end: the hand is to be split."""
ENDS = 64
"""Player states from here on wait for a card."""

NOT_DRAWN = 0
DEALER_NATURAL = 1
DEALER_17 = 2
DEALER_BROKE_3 = 7
"""The dealer broke with three cards; the next ones with four, five, six, seven, and with eight or more."""
MOST_BUST_CARDS = 8
DEALER_ENDS = 16
"""Dealer states from here on wait for a card."""

DOUBLED_ENDS = (*range(DOUBLED, DOUBLED + 22), BROKE_DOUBLED, CHARLIE_DOUBLED)
DECIDED = (BROKE, BROKE_DOUBLED, NATURAL, NATURAL_X, HARD_31, CHARLIE, CHARLIE_DOUBLED, SURRENDERED, SURRENDERED_EARLY,
           UNPLAYED, RETURNED)  # fmt: skip
"""Ends for which the dealer need not draw. [002 L105; 004 L1445]"""
SURVIVES_NATURAL = {NATURAL: Fraction(0), NATURAL_X: Fraction(0), RETURNED: Fraction(0)}


def stake_of(end: int) -> int:
    """Stakes that lie on a hand when it ends."""
    return 2 if end in DOUBLED_ENDS else 1


def net_of(end: int, dealer: int, payoffs: Payoffs) -> Fraction:
    """What a hand wins or loses, in stakes."""
    if dealer == DEALER_NATURAL:
        lost = payoffs.surrender_loses if end == SURRENDERED_EARLY else Fraction(1)
        return SURVIVES_NATURAL.get(end, -lost)
    x = payoffs.natural if payoffs.blackjack_x is None else payoffs.blackjack_x
    fixed = {
        BROKE: Fraction(-1), BROKE_DOUBLED: Fraction(-2), UNPLAYED: Fraction(-1), RETURNED: Fraction(0),
        NATURAL: payoffs.natural, NATURAL_X: x, HARD_31: payoffs.hard_31,
        CHARLIE: payoffs.charlie, CHARLIE_DOUBLED: 2 * payoffs.charlie,
        SURRENDERED: -payoffs.surrender_loses, SURRENDERED_EARLY: -payoffs.surrender_loses,
    }  # fmt: skip
    if end in fixed:
        return Fraction(fixed[end])
    return stake_of(end) * _compared(end % DOUBLED, dealer, payoffs)


def _compared(total: int, dealer: int, payoffs: Payoffs) -> Fraction:
    """A total against the dealer's: higher wins, equal is a push. [002 L20; 004 L1425-1427]"""
    dealer_total = 0 if dealer >= DEALER_BROKE_3 else dealer - DEALER_17 + 17
    if total > dealer_total:
        return Fraction(payoffs.win)
    return Fraction(0 if total == dealer_total else -1)


class Pays:
    """What every end is worth in whole units."""

    def __init__(self, payoffs: Payoffs) -> None:
        ends = [end for end in range(SPLIT) if end not in range(2) and end not in range(DOUBLED, DOUBLED + 2)]
        dealer = range(DEALER_NATURAL, DEALER_BROKE_3 + MOST_BUST_CARDS - 2)
        nets = {(end, other): net_of(end, other, payoffs) for end in ends for other in dealer}
        nets |= {(end, NOT_DRAWN): net_of(end, DEALER_17, payoffs) for end in DECIDED}
        half = Fraction(1, 2)
        insured = (-half, half * payoffs.insurance_pays)
        self.units = lcm(*(net.denominator for net in (*nets.values(), *insured)))
        """Units to a stake."""
        self.table: NDArray[np.int64] = np.zeros((ENDS, DEALER_ENDS), np.int64)
        for place, net in nets.items():
            self.table[place] = int(net * self.units)
        self.insurance = np.array([int(net * self.units) for net in insured], np.int64)
        """Units an insurance of half the stake brings: without a dealer's natural, and with one."""
        self.stakes = np.array([stake_of(end) for end in range(ENDS)], np.int64)
        self.most = int(abs(self.table).max())
