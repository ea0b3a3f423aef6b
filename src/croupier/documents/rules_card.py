"""The rules card, all that is posted at a table, as plain data; text, Markdown, JSON and PDF are rendered from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from croupier.documents import rules_card_collection, rules_card_table, rules_card_wagers
from croupier.documents.family import documents_of
from croupier.documents.rules_card_model import (
    CardLine,
    CardSection,
    CollectionCard,
    DocumentCard,
    MeterCard,
    OptionCard,
    ProcedureCard,
    StepCard,
    WagerCard,
)
from croupier.documents.rules_card_wording import RulesCardFormatter, cited_numbers, short_citation
from croupier.money.collection import Schedule
from croupier.rulebook.options import OptionError, OptionValue, read_option
from croupier.rulebook.schema import Option, RulebookFile
from croupier.rulebook.source_documents import HOUSE_RULE, Document, document_of
from croupier.rulebook.table_rules import TableRules

BANKED_BY = {
    "house": "The house banks the game.",
    "player-dealer": "A seated player, the player-dealer, banks the round. The house has no stake in the game.",
    "seats": "Nobody banks: the players at the table play against each other.",
}
STATEMENT = (
    "This card states the rules that croupier carries out for this rulebook, as read from the documents listed. "
    "It makes no claim of certification or approval."
)
DIGEST_SHOWN = 12


@dataclass(frozen=True)
class RulesCard:
    """The rules card of one table: the rules in force, which players may ask for and regulators check."""

    title: str
    house: str
    summary: str
    banking: str
    banked_by: str
    rulebook: str
    digest: str
    source: DocumentCard
    source_lines: str
    table: tuple[CardLine, ...]
    paytable: CardLine | None
    wagers: tuple[WagerCard, ...]
    meters: tuple[MeterCard, ...]
    envy: CardLine | None
    settlement: tuple[CardLine, ...]
    collection: CollectionCard | None
    sections: tuple[CardSection, ...]
    """Sections that the family adds."""
    procedures: tuple[ProcedureCard, ...]
    options: tuple[OptionCard, ...]
    documents: tuple[DocumentCard, ...]
    statement: str = STATEMENT
    language: str = "en"
    """Language code of the sentences on the card; see `translate_card`."""
    steps: tuple[StepCard, ...] = ()
    """Procedure steps before the cards are dealt, in order."""

    def __repr__(self) -> str:
        return f"<rules card of {self.rulebook}: {len(self.wagers)} wagers, language {self.language}>"

    def markdown(self) -> str:
        """Return the card as Markdown."""
        from croupier.documents.rules_card_markdown import card_markdown  # noqa: PLC0415 - it imports this module

        return card_markdown(self)

    def _repr_markdown_(self) -> str:
        return self.markdown()

    @classmethod
    def of(cls, rules: TableRules, schedule: Schedule | None = None) -> RulesCard:
        """Return the rules card of a table, with the collection schedule in force if one is chosen."""
        book = rules.rulebook
        written = book.written
        source = _source(written)
        parts: dict[str, Any] = {
            "table": rules_card_table.table_lines(rules),
            "paytable": rules_card_wagers.paytable_line(rules),
            "wagers": rules_card_wagers.wager_cards(rules, schedule),
            "meters": rules_card_table.meter_cards(rules),
            "envy": rules_card_table.envy_line(rules),
            "settlement": rules_card_table.settlement_lines(rules),
            "collection": rules_card_collection.collection_card(rules, schedule),
            "sections": documents_of(rules).card_sections(rules),
            "procedures": tuple(_procedures(rules, schedule)),
            "options": tuple(_options(rules)),
            "steps": tuple(_steps(rules)),
        }
        source_lines = short_citation(book.cite(written.cite))
        cited = {source.number} | cited_numbers(source_lines, *parts.values())
        return cls(
            title=book.title,
            house=written.house,
            summary=written.summary,
            banking=written.banking,
            banked_by=BANKED_BY[written.banking],
            rulebook=book.id,
            digest=book.digest,
            source=source,
            source_lines=source_lines,
            documents=tuple(
                source if number == source.number else _document(document_of(number)) for number in sorted(cited)
            ),
            **parts,
        )

    @property
    def digest_shown(self) -> str:
        """First digits of the rulebook's digest, enough to distinguish versions of a rulebook."""
        return self.digest[:DIGEST_SHOWN]

    @property
    def source_text(self) -> str:
        """Title, issuer and file of the document that the game follows."""
        return f"{self.source.title}; {self.source.issuer}; {self.source.file}"

    @property
    def changed_options(self) -> tuple[OptionCard, ...]:
        """Options that differ from the rulebook's defaults at this table."""
        return tuple(option for option in self.options if option.is_changed)

    @property
    def every_procedure(self) -> tuple[ProcedureCard, ...]:
        """All procedures, with each step before the deal as a procedure too."""
        return (*self.procedures, *(ProcedureCard(step.title, step.text, step.cite) for step in self.steps))

    def as_data(self) -> dict[str, Any]:
        """Return the rules card as plain data for JSON output."""
        return asdict(self)


