"""Typed Numba decorators with a disk cache that is invalidated when any code of a kernel changes.

Numba invalidates machine code by the file of the function alone. A kernel here includes functions from several files,
such as the drawing rules. So each kernel file gets a cache folder named after the code of all these files.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import njit
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = Path(__file__).parent
IMPORTED = re.compile(r"^from (croupier(?:\.\w+)+) import (\(.*?\)|[^\n]*)", re.MULTILINE | re.DOTALL)
config: Any = numba.config
"""Settings of Numba, which come from environment variables; typed `Any` because Numba defines them at run time."""
MIN_FREE_BYTES = 64 << 20
"""Free space that a folder needs to cache machine code; Numba fails in the middle of a call if a disk is full."""

MOST_COMPILE_SECONDS = 120


@cache
def fingerprint(source: Path) -> str:
    """Return a SHA-256 of a kernel's file and of all package files that it imports, without their comments."""
    return hashlib.sha256("\0".join(_code(one) for one in sorted(source_dependencies(source))).encode()).hexdigest()


@cache
def _code(source: Path) -> str:
    """Return a source file's syntax tree as text, without comments, white space and docstrings."""
    tree = ast.parse(source.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [one for one in body if not _is_docstring(one)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def source_dependencies(source: Path) -> set[Path]:
    """Return a file and all package files that it imports at top level, directly or indirectly."""
    found: set[Path] = set()
    left = [source]
    while left:
        one = left.pop()
        if one not in found and one.is_file():
            found.add(one)
            left += _imported_by(one)
    return found


@cache
def _imported_by(source: Path) -> tuple[Path, ...]:
    files = []
    for module, names in IMPORTED.findall(source.read_text("utf-8")):
        place = PACKAGE.parent.joinpath(*module.split("."))
        files.append(place / "__init__.py" if place.is_dir() else place.with_suffix(".py"))
        files += [place / f"{name}.py" for name in re.findall(r"\w+", names)]
    return tuple(files)


uncached_kernels: set[str] = set()
"""Names of the kernels that cannot be cached, because no folder is writable; each program compiles them again."""


@cache
def cache_folder(source: Path) -> Path | None:
    """Return the folder for the machine code of a kernel file, or None if no disk has room for it.

    Folders for earlier code of the same file are removed.
    """
    name = f"{source.stem}-{fingerprint(source)[:16]}"
    for parent in _cache_parents(source):
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            has_room = os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > MIN_FREE_BYTES
        except OSError:
            continue
        if has_room:
            for earlier in set(parent.glob(f"{source.stem}-{'[0-9a-f]' * 16}")) - {folder}:
                shutil.rmtree(earlier, ignore_errors=True)
            return folder
    return None


def _cache_parents(source: Path) -> Iterator[Path]:
    """Yield where machine code may be cached: NUMBA_CACHE_DIR, beside the source, in the user's cache folder."""
    # Families have files of the same name; each needs its own folder, or they remove each other's machine code.
    within = source.parent.relative_to(PACKAGE) if source.is_relative_to(PACKAGE) else Path(source.parent.name)
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR) / within
    yield source.parent / "__pycache__"
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "croupier" / within


def compiled_cached(function: F) -> F:
    """Compile a function on its first call, and cache the machine code on disk for later runs."""
    return _with_disk_cache(function)


def compiled_nogil(function: F) -> F:
    """Compile like `compiled_cached`, and release the global interpreter lock during calls."""
    return _with_disk_cache(function, nogil=True)


def kernel_function(function: F) -> F:
    """Compile a function that only kernels call; its machine code is cached as part of the kernel that calls it."""
    return cast(F, njit(function))


def allow_in_kernels(*functions: Callable[..., Any]) -> None:
    """Let kernels call these plain Python functions, so that live tables and kernels share them."""
    for function in functions:
        register_jitable(function)


def compiled_inline(function: F) -> F:
    """Compile a function and copy its code into every kernel that calls it."""
    return cast(F, njit(inline="always")(function))


@contextmanager
def compiling_ahead(module: str, kernels: Iterable[Any]) -> Iterator[Callable[[], None]]:
    """Compile kernels in a second process while this one works; yield a function that waits for it.

    `module` has a function `compile_all` that compiles the kernels. If machine code of all of them is cached already,
    or cannot be cached, nothing is started. If the second process fails, this one compiles what it calls itself.
    """
    sources = [getattr(kernel, "py_func", kernel).__code__ for kernel in kernels]
    places = [(source.co_name, cache_folder(Path(source.co_filename))) for source in sources]
    if config.DISABLE_JIT or all(folder is None or _is_cached(name, folder) for name, folder in places):
        yield lambda: None
        return
    command = [sys.executable, "-c", f"from {module} import compile_all; compile_all()"]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)  # noqa: S603 - a module of this package
    try:
        yield lambda: _wait_for(process)
    finally:
        process.kill()
        process.wait()


def _wait_for(process: subprocess.Popen[bytes]) -> None:
    with suppress(subprocess.TimeoutExpired):
        process.wait(MOST_COMPILE_SECONDS)


def _is_cached(kernel: str, folder: Path) -> bool:
    """Return whether machine code of a kernel is in its cache folder."""
    return any(folder.rglob(f"*.{kernel}-*.nbi"))


def _with_disk_cache(function: F, **options: Any) -> F:
    """Compile a function with Numba's disk cache; compile it without a cache if no folder is writable."""
    folder = cache_folder(Path(function.__code__.co_filename))
    if folder is None:
        uncached_kernels.add(function.__qualname__)
        return cast(F, njit(**options)(function))
    chosen_by_user, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return cast(F, njit(cache=True, **options)(function))
    finally:
        config.CACHE_DIR = chosen_by_user
