"""Buying in: money becomes a player's credit (R37). By cash, by ticket, or as play money at a demonstration.

Play money comes from `outside`, in a house that is a demonstration and can never be anything else; no drawer and no
vault is touched, so the cash of a real house never meets it (R20).
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.cage.ledger_accounts import OUTSIDE, amount_refusal, drawer
from croupier.cage.player_checks import player_refusal
from croupier.cage.shifts import HOUSE, own_open_shift
from croupier.errors import Refused
from croupier.store.record import Transfer
from croupier.store.unit_of_work import UnitOfWork

COMMAND = "buy-in"


@dataclass(frozen=True)
class BuyInResult:
    """A player has more credit."""

    account: str
    cents: int
    balance_cents: int
    """The player's credit now."""
    record: str
    """The transaction number."""


def with_cash(
    uow: UnitOfWork, *, account: str, cents: int, shift: int, by: str, table: str | None = None, key: str | None = None
) -> BuyInResult | Refused:
    """A cashier takes cash and gives credit. `table`: where the player means to play, for that table's drop."""
    found = own_open_shift(uow, shift, by)
    if isinstance(found, Refused):
        return found
    if refused := player_refusal(uow, account) or amount_refusal(cents):
        return refused
    return _give(uow, account, cents, drawer(shift), by, table, key)


def with_play_money(
    uow: UnitOfWork,
    *,
    account: str,
    cents: int,
    by: str,
    demonstration: bool,
    table: str | None = None,
    key: str | None = None,
) -> BuyInResult | Refused:
    """Credit that was never money, for a demonstration house only. [9 NYCRR 5319.58]"""
    if not demonstration:
        words = "Play money is given in a demonstration house only; here credit is bought at the cage."
        return Refused("buy-in/real_house", words, ("9 NYCRR 5319.58(a)",))
    if refused := player_refusal(uow, account) or amount_refusal(cents):
        return refused
    return _give(uow, account, cents, OUTSIDE, by, table, key)


def _give(
    uow: UnitOfWork, account: str, cents: int, source: str, by: str, table: str | None, key: str | None
) -> BuyInResult:
    kind = "play-money-given" if source == OUTSIDE else "cash-bought-in"
    event = {"kind": kind, "account": account, "cents": cents, "from": source, "table": table}
    lines = [Transfer(source, account, cents)]
    record = uow.append_record(HOUSE, actor=by, command=COMMAND, events=[event], transfers=lines, key=key)
    return BuyInResult(account, cents, uow.balance(account), record.name)
