"""Signed mark of how far the log was verified: a checkpoint, from which the next audit goes on.

The mark names the checkpoint up to which everything was compared, and a digest of the balances at that moment. An audit
from there reads the records after it: their transfers must lead from those balances to the present ones.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import select

from croupier.store.checkpoint import Checkpoint, digest_of
from croupier.store.checkpoint_audit import CheckpointContent, parse_content
from croupier.store.keys import HouseKeys, verify_signature
from croupier.store.record import canonical
from croupier.store.schema import checkpoints, key_values
from croupier.store.store import Store
from croupier.store.transaction import Transaction

SIGNED_AS = b"croupier verified\n"
VERIFIED = "verified"
"""Key of `key_values` that stores the last mark; empty after an audit with findings."""

log = logging.getLogger("croupier")


class VerifiedMark(NamedTuple):
    """Result of a sound audit: the checkpoint up to which it holds, and where it left the balances and copies."""

    house: str
    checkpoint: int
    digest: str
    """Digest of the checkpoint's body."""
    balances: str
    """Digest of the balances after the last records that the checkpoint names."""
    copy_bytes: int = 0
    """Length of the second copy of the checkpoints that was compared."""
    log_copy_bytes: int = 0
    """Length of the second copy of the log that was compared."""
    whole_at: int = 0
    """Time of the last audit that read the whole log, in milliseconds since the epoch."""


class AuditStart(NamedTuple):
    """Point of the log from which an audit goes on: a checkpoint, and the mark of the audit up to it.

    Without the mark, nothing is known about the balances at the checkpoint.
    """

    checkpoint: Checkpoint
    content: CheckpointContent
    mark: VerifiedMark | None = None


def balances_digest(balances: Mapping[str, int]) -> str:
    """Return the digest of all balances that are not zero."""
    return sha256(canonical({name: cents for name, cents in balances.items() if cents}).encode()).hexdigest()


def write_mark(transaction: Transaction, keys: HouseKeys, mark: VerifiedMark) -> None:
    body = canonical(mark._asdict())
    signed = {"body": body, "signature": keys.sign(SIGNED_AS + body.encode())}
    transaction.upsert(key_values, key=VERIFIED, value=canonical(signed))


def clear_mark(transaction: Transaction) -> None:
    """Remove the mark, so that the next start verifies the whole log."""
    transaction.upsert(key_values, key=VERIFIED, value="")


def last_verified(store: Store, public_text: str) -> AuditStart | None:
    """Return the point up to which the log was verified; None if there is no valid mark."""
    written = store.key_value(VERIFIED)
    if not written:
        return None
    try:
        signed = json.loads(written)
        mark = VerifiedMark(**json.loads(signed["body"]))
        is_signed = verify_signature(public_text, SIGNED_AS + signed["body"].encode(), signed["signature"])
    except (ValueError, KeyError, TypeError):
        is_signed = False
    start = checkpoint_start(store, mark.checkpoint, public_text) if is_signed and mark.house == store.house else None
    if start is None or digest_of(start.checkpoint.body) != mark.digest:
        log.warning("the mark of the last audit cannot be used; the whole log is verified")
        return None
    return start._replace(mark=mark)


def checkpoint_start(store: Store, number: int, public_text: str) -> AuditStart | None:
    """Return a stored checkpoint as the start of an audit; None if there is none with the house's signature."""
    with store.read() as connection:
        row = connection.execute(select(checkpoints).where(checkpoints.c.id == number)).first()
    entry = None if row is None else Checkpoint(row.id, row.at, row.body, row.signature)
    if entry is None or not entry.is_signed_by(public_text):
        return None
    content = parse_content(entry)
    return None if content is None or content.house != store.house else AuditStart(entry, content)
