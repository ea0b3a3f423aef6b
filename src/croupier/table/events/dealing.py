"""Events of dealing: cards, revealed hands, requested decisions, corrections during the round."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from croupier.cards import parse_piece
from croupier.errors import Refused
from croupier.play.card_turning import Holder, PassRequest, TurningState
from croupier.table import round_input_json as input_json
from croupier.table.dealt_cards import dealt_cards
from croupier.table.events.base import Event, EventVisibility, remove_from_shoe, with_round
from croupier.table.state import (
    DealtCard,
    TableState,
)
from croupier.table.state.changed_copy import replace


class RevealRightsAssigned(Event):
    """Event: for each hand with face-down cards, a bettor gets the right to reveal them, or the dealer does.

    A right names the seat and the bettor; None is the dealer.
    """

    kind: Literal["reveal-rights-assigned"] = "reveal-rights-assigned"
    rights: dict[str, list[int | str] | None]
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("rights",))

    def apply(self, state: TableState) -> TableState:
        assert state.round is not None
        return with_round(state, turning=_initial_turning(state, self))


class RevealPassRequested(Event):
    kind: Literal["reveal-pass-requested"] = "reveal-pass-requested"
    hand: str
    by: list[int | str]
    to: list[int | str]
    next_at: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("hand", "by", "to", "next_at"))

    def apply(self, state: TableState) -> TableState:
        request = PassRequest(self.hand, _holder(self.by), _holder(self.to))
        return _after_reveal(state, state.card_turning.ask_to_pass(_turning(state), request), self.next_at)


class RevealPassAnswered(Event):
    kind: Literal["reveal-pass-answered"] = "reveal-pass-answered"
    who: list[int | str]
    """Bettor who answered the request, with the seat; empty: the house, which denies the request."""
    agree: bool
    next_at: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("who", "agree", "next_at"))

    def apply(self, state: TableState) -> TableState:
        rules, turning, by_house = state.card_turning, _turning(state), not self.who
        after = (
            rules.deny_pass(turning) if by_house else rules.answer_pass(turning, _holder(self.who), agrees=self.agree)
        )
        return _after_reveal(state, after, self.next_at)


class RevealDeadlineSet(Event):
    """Event: a player has the right to reveal cards until the deadline."""

    kind: Literal["reveal-deadline-set"] = "reveal-deadline-set"
    next_at: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("next_at",))

    def apply(self, state: TableState) -> TableState:
        return with_round(state, next_at=self.next_at)


class CardsRevealed(Event):
    kind: Literal["cards-revealed"] = "cards-revealed"
    hand: str
    by: list[int | str] | None
    """Bettor who revealed the cards, with the seat; None: the dealer."""
    silent: bool = False
    """Whether the player who had the right to reveal the cards ran out of time."""
    cards: list[str]
    """All cards of the hand, now face up."""
    next_at: int | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("hand", "by", "silent", "cards", "next_at"))

    def apply(self, state: TableState) -> TableState:
        rules, turning = state.card_turning, _turning(state)
        by = None if self.by is None else _holder(self.by)
        after = rules.timed_out(turning) if self.silent else rules.turn_cards(turning, self.hand, by)
        return _after_reveal(state, after, self.next_at, self.hand if self.cards else "")


class CardDealt(Event):
    kind: Literal["card-dealt"] = "card-dealt"
    place: int
    """Number of the card in the round, from 1 in dealing order."""
    hand: str
    nth: int
    card: str
    face_down: bool = False
    owner: str | None = None
    """Account that may view the card, if it is face down in a seat's own hand; None for any other card."""
    irregular: dict[str, Any] | None = None
    """Round input if the card was found face up or drawn in error; None for a normal card."""
    next_at: int | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("place", "hand", "nth", "face_down", "next_at"), filtered=("card", "irregular"), never=("owner",)
    )

    def apply(self, state: TableState) -> TableState:
        assert state.round is not None
        card = parse_piece(self.card)
        answer = input_json.round_input_from_json(self.irregular) if self.irregular else card
        dealt = DealtCard(self.hand, self.nth, card, self.face_down)
        turning = state.round.turning
        if turning is not None:
            after = state.card_turning.after_card(turning, self.hand, self.nth)
            assert isinstance(after, TurningState), after
            turning = after
        changed = with_round(
            state,
            inputs=(*state.round.inputs, answer),
            dealt=(*state.round.dealt, dealt),
            turning=turning,
            next_at=self.next_at,
        )
        return remove_from_shoe(changed, card)


class DecisionsRequested(Event):
    """Event: seats are asked to decide about their hands before the deadline."""

    kind: Literal["decisions-requested"] = "decisions-requested"
    questions: list[dict[str, Any]]
    """Questions: seat, hand, choices, default action on timeout, and number of the seat's question."""
    next_at: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("questions", "next_at"))

    def apply(self, state: TableState) -> TableState:
        requested = frozenset((one["seat"], one["question"]) for one in self.questions)
        return with_round(state, open_questions=requested, ask_until=self.next_at, next_at=self.next_at)


