"""What `croupier strategy` asks of a family of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.documents.strategy import HandTold, StrategyParts


@dataclass(frozen=True)
class Asked:
    """The cards that were named, as they were written."""

    hand: str | None
    up: str | None
    board: str | None
    removed: str | None
    left: str | None


class StrategyDoor(Protocol):
    """One family."""

    def require(self, house: HouseRules, asked: Asked) -> None:
        """Refuse, before anything is worked out, options that do not go with this game or with each other."""

    def chart(self, house: HouseRules, asked: Asked) -> StrategyParts:
        """The whole strategy."""

    def hand(self, house: HouseRules, asked: Asked) -> HandTold:
        """One hand; asked only where one was named."""
