"""What rulebooks and their cards say in English, in the other languages, sentence by sentence: data, as rulebooks are.

`{}` in a sentence stands for a part that is told by itself, `{#}` for a figure; `{1}` in its translation for the first
of them. A text of several sentences is told when each of them is. The pages read the same books by the same rules
(`web/src/rulebook/sentences.ts`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

Say = Callable[[str], str]
"""A word or a sentence in the reader's language."""
LANGUAGES = ("en", "es", "vi", "zh")
GAP = re.compile(r"(\{#?\})")
GAPS = {"{}": "(.+?)", "{#}": r"([\d$.,]+)"}
NUMBERED = re.compile(r"\{(\d)\}")
LISTED = re.compile(r"(, | or | and )")
END = re.compile(r"(?<=[.!?]) (?=[A-Z0-9“(])")
SENTENCES_MOST = 40


class Translations:
    """The sentences of rulebooks in one language."""

    def __init__(self, said: dict[str, str], *, spaced: bool = True) -> None:
        """`spaced`: whether a blank stands between two sentences."""
        self.said = said
        self.between = " " if spaced else ""
        # What has more words of its own is the better match.
        gapped = sorted((one for one in said if GAP.search(one)), key=len, reverse=True)
        self.patterns = [(_matcher(one), said[one]) for one in gapped]
        self.known: dict[str, str | None] = {}

    def told(self, text: str) -> str | None:
        """None where nobody has put it into this language."""
        if text not in self.known:
            whole = self.said.get(text) or self._titled(text)
            self.known[text] = whole or self._by_pattern(text) or self._one_by_one(text)
        return self.known[text]

    def shown(self, text: str) -> str:
        """As far as it is translated."""
        return self.told(text) or text

    def _by_pattern(self, text: str) -> str | None:
        for matches, says in self.patterns:
            if parts := matches.fullmatch(text):
                return NUMBERED.sub(lambda nth, parts=parts: self._part(parts[int(nth[1])]), says)  # type: ignore[misc]
        return None

    def _part(self, text: str) -> str:
        """A name, a figure, or several of them."""
        whole = self.told(text)
        if whole is not None or not LISTED.search(text):
            return whole or text
        return "".join(one if one == ", " else self.shown(one) for one in LISTED.split(text))

    def _titled(self, text: str) -> str | None:
        """A title that stands as a sentence."""
        title = self.said.get(text[:-1]) if text.endswith(".") else None
        return None if title is None else f"{title}{'.' if self.between else '。'}"

    def _one_by_one(self, text: str) -> str | None:
        sentences = END.split(text)
        if not 1 < len(sentences) <= SENTENCES_MOST:
            return None
        told = [self.told(one) for one in sentences]
        return None if None in told else self.between.join(one for one in told if one is not None)


def _matcher(sentence: str) -> re.Pattern[str]:
    return re.compile("".join(GAPS.get(part, re.escape(part)) for part in GAP.split(sentence)))


@cache
def sentences_in(language: str) -> Translations:
    """The book of a language; English has none of its own, for rulebooks are written in it."""
    if language == "en":
        return Translations({})
    book = files("croupier.rulebook").joinpath("words", f"{language}.json").read_text("utf-8")
    return Translations(json.loads(book), spaced=language != "zh")
