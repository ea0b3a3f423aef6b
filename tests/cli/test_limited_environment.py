"""Commands on a machine without a cache folder, an optional package, POSIX or Unicode output: no traceback."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from croupier import compiled as kernels
from croupier.cli.output import _print_seconds, print_json
from croupier.compiled import compiled_cached, compiled_nogil
from tests.soak import or_soak

WAIT_SECONDS = 60


def one_more(number: int) -> int:
    return number + 1


def croupier(*words: str, before: str = "", **env: str) -> subprocess.CompletedProcess[bytes]:
    code = f"import sys; {before}; sys.argv = ['croupier', *sys.argv[1:]]; from croupier.cli import main; main()"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, timeout=WAIT_SECONDS, check=False, env={**os.environ, **env})


# Compiled kernels


@pytest.mark.parametrize("decorate", [compiled_cached, compiled_nogil])
@pytest.mark.parametrize("free_bytes", [0, kernels.MIN_FREE_BYTES + 1])
def test_kernels_run_where_the_disk_is_full_or_no_folder_can_be_written(
    decorate: Any,
    free_bytes: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Check that kernels run, uncached, and that the notice says so."""
    no_folder = tmp_path / "file"
    no_folder.touch()
    parent = tmp_path if free_bytes == 0 else no_folder
    monkeypatch.setattr(kernels, "_cache_parents", lambda source: iter([parent]))
    monkeypatch.setattr(kernels.shutil, "disk_usage", lambda folder: SimpleNamespace(free=free_bytes))
    monkeypatch.setattr(kernels, "uncached_kernels", set())
    kernels.cache_folder.cache_clear()
    assert decorate(one_more)(1) == 2
    kernels.cache_folder.cache_clear()
    assert kernels.uncached_kernels == {"one_more"}
    _print_seconds(1.5)
    assert capsys.readouterr().err == (
        "croupier: compiled kernels in 1.5 s, not kept: no folder can be written; name one in NUMBA_CACHE_DIR\n"
    )


# Optional packages


@pytest.mark.parametrize(
    "words",
    [
        ("audit", "verify", "house.db"),
        ("audit", "bundle", "round.json"),
        ("store", "create", "house.db", "--keys", "house.keys"),
        ("store", "check", "house.db"),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "round.json").write_text("{}")
    missing = "".join(f"sys.modules['{name}'] = None; " for name in ("sqlalchemy", "cryptography", "alembic"))
    done = croupier(*words, before=missing.rstrip("; "), PYTHONPATH=os.pathsep.join(map(os.path.abspath, sys.path)))
    assert done.returncode == 2, done.stderr
    message = done.stderr.decode()
    assert message.startswith("croupier: ")
    assert message.endswith(" is not installed: pip install 'croupier[server]'\n")
    assert len(message.splitlines()) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"round.json"}


OPTIONAL = ("numba", "scipy", "matplotlib", "distributed", "pyarrow", "typst", "barcode", "uvloop")
SERVER = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "psycopg", "argon2", "cryptography", "websockets", "httptools")
POSIX = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline")
POSIX_FUNCTIONS = {
    "os": (
        *("fork", "nice", "register_at_fork", "sched_getaffinity", "O_DIRECTORY", "geteuid", "getuid", "setsid"),
        *("killpg", "pwrite", "pread", "statvfs", "sysconf", "getloadavg", "mkfifo", "fchmod"),
    ),
    "time": ("CLOCK_BOOTTIME", "clock_gettime", "clock_gettime_ns"),
    "signal": ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "pthread_sigmask", "sigwait"),
    "socket": ("SO_REUSEPORT",),
}


