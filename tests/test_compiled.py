"""Cache of compiled kernels: a change of their code invalidates it, a change of comments does not."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

import croupier
from croupier import compiled
from croupier.compiled import fingerprint, source_dependencies
from croupier.families.blackjack.odds.compile_ahead import KERNELS

PACKAGE = Path(croupier.__file__).parent


def kernel_modules() -> list[str]:
    files = (path for path in PACKAGE.rglob("*.py") if "croupier.compiled import" in path.read_text("utf-8"))
    return [".".join(("croupier", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in files]


def test_everything_a_kernel_calls_is_in_its_fingerprint() -> None:
    calls = 0
    for name in kernel_modules():
        kernels = [member for member in vars(import_module(name)).values() if hasattr(member, "py_func")]
        for function in (kernel.py_func for kernel in kernels):
            behind = source_dependencies(Path(function.__code__.co_filename))
            called = [function.__globals__.get(name) for name in function.__code__.co_names]
            for called_kernel in (
                getattr(kernel, "py_func", kernel)
                for kernel in called
                if hasattr(kernel, "__code__") or hasattr(kernel, "py_func")
            ):
                assert Path(called_kernel.__code__.co_filename) in behind, (name, function, called_kernel)
                calls += called_kernel.__code__.co_filename != function.__code__.co_filename
    assert calls > 20


def test_a_cache_folder_replaces_the_one_for_earlier_code(tmp_path: Path) -> None:
    kernel = tmp_path / "kernel.py"
    kernel.write_text("def kernel(total):\n    return total <= 5\n")
    earlier = new_cache_folder(kernel)
    other = tmp_path / "__pycache__" / "kernel-of-another-file"
    other.mkdir()
    kernel.write_text("def kernel(total):\n    return total <= 6\n")
    later = new_cache_folder(kernel)
    assert earlier.parent == later.parent == tmp_path / "__pycache__"
    assert {path.name for path in later.parent.iterdir()} == {later.name, other.name}


def test_kernel_files_of_one_name_have_folders_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled.config, "CACHE_DIR", str(tmp_path))
    families = (PACKAGE / "families" / name / "odds" / "kernels.py" for name in ("baccarat", "thirteen_card"))
    one, other = map(new_cache_folder, families)
    assert one.parent != other.parent
    assert one.is_dir()


def new_cache_folder(source: Path) -> Path:
    new_fingerprint(source)
    compiled.cache_folder.cache_clear()
    folder = compiled.cache_folder(source)
    assert folder is not None
    return folder


@pytest.mark.parametrize(
    ("rule", "same"),
    [
        ("def draws(total):\n    # five or less\n    return total <= 5\n", True),
        ('"""The rule."""\n\ndef draws(total):\n    """Whether it draws."""\n    return total <= 5\n', True),
        ("def draws(total):\n    return total <= 6\n", False),
    ],
)
def test_a_comment_keeps_a_kernel_and_another_rule_does_not(
    rule: str, same: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "croupier"
    package.mkdir()
    monkeypatch.setattr(compiled, "PACKAGE", package)
    kernel, rules = package / "kernel.py", package / "rules.py"
    kernel.write_text("from croupier.rules import draws\n\n\ndef kernel(total):\n    return draws(total)\n")
    rules.write_text("def draws(total):\n    return total <= 5\n")
    before = new_fingerprint(kernel)
    rules.write_text(rule)
    assert (new_fingerprint(kernel) == before) is same


def new_fingerprint(source: Path) -> str:
    for cached in (fingerprint, compiled._code, compiled._imported_by):
        cached.cache_clear()
    return fingerprint(source)


class StartedProcess:
    """Stands in for the second process, and records what happens to it."""

    started: list[list[str]]

    def __init__(self, command: list[str], **_: object) -> None:
        self.started.append(command)
        self.waits = 0

    def wait(self, timeout: float | None = None) -> int:
        self.waits += 1
        return 0

    def kill(self) -> None: ...


def test_kernels_are_compiled_ahead_only_if_one_of_them_is_not_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    StartedProcess.started = []
    monkeypatch.setattr(compiled.subprocess, "Popen", StartedProcess)
    monkeypatch.setattr(compiled, "cache_folder", lambda _: tmp_path)
    (tmp_path / "odds").mkdir()
    for kernel in KERNELS[1:]:
        (tmp_path / "odds" / f"kernels.{kernel.py_func.__name__}-1.py311.nbi").touch()
    with compiled.compiling_ahead("croupier.some.module", KERNELS) as wait:
        wait()
    assert StartedProcess.started == [
        [sys.executable, "-c", "from croupier.some.module import compile_all; compile_all()"]
    ]
    with compiled.compiling_ahead("croupier.some.module", KERNELS[1:]) as wait:
        wait()
    monkeypatch.setattr(compiled, "cache_folder", lambda _: None)
    with compiled.compiling_ahead("croupier.some.module", KERNELS) as wait:
        wait()
    assert len(StartedProcess.started) == 1
