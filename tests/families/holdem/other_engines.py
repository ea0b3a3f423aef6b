"""Results of the same hold'em hands by two other programs: PokerKit, and a count chip by chip.

The chip count takes from the kernels only the chips that each seat has put in. It ranks hands by another function, and
every chip is in the pot of the seats that have matched it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.families.holdem.odds.betting_kernels import DEAD, FEE, POSTS, TOTAL
from croupier.families.holdem.odds.simulate import HoldemJob, RecordedHands
from croupier.hands import ranks7

Nets = NDArray[np.int64]


def counted_nets(job: HoldemJob, recorded: RecordedHands) -> Nets:
    """Return the win or loss of each seat, counted chip by chip."""
    rules, hands = job.rules, len(recorded.states)
    totals, is_in = recorded.by_seat(TOTAL), recorded.is_in
    strength = _strengths(recorded)
    won = np.zeros_like(totals)
    fee = recorded.figure(FEE).copy()
    pot, holders = recorded.figure(DEAD).copy(), is_in.copy()
    for chip in range(1, int(totals.max()) + 2):
        reached = is_in & (totals >= chip)
        is_new = (reached != holders).any(axis=1)
        if chip > 1 and is_new.any():
            _pay(won, pot, fee, holders, strength, is_new, one_each=rules.odd_chips_one_each)
        elif chip == 1:
            is_new = np.ones(hands, np.bool_)
        holders = np.where(is_new[:, None], reached, holders)
        pot += (totals >= chip).sum(axis=1)
    posted = (recorded.by_seat(POSTS) > 0) & (recorded.figure(DEAD) > 0)[:, None]
    blinds = [0, 1]
    posted[:, blinds] = False
    return won - totals - np.where(posted, rules.small_blind, 0)


def _strengths(recorded: RecordedHands) -> Nets:
    """Return the hand values of the seats that have not folded; a single remaining seat needs no correct value."""
    boards = np.repeat(recorded.boards[:, None, :], recorded.seats, axis=1)
    cards = np.concatenate((recorded.holes, boards), axis=2).astype(np.uint8)
    values = ranks7(cards.reshape(-1, 7)).reshape(-1, recorded.seats).astype(np.int64)
    return np.where(recorded.is_in, values, 0)


def _pay(
    won: Nets, pot: Nets, fee: Nets, holders: NDArray[np.bool_], strength: Nets, is_due: NDArray[np.bool_], *,
    one_each: bool,
) -> None:  # fmt: skip
    taken = np.where(is_due, np.minimum(pot, fee), 0)
    fee -= taken
    paid = np.where(is_due, pot - taken, 0)
    hands = np.where(holders, strength, -1)
    wins = holders & (hands == hands.max(axis=1, keepdims=True)) & is_due[:, None]
    sharing = np.maximum(wins.sum(axis=1), 1)
    odd = paid % sharing
    place = wins.cumsum(axis=1)
    odd_share = place <= odd[:, None] if one_each else (place == 1) * odd[:, None]
    won += np.where(wins, (paid // sharing)[:, None] + odd_share, 0)
    pot[is_due] = 0
