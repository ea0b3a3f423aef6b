"""History of a blackjack table for its board: the dealer's last hands and how they ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict

from croupier.cards import Card
from croupier.families.blackjack.hand_values import count, is_natural, value
from croupier.families.blackjack.round import DEALER
from croupier.play.board import HistoryTypes, RecentRounds, ShareView, Shoes, shares_of


@dataclass(frozen=True)
class DealerHandEntry:
    """Dealer's hand of one round, as the history stores it."""

    cards: tuple[str, ...]
    total: int
    natural: bool

    @classmethod
    def of(cls, cards: Mapping[str, Any], facts: Mapping[str, Any]) -> DealerHandEntry:
        values = [value(Card.parse(card).rank) for card in cards[DEALER]]
        return cls(tuple(cards[DEALER]), count(values).total, is_natural(values[0], values[1]))

    def to_json(self) -> dict[str, Any]:
        return {"cards": list(self.cards), "total": self.total, "natural": self.natural}


ENDED: dict[str, Callable[[DealerHandEntry], bool]] = {
    "natural": lambda hand: hand.natural,
    "21": lambda hand: hand.total == 21 and not hand.natural,
    **{str(total): lambda hand, total=total: hand.total == total for total in range(20, 16, -1)},  # type: ignore[misc]
    "broke": lambda hand: hand.total > 21,
}


class DealerHandHistory(RecentRounds[DealerHandEntry]):
    def statistics(self, shoes: Shoes) -> dict[str, Any]:
        hands = self.own(shoes)
        return {"dealer": {name: share.to_json() for name, share in shares_of(hands, ENDED, len(hands)).items()}}


class DealerCounted(TypedDict):
    """Number of dealer's hands by how they ended."""

    dealer: dict[str, ShareView]


DEALER_HANDS = DealerHandHistory("dealer-hands", DealerHandEntry, DealerHandEntry.of, HistoryTypes(DealerCounted))
