"""A hand as it lies on the felt, for showing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from typing_extensions import TypedDict

from croupier.cards.pack import P_co

SEAT = "player"
"""The word before a seat's number."""


class HandName(NamedTuple):
    """Whose hand it is: the dealer's, the board, one that all bet on, or a seat's own, whole or in parts."""

    who: str
    seat: int | None = None
    part: str = ""
    """Of a seat with several hands: which, by number after a split, by name where it has laid them."""

    def __str__(self) -> str:
        """As logs, cases and the API write it: `dealer`, `player:2`, `player:2/1`, `player:2/high`."""
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
        """The hand that this is a part of."""
        return self._replace(part="")

    @property
    def words(self) -> str:
        """As it is said at the table."""
        if self.seat is None and self.part.isdigit():
            return f"{self.who.capitalize()} {self.part}"
        if self.seat is None:
            return f"{self.who.capitalize()}, {self.part}" if self.part else self.who.capitalize()
        number = f"hand {self.part}" if self.part.isdigit() else self.part
        return f"Seat {self.seat}, {number}" if self.part else f"Seat {self.seat}"


SeenHands = Mapping[str, Sequence[str | None]]
"""The cards of each hand as somebody sees them; a back is None."""


def hand_words(hand: str) -> str:
    """`player:2/1` is seat 2's first hand."""
    return HandName.parse(hand).words


@dataclass(frozen=True)
class HandOnTable(Generic[P_co]):
    """One hand: whose it is, its cards with their numbers in the round, and how it stands."""

    name: str
    """`dealer`, `player:2`, `player:2/1`."""
    seat: int | None
    """None for the dealer."""
    cards: tuple[P_co, ...]
    places: tuple[int, ...]
    total: int | None
    """None while part of it is hidden."""
    soft: bool = False
    state: str = "waiting"
    """waiting, playing, stood, doubled, broke, natural, 31, charlie, surrendered."""
    stake_cents: int = 0
    """What whoever decides has on it."""
    compared: str = ""
    """How it came out against the hand it is settled against, once both are open: win, lose; of a copy who takes it,
    copy-win or copy-lose; copy where nobody does."""
    laid_unseen: bool = False
    """Whether only its own player may see that these cards lie together: he has laid them, and nobody has shown."""
    house_way: bool = False
    """Whether the house sets it for its player: the "house way" button lies on it until it is opened. [004 L1539]"""


def whole_hands(cards: SeenHands) -> dict[str, tuple[str, ...]]:
    """The hands that have cards, all of them seen."""
    seen = {hand: tuple(card for card in lying if card is not None) for hand, lying in cards.items()}
    return {hand: lying for hand, lying in seen.items() if lying and len(lying) == len(cards[hand])}


class HandValue(TypedDict):
    """What a hand has come to."""

    total: int | None
    """What it counts, in a game that counts."""
    soft: bool
    category: str | None
    """`natural`, `full-house`; none where the hand is nothing that has a name."""
    ranks: list[str]
    """The ranks it is called by, in order of weight: K and 4 of kings full of fours, and then what is beside them."""
    cards: list[str]
    """Those that count, its own and shared ones; empty while more are to come."""
