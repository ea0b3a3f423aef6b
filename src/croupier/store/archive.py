"""Archives: the bodies of old records of the tables, in signed and compressed files beside the database.

A record keeps its row: number, time, actor, key, command and hashes. Only its body, which is most of it, moves to a
file, so sums, keys and the chain stay where they were. A file holds blocks of records of one stream; its manifest, in
the database, names each block by first and last record, hash and position, and is signed with the house's key. The hash
in the row proves a body that is read back.

Nothing is lost at any moment: a body is emptied only after its file was written, flushed and read again, and after the
manifest is committed. A run that was stopped is continued by the next one.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import insert, select, update

from croupier.errors import BadInput
from croupier.operating_system import flush_folder
from croupier.store.archive_reader import FOLDER, SIGNED_AS, Block, Manifest, file_name, manifests, read_block
from croupier.store.keys import HouseKeys
from croupier.store.record import Record, canonical, chain_hash, genesis
from croupier.store.schema import archived, archives, checkpoints, key_values, records
from croupier.store.store import Store
from croupier.store.transaction import Transaction

FORMAT = "croupier archive 1"
TABLES = "table/"
BLOCK_RECORDS = 1000
FILE_BLOCKS = 200
STAY_LEAST = 1000
"""Number of the newest records of every stream that are never archived."""
PRESET = 2
"""Compression level of LZMA: higher ones take several times as long for a few percent."""


class ArchiveResult(NamedTuple):
    """Result of one run of `archive_old_records`."""

    files: int = 0
    records: int = 0
    body_bytes: int = 0
    file_bytes: int = 0
    emptied: int = 0


def archive_old_records(store: Store, keys: HouseKeys, folder: Path, *, before: int, at: int) -> ArchiveResult:
    """Move the bodies of the tables' records before a moment to files in `folder`.

    Only records that a signed checkpoint from before that moment names are moved; the newest 1,000 of each table stay.
    """
    with store.lock_stream("archive"):
        check_folder(store, folder)
        result = ArchiveResult(emptied=empty_archived(store, folder))
        while (made := write_archive(store, keys, folder, last_to_archive(store, before), at)) is not None:
            emptied = empty_archived(store, folder)
            result = ArchiveResult(
                result.files + 1,
                result.records + made.records,
                result.body_bytes + made.body_bytes,
                result.file_bytes + made.file_bytes,
                result.emptied + emptied,
            )
        return result


def check_folder(store: Store, folder: Path) -> None:
    """Store the archive folder's path in the database; refuse a folder that lacks files of earlier runs."""
    with store.read() as connection:
        missing = [manifest.file for manifest in manifests(connection) if not (folder / manifest.file).is_file()]
    if missing:
        raise BadInput.at(
            str(folder), f"lacks {missing[0]}, an archive of this house: all its archives are in one folder"
        )
    if not folder.is_dir():
        raise BadInput.at(str(folder), "is not a folder")
    with store.begin() as transaction:
        transaction.upsert(key_values, key=FOLDER, value=str(folder.absolute()))


def last_to_archive(store: Store, before: int) -> Mapping[str, int]:
    """Return the last record of each table that may be archived, where there is one."""
    newest = select(checkpoints.c.body).where(checkpoints.c.at < before).order_by(checkpoints.c.id.desc()).limit(1)
    with store.read() as connection:
        body = connection.scalar(newest)
    signed = json.loads(body)["heads"] if body else {}
    heads = store.heads()
    found = {stream: min(seq, heads[stream].seq - STAY_LEAST) for stream, (seq, _) in signed.items() if stream in heads}
    return {stream: seq for stream, seq in sorted(found.items()) if stream.startswith(TABLES)}


