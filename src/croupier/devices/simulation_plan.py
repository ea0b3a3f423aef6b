"""Plan and result of a simulated shoe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from croupier.cards import Card


class SimulatedFault(StrEnum):
    """Fault that a simulated shoe can make on purpose."""

    MISREAD = "misread"
    DUPLICATE = "duplicate"
    LOST = "lost"
    IMPOSSIBLE = "impossible"
    OUT_OF_TURN = "out-of-turn"
    DOOR = "door"


@dataclass(frozen=True)
class SimulationPlan:
    """What a simulated shoe deals, when it stops, and which faults it makes."""

    rounds: int = 100
    """Number of rounds after which the shoe stops."""
    cards: tuple[Card, ...] | None = None
    """Order of the only shoe to deal; None to shuffle every shoe."""
    cut_from_back: int = 14
    misread_rate: float = 0.0
    delay_seconds: float = 0.0
    wait_seconds: float = 600.0
    """Seconds without a card to deal after which the shoe stops."""
    faults: Mapping[int, SimulatedFault] = field(default_factory=dict)
    """Faults by card number, counted from 1 over all shoes.

    A fault that is impossible at its card occurs at the first possible card after it.
    """


@dataclass(frozen=True)
class SimulationResult:
    """What a simulated shoe has done: the rounds, cards and messages, and the refusals it received."""

    rounds: int
    cards: int
    messages: int
    refused: tuple[str, ...] = ()
    """Codes of the refusals, in order."""
