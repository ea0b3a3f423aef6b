"""Numba's decorators, typed, with kernels kept on disk and forgotten when any code that went into them changes.

Numba keeps machine code under the file its function stands in. A kernel here is made of functions from several files
(the drawing rules among them): it must not outlive a change in any of them, and need not be made again for a comment.
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
    """Of a kernel's file and of every file of the package that it imports from, in turn. Comments do not count."""
    return hashlib.sha256("\0".join(_code(one) for one in sorted(source_dependencies(source))).encode()).hexdigest()


@cache
def _code(source: Path) -> str:
    """What a file does: without comments, white space and the sentences that explain it."""
    tree = ast.parse(source.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [one for one in body if not _is_sentence(one)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_sentence(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def source_dependencies(source: Path) -> set[Path]:
    """A file, and all it imports from within the package, at the top of the file, in turn."""
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
"""Kernels for which there is no place to write: they live as long as the program."""


class KernelIndex(IndexDataCacheFile):  # type: ignore[misc]
    """What was kept; nothing, where types that it was made for have moved to another module since."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except (ImportError, AttributeError):
            return {}


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Finds machine code again by its function, its types, the processor, and the code it was made of."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        # By what the sources do, not by when they were written and on which line a function stands.
        name = re.sub(r"-\d+(?=\.)", "", self._impl.filename_base)
        made_of = fingerprint(Path(function.__code__.co_filename))
        self._cache_file = KernelIndex(self._cache_path, name, made_of)

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError:
            uncached_kernels.add(self._name)


def compiled_cached(function: F) -> F:
    """Compile on first call, and keep the machine code on disk for the next program."""
    return cast(F, _with_disk_cache(njit(function)))


def compiled_nogil(function: F) -> F:
    """The same, and let other threads run meanwhile."""
    return cast(F, _with_disk_cache(njit(nogil=True)(function)))


def kernel_function(function: F) -> F:
    """Compile as part of the kernels that call it."""
    return cast(F, njit(function))


def allow_in_kernels(*functions: Callable[..., Any]) -> None:
    """Let kernels call plain functions that the live table calls too."""
    for function in functions:
        register_jitable(function)


def compiled_inline(function: F) -> F:
    """Compile into whatever calls it."""
    return cast(F, njit(inline="always")(function))


def _with_disk_cache(dispatcher: Any) -> Any:
    """Keep its machine code on disk, where there is a place for it."""
    try:
        dispatcher._cache = KernelCache(dispatcher.py_func)
    except RuntimeError:  # Numba finds no folder that can be written: neither the package's nor one in the home.
        uncached_kernels.add(dispatcher.__name__)
    return dispatcher
