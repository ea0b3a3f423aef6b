"""Services that operating systems provide differently: file locks, priority, steady time, limits, flushed folders.

No other module imports what only POSIX systems have. Windows lacks `fcntl`, `resource`, `os.nice` and CLOCK_BOOTTIME;
each function here works without them.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

try:
    import fcntl
    import pwd
    import resource
except ImportError:
    fcntl = None  # type: ignore[assignment]
    pwd = None  # type: ignore[assignment]
    resource = None  # type: ignore[assignment]


class FileLock:
    """Exclusive lock on a file beside others; the operating system releases it when the process ends.

    Raises `BlockingIOError` with the holder's process id, where it is known, if another process has the lock.
    """

    def __init__(self, path: Path) -> None:
        self._held: Any = _lock_by_system(path) if fcntl else _lock_by_sqlite(path)

    def release(self) -> None:
        """Release the lock for other processes."""
        if isinstance(self._held, int):
            os.close(self._held)
        else:
            self._held.close()


def _lock_by_system(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(handle, 20).decode("ascii", "replace").strip()
        os.close(handle)
        raise BlockingIOError(holder) from None
    except OSError:
        os.close(handle)
        raise
    os.ftruncate(handle, 0)
    os.write(handle, f"{os.getpid()}\n".encode("ascii"))
    return handle


def _lock_by_sqlite(path: Path) -> sqlite3.Connection:
    """Lock an empty SQLite database: SQLite has the file locks of every system that it runs on."""
    connection = sqlite3.connect(
        path.with_name(f"{path.name}.db"), timeout=0, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise BlockingIOError("") from None
        raise OSError(0, str(error)) from error
    return connection


def flush_file(path: Path) -> None:
    """Flush a written file to disk."""
    handle = os.open(path, os.O_RDWR)  # Windows flushes only what may be written.
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def flush_folder(folder: Path) -> None:
    """Flush a folder to disk, so that the new name of a file survives a power failure."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows opens no folder as a file; NTFS keeps names in its journal.
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def lower_priority(steps: int) -> None:
    """Lower the priority of this process, so that dealing has precedence; nothing happens where it cannot be done."""
    if hasattr(os, "nice"):
        os.nice(steps)


def raise_limit_of_open_files(most: int) -> None:
    """Raise the limit of open files to at most `most`; systems without such a limit need nothing."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def steady_ns() -> int:
    """Return nanoseconds of a clock that cannot be set; where the system has one, it counts while it is suspended."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


def unprivileged_identity() -> dict[str, Any]:
    """Return the arguments of `subprocess` for a program that refuses to run as root: its user; none if not root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


async def end_process(process: asyncio.subprocess.Process) -> None:
    """Kill a child process and wait until its pipes are closed, so that the event loop can be closed after it."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.communicate()
