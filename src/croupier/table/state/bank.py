"""Bank of a player-dealer and the offers of the bank to the seats."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.store.ledger_accounts import AccountName
from croupier.table.rotation_offers import BankOffers


@dataclass(frozen=True)
class PlayerDealerBank:
    """Bank that a player-dealer has posted."""

    seat: int
    account: AccountName
    cents: int

    @property
    def posted(self) -> PostedBank:
        return PostedBank(self.seat, Cents(self.cents))


@dataclass(frozen=True, kw_only=True)
class BankState:
    """Posted bank of a table, and whom it is offered to."""

    offers: BankOffers | None = None
    offer_until: int | None = None
    bank: PlayerDealerBank | None = None
    must_intervene: bool = False
    """Whether another player must bank before the same player may bank again.

    The rule is the one that was in force when the current settings took effect.
    """
