"""Find what installed packages add to croupier, by entry points.

A package that cannot be used is left out with one logged message, and everything else goes on working.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

FAMILIES = "croupier.families"
"""Group of families of games: the name is the family's in rulebooks, the value its object, `module:OBJECT`."""
RULEBOOKS = "croupier.rulebooks"
"""Group of rulebooks: the value is a package with rulebooks and `sources.toml`, its register of documents."""
log = logging.getLogger("croupier")


class LeftOut(Exception):  # noqa: N818 - not an error of this program
    """Exception: an entry of an outside package cannot be used. The message says what is wrong and what is right."""


@dataclass(frozen=True)
class OutsideEntry:
    """Entry point of an installed package."""

    point: EntryPoint

    @property
    def name(self) -> str:
        return self.point.name

    @property
    def package(self) -> str:
        """Name and version of the distribution, for messages."""
        found = self.point.dist
        return f"{found.name} {found.version}" if found else self.point.module

    def load(self) -> Any:
        """Return the object of the entry point; raise `LeftOut` if it cannot be imported."""
        try:
            return self.point.load()
        except Exception as error:
            fault = fault_in_package(error)
            where = f" ({fault.file}:{fault.line})" if fault else ""
            raise LeftOut(f"{self.point.value} cannot be imported: {type(error).__name__}: {error}{where}") from error

    def folder(self) -> Traversable:
        """Return the folder of the package that the entry point names; raise `LeftOut` if there is none."""
        try:
            return files(self.point.module)
        except Exception as error:
            raise LeftOut(f"{self.point.value} cannot be imported: {type(error).__name__}: {error}") from error

    def leave_out(self, reason: object) -> None:
        """Log that this entry is left out, and why."""
        log.warning("croupier: package %s: %s %s is left out: %s", self.package, *self._kind, reason)

    @property
    def _kind(self) -> tuple[str, str]:
        return "family" if self.point.group == FAMILIES else "rulebooks", f'"{self.name}"'


def outside_entries(group: str) -> Iterator[OutsideEntry]:
    """Yield the entry points of a group in the order of their packages, so that every start finds the same ones."""
    found = (OutsideEntry(point) for point in entry_points(group=group))
    return iter(sorted(found, key=lambda entry: (entry.package, entry.name)))


def outside_modules() -> list[tuple[str, Path]]:
    """Return the name of each package that adds something, with the folder or file of its top module, in their order.

    Nothing is imported: a package whose code was altered must be found before it runs.
    """
    found = set()
    for entry in (*outside_entries(FAMILIES), *outside_entries(RULEBOOKS)):
        top = entry.point.module.partition(".")[0]
        spec = find_spec(top)
        if spec is None:
            continue
        places = spec.submodule_search_locations or [spec.origin or ""]
        name = entry.point.dist.name if entry.point.dist else top
        found |= {(name, Path(place)) for place in places if Path(place).exists()}
    return sorted(found)


class PackageFault(NamedTuple):
    """Line of an outside package in which an exception was raised, or from which it came."""

    package: str
    file: str
    line: int


def fault_in_package(error: BaseException) -> PackageFault | None:
    """Return the last line of an outside package in an exception's traceback, or None if it passed through none."""
    modules = outside_modules()
    for frame in reversed(extract_tb(error.__traceback__)):
        for package, place in modules:
            if Path(frame.filename).is_relative_to(place):
                return PackageFault(package, frame.filename, frame.lineno or 0)
    return None
