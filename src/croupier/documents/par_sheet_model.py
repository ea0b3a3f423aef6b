"""Data classes of a par sheet with formatted numbers; the text, HTML and PDF forms are rendered from them."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.documents.rules_card_model import CardLine, DocumentCard, OptionCard


@dataclass(frozen=True)
class ParSheetLine:
    """One possible result of a wager and its probability."""

    name: str
    pays: str
    net: str
    """Net result of one unit staked."""
    result: str
    deals: str
    chance: str
    """Probability of the result in percent."""
    one_in: str
    contribution: str
    """Net result times probability, in percent of the stake; the sum over a wager is the bettor's expected result."""
    cite: str
    value: float
    """Net result of one unit staked as a number, for plots."""
    probability: float
    wins_meter: bool


@dataclass(frozen=True)
class MeterPart:
    """One meter of a progressive wager: its seed, the share that is won, and what it adds to the return."""

    title: str
    seed: str
    share: str
    per_thousand: str
    """Increase of the return for each thousand dollars on the meter, in percent of the stake."""
    break_even: str


@dataclass(frozen=True)
class ProgressivePart:
    """Progressive wager with and without its meters; returns are in percent of the stake."""

    players: int
    seats: str
    stake: str
    fixed: str
    envy: str
    at_seeds: str
    thousand: str
    """The amount of a thousand dollars as text in the table's currency."""
    meters: tuple[MeterPart, ...]
    split: str


@dataclass(frozen=True)
class EffectsPart:
    """Change of a wager's edge when one card is removed from the shoe, by rank, in percentage points."""

    ranks: tuple[tuple[str, float | None], ...]
    sum_of_sizes: str
    spread: str
    can_be_counted: bool
    size: float


@dataclass(frozen=True)
class GamePart:
    """Figures of a hand with decisions, if every decision is the best one."""

    average: str
    """Average amount wagered in one round, all wagers of the hand together, in antes."""
    risk: str
    """House edge in percent of the average total wager (element of risk)."""
    decisions: tuple[tuple[str, str], ...]
    """Each possible decision and the percentage of hands that it is made with."""
    brought: tuple[tuple[str, str], ...]
    """Each wager with its average result in percent of an ante; their sum is the result of the whole hand."""


@dataclass(frozen=True)
class ParSheetWager:
    """Figures of one wager on the par sheet."""

    id: str
    title: str
    paytable: str
    summary: str
    outcome: str
    terms: tuple[CardLine, ...]
    cite: str
    measured_at: str
    """Stake that fixed amounts are compared with; empty if the stake makes no difference."""
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
    """Number of deals that were counted or rounds that were simulated."""
    played: str
    """Way in which a wager with decisions was played to get the figures; empty for other wagers."""
    ends: tuple[ParSheetLine, ...]
    progressive: ProgressivePart | None
    effects: EffectsPart | None
    game: GamePart | None = None

    @property
    def ways_to_win(self) -> tuple[ParSheetLine, ...]:
        return tuple(end for end in self.ends if end.result == "win")


@dataclass(frozen=True)
class ParSheetDocument:
    """The complete par sheet, with all numbers formatted."""

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
    """Titles of the wagers without figures, with the reasons."""
    definitions: tuple[tuple[str, str], ...]
    documents: tuple[DocumentCard, ...]
    statement: str

    @property
    def changed_options(self) -> tuple[OptionCard, ...]:
        return tuple(option for option in self.options if option.is_changed)

    @property
    def has_effects(self) -> bool:
        return any(wager.effects for wager in self.wagers)
