"""Manifest of the software's files, which reveals any changed byte. [R57; 9 NYCRR 5319.14(a)(2)]

It has the SHA-256 of every file, rules and web pages included, and of every file of the packages that add games or
rulebooks. Caches are left out, since they are generated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

import croupier
from croupier.errors import BadInput, Problem
from croupier.files import MANIFEST, parse_json, read_bytes
from croupier.outside_packages import outside_modules
from croupier.store.record import canonical

FORMAT = "croupier manifest 1"
CACHE_FOLDERS = frozenset({"__pycache__", ".mypy_cache", ".ruff_cache"})
CACHE_FILES = frozenset({".pyc", ".pyo", ".nbi", ".nbc"})

Files = dict[str, str]


def package_root() -> Path:
    """Return the folder of the running package."""
    return Path(str(croupier.__file__)).parent


def manifest(root: Path | None = None) -> Files:
    """Return the SHA-256 of every file by path: of the folder `root`, or of the running software with its games.

    The paths of a package that adds games begin with `outside/` and its name.
    """
    if root is not None:
        return _fingerprints(root)
    outside = {f"outside/{name}/{top.name}": top for name, top in outside_modules()}
    return _fingerprints(package_root()) | {
        f"{prefix}/{path}".removesuffix("/."): fingerprint
        for prefix, top in outside.items()
        for path, fingerprint in _fingerprints(top).items()
    }


def _fingerprints(root: Path) -> Files:
    return {path.relative_to(root).as_posix(): _fingerprint(path) for path in sorted(_files(root))}


def _files(root: Path) -> Iterator[Path]:
    """Yield the files of a folder that are not caches; a module that is a single file yields itself."""
    for path in root.rglob("*") if root.is_dir() else [root]:
        is_cache = path.suffix in CACHE_FILES or CACHE_FOLDERS.intersection(path.relative_to(root).parts)
        if path.is_file() and not is_cache:
            yield path


def _fingerprint(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput.at(str(path), f"cannot be read: {error.strerror}") from error


def differences(expected: Mapping[str, str], root: Path | None = None) -> list[Problem]:
    """Return a problem for each file of the package that is altered, missing or not in the manifest."""
    return differences_of(expected, manifest(root))


def differences_of(expected: Mapping[str, str], found: Mapping[str, str]) -> list[Problem]:
    """Return a problem for each file that is altered, missing or not expected: `found` compared with `expected`."""
    problems = {
        **dict.fromkeys(expected.keys() - found.keys(), "is missing"),
        **dict.fromkeys(found.keys() - expected.keys(), "is no part of the software"),
        **{name: "was altered" for name in expected.keys() & found.keys() if expected[name] != found[name]},
    }
    return [Problem(name, problems[name]) for name in sorted(problems)]


def digest_of(files: Mapping[str, str]) -> str:
    """Return one digest over the digests of all files, short enough for people to compare by eye."""
    return sha256(canonical(dict(files)).encode()).hexdigest()


def manifest_text(files: Mapping[str, str]) -> str:
    """Return a manifest as the text of its file."""
    whole = {"format": FORMAT, "version": croupier.__version__, "digest": digest_of(files), "files": dict(files)}
    return json.dumps(whole, indent=1, sort_keys=True) + "\n"


def read_manifest(path: Path) -> Files:
    """Return the digests in a manifest file; raise `BadInput` if it is not a manifest or is damaged."""
    try:
        whole: Any = parse_json(read_bytes(path, MANIFEST.bytes_most), MANIFEST)
        files = {str(name): str(fingerprint) for name, fingerprint in whole["files"].items()}
        is_sound = whole["format"] == FORMAT and whole["digest"] == digest_of(files)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadInput.at(str(path), "is not a manifest of croupier, or is damaged") from None
    if not is_sound:
        raise BadInput.at(str(path), "is not a manifest of croupier, or is damaged")
    return files


def require_unaltered(path: Path, root: Path | None = None) -> str:
    """Return the digest of the software; raise `BadInput` with every file that differs. Used at server start."""
    files = read_manifest(path)
    if found := differences(files, root):
        raise BadInput(found)
    return digest_of(files)
