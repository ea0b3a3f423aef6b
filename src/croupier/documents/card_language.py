"""A rules card in the reader's language: every sentence that its rulebook says, and every word the card adds.

Names of games and wagers that are printed on the felt, numbers of citations and ids stay as they are.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from croupier.documents.card_parts import CollectionCard, DocumentCard, MeterCard, OptionCard, WagerCard
from croupier.documents.rules_card import RulesCard
from croupier.errors import BadInput, suggestion
from croupier.rulebook.sentences import LANGUAGES, Sentences, sentences_in

AS_PRINTED = frozenset(
    {"cite", "id", "digest", "rulebook", "house", "banking", "source_lines", "language", "documents"}
)
KEPT: dict[type, frozenset[str]] = {
    WagerCard: frozenset({"group", "paytable"}),
    OptionCard: frozenset({"name", "reading", "kind"}),
    # These two make a sentence of what they hold; whoever writes it down tells it in the reader's language.
    MeterCard: frozenset({"seed", "contribution", "split", "wager"}),
    CollectionCard: frozenset({"schedule", "title", "available", "basis"}),
}


def told_in(card: RulesCard, language: str) -> RulesCard:
    """The same card in another language."""
    if language not in LANGUAGES:
        wanted = f"is {language}; there are {', '.join(LANGUAGES)}{suggestion(language, LANGUAGES)}"
        raise BadInput.at("--language", wanted)
    told: RulesCard = _told(card, sentences_in(language))
    return replace(told, language=language)


def _told(part: Any, words: Sentences) -> Any:
    if isinstance(part, str):
        return words.shown(part) if part else part
    if isinstance(part, tuple):
        return tuple(_told(one, words) for one in part)
    if isinstance(part, DocumentCard) or not is_dataclass(part) or isinstance(part, type):
        return part
    kept = AS_PRINTED | KEPT.get(type(part), frozenset())
    names = [field.name for field in fields(part) if field.name not in kept]
    return replace(part, **{name: _told(getattr(part, name), words) for name in names})
