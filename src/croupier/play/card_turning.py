"""Cards that bettors turn: how far they are turned, who may turn them, and what a room has to say about it.

Everything here is a value; a room's rules take the turning and give the new one, or a refusal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from croupier.errors import Refused
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents


@dataclass(frozen=True)
class Holder:
    """Somebody who may be handed cards: a seat's own player, or a bettor behind it."""

    seat: int
    bettor: str = SEATED

    def __str__(self) -> str:
        return f"Seat {self.seat}" if self.bettor == SEATED else f"{self.bettor} behind seat {self.seat}"


@dataclass(frozen=True)
class BettorOnHand:
    """A bettor on a hand, and what he has on it."""

    holder: Holder
    amount: Cents


@dataclass(frozen=True)
class FaceDown:
    """Cards of one hand that lie face down: the first two, or the third."""

    hand: str
    cards: int


@dataclass(frozen=True)
class Turned:
    """Cards that were turned, and by whom; None is the dealer."""

    hand: str
    cards: int
    by: Holder | None


@dataclass(frozen=True)
class PassRequest:
    """The holder asks that another bettor on his hand turn its cards."""

    hand: str
    by: Holder
    to: Holder


@dataclass(frozen=True)
class PassAsked:
    """A request that waits for those who have not agreed yet."""

    wish: PassRequest
    waiting_for: tuple[Holder, ...]


@dataclass(frozen=True)
class Answered:
    """What became of a request. `denied_by`: who said no; None if nobody did, or if it was the house or silence."""

    wish: PassRequest
    is_granted: bool
    denied_by: Holder | None = None


@dataclass(frozen=True)
class TurningState:
    """The cards of one round, as far as they are turned."""

    holders: Mapping[str, Holder | None]
    """Who turns each hand's cards; None is the dealer."""
    backers: Mapping[str, tuple[BettorOnHand, ...]]
    """Everyone who has a wager on the hand, in the order of the right to turn it."""
    seated: tuple[Holder, ...]
    """Everyone who sits at the table with a wager of any kind."""
    face_down: tuple[FaceDown, ...]
    """In the order in which they are turned."""
    turned: tuple[Turned, ...] = ()
    asking: PassAsked | None = None
    answered: tuple[Answered, ...] = ()
    may_pass: bool = True
    """Whether the house allows smaller bettors to turn the cards."""

    @property
    def next(self) -> FaceDown | None:
        """The cards to be turned now."""
        return self.face_down[0] if self.face_down else None

    @property
    def turner(self) -> Holder | None:
        """Whose turn it is; None is the dealer, or nobody when all lies face up."""
        return self.holders[self.face_down[0].hand] if self.face_down else None

    def face_up(self, hand: str) -> int:
        """How many cards of a hand everyone can see."""
        return sum(one.cards for one in self.turned if one.hand == hand)


class CardTurning(Protocol):
    """How bettors turn the cards of a game. A module of a room has these functions."""

    @property
    def LINES(self) -> Mapping[str, str]:  # noqa: N802 - a module's constant
        """Each hand, in the order they are turned, and the wager whose largest bettor turns it."""

    def rights(self, bets: Sequence[Bet], seats: Collection[int]) -> Mapping[str, Holder | None]:
        """Who turns each hand; None is the dealer."""

    def lay_face_down(self, bets: Sequence[Bet], seats: Collection[int], *, may_pass: bool = True) -> TurningState:
        """The round's first cards, before any is turned."""

    def third_card(self, turning: TurningState, hand: str) -> TurningState | Refused:
        """Another card comes face down."""

    def turn_cards(self, turning: TurningState, hand: str, by: Holder | None) -> TurningState | Refused:
        """Whoever holds the right turns the cards; None is the dealer."""

    def timed_out(self, turning: TurningState) -> TurningState | Refused:
        """Silence, where somebody was to turn or to answer."""

    def ask_to_pass(self, turning: TurningState, wish: PassRequest) -> TurningState | Refused:
        """The holder asks that another turn the cards."""

    def answer_pass(self, turning: TurningState, who: Holder, *, agrees: bool) -> TurningState | Refused:
        """One of those who were asked agrees, or does not."""

    def deny_pass(self, turning: TurningState) -> TurningState | Refused:
        """The house does not allow it."""
