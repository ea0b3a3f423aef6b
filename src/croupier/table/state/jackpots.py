"""Jackpots won at a table: waiting, paid, rejected and backed out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.store.ledger_accounts import AccountName


@dataclass(frozen=True)
class Jackpot:
    """Win from a meter that waits for confirmation; its wager is closed until then."""

    id: str
    round: str
    meter: str
    wager: str
    seat: int
    account: AccountName
    cents: int
    reseeded_cents: int = 0
    """Amount in cents that the house added to restart the meter, if the meter was won completely."""
    overflow_cents: int = 0
    """Amount in cents that moved from the overflow account to the meter at the restart."""
    sharers: int = 1
    """Number of winners of the whole meter, this one included, whose awards were not taken back."""
    confirmed_by: str | None = None
    """Supervisor who has confirmed, while an executive's confirmation is still missing."""
    house_meter: str = ""
    """House meter at the time of the win; later settings do not change it."""
    paid_by: str | None = None


PAID_JACKPOTS_MOST = 50
"""Number of paid jackpots per table that the pit can back out; older ones are settled by hand."""


@dataclass(frozen=True)
class BackOutRequest:
    """Request to back out a paid jackpot."""

    id: str
    jackpot: str
    round: str
    seat: int
    account: AccountName
    cents: int
    reason: str
    by: str


@dataclass(frozen=True, kw_only=True)
class JackpotState:
    """Jackpots of a table."""

    jackpots: tuple[Jackpot, ...] = ()
    paid_jackpots: tuple[Jackpot, ...] = ()
    """Jackpots that were paid and not backed out, oldest first."""
    back_outs: Mapping[str, BackOutRequest] = field(default_factory=dict)
    """Open requests to back out a jackpot, by id."""
    backed_out: tuple[str, ...] = ()
    """Ids of the most recent jackpots that were backed out."""
    rejected: tuple[str, ...] = ()
    """Ids of the most recent rejected jackpots, which were never paid."""

    @property
    def locked_wagers(self) -> frozenset[str]:
        return frozenset(jackpot.wager for jackpot in self.jackpots)

    def jackpot(self, jackpot_id: str) -> Jackpot | None:
        return next((jackpot for jackpot in self.jackpots if jackpot.id == jackpot_id), None)

    def paid_jackpot(self, jackpot_id: str) -> Jackpot | None:
        return next((jackpot for jackpot in self.paid_jackpots if jackpot.id == jackpot_id), None)
