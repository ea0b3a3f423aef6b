"""Translations of rulebook and rules card sentences from English, stored as data.

In an English sentence, `{}` marks a part that is translated separately and `{#}` a number; in the translation, `{1}` is
the first such part. A text of several sentences is translated if each of its sentences is. The web pages use the same
files and the same algorithm (`web/src/lib/sentence-translator.ts`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Language:
    """Properties of a language: its names, punctuation, locale and fonts."""

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
"""Properties of each language, by its code, in the order of the menus; see `docs/how-to/add-a-language.md`."""


Translate = Callable[[str], str]
"""Function that translates a term or a sentence into the reader's language."""
GAP = re.compile(r"(\{#?\})")
GAPS = {"{}": "(.+?)", "{#}": r"([\d$.,]+)"}
NUMBERED = re.compile(r"\{(\d)\}")
LISTED = re.compile(r"(, | or | and )")
END = re.compile(r"(?<=[.!?]) (?=[A-Z0-9“(])")
SENTENCES_MOST = 40


class Translations:
    """Translations of rulebook sentences into one language."""

    def __init__(self, sentences: dict[str, str], language: Language = LANGUAGES["en"]) -> None:
        """Prepare the translations into a language."""
        self.sentences = sentences
        self.language = language
        # Try longer sentences first: more literal text makes a better match.
        gapped = sorted((one for one in sentences if GAP.search(one)), key=len, reverse=True)
        self.patterns = [(_matcher(one), sentences[one]) for one in gapped]
        self.cache: dict[str, str | None] = {}

    def translate(self, text: str) -> str | None:
        """Return the translation of a text, or None if there is none."""
        if text not in self.cache:
            whole = self.sentences.get(text) or self._translate_title(text)
            self.cache[text] = whole or self._by_pattern(text) or self._by_sentence(text)
        return self.cache[text]

    def translate_or_keep(self, text: str) -> str:
        """Return the translation of a text, or the English text if there is none."""
        return self.translate(text) or text

    def _by_pattern(self, text: str) -> str | None:
        for matches, translation in self.patterns:
            if parts := matches.fullmatch(text):
                return NUMBERED.sub(lambda nth, parts=parts: self._translate_part(parts[int(nth[1])]), translation)  # type: ignore[misc]
        return None

    def _translate_part(self, text: str) -> str:
        """Translate a part of a sentence: a name, a number, or a list of names or numbers separated by commas."""
        whole = self.translate(text)
        if whole is not None or not LISTED.search(text):
            return whole or text
        return "".join(one if one == ", " else self.translate_or_keep(one) for one in LISTED.split(text))

    def _translate_title(self, text: str) -> str | None:
        """Translate a title that is followed by a full stop."""
        title = self.sentences.get(text[:-1]) if text.endswith(".") else None
        return None if title is None else title + self.language.full_stop

    def _by_sentence(self, text: str) -> str | None:
        sentences = END.split(text)
        if not 1 < len(sentences) <= SENTENCES_MOST:
            return None
        translated = [self.translate(one) for one in sentences]
        if None in translated:
            return None
        return self.language.sentence_separator.join(one for one in translated if one is not None)


def _matcher(sentence: str) -> re.Pattern[str]:
    return re.compile("".join(GAPS.get(part, re.escape(part)) for part in GAP.split(sentence)))


@cache
def load_translations(language: str) -> Translations:
    """Load the translations into a language; for English they are empty."""
    if language == "en":
        return Translations({})
    book = files("croupier.rulebook").joinpath("words", f"{language}.json").read_text("utf-8")
    return Translations(json.loads(book), LANGUAGES[language])
