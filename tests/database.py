"""Databases for the tests: an SQLite file, and a PostgreSQL server that the tests start and stop.

Each test process has its own server in its own folder, reached only through a socket in that folder. If the tests are
killed, the operating system stops the server too.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "postgres.sh"
START_SECONDS = 60
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)

# Tests may lose data when the machine stops, but not when a process is killed.
QUICK = ("-c", "fsync=off", "-c", "full_page_writes=off")
SMALL = ("-c", "shared_buffers=32MB", "-c", "max_connections=120", "-c", "autovacuum=off", "-c", "timezone=UTC")

SMALL_WAL = ("-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB")


class PostgresServer:
    """PostgreSQL server in its own temporary folder."""

    def __init__(
        self, options: tuple[str, ...] = QUICK, *, primary: PostgresServer | None = None, disk_mb: int = 0
    ) -> None:
        """Create the files of a server: empty, or as a standby server of a running `primary`.

        With `disk_mb`, they are on a disk of this size, which only root can make.
        """
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-postgres-"))
        self.has_disk = bool(disk_mb)
        if disk_mb:
            run(["mount", "-t", "tmpfs", "-o", f"size={disk_mb}m,mode=700", "croupier-test", str(self.folder)])
        self.programs = Path(run([str(SCRIPT)]).strip())
        self.options = options
        self.process: subprocess.Popen[bytes] | None = None
        self.names = count(1)
        self.user = "postgres" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
        if self.user:
            shutil.chown(self.folder, self.user, pwd.getpwnam(self.user).pw_gid)
        if primary is None:
            run([str(self.programs / "initdb"), "-D", str(self.data), "-A", "trust", "-U", "croupier", "--no-sync",
                 "--encoding=UTF8", "--no-locale"], self.user)  # fmt: skip
        else:
            run([str(self.programs / "pg_basebackup"), "-D", str(self.data), "-h", str(primary.folder), "-U",
                 "croupier", "--write-recovery-conf", "--checkpoint=fast", "--no-sync"], self.user)  # fmt: skip

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        place = ("-c", "listen_addresses=", "-c", f"unix_socket_directories={self.folder}")
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self.programs / "postgres"), "-D", str(self.data), *place, *SMALL, *self.options],
                stdout=log, stderr=log, cwd=self.folder, **identity(self.user),
                preexec_fn=stop_with_parent,  # noqa: PLW1509 - one system call, no lock to wait for
            )  # fmt: skip
        give_up = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > give_up:
                pytest.fail(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()[-4000:]}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Return whether the server accepts connections."""
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT stops it quickly and in order, SIGQUIT at once, similar to a power failure."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(START_SECONDS)
        self.process = None

    def url(self, database: str) -> str:
        return f"postgresql://croupier@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Create an empty schema and return its URL.

        A new schema takes a hundredth of the time that a new database takes.
        """
        name = f"house_{next(self.names)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url('postgres')}&options=-csearch_path%3D{name}"

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.stop(signal.SIGQUIT)
        if self.has_disk:
            run(["umount", str(self.folder)])
        shutil.rmtree(self.folder)


def stop_with_parent() -> None:
    """Make the operating system interrupt this process when its parent process ends for any reason."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def identity(user: str | None) -> dict[str, Any]:
    """Return the arguments of `subprocess.Popen` that make a child process run as this user; none if `user` is None."""
    if user is None:
        return {}
    person = pwd.getpwnam(user)
    return {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}


def run(command: list[str], user: str | None = None) -> str:
    """Run a program to its end and return its output; fail the test with the output when the program fails."""
    done: subprocess.CompletedProcess[str]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False, **identity(user))
    if done.returncode:
        pytest.fail(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


class Shared:
    """The one server of a test process, and the number of fixtures that use it.

    Each test module has its own instance of the fixture `postgres_server`; the last one to end removes the server.
    """

    server: PostgresServer | None = None
    users = 0


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """Start the PostgreSQL server of this test process, or share the running one."""
    Shared.users += 1
    try:
        if Shared.server is None:
            Shared.server = PostgresServer()
            Shared.server.start()
        yield Shared.server
    finally:
        Shared.users -= 1
        if Shared.server and not Shared.users:
            Shared.server.remove()
            Shared.server = None


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Return a function that creates a new, empty database at each call and returns its URL."""
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        return server.new_database
    names = count(1)
    return lambda: f"sqlite:///{tmp_path}/house-{next(names)}.db"


@pytest.fixture
def database_url(new_database: Callable[[], str]) -> str:
    """Return the URL of a new, empty database; the test runs once per kind of database."""
    return new_database()
