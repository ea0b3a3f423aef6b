"""The rules in the reader's language: what the pages have words for, held against every card that is posted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from croupier.documents.rules_card import RulesCard
from croupier.play import library
from croupier.rulebook.house_rules import HouseRules

BOOKS = Path(__file__).resolve().parents[2] / "web" / "src" / "rulebook" / "words"
AS_PRINTED = re.compile(r"[\d$.,% ]*")
"""Figures are the same in every language."""


@cache
def patterns(language: str) -> list[re.Pattern[str]]:
    said = json.loads((BOOKS / f"{language}.json").read_text("utf-8"))
    return [matcher(sentence) for sentence in said]


def matcher(sentence: str) -> re.Pattern[str]:
    """As the pages read a sentence with gaps: `{}` is a part that is told by itself, `{#}` a figure."""
    gaps = {"{}": "(.+?)", "{#}": r"([\d$.,]+)"}
    return re.compile("".join(gaps.get(part, re.escape(part)) for part in re.split(r"(\{#?\})", sentence)))


def is_said(language: str, sentence: str) -> bool:
    return bool(AS_PRINTED.fullmatch(sentence)) or any(one.fullmatch(sentence) for one in patterns(language))


def conditions(name: str) -> Iterator[str]:
    """What a game is, what each wager wins with and asks for, and what its rows are called and pay."""
    card = RulesCard.of(HouseRules.of(library.load(name)))
    yield from (card.summary, card.banked_by)
    for wager in card.wagers:
        yield from (wager.summary, wager.outcome, wager.note)
        yield from (term.text for term in wager.terms)
        for row in wager.rows:
            yield from (row.pays, *([] if row.name == wager.title else [row.name]))


@pytest.mark.parametrize("language", ["es", "zh", "vi"])
def test_every_condition_of_every_card_is_told_in_the_readers_language(language: str) -> None:
    sentences = {sentence for name in library.names() for sentence in conditions(name)}
    proper = {"Blackjack X", "Fortune 7", "Golden 8", "Heavenly 9", "Blazing 7's", "7-7-7", "6-7-8"}
    assert len(sentences) > 250
    assert {one for one in sentences - proper if not is_said(language, one)} == set()


@pytest.mark.parametrize("language", ["es", "zh", "vi"])
def test_every_step_and_every_notice_is_told_in_the_readers_language(language: str) -> None:
    books = [library.load(name).written for name in library.names()]
    steps = {text for book in books for step in book.step.values() for text in (step.title, step.text)}
    notices = {notice.text for book in books for notice in book.notice.values()}
    assert len(steps) > 20
    assert {one for one in steps | notices if not is_said(language, one)} == set()


def test_a_sentence_nobody_has_translated_is_found() -> None:
    assert not is_said("es", "Wins when the moon is full, and nobody looks.")
    assert not is_said("es", "Nobody goes to war here.")
