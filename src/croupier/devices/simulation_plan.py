"""What a simulated shoe is to do, and what it has done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from croupier.cards import Card


class SimulatedFault(StrEnum):
    """What a shoe can be made to do wrong."""

    MISREAD = "misread"
    DUPLICATE = "duplicate"
    LOST = "lost"
    IMPOSSIBLE = "impossible"
    OUT_OF_TURN = "out-of-turn"
    DOOR = "door"


@dataclass(frozen=True)
class SimulationPlan:
    """What a simulated shoe does."""

    rounds: int = 100
    """It stops after so many."""
    cards: tuple[Card, ...] | None = None
    """The order of the one shoe it deals; without it every shoe is shuffled."""
    cut_from_back: int = 14
    misread_rate: float = 0.0
    delay_seconds: float = 0.0
    wait_seconds: float = 600.0
    """It gives up when there was nothing to deal for so long."""
    mishaps: Mapping[int, SimulatedFault] = field(default_factory=dict)
    """By the number of the card, counted from 1 over all shoes: there, or at the first chance after it."""


@dataclass(frozen=True)
class SimulationResult:
    """What a simulated shoe has done."""

    rounds: int
    cards: int
    messages: int
    refused: tuple[str, ...] = ()
    """The codes of what was refused, in order."""
