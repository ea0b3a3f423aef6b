"""A round of war given as a case."""

from __future__ import annotations

from itertools import chain
from typing import Any

from croupier.cards import Card
from croupier.cards.card import DECK
from croupier.errors import BadInput
from croupier.families.war.round import BANKER, PLAYER, War, WarRound, order_of
from croupier.play.case_reading import cards_or_dealt, read_cards, require_in_decks
from croupier.play.round import Called, Deal, NoCardsLeft, Play
from croupier.rulebook.house_rules import HouseRules


def dealt_war(house: HouseRules, data: dict[str, Any]) -> War:
    """Deal the case's cards, exactly: pair after pair until two differ, or the shoe has no pair left."""
    if data.get("decisions"):
        raise BadInput.at("decisions[0]", "nobody decides anything in war; leave decisions empty")
    where, order = cards_or_dealt(data), order_of(house)
    cards = read_cards(data["cards"], "cards") if where == "cards" else _interleaved(data["dealt"], order)
    require_in_decks(cards, house.shoe.decks, where)
    play = Play(lambda: WarRound(order))
    for place, card in enumerate(cards):
        if not isinstance(play.need, Deal):
            left = " ".join(str(one) for one in cards[place:])
            raise BadInput.at(where, f"{left} is left over; the pair before it decides the round")
        play.answer(card)
    if isinstance(play.need, Deal):
        if len(cards) < len(DECK) * house.shoe.decks:
            due = f"the {play.need.hand.capitalize()}'s card {play.need.place} is due"
            raise BadInput.at(where, f"ends after {len(cards)} cards with nothing decided; {due}")
        play.answer(NoCardsLeft())
    play.answer(Called())
    assert isinstance(play.result, War)
    return play.result


def _interleaved(dealt: Any, order: tuple[str, str]) -> tuple[Card, ...]:
    """Hands as they lie, put back into the order of dealing."""
    if not isinstance(dealt, dict) or set(dealt) != {PLAYER, BANKER}:
        raise BadInput.at("dealt", 'is an object with the cards of "player" and "banker"')
    hands = {name: read_cards(dealt[name], f"dealt.{name}") for name in order}
    if len(hands[PLAYER]) != len(hands[BANKER]):
        short = min(hands, key=lambda name: len(hands[name]))
        raise BadInput.at(f"dealt.{short}", f"has {len(hands[short])} cards; both hands have as many")
    return tuple(chain.from_iterable(zip(*hands.values(), strict=True)))
