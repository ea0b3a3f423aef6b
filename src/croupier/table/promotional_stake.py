"""Promotional chips on a spot: which wagers are made with them, and from which gifts they came."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from croupier.money.promotional_funding import AfterWin


class GrantPart(NamedTuple):
    """Chips of one gift."""

    gift: str
    """Its account: `promo:7/3`, the third gift of the house, to player 7."""
    cents: int


class PromotionalStake(BaseModel):
    """What of a bettor's chips at a seat is promotional. A wager is of one kind of money, wholly."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    after_win: AfterWin
    """The house's rule when the chips were placed: it holds for them whatever is decided later."""
    wagers: dict[str, tuple[GrantPart, ...]]

    @property
    def total(self) -> int:
        return sum(part.cents for parts in self.wagers.values() for part in parts)


def by_gift(stake: PromotionalStake | None) -> dict[str, int]:
    """What lies there of each gift."""
    lying: dict[str, int] = {}
    for parts in stake.wagers.values() if stake else ():
        for gift, cents in parts:
            lying[gift] = lying.get(gift, 0) + cents
    return lying
