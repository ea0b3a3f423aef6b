"""A house's database: the log, the ledger beside it, and what the house looks up."""

from croupier.store.errors import (
    AlreadyWritten,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseGone,
    NotWritten,
    Overdraft,
)
from croupier.store.keys import HouseKeys
from croupier.store.record import Event, Record, Transfer, genesis
from croupier.store.store import Head, Store
from croupier.store.transaction import Transaction, kind_of

__all__ = [
    "AlreadyWritten",
    "DatabaseBusy",
    "DatabaseDamaged",
    "DatabaseGone",
    "Event",
    "Head",
    "HouseKeys",
    "NotWritten",
    "Overdraft",
    "Record",
    "Store",
    "Transaction",
    "Transfer",
    "genesis",
    "kind_of",
]
