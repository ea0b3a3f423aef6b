"""Events from the opening of the bets to the fees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from croupier.store.ledger_accounts import AccountName
from croupier.table.events.base import Event, EventVisibility, with_round, with_stack
from croupier.table.state import (
    CurrentRound,
    EarlyPayment,
    Phase,
    SpotBets,
    TableState,
)
from croupier.table.state.changed_copy import replace
from croupier.table.state.dealing import PromotionalStake


class BetsOpened(Event):
    kind: Literal["bets-opened"] = "bets-opened"
    round: str
    number: int
    at: int
    closes_at: int | None
    """Time at which betting closes; None: the countdown starts with the first wager."""
    free_hand: bool = False
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("round", "number", "at", "closes_at", "free_hand"))

    def apply(self, state: TableState) -> TableState:
        assert state.shoe is not None
        new_round = CurrentRound(
            self.round, self.number, state.shoe.number, self.at, state.opening, closes_at=self.closes_at
        )
        free_hands = state.free_hands + self.free_hand
        return replace(state, phase=Phase.BETTING, round=new_round, next_at=None, free_hands=free_hands)


class CountdownSet(Event):
    kind: Literal["countdown-set"] = "countdown-set"
    closes_at: int | None
    """Time at which betting closes; None: the last wager was taken back, and the countdown waits for the next one."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("closes_at",))

    def apply(self, state: TableState) -> TableState:
        return with_round(state, closes_at=self.closes_at)


class WagersPlaced(Event):
    kind: Literal["wagers-placed"] = "wagers-placed"
    seat: int
    bettor: str
    account: AccountName
    wagers: dict[str, int]
    """All wagers of the bettor at this seat from now on, in cents."""
    promotional: PromotionalStake | None = None
    """Promotional part of the wagers; left out of the JSON if there is none."""

    @model_serializer(mode="wrap")
    def _without_empty_promotional(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = write(self)
        return written if self.promotional else {key: one for key, one in written.items() if key != "promotional"}

    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("seat", "bettor", "wagers"), staff=("account",), never=("promotional",)
    )

    def apply(self, state: TableState) -> TableState:
        assert state.round is not None
        before = state.round.spots.get((self.seat, self.account))
        after = with_round(state, spots=_spots(state.round.spots, self), ready=state.round.ready - {self.account})
        return _stack_into_hand(after, self, 0 if before is None else before.total)


class ReadySaid(Event):
    """Event: a player's bets are made, so the table need not wait for the player."""

    kind: Literal["ready-said"] = "ready-said"
    account: AccountName
    visibility: ClassVar[EventVisibility] = EventVisibility(staff=("account",))

    def apply(self, state: TableState) -> TableState:
        assert state.round is not None
        return with_round(state, ready=state.round.ready | {self.account})


class BetsClosed(Event):
    kind: Literal["bets-closed"] = "bets-closed"
    at: int
    next_at: int | None
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("at", "next_at"))

    def apply(self, state: TableState) -> TableState:
        assert state.shoe is not None
        after = with_round(state, closed_at=self.at, next_at=self.next_at)
        hides = state.stakes is not None and state.stakes.folded_stay_hidden
        shoe = state.shoe.begin_hand(stays_sealed=hides)
        return replace(after, phase=Phase.DEALING, shoe=shoe, last=None)


class FeesTaken(Event):
    kind: Literal["fees-taken"] = "fees-taken"
    schedule: str
    action_cents: int
    fees: dict[AccountName, int]
    """Fees in cents, by account."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("schedule", "action_cents"), staff=("fees",))

    def apply(self, state: TableState) -> TableState:
        return with_round(state, fees=self.fees, action_cents=self.action_cents)


class WagersPaidEarly(Event):
    """Event: wagers were paid during the round; the event lists all early payments of the round. [002 L99, L113]"""

    kind: Literal["wagers-paid-early"] = "wagers-paid-early"
    paid: list[dict[str, Any]]
    """Payments: seat, bettor, account, wager, returned stake and winnings."""
    visibility: ClassVar[EventVisibility] = EventVisibility(filtered=("paid",))

    def apply(self, state: TableState) -> TableState:
        return with_round(state, paid=tuple(EarlyPayment(**one) for one in self.paid))


def _stack_into_hand(state: TableState, event: WagersPlaced, before: int) -> TableState:
    """Move chips from a player's stack into the hand, where seats play against each other.

    `before` is how many cents the player already had in the hand.
    """
    if event.account not in state.stacks:
        return state
    left = state.stack(event.account).cents + before - sum(event.wagers.values())
    return with_stack(state, event.account, cents=left, posts=False)


def _spots(spots: Mapping[tuple[int, str], SpotBets], event: WagersPlaced) -> dict[tuple[int, str], SpotBets]:
    after = dict(spots)
    key = event.seat, event.account
    if event.wagers:
        after[key] = SpotBets(event.seat, event.bettor, event.account, event.wagers, event.promotional)
    else:
        after.pop(key, None)
    return after
