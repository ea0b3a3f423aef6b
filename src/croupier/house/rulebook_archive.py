"""Archive of all rulebooks ever used, by digest, so that an old round can be settled again.

It also has the text of each rulebook file that the house itself has written, because tables load the file by its path:
another server of the house, on another machine, writes the file again from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, select

from croupier.rulebook.rulebook import Rulebook
from croupier.store.schema import key_values
from croupier.store.unit_of_work import UnitOfWork

PREFIX = "rulebook:"
TEXT_PREFIX = "rulebook file:"

Query = Callable[[Select[Any]], Sequence[Any]]
"""Function that runs a query and returns its rows."""


def archive_rulebook(uow: UnitOfWork, book: Rulebook) -> None:
    """Archive a rulebook without chosen options; each digest is stored once."""
    uow.upsert(key_values, key=PREFIX + book.digest, value=book.canonical)


def write_rulebook_file(path: Path, text: str) -> None:
    """Write a rulebook's file, complete or not at all; a file that exists is never written again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        unfinished = path.with_suffix(".part")
        unfinished.write_text(text, "utf-8")
        unfinished.replace(path)


def archive_rulebook_file(uow: UnitOfWork, path: Path, text: str) -> None:
    """Archive the text of a file that the house has written, for its other servers."""
    uow.upsert(key_values, key=TEXT_PREFIX + str(path), value=text)


def restore_rulebook_file(query: Query, folder: Path | None, file: str) -> None:
    """Write a missing file of a table's rulebook again, if the house has written it to its own folder."""
    path = Path(file)
    if folder is None or path.exists() or ".." in path.parts or not path.is_relative_to(folder):
        return
    for row in query(select(key_values.c.value).where(key_values.c.key == TEXT_PREFIX + file)):
        write_rulebook_file(path, row.value)


def restore_rulebook_files(query: Query, folder: Path | None) -> None:
    """Write all files again that the house has written to its folder and that are missing here."""
    if folder is not None:
        for row in query(select(key_values.c.key).where(key_values.c.key.startswith(TEXT_PREFIX, autoescape=True))):
            restore_rulebook_file(query, folder, row.key.removeprefix(TEXT_PREFIX))


def archived_rulebook(connection: Connection, digest: str) -> Mapping[str, Any] | None:
    """Return the archived rulebook with this digest, or None."""
    text = connection.scalar(select(key_values.c.value).where(key_values.c.key == PREFIX + digest))
    return None if text is None else json.loads(text)
