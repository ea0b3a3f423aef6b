"""History of a poker table for its board: the player-dealer's last hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from croupier.families.dealer_poker.shared.round import BOARD, DEALER
from croupier.play.board import RecentRounds


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


POKER_HANDS = RecentRounds("dealer-hands", PlayerDealerHand, PlayerDealerHand.of)
