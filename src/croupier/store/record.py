"""One record of the log: the complete effect of one command, linked by its hash to the previous record (R53).

The records of a stream form a hash chain. Each hash covers the record's body and the previous hash, so that an altered,
removed, inserted or moved record is detected at its number. The body is canonical JSON: sorted keys, no spaces, ASCII.
Two programs with the same data therefore produce the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from json import JSONEncoder
from typing import Any, NamedTuple

from croupier.errors import BadInput
from croupier.store.ledger_accounts import AccountName
from croupier.store.old_event_kinds import with_current_kinds

NAME_LENGTH_MOST = 200
CENTS_MOST = 10**15  # Ten trillion dollars per transfer: far below the 64-bit limit and far above any real amount.

EventJson = dict[str, Any]

# Circular values still fail, at the recursion limit; the explicit check would cost a third of the time.
canonical = JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False).encode


class Transfer(NamedTuple):
    """Money moved from one account to another; every transfer balances by construction (R37, R40)."""

    debit: AccountName
    credit: AccountName
    cents: int


@dataclass(frozen=True, slots=True)
class Record:
    """The effect of one command in the log; `before` is the hash of the previous record of its stream."""

    stream: str
    seq: int
    at: int
    actor: str
    key: str | None
    command: str
    events: tuple[EventJson, ...]
    transfers: tuple[Transfer, ...]
    before: str
    hash: str
    body: str = field(repr=False)

    @classmethod
    def chained(
        cls,
        before: str,
        *,
        stream: str,
        seq: int,
        at: int,
        actor: str,
        command: str,
        key: str | None = None,
        events: Iterable[EventJson] = (),
        written: Iterable[EventJson] | None = None,
        transfers: Iterable[Transfer] = (),
        request: str | None = None,
    ) -> Record:
        """Create the record that follows the record with hash `before`.

        `request` is the fingerprint of the request. `written` are the events for the log body, when they differ from
        `events` because some data must stay encrypted for now.
        """
        check_names(stream, actor, command, key)
        all_events, moved = tuple(events), tuple(transfers)
        check_transfers(moved)
        logged = all_events if written is None else tuple(written)
        body = record_body(stream, seq, at, actor, key, command, logged, moved, request)
        return cls(stream, seq, at, actor, key, command, all_events, moved, before, chain_hash(before, body), body)

    @classmethod
    def from_row(cls, row: Mapping[Any, Any]) -> Record:
        """Create a record from a database row; events and transfers are read from its body."""
        facts = json.loads(row["body"])
        return cls(
            row["stream"],
            row["seq"],
            row["at"],
            row["actor"],
            row["key"],
            row["command"],
            with_current_kinds(facts["events"]),
            tuple(Transfer(*line) for line in facts["transfers"]),
            row["before"],
            row["hash"],
            row["body"],
        )

    @property
    def request(self) -> str | None:
        """Fingerprint of the request that belongs to the record's idempotency key, or None (R19)."""
        logged: str | None = json.loads(self.body).get("request")
        return logged

    @property
    def name(self) -> str:
        """Transaction number (R38), for example "table/ez-1#123"."""
        return f"{self.stream}#{self.seq}"


def genesis(house: str, stream: str) -> str:
    """Return the hash that precedes the first record; it is different for each house and stream."""
    return sha256(f"croupier log\n{house}\n{stream}".encode()).hexdigest()


def chain_hash(before: str, body: str) -> str:
    """Return the hash of a record with this body that follows a record with hash `before`."""
    return sha256(f"{before}\n{body}".encode()).hexdigest()


def record_body(
    stream: str,
    seq: int,
    at: int,
    actor: str,
    key: str | None,
    command: str,
    events: tuple[EventJson, ...],
    transfers: tuple[Transfer, ...],
    request: str | None = None,
) -> str:
    """Return the canonical JSON of a record; the field `request` is present only when there is a fingerprint."""
    return canonical(
        {
            "actor": actor,
            "at": at,
            "command": command,
            "events": events,
            "key": key,
            "seq": seq,
            "stream": stream,
            "transfers": transfers,
        }
        | ({} if request is None else {"request": request})
    )


def check_names(stream: str, actor: str, command: str, key: str | None) -> None:
    """Refuse names that are empty, too long or not printable.

    The database would reject them later, together with the whole batch.
    """
    for where, name in (("stream", stream), ("actor", actor), ("command", command), ("key", key)):
        if name is not None and not is_name(name):
            raise BadInput.at(where, f"{name!r:.80} is not a name: 1 to {NAME_LENGTH_MOST} printable characters")


def is_name(name: str) -> bool:
    return 0 < len(name) <= NAME_LENGTH_MOST and name.isprintable()


def check_transfers(transfers: tuple[Transfer, ...]) -> None:
    """Refuse a transfer unless it moves a whole, positive number of cents between two different accounts (R34)."""
    for debit, credit, cents in transfers:
        if type(cents) is not int or not 0 < cents <= CENTS_MOST:
            raise BadInput.at(f"transfer {debit} to {credit}", f"{cents!r:.80} is not a number of cents from 1")
        if debit == credit:
            raise BadInput.at(f"transfer {debit} to {credit}", "an account cannot pay itself")
