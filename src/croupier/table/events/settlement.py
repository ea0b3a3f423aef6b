"""Events that end a round or correct a finished one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from croupier.cards import parse_piece
from croupier.play.family import load_family, opening_of
from croupier.store.ledger_accounts import AccountName
from croupier.table.events.base import Event, EventVisibility, with_round, with_stack
from croupier.table.state import (
    Phase,
    TableState,
)
from croupier.table.state.changed_copy import replace


class SeatTransfersMade(Event):
    """Event: payments from seat to seat in order, in a game without a bank."""

    kind: Literal["seat-transfers-made"] = "seat-transfers-made"
    exchanges: list[dict[str, Any]]
    """Payments in order: from seat, to seat, wager, points, cents, and the amount owed if more was owed than paid."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("exchanges",))

    def apply(self, state: TableState) -> TableState:
        return with_round(state, exchanges=tuple(self.exchanges))


class RoundSettled(Event):
    kind: Literal["round-settled"] = "round-settled"
    round: str
    at: int
    next_at: int
    cards: dict[str, list[str]]
    facts: dict[str, Any]
    results: list[dict[str, Any]]
    order: list[int] = []
    """Indexes into `results`, in the order in which the dealer collects and pays."""
    bank: dict[str, Any] | None = None
    meters: dict[str, dict[str, int]] = {}
    """Value of each meter before and after the round, in cents."""
    winning_wagers: list[str] = []
    """Wagers that the round pays, placed or not."""
    winning_rows: dict[str, str] = {}
    """Name of the pay table row by which each of these wagers won; without wagers whose row depends on a seat's hand.

    Empty in older logs.
    """
    hand_in_shoe: list[int] = []
    """Number of the shoe and number of the hand in it, for the roads of the board; None in older logs."""
    outcome: dict[str, Any] = {}
    next_opening: dict[str, Any] = {}
    balances: dict[str, list[int]] = {}
    """Balance of each account before its wagers and fees of this round, and after the round, in cents.

    The balance is the credit, or the chips in front of the player where seats play against each other.
    """
    between: bool = False
    """Whether seats played against each other: losses of some are winnings of others, and the house takes only its fee.
    """
    put_in: dict[str, int] = {}
    """Amount in cents that each account put into the hand, where seats play against each other; empty in older logs."""
    bots: list[str] = []
    """Accounts of bots that played; reports leave them out."""
    unseen: list[int] = []
    """Numbers in the round of cards that were never revealed; they stay encrypted."""
    settled_hand: dict[str, Any] = {}
    """Settlement of a hand between seats: pots, points and the money of each seat; empty in older logs."""
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=(
            "round",
            "at",
            "next_at",
            "cards",
            "facts",
            "meters",
            "winning_wagers",
            "winning_rows",
            "hand_in_shoe",
            "outcome",
            "between",
            "unseen",
            "settled_hand",
        ),
        staff=("balances", "order", "put_in", "bots"),
        filtered=("results", "bank", "next_opening"),
    )

    def apply(self, state: TableState) -> TableState:
        entry = state.family.history.entry(self.outcome, self.facts)
        trends = state.trends.after(entry, self.winning_wagers, state.rules.rulebook.written.family)
        assert state.round is not None
        paid_in = {"fees": dict(state.round.fees), "spots": tuple(state.round.spots.values())}
        shown = {
            "round": self.round,
            "status": "settled",
            "settings": state.settings,
            **paid_in,
            **_result_fields(self),
        }
        return replace(_clear_round(_hand_into_stacks(state, _nets(self.results)), self), trends=trends, last=shown)


class RoundVoided(Event):
    kind: Literal["round-voided"] = "round-voided"
    round: str
    at: int
    next_at: int
    code: str
    reason: str
    cite: str
    cards: dict[str, list[str]]
    returned: dict[AccountName, int]
    """Returned stakes and fees in cents, by account."""
    next_opening: dict[str, Any] = {}
    unseen: list[int] = []
    """Numbers in the round of cards that were never revealed; they stay encrypted."""
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("round", "at", "next_at", "code", "cite", "cards", "unseen"),
        staff=("reason", "returned"),
        filtered=("next_opening",),
    )

    def apply(self, state: TableState) -> TableState:
        why = {"code": self.code, "reason": self.reason, "settings": state.settings}
        shown = {"round": self.round, "status": "void", **why, "cards": self.cards}
        return replace(_clear_round(_hand_into_stacks(state, {}), self), last=shown)


