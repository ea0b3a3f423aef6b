"""One record of the log: the whole effect of one command, sealed by a hash to the record before it (R53).

A stream of records is a chain. Each hash covers the record's body and the hash before it, so a record that is altered,
taken out, put in or moved shows at its own number. The body is canonical text (JSON with sorted keys, without spaces,
in ASCII): two programs that agree on the facts agree on every byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from json import JSONEncoder
from typing import Any, NamedTuple

from croupier.errors import BadInput
from croupier.store.old_event_kinds import with_current_kinds

NAME_LENGTH_MOST = 200
CENTS_MOST = 10**15  # ten trillion dollars in one transfer: far below what 64 bits hold, far above any pit

EventJson = dict[str, Any]

# Circular values are refused by the depth they reach; looking for them costs a third of the time.
canonical = JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False, check_circular=False).encode


class Transfer(NamedTuple):
    """Money from one account to another: it balances by its shape (R37, R40)."""

    debit: str
    credit: str
    cents: int


@dataclass(frozen=True, slots=True)
class Record:
    """What one command did, as it stands in the log. `before` is the hash of the record before it in its stream."""

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
        """The record that follows the one whose hash is `before`; `request`: a fingerprint of what was asked.

        `written`: the events as the log keeps them, where it must not say all that happened yet.
        """
        check_names(stream, actor, command, key)
        told, moved = tuple(events), tuple(transfers)
        check_transfers(moved)
        kept = told if written is None else tuple(written)
        body = body_of(stream, seq, at, actor, key, command, kept, moved, request)
        return cls(stream, seq, at, actor, key, command, told, moved, before, seal(before, body), body)

    @classmethod
    def from_row(cls, row: Mapping[Any, Any]) -> Record:
        """A record as the database gives it back, its events and transfers read from its body."""
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
        """The fingerprint of the request that its key stands for, where it has one (R19)."""
        kept: str | None = json.loads(self.body).get("request")
        return kept

    @property
    def name(self) -> str:
        """The transaction number (R38): "table/ez-1#123"."""
        return f"{self.stream}#{self.seq}"


def genesis(house: str, stream: str) -> str:
    """What stands before the first record of a stream: no two streams, and no two houses, begin alike."""
    return sha256(f"croupier log\n{house}\n{stream}".encode()).hexdigest()


def seal(before: str, body: str) -> str:
    """The hash of a record with this body, after a record with the hash `before`."""
    return sha256(f"{before}\n{body}".encode()).hexdigest()


def body_of(
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
    """The canonical text of a record; one without a key, or of an older program, says nothing of a request."""
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
    """Names are short and printable: a database refuses what is not, and takes the whole batch down with it."""
    for where, name in (("stream", stream), ("actor", actor), ("command", command), ("key", key)):
        if name is not None and not is_name(name):
            raise BadInput.at(where, f"{name!r:.80} is not a name: 1 to {NAME_LENGTH_MOST} printable characters")


def is_name(name: str) -> bool:
    return 0 < len(name) <= NAME_LENGTH_MOST and name.isprintable()


def check_transfers(transfers: tuple[Transfer, ...]) -> None:
    """A transfer moves whole cents, more than none, between two accounts (R34)."""
    for debit, credit, cents in transfers:
        if type(cents) is not int or not 0 < cents <= CENTS_MOST:
            raise BadInput.at(f"transfer {debit} to {credit}", f"{cents!r:.80} is not a number of cents from 1")
        if debit == credit:
            raise BadInput.at(f"transfer {debit} to {credit}", "an account cannot pay itself")
