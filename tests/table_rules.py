"""Table rules of shipped rulebooks for tests, with options or with parts of the rulebook's text changed."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from croupier.play import rulebook_library
from croupier.rulebook.loader import load_text
from croupier.rulebook.table_rules import TableRules


def rules_of(rulebook: str, *changes: tuple[str, str], **options: Any) -> TableRules:
    """Return the table rules of a shipped rulebook; `changes` are pairs of old and new text in its file."""
    if not changes:
        return TableRules.of(rulebook_library.load(rulebook), options)
    text = files("croupier.rulebook").joinpath(f"data/{rulebook}.toml").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old} is there {text.count(old)} times"
        text = text.replace(old, new)
    return TableRules.of(load_text(text, f"{rulebook}.toml", rulebook_library.family_rules()), options)
