"""Data classes of a rules card."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.rulebook.schema import StepWhen


@dataclass(frozen=True)
class CardLine:
    """Statement on a rules card with its label and citation."""

    label: str
    text: str
    cite: str = ""


@dataclass(frozen=True)
class RowCard:
    """One row of the pay table in force, on a rules card."""

    name: str
    pays: str
    odds: str
    meter: str
    envy: str
    cite: str


@dataclass(frozen=True)
class LimitsCard:
    """Minimum and maximum stake of a wager, as decimal dollars and as text."""

    label: str
    least: str
    most: str
    text: str
    cite: str


@dataclass(frozen=True)
class WagerCard:
    """One wager that the table offers."""

    id: str
    title: str
    group: str
    summary: str
    outcome: str
    """Text that says what pushes and what loses."""
    paytable: str
    rows: tuple[RowCard, ...]
    limits: LimitsCard
    backline: bool
    terms: tuple[CardLine, ...]
    """Partial returns, vigorish, prerequisites, exclusions, stake limits and the rule for several winning rows."""
    note: str
    cite: str


@dataclass(frozen=True)
class MeterCard:
    """Progressive meter on a rules card."""

    id: str
    title: str
    wager: str
    seed: str
    contribution: str
    split: str
    cite: str
    pays_other_hands: bool = False

    @property
    def text(self) -> str:
        others = "; it pays the other winning hands too" if self.pays_other_hands else ""
        goes_on = f"{self.contribution} of each stake goes on it"
        return f"starts from {self.seed}; {goes_on}; a prize is {self.split}{others}."


@dataclass(frozen=True)
class BracketCard:
    """One row of a collection schedule."""

    range: str
    fee: str
    cite: str


@dataclass(frozen=True)
class CollectionCard:
    """The collection schedule in force on a rules card, or the list of schedules if no schedule is chosen."""

    schedule: str
    title: str
    available: tuple[str, ...]
    basis: str
    brackets: tuple[BracketCard, ...]
    terms: tuple[CardLine, ...]
    cite: str

    @property
    def text(self) -> str:
        """Sentences on the collection schedule: its name and what its fee depends on, or the available schedules."""
        if not self.schedule:
            return f"No schedule was chosen. There are {', '.join(self.available)}."
        return f"{self.schedule}, {self.title}. The fee is looked up by {self.basis}."


@dataclass(frozen=True)
class CardSection:
    """Section of the rules card that a family adds, for example how its hands are drawn."""

    title: str
    lines: tuple[CardLine, ...]


@dataclass(frozen=True)
class ProcedureCard:
    """Part of the dealing procedure, as a rules card prints it."""

    title: str
    text: str
    cite: str


@dataclass(frozen=True)
class StepCard:
    """Procedure step that comes before the cards or tiles are dealt."""

    id: str
    title: str
    text: str
    when: StepWhen
    """Occasion: every gaming `day`, at an `opening`, for every `shoe`, after the `burn`, or while the table is `idle`.
    """
    cite: str


@dataclass(frozen=True)
class OptionCard:
    """Option on a rules card: a choice of the casino, or a reading of an ambiguity in the documents."""

    name: str
    title: str
    value: str
    default: str
    is_changed: bool
    reading: str
    cite: str
    kind: str = ""
    choices: tuple[str, ...] = ()
    """Values that the option may have, as accepted input; empty if a list would be incomplete."""

    @property
    def sources(self) -> str:
        """Source of the option, as text: the number of its reading, and its citation."""
        return "; ".join(part for part in (self.reading, self.cite) if part)


@dataclass(frozen=True)
class DocumentCard:
    """Document that a rules card cites."""

    number: str
    file: str
    title: str
    issuer: str
    lines: int

    @property
    def text(self) -> str:
        """Entry of the document in the list of sources."""
        lines = f", {self.lines} lines" if self.lines else ""
        return f"{self.title}; {self.issuer}; {self.file}{lines}"
