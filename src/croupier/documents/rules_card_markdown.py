"""The rules card as Markdown, for a casino's web pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_model import CardLine, CollectionCard, WagerCard
from croupier.play.rulebook_translations import translations_of
from croupier.rulebook.translations import Translate

SPECIAL = re.compile(r"([\\`*_\[\]<>|])")


def card_markdown(card: RulesCard) -> str:
    """Return the complete rules card as Markdown."""
    translate = translations_of(card.rulebook, card.language).translate_or_keep
    blocks = [*_head(card, translate), *_section(translate("The table"), _lines([*card.table, *_only(card.paytable)]))]
    blocks.append(f"## {translate('Wagers')}")
    for wager in card.wagers:
        blocks += _wager(wager, translate)
    if card.meters or card.envy:
        meters = [CardLine(meter.title, translate(meter.text), meter.cite) for meter in card.meters]
        blocks += _section(translate("Meters and envy"), _lines([*meters, *_only(card.envy)]))
    blocks += _section(translate("Settlement"), _lines(card.settlement))
    if card.collection:
        blocks += [f"## {translate('Collection')}", *_collection(card.collection, translate)]
    for section in card.sections:
        blocks += _section(section.title, _lines(section.lines))
    blocks.append(f"## {translate('Procedures')}")
    blocks += [f"**{_plain(one.title)}.** {_cited(one.text, one.cite)}" for one in card.every_procedure]
    blocks += _options(card, translate)
    blocks += _section(translate("Documents"), [f"- {one.number}: {_plain(one.text)}." for one in card.documents])
    return "\n\n".join([*blocks, card.statement]) + "\n"


def _head(card: RulesCard, translate: Translate) -> Iterator[str]:
    yield f"# {_plain(card.title)}"
    yield f"{_plain(card.house)}. {_plain(card.summary)}"
    yield _plain(card.banked_by)
    yield _cited(f"{translate('Follows')} {card.source_text}.", card.source_lines)
    yield f"{translate('Rulebook')} `{card.rulebook}`, {translate('digest')} `{card.digest_shown}`."


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [f"## {title}", "\n".join(lines)]


def _lines(lines: Iterable[CardLine]) -> list[str]:
    return [f"- **{_plain(line.label)}:** {_cited(line.text, line.cite)}" for line in lines]


def _wager(wager: WagerCard, translate: Translate) -> Iterator[str]:
    yield f"### {_plain(wager.title)} (`{wager.id}`)"
    yield _cited(f"{wager.summary} {wager.outcome}", wager.cite)
    has_envy = any(row.envy for row in wager.rows)
    rows = [(row.name or translate("Win"), row.pays, *([row.envy] if has_envy else []), row.cite) for row in wager.rows]
    yield _table(_heads(translate, "Result", "Pays", *(["Envy"] if has_envy else []), "Cited"), rows)
    terms = [(f"{wager.limits.label}: {wager.limits.text}.", wager.limits.cite)]
    terms += [(term.text, term.cite) for term in wager.terms] + ([(wager.note, "")] if wager.note else [])
    yield "\n".join(f"- {_cited(text, cite)}" for text, cite in terms)


def _collection(collection: CollectionCard, translate: Translate) -> Iterator[str]:
    yield _cited(translate(collection.text), collection.cite)
    if collection.brackets:
        yield _table(
            _heads(translate, "From", "Fee", "Cited"), [(one.range, one.fee, one.cite) for one in collection.brackets]
        )
        yield "\n".join(f"- {_cited(term.text, term.cite)}" for term in collection.terms)


def _options(card: RulesCard, translate: Translate) -> Iterator[str]:
    if card.changed_options:
        yield f"## {translate('Chosen at this table')}"
        changed = [(one.name, one.value, one.default, one.title, one.sources) for one in card.changed_options]
        yield _table(_heads(translate, "Option", "Value", "Otherwise", "Meaning", "Reading and citation"), changed)
    yield f"## {translate('House options')}"
    rows = [(one.name, one.value, one.title, one.sources) for one in card.options]
    yield _table(_heads(translate, "Option", "Value", "Meaning", "Reading and citation"), rows)


def _heads(translate: Translate, *titles: str) -> list[str]:
    return [translate(title) for title in titles]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *([_plain(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cited(text: str, cite: str) -> str:
    return f"{_plain(text)} ({_plain(cite)})" if cite else _plain(text)


def _plain(text: str) -> str:
    """Return a text with the special characters of Markdown escaped."""
    return SPECIAL.sub(r"\\\1", text)


def _only(line: CardLine | None) -> list[CardLine]:
    return [line] if line else []
