"""Cards that bettors reveal themselves: which cards are revealed, who may reveal them, and the interface of the rules.

All objects are immutable: a family's rules take a state and return the new state or a refusal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from croupier.errors import Refused
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.rulebook.table_rules import TableRules


@dataclass(frozen=True)
class Holder:
    """Player who may reveal cards: a seated player, or a bettor behind the seat."""

    seat: int
    bettor: str = SEATED

    def __str__(self) -> str:
        return f"Seat {self.seat}" if self.bettor == SEATED else f"{self.bettor} behind seat {self.seat}"


@dataclass(frozen=True)
class BettorOnHand:
    """Bettor who has a wager on a hand, with the amount in cents."""

    holder: Holder
    amount: Cents


@dataclass(frozen=True)
class FaceDown:
    """Face-down cards of one hand that are revealed together."""

    hand: str
    cards: int


@dataclass(frozen=True)
class Turned:
    """Cards that were revealed. `by`: who revealed them; None: the dealer."""

    hand: str
    cards: int
    by: Holder | None


@dataclass(frozen=True)
class PassRequest:
    """Request of the player who may reveal a hand that another bettor on this hand reveals it instead."""

    hand: str
    by: Holder
    to: Holder


@dataclass(frozen=True)
class OpenPassRequest:
    """Pass request that is not decided yet, with the players who still have to agree."""

    request: PassRequest
    waiting_for: tuple[Holder, ...]


@dataclass(frozen=True)
class Answered:
    """A pass request that was decided: granted or denied.

    `denied_by`: player who disagreed; None if the request was granted, denied by the house, or not answered in time.
    """

    request: PassRequest
    is_granted: bool
    denied_by: Holder | None = None


@dataclass(frozen=True)
class TurningState:
    """State of the cards that bettors reveal in one round: who may reveal what, and what is still face down."""

    holders: Mapping[str, Holder | None]
    """Player who has the right to reveal each hand; None for a hand that the dealer reveals."""
    bettors: Mapping[str, tuple[BettorOnHand, ...]]
    """All bettors on each hand, in the order of their right to reveal it."""
    seated: tuple[Holder, ...]
    """All seated players with a wager of any kind."""
    face_down: tuple[FaceDown, ...]
    """Face-down cards, in the order in which they are revealed."""
    turned: tuple[Turned, ...] = ()
    open_request: OpenPassRequest | None = None
    answered: tuple[Answered, ...] = ()
    may_pass: bool = True
    """Whether the house allows bettors with smaller wagers to reveal the cards."""

    @property
    def next(self) -> FaceDown | None:
        """Cards to reveal now; None if no card is face down."""
        return self.face_down[0] if self.face_down else None

    @property
    def turner(self) -> Holder | None:
        """Player who reveals the next cards; None: the dealer, or no card is face down."""
        return self.holders[self.face_down[0].hand] if self.face_down else None

    def face_up(self, hand: str) -> int:
        """Return the number of face-up cards of a hand."""
        return sum(one.cards for one in self.turned if one.hand == hand)


class LaidCard(Protocol):
    """Card of the round: its hand, its number in the hand, and whether it lies face down."""

    @property
    def hand(self) -> str: ...

    @property
    def nth(self) -> int: ...

    @property
    def face_down(self) -> bool: ...


class CardTurning(Protocol):
    """Rules for bettors who reveal the cards of a game; a family's module implements these functions."""

    @property
    def LINES(self) -> Mapping[str, str]:  # noqa: N802 - constant of a module
        """Hands in the order in which they are revealed, each with the wager whose largest bettor may reveal it."""

    def is_turned_by_bettors(self, rules: TableRules) -> bool:
        """Return whether bettors reveal the cards at this table; at others the dealer does."""

    def assigned_rights(
        self, rules: TableRules, bets: Sequence[Bet], seats: Collection[int]
    ) -> Mapping[str, Holder | None] | None:
        """Return the player who may reveal each hand, with None for a hand that the dealer reveals.

        The result itself is None if the cards are dealt face up.
        """

    def first_state(self, rules: TableRules, bets: Sequence[Bet], seats: Collection[int]) -> TurningState:
        """Return the initial state: the first cards of the round, all face down."""

    def after_card(self, turning: TurningState, hand: str, nth: int) -> TurningState | Refused:
        """Return the state after one more card was dealt face down; `nth` is its number in the hand, from 1."""

    def hand_to_reveal(self, turning: TurningState, dealt: Sequence[LaidCard], *, is_carried: bool) -> str | None:
        """Return the hand that must be revealed before the next card, or None.

        `is_carried`: whether the first card was carried over from the round before, and is not in `dealt`.
        """

    def turn_cards(self, turning: TurningState, hand: str, by: Holder | None) -> TurningState | Refused:
        """Return the state after `by` revealed the face-down cards of a hand; `by` is None for the dealer."""

    def timed_out(self, turning: TurningState) -> TurningState | Refused:
        """Return the state after a player ran out of time to reveal cards or to answer a pass request."""

    def ask_to_pass(self, turning: TurningState, request: PassRequest) -> TurningState | Refused:
        """Return the state with an open request that another bettor reveals the cards of a hand."""

    def answer_pass(self, turning: TurningState, who: Holder, *, agrees: bool) -> TurningState | Refused:
        """Return the state after one of the asked players agreed or disagreed to the open pass request."""

    def deny_pass(self, turning: TurningState) -> TurningState | Refused:
        """Return the state after the house denied the open pass request."""