def write_archive(
    store: Store, keys: HouseKeys, folder: Path, last: Mapping[str, int], at: int
) -> ArchiveResult | None:
    """Write the next archive file and commit its manifest; return None if there is nothing to archive."""
    with store.read() as connection:
        found = list(manifests(connection))
    number = len(found) + 1
    path, unfinished = folder / file_name(number), folder / f"{file_name(number)}.part"
    blocks, body_bytes = [], 0
    try:
        with unfinished.open("wb") as file:
            for block_records in islice(_blocks_to_write(store, last), FILE_BLOCKS):
                lines = "".join(json.dumps(record.body) + "\n" for record in block_records)
                packed = lzma.compress(lines.encode("ascii"), preset=PRESET)
                first, end = block_records[0], block_records[-1]
                place = file.tell(), len(packed), sha256(packed).hexdigest()
                blocks.append(Block(first.stream, first.seq, end.seq, first.before, end.hash, *place))
                body_bytes += sum(len(record.body) for record in block_records)
                file.write(packed)
            file.flush()
            os.fsync(file.fileno())
        if not blocks:
            unfinished.unlink()
            return None
        for block in blocks:
            verify_block(store, unfinished, block)
        unfinished.replace(path)
        flush_folder(folder)
    except OSError as error:
        raise BadInput.at(str(path), f"the archive cannot be written: {error.strerror or error}") from error
    body = canonical(
        {
            "format": FORMAT,
            "house": store.house,
            "number": number,
            "at": at,
            "before": found[-1].digest if found else genesis(store.house, "archives"),
            "blocks": blocks,
        }
    )
    manifest = Manifest(number, at, body, keys.sign(SIGNED_AS + body.encode()))
    with store.begin() as transaction:
        commit_manifest(transaction, manifest)
    return ArchiveResult(1, sum(block.last - block.first + 1 for block in blocks), body_bytes, path.stat().st_size)


def _blocks_to_write(store: Store, last: Mapping[str, int]) -> Iterator[list[Record]]:
    """Yield the records that are to be archived and are not yet, in blocks, after checking their chain."""
    for stream, end in last.items():
        with store.read() as connection:
            done = connection.scalar(select(archived.c.seq).where(archived.c.stream == stream)) or 0
            wanted = select(records.c.hash).where(records.c.stream == stream, records.c.seq == done)
            before = connection.scalar(wanted) if done else genesis(store.house, stream)
        while done < end:
            found = list(store.records(stream, after=done, limit=min(BLOCK_RECORDS, end - done)))
            for place, record in enumerate(found, start=done + 1):
                is_next = record.seq == place and record.before == before
                if not is_next or record.hash != chain_hash(record.before, record.body):
                    raise BadInput.at(record.name, "is not as it was written; run croupier audit verify first")
                before = record.hash
            yield found
            done = found[-1].seq


def verify_block(store: Store, path: Path, block: Block) -> None:
    """Read a block back from its file and compare every body with the hash of its record."""
    bodies = read_block(path, block, f"{block.stream}#{block.first}")
    wanted = select(records.c.seq, records.c.before, records.c.hash).where(
        records.c.stream == block.stream, records.c.seq.between(block.first, block.last)
    )
    with store.read() as connection:
        rows = connection.execute(wanted).all()
    if len(rows) != len(bodies) or any(chain_hash(row.before, bodies[row.seq]) != row.hash for row in rows):
        raise BadInput.at(str(path), f"does not hold the records of {block.stream} from #{block.first} on")


def commit_manifest(transaction: Transaction, manifest: Manifest) -> None:
    transaction.write(insert(archives), manifest._asdict())
    for block in manifest.blocks:
        transaction.upsert(archived, stream=block.stream, seq=block.last)


def empty_archived(store: Store, folder: Path) -> int:
    """Empty the bodies that an archive has, block by block, after reading the block again; return how many."""
    emptied = 0
    with store.read() as connection:
        found = list(manifests(connection))
    for manifest in found:
        for block in manifest.blocks:
            own = (records.c.stream == block.stream) & records.c.seq.between(block.first, block.last)
            full = own & (records.c.body != "")
            with store.read() as connection:
                is_left = connection.scalar(select(records.c.seq).where(full).limit(1)) is not None
            if not is_left:
                continue
            verify_block(store, folder / manifest.file, block)
            with store.begin() as transaction:
                emptied += transaction.connection.execute(update(records).where(full).values(body="")).rowcount
    return emptied
