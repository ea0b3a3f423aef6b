"""The parts of a rules card, as plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """Something the card says, what it is about, and where that stands in the documents."""

    label: str
    text: str
    cite: str = ""


@dataclass(frozen=True)
class RowCard:
    """One line of the pay table in force."""

    name: str
    pays: str
    odds: str
    meter: str
    envy: str
    cite: str


@dataclass(frozen=True)
class LimitsCard:
    """The least and the most on a wager, in dollars and in words."""

    label: str
    least: str
    most: str
    text: str
    cite: str


@dataclass(frozen=True)
class WagerCard:
    """One wager that the house offers."""

    id: str
    title: str
    group: str
    summary: str
    outcome: str
    """What pushes and what loses."""
    paytable: str
    rows: tuple[RowCard, ...]
    limits: LimitsCard
    backline: bool
    terms: tuple[Line, ...]
    """What comes back in part, vigorish, prerequisites, exclusions, caps and how its rows are read."""
    note: str
    cite: str


@dataclass(frozen=True)
class MeterCard:
    """A progressive meter."""

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
    """One line of a collection schedule."""

    range: str
    fee: str
    cite: str


@dataclass(frozen=True)
class CollectionCard:
    """The collection schedule in force, or those there are to choose from."""

    schedule: str
    title: str
    available: tuple[str, ...]
    basis: str
    brackets: tuple[BracketCard, ...]
    terms: tuple[Line, ...]
    cite: str

    @property
    def text(self) -> str:
        """What is in force, in a sentence or two."""
        if not self.schedule:
            return f"No schedule was chosen. There are {', '.join(self.available)}."
        return f"{self.schedule}, {self.title}. The fee is looked up by {self.basis}."


@dataclass(frozen=True)
class CardSection:
    """When a hand takes a third card."""

    player_draws_on: str
    banker_when_player_stood: str
    banker_rows: tuple[tuple[str, str], ...]
    """The Banker's two-card totals, and what the Banker does after a third card of the Player's."""
    cite: str


@dataclass(frozen=True)
class ProcedureCard:
    """A part of the dealing procedure."""

    title: str
    text: str
    cite: str


@dataclass(frozen=True)
class StepCard:
    """One thing that is done with the cards or tiles before they are dealt."""

    id: str
    title: str
    text: str
    when: str
    """Every gaming `day`, at an `opening`, for every `shoe`, once it is burned (`burn`), while the table is `idle`."""
    cite: str


@dataclass(frozen=True)
class OptionCard:
    """A choice of the house, or a reading of an ambiguity."""

    name: str
    title: str
    value: str
    default: str
    is_changed: bool
    reading: str
    cite: str
    kind: str = ""
    choices: tuple[str, ...] = ()
    """What it may be set to, in words that are read back; empty where a list would not say it all."""

    @property
    def sources(self) -> str:
        """The number of the reading, and where the documents speak of it."""
        return "; ".join(part for part in (self.reading, self.cite) if part)


@dataclass(frozen=True)
class DocumentCard:
    """A document that the card cites."""

    number: str
    file: str
    title: str
    issuer: str
    lines: int

    @property
    def text(self) -> str:
        """The document as a list of sources names it."""
        return f"{self.title}; {self.issuer}; {self.file}, {self.lines} lines"
