"""Database access for commands; database errors become one clear line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.store.store import Store


@contextmanager
def open_store(database: str, *, read_only: bool = False) -> Iterator[Store]:
    """Open a database; `read_only` is for commands that write nothing, which then run on a full disk too."""
    from croupier.store.store import Store

    with database_errors_as_bad_input(database), Store.open(database, read_only=read_only) as store:
        yield store


@contextmanager
def database_errors_as_bad_input(database: str) -> Iterator[None]:
    """Run a block and turn database errors into `BadInput`."""
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.store.engine import DatabaseLocation
    from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError

    try:
        yield
    except (DatabaseUnavailableError, WriteRejectedError) as error:
        raise BadInput.at(str(DatabaseLocation.parse(database)), str(error)) from error
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]
        raise BadInput.at(str(DatabaseLocation.parse(database)), f"the database cannot be read: {reason}") from error


def write_new(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a new file; raise `BadInput` if the file exists."""
    try:
        with path.open("xb") as file:
            path.chmod(0o600 if private else 0o644)
            file.write(data)
    except FileExistsError:
        raise BadInput.at(str(path), "is there already; choose another name") from None
    except OSError as error:
        raise BadInput.at(str(path), f"cannot be written: {error.strerror}") from error


def format_time(at: int) -> str:
    """Return milliseconds since the epoch as date and time in UTC."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def parse_time(option: str, text: str | None) -> int | None:
    """Parse a date or time to milliseconds since the epoch; a text without a UTC offset is taken as UTC."""
    if text is None:
        return None
    try:
        read = datetime.fromisoformat(text)
        return int((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise BadInput.at(option, f'is "{text}"; write a time, such as 2026-04-01 or 2026-04-01T12:30') from None
