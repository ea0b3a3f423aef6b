"""Promotional chips on a spot: the wagers placed with them, and the grants that paid for them."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from croupier.money.promotional_funding import AfterWin
from croupier.store.ledger_accounts import AccountName


class GrantPart(NamedTuple):
    """Promotional chips that come from one grant."""

    gift: AccountName
    """Account of the grant: `promo:7/3` is grant 3 of the house, to player 7."""
    cents: int


class PromotionalStake(BaseModel):
    """Promotional part of a bettor's chips at a seat; each wager is either all credit or all promotional chips."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    after_win: AfterWin
    """What happens to the chips when they win: the house rule when they were placed; later changes do not apply."""
    wagers: dict[str, tuple[GrantPart, ...]]

    @property
    def total(self) -> int:
        return sum(part.cents for parts in self.wagers.values() for part in parts)


def chips_by_grant(stake: PromotionalStake | None) -> dict[AccountName, int]:
    """Return the promotional chips on the spot by grant, in cents."""
    totals: dict[AccountName, int] = {}
    for parts in stake.wagers.values() if stake else ():
        for gift, cents in parts:
            totals[gift] = totals.get(gift, 0) + cents
    return totals
