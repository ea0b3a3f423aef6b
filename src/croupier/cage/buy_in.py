"""Buy-in: cash, a ticket or play money becomes a player's credit (R37).

Play money exists only in a demonstration system, which can never become a real one. It comes from the account `outside`
and involves no drawer or vault, so it never mixes with the cash of a real casino (R20).
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.cage.entry_checks import amount_refusal, player_refusal
from croupier.cage.shifts import HOUSE, own_open_shift
from croupier.errors import Refused
from croupier.store.ledger_accounts import OUTSIDE, AccountName, drawer
from croupier.store.record import Transfer
from croupier.store.unit_of_work import UnitOfWork

COMMAND = "buy-in"


@dataclass(frozen=True)
class BuyInResult:
    """Result of a buy-in: the player's new credit and the transaction number."""

    account: AccountName
    cents: int
    balance_cents: int
    """The player's credit in cents after the buy-in."""
    record: str
    """Transaction number of the log record, for example `house#123`."""


def with_cash(
    uow: UnitOfWork,
    *,
    account: AccountName,
    cents: int,
    shift: int,
    by: str,
    table: str | None = None,
    key: str | None = None,
) -> BuyInResult | Refused:
    """Take cash at a cashier's drawer and add it to a player's credit.

    `table` is the table where the player intends to play; the amount counts towards its drop.
    """
    found = own_open_shift(uow, shift, by)
    if isinstance(found, Refused):
        return found
    if refused := player_refusal(uow, account) or amount_refusal(cents):
        return refused
    return _transfer_credit(uow, account, cents, drawer(shift), by, table, key)


def with_play_money(
    uow: UnitOfWork,
    *,
    account: AccountName,
    cents: int,
    by: str,
    demonstration: bool,
    table: str | None = None,
    key: str | None = None,
) -> BuyInResult | Refused:
    """Add play money to a player's credit; refused outside a demonstration system. [9 NYCRR 5319.58]"""
    if not demonstration:
        message = "Play money is given in a demonstration house only; here credit is bought at the cage."
        return Refused("buy-in/real_house", message, ("9 NYCRR 5319.58(a)",))
    if refused := player_refusal(uow, account) or amount_refusal(cents):
        return refused
    return _transfer_credit(uow, account, cents, OUTSIDE, by, table, key)


def _transfer_credit(
    uow: UnitOfWork, account: AccountName, cents: int, source: AccountName, by: str, table: str | None, key: str | None
) -> BuyInResult:
    kind = "play-money-granted" if source == OUTSIDE else "cash-bought-in"
    event = {"kind": kind, "account": account, "cents": cents, "from": source, "table": table}
    lines = [Transfer(source, account, cents)]
    record = uow.append_record(HOUSE, actor=by, command=COMMAND, events=[event], transfers=lines, key=key)
    return BuyInResult(account, cents, uow.balance(account), record.name)
