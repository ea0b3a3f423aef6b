"""The rules card as text for a terminal: rules on the left, citations on the right."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.documents.rules_card import RulesCard
from croupier.documents.rules_card_model import CardLine, CollectionCard, OptionCard, RowCard, WagerCard
from croupier.play.rulebook_translations import translations_of
from croupier.rulebook.translations import Translate

WIDEST = 100


def print_card(card: RulesCard, console: Console | None = None) -> None:
    """Print a rules card; output to a pipe has no colours and no trailing spaces."""
    console = console or Console(highlight=False)
    width = min(console.width, WIDEST)
    if console.is_terminal:
        console.print(card_text(card), width=width)
        return
    with console.capture() as captured:
        console.print(card_text(card), width=width)
    for line in captured.get().splitlines():
        console.out(line.rstrip(), highlight=False)


def card_text(card: RulesCard) -> RenderableType:
    """Return the complete rules card as text for the terminal."""
    translate = translations_of(card.rulebook, card.language).translate_or_keep
    parts = [_head(card, translate), _section(translate("The table"), _lines([*card.table, *_only(card.paytable)]))]
    parts.append(_section(translate("Wagers"), *(_wager(wager, translate) for wager in card.wagers)))
    if card.meters or card.envy:
        meters = [CardLine(meter.title, translate(meter.text), meter.cite) for meter in card.meters]
        parts.append(_section(translate("Meters and envy"), _lines([*meters, *_only(card.envy)])))
    parts.append(_section(translate("Settlement"), _lines(card.settlement)))
    if card.collection:
        parts.append(_section(translate("Collection"), *_collection(card.collection, translate)))
    parts += [_section(section.title, _lines(section.lines)) for section in card.sections]
    procedures = [CardLine(one.title, one.text, one.cite) for one in card.every_procedure]
    parts.append(_section(translate("Procedures"), _lines(procedures)))
    if card.changed_options:
        parts.append(
            _section(
                translate("Chosen at this table"), _lines(_changed(one, translate) for one in card.changed_options)
            )
        )
    parts.append(_section(translate("House options"), _lines(map(_option, card.options))))
    parts.append(_section(translate("Documents"), *_documents(card)))
    return Group(*parts)


def _head(card: RulesCard, translate: Translate) -> RenderableType:
    top = Table.grid(expand=True)
    top.add_column()
    top.add_column(justify="right")
    top.add_row(Text(card.title, style="bold"), Text(card.house))
    rulebook = f"{card.rulebook}, {translate('digest')} {card.digest_shown}"
    facts = [
        CardLine(translate("Bank"), card.banked_by),
        CardLine(translate("Rulebook"), rulebook),
        CardLine(translate("Follows"), card.source_text, card.source_lines),
    ]
    return Group(top, Text(card.summary), Text(), _lines(facts))


def _section(title: str, *parts: RenderableType) -> RenderableType:
    return Group(Text(), Text(title.upper(), style="bold"), *parts)


def _grid() -> Table:
    grid = Table.grid(expand=True, padding=(0, 2, 0, 0))
    grid.add_column(ratio=7)
    grid.add_column(ratio=3, style="dim")
    return grid


def _lines(lines: Iterable[CardLine]) -> Table:
    grid = _grid()
    for line in lines:
        label = Text(f"{line.label}: ", style="bold") if line.label else Text()
        grid.add_row(Text.assemble(label, line.text), Text(line.cite))
    return grid


def _wager(wager: WagerCard, translate: Translate) -> RenderableType:
    head = Text.assemble((wager.title, "bold"), (f"  {wager.id}", "dim"))
    grid = _grid()
    grid.add_row(Text(wager.summary), Text(wager.cite))
    grid.add_row(Text(wager.outcome), Text())
    for row in wager.rows:
        grid.add_row(_pays(row.name or translate("Pays"), _pay(row, translate)), Text(row.cite))
    grid.add_row(_pays(wager.limits.label, wager.limits.text), Text(wager.limits.cite))
    for term in wager.terms:
        grid.add_row(Text(term.text), Text(term.cite))
    if wager.note:
        grid.add_row(Text(wager.note), Text())
    return Group(Text(), head, Padding(grid, (0, 0, 0, 2)))


def _pay(row: RowCard, translate: Translate) -> str:
    return f"{row.pays}, {translate('Envy').lower()} {row.envy}" if row.envy else row.pays


def _pays(name: str, pays: str) -> Table:
    """Return a line of text with a name on the left and what it pays on the right."""
    row = Table.grid(expand=True, padding=(0, 1, 0, 0))
    row.add_column(ratio=1)
    row.add_column(justify="right", no_wrap=True, style="bold")
    row.add_row(Text(name), Text(pays))
    return row


def _collection(collection: CollectionCard, translate: Translate) -> list[RenderableType]:
    grid = _grid()
    for bracket in collection.brackets:
        grid.add_row(_pays(bracket.range, bracket.fee), Text(bracket.cite))
    terms = [CardLine("", term.text, term.cite) for term in collection.terms]
    return [_lines([CardLine(translate("Schedule"), translate(collection.text), collection.cite)]), grid, _lines(terms)]


def _changed(option: OptionCard, translate: Translate) -> CardLine:
    return CardLine(
        option.name, f"{option.value}, {translate('not')} {option.default}. {option.title}.", option.sources
    )


def _option(option: OptionCard) -> CardLine:
    return CardLine(option.name, f"{option.value}. {option.title}.", option.sources)


def _documents(card: RulesCard) -> list[RenderableType]:
    listed = [Text(f"{document.number}  {document.text}.") for document in card.documents]
    return [*listed, Text(), Text(card.statement)]


def _only(line: CardLine | None) -> list[CardLine]:
    return [line] if line else []
