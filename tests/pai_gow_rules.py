"""Table rules of the seven pai gow poker rulebooks, which are loaded once."""

from __future__ import annotations

from functools import cache
from typing import Any

from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

RULEBOOKS = tuple(
    name for name in rulebook_library.names() if rulebook_library.load(name).written.family == "pai-gow-poker"
)


@cache
def rules_of(rulebook: str, **options: Any) -> TableRules:
    """Return the table rules of one of the seven rulebooks."""
    return TableRules.of(rulebook_library.load(rulebook), options)
