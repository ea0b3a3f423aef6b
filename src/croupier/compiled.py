"""Typed Numba decorators with a disk cache that is invalidated when any code of a kernel changes.

Numba caches machine code by the file of the function. A kernel here includes functions from several files, such as the
drawing rules: the cache must be discarded when any of them changes, and should survive a changed comment.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = Path(__file__).parent
IMPORTED = re.compile(r"^from (croupier(?:\.\w+)+) import (\(.*?\)|[^\n]*)", re.MULTILINE | re.DOTALL)
_caching: Any = import_module("numba.core.caching")
FunctionCache: Any = _caching.FunctionCache
IndexDataCacheFile: Any = _caching.IndexDataCacheFile


@cache
def fingerprint(source: Path) -> str:
    """Return a SHA-256 of a kernel's file and of all package files that it imports, without their comments."""
    return hashlib.sha256("\0".join(_code(one) for one in sorted(source_dependencies(source))).encode()).hexdigest()


@cache
def _code(source: Path) -> str:
    """Return a file's syntax tree as text, without comments, white space and docstrings."""
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


class KernelIndex(IndexDataCacheFile):  # type: ignore[misc]
    """Index of cached kernels; empty if types that a kernel was compiled for have moved to another module."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except (ImportError, AttributeError):
            return {}


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Cache of machine code by function, argument types, processor and the source code of the kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        # The key is the meaning of the sources, not their modification time or the line of the function.
        name = re.sub(r"-\d+(?=\.)", "", self._impl.filename_base)
        source_digest = fingerprint(Path(function.__code__.co_filename))
        self._cache_file = KernelIndex(self._cache_path, name, source_digest)

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError:
            uncached_kernels.add(self._name)


def compiled_cached(function: F) -> F:
    """Compile a function on its first call, and cache the machine code on disk for later runs."""
    return cast(F, _with_disk_cache(njit(function)))


def compiled_nogil(function: F) -> F:
    """Compile like `compiled_cached`, and release the global interpreter lock during calls."""
    return cast(F, _with_disk_cache(njit(nogil=True)(function)))


def kernel_function(function: F) -> F:
    """Compile a function for use by kernels, without a cache entry for it alone."""
    return cast(F, njit(function))


def allow_in_kernels(*functions: Callable[..., Any]) -> None:
    """Let kernels call plain Python functions that live tables call too."""
    for function in functions:
        register_jitable(function)


def compiled_inline(function: F) -> F:
    """Compile a function inline into its callers."""
    return cast(F, njit(inline="always")(function))


def _with_disk_cache(dispatcher: Any) -> Any:
    """Cache a dispatcher's machine code on disk, if a folder is writable."""
    try:
        dispatcher._cache = KernelCache(dispatcher.py_func)
    except RuntimeError:  # Numba found no writable folder, neither the package's nor one in the home directory.
        uncached_kernels.add(dispatcher.__name__)
    return dispatcher
