"""Events of the player-dealer's bank."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from croupier.store.ledger_accounts import AccountName
from croupier.table.events.base import Event, EventVisibility
from croupier.table.rotation_offers import (
    BankOffersStep,
    rotation_input_from_json,
)
from croupier.table.state import (
    PlayerDealerBank,
    TableState,
)
from croupier.table.state.changed_copy import replace


class BankRotated(Event):
    """Event: the bank rotation received an input, such as a player who accepted or declined the bank."""

    kind: Literal["bank-rotated"] = "bank-rotated"
    input: dict[str, Any]
    at: int
    deadline: int | None = None
    """Time by which the player who is offered the bank, or who banks next, must answer; None if nobody must."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("at", "deadline"), filtered=("input",))

    def apply(self, state: TableState) -> TableState:
        assert state.offers is not None
        step = state.offers.apply_input(rotation_input_from_json(self.input), self.at, *state.offer_candidates)
        assert isinstance(step, BankOffersStep), step
        return replace(state, offers=step.offers, offer_until=self.deadline)


class BankPosted(Event):
    kind: Literal["bank-posted"] = "bank-posted"
    seat: int
    account: AccountName
    cents: int
    next_at: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat", "cents", "next_at"), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        bank = PlayerDealerBank(self.seat, self.account, self.cents)
        return replace(state, bank=bank, next_at=self.next_at, offer_until=None)


class BankDeadlineSet(Event):
    """Event: a new deadline for the player who is offered the bank or banks, after a void hand or new settings."""

    kind: Literal["bank-deadline-set"] = "bank-deadline-set"
    until: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("until",))

    def apply(self, state: TableState) -> TableState:
        return replace(state, offer_until=self.until)


class BankReturned(Event):
    kind: Literal["bank-returned"] = "bank-returned"
    account: AccountName
    cents: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("cents",), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        return replace(state, bank=None)
