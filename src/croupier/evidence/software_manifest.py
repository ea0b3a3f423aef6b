"""Manifest of the software's files, which reveals any changed byte. [R57; 9 NYCRR 5319.14(a)(2)]

It has the SHA-256 of every file, rules and web pages included, and of every file of the packages that add games or
rulebooks. Caches are left out, since they are generated. A manifest may also cover the dependencies: one digest for
each installed package that croupier needs, over all of its files, and one for the interpreter.
"""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Iterator, Mapping
from hashlib import file_digest, sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
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

DEPENDENCIES = "dependencies/"
"""Prefix of the entries of installed packages that croupier needs."""
REQUIREMENT = re.compile(r"([\w.-]+)(?:[^;]*)(?:;(.*))?", re.DOTALL)
DEVELOPMENT = re.compile(r"extra\s*==\s*['\"]dev['\"]")

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


def manifest_for(expected: Mapping[str, str], root: Path | None = None) -> Files:
    """Return the manifest of what `expected` covers: with the dependencies if it has entries for them."""
    covers_dependencies = any(name.startswith(DEPENDENCIES) for name in expected)
    return manifest(root) | (dependency_digests() if covers_dependencies else {})


def dependency_digests() -> Files:
    """Return a digest for each installed package that croupier and its extras need, and for the interpreter."""
    digests = {f"{DEPENDENCIES}python {platform.python_version()}": _fingerprint(Path(sys.executable).resolve())}
    for name, found in sorted(_needed_distributions().items()):
        whole = sha256()
        for path in sorted(_installed_files(found), key=str):
            whole.update(f"{path.name} {_fingerprint(path)}\n".encode())
        digests[f"{DEPENDENCIES}{name} {found.version}"] = whole.hexdigest()
    return digests


def _needed_distributions() -> dict[str, Distribution]:
    """Return the installed packages that croupier needs, directly or through others; not those for its development."""
    found: dict[str, Distribution] = {}
    waiting = [("croupier", distribution("croupier"))]
    while waiting:
        name, one = waiting.pop()
        for requirement in one.requires or []:
            match = REQUIREMENT.match(requirement)
            condition = (match[2] or "") if match else ""
            # An extra of another package is not what croupier asked for; its own are, if they are installed.
            is_left_out = DEVELOPMENT.search(condition) if name == "croupier" else "extra" in condition
            if match is None or is_left_out:
                continue
            needed = re.sub(r"[-_.]+", "-", match[1]).lower()
            if needed in found or needed == "croupier":
                continue
            try:
                found[needed] = distribution(needed)
            except PackageNotFoundError:
                continue
            waiting.append((needed, found[needed]))
    return found


def _installed_files(found: Distribution) -> Iterator[Path]:
    """Yield the files of an installed package that exist and are not caches."""
    for file in found.files or []:
        path = Path(str(found.locate_file(file)))
        if path.suffix not in CACHE_FILES and not CACHE_FOLDERS.intersection(path.parts) and path.is_file():
            yield path


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
    return differences_of(expected, manifest_for(expected, root))


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
