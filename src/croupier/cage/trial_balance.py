"""The trial balance: all accounts, and the check that they sum to zero (R40)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import func, select

from croupier.cage.reading import Reader
from croupier.store.schema import accounts, transfers


def trial_balance(reader: Reader, *, recount: bool = False) -> dict[str, Any]:
    """Return the balances of all accounts, by kind and by account, and whether they sum to zero.

    With `recount`, all transfers of the ledger are added up again, and accounts with another balance are listed.
    """
    rows = reader.query(select(accounts.c.name, accounts.c.kind, accounts.c.balance).order_by(accounts.c.name))
    kinds: Counter[str] = Counter()
    for _, kind, balance in rows:
        kinds[kind] += balance
    report = {
        "accounts": [{"account": name, "kind": kind, "cents": balance} for name, kind, balance in rows],
        "kinds": [{"kind": kind, "cents": cents} for kind, cents in sorted(kinds.items())],
        "total_cents": sum(kinds.values()),
    }
    if recount:
        report["differs"] = _differences({name: balance for name, _, balance in rows}, _recounted(reader))
    return report


def _recounted(reader: Reader) -> Counter[str]:
    """Return every account's balance as recounted from the transfers."""
    total: Counter[str] = Counter()
    for column, sign in ((transfers.c.credit, 1), (transfers.c.debit, -1)):
        for name, cents in reader.query(select(column, func.sum(transfers.c.cents)).group_by(column)):
            total[name] += sign * int(cents)
    return total


def _differences(balances: dict[str, int], counted: Counter[str]) -> list[dict[str, Any]]:
    return [
        {"account": name, "balance_cents": balances.get(name, 0), "ledger_cents": counted[name]}
        for name in sorted(balances.keys() | counted.keys())
        if balances.get(name, 0) != counted[name]
    ]
