"""Hand names, hands on the table and hand values, for display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, NotRequired

from typing_extensions import TypedDict

from croupier.cards.pack import P_co
from croupier.hands.rank_hand import STRAIGHTS, HandRank

SEAT = "player"
"""Prefix of the name of a seat's hand, as in `player:2`."""


class HandName(NamedTuple):
    """Name of a hand: the dealer's, the board, a common hand, or a seat's, complete or in parts."""

    who: str
    seat: int | None = None
    part: str = ""
    """Part of a seat with several hands: a number after a split, a name for set hands."""

    def __str__(self) -> str:
        """Return the name for logs, cases and the API: `dealer`, `player:2`, `player:2/1`, `player:2/high`."""
        seat = self.who if self.seat is None else f"{self.who}:{self.seat}"
        return f"{seat}/{self.part}" if self.part else seat

    @classmethod
    def parse(cls, text: str) -> HandName:
        whole, _, part = text.partition("/")
        who, _, seat = whole.partition(":")
        return cls(who, int(seat) if seat.isdigit() else None, part)

    @classmethod
    def of_seat(cls, seat: int, part: object = "") -> HandName:
        return cls(SEAT, seat, str(part))

    @property
    def whole(self) -> HandName:
        """Name of the complete hand, without the part."""
        return self._replace(part="")

    @property
    def words(self) -> str:
        """Name of the hand for people, for example `Seat 2, hand 1`."""
        if self.seat is None and self.part.isdigit():
            return f"{self.who.capitalize()} {self.part}"
        if self.seat is None:
            return f"{self.who.capitalize()}, {self.part}" if self.part else self.who.capitalize()
        number = f"hand {self.part}" if self.part.isdigit() else self.part
        return f"Seat {self.seat}, {number}" if self.part else f"Seat {self.seat}"


VisibleHands = Mapping[str, Sequence[str | None]]
"""Cards of each hand as visible to a viewer; None for a hidden card."""


def hand_words(hand: str) -> str:
    """Return a hand's name for people: `player:2/1` is `Seat 2, hand 1`."""
    return HandName.parse(hand).words


@dataclass(frozen=True)
class HandOnTable(Generic[P_co]):
    """Hand on the table: owner, cards with their numbers in the round, and state."""

    name: str
    """Name of the hand: `dealer`, `player:2`, `player:2/1`."""
    seat: int | None
    """Seat of the hand; None for the dealer."""
    cards: tuple[P_co, ...]
    places: tuple[int, ...]
    total: int | None
    """Total of the hand; None while part of it is hidden."""
    soft: bool = False
    state: str = "waiting"
    """State: waiting, playing, stood, doubled, broke, natural, 31, charlie or surrendered."""
    stake_cents: int = 0
    """Stake of the deciding player on the hand, in cents."""
    compared: str = ""
    """Comparison with the opposing hand, once both are open: `win`, `lose`, `copy-win`, `copy-lose` or `copy`.

    A copy is an equal hand: `copy-win` if this hand wins it, `copy-lose` if it loses, `copy` if neither wins.
    """
    is_private_arrangement: bool = False
    """Whether only the player may view which cards are in this hand: it is set and not yet shown."""
    house_way: bool = False
    """Whether the house sets the hand: the "house way" button is on it until it is opened. [004 L1539]"""


def whole_hands(cards: VisibleHands) -> dict[str, tuple[str, ...]]:
    """Return the hands with at least one card and no hidden card."""
    visible = {hand: tuple(card for card in shown if card is not None) for hand, shown in cards.items()}
    return {hand: shown for hand, shown in visible.items() if shown and len(shown) == len(cards[hand])}


class HandValue(TypedDict):
    """Value of a hand: its total or its category, and the cards that form it."""

    total: int | None
    """Total, in a game with totals."""
    is_soft: bool
    category: str | None
    """Category such as `natural` or `full-house`; None if the hand has no named category."""
    ranks: list[str]
    """Ranks that name the hand, most important first: K and 4 for kings full of fours, then the remaining cards."""
    cards: list[str]
    """Cards that form the value, the seat's own and shared ones; empty while more cards are to come."""
    compared: NotRequired[Literal["win", "lose", "tie"]]
    """Comparison with the hand that banks, once both are open; missing in a game that does not compare them so."""
    text: NotRequired[str]
    """Value in words, in a family without screens of its own: `nine`."""


def hand_value(
    cards: Sequence[str], *, total: int | None = None, category: str | None = None, text: str | None = None
) -> HandValue:
    """Return the value of a hand with a total, a category or a value in words, formed by all its cards."""
    value: HandValue = {"total": total, "is_soft": False, "category": category, "ranks": [], "cards": list(cards)}
    return value if text is None else {**value, "text": text}


def ranked_hand_value(rank: HandRank, *, is_whole: bool) -> HandValue:
    """Return a ranked hand as views show it; the counting cards are listed if the hand is whole."""
    counting = [str(card) for card in rank.best]
    ranks = list(dict.fromkeys(card[0] for card in counting))
    category = rank.category.name
    return {
        "total": None,
        "is_soft": False,
        "category": category.lower().replace("_", "-"),
        "ranks": ranks[:1] if category in STRAIGHTS else ranks,
        "cards": counting if is_whole else [],
    }
