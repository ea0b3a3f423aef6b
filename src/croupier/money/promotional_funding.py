"""Whose money stood behind a settled wager: a player's credit, or promotional chips that the house gave him.

The rules settle a stake and know nothing of this. Around them, promotional chips win credit and never become it: lost
they are gone, on a push they come back as what they were, and after a win they are taken, or kept for another round, as
the house says. [003 L135]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from croupier.money.cents import Cents
from croupier.money.settlement import SettledBet

Spot = tuple[int, str, str]
"""Seat, bettor, wager."""


class AfterWin(StrEnum):
    """What becomes of promotional chips that have won."""

    TAKEN = "taken"
    """They play once: the usual rule of non-negotiable chips and free play."""
    KEPT = "kept"
    """They play until they lose."""


class FundingSplit(NamedTuple):
    """One wager's end by the kind of money behind it."""

    promotional: Cents = Cents(0)
    """How much of the stake was promotional chips."""
    taken: Cents = Cents(0)
    """How much of those are gone: lost, or played once."""
    credit_net: Cents = Cents(0)
    """What the bettor's credit is better or worse off by."""

    charge: Cents = Cents(0)
    """Vigorish. On promotional chips no more than was won with them: there is nothing else to take it from."""


def split_by_funding(settled: SettledBet, promotional: int, after_win: AfterWin) -> FundingSplit:
    """Split a wager's end. A loss takes promotional chips before credit."""
    if not promotional:
        return FundingSplit(credit_net=settled.net, charge=settled.charge)
    won = settled.net + settled.charge - settled.prize - settled.meter_paid
    off_meters = settled.prize + settled.meter_paid
    charge = min(settled.charge, max(0, won))
    if won < 0:
        lost = min(promotional, -won)
        return FundingSplit(Cents(promotional), Cents(lost), Cents(won + lost + off_meters), Cents(0))
    played = promotional if won > 0 and after_win is AfterWin.TAKEN else 0
    return FundingSplit(Cents(promotional), Cents(played), Cents(won + off_meters - charge), Cents(charge))


def promotional_parts(settled: Sequence[SettledBet], staked: Mapping[Spot, int]) -> list[int]:
    """How much of each wager was promotional: chips lie with the first of a wager's hands, what was added is credit."""
    left = dict(staked)
    parts = []
    for one in settled:
        spot = one.bet.seat, one.bet.bettor, one.bet.wager
        part = min(left.get(spot, 0), one.bet.amount)
        left[spot] = left.get(spot, 0) - part
        parts.append(part)
    return parts
