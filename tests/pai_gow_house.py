"""The room of pai gow poker while it is in no registry: known to the house as long as `registered` holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.play import family as doors
from croupier.play import library
from croupier.rulebook.house_rules import HouseRules
from croupier.table import settings

NAME, DOOR = "pai-gow-poker", "pai_gow.door:PAI_GOW_POKER"
FOLDER = files("croupier.rulebook").joinpath("data/pai-gow")
BOOKS = tuple(sorted(entry.name.removesuffix(".toml") for entry in FOLDER.iterdir() if entry.name.endswith(".toml")))


@contextmanager
def registered() -> Iterator[None]:
    """While it holds, the house knows the family, and tables its rulebooks by their ids."""
    rooms: Any = doors.ROOMS
    rooms[NAME] = DOOR
    known = settings.load
    settings.load = lambda name: known(file_of(name) if name in BOOKS else name)
    _forget()
    try:
        yield
    finally:
        settings.load = known
        del rooms[NAME]
        _forget()


def file_of(book: str) -> str:
    return str(FOLDER.joinpath(f"{book}.toml"))


@cache
def house_of(book: str, **options: Any) -> HouseRules:
    """The rules of one of the seven, read while the room is known."""
    return HouseRules.of(library.load(file_of(book)), options)


def _forget() -> None:
    for remembered in (doors.family_named, library.family_rules, library.load, settings._rules, house_of):
        remembered.cache_clear()