class ArrangementsRequested(Event):
    """Event: seats are asked to set their cards into hands before the deadline."""

    kind: Literal["arrangements-requested"] = "arrangements-requested"
    settings: list[dict[str, Any]]
    """Requests: seat, hands with their sizes, and number of the seat's question."""
    next_at: int | None
    """Deadline; None where the dealer enters hands that are already open on the table."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("settings", "next_at"))

    def apply(self, state: TableState) -> TableState:
        requested = frozenset((one["seat"], one["question"]) for one in self.settings)
        return with_round(state, open_questions=requested, ask_until=self.next_at, next_at=self.next_at)


class HoleCardsRevealed(Event):
    """Event: cards that the game dealt face down are face up now."""

    kind: Literal["hole-cards-revealed"] = "hole-cards-revealed"
    hand: str
    cards: list[str]
    """Cards that are now face up."""
    places: list[int] = []
    """Numbers of these cards in the round; empty: all cards of the hand."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("hand", "cards", "places"))

    def apply(self, state: TableState) -> TableState:
        assert state.round is not None
        return with_round(state, dealt=_with_face_up(state.round.dealt, self))


class DiceCorrected(Event):
    """Event: wrongly entered dice were corrected; hands that were already set must be set again."""

    kind: Literal["dice-corrected"] = "dice-corrected"
    what: str
    place: int
    """Index of the roll in the round's inputs, from 0."""
    was: list[int]
    numbers: list[int]
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("what", "place", "was", "numbers"))

    def apply(self, state: TableState) -> TableState:
        """Apply corrected dice: cards may move to other hands, face-up cards stay face up, hands must be set again."""
        assert state.round is not None
        answers = tuple(state.replay_play.with_corrected_dice(self.place, tuple(self.numbers)).answers)
        was = state.round.dealt
        dealt = tuple(
            replace(card, face_down=before.face_down)
            for card, before in zip(dealt_cards(state, answers), was, strict=True)
        )
        return with_round(state, inputs=answers, dealt=dealt, open_questions=frozenset(), ask_until=None, drafts={})


class CardCorrected(Event):
    kind: Literal["card-corrected"] = "card-corrected"
    place: int
    was: str
    card: str
    answers: list[dict[str, Any]]
    """All inputs of the round after the correction."""
    face_down: list[int] = []
    """Numbers in the round of the cards that stay face down."""
    owner: str | None = None
    """Account of the player who may view the corrected card, if that card is face down."""
    next_at: int | None = None
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("place", "face_down", "next_at"), filtered=("was", "card", "answers"), never=("owner",)
    )

    def apply(self, state: TableState) -> TableState:
        assert state.round is not None
        assert state.shoe is not None
        answers = tuple(input_json.round_input_from_json(answer) for answer in self.answers)
        # A correction happens with all cards face up, so that no card is left to reveal.
        after = with_round(state, inputs=answers, dealt=dealt_cards(state, answers), turning=None, next_at=self.next_at)
        return replace(after, shoe=state.shoe.after_correction(parse_piece(self.was), parse_piece(self.card)))


def _initial_turning(state: TableState, event: RevealRightsAssigned) -> TurningState:
    """Return who may reveal each face-down hand; if the event gives no right to a bettor, the dealer reveals all."""
    assert state.round is not None
    bets = state.round.bets() if any(event.rights.values()) else []
    return state.card_turning.first_state(state.rules, bets, list(state.seats))


def _with_face_up(dealt: tuple[DealtCard, ...], event: HoleCardsRevealed) -> tuple[DealtCard, ...]:
    """Return the dealt cards, with those that the event reveals face up.

    These are the cards that the event lists, or all cards of its hand if it lists none.
    """
    return tuple(
        replace(card, face_down=False)
        if (place in event.places or (not event.places and card.hand == event.hand))
        else card
        for place, card in enumerate(dealt, start=1)
    )


def _after_reveal(state: TableState, after: TurningState | Refused, next_at: int | None, shown: str = "") -> TableState:
    """Return the state after a change of the rights to reveal; the cards of the hand `shown` are face up."""
    assert state.round is not None
    assert isinstance(after, TurningState), after
    dealt = state.round.dealt
    if shown:
        dealt = tuple(replace(card, face_down=card.face_down and card.hand != shown) for card in dealt)
    return with_round(state, turning=after, dealt=dealt, next_at=next_at)


def _turning(state: TableState) -> TurningState:
    assert state.round is not None
    assert state.round.turning is not None
    return state.round.turning


def _holder(pair: list[int | str]) -> Holder:
    seat, bettor = pair
    return Holder(int(seat), str(bettor))
