"""The hands that a board remembers: the board, the pot, who won it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.play.record import LastRounds, RecordShapes


@dataclass(frozen=True)
class PastHand:
    """One hand."""

    board: list[str]
    pot_cents: int
    winners: list[int]
    showdown: bool

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> PastHand:
        return cls(list(cards.get("board", [])), facts["pot_cents"], list(facts["winners"]), facts["showdown"])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class PastPotSeen(TypedDict):
    """One hand: the board, what was in its pots after the fee, the seats that won, whether cards were shown for it."""

    board: list[str]
    pot_cents: int
    winners: list[int]
    showdown: bool


class PastPotsSeen(TypedDict):
    """The last hands."""

    past_pots: list[PastPotSeen]


POTS = LastRounds("past_pots", PastHand, PastHand.of, RecordShapes(PastPotsSeen, PastPotsSeen))
