"""A rules card in the reader's language: every sentence that its rulebook says, and every word the card adds.

Names of games and wagers that are printed on the felt, numbers of citations and ids stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_model import (
    BracketCard,
    CardSection,
    CollectionCard,
    DocumentCard,
    LimitsCard,
    MeterCard,
    OptionCard,
    StepCard,
    WagerCard,
)
from croupier.errors import BadInput, suggestion
from croupier.rulebook.translations import LANGUAGES, Translations, sentences_in

AS_PRINTED = frozenset(
    {"cite", "id", "digest", "rulebook", "house", "banking", "source_lines", "language", "documents"}
)
KEPT: dict[type, frozenset[str]] = {
    WagerCard: frozenset({"group", "paytable"}),
    OptionCard: frozenset({"name", "reading", "kind"}),
    StepCard: frozenset({"when"}),
    # These two make a sentence of what they hold; whoever writes it down tells it in the reader's language.
    MeterCard: frozenset({"seed", "contribution", "split", "wager"}),
    CollectionCard: frozenset({"schedule", "title", "available", "basis"}),
}


RANGES: dict[type, frozenset[str]] = {
    LimitsCard: frozenset({"text"}),
    BracketCard: frozenset({"range"}),
    CardSection: frozenset({"player_draws_on", "banker_when_player_stood", "banker_rows"}),
}
"""Where `5 to 10` is a range; anywhere else it is what a wager pays."""
RANGE = re.compile(r"([\d$.,]+) to ([\d$.,]+)")


def translate_card(card: RulesCard, language: str) -> RulesCard:
    """The same card in another language."""
    if language not in LANGUAGES:
        wanted = f"is {language}; there are {', '.join(LANGUAGES)}{suggestion(language, LANGUAGES)}"
        raise BadInput.at("--language", wanted)
    told: RulesCard = _told(card, sentences_in(language))
    return replace(told, language=language)


def _told(part: Any, words: Translations) -> Any:
    if isinstance(part, str):
        return words.shown(part) if part else part
    if isinstance(part, tuple):
        return tuple(_told(one, words) for one in part)
    if isinstance(part, DocumentCard) or not is_dataclass(part) or isinstance(part, type):
        return part
    kept = AS_PRINTED | KEPT.get(type(part), frozenset())
    ranges = RANGES.get(type(part), frozenset())
    told = {
        field.name: (_told_range if field.name in ranges else _told)(getattr(part, field.name), words)
        for field in fields(part)
        if field.name not in kept
    }
    return replace(part, **told)


def _told_range(part: Any, words: Translations) -> Any:
    if isinstance(part, tuple):
        return tuple(_told_range(one, words) for one in part)
    if RANGE.fullmatch(part):
        return words.shown(f"from {part}").removeprefix("from ")
    return words.shown(part) if part else part
