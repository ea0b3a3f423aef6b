"""The trial balance: every account, and the proof that they sum to nothing (R40)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import func, select

from croupier.cage.reading import Reader
from croupier.store.schema import accounts, transfers


def trial_balance(reader: Reader, *, recount: bool = False) -> dict[str, Any]:
    """All balances, by kind and one by one. `recount`: add up the whole ledger too, and name what differs from it."""
    rows = reader.query(select(accounts.c.name, accounts.c.kind, accounts.c.balance).order_by(accounts.c.name))
    kinds: Counter[str] = Counter()
    for _, kind, balance in rows:
        kinds[kind] += balance
    told = {
        "accounts": [{"account": name, "kind": kind, "cents": balance} for name, kind, balance in rows],
        "kinds": [{"kind": kind, "cents": cents} for kind, cents in sorted(kinds.items())],
        "total_cents": sum(kinds.values()),
    }
    if recount:
        told["differs"] = _differences({name: balance for name, _, balance in rows}, _recounted(reader))
    return told


def _recounted(reader: Reader) -> Counter[str]:
    """Every account from the ledger's lines alone."""
    total: Counter[str] = Counter()
    for column, sign in ((transfers.c.credit, 1), (transfers.c.debit, -1)):
        for name, cents in reader.query(select(column, func.sum(transfers.c.cents)).group_by(column)):
            total[name] += sign * int(cents)
    return total


def _differences(kept: dict[str, int], counted: Counter[str]) -> list[dict[str, Any]]:
    return [
        {"account": name, "balance_cents": kept.get(name, 0), "ledger_cents": counted[name]}
        for name in sorted(kept.keys() | counted.keys())
        if kept.get(name, 0) != counted[name]
    ]
