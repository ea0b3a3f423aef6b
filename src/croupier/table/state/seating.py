"""Seats of a table, the chips of its players, its waiting list and its dealer button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.play.table_stakes import SeatedStack
from croupier.store.ledger_accounts import AccountName


@dataclass(frozen=True)
class SeatedPlayer:
    """Player who sits in a seat: a person, a third-party provider or a bot."""

    account: AccountName
    name: str
    third_party: bool = False
    bot: bool = False


@dataclass(frozen=True)
class ChipStack:
    """A player's chips at a table where seats play against each other, and whether the player sits out or owes blinds.

    The entry stays when the player leaves the seat.
    """

    cents: int = 0
    """Chips in front of the player, in cents, without those in the current hand."""
    is_out: bool = False
    """Whether the player sits out."""
    owes: tuple[str, ...] = ()
    posts: bool = False
    time_bank_ms: int | None = None
    """Remaining time bank in milliseconds, for decisions that take longer than the decision time; None: unused."""


NO_STACK = ChipStack()


@dataclass(frozen=True)
class WaitingPlayer:
    """Player on the waiting list."""

    account: AccountName
    name: str


@dataclass(frozen=True, kw_only=True)
class SeatingState:
    """Seats, chip stacks, waiting list and button of a table."""

    seats: Mapping[int, SeatedPlayer] = field(default_factory=dict)
    stacks: Mapping[str, ChipStack] = field(default_factory=dict)
    """Chips in front of players by account, at a table where seats play against each other."""
    waiting: tuple[WaitingPlayer, ...] = ()
    """Waiting list, longest wait first."""
    button: int | None = None
    """Seat of the dealer button; None before the first draw."""
    button_drawn: bool = False
    """Whether the button was drawn and no hand has been dealt since; the button does not move before that hand."""

    def stack(self, account: str) -> ChipStack:
        return self.stacks.get(account, NO_STACK)

    @property
    def seated_stacks(self) -> list[SeatedStack]:
        """Chips and status of every seated player in seat order, from which the next hand is started."""
        found = []
        for seat, sitter in sorted(self.seats.items()):
            stack = self.stack(sitter.account)
            found.append(SeatedStack(seat, stack.cents, not stack.is_out, stack.owes, stack.posts))
        return found

    def seat_of(self, account: str) -> int | None:
        """Return the seat that an account took first, or None.

        A player with several seats banks, and is offered the bank, at this seat.
        """
        return next(iter(self.seats_of(account)), None)

    def seats_of(self, account: str) -> list[int]:
        """Return all seats of an account in the order in which they were taken."""
        return [seat for seat, sitter in self.seats.items() if sitter.account == account]

    @property
    def first_seats(self) -> list[int]:
        """First seat of every seated player, one per player."""
        return list(dict.fromkeys(self.seat_of(sitter.account) or seat for seat, sitter in self.seats.items()))

    @property
    def offer_candidates(self) -> tuple[list[int], dict[int, str]]:
        """Seats of third-party providers, and the account at each seat: the candidates for the bank."""
        third = [seat for seat, sitter in self.seats.items() if sitter.third_party]
        return third, {seat: sitter.account for seat, sitter in self.seats.items()}
