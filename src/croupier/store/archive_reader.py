"""Read the bodies of archived records, from the files that signed manifests in the database name (see `archive`)."""

from __future__ import annotations

import json
import lzma
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, select

from croupier.errors import BadInput, Problem
from croupier.files import RECORD, parse_json
from croupier.store.keys import verify_signature
from croupier.store.record import genesis
from croupier.store.schema import archived, archives

if TYPE_CHECKING:
    from croupier.store.store import Store

SIGNED_AS = b"croupier archive\n"
FOLDER = "archive folder"
"""Key of `key_values`: the folder with the archive files."""
BLOCK_BYTES_MOST = 512 * 2**20
BLOCKS_CACHED = 4


class Block(NamedTuple):
    """Part of an archive file: records of one stream, without gaps, compressed together."""

    stream: str
    first: int
    last: int
    before: str
    """Hash that precedes the first record."""
    hash: str
    """Hash of the last record."""
    offset: int
    length: int
    sha256: str


class Manifest(NamedTuple):
    """Signed list of the blocks of one archive file."""

    id: int
    at: int
    body: str
    signature: str

    @property
    def digest(self) -> str:
        return sha256(self.body.encode()).hexdigest()

    @property
    def file(self) -> str:
        return file_name(self.id)

    @property
    def blocks(self) -> list[Block]:
        return [Block(*block) for block in json.loads(self.body)["blocks"]]

    def problem(self, public_text: str | None, house: str, before: str) -> str | None:
        """Return why the manifest cannot be trusted, or None; `before` is the digest of the manifest before it."""
        if public_text is not None and not verify_signature(
            public_text, SIGNED_AS + self.body.encode(), self.signature
        ):
            return "its signature is not the house's"
        facts = json.loads(self.body)
        if (facts["house"], facts["number"]) != (house, self.id):
            return "is not an archive of this house"
        return None if facts["before"] == before else "does not follow the archive before it"


def file_name(number: int) -> str:
    return f"archive-{number:06d}.xz"


class ArchiveReader:
    """Reads archived bodies; the manifests are read again when a record is in none of those that are known."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._blocks: dict[str, list[tuple[Block, str]]] = {}
        self._cache: OrderedDict[tuple[str, int], dict[int, str]] = OrderedDict()

    def body(self, stream: str, seq: int) -> str:
        """Return the body of an archived record; raise `BadInput` if its file is missing or damaged."""
        block, file = self._find(stream, seq)
        found = self._cache.get((file, block.offset))
        if found is None:
            found = self._cache[file, block.offset] = self._read(block, file, f"{stream}#{seq}")
            while len(self._cache) > BLOCKS_CACHED:
                self._cache.popitem(last=False)
        return found[seq]

    def last(self, stream: str) -> int:
        """Return the number of the last archived record of a stream; 0 for none."""
        with self._store.read() as connection:
            return connection.scalar(select(archived.c.seq).where(archived.c.stream == stream)) or 0

    def _find(self, stream: str, seq: int) -> tuple[Block, str]:
        for _ in range(2):
            blocks = self._blocks.get(stream, [])
            place = bisect_left(blocks, seq, key=lambda found: found[0].last)
            if place < len(blocks) and blocks[place][0].first <= seq:
                return blocks[place]
            self._load()
        raise BadInput.at(f"{stream}#{seq}", "has no contents, and no archive has them")

    def _load(self) -> None:
        with self._store.read() as connection:
            found = list(manifests(connection))
        self._blocks = {}
        for manifest in found:
            for block in manifest.blocks:
                self._blocks.setdefault(block.stream, []).append((block, manifest.file))

    def _read(self, block: Block, file: str, where: str) -> dict[int, str]:
        folder = Path(self._store.key_value(FOLDER) or ".")
        return read_block(folder / file, block, where)


def read_block(path: Path, block: Block, where: str) -> dict[int, str]:
    """Return the bodies of a block by record number; raise `BadInput` if the file is missing or damaged."""
    try:
        with path.open("rb") as file:
            file.seek(block.offset)
            packed = file.read(block.length)
    except FileNotFoundError:
        message = f"its contents are in {path.name}, which is not in {path.parent}: put the file back"
        raise BadInput.at(where, message) from None
    except OSError as error:
        raise BadInput.at(where, f"its contents are in {path}, which cannot be read: {error.strerror}") from error
    damaged = BadInput.at(where, f"its contents are in {path}, which is damaged: put a sound copy in its place")
    if sha256(packed).hexdigest() != block.sha256:
        raise damaged
    try:
        unpacker = lzma.LZMADecompressor()
        text = unpacker.decompress(packed, BLOCK_BYTES_MOST).decode("ascii")
        bodies = dict(enumerate((parse_json(line, RECORD) for line in text.splitlines()), start=block.first))
    except (lzma.LZMAError, ValueError) as error:
        raise damaged from error
    if not unpacker.eof or len(bodies) != block.last - block.first + 1:
        raise damaged
    return bodies


def manifests(connection: Connection) -> Iterator[Manifest]:
    """Yield the manifests in the order of their files."""
    for row in connection.execute(select(archives).order_by(archives.c.id)):
        yield Manifest(row.id, row.at, row.body, row.signature)


def archive_problems(connection: Connection, house: str, public_text: str | None) -> Iterator[Problem]:
    """Yield a problem for each manifest that is not the house's, and for each stream with another last record.

    The contents of the files are compared with the hashes of the records when these are read.
    """
    before = genesis(house, "archives")
    last: dict[str, int] = {}
    for manifest in manifests(connection):
        try:
            problem = manifest.problem(public_text, house, before)
            last |= {block.stream: block.last for block in manifest.blocks}
        except (ValueError, KeyError, TypeError):
            problem = "is not the manifest of an archive"
        if problem:
            yield Problem(manifest.file, problem)
        before = manifest.digest
    for row in connection.execute(select(archived)):
        if last.get(row.stream) != row.seq:
            yield Problem(
                row.stream, f"is archived up to #{row.seq}, and the archives end at #{last.get(row.stream, 0)}"
            )
