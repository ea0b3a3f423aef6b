"""Several servers over a database server that needs no root: `croupier serve --servers`."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from croupier.cli import serve_servers
from croupier.errors import BadInput
from tests.soak import in_soak


@pytest.fixture
def packaged_only(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hide the system's PostgreSQL, and return the folder of the package's programs."""
    programs = [folder for folder in serve_servers.find_programs() if serve_servers.PACKAGE in folder.parts]
    monkeypatch.setattr(serve_servers, "find_programs", lambda: programs)
    return programs[0]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that a database server that is not root can reach; pytest's own are closed to others."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-servers-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.usefixtures("packaged_only")
def test_the_packaged_database_server_runs_without_root_and_keeps_the_database(open_folder: Path) -> None:
    for _ in ("made", "opened again"):
        with serve_servers.running_database(open_folder) as url, psycopg.connect(url) as connection:
            version = connection.execute("SELECT current_setting('server_version_num')::int").fetchone()
            assert version is not None
            assert version[0] >= 140_000
            connection.execute("CREATE TABLE IF NOT EXISTS kept (value int)")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


def test_files_of_another_postgresql_are_named_in_the_message(packaged_only: Path, tmp_path: Path) -> None:
    assert serve_servers.programs_for(tmp_path) == packaged_only
    (tmp_path / "PG_VERSION").write_text("9\n")
    with pytest.raises(BadInput, match=r"was made by PostgreSQL 9, which is not installed"):
        serve_servers.programs_for(tmp_path)


def test_without_programs_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serve_servers, "find_programs", lambda: [])
    with pytest.raises(BadInput, match=re.escape("pip install 'croupier[postgres]'")):
        serve_servers.programs_for(tmp_path)


def test_a_folder_too_long_for_a_socket_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    folder = tmp_path / ("deep" * 30)
    with pytest.raises(BadInput, match="is too long a path for a socket"), serve_servers.running_database(folder):
        pass
    assert not folder.exists()


@in_soak
def test_two_servers_answer_for_one_house(tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    port = 21_400
    command = [
        sys.executable,
        "-m",
        "croupier",
        "serve",
        "--servers",
        "2",
        "--data",
        str(tmp_path),
        "--port",
        str(port),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        try:
            ready: set[str] = set()
            for line in house.stdout:
                ready |= set(re.findall(r"http://127\.0\.0\.1:\d+", line))
                if len(ready) == 2:
                    break
            names = {httpx.get(f"{address}/api/house").json()["name"] for address in ready}
            assert len(names) == 1
        finally:
            house.send_signal(signal.SIGTERM)
            house.stdout.read()
    assert house.returncode == 0
