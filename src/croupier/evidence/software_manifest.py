"""The fingerprints of the package's own files: one flipped byte shows. [R57; 9 NYCRR 5319.14(a)(2)]

Rules, pages and programs alike, each by its SHA-256; caches are left out, since they are made from the rest.
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
from croupier.store.record import canonical

FORMAT = "croupier manifest 1"
CACHE_FOLDERS = frozenset({"__pycache__", ".mypy_cache", ".ruff_cache"})
CACHE_FILES = frozenset({".pyc", ".pyo", ".nbi", ".nbc"})

Files = dict[str, str]


def package_root() -> Path:
    """Where the running package lies."""
    return Path(str(croupier.__file__)).parent


def manifest(root: Path | None = None) -> Files:
    """Every file of the package and its fingerprint, by its path."""
    top = package_root() if root is None else root
    return {path.relative_to(top).as_posix(): _fingerprint(path) for path in sorted(_files(top))}


def _files(root: Path) -> Iterator[Path]:
    for path in root.rglob("*"):
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
    """What is not as the manifest has it: altered, missing, or there without being in it."""
    return differences_of(expected, manifest(root))


def differences_of(expected: Mapping[str, str], found: Mapping[str, str]) -> list[Problem]:
    """The same of files that were fingerprinted already."""
    said = {
        **dict.fromkeys(expected.keys() - found.keys(), "is missing"),
        **dict.fromkeys(found.keys() - expected.keys(), "is no part of the software"),
        **{name: "was altered" for name in expected.keys() & found.keys() if expected[name] != found[name]},
    }
    return [Problem(name, said[name]) for name in sorted(said)]


def digest_of(files: Mapping[str, str]) -> str:
    """One fingerprint over all of them, to be compared by eye."""
    return sha256(canonical(dict(files)).encode()).hexdigest()


def manifest_text(files: Mapping[str, str]) -> str:
    """A manifest as a file keeps it."""
    whole = {"format": FORMAT, "version": croupier.__version__, "digest": digest_of(files), "files": dict(files)}
    return json.dumps(whole, indent=1, sort_keys=True) + "\n"


def read_manifest(path: Path) -> Files:
    """The fingerprints in a manifest file; `BadInput` where it is none, or is damaged."""
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
    """For the start of a server: the digest of the software, or `BadInput` that names every file that differs."""
    files = read_manifest(path)
    if found := differences(files, root):
        raise BadInput(found)
    return digest_of(files)
