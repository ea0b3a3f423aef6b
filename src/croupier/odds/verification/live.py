"""Rounds through the live path: dealt card by card, decided question by question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from croupier.cards import Card, Shoe, ShoeEmpty
from croupier.cards.chance import Chance
from croupier.play.round import Ask, Called, Deal, Decision, NoCardsLeft, Play, Question

Dealer = Callable[[], Card]
"""Deals the next card. Raises `ShoeEmpty` where there is none: the round is void."""
Decide = Callable[[Play[Any], Question], str]


class Live(NamedTuple):
    """A round as it was played live."""

    result: Any
    cards: int = 0
    """How many it took."""
    told: Any = None
    """The same round as the family's mathematics sees it, where that is compared."""
    is_counted: bool = True
    """Whether how often it came says something."""


def deal_out(play: Play[Any], deal: Dealer) -> int:
    """Deal as long as cards are asked for; how many were."""
    cards = 0
    while isinstance(play.need, Deal):
        try:
            play.answer(deal())
            cards += 1
        except ShoeEmpty:
            play.answer(NoCardsLeft())
    return cards


def play_out(play: Play[Any], deal: Dealer, decide: Decide) -> int:
    """Play a round to its end; how many cards it took."""
    cards = deal_out(play, deal)
    while not play.is_over:
        if isinstance(play.need, Ask):
            question = play.need.questions[0]
            play.answer(Decision(question.seat, decide(play, question)))
        else:
            play.answer(Called())
        cards += deal_out(play, deal)
    return cards


class FromShoe:
    """Deals a shoe card by card."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe

    def __call__(self) -> Card:
        card, self.shoe = self.shoe.deal()
        return card


def dealt_from(cards: Iterable[Card], spare: Card | None = None) -> Dealer:
    """These cards one after another, then the spare one for ever."""
    left = iter(cards)

    def deal() -> Card:
        card = next(left, spare)
        if card is None:
            raise ShoeEmpty("no card is left")
        return card

    return deal


def silence(play: Play[Any], question: Question) -> str:
    """What silence does."""
    return question.silence


def without_sense(chance: Chance, *, likes: str = "") -> Decide:
    """Does anything that may be done, and what it likes whenever that is among it."""

    def decide(play: Play[Any], question: Question) -> str:
        words = [choice.do for choice in question.choices]
        return likes if likes in words else words[chance.below(len(words))]

    return decide


def said(cards: Sequence[Card]) -> str:
    return " ".join(str(card) for card in cards)
