"""Requests to a worker of the Lab, and the types of the JSON lines that it streams; `stage` names the part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from typing_extensions import TypedDict

from croupier.odds.design import Payable
from croupier.play.rulebook_draft import DraftEdit

Part = Literal["figures", "design", "attack", "document"]


@dataclass(frozen=True)
class LabJob:
    """One request of the page."""

    part: Part
    text: str
    base: str
    """Id of the rulebook that the draft began from."""
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    edits: tuple[DraftEdit, ...] = ()
    wager: str = ""
    """Chosen wager; the first one if it is empty or gone."""
    edge: float = 0.05
    row: int | None = None
    payable: str = Payable.WHOLE.value


class LabProblem(TypedDict):
    """One fault of a draft."""

    line: int
    """Line of the text, from 1; 0 if the fault is not in the draft's own text."""
    key: str
    """Path of the key, such as `wager.lucky-9.pays.0.when`; empty if the text cannot be read."""
    message: str
    start: int
    """First character of the wrong word in the key's value; -1 if no single word is wrong."""
    end: int


class LabFact(TypedDict):
    """Name that a condition may use."""

    name: str
    kind: Literal["fact", "option", "term", "card"]
    type: Literal["bool", "int", "str"]
    meaning: str


class LabOption(TypedDict):
    """Option of the rulebook and its value in the draft."""

    name: str
    title: str
    kind: str
    value: str | int | bool
    choices: list[str]
    min: str | int | None
    max: str | int | None


class LabRow(TypedDict):
    """Row of the pay table in force."""

    number: int
    title: str
    when: str
    pays: str
    filed: str | None
    """Pay of the same row in the rulebook that the draft began from; None for a row of one's own."""
    least: str | None
    """Smallest pay that the rulebook it began from allows."""
    is_share: bool
    """Whether the row pays a share of a meter, which cannot be edited here."""


class LabWager(TypedDict):
    """Wager of the draft."""

    wager: str
    title: str
    summary: str
    pays: str
    """Largest pay, as printed."""
    push: str
    rows: list[LabRow]
    is_own: bool
    """Whether the rulebook that the draft began from has no such wager."""


class CheckedEvent(TypedDict):
    """Result of the check: the text with the edits made, its problems, and what can be edited."""

    stage: Literal["checked"]
    text: str
    problems: list[LabProblem]
    title: str
    rulebook: str
    digest: str
    family: str
    decks: int
    changes: int
    """Number of values in which wagers and options differ from the rulebook that the draft began from."""
    paytable: str | None
    wagers: list[LabWager]
    options: list[LabOption]
    facts: list[LabFact]


class LabLine(TypedDict):
    """One result of a wager."""

    row: int | None
    """Number of the pay row; None for a push or a loss."""
    result: str
    pays: str
    net: float
    probability: float
    won: float
    """Share of all stakes that this result wins, the stake itself not included."""


class LabBar(TypedDict):
    """Net result per unit staked, and its probability."""

    net: float
    probability: float


class LabFigures(TypedDict):
    """Figures of one wager."""

    wager: str
    measured: str
    """Wager whose figures these are: the wager itself, or the whole game that it is a part of."""
    house_edge: float
    house_edge_exact: str | None
    precision: str
    interval: float | None
    hit: float
    push: float
    loss: float
    standard_deviation: float
    skewness: float
    largest_pay: float
    win_an_hour: float
    """Dollars that the bank wins in an hour from one bettor with $10 on every round."""
    deals: int
    lines: list[LabLine]
    bars: list[LabBar]


class SheetEvent(TypedDict):
    """Figures of every wager, of the draft or of the rulebook that it began from."""

    stage: Literal["sheet", "filed"]
    wagers: list[LabFigures]
    without: dict[str, str]
    """Wagers without figures so far, with the reason."""
    is_final: bool


class DeckPoint(TypedDict):
    """Edge of the chosen wager with a number of decks."""

    decks: int
    edge: float | None
    filed: float | None
    is_allowed: bool
    """Whether the rulebook that the draft began from allows this number."""


class DecksEvent(TypedDict):
    """Edge of the chosen wager by number of decks."""

    stage: Literal["decks"]
    points: list[DeckPoint]
    is_final: bool


class EffectsOfWager(TypedDict):
    """Effect of removing one card of each rank from the shoe, and the gain of a perfect counter."""

    by_rank: dict[str, float]
    spread: float
    can_be_counted: bool


class EffectsEvent(TypedDict):
    """Effects of removal of the chosen wager; None where the game has no shoe to count."""

    stage: Literal["effects"]
    draft: EffectsOfWager | None
    filed: EffectsOfWager | None


class SolvedPays(TypedDict):
    """Pay of one row that comes near the target."""

    row: int
    pays: str
    edge: float
    distance: float


class DesignEvent(TypedDict):
    """Pays that bring the wager to the target edge: of the chosen row, of the other rows, and whole tables."""

    stage: Literal["design"]
    wager: str
    target: float
    exact: float | None
    """Pay of the chosen row that reaches the target exactly, to one."""
    chosen: list[SolvedPays]
    others: list[SolvedPays]
    tables: list[SolvedTable]


class SolvedTable(TypedDict):
    """A whole pay table near the target."""

    pays: dict[str, str]
    """Pay by row number."""
    edge: float
    changed: int


class AttackEvent(TypedDict):
    """Gain of the best count for this wager in the shoes dealt so far."""

    stage: Literal["attack"]
    wager: str
    shoes: int
    note: str
    tags: dict[str, float] | None
    trigger: int | None
    frequency: float
    edge: float
    per_shoe: float
    per_100_hands: float
    interval: float | None
    """Half the 95 % interval of `per_shoe`."""
    is_final: bool


class ProgressEvent(TypedDict):
    """Name of the part that is being counted, and the share that is done; None if the share is not known."""

    stage: Literal["progress"]
    part: str
    share: float | None


class FailedEvent(TypedDict):
    """Reason for which a part has no result."""

    stage: Literal["failed"]
    part: str
    message: str


class DoneEvent(TypedDict):
    """Last line: everything that was asked for has been sent."""

    stage: Literal["done"]


LabEvent = (
    CheckedEvent
    | SheetEvent
    | DecksEvent
    | EffectsEvent
    | DesignEvent
    | AttackEvent
    | ProgressEvent
    | FailedEvent
    | DoneEvent
)
AnyEvent = dict[str, Any]
