"""Build the wheel and the source archive of a release, the same bytes every time: `make release`.

    python -m scripts.release [FOLDER]

The last commit is built twice, each time in a new folder, with the screens that `make pages` has built; the two builds
must be equal. The wheel holds a software bill of materials (CycloneDX, where PEP 770 puts it): the packages whose code
the screens contain, and the pinned packages that the extras install. FOLDER, by default `dist`, gets both files and
SHA256SUMS. The bytes are the same on machines with the same Python and setuptools.
"""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parents[1]
SCREENS = Path("src/croupier/server/web")
PINS = ("serve.txt", "postgres.txt")
BUILD = "import os; from setuptools import build_meta; build_meta.build_{kind}(os.environ['BUILD_INTO'])"
FONT = "@fontsource-variable/inter"
"""The screens contain it, cut to some letters; the build's own list has scripts alone."""


class ReleaseError(Exception):
    """The release cannot be made; the message says why."""


def main(folder: Path) -> None:
    version = checked_version()
    if changed := git("status", "--porcelain").strip():
        raise ReleaseError(f"commit first; a release is built from the last commit:\n{changed}")
    files, again = (build(copy_sources, committed_at()) for _ in range(2))
    if files != again:
        raise ReleaseError("two builds differ")
    folder.mkdir(parents=True, exist_ok=True)
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    for name, content in {**files, "SHA256SUMS": sums.encode()}.items():
        (folder / name).write_bytes(content)
    print(f"croupier {version}, built twice with the same bytes:\n{sums}", end="")


