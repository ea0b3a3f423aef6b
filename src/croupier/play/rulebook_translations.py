"""Translations of the texts of one rulebook.

croupier's words translate the games of its own families. The texts of any other game stay English, even where one of
croupier's games has the same words: a layout is in one language, and the same word may mean something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from croupier.play import rulebook_library
from croupier.play.family import FAMILIES
from croupier.rulebook.translations import Translations, load_translations

TEXTS = frozenset(
    {"title", "short_title", "spot_title", "spot_hint", "name", "short_name", "summary", "text", "push_text", "note"}
)
"""Keys of a rulebook whose values are shown to people."""


@cache
def translations_of(rulebook: str, language: str) -> Translations:
    """Return the translations into a language for the rules of one rulebook."""
    shipped = load_translations(language)
    kept = untranslated_texts().get(rulebook, ())
    return Translations({**shipped.sentences, **dict(zip(kept, kept, strict=True))}, shipped.language)


@cache
def untranslated_texts() -> dict[str, list[str]]:
    """Return the texts of the rulebooks whose family is from outside, by rulebook."""
    books = (rulebook_library.load(name) for name in rulebook_library.names())
    return {book.id: sorted(set(_texts(book.data))) for book in books if book.written.family not in FAMILIES}


def _texts(data: Any, key: str = "") -> Iterator[str]:
    """Yield the texts of a rulebook's data that people read."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from _texts(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value, key)
    elif key in TEXTS and isinstance(data, str) and data:
        yield data
