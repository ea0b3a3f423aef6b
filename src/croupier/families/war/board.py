"""Past rounds of war for boards: the winner, the winning card and the number of wars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.families.war.rules import BANKER, PLAYER
from croupier.play.board import HistoryTypes, RecentRounds, ShareView, Shoes, shares_of


@dataclass(frozen=True)
class WarEntry:
    """One past round of war."""

    winner: str | None
    """`player` or `banker`; None if the shoe ran out before the cards differed."""
    wars: int
    winning_card: int

    @classmethod
    def from_round(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> WarEntry:
        return cls(facts["winner"], facts["wars"], facts["winning_card"])

    def to_json(self) -> dict[str, Any]:
        figures = {"wars": self.wars, "winning_card": self.winning_card}
        return {"winner": self.winner or "", "figures": figures}


COUNTED_ENDINGS: dict[str, Callable[[WarEntry], bool]] = {
    PLAYER: lambda war: war.winner == PLAYER,
    BANKER: lambda war: war.winner == BANKER,
    **{f"{wars}": lambda war, wars=wars: war.wars == wars for wars in range(4)},  # type: ignore[misc]
    "4+": lambda war: war.wars > 3,
}
"""Conditions on past rounds, such as who won and after how many wars; boards show how often each was true."""


class WarHistory(RecentRounds[WarEntry]):
    def statistics(self, shoes: Shoes) -> dict[str, Any]:
        past = self.own(shoes)
        return {"wars": {name: share.to_json() for name, share in shares_of(past, COUNTED_ENDINGS, len(past)).items()}}


class WarStatsView(TypedDict):
    """Counts of past rounds, by winner and by number of wars."""

    wars: dict[str, ShareView]


WARS = WarHistory("sides", WarEntry, WarEntry.from_round, HistoryTypes(WarStatsView))
