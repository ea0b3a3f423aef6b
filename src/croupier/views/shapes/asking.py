"""What seats are asked while a round is played: to decide, to lay their cards into hands, to turn them."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from croupier.play.felt import MadeHand


class ChoiceSeen(TypedDict):
    """One thing a seat may do now, and what it costs."""

    do: str
    least_cents: int
    most_cents: int


class QuestionSeen(TypedDict):
    """What a seat is asked about one of its hands (1, 2 ... from the left)."""

    seat: int
    hand: int
    choices: list[ChoiceSeen]
    silence: str
    """What is done for whoever says nothing."""
    question: int
    own: bool


class AskingSeen(TypedDict):
    """Who is asked to decide what, and until when: one countdown for all."""

    until: int | None
    seconds: int
    questions: list[QuestionSeen]
    later: list[int]
    """The seats that are asked the same after these."""


class HandToLay(TypedDict):
    """A hand that a seat is asked for: its name, and of how many cards."""

    name: str
    cards: int


class SettingAsked(TypedDict):
    """A seat that is asked to lay its cards into hands."""

    seat: int
    hands: list[HandToLay]
    question: int


class WaySeen(TypedDict):
    """One way to lay one's cards: what each hand would come to, and why it would be foul."""

    hands: dict[str, list[str]]
    made: dict[str, MadeHand]
    foul: str | None
    house_way: bool


class DeclarationSeen(TypedDict):
    """What may be declared instead of a showdown, or with it: `surrender`, `clean-sweep`."""

    name: str
    why_not: str
    """Why it may not be declared now; empty where it may."""
    foul: str
    """Why the hand would be a foul if it were declared; empty where it would not."""


class SettingSeen(SettingAsked):
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
    ways: NotRequired[list[WaySeen]]
    """To whoever lays them: every way there is; nothing where they are too many to look through."""
    draft: NotRequired[dict[str, list[str]]]
    """To whoever lays them: how they lie so far."""
    foul_loses: NotRequired[bool]
    """To whoever lays them: whether the game takes a foul, which then loses."""
    declarations: NotRequired[list[DeclarationSeen]]
    """To whoever lays them: what he may declare of his hand, and why not now."""


class ArrangingSeen(TypedDict):
    """Who is asked to lay his cards into which hands, and until when: one countdown for all."""

    until: int | None
    seconds: int
    done: list[int]
    """The seats that have laid theirs."""
    settings: list[SettingSeen]


class HolderSeen(TypedDict):
    """A bettor, by seat."""

    seat: int
    bettor: str


class PassingSeen(TypedDict):
    """A bettor wishes that another turns a hand, and who has still to agree."""

    hand: str
    by: HolderSeen
    to: HolderSeen
    waiting_for: list[HolderSeen]


class TurningSeen(TypedDict):
    """Who has the right to turn, whose turn it is and until when."""

    rights: dict[str, HolderSeen | None]
    to_turn: str | None
    by: HolderSeen | None
    until: int | None
    seconds: int
    asking: PassingSeen | None
    may_pass_to: list[int]
