"""Packages outside croupier for tests: the example, installed, and small ones written as files."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from croupier.play import family as family_registry
from croupier.play import rulebook_library, rulebook_translations
from croupier.rulebook import source_documents
from croupier.table import settings

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "dragon-tiger"
RULEBOOK = EXAMPLE / "src" / "dragon_tiger" / "rulebooks" / "dragon-tiger.toml"
REGISTER = RULEBOOK.with_name("sources.toml")


def install_example(folder: Path) -> Path:
    """Install Dragon Tiger into a folder as a user would, without a network; return the folder."""
    source, target = folder / "source", folder / "target"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    how = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *how, "--target", str(target), str(source)], check=True)
    return target


def write_package(
    folder: Path, name: str, *, family: str = "", rulebooks: str = "", files: Mapping[str, str] | None = None
) -> Path:
    """Write an installed package, version 1.0, with entry points `NAME = VALUE` and these files; return the folder."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    entries = f"[croupier.families]\n{family}\n[croupier.rulebooks]\n{rulebooks}\n"
    (info / "entry_points.txt").write_text(entries)
    for path, text in (files or {}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def croupier(*arguments: str, packages: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of croupier in a process that has these packages installed."""
    path = os.pathsep.join([str(ROOT / "src"), str(packages)])
    return subprocess.run(
        [sys.executable, "-m", "croupier", *arguments],
        env=os.environ | {"PYTHONPATH": path, "COLUMNS": "100", "NO_COLOR": "1"},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def installed(packages: Path) -> Iterator[None]:
    """Use the packages of a folder in this process."""
    sys.path.insert(0, str(packages))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(packages))
        own = {path.stem for path in packages.iterdir()}
        for name in [name for name in sys.modules if name.partition(".")[0] in own]:
            del sys.modules[name]
        _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    for cached in (
        family_registry.outside_families,
        family_registry.load_family,
        rulebook_library.family_rules,
        rulebook_library.names,
        rulebook_library._outside_rulebooks,
        rulebook_library.load,
        rulebook_translations.translations_of,
        rulebook_translations.untranslated_texts,
        source_documents.outside_folders,
        source_documents.documents,
        settings._rules,
    ):
        cached.cache_clear()
