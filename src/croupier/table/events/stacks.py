"""Events about chips in front of players, the waiting list, the button and the time bank."""

from __future__ import annotations

from typing import ClassVar, Literal

from croupier.store.ledger_accounts import AccountName
from croupier.table.events.base import Event, EventVisibility, with_round, with_stack
from croupier.table.state import (
    TableState,
    WaitingPlayer,
)
from croupier.table.state.changed_copy import replace


class ChipsBought(Event):
    """Event: a player bought chips with credit, at a table where seats play against each other."""

    kind: Literal["chips-bought"] = "chips-bought"
    seat: int
    account: AccountName
    cents: int
    stack_cents: int
    """Chips in front of the player after the purchase, in cents."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat", "cents", "stack_cents"), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        return with_stack(state, self.account, cents=self.stack_cents)


class ChipsReturned(Event):
    """Event: a player's chips returned to the player's credit."""

    kind: Literal["chips-returned"] = "chips-returned"
    seat: int
    account: AccountName
    cents: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat", "cents"), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        return with_stack(state, self.account, cents=0)


class SatOut(Event):
    """Event: a player sits out, and keeps seat and chips."""

    kind: Literal["sat-out"] = "sat-out"
    seat: int
    account: AccountName
    why: Literal["asked", "silent"]
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat", "why"), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        return with_stack(state, self.account, is_out=True, posts=False)


class SatIn(Event):
    kind: Literal["sat-in"] = "sat-in"
    seat: int
    account: AccountName
    posts: bool = False
    """Whether the player pays the missed amounts and is dealt in at once."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat", "posts"), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        return with_stack(state, self.account, is_out=False, posts=self.posts)


class WaitingListJoined(Event):
    kind: Literal["waiting-list-joined"] = "waiting-list-joined"
    account: AccountName
    name: str
    place: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("place",), staff=("account", "name"))

    def apply(self, state: TableState) -> TableState:
        return replace(state, waiting=(*state.waiting, WaitingPlayer(self.account, self.name)))


class WaitingListLeft(Event):
    kind: Literal["waiting-list-left"] = "waiting-list-left"
    account: AccountName
    visibility: ClassVar[EventVisibility] = EventVisibility(staff=("account",))

    def apply(self, state: TableState) -> TableState:
        return replace(state, waiting=tuple(one for one in state.waiting if one.account != self.account))


class ButtonDrawn(Event):
    """Event: each player drew one card, and the highest card got the dealer button."""

    kind: Literal["button-drawn"] = "button-drawn"
    seat: int
    cards: dict[str, str]
    """Card that each player drew, by seat."""
    source: str
    """Source of the cards: `generator` or `dealer`."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat", "cards", "source"))

    def apply(self, state: TableState) -> TableState:
        return replace(state, button=self.seat, button_drawn=True)


class HandStarted(Event):
    """Event: a hand between seats begins.

    It records the seat of the dealer button and the blinds and antes that absent players owe.
    """

    kind: Literal["hand-started"] = "hand-started"
    button: int
    owes: dict[str, list[str]]
    """Names of the blinds and antes that each account owes; an account that is not listed owes nothing."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("button",), staff=("owes",))

    def apply(self, state: TableState) -> TableState:
        owing = {
            account: replace(stack, owes=tuple(self.owes.get(account, ()))) for account, stack in state.stacks.items()
        }
        opening = replace(state.opening, button=self.button)
        return replace(state, stacks=owing, button=self.button, button_drawn=False, opening=opening)


class TimeBankOpened(Event):
    """Event: the decision time is over and the player's time bank starts."""

    kind: Literal["time-bank-opened"] = "time-bank-opened"
    seat: int
    account: AccountName
    left_ms: int
    next_at: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat", "left_ms", "next_at"), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        after = with_stack(state, self.account, time_bank_ms=0)
        return with_round(after, ask_until=self.next_at, next_at=self.next_at, time_bank_seat=self.seat)


class TimeBankClosed(Event):
    """Event: a player decided during the time bank; `left_ms` is its remaining time."""

    kind: Literal["time-bank-closed"] = "time-bank-closed"
    seat: int
    account: AccountName
    left_ms: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat", "left_ms"), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        return with_round(with_stack(state, self.account, time_bank_ms=self.left_ms), time_bank_seat=None)