class RoundCorrected(Event):
    kind: Literal["round-corrected"] = "round-corrected"
    round: str
    approval: str
    at: int
    place: int
    was: str
    card: str
    answers: list[dict[str, Any]]
    """All inputs of the round after the correction."""
    cards: dict[str, list[str]]
    facts: dict[str, Any]
    results: list[dict[str, Any]]
    order: list[int] = []
    """Indexes into `results`, in the order in which the dealer collects and pays."""
    bank: dict[str, Any] | None = None
    differences: dict[AccountName, int]
    """Amount in cents that the correction gave to each account (positive) or took (negative)."""
    forgone: dict[AccountName, int] = {}
    """Promotional chips in cents, by grant, that the correction should take but the grant no longer has."""
    requested_by: str
    approved_by: str
    reason: str
    hand_in_shoe: list[int] | None = None
    """Number of the shoe and number of the hand in it, for the roads of the board."""
    outcome: dict[str, Any] = {}
    winning_wagers: list[str] = []
    """Wagers that the round pays, placed or not."""
    winning_rows: dict[str, str] = {}
    """Name of the pay table row by which each of these wagers won; without wagers whose row depends on a seat's hand.

    Empty in older logs.
    """
    jackpots_before: int = 0
    """Number of jackpots of the round that were cancelled; new jackpots continue the numbering."""
    settled_hand: dict[str, Any] = {}
    """Settlement of a hand between seats after the correction; empty in older logs."""
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=(
            "round",
            "at",
            "place",
            "was",
            "card",
            "cards",
            "facts",
            "hand_in_shoe",
            "outcome",
            "winning_wagers",
            "winning_rows",
            "settled_hand",
        ),
        staff=(
            "approval",
            "differences",
            "forgone",
            "jackpots_before",
            "order",
            "requested_by",
            "approved_by",
            "reason",
        ),
        filtered=("answers", "results", "bank"),
    )

    def apply(self, state: TableState) -> TableState:
        corrections = {key: one for key, one in state.corrections.items() if key != self.approval}
        last = state.last
        if last is not None and last["round"] == self.round:
            last = {**last, "status": "corrected", **_result_fields(self)}
        after = _shoe_corrected(_trends_corrected(state, self), self)
        return replace(after, corrections=corrections, last=last)


def _hand_into_stacks(state: TableState, nets: Mapping[tuple[int, str], int]) -> TableState:
    """Return stake and net result of the hand to each player's stack, where seats play against each other."""
    assert state.round is not None
    for spot in state.round.spots.values():
        if spot.account in state.stacks:
            cents = state.stack(spot.account).cents + spot.total + nets.get((spot.seat, spot.bettor), 0)
            state = with_stack(state, spot.account, cents=cents)
    return state


def _nets(results: Iterable[Mapping[str, Any]]) -> dict[tuple[int, str], int]:
    nets: dict[tuple[int, str], int] = {}
    for result in results:
        nets[result["seat"], result["bettor"]] = nets.get((result["seat"], result["bettor"]), 0) + result["net_cents"]
    return nets


def _result_fields(event: RoundSettled | RoundCorrected) -> dict[str, Any]:
    ended = {"cards": event.cards, "facts": event.facts}
    paid = {"results": event.results, "winning_wagers": event.winning_wagers, "winning_rows": event.winning_rows}
    return ended | paid | {"order": event.order, "bank": event.bank, "settled_hand": event.settled_hand}


def _clear_round(state: TableState, event: RoundSettled | RoundVoided) -> TableState:
    """End the round: clear cards, chips and bank, and set the opening of the next round."""
    assert state.shoe is not None
    assert state.round is not None
    opening = opening_of(
        event.next_opening.get("carried"),
        disclosed=bool(event.next_opening.get("disclosed")),
        free_hand=bool(event.next_opening.get("free_hand")),
        action=event.next_opening.get("action"),
    )
    return replace(
        state,
        phase=Phase.BETWEEN,
        rounds=state.round.number,
        round=None,
        shoe=state.shoe.end_hand(),
        opening=opening,
        bank=None,
        next_at=event.next_at,
    )


def _trends_corrected(state: TableState, event: RoundCorrected) -> TableState:
    if event.hand_in_shoe is None:
        return state
    shoe, hand = event.hand_in_shoe
    played = state.trends.shoe(shoe)
    if played is None:
        return state
    entry = load_family(played.hands[hand - 1].family).history.entry(event.outcome, event.facts)
    trends = state.trends.corrected(shoe, hand, entry, event.winning_wagers)
    return replace(state, trends=trends)


def _shoe_corrected(state: TableState, event: RoundCorrected) -> TableState:
    """Replace the misread card in the counts of the shoe in play; earlier shoes have no counts."""
    if state.shoe is None or event.hand_in_shoe is None or event.hand_in_shoe[0] != state.shoe.number:
        return state
    return replace(state, shoe=state.shoe.after_correction(parse_piece(event.was), parse_piece(event.card)))
