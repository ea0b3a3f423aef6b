"""Export every table to JSON lines or Parquet, for a regulator or any other program (R31).

One file per table. Columns marked secret in `schema.py` are left out: password hashes, session tokens, terminal secrets
and voucher numbers. They would give access to the system, and no report needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sqlalchemy import Boolean, Column, Connection, Integer, Table

from croupier.errors import BadInput
from croupier.store.paging import pages
from croupier.store.record import canonical
from croupier.store.schema import metadata
from croupier.store.store import Store

Format = Literal["jsonl", "parquet"]
Page = Sequence[Sequence[Any]]
Write = Callable[[Page], None]
Columns = Sequence[Column[Any]]
Writer = Callable[[Path, Columns], AbstractContextManager[Write]]


class ExportedFile(NamedTuple):
    """One file of an export, with its row count and SHA-256 digest."""

    table: str
    file: str
    rows: int
    sha256: str


def export(store: Store, folder: Path, form: Format = "jsonl") -> tuple[ExportedFile, ...]:
    """Write every table, read in one snapshot, to a new folder; `manifest.json` lists the files."""
    writer = parquet() if form == "parquet" else json_lines
    try:
        folder.mkdir(parents=True)
        with store.read() as connection:
            files = tuple(export_table(connection, table, folder, form, writer) for table in metadata.sorted_tables)
        manifest = {"house": store.house, "files": [file._asdict() for file in files]}
        (folder / "manifest.json").write_text(canonical(manifest) + "\n", encoding="ascii")
    except OSError as error:
        raise BadInput.at(str(folder), f"the export cannot be written: {error.strerror or error}") from error
    return files


def export_table(connection: Connection, table: Table, folder: Path, form: str, writer: Writer) -> ExportedFile:
    columns = [column for column in table.columns if not column.info.get("secret")]
    path, rows = folder / f"{table.name}.{form}", 0
    with writer(path, columns) as write:
        for page in pages(connection, table, columns=columns):
            write([row[: len(columns)] for row in page])
            rows += len(page)
    with path.open("rb") as file:
        return ExportedFile(table.name, path.name, rows, file_digest(file, "sha256").hexdigest())


@contextmanager
def json_lines(path: Path, columns: Columns) -> Iterator[Write]:
    names = [column.name for column in columns]
    with path.open("w", encoding="ascii") as file:

        def write(page: Page) -> None:
            file.writelines(canonical(dict(zip(names, row, strict=True))) + "\n" for row in page)

        yield write


def parquet() -> Writer:
    """Return the Parquet writer, or raise BadInput if pyarrow is not installed."""
    try:
        import pyarrow as arrow  # noqa: PLC0415 - large and optional
        from pyarrow.parquet import ParquetWriter  # noqa: PLC0415
    except ImportError as error:
        raise BadInput.at("parquet", "needs pyarrow; run: pip install croupier[parquet]") from error

    def arrow_type(column: Column[Any]) -> Any:
        if isinstance(column.type, Boolean):
            return arrow.bool_()
        return arrow.int64() if isinstance(column.type, Integer) else arrow.string()

    @contextmanager
    def write_parquet(path: Path, columns: Columns) -> Iterator[Write]:
        shape = arrow.schema([(column.name, arrow_type(column)) for column in columns])
        with ParquetWriter(path, shape, compression="zstd") as file:

            def write(page: Page) -> None:
                values = [list(column) for column in zip(*page, strict=True)]
                file.write_batch(arrow.record_batch(values, schema=shape))

            yield write

    return write_parquet
