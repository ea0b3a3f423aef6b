"""The seven rulebooks of pai gow poker, read once."""

from __future__ import annotations

from functools import cache
from typing import Any

from croupier.play import library
from croupier.rulebook.house_rules import HouseRules

BOOKS = tuple(name for name in library.names() if library.load(name).written.family == "pai-gow-poker")


@cache
def house_of(book: str, **options: Any) -> HouseRules:
    """The rules of one of the seven."""
    return HouseRules.of(library.load(book), options)
