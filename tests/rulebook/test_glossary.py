"""One vocabulary in every language: the pages and the rules have the glossary's word for a term, and no other."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.rulebook.translations import LANGUAGES

REPOSITORY = Path(__file__).parents[2]
RULES = REPOSITORY / "src" / "croupier" / "rulebook"
OTHERS = [language for language in LANGUAGES if language != "en"]
ENTRY = re.compile(r'^  (?:"([^"]+)"|(\w+)):(.*?)(?=^  ["\w]|^\})', re.MULTILINE | re.DOTALL)
"""An entry of a file `words.LANG.ts`: its key, and its text or forms."""
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"(?!:)')
SHORT_WORDS = 4
"""A text of at most so many English words that names a term must have the glossary's word; a sentence may say *it*."""

GLOSSARY: dict[str, dict[str, Any]] = tomllib.loads((RULES / "glossary.toml").read_text(encoding="utf-8"))


@cache
def page_words(language: str) -> dict[str, tuple[str, ...]]:
    """Return the forms of every text of the pages, by its file and key."""
    return {
        f"{file.parent.relative_to(REPOSITORY)}/words.{language}.ts {quoted or bare}": tuple(TEXT.findall(texts))
        for file in sorted((REPOSITORY / "web" / "src").rglob(f"words.{language}.ts"))
        for quoted, bare, texts in ENTRY.findall(file.read_text(encoding="utf-8"))
    }


@cache
def rules_words(language: str) -> dict[str, str]:
    """Return the translations of the rules by their English sentence."""
    translations: dict[str, str] = json.loads((RULES / "words" / f"{language}.json").read_text(encoding="utf-8"))
    return translations


def texts(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield every text of a language with where it stands and its English."""
    english = page_words("en")
    for place, forms in page_words(language).items():
        source = english.get(place.replace(f"words.{language}.ts", "words.en.ts"), ("",))
        yield from ((place, source[-1], form) for form in forms)
    yield from ((f"words/{language}.json", sentence, text) for sentence, text in rules_words(language).items())


def other_words(language: str, text: str) -> list[str]:
    """Return what is wrong with a text: words that the glossary replaces by another."""
    return [
        f"“{found[0]}” for {name}: the glossary has “{term[language]}”"
        for name, term in GLOSSARY.items()
        for pattern in term.get("not", {}).get(language, [])
        if (found := re.search(pattern, text))
    ]


def missing_words(language: str, english: str, text: str) -> list[str]:
    """Return the terms that a short English text names and its translation does not."""
    named = re.sub(r"\{\w+\}", "{}", english)  # the name of a placeholder is no word
    if len(named.replace("{}", "").split()) > SHORT_WORDS:
        return []
    return [
        f"no “{term[language]}” for {name}"
        for name, term in GLOSSARY.items()
        if "english" in term and re.search(term["english"], named)
        if not re.search(term.get(language, "$^"), text, re.IGNORECASE)
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_the_glossary_has_a_word_for_every_term(language: str) -> None:
    missing = [name for name, term in GLOSSARY.items() if language not in term and "english" in term]
    assert missing == [], f"add the word of {language} for these terms to {RULES / 'glossary.toml'}"


@pytest.mark.parametrize("language", OTHERS)
def test_pages_and_rules_have_no_other_word_for_a_term(language: str) -> None:
    found = [
        f"{place}: “{text}” has {wrong}" for place, _, text in texts(language) for wrong in other_words(language, text)
    ]
    assert len(page_words(language)) > 2000
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", OTHERS)
def test_short_texts_that_name_a_term_have_its_word(language: str) -> None:
    found = [
        f"{place}: “{english}” is “{text}”, {wrong}"
        for place, english, text in texts(language)
        for wrong in missing_words(language, english, text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_have_the_word_of_the_glossary(language: str) -> None:
    words = rules_words(language)
    for name, term in GLOSSARY.items():
        if "rules" in term:
            assert re.search(term[language], words[term["rules"]], re.IGNORECASE), (name, words[term["rules"]])


def test_every_term_has_a_note_and_a_source_and_only_known_keys() -> None:
    known = {"english", "note", "source", "rules", "not", *OTHERS}
    for name, term in GLOSSARY.items():
        assert {"note", "source"} <= set(term) <= known, name
        assert set(term.get("not", {})) <= set(OTHERS), name


def test_another_word_for_a_term_is_found() -> None:
    assert other_words("es", "Una zapata nueva") == ["“zapata” for shoe: the glossary has “zapato”"]
    assert missing_words("es", "New shoe", "Caja nueva") == ["no “zapato” for shoe"]
    assert missing_words("es", "New shoe", "Zapato nuevo") == []
