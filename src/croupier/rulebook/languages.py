"""The one list of languages, of documents and web pages: `languages.json`.

To add a language, add its line to the list and its word files (`docs/adding-a-language.md`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Language:
    """What differs from language to language, apart from the words."""

    name: str
    """The language's name in the language itself."""
    short_name: str
    locale: str
    """BCP 47 tag, for `lang` attributes and number and date formats."""
    sentence_separator: str
    """Text between two sentences: a space, or nothing in Chinese."""
    full_stop: str
    pdf_font: str
    """Font of printed documents, which has the characters of the language: embedded in Typst, or from Noto Sans CJK."""


LANGUAGES = {
    code: Language(**properties)
    for code, properties in json.loads(
        files("croupier.rulebook").joinpath("languages.json").read_text(encoding="utf-8")
    ).items()
}
"""Properties of each language, by its code, in the order of the menus."""