def _procedures(rules: TableRules, schedule: Schedule | None) -> Iterator[ProcedureCard]:
    own = rules.rulebook.written.own
    printed = own.rules_card_procedures(rules.options) if own is not None else ()
    for procedure in (*rules.rulebook.written.procedure.values(), *printed):
        yield ProcedureCard(procedure.title, procedure.text, short_citation(rules.rulebook.cite(procedure.cite)))
    yield from _summary_procedures(rules, schedule)


def _steps(rules: TableRules) -> Iterator[StepCard]:
    for step in rules.steps.values():
        yield StepCard(step.id, step.title, step.text, step.when, short_citation(rules.rulebook.cite(step.cite)))


def _summary_procedures(rules: TableRules, schedule: Schedule | None) -> Iterator[ProcedureCard]:
    """Yield summaries of the procedure steps, notices, announced changes and approvals."""
    written = rules.rulebook.written
    steps = rules.steps.values()
    notices = rules.notices if schedule is None else rules.notices_under(schedule)
    announced, approvals = written.announced.values(), written.approval.values()
    summaries = {
        "Before the cards are dealt": (". ".join(one.title for one in steps), [one.cite for one in steps]),
        "Notices": (" ".join(one.text for one in notices).removesuffix("."), [one.cite for one in notices]),
        "Announced first": (_announced(rules), [one.cite for one in announced]),
        "With the regulator's approval": (". ".join(one.title for one in approvals), [one.cite for one in approvals]),
    }
    for title, (text, cites) in summaries.items():
        if text:
            yield ProcedureCard(
                title, f"{text}.", short_citation(rules.rulebook.cite([line for cite in cites for line in cite]))
            )


def _announced(rules: TableRules) -> str:
    """Return as text the options and pays that the house changes only after notice, and the minutes of notice."""
    parts_changed = []
    for rule in rules.rulebook.written.announced.values():
        options = [rules.rulebook.written.options[name].title for name in rule.options]
        wagers = [f"what {rules.wagers[name].title} pays" for name in rule.wagers if name in rules.wagers]
        if options or wagers:
            parts_changed.append(
                f"{'; '.join([*options, *wagers])}: {rules.value(rule.minutes)} minutes before it counts"
            )
    return ". ".join(parts_changed)


def _options(rules: TableRules) -> Iterator[OptionCard]:
    words = RulesCardFormatter(rules)
    for name, option in rules.rulebook.written.options.items():
        yield OptionCard(
            name=name,
            title=option.title,
            value=words.option(name),
            default=words.value(option, read_option(option, option.default)),
            is_changed=words.is_changed(name),
            reading=option.reading,
            cite=words.cite(option.cite),
            kind=option.kind,
            choices=option_choices(option, words, rules.options[name]),
        )


def _source(written: RulebookFile) -> DocumentCard:
    """Return the document that a rulebook follows, which may be one of the house's own."""
    if isinstance(written.source, str):
        return _document(document_of(written.source))
    own = written.source
    return DocumentCard(HOUSE_RULE.number, own.file, own.title, own.issuer or written.house, 0)


def _document(document: Document) -> DocumentCard:
    return DocumentCard(document.number, document.file, document.title, document.issuer, document.lines)


USUAL_DOLLARS = (1, 2, 3, 5, 10, 15, 20, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 600, 750, 1000, 1500, 2000)
LARGE_DOLLARS = (2500, 3000, 5000, 7500, 10_000, 15_000, 20_000, 25_000, 50_000, 100_000)
USUAL_PERCENTS = (*(f"{halves / 2}%" for halves in range(11)), "10%", "15%", "20%", "25%")
WHOLE_MOST = 60
"""Most numbers that a list of choices offers; nobody would search a longer list."""


def option_choices(option: Option, words: RulesCardFormatter, value: OptionValue) -> tuple[str, ...]:
    """Return the values that a person may choose for an option, in order; empty for an option whose value is odds.

    The value in force and the default are always among them.
    """
    if option.kind == "odds":
        return ()
    allowed = [one for one in (_read(option, written) for written in _written(option)) if one is not None]
    if not allowed:
        return ()
    own = [one for one in (value, read_option(option, option.default)) if one is not None and one not in allowed]
    return tuple(words.value(option, one) for one in _in_order(option, [*allowed, *own]))


def _written(option: Option) -> Iterable[str]:
    match option.kind:
        case "choice":
            return option.choices
        case "flag":
            return ("yes", "no")
        case "whole":
            return _wholes(option)
        case "percent":
            return (*USUAL_PERCENTS, *_ends(option))
        case _:
            return (*(str(dollars) for dollars in (*USUAL_DOLLARS, *LARGE_DOLLARS)), *_ends(option))


def _ends(option: Option) -> Iterator[str]:
    return (str(end) for end in (option.min, option.max) if end is not None)


def _wholes(option: Option) -> Iterable[str]:
    least, most = int(option.min or 0), option.max
    return () if most is None or int(most) - least > WHOLE_MOST else map(str, range(least, int(most) + 1))


def _read(option: Option, written: str) -> OptionValue:
    try:
        return read_option(option, written)
    except OptionError:
        return None


def _in_order(option: Option, values: list[OptionValue]) -> list[OptionValue]:
    each_once = list(dict.fromkeys(values))
    is_number = option.kind in ("whole", "money", "percent")
    return sorted(each_once, key=lambda one: one) if is_number else each_once  # type: ignore[arg-type, return-value]
