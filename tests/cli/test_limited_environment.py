"""Commands on a machine without a cache folder, an optional package or Unicode output: one message, no traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier import compiled as kernels
from croupier.cli.compile_notice import _say
from croupier.cli.output import print_json
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
    _say(1.5)
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