def checked_version() -> str:
    """Return the version; the package, its metadata and the first heading of the changelog must agree."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    heading = re.search(
        r"^## \[(.+)\] - (\d{4}-\d{2}-\d{2})$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    code = re.search(r'^__version__ = "(.+)"$', (ROOT / "src/croupier/__init__.py").read_text("utf-8"), re.MULTILINE)
    versions = {"pyproject.toml": declared, "CHANGELOG.md": heading and heading[1], "croupier": code and code[1]}
    if len(set(versions.values())) != 1:
        raise ReleaseError(f"the versions differ: {versions}")
    return str(declared)


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S607


def committed_at() -> int:
    """Return the time of the last commit in seconds since 1970, which is the time of every file in the release."""
    return int(git("log", "-1", "--format=%ct"))


def build(copy: Callable[[Path], None], at: int) -> dict[str, bytes]:
    """Return the source archive and the wheel by their names; the wheel is built from the source archive.

    `copy` writes the sources to a folder.
    """
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        sources = place / "sources"
        copy(sources)
        archive = next(run_build("sdist", sources, place / "made", at))
        with tarfile.open(archive) as packed:
            packed.extractall(place / "unpacked", filter="data")
        wheel = next(run_build("wheel", place / "unpacked" / archive.name.removesuffix(".tar.gz"), place / "made", at))
        bill = bill_of_materials(sources, at)
        return {
            archive.name: normal_archive(archive, at),
            wheel.name: normal_wheel(wheel, at, {"sboms/croupier.cdx.json": bill}),
        }


def copy_sources(folder: Path) -> None:
    """Write the files of the last commit and the built screens to a new folder."""
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout  # noqa: S607
    with tarfile.open(fileobj=io.BytesIO(packed)) as committed:
        committed.extractall(folder, filter="data")
    if not (ROOT / SCREENS / "index.html").exists():
        raise ReleaseError("the screens are not built: make pages")
    shutil.copytree(ROOT / SCREENS, folder / SCREENS)


def run_build(kind: str, sources: Path, into: Path, at: int) -> Iterator[Path]:
    """Build with setuptools in this folder, and yield the new file."""
    into.mkdir(exist_ok=True)
    before = set(into.iterdir())
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(at), "BUILD_INTO": str(into), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", BUILD.format(kind=kind)],
        cwd=sources,
        env=env,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ReleaseError(f"the {kind} cannot be built:\n{done.stderr[-2000:]}")
    yield from set(into.iterdir()) - before


def normal_archive(path: Path, at: int) -> bytes:
    """Return a source archive with its files in order, of one time, one owner and two modes."""
    plain = io.BytesIO()
    with tarfile.open(path) as old, tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            entry = tarfile.TarInfo(member.name)
            entry.type, entry.size, entry.mtime = member.type, member.size, at
            entry.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(entry, old.extractfile(member) if member.isfile() else None)
    return gzip.compress(plain.getvalue(), 9, mtime=at)


def normal_wheel(path: Path, at: int, added: dict[str, bytes]) -> bytes:
    """Return a wheel with further files in its `.dist-info`, all files in order and of one time."""
    with zipfile.ZipFile(path) as old:
        content = {name: old.read(name) for name in old.namelist() if not name.endswith("/")}
    record = next(name for name in content if name.endswith(".dist-info/RECORD"))
    info = record.removesuffix("RECORD")
    content |= {info + name: text for name, text in added.items()}
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    for name in sorted(content.keys() - {record}):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content[name]).digest()).rstrip(b"=").decode()
        writer.writerow([name, f"sha256={digest}", len(content[name])])
    writer.writerow([record, "", ""])
    content[record] = rows.getvalue().encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name in sorted(
            content, key=lambda one: (one.startswith(info), one)
        ):  # metadata at the end, as wheels have it
            entry = zipfile.ZipInfo(name, time.gmtime(at)[:6])
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            new.writestr(entry, content[name])
    return packed.getvalue()


def bill_of_materials(sources: Path, at: int) -> bytes:
    """Return the software bill of materials as CycloneDX JSON."""
    project = tomllib.loads((sources / "pyproject.toml").read_text("utf-8"))["project"]
    croupier = component("pypi", project["name"], project["version"], project["license"])
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, f"{croupier.purl}#{at}"))
    bom.metadata.component, bom.metadata.timestamp = croupier, datetime.fromtimestamp(at, UTC)
    locked = json.loads((sources / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    bundled = json.loads((sources / SCREENS / "licenses.json").read_text("utf-8"))
    font = locked[f"node_modules/{FONT}"]
    for one in (*bundled, {"name": FONT, "version": font["version"], "identifier": font["license"]}):
        made = component("npm", one["name"], one["version"], one["identifier"])
        made.properties.add(Property(name="croupier:contained-in", value="croupier/server/web"))
        algorithm, _, digest = locked[f"node_modules/{one['name']}"]["integrity"].partition("-")
        assert algorithm == "sha512"
        made.hashes.add(HashType(alg=HashAlgorithm.SHA_512, content=base64.b64decode(digest).hex()))
        bom.components.add(made)
    for line in sorted({line for pins in PINS for line in pinned(sources / "requirements" / pins)}, key=str.lower):
        name, _, version = line.partition("==")
        made = component("pypi", name, version, None)
        made.scope = ComponentScope.OPTIONAL
        made.properties.add(
            Property(name="croupier:installed-by", value="an extra; the version is the one that is tested")
        )
        bom.components.add(made)
    bom.register_dependency(croupier, bom.components)
    return (json.dumps(json.loads(JsonV1Dot6(bom).output_as_string()), indent=1, sort_keys=True) + "\n").encode()


def component(kind: str, name: str, version: str, licence: str | None) -> Component:
    namespace, _, short = name.rpartition("/")
    purl = PackageURL(kind, namespace or None, short, version)
    licences = [LicenseExpression(licence)] if licence else []
    how: dict[str, Any] = {"name": name, "version": version, "purl": purl, "bom_ref": str(purl), "licenses": licences}
    return Component(type=ComponentType.LIBRARY, **how)


def pinned(path: Path) -> Iterator[str]:
    lines = path.read_text("utf-8").splitlines()
    yield from (line for line in lines if "==" in line and not line.startswith("#"))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")
    except ReleaseError as error:
        sys.exit(f"release: {error}")
