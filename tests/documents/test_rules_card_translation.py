"""Translations of the rules: every sentence of every rules card exists in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from croupier.documents import typst_pdf
from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_markdown import card_markdown
from croupier.documents.rules_card_pdf import card_pdf
from croupier.documents.rules_card_translation import translate_card
from croupier.errors import BadInput
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.translations import LANGUAGES, load_translations

AS_PRINTED = re.compile(r"[\d$.,% /]*|[A-Za-z]*[-\dA-Z][\w/-]*")
"""Figures and codes of schedules and pay tables, which are the same in every language."""
PROPER = {"Blackjack X", "Fortune 7", "Golden 8", "Heavenly 9", "Blazing 7's", "7-7-7", "6-7-8", "bjx", "blackjack-x"}
OTHERS = [language for language in LANGUAGES if language != "en"]


def is_translated(language: str, sentence: str) -> bool:
    return (
        sentence in PROPER
        or bool(AS_PRINTED.fullmatch(sentence))
        or bool(load_translations(language).translate(sentence))
    )


@cache
def cards() -> list[RulesCard]:
    """Return the rules card of every rulebook, without a fee schedule and with its first one."""
    all_rules = [TableRules.of(rulebook_library.load(name)) for name in rulebook_library.names()]
    return [RulesCard.of(rules, schedule) for rules in all_rules for schedule in (None, *rules.schedules[:1])]


def conditions(card: RulesCard) -> Iterator[str]:
    """Yield the sentences on a card about the game, its wagers and its pay rows."""
    yield from (card.summary, card.banked_by)
    for wager in card.wagers:
        yield from (wager.summary, wager.outcome, wager.note)
        yield from (term.text for term in wager.terms)
        for row in wager.rows:
            yield from (row.pays, *([] if row.name == wager.title else [row.name]))


@pytest.mark.parametrize("language", OTHERS)
def test_every_title_of_a_game_or_a_wager_is_translated(language: str) -> None:
    translate = load_translations(language).translate
    games = [TableRules.of(rulebook_library.load(name)) for name in rulebook_library.names()]
    titles = {rules.rulebook.title for rules in games} | {
        title
        for rules in games
        for wager in rules.wagers.values()
        for title in (wager.title, wager.short_title, wager.spot_title)
    }
    titles |= {schedule.title for rules in games for schedule in rules.schedules}
    assert len(titles) > 100
    assert {title for title in titles if not translate(title)} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_condition_of_every_card_is_translated(language: str) -> None:
    sentences = {sentence for card in cards() for sentence in conditions(card)}
    assert len(sentences) > 250
    assert {sentence for sentence in sentences if not is_translated(language, sentence)} == set()


@pytest.mark.parametrize(
    "language", [language for language in OTHERS if typst_pdf.CJK_FONT in LANGUAGES[language].pdf_font]
)
def test_no_part_of_a_condition_stays_in_english(language: str) -> None:
    """Check the languages without Latin letters: a part of a sentence that has no translation is shown in English."""
    translated = {sentence for card in cards() for sentence in conditions(translate_card(card, language))}
    assert len(translated) > 200
    assert {sentence for sentence in translated if re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", sentence)} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_step_and_every_notice_is_translated(language: str) -> None:
    rulebooks = [rulebook_library.load(name).written for name in rulebook_library.names()]
    steps = {text for rulebook in rulebooks for step in rulebook.step.values() for text in (step.title, step.text)}
    notices = {notice.text for rulebook in rulebooks for notice in rulebook.notice.values()}
    assert len(steps) > 20
    assert {sentence for sentence in steps | notices if not is_translated(language, sentence)} == set()


def procedures(card: RulesCard) -> Iterator[str]:
    """Yield the sentences on a card about procedures, settlement, options, meters and the collection fee."""
    for procedure in card.procedures:
        yield from (procedure.title, procedure.text)
    for line in (*card.table, *card.settlement, *filter(None, (card.paytable, card.envy))):
        yield from (line.label, line.text)
    for option in card.options:
        yield from (option.title, option.value, option.default, *option.choices)
    yield from (meter.text for meter in card.meters)
    if card.collection is not None:
        yield from (card.collection.text, *(term.text for term in card.collection.terms))
        yield from (bracket.range for bracket in card.collection.brackets)
    for section in card.sections:
        yield from (section.title, *(text for line in section.lines for text in (line.label, line.text)))


@pytest.mark.parametrize("language", OTHERS)
def test_every_procedure_and_every_option_is_translated(language: str) -> None:
    sentences = {sentence for card in cards() for sentence in procedures(card)}
    assert len(sentences) > 800
    assert {sentence for sentence in sentences if not is_translated(language, sentence)} == set()


def test_a_card_in_another_language_keeps_names_numbers_and_citations() -> None:
    card = next(card for card in cards() if card.rulebook == "co-baccarat")
    spanish = translate_card(card, "es")
    assert [procedure.cite for procedure in spanish.procedures] == [procedure.cite for procedure in card.procedures]
    assert [option.name for option in spanish.options] == [option.name for option in card.options]
    assert (spanish.digest, spanish.documents, spanish.language) == (card.digest, card.documents, "es")
    assert not {procedure.text for procedure in spanish.procedures} & {procedure.text for procedure in card.procedures}
    assert spanish.statement.startswith("Esta hoja")
    vietnamese = translate_card(card, "vi")
    assert (vietnamese.wagers[0].rows[0].pays, vietnamese.wagers[0].limits.text) == ("1 ăn 1", "$10 đến $100")
    lines = {line.label: line.text for line in vietnamese.sections[0].lines}
    assert lines["Con"] == "rút với 0 đến 5"
    assert lines["Cái có 0 đến 2, nếu Con đã rút"] == "luôn rút"
    assert translate_card(card, "en") == card
    written = card_markdown(spanish)
    assert "## Procedimientos" in written
    assert "## Procedures" not in written
    with pytest.raises(BadInput, match=r"there are en, es, zh.*, vi"):
        translate_card(card, "fr")


@pytest.mark.parametrize("language", OTHERS)
def test_a_pdf_is_set_in_the_font_of_its_language(language: str) -> None:
    printed = card_pdf(translate_card(cards()[0], language)).lower()
    assert LANGUAGES[language].pdf_font.lower().replace(" ", "").encode() in printed


def test_paper_without_the_font_of_a_language_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typst_pdf, "CJK_PACKAGE", "no_such_package")
    with pytest.raises(BadInput, match=r"needs Noto Sans CJK to print zh; .*croupier\[documents\]"):
        card_pdf(translate_card(cards()[0], "zh"))


def test_a_sentence_nobody_has_translated_is_found() -> None:
    assert not is_translated("es", "Wins when the moon is full, and nobody looks.")
    assert not is_translated("es", "Nobody goes to war here.")
    assert not is_translated("es", "Nobody decides anything. Nobody goes to war here.")
