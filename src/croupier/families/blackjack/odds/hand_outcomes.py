"""Codes and table sizes that the kernels use for hands, and what each final hand wins or loses.

A kernel counts how often a player's hand ended with one code while the dealer's ended with another. All money follows
from these counts, in whole units: the smallest part of a stake in which every payout is a whole number, for example a
tenth if a game has a payout of 6 to 5 and a loss of half a stake.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.odds.payoffs import Payoffs

STOOD = 0
"""Code of a hand that stood: STOOD + total."""
DOUBLED = 22
"""Code of a doubled hand: DOUBLED + total."""
BROKE, BROKE_DOUBLED = 44, 45
NATURAL, NATURAL_X = 46, 47
"""Codes of a natural, and of a natural of ace and king for which Blackjack X pays more. [004 L1322, L1367]"""
HARD_31 = 48
CHARLIE, CHARLIE_DOUBLED = 49, 50
SURRENDERED, SURRENDERED_EARLY = 51, 52
"""Codes of a late and of an early surrender; after the early one, a dealer's natural takes only half the stake."""
UNPLAYED = 53
"""Code of a hand that was not played, because the dealer's natural was found first."""
RETURNED = 54
"""Code of a split hand that a dealer's natural does not take: only the original wager is lost. [002 L31-32]"""
SPLIT = 55
"""Code of a hand that will be split; it is not a final state."""
ENDS = 64
"""First code of a player's hand that waits for a card; hands with smaller codes are over, or are to be split."""

NOT_DRAWN = 0
DEALER_NATURAL = 1
DEALER_17 = 2
DEALER_BROKE_3 = 7
"""Dealer's bust with three cards; the next codes are busts with four, five, six, seven, and eight or more cards."""
MOST_BUST_CARDS = 8
DEALER_ENDS = 16
"""First code of a dealer's hand that waits for a card; smaller codes are final states."""

DOUBLED_ENDS = (*range(DOUBLED, DOUBLED + 22), BROKE_DOUBLED, CHARLIE_DOUBLED)
DECIDED = (BROKE, BROKE_DOUBLED, NATURAL, NATURAL_X, HARD_31, CHARLIE, CHARLIE_DOUBLED, SURRENDERED, SURRENDERED_EARLY,
           UNPLAYED, RETURNED)  # fmt: skip
"""Final states of players' hands for which the dealer need not draw. [002 L105; 004 L1445]"""
SURVIVES_NATURAL = {NATURAL: Fraction(0), NATURAL_X: Fraction(0), RETURNED: Fraction(0)}

ROW = 16
"""Length of one state's row in the table of next states. A row has one entry per card value, at index value - 1."""
OPENINGS = 10**4
ORDINARY, IS_X, NO_PAIR = range(3)
"""Codes of special first two cards, which differ by rank and suit from other cards of their values. IS_X: the natural
for which Blackjack X pays more. NO_PAIR: two tens of different rank where only equal ranks are a pair. ORDINARY: all
others."""
SPECIALS = 3


def stake_of(end: int) -> int:
    """Return how many stakes are on a hand with this final code: two if it was doubled."""
    return 2 if end in DOUBLED_ENDS else 1


def net_of(end: int, dealer: int, payoffs: Payoffs) -> Fraction:
    """Return what a hand with this final code wins or loses against the dealer's final code, in units of one stake."""
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
    """Return the result of the player's total against the dealer's: a higher total wins, an equal one pushes.

    [002 L20; 004 L1425-1427]
    """
    dealer_total = 0 if dealer >= DEALER_BROKE_3 else dealer - DEALER_17 + 17
    if total > dealer_total:
        return Fraction(payoffs.win)
    return Fraction(0 if total == dealer_total else -1)


class OutcomePayouts:
    """Result of every final hand against every dealer's hand, in whole units of a stake."""

    def __init__(self, payoffs: Payoffs) -> None:
        ends = [end for end in range(SPLIT) if end not in range(2) and end not in range(DOUBLED, DOUBLED + 2)]
        dealer = range(DEALER_NATURAL, DEALER_BROKE_3 + MOST_BUST_CARDS - 2)
        nets = {(end, dealer_end): net_of(end, dealer_end, payoffs) for end in ends for dealer_end in dealer}
        nets |= {(end, NOT_DRAWN): net_of(end, DEALER_17, payoffs) for end in DECIDED}
        half = Fraction(1, 2)
        insured = (-half, half * payoffs.insurance_pays)
        self.units = lcm(*(net.denominator for net in (*nets.values(), *insured)))
        """Number of units in one stake; a unit is the smallest part in which every payout is a whole number."""
        self.table: NDArray[np.int64] = np.zeros((ENDS, DEALER_ENDS), np.int64)
        for place, net in nets.items():
            self.table[place] = int(net * self.units)
        self.insurance = np.array([int(net * self.units) for net in insured], np.int64)
        """Net result in units of insurance for half the stake: without, and with a dealer's natural."""
        self.stakes = np.array([stake_of(end) for end in range(ENDS)], np.int64)
        self.most = int(abs(self.table).max())
