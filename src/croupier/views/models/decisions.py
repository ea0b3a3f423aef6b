"""View models of the requests to seats during a round: to decide, to set a hand, to turn cards."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from croupier.play.hands_on_table import HandValue


class ChoiceView(TypedDict):
    """Decision that a seat may make now, with the lowest and highest amount it costs, in cents."""

    do: str
    least_cents: int
    most_cents: int


class QuestionView(TypedDict):
    """Question to a seat about one of its hands; hands count from 1, from the left."""

    seat: int
    hand: int
    choices: list[ChoiceView]
    default_choice: str
    """Decision that counts for the seat if its player does not answer in time."""
    question_number: int
    is_own: bool


class DecisionRequestView(TypedDict):
    """Open questions to seats, with one common deadline."""

    deadline_at: int | None
    time_limit_seconds: int
    questions: list[QuestionView]
    next_seats: list[int]
    """Seats that get the same question after the seats in `questions` have answered."""


class HandSlot(TypedDict):
    """Hand to set: name and number of cards."""

    name: str
    cards: int


class ArrangementRequestBase(TypedDict):
    """Request to a seat to set its cards into hands."""

    seat: int
    hands: list[HandSlot]
    question_number: int


class ArrangementOptionView(TypedDict):
    """One arrangement of the viewer's cards: the value of each hand, and the reason if the arrangement is foul."""

    hands: dict[str, list[str]]
    hand_values: dict[str, HandValue]
    foul_reason: str | None
    is_house_way: bool


class DeclarationView(TypedDict):
    """Declaration that a seat may make with its hand or instead of it: `surrender`, `clean-sweep`."""

    name: str
    refusal: str
    """Reason why the declaration is not allowed now; empty if it is allowed."""
    foul_reason: str
    """Reason why the hand would be foul with this declaration; empty if it would not be foul."""


class ArrangementRequestView(ArrangementRequestBase):
    """Request to a seat to set its cards into hands, with details for the viewer who sets them."""

    is_own: bool
    is_on_table: NotRequired[bool]
    """Whether the hand is open on the table: the dealer enters its arrangement, without a time limit."""
    default_choice: str
    """Consequence for cards that are not set in time: `house-way`, `foul` or `as_dealt`."""
    at_zero: NotRequired[str]
    """For the viewer who sets the hand: result of a timeout now; `stands` if the draft is valid, else as in
    `default_choice`."""
    mend: NotRequired[list[str]]
    """For the viewer who sets the hand: two cards that turn a foul draft into a valid one if they change places."""
    options: NotRequired[list[ArrangementOptionView]]
    """For the viewer who sets the hand: all arrangements, or a selection if there are too many; the draft included."""
    draft: NotRequired[dict[str, list[str]]]
    """For the viewer who sets the hand: the cards of each hand in the saved draft."""
    is_foul_allowed: NotRequired[bool]
    """For the viewer who sets the hand: whether a foul is accepted and loses; if false, a foul is refused."""
    declarations: NotRequired[list[DeclarationView]]
    """For the viewer who sets the hand: the declarations that the game has."""


class ArrangementsView(TypedDict):
    """Seats that have to set their cards into hands, with one common deadline."""

    deadline_at: int | None
    time_limit_seconds: int
    done_seats: list[int]
    """Seats that have set their hands."""
    requests: list[ArrangementRequestView]


class RevealHolderView(TypedDict):
    """Bettor who may turn cards or takes part in passing this right, by seat and name of the betting spot."""

    seat: int
    bettor: str


class RevealPassView(TypedDict):
    """Request to pass the right to turn a hand to another bettor, and the bettors who still have to agree."""

    hand: str
    by: RevealHolderView
    to: RevealHolderView
    waiting_for: list[RevealHolderView]


class RevealView(TypedDict):
    """Rights to turn cards: who has them, which hand is turned next, by whom and until when."""

    rights: dict[str, RevealHolderView | None]
    hand_to_reveal: str | None
    by: RevealHolderView | None
    deadline_at: int | None
    time_limit_seconds: int
    pass_request: RevealPassView | None
    seats_to_pass_to: list[int]
