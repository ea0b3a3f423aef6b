"""A house's database as a command opens it: whatever is wrong with it is one clear line."""

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
    """An open house. `read_only`: for a command that writes nothing, and so runs on a full disk too."""
    from croupier.store.store import Store

    with database_errors_as_bad_input(database), Store.open(database, read_only=read_only) as store:
        yield store


@contextmanager
def database_errors_as_bad_input(database: str) -> Iterator[None]:
    """Runs a block; what the database refuses, or that it has gone, is bad input to a command."""
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.store.engine import DatabaseLocation
    from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError

    try:
        yield
    except (DatabaseUnavailableError, WriteRejectedError) as error:
        raise BadInput.at(str(DatabaseLocation.parse(database)), str(error)) from error
    except SQLAlchemyError as error:
        said = str(error).splitlines()[0]
        raise BadInput.at(str(DatabaseLocation.parse(database)), f"the database cannot be read: {said}") from error


def write_new(path: Path, data: bytes, *, private: bool = False) -> None:
    """A new file; one that is there already is never written over."""
    try:
        with path.open("xb") as file:
            path.chmod(0o600 if private else 0o644)
            file.write(data)
    except FileExistsError:
        raise BadInput.at(str(path), "is there already; choose another name") from None
    except OSError as error:
        raise BadInput.at(str(path), f"cannot be written: {error.strerror}") from error


def format_time(at: int) -> str:
    """A time of the log for a reader, in UTC."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def parse_time(option: str, text: str | None) -> int | None:
    """A day or a time as people write it; without an offset it is UTC."""
    if text is None:
        return None
    try:
        read = datetime.fromisoformat(text)
        return int((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise BadInput.at(option, f'is "{text}"; write a time, such as 2026-04-01 or 2026-04-01T12:30') from None
