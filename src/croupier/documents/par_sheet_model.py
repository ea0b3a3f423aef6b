"""The parts of a par sheet, as plain data with its figures ready to print: text, HTML and PDF are made of them."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.documents.rules_card_model import DocumentCard, Line, OptionCard


@dataclass(frozen=True)
class ParSheetLine:
    """One way a wager can end, and how often it does."""

    name: str
    pays: str
    net: str
    """What a unit staked is better or worse off by."""
    result: str
    deals: str
    chance: str
    """In percent."""
    one_in: str
    contribution: str
    """Net times chance, in percent of the stake; those of a wager add up to what the bettor can expect."""
    cite: str
    value: float
    """For a plot: the net, and the chance as a share of one."""
    probability: float
    wins_meter: bool


@dataclass(frozen=True)
class MeterPart:
    """One meter of a progressive wager."""

    title: str
    seed: str
    share: str
    per_thousand: str
    """What a thousand dollars on the meter add to the return, in percent of the stake."""
    break_even: str


@dataclass(frozen=True)
class ProgressivePart:
    """A progressive wager, with and without its meters. Returns in percent of the stake."""

    players: int
    seats: str
    stake: str
    fixed: str
    envy: str
    at_seeds: str
    thousand: str
    """A thousand dollars, in the money of the table."""
    meters: tuple[MeterPart, ...]
    split: str


@dataclass(frozen=True)
class EffectsPart:
    """What one card less of a rank does to a wager's edge, in percentage points."""

    ranks: tuple[tuple[str, float | None], ...]
    sum_of_sizes: str
    spread: str
    can_be_counted: bool
    size: float


@dataclass(frozen=True)
class GamePart:
    """All that a hand is played for, with best play."""

    average: str
    """What is put down in a round, in antes."""
    risk: str
    """The edge in percent of that."""
    decisions: tuple[tuple[str, str], ...]
    """What is decided, and how often, in percent."""
    brought: tuple[tuple[str, str], ...]
    """What each wager brings, in percent of an ante; together what the hand does."""


@dataclass(frozen=True)
class ParSheetWager:
    """One wager of the sheet."""

    id: str
    title: str
    paytable: str
    summary: str
    outcome: str
    terms: tuple[Line, ...]
    cite: str
    measured_at: str
    """The stake that fixed amounts are measured against; empty where the stake makes no difference."""
    edge: str
    edge_exact: str
    hit: str
    push: str
    loss: str
    deviation: str
    skewness: str
    largest: str
    expected: str
    deals: str
    """All deals that were counted, or rounds that were dealt."""
    played: str
    """What its figures depend on, where it is played and not only placed."""
    ends: tuple[ParSheetLine, ...]
    progressive: ProgressivePart | None
    effects: EffectsPart | None
    game: GamePart | None = None

    @property
    def ways_to_win(self) -> tuple[ParSheetLine, ...]:
        return tuple(end for end in self.ends if end.result == "win")


@dataclass(frozen=True)
class ParSheetDocument:
    """The whole sheet."""

    title: str
    house: str
    rulebook: str
    digest: str
    version: str
    source_text: str
    source_lines: str
    shoe: str
    method: str
    options: tuple[OptionCard, ...]
    wagers: tuple[ParSheetWager, ...]
    not_counted: tuple[tuple[str, str], ...]
    """Wagers that the sheet has no figures for, and why."""
    definitions: tuple[tuple[str, str], ...]
    documents: tuple[DocumentCard, ...]
    statement: str

    @property
    def changed_options(self) -> tuple[OptionCard, ...]:
        return tuple(option for option in self.options if option.is_changed)

    @property
    def has_effects(self) -> bool:
        return any(wager.effects for wager in self.wagers)
