"""Split of a settled wager between a player's credit and promotional chips that the house granted.

Settlement itself does not distinguish the two. Promotional chips win credit but never become credit: a loss removes
them, a push returns them as promotional chips, and after a win the house takes them or leaves them for another round,
by its own rule. [003 L135]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from croupier.money.cents import Cents
from croupier.money.settlement import SettledBet

Spot = tuple[int, str, str]
"""Place of chips: seat number, bettor's name and wager id."""


class AfterWin(StrEnum):
    """Rule for promotional chips that have won."""

    TAKEN = "taken"
    """The chips are taken after one win, as is usual for non-negotiable chips and free play."""
    KEPT = "kept"
    """The chips stay in play until they lose."""


class FundingSplit(NamedTuple):
    """Result of one wager by the kind of money staked; amounts in cents."""

    promotional: Cents = Cents(0)
    """Part of the stake that was promotional chips, in cents."""
    taken: Cents = Cents(0)
    """Promotional chips that the house took, in cents: chips that lost, or that won and may be played only once."""
    credit_net: Cents = Cents(0)
    """Net change of the bettor's credit, in cents."""

    charge: Cents = Cents(0)
    """Vigorish in cents; if promotional chips were staked, at most the amount that was won."""


def split_by_funding(settled: SettledBet, promotional: int, after_win: AfterWin) -> FundingSplit:
    """Split the result of a wager between credit and promotional chips; a loss takes promotional chips first."""
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


def promotional_stakes(settled: Sequence[SettledBet], staked: Mapping[Spot, int]) -> list[int]:
    """Return how many cents of each settled wager were promotional chips.

    If a wager was settled as several hands, the chips count for the first hand; stakes added later are credit.
    """
    left = dict(staked)
    parts = []
    for settled_bet in settled:
        spot = settled_bet.bet.seat, settled_bet.bet.bettor, settled_bet.bet.wager
        part = min(left.get(spot, 0), settled_bet.bet.amount)
        left[spot] = left.get(spot, 0) - part
        parts.append(part)
    return parts
