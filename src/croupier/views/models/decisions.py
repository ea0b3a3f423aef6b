"""What seats are asked while a round is played: to decide, to lay their cards into hands, to turn them."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from croupier.play.hands_on_table import HandValue


class ChoiceView(TypedDict):
    """One thing a seat may do now, and what it costs."""

    do: str
    least_cents: int
    most_cents: int


class QuestionView(TypedDict):
    """What a seat is asked about one of its hands (1, 2 ... from the left)."""

    seat: int
    hand: int
    choices: list[ChoiceView]
    silence: str
    """What is done for whoever says nothing."""
    question: int
    own: bool


class DecisionRequestView(TypedDict):
    """Who is asked to decide what, and until when: one countdown for all."""

    until: int | None
    seconds: int
    questions: list[QuestionView]
    later: list[int]
    """The seats that are asked the same after these."""


class HandSlot(TypedDict):
    """A hand that a seat is asked for: its name, and of how many cards."""

    name: str
    cards: int


class ArrangementRequestBase(TypedDict):
    """A seat that is asked to lay its cards into hands."""

    seat: int
    hands: list[HandSlot]
    question: int


class ArrangementOptionView(TypedDict):
    """One way to lay one's cards: what each hand would come to, and why it would be foul."""

    hands: dict[str, list[str]]
    made: dict[str, HandValue]
    foul: str | None
    house_way: bool


class DeclarationView(TypedDict):
    """What may be declared instead of a showdown, or with it: `surrender`, `clean-sweep`."""

    name: str
    why_not: str
    """Why it may not be declared now; empty where it may."""
    foul: str
    """Why the hand would be a foul if it were declared; empty where it would not."""


class ArrangementRequestView(ArrangementRequestBase):
    """The same, and whether it is the viewer's own."""

    own: bool
    on_felt: NotRequired[bool]
    """The hand lies open on the felt: the dealer enters how it was set, without a clock."""
    silence: str
    """What becomes of cards that are not laid in time: `house-way`, `foul` or `as_dealt`."""
    at_zero: NotRequired[str]
    """To whoever lays them: what happens as they lie now; `stands`, or the same word as `silence`."""
    mend: NotRequired[list[str]]
    """To whoever lays them: two cards that change places to make the foul in the trays a hand that stands."""
    ways: NotRequired[list[ArrangementOptionView]]
    """To whoever lays them: every way there is; nothing where they are too many to look through."""
    draft: NotRequired[dict[str, list[str]]]
    """To whoever lays them: how they lie so far."""
    foul_loses: NotRequired[bool]
    """To whoever lays them: whether the game takes a foul, which then loses."""
    declarations: NotRequired[list[DeclarationView]]
    """To whoever lays them: what he may declare of his hand, and why not now."""


class ArrangementsView(TypedDict):
    """Who is asked to lay his cards into which hands, and until when: one countdown for all."""

    until: int | None
    seconds: int
    done: list[int]
    """The seats that have laid theirs."""
    settings: list[ArrangementRequestView]


class RevealHolderView(TypedDict):
    """A bettor, by seat."""

    seat: int
    bettor: str


class RevealPassView(TypedDict):
    """A bettor wishes that another turns a hand, and who has still to agree."""

    hand: str
    by: RevealHolderView
    to: RevealHolderView
    waiting_for: list[RevealHolderView]


class RevealView(TypedDict):
    """Who has the right to turn, whose turn it is and until when."""

    rights: dict[str, RevealHolderView | None]
    to_turn: str | None
    by: RevealHolderView | None
    until: int | None
    seconds: int
    asking: RevealPassView | None
    may_pass_to: list[int]
