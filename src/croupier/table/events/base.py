"""Base class of table events, who may see which field of an event, and state changes that several events share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from croupier.cards import Piece
from croupier.play.round import Answer
from croupier.store.ledger_accounts import AccountName
from croupier.table.state import TableState
from croupier.table.state.changed_copy import replace


@dataclass(frozen=True)
class EventVisibility:
    """Which fields of one kind of event each access level may see; every field is in one of the lists."""

    public: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    filtered: tuple[str, ...] = ()
    """Fields that are shown in part: `views/event_view.py` has a filter for each."""
    never: tuple[str, ...] = ()
    is_staff_only: bool = False
    """Whether the event itself is hidden from the public."""

    @property
    def fields(self) -> frozenset[str]:
        return frozenset((*self.public, *self.staff, *self.filtered, *self.never))


class Event(BaseModel, ABC):
    """Base class of table events; each subclass is a kind of event."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    visibility: ClassVar[EventVisibility]
    kind: str

    @abstractmethod
    def apply(self, state: TableState) -> TableState:
        """Return the state of the table after this event; the same events always give the same state."""


def with_round(state: TableState, **changes: Any) -> TableState:
    assert state.round is not None
    return replace(state, round=replace(state.round, **changes))


def with_stack(state: TableState, account: AccountName, **changes: Any) -> TableState:
    return replace(state, stacks={**state.stacks, account: replace(state.stack(account), **changes)})


def shift_deadlines(state: TableState, stood_ms: int) -> TableState:
    """Return the state with every deadline later by `stood_ms` milliseconds."""
    current = state.round
    if current is not None:
        current = replace(
            current,
            closes_at=_add_ms(current.closes_at, stood_ms),
            next_at=_add_ms(current.next_at, stood_ms),
            ask_until=_add_ms(current.ask_until, stood_ms),
        )
    next_at, offer_until = _add_ms(state.next_at, stood_ms), _add_ms(state.offer_until, stood_ms)
    return replace(state, round=current, next_at=next_at, offer_until=offer_until)


def _add_ms(at: int | None, by: int) -> int | None:
    return None if at is None else at + by


def append_input(state: TableState, answer: Answer) -> tuple[Answer, ...]:
    assert state.round is not None
    return (*state.round.inputs, answer)


def remove_from_shoe(state: TableState, card: Piece) -> TableState:
    assert state.shoe is not None
    return replace(state, shoe=state.shoe.after_card(card))
