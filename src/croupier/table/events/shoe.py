"""Events of the shoe: loaded, burned, cut card, order revealed."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from croupier.cards import parse_piece
from croupier.play.round import Opening
from croupier.table.events.base import Event, EventVisibility
from croupier.table.shoe import LiveShoe
from croupier.table.state import (
    TableState,
)
from croupier.table.state.changed_copy import replace
from croupier.table.trends import ShoeTrend, TableTrends


class ShoeLoaded(Event):
    kind: Literal["shoe-loaded"] = "shoe-loaded"
    number: int
    source: str
    """Source of the cards: `generator`, `dealer` or the smart shoe's name."""
    digest: str | None = None
    """Digest that commits to the order of the cards, published before the first wager; None for a dealer's shoe."""
    sealed: str | None = None
    """Order of the cards, encrypted with the house's key; None for a dealer's shoe."""
    batch: str | None = None
    """Back colour of the cards, where two batches or decks alternate; None elsewhere."""
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("number", "source", "digest", "batch"), never=("sealed",)
    )

    def apply(self, state: TableState) -> TableState:
        rules = state.rules.shoe
        shoe = LiveShoe(
            self.number,
            rules,
            self.source,
            self.digest,
            self.sealed,
            burn_due=rules.burn != "none",
            batch=self.batch,
        )
        wagers = tuple(state.rules.wagers)
        trends = state.trends.new_shoe(wagers) if state.shoes else TableTrends(ShoeTrend(1, wagers))
        return replace(
            state,
            shoe=shoe,
            shoes=self.number,
            opening=Opening(action=state.opening.action),
            trends=trends,
            free_hands=0,
            **_batch_changes(state, self),
        )


class CardsBurned(Event):
    kind: Literal["cards-burned"] = "cards-burned"
    shown: list[str]
    count: int
    """Number of all burned cards, shown or not."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("shown", "count"))

    def apply(self, state: TableState) -> TableState:
        assert state.shoe is not None
        shown = [parse_piece(card) for card in self.shown]
        return replace(state, shoe=state.shoe.after_burn(shown, self.count))


class BurnedCardShown(Event):
    """Event: a burn card after the first one was shown to the players. [000 L94]"""

    kind: Literal["burned-card-shown"] = "burned-card-shown"
    card: str
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("card",))

    def apply(self, state: TableState) -> TableState:
        assert state.shoe is not None
        return replace(state, shoe=state.shoe.after_burned_shown(parse_piece(self.card)))


class CutCardReached(Event):
    kind: Literal["cut-card-reached"] = "cut-card-reached"
    last_hand: bool
    """Whether the hand in play, or the one about to start, is the last of the shoe; if not, one more follows."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("last_hand",))

    def apply(self, state: TableState) -> TableState:
        assert state.shoe is not None
        return replace(state, shoe=state.shoe.after_cut())


class ShoeRevealed(Event):
    kind: Literal["shoe-revealed"] = "shoe-revealed"
    number: int
    digest: str
    nonce: str
    cards: str
    cut_from_back: int
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("number", "digest", "nonce", "cards", "cut_from_back")
    )

    def apply(self, state: TableState) -> TableState:
        if state.shoe is None or state.shoe.number != self.number:
            return state
        return replace(state, shoe=state.shoe._replace(opened=True))


def _batch_changes(state: TableState, event: ShoeLoaded) -> dict[str, Any]:
    """Return the fields of the state that a new shoe changes: no order to cut again, and the last batch loaded."""
    return {"recut": None, "last_batch": state.last_batch if event.batch is None else event.batch}
