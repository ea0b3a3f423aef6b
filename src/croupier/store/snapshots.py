"""Snapshots of the state that a stream's records lead to: a start reads the last one and the records after it.

A snapshot names a record of the log by number and hash, so that it belongs to one chain, and is signed with the house's
key. Its text is compressed and encrypted, because it may contain face-down cards. Nothing rests on a snapshot: without
it, the same is computed from the first record. An auditor can ignore them.
"""

from __future__ import annotations

import logging
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple, TypeVar

from sqlalchemy import delete, insert, select

from croupier.errors import BadInput
from croupier.store.keys import HouseKeys, verify_signature
from croupier.store.record import canonical
from croupier.store.schema import records, snapshots
from croupier.store.store import Store, StreamHead
from croupier.store.transaction import Transaction

SIGNED_AS = b"croupier snapshot\n"
KEPT = 2
"""Number of snapshots of a stream that stay in the database: the last one, and one to fall back on."""
BYTES_MOST = 64 * 2**20
"""Largest text of a snapshot; longer ones are not read."""

V = TypeVar("V")
log = logging.getLogger("croupier")


class Snapshot(NamedTuple):
    """Row of a snapshot: the record that it follows, the format of its text, and the encrypted text."""

    stream: str
    seq: int
    hash: str
    format: str
    sealed: str
    signature: str

    def signed_text(self, house: str) -> bytes:
        facts = [house, self.stream, self.seq, self.hash, self.format, sha256(self.sealed.encode()).hexdigest()]
        return SIGNED_AS + canonical(facts).encode()


class SnapshotFault(Exception):  # noqa: N818 - it describes the snapshot, as `Refused` describes a command
    """Reason for which a snapshot is not used."""


def make_snapshot(house: str, keys: HouseKeys, stream: str, head: StreamHead, form: str, text: str) -> Snapshot:
    """Return the signed snapshot of this text, which is the stream's state after the record `head`."""
    packed = b64encode(zlib.compress(text.encode(), 6)).decode("ascii")
    unsigned = Snapshot(stream, head.seq, head.hash, form, keys.encrypt(packed, _about(stream, head)), "")
    return unsigned._replace(signature=keys.sign(unsigned.signed_text(house)))


def write_snapshot(transaction: Transaction, made: Snapshot) -> None:
    """Store a snapshot and delete those that are older than the last few; a snapshot of this record is replaced."""
    own = snapshots.c.stream == made.stream
    transaction.write(delete(snapshots).where(own, snapshots.c.seq == made.seq))
    transaction.write(insert(snapshots), made._asdict())
    kept = select(snapshots.c.seq).where(own).order_by(snapshots.c.seq.desc()).limit(KEPT)
    transaction.write(delete(snapshots).where(own, snapshots.c.seq.not_in(kept)))


def last_snapshot(
    store: Store, keys: HouseKeys, stream: str, form: str, read: Callable[[str], V]
) -> tuple[StreamHead, V] | None:
    """Return the content of a stream's last usable snapshot, and the record that the snapshot follows.

    `read` converts the text and raises `ValueError` if it cannot. A snapshot that cannot be used is named in the
    server's log, and the one before it is tried; None if there is no usable one.
    """
    for found in _stored(store, stream):
        try:
            text = _opened(store, keys, found, form)
            return StreamHead(found.seq, found.hash), read(text)
        except (SnapshotFault, ValueError) as fault:
            log.warning("the snapshot of %s at #%d is not used: %s", stream, found.seq, fault)
    return None


def snapshot_seqs(store: Store) -> dict[str, int]:
    """Return the number of the record that the last snapshot of each stream follows."""
    with store.read() as connection:
        found = connection.execute(select(snapshots.c.stream, snapshots.c.seq).order_by(snapshots.c.seq))
        return {row.stream: row.seq for row in found}


def _stored(store: Store, stream: str) -> list[Snapshot]:
    """Return the snapshots of a stream, the last one first."""
    wanted = select(snapshots).where(snapshots.c.stream == stream).order_by(snapshots.c.seq.desc())
    with store.read() as connection:
        return [Snapshot(**row) for row in connection.execute(wanted).mappings()]


def _opened(store: Store, keys: HouseKeys, found: Snapshot, form: str) -> str:
    if found.format != form:
        raise SnapshotFault(f"it was written by another version of the program ({found.format})")
    if not verify_signature(keys.public_text, found.signed_text(store.house), found.signature):
        raise SnapshotFault("its signature is not the house's")
    with store.read() as connection:
        hash_ = connection.scalar(
            select(records.c.hash).where(records.c.stream == found.stream, records.c.seq == found.seq)
        )
    if hash_ != found.hash:
        raise SnapshotFault("the record that it follows is not in the log")
    try:
        packed = b64decode(keys.decrypt(found.sealed, _about(found.stream, StreamHead(found.seq, found.hash))))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, BYTES_MOST)
        if not unpacker.eof:
            raise SnapshotFault("it is incomplete or too long")
        return text.decode()
    except (BadInput, zlib.error) as fault:
        raise SnapshotFault("it is damaged") from fault


def _about(stream: str, head: StreamHead) -> str:
    return f"snapshot of {stream} at {head.hash}"
