"""Database access: the event log, the ledger derived from the log, and the tables used for queries."""

from croupier.store.errors import (
    DatabaseBusyError,
    DatabaseCorruptedError,
    DatabaseUnavailableError,
    DuplicateRecordError,
    OverdraftError,
    WriteRejectedError,
)
from croupier.store.keys import HouseKeys
from croupier.store.ledger_accounts import kind_of
from croupier.store.record import EventJson, Record, Transfer, genesis
from croupier.store.store import Store, StreamHead
from croupier.store.transaction import Transaction

__all__ = [
    "DatabaseBusyError",
    "DatabaseCorruptedError",
    "DatabaseUnavailableError",
    "DuplicateRecordError",
    "EventJson",
    "HouseKeys",
    "OverdraftError",
    "Record",
    "Store",
    "StreamHead",
    "Transaction",
    "Transfer",
    "WriteRejectedError",
    "genesis",
    "kind_of",
]
