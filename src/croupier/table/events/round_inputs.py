"""Events that record an input of the round other than a card that was due."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from croupier.cards import parse_piece
from croupier.play.round import HandOpened, Rolled, TimedOut
from croupier.store.ledger_accounts import AccountName
from croupier.table import round_input_json as input_json
from croupier.table.events.base import Event, EventVisibility, append_input, remove_from_shoe, with_round
from croupier.table.state import (
    AddedWager,
    TableState,
)


class DecisionMade(Event):
    """Event: a seat decided about its hand."""

    kind: Literal["decision-made"] = "decision-made"
    seat: int
    hand: int
    choice: str
    answer: dict[str, Any]
    """Round input of the decision, as JSON."""
    raises: list[dict[str, Any]] = []
    """Wagers added by the decision: seat, bettor, account, wager, cents."""
    next_at: int | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("seat", "hand", "choice", "next_at"), filtered=("raises",), never=("answer",)
    )

    def apply(self, state: TableState) -> TableState:
        assert state.round is not None
        raised = tuple(AddedWager(**one) for one in self.raises)
        answers = append_input(state, input_json.round_input_from_json(self.answer))
        return with_round(state, inputs=answers, added_wagers=state.round.added_wagers + raised, next_at=self.next_at)


class DecisionTimedOut(Event):
    """Event: the decision time ran out; every open question gets the game's default answer."""

    kind: Literal["decision-timed-out"] = "decision-timed-out"
    seats: list[int]
    next_at: int | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seats", "next_at"))

    def apply(self, state: TableState) -> TableState:
        return with_round(state, inputs=append_input(state, TimedOut()), next_at=self.next_at, time_bank_seat=None)


class ArrangementMade(Event):
    """Event: a seat set its hand; other players cannot view the arrangement before the game shows it."""

    kind: Literal["arrangement-made"] = "arrangement-made"
    declares: str = ""
    """Declaration about the hand; it is public."""
    seat: int
    account: AccountName | None
    """Account that decides for the seat; None if no player does."""
    answer: dict[str, Any]
    """Round input: card numbers of the seat, never the cards themselves."""
    next_at: int | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("seat", "declares", "next_at"), staff=("account",), never=("answer",)
    )

    def apply(self, state: TableState) -> TableState:
        return with_round(
            state,
            inputs=append_input(state, input_json.round_input_from_json(self.answer)),
            next_at=self.next_at,
        )


class ArrangementDrafted(Event):
    """Event: an unfinished arrangement of a seat was saved."""

    kind: Literal["arrangement-drafted"] = "arrangement-drafted"
    seat: int
    account: AccountName | None
    """Account that decides for the seat; None if no player does."""
    laid: list[list[int]]
    """Card numbers of the seat, hand by hand; the list may be incomplete."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat",), staff=("account",), never=("laid",))

    def apply(self, state: TableState) -> TableState:
        assert state.round is not None
        draft = tuple(tuple(places) for places in self.laid)
        return with_round(state, drafts={**state.round.drafts, self.seat: draft})


class HandShown(Event):
    """Event: a seat's hand was opened; the event `hole-cards-revealed` has its cards."""

    kind: Literal["hand-shown"] = "hand-shown"
    hand: str
    seat: int | None
    next_at: int | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("hand", "seat", "next_at"))

    def apply(self, state: TableState) -> TableState:
        return with_round(state, inputs=append_input(state, HandOpened()), next_at=self.next_at)


class DiceRolled(Event):
    """Event: dice were rolled, or a number was drawn."""

    kind: Literal["dice-rolled"] = "dice-rolled"
    what: str
    source: str
    """Source of the numbers: `generator` or `dealer`."""
    numbers: list[int]
    next_at: int | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("what", "source", "numbers", "next_at"))

    def apply(self, state: TableState) -> TableState:
        answers = append_input(state, Rolled(tuple(self.numbers)))
        return with_round(state, inputs=answers, next_at=self.next_at, rolled_by=self.source)


class RoundInputRecorded(Event):
    """Event: a round input that is not a regular card: result called, shoe empty, or a card drawn in error."""

    kind: Literal["round-input-recorded"] = "round-input-recorded"
    answer: dict[str, Any]
    card: str | None = None
    """Card that left the shoe with this input; None if no card did."""
    visibility: ClassVar[EventVisibility] = EventVisibility(filtered=("answer", "card"))

    def apply(self, state: TableState) -> TableState:
        after = with_round(state, inputs=append_input(state, input_json.round_input_from_json(self.answer)))
        return after if self.card is None else remove_from_shoe(after, parse_piece(self.card))
