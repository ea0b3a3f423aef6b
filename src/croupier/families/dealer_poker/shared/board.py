"""History of a poker table for its board: the player-dealer's last hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.families.dealer_poker.shared.round import BOARD, DEALER
from croupier.play.board import HistoryTypes, RecentRounds


@dataclass(frozen=True)
class PlayerDealerHand:
    """Player-dealer's hand of one round, with the community cards if the game has them."""

    cards: tuple[str, ...]
    board: tuple[str, ...]
    name: str
    """Name of the hand, for example `kings full of fours`."""
    qualifies: bool

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> PlayerDealerHand:
        """Return the history entry of a finished round; `facts` are the round's facts under the table's options."""
        board = tuple(cards.get(BOARD, ()))
        return cls(tuple(cards[DEALER]), board, str(facts["dealer"]), bool(facts["dealer_qualifies"]))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class PokerHandView(TypedDict):
    """Player-dealer's hand with its announced name, and the community cards that it uses."""

    cards: list[str]
    board: list[str]
    name: str
    qualifies: bool


class PokerHandsView(TypedDict):
    """Last hands of the player-dealer."""

    poker_hands: list[PokerHandView]


HISTORY_TYPES = HistoryTypes(PokerHandsView, PokerHandsView)
POKER_HANDS = RecentRounds("poker_hands", PlayerDealerHand, PlayerDealerHand.of, HISTORY_TYPES)
