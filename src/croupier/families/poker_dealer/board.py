"""The player-dealer's hands that a board remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.families.poker_dealer.round_state import BOARD, DEALER
from croupier.play.board import HistoryTypes, RecentRounds


@dataclass(frozen=True)
class PlayerDealerHand:
    """The player-dealer's hand, and the board it was made with where there is one."""

    cards: tuple[str, ...]
    board: tuple[str, ...]
    name: str
    """`kings full of fours`."""
    qualifies: bool

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> PlayerDealerHand:
        """`facts`: what the round came to, under the readings it was played by."""
        board = tuple(cards.get(BOARD, ()))
        return cls(tuple(cards[DEALER]), board, str(facts["dealer"]), bool(facts["dealer_qualifies"]))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class PokerHandView(TypedDict):
    """The player-dealer's hand as the house called it, and the board it was made with."""

    cards: list[str]
    board: list[str]
    name: str
    qualifies: bool


class PokerHandsView(TypedDict):
    """The player-dealer's last hands."""

    poker_hands: list[PokerHandView]


SHAPES = HistoryTypes(PokerHandsView, PokerHandsView)
POKER_HANDS = RecentRounds("poker_hands", PlayerDealerHand, PlayerDealerHand.of, SHAPES)
