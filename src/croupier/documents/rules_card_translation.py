"""Translation of a rules card into the reader's language.

Names of games and wagers as printed on the layout, citation numbers and ids are not translated.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_model import (
    BracketCard,
    CollectionCard,
    DocumentCard,
    LimitsCard,
    MeterCard,
    OptionCard,
    StepCard,
    WagerCard,
)
from croupier.errors import BadInput, suggestion
from croupier.play.rulebook_translations import translations_of
from croupier.rulebook.translations import LANGUAGES, Translations

AS_PRINTED = frozenset(
    {"cite", "id", "digest", "rulebook", "house", "banking", "source_lines", "language", "documents"}
)
UNTRANSLATED_FIELDS: dict[type, frozenset[str]] = {
    WagerCard: frozenset({"group", "paytable"}),
    OptionCard: frozenset({"name", "reading", "kind"}),
    StepCard: frozenset({"when"}),
    # The renderers build sentences from the fields of these two classes and translate the sentences.
    MeterCard: frozenset({"seed", "contribution", "split", "wager"}),
    CollectionCard: frozenset({"schedule", "title", "available", "basis"}),
}


RANGES: dict[type, frozenset[str]] = {
    LimitsCard: frozenset({"text"}),
    BracketCard: frozenset({"range"}),
}
"""Fields in which `5 to 10` is a range; in all other fields it is pay odds."""
RANGE = re.compile(r"([\d$.,]+) to ([\d$.,]+)")


def translate_card(card: RulesCard, language: str) -> RulesCard:
    """Return the rules card in another language; raise `BadInput` for an unknown language."""
    if language not in LANGUAGES:
        wanted = f"is {language}; there are {', '.join(LANGUAGES)}{suggestion(language, LANGUAGES)}"
        raise BadInput.at("--language", wanted)
    translated: RulesCard = _translate(card, translations_of(card.rulebook, language))
    return replace(translated, language=language)


def _translate(part: Any, words: Translations) -> Any:
    if isinstance(part, str):
        return words.translate_or_keep(part) if part else part
    if isinstance(part, tuple):
        return tuple(_translate(one, words) for one in part)
    if isinstance(part, DocumentCard) or not is_dataclass(part) or isinstance(part, type):
        return part
    untranslated = AS_PRINTED | UNTRANSLATED_FIELDS.get(type(part), frozenset())
    ranges = RANGES.get(type(part), frozenset())
    translated = {
        field.name: (_translate_range if field.name in ranges else _translate)(getattr(part, field.name), words)
        for field in fields(part)
        if field.name not in untranslated
    }
    return replace(part, **translated)


def _translate_range(part: str, words: Translations) -> str:
    if RANGE.fullmatch(part):
        return words.translate_or_keep(f"from {part}").removeprefix("from ")
    return words.translate_or_keep(part) if part else part