def environment_without(folder: Path, modules: tuple[str, ...]) -> dict[str, str]:
    """Return the environment of a Python that has neither these modules nor POSIX functions, in child processes too.

    A text file that is opened in the system's encoding, which differs on Windows, is an error there.
    """
    lines = ["import selectors, subprocess, asyncio, signal, sys, warnings  # the standard library keeps what it needs"]
    lines += [f"sys.modules[{name!r}] = None" for name in modules]
    for module, names in POSIX_FUNCTIONS.items():
        lines += [f"import {module}", *(f"{module}.__dict__.pop({name!r}, None)" for name in names)]
    lines += ["warnings.filterwarnings('error', category=EncodingWarning, module='croupier')"]
    (folder / "sitecustomize.py").write_text("\n".join(lines))
    paths = (str(folder), *(path for path in map(os.path.abspath, sys.path) if path != str(folder)))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONWARNDEFAULTENCODING": "1"}


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("odds", "co-ez-baccarat"), "Dragon 7"),
        (("settle", "-"), "Player line"),
        (("play", "ilani-midi-baccarat"), "Banker"),
    ],
)
def test_the_package_without_any_extra_knows_rules_and_odds_settles_and_plays(
    words: tuple[str, ...], shown: str, tmp_path: Path
) -> None:
    case = {"rulebook": "ca-cash-in-baccarat", "bank": {"seat": 1, "amount": "300"}, "schedule": 1}
    case |= {"wagers": [{"seat": 2, "wager": "player", "amount": "100"}], "cards": "Ts 2h 2d Kc 4c 5s"}
    typed = json.dumps(case) if words[0] == "settle" else "banker 25\n\nquit\n"
    command = [sys.executable, "-m", "croupier", *words]
    env = environment_without(tmp_path, (*OPTIONAL, *SERVER, *POSIX))
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=WAIT_SECONDS, check=False, env=env, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


def test_a_house_opens_and_is_locked_without_optional_packages_and_without_posix(tmp_path: Path) -> None:
    env = environment_without(tmp_path, (*OPTIONAL, *POSIX))
    command = [sys.executable, "-m", "croupier", "serve", "--data", str(tmp_path / "house"), "--port", "0"]
    with running(command, env) as address:
        house = httpx.get(f"{address}/api/house").json()
        assert house["mark"] == "PLAY MONEY"
        login = {"name": "player", "password": "play-money-only", "token": True}
        token = httpx.post(f"{address}/api/login", json=login).json()["token"]
        seat = {"key": "sit-down-0001", "command": {"do": "sit-down", "seat": 1}}
        table = f"{address}/api/tables/dealer-midi/commands"
        assert httpx.post(table, json=seat, headers={"authorization": f"Bearer {token}"}).status_code == 200
        second = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_SECONDS, check=False, env=env)
        assert second.returncode == 2, second.stderr
        assert "is run by another process already" in second.stderr
        assert "Traceback" not in second.stderr


@contextmanager
def running(command: list[str], env: dict[str, str]) -> Iterator[str]:
    """Start a demonstration house, yield its address and stop it; what it writes to standard error must be nothing."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as house:
        assert house.stdout is not None
        assert house.stderr is not None
        try:
            for line in house.stdout:
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield found[0]
                    break
            else:
                pytest.fail(house.stderr.read())
        finally:
            house.terminate()
            house.stdout.read()
            written = house.stderr.read()
    assert "Traceback" not in written, written


def test_only_one_module_imports_what_posix_alone_has() -> None:
    """Read every import of the package; `terminal.keyboard` has `termios` and `readline` behind a check."""
    importing = set()
    for path in Path("src/croupier").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = {one.name for one in node.names} if isinstance(node, ast.Import) else set()
            names |= {node.module or ""} if isinstance(node, ast.ImportFrom) else set()
            if names & {*POSIX, "posix", "_posixsubprocess"}:
                importing.add(path.as_posix())
    assert importing == {"src/croupier/operating_system.py", "src/croupier/terminal/keyboard.py"}


# Output encodings


@pytest.mark.parametrize(
    "words", or_soak([("rules", "house-blackjack"), ("games",), ("odds", "co-baccarat"), ("--help",)], 1)
)
def test_symbols_outside_ascii_are_written_in_letters(words: tuple[str, ...]) -> None:
    done = croupier(*words, before="pass", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("ascii")


@pytest.mark.parametrize(("encoding", "written"), [("ascii", b"\\u2660"), ("utf-8", "♠".encode())])
def test_json_in_any_alphabet_is_the_same_json(encoding: str, written: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    page = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(page, encoding=encoding, write_through=True))
    print_json({"card": "A♠"})
    assert written in page.getvalue()
    assert json.loads(page.getvalue().decode(encoding)) == {"card": "A♠"}
